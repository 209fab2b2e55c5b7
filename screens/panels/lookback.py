"""Looking back through a finished game, step by step, with what the whole table could see."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from screens.footer import KeyFooter
from screens.panels.base import Panel
from screens.table import layout
from thorgames.session import Session, Step


class LookBackPanel(Panel):
    """One position of a game after the other, through the eyes of the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Back"),
        Binding("right", "go(1)", "On"),
        Binding("pageup", "go(-10)", "Ten back"),
        Binding("pagedown", "go(10)", "Ten on"),
        Binding("home", "go(-1000000)", "First"),
        Binding("end", "go(1000000)", "Last"),
        Binding("escape", "back", "Close"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.states: list[Any] = []
        self.told: list[list[Step]] = []
        game = session.game
        state = game.new(session.setup)
        for step in session.steps:
            state = game.apply(state, step.seat, step.answer).state
            if step.seat < 0 and self.states:  # chance belongs to the answer before it
                self.states[-1] = state
                self.told[-1].append(step)
            else:
                self.states.append(state)
                self.told.append([step])
        self.at = 0

    def compose(self) -> ComposeResult:
        """Title, board, what happened."""
        yield Static("", id="title", markup=False)
        yield Static("", id="board", markup=False)
        yield Static("", id="recent", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin at the beginning."""
        self.draw()

    def draw(self) -> None:
        """Show the position that was chosen."""
        session, look = self.session, self.look
        game = session.game
        view = game.view(self.states[self.at], None)
        progress = session.speaker.plain(game.progress(view))
        title = f"{game.info.name} · {progress} · step {self.at + 1} of {len(self.states)}"
        self.query_one("#title", Static).update(RichText(look.sign(title), "bold"))
        self.query_one("#board", Static).update(layout(session.setup.game).board(view, session.names, look))
        lines = [look.text(session.speaker.tell(event, None)) for step in self.told[self.at] for event in step.events]
        self.query_one("#recent", Static).update(RichText("\n").join(lines))

    def action_go(self, by: int) -> None:
        """Go some steps on or back."""
        self.at = max(0, min(len(self.states) - 1, self.at + by))
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        if self.is_mounted:
            self.draw()
