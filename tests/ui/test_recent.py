"""What has happened: the end of the log on the table, its cards to be clicked, and what an automaton has just done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from screens.panels.card import CardPanel
from screens.panels.rules import RulesPanel
from screens.panels.since import SincePanel
from screens.table.base import TableScreen
from screens.table.choices import Choices
from tests.ui.driver import Desk, desk, hasty, new_game, screen_is_panel
from thorgames.core.text import plain

SIZES = [(80, 24), (100, 30), (120, 36)]


def events(here: Desk, viewer: int | None) -> list[str]:
    """Every line of the log, as a seat may read it."""
    speaker = here.session.speaker
    return [plain(speaker.tell(event, viewer)) for step in here.session.steps for event in step.events]


def log_shown(here: Desk) -> list[str]:
    """The rows of the log on the table, from top to bottom."""
    (widget,) = [w for w in here.screen.query("#recent, #side") if w.display]
    region = widget.content_region
    assert region.bottom <= here.screen.query_one("#asking").region.y
    rows = ["".join(row[region.x : region.right]).strip() for row in here.glass.cells[region.y : region.bottom]]
    return rows


def check_log(here: Desk) -> None:
    """The last row is the end of the last event, and what is above it are the events before it, wrapped."""
    rows = log_shown(here)
    told = " ".join(" ".join(events(here, here.screen.viewer)).split())
    assert rows[-1], here.text
    shown = " ".join(" ".join(rows).split())
    assert told.endswith(shown), f"{shown!r}\nis not the end of\n{told[-400:]!r}"
    if len(rows) > 3 and len(told) > len(rows) * 80:
        assert sum(not row for row in rows) <= 1, "room is left empty"


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(s, marks=pytest.mark.long) for s in SIZES[1:])], ids=str)
@pytest.mark.parametrize(
    ("game", "mode", "seats"),
    [
        pytest.param("thor", "basic", 5, marks=pytest.mark.long),
        ("thor", "big", 6),
        ("althing", "standard", 3),
        ("althing", "solo", 1),
    ],
)
async def test_the_last_line_of_the_log_is_what_happened_last(
    game: str, mode: str, seats: int, size: tuple[int, int], folder: Path
) -> None:
    names = ("Ada", "Bo of the long name", "Cleo", "Dag", "Eva Longer Name Here", "Finn")
    here = desk(folder, new_game(game, mode, seats, names=names), seed=4)
    tables = 0
    async with here.sit(size):
        for step in range(36):
            if isinstance(here.screen, TableScreen):
                tables += 1
                check_log(here)
                if step == 12:
                    for other in SIZES:
                        await here.resize(*other)
                        check_log(here)
                    await here.resize(*size)
            await here.step(choose=hasty)
        assert tables > 12


async def test_at_80x24_many_choices_leave_a_line_for_the_log(folder: Path) -> None:
    here = desk(folder, new_game("althing", "standard", 3), seed=4)
    async with here.sit():
        await here.lift()
        screen = here.screen
        label = screen.label
        screen.label = lambda item: (label(item)[0] + " with very much to say about it indeed, so that it fills", "")
        await here.press("2")
        assert screen.query_one(Choices).lines > 3
        check_log(here)
        assert "Your hand:" in here.text
        cursor = 0
        while cursor < len(screen.selection.items()):
            await here.press("down")
            cursor += 1
            at = screen.selection.cursor
            assert label(screen.selection.items()[at])[0][:20] in here.text


# --- clicked ----------------------------------------------------------------------------------------------------------


async def click_words(here: Desk, words: str, within: str) -> None:
    """Click on words within a widget."""
    region = here.screen.query_one(within).region
    for y in range(region.y, region.bottom):
        row = "".join(here.glass.cells[y][region.x : region.right])
        if words in row:
            await here.click_at(region.x + row.index(words) + len(words) // 2, y)
            return
    raise AssertionError(f"{words!r} is not in {within}")


@pytest.mark.parametrize(("size", "log"), [((80, 24), "#recent"), ((120, 36), "#side")])
async def test_a_card_named_in_the_log_is_opened_by_a_click(size: tuple[int, int], log: str, folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1"), seed=3)
    async with here.sit(size):
        await here.play(until=lambda: here.session.state.turn == 2 and isinstance(here.screen, TableScreen))
        box = here.session.game.box
        placed = [pile[-1] for pile in here.session.state.columns if pile]
        card = next(card for card in placed if f"places {box.name(card)}" in " ".join(log_shown(here)))
        table = here.screen
        await click_words(here, box.name(card), log)
        assert isinstance(here.screen, CardPanel)
        assert here.words("#card-face").startswith(box.name(card))
        await here.press("escape")
        assert here.screen is table
        await here.click_at(table.query_one(log).region.x + 1, table.query_one(log).region.bottom - 1)
        assert here.screen is table, "a player's name opens nothing"


async def test_cards_on_the_board_and_the_clause_are_opened_by_a_click(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, thors_will="yes", first="1"), seed=3)
    async with here.sit():
        await here.play(until=lambda: here.session.state.turn > 3 and isinstance(here.screen, TableScreen))
        table, state, box = here.screen, here.session.state, here.session.game.box
        await click_words(here, "Odin", "#board")
        assert isinstance(here.screen, CardPanel)
        assert here.words("#card-face").startswith("Odin")
        await here.press("escape")
        at = next(i for i, column in enumerate(state.columns) if column)
        rows = here.text.splitlines()
        (y,) = [y for y, row in enumerate(rows) if row.startswith(" offerings")]
        x = rows[y - 2].index(box.cards[state.gods[at]].name)
        await here.click_at(x, y)
        assert isinstance(here.screen, CardPanel)
        assert here.words("#card-face").startswith(box.name(state.columns[at][0]))
        await here.press("escape")
        assert here.screen is table
        await here.until(lambda: isinstance(here.screen, TableScreen))
        while here.screen.ask is None:
            await here.step()
            await here.until(lambda: not screen_is_panel(here.screen))
        rule = here.screen.ask.rule
        await click_words(here, rule, "#prompt")
        assert isinstance(here.screen, RulesPanel)
        assert here.screen.hit().id == rule


# --- the automaton ----------------------------------------------------------------------------------------------------


async def test_what_an_automaton_did_is_told_once_and_in_order(folder: Path) -> None:
    """Whatever it did in the last turn, from its beginning; never a line of an older turn."""
    here = desk(folder, new_game("althing", "solo", seats=1, seed=5), seed=5)
    told: list[int] = []
    before = 0
    async with here.sit():
        for _ in range(75):
            if isinstance(here.screen, SincePanel):
                state, lines = here.session.state, [plain(line) for line in here.screen.lines]
                everything = events(here, 0)
                assert everything[-len(lines) :] == lines, "older lines, or others"
                assert len(everything) - len(lines) >= before, "told already"
                before = len(everything)
                told.append(state.turn)
                shown = lines
                await here.press("x")  # closed at once
                table: Any = here.screen
                if isinstance(table, TableScreen) and table.ask is not None:
                    await here.press("s")
                    assert [plain(line) for line in here.screen.lines] == shown
                    await here.press("x")
            elif not await here.step(choose=hasty):
                break
        assert set(told) >= set(range(1, 4))
