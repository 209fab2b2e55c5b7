"""Dusk: actions, upkeep in all its forms, clean-up, changing roles."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.games.thorgal.piles import change

from .table import (
    BOX,
    GAME,
    asked,
    at_land,
    can,
    changed,
    do,
    hear,
    ids,
    kind,
    passes,
    position,
    refused,
    run,
    size,
    spot,
)


def dusk(party: str, **given):
    """At the upkeep of a party, the hand kept."""
    return position("upkeep", party={0: party}, **given)


# --- step 1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-500", "TRG-380")
def test_actions_of_dusk():
    state = position("dusk", hand={0: "cutpurse +", 1: "blue-plague +"}, won={"slave-market": 0})
    assert can(state) == {"cutpurse", "pass"}
    state = do(state, "pass")
    assert can(state) == {"blue-plague", "slave-market", "pass"}
    state = do(state, "pass")
    assert kind(state) == "clean.pool 0"


@pytest.mark.rule("TRG-R-41", "TRG-R-19")
def test_effects_begun_in_dusk_end_with_the_round():
    state = position("dusk", party={0: "healing-casket"}, hand={0: ""})
    state = do(state, "healing-casket")
    assert state.shields[0] == 2
    state = passes(state, "-")
    assert kind(state).startswith("fate")
    assert state.shields == (0, 0)


# --- step 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-510", "TRG-R-37")
def test_each_companion_is_checked_once_in_any_order():
    state = dusk("archers galley-mutineer marsh-cutthroat hunting-bow", pool={0: 9}, hand={0: ""})
    assert kind(state) == "upkeep 0"
    assert can(state) == {"archers", "galley-mutineer", "marsh-cutthroat"}  # no supports
    state = do(state, "marsh-cutthroat")
    assert can(state) == {"archers", "galley-mutineer"}
    state, events = hear(state, "galley-mutineer")
    assert told(events, "upkeep.state") == [(0, "galley-mutineer")]
    assert told(events, "upkeep.paid") == [(0, "archers", 1)]  # the last one needs no choice
    assert kind(state) != "upkeep 0"


@pytest.mark.rule("TRG-510", "TRG-R-37", "TRG-R-20")
def test_only_the_destiny_players_party():
    state = position("upkeep", party={1: "archers"}, pool={1: 0}, hand={0: "", 1: ""})
    assert kind(state).startswith("fate")
    assert state.party[1] == ("archers",)
    exhausted = dusk("archers'", pool={0: 1}, hand={0: "+"})
    assert exhausted.pool_d[0] == ()  # the exhausted too


@pytest.mark.rule("TRG-515", "TRG-525", "TRG-530")
def test_pay():
    state = dusk("emperor-magnus", pool={0: 3}, hand={0: "+"})
    assert (size(state, "pool", 0), size(state, "spent", 0)) == (1, 2)  # must be met: no question
    state = dusk("emperor-magnus", pool={0: 1}, hand={0: "+"})
    assert kind(state) == "upkeep.unmet 0"
    assert (size(state, "pool", 0), size(state, "spent", 0)) == (1, 0)  # nothing is paid for a part


@pytest.mark.rule("TRG-520", "TRG-R-37")
def test_an_unmet_upkeep_costs_the_companion_or_2_damage():
    state = dusk("archers", pool={0: 0}, hand={0: "cutpurse"})
    assert kind(state) == "upkeep.unmet 0"
    assert ids(state) == ["destroy", "damage"]
    gone = do(state, "destroy")
    assert changed(state, gone)["valhalla 0"] == 1
    assert gone.valhalla[0][0] == "archers"
    assert gone.party[0] == ()
    kept = do(state, "damage", "-")
    assert changed(state, kept)["valhalla 0"] == 2
    assert kept.party[0] == ("archers",)


@pytest.mark.rule("TRG-R-37", "TRG-016", "TRG-520")
def test_2_damage_may_be_chosen_though_it_loses():
    state = dusk("archers", pool={0: 0}, hand={0: ""}, life={0: 1})
    preview = GAME.preview(GAME.view(state, 0), asked(state), ("damage",))
    assert [msg.key for msg in preview][-1] == "will.lose"
    assert do(state, "damage").outcome is not None


@pytest.mark.rule("TRG-535", "TRG-R-37")
def test_a_state_counts_as_it_is_at_that_moment():
    state = dusk("veronar hired-blade", pool={0: 0}, hand={0: "+"})
    first = do(state, "veronar")  # the Outlaw is still there
    assert kind(first) == "upkeep.unmet 0"
    assert asked(first).args == ("hired-blade",)
    other = do(state, "hired-blade", "destroy")
    assert kind(other) == "upkeep.unmet 0"
    assert asked(other).args == ("veronar",)


@pytest.mark.rule("TRG-R-37", "TRG-535")
@pytest.mark.parametrize(
    ("party", "met"),
    [
        ("sigwald-the-burnt", True),  # no(comp Lord)
        ("solveig", False),  # has(other comp, 1): not itself
        ("solveig shieldmaiden", True),
        ("argun-treefoot hunting-bow", True),
        ("argun-treefoot rope-and-grapnel", False),
        ("galathorn", True),  # no(other comp Lord): not itself
        ("castle-guard*2", True),
        ("castle-guard", False),
        ("slivia", True),
        ("gandalf-the-mad", True),
        ("shipwright drakkar", True),
    ],
)
def test_states_of_the_party(party, met):
    state = dusk(party, hand={0: "+"}, pool={0: 0})
    assert (kind(state) == "clean.pool 0") == met


@pytest.mark.rule("TRG-535")
def test_holds():
    assert kind(dusk("tax-collector", pool={0: 1}, hand={0: "+"})) == "clean.pool 0"
    assert size(dusk("tax-collector", pool={0: 1}, hand={0: "+"}), "pool", 0) == 1
    assert kind(dusk("tax-collector", pool={0: 0}, hand={0: "+"})) == "upkeep.unmet 0"


@pytest.mark.rule("TRG-515", "TRG-530")
def test_toss():
    state = dusk("xargos", hand={0: "mind-shield telekinesis"})
    assert kind(state) == "toss 0"
    state = do(state, "telekinesis")
    assert state.hand_d[0] == ("mind-shield",)
    assert state.spent_d[0][0] == "telekinesis"
    assert kind(dusk("xargos", hand={0: ""})) == "upkeep.unmet 0"


@pytest.mark.rule("TRG-515", "TRG-R-37")
def test_or_is_chosen_among_the_parts_that_can_be_met():
    both = dusk("kriss-de-valnor hunting-bow", pool={0: 1}, hand={0: "+"})
    assert kind(both) == "upkeep.either 0"
    assert size(do(both, "0"), "pool", 0) == 1
    assert size(do(both, "1"), "pool", 0) == 0
    one = dusk("kriss-de-valnor", pool={0: 1}, hand={0: "+"})
    assert size(one, "pool", 0) == 0
    none = dusk("kriss-de-valnor", pool={0: 0}, hand={0: "+"})
    assert kind(none) == "upkeep.unmet 0"
    states = dusk("wolf-cub grey-wolf", pool={0: 0}, hand={0: "+"})
    assert kind(states) == "clean.pool 0"  # both parts are states, and one is met as it stands
    named = dusk("bjorn-gandalfson gandalf-the-mad", pool={0: 0}, hand={0: "+"})
    named = do(named, "bjorn-gandalfson")
    assert kind(named) == "clean.pool 0"


@pytest.mark.rule("TRG-515")
def test_when_all_are_met_as_they_stand_nobody_is_asked():
    state, events = hear(run(position("dusk", party={0: "castle-guard*2 galathorn"}, hand={0: "+"})), "pass", "pass")
    assert kind(state) == "upkeep 0"  # Galathorn is not met
    state, events = hear(position("dusk", party={0: "castle-guard*3"}, hand={0: "+"}), "pass", "pass")
    assert kind(state) == "clean.pool 0"
    assert "upkeep.met" in kinds(events)


# --- step 3 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-540", "TRG-545", "TRG-550", "TRG-555", "TRG-R-08", "TRG-R-39", "TRG-474")
def test_hands_and_discards():
    state = position(
        "clean", hand={0: "levy bribery feint", 1: "ambush snare"}, pool={0: "siege-engines", 1: "night-raid"},
        spent={0: "hired-blade court-spy", 1: "sabotage"},
        factions="lords outlaws",
    )  # fmt: skip
    deck_d, deck_b = state.deck_d[0], state.deck_b[1]
    assert kind(state) == "clean.pool 0"
    state = do(state, "feint")
    assert state.pool_d[0] == ("feint", "siege-engines")
    assert kind(state) == "clean.deck 0"
    state = do(state, "levy bribery")
    assert state.deck_d[0] == ("bribery", "levy", *deck_d, "hired-blade", "court-spy")  # the later one lies above
    assert state.spent_d[0] == ()
    assert kind(state) == "clean.pool 1"
    state = do(state, "ambush snare")
    assert state.pool_b[1] == ("snare", "ambush", "night-raid")
    assert state.deck_b[1] == (*deck_b, "sabotage")
    assert state.spent_b[1] == ()


@pytest.mark.rule("TRG-540", "TRG-560", "TRG-R-38")
def test_one_card_can_go_either_way_and_pools_stay():
    state = position("clean", hand={0: "levy", 1: ""}, pool={0: "feint", 1: 3})
    assert do(state, "levy").pool_d[0] == ("levy", "feint")
    after = do(state, "-")
    assert after.deck_d[0][0] == "levy"
    assert after.pool_d[0] == ("feint",)
    assert len(after.pool_b[1]) == 3
    assert after.dest == 1
    assert (after.hand_d, after.hand_b) == (((), ()), ((), ()))
    phases = [k for k in kinds(hear(position(), "pass", "pass")[1]) if k.startswith("clean")]
    assert phases == []  # not at the end of Dawn


@pytest.mark.rule("TRG-565", "TRG-570", "TRG-R-40", "TRG-R-21", "TRG-R-14")
def test_markers_come_off():
    state = position(
        "clean", party={0: "archers'' hunting-bow'", 1: "drakkar' shieldmaiden''"},
        won={"pirates-cove": 0, "fortified-port": 1}, tired_lands="pirates-cove pirates-cove fortified-port",
        factions="outlaws vikings",
    )  # fmt: skip
    for card in ("archers", "shieldmaiden"):
        state = change(state, spot(state, card).uid, marks=(1, -1, 0))
    after = do(state, "-")
    after = do(after, "-") if kind(after) == "clean.pool 1" else after
    assert kind(after).startswith("fate")
    tired = {card: spot(after, card).tired for card in ("archers", "hunting-bow", "drakkar", "shieldmaiden")}
    assert tired == {"archers": 1, "hunting-bow": 0, "drakkar": 1, "shieldmaiden": 2}
    assert all(one.marks == (0, 0, 0) for spots in after.spots for one in spots)
    assert at_land(after, "pirates-cove").tired == 1
    assert at_land(after, "fortified-port").tired == 1


@pytest.mark.rule("TRG-R-14")
def test_a_card_that_leaves_play_loses_its_markers():
    state = position(hand={1: "betrayal +", 0: ""}, party={0: "solveig''"}, pool={1: 3, 0: 4})
    state = do(state, "betrayal")
    assert kind(state) == "act 0"
    state = do(state, "solveig")
    assert (spot(state, "solveig").tired, spot(state, "solveig").marks) == (0, (0, 0, 0))


# --- step 4 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-575", "TRG-012", "TRG-010", "TRG-036", "TRG-032")
def test_roles_change():
    state = position("clean", hand={0: "", 1: ""}, pool={0: 2, 1: 3})
    assert state.dest == 1
    assert state.round == 4
    assert kind(state) == "fate 1"
    state = do(state, "draw", "pool:6")
    assert len(state.hand_d[1]) == 1
    assert len(state.pool_d[1]) == 6
    assert len(state.pool_b[1]) == 3  # the other deck's pool waits
    state = do(state, "draw", "pool:6")
    assert len(state.hand_b[0]) == 1


@pytest.mark.rule("TRG-028", "TRG-022", "TRG-024", "TRG-530")
def test_every_companion_has_an_upkeep():
    for card in BOX.cards.values():
        assert (card.kind == "companion") == bool(BOX.steps(card.id, "upkeep"))


def test_a_condition_that_can_be_met_is_not_refused_by_choice():
    state = dusk("archers", pool={0: 1}, hand={0: "cutpurse"})
    assert kind(state) == "clean.pool 0"
    refused(state, "destroy")
