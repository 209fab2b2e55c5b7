"""Hands, the draw pile and the cards in play: what every part of the rules of Terres de Destinées needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thorgames.core.ask import Option
from thorgames.core.piles import put, without
from thorgames.core.zones import Pile
from thorgames.games.terres.cards import TerresBox
from thorgames.games.terres.state import TerresState

S = TerresState[Any]


def fan(box: TerresBox, cards: Iterable[str]) -> tuple[Option, ...]:
    """Cards of a hand to choose from, in the order in which the hand is shown."""
    return tuple(Option(card, (card,), "card") for card in sorted(cards, key=box.rank.__getitem__))


def h(s: S, seat: int) -> int:
    """How many cards a player has in hand: life points and currency at once (TDD-005)."""
    return len(s.hands[seat])


def remaining(s: S) -> list[int]:
    """The players who are not eliminated, in seat order."""
    return [seat for seat in range(s.seats) if not s.out[seat]]


def clockwise(s: S, seat: int) -> list[int]:
    """The other remaining players, from the left of a seat."""
    around = [(seat + step) % s.seats for step in range(1, s.seats)]
    return [other for other in around if not s.out[other]]


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
    s = s.but(hands=put(s.hands, seat, tuple(sorted((*s.hands[seat], *cards)))))
    if s.spared[seat]:
        s = s.but(spared=put(s.spared, seat, False))
    return s.but(gained=s.gained + len(cards)) if counts and seat == s.active else s


def lose(s: S, seat: int, *cards: str) -> S:
    """Cards leave a hand."""
    return s.but(hands=put(s.hands, seat, without(s.hands[seat], *cards)))


def discard(s: S, seat: int, *cards: str) -> S:
    """Cards of a hand are discarded, face-up."""
    if not cards:
        return s
    s = lose(s, seat, *cards)
    s = s.but(discard=(*reversed(cards), *s.discard))
    return s.tell("discarded", seat, " ".join(cards))


def hand_over(s: S, giver: int, taker: int, *cards: str, counts: bool = True) -> S:
    """Cards go from hand to hand; only the two of them see which."""
    if not cards:
        return s
    s = gain(lose(s, giver, *cards), taker, *cards, counts=counts)
    return s.tell("given", giver, taker, len(cards), to=(giver, taker), secret=(" ".join(cards),))


def enter(s: S, seat: int, card: str, field: str = "play") -> S:
    """A card comes into play, ready (TDD-007, TDD-R-20, TDD-R-36)."""
    whole: tuple[Pile, ...] = getattr(s, field)
    return make_ready(s.but(**{field: put(whole, seat, (*whole[seat], card))}), card)


def leave(s: S, card: str) -> S:
    """A card leaves play; its state is lost."""
    seat = holder(s, card)
    field = "play" if card in s.play[seat] else "support"
    whole: tuple[Pile, ...] = getattr(s, field)
    return make_ready(s.but(**{field: put(whole, seat, without(whole[seat], card))}), card)


def bury(s: S, *cards: str) -> S:
    """Cards go on the discard pile."""
    return s.but(discard=(*reversed(cards), *s.discard))
