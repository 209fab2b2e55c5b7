"""The easy level: a sensible random choice among the legal answers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from thorgames.core.ask import Answer, Ask, legal


class Easy:
    """Draws from the legal answers, but does not pass up something for nothing."""

    slow = False

    def choose(
        self, ask: Ask, look: Callable[[], Any], rng: random.Random, watch: Callable[[float], bool] | None = None
    ) -> Answer:
        """A random legal answer; "nothing" only when there is no other choice."""
        answer = legal(ask, rng)
        if answer == ("nothing",) and len(ask.options) > 1:
            others = [o.id for o in ask.options if o.id != "nothing"]
            return (others[int(rng.random() * len(others))],)
        return answer
