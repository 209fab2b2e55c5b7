"""What people may set, kept between games: theme, signs, speed of computer opponents, confirmations."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct
from textual.theme import Theme

from screens.storage import Storage, StorageError

Speed = Literal["step", "slow", "fast", "at once"]

DELAYS: dict[Speed, float | None] = {"step": None, "slow": 1.6, "fast": 0.6, "at once": 0.0}
"""Speed -> seconds before each move of a computer opponent, whatever it has to choose from; None: wait for a key."""


class Preferences(Struct, frozen=True, kw_only=True):
    """The settings of this machine.

    Attributes:
        theme: name of a theme.
        ascii: only ASCII signs.
        speed: of computer opponents.
        since: show what happened since a player's last turn.
        pass_on: wait for a key at the end of a turn, so that it can still be taken back.
    """

    theme: str = "dark"
    ascii: bool = False
    speed: Speed = "fast"
    since: bool = True
    pass_on: bool = True


def load(storage: Storage) -> Preferences:
    """The settings as they were left; what cannot be read is as in the beginning."""
    try:
        return msgspec.convert(storage.setting("preferences", {}), Preferences)
    except (msgspec.ValidationError, StorageError):
        return Preferences()


def save(storage: Storage, preferences: Preferences) -> None:
    """Keep the settings. Raises StorageError."""
    storage.set_setting("preferences", msgspec.to_builtins(preferences))


THEMES = {
    "dark": Theme(
        name="dark",
        primary="#4f8fd0",
        secondary="#c79a3f",
        accent="#e0b050",
        foreground="#e4e4e4",
        background="#12161c",
        surface="#1a2028",
        panel="#222b36",
        warning="#e0b050",
        error="#ff6f6f",
        success="#6fcf7f",
        dark=True,
    ),
    "light": Theme(
        name="light",
        primary="#2f6fb0",
        secondary="#8a6410",
        accent="#8a5a00",
        foreground="#1a1a1a",
        background="#f6f3ea",
        surface="#ece7d8",
        panel="#ddd6c2",
        warning="#8a5a00",
        error="#b01212",
        success="#1f6f1f",
        dark=False,
    ),
    "high contrast": Theme(
        name="high contrast",
        primary="#ffffff",
        secondary="#ffff00",
        accent="#ffff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#303030",
        warning="#ffff00",
        error="#ff9090",
        success="#90ff90",
        dark=True,
    ),
}
"""Our own themes; all of Textual's can be had as well."""
