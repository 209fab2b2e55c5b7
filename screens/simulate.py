"""Whole games without a screen: computer opponents at every seat, figures and faults in the end.

What a game is like depends on the seed and the game's number alone, never on how many processes play.
"""

from __future__ import annotations

import os
import random
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from math import sqrt
from multiprocessing import get_context, parent_process, resource_tracker
from pathlib import Path
from shlex import quote
from threading import Event, Thread, current_thread, main_thread
from time import perf_counter
from traceback import extract_tb
from types import FrameType
from typing import Any

from msgspec import Struct, json

from thorgames.bots import bot
from thorgames.core.ask import CHANCE
from thorgames.core.chance import Dealer
from thorgames.core.errors import Refusal
from thorgames.core.game import Game
from thorgames.core.info import Setup
from thorgames.core.state import Outcome
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import next_place

STEPS = 20_000
"""Answers, chance included, after which a game counts as endless."""

CHUNK = 10
"""Games that a process plays before it reports."""

SHOWN = 20
"""Faults that are printed in full."""


class Plan(Struct, frozen=True):
    """What is to be played; enough to play any of its games again.

    Attributes:
        setup: the same for all games.
        levels: who sits where.
        seed: of all games together.
        games, first: how many games, and the number of the first.
        cards, file: text and path of a card file; None for the one that comes with the program.
    """

    setup: Setup
    levels: tuple[str, ...]
    seed: int
    games: int
    first: int = 1
    cards: str | None = None
    file: Path | None = None

    def load(self) -> Game[Any, Any, Any]:
        """The game with its cards."""
        box = registry.box(self.setup.game, self.cards, str(self.file)) if self.cards is not None else None
        return registry.load(self.setup.game, box)

    def command(self, number: int) -> str:
        """What plays one of the games again."""
        setup = self.setup
        words = ["thorgames", "simulate", setup.game, "--mode", setup.mode, "--players", str(setup.seats)]
        for key, value in setup.options.items():
            words += ["--option", f"{key}={value}"]
        if self.file is not None:
            words += ["--cards", str(self.file)]
        words += ["--bots", ",".join(self.levels), "--seed", str(self.seed), "--first", str(number), "--games", "1"]
        return " ".join(quote(word) for word in words)


class Played(Struct, frozen=True):
    """One game.

    Attributes:
        number: of the game, from 1.
        decisions: answers of the seats; chance is not counted.
        seconds: that playing took, chance included, checks not.
        covers: how often the device would have changed hands, had persons sat at all seats.
        turns: its length; 0 if it did not come to its end.
        outcome: None if it did not come to its end.
        faults: sentences.
    """

    number: int
    decisions: int
    seconds: float
    covers: int
    turns: int = 0
    outcome: Outcome | None = None
    faults: tuple[str, ...] = ()


def play(game: Game[Any, Any, Any], plan: Plan, number: int) -> Played:
    """Play one game, and check its state after every step; it is left at the first fault."""
    seed = random.Random(f"{plan.seed}:{number}").getrandbits(64)
    dealer = Dealer(seed)
    bots = [bot(level) for level in plan.levels]
    rngs = [random.Random(f"{seed}:bot:{seat}") for seat in range(len(bots))]
    persons = frozenset(range(len(bots)))
    at: int | None = None
    decisions = covers = 0
    spent = 0.0
    state: Any = None
    asked = ""

    def stopped(*faults: str) -> Played:
        return Played(number, decisions, spent, covers, faults=tuple(f"at answer {decisions}: {f}" for f in faults))

    try:
        since = perf_counter()
        state = game.new(plan.setup)
        spent += perf_counter() - since
        for _ in range(STEPS):
            if faults := game.faults(state):
                return stopped(*faults)
            since = perf_counter()
            pending = game.pending(state)
            spent += perf_counter() - since
            if pending is None:
                outcome = game.outcome(state)
                if outcome is None:
                    return stopped("nothing is asked, but the game has not ended")
                return Played(number, decisions, spent, covers, game.turns(state), outcome)
            ask = pending.asks[0]
            if ask.seat != CHANCE:
                place = next_place(pending, at, persons)
                ask = place.ask or ask
                covers += place.kind in ("cover", "announce")
                at = None if place.kind in ("open", "claim") else place.seat
                decisions += 1
            seat, asked = ask.seat, ask.kind
            since = perf_counter()
            if seat == CHANCE:
                answer = dealer.answer(ask)
            else:
                answer = bots[seat].choose(ask, partial(game.view, state, seat), rngs[seat])
            state = game.apply(state, seat, answer).state
            spent += perf_counter() - since
        return stopped(f"no end after {STEPS:,} steps")
    except Refusal as refusal:
        words = game.speaker([f"player {n}" for n in range(1, len(bots) + 1)]).plain(refusal.msg)
        return stopped(f"the answer to {asked!r} was refused: {words}")
    except Exception as error:  # a fault of ours, which is what is looked for
        where = extract_tb(error.__traceback__)[-1]
        name = f"{Path(where.filename).name}, line {where.lineno}"
        return stopped(f"{type(error).__name__} in {name}: {error}")


# --- many games, in one process or several -------------------------------------------------------------------------


class Run(Struct):
    """What has been played.

    Attributes:
        plan: what was to be played.
        jobs: number of processes.
        played: number -> game.
        seconds: from start to end, checks and the start of the processes included.
        interrupted: whether it was stopped with Ctrl+C.
    """

    plan: Plan
    jobs: int
    played: dict[int, Played] = {}
    seconds: float = 0.0
    interrupted: bool = False


def simulate(plan: Plan, jobs: int = 1, tick: Callable[[int], None] = lambda n: None) -> Run:
    """Play all games of a plan; Ctrl+C ends it early, with what there is.

    Args:
        plan: what to play.
        jobs: number of processes.
        tick: told how many more games have been played.
    """
    run = Run(plan, jobs)
    since = perf_counter()
    try:
        with _stopped_by_ctrl_c() as stop:
            played = _play_here(plan, stop) if jobs == 1 else _play_in_processes(plan, jobs, stop)
            for games in played:
                run.played.update((game.number, game) for game in games)
                tick(len(games))
            run.interrupted = stop.is_set()
    except KeyboardInterrupt:
        run.interrupted = True
    run.seconds = perf_counter() - since
    return run


def _play_here(plan: Plan, stop: Event) -> Iterator[list[Played]]:
    """Play the games one after the other."""
    game = plan.load()
    for number in range(plan.first, plan.first + plan.games):
        if stop.is_set():
            return
        yield [play(game, plan, number)]


def _play_in_processes(plan: Plan, jobs: int, stop: Event) -> Iterator[list[Played]]:
    """Spread the games over processes, some at a time; what is being played when it is stopped is still played."""
    size = max(1, min(CHUNK, plan.games // (2 * jobs)))
    end = plan.first + plan.games
    todo = [range(start, min(start + size, end)) for start in range(plan.first, end, size)][::-1]
    going: set[Future[list[Played]]] = set()
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (plan,)) as pool:
        while True:
            if stop.is_set():
                todo, going = [], {future for future in going if not future.cancel()}
            while todo and len(going) < 2 * jobs:
                with _children_ignore_ctrl_c():
                    going.add(pool.submit(_play_chunk, todo.pop()))
            if not going:
                return
            done, going = wait(going, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


@contextmanager
def _stopped_by_ctrl_c() -> Iterator[Event]:
    """Ctrl+C asks for an end instead of breaking in anywhere; a second one breaks in."""
    stop = Event()
    if current_thread() is not main_thread():
        yield stop
        return

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _children_ignore_ctrl_c() -> Iterator[None]:
    """Ctrl+C reaches every process of the terminal; those started here leave it to this one.

    They inherit that the signal is blocked. For this process it only waits until they have been started.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which unblocks the signal when it starts its own process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_work: tuple[Game[Any, Any, Any], Plan]
"""In a process of the pool: what it plays."""


def _prepare(plan: Plan) -> None:
    """Make a process of the pool ready."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _work = plan.load(), plan


def _end_with_parent() -> None:
    """No process of the pool goes on when the one that started it has been killed."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def _play_chunk(numbers: Sequence[int]) -> list[Played]:
    """Some of the games, in a process of the pool."""
    return [play(*_work, number) for number in numbers]


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
    """

    play_seconds: float
    all_seconds: float
    per_process: float
    overall: float


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
        wins = sum(1 / end.ranks.count(1) for _, end in ends if end.ranks[seat] == 1)
        low, high = wilson(wins, len(ends))
        share = wins / len(ends) if ends else 0.0
        scores = span([end.scores[seat] for _, end in ends if end.scores])
        seats.append(
            SeatFigures(seat + 1, level, round(wins, 3), round(share, 4), round(low, 4), round(high, 4), scores)
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
        ),
        turns=span([game.turns for game, _ in ends]),
        turns_histogram=dict(sorted(turns.items())),
        covers=span([game.covers for game, _ in ends]),
        scores=span([score for _, end in ends for score in end.scores]),
        seats=tuple(seats),
        ended=dict(Counter(end.reason for _, end in ends).most_common()),
        faults=tuple(
            Found(game.number, plan.seed, says, plan.command(game.number)) for game in played for says in game.faults
        ),
    )


def as_json(figures: Summary) -> str:
    """The figures as one JSON object."""
    return json.encode(figures).decode()


# --- the figures in words ------------------------------------------------------------------------------------------


def as_text(figures: Summary) -> str:
    """The figures as a person reads them."""
    f = figures
    game = registry.load(f.game)
    speaker = game.speaker([f"player {n}" for n in range(1, f.players + 1)])
    mode = next(mode.name for mode in game.info.modes if mode.id == f.mode)
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
        lines += ["", *seat_table(f), ""]
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


# --- the command ---------------------------------------------------------------------------------------------------


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal's stderr, and nothing elsewhere."""
    if not sys.stderr or not sys.stderr.isatty():
        yield lambda n: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda n: bar.advance(task, n)


def main(plan: Plan, jobs: int, as_object: bool) -> int:
    """Play, print, and tell by the exit status: 0 for no fault, 1 for some, 130 for an interrupted run."""
    with progress(plan.games) as tick:
        run = simulate(plan, min(jobs, plan.games), tick)
    figures = summary(run)
    print(as_json(figures) if as_object else as_text(figures), flush=True)
    return 130 if run.interrupted else 1 if figures.faults else 0
