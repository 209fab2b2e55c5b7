"""A finished game looked at again: the same table as in play, step by step, through anybody's eyes."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import Any, ClassVar

from rich.console import Console, RenderableType
from rich.style import Style
from rich.text import Text as RichText
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from screens.base import HouseScreen
from screens.footer import KeyFooter
from screens.keymap import COMMANDS, REPLAY
from screens.leading import verdict
from screens.look import click
from screens.panels.base import ListedPanel
from screens.panels.card import CardPanel
from screens.panels.keys import KeysPanel
from screens.panels.log import LogPanel
from screens.panels.rules import RulesPanel
from screens.recording import OPEN, Eyes, Recording, closed_for_good
from screens.table import layout
from screens.table.frame import SIDE, fill_frame, frame
from screens.table.linked import Linked
from thorgames.core.text import Text
from thorgames.core.zones import BACK

FEWEST = 3
"""Rows that the step and the hands have beneath the board at least; more are scrolled."""


class ReplayScreen(HouseScreen):
    """One position of a finished game after the other; nothing of the game can be changed here.

    Args:
        recording: the game.
        game_id: its id in the storage, to be named; "" if it has none.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(REPLAY["back"], "step(-1)", "Back", tooltip="A decision back"),
        Binding(REPLAY["on"], "step(1)", "On", tooltip="A decision on"),
        Binding(REPLAY["turn_back"], "turn(-1)", "Turn-", tooltip="A turn back"),
        Binding(REPLAY["turn_on"], "turn(1)", "Turn+", tooltip="A turn on"),
        Binding(REPLAY["first"], "go(0)", "To the beginning", show=False),
        Binding(REPLAY["last"], "go(-1)", "To the end", show=False),
        Binding(REPLAY["go_to"], "go_to", "Go", tooltip="Go to a turn by its number, to the beginning or the end"),
        Binding(REPLAY["eyes"], "eyes", "Eyes", tooltip="Other eyes: the table's, each player's, all open"),
        Binding(REPLAY["keep"], "keep", "File", tooltip="Write this game to a file"),
        Binding("less_than_sign", "step(-1)", tooltip="A decision back", show=False),  # arrows drawn in ASCII
        Binding("greater_than_sign", "step(1)", tooltip="A decision on", show=False),
        Binding("up", "scroll(-1)", "Scroll the cards up", show=False),
        Binding("down", "scroll(1)", "Scroll the cards down", show=False),
        Binding(COMMANDS["card"], "card", "Card", tooltip="The cards that are seen now, one of them large"),
        Binding(COMMANDS["log"], "log", "Log", tooltip="What has happened so far"),
        Binding(COMMANDS["rules"], "rules", "Rules", show=False),
        Binding(COMMANDS["keys"], "keys", "Keys"),
        Binding(COMMANDS["leave"], "close", "Close"),
        Binding("escape", "close", "Close", show=False),
    ]

    def __init__(self, recording: Recording, game_id: str = "") -> None:
        super().__init__()
        self.recording = recording
        self.session = recording.session
        self.game_id = game_id
        self.layout_of_game = layout(self.session.setup.game)
        self.at = 0
        self.eyes: Eyes = None
        self.notice = ""

    def compose(self) -> ComposeResult:
        """Title, table, log, step, keys."""
        yield from frame()
        with VerticalScroll(id="step", can_focus=False):
            yield Linked("prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin at the beginning."""
        self.show_all()

    # --- what is shown -----------------------------------------------------------------------------------------

    def show_all(self) -> None:
        """Draw everything anew, for another position, other eyes or another size."""
        session, look, record = self.session, self.look, self.recording
        whose = RichText(f"step {self.at} of {len(record) - 1}  ", "bold").append_text(self.whose())
        public = session.game.view(record.state(self.at), None)
        wide = fill_frame(self, session, public, whose, self._log_tail())
        beside = replace(look, width=look.width - SIDE - 1) if wide else look
        board = self.layout_of_game.board(record.view(self.at, self.eyes), session.names, beside)
        self.query_one("#board", Static).update(board)
        self.query_one("#recent").display = not wide
        self.query_one("#prompt", Linked).update(self._step(board))
        self._share_room(SIDE if wide else 0)

    def _share_room(self, side: int) -> None:
        """Scroll the step and the hands where the board and the last line of the log would not be seen beside them."""
        width, height = self.app.size
        board = self.query_one("#board").get_content_height(self.app.size, self.app.size, width - side - 2)
        box = self.query_one("#step", VerticalScroll)
        box.styles.max_height = max(FEWEST, min(height // 3, height - board - 4)) + 1  # and the rule above
        box.scroll_home(animate=False)

    def whose(self) -> RichText:
        """Whose eyes one looks through."""
        style = "" if self.eyes in (None, OPEN) else self.look.seat(self.eyes)
        return RichText(self.recording.whose(self.eyes), style)

    def _log_tail(self) -> list[RichText]:
        """What has happened so far, the newest last; what this step brought in bold."""
        record, look = self.recording, self.look
        span = record.span(self.at)
        told: list[RichText] = []
        for number in range(span.stop - 1, -1, -1):
            if len(told) >= self.app.size.height:
                break
            style = "bold" if number in span else ""
            lines = record.events(range(number, number + 1), self.eyes)
            told[:0] = [look.text(line, style, links=True) for _, line in lines]
        return told

    def _step(self, board: RenderableType) -> RichText:
        """Who answered what, how the game ended if this is the end, and the cards that only these eyes see.

        If the saved end cannot be reached, that is told at the beginning and where it stops.
        """
        record, look, session = self.recording, self.look, self.session
        out = RichText(f"{self.notice}\n" if self.notice else "", "bold")
        out.append_text(look.text(record.question(self.at), links=True))
        if self.at:
            rule = record.clause(self.at)
            out.append(" ").append(rule, Style(dim=True) + click("screen.rules"))
            out.append(look.sign(" → ")).append_text(look.text(record.answer(self.at, self.eyes), "bold", links=True))
        if record.fault and self.at in (0, len(record) - 1):
            out.append(look.sign(f"\n{record.fault}"), "bold")
        elif self.at == len(record) - 1:
            out.append(look.sign("\n" + "  ".join(verdict(session)).rstrip()), "bold")
        there = linked(board, look.width)
        for seat, places in record.hands(self.at, self.eyes):
            if self.eyes != OPEN and all(there.issuperset(cards) for _, cards in places):
                continue  # the board shows them
            out.append("\n").append(session.names[seat], look.seat(seat)).append(": ")
            for at, (called, cards) in enumerate(places):
                out.append("; " if at else "").append(f"{called}: " if called else "", "dim")
                out.append_text(self._cards(cards))
        return out

    def _cards(self, cards: list[str]) -> RichText:
        """The names of cards, to be clicked, and how many stay closed for good."""
        look, box, out = self.look, self.session.game.box, RichText()
        seen = [card for card in cards if card != BACK]
        for at, card in enumerate(seen):
            out.append(look.sign(" · ") if at else "")
            out.append_text(look.card(card, box.name(card), self.layout_of_game.style(card, box, look)))
        if len(seen) < len(cards):
            said = closed_for_good(len(cards) - len(seen))
            out.append(look.sign(f" · {said}") if seen else said, "dim")
        return out

    # --- what is done ------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """To a position."""
        self.notice = ""
        self.at = max(0, min(len(self.recording) - 1, at))
        self.show_all()

    def action_step(self, by: int) -> None:
        """A decision on or back."""
        self.go(self.at + by)

    def action_turn(self, by: int) -> None:
        """A turn on or back."""
        self.go(self.recording.next_turn(self.at) if by > 0 else self.recording.turn_before(self.at))

    def action_go(self, at: int) -> None:
        """To the beginning, or (-1) to the end."""
        self.go(at if at >= 0 else len(self.recording) - 1)

    def action_go_to(self) -> None:
        """Choose a turn to go to."""
        self.app.push_screen(TurnPanel(self))

    def action_eyes(self) -> None:
        """Look through the next eyes: the table's, each seat's, and those that see all that may be seen."""
        self.notice = ""
        self.eyes = self.recording.eyes_after(self.eyes)
        self.show_all()

    def action_keep(self) -> None:
        """Write the game to a file, and say above the step where it is."""
        from screens.keeping import kept

        app: Any = self.app
        self.notice = kept(app.storage, self.game_id)
        self.show_all()

    def action_scroll(self, by: int) -> None:
        """Scroll the step and the hands."""
        self.query_one("#step", VerticalScroll).scroll_relative(y=by, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Scrolling needs something that is out of sight; a game that is saved nowhere lies in a file already."""
        if action == "keep":
            return bool(self.game_id)
        if action == "scroll":
            found = self.query("#step").results(VerticalScroll)
            box = next(found, None)  # it is asked for the footer before all is there
            if box is None:
                return False
            return box.scroll_offset.y > 0 if parameters == (-1,) else box.scroll_offset.y < box.max_scroll_y
        return True

    def action_close(self) -> None:
        """Back to what lies beneath."""
        if self.app.screen is self:
            self.app.pop_screen()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        if self.is_mounted:
            self.show_all()

    # --- what can be opened over it ----------------------------------------------------------------------------

    def card_groups(self) -> list[tuple[str, list[str]]]:
        """The cards that these eyes see, by where they are."""
        record, box = self.recording, self.session.game.box
        state, seen = record.state(self.at), record.view(self.at, self.eyes).seen
        groups = [
            (f"{self.session.names[seat]}'s {called}".rstrip(), [card for card in cards if card in box.cards])
            for seat, places in record.hands(self.at, self.eyes)
            for called, cards in places
        ]
        table: list[str] = []
        for zone in self.session.game.layout.zones:
            for index, pile in enumerate(zone.piles(seen)):
                if zone.seen(state, index, None):
                    table.extend(card for card in pile if card in box.cards)
        return [*groups, ("On the table", table)]

    def action_card(self) -> None:
        """The cards that are seen now, one of them large."""
        session = self.session
        self.app.push_screen(CardPanel(session.setup.game, session.game.box, "", self.card_groups()))

    def action_open_card(self, card: str) -> None:
        """A card whose name was clicked."""
        session = self.session
        if card in session.game.box.cards:
            self.app.push_screen(CardPanel(session.setup.game, session.game.box, card, self.card_groups()))

    def action_log(self) -> None:
        """Everything that has happened so far."""
        lines = [line for _, line in self.recording.events(range(self.recording.ends[self.at]), self.eyes)]
        self.app.push_screen(ReplayLog(self.recording, lines))

    def action_rules(self) -> None:
        """The rules, at the clause of the question that was answered."""
        session = self.session
        self.app.push_screen(RulesPanel(session.setup.game, session.game.box, self.recording.clause(self.at)))

    def action_keys(self) -> None:
        """Every key of this screen."""
        id = self.game_id or "ID"
        more = (
            ("mouse", "click a key at the bottom, or the name of a card"),
            (f"thorgames export {id} FILE", "in a shell: write this game to a file"),
        )
        self.app.push_screen(KeysPanel(self, more))


class ReplayLog(LogPanel):
    """The log up to a position, in the words that the eyes looked through may read."""

    def __init__(self, recording: Recording, lines: list[Text]) -> None:
        super().__init__(recording.session, None)
        self.lines = lines


class TurnPanel(ListedPanel):
    """The turns of the game, to be chosen from; a number typed goes to its turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Go there", priority=True),
    ]

    def __init__(self, replay: ReplayScreen) -> None:
        super().__init__()
        self.replay = replay
        self.turns = replay.recording.turn_list()
        self.numbers = [number for number, _, _ in self.turns]

    def compose(self) -> ComposeResult:
        """A line to type in, the turns, keys."""
        yield Static("Go to a turn, as this game counts its length", id="title", markup=False)
        yield Input(placeholder="type its number", id="query", type="integer", compact=True, max_length=6)
        yield OptionList(*self._listed(), id="found", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    def _listed(self) -> list[ListOption]:
        """The beginning, every turn with where the game was, and the end."""
        lines = [ListOption("the beginning", id="at-0")]
        for number, at, words in self.turns:
            line = RichText(f"{number:>4}  ", "bold").append(self.look.sign(f"{words} · step {at}"), "not bold")
            lines.append(ListOption(line, id=f"at-{at}-turn-{number}"))
        return [*lines, ListOption("the end", id=f"at-{len(self.replay.recording) - 1}-end")]

    def on_mount(self) -> None:
        """Open at the present turn."""
        listed = self.query_one("#found", OptionList)
        listed.can_focus = False
        self.query_one("#query", Input).focus()
        listed.highlighted = 1 + self.numbers.index(self.replay.recording.turns[self.replay.at])
        self.call_after_refresh(listed.scroll_to_highlight)

    @on(Input.Changed, "#query")
    def typed(self, event: Input.Changed) -> None:
        """Highlight the turn of this number."""
        notice = self.query_one("#notice", Static)
        notice.update("")
        if event.value.strip().isdecimal():
            number = int(event.value)
            if number in self.numbers:
                self.query_one("#found", OptionList).highlighted = 1 + self.numbers.index(number)
            else:
                notice.update(f"There is no turn {number}: this game has the turns up to {self.numbers[-1]}.")

    def action_choose(self) -> None:
        """Go to what is highlighted."""
        self.query_one("#found", OptionList).action_select()

    @on(OptionList.OptionSelected, "#found")
    def selected(self, event: OptionList.OptionSelected) -> None:
        """Go there."""
        at = int((event.option.id or "at-0").split("-")[1])
        self.action_back()
        self.replay.go(at)


def linked(board: RenderableType, width: int) -> set[str]:
    """The cards that can be clicked in a drawing."""
    console = Console(file=StringIO(), width=width)
    cards: set[Any] = set()
    for segment in console.render(board):
        meta = segment.style.meta if segment.style is not None else {}
        action, parameters = meta.get("@click", ("", ()))
        if action == "screen.open_card":
            cards.update(parameters)
    return cards
