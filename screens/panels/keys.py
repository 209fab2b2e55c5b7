"""The keys of the screen beneath, read from its live bindings."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from screens.footer import KeyFooter
from screens.panels.base import Panel


def _idle(of: Screen[None], node: DOMNode, action: str) -> bool:
    """Whether a key that a widget brings along does nothing here: nowhere to go, nothing to scroll or to copy."""
    name = action.rpartition(".")[2].partition("(")[0]
    if name in ("focus_next", "focus_previous"):
        return len(of.focus_chain) < 2
    if name in ("scroll_left", "scroll_right", "page_left", "page_right"):
        return not (isinstance(node, Widget) and node.allow_horizontal_scroll)
    return "copy" in name


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
            if words and active.enabled and not binding.system and not _idle(of, active.node, binding.action):
                shown = of.app.get_key_display(binding)
                if shown not in self.rows.setdefault(words, []):
                    self.rows[words].append(shown)
        self.rows.setdefault("Save and end the program", []).append("^q")
        self.rows.setdefault("Put the program away; the shell's fg goes on behind a cover", []).append("^z")

    def compose(self) -> ComposeResult:
        """A table of keys."""
        yield Static("Keys", id="title", markup=False)
        with VerticalScroll(id="scores"):
            yield Static("", id="key-table", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Fill the table."""
        table = Table.grid(padding=(0, 3))
        for keys, words in self.more:
            table.add_row(keys, words)
        for words, pressed in self.rows.items():
            table.add_row(", ".join(pressed), words)
        self.query_one("#key-table", Static).update(table)
        self.query_one("#scores", VerticalScroll).focus()
