"""The line of keys at the bottom of a screen."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widgets import Footer


class KeyFooter(Footer):
    """Shows the keys that can be pressed now; it is made anew only when they are others than before."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._keys: list[tuple[str, str, bool]] = []

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Look whether the keys are still the same."""
        if not screen.app.app_focus:
            return
        bindings = screen.active_bindings.values()
        keys = [
            (active.binding.key, active.binding.action, active.enabled) for active in bindings if active.binding.show
        ]
        if keys != self._keys:
            self._keys = keys
            super().bindings_changed(screen)
