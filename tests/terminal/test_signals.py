"""Signals, hanging up and suspension: the terminal is left as it was found, and shows no hand."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from .conftest import COVER, HAND, NEW, SINCE, Start, names_in, open_hand, put_games, saved
from .program import ROOT, Program, thorgames

ENDS = [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130), ("SIGQUIT", 131)]

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash, for its job control")


def assert_quiet(program: Program) -> None:
    """After the end (or while it is suspended) the terminal is as it was; at most it is told how to go on."""
    program.clean()
    assert re.sub(r"Saved\. Go on with: thorgames resume \w+", "", program.screen.text).strip() == ""
    assert names_in(program.after) == set()


def answer(program: Program) -> None:
    """Give an answer, so that there is something to save."""
    program.press("2")
    program.see("•2")
    program.press("enter")
    program.see("Take a god card")


# --- signals that end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "status"), ENDS)
def test_a_signal_ends_the_program(start: Start, name: str, status: int) -> None:
    program = start(*NEW)
    open_hand(program)
    assert names_in(program.screen.text), "there is no hand to be seen"
    answer(program)
    program.send(getattr(signal, name))
    assert program.end() == status
    assert_quiet(program)
    assert saved(program.folder).ply == 1


def test_a_signal_at_home(start: Start) -> None:
    program = start()
    program.see("New game")
    program.send(signal.SIGHUP)
    assert program.end() == 128 + signal.SIGHUP
    assert_quiet(program)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_keys_that_end_the_program(start: Start, key: str) -> None:
    program = start(*NEW)
    open_hand(program)
    answer(program)
    program.press(key)
    assert program.end() == 0
    assert_quiet(program)
    assert saved(program.folder).ply == 1


@pytest.mark.parametrize(
    ("where", "key"), [("Home", "ctrl+c"), ("a field", "ctrl+c"), ("a field", "ctrl+q"), ("a cover", "ctrl+q")]
)
def test_they_end_it_from_everywhere(start: Start, where: str, key: str) -> None:
    if where == "a cover":
        program = start(*NEW)
        program.see(COVER)
    else:
        program = start()
        program.see("New game")
    if where == "a field":
        program.press("enter")
        program.see("Player 6")
        program.settle(0.1)
        program.click("Player 2 ")
        program.settle(0.1)
    program.press(key)
    assert program.end() == 0
    assert_quiet(program)


def test_a_signal_while_the_program_starts(start: Start) -> None:
    """At any moment of the first second: the terminal is clean, and the status is that of the signal."""
    for delay in (0.05, 0.2, 0.4, 0.6, 0.9):
        program = start(*NEW)
        end = time.monotonic() + delay
        while time.monotonic() < end:
            program.read(0.01)
        program.send(signal.SIGTERM)
        assert program.end() in (-signal.SIGTERM, 143)
        program.clean()
        if "\x1b[?1049h" in program.raw:
            assert program.process.returncode == 143


def test_a_signal_that_was_ignored_stays_ignored(start: Start) -> None:
    """As after `nohup`."""
    program = start(command=["sh", "-c", f"trap '' HUP; exec {shlex.join(thorgames(*NEW))}"])
    program.see(COVER)
    program.send(signal.SIGHUP)
    program.settle(0.5)
    assert program.process.poll() is None
    open_hand(program)
    program.press("ctrl+q")
    assert program.end() == 0
    assert_quiet(program)


def test_the_window_is_closed(start: Start) -> None:
    program = start(*NEW)
    open_hand(program)
    answer(program)
    program.hang_up()
    assert program.process.wait(20) in (129, -signal.SIGHUP)
    assert saved(program.folder).ply == 1


def test_the_window_is_closed_while_computers_play(start: Start) -> None:
    """Somebody goes on writing to a terminal that is no more."""
    program = start("play", "thor", "--seat", ":easy", "--seat", ":easy", "--seat", "Ann", "--option", "first=1")
    program.see("play")
    program.hang_up()
    assert program.process.wait(20) in (129, -signal.SIGHUP)
    assert saved(program.folder).names[2] == "Ann"


def test_killed_without_mercy_the_game_is_saved(start: Start) -> None:
    program = start(*NEW)
    open_hand(program)
    answer(program)
    program.send(signal.SIGKILL)
    assert program.end() == -signal.SIGKILL
    assert saved(program.folder).ply == 1


# --- suspension ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SIGTSTP", "SIGSTOP"])
def test_whoever_continues_meets_a_cover(start: Start, name: str) -> None:
    program = start(*NEW)
    open_hand(program)
    program.settle(0.1)
    hand = program.screen.text
    assert names_in(hand)
    program.send(getattr(signal, name))
    program.wait_stopped()
    if name == "SIGTSTP":  # of the other the program is not told
        assert_quiet(program)
    program.frames.clear()
    program.send(signal.SIGCONT)
    program.see(COVER, "Ann")
    program.settle(0.2)
    seen = [frame for frame in program.frames if frame != hand]
    assert seen
    assert all(names_in(frame) == set() for frame in seen)
    assert program.screen.alternate
    open_hand(program)
    program.until(lambda: program.screen.text == hand, "the same hand")
    answer(program)
    program.press("ctrl+q")
    assert program.end() == 0
    assert_quiet(program)


def test_a_turn_that_is_done_comes_back_as_done(start: Start) -> None:
    program = start(*NEW)
    open_hand(program)
    answer(program)
    program.press("1")
    program.see("•1")
    program.press("enter")
    program.see("Your turn is done")
    program.send(signal.SIGTSTP)
    program.wait_stopped()
    program.send(signal.SIGCONT)
    program.see(COVER, "Ann")
    program.press("r")
    program.until(lambda: SINCE in program.screen.text or "Your turn is done" in program.screen.text, "Ann's table")
    if SINCE in program.screen.text:
        program.press(" ")
    program.see("Your turn is done", "Hand the device to Brun")
    program.press("enter")
    program.see(COVER, "Brun")
    assert saved(program.folder).ply == 2


def test_one_person_alone_needs_no_cover(start: Start) -> None:
    program = start("play", "thor", "--seat", "Ann", "--seat", ":easy", "--option", "first=1")
    program.see(HAND)
    program.settle(0.1)
    hand = program.screen.text
    program.send(signal.SIGTSTP)
    program.wait_stopped()
    assert_quiet(program)
    program.send(signal.SIGCONT)
    program.until(lambda: program.screen.alternate and program.screen.text == hand, "the hand")
    program.press("ctrl+q")
    assert program.end() == 0
    assert_quiet(program)


def test_home_comes_back_in_the_size_of_then(start: Start) -> None:
    program = start()
    program.see("New game")
    program.send(signal.SIGTSTP)
    program.wait_stopped()
    assert_quiet(program)
    program.resize(120, 40)
    program.send(signal.SIGCONT)
    program.see("New game")
    program.until(lambda: "Quit" in program.screen.lines[-1], "the footer at the bottom")
    program.press("enter")
    program.see("Player 6")
    program.press("ctrl+q")
    assert program.end() == 0
    assert_quiet(program)


def test_continued_without_having_been_stopped(start: Start) -> None:
    """The settings of the terminal that are put back at the end are those of the beginning."""
    program = start()
    program.see("New game")
    for _ in range(3):
        program.send(signal.SIGCONT)
        program.settle(0.2)
    program.press("q")
    assert program.end() == 0
    assert_quiet(program)


def test_ctrl_z_does_nothing_where_nobody_could_continue(start: Start) -> None:
    program = start(*NEW)
    open_hand(program)
    program.press("ctrl+z")
    program.settle(0.3)
    assert os.waitpid(program.pid, os.WUNTRACED | os.WNOHANG) == (0, 0)
    assert program.screen.alternate
    answer(program)


@needs_bash
def test_in_a_shell(start: Start) -> None:
    """Ctrl+Z, something else, fg, bg, and the end of a suspended game."""
    program = start(command=["bash", "--norc", "--noprofile", "-i"], PS1="shell> ", HISTFILE=None)
    program.see("shell>")
    program.type(shlex.join(thorgames(*NEW)) + "\n")
    open_hand(program)
    for _ in range(2):
        program.press("ctrl+z")
        program.see("Stopped", "shell>")
        program.settle(0.1)
        assert not program.screen.alternate
        assert program.screen.left_on - {"?2004"} == set()  # which is the shell's own
        assert names_in(program.screen.text) == set()
        program.type("clear; echo $((6 * 7))\n")
        program.see("42")
        program.type("fg\n")
        program.see(COVER)
        open_hand(program)
    program.press("ctrl+z")
    program.see("Stopped")
    program.type("clear; bg; echo in the back\n")
    program.see("in the back\n")
    program.settle(0.3)
    assert not program.screen.alternate, "it draws in the background"
    program.type("clear; kill %1\n")
    end = time.monotonic() + 20
    while "143" not in program.screen.text and time.monotonic() < end:
        program.type("jobs\n")
        program.settle(0.5)
    program.see("Exit 143")
    program.type("exit 0\n")
    program.end()
    program.clean()
    assert saved(program.folder).ply == 0


# --- where the output goes -------------------------------------------------------------------------------------------


def test_no_hand_goes_into_a_file(start: Start, tmp_path: Path) -> None:
    """Textual draws on the error output: where that is a file, the hands would be in it."""
    log = tmp_path / "log.txt"
    program = start(command=["sh", "-c", f"exec {shlex.join(thorgames(*NEW))} 2>{log}"])
    assert program.end() == 2
    program.clean()
    said = log.read_text()
    assert said.startswith("thorgames: ")
    assert said.count("\n") == 1
    assert "\x1b" not in said


def test_without_a_terminal_there_is_one_sentence(tmp_path: Path) -> None:
    put_games(tmp_path)
    done = subprocess.run(
        thorgames("resume"),
        cwd=tmp_path,
        env={**os.environ, "THORGAMES_HOME": str(tmp_path / "data"), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("thorgames: ")
    assert done.stderr.count("\n") == 1
