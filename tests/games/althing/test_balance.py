"""No Viking and no seat is much better than the others, measured over whole games of the normal level."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from statistics import median
from typing import Any

import pytest

from tests.games.common import winners
from thorgames.bots import LEVELS
from thorgames.core.ask import Answer, Ask

from .table import GAME, VIKINGS, new, steps

NORMAL = LEVELS["normal"]


def planned(state: Any, ask: Ask, rng: random.Random) -> Answer:
    """What the normal level answers."""
    return NORMAL.choose(ask, partial(GAME.view, state, ask.seat), rng)


class Tally:
    """What many games of two came to; a tie is half a win.

    They are those of `thorgames simulate althing --mode standard --players 2 --bots normal,normal --seed 3`.
    """

    def __init__(self, numbers: range) -> None:
        """Play them."""
        self.recruited: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.first = 0.0
        self.turns: list[int] = []
        for number in numbers:
            state = new("standard", 2, first="lot")
            bought: set[tuple[int, str]] = set()
            for *_, result in steps(state, random.Random(f"3:{number}").getrandbits(64), planned):
                state = result.state
                bought |= {event.args[:2] for event in result.events if event.kind == "recruited"}
            won = winners(state)
            self.turns.append(state.turn)
            self.first += (state.first in won) / len(won)
            for seat, card in sorted(bought):
                self.recruited[card] += 1
                self.wins[card] += (seat in won) / len(won)  # type: ignore[assignment]

    def shares(self) -> dict[str, float]:
        """What part of their games those have won who recruited a Viking."""
        return {card: self.wins[card] / n for card, n in sorted(self.recruited.items())}


@pytest.mark.long
def test_vikings_and_seats_are_even() -> None:
    tally = Tally(range(1, 2001))
    shares = tally.shares()
    assert set(shares) == set(VIKINGS)
    assert all(0.45 <= share <= 0.55 for share in shares.values()), shares
    assert 0.45 <= tally.first / 2000 <= 0.55
    assert 10 <= median(tally.turns) <= 14


def test_a_few_games_of_sensible_players_are_of_a_fit_length_and_use_all_vikings() -> None:
    tally = Tally(range(1, 9))
    assert set(tally.recruited) == set(VIKINGS)
    assert 8 <= median(tally.turns) <= 15
