"""A panel: pushed over a screen of the same viewer, closed with Esc, gone with the table when the device is passed."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from screens.base import HouseScreen


class Panel(HouseScreen):
    """A screen over another one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    def action_back(self) -> None:
        """Back to what lies beneath."""
        if self.app.screen is self:
            self.app.pop_screen()
