"""The mouse alone: whatever a key does can be clicked, and what is clicked stays in its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList, Select

from screens.panels.keys import KeysPanel
from screens.panels.rules import RulesPanel
from screens.panels.since import SincePanel
from screens.replay import ReplayScreen
from screens.start import Home, SetUp
from screens.table.base import TableScreen
from screens.table.choices import Choices
from tests.ui.driver import By, Desk, desk, forward, hasty, new_game
from thorgames.core.ask import legal
from thorgames.games import registry


async def click_line(here: Desk, words: str) -> None:
    """Click where words stand on the screen."""
    for y, line in enumerate(here.text.splitlines()):
        if words in line:
            await here.click_at(line.index(words) + 1, y)
            return
    raise AssertionError(f"{words!r} is nowhere on the screen")


async def choose_key(here: Desk, words: str) -> None:
    """Click in the list of keys what no button does."""
    await here.click_key("keys")
    assert isinstance(here.screen, KeysPanel)
    await click_line(here, words)


async def test_what_has_no_button_is_clicked_in_the_list_of_keys(folder: Path) -> None:
    """Since my last turn at the table; the ends and the rules in a replay."""
    here = desk(folder, new_game(seats=2, rounds="1", first="1"))
    async with here.sit():
        await here.lift("mouse")
        assert isinstance(here.screen, TableScreen)
        await choose_key(here, "Since my last turn")
        assert isinstance(here.screen, SincePanel)
        await here.click_at(5, 5)
        assert isinstance(here.screen, TableScreen)

        forward(here, lambda s: False, choose=hasty)
        await here.settle()
        await here.click_key("look_back")
        assert isinstance(here.screen, ReplayScreen)
        await choose_key(here, "To the end")
        assert here.screen.at == len(here.screen.recording) - 1
        await choose_key(here, "To the beginning")
        assert here.screen.at == 0
        await choose_key(here, "Rules")
        assert isinstance(here.screen, RulesPanel)


async def test_the_list_of_keys_can_be_used_by_arrows_and_enter(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.press("question_mark")
        rows = list(here.screen.rows)
        await here.press(*["down"] * rows.index("Rules of the highlighted game, and of all others"), "enter")
        assert isinstance(here.screen, RulesPanel)


async def test_what_cannot_be_done_any_more_is_not_done_by_its_line(folder: Path) -> None:
    """The list was opened on a screen that has gone since."""
    here = desk(folder, new_game(seats=2, rounds="1", first="1"))
    async with here.sit():
        await here.lift()
        await here.press("question_mark")
        panel = here.screen
        here.lead.leave()
        await here.settle()
        before = here.screen
        node, action = panel.actions["Log"]
        await panel._do(node, action)
        await here.settle()
        assert here.screen is before


async def test_the_rules_of_every_game_are_reached_from_home_by_the_mouse(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.click_key("rules")
        met = []
        for _ in registry.GAMES:
            met.append(here.screen.game_id)
            assert f"{registry.GAMES[here.screen.game_id]}: rules, cards and words" in here.text
            await here.click_key("next_game")
        assert met == list(registry.GAMES)
        assert here.screen.game_id == met[0]
        await here.click_key("back")
        assert here.line.rstrip().endswith("q Quit")


async def test_rules_of_other_games_stay_away_from_a_table(folder: Path) -> None:
    here = desk(folder, new_game(seats=2, rounds="1", first="1"))
    async with here.sit():
        await here.lift()
        await here.press("f1", "f3")
        assert here.screen.game_id == "thor"
        assert "Next game" not in here.text


async def test_a_broken_card_file_of_the_next_game_is_told_and_left_out(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THORGAMES_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "cards").mkdir(parents=True)
    (tmp_path / "home" / "cards" / "althing.toml").write_text("not a card file")
    here = desk(folder, Home())
    async with here.sit():
        await here.press("f1", "f3")
        assert here.screen.game_id == "thor"
        assert "not a TOML file" in here.text
        await here.press("f3")
        assert here.screen.game_id == "kardnarok"


@pytest.mark.parametrize("beside", ["#title", "#about", "#name-0", "#hints"])
async def test_an_open_list_of_the_set_up_closes_at_a_click_beside_it(beside: str, folder: Path) -> None:
    here = desk(folder, SetUp("thor"))
    async with here.sit((100, 40)):
        mode = here.screen.query_one("#mode", Select)
        await here.click_at(mode.region.x + 2, mode.region.y)
        assert mode.expanded
        await here.click_at(mode.region.x + 2, mode.region.y)  # the arrow closes it as before
        assert not mode.expanded
        await here.click_at(mode.region.x + 2, mode.region.y)
        assert mode.expanded
        region = here.screen.query_one(beside).region
        await here.click_at(region.right - 2, region.y)
        assert not mode.expanded
        await here.click_at(mode.region.x + 2, mode.region.y)
        await here.click(mode.query_one(OptionList), 3, 1)
        assert not mode.expanded
        assert mode.value == "big"


@pytest.mark.parametrize("by", ["keys", "mouse"])
async def test_one_choice_too_many_is_answered_with_a_sentence(by: By, folder: Path) -> None:
    here = desk(folder, new_game("althing", "standard", 2))
    async with here.sit():

        def several(state: Any) -> bool:
            asks = [] if (pending := here.session.pending()) is None else pending.asks
            return any(1 <= ask.lo <= ask.hi == 2 < len(ask.options) and ask.seat < 2 for ask in asks)

        forward(here, several, choose=legal)
        await here.settle()
        await here.lift(by)
        for at in range(3):
            await here._choose(at, by)
        ids = [option.id for option in here.screen.ask.options]
        assert here.screen.selection.chosen == ids[:2]
        assert "No more than 2 may be chosen" in here.words("#preview")
        await here._choose(0, by)
        await here._choose(2, by)
        assert here.screen.selection.chosen == [ids[1], ids[2]]
        assert "No more than" not in here.text


async def test_choices_stay_where_they_are_when_shorter_words_follow_longer_ones(folder: Path) -> None:
    """The line beneath them may grow, and does not shrink again before the question is answered."""
    here = desk(folder, new_game("thorgal", "standard", 2))
    grown = shrinkable = 0
    async with here.sit():
        for _ in range(8):
            while not isinstance(here.screen, TableScreen) or here.screen.ask is None:
                await here.step()
            choices = here.screen.query_one(Choices)
            bottom, words = choices.parent.region.bottom, 0
            for at in range(min(9, len(here.screen.selection.items()))):
                if here.screen.selection.group or here.screen.selection.items()[at].barred:
                    break
                await here._choose(at, "keys")
                rows = here.screen._rows_of("preview", here.screen.size.width - 16)
                now = choices.parent.region.bottom
                assert now <= bottom
                grown += now < bottom
                shrinkable += rows < words
                bottom, words = now, max(words, rows)
            await here.step()
    assert grown
    assert shrinkable


async def test_choices_have_a_line_to_spare_beneath_them_where_there_is_room(folder: Path) -> None:
    here = desk(folder, new_game("kardnarok", "duel", 2))
    async with here.sit((80, 30)):
        two_lines = 0
        for _ in range(9):
            while not isinstance(here.screen, TableScreen) or here.screen.ask is None:
                await here.step()
            here.screen.set_ask(here.screen.ask)
            await here.settle()
            choices, place = here.screen.query_one(Choices), here.screen.query_one(Choices).region
            for at in range(min(4, len(here.screen.selection.items()))):
                if here.screen.selection.group or here.screen.selection.items()[at].barred:
                    break
                await here._choose(at, "keys")
                if not here.screen.selection.group and here.screen.query_one("#preview").size.height == 2:
                    assert choices.region == place
                    two_lines += here.screen._rows_of("preview", here.screen.size.width - 16) == 2
            await here.step()
        assert two_lines
