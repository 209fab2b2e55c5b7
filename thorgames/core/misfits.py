"""What does not fit in a card file, told to somebody who knows the card and no Python.

msgspec says "Expected `int`, got `str` - at `$.cost`"; from the place in that, the type and what was given there comes
"field cost must be a whole number, not the text '2'".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import inspect

TOLD = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`")


def misfit(error: msgspec.ValidationError, wanted: type[Any], given: Any, call: bool = False) -> str:
    """What is wrong, and what would be right.

    Args:
        error: msgspec's.
        wanted: the type that did not fit.
        given: what was to be of that type, as msgspec read it.
        call: it is a call in a line of effects; otherwise a block of fields.
    """
    found = TOLD.fullmatch(str(error))
    assert found is not None, "the pattern takes any text"
    steps = [name or int(number) for name, number in STEP.findall(found["path"] or "")]
    if steps and steps[-1] == "type" and found["what"].startswith("Invalid value"):
        steps.pop()  # the verb of a call inside: the call itself is not of the right sort
    field = FIELD.fullmatch(found["what"])
    types, value = [inspect.type_info(wanted)], given
    try:
        for step in steps:
            types, value = list(_inside(types, step, value)), value[step]
    except (KeyError, IndexError, TypeError):  # it is told of a place that is not there
        types = []
    if not types:
        return str(error).replace("`", "'")
    word = "argument" if call else "field"
    place = ", ".join(f"entry {step + 1}" if isinstance(step, int) else step for step in steps)
    if field is None:
        what = f"must be {_right(types, call)}, not {_given(value, call)}"
        return f"{word} {place} {what}" if place else what
    there = {f.encode_name: f.type for one in types if isinstance(one, inspect.StructType) for f in one.fields}
    before, name = f"{word} {place}: " if place else "", field[2]
    if name in there:
        return f"{before}the {word} {name} is missing; it must be {_right([there[name]], call)}"
    near = get_close_matches(name, there, 1, 0.7)
    return f"{before}there is no {word} {name!r}" + (
        f", do you mean {near[0]!r}?" if near else f"; there are: {', '.join(there)}"
    )


def _alternatives(types: list[inspect.Type]) -> Iterator[inspect.Type]:
    """The plain types of some that may be one or the other."""
    for one in types:
        if isinstance(one, inspect.Metadata):
            yield from _alternatives([one.type])
        elif isinstance(one, inspect.UnionType):
            yield from _alternatives(list(one.types))
        else:
            yield one


def _inside(types: list[inspect.Type], step: str | int, value: Any) -> Iterator[inspect.Type]:
    """The types of what stands at a place inside of something; a call is known by its verb."""
    for one in _alternatives(types):
        if isinstance(one, inspect.StructType) and isinstance(value, dict):
            if one.tag is None or value.get("type") == one.tag:
                yield from (field.type for field in one.fields if field.encode_name == step)
        elif isinstance(one, inspect.VarTupleType | inspect.ListType) and isinstance(step, int):
            yield one.item_type
        elif isinstance(one, inspect.TupleType) and isinstance(step, int):
            yield one.item_types[step]


def _right(types: list[inspect.Type], call: bool) -> str:
    """What would be right."""
    words: list[str] = []
    signs: list[Any] = []  # that can be written, from all types together
    for one in _alternatives(types):
        match one:
            case inspect.LiteralType(values=values):
                signs += [value for value in values if value != ""]
            case inspect.StructType(tag=tag) if tag is not None:
                signs.append(f"{tag}(...)")
            case inspect.IntType(ge=least, le=most):
                known = "" if least is None else f", {least} or more" if most is None else f" from {least} to {most}"
                words.append(f"a whole number{known}")
            case inspect.BoolType():
                words.append("True or False" if call else "true or false")
            case inspect.StrType(pattern=pattern, min_length=least):
                text = "a name or a text in quotes" if call else "a text in quotes"
                text += " of small letters, digits, hyphens and underscores alone" if pattern else ""
                words.append(text + (" that is not empty" if least else ""))
            case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
                words.append("a list in square brackets")
            case inspect.StructType():
                words.append("a block of fields")
    if signs:
        shown = ", ".join(sign if call and isinstance(sign, str) else repr(sign) for sign in signs)
        words.append(f"one of {shown}" if len(signs) > 1 else shown)
    return " or ".join(words)


def _given(value: Any, call: bool) -> str:
    """What stands there."""
    match value:
        case bool():
            return str(value) if call else str(value).lower()
        case int() | float():
            return f"the number {value}"
        case str():
            return repr(value) if call else f"the text {value!r}"
        case list():
            return "a list"
        case dict():
            return f"{value['type']}(...)" if call and "type" in value else "a block of fields"
    return "a date or a time"
