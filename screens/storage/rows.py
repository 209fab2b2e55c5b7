"""What the lists of the storage are made of, and how values stand in the columns of the file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

Status = Literal["running", "finished", "abandoned"]

SAVED = (
    "select id, game, mode, names, holders, progress, moves, status, started, updated, ranks, scores, reason from games"
)
"""The columns of a `Saved`."""

RESULTS = (
    "select id, games.game, mode, updated, seat, name, holder, rank, score"
    " from results join games on games.id = results.game"
)
"""The columns of a `PlayerResult`."""


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


def to_json(value: Any) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


def from_json(row: tuple[Any, ...] | None, default: Any) -> Any:
    """The value of a row, or the default if there is none that can be read."""
    if row is None:
        return default
    try:
        return msgspec.json.decode(row[0])
    except (msgspec.MsgspecError, TypeError):
        return default


def now() -> str:
    """The present moment in the form in which it is stored: such texts sort like the moments they stand for."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def local(stored: str) -> datetime:
    """A stored moment in local time."""
    return datetime.fromisoformat(stored).astimezone()


def saved(row: tuple[Any, ...]) -> Saved:
    """A row of the list of games. Raises ValueError or TypeError if something in it is not as it should be."""
    values = dict(zip(Saved.__struct_fields__, row, strict=True))
    for field in ("names", "holders", "ranks", "scores"):
        values[field] = msgspec.json.decode(values[field])
    for field in ("started", "updated"):
        values[field] = local(values[field])
    return msgspec.convert(values, Saved)


def result(row: tuple[Any, ...]) -> PlayerResult:
    """A row of the list of results. Raises ValueError or TypeError if something in it is not as it should be."""
    values = dict(zip(PlayerResult.__struct_fields__, row, strict=True))
    return msgspec.convert({**values, "ended": local(values["ended"])}, PlayerResult)
