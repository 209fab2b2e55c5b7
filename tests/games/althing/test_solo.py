"""Alone against Thorfinn."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.games.common import kinds, pile
from thorgames.core.errors import SetupError
from thorgames.games.althing.state import THORFINN

from .table import (
    BOX,
    GAME,
    PLAN,
    asked,
    begun,
    can,
    do,
    draw_pile,
    end,
    hear,
    idle,
    kind,
    new,
    position,
    refused,
    rival_acts,
    steps,
    symbols,
    why,
)

BOTH = pytest.mark.parametrize("mode", ["solo", "solo-hard"])
ACTIONS = {
    "a": ["advance"] * 4,
    "b": ["troll", "axe", "troll", "axe"],
    "c": ["axe", "troll", "axe", "gold"],
    "d": ["nothing"] * 4,
    "e": ["wood", "bones", "wood", "bones"],
    "f": ["gold", "gold", "gold", "wood"],
}
"""What each of his cards does on the stages 1 to 4."""
RECRUITS = {
    "a": (1, "dearest"),
    "b": (1, "cheapest"),
    "c": (2, "dearest"),
    "d": (2, "dearest"),
    "e": (1, "dearest"),
    "f": (2, "cheapest"),
}
SHIELDS = {"a", "b", "e"}


# --- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-801", "ALT-R-40")
@BOTH
def test_kattegat_b_and_the_sides_of_the_steps(mode):
    assert GAME.setup(mode, 1).options["sides"] == "b"
    for sides in ("a", "b"):
        state = begun(mode, 1, sides=sides)
        assert state.track[0] == "kattegat-b"
        assert len(state.track) == 6
        assert {card[-1] for card in state.track[1:5]} == {sides}
    seen = {card[-1] for seed in range(10) for card in begun(mode, 1, seed, sides="random").track[1:5]}
    assert seen == {"a", "b"}
    state = new(mode, 1, sides="table")
    while asked(state).seat < 0:
        state = GAME.apply(state, -1, tuple(str(i) for i in range(asked(state).lo))).state
    assert kind(state) == "sides 0"


@pytest.mark.rule("ALT-802", "ALT-803", "ALT-R-50")
@BOTH
def test_the_player_s_trolls_are_out_and_the_green_ones_are_thorfinn_s(mode):
    state = begun(mode, 1)
    assert (state.trolls, state.rival_trolls) == ((0,), 2)
    assert state.colours[0] != "green"
    assert len(state.hands[0]) == 4
    assert sorted((*state.hands[0], *state.draws[0])) == sorted(BOX.gods)


@pytest.mark.rule("ALT-803")
def test_the_six_cards_are_shuffled():
    states = [begun("solo", 1, seed) for seed in range(40)]  # Thorfinn's Axe may have struck already
    assert len({pile(" ".join((*state.hands[0], *state.discards[0]))) for state in states}) == 4


@pytest.mark.rule("ALT-804", "ALT-810", "ALT-R-60")
@BOTH
def test_thorfinn_is_first_and_cannot_be_otherwise(mode):
    assert "first" not in [setting.id for setting in GAME.settings(mode, 1)]
    state, events = new(mode, 1), []
    for before, ask, _, result in steps(state, 4, idle):
        if ask.kind == "act" and before.turn == 1:
            break
        events += kinds(list(result.events))
    assert events.index("rival.reveals") < events.index("rival.recruits") < events.index("phase")


@pytest.mark.rule("ALT-805", "ALT-R-41")
@BOTH
def test_he_starts_on_the_first_stage_and_the_player_on_kattegat(mode):
    for seed in range(40):
        state = begun(mode, 1, seed)
        assert state.pawns == (0,)
        assert state.rival == (2 if state.plan_now == ("thorfinn-a",) else 1)


@pytest.mark.rule("ALT-806")
@BOTH
def test_the_row_has_four_cards(mode):
    for seed in range(10):
        state = begun(mode, 1, seed)
        assert [len(slot) for slot in state.row] == [1] * 4
        assert len(state.deck) + len(state.rival_hand) == 26


@pytest.mark.rule("ALT-807", "ALT-831", "ALT-830")
@BOTH
def test_his_deck_is_shuffled_and_one_card_is_revealed(mode):
    seen = set()
    for seed in range(30):
        state = begun(mode, 1, seed)
        assert len(state.plan_now) == 1
        wanted = set(PLAN) - ({"thorfinn-d"} if mode == "solo-hard" else set())
        assert Counter((*state.plan_now, *state.plan)) == Counter(wanted)
        seen.add(state.plan_now[0])
    assert seen == wanted


@pytest.mark.rule("ALT-R-52")
@BOTH
def test_no_fork_and_no_campaign_alone(mode):
    assert begun(mode, 1).fork is False
    for other in ("alternative", "campaign-1", "campaign-2", "campaign-3", "standard", "new"):
        with pytest.raises(SetupError):
            GAME.setup(other, 1)
    with pytest.raises(SetupError):
        GAME.setup(mode, 2)
    with pytest.raises(SetupError):
        GAME.setup(mode, 1, {"kattegat": "a"})


# --- his turn ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-810", "ALT-814", "ALT-R-60")
def test_his_turn_comes_before_the_player_s_phase():
    state, events = rival_acts("thorfinn-c", 1, hands={0: "odin*3 thor"})
    parts = ("rival.reveals", "rival.recruits", "rival.axed", "phase")
    order = [k for k in kinds(events) if k in parts]
    assert order == ["rival.reveals", "rival.recruits", "rival.recruits", "rival.axed", "phase"]
    assert kind(state) == "act 0"
    assert state.turn == 4


@pytest.mark.rule("ALT-811", "ALT-R-44")
@pytest.mark.parametrize("letter", RECRUITS)
def test_he_recruits_one_or_two_of_the_dearest_or_cheapest(letter):
    """Costs in the row: 3, 6, 2, 6; the deck holds one of 5, then one of 2."""
    n, which = RECRUITS[letter]
    state, events = rival_acts(
        f"thorfinn-{letter}", 1, row="floki olaf siggy olaf", deck="bjorn gudrid", hands={0: "odin*4"}
    )
    taken = [event.args[0] for event in events if event.kind == "rival.recruits"]
    first = {"dearest": ["olaf", "olaf"], "cheapest": ["siggy", "floki"]}[which]
    assert taken == first[:n]
    assert state.rival_hand == pile(" ".join(taken))
    row = [slot[0] for slot in state.row]
    if which == "dearest":  # the left one of the two, then the other
        assert row == (["floki", "bjorn", "siggy", "olaf"] if n == 1 else ["floki", "bjorn", "siggy", "gudrid"])
    else:
        assert row == (["floki", "olaf", "bjorn", "olaf"] if n == 1 else ["gudrid", "olaf", "bjorn", "olaf"])


@pytest.mark.rule("ALT-R-44")
def test_his_second_card_may_be_the_one_just_revealed():
    _, events = rival_acts("thorfinn-d", 1, row="floki hild siggy gudrid", deck="olaf bjorn", hands={0: "odin*4"})
    assert [e.args[0] for e in events if e.kind == "rival.recruits"] == ["floki", "olaf"]


@pytest.mark.rule("ALT-R-44", "ALT-R-31")
@pytest.mark.parametrize(
    ("row", "taken"), [("- - siggy -", ["siggy"]), ("- - - -", []), ("floki - - hild", ["floki", "hild"])]
)
def test_he_takes_what_there_is(row, taken):
    state, events = rival_acts("thorfinn-d", 1, row=row, rest="rival", hands={0: "odin*4"})
    assert [e.args[0] for e in events if e.kind == "rival.recruits"] == taken
    assert state.row == ((),) * 4


@pytest.mark.rule("ALT-812", "ALT-810", "ALT-R-60")
@pytest.mark.parametrize(("letter", "place"), list(product(ACTIONS, (1, 2, 3, 4))))
def test_each_card_does_on_each_stage_what_it_says(letter, place):
    action = ACTIONS[letter][place - 1]
    before = position("solo", 1, hands={0: "odin*3 thor"}, rival=place, plan_now="thorfinn-d")
    state, events = rival_acts(f"thorfinn-{letter}", place, hands={0: "odin*3 thor"})
    after = [k for k in kinds(events) if k.startswith("rival")][-1]
    wanted = {"advance": "rival.advances", "troll": "rival.trolled", "axe": "rival.axed", "nothing": "rival.rests"}
    assert after == wanted.get(action, "rival.short")
    assert state.rival == place + (action == "advance")
    assert state.shortage == (action if action in ("gold", "wood", "bones") else "")
    assert state.rival_trolls == before.rival_trolls - (action == "troll")
    assert (draw_pile(state, 0)[0] == "troll-green") == (action == "troll")
    assert len(state.hands[0]) == 4 - (action == "axe")


@pytest.mark.rule("ALT-R-60", "ALT-810")
def test_only_one_card_a_turn():
    state, events = rival_acts("thorfinn-d", 1, then="thorfinn-a", hands={0: "odin*4"})
    assert kinds(events).count("rival.reveals") == 1
    assert state.plan_now == ("thorfinn-d",)
    assert state.plan == ("thorfinn-a",)


@pytest.mark.rule("ALT-820", "ALT-R-42", "ALT-R-60")
@BOTH
def test_the_deck_is_shuffled_only_when_it_is_empty_at_the_end_of_a_turn(mode):
    state = begun(mode, 1)
    n = 6 if mode == "solo" else 5
    seen = []
    for turn in range(1, 3 * n + 1):
        while kind(state) == "dodge.rival 0":
            state = do(state, "")
        seen.append(state.plan_now[0])
        assert state.turn == turn
        assert len(state.plan) == n - 1 - (turn - 1) % n
        state, events = hear(state, "end", "")
        assert ("rival.shuffles" in kinds(events)) == (turn % n == 0)
    for at in range(0, len(seen), n):
        assert len(set(seen[at : at + n])) == n


@pytest.mark.rule("ALT-820", "ALT-R-42")
def test_a_new_pass_may_begin_with_any_card():
    first = set()
    state = position("solo", 1, hands={0: "odin*4"}, plan_now="thorfinn-d", plan="")
    asks = GAME.apply(GAME.apply(state, 0, ("end",)).state, 0, ()).state
    assert (GAME.pending(asks).mode, asked(asks).args) == ("chance", ("plan", 6))
    for top in range(6):
        order = (str(top), *(str(i) for i in range(6) if i != top))
        first.add(GAME.apply(asks, -1, order).state.plan_now[0])
    assert first == set(PLAN)


# --- Troll, Axe ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-R-45", "ALT-812")
def test_his_troll_may_be_dodged_with_untroll():
    state, _ = rival_acts("thorfinn-b", 1, hands={0: "freyr gudrid hild odin"})
    assert kind(state) == "dodge.rival 0"
    assert can(state) == {"freyr", "gudrid"}
    dodged, events = hear(state, "gudrid")
    assert "rival.dodged" in kinds(events)
    assert dodged.rival_trolls == 2
    assert dodged.discards[0] == ("gudrid",)
    assert len(dodged.hands[0]) == 3
    hit = do(state, "")
    assert (hit.rival_trolls, draw_pile(hit, 0)[0]) == (1, "troll-green")


@pytest.mark.rule("ALT-R-45")
def test_without_a_troll_in_his_area_nothing_happens_and_nothing_is_asked():
    state, events = rival_acts("thorfinn-b", 1, hands={0: "freyr odin*3"}, discards={0: "troll-green*2"})
    assert "rival.nothing" in kinds(events)
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-R-45", "ALT-411")
def test_untroll_gives_a_troll_back_to_thorfinn():
    state = position("solo", 1, hands={0: "gudrid odin"}, draws={0: "troll-green*2"})
    assert state.rival_trolls == 0
    state = do(state, f"gudrid:untroll:{THORFINN}")
    assert state.rival_trolls == 1
    assert state.owned[0].count("troll-green") == 1


@pytest.mark.rule("ALT-815", "ALT-R-45")
def test_the_player_s_troll_and_storm_do_nothing():
    state = position("solo", 1, hands={0: "thor floki horik odin"}, rival_hand="hild")
    assert symbols(state) == {"axe"}
    for symbol in ("thor:troll", "floki:troll", "horik:storm"):
        assert why(state)[symbol][1] == "ALT-815"
        refused(state, f"{symbol}:{THORFINN}")


@pytest.mark.rule("ALT-815")
def test_the_reason_does_not_promise_that_they_will_work_later():
    state = position("solo", 1, hands={0: "thor horik odin"})
    speaker = GAME.speaker(("Ann",))
    for barred in GAME.barred(GAME.view(state, 0), asked(state)):
        if barred.rule == "ALT-815":
            assert not speaker.plain(barred.why).endswith("yet.")


@pytest.mark.rule("ALT-816", "ALT-R-46")
@pytest.mark.parametrize("hit", ["odin", "olaf", "troll-green", "thor"])
def test_his_axe_discards_a_random_card_which_he_does_not_play(hit):
    state = position(
        "solo", 1, hands={0: "odin olaf troll-green thor"}, rival=1, plan="thorfinn-c", plan_now="thorfinn-d"
    )
    asks = GAME.apply(GAME.apply(state, 0, ("end",)).state, 0, ()).state
    if kind(asks) == "dodge.rival 0":
        assert asked(asks).options == ()
        asks = GAME.apply(asks, 0, ()).state
    assert (GAME.pending(asks).mode, len(asked(asks).options)) == ("chance", 4)
    after = GAME.apply(asks, -1, (str(asks.hands[0].index(hit)),)).state
    assert after.discards[0] == (hit,)
    assert hit not in after.hands[0]
    assert after.rival_hand == asks.rival_hand
    assert (after.rival_trolls, after.shortage) == (1, "")
    assert kind(after) == "act 0"


@pytest.mark.rule("ALT-R-46", "ALT-450")
def test_a_shield_blocks_his_axe():
    state, _ = rival_acts("thorfinn-c", 1, hands={0: "freyr aslaug gudrid odin"})
    assert can(state) == {"freyr", "aslaug"}
    state = do(state, "aslaug")
    assert state.hands[0] == pile("freyr gudrid odin")
    assert state.discards[0] == ("aslaug",)


@pytest.mark.rule("ALT-R-46")
def test_his_axe_at_the_last_cards_of_a_hand_renews_the_pile():
    hands, kept = {0: "odin*4"}, {0: "thor"}
    state, _ = rival_acts("thorfinn-c", 1, hands=hands, discards=kept, draws={0: ""}, reserve=False)
    assert len(state.hands[0]) == 3
    assert draw_pile(state, 0)


# --- Shortage ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-813", "ALT-R-47", "ALT-819")
def test_under_a_shortage_of_gold_one_cannot_recruit_nor_pay_gold():
    given = {"hands": {0: "odin hild floki gudrid"}, "row": "siggy", "pawns": (0,)}
    assert {"recruit", "stage:1"} <= can(position("solo", 1, **given))
    state = position("solo", 1, shortage="gold", **given)
    assert not {"recruit", "stage:1"} & can(state)
    assert why(state)["stage:1"] == ("why.short", "ALT-813")
    assert GAME.view(state, 0).gives("hild") == (0, 0, 1)
    track = "snekkar-b knorrer-b eldaskali-b kernelyd-b"
    no_gold = position("solo", 1, hands={0: "floki*2 sigvaar"}, pawns=(0,), track=track, shortage="gold")
    assert do(no_gold, "stage", "floki*2 sigvaar").pawns == (1,)


@pytest.mark.rule("ALT-813", "ALT-R-47", "ALT-R-06")
@pytest.mark.parametrize(("of", "able"), [("wood", False), ("bones", True), ("gold", False)])
def test_a_stage_that_does_not_ask_for_it_can_be_completed(of, able):
    track = "eldaskali-a knorrer-b snekkar-b kernelyd-b"  # 3, 2, 0
    state = position("solo", 1, hands={0: "odin hild floki"}, pawns=(0,), track=track, shortage=of)
    assert ("stage:1" in can(state)) == able
    if of == "bones":
        assert "recruit" in can(position("solo", 1, hands={0: "odin"}, row="siggy", shortage=of))
        assert GAME.view(state, 0).gives("hild") == (2, 0, 0)


@pytest.mark.rule("ALT-813", "ALT-R-47", "ALT-R-60")
def test_a_shortage_ends_with_the_player_s_phase():
    state, events = rival_acts("thorfinn-f", 1, then="thorfinn-d", plan_now="thorfinn-e", hands={0: "odin*4"})
    assert "rival.short" in kinds(events)
    assert state.shortage == "gold"
    assert "recruit" not in can(state)
    state = end(state)
    assert state.shortage == ""
    assert "recruit" in can(state)


@pytest.mark.rule("ALT-818", "ALT-430", "ALT-R-47")
@pytest.mark.parametrize(("letter", "place", "of"), [("f", 1, "gold"), ("e", 1, "wood"), ("e", 2, "bones")])
def test_great_weather_is_played_against_each_shortage(letter, place, of):
    state, _ = rival_acts(f"thorfinn-{letter}", place, hands={0: "siggy halldora odin thor"}, row="gudrid")
    assert kind(state) == "dodge.rival 0"
    assert asked(state).args == (f"rival.shortage.{of}",)
    assert can(state) == {"siggy", "halldora"}
    dodged = do(state, "siggy")
    assert dodged.shortage == ""
    assert dodged.discards[0] == ("siggy",)
    hit = do(state, "")
    assert hit.shortage == of
    assert "great-weather" not in symbols(hit)  # only at that moment
    assert why(hit)["siggy:great-weather"][0] == "why.reaction"


@pytest.mark.rule("ALT-R-47")
def test_the_taken_card_of_an_axe_gives_nothing_of_it_either():
    state = position(
        "solo", 1, hands={0: "sigvaar odin"}, rival_hand="horik", shortage="gold", plan_now="thorfinn-f", row="siggy"
    )
    state = do(state, f"sigvaar:axe:{THORFINN}", "!horik")
    assert can(state) == {"leave"}
    assert why(state)["recruit"][0] == "why.no-gold"


# --- the player's Axe ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-817", "ALT-R-48")
@pytest.mark.parametrize("letter", RECRUITS)
def test_an_axe_on_thorfinn_unless_his_card_shows_a_shield(letter):
    state = position("solo", 1, hands={0: "thor odin"}, rival_hand="hild", plan_now=f"thorfinn-{letter}")
    assert ("axe" in symbols(state)) == (letter not in SHIELDS)
    if letter in SHIELDS:
        assert why(state)["thor:axe"][1] in ("ALT-817", "ALT-R-48", "ALT-343")


@pytest.mark.rule("ALT-R-48")
def test_not_when_his_hand_is_empty():
    assert symbols(position("solo", 1, hands={0: "thor odin"})) == set()


@pytest.mark.rule("ALT-817", "ALT-R-48")
def test_a_random_card_is_taken_settled_and_out_of_the_game():
    state = position("solo", 1, hands={0: "thor odin"}, rival_hand="hild floki olaf", row="siggy")
    asks = GAME.apply(state, 0, (f"thor:axe:{THORFINN}",)).state
    assert (GAME.pending(asks).mode, len(asked(asks).options)) == ("chance", 3)
    state = do(state, f"thor:axe:{THORFINN}", "!hild")
    assert kind(state) == "act.taken 0"
    assert state.rival_taken == ("hild",)
    used = do(state, "recruit", "", "siggy")
    assert used.rival_discards == ("hild",)
    assert used.rival_hand == ("floki", "olaf")
    assert "hild" not in used.owned[0]
    assert used.discards[0] == pile("siggy thor")
    left, events = hear(state, "leave")
    assert kinds(events) == ["left.rival"]
    assert left.rival_discards == ("hild",)
    plot = do(state, "hild:plot:-1", "0 1")
    assert plot.rival_discards == ("hild",)


@pytest.mark.rule("ALT-R-48", "ALT-R-23")
def test_a_taken_axe_takes_again_and_thorfinn_is_never_asked():
    state = position("solo", 1, hands={0: "thor odin"}, rival_hand="sigvaar hild")
    state = do(state, f"thor:axe:{THORFINN}", "!sigvaar", f"sigvaar:axe:{THORFINN}")
    assert kind(state) == "act.taken 0"
    assert (state.rival_taken, state.rival_discards) == (("hild",), ("sigvaar",))


@pytest.mark.rule("ALT-R-48")
def test_his_shield_holds_for_the_whole_turn():
    state = position("solo", 1, hands={0: "thor sigvaar odin"}, rival_hand="hild", plan_now="thorfinn-b", row="siggy")
    assert "axe" not in symbols(state)
    state = do(state, "recruit", "odin", "siggy")
    assert "axe" not in symbols(state)


# --- Veteran, the end ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-R-49", "ALT-470")
def test_thorfinn_brings_veteran_into_force_by_moving_onto_the_stage():
    track = "vegvisir-b drakkar-b eldaskali-b kernelyd-b"
    state, events = rival_acts("thorfinn-a", 1, track=track, hands={0: "odin*4"})
    assert (state.rival, state.veteran) == (2, True)
    assert "veteran" in kinds(events)
    assert len(state.hands[0]) == 4
    assert len(end(state).hands[0]) == 5


@pytest.mark.rule("ALT-R-49")
def test_standing_on_the_first_stage_does_not_count():
    for seed in range(60):
        state = begun("solo", 1, seed)
        if BOX.cards[state.track[1]].veteran and state.rival == 1:
            assert not state.veteran
            break
    else:
        raise AssertionError("no such game")
    track = "drakkar-b vegvisir-b eldaskali-b kernelyd-b"
    state = position("solo", 1, track=track, pawns=(0,), rival=1, hands={0: "horik floki gudrid"})
    state = do(state, "stage", "horik floki gudrid")
    assert state.veteran


@pytest.mark.rule("ALT-R-43")
@pytest.mark.parametrize("extra", ["", "thor"])
def test_the_player_wins_at_once_when_he_is_there_and_thorfinn_is_not(extra):
    track = "vegvisir-b knorrer-b eldaskali-b kernelyd-b"
    state = position("solo", 1, track=track, pawns=(4,), rival=4, hands={0: f"odin hild floki {extra}"})
    state = do(state, "stage", "odin hild floki")
    assert state.outcome is not None, "the player has won, but is asked to go on"
    assert (state.outcome.reason, state.outcome.ranks) == ("end.solo.won", (1,))


@pytest.mark.rule("ALT-R-43")
def test_after_thorfinn_the_player_still_has_his_phase_and_may_tie():
    track = "vegvisir-b knorrer-b eldaskali-b kernelyd-b"
    state, events = rival_acts("thorfinn-a", 4, track=track, pawns=(4,), hands={0: "odin hild floki gudrid"})
    assert "rival.advances" in kinds(events)
    assert (state.rival, kind(state)) == (5, "act 0")
    tie = do(state, "stage", "odin hild floki")
    tie = end(tie) if tie.outcome is None else tie
    assert (tie.outcome.reason, tie.outcome.ranks) == ("end.solo.tie", (2,))
    lost = end(state)
    assert (lost.outcome.reason, lost.outcome.ranks) == ("end.solo.lost", (2,))


@pytest.mark.rule("ALT-R-42", "ALT-830", "ALT-831")
def test_exactly_one_card_advances_him_and_on_every_stage():
    advancing = {
        card: [type(action).__name__ == "TAdvance" for op in BOX.ops[card] for action in getattr(op, "all", ())]
        for card in PLAN
    }
    assert [card for card, moves in advancing.items() if any(moves)] == ["thorfinn-a"]
    assert advancing["thorfinn-a"] == [True] * 4
    assert not BOX.cards["thorfinn-a"].easy_only
    assert [card for card in PLAN if BOX.cards[card].easy_only] == ["thorfinn-d"]
    assert RECRUITS.keys() == ACTIONS.keys()


@pytest.mark.rule("ALT-R-42")
def test_nothing_the_player_does_moves_thorfinn():
    for mode in ("solo", "solo-hard"):
        for seed in range(8):
            for before, ask, _, result in steps(new(mode, 1), seed):
                if result.state.rival != before.rival and before.rival > 0:
                    assert result.state.rival == before.rival + 1
                    assert result.state.plan_now == ("thorfinn-a",)
                    assert ask.kind in ("discard", "act", "shuffle", "viking", "stage", "reserve", "plot", "act.taken")


@pytest.mark.rule("ALT-R-51", "ALT-830", "ALT-831")
def test_a_faster_player_ends_the_game_earlier():
    track = "vegvisir-b knorrer-b eldaskali-b kernelyd-b"
    state = position("solo", 1, turn=7, track=track, pawns=(4,), rival=2, hands={0: "odin hild floki"})
    state = do(state, "stage", "odin hild floki")
    assert (state.outcome.reason, state.turn) == ("end.solo.won", 7)


@pytest.mark.rule("ALT-R-39", "ALT-740")
def test_the_reserve_may_be_played_with():
    state = do(position("solo", 1, hands={0: "odin hild"}, reserve=True), "end", "hild", "")
    assert state.reserves[0] == ("hild",)
