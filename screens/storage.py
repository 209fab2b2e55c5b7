"""The storage: games that go on, games that have ended, and settings, in one SQLite file in the user's data folder.

After every confirmed answer the game is saved in one transaction that is on the disk when `Storage.save` returns: a
crash, a kill or a power cut loses at most the answer that was not yet confirmed. What a save costs does not grow with
the number of moves.

What may be read in the file and what not: players' names, mode, progress and results are plain text. States, answers,
what happened, the card file and the dealer's seed are masked (`screens.masking`). That stops peeking - no card and no
seed can be read in a text viewer - but not somebody who is determined to cheat, since the key lies in the file too.

When the file is not as it should be, nothing is overwritten:

- a damaged file is renamed, and its backup copy (or, without one, a new file) takes its place;
- a file of another program, or of a newer version of this one, stays as it is, and `thorgames-2.db` is used beside it;
- `Storage.notices` says so in sentences meant for the user.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Self
from weakref import WeakKeyDictionary

import msgspec
import platformdirs
from msgspec import Struct
from msgspec.structs import replace

from screens import masking
from thorgames.core.ask import CHANCE
from thorgames.core.errors import CardFileError
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import Session, Snapshot, Step

NAME = "thorgames"
FOLDER_VARIABLE = "THORGAMES_HOME"
"""Environment variable that names another folder for the file."""

PATIENCE = 4.0
"""Seconds to wait for another window (or program) that is writing to the file."""

COPY_EVERY = 600.0
"""Seconds of play after which the backup copy is brought up to date."""

ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
"""What a game's id is made of: nothing that is easily misread, and no vowels, so that no words come out."""

Status = Literal["running", "finished", "abandoned"]


class StorageError(Exception):
    """Something cannot be saved or read; the text is a sentence that names the file and what can be done."""


class Moved(StorageError):
    """Another window has changed this game meanwhile; nothing of it was overwritten."""


class Saved(Struct, frozen=True):
    """What the list of saved games says about one of them; public facts only.

    Attributes:
        id: what it is called for `resume`.
        game, mode: ids.
        names, holders: by seat.
        progress: how far it has gone, in words.
        moves: number of answers.
        status: whether it goes on.
        started, updated: local time.
        ranks, scores: by seat, of a finished game; `scores` may be () for a game without.
        reason: why it ended, in words.
    """

    id: str
    game: str
    mode: str
    names: tuple[str, ...]
    holders: tuple[str, ...]
    progress: str
    moves: int
    status: Status
    started: datetime
    updated: datetime
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""


class PlayerResult(Struct, frozen=True):
    """How one player did in one finished game."""

    id: str
    game: str
    mode: str
    ended: datetime
    seat: int
    name: str
    holder: str
    rank: int
    score: int | None


# --- the file ------------------------------------------------------------------------------------------------------

APPLICATION_ID = 0x54486F52  # "ThoR"
"""How a file says that it is ours."""

_SQLITE = b"SQLite format 3\x00"
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BESIDE = ("-wal", "-shm", "-journal")


def _version_1(db: sqlite3.Connection) -> None:
    """The tables of the first version."""
    for table in (
        "meta (key text primary key, value blob) without rowid",
        "settings (key text primary key, value text) without rowid",
        "remembered (game text primary key, value text) without rowid",
        "packs (hash text primary key, game text, file text, cards blob) without rowid",
        "games (id text primary key, game text, mode text, names text, holders text, pack text, status text,"
        " progress text, moves integer, ply integer, started text, updated text,"
        " ranks text, scores text, reason text, snapshot blob)",
        "answers (game text, number integer, step blob, primary key (game, number)) without rowid",
        "results (game text, seat integer, name text, holder text, rank integer, score integer,"
        " primary key (game, seat)) without rowid",
    ):
        db.execute(f"create table {table}")
    db.execute("insert into meta values ('key', ?)", (masking.new_key(),))


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_version_1,)
"""What makes of a file of version n one of version n + 1, from the empty file on; their number is our version."""

TABLES = {"meta", "settings", "remembered", "packs", "games", "answers", "results"}
"""The tables that every version has."""


class _Unsound(Exception):
    """The file is damaged."""


class _Newer(Exception):
    """The file was written by a newer version of the program."""


def data_folder() -> Path:
    """The folder of the file: where `THORGAMES_HOME` says, or else the user's data folder on this system."""
    named = os.environ.get(FOLDER_VARIABLE, "").strip()
    if not named:
        return platformdirs.user_data_path(NAME, appauthor=False)
    return Path(os.path.expanduser(named))  # which leaves a ~ that it does not understand as it is


def _kind(path: Path) -> Literal["missing", "empty", "cut", "ours", "newer", "foreign"]:
    """What a file is by its first 100 bytes; it is not opened as a database for that, and so stays as it is."""
    if not path.exists() and not path.is_symlink():
        return "missing"
    if not path.is_file():
        return "foreign"
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        return "empty"
    if head[:16] != _SQLITE[: len(head)]:
        return "foreign"
    if len(head) < 100:
        return "cut"
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        return "foreign"
    return "newer" if int.from_bytes(head[60:64], "big") > len(STEPS) else "ours"


def _backup_of(path: Path) -> Path:
    """Where the backup copy of a file lies."""
    return path.with_name(f"{path.stem}.backup.db")


def _version(db: sqlite3.Connection) -> int:
    """The version of the tables."""
    return int(db.execute("pragma user_version").fetchone()[0])


def _upgrade(db: sqlite3.Connection) -> None:
    """Bring the tables to our version, in one transaction."""
    db.execute("begin immediate")
    try:
        for number in range(_version(db), len(STEPS)):
            STEPS[number](db)
        db.execute(f"pragma user_version = {len(STEPS)}")
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise


def _check(db: sqlite3.Connection) -> None:
    """Raise _Unsound unless all is well."""
    if db.execute("pragma quick_check(1)").fetchone() != ("ok",):
        raise _Unsound
    if not {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")} >= TABLES:
        raise _Unsound
    key = db.execute("select value from meta where key = 'key'").fetchone()
    if key is None or not isinstance(key[0], bytes) or len(key[0]) != masking.KEY_LENGTH:
        raise _Unsound


def _examine(path: Path) -> int:
    """The version of a file of ours, after a look that changes neither it nor the log beside it.

    Raises:
        _Unsound, _Newer: it is damaged, or too new.
        sqlite3.Error: that cannot be found out now.
    """
    try:
        with closing(_connect(path.as_uri() + "?mode=ro", uri=True)) as db:
            version = _version(db)
            if version > len(STEPS):
                raise _Newer
            _check(db)
    except sqlite3.DatabaseError as error:
        if _code(error) in _DAMAGE:
            raise _Unsound from None
        raise
    return version


def _open(path: Path) -> sqlite3.Connection:
    """Open a file of ours and bring it to our version. Raises what `_examine` does."""
    version = _examine(path)
    db = _connect(str(path))
    try:
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        db.execute("begin immediate")  # whether it can be written at all
        db.execute("rollback")
        if version < len(STEPS):
            with _alone(path.parent, PATIENCE):
                _copy(db, path.with_name(f"{path.stem}.version-{version}.db"))
            _upgrade(db)
            db.execute("pragma wal_checkpoint(truncate)")  # so that the first bytes of the file tell its version
    except BaseException:
        db.close()
        raise
    return db


def _connect(name: str, uri: bool = False) -> sqlite3.Connection:
    """A connection whose transactions are begun and ended by us, and whose texts always decode."""
    db = sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=uri)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return db


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; -1 for an error of the module itself."""
    return int(getattr(error, "sqlite_errorcode", -1)) & 0xFF


def _good(path: Path) -> bool:
    """Whether a file is a sound backup copy that this version can use."""
    try:
        if _kind(path) != "ours":
            return False
        with closing(_connect(path.as_uri() + "?mode=ro&immutable=1", uri=True)) as db:
            _check(db)
        return True
    except (sqlite3.Error, OSError, _Unsound):
        return False


def _copy(db: sqlite3.Connection, path: Path) -> None:
    """Write a copy of a database, complete or not at all, and never a damaged one over a good one."""
    part = _part(path)
    with closing(_connect(str(part))) as copy:
        copy.execute("pragma journal_mode = off")
        db.backup(copy)
        _check(copy)
    _to_disk(part)
    os.replace(part, path)


def _part(path: Path) -> Path:
    """Where a file is written before it takes its place; without remains of an earlier attempt."""
    part = path.with_name(path.name + ".part")
    for tail in ("", *_BESIDE):
        part.with_name(part.name + tail).unlink(missing_ok=True)
    return part


def _to_disk(path: Path) -> None:
    """Wait until a file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _create(path: Path, backup: Path | None) -> None:
    """Put a new file there, or a copy of the backup; complete or not at all."""
    part = _part(path)
    if backup is not None:
        shutil.copyfile(backup, part)
    else:
        with closing(_connect(str(part))) as db:
            db.execute(f"pragma application_id = {APPLICATION_ID}")
            _upgrade(db)
            db.execute("pragma journal_mode = wal")
    _to_disk(part)
    os.replace(part, path)


def _set_aside(path: Path) -> Path | None:
    """Rename a damaged file and all that belongs to it; its new name, or None if only remains were there."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside, number = path.with_name(f"{path.stem}.damaged-{stamp}.db"), 1
    while any(aside.with_name(aside.name + tail).exists() for tail in ("", *_BESIDE)):
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{number}.db")
    for tail in (*_BESIDE, ""):  # the file itself last: until then it is found to be damaged again
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    return aside if aside.exists() else None


@contextmanager
def _alone(folder: Path, patience: float) -> Iterator[None]:
    """Nobody else renames or copies files in this folder meanwhile; the lock ends with the process that holds it."""
    with closing(sqlite3.connect(folder / f"{NAME}.lock", timeout=patience, isolation_level=None)) as lock:
        lock.execute("begin exclusive")
        yield


def _sentence(error: sqlite3.Error | OSError, path: Path | None) -> str:
    """What to tell the user about an error of SQLite or of the system."""
    place = str(path) if path is not None else "The storage in memory"
    elsewhere = f"or set {FOLDER_VARIABLE} to another folder"
    if isinstance(error, OSError):
        return f"{place} cannot be used: {error.strerror or 'an error of the system'}. Mend that, {elsewhere}."
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{place} is in use by another program that does not let go of it. Close it and try again."
        case sqlite3.SQLITE_FULL:
            return f"{place} cannot grow: the disk is full. Make room and go on; what was saved before is safe."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH | sqlite3.SQLITE_CANTOPEN:
            return f"{place} cannot be written. Give yourself the right to write there, {elsewhere}."
        case sqlite3.SQLITE_IOERR:
            return f"{place} cannot be written or read: the disk reports an error. Check the disk, {elsewhere}."
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return f"{place} is damaged. Start the program again: it then goes on with the backup copy."
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return f"{place} cannot be used ({name}). Start the program again, {elsewhere}."


# --- the storage ---------------------------------------------------------------------------------------------------


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


class _Whole(Struct, frozen=True):
    """A snapshot as it is packed; the seed may be larger than the packing allows for a number."""

    snapshot: Snapshot
    seed: str


_pack = msgspec.msgpack.Encoder().encode
_unpack_whole = msgspec.msgpack.Decoder(_Whole).decode
_unpack_step = msgspec.msgpack.Decoder(Step).decode
_LOST = Step(CHANCE, (), ())
"""Stands for an answer of which the entry is damaged."""

_SAVED = (
    "select id, game, mode, names, holders, progress, moves, status, started, updated, ranks, scores, reason from games"
)


class Storage:
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
        self.path: Path | None = None
        self._prepare()
        folder = (folder if folder is not None else data_folder()).absolute()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(_sentence(error, folder)) from None
        self._db = self._find(folder)
        self._begin()
        self._copy_if_changed()

    @classmethod
    def in_memory(cls, why: str = "") -> Storage:
        """A storage that forgets everything at the end of the program, for when there is no place for a file.

        Args:
            why: the sentence of the error, which then comes first among the notices.
        """
        storage = cls.__new__(cls)
        storage.path = None
        storage._prepare()
        storage._db = _connect(":memory:")
        _upgrade(storage._db)
        storage._begin()
        storage.notices = [why] if why else []
        storage.notices.append("Nothing is saved: games are lost when the program ends.")
        return storage

    def _prepare(self) -> None:
        """What every storage starts with."""
        self.notices: list[str] = []
        self._lock = threading.RLock()
        self._known: WeakKeyDictionary[Session, _Known] = WeakKeyDictionary()
        self._said: set[str] = set()
        self._file: tuple[int, int] | None = None
        self._copied = time.monotonic()

    def _begin(self) -> None:
        """Read what is needed from the open file."""
        with self._reading() as db:
            self._key: bytes = db.execute("select value from meta where key = 'key'").fetchone()[0]
        if self.path is not None:
            self._file = self._which()

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

    # --- finding the file --------------------------------------------------------------------------------------

    def _find(self, folder: Path) -> sqlite3.Connection:
        """Open the first file of the folder that is ours, or make it, and note what was passed over."""
        rescue: Path | None = None  # the backup copy of a file that may have been ours
        passed: list[str] = []
        for number in range(1, 100):
            path = folder / (f"{NAME}.db" if number == 1 else f"{NAME}-{number}.db")
            self.path = path
            try:
                kind = _kind(path)
                if kind == "newer":
                    raise _Newer
                if kind == "foreign":
                    passed.append(f"{path} is not a file of this program, and stays as it is.")
                    rescue = rescue or _backup_of(path)
                    continue
                db = self._take(path, rescue)
                if passed:
                    self.notices[:0] = [*passed, f"{path} is used instead."]
                return db
            except _Newer:
                passed.append(f"{path} was written by a newer version of this program, and stays as it is.")
            except (sqlite3.Error, OSError) as error:
                raise StorageError(_sentence(error, path)) from None
            except _Unsound:
                raise StorageError(
                    f"{path} is damaged and could not be replaced. Move it away and try again."
                ) from None
        raise StorageError(f"{folder} holds no file that can be used. Set {FOLDER_VARIABLE} to another folder.")

    def _take(self, path: Path, rescue: Path | None) -> sqlite3.Connection:
        """Open a file that is ours or missing, after mending it if need be."""
        if _kind(path) == "ours":
            with suppress(_Unsound):
                return _open(path)
        with _alone(path.parent, PATIENCE):
            self._mend(path, rescue)
        return _open(path)

    def _mend(self, path: Path, rescue: Path | None) -> None:
        """Put a sound file in the place of one that is missing, empty or damaged."""
        was = _kind(path)
        if was == "ours":
            try:
                _examine(path)
                return  # another window was faster
            except _Unsound:
                was = "cut"
        aside = _set_aside(path)
        own = _backup_of(path)
        backup = next((copy for copy in (own, rescue) if copy is not None and _good(copy)), None)
        if backup is not own:
            _set_aside(own)
        _create(path, backup)
        if was == "missing" and backup is None:
            return
        told = {"missing": f"{path} was missing.", "empty": f"{path} was empty."}.get(was, f"{path} was damaged.")
        if was == "cut" and aside is not None:
            told += f" It is kept as {aside.name}."
        if backup is None:
            self.notices.append(f"{told} There is no backup copy, so a new file was begun.")
        else:
            when = datetime.fromtimestamp(backup.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
            if backup is not own:
                told = f"{path} was begun anew."
            self.notices.append(f"{told} The backup copy of {when} has taken its place; what came later is not in it.")

    def _which(self) -> tuple[int, int]:
        """What tells the open file from another of the same name."""
        assert self.path is not None
        stat = os.stat(self.path)
        return stat.st_dev, stat.st_ino

    def _copy_if_changed(self) -> None:
        """Bring the backup copy up to date. If that fails, the older one stays, and play goes on."""
        self._copied = time.monotonic()
        if self.path is None:
            return
        backup, log = _backup_of(self.path), self.path.with_name(self.path.name + "-wal")
        with self._lock, suppress(sqlite3.Error, OSError, _Unsound):
            if self._which() != self._file:
                return
            latest = self.path.stat().st_mtime_ns
            if log.exists() and log.stat().st_size:
                latest = max(latest, log.stat().st_mtime_ns)
            if backup.exists() and backup.stat().st_mtime_ns >= latest:
                return
            with _alone(self.path.parent, 0):
                _copy(self._db, backup)

    # --- reading and writing -----------------------------------------------------------------------------------

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Errors of SQLite and of the system become a `StorageError`."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StorageError(_sentence(error, self.path)) from None

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
            if self._file is not None:
                try:
                    there = self._which() == self._file
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

    # --- games -------------------------------------------------------------------------------------------------

    def add(self, session: Session) -> str:
        """Save a new game; the id it is saved under."""
        box, now = session.game.box, _now()
        with self._writing() as db:
            if db.execute("select 1 from packs where hash = ?", (box.hash,)).fetchone() is None:
                cards = masking.mask(self._key, zlib.compress(box.toml.encode()))
                pack = (box.hash, session.setup.game, Path(box.file).name, cards)
                db.execute("insert into packs values (?, ?, ?, ?)", pack)
            game_id = self._new_id(db)
            names, holders = _json(session.names), _json(session.holders)
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
        if known.status != "running" or time.monotonic() - self._copied > COPY_EVERY:
            self._copy_if_changed()

    def _put(self, db: sqlite3.Connection, session: Session, known: _Known, progress: str | None) -> tuple[Status, int]:
        """Write what has changed since a game was `known`; its status, and how many steps were in the file before."""
        if progress is None:
            progress = session.speaker.plain(session.game.progress(session.view(None)))
        game_id, outcome = known.id, session.game.outcome(session.state)
        status: Status = "running" if outcome is None else "finished"
        steps = session.steps
        snapshot = session.snapshot()
        whole = _Whole(replace(snapshot, seed=0), str(snapshot.seed))
        done = db.execute(
            "update games set status = ?, progress = ?, moves = ?, ply = ?, updated = ?, ranks = ?, scores = ?,"
            " reason = ?, snapshot = ? where id = ? and ply = ? and status = ?",
            (
                status,
                progress,
                len(steps),
                session.ply,
                _now(),
                _json(outcome.ranks if outcome else ()),
                _json(outcome.scores if outcome else ()),
                session.speaker.plain(Msg(outcome.reason)) if outcome else "",
                masking.mask(self._key, _pack(whole)),
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
        new = [(game_id, number, masking.mask(self._key, _pack(steps[number]))) for number in range(same, len(steps))]
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
        kind, ply, status, masked, file, cards = row
        if kind not in registry.GAMES:
            raise StorageError(
                f"{called} is of a kind that this version does not know: {kind}. A newer version of the program may."
            )
        try:
            whole: _Whole = _unpack_whole(masking.unmask(self._key, masked))
            toml = zlib.decompress(masking.unmask(self._key, cards)).decode()
            snapshot = replace(whole.snapshot, seed=int(whole.seed))
            game = registry.load(kind, registry.box(kind, toml, file))
            steps, lost = self._steps(entries, snapshot.moves)
            session = Session.resume(game, snapshot, steps)
            session.pending()
            session.view(None)
        except (masking.Damaged, zlib.error, TypeError, UnicodeDecodeError):
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
        elif not _agrees(session, snapshot.state):
            self.notices.append(
                f"{called} stands elsewhere than its saved answers lead to. Play goes on from where it was left."
            )
        self._known[session] = _Known(game_id, ply, status, list(session.steps))
        return session

    def _steps(self, entries: Mapping[Any, Any], moves: int) -> tuple[list[Step], int]:
        """The steps of a game, and how many of them are lost."""
        steps, lost = [], 0
        for number in range(moves):
            try:
                step: Step = _unpack_step(masking.unmask(self._key, entries[number]))
            except (KeyError, TypeError, masking.Damaged, msgspec.MsgspecError):
                step, lost = _LOST, lost + 1
            steps.append(step)
        return steps, lost

    def games(self, *statuses: Status) -> list[Saved]:
        """What is known of the saved games of these statuses (none given: of all), the last played first."""
        with self._reading() as db:
            rows = db.execute(_SAVED + " order by updated desc, rowid desc").fetchall()
        found = []
        for row in rows:
            try:
                saved = _saved(row)
            except (ValueError, TypeError):  # msgspec's errors are ValueErrors
                said = f"The entry of the game {row[0]} in {self.path or 'memory'} is damaged and was left out."
                if said not in self._said:
                    self._said.add(said)
                    self.notices.append(said)
                continue
            if not statuses or saved.status in statuses:
                found.append(saved)
        return found

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
            if db.execute(change, (_now(), game_id)).rowcount != 1:
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
            rows = db.execute(
                "select id, games.game, mode, updated, seat, name, holder, rank, score"
                " from results join games on games.id = results.game order by updated desc, games.rowid desc, seat"
            ).fetchall()
        found = []
        for row in rows:
            with suppress(ValueError, TypeError):
                values = dict(zip(PlayerResult.__struct_fields__, row, strict=True))
                found.append(msgspec.convert({**values, "ended": _local(values["ended"])}, PlayerResult))
        return found

    # --- settings ----------------------------------------------------------------------------------------------

    def setting(self, key: str, default: Any = None) -> Any:
        """A setting, or the default where it was never set (or cannot be read)."""
        with self._reading() as db:
            row = db.execute("select value from settings where key = ?", (key,)).fetchone()
        return _from_json(row, default)

    def set_setting(self, key: str, value: Any) -> None:
        """Keep a setting; anything that JSON can say."""
        with self._writing() as db:
            db.execute("insert or replace into settings values (?, ?)", (key, _json(value)))

    def remembered(self, game: str) -> dict[str, Any]:
        """How a game was last set up: "names", "holders", "mode" and "options"; {} if it never was."""
        with self._reading() as db:
            row = db.execute("select value from remembered where game = ?", (game,)).fetchone()
        value = _from_json(row, {})
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
            db.execute("insert or replace into remembered values (?, ?)", (game, _json(value)))


def _as_typed(game_id: str) -> str:
    """An id as it is stored, from what somebody typed."""
    return game_id.strip().lower()


def _agrees(session: Session, state: bytes) -> bool:
    """Whether the answers of a session lead to its state."""
    try:
        return session.game.pack(session.replayed()) == state
    except Exception:
        return False


def _json(value: Any) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


def _from_json(row: tuple[Any, ...] | None, default: Any) -> Any:
    """The value of a row, or the default if there is none that can be read."""
    if row is None:
        return default
    try:
        return msgspec.json.decode(row[0])
    except (msgspec.MsgspecError, TypeError):
        return default


def _now() -> str:
    """The present moment in the form in which it is stored: such texts sort like the moments they stand for."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _local(stored: str) -> datetime:
    """A stored moment in local time."""
    return datetime.fromisoformat(stored).astimezone()


def _saved(row: tuple[Any, ...]) -> Saved:
    """A row of the list of games. Raises ValueError or TypeError if something in it is not as it should be."""
    values = dict(zip(Saved.__struct_fields__, row, strict=True))
    for field in ("names", "holders", "ranks", "scores"):
        values[field] = msgspec.json.decode(values[field])
    for field in ("started", "updated"):
        values[field] = _local(values[field])
    return msgspec.convert(values, Saved)
