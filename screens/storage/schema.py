"""The tables of the file: how they are made, brought to the present version, and looked over."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from screens.storage import masking

APPLICATION_ID = 0x54486F52  # "ThoR"
"""How a file says that it is ours."""


class Unsound(Exception):
    """The file is damaged."""


class Newer(Exception):
    """The file was written by a newer version of the program."""


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


def version(db: sqlite3.Connection) -> int:
    """The version of the tables."""
    return int(db.execute("pragma user_version").fetchone()[0])


def upgrade(db: sqlite3.Connection) -> None:
    """Bring the tables to our version, in one transaction."""
    db.execute("begin immediate")
    try:
        for number in range(version(db), len(STEPS)):
            STEPS[number](db)
        db.execute(f"pragma user_version = {len(STEPS)}")
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise


def check(db: sqlite3.Connection) -> None:
    """Raise Unsound unless all is well."""
    if db.execute("pragma quick_check(1)").fetchone() != ("ok",):
        raise Unsound
    if not {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")} >= TABLES:
        raise Unsound
    key = db.execute("select value from meta where key = 'key'").fetchone()
    if key is None or not isinstance(key[0], bytes) or len(key[0]) != masking.KEY_LENGTH:
        raise Unsound
