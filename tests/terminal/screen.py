"""A terminal that remembers what a program has written to it: enough of one for what Textual writes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rich.cells import cell_len

_TOKEN = re.compile(
    r"\x1b\[(?P<args>[0-?]*)(?P<mid>[ -/]*)(?P<final>[@-~])"
    r"|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b(?P<short>[ -/]*[0-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    r"|(?P<text>[^\x00-\x1f\x7f]+)"
)
_UNFINISHED = re.compile(r"\x1b(\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[ -/]*)?$")

MOUSE = {"?1000", "?1002", "?1003", "?1005", "?1006", "?1015", "?1016"}
LEFT_ON = {"?7", "?25"}
"""Modes that are on when nothing has been changed: wrapping of lines, and the cursor."""

UNUSUAL = {*MOUSE, "?1", "?47", "?1004", "?1047", "?1048", "?1049", "?2004", "?2026", "?2048", "kitty keyboard"}
"""Modes that must be off again when the program has ended."""


@dataclass
class Screen:
    """Two pages of cells (the ordinary and the alternate one), a cursor and modes.

    Attributes:
        modes: private modes that are on.
        colours: every colour that was set, as the parameters of its escape sequence.
        replies: what the terminal was asked, and did not answer.
        unknown: sequences that are not understood here.
    """

    width: int = 80
    height: int = 24
    modes: set[str] = field(default_factory=lambda: set(LEFT_ON))
    colours: set[str] = field(default_factory=set)
    replies: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._main = self._empty()
        self._other = self._empty()
        self._x = self._y = 0
        self._kept = (0, 0)
        self._kitty = 0
        self._rest = ""
        self._emphasis: set[int] = set()
        self._marks: set[tuple[int, int]] = set()

    def _empty(self) -> list[list[str]]:
        return [[" "] * self.width for _ in range(self.height)]

    @property
    def alternate(self) -> bool:
        """Whether the alternate page is shown."""
        return "?1049" in self.modes

    @property
    def _page(self) -> list[list[str]]:
        return self._other if self.alternate else self._main

    @property
    def lines(self) -> list[str]:
        """What is seen."""
        return ["".join(row).rstrip() for row in self._page]

    @property
    def text(self) -> str:
        """What is seen, as one text."""
        return "\n".join(self.lines)

    @property
    def marked(self) -> str:
        """What is seen in reverse or underlined."""
        rows: dict[int, str] = {}
        for x, y in sorted(self._marks, key=lambda at: (at[1], at[0])):
            if y < self.height and x < self.width:
                rows[y] = rows.get(y, "") + self._page[y][x]
        return "\n".join(rows.values())

    @property
    def left_on(self) -> set[str]:
        """What is not as it was before any program ran."""
        return {mode for mode in self.modes if mode in UNUSUAL} | {f"no {m}" for m in LEFT_ON - self.modes}

    def find(self, words: str) -> tuple[int, int]:
        """Column and line of the first cell of words on the screen."""
        for y, row in enumerate(self._page):
            text = "".join(row)
            if (at := text.find(words)) >= 0:
                return cell_len(text[:at]), y
        raise AssertionError(f"{words!r} is not on the screen:\n{self.text}")

    def resize(self, width: int, height: int) -> None:
        """The window has another size; what was shown stays where it was."""

        def fitted(page: list[list[str]]) -> list[list[str]]:
            rows = [(row + [" "] * width)[:width] for row in page[:height]]
            return rows + [[" "] * width for _ in range(height - len(rows))]

        self.width, self.height = width, height
        self._main, self._other = fitted(self._main), fitted(self._other)
        self._x, self._y = min(self._x, width - 1), min(self._y, height - 1)

    def feed(self, text: str) -> None:
        """Take what the program has written."""
        text = self._rest + text
        unfinished = _UNFINISHED.search(text)
        self._rest = unfinished[0] if unfinished else ""
        text = text[: len(text) - len(self._rest)]
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            assert found is not None, text[at : at + 20]
            at = found.end()
            if found["text"]:
                self._write(found["text"])
            elif found["control"]:
                self._control(found["control"])
            elif found["final"]:
                self._sequence(found["args"] or "", found["mid"] or "", found["final"])

    def _write(self, text: str) -> None:
        for character in text:
            cells = cell_len(character)
            if cells == 0:
                self._page[self._y][max(0, self._x - 1)] += character
                continue
            if self._x + cells > self.width:
                if "?7" in self.modes:
                    self._x = 0
                    self._down()
                else:
                    self._x = self.width - cells
            row = self._page[self._y]
            row[self._x] = character
            (self._marks.add if self._emphasis else self._marks.discard)((self._x, self._y))
            for beside in range(1, cells):
                if self._x + beside < self.width:
                    row[self._x + beside] = ""
            self._x = min(self._x + cells, self.width if "?7" in self.modes else self.width - 1)

    def _down(self) -> None:
        if self._y + 1 < self.height:
            self._y += 1
        else:
            self._page.append([" "] * self.width)
            del self._page[0]

    def _control(self, character: str) -> None:
        if character == "\r":
            self._x = 0
        elif character == "\n":
            self._down()
        elif character == "\b":
            self._x = max(0, self._x - 1)
        elif character == "\t":
            self._x = min(self.width - 1, self._x - self._x % 8 + 8)

    def _sequence(self, args: str, mid: str, final: str) -> None:
        if final in "hl" and args.startswith("?"):
            for number in args[1:].split(";"):
                self._mode(f"?{number}", final == "h")
            return
        if final == "p" and mid == "$":
            self.replies.append(args)
            return
        if final == "u" and args[:1] in (">", "<"):
            self._kitty = max(0, self._kitty + (1 if args[0] == ">" else -1))
            (self.modes.add if self._kitty else self.modes.discard)("kitty keyboard")
            return
        if final == "m":
            self._colour(args)
            return
        numbers = [int(n) if n.isdigit() else 0 for n in args.split(";")] if args else [0]
        first = max(1, numbers[0])
        if final in "Hf":
            self._y = min(self.height, first) - 1
            self._x = min(self.width, max(1, numbers[1]) if len(numbers) > 1 else 1) - 1
        elif final == "A":
            self._y = max(0, self._y - first)
        elif final == "B":
            self._y = min(self.height - 1, self._y + first)
        elif final == "C":
            self._x = min(self.width - 1, self._x + first)
        elif final == "D":
            self._x = max(0, self._x - first)
        elif final == "G":
            self._x = min(self.width, first) - 1
        elif final == "J":
            self._page[self._y][self._x :] = [" "] * (self.width - self._x)
            for row in self._page[0 if numbers[0] else self._y + 1 :]:
                row[:] = [" "] * self.width
        elif final == "K":
            self._page[self._y][self._x :] = [" "] * (self.width - self._x)
        elif final != "t":
            self.unknown.add(f"{args}{mid}{final}")

    def _mode(self, mode: str, on: bool) -> None:
        if mode == "?1049" and on and not self.alternate:
            self._kept = (self._x, self._y)
            self._marks.clear()
            self._other = self._empty()
            self.modes.add(mode)
        elif mode == "?1049" and not on and self.alternate:
            self._x, self._y = self._kept
            self.modes.discard(mode)
        elif on:
            self.modes.add(mode)
        else:
            self.modes.discard(mode)

    def _colour(self, args: str) -> None:
        numbers = args.split(";")
        at = 0
        while at < len(numbers):
            number = int(numbers[at] or 0)
            if number == 0:
                self._emphasis.clear()
            elif number in (4, 7):
                self._emphasis.add(number)
            elif number in (24, 27):
                self._emphasis.discard(number - 20)
            if number in (38, 48):
                length = 5 if numbers[at + 1 : at + 2] == ["2"] else 3
                self.colours.add(";".join(numbers[at : at + length]))
                at += length
                continue
            if 30 <= number <= 37 or 40 <= number <= 47 or 90 <= number <= 107:
                self.colours.add(str(number))
            at += 1
