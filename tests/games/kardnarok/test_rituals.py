"""Rituals: what is chosen, when it can be chosen, and what the three gods give."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told

from .combat import GAME, asked, can, do, hand, hear, kind, onward, parts, position, refused, stand, why


@pytest.mark.rule("KRD-200", "KRD-201", "KRD-202")
def test_only_attacker_and_defender_choose_at_the_same_time_and_in_secret():
    state = position("ritual", 4, fight=(2, 0))
    pending = GAME.pending(state)
    assert pending.mode == "sealed"
    assert [ask.seat for ask in pending.asks] == [2, 0]
    refused(state, "odin", seat=1)
    refused(state, "odin", seat=3)
    chosen, events = hear(state, "thor")
    assert events == []
    assert chosen.fight.rituals == ("", "")
    for viewer in (None, 0, 1, 3):
        assert GAME.view(chosen, viewer).seen.sealed == ()
    assert GAME.view(chosen, 2).seen.sealed == ((2, ("thor",)),)
    opened, events = hear(chosen, "frey")
    assert opened.fight.rituals == ("thor", "frey")
    assert told(events, "ritual.done") == [(2, "ritual-thor"), (0, "ritual-frey")]


@pytest.mark.rule("KRD-200", "KRD-202")
def test_the_defender_may_be_the_first_to_choose():
    state = position("ritual")
    state = GAME.apply(state, 1, ("frey",)).state
    assert kind(state) == "ritual 0"
    assert do(state, "thor").fight.rituals == ("thor", "frey")


@pytest.mark.rule("KRD-R-21")
def test_a_ritual_must_be_performed_and_there_are_three_in_the_first_combat_of_a_round():
    state = position("ritual")
    assert can(state) == {"odin", "thor", "frey"}
    assert (asked(state).lo, asked(state).hi) == (1, 1)
    refused(state, "")
    refused(state, "odin thor")


@pytest.mark.rule("KRD-203", "KRD-204", "KRD-R-21")
def test_the_god_of_the_last_own_combat_is_blocked():
    state = position("ritual", blocked={0: "odin", 1: "frey", 2: "thor"})
    asks = {ask.seat: {o.id for o in ask.options} for ask in GAME.pending(state).asks}
    assert asks == {0: {"thor", "frey"}, 1: {"odin", "thor"}}
    assert why(state)["odin"] == ("why.ritual", "KRD-203")
    refused(state, "odin")


@pytest.mark.rule("KRD-204")
def test_after_the_combat_the_used_token_is_blocked_and_the_one_before_returns():
    state = position("ritual", blocked={0: "odin", 1: "frey", 2: "thor"})
    state = do(state, "thor", "odin", "", "")
    state = onward(state)[0]
    assert state.blocked == ("thor", "odin", "thor")


@pytest.mark.rule("KRD-R-21", "KRD-203")
def test_the_combats_of_others_free_no_token():
    state = position("ritual", 4, fight=(0, 1), blocked={2: "thor", 3: "frey"})
    state = onward(do(state, "odin", "thor"))[0]
    assert state.blocked == ("odin", "thor", "thor", "frey")
    # Seats 2 and 3 have not fought since; their tokens are as blocked as before.
    later = position("ritual", 4, fight=(2, 3), blocked=dict(enumerate(state.blocked)), turn=1)
    assert can(later) == {"odin", "frey"}
    assert can(do(later, "odin")) == {"odin", "thor"}


@pytest.mark.rule("KRD-204")
def test_a_token_whose_benefit_was_cancelled_is_blocked_too():
    state = position("act", rituals="thor frey", hands={0: "jormungandr"}, effective=2)
    state = do(state, "jormungandr.Coils")
    state = onward(state)[0]
    assert state.blocked[:2] == ("thor", "frey")


@pytest.mark.rule("KRD-203", "KRD-R-21")
def test_with_one_token_left_nobody_is_asked_which_all_can_see():
    """Fimbulwinter lets nobody choose Frey."""
    state = position("ritual", omens="fimbul", blocked={0: "odin"})
    assert [ask.seat for ask in GAME.pending(state).asks] == [1]
    assert can(state) == {"odin", "thor"}
    assert why(state)["frey"] == ("why.banned", "KRD-203")
    assert do(state, "thor").fight.rituals == ("thor", "thor")


@pytest.mark.rule("KRD-205", "KRD-R-22")
def test_odin_brings_two_norns_and_the_new_ones_can_be_used_at_once():
    """KRD-X-09: 6 cards in hand become 8, the 2 new ones Norns."""
    state = position("ritual", hands={0: "villager*2 champion jarl urd skadi"}, norns="frey assassin")
    assert len(hand(state, 0)) == 6
    state, events = hear(state, "odin", "thor")
    assert len(hand(state, 0)) == 8
    assert state.hand_n[0] == ("assassin", "frey", "skadi", "urd")
    assert told(events, "drew.norn") == [(0, 2)]
    assert kind(state) == "pre 0"
    assert {"norn:frey:0", "norn:assassin:0"} <= can(state)


@pytest.mark.rule("KRD-205", "KRD-202", "KRD-R-22")
def test_of_two_odins_the_attacker_draws_first():
    state = position("ritual", fight=(1, 2), norns="thor tyr skadi loki")
    state, events = hear(state, "odin", "odin")
    assert (state.hand_n[1], state.hand_n[2]) == (("thor", "tyr"), ("loki", "skadi"))
    assert kinds(events) == ["ritual.done", "ritual.done", "drew.norn", "drew.norn"]
    assert told(events, "drew.norn") == [(1, 2), (2, 2)]


@pytest.mark.rule("KRD-205")
def test_what_odin_brings_is_beyond_the_effective_and_seen_by_the_drawer_alone():
    state = position("ritual", effective=2, norns="thor tyr")
    state, events = hear(state, "odin", "thor")
    assert GAME.view(state, 0).owned(0) == 4
    (event,) = [e for e in events if e.kind == "drew.norn"]
    assert (event.to, event.secret) == ((0,), ("thor tyr",))
    assert GAME.view(state, 1).seen.hand_n[0] == GAME.view(state, None).seen.hand_n[0] != ("thor", "tyr")


@pytest.mark.rule("KRD-206", "KRD-240")
def test_thor_lets_two_humans_of_the_hand_reinforce():
    state = position("act", rituals="thor odin", hands={0: "jarl champion huskarl"})
    assert can(state) == {"thor:jarl", "thor:champion", "thor:huskarl", "hire"}
    state = position("act", rituals="odin odin", hands={0: "jarl champion huskarl"})
    assert can(state) == {"hire"}


@pytest.mark.rule("KRD-207", "KRD-220")
def test_frey_adds_three_from_the_count_on():
    """KRD-X-08: ritual Frey, an army otherwise 6: 9."""
    state = position("ritual", armies={0: "champion huskarl"}, heroes={0: "rollo"})
    state = do(state, "frey", "thor", "", "")
    assert GAME.view(state, None).counted()
    assert stand(state) == (9, 4)
    assert ("ritual", "ritual-frey", 3) in parts(state, 0)
    without = position("act", armies={0: "champion huskarl"}, heroes={0: "rollo"})
    assert stand(without) == (6, 4)


@pytest.mark.rule("KRD-R-24", "KRD-207")
def test_frey_the_norn_and_frey_the_ritual_add_up():
    state = position("pre", rituals="frey odin", hands={0: "frey"})
    state = do(state, "frey", "", "")
    assert parts(state, 0)[-1] == ("norn", "frey", 2)
    assert stand(state) == (4 + 3 + 2, 4)


@pytest.mark.rule("KRD-205", "KRD-206", "KRD-207")
def test_weaker_rituals_by_a_fixed_rule():
    state = position("ritual", mode="story", omens="gods", rounds=4, norns="thor tyr")
    state = do(state, "odin", "frey")
    assert state.hand_n[0] == ("thor",)
    state = do(state, "", "")
    assert stand(state) == (4, 6)
    state = position("act", omens="gods", rounds=2, rituals="thor odin", heroes={1: "harald"}, hands={0: "villager*3"})
    state = do(state, "thor:villager")
    assert stand(state) == (5, 6)
    assert can(state) == {"villager", "hire"}


@pytest.mark.rule("KRD-R-20")
def test_the_same_kingdom_may_be_attacked_again_and_again():
    """Any kingdom but oneself can be named, however often it has been attacked."""
    state = position("ritual", 4, defences={1: 2}, turn=2, fight=(3, 1))
    state = do(state, "odin", "thor", "", "")
    state = onward(state)[0]
    assert state.defences[1] == 3
    state = onward(state, "attack")[0]
    assert kind(state) == "attack 0"
    assert {"attack:1", "attack:2", "attack:3"} <= can(state)


@pytest.mark.rule("KRD-205", "KRD-206", "KRD-207")
def test_the_choice_of_a_ritual_says_what_it_gives_now():
    def labels(state):
        ask = asked(state)
        return [GAME.speaker(("Ann", "Bob", "Cid")).plain(ask.label(option)) for option in ask.options]

    assert labels(position("ritual")) == [
        "Ritual of Odin: draw 2 Norns",
        "Ritual of Thor: up to 2 humans from your hand as reinforcements",
        "Ritual of Frey: +3",
    ]
    assert labels(position("ritual", omens="gods", rounds=2)) == [
        "Ritual of Odin: draw 1 Norn",
        "Ritual of Thor: up to 1 human from your hand as reinforcements",
        "Ritual of Frey: +2",
    ]
