"""Hands, the draw pile and the cards in play: what every part of the rules of Terres de Destinées needs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from thorgames.core.ask import Option
from thorgames.core.piles import put, without
from thorgames.core.zones import Pile
from thorgames.games.terres.cards import TerresBox
from thorgames.games.terres.state import TerresState

S = TerresState[Any]


def fan(box: TerresBox, cards: Iterable[str]) -> tuple[Option, ...]:
    """Cards of a hand to choose from, in the order in which the hand is shown."""
    return tuple(map(box.option.__getitem__, sorted(cards, key=box.rank.__getitem__)))


def h(s: S, seat: int) -> int:
    """How many cards a player has in hand: life points and currency at once (TDD-005)."""
    return len(s.hands[seat])


@lru_cache(maxsize=64)
def _staying(out: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple([seat for seat, gone in enumerate(out) if not gone])


@lru_cache(maxsize=512)
def _from_left(out: tuple[bool, ...], seat: int) -> tuple[int, ...]:
    around = [(seat + step) % len(out) for step in range(1, len(out))]
    return tuple([other for other in around if not out[other]])


def remaining(s: S) -> tuple[int, ...]:
    """The players who are not eliminated, in seat order."""
    return _staying(s.out)


def clockwise(s: S, seat: int) -> tuple[int, ...]:
    """The other remaining players, from the left of a seat."""
    return _from_left(s.out, seat)


def area(s: S, seat: int) -> Pile:
    """A player's cards in play: in the duel those of both areas (TDD-703, TDD-R-60)."""
    return s.play[seat] + s.support[seat]


def holder(s: S, card: str) -> int:
    """Who has a card in play; -1 if it is not in play."""
    for seat in range(s.seats):
        if card in s.play[seat] or card in s.support[seat]:
            return seat
    return -1


def ready(s: S, card: str) -> bool:
    """Whether a card in play is ready."""
    return card not in s.exhausted


def exhaust(s: S, card: str) -> S:
    """A card becomes exhausted (TDD-405)."""
    return s if card in s.exhausted else s.but(exhausted=(*s.exhausted, card))


def make_ready(s: S, *cards: str) -> S:
    """Cards become ready, and are frozen no more."""
    if not any([card in s.exhausted for card in cards]):  # what is frozen is exhausted, too
        return s
    return s.but(
        exhausted=tuple(card for card in s.exhausted if card not in cards),
        frozen=tuple(card for card in s.frozen if card not in cards),
    )


def gain(s: S, seat: int, *cards: str, counts: bool = True) -> S:
    """Cards come into a hand, which stays sorted.

    They take the mark *spared* away (TDD-R-24), and count for the Rentier in the player's own turn unless they are the
    start-of-turn draw or the price of an auction (TDD-R-51).
    """
    if not cards:
        return s
    hands = put(s.hands, seat, tuple(sorted(s.hands[seat] + cards)))
    spared = put(s.spared, seat, False) if s.spared[seat] else s.spared
    gained = s.gained + len(cards) if counts and seat == s.active else s.gained
    return s.but(hands=hands, spared=spared, gained=gained)


def lose(s: S, seat: int, *cards: str) -> S:
    """Cards leave a hand."""
    return s.but(hands=put(s.hands, seat, without(s.hands[seat], *cards)))


def discard(s: S, seat: int, *cards: str) -> S:
    """Cards of a hand are discarded, face-up."""
    if not cards:
        return s
    hands = put(s.hands, seat, without(s.hands[seat], *cards))
    told = s.and_told("discarded", seat, " ".join(cards))
    return s.but(hands=hands, discard=cards[::-1] + s.discard, told=told)


def hand_over(s: S, giver: int, taker: int, *cards: str, counts: bool = True) -> S:
    """Cards go from hand to hand; only the two of them see which."""
    if not cards:
        return s
    hands = put(s.hands, giver, without(s.hands[giver], *cards))
    told = s.and_told("given", giver, taker, len(cards), to=(giver, taker), secret=(" ".join(cards),))
    return gain(s.but(hands=hands, told=told), taker, *cards, counts=counts)


def enter(s: S, seat: int, card: str, field: str = "play") -> S:
    """A card comes into play, ready, as its state was lost when it last left (TDD-007, TDD-R-20, TDD-R-36)."""
    whole: tuple[Pile, ...] = getattr(s, field)
    return s.but(**{field: put(whole, seat, (*whole[seat], card))})


def leave(s: S, card: str) -> S:
    """A card leaves play; its state is lost."""
    seat = holder(s, card)
    field = "play" if card in s.play[seat] else "support"
    whole: tuple[Pile, ...] = getattr(s, field)
    return make_ready(s.but(**{field: put(whole, seat, without(whole[seat], card))}), card)


def bury(s: S, *cards: str) -> S:
    """Cards go on the discard pile."""
    return s.but(discard=cards[::-1] + s.discard)
