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
import thorgames.games.althing.planning as planning
from screens.simulate import Plan, Played, play
from tests.bots import common
from tests.games.common import steps
from thorgames import library
from thorgames.bots import LEVELS, Bot
from thorgames.core.ask import CHANCE, Answer, Ask, Option, check_answer, legal
from thorgames.games.althing.cards import AlthingBox
from thorgames.games.althing.game import Althing

GAME = Althing(AlthingBox(library.read("cards", "althing.toml"), "althing.toml"))
NORMAL = LEVELS["normal"]


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
    mode: str, seats: int, options: dict[str, str], n: int, levels: tuple[str, ...] = ("normal",), seed: int = 1
) -> list[Played]:
    """Whole games, checked after every step."""
    plan = Plan(GAME.setup(mode, seats, options), tuple(levels[at % len(levels)] for at in range(seats)), seed, n)
    played = [play(GAME, plan, number) for number in range(1, n + 1)]
    assert [fault for one in played for fault in one.faults] == []
    return played


def asked(who: Bot, mode: str, seats: int, options: dict[str, str], seed: int) -> Iterator[tuple[Any, Ask, Any]]:
    """(state, question, answer) for every question to a seat in a game of one bot against itself."""
    start = GAME.new(GAME.setup(mode, seats, options))
    for state, ask, answer, _ in steps(
        GAME, start, seed, lambda state, ask, rng: who.choose(ask, partial(GAME.view, state, ask.seat), rng)
    ):
        if ask.seat != CHANCE:
            yield state, ask, answer


# --- every mode ----------------------------------------------------------------------------------------------------


@every_setup
@pytest.mark.parametrize("levels", [("normal",), ("easy", "normal")], ids=["normal", "easy-normal"])
def test_whole_games_end_without_a_fault(
    mode: str, seats: int, options: dict[str, str], levels: tuple[str, ...]
) -> None:
    for one in games(mode, seats, options, 1, levels):
        assert one.outcome is not None
        assert one.outcome.reason != "end.standstill"


judged = partial(common.judged, GAME)


@every_setup
def test_every_question_is_judged_legally_and_with_a_reason_in_words(
    mode: str, seats: int, options: dict[str, str]
) -> None:
    def player(state: Any, ask: Ask, rng: random.Random) -> Answer:
        found = judged(state, ask)
        assert len(found) <= heuristics.IDEAS
        common.check_judged(GAME, ask, found)
        assert all(common.said(GAME, one)[0].isalpha() for one in found)
        return legal(ask, rng) if rng.random() < 0.2 and ask.kind != "orders" else found[0].answer

    assert list(steps(GAME, GAME.new(GAME.setup(mode, seats, options)), 3, player))


def test_no_word_of_the_reasons_is_one_of_the_game() -> None:
    assert not set(heuristics.WORDS) & set(GAME.all_words)


@pytest.mark.parametrize("kind", ["orders", "sides", "standstill", "reserve.price"])
def test_questions_that_rarely_come_up_are_judged_too(kind: str) -> None:
    state = next(state for state, _, _ in asked(NORMAL, "standard", 2, {"reserve": "yes"}, 4))
    hand = GAME.view(state, state.active).hand()
    ids = {
        "orders": ("troll:always", "troll:ask", "troll:never"),
        "sides": ("1", "2"),
        "standstill": ("go-on", "end"),
        "reserve.price": tuple(dict.fromkeys(hand)),
    }[kind]
    lo = 0 if kind == "sides" else 1
    ask = Ask(state.active, kind, tuple(Option(one) for one in ids), lo=lo)
    (one,) = judged(state, ask)
    assert check_answer(ask, one.answer) == one.answer
    assert common.said(GAME, one)
    if kind != "reserve.price":
        assert one.answer == {"orders": ("troll:ask",), "sides": (), "standstill": ("end",)}[kind]


def test_a_question_it_does_not_know_is_an_error_and_no_guess() -> None:
    state = next(state for state, _, _ in asked(NORMAL, "standard", 2, {}, 4))
    with pytest.raises(ValueError, match="dance"):
        judged(state, Ask(state.active, "dance", ()))


@every_setup
def test_twin_states_are_judged_alike(mode: str, seats: int, options: dict[str, str]) -> None:
    rng = random.Random(5)
    for number, (state, ask, answer) in enumerate(asked(NORMAL, mode, seats, options, 5)):
        assert judged(state, ask, number)[0].answer == answer
        if number % 3:
            continue
        common.check_twin(GAME, state, ask, rng, number)


@every_setup
def test_in_an_open_position_it_does_not_look_at_what_it_would_not_see(
    mode: str, seats: int, options: dict[str, str]
) -> None:
    for number, (state, ask, _) in enumerate(asked(NORMAL, mode, seats, options, 6)):
        if number % 5 == 0:
            common.check_opened(GAME, state, ask)


@every_setup
def test_the_same_chance_gives_the_same_game(mode: str, seats: int, options: dict[str, str]) -> None:
    first = [(ask, answer) for _, ask, answer in asked(NORMAL, mode, seats, options, 9)]
    planning.turns.cache_clear()
    planning.chance.cache_clear()
    assert [(ask, answer) for _, ask, answer in asked(NORMAL, mode, seats, options, 9)] == first


# --- how the seats stand -------------------------------------------------------------------------------------------


@every_setup
def test_standings_are_shares_of_a_win(mode: str, seats: int, options: dict[str, str]) -> None:
    for number, (state, _, _) in enumerate(asked(NORMAL, mode, seats, options, 8)):
        if number % 4 == 0:
            for view in (*[GAME.view(state, seat) for seat in (0, None)], GAME.view_type(0, state, GAME.box)):
                shares = heuristics.standing(view)
                assert len(shares) == seats
                assert all(0 < share < 1 for share in shares)
                assert seats == 1 or sum(shares) == pytest.approx(1)


def test_who_is_further_stands_better() -> None:
    found = []
    for seed in range(12, 18):
        for state, ask, _ in asked(NORMAL, "standard", 2, {}, seed):
            ahead = state.pawns[0] - state.pawns[1]
            if abs(ahead) >= 2 and ask.kind == "discard":
                found.append(heuristics.standing(GAME.view(state, ask.seat))[ahead < 0])
    assert sum(found) / len(found) > 0.52


def test_of_two_who_are_equally_far_the_next_one_is_hit_so_that_no_seat_suffers_most() -> None:
    hit = set()
    for seed in range(3):
        for state, ask, answer in asked(NORMAL, "standard", 3, {}, seed):
            if ask.kind != "act" or answer[0].count(":") < 2 or ":untroll:" in answer[0] or ":plot:" in answer[0]:
                continue
            target = answer[0].rpartition(":")[2]
            one, two = [GAME.view(state, ask.seat).stages((ask.seat + n) % 3) for n in (1, 2)]
            if one == two and not state.storms:
                assert (int(target) - ask.seat) % 3 == 1
                hit.add(int(target))
    assert hit == {0, 1, 2}


def test_alone_one_stands_the_worse_the_further_thorfinn_is() -> None:
    state = next(state for state, ask, _ in asked(NORMAL, "solo", 1, {}, 3) if ask.kind == "act")
    stands = [heuristics.standing(GAME.view(state.but(rival=place), 0))[0] for place in (1, 2, 3, 4)]
    assert stands == sorted(stands, reverse=True)
    assert stands[0] > stands[3] + 0.1


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


def test_heuristics_know_no_module_of_the_game_but_its_view_and_cards() -> None:
    own = {name for name in imports(Path(heuristics.__file__)) if name.startswith("thorgames.games")}
    assert own == {f"thorgames.games.althing.{name}" for name in ("cards", "planning", "view")}
    assert {name for name in imports(Path(planning.__file__)) if name.startswith("thorgames.games")} == {
        "thorgames.games.althing.view"
    }


def test_bots_know_no_game() -> None:
    for path in Path(thorgames.bots.__file__).parent.glob("*.py"):
        assert not [name for name in imports(path) if name.startswith("thorgames.games.")]


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
    check_standard(16, (9, 15), 0.6)


def test_a_few_campaigns_have_the_right_length() -> None:
    check_campaign(6, 24, 38)


@pytest.mark.parametrize(("mode", "low", "high"), [("solo", 0.45, 0.9), ("solo-hard", 0.0, 0.45)])
def test_a_few_solo_games_are_won_as_often_as_they_should_be(mode: str, low: float, high: float) -> None:
    assert low <= share(games(mode, 1, {}, 24), "end.solo.won") <= high


def test_normal_beats_easy() -> None:
    assert common.share_of_wins(GAME.setup("standard", 2), 20) >= 0.8


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (3, 2 / 3)])
def test_normal_beats_easy_at_every_table(seats: int, least: float) -> None:
    assert common.share_of_wins(GAME.setup("standard", seats), 400) >= least


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
