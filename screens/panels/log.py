"""The log: everything that happened, through the viewer's eyes, searchable as one types."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from screens.footer import KeyFooter
from screens.panels.base import ListedPanel
from screens.panels.card import CardPanel
from thorgames.core.text import Text, plain
from thorgames.search import fold
from thorgames.session import Session


class LogPanel(ListedPanel):
    """The log of a session through one seat's eyes (or the table's); Enter opens the card named in a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open_card", "Open the card", priority=True),
    ]

    def __init__(self, session: Session, viewer: int | None) -> None:
        super().__init__()
        self.session = session
        self.lines: list[Text] = [
            session.speaker.tell(event, viewer) for step in session.steps for event in step.events
        ]
        self.shown: list[Text] = []

    def compose(self) -> ComposeResult:
        """A line to type in, the log, keys."""
        yield Static("What happened", id="title", markup=False)
        yield Input(placeholder="type to search, for instance a name or a card", id="query", compact=True)
        yield OptionList(id="found", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Open at the end."""
        self.query_one("#found", OptionList).can_focus = False
        self.query_one("#query", Input).focus()
        self.fill("")

    def fill(self, query: str) -> None:
        """List the lines that have every word of the query."""
        wanted = fold(query)
        self.shown = [
            line for line in self.lines if all(any(w.startswith(q) for w in fold(plain(line))) for q in wanted)
        ]
        listed = self.query_one("#found", OptionList)
        listed.clear_options()
        listed.add_options([ListOption(self.look.text(line)) for line in self.shown])
        self.query_one("#notice", Static).update("" if self.shown else "Nothing found.")
        if self.shown:
            listed.highlighted = len(self.shown) - 1
            self.call_after_refresh(listed.scroll_end, animate=False)
        self.refresh_bindings()

    @on(Input.Changed, "#query")
    def typed(self, event: Input.Changed) -> None:
        """Search as one types."""
        self.fill(event.value)

    @on(OptionList.OptionSelected, "#found")
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """A click opens the card like Enter."""
        self.action_open_card()

    def cards(self) -> list[str]:
        """The cards named in the line that is highlighted."""
        found = self.query("#found")
        at = found.only_one(OptionList).highlighted if found else None
        return [span.card for span in self.shown[at] if span.card] if at is not None and at < len(self.shown) else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a line that names a card opens one."""
        return bool(self.cards()) if action == "open_card" else True

    def action_open_card(self) -> None:
        """Open the first card named in the highlighted line, the line's other cards beside it."""
        cards = self.cards()
        if cards:
            game: Any = self.session.game
            groups = [("In this line", cards)]
            self.app.push_screen(CardPanel(self.session.setup.game, game.box, cards[0], groups))
