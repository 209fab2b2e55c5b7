"""Gods Fate: drawing, then pooling; all at the same time."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.core.zones import BACK

from .table import GAME, asked, begun, can, do, hear, ids, kind, new, order, position, refused, run, size, steps


@pytest.mark.rule("TRG-205", "TRG-740", "TRG-010")
@pytest.mark.parametrize(("seats", "points"), [(2, (7, 7)), (3, (8, 6)), (4, (9, 5))])
def test_fate_points(seats, points):
    state = begun(seats)
    for seat in order(state):
        n = points[0] if seat == state.dest else points[1]
        assert kind(state) == f"fate {seat}"
        assert ids(state) == ["draw", *(f"pool:{k}" for k in range(n, -1, -1))]
        state = do(state, f"pool:{n}")


@pytest.mark.rule("TRG-200", "TRG-165", "TRG-R-10")
def test_the_destiny_player_goes_first_then_clockwise_then_comes_dawn():
    state = begun(3, first=1)
    seen = []
    while kind(state).startswith("fate"):
        seen.append(asked(state).seat)
        state = do(state, "draw", "pool:1")
    assert seen == [1, 2, 0]
    assert state.phase == "dawn"


@pytest.mark.rule("TRG-205", "TRG-210", "TRG-036", "TRG-215", "TRG-220")
def test_each_point_moves_the_top_card_of_the_deck_of_the_role():
    state = begun(2)
    top_d, top_b = state.deck_d[0], state.deck_b[1]
    after = do(state, "draw", "draw", "pool:5")
    assert after.hand_d[0] == tuple(sorted(top_d[:2]))
    assert after.pool_d[0] == top_d[2:7][::-1]  # one by one, each on top
    assert after.deck_d[0] == top_d[7:]
    assert (after.hand_b[0], after.pool_b[0], after.deck_b[0]) == ((), (), state.deck_b[0])
    after = do(after, "draw", "pool:6")
    assert after.hand_b[1] == top_b[:1]
    assert after.pool_b[1] == top_b[1:7][::-1]
    assert (after.hand_d[1], after.pool_d[1], after.deck_d[1]) == ((), (), state.deck_d[1])


@pytest.mark.rule("TRG-215", "TRG-220", "TRG-R-11", "TRG-225")
def test_who_sees_what():
    state = begun(2)
    nxt = GAME.view(state, 0).seen.deck_d[0]
    assert set(nxt) == {BACK}  # chosen before it is seen
    state = do(state, "draw", "pool:6")
    assert GAME.view(state, 0).seen.hand_d[0] == state.hand_d[0]
    assert set(GAME.view(state, 0).seen.pool_d[0]) == {BACK}
    state = do(state, "draw", "pool:6")
    assert GAME.view(state, 1).seen.hand_d[0] == (BACK,)
    assert GAME.view(state, None).seen.hand_b[1] == (BACK,)
    assert set(GAME.view(state, 1).seen.pool_b[1]) == {BACK}


@pytest.mark.rule("TRG-230", "TRG-235")
def test_no_draw_after_a_pool_and_what_is_left_is_lost():
    state = begun(2)
    for said in ("pool:0", "pool:3"):
        after = do(state, "draw", said)
        assert kind(after) == "fate 1"  # done: nothing can be drawn, nothing is saved
        assert after.left[0] == 0
    refused(do(state, "draw"), "pool:7")
    after = do(state, *["draw"] * 7)
    assert kind(after) == "fate 1"
    assert size(after, "hand", 0) == 7


@pytest.mark.rule("TRG-240", "TRG-560")
def test_new_pool_cards_come_on_top_of_old_ones():
    state = position("fate", pool={0: "levy bribery"})
    state = do(state, "pool:2")
    assert len(state.pool_d[0]) == 4
    assert state.pool_d[0][2:] == ("levy", "bribery")


@pytest.mark.rule("TRG-R-12", "TRG-235", "TRG-474")
def test_a_short_deck():
    state = position("fate", life={0: 3}, spent={0: "levy"}, hand={0: "", 1: ""})
    assert ids(state) == ["draw", "pool:3", "pool:2", "pool:1", "pool:0"]
    state = do(state, "draw", "draw", "draw")
    assert kind(state) == "fate 1"
    assert state.spent_d[0] == ("levy",)  # not turned into a deck
    empty = position("fate", life={0: 0}, hand={0: "", 1: ""})
    assert kind(empty) == "fate 1"
    assert empty.outcome is None


@pytest.mark.rule("TRG-R-10", "TRG-200", "TRG-215")
def test_what_others_do_is_not_seen_before_all_are_done():
    state = begun(3)
    ways = [("draw", "draw", "pool:6"), ("pool:0",), ("draw",) * 8]
    ends = [do(state, *way) for way in ways]
    assert {kind(end) for end in ends} == {"fate 1"}
    for viewer in (None, 1, 2):
        assert GAME.view(ends[0], viewer) == GAME.view(ends[1], viewer) == GAME.view(ends[2], viewer)
        assert GAME.view(ends[0], viewer).sizes(0) == GAME.view(state, viewer).sizes(0)
    assert GAME.view(ends[0], 0).sizes(0) == (2, 6, size(state, "deck", 0) - 8)
    done, events = hear(ends[0], "draw", "pool:5", "pool:6")
    assert told(events, "fate.done") == [(0, 2, 6), (1, 1, 5), (2, 0, 6)]
    for viewer in (None, 0, 1, 2):
        assert GAME.view(done, viewer).sizes(0) == (2, 6, size(state, "deck", 0) - 8)


@pytest.mark.rule("TRG-R-10")
def test_nothing_is_told_meanwhile():
    _, events = hear(begun(2), "draw", "pool:2")
    assert kinds(events) == []


@pytest.mark.rule("TRG-R-48", "TRG-740")
def test_waiting_bane_players_have_their_full_points_again():
    state = position("fate", 3, hand={2: "stun stun stun", 1: "", 0: ""}, pool={2: 3})
    state = do(state, "pool:0", "pool:0")
    assert kind(state) == "fate 2"
    state = do(state, *["draw"] * 6)
    assert size(state, "hand", 2) == 9


@pytest.mark.rule("TRG-R-56", "TRG-740")
def test_points_follow_the_players_in_the_game():
    state = position("fate", 4, out=(2,))
    assert "pool:8" in can(state)
    assert "pool:9" not in can(state)
    state = do(state, "pool:0")
    assert "pool:6" in can(state)
    state = position("fate", 4, out=(1, 2))
    assert "pool:8" not in can(state)
    state = do(state, "pool:0")
    assert kind(state) == "fate 3"
    assert "pool:7" in can(state)


@pytest.mark.rule("TRG-165", "TRG-160", "TRG-575")
def test_the_phases_come_in_their_order():
    for seats in (2, 3):
        phases = []
        for _, _, _, result in steps(new(seats), 4):
            phases += [e.kind for e in result.events if e.kind in ("round", "fate.done") or e.kind.startswith("phase")]
        text = " ".join(phases)
        one = " ".join(["round", *["fate.done"] * seats, "phase.dawn", "phase.journey", "phase.dusk"])
        assert text.startswith(f"{one} {one} {one}")


def test_run_of_a_position_is_the_first_question():
    assert kind(run(position("fate"))) == "fate 0"
