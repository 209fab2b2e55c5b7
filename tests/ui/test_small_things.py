"""Small things on which newcomers stumbled: capital letters, what is said at the end of a turn, what keys do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import DataTable
from textual.widgets._footer import FooterKey

from screens import result
from screens.handover import CoverScreen
from screens.home import HomeScreen
from screens.panels.card import CardPanel
from screens.panels.history import HistoryPanel
from screens.panels.lesson import LessonPanel
from screens.panels.rules import RulesPanel
from screens.result import ChapterScreen, ResultScreen
from screens.start import Home
from screens.storage import Storage
from screens.table.base import TableScreen
from tests.ui.driver import Desk, desk, forward, hasty, new_game
from thorgames.core.state import Outcome
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import Session


def footer(here: Desk) -> dict[str, str]:
    """The keys of the footer: key -> words."""
    return {key.key: key.description for key in here.screen.query(FooterKey) if key.display}


async def test_every_letter_works_as_a_capital(folder: Path) -> None:
    """On home, cover, table and panels; typed text keeps its capitals."""
    here = desk(folder, new_game(seats=2, first="1", rounds="1"))
    async with here.sit():
        await here.press("R")
        here.holder = 0
        assert isinstance(here.screen, TableScreen)
        await here.press("I")
        assert isinstance(here.screen, CardPanel)
        await here.press("I", "L")
        assert here.screen.query_one("#query").has_focus
        await here.press("Q", "u")
        assert here.screen.query_one("#query").value == "Qu"
        await here.press("escape", "1", "enter")
        assert here.session.ply == 1
        await here.press("U")
        assert here.session.ply == 2
        options = [option.id for option in here.screen.ask.options]
        await here.press("A")  # the tenth choice
        assert here.screen.selection.chosen == [options[9]]
        await here.press("Q")
        assert isinstance(here.screen, HomeScreen)
        await here.press("C")
        assert isinstance(here.screen, CoverScreen)
        await here.press("Q", "Y")
        assert isinstance(here.screen, HistoryPanel)
        await here.press("escape", "A")
        assert "Press A again" in here.words("#notice")


async def test_the_title_says_when_a_turn_is_done(folder: Path) -> None:
    here = desk(folder, new_game(seats=2, first="1"))
    async with here.sit():
        await here.lift()
        assert here.words("#whose") == "Ada to play"
        assert footer(here)["q"] == "Save, leave"
        await here.press("1", "enter", "1", "enter")
        assert here.screen.done
        assert here.words("#whose") == "Ada: done"
        assert footer(here)["q"] == "Save, leave"
        assert "Hand the device to Bo" in here.text


async def test_enter_goes_on_after_a_round_but_not_while_it_is_still_held(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = desk(folder, new_game(seats=2, first="1", rounds="2"))
    async with here.sit():
        forward(here, lambda s: s.round == 2)
        for held in (30.0, 0.0):
            monkeypatch.setattr(result, "HELD", held)
            here.lead._chapter = True
            here.lead.go()
            await here.settle()
            assert isinstance(here.screen, ChapterScreen)
            assert "Press N or Enter for the next round." in here.text
            await here.press("enter", "enter")
            assert isinstance(here.screen, ChapterScreen if held else CoverScreen)
            await here.press("n")


async def test_home_says_what_enter_does_and_which_mode_was_saved(folder: Path) -> None:
    here = desk(folder, new_game("thor", "big", seats=4))
    async with here.sit():
        await here.press("q")
        assert footer(here)["enter"] == "Choose"
        assert "Big Game · round 1 of 4, turn 1" in here.text
        await here.press("enter")
        assert isinstance(here.screen, CoverScreen)


def solo(storage: Storage, won: bool, turns: int) -> Session:
    """A game alone that is over, saved."""
    game = registry.load("althing")
    session = Session(game, game.setup("solo", 1), ("Player",))
    reason = "end.solo.won" if won else "end.solo.lost"
    session.state = session.state.but(outcome=Outcome(reason, (1 if won else 2,), (turns,)))
    storage.add(session)
    return session


@pytest.mark.parametrize("won", [True, False])
async def test_a_game_played_alone_is_told_with_its_outcome(won: bool, folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit((100, 30)):
        solo(here.app.storage, won, 19)
        solo(here.app.storage, won, 1)
        await here.press("y")
        assert isinstance(here.screen, HistoryPanel)
        assert footer(here)["enter"] == "Look back"
        word = "won" if won else "did not win"
        assert f"Althing  Player {word}, 19 turns" in here.text
        assert f"Althing  Player {word}, 1 turn " in here.text
        table: Any = here.screen.query_one(DataTable)
        headings = [str(column.label) for column in table.columns.values()]
        assert headings == ["player", "game", "played", "won", "best", "in a row", "longest"]


async def test_a_loss_alone_is_called_one(folder: Path) -> None:
    here = desk(folder, new_game("althing", "solo", seats=1))
    async with here.sit():
        session = here.session
        lost = solo(here.app.storage, False, 9).state.outcome
        session.state = session.state.but(outcome=lost)
        here.lead.go()
        await here.settle()
        assert isinstance(here.screen, ResultScreen)
        assert lost is not None
        assert here.words("#score-table").startswith(f"You lost: {session.speaker.plain(Msg(lost.reason))}"[:60])
        session.state = session.state.but(outcome=Outcome("end.solo.tie", (2,), (9,)))
        here.lead._ended = False
        here.lead.go()
        await here.settle()
        assert "a tie." in here.text
        assert "You lost" not in here.text


@pytest.mark.parametrize("key", ["q", "escape", "enter", "Q"])
async def test_a_page_of_what_is_new_is_closed_by_any_of_these(key: str, folder: Path) -> None:
    here = desk(folder, new_game("althing", "campaign-1", seed=6))
    async with here.sit():
        here.holder = here.lead._place.seat
        await here.press("r")
        pages = 0
        while isinstance(here.screen, LessonPanel):
            pages += 1
            await here.press(key)
        assert pages
        assert isinstance(here.screen, TableScreen)


async def test_the_first_and_the_last_step_have_keys_that_are_shown(folder: Path) -> None:
    here = desk(folder, new_game(seats=2, rounds="1"))
    async with here.sit():
        forward(here, lambda s: False, choose=hasty)
        await here.settle()
        await here.press("b")
        for key in ("g Go", "q Close"):
            assert key in here.text.splitlines()[-1]
        await here.press("question_mark")
        for key, words in (("home", "To the beginning"), ("end", "To the end")):
            assert any(line.split() == [key, *words.split()] for line in here.text.splitlines()), key


async def test_the_key_of_the_rules_opens_them_from_home(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.press("f1")
        assert isinstance(here.screen, RulesPanel)
