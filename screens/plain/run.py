"""How a game line by line begins and ends: storage, signals, farewell, and our own mistakes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from typing import Any

from screens.leading import new_session
from screens.plain.device import Device, Left
from screens.plain.paper import Paper
from screens.plain.play import LinePlay
from screens.plain.replay import LineReplay
from screens.recording import recorded
from screens.signals import ENDING, SUSPENDING
from screens.start import NewGame, Replay, Resume, Start
from screens.storage import Storage, StorageError
from thorgames.session import Session


def run_plain(start: Start, ascii: bool = False, paper: Paper | None = None) -> int:
    """Play line by line, or look at a finished game.

    Args:
        start: what to begin with: a new game, a saved one, or one that is over.
        ascii: use only ASCII signs.
        paper: where to write and read; None for the program's own input and output.

    Returns:
        The exit status.

    Raises:
        CardFileError, SetupError, StorageError: the game cannot begin.
    """
    assert isinstance(start, (NewGame, Resume, Replay))
    try:
        storage = Storage()
    except StorageError as error:
        storage = Storage.in_memory(str(error))
    with storage:
        preferences = storage.setting("preferences", {})
        ascii = ascii or (isinstance(preferences, dict) and preferences.get("ascii") is True)
        if paper is None:
            paper = Paper(ascii)
        device = _replay(start, paper, storage) if isinstance(start, Replay) else _play(start, paper, storage)
        for notice in storage.notices:
            paper.say(notice)
        storage.notices.clear()
        with _signals(paper):
            return _lead(paper, storage, device)


def _replay(start: Replay, paper: Paper, storage: Storage) -> Device:
    """A finished game, a saved one or one in a file."""
    from screens import gamefile

    found = recorded(storage, start.id) if start.file is None else gamefile.recording(start.file)
    return LineReplay(paper, storage, found)


def _play(start: NewGame | Resume, paper: Paper, storage: Storage) -> Device:
    """A game to play."""
    return LinePlay(paper, storage, *_begun(start, storage))


def _begun(start: NewGame | Resume, storage: Storage) -> tuple[Session, str]:
    """The game to begin with, and its id."""
    if isinstance(start, Resume):
        newest = storage.newest()
        game_id = start.id if start.id is not None else newest.id if newest is not None else ""
        return storage.load(game_id), game_id
    session = new_session(start)
    setup = session.setup
    with suppress(StorageError):
        storage.remember(setup.game, session.names, setup.mode, setup.options, session.holders)
    return session, _added(storage, session)


def _added(storage: Storage, session: Session) -> str:
    """Save a new game; its id, or "" if that fails: it is tried again with each answer."""
    try:
        return storage.add(session)
    except StorageError as error:
        storage.notices.append(f"{error} Nothing is saved of this game yet; each answer tries again.")
        return ""


def _lead(paper: Paper, storage: Storage, play: Device) -> int:
    """Lead a game and those that follow it; however that ends, no hand stays on the screen."""
    try:
        while (following := play.run()) is not None:
            play = LinePlay(paper, storage, following, _added(storage, following))
    except Left as left:
        with suppress(OSError):  # the terminal may be gone
            _farewell(paper, storage, play, left)
        return left.status
    except BrokenPipeError:
        raise
    except Exception as error:
        from screens.terminal import describe, sorry

        if paper.owner:
            paper.wipe()
        paper.say(*sorry(describe(error), _how_on(storage, play)).splitlines())
        return 1
    return 0


def _farewell(paper: Paper, storage: Storage, play: Device, left: Left) -> None:
    """Wipe what is secret, and say how to go on."""
    if paper.owner:
        paper.wipe()
    elif paper.terminal:
        paper.say("")  # behind what was being typed
    if left.why:
        paper.say(left.why)
    elif play.session.pending() is not None:
        how = _how_on(storage, play)
        paper.say(f"Saved. {how}" if how else "This game could not be saved, and is lost.")


def _how_on(storage: Storage, play: Device) -> str:
    """How to go on with a game; "" if it is not saved."""
    if storage.path is None or not play.game_id or not play.saved:
        return ""
    return f"`thorgames resume {play.game_id} --plain` goes on at the same question."


@contextmanager
def _signals(paper: Paper) -> Iterator[None]:
    """Signals break off the waiting for a line and nothing else: never a save, never a move."""
    if current_thread() is not main_thread():
        yield
        return
    before: dict[int, Any] = {}
    for number in (*ENDING, *SUSPENDING):
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, lambda number, frame: paper.call(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
