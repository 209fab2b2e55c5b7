"""The cards of the toy, and what the tricks do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from thorgames.core.cards import Box, Card
from thorgames.core.effects import Op, Vocabulary, vocabulary


class ToyCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card with its value in a ship (1 for tricks), and whether it stops a robber (TOY-07)."""

    value: int = 1
    ward: bool = False


class Gain(Op, frozen=True, tag="gain"):
    """Get n coins."""

    n: int

    def text(self) -> str:
        return f"Get {self.n} coin{'s' * (self.n != 1)}."


class Draw(Op, frozen=True, tag="draw"):
    """Draw n cards."""

    n: int

    def text(self) -> str:
        return f"Draw {self.n} card{'s' * (self.n != 1)}."


class Rob(Op, frozen=True, tag="rob"):
    """Take a card from the next player who has one."""

    def text(self) -> str:
        return "Rob the next player of a card."


class May(Op, frozen=True, tag="may"):
    """Do something, or not."""

    op: ToyOp

    def text(self) -> str:
        return f"If you like: {self.op.text()}"


class Each(Op, frozen=True, tag="each"):
    """Everybody does something, beginning with who played the card."""

    op: ToyOp

    def text(self) -> str:
        return f"Everybody: {self.op.text()}"


ToyOp = Gain | Draw | Rob | May | Each


class ToyBox(Box[ToyCard]):
    """The cards of the toy; all have the same back."""

    game = "toy"
    card_type = ToyCard
    verbs: ClassVar[Vocabulary] = vocabulary((Gain, Draw, Rob, May, Each))

    def faults(self) -> Iterator[str]:
        for card in self.cards.values():
            if card.kind not in ("good", "trick"):
                yield f"{card.id}: kind must be good or trick, not {card.kind!r}"

    def worth(self, pile: tuple[str, ...]) -> int:
        """The values of a pile."""
        return sum(self.cards[card].value for card in pile)
