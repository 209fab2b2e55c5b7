"""Whole games word for word, and now and then what each seat sees of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.transcript import NAMES, compare, pictures, shortened, transcript, wins

from .table import BOX, GAME, anyhow, new, steps

short = partial(shortened, BOX)
"""A pile by the short names of its cards."""


def picture(state: Any, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    s = view.seen
    signs = {"ready": "", "exhausted": "'", "frozen": "*"}
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in turn {s.turn}"]
    lines.append(f"    Destinies {short(s.common)}; draw pile {len(s.deck)}, discard pile {short(s.discard)}")
    for seat in range(s.seats):
        areas = [" ".join(BOX.short(c) + signs[view.state_of(c)] for c in zone[seat]) for zone in (s.play, s.support)]
        tokens = " ".join(map(str, s.tokens[seat])) or "-"
        asked = " ".join(r.family for r in s.requests if r.target == seat)
        lines.append(
            f"    {NAMES[seat]}{' (out)' if s.out[seat] else ''}: hand {short(s.hands[seat])}, secret "
            f"{short(s.secret[seat])}, in play {areas[0] or '-'}{f' / {areas[1]}' if areas[1] else ''}, Tokens {tokens}"
            f"{f', asked for {asked}' if asked else ''}{', spared' if s.spared[seat] else ''}"
        )
    return lines


def fourth_turn(state: Any) -> int | None:
    """The beginning of every fourth turn."""
    return state.turn if state.turn % 4 == 1 else None


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "seed", "options"),
    [
        ("terres-normal", "Terres de Destinées, 4 players, starburst cards", "normal", 4, 6, {"starburst": "yes"}),
        ("terres-duel", "Terres de Destinées, Duel", "duel", 2, 31, {}),
    ],
)  # fmt: skip
def test_a_whole_game_is_told_word_for_word_as_before(name, title, mode, seats, seed, options):
    start = new(mode, seats, **options)
    moves = steps(start, seed, anyhow)
    compare(name, transcript(title, GAME, start, moves, partial(pictures, picture), fourth_turn, wins))
