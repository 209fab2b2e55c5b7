"""Chance is a seat: what it decides is asked and answered like anything else, and so is stored and can be replayed."""

from __future__ import annotations

import random
from typing import Any

from msgspec import Struct

from thorgames.core.ask import CHANCE, Answer, Ask, legal, numbered
from thorgames.core.state import Frame


class Shuffle(Frame, frozen=True, tag="Shuffle"):
    """Shuffle a pile: the answer is the new order, as places in the old one."""

    zone: str
    index: int = -1

    def step(self, s: Any, box: Any, answer: Answer | None = None) -> Any:
        """Ask chance for an order, and lay the pile in it."""
        whole = getattr(s, self.zone)
        pile = whole if self.index < 0 else whole[self.index]
        if len(pile) < 2:
            return s
        if answer is None:
            n = len(pile)
            return Ask(CHANCE, "shuffle", numbered(n), (self.zone, n), lo=n, hi=n, ordered=True)
        new = tuple([pile[int(i)] for i in answer])
        if self.index >= 0:
            new = (*whole[: self.index], new, *whole[self.index + 1 :])
        return s.but(**{self.zone: new})


def pick(kind: str, n: int, *args: str | int) -> Ask:
    """The question to chance for one of `n` places, each equally likely."""
    return Ask(CHANCE, kind, numbered(n), args)


class Dealer(Struct):
    """Answers for chance. Its position is the number of answers given, and only ever goes forward.

    Attributes:
        seed: of the whole game.
        drawn: how many answers have been given.
    """

    seed: int
    drawn: int = 0

    def answer(self, ask: Ask) -> Answer:
        """A legal answer, drawn from the seed and the position alone."""
        rng = random.Random(f"{self.seed}:{self.drawn}")
        self.drawn += 1
        return legal(ask, rng)

    def __repr__(self) -> str:
        return "<Dealer>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []
