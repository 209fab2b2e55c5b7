"""The Effective: how kingdoms come to own exactly as many Warriors and Norns as it says, and when a deck runs out."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.core.text import plain
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.rounds import Adjust, FormArmy

from .table import (
    GAME,
    MODES,
    asked,
    can,
    do,
    hear,
    heard_until,
    kind,
    new,
    owns,
    position,
    quiet,
    refused,
    steps,
    until,
    warriors_of,
)


def adjust(e: int, hand: str, army: str = "", seat: int = 0, **given):
    """A position in which a kingdom has to meet an Effective of so many cards."""
    given.setdefault("omen", "kin")
    hands = {**given.pop("hands", {}), seat: hand}
    armies = {**given.pop("armies", {}), seat: army}
    return position(effective=e, hands=hands, armies=armies, agenda=(Adjust(seat), FormArmy(seat)), **given)


def splits(state) -> set[tuple[int, int]]:
    """The splits that can be stated now."""
    assert asked(state).kind in ("adjust", "recycle.split")
    return {(int(one.split(":")[0]), int(one.split(":")[1])) for one in can(state)}


# --- the order of a round's start ----------------------------------------------------------------------------------


@pytest.mark.rule("KRD-100", "KRD-R-66", "KRD-033")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_order_of_a_rounds_start(mode, seats):
    """Ragnarök card, silver, Effective, armies, attack turns; each of them by all, before the next."""
    _, events = heard_until(new(mode, seats, first="1"), "attack 0", seed=8)
    order = {"omen": 0, "coin.drawn": 1, "split.stated": 2, "army.formed": 3, "hero.shown": 4, "turn": 5}
    places = [order[k] for k in kinds(events) if k in order]
    assert places == sorted(places)
    assert {k: places.count(n) for k, n in order.items()} == {
        "omen": 1,
        "coin.drawn": seats if ("omen", "kin", 8) not in [(e.kind, *e.args) for e in events] else 2 * seats,
        "split.stated": seats,
        "army.formed": seats,
        "hero.shown": 0 if ("omen", "wolves", 8) in [(e.kind, *e.args) for e in events] else seats,
        "turn": 1,
    }


@pytest.mark.rule("KRD-R-14", "KRD-061", "KRD-105")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_who_draws_first_at_the_start_of_a_round(mode, seats):
    """From the PR in the direction of the round, rounds 1 and 2."""
    state = new(mode, seats, first="2")
    for number, step in ((1, 1), (2, -1)):
        events = []
        for *_, result in steps(state, 4, player=quiet):
            events += result.events
            state = result.state
            if state.round == number and state.turn == 0:
                break
        order = tuple((state.order[0] + step * at) % seats for at in range(seats))
        at = kinds(events).index("omen")
        adjusted = told(events[at:], "split.stated", "discarded")
        assert list(dict.fromkeys(args[0] for args in adjusted)) == list(order)
        assert list(dict.fromkeys(args[0] for args in told(events[at:], "coin.drawn"))) == list(order)
        assert [args[0] for args in told(events[at:], "army.formed")] == list(order)


# --- drawing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-102", "KRD-103", "KRD-R-11", "KRD-007")
def test_x_04_splits_of_eight():
    state = adjust(8, "")
    assert splits(state) == {(4, 4), (5, 3), (3, 5), (6, 2), (2, 6), (7, 1), (8, 0)}
    for wrong in ("1:7", "0:8", "4:3", "5:4"):
        refused(state, wrong)
    for x, y in sorted(splits(state)):
        after = do(state, f"{x}:{y}")
        assert (len(after.hand_w[0]), len(after.hand_n[0])) == (x, y)
        assert owns(after, 0) == 8


@pytest.mark.rule("KRD-002", "KRD-001")
def test_x_01_two_cards_missing():
    """(1,1), (2,0), (0,2), nothing else."""
    state = adjust(8, "villager*3 skadi*2 arrows")
    assert splits(state) == {(1, 1), (2, 0), (0, 2)}


@pytest.mark.rule("KRD-104", "KRD-102")
def test_x_18_the_split_is_stated_at_once_and_then_drawn():
    """Seven cards missing: 4 Warriors and 3 Norns are stated, then the Warriors are drawn, then the Norns."""
    state = adjust(8, "skadi", warriors="jarl jarl villager champion", norns="tyr urd thor")
    state, events = hear(state, "4:3")
    mine = [(e.kind, *e.args) for e in events[:3]]
    assert mine == [("split.stated", 0, 4, 3), ("drew.warrior", 0, 4), ("drew.norn", 0, 3)]
    assert state.hand_w[0] == ("champion", "jarl", "jarl", "villager")
    assert state.hand_n[0] == ("skadi", "thor", "tyr", "urd")
    assert kind(state) == "army 0"  # nothing is asked in between


@pytest.mark.rule("KRD-104")
def test_the_split_is_public_and_asked_before_any_card_is_seen():
    state = adjust(8, "")
    assert GAME.pending(state).mode == "deal"
    for viewer in (None, 1, 2):
        after = do(state, "5:3")
        seen = GAME.view(after, viewer).seen
        assert seen.hand_w[0] == (BACK,) * 5
        assert seen.hand_n[0] == (BACK,) * 3


@pytest.mark.rule("KRD-009", "KRD-R-10", "KRD-008")
def test_the_army_counts_and_the_heroes_do_not():
    state = adjust(8, "villager skadi tyr", "jarl jarl freydis", heroes={0: "ragnar"})
    assert asked(state).args == (0, 3)
    assert splits(state) == {(0, 3), (1, 2), (2, 1), (3, 0)}  # two Warriors stand in the army


@pytest.mark.rule("KRD-103", "KRD-R-11", "KRD-R-12")
@pytest.mark.parametrize(("hand", "least"), [("skadi", 2), ("villager", 1), ("villager*2", 0)])
def test_at_least_two_warriors_after_drawing(hand, least):
    state = adjust(7, hand)
    assert min(x for x, _ in splits(state)) == least


@pytest.mark.rule("KRD-R-11", "KRD-R-16")
def test_who_owns_the_effective_is_not_asked():
    state = adjust(8, "villager*4 skadi*2 tyr*2")
    assert kind(state) == "army 0"
    assert owns(state, 0) == 8


@pytest.mark.rule("KRD-R-11")
def test_a_split_with_one_possibility_is_not_asked():
    """One card is missing, and the second Warrior is."""
    state = adjust(8, "villager skadi*2 tyr*2 arrows*2")
    assert kind(state) == "army 0"
    assert warriors_of(state, 0) == 2
    assert owns(state, 0) == 8


# --- discarding ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-512", "KRD-R-11", "KRD-R-13")
def test_x_16_the_effective_drops_from_8_to_6():
    """Exactly two cards of the own choice are discarded, none is drawn."""
    state = adjust(6, "villager*3 jarl skadi*2 tyr*2")
    assert kind(state) == "surplus 0"
    assert (asked(state).lo, asked(state).hi) == (2, 2)
    refused(state, "skadi")
    refused(state, "skadi*2 tyr")
    before = state
    state, events = hear(state, "jarl skadi")
    assert kind(state) == "army 0"
    assert owns(state, 0) == 6
    assert state.hand_w[0] == ("villager",) * 3
    assert state.hand_n[0] == ("skadi", "tyr", "tyr")
    assert state.warriors == (*before.warriors, "jarl")
    assert state.norns == (*before.norns, "skadi")
    assert not {"drew.warrior", "drew.norn", "split.stated"} & set(kinds(events))


@pytest.mark.rule("KRD-R-13")
def test_the_order_of_discards_is_the_owners():
    state = adjust(5, "villager*3 jarl skadi tyr arrows urd")
    before = state.norns
    assert do(state, "tyr urd skadi").norns == (*before, "tyr", "urd", "skadi")
    assert do(state, "skadi tyr urd").norns == (*before, "skadi", "tyr", "urd")


@pytest.mark.rule("KRD-R-13", "KRD-R-11")
def test_discards_of_one_kingdom_lie_under_the_whole_deck():
    """They are the last that come up again."""
    state = adjust(6, "villager jarl skadi*2 tyr*2 urd thor", norns="arrows")
    state = do(state, "urd thor")
    assert state.norns[0] == "arrows"
    assert state.norns[-2:] == ("urd", "thor")


@pytest.mark.rule("KRD-R-11", "KRD-R-12", "KRD-103")
def test_discards_keep_two_warriors():
    """Of 8 cards with 3 Warriors 3 go: one Warrior at most."""
    state = adjust(5, "villager jarl champion skadi tyr arrows urd thor")
    refused(state, "villager jarl skadi")
    refused(state, "villager jarl champion")
    assert kind(do(state, "villager skadi tyr")) == "army 0"
    assert kind(do(state, "urd skadi tyr")) == "army 0"


@pytest.mark.rule("KRD-R-11", "KRD-R-10")
def test_the_army_is_never_discarded_from():
    """A bystander with too much: only cards of the hand, and the two of the army count as its two Warriors."""
    state = adjust(5, "villager jarl skadi tyr arrows", "champion seidkona freydis")
    assert can(state) == {"villager", "jarl", "skadi", "tyr", "arrows"}
    state = do(state, "villager jarl")
    assert state.army[0:2] == (("champion",), ("seidkona",))
    assert warriors_of(state, 0) == 2


@pytest.mark.rule("KRD-R-11")
def test_eight_norns_at_eight_force_two_discards():
    """Nothing is too much and nothing is missing, but there must be two Warriors."""
    state = adjust(8, "skadi*2 tyr*2 arrows*2 urd thor", warriors="jarl seidkona villager")
    assert kind(state) == "surplus.norns 0", "nothing is above the Effective"
    assert (asked(state).lo, asked(state).hi) == (2, 2)
    state, events = hear(state, "urd thor")
    assert told(events, "discarded") == [(0, 0, 2)]
    assert told(events, "split.stated") == [(0, 2, 0)]
    assert state.hand_w[0] == ("jarl", "seidkona")
    assert owns(state, 0) == 8


@pytest.mark.rule("KRD-R-11")
def test_as_many_norns_are_discarded_as_are_needed_and_no_more():
    """One card is missing, two Warriors are: one Norn goes."""
    state = adjust(8, "skadi*2 tyr*2 arrows*2 urd")
    assert (asked(state).lo, asked(state).hi) == (1, 1)
    state = do(state, "urd")
    assert (len(state.hand_w[0]), len(state.hand_n[0])) == (2, 6)
    # One Warrior, and too much besides: the surplus of 2 and 1 for the second Warrior, all of them Norns.
    state = adjust(6, "villager skadi*2 tyr*2 arrows*2 urd")
    assert (asked(state).lo, asked(state).hi) == (3, 3)
    assert "villager" not in can(state)
    state = do(state, "urd skadi tyr")
    assert (warriors_of(state, 0), owns(state, 0)) == (2, 6)


@pytest.mark.rule("KRD-R-11")
def test_odins_cards_do_not_outlast_the_combat():
    """Two above the Effective: two go, whichever."""
    state = adjust(8, "villager*4 skadi*2 tyr*2 urd thor")
    assert (asked(state).lo, asked(state).hi) == (2, 2)
    assert owns(do(state, "skadi tyr"), 0) == 8


@pytest.mark.rule("KRD-R-16")
def test_a_higher_effective_is_drawn_up_to():
    state = adjust(9, "villager*4 skadi*2 tyr*2")
    assert kind(state) == "adjust 0"
    assert splits(state) == {(1, 0), (0, 1)}
    assert owns(do(state, "1:0"), 0) == 9


@pytest.mark.rule("KRD-512", "KRD-R-13")
def test_only_the_backs_of_discards_are_seen():
    state = adjust(6, "villager*3 jarl skadi*2 tyr*2")
    state, events = hear(state, "jarl skadi")
    (event,) = [e for e in events if e.kind == "discarded"]
    speaker = GAME.speaker(("Ann", "Bob", "Cid"))
    assert plain(speaker.tell(event, 0)) == "Ann discards Jarl, Skadi."
    for viewer in (None, 1, 2):
        assert plain(speaker.tell(event, viewer)) == "Ann discards 1 Warrior and 1 Norn."
        assert set(GAME.view(state, viewer).seen.warriors) == {BACK}


# --- decks that run out --------------------------------------------------------------------------------------------


def short(e: int, hand: str, warriors: str, norns: str, army: str = ""):
    """The decks hold only these; all other cards are in the hand of seat 2."""
    return adjust(e, hand, army, warriors=warriors, norns=norns, hands={1: "", 2: ""}, rest=2)


@pytest.mark.rule("KRD-R-15")
def test_a_split_asks_for_no_more_than_a_deck_holds():
    state = short(8, "villager*2 skadi*2", "jarl jarl jarl", "tyr urd")
    assert splits(state) == {(3, 1), (2, 2)}
    assert splits(short(8, "villager*2", "jarl", "tyr urd tyr arrows skadi skadi")) == {(1, 5), (0, 6)}


@pytest.mark.rule("KRD-R-15")
def test_what_one_deck_cannot_give_comes_from_the_other():
    state = short(8, "villager*2 skadi*2", "", "tyr*2 urd thor arrows")
    assert kind(state) == "army 0"
    assert (len(state.hand_w[0]), len(state.hand_n[0])) == (2, 6)
    state = short(8, "villager*2 skadi*2", "jarl*4", "")
    assert (len(state.hand_w[0]), len(state.hand_n[0])) == (6, 2)


@pytest.mark.rule("KRD-R-15")
def test_with_both_decks_empty_the_kingdom_stays_short():
    state = short(8, "villager*2 skadi*2", "jarl", "tyr")
    assert owns(state, 0) == 6
    assert (state.warriors, state.norns) == ((), ())
    state = short(8, "villager*2 skadi*2", "", "")
    assert owns(state, 0) == 4


@pytest.mark.rule("KRD-R-15")
def test_no_norn_is_discarded_for_a_warrior_that_cannot_come():
    state = short(8, "skadi*2 tyr*2 arrows*2 urd thor", "", "freya")
    assert kind(state) == "army 0"
    assert len(state.hand_n[0]) == 8
    state = short(8, "skadi*2 tyr*2 arrows*2 urd thor", "jarl", "freya")
    assert (asked(state).lo, asked(state).hi) == (1, 1)
    state = do(state, "thor")
    assert (state.hand_w[0], len(state.hand_n[0])) == (("jarl",), 7)


@pytest.mark.rule("KRD-R-15", "KRD-006", "KRD-R-09")
@pytest.mark.parametrize(("hand", "n"), [("jarl skadi*2", 1), ("skadi*2 tyr", 0)])
def test_without_two_warriors_the_army_is_smaller(hand, n):
    state = position(
        "basic",
        3,
        hands={0: hand, 1: "", 2: ""},
        armies={0: ""},
        heroes={0: "freydis ragnar"},
        rest=2,
        turn=1,
        agenda=(Adjust(0), FormArmy(0), FormArmy(0)),
    )
    assert kind(state) == "army 0"
    chosen = [o for o in can(state) if not o.startswith(("hero:", "swap:", "norn:"))]
    assert len(chosen) == n
    refused(state, " ".join(chosen)) if n else None
    result = GAME.apply(state, 0, (*chosen, "hero:freydis"))
    assert sum(len(place) for place in result.state.army[0:2]) == n
    assert result.state.leaders[0] == ("freydis",)


@pytest.mark.rule("KRD-R-15")
def test_effects_draw_what_is_there():
    state = position(hands={0: "urd villager*2", 1: "villager*2", 2: ""}, norns="tyr", rest=2)
    before = state
    state = do(state, "urd")
    assert state.hand_n[0] == ("tyr",)
    assert state.norns == ("urd",)  # it goes under the deck after its own draws
    assert len(before.norns) == 1


@pytest.mark.rule("KRD-R-15")
def test_decks_are_not_shuffled_anew():
    """Chance shuffles the decks at the set-up, and then only the Norns of a combat before they go under theirs."""
    seen = set()
    for mode, seats in MODES:
        for before, ask, _, _ in steps(new(mode, seats), 3):
            if ask.kind == "shuffle" and before.round:
                seen.add(ask.args[0])
    assert seen == {"away"}


# --- after a combat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-14", "KRD-406", "KRD-R-11")
@pytest.mark.parametrize("seats", [3, 4])
def test_after_a_combat_winner_loser_then_the_others(seats):
    """From the attacker in the direction of the round; everybody who lacks cards is asked."""
    less = dict.fromkeys(range(seats), "villager*2")
    state = position("basic", seats, hands=less, turn=1)
    state = do(state, f"attack:{(1 + 2) % seats}")
    _, events = heard_until(state, *(f"army {seat}" for seat in range(seats)))
    ((won, _, lost, _),) = told(events, "won")
    order = [args[0] for args in told(events, "split.stated")]
    rest = [seat for seat in ((1 + at) % seats for at in range(seats)) if seat not in (won, lost)]
    assert order == [won, lost, *rest]
    at = kinds(events).index("split.stated")
    assert "fell" not in kinds(events)[at:]  # all discards of the combat come before


@pytest.mark.rule("KRD-007", "KRD-R-11", "KRD-R-12", "KRD-406")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_after_every_adjustment_each_kingdom_owns_exactly_the_effective(mode, seats):
    checked = 0
    for seed in range(3):
        for before, _, _, result in steps(new(mode, seats), seed):
            s = result.state
            pending = GAME.pending(s)
            if pending is None or pending.asks[0].kind != "army" or before.agenda[-1] == s.agenda[-1]:
                continue
            if {"used", "used.option", "army.changes"} & set(kinds(result.events)):
                continue
            if not any(e.kind in ("split.stated", "omen") for e in result.events):
                continue
            for seat in range(seats):
                assert owns(s, seat) == s.effective
                assert warriors_of(s, seat) >= 2
                checked += 1
    assert checked > 20


def test_forced_discards_of_norns_happen_in_play():
    """Section 9: not rare."""
    found = 0
    for seed in range(10):
        for before, ask, _, _ in steps(new("basic", 4), seed):
            if ask.kind.startswith("surplus"):
                short = owns(before, ask.seat) <= before.effective
                assert short == (ask.kind == "surplus.norns"), "the question says why"
                found += short
    assert found > 0


@pytest.mark.rule("KRD-R-52", "KRD-520")
def test_after_the_last_combat_nobody_draws():
    state = position("basic", 3, before="kin", omen="gods", turn=2, pr=2, won={0: "3 3 3", 1: "4 4"})
    end, events = heard_until(do(state, "attack:1"))
    assert end.outcome is not None
    assert not {"split.stated", "discarded", "army.formed"} & set(kinds(events))
    assert "fell" in kinds(events)  # discards of the combat are made
    assert until(state).outcome is not None
