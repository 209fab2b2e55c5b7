"""What lies on the table, in words: one module a game, which reads a view and knows nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol


class Words(Protocol):
    """Puts one game's table into sentences."""

    def table(self, view: Any, names: Sequence[str]) -> list[str]:
        """Everything on the table that the viewer may see, but for what is his alone."""

    def hand(self, view: Any, names: Sequence[str]) -> list[str]:
        """What is the viewer's alone: his hand, and what else he may look at."""

    def scores(self, view: Any, names: Sequence[str]) -> list[str]:
        """The scores so far with their make-up."""


def words(game_id: str) -> Words:
    """How a game's table is told."""
    made: Words = import_module(f"screens.plain.tables.{game_id}")
    return made


def open_hands(names: Sequence[str], viewer: int | None, hands: Sequence[Sequence[str]]) -> list[str]:
    """The hands that are laid open at the end of a game, as names of cards by seat; not the viewer's own."""
    return [f"{names[seat]} held: {listed(cards)}." for seat, cards in enumerate(hands) if cards and seat != viewer]


def listed(cards: Sequence[str], nothing: str = "nothing") -> str:
    """Names one after the other, equal ones counted: Odin, Villager (2 of them)."""
    times = {card: cards.count(card) for card in cards}
    return ", ".join(card if n == 1 else f"{card} ({n} of them)" for card, n in times.items()) or nothing
