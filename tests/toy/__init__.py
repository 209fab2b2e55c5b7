"""A toy game with one of everything, to prove the core on it and to show how a game is written.

`cards.toml` and `cards` hold the cards and what they do, `state` what lies where and who sees it, `view` what a seat
can read off, `words` every sentence, and `rules` the steps in the order of the rules page `rules.md`.
"""

from __future__ import annotations

from pathlib import Path

from tests.toy.cards import ToyBox
from tests.toy.rules import Toy

HERE = Path(__file__).parent


def load(toml: str | None = None) -> Toy:
    """The toy game, with its own card file or the one given."""
    return Toy(ToyBox(toml or (HERE / "cards.toml").read_text(encoding="utf-8"), "cards.toml"))
