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
from textual.widgets import Static

from screens.base import HouseScreen
from screens.footer import KeyFooter
from screens.handover import PlainButton
from screens.keymap import CHOICE_KEYS
from screens.leading import adding_up, hint_words, since_last_turn
from screens.look import Look, click
from screens.panels.card import CardPanel
from screens.panels.keys import KeysPanel
from screens.panels.log import LogPanel
from screens.panels.rules import RulesPanel
from screens.panels.since import SincePanel
from screens.stage import Lead
from screens.table import layout
from screens.table.choices import Choices
from screens.table.frame import SIDE, WIDE, fill_frame, frame
from screens.table.linked import Linked
from screens.table.selection import Item, Selection
from thorgames.bots import advise
from thorgames.core.ask import Ask, Barred
from thorgames.core.text import Msg, Text
from thorgames.core.zones import owner

SCANT, FEWEST, MOST = 2, 3, 7
"""Lines of choices that are shown at once, if there are so many: beside a board that fills the screen, and usually."""

SPARE = 4
"""Lines of the log that a long list of choices does not take."""

ROOMY = 8
"""Rows beside the board from which on one is left free beneath the choices, so that they stay where they are when what
is said of a choice needs two lines."""


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
        Binding("h", "hint", "Hint"),
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
        Binding("pageup", "scroll_table(-1)", "The table, upwards", show=False),
        Binding("pagedown", "scroll_table(1)", "The table, downwards", show=False),
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
        self.hinted = -1
        self.reason = ""
        self._board_look: Look | None = None
        self._said: dict[str, RichText] = {}
        """What has stood beneath the choices of this question so far."""

    def compose(self) -> ComposeResult:
        """Title, table, log, question, keys."""
        yield from frame()
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
        self.ask, self.done, self.notice, self.reason, self.hinted = ask, done, None, "", -1
        self._said = {}
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
        fill_frame(self, session, session.view(None), self._whose(look), self._log_tail(look))
        self._board_look = None
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
                line = RichText.assemble((look.sign(session.game.box.name(selection.group)), "bold"), ":  ")
                line.append(look.sign(session.game.box.text(selection.group)), "dim")
            elif self.ask.rule:
                line.append("  ")
                line.append(self.ask.rule, Style(dim=True) + click("screen.rules"))
            prompt.update(line)
            choices.show(selection, self.label, look)
            confirm.update("Enter: confirm")
            confirm.set_class(selection.answer() is None or selection.undecided, "off")
        else:
            choices.show(None, self.label, look)
            prompt.update(self._watching(look))
            confirm.update("Enter: pass it on")
            confirm.set_class(False, "off")
        thinking = self.play.thinking() is not None
        if thinking:
            confirm.update("Enter: decide now")
        confirm.display = self.ask is not None or self.done or thinking
        preview = self._preview(look)
        self._said[preview.plain] = preview
        self.query_one("#preview", Static).update(preview)
        self._share_room(look)
        self.refresh_bindings()
        self.call_after_refresh(self.cursor_into_sight)

    def _share_room(self, look: Look) -> None:
        """Share the rows among the board, the choices and the rest, so that all of them are seen.

        A question or a hint of many lines takes them from the log; then the choices scroll in fewer lines, and the
        board is told in fewer words. A board that is larger still is scrolled.
        """
        width, height = self.app.size
        button = self.query_one("#confirm", PlainButton)
        beside = len(str(button.content)) + 2 if button.display else 0
        left = height - 3  # title, rule, keys
        prompt, below = self._rows_of("prompt", width), self._rows_below(width - beside)
        left -= prompt + below
        box, choices = self.query_one(ChoiceBox), self.query_one(Choices)
        if width >= WIDE:
            look, width = replace(look, width=look.width - SIDE - 1), width - SIDE
        self._draw_board(replace(look, rows=min(look.rows, left - min(FEWEST, choices.lines))))
        left -= self._rows_of("board", width)
        if self.ask is not None and below == 1 and left >= ROOMY:
            below, left = 2, left - 1
        self.query_one("#preview", Static).styles.min_height = below
        # The last line of the log is seen, too; where there are more to spare, long lists have them, up to half of all.
        more = min(left - SPARE, height // 2 - prompt - below)
        most = max(SCANT, min(max(MOST, more), left - 1 if left > FEWEST else left))
        box.styles.max_height = most
        left -= min(most, choices.lines)
        self.query_one("#recent").display = self.app.size.width < WIDE and left > 0
        self.query_one("#asking").border_title = "PgUp and PgDn: all of the table" if left < 0 else None

    def _rows_below(self, width: int) -> int:
        """Rows beneath the choices: as many as have been needed so far, so that the choices stay in place."""
        return max(len(said.wrap(self.app.console, width - 2)) for said in self._said.values())

    def _rows_of(self, name: str, width: int) -> int:
        """Rows that a widget needs at a width."""
        return max(1, self.query_one(f"#{name}").get_content_height(self.app.size, self.app.size, width - 2))

    def _draw_board(self, look: Look) -> None:
        """Draw the board, if the state is another or the room for it."""
        if look != self._board_look:
            self._board_look = look
            session = self.play.session
            board = self.layout_of_game.board(session.view(self.viewer), session.names, look)
            self.query_one("#board", Static).update(board)

    def cursor_into_sight(self) -> None:
        """Scroll the choices to the one that a hint has named, or under the cursor; without either, to the first."""
        if not self.query(Choices):
            return  # the table has been left since this was called for
        box, choices = self.query_one(ChoiceBox), self.query_one(Choices)
        cursor = self.selection.cursor if self.selection is not None else -1
        if not choices.lines:
            return
        place = choices.place(max(0, self.hinted if self.hinted >= 0 else cursor))
        if not box.scroll_offset.y <= place.y <= place.bottom <= box.scroll_offset.y + box.size.height:
            box.scroll_to_region(place, animate=False, force=True)

    def _watching(self, look: Look) -> RichText:
        if not self.done:
            how = "Enter shows the next move." if self.play.waits_for_step() else ""
            share = self.play.thinking()
            if share is not None:
                pending = self.play.session.pending()
                who = self.play.session.names[pending.asks[0].seat] if pending is not None else ""
                return RichText(f"{who} is thinking: {share:.0%}. Enter: decide now, with what has been found.", "dim")
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
        if selection.undecided:
            return RichText("Choose one of these by key or click; Esc goes back to all choices.", "dim")
        view = session.view(self.viewer)
        told = session.game.preview(view, self.ask, tuple(selection.chosen))
        parts = [look.text(session.speaker.say(m)) for m in told]
        sums = adding_up(session, self.ask, tuple(selection.chosen))
        if sums:
            parts.insert(0, look.text(sums, "bold"))
        if not parts and not selection.chosen:
            if self.ask.lo == 0:
                some = "Choose one by key or click" if self.ask.hi == 1 else f"Choose up to {self.ask.hi}"
                none = "Enter alone chooses none" if self.ask.options else "Enter goes on"
                return RichText(f"{some}; {none}." if self.ask.options else f"{none}.", "dim")
            if not selection.single:
                lo, hi = self.ask.lo, self.ask.hi
                count = str(lo) if lo == hi else f"{lo} or {hi}" if hi == lo + 1 else f"{lo} to {hi}"
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
                self._pick(self.selection, at)

    def on_choices_clicked(self, message: Choices.Clicked) -> None:
        """A choice by the mouse."""
        if self.selection is not None:
            self._pick(self.selection, message.at)

    def _pick(self, selection: Selection, at: int) -> None:
        """Choose something, or take it out again; say so where no more may be chosen."""
        full = selection.full(at)
        self._picked(selection.pick(at))
        if full:
            session = self.play.session
            words = f"No more than {selection.ask.hi} may be chosen: choose one of them again to take it out."
            sums = session.game.sums(selection.ask, tuple(selection.chosen))
            self.say(f"{words} Now: {session.speaker.plain(sums)}." if sums is not None else words)

    def _picked(self, barred: Barred | None) -> None:
        """Show the choice; for a barred one say why."""
        self.notice, self.reason, self.hinted = None, "", -1
        if barred is not None:
            self.reason = barred.rule
            self.notice = RichText(self.look.sign(self._why_not(barred)), "bold")
        self.show_choice()

    def _why_not(self, barred: Barred) -> str:
        """Why something may not be chosen; of a card with several things to do, each with its own reason."""
        speaker, selection = self.play.session.speaker, self.selection
        reasons: dict[str, list[str]] = {}
        for one in selection.alike(barred) if selection is not None else [barred]:
            done = reasons.setdefault(f"{speaker.plain(one.why)} {one.rule}".rstrip(), [])
            done.append(speaker.plain(Msg(one.says, one.refs)) if one.says else "")
        if len(reasons) == 1:
            return next(iter(reasons))
        return " ".join(f"{', '.join(done)}: {why}" for why, done in reasons.items())

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
            self._pick(self.selection, self.selection.cursor)

    def action_scroll_table(self, by: int) -> None:
        """Scroll a board that is larger than the room for it."""
        left = self.query_one("#left", Vertical)
        left.scroll_relative(y=by * max(1, left.size.height - 1), animate=False)

    def on_plain_button_clicked(self, message: PlainButton.Clicked) -> None:
        """Confirm, pass on or hurry by the mouse."""
        if self.done:
            self.action_pass_on()
        elif self.ask is None:
            self.action_next_move()
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
        if selection.undecided and selection.cursor < 0:
            name = self.play.session.game.box.name(selection.group)
            self.say(f"Nothing is chosen of {name}: choose one of these, or go back with Esc.")
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

    def action_hint(self) -> None:
        """What the normal level of the computer would do in this place, and why."""
        session, ask = self.play.session, self.ask
        if ask is None or not self.hints():
            return
        hint = advise(session.view(ask.seat), ask, session.bot_random(ask.seat))
        words = hint_words(session, ask, hint)
        self.notice, self.reason = self.look.text(words, "bold"), ""
        self.hinted = self.selection.place_of(hint.answer[0]) if self.selection is not None and hint.answer else -1
        self.show_choice()

    def hints(self) -> bool:
        """Whether this player may have a hint now: never on the open table, where it would tell of a hand."""
        return self.ask is not None and self.ask.seat == self.viewer and self.play.session.setup.hints

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
            step = self.play.waits_for_step() or self.play.thinking() is not None
            return self.ask is None and not self.done and step
        if action == "hint":
            return self.hints()
        if action == "since":
            return self.viewer is not None
        if action == "scroll_table":
            return any(left.max_scroll_y for left in self.query("#left"))  # none yet when the footer is made
        if action == "open":
            return self.viewer is None and self.ask is not None
        return True

    def say(self, words: str, rule: str = "") -> None:
        """Say something on the line beneath the choices; the rules open at the clause behind it."""
        self.notice, self.reason = RichText(words, "bold"), rule
        if self.is_mounted:
            self.show_choice()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        if self.is_mounted:
            self.show_all()
