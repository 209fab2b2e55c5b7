"""No faction and no seat is much better than the others, measured over whole games of the normal level."""

from __future__ import annotations

import random
from collections import Counter, deque
from functools import partial
from statistics import median
from typing import Any

import pytest

from tests.games.common import steps, winners
from tests.games.thorgal.table import GAME
from thorgames.bots import LEVELS
from thorgames.core.ask import Answer, Ask

NORMAL = LEVELS["normal"]


def planned(state: Any, ask: Ask, rng: random.Random) -> Answer:
    """What the normal level answers."""
    return NORMAL.choose(ask, partial(GAME.view, state, ask.seat), rng)


def played(number: int) -> tuple[tuple[str, ...], int, tuple[int, ...], int, str]:
    """Factions by seat, who was the first destiny player, winners, rounds, and how it ended, of one game of two."""
    setup = GAME.setup("standard", 2, {"factions": "lot"})
    *_, result = deque(steps(GAME, GAME.new(setup), number, planned), maxlen=1).pop()
    state = result.state
    return state.factions, state.first, tuple(winners(state)), state.round, state.outcome.reason


class Tally:
    """What many games came to."""

    def __init__(self, numbers: range) -> None:
        """Play them."""
        self.games: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.first = 0.0
        self.rounds: list[int] = []
        self.ends: Counter[str] = Counter()
        for number in numbers:
            factions, first, winners, rounds, reason = played(number)
            self.games.update(factions)
            for seat in winners:
                self.wins[factions[seat]] += 1 / len(winners)  # type: ignore[assignment]
                self.first += (seat == first) / len(winners)
            self.rounds.append(rounds)
            self.ends[reason] += 1

    def shares(self) -> dict[str, float]:
        """The share of its games that each faction has won."""
        return {faction: self.wins[faction] / n for faction, n in sorted(self.games.items())}


@pytest.mark.long
def test_factions_and_seats_are_even() -> None:
    tally = Tally(range(1, 2001))
    shares = tally.shares()
    assert all(0.4 <= share <= 0.6 for share in shares.values()), shares
    assert 0.4 <= tally.first / 2000 <= 0.6
    assert 5 <= median(tally.rounds) <= 14
    assert tally.ends["end.winter"] <= 20


def test_a_few_games_of_sensible_players_end_by_horns_or_by_damage() -> None:
    tally = Tally(range(1, 9))
    assert set(tally.ends) <= {"end.horns", "end.last"}
    assert 4 <= median(tally.rounds) <= 16
