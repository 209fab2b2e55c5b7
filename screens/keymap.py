"""Keys and the named actions behind them; choice keys never collide with command keys."""

from __future__ import annotations

COMMANDS = {
    "confirm": "enter",
    "clear": "escape",
    "undo": "u",
    "card": "i",
    "log": "l",
    "hint": "h",
    "ready": "r",
    "let": "x",
    "open": "o",
    "since": "s",
    "leave": "q",
    "keys": "question_mark",
    "rules": "f1",
}
"""Action -> key, the same on every screen that has the action. `ready` lifts a cover and does nothing else anywhere."""

REPLAY = {
    "back": "left",
    "on": "right",
    "turn_back": "pageup",
    "turn_on": "pagedown",
    "first": "home",
    "last": "end",
    "go_to": "g",
    "eyes": "e",
    "keep": "w",
}
"""Action -> key where a finished game is looked at again; nothing is chosen there, so letters of choices are free.

`keep` writes it to a file, from the history as well.
"""

CHOICE_KEYS = "123456789" + "".join(
    letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in COMMANDS.values()
)
"""Keys of the choices, in the order in which they are shown; further choices are reached by arrows and mouse."""
