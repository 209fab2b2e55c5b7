"""Somebody at a terminal of tmux, who plays by keys alone or by mouse alone, and knows only what the screen shows."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from rich.cells import cell_len

from screens.keymap import CHOICE_KEYS

from .program import ROOT

By = Literal["keys", "mouse"]

WIDTH, HEIGHT = 80, 24

PATIENCE = 30.0
"""Seconds to wait for something to appear; far more than it takes on a busy machine."""

REACTION = 1.5
"""Seconds after which a key or a click that has changed nothing is taken to change nothing."""

MOST = 20_000
"""Keys and clicks after which a game is taken to have no end."""

SAME = 60
"""Keys and clicks on one and the same screen after which it is taken to lead nowhere."""

VALUE_AT, HOLDER_AT = 15, 38
"""Columns of the set-up: of what is chosen, and of who holds a seat."""

PROMPT = "ready>"
"""Of the shell."""

NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn")
"""Those who are typed in."""

# What is told apart on a screen: styles; choices with a key and without; grounds of colour; a scroll bar at the right;
# sums such as "nuggets 3 of 4"; the button.
STYLE = re.compile(r"\x1b\[[0-9;]*m|\x1b\][^\x1b]*\x1b\\|[\x0e\x0f]")
CHOICE = re.compile(rf"(?<= )(?P<mark>#\d+ |[ •])(?P<key>[{CHOICE_KEYS}]) (?=\S)")
BARRED = re.compile(r"(?<=^ )   (?=\S)")
GROUND = re.compile(r"\x1b\[48;5;(\d+)m")
SCROLL_BAR = re.compile(r"\x1b\[7m(\x1b\[[0-9;]*m)*.?$")
SUM = re.compile(r"(\d+) of (\d+)")
BUTTON = re.compile(r"Enter: (confirm|pass it on|decide now)")


class Terminal:
    """A shell in a tmux of its own, whose home and data lie in a folder.

    Args:
        folder: where the shell starts, and where home, data and temporary files lie.
        name: of the tmux server; no other may have it.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.tmux = ["tmux", "-u", "-L", name, "-f", "/dev/null"]
        (folder / "tmp").mkdir()
        environ = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "HOME": str(folder),
            "TMPDIR": str(folder / "tmp"),
            "THORGAMES_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "share"),
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        size = ["-x", str(WIDTH), "-y", str(HEIGHT)]
        shell = "exec env TERM=screen-256color /bin/sh"
        command = [*self.tmux, "start-server", ";", "set", "-g", "status", "off", ";", "new", "-d", *size, shell]
        subprocess.run(command, check=True, env=environ, cwd=folder)
        self.socket = Path(self.ask("display", "-p", "#{socket_path}").strip())

    def ask(self, *words: str) -> str:
        """What tmux answers to a command."""
        return subprocess.run([*self.tmux, *words], check=True, capture_output=True, text=True).stdout

    def press(self, key: str) -> None:
        """Press a key, as tmux calls it."""
        self.ask("send-keys", key)

    def type(self, text: str) -> None:
        """Send a text as it is."""
        self.ask("send-keys", "-l", text)

    def click(self, x: int, y: int) -> None:
        """Press and release the left button over a cell."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def wheel(self, x: int, y: int, by: int) -> None:
        """Turn the wheel over a cell, downwards or upwards."""
        self.type(f"\x1b[<{65 if by > 0 else 64};{x + 1};{y + 1}M" * abs(by))

    def state(self) -> str:
        """The size of the terminal, whether the mouse is reported, whether the other page is shown, and what runs."""
        form = "#{pane_width}x#{pane_height} mouse #{mouse_any_flag} other #{alternate_on} #{pane_current_command}"
        return self.ask("display", "-p", form).strip()

    def close(self) -> None:
        """End the server, and all that runs in it."""
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)
        self.socket.unlink(missing_ok=True)


class Hand:
    """Plays a game from the first screen to the result.

    Args:
        terminal: where `thorgames` is to be started.
        by: by what; nothing else is used from the start of the program to its end.
        seed: of all that is chosen by chance.
        log: where all that was seen and done is written.

    Attributes:
        text: what is to be seen.
        styled: the same with its colours.
        frames: how many different screens were seen standing still.
        answers: how many answers were confirmed.
        acts: how many keys and clicks it took.
    """

    def __init__(self, terminal: Terminal, by: By, seed: int, log: Path) -> None:
        self.terminal, self.by, self.rng = terminal, by, random.Random(seed)
        self.log = log
        self.text = self.styled = ""
        self.frames = self.answers = self.acts = self.same = 0

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """The rows that are to be seen."""
        return self.text.split("\n")

    def look(self, wait: float = 0.0) -> None:
        """See what is there, once it stands still and is another than before, or has not changed for so long."""
        before, last = self.styled, ""
        end = time.monotonic() + wait
        while self.styled == before or self.styled != last:
            if self.styled == last and time.monotonic() > end:
                break
            last = self.styled
            time.sleep(0.02)
            self.styled = self.terminal.ask("capture-pane", "-p", "-e").removesuffix("\n")
        self.text = "\n".join(line.rstrip() for line in STYLE.sub("", self.styled).split("\n"))
        if self.styled != before:
            self.frames += 1
            self.same = 0
            self.note(f"\n===== {self.frames}\n{self.text}")
            self.check()

    def check(self) -> None:
        """Nothing is on the screen that must never be there, and it is as large as the terminal."""
        for words in ("Traceback", "has made a mistake", "crash"):
            assert words not in self.text, self.told(f"{words!r} is shown")
        assert len(self.lines) == HEIGHT, self.told(f"{len(self.lines)} lines")
        assert all(cell_len(line) <= WIDTH for line in self.lines), self.told("a line is too long")

    def note(self, text: str) -> None:
        """Write something into the log."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Look until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.told(f"{what} did not come")
            self.look(0.2)

    def until(self, *words: str) -> None:
        """Look until all these words are on the screen."""
        self.wait_for(lambda: all(one in self.text for one in words), str(words))

    def told(self, what: str) -> str:
        """Something that is wrong, with the screen that shows it."""
        return f"{what}; after {self.acts} keys and clicks, the screen:\n{self.text}"

    def find(self, words: str) -> tuple[int, int]:
        """Column and row of words; the lowest, if they are there more than once."""
        for y in reversed(range(HEIGHT)):
            at = self.lines[y].rfind(words)
            if at >= 0:
                return cell_len(self.lines[y][:at]), y
        raise AssertionError(self.told(f"{words!r} is nowhere"))

    # --- keys and clicks ---------------------------------------------------------------------------------------

    def act(self, what: str, send: Callable[[], None]) -> None:
        """Do something, and see what comes of it."""
        self.note(f"----- {what}")
        self.acts += 1
        self.same += 1
        assert self.acts < MOST, self.told("the game does not end")
        assert self.same < SAME, self.told("nothing changes any more")
        send()
        self.look(REACTION)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.act(f"press {key}", lambda key=key: self.terminal.press(key))  # type: ignore[misc]

    def click(self, x: int, y: int) -> None:
        """Click on a cell."""
        self.act(f"click {x}, {y}", lambda: self.terminal.click(x, y))

    def do(self, key: str, words: str) -> None:
        """Press a key, or click on the words on the screen that stand for the same."""
        if self.by == "keys":
            self.press(key)
        else:
            x, y = self.find(words)
            self.click(x + cell_len(words) // 2, y)

    # --- from the shell to the game and back -------------------------------------------------------------------

    def begin(self) -> None:
        """Start the program."""
        self.terminal.type(f"PS1='{PROMPT} '; clear\r")
        self.wait_for(lambda: self.lines[0] == PROMPT, "a shell")
        self.terminal.type("thorgames\r")
        self.until("New game", "Quit")

    def set_up(self, game: str, mode: str, seats: int, persons: int) -> None:
        """Choose a game at Home, and who plays it in which mode."""
        x, y = self.find(f"New game  {game} ·")
        if self.by == "keys":
            above = [line for line in self.lines[:y] if re.match(r"(New game|Learn|Continue) ", line)]
            self.press(*["Down"] * len(above), "Enter")
        else:
            self.click(x + 12, y)
        self.until(f"{game}: set up a game", "Start  F2")
        rows = [y for y, line in enumerate(self.lines) if re.match(r" Player \d ", line)]
        for row, y in enumerate(rows):
            name, holder = (self.entry(x, y) for x in (VALUE_AT, HOLDER_AT))
            wanted = "nobody" if row >= seats else "person" if row < persons else "computer, easy"
            if self.by == "mouse":
                if holder != wanted:
                    self.choose(HOLDER_AT, y, wanted)
                continue
            if row < seats:
                self.terminal.type(NAMES[row])
                self.until(NAMES[row])
            elif name != "name":
                self.press("BSpace")
            if wanted == "computer, easy":
                self.press("Tab")
                self.choose(HOLDER_AT, y, wanted)
                self.press("BTab")
            self.press("Down")
        _, y = self.find(" Mode  ")
        if self.entry(VALUE_AT, y) != mode:
            self.choose(VALUE_AT, y, mode)
        self.do("F2", "Start  F2")

    def entry(self, x: int, y: int) -> str:
        """What stands in a field of the set-up, or in a list that is open."""
        return re.split("  |[▼▲]", self.lines[y][x:])[0].strip()

    def choose(self, x: int, y: int, wanted: str) -> None:
        """Choose from a list of the set-up; for the keys, the cursor is on it already."""
        present = self.entry(x, y)
        if self.by == "keys":
            self.press("Enter")
        else:
            self.click(x, y)
        self.wait_for(lambda: "▲" in self.lines[y], "the list")
        entries = [self.entry(x, below) for below in range(y + 1, HEIGHT)]
        assert wanted in entries, self.told(f"{wanted!r} is not in the list")
        if self.by == "keys":
            by = entries.index(wanted) - entries.index(present)
            self.press(*["Down" if by > 0 else "Up"] * abs(by), "Enter")
        else:
            self.click(x + 1, y + 1 + entries.index(wanted))
        self.wait_for(lambda: self.entry(x, y) == wanted and "▲" not in self.lines[y], f"{wanted!r} in its field")

    def end(self) -> None:
        """Leave the result and then the program."""
        self.do("q", "Home")
        self.until("New game", "Quit")
        self.do("q", "Quit")
        self.until(f"{PROMPT} thorgames")
        self.wait_for(lambda: self.terminal.state().endswith(" sh"), "the end of the program")

    # --- the game ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Do what the screen asks for, whatever it is, until the result is shown."""
        while not self.over():
            end = time.monotonic() + PATIENCE
            while not self.step():
                assert time.monotonic() < end, self.told("there is nothing to do")
                self.look(0.2)

    def over(self) -> bool:
        """Whether the result is shown."""
        return "the game is over" in self.lines[0] and "Play again" in self.lines[-1]

    def step(self) -> bool:
        """Do what the screen asks for; False if nothing is asked for."""
        bottom, button = self.lines[-1], BUTTON.search(self.text)
        if "goes on to your cards" in self.text:
            self.do(self.rng.choice(["Space", "Enter", "a"]), "goes on to your cards")
        elif "show my cards" in self.text:
            self.do("r", "show my cards")
        elif "look at my hand first" in self.text:
            self.do(*self.rng.choice([("r", "look at my hand first"), ("x", "X  ")]))
        elif "Who answers?" in self.text:
            self.do(*self.rng.choice([*re.findall(r"(\d)  (.*looks at the hand)", self.text), ("x", "X  nobody")]))
        elif "New in this game" in self.lines[0]:
            self.do("Enter", "Go on")
        elif "Next round" in bottom:
            self.do(self.rng.choice(["n", "Enter"]), "Next round")
        elif button is not None and button[1] == "confirm":
            self.answer()
        elif button is not None:
            self.do("Enter", button[0])
        elif "Enter shows the next move" in self.text and "Next move" in bottom:
            self.do("Enter", "Next move")
        elif "Computer opponents play" in self.text:
            before = self.frames
            self.look(PATIENCE)
            return self.frames != before
        else:
            return False
        return True

    def answer(self) -> None:
        """Choose something by chance, or confirm what is chosen; take something out of what is too much."""
        rows, choices, barred = self.choices()
        chosen = [one for one in choices if one[1]["mark"] != " "]
        other = [one for one in choices if one[1]["mark"] == " "]
        sums = SUM.findall("\n".join(self.lines[rows.stop :]))
        much = any(int(has) > int(needs) for has, needs in sums) and self.rng.random() < 0.5
        much = much or "No more than" in self.text
        more = any(SCROLL_BAR.search(self.styled.split("\n")[y]) for y in rows)
        chance = self.rng.random()
        if self.lit() and (chance < 0.8 or not choices):
            self.answers += 1
            self.do("Enter", "Enter: confirm")
        elif "Clear" in self.lines[-1] and chance < (0.2 if much else 0.02):
            self.do("Escape", "Clear")
        elif not choices or chance > ((0.6 if sums else 0.85) if more else 0.95 if barred else 1):
            self.reach_further(rows, barred, more)
        else:
            ahead = [(y, found) for y, found in other if self.lines[y].startswith("complete", found.end())]
            y, found = self.rng.choice((chosen if much else ahead or other) or choices)
            if self.by == "keys":
                self.press(found["key"])
            else:
                self.click(cell_len(self.lines[y][: found.end()]) + 1, y)

    def lit(self) -> bool:
        """Whether the button that confirms has another colour than the line of keys, and so takes an answer."""
        before, _, after = self.styled.rpartition("Enter: confirm")
        return GROUND.findall(before)[-1:] != GROUND.findall(after)[-1:]

    def choices(self) -> tuple[range, list[tuple[int, re.Match[str]]], list[tuple[int, int]]]:
        """The rows between the question and the button; the choices in them, and the places of barred ones."""
        _, below = self.find("Enter: confirm")
        above = max(y for y in range(below) if self.lines[y].startswith("─" * 10) or "─── PgUp" in self.lines[y])
        rows = range(above + 1, below)
        found = [(y, one) for y in rows for one in CHOICE.finditer(self.lines[y])]
        barred = [(one.end(), y) for y in rows for one in BARRED.finditer(self.lines[y])]
        return rows, found, barred

    def reach_further(self, rows: range, barred: list[tuple[int, int]], more: bool) -> None:
        """Go over the choices to those that are not to be seen or have no key, and to barred ones."""
        if self.by == "keys":
            key = self.rng.choice(["Down", "Up", "Right", "Left", "Tab"])
            self.press(*[key] * self.rng.randint(1, 4))
            if not more or self.rng.random() < 0.3:
                self.press("Space")
        elif barred and not (more and self.rng.random() < 0.7):
            x, y = self.rng.choice(barred)
            self.click(x + 1, y)
        else:
            self.act("wheel", lambda: self.terminal.wheel(10, rows[-1], self.rng.choice([2, 4, 8, -1, -3])))
