"""The keys of the screen beneath, read from its live bindings; each of them can be chosen instead of pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

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
    """Every key that does something on the screen from which it was opened.

    Args:
        of: that screen.
        more: (keys, words) of what no binding tells.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "back", show=False),
        Binding("enter", "press", "Do it", priority=True),
    ]

    def __init__(self, of: Screen[None], more: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__()
        self.of = of
        self.more = more
        self.rows: dict[str, list[str]] = {}
        self.actions: dict[str, tuple[DOMNode, str]] = {}
        """What a row does, by its words: the action, and where it is looked for."""
        own_first = sorted(of.active_bindings.values(), key=lambda active: active.node is not of)
        for active in own_first:
            binding = active.binding
            words = active.tooltip or binding.tooltip or binding.description
            if words and active.enabled and not binding.system and not _idle(of, active.node, binding.action):
                self._add(words, of.app.get_key_display(binding), active.node, binding.action)
        self._add("Save and end the program", "^q", of.app, "app.leave_program")
        self._add("Put the program away; the shell's fg goes on behind a cover", "^z", of.app, "app.suspend_process")

    def _add(self, words: str, key: str, node: DOMNode, action: str) -> None:
        """A row, or another key for it."""
        self.actions.setdefault(words, (node, action))
        keys = self.rows.setdefault(words, [])
        if key not in keys:
            keys.append(key)

    def compose(self) -> ComposeResult:
        """What is told in words alone, and a list of keys."""
        shown = [(", ".join(keys), words) for words, keys in self.rows.items()]
        yield Static("Keys: press one on the screen beneath, or choose it here", id="title", markup=False)
        yield Static(self._table(self.more, self.more), id="told", markup=False)
        yield OptionList(*(self._table([row], shown) for row in shown), id="found", markup=False)
        yield KeyFooter()

    @staticmethod
    def _table(rows: Sequence[tuple[str, str]], among: Sequence[tuple[str, str]]) -> Table:
        """Keys and what they do, beneath each other; the keys as wide as the longest among so many."""
        table = Table.grid()
        table.add_column(width=max((len(keys) for keys, _ in among), default=0) + 3)
        for keys, words in rows:
            table.add_row(RichText(keys, "bold"), words)
        return table

    def on_mount(self) -> None:
        """The arrows go to the list."""
        listed = self.query_one("#found", OptionList)
        listed.highlighted = 0
        listed.focus()

    def action_press(self) -> None:
        """Do what is highlighted."""
        self.query_one("#found", OptionList).action_select()

    @on(OptionList.OptionSelected, "#found")
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Back to the screen, and do there what its key does."""
        node, action = self.actions[list(self.rows)[event.option_index]]
        self.action_back()
        self.of.call_later(self._do, node, action)

    async def _do(self, node: DOMNode, action: str) -> None:
        """Do it, if the screen has not gone meanwhile."""
        if self.of.is_current:
            await self.of.app.run_action(action, default_namespace=node)
