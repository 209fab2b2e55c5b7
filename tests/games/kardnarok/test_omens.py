"""The twelve Ragnarök cards: the event and the fixed rule of each."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.games.kardnarok.cards import KardnarokBox
from thorgames.games.kardnarok.force import (
    cube,
    least_fee,
    norn_limit,
    price,
    strength,
    totals,
    usable_gods,
    villager_limit,
    winner_bronze,
    winner_discards,
)
from thorgames.games.kardnarok.game import Kardnarok
from thorgames.games.kardnarok.rounds import DrawCoins, FormArmy, ShowHeroes
from thorgames.games.kardnarok.rules import AttackTurn, RoundStart

from .table import (
    BOX,
    GAME,
    MODES,
    TOML,
    asked,
    can,
    coins,
    do,
    hear,
    heard_until,
    kind,
    new,
    owns,
    position,
    quiet,
    ran,
    refused,
    run,
    steps,
    until,
    warriors_of,
)

LEVEL_1 = ("balder", "kin", "rag-loki", "fimbul", "wolves", "horn")
LEVEL_2 = ("naglfar", "jotnar", "vigrid", "gods", "surt", "world")
BEFORE = ("rag-loki", "fimbul", "jotnar", "gods")
"""Cards of earlier rounds with four of them."""


def reveal(card: str, mode: str = "basic", seats: int = 3, said: tuple[str, ...] = (), **given):
    """A round begins with this card: the state at the next question (after what is said), and what was told."""
    piles = BOX.omens(mode == "basic")
    at = next(i for i, pile in enumerate(piles) if card in pile)
    given.setdefault("before", " ".join(BEFORE[:at]))
    empty = dict.fromkeys(range(seats), "")
    given.setdefault("hands", empty)
    heroes = {0: "freydis ragnar", 1: "bjorn leif", 2: "harald ivar", 3: "egil rollo"}
    given.setdefault("heroes", {seat: heroes[seat] for seat in range(seats)})
    state = position(mode, seats, omen=card, armies=empty, coin=empty, agenda=(FormArmy(0),), **given)
    state = state.but(
        round=at,
        turn=-1,
        order=state.order[::-1],
        revealed=tuple(() if i == at else pile for i, pile in enumerate(state.revealed)),
        omens=tuple((card, *pile) if i == at else pile for i, pile in enumerate(state.omens)),
    )
    state, first = ran(state, RoundStart(at + 1))
    state, events = hear(state, *said)
    return state, [*first, *events]


def counted(rituals: str = "thor thor", target: int = 1, **given):
    """A combat of the first in order against another, up to the first action, and both totals."""
    state = position(**given)
    state = do(state, f"attack:{target}", *rituals.split(), "", "")
    return state, GAME.view(state, None).totals()


# --- in general ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-070", "KRD-071")
@pytest.mark.parametrize("card", [*LEVEL_1, *LEVEL_2])
def test_a_round_goes_by_its_card(card):
    state, events = reveal(card)
    assert state.effective == BOX.cards[card].effective
    assert state.round == (1 if card in LEVEL_1 else 2)
    assert ("omen", card, state.effective) in [(e.kind, *e.args) for e in events]
    assert GAME.view(state, None).omen() == card
    end = until(state, *(f"attack {seat}" for seat in range(3)))
    assert all(owns(end, seat) == BOX.cards[card].effective for seat in range(3))


@pytest.mark.rule("KRD-072", "KRD-071", "KRD-511", "KRD-902", "KRD-911")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_fixed_rules_stay_and_all_can_be_seen(mode, seats):
    rounds = 2 if mode == "basic" else 4
    held: list[str] = []
    for *_, result in steps(new(mode, seats), 5, player=quiet):
        held += [e.args[0] for e in result.events if e.kind == "omen"]
        if result.state.round:
            assert GAME.view(result.state, None).in_force() == tuple(held)
    assert len(held) == len(set(held)) == rounds
    assert [len(pile) for pile in result.state.revealed] == [1] * rounds


@pytest.mark.rule("KRD-072", "KRD-R-60")
def test_a_fixed_rule_binds_all_kingdoms_to_the_end():
    """Kin's +1 for attackers, from round 1, in rounds 2, 3 and 4, whoever attacks."""
    for before, omen in (("kin", "horn"), ("kin horn", "jotnar"), ("kin horn jotnar", "gods")):
        for pr in range(3):
            state = position("story", 3, before=before, omen=omen, pr=pr)
            state = do(state, f"attack:{(pr + 1) % 3}", "odin", "odin", "", "")
            attack, defence = GAME.view(state, None).sheet()
            assert ("item.rule", "kin", 1) in attack
            assert ("item.rule", "horn", 1) in defence


@pytest.mark.rule("KRD-R-66", "KRD-100")
def test_when_events_act():
    """On reveal before the coins; after the Effective before the armies."""
    state, events = reveal("surt")
    assert kind(state) == "event.swap 0"
    assert "coin.drawn" not in kinds(events)
    state, events = heard_until(state, "army 0")
    assert kinds(events).index("hero.swapped") < kinds(events).index("coin.drawn")
    state, events = reveal("horn")
    assert kinds(events).count("coin.drawn") == 3
    assert kind(state) == "adjust 0"
    state, events = heard_until(state, "event.recycle 0")
    assert kinds(events).count("split.stated") == 3
    assert "army.formed" not in kinds(events)


@pytest.mark.rule("KRD-R-66", "KRD-511")
def test_both_piles_are_shuffled_in_the_set_up_and_the_top_is_revealed():
    state = position(turn=2, won={0: "3 3"})
    top = state.omens[1][0]
    state = until(state, "adjust 2", "surplus 2")
    assert until(state, "army 2").revealed[1] == (top,)


def boxed(*changes: tuple[str, str]) -> Kardnarok:
    """The game with other cards."""
    toml = TOML
    for old, other in changes:
        assert old in toml
        toml = toml.replace(old, other, 1)
    return Kardnarok(KardnarokBox(toml, "made-up.toml"))


@pytest.mark.rule("KRD-R-03")
def test_two_fixed_rules_about_one_number():
    """Sums for plus and minus, the stricter for caps; made-up cards, in the place of those of four rounds."""

    def with_rules(one: str, other: str):
        places = ('rule = ["least_fee(2, 1)"]', 'rule = ["villager_limit(2)"]')
        box = boxed(*((old, f'rule = ["{rule}"]') for old, rule in zip(places, (one, other), strict=True))).box
        state = position("story", 3, before="rag-loki", omen="fimbul")
        return do(state, "attack:2", "thor", "thor", "", ""), box

    for one, other in ((2, 3), (3, 2)):
        state, box = with_rules(f"norn_limit({one})", f"norn_limit({other})")
        assert norn_limit(state, box) == 2
        state, box = with_rules(f"villager_limit({one})", f"villager_limit({other})")
        assert villager_limit(state, box) == 2
        state, box = with_rules(f"least_fee({one}, 1)", f"least_fee({other}, 1)")
        assert (least_fee(state, box), price(state, box)) == (3, 4)
        state, box = with_rules(f"winner_discards({one})", f"winner_discards({other})")
        assert winner_discards(state, box) == 3
        state, box = with_rules(f"winner_bronze({one})", f"winner_bronze({other})")
        assert winner_bronze(state, box) == 5
    state, box = with_rules("ritual_strength(1, 2, 3)", "ritual_strength(2, 1, 2)")
    assert [strength(state, box, god) for god in ("odin", "thor", "frey")] == [1, 1, 2]
    plain = totals(*with_rules("norn_limit(4)", "norn_limit(4)"))
    for one, other, n in (("attack_bonus(1)", "attack_bonus(2)", 3), ("attack_bonus(1)", "defence_bonus(1)", 1)):
        assert totals(*with_rules(one, other))[0] == plain[0] + n
    assert totals(*with_rules("defence_bonus(2)", "defence_bonus(1)"))[1] == plain[1] + 3
    assert totals(*with_rules("kind_bonus(berserker, 1)", "kind_bonus(berserker, 2)"))[0] == plain[0] + 3


@pytest.mark.rule("KRD-R-03")
def test_a_card_beats_the_rulebook():
    """The winner discards one Warrior, says the rulebook; two, says a Ragnarök card."""
    for omen, n in (("naglfar", 1), ("vigrid", 2)):
        armies = {0: "jarl jarl harald", 1: "villager villager aslaug"}
        state = position(before="kin", omen=omen, pr=0, armies=armies, hands={0: "skadi", 1: "tyr"})
        _, events = heard_until(do(state, "attack:1", "thor", "thor"), "army 0")
        assert [args[0] for args in told(events, "fell")].count(0) == n


# --- level 1, pennant 1 --------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-60", "KRD-101")
def test_balder_lets_each_kingdom_swap_a_hero():
    """In the order of the round, either Hero; the swap of the round stays."""
    state, _ = reveal("balder", hero_deck="gunnhild rollo hervor")
    assert kind(state) == "event.may 0"
    assert (can(state), asked(state).lo) == ({"swap:freydis", "swap:ragnar"}, 0)
    assert GAME.pending(state).mode == "reaction"  # the device need not be passed to let it be
    state = do(state, "swap:ragnar")
    assert state.reserve[0] == ("freydis", "gunnhild")
    assert state.heroes[-1] == "ragnar"
    assert kind(state) == "event.may 1"
    state, events = hear(state, "", "swap:ivar")
    assert told(events, "hero.kept") == [(1,)]
    assert state.reserve == (("freydis", "gunnhild"), ("bjorn", "leif"), ("harald", "rollo"))
    assert state.swapped == (False,) * 3
    state = until(state, "army 0")
    assert "swap:gunnhild" in can(state)


@pytest.mark.rule("KRD-072", "KRD-235")
def test_balder_limits_norns_to_four():
    """Those before the reveal and for any moment count; a mercenary's do not."""
    hands = {0: "disease frey urd hugin skadi*2 freya loki", 1: "villager", 2: "thor longships arrows"}
    state = position(
        omen="balder", hands=hands, armies={0: "villager*2 aslaug", 1: "jarl jarl harald"}, norns="shieldwall*2 tyr"
    )  # fmt: skip
    state = do(state, "attack:1", "thor", "thor", "disease", "", "frey", "", "urd", "")
    assert kind(state) == "pre 0"
    state = do(state, "norn:hugin:1", "tyr", "", "")
    assert kind(state) == "act 0"
    assert len(state.fight.uses) == 4
    assert not [o for o in can(state) if o.startswith("norn:")]
    ask = asked(state)
    barred = {b.id: (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, 0), ask)}
    assert barred["norn:skadi:0"] == ("why.limit", "KRD-235")
    refused(state, "norn:skadi:0")
    state = do(state, "hire", "2:1", "stop", "accept")
    assert kind(state) == "help 2"
    assert {"help:thor:0", "help:longships:0"} <= can(state)
    state = do(state, "help:thor:0")
    assert state.fight.uses[-1].helps


@pytest.mark.rule("KRD-072", "KRD-235")
def test_below_the_limit_everything_can_be_used():
    hands = {0: "disease frey skadi*2 freya loki", 1: "villager"}
    state = position(omen="balder", hands=hands, armies={0: "villager*2 aslaug", 1: "jarl jarl harald"})
    state = do(state, "attack:1", "thor", "thor", "disease", "", "frey", "", "", "skadi")
    assert kind(state) == "act 0"
    assert {"norn:skadi:0", "norn:loki:1"} <= can(state)
    assert not [o for o in can(do(state, "skadi")) if o.startswith("norn:")]


@pytest.mark.rule("KRD-R-60", "KRD-061")
def test_kin_lets_each_draw_two_coins_and_keep_the_higher():
    state, events = reveal("kin", said=("!3", "!5", "!5", "!4", "!4", "!4"))
    drawn, kept = told(events, "coin.drawn"), told(events, "coin.kept")
    assert [seat for seat, _ in drawn] == [0, 0, 1, 1, 2, 2]
    assert [seat for seat, _ in kept] == [0, 1, 2]
    for seat in range(3):
        two = [card for who, card in drawn if who == seat]
        assert state.coins[seat] == (max(two),) == (kept[seat][1],)
    assert state.coins == (("silver-5",), ("silver-5",), ("silver-4",))
    assert len(state.bag) == 21 - 3


@pytest.mark.rule("KRD-R-60", "KRD-R-51")
def test_of_several_coins_the_highest():
    """A bag with one coin gives one, an empty bag none."""
    state = position(coin={0: ""})
    for one, other, best in (("3", "5", "5"), ("5", "3", "5"), ("4", "4", "4")):
        after = do(run(state, DrawCoins(0, 2), FormArmy(0)), f"!{one}", f"!{other}")
        assert after.coins[0] == (f"silver-{best}",)
        assert len(after.bag) == len(state.bag) - 1
    for n, bag, left, coin in ((2, "3", "", "3"), (2, "", "", ""), (1, "", "", ""), (3, "3 5", "3", "5")):
        lying = list(state.bag)
        for card in coins(bag):
            lying.remove(card)
        short = state.but(bag=coins(bag), won=((), tuple(lying), ()), fought=len(lying))
        short = do(run(short, DrawCoins(0, n), FormArmy(0)))
        assert (short.coins[0], short.bag) == (coins(coin), coins(left))


@pytest.mark.rule("KRD-R-60", "KRD-063")
def test_with_kin_later_coins_are_drawn_as_usual():
    state = do(position(omen="kin"), "attack:1")
    _, events = heard_until(state, "attack 1")
    assert len(told(events, "coin.drawn")) == 1


@pytest.mark.rule("KRD-072", "KRD-220")
def test_kin_strengthens_the_attacker():
    armies = {0: "jarl jarl harald", 1: "jarl jarl siegfried"}
    _, (attack, defence) = counted(omen="kin", armies=armies)
    assert (attack, defence) == (3 + 3 + 4 + 1, 3 + 3 + 3)


@pytest.mark.rule("KRD-R-60", "KRD-R-12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_loki_makes_all_pass_a_card_to_the_left(seats):
    """At the same time: what has come cannot be passed on; left is the next seat clockwise, in any round."""
    mode = "story"
    state, _ = reveal("rag-loki", mode, seats, pr=1)
    state = until(state, " ".join(f"event.pass {seat}" for seat in range(seats)))
    assert GAME.pending(state).mode == "sealed"
    before = state
    given = {}
    events = []
    for seat in range(seats):
        given[seat] = asked(state, seat).options[0].refs[0]
        result = GAME.apply(state, seat, (asked(state, seat).options[0].id,))
        state, events = result.state, [*events, *result.events]
        if seat < seats - 1:
            assert state.hand_w == before.hand_w
            assert state.hand_n == before.hand_n
    for seat in range(seats):
        mine = sorted((*before.hand_w[seat], *before.hand_n[seat]))
        mine.remove(given[seat])
        mine.append(given[(seat - 1) % seats])
        assert sorted((*state.hand_w[seat], *state.hand_n[seat])) == sorted(mine)
    passed = [e for e in events if e.kind.startswith("passed.")]
    assert sorted(e.args for e in passed) == [(seat, (seat + 1) % seats) for seat in range(seats)]
    assert all(set(e.to) == set(e.args) for e in passed)


@pytest.mark.rule("KRD-R-12", "KRD-103")
def test_with_exactly_two_warriors_a_norn_is_passed():
    state, _ = reveal("rag-loki", hands={0: "villager*2 skadi*2 tyr*2 urd thor", 1: "villager*3 arrows", 2: "jarl"})
    state = until(state, "event.pass 0 event.pass 1 event.pass 2")
    assert warriors_of(state, 0) == 2
    refused(state, "villager")
    assert do(state, "urd").sealed == ((0, ("urd",)),)


@pytest.mark.rule("KRD-072", "KRD-301", "KRD-905", "KRD-R-39")
def test_loki_makes_help_dearer():
    armies = {0: "villager villager aslaug", 1: "jarl jarl harald"}
    for omen, least in (("rag-loki", 2), ("balder", 1)):
        state, _ = counted(omen=omen, armies=armies, hands={0: "skadi", 1: "tyr"})
        state = do(state, "hire")
        amounts = {o.id for o in asked(state).options} - {"withdraw"}
        assert amounts == {f"2:{n}" for n in range(least, 6)}
        state, _ = counted(omen=omen, armies=armies, hands={0: "skadi", 1: "tyr"}, bronze=(1, 7, 7))
        assert ("hire" in can(state)) == (least == 1)
    for omen, cost in (("rag-loki", 2), ("balder", 1)):
        state, _ = counted(mode="duel", seats=2, omen=omen, armies=armies, hands={0: "skadi", 1: "tyr"})
        assert do(state, "buy").bronze == (10 - cost, 10)


# --- level 1, pennant 2 --------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-60", "KRD-203")
def test_fimbulwinter_bans_the_ritual_of_frey_in_its_round():
    state = do(position(omen="fimbul"), "attack:1")
    assert can(state, 0) == can(state, 1) == {"odin", "thor"}
    refused(state, "frey", 0)
    state = do(position(omen="fimbul", blocked=("odin", "thor", "")), "attack:1")
    assert state.fight.rituals == ("thor", "odin")  # only one can be chosen
    state = do(position(before="fimbul", omen="naglfar"), "attack:1")
    assert can(state, 0) == {"odin", "thor", "frey"}
    assert usable_gods(position("story", 3, before="kin fimbul", omen="vigrid"), BOX, 0) == ("odin", "thor", "frey")


@pytest.mark.rule("KRD-072", "KRD-238")
@pytest.mark.parametrize(("before", "omen", "n"), [("", "fimbul", 2), ("fimbul", "naglfar", 2), ("", "kin", 4)])
def test_fimbulwinter_limits_villagers_to_two(before, omen, n):
    hands = {0: "villager*4 skadi", 1: "tyr"}
    armies = {0: "villager villager aslaug", 1: "jotunn jarl harald"}
    state, _ = counted(before=before, omen=omen, armies=armies, hands=hands)
    for _ in range(n):
        state = do(state, "villager")
    assert "villager" not in can(state)
    assert len(state.villagers[0]) == n


@pytest.mark.rule("KRD-R-60", "KRD-112")
def test_the_wolves_let_no_army_be_changed_before_announcing_in_their_round():
    state = position(omen="wolves")
    assert "army" not in can(state)
    assert {b.id: (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, 0), asked(state))}["army"] == (
        "why.army",
        "KRD-112",
    )
    assert [o for o in can(state) if o.startswith("swap:")]  # the Hero in reserve can be swapped
    state = until(do(state, "attack:1"), "army 0", "army 1")  # and after the combat armies are formed anew
    assert asked(state).seat in (0, 1)
    assert "army" in can(position(before="wolves", omen="naglfar"))


@pytest.mark.rule("KRD-072", "KRD-105", "KRD-073")
@pytest.mark.parametrize(("before", "omen"), [("", "wolves"), ("wolves", "surt")])
def test_the_wolves_hide_heroes_till_the_reveal(before, omen):
    """To the end of the game."""
    armies = dict.fromkeys(range(3), "")
    heroes = {0: "freydis ragnar", 1: "bjorn leif", 2: "harald ivar"}
    agenda = (FormArmy(0), FormArmy(1), FormArmy(2), ShowHeroes((0, 1, 2)), AttackTurn(0))
    state = position(before=before, omen=omen, armies=armies, heroes=heroes, agenda=agenda)
    state, events = heard_until(state, "attack 0")
    assert "hero.shown" not in kinds(events)
    assert state.heroes_up == (False,) * 3
    assert GAME.view(state, 1).seen.leaders == (("?",), state.leaders[1], ("?",))
    state, events = heard_until(do(state, "attack:1"), "act 0", "act 1")
    assert told(events, "hero.shown") == [(0, state.leaders[0][0]), (1, state.leaders[1][0])]
    assert state.heroes_up == (True, True, False)
    assert kinds(events).index("hero.shown") < kinds(events).index("revealed")
    state, events = heard_until(state, "attack 1", "attack 2")
    assert "hero.shown" not in kinds(events)
    assert state.heroes_up == (False,) * 3


@pytest.mark.rule("KRD-R-60", "KRD-R-12", "KRD-104")
@pytest.mark.parametrize(("card", "n"), [("horn", 2), ("world", 3)])
def test_the_horn_and_the_new_world_let_cards_be_discarded_for_others(card, n):
    """In the order of the round; it may be declined."""
    state, _ = reveal(card)
    order = state.order
    state = until(state, f"event.recycle {order[0]}")
    assert (asked(state).lo, asked(state).hi) == (0, n)
    before = state
    ids = [o.id for o in asked(state).options]
    refused(state, " ".join(ids[: n + 1]))
    state, events = hear(state, "")
    assert told(events, "recycle.declined") == [(order[0],)]
    assert kind(state) == f"event.recycle {order[1]}"
    assert state.hand_w == before.hand_w
    who = order[1]
    norn = state.hand_n[who][0]
    state = do(state, norn)
    assert kind(state) == f"recycle.split {who}"
    assert can(state) == {"0:1", "1:0"}
    state = do(state, "1:0")
    assert owns(state, who) == state.effective
    assert state.norns[-1] == norn
    assert kind(until(state, f"army {order[0]}")) == f"army {order[0]}"


@pytest.mark.rule("KRD-R-12", "KRD-103")
def test_whoever_discards_warriors_there_has_two_again():
    state, _ = reveal("horn", hands={0: "villager*2 skadi*2 tyr*2 urd", 1: "jarl", 2: "jarl"})
    state = until(state, "event.recycle 0")
    assert can(do(state, "villager skadi")) == {"1:1", "2:0"}
    state = do(state, "villager*2")
    assert warriors_of(state, 0) == 2
    assert kind(state) == "event.recycle 1"  # only one split is possible


@pytest.mark.rule("KRD-072", "KRD-220")
def test_the_horn_strengthens_the_defender():
    armies = {0: "jarl jarl harald", 1: "jarl jarl siegfried"}
    _, (attack, defence) = counted(omen="horn", armies=armies)
    assert (attack, defence) == (10, 9 + 1)


# --- level 2, pennant 3 --------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-60", "KRD-242", "KRD-240")
@pytest.mark.parametrize(
    ("mode", "before", "omen", "able"),
    [
        ("basic", "balder", "naglfar", True),
        ("basic", "balder", "jotnar", False),
        ("story", "balder fimbul naglfar", "gods", False),
    ],
)
def test_naglfar_lets_draugar_come_with_thor_in_its_round(mode, before, omen, able):
    hands = {0: "draugr jotunn jarl skadi", 1: "tyr"}
    armies = {0: "villager villager aslaug", 1: "jarl jarl harald"}
    state, _ = counted(mode=mode, before=before, omen=omen, hands=hands, armies=armies)
    assert kind(state) == "act 0"
    assert ("thor:draugr" in can(state)) == able
    assert "thor:jarl" in can(state)
    assert "thor:jotunn" not in can(state)
    if able:
        before_ = GAME.view(state, None).totals()[0]
        state = do(state, "thor:draugr")
        assert GAME.view(state, None).totals()[0] == before_ + 3  # its printed Force alone


@pytest.mark.rule("KRD-072", "KRD-220")
@pytest.mark.parametrize(("card", "warrior", "force"), [("naglfar", "draugr", 3), ("jotnar", "jotunn", 4)])
def test_draugar_and_jotnar_in_armies_are_stronger(card, warrior, force):
    """Each live one, on both sides, to the end."""
    armies = {0: f"{warrior}*2 harald", 1: f"{warrior} villager rollo"}
    for mode, before, omen in (("basic", "balder", card), ("story", f"balder fimbul {card}", "world")):
        state, sums = counted(mode=mode, before=before, omen=omen, armies=armies)
        assert sums == (2 * force + 2 + 4, force + 1 + 1 + 2)
        _, sums = counted(before="balder", omen="vigrid", armies=armies)
        assert sums == (2 * force + 4, force + 1 + 2 + 2)  # Vigrid puts the cube on +2
    state = position(before="balder", omen=card, armies=armies, hands={0: "skadi", 1: "assassin tyr"})
    state = do(state, "attack:1", "thor", "thor", "", "assassin", "0", "", "")
    assert GAME.view(state, None).totals() == (force + 1 + 4, force + 1 + 1 + 2)


@pytest.mark.rule("KRD-R-60", "KRD-053")
@pytest.mark.parametrize(
    ("mode", "before", "omen", "bonus"),
    [
        ("basic", "balder", "jotnar", 1),
        ("basic", "balder", "naglfar", 0),
        ("story", "balder fimbul jotnar", "world", 0),
    ],
)
def test_jotnar_do_not_impede_their_own_hero_in_their_round(mode, before, omen, bonus):
    armies = {0: "jotunn villager erik", 1: "jarl jarl harald"}
    _, (attack, _) = counted(mode=mode, before=before, omen=omen, armies=armies)
    extra = 1 if "jotnar" in (*before.split(), omen) else 0
    assert attack == 4 + 1 + 3 + bonus + extra


@pytest.mark.rule("KRD-R-60", "KRD-R-55", "KRD-223", "KRD-908")
def test_vigrid_starts_the_cubes_further_on_in_its_round():
    for defences, worth in ((0, 2), (1, 3), (2, 3), (3, 3)):
        state = position(before="kin", omen="vigrid", defences=(defences,) * 3)
        assert cube(state, BOX, 1) == worth
        after = position("story", 3, before="kin horn vigrid", omen="surt", defences=(defences,) * 3)
        assert cube(after, BOX, 1) == (0, 2, 3, 3)[defences]
    assert cube(position("duel", 2, before="kin horn", omen="vigrid", defences=(1, 1)), BOX, 1) == 0


VIGRID = [("basic", "balder", "vigrid"), ("story", "balder horn vigrid", "surt")]


@pytest.mark.rule("KRD-072", "KRD-402", "KRD-R-47")
@pytest.mark.parametrize(("mode", "before", "omen"), VIGRID)
def test_vigrid_takes_both_warriors_of_the_winner(mode, before, omen):
    armies = {0: "jarl jarl harald", 1: "villager villager aslaug"}
    state = position(mode, before=before, omen=omen, armies=armies, hands={0: "skadi", 1: "tyr"})
    state, events = heard_until(do(state, "attack:1", "thor", "thor"), "army 0")
    assert told(events, "fell") == [(0, "jarl"), (0, "jarl"), (1, "villager"), (1, "villager")]
    assert told(events, "won")[0][0] == 0


# --- level 2, pennant 4 --------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-60")
def test_the_fall_of_the_gods_takes_a_norn_for_a_warrior():
    """In the order of the round; its choice of the Norn; without one nothing happens."""
    state, _ = reveal("gods", hands={0: "villager*2 skadi tyr urd", 1: "jarl*2", 2: "villager*4"}, warriors="champion")
    order = state.order
    state = until(state, f"event.trade {order[0]}")
    while kind(state).startswith("event.trade"):
        seat = asked(state).seat
        before = state
        assert {o.refs[0] for o in asked(state).options} == set(state.hand_n[seat])
        norn = state.hand_n[seat][-1]
        state = do(state, next(o.id for o in asked(state).options if o.refs == (norn,)))
        assert state.norns[-1] == norn
        assert len(state.hand_w[seat]) == len(before.hand_w[seat]) + 1
        assert before.warriors[0] in state.hand_w[seat]
        assert owns(state, seat) == 5
    assert kind(state) == f"army {order[0]}"
    state, _ = reveal("gods", hands={0: "villager*5", 1: "jarl*3 villager*2", 2: "champion*5"})
    assert kind(state).startswith("army")


@pytest.mark.rule("KRD-072", "KRD-205", "KRD-206", "KRD-207")
def test_the_fall_of_the_gods_weakens_rituals():
    hands = {0: "villager jarl skadi", 1: "tyr"}
    armies = {0: "villager villager aslaug", 1: "jotunn jotunn harald"}
    state = position(before="balder", omen="gods", hands=hands, armies=armies)
    after = do(state, "attack:1", "odin", "odin")
    assert [len(after.hand_n[seat]) - len(state.hand_n[seat]) for seat in (0, 1)] == [1, 1]
    sheet = GAME.view(do(state, "attack:1", "frey", "odin", "", ""), None).sheet()
    assert ("item.ritual", "ritual-frey", 2) in sheet[0]
    thor = do(state, "attack:1", "thor", "odin", "", "", "thor:jarl")
    assert kind(thor) == "act 0"
    assert not [o for o in can(thor) if o.startswith("thor:")]


@pytest.mark.rule("KRD-R-60", "KRD-101")
def test_surt_makes_each_kingdom_swap_a_hero():
    """Its choice which; the swap of the round stays."""
    state, _ = reveal("surt", hero_deck="gunnhild rollo hervor")
    order = state.order
    assert kind(state) == f"event.swap {order[0]}"
    assert "keep" not in can(state)
    assert len(can(state)) == 2
    state = until(state, "adjust 0", "adjust 1", "adjust 2")
    assert [hero in state.reserve[seat] for seat, hero in zip(order, ("gunnhild", "rollo", "hervor"), strict=True)] == [
        True,
        True,
        True,
    ]
    assert state.swapped == (False,) * 3


@pytest.mark.rule("KRD-072", "KRD-048")
@pytest.mark.parametrize(
    ("hero", "warriors", "bonus"),
    [
        ("freydis", "champion villager", 0),
        ("lagertha", "jarl champion", 2),
        ("leif", "jarl villager", 2),
        ("erik", "jarl jarl", 1),
    ],
)
def test_surt_caps_the_bonus_of_heroes(hero, warriors, bonus):
    armies = {0: f"{warriors} {hero}", 1: "jarl jarl harald"}
    _, (attack, _) = counted(before="balder", omen="surt", armies=armies)
    printed = sum(BOX.force[c] for c in (*warriors.split(), hero))
    assert attack == printed + bonus
    freydis = {0: "champion seidkona freydis", 1: "jarl jarl harald"}
    assert counted(before="balder", omen="surt", armies=freydis)[1][0] == 10  # instead of 11 (KRD-X-05)
    assert counted(before="balder", omen="world", armies=freydis)[1][0] == 11


@pytest.mark.rule("KRD-072", "KRD-401", "KRD-R-46")
@pytest.mark.parametrize(
    ("bronze", "after"), [((5, 5, 5), (6, 4, 5)), ((8, 0, 7), (8, 0, 7)), ((14, 1, 0), (15, 0, 0))]
)
def test_in_the_new_world_the_winner_takes_a_bronze(bronze, after):
    armies = {0: "jarl jarl harald", 1: "villager villager aslaug"}
    hands = {0: "skadi", 1: "tyr"}
    state = position(before="balder", omen="world", armies=armies, hands=hands, bronze=bronze)
    state, events = heard_until(do(state, "attack:1", "thor", "thor"), "army 0")
    assert told(events, "won")[0][0] == 0
    assert state.bronze == after
