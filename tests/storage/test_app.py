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


async def test_on_a_full_disk_a_new_game_is_played_without_a_file(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        pages = storage._db.execute("pragma page_count").fetchone()[0]
        storage._db.execute(f"pragma max_page_count = {pages}")
        new = NewGame(begin(seats=2).setup, ("Ann", "Brun"), ("person", "person"))
        async with shown(storage, new) as at:
            await at.settle()
            assert at.name == "CoverScreen"
            assert "Nothing is saved" in at.text
            full, nothing = [one.message for one in at.app._notifications]
            assert "the disk is full" in full
            assert nothing == "Nothing is saved: games are lost when the program ends."
            assert at.app.storage.path is None
            assert at.app.storage.notices == []
            assert len(at.app.storage.running()) == 1
        assert storage.games() == []


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
