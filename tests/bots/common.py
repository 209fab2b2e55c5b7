"""What the tests of every game's heuristics ask of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from screens.simulate import Plan, play
from tests.games.common import steps
from tests.suite import AnyGame
from thorgames.bots import heuristics, reasons
from thorgames.core.advice import Judged
from thorgames.core.ask import CHANCE, Answer, Ask, check_answer, legal
from thorgames.core.info import Setup
from thorgames.games import registry

PLAYERS = tuple(f"player {n}" for n in range(1, 7))


def judged(game: AnyGame, state: Any, ask: Ask, seed: int = 1) -> list[Judged]:
    """What the seat that is asked thinks of its choices."""
    return list(heuristics(game.info.id).judge(game.view(state, ask.seat), ask, random.Random(seed)))


def said(game: AnyGame, one: Judged) -> str:
    """A reason in words."""
    return reasons(game, PLAYERS).plain(one.why)


def questions(game: AnyGame, state: Any, seed: int, luck: float = 0.0) -> Iterator[tuple[Any, Ask]]:
    """Every question to a seat in a game by the heuristics, which now and then leave an answer to luck."""

    def player(state: Any, ask: Ask, rng: random.Random) -> Answer:
        if rng.random() < luck:
            return legal(ask, rng)
        return judged(game, state, ask, rng.getrandbits(32))[0].answer

    for before, ask, *_ in steps(game, state, seed, player):
        if ask.seat != CHANCE:
            yield before, ask


def check_judged(game: AnyGame, ask: Ask, found: Sequence[Judged]) -> None:
    """The answers are legal, each there once, the best first, and every reason is a sentence."""
    assert found
    assert len({one.answer for one in found}) == len(found), ask.kind
    assert [one.worth for one in found] == sorted([one.worth for one in found], reverse=True), ask.kind
    for one in found:
        assert check_answer(ask, one.answer) == one.answer
        assert one.why.key in heuristics(game.info.id).WORDS
        text = said(game, one)
        assert re.fullmatch(r"[^{}?]+\.", text), text
        assert not text[0].islower() or text.startswith("player"), text


def check_twin(game: AnyGame, state: Any, ask: Ask, rng: random.Random, seed: int = 1) -> None:
    """A state that the seat cannot tell from this one is judged like it."""
    twin = game.scramble(state, ask.seat, rng)
    pending = game.pending(twin)
    assert pending is not None
    assert pending.ask_of(ask.seat) == ask
    assert judged(game, twin, ask, seed) == judged(game, state, ask, seed)
    standing = heuristics(game.info.id).standing
    assert standing(game.view(twin, ask.seat)) == standing(game.view(state, ask.seat))


def check_opened(game: AnyGame, state: Any, ask: Ask) -> None:
    """Where all cards are open, it does not look at what it would not see."""
    everything = game.view_type(ask.seat, state, game.box)
    found = heuristics(game.info.id).judge(everything, ask, random.Random(1))
    assert list(found) == judged(game, state, ask), ask.kind


def share_of_wins(setup: Setup, games: int, level: str = "normal", others: str = "easy", seed: int = 7) -> float:
    """What one player of a level wins among others, sitting on every seat in turn."""
    game = registry.load(setup.game)
    plan = Plan(setup, (level, *(others,) * (setup.seats - 1)), seed, games, rotate=True)
    won = 0.0
    for number in range(1, games + 1):
        played = play(game, plan, number)
        assert played.faults == ()
        assert played.outcome is not None
        won += played.outcome.share(plan.sitting(number).index(level))
    return won / games
