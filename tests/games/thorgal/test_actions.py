"""Actions: whose turn it is, what can be played, what it costs, activating, passing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.common import cards, kinds, told
from thorgames.games.thorgal.rules import RoundStart

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
    sums,
    why,
    worth,
)

# --- turns and passes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-300", "TRG-370", "TRG-375", "TRG-R-18")
@pytest.mark.parametrize("step", ["dawn", "actions", "dusk"])
def test_the_destiny_player_begins_then_one_action_each(step):
    state = position(step, dest=1, target="pirates-cove" if step == "actions" else "")
    assert kind(state) == "act 1"
    state = do(state, "pass")
    assert kind(state) == "act 0"
    assert "pass" in can(state)


@pytest.mark.rule("TRG-370", "TRG-375", "TRG-R-18")
def test_two_passes_in_succession_end_the_step_whoever_passed_first():
    state = position(hand={0: "levy levy +", 1: "thieves-in-the-camp*2 +"})
    state = do(state, "pass")
    assert kind(state) == "act 1"
    state = do(state, "thieves-in-the-camp")  # a pass shuts nobody out
    assert kind(state) == "act 0"
    state = do(state, "levy", "pass")
    assert state.phase == "dawn"
    after = do(state, "pass")  # the other player's pass and this one: two in succession
    assert kind(after) == "undertake 0"


@pytest.mark.rule("TRG-375", "TRG-R-18", "TRG-165")
def test_each_step_counts_passes_anew():
    state = passes(position())
    assert kind(state) == "undertake 0"
    state = do(state, ids(state)[0])
    assert kind(state) == "act 0"
    state = do(state, "pass")
    assert kind(state) == "act 1"


@pytest.mark.rule("TRG-370")
def test_who_has_nothing_to_do_passes_by_himself_and_who_holds_cards_is_asked():
    state, events = hear(position(hand={0: "", 1: "+"}))
    assert kind(state) == "act 1"
    state = position(hand={0: "+", 1: "+"})
    assert ids(state) == ["pass"]
    state = position(hand={0: "", 1: "+"}, party={0: "galathorn"})
    assert kind(state) == "act 0"
    assert kinds(events) == []


@pytest.mark.rule("TRG-730", "TRG-300", "TRG-R-18", "TRG-375")
@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_actions_go_clockwise_until_all_have_passed(seats):
    state = position(seats=seats, dest=1)
    seen = []
    while kind(state).startswith("act"):
        seen.append(asked(state).seat)
        state = do(state, "pass")
    assert seen == [(1 + at) % seats for at in range(seats)]
    state = position(seats=seats, dest=1, hand={1: "levy +"})
    state = do(state, "levy", *["pass"] * (seats - 1))
    assert kind(state) == "act 1"
    assert kind(do(state, "pass")) == "undertake 1"


# --- playing companions and supports -------------------------------------------------------------------------------


@pytest.mark.rule("TRG-305", "TRG-310", "TRG-430", "TRG-500", "TRG-315", "TRG-R-38", "TRG-330")
@pytest.mark.parametrize(
    ("step", "destiny", "bane"),
    [
        ("dawn", "galathorn plate-armour levy royal-pardon", "thieves-in-the-camp poisoned-arrow"),
        ("actions", "royal-pardon feint", "poisoned-arrow stun-like"),
        ("dusk", "oath-of-fealty", "bounty-on-their-heads"),
    ],
)
def test_what_can_be_played_in_each_phase(step, destiny, bane):
    state = position(
        step,
        target="brek-zarith" if step == "actions" else "",
        hand={
            0: "galathorn plate-armour levy royal-pardon feint oath-of-fealty",
            1: "thieves-in-the-camp poisoned-arrow ambush bounty-on-their-heads",
        },
    )
    assert can(state) == {*destiny.split(), "pass"}
    barred = why(state)
    for card in set(state.hand_d[0]) - set(destiny.split()):
        c = BOX.cards[card]
        wanted = ("why.dawn", "TRG-315") if c.kind in ("companion", "support") else ("why.phase", "TRG-330")
        assert barred[card] == wanted
        refused(state, f"play:{card}")
    state = do(state, "pass")
    assert can(state) == {*bane.replace("stun-like", "ambush").split(), "pass"}


@pytest.mark.rule("TRG-320", "TRG-026", "TRG-R-07", "TRG-R-06")
def test_playing_a_companion():
    state = position(hand={0: "galathorn +"}, pool={0: "levy bribery feint siege-engines"}, spent={0: "hired-blade"})
    after = do(state, "galathorn")
    assert after.party[0] == ("galathorn",)
    assert after.pool_d[0] == ("feint", "siege-engines")
    assert after.spent_d[0] == ("bribery", "levy", "hired-blade")
    assert size(after, "hand", 0) == 1
    assert (spot(after, "galathorn").tired, spot(after, "galathorn").marks) == (0, (0, 0, 0))
    assert kind(after) == "act 1"
    assert not after.valhalla[0]


@pytest.mark.rule("TRG-320", "TRG-525")
def test_a_cost_that_cannot_be_paid_in_full():
    state = position(hand={0: "galathorn levy +"}, pool={0: 1})
    assert can(state) == {"levy", "pass"}
    assert why(state)["galathorn"] == ("why.cost", "TRG-320")
    refused(state, "play:galathorn")
    assert "galathorn" in can(position(hand={0: "galathorn levy +"}, pool={0: 2}))
    state = do(position(hand={1: "ambush thieves-in-the-camp +"}, pool={1: 0}), "pass")
    assert can(state) == {"pass"}


@pytest.mark.rule("TRG-350", "TRG-R-59", "TRG-R-30")
def test_one_unique_card_of_a_name():
    state = position(
        hand={0: "thorgal-vikings leif-haraldson shieldmaiden +"}, party={0: "thorgal-vikings shieldmaiden"}
    )
    assert can(state) == {"leif-haraldson", "shieldmaiden", "pass"}
    barred = {b.id: b.why.key for b in GAME.barred(GAME.view(state, 0), asked(state))}
    assert barred["play:thorgal-vikings"] == "why.unique"
    refused(state, "play:thorgal-vikings")
    state = position(hand={0: "thorgal-vikings +"}, party={1: "thorgal-visitors"})
    assert "thorgal-vikings" in can(state)  # the other player's is no obstacle


@pytest.mark.rule("TRG-325", "TRG-320")
def test_put_into_play_costs_nothing():
    state = position(hand={0: "oath-of-brothers shieldmaiden +"}, pool={0: 0})
    after = do(state, "oath-of-brothers", "shieldmaiden")
    assert after.party[0] == ("shieldmaiden",)
    assert not after.spent_d[0]


# --- events and bane cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-335", "TRG-340", "TRG-026", "TRG-474")
def test_an_event_is_paid_for_resolved_and_destroyed():
    state = position(hand={0: "forgotten-knowledge +"}, pool={0: 3})
    after = do(state, "forgotten-knowledge", f"{state.deck_d[0][0]} {state.deck_d[0][1]}")
    assert kind(after) == "peek.under 0"
    after = do(after, " ".join(ids(after)))
    assert after.valhalla[0] == ("forgotten-knowledge",)
    assert (len(after.pool_d[0]), len(after.spent_d[0])) == (2, 1)
    assert kind(after) == "act 1"


@pytest.mark.rule("TRG-345", "TRG-020", "TRG-447", "TRG-392")
def test_a_bane_card_is_paid_for_resolved_and_destroyed():
    state = do(position(hand={1: "thieves-in-the-camp +"}, pool={0: 3, 1: 2}), "pass")
    after = do(state, "thieves-in-the-camp")
    assert changed(state, after) == {
        "hand 1": -1, "pool 1": -1, "spent 1": 1, "niflheim 1": 1, "pool 0": -2, "spent 0": 2,
    }  # fmt: skip
    assert after.niflheim[1] == ("thieves-in-the-camp",)


@pytest.mark.rule("TRG-335", "TRG-397", "TRG-396", "TRG-R-25")
def test_the_bar_is_done_from_top_to_bottom_then_the_effect():
    state = position(
        "actions", target="pirates-cove", hand={0: "the-last-wager"}, party={0: "improvised-weapon'"}, life={0: 5}
    )
    state, events = hear(state, "the-last-wager")
    assert kind(state) == "elements 0"  # the skull is done
    assert len(state.valhalla[0]) > 0
    assert told(events, "damage") == [(0, 1)]
    state = do(state, "improvised-weapon")
    assert spot(state, "improvised-weapon").tired == 0
    assert kind(state) == "points.total 0"  # the hand is empty now
    before = sums(state)[0]
    state = do(state, "P")
    assert sums(state)[0][2] == before[2] + 2  # one point, and one of the event that is attached


@pytest.mark.rule("TRG-R-06", "TRG-335", "TRG-390")
def test_the_card_being_played_cannot_pay_damage():
    state = position("actions", target="pirates-cove", hand={0: "unknown-powers archers"}, life={0: 5})
    state = do(state, "unknown-powers")
    assert kind(state) == "damage.pay 0"
    assert can(state) == {"archers"}
    assert state.playing_d[0] == ("unknown-powers",)


@pytest.mark.rule("TRG-R-04", "TRG-345")
def test_a_card_may_be_played_though_it_changes_nothing():
    state = do(position(hand={1: "blizzard +"}, party={0: ""}), "pass")
    after = do(state, "blizzard")
    assert changed(state, after) == {"hand 1": -1, "pool 1": -1, "spent 1": 1, "niflheim 1": 1}
    state = do(position(hand={1: "poisoned-arrow +"}, life={0: 9}, party={0: ""}), "pass")
    after = do(state, "poisoned-arrow", "-")
    assert after.valhalla[0][:1] == (state.deck_d[0][0],)  # the skull is done, the marker has no target
    assert after.niflheim[1] == ("poisoned-arrow",)


@pytest.mark.rule("TRG-R-27", "TRG-447", "TRG-445")
def test_attributes_of_a_card_played_at_dawn_do_nothing():
    state = position(hand={0: "royal-pardon +"}, party={0: "castle-guard"})
    after = do(state, "royal-pardon")
    assert after.valhalla[0] == ("royal-pardon",)
    assert not any(after.attached_d)


@pytest.mark.rule("TRG-R-05")
def test_the_controller_chooses_when_the_step_is_done():
    state = do(position(hand={1: "dungeon +"}, party={0: "galley-mutineer archers"}), "pass", "dungeon")
    assert kind(state) == "effect.target 1"
    assert can(state) == {"galley-mutineer", "archers"}
    state = do(state, "galley-mutineer")
    assert kind(state) == "points 1"
    assert spot(state, "galley-mutineer").tired == 1


# --- activating ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-360", "TRG-365", "TRG-R-20", "TRG-R-21", "TRG-305")
def test_activating_exhausts_and_the_exhausted_cannot():
    state = position(party={0: "galathorn tax-collector''"}, factions="lords")
    assert can(state) == {"galathorn", "pass"}
    assert why(state)["tax-collector"] == ("why.tired", "TRG-365")
    after = do(state, "galathorn")
    assert changed(state, after) == {"tired galathorn": 1, "pool 0": 1, "deck 0": -1}
    after = do(after, "pass")
    assert can(after) == {"pass"}


@pytest.mark.rule("TRG-360", "TRG-305")
def test_only_in_a_phase_that_is_named():
    state = position(party={0: "kriss-de-valnor volsung-of-nichor"})
    assert can(state) == {"volsung-of-nichor", "pass"}
    assert why(state)["kriss-de-valnor"] == ("why.activate", "TRG-360")
    state = position("actions", party={0: "kriss-de-valnor volsung-of-nichor"}, target="slave-market")
    assert can(state) == {"kriss-de-valnor", "volsung-of-nichor", "pass"}
    state = position("dusk", party={0: "kriss-de-valnor shaniah"})
    assert can(state) == {"shaniah", "pass"}


@pytest.mark.rule("TRG-R-22", "TRG-360")
def test_a_card_may_be_activated_in_the_dawn_in_which_it_is_played():
    state = position(hand={0: "galathorn +"}, pool={0: 2})
    state = do(state, "galathorn", "pass")
    assert "galathorn" in can(state)
    state = do(state, "galathorn")
    assert size(state, "pool", 0) == 1


@pytest.mark.rule("TRG-360", "TRG-R-19", "TRG-472")
def test_what_an_activation_does_lasts_to_the_end_of_the_phase():
    state = position("actions", party={0: "battle-axe"}, target="fortified-port")
    state = do(state, "battle-axe")
    assert worth(state, "battle-axe") == (1, 0, 1)
    state = passes(state)
    assert state.phase in ("dusk", "fate")
    assert worth(state, "battle-axe") == (1, 0, 0)


@pytest.mark.rule("TRG-R-19", "TRG-472", "TRG-565")
def test_markers_stay_into_dusk():
    state = position(
        "actions",
        party={0: "thorgal-vikings shieldmaiden"},
        target="fortified-port",
        hand={0: "feast-in-the-great-hall"},
    )
    state = do(state, "thorgal-vikings", "P")
    state = passes(state) if kind(state) != "act 0" or state.phase == "dusk" else state
    while state.phase == "journey":
        state = do(state, "pass")
    assert state.phase == "dusk"
    assert worth(state, "thorgal-vikings") == (1, 1, 2)
    assert spot(state, "thorgal-vikings").tired == 1


@pytest.mark.rule("TRG-R-19", "TRG-355")
def test_changes_of_totals_and_costs_go_on_when_their_card_has_left():
    state = position("actions", party={0: "slivia"}, hand={1: "betrayal +"}, target="pirates-cove", pool={1: 3})
    state = do(state, "slivia", "C")
    assert sums(state)[1] == (3, 1, 2)
    state = do(state, "betrayal")
    assert state.party[0] == ()
    assert sums(state)[1] == (3, 1, 2)


@pytest.mark.rule("TRG-355", "TRG-R-20", "TRG-R-23")
def test_permanent_effects_work_in_their_phases_also_of_exhausted_cards():
    given = dict(party={0: "hunting-bow' kriss-de-valnor galley-mutineer"})
    assert worth(position(**given), "hunting-bow") == (1, 0, 0)
    assert worth(position("actions", target="pirates-cove", **given), "hunting-bow") == (1, 1, 0)
    assert worth(position("dusk", **given), "hunting-bow") == (1, 0, 0)


@pytest.mark.rule("TRG-R-23", "TRG-355", "TRG-380", "TRG-310")
def test_the_party_of_a_bane_player_is_dormant():
    state = position(
        "actions", dest=1, target="pirates-cove", party={0: "hunting-bow kriss-de-valnor galley-mutineer shaniah"}
    )
    assert worth(state, "hunting-bow") == (1, 0, 0)
    state = do(state, "pass")
    assert kind(state) == "act 0"
    assert can(state) == {"pass"}
    assert not any(card in BOX.of("outlaws", "destiny") for card in state.hand_b[0])


@pytest.mark.rule("TRG-040", "TRG-R-23")
def test_while_opposing_a_card_does_what_it_says():
    state = position("actions", target="pirates-cove", oppose=(1, "shieldmaiden"))
    assert worth(state, "shieldmaiden") == (2, 0, 1)
    assert worth(position("dawn", party={0: "shieldmaiden"}), "shieldmaiden") == (2, 0, 0)


# --- costs ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-R-07", "TRG-355")
def test_costs_change_but_never_below_zero():
    state = position(party={0: "argun-treefoot"}, hand={0: "improvised-weapon hunting-bow loaded-dice +"}, pool={0: 1})
    view = GAME.view(state, 0)
    assert [view.cost(0, card) for card in ("improvised-weapon", "hunting-bow", "loaded-dice")] == [1, 0, 0]
    after = do(state, "improvised-weapon")
    assert changed(state, after) == {"hand 0": -1, "pool 0": -1, "spent 0": 1, "in improvised-weapon": 1}
    two = position(party={0: "tanatlocs-priest*2"}, hand={0: "healing-casket star-metal-sword +"})
    assert [GAME.view(two, 0).cost(0, card) for card in ("healing-casket", "star-metal-sword")] == [0, 0]


@pytest.mark.rule("TRG-R-07", "TRG-R-19")
def test_a_higher_cost_has_no_bound_and_ends_with_the_phase():
    state = position(hand={0: "emperor-magnus castle-guard +"}, won={"brek-zarith": 0}, pool={0: 4})
    state = do(state, "pass", "brek-zarith")
    assert GAME.view(state, 0).cost(0, "emperor-magnus") == 4
    assert GAME.view(state, 0).cost(0, "castle-guard") == 2
    state = do(state, "emperor-magnus")
    assert size(state, "pool", 0) == 0
    state = passes(state)
    assert GAME.view(state, 0).cost(0, "castle-guard") == 1


# --- Fenris effects ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-310", "TRG-490", "TRG-492", "TRG-R-26", "TRG-R-36", "TRG-758")
def test_fenris_effects():
    state = position(won={"pirates-cove": 0, "slave-market": 0, "northland-village": 1}, pool={0: 3})
    state = do(state, "pass")
    assert can(state) == {"pirates-cove", "pass"}  # its phase, and a land of the present destiny player
    after = do(state, "pirates-cove")
    assert changed(state, after) == {"tired pirates-cove": 1, "pool 0": -1, "spent 0": 1}
    assert at_land(after, "pirates-cove").used
    after = do(after, "pass")
    assert can(after) == {"pass"}


@pytest.mark.rule("TRG-R-26", "TRG-396", "TRG-492")
def test_taking_the_marker_off_gives_no_second_use():
    state = position(
        won={"pirates-cove": 0}, hand={0: "royal-pardon +", 1: "+"}, lands="pirates-cove", factions="lords outlaws"
    )
    state = do(state, "pass", "pirates-cove", "royal-pardon", "pirates-cove")
    assert at_land(state, "pirates-cove").tired == 0
    assert kind(state) == "act 1"
    assert can(state) == {"pass"}


@pytest.mark.rule("TRG-R-26", "TRG-R-24", "TRG-395")
def test_a_marker_of_an_intrigue_blocks_the_land():
    state = position(won={"pirates-cove": 0}, tired_lands="pirates-cove")
    state = do(state, "pass")
    assert can(state) == {"pass"}


@pytest.mark.rule("TRG-492")
def test_once_a_round_but_in_each_round():
    used = position("actions", dest=1, won={"marsh-of-the-banished": 1}, target="pirates-cove")
    used = do(used, "pass", "marsh-of-the-banished")
    assert at_land(used, "marsh-of-the-banished").used
    state = position("next", won={"pirates-cove": 1}, lands="brek-zarith")
    state = do(state, *(["pool:0"] * 2))
    assert state.dest == 1
    assert kind(state) == "act 0"
    assert "pirates-cove" in can(state)
    again = run(state.but(lands=tuple(replace(land, used=True) for land in state.lands)), RoundStart())
    assert not any(land.used for land in again.lands)


# --- symbols -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-395", "TRG-R-24", "TRG-R-21")
def test_intrigue_may_exhaust_any_card():
    state = position(
        "actions", target="slave-market", won={"pirates-cove": 0}, hand={1: "illusion +"}, oppose=(1, "jolan"),
        party={0: "archers'' hunting-bow", 1: "varth"}, factions="outlaws visitors",
    )  # fmt: skip
    state = do(state, "pass", "illusion")
    assert kind(state) == "intrigue 1"
    assert can(state) == {"archers", "hunting-bow", "varth", "jolan", "pirates-cove", "no"}
    assert spot(do(state, "archers"), "archers").tired == 3
    assert spot(do(state, "jolan"), "jolan").tired == 1
    assert spot(do(state, "varth"), "varth").tired == 1
    assert at_land(do(state, "pirates-cove"), "pirates-cove").tired == 1
    after = do(state, "no")
    assert changed(state, after) == {"attached 1": 1, "difficulty": 1}


@pytest.mark.rule("TRG-395")
def test_two_intrigues_are_two_choices_and_nothing_to_choose_is_skipped():
    state = position(hand={1: "court-intrigue +"}, party={0: "archers"})
    state = do(state, "pass", "court-intrigue", "archers", "archers")
    assert spot(state, "archers").tired == 2
    state = do(position(hand={1: "court-intrigue +"}), "pass", "court-intrigue")
    assert kind(state) == "act 0"


@pytest.mark.rule("TRG-396", "TRG-R-24", "TRG-R-21")
def test_elements_may_remove_a_marker_from_any_card():
    given = dict(
        won={"brek-zarith": 0}, hand={0: "royal-pardon +"}, party={0: "galathorn'' castle-guard", 1: "archers'"},
    )  # fmt: skip
    state = do(position(tired_lands="brek-zarith", **given), "royal-pardon")
    assert kind(state) == "elements 0"
    assert can(state) == {"galathorn", "archers", "brek-zarith", "no"}
    after = do(state, "galathorn", "galathorn")
    assert spot(after, "galathorn").tired == 0
    assert spot(do(state, "archers", "no"), "archers").tired == 0
    assert at_land(do(state, "brek-zarith", "no"), "brek-zarith").tired == 0
    assert spot(do(state, "no", "no"), "galathorn").tired == 2
    none = do(position(hand={0: "royal-pardon +"}, party={0: "galathorn"}), "royal-pardon")
    assert kind(none) == "act 1"


# --- no endless step -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-R-42")
def test_markers_are_removed_by_single_use_cards_and_two_supports_only():
    able = {card for card in BOX.cards for kind_, (_, ops) in BOX.effects[card].items() if "Ready" in repr(ops)
            and kind_ == "activated"}  # fmt: skip
    assert able == {"flying-ship-of-qa", "mead-horn"}
    for card in able:
        assert "companion" in BOX.text(card).split("Remove")[1]
    companions = [c.id for c in BOX.cards.values() if c.kind == "companion"]
    assert not any("exhaustion marker from" in BOX.text(card) for card in companions)


@pytest.mark.rule("TRG-R-44")
def test_nobody_is_asked_whether_he_gives_up():
    state = position(hand={0: "levy +"})
    assert set(ids(state)) == {"play:levy", "pass"}


def test_words_of_a_table_stand_for_cards():
    assert cards("levy*2 stun") == ("levy", "levy", "stun")
