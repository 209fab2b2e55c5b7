"""Before the armies are revealed: who may use what, in which order, and each of the five Norns."""

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
    stand,
    swaps,
    uses,
    why,
)

PRE = "assassin disease hugin frey valkyries"


# --- the order -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-210", "KRD-046")
def test_only_the_five_norns_and_those_for_any_moment_can_be_used():
    hand_ = f"{PRE} urd freya thor skadi odin villager"
    state = position("pre", hands={0: hand_})
    assert norns_of(state) == {
        *("assassin", "disease", "hugin.Hugin", "hugin.Munin", "frey", "valkyries.Host", "valkyries.Mercy", "urd")
    }
    assert why(state)["norn:skadi:0"] == ("why.timing.combat", "KRD-046")
    assert "villager" not in can(state)
    refused(state, "norn:freya:0")


@pytest.mark.rule("KRD-210", "KRD-046")
def test_none_of_the_five_can_be_used_once_the_armies_are_revealed():
    state = position(hands={0: PRE})
    assert norns_of(state) == set()
    assert why(state)["norn:frey:0"] == ("why.timing.pre", "KRD-046")


@pytest.mark.rule("KRD-R-23", "KRD-211")
def test_attacker_first_then_in_turn_till_both_pass_in_a_row():
    state = position("pre", fight=(1, 2), hands={1: "frey assassin", 2: "frey disease"})
    assert kind(state) == "pre 1"
    state = do(state, "")
    assert kind(state) == "pre 2"
    state = do(state, "frey")
    assert kind(state) == "pre 1"
    state = do(state, "frey")  # a pass before does not bar it
    assert kind(state) == "pre 2"
    state = do(state, "")
    assert kind(state) == "pre 1"
    state = do(state, "assassin", "4")
    assert kind(state) == "pre 2"
    state = do(state, "", "")
    assert GAME.view(state, None).counted()
    assert kind(state).startswith("act")


@pytest.mark.rule("KRD-R-23")
def test_one_norn_a_step():
    state = position("pre", hands={0: "frey disease"})
    assert (asked(state).lo, asked(state).hi) == (0, 1)
    refused(state, "frey disease")


@pytest.mark.rule("KRD-R-23", "KRD-R-04")
def test_a_norn_for_any_moment_is_a_step_a_swap_is_none():
    state = do(position("pre", hands={0: "urd", 1: "frey"}), "urd")
    assert kind(state) == "pre 1"
    assert uses(state) == [("urd", True)]
    state = position("pre", hands={0: "urd", 1: "frey"}, reserves={0: "harald"})
    assert swaps(state) == {"harald"}
    state = do(state, "swap:harald")
    assert (kind(state), swaps(state)) == ("pre 0", set())
    assert can(state) == {"norn:urd:0"}


@pytest.mark.rule("KRD-R-23")
def test_after_one_pass_a_swap_is_no_pass_and_no_step():
    state = do(position("pre", hands={0: "frey", 1: "skadi"}, reserves={1: "harald"}), "")
    state = do(state, "swap:harald")
    assert kind(state) == "pre 1"
    state = do(state, "")
    assert GAME.view(state, None).counted()


@pytest.mark.rule("KRD-R-05", "KRD-R-19")
def test_only_the_hero_in_reserve_can_be_swapped_once_an_attack_is_announced():
    for at in ("pre", "act"):
        state = position(at, heroes={0: "rollo"}, reserves={0: "ivar"})
        assert asked(state).seat == 0
        assert swaps(state) == {"ivar"}
        top = state.heroes[0]
        state = do(state, "swap:ivar")
        assert (state.leaders[0], state.reserve[0], state.heroes[-1]) == (("rollo",), (top,), "ivar")


@pytest.mark.rule("KRD-210")
def test_everybody_is_asked_unless_all_can_see_that_there_is_nothing_to_do():
    """Whether a Norn fits must not show; that there is none in the hand, and no swap left, is public."""
    state = position("pre", hands={0: "skadi", 1: "villager"}, may_swap=False)
    assert (kind(state), can(state)) == ("pre 0", set())
    state, events = hear(state, "")
    assert GAME.view(state, None).counted()
    assert told(events, "pre.passed") == [(0,), (1,)]
    state = position("pre", hands={0: "skadi", 1: "villager"})
    assert kind(do(state, "")) == "pre 1"


@pytest.mark.rule("KRD-210")
@pytest.mark.parametrize("held", ["skadi", "frey", "freya", "urd"])
def test_the_public_question_is_the_same_whatever_is_held(held):
    ask = asked(position("pre", hands={0: held}))
    assert (ask.kind, ask.args, ask.lo, ask.hi, ask.seat) == ("pre", (0,), 0, 1, 0)


@pytest.mark.rule("KRD-R-23")
def test_there_is_no_initiative_yet():
    """Nothing is counted yet: the attacker begins, however strong."""
    state = position("pre", armies={0: "jotunn*2"}, heroes={0: "harald"}, hands={0: "frey"})
    assert kind(state) == "pre 0"


@pytest.mark.rule("KRD-211")
def test_then_both_reveal_their_warriors():
    state = position("pre", armies={0: "jarl huskarl", 1: "jotunn draugr"})
    for viewer, seen in (
        (None, [BACK] * 4),
        (0, ["jarl", "huskarl", BACK, BACK]),
        (1, [BACK, BACK, "jotunn", "draugr"]),
    ):
        assert [c for pile in GAME.view(state, viewer).seen.army[:4] for c in pile] == seen
    state, events = hear(state, "", "")
    for viewer in (None, 0, 1, 2):
        assert [c for pile in GAME.view(state, viewer).seen.army[:4] for c in pile] == [
            *("jarl", "huskarl", "jotunn", "draugr")
        ]
        assert viewer == 2 or [c for pile in GAME.view(state, viewer).seen.army[4:] for c in pile] == [BACK, BACK]
    assert told(events, "revealed") == [(0, "jarl huskarl"), (1, "jotunn draugr")]


@pytest.mark.rule("KRD-211", "KRD-073")
def test_no_total_is_told_before_the_reveal():
    state, events = hear(position("pre", hands={0: "frey", 1: "disease"}), "frey", "disease")
    assert "stands" not in kinds(events)
    assert not GAME.view(state, None).counted()


# --- Assassin ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-210", "KRD-R-47", "KRD-R-09")
def test_the_assassin_slays_a_warrior_named_unseen_who_is_turned_up_at_once():
    state = position("pre", armies={1: "jotunn jarl"}, hands={0: "assassin"}, heroes={1: "harald"})
    state = do(state, "assassin")
    assert kind(state) == "slay 0"
    assert can(state) == {"2", "3"}
    assert [o.refs for o in asked(state).options] == [(1,), (2,)]
    state, events = hear(state, "3")
    assert told(events, "slain") == [(0, 1, "jarl")]
    assert GAME.view(state, None).seen.army[2:4] == ((BACK,), ("jarl",))
    assert GAME.view(state, None).slain(3)
    state = do(state, "", "")
    assert parts(state, 1) == [("warrior", "jotunn", 4), ("hero", "harald", 4)]


@pytest.mark.rule("KRD-210", "KRD-048", "KRD-221")
def test_a_slain_warrior_gives_no_rune_no_bonus_and_counts_for_no_condition():
    state = position(
        "pre", armies={1: "champion seidkona"}, heroes={0: "siegfried", 1: "freydis"}, hands={0: "assassin"}
    )
    assert stand(do(state, "", ""))[1] == 11
    state = do(state, "assassin", "3", "", "")
    assert parts(state, 1) == [("warrior", "champion", 2), ("hero", "freydis", 2)]
    state = position("pre", armies={1: "champion jotunn"}, heroes={0: "siegfried"}, hands={0: "assassin"})
    state = do(state, "assassin", "3", "", "")
    assert parts(state, 0)[-1] == ("hero", "siegfried", 3)


@pytest.mark.rule("KRD-210")
def test_a_second_assassin_names_another_and_a_third_finds_nobody():
    state = position("pre", hands={0: "assassin*2", 1: "frey"})
    state = do(state, "assassin", "2", "", "assassin")
    assert can(state) == {"3"}
    state = do(state, "3", "", "")
    assert parts(state, 1) == [("hero", "lagertha", 2)]
    game = made_up(disease={"options": norn("slay()")})
    state = position("pre", hands={0: "assassin*2 disease", 1: "frey"}, game=game)
    state = do(state, "assassin", "2", "", "assassin", "3", "", game=game)
    assert "disease" not in norns_of(state, game)
    assert why(state, game)["norn:disease:0"] == ("why.nothing", "KRD-R-32")


@pytest.mark.rule("KRD-210", "KRD-R-47")
def test_an_assassin_of_each_side():
    state = position("pre", armies={0: "jarl berserker", 1: "jotunn huskarl"}, hands={0: "assassin", 1: "assassin"})
    state = do(state, "assassin", "2", "assassin", "0", "", "")
    assert [part[:2] for part in parts(state, 0) if part[0] == "warrior"] == [("warrior", "berserker")]
    assert [part[:2] for part in parts(state, 1) if part[0] == "warrior"] == [("warrior", "huskarl")]


# --- Terrible Disease ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-210", "KRD-238")
def test_disease_bars_villager_reinforcements_and_weakens_each_villager_in_the_army():
    state = position("pre", hands={0: "villager*2", 1: "disease"}, coins={1: 5}, rituals="thor odin")
    state = do(state, "", "disease", "", "")
    assert stand(state) == (2, 4)
    assert parts(state, 0)[-1] == ("norn", "disease", -2)
    assert kind(state) == "act 0"
    assert can(state) == {"thor:villager", "hire"}  # as a reinforcement of Thor a Villager still may come
    assert why(state)["villager"] == ("why.villagers", "KRD-238")


@pytest.mark.rule("KRD-210")
@pytest.mark.parametrize(("army", "minus"), [("villager*2", 2), ("villager jarl", 1), ("jarl huskarl", 0)])
def test_disease_by_the_villagers_of_the_army(army, minus):
    state = position("pre", armies={1: army}, hands={0: "disease"})
    before = stand(do(position("pre", armies={1: army}, hands={0: "urd"}), "", ""))
    state = do(state, "disease", "", "")
    assert stand(state) == (before[0], before[1] - minus)


@pytest.mark.rule("KRD-210")
def test_two_diseases_weaken_twice_and_a_slain_villager_is_not_counted():
    state = position("pre", armies={1: "villager jarl"}, hands={0: "disease*2", 1: "frey"})
    state = do(state, "disease", "", "disease", "", "")
    assert [part for part in parts(state, 1) if part[0] == "norn"] == [("norn", "disease", -1)] * 2
    state = position("pre", armies={1: "villager jarl"}, hands={0: "disease assassin", 1: "frey"})
    state = do(state, "disease", "", "assassin", "2", "", "")
    assert [part for part in parts(state, 1) if part[0] == "norn"] == []


# --- Hugin and Munin -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-210", "KRD-R-24", "KRD-045")
def test_hugin_and_munin_is_one_norn_with_two_options():
    """KRD-X-19: one option is named, the other does not happen."""
    state = position("pre", hands={0: "hugin villager"}, norns="thor tyr skadi")
    assert norns_of(state) == {"hugin.Hugin", "hugin.Munin"}
    refused(state, "hugin.Hugin hugin.Munin")
    state, events = hear(state, "hugin.Munin", "tyr")
    assert "looked" not in kinds(events)
    assert kind(state) == "pre 1"
    assert state.hand_n[0] == ("tyr",)


@pytest.mark.rule("KRD-210")
def test_hugin_looks_at_both_face_down_warriors_for_the_user_alone():
    state = position("pre", armies={1: "jotunn jarl"}, hands={0: "hugin champion"})
    state, events = hear(state, "hugin.Hugin")
    (event,) = [e for e in events if e.kind == "looked"]
    assert (event.args, event.to, event.secret) == ((0, 1), (0,), ("jotunn jarl",))
    assert GAME.view(state, 0).seen.army[2:4] == (("jotunn",), ("jarl",))
    for viewer in (None, 2):
        assert GAME.view(state, viewer).seen.army[2:4] == ((BACK,), (BACK,))


@pytest.mark.rule("KRD-210")
def test_hugin_then_may_exchange_a_warrior_face_down():
    state = position("pre", armies={0: "villager jarl"}, hands={0: "hugin champion huskarl"})
    state = do(state, "hugin.Hugin")
    assert kind(state) == "swap 0"
    assert can(state) == {"@0", "@1", "champion", "huskarl", "@no"}
    refused(state, "@0")
    refused(state, "champion")
    refused(state, "@0 @1")
    refused(state, "@0 @no")
    kept, events = hear(state, "@no")
    assert kept.army[:2] == (("villager",), ("jarl",))
    assert events == []
    swapped, events = hear(state, "@0 champion")
    assert swapped.army[:2] == (("champion",), ("jarl",))
    assert swapped.hand_w[0] == ("huskarl", "villager")
    (event,) = events
    assert (event.kind, event.args, event.to, event.secret) == ("exchanged", (0, 1), (0,), ("villager", "champion"))
    assert GAME.view(swapped, 1).seen.army[0] == (BACK,)


@pytest.mark.rule("KRD-210")
def test_what_hugin_has_seen_is_not_seen_when_another_warrior_stands_there():
    state = position("pre", armies={1: "jotunn jarl"}, hands={0: "hugin", 1: "hugin champion"})
    state = do(state, "hugin.Hugin", "hugin.Hugin", "@2 champion")
    assert GAME.view(state, 0).seen.army[2:4] == ((BACK,), ("jarl",))


@pytest.mark.rule("KRD-R-32", "KRD-210")
def test_hugin_s_parts_that_cannot_act_are_left_out():
    state, events = hear(position("pre", hands={0: "hugin"}), "hugin.Hugin")  # no Warrior in hand
    assert (kind(state), kinds(events)) == ("pre 1", ["used.option", "looked"])
    slain = position("pre", hands={0: "assassin*2 hugin champion", 1: "frey"})
    slain = do(slain, "assassin", "2", "", "assassin", "3", "")
    state, events = hear(slain, "hugin.Hugin")  # nothing face-down
    assert (kind(state), kinds(events)) == ("swap 0", ["used.option"])
    slain = do(position("pre", hands={0: "assassin*2 hugin", 1: "frey"}), "assassin", "2", "", "assassin", "3", "")
    assert norns_of(slain) == {"hugin.Munin"}
    assert why(slain)["norn:hugin:0"] == ("why.nothing", "KRD-R-32")


@pytest.mark.rule("KRD-210", "KRD-R-32")
def test_a_slain_warrior_cannot_be_exchanged():
    state = position("pre", hands={0: "hugin champion", 1: "assassin hugin"}, fight=(1, 0))
    state = do(state, "assassin", "0", "hugin.Hugin")
    assert can(state) == {"@1", "champion", "@no"}


@pytest.mark.rule("KRD-210", "KRD-205")
def test_munin_looks_at_three_norns_takes_one_and_puts_the_others_under_in_the_same_order():
    state = position("pre", hands={0: "hugin"}, norns="thor tyr skadi loki")
    state, events = hear(state, "hugin.Munin")
    assert told(events, "peeked") == [(0, 3)]
    assert GAME.view(state, 0).seen.peek_n[0] == ("thor", "tyr", "skadi")
    for viewer in (None, 1, 2):
        assert GAME.view(state, viewer).seen.peek_n[0] == (BACK,) * 3
    assert can(state) == {"thor", "tyr", "skadi"}
    state, events = hear(state, "tyr")
    assert state.norns[0] == "loki"
    assert state.norns[-2:] == ("thor", "skadi")
    assert state.hand_n[0] == ("tyr",)
    assert [(e.to, e.secret) for e in events if e.kind == "peek.taken"] == [((0,), ("tyr",))]


@pytest.mark.rule("KRD-R-15", "KRD-R-32")
def test_munin_with_a_short_deck_and_with_none():
    state = position("pre", hands={0: "hugin"}, norns="thor tyr", short=(10, 2))
    state = do(state, "hugin.Munin", "thor")
    assert state.norns == ("tyr",)
    state = position("pre", hands={0: "hugin"}, short=(10, 0))
    assert norns_of(state) == {"hugin.Hugin"}


@pytest.mark.rule("KRD-210")
def test_a_made_up_munin_looks_at_warriors():
    game = made_up(frey={"options": norn("peek_take(warrior, 2)")})
    state = position("pre", hands={0: "frey"}, warriors="jotunn draugr jarl", game=game)
    state = do(state, "frey", game=game)
    assert game.view(state, 0).seen.peek_w[0] == ("jotunn", "draugr")
    state = do(state, "draugr", game=game)
    assert state.hand_w[0] == ("draugr",)
    assert (state.warriors[0], state.warriors[-1]) == ("jarl", "jotunn")


# --- Frey ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-210", "KRD-R-24")
@pytest.mark.parametrize(
    ("army", "plus"), [("villager*2", 2), ("jotunn jarl", 1), ("jotunn draugr", 0), ("champion huskarl", 2)]
)
def test_frey_adds_one_for_each_human_in_the_army(army, plus):
    before = stand(do(position("pre", armies={0: army}), "", ""))
    after = stand(do(position("pre", armies={0: army}, hands={0: "frey"}), "frey", "", ""))
    assert after == (before[0] + plus, before[1])


@pytest.mark.rule("KRD-210")
def test_a_slain_human_does_not_count_for_frey():
    state = position("pre", hands={0: "frey", 1: "assassin"})
    assert parts(do(state, "frey", "assassin", "0", "", ""), 0)[-1] == ("norn", "frey", 1)


# --- The Valkyries -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-210", "KRD-045")
def test_the_host_of_the_valkyries_draws_two_warriors():
    state = position("pre", hands={0: "valkyries"}, warriors="jotunn jarl")
    state, events = hear(state, "valkyries.Host")
    assert state.hand_w[0] == ("jarl", "jotunn")
    assert told(events, "drew.warrior") == [(0, 2)]
    state = position("pre", hands={0: "valkyries"}, warriors="jotunn", short=(1, 10))
    assert do(state, "valkyries.Host").hand_w[0] == ("jotunn",)
    assert norns_of(position("pre", hands={0: "valkyries"}, short=(0, 10))) == {"valkyries.Mercy"}


@pytest.mark.rule("KRD-210", "KRD-045", "KRD-405")
def test_the_mercy_of_the_valkyries_spares_all_warriors():
    state = position("pre", hands={0: "valkyries"}, armies={0: "villager jarl"})
    drawn = len(state.warriors)
    state = do(state, "valkyries.Mercy")
    assert len(state.warriors) == drawn
    state = do(state, "", "")
    assert kind(state) == "act 1"
    state, events = onward(state)
    assert told(events, "fell") == [(1, "villager"), (1, "villager")]
    assert {"jarl", "villager"} <= set(hand(state, 0))
