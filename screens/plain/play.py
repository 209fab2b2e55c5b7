"""A game played line by line at one device: whose lines come when, through whose eyes, and that all is saved."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from screens import leading
from screens.plain import lookup
from screens.plain.device import NEWS, Away, Device, Left
from screens.plain.question import Question
from screens.plain.tables import words
from screens.storage import StorageError
from thorgames.bots import LEVELS
from thorgames.core.ask import Answer, Ask
from thorgames.core.errors import NoUndo, Refusal, SetupError
from thorgames.core.text import many, plain
from thorgames.session import Place, Session, Step, next_place

PATIENCE = 2.0
"""Seconds after which is said that a computer opponent thinks."""


class LinePlay(Device):
    """Leads one session line by line."""

    # --- from the beginning to the end -------------------------------------------------------------------------

    def run(self) -> Session | None:
        """Play to the end; another game that is to follow, or None."""
        self._begin()
        while self.session.pending() is not None:
            try:
                self._step()
            except Away:
                continue
        while True:
            try:
                return self._over()
            except Away:
                continue

    def _begin(self) -> None:
        """Say what is played, and how."""
        session = self.session
        mode = session.game.info.mode(session.setup.mode).name
        self._say(f"{session.game.info.name}, {mode}: {', '.join(session.names)}.")
        self._say("Answers are numbers. t tells the table, h your hand, ? all commands, q saves and leaves.")
        if self._covered and not self.paper.wipes:
            self._say(
                "What is written here cannot be wiped away: whoever reads back sees the hands of others."
                " Play so only with people who do not."
            )
        if self.session.persons and not self._covered:
            (self.at,) = self.session.persons
            self._say(*lookup.since(session, self.at)[-NEWS:])
            self._told[self.at] = len(session.steps)
        self._told[None] = max(0, len(session.steps) - NEWS)

    def _step(self) -> None:
        """What comes next."""
        self._heed()
        if self._chapter:
            self._chapter = False
            self._end_chapter()
            return
        place = next_place(self.session.pending(), self.at, self.session.persons)
        match place.kind:
            case "hand":
                assert place.ask is not None
                self._ask_in_hand(place.seat, place.ask)
            case "cover":
                self._cover(place.seat)
            case "announce":
                self._announce(place)
            case "claim":
                self._claim()
            case "open":
                assert place.ask is not None
                self._to_everybody()
                self._news(None)
                self._put(None, place.ask)
            case "bot":
                assert place.ask is not None
                self._bot(place.seat, place.ask)

    def _over(self) -> Session | None:
        """The end: who has won, why, and the scores; then another game, if one is wanted."""
        session = self.session
        self._to_everybody()
        self._news(self.at)
        outcome = session.state.outcome
        who, why = leading.verdict(session)
        self._say(f"The game is over. {who} {why}".rstrip())
        if len(outcome.ranks) > 1:
            for seat in sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat)):
                score = f": {outcome.scores[seat]}" if outcome.scores else ""
                self._say(f"{outcome.ranks[seat]}. {session.names[seat]}{score}")
        self._say(*words(session.setup.game).scores(session.view(self.at), session.names))
        following = leading.next_mode(session)
        offer = "n plays the next game, " if following else ""
        self._say(f"{offer}again plays once more, t tells the table, l the log, q leaves.")
        while True:
            letter, rest = lookup.command(self._read("q or ?: "))
            try:
                if rest == "n" and not letter and following:
                    return leading.once_more(session, following)
                if letter == "a":
                    return leading.once_more(session)
            except SetupError as error:
                self._say(f"The game could not begin: {error}")
                continue
            if letter == "q":
                raise Left
            self._say(*lookup.answered(letter, rest, session, self.at, None))

    # --- who looks ---------------------------------------------------------------------------------------------

    def _to_everybody(self) -> None:
        """All look: whoever plays next, perhaps the same player again, does so behind a cover."""
        if self._covered:
            self.at = None
        if self.paper.owner:
            self.paper.wipe()

    def _cover(self, seat: int) -> None:
        """The device changes hands: nothing but whose turn it is, until that player says that he is here."""
        session, name = self.session, self.session.names[seat]
        session.hand_over()
        pending = session.pending()
        assert pending is not None
        self.at = None
        self.paper.wipe()
        self._say(f"{session.game.info.name}: {leading.progress(session)}.", name)
        self._say(leading.hand_to(session, seat, pending.ask_of(seat)))
        self._say(f"R and Enter: I am {name}, show my cards. Q and Enter: save and leave.")
        key = self._key("R or Q: ", fresh=True)
        while key != "r":
            self._say(f"R and Enter shows the cards of {name}; Q and Enter saves and leaves.")
            key = self._key("R or Q: ")
        self._uncover(seat)

    def _uncover(self, seat: int) -> None:
        """The player for whom the cover was put up is here."""
        self.paper.wipe()
        self.at = seat
        self.paper.owner = self.session.names[seat]
        lines = leading.since_last_turn(self.session, seat)
        if lines:
            self._say(f"{self.session.names[seat]}, since your last turn:", *map(plain, lines))
        self._told[seat] = len(self.session.steps)
        pending = self.session.pending()
        ask = pending.ask_of(seat) if pending is not None else None
        assert ask is not None
        self._ask_in_hand(seat, ask)

    def _announce(self, place: Place) -> None:
        """The table is told that a player may react: look at the hand first, or let it happen."""
        session, name = self.session, self.session.names[place.seat]
        assert place.ask is not None
        session.hand_over()
        if self.paper.owner:
            self.paper.wipe()
        self._news(None)
        self._say(session.speaker.plain(place.ask.prompt()))
        self._say(f"{name} may answer now. The others look away if the hand is looked at.")
        how = f"R: {name} looks at the hand first. X: {leading.let_words(session, place.ask)}. Q: save and leave."
        self._say(how)
        key = self._key("R, X or Q: ", fresh=True)
        while key not in ("r", "x"):
            self._say(how)
            key = self._key("R, X or Q: ")
        if key == "r":
            self._uncover(place.seat)
        else:
            self._without_look([place.seat])

    def _claim(self) -> None:
        """The table is asked which of several players reacts."""
        session, pending = self.session, self.session.pending()
        assert pending is not None
        self._to_everybody()
        session.hand_over()
        self._news(None)
        self._say(session.speaker.plain(pending.asks[0].prompt()), "Who answers?")
        for number, ask in enumerate(pending.asks, 1):
            self._say(f"{number}. {session.names[ask.seat]} looks at the hand")
        self._say("X: nobody. Q: save and leave.")
        key = self._key("Number, X or Q: ", fresh=True)
        while True:
            if key == "x":
                self._without_look([ask.seat for ask in pending.asks])
                return
            if key.isdecimal() and len(key) < 4 and 1 <= int(key) <= len(pending.asks):
                self._cover(pending.asks[int(key) - 1].seat)
                return
            self._say(f"Type a number from 1 to {len(pending.asks)}, or X for nobody.")
            key = self._key("Number, X or Q: ")

    def _end_chapter(self) -> None:
        """The scores after a round; anybody goes on."""
        session = self.session
        self._to_everybody()
        self._news(self.at)
        self._say(*words(session.setup.game).scores(session.view(self.at), session.names))
        self._say("Enter begins the next round; q saves and leaves.")
        while line := self._read("Enter or ?: ", fresh=True):
            self._look_up(*lookup.command(line), self.at, None)

    # --- questions ---------------------------------------------------------------------------------------------

    def _ask_in_hand(self, seat: int, ask: Ask) -> None:
        """A player answers before his own cards."""
        if self._covered:
            self.paper.owner = self.session.names[seat]
        self._news(seat)
        self._teach(seat, ask)
        self._put(seat, ask)

    def _put(self, viewer: int | None, ask: Ask) -> None:
        """Put a question until it is answered, or until something else comes first."""
        ply = self.session.ply
        question = Question(self.session, viewer, ask)
        self._say(*question.lines(), indent=3)
        whose = "Number"
        if self._covered:
            whose = f"{self.session.names[viewer]}, number" if viewer is not None else "Number, o"
        while True:
            line = self._read(f"{whose} or ?: ")
            letter, rest = lookup.command(line)
            if letter == "u":
                if self._undo(viewer):
                    return
            elif letter == "o" and viewer is None and self._covered:
                self._cover(ask.seat)
                return
            elif letter:
                self._look_up(letter, rest, viewer, question)
            else:
                answer = question.take(line)
                self._say(*question.said, indent=3)
                if answer is not None:
                    self._answer(viewer, ask, answer, ply)
                    return

    def _answer(self, viewer: int | None, ask: Ask, answer: Answer, ply: int) -> None:
        """Give a person's answer, save it, and tell what came of it."""
        try:
            steps = self.session.submit(ask.seat, answer, ply)
        except Refusal as refusal:
            self._say(f"{self.session.speaker.plain(refusal.msg)} {refusal.rule}".rstrip())
            return
        self._after(steps)
        self._news(viewer)
        if viewer is not None and self._covered and self.session.pending() is not None:
            place = next_place(self.session.pending(), self.at, self.session.persons)
            if self._chapter or place.kind != "hand":
                self._done(viewer)

    def _done(self, seat: int) -> None:
        """The turn of a player is over; he may look once more and take back, before the device leaves his hands."""
        undoable = self.session.undoable(seat)
        back = f" u takes back up to {many(undoable, 'answer')}." if undoable else ""
        self._say(f"{leading.where_next(self.session, self.at, self._chapter)} Enter passes it on.{back}")
        while line := self._read("Enter or ?: ", fresh=True):
            letter, rest = lookup.command(line)
            if letter == "u":
                if self._undo(seat):
                    return
            else:
                self._look_up(letter, rest, seat, None)
        self.session.hand_over()
        self.paper.wipe()

    def _without_look(self, seats: Sequence[int]) -> None:
        """Seats that may react let it happen."""
        for seat in seats:
            pending = self.session.pending()
            if pending is not None and pending.ask_of(seat) is not None:
                self._after(self.session.submit(seat, ()))

    def _undo(self, viewer: int | None) -> bool:
        """Take back the last answer of a player; whether that could be done."""
        if viewer is None:
            self._say("On the open table nothing is taken back.")
            return False
        try:
            self.session.undo(viewer)
        except NoUndo as refusal:
            self._say(self.session.speaker.plain(refusal.msg))
            return False
        self._chapter = False
        moves = len(self.session.steps)
        self._told = {one: min(far, moves) for one, far in self._told.items()}
        self._save()
        self._say("Taken back.")
        return True

    def _after(self, steps: Sequence[Step]) -> None:
        """An answer was given."""
        self._chapter = self._chapter or leading.ends_chapter(self.session, steps)
        self._save()

    # --- what is told ------------------------------------------------------------------------------------------

    def _teach(self, seat: int, ask: Ask) -> None:
        """Explain to a player what is new to him in a guided game, one thing after the other."""
        session = self.session
        key = f"lessons:{session.names[seat].casefold()}"
        known: list[str] = []
        with suppress(StorageError):
            known = list(self.storage.setting(key, []))
        while (lesson := leading.next_lesson(session, seat, ask, known)) is not None:
            known.append(lesson.id)
            with suppress(StorageError):  # explained once more another day
                self.storage.set_setting(key, known)
            self._say("", f"New in this game: {lesson.title}.", lesson.text)
            if lesson.card:
                self._say(session.game.box.text(lesson.card))
            self._say(f"The rule: {lesson.rule}. Enter goes on; f tells the rule.")
            while line := self._read("Enter: "):
                letter, rest = lookup.command(line)
                if letter == "f" and not rest:
                    self._say(*lookup.rules(session, "", lesson.rule))
                else:
                    self._look_up(letter, rest, seat, None)

    def _bot(self, seat: int, ask: Ask) -> None:
        """A computer opponent moves; what it does is told line by line."""
        self._to_everybody()
        self._news(self.at)
        steps = self.session.submit(seat, self._bot_answer(seat, ask))
        self._after(steps)
        self._news(self.at)

    def _bot_answer(self, seat: int, ask: Ask) -> Answer:
        """What a computer opponent answers; it sees its seat's view and nothing else."""
        began, said = time.monotonic(), False

        def watch(share: float) -> bool:
            nonlocal said
            if not said and time.monotonic() - began > PATIENCE:
                said = True
                self._say(f"{self.session.names[seat]} thinks.")
            return not self.paper.called

        bot = LEVELS[self.session.holders[seat]]
        answer = bot.choose(ask, lambda: self.session.view(seat), self.session.bot_random(seat), watch)
        self._heed()  # an answer given in haste is not played
        return answer
