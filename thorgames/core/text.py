"""Messages are data (a key and arguments); their words are put together only when somebody reads them.

A game keeps one table of words, key -> template. In a template ``{0:seat}`` is the name of a seat, ``{1:card}`` the
name of a card (a link to it on screen), ``{2:n}`` a number, ``{2:n card cards}`` a number with its noun,
``{2:both card/cards coin/coins}`` this number and the next with their nouns (what there is none of is left out),
``{3:word}`` the words of another key, ``{4:sign}`` a number with its sign, ``{5:cards}`` the names of several cards
(their ids with spaces between them) and ``{6:text}`` text as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

Arg = str | int

TABLE = -2
"""In the place of a seat: the whole table rather than one player."""


def many(n: int, noun: str) -> str:
    """A number with its noun: 1 card, 2 cards."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


class Msg(Struct, frozen=True, array_like=True):
    """A sentence not yet put into words: a key of the game's words and the arguments of its template."""

    key: str
    args: tuple[Arg, ...] = ()

    def __repr__(self) -> str:
        return f"Msg({self.key!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card in it."""
        return []


class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened, as the log keeps it.

    Attributes:
        kind: key of the game's words; with `secret` known, `kind` + ".known" is used instead.
        args: what everybody may know.
        to: the seats that may also know `secret`.
        secret: further arguments, following `args`, for those seats alone.
    """

    kind: str
    args: tuple[Arg, ...] = ()
    to: tuple[int, ...] = ()
    secret: tuple[Arg, ...] = ()

    def seen_by(self, viewer: int | None) -> Event:
        """The event with only what this viewer (None: the whole table) may know."""
        if viewer is not None and viewer in self.to:
            return Event(self.kind, self.args, (viewer,), self.secret)
        return Event(self.kind, self.args) if self.to or self.secret else self

    def __repr__(self) -> str:
        return f"Event({self.kind!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


class Span(Struct, frozen=True):
    """A run of text; `card` or `seat` say what it stands for, so that a screen can link or colour it."""

    text: str
    card: str = ""
    seat: int = -1


Text = tuple[Span, ...]

_FIELD = re.compile(r"\{(\d+):(\w+)(?: ([^{} ]+) ([^{} ]+))?\}")


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[str | tuple[int, str, str, str], ...]:
    """A template cut into plain text and (argument number, type, one, many)."""
    parts: list[str | tuple[int, str, str, str]] = []
    at = 0
    for m in _FIELD.finditer(template):
        if m.start() > at:
            parts.append(template[at : m.start()])
        parts.append((int(m[1]), m[2], m[3] or "", m[4] or ""))
        at = m.end()
    if at < len(template):
        parts.append(template[at:])
    return tuple(parts)


class Speaker:
    """Puts messages into words for one game and its players.

    Args:
        words: key -> template.
        names: the players' names, by seat.
        card_name: card id -> name.
    """

    def __init__(self, words: Mapping[str, str], names: Sequence[str], card_name: Callable[[str], str]) -> None:
        self.words = words
        self.names = tuple(names)
        self.card_name = card_name

    def say(self, msg: Msg) -> Text:
        """The words of a message, as spans. Raises KeyError for a key without words."""
        return tuple(self._spans(self.words[msg.key], msg.args))

    def tell(self, event: Event, viewer: int | None) -> Text:
        """The words of an event as this viewer may read them."""
        seen = event.seen_by(viewer)
        key = seen.kind
        if seen.secret and key + ".known" in self.words:
            key += ".known"
        return tuple(self._spans(self.words[key], seen.args + seen.secret))

    def plain(self, msg: Msg) -> str:
        """The words of a message as one string."""
        return plain(self.say(msg))

    def seat_name(self, seat: int) -> str:
        """The name of a seat; a seat without one (an automaton) has its name in the words as ``seat.N``."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.words.get(f"seat.{seat}", f"seat {seat + 1}")

    def _spans(self, template: str, args: tuple[Arg, ...]) -> list[Span]:
        out: list[Span] = []
        for part in _parts(template):
            if isinstance(part, str):
                out.append(Span(part))
                continue
            index, kind, one, many = part
            value = args[index]
            if kind == "seat":
                out.append(Span(self.seat_name(int(value)), seat=int(value)))
            elif kind == "card":
                out.append(Span(self.card_name(str(value)), card=str(value)))
            elif kind == "cards":
                for at, card in enumerate(str(value).split()):
                    out += [Span(", ")] if at else []
                    out.append(Span(self.card_name(card), card=card))
                if not str(value).split():
                    out.append(Span(self.words.get("cards.none", "nothing")))
            elif kind == "n":
                number = str(value).replace("-", "−")
                out.append(Span(f"{number} {one if value == 1 else many}" if one else number))
            elif kind == "both":
                counted = zip(args[index : index + 2], (one, many), strict=True)
                said = [f"{n} {noun.split('/')[n != 1]}" for n, noun in counted if n]
                out.append(Span(" and ".join(said) or self.words.get("cards.none", "nothing")))
            elif kind == "sign":
                out.append(Span(f"{int(value):+d}".replace("-", "−")))
            elif kind == "word":
                out.extend(self._spans(self.words[str(value)], ()))
            elif kind == "text":
                out.append(Span(str(value)))
            else:
                raise KeyError(f"unknown kind of argument {kind!r} in a template")
        return out


def plain(text: Text) -> str:
    """Spans as one string."""
    return "".join(span.text for span in text)
