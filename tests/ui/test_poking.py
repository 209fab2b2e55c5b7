"""Somebody who tries everything before giving an answer: half choices, wrong ones, taken back ones, look-ups."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from screens.keymap import CHOICE_KEYS, COMMANDS
from screens.table.base import TableScreen
from tests.ui.driver import desk, new_game, screen_is_panel
from thorgames.games import registry

WAYS = [(game, mode.id, mode.seats[0]) for game in registry.GAMES for mode in registry.info(game).modes]

KEYS = [*CHOICE_KEYS[:12] * 3, "up", "down", "left", "right", "space", "tab", "escape"] + [
    COMMANDS[action] for action in ("hint", "card", "log", "rules", "keys", "undo")
]


@pytest.mark.parametrize("game_id", list(registry.GAMES))
async def test_nothing_that_is_tried_on_the_way_to_an_answer_fails(game_id: str, folder: Path) -> None:
    """Random keys at each question of the beginning of a game, then an answer; in the long run whole games."""
    mode = registry.info(game_id).modes[-1]
    await poke(folder, game_id, mode.id, mode.seats[0], steps=14)


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "mode", "seats"), WAYS, ids=["-".join(map(str, way)) for way in WAYS])
async def test_nothing_that_is_tried_in_a_whole_game_fails(game_id: str, mode: str, seats: int, folder: Path) -> None:
    await poke(folder, game_id, mode, seats, steps=5_000)


async def poke(folder: Path, game_id: str, mode: str, seats: int, steps: int) -> None:
    """Press random keys before each answer of so many steps at the device; an error of the program ends the test."""
    rng = random.Random(f"{game_id} {mode}")
    here = desk(folder, new_game(game_id, mode, seats))
    poked = 0
    async with here.sit():
        for _ in range(steps):
            for _ in range(rng.randint(2, 6)):
                table = here.screen
                if not isinstance(table, TableScreen) or table.ask is None or table.ask.seat != table.viewer:
                    break
                await here.press(rng.choice(KEYS))
                poked += 1
                while screen_is_panel(here.screen):
                    await here.press("escape")
            table = here.screen
            while (
                isinstance(table, TableScreen)
                and table.selection is not None
                and (table.selection.group or table.selection.chosen)
            ):
                await here.press("escape")  # the answer is given from the beginning
            if not await here.step():
                break
    assert poked > 5
