"""A lesson: something explained when it first matters, with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text as RichText
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from screens.footer import KeyFooter
from screens.panels.base import Panel
from screens.panels.rules import RulesPanel
from thorgames.core.cards import Box
from thorgames.core.info import Lesson


class LessonPanel(Panel):
    """One thing explained; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Go on"),
        Binding("escape", "next", show=False),
        Binding("q", "next", show=False),
        Binding("f1", "rules", "The rule"),
    ]

    def __init__(self, game_id: str, box: Box[Any], lesson: Lesson, after: Callable[[], None]) -> None:
        super().__init__()
        self.game_id, self.box, self.lesson, self.after = game_id, box, lesson, after

    def compose(self) -> ComposeResult:
        """Title, text, rule."""
        yield Static("New in this game", id="title", markup=False)
        with VerticalScroll(id="scores", can_focus=False):
            yield Static("", id="lesson", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the lesson."""
        look = self.look
        text = RichText()
        text.append(f"{self.lesson.title}\n\n", "bold")
        text.append(look.sign(self.lesson.text))
        if self.lesson.card:
            text.append(look.sign(f"\n\n{self.box.text(self.lesson.card)}"), "dim")
        text.append(f"\n\nThe rule: {self.lesson.rule} (F1)", "dim")
        self.query_one("#lesson", Static).update(text)

    def action_next(self) -> None:
        """On to the next lesson, or to the table."""
        if self.app.screen is self:
            self.app.pop_screen()
            self.after()

    def action_rules(self) -> None:
        """The clause behind it."""
        self.app.push_screen(RulesPanel(self.game_id, self.box, self.lesson.rule))
