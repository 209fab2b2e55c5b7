"""Terminals too small, very large, without colours, of another kind, and without signs beyond ASCII."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from screens.result import ChapterScreen
from screens.start import NewGame
from screens.storage import Storage
from thorgames.core.ask import legal
from thorgames.games import registry

from .conftest import COVER, HAND, NEW, SINCE, Start, names_in, open_hand, put_games, saved
from .pilot import Shown, shown
from .program import thorgames

OUT = "make it larger, or press q to end."

SMALL = [(79, 60), (300, 23), (20, 5), (1, 1)]


def new_game(*names: str) -> NewGame:
    """A game of persons; the first of them begins."""
    setup = registry.load("thor").setup(None, len(names), {"first": "1", "rounds": "1"})
    return NewGame(setup, names, ("person",) * len(names), None, 3)


def play_on(at: Shown, end: Callable[[Any], object]) -> None:
    """Answer at random, beside the screens, until something is so."""
    play, rng = at.app._play, Random(1)
    while not end(play):
        ask = play.session.pending().asks[0]
        play.session.submit(ask.seat, legal(ask, rng))


async def to_hand(at: Shown) -> None:
    """From the cover to the hand."""
    await at.until(lambda: at.app.screen.painted)
    await at.press("r")
    if SINCE in at.text:
        await at.press("space")
    assert HAND in at.text


async def assert_recovers(at: Shown) -> None:
    """At every size that is too small there is one sentence and nothing else; then all is as it was."""
    await at.settle()
    before, focused = at.text, at.app.focused
    for width, height in SMALL:
        await at.size(width, height)
        said = " ".join(at.text.split())
        if (width, height) != (1, 1):
            assert said == f"thorgames needs 80x24 or more. This is {width}x{height}: {OUT}", at.name
    await at.size(79, 24)
    was = at.name
    await at.press("2", "enter", "r", "x", "c", "n", "escape", "f2", "i", "tab")
    await at.pilot.click(offset=(10, 10))
    assert at.name == was, "keys do something that nobody sees"
    await at.size(80, 24)
    assert at.text == before
    assert at.app.focused is focused


async def test_home_and_its_panels_are_told_to_be_too_small(tmp_path: Path) -> None:
    put_games(tmp_path, count=2)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            await at.press("down")
            await assert_recovers(at)
            for key in ("f1", "y"):
                await at.press(key)
                await assert_recovers(at)
                await at.press("escape")
                assert at.name == "HomeScreen"
            await at.press("c")
            assert at.name == "CoverScreen"


async def test_the_set_up_is_told_to_be_too_small() -> None:
    async with shown() as at:
        await at.press("enter")
        await at.type("Ann")
        await assert_recovers(at)
        await at.press("f2")
        assert at.name == "CoverScreen"
        assert at.app._play.session.names[0] == "Ann"


async def test_cover_and_table_are_told_to_be_too_small(tmp_path: Path) -> None:
    async with shown(Storage(tmp_path), start=new_game("Ann", "Brun")) as at:
        await assert_recovers(at)
        await to_hand(at)
        await at.press("2")
        assert names_in(at.text)
        await assert_recovers(at)
        for key in ("i", "l", "question_mark", "f1"):
            await at.press(key)
            await assert_recovers(at)
            await at.press("escape")
        await at.press("enter")
        assert "Take a god card" in at.text


async def test_the_result_is_told_to_be_too_small(tmp_path: Path) -> None:
    async with shown(start=new_game("Ann", "Brun")) as at:
        play_on(at, lambda play: play.session.pending() is None)
        at.app._play.go()
        await at.until(lambda: at.name == "ResultScreen")
        await assert_recovers(at)


async def test_the_end_of_a_round_is_told_to_be_too_small() -> None:
    setup = registry.load("thor").setup(None, 2, {"first": "1", "rounds": "2"})
    async with shown(start=NewGame(setup, ("Ann", "Brun"), ("person", "person"), None, 3)) as at:
        play_on(at, lambda play: play.session.state.played)
        at.app.show(ChapterScreen(at.app._play))
        await at.until(lambda: "Press N" in at.text)
        await assert_recovers(at)


@pytest.mark.parametrize("size", [(300, 80), (80, 60)])
async def test_large_terminals(size: tuple[int, int]) -> None:
    async with shown(size=size, start=new_game("Ann", "Brun")) as at:
        assert COVER in at.text
        await to_hand(at)
        await at.press("2")
        assert "•2" in at.text
        assert all(len(line) <= size[0] for line in at.lines)
        await at.press("q")
        assert "New game" in at.text
        await at.press("down", "enter")
        assert "Player 6" in at.text


# --- real terminals --------------------------------------------------------------------------------------------------


def test_a_window_that_is_made_smaller_and_larger(start: Start) -> None:
    program = start(*NEW)
    open_hand(program)
    program.press("2")
    program.see("•2")
    program.settle(0.3)
    before = program.screen.text
    program.resize(20, 5)
    program.see("80x24", "20x5")
    program.settle(0.1)
    assert names_in(program.screen.text) == set()
    program.press("enter")
    program.settle(0.2)
    program.resize(80, 24)
    program.until(lambda: program.screen.text == before, "the table as it was")
    assert saved(program.folder).ply == 0
    program.press("enter")
    program.see("Take a god card")
    program.resize(79, 24)
    program.see("79x24", "press q to")
    program.press("ctrl+q")
    assert program.end() == 0
    program.clean()


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+q"])
async def test_the_way_out_of_a_small_window(key: str) -> None:
    async with shown(start=new_game("Ann", "Brun")) as at:
        await to_hand(at)
        await at.size(20, 5)
        await at.press(key)
        assert at.app._exit
        assert at.app.return_code == 0


def test_a_small_window_from_the_start(start: Start) -> None:
    program = start(*NEW, size=(40, 10))
    program.see("thorgames needs 80x24")
    program.press("r")
    program.settle(0.2)
    assert names_in(program.screen.text) == set()
    program.resize(80, 24)
    program.see(COVER)
    open_hand(program)


def test_the_window_counts_and_not_what_the_environment_says_of_it(start: Start) -> None:
    program = start(COLUMNS="60", LINES="20")
    program.see("New game")
    program.resize(70, 24)
    program.see("This is 70x24")
    program.resize(100, 30)
    program.see("New game")


def test_without_colours(start: Start) -> None:
    """Not one escape sequence for a colour; what is chosen or focused is to be seen all the same."""
    program = start(NO_COLOR="1")
    program.see("New game")
    program.settle(0.1)
    assert "New game" in program.screen.marked
    program.press("enter")
    program.see("Player 6")
    program.until(lambda: program.screen.marked.strip().startswith("Player 1"), "the field that has the focus")
    for focus in ("person",):
        program.press("tab")
        program.until(lambda focus=focus: program.screen.marked.strip().startswith(focus), focus)
    program.press("enter")
    program.until(lambda: "▲" in program.screen.text and "person" in program.screen.marked, "the list")
    program.press("escape", "f2")
    program.see(COVER)
    open_hand(program)
    program.press("2")
    program.until(lambda: "•2" in program.screen.marked, "the choice")
    program.press("enter")
    program.see("Take a god card")
    program.press("ctrl+q")
    assert program.end() == 0
    assert program.screen.colours == set()
    program.clean()


def test_with_colours_there_are_some(start: Start) -> None:
    program = start(COLORTERM="truecolor")
    program.see("New game")
    program.settle(0.1)
    assert any(colour.startswith("38;2;") for colour in program.screen.colours)


@pytest.mark.parametrize(("term", "allowed"), [("vt100", r"\d+"), ("xterm-256color", r"\d+|[34]8;5;\d+")])
def test_a_terminal_gets_no_more_colours_than_it_has(start: Start, term: str, allowed: str) -> None:
    program = start(*NEW, TERM=term)
    open_hand(program)
    assert all(re.fullmatch(allowed, colour) for colour in program.screen.colours), program.screen.colours
    program.press("2")
    program.see("•2")
    program.press("ctrl+q")
    assert program.end() == 0
    program.clean()


def test_a_terminal_that_cannot_move_its_cursor(start: Start) -> None:
    program = start(*NEW, TERM="dumb")
    assert program.end() == 2
    assert program.raw.startswith("thorgames: this terminal cannot move its cursor (TERM=dumb)")
    assert "\x1b" not in program.raw
    assert program.raw.count("\n") == 1
    program.clean()


def test_ascii_alone(start: Start) -> None:
    """Every character that is drawn; the names of people and cards stay as they are."""
    program = start("--ascii")
    program.see("New game")
    program.press("enter")
    program.see("Player 6")
    program.settle(0.05)
    program.press("tab")
    program.settle(0.05)
    program.press("enter")
    program.see("computer, easy")
    program.press("escape", "f2")
    program.see(COVER)
    open_hand(program)
    program.press("2")
    program.see("*2")
    for key in ("i", "l", "?", "\x1bOP"):
        program.press(key)
        program.until(lambda: HAND not in program.screen.text, "a panel")
        program.settle(0.05)
        program.press("escape")
        program.see(HAND)
    program.see("enter Confirm")
    program.resize(130, 30)
    program.settle(0.2)
    program.press("ctrl+q")
    assert program.end() == 0
    assert set(re.findall(r"[^\x00-\x7f]", program.raw)) <= {"ö", "é"}
    program.clean()


# --- tmux ------------------------------------------------------------------------------------------------------------


class Tmux:
    """A tmux server of our own with one window."""

    def __init__(self, folder: Path, term: str) -> None:
        self.command = ["tmux", "-L", f"test-{os.getpid()}", "-f", "/dev/null"]
        self.environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("TMUX", "TEXTUAL")) and k != "NO_COLOR"},
            "THORGAMES_HOME": str(folder / "data"),
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
        }
        self.do("new-session", "-d", "-x", "80", "-y", "24", "env PS1='shell> ' bash --norc --noprofile")
        self.do("set", "-g", "status", "off")
        self.do("resize-window", "-x", "80", "-y", "24")
        self.type(f"export TERM={term}; clear", "Enter")

    def do(self, *argv: str) -> str:
        """A command of tmux."""
        return subprocess.run(
            [*self.command, *argv], env=self.environ, check=True, capture_output=True, text=True, timeout=20
        ).stdout

    def type(self, *keys: str) -> None:
        """Type keys, by tmux's names for them."""
        self.do("send-keys", *keys)

    def see(self, *words: str, gone: bool = False) -> str:
        """Wait for words (or for their end), and give back what is seen."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            text = self.do("capture-pane", "-p")
            if all((word in text) != gone for word in words):
                return text
            time.sleep(0.05)
        raise AssertionError(f"{words!r}:\n{text}")


@pytest.fixture
def tmux(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Tmux]:
    server = Tmux(tmp_path, request.param)
    yield server
    subprocess.run([*server.command, "kill-server"], check=False, capture_output=True)


@pytest.mark.skipif(shutil.which("tmux") is None or shutil.which("bash") is None, reason="needs tmux and bash")
@pytest.mark.parametrize("tmux", ["screen-256color"], indirect=True)
def test_in_tmux(tmux: Tmux) -> None:
    """Keys, the return to the shell, suspension, and a smaller pane."""
    tmux.see("shell>")
    tmux.type(shlex.join(thorgames(*NEW)), "Enter")
    tmux.see(COVER, "Ann")
    tmux.type("r")
    tmux.see(COVER, gone=True)
    if SINCE in tmux.see("Ann"):
        tmux.type("Space")
    hand = tmux.see(HAND)
    assert names_in(hand)
    tmux.type("C-z")
    shell = tmux.see("Stopped", "shell>")
    assert names_in(shell) == set()
    assert tmux.do("display", "-p", "#{alternate_on}#{mouse_any_flag}#{cursor_flag}").strip() == "001"
    tmux.type("fg", "Enter")
    tmux.see(COVER, "Ann")
    assert tmux.do("display", "-p", "#{alternate_on}#{mouse_any_flag}").strip() == "11"
    tmux.do("resize-window", "-x", "60", "-y", "20")
    tmux.see("thorgames needs 80x24 or more. This is 60x20")
    tmux.do("resize-window", "-x", "80", "-y", "24")
    tmux.see(COVER)
    tmux.type("r")
    tmux.see(COVER, gone=True)
    tmux.type("C-q")
    shell = tmux.see("shell>")
    assert names_in(shell) == set()
    tmux.type("clear; stty -a | grep -c ' icanon.* echo '; echo status $?", "Enter")
    tmux.see("status 0")
    assert tmux.do("display", "-p", "#{alternate_on}#{mouse_any_flag}#{cursor_flag}").strip() == "001"
