"""Scoring: what a god is worth, and what the players get for it."""

from __future__ import annotations

import pytest

from .table import ACTIONS, GAME, play, position, turns, value

# The last offering: none, 0, 1, 2, 3, 4, 5
TABLE = {
    "": (0, 0, 1, 2, 3, 4, 5),
    "-3": (0, -3, -2, -1, 0, 1, 2),
    "-2": (0, -2, -1, 0, 1, 2, 3),
    "+2": (0, 2, 3, 4, 5, 6, 7),
    "+3": (0, 3, 4, 5, 6, 7, 8),
    "=5": (0, 5, 5, 5, 5, 5, 5),
    "=0": (0, 0, 0, 0, 0, 0, 0),
    "x2": (0, 0, 2, 4, 6, 8, 10),
}
"""The card in a god's slot -> the value of the god."""
UNCHANGED = ["FT", "OV", "MM", "CV"]
"""Cards that may lie in a slot and change no value."""


def near_the_end(column: str = "", slots: dict[str, str] | None = None, displays: dict[int, str] | None = None):
    """The last turn of a round with Thor's Will: seat 0 is to place the sixth offering beneath Odin, worth 5."""
    return position(f"{column} Od0 Od1 Od2 Od3 Od4", will=True, hands={0: "Od5"}, slots=slots, displays=displays)


def scores(state) -> tuple[int, ...]:
    """What the players get if seat 0 now ends the round."""
    return GAME.outcome(turns(state, "Od5 nothing")).scores


CELLS = [(card, last, row[last + 1]) for card, row in TABLE.items() for last in range(-1, 6)]
CELLS += [(card, last, max(0, last)) for card in UNCHANGED for last in range(-1, 6)]


def test_the_value_table_is_complete():
    assert len(CELLS) == 8 * 7 + 4 * 7
    assert {card for card, _, _ in CELLS} == (set(ACTIONS) - {"3G"}) | {""}


@pytest.mark.rule(
    "THR-40",
    "THR-42",
    "THR-83",
    "THR-84",
    "THR-85",
    "THR-86",
    "THR-89",
    "THR-90",
    "THR-91",
    "THR-R-18",
    "THR-R-22",
    "THR-R-23",
    "THR-R-25",
)
@pytest.mark.parametrize(("card", "last", "worth"), CELLS)
def test_a_god_is_worth_what_the_table_says(card, last, worth):
    state = near_the_end(f"Fa{last}" if last >= 0 else "", {"Fa": card} if card else None, {1: "Fa*2", 2: "Fa"})
    assert value(state, "Fa") == worth
    assert scores(state) == (0, 2 * worth, worth)


@pytest.mark.rule("THR-40")
@pytest.mark.parametrize(
    ("column", "worth"), [("Fa5 Fa0", 0), ("Fa0 Fa5", 5), ("Fa5 Fa4 Fa3 Fa1 Fa2", 2), ("Fa2 Fa1", 1)]
)
def test_the_last_offering_counts_not_the_highest_and_not_the_sum(column, worth):
    state = near_the_end(column, displays={1: "Fa"})
    assert value(state, "Fa") == worth
    assert scores(state) == (0, worth, 0)


@pytest.mark.rule("THR-40")
def test_the_offering_that_ends_the_round_gives_the_value():
    state = position("Od5 Od4 Od3 Od2 Od1", hands={0: "Od0"}, displays={0: "Od*3", 1: "Od"})
    assert value(state, "Od") == 1
    assert GAME.outcome(turns(state, "Od0 nothing")).scores == (0, 0, 0)


@pytest.mark.rule("THR-41")
def test_each_god_card_of_a_display_scores_the_value_of_its_god():
    columns, displays = "Fa2 Th4 Nj1 Fr3", {0: "Fa Fa Th", 1: "Nj*3 Od", 2: "Fr*2 Fa Od*2"}
    assert scores(near_the_end(columns, displays=displays)) == (2 * 2 + 4, 3 + 5, 2 * 3 + 2 + 2 * 5)


@pytest.mark.rule("THR-42")
def test_a_god_without_offerings_scores_nothing():
    state = near_the_end("Fa3", displays={0: "Th*5", 1: "Fa"})
    assert value(state, "Th") == 0
    assert scores(state) == (0, 3, 0)


@pytest.mark.rule("THR-43", "THR-R-32")
@pytest.mark.parametrize(("mode", "seats"), [("basic", 3), ("big", 4)])
def test_offerings_left_in_hand_count_neither_for_nor_against(mode, seats):
    columns = "Od0 Od1 Od2 Od3 Od4"
    for hands in ({0: "Od5", 1: "Fa5 Th5 Nj5"}, {0: "Od5", 1: "Fa0 Th0 Nj0"}):
        state = position(columns, mode=mode, seats=seats, hands=hands, displays={2: "Od"})
        over = turns(state, "Od5 nothing")
        assert [len(h) for h in over.offerings] != [0] * seats
        assert GAME.outcome(over).scores == (0, 0, 5, 0)[:seats]


@pytest.mark.rule("THR-41")
def test_the_round_is_noted_as_it_was_scored():
    state = near_the_end("Fa2", {"Fa": "x2"}, {0: "Fa Od", 1: "Fa*2"})
    (noted,) = play(state, 0, "Od5", "Od").played
    assert noted.values == (4, 5, 0, 0, 0)
    assert noted.taken == ((1, 2, 0, 0, 0), (2, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert noted.points == (4 + 10, 8, 0)
    assert noted.gifts == (0, 0, 0)
    assert (noted.turns, noted.reason) == (8, "reason.sixth")


@pytest.mark.rule("THR-41")
def test_the_table_sees_at_any_time_what_the_god_cards_would_score():
    state = near_the_end("Fa2 Th4", displays={0: "Fa Fa Th", 1: "Th"})
    for viewer in (0, 1, 2, None):
        assert [GAME.view(state, viewer).points(seat) for seat in range(3)] == [8, 4, 0]
