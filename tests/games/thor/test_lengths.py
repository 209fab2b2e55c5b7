"""How long rounds are, and what they score at the least and at the most."""

from __future__ import annotations

import pytest

from .table import GAME, HAND, SETUPS, anyhow, avoider, finished, new, position, sprint, turns

LENGTHS = {
    # (mode, players, with Thor's Will): shortest, longest, mean of rounds without a plan
    ("basic", 2, False): (6, 26, 21.6),
    ("basic", 3, False): (6, 26, 21.6),
    ("basic", 4, False): (6, 26, 21.7),
    ("basic", 5, False): (6, 26, 21.6),
    ("big", 4, False): (6, 31, 25.1),
    ("big", 5, False): (6, 31, 25.1),
    ("big", 6, False): (6, 31, 25.0),
    ("basic", 3, True): (6, 39, 26.8),
    ("basic", 4, True): (6, 39, 26.0),
    ("basic", 5, True): (6, 40, 25.7),
    ("big", 4, True): (6, 45, 31.7),
    ("big", 5, True): (6, 45, 30.4),
    ("big", 6, True): (6, 45, 29.8),
}
by_setup = pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)


def bounds(mode: str, will: bool) -> tuple[int, int]:
    """The least and the most that all players together can score in a round."""
    gods = 6 if mode == "big" else 5
    return (-25, 5 * (10 + 8 + 7 + 5 * (gods - 3)) + 6) if will else (0, 25 * gods)


def test_the_lengths_follow_from_the_deal():
    assert list(LENGTHS) == SETUPS
    for (mode, seats, will), (_, longest, _) in LENGTHS.items():
        room = 30 if mode == "big" else 25
        assert longest == (min(room, seats * (HAND[mode, seats] - 1)) + 1 + 14 if will else room + 1)
    assert bounds("basic", True) == (-25, 181)
    assert bounds("big", True) == (-25, 206)
    assert (bounds("basic", False), bounds("big", False)) == ((0, 125), (0, 150))


@by_setup
def test_the_shortest_round_has_six_turns(mode, seats, will):
    shortest = LENGTHS[mode, seats, will][0]
    assert sprint(new(mode, seats, will)).turn == shortest == 6
    assert min(finished(new(mode, seats, will), seed).turn for seed in range(100)) >= shortest


@pytest.mark.rule("THR-R-09", "THR-R-39")
@by_setup
def test_players_who_avoid_the_end_reach_the_longest_round_and_none_is_longer(mode, seats, will):
    longest = LENGTHS[mode, seats, will][1]
    lengths = [finished(new(mode, seats, will), seed, avoider).turn for seed in range(60)]
    assert max(lengths) == longest


@by_setup
def test_rounds_without_a_plan_are_as_long_as_expected_and_score_within_the_bounds(mode, seats, will):
    shortest, longest, mean = LENGTHS[mode, seats, will]
    least, most = bounds(mode, will)
    lengths = []
    for seed in range(400):
        (round_,) = finished(new(mode, seats, will), seed, anyhow).played
        lengths.append(round_.turns)
        assert shortest <= round_.turns <= longest
        assert least <= sum(round_.points) <= most
        assert all(-3 <= v <= 10 if will else 0 <= v <= 5 for v in round_.values)
    assert abs(sum(lengths) / len(lengths) - mean) <= 1.0


@pytest.mark.parametrize(("mode", "seats"), [("basic", 3), ("big", 4)])
def test_the_most_that_can_be_scored_is_scored(mode, seats):
    gods = ["Fa", "Od", "Th", "Nj", "Fr", "Ba"][: 6 if mode == "big" else 5]
    slots = {"Fa": "x2", "Od": "+3", "Th": "+2"}
    last = " ".join(f"{god}5" for god in gods[:-1])
    rest = " ".join(f"{gods[-1]}{n}" for n in range(5))
    displays = {0: "Fa*5 Od*5 Th*5", 1: " ".join(f"{god}*5" for god in gods[3:])}
    state = position(
        f"{last} {rest}",
        mode=mode,
        seats=seats,
        will=True,
        hands={0: f"{gods[-1]}5"},
        slots=slots,
        displays=displays,
        actions={2: "3G*2"},
    )
    assert sum(GAME.outcome(turns(state, f"{gods[-1]}5 nothing")).scores) == bounds(mode, True)[1]


def test_the_least_that_can_be_scored_is_scored():
    slots, displays = {"Fa": "-3", "Od": "-2"}, {0: "Fa*5", 1: "Od*5"}
    state = position("Fa0 Od0 Th1 Th2 Th3 Th4 Th5", will=True, hands={0: "Th0"}, slots=slots, displays=displays)
    assert sum(GAME.outcome(turns(state, "Th0 nothing")).scores) == bounds("basic", True)[0]
