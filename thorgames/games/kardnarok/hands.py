"""Hands, decks and armies: what every part of the rules of Kardnarök moves cards with."""

from __future__ import annotations

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
    whole: tuple[Pile, ...] = getattr(s, HANDS[deck])
    return s.but(**{HANDS[deck]: put(whole, seat, tuple(sorted((*whole[seat], *cards))))})


def lose(s: S, seat: int, deck: str, *cards: str) -> S:
    """Cards leave a hand."""
    if not cards:
        return s
    whole: tuple[Pile, ...] = getattr(s, HANDS[deck])
    return s.but(**{HANDS[deck]: put(whole, seat, without(whole[seat], *cards))})


def under(s: S, deck: str, *cards: str) -> S:
    """Cards go under their deck, each below the one before it (KRD-R-13, KRD-R-46)."""
    return s.but(**{DECKS[deck]: (*getattr(s, DECKS[deck]), *cards)}) if cards else s


def take(s: S, deck: str, n: int) -> tuple[Pile, S]:
    """The next cards of a deck, fewer if it is short (KRD-R-15)."""
    pile: Pile = getattr(s, DECKS[deck])
    return pile[:n], s.but(**{DECKS[deck]: pile[n:]})


def draw(s: S, seat: int, deck: str, n: int) -> tuple[Pile, S]:
    """Draw into a hand; everybody sees how many cards of which deck, the drawer alone which."""
    cards, s = take(s, deck, n)
    if cards:
        s = gain(s, seat, deck, *cards)
        s = s.tell(f"drew.{deck}", seat, len(cards), to=(seat,), secret=(" ".join(cards),))
    return cards, s


def discard(s: S, box: KardnarokBox, seat: int, cards: Pile) -> S:
    """Cards of a hand go under their decks, face-down (KRD-512, KRD-R-13)."""
    for card in cards:
        deck = kind_of(box, card)
        s = under(lose(s, seat, deck, card), deck, card)
    if cards:
        warriors = sum(kind_of(box, card) == "warrior" for card in cards)
        s = s.tell("discarded", seat, warriors, len(cards) - warriors, to=(seat,), secret=(" ".join(cards),))
    return s


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
    return tuple((seat + step) % s.seats for step in range(1, s.seats))


def names_of(s: S, seat: int) -> list[str]:
    """The Heroes a kingdom owns, wherever they stand."""
    return [*s.leaders[seat], *s.reserve[seat]]


def swap_hero(s: S, seat: int, hero: str) -> S:
    """A Hero in reserve goes under the Hero deck, then the top one is taken (KRD-101, KRD-R-05)."""
    kept = without(s.reserve[seat], hero)
    deck = (*s.heroes, hero)
    taken, deck = deck[0], deck[1:]
    s = s.but(heroes=deck, reserve=put(s.reserve, seat, tuple(sorted((*kept, taken)))))
    return s.tell("hero.swapped", seat, to=(seat,), secret=(hero, taken))
