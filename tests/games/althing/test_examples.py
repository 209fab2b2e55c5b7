"""The worked example of the rulebook, and its other statements with numbers, exactly."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.common import pile
from thorgames.core.ask import CHANCE

from .table import BOX, GAME, asked, begun, can, do, draw_pile, end, finished, idle, kind, new, position


@pytest.mark.rule("ALT-302", "ALT-303", "ALT-304", "ALT-305")
def test_e_01_recruiting_hild():
    state = position(hands={0: "odin halldora thor"}, row="olaf floki hild bjorn siggy", deck="horik")
    before = state
    state = do(state, "recruit", "odin halldora")
    assert asked(state).args == (3,)
    state = do(state, "hild")
    assert state.discards[0] == pile("odin halldora hild")
    assert len(state.hands[0]) == len(before.hands[0]) - 2
    assert state.row == (("olaf",), ("floki",), ("horik",), ("bjorn",), ("siggy",))
    assert len(state.deck) == len(before.deck) - 1
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-611", "ALT-621")
@pytest.mark.parametrize("mode", ["campaign-1", "campaign-2"])
def test_e_02_opening_hands(mode):
    orders = set()
    for seed in range(12):
        state = begun(mode, 3, seed)
        for seat in range(3):
            assert state.hands[seat] == ("freyr", "odin", "odin", "odin")
            assert sorted(draw_pile(state, seat)) == ["odin", "thor"]
            orders.add(draw_pile(state, seat))
        assert state.trolls == (2, 2, 2)
    assert len(orders) == 2


@pytest.mark.rule("ALT-122", "ALT-704")
@pytest.mark.parametrize("mode", ["standard", "campaign-3", "new"])
def test_e_03_the_last_stage(mode):
    """Whichever steps are drawn, in whatever order."""
    state = new(mode, 2, first="1", **({"sides": "b"} if mode == "new" else {}))
    assert asked(state).kind == "steps"
    for order in list(permutations(range(7)))[::23]:
        after = GAME.apply(state, CHANCE, tuple(map(str, order))).state
        drawn = {BOX.steps[at] for at in order[:4]}
        assert after.track[-1] == ("althing" if drawn & {"drakkar", "dragvendil"} else "thing")


@pytest.mark.rule("ALT-420", "ALT-421", "ALT-422")
def test_e_04_a_storm_over_two_phases():
    rich = "odin*2 gudrid halldora"
    state = position("new", hands={0: "horik odin*3", 1: rich}, row="siggy", pawns=(1, 0), kattegat="b")
    state = do(state, "horik:storm:1", "", "end", "")
    assert kind(state) == "act 1"
    assert not {"recruit", "stage:1"} & can(state)
    state = end(state)
    assert [(s.victim, s.face) for s in state.storms] == [(1, "OVEDUR")]
    state = end(state)
    assert kind(state) == "act 1"
    assert "stage:1" in can(state)
    assert "recruit" not in can(state)
    state = end(do(state, "stage", "odin gudrid"))
    assert state.storms == ()
    assert state.pawns == (1, 1)


@pytest.mark.rule("ALT-470", "ALT-471", "ALT-R-04")
def test_e_05_veteran():
    track = "drakkar-a vegvisir-a eldaskali-a kernelyd-a"
    state = position(track=track, hands={0: "odin floki gudrid thor", 1: "odin*4"}, pawns=(0, 0))
    state = end(do(state, "stage", "odin floki gudrid"))
    assert [len(hand) for hand in state.hands] == [5, 4]
    assert state.pawns == (1, 0)
    state = end(state)
    assert [len(hand) for hand in state.hands] == [5, 5]


@pytest.mark.rule("ALT-801", "ALT-803", "ALT-805", "ALT-806", "ALT-R-50")
def test_e_06_solo_set_up():
    """Before Thorfinn's first turn: the last answers of chance are given by hand to see it."""
    state = new("solo", 1)
    while asked(state).args[:1] != ("plan",):
        state = GAME.apply(state, CHANCE, tuple(str(i) for i in range(asked(state).lo))).state
    assert state.pawns == (0,)
    assert state.track[0] == "kattegat-b"
    assert [len(slot) for slot in state.row] == [1] * 4
    assert len(state.deck) == 26
    assert (len(state.hands[0]), len(draw_pile(state, 0))) == (4, 2)
    assert state.rival_trolls == 2
    order = ("3", *(str(i) for i in range(6) if i != 3))  # the card without an action comes first
    state = GAME.apply(state, CHANCE, order).state
    assert (state.rival, state.plan_now) == (1, ("thorfinn-d",))
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-830")
def test_e_07_normal_mode():
    for seed in range(40):
        state = finished(new("solo", 1), seed, idle)
        assert state.turn in (19, 20, 21, 22, 23, 24)
        assert state.outcome.reason == "end.solo.lost"


@pytest.mark.rule("ALT-831")
def test_e_08_hard_mode():
    for seed in range(40):
        state = finished(new("solo-hard", 1), seed, idle)
        assert state.turn in (16, 17, 18, 19, 20)
        assert state.outcome.reason == "end.solo.lost"
