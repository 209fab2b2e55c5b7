"""Numbers from the games played: by player and game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from screens.storage import PlayerResult


class Line(Struct, frozen=True):
    """How one player did at one game.

    Attributes:
        name, game: who, at what.
        played, won: games; a shared victory counts as won.
        best: highest score, None where the game has none.
        streak: games won in a row up to the last one.
        longest: the longest such row.
        length: mean number of answers of those games.
    """

    name: str
    game: str
    played: int
    won: int
    best: int | None
    streak: int
    longest: int
    length: float


def lines(results: Sequence[PlayerResult], lengths: Mapping[str, int]) -> list[Line]:
    """A line for each player and game, those who played most first.

    Args:
        results: of all finished games, in any order.
        lengths: game id in the storage -> number of answers.
    """
    by_player: dict[tuple[str, str], list[PlayerResult]] = {}
    spelled: dict[str, str] = {}
    for result in sorted(results, key=lambda r: r.ended):
        spelled[result.name.casefold()] = result.name
        by_player.setdefault((result.name.casefold(), result.game), []).append(result)
    out: list[Line] = []
    for (name, game), games in by_player.items():
        run = longest = 0
        for result in games:
            run = run + 1 if result.rank == 1 else 0
            longest = max(longest, run)
        scores = [r.score for r in games if r.score is not None]
        taken = [lengths[r.id] for r in games if r.id in lengths]
        out.append(
            Line(
                spelled[name],
                game,
                len(games),
                sum(r.rank == 1 for r in games),
                max(scores) if scores else None,
                run,
                longest,
                sum(taken) / len(taken) if taken else 0.0,
            )
        )
    return sorted(out, key=lambda line: (-line.played, -line.won, line.name.casefold(), line.game))
