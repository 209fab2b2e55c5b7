"""Lists to choose one of several values from."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Select


class List(Select[Any]):
    """A list that opens and closes at a click on its line.

    Textual would give the focus to the line first, which closes the list, and the same click would open it again.
    """

    FOCUS_ON_CLICK = False

    def watch_expanded(self, expanded: bool) -> None:
        """The keys that the open list had come to its line when it closes."""
        if not expanded and self.has_focus_within:
            self.focus()


class Pick(List, inherit_bindings=False):
    """A list in a form; the arrows go to other fields as long as it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "show_overlay", "Show the list", show=False)]
