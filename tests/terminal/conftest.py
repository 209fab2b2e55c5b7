"""What the tests with a real terminal share."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from screens.storage import Storage
from thorgames import library
from thorgames.core.chance import Dealer
from thorgames.games import registry
from thorgames.session import PERSON, Session

from .faulty import SECRET
from .program import Program, thorgames

Start = Callable[..., Program]

NEW = ("play", "thor", "--seat", "Ann", "--seat", "Brun", "--option", "first=1", "--seed", "3")
"""A game of two, begun by Ann."""

COVER = "show my cards"
SINCE = "Any key"
HAND = "Enter: confirm"
"""What is on a cover, on the panel that may follow it, and beneath a hand."""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts programs, and ends them after the test."""
    started: list[Program] = []

    def go(
        *argv: str,
        command: Sequence[str] | None = None,
        folder: Path | None = None,
        size: tuple[int, int] = (80, 24),
        **environ: str | None,
    ) -> Program:
        started.append(Program(command or thorgames(*argv), folder or tmp_path, size, environ))
        return started[-1]

    yield go
    for program in started:
        program.close()


@pytest.fixture
def start_faulty(start: Start, marked: Path) -> Start:
    """Starts the program with a mistake in it, at a game with marked cards (or at what is given)."""

    def go(mistake: str, *argv: str) -> Program:
        argv = argv or (*NEW, "--cards", str(marked))
        return start(command=[sys.executable, "-m", "tests.terminal.faulty", mistake, *argv])

    return go


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card file in which every card's name begins with the secret word."""
    names = iter(range(1000))
    toml = re.sub(
        r'^name = ".*"$', lambda _: f'name = "{SECRET}{next(names)}"', library.read("cards", "thor.toml"), flags=re.M
    )
    path = tmp_path_factory.mktemp("cards") / "cards.toml"
    path.write_text(toml, encoding="utf-8")
    return path


def open_hand(program: Program) -> None:
    """From a cover to the hand."""
    program.see(COVER)
    while COVER in program.screen.text:
        program.press("r")
        end = time.monotonic() + 0.5
        while COVER in program.screen.text and time.monotonic() < end:
            program.read()
        assert program.process.poll() is None, program.after
    program.until(lambda: HAND in program.screen.text or SINCE in program.screen.text, "the hand")
    if SINCE in program.screen.text:
        program.press(" ")
    program.see(HAND)


def card_names() -> set[str]:
    """Every name of a card, and every id; but for the god who has given the game its name."""
    cards = registry.box("thor").cards
    return ({card.name for card in cards.values()} | set(cards)) - set(registry.GAMES.values())


def names_in(text: str) -> set[str]:
    """Names and ids of cards in a text."""
    return {name for name in card_names() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)}


def saved(folder: Path) -> Session:
    """The newest game in the data of a folder, as it would be resumed."""
    with Storage(folder / "data") as storage:
        newest = storage.newest()
        assert newest is not None
        return storage.load(newest.id)


def put_games(
    folder: Path,
    names: Sequence[str] = ("Ann", "Brun"),
    count: int = 1,
    moves: int = 0,
    holders: Sequence[str] | None = None,
    seed: int = 1,
) -> list[str]:
    """Games in the data of a folder, the newest last; their ids. With `moves` < 0 they have been played to the end."""
    from random import Random

    from thorgames.core.ask import legal

    game = registry.load("thor")
    ids = []
    with Storage(folder / "data") as storage:
        for number in range(count):
            setup = game.setup(None, len(names), {"first": "1", "rounds": "1"})
            held = holders or [PERSON] * len(names)
            session = Session(game, setup, names, held, Dealer(seed + number))
            ids.append(storage.add(session))
            rng = Random(number)
            while (pending := session.pending()) is not None and moves:
                session.submit(pending.asks[0].seat, legal(pending.asks[0], rng))
                moves -= 1
            storage.save(ids[-1], session)
    return ids
