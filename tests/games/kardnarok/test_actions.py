"""Actions in combat: who acts, what can be done, reinforcements, and every Norn of the combat at least once."""

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
    parts,
    position,
    refused,
    shuffled,
    stand,
    swaps,
    uses,
    why,
)

WEAK = {"armies": {0: "villager*2", 1: "jotunn*2"}, "heroes": {1: "harald"}}
"""4 against 12: the attacker acts for a long time."""


# --- initiative ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-230", "KRD-R-27")
def test_only_the_losing_kingdom_is_asked_and_the_other_can_do_nothing():
    state = position("act", 4, hands={0: "villager", 1: "freya villager thor", 2: "thor"}, **WEAK)
    assert kind(state) == "act 0"
    assert len(GAME.pending(state).asks) == 1
    for seat in (1, 2, 3):
        for said in ("", "villager", "norn:freya:0", "norn:thor:0", "hire"):
            refused(state, said, seat=seat)


@pytest.mark.rule("KRD-232", "KRD-R-26")
def test_one_action_at_a_time_till_the_lead_changes():
    state = position("act", hands={0: "villager*3 thor", 1: "villager tyr"}, coins={0: 3})
    assert (stand(state), kind(state)) == ((4, 4), "act 0")
    assert (asked(state).lo, asked(state).hi) == (0, 1)
    refused(state, "villager thor")
    state, events = hear(state, "villager")
    assert (stand(state), kind(state)) == ((5, 4), "act 1")
    assert told(events, "stands") == [(0, 5, 1, 4, 1)]
    state = do(state, "villager")
    assert (stand(state), kind(state)) == ((5, 5), "act 0")  # the tie goes against the lower coin
    state = do(state, "thor")
    assert (stand(state), kind(state)) == ((8, 5), "act 1")
    state = do(state, "tyr")
    assert (stand(state), kind(state)) == ((8, 8), "act 0")


@pytest.mark.rule("KRD-R-26", "KRD-230")
def test_whoever_still_loses_goes_on():
    state = position("act", hands={0: "villager*2 loki skadi"}, **WEAK)
    for said in ("villager", "skadi", "loki.Lies", "villager"):
        assert kind(state) == "act 0"
        state = do(state, said)
    assert (kind(state), stand(state)) == ("act 0", (6, 9))


@pytest.mark.rule("KRD-231")
def test_what_can_be_done_in_any_order():
    state = position("act", rituals="thor odin", hands={0: "villager jarl skadi urd"}, **WEAK)
    assert can(state) == {"villager", "thor:villager", "thor:jarl", "norn:skadi:0", "norn:urd:0", "hire"}
    for order in (
        ("villager", "skadi", "thor:jarl"),
        ("thor:jarl", "villager", "skadi"),
        ("skadi", "thor:jarl", "villager"),
    ):
        assert stand(do(state, *order)) == (4 + 1 + 3, 12 - 2)


@pytest.mark.rule("KRD-R-28", "KRD-232")
def test_to_pass_is_to_concede_and_the_winner_acts_no_more():
    state = position("act", hands={0: "villager thor", 1: "tyr"}, **WEAK)
    after, events = hear(state, "")
    assert kinds(events)[:2] == ["conceded", "won"]
    assert told(events, "won") == [(1, 12, 0, 4)]
    assert kind(after) == "casualty.winner 1"


@pytest.mark.rule("KRD-R-28", "KRD-230")
def test_everybody_is_asked_unless_all_can_see_that_nothing_can_be_done():
    """D10: an empty hand, no swap left, and no bronze to hire with."""
    given = {"bronze": {0: 1}, "may_swap": False}
    state = do(position("act", rituals="thor odin", hands={0: "villager"}, **WEAK, **given), "villager")
    assert (kind(state), can(state)) == ("act 0", {"hire"})
    given["bronze"] = {0: 0}
    state, events = hear(position("act", rituals="thor odin", hands={0: "villager"}, **WEAK, **given), "villager")
    assert "won" in kinds(events)
    # A card that is no use is not shown to be none.
    state, events = hear(position("act", hands={0: "villager jarl"}, **WEAK, **given), "villager")
    assert (kind(state), can(state)) == ("act 0", set())
    state = position("act", hands={0: "tyr"}, **WEAK, **given)
    assert (kind(state), can(state)) == ("act 0", set())
    # Nor is anybody passed over who could swap a Hero.
    state = position("act", bronze={0: 0}, **WEAK)
    assert (kind(state), can(state), len(swaps(state))) == ("act 0", set(), 1)


@pytest.mark.rule("KRD-R-05", "KRD-R-26")
def test_a_swap_of_the_hero_in_reserve_is_no_action():
    state = position("act", hands={0: "villager"}, reserves={0: "ivar"}, **WEAK)
    before = state
    state, events = hear(state, "swap:ivar")
    assert kinds(events) == ["hero.swapped"]
    assert (kind(state), stand(state), swaps(state)) == ("act 0", stand(before), set())
    assert state.heroes[-1] == "ivar"


@pytest.mark.rule("KRD-R-65")
def test_what_is_played_does_not_come_back_before_the_end_of_the_combat():
    state = position("act", hands={0: "urd verdandi villager*2"}, **WEAK)
    for said in ("villager", "villager", "urd", "verdandi"):
        held = hand(state, 0).count(said)
        state = do(state, said)
        assert hand(state, 0).count(said) == held - 1
        assert said not in state.norns
    assert uses(state) == [("urd", True), ("verdandi", True)]


# --- villagers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-238", "KRD-231", "KRD-R-26")
def test_three_villagers_in_hand_one_at_a_time():
    """KRD-X-07: the total rises by exactly 3, one step at a time."""
    state = position("act", hands={0: "villager*3"}, **WEAK)
    for n in (1, 2, 3):
        state = do(state, "villager")
        assert stand(state) == (4 + n, 12)
    assert state.villagers[0] == ("villager",) * 3
    assert "villager" not in can(state)


@pytest.mark.rule("KRD-239")
def test_a_villager_as_reinforcement_gives_no_rune_and_no_bonus():
    """Hervor wants Jera and Ingwaz: the Jera of a reinforcement is no use to her."""
    state = position(
        "act", armies={0: "champion berserker", 1: "jotunn*2"}, heroes={0: "hervor", 1: "harald"}, hands={0: "villager"}
    )
    before = stand(state)[0]
    assert stand(do(state, "villager"))[0] == before + 1
    game = made_up(villager={"effect": '"own(2)"'})
    state = position(
        "act", armies={0: "jarl villager", 1: "jotunn*2"}, hands={0: "villager"}, heroes={1: "harald"}, game=game
    )
    assert ("bonus", "villager", 2) in parts(state, 0, game)
    before = stand(state, game)[0]
    assert stand(do(state, "villager", game=game), game)[0] == before + 1


@pytest.mark.rule("KRD-239", "KRD-R-31")
def test_a_villager_adds_one_whatever_force_is_printed_on_it():
    game = made_up(villager={"force": "3"})
    state = position("act", hands={0: "villager*2"}, rituals="thor odin", armies={1: "jotunn*2"}, game=game)
    before = stand(state, game)[0]
    state = do(state, "villager", game=game)
    assert stand(state, game)[0] == before + 1
    assert stand(do(state, "thor:villager", game=game), game)[0] == before + 1 + 3


@pytest.mark.rule("KRD-R-30", "KRD-238")
def test_only_the_warrior_called_villager_is_one():
    state = position("act", hands={0: "champion seidkona jarl berserker huskarl varangian jotunn draugr"}, **WEAK)
    assert can(state) == {"hire"}


@pytest.mark.rule("KRD-238")
def test_two_villagers_at_most_by_a_fixed_rule():
    state = position("act", omens="fimbul", hands={0: "villager*3"}, rituals="thor odin", **WEAK)
    state = do(state, "villager", "villager")
    assert can(state) == {"thor:villager", "hire"}
    assert why(state)["villager"] == ("why.villagers", "KRD-238")
    assert stand(do(state, "thor:villager")) == (7, 12)


# --- reinforcements of Thor ----------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-240", "KRD-241", "KRD-R-31", "KRD-206")
def test_thor_takes_two_humans_one_by_one_with_their_printed_force():
    state = position("act", rituals="thor odin", hands={0: "jarl*2 champion berserker skadi"}, **WEAK)
    state = do(state, "thor:jarl")
    assert (stand(state), kind(state)) == ((7, 12), "act 0")
    state = do(state, "skadi", "thor:berserker")
    assert stand(state) == (4 + 3 + 2, 10)  # no bonus of the Berserker's, though it attacks
    assert state.thors[0] == ("jarl", "berserker")
    assert not any(o.startswith("thor:") for o in can(state))


@pytest.mark.rule("KRD-241")
def test_a_thor_reinforcement_gives_no_rune_no_bonus_and_no_part_in_a_combination():
    state = position(
        "act",
        armies={0: "seidkona villager", 1: "jotunn*2"},
        heroes={0: "freydis", 1: "harald"},
        rituals="thor odin",
        hands={0: "champion huskarl"},
    )
    assert stand(state) == (5, 12)
    state = do(state, "thor:champion")  # no Ingwaz for Freydís, no Seidkona beside her
    assert parts(state, 0)[-1] == ("thor", "champion", 2)
    assert stand(state) == (7, 12)


@pytest.mark.rule("KRD-241", "KRD-221")
def test_nor_does_it_stand_beside_a_warrior_of_the_army():
    armies = {0: "champion villager", 1: "jotunn*2"}
    state = position("act", armies=armies, heroes={1: "harald"}, rituals="thor odin", hands={0: "seidkona"})
    assert stand(do(state, "thor:seidkona"))[0] == stand(state)[0] + 2


@pytest.mark.rule("KRD-242")
def test_no_jotunn_and_no_other_being_reinforces():
    state = position("act", rituals="thor odin", hands={0: "jotunn draugr villager"}, **WEAK)
    assert can(state) == {"villager", "thor:villager", "hire"}
    refused(state, "thor:jotunn")
    refused(state, "thor:draugr")


@pytest.mark.rule("KRD-242", "KRD-206")
def test_in_the_round_of_naglfar_a_draugr_may():
    given = {"rituals": "thor odin", "hands": {0: "jotunn draugr"}}
    state = position("act", omens="naglfar", rounds=2, **given, **WEAK)
    assert can(state) == {"thor:draugr", "hire"}
    assert stand(do(state, "thor:draugr")) == (4 + 3, 12)  # its fixed rule is for Draugar in an army
    assert can(position("act", omens="naglfar", rounds=1, **given, **WEAK)) == {"hire"}


@pytest.mark.rule("KRD-240")
def test_without_the_ritual_of_thor_there_are_none_and_each_side_has_its_own_two():
    state = position("act", rituals="odin thor", hands={0: "jarl"}, **WEAK)
    assert can(state) == {"hire"}
    state = position("act", rituals="thor thor", hands={0: "jarl*2", 1: "huskarl*2 champion"})
    state = do(state, "thor:jarl", "thor:huskarl", "thor:huskarl", "thor:jarl")
    assert (stand(state), kind(state)) == ((10, 8), "act 1")
    assert "thor:champion" not in can(state)


@pytest.mark.rule("KRD-R-31", "KRD-240")
def test_a_villager_may_be_one_of_the_two_and_villagers_are_unlimited_besides():
    state = position("act", rituals="thor odin", hands={0: "villager*4"}, **WEAK)
    state = do(state, "thor:villager", "villager", "thor:villager", "villager")
    assert (stand(state)[0], state.thors[0], state.villagers[0]) == (8, ("villager",) * 2, ("villager",) * 2)


# --- using Norns ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-235", "KRD-044")
def test_a_norn_lies_face_up_with_its_effect_announced():
    state = position("act", hands={0: "skadi odin"}, **WEAK)
    state, events = hear(state, "skadi")
    assert told(events, "used") == [(0, "skadi", "")]
    for viewer in (None, 1, 2):
        assert GAME.view(state, viewer).seen.used == ("skadi",)
    _, events = hear(state, "odin.Spear")
    assert told(events, "used.option") == [(0, "odin", "Spear")]


@pytest.mark.rule("KRD-045", "KRD-235")
def test_of_two_actions_one_is_named_and_the_other_does_not_happen():
    """KRD-X-19."""
    state = position("act", hands={0: "odin"}, norns="thor tyr", **WEAK)
    assert norns_of(state) == {"odin.Wisdom", "odin.Spear"}
    wise = do(state, "odin.Wisdom")
    assert (wise.hand_n[0], stand(wise)) == (("thor", "tyr"), (4, 12))
    armed = do(state, "odin.Spear")
    assert (armed.hand_n[0], stand(armed)) == ((), (6, 12))
    refused(state, "odin.Wisdom odin.Spear")


@pytest.mark.rule("KRD-235", "KRD-046")
def test_any_number_of_norns():
    held = "skadi*2 loki*2 idun bragi ran odin urd"
    state = position("act", hands={0: held}, **WEAK)
    for said in ("skadi", "skadi", "idun", "bragi", "ran", "urd"):
        state = do(state, said)
    assert (stand(state), len(uses(state))) == ((7, 8), 6)


@pytest.mark.rule("KRD-235", "KRD-R-03")
def test_four_norns_at_most_by_a_fixed_rule_pre_combat_and_freya_included():
    state = position("pre", omens="balder", hands={0: "frey urd skadi*2 loki villager", 1: "freya"}, **WEAK)
    state = do(state, "frey", "", "urd", "", "")
    state = do(state, "skadi")
    assert norns_of(state)
    state = do(state, "skadi")
    assert norns_of(state) == set()
    assert why(state)["norn:loki:0"] == ("why.limit", "KRD-235")
    assert "villager" in can(state)


@pytest.mark.rule("KRD-235", "KRD-305", "KRD-307")
def test_what_a_mercenary_plays_for_its_hirer_does_not_count_for_either():
    state = position("act", omens="balder", hands={0: "skadi*2 loki*2 freya", 2: "idun bragi urd"}, **WEAK)
    state = do(state, "skadi", "skadi", "loki.Lies", "hire", "2:1", "stop", "accept", "idun", "bragi")
    assert (kind(state), len(uses(state))) == ("act 0", 5)


@pytest.mark.rule("KRD-052", "KRD-R-32")
@pytest.mark.parametrize("card", ["thor", "arrows", "longships"])
def test_norns_of_the_attacker(card):
    state = position("act", hands={0: card, 1: card}, **WEAK)
    assert norns_of(state) == {card}
    state = position("act", hands={1: card}, armies={0: "jotunn*2"}, heroes={0: "harald"})
    assert (kind(state), norns_of(state)) == ("act 1", set())
    assert why(state)[f"norn:{card}:0"] == ("why.role", "KRD-R-32")


@pytest.mark.rule("KRD-052", "KRD-R-32")
@pytest.mark.parametrize("card", ["tyr", "heimdall", "shieldwall"])
def test_norns_of_the_defender(card):
    state = position("act", hands={0: card}, **WEAK)
    assert norns_of(state) == set()
    assert why(state)[f"norn:{card}:0"] == ("why.role", "KRD-R-32")
    state = position("act", hands={1: card}, armies={0: "jotunn*2"}, heroes={0: "harald"})
    assert (kind(state), norns_of(state)) == ("act 1", {card})


EFFECTS = [
    # Norn, role, what it makes of 5 against 12 (own, opposing)
    ("thor", 0, (8, 12)),
    ("tyr", 1, (8, 12)),
    ("odin.Spear", 0, (7, 12)),
    ("loki.Lies", 0, (5, 11)),
    ("skadi", 1, (5, 10)),
    ("heimdall", 1, (5, 9)),
    ("shieldwall", 1, (7, 12)),
    ("arrows", 0, (5, 10)),
    ("longships", 0, (7, 12)),
    ("idun", 0, (6, 12)),
    ("bragi", 1, (6, 12)),
    ("ran", 0, (6, 12)),
    ("jormungandr.Venom", 0, (5, 11)),
    ("ratatosk.Slander", 1, (5, 11)),
    ("urd", 0, (5, 12)),
    ("verdandi", 1, (5, 12)),
]


@pytest.mark.rule("KRD-044", "KRD-235", "KRD-051", "KRD-220")
@pytest.mark.parametrize(("said", "side", "after"), EFFECTS)
def test_what_each_norn_does_to_the_totals(said, side, after):
    card = said.split(".")[0]
    armies = {side: "villager*2", 1 - side: "jotunn*2"}
    heroes = {side: "erik" if side == 1 else "bjorn", 1 - side: "harald"}
    state = position("act", armies=armies, heroes=heroes, hands={side: card}, norns="hugin assassin")
    assert (stand(state)[side], stand(state)[1 - side]) == (5, 12)
    state = do(state, said)
    assert (stand(state)[side], stand(state)[1 - side]) == after


@pytest.mark.rule("KRD-053", "KRD-044")
def test_loki_s_trickery_impedes_the_opposing_hero():
    state = position("act", hands={0: "loki"}, heroes={1: "shieldmaiden"})
    assert stand(state) == (4, 6)
    assert stand(do(state, "loki.Trickery")) == (4, 4)
    # It is a lasting effect, playable though there is nothing to impede (KRD-R-32).
    assert stand(do(position("act", hands={0: "loki"}, **WEAK), "loki.Trickery")) == (4, 12)


@pytest.mark.rule("KRD-044", "KRD-R-32")
def test_hela_counts_the_reinforcements_of_the_opponent_three_at_most():
    given = {"hands": {0: "hela", 1: "villager*4 jarl"}, "rituals": "odin thor", "heroes": {0: "harald"}}
    state = position("act", armies={0: "jotunn villager"}, coins={0: 5}, **given)
    assert stand(state) == (9, 4)
    state = do(state, "villager", "villager", "thor:jarl", "villager")
    assert (stand(state), kind(state)) == ((9, 10), "act 0")
    assert stand(do(state, "hela")) == (9, 7)
    # With one now, and more later: it is counted anew.
    state = position("act", coins={1: 3}, hands={0: "hela", 1: "villager*3"})
    state = do(state, "villager", "hela")
    assert (stand(state), kind(state)) == ((4, 4), "act 1")
    state = do(state, "villager")
    assert stand(state) == (4, 4)


@pytest.mark.rule("KRD-R-32")
def test_hela_without_a_reinforcement_there_cannot_be_used():
    state = position("act", hands={0: "hela"}, **WEAK)
    assert norns_of(state) == set()
    assert why(state)["norn:hela:0"] == ("why.opp-reinforcements", "KRD-R-32")


@pytest.mark.rule("KRD-044", "KRD-207", "KRD-206")
def test_jormungandr_s_coils_stop_the_ritual_of_frey_or_of_thor():
    state = position("act", rituals="odin frey", hands={0: "jormungandr"})
    assert stand(state) == (4, 7)
    state = do(state, "jormungandr.Coils")
    assert (stand(state), parts(state, 1)[-1]) == ((4, 4), ("hero", "lagertha", 2))
    state = position("act", rituals="odin thor", hands={0: "jormungandr", 1: "jarl*2"}, coins={1: 3})
    state = do(state, "thor:jarl")
    assert stand(state) == (4, 7)
    state = do(state, "jormungandr.Coils")
    assert stand(state) == (4, 7)  # the one on the table stays
    state = position("act", rituals="odin thor", hands={0: "jormungandr thor", 1: "jarl*2"}, coins={1: 3})
    state = do(state, "thor:jarl", "jormungandr.Coils", "thor")
    assert (kind(state), stand(state)) == ("act 1", (7, 7))
    assert not any(o.startswith("thor:") for o in can(state))


@pytest.mark.rule("KRD-R-32")
def test_jormungandr_s_coils_only_against_frey_or_thor():
    state = position("act", rituals="frey odin", hands={0: "jormungandr"}, armies={1: "jotunn*2"})
    assert norns_of(state) == {"jormungandr.Venom"}
    assert why(state)["norn:jormungandr:0"] == ("why.opp-ritual", "KRD-R-32")


@pytest.mark.rule("KRD-044", "KRD-R-32")
def test_fenrir_has_a_price_paid_first_and_laid_open():
    state = position("act", hands={0: "fenrir thor skadi villager"}, **WEAK)
    state = do(state, "fenrir")
    assert kind(state) == "cost 0"
    assert can(state) == {"thor", "skadi"}
    state, events = hear(state, "skadi")
    assert told(events, "cost.paid") == [(0, "skadi")]
    assert GAME.view(state, 2).seen.out_n == ("skadi",)
    assert stand(state) == (4, 9)
    assert uses(state) == [("fenrir", True)]  # what is paid does not count as used


@pytest.mark.rule("KRD-R-32")
def test_fenrir_without_another_norn_cannot_be_used():
    state = position("act", hands={0: "fenrir villager*2"}, **WEAK)
    assert norns_of(state) == set()
    assert why(state)["norn:fenrir:0"] == ("why.cost", "KRD-R-32")


@pytest.mark.rule("KRD-044", "KRD-R-38")
def test_what_is_paid_is_nothing_to_egil_and_no_target_for_freya():
    state = position(
        "act", hands={0: "fenrir skadi", 1: "freya"}, heroes={0: "egil", 1: "erik"}, armies={1: "jarl jotunn"}
    )
    assert stand(state) == (4, 10)
    state = do(state, "fenrir", "skadi")
    assert stand(state) == (5, 7)
    game = made_up(fenrir={"options": norn("cost_discard(warrior, 2)", "opp(-9)")})
    state = position("act", hands={0: "fenrir jarl*2 champion"}, game=game, **WEAK)
    state = do(state, "fenrir", game=game)
    assert (asked(state, game).lo, can(state, game)) == (2, {"jarl", "jarl#2", "champion"})
    state = do(state, "jarl champion", game=game)
    assert (state.out_w, stand(state, game)) == (("champion", "jarl"), (4, 3))


@pytest.mark.rule("KRD-044", "KRD-R-32")
def test_sleipnir_exchanges_a_live_warrior_face_up():
    armies = {0: "villager champion", 1: "jotunn*2"}
    state = position("act", armies=armies, heroes={0: "freydis", 1: "harald"}, hands={0: "sleipnir seidkona villager"})
    state = do(state, "sleipnir")
    assert kind(state) == "swap 0"
    assert can(state) == {"@0", "@1", "seidkona", "villager"}  # compulsory
    state, events = hear(state, "@0 seidkona")
    assert told(events, "exchanged.open") == [(0, "villager", "seidkona")]
    assert GAME.view(state, 1).seen.army[:2] == (("seidkona",), ("champion",))
    assert stand(state) == (11, 12)
    assert state.hand_w[0] == ("villager", "villager")


@pytest.mark.rule("KRD-R-32")
def test_sleipnir_needs_a_warrior_in_hand_and_a_live_one_in_the_army():
    state = position("act", hands={0: "sleipnir"}, **WEAK)
    assert norns_of(state) == set()
    assert why(state)["norn:sleipnir:0"] == ("why.nothing", "KRD-R-32")
    state = position("pre", hands={0: "sleipnir jarl", 1: "assassin*2"}, fight=(1, 0), armies={1: "jotunn*2"})
    state = do(state, "assassin", "0", "", "assassin", "1", "", "")
    assert (kind(state), norns_of(state)) == ("act 0", set())


@pytest.mark.rule("KRD-044", "KRD-R-32")
def test_ratatosk_s_theft_takes_a_random_norn():
    state = position("act", hands={0: "ratatosk", 1: "tyr skadi villager"}, **WEAK)
    after, events = hear(state, "ratatosk.Theft", "!tyr")
    assert (after.hand_n[0], after.hand_n[1]) == (("tyr",), ("skadi",))
    (event,) = [e for e in events if e.kind == "took.norn"]
    assert (event.args, event.to, event.secret) == ((0, 1), (0, 1), ("tyr",))
    assert GAME.view(after, 2).seen.hand_n[:2] == ((BACK,), (BACK,))
    result = GAME.apply(state, 0, ("norn:ratatosk:0",))
    pending = GAME.pending(result.state)
    assert (pending.mode, pending.asks[0].kind, len(pending.asks[0].options)) == ("chance", "take", 2)
    state = position("act", hands={0: "ratatosk", 1: "villager"}, **WEAK)
    assert norns_of(state) == {"ratatosk.Slander"}
    assert why(state)["norn:ratatosk:0"] == ("why.nothing", "KRD-R-32")


@pytest.mark.rule("KRD-044")
def test_a_made_up_theft_of_warriors():
    game = made_up(skadi={"options": norn("take_random(warrior)", "opp(-1)")})
    state = position("act", hands={0: "skadi", 1: "jarl champion tyr"}, game=game, **WEAK)
    state = do(state, "skadi", "!jarl", game=game)
    assert (state.hand_w[0], state.hand_w[1], stand(state, game)) == (("jarl",), ("champion",), (4, 11))
    state = position("act", hands={0: "skadi"}, game=game, **WEAK)
    assert stand(do(state, "skadi", game=game), game) == (4, 11)  # the part that cannot act is left out


@pytest.mark.rule("KRD-048", "KRD-R-32")
def test_a_runestone_gives_a_live_warrior_a_rune_besides():
    armies = {0: "champion jotunn", 1: "jotunn*2"}
    given = {"heroes": {0: "freydis", 1: "harald"}, "hands": {0: "runestone bragi"}}
    state = position("act", armies=armies, **given)
    state = do(state, "runestone")
    assert kind(state) == "wild 0"
    assert can(state) == {f"{place}:{rune}" for place in (0, 1) for rune in "JDNZI"}
    given_ = do(state, "1:Z")  # also to one who is not human
    assert stand(given_) == (2 + 4 + 2, 12)  # impeded by the own Jötunn
    assert stand(do(given_, "bragi")) == (2 + 4 + 2 + 1 + 3, 12)
    assert told(hear(state, "1:Z")[1], "wild.given") == [(0, "jotunn", "Algiz")]


@pytest.mark.rule("KRD-048")
def test_the_own_rune_is_kept_but_one_warrior_supplies_one_place_only():
    given = {"heroes": {0: "freydis", 1: "harald"}, "hands": {0: "runestone"}}
    state = position("act", armies={0: "champion villager", 1: "jotunn*2"}, **given)
    assert stand(do(state, "runestone", "1:Z"))[0] == 2 + 1 + 2 + 3
    assert stand(do(state, "runestone", "0:Z"))[0] == 2 + 1 + 2  # both runes on one Warrior
    given["heroes"] = {0: "rollo", 1: "harald"}
    state = position("act", armies={0: "jarl villager", 1: "jotunn*2"}, **given)
    assert stand(do(state, "runestone", "1:D"))[0] == 3 + 1 + 2 + 3


@pytest.mark.rule("KRD-048", "KRD-R-32")
def test_a_runestone_sticks_to_the_card_not_to_the_place():
    given = {"heroes": {0: "freydis", 1: "harald"}, "hands": {0: "runestone sleipnir seidkona jarl"}}
    state = position("act", armies={0: "champion villager", 1: "jotunn*2"}, **given)
    state = do(state, "runestone", "1:Z")
    assert stand(state)[0] == 8
    assert stand(do(state, "sleipnir", "@1 jarl"))[0] == 2 + 3 + 2
    assert stand(do(state, "sleipnir", "@0 jarl"))[0] == 3 + 1 + 2


@pytest.mark.rule("KRD-048", "KRD-R-32")
def test_a_runestone_needs_a_live_warrior():
    state = position("pre", hands={0: "runestone", 1: "assassin*2"}, fight=(1, 0), armies={1: "jotunn*2"})
    state = do(state, "assassin", "0", "", "assassin", "1", "", "")
    assert norns_of(state) == set()
    state = position("pre", hands={0: "runestone", 1: "assassin"}, fight=(1, 0), armies={1: "jotunn*2"})
    state = do(state, "assassin", "0", "", "", "runestone")
    assert can(state) == {f"1:{rune}" for rune in "JDNZI"}


@pytest.mark.rule("KRD-044", "KRD-046", "KRD-R-04")
def test_norns_for_any_moment_in_combat():
    state = position(
        "act",
        hands={0: "urd verdandi skuld villager jarl"},
        norns="thor tyr loki",
        warriors="jotunn draugr champion",
        **WEAK,
    )
    state, events = hear(state, "urd", "verdandi")
    assert (state.hand_n[0], state.hand_w[0]) == (("skuld", "thor", "tyr"), ("draugr", "jarl", "jotunn", "villager"))
    assert told(events, "drew.norn") == [(0, 2)]
    state = do(state, "skuld")
    assert (kind(state), asked(state).lo, asked(state).hi) == ("recycle 0", 1, 3)
    state = do(state, "tyr jotunn")
    assert kind(state) == "recycle.split 0"
    assert can(state) == {"2:0", "1:1", "0:2"}
    state, events = hear(state, "1:1")
    assert (state.warriors[-1], state.norns[-1]) == ("jotunn", "tyr")
    assert kinds(events)[:3] == ["split.stated", "drew.warrior", "drew.norn"]
    assert "champion" in state.hand_w[0] and "loki" in state.hand_n[0]
    assert "skuld" not in state.norns  # it lies on the table till the end of the combat


@pytest.mark.rule("KRD-002", "KRD-044")
def test_skuld_discards_one_to_three_and_draws_as_many_in_any_split():
    """KRD-X-01: of two cards the splits are 2+0, 1+1 and 0+2."""
    state = position("act", hands={0: "skuld villager jarl champion tyr"}, **WEAK)
    state = do(state, "skuld")
    refused(state, "")
    refused(state, "villager jarl champion tyr")
    assert can(do(state, "villager jarl")) == {"2:0", "1:1", "0:2"}
    assert can(do(state, "villager jarl tyr")) == {"3:0", "2:1", "1:2", "0:3"}
    _, events = hear(state, "villager tyr")
    (event,) = [e for e in events if e.kind == "discarded"]
    assert (event.args, event.to, event.secret) == ((0, 1, 1), (0,), ("villager tyr",))


@pytest.mark.rule("KRD-R-32", "KRD-R-12")
def test_skuld_needs_a_card_to_discard():
    state = position("act", hands={0: "skuld"}, **WEAK)
    assert norns_of(state) == set()
    state = position("act", hands={0: "skuld villager"}, **WEAK)
    assert norns_of(state) == {"skuld"}


@pytest.mark.rule("KRD-R-32", "KRD-R-15")
def test_draws_need_a_card_in_the_deck_and_take_what_is_there():
    state = position("act", hands={0: "odin urd verdandi"}, short=(1, 0), **WEAK)
    assert norns_of(state) == {"odin.Spear", "verdandi"}
    assert len(do(state, "verdandi").hand_w[0]) == 1


@pytest.mark.rule("KRD-046", "KRD-R-32")
def test_a_norn_with_a_part_for_the_other_role_and_made_up_conditions():
    game = made_up(skadi={"options": norn("own(1, role(attack))", "opp(-1, role(defence))", "own(2, opp_nonhuman())")})
    state = position("act", hands={0: "skadi"}, game=game, **WEAK)
    assert stand(do(state, "skadi", game=game), game) == (4 + 1 + 2, 12)
    state = position("act", hands={1: "skadi"}, armies={0: "jarl*2"}, game=game)
    assert stand(do(state, "skadi", game=game), game) == (8 - 1, 4)


@pytest.mark.rule("KRD-053", "KRD-052")
def test_a_made_up_norn_that_impedes_the_own_hero_or_under_a_condition():
    game = made_up(
        skadi={"options": norn("impede_self()", "own(3)")}, loki={"options": norn("impede_opp(role(defence))")}
    )
    state = position("act", hands={0: "skadi loki"}, heroes={0: "erik", 1: "harald"}, armies={1: "jotunn*2"}, game=game)
    assert stand(state, game) == (6, 12)
    assert stand(do(state, "skadi", game=game), game) == (8, 12)
    state = position("act", hands={0: "loki"}, heroes={1: "shieldmaiden"}, game=game)
    assert stand(do(state, "loki", game=game), game) == (4, 6)


# --- what becomes of it all ----------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-237", "KRD-R-38", "KRD-R-46")
def test_all_norns_used_are_shuffled_and_go_under_the_norn_deck():
    state = position("pre", hands={0: "frey skadi fenrir idun", 1: "disease"}, effective=2, **WEAK)
    state = do(state, "frey", "disease", "", "")
    top = state.norns
    state = do(state, "skadi", "fenrir", "idun")
    assert sorted(shuffled(state, "", "2")) == ["disease", "fenrir", "frey", "idun", "skadi"]
    after = onward(state)[0]
    assert after.norns[: len(top)] == top
    assert sorted(after.norns[len(top) :]) == ["disease", "fenrir", "frey", "idun", "skadi"]


@pytest.mark.rule("KRD-243", "KRD-405", "KRD-R-46")
def test_all_reinforcements_go_under_the_warrior_deck():
    state = position("act", rituals="thor odin", hands={0: "villager*2 jarl huskarl"}, effective=2, **WEAK)
    deck = state.warriors
    state = do(state, "villager", "villager", "thor:jarl", "thor:huskarl")
    state, _ = onward(do(state, ""))
    assert state.warriors[: len(deck)] == deck
    under = state.warriors[len(deck) :]
    assert sorted(under[3:]) == ["huskarl", "jarl", "villager", "villager"]
    assert state.villagers == state.thors == ((),) * 3


# --- previews ------------------------------------------------------------------------------------------------------


def foretold(state):
    """For each choice that has a preview of the Force: what it says, and what comes of it."""
    ask = asked(state)
    view = GAME.view(state, ask.seat)
    out = {}
    for option in ask.options:
        for msg in GAME.preview(view, ask, (option.id,)):
            if len(msg.args) == 2:
                side = view.losing()
                after = GAME.apply(state, ask.seat, (option.id,)).state
                if after.fight is not None:
                    totals = stand(after)
                    out[option.id] = (msg.args, (totals[side], totals[1 - side]))
    return out


@pytest.mark.rule("KRD-220", "KRD-235")
def test_the_force_is_foretold_as_it_comes():
    hands = {0: "thor loki skadi idun jormungandr urd freya hela villager jarl", 1: "ran villager"}
    armies = {0: "villager jarl", 1: "jotunn villager"}
    state = position("act", armies=armies, hands=hands, heroes={0: "egil", 1: "erik"}, rituals="thor frey")
    found = foretold(state)
    assert {"villager", "thor:jarl", "norn:thor:0", "norn:skadi:0", "norn:jormungandr:0"} <= set(found)
    assert all(said == comes for said, comes in found.values())
    state = position("act", hands={0: "thor", 1: "freya"}, coins={0: 3})
    found = foretold(do(state, "thor"))
    assert found == {"norn:freya:0": ((4, 4), (4, 4))}


@pytest.mark.rule("KRD-R-37", "KRD-R-32")
def test_nothing_is_foretold_where_something_is_still_to_be_chosen():
    state = position("act", hands={0: "sleipnir runestone jarl villager", 1: "freya"}, coins={0: 3})
    assert set(foretold(state)) == {"villager"}
    state = do(state, "sleipnir", "@0 jarl")
    assert foretold(state) == {}  # what Freya would reverse


@pytest.mark.rule("KRD-R-28", "KRD-R-47")
def test_what_a_concession_would_cost_is_foretold_with_the_slain():
    state = position("pre", hands={1: "assassin"}, armies={0: "draugr jarl", 1: "jotunn*2"})
    state = do(state, "", "assassin", "1", "", "")
    ask = asked(state)
    (msg,) = GAME.preview(GAME.view(state, 0), ask, ())
    assert (msg.key, msg.args) == ("will.concede", (1,))
    _, events = onward(state)
    assert [card for seat, card in told(events, "fell") if seat == 0] == ["jarl"]
