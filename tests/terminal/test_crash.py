"""Our own mistakes: the terminal is left as it was found, nothing secret is printed or written, the game goes on."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from .conftest import COVER, HAND, Start, names_in, open_hand, saved
from .faulty import FAULTS, SECRET
from .program import Program

OURS = "thorgames has made a mistake and had to stop; it was not yours."
GO_ON = "`thorgames resume` goes on at the same question"

AT_ONCE = {"rules_begin", "style_sheet", "no_style_sheet", "app", "loading", "cover"}
"""Mistakes that come before anybody has seen a hand."""

NO_GAME = {"rules_begin", "style_sheet", "no_style_sheet", "app", "loading"}
"""Mistakes that come before there is a game to go on with."""

ON_OPENING = {"board", "render", "markup", "rich", "writing"}
ON_A_CHOICE = {"worker", "task", "callback", "timer", "after_refresh", "thread"}
ON_ENTER = {"rules_answer", "action", "left", "beyond", "save", "reading"}
WITH_THEIR_OWN = {"rules_ask", "rules_loop", "interrupted", "leaving", "resize", "bot", "home"}


def test_every_mistake_is_tried() -> None:
    tried = [AT_ONCE, ON_OPENING, ON_A_CHOICE, ON_ENTER, WITH_THEIR_OWN]
    assert sorted(FAULTS) == sorted(set().union(*tried))


def apology(program: Program, status: int = 1) -> str:
    """Wait for the end, and assert that it was as it should be; what was said."""
    assert program.end() == status
    program.clean()
    said = program.screen.text
    plain = re.sub(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\))", "", program.after)
    for text in (said, plain):
        assert SECRET not in text
        assert names_in(text) == set()
        assert "Traceback" not in text
        assert not re.search(r"\bseats?=|offerings=|\blocals\b", text)
    for file in program.folder.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert SECRET.encode() not in data, file
            assert b"Traceback" not in data, file
    return " ".join(plain.split())


def at_the_hand(program: Program) -> None:
    """Go on to the hand, and see the marked cards: so there is something to give away."""
    open_hand(program)
    program.see(SECRET)


def choose(program: Program, key: str) -> None:
    """Give an answer."""
    program.press(key)
    program.see(f"•{key}")
    program.press("enter")


def goes_on(folder: Path, moves: int = 0) -> None:
    """The saved game stands at the same question."""
    session = saved(folder)
    assert session.ply == moves
    pending = session.pending()
    assert pending is not None
    assert [ask.kind for ask in pending.asks] == [("play", "take")[moves % 2]]
    assert pending.asks[0].seat == 0


@pytest.mark.parametrize("mistake", sorted(AT_ONCE))
def test_a_mistake_while_the_app_starts(start_faulty: Start, mistake: str) -> None:
    program = start_faulty(mistake)
    said = apology(program)
    assert said.startswith(OURS)
    assert (GO_ON in said) == (mistake not in NO_GAME)
    if mistake not in NO_GAME:
        goes_on(program.folder)


@pytest.mark.parametrize("mistake", sorted(ON_OPENING))
def test_a_mistake_in_what_is_drawn(start_faulty: Start, mistake: str) -> None:
    program = start_faulty(mistake)
    program.see(COVER)
    program.settle(0.2)
    program.press("r")
    said = ""
    program.until(lambda: "Any key" in program.screen.text or program.process.poll() is not None, "the hand or the end")
    if program.process.poll() is None:
        program.press(" ")
    said = apology(program)
    assert OURS in said
    assert GO_ON in said
    goes_on(program.folder)


@pytest.mark.parametrize("mistake", sorted(ON_A_CHOICE | ON_ENTER))
def test_a_mistake_in_what_is_done(start_faulty: Start, mistake: str) -> None:
    program = start_faulty(mistake)
    at_the_hand(program)
    if mistake in ON_ENTER:
        choose(program, "2")
    else:
        program.press("2")
    said = apology(program)
    assert said.startswith(OURS)
    assert GO_ON in said
    goes_on(program.folder)


def test_a_mistake_of_a_computer_opponent(start_faulty: Start, marked: Path) -> None:
    argv = ["play", "thor", "--cards", str(marked), "--seat", "Ann", "--seat", ":easy", "--option", "first=2"]
    program = start_faulty("bot", *argv)
    said = apology(program)
    assert said.startswith(OURS)
    assert GO_ON in said
    assert saved(program.folder).ply == 0


def test_a_mistake_when_the_window_changes(start_faulty: Start) -> None:
    program = start_faulty("resize")
    at_the_hand(program)
    program.resize(120, 30)
    assert GO_ON in apology(program)
    goes_on(program.folder)


def test_a_mistake_while_the_app_is_taken_down(start_faulty: Start) -> None:
    program = start_faulty("leaving")
    at_the_hand(program)
    program.press("ctrl+q")
    said = apology(program, status=program.end())
    assert (program.process.returncode, GO_ON in said) in ((0, False), (1, True))
    goes_on(program.folder)


def test_a_mistake_without_a_game_promises_none(start_faulty: Start) -> None:
    program = start_faulty("home", "--ascii")
    said = apology(program)
    assert said.startswith(OURS)
    assert "resume" not in said


def test_an_interruption_is_no_mistake(start_faulty: Start) -> None:
    program = start_faulty("interrupted")
    at_the_hand(program)
    choose(program, "2")
    assert apology(program, status=130) == ""
    goes_on(program.folder)


def test_rules_that_come_to_no_end_can_be_ended(start_faulty: Start) -> None:
    program = start_faulty("rules_loop")
    at_the_hand(program)
    choose(program, "2")
    program.settle(0.3)
    program.send(signal.SIGTERM)
    assert apology(program, status=128 + signal.SIGTERM) == ""
    goes_on(program.folder)


def test_after_a_mistake_the_game_goes_on_behind_a_cover(start: Start, start_faulty: Start) -> None:
    program = start_faulty("rules_ask")
    at_the_hand(program)
    before = program.screen.text
    choose(program, "2")
    assert GO_ON in apology(program)
    program = start("resume")
    program.see(COVER)
    assert SECRET not in program.raw
    open_hand(program)
    program.see("Place an offering", SECRET)
    program.settle(0.2)
    hand = [line for line in before.splitlines() if SECRET in line]
    assert [line for line in program.screen.lines if SECRET in line] == hand
    choose(program, "2")
    program.see("Take a god card", HAND)
    program.press("ctrl+q")
    assert program.end() == 0
    goes_on(program.folder, moves=1)


def test_an_older_game_is_named(start: Start, start_faulty: Start, marked: Path) -> None:
    from .conftest import put_games

    argv = ["play", "thor", "--cards", str(marked), "--seat", "Ann", "--seat", "Brun", "--option", "first=1"]
    program = start(*argv)
    program.see(COVER)
    program.press("ctrl+q")
    assert program.end() == 0
    put_games(program.folder)
    from screens.storage import Storage

    with Storage(program.folder / "data") as storage:
        _newest, older = storage.running()
    program = start_faulty("action", "resume", older.id)
    at_the_hand(program)
    choose(program, "2")
    assert f"`thorgames resume {older.id}` goes on at the same question" in apology(program)
