"""Hands, decks and armies: what every part of the rules of Kardnarök moves cards with."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from thorgames.core.ask import Option
from thorgames.core.piles import copies, put, without
from thorgames.core.zones import Pile
from thorgames.games.kardnarok.cards import Deck, KardnarokBox
from thorgames.games.kardnarok.state import KardnarokState

S = KardnarokState[Any]

DECKS: dict[str, str] = {"warrior": "warriors", "norn": "norns"}
HANDS: dict[str, str] = {"warrior": "hand_w", "norn": "hand_n"}
PEEKS: dict[str, str] = {"warrior": "peek_w", "norn": "peek_n"}
OUTS: dict[str, str] = {"warrior": "out_w", "norn": "out_n"}
"""Names of the fields for each of the two decks."""


def kind_of(box: KardnarokBox, card: str) -> Deck:
    """Which deck a card belongs to."""
    return "warrior" if box.cards[card].kind == "warrior" else "norn"


def gain(s: S, seat: int, deck: str, *cards: str) -> S:
    """Cards come into a hand, which stays sorted, so that its order tells nothing."""
    if not cards:
        return s
    if deck == "warrior":
        return s.but(hand_w=put(s.hand_w, seat, tuple(sorted(s.hand_w[seat] + cards))))
    return s.but(hand_n=put(s.hand_n, seat, tuple(sorted(s.hand_n[seat] + cards))))


def lose(s: S, seat: int, deck: str, *cards: str) -> S:
    """Cards leave a hand."""
    if not cards:
        return s
    if deck == "warrior":
        return s.but(hand_w=put(s.hand_w, seat, without(s.hand_w[seat], *cards)))
    return s.but(hand_n=put(s.hand_n, seat, without(s.hand_n[seat], *cards)))


def under(s: S, deck: str, *cards: str) -> S:
    """Cards go under their deck, each below the one before it (KRD-R-13, KRD-R-46)."""
    if not cards:
        return s
    return s.but(warriors=s.warriors + cards) if deck == "warrior" else s.but(norns=s.norns + cards)


def take(s: S, deck: str, n: int) -> tuple[Pile, S]:
    """The next cards of a deck, fewer if it is short (KRD-R-15)."""
    if deck == "warrior":
        return s.warriors[:n], s.but(warriors=s.warriors[n:])
    return s.norns[:n], s.but(norns=s.norns[n:])


def draw(s: S, seat: int, deck: str, n: int) -> tuple[Pile, S]:
    """Draw into a hand; everybody sees how many cards of which deck, the drawer alone which."""
    cards = s.warriors[:n] if deck == "warrior" else s.norns[:n]
    if not cards:
        return cards, s
    told = s.and_told(f"drew.{deck}", seat, len(cards), to=(seat,), secret=(" ".join(cards),))
    if deck == "warrior":
        hands = put(s.hand_w, seat, tuple(sorted(s.hand_w[seat] + cards)))
        return cards, s.but(told=told, warriors=s.warriors[n:], hand_w=hands)
    hands = put(s.hand_n, seat, tuple(sorted(s.hand_n[seat] + cards)))
    return cards, s.but(told=told, norns=s.norns[n:], hand_n=hands)


def discard(s: S, box: KardnarokBox, seat: int, cards: Pile) -> S:
    """Cards of a hand go under their decks, face-down (KRD-512, KRD-R-13)."""
    if not cards:
        return s
    warriors = [card for card in cards if card in box.sort]
    norns = [card for card in cards if card not in box.sort]
    told = s.and_told("discarded", seat, len(warriors), len(norns), to=(seat,), secret=(" ".join(cards),))
    return s.but(
        told=told,
        hand_w=put(s.hand_w, seat, without(s.hand_w[seat], *warriors)),
        hand_n=put(s.hand_n, seat, without(s.hand_n[seat], *norns)),
        warriors=(*s.warriors, *warriors),
        norns=(*s.norns, *norns),
    )


def warriors_of(s: S, seat: int) -> int:
    """How many Warriors a kingdom owns, in hand and army (KRD-009, KRD-R-10)."""
    return len(s.hand_w[seat]) + len(s.army[2 * seat]) + len(s.army[2 * seat + 1])


def owned(s: S, seat: int) -> int:
    """How many cards a kingdom owns towards its Effective; Heroes do not count (KRD-007, KRD-008)."""
    return warriors_of(s, seat) + len(s.hand_n[seat])


def hand_options(s: S, seat: int, warriors: bool = True, norns: bool = True) -> tuple[Option, ...]:
    """Each card of a hand as something to be discarded; a Warrior counts towards the bound on Warriors."""
    out = [Option(oid, (card,), "card", (1,)) for oid, card in copies(s.hand_w[seat])] if warriors else []
    out += [Option(oid, (card,), "card", (0,)) for oid, card in copies(s.hand_n[seat])] if norns else []
    return tuple(out)


def clockwise(s: S, seat: int) -> tuple[int, ...]:
    """The other seats, clockwise from one; the first of them sits to its left."""
    return _clockwise(s.seats, seat)


@lru_cache(maxsize=16)
def _clockwise(seats: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + step) % seats for step in range(1, seats))


def swap_hero(s: S, seat: int, hero: str) -> S:
    """A Hero in reserve goes under the Hero deck, then the top one is taken (KRD-101, KRD-R-05)."""
    kept = without(s.reserve[seat], hero)
    deck = (*s.heroes, hero)
    taken, deck = deck[0], deck[1:]
    s = s.but(heroes=deck, reserve=put(s.reserve, seat, tuple(sorted((*kept, taken)))))
    return s.tell("hero.swapped", seat, to=(seat,), secret=(hero, taken))
