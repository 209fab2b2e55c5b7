"""From a key press to the repaint, on the table of Thor in a terminal of 80 by 24.

A repaint ends with the last of what is written because of the key.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import milliseconds
from tests.bench.terminal import Terminal, thorgames

COVER, SINCE, HAND, DONE = "show my cards", "Any key", "Enter: confirm", "Enter: pass it on"
CHAPTER = "N for the next round"
PRESSES, TURNS = 120, 30
NEW = ("play", "thor", "--seat", "Ann", "--seat", "Bob", "--seat", "Cleo", "--seat", "Dan", "--seed", "3")


def to_hand(terminal: Terminal) -> tuple[list[float], bool]:
    """From wherever the table is to the next hand: the seconds of each key press, and whether only hand-overs came."""
    seconds: list[float] = []
    plain = True
    for _ in range(20):
        text = terminal.until(lambda text: bool(text.strip()))
        if COVER in text:
            seconds.append(terminal.press("r"))
        elif SINCE in text:
            seconds.append(terminal.press(" "))
        elif HAND in text:
            return seconds, plain
        elif DONE in text:
            seconds.append(terminal.press("\r"))
        elif CHAPTER in text:
            plain = False
            terminal.press("n")
    raise RuntimeError(f"no hand came; the screen is:\n{terminal.screen.text}")


def main() -> None:
    """Print the figures."""
    keys: list[float] = []
    answers: list[float] = []
    covers: list[float] = []
    with TemporaryDirectory() as folder, Terminal(thorgames(*NEW), Path(folder)) as terminal:
        terminal.appears(COVER)
        to_hand(terminal)
        for key in cycle("123456"):
            keys.append(terminal.press(key))
            if len(keys) == PRESSES:
                break
        for _ in range(TURNS):
            for _ in range(4):
                if HAND not in terminal.screen.text:
                    break
                terminal.press("1")
                answers.append(terminal.press("\r"))
            seconds, plain = to_hand(terminal)
            if plain:
                covers.extend(seconds)
    milliseconds("a choice marked, with its preview", [s for s in keys if s])
    milliseconds("an answer given, saved, and the table painted", [s for s in answers if s])
    milliseconds("a key of a hand-over (pass on, cover, hand)", [s for s in covers if s])
    silent = sum(not s for s in (*keys, *answers, *covers))
    if silent:
        print(f"  {silent} key presses changed nothing on the screen and are not in it.")
