"""The count: Forces, bonuses of every Warrior and Hero, rituals, cubes, fixed rules, and who is losing."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.games.kardnarok.view import counter

from .combat import GAME, asked, do, hear, kind, made_up, norn, onward, parts, position, stand

ROLES = {"attack": 0, "defence": 1}


def total(army: str, hero: str, role: str = "attack", against: str = "villager*2", **given) -> int:
    """The total of an army in a role."""
    side = ROLES[role]
    armies = {side: army, 1 - side: against}
    state = position("act", armies=armies, heroes={side: hero}, **given)
    return stand(state)[side]


# --- the count as a whole ------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-073", "KRD-220", "KRD-221", "KRD-003", "KRD-042", "KRD-048")
def test_the_example_of_the_rulebook():
    """KRD-X-05: Champion, Seidkona and Freydís: 6, with the Champion's bonus 8, with that of Freydís 11."""
    state = position("act", armies={0: "champion seidkona"}, heroes={0: "freydis"})
    assert parts(state, 0) == [
        *(("warrior", "champion", 2), ("bonus", "champion", 2), ("warrior", "seidkona", 2)),
        *(("hero", "freydis", 2), ("bonus", "freydis", 3)),
    ]
    assert stand(state)[0] == 11


@pytest.mark.rule("KRD-049", "KRD-053", "KRD-220")
def test_the_same_army_with_the_hero_s_bonus_cancelled():
    """KRD-X-06: 8; the Force 2 of Freydís still counts."""
    state = position("act", armies={1: "champion seidkona"}, heroes={1: "freydis", 0: "rollo"}, hands={0: "loki"})
    assert stand(state) == (4, 11)
    state = do(state, "loki.Trickery")
    assert stand(state) == (4, 8)
    assert ("hero", "freydis", 2) in parts(state, 1)


@pytest.mark.rule("KRD-073", "KRD-074", "KRD-230", "KRD-222", "KRD-022")
def test_ten_against_twelve():
    """KRD-X-02: the defender is winning, the attacker has the initiative."""
    state = position("pre", armies={0: "draugr*2", 1: "jotunn*2"}, heroes={0: "erik", 1: "harald"})
    state, events = hear(state, "", "")
    assert stand(state) == (10, 12)
    assert told(events, "stands") == [(0, 10, 1, 12, 0)]
    assert kind(state) == "act 0"
    assert asked(state).args == (0, 10, 1, 12, "act.force")


@pytest.mark.rule("KRD-222", "KRD-022")
def test_red_is_the_attacker_and_blue_the_defender_whatever_their_seats():
    state = position("act", fight=(2, 0), armies={2: "jotunn*2"}, heroes={2: "harald"})
    assert stand(state) == (12, 4)
    assert GAME.view(state, None).seen.fight.seats == (2, 0)
    assert kind(state) == "act 0"


@pytest.mark.rule("KRD-075")
@pytest.mark.parametrize(("force", "space"), [(0, 0), (12, 12), (19, 19), (20, 0), (21, 1), (39, 19), (40, 0)])
def test_the_counter_goes_round(force, space):
    """KRD-X-03: totals of 20, 21 and 19 stand on the spaces 0, 1 and 19."""
    assert counter(force) == space


@pytest.mark.rule("KRD-075", "KRD-074")
def test_true_totals_are_compared_not_the_spaces_of_the_counter():
    army = {"armies": {0: "champion seidkona", 1: "jotunn*2"}, "heroes": {0: "freydis", 1: "harald"}}
    state = position("act", **army, rituals="thor odin", coins={1: 3}, hands={0: "jarl*2 thor", 1: "tyr"})
    assert stand(state) == (11, 12)
    state = do(state, "thor")
    assert (stand(state), kind(state)) == ((14, 12), "act 1")
    state = do(state, "tyr", "thor:jarl")
    assert (stand(state), kind(state)) == ((17, 15), "act 1")
    state = position("act", **army, rituals="frey frey", defences={1: 2}, hands={0: "thor longships"})
    assert stand(state) == (14, 18)
    state = do(state, "thor")
    assert stand(state) == (17, 18)
    state = do(state, "longships")
    assert (stand(state), kind(state)) == ((19, 18), "act 1")
    state = position("act", **army, rituals="frey frey", defences={1: 2}, hands={0: "thor*2", 1: "tyr"})
    state = do(state, "thor", "thor")
    assert (stand(state), kind(state)) == ((20, 18), "act 1")
    assert [counter(n) for n in stand(state)] == [0, 18]
    state = do(state, "tyr")
    assert (stand(state), kind(state)) == ((20, 21), "act 0")


@pytest.mark.rule("KRD-R-29", "KRD-220")
def test_a_total_is_never_below_nothing_and_is_counted_from_its_parts():
    game = made_up(skadi={"options": norn("opp(-9)")})
    state = position("act", hands={0: "skadi", 1: "villager tyr freya"}, game=game)
    state = do(state, "skadi", game=game)
    assert (sum(n for *_, n in parts(state, 1, game)), stand(state, game)) == (-5, (4, 0))
    state = do(state, "villager", game=game)
    assert stand(state, game) == (4, 0)  # not 0 + 1: the sum of the parts is -4
    state = do(state, "tyr", game=game)
    assert stand(state, game) == (4, 0)
    assert stand(do(state, "freya", game=game), game) == (4, 8)


# --- Warriors ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-003", "KRD-040", "KRD-220")
@pytest.mark.parametrize(
    ("warrior", "force"),
    [
        *(("villager", 1), ("champion", 2), ("seidkona", 2), ("jarl", 3), ("berserker", 2), ("huskarl", 2)),
        *(("varangian", 2), ("jotunn", 4), ("draugr", 3)),
    ],
)
def test_the_force_of_each_warrior(warrior, force):
    state = position("act", armies={0: f"{warrior} villager"}, heroes={0: "hervor"})
    assert parts(state, 0)[0] == ("warrior", warrior, force)


BONUSES = [
    # army, role, whose bonus, how much
    ("champion seidkona", "attack", "champion", 2),
    ("seidkona champion", "defence", "champion", 2),
    ("champion champion", "attack", "champion", 0),
    ("seidkona seidkona", "attack", "seidkona", 0),
    ("jarl huskarl", "attack", "jarl", 1),
    ("jarl jarl", "attack", "jarl", 0),
    ("berserker villager", "attack", "berserker", 2),
    ("berserker villager", "defence", "berserker", 0),
    ("huskarl villager", "defence", "huskarl", 2),
    ("huskarl villager", "attack", "huskarl", 0),
    ("villager jotunn", "attack", "jotunn", 0),
    ("villager draugr", "attack", "draugr", 0),
    ("villager villager", "attack", "villager", 0),
]


@pytest.mark.rule("KRD-042", "KRD-052", "KRD-220", "KRD-221")
@pytest.mark.parametrize(("army", "role", "card", "bonus"), BONUSES)
def test_the_bonus_of_each_warrior(army, role, card, bonus):
    side = ROLES[role]
    state = position("act", armies={side: army}, heroes={side: "harald"})
    assert sum(n for what, name, n in parts(state, side) if (what, name) == ("bonus", card)) == bonus


@pytest.mark.rule("KRD-221")
def test_two_of_a_kind_each_have_their_bonus():
    assert total("berserker*2", "harald") == 2 + 2 + 2 + 2 + 4
    assert total("huskarl*2", "harald", "defence") == 2 + 2 + 2 + 2 + 4


@pytest.mark.rule("KRD-221")
def test_only_the_own_army_counts_beside():
    assert total("champion villager", "harald", against="seidkona*2") == 2 + 1 + 4


@pytest.mark.rule("KRD-042", "KRD-065")
@pytest.mark.parametrize(("mine", "theirs", "bonus"), [(5, 4, 2), (5, 5, 0), (4, 5, 0), (1, 0, 2)])
def test_the_varangian_wants_strictly_more_bronze_than_the_opponent(mine, theirs, bonus):
    state = position("act", armies={0: "varangian villager"}, heroes={0: "harald"}, bronze={0: mine, 1: theirs})
    assert stand(state)[0] == 2 + 1 + 4 + bonus
    state = position("act", armies={1: "varangian villager"}, heroes={1: "harald"}, bronze={1: mine, 0: theirs})
    assert stand(state)[1] == 2 + 1 + 4 + bonus


@pytest.mark.rule("KRD-042", "KRD-905")
def test_bronze_spent_in_the_combat_counts_at_once():
    state = position(
        "act", 2, armies={0: "varangian villager", 1: "jotunn*2"}, bronze={0: 10, 1: 9}, heroes={1: "harald"}
    )
    assert stand(state)[0] == 2 + 1 + 2 + 2
    assert stand(do(state, "buy"))[0] == 2 + 1 + 2


@pytest.mark.rule("KRD-053", "KRD-049")
def test_a_jotunn_impedes_its_own_hero():
    assert total("jotunn champion", "erik") == 4 + 2 + 3
    assert total("jotunn champion", "shieldmaiden", "defence") == 4 + 2 + 2


@pytest.mark.rule("KRD-053")
def test_a_jotunn_does_not_impede_the_opposing_hero():
    assert total("villager*2", "erik", against="jotunn*2") == 1 + 1 + 3 + 1


@pytest.mark.rule("KRD-053")
def test_in_the_round_of_the_march_of_the_jotnar_it_does_not_impede():
    given = {"omens": "jotnar", "rounds": 2}
    assert total("jotunn champion", "erik", **given) == 4 + 1 + 2 + 3 + 1
    assert total("jotunn champion", "erik", omens="jotnar", rounds=1) == 4 + 1 + 2 + 3  # another round: the rule alone


# --- Heroes --------------------------------------------------------------------------------------------------------

HEROES = [
    # Hero, army, role, Force, bonus
    ("freydis", "champion huskarl", "attack", 2, 3),
    ("freydis", "seidkona champion", "attack", 2, 3),
    ("freydis", "champion champion", "attack", 2, 0),
    ("ragnar", "jarl berserker", "attack", 3, 2),
    ("ragnar", "berserker varangian", "defence", 3, 2),
    ("ragnar", "jarl varangian", "attack", 3, 0),
    ("lagertha", "jarl champion", "attack", 2, 3),
    ("lagertha", "varangian champion", "attack", 2, 3),
    ("lagertha", "champion villager", "attack", 2, 0),
    ("bjorn", "berserker huskarl", "attack", 3, 2),
    ("bjorn", "seidkona berserker", "defence", 3, 2),
    ("bjorn", "huskarl seidkona", "attack", 3, 0),
    ("shieldmaiden", "villager*2", "defence", 2, 2),
    ("shieldmaiden", "villager*2", "attack", 2, 0),
    ("ivar", "berserker villager", "attack", 3, 1),
    ("ivar", "berserker jarl", "attack", 3, 0),
    ("hervor", "villager champion", "attack", 3, 3),
    ("hervor", "villager*2", "attack", 3, 0),
    ("egil", "villager*2", "attack", 2, 0),
    ("erik", "villager*2", "attack", 3, 1),
    ("erik", "villager*2", "defence", 3, 0),
    ("leif", "jarl villager", "attack", 3, 2),
    ("leif", "villager varangian", "attack", 3, 2),
    ("leif", "villager*2", "attack", 3, 0),
    ("aslaug", "villager seidkona", "attack", 1, 3),
    ("aslaug", "huskarl villager", "defence", 1, 3),
    ("aslaug", "huskarl seidkona", "attack", 1, 0),
    ("gunnhild", "huskarl seidkona", "attack", 2, 3),
    ("gunnhild", "huskarl villager", "attack", 2, 0),
    ("harald", "jarl berserker", "attack", 4, 0),
    ("harald", "villager*2", "defence", 4, 0),
    ("rollo", "jarl varangian", "attack", 2, 3),
    ("rollo", "jarl villager", "attack", 2, 0),
    ("rollo", "jotunn draugr", "attack", 2, 0),
    ("siegfried", "villager*2", "attack", 3, 0),
]


@pytest.mark.rule("KRD-048", "KRD-049", "KRD-220", "KRD-003")
@pytest.mark.parametrize(("hero", "army", "role", "force", "bonus"), HEROES)
def test_force_and_bonus_of_each_hero(hero, army, role, force, bonus):
    side = ROLES[role]
    state = position("act", armies={side: army}, heroes={side: hero})
    of_hero = [(what, n) for what, name, n in parts(state, side) if name == hero]
    assert of_hero == [("hero", force), *([("bonus", bonus)] if bonus else [])]


def test_every_hero_is_in_the_table():
    tested = {hero for hero, *_ in HEROES}
    assert tested == {card.id for card in GAME.box.cards.values() if card.kind == "hero"}
    assert {card for *_, card, _ in BONUSES} == {c.id for c in GAME.box.cards.values() if c.kind == "warrior"} - {
        "varangian"
    }


@pytest.mark.rule("KRD-048")
@pytest.mark.parametrize(("against", "bonus"), [("jotunn villager", 2), ("villager draugr", 2), ("jarl champion", 0)])
def test_siegfried_against_an_army_with_a_being_that_is_not_human(against, bonus):
    assert total("villager*2", "siegfried", against=against) == 1 + 1 + 3 + bonus


@pytest.mark.rule("KRD-048", "KRD-R-38")
def test_egil_counts_the_norns_of_his_kingdom_two_at_most_and_cancelled_ones_too():
    state = position(
        "act", armies={1: "jotunn*2"}, heroes={0: "egil", 1: "harald"}, hands={0: "skadi*2 loki odin", 1: "freya"}
    )
    assert stand(state) == (4, 12)
    for said, stands in (("skadi", (5, 10)), ("skadi", (6, 8)), ("loki.Lies", (6, 7)), ("odin.Spear", (8, 7))):
        state = do(state, said)
        assert stand(state) == stands
    state = do(state, "freya")
    assert stand(state) == (6, 7)
    state = position(
        "act", armies={1: "jarl villager"}, heroes={0: "egil", 1: "harald"}, hands={0: "skadi*2", 1: "freya"}
    )
    assert stand(do(state, "skadi")) == (5, 6)
    assert stand(do(state, "skadi", "skadi")) == (6, 4)
    assert stand(do(state, "skadi", "skadi", "freya")) == (6, 6)


@pytest.mark.rule("KRD-048", "KRD-R-38", "KRD-R-42")
def test_egil_does_not_count_what_a_mercenary_uses():
    state = position("act", armies={1: "jotunn*2"}, heroes={0: "egil", 1: "harald"}, hands={0: "loki", 2: "thor idun"})
    state = do(state, "loki.Lies", "hire")
    assert stand(state) == (5, 11)
    state = do(state, "2:1", "stop", "accept", "thor")
    assert stand(state) == (8, 11)


@pytest.mark.rule("KRD-048", "KRD-053")
def test_ivar_impedes_the_other_hero_only_while_his_own_bonus_is_met():
    given = {"heroes": {0: "ivar", 1: "bjorn"}}
    state = position("act", armies={0: "berserker villager", 1: "berserker huskarl"}, **given)
    assert parts(state, 0)[-2:] == [("hero", "ivar", 3), ("bonus", "ivar", 1)]
    assert parts(state, 1)[-1] == ("hero", "bjorn", 3)
    state = position("act", armies={0: "berserker jarl", 1: "berserker huskarl"}, **given)
    assert parts(state, 1)[-1] == ("bonus", "bjorn", 2)


@pytest.mark.rule("KRD-053")
def test_an_ivar_who_is_impeded_himself_does_not_impede():
    armies = {0: "berserker villager", 1: "berserker huskarl"}
    state = position("act", armies=armies, heroes={0: "ivar", 1: "bjorn"}, hands={1: "loki"}, rituals="frey odin")
    assert stand(state) == (2 + 2 + 1 + 3 + 1 + 3, 2 + 2 + 2 + 3)
    state = do(state, "loki.Trickery")
    assert stand(state) == (2 + 2 + 1 + 3 + 3, 2 + 2 + 2 + 3 + 2)
    # A Jötunn in place of the Villager gives no rune: nothing is met and nothing impeded.
    state = position("act", armies={0: "berserker jotunn", 1: "berserker huskarl"}, heroes={0: "ivar", 1: "bjorn"})
    assert parts(state, 1)[-1] == ("bonus", "bjorn", 2)


@pytest.mark.rule("KRD-053")
def test_two_made_up_heroes_that_would_impede_each_other_are_both_impeded():
    game = made_up(rollo={"effect": '"own(2); impede_opp()"'}, gunnhild={"effect": '"own(3); impede_opp()"'})
    state = position("act", heroes={0: "rollo", 1: "gunnhild", 2: "egil"}, game=game)
    assert stand(state, game) == (1 + 1 + 2, 1 + 1 + 2)
    # One of them impeded from elsewhere impedes no more.
    armies = {0: "jotunn villager"}
    state = position("act", armies=armies, heroes={0: "rollo", 1: "gunnhild", 2: "egil"}, game=game)
    assert stand(state, game) == (4 + 1 + 2, 1 + 1 + 2 + 3)


@pytest.mark.rule("KRD-053")
def test_a_protected_hero_ignores_all_impeding():
    """Bragi protects against the own Jötunn, against Loki, and against an opposing Ivar."""
    state = position(
        "act",
        armies={0: "jotunn villager", 1: "jotunn*2"},
        heroes={0: "erik", 1: "harald"},
        hands={0: "bragi"},
    )
    assert stand(state) == (4 + 1 + 3, 12)
    assert stand(do(state, "bragi")) == (4 + 1 + 3 + 1 + 1, 12)
    state = position("act", heroes={1: "shieldmaiden"}, hands={0: "loki", 1: "bragi"}, coins={0: 3})
    assert stand(state) == (4, 6)
    state = do(state, "loki.Trickery")
    assert (stand(state), kind(state)) == ((4, 4), "act 0")
    state = position("act", heroes={1: "shieldmaiden"}, hands={0: "loki skadi", 1: "bragi"}, coins={0: 5})
    state = do(state, "loki.Trickery")
    assert kind(state) == "act 1"
    assert stand(do(state, "bragi")) == (4, 7)
    armies = {0: "berserker villager", 1: "berserker huskarl"}
    state = position("act", armies=armies, heroes={0: "ivar", 1: "bjorn"}, hands={1: "bragi"}, rituals="frey odin")
    assert stand(state) == (12, 9)
    assert stand(do(state, "bragi")) == (12, 9 + 1 + 2)


@pytest.mark.rule("KRD-053")
def test_a_made_up_warrior_or_hero_that_protects():
    game = made_up(huskarl={"effect": '"protect()"'}, leif={"effect": '"own(2); protect()"'})
    state = position("act", armies={0: "jotunn huskarl"}, heroes={0: "erik"}, game=game)
    assert stand(state, game)[0] == 4 + 2 + 3 + 1
    state = position("act", armies={0: "jotunn villager"}, heroes={0: "leif"}, game=game)
    assert stand(state, game)[0] == 4 + 1 + 3 + 2


@pytest.mark.rule("KRD-044", "KRD-220")
def test_made_up_warriors_and_heroes_of_other_effects():
    game = made_up(
        huskarl={"effect": '"opp_per(-1, opp_villagers, 2)"'},
        champion={"effect": '"own_per(2, own_humans, 3)"'},
        gunnhild={"effect": '"opp(-2, role(attack))"'},
        rollo={"effect": '"opp_per(-1, opp_reinforcements, 2)"'},
    )
    state = position("act", armies={0: "huskarl jarl"}, game=game)
    assert ("bonus", "huskarl", -2) in parts(state, 1, game)
    assert stand(state, game) == (2 + 3 + 1 + 2, 2)
    state = position("act", armies={0: "champion villager", 1: "huskarl jotunn"}, game=game)
    assert ("bonus", "champion", 3) in parts(state, 0, game)
    assert ("bonus", "huskarl", -1) in parts(state, 0, game)
    state = position("act", heroes={0: "gunnhild"}, game=game)
    assert stand(state, game) == (4, 2)
    state = position("act", heroes={1: "gunnhild"}, game=game)
    assert stand(state, game) == (4, 4)
    state = position("act", heroes={0: "egil", 1: "rollo", 2: "gunnhild"}, hands={0: "villager*3 skadi"}, game=game)
    state = do(state, "villager", game=game)
    assert stand(state, game) == (4, 4)
    state = do(state, "villager", "villager", game=game)
    assert stand(state, game) == (4 + 3 - 2, 4)


@pytest.mark.rule("KRD-R-07", "KRD-048")
def test_ynguz_in_the_example_is_ingwaz():
    assert GAME.box.cards["champion"].rune == "N"
    assert "Ingwaz" in GAME.box.text("freydis")


@pytest.mark.rule("KRD-048")
def test_a_hero_with_a_bonus_and_one_warrior_slain_has_no_combination():
    state = position("pre", armies={1: "huskarl*2"}, heroes={1: "bjorn"}, hands={0: "assassin"})
    state = do(state, "assassin", "2", "", "")
    assert stand(state)[1] == 2 + 2 + 3


# --- rituals, cubes, fixed rules -----------------------------------------------------------------------------------


@pytest.mark.rule("KRD-223", "KRD-407", "KRD-R-55", "KRD-028")
@pytest.mark.parametrize(("times", "bonus"), [(0, 0), (1, 2), (2, 3), (3, 3)])
def test_the_cube_of_a_defender(times, bonus):
    """KRD-X-14: the first defence counts +0, the second +2, the third +3; an attack +0."""
    assert stand(position("act", 4, defences={1: times})) == (4, 4 + bonus)
    assert stand(position("act", 4, defences={0: times})) == (4, 4)


@pytest.mark.rule("KRD-223")
def test_the_cube_starts_further_on_in_the_round_of_vigrid():
    assert stand(position("act", omens="vigrid", rounds=2)) == (4, 6)
    assert stand(position("act", omens="vigrid", rounds=2, defences={1: 1})) == (4, 7)
    assert stand(position("act", omens="vigrid", rounds=2, defences={1: 2})) == (4, 7)
    assert stand(position("act", 2, omens="vigrid", rounds=3)) == (4, 4)
    assert stand(position("act", mode="story", omens="vigrid world", rounds=4)) == (4, 4)


@pytest.mark.rule("KRD-220", "KRD-072", "KRD-R-03")
def test_fixed_rules_count_and_are_added_up():
    assert stand(position("act", omens="kin")) == (5, 4)
    assert stand(position("act", omens="horn")) == (4, 5)
    assert stand(position("act", mode="story", omens="kin horn", rounds=2)) == (5, 5)
    state = position("act", armies={0: "draugr jotunn"}, omens="naglfar", rounds=2)
    assert stand(state)[0] == 3 + 1 + 4 + 2
    assert ("kind", "draugr", 1) in parts(state, 0)
    state = position("act", armies={0: "jotunn*2"}, omens="jotnar", rounds=2)
    assert stand(state)[0] == 5 + 5 + 2


@pytest.mark.rule("KRD-220", "KRD-048")
def test_a_cap_on_the_bonus_of_heroes():
    given = {"omens": "surt", "rounds": 2}
    state = position("act", armies={0: "champion seidkona"}, heroes={0: "freydis"}, **given)
    assert stand(state)[0] == 10
    assert parts(state, 0)[-1] == ("cap", "freydis", -1)
    assert total("berserker huskarl", "bjorn", **given) == 2 + 2 + 2 + 3 + 2
    assert total("villager*2", "erik", **given) == 6
    assert total("villager*2", "ragnar", **given) == 5


@pytest.mark.rule("KRD-220", "KRD-R-24")
def test_everything_together():
    state = position(
        "act",
        armies={1: "huskarl champion"},
        heroes={1: "freydis", 0: "harald"},
        rituals="odin frey",
        defences={1: 2},
        omens="horn",
    )
    assert parts(state, 1) == [
        *(("warrior", "huskarl", 2), ("bonus", "huskarl", 2), ("warrior", "champion", 2)),
        *(("hero", "freydis", 2), ("bonus", "freydis", 3)),
        *(("ritual", "ritual-frey", 3), ("rule", "horn", 1), ("cube", "", 3)),
    ]
    assert stand(state)[1] == 18


# --- who is losing -------------------------------------------------------------------------------------------------

FORCES = [
    # attacker's and defender's army, coins, who is losing
    ("villager*2", "villager jarl", (5, 3), 0),
    ("villager jarl", "villager*2", (3, 5), 1),
    ("villager*2", "villager*2", (5, 3), 1),
    ("villager*2", "villager*2", (3, 5), 0),
    ("villager*2", "villager*2", (4, 3), 1),
    ("villager*2", "villager*2", (4, 4), 0),
    ("jarl*2", "jarl*2", (5, 5), 0),
]


@pytest.mark.rule("KRD-R-25", "KRD-230", "KRD-233", "KRD-234", "KRD-073")
@pytest.mark.parametrize(("attack", "defence", "coins", "loser"), FORCES)
@pytest.mark.parametrize("fight", [(0, 1), (2, 0)])
def test_who_is_losing_total_then_coin_then_the_attacker(attack, defence, coins, loser, fight):
    first, second = fight
    state = position(
        "act",
        fight=fight,
        armies={first: attack, second: defence},
        coins={first: coins[0], second: coins[1]},
        heroes={0: "freydis", 1: "lagertha", 2: "gunnhild"},
    )
    assert kind(state) == f"act {fight[loser]}"
    _, events = onward(state)
    assert told(events, "won")[0][0] == fight[1 - loser]


@pytest.mark.rule("KRD-R-25", "KRD-R-51")
def test_a_kingdom_without_a_coin_counts_nothing_for_it():
    state = position("act")
    bare = state.but(bag=tuple(sorted((*state.bag, *state.coins[1]))), coins=(state.coins[0], (), *state.coins[2:]))
    assert kind(bare) == "act 1"
    bare = state.but(bag=tuple(sorted((*state.bag, *state.coins[0]))), coins=((), *state.coins[1:]))
    assert kind(bare) == "act 0"
    both = state.but(
        bag=tuple(sorted((*state.bag, *state.coins[0], *state.coins[1]))), coins=((), (), *state.coins[2:])
    )
    assert kind(both) == "act 0"


@pytest.mark.rule("KRD-R-25", "KRD-233")
def test_a_tie_is_told_as_one():
    _, events = hear(position("pre", coins={0: 5, 1: 3}), "", "")
    assert told(events, "stands.tie") == [(0, 4, 1, 4, 1)]
    assert "stands" not in kinds(events)
