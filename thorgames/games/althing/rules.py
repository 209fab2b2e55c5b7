"""The turn of Althing: phases, developing one's strategy, the end. Acts are in `acts.py`, solo in `automaton.py`."""

from __future__ import annotations

from functools import lru_cache

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.piles import named, put, without
from thorgames.core.state import Frame, Outcome, ranks
from thorgames.games.althing.acts import (
    LayForStage,
    LayToRecruit,
    SinkTwo,
    Trick,
    fetch_troll,
    may_complete,
    may_recruit,
    uses,
)
from thorgames.games.althing.automaton import RivalActs, RivalRests, RivalReveals, RivalTurn
from thorgames.games.althing.cards import TRICKS, AlthingBox
from thorgames.games.althing.piles import (
    Renew,
    S,
    Settle,
    card_options,
    hand,
    lay,
    limit,
    next_places,
    on_last,
    somebody_is_there,
    stages_done,
    taken_card,
)
from thorgames.games.althing.state import THORFINN, Order, Storm

STILL = 10
"""Turns without a pawn moved, with nothing left to recruit, before the end is offered (ALT-R-29)."""

# --- How to play: a phase ------------------------------------------------------------------------------------------


class Phase(Frame, frozen=True, tag="Phase"):
    """A player's phase begins (ALT-201, ALT-202); storms before him count from now on (ALT-R-15)."""

    seat: int

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Note what counts for this phase."""
        storms = s.storms
        if storms:
            storms = tuple(
                Storm(storm.sender, storm.victim, storm.face, True) if storm.victim == self.seat else storm
                for storm in storms
            )
        ordering = put(s.ordering, self.seat, 0) if s.ordering[self.seat] else s.ordering
        return s.but(
            told=s.and_told("phase", self.seat, s.turn),
            agenda=s.and_then(Act(), Develop()),
            active=self.seat,
            advanced=False,
            storms=storms,
            ordering=ordering,
        )


class Act(Frame, frozen=True, tag="Act"):
    """The active player acts, as often and as he likes (ALT-202 to ALT-206); a taken card first (ALT-R-20)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask for the next action, or begin it; the phase ends when he says so or has no cards left."""
        seat = s.active
        taken, victim = taken_card(s)
        if answer is None:
            if over_at_once(s) or (not s.hands[seat] and not taken):
                return s
            # Which card was taken is no argument of the question: the table hears what is asked.
            kind, rule = ("act.taken", "ALT-R-20") if taken else ("act", "ALT-202")
            return Ask(seat, kind, tuple(actions(s, box, taken)), rule=rule)
        choice = answer[0]
        if choice == "end":
            return s.tell("phase.ended", seat)
        if choice == "recruit":
            return s.then(LayToRecruit(), Act())
        if choice.startswith("stage:"):
            return s.then(LayForStage(int(choice.removeprefix("stage:"))), Act())
        s = s.then(Act())
        if choice == "leave":
            return leave(s, taken, victim)
        if choice == "reserve":
            return s.then(TakeReserve())
        if choice == "orders":
            return s.but(agenda=s.and_then(GiveOrders()), ordering=put(s.ordering, seat, s.ordering[seat] + 1))
        card, symbol, target = choice.split(":")
        return use(s, box, seat, card, symbol, int(target))


def actions(s: S, box: AlthingBox, taken: str) -> list[Option]:
    """What the active player can do now, with a taken card if there is one ("" for none)."""
    seat = s.active
    out: list[Option] = []
    if may_recruit(s, box, taken):
        out.append(RECRUIT)
    for place in next_places(s, s.pawns[seat]):
        if may_complete(s, box, place, taken):
            out.append(_complete(place, s.track[place]))
    out += uses(s, box, (taken,) if taken else s.hands[seat])
    if taken:
        return [*out, LEAVE]
    if s.reserve_used and s.reserves[seat] and s.hands[seat]:
        out.append(RESERVE)
    if s.seats > 1 and s.ordering[seat] < len(TRICKS):
        out.append(ORDERS)
    return [*out, END]


RECRUIT = Option("recruit", (), "act.recruit")
RESERVE = Option("reserve", (), "act.reserve")
ORDERS = Option("orders", (), "act.orders")
LEAVE = Option("leave", (), "act.leave")
END = Option("end", (), "act.end")


@lru_cache(maxsize=256)
def _complete(place: int, stage: str) -> Option:
    return Option(f"stage:{place}", (stage,), "act.stage")


def use(s: S, box: AlthingBox, seat: int, card: str, symbol: str, target: int) -> S:
    """Lay a card for one of its symbols (ALT-342, ALT-R-57)."""
    taken, _ = taken_card(s)
    s = lay(s, seat) if taken else lay(s, seat, card)
    then: tuple[Frame, ...] = (Settle(),)
    if symbol in box.tricks:
        then = (Trick(symbol, target),)
    elif symbol == "plot":
        then = (SinkTwo(2), Settle())
    s = s.but(told=s.and_told("used", seat, card, f"sym-{symbol}", target), agenda=s.and_then(*then))
    return fetch_troll(s, target) if symbol == "untroll" else s


def leave(s: S, taken: str, victim: int) -> S:
    """A taken card that is not used goes to the discard pile of the one who lost it (ALT-441, ALT-R-20, ALT-R-21)."""
    if victim == THORFINN:
        out = (*s.rival_discards, taken)
        return s.but(told=s.and_told("left.rival", s.active, taken), rival_taken=(), rival_discards=out)
    discards = put(s.discards, victim, hand((*s.discards[victim], taken)))
    none = put(s.taken, victim, ())
    return s.but(
        told=s.and_told("left", s.active, victim), agenda=s.and_then(Renew(victim)), taken=none, discards=discards
    )


class GiveOrders(Frame, frozen=True, tag="GiveOrders"):
    """A standing order, given in private: how to answer tricks in others' phases (ALT-R-19)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask which trick and which order; nothing of it is told."""
        seat = s.active
        if answer is None:
            return Ask(
                seat, "orders", _orders(tuple([t for t in TRICKS if box.dodge_of[t] in s.symbols])), rule="ALT-R-19"
            )
        trick, order = answer[0].split(":")
        mine = list(s.orders[seat])
        mine[TRICKS.index(trick)] = next(value for value in ORDER_VALUES if value == order)
        return s.but(orders=put(s.orders, seat, (mine[0], mine[1], mine[2])))


ORDER_VALUES: tuple[Order, ...] = ("ask", "always", "never")


@lru_cache(maxsize=8)
def _orders(tricks: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(f"{trick}:{order}", (f"sym-{trick}",), f"orders.{order}", group=f"sym-{trick}")
        for trick in tricks
        for order in ORDER_VALUES
    )


# --- Develop your strategy -----------------------------------------------------------------------------------------


class Develop(Frame, frozen=True, tag="Develop"):
    """The end of a phase: reserve, discard, draw up, and the storms turn (ALT-360 to ALT-362, ALT-740, ALT-R-38)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """In this order."""
        if over_at_once(s):
            return s.then(GameEnd())
        storms = (StormsTurn(),) if s.storms else ()
        if s.reserve_used:
            return s.then(KeepReserve(), Discard(), DrawUp(), *storms, PhaseEnd())
        return s.then(Discard(), DrawUp(), *storms, PhaseEnd())


class KeepReserve(Frame, frozen=True, tag="KeepReserve"):
    """A card of the hand may be put in reserve, in the place of the one that is there (ALT-740, ALT-742, ALT-R-38)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask, if the Reserve is played with and there is a hand."""
        seat = s.active
        if not s.reserve_used or not s.hands[seat]:
            return s
        if answer is None:
            return Ask(seat, "reserve", (KEEP, *card_options(s.hands[seat])), rule="ALT-740")
        if answer[0] == "keep":
            return s
        card = named(answer)[0]
        old = s.reserves[seat]
        s = s.tell("reserved.again" if old else "reserved", seat, to=(seat,), secret=(card,))
        return s.but(
            agenda=s.and_then(Renew(seat)),
            hands=put(s.hands, seat, without(s.hands[seat], card)),
            reserves=put(s.reserves, seat, (card,)),
            discards=put(s.discards, seat, hand(s.discards[seat] + old)),
        )


KEEP = Option("keep", (), "reserve.keep")


class TakeReserve(Frame, frozen=True, tag="TakeReserve"):
    """The reserved card comes into the hand; a card of the hand is discarded for it (ALT-741)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask which card to discard."""
        seat = s.active
        if answer is None:
            return Ask(seat, "reserve.price", card_options(s.hands[seat]), rule="ALT-741")
        card = named(answer)[0]
        return s.but(
            told=s.and_told("reserve.back", seat),
            agenda=s.and_then(Renew(seat)),
            hands=put(s.hands, seat, hand(without(s.hands[seat], card) + s.reserves[seat])),
            reserves=put(s.reserves, seat, ()),
            discards=put(s.discards, seat, hand((*s.discards[seat], card))),
        )


class Discard(Frame, frozen=True, tag="Discard"):
    """Any number of cards of the hand may be discarded (ALT-360)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask which; an empty hand asks nothing, which all can see."""
        seat = s.active
        if not s.hands[seat]:
            return s
        if answer is None:
            options = card_options(s.hands[seat])
            return Ask(seat, "discard", options, (limit(s),), lo=0, hi=len(options), rule="ALT-360")
        cards = named(answer)
        if not cards:
            return s
        empty = not s.draws[seat] and not s.tops[seat]
        return s.but(
            told=s.and_told("discarded", seat, len(cards), to=(seat,), secret=(" ".join(cards),)),
            agenda=s.and_then(Renew(seat)) if empty else s.agenda,
            hands=put(s.hands, seat, without(s.hands[seat], *cards)),
            discards=put(s.discards, seat, hand(s.discards[seat] + cards)),
        )


class DrawUp(Frame, frozen=True, tag="DrawUp"):
    """Draw up to 4 cards, or 5 with Veteran (ALT-361, ALT-362, ALT-R-09); an empty pile is renewed (ALT-R-08)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Draw what the pile holds; go on after it has been renewed."""
        seat = s.active
        missing = limit(s) - len(s.hands[seat])
        tops, draws = s.tops[seat], s.draws[seat]
        drawn = (*tops, *draws)[:missing] if missing > 0 else ()
        if not drawn:
            return s
        tops, draws = tops[len(drawn) :], draws[max(0, len(drawn) - len(tops)) :]
        then: tuple[Frame, ...] = ()
        if not tops and not draws:
            then = (Renew(seat), DrawUp()) if len(drawn) < missing else (Renew(seat),)
        return s.but(
            told=s.and_told("drew", seat, len(drawn), to=(seat,), secret=(" ".join(drawn),)),
            agenda=s.and_then(*then),
            hands=put(s.hands, seat, hand(s.hands[seat] + drawn)),
            tops=put(s.tops, seat, tops),
            draws=put(s.draws, seat, draws),
        )


class StormsTurn(Frame, frozen=True, tag="StormsTurn"):
    """At the end of the victim's phase a STORMUR turns to OVEDUR, an OVEDUR returns to its owner (ALT-421, ALT-422)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Turn each storm before the active player that has lain through this phase."""
        if not s.storms:
            return s
        storms = []
        for storm in s.storms:
            if storm.victim != s.active or not storm.begun:
                storms.append(storm)
            elif storm.face == "STORMUR":
                storms.append(Storm(storm.sender, storm.victim, "OVEDUR", False))
                s = s.tell("storm.turned", storm.victim, storm.sender)
            else:
                s = s.tell("storm.back", storm.victim, storm.sender)
        return s.but(storms=tuple(storms))


class PhaseEnd(Frame, frozen=True, tag="PhaseEnd"):
    """The next player's phase, or the end of the turn (ALT-207, ALT-501, ALT-R-25)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Players have their phases in seating order from the first player (ALT-201, ALT-R-01)."""
        following = (s.active + 1) % s.seats
        if following != s.first:
            return s.then(Phase(following))
        if somebody_is_there(s):
            return s.then(GameEnd())
        return s.then(RivalRests(), *SOLO_TURN) if s.rival >= 0 else s.then(TurnEnd())


class SoloTurn(Frame, frozen=True, tag="SoloTurn"):
    """A turn against Thorfinn: his card, his recruits and his action, then the player's phase (ALT-810, ALT-814)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """In this order."""
        return s.then(*SOLO_TURN)


SOLO_TURN = (RivalReveals(), RivalTurn(), RivalActs(), Phase(0))


def over_at_once(s: S) -> bool:
    """Whether the last player of the turn has just completed the last stage: nothing can change the result.

    ALT-R-25; alone against Thorfinn the player is always the last of the turn (ALT-R-43).
    """
    return (s.active + 1) % s.seats == s.first and on_last(s, s.pawns[s.active])


class TurnEnd(Frame, frozen=True, tag="TurnEnd"):
    """A turn is over, nobody has finished: another one (ALT-201); at a standstill the end is offered (ALT-R-29)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Count turns in which nothing is left to recruit and no pawn has moved."""
        dry = not s.deck and not s.under and not any(s.row)
        done = sum(stages_done(s, pawn) for pawn in s.pawns)
        still = s.still + 1 if dry and done == s.done else 0
        if still >= STILL:
            return s.but(agenda=s.and_then(AgreeToEnd(), Phase(s.first)), turn=s.turn + 1, still=0, done=done)
        return s.but(agenda=s.and_then(Phase(s.first)), turn=s.turn + 1, still=still, done=done)


class AgreeToEnd(Frame, frozen=True, tag="AgreeToEnd"):
    """Nothing can be recruited and nobody gets on: the game ends without a winner if all agree (ALT-R-29)."""

    agreed: int = 0

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Pending | S:
        """Ask one player after the other, on the open table; the first refusal lets the game go on."""
        if self.agreed == s.seats:
            return s.but(outcome=Outcome("end.standstill", (2,) * s.seats))
        seat = (s.first + self.agreed) % s.seats
        if answer is None:
            options = (Option("go-on", (), "standstill.on"), Option("end", (), "standstill.end"))
            return Pending("deal", (Ask(seat, "standstill", options, rule="ALT-R-29"),))
        if answer[0] == "go-on":
            return s.tell("standstill.refused", seat)
        return s.tell("standstill.agreed", seat).then(AgreeToEnd(self.agreed + 1))


# --- End of game ---------------------------------------------------------------------------------------------------


class GameEnd(Frame, frozen=True, tag="GameEnd"):
    """Whoever stands on the last stage alone has won; several have tied (ALT-502, ALT-503, ALT-R-26, ALT-R-27)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Rank by the stages completed: first are those on the last stage, and only they have won or tied."""
        if s.rival >= 0:
            return s.but(outcome=against_rival(s))
        there = [on_last(s, pawn) for pawn in s.pawns]
        done = tuple(stages_done(s, pawn) for pawn in s.pawns)
        return s.but(outcome=Outcome("end.alone" if sum(there) == 1 else "end.tie", ranks(done), done))


def against_rival(s: S) -> Outcome:
    """The end of a game against Thorfinn: won, tied or lost (ALT-R-43); the score is the number of turns."""
    mine, his = on_last(s, s.pawns[0]), on_last(s, s.rival)
    reason = "end.solo.tie" if mine and his else "end.solo.won" if mine else "end.solo.lost"
    return Outcome(reason, (1 if mine and not his else 2,), (s.turn,))
