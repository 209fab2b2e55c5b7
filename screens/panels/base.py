"""A panel: pushed over a screen of the same viewer, closed with Esc, gone with the table when the device is passed."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from screens.base import HouseScreen


class Panel(HouseScreen):
    """A screen over another one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    def action_back(self) -> None:
        """Back to what lies beneath."""
        if self.app.screen is self:
            self.app.pop_screen()


class ListedPanel(Panel):
    """A panel with a line to type in (`#query`), which keeps the keys, and a list beneath it (`#found`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('down')", show=False, priority=True),
        Binding("up", "move('up')", show=False, priority=True),
        Binding("pagedown", "move('page_down')", show=False, priority=True),
        Binding("pageup", "move('page_up')", show=False, priority=True),
    ]

    def action_move(self, how: str) -> None:
        """Move through the list while the line keeps the keys."""
        getattr(self.query_one("#found", OptionList), f"action_{'cursor_' + how if how in ('up', 'down') else how}")()

    @on(OptionList.OptionHighlighted, "#found")
    def moved(self, event: OptionList.OptionHighlighted) -> None:
        """The keys shown are those of the line that is highlighted."""
        self.refresh_bindings()
