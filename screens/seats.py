"""The seats of a command line: NAME or NAME:LEVEL."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import Struct

from thorgames.bots import LEVELS
from thorgames.core.errors import SetupError
from thorgames.session import PERSON, check_names


class Seat(Struct, frozen=True):
    """A seat as it was asked for.

    Attributes:
        name: who sits there; "" for a computer opponent that is to be given a free name.
        holder: `PERSON`, or the level of a computer opponent.
    """

    name: str
    holder: str = PERSON


def seat(text: str) -> Seat:
    """A seat from NAME or NAME:LEVEL. A colon that nothing follows is part of the name.

    Raises:
        SetupError: what follows the colon is not a level.
    """
    name, colon, level = text.rpartition(":")
    word = level.strip().lower()
    if colon and word in LEVELS:
        return Seat(" ".join(name.split()), word)
    if colon and word:
        near = get_close_matches(word, LEVELS, 1, 0.7)
        more = f"do you mean {name.strip()}:{near[0]}?" if near else f"levels are: {', '.join(LEVELS)}"
        raise SetupError(f"{level.strip()[:40]!r} is not a level of the computer; {more}")
    return Seat(" ".join(text.split()))


def seats(texts: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and holders, by seat, for a `Session`.

    Raises:
        SetupError: the names do not fit, each by itself or together.
    """
    wanted = [seat(text) for text in texts]
    taken = {one.name.casefold() for one in wanted}
    names: list[str] = []
    for one in wanted:
        name = one.name
        if not name and one.holder != PERSON:
            name = free_name(one.holder, taken)
            taken.add(name.casefold())
        names.append(name)
    return check_names(names), tuple(one.holder for one in wanted)


def free_name(level: str, taken: Iterable[str]) -> str:
    """The first of "Easy 1", "Easy 2" ... that is not taken; the names taken are given in `str.casefold`."""
    used = set(taken)
    number = 1
    while (name := f"{level.capitalize()} {number}").casefold() in used:
        number += 1
    return name
