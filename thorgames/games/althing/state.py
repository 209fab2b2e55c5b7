"""The state of a game of Althing, and who may know what of it."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner

F = TypeVar("F")

THORFINN = -3
"""In the place of a seat: Thorfinn, in solo play."""

Order = Literal["ask", "always", "never"]
"""A standing order: ask, dodge whenever possible, never dodge (ALT-R-19)."""

Orders = tuple[Order, Order, Order]
"""Standing orders against Troll, Storm and Axe."""

ASK: Orders = ("ask", "ask", "ask")


class Storm(Struct, frozen=True, gc=False):
    """A Storm Troll before a player (ALT-420 to ALT-422).

    Attributes:
        sender, victim: seats.
        face: what it shows.
        begun: whether a phase of the victim has begun since it was laid; only such phases count (ALT-R-15).
    """

    sender: int
    victim: int
    face: Literal["STORMUR", "OVEDUR"] = "STORMUR"
    begun: bool = False


class AlthingState(State[F], Generic[F], frozen=True, kw_only=True):
    """A game of Althing. Places of the track are numbered from Kattegat, which is 0.

    Attributes:
        mode: id of the mode.
        symbols: the symbols that work in this mode.
        reserve_used: whether the Reserve is played with.
        track: ids of the saga cards. With a fork: start, step, L1, R1, L2, R2, step, last.
        fork: whether the track has a fork.
        colours: of the Trolls, by seat; in solo the last one is Thorfinn's.
        first: first player; -1 until it is known.
        turn: number of the turn, from 1.
        active: whose phase it is.
        pawns: places on the track, by seat.
        veteran: whether everyone draws up to 5.
        advanced: whether the active player has completed a stage in this phase.
        trolls: Trolls in one's own area, by seat.
        storms: Storm Trolls before players.
        owned: by seat, every card of the personal deck, wherever it lies: recruiting and Trolls are open to all.
        still: turns in a row without a pawn moved while nothing is left to recruit.
        done: stages completed by all together when the last turn ended.
        shortage: resource that gives nothing in the player's phase ("" for none).
        rival: Thorfinn's place on the track; -1 without him.
        rival_trolls: Trolls in Thorfinn's area.

        deck: Assembly deck, the next card first. under: cards put under it by Plot, in order, known to all.
        row: the open cards, slot by slot.
        hands, draws, discards, reserves: by seat. tops: cards on top of a draw pile that everybody has seen put there.
        laid: cards on the table for the action being done, by the seat they belong to.
        taken: the card an Axe has taken, by the seat it was taken from.
        rival_hand, rival_taken, rival_discards: cards Thorfinn has recruited; the one an Axe has taken from him; and
            those that were.
        plan, plan_used, plan_now: Thorfinn's deck, the cards of this pass that were used, the one revealed.

        orders: standing orders, by seat. ordering: how many were given in this phase.
    """

    mode: str
    symbols: tuple[str, ...]
    reserve_used: bool
    track: Pile = ()
    fork: bool = False
    colours: tuple[str, ...] = ()
    first: int = -1
    turn: int = 0
    active: int = -1
    pawns: tuple[int, ...] = ()
    veteran: bool = False
    advanced: bool = False
    trolls: tuple[int, ...] = ()
    storms: tuple[Storm, ...] = ()
    owned: tuple[Pile, ...] = ()
    still: int = 0
    done: int = 0
    shortage: str = ""
    rival: int = -1
    rival_trolls: int = 0

    deck: Pile = ()
    under: Pile = ()
    row: tuple[Pile, ...] = ()
    hands: tuple[Pile, ...] = ()
    draws: tuple[Pile, ...] = ()
    tops: tuple[Pile, ...] = ()
    discards: tuple[Pile, ...] = ()
    reserves: tuple[Pile, ...] = ()
    laid: tuple[Pile, ...] = ()
    taken: tuple[Pile, ...] = ()
    rival_hand: Pile = ()
    rival_taken: Pile = ()
    rival_discards: Pile = ()
    plan: Pile = ()
    plan_used: Pile = ()
    plan_now: Pile = ()

    orders: tuple[Orders, ...] = ()
    ordering: tuple[int, ...] = ()


def tricker_or_victim(state: AlthingState[Any], index: int, viewer: int | None) -> bool:
    """A card taken by an Axe is seen by the one who took it and the one who lost it."""
    return viewer is not None and viewer in (index, state.active)


LAYOUT = Layout(
    AlthingState,
    public=(
        *("mode", "symbols", "reserve_used", "track", "fork", "colours", "first", "turn", "active", "pawns", "veteran"),
        *("advanced", "trolls", "storms", "owned", "still", "done", "shortage", "rival", "rival_trolls"),
    ),
    private={"orders": ASK, "ordering": 0},
    zones=(
        Zone("deck", "assembly", nobody),
        Zone("under", "assembly", everybody),
        Zone("row", "assembly", everybody, many=True),
        Zone("rival_hand", "assembly", everybody),
        Zone("rival_taken", "assembly", everybody),
        Zone("rival_discards", "assembly", everybody),
        Zone("hands", "own", owner, many=True, own=True, after=everybody),
        Zone("draws", "own", nobody, many=True, own=True, after=everybody),
        Zone("tops", "own", everybody, many=True, own=True),
        Zone("discards", "own", owner, many=True, own=True, after=everybody),
        Zone("reserves", "own", owner, many=True, own=True, after=everybody),
        Zone("laid", "own", everybody, many=True, own=True),
        Zone("taken", "own", tricker_or_victim, many=True, own=True),
        Zone("plan", "thorfinn", nobody),
        Zone("plan_used", "thorfinn", everybody),
        Zone("plan_now", "thorfinn", everybody),
    ),
)
