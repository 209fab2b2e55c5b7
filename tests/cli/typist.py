"""Somebody who plays line by line: reads what is written, and types what fits, without looking into the program.

What he types are the numbers that stand before the choices. Which choice he wants is told him by `choose`, which gets
the question itself; that it is the right number is shown by the game going on as it should.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from screens.plain.paper import WIPE, Paper
from screens.plain.play import LinePlay
from screens.plain.question import Question
from screens.storage import Storage
from thorgames.core.ask import Answer, Ask
from thorgames.session import Session

Choose = Callable[[Ask, random.Random], Answer]

PROMPT = re.compile(r"(?:(?P<name>[^\n]+), (?=number))?(?P<prompt>[^\n]+: ?)\n?$")


class Out(io.StringIO):
    """Where is written; a terminal unless it is said otherwise."""

    def __init__(self, terminal: bool = True) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Typist:
    """Stands for the input: each line that is asked for is made up then.

    Attributes:
        holder: who has the device, as far as those around the table know; None for nobody in particular.
        before: who had it when the last line was typed.
        on_read: called before each line with what was written since the last one, and the line typed before it.
        script: lines to type first, whatever is asked.
        commands: share of questions before which something is looked up.
        undos: share of ends of turns at which something is taken back.
        closed: how many covers there were.
        undone: how often something was taken back.
    """

    def __init__(self, choose: Choose, seed: int = 0, commands: float = 0.0, undos: float = 0.0) -> None:
        self.choose, self.rng = choose, random.Random(seed)
        self.commands, self.undos = commands, undos
        self.on_read: list[Callable[[str, str], None]] = []
        self.script: list[str] = []
        self.holder: int | None = None
        self.before: int | None = None
        self.play: LinePlay
        self.out: Out
        self.closed = self.undone = 0
        self._last: int | None = None  # who had the device before something was announced
        self._seen = 0
        self._typed = ""
        self._then: list[str] = []
        self.most = 20_000

    # --- as an input -------------------------------------------------------------------------------------------

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        """The next line."""
        self.most -= 1
        assert self.most, "this goes on for too long"
        text = self.out.getvalue()[self._seen :]
        self._seen += len(text)
        self.before = self.holder
        self._see(text)
        for look in self.on_read:
            look(text, self._typed)
        if self.script:
            line = self.script.pop(0)
            if line == "EOF":
                return ""
        else:
            line = self._line(text)
        if line.casefold() == "r" and self._asked in ("R or Q:", "R, X or Q:"):
            self.closed += 1
            self.holder = self._last = self._named()
        self._typed = line
        return line + "\n"

    def _see(self, text: str) -> None:
        """Know from what is asked who is looked for: whoever is named in the prompt, or everybody."""
        prompt = PROMPT.match(text.rstrip("\n").rpartition("\n")[2])
        assert prompt is not None, f"no prompt at the end of {text[-200:]!r}"
        self._asked = prompt["prompt"].strip()
        names = self.play.session.names
        if len(self.play.session.persons) == 1:
            return
        if self._asked in ("R or Q:", "R, X or Q:", "Number, X or Q:", "q or ?:", "Number, o or ?:"):
            self.holder = None
        elif self._asked == "number or ?:":
            named = names.index(prompt["name"])
            assert named in (self.holder, self._last), f"{named} is asked, but {self.holder} is here"
            self.holder = named
        elif WIPE in text and self._typed.casefold() != "r":
            self.holder = None

    def _line(self, text: str) -> str:
        match self._asked:
            case "R or Q:":
                if self.rng.random() < 0.1:
                    return self.rng.choice(["", "1", "x", "no"])
                return self.rng.choice("rR")
            case "R, X or Q:":
                return self.rng.choice("rx")
            case "Number, X or Q:":
                numbers = re.findall(r"^(\d+)\. ", text, re.M)
                return self.rng.choice([*numbers, "x"])
            case "Enter or ?:":
                if self.rng.random() < self.undos and "u takes back" in text:
                    self.undone += 1
                    return "u"
                return ""
            case "Enter:":
                return ""
            case "q or ?:":
                return "q"
            case "Number or ?:" | "number or ?:" | "Number, o or ?:":
                return self._answer()
        raise AssertionError(f"an unknown prompt: {self._asked!r}")

    def _named(self) -> int:
        """Whose cover is up: the one whose name stands on a line of its own; or who is announced."""
        text = self.out.getvalue().split(WIPE)[-1]
        lines = [line.strip() for line in text.splitlines()]
        if self._asked == "R, X or Q:":
            lines = [re.findall(r"^R: (.*) looks at the hand first\.", text, re.M)[-1]]
        names = self.play.session.names
        return next(names.index(line) for line in reversed(lines) if line in names)

    def _answer(self) -> str:
        """Something to look up now and then; or else an answer to the question."""
        if self._then:
            return self._then.pop(0)
        if self.rng.random() < self.commands:
            return self.rng.choice(["t", "h", "s", "l", "p", "f", "a", "?", "1?", "l 5", "99", "1 2 3", "hello"])
        session = self.play.session
        pending = session.pending()
        assert pending is not None
        viewer = self.holder
        ask = pending.ask_of(viewer) if viewer is not None else pending.asks[0]
        assert ask is not None, f"the question is not put to {viewer}"
        return self._typed_for(ask, self.choose(ask, self.rng), viewer)

    def _typed_for(self, ask: Ask, answer: Answer, viewer: int | None) -> str:
        """What is to be typed for an answer; further lines wait in `_then`."""
        question = Question(self.play.session, viewer, ask)
        if not answer:
            return "0"
        if ask.hi > 1:
            self._then = [""]
            places = [item.option.id for item in question.items() if item.option is not None]
            return " ".join(str(places.index(one) + 1) for one in answer)
        for number, item in enumerate(question.items(), 1):
            if item.option is not None and item.option.id == answer[0]:
                return str(number)
            if item.group and any(o.group == item.group and o.id == answer[0] for o in ask.options):
                members = [o.id for o in ask.options if o.group == item.group]
                self._then = [str(members.index(answer[0]) + 1)]
                return str(number)
        raise AssertionError("the answer is not among the choices")


def seated(
    session: Session, typist: Typist, storage: Storage, terminal: bool = True, ascii: bool = False, id: str = ""
) -> LinePlay:
    """A game with a typist before it."""
    typist.out = Out(terminal)
    source: Any = typist
    play = LinePlay(Paper(ascii, source, typist.out), storage, session, id or storage.add(session))
    typist.play = play
    if len(session.persons) == 1:
        (typist.holder,) = session.persons
    return play


def fake_desk(play: LinePlay) -> Any:
    """What a canary needs of a desk."""
    return SimpleNamespace(on_paint=[], app=SimpleNamespace(), lead=play, session=play.session)
