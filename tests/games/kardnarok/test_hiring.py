"""Mercenaries: who can hire whom, offers, answers, the bidding with three players, and how a mercenary helps.

The attacker, seat 0, stands at 4 against 12 where nothing else is said. ``-1`` is an offer to all.
"""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told

from .combat import (
    GAME,
    asked,
    can,
    do,
    hear,
    kind,
    made_up,
    norn,
    norns_of,
    onward,
    position,
    refused,
    stand,
    swaps,
    uses,
    why,
)

STRONG = {"armies": {0: "jotunn*2", 1: "villager*2"}, "heroes": {0: "harald"}}
WEAK = {"armies": {0: "villager*2", 1: "jotunn*2"}, "heroes": {1: "harald"}}
HELP = {2: "thor idun", 3: "thor ran"}


def three(**given):
    """Three players; the attacker is about to open a negotiation with seat 2."""
    given.setdefault("hands", HELP)
    given = WEAK | given
    given["hands"] = {seat: held for seat, held in given["hands"].items() if seat < 3}
    return position("act", 3, **given)


def four(**given):
    """Four players; seats 2 and 3 are outside."""
    given.setdefault("hands", HELP)
    return position("act", 4, **(WEAK | given))


def contracts(state):
    """(kingdom, fee, serves) of attacker's and defender's contracts."""
    return tuple(c and (c.kingdom, c.fee, c.serves) for c in state.fight.contracts)


# --- who can, and when ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-300", "KRD-R-33", "KRD-309", "KRD-231")
def test_to_open_a_negotiation_is_to_be_through_with_the_own_actions():
    state = three(hands={0: "villager skadi freya jarl", 2: "thor"}, rituals="thor odin")
    assert {"villager", "thor:jarl", "norn:skadi:0", "hire"} <= can(state)
    state, events = hear(state, "hire")
    assert kinds(events) == ["hire.opened"]
    assert state.fight.closed == (True, False)
    state = do(state, "withdraw")
    assert (kind(state), can(state), len(swaps(state))) == ("act 0", set(), 1)
    assert why(state)["villager"] == ("why.closed", "KRD-R-33")
    assert why(state)["norn:skadi:0"] == ("why.closed", "KRD-R-33")


@pytest.mark.rule("KRD-R-33", "KRD-231")
def test_nobody_must_use_everything_up_before():
    assert "hire" in can(three(hands={0: "villager*3 skadi*2", 2: "thor"}))


@pytest.mark.rule("KRD-R-33", "KRD-303", "KRD-R-39")
def test_there_is_one_negotiation_in_a_combat_whether_or_not_it_succeeds():
    for said in (("withdraw",), ("2:1", "stop", "", "withdraw")):
        state = do(three(), "hire", *said)
        assert (kind(state), can(state)) == ("act 0", set())
    state = do(three(hands={2: "thor"}), "hire", "2:1", "stop", "accept", "thor")
    assert (kind(state), can(state)) == ("act 0", set())


@pytest.mark.rule("KRD-300")
def test_only_the_losing_kingdom_and_only_somebody_outside():
    state = do(four(), "hire")
    assert can(state) == {"2", "3", "-1", "withdraw"}
    refused(state, "1")
    refused(four(), "hire", seat=1)
    state = position("act", 4, fight=(3, 1), armies={3: "jotunn*2"}, heroes={3: "harald"})
    assert kind(state) == "act 1"
    assert can(do(state, "hire")) == {"2", "0", "-1", "withdraw"}


@pytest.mark.rule("KRD-301", "KRD-R-39", "KRD-R-45")
def test_only_bronze_in_hand_can_be_offered_and_none_without_any():
    """KRD-X-10: with 5 bronze all from 1 to 5, to one or to all."""
    for target in ("2", "3", "-1"):
        assert can(do(four(), "hire", target)) == {"1", "2", "3", "4", "5", "withdraw"}
    assert can(do(three(bronze={0: 2}), "hire")) == {"2:1", "2:2", "withdraw"}
    assert "hire" not in can(three(bronze={0: 0}))
    assert "hire" not in can(four(bronze={0: 0}))


@pytest.mark.rule("KRD-301", "KRD-R-39")
def test_a_least_fee_by_a_fixed_rule():
    assert "hire" not in can(three(bronze={0: 1}, omens="rag-loki"))
    assert can(do(three(omens="rag-loki"), "hire")) == {"2:2", "2:3", "2:4", "2:5", "withdraw"}


@pytest.mark.rule("KRD-R-39", "KRD-R-43")
def test_nobody_can_be_hired_when_nobody_is_free():
    state = three(hands={1: "freya", 2: "thor*2 longships"}, armies={1: "jarl villager"}, heroes={}, coins={0: 3})
    state = do(state, "hire", "2:1", "stop", "accept", "thor")
    assert (stand(state), kind(state)) == ((7, 6), "act 1")
    assert "hire" not in can(state)


# --- offers and answers --------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-302", "KRD-R-39")
def test_an_offer_to_one_kingdom_asks_that_one_alone():
    """KRD-X-10: 1 offered to one named kingdom."""
    state, events = hear(four(), "hire", "3", "1")
    assert told(events, "offered") == [(0, 1, 3)]
    assert kind(state) == "answer.attack 3"
    assert can(state) == {"accept", "ask:2", "ask:3", "ask:4", "ask:5"}
    state, events = hear(state, "accept")
    assert contracts(state) == ((3, 1, True), None)
    assert told(events, "signed.serve") == [(3, 0, 1)]
    assert kind(state) == "help 3"


@pytest.mark.rule("KRD-302", "KRD-R-39", "KRD-R-40")
def test_an_offer_to_all_goes_to_the_first_asked_who_accepts_and_can_help():
    """KRD-X-10: 2 offered to all; clockwise from the hirer."""
    state, events = hear(four(hands={2: "skadi", 3: "thor"}), "hire", "-1", "2")
    assert told(events, "offered.all") == [(0, 2, -1)]
    assert (kind(state), can(state)) == ("answer.attack 2", set())
    state = do(state, "")
    assert kind(state) == "answer.attack 3"
    state = do(state, "accept")
    assert contracts(state) == ((3, 2, True), None)
    state = do(four(), "hire", "-1", "2")
    assert kind(state) == "answer.attack 2"
    assert contracts(do(state, "accept")) == ((2, 2, True), None)


@pytest.mark.rule("KRD-302", "KRD-R-39")
def test_all_are_asked_clockwise_from_the_hirer():
    state = position("act", 4, fight=(1, 3), armies={3: "jotunn*2"}, hands={0: "thor", 2: "thor"})
    state = do(state, "hire", "-1", "1")
    assert kind(state) == "answer.attack 2"
    assert kind(do(state, "")) == "answer.attack 0"


@pytest.mark.rule("KRD-304", "KRD-R-39")
def test_the_kingdom_asked_may_refuse():
    state, events = hear(four(), "hire", "-1", "2", "", "")
    assert told(events, "answered.refuse") == [(2,), (3,)]
    assert kind(state) == "offer 0"
    assert contracts(state) == (None, None)


@pytest.mark.rule("KRD-304", "KRD-R-39")
def test_it_may_ask_for_more_once_and_no_more_than_the_hirer_has():
    state = do(four(bronze={0: 4}), "hire", "2", "2")
    assert can(state) == {"accept", "ask:3", "ask:4"}
    state, events = hear(state, "ask:4")
    assert told(events, "answered.ask") == [(2, 4)]
    assert (kind(state), can(state)) == ("agree 0", {"2", "decline"})
    agreed, events = hear(state, "2")
    assert contracts(agreed) == ((2, 4, True), None)
    assert told(events, "agree.agreed") == [(0, 2, 4)]
    state = do(state, "decline")
    assert kind(state) == "offer 0"
    state = do(state, "2")
    assert can(state) == {"3", "4", "withdraw"}  # above the offer; what was asked is no offer
    state = do(state, "3")
    assert can(state) == {"accept"}


@pytest.mark.rule("KRD-R-39", "KRD-304")
def test_an_acceptance_goes_before_what_others_have_asked():
    state = do(four(), "hire", "-1", "2", "ask:3", "accept")
    assert contracts(state) == ((3, 2, True), None)


@pytest.mark.rule("KRD-R-39", "KRD-304")
def test_of_several_who_ask_the_hirer_may_agree_to_one():
    state = do(four(), "hire", "-1", "2", "ask:5", "ask:3")
    assert (kind(state), can(state)) == ("agree 0", {"2", "3", "decline"})
    assert contracts(do(state, "3")) == ((3, 3, True), None)
    assert contracts(do(state, "2")) == ((2, 5, True), None)
    state = do(state, "decline", "-1", "4")
    assert (kind(state), can(state)) == ("answer.attack 2", {"accept"})
    state = do(state, "")
    assert (kind(state), can(state)) == ("answer.attack 3", {"accept"})


@pytest.mark.rule("KRD-R-39")
def test_each_offer_is_higher_than_all_before_to_that_kingdom():
    state = do(four(), "hire", "2", "2", "")
    assert can(do(state, "2")) == {"3", "4", "5", "withdraw"}
    assert can(do(state, "3")) == {"1", "2", "3", "4", "5", "withdraw"}
    assert can(do(state, "-1")) == {"3", "4", "5", "withdraw"}
    state = do(state, "3", "1", "")
    assert can(do(state, "-1")) == {"3", "4", "5", "withdraw"}
    assert can(do(state, "3")) == {"2", "3", "4", "5", "withdraw"}
    state = do(four(), "hire", "-1", "4", "", "")
    assert can(do(state, "2")) == {"5", "withdraw"}
    assert can(do(state, "3")) == {"5", "withdraw"}


@pytest.mark.rule("KRD-R-39")
def test_three_offers_at_most():
    state = do(four(), "hire", "2", "1", "", "3", "1", "", "2", "2")
    state, events = hear(state, "")
    assert kinds(events)[:2] == ["answered.refuse", "hire.over"]
    assert kind(state) == "act 0"
    state = do(three(), "hire", "2:1", "stop", "", "2:2", "stop", "", "2:3", "stop")
    _, events = hear(state, "")
    assert "hire.over" in kinds(events)


@pytest.mark.rule("KRD-R-39")
def test_what_cannot_be_topped_ends_it():
    state, events = hear(do(four(bronze={0: 1}), "hire", "-1", "1"), "", "")
    assert "hire.over" in kinds(events)
    state = do(four(bronze={0: 1}), "hire", "2", "1", "")
    assert can(state) == {"3", "withdraw"}
    assert kind(do(three(bronze={0: 1}), "hire", "2:1", "stop", "")) == "act 0"


@pytest.mark.rule("KRD-R-39")
def test_to_withdraw_is_always_possible():
    state, events = hear(four(), "hire", "withdraw")
    assert told(events, "hire.withdrawn") == [(0,)]
    assert contracts(state) == (None, None)
    state, events = hear(four(), "hire", "2", "withdraw")
    assert (told(events, "hire.withdrawn"), kind(state)) == ([(0,)], "act 0")
    state = do(four(), "hire", "2", "1", "", "withdraw")
    assert kind(state) == "act 0"
    assert state.bronze == (5, 5, 5, 5)


# --- able to help --------------------------------------------------------------------------------------------------

ABLE = [
    # Norns of a kingdom outside, whether it is of use to an attacker, and to a defender
    ("thor", True, False),
    ("longships", True, False),
    ("arrows", True, False),
    ("tyr", False, True),
    ("shieldwall", False, True),
    ("heimdall", False, True),
    ("odin", True, True),
    ("idun", True, True),
    ("bragi", True, True),
    ("ran", True, True),
    ("loki", False, False),
    ("hela", False, False),
    ("skadi", False, False),
    ("fenrir", False, False),
    ("jormungandr", False, False),
    ("sleipnir", False, False),
    ("ratatosk", False, False),
    ("runestone", False, False),
    ("freya", False, False),
    ("urd", False, False),
    ("verdandi", False, False),
    ("skuld", False, False),
    ("assassin", False, False),
    ("disease", False, False),
    ("hugin", False, False),
    ("frey", False, False),
    ("valkyries", False, False),
]


@pytest.mark.rule("KRD-306", "KRD-R-40", "KRD-305")
@pytest.mark.parametrize(("held", "attack", "defence"), ABLE)
def test_which_norns_make_a_kingdom_able_to_help(held, attack, defence):
    state = do(three(hands={2: held}), "hire", "2:1", "stop")
    assert kind(state) == "answer.attack 2"
    assert ("accept" in can(state)) == attack
    given = {"armies": {0: "jotunn*2", 1: "villager*2"}, "heroes": {0: "harald"}}
    state = do(position("act", hands={2: held}, **given), "hire", "2:1", "stop")
    assert kind(state) == "answer.defence 2"
    assert ("accept" in can(state)) == defence


def test_every_norn_is_in_the_table():
    assert {card for card, *_ in ABLE} == {card.id for card in GAME.box.cards.values() if card.kind == "norn"}


@pytest.mark.rule("KRD-306", "KRD-R-40")
@pytest.mark.parametrize(
    ("effects", "role", "able"),
    [
        (("opp(-1)",), "attack", True),
        (("opp_per(-1, opp_villagers, 2)",), "attack", True),
        (("impede_opp()",), "attack", True),
        (("protect()",), "attack", True),
        (("no_ritual()",), "attack", True),
        (("wild()",), "attack", True),
        (("cancel()",), "attack", True),
        (("own_per(1, own_humans, 2)",), "", True),
        (("own(1)", "opp(-1)"), "", True),
        (("opp(-1)",), "defence", False),
        (("own(1)",), "defence", False),
        (("draw(norn, 1)",), "attack", False),
        (("spare(1, any)",), "attack", False),
        (("protect()",), "", False),
        (("wild()",), "", False),
        (("cancel()", "opp(-1)"), "", False),
    ],
)
def test_made_up_norns_as_mercenary_help(effects, role, able):
    game = made_up(skadi={"options": norn(*effects), "role": f'"{role}"'})
    state = do(position("act", hands={2: "skadi"}, game=game, **WEAK), "hire", "2:1", "stop", game=game)
    assert ("accept" in can(state, game)) == able


@pytest.mark.rule("KRD-R-40", "KRD-304")
def test_everybody_addressed_is_asked_and_the_question_tells_nothing():
    """D12: whether a kingdom could help is known to it alone; to refuse says nothing."""
    heard = []
    for held in ("thor", "skadi", "villager", ""):
        state = do(three(hands={2: held} if held else {}), "hire", "2:1", "stop")
        ask = asked(state)
        assert GAME.pending(state).mode == "reaction"
        heard.append((ask.kind, ask.seat, ask.args, ask.lo, ask.hi, ask.rule))
        if held != "thor":
            assert can(state) == set()
            assert why(state)["accept"] == ("why.unable", "KRD-R-40")
            refused(state, "accept")
            refused(state, "ask:2")
        _, events = hear(state, "")
        heard.append([e.seen_by(None) for e in events])
    assert all(heard[at] == heard[at % 2] for at in range(len(heard)))


@pytest.mark.rule("KRD-R-40")
def test_able_is_able_though_it_could_not_be_played_at_this_moment():
    game = made_up(idun={"options": norn("playable_if(opp_reinforcements)", "own(1)")})
    state = position("act", hands={2: "idun"}, game=game, **WEAK)
    state = do(state, "hire", "2:1", "stop", game=game)
    assert "accept" in can(state, game)
    state = do(state, "accept", game=game)
    assert (kind(state, game), can(state, game)) == ("help 2", set())


# --- three players: bidding ----------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-310", "KRD-R-39", "KRD-R-44")
def test_the_other_combatant_may_outbid_and_they_raise_in_turn_till_one_stops():
    """KRD-X-13: 1 offered for help, 2 for doing nothing; it may go higher; the outsider decides in the end."""
    state = do(three(), "hire", "2:1")
    assert GAME.pending(state).mode == "deal"
    assert (kind(state), can(state)) == ("bid.aside 1", {"2", "3", "4", "5", "stop"})
    state, events = hear(state, "2")
    assert told(events, "bid.against") == [(1, 2, 2)]
    assert (kind(state), can(state)) == ("bid.raise 0", {"3", "4", "5", "stop"})
    state, events = hear(state, "3")
    assert told(events, "bid.raised") == [(0, 3, 2)]
    assert (kind(state), can(state)) == ("bid.aside 1", {"4", "5", "stop"})
    stopped = do(state, "stop")
    assert (kind(stopped), can(stopped)) == ("choose 2", {"serve", "aside"})
    assert asked(stopped).args == (0, 3, 1, 2)
    assert contracts(do(stopped, "serve")) == ((2, 3, True), None)
    assert contracts(do(stopped, "aside")) == (None, (2, 2, False))
    state = do(state, "4", "stop")
    assert (kind(state), asked(state).args) == ("choose 2", (0, 3, 1, 4))
    assert contracts(do(state, "serve")) == ((2, 3, True), None)
    assert contracts(do(state, "aside")) == (None, (2, 4, False))


@pytest.mark.rule("KRD-R-39", "KRD-R-44", "KRD-R-28")
def test_who_stands_aside_helps_nobody_and_the_payer_is_not_closed():
    level = {"armies": {1: "villager*2"}, "heroes": {}, "coins": {0: 3}}
    state = three(hands={0: "freya villager", 1: "skadi villager", 2: "thor tyr"}, **level)
    state = do(state, "villager", "skadi", "hire", "2:1", "2", "stop", "aside")
    assert (kind(state), can(state)) == ("act 0", {"norn:freya:0"})
    assert state.fight.closed == (True, False)
    # Now the payer is losing: it can act as before, but nobody is left to help or to be hired.
    state = do(state, "freya")
    assert (kind(state), stand(state), can(state)) == ("act 1", (5, 4), {"villager"})


@pytest.mark.rule("KRD-R-44", "KRD-308")
def test_doing_nothing_is_paid_only_if_the_payer_wins():
    level = {"armies": {1: "villager*2"}, "heroes": {}}
    state = three(hands={0: "freya", 2: "thor"}, coins={0: 3, 1: 5}, **level)
    state = do(state, "hire", "2:1", "3", "stop", "aside")
    won, events = onward(state)
    assert told(events, "fee.paid") == [(1, 2, 3)]
    assert won.bronze == (5, 2, 8)
    # The payer is overtaken by a Freya of the kingdom that is closed, and loses.
    state = three(hands={0: "freya villager", 1: "skadi", 2: "thor"}, coins={0: 3, 1: 3}, **level)
    state = do(state, "villager", "skadi", "hire", "2:1", "3", "stop", "aside", "freya")
    assert (kind(state), stand(state), contracts(state)) == ("act 1", (5, 4), (None, (2, 3, False)))
    lost, events = onward(state)
    assert (told(events, "won")[0][0], told(events, "fee.paid"), lost.bronze) == (0, [], (5, 5, 5))


@pytest.mark.rule("KRD-R-39", "KRD-310")
def test_the_other_combatant_is_skipped_only_if_all_can_see_that_it_has_too_little():
    """D13 and D14."""
    state = do(three(bronze={0: 5, 1: 2}), "hire", "2:2")
    assert kind(state) == "answer.attack 2"
    state = do(three(bronze={0: 5, 1: 2}), "hire", "2:1")
    assert (kind(state), can(state)) == ("bid.aside 1", {"2", "stop"})
    state = do(three(bronze={0: 2, 1: 5}), "hire", "2:1", "2")
    assert (kind(state), asked(state).args) == ("choose 2", (0, 1, 1, 2))


@pytest.mark.rule("KRD-R-39", "KRD-310")
def test_a_closed_kingdom_may_outbid_too():
    level = {"armies": {1: "villager*2"}, "heroes": {}, "coins": {0: 3}}
    state = three(hands={0: "skadi", 1: "villager freya", 2: "thor tyr"}, **level)
    state = do(state, "skadi")
    assert kind(state) == "act 1"
    state = do(state, "hire", "2:1", "stop", "", "withdraw", "freya")
    assert (kind(state), stand(state)) == ("act 0", (4, 4))
    state = do(state, "hire", "2:1")
    assert state.fight.closed == (True, True)
    assert (kind(state), can(state)) == ("bid.aside 1", {"2", "3", "4", "5", "stop"})


@pytest.mark.rule("KRD-R-39", "KRD-R-40")
def test_serving_wants_the_ability_standing_aside_does_not():
    state = do(three(hands={2: "skadi"}), "hire", "2:1", "2", "stop")
    assert (kind(state), can(state)) == ("choose 2", {"aside"})
    assert (asked(state).lo, GAME.pending(state).mode) == (0, "reaction")
    refused(state, "serve")
    assert contracts(do(state, "aside")) == (None, (2, 2, False))


@pytest.mark.rule("KRD-R-39")
def test_to_refuse_both_is_a_failed_offer_and_the_next_is_above_all_bids():
    state = do(three(), "hire", "2:1", "3", "stop", "")
    assert (kind(state), can(state)) == ("offer.one 0", {"2:4", "2:5", "withdraw"})
    state = do(state, "2:4", "stop", "")
    assert (kind(state), can(state)) == ("offer.one 0", {"2:5", "withdraw"})
    _, events = hear(do(state, "2:5"), "")
    assert "hire.over" in kinds(events)


@pytest.mark.rule("KRD-R-39", "KRD-R-45")
def test_a_raise_is_no_offer_but_later_offers_are_above_it():
    state = do(three(), "hire", "2:1", "2", "3", "stop", "")
    assert (kind(state), can(state)) == ("offer.one 0", {"2:4", "2:5", "withdraw"})
    state = do(state, "2:4", "stop", "", "2:5", "")
    assert kind(state) == "act 0"  # three offers were made, and raises besides


@pytest.mark.rule("KRD-R-39", "KRD-304")
def test_without_a_bid_against_it_the_outsider_may_ask_and_that_may_be_outbid():
    state = do(three(), "hire", "2:1", "stop")
    assert (kind(state), can(state)) == ("answer.attack 2", {"accept", "ask:2", "ask:3", "ask:4", "ask:5"})
    state = do(state, "ask:3")
    assert kind(state) == "agree 0"
    state = do(state, "2")
    assert (kind(state), can(state)) == ("bid.aside 1", {"4", "5", "stop"})
    assert contracts(do(state, "stop")) == ((2, 3, True), None)
    state = do(state, "4")
    assert (kind(state), can(state)) == ("bid.raise 0", {"5", "stop"})
    high = do(state, "5")
    assert (kind(high), asked(high).args) == ("choose 2", (0, 5, 1, 4))  # no further ask
    assert can(high) == {"serve", "aside"}
    assert contracts(do(state, "stop", "serve")) == ((2, 3, True), None)


@pytest.mark.rule("KRD-R-39")
def test_a_declined_ask_is_a_failed_offer_and_no_bid():
    state = do(three(), "hire", "2:1", "stop", "ask:4", "decline")
    assert (kind(state), can(state)) == ("offer.one 0", {"2:2", "2:3", "2:4", "2:5", "withdraw"})
    state = do(state, "2:2", "stop")
    assert can(state) == {"accept"}  # it has asked once
    _, events = hear(do(state, "", "2:3", "stop"), "")
    assert "hire.over" in kinds(events)


@pytest.mark.rule("KRD-310", "KRD-R-44")
def test_with_four_players_nobody_bids_for_doing_nothing():
    state = do(four(), "hire", "2", "1")
    assert kind(state) == "answer.attack 2"
    assert kind(do(state, "")) == "offer 0"


# --- helping -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-305", "KRD-R-41", "KRD-306")
def test_a_mercenary_plays_at_most_two_norns_that_are_of_use():
    state = do(three(hands={2: "thor longships idun skadi tyr freya villager"}), "hire", "2:1", "stop", "accept")
    assert (kind(state), asked(state).lo) == ("help 2", 0)
    assert norns_of(state) == {"thor", "longships", "idun"}
    assert why(state)["norn:tyr:0"] == ("why.helpless", "KRD-306")
    assert why(state)["norn:skadi:0"] == ("why.helpless", "KRD-306")
    state = do(state, "thor")
    assert (kind(state), stand(state)) == ("help 2", (7, 12))
    state = do(state, "longships")
    assert (kind(state), stand(state)) == ("act 0", (9, 12))
    assert [(use.user, use.side, use.helps) for use in state.fight.uses] == [(2, 0, True), (2, 0, True)]


@pytest.mark.rule("KRD-306", "KRD-305")
def test_of_two_options_only_the_one_that_helps():
    state = do(three(hands={2: "odin"}), "hire", "2:1", "stop", "accept")
    assert norns_of(state) == {"odin.Spear"}
    assert stand(do(state, "odin.Spear")) == (6, 12)


@pytest.mark.rule("KRD-R-41", "KRD-309")
def test_when_it_passes_the_hirer_may_play_freya_or_concede():
    hands = {0: "freya skadi villager", 1: "tyr", 2: "thor ran"}
    given = {"armies": {0: "villager*2", 1: "villager*2"}, "heroes": {}, "coins": {0: 3}}
    state = do(three(hands=hands, **given), "hire", "2:1", "stop", "accept", "thor")
    assert kind(state) == "act 1"
    state = do(state, "tyr")
    assert (kind(state), stand(state)) == ("help 2", (7, 7))
    state, events = hear(state, "")
    assert told(events, "help.passed") == [(2,)]
    assert (kind(state), can(state)) == ("act 0", {"norn:freya:0"})
    refused(state, "villager")
    refused(state, "norn:skadi:0")
    assert (kind(do(state, "freya")), stand(do(state, "freya"))) == ("act 1", (7, 4))
    _, events = hear(state, "")
    assert told(events, "won")[0][0] == 1


@pytest.mark.rule("KRD-R-41")
def test_after_a_play_that_leaves_its_side_behind_it_is_first_again():
    state = do(three(hands={2: "thor idun"}), "hire", "2:1", "stop", "accept", "idun")
    assert (kind(state), stand(state)) == ("help 2", (5, 12))
    hands = {0: "freya", 1: "heimdall tyr", 2: "thor idun ran"}
    state = three(hands=hands, armies={1: "villager*2"}, heroes={}, coins={0: 3})
    state = do(state, "hire", "2:1", "stop", "accept", "thor")
    assert (kind(state), stand(state)) == ("act 1", (7, 4))
    state = do(state, "heimdall")
    assert (kind(state), stand(state)) == ("help 2", (4, 4))
    state = do(state, "")
    assert (kind(state), can(state)) == ("act 0", {"norn:freya:0"})
    state = do(state, "freya")
    assert (kind(state), stand(state)) == ("act 1", (7, 4))
    state = do(state, "tyr")
    assert (kind(state), stand(state)) == ("help 2", (7, 7))


@pytest.mark.rule("KRD-R-41", "KRD-305")
def test_a_mercenary_is_not_asked_without_a_norn_or_after_two_helps():
    """D17: both are public."""
    state = do(three(hands={0: "freya", 2: "thor villager"}), "hire", "2:1", "stop", "accept", "thor")
    assert kind(state) == "act 0"
    state = do(three(hands={2: "thor skadi"}), "hire", "2:1", "stop", "accept", "thor")
    assert (kind(state), can(state)) == ("help 2", set())


@pytest.mark.rule("KRD-307", "KRD-R-42")
def test_norns_for_any_moment_are_for_itself_and_do_not_count_to_the_two():
    """KRD-X-11."""
    state = three(hands={2: "urd thor"}, norns="longships idun")
    state = do(state, "hire", "2:1", "stop", "accept")
    assert norns_of(state) == {"urd", "thor"}
    state = do(state, "urd")
    assert (state.hand_n[2], kind(state)) == (("idun", "longships", "thor"), "help 2")
    assert uses(state) == [("urd", True)]
    assert state.fight.uses[0].side == -1
    state = do(state, "longships", "thor")
    assert (kind(state), stand(state)) == ("act 0", (9, 12))
    assert state.used == ("urd", "longships", "thor")


@pytest.mark.rule("KRD-307", "KRD-R-04", "KRD-R-05")
def test_a_mercenary_may_swap_its_hero_in_reserve_at_its_own_step():
    state = do(three(hands={2: "thor idun"}, reserves={2: "ivar"}), "hire", "2:1", "stop", "accept")
    assert swaps(state) == {"ivar"}
    state = do(state, "swap:ivar")
    assert (kind(state), swaps(state), norns_of(state)) == ("help 2", set(), {"thor", "idun"})


@pytest.mark.rule("KRD-R-42", "KRD-306")
def test_you_on_its_norns_is_the_hirer():
    """Idun spares the hirer's Warriors, Rán brings the hirer bronze, Bragi protects its Hero."""
    armies = {0: "villager*2", 1: "villager*2"}
    state = three(hands={2: "ran idun"}, armies=armies, heroes={}, coins={0: 3}, bronze={2: 5})
    state = do(state, "hire", "2:2", "stop", "accept", "ran")
    assert (kind(state), stand(state)) == ("act 1", (5, 4))
    after, events = onward(state)
    assert told(events, "fee.paid") == [(0, 2, 2)]
    assert told(events, "bronze.taken") == [(1, 0, 1)]
    assert after.bronze == (5 - 2 + 1, 5 - 1, 5 + 2)
    state = three(hands={2: "bragi"}, armies={0: "jotunn villager", 1: "jotunn*2"}, heroes={0: "erik", 1: "harald"})
    assert stand(state) == (8, 12)
    assert stand(do(state, "hire", "2:1", "stop", "accept", "bragi")) == (10, 12)


@pytest.mark.rule("KRD-R-42")
def test_the_mercenary_pays_the_price_of_its_norn_and_makes_its_choices():
    game = made_up(
        idun={"options": norn("cost_discard(norn, 1)", "own(2)")},
        ran={"options": norn("own(1)", "wild()")},
    )
    given = {"armies": {0: "champion villager", 1: "jotunn*2"}, "heroes": {0: "freydis", 1: "harald"}}
    state = position("act", hands={0: "skadi", 2: "idun ran thor"}, game=game, **given)
    state = do(state, "hire", "2:1", "stop", "accept", "idun", game=game)
    assert (kind(state, game), can(state, game)) == ("cost 2", {"ran", "thor"})
    state = do(state, "thor", "ran", game=game)
    assert kind(state, game) == "wild 2"
    assert can(state, game) == {f"{place}:{rune}" for place in (0, 1) for rune in "JDNZI"}
    state = do(state, "1:Z", game=game)
    assert stand(state, game) == (2 + 1 + 2 + 2 + 1 + 3, 12)


@pytest.mark.rule("KRD-R-32", "KRD-R-42")
def test_a_mercenary_exchanges_no_warrior_of_its_own_army_by_a_made_up_norn():
    game = made_up(idun={"options": norn("own(2)", "exchange(compulsory)")})
    state = position("act", hands={0: "jarl", 2: "idun jarl champion thor"}, game=game, **WEAK)
    before = state.army
    state = do(state, "hire", "2:1", "stop", "accept", "idun", game=game)
    assert (state.army, kind(state, game), stand(state, game)) == (before, "help 2", (6, 12))


@pytest.mark.rule("KRD-R-42", "KRD-210")
def test_norns_of_before_the_reveal_come_too_late():
    state = do(three(hands={2: "thor frey valkyries"}), "hire", "2:1", "stop", "accept")
    assert norns_of(state) == {"thor"}


@pytest.mark.rule("KRD-R-43", "KRD-303")
def test_with_four_players_both_sides_may_have_a_mercenary_and_each_is_bound():
    hands = {0: "freya", 1: "loki", 2: "thor tyr", 3: "tyr shieldwall thor"}
    state = position("act", 4, hands=hands, coins={0: 3})
    state = do(state, "hire", "2", "1", "accept", "thor")
    assert (kind(state), stand(state)) == ("act 1", (7, 4))
    state = do(state, "hire")
    assert can(state) == {"3:1", "3:2", "3:3", "3:4", "3:5", "withdraw"}  # seat 2 is bound
    state = do(state, "3:2", "accept")
    assert kind(state) == "help 3"
    assert contracts(state) == ((2, 1, True), (3, 2, True))
    state = do(state, "tyr")
    assert (kind(state), stand(state)) == ("help 2", (7, 7))
    assert norns_of(state) == set()  # of no use to its hirer: it cannot help the other side
    state = do(state, "")
    assert (kind(state), can(state)) == ("act 0", {"norn:freya:0"})


@pytest.mark.rule("KRD-309", "KRD-R-33")
def test_a_hirer_draws_nothing_into_play_any_more():
    state = do(
        three(hands={0: "urd verdandi skuld freya villager skadi", 2: "thor"}), "hire", "2:1", "stop", "accept", "thor"
    )
    assert (kind(state), can(state)) == ("act 0", set())


# --- pay -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-308", "KRD-403")
def test_the_fee_is_paid_only_if_the_hirer_wins():
    """KRD-X-12: agreed on 2: the hirer loses, no bronze moves; it wins, 2 bronze move."""
    lost, events = onward(do(three(hands={2: "thor"}), "hire", "2:2", "stop", "accept", "thor"))
    assert (told(events, "fee.paid"), lost.bronze) == ([], (5, 5, 5))
    state = three(hands={2: "thor"}, armies={1: "villager*2"}, heroes={}, coins={0: 3})
    won, events = onward(do(state, "hire", "2:2", "stop", "accept", "thor"))
    assert (told(events, "fee.paid"), won.bronze) == ([(0, 2, 2)], (3, 5, 7))


@pytest.mark.rule("KRD-308", "KRD-R-43")
def test_each_side_pays_its_own_and_only_the_winner():
    hands = {2: "thor", 3: "tyr shieldwall"}
    state = position("act", 4, hands=hands, coins={0: 3})
    state = do(state, "hire", "2", "1", "accept", "thor", "hire", "3:3", "accept", "tyr")
    assert (stand(state), kind(state)) == ((7, 7), "act 0")
    after, events = onward(state)
    assert told(events, "fee.paid") == [(1, 3, 3)]
    assert after.bronze == (5, 2, 5, 8)


@pytest.mark.rule("KRD-R-41", "KRD-308")
def test_a_mercenary_may_pass_always_and_is_paid_all_the_same_if_its_hirer_wins():
    hands = {0: "freya", 1: "skadi", 2: "thor"}
    state = three(hands=hands, armies={0: "villager jarl", 1: "jarl jotunn"}, heroes={}, coins={0: 3, 1: 3})
    assert stand(state) == (6, 9)
    _, events = onward(do(state, "hire", "2:2", "stop", "accept", ""))
    assert told(events, "fee.paid") == []
    # Its hirer comes to the lead by a Freya, and wins.
    state = three(hands={0: "villager freya", 1: "skadi", 2: "thor"}, armies={1: "villager*2"}, heroes={}, coins={0: 3})
    state = do(state, "villager", "skadi", "hire", "2:2", "stop", "accept", "", "freya")
    _, events = onward(state)
    assert told(events, "fee.paid") == [(0, 2, 2)]


@pytest.mark.rule("KRD-R-42", "KRD-R-32", "KRD-307")
def test_of_a_made_up_norn_for_any_moment_only_what_is_its_own_happens():
    """Used for itself it belongs to no side: there is no opponent to take from, to slay, to look at, to cancel."""
    effects = ("cost_discard(warrior, 1)", "own(3)", "opp(-3)", "slay()", "wild()", "look_army()", "cancel()")
    game = made_up(urd={"options": norn(*effects, "take_random(norn)", "exchange(compulsory)", "draw(norn, 1)")})
    state = position("act", hands={0: "skadi", 1: "loki tyr", 2: "urd thor jarl"}, norns="idun", game=game, **WEAK)
    state = do(state, "skadi", "hire", "2:1", "stop", "accept", "urd", game=game)
    assert kind(state, game) == "cost 2"
    state = do(state, "jarl", game=game)
    assert (kind(state, game), stand(state, game)) == ("help 2", (4, 10))
    assert (state.hand_n[2], state.hand_n[1]) == (("idun", "thor"), ("loki", "tyr"))
    # The same outside a combat: what was paid goes under its deck at once.
    state = position("act", hands={1: "urd jarl tyr jotunn huskarl"}, effective=5, game=game, **STRONG)
    state = onward(state, "attack", game=game)[0]
    assert kind(state, game) == "attack 1"
    deck = state.warriors
    state = do(state, "urd", game=game)
    paid = min(can(state, game))
    state = do(state, paid, game=game)
    assert kind(state, game) == "attack 1"
    assert state.warriors == (*deck, paid)
    assert (state.norns[-1], state.used, state.out_w) == ("urd", (), ())
