"""Every screen of every game in every size, the terminal resized under it: nothing is cut off, covered or out of reach.

What is looked at is found in games that the normal level plays on: positions with a hand, on the open table, and at
every other screen between two players. The names are as long as names may be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from textual import events
from textual.geometry import Region
from textual.scrollbar import ScrollBar
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

from screens.handover import AnnounceScreen, ClaimScreen, CoverScreen
from screens.keymap import CHOICE_KEYS
from screens.panels.settings import SettingsPanel
from screens.replay import ReplayScreen
from screens.result import ChapterScreen, ResultScreen
from screens.start import SetUp
from screens.table.base import SCANT, TableScreen
from screens.table.choices import Choices
from tests.ui.driver import Desk, desk, hasty, new_game, screen_is_panel
from thorgames.bots import advise
from thorgames.core.ask import Barred
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import next_place

SIZES = ((80, 24), (100, 30), (110, 24), (140, 45))

LONG = tuple(f"{n} {'w' * 18}" for n in range(1, 7))

FULL = {
    "thor": ("big", 6, {"thors_will": "yes", "rounds": "2"}),
    "althing": ("alternative", 3, {}),
    "kardnarok": ("story", 4, {}),
    "terres": ("normal", 6, {}),
    "thorgal": ("standard", 4, {}),
}
"""The mode of each game in which most is on the table."""

RESIZED = ("a hand", "ReplayScreen")
"""What is looked at in other sizes than the smallest even where there is little time."""

SENSIBLE = 90
"""Answers after which a game is played to its end in haste, where there is little time."""

PANELS = ("i", "l", "f1", "s", "question_mark")


# --- what is to be seen -----------------------------------------------------------------------------------------------


def leaves(here: Desk) -> Iterator[tuple[Widget, Region, Region]]:
    """The widgets in which something is drawn: where each lies, and the part of it that is to be seen."""
    screen = here.screen
    for widget, (region, clip) in screen._compositor.visible_widgets.items():
        if widget is not screen and widget.display and not any(child.display for child in widget.children):
            if isinstance(widget, ScrollBar):
                continue
            yield widget, region, region.intersection(clip)


def scrolled(widget: Widget) -> bool:
    """Whether what is out of sight can be scrolled to."""
    return any(isinstance(around, Widget) and around.max_scroll_y > 0 for around in widget.ancestors)


def squeezed(text: str) -> str:
    """A text without spaces and ends of lines: where it wraps does not matter."""
    return "".join(text.split())


def content(widget: Static) -> str:
    """What a widget has to show."""
    file = StringIO()
    Console(file=file, width=max(1, widget.content_region.width)).print(widget.content, end="", markup=False)
    return squeezed(file.getvalue())


def faults(here: Desk) -> list[str]:
    """What cannot be seen, or lies over something else."""
    screen, found = here.screen, []
    width, height = here.app.size
    rows = here.glass.cells
    drawn = [(widget, region, seen) for widget, region, seen in leaves(here) if seen.area]
    for widget, region, seen in drawn:
        if seen != region and not scrolled(widget):
            found.append(f"{widget!r} is cut off")
        if isinstance(widget, Static) and not scrolled(widget):
            lies = widget.content_region
            shown = squeezed("".join("".join(row[lies.x : lies.right]) for row in rows[lies.y : lies.bottom]))
            if content(widget) != shown:
                found.append(f"{widget!r} shows only {shown!r} of {content(widget)!r}")
    for at, (one, _, place) in enumerate(drawn):
        found += [f"{one!r} lies over {two!r}" for two, _, other in drawn[:at] if place.intersection(other).area]
    seen_at_all = {widget for widget, _, _ in drawn}
    for name in ("board", "prompt", "preview", "title", "whose", "confirm", "step"):
        for widget in screen.query(f"#{name}").results(Static):
            if widget.display and str(widget.content).strip() and widget not in seen_at_all and not scrolled(widget):
                found.append(f"{name} is not to be seen")
    found += [f"a line is as wide as {cell_len(line)}" for line in here.composed.split("\n") if cell_len(line) != width]
    for key in screen.query(FooterKey):
        if key.display and not (key.region.right <= width and key.description in here.text.splitlines()[height - 1]):
            found.append(f"the key {key.description!r} is cut off")
    if isinstance(screen, TableScreen):
        found += choices_out_of_reach(screen)
        told = "PgUp and PgDn" in here.text
        if told != (screen.query_one("#left").max_scroll_y > 0):
            found.append("it is not said that the table is scrolled" if not told else "nothing is to be scrolled")
    return found


def choices_out_of_reach(screen: TableScreen) -> list[str]:
    """Choices that are cut off, or not to be scrolled to."""
    choices = screen.query_one(Choices)
    box = choices.parent
    assert isinstance(box, Widget)
    found = [f"{row!r} is cut off" for rows in choices._rows for row in rows if cell_len(row) + 3 > choices._wide]
    if choices.columns * choices._wide > choices.size.width:
        found.append("the last column of choices is cut off")
    if box.size.height < min(SCANT, choices.lines) or box.size.height + box.max_scroll_y < choices.lines:
        found.append(f"{box.size.height} of {choices.lines} rows of choices are shown")
    return found


async def look(here: Desk, where: str, sizes: Sequence[tuple[int, int]] = SIZES, small: bool = True) -> None:
    """Look at a screen in all sizes, one after the other, and too small; then it is as it was."""
    for field in here.screen.query(Input):
        field.cursor_blink = False
    await here.settle()
    typing = bool(here.screen.query(Input))  # its cursor blinks
    before = here.text if typing else here.styled
    for size in sizes:
        if size != here.app.size:
            await here.resize(*size)
        assert here.text == here.composed, f"{where} {size}: painted otherwise than it is"
        assert not (found := faults(here)), f"{where} {size}: {found}\n{here.text}"
    if small:
        await here.resize(79, 23)
        said = "thorgames needs 80x24 or more. This is 79x23: make it larger, or press q to end."
        assert here.line == said, where
    if here.app.size != (80, 24):
        await here.resize(80, 24)
    assert (here.text if typing else here.styled) == before, f"{where}: after all sizes it is not as it was"


# --- from position to position ----------------------------------------------------------------------------------------


class Tour:
    """A game played on by the normal level, and looked at here and there.

    Args:
        thorough: look at everything in every size, and not at most screens in the smallest alone.

    Attributes:
        seen: the kinds of screens looked at.
    """

    def __init__(self, here: Desk, thorough: bool = False) -> None:
        self.here = here
        self.thorough = thorough
        self.rng = random.Random(3)
        self.seen: set[str] = set()

    def play(self) -> bool:
        """One answer of the normal level; False where the game is over."""
        session = self.here.session
        pending = session.pending()
        if pending is None:
            return False
        ask = pending.asks[0]
        hasten = len(session.steps) > SENSIBLE and not self.thorough
        answer = hasty(ask, self.rng) if hasten else advise(session.view(ask.seat), ask, self.rng).answer
        steps = session.submit(ask.seat, answer)
        self.here.lead._note_chapter(steps)
        return True

    async def look(self, what: str = "") -> None:
        """Look at the screen that is shown."""
        name = type(self.here.screen).__name__
        what = what or name
        resized = self.thorough or (what in RESIZED and what not in self.seen)
        self.seen.add(what)
        sizes = SIZES if self.thorough else SIZES[::3] if resized else SIZES[:1]
        await look(self.here, f"{what} after {len(self.here.session.steps)} steps", sizes, resized)

    async def go(self) -> None:
        """Show where the game is, from whatever screen, as if the device had just been passed on."""
        here = self.here
        here.lead.at = here.lead.table = here.holder = None
        here.lead.go()
        await here.settle()

    async def look_here(self, panels: bool = False) -> None:
        """Look at all that may be shown at this position: the hand-over, the table, a hint, a group of choices."""
        here = self.here
        await self.go()
        await self.look()
        if isinstance(here.screen, (CoverScreen, AnnounceScreen, ClaimScreen)):
            pending = here.session.pending()
            assert pending is not None
            here.holder = pending.asks[0].seat
            await here.press("1" if isinstance(here.screen, ClaimScreen) else "r")
            if isinstance(here.screen, CoverScreen):
                await here.press("r")
            while screen_is_panel(here.screen):
                await self.look()
                await here.press("escape")
        if not isinstance(here.screen, TableScreen) or here.screen.ask is None:
            return
        await self.look("a hand" if here.screen.viewer is not None else "the open table")
        for key in PANELS if panels else ():
            await here.press(key)
            if screen_is_panel(here.screen):
                await self.look()
                await here.press("escape")
        if here.screen.hints():
            await here.press("h")
            assert "Hint:" in here.text
            await self.look("a hint")
            await here.press("escape")
        await self.look_at_a_choice()

    async def look_at_a_choice(self) -> None:
        """Choose something: what it would do, the ways to play it, or why it may not be chosen."""
        here = self.here
        items = here.screen.selection.items()
        for kind in ("group", "barred"):
            at = next((at for at, item in enumerate(items) if getattr(item, kind)), -1)
            if at >= 0:
                here.screen.on_choices_clicked(Choices.Clicked(at))
                await here.settle()
                await self.look(kind)
                await here.press("escape", "escape")
                items = here.screen.selection.items()
        await here.press("right", "right")
        await self.look("a choice")

    async def look_at_the_end(self) -> None:
        """The result, and the game looked at again: at its beginning, within it, through several eyes."""
        here = self.here
        while self.play():
            pass
        here.lead._chapter = False
        await self.go()
        assert isinstance(here.screen, ResultScreen)
        for name in here.session.names:
            assert name in here.text
        await self.look()
        await here.press("b")
        assert isinstance(here.screen, ReplayScreen)
        last = len(here.screen.recording) - 1
        places = ((0, 0), (last // 4, 1), (last // 2, 1), (2 * last // 3, here.session.setup.seats), (last, 0))
        for at, eyes in places if self.thorough else places[2:4]:
            here.screen.go(at)
            await here.settle()
            await here.press(*["e"] * eyes)
            await self.look()
        await here.press("g")
        await self.look()


def full_game(folder: Path, game_id: str, ascii: bool = False) -> Desk:
    """The game with most on the table, its players with long names."""
    mode, seats, options = FULL[game_id]
    return desk(folder, new_game(game_id, mode, seats, names=LONG, **options), ascii=ascii, since=True)


def rest_of(here: Desk) -> str:
    """What the device is to do next."""
    return next_place(here.session.pending(), None, here.session.persons).kind


@pytest.mark.parametrize("game_id", registry.GAMES)
async def test_a_game_in_every_size(game_id: str, folder: Path) -> None:
    """In its middle, at the first of each other screen, at its end, and looked at again."""
    here = full_game(folder, game_id)
    async with here.sit():
        tour = Tour(here)
        kinds: set[str] = {"bot", "hand", "over"}
        while tour.play():
            if here.lead._chapter and "chapter" not in kinds:
                kinds.add("chapter")
                await tour.go()
                assert isinstance(here.screen, ChapterScreen)
                await tour.look()
            here.lead._chapter = False
            kind = rest_of(here)
            if kind not in kinds and here.session.steps[-1].seat >= 0 and len(here.session.steps) > 40:
                kinds.add(kind)
                await tour.look_here()
        await tour.look_at_the_end()
    assert {"CoverScreen", "a hand", "a hint", "a choice", "ResultScreen", "ReplayScreen", "TurnPanel"} <= tour.seen


@pytest.mark.long
@pytest.mark.parametrize(
    ("game_id", "mode", "seats"),
    [
        (game_id, mode.id, seats)
        for game_id in registry.GAMES
        for mode in registry.info(game_id).modes
        for seats in sorted({mode.seats[0], mode.seats[-1]})
    ],
)
async def test_every_mode_in_every_size(game_id: str, mode: str, seats: int, folder: Path) -> None:
    """Every 25 answers and at some hand, with all panels now and then."""
    here = desk(folder, new_game(game_id, mode, seats, names=LONG), since=True)
    async with here.sit():
        tour, answers = Tour(here, thorough=True), 0
        while tour.play():
            answers += 1
            here.lead._chapter = False
            unseen = answers > 30 and "a hand" not in tour.seen and rest_of(here) == "cover"
            if (unseen or not answers % 25) and here.session.pending() is not None:
                await tour.look_here(panels=not answers % 100)
        await tour.look_at_the_end()
    assert {"a hand", "ResultScreen", "ReplayScreen"} <= tour.seen


# --- screens without a game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", registry.GAMES)
async def test_the_set_up_in_every_size(game_id: str, folder: Path) -> None:
    here = desk(folder, SetUp(game_id))
    async with here.sit():
        resized = game_id == "kardnarok"
        await look(here, f"the set-up of {game_id}", SIZES[::3] if resized else SIZES[:1], resized)


async def test_home_settings_history_and_rules_in_every_size(folder: Path) -> None:
    here = desk(folder, new_game("terres", "normal", 6, names=LONG))
    async with here.sit():
        await here.press("q")
        await look(here, "home", SIZES[::3])
        here.app.push_screen(SettingsPanel())
        await here.settle()
        await look(here, "settings", SIZES[::3])
        await here.press("escape")
        for key in ("y", "f1", "question_mark"):
            await here.press(key)
            await look(here, key, SIZES[:1], small=False)
            await here.press("escape")


async def test_who_is_thinking_is_told_in_every_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = desk(folder, new_game("terres", "normal", 6, names=LONG))
    async with here.sit():
        tour = Tour(here)
        for _ in range(40):
            tour.play()
        await tour.go()
        if isinstance(here.screen, CoverScreen):
            await here.lift()
        monkeypatch.setattr(here.lead, "thinking", lambda: 0.4)
        here.screen.set_ask(None)
        await here.settle()
        pending = here.session.pending()
        assert pending is not None
        assert f"{here.session.names[pending.asks[0].seat]} is thinking: 40%." in here.line
        assert "Enter: decide now" in here.text
        await look(here, "thinking", SIZES[::3])


# --- a board that fills the screen ------------------------------------------------------------------------------------


async def crowded(here: Desk) -> TableScreen:
    """A table of Thorgal at 80x24 whose board does not fit beside its question."""
    tour = Tour(here)
    while tour.play():
        place = next_place(here.session.pending(), None, here.session.persons)
        if len(here.session.steps) > 60 and place.kind == "cover":
            await tour.go()
            await here.lift()
            screen: TableScreen = here.screen
            screen.say("word " * 90)
            await here.settle()
            if screen.query_one("#left").max_scroll_y:
                return screen
    raise AssertionError("everything fits")


@pytest.mark.parametrize("by", ["keys", pytest.param("mouse", marks=pytest.mark.long)])
async def test_a_board_larger_than_its_room_is_scrolled(by: str, folder: Path) -> None:
    here = desk(folder, new_game("thorgal", "standard", 4))
    async with here.sit():
        screen = await crowded(here)
        left = screen.query_one("#left")
        assert "PgUp and PgDn: all of the table" in here.text
        board = content(screen.query_one("#board", Static))

        def shown() -> str:
            return squeezed("".join("".join(row[1:79]) for row in here.glass.cells[left.region.y : left.region.bottom]))

        top = shown()
        assert board.startswith(top)
        for _ in range(20):
            if by == "keys":
                await here.press("pagedown")
            else:
                here.mouse(left.region.x + 3, left.region.y + 3, events.MouseScrollDown)
                await here.settle()
        assert board.endswith(shown().removesuffix(squeezed(here.words("#recent")))[-40:])
        for _ in range(20):
            if by == "keys":
                await here.press("pageup")
            else:
                here.mouse(left.region.x + 3, left.region.y + 3, events.MouseScrollUp)
                await here.settle()
        assert shown() == top
        await here.resize(140, 45)
        assert "PgUp" not in here.text
        assert not left.max_scroll_y


async def test_what_comes_up_while_the_choices_are_scrolled_is_painted(folder: Path) -> None:
    """To move the cursor scrolls them, and brings a key to the bottom line that moves the others."""
    here = desk(folder, new_game("thorgal", "standard", 4, names=LONG))
    scrolled = 0
    async with here.sit():
        tour = Tour(here)
        while tour.play() and scrolled < 2:
            if len(here.session.steps) < 20 or rest_of(here) != "cover":
                continue
            await tour.go()
            pending = here.session.pending()
            assert pending is not None
            here.holder = pending.asks[0].seat
            await here.press("r", "r")
            box = here.screen.query_one(Choices).parent
            assert isinstance(box, Widget)
            if box.max_scroll_y:
                for key in ("left", "escape", "right", "left"):
                    await here.press(key)
                    assert here.text == here.composed
                assert "esc Clear" in here.text
                scrolled += 1
    assert scrolled == 2


@pytest.mark.parametrize("game_id", ["terres", pytest.param("thorgal", marks=pytest.mark.long)])
async def test_where_there_is_room_the_board_is_told_in_all_its_words(game_id: str, folder: Path) -> None:
    here = full_game(folder, game_id)
    async with here.sit():
        tour = Tour(here)
        legend = squeezed("Kingdom Commerce Necromancy Magic" if game_id == "terres" else "free opponents: Outlaw")
        while tour.play():
            if len(here.session.steps) > 60 and not len(here.session.steps) % 10 and rest_of(here) == "cover":
                await tour.go()
                await here.lift()
                small = content(here.screen.query_one("#board", Static))
                if legend not in small:
                    break
        assert legend not in small, "there is room for everything"
        await here.resize(140, 45)
        large = content(here.screen.query_one("#board", Static))
        assert legend in large
        assert len(large) > len(small)


# --- colours and signs ------------------------------------------------------------------------------------------------


def unreadable(here: Desk, system: ColorSystem) -> set[str]:
    """Words that have the colour of their background in a terminal with so many colours."""
    found = set()
    with here.app._context():
        strips = here.screen._compositor.render_strips()
    for strip in strips:
        for text, style, _ in strip:
            if text.strip() and style is not None and style.color is not None and style.bgcolor is not None:
                if set(text.strip()) <= set("─▁▔│┃█▀▄▎▊ "):
                    continue
                if style.color.downgrade(system) == style.bgcolor.downgrade(system):
                    found.add(text.strip())
    return found


@pytest.mark.parametrize(
    "game_id", [pytest.param(game, marks=() if game == "thorgal" else pytest.mark.long) for game in registry.GAMES]
)
async def test_few_colours_none_and_ascii_are_enough(
    game_id: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 16 colours no word has the colour of its background; without any, and in ASCII, all is there to be seen."""
    names = {card.name for card in registry.load(game_id).box.cards.values() if not card.name.isascii()}
    names |= {card.original for card in registry.load(game_id).box.cards.values() if not card.original.isascii()}
    names |= {name for name in registry.GAMES.values() if not name.isascii()}
    letters = {sign for name in names for sign in name if sign.isalpha()}  # of names, which may be shortened, too
    marked: dict[bool, list[str]] = {}
    for plain in (False, True):
        if plain:
            monkeypatch.setenv("NO_COLOR", "1")
        here = full_game(folder / str(plain), game_id, ascii=plain)
        async with here.sit():
            tour = Tour(here)
            while tour.play() and (len(here.session.steps) < 60 or rest_of(here) != "cover"):
                here.lead._chapter = False
            await tour.go()
            await here.lift()
            pressed = ["", "1", "h", "escape", "i", "escape"]
            for key in pressed:
                await here.press(*[key] if key else [])
                if not plain:
                    assert not unreadable(here, ColorSystem.STANDARD), key
                    assert not unreadable(here, ColorSystem.EIGHT_BIT), key
                    continue
                coloured = {run[1] for row in here.styled for run in row if len(run) > 1 and "#" in run[1]}
                assert not coloured, f"{key}: {coloured}"
                signs = {sign for sign in here.text if not sign.isascii()}
                assert not signs - letters, f"{key}: {here.text}"
            await here.press("escape", "escape")
            screen = here.screen
            items = screen.selection.items()
            marked[plain] = [screen.label(item)[0] for item in items]
            free = next(at for at, item in enumerate(items) if item.option is not None)
            while not screen.selection.chosen:
                screen.on_choices_clicked(Choices.Clicked(free))
            await here.settle()
            sign = "1" if screen.ask.ordered else "*" if plain else "•"
            assert f"{sign}{CHOICE_KEYS[free]}" in here.text, "what is chosen has a sign of its own"
    assert len(marked[True]) == len(marked[False])


async def test_companions_and_supports_are_told_apart_without_colours(folder: Path) -> None:
    """Supports of a party follow the companions behind the word "with"."""
    here = full_game(folder, "thorgal")
    async with here.sit():
        tour = Tour(here)
        state = here.session.state
        while tour.play():
            state, box = here.session.state, here.session.game.box
            view = here.session.view(None)
            kinds = {box.cards[card].kind for seat in range(4) for card, _ in view.party(seat)}
            if len(here.session.steps) > 80 and "support" in kinds:
                break
        await tour.go()
        if isinstance(here.screen, CoverScreen):
            await here.lift()
        await here.resize(140, 60)
        assert here.screen.play.session.state == state
        shown = here.words("#board")
        for seat in range(4):
            cards = [card for card, _ in view.party(seat)]
            supports = [card for card in cards if box.cards[card].kind == "support"]
            if supports and cards:
                assert f"with {box.name(supports[0])}" in shown


# --- why not ----------------------------------------------------------------------------------------------------------


async def test_each_reason_of_a_card_that_cannot_be_used_is_told(folder: Path) -> None:
    """A card whose effects are barred for different reasons has one line, and both reasons are said."""
    here = desk(folder, new_game(seats=3, first="1"))
    async with here.sit():
        await here.lift()
        screen, speaker, god, other = here.screen, here.session.speaker, *here.session.state.gods[:2]
        screen.selection.barred = (
            Barred("a", (god, god), Msg("why.stack-empty", (god,)), "THR-27", "play.place"),
            Barred("b", (god, other), Msg("why.must-take"), "THR-26", "play.place"),
        )
        screen.show_choice()
        await here.settle()
        assert [item.barred is not None for item in screen.selection.items()].count(True) == 1
        await here.press("left")
        said = here.words("#preview")
        for barred in screen.selection.barred:
            assert f"{speaker.plain(barred.why)} {barred.rule}" in said
