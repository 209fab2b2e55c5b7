"""The hard level: plays every answer worth a thought on to see where it leads, in worlds that fit what it sees.

A world is a full state that the seat cannot tell from the true one (`Game.guess`, which takes the view alone). In each
world every answer still in question is played on, all seats by the game's heuristics, with the same luck; the worse
half of the answers is then dropped, and the others are tried in more worlds. The number of games played on is fixed,
so the same view, question and source of chance give the same answer on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from thorgames.bots.heuristics import heuristics
from thorgames.core.advice import Heuristics
from thorgames.core.ask import CHANCE, Answer, Ask, legal
from thorgames.core.game import Game
from thorgames.games import registry

WIDTH = 6
"""Answers that are tried, at most."""

DOUBT = 0.5
"""By how many standard errors an answer must do better than the first one, to be preferred to it."""

STEPS = 5_000
"""Answers, chance included, after which a game that is played on is left in any case."""


@lru_cache(maxsize=8)
def _game(box: Any) -> Game[Any, Any, Any]:
    """The rules with these cards; not the instance that a session uses, as this may run beside it."""
    return registry.load(box.game, box)


class Hard:
    """Searches over worlds that fit its view.

    Args:
        playouts: how many games are played on for a decision; None: as many as the heuristics of the game say.
    """

    slow = True

    def __init__(self, playouts: int | None = None) -> None:
        self.playouts = playouts

    def choose(
        self, ask: Ask, look: Callable[[], Any], rng: random.Random, watch: Callable[[float], bool] | None = None
    ) -> Answer:
        """The answer that did best when it was played on.

        Where somebody watches, as many games are played on for a plain decision as for a difficult one, and after each
        of them it is told how far this has come: neither the time nor the steps it comes in must tell whether there was
        a choice.
        """
        view = look()
        judges = heuristics(view.box.game)
        answers = [judged.answer for judged in judges.judge(view, ask, rng)[:WIDTH]]
        if len(answers) == 1 and watch is None:
            return answers[0]
        return self._best(_game(view.box), judges, view, ask.seat, answers, rng, watch)

    def _best(
        self,
        game: Game[Any, Any, Any],
        judges: Heuristics,
        view: Any,
        seat: int,
        answers: Sequence[Answer],
        rng: random.Random,
        watch: Callable[[float], bool] | None,
    ) -> Answer:
        """Try the answers in more and more worlds, dropping the worse half of them again and again."""
        budget = self.playouts or judges.PLAYOUTS
        found: dict[Answer, list[float]] = {answer: [] for answer in answers}
        left = list(answers)
        rounds = max(1, (len(answers) - 1).bit_length())
        done = 0
        for turn in range(rounds):
            worlds = max(1, (budget - done) // ((rounds - turn) * len(left)))
            for _ in range(worlds):
                world, luck = game.guess(view, rng), rng.getrandbits(64)
                for answer in left:
                    found[answer].append(played_on(game, judges, world, seat, answer, random.Random(luck)))
                    done += 1
                    if watch is not None and not watch(min(1.0, done / budget)):
                        return preferred(found, left)
            if turn < rounds - 1:
                kept = sorted(left, key=lambda one: -sum(found[one]) / len(found[one]))[: (len(left) + 1) // 2]
                left = [one for one in left if one in kept]
        best = preferred(found, left)
        while watch is not None and done < budget:  # what did not come out even is played all the same
            played_on(game, judges, game.guess(view, rng), seat, best, random.Random(rng.getrandbits(64)))
            done += 1
            if not watch(done / budget):
                break
        return best


def preferred(found: dict[Answer, list[float]], left: Sequence[Answer]) -> Answer:
    """The answer that did best; another than the first one left only if it did better beyond doubt.

    All of them were tried in the same worlds, so it is the differences from world to world that count.
    """
    best, lead = left[0], 0.0
    first = found[left[0]]
    for answer in left[1:]:
        gains = [a - b for a, b in zip(found[answer], first, strict=False)]
        n = len(gains)
        if not n:
            continue
        mean = sum(gains) / n
        error = (sum((gain - mean) ** 2 for gain in gains) / (n * max(1, n - 1))) ** 0.5
        if mean - DOUBT * error > lead:
            best, lead = answer, mean - DOUBT * error
    return best


def played_on(
    game: Game[Any, Any, Any], judges: Heuristics, world: Any, seat: int, answer: Answer, rng: random.Random
) -> float:
    """Give an answer in a world and play on by the heuristics: how it went for the seat, 0 to 1."""
    state = game.apply(world, seat, answer).state
    decisions = 0
    for _ in range(STEPS):
        pending = game.pending(state)
        if pending is None:
            return float(state.outcome.share(seat))
        ask = pending.asks[0]
        if ask.seat == CHANCE:
            given = legal(ask, rng)
        else:
            if decisions == judges.HORIZON:
                break
            decisions += 1
            # In a guessed world nothing is secret: the heuristics may see all of it, and look at what is theirs.
            given = judges.judge(game.view_type(ask.seat, state, game.box), ask, rng)[0].answer
        state = game.apply(state, ask.seat, given).state
    return judges.standing(game.view_type(seat, state, game.box))[seat]
