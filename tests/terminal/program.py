"""A program in a terminal of its own: started, typed at, looked at, and watched as it ends."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .screen import Screen

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
"""Seconds to wait for something to appear; far more than it takes on a busy machine."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "backspace": "\x7f",
    "f2": "\x1bOQ",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
    "ctrl+backslash": "\x1c",
}


class Program:
    """A process whose controlling terminal is a pseudo-terminal of ours.

    Args:
        command: what to run.
        folder: where it runs, and where its home, its data and its temporary files lie.
        size: columns and lines.
        environ: variables that are set (or, with None, taken away) in its environment.

    Attributes:
        screen: what is to be seen.
        raw: everything that was written.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        size: tuple[int, int] = (80, 24),
        environ: Mapping[str, str | None] | None = None,
    ) -> None:
        self.folder = folder
        self.screen = Screen(*size)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end within a character
        self.frames: list[str] = []
        self.master, slave = pty.openpty()
        self._set_size(*size)
        self.before = termios.tcgetattr(slave)
        scratch = folder / "tmp"
        scratch.mkdir(exist_ok=True)
        settings = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("TEXTUAL", "COV_", "TMUX"))},
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "HOME": str(folder),
            "TMPDIR": str(scratch),
            "THORGAMES_HOME": str(folder / "data"),
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            **(environ or {}),
        }
        for name in ("NO_COLOR", "COLORTERM", "LINES", "COLUMNS"):
            if name not in (environ or {}):
                settings.pop(name, None)

        def own_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):  # ignored by what nohup or & has started
                signal.signal(number, signal.SIG_DFL)

        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={k: v for k, v in settings.items() if v is not None},
            start_new_session=True,
            preexec_fn=own_terminal,
            close_fds=True,
        )
        self.slave = slave

    @property
    def pid(self) -> int:
        """The process."""
        return self.process.pid

    # --- looking -----------------------------------------------------------------------------------------------

    def read(self, seconds: float = 0.05) -> bool:
        """Take what is written within some time; whether there was anything."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        text = self.decoder.decode(data)
        self.raw += text
        self.screen.feed(text)
        self.frames.append(self.screen.text)
        return bool(data)

    def until(self, condition: Callable[[], Any], what: str) -> None:
        """Read until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if not self.read() and (self.process.poll() is not None or time.monotonic() > end):
                while self.read(0.2):
                    pass
                if condition():
                    return
                status = self.process.poll()
                raise AssertionError(f"{what} did not come (status {status}); the screen:\n{self.screen.text}")

    def see(self, *words: str) -> None:
        """Read until all these words are on the screen."""
        self.until(lambda: all(w in self.screen.text for w in words), repr(words))

    def settle(self, quiet: float = 0.25) -> None:
        """Read until nothing has been written for a while."""
        while self.read(quiet):
            pass

    # --- doing -------------------------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        """Send characters."""
        os.write(self.master, text.encode())

    def press(self, *keys: str) -> None:
        """Send keys, by name or character, with a moment after an escape."""
        for key in keys:
            self.type(KEYS.get(key, key))
            if key == "escape":
                time.sleep(0.15)

    def click(self, words: str) -> None:
        """Click on words on the screen."""
        self.see(words)
        self.settle(0.05)
        self.click_at(*self.screen.find(words))

    def click_at(self, x: int, y: int) -> None:
        """Press and release the mouse button."""
        self.type(f"\x1b[<35;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def send(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def _set_size(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width: int, height: int) -> None:
        """Make the window larger or smaller."""
        self.screen.resize(width, height)
        self._set_size(width, height)

    # --- the end -----------------------------------------------------------------------------------------------

    @property
    def modes(self) -> list[Any]:
        """The settings of the terminal line."""
        return termios.tcgetattr(self.slave)

    def wait_stopped(self) -> None:
        """Wait until the process has been stopped by a signal."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            pid, status = os.waitpid(self.pid, os.WUNTRACED | os.WNOHANG)
            if pid:
                assert os.WIFSTOPPED(status), f"it ended: {status}"
                self.settle(0.05)
                return
        raise AssertionError("it did not stop")

    def end(self) -> int:
        """Wait for the end; the exit status, negative if a signal killed it."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read()
            assert time.monotonic() < end, f"it did not end; the screen:\n{self.screen.text}"
        while self.read(0.05):
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal, as closing the window does."""
        os.close(self.slave)
        os.close(self.master)
        self.slave = self.master = -1

    def close(self) -> None:
        """End what still runs, and let go of everything."""
        if self.process.poll() is None:
            for number in (signal.SIGCONT, signal.SIGKILL):
                self.process.send_signal(number)
            self.process.wait()
        for fd in (self.master, self.slave):
            if fd >= 0:
                os.close(fd)

    @property
    def after(self) -> str:
        """What was written after the alternate screen was left."""
        return self.raw.rpartition("\x1b[?1049l")[2] if "\x1b[?1049l" in self.raw else self.raw

    def clean(self) -> None:
        """Assert that the terminal is as it was before."""
        assert self.screen.left_on == set(), self.screen.left_on
        now = self.modes
        names = ("input", "output", "control", "local", "input speed", "output speed", "characters")
        changed = {n: (was, a) for n, was, a in zip(names, self.before, now, strict=True) if was != a}
        assert changed == {}, changed


def thorgames(*argv: str) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-m", "screens.cli", *argv]
