"""What is written line by line, and what is typed: wrapped at words, wiped where the terminal can, never left torn."""

from __future__ import annotations

import io
import os
import shutil
import sys
import unicodedata
from contextlib import suppress
from typing import TextIO

from rich.cells import cell_len

from screens.look import ASCII

if sys.platform != "win32":
    import termios

WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""What clears the screen and all that was scrolled out of it: this order, since some terminals scroll on the first."""

_SIGNS = str.maketrans(ASCII)
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ß": "ss"}
)


class Called(Exception):
    """A signal came while the program waited for a line.

    Attributes:
        number: which signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class End(Exception):
    """There is nothing more to read: the input has ended, or Ctrl+D was pressed."""


class Paper:
    """Where lines are written and read.

    Args:
        ascii: write with ASCII signs alone (names stay as they are where they can be written).
        source, out: where lines come from and go to; None for those of the program.

    Attributes:
        terminal: whether lines go to a terminal.
        wipes: whether what has been written can be wiped away.
        owner: the name of the player whose cards have been written since it was wiped; "" for nobody's.
        called: a signal that has come and has not been dealt with; 0 for none.
    """

    def __init__(self, ascii: bool = False, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self.source = source or sys.stdin or io.StringIO()  # a program may be started with either closed
        self.out = out or sys.stdout or io.StringIO()
        self.ascii = ascii
        self.terminal = self.out.isatty()
        kind = os.environ.get("TERM", "" if sys.platform != "win32" else "windows")
        self.wipes = self.terminal and kind not in ("", "dumb", "unknown")
        self.owner = ""
        self.called = 0
        self._reading = False
        if hasattr(self.source, "reconfigure"):
            self.source.reconfigure(errors="replace")

    # --- writing -----------------------------------------------------------------------------------------------

    def say(self, *lines: str, indent: int = 0) -> None:
        """Write lines, each wrapped at words; what follows the first row of a line is set in by `indent`."""
        width = shutil.get_terminal_size((80, 24)).columns - 1 if self.terminal else 0
        for line in lines:
            self.out.write("\n".join(wrapped(self.fitting(line), width, indent)) + "\n")
        self.out.flush()

    def fitting(self, text: str) -> str:
        """A text with signs that can be written here."""
        if self.ascii:
            text = text.translate(_SIGNS)
        encoding = getattr(self.out, "encoding", None) or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            text = unicodedata.normalize("NFKD", text.translate(_SIGNS).translate(_LETTERS))
            text = "".join(sign for sign in text if not unicodedata.combining(sign))
            text = text.encode(encoding, "replace").decode(encoding)
        return text

    def wipe(self) -> None:
        """Let nothing of what was written be read any more, as far as that can be done."""
        owner, self.owner = self.owner, ""
        if self.wipes:
            self.out.write(WIPE)
            self.out.flush()
        elif owner:
            if self.terminal:
                self.out.write("\n" * shutil.get_terminal_size((80, 24)).lines)
            self.say(f"What is written above is for {owner} alone. It cannot be wiped from here: do not read back.")

    # --- reading -----------------------------------------------------------------------------------------------

    def read(self, prompt: str = "> ", fresh: bool = False) -> str:
        """The next line typed.

        Args:
            prompt: what is written before it.
            fresh: drop what was typed before it could be seen what for.

        Raises:
            End: there is none.
            Called: a signal came instead.
        """
        if fresh:
            self._drop()
        self.out.write(prompt if self.terminal else prompt.rstrip() + "\n")
        self.out.flush()
        self._reading = True
        try:
            if self.called:
                raise Called(self.take_call())
            line = self.source.readline()
        except OSError:  # the terminal is gone
            raise End from None
        finally:
            self._reading = False
        if not line:
            raise End
        return "".join(sign if sign.isprintable() else " " for sign in line).strip()

    def call(self, number: int) -> None:
        """A signal has come: break off waiting for a line, now or the next time."""
        if self._reading:
            raise Called(number)
        self.called = number

    def take_call(self) -> int:
        """The signal that has come and has not been dealt with, which now is; 0 for none."""
        number, self.called = self.called, 0
        return number

    def _drop(self) -> None:
        """Forget keys that wait to be read; a file or a pipe is read as it comes."""
        if sys.platform != "win32" and self.source.isatty():
            with suppress(termios.error, OSError, ValueError):
                termios.tcflush(self.source.fileno(), termios.TCIFLUSH)


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """A text in rows of at most so many columns, broken at spaces alone; in one row if the width is 0."""
    if not width or cell_len(text) <= width:
        return [text]
    rows: list[str] = []
    row = ""
    for word in text.split(" "):
        if row.strip() and cell_len(row) + 1 + cell_len(word) > width:
            rows.append(row)
            row = " " * indent + word
        else:
            row = f"{row} {word}" if row else word
    return [*rows, row]
