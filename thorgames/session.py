"""A game being played: who sits where, what has been answered, what may be taken back.

A session knows no screen and no file. It takes answers from whoever holds a seat, lets its dealer answer for chance,
and keeps every step, so that a storage can save it and a screen can tell the story of it.
"""

from __future__ import annotations

import random
import re
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from thorgames.core.ask import CHANCE, Answer, Ask, Pending
from thorgames.core.chance import Dealer
from thorgames.core.errors import NoUndo, SetupError, Stale
from thorgames.core.game import Game
from thorgames.core.info import Setup
from thorgames.core.text import Event, Msg

PERSON = "person"
"""The holder of a seat that a person plays; any other holder is the level of a computer opponent."""

NAME_LENGTH = 20
"""How many visible characters a name has at most, see `name_length`."""

NAME_SIGNS = 80
"""How many code points it has at most."""


class Step(Struct, frozen=True):
    """One answer and what came of it.

    Attributes:
        seat: who answered; `CHANCE` for the dealer.
        answer: option ids.
        events: what happened because of it.
    """

    seat: int
    answer: Answer
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"<Step of {self.seat}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


class Snapshot(Struct, frozen=True):
    """A session at rest, as it is saved: everything but its steps.

    Attributes:
        setup, names, holders: as the session was made.
        box: hash of the card file.
        state: the packed state.
        ply: number of changes so far, undoing included; it only grows.
        moves: number of steps that stand.
        seed, drawn: the dealer.
    """

    setup: Setup
    names: tuple[str, ...]
    holders: tuple[str, ...]
    box: str
    state: bytes
    ply: int
    moves: int
    seed: int
    drawn: int

    def __repr__(self) -> str:
        return f"<Snapshot {self.setup.game} at {self.ply}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


_NO_WIDTH = (
    "\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Joiners, variation selectors, tags and the like, for a regular expression."""

_UNSEEN = f"[{_NO_WIDTH}\u00ad\u115f\u1160\u2800\u3164\uffa0]"
"""With them, what may take room but shows nothing. (Spaces are trimmed anyway.)"""

_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What turns the direction of the whole line."""

_JOINER = "\u200d"
_FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def _upsets(sign: str) -> bool:
    """Whether a sign has no place in a name: controls, line breaks, turns of direction, and no characters at all."""
    none = ord(sign) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(sign) <= 0xFDEF
    return none or sign in _DIRECTIONS or unicodedata.category(sign) in ("Cc", "Cs", "Co", "Zl", "Zp")


def _shows(sign: str) -> bool:
    """Whether a sign shows something by itself; one that is newer than this Python's tables is taken to."""
    kind = unicodedata.category(sign)
    return kind[0] in "LNPS" or kind == "Cn"


def _pictures(sign: str) -> bool:
    """Whether a sign may be an emoji; some are newer than this Python's tables."""
    return sign != "" and (unicodedata.category(sign)[0] == "S" or unicodedata.category(sign) == "Cn")


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Players' names, trimmed and in composed form (NFC).

    Raises:
        SetupError: a name has no visible character or more than 20, or has characters that would upset the line in
            which it stands, or two names look alike.
    """
    for number, name in enumerate(names, 1):
        if not name.strip():
            raise SetupError(f"player {number} has no name; a name has 1 to {NAME_LENGTH} characters")
        if any(_upsets(sign) for sign in name.strip().replace("\t", " ")):
            raise SetupError(f"the name of player {number} has characters that cannot be seen")
    taken = tuple(unicodedata.normalize("NFC", " ".join(name.split())) for name in names)
    for number, name in enumerate(taken, 1):
        if name_length(name) > NAME_LENGTH:
            raise SetupError(f"the name {name[:NAME_LENGTH]}... is too long; a name has 1 to {NAME_LENGTH} characters")
        if len(name) > NAME_SIGNS:
            raise SetupError(f"the name of player {number} is too long: with marks it has more than {NAME_SIGNS} signs")
        if not any(_shows(sign) for sign in re.sub(_UNSEEN, "", name)):
            raise SetupError(f"the name of player {number} is made of characters that cannot be seen")
    folded = [fold_name(name) for name in taken]
    for number, name in enumerate(taken):
        if folded.index(folded[number]) != number:
            raise SetupError(f"two players are named {name}; every player needs a name of their own")
    return taken


def name_length(name: str) -> int:
    """How many characters a reader sees: marks, skin tones, and pictures joined to another do not count."""
    count, last, joined = 0, "", False
    for sign in name:
        if sign == _JOINER:
            joined = True
        if unicodedata.category(sign)[0] == "M" or re.match(f"[{_NO_WIDTH}]", sign):
            continue
        if sign in _FLAG_LETTERS and last in _FLAG_LETTERS:
            last = ""
        elif sign in _SKIN_TONES and _pictures(last):
            pass
        else:
            count += not (joined and _pictures(sign) and _pictures(last))
            last = sign
        joined = False
    return count


def fold_name(name: str) -> str:
    """A name as it is compared: names that look alike, but for capitals, become the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(_UNSEEN, "", unicodedata.normalize("NFKC", folded))


class Session:
    """One game from set-up to outcome.

    Args:
        game: the game with its cards.
        setup: a set-up that `Game.setup` made.
        names: by seat.
        holders: by seat, `PERSON` or the level of a computer opponent; None: all persons.
        dealer: who answers for chance; None: one with a seed from the system.

    Attributes:
        state: the present state.
        steps: every answer that stands, chance included.
        ply: number of changes so far, undoing included.

    Raises:
        SetupError: names or holders do not fit the set-up.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        setup: Setup,
        names: Sequence[str],
        holders: Sequence[str] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        self.game = game
        self.setup = game.setup(setup.mode, setup.seats, setup.options)
        self.names = check_names(names)
        self.holders = tuple(holders) if holders is not None else (PERSON,) * len(self.names)
        if not len(self.names) == len(self.holders) == setup.seats:
            raise SetupError(f"{setup.seats} seats need as many names, not {len(self.names)}")
        self.dealer = dealer if dealer is not None else Dealer(secrets.randbits(64))
        self.speaker = game.speaker(self.names)
        self.steps: list[Step] = []
        self.ply = 0
        self._back: list[tuple[int, Any, int]] = []  # (seat, state before, steps before) of what may be taken back
        self._why_not = Msg("undo.none")
        self.state = game.new(self.setup)
        self._answer_for_chance()

    @property
    def persons(self) -> frozenset[int]:
        """The seats that persons hold."""
        return frozenset(seat for seat, holder in enumerate(self.holders) if holder == PERSON)

    def pending(self) -> Pending | None:
        """What the game waits for; never a question to chance. None when the game has ended."""
        return self.game.pending(self.state)

    def view(self, viewer: int | None) -> Any:
        """What a seat, or the table, may know now."""
        return self.game.view(self.state, viewer)

    def submit(self, seat: int, answer: Answer, ply: int | None = None) -> tuple[Step, ...]:
        """Give a seat's answer, and let the dealer answer what chance is asked after it.

        Args:
            seat: who answers.
            answer: option ids.
            ply: the value of `ply` when the question was shown; None: do not check.

        Returns:
            The steps made.

        Raises:
            Stale: the session has moved on since `ply`.
            Refusal: the rules refuse the answer. In both cases nothing has changed.
        """
        if ply is not None and ply != self.ply:
            raise Stale(Msg("refused.stale"))
        before, moves = self.state, len(self.steps)
        answer = self.game.check(before, seat, answer)
        result = self.game.apply(before, seat, answer)
        self.state = result.state
        self.steps.append(Step(seat, answer, result.events))
        self.ply += 1
        if self._back and self._back[-1][0] != seat:
            self._bar("undo.other")
        self._back.append((seat, before, moves))
        if self.game.taught(before, self.state, seat, result.events):
            self._bar("undo.learned")
        if self._answer_for_chance():
            self._bar("undo.chance")
        if self.state.outcome is not None:
            self._bar("undo.over")
        return tuple(self.steps[moves:])

    def _answer_for_chance(self) -> bool:
        """Let the dealer answer as long as chance is asked; whether it was."""
        asked = False
        while (pending := self.pending()) is not None and pending.mode == "chance":
            asked = True
            ask = pending.asks[0]
            answer = self.dealer.answer(ask)
            result = self.game.apply(self.state, CHANCE, answer)
            self.state = result.state
            self.steps.append(Step(CHANCE, answer, result.events))
        return asked

    # --- taking back -------------------------------------------------------------------------------------------

    def _bar(self, why: str) -> None:
        """Nothing before this moment may be taken back any more."""
        self._back.clear()
        self._why_not = Msg(why)

    def hand_over(self) -> None:
        """The device changes hands: what was done before can no longer be taken back."""
        if self._back:
            self._bar("undo.handover")

    def undoable(self, seat: int) -> int:
        """How many answers this seat may take back now."""
        count = 0
        for owner, _, _ in reversed(self._back):
            if owner != seat:
                break
            count += 1
        return count

    def why_no_undo(self, seat: int) -> Msg:
        """Why a seat cannot take back anything (when `undoable` is 0)."""
        return self._why_not if not self._back else Msg("undo.other")

    def undo(self, seat: int) -> None:
        """Take back the last answer of a seat: state, log and question are as they were before it.

        Raises:
            NoUndo: there is nothing it may take back, with the reason.
        """
        if not self.undoable(seat):
            raise NoUndo(self.why_no_undo(seat))
        _, self.state, moves = self._back.pop()
        del self.steps[moves:]
        self.ply += 1
        if not self._back:
            self._why_not = Msg("undo.none")

    # --- saving ------------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Everything but the steps, for a storage."""
        return Snapshot(
            self.setup,
            self.names,
            self.holders,
            self.game.box.hash,
            self.game.pack(self.state),
            self.ply,
            len(self.steps),
            self.dealer.seed,
            self.dealer.drawn,
        )

    @classmethod
    def resume(cls, game: Game[Any, Any, Any], snapshot: Snapshot, steps: Sequence[Step]) -> Session:
        """A session as it was saved; nothing of it can be taken back any more.

        Raises:
            ValueError: snapshot, steps and cards do not belong together.
        """
        if game.box.hash != snapshot.box or len(steps) != snapshot.moves:
            raise ValueError("snapshot, steps and cards do not belong together")
        session = cls.__new__(cls)
        session.game = game
        session.setup = snapshot.setup
        session.names = snapshot.names
        session.holders = snapshot.holders
        session.dealer = Dealer(snapshot.seed, snapshot.drawn)
        session.speaker = game.speaker(snapshot.names)
        session.steps = list(steps)
        session.ply = snapshot.ply
        session._back = []
        session._why_not = Msg("undo.handover")
        session.state = game.unpack(snapshot.state)
        return session

    def replayed(self) -> Any:
        """The state that the steps lead to from the set-up, to hold against the saved one."""
        state = self.game.new(self.setup)
        for step in self.steps:
            state = self.game.apply(state, step.seat, step.answer).state
        return state

    # --- computer opponents ------------------------------------------------------------------------------------

    def bot_random(self, seat: int) -> random.Random:
        """The source of chance for a computer opponent's next choice, from seed, seat and number of steps."""
        return random.Random(f"{self.dealer.seed}:bot:{seat}:{len(self.steps)}")

    def __repr__(self) -> str:
        return f"<Session of {self.setup.game} at {self.ply}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


class Place(Struct, frozen=True):
    """Where the device goes next.

    Attributes:
        kind: what is shown.
            "hand": the seat's own screen, at once. "cover": the seat's own screen, behind a cover.
            "announce": the table is told that the seat may react; it may look (behind a cover) or let it happen.
            "claim": the table is asked which of several seats reacts. "open": the seat decides on the open table.
            "bot": a computer opponent answers. "over": the game has ended.
        seat: whose decision it is; -1 where no single seat is meant.
        ask: the question; None for "claim" and "over".
    """

    kind: Literal["hand", "cover", "announce", "claim", "open", "bot", "over"]
    seat: int = -1
    ask: Ask | None = None


def next_place(pending: Pending | None, at: int | None, persons: frozenset[int]) -> Place:
    """Where the device goes, from public facts alone.

    Args:
        pending: what the game waits for.
        at: the seat whose own screen is open now, or None.
        persons: the seats that persons hold; with a single one nothing is covered.
    """
    if pending is None:
        return Place("over")
    for ask in pending.asks:
        if ask.seat not in persons:
            return Place("bot", ask.seat, ask)
    ask = next((a for a in pending.asks if a.seat == at), pending.asks[0])
    if len(persons) == 1 or ask.seat == at:
        alone = pending.mode != "deal" or len(persons) == 1
        return Place("hand" if alone else "open", ask.seat, ask)
    if pending.mode == "reaction":
        return Place("announce", ask.seat, ask)
    if pending.mode == "claim":
        return Place("claim")
    if pending.mode == "deal":
        return Place("open", ask.seat, ask)
    return Place("cover", ask.seat, ask)
