"""What is always true, after every answer of matches that are played at random."""

from __future__ import annotations

from collections import Counter

import pytest

from thorgames.core.ask import CHANCE

from .table import ASIDE, BOX, GAME, HAND, SETUPS, anyhow, avoider, new, steps


def check_cards(state, mode: str, will: bool) -> None:
    """Every card is in exactly one place, and where it may be."""
    of_gods = {card for card, god in BOX.god_of.items() if god in state.gods}
    lying = [*state.aside, *(c for pile in (*state.offerings, *state.columns) for c in pile)]
    assert len(state.gods) == (6 if mode == "big" else 5)
    assert len(lying) == 6 * len(state.gods)
    assert set(lying) == of_gods
    for god, pile in zip(state.gods, state.columns, strict=True):
        assert {BOX.god_of[card] for card in pile} <= {god}
    for i in range(len(state.gods)):
        assert 0 <= state.stacks[i] <= 5
        assert state.stacks[i] + sum(d[i] for d in state.displays) == 5
        assert all(d[i] >= 0 for d in state.displays)
        assert len(state.slots[i]) <= 1
        assert "act-three-gifts" not in state.slots[i]
    held = Counter(c for pile in (state.deck, state.out, *state.actions, *state.slots) for c in pile)
    assert held == (BOX.count("action") if will else {})
    assert len(state.out) % 2 == 0


def check_turns(state, mode: str, seats: int, will: bool) -> None:
    """Turns, offerings and god cards agree."""
    placed = sum(len(c) for c in state.columns)
    played = sum(len(c) for c in state.slots) + len(state.out)
    taken = sum(map(sum, state.displays))
    assert state.turn == placed + played
    assert len(state.aside) == ASIDE[mode, seats]
    assert placed == seats * HAND[mode, seats] - sum(len(hand) for hand in state.offerings)
    sizes = [len(hand) for hand in state.offerings]
    longest = max(len(c) for c in state.columns)
    over = state.outcome is not None
    if not will:
        assert max(sizes) - min(sizes) <= 1
        every = min(state.turn, 5 * len(state.gods))
        if over:
            assert taken in (every - 1, every)  # who ends the round need not take
        else:
            assert taken == (every if GAME.pending(state).asks[0].kind == "play" else state.turn - 1)
    assert longest <= 6
    if over:
        assert longest == 6 or (will and min(sizes) == 0)


@pytest.mark.parametrize("player", [anyhow, avoider])
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_cards_turns_and_values_agree_after_every_answer(mode, seats, will, player):
    for seed in range(6):
        started = set()
        for before, ask, _, result in steps(new(mode, seats, will, rounds=2), seed, player):
            state = result.state
            assert GAME.faults(state) == ()
            assert ask.seat != CHANCE or before.turn == 0  # no chance during a round
            check_cards(state, mode, will)
            if state.turn:
                check_turns(state, mode, seats, will)
            for worth, pile in zip(GAME.view(state, None).values(), state.columns, strict=True):
                assert -3 <= worth <= 10 if will else 0 <= worth <= 5
                assert pile or worth == 0
            pending = GAME.pending(state)
            if pending and pending.asks[0].kind[:4] == "play":
                seat = pending.asks[0].seat
                assert state.offerings[seat]
                assert len(state.agenda) == 1  # nothing is left over from the turn before
                assert max(len(c) for c in state.columns) < 6
                assert seat == (state.start + state.turn) % seats
                started.add(state.start)
        outcome = GAME.outcome(state)
        assert len(started) == 2
        assert outcome.scores == tuple(sum(r.points[k] for r in state.played) for k in range(seats))


@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_each_take_step_brings_one_god_card_or_one_action_card_or_nothing(mode, seats, will):
    brings: dict[str, tuple[int, int]] = {"nothing": (0, 0), "draw": (0, 1)}
    drawn = 0
    for seed in range(6):
        for before, ask, said, result in steps(new(mode, seats, will), seed):
            if ask.kind.startswith("take"):
                after = result.state
                gods = sum(map(sum, after.displays)) - sum(map(sum, before.displays))
                cards = len(before.deck) - len(after.deck)
                assert (gods, cards) == brings.get(said[0], (1, 0))
                drawn += cards
    assert (drawn > 0) == will
