"""The file: where it lies, what is there in its place, how it is opened, what is done about damage, its backup copy."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

from screens.storage import schema
from screens.storage.errors import FOLDER_VARIABLE, StorageError, code, sentence
from screens.storage.schema import Newer, Unsound

NAME = "thorgames"

PATIENCE = 4.0
"""Seconds to wait for another window (or program) that is writing to the file."""

SQLITE = b"SQLite format 3\x00"
GONE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
"""What SQLite says, among other reasons, of a file that another window takes away while it is being opened."""

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file."""


def data_folder() -> Path:
    """The folder of the file: where `THORGAMES_HOME` says, or else the user's data folder on this system."""
    named = os.environ.get(FOLDER_VARIABLE, "").strip()
    if not named:
        import platformdirs

        return platformdirs.user_data_path(NAME, appauthor=False)
    return Path(os.path.expanduser(named))  # which leaves a ~ that it does not understand as it is


def kind_of(path: Path) -> Literal["missing", "empty", "cut", "ours", "newer", "foreign"]:
    """What a file is by its first 100 bytes; it is not opened as a database for that, and so stays as it is."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return "foreign"
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:  # asked in no other way, as another window may take it away at any moment
        return "foreign" if path.is_symlink() else "missing"
    if not head:
        return "empty"
    if head[:16] != SQLITE[: len(head)]:
        return "foreign"
    if len(head) < 100:
        return "cut"
    if int.from_bytes(head[68:72], "big") != schema.APPLICATION_ID:
        return "foreign"
    return "newer" if int.from_bytes(head[60:64], "big") > len(schema.STEPS) else "ours"


def backup_of(path: Path) -> Path:
    """Where the backup copy of a file lies."""
    return path.with_name(f"{path.stem}.backup.db")


def connect(name: str, uri: bool = False) -> sqlite3.Connection:
    """A connection whose transactions are begun and ended by us, and whose texts always decode."""
    db = sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=uri)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return db


# --- opening ---------------------------------------------------------------------------------------------------------


def find(folder: Path) -> tuple[Path, sqlite3.Connection, list[str]]:
    """Open the first file of the folder that is ours, or make it.

    Returns:
        The file, a connection to it, and what the user is told: what was passed over, and what was mended.

    Raises:
        StorageError: there is none that can be used.
    """
    rescue: Path | None = None  # the backup copy of a file that may have been ours
    passed: list[str] = []
    for number in range(1, 100):
        path = folder / (f"{NAME}.db" if number == 1 else f"{NAME}-{number}.db")
        try:
            kind = kind_of(path)
            if kind == "newer":
                raise Newer
            if kind == "foreign":
                passed.append(f"{path} is not a file of this program, and stays as it is.")
                rescue = rescue or backup_of(path)
                continue
            db, mended = take(path, rescue)
            if passed:
                passed.append(f"{path} is used instead.")
            return path, db, passed + mended
        except Newer:
            passed.append(f"{path} was written by a newer version of this program, and stays as it is.")
        except (sqlite3.Error, OSError) as error:
            raise StorageError(sentence(error, path)) from None
        except Unsound:
            raise StorageError(f"{path} is damaged and could not be replaced. Move it away and try again.") from None
    raise StorageError(f"{folder} holds no file that can be used. Set {FOLDER_VARIABLE} to another folder.")


def take(path: Path, rescue: Path | None) -> tuple[sqlite3.Connection, list[str]]:
    """Open a file that is ours or missing, after mending it if need be, which is then told."""
    if kind_of(path) == "ours":
        try:
            return open_ours(path), []
        except Unsound:
            pass
        except sqlite3.OperationalError as error:
            if code(error) not in GONE:
                raise
            # Another window may just be putting a sound file in its place: look again when that is done.
    with alone(path.parent, PATIENCE):
        told = mend(path, rescue)
    return open_ours(path), told


def examine(path: Path) -> int:
    """The version of a file of ours, after a look that changes neither it nor the log beside it.

    Raises:
        Unsound, Newer: it is damaged, or too new.
        sqlite3.Error: that cannot be found out now.
    """
    try:
        with closing(connect(path.as_uri() + "?mode=ro", uri=True)) as db:
            version = schema.version(db)
            if version > len(schema.STEPS):
                raise Newer
            schema.check(db)
    except sqlite3.DatabaseError as error:
        if code(error) in DAMAGE:
            raise Unsound from None
        raise
    return version


def open_ours(path: Path) -> sqlite3.Connection:
    """Open a file of ours and bring it to our version. Raises what `examine` does."""
    version = examine(path)
    db = connect(str(path))
    try:
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        db.execute("begin immediate")  # whether it can be written at all
        db.execute("rollback")
        if version < len(schema.STEPS):
            with alone(path.parent, PATIENCE):
                copy(db, path.with_name(f"{path.stem}.version-{version}.db"))
            schema.upgrade(db)
            db.execute("pragma wal_checkpoint(truncate)")  # so that the first bytes of the file tell its version
    except BaseException:
        db.close()
        raise
    return db


# --- damage ----------------------------------------------------------------------------------------------------------


def mend(path: Path, rescue: Path | None) -> list[str]:
    """Put a sound file in the place of one that is missing, empty or damaged; what the user is told about it.

    Args:
        path: the file.
        rescue: a backup copy to use if the file has none of its own.
    """
    was = kind_of(path)
    if was == "ours":
        try:
            examine(path)
            return []  # another window was faster
        except Unsound:
            was = "cut"
    aside = set_aside(path)
    own = backup_of(path)
    backup = next((one for one in (own, rescue) if one is not None and good(one)), None)
    if backup is not own:
        set_aside(own)
    create(path, backup)
    if was == "missing" and backup is None:
        return []
    told = {"missing": f"{path} was missing.", "empty": f"{path} was empty."}.get(was, f"{path} was damaged.")
    if was == "cut" and aside is not None:
        told += f" It is kept as {aside.name}."
    if backup is None:
        return [f"{told} There is no backup copy, so a new file was begun."]
    when = datetime.fromtimestamp(backup.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    if backup is not own:
        told = f"{path} was begun anew."
    return [f"{told} The backup copy of {when} has taken its place; what came later is not in it."]


def good(path: Path) -> bool:
    """Whether a file is a sound backup copy that this version can use."""
    try:
        if kind_of(path) != "ours":
            return False
        with closing(connect(path.as_uri() + "?mode=ro&immutable=1", uri=True)) as db:
            schema.check(db)
        return True
    except (sqlite3.Error, OSError, Unsound):
        return False


def create(path: Path, backup: Path | None) -> None:
    """Put a new file there, or a copy of the backup; complete or not at all."""
    part = part_of(path)
    if backup is not None:
        import shutil

        shutil.copyfile(backup, part)
    else:
        with closing(connect(str(part))) as db:
            db.execute(f"pragma application_id = {schema.APPLICATION_ID}")
            schema.upgrade(db)
            db.execute("pragma journal_mode = wal")
    to_disk(part)
    os.replace(part, path)


def set_aside(path: Path) -> Path | None:
    """Rename a damaged file and all that belongs to it; its new name, or None if only remains were there."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside, number = path.with_name(f"{path.stem}.damaged-{stamp}.db"), 1
    while any(aside.with_name(aside.name + tail).exists() for tail in ("", *BESIDE)):
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{number}.db")
    for tail in (*BESIDE, ""):  # the file itself last: until then it is found to be damaged again
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    return aside if aside.exists() else None


# --- the backup copy -------------------------------------------------------------------------------------------------


def which(path: Path) -> tuple[int, int]:
    """What tells a file from another of the same name."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def renew_backup(db: sqlite3.Connection, path: Path) -> None:
    """Bring the backup copy of an open file up to date. Raises sqlite3.Error, OSError or Unsound; the old one stays."""
    backup, log = backup_of(path), path.with_name(path.name + "-wal")
    latest = path.stat().st_mtime_ns
    if log.exists() and log.stat().st_size:
        latest = max(latest, log.stat().st_mtime_ns)
    if backup.exists() and backup.stat().st_mtime_ns >= latest:
        return
    with alone(path.parent, 0):
        copy(db, backup)


def copy(db: sqlite3.Connection, path: Path) -> None:
    """Write a copy of a database, complete or not at all, and never a damaged one over a good one."""
    part = part_of(path)
    with closing(connect(str(part))) as other:
        other.execute("pragma journal_mode = off")
        db.backup(other)
        schema.check(other)
    to_disk(part)
    os.replace(part, path)


def part_of(path: Path) -> Path:
    """Where a file is written before it takes its place; without remains of an earlier attempt."""
    part = path.with_name(path.name + ".part")
    for tail in ("", *BESIDE):
        part.with_name(part.name + tail).unlink(missing_ok=True)
    return part


def to_disk(path: Path) -> None:
    """Wait until a file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def alone(folder: Path, patience: float) -> Iterator[None]:
    """Nobody else renames or copies files in this folder meanwhile; the lock ends with the process that holds it."""
    with closing(sqlite3.connect(folder / f"{NAME}.lock", timeout=patience, isolation_level=None)) as lock:
        lock.execute("begin exclusive")
        yield
