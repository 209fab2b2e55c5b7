"""What the rulebook leaves open: one test or more for each of our rulings."""

from __future__ import annotations

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.chance import Dealer
from thorgames.core.errors import Malformed, NotLegal, NotYours, RulesError, SetupError
from thorgames.core.zones import BACK

from .table import (
    ACTIONS,
    BOX,
    GAME,
    OFFERINGS,
    SETUPS,
    actions,
    anyhow,
    apply,
    asked,
    avoider,
    choices,
    codes,
    column,
    finished,
    kinds,
    new,
    offerings,
    play,
    position,
    refused,
    shown,
    slot,
    sprint,
    stack,
    steps,
    table,
    turns,
    value,
)

FIVE = {"Fa", "Od", "Th", "Nj", "Fr"}
NO_GODS = {1: "Fa*5 Od*5 Th*3", 2: "Th*2 Nj*5 Fr*5"}
"""Displays that leave no god card in the middle."""


# --- cards and counts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-R-01")
def test_each_god_has_the_values_0_to_5_once_each():
    for god in BOX.all_gods:
        assert sorted(c.value for c in BOX.cards.values() if c.god == god) == [0, 1, 2, 3, 4, 5]
    assert all(BOX.cards[card].value == int(code[-1]) for code, card in OFFERINGS.items())


@pytest.mark.rule("THR-R-02")
def test_a_value_has_the_same_name_at_every_god():
    names = {(c.value, c.name) for c in BOX.cards.values() if c.kind == "offering"}
    assert names == {(0, "Gnawed Bone"), (1, "Hen"), (2, "Goose"), (3, "Goat"), (4, "Boar"), (5, "Bull")}


@pytest.mark.rule("THR-R-03")
def test_ten_single_action_cards_and_two_pairs_are_fourteen():
    counts = BOX.count("action")
    assert len(counts) == 12
    assert {card for card, n in counts.items() if n == 2} == {ACTIONS["3G"], ACTIONS["OV"]}
    assert {n for card, n in counts.items() if card not in (ACTIONS["3G"], ACTIONS["OV"])} == {1}
    assert counts.total() == 14


@pytest.mark.rule("THR-R-04")
@pytest.mark.parametrize(
    ("mode", "seats"), [("basic", 2), ("basic", 6), ("big", 2), ("big", 3), ("big", 7), ("basic", 1)]
)
def test_thors_will_with_another_number_of_players_is_refused(mode, seats):
    with pytest.raises(SetupError):
        GAME.setup(mode, seats, {"thors-will": "yes"})


@pytest.mark.rule("THR-R-05")
@pytest.mark.parametrize(("seats", "hand", "aside"), [(4, 9, 0), (5, 7, 1), (6, 6, 0)])
def test_the_big_game_sets_aside_as_few_as_make_the_hands_equal(seats, hand, aside):
    state = table("big", seats)
    assert ([len(h) for h in state.offerings], len(state.aside)) == ([hand] * seats, aside)
    assert aside == 36 % seats


@pytest.mark.rule("THR-R-06")
@pytest.mark.parametrize(("mode", "seats"), [(mode, seats) for mode, seats, will in SETUPS if will])
def test_thors_will_changes_nothing_in_the_deal(mode, seats):
    with_it, without = table(mode, seats, will=True), table(mode, seats)
    assert with_it.offerings == without.offerings
    assert with_it.aside == without.aside


@pytest.mark.rule("THR-R-07")
def test_hands_are_secret_and_their_sizes_are_not():
    state = position("Fa0 Fa1 Od0", will=True, actions={0: "CV OV", 1: "3G"}, hands={0: "Fa5", 1: "Od5"})
    for viewer in (0, 1, 2, None):
        seen = GAME.view(state, viewer).seen
        for seat in range(3):
            own = seat == viewer
            assert seen.offerings[seat] == (state.offerings[seat] if own else (BACK,) * len(state.offerings[seat]))
            assert seen.actions[seat] == (state.actions[seat] if own else (BACK,) * len(state.actions[seat]))
    assert GAME.view(state, None).hand() == ((), ())


# --- turn and take step --------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-R-08")
@pytest.mark.parametrize("will", [False, True])
def test_nothing_may_be_taken_in_the_ending_turn_only(will):
    going = play(position("Fa0 Fa1 Fa2 Fa3", will=will, hands={0: "Fa4"}), 0, "Fa4")
    assert refused(going, 0, "nothing").rule == "THR-26"
    ending = play(position("Fa0 Fa1 Fa2 Fa3 Fa4", will=will, hands={0: "Fa5"}), 0, "Fa5")
    assert GAME.outcome(play(ending, 0, "nothing")) is not None


@pytest.mark.rule("THR-R-08", "THR-R-23")
def test_whoever_ends_the_round_need_not_take_a_card_that_costs_points():
    slots = {"Fa": "-3"}
    displays = {1: "Od*5 Th*5", 2: "Nj*5 Fr*5"}
    state = play(
        position("Fa0 Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, slots=slots, displays=displays), 0, "Od5"
    )
    assert choices(state) == {"Fa", "draw", "nothing"}
    assert GAME.outcome(play(state, 0, "Fa")).scores[0] == -3
    assert GAME.outcome(play(state, 0, "nothing")).scores[0] == 0


FULL = " ".join(f"{god}{n}" for god in ("Fa", "Od", "Th", "Nj", "Fr") for n in range(5))


@pytest.mark.rule("THR-R-09")
def test_in_turn_26_the_offering_is_placed_nothing_is_taken_and_the_round_is_scored():
    state = position(FULL, hands={0: "Th5"}, displays=NO_GODS)
    result = apply(state, 0, "Th5")
    assert kinds(result)[:3] == ["placed", "end.sixth", "took.none"]
    assert result.state.turn == 26
    assert GAME.outcome(result.state).scores == (0, 5 * 4 + 5 * 4 + 3 * 5, 2 * 5 + 5 * 4 + 5 * 4)


@pytest.mark.rule("THR-R-10", "THR-R-12")
def test_without_thors_will_an_empty_hand_does_not_end_the_round():
    columns = FULL.replace(" Fr4", "")  # 24 offerings; the start player of three holds his last one
    state = position(columns, hands={0: "Fr4", 1: "Nj5"}, displays={1: "Fa*5 Od*5 Th*3", 2: "Th*2 Nj*5 Fr*4"})
    assert offerings(state, 0) == "Fr4"
    assert state.start == 0
    result = apply(state, 0, "Fr4")
    assert kinds(result) == ["placed"]
    assert choices(result.state) == {"Fr"}
    result = apply(result.state, 0, "Fr")
    assert (asked(result.state).seat, offerings(result.state, 0)) == (1, "")
    assert kinds(apply(result.state, 1, "Nj5"))[:2] == ["placed", "end.sixth"]


@pytest.mark.rule("THR-R-10", "THR-R-11")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_every_player_to_move_has_an_offering_that_can_be_placed(mode, seats, will):
    for player in (anyhow, avoider):
        for seed in range(5):
            for state, ask, _, _ in steps(new(mode, seats, will), seed, player):
                if ask.kind[:4] == "play":
                    assert {o.id for o in ask.options} >= set(state.offerings[ask.seat]) > set()


@pytest.mark.rule("THR-R-11")
def test_a_turn_without_an_offering_is_an_error_of_the_rules_not_a_skipped_turn():
    state = table(hands={0: "Fa0"})
    broken = state.but(offerings=((), *state.offerings[1:]))
    with pytest.raises(RulesError):
        GAME.pending(broken)


LAST = {"seats": 5, "will": True, "sizes": {0: 1}, "hands": {0: "Fa5"}, "displays": {1: "Fa"}}


@pytest.mark.rule("THR-R-12")
def test_the_last_offering_ends_the_round_without_a_choice_and_only_with_thors_will():
    columns = "Fa0 Fa1 Od0 Od1 Th0 Th1 Nj0 Nj1 Nj2 Fr0"
    result = apply(position(columns, **LAST), 0, "Fa5")
    assert kinds(result) == ["placed", "end.last"]
    assert asked(result.state).kind == "take.last.will"
    without = position(FULL.replace(" Fr4", ""), hands={0: "Fr4"}, displays={1: "Fa Od"})
    assert asked(turns(without, "Fr4 Od")).seat == 1


@pytest.mark.rule("THR-R-13")
def test_three_gifts_drawn_in_the_ending_turn_still_score():
    state = play(position("Fa0 Fa1 Fa2 Fa3 Fa4", will=True, hands={0: "Fa5"}, deck="3G"), 0, "Fa5")
    assert choices(state) == FIVE | {"draw", "nothing"}
    result = apply(state, 0, "draw")
    assert GAME.outcome(result.state).scores == (3, 0, 0)
    assert kinds(result)[0] == "drew"


@pytest.mark.rule("THR-R-14")
def test_with_all_stacks_empty_one_may_draw_or_take_nothing():
    state = play(position("Fa0 Fa1", will=True, hands={0: "Od0"}, displays=NO_GODS, deck="CV"), 0, "Od0")
    assert choices(state) == {"draw", "nothing"}
    assert actions(play(state, 0, "draw"), 0) == "CV"
    result = apply(state, 0, "nothing")
    assert kinds(result) == ["took.nothing"]
    assert asked(result.state).seat == 1
    assert refused(state, 0, "Fa").rule == "THR-27"


@pytest.mark.rule("THR-R-14")
def test_while_one_god_card_is_left_nothing_is_no_choice():
    displays = {1: "Fa*4 Od*5 Th*3", 2: "Th*2 Nj*5 Fr*5"}
    state = play(position("Fa0 Fa1", will=True, hands={0: "Od0"}, displays=displays), 0, "Od0")
    assert choices(state) == {"Fa", "draw"}
    assert refused(state, 0, "nothing").rule == "THR-26"


@pytest.mark.rule("THR-R-15")
def test_with_an_empty_deck_nobody_can_draw():
    state = play(position("Fa0 Fa1", will=True, hands={0: "Od0"}, spare=2), 0, "Od0")
    assert choices(state) == FIVE
    refusal = refused(state, 0, "draw")
    assert (refusal.rule, refusal.msg.key) == ("THR-R-15", "why.deck-empty")


@pytest.mark.rule("THR-R-15", "THR-67")
def test_cards_out_of_the_game_never_make_a_new_deck():
    state = position("Fa0 Fa1", will=True, hands={0: "Od0"}, spare=2, out="CV MM =0 =5")
    assert "draw" not in choices(play(state, 0, "Od0"))


@pytest.mark.rule("THR-R-15")
def test_with_stacks_and_deck_empty_the_turn_ends_after_the_play_step():
    state = position("Fa0 Fa1", will=True, hands={0: "Od0"}, displays=NO_GODS, spare=2)
    result = apply(state, 0, "Od0")
    assert kinds(result) == ["placed", "took.none"]
    assert asked(result.state).seat == 1
    assert asked(result.state).kind == "play.will"


@pytest.mark.rule("THR-R-16")
def test_a_god_with_an_empty_stack_still_takes_offerings_and_action_cards_and_counts():
    state = position("Th1", will=True, hands={0: "Th3"}, actions={0: "+3"}, displays={1: "Th*3", 2: "Th*2"})
    placed = play(state, 0, "+3>Th")
    assert value(placed, "Th") == 4
    offered = play(state, 0, "Th3")
    assert (column(offered, "Th"), value(offered, "Th")) == ("Th1 Th3", 3)
    assert [GAME.view(placed, None).points(seat) for seat in range(3)] == [0, 12, 8]


@pytest.mark.rule("THR-R-17")
def test_a_card_that_has_just_been_drawn_cannot_be_played_in_this_turn():
    state = position("Fa0", will=True, hands={0: "Od0"}, deck="CV", actions={1: "+2"})
    state = play(state, 0, "Od0", "draw")
    assert actions(state, 0) == "CV"
    assert isinstance(refused(state, 0, "CV>Fa"), NotYours)


@pytest.mark.rule("THR-R-17", "THR-61", "THR-62")
def test_one_may_play_an_action_card_and_draw_another():
    state = position("Fa0", will=True, deck="CV", actions={0: "+2"})
    state = play(state, 0, "+2>Fa", "draw")
    assert (actions(state, 0), slot(state, "Fa"), asked(state).seat) == ("CV", "+2", 1)


# --- action cards --------------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-R-18", "THR-64")
@pytest.mark.parametrize(("card", "then"), [("FT", ["2"]), ("OV", ["1"]), ("MM", [("Fa1", "Fa0")]), ("CV", [])])
def test_a_card_that_works_once_stays_and_blocks_the_slot_without_further_effect(card, then):
    state = position("Fa0 Fa1", will=True, actions={0: card, 1: "+3"}, hands={1: "Fa2"}, displays={1: "Fa", 2: "Fa"})
    state = play(state, 0, f"{card}>Fa", *then, "Th")
    assert slot(state, "Fa") == card
    assert refused(state, 1, "+3>Fa").rule == "THR-64"
    displays = state.displays
    state = play(state, 1, "Fa2", "Nj")
    assert [d[0] for d in state.displays] == [d[0] for d in displays]
    assert column(state, "Fa").endswith("Fa2")
    assert value(state, "Fa") == 2
    assert slot(state, "Fa") == card


@pytest.mark.rule("THR-R-19")
def test_removing_a_card_undoes_nothing_that_it_has_done():
    displays = {1: "Fa*2 Od", 2: "Od"}
    columns = "Fa4 Fa1 Od0 Od1"
    for card, god, then in (
        ("FT", "Th", ["2"]),
        ("OV", "Fa", []),
        ("MM", "Fa", [("Fa1", "Fa4")]),
        ("CV", "Od", []),
    ):
        state = position(columns, will=True, actions={0: card, 1: "3G"}, displays=displays)
        state = play(state, 0, f"{card}>{god}", *then, "Nj")
        after = play(state, 1, f"3G<{god}")
        assert slot(after, god) == ""
        assert (after.displays, after.columns, after.stacks) == (state.displays, state.columns, state.stacks)
    assert column(play(position(columns, will=True, actions={0: "MM"}), 0, "MM>Fa", ("Fa1", "Fa4")), "Fa") == "Fa1 Fa4"


@pytest.mark.rule("THR-R-20")
def test_ones_own_card_may_be_removed_too_and_the_take_step_follows():
    state = position("Fa0", will=True, actions={0: "-3 CV"}, hands={1: "Od0", 2: "Od1"})
    state = turns(state, "-3>Fa Th", "Od0 Th", "Od1 Th")
    result = apply(state, 0, "CV<Fa")
    (event,) = result.events
    assert event.args == (0, ACTIONS["CV"], ACTIONS["-3"], "god-freya")  # both are named to all
    assert event.to == ()
    assert (asked(result.state).seat, choices(result.state)) == (0, FIVE | {"draw"})


@pytest.mark.rule("THR-R-21")
@pytest.mark.parametrize("card", sorted(set(ACTIONS) - {"3G"}))
def test_a_card_may_be_placed_where_it_does_nothing(card):
    for columns, displays in (("Od0", {}), ("Od0", {0: "Fa*3", 1: "Fa*2"}), ("Od0 Fa0", {})):
        state = position(columns, will=True, actions={0: card}, displays=displays)
        state = play(state, 0, f"{card}>Fa")
        assert slot(state, "Fa") == card


@pytest.mark.rule("THR-R-22")
@pytest.mark.parametrize(
    ("card", "worth"), [("=5", 5), ("+3", 4), ("-3", -2), ("x2", 2), ("=0", 0), ("+2", 3), ("-2", -1)]
)
def test_a_card_at_a_god_without_offerings_waits_for_the_first(card, worth):
    state = position("Od0", will=True, actions={0: card}, hands={1: "Fa1"}, displays={2: "Fa"})
    state = play(state, 0, f"{card}>Fa", "Th")
    assert value(state, "Fa") == 0
    state = play(state, 1, "Fa1")
    assert value(state, "Fa") == worth
    assert GAME.view(state, None).points(2) == worth


@pytest.mark.rule("THR-R-22", "THR-42")
@pytest.mark.parametrize("card", ["=5", "+3", "+2", "-3", "-2", "x2"])
def test_a_god_without_offerings_scores_nothing_whatever_lies_above_it(card):
    state = position("Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, slots={"Fa": card}, displays={1: "Fa*4"})
    assert GAME.outcome(play(state, 0, "Od5", "nothing")).scores == (0, 0, 0)


@pytest.mark.rule("THR-R-23", "THR-83", "THR-85")
def test_values_and_scores_may_be_negative():
    slots = {"Fa": "-3", "Th": "-2"}
    displays = {1: "Fa*5 Th*2", 2: "Th*2 Od"}
    state = position("Fa0 Th1 Od1 Od2 Od3 Od4 Od5", will=True, hands={0: "Od0"}, slots=slots, displays=displays)
    over = play(state, 0, "Od0", "nothing")
    assert [value(over, god) for god in ("Fa", "Th", "Od")] == [-3, -1, 0]
    assert GAME.outcome(over).scores == (0, -17, -2)
    assert GAME.outcome(over).ranks == (1, 3, 2)


@pytest.mark.rule("THR-R-24")
def test_a_value_is_that_of_the_present_last_offering_changed_by_the_one_card_there():
    state = position(
        "Fa5 Od2", will=True, slots={"Fa": "x2", "Od": "+3"}, hands={0: "Fa1", 1: "Fa4"}, actions={2: "-2"}
    )
    assert value(state, "Fa") == 10
    state = play(state, 0, "Fa1", "Th")
    assert value(state, "Fa") == 2
    state = play(state, 1, "Fa4", "Th")
    assert value(state, "Fa") == 8
    assert value(state, "Od") == 5
    assert refused(state, 2, "-2>Fa").rule == "THR-64"
    state = play(state, 2, "-2<Fa")
    assert (value(state, "Fa"), value(state, "Od")) == (4, 5)


@pytest.mark.rule("THR-R-25")
@pytest.mark.parametrize(("last", "double"), [(0, 0), (1, 2), (5, 10)])
def test_the_last_offering_is_doubled(last, double):
    assert value(position(f"Fa{last}", will=True, slots={"Fa": "x2"}), "Fa") == double
    assert value(position(f"Fa{last}", will=True, slots={"Fa": "=5"}), "Fa") == 5
    assert value(position(f"Fa{last}", will=True, slots={"Fa": "=0"}), "Fa") == 0


@pytest.mark.rule("THR-R-26")
def test_after_mjollnirs_might_the_end_of_the_column_counts_and_later_offerings_follow_it():
    state = position("Fa4 Fa2 Fa0", will=True, actions={0: "MM"}, hands={1: "Fa3"}, displays={2: "Fa"})
    state = play(state, 0, "MM>Fa", ("Fa0", "Fa2", "Fa4"))
    assert (column(state, "Fa"), value(state, "Fa")) == ("Fa0 Fa2 Fa4", 4)
    state = play(state, 0, "Th")
    state = play(state, 1, "Fa3")
    assert (column(state, "Fa"), value(state, "Fa")) == ("Fa0 Fa2 Fa4 Fa3", 3)


@pytest.mark.rule("THR-R-26")
def test_mjollnirs_might_does_not_end_the_round_at_five_offerings():
    state = position("Fa0 Fa1 Fa2 Fa3 Fa4", will=True, actions={0: "MM"}, hands={1: "Od0"})
    state = play(state, 0, "MM>Fa", ("Fa4", "Fa3", "Fa2", "Fa1", "Fa0"))
    assert choices(state) == FIVE | {"draw"}
    assert asked(play(state, 0, "Th")).seat == 1


@pytest.mark.rule("THR-R-27")
def test_favorable_times_may_give_none_one_or_two_and_the_take_step_may_use_the_same_stack():
    state = play(position("Fa0", will=True, actions={0: "FT"}, displays={1: "Fa*2"}), 0, "FT>Fa")
    for n, left in (("0", 3), ("1", 2), ("2", 1)):
        after = play(state, 0, n)
        assert (shown(after, 0, "Fa"), stack(after, "Fa")) == (int(n), left)
        assert shown(play(after, 0, "Fa"), 0, "Fa") == int(n) + 1


@pytest.mark.rule("THR-R-28")
def test_oath_of_the_vanir_never_takes_from_oneself_and_must_be_done():
    state = play(position("Fa0", will=True, actions={0: "OV"}, displays={0: "Fa*3", 1: "Fa", 2: "Fa"}), 0, "OV>Fa")
    assert choices(state) == {"1", "2"}
    assert asked(state).lo == asked(state).hi == 1
    assert refused(state, 0, "0").rule == "THR-82"
    assert isinstance(refused(state, 1, "2"), NotYours)
    after = play(state, 0, "2")
    assert [shown(after, seat, "Fa") for seat in range(3)] == [4, 1, 0]


@pytest.mark.rule("THR-R-29", "THR-27")
def test_a_stack_that_was_empty_can_be_taken_from_in_the_same_turn_after_cry_from_valhalla():
    state = position("Fa0", will=True, actions={0: "CV"}, displays={0: "Fa*2", 1: "Fa*3"})
    state = play(state, 0, "CV>Fa")
    assert [shown(state, seat, "Fa") for seat in range(3)] == [1, 2, 0]
    assert stack(state, "Fa") == 2
    after = play(state, 0, "Fa")
    assert (shown(after, 0, "Fa"), stack(after, "Fa")) == (2, 1)


@pytest.mark.rule("THR-R-30")
def test_no_other_action_card_in_hand_scores():
    state = position("Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, spare=1)
    hand = actions(state, 1).split()
    assert len(hand) == 14
    over = play(state, 0, "Od5", "nothing")
    assert GAME.outcome(over).scores == (0, 6, 0)


@pytest.mark.rule("THR-R-31", "THR-61")
@pytest.mark.parametrize(("card", "then", "mine"), [("FT", ["2"], 2), ("OV", ["1"], 1)])
def test_god_cards_from_an_action_card_are_kept_when_one_draws_afterwards(card, then, mine):
    state = position("Fa0", will=True, actions={0: card}, displays={1: "Fa", 2: "Fa"}, deck="3G")
    state = play(state, 0, f"{card}>Fa", *then, "draw")
    assert shown(state, 0, "Fa") == mine
    assert actions(state, 0) == "3G"
    assert asked(state).seat == 1


# --- scoring, rounds, the rest -------------------------------------------------------------------------------------


@pytest.mark.rule("THR-R-32")
def test_offerings_in_hand_are_worth_nothing():
    for hand in ("Fa5 Th5 Nj5 Fr5", "Fa0 Th0 Nj0 Fr0"):
        state = position("Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5", 1: hand})
        assert GAME.outcome(play(state, 0, "Od5", "nothing")).scores == (0, 0, 0)


@pytest.mark.rule("THR-R-33")
def test_several_players_can_win():
    outcome = GAME.outcome(sprint(new("basic", 4), takes="Fa Fa Fa Od Od Od"))
    assert outcome.scores == (5, 5, 5, 0)
    assert outcome.ranks == (1, 1, 1, 4)


@pytest.mark.rule("THR-R-34")
def test_the_lot_is_drawn_in_the_first_round_only():
    for mode, seats, will in SETUPS:
        path = list(steps(new(mode, seats, will, rounds=seats), seed=4))
        assert [state.round for state, ask, _, _ in path if ask.kind == "lot"] == [1]
        starts = [r.start for r in path[-1][-1].state.played]
        assert starts == [(starts[0] + n) % seats for n in range(seats)]


@pytest.mark.rule("THR-R-35")
def test_more_rounds_than_players_are_refused():
    with pytest.raises(SetupError, match="rounds=4"):
        GAME.setup("basic", 3, {"rounds": "4"})


@pytest.mark.rule("THR-R-36")
def test_only_three_gifts_are_shown_in_the_scoring():
    state = position("Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, actions={1: "3G CV", 2: "=5"})
    result = apply(play(state, 0, "Od5"), 0, "nothing")
    named = {arg for event in result.events for arg in (*event.args, *event.secret) if isinstance(arg, str)}
    assert named == set()
    assert [event.args for event in result.events if event.kind == "scored.gifts"] == [(1, 3)]
    for viewer in (0, 1, 2, None):
        seen = GAME.view(result.state, viewer).seen
        assert seen.outcome is not None
        assert set(seen.aside) == {BACK}
        assert set(seen.deck) == {BACK}
        for seat in range(3):
            assert seat == viewer or set(seen.offerings[seat]) | set(seen.actions[seat]) <= {BACK}


@pytest.mark.rule("THR-R-37")
def test_the_most_god_cards_bring_nothing_and_break_no_tie():
    state = position("Fa1 Th5 Od5 Od1 Od2 Od3 Od4", hands={0: "Od0"}, displays={0: "Fa*5", 1: "Th", 2: "Nj*5 Fr*5"})
    outcome = GAME.outcome(turns(state, "Od0 nothing"))
    assert outcome.scores == (5, 5, 0)
    assert outcome.ranks == (1, 1, 3)


@pytest.mark.rule("THR-R-38")
def test_only_totals_and_the_order_of_starting_carry_over():
    state = position(
        "Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, actions={1: "3G CV"}, out="MM =0", slots={"Fa": "=5"}
    )
    state = play(state.but(rounds=3), 0, "Od5", "Od")
    assert state.round == 2
    assert [GAME.view(state, None).total(seat) for seat in range(3)] == [5, 3, 0]
    assert (state.out, state.actions, state.slots) == ((), ((),) * 3, ((),) * 5)
    assert len(state.deck) == 14
    assert len(state.aside) == 30
    assert state.stacks == (5,) * 5


@pytest.mark.rule("THR-R-39")
@pytest.mark.parametrize(
    ("mode", "seats", "most"),
    [("basic", 3, 39), ("basic", 4, 39), ("basic", 5, 40), *(("big", n, 45) for n in (4, 5, 6))],
)
def test_every_turn_uses_up_a_card_for_good_so_that_every_round_ends(mode, seats, most):
    for seed in range(10):
        for before, _, _, result in steps(new(mode, seats, will=True), seed, avoider):
            after = result.state
            assert after.turn <= most
            if after.turn == before.turn + 1:
                played = sum(map(len, (*after.columns, *after.slots, after.out)))
                assert played == after.turn


REFUSED = [
    # what is tried in the position below, the clause that refuses it, the kind of refusal
    ("Fa5", "THR-21", Malformed),  # an offering of another hand
    ("Fa1", "THR-21", Malformed),  # one that has been placed
    ("no such card", "THR-21", Malformed),
    ("", "THR-21", Malformed),
    (("Od3", "Od4"), "THR-21", Malformed),
    ((), "THR-21", Malformed),
    ("-2>Fa", "THR-21", Malformed),  # an action card of another hand
    ("CV>Fa", "THR-64", NotLegal),
    ("CV<Od", "THR-65", NotLegal),
    ("3G>Od", "THR-73", NotLegal),
    ("3G>Fa", "THR-73", NotLegal),
    ("3G<Od", "THR-65", NotLegal),
    ("Od", "THR-21", Malformed),  # the wrong step
    ("draw", "THR-21", Malformed),
]


@pytest.mark.rule("THR-R-40")
@pytest.mark.parametrize(("said", "rule", "kind"), REFUSED)
def test_an_illegal_play_is_refused_with_a_reason_and_changes_nothing(said, rule, kind):
    state = position(
        "Fa0 Fa1", will=True, hands={0: "Od3 Od4", 1: "Fa5"}, actions={0: "CV 3G", 1: "-2"}, slots={"Fa": "=5"}
    )
    refusal = refused(state, 0, said)
    assert (type(refusal), refusal.rule) == (kind, rule)
    assert GAME.speaker(["Ann", "Bob", "Cid"]).plain(refusal.msg)
    assert isinstance(refused(state, 1, "Fa5"), NotYours)  # the wrong player


@pytest.mark.rule("THR-R-40")
@pytest.mark.parametrize(
    ("said", "rule", "kind"),
    [
        ("Th", "THR-27", NotLegal),
        ("draw", "THR-R-15", NotLegal),
        ("nothing", "THR-26", NotLegal),
        ("Ba", "THR-24", Malformed),
        ("Od3", "THR-24", Malformed),  # the wrong step
        (("Fa", "Od"), "THR-24", Malformed),
        ((), "THR-24", Malformed),
    ],
)
def test_an_illegal_take_is_refused_with_a_reason_and_changes_nothing(said, rule, kind):
    state = position("Fa0 Fa1", will=True, hands={0: "Od4 Od3"}, displays={1: "Th*5"}, spare=2)
    state = play(state, 0, "Od4")
    refusal = refused(state, 0, said)
    assert (type(refusal), refusal.rule) == (kind, rule)
    assert GAME.speaker(["Ann", "Bob", "Cid"]).plain(refusal.msg)


@pytest.mark.rule("THR-R-40", "THR-R-41")
def test_after_a_refusal_chance_goes_on_as_it_would_have():
    plain, dealer = list(steps(new(will=True), seed=9)), Dealer(9)
    state = new(will=True)
    for _, ask, said, result in plain:
        for seat in range(3):
            refused(state, seat, "no such choice")
        if ask.seat == CHANCE:
            assert dealer.answer(ask) == said
        state = GAME.apply(state, ask.seat, said).state
        assert GAME.pack(state) == GAME.pack(result.state)


@pytest.mark.rule("THR-R-41")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_chance_acts_in_the_set_up_only_in_this_order(mode, seats, will):
    rounds: dict[int, list[str]] = {}
    for state, ask, _, _ in steps(new(mode, seats, will, rounds=2), seed=6):
        if ask.seat == CHANCE:
            assert state.turn == 0
            rounds.setdefault(state.round, []).append("lot" if ask.kind == "lot" else str(ask.args[0]))
    shuffles = ["aside", "deck"] if will else ["aside"]
    assert rounds == {1: ["lot", *shuffles], 2: shuffles}


@pytest.mark.rule("THR-R-41")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_the_same_seed_and_the_same_answers_give_the_same_states(mode, seats, will):
    first = list(steps(new(mode, seats, will, rounds=2), seed=7))
    dealer, state = Dealer(7), new(mode, seats, will, rounds=2)
    for before, ask, said, result in first:
        assert GAME.pack(state) == GAME.pack(before)
        assert asked(state) == ask
        again = GAME.apply(state, ask.seat, dealer.answer(ask) if ask.seat == CHANCE else said)
        assert again.events == result.events
        state = again.state
    assert GAME.outcome(state) == GAME.outcome(first[-1][-1].state)
    assert GAME.outcome(state) != GAME.outcome(finished(new(mode, seats, will, rounds=2), seed=8))


@pytest.mark.rule("THR-R-42")
def test_a_match_broken_off_has_no_outcome_and_leaving_is_no_move():
    for state, ask, _, _ in steps(new(will=True, rounds=2), seed=2):
        assert GAME.outcome(state) is None
        assert len(state.played) == state.round - 1
        words = {codes([o.id]) for o in ask.options}
        assert not words & {"leave", "resign", "pass", "abandon"}
