"""The keys of the screen beneath, read from its live bindings."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from screens.panels.base import Panel


class KeysPanel(Panel):
    """Every key that does something on the screen from which it was opened."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "back", show=False)]

    def __init__(self, of: Screen[None], more: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__()
        self.rows: dict[str, list[str]] = {}
        self.more = more
        own_first = sorted(of.active_bindings.values(), key=lambda active: active.node is not of)
        for active in own_first:
            binding = active.binding
            words = active.tooltip or binding.tooltip or binding.description
            if words and active.enabled and not binding.system and "copy" not in binding.action:
                shown = of.app.get_key_display(binding)
                if shown not in self.rows.setdefault(words, []):
                    self.rows[words].append(shown)
        self.rows.setdefault("Save and end the program", []).append("^q")

    def compose(self) -> ComposeResult:
        """A table of keys."""
        yield Static("Keys", id="title", markup=False)
        with VerticalScroll(id="scores"):
            yield Static("", id="key-table", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Fill the table."""
        table = Table.grid(padding=(0, 3))
        for keys, words in self.more:
            table.add_row(keys, words)
        for words, pressed in self.rows.items():
            table.add_row(", ".join(pressed), words)
        self.query_one("#key-table", Static).update(table)
        self.query_one("#scores", VerticalScroll).focus()
