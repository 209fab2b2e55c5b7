"""The toy's table, so that the screens can be tried on everything the core knows: claims, deals, sealed choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from screens.look import Look


class ToyTable:
    """Draws the toy in a few lines."""

    def board(self, view: Any, names: Sequence[str], look: Look) -> Text:
        """The market, the discards, the ferry, and the players' ships and coins."""
        s, box = view.seen, view.box
        lines = [f"{name:4} {', '.join(map(box.name, pile))}" for name, pile in self.piles(s)]
        for seat, name in enumerate(names):
            ship = ", ".join(map(box.name, s.ships[seat]))
            lines.append(f"{name}: {len(s.hands[seat])} cards, {s.coins[seat]} coins, ship {ship}")
        return Text("\n".join(line[: look.width] for line in lines), no_wrap=True)

    @staticmethod
    def piles(s: Any) -> list[tuple[str, tuple[str, ...]]]:
        """The piles in the middle."""
        return [("sale", s.market), ("out", s.discards[-3:]), ("deck", ()), ("ferry", s.ferry[-3:])]

    def style(self, card: str, box: Any, look: Look) -> str:
        """No colours."""
        return ""

    def scores(self, view: Any, names: Sequence[str], look: Look) -> Text:
        """Points by seat."""
        return Text("\n".join(f"{name} {view.points(seat)}" for seat, name in enumerate(names)))


LAYOUT = ToyTable()
