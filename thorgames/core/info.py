"""What is said about a game before it is played: modes, settings, set-up. Light to import, for lists of games."""

from __future__ import annotations

from msgspec import Struct


class Mode(Struct, frozen=True, kw_only=True):
    """A way to play the game, with the numbers of seats it is for."""

    id: str
    name: str
    seats: tuple[int, ...]
    minutes: str
    about: str
    solo: bool = False


class Choice(Struct, frozen=True):
    """A value of a setting; `why_not` says why it cannot be chosen here ("" if it can)."""

    value: str
    label: str
    why_not: str = ""


class Setting(Struct, frozen=True):
    """Something to be decided before the game, with the values that fit the mode and the number of seats."""

    id: str
    name: str
    choices: tuple[Choice, ...]
    default: str
    about: str = ""


HINTS = Setting(
    "hints",
    "Hints",
    (Choice("yes", "with the key H"), Choice("no", "none")),
    "yes",
    "What the normal level of the computer would do in your place, and why.",
)
"""A setting that every game has; only what differs from the usual is kept in a set-up."""


class Lesson(Struct, frozen=True):
    """Something explained to a player when it first matters.

    Attributes:
        id: so that it is explained once.
        title: in a few words.
        text: what it is and why it matters.
        rule: the clause behind it.
        card: a card to look at with it; "" for none.
    """

    id: str
    title: str
    text: str
    rule: str
    card: str = ""


class Info(Struct, frozen=True, kw_only=True):
    """What the rest of the world needs to know about a game before it is played.

    Attributes:
        prefix: of its clause ids.
        modes: in the order in which they are offered; the first that fits the number of seats is the usual one.
        campaign: modes to be played in this order as a guided start; () without one.
    """

    id: str
    name: str
    byline: str
    about: str
    age: str
    prefix: str
    modes: tuple[Mode, ...]
    campaign: tuple[str, ...] = ()

    def mode(self, id: str) -> Mode:
        """A mode by its id. Raises KeyError for an unknown one."""
        for mode in self.modes:
            if mode.id == id:
                return mode
        raise KeyError(id)


class Setup(Struct, frozen=True):
    """A complete and checked choice of mode, number of seats and settings."""

    game: str
    mode: str
    seats: int
    options: dict[str, str] = {}

    @property
    def first(self) -> int:
        """The seat that was named to begin; -1 if the lot is to say."""
        named = self.options.get("first", "lot")
        return -1 if named == "lot" else int(named) - 1

    @property
    def hints(self) -> bool:
        """Whether players may ask what the computer would do in their place."""
        return self.options.get("hints") != "no"
