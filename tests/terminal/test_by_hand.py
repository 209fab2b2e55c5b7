"""Every mode of every game, from the first screen to the result and back to the shell, in tmux: by keys, by mouse."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from thorgames.games import registry

from .hand import PROMPT, By, Hand, Terminal

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

MODES = [(game, mode.id) for game in registry.GAMES for mode in registry.info(game).modes]

LARGER = [(game, mode) for game, mode in MODES if len(registry.info(game).mode(mode).seats) > 1]
"""Modes for different numbers of players."""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A shell in a tmux of its own."""
    opened = Terminal(tmp_path, f"thorgames-{os.getpid()}")
    yield opened
    opened.close()


def play(terminal: Terminal, folder: Path, by: By, game: str, mode: str, seats: int, persons: int) -> None:
    """From the shell to the result and back to the shell."""
    hand = Hand(terminal, by, seed=1, log=folder / "seen.txt")
    began = time.monotonic()
    hand.begin()
    running = terminal.state()
    assert running.startswith("80x24 mouse 1 other 1 "), running
    hand.set_up(registry.GAMES[game], registry.info(game).mode(mode).name, seats, persons)
    hand.play()
    hand.end()
    assert terminal.state() == "80x24 mouse 0 other 0 sh"
    hand.wait_for(lambda: [line for line in hand.lines if line] == [f"{PROMPT} thorgames", PROMPT], "the bare shell")
    took = (time.monotonic() - began) / 60
    print(f"{game} {mode}, {seats} by {by}: {hand.answers} answers, {hand.acts} keys and clicks, ", end="")
    print(f"{hand.frames} screens, {took:.1f} minutes")


@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize(("game", "mode"), MODES)
def test_persons_alone(terminal: Terminal, tmp_path: Path, game: str, mode: str, by: By) -> None:
    """As few as the mode is for."""
    seats = registry.info(game).mode(mode).seats[0]
    play(terminal, tmp_path, by, game, mode, seats, persons=seats)


@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize(("game", "mode"), LARGER)
def test_two_persons_and_the_computer(terminal: Terminal, tmp_path: Path, game: str, mode: str, by: By) -> None:
    """As many as the mode is for."""
    play(terminal, tmp_path, by, game, mode, registry.info(game).mode(mode).seats[-1], persons=2)
