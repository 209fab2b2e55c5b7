"""Chance is a seat."""

from __future__ import annotations

import random

from tests import toy
from tests.toy.rules import S
from thorgames.core.ask import CHANCE, check_answer
from thorgames.core.chance import Dealer, Shuffle, pick

STATE = S(seats=2, coins=(1, 2), rounds=1, deck=("a", "b", "c", "c"), hands=(("d",), ("e", "f")))


def test_a_shuffle_asks_chance_for_an_order_and_lays_the_pile_in_it() -> None:
    ask = Shuffle("deck").step(STATE, None)
    assert (ask.seat, ask.lo, ask.hi, ask.ordered, len(ask.options)) == (CHANCE, 4, 4, True, 4)
    assert Shuffle("deck").step(STATE, None, ("3", "0", "2", "1")).deck == ("c", "a", "c", "b")


def test_one_pile_of_several_can_be_shuffled() -> None:
    assert len(Shuffle("hands", 1).step(STATE, None).options) == 2
    assert Shuffle("hands", 1).step(STATE, None, ("1", "0")).hands == (("d",), ("f", "e"))


def test_a_pile_that_has_one_order_only_asks_nothing() -> None:
    assert Shuffle("hands", 0).step(STATE, None) is STATE
    assert Shuffle("market").step(STATE, None) is STATE


def test_the_question_of_a_shuffle_names_no_card() -> None:
    ask = Shuffle("deck").step(STATE, None)
    assert ask == Shuffle("deck").step(STATE.but(deck=("f", "e", "d", "b")), None)


def test_a_pick_is_one_of_so_many_places() -> None:
    ask = pick("snatch", 3, 1)
    assert (ask.seat, ask.kind, ask.args, [o.id for o in ask.options]) == (CHANCE, "snatch", (1,), ["0", "1", "2"])


def test_a_dealer_answers_from_seed_and_position_alone() -> None:
    asks = [pick("snatch", 1000), Shuffle("deck").step(STATE, None), pick("snatch", 1000)]
    one, other = Dealer(5), Dealer(5)
    random.seed(1)
    first = [one.answer(ask) for ask in asks]
    random.seed(2)
    assert [other.answer(ask) for ask in asks] == first
    assert all(check_answer(ask, answer) for ask, answer in zip(asks, first, strict=True))
    assert one.drawn == 3
    assert Dealer(5, drawn=2).answer(asks[2]) == first[2]
    assert [Dealer(seed).answer(asks[0]) for seed in range(20)].count(first[0]) < 3
    assert Dealer(5, drawn=1).answer(asks[0]) != first[0]


def test_printing_a_dealer_tells_neither_seed_nor_position() -> None:
    assert repr(Dealer(12345, 678)) == "<Dealer>"


def test_an_ordered_pile_is_drawn_without_chance() -> None:
    game = toy.load()
    state = game.new(game.setup("short", 2))
    state = game.apply(state, CHANCE, Dealer(1).answer(game.pending(state).asks[0])).state
    cards = tuple(sorted(game.box.count("good", "trick").elements()))
    assert state.deck != cards
    assert sorted([*state.deck, *state.market, *state.hands[0], *state.hands[1]]) == list(cards)
