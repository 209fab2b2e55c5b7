"""What the others did since the viewer's last turn, in his eyes, before he sees his hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from screens.base import HouseScreen
from thorgames.core.text import Text
from thorgames.session import Session


def since_last_turn(session: Session, seat: int) -> list[Text]:
    """What happened after the last answer of a seat (from the beginning, if it has given none).

    In the middle of a turn, when nothing has happened since its last answer: what happened before this turn. Alone
    against an automaton: its last doings, which follow from the player's own answer.
    """
    steps = session.steps
    first = last_interlude(session, seat)
    if first >= 0:
        after = next((i for i in range(first + 1, len(steps)) if steps[i].seat == seat), len(steps))
        return _told(session, seat, first, after)
    end = len(steps)
    while True:
        first = next((i + 1 for i in range(end - 1, -1, -1) if steps[i].seat == seat), 0)
        lines = _told(session, seat, first, end)
        if lines or not first:
            return lines
        end = first - 1


def last_interlude(session: Session, seat: int) -> int:
    """The last answer of a lone player after which an automaton did something: its place among the steps.

    It is 0 where the automaton began, and -1 where there is no automaton.
    """
    kinds, steps = session.game.interludes, session.steps
    if kinds and len(session.persons) == 1:
        acted = False
        for at in range(len(steps) - 1, -1, -1):
            acted = acted or any(event.kind in kinds for event in steps[at].events)
            if acted and (steps[at].seat == seat or not at):
                return at
    return -1


def _told(session: Session, seat: int, first: int, end: int) -> list[Text]:
    """What some steps have to tell a seat."""
    return [session.speaker.tell(event, seat) for step in session.steps[first:end] for event in step.events]


class SincePanel(HouseScreen):
    """A few lines; any key goes on to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "scroll(2)", show=False),
        Binding("up", "scroll(-2)", show=False),
    ]

    def __init__(self, lines: list[Text], name: str, after: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.after = after
        self.lines = lines
        self.heading = f"{name}: since your last turn"

    def compose(self) -> ComposeResult:
        """Heading, lines, how to go on."""
        yield Static(self.heading, id="title", markup=False)
        with VerticalScroll(id="scores", can_focus=False):
            yield Static("", id="since-lines", markup=False)
        yield Static("Any key goes on to your cards; the arrows scroll.", id="notice", markup=False)

    def on_mount(self) -> None:
        """Show the newest lines."""
        look = self.look
        self.query_one("#since-lines", Static).update(RichText("\n").join([look.text(line) for line in self.lines]))
        self.call_after_refresh(self.query_one("#scores", VerticalScroll).scroll_end, animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll the lines."""
        self.query_one("#scores", VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_key(self, event: events.Key) -> None:
        """Go on."""
        if event.key not in ("up", "down"):
            event.stop()
            self.go_on()

    def on_click(self) -> None:
        """Go on."""
        self.go_on()

    def go_on(self) -> None:
        """To the table beneath."""
        if self.app.screen is self:
            self.app.pop_screen()
            if self.after is not None:
                self.after()
