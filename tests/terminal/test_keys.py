"""Keys that arrive at once (typed fast, or over a slow line) do what they would have done one after the other."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from textual.events import Key, Resize
from textual.geometry import Size

from screens.storage import Storage

from .conftest import COVER, NEW, Start, open_hand, put_games, saved
from .pilot import shown
from .program import Program


def at_the_hand(start: Start) -> Program:
    """Ann's hand."""
    program = start(*NEW)
    open_hand(program)
    program.settle(0.1)
    return program


def test_enter_confirms_what_was_chosen_just_before(start: Start) -> None:
    program = at_the_hand(start)
    third = saved(program.folder).pending().asks[0].options[2].id
    program.press("1")
    program.see("•1")
    program.type("3\r")
    program.see("Take a god card")
    assert saved(program.folder).steps[-1].answer == (third,)


def test_arrows_move_before_enter_confirms(start: Start) -> None:
    program = at_the_hand(start)
    third = saved(program.folder).pending().asks[0].options[2].id
    program.press("1")
    program.see("•1")
    program.type("\x1b[C\x1b[C\r")
    program.see("Take a god card")
    assert saved(program.folder).steps[-1].answer == (third,)


def test_a_whole_turn_at_once(start: Start) -> None:
    """The last Enter passes the device on; what comes after it does not reach the next player's hand."""
    program = at_the_hand(start)
    program.type("3\r2\r\r" + "1\r" * 20)
    program.see(COVER, "Brun")
    program.settle(0.2)
    assert COVER in program.screen.text
    assert saved(program.folder).ply == 2


KEYS = (
    ["enter"] * 6 + ["escape"] * 4 + ["r"] * 5 + ["space"] * 4 + [*"123456789abcdefgilsouhqxncty"] + ["f1", "f2"] * 2
) + ["tab", "shift+tab", "up", "down", "left", "right", "question_mark", "home", "end", "pagedown", "backspace"]
SIZES = ((80, 24), (120, 30), (20, 5), (79, 24), (80, 24))


@pytest.mark.parametrize("seed", range(3))
async def test_no_keys_however_fast_break_anything(tmp_path: Path, seed: int) -> None:
    """Screens are opened and left faster than they are made; an error would be raised at the end."""
    rng = random.Random(seed)
    put_games(tmp_path, count=2)
    seen = set()
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            for _ in range(90):
                for _ in range(rng.choice((1, 1, 2, 3, 8))):
                    key = rng.choice(KEYS)
                    if at.name == "HomeScreen" and key == "q":
                        continue
                    if rng.random() < 0.04:
                        size = Size(*rng.choice(SIZES))
                        at.app.post_message(Resize(size, size))
                    at.app.post_message(Key(key, key if len(key) == 1 else None))
                    seen.add(at.name)
                await asyncio.sleep(rng.choice((0, 0, 0.005, 0.03)))
            await at.pilot.pause(0.1)
            assert at.app.is_running
            assert not at.app.failed
    assert len(seen) > 3
