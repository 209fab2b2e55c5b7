"""Keys that arrive at once (typed fast, or over a slow line) do what they would have done one after the other."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from textual.events import Key, Resize
from textual.geometry import Size

from screens.storage import Storage

from .conftest import COVER, NEW, Start, names_in, open_hand, put_games, saved
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


def test_a_turn_by_mouse_alone(start: Start) -> None:
    """The choice, its button, a card of the board, and passing on."""
    program = at_the_hand(start)
    program.click("2 Freya")
    program.see("•2")
    program.click("Enter: confirm")
    program.see("Take a god card")
    program.click("Freya")
    program.see("Kind: god card")
    program.press("escape")
    program.see("Take a god card")
    program.settle(0.1)
    y = next(y for y, line in enumerate(program.screen.lines) if line[2:].startswith("1 "))
    program.click_at(3, y)
    program.see("•1")
    program.click("Enter: confirm")
    program.see("Enter: pass it on", "Ann: done")
    program.click("Enter: pass it on")
    program.see(COVER, "Brun")


def test_on_quitting_it_is_said_how_to_go_on(start: Start) -> None:
    """With a game under way, and without the name of a card; from Home nothing is said."""
    program = at_the_hand(start)
    program.press("ctrl+q")
    assert program.end() == 0
    with Storage(program.folder / "data") as storage:
        (one,) = storage.running()
    assert f"Saved. Go on with: thorgames resume {one.id}" in program.after
    assert not names_in(program.after)
    program.clean()
    again = start("resume", one.id)
    again.see(COVER)
    again.press("q")
    again.see("Continue")
    again.press("q")
    assert again.end() == 0
    assert "Saved." not in again.after
    again.clean()


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
            at.app.action_leave_program = lambda: None  # type: ignore[method-assign]
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
