"""A kill at any moment loses at most the answer that was not yet confirmed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from thorgames.games import registry

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks processes")


def crash(folder: Path, rounds: int, seed: int, *games: str) -> None:
    """Let so many players of each game be killed; the test fails if anything was lost."""
    command = [sys.executable, "-m", "tests.storage.crash", str(folder), str(rounds), str(seed), *games]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1_800)
    assert done.returncode == 0, done.stderr
    print(done.stdout, end="")
    told = done.stdout.splitlines()
    assert [line for line in told if line.startswith("wrong: ")] == []
    assert len(told) == len(games)
    for game_id, line in zip(games, told, strict=True):
        found = re.match(rf"{game_id}: {rounds} players killed after (\d+) answers; ", line)
        assert found, line
        assert int(found[1]) > rounds // 2


def test_players_of_every_game_killed_at_random_moments(tmp_path: Path) -> None:
    crash(tmp_path, 5, 1, *registry.GAMES)


@pytest.mark.long
@pytest.mark.parametrize("game_id", registry.GAMES)
def test_many_players_killed_at_random_moments(game_id: str, tmp_path: Path) -> None:
    """Two hundred kills in each game take half a minute to two minutes."""
    crash(tmp_path, 200, 3, game_id)
