"""Computer opponents. They see what a person in their seat sees, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from thorgames.bots.easy import Easy
from thorgames.bots.planner import Planner
from thorgames.core.ask import Answer, Ask


class Bot(Protocol):
    """One level of play."""

    def choose(self, ask: Ask, look: Callable[[], Any], rng: random.Random) -> Answer:
        """An answer to a question.

        Args:
            ask: the question to the bot's seat.
            look: gives the seat's view, for those who need it.
            rng: the only source of chance.

        Returns:
            A legal answer.
        """


LEVELS: Mapping[str, Bot] = MappingProxyType({"easy": Easy()})
"""Level -> bot, the weakest first."""

SCRIPTED: Mapping[str, Planner] = MappingProxyType({"planner": Planner()})
"""Scripted players, for simulations alone: name -> bot. They know only games for which heuristics are written."""


def bot(name: str) -> Bot:
    """A level or a scripted player. Raises KeyError for an unknown name."""
    return LEVELS[name] if name in LEVELS else SCRIPTED[name]


def plays(name: str, game: str) -> bool:
    """Whether a level or a scripted player knows a game; a level knows every one."""
    return name in LEVELS or SCRIPTED[name].plays(game)
