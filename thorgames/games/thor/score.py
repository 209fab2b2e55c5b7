"""What a god is worth, and what the players score: public facts, computed afresh whenever wanted."""

from __future__ import annotations

from typing import Any

from thorgames.core.effects import Op
from thorgames.core.zones import Pile
from thorgames.games.thor.cards import HandBonus, ThorBox, ValueAdd, ValueSet, ValueTimes
from thorgames.games.thor.state import ThorState


def changed(value: int, op: Op) -> int:
    """A value as the card in the slot changes it; no floor, no ceiling (THR-74, THR-R-23 to THR-R-25)."""
    match op:
        case ValueAdd(n):
            return value + n
        case ValueSet(n):
            return n
        case ValueTimes(k):
            return value * k
    return value


def value_of(column: Pile, slot: Pile, box: ThorBox) -> int:
    """The value of a god with this column and this slot.

    The last offering of the column, changed by the card in the slot (THR-40); 0 without an offering, whatever lies
    in the slot (THR-42, THR-R-22).
    """
    if not column:
        return 0
    value = box.value_of[column[-1]]
    return changed(value, box.op(slot[0])) if slot else value


def values(s: ThorState[Any], box: ThorBox) -> tuple[int, ...]:
    """The present value of each god in play."""
    return tuple([value_of(column, slot, box) for column, slot in zip(s.columns, s.slots, strict=True)])


def favour(display: tuple[int, ...], worth: tuple[int, ...]) -> int:
    """What the god cards of one display score at these values (THR-41)."""
    return sum(n * v for n, v in zip(display, worth, strict=True))


def gifts(hand: Pile, box: ThorBox) -> int:
    """Points for the action cards of a hand that count there (THR-80, THR-R-30)."""
    return sum(op.n for card in hand for op in box.ops[card] if isinstance(op, HandBonus))
