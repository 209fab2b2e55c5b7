"""The variant Thor's Will: the action deck, placing and removing, and the second way to end a round."""

from __future__ import annotations

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.errors import NotYours
from thorgames.core.zones import BACK

from .table import (
    ACTIONS,
    BOX,
    GAME,
    actions,
    answer,
    apply,
    asked,
    choices,
    codes,
    column,
    kinds,
    new,
    offerings,
    play,
    position,
    refused,
    shown,
    slot,
    stack,
    table,
    turns,
    value,
)

FIVE = {"Fa", "Od", "Th", "Nj", "Fr"}
PLACEABLE = sorted(set(ACTIONS) - {"3G"})
LASTING = ["-3", "-2", "+2", "+3", "=5", "=0", "x2"]


@pytest.mark.rule("THR-60")
def test_the_fourteen_action_cards_are_shuffled_into_a_face_down_deck():
    state = play(new(will=True), CHANCE, "0")
    state = play(state, CHANCE, tuple(str(n) for n in range(30)))
    assert (asked(state).kind, asked(state).args, len(asked(state).options)) == ("shuffle", ("deck", 14), 14)
    pile = state.deck
    one = play(state, CHANCE, tuple(str(n) for n in range(13, -1, -1)))
    assert one.deck == pile[::-1]
    assert sorted(pile) == sorted(BOX.count("action").elements())
    for viewer in (0, 1, 2, None):
        assert GAME.view(one, viewer).seen.deck == (BACK,) * 14
    assert one.actions == ((),) * 3


@pytest.mark.rule("THR-61")
def test_the_top_action_card_may_be_drawn_instead_of_taking_a_god_card():
    state = play(table(will=True, hands={0: "Fa0", 1: "Od0"}, deck="CV =5"), 0, "Fa0")
    assert choices(state) == FIVE | {"draw"}
    result = apply(state, 0, "draw")
    after = result.state
    assert (actions(after, 0), codes(after.deck[:1]), len(after.deck)) == ("CV", "=5", 13)
    assert after.stacks == (5,) * 5  # no god card
    assert after.displays == ((0,) * 5,) * 3
    assert asked(after).seat == 1  # and the turn is over
    assert isinstance(refused(after, 0, "Od"), NotYours)
    assert actions(play(after, 1, "Od0", "draw"), 1) == "=5"


@pytest.mark.rule("THR-61", "THR-R-07")
def test_only_who_draws_it_sees_it():
    state = play(table(will=True, hands={0: "Fa0"}, deck="CV"), 0, "Fa0")
    result = apply(state, 0, "draw")
    speaker = GAME.speaker(["Ann", "Bob", "Cid"])
    (event,) = result.events
    told = {seat: "".join(span.text for span in speaker.tell(event, seat)) for seat in (0, 1, 2, None)}
    assert told == {
        0: "Ann draws Cry from Valhalla.",
        1: "Ann draws an action card.",
        2: "Ann draws an action card.",
        None: "Ann draws an action card.",
    }
    assert [GAME.view(result.state, seat).seen.actions[0] for seat in (1, 2, None)] == [(BACK,)] * 3
    assert GAME.taught(state, result.state, 0, result.events)
    assert not GAME.taught(state, result.state, 1, result.events)


@pytest.mark.rule("THR-61")
def test_one_takes_one_thing_only():
    state = play(table(will=True, hands={0: "Fa0"}), 0, "Fa0")
    assert refused(state, 0, ("draw", "Od")).rule == "THR-24"
    assert refused(state, 0, "nothing").rule == "THR-26"


@pytest.mark.rule("THR-62")
def test_an_action_card_may_be_played_instead_of_placing_an_offering():
    state = position("Fa1 Fa2 Od0", will=True, actions={0: "+3"})
    assert choices(state) == set(offerings(state, 0).split()) | {f"+3>{god}" for god in FIVE}
    after = play(state, 0, "+3>Fa")
    assert offerings(after, 0) == offerings(state, 0)
    assert actions(after, 0) == ""
    assert after.columns == state.columns
    assert asked(after).kind == "take.will"  # then he takes as always


@pytest.mark.rule("THR-62")
def test_an_action_card_that_one_does_not_hold_cannot_be_played():
    state = position("Fa1 Fa2", will=True, actions={1: "+3"}, slots={"Od": "=5"})
    assert refused(state, 0, "+3>Fa").rule == "THR-21"
    assert refused(state, 0, "+3<Od").rule == "THR-21"


@pytest.mark.rule("THR-63")
@pytest.mark.parametrize("card", PLACEABLE)
def test_an_action_card_may_be_placed_above_any_god_whose_slot_is_vacant(card):
    state = position(
        "Fa1 Od2 Od3", mode="big", seats=4, will=True, actions={0: card}, slots={"Fa": "CV" if card != "CV" else "MM"}
    )
    gods = {"Od", "Th", "Nj", "Fr", "Ba"}
    assert {c for c in choices(state) if ">" in c} == {f"{card}>{god}" for god in gods}
    for god in gods:
        after = play(state, 0, f"{card}>{god}")
        for viewer in (0, 1, None):
            assert [codes(s) for s in GAME.view(after, viewer).seen.slots].count(card) == 1
        assert slot(after, god) == card


@pytest.mark.rule("THR-63")
def test_its_text_then_applies():
    state = position("Fa1", will=True, actions={0: "+3 =5"})
    assert value(play(state, 0, "+3>Fa"), "Fa") == 4
    assert value(play(state, 0, "=5>Fa"), "Fa") == 5


@pytest.mark.rule("THR-64")
@pytest.mark.parametrize("card", PLACEABLE)
def test_there_is_never_more_than_one_action_card_in_a_slot(card):
    lying = "CV" if card != "CV" else "MM"
    state = position("Fa1 Od2", will=True, actions={0: card}, slots={"Fa": lying})
    assert f"{card}>Fa" not in choices(state)
    refusal = refused(state, 0, f"{card}>Fa")
    assert (refusal.rule, refusal.msg.key) == ("THR-64", "why.slot-taken")
    assert refusal.msg.args == ("god-freya", ACTIONS[lying])


@pytest.mark.rule("THR-65")
@pytest.mark.parametrize("card", sorted(ACTIONS))
@pytest.mark.parametrize("lying", ["CV", "=5"])
def test_any_action_card_may_be_played_to_remove_one_that_lies_in_a_slot(card, lying):
    if card == lying:
        lying = "MM"
    state = position("Fa1 Od2", will=True, actions={0: card}, slots={"Fa": lying, "Th": "OV"})
    assert {c for c in choices(state) if "<" in c} == {f"{card}<Fa", f"{card}<Th"}
    after = play(state, 0, f"{card}<Fa")
    assert (slot(after, "Fa"), slot(after, "Th")) == ("", "OV")
    assert asked(after).kind == "take.will"


@pytest.mark.rule("THR-65")
def test_where_nothing_lies_nothing_can_be_removed():
    state = position("Fa1 Od2", will=True, actions={0: "CV 3G"}, slots={"Th": "OV"})
    for card in ("CV", "3G"):
        refusal = refused(state, 0, f"{card}<Fa")
        assert (refusal.rule, refusal.msg.key) == ("THR-65", "why.slot-empty")


@pytest.mark.rule("THR-66")
@pytest.mark.parametrize("card", sorted(ACTIONS))
def test_a_card_that_removes_has_no_effect_of_its_own(card):
    lying = "=5" if card != "=5" else "=0"
    state = position(
        "Fa1 Fa2 Fa3", will=True, actions={0: card}, slots={"Fa": lying}, displays={0: "Fa", 1: "Fa Fa", 2: "Fa"}
    )
    result = apply(state, 0, f"{card}<Fa")
    after = result.state
    assert kinds(result) == ["action.removed"]
    assert asked(after).kind == "take.will"
    assert (column(after, "Fa"), value(after, "Fa"), stack(after, "Fa")) == ("Fa1 Fa2 Fa3", 3, 1)
    assert after.displays == state.displays
    assert {value(after, god) for god in FIVE - {"Fa"}} == {0}


@pytest.mark.rule("THR-67")
def test_both_cards_leave_the_game_for_all_to_see_and_for_good():
    state = position("Fa1", will=True, actions={0: "3G"}, slots={"Fa": "=5"}, deck="CV")
    deck = state.deck
    after = play(state, 0, "3G<Fa")
    for viewer in (0, 1, 2, None):
        assert sorted(codes(GAME.view(after, viewer).seen.out).split()) == ["3G", "=5"]
    assert actions(after, 0) == ""
    assert after.deck == deck
    for _ in range(6):
        after = turns(after, "draw", offerings(after, (asked(after).seat + 1) % 3).split()[0])
        held = [card for hand in after.actions for card in hand]
        assert sorted(codes(after.out).split()) == ["3G", "=5"]
        assert ACTIONS["=5"] not in (*held, *after.deck)
        assert (*held, *after.deck).count(ACTIONS["3G"]) == 1


@pytest.mark.rule("THR-68", "THR-R-20")
def test_the_vacant_slot_may_be_filled_in_a_later_turn_but_not_in_the_same():
    state = position("Fa1", will=True, actions={0: "3G =0", 1: "CV"}, slots={"Fa": "=5"}, hands={1: "Od0"})
    state = play(state, 0, "3G<Fa")
    assert not [c for c in choices(state) if ">" in c]
    assert refused(state, 0, "=0>Fa").rule == "THR-24"
    state = play(state, 0, "Th")
    assert "CV>Fa" in choices(state)
    state = play(state, 1, "CV>Fa")
    assert slot(state, "Fa") == "CV"


@pytest.mark.rule("THR-69")
def test_at_most_one_action_card_a_turn_and_no_offering_with_it():
    state = position("Fa1", will=True, actions={0: "+3 =0"}, hands={0: "Fa0"})
    assert refused(state, 0, ("+3>Fa", "=0>Od")).rule == "THR-21"
    assert refused(state, 0, ("+3>Fa", "Fa0")).rule == "THR-21"
    after = play(state, 0, "+3>Fa")
    assert refused(after, 0, "=0>Od").rule == "THR-24"
    assert refused(after, 0, "Fa0").rule == "THR-24"
    placed = play(state, 0, "Fa0")
    assert refused(placed, 0, "+3>Fa").rule == "THR-24"


@pytest.mark.rule("THR-70", "THR-30")
def test_a_sixth_offering_still_ends_the_round():
    state = position("Fa0 Fa1 Fa2 Fa3 Fa4", will=True, hands={0: "Fa5"}, displays={1: "Fa"}, slots={"Fa": "x2"})
    result = apply(state, 0, "Fa5")
    assert kinds(result) == ["placed", "end.sixth"]
    assert choices(result.state) == FIVE | {"draw", "nothing"}
    assert GAME.outcome(play(result.state, 0, "Fa")).scores == (10, 10, 0)


@pytest.mark.rule("THR-70", "THR-28")
def test_the_rules_of_the_base_game_stay_in_force():
    state = position("Th1", will=True, hands={0: "Th3"}, displays={1: "Th*3", 2: "Th*2"})
    state = play(state, 0, "Th3")
    assert column(state, "Th") == "Th1 Th3"
    assert refused(state, 0, "Th").rule == "THR-27"


LAST = {"seats": 5, "will": True, "sizes": {0: 1}, "hands": {0: "Fr5", 1: "Fa5"}, "displays": {1: "Fa", 2: "Od"}}


@pytest.mark.rule("THR-71")
def test_the_round_also_ends_when_a_player_places_his_last_offering_and_it_is_announced():
    state = position("Fa0 Fa1 Od0 Od1 Th0 Th1 Nj0 Nj1 Nj2 Fr0", **LAST)
    result = apply(state, 0, "Fr5")
    assert kinds(result) == ["placed", "end.last"]
    said = GAME.speaker(["Ann", "Bob", "Cid", "Dot", "Eve"]).tell(result.events[1], None)
    assert "Ann has placed the last offering" in "".join(span.text for span in said)
    over = play(result.state, 0, "Fr")
    assert GAME.outcome(over).reason == "reason.last"
    assert GAME.outcome(over).scores == (5, 1, 1, 0, 0)
    assert isinstance(refused(over, 1, "Fa5"), NotYours)


@pytest.mark.rule("THR-71")
def test_it_does_not_while_one_offering_is_left():
    state = position("Fa0 Fa1 Od0 Od1 Th0 Th1 Nj0 Nj1 Nj2 Fr0", **{**LAST, "sizes": {0: 2}})
    result = apply(state, 0, "Fr5")
    assert kinds(result) == ["placed"]
    assert asked(play(result.state, 0, "Fr")).seat == 1


@pytest.mark.rule("THR-71", "THR-R-12")
def test_playing_an_action_card_with_one_offering_in_hand_does_not_end_it():
    state = position("Fa0 Fa1 Od0 Od1 Th0 Th1 Nj0 Nj1 Nj2 Fr0", **LAST, actions={0: "CV"}, slots={"Od": "MM"})
    for said in ("CV>Fa", "CV<Od"):
        result = apply(state, 0, said)
        assert "end.last" not in kinds(result)
        assert "nothing" not in choices(result.state)
        assert asked(play(result.state, 0, "Fr")).seat == 1


@pytest.mark.rule("THR-72", "THR-R-08", "THR-R-13")
@pytest.mark.parametrize("take", [*sorted(FIVE), "draw", "nothing"])
def test_that_player_may_still_finish_his_turn(take):
    state = play(position("Fa0 Fa1 Od0 Od1 Th0 Th1 Nj0 Nj1 Nj2 Fr0", **LAST, deck="CV"), 0, "Fr5")
    assert choices(state) == FIVE | {"draw", "nothing"}
    assert asked(state).rule == "THR-31"
    over = play(state, 0, take)
    assert GAME.pending(over) is None
    assert sum(over.displays[0]) == (take in FIVE)
    assert actions(over, 0) == ("CV" if take == "draw" else "")


@pytest.mark.rule("THR-73")
def test_three_gifts_cannot_be_placed_but_can_remove():
    state = position("Fa0", will=True, actions={0: "3G"}, slots={"Od": "CV"})
    assert [c for c in choices(state) if "3G" in c] == ["3G<Od"]
    for god in FIVE:
        refusal = refused(state, 0, f"3G>{god}")
        assert (refusal.rule, refusal.msg.key) == ("THR-73", "why.not-placeable")
    state = play(state, 0, "3G<Od")
    assert slot(state, "Od") == ""


@pytest.mark.rule("THR-73")
def test_with_every_slot_vacant_three_gifts_cannot_be_played_at_all():
    state = position("Fa0", will=True, actions={0: "3G*2"})
    assert choices(state) == set(offerings(state, 0).split())


@pytest.mark.rule("THR-74")
@pytest.mark.parametrize("card", LASTING)
def test_a_card_changes_a_value_only_while_it_lies_in_the_slot_of_the_god(card):
    state = position("Fa1 Od1 Th1", will=True, actions={0: card, 1: "CV"})
    assert [value(state, god) for god in ("Fa", "Od")] == [1, 1]  # not from the hand
    placed = play(state, 0, f"{card}>Fa", "Th")
    changed = {"-3": -2, "-2": -1, "+2": 3, "+3": 4, "=5": 5, "=0": 0, "x2": 2}[card]
    assert [value(placed, god) for god in ("Fa", "Od")] == [changed, 1]
    removed = play(placed, 1, "CV<Fa")
    assert [value(removed, god) for god in ("Fa", "Od")] == [1, 1]


@pytest.mark.rule("THR-74", "THR-R-24")
def test_the_change_goes_on_while_offerings_follow():
    state = position("Fa1", will=True, actions={0: "+2"}, hands={1: "Fa4", 2: "Fa0"})
    state = play(state, 0, "+2>Fa", "Th")
    assert value(state, "Fa") == 3
    state = play(state, 1, "Fa4", "Th")
    assert value(state, "Fa") == 6
    state = play(state, 2, "Fa0", "Th")
    assert value(state, "Fa") == 2


@pytest.mark.rule("THR-61", "THR-62", "THR-63", "THR-65")
def test_the_choices_are_in_the_same_form_as_the_answers():
    state = position("Fa0", will=True, actions={0: "CV OV*2"}, slots={"Od": "MM"})
    for said in choices(state):
        assert GAME.check(state, 0, answer(said)) == answer(said)
    groups = {o.group for o in asked(state).options}
    assert groups == {"", ACTIONS["CV"], ACTIONS["OV"]}
    assert shown(play(state, 0, "CV<Od", "Th"), 0, "Th") == 1
