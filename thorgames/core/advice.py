"""What a game's heuristics say of a question: answers with their worth, and the reason that weighed most."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from thorgames.core.ask import Answer, Ask
from thorgames.core.text import Msg


class Judged(Struct, frozen=True):
    """One answer as it is judged.

    Attributes:
        answer: a legal one.
        worth: the higher the better; answers to the same question can be compared by it.
        why: the reason that weighed most; its key stands in the `WORDS` of the heuristics.
    """

    answer: Answer
    worth: float
    why: Msg

    def __repr__(self) -> str:
        """No card in it."""
        return "<Judged>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


class Heuristics(Protocol):
    """What `thorgames.games.NAME.heuristics` holds: the judgement of one game, read off a seat's view alone.

    Attributes:
        WORDS: key -> template of every reason, one sentence each, without "because".
        HORIZON: after how many answers a game that is played on in thought is left and judged by `standing`.
        PLAYOUTS: how many games are played on in thought before the hard level decides.
    """

    @property
    def WORDS(self) -> Mapping[str, str]: ...  # noqa: D102, N802
    @property
    def HORIZON(self) -> int: ...  # noqa: D102, N802
    @property
    def PLAYOUTS(self) -> int: ...  # noqa: D102, N802

    def judge(self, view: Any, ask: Ask, rng: random.Random) -> Sequence[Judged]:
        """The answers worth thinking about, the best first; never none, and all of them legal.

        The first is what the normal level does, and what a hint shows. An answer that is no use to think about further
        is left out, so a single one is a plain decision.

        Args:
            view: of the seat that is asked.
            ask: the question to it.
            rng: the only source of chance, for what should not be foreseen and for answers that are equally good.
        """

    def standing(self, view: Any) -> Sequence[float]:
        """How well each seat stands in a game that goes on: roughly its chance to win, 0 to 1, by seat.

        Args:
            view: of any seat, or of a position in which every card is known.
        """
