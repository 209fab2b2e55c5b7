"""Tuples as piles and as one thing for each seat, and how an answer names the cards of a pile."""

from __future__ import annotations

from typing import TypeVar

from thorgames.core.ask import Answer
from thorgames.core.zones import Pile

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    changed = list(items)
    changed[at] = value
    return tuple(changed)


def without(pile: Pile, *cards: str) -> Pile:
    """The pile without one copy of each of these cards.

    Raises:
        ValueError: a card is not there.
    """
    left = list(pile)
    for card in cards:
        left.remove(card)
    return tuple(left)


def copies(cards: Pile, most: int = 99) -> tuple[tuple[str, str], ...]:
    """(id of the option, card) for each card of a pile, at most so many copies of one; copies are numbered."""
    if len(set(cards)) == len(cards):
        return tuple(zip(cards, cards, strict=True)) if most else ()
    seen: dict[str, int] = {}
    out = []
    for card in cards:
        n = seen[card] = seen.get(card, 0) + 1
        if n <= most:
            out.append((card if n == 1 else f"{card}#{n}", card))
    return tuple(out)


def named(answer: Answer) -> Pile:
    """The cards an answer names, by the ids of `copies`."""
    return tuple([choice.partition("#")[0] for choice in answer])
