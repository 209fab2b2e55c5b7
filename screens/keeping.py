"""A finished game kept in a file of its own, by a key: where it is written, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from screens import gamefile
from screens.arguments import sentence
from screens.recording import finished
from screens.storage import Storage, StorageError


def keep(storage: Storage, game_id: str) -> str:
    """Write a finished game to a new file, over no other; where it is, in a sentence.

    It lies where the program was started, as with `thorgames export`; beside the saved games where nothing can be
    written there.

    Raises:
        StorageError: the game is not over, or cannot be read or written.
    """
    session = finished(storage, game_id)
    saved = next(one for one in storage.finished() if one.id == game_id)
    refused = None
    for folder in _folders(storage):
        try:
            for number in count(1):
                name = f"{saved.game}-{game_id}{f'-{number}' if number > 1 else ''}{gamefile.EXTENSION}"
                with suppress(gamefile.Taken):
                    path = gamefile.write(folder / name, session, saved.started, saved.updated)
                    return f"Written to {sentence(str(path))}. {gamefile.CAUTION}"
        except gamefile.GameFileError as error:
            refused = refused or error
    raise refused or gamefile.GameFileError("There is no folder to write the game to.")


def kept(storage: Storage, game_id: str) -> str:
    """Write a finished game to a new file as `keep` does: what came of it, in a sentence."""
    try:
        return keep(storage, game_id)
    except StorageError as error:
        return str(error)


def _folders(storage: Storage) -> Iterator[Path]:
    """Where a file may be written: here, or else beside the saved games."""
    with suppress(OSError):  # the folder may be gone
        yield Path.cwd()
    if storage.path is not None:
        yield storage.path.parent
