"""Setting up: First Kingdom, piles and decks, Heroes, Kingdom cards, tokens and coins, in every mode."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.common import told
from thorgames.core.ask import CHANCE
from thorgames.core.errors import SetupError
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.cards import KINGDOMS

from .table import BOX, GAME, MODES, asked, begun, can, do, hear, heard_until, kind, new, position, steps, until

every_mode = pytest.mark.parametrize(("mode", "seats"), MODES)


def chance(state, answer=None):
    """The state after one answer of chance: as it lies, or this answer."""
    ask = asked(state)
    return GAME.apply(state, CHANCE, answer or tuple(str(n) for n in range(ask.lo)))


# --- who may play what ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-61", "KRD-910")
def test_modes_and_seats():
    assert {m.id: m.seats for m in GAME.info.modes} == {"basic": (3, 4), "duel": (2,), "story": (2, 3, 4)}
    for mode, seats in [("basic", 2), ("duel", 3), ("duel", 4), ("story", 1), ("story", 5), ("basic", 5)]:
        with pytest.raises(SetupError):
            GAME.setup(mode, seats)


@pytest.mark.rule("KRD-070", "KRD-900", "KRD-910")
@every_mode
def test_rounds(mode, seats):
    assert new(mode, seats).rounds == (2 if mode == "basic" else 4)


@pytest.mark.rule("KRD-R-61", "KRD-901", "KRD-903", "KRD-908", "KRD-911")
def test_story_with_two_is_the_duel():
    """The same answers give the same game, but for the name of the mode."""
    for seed in range(3):
        games = [list(steps(new(mode, 2), seed)) for mode in ("duel", "story")]
        assert len(games[0]) == len(games[1])
        for one, other in zip(*games, strict=True):
            assert one[1:3] == other[1:3]
            assert one[3].events == other[3].events
            assert one[3].state == other[3].state.but(mode="duel")


# --- First Kingdom -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-021", "KRD-R-01")
@every_mode
def test_the_first_kingdom_is_drawn_by_lot(mode, seats):
    state = new(mode, seats)
    assert kind(state) == f"lot {CHANCE}"
    assert state.first == -1
    assert len(can(state)) == seats
    for seat in range(seats):
        result = chance(state, (str(seat),))
        assert result.state.first == seat
        assert told(list(result.events), "lot.drawn") == [(seat,)]
        assert GAME.first_seat(result.state) == seat


@pytest.mark.rule("KRD-021", "KRD-R-01")
def test_the_first_kingdom_can_be_named():
    for seat in range(3):
        state = new("basic", 3, first=str(seat + 1))
        assert state.first == seat
        assert asked(state).kind == "shuffle"
        assert until(state, f"attack {seat}").order[0] == seat
    with pytest.raises(SetupError):
        GAME.setup("basic", 3, {"first": "4"})


# --- Kingdom cards -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-027", "KRD-R-02")
def test_kingdom_cards_by_seat():
    for mode, seats in MODES:
        state = begun(mode, seats)
        assert state.kingdoms == tuple(range(seats))
        assert [GAME.view(state, None).kingdom(seat) for seat in range(seats)] == list(KINGDOMS[:seats])
    assert KINGDOMS == ("Kattegat", "Uppsala", "Hedeby", "Trondheim")


@pytest.mark.rule("KRD-027", "KRD-R-02")
def test_kingdom_cards_chosen_at_the_table():
    """In order from the First Kingdom, each one that is free; openly."""
    state = new("basic", 3, kingdoms="table", first="2")
    assert kind(state) == "kingdom 1"
    assert GAME.pending(state).mode == "deal"
    assert can(state) == {"0", "1", "2", "3"}
    state = do(state, "3")
    assert kind(state) == "kingdom 2"
    assert can(state) == {"0", "1", "2"}
    state = do(state, "0")
    assert kind(state) == "kingdom 0"
    assert can(state) == {"1", "2"}
    state, events = hear(state, "2")
    assert state.kingdoms == (2, 3, 0)
    assert told(events, "kingdom.chosen") == [(0, "Hedeby")]


@pytest.mark.rule("KRD-027")
def test_the_last_of_four_takes_the_kingdom_card_that_is_left():
    state = new("basic", 4, kingdoms="table", first="1")
    state, events = hear(state, "2", "0", "3")
    assert state.kingdoms == (2, 0, 3, 1)
    assert told(events, "kingdom.chosen")[-1] == (3, "Uppsala")
    assert "kingdom" not in kind(state)


# --- piles, decks, coins -------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-023", "KRD-024", "KRD-025", "KRD-026", "KRD-R-66")
def test_what_is_shuffled_in_the_basic_mode():
    """Both piles of Ragnarök cards, both decks, the Heroes; nothing else before the first coin."""
    state = new("basic", 3, first="1")
    shuffled = []
    while asked(state).kind == "shuffle":
        ask = asked(state)
        shuffled.append((ask.args[0], ask.args[1]))
        state = chance(state).state
    assert shuffled == [("omens", 6), ("omens", 6), ("warriors", 44), ("norns", 42), ("heroes", 15)]
    assert kind(state) == "event.may 0"  # of the Ragnarök card that lay on top


@pytest.mark.rule("KRD-901", "KRD-911", "KRD-902", "KRD-025", "KRD-026")
@pytest.mark.parametrize(("mode", "seats"), [m for m in MODES if m[0] != "basic"])
def test_what_is_shuffled_with_four_rounds(mode, seats):
    state = new(mode, seats, first="1")
    shuffled = []
    while asked(state).kind == "shuffle":
        shuffled.append(asked(state).args)
        state = chance(state).state
    assert shuffled == [*([("omens", 3)] * 4), ("warriors", 44), ("norns", 42), ("heroes", 15)]
    for at, pile in enumerate(state.omens):
        whole = (*pile, *state.revealed[at])
        assert {BOX.cards[card].pennant for card in whole} == {at + 1}
        assert len(whole) == 3


@pytest.mark.rule("KRD-023", "KRD-024", "KRD-033", "KRD-070")
def test_the_first_ragnarok_card_is_the_top_of_level_1():
    state = new("basic", 3, first="1")
    while asked(state).args[0:1] != ("warriors",):
        state = chance(state, tuple("250134") if asked(state).kind == "shuffle" else None).state
    first, second = state.omens
    assert {BOX.cards[c].level for c in first} == {1}
    assert {BOX.cards[c].level for c in second} == {2}
    assert not any(state.revealed)  # not yet revealed
    for viewer in (None, 0):
        assert set(GAME.view(state, viewer).seen.omens[0]) == {BACK}
    events = []
    while asked(state).kind == "shuffle":
        result = chance(state)
        state, events = result.state, [*events, *result.events]
    assert state.revealed == ((first[0],), ())
    assert state.omens == (first[1:], second)
    kinds = [event.kind for event in events]
    assert kinds.index("heroes.dealt") < kinds.index("omen")  # the Heroes are dealt first (KRD-032, KRD-033)
    assert told(events, "omen") == [(first[0], BOX.cards[first[0]].effective)]


@pytest.mark.rule("KRD-022", "KRD-028", "KRD-029", "KRD-030", "KRD-031", "KRD-903", "KRD-908", "KRD-902")
@every_mode
def test_what_everybody_begins_with(mode, seats):
    """No combat on the counter, cubes at the start, all three rituals to choose from, bronze, all silver in the bag."""
    state = new(mode, seats, first="1")
    while asked(state).kind == "shuffle":
        state = chance(state).state
    view = GAME.view(state, None)
    assert state.fight is None
    for seat in range(seats):
        assert state.bronze[seat] == (10 if seats == 2 else 5)
        assert state.defences[seat] == 0
        assert state.blocked[seat] == ""
        assert len(view.rituals(seat)) == (2 if state.revealed[0] == ("fimbul",) else 3)
        assert state.won[seat] == ()
    assert Counter(state.bag) == BOX.count("silver")
    assert state.spent == 0


@pytest.mark.rule("KRD-908", "KRD-223")
def test_there_are_no_cubes_in_a_duel():
    for mode, seats, worth in [("duel", 2, 0), ("story", 2, 0), ("story", 3, 2), ("basic", 4, 2)]:
        state = position(mode, seats, defences=(1,) * seats)
        assert GAME.view(state, None).cube(1) == worth


@pytest.mark.rule("KRD-032", "KRD-047", "KRD-R-06")
@every_mode
def test_two_heroes_each(mode, seats):
    """The PR deals from the top; nobody sees those of others, and 15 - 2n stay."""
    state = begun(mode, seats, first="2")
    assert len(state.heroes) == 15 - 2 * seats
    for seat in range(seats):
        assert len(state.reserve[seat]) == 2
        for viewer in (None, *range(seats)):
            seen = GAME.view(state, viewer).seen
            assert seen.reserve[seat] == (state.reserve[seat] if viewer == seat else (BACK, BACK))
            assert set(seen.heroes) == {BACK}


@pytest.mark.rule("KRD-032")
def test_heroes_are_dealt_from_the_top_in_order_from_the_first_kingdom():
    state = new("basic", 3, first="2")
    while asked(state).args[0:1] != ("heroes",):
        state = chance(state).state
    deck = state.heroes
    state, events = chance(state).state, chance(state).events
    assert [set(state.reserve[seat]) for seat in (1, 2, 0)] == [set(deck[0:2]), set(deck[2:4]), set(deck[4:6])]
    assert state.heroes == deck[6:]
    assert told(list(events), "heroes.dealt") == [(1,), (2,), (0,)]
    assert all(event.to == (event.args[0],) for event in events if event.kind == "heroes.dealt")


def test_all_first_cards_come_up():
    """Chance is asked for all of it: any Ragnarök card may be first, any Hero with anybody."""
    seen = Counter(begun("basic", 3, seed).revealed[0][0] for seed in range(120))
    assert set(seen) == {"balder", "kin", "rag-loki", "fimbul", "wolves", "horn"}
    assert {begun("duel", 2, seed).revealed[0][0] for seed in range(40)} == {"balder", "kin", "rag-loki"}
    assert len({hero for seed in range(60) for hero in begun("basic", 3, seed).reserve[0]}) == 15


@pytest.mark.rule("KRD-100", "KRD-033", "KRD-061", "KRD-105")
def test_a_whole_setting_up_is_told_in_order():
    _, events = heard_until(new("story", 3, first="3"), "attack 2", seed=5)
    first: dict[str, int] = {}
    for at, event in enumerate(events):
        first.setdefault(event.kind, at)
    wanted = ["heroes.dealt", "round", "omen", "coin.drawn", "split.stated", "army.formed", "hero.shown", "turn"]
    assert [k for k in sorted(first, key=first.__getitem__) if k in wanted] == wanted
    assert told(events, "round") == [(1, 2)]
