"""The line of keys at the bottom of a screen."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class KeyFooter(Footer):
    """Shows the keys of its screen that can be pressed now.

    All of them are made once, and shown or hidden as they come and go: Textual would make them anew each time, and the
    footer would follow what it tells about some 40 ms later.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """A key for each binding of the screen that is to be seen."""
        active = self._active(self.screen)
        for bindings in self.screen._bindings.key_to_bindings.values():
            for binding in bindings:
                if binding.show:
                    display = self.app.get_key_display(binding)
                    key = FooterKey(binding.key, display, binding.description, binding.action, classes="-compact")
                    key.display = (key.key, key.action) in active
                    yield key

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Show the keys that can be pressed now."""
        if screen.app.app_focus and self.is_attached and screen is self.screen:
            active = self._active(screen)
            for key in self.query(FooterKey):
                key.display = (key.key, key.action) in active
            # Where something is scrolled at the same time, Textual paints a key that is new, but not those that move.
            self.refresh()

    @staticmethod
    def _active(screen: Screen[Any]) -> set[tuple[str, str]]:
        return {(one.binding.key, one.binding.action) for one in screen.active_bindings.values() if one.enabled}
