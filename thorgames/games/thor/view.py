"""What a seat at Thor sees, and what can be read off it; screens and bots know this module and no other of the game."""

from __future__ import annotations

from typing import Any

from thorgames.core.ask import Answer, Ask
from thorgames.core.game import View
from thorgames.core.text import Msg
from thorgames.core.zones import Pile
from thorgames.games.thor.cards import ThorBox
from thorgames.games.thor.score import favour, gifts, value_of, values
from thorgames.games.thor.state import ThorState

__all__ = ["ThorBox", "ThorView", "preview"]

LIMIT = 6


class ThorView(View[ThorState[Any]], frozen=True):
    """Thor through the eyes of one seat, or of the table."""

    box: ThorBox

    def values(self) -> tuple[int, ...]:
        """The present value of each god in play."""
        return values(self.seen, self.box)

    def points(self, seat: int) -> int:
        """What a seat's god cards would score now; without cards kept in hand, which are secret."""
        return favour(self.seen.displays[seat], self.values())

    def gifts(self) -> int:
        """Points for cards the viewer holds in hand (0 for the table)."""
        return gifts(self.seen.actions[self.viewer], self.box) if self.viewer is not None else 0

    def total(self, seat: int) -> int:
        """The scores of the rounds played so far."""
        return sum(r.points[seat] for r in self.seen.played)

    def hand(self) -> tuple[Pile, Pile]:
        """The viewer's offerings in the order of the gods and values, and his action cards; empty for the table."""
        if self.viewer is None:
            return (), ()
        rank = self.box.rank.__getitem__
        offerings, actions = self.seen.offerings[self.viewer], self.seen.actions[self.viewer]
        return tuple(sorted(offerings, key=rank)), tuple(sorted(actions, key=rank))


def preview(view: ThorView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What a choice would do to the gods' values and to the viewer's points."""
    if not answer or view.viewer is None:
        return ()
    s, choice = view.seen, answer[0]
    if ask.kind.startswith("play"):
        if ">" in choice or "<" in choice:
            card, god = choice.replace("<", ">").split(">")
            at = s.gods.index(god)
            slot: Pile = (card,) if ">" in choice else ()
            out = _change(view, at, s.columns[at], slot)
            return (*out, Msg("will.out")) if "<" in choice else out
        at = s.gods.index(view.box.god_of[choice])
        column = (*s.columns[at], choice)
        out = _change(view, at, column, s.slots[at])
        last = len(column) == LIMIT or (s.will and len(s.offerings[view.viewer]) == 1)
        return (*out, Msg("will.end")) if last else out
    if ask.kind.startswith("take"):
        if choice in s.gods:
            worth = view.values()[s.gods.index(choice)]
            return (Msg("will.take", (choice, worth, view.points(view.viewer) + worth)),)
        return (Msg("will.draw"),) if choice == "draw" else ()
    if ask.kind == "favorable-times":
        god = str(ask.args[0])
        worth = view.values()[s.gods.index(god)]
        return (Msg("will.take", (god, worth, view.points(view.viewer) + worth * int(choice))),)
    if ask.kind == "oath-vanir":
        god = str(ask.args[0])
        worth = view.values()[s.gods.index(god)]
        return (Msg("will.take", (god, worth, view.points(view.viewer) + worth)),)
    if ask.kind == "mjollnir" and len(answer) == len(ask.options):
        at = s.gods.index(str(ask.args[0]))
        return _change(view, at, answer, s.slots[at])
    return ()


def _change(view: ThorView, at: int, column: Pile, slot: Pile) -> tuple[Msg, ...]:
    """A god's value before and after a change of its column or slot."""
    s = view.seen
    god, now, after = s.gods[at], view.values()[at], value_of(column, slot, view.box)
    if now == after:
        return (Msg("will.same", (god, now)),)
    assert view.viewer is not None
    points = view.points(view.viewer)
    mine = points + (after - now) * s.displays[view.viewer][at]
    out = (Msg("will.value", (god, now, after)),)
    return (*out, Msg("will.points", (points, mine))) if mine != points else out
