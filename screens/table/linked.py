"""Text in which names of cards can be clicked, and the end of the log made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text as RichText
from textual.widget import Widget
from textual.widgets import Static


class Linked(Static):
    """Text whose links keep their own colours."""

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, id: str) -> None:
        super().__init__("", id=id, markup=False)
        self.set_reactive(Widget.auto_links, False)


class LogTail(Widget):
    """The end of the log: as many of the last lines as there is room for as a whole, the very last one at the bottom.

    Args:
        id: of the widget.
        gap: whether the first row stays empty where there are rows enough.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    can_focus = False

    def __init__(self, id: str, gap: bool = False) -> None:
        super().__init__(id=id)
        self.set_reactive(Widget.auto_links, False)
        self.gap = gap
        self.lines: list[RichText] = []

    def tell(self, lines: Sequence[RichText]) -> None:
        """Show other lines, the newest last."""
        self.lines = list(lines)
        self.refresh()

    def render(self) -> RichText:
        """The last lines after wrapping; one that there is no room for is left out, the very last one cut off."""
        width, height = self.size
        room = height - 1 if self.gap and height > 2 else height
        rows: list[RichText] = []
        if width:
            for line in reversed(self.lines):
                wrapped = line.wrap(self.app.console, width)
                if rows and len(rows) + len(wrapped) > room:
                    break
                rows = [*wrapped, *rows]
        rows = rows[:room]
        return RichText("\n", no_wrap=True).join([RichText()] * (height - len(rows)) + rows)
