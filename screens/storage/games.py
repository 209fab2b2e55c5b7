"""The storage itself: the saved games in an open file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from screens.storage import file, rows, schema
from screens.storage.errors import Moved, StorageError, sentence
from screens.storage.opened import OpenFile
from screens.storage.rows import PlayerResult, Saved, Status
from thorgames.core.errors import CardFileError
from thorgames.core.text import Msg
from thorgames.games import registry

if TYPE_CHECKING:
    from thorgames.session import Session, Step

ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
"""What a game's id is made of: nothing that is easily misread, and no vowels, so that no words come out."""


class _Known(Struct):
    """How a session was last saved or loaded; `steps` are those in the file, to find the new ones by."""

    id: str
    ply: int
    status: Status
    steps: list[Step]

    def becomes(self, session: Session, status: Status, same: int) -> None:
        """The game has been saved; the first `same` steps were in the file before."""
        self.ply = session.ply
        self.status = status
        self.steps[same:] = session.steps[same:]


class Storage(OpenFile):
    """All saved games of one user, open for as long as the program runs.

    Args:
        folder: where the file lies; None: where `data_folder` says.

    Attributes:
        notices: sentences for the user about what was found when something was opened; show them and clear the list.
        path: the file, or None in memory.

    Raises:
        StorageError: the folder or the file cannot be used. The program can go on with `Storage.in_memory`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = (folder if folder is not None else file.data_folder()).absolute()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(sentence(error, folder)) from None
        self._use(*file.find(folder))
        self._copy_if_changed()

    @classmethod
    def in_memory(cls, why: str = "") -> Storage:
        """A storage that forgets everything at the end of the program, for when there is no place for a file.

        Args:
            why: the sentence of the error, which then comes first among the notices.
        """
        db = file.connect(":memory:")
        schema.upgrade(db)
        storage = cls.__new__(cls)
        told = [why] if why else []
        storage._use(None, db, [*told, "Nothing is saved: games are lost when the program ends."])
        return storage

    def _use(self, path: Path | None, db: sqlite3.Connection, notices: Sequence[str]) -> None:
        """Take an open file."""
        super().__init__(path, db, notices)
        self._known: WeakKeyDictionary[Session, _Known] = WeakKeyDictionary()
        self._said: set[str] = set()

    # --- games -------------------------------------------------------------------------------------------------

    def add(self, session: Session) -> str:
        """Save a new game; the id it is saved under."""
        from screens.storage import packing

        box, now = session.game.box, rows.now()
        with self._writing() as db:
            if db.execute("select 1 from packs where hash = ?", (box.hash,)).fetchone() is None:
                pack = (box.hash, session.setup.game, Path(box.file).name, packing.cards(self._key, box.toml))
                db.execute("insert into packs values (?, ?, ?, ?)", pack)
            game_id = self._new_id(db)
            names, holders = rows.to_json(session.names), rows.to_json(session.holders)
            known = _Known(game_id, session.ply, "running", [])
            row = (game_id, session.setup.game, session.setup.mode, names, holders, box.hash, known.ply, now)
            db.execute(
                "insert into games (id, game, mode, names, holders, pack, ply, started, status)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, 'running')",
                row,
            )
            after = self._put(db, session, known, None)
        known.becomes(session, *after)
        self._known[session] = known
        self._copy_if_changed()
        return game_id

    def save(self, game_id: str, session: Session, progress: str | None = None) -> None:
        """Save a game after an answer or an undo.

        If it fails, the next call saves what is missing too.

        Args:
            game_id: what `add` returned or `load` was given.
            session: what was given to `add` or returned by `load`.
            progress: how far it has gone, in public words; None: what the game says.

        Raises:
            Moved: another window has saved, abandoned or deleted this game since.
            StorageError: it cannot be saved now.
        """
        known = self._known.get(session)
        if known is None or known.id != _as_typed(game_id):
            raise StorageError(f"The game {game_id} was not opened from {self.path or 'memory'}. Resume it first.")
        with self._writing() as db:
            after = self._put(db, session, known, progress)
        known.becomes(session, *after)

    def _put(self, db: sqlite3.Connection, session: Session, known: _Known, progress: str | None) -> tuple[Status, int]:
        """Write what has changed since a game was `known`; its status, and how many steps were in the file before."""
        from screens.storage import packing

        if progress is None:
            progress = session.speaker.plain(session.game.progress(session.view(None)))
        game_id, outcome = known.id, session.game.outcome(session.state)
        status: Status = "running" if outcome is None else "finished"
        steps = session.steps
        done = db.execute(
            "update games set status = ?, progress = ?, moves = ?, ply = ?, updated = ?, ranks = ?, scores = ?,"
            " reason = ?, snapshot = ? where id = ? and ply = ? and status = ?",
            (
                status,
                progress,
                len(steps),
                session.ply,
                rows.now(),
                rows.to_json(outcome.ranks if outcome else ()),
                rows.to_json(outcome.scores if outcome else ()),
                session.speaker.plain(Msg(outcome.reason)) if outcome else "",
                packing.snapshot(self._key, session),
                game_id,
                known.ply,
                known.status,
            ),
        )
        if done.rowcount != 1:
            raise Moved(
                f"Another window has changed the game {game_id} in {self.path} meanwhile; it was not saved from here."
                f" Resume {game_id} to go on from where it is now."
            )
        # A step is never changed, and a list of steps only grows and shrinks at its end: what lies below a step that
        # is the very same object is the same too.
        same = min(len(known.steps), len(steps))
        while same and known.steps[same - 1] is not steps[same - 1]:
            same -= 1
        if same < len(known.steps):
            db.execute("delete from answers where game = ? and number >= ?", (game_id, same))
        new = [(game_id, number, packing.step(self._key, steps[number])) for number in range(same, len(steps))]
        db.executemany("insert or replace into answers values (?, ?, ?)", new)
        if known.status == "finished":
            db.execute("delete from results where game = ?", (game_id,))
        if outcome is not None:
            scores = outcome.scores or (None,) * len(outcome.ranks)
            seats = zip(session.names, session.holders, outcome.ranks, scores, strict=False)
            db.executemany(
                "insert or replace into results values (?, ?, ?, ?, ?, ?)",
                [(game_id, seat, *result) for seat, result in enumerate(seats)],
            )
        return status, same

    @staticmethod
    def _new_id(db: sqlite3.Connection) -> str:
        """An id that no game has."""
        import secrets

        for length in (4,) * 20 + (6,) * 20:
            game_id = "".join(secrets.choice(ID_LETTERS) for _ in range(length))
            if db.execute("select 1 from games where id = ?", (game_id,)).fetchone() is None:
                return game_id
        raise StorageError("No free id was found for the game. Delete games that are over.")

    def load(self, game_id: str) -> Session:
        """A saved game, with the cards it was begun with, at the very question where it was left.

        The saved state counts. The saved answers are only held against it; if they do not agree, or if some of them
        are damaged, `notices` says so.

        Raises:
            StorageError: there is no such game, or it cannot be taken up; the file is not changed.
        """
        game_id = _as_typed(game_id)
        called = f"The game {game_id} in {self.path or 'memory'}"
        with self._reading() as db:
            row = db.execute(
                "select games.game, ply, status, snapshot, file, cards"
                " from games left join packs on packs.hash = games.pack where id = ?",
                (game_id,),
            ).fetchone()
            entries = dict(db.execute("select number, step from answers where game = ?", (game_id,)))
        if row is None:
            there = ", ".join(f"{one.id} ({one.game})" for one in self.running())
            raise StorageError(
                f"There is no game {game_id!r} in {self.path or 'memory'}."
                + (f" Games that can be resumed: {there}." if there else " No game is waiting to be resumed.")
            )
        kind, ply, status, masked, name, cards = row
        if kind not in registry.GAMES:
            raise StorageError(
                f"{called} is of a kind that this version does not know: {kind}. A newer version of the program may."
            )
        from screens.storage import packing

        try:
            session, lost, agrees = packing.restored(self._key, kind, masked, name, cards, entries)
        except packing.DAMAGED:
            raise StorageError(
                f"{called} is damaged and cannot be resumed. The other games are not affected."
            ) from None
        except CardFileError:
            raise StorageError(f"{called} has cards that this version cannot read. An older version may.") from None
        except Exception:
            raise StorageError(
                f"{called} was saved by another version of the program, which alone can resume it."
            ) from None
        if lost:
            self.notices.append(f"{called} has {lost} damaged entries in its log. Play goes on from where it was left.")
        elif not agrees:
            self.notices.append(
                f"{called} stands elsewhere than its saved answers lead to. Play goes on from where it was left."
            )
        self._known[session] = _Known(game_id, ply, status, list(session.steps))
        return session

    def games(self, *statuses: Status) -> list[Saved]:
        """What is known of the saved games of these statuses (none given: of all), the last played first."""
        with self._reading() as db:
            found = db.execute(rows.SAVED + " order by updated desc, rowid desc").fetchall()
        games = []
        for row in found:
            try:
                saved = rows.saved(row)
            except (ValueError, TypeError):  # msgspec's errors are ValueErrors
                said = f"The entry of the game {row[0]} in {self.path or 'memory'} is damaged and was left out."
                if said not in self._said:
                    self._said.add(said)
                    self.notices.append(said)
                continue
            if not statuses or saved.status in statuses:
                games.append(saved)
        return games

    def running(self) -> list[Saved]:
        """The games that go on, the last played first."""
        return self.games("running")

    def finished(self) -> list[Saved]:
        """The games that have been played to the end, the last first."""
        return self.games("finished")

    def newest(self) -> Saved | None:
        """The game that goes on and was played last."""
        return next(iter(self.running()), None)

    def abandon(self, game_id: str) -> None:
        """Give up a game that goes on: it is no longer among those that do, and has no result.

        It is kept all the same: once it is loaded and saved again, it goes on.

        Raises:
            StorageError: no such game goes on.
        """
        game_id = _as_typed(game_id)
        with self._writing() as db:
            change = "update games set status = 'abandoned', updated = ? where id = ? and status = 'running'"
            if db.execute(change, (rows.now(), game_id)).rowcount != 1:
                raise StorageError(f"No game {game_id!r} goes on in {self.path or 'memory'}.")

    def delete(self, game_id: str) -> None:
        """Remove a game and its results for good. Nothing happens if there is none."""
        game_id = _as_typed(game_id)
        with self._writing() as db:
            for table, column in (("answers", "game"), ("results", "game"), ("games", "id")):
                db.execute(f"delete from {table} where {column} = ?", (game_id,))
            db.execute("delete from packs where hash not in (select pack from games)")

    def results(self) -> list[PlayerResult]:
        """How every player did in every finished game, the last game first, by seat within a game."""
        with self._reading() as db:
            found = db.execute(rows.RESULTS + " order by updated desc, games.rowid desc, seat").fetchall()
        results = []
        for row in found:
            with suppress(ValueError, TypeError):
                results.append(rows.result(row))
        return results


def _as_typed(game_id: str) -> str:
    """An id as it is stored, from what somebody typed."""
    return game_id.strip().lower()
