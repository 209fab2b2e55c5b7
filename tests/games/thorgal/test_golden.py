"""Whole games word for word, and now and then what each seat sees of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.transcript import NAMES, compare, pictures, shortened, transcript, wins

from .table import BOX, GAME, anyhow, new, steps

short = partial(shortened, BOX)
"""A pile by the short names of its cards."""


def in_play(view: Any, card: str, spot: Any) -> str:
    """A card in play with what it counts and its exhaustion markers."""
    return f"{BOX.short(card)}{chr(39) * spot.tired} {'/'.join(map(str, view.value(card, spot)))}"


def picture(state: Any, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    s = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in round {s.round}"]
    lands = [f"{BOX.short(land.card)}{'' if land.conqueror < 0 else f' ({NAMES[land.conqueror]})'}" for land in s.lands]
    lines.append(f"    Lands {', '.join(lands)}")
    for seat in range(s.seats):
        role = "destiny player" if seat == s.dest else "out" if s.out[seat] else f"bane {view.marker(seat)}"
        lines.append(
            f"    {NAMES[seat]} ({role}): hand {short(s.hand_d[seat])} / {short(s.hand_b[seat])}, "
            f"pools {len(s.pool_d[seat])} / {len(s.pool_b[seat])}, "
            f"decks {len(s.deck_d[seat])} / {len(s.deck_b[seat])}, "
            f"destroyed {short(s.valhalla[seat])} / {short(s.niflheim[seat])}, "
            f"party {', '.join(in_play(view, card, spot) for card, spot in view.party(seat)) or '-'}"
        )
    return lines


def third_dawn(state: Any) -> int | None:
    """The Dawn of every third round."""
    return state.round if state.round % 3 == 1 and state.phase == "dawn" else None


@pytest.mark.parametrize(
    ("name", "title", "seats", "seed"),
    [
        ("thorgal-2", "Thorgal: The Card Game, 2 players", 2, 5),
        ("thorgal-3", "Thorgal: The Card Game, 3 players", 3, 7),
    ],
)
def test_a_whole_game_is_told_word_for_word_as_before(name, title, seats, seed):
    start = new(seats)
    moves = steps(start, seed, anyhow)
    show = partial(pictures, picture, alike=False)
    compare(name, transcript(title, GAME, start, moves, show, third_dawn, wins))
