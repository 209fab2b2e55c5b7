"""Piles, hands and what cards give: what every part of the rules of Althing needs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from thorgames.core.ask import Answer, Ask, Option, numbered
from thorgames.core.piles import copies, put, without
from thorgames.core.state import Frame
from thorgames.core.zones import Pile
from thorgames.games.althing.cards import AlthingBox, Amount
from thorgames.games.althing.state import THORFINN, AlthingState

S = AlthingState[Any]

HAND, VETERAN_HAND = 4, 5
"""Cards in hand after drawing (ALT-361, ALT-362)."""


def hand(cards: Pile) -> Pile:
    """A hand, sorted, so that its order tells nothing."""
    return tuple(sorted(cards))


@lru_cache(maxsize=4096)
def card_options(cards: Pile) -> tuple[Option, ...]:
    """A choice for each card of a pile."""
    return tuple(Option(oid, (card,), "card") for oid, card in copies(cards))


@lru_cache(maxsize=4096)
def dodge_options(box: AlthingBox, cards: Pile, symbol: str) -> tuple[Option, ...]:
    """A choice for each card of a pile that dodges with this symbol (ALT-R-18)."""
    able = tuple([card for card in cards if symbol in box.symbols[card]])
    return tuple([Option(oid, (card,), "dodge.with") for oid, card in copies(able)])


@lru_cache(maxsize=4096)
def worth(box: AlthingBox, cards: Pile) -> Amount:
    """What cards give together, where there is no Shortage."""
    given = [box.values[card] for card in cards]
    return sum([g for g, _, _ in given]), sum([w for _, w, _ in given]), sum([b for _, _, b in given])


def limit(s: S) -> int:
    """Up to how many cards are drawn (ALT-361, ALT-362, ALT-470, ALT-471, ALT-R-04)."""
    return VETERAN_HAND if s.veteran else HAND


def gives(s: S, box: AlthingBox, card: str) -> Amount:
    """What a card adds when it is laid; nothing of a resource of which there is a Shortage (ALT-R-47)."""
    return gives_under(s.shortage, box, card)


def gives_under(shortage: str, box: AlthingBox, card: str) -> Amount:
    """The same, told what there is a Shortage of."""
    gold, wood, bones = box.values[card]
    if shortage:
        return (
            0 if shortage == "gold" else gold,
            0 if shortage == "wood" else wood,
            0 if shortage == "bones" else bones,
        )
    return gold, wood, bones


def next_places(s: S, place: int) -> tuple[int, ...]:
    """The places that follow a place of the track (ALT-324, ALT-722, ALT-R-36)."""
    if not s.fork:
        return (place + 1,) if place + 1 < len(s.track) else ()
    return FORKED[place]


FORKED = ((1,), (2, 3), (4,), (5,), (6,), (6,), (7,), ())
"""The places that follow each place of the track with a fork."""


def stages_done(s: S, place: int) -> int:
    """How many stages a pawn on this place has completed."""
    return place if not s.fork else (0, 1, 2, 2, 3, 3, 4, 5)[place]


def somebody_is_there(s: S) -> bool:
    """Whether a pawn or Thorfinn stands on the last stage."""
    last = len(s.track) - 1
    return s.rival == last or last in s.pawns


def on_last(s: S, place: int) -> bool:
    """Whether a place is the last stage."""
    return place == len(s.track) - 1


def taken_card(s: S) -> tuple[str, int]:
    """The card taken by an Axe that is still to be settled, and whose it is; ("", -1) without one."""
    if s.rival_taken:
        return s.rival_taken[0], THORFINN
    for seat, pile in enumerate(s.taken):
        if pile:
            return pile[0], seat
    return "", -1


def lay(s: S, seat: int, *cards: str) -> S:
    """Lay cards of a hand, and the taken card if there is one, open on the table."""
    hands, laid = put(s.hands, seat, without(s.hands[seat], *cards)), put(s.laid, seat, s.laid[seat] + cards)
    taken, victim = taken_card(s)
    if not taken:
        return s.but(hands=hands, laid=laid)
    if victim == THORFINN:
        return s.but(hands=hands, laid=laid, rival_taken=(), rival_discards=(*s.rival_discards, taken))
    return s.but(hands=hands, laid=put(laid, victim, (*laid[victim], taken)), taken=put(s.taken, victim, ()))


class Settle(Frame, frozen=True, tag="Settle"):
    """The cards of a finished action go to the discard piles of their owners (ALT-304, ALT-323, ALT-342, ALT-R-59)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Put them there, and shuffle where a draw pile has run out."""
        seats = [seat for seat, pile in enumerate(s.laid) if pile]
        if not seats:
            return s
        discards = list(s.discards)
        for seat in seats:
            discards[seat] = hand(discards[seat] + s.laid[seat])
        renewed = [Renew(seat) for seat in seats if not s.draws[seat] and not s.tops[seat]]
        return s.but(agenda=s.and_then(*renewed), discards=tuple(discards), laid=((),) * len(s.laid))


def run_out(s: S, seat: int) -> bool:
    """Whether a draw pile is empty and there is a discard pile to renew it from (ALT-R-08)."""
    return not s.draws[seat] and not s.tops[seat] and bool(s.discards[seat])


class Renew(Frame, frozen=True, tag="Renew"):
    """A draw pile that is empty is renewed at once from the discard pile (ALT-363, ALT-R-08)."""

    seat: int

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Turn the discard pile over and shuffle it."""
        seat = self.seat
        if not run_out(s, seat):
            return s
        pile = s.discards[seat]
        draws, discards = put(s.draws, seat, pile), put(s.discards, seat, ())
        return s.but(
            told=s.and_told("renewed", seat, len(pile)), agenda=s.and_then(Mix(seat)), draws=draws, discards=discards
        )


class Mix(Frame, frozen=True, tag="Mix"):
    """Shuffle a player's draw pile, what lies on top of it included."""

    seat: int

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance for the order; it begins from a sorted pile, so that the old order is gone."""
        pile = hand(s.tops[self.seat] + s.draws[self.seat])
        if answer is None and len(pile) > 1:
            n = len(pile)
            return Ask(-1, "shuffle", numbered(n), ("draws", n), lo=n, hi=n, ordered=True)
        new = tuple([pile[int(i)] for i in answer]) if answer is not None else pile
        return s.but(draws=put(s.draws, self.seat, new), tops=put(s.tops, self.seat, ()))
