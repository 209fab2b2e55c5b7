"""What the app is started with."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from thorgames.core.info import Setup


class Home(Struct, frozen=True):
    """Begin at the home screen."""


class NewGame(Struct, frozen=True):
    """Begin a game at once, at its first cover.

    Attributes:
        setup: a set-up that `Game.setup` made.
        names, holders: by seat, as a `Session` takes them.
        cards: a card file of the players' own; None for the one that comes with the program.
        seed: of the dealer; None for one from the system.
    """

    setup: Setup
    names: tuple[str, ...]
    holders: tuple[str, ...]
    cards: Path | None = None
    seed: int | None = None


class SetUp(Struct, frozen=True):
    """Begin at the set-up of a game.

    Attributes:
        game: its id.
        mode: of a mode that is chosen already; "" for the one last used.
    """

    game: str
    mode: str = ""


class Resume(Struct, frozen=True):
    """Go on with a saved game.

    Attributes:
        id: which; None for the newest.
    """

    id: str | None = None


class Replay(Struct, frozen=True):
    """Begin by looking at a finished game.

    Attributes:
        id: of a saved one; "" for one in a file.
        file: the file.
    """

    id: str = ""
    file: Path | None = None


Start = Home | NewGame | SetUp | Resume | Replay
