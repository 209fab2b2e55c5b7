"""Whole games word for word, and now and then what each seat sees of them."""

from __future__ import annotations

from functools import partial

import pytest

from tests.transcript import NAMES, compare, pictures, shortened, transcript

from .table import BOX, GAME, anyhow, new, steps, thrifty

short = partial(shortened, BOX)
"""A pile by the short names of its cards."""


def picture(state, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    seen = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in turn {seen.turn}"]
    lines.append(f"    track {short(seen.track)}; row {short(c for slot in seen.row for c in slot)}")
    lines.append(f"    deck {len(seen.deck)}; under it {short(seen.under)}; draw up to {view.limit()}")
    for seat in range(seen.seats):
        storms = " ".join(f"{storm.face} of {NAMES[storm.sender]}" for storm in view.storms_before(seat))
        lines.append(
            f"    {NAMES[seat]}: stage {view.stages(seat)}, hand {short(seen.hands[seat])}, draw pile "
            f"{short((*seen.tops[seat], *seen.draws[seat]))}, discard pile {short(seen.discards[seat])}, "
            f"reserve {short(seen.reserves[seat])}, Trolls {seen.trolls[seat]}, orders {' '.join(seen.orders[seat])}"
            f"{', ' + storms if storms else ''}"
        )
    if seen.rival >= 0:
        lines.append(
            f"    Thorfinn: stage {seen.rival}, card {short(seen.plan_now)}, used {short(seen.plan_used)}, to come "
            f"{short(seen.plan)}, hand {short(seen.rival_hand)}, out {short(seen.rival_discards)}, "
            f"Trolls {seen.rival_trolls}, shortage {seen.shortage or '-'}"
        )
    return lines


def ending(state) -> list[str]:
    """Stages and rank."""
    outcome = state.outcome
    return [f"  {NAMES[seat]}: {outcome.scores[seat]} stages, rank {rank}" for seat, rank in enumerate(outcome.ranks)]


def third_turn(state) -> int | None:
    """The beginning of every third turn."""
    pending = GAME.pending(state)
    acting = pending is not None and pending.asks[0].kind == "act"
    return state.turn if acting and state.turn % 3 == 1 else None


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "seed", "player", "options"),
    [
        ("althing-standard", "Althing, Standard, 3 players, Reserve", "standard", 3, 2, anyhow, {"reserve": "yes"}),
        ("althing-solo", "Althing, Solo", "solo", 1, 2, thrifty, {}),
    ],
)  # fmt: skip
def test_a_whole_game_is_told_word_for_word_as_before(name, title, mode, seats, seed, player, options):
    start = new(mode, seats, **options)
    moves = steps(start, seed, player)
    compare(name, transcript(title, GAME, start, moves, partial(pictures, picture), third_turn, ending))
