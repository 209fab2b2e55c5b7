"""Armies: forming and changing them, swaps of Heroes, and Norns for any moment outside a combat."""

from __future__ import annotations

import pytest

from tests.games import common
from tests.games.common import kinds, told
from thorgames.core.ask import CHANCE
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.hands import swap_hero
from thorgames.games.kardnarok.rounds import FormArmy, ShowHeroes
from thorgames.games.kardnarok.rules import AttackTurn

from .table import (
    GAME,
    MODES,
    anyhow,
    asked,
    can,
    do,
    hear,
    heard_until,
    kind,
    named,
    new,
    position,
    quiet,
    refused,
    steps,
    until,
)

FORM = (FormArmy(0), FormArmy(1), FormArmy(2), ShowHeroes((0, 1, 2)), AttackTurn(0))


def forming(**given):
    """Three kingdoms form armies, seat 0 first."""
    given.setdefault("armies", {0: "", 1: "", 2: ""})
    given.setdefault("hands", {0: "champion seidkona villager*2 urd skadi", 1: "jarl*2", 2: "villager*2"})
    given.setdefault("heroes", {0: "freydis ragnar", 1: "bjorn leif", 2: "harald ivar"})
    return position(agenda=given.pop("agenda", FORM), **given)


def why(state) -> dict[str, tuple[str, str]]:
    """What is barred now: id -> (key of the reason, clause)."""
    ask = asked(state)
    return {b.id: (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, ask.seat), ask)}


# --- forming -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-006", "KRD-105", "KRD-047", "KRD-103")
def test_an_army_is_two_warriors_and_one_of_the_two_heroes():
    state = forming()
    assert kind(state) == "army 0"
    for wrong in (
        "champion freydis",
        "champion seidkona",
        "freydis",
        "champion seidkona villager freydis",
        "champion seidkona freydis ragnar",
        "freydis ragnar",
        "champion jarl freydis",
        "champion seidkona bjorn",
        "skadi champion freydis",
    ):
        refused(state, wrong)
    state = do(state, "champion seidkona freydis")
    assert state.army[0:2] == (("champion",), ("seidkona",))
    assert state.leaders[0] == ("freydis",)
    assert state.reserve[0] == ("ragnar",)
    assert state.hand_w[0] == ("villager", "villager")


@pytest.mark.rule("KRD-105")
def test_the_places_of_the_warriors_are_chosen():
    state = forming()
    assert do(state, "seidkona champion freydis").army[0:2] == (("seidkona",), ("champion",))
    assert do(state, "ragnar villager*2").army[0:2] == (("villager",), ("villager",))


@pytest.mark.rule("KRD-105", "KRD-R-17")
def test_heroes_are_turned_up_together():
    """Armies are chosen one after the other in secret; nothing is shown before all are done."""
    state = forming()
    state, events = hear(state, "champion seidkona freydis", "jarl*2 leif")
    assert kinds(events) == ["army.formed", "army.formed"]
    assert not any(state.heroes_up)
    for viewer in (None, 2):
        seen = GAME.view(state, viewer).seen
        assert seen.leaders[0:2] == ((BACK,), (BACK,))
        assert seen.army[0:4] == ((BACK,),) * 4
    assert all(e.seen_by(2).args == (e.args[0],) and not e.seen_by(2).secret for e in events)
    state, events = hear(state, "villager*2 ivar")
    assert kinds(events)[:4] == ["army.formed", "hero.shown", "hero.shown", "hero.shown"]
    assert told(events, "hero.shown") == [(0, "freydis"), (1, "leif"), (2, "ivar")]
    for viewer in (None, 0, 1, 2):
        seen = GAME.view(state, viewer).seen
        assert seen.leaders == (("freydis",), ("leif",), ("ivar",))
        for place, warrior in enumerate(state.army):
            assert seen.army[place] == (warrior if viewer == place // 2 else (BACK,))


@pytest.mark.rule("KRD-105", "KRD-R-17")
def test_with_only_two_warriors_the_question_is_put_all_the_same():
    """The Hero remains to be chosen."""
    state = do(forming(), "champion seidkona freydis")
    assert kind(state) == "army 1"
    assert {o for o in can(state) if o.startswith("hero:")} == {"hero:bjorn", "hero:leif"}


# --- changing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-112", "KRD-110")
def test_before_announcing_the_army_may_be_changed():
    """Both Warriors and the Hero."""
    state = position(
        hands={0: "jarl huskarl skadi"}, armies={0: "champion seidkona freydis"}, heroes={0: "ragnar"}
    )  # fmt: skip
    assert "army" in can(state)
    state = do(state, "army")
    assert kind(state) == "army 0"
    warriors = {o for o in can(state) if ":" not in o}
    assert warriors == {"jarl", "huskarl", "champion", "seidkona"}
    state, events = hear(state, "jarl huskarl ragnar")
    assert told(events, "hero.shown") == [(0, "ragnar")]
    assert state.army[0:2] == (("jarl",), ("huskarl",))
    assert (state.leaders[0], state.reserve[0]) == (("ragnar",), ("freydis",))
    assert state.hand_w[0] == ("champion", "seidkona")
    assert kind(state) == "attack 0"


@pytest.mark.rule("KRD-112", "KRD-R-65")
def test_the_army_is_changed_again_only_when_something_has_changed():
    state = position(hands={0: "jarl huskarl verdandi"}, heroes={0: "ragnar"})
    state = do(state, "army", "jarl huskarl ragnar")
    assert "army" not in can(state)
    assert why(state)["army"] == ("why.changed", "KRD-112")
    assert "army" in can(do(state, "verdandi"))
    (swap,) = [o for o in can(state) if o.startswith("swap:")]
    assert "army" in can(do(state, swap))


@pytest.mark.rule("KRD-110", "KRD-R-19", "KRD-R-05")
def test_announcing_is_final():
    """Neither army nor its Hero can be changed afterwards in that turn; only the Hero in reserve can be swapped."""
    state = position(hands={0: "jarl skadi urd", 1: "villager tyr"}, armies={0: "champion seidkona freydis"},
                     heroes={0: "ragnar", 1: "leif"})  # fmt: skip
    before = state
    state = do(state, "attack:1", "odin", "odin")
    assert kind(state) == "pre 0"
    assert "army" not in can(state)
    assert {o for o in can(state) if o.startswith("swap:")} == {"swap:ragnar"}
    refused(state, "army")
    refused(state, "swap:freydis")
    refused(state, "attack:2")
    state = until(state, "act 0", "act 1", player=passing)
    assert {o for o in can(state) if o.startswith(("swap:", "army", "hero:"))} <= {"swap:ragnar", "swap:leif"}
    assert state.army[0:4] == before.army[0:4]
    assert state.leaders[0:2] == before.leaders[0:2]


def passing(state, ask, rng):
    return ()


@pytest.mark.rule("KRD-111", "KRD-R-18", "KRD-110")
@pytest.mark.parametrize("seats", [3, 4])
def test_after_a_combat_the_two_that_fought_form_anew(seats):
    """Winner first; the others keep their armies, and are not asked."""
    state = do(position("basic", seats, turn=0), "attack:1")
    before = state
    state, events = heard_until(state, "attack 1")
    ((won, _, lost, _),) = told(events, "won")
    formed = [args[0] for args in told(events, "army.formed")]
    assert formed == [won, lost]
    assert {won, lost} == {0, 1}
    at = max(i for i, e in enumerate(events) if e.kind == "army.formed")
    assert [e.args[0] for e in events if e.kind == "hero.shown"] in ([won, lost], [lost, won])
    assert min(i for i, e in enumerate(events) if e.kind == "hero.shown") > at
    for seat in range(2, seats):
        assert state.army[2 * seat : 2 * seat + 2] == before.army[2 * seat : 2 * seat + 2]
        assert state.leaders[seat] == before.leaders[seat]


@pytest.mark.rule("KRD-R-18", "KRD-R-48", "KRD-111")
def test_survivors_come_back_to_hand_before_the_new_army_is_formed():
    """The winner of seven Forces more loses one Warrior and may field the other one again."""
    state = position(
        armies={0: "jotunn draugr harald", 1: "villager villager aslaug"},
        hands={0: "villager*2 skadi", 1: "villager*2 tyr", 2: "jarl*2 loki"},
        omen="wolves",
    )
    state = until(state, "casualty.winner 0", player=concede)
    place = next(o.id for o in asked(state).options if o.refs[0] == "draugr")
    state = until(do(state, place), "army 0")
    assert "jotunn" in can(state)
    assert "jotunn" in state.hand_w[0]
    assert state.army[0:4] == ((),) * 4


def concede(state, ask, rng):
    """Attack seat 1, and do nothing more."""
    return ("attack:1",) if ask.kind == "attack" and ask.seat == 0 else quiet(state, ask, rng)


@pytest.mark.rule("KRD-R-18", "KRD-500", "KRD-502")
def test_after_the_last_combat_of_a_round_nobody_forms_anew():
    """All come to the Effective, and armies go back to hand; the next to form are all, in the new round."""
    state = position(turn=2, won={0: "3 3"})
    state, events = heard_until(do(state, "attack:0"), "army 2")
    assert "army.formed" not in kinds(events)
    assert state.army == ((),) * 6
    assert state.round == 2
    assert kinds(events).index("discarded") < kinds(events).index("round.over")


# --- swaps of Heroes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-101", "KRD-R-05")
def test_one_swap_in_a_round():
    """Bottom, then top."""
    state = position(heroes={0: "ragnar"}, hero_deck="bjorn leif")
    assert {o for o in can(state) if o.startswith("swap:")} == {"swap:ragnar"}
    before = state
    state, events = hear(state, "swap:ragnar")
    assert state.reserve[0] == ("bjorn",)
    assert state.heroes == (*before.heroes[1:], "ragnar")
    assert kinds(events) == ["hero.swapped"]
    assert not [o for o in can(state) if o.startswith("swap:")]
    refused(state, "swap:bjorn")
    assert kind(state) == "attack 0"


@pytest.mark.rule("KRD-R-05")
def test_the_returned_hero_goes_under_the_deck_before_the_top_is_taken():
    """With an empty deck it comes back itself."""
    state = position(heroes={0: "ragnar"})
    assert swap_hero(state.but(heroes=()), 0, "ragnar").reserve[0] == ("ragnar",)
    assert swap_hero(state.but(heroes=("leif",)), 0, "ragnar").heroes == ("ragnar",)


@pytest.mark.rule("KRD-R-05", "KRD-101", "KRD-112")
def test_a_hero_of_a_formed_army_is_swapped_only_where_the_army_may_be_changed():
    state = position(armies={0: "champion seidkona freydis"}, heroes={0: "ragnar"}, hero_deck="bjorn")
    refused(state, "swap:freydis")
    state = do(state, "army")
    assert {o for o in can(state) if o.startswith("swap:")} == {"swap:freydis", "swap:ragnar"}
    state = do(state, "swap:freydis")
    assert state.reserve[0] == ("bjorn", "ragnar")
    assert state.heroes[-1] == "freydis"
    assert kind(state) == "army 0"
    assert not [o for o in can(state) if o.startswith("swap:")]


@pytest.mark.rule("KRD-R-05", "KRD-R-04")
def test_either_hero_can_be_swapped_while_forming():
    state = forming(hero_deck="lagertha")
    assert {o for o in can(state) if o.startswith("swap:")} == {"swap:freydis", "swap:ragnar"}
    state = do(state, "swap:ragnar")
    assert state.reserve[0] == ("freydis", "lagertha")
    assert kind(state) == "army 0"
    state = do(state, "champion seidkona lagertha")
    assert kind(state) == "army 1"
    assert {o for o in can(state) if o.startswith("swap:")} == {"swap:bjorn", "swap:leif"}


@pytest.mark.rule("KRD-R-05", "KRD-101")
def test_unused_swaps_are_not_kept():
    """Whether used or not, there is one in the next round."""
    state = position(turn=2, swapped=(1,), won={0: "3 3"})
    state = until(do(state, "attack:0"), "army 2")
    assert state.round == 2
    assert state.swapped == (False,) * 3
    state = do(state, "swap:" + state.reserve[2][0])
    assert state.swapped == (False, False, True)
    assert not [o for o in can(state) if o.startswith("swap:")]


@pytest.mark.rule("KRD-R-05", "KRD-R-33", "KRD-R-23")
def test_the_reserve_can_be_swapped_in_combat_too_and_is_no_action():
    """In the pre-combat step, with the initiative, and when closed; the same kingdom goes on."""
    state = position(armies={0: "jotunn draugr harald"}, heroes={0: "ragnar", 1: "leif"})
    state = do(state, "attack:1", "odin", "odin")
    before = state.reserve[0]
    state = do(state, "swap:ragnar")
    assert state.reserve[0] != before
    assert kind(state) == "pre 0"
    state = do(state, "", "")
    assert kind(state) == "act 1"
    again = do(state, "swap:leif")
    assert kind(again) == "act 1"
    closed = do(state, "hire", "withdraw")
    assert closed.fight.closed == (False, True)
    assert kind(closed) == "act 1"
    assert "swap:leif" in can(closed)
    assert "swap:leif" not in can(again)


@pytest.mark.rule("KRD-R-06", "KRD-R-05")
def test_nobody_sees_which_hero_was_swapped():
    state = position(heroes={0: "ragnar"}, hero_deck="bjorn")
    state, events = hear(state, "swap:ragnar")
    (event,) = events
    assert event.secret == ("ragnar", "bjorn")
    for viewer in (None, 1, 2):
        assert not event.seen_by(viewer).secret
        seen = GAME.view(state, viewer).seen
        assert seen.reserve[0] == (BACK,)
        assert set(seen.heroes) == {BACK}


# --- Norns for any moment ------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-04", "KRD-046")
def test_norns_for_any_moment_while_forming_and_before_announcing():
    hand = "champion seidkona urd verdandi skuld skadi assassin thor"
    state = forming(hands={0: hand, 1: "jarl*2", 2: "villager*2"})
    assert named({o for o in can(state) if o.startswith("norn:")}) == {"urd", "verdandi", "skuld"}
    refused(state, "norn:skadi:0")
    refused(state, "norn:assassin:0")
    state = position(hands={0: hand})
    assert named({o for o in can(state) if o.startswith("norn:")}) == {"urd", "verdandi", "skuld"}
    refused(state, "norn:skadi:0")


@pytest.mark.rule("KRD-R-04", "KRD-111")
def test_norns_for_any_moment_while_forming_anew():
    state = position(hands={0: "villager*3 skadi urd verdandi"}, armies={0: "jotunn draugr harald"})
    state = until(do(state, "attack:1"), "army 0")
    assert {"norn:urd:0", "norn:verdandi:0"} <= can(state)
    before = state
    state = do(state, "verdandi")
    assert kind(state) == "army 0"
    assert len(state.hand_w[0]) == len(before.hand_w[0]) + 2


@pytest.mark.rule("KRD-R-04")
def test_used_outside_a_combat_a_norn_goes_under_its_deck_when_it_is_done():
    state = position(hands={0: "urd villager"}, norns="tyr thor arrows")
    before = state
    state, events = hear(state, "urd")
    assert state.hand_n[0] == ("thor", "tyr")
    assert state.norns == (*before.norns[2:], "urd")
    assert state.used == ()
    assert told(events, "used") == [(0, "urd", "")]  # it is played face-up
    assert kind(state) == "attack 0"


@pytest.mark.rule("KRD-R-04", "KRD-R-12")
def test_skuld_outside_a_combat():
    """Cards are discarded under their decks, then a split is stated; two Warriors must be there afterwards."""
    state = forming(hands={0: "villager*2 skuld skadi tyr", 1: "jarl*2", 2: "villager*2"}, warriors="champion")
    state = do(state, "skuld")
    ask = asked(state)
    assert (ask.kind, ask.lo, ask.hi) == ("recycle", 1, 3)
    refused(state, "")
    refused(state, "villager*2 skadi tyr")
    # Two Warriors go: two must come.
    both = do(state, "villager*2 skadi")
    assert {int(o.split(":")[0]) for o in can(both)} == {2, 3}
    one = do(state, "villager skadi tyr")
    assert can(one) == {"1:2", "2:1", "3:0"}
    before = one
    one = do(one, "1:2")
    assert len(one.hand_w[0]) == 2
    assert one.warriors[-1] == "villager"
    assert one.norns[-3:-1] != ("skuld", "skuld")
    assert one.norns[-1] == "skuld"
    assert before.norns[-2:] == ("skadi", "tyr")
    assert kind(one) == "army 0"


@pytest.mark.rule("KRD-R-04")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_nobody_is_asked_out_of_order(mode, seats):
    """Outside combats only the kingdom whose turn it is to form, attack or draw is ever asked."""
    for before, ask, _, _ in steps(new(mode, seats), 6):
        if ask.kind in ("attack", "army", "ritual", "pre", "act", "help") and before.fight is None:
            assert ask.kind in ("attack", "army")
            if ask.kind == "attack":
                assert ask.seat == before.order[before.turn]
        if before.fight is not None and ask.kind in ("pre", "act", "ritual"):
            assert ask.seat in before.fight.seats


@pytest.mark.rule("KRD-R-65")
def test_a_card_is_used_only_once_within_a_decision():
    """Urd brings Skuld, Skuld brings Urd back from a deck of nothing else: then it is over."""
    for build in (forming_short, attacking_short):
        state = do(build(), "urd")
        assert state.hand_n[0] == ("skadi", "skuld")
        assert state.norns == ("urd",)
        state = do(state, "skuld", "skadi")
        assert state.hand_n[0] == ("urd",)
        assert "norn:urd:0" not in can(state)
        assert why(state)["norn:urd:0"] == ("why.spent", "KRD-R-65")
        refused(state, "norn:urd:0")


def forming_short():
    return forming(hands={0: "villager*2 urd skadi", 1: "", 2: ""}, norns="skuld", rest=2)


def attacking_short():
    hands = {0: "villager*2 urd skadi", 1: "", 2: ""}
    return position(hands=hands, norns="skuld", rest=2)


@pytest.mark.rule("KRD-R-65")
def test_in_another_decision_it_can_be_used_again():
    hands = {0: "villager*4 urd skadi", 1: "", 2: ""}
    agenda = (FormArmy(0), FormArmy(1), FormArmy(2), AttackTurn(0))
    state = forming(hands={**hands, 1: "jarl*2"}, norns="skuld", rest=2, agenda=agenda)
    state = do(state, "urd", "skuld", "skadi", "villager*2 freydis", "jarl*2 leif")
    state = do(state, "champion seidkona ivar")
    assert kind(state) == "attack 0"
    assert "norn:urd:0" in can(state)


@pytest.mark.rule("KRD-R-04", "KRD-R-65")
def test_what_comes_before_the_army_is_chosen_alone_and_says_so():
    """Half chosen together with a Warrior it neither adds up nor fails."""
    state = forming()
    ask, view = asked(state), GAME.view(state, 0)
    warrior, hero = (next(o.id for o in ask.options if o.id.startswith(part)) for part in ("champion", "hero:"))
    swap, norn = (next(o.id for o in ask.options if o.id.startswith(part)) for part in ("swap:", "norn:"))
    says = GAME.speaker(("Ann", "Bob", "Cid")).plain
    for first in (swap, norn):
        assert says(GAME.sums(ask, (first,))) == "this first, then you are asked for the army"
        for answer in ((warrior, first), (first, warrior), (warrior, hero, first)):
            assert GAME.preview(view, ask, answer) == ()
            assert says(GAME.sums(ask, answer)) == "a Norn or a new Hero comes before the army: choose it alone"
            common.refused(GAME, state, 0, answer)
    assert says(GAME.sums(ask, (warrior,))) == "1 of 2 Warriors, 0 of 1 Hero"


@pytest.mark.rule("KRD-R-65")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_games_of_players_who_do_all_they_can_end(mode, seats):
    """Always a Norn, a swap or a change of the army if there is one."""

    def busy(state, ask, rng):
        acts = [o.id for o in ask.options if o.id == "army" or o.id.startswith(("norn:", "swap:"))]
        return (rng.choice(acts),) if acts and ask.seat != CHANCE else anyhow(state, ask, rng)

    end = until(new(mode, seats), player=busy, seed=3)
    assert end.outcome is not None


@pytest.mark.rule("KRD-048", "KRD-105")
def test_the_choice_of_a_hero_says_which_runes_it_asks_for_and_what_for():
    def labels(**how):
        state = position(armies={0: "jarl jarl freydis"}, heroes={0: "harald"}, **how)
        ask = asked(do(state, "army"))
        says = [GAME.speaker(("Ann", "Bob", "Cid")).plain(ask.label(option)) for option in ask.options]
        return [text for text in says if text.startswith("led by")]

    assert labels() == ["led by Freydís 2, +3 with N Z", "led by Harald 4"]
    assert labels(before="kin", omen="surt") == ["led by Freydís 2, +2 with N Z", "led by Harald 4"]
