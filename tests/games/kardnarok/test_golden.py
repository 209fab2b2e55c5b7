"""Whole games word for word, and now and then what each seat sees of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.transcript import NAMES, compare, pictures, shortened, transcript

from .table import BOX, GAME, anyhow, new, steps

short = partial(shortened, BOX)
"""A pile by the short names of its cards."""


def picture(state: Any, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    s = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in round {s.round}"]
    lines.append(
        f"    Ragnarök {short(view.in_force())}; decks {len(s.warriors)} {len(s.norns)} {len(s.heroes)}; "
        f"bag {short(s.bag)}"
    )
    for seat in range(s.seats):
        army = " ".join(short(pile) for pile in s.army[2 * seat : 2 * seat + 2])
        lines.append(
            f"    {NAMES[seat]} of {view.kingdom(seat)}: army {army}, Hero {short(s.leaders[seat])}, reserve "
            f"{short(s.reserve[seat])}, hand {short(s.hand_w[seat])} / {short(s.hand_n[seat])}, coin "
            f"{short(s.coins[seat])}, won {short(s.won[seat])}, bronze {s.bronze[seat]}, cube +{view.cube(seat)}, "
            f"blocked {s.blocked[seat] or '-'}{', swapped' if s.swapped[seat] else ''}"
        )
    if s.outcome is None:
        lines.append(f"    Next: {GAME.speaker(NAMES[: s.seats]).plain(GAME.progress(view))}")
    return lines


def ending(state: Any) -> list[str]:
    """Riches and rank."""
    outcome = state.outcome
    return [f"  {NAMES[seat]}: riches {outcome.scores[seat]}, rank {rank}" for seat, rank in enumerate(outcome.ranks)]


def attack_turn(state: Any) -> tuple[int, int] | None:
    """The beginning of each attack turn."""
    pending = GAME.pending(state)
    return (state.round, state.turn) if pending is not None and pending.asks[0].kind == "attack" else None


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "seed", "options"),
    [
        ("kardnarok-basic", "Kardnarök, Basic, 3 players", "basic", 3, 13, {"kingdoms": "table"}),
        ("kardnarok-duel", "Kardnarök, Duel", "duel", 2, 17, {}),
    ],
)
def test_a_whole_game_is_told_word_for_word_as_before(name, title, mode, seats, seed, options):
    start = new(mode, seats, **options)
    moves = steps(start, seed, anyhow)
    show = partial(pictures, picture)
    compare(name, transcript(title, GAME, start, moves, show, attack_turn, ending, grouped=False))
