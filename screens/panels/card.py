"""One card large: every fact, its text, whether official or ours, the clauses about it; and all others a key away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as ListOption

from screens.footer import KeyFooter
from screens.look import Look
from screens.panels.base import Panel
from screens.words import SOURCES
from thorgames.core.cards import Box
from thorgames.pages import clauses


def face_text(game_id: str, box: Box[Any], card: str, look: Look) -> RichText:
    """Everything about a card, as lines of text."""
    face = box.face(card)
    out = RichText()
    out.append(look.sign(face.title), "bold")
    if face.original:
        out.append(f"  {face.original}", "italic dim")
    out.append("\n\n")
    for name, value in face.facts:
        out.append(f"{name}: ", "dim")
        out.append(look.sign(f"{value}\n"))
    if face.text:
        out.append(look.sign(f"\n{face.text}\n"))
    out.append(f"\n{SOURCES[face.source]}", "dim")
    if face.note:
        out.append(f" {face.note}", "dim")
    known = clauses(game_id)
    for rule in face.rules:
        if rule in known:
            out.append(f"\n\n{rule} ", "bold cyan")
            out.append(look.sign(f"{known[rule].title} {known[rule].text}".strip()))
    return out


class CardPanel(Panel):
    """The cards of the game, grouped by where the viewer sees them; the one highlighted is shown large.

    Args:
        game_id: which game.
        box: its cards.
        card: which to open with; "" for the first.
        groups: (heading, card ids) to list before all cards.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "back", show=False),
        Binding("tab", "app.focus_next", "List or text"),
    ]

    def __init__(
        self, game_id: str, box: Box[Any], card: str = "", groups: Sequence[tuple[str, Sequence[str]]] = ()
    ) -> None:
        super().__init__()
        self.game_id, self.box, self.card = game_id, box, card
        self.groups = [(name, list(dict.fromkeys(cards))) for name, cards in groups if cards]
        self.groups.append(("All cards", list(box.cards)))
        self.order: list[str] = []

    def compose(self) -> ComposeResult:
        """The list and the card."""
        yield Static("Cards", id="title", markup=False)
        with Horizontal(id="card-view"):
            yield OptionList(id="cards", markup=False)
            with VerticalScroll(id="card-box"):
                yield Static("", id="card-face", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Fill the list, and open the card."""
        listed = self.query_one("#cards", OptionList)
        for heading, cards in self.groups:
            listed.add_option(ListOption(RichText(heading, "bold underline"), disabled=True))
            for card in cards:
                listed.add_option(
                    ListOption(RichText(self.look.sign(self.box.name(card))), id=f"card-{len(self.order)}")
                )
                self.order.append(card)
        at = self.order.index(self.card) if self.card in self.order else 0
        listed.highlighted = listed.get_option_index(f"card-{at}")
        listed.focus()

    @on(OptionList.OptionHighlighted, "#cards")
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the card that is highlighted."""
        if event.option.id:
            card = self.order[int(event.option.id.removeprefix("card-"))]
            self.query_one("#card-face", Static).update(face_text(self.game_id, self.box, card, self.look))
            self.query_one("#card-box", VerticalScroll).scroll_home(animate=False)
