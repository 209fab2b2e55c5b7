"""The Big Game: Baldur joins in, and nothing else changes."""

from __future__ import annotations

import pytest

from thorgames.core.ask import CHANCE

from .table import (
    BOX,
    GAME,
    GODS,
    OFFERINGS,
    SETUPS,
    apply,
    asked,
    choices,
    column,
    finished,
    kinds,
    new,
    play,
    position,
    refused,
    shown,
    stack,
    table,
    turns,
    value,
)

SIX = {"Fa", "Od", "Th", "Nj", "Fr", "Ba"}
SEATS = [4, 5, 6]


@pytest.mark.rule("THR-55")
@pytest.mark.parametrize("seats", SEATS)
def test_baldurs_god_cards_and_offerings_are_in_the_game(seats):
    state = table("big", seats)
    assert stack(state, "Ba") == 5
    there = {card for pile in (*state.offerings, state.aside) for card in pile}
    assert {OFFERINGS[f"Ba{n}"] for n in range(6)} <= there


@pytest.mark.rule("THR-55")
def test_baldurs_cards_are_played_and_taken_like_those_of_others():
    state = position("Ba1", mode="big", seats=4, hands={0: "Ba4"})
    state = play(state, 0, "Ba4", "Ba")
    assert (column(state, "Ba"), value(state, "Ba"), shown(state, 0, "Ba"), stack(state, "Ba")) == ("Ba1 Ba4", 4, 1, 4)


@pytest.mark.rule("THR-56")
@pytest.mark.parametrize("seats", SEATS)
def test_there_are_six_stacks_of_five_and_thirty_six_offerings(seats):
    state = play(new("big", seats), CHANCE, "0")
    assert len(asked(state).options) == 36
    assert sorted(state.aside) == sorted(OFFERINGS.values())
    assert state.gods == tuple(GODS.values())
    assert state.stacks == (5,) * 6


@pytest.mark.rule("THR-57")
@pytest.mark.parametrize("seats", SEATS)
def test_the_turn_is_that_of_the_basic_game(seats):
    state = table("big", seats, hands={0: "Ba0"})
    assert refused(state, 0, "Ba").rule == "THR-21"
    state = play(state, 0, "Ba0")
    assert choices(state) == SIX
    assert refused(state, 0, "nothing").rule == "THR-26"
    assert asked(play(state, 0, "Od")).seat == 1


@pytest.mark.rule("THR-57")
@pytest.mark.parametrize("god", sorted(SIX))
def test_the_end_and_the_scoring_are_those_of_the_basic_game(god):
    columns = " ".join(f"{god}{n}" for n in range(1, 6))
    other = "Fa" if god != "Fa" else "Od"
    state = position(f"{columns} {other}3", mode="big", seats=4, hands={0: f"{god}0"}, displays={1: f"{other} {god}"})
    result = apply(state, 0, f"{god}0")
    assert kinds(result) == ["placed", "end.sixth"]
    assert choices(result.state) == SIX | {"nothing"}
    assert GAME.outcome(play(result.state, 0, other)).scores == (3, 3, 0, 0)


@pytest.mark.rule("THR-57", "THR-27", "THR-28")
def test_an_empty_stack_gives_nothing_but_takes_offerings():
    state = position("Ba1", mode="big", seats=4, hands={0: "Ba2"}, displays={1: "Ba*5"})
    state = turns(state, "Ba2")
    assert choices(state) == SIX - {"Ba"}
    assert refused(state, 0, "Ba").rule == "THR-27"


@pytest.mark.rule("THR-57", "THR-52", "THR-53")
@pytest.mark.parametrize("seats", SEATS)
def test_rounds_and_totals_are_those_of_the_basic_game(seats):
    over = finished(new("big", seats, rounds=seats), seed=8)
    assert [r.start for r in over.played] == [(over.played[0].start + n) % seats for n in range(seats)]
    totals = tuple(sum(r.points[k] for r in over.played) for k in range(seats))
    outcome = GAME.outcome(over)
    assert outcome.scores == totals
    assert {k for k in range(seats) if outcome.ranks[k] == 1} == {k for k in range(seats) if totals[k] == max(totals)}


@pytest.mark.rule("THR-57", "THR-60")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_action_cards_are_there_with_thors_will_only(mode, seats, will):
    state = table(mode, seats, will)
    assert sorted(state.deck) == (sorted(BOX.count("action").elements()) if will else [])
    state = turns(state, sorted(choices(state))[0])
    assert ("draw" in choices(state)) == will
    if not will:
        assert refused(state, asked(state).seat, "draw").rule == "THR-24"
