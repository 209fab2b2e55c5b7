"""An open file: one look at it, one transaction, its backup copy, its settings."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from screens.storage import file
from screens.storage.errors import StorageError, sentence
from screens.storage.rows import from_json, to_json
from screens.storage.schema import Unsound


class OpenFile:
    """The open file, or the tables in memory.

    Args:
        path: the file, or None in memory.
        db: a connection to it.
        notices: what was found when it was opened.

    Attributes:
        notices: sentences for the user about what was found when something was opened; show them and clear the list.
        path: the file, or None in memory.

    Raises:
        StorageError: it cannot be read.
    """

    def __init__(self, path: Path | None, db: sqlite3.Connection, notices: Sequence[str]) -> None:
        self.path = path
        self.notices = list(notices)
        self._db = db
        self._lock = threading.RLock()
        with self._reading():
            self._key: bytes = db.execute("select value from meta where key = 'key'").fetchone()[0]
        self._file = file.which(path) if path is not None else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Bring the backup copy up to date and close the file; nothing is lost without it."""
        with self._lock, suppress(sqlite3.Error):
            if self.path is not None:
                self._db.execute("pragma wal_checkpoint(truncate)")  # or else closing would do it, after the copy
            self._copy_if_changed()
            self._db.close()

    def _copy_if_changed(self) -> None:
        """Bring the backup copy up to date. If that fails, the older one stays, and play goes on."""
        if self.path is None:
            return
        with self._lock, suppress(sqlite3.Error, OSError, Unsound):
            if file.which(self.path) == self._file:
                file.renew_backup(self._db, self.path)

    # --- reading and writing -----------------------------------------------------------------------------------

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Errors of SQLite and of the system become a `StorageError`."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StorageError(sentence(error, self.path)) from None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent look at the file."""
        with self._lock, self._plainly():
            self._db.execute("begin")
            try:
                yield self._db
            finally:
                if self._db.in_transaction:
                    self._db.execute("rollback")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, on the disk when it is over; nothing of it is in the file if it fails."""
        with self._lock, self._plainly():
            if self.path is not None:
                try:
                    there = file.which(self.path) == self._file
                except FileNotFoundError:
                    there = False
                if not there:
                    raise StorageError(
                        f"{self.path} was moved, replaced or deleted while the program ran, so nothing can be saved in"
                        " it any more. Put it back, or start the program again."
                    )
            self._db.execute("begin immediate")
            try:
                yield self._db
                self._db.execute("commit")
            finally:
                if self._db.in_transaction:
                    self._db.execute("rollback")

    # --- settings ----------------------------------------------------------------------------------------------

    def setting(self, key: str, default: Any = None) -> Any:
        """A setting, or the default where it was never set (or cannot be read)."""
        with self._reading() as db:
            row = db.execute("select value from settings where key = ?", (key,)).fetchone()
        return from_json(row, default)

    def set_setting(self, key: str, value: Any) -> None:
        """Keep a setting; anything that JSON can say."""
        with self._writing() as db:
            db.execute("insert or replace into settings values (?, ?)", (key, to_json(value)))

    def remembered(self, game: str) -> dict[str, Any]:
        """How a game was last set up: "names", "holders", "mode" and "options"; {} if it never was."""
        with self._reading() as db:
            row = db.execute("select value from remembered where game = ?", (game,)).fetchone()
        value = from_json(row, {})
        return value if isinstance(value, dict) else {}

    def remember(
        self,
        game: str,
        names: Sequence[str] = (),
        mode: str = "",
        options: Mapping[str, str] | None = None,
        holders: Sequence[str] = (),
    ) -> None:
        """Keep how a game was set up, to offer it the next time."""
        value = {"names": list(names), "holders": list(holders), "mode": mode, "options": dict(options or {})}
        with self._writing() as db:
            db.execute("insert or replace into remembered values (?, ?)", (game, to_json(value)))
