"""Every clause and ruling of every game has a test that is marked with its id.

The marks are read from the text of the tests, so that it makes no difference which of them run, or where.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.suite import ROOT
from thorgames import pages
from thorgames.games import registry

KNOWN = {clause: game_id for game_id in registry.GAMES for clause in pages.clauses(game_id)}


def marks(source: str) -> Iterator[tuple[int, object]]:
    """(line, id) of every `@pytest.mark.rule(...)` on a test function; anything but a text is given as it stands."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or not node.name.startswith("test"):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                for arg in [*mark.args, *(keyword.value for keyword in mark.keywords)]:
                    yield mark.lineno, arg.value if isinstance(arg, ast.Constant) else ast.unparse(arg)


@cache
def all_marks() -> list[tuple[str, object]]:
    """(place, id) of every mark in the tests."""
    found: list[tuple[str, object]] = []
    for path in sorted(Path(ROOT, "tests").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        found += [(f"{place}:{line}", clause) for line, clause in marks(path.read_text(encoding="utf-8"))]
    return found


def test_every_mark_names_a_clause_that_exists() -> None:
    wrong = [f"{place}: {clause}" for place, clause in all_marks() if clause not in KNOWN]
    assert not wrong, "no such clause:\n" + "\n".join(wrong)


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_every_clause_has_a_test(game_id: str) -> None:
    tested = {clause for _, clause in all_marks()}
    bare = [clause for clause, game in KNOWN.items() if game == game_id and clause not in tested]
    assert not bare, f"{len(bare)} clauses of {game_id} without a test: {', '.join(bare)}"


def test_marks_are_found_where_they_are() -> None:
    source = """
import pytest

@pytest.mark.rule("A-1", "A-R-02")
@pytest.mark.long
def test_one(): ...

class TestMore:
    @pytest.mark.parametrize("n", [1])
    @pytest.mark.rule("A-3")
    async def test_two(self, n): ...

@pytest.mark.rule(SOME + "thing")
def test_three(): ...

@pytest.mark.rule("A-5")
def helper(): ...

def test_four():
    "@pytest.mark.rule('A-6')"
"""
    assert list(marks(source)) == [(4, "A-1"), (4, "A-R-02"), (13, "SOME + 'thing'"), (10, "A-3")]
