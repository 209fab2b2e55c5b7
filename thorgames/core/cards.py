"""Card files: the facts of a game's cards, read from TOML into typed structs; errors name the place."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from thorgames.core.effects import EffectError, Op, Vocabulary, parse
from thorgames.core.errors import CardFileError
from thorgames.core.misfits import misfit

Source = Literal["official", "partly", "ours"]
"""Whether what acts on the card comes from the rulebook, in part, or is made up by this project."""


LONGEST = {"name": 40, "original": 40, "short": 10, "note": 300}
"""Characters that the words on a card may have."""


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every card has; a game adds its own facts.

    Attributes:
        id: unique in the file, never shown; small letters, digits, hyphens and underscores.
        kind: what sort of card it is; also its back, unless the game says otherwise.
        name, original: its name, and its name in the language of the original edition.
        short: two letters or so, for narrow places.
        copies: how many are in the box.
        effect: one line of calls (`thorgames.core.effects`).
        source, note: official or ours, and what of it.
        rules: clauses about it.
    """

    id: Annotated[str, Meta(pattern=r"^[a-z0-9_-]+\Z")]
    kind: str
    name: Annotated[str, Meta(min_length=1)]
    original: str = ""
    short: str = ""
    copies: Annotated[int, Meta(ge=0)] = 1
    effect: str = ""
    source: Source
    note: str = ""
    rules: tuple[str, ...] = ()


class Face(Struct, frozen=True):
    """One card as a person reads it: title, facts in order, text, and where it comes from."""

    id: str
    title: str
    original: str
    facts: tuple[tuple[str, str], ...]
    text: str
    source: Source
    note: str
    rules: tuple[str, ...]


C = TypeVar("C", bound=Card)


class Box(Generic[C]):
    """All cards of one game, as read from one card file.

    Attributes:
        cards: id -> card, in the order of the file.
        ops: id -> effects.
        toml: the text of the file; a saved game keeps it.
        hash: of that text.
    """

    game: ClassVar[str]
    card_type: ClassVar[type[Any]]
    verbs: ClassVar[Vocabulary] = {}

    def __init__(self, toml: str, file: str) -> None:
        """Read and check a card file.

        Args:
            toml: its text.
            file: its name, for error messages.

        Raises:
            CardFileError: it is not a right card file of this game.
        """
        self.file = file
        self.toml = toml
        self.hash = hashlib.sha256(toml.encode()).hexdigest()[:16]
        try:
            data = tomllib.loads(toml)
        except tomllib.TOMLDecodeError as error:
            raise CardFileError(f"{file}: not a TOML file: {error}") from None
        except RecursionError:
            raise CardFileError(f"{file}: not a card file: nested too deeply") from None
        if data.get("game") != self.game:
            raise CardFileError(f"{file}: the first line must be  game = {self.game!r}, not {data.get('game')!r}")
        rows = data.get("card")
        if not isinstance(rows, list) or not rows:
            raise CardFileError(f"{file}: no [[card]] in it")
        extra = sorted(set(data) - {"game", "card"})
        if extra:
            raise CardFileError(f"{file}: unknown field {extra[0]!r} outside the cards")
        self.cards: dict[str, C] = {}
        self.ops: dict[str, tuple[Op, ...]] = {}
        for number, row in enumerate(rows, 1):
            called = row.get("id") or row.get("name") if isinstance(row, dict) else None
            label = f"card {number}" + (f" ({called})" if called else "")
            try:
                card = msgspec.convert(row, self.card_type)
            except msgspec.ValidationError as error:
                raise CardFileError(f"{file}: {label}: {misfit(error, self.card_type, row)}") from None
            for field in ("name", "original", "short", "note"):
                words = getattr(card, field)
                if not words.isprintable() or len(words) > LONGEST[field]:
                    most = LONGEST[field]
                    raise CardFileError(
                        f"{file}: {label}: field {field} must be one line of at most {most} visible characters"
                    )
            if card.id in self.cards:
                raise CardFileError(f"{file}: {label}: the id {card.id!r} occurs twice")
            self.cards[card.id] = card
            self.ops[card.id] = self.read((card.effect,) if card.effect else (), f"{label}, field effect")
        for fault in self.faults():
            raise CardFileError(f"{file}: {fault}")

    def read(self, lines: Sequence[str], where: str) -> tuple[Op, ...]:
        """The effects that some lines of the file call for.

        Args:
            lines: of one field.
            where: which card and field, for error messages.

        Raises:
            CardFileError: a line is not right.
        """
        try:
            return parse("; ".join(lines), self.verbs) if lines else ()
        except EffectError as error:
            raise CardFileError(f"{self.file}: {where}: {error}") from None

    def faults(self) -> Iterator[str]:
        """What is wrong with the whole (counts above all), one sentence each."""
        return iter(())

    @cached_property
    def rank(self) -> dict[str, int]:
        """Card -> its place in the card file: the order in which cards are shown."""
        return {card: i for i, card in enumerate(self.cards)}

    def name(self, card: str) -> str:
        """The name of a card, as the table and the log call it."""
        return self.cards[card].name

    def short(self, card: str) -> str:
        """A few letters for narrow places."""
        return self.cards[card].short or self.cards[card].name

    def text(self, card: str) -> str:
        """The sentences on the card, generated from its effects."""
        return " ".join(op.text() for op in self.ops[card])

    def facts(self, card: str) -> tuple[tuple[str, str], ...]:
        """The facts of a card besides its text, as (name, value)."""
        return (("Copies", str(self.cards[card].copies)),)

    def face(self, card: str) -> Face:
        """Everything a person may read about a card."""
        c = self.cards[card]
        return Face(c.id, self.name(card), c.original, self.facts(card), self.text(card), c.source, c.note, c.rules)

    def count(self, *kinds: str) -> Counter[str]:
        """How many of each card of these kinds are in the box."""
        return Counter({c.id: c.copies for c in self.cards.values() if c.kind in kinds})

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.file}>"
