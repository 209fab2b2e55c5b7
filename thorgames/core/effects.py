"""Effects of cards are data: one line of calls in a card file, read once into registered structs, never executed.

``parse("marker(pick(1, mine), 'B+1'); draw(D, 2)", vocabulary)`` gives the structs registered under ``marker`` and
``draw``. Arguments are numbers, names (read as text), texts in quotes, sums such as ``B+1`` (read as text), further
calls, or lists of them. The standard library's `ast` reads the line; `msgspec` checks every argument against the
field it fills.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from thorgames.core.misfits import misfit

Positive = Annotated[int, Meta(ge=1)]
"""How many of something: for the arguments of verbs that make no sense with 0 or less."""


class Op(Struct, frozen=True, tag=True):
    """One thing a card does. A game declares one subclass for each verb of its card file.

    `text()` gives the sentence printed on the card, so that text and behaviour come from the same tree.
    """

    def text(self) -> str:
        """The sentence on the card."""
        raise NotImplementedError


class EffectError(ValueError):
    """A line of effects cannot be read; the text says what is wrong with it."""


Vocabulary = Mapping[str, type[Op]]


def vocabulary(ops: Iterable[type[Op]]) -> Vocabulary:
    """Verb -> struct; the verb is the struct's tag."""
    return {str(op.__struct_config__.tag): op for op in ops}


def parse(line: str, verbs: Vocabulary) -> tuple[Op, ...]:
    """The effects of a card from its line.

    Raises:
        EffectError: it is not a list of known calls with fitting arguments.
    """
    try:
        return tuple([_statement(node, verbs) for node in ast.parse(line, mode="exec").body])
    except EffectError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise EffectError(f"{line!r} is not a list of calls such as  verb(1, name); verb(2)") from None


def _statement(node: ast.stmt, verbs: Vocabulary) -> Op:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        raise EffectError(f"{ast.unparse(node)!r} is not a call such as  verb(1, name)")
    return _call(node.value, verbs)


def _call(node: ast.Call, verbs: Vocabulary) -> Op:
    name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
    if name not in verbs:
        known = ", ".join(sorted(verbs))
        raise EffectError(f"unknown verb {name!r}; known are: {known}")
    cls = verbs[name]
    fields = cls.__struct_fields__
    if len(node.args) > len(fields):
        raise EffectError(f"{name} takes at most {len(fields)} arguments, not {len(node.args)}")
    values: dict[str, Any] = {field: _value(arg, verbs) for field, arg in zip(fields, node.args, strict=False)}
    for keyword in node.keywords:
        if keyword.arg not in fields or keyword.arg in values:
            raise EffectError(f"{name} has no further argument {keyword.arg!r}")
        values[str(keyword.arg)] = _value(keyword.value, verbs)
    try:
        return msgspec.convert({"type": name, **values}, cls)
    except msgspec.ValidationError as error:
        raise EffectError(f"{name}: {misfit(error, cls, {'type': name, **values}, call=True)}") from None


def _value(node: ast.expr, verbs: Vocabulary) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | str() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
        case ast.Name(id=name):
            return name
        case ast.Call():
            return msgspec.to_builtins(_call(node, verbs))
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [_value(e, verbs) for e in elements]
        case ast.BinOp(left=ast.Name(), op=ast.Add() | ast.Sub(), right=ast.Constant(value=int())):
            return ast.unparse(node).replace(" ", "")
        case ast.Compare():
            return ast.unparse(node).replace(" ", "")
    raise EffectError(f"{ast.unparse(node)!r} is not a number, a name, a text or a call")
