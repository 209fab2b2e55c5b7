"""Numbers from the games played: by player and game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from screens.storage import PlayerResult
from thorgames.games import registry


class Line(Struct, frozen=True):
    """How one player did at one game.

    Attributes:
        name, game, mode: who, at what; the mode is named for solo modes alone, which are counted apart.
        played, won: games; a shared victory counts as won.
        best: highest score, or of a solo mode the fewest turns to a victory; None where there is none.
        streak: games won in a row up to the last one.
        longest: the longest such row.
    """

    name: str
    game: str
    mode: str
    played: int
    won: int
    best: int | None
    streak: int
    longest: int


def lines(results: Sequence[PlayerResult]) -> list[Line]:
    """A line for each player and game, those who played most first.

    Args:
        results: of all finished games, in any order.
    """
    by_player: dict[tuple[str, str, str], list[PlayerResult]] = {}
    spelled: dict[str, str] = {}
    for result in sorted(results, key=lambda r: r.ended):
        spelled[result.name.casefold()] = result.name
        mode = result.mode if result.mode in solo_modes(result.game) else ""
        by_player.setdefault((result.name.casefold(), result.game, mode), []).append(result)
    out: list[Line] = []
    for (name, game, mode), games in by_player.items():
        run = longest = 0
        for result in games:
            run = run + 1 if result.rank == 1 else 0
            longest = max(longest, run)
        scores = [r.score for r in games if r.score is not None and (not mode or r.rank == 1)]
        out.append(
            Line(
                spelled[name],
                game,
                mode,
                len(games),
                sum(r.rank == 1 for r in games),
                (min(scores) if mode else max(scores)) if scores else None,
                run,
                longest,
            )
        )
    return sorted(out, key=lambda line: (-line.played, -line.won, line.name.casefold(), line.game, line.mode))


def solo_modes(game: str) -> set[str]:
    """The modes of a game that are played alone; none of a game that is not here."""
    return {mode.id for mode in registry.info(game).modes if mode.solo} if game in registry.GAMES else set()
