"""The end of the game: alone, tied, by agreement."""

from __future__ import annotations

import pytest

from tests.games.common import kinds

from .table import GAME, asked, can, do, end, hear, kind, position, steps

PAY = "odin hild floki"
"""Exactly what the Thing asks for."""


def result(state) -> tuple[str, tuple[int, ...]]:
    return state.outcome.reason, state.outcome.ranks


@pytest.mark.rule("ALT-501", "ALT-502", "ALT-110")
def test_those_after_the_finisher_have_their_phase_then_he_wins_alone():
    state = position(seats=3, pawns=(4, 4, 3), hands={0: PAY})
    state = do(state, "stage", PAY)
    assert state.pawns == (5, 4, 3)
    assert kind(state) == "act 1"
    state = end(state)
    assert kind(state) == "act 2"
    state, events = hear(state, "end", "")
    assert result(state) == ("end.alone", (1, 2, 3))
    assert state.outcome.scores == (5, 4, 3)
    assert GAME.pending(state) is None
    assert "phase" not in kinds(events)


@pytest.mark.rule("ALT-501", "ALT-R-25")
def test_those_before_the_finisher_in_the_turn_do_not():
    state = position(seats=3, active=1, pawns=(4, 4, 4), hands={1: PAY})
    state = do(state, "stage", PAY)
    assert kind(state) == "act 2"
    state = end(state)
    assert result(state) == ("end.alone", (2, 1, 2))


@pytest.mark.rule("ALT-501", "ALT-R-25")
def test_the_turn_is_counted_from_the_first_player():
    state = position(seats=3, active=0, first=1, pawns=(4, 4, 4), hands={0: PAY})
    state = do(state, "stage", PAY)
    assert result(state) == ("end.alone", (1, 2, 2))


@pytest.mark.rule("ALT-501", "ALT-R-25")
@pytest.mark.parametrize(("seats", "active", "first"), [(2, 1, 0), (2, 0, 1), (3, 2, 0), (3, 1, 2)])
def test_the_last_of_the_turn_ends_the_game_at_once(seats, active, first):
    """Nothing can change the result any more, so he is not asked to go on with the cards he still has."""
    state = position(seats=seats, active=active, first=first, pawns=(4,) * seats, hands={active: f"{PAY} thor"})
    state = do(state, "stage", PAY)
    assert state.outcome is not None
    assert state.outcome.reason == "end.alone"


@pytest.mark.rule("ALT-R-25", "ALT-R-28")
def test_the_finisher_goes_on_with_his_phase_and_tricks_those_who_follow():
    state = position(pawns=(4, 4), hands={0: f"{PAY} sigvaar", 1: PAY})
    state = do(state, "stage", PAY)
    assert kind(state) == "act 0"
    state = do(state, "sigvaar:axe:1", "", "!floki", "leave")
    assert kind(state) == "act 1"
    assert "stage:5" not in can(state)
    assert result(end(state)) == ("end.alone", (1, 2))


@pytest.mark.rule("ALT-R-25")
def test_the_finisher_s_phase_ends_as_any_other():
    state = do(position(pawns=(4, 4), hands={0: f"{PAY} thor"}), "stage", PAY, "end", "thor")
    assert len(state.hands[0]) == 4
    assert kind(state) == "act 1"


@pytest.mark.rule("ALT-503", "ALT-R-26", "ALT-R-27")
def test_a_tie_of_two():
    state = position(pawns=(4, 4), hands={0: PAY, 1: "odin hild floki"})
    state = do(state, "stage", PAY, "stage", PAY)
    assert result(state) == ("end.tie", (1, 1))


@pytest.mark.rule("ALT-503", "ALT-R-26")
def test_a_tie_of_two_of_three_and_the_third_has_lost():
    state = position(seats=3, pawns=(4, 4, 4), hands={0: PAY, 2: "olaf odin gudrid"})
    state = end(do(state, "stage", PAY))
    state = do(state, "stage", "olaf odin gudrid")
    assert result(state) == ("end.tie", (1, 3, 1))


@pytest.mark.rule("ALT-503", "ALT-R-26", "ALT-R-27")
def test_a_tie_of_three():
    hands = {0: PAY, 1: "olaf odin gudrid", 2: "olaf odin gudrid"}
    state = position(seats=3, pawns=(4, 4, 4), hands=hands)
    state = do(state, "stage", PAY, "stage", hands[1], "stage", hands[2])
    assert result(state) == ("end.tie", (1, 1, 1))
    assert state.outcome.scores == (5, 5, 5)


@pytest.mark.rule("ALT-R-15", "ALT-R-25")
def test_a_storm_reaches_into_the_last_turn():
    state = position(pawns=(4, 4), hands={0: f"{PAY} horik", 1: "odin*2 floki gudrid"})
    assert "stage:5" in can(position(active=1, pawns=(4, 4), hands={1: "odin*2 floki gudrid"}))
    state = do(state, "stage", PAY, "horik:storm:1", "")
    assert kind(state) == "act 1"
    assert "stage:5" not in can(state)


@pytest.mark.rule("ALT-R-26")
def test_the_finisher_is_not_moved_back_and_wins_only_by_the_last_stage():
    state = position(pawns=(4, 4), hands={0: PAY, 1: "odin*4"})
    state = do(state, "stage", PAY)
    assert result(end(state)) == ("end.alone", (1, 2))


# --- standstill ----------------------------------------------------------------------------------------------------


def dry(still: int, seats: int = 2, **given):
    return position(seats=seats, row="- - - - -", rest="0", still=still, active=seats - 1, pawns=(2,) * seats, **given)


@pytest.mark.rule("ALT-R-29")
@pytest.mark.parametrize("seats", [2, 3])
def test_at_a_standstill_the_end_is_offered_and_all_must_agree(seats):
    state = end(dry(9, seats))
    for n in range(seats):
        assert kind(state) == f"standstill {n}"
        assert GAME.pending(state).mode == "deal"
        state = do(state, "end")
    assert result(state) == ("end.standstill", (2,) * seats)
    assert 1 not in state.outcome.ranks


@pytest.mark.rule("ALT-R-29")
@pytest.mark.parametrize("refuser", [0, 1, 2])
def test_one_refusal_lets_the_game_go_on(refuser):
    state = end(dry(9, 3))
    state, events = hear(state, *["end"] * refuser, "go-on")
    assert kind(state) == "act 0"
    assert state.outcome is None
    assert kinds(events).count("standstill.refused") == 1
    assert state.still == 0


@pytest.mark.rule("ALT-R-29")
def test_it_takes_ten_turns_without_a_move_and_without_cards_to_recruit():
    state = dry(0)
    for _ in range(10):
        assert asked(state).kind == "act"
        state = end(state)
        state = end(state) if asked(state).seat == 1 else state
    offered = 0
    state = dry(0)
    for before, ask, _, _ in steps(state, 3, lambda s, a, r: ("end",) if a.kind in ("act", "standstill") else ()):
        if ask.kind == "standstill":
            offered += 1
            assert before.turn == 3 + 10
    assert offered == 2
    assert kind(end(dry(8))) == "act 0"
    moved = end(do(dry(9, hands={1: "odin*2 floki gudrid"}), "stage", "odin*2 floki"))
    assert kind(moved) == "act 0"
    assert moved.still == 0
    stock = position(active=1, row="siggy - - - -", rest="0", still=9, pawns=(2, 2))
    assert kind(end(stock)) == "act 0"


@pytest.mark.rule("ALT-R-29")
def test_a_standstill_does_not_hide_a_finish():
    state = dry(9, hands={1: f"{PAY} thor"}).but(pawns=(2, 4), done=6)
    state = end(do(state, "stage", PAY)) if do(state, "stage", PAY).outcome is None else do(state, "stage", PAY)
    assert result(state) == ("end.alone", (2, 1))
