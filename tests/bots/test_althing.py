"""Computer opponents at Althing: legal answers, blind to what is hidden, the same every time, strong enough."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest

import thorgames.bots
import thorgames.games.althing.heuristics as heuristics
from screens.simulate import Plan, Played, play
from thorgames import library
from thorgames.bots import LEVELS, SCRIPTED, Bot, bot, plays
from thorgames.core.ask import CHANCE, Ask, check_answer
from thorgames.core.chance import Dealer
from thorgames.games.althing.game import Althing, AlthingBox

GAME = Althing(AlthingBox(library.read("cards", "althing.toml"), "althing.toml"))
PLANNER = SCRIPTED["planner"]

SETUPS: list[tuple[str, int, dict[str, str]]] = [
    *((mode, seats, {}) for mode in ("standard", "campaign-1", "campaign-2", "campaign-3") for seats in (2, 3)),
    ("standard", 2, {"reserve": "yes"}),
    ("new", 2, {"kattegat": "b", "sides": "b", "reserve": "yes"}),
    ("new", 3, {"sides": "table", "first": "lot"}),
    ("alternative", 2, {"kattegat": "b", "reserve": "yes"}),
    ("alternative", 3, {}),
    ("solo", 1, {}),
    ("solo", 1, {"reserve": "yes", "sides": "random"}),
    ("solo-hard", 1, {"sides": "table"}),
]
every_setup = pytest.mark.parametrize(
    ("mode", "seats", "options"),
    SETUPS,
    ids=["-".join([mode, str(seats), *options.values()]) for mode, seats, options in SETUPS],
)


def games(
    mode: str, seats: int, options: dict[str, str], n: int, levels: tuple[str, ...] = ("planner",), seed: int = 1
) -> list[Played]:
    """Whole games, checked after every step."""
    plan = Plan(GAME.setup(mode, seats, options), tuple(levels[at % len(levels)] for at in range(seats)), seed, n)
    played = [play(GAME, plan, number) for number in range(1, n + 1)]
    assert [fault for one in played for fault in one.faults] == []
    return played


def asked(who: Bot, mode: str, seats: int, options: dict[str, str], seed: int) -> Iterator[tuple[Any, Ask, Any]]:
    """(state, question, answer) for every question to a seat in a game of one bot against itself."""
    state, dealer, rng = GAME.new(GAME.setup(mode, seats, options)), Dealer(seed), random.Random(seed)
    while (pending := GAME.pending(state)) is not None:
        ask = pending.asks[0]
        if ask.seat == CHANCE:
            answer = dealer.answer(ask)
        else:
            answer = who.choose(ask, partial(GAME.view, state, ask.seat), rng)
            yield state, ask, answer
        state = GAME.apply(state, ask.seat, answer).state


# --- every mode ----------------------------------------------------------------------------------------------------


@every_setup
@pytest.mark.parametrize("levels", [("planner",), ("easy", "planner")], ids=["planner", "easy-planner"])
def test_whole_games_end_without_a_fault(
    mode: str, seats: int, options: dict[str, str], levels: tuple[str, ...]
) -> None:
    for one in games(mode, seats, options, 3, levels):
        assert one.outcome is not None
        assert one.outcome.reason != "end.standstill"


@every_setup
@pytest.mark.parametrize("name", [*LEVELS, *SCRIPTED])
def test_twin_states_get_the_same_answer(mode: str, seats: int, options: dict[str, str], name: str) -> None:
    who, rng = bot(name), random.Random(5)
    for state, ask, answer in asked(who, mode, seats, options, 5):
        twin = GAME.scramble(state, ask.seat, rng)
        pending = GAME.pending(twin)
        assert pending is not None
        assert pending.ask_of(ask.seat) == ask
        look, seed = partial(GAME.view, twin, ask.seat), rng.getrandbits(32)
        given = who.choose(ask, look, random.Random(seed))
        assert given == who.choose(ask, partial(GAME.view, state, ask.seat), random.Random(seed))
        assert check_answer(ask, given) == given or not ask.ordered
        if name == "planner":  # whose answers take nothing from chance where it knows what to do
            assert given == answer


@every_setup
def test_the_same_chance_gives_the_same_game(mode: str, seats: int, options: dict[str, str]) -> None:
    first, second = ([(ask, answer) for _, ask, answer in asked(PLANNER, mode, seats, options, 9)] for _ in range(2))
    assert first == second
    heuristics.turns.cache_clear()
    heuristics.chance.cache_clear()
    assert [(ask, answer) for _, ask, answer in asked(PLANNER, mode, seats, options, 9)] == first


# --- what it may know ----------------------------------------------------------------------------------------------


def imports(path: Path) -> set[str]:
    """The modules a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Import):
            found.update(one.name for one in node.names)
    return found


def test_heuristics_know_no_module_of_the_game_but_its_view() -> None:
    own = {name for name in imports(Path(heuristics.__file__)) if name.startswith("thorgames.games")}
    assert own == {"thorgames.games.althing.view"}


def test_bots_know_no_game() -> None:
    for path in Path(thorgames.bots.__file__).parent.glob("*.py"):
        assert not [name for name in imports(path) if name.startswith("thorgames.games")]


def test_the_planner_plays_only_what_heuristics_are_written_for() -> None:
    assert plays("planner", "althing")
    assert not plays("planner", "thor")
    assert all(plays(level, game) for level in LEVELS for game in ("althing", "thor"))
    assert not set(SCRIPTED) & set(LEVELS), "a scripted player is not offered in the set-up"


# --- how well it plays: P-07 of the rules analysis -----------------------------------------------------------------


def share(played: list[Played], reason: str) -> float:
    """The part of the games that ended in a way."""
    return sum(one.outcome is not None and one.outcome.reason == reason for one in played) / len(played)


def check_standard(n: int, mean: tuple[float, float], within: float) -> None:
    turns = [one.turns for one in games("standard", 2, {}, n)]
    assert mean[0] <= median(turns) <= mean[1]
    assert sum(8 <= one <= 15 for one in turns) / n >= within
    assert max(turns) <= 60


def check_campaign(n: int, low: float, high: float) -> None:
    each = [fmean(one.turns for one in games(f"campaign-{part}", 2, {}, n)) for part in (1, 2, 3)]
    assert low <= sum(each) <= high


def test_a_few_standard_games_have_the_right_length() -> None:
    check_standard(60, (9, 15), 0.6)


def test_a_few_campaigns_have_the_right_length() -> None:
    check_campaign(60, 24, 38)


@pytest.mark.parametrize(("mode", "low", "high"), [("solo", 0.45, 0.9), ("solo-hard", 0.0, 0.45)])
def test_a_few_solo_games_are_won_as_often_as_they_should_be(mode: str, low: float, high: float) -> None:
    assert low <= share(games(mode, 1, {}, 60), "end.solo.won") <= high


def test_the_planner_beats_the_easy_level() -> None:
    wins = [one.outcome.ranks[1] == 1 for one in games("standard", 2, {}, 20, ("easy", "planner")) if one.outcome]
    assert sum(wins) >= 16


@pytest.mark.long
def test_standard_games_have_the_right_length() -> None:
    check_standard(2000, (10, 14), 0.7)


@pytest.mark.long
def test_campaigns_have_the_right_length() -> None:
    check_campaign(2000, 26, 36)


@pytest.mark.long
@pytest.mark.parametrize(("mode", "low", "high"), [("solo", 0.5, 0.85), ("solo-hard", 0.0, 0.4)])
def test_solo_games_are_won_as_often_as_they_should_be(mode: str, low: float, high: float) -> None:
    assert low <= share(games(mode, 1, {}, 2000), "end.solo.won") <= high  # a tie is no win
