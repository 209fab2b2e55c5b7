"""The state of a game of Thorgal: The Card Game, and who may know what of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner
from thorgames.games.thorgal.cards import Phase

F = TypeVar("F")

Points = tuple[int, int, int]
"""Bravery, Cunning, Power."""

ZERO: Points = (0, 0, 0)


class Spot(Struct, frozen=True):
    """A destiny card in play, with what lies on it (TRG-038, TRG-R-14, TRG-R-19).

    Attributes:
        uid: tells this card from others of its kind.
        seat: its owner.
        tired: exhaustion markers.
        marks: attribute markers, below 0 for minus ones.
        change: changes without markers, to the end of the phase.
        safe: what it is protected from to the end of the phase: "", "marks", "all".
        kept: whether its upkeep counts as met in this dusk.
        checked: whether its upkeep has been looked at in this dusk.
    """

    uid: int
    seat: int
    tired: int = 0
    marks: Points = ZERO
    change: Points = ZERO
    safe: str = ""
    kept: bool = False
    checked: bool = False


class Land(Struct, frozen=True):
    """A land on the table (TRG-130 to TRG-140, TRG-482, TRG-492).

    Attributes:
        card: which land.
        owner: the seat of whose faction it is.
        conqueror: the seat that has conquered it, -1 for nobody.
        tired: exhaustion markers.
        used: whether its Fenris effect was used in this round.
    """

    card: str
    owner: int
    conqueror: int = -1
    tired: int = 0
    used: bool = False


class Price(Struct, frozen=True):
    """A change of costs to the end of the phase."""

    seat: int
    words: tuple[str, ...]
    name: str
    n: int


class ThorgalState(State[F], Generic[F], frozen=True, kw_only=True):
    """A game of Thorgal: The Card Game.

    Attributes:
        factions: by seat.
        horns: how many are needed.
        out: by seat, whether the player is eliminated.
        round: from 1; 0 before.
        dest: the destiny player; -1 until known.
        first: who was the first destiny player.
        phase: of the round.
        target: the land of the journey, as a place in `lands`; -1 without one.
        lands: on the table.
        aside: lands set aside.
        turn: whose action it is in an action step. passes: passes in succession.
        spots: by seat, what lies on the cards of the party, in its order.
        opponent: the card that opposes, if one does.
        next_uid: the number of the next card that comes into play.
        strength, difficulty: changes of the totals of this journey, to the end of the phase.
        won: whether the journey has succeeded; None before that is known.
        shields: by seat, damage that is prevented in this phase.
        prices: changes of costs in this phase.
        forbidden: seats that cannot activate supports in this phase.
        moved: whether something that ends a long winter has happened in this round (TRG-R-43).
        barren: rounds in succession without that.
        fate: by seat, sizes of hand, pool and deck as everybody saw them when Gods Fate began; () outside of it.
        left: by seat, fate points left, known to the player alone.
        peeking: who looks at cards of a deck, -1 for nobody.
        searching: whose deck is looked through, -1 for none.

        deck_d, deck_b: destiny and bane decks, the next card first.
        hand_d, hand_b, pool_d, pool_b, spent_d, spent_b: hands, pools and discard piles.
        valhalla, niflheim: destroyed cards, the last one first.
        party: companions and supports in play.
        opposing: the companion that opposes.
        attached_d, attached_b: cards at the target land.
        playing_d, playing_b: the card being played.
        peek_d, peek_b: cards that are being looked at.
        chosen: starting companions before the common reveal.
        gone_d, gone_b: cards of eliminated players, out of the game.
    """

    factions: tuple[str, ...] = ()
    horns: int = 3
    out: tuple[bool, ...] = ()
    round: int = 0
    dest: int = -1
    first: int = -1
    phase: Phase | str = ""
    target: int = -1
    lands: tuple[Land, ...] = ()
    aside: tuple[tuple[str, ...], ...] = ()
    turn: int = -1
    passes: int = 0
    spots: tuple[tuple[Spot, ...], ...] = ()
    opponent: Spot | None = None
    next_uid: int = 0
    strength: Points = ZERO
    difficulty: Points = ZERO
    won: bool | None = None
    shields: tuple[int, ...] = ()
    prices: tuple[Price, ...] = ()
    forbidden: tuple[int, ...] = ()
    moved: bool = False
    barren: int = 0
    fate: tuple[tuple[int, int, int], ...] = ()
    left: tuple[int, ...] = ()
    peeking: int = -1
    searching: int = -1

    deck_d: tuple[Pile, ...] = ()
    deck_b: tuple[Pile, ...] = ()
    hand_d: tuple[Pile, ...] = ()
    hand_b: tuple[Pile, ...] = ()
    pool_d: tuple[Pile, ...] = ()
    pool_b: tuple[Pile, ...] = ()
    spent_d: tuple[Pile, ...] = ()
    spent_b: tuple[Pile, ...] = ()
    valhalla: tuple[Pile, ...] = ()
    niflheim: tuple[Pile, ...] = ()
    party: tuple[Pile, ...] = ()
    opposing: tuple[Pile, ...] = ()
    attached_d: tuple[Pile, ...] = ()
    attached_b: tuple[Pile, ...] = ()
    playing_d: tuple[Pile, ...] = ()
    playing_b: tuple[Pile, ...] = ()
    peek_d: tuple[Pile, ...] = ()
    peek_b: tuple[Pile, ...] = ()
    chosen: tuple[Pile, ...] = ()
    gone_d: tuple[Pile, ...] = ()
    gone_b: tuple[Pile, ...] = ()


def peeker(state: ThorgalState[Any], index: int, viewer: int | None) -> bool:
    """Cards of a deck that are being looked at are seen by the player who looks (TRG-D-19)."""
    return viewer is not None and viewer == state.peeking


def searcher(state: ThorgalState[Any], index: int, viewer: int | None) -> bool:
    """A deck is seen by its owner alone while he looks through it."""
    return viewer == index == state.searching


LAYOUT = Layout(
    ThorgalState,
    public=(
        *("factions", "horns", "out", "round", "dest", "first", "phase", "target", "lands", "aside", "turn", "passes"),
        *("spots", "opponent", "next_uid", "strength", "difficulty", "won", "shields", "prices", "forbidden", "moved"),
        *("barren", "fate", "peeking", "searching"),
    ),
    private={"left": 0},
    zones=(
        Zone("deck_d", "destiny", searcher, many=True, own=True),
        Zone("deck_b", "bane", searcher, many=True, own=True),
        Zone("hand_d", "destiny", owner, many=True, own=True, after=everybody),
        Zone("hand_b", "bane", owner, many=True, own=True, after=everybody),
        Zone("pool_d", "destiny", nobody, many=True, own=True),
        Zone("pool_b", "bane", nobody, many=True, own=True),
        Zone("spent_d", "destiny", nobody, many=True, own=True),
        Zone("spent_b", "bane", nobody, many=True, own=True),
        Zone("valhalla", "destiny", everybody, many=True, own=True),
        Zone("niflheim", "bane", everybody, many=True, own=True),
        Zone("party", "destiny", everybody, many=True, own=True),
        Zone("opposing", "destiny", everybody, many=True, own=True),
        Zone("attached_d", "destiny", everybody, many=True, own=True),
        Zone("attached_b", "bane", everybody, many=True, own=True),
        Zone("playing_d", "destiny", everybody, many=True, own=True),
        Zone("playing_b", "bane", everybody, many=True, own=True),
        Zone("peek_d", "destiny", peeker, many=True, own=True),
        Zone("peek_b", "bane", peeker, many=True, own=True),
        Zone("chosen", "destiny", owner, many=True, own=True),
        Zone("gone_d", "destiny", nobody, many=True, own=True),
        Zone("gone_b", "bane", nobody, many=True, own=True),
    ),
)
