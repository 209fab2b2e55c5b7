"""Thorfinn: how he plays alone against one player; his cards are rules, not the choices of a computer opponent."""

from __future__ import annotations

from thorgames.core.ask import Answer, Ask, Option
from thorgames.core.chance import Shuffle, pick
from thorgames.core.state import Frame
from thorgames.games.althing.acts import reached, refill
from thorgames.games.althing.cards import AlthingBox, TAdvance, TAxe, TRecruit, TShortage, TStages, TTroll
from thorgames.games.althing.piles import Renew, S, Settle, copies, hand, named, put, without
from thorgames.games.althing.state import THORFINN


class RivalReveals(Frame, frozen=True, tag="RivalReveals"):
    """Thorfinn's card for this turn is revealed (ALT-807, ALT-810, ALT-R-60)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Turn the next card of his deck over; the first one already lies open."""
        if s.plan_now:
            return s
        card = s.plan[0]
        return s.but(plan=s.plan[1:], plan_now=(card,)).tell("rival.reveals", s.turn, card)


class RivalTurn(Frame, frozen=True, tag="RivalTurn"):
    """He acts first in every turn: he recruits, then does what his card says for the stage he stands on (ALT-810)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Recruit, act, and leave the phase to the player (ALT-814)."""
        for op in box.ops[s.plan_now[0]]:
            if isinstance(op, TRecruit):
                for _ in range(op.n):
                    s = rival_recruits(s, box, dearest=op.which == "dearest")
        return s.then(RivalActs())


def rival_recruits(s: S, box: AlthingBox, dearest: bool) -> S:
    """He takes the dearest or cheapest card of the row, of equal ones the first (ALT-811, ALT-R-44)."""
    slots = [slot for slot, pile in enumerate(s.row) if pile]
    if not slots:
        return s
    sign = -1 if dearest else 1
    slot = min(slots, key=lambda at: (sign * box.price[s.row[at][0]], at))
    card = s.row[slot][0]
    s = s.but(row=put(s.row, slot, ()), rival_hand=hand(*s.rival_hand, card))
    return refill(s.tell("rival.recruits", card, "rival.dearest" if dearest else "rival.cheapest"), slot)


class RivalActs(Frame, frozen=True, tag="RivalActs"):
    """His action, by the stage he stands on before it (ALT-812, ALT-R-60); the player may dodge (ALT-818).

    ALT-R-45 to ALT-R-47 say what each does. Nothing is hidden from the only player, so he is asked only when he
    has a card that dodges.
    """

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Advance, or do something to the player unless he dodges."""
        stages = next(op for op in box.ops[s.plan_now[0]] if isinstance(op, TStages))
        action = stages.all[s.rival - 1]
        match action:
            case TAdvance():
                place = s.rival + 1
                s = s.but(rival=place).tell("rival.advances", s.rival, s.track[place])
                return reached(s, box, s.track[place], THORFINN)
            case TTroll():
                what, possible = "troll", s.rival_trolls > 0
            case TAxe():
                what, possible = "axe", bool(s.hands[0])
            case TShortage():
                what, possible = "shortage", True
            case _:
                return s.tell("rival.rests", s.rival)
        said = f"rival.shortage.{action.of}" if isinstance(action, TShortage) else f"rival.{what}"
        if not possible:
            return s.tell("rival.nothing", s.rival, said)
        dodge = box.dodge_of[what]
        able = tuple((oid, card) for oid, card in copies(s.hands[0]) if dodge in box.symbols[card])
        if answer is None and able and dodge in s.symbols:
            options = tuple(Option(oid, (card,), "dodge.with") for oid, card in able)
            return Ask(0, "dodge.rival", options, (said,), lo=0, hi=1, rule="ALT-R-18")
        s = s.tell("rival.says", s.rival, said)
        if answer:
            card = named(answer)[0]
            s = s.but(hands=put(s.hands, 0, without(s.hands[0], card)), laid=put(s.laid, 0, (card,)))
            return s.tell("rival.dodged", 0, card, said).then(Settle())
        if isinstance(action, TShortage):
            return s.but(shortage=action.of).tell("rival.short", f"resource.{action.of}")
        if isinstance(action, TTroll):
            card = "troll-green"
            return s.but(
                rival_trolls=s.rival_trolls - 1,
                tops=put(s.tops, 0, (card, *s.tops[0])),
                owned=put(s.owned, 0, hand(*s.owned[0], card)),
            ).tell("rival.trolled")
        return s.then(RivalAxe())


class RivalAxe(Frame, frozen=True, tag="RivalAxe"):
    """A random card of the player's hand goes to his discard pile (ALT-816, ALT-R-46)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance for a place in the hand."""
        pile = s.hands[0]
        if answer is None:
            return pick("axe.pick", len(pile), 0)
        card = pile[int(answer[0])]
        s = s.but(hands=put(s.hands, 0, without(pile, card)), discards=put(s.discards, 0, hand(*s.discards[0], card)))
        return s.tell("rival.axed", to=(0,), secret=(card,)).then(Renew(0))


class RivalRests(Frame, frozen=True, tag="RivalRests"):
    """The end of a turn: the Shortage is over, a deck that is empty is shuffled (ALT-820, ALT-R-42, ALT-R-60)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Put the card with those used in this pass; after the last one a new pass begins."""
        used = (*s.plan_used, *s.plan_now)
        s = s.but(shortage="", turn=s.turn + 1, plan_now=())
        if s.plan:
            return s.but(plan_used=used)
        return s.but(plan=tuple(sorted(used)), plan_used=()).tell("rival.shuffles").then(Shuffle("plan"))
