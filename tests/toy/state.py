"""The state of the toy, and who may know what of it."""

from __future__ import annotations

from typing import Generic, TypeVar

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner

F = TypeVar("F")


class ToyState(State[F], Generic[F], frozen=True, kw_only=True):
    """Coins by seat, the round being played and their number, whether the Ferryman plays, and the places of cards."""

    coins: tuple[int, ...]
    rounds: int
    round: int = 0
    automaton: bool = False
    deck: Pile = ()
    hands: tuple[Pile, ...] = ()
    ships: tuple[Pile, ...] = ()
    market: Pile = ()
    discards: Pile = ()
    ferry: Pile = ()

    def from_seat(self, first: int) -> tuple[int, ...]:
        """All seats clockwise from one of them."""
        return tuple((first + i) % self.seats for i in range(self.seats))


LAYOUT = Layout(
    ToyState,
    public=("coins", "rounds", "round", "automaton"),
    zones=(
        Zone("deck", "card", nobody),
        Zone("hands", "card", owner, many=True, after=everybody),
        Zone("ships", "card", everybody, many=True),
        Zone("market", "card", everybody),
        Zone("discards", "card", everybody),
        Zone("ferry", "card", everybody),
    ),
)
