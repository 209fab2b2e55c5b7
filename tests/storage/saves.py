"""What the tests of the storage share: sessions to save, and what must be the same after a reload."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.suite import games
from thorgames.core.ask import Ask, legal
from thorgames.core.chance import Dealer
from thorgames.session import PERSON, Session

NAMES = ("Åsa", "Brun", "[/]", "雪", "Eir", "عمر")


def begin(
    game: str = "thor", mode: str = "basic", seats: int = 3, seed: int | None = None, bots: int = 0, **options: str
) -> Session:
    """A new session; `bots` of its last seats are held by computer opponents."""
    loaded = games()[game]
    setup = loaded.setup(mode, seats, {key.replace("_", "-"): value for key, value in options.items()})
    holders = (PERSON,) * (seats - bots) + ("easy",) * bots
    return Session(loaded, setup, NAMES[:seats], holders, Dealer(seed) if seed is not None else None)


def ask_of(session: Session) -> Ask:
    pending = session.pending()
    assert pending is not None
    return pending.asks[0]


def answer(session: Session, rng: random.Random) -> int:
    """Give one legal answer; the seat that gave it."""
    ask = ask_of(session)
    session.submit(ask.seat, legal(ask, rng))
    return ask.seat


def play(session: Session, rng: random.Random, most: int = 5_000) -> int:
    """Play on, to the end if that comes before `most` answers; how many there were."""
    for number in range(most):
        if session.pending() is None:
            return number
        answer(session, rng)
    return most


def whole(session: Session) -> tuple[Any, ...]:
    """All that must be the same after a reload."""
    return (
        session.setup,
        session.names,
        session.holders,
        session.game.box.hash,
        session.game.box.toml,
        session.game.pack(session.state),
        tuple(session.steps),
        session.pending(),
        session.ply,
        session.dealer.seed,
        session.dealer.drawn,
    )


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
