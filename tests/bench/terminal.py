"""A program in a terminal of 80 by 24, with a stopwatch."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from tests.terminal.screen import Screen

ROOT = Path(__file__).resolve().parents[2]
QUIET = 0.08
"""Seconds without output after which a screen counts as painted; they are not counted."""
PATIENCE = 30.0

_ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]")


class Terminal:
    """A process with a terminal of its own; `since` is when it was started.

    Args:
        command: what to run.
        home: folder of its data.
    """

    def __init__(self, command: Sequence[str], home: Path) -> None:
        self.screen = Screen(80, 24)
        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("TEXTUAL", "COV_", "NO_COLOR"))}
        environ |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "THORGAMES_HOME": str(home)}
        self.since = perf_counter()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environ, start_new_session=True
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self.master)

    def _read(self, seconds: float) -> bytes:
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.master, 1 << 16)
        except OSError:
            return b""

    def appears(self, marker: str) -> float:
        """Seconds from the start until a text has been written; it must stand in one line and one style."""
        seen, sought = b"", marker.encode()
        while sought not in _ESCAPES.sub(b"", seen):
            data = self._read(PATIENCE)
            if not data:
                raise RuntimeError(f"{marker!r} has not appeared; the output was:\n{seen.decode(errors='replace')}")
            seen += data
            at = perf_counter()
        self.screen.feed(seen.decode(errors="replace"))
        return at - self.since

    def press(self, key: str) -> float:
        """Seconds from a key press to the last of what is written because of it; 0 if nothing is."""
        self.settle()
        since = perf_counter()
        os.write(self.master, key.encode())
        return max(0.0, self.settle(first=0.5) - since)

    def settle(self, first: float = QUIET) -> float:
        """Take what is written until it is quiet; when the last of it came (0 if nothing did)."""
        seen, last, wait = b"", 0.0, first
        while data := self._read(wait):
            last, wait = perf_counter(), QUIET
            seen += data
        self.screen.feed(seen.decode(errors="replace"))
        return last

    def until(self, condition: Callable[[str], bool]) -> str:
        """Take what is written until the screen is as wanted; its text."""
        end = perf_counter() + PATIENCE
        while not condition(self.screen.text):
            self.settle()
            if perf_counter() > end or self.process.poll() is not None:
                raise RuntimeError(f"the screen did not come; it is:\n{self.screen.text}")
        return self.screen.text


def thorgames(*argv: str) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-m", "screens.cli", *argv]
