"""A game at this device: which screen comes when, through whose eyes, and that every answer is saved."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from screens import leading
from screens.handover import AnnounceScreen, ClaimScreen, CoverScreen
from screens.leading import last_interlude, since_last_turn
from screens.panels.lesson import LessonPanel
from screens.panels.since import SincePanel
from screens.result import ChapterScreen, ResultScreen
from screens.stage import Stage
from screens.storage import Moved, StorageError
from screens.table.base import TableScreen
from screens.thinking import Thinking
from thorgames.bots import LEVELS
from thorgames.core.ask import Answer
from thorgames.core.errors import NoUndo, Refusal
from thorgames.core.text import Event
from thorgames.session import Place, Session, Step, next_place

WHY_BLANK = "The screen is blank so that nobody sees another's hand."


class Play:
    """Leads one session through the screens.

    Attributes:
        session: the game.
        game_id: its id in the storage; "" as long as it could not be saved.
        saved: whether the present position is saved.
        at: the seat in whose hands the device is; None until someone has said so.
        table: the table on the screen, if there is one.
    """

    def __init__(self, app: Stage, session: Session, game_id: str) -> None:
        self.app = app
        self.session = session
        self.game_id = game_id
        self.at: int | None = None
        self.table: TableScreen | None = None
        self._chapter = False
        self._place = Place("over")
        self._ended = False
        self.saved = bool(game_id)
        self._told = 0  # up to which step an automaton's doings have been shown
        self._thinking: Thinking | None = None  # a computer opponent that takes its time
        self._wanted = False  # whether its answer is to be shown as soon as it is there

    # --- where to go -------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Come into the game, from wherever: with several persons always behind a cover."""
        self.at = next(iter(self.session.persons)) if len(self.session.persons) == 1 else None
        self.go()

    def go(self) -> None:
        """Show what comes next."""
        if self._ended:
            return
        if self._chapter:
            self._chapter = False
            if self.session.pending() is not None:
                self._to_everybody()
                self.table = None
                self.app.show(ChapterScreen(self))
                return
        place = self._place = next_place(self.session.pending(), self.at, self.session.persons)
        match place.kind:
            case "over":
                self.table = None
                self.app.show(ResultScreen(self))
            case "hand":
                self._show_table(place.seat).set_ask(place.ask)
                self._interlude(place.seat)
            case "cover":
                self.cover_for(place.seat)
            case "announce":
                self.session.hand_over()
                self.table = None
                assert place.ask is not None
                speaker, ask = self.session.speaker, place.ask
                words = leading.let_words(self.session, ask)
                self.app.show(AnnounceScreen(self, self.session.names[place.seat], speaker.plain(ask.prompt()), words))
            case "claim":
                self._to_everybody()
                self.session.hand_over()
                self.table = None
                pending = self.session.pending()
                assert pending is not None
                what = self.session.speaker.plain(pending.asks[0].prompt())
                seats = [(a.seat, self.session.names[a.seat]) for a in pending.asks]
                self.app.show(ClaimScreen(self, what, seats))
            case "open":
                self.at = None
                self._show_table(None).set_ask(place.ask)
            case "bot":
                self._to_everybody()
                self._show_table(self.at).set_ask(None)
                self._let_think(place)
                delay = self.app.bot_delay
                if delay is not None:
                    self.app.set_timer(max(0.001, delay), self._bot)

    def _to_everybody(self) -> None:
        """All look at the screen: whoever plays next, perhaps the same player again, does so behind a cover."""
        if len(self.session.persons) > 1:
            self.at = None

    def _show_table(self, viewer: int | None) -> TableScreen:
        """The table through these eyes: the one on the screen if it has them, or else a new one."""
        if self.table is None or self.table.viewer != viewer:
            self.table = TableScreen(self, viewer)
            self.app.show(self.table)
        return self.table

    def cover_for(self, seat: int, done: bool = False) -> None:
        """Put a cover up for a seat (done: its turn is over, and it has not passed the device on yet)."""
        self.session.hand_over()
        self.table = None
        pending = self.session.pending()
        ask = pending.ask_of(seat) if pending is not None and not done else None
        self._place = Place("cover", seat, ask)
        mode = self.session.game.info.mode(self.session.setup.mode).name
        title = f"{self.session.game.info.name} · {mode} · {self.progress()}"
        name = self.session.names[seat]
        why = f"{leading.hand_to(self.session, seat, ask, done)} {WHY_BLANK}"
        self.app.show(CoverScreen(self, name, title, why))

    def uncover(self) -> None:
        """The player for whom the cover was put up is at the device."""
        place = self._place
        self.at = place.seat
        self._show_table(place.seat).set_ask(place.ask, done=place.ask is None)
        lines = since_last_turn(self.session, place.seat)
        if lines and self.app.preferences.since:
            self.app.push_screen(SincePanel(lines, self.session.names[place.seat], self._teach))
        else:
            self._teach()

    def _interlude(self, seat: int) -> None:
        """Show a lone player what an automaton has just done, step by step."""
        session = self.session
        last = last_interlude(session, seat)
        if last >= self._told and not any(step.seat == seat for step in session.steps[last + 1 :]):
            self._told = last + 1
            self.app.push_screen(SincePanel(since_last_turn(session, seat), session.names[seat], self._teach))
        else:
            self._teach()

    def _teach(self) -> None:
        """Explain to the player at the device what is new to him in a guided game, one thing after the other."""
        place = self._place
        if place.ask is None or self.table is None or self.table.viewer != place.seat or self.table.ask is None:
            return
        session = self.session
        key = f"lessons:{session.names[place.seat].casefold()}"
        known: list[str] = list(self.app.storage.setting(key, []))
        lesson = leading.next_lesson(session, place.seat, place.ask, known)
        if lesson is not None:
            with suppress(StorageError):  # explained once more another day
                self.app.storage.set_setting(key, [*known, lesson.id])
            self.app.push_screen(LessonPanel(session.setup.game, session.game.box, lesson, self._teach))

    def put_away(self) -> None:
        """The program is suspended, and somebody else may continue it: an open hand goes behind a cover."""
        if len(self.session.persons) > 1:
            self.at = None
            if self.table is not None and self.table.viewer is not None:
                self.cover_for(self.table.viewer, self.table.done)

    def progress(self) -> str:
        """How far the game has gone, in words that everybody may read."""
        return leading.progress(self.session)

    def where_next(self) -> str:
        """What happens when the device is passed on."""
        return leading.where_next(self.session, self.at, self._chapter)

    # --- what is done ------------------------------------------------------------------------------------------

    def answer(self, seat: int, answer: Answer, ply: int) -> None:
        """Give a person's answer, save it, and go on."""
        try:
            steps = self.session.submit(seat, answer, ply)
        except Refusal as refusal:
            if self.table is not None:
                self.table.say(f"{self.session.speaker.plain(refusal.msg)} {refusal.rule}".rstrip(), refusal.rule)
            return
        if not self.save():
            return
        self._after(steps)

    def _after(self, steps: Sequence[Step]) -> None:
        """After an answer: stay with the player, who may take back, before the device leaves his hands."""
        self._note_chapter(steps)
        pending = self.session.pending()
        place = next_place(pending, self.at, self.session.persons)
        own_hand = self.table is not None and self.table.viewer is not None and self.table.viewer == self.at
        leaving = self._chapter or place.kind != "hand"
        stays = self.app.preferences.pass_on or bool(self.told_privately(self.at if self.at is not None else -1))
        if own_hand and leaving and stays and pending is not None and len(self.session.persons) > 1:
            assert self.table is not None
            self.table.set_ask(None, done=True)
        else:
            self.go()

    def _note_chapter(self, steps: Sequence[Step]) -> None:
        self._chapter = self._chapter or leading.ends_chapter(self.session, steps)

    def told_privately(self, seat: int) -> list[Event]:
        """What the last answer told its seat alone (a card drawn)."""
        return leading.told_privately(self.session, seat)

    def pass_on(self) -> None:
        """The player has passed the device on."""
        self.session.hand_over()
        self.go()

    def let_happen(self) -> None:
        """The seat that may react lets it happen without a look."""
        self._without_look(self._place.seat, ())

    def nobody_claims(self) -> None:
        """None of the seats reacts."""
        while (pending := self.session.pending()) is not None and pending.mode == "claim":
            self.session.submit(pending.asks[0].seat, ())
        if self.save():
            self.go()

    def _without_look(self, seat: int, answer: Answer) -> None:
        steps = self.session.submit(seat, answer)
        self._note_chapter(steps)
        if self.save():
            self.go()

    # --- computer opponents ------------------------------------------------------------------------------------

    def _let_think(self, place: Place) -> None:
        """Let a computer opponent that takes its time begin to think; what was thought about before is dropped."""
        session, seat, ask = self.session, place.seat, place.ask
        if self._thinking is not None:
            self._thinking.stop()
        self._thinking, self._wanted = None, False
        bot = LEVELS[session.holders[seat]]
        if bot.slow and ask is not None:
            self._thinking = Thinking(self.app, bot, ask, session.view(seat), session.bot_random(seat), self._thought)
            self._watch(self._thinking)

    def _watch(self, thinking: Thinking) -> None:
        """Tell those who wait how far it has come, as long as it goes on."""
        if thinking is self._thinking and thinking.answer is None and not self._ended:
            if self.table is not None and thinking.long():
                self.table.show_choice()
            self.app.set_timer(0.25, lambda: self._watch(thinking))

    def _thought(self, thinking: Thinking) -> None:
        """An answer is there: show it, if it is waited for."""
        if thinking is self._thinking and self._wanted:
            self._bot()

    def _bot(self) -> None:
        """A computer opponent answers; it sees its seat's view and nothing else."""
        pending = self.session.pending()
        if self._ended or pending is None:
            return
        place = next_place(pending, self.at, self.session.persons)
        if place.kind != "bot" or place.ask is None:
            return
        seat = place.seat
        bot = LEVELS[self.session.holders[seat]]
        if not bot.slow:
            answer = bot.choose(place.ask, lambda: self.session.view(seat), self.session.bot_random(seat))
        elif self._thinking is not None and self._thinking.answer is not None:
            answer = self._thinking.answer
        else:
            self._wanted = True
            return
        self._thinking = None
        steps = self.session.submit(seat, answer)
        self._note_chapter(steps)
        if self.save():
            self.go()

    def waits_for_step(self) -> bool:
        """Whether a computer opponent waits for a key."""
        return self.app.bot_delay is None and self._place.kind == "bot" and not self._wanted

    def thinking(self) -> float | None:
        """How far a computer opponent has come that has been thinking for long, 0 to 1; None if none has."""
        thinking = self._thinking
        return thinking.share if thinking is not None and self._wanted and thinking.long() else None

    def next_move(self) -> None:
        """Let the next computer opponent move; one that thinks for long is to decide now."""
        if self.thinking() is not None and self._thinking is not None:
            self._thinking.stop()
        elif self.waits_for_step():
            self._bot()

    def undo(self, seat: int) -> None:
        """Take back a seat's last answer."""
        try:
            self.session.undo(seat)
        except NoUndo as refusal:
            if self.table is not None:
                self.table.say(self.session.speaker.plain(refusal.msg))
            return
        self._chapter = False
        if self.save():
            self.go()

    def again(self, mode: str = "") -> None:
        """The same players once more (in another mode, if one is named); the first seat moves on."""
        self._ended = True
        self.table = None
        self.app.rematch(self.session, mode)

    def save(self) -> bool:
        """Save the present position; False if the game was taken over by another window."""
        self.saved = False
        try:
            if self.game_id:
                self.app.storage.save(self.game_id, self.session)
            else:
                self.game_id = self.app.storage.add(self.session)
            self.saved = True
        except Moved as error:
            self.leave(str(error))
            return False
        except StorageError as error:
            self.app.notify(str(error), severity="error")
        return True

    def leave(self, notice: str = "") -> None:
        """Back to Home."""
        if not notice and not self.saved and self.save() and not self.saved:
            notice = "The game could not be saved."
        if self._ended:
            return
        self._ended = True
        if self._thinking is not None:
            self._thinking.stop()
        self.session.hand_over()
        self.table = None
        self.app.go_home(notice)
