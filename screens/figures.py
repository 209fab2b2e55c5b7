"""What a run of whole games comes to: figures, and the figures in words."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt

from msgspec import Struct, json

from screens.simulate import Plan, Played, Run
from thorgames.core.state import Outcome
from thorgames.core.text import Msg
from thorgames.games import registry

SHOWN = 20
"""Faults that are printed in full."""

# --- figures -------------------------------------------------------------------------------------------------------


class Span(Struct, frozen=True):
    """How a number lies over the games."""

    min: int
    mean: float
    median: float
    max: int


class SeatFigures(Struct, frozen=True):
    """How a seat fared.

    Attributes:
        seat: from 1.
        level: who sat there.
        wins: a win that k seats share counts 1/k for each.
        share: of all finished games.
        low, high: bounds of the share, Wilson's 95 per cent interval.
        scores: None where the game has none.
    """

    seat: int
    level: str
    wins: float
    share: float
    low: float
    high: float
    scores: Span | None


class LevelFigures(Struct, frozen=True):
    """How a level fared, in whatever seats.

    Attributes:
        level: which.
        games: games times the seats that it held.
        wins: a win that k seats share counts 1/k for each.
        share: of these games.
        low, high: bounds of the share, Wilson's 95 per cent interval.
        fair: the share as a multiple of the one that each seat would have, were all alike.
    """

    level: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    fair: float


class CardFigures(Struct, frozen=True):
    """How those fared who played a card.

    Attributes:
        card: its id.
        played: seats of finished games that played it, each counted once.
        share: their share of the wins.
        low, high: bounds of the share, Wilson's 95 per cent interval.
        fair: the share that seats have on the average.
    """

    card: str
    played: int
    share: float
    low: float
    high: float
    fair: float


class Found(Struct, frozen=True):
    """A fault, with what plays the game again."""

    game: int
    seed: int
    says: str
    again: str


class Speed(Struct, frozen=True):
    """Answers of the seats for every second.

    Attributes:
        play_seconds: spent on playing, in all processes together; checks are not in it.
        all_seconds: from start to end.
        per_process: decisions for every second of playing.
        overall: decisions for every second from start to end.
        think: level -> milliseconds that a decision took: the mean, and what 95 per cent of them did not exceed.
    """

    play_seconds: float
    all_seconds: float
    per_process: float
    overall: float
    think: dict[str, tuple[float, float]]


class Summary(Struct, frozen=True):
    """The figures of a run. All but `speed` are the same whenever the same plan is played."""

    game: str
    mode: str
    players: int
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: int
    first: int
    asked: int
    games: int
    finished: int
    interrupted: bool
    jobs: int
    decisions: int
    speed: Speed
    turns: Span | None
    turns_histogram: dict[int, int]
    covers: Span | None
    scores: Span | None
    seats: tuple[SeatFigures, ...]
    levels: tuple[LevelFigures, ...]
    cards: tuple[CardFigures, ...]
    ended: dict[str, int]
    faults: tuple[Found, ...]


def span(numbers: Sequence[int]) -> Span | None:
    """How these numbers lie; None without any."""
    if not numbers:
        return None
    return Span(min(numbers), round(statistics.fmean(numbers), 3), statistics.median(numbers), max(numbers))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 per cent interval of a share; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    z, p = 1.959964, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(run: Run) -> Summary:
    """The figures of a run."""
    plan, setup = run.plan, run.plan.setup
    played = [run.played[number] for number in sorted(run.played)]
    ends = [(game, game.outcome) for game in played if game.outcome is not None]
    decisions, spent = sum(game.decisions for game in played), sum(game.seconds for game in played)
    turns = Counter(game.turns for game, _ in ends)
    seats = []
    for seat, level in enumerate(plan.levels):
        wins = sum(end.share(seat) for _, end in ends)
        low, high = wilson(wins, len(ends))
        share = wins / len(ends) if ends else 0.0
        scores = span([end.scores[seat] for _, end in ends if end.scores])
        seats.append(
            SeatFigures(
                seat + 1,
                "in turn" if plan.rotate else level,
                round(wins, 3),
                round(share, 4),
                round(low, 4),
                round(high, 4),
                scores,
            )
        )
    return Summary(
        game=setup.game,
        mode=setup.mode,
        players=setup.seats,
        options=setup.options,
        bots=plan.levels,
        seed=plan.seed,
        first=plan.first,
        asked=plan.games,
        games=len(played),
        finished=len(ends),
        interrupted=run.interrupted,
        jobs=run.jobs,
        decisions=decisions,
        speed=Speed(
            play_seconds=round(spent, 3),
            all_seconds=round(run.seconds, 3),
            per_process=round(decisions / spent, 1) if spent else 0.0,
            overall=round(decisions / run.seconds, 1) if run.seconds else 0.0,
            think=thinking(plan, ends),
        ),
        turns=span([game.turns for game, _ in ends]),
        turns_histogram=dict(sorted(turns.items())),
        covers=span([game.covers for game, _ in ends]),
        scores=span([score for _, end in ends for score in end.scores]),
        seats=tuple(seats),
        levels=tuple(by_level(plan, ends)),
        cards=tuple(by_card(ends)),
        ended=dict(Counter(end.reason for _, end in ends).most_common()),
        faults=tuple(
            Found(game.number, plan.seed, says, plan.command(game.number)) for game in played for says in game.faults
        ),
    )


def by_level(plan: Plan, ends: Sequence[tuple[Played, Outcome]]) -> Iterator[LevelFigures]:
    """How each level fared, the best first where there are several."""
    wins: dict[str, list[float]] = {level: [] for level in plan.levels}
    for game, end in ends:
        for seat, level in enumerate(plan.sitting(game.number)):
            wins[level].append(end.share(seat))
    for level in sorted(wins, key=lambda one: -sum(wins[one]) / max(1, len(wins[one]))):
        n = len(wins[level])
        low, high = wilson(sum(wins[level]), n)
        share = sum(wins[level]) / n if n else 0.0
        yield LevelFigures(
            level=level,
            games=n,
            wins=round(sum(wins[level]), 3),
            share=round(share, 4),
            low=round(low, 4),
            high=round(high, 4),
            fair=round(share * plan.setup.seats, 2),
        )


def thinking(plan: Plan, ends: Sequence[tuple[Played, Outcome]]) -> dict[str, tuple[float, float]]:
    """Milliseconds that a decision took, level by level: the mean, and what 95 per cent did not exceed."""
    times: dict[str, list[float]] = {level: [] for level in plan.levels}
    for game, _ in ends:
        for level, seconds in zip(plan.sitting(game.number), game.thought, strict=False):
            times[level] += seconds
    return {
        level: (round(1000 * statistics.fmean(took), 2), round(1000 * sorted(took)[int(0.95 * (len(took) - 1))], 2))
        for level, took in times.items()
        if took
    }


def by_card(ends: Sequence[tuple[Played, Outcome]]) -> Iterator[CardFigures]:
    """How those fared who played each card, the surest to win first."""
    wins: dict[str, list[float]] = {}
    for game, end in ends:
        for seat, card in game.cards:
            wins.setdefault(card, []).append(end.share(seat))
    seats = sum(len(end.ranks) for _, end in ends)
    fair = round(sum(end.share(seat) for _, end in ends for seat in range(len(end.ranks))) / seats, 4) if seats else 0.0
    spans = {card: wilson(sum(won), len(won)) for card, won in wins.items()}
    for card, (low, high) in sorted(spans.items(), key=lambda one: (-one[1][0], one[0])):
        n = len(wins[card])
        yield CardFigures(card, n, round(sum(wins[card]) / n, 4), round(low, 4), round(high, 4), fair)


def as_json(figures: Summary) -> str:
    """The figures as one JSON object."""
    return json.encode(figures).decode()


# --- the figures in words ------------------------------------------------------------------------------------------


def as_text(figures: Summary, cards: bool = False) -> str:
    """The figures as a person reads them; `cards`: also how those fared who played each card."""
    f = figures
    game = registry.load(f.game)
    speaker = game.speaker([f"player {n}" for n in range(1, f.players + 1)])
    mode = game.info.mode(f.mode).name
    title = [f"{game.info.name}, {mode}, {f.players} {'player' if f.players == 1 else 'players'}"]
    title += [f"{key}={value}" for key, value in f.options.items()]
    lines = [f"{', '.join(title)}; seed {f.seed}", ""]

    def row(name: str, *texts: str) -> None:
        for i, text in enumerate(texts):
            lines.append(f"{'' if i else name:<20}{text}")

    some = f" of {f.asked:,}, then interrupted" if f.interrupted else ""
    first = f", from number {f.first} on" if f.first > 1 else ""
    row("games", f"{f.games:,}{some}{first}")
    row("decisions", f"{f.decisions:,}: answers of the seats; what chance answers is not counted")
    jobs = "1 process" if f.jobs == 1 else f"{f.jobs} processes"
    row(
        "decisions a second",
        f"{f.speed.per_process:,.0f} for each process while it plays (the checks between two steps not counted)",
        f"{f.speed.overall:,.0f} overall in {jobs}, start and checks included",
    )
    if f.turns is not None and f.covers is not None:
        lines.append("")
        row("turns a game", f"min {f.turns.min}, median {f.turns.median:g}, max {f.turns.max}")
        lines += histogram(f.turns_histogram)
        lines.append("")
        row(
            "covers a game",
            f"min {f.covers.min}, mean {f.covers.mean:.1f}, max {f.covers.max}, if persons sat at all seats",
        )
        lines += ["", *seat_table(f), "", *level_table(f), ""]
        if cards:
            lines += [*card_table(f, game.box.name), ""]
        for i, (reason, n) in enumerate(f.ended.items()):
            words = speaker.plain(Msg(reason)) if reason in speaker.words else reason
            row("" if i else "ended", f"{n:>7,}  {words}")
    if not f.faults:
        row("faults found", "none" + (", checked after every step" if f.games else ""))
    else:
        row("faults found", f"{len(f.faults)}, in games that were left unfinished")
        for fault in f.faults[:SHOWN]:
            lines += [f"  game {fault.game}, {fault.says}", f"    again: {fault.again}"]
        if len(f.faults) > SHOWN:
            lines.append(f"  and {len(f.faults) - SHOWN} more; --json prints all")
    return "\n".join(lines)


def histogram(counts: dict[int, int], rows: int = 10, width: int = 40) -> list[str]:
    """Bars of equal width, at most `rows` of them."""
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // rows)
    bars: Counter[int] = Counter()
    for turns, n in counts.items():
        bars[(turns - low) // step] += n
    most = max(bars.values())
    out = []
    for i in range((high - low) // step + 1):
        start, end = low + i * step, min(low + (i + 1) * step - 1, high)
        label = f"{start}" if start == end else f"{start} to {end}"
        out.append(f"{label:>18}  {'#' * round(width * bars[i] / most):<{width}} {bars[i]:>7,}".rstrip())
    return out


def seat_table(f: Summary) -> list[str]:
    """Wins and scores, seat by seat."""
    scored = f.scores is not None
    lines = [f"{'seat':<6}{'level':<10}{'wins':>10}{'share':>9}{'95 % interval':>20}"]
    if scored:
        lines[0] += f"{'points: min':>14}{'mean':>9}{'max':>6}"
    for one in f.seats:
        between = f"{one.low:.1%} to {one.high:.1%}"
        line = f"{one.seat:<6}{one.level:<10}{one.wins:>10,.1f}{one.share:>9.1%}{between:>20}"
        if one.scores is not None:
            line += f"{one.scores.min:>14}{one.scores.mean:>9.1f}{one.scores.max:>6}"
        lines.append(line)
    if f.scores is not None:
        lines.append(f"{'all':<55}{f.scores.min:>14}{f.scores.mean:>9.1f}{f.scores.max:>6}")
    return lines


def level_table(f: Summary) -> list[str]:
    """Wins and times, level by level; `fair` is the share as a multiple of that of a seat among its equals."""
    lines = [f"{'level':<10}{'games':>8}{'wins':>10}{'share':>9}{'95 % interval':>20}{'fair':>8}{'think, 95 %':>22}"]
    for one in f.levels:
        between = f"{one.low:.1%} to {one.high:.1%}"
        mean, most = f.speed.think.get(one.level, (0.0, 0.0))
        think = f"{mean:,.1f} ms, {most:,.1f} ms"
        lines.append(
            f"{one.level:<10}{one.games:>8,}{one.wins:>10,.1f}{one.share:>9.1%}{between:>20}{f'x {one.fair:.2f}':>8}"
            f"{think:>22}"
        )
    return lines


def card_table(f: Summary, name: Callable[[str], str]) -> list[str]:
    """How those fared who played each card; `*`: better or worse than the average beyond doubt."""
    if not f.cards:
        return ["no cards played that are told of"]
    fair = f.cards[0].fair
    lines = [f"{'card':<34}{'played':>8}{'won':>9}{'95 % interval':>20}   (all: {fair:.1%})"]
    for one in f.cards:
        between = f"{one.low:.1%} to {one.high:.1%}"
        mark = "" if one.low <= fair <= one.high else " *"
        lines.append(f"{name(one.card):<34}{one.played:>8,}{one.share:>9.1%}{between:>20}{mark}")
    return lines
