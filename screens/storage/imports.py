"""Games that come from elsewhere: whether one is here already, and how it is added."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from screens.storage import packing, rows
from screens.storage.errors import StorageError

if TYPE_CHECKING:
    from screens.storage.games import Storage
    from thorgames.session import Session


def same_game(storage: Storage, session: Session) -> str:
    """The id under which a game is here already, as far as it has gone or farther; "" if it is not.

    Two games are the same if they have the same seed and began in the same way.
    """
    with storage._reading() as db:
        found = db.execute(
            "select id, snapshot from games where game = ? and mode = ? and names = ? and holders = ? and pack = ?"
            " and moves >= ? order by rowid",
            (
                session.setup.game,
                session.setup.mode,
                rows.to_json(session.names),
                rows.to_json(session.holders),
                session.game.box.hash,
                len(session.steps),
            ),
        ).fetchall()
    for game_id, masked in found:
        if packing.seed_of(storage._key, masked) != session.dealer.seed:
            continue
        before = len(storage.notices)
        try:
            here = storage.load(game_id)
        except StorageError:
            continue
        del storage.notices[before:]  # nobody asked for this game
        mine = [(step.seat, step.answer) for step in session.steps]
        if here.setup == session.setup and [(s.seat, s.answer) for s in here.steps[: len(mine)]] == mine:
            return str(game_id)
    return ""


def add(storage: Storage, session: Session, started: datetime, updated: datetime) -> str:
    """Add a game as it is, with the times at which it was played; its id."""
    game_id = storage.add(session)
    times = [moment.astimezone(UTC).isoformat(timespec="microseconds") for moment in (started, updated)]
    with storage._writing() as db:
        db.execute("update games set started = ?, updated = ? where id = ?", (*times, game_id))
    return game_id
