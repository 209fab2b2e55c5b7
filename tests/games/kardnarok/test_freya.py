"""Magic of Freya: when it can be played, which Norn it hits, chains of it, and what exactly is undone and done anew.

Where nothing else is said both sides stand at 4, and the attacker's coin is the lower one: it loses ties.
"""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told

from .combat import (
    asked,
    can,
    do,
    hand,
    hear,
    kind,
    made_up,
    norn,
    norns_of,
    onward,
    position,
    refused,
    shuffled,
    stand,
    uses,
    why,
)

LOW = {0: 3}


# --- when, and which -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-236", "KRD-R-34")
def test_it_takes_back_the_force_of_the_norn_the_opponent_used_last():
    state = position("act", coins=LOW, hands={0: "thor", 1: "freya"})
    state = do(state, "thor")
    assert (stand(state), kind(state)) == ((7, 4), "act 1")
    state, events = hear(state, "freya")
    assert told(events, "cancelled") == [(0, "thor")]
    assert (stand(state), kind(state)) == ((4, 4), "act 0")
    assert uses(state) == [("thor", False), ("freya", True)]


@pytest.mark.rule("KRD-R-34", "KRD-R-27", "KRD-046")
def test_only_with_the_initiative_and_never_before_the_reveal():
    state = position("pre", hands={0: "frey", 1: "freya"})
    state = do(state, "frey")
    assert (kind(state), can(state)) == ("pre 1", set())
    assert why(state)["norn:freya:0"] == ("why.timing.combat", "KRD-046")
    state = position("act", coins=LOW, hands={0: "skadi thor", 1: "freya"}, armies={1: "jotunn villager"})
    state = do(state, "skadi")
    assert kind(state) == "act 0"
    refused(state, "norn:freya:0", seat=1)


@pytest.mark.rule("KRD-R-35", "KRD-236")
def test_it_needs_a_norn_of_the_other_side():
    state = position("act", coins=LOW, hands={0: "freya skadi"})
    assert norns_of(state) == {"skadi"}
    assert why(state)["norn:freya:0"] == ("why.nothing", "KRD-R-32")
    state = position("act", coins=LOW, hands={0: "freya loki skadi"}, armies={1: "jotunn*2"})
    assert norns_of(do(state, "skadi")) == {"loki.Lies", "loki.Trickery"}  # the own one is no target


@pytest.mark.rule("KRD-R-35")
def test_a_norn_of_before_the_reveal_can_be_hit():
    state = position("pre", coins=LOW, hands={0: "frey", 1: "freya"})
    state = do(state, "frey", "", "")
    assert (stand(state), kind(state)) == ((6, 4), "act 1")
    assert stand(do(state, "freya")) == (4, 4)


@pytest.mark.rule("KRD-R-35")
def test_it_hits_the_very_last_one_and_reaches_no_further_back():
    state = position("act", coins=LOW, hands={0: "loki thor villager", 1: "freya*2"}, armies={1: "jarl villager"})
    state = do(state, "loki.Lies", "thor")
    assert (stand(state), kind(state)) == ((7, 5), "act 1")
    state = do(state, "freya")
    assert uses(state) == [("loki", True), ("thor", False), ("freya", True)]
    assert stand(state) == (4, 5)
    state = do(position("act", coins=LOW, hands={0: "thor villager", 1: "freya*2"}), "thor", "freya", "villager")
    assert (stand(state), kind(state)) == ((5, 4), "act 1")
    assert norns_of(state) == set()  # the last one is cancelled already


@pytest.mark.rule("KRD-R-35", "KRD-R-42")
def test_a_norn_of_the_mercenary_counts_as_the_other_side_s():
    state = position("act", coins=LOW, hands={0: "skadi", 1: "freya", 2: "thor"}, armies={1: "jotunn villager"})
    state = do(state, "skadi", "hire", "2:1", "stop", "accept", "thor")
    assert (stand(state), kind(state)) == ((7, 5), "act 1")
    state = do(state, "freya")
    assert uses(state) == [("skadi", True), ("thor", False), ("freya", True)]
    assert (stand(state), kind(state)) == ((4, 5), "act 0")


@pytest.mark.rule("KRD-R-42", "KRD-R-35", "KRD-307")
def test_what_a_mercenary_uses_for_itself_cannot_be_hit():
    state = position("act", coins=LOW, hands={0: "villager", 1: "freya loki", 2: "thor urd"})
    state = do(state, "villager")
    assert (kind(state), norns_of(state)) == ("act 1", {"loki.Lies", "loki.Trickery"})
    state = do(state, "loki.Lies", "hire", "2:1", "stop", "accept", "urd", "thor", "freya")
    assert uses(state) == [("loki", True), ("urd", True), ("thor", False), ("freya", True)]


@pytest.mark.rule("KRD-R-34", "KRD-R-40", "KRD-306")
def test_it_is_no_mercenary_help():
    state = position("act", coins=LOW, hands={0: "villager", 1: "skadi", 2: "freya*2"})
    state = do(state, "villager", "skadi", "hire", "2:1", "stop")
    assert (kind(state), can(state)) == ("answer.attack 2", set())
    state = position("act", coins=LOW, hands={0: "villager", 1: "skadi", 2: "freya*2 thor"})
    state = do(state, "villager", "skadi", "hire", "2:1", "stop", "accept")
    assert norns_of(state) == {"thor"}


@pytest.mark.rule("KRD-R-34", "KRD-309", "KRD-R-33")
def test_a_closed_kingdom_can_still_play_it():
    state = position("act", coins=LOW, hands={0: "villager*2 freya loki", 1: "skadi"})
    state = do(state, "villager", "skadi", "hire", "withdraw")
    assert (kind(state), can(state)) == ("act 0", {"norn:freya:0"})
    assert why(state)["norn:loki:0"] == ("why.closed", "KRD-R-33")
    assert stand(do(state, "freya")) == (5, 4)


# --- chains --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-36", "KRD-236")
def test_a_freya_can_be_cancelled_by_a_freya_and_so_on():
    state = position("act", coins=LOW, hands={0: "thor freya*2", 1: "freya*2"})
    active = [
        ("thor", [True], (7, 4)),
        ("freya", [False, True], (4, 4)),
        ("freya", [True, False, True], (7, 4)),
        ("freya", [False, True, False, True], (4, 4)),
        ("freya", [True, False, True, False, True], (7, 4)),
    ]
    for at, (said, on, totals) in enumerate(active):
        assert kind(state) == f"act {at % 2}"
        state, events = hear(state, said)
        assert [one for _, one in uses(state)] == on
        assert stand(state) == totals
        assert len(told(events, "cancelled")) == (at > 0) + max(0, (at - 1) // 2)
        assert len(told(events, "restored")) == at // 2


@pytest.mark.rule("KRD-R-36", "KRD-R-35")
def test_the_freya_of_the_other_is_his_last_norn_not_the_one_before():
    state = position("act", coins=LOW, hands={0: "thor freya", 1: "loki freya"}, armies={0: "jarl villager"})
    assert kind(state) == "act 1"
    state = do(state, "loki.Lies")
    assert (stand(state), kind(state)) == ((5, 4), "act 1")
    state = position("act", coins=LOW, hands={0: "thor freya", 1: "loki*2 freya"})
    state = do(state, "thor", "loki.Lies", "freya")
    assert (stand(state), kind(state)) == ((3, 4), "act 0")
    state = do(state, "freya")
    assert uses(state) == [("thor", True), ("loki", True), ("freya", False), ("freya", True)]
    assert stand(state) == (6, 4)


@pytest.mark.rule("KRD-R-38", "KRD-237")
def test_cancelled_norns_stay_on_the_table_and_are_discarded_with_the_rest():
    state = position("act", coins=LOW, hands={0: "thor", 1: "freya"}, effective=2)
    state = do(state, "thor", "freya")
    assert state.used == ("thor", "freya")
    assert sorted(shuffled(state, "", "2")) == ["freya", "thor"]


# --- lasting effects -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-37", "KRD-236")
def test_lasting_effects_stop_and_come_back():
    """Disease, an Assassin, a Runestone, Bragi's protection, stopped rituals."""
    state = position("pre", hands={0: "disease", 1: "villager freya"}, rituals="frey odin", armies={1: "villager jarl"})
    state = do(state, "disease", "", "")
    assert (stand(state), can(state)) == ((7, 5), {"norn:freya:0", "hire"})
    state = do(state, "freya")
    assert (stand(state), can(state)) == ((7, 6), {"villager", "hire"})

    state = position("pre", hands={0: "assassin freya", 1: "freya"}, armies={1: "jarl villager"}, heroes={0: "harald"})
    state = do(state, "assassin", "2", "", "")
    assert (stand(state), kind(state)) == ((6, 3), "act 1")
    state = do(state, "freya")
    assert (stand(state), kind(state)) == ((6, 6), "act 0")
    state = do(state, "freya")
    assert (stand(state), kind(state)) == ((6, 3), "act 1")
    assert uses(state) == [("assassin", True), ("freya", False), ("freya", True)]

    armies = {0: "champion villager"}
    state = position("act", coins=LOW, armies=armies, hands={0: "runestone", 1: "freya villager"})
    state = do(state, "villager")
    assert (stand(state), kind(state)) == ((5, 5), "act 0")
    state = do(state, "runestone", "1:Z")
    assert (stand(state), kind(state)) == ((8, 5), "act 1")
    assert stand(do(state, "freya")) == (5, 5)

    state = position("act", coins=LOW, hands={0: "jormungandr", 1: "freya"}, rituals="odin frey")
    state = do(state, "jormungandr.Coils")
    assert (stand(state), kind(state)) == ((4, 4), "act 0")


@pytest.mark.rule("KRD-R-37", "KRD-206")
def test_a_ritual_that_was_stopped_works_again():
    state = position("act", coins={0: 5}, hands={0: "jormungandr", 1: "freya jarl"}, rituals="odin thor")
    assert kind(state) == "act 1"
    state = do(
        position("act", coins=LOW, hands={0: "jormungandr villager", 1: "freya jarl"}, rituals="odin thor"),
        "jormungandr.Coils",
        "villager",
    )
    assert (kind(state), can(state)) == ("act 1", {"norn:freya:0", "hire"})
    state = do(state, "freya")
    assert (kind(state), can(state)) == ("act 1", {"thor:jarl", "hire"})


@pytest.mark.rule("KRD-R-37", "KRD-R-47", "KRD-R-46")
def test_sparing_and_bronze_of_a_cancelled_norn_do_not_count_after_the_combat():
    state = position("act", hands={0: "freya", 1: "idun"}, armies={0: "jarl*2"}, coins={1: 3}, heroes={0: "harald"})
    state = do(state, "idun")
    assert kind(state) == "act 1"
    state, events = onward(state)
    assert told(events, "fell") == [(0, "jarl"), (1, "villager")]
    state = position("act", hands={0: "freya", 1: "idun ran"}, coins={1: 3})
    state = do(state, "idun")
    assert kind(state) == "act 0"
    state, events = onward(do(state, "freya"))
    assert told(events, "fell") == [(0, "villager"), (1, "villager"), (1, "villager")]
    state = position("act", hands={0: "ran", 1: "freya"}, coins={0: 3, 1: 4})
    _, events = onward(do(state, "ran"))
    assert told(events, "bronze.taken") == [(1, 0, 1)]
    state = position("act", hands={0: "ran villager", 1: "freya"}, coins={0: 3, 1: 4})
    _, events = onward(do(state, "ran", "freya", "villager"))
    assert (told(events, "won")[0][0], told(events, "bronze.taken")) == (0, [])


# --- what happened at once -----------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-37")
def test_drawn_cards_still_in_hand_go_under_their_deck():
    state = position("act", coins=LOW, hands={0: "odin villager", 1: "freya"}, norns="thor tyr skadi")
    state = do(state, "odin.Wisdom", "villager")
    assert state.hand_n[0] == ("thor", "tyr")
    state, events = hear(state, "freya")
    assert state.hand_n[0] == ()
    assert (state.norns[0], state.norns[-2:]) == ("skadi", ("thor", "tyr"))
    (event,) = [e for e in events if e.kind == "put.back"]
    assert (event.args, event.to, event.secret) == ((0, 2), (0,), ("thor tyr",))


@pytest.mark.rule("KRD-R-37")
def test_drawn_cards_that_were_played_since_stay_played():
    state = position("act", coins=LOW, hands={0: "verdandi", 1: "freya"}, warriors="villager jarl champion")
    state = do(state, "verdandi", "villager")
    assert (stand(state), kind(state)) == ((5, 4), "act 1")
    state = do(state, "freya")
    assert (state.hand_w[0], state.villagers[0], state.warriors[-1]) == ((), ("villager",), "jarl")
    assert stand(state) == (5, 4)


@pytest.mark.rule("KRD-R-37", "KRD-R-36")
def test_when_it_works_again_the_draw_is_made_anew():
    state = position(
        "act", coins=LOW, hands={0: "odin villager freya", 1: "freya villager"}, norns="thor tyr skadi loki arrows"
    )
    state = do(state, "odin.Wisdom", "villager", "freya")
    assert (kind(state), state.hand_n[0]) == ("act 1", ("freya",))
    state = do(state, "villager")
    assert kind(state) == "act 0"
    state, events = hear(state, "freya")
    assert (told(events, "cancelled"), told(events, "restored")) == ([(1, "freya")], [(0, "odin")])
    assert state.hand_n[0] == ("loki", "skadi")
    assert (state.norns[0], state.norns[-2:]) == ("arrows", ("thor", "tyr"))


@pytest.mark.rule("KRD-R-37")
def test_a_stolen_card_goes_back_to_the_hand_it_came_from_and_is_stolen_anew():
    state = position("act", coins=LOW, hands={0: "ratatosk villager freya", 1: "freya tyr loki villager"})
    state = do(state, "ratatosk.Theft", "!loki", "villager")
    assert (state.hand_n[0], state.hand_n[1]) == (("freya", "loki"), ("freya", "tyr"))
    state, events = hear(state, "freya")
    assert (state.hand_n[0], state.hand_n[1]) == (("freya",), ("loki", "tyr"))
    (event,) = [e for e in events if e.kind == "given.back"]
    assert (event.args, sorted(event.to), event.secret) == ((0, 1), [0, 1], ("loki",))
    assert kind(state) == "act 1"
    state = do(state, "villager", "freya", "!tyr")
    assert (state.hand_n[0], state.hand_n[1]) == (("tyr",), ("loki",))


@pytest.mark.rule("KRD-R-37")
def test_a_stolen_warrior_that_was_played_does_not_go_back():
    game = made_up(skadi={"options": norn("take_random(warrior)")})
    state = position("act", coins=LOW, hands={0: "skadi", 1: "freya villager"}, game=game)
    state = do(state, "skadi", "!villager", "villager", game=game)
    assert (state.villagers[0], state.hand_w[1]) == (("villager",), ())
    state = do(state, "freya", game=game)
    assert (state.villagers[0], state.hand_w[1], stand(state, game)) == (("villager",), (), (5, 4))


@pytest.mark.rule("KRD-R-37")
def test_an_exchange_is_reversed_if_both_cards_are_still_in_place():
    state = position("act", coins=LOW, hands={0: "sleipnir jarl", 1: "freya"})
    state = do(state, "sleipnir", "@1 jarl")
    assert (stand(state), kind(state)) == ((6, 4), "act 1")
    state, events = hear(state, "freya")
    assert (state.army[:2], state.hand_w[0]) == ((("villager",), ("villager",)), ("jarl",))
    assert told(events, "exchanged.open") == [(0, "jarl", "villager")]
    assert stand(state) == (4, 4)


@pytest.mark.rule("KRD-R-37")
def test_an_exchange_is_not_reversed_if_the_old_card_has_left_the_hand():
    state = position("act", coins={0: 3, 1: 5}, armies={1: "jarl villager"}, hands={0: "sleipnir jarl", 1: "freya"})
    state = do(state, "sleipnir", "@0 jarl")
    assert (stand(state), kind(state)) == ((6, 6), "act 0")
    state = do(state, "villager")
    assert (stand(state), kind(state)) == ((7, 6), "act 1")
    state, events = hear(state, "freya")
    assert (state.army[0], stand(state)) == (("jarl",), (7, 6))
    assert "exchanged.open" not in kinds(events)


@pytest.mark.rule("KRD-R-37")
def test_an_exchange_is_not_reversed_if_the_new_card_is_slain():
    game = made_up(loki={"options": norn("slay()")})
    state = position("act", coins={0: 3}, hands={0: "sleipnir jarl", 1: "loki freya"}, game=game)
    state = do(state, "sleipnir", "@0 jarl", "loki", "0", game=game)
    assert (stand(state, game), kind(state, game)) == ((3, 4), "act 0")
    state = position("act", coins={0: 3}, hands={0: "sleipnir jarl villager*4", 1: "loki freya"}, game=game)
    state = do(state, "sleipnir", "@0 jarl", "loki", "0", "villager", "villager", game=game)
    assert (stand(state, game), kind(state, game)) == ((5, 4), "act 1")
    state = do(state, "freya", game=game)
    assert (state.army[0], stand(state, game)) == (("jarl",), (5, 4))


@pytest.mark.rule("KRD-R-37", "KRD-R-36")
def test_an_exchange_is_chosen_anew_when_it_works_again():
    state = position("act", coins=LOW, hands={0: "sleipnir jarl champion freya", 1: "freya"})
    state = do(state, "sleipnir", "@1 jarl", "freya", "freya")
    assert (kind(state), can(state)) == ("swap 0", {"@0", "@1", "champion", "jarl"})
    state = do(state, "@0 champion")
    assert state.army[:2] == (("champion",), ("villager",))
    assert (stand(state), kind(state)) == ((5, 4), "act 1")


@pytest.mark.rule("KRD-R-37", "KRD-R-35")
def test_hugin_s_exchange_is_reversed_face_up_and_the_look_stays_seen():
    state = position("pre", coins=LOW, hands={0: "hugin jarl", 1: "freya"})
    state = do(state, "hugin.Hugin", "@0 jarl", "", "")
    assert (stand(state), kind(state)) == ((6, 4), "act 1")
    state, events = hear(state, "freya")
    assert told(events, "exchanged.open") == [(0, "jarl", "villager")]
    assert (state.army[0], stand(state)) == (("villager",), (4, 4))


@pytest.mark.rule("KRD-R-37", "KRD-048")
def test_a_rune_given_to_a_card_works_again_when_an_exchange_brings_it_back():
    """A Runestone and a slaying stick to the card: reversed, it is the same card again."""
    heroes = {0: "freydis", 1: "harald"}
    state = position(
        "act",
        armies={0: "champion villager", 1: "jarl jotunn"},
        heroes=heroes,
        coins=LOW,
        rituals="frey odin",
        hands={0: "runestone sleipnir jotunn", 1: "freya"},
    )
    assert stand(state) == (8, 11)
    state = do(state, "runestone", "1:Z")
    assert (stand(state), kind(state)) == ((11, 11), "act 0")
    state = position(
        "act",
        armies={0: "champion villager", 1: "jarl jotunn"},
        heroes=heroes,
        coins=LOW,
        hands={0: "runestone sleipnir jotunn villager*6", 1: "freya"},
    )
    state = do(state, "runestone", "1:Z")
    assert stand(state) == (8, 11)
    state = do(state, "sleipnir", "@1 jotunn")
    assert stand(state) == (8, 11)  # 2 + 4 + 2, the rune is gone
    state = do(state, "villager", "villager", "villager", "villager")
    assert (stand(state), kind(state)) == ((12, 11), "act 1")
    state = do(state, "freya")
    assert (state.army[1], stand(state)) == (("villager",), (12, 11))  # 2 + 1 + 2 + 3, and 4


@pytest.mark.rule("KRD-R-37")
def test_munin_s_card_goes_under_the_deck_and_is_chosen_anew():
    state = position(
        "pre",
        coins={0: 5},
        hands={0: "hugin freya", 1: "freya villager"},
        norns="thor tyr skadi loki arrows ran",
        rituals="odin odin",
    )
    state = do(state, "hugin.Munin", "tyr", "", "")
    assert (kind(state), state.hand_n[0]) == ("act 1", ("freya", "tyr"))
    state = do(state, "freya")
    assert state.hand_n[0] == ("freya",)
    assert state.norns[-3:] == ("thor", "skadi", "tyr")
    state = do(state, "villager", "freya")
    assert (kind(state), can(state)) == ("peek 0", {"loki", "arrows", "ran"})
    state = do(state, "ran")
    assert state.hand_n[0] == ("ran",)


@pytest.mark.rule("KRD-R-37")
def test_the_discards_of_skuld_stay_and_its_draws_are_undone_and_made_anew():
    state = position(
        "act",
        coins=LOW,
        hands={0: "skuld villager jarl tyr freya", 1: "freya villager"},
        norns="thor arrows",
        warriors="champion draugr huskarl",
    )
    state = do(state, "skuld", "jarl tyr", "1:1", "villager")
    assert hand(state, 0) == ("champion", "freya", "thor")
    assert (state.warriors[-1], state.norns[-1]) == ("jarl", "tyr")
    state = do(state, "freya")
    assert hand(state, 0) == ("freya",)
    assert (state.warriors[-2:], state.norns[-2:]) == (("jarl", "champion"), ("tyr", "thor"))
    state = do(state, "villager")
    assert kind(state) == "act 0"
    state = do(state, "freya")
    assert hand(state, 0) == ("draugr", "arrows")
    assert kind(state).startswith("act")


@pytest.mark.rule("KRD-R-37", "KRD-R-32")
def test_a_price_stays_paid():
    state = position("act", coins=LOW, hands={0: "fenrir skadi villager", 1: "freya"}, armies={1: "jarl villager"})
    state = do(state, "fenrir", "skadi")
    assert (stand(state), kind(state)) == ((4, 3), "act 1")
    state = do(state, "freya")
    assert (state.out_n, hand(state, 0), stand(state)) == (("skadi",), ("villager",), (4, 6))


@pytest.mark.rule("KRD-R-37", "KRD-210")
def test_the_host_of_the_valkyries_goes_back_too():
    state = position("pre", coins={0: 5}, hands={0: "valkyries", 1: "freya"}, warriors="jarl champion")
    state = do(state, "valkyries.Host", "", "")
    assert kind(state) == "act 1"
    state = do(state, "freya")
    assert (hand(state, 0), state.warriors[-2:]) == ((), ("jarl", "champion"))
    assert asked(state).seat == 1
