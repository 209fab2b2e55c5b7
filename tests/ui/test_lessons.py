"""The guided games on the screen: each thing is explained once to each person, with its rule at hand, and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from screens.handover import CoverScreen
from screens.home import HomeScreen
from screens.panels.lesson import LessonPanel
from screens.panels.rules import RulesPanel
from screens.start import Home, Resume
from screens.storage import Storage
from screens.table.base import TableScreen
from tests.ui.driver import Desk, desk, forward, hasty, new_game
from thorgames.games.althing.lessons import DODGE, FIRST, SYMBOLS, VETERAN

TITLES = {lesson.id: lesson.title for lesson in (*FIRST, *SYMBOLS.values(), VETERAN, DODGE)}


async def read_all(here: Desk) -> list[str]:
    """Close one lesson after the other; which they were."""
    read = []
    while isinstance(here.screen, LessonPanel):
        read.append(here.screen.lesson.id)
        assert "New in this game" in here.text
        assert TITLES[read[-1]] in here.text
        await here.press("enter")
    assert isinstance(here.screen, TableScreen)
    return read


def guided(folder: Path, mode: str = "campaign-1", **options: Any) -> Desk:
    """A game of the campaign in which the first seat begins."""
    return desk(folder, new_game("althing", mode, first="1", **options))


def learned(here: Desk, name: str) -> list[str]:
    """What is kept of a person."""
    known: list[str] = here.app.storage.setting(f"lessons:{name}", [])
    return known


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_lesson_is_whole_on_the_screen_and_its_rule_is_a_key_away(size: tuple[int, int], folder: Path) -> None:
    here = guided(folder)
    async with here.sit(size=size):
        await here.lift()
        seen = 0
        while isinstance(here.screen, LessonPanel):
            lesson, seen = here.screen.lesson, seen + 1
            words = here.words("#lesson")
            assert lesson.text.split()[-1] in words  # to its last word
            assert f"The rule: {lesson.rule} (F1)" in words
            await here.press("f1")
            assert isinstance(here.screen, RulesPanel)
            assert lesson.rule in here.text
            await here.press("escape")
            assert here.screen.lesson is lesson
            await here.click_key("next")
        assert seen >= 3
        assert "Your phase" in here.text


async def test_every_person_is_told_everything_once(folder: Path) -> None:
    here = guided(folder)
    async with here.sit():
        await here.lift()
        ada = await read_all(here)
        assert ada[:2] == ["althing.goal", "althing.recruit"]
        await here.give(("end",))
        assert await read_all(here) == ["althing.develop"]
        await here.give(())
        await here.pass_on()
        await here.lift()
        bo = await read_all(here)
        assert bo[:2] == ["althing.goal", "althing.recruit"]
        forward(here, lambda s: s.turn == 2)
        await here.settle()
        told: dict[int | None, list[str]] = {0: [*ada, "althing.develop"], 1: bo}
        for _ in range(60):
            if isinstance(here.screen, LessonPanel):
                told[here.holder].append(here.screen.lesson.id)
            await here.step(choose=hasty)
        for seat, name in enumerate(("ada", "bo")):
            assert len(told[seat]) == len(set(told[seat]))
            assert sorted(told[seat]) == sorted(learned(here, name))


async def test_the_cards_are_not_to_be_seen_beneath_a_lesson_by_somebody_else(folder: Path) -> None:
    """It comes when the player has lifted his cover, and goes with the table when he passes the device on."""
    here = guided(folder)
    async with here.sit():
        assert isinstance(here.screen, CoverScreen)
        assert "New in this game" not in here.text
        await here.lift()
        assert isinstance(here.screen, LessonPanel)
        assert here.holder == 0


async def test_what_was_learned_is_kept_when_one_leaves_and_comes_back(folder: Path) -> None:
    here = guided(folder)
    async with here.sit():
        await here.lift()
        told = await read_all(here)
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)
        await here.press("c")
        await here.lift()
        assert isinstance(here.screen, TableScreen)
        await here.give(("end",))
        assert await read_all(here) == ["althing.develop"]
    again = desk(folder, Resume())
    async with again.sit():
        await again.lift()
        assert isinstance(again.screen, TableScreen)
        assert learned(again, "ada") == [*told, "althing.develop"]
        assert learned(again, "bo") == []


async def test_whoever_plays_the_next_game_is_told_only_what_is_new_to_him(folder: Path) -> None:
    """Ada has played the first game, Cleo has not; names are the same however they are written."""
    here = guided(folder, seed=6)
    async with here.sit():
        await here.lift()
        await read_all(here)
        await here.give(("end",))
        await read_all(here)
        before = set(learned(here, "ada"))
    here = guided(folder, "campaign-2", names=("ADA", "Cleo"), seed=6)
    async with here.sit():
        await here.lift()
        assert not before & set(await read_all(here))
        await here.give(("end",))
        assert await read_all(here) == []
        await here.give(())
        await here.pass_on()
        await here.lift()
        assert (await read_all(here))[:2] == ["althing.goal", "althing.recruit"]


async def test_whoever_is_tricked_is_told_how_to_answer(folder: Path) -> None:
    here = guided(folder)
    async with here.sit():
        forward(here, lambda s: any(type(frame).__name__ == "Trick" for frame in s.agenda))
        here.app.storage.set_setting("lessons:ada", [])
        here.app.storage.set_setting("lessons:bo", [])
        await here.settle()
        await here.lift()
        assert await read_all(here) == ["althing.troll", "althing.untroll", "althing.dodge"]
        assert "Dodge it, or let it happen." in here.text


async def test_the_first_screen_offers_the_game_that_comes_next(folder: Path) -> None:
    for mode, number in (("campaign-1", 1), ("campaign-2", 2), ("campaign-3", 3)):
        here = desk(folder, Home())
        async with here.sit():
            assert f"Althing, game {number} of 3." in here.text
        here = guided(folder, mode)
        async with here.sit():
            forward(here, lambda s: s.outcome is not None)
            here.lead.save()
    with Storage(folder) as storage:
        assert {saved.mode for saved in storage.finished()} == {"campaign-1", "campaign-2", "campaign-3"}
    here = desk(folder, Home())
    async with here.sit():
        assert "Althing, game 1 of 3." in here.text


async def test_without_a_guided_game_nothing_is_explained(folder: Path) -> None:
    here = guided(folder, "standard")
    async with here.sit():
        await here.lift()
        assert isinstance(here.screen, TableScreen)
        await here.give(("end",))
        assert isinstance(here.screen, TableScreen)
        assert learned(here, "ada") == []
