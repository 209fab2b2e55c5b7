"""What can go wrong with the storage, in sentences meant for the user."""

from __future__ import annotations

import sqlite3
from pathlib import Path

FOLDER_VARIABLE = "THORGAMES_HOME"
"""Environment variable that names another folder for the file."""


class StorageError(Exception):
    """Something cannot be saved or read; the text is a sentence that names the file and what can be done."""


class Moved(StorageError):
    """Another window has changed this game meanwhile; nothing of it was overwritten."""


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; -1 for an error of the module itself."""
    return int(getattr(error, "sqlite_errorcode", -1)) & 0xFF


def sentence(error: sqlite3.Error | OSError, path: Path | None) -> str:
    """What to tell the user about an error of SQLite or of the system."""
    place = str(path) if path is not None else "The storage in memory"
    elsewhere = f"or set {FOLDER_VARIABLE} to another folder"
    if isinstance(error, OSError):
        return f"{place} cannot be used: {error.strerror or 'an error of the system'}. Mend that, {elsewhere}."
    match code(error):
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
