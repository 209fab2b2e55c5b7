"""The state of a game is a value: frozen structs and tuples, whose agenda says what is still to be done.

The agenda is a stack of frames. A frame is a small struct: its fields are its data, its docstring is the rule with its
clause, and its one method `step` says what it asks or what comes of it. The engine (`thorgames.core.game`) takes the
top frame off and calls ``step(s, box)``:

- it returns an `Ask` (or a `Pending` for reactions, deals and questions to several seats): the frame stays on top
  until the answer is in, and is then taken off and called again, ``step(s, box, answer)``;
- it returns a state: done. It may have pushed further frames (`then`), also itself, and told events (`tell`).

Frames name no hidden card. Identities live in zones only, so the agenda is public and nothing that hides, guesses or
shuffles cards needs to know any frame.

Frozen values can be no part of a cycle, so Python's search for cycles is spared them (`gc=False`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from thorgames.core.ask import Answer
from thorgames.core.text import Arg, Event

F = TypeVar("F")


class Frame(Struct, frozen=True, tag=True, gc=False):
    """One step of the rules that is still to be done; each game declares a tagged union of its frames."""

    def step(self, s: Any, box: Any, answer: Any = None) -> Any:
        """Ask something, or do what the answer says.

        Args:
            s: the state with this frame already taken off.
            box: the cards the game is played with (its `Box`).
            answer: None when nothing is answered yet; an `Answer`; for the modes "sealed" and "claim" a mapping
                seat -> `Answer` (for a claim: of the one seat that claims, or empty).

        Returns:
            An `Ask` or a `Pending` (only when `answer` is None), or the state after this step.
        """
        raise NotImplementedError


class Outcome(Struct, frozen=True):
    """How a game ended.

    Attributes:
        reason: key of the game's words that says why.
        ranks: by seat, 1 for the winners; equal ranks are shared (1, 1, 3).
        scores: by seat, or () where the game has none.
    """

    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()

    def share(self, seat: int) -> float:
        """What a seat has of the win: all (1), nothing (0), or its part of one that is shared."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0


class State(Struct, Generic[F], frozen=True, kw_only=True, gc=False):
    """What every game's state has; a game adds its zones and public facts.

    Attributes:
        seats: number of seats.
        agenda: frames still to be done, the next one last.
        sealed: (seat, answer) of those who have answered a question put to several seats.
        told: events of the step being done; always empty between two answers.
        outcome: None while the game goes on.
    """

    seats: int
    agenda: tuple[F, ...] = ()
    sealed: tuple[tuple[int, Answer], ...] = ()
    told: tuple[Event, ...] = ()
    outcome: Outcome | None = None

    if TYPE_CHECKING:

        def but(self, **changes: Any) -> Self:
            """A copy with some fields changed."""
    else:
        but = Struct.__replace__  # without a function of our own around it: every step of the rules makes copies

    def then(self, *frames: Any) -> Self:
        """A copy in which these frames come next, the first of them first."""
        return replace(self, agenda=self.agenda + frames[::-1])

    def and_then(self, *frames: Any) -> tuple[Any, ...]:
        """The agenda with these frames coming next: for `but`, where other fields change at the same time."""
        return self.agenda + frames[::-1]

    def tell(self, kind: str, *args: Arg, to: tuple[int, ...] = (), secret: tuple[Arg, ...] = ()) -> Self:
        """A copy in which this has happened; `secret` is for the seats in `to` alone."""
        return replace(self, told=(*self.told, Event(kind, args, to, secret)))

    def and_told(
        self, kind: str, *args: Arg, to: tuple[int, ...] = (), secret: tuple[Arg, ...] = ()
    ) -> tuple[Event, ...]:
        """What has been told, with this besides: for `but`, where other fields change at the same time."""
        return (*self.told, Event(kind, args, to, secret))

    def __repr__(self) -> str:
        """No card in it: a state may stand in a traceback or a debugger on a shared screen."""
        return f"<{type(self).__name__}, {self.seats} seats, {len(self.agenda)} frames>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


def ranks(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks by score, the highest first; equal scores share the better rank (1, 1, 3)."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
