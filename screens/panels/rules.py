"""Looking up rules, cards and words while one plays; opens at the clause of the present question."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from screens.footer import KeyFooter
from screens.owners import cards_of
from screens.panels.base import ListedPanel
from screens.panels.card import CardPanel
from thorgames.core.cards import Box
from thorgames.core.errors import CardFileError
from thorgames.games import registry
from thorgames.pages import page
from thorgames.search import Hit, everything, find, nearest

SHOWN = 200
"""At most so many lines are listed; a query narrows them down."""


class RulesPanel(ListedPanel):
    """The rules page from top to bottom, then the cards; typing searches them all.

    Args:
        game_id: which game.
        box: its cards, as this table plays them.
        clause: where to open.
        others: whether the rules of the other games are a key away, too; not while a game is on the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "follow", "Open card or next reference", priority=True),
        Binding("f3", "next_game", "Next game", tooltip="The rules of the next game"),
        Binding("f1", "close", "Close", show=False, priority=True),
    ]

    def __init__(self, game_id: str, box: Box[Any], clause: str = "", others: bool = False) -> None:
        super().__init__()
        self.game_id = game_id
        self.others = others
        self._last = game_id
        self._trail: list[tuple[str, str]] = []
        """What was typed, and the clause that was highlighted, before each reference that was followed."""
        self.box = box
        self.clause = clause
        self.hits = everything(game_id, box)
        self.shown: list[Hit] = []

    def compose(self) -> ComposeResult:
        """A line to type in, the list, keys."""
        title = page(self.game_id).title
        yield Static(f"{title}: rules, cards and words", id="title", markup=False)
        yield Input(placeholder="type to search, for instance: last turn", id="query", compact=True)
        yield OptionList(id="found", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Open at the clause of the present question."""
        self.query_one("#found", OptionList).can_focus = False
        self.query_one("#query", Input).focus()
        self.fill("")
        self.call_after_refresh(self.go_to, self.clause)

    def fill(self, query: str) -> None:
        """List what fits a query."""
        listed = self.query_one("#found", OptionList)
        found = find(query, self.hits)
        self.shown = found[:SHOWN] if query.strip() else found
        options: list[ListOption] = []
        section = ""
        for at, hit in enumerate(self.shown):
            if hit.section != section:
                section = hit.section
                options.append(ListOption(RichText(section, "bold yellow"), disabled=True))
            options.append(ListOption(self._line(hit), id=f"hit-{at}"))
        listed.clear_options()
        listed.add_options(options)
        notice = ""
        if not found:
            near = nearest(query, self.hits)
            notice = f"Nothing found for {query.strip()!r}." + (f" Did you mean: {', '.join(near)}?" if near else "")
        elif query.strip():
            notice = f"{len(found)} found"
        self.query_one("#notice", Static).update(notice)
        if self.shown:
            listed.highlighted = next(i for i, o in enumerate(options) if not o.disabled)
        self.refresh_bindings()

    def _line(self, hit: Hit) -> RichText:
        look = self.look
        line = RichText()
        if hit.kind != "card":
            line.append(f"{hit.id} ", "bold cyan" if hit.kind != "word" else "bold")
        if hit.title:
            line.append(look.sign(f"{hit.title} "), "bold")
        line.append(look.sign(hit.text))
        if hit.refs:
            line.append(f"  {', '.join(hit.refs)}", "dim")
        return line

    def go_to(self, clause: str) -> None:
        """Highlight a clause, if it is listed."""
        listed = self.query_one("#found", OptionList)
        at = next((i for i, hit in enumerate(self.shown) if hit.id == clause), -1)
        if at >= 0:
            listed.highlighted = listed.get_option_index(f"hit-{at}")
            listed.scroll_to_highlight(top=True)

    @on(Input.Changed, "#query")
    def typed(self, event: Input.Changed) -> None:
        """Search as one types."""
        self.fill(event.value)

    @on(OptionList.OptionSelected, "#found")
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """A click follows like Enter."""
        self.action_follow()

    def hit(self) -> Hit | None:
        """What is highlighted."""
        found = self.query("#found")
        option = found.only_one(OptionList).highlighted_option if found else None
        at = int(option.id.removeprefix("hit-")) if option is not None and option.id else -1
        return self.shown[at] if 0 <= at < len(self.shown) else None

    def action_follow(self) -> None:
        """Open the card that is highlighted, or go to the first clause it points to."""
        hit = self.hit()
        if hit is not None and hit.kind == "card":
            self.app.push_screen(CardPanel(self.game_id, self.box, hit.id))
        elif hit is not None and hit.refs:
            self._trail.append((self.query_one("#query", Input).value, hit.id))
            self._open_at("", hit.refs[0])

    def _open_at(self, query: str, clause: str) -> None:
        """List what fits a query, and highlight a clause of it."""
        typed = self.query_one("#query", Input)
        with typed.prevent(Input.Changed):  # it would go to the beginning of the list once more
            typed.value = query
        self.fill(query)
        self.call_after_refresh(self.go_to, clause)

    def action_back(self) -> None:
        """Back to where the last reference was followed, or else to what lies beneath."""
        if self._trail:
            self._open_at(*self._trail.pop())
        else:
            self.action_close()

    def action_close(self) -> None:
        """Back to what lies beneath, however many references were followed."""
        super().action_back()

    def action_next_game(self) -> None:
        """The rules of the next game, in the order of the Home screen; one whose card file is not right is left out."""
        games = list(registry.GAMES)
        self._last = games[(games.index(self._last) + 1) % len(games)]
        try:
            self.app.switch_screen(RulesPanel(self._last, cards_of(self._last), others=True))
        except CardFileError as error:
            self.query_one("#notice", Static).update(str(error))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a card, or what points to a clause, can be followed."""
        if action == "next_game":
            return self.others
        if action == "follow":
            hit = self.hit()
            return hit is not None and (hit.kind == "card" or bool(hit.refs))
        return True
