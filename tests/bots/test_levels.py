"""Every level in every game: legal, fair, the same every time, and as long about a plain question as about another."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from tests.games.common import steps
from thorgames.bots import LEVELS, Bot, advise, heuristics, reasons
from thorgames.bots.hard import Hard, preferred
from thorgames.core.ask import CHANCE, Answer, Ask, check_answer
from thorgames.core.game import Game
from thorgames.games import registry

QUICK = Hard(playouts=4)
"""The hard level with few games played on in thought: as fair, and quicker to test."""

WAYS = [
    (game, mode.id, seats)
    for game in registry.GAMES
    for mode in registry.info(game).modes
    for seats in sorted({mode.seats[0], mode.seats[-1]})
]
every_way = pytest.mark.parametrize(("name", "mode", "seats"), WAYS, ids=["-".join(map(str, way)) for way in WAYS])

Asked = tuple[Game[Any, Any, Any], Any, Ask]


def asked(name: str, mode: str, seats: int, who: Bot, most: int = 10_000, seed: int = 3) -> Iterator[Asked]:
    """(game, state, question) for every question to a seat in a game that the bot plays against itself."""
    game = registry.load(name)

    def player(state: Any, ask: Ask, rng: random.Random) -> Answer:
        return who.choose(ask, looking(game, state, ask.seat), rng)

    for state, ask, *_ in islice(steps(game, game.new(game.setup(mode, seats)), seed, player), most):
        if ask.seat != CHANCE:
            yield game, state, ask


def looking(game: Game[Any, Any, Any], state: Any, seat: int) -> Callable[[], Any]:
    """What gives a seat's view."""
    return lambda: game.view(state, seat)


@every_way
def test_every_question_of_a_game_is_judged_legally_and_with_a_reason_in_words(
    name: str, mode: str, seats: int
) -> None:
    judges, ended = heuristics(name), False
    for game, state, ask in asked(name, mode, seats, LEVELS["normal"]):
        view = game.view(state, ask.seat)
        speaker = reasons(game, [f"P{n}" for n in range(seats)])
        judged = judges.judge(view, ask, random.Random(1))
        assert judged
        assert len({one.answer for one in judged}) == len(judged)
        for one in judged:
            assert check_answer(ask, one.answer) is not None
            said = speaker.plain(one.why)
            assert said[0].isupper() or not said[0].isalpha()
            assert said.endswith((".", "!")), said
        standing = judges.standing(view)
        assert len(standing) == seats
        assert all(0 <= part <= 1 for part in standing)
        ended = True
    assert ended


@every_way
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_no_level_can_tell_states_apart_that_its_seat_cannot(name: str, mode: str, seats: int, level: str) -> None:
    who: Bot = QUICK if level == "hard" else LEVELS[level]
    rng, compared = random.Random(11), 0
    often = 80 if level == "hard" else 15
    for number, (game, state, ask) in enumerate(asked(name, mode, seats, LEVELS["normal"])):
        if number % often:
            continue
        twin, seed = game.scramble(state, ask.seat, rng), rng.getrandbits(32)
        given = [who.choose(ask, looking(game, one, ask.seat), random.Random(seed)) for one in (state, twin)]
        assert given[0] == given[1]
        compared += 1
    assert compared


class Counting:
    """Counts how often a bot tells how far it has come."""

    def __init__(self, most: int = 10**9) -> None:
        self.told: list[float] = []
        self.most = most

    def __call__(self, share: float) -> bool:
        self.told.append(share)
        return len(self.told) < self.most


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_plain_question_is_thought_about_as_long_as_a_difficult_one(name: str) -> None:
    played: set[int] = set()
    plain = difficult = 0
    mode = registry.info(name).modes[0]
    for number, (game, state, ask) in enumerate(asked(name, mode.id, mode.seats[0], LEVELS["normal"])):
        if number % 12 and plain:
            continue
        view = game.view(state, ask.seat)
        ideas = len(heuristics(name).judge(view, ask, random.Random(1)))
        if plain + difficult > 12 or (ideas == 1 and plain > 3):
            continue
        count = Counting()
        Hard(playouts=24).choose(ask, lambda view=view: view, random.Random(1), count)
        played.add(round(24 * count.told[-1]))
        plain, difficult = plain + (ideas == 1), difficult + (ideas > 1)
    assert difficult
    assert min(played) >= 18, "nearly all of what it may think is thought, whatever there is to choose from"


def test_the_hard_level_decides_at_once_when_asked_to() -> None:
    for game, state, ask in asked("thor", "basic", 2, LEVELS["normal"], 12):
        count = Counting(most=1)
        answer = Hard(playouts=1000).choose(ask, looking(game, state, ask.seat), random.Random(2), count)
        assert check_answer(ask, answer) == answer
        assert len(count.told) == 1


def test_the_same_budget_and_chance_give_the_same_answer() -> None:
    questions = list(asked("thor", "basic", 3, LEVELS["normal"], 40))[::7]
    answers = [
        [QUICK.choose(ask, looking(game, state, ask.seat), random.Random(4)) for game, state, ask in questions]
        for _ in range(2)
    ]
    assert answers[0] == answers[1]


def test_another_answer_than_the_first_is_preferred_only_if_it_did_better_beyond_doubt() -> None:
    first, second = ("a",), ("b",)
    left: list[Answer] = [first, second]
    assert preferred({first: [0.0, 1.0, 0.0, 1.0], second: [1.0, 0.0, 1.0, 0.1]}, left) == first
    assert preferred({first: [0.0, 0.2, 0.1, 0.3], second: [1.0, 0.9, 0.8, 1.0]}, left) == second
    assert preferred({first: [0.5], second: []}, left) == first


def test_a_hint_is_what_the_normal_level_does() -> None:
    for game, state, ask in asked("thor", "basic", 4, LEVELS["easy"], 60):
        look = looking(game, state, ask.seat)
        assert advise(look(), ask, random.Random(8)).answer == LEVELS["normal"].choose(ask, look, random.Random(8))
