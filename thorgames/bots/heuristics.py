"""Finds the heuristics of a game, `thorgames.games.NAME.heuristics`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

from thorgames.core.advice import Heuristics, Judged
from thorgames.core.ask import Ask
from thorgames.core.game import Game
from thorgames.core.text import Speaker


def heuristics(game: str) -> Heuristics:
    """The heuristics of a game, by its id."""
    return cast(Heuristics, import_module(f"thorgames.games.{game}.heuristics"))


def reasons(game: Game[Any, Any, Any], names: Sequence[str]) -> Speaker:
    """What puts the reasons of a game's heuristics into words, and the game's own messages too."""
    return Speaker({**game.all_words, **heuristics(game.info.id).WORDS}, names, game.box.name)


def advise(view: Any, ask: Ask, rng: random.Random) -> Judged:
    """What the normal level would answer, and why; from the view alone."""
    return heuristics(view.box.game).judge(view, ask, rng)[0]
