"""What a power of Terres de Destinées leads to, if every choice on the way is made as well as possible."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thorgames.core.effects import Op
from thorgames.core.text import Msg
from thorgames.games.terres.cards import (
    Borrow,
    Branch,
    Choose,
    ChooseCard,
    Collect,
    Copy,
    Cost,
    Demand,
    Deploy,
    Discard,
    Draw,
    DrawPer,
    Freeze,
    Give,
    Grab,
    Holds,
    Lacks,
    Lich,
    Order,
    Pair,
    PassCard,
    Pick,
    Richer,
    Ruin,
    Salvage,
    Scry,
    Spy,
    Take,
    Transmute,
)
from thorgames.games.terres.outlook import AEGIS, Outlook
from thorgames.games.terres.worth import CARD, TOKENS, WIN, holds, of_card

Steps = tuple[Op, ...]
Judgement = tuple[float, Msg]

IMPOSSIBLE: Judgement = (-WIN, Msg("why.act.nothing"))
"""A power that finds nobody and nothing."""

OUT = 2.0
"""What it is worth that one of several rivals is eliminated."""

SEEN = 0.25
"""What it is worth to see a Secret Destiny for the first time."""

LUCKY = 0.75
"""How likely a player holds a card of the family that is named."""


class Ahead:
    """A power while it is thought through.

    Attributes:
        moves: seat -> how many cards its hand has gained or lost.
        gained: cards that have come into the hand of the one who uses it.
        extra: worth of what is no card in hand.
        parts: the worth of each single thing, with its reason.
        target, second, card: what has been chosen.
        shielded: players whose Token has kept their hand.
    """

    def __init__(self, o: Outlook, you: int, this: str) -> None:
        self.o, self.you, self.this = o, you, this
        self.moves: dict[int, int] = {}
        self.gained = 0
        self.extra = 0.0
        self.parts: list[Judgement] = []
        self.target = self.second = -1
        self.card = ""
        self.shielded: frozenset[int] = frozenset()

    def fork(self, **changes: Any) -> Ahead:
        """A copy, with something chosen."""
        new = Ahead.__new__(Ahead)
        new.__dict__.update(self.__dict__)
        new.moves, new.parts = dict(self.moves), list(self.parts)
        new.__dict__.update(changes)
        return new

    def hand(self, seat: int) -> int:
        """The size of a hand by now."""
        return self.o.hands[seat] + self.moves.get(seat, 0)

    def gain(self, seat: int, n: int) -> None:
        """Cards come into a hand."""
        self.moves[seat] = self.moves.get(seat, 0) + n
        if seat == self.you:
            self.gained += n
            self.parts.append((n * CARD, Msg("why.act.draw", (self.this, n))))

    def lose(self, seat: int, n: int) -> int:
        """Cards leave a hand, unless something keeps them; how many."""
        hand = self.hand(seat)
        if seat != self.you:
            if seat in self.shielded or self.o.warded(seat, hand):
                return 0
            if AEGIS in self.o.s.tokens[seat] and hand:
                self.shielded |= {seat}
                self.add(TOKENS[AEGIS] * CARD * self.o.share, Msg("why.act.shield", (self.this, seat)))
                return 0
        n = min(n, hand)
        self.moves[seat] = self.moves.get(seat, 0) - n
        if seat != self.you and n:
            self.parts.append((n * CARD * self.o.share, Msg("why.act.harm", (self.this, seat, n))))
        return n

    def add(self, worth: float, why: Msg) -> None:
        """Something else that comes of it."""
        self.extra += worth
        self.parts.append((worth, why))

    # --- going through the steps -------------------------------------------------------------------------------

    def through(self, steps: Steps) -> Judgement:
        """What all of it is worth, and the part that weighs most."""
        for at, op in enumerate(steps):
            rest = steps[at + 1 :]
            ways = self.ways(op, rest)
            if ways is not None:
                return max(ways, key=lambda way: way[0], default=IMPOSSIBLE)
            if not self.do(op):
                return IMPOSSIBLE
        return self.sum()

    def ways(self, op: Op, rest: Steps) -> list[Judgement] | None:
        """What each choice of a step leads to; None for a step without a choice."""
        match op:
            case Pick():
                return [self.fork(target=seat).through(rest) for seat in self.targets(op)]
            case Pair():
                return [self.fork(target=a, second=b).through(rest) for a, b in self.pairs()]
            case ChooseCard():
                return [self.fork(card=card).through(rest) for card in self.in_play(op, rest)]
            case Copy() | Borrow():
                return [self.used(card, rest) for card in self.usable(op)]
            case Choose(one=one, other=other):
                return [self.fork().through((*ops, *rest)) for ops in (one, other)]
            case Branch(condition=condition, then=then, otherwise=otherwise):
                met = holds(self.o.box, self.this, self.o.areas[self.you], condition)
                return [self.through((*(then if met else otherwise), *rest))]
        return None

    def used(self, card: str, rest: Steps) -> Judgement:
        """What it leads to to use the power of another card."""
        return self.fork(this=card).through((*self.o.box.steps[card], *rest))

    def targets(self, op: Pick) -> list[int]:
        """The players that may be picked."""
        filters = [one for one in (op.first, op.second) if one is not None]
        return [seat for seat in self.o.others(self.you) if all(self.meets(seat, one) for one in filters)]

    def meets(self, seat: int, one: Any) -> bool:
        """Whether a player meets a filter."""
        match one:
            case Holds(n=n):
                return self.hand(seat) >= n
            case Richer(n=n):
                return self.hand(seat) >= self.hand(self.you) + n
            case Lacks(number=number):
                return number not in self.o.s.tokens[seat]
        return self.this not in self.o.areas[seat]

    def pairs(self) -> list[tuple[int, int]]:
        """Players who sit side by side."""
        left = self.o.left
        if len(left) == 2:
            return [(left[0], left[1])]
        return [(seat, left[(at + 1) % len(left)]) for at, seat in enumerate(left)]

    def in_play(self, op: ChooseCard, rest: Steps) -> Iterable[str]:
        """The cards in play that may be chosen, without those that are no use to choose."""
        o = self.o
        seats = [self.you] if op.scope == "own" else o.others(self.you)
        harm = bool(rest) and isinstance(rest[0], (Ruin, Freeze))
        for seat in seats:
            if harm and seat != self.you and o.guarded(seat):
                continue
            for card in o.areas[seat]:
                if op.which == "other" and card == self.this:
                    continue
                if op.which == "powered" and o.box.kind_of[card] not in ("activation", "mandatory"):
                    continue
                yield card

    def usable(self, op: Copy | Borrow) -> Iterable[str]:
        """The cards in play whose power may be copied or borrowed."""
        o, s, box = self.o, self.o.s, self.o.box
        scope, family = (op.scope, op.family) if isinstance(op, Copy) else ("others", "any")
        seats = o.others(self.you) if scope == "others" else [self.you] if scope == "own" else o.left
        for seat in seats:
            for card in o.areas[seat]:
                if card == self.this or any(isinstance(one, (Copy, Borrow, Lich)) for one in box.steps[card]):
                    continue
                if isinstance(op, Borrow):
                    if box.kind_of[card] in ("activation", "mandatory") and card not in s.exhausted:
                        yield card
                elif box.kind_of[card] == "activation" and family in ("any", box.cards[card].family):
                    yield card

    def do(self, op: Op) -> bool:
        """Do a step without a choice; False if it cannot be done."""
        o, you, target = self.o, self.you, self.target
        share = o.share
        match op:
            case Cost(n=n):
                if self.hand(you) < n:
                    return False
                self.lose(you, n)
            case Draw(who=who, n=n):
                for seat in self.who(who):
                    self.gain(seat, n)
            case DrawPer(family=family, max=most):
                self.gain(you, min(most, sum(o.box.cards[card].family == family for card in o.areas[you])))
            case Discard(who=who, n=n):
                for seat in self.who(who):
                    self.lose(seat, n)
            case Take(n=n) | Give(n=n):
                self.gain(you, self.lose(target, n))
            case Demand():
                if self.lose(target, 1):
                    self.gain(you, 1)
                    self.extra -= (1 - LUCKY) * 2 * CARD
            case Grab():
                self.extra += 0.25 * CARD
            case Salvage(n=n):
                if not o.s.discard:
                    return False
                self.gain(you, min(n, len(o.s.discard)))
                self.extra += 0.3 * max([o.acquire(you, card) for card in o.s.discard[:12]], default=0.0)
            case Scry(k=k):
                self.gain(you, k)
                self.extra += 0.3 * CARD
            case Collect(who=who, number=number):
                for seat in self.who(who):
                    self.token(seat, number)
            case Spy():
                if not o.known[target]:
                    self.add(SEEN, Msg("why.act.spy", (self.this, target)))
            case Order():
                self.add(0.1, Msg("why.act.order", (self.this, target)))
            case Ruin():
                self.ruin(1.0, "why.act.ruin")
            case Freeze():
                self.freeze()
            case PassCard(what=what):
                card = self.card if what == "card" else self.this
                seat = o.view.holder(card)
                if seat >= 0 and seat != target:
                    cost = (o.loss(seat, card) if seat == you else 0.0) + share * o.acquire(target, card)
                    self.add(-cost, Msg("why.act.pass", (card, target)))
            case Deploy(zone=zone, family=family):
                return self.deploy(zone, family)
            case Transmute():
                return self.transmute()
            case Lich():
                self.lich()
        return True

    def who(self, who: str) -> list[int]:
        """The players a step is about."""
        if who == "you":
            return [self.you]
        if who == "target":
            return [self.target] if self.target >= 0 else []
        if who == "pair":
            return [self.target, self.second]
        return list(self.o.left)

    def token(self, seat: int, number: int) -> None:
        """A player collects a Token, unless he has it."""
        o = self.o
        have = o.s.tokens[seat]
        if number in have:
            return
        worth = TOKENS[number] * CARD + o.tokens_worth(seat, (*have, number))
        if number == 1 and self.hand(seat) == 1 and not o.safe(seat):
            worth -= 3.0
        if seat != self.you:
            worth *= -o.share
        key = "why.act.token" if seat == self.you else "why.act.curse"
        self.add(worth, Msg(key, (self.this, number) if seat == self.you else (self.this, seat, number)))

    def ruin(self, part: float, key: str) -> None:
        """A card in play is lost."""
        o = self.o
        seat = o.view.holder(self.card)
        if seat < 0:
            return
        worth = o.loss(seat, self.card) * part
        self.add(-worth if seat == self.you else o.share * worth, Msg(key, (self.card, seat)))

    def freeze(self) -> None:
        """A card in play rests for a round."""
        o = self.o
        seat = o.view.holder(self.card)
        if seat < 0:
            return
        once = 0.5 if self.card in o.s.exhausted else 1.0
        rate = max(0.1, of_card(o.rules, self.card, o.areas[seat]).rate)
        self.add(0.6 * o.share * CARD * rate * once, Msg("why.act.freeze", (self.card, seat)))

    def deploy(self, zone: str, family: str) -> bool:
        """A card comes into play without an auction."""
        o, you = self.o, self.you
        if zone == "hand":
            cards = [card for card in o.s.hands[you] if family in ("any", o.box.cards[card].family)]
            if self.hand(you) < 1:
                return False
            if you == o.me and cards:
                best = max(cards, key=lambda card: o.acquire(you, card))
                self.add(o.acquire(you, best), Msg("why.act.deploy", (self.this,)))
            self.moves[you] = self.moves.get(you, 0) - 1
            return True
        cards = [card for card in o.s.discard if family in ("any", o.box.cards[card].family)]
        if not cards:
            return False
        best = max(cards, key=lambda card: o.acquire(you, card))
        self.add(o.acquire(you, best), Msg("why.act.deploy.known", (self.this, best)))
        return True

    def transmute(self) -> bool:
        """A card in play and one of the discard pile change places."""
        o = self.o
        if not o.s.discard:
            return False
        cards = [self.card] if self.card else [c for seat in o.left for c in o.areas[seat] if self.changeable(seat)]
        found = [(self.exchange(card, new), card, new) for card in cards for new in o.s.discard[:16]]
        if not found:
            return False
        worth, card, new = max(found)
        self.add(worth, Msg("why.act.exchange", (card, new)))
        return True

    def changeable(self, seat: int) -> bool:
        """Whether a player's cards may be exchanged."""
        return seat == self.you or not self.o.guarded(seat)

    def exchange(self, card: str, new: str) -> float:
        """What it is worth that a card in play is exchanged."""
        o = self.o
        seat = o.view.holder(card)
        if seat < 0:
            return 0.0
        change = (o.acquire(seat, new) if card in o.s.play[seat] else o.support(seat, new)) - o.loss(seat, card)
        return change if seat == self.you else -o.share * change

    def lich(self) -> None:
        """Use the cards of another player instead of one's own."""
        o, you = self.o, self.you
        seats = [self.target] if self.target >= 0 else o.others(you)
        best = max((self.useful(seat, "any") for seat in seats), default=0.0)
        given_up = self.useful(you, "any") - self.useful(you, "necromancy")
        target = seats[0] if seats else you
        self.add(best - given_up - 0.02, Msg("why.act.lich", (self.this, target)))

    def useful(self, seat: int, family: str) -> float:
        """How much the ready cards of a player would do now."""
        o, box = self.o, self.o.box
        worth = 0.0
        for card in o.areas[seat]:
            if box.kind_of[card] != "activation" or card in o.s.exhausted or card == self.this:
                continue
            if family in ("any", box.cards[card].family):
                worth += max(0.0, CARD * of_card(o.rules, card, o.areas[seat]).rate)
        return worth

    # --- the end of it -----------------------------------------------------------------------------------------

    def sum(self) -> Judgement:
        """Add up what has come of it."""
        o, you = self.o, self.you
        worth, parts = self.extra, self.parts
        out = 0
        for seat, more in self.moves.items():
            if not more:
                continue
            if o.hands[seat] + more <= 0 and not o.s.spared[seat]:
                saved = o.safe(seat)
                if seat == you:
                    worth -= 0.5 if saved else WIN
                elif not saved:
                    out += 1
                    parts = [*parts, (OUT, Msg("why.act.out", (self.this, seat)))]
                else:
                    worth += o.share * 2 * CARD
            elif seat == you:
                worth += o.hand(seat, more)
            else:
                worth -= o.share * o.hand(seat, more)
        if out:
            wins = out == len(o.left) - 1 or o.kills(you) >= 1
            worth += WIN if wins else OUT * out * 0.5
            if wins:
                parts = [(WIN, Msg("why.act.win", (self.this,)))]
        if self.gained and you == o.s.active:
            income = o.income(you, self.gained)
            worth += income
            if income > WIN / 2:
                parts = [(WIN, Msg("why.act.win", (self.this,)))]
        return worth, max(parts, key=lambda part: part[0], default=IMPOSSIBLE)[1]


def applied(o: Outlook, you: int, this: str, steps: Steps) -> Judgement:
    """What it is worth to use a power, and why."""
    return Ahead(o, you, this).through(steps)


def chosen(o: Outlook, frame: Any, option: str) -> Judgement:
    """What a choice in the middle of a power leads to; what is still to be done stands on the agenda."""
    if not hasattr(frame, "steps"):  # a card of the hand is put into play
        return o.acquire(frame.you, option), Msg("why.deploy", (option,))
    ahead = Ahead(o, frame.you, frame.this)
    ahead.target, ahead.second, ahead.card = frame.target, frame.second, frame.card
    ahead.shielded = frozenset(frame.safe)
    op, rest = frame.steps[0], frame.steps[1:]
    match op:
        case Pick():
            return judged(ahead.fork(target=int(option)).through(rest), Msg("why.pick", (int(option),)))
        case Pair():
            a, b = (int(seat) for seat in option.split(":"))
            return judged(ahead.fork(target=a, second=b).through(rest), Msg("why.pair", (a, b)))
        case ChooseCard():
            return judged(ahead.fork(card=option).through(rest), Msg("why.card", (option,)))
        case Copy() | Borrow():
            return judged(ahead.used(option, rest), Msg("why.card", (option,)))
        case Lich():
            ahead.target = int(option)
            return ahead.useful(int(option), "any"), Msg("why.lich", (int(option),))
        case Choose(one=one, other=other):
            return judged(ahead.through((*(one if option == "one" else other), *rest)), Msg("why.choose"))
        case Deploy():
            return o.acquire(frame.you, option), Msg("why.deploy", (option,))
        case Transmute() if not frame.card:
            ahead.card = option
            ahead.transmute()
            return ahead.sum()[0], Msg("why.exchange", (option,))
        case Transmute():
            return ahead.exchange(frame.card, option), Msg("why.exchange.for", (frame.card, option))
    return judged(ahead.through(frame.steps), Msg("why.choose"))


def judged(found: Judgement, otherwise: Msg) -> Judgement:
    """The judgement, with another reason where nothing in particular comes of it."""
    worth, why = found
    return worth, otherwise if why is IMPOSSIBLE[1] else why
