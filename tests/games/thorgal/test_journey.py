"""The journey: undertaking, opposing, attaching, the result, the return, horns."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told, winners
from thorgames.games.thorgal.effects import send_back
from thorgames.games.thorgal.piles import change, may_enter
from thorgames.games.thorgal.rules import Journey, Return

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
    ran,
    refused,
    run,
    size,
    spot,
    sums,
    worth,
)

PORT = "fortified-port"


# --- step 1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-405", "TRG-R-29", "TRG-032", "TRG-135")
def test_any_unconquered_land_can_be_chosen_and_one_must_be():
    state = position("journey", won={"pirates-cove": 0, PORT: 1}, factions="outlaws vikings")
    assert kind(state) == "undertake 0"
    assert can(state) == {land.card for land in state.lands if land.conqueror < 0}
    assert len(can(state)) == 4
    assert {land.owner for land in state.lands if land.card in can(state)} == {0, 1}
    refused(state, "-")
    refused(state, "0" if state.lands[0].conqueror >= 0 else "1")
    after = do(state, "marsh-of-the-banished")
    assert after.lands[after.target].card == "marsh-of-the-banished"


@pytest.mark.rule("TRG-R-29")
def test_an_empty_party_travels_too():
    state = position("journey", hand={0: "", 1: ""})
    assert kind(state) == "undertake 0"
    state, events = hear(state, ids(state)[0])
    assert "fails" in kinds(events)


@pytest.mark.rule("TRG-400", "TRG-165")
def test_the_steps_come_in_their_order():
    state = position(
        "journey", party={0: "shardar-the-powerful galathorn saxegaard", 1: "jolan"}, hand={0: "feint +"},
        lands="brek-zarith", factions="lords visitors",
    )  # fmt: skip
    state, one = hear(state, "brek-zarith", "jolan", "feint", "B")
    assert kind(state) == "act 1"
    state, two = hear(state, "pass", "pass")
    order = [k for k in kinds(one + two) if k in ("undertaken", "opposed", "played", "fails", "succeeds", "conquered")]
    assert order == ["undertaken", "opposed", "played", "succeeds", "conquered"]
    assert kind(state) == "horn 0"
    assert not any(state.attached_d)


@pytest.mark.rule("TRG-410", "TRG-415", "TRG-420", "TRG-R-30", "TRG-380")
def test_opposing_is_free_with_a_common_subtype_and_costs_its_cost_otherwise():
    given = dict(
        target=PORT, party={1: "bjorn-gandalfson gandalf-the-mad shieldmaiden", 0: "varth"},
        factions="visitors vikings", pool={1: 2},
    )  # fmt: skip
    state = position("oppose", **given)
    assert kind(state) == "oppose 1"
    assert [o.refs for o in asked(state).options[:-1]] == [
        ("bjorn-gandalfson", 0),
        ("gandalf-the-mad", 0),
        ("shieldmaiden", 0),
    ]
    given["target"] = "land-of-qa"
    state = position("oppose", **given)
    assert [o.refs for o in asked(state).options[:-1]] == [("bjorn-gandalfson", 2), ("shieldmaiden", 1)]
    after = do(state, "bjorn-gandalfson")
    assert after.opposing[1] == ("bjorn-gandalfson",)
    assert after.party[1] == ("gandalf-the-mad", "shieldmaiden")
    assert (size(after, "pool", 1), size(after, "spent", 1)) == (0, 2)
    assert kind(after) == "act 0"


@pytest.mark.rule("TRG-410", "TRG-R-30")
def test_opposing_may_be_declined_and_is_skipped_without_anybody_able():
    state = position("oppose", target="land-of-qa", party={1: "shieldmaiden drakkar"}, factions="visitors vikings")
    assert can(state) == {"shieldmaiden", "no"}  # supports never
    after = do(state, "no")
    assert after.opponent is None
    assert kind(after) == "act 0"
    state = position("oppose", target="land-of-qa", party={1: "shieldmaiden"}, pool={1: 0}, factions="visitors vikings")
    assert kind(state) == "act 0"
    state = position(
        "oppose", target="land-of-qa", party={1: "young-warrior"}, pool={1: 0}, factions="visitors vikings"
    )
    assert can(state) == {"young-warrior", "no"}  # cost 0 is free


@pytest.mark.rule("TRG-R-30", "TRG-R-20", "TRG-425", "TRG-R-14")
def test_the_opposing_companion_keeps_its_markers_and_counts_with_its_text():
    state = position("oppose", target=PORT, party={1: "castle-guard''"}, factions="vikings lords")
    state = change(state, spot(state, "castle-guard").uid, marks=(0, 1, 0))
    state = do(state, "castle-guard")
    assert spot(state, "castle-guard").tired == 2
    assert worth(state, "castle-guard") == (2, 1, 1)
    assert sums(state)[1] == (6, 1, 1)


@pytest.mark.rule("TRG-R-30", "TRG-350")
def test_the_opposing_companion_is_still_held():
    state = position("oppose", target="city-of-the-lost-god", party={1: "varth"}, factions="lords visitors")
    state = do(state, "varth")
    assert not may_enter(state, BOX, 1, "varth")


@pytest.mark.rule("TRG-R-31", "TRG-425")
def test_if_the_opposing_companion_leaves_nothing_replaces_it():
    state = position(
        "actions", target=PORT, oppose=(1, "shieldmaiden"), hand={0: "feint +"}, party={1: "berserker"},
        factions="lords vikings",
    )  # fmt: skip
    assert sums(state)[1] == (6, 0, 1)
    state = send_back(state, state.opponent.uid, "under_deck")
    assert state.opponent is None
    assert sums(state)[1] == (4, 0, 0)
    after = do(state, "feint")
    assert kind(after) == "act 1"  # not opposed any more: no question
    assert sums(after)[1] == (4, 0, 0)


# --- step 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-445", "TRG-447", "TRG-340", "TRG-345")
def test_cards_with_attributes_are_attached_after_their_effect():
    state = position(
        "actions", target=PORT, hand={0: "unknown-powers cutpurse", 1: "wolf-pack stun +"}, factions="outlaws vikings"
    )
    state = do(state, "unknown-powers", "-")
    assert state.attached_d[0] == ("unknown-powers",)
    assert sums(state) == ((0, 0, 3), (4, 0, 0))
    state = do(state, "wolf-pack", "-", "-")
    assert state.attached_b[1] == ("wolf-pack",)
    assert sums(state) == ((0, 0, 3), (6, 0, 0))
    state = do(state, "pass", "stun", "-")
    assert state.niflheim[1] == ("stun",)  # no attribute: destroyed


@pytest.mark.rule("TRG-430", "TRG-315")
def test_no_companions_or_supports_on_a_journey():
    state = position("actions", target=PORT, hand={0: "hunting-bow marsh-cutthroat"})
    assert can(state) == {"pass"}


# --- step 3 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-460", "TRG-462", "TRG-425")
def test_strength_and_difficulty():
    state = position(
        "actions", target="brek-zarith", party={0: "galathorn royal-seal", 1: "varth"}, oppose=(1, "slivia"),
        attached_d={0: "bribery feint"}, attached_b={1: "alinoe storm-over-qa"}, factions="lords visitors",
    )  # fmt: skip
    assert sums(state)[0] == (2, 2 + 1 + 2 + 1, 1)
    assert sums(state)[1] == (3 + 2, 4 + 2 + 1 + 1, 2 + 2 + 1)  # Slivia adds a point of Power while she opposes


@pytest.mark.rule("TRG-464", "TRG-R-33")
@pytest.mark.parametrize(
    ("party", "success"),
    [
        ("archers", False),  # 2/1/1 against 4/0/0
        ("archers*2", True),  # equal is enough
        ("sigwald-the-burnt kriss-de-valnor", True),
        ("sigwald-the-burnt", False),
    ],
)
def test_success_needs_all_three(party, success):
    _, events = ran(position("actions", target=PORT, party={0: party}, hand={0: "+", 1: "+"}))
    state = position("actions", target=PORT, party={0: party})
    state, events = hear(state, "pass", "pass")
    assert ("succeeds" in kinds(events)) == success
    assert ("fails" in kinds(events)) != success


@pytest.mark.rule("TRG-464")
def test_one_attribute_short_is_a_failure():
    state = position("actions", target="pirates-cove", party={0: "archers*2 kriss-de-valnor"})
    assert sums(state) == ((5, 3, 2), (3, 2, 2))
    state, events = hear(state, "pass", "pass")
    assert "succeeds" in kinds(events)
    state = position("actions", target="pirates-cove", party={0: "archers*2"}, attached_b={1: "fortified-walls"})
    assert sums(state) == ((4, 2, 2), (5, 2, 4))
    state, events = hear(state, "pass", "pass")
    assert "fails" in kinds(events)


@pytest.mark.rule("TRG-466", "TRG-468", "TRG-472", "TRG-R-14", "TRG-R-33")
def test_what_becomes_of_the_opposing_companion():
    win = position("actions", target=PORT, party={0: "archers*2 sigwald-the-burnt"}, oppose=(1, "solveig"))
    win = change(win, win.opponent.uid, tired=1, marks=(0, 0, 1), safe="all")
    assert sums(win)[1] == (4, 1, 2)
    after = do(win, "pass", "pass")
    assert after.valhalla[1][0] == "solveig"  # a rule: protection does not stop it
    assert after.opponent is None
    lose = position("actions", target=PORT, oppose=(1, "solveig"), hand={0: "cutpurse"})
    lose = change(lose, lose.opponent.uid, tired=1, marks=(0, 0, 1))
    after = do(lose, "pass", "pass")
    assert after.phase == "dusk"
    assert after.party[1] == ("solveig",)
    assert (spot(after, "solveig").tired, spot(after, "solveig").marks) == (1, (0, 0, 1))
    assert not after.valhalla[1]


@pytest.mark.rule("TRG-R-32", "TRG-460")
def test_values_and_totals_never_fall_below_zero():
    state = position("actions", target=PORT, party={0: "varth slivia"}, factions="visitors vikings")
    state = do(state, "slivia", "C")
    assert sums(state)[1] == (4, 0, 0)
    state = do(state, "pass", "varth", "B")
    assert sums(state)[1] == (3, 0, 0)


@pytest.mark.rule("TRG-R-32", "TRG-395")
def test_a_minus_marker_needs_a_value():
    state = position("actions", target="slave-market", hand={1: "dungeon +"}, party={0: "kriss-de-valnor"})
    state = do(state, "pass", "dungeon")
    assert kind(state) == "points 1"
    assert set(ids(state)) == {"B", "C"}  # no Power
    state = do(state, "B")  # then Cunning is the only one left
    assert worth(state, "kriss-de-valnor") == (0, 0, 0)
    assert spot(state, "kriss-de-valnor").marks == (-1, -1, 0)
    state = position("actions", target="slave-market", hand={1: "dungeon +"}, party={0: "marsh-cutthroat"})
    state = do(state, "pass", "dungeon")
    assert spot(state, "marsh-cutthroat").marks == (-1, 0, 0)  # the second point is lost
    assert kind(state) == "act 0"


# --- steps 4 and 5 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-470", "TRG-754", "TRG-474")
@pytest.mark.parametrize("party", ["", "archers*2 sigwald-the-burnt kriss-de-valnor"])
def test_attached_cards_are_destroyed_either_way(party):
    state = position(
        "actions", 3, target="pirates-cove", party={0: party}, attached_d={0: "unknown-powers bold-escape"},
        attached_b={1: "illusion", 2: "royal-hounds"}, hand={0: "cutpurse"},
        factions="outlaws visitors lords",
    )  # fmt: skip
    state = do(state, "pass", "pass", "pass")
    assert not any(state.attached_d)
    assert not any(state.attached_b)
    assert set(state.valhalla[0]) == {"unknown-powers", "bold-escape"}
    assert state.niflheim == ((), ("illusion",), ("royal-hounds",))


@pytest.mark.rule("TRG-472")
def test_markers_stay_on_the_return():
    state = position("actions", target=PORT, party={0: "improvised-weapon archers"}, hand={0: "cutpurse"})
    state = do(state, "improvised-weapon", "B", "C", "C", "pass", "pass")
    assert state.phase == "dusk"
    assert spot(state, "improvised-weapon").tired == 1
    assert spot(state, "improvised-weapon").marks == (1, 2, 0)


@pytest.mark.rule("TRG-480", "TRG-405")
def test_after_a_failure_nothing_has_changed():
    state = position("actions", target=PORT, hand={0: "cutpurse"})
    state = do(state, "pass", "pass")
    assert at_land(state, PORT).conqueror == -1
    assert state.target == -1
    assert PORT in can(run(state, Journey()))


@pytest.mark.rule("TRG-482", "TRG-484", "TRG-488", "TRG-030", "TRG-756")
@pytest.mark.parametrize("said", ["yes", "no"])
def test_a_conquest_and_its_horn_effect(said):
    state = position("actions", target=PORT, party={0: "archers*2"}, hand={0: "cutpurse"})
    state = do(state, "pass", "pass")
    assert kind(state) == "horn 0"
    assert at_land(state, PORT).conqueror == 0
    assert GAME.view(state, None).horns(0) == [state.target]
    after = do(state, said)
    assert size(after, "pool", 0) - size(state, "pool", 0) == (said == "yes")
    assert after.phase == "dusk"
    assert PORT not in can(after)  # now or never


@pytest.mark.rule("TRG-490", "TRG-R-36", "TRG-758")
def test_the_fenris_effect_is_open_in_the_dusk_of_the_same_round():
    state = position(
        "actions", target="slave-market", party={0: "archers*2 kriss-de-valnor"}, attached_d={0: "unknown-powers"}
    )
    state = do(state, "pass", "pass", "no")
    assert state.phase == "dusk"
    assert kind(state) == "act 0"
    state = do(state, "pass")
    assert kind(state) == "act 1"
    assert "slave-market" in can(state)


@pytest.mark.rule("TRG-490", "TRG-R-36")
def test_own_conquests_are_of_no_use_to_a_bane_player():
    state = position(won={"pirates-cove": 1}, lands="brek-zarith", factions="lords outlaws")
    state = do(state, "pass")
    assert can(state) == {"pass"}


@pytest.mark.rule("TRG-R-35", "TRG-488")
def test_a_horn_effect_comes_in_time_for_dusk():
    state = position(
        "actions", target="slave-market", party={0: "archers*2 kriss-de-valnor"},
        attached_d={0: "unknown-powers"}, hand={0: "galley-mutineer cutpurse"}, pool={0: 0},
    )  # fmt: skip
    state = do(state, "pass", "pass", "yes")
    assert kind(state) == "put.in 0"
    state = do(state, "galley-mutineer")
    assert "galley-mutineer" in state.party[0]
    state = passes(state)
    assert kind(state) == "upkeep 0"
    assert "galley-mutineer" in can(state)


@pytest.mark.rule("TRG-R-35")
def test_events_drawn_by_a_horn_can_be_played_in_dusk():
    state = position(
        "actions", target="the-world-between", party={0: "varth xargos"},
        attached_d={0: "telekinesis borrowed-strength"}, hand={0: ""}, deck={0: "mind-shield telekinesis"},
    )  # fmt: skip
    assert kind(state) == "act 0"
    state = do(state, "pass", "pass", "yes")
    assert state.phase == "dusk"
    assert state.hand_d[0] == ("mind-shield", "telekinesis")


@pytest.mark.rule("TRG-R-33", "TRG-466")
def test_the_result_is_fixed_in_step_3():
    start = position("resolve", target=PORT, party={0: "archers*2"})
    assert kind(start) == "horn 0"
    assert start.won is True
    state = run(position("resolve", target=PORT, party={0: "archers"}))
    assert state.won is False
    again, _ = ran(state, Return())
    assert again.won is False


@pytest.mark.rule("TRG-486", "TRG-R-34", "TRG-600", "TRG-014")
def test_the_third_horn_wins_after_the_return_and_before_the_horn_effect():
    state = position(
        "actions", target=PORT, party={0: "archers*2"}, attached_b={1: "wolf-pack"}, attached_d={0: "desperate-shot"},
        won={"pirates-cove": 0, "slave-market": 0}, factions="outlaws vikings",
    )  # fmt: skip
    assert sums(state) == ((6, 2, 2), (6, 0, 0))
    state, events = hear(state, "pass", "pass")
    assert state.outcome.reason == "end.horns"
    assert winners(state) == [0]
    assert "horn.used" not in kinds(events)
    assert state.valhalla[0] == ("desperate-shot",)
    assert state.niflheim[1] == ("wolf-pack",)
    assert told(events, "conquered") == [(0, PORT)]


def test_changed_names_what_has_changed():
    state = position("actions", target=PORT, party={0: "archers"})
    assert changed(state, state) == {}
