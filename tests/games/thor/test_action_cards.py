"""The texts of the action cards, one by one."""

from __future__ import annotations

import itertools

import pytest

from thorgames.core.text import Event

from .table import (
    ACTIONS,
    GAME,
    GODS,
    actions,
    apply,
    asked,
    cards,
    choices,
    codes,
    column,
    kinds,
    play,
    position,
    refused,
    shown,
    slot,
    stack,
    turns,
    value,
)

FIVE = {"Fa", "Od", "Th", "Nj", "Fr"}


def display(state, god: str) -> list[int]:
    """How many cards of a god lie before each seat."""
    return [shown(state, seat, god) for seat in range(state.seats)]


# --- Three Gifts ---------------------------------------------------------------------------------------------------

ENDING = "Od0 Od1 Od2 Od3 Od4"


@pytest.mark.rule("THR-80", "THR-R-30", "THR-R-36")
@pytest.mark.parametrize(("hand", "points"), [("", 0), ("3G", 3), ("3G*2", 6), ("3G CV =5", 3), ("CV OV =5 x2", 0)])
def test_three_gifts_give_three_points_for_each_that_is_still_in_hand(hand, points):
    state = position(ENDING, will=True, hands={0: "Od5"}, actions={1: hand}, displays={1: "Od"})
    result = apply(play(state, 0, "Od5"), 0, "nothing")
    assert GAME.outcome(result.state).scores == (0, 5 + points, 0)
    assert result.state.played[0].gifts == (0, points, 0)
    shown_gifts = [event for event in result.events if event.kind == "scored.gifts"]
    assert shown_gifts == ([Event("scored.gifts", (1, points))] if points else [])


@pytest.mark.rule("THR-80")
def test_three_gifts_in_the_deck_or_out_of_the_game_give_nothing():
    state = position(ENDING, will=True, hands={0: "Od5"}, out="3G CV", deck="3G")
    assert GAME.outcome(play(state, 0, "Od5", "nothing")).scores == (0, 0, 0)


@pytest.mark.rule("THR-80", "THR-R-30")
def test_three_gifts_used_to_remove_a_card_give_nothing():
    state = position(ENDING, will=True, hands={1: "Od5"}, actions={0: "3G"}, slots={"Fa": "CV"})
    state = play(state, 0, "3G<Fa", "Th")
    assert GAME.outcome(play(state, 1, "Od5", "nothing")).scores == (0, 0, 0)


# --- Favorable Times -----------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-81", "THR-R-27")
@pytest.mark.parametrize(("left", "may"), [(5, {0, 1, 2}), (3, {0, 1, 2}), (2, {0, 1, 2}), (1, {0, 1}), (0, set())])
def test_favorable_times_gives_up_to_two_cards_of_that_gods_stack(left, may):
    state = position("Fa0", will=True, actions={0: "FT"}, displays={1: f"Fa*{5 - left}" if left < 5 else ""})
    result = apply(state, 0, "FT>Fa")
    placed = result.state
    assert slot(placed, "Fa") == "FT"
    if not may:
        assert kinds(result) == ["action.placed", "no-effect"]
        assert asked(placed).kind == "take.will"
        return
    assert (asked(placed).seat, asked(placed).rule) == (0, "THR-81")
    assert choices(placed) == {str(n) for n in may}
    assert refused(placed, 0, str(max(may) + 1)).rule == "THR-81"
    for n in may:
        after = play(placed, 0, str(n))
        assert display(after, "Fa") == [n, 5 - left, 0]
        assert stack(after, "Fa") == left - n
        assert (asked(after).seat, asked(after).kind) == (0, "take.will")  # the take step follows


@pytest.mark.rule("THR-81", "THR-R-27")
def test_with_favorable_times_three_cards_of_one_god_can_be_had_in_a_turn():
    state = position("Fa0", will=True, actions={0: "FT"})
    state = play(state, 0, "FT>Fa", "2", "Fa")
    assert (shown(state, 0, "Fa"), stack(state, "Fa")) == (3, 2)
    assert asked(state).seat == 1


# --- Oath of the Vanir ---------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-82", "THR-R-28")
def test_oath_of_the_vanir_takes_one_card_of_that_god_from_another_player_of_ones_choice():
    displays = {0: "Fa", 1: "Fa*2", 2: "Fa Od", 3: "Od*2"}
    state = position("Fa0", seats=4, will=True, actions={0: "OV"}, displays=displays)
    placed = play(state, 0, "OV>Fa")
    assert (asked(placed).seat, asked(placed).rule) == (0, "THR-82")
    assert choices(placed) == {"1", "2"}
    assert refused(placed, 0, "0").rule == "THR-82"  # not from oneself
    assert refused(placed, 0, "3").rule == "THR-82"  # who has none
    assert refused(placed, 0, ()).rule == "THR-82"  # it must be done
    assert display(play(placed, 0, "1"), "Fa") == [2, 1, 1, 0]
    after = play(placed, 0, "2")
    assert display(after, "Fa") == [2, 2, 0, 0]
    assert display(after, "Od") == [0, 0, 1, 2]
    assert after.stacks == state.stacks
    assert (asked(after).seat, asked(after).kind) == (0, "take.will")


@pytest.mark.rule("THR-82", "THR-R-28")
def test_with_a_single_player_to_take_from_nothing_is_asked():
    state = position("Fa0", will=True, actions={0: "OV"}, displays={0: "Fa*2", 2: "Fa"})
    result = apply(state, 0, "OV>Fa")
    assert kinds(result) == ["action.placed", "oath"]
    assert display(result.state, "Fa") == [3, 0, 0]
    assert asked(result.state).kind == "take.will"


@pytest.mark.rule("THR-82", "THR-R-28", "THR-R-21")
@pytest.mark.parametrize("displays", [{}, {0: "Fa*2"}, {1: "Od"}])
def test_if_no_other_player_has_one_nothing_happens(displays):
    state = position("Fa0", will=True, actions={0: "OV"}, displays=displays)
    result = apply(state, 0, "OV>Fa")
    assert kinds(result) == ["action.placed", "no-effect"]
    assert result.state.displays == state.displays
    assert slot(result.state, "Fa") == "OV"
    assert asked(result.state).kind == "take.will"


# --- the seven that change a value ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "change"),
    [
        pytest.param("-3", lambda v: v - 3, marks=pytest.mark.rule("THR-83")),
        pytest.param("+3", lambda v: v + 3, marks=pytest.mark.rule("THR-84")),
        pytest.param("-2", lambda v: v - 2, marks=pytest.mark.rule("THR-85")),
        pytest.param("+2", lambda v: v + 2, marks=pytest.mark.rule("THR-86")),
        pytest.param("=5", lambda v: 5, marks=pytest.mark.rule("THR-89")),
        pytest.param("=0", lambda v: 0, marks=pytest.mark.rule("THR-90")),
        pytest.param("x2", lambda v: 2 * v, marks=pytest.mark.rule("THR-91")),
    ],
)
def test_the_value_of_the_god_is_changed_by_the_card_when_it_is_placed(card, change):
    for last in range(6):
        state = position(f"Fa{last} Th2", will=True, actions={0: card}, displays={1: "Fa"})
        result = apply(state, 0, f"{card}>Fa")
        assert kinds(result) == ["action.placed"]
        assert asked(result.state).kind == "take.will"  # nothing to decide
        assert value(result.state, "Fa") == change(last)
        assert value(result.state, "Th") == 2
        assert value(result.state, "Od") == 0
        assert GAME.view(result.state, None).points(1) == change(last)
        assert column(result.state, "Fa") == f"Fa{last}"


# --- Mjollnir's Might ----------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-87", "THR-R-26")
def test_mjollnirs_might_puts_the_offerings_of_that_god_into_any_order():
    state = position("Fa1 Fa5 Od0 Fa0", will=True, actions={0: "MM"})
    placed = play(state, 0, "MM>Fa")
    assert (asked(placed).seat, asked(placed).rule) == (0, "THR-87")
    assert choices(placed) == {"Fa1", "Fa5", "Fa0"}
    for order in itertools.permutations(("Fa1", "Fa5", "Fa0")):  # the present one included
        after = play(placed, 0, order)
        assert column(after, "Fa") == " ".join(order)
        assert value(after, "Fa") == int(order[-1][-1])
        assert column(after, "Od") == "Od0"
        assert asked(after).kind == "take.will"


@pytest.mark.rule("THR-87", "THR-R-40")
@pytest.mark.parametrize(
    "order", [("Fa1",), ("Fa1", "Fa5"), ("Fa1", "Fa5", "Fa5"), ("Fa1", "Fa5", "Fa0", "Od0"), ("Fa1", "Fa5", "Od0"), ()]
)
def test_what_is_not_an_order_of_these_offerings_is_refused(order):
    state = play(position("Fa1 Fa5 Od0 Fa0", will=True, actions={0: "MM"}), 0, "MM>Fa")
    assert refused(state, 0, order).rule == "THR-87"


@pytest.mark.rule("THR-87", "THR-R-21")
@pytest.mark.parametrize("columns", ["Od0", "Fa1 Od0"])
def test_with_one_offering_or_none_there_is_nothing_to_order(columns):
    result = apply(position(columns, will=True, actions={0: "MM"}), 0, "MM>Fa")
    assert kinds(result) == ["action.placed", "no-effect"]
    assert slot(result.state, "Fa") == "MM"
    assert asked(result.state).kind == "take.will"


# --- Cry from Valhalla ---------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-88", "THR-R-29")
def test_cry_from_valhalla_makes_everybody_return_one_card_of_that_god_if_he_has_one():
    displays = {0: "Fa Od", 1: "Fa*3", 2: "Od*2", 3: "Fa"}
    state = position("Fa0", seats=4, will=True, actions={0: "CV"}, displays=displays)
    result = apply(state, 0, "CV>Fa")
    after = result.state
    assert kinds(result) == ["action.placed", "returned", "returned", "returned"]
    assert sorted(event.args[0] for event in result.events[1:]) == [0, 1, 3]
    assert display(after, "Fa") == [0, 2, 0, 0]
    assert display(after, "Od") == [1, 0, 2, 0]
    assert (stack(after, "Fa"), stack(after, "Od")) == (3, 2)
    assert (asked(after).seat, asked(after).kind) == (0, "take.will")  # nobody has a choice


@pytest.mark.rule("THR-88", "THR-R-21")
def test_if_nobody_has_one_nothing_happens():
    state = position("Fa0", will=True, actions={0: "CV"}, displays={1: "Od"})
    result = apply(state, 0, "CV>Fa")
    assert kinds(result) == ["action.placed", "no-effect"]
    assert result.state.displays == state.displays
    assert slot(result.state, "Fa") == "CV"


# --- every one of the 80 cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("god", sorted(GODS))
def test_all_five_cards_of_every_god_can_be_taken(god):
    state = position(f"{god}1", mode="big", seats=4)
    for n in range(5):
        seat = asked(state).seat
        free = [c for c in choices(state) if len(state.columns[list(GODS).index(c[:2])]) < 5]
        state = turns(state, sorted(free)[0], god)
        assert stack(state, god) == 4 - n
        assert shown(state, seat, god) == 1 + n // 4
    assert god not in choices(turns(state, sorted(choices(state))[0]))


@pytest.mark.parametrize("offering", [f"{god}{n}" for god in GODS for n in range(6)])
def test_every_offering_can_be_placed_and_gives_its_value(offering):
    god, n = offering[:2], int(offering[2])
    other = f"{god}{(n + 1) % 6}"
    state = position(other, mode="big", seats=6, will=True, hands={0: offering}, displays={1: god})
    result = apply(state, 0, offering)
    assert result.events == (Event("placed", (0, cards(offering)[0])),)
    assert column(result.state, god) == f"{other} {offering}"
    assert value(result.state, god) == n
    assert GAME.view(result.state, 3).points(1) == n


@pytest.mark.parametrize("card", sorted(ACTIONS))
def test_every_action_card_can_be_drawn_and_played(card):
    copies = 2 if card in ("3G", "OV") else 1
    lying = "MM" if card != "MM" else "CV"
    hands = {0: "Fa2", 1: "Th0", 2: "Nj0"}
    state = position("Fa0 Fa1", will=True, hands=hands, deck=" ".join([card] * copies), slots={"Od": lying})
    state = turns(state, "Fa2 draw", "Th0", "draw" if copies == 2 else "Th", "Nj0 Nj")
    assert (actions(state, 0), actions(state, 1)) == (card, card if copies == 2 else "")
    ways = {c for c in choices(state) if c.startswith(card)}
    assert ways == {f"{card}<Od"} | ({f"{card}>{god}" for god in FIVE - {"Od"}} if card != "3G" else set())
    for way in ways:
        after = play(state, 0, way)
        assert actions(after, 0) == ""
        if ">" in way:
            assert (slot(after, way[3:]), codes(after.out)) == (card, "")
        else:
            assert (slot(after, "Od"), sorted(codes(after.out).split())) == ("", sorted([card, lying]))
