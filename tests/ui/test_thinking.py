"""Computer opponents that take their time: the screen goes on, tells how far it has come, and can hurry them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest

import screens.play as leading
import screens.thinking as thinking
from screens.home import HomeScreen
from screens.panels.log import LogPanel
from screens.start import NewGame
from screens.table.base import TableScreen
from tests.ui.driver import Desk, desk, new_game
from thorgames.core.ask import Answer, Ask, legal
from thorgames.session import PERSON


class Ponderer:
    """Thinks until it is let go, or asked to decide."""

    slow = True

    def __init__(self) -> None:
        self.let_go = Event()
        self.share = 0.0
        self.asked = 0
        self.hurried = 0

    def choose(
        self, ask: Ask, look: Callable[[], Any], rng: random.Random, watch: Callable[[float], bool] | None = None
    ) -> Answer:
        self.asked += 1
        assert watch is not None
        while not self.let_go.is_set():
            if not watch(self.share):
                self.hurried += 1
                break
            sleep(0.01)
        return legal(ask, rng)


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Ponderer:
    one = Ponderer()
    monkeypatch.setattr(leading, "LEVELS", {**leading.LEVELS, "hard": one})
    monkeypatch.setattr(thinking, "PATIENCE", 0.2)
    monkeypatch.setattr(thinking, "BEAT", 0.1)
    return one


def against_the_hard_level(persons: int = 1) -> NewGame:
    start = new_game(seats=persons + 1, first="1", rounds="1")
    holders = (*((PERSON,) * persons), "hard")
    return NewGame(start.setup, start.names, holders, None, start.seed)


async def play_to_the_computer(here: Desk) -> None:
    """Answer for the persons until the computer is asked."""
    while here.lead._thinking is None:
        await here.step()


async def test_the_screen_answers_keys_while_a_computer_thinks(tmp_path: Path, ponderer: Ponderer) -> None:
    here = desk(tmp_path, against_the_hard_level())
    async with here.sit():
        await play_to_the_computer(here)
        await here.until(lambda: ponderer.asked == 1)
        await here.press("l")
        assert isinstance(here.screen, LogPanel)
        await here.press("escape")
        assert isinstance(here.screen, TableScreen)
        moves = len(here.session.steps)
        ponderer.let_go.set()
        await here.until(lambda: len(here.session.steps) > moves)
        assert here.session.steps[moves].seat == 1


async def test_after_a_while_it_is_told_how_far_it_has_come_and_enter_hurries(
    tmp_path: Path, ponderer: Ponderer
) -> None:
    ponderer.share = 0.4
    here = desk(tmp_path, against_the_hard_level())
    async with here.sit():
        await play_to_the_computer(here)
        assert "thinking" not in here.line
        await here.until(lambda: "is thinking: 40%" in here.line)
        assert f"{here.session.names[1]} is thinking" in here.line
        assert "Enter: decide now" in here.line
        moves = len(here.session.steps)
        await here.press("enter")
        await here.until(lambda: len(here.session.steps) > moves)
        assert ponderer.hurried == 1


async def test_the_mouse_hurries_it_too(tmp_path: Path, ponderer: Ponderer) -> None:
    here = desk(tmp_path, against_the_hard_level())
    async with here.sit():
        await play_to_the_computer(here)
        await here.until(lambda: "is thinking" in here.line)
        moves = len(here.session.steps)
        await here.click("#confirm")
        await here.until(lambda: len(here.session.steps) > moves)
        assert ponderer.hurried == 1


async def test_who_leaves_does_not_wait_for_it(tmp_path: Path, ponderer: Ponderer) -> None:
    here = desk(tmp_path, against_the_hard_level())
    async with here.sit():
        await play_to_the_computer(here)
        moves = len(here.session.steps)
        await here.until(lambda: ponderer.asked == 1)
        session = here.session
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)
        await here.until(lambda: ponderer.hurried == 1)
        await asyncio.sleep(0.3)
        assert len(session.steps) == moves, "nobody plays on in a game that has been left"


async def test_what_was_thought_of_before_an_answer_was_taken_back_is_dropped(
    tmp_path: Path, ponderer: Ponderer
) -> None:
    here = desk(tmp_path, against_the_hard_level())
    async with here.sit():
        while here.lead._thinking is None:
            await here.step()
        if not here.session.undoable(0):
            pytest.skip("the last answer taught something")
        await here.until(lambda: ponderer.asked == 1)
        before = here.session.ply
        await here.press("u")
        assert here.session.ply == before + 1
        moves = len(here.session.steps)
        ponderer.let_go.set()
        await asyncio.sleep(0.4)
        assert len(here.session.steps) == moves


async def test_an_answer_is_shown_at_a_full_beat_whenever_it_was_there(
    tmp_path: Path, ponderer: Ponderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "BEAT", 0.4)
    monkeypatch.setattr(thinking, "PATIENCE", 5.0)
    ponderer.let_go.set()
    took: list[float] = []

    class Timed(thinking.Thinking):
        def _thought(self, answer: Answer) -> None:
            done = self.done
            self.done = lambda one: (took.append(thinking.monotonic() - self.since), done(one))[1]
            super()._thought(answer)

    monkeypatch.setattr(leading, "Thinking", Timed)
    here = desk(tmp_path, against_the_hard_level())
    async with here.sit():
        await play_to_the_computer(here)
        await here.until(lambda: len(took) >= 1)
    assert took[0] >= 0.4


async def test_step_by_step_it_thinks_before_the_key_and_shows_its_answer_after_it(
    tmp_path: Path, ponderer: Ponderer
) -> None:
    here = desk(tmp_path, against_the_hard_level())
    here.app.given_delay = None
    here.app.set_preferences(type(here.app.preferences)(speed="step", since=False))
    async with here.sit():
        await play_to_the_computer(here)
        ponderer.let_go.set()
        await here.until(lambda: here.lead._thinking is not None and here.lead._thinking.answer is not None)
        moves = len(here.session.steps)
        assert "Enter shows the next move." in here.line
        await here.press("enter")
        assert here.session.steps[moves].seat == 1
