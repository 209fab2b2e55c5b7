"""Computer opponents. They see what a person in their seat sees, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from thorgames.bots.easy import Easy
from thorgames.bots.hard import Hard
from thorgames.bots.heuristics import advise, heuristics, reasons
from thorgames.bots.normal import Normal
from thorgames.core.ask import Answer, Ask

__all__ = ["LEVELS", "Bot", "advise", "heuristics", "reasons"]


class Bot(Protocol):
    """One level of play.

    Attributes:
        slow: whether it takes its time, so that a screen lets it think in a thread of its own.
    """

    @property
    def slow(self) -> bool: ...  # noqa: D102

    def choose(
        self, ask: Ask, look: Callable[[], Any], rng: random.Random, watch: Callable[[float], bool] | None = None
    ) -> Answer:
        """An answer to a question.

        Args:
            ask: the question to the bot's seat.
            look: gives the seat's view, for those who need it.
            rng: the only source of chance.
            watch: told now and then what share of the thinking is done (0 to 1); with False it asks for an answer
                now. None: nobody watches.

        Returns:
            A legal answer.
        """


LEVELS: Mapping[str, Bot] = MappingProxyType({"easy": Easy(), "normal": Normal(), "hard": Hard()})
"""Level -> bot, the weakest first."""
