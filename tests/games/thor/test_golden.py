"""Whole games word for word, and now and then what each seat sees of them."""

from __future__ import annotations

from functools import partial

import pytest

from tests.transcript import compare, pictures, shortened, transcript

from .table import BOX, GAME, new, steps

short = partial(shortened, BOX)
"""A pile by the short names of its cards."""

NAMES = ("Ann", "Bob", "Cid", "Dot")


def counts(state, display) -> str:
    """A display as 2Fa 1Od."""
    return " ".join(f"{n}{BOX.short(god)}" for god, n in zip(state.gods, display, strict=True) if n) or "-"


def picture(state, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    seen = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in round {seen.round}, turn {seen.turn}"]
    for i, god in enumerate(seen.gods):
        line = f"    {BOX.name(god):<7}stack {seen.stacks[i]}  column {short(seen.columns[i]):<24}"
        lines.append(f"{line}slot {short(seen.slots[i]):<3} worth {view.values()[i]}")
    for seat in range(seen.seats):
        line = f"    {NAMES[seat]:<7}has taken {counts(seen, seen.displays[seat])}, worth {view.points(seat)};"
        lines.append(f"{line} holds {short(seen.offerings[seat])} and {short(seen.actions[seat])}")
    lines.append(f"    set aside {short(seen.aside)}; deck {short(seen.deck)}; out {short(seen.out)}")
    if viewer is not None:
        offerings, actions = view.hand()
        lines.append(f"    in order {short(offerings)} and {short(actions)}, worth {view.gifts()}")
    return lines


def ending(state) -> list[str]:
    """The points of each round, their sum and the rank."""
    outcome = state.outcome
    return [
        f"  {NAMES[seat]}: {' + '.join(str(r.points[seat]) for r in state.played)} = {score}, rank {rank}"
        for seat, (rank, score) in enumerate(zip(outcome.ranks, outcome.scores, strict=True))
    ]


def eighth_turn(state) -> tuple[int, int] | None:
    """A moment in every eighth turn: when something is to be played."""
    pending = GAME.pending(state)
    playing = pending is not None and pending.asks[0].kind.startswith("play")
    return (state.round, state.turn) if playing and state.turn % 8 == 0 else None


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "will", "rounds", "seed"),
    [
        ("thor-basic", "Thor, Basic Game, 3 players, 2 rounds", "basic", 3, False, 2, 1071),
        ("thor-will", "Thor, Big Game with Thor's Will, 4 players, 1 round", "big", 4, True, 1, 907),
    ],
)
def test_a_whole_match_is_told_word_for_word_as_before(name, title, mode, seats, will, rounds, seed):
    start = new(mode, seats, will, rounds)
    moves = steps(start, seed)
    compare(name, transcript(title, GAME, start, moves, partial(pictures, picture), eighth_turn, ending, NAMES))
