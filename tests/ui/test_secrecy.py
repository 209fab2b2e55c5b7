"""Whole games of every kind at the real screens, with everything pressed that there is: nothing leaks anywhere.

A `Sentinel` looks at every painted frame, log, toast, title, clipboard and file while somebody plays, asks for hints,
looks things up, takes back, leaves and comes back. A `Doubles` shows positions and their twins through the same keys
and compares what is seen, to the last sign and colour. What was looked at is printed at the end of each run, in all at
the end of the file; `-s` shows it. The default runs look at a part of one game each, the long ones at whole games of
every mode with every number of seats.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Input

import screens.play as leading
import screens.thinking as thinking
from screens.handover import AnnounceScreen, ClaimScreen, CoverScreen
from screens.home import HomeScreen
from screens.leading import new_session
from screens.panels.card import CardPanel
from screens.panels.history import HistoryPanel
from screens.panels.lesson import LessonPanel
from screens.panels.rules import RulesPanel
from screens.panels.since import SincePanel
from screens.play import Play
from screens.recording import OPEN
from screens.result import ResultScreen
from screens.start import Home, NewGame
from screens.storage import Storage
from screens.table.base import TableScreen
from screens.table.choices import Choices
from tests.suite import play
from tests.ui.driver import NAMES, Desk, Frame, desk, forward, hasty, screen_is_panel
from tests.ui.test_canary import Canary, marked, seated
from tests.ui.test_replay import look_at
from tests.ui.test_thinking import Ponderer
from tests.ui.test_twins import pointed, scrambled
from thorgames import library
from thorgames.bots import LEVELS, heuristics
from thorgames.bots.hard import WIDTH, Hard
from thorgames.core.ask import Answer, Ask
from thorgames.core.errors import RulesError
from thorgames.core.game import Game
from thorgames.core.info import Setup
from thorgames.games import registry
from thorgames.search import everything
from thorgames.session import PERSON, Session, Step

WAYS = [
    (game_id, mode.id, seats)
    for game_id in registry.GAMES
    for mode in registry.info(game_id).modes
    for seats in mode.seats
]
"""Every mode of every game with every number of seats."""

CHEAP = [
    ("thor", "basic", 3),
    ("althing", "new", 2),
    ("kardnarok", "basic", 3),
    ("terres", "normal", 3),
    ("thorgal", "standard", 2),
]
"""What is looked at by default: a way of each game in which every kind of secret comes up."""

RICH = {"thors-will": "yes", "reserve": "yes", "starburst": "yes", "factions": "lot", "rounds": "1"}
"""Settings that bring more secrets into a game, where it has them."""

every_way = pytest.mark.parametrize("way", WAYS, ids=["-".join(map(str, way)) for way in WAYS])
cheap_ways = pytest.mark.parametrize("way", CHEAP, ids=["-".join(map(str, way)) for way in CHEAP])

looked_at: Counter[str] = Counter()
"""What all runs of this file have looked at."""


@pytest.fixture(scope="module", autouse=True)
def totals() -> Iterator[None]:
    """Tell at the end what was looked at in all."""
    yield
    print(f"\nin all: {counted(looked_at)}")


def counted(found: Counter[str]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in found.items())


def tell(run: str, found: Counter[str]) -> None:
    """Print what a run has looked at."""
    looked_at.update(found)
    print(f"{run}: {counted(found)}")


def options_of(game_id: str, mode: str, seats: int) -> dict[str, str]:
    """The rich settings that this way to play knows."""
    known = {s.id: [c.value for c in s.choices if not c.why_not] for s in registry.load(game_id).settings(mode, seats)}
    return {key: value for key, value in RICH.items() if value in known.get(key, ())}


# --- the canary in whole games ----------------------------------------------------------------------------------------


class Sentinel(Canary):
    """A canary that keeps away from lists of all cards there are, hears toasts, and counts what it has looked at."""

    def __init__(self, here: Desk, folder: Path) -> None:
        super().__init__(here, folder)
        self.seen: Counter[str] = Counter(frames=0, files=0, toasts=0, covers=0, hints=0, panels=0, resumed=0, undone=0)
        self.toasts: list[str] = []
        app: Any = here.app
        notify = app.notify

        def hear(message: str, **options: Any) -> None:
            self.toasts.append(f"{options.get('title', '')} {message}")
            notify(message, **options)

        app.notify = hear

    def look(self, frame: Frame) -> None:
        """A frame has been painted; where all cards of the game are listed, what stands above them is looked at."""
        if type(frame.screen).__module__ == "screens.replay":
            return  # what is past is open to other eyes: `look_at` looks at it
        if not isinstance(frame.screen, (CardPanel, RulesPanel)):
            super().look(frame)
        elif self.follow():
            self.looked += 1
            self.look_above_all_cards(frame.screen, frame.viewer)

    def look_above_all_cards(self, panel: CardPanel | RulesPanel, viewer: int | None) -> None:
        """The cards that a panel has picked out are those that its viewer knows."""
        if isinstance(panel, CardPanel):
            picked = {card for _, cards in panel.groups[:-1] for card in cards} & self.hidden
            if not picked <= self.knows(self.state, viewer) | self.ever[viewer]:
                self.leaks.append(f"{panel!r} for {viewer} picks out a card that he does not know")

    def look_round(self) -> None:
        super().look_round()
        for toast in self.toasts:
            self.note(toast, set(), "a toast")
        self.seen["toasts"] += len(self.toasts)
        self.toasts.clear()

    def look_at_files(self) -> None:
        super().look_at_files()
        self.seen["files"] += sum(path.is_file() for path in self.folder.rglob("*"))

    def counts(self) -> Counter[str]:
        """What was looked at."""
        self.seen["frames"], self.seen["covers"] = self.looked, self.covers
        return self.seen


Deed = Callable[[Desk, Sentinel], Awaitable[None]]


async def ask_for_a_hint(here: Desk, sentinel: Sentinel) -> None:
    """For the next answer, if that comes soon; never on the open table."""
    public = here.screen.viewer is None
    for _ in range(40):
        table = here.screen
        if isinstance(table, TableScreen) and table.ask is not None and (public or table.viewer is not None):
            await here.press("h")
            may = table.viewer is not None
            assert ("Hint:" in here.words("#preview")) == may
            sentinel.seen["hints"] += may
            sentinel.look_round()
            await here.press("escape")
            return
        if not await here.step(choose=played(here)):
            return


async def look_at_cards(here: Desk, sentinel: Sentinel) -> None:
    await here.press("right", "i")
    panel = here.screen
    assert isinstance(panel, CardPanel)
    picked = {card for _, cards in panel.groups[:-1] for card in cards}
    assert not panel.card or panel.card in picked, "it opens at a card that is to be seen"
    sentinel.look_round()
    await here.press("down", "down", "escape", "escape")


async def search_the_log(here: Desk, sentinel: Sentinel) -> None:
    await here.press("l", "a")
    assert here.screen.query_one(Input).value == "a"
    sentinel.look_round()
    await here.press("backspace", "escape")


async def look_at_what_happened(here: Desk, sentinel: Sentinel) -> None:
    await here.press("s")
    assert isinstance(here.screen, SincePanel) == (here.holder is not None)
    sentinel.look_round()
    if isinstance(here.screen, SincePanel):
        await here.press("up", "space")


async def search_the_rules(here: Desk, sentinel: Sentinel) -> None:
    await here.press("f1")
    panel = here.screen
    assert isinstance(panel, RulesPanel)
    session = here.session
    assert panel.hits == everything(session.setup.game, session.game.box), "the same whoever looks, whenever"
    await here.press("c", "a", "r", "d")
    sentinel.look_round()
    await here.press("escape")


async def look_at_keys(here: Desk, sentinel: Sentinel) -> None:
    await here.press("question_mark")
    sentinel.look_round()
    await here.press("escape")


async def make_it_larger_and_smaller(here: Desk, sentinel: Sentinel) -> None:
    before = here.app.size
    for size in ((132, 40), (60, 20), before):
        await here.resize(*size)
        sentinel.look_round()


async def mark_and_copy(here: Desk, sentinel: Sentinel) -> None:
    """The mouse drawn over the table, and every key that copies somewhere."""
    table = here.screen
    here.mouse(2, 3, events.MouseMove, events.MouseDown)
    here.mouse(70, 12, events.MouseMove, events.MouseUp)
    await here.settle()
    assert not here.screen.get_selected_text()
    await here.press("super+c", "ctrl+insert", "ctrl+shift+c")
    sentinel.look_round()
    if here.screen is not table:
        await here.press("escape")


async def take_back(here: Desk, sentinel: Sentinel) -> None:
    """The next answer that may be taken back, if that comes soon."""
    for _ in range(10):
        if isinstance(here.screen, TableScreen) and here.screen.viewer is not None:
            if here.session.undoable(here.screen.viewer):
                await here.press("u")
                sentinel.seen["undone"] += 1
                sentinel.look_round()
                return
        if not await here.step(choose=played(here)):
            return


async def leave_and_come_back(here: Desk, sentinel: Sentinel) -> None:
    """By Home and the games played, where everybody may look."""
    persons = here.session.persons
    await here.press("q")
    here.holder = here.last_holder = None
    assert isinstance(here.screen, HomeScreen)
    sentinel.look_round()
    await here.press("y")
    assert isinstance(here.screen, HistoryPanel)
    sentinel.look_round()
    await here.press("escape")
    if len(persons) == 1:  # who plays alone needs no cover
        (here.holder,) = persons
    await here.press("c")
    sentinel.seen["resumed"] += 1
    if len(persons) > 1:
        assert not isinstance(here.screen, TableScreen) or here.screen.viewer is None


async def open_the_hand_from_the_table(here: Desk, sentinel: Sentinel) -> None:
    if here.screen.viewer is None:
        here.holder = None
        await here.press("o")
        sentinel.look_round()
        assert isinstance(here.screen, CoverScreen)


async def answer_on_a_full_disk(here: Desk, sentinel: Sentinel) -> None:
    """What cannot be saved is said in a sentence."""
    storage, heard = here.app.storage, sentinel.seen["toasts"]
    storage._db.execute("pragma query_only = on")
    for _ in range(10):
        if sentinel.seen["toasts"] > heard or not await here.step(choose=played(here)):
            break
        sentinel.look_round()
    storage._db.execute("pragma query_only = off")
    await here.settle()


DEEDS: tuple[Deed, ...] = (
    ask_for_a_hint,
    look_at_cards,
    search_the_log,
    look_at_what_happened,
    search_the_rules,
    look_at_keys,
    make_it_larger_and_smaller,
    mark_and_copy,
    take_back,
    leave_and_come_back,
    answer_on_a_full_disk,
)
ON_THE_TABLE: tuple[Deed, ...] = (
    ask_for_a_hint,
    look_at_cards,
    search_the_log,
    look_at_what_happened,
    open_the_hand_from_the_table,
)
"""Where somebody decides on the open table, what might give his hand away."""


def played(here: Desk) -> Callable[[Ask, random.Random], Answer]:
    """Hasty answers; but of somebody who wants to win where games would not end otherwise."""

    def choose(ask: Ask, rng: random.Random) -> Answer:
        if here.session.setup.game != "althing" or rng.random() < 0.1:
            return hasty(ask, rng)
        return LEVELS["normal"].choose(ask, lambda: here.session.view(ask.seat), rng)

    return choose


async def play_and_do(here: Desk, sentinel: Sentinel, often: float, wanted: Sequence[Deed], whole: bool = True) -> None:
    """Play on to the end and do one of the deeds now and then, each as often as the others; or until all are done.

    Before each of them has been done once, they are done at half of the questions at least.
    """
    left: dict[bool, list[Deed]] = {True: [], False: []}
    own = 0
    for steps in range(4_000):
        sentinel.look_round()
        if steps % 25 == 0:
            sentinel.look_at_files()
        sentinel.check()
        table = here.screen
        chance = often if own >= len(wanted) else max(0.5, often)
        if isinstance(table, TableScreen) and (table.ask is not None or table.done) and here.rng.random() < chance:
            public = table.viewer is None
            deeds = ON_THE_TABLE if public else wanted
            left[public] = left[public] or here.rng.sample(deeds, len(deeds))
            deed = left[public].pop()
            sentinel.seen["panels"] += deed in (look_at_cards, search_the_log, search_the_rules, look_at_keys)
            await deed(here, sentinel)
            own += not public
            if not whole and own == len(wanted):
                break
        elif not await here.step(choose=played(here)):
            break
    sentinel.look_round()
    sentinel.look_at_files()
    sentinel.check()


def watched(folder: Path, game_id: str, mode: str, seats: int, seed: int, bots: tuple[int, ...] = ()) -> Any:
    """A desk with marked cards, and who looks at all that it shows."""
    options = {"mode": mode, "seats": seats, "bots": bots, **options_of(game_id, mode, seats)}
    here, _ = seated(folder, game_id, options, seed=seed, since=seed % 2 == 1)
    here.on_paint.clear()
    start = here.app.begin_with
    assert isinstance(start, NewGame)
    assert start.cards is not None
    try:
        new_session(start)
    except ValueError:  # a guided game names the cards that it is dealt from: they must stay what they are
        start.cards.write_text(marked(registry.load(game_id), ()), encoding="utf-8")
    return here, Sentinel(here, folder)


@pytest.mark.parametrize(
    ("way", "deeds"),
    [pytest.param(way, (*DEEDS[:1], *DEEDS[at::5]), id="-".join(map(str, way))) for at, way in enumerate(CHEAP, 1)],
)
async def test_whatever_is_pressed_nothing_leaks(
    way: tuple[str, str, int], deeds: Sequence[Deed], folder: Path
) -> None:
    """Some turns of a game, till a part of the deeds is done; between them the games do them all."""
    here, sentinel = watched(folder, *way, seed=3)
    async with here.sit():
        steps = iter(range(1, 10_000))
        forward(here, lambda s: next(steps) > 15, seed=3)
        await here.settle()
        await play_and_do(here, sentinel, 0.8, deeds, whole=False)
    tell(f"canary {' '.join(map(str, way))}", sentinel.counts())
    assert sentinel.seen["frames"] > 20
    assert sentinel.seen["covers"]
    assert sentinel.seen["hints"]
    assert sentinel.seen["toasts"] or answer_on_a_full_disk not in deeds


@pytest.mark.long
@every_way
async def test_whatever_is_pressed_nothing_leaks_in_a_whole_game(way: tuple[str, str, int], folder: Path) -> None:
    """From the first question to the last, then looked at again; with a computer opponent at tables of 3 and 5."""
    game_id, mode, seats = way
    bots = (seats - 1,) if seats in (3, 5) else ()
    here, sentinel = watched(folder, *way, seed=seats, bots=bots)
    async with here.sit():
        await play_and_do(here, sentinel, 0.15, DEEDS)
        assert isinstance(here.screen, ResultScreen), "the game does not end"
        decisions = sum(step.seat >= 0 for step in here.session.steps)
        await look_at(here, here.session, range(1, 1 + decisions, 1 + decisions // 6), [None, seats - 1, OPEN])
        here.holder = None
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)
        await here.press("y")
        sentinel.look_round()
        sentinel.look_at_files()
        sentinel.check()
    tell(f"canary {game_id} {mode} {seats}", sentinel.counts())
    assert sentinel.seen["frames"] > 150
    assert sum(sentinel.seen[what] for what in ("hints", "panels", "resumed")) > 2


async def test_the_sentinel_finds_a_card_picked_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were another's hand listed above all cards, it would be noticed; so would a toast that names one."""
    here, sentinel = watched(folder, "terres", "normal", 3, seed=3)
    async with here.sit():
        while not (isinstance(here.screen, TableScreen) and here.screen.viewer is not None and here.screen.ask):
            await here.step()
        sentinel.look_round()
        sentinel.check()
        others = here.session.state.hands[(here.holder + 1) % 3]
        monkeypatch.setattr(TableScreen, "card_groups", lambda self: [("Your cards", list(others))])
        await here.press("i")
        assert any("picks out" in leak for leak in sentinel.leaks)
        sentinel.leaks.clear()
        here.app.notify(here.session.game.box.name(others[0]))
        sentinel.look_round()
        assert any("a toast" in leak for leak in sentinel.leaks)


# --- twins through the real screens -----------------------------------------------------------------------------------


class Doubles:
    """Shows positions and their twins as a game would come to them, and compares all that is seen on the way."""

    def __init__(self, here: Desk, setup: Setup, holders: tuple[str, ...], seed: int) -> None:
        self.here = here
        self.rng = random.Random(seed)
        self.game: Game[Any, Any, Any] = registry.load(setup.game)
        self.session = Session(self.game, setup, NAMES[: setup.seats], holders)
        self.cards = list(self.game.box.cards)
        self.found: Counter[str] = Counter(pairs=0, frames=0, hints=0, differ=0)

    def shot(self) -> tuple[Any, ...]:
        """All that a person at the device may notice now."""
        here = self.here
        self.found["frames"] += 1
        lists = [str(at.highlighted) for at in here.screen.query("OptionList")]
        return type(here.screen).__name__, here.styled, pointed(here), lists, here.app.title, here.app.sub_title

    async def begin(self, state: Any, steps: list[Step]) -> None:
        """Come to a position, from wherever."""
        here = self.here
        for name in self.session.names:
            here.app.storage.set_setting(f"lessons:{name.casefold()}", [])
        self.session.state, self.session.steps = state, steps
        here.app._play = Play(here.app, self.session, "none")
        here.holder = here.last_holder = None
        here.lead.start()
        await here.settle()

    async def walk(self, keys: tuple[str, ...]) -> list[Any]:
        """From where the game comes to a position to the hand of the one who is asked first; then through the keys."""
        here = self.here
        shots = [self.shot()]
        if isinstance(here.screen, ClaimScreen):
            await here.press("1")
            shots.append(self.shot())
        if isinstance(here.screen, (CoverScreen, AnnounceScreen)):
            await here.press("r")
        for _ in range(20):
            if not isinstance(here.screen, (SincePanel, LessonPanel)):
                break
            shots.append(self.shot())
            await here.press("escape")
        assert isinstance(here.screen, TableScreen)
        return [*shots, self.shot(), *await self.through(keys)]

    async def look_on(self, viewer: int, done: bool, keys: tuple[str, ...]) -> list[Any]:
        """The table through eyes that are not asked; `done`: which have just answered."""
        here, lead = self.here, self.here.lead
        table = TableScreen(lead, viewer)
        lead.table, lead.at = table, viewer
        here.app.show(table)
        await here.settle()
        table.set_ask(None, done=done)
        await here.settle()
        return [self.shot(), *await self.through(keys)]

    async def through(self, keys: tuple[str, ...]) -> list[Any]:
        """What each of the keys opens over a table."""
        here, shots, table = self.here, [], self.here.screen
        for key in keys:
            await here.press(key)
            if key != "h" and (key != "s" or table.viewer is not None):
                await here.until(lambda: screen_is_panel(here.screen))
            self.found["hints"] += "Hint:" in here.text
            shots.append(self.shot())
            if screen_is_panel(here.screen) or key == "h":
                await here.press("escape")
                await here.until(lambda: here.screen is table)
        return shots

    def twin(self, state: Any, steps: list[Step], viewer: int | None) -> tuple[Any, list[Step]] | None:
        """What the viewer cannot tell from it; None where another hand would not have come to this question."""
        for _ in range(20):
            twin = self.game.scramble(state, viewer, self.rng)
            try:
                self.game.pending(twin)
            except RulesError:
                continue
            return twin, scrambled(steps, viewer, self.cards, self.rng)
        return None

    def same(self, one: list[Any], other: list[Any], who: str, differ: bool) -> None:
        """Both were seen alike."""
        assert [shot[0] for shot in one] == [shot[0] for shot in other], f"{who} comes to other screens"
        for a, b in zip(one, other, strict=True):
            assert a == b, f"{who} can tell twins apart by {a[0]}"
        self.found["pairs"] += 1
        self.found["differ"] += differ

    async def compare(self, state: Any, steps: list[Step], last: int, keys: tuple[str, ...]) -> None:
        """A position for the table, for the one who is asked, and for somebody who looks on."""
        pending = self.game.pending(state)
        assert pending is not None
        seat = pending.asks[0].seat
        tried: list[tuple[str, int | None, Callable[[], Awaitable[list[Any]]]]] = []

        async def in_public() -> list[Any]:
            public = isinstance(self.here.screen, TableScreen)
            return [self.shot(), *(await self.through(keys) if public else [])]

        if len(self.session.persons) > 1:
            tried.append(("the table", None, in_public))
        tried.append((f"seat {seat}, which is asked,", seat, lambda: self.walk(keys)))
        other = last if last >= 0 else self.rng.randrange(state.seats)
        few = tuple(key for key in keys if key in "ils")
        tried.append((f"seat {other}, which looks on,", other, lambda: self.look_on(other, other == last, few)))
        for who, viewer, look in tried:
            twin = self.twin(state, steps, viewer)
            if twin is not None:
                await self.begin(state, steps)
                one = await look()
                await self.begin(*twin)
                self.same(one, await look(), who, twin[0] != state)


KEYS = ("h", "i", "l", "s", "f1", "question_mark")
"""What is pressed at every position."""


def positions(game: Game[Any, Any, Any], setup: Setup, seed: int, most: int) -> Iterator[tuple[Any, list[Step], int]]:
    """Positions of a random game in which a person is asked: the state, the steps to it, and who answered last."""
    steps: list[Step] = []
    for step in islice(play(game, setup, seed), most):
        steps.append(Step(step.seat, step.answer, step.result.events))
        pending = game.pending(step.result.state)
        if pending is not None and pending.mode != "chance":
            yield step.result.state, list(steps), step.seat


def sampled(game: Game[Any, Any, Any], setup: Setup, seed: int, many: int, most: int) -> list[Any]:
    """Some of them, of every kind of question that comes up if there are enough."""
    rng = random.Random(seed)
    found = list(positions(game, setup, seed, most))
    rng.shuffle(found)
    kinds: Counter[Any] = Counter()
    place: dict[int, int] = {}
    for at, (state, _, _) in enumerate(found):
        pending = game.pending(state)
        assert pending is not None
        kind = (pending.mode, pending.asks[0].kind)
        place[at] = kinds[kind]
        kinds[kind] += 1
    return [found[at] for at in sorted(place, key=lambda at: place[at])[:many]]


async def compare(
    folder: Path, way: tuple[str, str, int], seed: int, many: int, keys: tuple[str, ...] = KEYS, most: int = 3_000
) -> Counter[str]:
    """Compare twins at so many positions of a random game."""
    game_id, mode, seats = way
    game = registry.load(game_id)
    setup = game.setup(mode, seats, options_of(*way))
    here = desk(folder, Home(), since=True)
    async with here.sit(size=(120, 30) if seed % 2 else (80, 24)):
        doubles = Doubles(here, setup, (PERSON,) * seats, seed)
        for state, steps, last in sampled(game, setup, seed, many, most):
            await doubles.compare(state, steps, last, keys)
    return doubles.found


@cheap_ways
async def test_twins_look_alike_whatever_is_pressed(way: tuple[str, str, int], folder: Path) -> None:
    found = await compare(folder, way, seed=5, many=1, keys=("h",))
    tell(f"twins {' '.join(map(str, way))}", found)
    assert found["pairs"] == 3
    assert found["differ"] >= 2


@pytest.mark.long
@every_way
async def test_many_twins_look_alike_whatever_is_pressed(way: tuple[str, str, int], folder: Path) -> None:
    found = await compare(folder, way, seed=8 + way[2], many=6)
    tell(f"twins {' '.join(map(str, way))}", found)
    assert found["pairs"] >= 12
    assert found["differ"] > found["pairs"] / 3


async def test_the_comparison_finds_a_hint_from_another_hand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a hint to tell of the next player's hand, it would be noticed."""

    def peeking(self: TableScreen) -> None:
        session = self.play.session
        self.say(" ".join(session.state.offerings[((self.viewer or 0) + 1) % session.state.seats]))

    monkeypatch.setattr(TableScreen, "action_hint", peeking)
    with pytest.raises(AssertionError, match="which is asked, can tell twins apart by TableScreen"):
        await compare(folder, ("thor", "basic", 3), seed=5, many=3, keys=("h",))


# --- computer opponents in thought ------------------------------------------------------------------------------------


def asked_of(game: Game[Any, Any, Any], setup: Setup, seat: int, many: int) -> list[tuple[Any, list[Step], Ask]]:
    """Positions of a random game in which this seat is asked."""
    found = []
    for state, steps, _ in positions(game, setup, seed=4, most=400):
        pending = game.pending(state)
        assert pending is not None
        if pending.asks[0].seat == seat:
            found.append((state, steps, pending.asks[0]))
    return random.Random(3).sample(found, min(many, len(found)))


THREE = [(game_id, next(m.id for m in registry.info(game_id).modes if 3 in m.seats), 3) for game_id in registry.GAMES]
"""A way to play each game with two persons and a computer."""


@pytest.mark.parametrize(
    "way",
    [pytest.param(way, marks=() if way[0] in ("thor", "terres") else pytest.mark.long, id=way[0]) for way in THREE],
)
async def test_what_is_shown_of_a_computer_in_thought_says_nothing(
    way: tuple[str, str, int], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two persons look at nobody's table; what it shows is the same whatever the computer has in hand."""
    ponderer = Ponderer()
    ponderer.share = 0.4
    monkeypatch.setattr(leading, "LEVELS", {**LEVELS, "hard": ponderer})
    monkeypatch.setattr(thinking, "PATIENCE", 0.05)
    game = registry.load(way[0])
    setup = game.setup(way[1], 3, options_of(*way))
    here = desk(folder, Home())
    async with here.sit():
        doubles = Doubles(here, setup, (PERSON, PERSON, "hard"), 1)

        async def look() -> list[Any]:
            """The table while the computer thinks; it is then stopped, and moves no more."""
            assert isinstance(here.screen, TableScreen)
            assert here.screen.viewer is None
            await here.until(lambda: "Cleo is thinking: 40%" in here.line)
            shots = [doubles.shot(), *await doubles.through(("i",))]
            here.lead._ended = True
            here.lead._thinking.stop()
            return shots

        for state, steps, _ in asked_of(game, setup, 2, 1):
            twin = doubles.twin(state, steps, None)
            assert twin is not None
            await doubles.begin(state, steps)
            one = await look()
            await doubles.begin(*twin)
            doubles.same(one, await look(), "the table", twin[0] != state)
    tell(f"in thought {way[0]}", doubles.found)
    assert doubles.found["pairs"]
    assert doubles.found["differ"]


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_how_far_a_computer_has_come_in_thought_says_nothing(game_id: str) -> None:
    """What the hard level tells while it thinks hangs neither on its hand nor on how much there is to choose from."""
    game = registry.load(game_id)
    mode, seats = next((m.id, m.seats[0]) for m in game.info.modes if m.seats[0] > 1)
    told: set[tuple[float, ...]] = set()
    ideas: set[int] = set()
    for state, _, ask in asked_of(game, game.setup(mode, seats), 1, 8):
        view, shares = game.view(state, 1), []

        def watch(share: float, shares: list[float] = shares) -> bool:
            shares.append(share)
            return True

        ideas.add(len(heuristics(game_id).judge(view, ask, random.Random(1))[:WIDTH]))
        Hard(playouts=12).choose(ask, lambda view=view: view, random.Random(1), watch)
        told.add(tuple(shares))
    assert len(ideas) > 1, "there is always as much to choose from"
    assert told == {tuple(number / 12 for number in range(1, 13))}


# --- what is said when something goes wrong ---------------------------------------------------------------------------


def hand_of(session: Session) -> str:
    """All that is hidden in a game, in one text."""
    state, box = session.state, session.game.box
    piles = [pile for zone in session.game.layout.zones for pile in zone.piles(state)]
    return " ".join(f"{card} {box.name(card)}" for pile in piles for card in pile if card in box.cards)


def broken_by(mistake: str, here: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a mistake into the program whose text has every card in it, and a local variable too."""

    def fail(*_: Any, **__: Any) -> Any:
        everything_hidden = hand_of(here.session)
        raise ValueError(f"it failed with {everything_hidden}")

    where: dict[str, tuple[Any, str]] = {
        "the table": (TableScreen, "show_all"),
        "the choices": (Choices, "render"),
        "an answer": (TableScreen, "action_confirm"),
        "the rules": (type(here.session.game), "apply"),
        "saving": (Storage, "save"),
        "a hint": (TableScreen, "action_hint"),
        "the log": (type(here.session.speaker), "tell"),
        "a thought": (Hard, "choose"),
    }
    monkeypatch.setattr(*where[mistake], fail)


MISTAKES = ("the table", "the choices", "an answer", "the rules", "saving", "a hint", "the log", "a thought")
CRASHES = [(game_id, mistake) for game_id in registry.GAMES for mistake in MISTAKES]


@pytest.mark.parametrize(
    ("game_id", "mistake"),
    [
        pytest.param(*one, marks=() if at % 9 == 0 else pytest.mark.long, id=" in ".join(one[::-1]))
        for at, one in enumerate(CRASHES)
    ],
)
async def test_a_mistake_of_ours_says_nothing_of_the_cards(
    game_id: str, mistake: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    mode = next(m.id for m in registry.info(game_id).modes if 3 in m.seats)
    here, sentinel = watched(folder, game_id, mode, 3, seed=2)
    start = here.app.begin_with
    assert isinstance(start, NewGame)
    third = "hard" if mistake == "a thought" else "easy"
    here.app.begin_with = NewGame(start.setup, start.names, (PERSON, PERSON, third), start.cards, start.seed)
    with pytest.raises(Exception) as failed:
        async with here.sit():
            for _ in range(4):
                await here.step(choose=hasty)
            sentinel.look_round()
            broken_by(mistake, here, monkeypatch)
            for _ in range(200):
                if mistake == "a hint" and isinstance(here.screen, TableScreen):
                    await here.press("h")
                await here.step(choose=hasty)
    assert "it failed with" in str(failed.value) or failed.type.__name__ == "WorkerFailed"
    printed = capfd.readouterr()
    app: Any = here.app
    said = (printed.out, printed.err, app.failed, app.apology(), *map(str, app._exit_renderables))
    for text in said:
        sentinel.note(text, set(), "what is printed after an error")
    sentinel.look_at_files()
    sentinel.check()
    assert app.failed.startswith(("ValueError at ", "WorkerFailed"))
    assert "test_secrecy.py" in app.failed
    tell(f"mistake in {mistake}, {game_id}", Counter(texts=len(said), files=sentinel.seen["files"]))


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("mistake", ["render", "action", "save", "thread", "bot"])
@pytest.mark.parametrize("game_id", [game_id for game_id in registry.GAMES if game_id != "thor"])
def test_a_mistake_in_a_real_terminal_says_nothing_of_the_cards(
    game_id: str, mistake: str, folder: Path, tmp_path: Path
) -> None:
    """The same planted mistakes as at Thor in the other games: what is left on the terminal, and in all files."""
    from tests.terminal.faulty import SECRET
    from tests.terminal.program import Program
    from tests.terminal.test_crash import OURS, apology

    number = count()
    named = re.sub(
        r'^name = ".*"$',
        lambda _: f'name = "{SECRET}{next(number)}"',
        library.read("cards", f"{game_id}.toml"),
        flags=re.M,
    )
    (tmp_path / "cards.toml").write_text(named, encoding="utf-8")
    seats = ("--seat", "Ann", "--seat", ":easy" if mistake == "bot" else "Brun")
    seats = seats if any(2 in mode.seats for mode in registry.info(game_id).modes[:1]) else (*seats, "--seat", "Cleo")
    play_it = ("play", game_id, *seats, "--cards", str(tmp_path / "cards.toml"), "--seed", "3")
    folder.mkdir()
    program = Program([sys.executable, "-m", "tests.terminal.faulty", mistake, *play_it], folder)
    try:
        for key in ("r", " ", "1", "2", "3", "enter") * 30:
            program.settle(0.05)
            if program.process.poll() is not None:
                break
            program.press(key)
        said = apology(program).lstrip("r 123")  # a key that comes as the program stops is echoed
        assert said.startswith(OURS)
    finally:
        program.close()
    tell(f"mistake in a terminal, {mistake}, {game_id}", Counter(terminals=1))
