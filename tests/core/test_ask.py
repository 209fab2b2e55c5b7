"""Questions: which answers are right, and legal answers drawn at random."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations, permutations
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from thorgames.core.ask import Ask, Option, Pending, check_answer, legal, numbered, total
from thorgames.core.errors import Malformed, NotLegal, RulesError
from thorgames.core.text import Msg


def options(n: int, *amounts: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(Option("abcdefghij"[i], amount=amounts[i] if amounts else ()) for i in range(n))


# --- right and wrong answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (Ask(0, "k", options(3)), ("b",)),
        (Ask(0, "k", options(3), lo=0), ()),
        (Ask(0, "k", (), lo=0), ()),
        (Ask(0, "k", options(3), lo=2, hi=2), ("a", "c")),
        (Ask(0, "k", options(3), hi=3, need=(3,), budget=(4,)), ()),
    ],
)
def test_right_answers_pass_as_they_are(ask: Ask, answer: tuple[str, ...]) -> None:
    if ask.need:
        ask = Ask(0, "k", options(3, (1,), (2,), (3,)), hi=3, need=ask.need, budget=ask.budget)
        answer = ("a", "c")
    assert check_answer(ask, answer) == answer


@pytest.mark.parametrize(
    ("ask", "answer", "key"),
    [
        (Ask(0, "k", options(3)), ("z",), "refused.unknown"),
        (Ask(0, "k", options(3), lo=2, hi=2), ("a", "z"), "refused.unknown"),
        (Ask(0, "k", (), lo=0), ("a",), "refused.unknown"),
        (Ask(0, "k", options(3), hi=2), ("a", "a"), "refused.twice"),
        (Ask(0, "k", options(3), ordered=True, hi=2), ("a", "a"), "refused.twice"),
        (Ask(0, "k", options(3)), (), "refused.count"),
        (Ask(0, "k", options(3)), ("a", "b"), "refused.count"),
        (Ask(0, "k", options(3), lo=2, hi=3), ("a",), "refused.count.either"),
        (Ask(0, "k", options(4), lo=2, hi=4), ("a",), "refused.count.range"),
        (Ask(0, "k", options(3), lo=0, hi=2), ("a", "b", "c"), "refused.count.most"),
        (Ask(0, "k", options(3)), "a", "refused.form"),
        (Ask(0, "k", options(3)), ["a"], "refused.form"),
        (Ask(0, "k", options(3)), (1,), "refused.form"),
        (Ask(0, "k", options(3)), None, "refused.form"),
        (Ask(0, "k", options(3), lo=0), {}, "refused.form"),
        (Ask(0, "k", options(3), lo=2, hi=2), "ab", "refused.form"),
    ],
)
def test_malformed_answers(ask: Ask, answer: Any, key: str) -> None:
    with pytest.raises(Malformed) as refused:
        check_answer(ask, answer)
    assert refused.value.msg.key == key


PAY = Ask(0, "pay", options(4, (1, 0), (2, 0), (3, 1), (0, 2)), lo=0, hi=4, need=(3, 1), budget=(4, 2), rule="TOY-12")


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ((), "refused.need"),
        (("a", "b"), "refused.need"),  # 3, 0: the second part is missed
        (("a", "d"), "refused.need"),  # 1, 2
        (("b", "c"), "refused.budget"),  # 5, 1
        (("c", "d"), "refused.budget"),  # 3, 3
        (("a", "b", "d"), ""),  # 3, 2
        (("c",), ""),  # 3, 1
        (("a", "c"), ""),  # 4, 1
    ],
)
def test_need_and_budget_hold_part_for_part(answer: tuple[str, ...], key: str) -> None:
    if not key:
        assert check_answer(PAY, answer) == answer
        return
    with pytest.raises(NotLegal) as refused:
        check_answer(PAY, answer)
    assert (refused.value.msg.key, refused.value.rule) == (key, "TOY-12")


def test_sums_are_added_part_for_part() -> None:
    assert total(PAY, ("a", "c", "d")) == (4, 3)
    assert total(PAY, ()) == (0, 0)
    assert total(Ask(0, "k", options(3)), ("a",)) == ()


def test_an_unordered_answer_is_put_in_the_order_of_the_options() -> None:
    assert check_answer(Ask(0, "k", options(3), lo=3, hi=3), ("c", "a", "b")) == ("a", "b", "c")
    assert check_answer(Ask(0, "k", options(3), lo=3, hi=3, ordered=True), ("c", "a", "b")) == ("c", "a", "b")
    assert check_answer(PAY, ("d", "b", "a")) == ("a", "b", "d")


# --- labels, questions to several seats ----------------------------------------------------------------------------


def test_labels_and_prompts() -> None:
    ask = Ask(0, "pay", (Option("a", ("ox", 2)), Option("b", (1,), "coin")), args=(3,))
    assert [ask.label(option) for option in ask.options] == [Msg("pay.option", ("ox", 2)), Msg("coin", (1,))]
    assert ask.prompt() == Msg("pay", (3,))


def test_the_question_of_a_seat() -> None:
    one, other = Ask(0, "k", options(1)), Ask(2, "k", options(2))
    pending = Pending("sealed", (one, other))
    assert pending.ask_of(2) is other
    assert pending.ask_of(1) is None


def test_printing_a_question_shows_no_option() -> None:
    ask = Ask(0, "pay", (Option("ox", ("ox",)),), ("ox",))
    assert "ox" not in repr([ask, ask.options, Pending("turn", (ask,))])


# --- legal answers at random ---------------------------------------------------------------------------------------


def all_answers(ask: Ask) -> set[tuple[str, ...]]:
    """Every right answer of a small ask."""
    ids = [option.id for option in ask.options]
    found = set()
    for answer in chain.from_iterable(combinations(ids, n) for n in range(len(ids) + 1)):
        try:
            check_answer(ask, answer)
        except (Malformed, NotLegal):
            continue
        found |= set(permutations(answer)) if ask.ordered else {answer}
    return found


@st.composite
def asks(draw: st.DrawFn) -> Ask:
    """Small asks, with or without sums of one to three parts, not always with an answer."""
    n = draw(st.integers(0, 5))
    parts = draw(st.integers(0, 3))
    vector = st.tuples(*[st.integers(-1, 4)] * parts)
    amounts = [draw(vector)[: draw(st.integers(0, parts))] for _ in range(n)]
    lo = draw(st.integers(0, n + 1))
    limits = st.lists(st.integers(0, 7), max_size=parts).map(tuple)
    return Ask(
        0,
        "k",
        tuple(Option(str(i), amount=amount) for i, amount in enumerate(amounts)),
        lo=lo,
        hi=draw(st.integers(lo, n + 2)),
        ordered=draw(st.booleans()),
        need=draw(limits) if parts else (),
        budget=draw(st.tuples(*[st.integers(0, 9)] * parts)) if parts else (),
    )


@given(asks(), st.integers(0, 2**32))
def test_a_legal_answer_passes_the_check_and_is_found_if_there_is_one(ask: Ask, seed: int) -> None:
    note(f"{ask.lo} to {ask.hi}, {ask.need} to {ask.budget}, {[o.amount for o in ask.options]}")
    right = all_answers(ask)
    if not right:
        with pytest.raises(RulesError, match="no legal answer"):
            legal(ask, random.Random(seed))
        return
    answer = legal(ask, random.Random(seed))
    assert answer in right
    assert check_answer(ask, answer) == answer


@pytest.mark.parametrize(
    "ask",
    [
        Ask(0, "k", options(5)),
        Ask(0, "k", options(4), lo=0, hi=3),
        Ask(0, "k", options(3), lo=2, hi=3, ordered=True),
        Ask(0, "k", options(5, (1,), (2,), (3,), (4,), (5,)), lo=0, hi=5, need=(5,), budget=(8,)),
        PAY,
    ],
)
def test_every_right_answer_comes_up(ask: Ask) -> None:
    rng = random.Random(1)
    assert {legal(ask, rng) for _ in range(3_000)} == all_answers(ask)


@pytest.mark.parametrize("ask", [Ask(0, "k", options(5)), Ask(0, "k", options(4), lo=2, hi=2)])
def test_without_sums_answers_of_one_length_are_equally_likely(ask: Ask) -> None:
    rng = random.Random(2)
    counts = Counter(legal(ask, rng) for _ in range(6_000))
    expected = 6_000 / len(all_answers(ask))
    assert all(abs(n - expected) < 5 * expected**0.5 for n in counts.values())


@pytest.mark.parametrize(("need", "budget"), [((15,), (15,)), ((), (17,)), ((40,), ()), ((59,), (59,))])
def test_large_sums_are_found_in_no_time(need: tuple[int, ...], budget: tuple[int, ...]) -> None:
    many = tuple(Option(str(i), amount=(1 + i % 3,)) for i in range(30))
    for seed in range(20):
        ask = Ask(0, "k", many, hi=30, need=need, budget=budget)
        check_answer(ask, legal(ask, random.Random(seed)))


def test_a_sum_that_cannot_be_reached_is_an_error_in_no_time() -> None:
    many = tuple(Option(str(i), amount=(2,)) for i in range(40))
    with pytest.raises(RulesError):
        legal(Ask(0, "k", many, hi=40, need=(41,), budget=(41,)), random.Random(0))


def test_numbered_options() -> None:
    assert [(option.id, option.refs) for option in numbered(3)] == [("0", (0,)), ("1", (1,)), ("2", (2,))]
