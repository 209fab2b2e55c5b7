"""A kill at any moment loses at most the answer that was not yet confirmed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks processes")


def crash(folder: Path, rounds: int, seed: int) -> None:
    """Let players be killed so many times; the test fails if anything was lost."""
    command = [sys.executable, "-m", "tests.storage.crash", str(folder), str(rounds), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    *wrong, last = done.stdout.splitlines()
    assert wrong == []
    assert last.startswith(f"{rounds} players killed after ")
    assert int(last.split()[-2]) > rounds
    print(last)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_players_killed_at_random_moments(seed: int, tmp_path: Path) -> None:
    crash(tmp_path, 30, seed)


@pytest.mark.long
def test_many_players_killed_at_random_moments(tmp_path: Path) -> None:
    crash(tmp_path, 200, 3)
