"""The state of a game of Thorgal: The Card Game, and who may know what of it."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner

F = TypeVar("F")

Phase = Literal["", "fate", "dawn", "journey", "dusk"]

Points = tuple[int, int, int]
"""Bravery, Cunning, Power."""

NONE: Points = (0, 0, 0)


class Marks(Struct, frozen=True):
    """What lies on a card in play, or on a land (TRG-038).

    Attributes:
        card: its place number (`TRGState.ids`).
        tired: exhaustion markers.
        plus: attribute markers, below 0 for minus ones.
        change: changes without markers to the end of the phase.
    """

    card: int
    tired: int = 0
    plus: Points = NONE
    change: Points = NONE
