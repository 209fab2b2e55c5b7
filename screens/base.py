"""What all screens of the house share: the sentence shown where the terminal is too small."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Select, Static

from screens.look import ROWS, Look

SMALLEST = (80, 24)


class Sized(Screen[None]):
    """A screen that says so when the terminal is smaller than 80x24, and is itself again when it is not."""

    _focused_before: Widget | None = None
    """What had the focus before the terminal became too small."""

    def on_mount(self) -> None:
        """Add the sentence for small terminals."""
        self.mount(Static("", id="too-small", markup=False))
        self._measure()

    def on_resize(self, event: events.Resize) -> None:
        """Look at the new size."""
        self._measure()

    def _measure(self) -> None:
        width, height = self.app.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        if small and not self.has_class("small"):
            self._focused_before = self.focused
        elif not small and self.has_class("small") and self._focused_before is not None:
            self.call_after_refresh(self.set_focus, self._focused_before)
        self.set_class(small, "small")
        if small and (found := self.query("#too-small")):
            need = f"{SMALLEST[0]}x{SMALLEST[1]}"
            words = f"thorgames needs {need} or more. This is {width}x{height}: make it larger, or press q to end."
            found.only_one(Static).update(words)


class HouseScreen(Sized):
    """A screen of the house."""

    ALLOW_SELECT: ClassVar[bool] = False

    def on_click(self, event: events.Click) -> None:
        """A click beside a list that is open closes it."""
        clicked = event.widget.ancestors_with_self if event.widget is not None else ()
        for select in self.query(Select):
            if select.expanded and select not in clicked:
                select.expanded = False

    @property
    def look(self) -> Look:
        """How to draw at the present size."""
        app: Any = self.app
        width, height = (max(least, now) for least, now in zip(SMALLEST, self.app.size, strict=True))
        return Look(width - 2, app.ascii, not self.app.current_theme.dark, height - SMALLEST[1] + ROWS)
