"""Several rounds, totals, and winners."""

from __future__ import annotations

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.errors import SetupError

from .table import ASIDE, BOX, GAME, HAND, SETUPS, asked, deal, finished, new, play, position, sprint, steps


@pytest.mark.rule("THR-50")
def test_a_match_may_have_one_round():
    over = sprint(new("basic", 2, rounds=1), takes="Fa Od Fa Od Fa Od")
    assert GAME.outcome(over).scores == (15, 0)
    assert len(over.played) == 1


@pytest.mark.rule("THR-50")
def test_or_several_whose_scores_are_noted_and_added_up():
    state = sprint(new("basic", 3, rounds=2), takes="Fa Fa Od Fa Od Fa")  # seat 0 starts
    assert GAME.outcome(state) is None
    assert state.played[0].points == (10, 5, 5)
    assert [GAME.view(state, None).total(seat) for seat in range(3)] == [10, 5, 5]
    state = sprint(state, values=(5, 4, 3, 2, 0, 1), takes="Fa Od Fa Fa Od Od")  # seat 1 starts
    assert state.played[1].points == (1, 2, 0)
    assert GAME.outcome(state).scores == (11, 7, 5)
    assert [GAME.view(state, 1).total(seat) for seat in range(3)] == [11, 7, 5]


@pytest.mark.rule("THR-51", "THR-R-35")
@pytest.mark.parametrize(("mode", "seats"), sorted(HAND))
def test_the_number_of_rounds_is_that_of_the_players_unless_fewer_are_chosen(mode, seats):
    assert GAME.setup(mode, seats).options["rounds"] == str(seats)
    for rounds in range(1, seats + 1):
        assert GAME.setup(mode, seats, {"rounds": str(rounds)}).options["rounds"] == str(rounds)
    for wrong in ("0", "-1", str(seats + 1), "", "many"):
        with pytest.raises(SetupError, match="rounds"):
            GAME.setup(mode, seats, {"rounds": wrong})


@pytest.mark.rule("THR-52")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_with_as_many_rounds_as_players_each_starts_once(mode, seats, will):
    over = finished(new(mode, seats, will, rounds=seats), seed=seats)
    assert sorted(r.start for r in over.played) == list(range(seats))


@pytest.mark.rule("THR-53")
def test_the_highest_total_wins_not_the_best_round():
    state = new("basic", 2, rounds=2)
    state = sprint(state, takes="Fa Od Od Fa Od Fa")  # 5, 10
    assert state.played[0].points == (5, 10)
    state = sprint(state, values=(5, 4, 3, 2, 0, 1), takes="Od Fa Od Fa Od Fa")  # seat 1 starts: 3, 0
    assert GAME.outcome(state).scores == (8, 10)
    assert GAME.outcome(state).ranks == (2, 1)


@pytest.mark.rule("THR-53")
def test_a_total_below_zero_loses_to_nothing():
    slots = {"Fa": "-3"}
    state = position("Fa0 Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, slots=slots, displays={1: "Fa*2", 2: "Fa"})
    outcome = GAME.outcome(play(state, 0, "Od5", "nothing"))
    assert outcome.scores == (0, -6, -3)
    assert outcome.ranks == (1, 3, 2)


@pytest.mark.rule("THR-R-33")
@pytest.mark.parametrize(
    ("takes", "scores", "ranks"),
    [
        ("Fa Fa Od Fa Fa Od", (10, 10, 0), (1, 1, 3)),
        ("Od Fa Fa Od Fa Fa", (0, 10, 10), (3, 1, 1)),
        ("Fa Fa Fa Od Od Od", (5, 5, 5), (1, 1, 1)),
        ("Fa Od Od Fa Od Od", (10, 0, 0), (1, 2, 2)),
        ("Fa Fa Od Fa Od Od", (10, 5, 0), (1, 2, 3)),
    ],
)
def test_tied_players_share_the_rank(takes, scores, ranks):
    outcome = GAME.outcome(sprint(new("basic", 3), takes=takes))
    assert (outcome.scores, outcome.ranks) == (scores, ranks)


@pytest.mark.rule("THR-R-34")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_only_the_first_start_is_drawn_by_lot_then_the_next_clockwise_begins(first):
    lots, starts = 0, []
    state = new("basic", 3, rounds=3)
    for _ in range(3):
        while GAME.pending(state) and asked(state).seat == CHANCE:
            lots += asked(state).kind == "lot"
            state = deal(state, first)
        starts.append(asked(state).seat)
        while asked(state).seat != CHANCE:
            ask = asked(state)
            state = GAME.apply(state, ask.seat, (ask.options[0].id,)).state
            if GAME.pending(state) is None:
                break
    assert lots == 1
    assert starts == [first, (first + 1) % 3, (first + 2) % 3]


@pytest.mark.rule("THR-R-38")
def test_a_new_round_begins_with_everything_back_in_its_place():
    seen = 0
    for seed in range(6):
        for before, _, _, result in steps(new("big", 5, will=True, rounds=3), seed):
            after = result.state
            if after.round == before.round or after.turn:
                continue
            seen += 1
            assert after.stacks == (5,) * 6
            assert after.displays == ((0,) * 6,) * 5
            assert after.columns == after.slots == ((),) * 6
            assert after.actions == ((),) * 5
            assert after.out == ()
            assert sorted(after.deck) == sorted(BOX.count("action").elements())
            assert after.played[: before.round - 1] == before.played
            state = deal(after)
            assert [len(h) for h in state.offerings] == [HAND["big", 5]] * 5
            assert len(state.aside) == ASIDE["big", 5]
    assert seen == 12


@pytest.mark.rule("THR-R-38", "THR-80")
def test_three_gifts_score_at_the_end_of_each_round_and_do_not_stay():
    state = position("Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, actions={1: "3G"})
    state = play(state.but(rounds=2), 0, "Od5", "nothing")
    assert state.played[0].points == (0, 3, 0)
    begun = deal(state)
    assert begun.actions == ((),) * 3
    assert asked(begun).seat == (state.played[0].start + 1) % 3
    state = sprint(state, takes="Od Od Od Th Th Th")
    assert state.played[1].points == (0, 0, 0)
    assert GAME.outcome(state).scores == (0, 3, 0)
