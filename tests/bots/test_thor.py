"""Computer opponents at Thor: every question judged with a reason, blind to what is hidden, and strong enough."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

import pytest

import thorgames.games.thor.heuristics as heuristics
from tests.bots import common
from tests.games.thor.table import GAME, SETUPS, asked, deal, new, option, position, word
from thorgames.core.ask import Ask

every_setup = pytest.mark.parametrize(
    ("mode", "seats", "will"), SETUPS, ids=[f"{mode}-{seats}{'-will' * will}" for mode, seats, will in SETUPS]
)


judged = partial(common.judged, GAME)


def advice(state: Any) -> tuple[tuple[str, ...], str]:
    """What the normal level does in a position, in the short words of the tests, and the key of its reason."""
    best = judged(state, asked(state))[0]
    return tuple(word(one) for one in best.answer), best.why.key


def said(state: Any) -> str:
    """Its reason in words."""
    return common.said(GAME, judged(state, asked(state))[0])


def questions(mode: str, seats: int, will: bool, seed: int = 2, luck: float = 0.0) -> Iterator[tuple[Any, Ask]]:
    """Every question to a seat in a match by the heuristics, which now and then leave an answer to luck."""
    return common.questions(GAME, new(mode, seats, will), seed, luck)


# --- every question ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def asked_for() -> Counter[str]:
    """How often each kind of question came up in a few matches of every set-up; each of them is checked here."""
    kinds: Counter[str] = Counter()
    for seed, (mode, seats, will) in enumerate([*SETUPS, *[("basic", 3, True)] * 12]):
        for state, ask in questions(mode, seats, will, seed, luck=0.5):
            kinds[ask.kind] += 1
            found = judged(state, ask)
            assert len(found) <= heuristics.IDEAS
            common.check_judged(GAME, ask, found)
            assert all(common.said(GAME, one)[0].isalpha() for one in found)
    return kinds


def test_every_question_is_judged_legally_and_with_a_reason_in_words() -> None:
    wanted = ("play", "play.will", "take", "take.will", "take.last", "favorable-times", "oath-vanir", "mjollnir")
    assert all(asked_for()[kind] for kind in wanted), asked_for()


def test_no_word_of_the_reasons_is_one_of_the_game() -> None:
    assert not set(heuristics.WORDS) & set(GAME.all_words)


def test_a_question_it_does_not_know_is_an_error_and_no_guess() -> None:
    state = position(seats=2)
    with pytest.raises(ValueError, match="dance"):
        heuristics.judge(GAME.view(state, 0), Ask(0, "dance", ()), random.Random(1))


# --- what it may know ----------------------------------------------------------------------------------------------


@every_setup
def test_twin_states_are_judged_alike(mode: str, seats: int, will: bool) -> None:
    rng = random.Random(5)
    for number, (state, ask) in enumerate(questions(mode, seats, will)):
        if number % 4:
            continue
        common.check_twin(GAME, state, ask, rng)


@every_setup
def test_in_an_open_position_it_does_not_look_at_what_it_would_not_see(mode: str, seats: int, will: bool) -> None:
    for number, (state, ask) in enumerate(questions(mode, seats, will, seed=3)):
        if number % 4 == 0:
            common.check_opened(GAME, state, ask)


# --- how the seats stand -------------------------------------------------------------------------------------------


@every_setup
def test_standings_are_shares_of_a_win(mode: str, seats: int, will: bool) -> None:
    for state, _ in questions(mode, seats, will, luck=0.2):
        for viewer in (0, None):
            shares = heuristics.standing(GAME.view(state, viewer))
            assert len(shares) == seats
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= 0


def test_whoever_wins_has_mostly_stood_better_before() -> None:
    given = []
    for seed in range(24):
        states = [state for state, _ in questions("basic", 2, False, seed)]
        ask = asked(states[-1])
        ranks = GAME.apply(states[-1], ask.seat, judged(states[-1], ask)[0].answer).state.outcome.ranks
        if ranks != (1, 1):
            given.append(heuristics.standing(GAME.view(states[-8], 0))[ranks.index(1)])
    assert sum(given) / len(given) > 0.52


def test_who_has_the_dearer_cards_stands_better() -> None:
    state = position(
        "Fa1 Od1 Fa0 Nj2 Fa2 Fr2 Fa4 Th0 Fa5 Od0", seats=2, displays={0: "Od*2 Th*2 Nj", 1: "Fa*5"}, hands={0: "Fa3"}
    )
    assert heuristics.standing(GAME.view(state, 0))[1] > 0.6


def test_before_the_first_deal_all_stand_alike() -> None:
    assert list(heuristics.standing(GAME.view(new("basic", 4), None))) == [0.25] * 4


# --- moves that are plain to a person ------------------------------------------------------------------------------


def test_it_raises_the_god_whose_cards_it_has() -> None:
    state = position(
        "Fa0 Od1 Fa1 Nj2 Nj0 Fr2 Th1 Th0 Fr1 Od0 Nj1 Th2 Fr0 Od2 Fa2 Nj3 Th3 Fr3",
        seats=2,
        hands={0: "Fa5 Od3 Th5 Nj4 Fr5", 1: "Od4 Od5 Th4 Nj5 Fr4"},
        displays={0: "Fa*4 Od*2 Th*2 Nj", 1: "Od*3 Th*2 Nj*2 Fr*2"},
    )
    assert advice(state) == (("Fa5",), "why.raise")
    assert said(state) == "You have the lead in cards of Freya: each counts 5 instead of 2."


def test_it_lowers_the_god_whose_cards_the_other_has() -> None:
    state = position(
        "Fa1 Od1 Fa2 Nj2 Nj0 Fr2 Th1 Th0 Fr1 Od0 Nj1 Th2 Fr0 Od2 Nj3 Th3 Fr3 Od3 Fa5",
        seats=2,
        hands={0: "Fa0 Od4 Th4 Nj4 Fr4", 1: "Od5 Th5 Nj5 Fr5"},
        displays={0: "Od*3 Th*2 Nj*2 Fr*2", 1: "Fa*4 Od Th*2 Nj*2"},
    )
    assert advice(state) == (("Fa0",), "why.lower")


def test_it_ends_the_match_when_it_is_ahead() -> None:
    state = position(
        "Fa0 Od1 Fa1 Nj2 Fa2 Fr2 Fa4 Th0 Fa3 Od0",
        seats=2,
        hands={0: "Fa5"},
        displays={0: "Fa*5", 1: "Od*2 Th*2 Nj"},
    )
    assert advice(state) == (("Fa5",), "why.end.match")


def test_it_does_not_end_the_match_when_it_is_behind() -> None:
    state = position(
        "Fa0 Od1 Fa1 Nj2 Fa2 Fr2 Fa4 Th0 Fa3 Od0",
        seats=2,
        hands={0: "Fa5"},
        displays={1: "Fa*5", 0: "Od*2 Th*2 Nj"},
    )
    assert advice(state)[0] != ("Fa5",)


def test_in_the_last_turn_it_takes_what_counts_most() -> None:
    state = position(
        "Fa0 Od1 Fa1 Nj2 Fa2 Fr4 Fa4 Th0 Fa3 Od0", seats=2, hands={0: "Fa5"}, displays={0: "Fa*5", 1: "Od*2 Th*2 Nj"}
    )
    state = GAME.apply(state, 0, (option("Fa5"),)).state
    assert advice(state) == (("Fr",), "why.take.last")


def test_in_the_last_turn_it_leaves_what_counts_nothing() -> None:
    state = position(
        "Fa1 Od0 Fa2 Od1 Fa3 Fa4 Fa5 Th1 Th0 Nj1 Nj0 Fr1 Fr0 Od2",
        seats=2,
        hands={0: "Fa0"},
        displays={0: "Od*4 Fa*3", 1: "Fa*2 Od Th*2 Nj*2"},
    )
    state = GAME.apply(state, 0, (option("Fa0"),)).state
    assert advice(state) == (("nothing",), "why.nothing.last")


def test_it_takes_a_god_that_it_can_raise() -> None:
    hand = "Fa5 Fa4 Fa3 Fa2 Fa1 Od0 Od1 Od2 Th0 Th1 Nj0 Nj1 Fr0 Fr1"
    state = GAME.apply(deal(new("basic", 2), hands={0: hand}), 0, (option("Fa1"),)).state
    assert advice(state) == (("Fa",), "why.take.raise")
    assert said(state) == "Freya counts 1 now, and you hold an offering that makes it 5."


def test_it_takes_two_cards_more_of_a_god_it_holds_up() -> None:
    state = position(
        "Fa0 Od5 Fa1 Od4 Od0 Fa2 Fa4 Th1 Th0",
        will=True,
        hands={0: "Fa5 Fa3"},
        actions={0: "FT"},
        displays={0: "Fa*2 Od", 1: "Od Nj Th", 2: "Nj Fr Th"},
    )
    assert advice(state) == (("FT>Fa",), "why.favorable")
    state = GAME.apply(state, 0, (option("FT>Fa"),)).state
    assert advice(state) == (("2",), "why.more")


def test_it_orders_the_offerings_so_that_the_best_one_is_last() -> None:
    state = position(
        "Fa5 Od0 Od1 Fa3 Th1 Th0 Fa0",
        will=True,
        seat=0,
        hands={0: "Nj0 Fr0"},
        actions={0: "MM"},
        displays={0: "Fa*3", 1: "Od*2", 2: "Nj*2"},
    )
    assert advice(state) == (("MM>Fa",), "why.raise")
    state = GAME.apply(state, 0, (option("MM>Fa"),)).state
    answer, why = advice(state)
    assert (answer[-1], why) == ("Fa5", "why.order.high")


def test_the_oath_is_sworn_against_the_strongest() -> None:
    state = position(
        "Fa4 Od0 Th5 Od1 Nj1 Fr5",
        will=True,
        seat=0,
        actions={0: "OV"},
        displays={0: "Od*2", 1: "Fa Od", 2: "Fa Th Fr*2"},
    )
    state = GAME.apply(state, 0, (option("OV>Fa"),)).state
    assert advice(state) == (("2",), "why.oath.leader")


def test_it_keeps_three_gifts_for_the_points() -> None:
    for state, ask in questions("basic", 3, True, seed=4):
        if ask.kind == "play.will" and any(o.id.startswith("act-three-gifts<") for o in ask.options):
            best = judged(state, ask)[0]
            assert not best.answer[0].startswith("act-three-gifts<") or best.why.key != "why.wait"


# --- how well it plays ---------------------------------------------------------------------------------------------


def share(mode: str, seats: int, will: bool, games: int) -> float:
    """The share of wins of one normal player among easy ones."""
    return common.share_of_wins(GAME.setup(mode, seats, {"thors-will": "yes" if will else "no"}), games)


def test_normal_beats_easy() -> None:
    assert share("basic", 2, False, 20) >= 0.8


@pytest.mark.long
@every_setup
def test_normal_beats_easy_in_every_set_up(mode: str, seats: int, will: bool) -> None:
    assert share(mode, seats, will, 400) >= (0.8 if seats == 2 else 2 / seats)
