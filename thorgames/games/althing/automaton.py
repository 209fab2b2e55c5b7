"""Thorfinn: how he plays alone against one player; his cards are rules, not the choices of a computer opponent."""

from __future__ import annotations

from functools import lru_cache

from thorgames.core.ask import Answer, Ask
from thorgames.core.chance import Shuffle, pick
from thorgames.core.piles import named, put, without
from thorgames.core.state import Frame
from thorgames.games.althing.acts import reached, refill
from thorgames.games.althing.cards import AlthingBox, TAction, TAdvance, TAxe, TRecruit, TShortage, TStages, TTroll
from thorgames.games.althing.piles import Renew, S, Settle, dodge_options, hand
from thorgames.games.althing.state import THORFINN


class RivalReveals(Frame, frozen=True, tag="RivalReveals"):
    """Thorfinn's card for this turn is revealed (ALT-807, ALT-810, ALT-R-60)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Turn the next card of his deck over; the first one already lies open."""
        if s.plan_now:
            return s
        card = s.plan[0]
        return s.but(told=s.and_told("rival.reveals", s.turn, card), plan=s.plan[1:], plan_now=(card,))


class RivalTurn(Frame, frozen=True, tag="RivalTurn"):
    """He acts first in every turn, and recruits first; what his card says for his stage follows (ALT-810)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Recruit as often as the card says."""
        for op in box.ops[s.plan_now[0]]:
            if type(op) is TRecruit:
                for _ in range(op.n):
                    s = rival_recruits(s, box, dearest=op.which == "dearest")
        return s


def rival_recruits(s: S, box: AlthingBox, dearest: bool) -> S:
    """He takes the dearest or cheapest card of the row, of equal ones the first (ALT-811, ALT-R-44)."""
    price = box.price
    there = [(price[pile[0]], -at if dearest else at) for at, pile in enumerate(s.row) if pile]
    if not there:
        return s
    slot = abs((max(there) if dearest else min(there))[1])
    card = s.row[slot][0]
    which = "rival.dearest" if dearest else "rival.cheapest"
    row, his = put(s.row, slot, ()), hand((*s.rival_hand, card))
    return refill(s.but(told=s.and_told("rival.recruits", card, which), row=row, rival_hand=his), slot)


class RivalActs(Frame, frozen=True, tag="RivalActs"):
    """His action, by the stage he stands on before it (ALT-812, ALT-R-60); the player may dodge (ALT-818).

    ALT-R-45 to ALT-R-47 say what each does. Nothing is hidden from the only player, so he is asked only when he
    has a card that dodges.
    """

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Advance, or do something to the player unless he dodges."""
        action = action_of(box, s.plan_now[0], s.rival)
        if type(action) is TAdvance:
            place = s.rival + 1
            s = s.but(told=s.and_told("rival.advances", s.rival, s.track[place]), rival=place)
            return reached(s, box, s.track[place], THORFINN)
        if type(action) is TTroll:
            what, said, possible = "troll", "rival.troll", s.rival_trolls > 0
        elif type(action) is TAxe:
            what, said, possible = "axe", "rival.axe", bool(s.hands[0])
        elif type(action) is TShortage:
            what, said, possible = "shortage", f"rival.shortage.{action.of}", True
        else:
            return s.tell("rival.rests", s.rival)
        if not possible:
            return s.tell("rival.nothing", s.rival, said)
        dodge = box.dodge_of[what]
        if answer is None and dodge in s.symbols and (options := dodge_options(box, s.hands[0], dodge)):
            return Ask(0, "dodge.rival", options, (said,), lo=0, hi=1, rule="ALT-R-18")
        s = s.tell("rival.says", s.rival, said)
        if answer:
            card = named(answer)[0]
            hands, laid = put(s.hands, 0, without(s.hands[0], card)), put(s.laid, 0, (card,))
            return s.but(
                told=s.and_told("rival.dodged", 0, card, said), agenda=s.and_then(Settle()), hands=hands, laid=laid
            )
        if type(action) is TShortage:
            return s.but(told=s.and_told("rival.short", f"resource.{action.of}"), shortage=action.of)
        if type(action) is TTroll:
            card = "troll-green"
            return s.but(
                told=s.and_told("rival.trolled"),
                rival_trolls=s.rival_trolls - 1,
                tops=put(s.tops, 0, (card, *s.tops[0])),
                owned=put(s.owned, 0, hand((*s.owned[0], card))),
            )
        return s.then(RivalAxe())


@lru_cache(maxsize=64)
def action_of(box: AlthingBox, card: str, stage: int) -> TAction:
    """What one of his cards does on a stage."""
    return next(op for op in box.ops[card] if isinstance(op, TStages)).all[stage - 1]


class RivalAxe(Frame, frozen=True, tag="RivalAxe"):
    """A random card of the player's hand goes to his discard pile (ALT-816, ALT-R-46)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance for a place in the hand."""
        pile = s.hands[0]
        if answer is None:
            return pick("axe.pick", len(pile), 0)
        card = pile[int(answer[0])]
        hands, discards = put(s.hands, 0, without(pile, card)), put(s.discards, 0, hand((*s.discards[0], card)))
        return s.but(
            told=s.and_told("rival.axed", to=(0,), secret=(card,)),
            agenda=s.and_then(Renew(0)),
            hands=hands,
            discards=discards,
        )


class RivalRests(Frame, frozen=True, tag="RivalRests"):
    """The end of a turn: the Shortage is over, a deck that is empty is shuffled (ALT-820, ALT-R-42, ALT-R-60)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Put the card with those used in this pass; after the last one a new pass begins."""
        used = (*s.plan_used, *s.plan_now)
        if s.plan:
            return s.but(shortage="", turn=s.turn + 1, plan_now=(), plan_used=used)
        again = tuple(sorted(used))
        return s.but(
            told=s.and_told("rival.shuffles"),
            agenda=s.and_then(Shuffle("plan")),
            shortage="",
            turn=s.turn + 1,
            plan_now=(),
            plan_used=(),
            plan=again,
        )
