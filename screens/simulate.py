"""Whole games without a screen: computer opponents at every seat, figures and faults in the end.

What a game is like depends on the seed and the game's number alone, never on how many processes play.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from pathlib import Path
from shlex import quote
from threading import Event, Thread, current_thread, main_thread
from time import perf_counter
from traceback import extract_tb
from types import FrameType
from typing import Any

from msgspec import Struct

from thorgames.bots import LEVELS
from thorgames.core.ask import CHANCE
from thorgames.core.chance import Dealer
from thorgames.core.errors import Refusal
from thorgames.core.game import Game
from thorgames.core.info import Setup
from thorgames.core.state import Outcome
from thorgames.games import registry
from thorgames.session import next_place

STEPS = 20_000
"""Answers, chance included, after which a game counts as endless."""

CHUNK = 10
"""Games that a process plays before it reports."""


class Plan(Struct, frozen=True):
    """What is to be played; enough to play any of its games again.

    Attributes:
        setup: the same for all games.
        levels: who sits where.
        seed: of all games together.
        games, first: how many games, and the number of the first.
        rotate: whether from game to game everybody moves on by a seat.
        cards, file: text and path of a card file; None for the one that comes with the program.
    """

    setup: Setup
    levels: tuple[str, ...]
    seed: int
    games: int
    first: int = 1
    cards: str | None = None
    file: Path | None = None
    rotate: bool = False

    def sitting(self, number: int) -> tuple[str, ...]:
        """Who sits where in one of the games."""
        by = (number - 1) % len(self.levels) if self.rotate else 0
        return self.levels[by:] + self.levels[:by]

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
        words += ["--rotate"] if self.rotate else []
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
        cards: (seat, card) of every card that a seat has played, each once.
        thought: seconds that each decision took, by seat.
    """

    number: int
    decisions: int
    seconds: float
    covers: int
    turns: int = 0
    outcome: Outcome | None = None
    faults: tuple[str, ...] = ()
    cards: tuple[tuple[int, str], ...] = ()
    thought: tuple[tuple[float, ...], ...] = ()


def play(game: Game[Any, Any, Any], plan: Plan, number: int) -> Played:
    """Play one game, and check its state after every step; it is left at the first fault."""
    seed = random.Random(f"{plan.seed}:{number}").getrandbits(64)
    dealer = Dealer(seed)
    bots = [LEVELS[level] for level in plan.sitting(number)]
    rngs = [random.Random(f"{seed}:bot:{seat}") for seat in range(len(bots))]
    persons = frozenset(range(len(bots)))
    at: int | None = None
    decisions = covers = 0
    spent = 0.0
    state: Any = None
    asked = ""
    cards: dict[tuple[int, str], None] = {}
    thought: list[list[float]] = [[] for _ in bots]

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
                times = tuple([tuple(seconds) for seconds in thought])
                return Played(
                    number, decisions, spent, covers, game.turns(state), outcome, cards=tuple(cards), thought=times
                )
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
                thought[seat].append(perf_counter() - since)
            result = game.apply(state, seat, answer)
            state = result.state
            spent += perf_counter() - since
            for event in result.events:
                if event.kind in game.plays:
                    cards[int(event.args[0]), str(event.args[1])] = None
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
    size = 1 if "hard" in plan.levels else max(1, min(CHUNK, plan.games // (2 * jobs)))
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


def main(plan: Plan, jobs: int, as_object: bool, cards: bool = False) -> int:
    """Play, print, and tell by the exit status: 0 for no fault, 1 for some, 130 for an interrupted run."""
    with progress(plan.games) as tick:
        run = simulate(plan, min(jobs, plan.games), tick)
    from screens.figures import as_json, as_text, summary

    figures = summary(run)
    print(as_json(figures) if as_object else as_text(figures, cards), flush=True)
    return 130 if run.interrupted else 1 if figures.faults else 0
