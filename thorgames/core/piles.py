"""Tuples as piles and as one thing for each seat, and how an answer names the cards of a pile."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TypeVar

from thorgames.core.ask import Answer
from thorgames.core.zones import Pile

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    return (*items[:at], value, *items[at + 1 :])


def without(pile: Pile, *cards: str) -> Pile:
    """The pile without one copy of each of these cards.

    Raises:
        ValueError: a card is not there.
    """
    left = list(pile)
    for card in cards:
        left.remove(card)
    return tuple(left)


@lru_cache(maxsize=4096)
def copies(cards: Pile, most: int = 99) -> tuple[tuple[str, str], ...]:
    """(id of the option, card) for each card of a pile, at most so many copies of one; copies are numbered."""
    seen: Counter[str] = Counter()
    out = []
    for card in cards:
        seen[card] += 1
        if seen[card] <= most:
            out.append((card if seen[card] == 1 else f"{card}#{seen[card]}", card))
    return tuple(out)


def named(answer: Answer) -> Pile:
    """The cards an answer names, by the ids of `copies`."""
    return tuple([choice.partition("#")[0] for choice in answer])
