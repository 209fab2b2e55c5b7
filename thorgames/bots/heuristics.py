"""Finds the heuristics of a game, `thorgames.games.NAME.heuristics`."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any, cast

from thorgames.core.advice import Heuristics, Judged
from thorgames.core.ask import Ask


def heuristics(game: str) -> Heuristics:
    """The heuristics of a game, by its id."""
    return cast(Heuristics, import_module(f"thorgames.games.{game}.heuristics"))


def advise(view: Any, ask: Ask, rng: random.Random) -> Judged:
    """What the normal level would answer, and why; from the view alone."""
    return heuristics(view.box.game).judge(view, ask, rng)[0]
