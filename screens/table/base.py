"""The table screen: it shows what a layout draws, asks what the rules ask, and knows no game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Region
from textual.widgets import Static

from screens.base import HouseScreen
from screens.footer import KeyFooter
from screens.handover import PlainButton
from screens.keymap import CHOICE_KEYS
from screens.look import Look, click
from screens.panels.card import CardPanel
from screens.panels.keys import KeysPanel
from screens.panels.log import LogPanel
from screens.panels.rules import RulesPanel
from screens.panels.since import SincePanel, since_last_turn
from screens.stage import Lead
from screens.table import layout
from screens.table.choices import Choices
from screens.table.linked import Linked, LogTail
from screens.table.selection import Item, Selection
from thorgames.core.ask import Ask, Barred
from thorgames.core.text import Msg, Text
from thorgames.core.zones import owner

WIDE = 110
"""From this width on the log stands beside the table."""

SIDE = 38
"""Width of the log beside the table."""

FEWEST, MOST = 3, 7
"""Lines of choices that are shown at once, if there are so many."""


class ChoiceBox(VerticalScroll):
    """Scrolls the choices where there are too many for the screen."""

    can_focus = False

    def on_resize(self) -> None:
        """In fewer lines, too, the cursor is to be seen."""
        screen = self.screen
        if isinstance(screen, TableScreen):
            screen.call_after_refresh(screen.cursor_into_sight)


class TableScreen(HouseScreen):
    """The table through the eyes of one seat, or (viewer None) of everybody.

    It is made anew for each viewer, so that nothing of the last one is left.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "Confirm", priority=True),
        Binding("enter", "pass_on", "Pass it on", priority=True),
        Binding("escape", "clear", "Clear"),
        Binding("u", "undo", "Undo"),
        Binding("o", "open", "My hand"),
        Binding("enter", "next_move", "Next move", priority=True),
        Binding("i", "card", "Card"),
        Binding("l", "log", "Log"),
        Binding("s", "since", "Since my last turn", show=False),
        Binding("f1", "rules", "Rules"),
        Binding("question_mark", "keys", "Keys"),
        Binding("q", "leave", "Save, leave"),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("space", "pick", show=False),
        Binding("tab", "move(1)", show=False, priority=True),
        Binding("shift+tab", "move(-1)", show=False, priority=True),
    ]

    def __init__(self, play: Lead, viewer: int | None) -> None:
        super().__init__()
        self.play = play
        self.viewer = viewer
        self.layout_of_game = layout(play.session.setup.game)
        self.ask: Ask | None = None
        self.selection: Selection | None = None
        self.ply = -1
        self.done = False
        self.notice: Text | RichText | None = None
        self.reason = ""

    def compose(self) -> ComposeResult:
        """Title, table, log, question, keys."""
        yield Horizontal(Static("", id="title", markup=False), Static("", id="whose", markup=False), id="top")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Linked("board")
                yield LogTail("recent", gap=True)
            yield LogTail("side")
        with Vertical(id="asking"):
            yield Linked("prompt")
            with ChoiceBox(id="choice-box"):
                yield Choices(id="choices")
            with Horizontal(id="below"):
                yield Static("", id="preview", markup=False)
                yield PlainButton("Enter: confirm", "confirm")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the present state."""
        self.show_all()

    # --- what is shown -----------------------------------------------------------------------------------------

    def set_ask(self, ask: Ask | None, done: bool = False) -> None:
        """Say what is asked now.

        Args:
            ask: the question this screen answers, or None to watch.
            done: the viewer has done everything, and may pass the device on or take back.
        """
        self.ask, self.done, self.notice, self.reason = ask, done, None, ""
        session = self.play.session
        self.ply = session.ply
        self.selection = None
        if ask is not None:
            view = session.view(self.viewer)
            self.selection = Selection(ask, session.game.barred(view, ask))
            self.selection.chosen += session.game.proposal(view, ask)
        if self.is_mounted:
            self.show_all()

    def show_all(self) -> None:
        """Draw everything anew, for a new state or size."""
        session, look = self.play.session, self.look
        game, view = session.game, session.view(self.viewer)
        wide = self.app.size.width >= WIDE
        board = replace(look, width=look.width - SIDE - 1) if wide else look
        mode = next(m.name for m in game.info.modes if m.id == session.setup.mode)
        progress = session.speaker.plain(game.progress(session.view(None)))
        self.query_one("#title", Static).update(RichText(look.sign(f"{game.info.name} · {mode} · {progress}"), "bold"))
        self.query_one("#whose", Static).update(self._whose(look))
        self.query_one("#board", Static).update(self.layout_of_game.board(view, session.names, board))
        self.query_one("#side").display = wide
        self.query_one("#recent").display = not wide
        self.query_one("#side" if wide else "#recent", LogTail).tell(self._log_tail(look))
        self.show_choice()

    def _whose(self, look: Look) -> RichText:
        pending = self.play.session.pending()
        if pending is None:
            return RichText("the game is over")
        names = self.play.session.names
        if self.done and self.viewer is not None:
            return RichText(f"{names[self.viewer]}: done", "bold")
        asked = [names[a.seat] if a.seat < len(names) else "?" for a in pending.asks]
        if len(asked) > 1:
            return RichText("all choose")
        return RichText(f"{asked[0]} to play", "bold")

    def _log_tail(self, look: Look) -> list[RichText]:
        """The last things that happened, through the viewer's eyes, the newest last: as many as a screen may have."""
        session = self.play.session
        told: list[RichText] = []
        for step in reversed(session.steps):
            if len(told) >= self.app.size.height:
                break
            told[:0] = [look.text(session.speaker.tell(event, self.viewer), links=True) for event in step.events]
        return told

    def show_choice(self) -> None:
        """Draw the question, the choices and what the present choice would do."""
        session, look = self.play.session, self.look
        speaker, selection = session.speaker, self.selection
        choices = self.query_one(Choices)
        prompt = self.query_one("#prompt", Linked)
        confirm = self.query_one("#confirm", PlainButton)
        if self.ask is not None and selection is not None:
            line = look.text(speaker.say(self.ask.prompt()), links=True)
            if selection.group:
                line = RichText.assemble((look.sign(session.game.box.name(selection.group)), "bold"), ": where?  ")
                line.append(look.sign(session.game.box.text(selection.group)), "dim")
            elif self.ask.rule:
                line.append("  ")
                line.append(self.ask.rule, Style(dim=True) + click("screen.rules"))
            prompt.update(line)
            choices.show(selection, self.label, look)
            confirm.update("Enter: confirm")
            confirm.set_class(selection.answer() is None, "off")
        else:
            choices.show(None, self.label, look)
            prompt.update(self._watching(look))
            confirm.update("Enter: pass it on")
            confirm.set_class(False, "off")
        confirm.display = self.ask is not None or self.done
        self.query_one("#preview", Static).update(self._preview(look))
        self._share_room()
        self.refresh_bindings()
        self.call_after_refresh(self.cursor_into_sight)

    def _share_room(self) -> None:
        """Scroll the choices in fewer lines where the board and the last line of the log would not be seen."""
        width, height = self.app.size
        button = self.query_one("#confirm", PlainButton)
        beside = len(str(button.content)) + 2 if button.display else 0
        side = SIDE if width >= WIDE else 0
        taken = 4  # title, rule, keys, and the last line of the log
        for name, wide in (("board", width - side), ("prompt", width), ("preview", width - beside)):
            taken += max(1, self.query_one(f"#{name}").get_content_height(self.app.size, self.app.size, wide - 2))
        self.query_one(ChoiceBox).styles.max_height = max(FEWEST, min(MOST, height - taken))

    def cursor_into_sight(self) -> None:
        """Scroll the choices to the one under the cursor; without a cursor, to the first."""
        if not self.query(Choices):
            return  # the table has been left since this was called for
        box, choices = self.query_one(ChoiceBox), self.query_one(Choices)
        cursor = self.selection.cursor if self.selection is not None else -1
        line = max(0, cursor) // choices.columns
        if not box.scroll_offset.y <= line < box.scroll_offset.y + box.size.height:
            box.scroll_to_region(Region(0, line, 1, 1), animate=False, force=True)

    def _watching(self, look: Look) -> RichText:
        if not self.done:
            how = "Enter shows the next move." if self.play.waits_for_step() else ""
            return RichText(f"Computer opponents play. {how}", "dim")
        session = self.play.session
        out = RichText()
        assert self.viewer is not None
        for event in self.play.told_privately(self.viewer):
            out.append_text(look.text(session.speaker.tell(event, self.viewer), links=True)).append(" ")
        if out:
            out.append("Only you see this.\n", "dim")
        out.append(self.play.where_next(), "bold")
        return out

    def label(self, item: Item) -> tuple[str, str]:
        """The words and the colour of one choice."""
        session, look = self.play.session, self.look
        box, words = session.game.box, session.speaker
        if item.group:
            return look.sign(box.name(item.group) + " ▸"), self.layout_of_game.style(item.group, box, look)
        if item.option is not None and self.ask is not None:
            about = [ref for ref in item.option.refs if isinstance(ref, str) and ref in box.cards]
            colour = self.layout_of_game.style(about[-1 if item.option.group else 0], box, look) if about else ""
            return look.sign(words.plain(self.ask.label(item.option))), colour
        assert item.barred is not None
        return look.sign(self._barred_label(item.barred)), ""

    def _barred_label(self, barred: Barred) -> str:
        session = self.play.session
        cards = session.game.box.cards
        if self.selection is not None and not self.selection.group and len(barred.refs) > 1:
            if all(str(ref) in cards for ref in barred.refs[:2]):  # something of a group: its card alone
                return str(session.game.box.name(str(barred.refs[0])))
        return session.speaker.plain(Msg(barred.says, barred.refs))

    def _preview(self, look: Look) -> RichText:
        session, selection = self.play.session, self.selection
        if self.notice is not None:
            return self.notice if isinstance(self.notice, RichText) else look.text(self.notice, "bold")
        if selection is None or self.ask is None:
            seat = self.viewer
            if self.done and seat is not None:
                n = session.undoable(seat)
                return RichText(
                    f"U takes back up to {n} answer{'s' if n != 1 else ''}."
                    if n
                    else session.speaker.plain(session.why_no_undo(seat)),
                    "dim",
                )
            return RichText("")
        view = session.view(self.viewer)
        told = session.game.preview(view, self.ask, tuple(selection.chosen))
        parts = [look.text(session.speaker.say(m)) for m in told]
        need, budget = self.ask.need, self.ask.budget
        key, sums = f"{self.ask.kind}.sums", selection.sums()
        if key in session.game.all_words:
            parts.insert(0, look.text(session.speaker.say(Msg(key, (*sums, *need, *budget))), "bold"))
        elif need:
            parts.insert(0, RichText(f"{' '.join(map(str, sums))} of {' '.join(map(str, need))}", "bold"))
        if not parts and not selection.chosen:
            if self.ask.lo == 0:
                some = "Press the key of a choice" if self.ask.hi == 1 else f"Choose up to {self.ask.hi}"
                none = "Enter alone chooses none" if self.ask.options else "Enter goes on"
                return RichText(f"{some}; {none}." if self.ask.options else f"{none}.", "dim")
            if not selection.single:
                count = f"{self.ask.lo} to {self.ask.hi}" if self.ask.lo != self.ask.hi else str(self.ask.lo)
                return RichText(f"Choose {count}{' in order' if self.ask.ordered else ''}.", "dim")
            return RichText("Press the key of a choice, or click it.", "dim")
        return RichText("; ").join(parts)

    # --- what is done ------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A choice by its key."""
        if self.selection is not None and event.key in CHOICE_KEYS:
            event.stop()
            at = CHOICE_KEYS.index(event.key)
            items = self.selection.items()
            if at < len(items) and items[at].barred is None:
                self._picked(self.selection.pick(at))

    def on_choices_clicked(self, message: Choices.Clicked) -> None:
        """A choice by the mouse."""
        if self.selection is not None:
            self._picked(self.selection.pick(message.at))

    def _picked(self, barred: Barred | None) -> None:
        """Show the choice; for a barred one say why."""
        self.notice, self.reason = None, ""
        if barred is not None:
            self.reason = barred.rule
            words = self.play.session.speaker.plain(barred.why)
            self.notice = RichText(self.look.sign(f"{words} {barred.rule}".rstrip()), "bold")
        self.show_choice()

    def action_move(self, by: int) -> None:
        """Move the cursor over the choices."""
        if self.selection is not None:
            self._picked(self.selection.move(by))

    def action_row(self, by: int) -> None:
        """Move the cursor by a row."""
        if self.selection is not None:
            columns = self.query_one(Choices).columns
            if len(self.selection.items()) > columns:
                self._picked(self.selection.move(by * columns if self.selection.cursor >= 0 else by))
            else:
                self._picked(self.selection.move(by))

    def action_pick(self) -> None:
        """Choose what is under the cursor, or take it out again."""
        if self.selection is not None and self.selection.cursor >= 0:
            self._picked(self.selection.pick(self.selection.cursor))

    def on_plain_button_clicked(self, message: PlainButton.Clicked) -> None:
        """Confirm or pass on by the mouse."""
        if self.done:
            self.action_pass_on()
        else:
            self.action_confirm()

    def action_pass_on(self) -> None:
        """Pass the device on."""
        self.play.pass_on()

    def action_confirm(self) -> None:
        """Give the answer."""
        selection = self.selection
        if selection is None or self.ask is None:
            return
        items = selection.items()
        under = items[selection.cursor] if 0 <= selection.cursor < len(items) else None
        if under is not None and (under.group or not selection.chosen):
            self._picked(selection.pick(selection.cursor))  # opens a group, or says why something is barred
            return
        answer = selection.answer()
        if answer is None:
            refusal = selection.refusal()
            words = "Nothing is chosen yet: press the key of a choice, or click it."
            if refusal is not None and (selection.chosen or not selection.single):
                words = self.play.session.speaker.plain(refusal.msg)
            self.say(words)
            return
        self.play.answer(self.ask.seat, answer, self.ply)

    def action_clear(self) -> None:
        """Go a step back in choosing."""
        if self.selection is not None and (self.selection.clear() or self.notice is not None):
            self._picked(None)

    def action_undo(self) -> None:
        """Take back the last answer."""
        if self.viewer is not None:
            self.play.undo(self.viewer)

    def action_open(self) -> None:
        """From a question on the open table to the own hand, behind a cover."""
        if self.ask is not None:
            self.play.cover_for(self.ask.seat)

    def action_next_move(self) -> None:
        """Let the next computer opponent move."""
        self.play.next_move()

    # --- what can be opened over the table ---------------------------------------------------------------------

    def action_rules(self) -> None:
        """The rules, at the clause of the present question (or of the reason just shown)."""
        session = self.play.session
        self.app.push_screen(RulesPanel(session.setup.game, session.game.box, self.clause()))

    def clause(self) -> str:
        """The clause that matters now."""
        return self.reason or (self.ask.rule if self.ask is not None else "")

    def action_card(self) -> None:
        """The card at hand, with all cards that the viewer sees a key away."""
        session = self.play.session
        self.app.push_screen(CardPanel(session.setup.game, session.game.box, self.card_at_hand(), self.card_groups()))

    def card_at_hand(self) -> str:
        """The card of the choice under the cursor; "" for none."""
        selection, box = self.selection, self.play.session.game.box
        if selection is None:
            return ""
        items = selection.items()
        item = items[selection.cursor] if 0 <= selection.cursor < len(items) else None
        refs: tuple[Any, ...] = (selection.group,)
        if item is not None:
            refs = (item.group,) if item.group else item.option.refs if item.option else ()
            if item.barred is not None:
                refs = item.barred.refs
        return next((ref for ref in refs if ref in box.cards), "")

    def card_groups(self) -> list[tuple[str, list[str]]]:
        """The cards that this viewer sees, by where they are."""
        session = self.play.session
        seen, box = session.view(self.viewer).seen, session.game.box
        asked = [str(r) for o in self.ask.options for r in o.refs if r in box.cards] if self.ask is not None else []
        mine: list[str] = []
        table: list[str] = []
        for zone in session.game.layout.zones:
            for at, pile in enumerate(zone.piles(seen)):
                cards = [card for card in pile if card in box.cards]
                (mine if zone.sees is owner and at == self.viewer else table).extend(cards)
        if set(asked) == set(mine):
            asked = []
        return [("In this question", asked), ("Your cards", mine), ("On the table", table)]

    def action_open_card(self, card: str) -> None:
        """A card whose name was clicked."""
        session = self.play.session
        if card in session.game.box.cards:
            self.app.push_screen(CardPanel(session.setup.game, session.game.box, card, self.card_groups()))

    def action_log(self) -> None:
        """Everything that happened."""
        self.app.push_screen(LogPanel(self.play.session, self.viewer))

    def action_since(self) -> None:
        """What the others did since the viewer's last turn."""
        if self.viewer is not None:
            lines = since_last_turn(self.play.session, self.viewer)
            self.app.push_screen(SincePanel(lines, self.play.session.names[self.viewer]))

    def action_keys(self) -> None:
        """Every key of this screen."""
        more = (("1-9, letters", "choose"), ("arrows, Tab", "move over the choices"), ("mouse", "click a choice"))
        self.app.push_screen(KeysPanel(self, more))

    def action_leave(self) -> None:
        """Back to Home; everything is saved."""
        self.play.leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The footer shows only what can be done now."""
        if action == "undo":
            return self.viewer is not None and self.play.session.undoable(self.viewer) > 0
        if action == "pass_on":
            return self.done
        if action == "confirm":
            return self.selection is not None
        if action == "clear":
            chosen = self.selection
            return chosen is not None and bool(
                chosen.chosen or chosen.group or chosen.cursor >= 0 or self.notice is not None
            )
        if action == "next_move":
            return self.ask is None and not self.done and self.play.waits_for_step()
        if action == "since":
            return self.viewer is not None
        if action == "open":
            return self.viewer is None and self.ask is not None
        return True

    def say(self, words: str, rule: str = "") -> None:
        """Say something on the line beneath the choices; the rules open at the clause behind it."""
        self.notice, self.reason = RichText(words, "bold"), rule
        self.show_choice()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        if self.is_mounted:
            self.show_all()
