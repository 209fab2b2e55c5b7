"""A game at this device: which screen comes when, through whose eyes, and that every answer is saved."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from screens.handover import AnnounceScreen, ClaimScreen, CoverScreen
from screens.panels.lesson import LessonPanel
from screens.panels.since import SincePanel, last_interlude, since_last_turn
from screens.result import ChapterScreen, ResultScreen
from screens.stage import Stage
from screens.storage import Moved, StorageError
from screens.table.base import TableScreen
from thorgames.bots import LEVELS
from thorgames.core.ask import Answer
from thorgames.core.errors import NoUndo, Refusal
from thorgames.core.text import Event, Msg
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
                let = f"{ask.kind}.let"  # what it means not to react, where a game has words for it
                words = speaker.plain(Msg(let, ask.args)) if let in speaker.words else "let it happen"
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
        mode = next(m.name for m in self.session.game.info.modes if m.id == self.session.setup.mode)
        title = f"{self.session.game.info.name} · {mode} · {self.progress()}"
        name = self.session.names[seat]
        if ask is not None and pending is not None and pending.mode == "sealed":
            why = f"Everybody chooses in secret. Hand the device to {name}. {WHY_BLANK}"
        else:
            why = f"It is {name}'s turn: hand the device over. {WHY_BLANK}"
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
        for lesson in session.game.lessons(session.view(place.seat), place.ask):
            if lesson.id not in known:
                with suppress(StorageError):  # explained once more another day
                    self.app.storage.set_setting(key, [*known, lesson.id])
                panel = LessonPanel(session.setup.game, session.game.box, lesson, self._teach)
                self.app.push_screen(panel)
                return

    def put_away(self) -> None:
        """The program is suspended, and somebody else may continue it: an open hand goes behind a cover."""
        if len(self.session.persons) > 1:
            self.at = None
            if self.table is not None and self.table.viewer is not None:
                self.cover_for(self.table.viewer, self.table.done)

    def progress(self) -> str:
        """How far the game has gone, in words that everybody may read."""
        return self.session.speaker.plain(self.session.game.progress(self.session.view(None)))

    def where_next(self) -> str:
        """What happens when the device is passed on."""
        if self._chapter:
            return "Your turn is done. The round is over: everybody looks at the scores."
        place = next_place(self.session.pending(), self.at, self.session.persons)
        if place.kind == "announce":
            return f"{self.session.names[place.seat]} may answer now; everybody may look."
        if place.kind == "cover":
            return f"Your turn is done. Hand the device to {self.session.names[place.seat]}."
        if place.kind == "bot":
            return f"Your turn is done. {self.session.names[place.seat]} plays next; everybody may look."
        return "Your turn is done. Everybody may look now."

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
        chapters = self.session.game.chapters
        if any(event.kind in chapters for step in steps for event in step.events):
            self._chapter = True

    def told_privately(self, seat: int) -> list[Event]:
        """What the last answer told its seat alone (a card drawn)."""
        out: list[Event] = []
        for step in reversed(self.session.steps):
            out = [e for e in step.events if e.secret and seat in e.to] + out
            if step.seat >= 0:
                break
        return out

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
        answer = bot.choose(place.ask, lambda: self.session.view(seat), self.session.bot_random(seat))
        steps = self.session.submit(seat, answer)
        self._note_chapter(steps)
        if self.save():
            self.go()

    def waits_for_step(self) -> bool:
        """Whether a computer opponent waits for a key."""
        return self.app.bot_delay is None and self._place.kind == "bot"

    def next_move(self) -> None:
        """Let the next computer opponent move."""
        if self.waits_for_step():
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
        self.session.hand_over()
        self.table = None
        self.app.go_home(notice)
