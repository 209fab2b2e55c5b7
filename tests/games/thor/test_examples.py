"""The numeric examples of the rulebook."""

from __future__ import annotations

import pytest

from .table import BOX, GAME, position, table, turns, value


@pytest.mark.rule("THR-40", "THR-41", "THR-42")
def test_three_freya_two_odin_and_three_thor_score_28():
    columns = "Fa3 Fa2 Od4 Od5 Th5 Th4 Nj0 Nj1 Nj2 Nj3 Nj4"
    state = position(columns, hands={0: "Nj5"}, displays={0: "Fa*3 Od*2 Th*3", 1: "Fr*2"})
    assert [BOX.cards[f"off-{card}"].name for card in ("freya-2", "odin-5", "thor-4")] == ["Goose", "Bull", "Boar"]
    assert [value(state, god) for god in ("Fa", "Od", "Th", "Fr")] == [2, 5, 4, 0]
    assert GAME.view(state, 0).points(0) == 3 * 2 + 2 * 5 + 3 * 4
    over = turns(state, "Nj5 nothing")
    assert GAME.outcome(over).scores == (28, 0, 0)
    assert over.played[0].points == (6 + 10 + 12, 0, 0)


@pytest.mark.rule("THR-13", "THR-15")
@pytest.mark.parametrize(("seats", "aside", "hand"), [(2, 2, 14), (3, 3, 9), (4, 2, 7), (5, 0, 6)])
def test_the_list_of_cards_set_aside(seats, aside, hand):
    state = table(seats=seats)
    assert len(state.aside) == aside
    assert [len(h) for h in state.offerings] == [hand] * seats


@pytest.mark.rule("THR-01", "THR-02", "THR-03", "THR-07", "THR-10", "THR-11", "THR-12")
def test_without_baldur_and_the_action_cards_55_of_80_cards_are_left():
    everything = BOX.count("god", "offering", "action")
    grey = sum(n for card, n in everything.items() if "baldur" in card)
    actions = BOX.count("action").total()
    state = table(seats=5)
    gods = sum(state.stacks)
    offerings = sum(len(h) for h in state.offerings)
    assert (gods, offerings, grey, actions) == (25, 30, 11, 14)
    assert gods + offerings + grey + actions == everything.total() == 80
    assert state.stacks == (5, 5, 5, 5, 5)
