"""One exception per kind of bad input, so that a caller knows whose fault it is and what to say."""

from __future__ import annotations

from thorgames.core.text import Msg


class Refusal(Exception):
    """An answer that the rules refuse; nothing at all has changed.

    Attributes:
        msg: why, as a message to be worded for the seat that answered; never part of `str()`, which names no card.
        rule: the clause that says so ("" if none does).
    """

    def __init__(self, msg: Msg, rule: str = "") -> None:
        super().__init__(f"{type(self).__name__}: {msg.key}")
        self.msg = msg
        self.rule = rule


class Malformed(Refusal):
    """The answer does not fit the question: an unknown option, one named twice, too many or too few."""


class NotLegal(Refusal):
    """The answer has the right form, but the rules do not allow it now."""


class NotYours(Refusal):
    """This seat is not asked anything now (or the game is over)."""


class Stale(Refusal):
    """The answer was given to an earlier position of the game than the present one."""


class NoUndo(Refusal):
    """There is nothing that this seat may take back; the message says why."""


class SetupError(ValueError):
    """A game cannot be set up like that; the text is a sentence that names what is wrong and what would be right."""


class CardFileError(ValueError):
    """A card file is not right; the text names the file, the card and the field."""


class RulesError(RuntimeError):
    """The rules contradict themselves: our own bug, never the user's fault. Its text names no card."""
