"""The device at which is played line by line: what is said and read there, the signals that come, and saving."""

from __future__ import annotations

import os
import signal

from screens import leading
from screens.plain import lookup
from screens.plain.paper import Called, End, Paper
from screens.plain.question import Question
from screens.signals import SUSPENDING
from screens.storage import Moved, Storage, StorageError
from thorgames.core.text import plain
from thorgames.session import Session

NEWS = 15
"""Lines of what happened that are told to the whole table at once."""


class Left(Exception):
    """The players leave the game.

    Attributes:
        status: the exit status of the program.
        why: what is to be said about it.
    """

    def __init__(self, status: int = 0, why: str = "") -> None:
        super().__init__(status)
        self.status, self.why = status, why


class Away(Exception):
    """The program was put away and has come back: whoever is here now is asked anew."""


class Device:
    """Where one session is played.

    Attributes:
        session: the game.
        game_id: its id in the storage; "" as long as it could not be saved.
        saved: whether the present position is saved.
        at: the seat in whose hands the device is; None until someone has said so.
    """

    def __init__(self, paper: Paper, storage: Storage, session: Session, game_id: str) -> None:
        self.paper, self.storage, self.session = paper, storage, session
        self.game_id = game_id
        self.saved = bool(game_id)
        self.at: int | None = None
        self._chapter = False
        self._told: dict[int | None, int] = {}  # viewer -> up to which step he has been told what happened

    def run(self) -> Session | None:
        """Do all that is to be done here; another game that is to follow, or None."""
        raise NotImplementedError

    @property
    def _covered(self) -> bool:
        """Whether hands are hidden from others."""
        return len(self.session.persons) > 1

    def _say(self, *lines: str, indent: int = 0) -> None:
        self.paper.say(*lines, indent=indent)

    def _read(self, prompt: str, fresh: bool = False) -> str:
        """The next line; leaving and putting away come as exceptions."""
        try:
            return self.paper.read(prompt, fresh)
        except End:
            raise Left from None
        except Called as call:
            self._called(call.number)
            raise Away from None

    def _key(self, prompt: str, fresh: bool = False) -> str:
        """A key word before a closed hand, as a small letter; `fresh`: what was typed before is dropped."""
        line = self._read(prompt, fresh).casefold()
        if line in ("q", "quit"):
            raise Left
        return line

    def _heed(self) -> None:
        """Deal with a signal that came while nothing was read; what was being done is not done."""
        number = self.paper.take_call()
        if number:
            self._called(number)
            raise Away

    def _called(self, number: int) -> None:
        """A signal: put everything away, or leave."""
        if number not in SUSPENDING:
            raise Left(128 + number)
        if self.paper.owner:
            self.paper.wipe()
        if self._covered:
            self.session.hand_over()
            self.at = None
        if number != signal.SIGCONT:
            handler = signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, handler)
            self.paper.take_call()  # that of coming back

    def _save(self) -> None:
        """Save the present position."""
        self.saved = False
        try:
            if self.game_id:
                self.storage.save(self.game_id, self.session)
            else:
                self.game_id = self.storage.add(self.session)
            self.saved = True
        except Moved as error:
            raise Left(1, str(error)) from None
        except StorageError as error:
            self._say(str(error))

    # --- what is told ------------------------------------------------------------------------------------------

    def _news(self, viewer: int | None) -> None:
        """Tell what has happened since this viewer was last told."""
        moves = len(self.session.steps)
        first = self._told.get(viewer, moves)
        self._told[viewer] = moves
        lines = [plain(line) for line in leading.told(self.session, viewer, first, moves)]
        if viewer is None and len(lines) > NEWS:
            self._say(f"{len(lines) - NEWS} earlier lines are left out; l tells them.")
            lines = lines[-NEWS:]
        self._say(*lines)

    def _look_up(self, letter: str, rest: str, viewer: int | None, question: Question | None) -> None:
        """Tell what a command asks for."""
        if letter == "q":
            raise Left
        self._say(*lookup.answered(letter, rest, self.session, viewer, question), indent=3)
