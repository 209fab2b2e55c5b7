"""Setting up: factions, starting companions, lands, decks, the lot and the markers of three and four players."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.common import cards, kinds, told
from thorgames.core.ask import CHANCE
from thorgames.games.thorgal.cards import FACTIONS

from .table import BOX, GAME, asked, begun, can, do, hear, ids, kind, new, order, refused


def start(seats: int = 2, first: str = "1") -> Any:
    """At the secret choice of the first seat; seat 0 has the Outlaws, then Visitors, Lords, Vikings."""
    state = new(seats, first=first)
    while kind(state).startswith("faction"):
        state = do(state, "0")
    return state


@pytest.mark.rule("TRG-100", "TRG-R-16", "TRG-036", "TRG-034")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_takes_another_faction_in_seat_order(seats):
    state = new(seats, first="1")
    for seat in range(min(seats, 3)):
        assert kind(state) == f"faction.choose {seat}"
        assert len(ids(state)) == 4 - seat
        state = do(state, "0")
    assert state.factions == FACTIONS[:seats]  # the last of four has no choice
    for seat, faction in enumerate(state.factions):
        assert len(state.deck_d[seat]) == 36
        assert len(state.deck_b[seat]) == 24
        assert len(state.aside[seat]) == 5
        assert {BOX.cards[card].faction for card in state.deck_d[seat] + state.deck_b[seat]} == {faction}
    assert set(GAME.all_cards(state)) == {f"{kind_}-{seat}" for kind_ in ("destiny", "bane") for seat in range(seats)}


@pytest.mark.rule("TRG-R-16", "TRG-R-63")
def test_factions_may_be_drawn_by_lot():
    state = new(3, factions="lot", first="1")
    assert asked(state).seat == CHANCE
    state, events = hear(state, "!3", "!0", "!1")
    assert state.factions == ("vikings", "outlaws", "lords")
    assert kinds(events).count("faction.taken") == 3
    assert kind(state) == "start.choose 0"


@pytest.mark.rule("TRG-105", "TRG-R-15", "TRG-150")
def test_starting_companions_cost_3_at_most_together():
    state = start()
    lands = "pirates-cove slave-market"
    assert asked(state).need
    for bad in (
        lands,  # none at all
        f"kriss-de-valnor argun-treefoot galley-mutineer {lands}",  # three
        f"kriss-de-valnor shaigan-the-merciless {lands}",  # 4 points
        f"sigwald-the-burnt volsung-of-nichor {lands}",  # 4 points
        f"kriss-de-valnor kriss-de-valnor {lands}",  # one unique name twice
        "kriss-de-valnor pirates-cove",  # one land
        "kriss-de-valnor pirates-cove slave-market tournament-meadow",  # three lands
        f"levy {lands}",
    ):
        refused(state, bad)
    for good in ("archers", "kriss-de-valnor sigwald-the-burnt", "marsh-cutthroat*2", "galley-mutineer*2"):
        after = do(state, f"{good} {lands}")
        assert kind(after) == "start.choose 1"
    stars = [o.refs[0] for o in asked(state).options if o.says == "start.best"]
    assert stars == ["kriss-de-valnor", "sigwald-the-burnt"]


@pytest.mark.rule("TRG-105", "TRG-110", "TRG-115", "TRG-R-14", "TRG-R-15")
def test_nothing_is_paid_and_nothing_happens_when_they_enter():
    state = new(2, first="1")
    state = do(state, "2", "0")  # Lords, Outlaws
    state = do(state, "ewing brek-zarith palace-of-zarkaj", "marsh-cutthroat*2 pirates-cove slave-market")
    while not kind(state).startswith("fate"):
        state = do(state, " ".join(ids(state)[:2]))
    assert state.party == (("ewing",), ("marsh-cutthroat", "marsh-cutthroat"))
    assert (len(state.deck_d[0]), len(state.deck_d[1])) == (35, 34)
    assert (len(state.deck_b[0]), len(state.deck_b[1])) == (24, 24)
    for zone in ("hand_d", "hand_b", "pool_d", "pool_b", "spent_d", "spent_b", "valhalla", "niflheim"):
        assert not any(getattr(state, zone)), zone  # Ewing has drawn nothing


@pytest.mark.rule("TRG-110", "TRG-115", "TRG-R-63")
def test_all_decks_are_shuffled_by_chance():
    state = do(start(), "archers pirates-cove slave-market")
    result = GAME.apply(state, 1, ("jolan", "land-of-qa", "palace-of-aran"))
    state, piles = result.state, []
    while asked(state).seat == CHANCE:
        ask = asked(state)
        piles.append(ask.lo)
        before = (state.deck_d, state.deck_b)
        state = GAME.apply(state, CHANCE, tuple(str(n) for n in reversed(range(ask.lo)))).state
        assert (state.deck_d, state.deck_b) != before
    assert sorted(piles) == [24, 24, 35, 35]


@pytest.mark.rule("TRG-120", "TRG-105", "TRG-R-15")
def test_lands_and_companions_are_revealed_at_the_same_moment():
    state = start()
    assert GAME.pending(state).mode == "sealed"
    half = do(state, "archers pirates-cove slave-market")
    assert half.lands == ()
    assert half.party == ((), ())
    other = do(state, "marsh-cutthroat marsh-of-the-banished slave-market")
    assert GAME.view(half, 1) == GAME.view(other, 1)
    assert GAME.view(half, 0) != GAME.view(other, 0)
    after, events = hear(half, "jolan land-of-qa palace-of-aran")
    assert told(events, "start") == [
        (0, "archers", "pirates-cove slave-market"),
        (1, "jolan", "land-of-qa palace-of-aran"),
    ]
    for viewer in (None, 0, 1):
        assert GAME.view(after, viewer).seen.party == (("archers",), ("jolan",))
        assert len(GAME.view(after, viewer).seen.lands) == 4


@pytest.mark.rule("TRG-125", "TRG-032", "TRG-010", "TRG-R-63")
@pytest.mark.parametrize("lot", [0, 1])
def test_the_first_destiny_player_is_drawn_after_the_reveal(lot):
    state = do(start(first="lot"), "archers pirates-cove slave-market")
    state, events = hear(state, "jolan land-of-qa palace-of-aran", f"!{lot}")
    assert kinds(events).index("lot.drawn") > kinds(events).index("start")
    assert state.dest == lot
    assert kind(state) == f"lands {1 - lot}"
    assert GAME.view(state, None).marker(1 - lot) == 0


@pytest.mark.rule("TRG-130", "TRG-135", "TRG-140", "TRG-018", "TRG-R-09")
def test_the_bane_player_adds_two_lands():
    state = do(start(first="2"), "archers pirates-cove slave-market", "jolan land-of-qa palace-of-aran")
    assert kind(state) == "lands 0"
    assert can(state) == {"marsh-of-the-banished", "the-invisible-fortress", "tournament-meadow"}
    refused(state, "tournament-meadow")
    state = do(state, "tournament-meadow marsh-of-the-banished")
    assert len(state.lands) == 6
    assert Counter(land.owner for land in state.lands) == {0: 4, 1: 2}
    assert all(land.conqueror == -1 and not land.tired for land in state.lands)
    assert state.aside[0] == ("the-invisible-fortress",)
    assert len(state.aside[1]) == 3
    for viewer in (None, 0, 1):  # both sides, at any time
        seen = GAME.view(state, viewer).seen
        assert (seen.lands, seen.aside) == (state.lands, state.aside)
    for land in state.lands:
        assert BOX.horn_text(land.card)
        assert "Fenris" in BOX.text(land.card)


@pytest.mark.rule("TRG-720", "TRG-724", "TRG-R-17", "TRG-710")
@pytest.mark.parametrize(("seats", "table"), [(3, 5), (4, 7)])
def test_lands_of_three_and_four(seats, table):
    state = start(seats, first="2")
    for seat in range(seats):
        refused(state, " ".join((BOX.of(FACTIONS[seat], "land")[0], BOX.of(FACTIONS[seat], "land")[1], ids(state)[0])))
        first = next(i for i in ids(state) if BOX.cards[i].kind == "companion")
        state = do(state, f"{first} {BOX.of(FACTIONS[seat], 'land')[0]}")
    assert len(state.lands) == seats
    for step in range(1, seats):
        seat = (1 + step) % seats
        assert kind(state) == f"lands {seat}"
        assert len(can(state)) == 4
        state = do(state, ids(state)[0])
    assert len(state.lands) == table
    assert Counter(land.owner for land in state.lands)[1] == 1
    assert kind(state) == "fate 1"


@pytest.mark.rule("TRG-722", "TRG-R-45", "TRG-774", "TRG-776")
@pytest.mark.parametrize(("seats", "markers"), [(2, [0]), (3, [-1, 1]), (4, [-1, 0, 1])])
def test_bane_markers(seats, markers):
    state = begun(seats, first=1)
    view = GAME.view(state, None)
    banes = order(state)[1:]
    assert [view.marker(seat) for seat in banes] == markers
    for seat in range(seats):
        plus = seats > 2 and seat == banes[-1]
        assert len(state.pool_b[seat]) == plus
        assert len(state.deck_b[seat]) == 24 - plus
        assert not state.spent_b[seat]


@pytest.mark.rule("TRG-014", "TRG-700")
def test_how_many_horns_are_needed():
    assert [begun(n).horns for n in (2, 3, 4)] == [3, 2, 2]


@pytest.mark.rule("TRG-145", "TRG-038", "TRG-R-02")
def test_no_marker_is_there_at_the_start():
    state = begun(4)
    for spots in state.spots:
        assert all(spot.tired == 0 and spot.marks == (0, 0, 0) for spot in spots)


@pytest.mark.rule("TRG-R-01")
def test_only_ready_made_decks_for_two_to_four():
    assert [mode.seats for mode in GAME.info.modes] == [(2, 3, 4)]
    assert [setting.id for setting in GAME.settings("standard", 2)] == ["factions", "first"]


@pytest.mark.rule("TRG-R-59", "TRG-R-60", "TRG-R-61", "TRG-150")
def test_facts_of_the_rulebook():
    thorgals = [card for card in BOX.cards.values() if card.name == "Thorgal Aegirsson"]
    assert {(card.faction, card.copies, card.unique) for card in thorgals} == {
        ("vikings", 2, True),
        ("visitors", 1, True),
    }
    outlaws = cards("archers unknown-powers improvised-weapon sigwald-the-burnt kriss-de-valnor")
    assert {BOX.cards[card].faction for card in outlaws} == {"outlaws"}
    assert BOX.cards["stun"].faction == "vikings"
    assert [BOX.cards[card].cost for card in ("sigwald-the-burnt", "kriss-de-valnor")] == [2, 1]
    assert "viking" in BOX.cards["fortified-port"].subtypes
    for faction in FACTIONS:
        stars = [card for card in BOX.of(faction, "destiny") if BOX.cards[card].recommended]
        assert sum(BOX.cards[card].cost for card in dict.fromkeys(stars)) <= 3
