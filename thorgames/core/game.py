"""The contract of a game: what it declares, and the engine that runs it, written once.

A game is a set of frames (`thorgames.core.state`), a layout of zones (`thorgames.core.zones`), words
(`thorgames.core.text`) and cards (`thorgames.core.cards`). `Game` makes of them:

>>> from thorgames.games import registry
>>> game = registry.load("thor")
>>> state = game.new(game.setup("basic", 3))
>>> game.pending(state).mode
'chance'

Screens and bots use `view`, `preview`, `barred` and `speaker`; a session uses `pending`, `check` and `apply`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr, replace

from thorgames.core.ask import CHANCE, Answer, Ask, Barred, Pending, check_answer, legal, total
from thorgames.core.cards import Box
from thorgames.core.errors import NotLegal, NotYours, Refusal, RulesError, SetupError
from thorgames.core.info import HINTS, Choice, Info, Lesson, Mode, Setting, Setup
from thorgames.core.state import Outcome, State
from thorgames.core.text import Event, Msg, Speaker
from thorgames.core.zones import Layout

S = TypeVar("S", bound=State[Any])
B = TypeVar("B", bound=Box[Any])

__all__ = ["Choice", "Game", "Info", "Lesson", "Mode", "Result", "Setting", "Setup", "View"]

MAX_STEPS = 100_000
"""Steps between two questions after which the engine assumes that the rules run in a circle."""

WORDS: Mapping[str, str] = {
    "refused.unknown": "That is not among the choices.",
    "refused.form": "An answer is a list of choices.",
    "refused.twice": "The same choice stands twice in the answer.",
    "refused.count": "Choose {0:n} of these.",
    "refused.count.either": "Choose {0:n} or {1:n} of these.",
    "refused.count.range": "Choose {0:n} to {1:n} of these.",
    "refused.count.most": "Choose no more than {0:n} of these.",
    "refused.need": "That is not enough yet.",
    "refused.budget": "That is too much.",
    "refused.not-asked": "Nothing is asked of this player now.",
    "refused.over": "The game is over.",
    "refused.stale": "The game has moved on since this choice was shown.",
    "undo.none": "There is nothing to take back.",
    "undo.chance": "Not to be taken back: cards have been drawn or shuffled since.",
    "undo.other": "Not to be taken back: another player has acted since.",
    "undo.handover": "Not to be taken back: the device has changed hands since.",
    "undo.over": "Not to be taken back: the game is over.",
    "undo.learned": "Not to be taken back: you have seen something new since.",
    "progress": "under way",
    "shuffle": "A pile is shuffled.",
    "shuffle.option": "place {0:n}",
}
"""Words that every game shares."""


class Result(Struct, Generic[S], frozen=True, gc=False):
    """What an answer leads to: the state after it, and what happened."""

    state: S
    events: tuple[Event, ...]


class View(Struct, Generic[S], frozen=True):
    """What one seat, or with viewer None the whole table, may know. Games add readings of it as methods.

    Attributes:
        viewer: the seat, or None.
        seen: the state with every hidden card replaced by `thorgames.core.zones.BACK`.
        box: the cards.
    """

    viewer: int | None
    seen: S
    box: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.viewer == other.viewer and bool(self.seen == other.seen)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.viewer}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []

    __hash__ = None  # type: ignore[assignment]


V = TypeVar("V", bound=View[Any])


class Game(Generic[S, V, B]):
    """A game of the house; one instance serves any number of games played with one set of cards.

    Subclasses set the class attributes and write `start`, and where needed `settings`, `barred`, `preview`, `wrong`.
    """

    info: ClassVar[Info]
    layout: ClassVar[Layout]
    words: ClassVar[Mapping[str, str]]
    state_type: ClassVar[Any]
    """The state's class with its union of frames filled in, for packing."""
    view_type: ClassVar[type[Any]]
    box_type: ClassVar[type[Box[Any]]]
    chapters: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that end a part of the game (a round), after which the table looks at where things stand."""

    interludes: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that a lone player is shown before he goes on: the turn of an automaton."""

    plays: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that say: a seat (first argument) plays a card (second argument). Figures are drawn from them."""

    def __init__(self, box: B) -> None:
        self.box = box
        self.all_words: Mapping[str, str] = {**WORDS, **self.words}
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(self.state_type).decode
        self._last: tuple[Any, Pending | None] = (None, None)

    # --- before the game ---------------------------------------------------------------------------------------

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """What can be decided before a game of this mode with that many seats."""
        return ()

    def offered(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """The settings of this game, and those that every game has."""
        return (*self.settings(mode, seats), HINTS)

    @staticmethod
    def first_player(seats: int) -> Setting:
        """The setting "who starts": by lot, or a named seat."""
        seat_choices = tuple(Choice(str(n), f"player {n}") for n in range(1, seats + 1))
        return Setting("first", "First player", (Choice("lot", "by lot"), *seat_choices), "lot")

    def mode_for(self, seats: int) -> Mode:
        """The first mode that fits a number of seats. Raises SetupError if none does."""
        for mode in self.info.modes:
            if seats in mode.seats:
                return mode
        able = sorted({n for m in self.info.modes for n in m.seats})
        raise SetupError(f"{self.info.name} is for {able[0]} to {able[-1]} players, not {seats}")

    def setup(self, mode: str | None, seats: int, options: Mapping[str, str] | None = None) -> Setup:
        """A checked set-up with the defaults filled in.

        Args:
            mode: id of a mode, or None for the first that fits.
            seats: number of seats.
            options: setting id -> value.

        Raises:
            SetupError: a mode, number of seats, setting or value that does not fit, with what would.
        """
        found = self.mode_for(seats) if mode is None else None
        if found is None:
            by_id = {m.id: m for m in self.info.modes}
            if mode not in by_id:
                raise SetupError(f"{self.info.name} has no mode {mode!r}; its modes are: {', '.join(by_id)}")
            found = by_id[mode]
        if seats not in found.seats:
            low, high = found.seats[0], found.seats[-1]
            span = str(low) if low == high else f"{low} to {high}"
            raise SetupError(f"{self.info.name}, {found.name}, is for {span} players, not {seats}")
        given = dict(options or {})
        chosen: dict[str, str] = {}
        offered = self.offered(found.id, seats)
        for setting in offered:
            value = given.pop(setting.id, setting.default)
            choice = next((c for c in setting.choices if c.value == value), None)
            if choice is None:
                may = ", ".join(c.value for c in setting.choices if not c.why_not)
                raise SetupError(f"{setting.id}={value}: {setting.name} can be {may}")
            if choice.why_not:
                raise SetupError(f"{setting.id}={value}: {choice.why_not}")
            if setting is not HINTS or value != HINTS.default:
                chosen[setting.id] = value
        if given:
            may = ", ".join(s.id for s in offered)
            wrong = next(iter(given))
            raise SetupError(f"{self.info.name}, {found.name}, has no option {wrong!r}; its options are: {may}")
        return Setup(self.info.id, found.id, seats, chosen)

    def start(self, setup: Setup) -> S:
        """The state before the first step, its agenda filled."""
        raise NotImplementedError

    # --- the engine --------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> S:
        """A new game, run up to its first question."""
        setup = self.setup(setup.mode, setup.seats, setup.options)
        return self._run(self.start(setup))[0]

    def pending(self, state: S) -> Pending | None:
        """What the game waits for; None exactly when it has ended."""
        if self._last[0] is state:
            return self._last[1]
        pending = self._open(state)
        self._last = (state, pending)
        return pending

    def check(self, state: S, seat: int, answer: Answer) -> Answer:
        """The answer in its normal form, if this seat may give it now.

        Raises:
            NotYours: the seat is not asked, or the game is over.
            Malformed, NotLegal: the answer does not fit; nothing has changed.
        """
        last, pending = self._last
        if last is not state:
            pending = self.pending(state)
        if pending is None:
            raise NotYours(Msg("refused.over"))
        for ask in pending.asks:
            if ask.seat == seat:
                break
        else:
            raise NotYours(Msg("refused.not-asked"))
        try:
            return check_answer(ask, answer)
        except Refusal as refusal:
            if refusal.msg.key == "refused.unknown" and seat != CHANCE:
                for barred in self.barred(self.view(state, seat), ask):
                    if barred.id in answer:
                        raise NotLegal(barred.why, barred.rule) from None
            raise

    def apply(self, state: S, seat: int, answer: Answer) -> Result[S]:
        """The only way from one state to the next: check the answer, do it, and go on to the next question.

        Raises:
            Refusal: as `check`; the state given is unchanged in any case.
        """
        answer = self.check(state, seat, answer)
        pending = self._last[1]  # the question of this state, which has just been looked at
        assert pending is not None
        agenda, mode = state.agenda, pending.mode
        if mode in ("sealed", "claim"):
            sealed = (*state.sealed, (seat, answer))
            claimed = mode == "claim" and answer
            if len(pending.asks) > 1 and not claimed:
                rest = replace(state, sealed=sealed)
                self._last = (rest, Pending(mode, tuple([a for a in pending.asks if a.seat != seat])))
                return Result(rest, ())
            given: Any = dict(sealed) if mode == "sealed" else {seat: answer} if answer else {}
            after = agenda[-1].step(replace(state, sealed=(), agenda=agenda[:-1]), self.box, given)
        else:
            after = agenda[-1].step(replace(state, agenda=agenda[:-1]), self.box, answer)
        return Result(*self._run(after))

    def openly(self, state: S, ask: Ask) -> bool:
        """Whether a seat whose turn it is needs no hidden card to answer, so that it is asked on the open table.

        It must be so to see for everybody: only public facts may count.
        """
        return False

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.outcome

    def _run(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """Do the frames on top of the agenda until one asks or the game has ended.

        A state on the way from one question to the next is in nobody else's hands yet, so frames are taken off it in
        place; once it rests it is a value like any other.

        Args:
            state: as a step has made it, not one that anybody may still hold.

        Returns:
            The resting state, and what was told on the way. The question is kept for the next call of `pending`.
        """
        cls, box = type(state), self.box
        for _ in range(MAX_STEPS):
            if state.outcome is not None:
                events = state.told
                force_setattr(state, "told", ())
                return state, events
            agenda = state.agenda
            if not agenda:
                raise RulesError("the agenda is empty, but the game has not ended")
            force_setattr(state, "agenda", agenda[:-1])
            out = agenda[-1].step(state, box)
            if type(out) is not cls:
                events = state.told
                force_setattr(state, "agenda", agenda)
                if events:
                    force_setattr(state, "told", ())
                self._last = (state, self._checked(state, out))
                return state, events
            state = out
        raise RulesError("the rules run in a circle")

    def _open(self, state: S) -> Pending | None:
        """The question of the frame on top, without those who have answered it already."""
        if state.outcome is not None:
            return None
        out = state.agenda[-1].step(state.but(agenda=state.agenda[:-1], sealed=()), self.box)
        if not isinstance(out, (Ask, Pending)):
            raise RulesError("the frame on top of a resting state asks nothing")
        pending = self._checked(state, out)
        if state.sealed:
            done = {seat for seat, _ in state.sealed}
            pending = Pending(pending.mode, tuple(a for a in pending.asks if a.seat not in done))
        return pending

    def _checked(self, state: S, out: Ask | Pending) -> Pending:
        """The question as a `Pending`, if it can be answered at all."""
        if type(out) is Pending:
            pending = out
        elif type(out) is Ask:
            pending = Pending("chance" if out.seat == CHANCE else "deal" if self.openly(state, out) else "turn", (out,))
        else:
            raise RulesError(f"a step that gives neither a question nor a state, but a {type(out).__name__}")
        if not pending.asks:
            raise RulesError("a question to nobody")
        for ask in pending.asks:
            if len(ask.options) < ask.lo or ask.hi < ask.lo:
                raise RulesError(f"a question of kind {ask.kind!r} has no legal answer")
        return pending

    # --- what may be seen --------------------------------------------------------------------------------------

    def view(self, state: S, viewer: int | None) -> V:
        """What a seat (None: the whole table) may know."""
        return self.view_type(viewer, self.layout.redact(state, viewer), self.box)  # type: ignore[no-any-return]

    def taught(self, before: S, after: S, seat: int | None, events: Sequence[Event] = ()) -> bool:
        """Whether a seat knows a card after a step that it did not know before, or was told something in secret.

        The opening of sealed answers teaches everybody too.
        """
        if any(e.secret and seat in e.to for e in events):
            return True
        if before.sealed and not after.sealed:
            opened = self._open(before)
            if opened is not None and opened.mode == "sealed":
                return True
        return bool(self.layout.known(after, seat) - self.layout.known(before, seat))

    def barred(self, view: V, ask: Ask) -> tuple[Barred, ...]:
        """What the seat might try to choose but may not, with reasons; from its view only."""
        return ()

    def preview(self, view: V, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        """What a choice (perhaps not complete yet) would do; from the view only."""
        return ()

    def sums(self, ask: Ask, answer: Answer) -> Msg | None:
        """What a choice (perhaps not complete yet) adds up to, of what is needed; None where no words tell it."""
        key = f"{ask.kind}.sums"
        return Msg(key, (*total(ask, answer), *ask.need, *ask.budget)) if key in self.all_words else None

    def lessons(self, view: V, ask: Ask) -> tuple[Lesson, ...]:
        """What should be explained to a newcomer who is asked this, from his view only; in a guided mode alone."""
        return ()

    def proposal(self, view: V, ask: Ask) -> Answer:
        """A choice to begin with where things are added up, so that nobody has to reckon; () for none."""
        return ()

    def progress(self, view: V) -> Msg:
        """How far the game has gone, in a few words; public facts only."""
        return Msg("progress")

    def first_seat(self, state: S) -> int | None:
        """Who began the game; None where nobody in particular did."""
        return None

    def turns(self, state: S) -> int:
        """How many turns have been played, as the game counts its length."""
        return 0

    def guess(self, view: V, rng: random.Random) -> S:
        """A full state that fits a view. It takes no state, so it cannot peek."""
        seen: S = view.seen
        return self.layout.fill(seen, self.all_cards(seen), rng)

    def scramble(self, state: S, viewer: int | None, rng: random.Random) -> S:
        """Another state that `viewer` cannot tell from this one: what he may not know is dealt anew."""
        twin = self.guess(self.view(state, viewer), rng)
        # What others have decided for themselves is not a card; it stays, so that the same questions are asked.
        twin = twin.but(**{name: getattr(state, name) for name in self.layout.private})
        others = [seat for seat, _ in state.sealed if seat != viewer]
        if others:
            pending = self._open(twin.but(sealed=()))
            assert pending is not None
            sealed = dict(twin.sealed)
            for ask in pending.asks:
                if ask.seat in others:  # those who have answered a claim have all passed
                    sealed[ask.seat] = () if pending.mode == "claim" else legal(ask, rng)
            twin = twin.but(sealed=tuple((seat, sealed[seat]) for seat, _ in state.sealed))
        return twin

    def speaker(self, names: Sequence[str]) -> Speaker:
        """What puts this game's messages into words."""
        return Speaker(self.all_words, names, self.box.name)

    # --- self-checks and packing -------------------------------------------------------------------------------

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        """Back -> every card with that back which is in this game; from public facts only."""
        return {}

    def faults(self, state: S) -> tuple[str, ...]:
        """Every broken invariant of a state, one sentence each; () in a right one."""
        return (*self.layout.census(state, self.all_cards(state)), *self.wrong(state))

    def wrong(self, state: S) -> Sequence[str]:
        """The invariants of this game besides the census of its cards."""
        return ()

    def pack(self, state: S) -> bytes:
        """A state as bytes."""
        return self._encode(state)

    def unpack(self, data: bytes) -> S:
        """A state from bytes. Raises msgspec.DecodeError (msgspec.ValidationError) if they are not one."""
        return cast(S, self._decode(data))
