"""The settings, changed by arrows or mouse, in force at once."""

from __future__ import annotations

from typing import Any, ClassVar, get_args

import msgspec
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Label, Select, Static

from screens.footer import KeyFooter
from screens.lists import List
from screens.panels.base import Panel
from screens.settings import THEMES, Preferences, Speed

SPEEDS = {
    "step": "one key a move",
    "slow": "slow",
    "fast": "fast",
    "at once": "at once",
}
ON_OFF = (("on", True), ("off", False))
SWITCHES = (
    ("ascii", "ASCII signs", "letters and signs that every terminal can show"),
    ("since", "Since last turn", "after a cover: what the others did since your last turn"),
    ("pass_on", "Pass on by a key", "stay at the end of a turn, so that it can still be taken back"),
)


class SettingsPanel(Panel):
    """Theme, signs, speed, confirmations."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    def compose(self) -> ComposeResult:
        """A line for each setting."""
        app: Any = self.app
        chosen: Preferences = app.preferences
        themes = [(name, name) for name in THEMES] + [
            (f"{name} (Textual)", name) for name in sorted(app.available_themes) if name not in THEMES
        ]
        yield Static("Settings", id="title", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            with Horizontal(classes="setting"):
                yield Label("Theme", classes="label", markup=False)
                yield List(themes, value=app.theme, allow_blank=False, compact=True, id="theme")
            with Horizontal(classes="setting"):
                yield Label("Computer seats", classes="label", markup=False)
                speeds = [(SPEEDS[speed], speed) for speed in get_args(Speed)]
                yield List(speeds, value=chosen.speed, allow_blank=False, compact=True, id="speed")
            for name, label, about in SWITCHES:
                with Horizontal(classes="setting"):
                    yield Label(label, classes="label", markup=False)
                    value = bool(getattr(chosen, name))
                    yield List(ON_OFF, value=value, allow_blank=False, compact=True, id=name, classes="short")
                    yield Label(about, classes="about", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    @on(Select.Changed)
    def selected(self, event: Select.Changed) -> None:
        """Something was chosen."""
        self._set(event.select.id or "", event.value)

    def _set(self, name: str, value: Any) -> None:
        app: Any = self.app
        app.set_preferences(msgspec.structs.replace(app.preferences, **{name: value}))
        for widget in self.walk_children():  # other signs stand for what is there already
            widget.refresh()
