"""What the tests of the command line share."""

from __future__ import annotations

import io
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from screens import cli
from screens.start import Start

Call = Callable[..., "Done"]


@dataclass
class Done:
    """How a command line ended."""

    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one sentence of a refused command line."""
        assert self.status == 2, self
        assert self.out == "", self.out
        assert self.err.startswith("thorgames: "), self.err
        assert self.err.endswith("\n"), self.err
        assert self.err.count("\n") == 1, self.err
        for never in ("Traceback", "usage:", "Error("):
            assert never not in self.err, self.err
        return self.err.removeprefix("thorgames: ").rstrip("\n")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("THORGAMES_HOME", str(home))
    return home


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """The program, with these arguments."""

    def run(*argv: str) -> Done:
        capsys.readouterr()
        status = cli.main(argv)
        return Done(status, *capsys.readouterr())

    return run


@dataclass
class App:
    """Stands for the Textual app and notes how it was called."""

    calls: list[tuple[Start, bool]] = field(default_factory=list)

    def run(self, start: Start, ascii: bool = False) -> int:
        self.calls.append((start, ascii))
        return 0


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> App:
    """A terminal at which nobody types, and in the place of the app something that only notes its start."""
    noted = App()
    module = types.ModuleType("screens.app")
    module.run = noted.run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "screens.app", module)
    monkeypatch.setattr(cli, "has_terminal", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return noted
