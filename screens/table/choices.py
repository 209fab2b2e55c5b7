"""The choices of a question, numbered, in as many columns as fit; keys and mouse do the same.

What is too long even for a single column takes up several lines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text as RichText
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from screens.keymap import CHOICE_KEYS
from screens.look import Look, fit
from screens.table.selection import Item, Selection

INDENT, ORDERED = 3, 5
"""Cells before a label: for the mark, the key and a space; and where the mark tells which of several it is."""


class Choices(Widget):
    """Shows a `Selection`; tells when a choice was clicked."""

    ALLOW_SELECT: ClassVar[bool] = False
    can_focus = False

    class Clicked(Message):
        """A choice was clicked.

        Attributes:
            at: its place among the items.
        """

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.selection: Selection | None = None
        self.look = Look()
        self._labels: list[tuple[str, str]] = []
        self._indent = INDENT
        self._columns, self._wide = 1, 20
        self._rows: list[list[str]] = []

    def show(self, selection: Selection | None, label: Callable[[Item], tuple[str, str]], look: Look) -> None:
        """Show a selection, or nothing."""
        self.selection, self.look = selection, look
        self._labels = [label(item) for item in selection.items()] if selection else []
        self._indent = ORDERED if selection is not None and selection.ask.ordered else INDENT
        self._arrange(look.width)
        self.refresh(layout=True)

    def _arrange(self, width: int) -> None:
        longest = max((cell_len(text) for text, _ in self._labels), default=10) + self._indent + 1
        self._columns = max(1, min(width // max(longest, 1), 6, len(self._labels) or 1))
        self._wide = width // self._columns
        self._rows = [self._wrapped(text) if self._columns == 1 else [text] for text, _ in self._labels]

    def _wrapped(self, label: str) -> list[str]:
        """The lines of a label that has a column for itself."""
        room = max(1, self._wide - self._indent)
        return [line.plain.rstrip() for line in RichText(label).wrap(self.app.console, room)] or [""]

    @property
    def columns(self) -> int:
        """How many choices stand beside each other."""
        return self._columns

    @property
    def lines(self) -> int:
        """How many lines the choices need."""
        return self.place(len(self._labels) - 1).bottom if self._labels else 0

    def place(self, at: int) -> Region:
        """Where a choice stands, in cells."""
        if self._columns == 1:
            before = sum(len(rows) for rows in self._rows[:at])
            return Region(0, before, self._wide, len(self._rows[at]))
        return Region(at % self._columns * self._wide, at // self._columns, self._wide, 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the choices need."""
        return self.lines

    def render(self) -> RichText:
        """The choices in columns, row by row."""
        out = RichText(no_wrap=True, overflow="crop")
        if self.selection is None:
            return out
        items = self.selection.items()
        for at, (item, (_, colour)) in enumerate(zip(items, self._labels, strict=True)):
            if at and at % self._columns == 0:
                out.append("\n")
            chosen = item.option is not None and item.option.id in self.selection.chosen
            key = CHOICE_KEYS[at] if at < len(CHOICE_KEYS) and item.barred is None else " "
            mark = ""
            if chosen:
                nth = self.selection.chosen.index(item.option.id) + 1 if item.option else 0
                mark = f"#{nth}" if self.selection.ask.ordered else "*" if self.look.ascii else "•"
            style = "dim" if item.barred is not None else colour
            if chosen or at == self.selection.cursor:
                style = f"{style} reverse" + (" bold" if chosen else "")
            for row, part in enumerate(self._rows[at]):
                start = "" if row else f"{mark:<{self._indent - 2}}{key} "
                text = fit(f"{start:<{self._indent}}{part}", self._wide, self.look.ascii).rstrip()
                out.append("\n" if row else "")
                out.append(text, style)
                out.append(" " * (self._wide - cell_len(text)))
        return out

    def on_click(self, event: events.Click) -> None:
        """Say which choice was clicked."""
        at = next((at for at in range(len(self._labels)) if self.place(at).contains(event.x, event.y)), None)
        if at is not None:
            self.post_message(self.Clicked(at))
