"""The normal level: does what the game's own heuristics judge best."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from thorgames.bots.heuristics import advise
from thorgames.core.ask import Answer, Ask


class Normal:
    """Plays by the heuristics of the game, which read the view alone."""

    slow = False

    def choose(
        self, ask: Ask, look: Callable[[], Any], rng: random.Random, watch: Callable[[float], bool] | None = None
    ) -> Answer:
        """The answer of the game's heuristics."""
        return advise(look(), ask, rng).answer
