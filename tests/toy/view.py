"""What a seat at the toy sees; bots and screens would know this module and no other."""

from __future__ import annotations

from typing import Any

from tests.toy.cards import ToyBox
from tests.toy.state import ToyState
from thorgames.core.game import View


class ToyView(View[ToyState[Any]], frozen=True):
    """The toy through the eyes of one seat, or of the table."""

    box: ToyBox

    def points(self, seat: int) -> int:
        """What a seat would score now (TOY-13)."""
        return self.seen.coins[seat] + self.box.worth(self.seen.ships[seat])
