"""The turn: place an offering, then take a god card."""

from __future__ import annotations

import pytest

from thorgames.core.errors import NotYours

from .table import (
    GAME,
    OFFERINGS,
    apply,
    asked,
    at,
    choices,
    column,
    kinds,
    offerings,
    play,
    position,
    refused,
    shown,
    slot,
    stack,
    table,
    turns,
)

FIVE = {"Fa", "Od", "Th", "Nj", "Fr"}


@pytest.mark.rule("THR-20")
def test_a_turn_is_an_offering_first_then_a_god_card_and_then_it_is_over():
    state = table(hands={0: "Fa0 Od0", 1: "Th0"})
    assert refused(state, 0, "Od").rule == "THR-21"  # no god card before an offering
    state = play(state, 0, "Fa0")
    assert (asked(state).seat, choices(state)) == (0, FIVE)
    assert isinstance(refused(state, 1, "Th0"), NotYours)
    state = play(state, 0, "Od")
    assert asked(state).seat == 1
    assert isinstance(refused(state, 0, "Od0"), NotYours)


@pytest.mark.rule("THR-21")
def test_exactly_one_offering_of_ones_own_hand_is_placed():
    state = table(hands={0: "Fa0 Od0", 1: "Th0"})
    assert choices(state) == set(offerings(state, 0).split())
    assert refused(state, 0, "Th0").rule == "THR-21"  # in another hand
    assert refused(state, 0, ("Fa0", "Od0")).rule == "THR-21"
    assert refused(state, 0, ()).rule == "THR-21"
    after = play(state, 0, "Fa0")
    assert set(offerings(after, 0).split()) == set(offerings(state, 0).split()) - {"Fa0"}
    assert sum(len(c) for c in after.columns) == 1
    assert refused(after, 0, "Od0").rule == "THR-24"  # one is enough


@pytest.mark.rule("THR-22")
@pytest.mark.parametrize("offering", sorted(OFFERINGS))
def test_an_offering_goes_beneath_the_god_of_its_colour_without_a_choice(offering):
    state = position(mode="big", seats=4, hands={0: offering})
    assert [c for c in choices(state) if offering in c] == [offering]
    assert refused(state, 0, f"{offering}>{'Od' if offering[:2] == 'Fa' else 'Fa'}").rule == "THR-21"
    state = play(state, 0, offering)
    for god in (*FIVE, "Ba"):
        assert column(state, god) == (offering if god == offering[:2] else "")


@pytest.mark.rule("THR-23")
def test_an_offering_goes_to_the_end_of_its_column_and_all_of_them_stay_visible():
    state = position("Fa4 Od1 Fa2 Th0", hands={0: "Fa3"})
    state = play(state, 0, "Fa3")
    for viewer in (0, 1, 2, None):
        seen = GAME.view(state, viewer).seen
        assert seen.columns == state.columns
    assert [column(state, god) for god in ("Fa", "Od", "Th", "Nj", "Fr")] == ["Fa4 Fa2 Fa3", "Od1", "Th0", "", ""]


@pytest.mark.rule("THR-24")
@pytest.mark.parametrize("god", sorted(FIVE))
def test_one_god_card_is_taken_from_any_stack_and_lies_open(god):
    state = play(position("Od1", hands={0: "Th3"}, displays={2: "Od"}), 0, "Th3")
    after = play(state, 0, god)
    assert stack(after, god) == stack(state, god) - 1
    assert sum(after.stacks) == sum(state.stacks) - 1
    for viewer in (0, 1, 2, None):
        mine = GAME.view(after, viewer).seen.displays[0]
        assert sum(mine) == mine[at(after, god)] == 1
    assert refused(state, 0, ("Fa", "Od")).rule == "THR-24"


@pytest.mark.rule("THR-25")
def test_the_god_card_may_have_another_colour_or_the_same():
    state = play(table(hands={0: "Fa0"}), 0, "Fa0")
    assert shown(play(state, 0, "Od"), 0, "Od") == 1
    assert shown(play(state, 0, "Fa"), 0, "Fa") == 1


@pytest.mark.rule("THR-26")
def test_taking_a_god_card_is_not_optional():
    state = play(position("Fa0 Fa1 Fa2 Fa3", hands={0: "Fa4"}), 0, "Fa4")
    assert choices(state) == FIVE
    refusal = refused(state, 0, "nothing")
    assert (refusal.rule, refusal.msg.key) == ("THR-26", "why.must-take")


@pytest.mark.rule("THR-26", "THR-31")
def test_it_is_optional_in_the_turn_that_ends_the_round():
    state = play(position("Fa0 Fa1 Fa2 Fa3 Fa4", hands={0: "Fa5"}), 0, "Fa5")
    assert choices(state) == FIVE | {"nothing"}


@pytest.mark.rule("THR-27")
def test_a_god_whose_last_card_has_been_taken_cannot_be_taken():
    state = position("Od0", hands={0: "Fa0", 1: "Fa1"}, displays={0: "Th*2", 1: "Th*2"})
    state = play(state, 0, "Fa0")
    assert choices(state) == FIVE
    state = play(state, 0, "Th")
    assert (stack(state, "Th"), shown(state, 0, "Th")) == (0, 3)
    state = play(state, 1, "Fa1")
    assert choices(state) == FIVE - {"Th"}
    refusal = refused(state, 1, "Th")
    assert (refusal.rule, refusal.msg.key) == ("THR-27", "why.stack-empty")


@pytest.mark.rule("THR-27")
def test_a_stack_that_is_empty_stays_empty():
    state = position("Fa0 Fa1 Th1", hands={0: "Th0 Th2", 1: "Od0 Od1", 2: "Nj0 Nj1"}, displays={1: "Th*5"})
    for offering in ["Th0", "Od0", "Nj0", "Th2", "Od1", "Nj1"]:
        state = turns(state, offering)
        assert choices(state) == FIVE - {"Th"}
        state = turns(state, "Nj" if offering < "Od" else "Fr")


@pytest.mark.rule("THR-28")
def test_offerings_may_still_be_placed_to_a_god_without_cards():
    state = position("Th1", hands={0: "Th3"}, displays={1: "Th*3", 2: "Th*2"})
    result = apply(state, 0, "Th3")
    assert kinds(result) == ["placed"]
    assert column(result.state, "Th") == "Th1 Th3"
    assert slot(result.state, "Th") == ""
