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
from thorgames import library
from thorgames.bots import LEVELS, Bot
from thorgames.core.advice import Judged
from thorgames.core.ask import CHANCE, Ask, Option, check_answer, legal
from thorgames.core.chance import Dealer
from thorgames.core.text import Speaker
from thorgames.games.althing.cards import AlthingBox
from thorgames.games.althing.game import Althing

GAME = Althing(AlthingBox(library.read("cards", "althing.toml"), "althing.toml"))
NORMAL = LEVELS["normal"]

SPEAKER = Speaker({**GAME.all_words, **heuristics.WORDS}, ["Ask", "Embla", "Bo"], GAME.box.name)

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
@pytest.mark.parametrize("levels", [("normal",), ("easy", "normal")], ids=["normal", "easy-normal"])
def test_whole_games_end_without_a_fault(
    mode: str, seats: int, options: dict[str, str], levels: tuple[str, ...]
) -> None:
    for one in games(mode, seats, options, 1, levels):
        assert one.outcome is not None
        assert one.outcome.reason != "end.standstill"


def judged(state: Any, ask: Ask, seed: int = 1) -> list[Judged]:
    return list(heuristics.judge(GAME.view(state, ask.seat), ask, random.Random(seed)))


@every_setup
def test_every_question_is_judged_legally_and_with_a_reason_in_words(
    mode: str, seats: int, options: dict[str, str]
) -> None:
    rng, state, dealer = random.Random(3), GAME.new(GAME.setup(mode, seats, options)), Dealer(3)
    while (pending := GAME.pending(state)) is not None:
        ask = pending.asks[0]
        if ask.seat == CHANCE:
            answer = dealer.answer(ask)
        else:
            found = judged(state, ask)
            assert 1 <= len(found) <= heuristics.IDEAS
            assert len({one.answer for one in found}) == len(found)
            assert found[0].worth == max(one.worth for one in found)
            for one in found:
                assert check_answer(ask, one.answer) == one.answer
                assert one.why.key in heuristics.WORDS
                text = SPEAKER.plain(one.why)
                assert text[0].isupper()
                assert text.endswith(".")
                assert "?" not in text
            answer = legal(ask, rng) if rng.random() < 0.2 and ask.kind != "orders" else found[0].answer
        state = GAME.apply(state, ask.seat, answer).state


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
    assert SPEAKER.plain(one.why)
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
        twin = GAME.scramble(state, ask.seat, rng)
        pending = GAME.pending(twin)
        assert pending is not None
        assert pending.ask_of(ask.seat) == ask
        assert judged(twin, ask, number) == judged(state, ask, number)
        assert heuristics.standing(GAME.view(twin, ask.seat)) == heuristics.standing(GAME.view(state, ask.seat))


@every_setup
def test_in_an_open_position_it_does_not_look_at_what_it_would_not_see(
    mode: str, seats: int, options: dict[str, str]
) -> None:
    for number, (state, ask, _) in enumerate(asked(NORMAL, mode, seats, options, 6)):
        if number % 5 == 0:
            everything = GAME.view_type(ask.seat, state, GAME.box)
            assert list(heuristics.judge(everything, ask, random.Random(1))) == judged(state, ask)


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


def wins(seats: int, n: int, levels: tuple[str, ...] = ("normal", "easy")) -> float:
    """The share of wins of one player of the first level among players of the second, who sits everywhere in turn."""
    won = 0.0
    for number in range(1, n + 1):
        seat = number % seats
        at = tuple(levels[0] if other == seat else levels[1] for other in range(seats))
        played = play(GAME, Plan(GAME.setup("standard", seats, {}), at, 7, n), number)
        assert played.outcome is not None
        ranks = played.outcome.ranks
        won += 1 / ranks.count(1) if ranks[seat] == 1 else 0
    return won / n


def test_normal_beats_easy() -> None:
    assert wins(2, 20) >= 0.8


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (3, 2 / 3)])
def test_normal_beats_easy_at_every_table(seats: int, least: float) -> None:
    assert wins(seats, 400) >= least


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
