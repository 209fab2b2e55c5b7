"""Somebody at the device: plays any game through the real screens, by keys or by mouse, and remembers what was shown.

A `Desk` holds a running app. It puts keys and mouse events where a terminal would, waits until nothing moves any more,
and keeps every frame that was painted, together with who sat before it: the seat whose cover was lifted last, until
the device is passed on. That is worked out here from the keys pressed, not asked of the app.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

from rich.cells import cell_len
from rich.console import Console
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets._footer import FooterKey

from screens.app import ThorgamesApp
from screens.handover import AnnounceScreen, Blank, ClaimScreen, CoverScreen
from screens.keymap import CHOICE_KEYS
from screens.look import Look
from screens.result import ChapterScreen, ResultScreen
from screens.start import NewGame, Start
from screens.storage import Storage
from screens.table.base import TableScreen
from screens.table.choices import Choices
from thorgames.core.ask import Answer, Ask, legal
from thorgames.games import registry
from thorgames.session import PERSON, Session

By = Literal["keys", "mouse"]

PATIENCE = 20.0
"""Seconds after which something that does not come is taken to never come."""

LIMIT = 3_000
"""Steps of a person after which a game is taken to have no end."""

NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn")

_TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b\][^\x1b\x07]*(?:\x07|\x1b\\)|([^\x1b\n]+)|(\n)")


class Glass:
    """What a terminal shows after everything that was written to it."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[" "] * width for _ in range(height)]

    def write(self, data: str) -> None:
        """Text and cursor moves, as the compositor writes them."""
        x = y = 0
        for found in _TOKEN.finditer(data):
            if found[3]:
                for sign in found[3]:
                    x = self._put(x, y, sign)
            elif found[4]:
                y += 1
            elif found[2] == "H":
                row, _, column = found[1].partition(";")
                x, y = int(column or 1) - 1, int(row or 1) - 1

    def _put(self, x: int, y: int, sign: str) -> int:
        wide = cell_len(sign)
        if y >= self.height:  # painted for a size that the terminal has no more; all is painted anew after it
            return x
        row = self.cells[y]
        if not wide:
            if x:
                row[x - 1] += sign
            return x
        if x < self.width and row[x] == "":  # the right half of a wide sign, whose left half is gone now
            row[x - 1] = " "
        if x + wide < self.width and row[x + wide] == "":
            row[x + wide] = " "
        for at in range(x, min(x + wide, self.width)):
            row[at] = sign if at == x else ""
        return x + wide

    def lines(self, without: Sequence[Any] = ()) -> list[str]:
        """The rows, with these regions left blank."""
        rows = self.cells
        if without:
            rows = [list(row) for row in rows]
            for region in without:
                for y in range(max(0, region.y), min(region.bottom, self.height)):
                    for x in range(max(0, region.x), min(region.right, self.width)):
                        rows[y][x] = " "
        return ["".join(row) for row in rows]


@dataclass(frozen=True)
class Frame:
    """One painted frame.

    Attributes:
        screen: the screen that was painted.
        viewer: who may look at it; None for everybody.
        text: all that the terminal showed.
        number: which it was.
    """

    screen: Screen[Any]
    viewer: int | None
    text: str
    number: int

    @property
    def kind(self) -> str:
        """The class of the screen."""
        return type(self.screen).__name__


def board_rows(
    game: Any, layout: Any, state: Any, viewer: int | None, width: int = 78, ascii: bool = False
) -> list[str]:
    """What a board shows to a seat, or to the table, in rows."""
    console = Console(file=StringIO(), width=width)
    console.print(layout.board(game.view(state, viewer), NAMES[: state.seats], Look(width=width, ascii=ascii)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


class Desk:
    """An app with somebody before it.

    Attributes:
        frames: every frame painted so far (the texts only of the last 400).
        painted: how many there were.
        holder: the seat that has the device; None for nobody in particular.
        on_paint: called with each frame while the app is as it was then.
    """

    def __init__(self, app: ThorgamesApp, seed: int = 0, quick: bool = True) -> None:
        self.app = app
        self.rng = random.Random(seed)
        self.frames: list[Frame] = []
        self.painted = 0
        self.holder: int | None = None
        self.last_holder: int | None = None
        self.on_paint: list[Callable[[Frame], None]] = []
        self.glass = Glass(1, 1)
        self.pilot: Pilot[Any]
        self.keys_pressed = 0
        self._held = 0
        self._watch(quick)

    def _watch(self, quick: bool) -> None:
        """Keep what is painted.

        With `quick`, a new screen is not held back for 50 ms but until it is complete, and styles that have not
        changed are not read again.
        """
        _DESKS[self.app] = self
        app: Any = self.app
        if quick:

            def hold(seconds: float = 0.05) -> None:
                app._begin_batch()
                self._held += 1

            app.delay_update = hold
            sheet, parsed = app.stylesheet, []
            parse = sheet.reparse

            def parse_if_changed() -> None:
                now = [dict(sheet._variables), list(sheet.source)]
                if now != parsed or sheet._require_parse:
                    parse()
                    parsed[:] = now

            sheet.reparse = parse_if_changed

    def painted_now(self, screen: Screen[Any], update: Any) -> None:
        """Something was written to the terminal."""
        app: Any = self.app
        if update is None or app._batch_count or not hasattr(update, "render_segments"):
            return
        if (self.glass.width, self.glass.height) != tuple(app.size):
            self.glass = Glass(*app.size)
        self.glass.write(update.render_segments(app.console))
        viewer = self.holder if isinstance(screen, TableScreen) or screen_is_panel(screen) else None
        frame = Frame(screen, viewer, "\n".join(self.glass.lines()), self.painted)
        self.painted += 1
        self.frames.append(frame)
        del self.frames[:-400]
        for look in self.on_paint:
            look(frame)

    @asynccontextmanager
    async def sit(self, size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Desk]:
        """Start the app, and end it."""
        async with self.app.run_test(size=size, notifications=True, tooltips=True, **options) as pilot:
            self.pilot = pilot
            await self.settle()
            if self.lead is not None and len(self.session.persons) == 1:
                (self.holder,) = self.session.persons
            yield self

    # --- what is there -----------------------------------------------------------------------------------------

    @property
    def screen(self) -> Any:
        """The screen on top."""
        return self.app.screen

    @property
    def lead(self) -> Any:
        """Who leads the game, if there is one."""
        return self.app._play

    @property
    def session(self) -> Session:
        """The game."""
        session: Session = self.app._play.session
        return session

    @property
    def text(self) -> str:
        """All that the terminal shows."""
        return "\n".join(self.glass.lines())

    @property
    def line(self) -> str:
        """The same in one line."""
        return " ".join(self.text.split())

    @property
    def composed(self) -> str:
        """All that the compositor has for the screen on top."""
        with self.app._context():
            strips = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def styled(self) -> list[list[tuple[Any, ...]]]:
        """The same with the style of every run of text, and what it links to."""

        def told(style: Any) -> tuple[Any, ...]:
            return () if style is None else (str(style), style.link, str(style.meta))

        with self.app._context():
            strips = self.screen._compositor.render_strips()
        return [[(segment.text, *told(segment.style)) for segment in strip.simplify()] for strip in strips]

    def words(self, selector: str) -> str:
        """What the terminal shows where a widget is, without line breaks."""
        region = self.screen.query_one(selector).region
        rows = self.glass.cells[region.y : region.bottom]
        return " ".join(" ".join("".join(row[region.x : region.right]) for row in rows).split())

    def widgets(self) -> Iterator[Widget]:
        """Every widget of every screen in every mode."""
        for stack in self.app._screen_stacks.values():
            for screen in stack:
                yield from screen.walk_children(Widget, with_self=True)

    # --- waiting -----------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Wait until nothing moves any more and all is painted."""
        app: Any = self.app
        until = time.monotonic() + PATIENCE
        while True:
            if time.monotonic() > until:
                raise AssertionError(f"{app.screen!r} does not come to rest")
            quiet = 0
            while quiet < 3 and app._exception is None and not app._exit and time.monotonic() < until:
                await self._barrier(until)
                quiet = quiet + 1 if all(not node._message_queue.qsize() for node in self._nodes()) else 0
            if app._exception is not None:
                raise app._exception
            if app._exit:
                await asyncio.sleep(0)
                return
            screen = app.screen
            if not screen.is_mounted:
                await asyncio.sleep(0.001)
            elif self._held:
                while self._held:
                    self._held -= 1
                    app._end_batch()
                screen.refresh()
            elif app._batch_count or (isinstance(screen, Blank) and not screen.painted and not dirty(screen)):
                await asyncio.sleep(0.002)
            elif dirty(screen):
                with app._context():
                    screen._on_timer_update()
            else:
                return

    def _nodes(self) -> list[Any]:
        """Everything that may have something to do."""
        return [self.app, *self.app.screen.walk_children(with_self=True)]

    async def _barrier(self, until: float = float("inf")) -> None:
        """Wait until everything that waits for the app and the screen now has been dealt with."""
        app: Any = self.app
        waiting = 0
        done = asyncio.Event()

        def count() -> None:
            nonlocal waiting
            waiting -= 1
            if not waiting:
                done.set()

        with app._context():
            for node in self._nodes():
                waiting += node.call_later(count)
        while waiting and not done.is_set() and app._exception is None and not app._exit and time.monotonic() < until:
            await asyncio.sleep(0)

    async def until(self, what: Callable[[], bool]) -> None:
        """Wait for something."""
        end = time.monotonic() + PATIENCE
        while not what():
            if time.monotonic() > end:
                raise AssertionError("it does not come")
            await asyncio.sleep(0.002)
            await self.settle()

    # --- keys and mouse ----------------------------------------------------------------------------------------

    def type(self, *keys: str) -> None:
        """Press keys faster than anything can be painted."""
        for key in keys:
            self.keys_pressed += 1
            event = events.Key(key, key if len(key) == 1 else {"space": " ", "enter": "\r"}.get(key))
            event.set_sender(self.app)
            self.app.post_message(event)

    async def press(self, *keys: str) -> None:
        """Press keys, and wait after each."""
        for key in keys:
            self.type(key)
            await self.settle()

    def mouse(self, x: int, y: int, *what: type[events.MouseEvent], button: int = 1) -> None:
        """Mouse events at a place of the screen, as fast as they come; a click by default."""
        for kind in what or (events.MouseMove, events.MouseDown, events.MouseUp):
            pressed = 0 if kind is events.MouseMove else button
            event = kind(None, x, y, 0, 0, pressed, False, False, False, screen_x=x, screen_y=y)
            event.set_sender(self.app)
            self.app.post_message(event)

    async def click_at(self, x: int, y: int, times: int = 1) -> None:
        """Click a place of the screen."""
        for _ in range(times):
            self.mouse(x, y)
        await self.settle()

    async def click(self, widget: Widget | str, x: int = 1, y: int = 0, times: int = 1) -> None:
        """Click a place of a widget, which must be there to be clicked."""
        found: Widget = self.screen.query_one(widget) if isinstance(widget, str) else widget
        region = found.region
        hit, _ = self.screen.get_widget_at(region.x + x, region.y + y)
        assert hit is found, f"{found!r} cannot be clicked: {hit!r} is there"
        await self.click_at(region.x + x, region.y + y, times)

    async def click_key(self, action: str) -> None:
        """Click a key of the footer."""
        keys = [w for w in self.screen.query(FooterKey) if w.display and w.action.rpartition(".")[2] == action]
        assert keys, f"no key for {action!r} in the footer"
        await self.click(keys[0])

    async def resize(self, width: int, height: int) -> None:
        """Make the terminal larger or smaller."""
        size = Size(width, height)
        self.app._driver._size = size  # type: ignore[union-attr]
        self.app.post_message(events.Resize(size, size))
        await self.settle()
        end = time.monotonic() + 1
        while getattr(self.app, "_resize_timer", None) is not None:
            if time.monotonic() > end:  # Textual leaves out a timer that is late as soon as it starts
                self.app._check_resize()
            await asyncio.sleep(0.003)
            await self.settle()

    # --- covers ------------------------------------------------------------------------------------------------

    async def lift(self, by: By = "keys") -> None:
        """Be the player whose cover is up."""
        screen = self.screen
        assert isinstance(screen, (CoverScreen, AnnounceScreen))
        lines = [line.strip() for line in self.text.splitlines()]
        names = [seat for seat, name in enumerate(self.session.names) if name in lines]
        assert len(names) == 1, f"a cover names one player on a line of its own, not {len(names)}"
        self.holder = names[0]
        if by == "keys":
            await self.press("r")
        else:
            await self.click("#cover-ready")
        await self.read_what_happened(by)

    async def put(self, state: Any, look: bool = True) -> None:
        """Show another position; `look` lifts the cover before it, if there is one."""
        self.session.state = state
        self.holder = None
        self.lead.start()
        await self.settle()
        if look and isinstance(self.screen, (CoverScreen, AnnounceScreen)):
            await self.lift()

    async def change(self, **changes: Any) -> None:
        """Show the position with some facts changed behind a cover, which is lifted."""
        await self.put(self.session.state.but(**changes), look=False)
        await self.lift()

    async def read_what_happened(self, by: By = "keys") -> None:
        """Close what tells of the others' moves, if it is there."""
        if type(self.screen).__name__ == "SincePanel":
            if by == "keys":
                await self.press("space")
            else:
                await self.click_at(1, 5)

    async def pass_on(self, by: By = "keys") -> None:
        """Give the device away at the end of a turn."""
        assert self.screen.done
        if by == "keys":
            self.last_holder, self.holder = self.holder, None
            await self.press("enter")
            return
        # On the way to the click the button may still be painted, and the table with it: the hand is gone from then on.
        lead, passing = self.lead, self.lead.pass_on

        def passes() -> None:
            self.last_holder, self.holder = self.holder, None
            lead.pass_on = passing
            passing()

        lead.pass_on = passes
        await self.click("#confirm")
        assert lead.pass_on is passing, "the click did not pass the device on"

    # --- answers -----------------------------------------------------------------------------------------------

    async def give(self, answer: Answer, by: By = "keys") -> None:
        """Give an answer to the question on the screen, choice by choice, and confirm it."""
        selection = self.screen.selection
        if selection.chosen and not selection.single:  # what is proposed
            await (self.press("escape") if by == "keys" else self.click_key("clear"))
        for option_id in answer:
            await self.pick(option_id, by)
        assert sorted(selection.chosen) == sorted(answer), "what was picked is not what is selected"
        await self.confirm(by)

    async def confirm(self, by: By = "keys") -> None:
        """Confirm what is selected."""
        if self.screen.viewer is None and self.session.persons != {self.holder}:
            self.holder = None
        if by == "keys":
            await self.press("enter")
        else:
            await self.click("#confirm")

    async def pick(self, option_id: str, by: By = "keys") -> None:
        """Pick one choice, first its group if it has one."""
        selection = self.screen.selection
        option = next(o for o in selection.ask.options if o.id == option_id)
        if option.group and selection.group != option.group:
            if selection.group:
                await (self.press("escape") if by == "keys" else self.click_key("clear"))
                if selection.group:
                    await (self.press("escape") if by == "keys" else self.click_key("clear"))
            await self._choose(next(i for i, m in enumerate(selection.items()) if m.group == option.group), by)
            if option_id in selection.chosen:
                return
        items = selection.items()
        await self._choose(next(i for i, m in enumerate(items) if m.option and m.option.id == option_id), by)

    async def _choose(self, at: int, by: By) -> None:
        """Pick the choice at a place."""
        choices: Choices = self.screen.query_one(Choices)
        if by == "mouse":
            x, y = await self.place_of(at)
            await self.click_at(x, y)
        elif at < len(CHOICE_KEYS):
            label = self.screen.label(choices.selection.items()[at])[0]
            for _ in range(len(choices.selection.items())):  # the arrows scroll a list that is too long
                if f"{CHOICE_KEYS[at]} {label[:12]}" in self.text:
                    break
                await self.press("down")
            assert f"{CHOICE_KEYS[at]} {label[:12]}" in self.text, f"no key is shown for {label!r}"
            await self.press(CHOICE_KEYS[at])
        else:
            while self.screen.selection.cursor != at:
                await self.press("right")
            await self.press("space")

    async def place_of(self, at: int) -> tuple[int, int]:
        """Column and row of a choice on the screen, scrolled to where it can be clicked."""
        choices: Choices = self.screen.query_one(Choices)
        box = choices.parent
        assert isinstance(box, Widget)
        for _ in range(200):
            place = choices.place(at)
            x, y = choices.region.x + place.x + 2, choices.region.y + place.y
            if box.region.contains(x, y):
                return x, y
            wheel = events.MouseScrollDown if y >= box.region.bottom else events.MouseScrollUp
            self.mouse(box.region.x + 1, box.region.y, wheel)
            await self.settle()
        raise AssertionError(f"the mouse does not reach choice {at}")

    # --- whole games -------------------------------------------------------------------------------------------

    async def step(self, by: By = "keys", choose: Callable[[Ask, random.Random], Answer] = legal) -> bool:
        """Do what the screen asks for, whatever screen it is; False when the game is over."""
        screen = self.screen
        if isinstance(screen, CoverScreen):
            await self.lift(by)
        elif isinstance(screen, AnnounceScreen):
            if self.rng.random() < 0.5:
                await self.lift(by)
            else:  # said aloud: the device stays where it was
                self.holder = self.last_holder
                await (self.press("x") if by == "keys" else self.click("#cover-let"))
        elif isinstance(screen, ClaimScreen):
            self.last_holder = self.holder = None
            if self.rng.random() < 0.5:
                seat = self.rng.choice([seat for seat, _ in screen.seats])
                at = [one for one, _ in screen.seats].index(seat)
                await (self.press(str(at + 1)) if by == "keys" else self.click(f"#claim-{seat}"))
            else:
                await (self.press("x") if by == "keys" else self.click("#claim-nobody"))
        elif isinstance(screen, ChapterScreen):
            self.last_holder = self.holder = None
            await (self.press("n") if by == "keys" else self.click_key("go_on"))
        elif isinstance(screen, ResultScreen):
            return False
        elif screen_is_panel(screen):
            await self.press("escape")
        elif isinstance(screen, TableScreen):
            if screen.done:
                await self.pass_on(by)
            elif screen.ask is not None:
                await self.give(choose(screen.ask, self.rng), by)
            else:
                ply = self.session.ply
                await self.until(lambda: self.session.ply != ply or self.screen is not screen)
        else:
            raise AssertionError(f"nobody knows what to do at {screen!r}")
        return True

    async def play(
        self,
        by: By = "keys",
        until: Callable[[], bool] = lambda: False,
        choose: Callable[[Ask, random.Random], Answer] = legal,
    ) -> int:
        """Play on at random to the end, or until something; how many steps it took."""
        for steps in range(LIMIT):
            if until() or not await self.step(by, choose):
                return steps
        raise AssertionError("the game does not end")


def dirty(screen: Any) -> bool:
    """Whether something of a screen is still to be laid out or painted."""
    return bool(
        screen._layout_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._scroll_required
        or screen._dirty_widgets
        or screen._callbacks
    )


def forward(
    here: Desk,
    until: Callable[[Any], bool],
    seed: int = 0,
    choose: Callable[[Ask, random.Random], Answer] | None = None,
) -> None:
    """Let the game go on without the screens until its state is so, or it is over; then show where it is."""
    rng, session, chosen = random.Random(seed), here.session, choose or hasty
    while not until(session.state) and (pending := session.pending()) is not None:
        session.submit(pending.asks[0].seat, chosen(pending.asks[0], rng))
    here.holder = here.last_holder = None
    here.lead.start()


def screen_is_panel(screen: Screen[Any]) -> bool:
    """Whether a screen lies over the table and shows what the table's viewer may see."""
    return type(screen).__module__.startswith("screens.panels")


_DESKS: WeakKeyDictionary[App[Any], Desk] = WeakKeyDictionary()
_display = App._display


def _display_and_keep(self: App[Any], screen: Screen[Any], update: Any) -> None:
    """What every app does to paint; without a terminal it paints nothing, but here it is kept."""
    _display(self, screen, update)
    if self in _DESKS:
        _DESKS[self].painted_now(screen, update)


App._display = _display_and_keep  # type: ignore[method-assign]


def hasty(ask: Ask, rng: random.Random) -> Answer:
    """A legal answer, more often than not the first of the options: so games do not last long."""
    return (ask.options[0].id,) if ask.lo == ask.hi == 1 and rng.random() < 0.75 else legal(ask, rng)


def first(ask: Ask, rng: random.Random) -> Answer:
    """The first option, wherever one option is an answer: games that end as soon as they can."""
    return (ask.options[0].id,) if ask.lo == ask.hi == 1 else legal(ask, rng)


def sixth(here: Desk) -> Callable[[Ask, random.Random], Answer]:
    """At Thor: the offering that ends the round as soon as somebody has it."""

    def choose(ask: Ask, rng: random.Random) -> Answer:
        s, god_of = here.session.state, here.session.game.box.god_of
        for option in ask.options:
            if option.id in god_of and len(s.columns[s.gods.index(god_of[option.id])]) == 5:
                return (option.id,)
        return hasty(ask, rng)

    return choose


# --- apps -------------------------------------------------------------------------------------------------------------


def new_game(
    game_id: str = "thor",
    mode: str | None = "",
    seats: int = 2,
    bots: Sequence[int] = (),
    names: Sequence[str] = NAMES,
    cards: Path | None = None,
    seed: int = 1,
    **options: str,
) -> NewGame:
    """A game to begin with; options as the game names them, with _ for -."""
    if mode == "":
        mode = "basic" if game_id == "thor" else None
    setup = registry.load(game_id).setup(mode, seats, {key.replace("_", "-"): value for key, value in options.items()})
    holders = tuple("easy" if seat in bots else PERSON for seat in range(seats))
    return NewGame(setup, tuple(names[:seats]), holders, cards, seed)


def desk(
    folder: Path, start: Start, seed: int = 0, quick: bool = True, ascii: bool = False, since: bool = False
) -> Desk:
    """An app on a storage in a folder, not yet running."""
    storage = Storage(folder)
    storage.set_setting("preferences", {"since": since})
    return Desk(ThorgamesApp(storage, start, ascii, bot_delay=0), seed, quick)
