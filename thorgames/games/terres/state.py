"""The state of a game of Terres de Destinées, and who may know what of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner

F = TypeVar("F")


class Request(Struct, frozen=True, gc=False):
    """A family that a player must put up next, and who has asked for it (TDD-911, TDD-R-43)."""

    target: int
    family: str
    by: int


class Auction(Struct, frozen=True, gc=False):
    """An auction under way.

    Attributes:
        sellers: who has put a card up; in the duel both, the active player first.
        bidder, bid: who has named the standing bid, and how much (-1 and 0 before the first).
        passed: who has passed since the last bid.
        face_down: sellers whose card lies face-down.
        sold: who had put a card up, and the card, once it has found its place.
    """

    sellers: tuple[int, ...]
    bidder: int = -1
    bid: int = 0
    passed: tuple[int, ...] = ()
    face_down: tuple[int, ...] = ()
    sold: tuple[tuple[int, str], ...] = ()


class TerresState(State[F], Generic[F], frozen=True, kw_only=True):
    """A game of Terres de Destinées. Every game card is unique, so a card in play is named by its id.

    Attributes:
        mode: id of the mode. starburst: whether those cards are used.
        first: who began; -1 until it is known. active: whose turn it is. turn: number of the turn, from 1.
        out: by seat, whether the player is eliminated.
        auction: the one under way.
        tokens: by seat, the numbers of the Tokens owned.
        exhausted, frozen: cards in play in these states.
        requests: what players must put up next.
        spied: by seat, who has seen this player's Secret Destiny.
        spared: by seat, whether a player without cards has been saved (TDD-R-24).

        acts: cards activated by exhausting in this turn, each time one entry (TDD-R-35).
        repeated: cards that have let a power be repeated in this turn.
        lich: players whose cards the active player may use in this turn, because of Liche.
        lively: whether Token 5 has been used in this turn.
        gained: cards that have come into the active player's hand in this turn (TDD-R-51).
        barren: turns in a row that have begun with all cards in play (TDD-R-63).

        killers: seats that have had another player eliminated since the last test of Destinies (TDD-R-50).
        angels: seats that have saved another player since then.

        deck, discard: the next card first; the last discarded first.
        hands, play, support: by seat. In the duel `play` is the acquisition area.
        offers: by seat, the card put up.
        peeked: by seat, cards of the draw pile that this player looks at.
        commons, secrets: Destinies in the box. common: the two revealed. secret: by seat.
    """

    mode: str
    starburst: bool = False
    first: int = -1
    active: int = -1
    turn: int = 0
    out: tuple[bool, ...] = ()
    auction: Auction | None = None
    tokens: tuple[tuple[int, ...], ...] = ()
    exhausted: Pile = ()
    frozen: Pile = ()
    requests: tuple[Request, ...] = ()
    spied: tuple[tuple[int, ...], ...] = ()
    spared: tuple[bool, ...] = ()

    acts: Pile = ()
    repeated: Pile = ()
    lich: tuple[int, ...] = ()
    lively: bool = False
    gained: int = 0
    barren: int = 0

    killers: tuple[int, ...] = ()
    angels: tuple[int, ...] = ()

    deck: Pile = ()
    discard: Pile = ()
    hands: tuple[Pile, ...] = ()
    play: tuple[Pile, ...] = ()
    support: tuple[Pile, ...] = ()
    offers: tuple[Pile, ...] = ()
    peeked: tuple[Pile, ...] = ()
    commons: Pile = ()
    secrets: Pile = ()
    common: Pile = ()
    secret: tuple[Pile, ...] = ()


def of_offer(state: TerresState[Any], index: int, viewer: int | None) -> bool:
    """A card put up is seen by its seller, and by all unless it lies face-down (TDD-902) or waits for the other's."""
    if viewer == index:
        return True
    return state.auction is not None and index in state.auction.sellers and index not in state.auction.face_down


def of_secret(state: TerresState[Any], index: int, viewer: int | None) -> bool:
    """A Secret Destiny is seen by its owner, and by those who have been shown it (TDD-104, TDD-905)."""
    return viewer is not None and (viewer == index or viewer in state.spied[index])


LAYOUT = Layout(
    TerresState,
    public=(
        *("mode", "starburst", "first", "active", "turn", "out", "auction", "tokens", "exhausted", "frozen"),
        *("requests", "spied", "spared", "acts", "repeated", "lich", "lively", "gained", "barren", "killers", "angels"),
    ),
    zones=(
        Zone("deck", "game", nobody),
        Zone("discard", "game", everybody),
        Zone("hands", "game", owner, many=True, after=everybody),
        Zone("play", "game", everybody, many=True),
        Zone("support", "game", everybody, many=True),
        Zone("offers", "game", of_offer, many=True, after=everybody),
        Zone("peeked", "game", owner, many=True),
        Zone("commons", "common", nobody),
        Zone("common", "common", everybody),
        Zone("secrets", "secret", nobody),
        Zone("secret", "secret", of_secret, many=True, after=everybody),
    ),
)
