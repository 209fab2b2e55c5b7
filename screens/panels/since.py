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
        yield Static("Any key or a click goes on to your cards; the arrows scroll.", id="notice", markup=False)

    def on_mount(self) -> None:
        """Show the newest lines."""
        look = self.look
        self.query_one("#since-lines", Static).update(RichText("\n").join([look.text(line) for line in self.lines]))

    def on_resize(self, event: events.Resize) -> None:
        """The newest lines are in sight, in this size, too."""
        for box in self.query("#scores").results(VerticalScroll):
            self.call_after_refresh(box.scroll_end, animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll the lines."""
        self.query_one("#scores", VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_key(self, event: events.Key) -> None:
        """Go on."""
        if event.key not in ("up", "down"):
            event.stop()
            self.go_on()

    def on_click(self, event: events.Click) -> None:
        """Go on."""
        self.go_on()

    def go_on(self) -> None:
        """To the table beneath."""
        if self.app.screen is self:
            self.app.pop_screen()
            if self.after is not None:
                self.after()
