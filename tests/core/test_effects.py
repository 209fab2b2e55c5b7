"""Lines of effects are read, never executed."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thorgames.core.effects import EffectError, Op, parse, vocabulary


class Move(Op, frozen=True, tag="move"):
    n: int
    what: Literal["mine", "yours"] = "mine"
    to: str = ""
    yes: bool = False


class Both(Op, frozen=True, tag="both"):
    one: Move | Both
    other: Move | Both | None = None


class Several(Op, frozen=True, tag="several"):
    ops: tuple[Move | Both, ...] = ()


VERBS = vocabulary((Move, Both, Several))


@pytest.mark.parametrize(
    ("line", "ops"),
    [
        ("", ()),
        ("move(1)", (Move(1),)),
        ("move(-2, yours)", (Move(-2, "yours"),)),
        ("move(1, 'yours')", (Move(1, "yours"),)),
        ("move(1, mine, B+1)", (Move(1, "mine", "B+1"),)),
        ("move(1, mine, B - 12)", (Move(1, "mine", "B-12"),)),
        ("move(1, to=n > 3)", (Move(1, to="n>3"),)),
        ("move(1, to=a == b, yes=True)", (Move(1, to="a==b", yes=True),)),
        ("move(n=4, what=yours)", (Move(4, "yours"),)),
        ("move(1); move(2)", (Move(1), Move(2))),
        ("both(move(1))", (Both(Move(1)),)),
        ("both(both(move(1), move(2)), move(3))", (Both(Both(Move(1), Move(2)), Move(3)),)),
        ("several([move(1), both(move(2))])", (Several((Move(1), Both(Move(2)))),)),
        ("several((move(1),))", (Several((Move(1),)),)),
        ("several()", (Several(),)),
    ],
)
def test_good_lines(line: str, ops: tuple[Op, ...]) -> None:
    assert parse(line, VERBS) == ops


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("move(1", "'move(1' is not a list of calls such as  verb(1, name); verb(2)"),
        ("move(1) move(2)", "is not a list of calls"),
        ("move(\x00)", "is not a list of calls"),
        pytest.param("move(" * 500 + ")" * 500, "is not a list of calls", id="deep"),
        pytest.param("move(~0x" + "f" * 9000 + ")", "is not a list of calls", id="long"),
        ("move", "'move' is not a call such as  verb(1, name)"),
        ("x = 1", "'x = 1' is not a call"),
        ("import os", "'import os' is not a call"),
        ("del x", "'del x' is not a call"),
        ("jump(1)", "unknown verb 'jump'; known are: both, move, several"),
        ("os.system('x')", "unknown verb 'os.system'"),
        ("move(1)(2)", "unknown verb 'move(1)'"),
        ("both(jump(1))", "unknown verb 'jump'"),
        ("move(1, mine, a, True, 5)", "move takes at most 4 arguments, not 5"),
        ("move(1, n=2)", "move has no further argument 'n'"),
        ("move(1, m=2)", "move has no further argument 'm'"),
        ("move(**x)", "move has no further argument None"),
        ("move()", "move: the argument n is missing; it must be a whole number"),
        ("move(x)", "move: argument n must be a whole number, not 'x'"),
        ("move('1')", "move: argument n must be a whole number, not '1'"),
        ("move(1, ours)", "move: argument what must be one of mine, yours, not 'ours'"),
        ("move(True)", "move: argument n must be a whole number, not True"),
        ("move(1, yes=1)", "move: argument yes must be True or False, not the number 1"),
        ("move(move(1))", "move: argument n must be a whole number, not move(...)"),
        ("both(several())", "both: argument "),
        ("move(1.5)", "'1.5' is not a number, a name, a text or a call"),
        ("move(None)", "'None' is not a number"),
        ("move(*x)", "'*x' is not a number"),
        ("move(x.y)", "'x.y' is not a number"),
        ("move(x[0])", "'x[0]' is not a number"),
        ("move(lambda: 1)", "'lambda: 1' is not a number"),
        ("move(1 + 1)", "'1 + 1' is not a number"),
        ("move(1 if x else 2)", "is not a number"),
        ("move([n for n in x])", "is not a number"),
        ("move({1: 2})", "'{1: 2}' is not a number"),
        ("move(f'{x}')", "is not a number"),
    ],
)
def test_bad_lines_are_refused_with_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(EffectError) as error:
        parse(line, VERBS)
    assert sentence in str(error.value)


def test_nothing_in_a_line_is_ever_executed(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    evil = f"open({str(trace)!r}, 'w')"
    for line in (evil, f"move({evil})", f"move(1, to={evil})", f"both([{evil}])", f"move(1, to=x > {evil})"):
        with contextlib.suppress(EffectError):
            parse(line, VERBS)
    assert not trace.exists()


@given(st.text(max_size=40))
def test_any_text_is_either_read_or_refused(line: str) -> None:
    try:
        assert isinstance(parse(line, VERBS), tuple)
    except EffectError as error:
        assert str(error)


def test_the_verb_is_the_tag_and_an_op_without_text_is_an_error() -> None:
    assert dict(VERBS) == {"move": Move, "both": Both, "several": Several}
    with pytest.raises(NotImplementedError):
        Move(1).text()
