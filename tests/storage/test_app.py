"""What the app does when the storage cannot save, or has something to say."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from screens.start import NewGame, Resume
from screens.storage import Storage
from tests.storage.saves import begin, play
from tests.terminal.pilot import shown
from thorgames.core.ask import legal


def disk(storage: Storage, full: bool) -> None:
    """Leave no room on the disk, or room enough."""
    pages = storage._db.execute("pragma page_count").fetchone()[0]
    storage._db.execute(f"pragma max_page_count = {pages if full else 10**9}")


NEW = NewGame(begin(seats=2).setup, ("Ann", "Brun"), ("person", "person"), seed=5)


async def test_on_a_full_disk_a_new_game_is_played_and_saved_as_soon_as_there_is_room(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        disk(storage, full=True)
        async with shown(storage, NEW) as at:
            await at.settle()
            assert at.name == "CoverScreen"
            (told,) = [one.message for one in at.app._notifications]
            assert "the disk is full" in told
            assert "Nothing is saved of this game yet; each answer tries again." in told
            assert at.app.storage is storage
            assert storage.games() == []
            await at.press("r")
            await at.until(lambda: at.name != "CoverScreen")
            await at.press("space", "1", "enter")
            assert at.app._play.session.ply == 1
            assert storage.games() == []
            assert at.app.farewell() == ""
            assert "are lost" in at.app.apology()
            disk(storage, full=False)
            await at.press("1", "enter")
            (saved,) = storage.running()
            assert (saved.id, saved.names) == (at.app._play.game_id, ("Ann", "Brun"))
            assert storage.load(saved.id).state == at.app._play.session.state
            assert at.app.farewell() == f"Saved. Go on with: thorgames resume {saved.id}\n"


async def test_leaving_a_game_that_is_not_saved_tries_again_and_says_so(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        for full in (True, False):
            disk(storage, full=True)
            async with shown(storage, NEW) as at:
                await at.settle()
                disk(storage, full)
                await at.press("q")
                assert at.name == "HomeScreen"
                assert ("The game could not be saved." in at.text) == full
                assert len(storage.running()) == (not full)


async def test_playing_again_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        async with shown(storage, NEW) as at:
            await at.settle()
            session, rng = at.app._play.session, random.Random(1)
            while (pending := session.pending()) is not None:
                session.submit(pending.asks[0].seat, legal(pending.asks[0], rng))
            at.app._play.save()
            at.app._play.go()
            await at.until(lambda: at.name == "ResultScreen")
            disk(storage, full=True)
            await at.press("a")
            assert at.name == "CoverScreen"
            assert at.app._play.session is not session
            assert storage.running() == []
            disk(storage, full=False)
            await at.until(lambda: at.app.screen.painted)
            await at.press("q")
            assert len(storage.running()) == 1


async def test_what_was_found_when_a_game_was_loaded_is_told(tmp_path: Path) -> None:
    session = begin(seats=2)
    with Storage(tmp_path) as storage:
        game_id = storage.add(session)
        play(session, random.Random(1), 10)
        storage.save(game_id, session)
    with closing(sqlite3.connect(tmp_path / "thorgames.db")) as db:
        db.execute("delete from answers where number = 3")
        db.commit()
    with Storage(tmp_path) as storage:
        async with shown(storage, Resume(game_id)) as at:
            await at.settle()
            assert at.name == "CoverScreen"
            assert f"The game {game_id} in" in at.text
            assert "1 damaged" in at.text
            assert storage.notices == []
