"""The scripted planner: asks the game's own heuristics what a sensible person would answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from thorgames.core.ask import Answer, Ask


class Planner:
    """Plays by the heuristics of a game, `thorgames.games.NAME.heuristics`, which read the view alone."""

    def plays(self, game: str) -> bool:
        """Whether there are heuristics for a game."""
        return find_spec(f"thorgames.games.{game}.heuristics") is not None

    def choose(self, ask: Ask, look: Callable[[], Any], rng: random.Random) -> Answer:
        """The answer of the game's heuristics."""
        view = look()
        heuristics = import_module(f"thorgames.games.{view.box.game}.heuristics")
        answer: Answer = heuristics.answer(view, ask, rng)
        return answer
