"""The examples of the rulebook, with their numbers; the first of them are the first round of one game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import told

from .table import GAME, at_land, begun, can, do, hear, ids, kind, position, refused, size, spot, sums, worth

HAND = ("improvised-weapon", "unknown-powers", "archers")


def first_round() -> Any:
    """Outlaws against Vikings, both with the recommended companions, the cards of the example on top."""
    state = begun(2, ("outlaws", "vikings"))
    while kind(state).startswith("lands"):
        state = do(state, " ".join(ids(state)[:2]))
    deck = list(state.deck_d[0])
    for card in HAND:
        deck.remove(card)
    banes = list(state.deck_b[1])
    banes.remove("stun")
    return state.but(deck_d=((*HAND, *deck), state.deck_d[1]), deck_b=(state.deck_b[0], ("stun", *banes)))


def gods_fate() -> Any:
    return do(first_round(), "draw", "draw", "draw", "pool:4", "draw", "pool:3")


def travelling() -> Any:
    """After the opposing: Thorgal stands at the Fortified Port."""
    state = do(gods_fate(), "improvised-weapon", "pass", "pass")
    return do(state, "fortified-port", "thorgal-vikings")


@pytest.mark.rule("TRG-205", "TRG-230", "TRG-235")
def test_w_01_gods_fate():
    state = first_round()
    assert len(state.deck_d[0]) == 34
    state = do(state, "draw", "draw", "draw", "pool:4")
    assert (size(state, "hand", 0), size(state, "pool", 0), size(state, "deck", 0)) == (3, 4, 27)
    assert state.left[0] == 0
    refused(state, "draw", 0)
    refused(state, "pool:1", 0)


@pytest.mark.rule("TRG-320", "TRG-315", "TRG-300")
def test_w_02_playing_a_support():
    state = do(gods_fate(), "improvised-weapon")
    assert (size(state, "pool", 0), size(state, "spent", 0), size(state, "hand", 0)) == (2, 2, 2)
    assert "improvised-weapon" in state.party[0]
    one = spot(state, "improvised-weapon")
    assert (one.tired, one.marks) == (0, (0, 0, 0))
    assert kind(state) == "act 1"


@pytest.mark.rule("TRG-410", "TRG-415")
def test_w_03_free_opposing():
    state = do(gods_fate(), "improvised-weapon", "pass", "pass", "fortified-port")
    assert kind(state) == "oppose 1"
    assert size(state, "pool", 1) == 3
    state = do(state, "thorgal-vikings")
    assert (size(state, "pool", 1), size(state, "spent", 1)) == (3, 0)
    assert state.opposing[1] == ("thorgal-vikings",)
    assert "thorgal-vikings" not in state.party[1]


@pytest.mark.rule("TRG-390", "TRG-391", "TRG-397", "TRG-447")
def test_w_04_stun():
    state = do(travelling(), "pass", "stun")
    state = do(state, "-")
    assert (size(state, "deck", 0), size(state, "hand", 0), len(state.valhalla[0])) == (25, 2, 2)
    assert size(state, "pool", 1) == 3
    assert state.niflheim[1] == ("stun",)
    assert not state.attached_b[1]


def powers() -> Any:
    state = do(travelling(), "pass", "stun", "-")
    return do(state, "unknown-powers", "-")


@pytest.mark.rule("TRG-335", "TRG-390", "TRG-445")
def test_w_05_unknown_powers():
    before = do(travelling(), "pass", "stun", "-")
    state = powers()
    assert (size(state, "pool", 0), size(state, "spent", 0), size(state, "deck", 0)) == (2, 2, 23)
    assert len(state.valhalla[0]) == 4
    assert state.hand_d[0] == ("archers",)
    assert state.attached_d[0] == ("unknown-powers",)
    assert sums(state)[0][2] == sums(before)[0][2] + 3


def resolved() -> tuple[Any, list[Any]]:
    state = powers()
    while kind(state) != "act 0":
        state = do(state, "pass")
    state = do(state, "improvised-weapon", "B", "C", "C")
    assert worth(state, "improvised-weapon") == (1, 2, 0)
    if kind(state).startswith("act 1"):
        state = do(state, "pass")
    return hear(state, "pass")


@pytest.mark.rule("TRG-460", "TRG-462", "TRG-464", "TRG-466", "TRG-470")
def test_w_06_resolution():
    state, events = resolved()
    assert told(events, "succeeds") == [(0, 5, 3, 3, 5, 1, 1)]
    assert state.valhalla[1] == ("thorgal-vikings",)
    assert state.valhalla[0][0] == "unknown-powers"


@pytest.mark.rule("TRG-482", "TRG-488", "TRG-490")
def test_w_07_conquest():
    state, _ = resolved()
    assert kind(state) == "horn 0"
    assert at_land(state, "fortified-port").conqueror == 0
    view = GAME.view(state, None)
    assert len(view.horns(0)) == 1
    used, declined = do(state, "yes"), do(state, "no")
    assert size(used, "pool", 0) == size(declined, "pool", 0) + 1


@pytest.mark.rule("TRG-530", "TRG-515", "TRG-520")
def test_w_08_varth():
    state = position("upkeep", party={0: "varth"}, pool={0: 0})
    assert kind(state) == "upkeep.unmet 0"
    assert ids(state) == ["destroy", "damage"]
    state = position("upkeep", party={0: "varth"}, pool={0: 1})
    assert (size(state, "pool", 0), size(state, "spent", 0)) == (0, 1)
    assert state.party[0] == ("varth",)
    assert kind(state) == "clean.pool 0"


@pytest.mark.rule("TRG-530", "TRG-520")
def test_w_09_aricia():
    state = position("upkeep", party={0: "aricia"}, hand={0: "shield-wall", 1: "+"})
    assert state.deck_d[0][-1] == "shield-wall"
    assert state.hand_d[0] == ()
    assert state.party[0] == ("aricia",)
    two = position("upkeep", party={0: "aricia"}, hand={0: "shield-wall muff", 1: "+"})
    assert kind(two) == "upkeep.bury 0"
    two = do(two, "muff shield-wall")
    assert two.deck_d[0][-2:] == ("muff", "shield-wall")
    state = position("upkeep", party={0: "aricia"}, hand={0: ""})
    assert kind(state) == "upkeep.unmet 0"


@pytest.mark.rule("TRG-510", "TRG-520", "TRG-535")
@pytest.mark.parametrize(
    ("said", "party", "damage"),
    [
        (("veronar", "destroy"), ("galathorn",), 0),
        (("veronar", "damage", "-", "damage", "-"), ("galathorn", "veronar"), 4),
        (("veronar", "damage", "-", "destroy"), ("veronar",), 2),
        (("galathorn", "destroy", "destroy"), (), 0),
        (("galathorn", "damage", "-", "damage", "-"), ("galathorn", "veronar"), 4),
        (("galathorn", "destroy", "damage", "-"), ("veronar",), 2),
    ],
)
def test_w_10_galathorn_and_veronar(said, party, damage):
    state = position("upkeep", party={0: "galathorn veronar"}, hand={0: "+"})
    assert kind(state) == "upkeep 0"
    assert can(state) == {"galathorn", "veronar"}
    state = do(state, *said)
    assert kind(state) == "clean.pool 0"
    assert state.party[0] == party
    assert len(state.valhalla[0]) == damage + 2 - len(party)


@pytest.mark.rule("TRG-540", "TRG-545", "TRG-565", "TRG-570")
def test_w_11_clean_up():
    state, _ = resolved()
    state = do(state, "no")
    while kind(state).startswith("act"):
        state = do(state, "pass")
    while kind(state).startswith("upkeep"):
        state = do(state, "kriss-de-valnor" if kind(state) == "upkeep 0" else "0")
    assert kind(state) == "clean.pool 0"
    one = spot(state, "improvised-weapon")
    assert (one.tired, one.marks) == (1, (1, 2, 0))
    n, spent = size(state, "deck", 0), state.spent_d[0]
    assert len(spent) == 2
    state = do(state, "-")
    assert len(state.deck_d[0]) == n + 3
    assert state.deck_d[0][0] == "archers"
    assert state.deck_d[0][-2:] == spent
    assert (state.spent_d[0], state.hand_d[0]) == ((), ())
    while not kind(state).startswith("fate"):
        state = do(state, "-")
    one = spot(state, "improvised-weapon")
    assert (one.tired, one.marks) == (0, (0, 0, 0))


@pytest.mark.rule("TRG-350", "TRG-R-59")
def test_w_12_uniqueness():
    given = dict(party={0: "thorgal-vikings", 1: "thorgal-visitors"}, hand={0: "thorgal-vikings +"})
    state = position(**given)
    refused(state, "play:thorgal-vikings")
    other = position(hand=given["hand"], party={1: "thorgal-visitors"})
    assert do(other, "thorgal-vikings").party[0] == ("thorgal-vikings",)
