"""What a save costs does not grow with the number of moves."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from screens.storage import Storage
from tests.storage.saves import answer, begin, play
from thorgames.session import Session


def match() -> Session:
    """A match of the Big Game with Thor's Will, which has more than 200 turns in six rounds."""
    return begin("thor", "big", 6, 5, thors_will="yes", rounds="6")


class Cost(NamedTuple):
    """What one save takes: milliseconds by the clock, milliseconds of the processor, and bytes written."""

    clock: float
    processor: float
    written: int


def cost(storage: Storage, game_id: str, session: Session, rng: random.Random) -> Cost:
    """The cost of saving one more answer."""
    assert storage.path is not None
    log = storage.path.with_name(storage.path.name + "-wal")
    answer(session, rng)
    size = log.stat().st_size
    start, work = time.perf_counter(), time.thread_time()
    storage.save(game_id, session)
    clock, processor = time.perf_counter() - start, time.thread_time() - work
    return Cost(clock * 1_000, processor * 1_000, log.stat().st_size - size)


def median(costs: list[Cost]) -> Cost:
    return Cost(*(statistics.median(part) for part in zip(*costs, strict=True)))


def test_the_last_save_costs_what_the_tenth_costs(tmp_path: Path) -> None:
    """Saves after ten answers and at the end of a match, in turn.

    Compared are work and bytes, and not the time by the clock: other programs that keep the processor or the disk busy
    are not to decide about it.
    """
    answers = play(match(), random.Random(1))
    assert answers > 300
    late, late_rng = match(), random.Random(1)
    play(late, late_rng, answers - 60)
    early_costs, late_costs = [], []
    with Storage(tmp_path) as storage:
        storage._db.execute("pragma wal_autocheckpoint = 0")
        late_id = storage.add(late)
        while late.pending() is not None:
            early, early_rng = match(), random.Random(3)
            early_id = storage.add(early)
            for _ in range(9):
                cost(storage, early_id, early, early_rng)
            for _ in range(4):
                if late.pending() is not None:
                    early_costs.append(cost(storage, early_id, early, early_rng))
                    late_costs.append(cost(storage, late_id, late, late_rng))
    assert len(late_costs) > 50
    early_one, late_one = median(early_costs), median(late_costs)
    assert late_one.processor <= 1.5 * early_one.processor, (early_one, late_one)
    assert late_one.written <= 1.5 * early_one.written, (early_one, late_one)


@pytest.mark.long
def test_print_what_things_cost(tmp_path: Path) -> None:
    """No more than figures: run with `-m long -n 0 -s -k print_what`."""
    start = time.perf_counter()
    storage = Storage(tmp_path)
    print(f"\nopening a new file: {(time.perf_counter() - start) * 1_000:.1f} ms")
    session, rng = match(), random.Random(1)
    start = time.perf_counter()
    game_id = storage.add(session)
    print(f"a new game: {(time.perf_counter() - start) * 1_000:.1f} ms")
    saves = []
    while session.pending() is not None:
        saves.append(cost(storage, game_id, session, rng))
    costs = [one.clock for one in saves]
    for at in range(0, len(costs), 50):
        some = sorted(costs[at : at + 50])
        print(f"saves {at + 1:>3} to {at + len(some):>3}: median {statistics.median(some):.2f}, most {some[-1]:.2f} ms")
    print(
        f"all {len(costs)}: median {statistics.median(costs):.2f}, p95 {sorted(costs)[len(costs) * 95 // 100]:.2f} ms"
    )
    for number in (1, 99):
        for _ in range(number):
            other, other_rng = match(), random.Random(1)
            play(other, other_rng)
            storage.add(other)
        storage.close()
        size = (tmp_path / "thorgames.db").stat().st_size
        start = time.perf_counter()
        storage = Storage(tmp_path)
        opened = time.perf_counter()
        storage.load(game_id)
        loaded = time.perf_counter()
        games = len(storage.games())
        listed = time.perf_counter()
        storage.set_setting("a", 1)
        copying = time.perf_counter()
        storage._copy_if_changed()
        copied = time.perf_counter()
        print(
            f"{games} games, {size / 1e6:.1f} MB: open {(opened - start) * 1_000:.1f},"
            f" load {(loaded - opened) * 1_000:.1f}, list {(listed - loaded) * 1_000:.1f},"
            f" backup copy {(copied - copying) * 1_000:.1f} ms"
        )
    storage.close()
