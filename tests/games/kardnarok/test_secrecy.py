"""Who may see what: every zone for every viewer at every point, the log, and pairs of states that look alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.common import told
from tests.suite import Step, check_twin, check_views, look, viewers
from tests.suite import asked as table_hears
from thorgames.core.ask import CHANCE
from thorgames.core.text import plain
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.rounds import Adjust, DrawCoins, FormArmy, PassOn, ShowHeroes
from thorgames.games.kardnarok.rules import AttackTurn

from .table import BOX, GAME, MODES, asked, can, do, hear, kind, new, position, steps, until

NAMES = ("Ann", "Bob", "Cid", "Dag")


def backs(pile: tuple[str, ...]) -> tuple[str, ...]:
    return (BACK,) * len(pile)


def alike(one: Any, other: Any, *seen_by: int | None) -> None:
    """These viewers cannot tell the states apart: not by what they see, not by what is asked."""
    speaker = GAME.speaker(NAMES[: one.seats])
    assert one != other
    for viewer in seen_by:
        assert look(GAME, speaker, one, viewer) == look(GAME, speaker, other, viewer)
        assert table_hears(GAME.pending(one)) == table_hears(GAME.pending(other))


def heard_alike(one: list[Any], other: list[Any], *seen_by: int | None) -> None:
    """Nor by what they have read."""
    speaker = GAME.speaker(NAMES)
    for viewer in seen_by:
        for a, b in zip(one, other, strict=True):
            assert a.seen_by(viewer) == b.seen_by(viewer)
            assert plain(speaker.tell(a, viewer)) == plain(speaker.tell(b, viewer))


def differ(one: Any, other: Any, *seen_by: int) -> None:
    """These viewers may know."""
    for viewer in seen_by:
        assert GAME.view(one, viewer) != GAME.view(other, viewer)


def read(events: list[Any], event_kind: str) -> list[str]:
    """What the table and the seats 0, 1, 2 read of the first event of a kind."""
    speaker = GAME.speaker(NAMES)
    event = next(event for event in events if event.kind == event_kind)
    return [plain(speaker.tell(event, viewer)) for viewer in (None, 0, 1, 2)]


# --- every zone, at every point ------------------------------------------------------------------------------------

OPEN = (
    *("mode", "kingdoms", "first", "round", "order", "turn", "effective", "bronze", "spent", "defences", "blocked"),
    *("swapped", "fight", "used", "out_n", "out_w", "villagers", "thors", "revealed", "bag", "coins", "won", "ties"),
)
"""What everybody sees: coins, bronze, cubes, blocked tokens, contracts, what lies on the table, Ragnarök cards."""


def check_table(state: Any) -> None:
    """The table of who may see what, for every viewer."""
    for viewer in (None, *range(state.seats)):
        seen = GAME.view(state, viewer).seen
        for field in OPEN:
            assert getattr(seen, field) == getattr(state, field), field
        for field in ("warriors", "norns", "heroes", "away"):
            assert getattr(seen, field) == backs(getattr(state, field)), field
        assert seen.omens == tuple(backs(pile) for pile in state.omens)
        over = state.outcome is not None
        for seat in range(state.seats):
            for field in ("hand_w", "hand_n", "reserve"):
                true = getattr(state, field)[seat]
                assert getattr(seen, field)[seat] == (true if viewer == seat or over else backs(true)), field
            for field in ("peek_w", "peek_n", "bought"):
                true = getattr(state, field)[seat]
                assert getattr(seen, field)[seat] == (true if viewer == seat else backs(true)), field
            hero = state.leaders[seat]
            assert seen.leaders[seat] == (hero if viewer == seat or state.heroes_up[seat] or over else backs(hero))
            for place in (2 * seat, 2 * seat + 1):
                one = state.army[place]
                looked = state.looked[place] and state.fight is not None and viewer in state.fight.seats
                knows = viewer == seat or state.shown[place] or looked or over
                assert seen.army[place] == (one if knows else backs(one))
        assert seen.sealed == tuple(one for one in state.sealed if one[0] == viewer)


@pytest.mark.rule("KRD-R-06", "KRD-105", "KRD-073", "KRD-211", "KRD-061", "KRD-202")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_each_zone_for_each_viewer_at_every_point(mode, seats):
    points = set()
    for seed in range(2):
        for *_, result in steps(new(mode, seats), seed):
            state = result.state
            if not state.bronze:
                continue
            check_table(state)
            points.add(kind(state).split(" ")[0])
            # Armies are face-up from the reveal to the end of the combat, and only those of the two.
            fight = state.fight
            for place in range(2 * seats):
                fought = fight is not None and place // 2 in fight.seats
                if fight is not None and fight.counted and fought and state.army[place]:
                    assert state.shown[place]
                if not fought:
                    assert not state.shown[place]
            hidden = "wolves" in GAME.view(state, None).in_force()
            for seat in range(seats):
                up = state.heroes_up[seat]
                assert not up or state.leaders[seat]
                if hidden and up:
                    assert fight is None or fight.counted or seat not in fight.seats
    assert {"adjust", "army", "attack", "ritual", "pre", "act", ""} <= points


def test_hands_are_sorted_so_that_their_order_tells_nothing():
    for mode, seats in MODES:
        for *_, result in steps(new(mode, seats), 3):
            s = result.state
            for zone in (s.hand_w, s.hand_n, s.reserve, s.bought, s.won):
                assert all(list(pile) == sorted(pile) for pile in zone)
            assert list(s.bag) == sorted(s.bag)


def test_at_the_end_everything_of_the_players_may_be_seen():
    state = until(new(), seed=3)
    for viewer in (None, 0, 1):
        seen = GAME.view(state, viewer).seen
        assert (seen.hand_w, seen.hand_n, seen.reserve) == (state.hand_w, state.hand_n, state.reserve)
        assert seen.warriors == backs(state.warriors)


# --- pairs of states -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-005")
def test_the_faces_of_a_hand():
    """How many Warriors and how many Norns it holds is seen by everybody."""
    one = position(hands={0: "champion jarl urd skadi", 1: "villager", 2: "tyr"})
    other = position(hands={0: "villager villager thor loki", 1: "villager", 2: "tyr"})
    assert [len(pile) for pile in GAME.view(one, 1).seen.hand_w] == [2, 1, 0]
    assert [len(pile) for pile in GAME.view(one, 1).seen.hand_n] == [2, 0, 1]
    alike(one, other, None, 1, 2)
    differ(one, other, 0)


@pytest.mark.rule("KRD-105", "KRD-211")
def test_an_army_before_the_reveal():
    given = dict(hands={0: "villager", 1: "villager", 2: "tyr"}, coin={0: "5"})
    one = position(armies={0: "champion seidkona freydis", 1: "jarl jarl harald"}, **given)
    other = position(armies={0: "jotunn draugr freydis", 1: "jarl jarl harald"}, **given)
    alike(one, other, None, 1, 2)
    differ(one, other, 0)
    said = ("attack:1", "thor", "thor", "")
    alike(do(one, *said), do(other, *said), None, 1, 2)
    for viewer in (None, 1, 2):
        assert GAME.view(do(one, *said, ""), viewer).seen.army[0:2] == (("champion",), ("seidkona",))
        third = GAME.view(do(one, *said, ""), viewer).seen.army[4:6]
        assert third == (one.army[4:6] if viewer == 2 else ((BACK,), (BACK,)))


@pytest.mark.rule("KRD-R-17", "KRD-105")
def test_an_army_while_the_others_still_choose():
    """Not even the Hero is seen before all are done."""
    agenda = (FormArmy(0), FormArmy(1), FormArmy(2), ShowHeroes((0, 1, 2)), AttackTurn(0))
    none = dict.fromkeys(range(3), "")
    heroes = {0: "freydis ragnar", 1: "bjorn leif", 2: "harald ivar"}
    hands = {0: "champion jarl villager tyr", 1: "seidkona*2", 2: "huskarl*2"}
    state = position(armies=none, hands=hands, heroes=heroes, agenda=agenda)
    (one, told_one), (other, told_other) = (hear(state, a) for a in ("champion jarl freydis", "villager jarl ragnar"))
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    differ(one, other, 0)
    one, other = (do(state, "seidkona*2 leif", "huskarl*2 ivar") for state in (one, other))
    for viewer in (None, 1, 2):
        assert GAME.view(one, viewer).seen.leaders[0] == ("freydis",)
        assert GAME.view(other, viewer).seen.leaders[0] == ("ragnar",)


@pytest.mark.rule("KRD-R-06")
def test_the_hero_in_reserve():
    one = position(heroes={0: "ragnar"}, armies={0: "jarl jarl freydis"}, coin={0: "4"}, hands={0: "tyr"})
    other = position(heroes={0: "bjorn"}, armies={0: "jarl jarl freydis"}, coin={0: "4"}, hands={0: "tyr"})
    alike(one, other, None, 1, 2)
    differ(one, other, 0)
    (one, told_one), (other, told_other) = hear(one, "swap:ragnar"), hear(other, "swap:bjorn")
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    assert read(told_one, "hero.swapped")[1].startswith("Ann puts Ragnar back")


@pytest.mark.rule("KRD-512", "KRD-R-13")
def test_cards_discarded_to_meet_the_effective():
    """Others see their backs, and that they lie under the decks."""
    hands = {0: "villager*3 jarl skadi*2 tyr*2"}
    state = position(effective=6, hands=hands, armies={0: ""}, agenda=(Adjust(0), FormArmy(0)))
    (one, told_one), (other, told_other) = hear(state, "jarl skadi"), hear(state, "tyr villager")
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    differ(one, other, 0)
    table, own, *others = read(told_one, "discarded")
    assert own == "Ann discards Jarl, Skadi."
    assert {table, *others} == {"Ann discards 1 Warrior and 1 Norn."}


@pytest.mark.rule("KRD-104", "KRD-102")
def test_cards_drawn():
    given = dict(effective=8, hands={0: ""}, armies={0: ""}, agenda=(Adjust(0), FormArmy(0)))
    one = position(warriors="jarl", norns="tyr", **given)
    other = position(warriors="draugr", norns="urd", **given)
    alike(one, other, 0, 1, 2, None)
    (one, told_one), (other, told_other) = hear(one, "4:4"), hear(other, "4:4")
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    table, own, *others = read(told_one, "drew.warrior")
    assert "Jarl" in own
    assert {table, *others} == {"Ann draws 4 Warriors."}


@pytest.mark.rule("KRD-R-12", "KRD-R-60")
def test_cards_passed_to_the_left():
    """The giver and the receiver know them; while the others still choose, nobody else."""
    hands = {0: "villager*3 skadi tyr", 1: "jarl*3", 2: "champion*3"}
    state = position(omen="rag-loki", hands=hands, armies=dict.fromkeys(range(3), ""), agenda=(PassOn(1), FormArmy(0)))
    one, other = do(state, "skadi"), do(state, "tyr")
    alike(one, other, None, 1, 2)
    differ(one, other, 0)
    (one, told_one), (other, told_other) = hear(one, "jarl", "champion"), hear(other, "jarl", "champion")
    alike(one, other, None, 2)
    heard_alike(told_one, told_other, None, 2)
    differ(one, other, 0, 1)
    table, giver, receiver, third = read(told_one, "passed.norn")
    assert giver == receiver == "Ann passes Skadi to Bob."
    assert table == third == "Ann passes a Norn to Bob."


@pytest.mark.rule("KRD-072", "KRD-105")
def test_hidden_heroes():
    """While Heroes are hidden they are turned up with the Warriors of the two that fight."""
    given = dict(omen="wolves", hands={0: "villager", 1: "villager", 2: "tyr"}, coin={0: "5"})
    given["heroes"] = {0: "ragnar", 1: "leif", 2: "ivar"}
    pair = []
    for hero in ("freydis", "bjorn"):
        state = position(armies={0: f"jarl jarl {hero}", 1: "villager*2 harald"}, **given)
        pair.append(state.but(heroes_up=(False,) * 3))
    alike(*pair, None, 1, 2)
    differ(*pair, 0)
    said = ("attack:1", "thor", "thor", "")
    alike(*(do(state, *said) for state in pair), None, 1, 2)
    for state, hero in zip(pair, ("freydis", "bjorn"), strict=True):
        for viewer in (None, 1, 2):
            seen = GAME.view(do(state, *said, ""), viewer).seen
            assert seen.leaders[0:2] == ((hero,), ("harald",))
            assert seen.leaders[2] == ((BACK,) if viewer != 2 else state.leaders[2])


@pytest.mark.rule("KRD-200", "KRD-202")
def test_a_ritual_token_till_both_are_in():
    state = do(position(), "attack:1")
    one, other = do(state, "odin"), do(state, "frey")
    alike(one, other, None, 1, 2)
    differ(one, other, 0)
    for first, god in ((one, "odin"), (other, "frey")):
        after, events = hear(first, "thor")
        assert after.fight.rituals == (god, "thor")
        assert told(events, "ritual.done") == [(0, f"ritual-{god}"), (1, "ritual-thor")]


@pytest.mark.rule("KRD-203", "KRD-204")
def test_blocked_tokens_are_seen_by_all():
    state = position(blocked=("odin", "", "frey"))
    for viewer in (None, 0, 1, 2):
        assert GAME.view(state, viewer).seen.blocked == ("odin", "", "frey")


def before_the_reveal(norn: str, **given: Any) -> Any:
    """Seat 0 attacks seat 1, and has used this Norn before the reveal."""
    hands = {0: f"{norn.split(':')[0]} villager jarl", 1: "villager tyr thor", 2: "loki"}
    armies = {0: "champion seidkona freydis", 1: "huskarl varangian harald"}
    state = position(hands=hands, armies=armies, coin={0: "4"}, **given)
    return do(state, "attack:1", "thor", "thor", f"norn:{norn}" if ":" in norn else f"norn:{norn}:0")


@pytest.mark.rule("KRD-R-37", "KRD-044")
def test_a_warrior_exchanged_before_the_reveal():
    """That it happened, and in which place, is seen by all; which Warriors, by nobody else."""
    state = before_the_reveal("hugin:0")
    assert asked(state).kind == "swap"
    (one, told_one), (other, told_other) = hear(state, "@0 villager"), hear(state, "@0 jarl")
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    differ(one, other, 0)
    table, own, *others = read(told_one, "exchanged")
    assert own == "Ann swaps Champion in place 1 for Villager."
    assert {table, *others} == {"Ann swaps the Warrior in place 1."}
    assert told(hear(state, "@1 jarl")[1], "exchanged") == [(0, 2)]
    # Whoever swaps nobody has looked all the same.
    assert "exchanged" not in [event.kind for event in hear(state, "@no")[1]]


@pytest.mark.rule("KRD-044", "KRD-R-24")
def test_a_look_at_the_opposing_army():
    """Hugin's user alone sees it, before the reveal."""
    state = before_the_reveal("hugin:0")
    assert GAME.view(state, 0).seen.army[2:4] == (("huskarl",), ("varangian",))
    for viewer in (None, 2):
        assert GAME.view(state, viewer).seen.army[2:4] == ((BACK,), (BACK,))
    state = do(state, "@no")
    assert GAME.view(state, 0).seen.army[2:4] == (("huskarl",), ("varangian",))


@pytest.mark.rule("KRD-044", "KRD-R-37")
def test_cards_looked_at_in_a_deck():
    """Munin's user sees three Norns and takes one; the others see that he did."""
    state = before_the_reveal("hugin:1", norns="shieldwall arrows longships urd")
    assert can(state) == {"shieldwall", "arrows", "longships"}
    for viewer in (None, 1, 2):
        assert GAME.view(state, viewer).seen.peek_n[0] == (BACK,) * 3
    (one, told_one), (other, told_other) = hear(state, "arrows"), hear(state, "longships")
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    assert read(told_one, "peek.taken") == [
        "Ann takes one of them.",
        "Ann takes Rain of Arrows.",
        "Ann takes one of them.",
        "Ann takes one of them.",
    ]
    assert one.norns[0] == "urd"
    assert one.norns[-2:] == ("shieldwall", "longships")


@pytest.mark.rule("KRD-R-47", "KRD-210")
def test_a_slain_warrior_is_face_up_at_once():
    """Named by its place, unseen."""
    state = before_the_reveal("assassin")
    assert [o.refs for o in asked(state).options] == [(1,), (2,)]
    state = do(state, "2")
    for viewer in (None, 0, 2):
        assert GAME.view(state, viewer).seen.army[2:4] == (("huskarl",), (BACK,))


@pytest.mark.rule("KRD-045", "KRD-235", "KRD-R-38")
def test_norns_on_the_table_are_seen_with_option_and_whether_they_are_cancelled():
    hands = {0: "skadi freya", 1: "loki", 2: "tyr"}
    armies = {0: "villager*2 aslaug", 1: "jarl*2 rollo"}
    state = position(hands=hands, armies=armies, heroes={0: "ragnar"}, swapped=(0, 1))
    state = do(state, "attack:1", "thor", "thor", "", "")
    assert kind(state) == "act 0"
    state = do(state, "skadi")
    for viewer in (None, 0, 1, 2):
        seen = GAME.view(state, viewer).seen
        assert seen.used == ("skadi",)
        assert [(use.card, use.option, use.active) for use in seen.fight.uses] == [("skadi", 0, True)]


@pytest.mark.rule("KRD-906", "KRD-R-63")
def test_norns_bought_in_a_duel():
    """The buyer sees them; the others only that there are two, till they are played."""
    hands, armies = {0: "skadi", 1: "tyr"}, {0: "villager*2 aslaug", 1: "jarl*2 harald"}
    pair = [position("duel", 2, hands=hands, armies=armies, norns=norns) for norns in ("thor loki", "thor arrows")]
    pair = [do(state, "attack:1", "thor", "thor", "", "") for state in pair]
    assert kind(pair[0]) == "act 0"
    (one, told_one), (other, told_other) = (hear(state, "buy") for state in pair)
    alike(one, other, None, 1)
    heard_alike(told_one, told_other, None, 1)
    differ(one, other, 0)
    assert GAME.view(one, 1).seen.bought == ((BACK, BACK), ())
    assert GAME.view(one, 0).seen.bought == (("loki", "thor"), ())
    (one, told_one), (other, told_other) = (hear(state, "bought:thor:0") for state in (one, other))
    alike(one, other, None, 1)
    assert GAME.view(one, 1).seen.used == ("thor",)
    # Those not played are discarded face-down.
    (one, told_one), (other, told_other) = (hear(state, "") for state in (one, other))
    heard_alike(told_one, told_other, None, 1)
    alike(one, other, None, 1)


@pytest.mark.rule("KRD-R-37", "KRD-044")
def test_a_norn_taken_from_a_hand():
    """The two it concerns know it; a third does not."""
    hands, armies = {0: "ratatosk", 1: "loki tyr", 2: "skadi"}, {0: "villager*2 aslaug", 1: "jarl*2 harald"}
    state = position(hands=hands, armies=armies)
    state = do(state, "attack:1", "thor", "thor", "", "")
    (one, told_one), (other, told_other) = (hear(state, "norn:ratatosk:0", card) for card in ("!loki", "!tyr"))
    alike(one, other, None, 2)
    heard_alike(told_one, told_other, None, 2)
    differ(one, other, 0, 1)
    table, taker, victim, third = read(told_one, "took.norn")
    assert taker == victim == "Ann takes Loki from the hand of Bob."
    assert table == third == "Ann takes a Norn from the hand of Bob."


@pytest.mark.rule("KRD-R-04", "KRD-R-12")
def test_cards_discarded_for_others():
    state = position(hands={0: "skuld villager jarl tyr arrows"}, coin={0: "4"})
    state = do(state, "skuld")
    (one, told_one), (other, told_other) = hear(state, "jarl tyr"), hear(state, "villager arrows")
    alike(one, other, None, 1, 2)
    heard_alike(told_one, told_other, None, 1, 2)
    one, other = do(one, "1:1"), do(other, "1:1")
    alike(one, other, None, 1, 2)


@pytest.mark.rule("KRD-023", "KRD-025", "KRD-026", "KRD-030")
def test_the_order_of_decks_and_piles():
    """Known to nobody, also of what has gone to the bottom; what is in the bag can be worked out by all."""
    one = position(heroes={0: "ragnar"}, norns="tyr thor", warriors="jarl draugr", hero_deck="leif bjorn")
    other = position(heroes={0: "ragnar"}, norns="thor tyr", warriors="draugr jarl", hero_deck="bjorn leif")
    alike(one, other, None, 0, 1, 2)
    piles = tuple(tuple(reversed(pile)) for pile in one.omens)
    alike(one, one.but(omens=piles), None, 0, 1, 2)
    after = do(one, "swap:ragnar")
    assert set(GAME.view(after, 0).seen.heroes) == {BACK}
    assert GAME.view(one, 2).seen.bag == one.bag


@pytest.mark.rule("KRD-061")
def test_coins_are_drawn_by_chance_from_what_is_in_the_bag():
    state = position(coin={0: "", 1: "3", 2: "5"}).but(agenda=(AttackTurn(0), DrawCoins(0)))
    ask = asked(state)
    assert ask.seat == CHANCE
    assert len(ask.options) == len(state.bag) == 19


# --- twins in whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_views_and_twins_in_random_games(mode, seats):
    speaker = GAME.speaker(NAMES[:seats])
    rng = random.Random(5)
    compared = 0
    for number, (before, ask, said, result) in enumerate(steps(new(mode, seats), 11)):
        if number % 3 == 0:
            check_views(GAME, result.state, rng)
        seen_by = viewers(before)
        step = Step(before, ask.seat, said, result)
        compared += check_twin(GAME, speaker, step, seen_by[number % len(seen_by)], rng)
    assert compared > 30


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_no_id_of_a_card_in_hand_is_heard_by_the_table(mode, seats):
    """The table hears who is asked what, and no card that it does not know."""
    for *_, result in steps(new(mode, seats), 12):
        state = result.state
        if GAME.pending(state) is None:
            continue
        heard = repr(table_hears(GAME.pending(state)))
        known = GAME.layout.known(state, None)
        for card in BOX.cards:
            if card not in known and BOX.cards[card].kind in ("warrior", "norn", "hero"):
                assert f"'{card}'" not in heard
