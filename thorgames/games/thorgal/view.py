"""What a seat at Thorgal sees, and what can be read off it; screens and bots know no other module of the game."""

from __future__ import annotations

from typing import Any

from thorgames.core.ask import Answer, Ask
from thorgames.core.game import View
from thorgames.core.text import Msg
from thorgames.core.zones import BACK
from thorgames.games.thorgal.cards import ATTRIBUTES, LETTERS, ThorgalBox
from thorgames.games.thorgal.piles import (
    clockwise,
    conquered,
    cost,
    difficulty,
    in_party,
    living,
    marker,
    pile,
    plus,
    strength,
    value,
)
from thorgames.games.thorgal.state import Land, Spot, ThorgalState

__all__ = ["ATTRIBUTES", "BACK", "LETTERS", "Land", "Spot", "ThorgalBox", "ThorgalView", "preview"]


class ThorgalView(View[ThorgalState[Any]], frozen=True):
    """Thorgal through the eyes of one seat, or of the table."""

    box: ThorgalBox

    def hand(self) -> tuple[str, ...]:
        """The viewer's hand in the order of the card file; empty for the table."""
        if self.viewer is None or self.seen.dest < 0:
            return ()
        return tuple(sorted(pile(self.seen, "hand", self.viewer), key=self.box.rank.__getitem__))

    def living(self) -> list[int]:
        """The seats still in the game."""
        return living(self.seen)

    def order(self) -> list[int]:
        """The destiny player, then the others clockwise."""
        return [self.seen.dest, *clockwise(self.seen, self.seen.dest)] if self.seen.dest >= 0 else living(self.seen)

    def sizes(self, seat: int) -> tuple[int, int, int]:
        """Hand, pool and deck of the present role."""
        s = self.seen
        return len(pile(s, "hand", seat)), len(pile(s, "pool", seat)), len(pile(s, "deck", seat))

    def life(self, seat: int) -> int:
        """How much damage a seat could pay from the destiny deck."""
        return len(self.seen.deck_d[seat])

    def marker(self, seat: int) -> int:
        """The value of a bane player's marker."""
        return marker(self.seen, seat)

    def party(self, seat: int) -> list[tuple[str, Spot]]:
        """The cards of a party with what lies on them."""
        return in_party(self.seen, seat)

    def value(self, card: str, spot: Spot) -> tuple[int, int, int]:
        """What a card in play counts now."""
        return value(self.seen, self.box, card, spot)

    def horns(self, seat: int) -> list[int]:
        """The lands a seat has conquered, as places on the table."""
        return conquered(self.seen, seat)

    def cost(self, seat: int, card: str) -> int:
        """What a card costs a seat now."""
        return cost(self.seen, self.box, seat, card)

    def strength(self) -> tuple[int, int, int]:
        """The strength of the destiny player's party, as it would be resolved now."""
        return strength(self.seen, self.box)

    def difficulty(self) -> tuple[int, int, int]:
        """The difficulty of the journey under way, as it would be resolved now."""
        return difficulty(self.seen, self.box)


def preview(view: ThorgalView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What a choice would do."""
    s, box = view.seen, view.box
    if not answer:
        return ()
    choice = answer[0]
    verb, _, what = choice.partition(":")
    if ask.kind == "act" and verb in ("play", "use", "fenris"):
        option = next(o for o in ask.options if o.id == choice)
        card = str(option.refs[0])
        words = " ".join(op.text() for op in box.steps(card, "fenris")) if verb == "fenris" else box.text(card)
        return (Msg("will.do", (words,)),) if words else ()
    if ask.kind == "undertake":
        at = int(what or choice)
        want = plus(s.difficulty, box.points[s.lands[at].card])
        return (Msg("will.travel", (*view.strength(), *want)),)
    if ask.kind == "fate" and verb == "pool":
        return (Msg("will.pool", (int(what),)),)
    if ask.kind == "upkeep.unmet" and choice == "damage":
        size = len(pile(s, "hand", ask.seat)) + view.life(ask.seat)
        return (Msg("will.lose"),) if size < 2 else (Msg("will.damage", (size - 2,)),)
    return ()
