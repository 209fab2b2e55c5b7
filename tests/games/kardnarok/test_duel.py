"""A Duel: nobody is hired; two Norns can be bought in each combat. The attacker stands at 4 against 12."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.core.zones import BACK

from .combat import (
    GAME,
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
    swaps,
    uses,
    why,
)

WEAK = {"armies": {0: "villager*2", 1: "jotunn*2"}, "heroes": {1: "harald"}}


def duel(**given):
    """Two players; the attacker is losing."""
    return position("act", 2, **(WEAK | given))


@pytest.mark.rule("KRD-904", "KRD-907", "KRD-231")
def test_nobody_is_hired_but_two_norns_can_be_bought():
    state = duel(hands={0: "villager skadi"})
    assert can(state) == {"villager", "norn:skadi:0", "buy"}
    _, events = hear(state, "")  # it need not be done
    assert "bought" not in kinds(events)
    refused(state, "hire")
    refused(state, "buy", seat=1)


@pytest.mark.rule("KRD-904", "KRD-R-33")
def test_who_has_bought_is_through_with_its_own_actions():
    state = duel(hands={0: "villager skadi freya jarl urd", 1: "loki"}, rituals="thor odin", norns="idun longships")
    state = do(state, "buy")
    assert state.fight.closed == (True, False)
    assert (kind(state), can(state)) == ("act 0", {"bought:idun:0", "bought:longships:0"})
    assert len(swaps(state)) == 1
    assert why(state)["norn:skadi:0"] == ("why.closed", "KRD-R-33")
    refused(state, "villager")
    refused(state, "thor:jarl")
    refused(state, "norn:urd:0")


@pytest.mark.rule("KRD-905")
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_the_price_is_the_number_of_the_round(rounds):
    """KRD-X-17: 1, 2, 3, 4 bronze."""
    state, events = hear(duel(rounds=rounds), "buy")
    assert told(events, "bought") == [(0, rounds)]
    assert (state.bronze, state.spent) == ((10 - rounds, 10), rounds)


@pytest.mark.rule("KRD-905")
def test_the_price_is_higher_by_a_fixed_rule():
    state = do(duel(rounds=2, omens="rag-loki"), "buy")
    assert (state.bronze, state.spent) == ((7, 10), 3)


@pytest.mark.rule("KRD-905", "KRD-R-63")
def test_without_the_full_price_or_two_norns_in_the_deck_it_is_not_offered():
    state = duel(rounds=3, bronze={0: 2})
    assert can(state) == set()
    assert why(state)["buy"] == ("why.bronze", "KRD-905")
    assert "buy" in can(duel(rounds=3, bronze={0: 3}))
    assert "buy" not in can(duel(short=(10, 1)))
    assert "buy" in can(duel(short=(10, 2)))


@pytest.mark.rule("KRD-905")
def test_the_bronze_has_left_the_game_win_or_lose():
    for norns, winner in (("idun longships", 1), ("thor*2", 0)):
        state = position("act", 2, coins={0: 3}, norns=norns, hands={0: "villager"}, armies={1: "jarl villager"})
        state = do(state, "buy")
        if winner == 0:
            state = do(state, "thor")
        state, events = onward(state)
        assert told(events, "won")[0][0] == winner
        assert (state.bronze, state.spent) == ((9, 10), 1)


@pytest.mark.rule("KRD-906", "KRD-R-63")
def test_they_come_from_the_top_of_the_norn_deck_and_lie_apart_seen_by_the_buyer_alone():
    state = duel(hands={0: "skadi"}, norns="thor tyr odin")
    state, events = hear(state, "buy")
    assert (state.bought[0], state.hand_n[0], state.norns[0]) == (("thor", "tyr"), ("skadi",), "odin")
    (event,) = [e for e in events if e.kind == "bought"]
    assert (event.args, event.to, event.secret) == ((0, 1), (0,), ("thor tyr",))
    assert GAME.view(state, 0).seen.bought[0] == ("thor", "tyr")
    for viewer in (None, 1):
        assert GAME.view(state, viewer).seen.bought[0] == (BACK, BACK)


@pytest.mark.rule("KRD-906", "KRD-R-63", "KRD-052")
def test_they_are_played_if_time_and_role_fit():
    state = do(duel(norns="thor tyr"), "buy")
    assert norns_of(state) == {"thor"}
    state = do(state, "thor")
    assert (stand(state), uses(state), state.bought[0]) == ((7, 12), [("thor", True)], ("tyr",))
    state = do(duel(norns="frey urd"), "buy")
    assert norns_of(state) == {"urd"}  # before the reveal is over; any moment is not
    state = do(duel(norns="odin hela"), "buy")
    assert norns_of(state) == {"odin.Wisdom", "odin.Spear"}


@pytest.mark.rule("KRD-906", "KRD-R-63", "KRD-R-33")
def test_what_a_bought_norn_draws_goes_to_the_hand_which_is_closed():
    state = do(duel(norns="urd verdandi thor freya", warriors="villager jarl", hands={1: "skadi"}), "buy")
    state = do(state, "urd")
    assert (state.hand_n[0], norns_of(state)) == (("freya", "thor"), {"verdandi"})
    state = do(state, "verdandi")
    assert (hand(state, 0), can(state)) == (("jarl", "villager", "freya", "thor"), set())


@pytest.mark.rule("KRD-R-33", "KRD-906", "KRD-R-63")
def test_freya_of_the_hand_and_freya_bought():
    given = {"hands": {0: "thor freya", 1: "loki tyr"}, "armies": {1: "jarl villager"}, "coins": {0: 3}}
    state = position("act", 2, norns="freya skadi", **given)
    state = do(state, "thor", "loki.Lies")
    assert (kind(state), stand(state)) == ("act 0", (6, 6))
    state = do(state, "buy")
    assert norns_of(state) == {"freya", "skadi"}
    assert can(state) == {"norn:freya:0", "bought:freya:0", "bought:skadi:0"}
    state = do(state, "bought:freya:0")
    assert (stand(state), kind(state)) == ((7, 6), "act 1")
    assert (state.bought[0], state.hand_n[0]) == (("skadi",), ("freya",))


@pytest.mark.rule("KRD-R-63", "KRD-237")
def test_those_not_played_are_discarded_unseen_and_never_join_the_hand():
    state = do(duel(norns="ran tyr", effective=2), "buy", "ran")
    assert sorted(shuffled(state, "", "2")) == ["ran", "tyr"]
    state, events = onward(state)
    assert state.bought == ((), ())
    assert "tyr" not in (*state.hand_n[0], *state.hand_n[1])
    assert not any("tyr" in str(e.args) for e in events)


@pytest.mark.rule("KRD-907", "KRD-R-33")
def test_each_kingdom_buys_once_in_a_combat():
    state = position("act", 2, coins={0: 3}, norns="thor skadi tyr idun")
    state = do(state, "buy", "thor")
    assert (kind(state), can(state)) == ("act 1", {"buy"})
    state = do(state, "buy", "tyr")
    assert (kind(state), stand(state)) == ("act 0", (7, 7))
    assert can(state) == {"bought:skadi:0"}
    assert (state.bronze, state.spent) == ((9, 9), 2)


@pytest.mark.rule("KRD-907")
def test_in_the_next_combat_it_can_be_done_again():
    state = position("act", 2, coins={0: 5}, norns="loki idun", hands={0: "villager"})
    state = do(state, "buy", "idun")
    state = onward(state)[0]
    assert state.fight is None
    later = position("act", 2, turn=1, fight=(1, 0), coins={1: 3}, bronze={0: 9})
    assert "buy" in can(later)


@pytest.mark.rule("KRD-906", "KRD-R-32")
def test_the_price_of_a_bought_norn_is_paid_from_the_hand():
    state = do(duel(norns="fenrir skadi", hands={0: "loki"}), "buy", "fenrir")
    assert (kind(state), can(state)) == ("cost 0", {"loki"})
    assert norns_of(do(duel(norns="fenrir skadi"), "buy")) == {"skadi"}
    game = made_up(loki={"options": norn("cost_discard(norn, 1)", "opp(-2)")})
    state = position("act", 2, norns="loki skadi", hands={0: "loki"}, game=game, **WEAK)
    state = do(state, "buy", game=game)
    assert norns_of(state, game) == {"loki", "skadi"}  # the other one of its kind in the hand pays for it


@pytest.mark.rule("KRD-908", "KRD-223")
def test_there_are_no_cubes():
    assert stand(position("act", 2, defences={1: 0})) == (4, 4)
    state = onward(position("act", 2))[0]
    assert state.defences == (0, 0)
    for mode in ("duel", "story"):
        state = position("act", 2, mode=mode, defences={1: 2})
        assert stand(state) == (4, 4)
        assert GAME.view(state, None).cube(1) == 0


@pytest.mark.rule("KRD-904", "KRD-910", "KRD-R-61")
def test_story_with_two_players_is_played_like_a_duel():
    state = duel(mode="story", rounds=2, norns="thor tyr")
    assert can(state) == {"buy"}
    state = do(state, "buy")
    assert (state.bronze, state.spent, state.bought[0]) == ((8, 10), 2, ("thor", "tyr"))


@pytest.mark.rule("KRD-904", "KRD-R-28")
def test_everybody_is_asked_as_long_as_something_could_be_done_that_is_public():
    state = duel(may_swap=False)
    assert (kind(state), can(state)) == ("act 0", {"buy"})
    state = do(state, "buy")
    assert asked(state).seat == 0  # two unseen Norns lie there
    state = position("pre", 2, may_swap=False, bronze={0: 0}, hands={0: "frey"}, **WEAK)
    _, events = hear(state, "frey")
    assert "won" in kinds(events)
