"""From the start of the process to a usable Home screen, against an empty Textual app started in the same way."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import median, milliseconds
from tests.bench.terminal import Terminal, thorgames

ROUNDS = 15
READY = "New game"
"""The last thing that Home needs before it can be used is its list."""

EMPTY = """
from textual.app import App
from textual.widgets import Static

class E(App):
    def compose(self):
        yield Static("ready")

E().run()
"""


def main() -> None:
    """Print the figures."""
    times: dict[str, list[float]] = {"home": [], "empty": []}
    with TemporaryDirectory() as folder:
        home, empty = Path(folder), Path(folder, "empty.py")
        empty.write_text(EMPTY, encoding="utf-8")
        for turn in range(ROUNDS + 1):
            for name, command, marker in (
                ("home", thorgames(), READY),
                ("empty", [sys.executable, str(empty)], "ready"),
            ):
                with Terminal(command, home) as terminal:
                    seconds = terminal.appears(marker)
                if turn:  # the first time compiles
                    times[name].append(seconds)
    milliseconds("thorgames to Home", times["home"])
    milliseconds("empty Textual app", times["empty"])
    more = [a - b for a, b in zip(times["home"], times["empty"], strict=True)]
    print(f"  difference: median {median(more) * 1000:.0f} ms")
