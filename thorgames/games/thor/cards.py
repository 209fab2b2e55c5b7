"""Thor's cards: 30 god cards, 36 offerings, 14 action cards, and what the action cards do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from thorgames.core.cards import Box, Card
from thorgames.core.effects import Op, Positive, Vocabulary, vocabulary

GOD, OFFERING, ACTION = "god", "offering", "action"


class ThorCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of Thor.

    Attributes:
        god: of an offering, the id of the god it belongs to.
        value: of an offering, what it is worth.
        colour: of a god.
        big_only: a god that is used in the Big Game alone.
    """

    god: str = ""
    value: int = 0
    colour: str = ""
    big_only: bool = False


class ValueAdd(Op, frozen=True, tag="value_add"):
    """While it lies in a god's slot, that god's value changes by n (THR-83 to THR-86)."""

    n: int

    def text(self) -> str:
        """The sentence on the card."""
        return f"Above a god: its value changes by {self.n:+d}.".replace("-", "−")


class ValueSet(Op, frozen=True, tag="value_set"):
    """While it lies in a god's slot, that god's value is n (THR-89, THR-90)."""

    n: int

    def text(self) -> str:
        """The sentence on the card."""
        return f"Above a god: its value is {self.n}, whatever the last offering."


class ValueTimes(Op, frozen=True, tag="value_times"):
    """While it lies in a god's slot, that god's value is multiplied by k (THR-91)."""

    k: Positive

    def text(self) -> str:
        """The sentence on the card."""
        return f"Above a god: its value is {'doubled' if self.k == 2 else f'multiplied by {self.k}'}."


class TakeStack(Op, frozen=True, tag="take_stack"):
    """Once, on placing: take up to `most` cards from the god's stack (THR-81)."""

    most: Positive

    def text(self) -> str:
        """The sentence on the card."""
        return f"When placed above a god: you may at once take up to {self.most} cards from its stack."


class TakePlayer(Op, frozen=True, tag="take_player"):
    """Once, on placing: take one card of the god from another player (THR-82)."""

    def text(self) -> str:
        """The sentence on the card."""
        return "When placed above a god: take one card of that god from another player."


class Reorder(Op, frozen=True, tag="reorder"):
    """Once, on placing: lay the god's offerings in any order (THR-87)."""

    def text(self) -> str:
        """The sentence on the card."""
        return "When placed above a god: put its offerings into any order."


class EachReturns(Op, frozen=True, tag="each_returns"):
    """Once, on placing: every player returns one card of the god to its stack (THR-88)."""

    def text(self) -> str:
        """The sentence on the card."""
        return "When placed above a god: every player who has one returns one of its cards to the stack."


class HandBonus(Op, frozen=True, tag="hand_bonus"):
    """At scoring: n points for the player who has it in hand; it is never placed (THR-73, THR-80)."""

    n: int

    def text(self) -> str:
        """The sentence on the card."""
        return f"In your hand at the end of a round: {self.n:+d} points. It cannot be placed above a god."


class ThorBox(Box[ThorCard]):
    """The cards of one box of Thor."""

    game = "thor"
    card_type = ThorCard
    verbs: ClassVar[Vocabulary] = vocabulary(
        (ValueAdd, ValueSet, ValueTimes, TakeStack, TakePlayer, Reorder, EachReturns, HandBonus)
    )

    def faults(self) -> Iterator[str]:
        """Check the counts of the rulebook (THR-01 to THR-03, THR-07) and that every card can be played."""
        gods = [c for c in self.cards.values() if c.kind == GOD]
        if len(gods) != 6 or any(g.copies != 5 for g in gods):
            yield "there must be 6 god cards with 5 copies each"
        if sum(g.big_only for g in gods) != 1:
            yield "exactly one god must have big_only = true"
        offerings = [c for c in self.cards.values() if c.kind == OFFERING]
        for god in gods:
            of_god = [o for o in offerings if o.god == god.id]
            if len(of_god) != 6 or any(o.copies != 1 for o in of_god):
                yield f"there must be 6 offerings with one copy each for {god.id}"
        actions = [c for c in self.cards.values() if c.kind == ACTION]
        if sum(a.copies for a in actions) != 14:
            yield f"there must be 14 action cards, not {sum(a.copies for a in actions)}"
        for card in self.cards.values():
            if card.kind not in (GOD, OFFERING, ACTION):
                yield f"{card.id}: kind must be god, offering or action, not {card.kind!r}"
            if (card.kind == ACTION) != (len(self.ops[card.id]) == 1):
                yield f"{card.id}: action cards have one effect, other cards none"
            if card.kind == OFFERING and card.god not in self.cards:
                yield f"{card.id}: no god {card.god!r}"
            if not 0 <= card.value <= 99:
                yield f"{card.id}: value must be 0 to 99"

    @cached_property
    def all_gods(self) -> tuple[str, ...]:
        """The six gods, in the order of the card file."""
        return tuple(c.id for c in self.cards.values() if c.kind == GOD)

    @cached_property
    def basic_gods(self) -> tuple[str, ...]:
        """The five gods of the Basic Game."""
        return tuple(g for g in self.all_gods if not self.cards[g].big_only)

    @cached_property
    def god_of(self) -> dict[str, str]:
        """Offering -> its god."""
        return {c.id: c.god for c in self.cards.values() if c.kind == OFFERING}

    @cached_property
    def value_of(self) -> dict[str, int]:
        """Offering -> its value."""
        return {c.id: c.value for c in self.cards.values() if c.kind == OFFERING}

    def op(self, card: str) -> Op:
        """What an action card does."""
        return self.ops[card][0]

    def placeable(self, card: str) -> bool:
        """Whether an action card may lie above a god (THR-73)."""
        return not isinstance(self.op(card), HandBonus)

    def name(self, card: str) -> str:
        """A god's or action card's name; of an offering the god, the value and the name."""
        c = self.cards[card]
        return f"{self.cards[c.god].name} {c.value} {c.name}" if c.kind == OFFERING else c.name

    def short(self, card: str) -> str:
        """A god's code; of an offering the code and the value."""
        c = self.cards[card]
        return f"{self.cards[c.god].short}{c.value}" if c.kind == OFFERING else c.short

    def facts(self, card: str) -> tuple[tuple[str, str], ...]:
        """The facts of a card besides its text."""
        c = self.cards[card]
        if c.kind == GOD:
            return (("Kind", "god card"), ("Colour", c.colour), ("Copies", str(c.copies)))
        if c.kind == OFFERING:
            god = self.cards[c.god]
            return (("Kind", "offering"), ("God", f"{god.name} ({god.colour})"), ("Value", str(c.value)))
        return (("Kind", "action card (Thor's Will)"), ("Copies", str(c.copies)))

    def text(self, card: str) -> str:
        """What the card does or counts for, in sentences."""
        c = self.cards[card]
        if c.kind == GOD:
            return "Scores the value of this god at the end of the round."
        if c.kind == OFFERING:
            return "The last offering beneath a god gives the god its value."
        or_else = "Or play it to remove an action card from above a god; then this text does nothing."
        return f"{super().text(card)} {or_else}"
