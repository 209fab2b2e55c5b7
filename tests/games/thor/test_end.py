"""The end of a round, and one whole round for each way it can come about."""

from __future__ import annotations

import pytest

from thorgames.core.errors import NotYours

from .table import (
    GAME,
    HAND,
    SETUPS,
    anyhow,
    apply,
    asked,
    at,
    avoider,
    choices,
    finished,
    kinds,
    new,
    play,
    position,
    refused,
    sprint,
    steps,
    word,
)

FIVE = {"Fa", "Od", "Th", "Nj", "Fr"}
BEFORE_SIXTH = "Fa0 Fa1 Fa2 Fa3 Fa4 Od1"


@pytest.mark.rule("THR-30")
def test_the_sixth_offering_beneath_one_god_ends_the_round():
    result = apply(position(BEFORE_SIXTH, hands={0: "Fa5"}), 0, "Fa5")
    assert kinds(result) == ["placed", "end.sixth"]
    over = play(result.state, 0, "Od")
    assert GAME.pending(over) is None
    assert GAME.outcome(over).reason == "reason.sixth"


@pytest.mark.rule("THR-30")
def test_the_fifth_does_not_nor_do_five_beneath_each_of_several_gods():
    state = position("Fa0 Fa1 Fa2 Fa3 Fa4 Od0 Od1 Od2 Od3", hands={0: "Od4"})
    result = apply(state, 0, "Od4")
    assert kinds(result) == ["placed"]
    state = play(result.state, 0, "Th")
    assert GAME.outcome(state) is None
    assert asked(state).seat == 1


@pytest.mark.rule("THR-30")
@pytest.mark.parametrize(("mode", "seats"), [(mode, seats) for mode, seats, will in SETUPS if not will])
def test_without_thors_will_nothing_else_ends_it(mode, seats):
    for player in (anyhow, avoider):
        for seed in range(8):
            for state, _, _, result in steps(new(mode, seats), seed, player):
                longest = max((len(c) for c in result.state.columns), default=0)
                assert longest <= 6
                if result.state.outcome is not None:
                    assert longest == 6
                elif state.turn and state.turn != result.state.turn:
                    assert max(len(c) for c in state.columns) < 6


@pytest.mark.rule("THR-31", "THR-R-08")
@pytest.mark.parametrize("take", ["Fa", "Od", "Th", "Nj", "Fr", "nothing"])
def test_whoever_placed_it_may_still_take_a_god_card_and_nobody_has_a_turn_after_that(take):
    state = play(position(BEFORE_SIXTH, hands={0: "Fa5", 1: "Od2"}), 0, "Fa5")
    assert asked(state).seat == 0
    assert choices(state) == FIVE | {"nothing"}
    assert isinstance(refused(state, 1, "Od2"), NotYours)
    state = play(state, 0, take)
    assert sum(state.displays[0]) == (take != "nothing")
    assert GAME.pending(state) is None
    for seat in range(3):
        assert isinstance(refused(state, seat, "Od2"), NotYours)


@pytest.mark.rule("THR-32")
def test_the_god_card_taken_in_the_last_turn_counts():
    state = position(BEFORE_SIXTH, hands={0: "Fa5"}, displays={1: "Fa*2"})
    state = play(state, 0, "Fa5")
    assert GAME.outcome(play(state, 0, "Fa")).scores == (5, 10, 0)
    assert GAME.outcome(play(state, 0, "Od")).scores == (1, 10, 0)
    assert GAME.outcome(play(state, 0, "nothing")).scores == (0, 10, 0)


# --- one whole round for each way to end ---------------------------------------------------------------------------


@pytest.mark.rule("THR-30", "THR-R-33")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_a_round_ends_by_a_sixth_offering(mode, seats, will):
    state = sprint(new(mode, seats, will), values=(5, 4, 2, 1, 0, 3), takes="Fa Fa Fa Od Fa Fa", start=1)
    outcome = GAME.outcome(state)
    assert outcome.reason == "reason.sixth"
    assert state.turn == 6
    order = [0, 0, 0, 0, 0, 0]
    for turn, points in enumerate((3, 3, 3, 0, 3, 3)):
        order[(1 + turn) % seats] += points
    assert outcome.scores == tuple(order[:seats])


def hasty(state, ask, rng):
    """Seat 0 plays nothing but offerings, and no sixth one if he can help it; the others gain time."""
    if ask.seat == 0 and ask.kind == "play.will":
        for card in state.offerings[0]:
            if len(state.columns[at(state, word(card)[:2])]) < 5:
                return (card,)
    return avoider(state, ask, rng)


@pytest.mark.rule("THR-71", "THR-72")
@pytest.mark.parametrize(("mode", "seats"), [("basic", 3), ("basic", 5), ("big", 6)])
def test_a_round_ends_by_a_last_offering(mode, seats):
    found = 0
    for seed in range(20):
        path = list(steps(new(mode, seats, will=True), seed, hasty))
        _, ask, _, result = path[-1]
        over = result.state
        if GAME.outcome(over).reason == "reason.sixth":
            continue
        found += 1
        assert GAME.outcome(over).reason == over.played[0].reason == "reason.last"
        assert max(len(c) for c in over.columns) < 6
        assert over.offerings[ask.seat] == ()
        assert ask.kind.startswith("take.last")  # his turn is still finished
        assert kinds(path[-2][-1]) == ["placed", "end.last"]
        assert all(len(hand) > 0 for seat, hand in enumerate(over.offerings) if seat != ask.seat)
        if ask.seat == 0:
            assert over.turn == (HAND[mode, seats] - 1) * seats + 1 + (-over.played[0].start) % seats
    assert found >= 3


@pytest.mark.rule("THR-R-12")
def test_a_round_that_ends_by_both_ends_once_and_by_the_sixth_offering():
    state = position(
        "Fa0 Fa1 Fa2 Fa3 Fa4 Od0 Od1 Od2 Th0 Th1",
        seats=5,
        will=True,
        sizes={0: 1},
        hands={0: "Fa5"},
        displays={1: "Fa"},
    )
    result = apply(state, 0, "Fa5")
    assert kinds(result) == ["placed", "end.sixth", "end.last"]
    result = apply(result.state, 0, "Fa")
    assert kinds(result).count("round.scored") == 1
    assert GAME.outcome(result.state).reason == "reason.sixth"
    assert GAME.outcome(result.state).scores == (5, 5, 0, 0, 0)
    assert len(result.state.played) == 1


LATEST = [
    # mode, players, the latest turn, whose it is counted from the start player
    ("basic", 2, 26, 2),
    ("basic", 3, 26, 2),
    ("basic", 4, 26, 2),
    ("basic", 5, 26, 1),
    ("big", 4, 31, 3),
    ("big", 5, 31, 1),
    ("big", 6, 31, 1),
]


@pytest.mark.rule("THR-R-09", "THR-R-10", "THR-26")
@pytest.mark.parametrize(("mode", "seats", "latest", "whose"), LATEST)
def test_when_all_stacks_are_empty_the_next_offering_ends_the_round_and_nothing_is_taken(mode, seats, latest, whose):
    found = 0
    for seed in range(60):
        path = list(steps(new(mode, seats), seed, avoider))
        before, ask, _, result = path[-1]
        assert result.state.turn <= latest
        if result.state.turn < latest:
            continue
        found += 1
        assert ask.kind == "play"  # the last question; the take step is left out
        assert ask.seat == (before.start + whose - 1) % seats
        assert before.stacks == (0,) * len(before.gods)
        assert {len(c) for c in before.columns} == {5}
        assert kinds(result)[:3] == ["placed", "end.sixth", "took.none"]
        assert GAME.outcome(result.state).reason == "reason.sixth"
        assert sum(map(sum, result.state.displays)) == latest - 1
    assert found >= 5


@pytest.mark.rule("THR-R-33")
def test_a_tie_is_shared_and_the_next_is_third():
    outcome = GAME.outcome(sprint(new("basic", 3), takes="Fa Fa Od Fa Fa Od"))
    assert outcome.scores == (10, 10, 0)
    assert outcome.ranks == (1, 1, 3)


def test_a_finished_match_stays_finished():
    over = finished(new("big", 4, will=True), seed=1)
    assert GAME.pending(over) is None
    assert GAME.outcome(over) is GAME.outcome(over)
    assert refused(over, 0, "Fa0").msg.key == "refused.over"
