"""What a seat at Thorgal sees, and what can be read off it; screens and bots know no other module of the game."""

from __future__ import annotations

from collections import Counter
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
    single,
    strength,
    value,
)
from thorgames.games.thorgal.state import Land, Points, Spot, ThorgalState

__all__ = ["ATTRIBUTES", "BACK", "LETTERS", "Land", "Points", "Spot", "ThorgalBox", "ThorgalView", "plus", "preview"]
__all__ += ["single", "slashed"]


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


SOURCES = frozenset({"effect.choose", "effect.may", "effect.target", "effect.bane", "points", "points.total"})
"""Questions put by the text of a card, which is said with them."""

LOOKED_AT = frozenset({"attach", "clean.deck", "clean.pool", "damage.pay", "put.in", "search", "toss", "upkeep.bury"})
"""Questions for cards of the hand or deck, besides those for cards that are peeked at."""


def preview(view: ThorgalView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What a choice would do; without a choice, what the question is about where it does not say so itself."""
    s, box = view.seen, view.box
    if ask.kind in SOURCES:
        card = next((str(arg) for arg in ask.args if arg in box.cards), "")
        return (Msg("will.do", (box.text(card),)),) if card else ()
    if ask.kind == "upkeep.unmet":
        return (Msg("will.upkeep", (upkeep(box, str(ask.args[0])),)), *_unmet(view, ask, answer))
    if not answer:
        return ()
    choice = answer[-1]
    verb, _, what = choice.partition(":")
    option = next(o for o in ask.options if o.id == choice)
    card = str(option.refs[0]) if option.refs and option.refs[0] in box.cards else ""
    match ask.kind:
        case "act":
            if not card or verb == "pass":
                return ()
            words = " ".join(op.text() for op in box.steps(card, "fenris")) if verb == "fenris" else box.text(card)
            return (Msg("will.do", (words,)),) if words else ()
        case "faction.choose":
            cards = box.of(str(option.refs[0]).removeprefix("faction."), "destiny")
            kinds = Counter(box.cards[one].kind for one in cards)
            sums = map(sum, zip(*(box.points[one] for one in cards), strict=True))
            return (Msg("will.faction", (kinds["companion"], kinds["support"], kinds["event"], *sums)),)
        case "start.choose" | "lands":
            return (about(box, card),)
        case "undertake":
            want = plus(s.difficulty, box.points[s.lands[int(choice)].card])
            return (Msg("will.travel", (*view.strength(), *want)), Msg("will.do", (box.text(card),)))
        case "oppose" if card:
            return (Msg("will.oppose", (slashed(box.points[card]),)), Msg("will.do", (box.text(card),)))
        case "fate":
            return (Msg("will.pool", (int(what),)),) if verb == "pool" else (Msg("will.draw"),)
        case "upkeep":
            return (Msg("will.upkeep", (upkeep(box, card),)),)
    if card and (ask.kind in LOOKED_AT or ask.kind.startswith("peek.")):
        return (about(box, card),)
    return ()


def about(box: ThorgalBox, card: str) -> Msg:
    """What a card counts or asks for, and what it does."""
    points = slashed(box.points[card])
    return Msg("will.land" if box.cards[card].kind == "land" else "will.card", (card, points, box.text(card)))


def upkeep(box: ThorgalBox, card: str) -> str:
    """The upkeep condition of a companion, in words."""
    (op,) = box.steps(card, "upkeep")
    return op.text()


def slashed(points: Points) -> str:
    """Points of all three attributes: 1/0/2."""
    return "/".join(map(str, points))


def _unmet(view: ThorgalView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What is left to pay damage with, if an unmet upkeep is paid for so."""
    if answer != ("damage",):
        return ()
    size = len(pile(view.seen, "hand", ask.seat)) + view.life(ask.seat)
    return (Msg("will.lose"),) if size < 2 else (Msg("will.damage", (size - 2,)),)
