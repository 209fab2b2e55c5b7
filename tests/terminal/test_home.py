"""Home: what goes on is on top and one key away; broken and unknown saves are told in a sentence."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from textual.widgets import OptionList

from screens.storage import Storage, StorageError
from thorgames.games import registry

from .conftest import COVER, Start, names_in, put_games
from .pilot import Shown, shown


def spoil(folder: Path, change: str, *values: object) -> None:
    """Change the file of saved games by hand."""
    db = sqlite3.connect(folder / "data" / "thorgames.db")
    db.execute(change, values)
    db.commit()
    db.close()


def listed(at: Shown) -> list[str]:
    """What the lines of Home stand for, from above."""
    options = at.get("#list", OptionList).options
    return [option.id or "" for option in options]


def going_on(at: Shown) -> list[str]:
    """The saved games in the list, from above."""
    return [line.removeprefix("game:") for line in listed(at) if line.startswith("game:")]


async def test_the_newest_game_is_on_top_and_one_key_away(tmp_path: Path) -> None:
    old, new = put_games(tmp_path, count=1), put_games(tmp_path, ("Cleo", "Dora", "Egil"), moves=3)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            assert listed(at)[:2] == [f"game:{new[0]}", f"game:{old[0]}"]
            assert going_on(at) == [*new, *old]
            assert [line for line in listed(at) if line.startswith("new:")] == [f"new:{id}" for id in registry.GAMES]
            first = at.lines.index(next(line for line in at.lines if "Continue" in line))
            moment = storage.running()[0].updated.strftime("%H:%M")
            assert re.fullmatch(rf"Continue +Thor · Cleo, Dora, Egil +\w+ {moment}", at.lines[first].strip())
            assert at.lines[first + 1].strip() == "Basic Game · round 1 of 1, turn 2"
            assert "c Continue" in at.text
            await at.press("c")
            assert at.name == "CoverScreen"
            assert at.app._play.game_id == new[0]


async def test_each_saved_game_is_reached_by_keyboard_and_by_mouse(tmp_path: Path) -> None:
    ids = put_games(tmp_path, count=3)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            await at.press("down", "enter")
            assert at.app._play.game_id == ids[1]
            await at.press("q")
            await at.click("Continue", occurrence=2)
            assert at.app._play.game_id == ids[0]
            await at.press("q")
            await at.click("New game")
            assert at.name == "SetupScreen"


async def test_without_saved_games_nothing_can_be_continued() -> None:
    async with shown() as at:
        assert "Continue" not in at.text
        await at.press("c")
        assert at.name == "HomeScreen"
        await at.press("enter")
        assert at.name == "SetupScreen"


async def test_finished_games_are_not_in_the_list(tmp_path: Path) -> None:
    put_games(tmp_path, moves=-1)
    with Storage(tmp_path / "data") as storage:
        assert len(storage.finished()) == 1
        async with shown(storage) as at:
            assert going_on(at) == []


async def test_a_game_that_is_left_is_on_top_next(tmp_path: Path) -> None:
    old, _new = put_games(tmp_path, count=2)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            await at.press("down", "enter", "r")
            await at.press("space")
            await at.press("2", "enter")
            await at.press("q")
            assert at.name == "HomeScreen"
            assert listed(at)[0] == f"game:{old}"
            assert names_in("\n".join(line for line in at.lines if "New game" not in line)) == set()


async def test_thirty_saved_games(tmp_path: Path) -> None:
    """All are there; the games to begin stay near the top, where they are seen without scrolling."""
    ids = put_games(tmp_path, count=30)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            lines = listed(at)
            assert going_on(at) == list(reversed(ids))
            assert "New game" in at.text
            await at.press("up")  # round to the last one
            await at.press("enter")
            assert at.app._play.game_id == ids[0]
            await at.press("q", "end")
            assert at.get("#list", OptionList).highlighted == len(lines) - 1
            await at.press("home")
            await at.press(*["down"] * 6)
            await at.press("enter")
            assert at.name == "SetupScreen"


async def test_long_lists_of_players_are_cut_not_wrapped(tmp_path: Path) -> None:
    put_games(tmp_path, [f"{letter} somebody so named" for letter in "ABCDE"])
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            (line,) = (line for line in at.lines if line.startswith("Continue"))
            assert "…" in line
            assert re.search(r"today \d\d:\d\d$", line)


async def test_notices_are_shown_once() -> None:
    storage = Storage.in_memory()
    storage.notices.append("[/] Something [bold]was damaged.")
    async with shown(storage) as at:
        assert "[/] Something [bold]was damaged." in at.text
        assert "Nothing is saved: games are lost" in at.text
        await at.press("enter", "escape")
        assert at.name == "HomeScreen"
        assert "Something" not in at.text


async def test_what_is_found_while_the_list_is_made_is_told_at_once(tmp_path: Path) -> None:
    bad, good = put_games(tmp_path, count=2)
    spoil(tmp_path, "update games set names = 'not a list' where id = ?", bad)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            assert going_on(at) == [good]
            assert f"The entry of the game {bad}" in at.text
            await at.press("enter")
            assert at.app._play.game_id == good


async def test_a_broken_save_does_not_hinder_the_others(tmp_path: Path) -> None:
    good, bad, unknown = put_games(tmp_path, count=3)
    spoil(tmp_path, "update games set snapshot = x'0102' where id = ?", bad)
    spoil(tmp_path, "update games set game = 'chess' where id = ?", unknown)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            assert listed(at)[0] == f"game:{unknown}"
            await at.press("c")
            assert at.name == "HomeScreen"
            assert f"The game {unknown}" in at.text
            assert "does not know: chess" in at.text
            await at.press("down", "enter")
            assert at.name == "HomeScreen"
            assert f"The game {bad}" in at.text
            assert "chess," not in at.text
            assert "damaged" in at.text
            await at.press("down", "down", "enter")
            assert at.name == "CoverScreen"
            assert at.app._play.game_id == good


async def test_rules_and_cards_of_an_unknown_game_do_no_harm(tmp_path: Path) -> None:
    (unknown,) = put_games(tmp_path)
    spoil(tmp_path, "update games set game = 'chess' where id = ?", unknown)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            for key in ("f1", "i", "t", "y", "question_mark"):
                await at.press(key)
                await at.press("escape")
                assert at.name == "HomeScreen", key


async def test_a_game_that_has_ended_in_another_window_cannot_be_abandoned(tmp_path: Path) -> None:
    _, id = put_games(tmp_path, count=2)
    with Storage(tmp_path / "data") as storage:
        async with shown(storage) as at:
            with Storage(tmp_path / "data") as other:
                other.abandon(id)
            await at.press("a", "a")
            assert at.name == "HomeScreen"
            assert id in at.text


async def test_set_up_may_fail_to_be_remembered() -> None:
    """The game is saved all the same."""

    def remember(*_: object) -> None:
        raise StorageError("The disk is full.")

    storage = Storage.in_memory()
    storage.remember = remember  # type: ignore[method-assign]
    async with shown(storage) as at:
        await at.press("enter", "f2")
        assert at.name == "CoverScreen"


async def test_a_new_game_that_cannot_be_saved_is_played_all_the_same(tmp_path: Path) -> None:
    """It is said that nothing is saved."""

    def add(*_: object) -> str:
        raise StorageError("The disk [/] is full.")

    with Storage(tmp_path) as storage:
        storage.add = add  # type: ignore[method-assign]
        async with shown(storage) as at:
            await at.press("enter", "f2")
            assert at.name == "CoverScreen"
            await at.until(lambda: "The disk [/] is full." in at.text)
            assert "Nothing is saved of this game yet" in " ".join(at.text.replace("▌", "").split())


def test_a_place_that_cannot_be_written_is_told(start: Start, tmp_path: Path) -> None:
    """Play goes on without a file, and nothing is promised."""
    (tmp_path / "data").write_text("a file where the folder should be")
    program = start()
    program.see("New game", "Nothing is saved: games are lost when the program ends.")
    program.press("enter")
    program.see("Player 6")
    program.press("f2")
    program.see(COVER)
    program.press("ctrl+q")
    assert program.end() == 0
    assert "resume" not in program.after
    program.clean()
