"""The state of a match of Thor, and who may know what of it."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner

F = TypeVar("F")


class Round(Struct, frozen=True):
    """A finished round as it was scored (THR-40 to THR-43, THR-50).

    Attributes:
        start: the start player.
        turns: how many turns it had.
        reason: key of the words for why it ended.
        values: of the gods, in the order of `ThorState.gods`.
        taken: by seat, the number of cards of each god.
        gifts: by seat, points for cards kept in hand (THR-80).
        points: by seat, the round's score.
    """

    start: int
    turns: int
    reason: str
    values: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    gifts: tuple[int, ...]
    points: tuple[int, ...]


class ThorState(State[F], Generic[F], frozen=True, kw_only=True):
    """A match of Thor. Gods are counted by their place in `gods`, players by their seat.

    Attributes:
        gods: ids of the gods in play, five or six.
        will: whether the variant Thor's Will is played.
        rounds: how many rounds the match has.
        round: number of the present round, from 1.
        start: start player of the round; -1 until the lot is drawn.
        turn: number of the present turn in the round, from 1; 0 before the first.
        active: whose turn it is; -1 before the first.
        stacks: god cards still in the middle, by god.
        displays: god cards taken, by seat and god.
        columns: offerings beneath each god, the oldest first.
        slots: above each god, no or one action card.
        out: action cards out of the game.
        offerings, actions: hands, by seat, sorted.
        deck: action cards to draw, the next one first.
        aside: offerings set aside.
        played: the rounds scored so far.
    """

    gods: Pile
    will: bool
    rounds: int
    round: int = 0
    start: int = -1
    turn: int = 0
    active: int = -1
    stacks: tuple[int, ...] = ()
    displays: tuple[tuple[int, ...], ...] = ()
    columns: tuple[Pile, ...] = ()
    slots: tuple[Pile, ...] = ()
    out: Pile = ()
    offerings: tuple[Pile, ...] = ()
    actions: tuple[Pile, ...] = ()
    deck: Pile = ()
    aside: Pile = ()
    played: tuple[Round, ...] = ()


LAYOUT = Layout(
    ThorState,
    public=("gods", "will", "rounds", "round", "start", "turn", "active", "stacks", "displays", "played"),
    zones=(
        Zone("columns", "offering", everybody, many=True),  # THR-23
        Zone("offerings", "offering", owner, many=True),  # THR-R-07; closed for good by THR-R-36
        Zone("aside", "offering", nobody),  # THR-14, THR-R-36
        Zone("slots", "action", everybody, many=True),
        Zone("out", "action", everybody),  # THR-R-20
        Zone("actions", "action", owner, many=True),  # THR-R-07, THR-R-36
        Zone("deck", "action", nobody),
    ),
)
