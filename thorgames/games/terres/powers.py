"""Powers: whose they are, when they can be activated, and what they do, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import Shuffle, pick
from thorgames.core.effects import Op
from thorgames.core.piles import put, without
from thorgames.core.state import Frame
from thorgames.core.zones import Pile
from thorgames.games.terres.cards import (
    FAMILIES,
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
    Filter,
    Freeze,
    Give,
    Grab,
    Have,
    HaveAnother,
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
    Step,
    Steps,
    Take,
    TerresBox,
    Transmute,
    WardHand,
    WardPlay,
)
from thorgames.games.terres.piles import (
    S,
    area,
    bury,
    clockwise,
    discard,
    enter,
    exhaust,
    fan,
    gain,
    h,
    hand_over,
    holder,
    leave,
    lose,
    ready,
    remaining,
)
from thorgames.games.terres.state import Request

P = TypeVar("P", bound=Op)

TWICE = 2
"""How often a card may be activated by exhausting it in one turn (TDD-R-35)."""

SHIELD_TOKEN = 4
"""The Token that keeps cards in their owner's hand."""


# --- What is at work -----------------------------------------------------------------------------------------------


def permanents(s: S, box: TerresBox, seat: int, kind: type[P]) -> list[P]:
    """The permanent powers of one kind among a player's cards in play (TDD-401, TDD-R-39)."""
    having, cards = box.having[kind], area(s, seat)
    if having.keys().isdisjoint(cards):  # nearly always
        return []
    return [cast(P, op) for card, ops in having.items() if card in cards for op in ops]


def at_work(s: S, box: TerresBox, kind: type[Op]) -> bool:
    """Whether any card in play has a permanent power of one kind."""
    return not all(map(box.having[kind].keys().isdisjoint, (*s.play, *s.support)))


def warded(s: S, box: TerresBox, seat: int) -> bool:
    """Whether no activated power of others makes cards leave a player's hand (Capitaine de la garde)."""
    return any(h(s, seat) <= op.n for op in permanents(s, box, seat, WardHand))


def guarded(s: S, box: TerresBox, seat: int, you: int) -> bool:
    """Whether a player's cards in play cannot be chosen for harm by another player (Château)."""
    return seat != you and not box.having[WardPlay].keys().isdisjoint(area(s, seat))


# --- Demands -------------------------------------------------------------------------------------------------------


def targets(s: S, you: int, card: str, op: Pick) -> Sequence[int]:
    """The other remaining players who meet all filters, clockwise."""
    first, second = op.first, op.second
    if first is None:
        return clockwise(s, you)
    found = []
    for seat in clockwise(s, you):
        if meets(s, you, card, seat, first) and (second is None or meets(s, you, card, seat, second)):
            found.append(seat)
    return found


def meets(s: S, you: int, card: str, seat: int, one: Filter) -> bool:
    """Whether a player meets a filter; all of it can be seen by everybody."""
    if type(one) is Holds:
        return len(s.hands[seat]) >= one.n
    if type(one) is Richer:
        return len(s.hands[seat]) >= len(s.hands[you]) + one.n
    if type(one) is Lacks:
        return one.number not in s.tokens[seat]
    return holder(s, card) != seat


def pairs(s: S) -> list[tuple[int, int]]:
    """Two remaining players who play one after the other (TDD-908, TDD-R-46)."""
    seats = remaining(s)
    if len(seats) == 2:
        return [(seats[0], seats[1])]
    return [(seat, seats[(at + 1) % len(seats)]) for at, seat in enumerate(seats)]


def in_scope(s: S, you: int, scope: str) -> tuple[int, ...]:
    """The players whose cards in play a scope names."""
    if scope == "own":
        return (you,)
    return clockwise(s, you) if scope == "others" else (you, *clockwise(s, you))


def choices(s: S, box: TerresBox, you: int, this: str, op: ChooseCard, then: Steps) -> list[str]:
    """The cards in play that may be chosen: protected ones not for harm."""
    harm = bool(then) and type(then[0]) in (Ruin, Freeze)
    found: list[str] = []
    for seat in in_scope(s, you, op.scope):
        if not (harm and guarded(s, box, seat, you)):
            found += area(s, seat)
    if op.which == "other":
        return [card for card in found if card != this]
    return list(filter(box.powered.__contains__, found)) if op.which == "powered" else found


def copyable(s: S, box: TerresBox, you: int, op: Copy, price: Pile = ()) -> Iterator[str]:
    """The cards whose power may be copied (TDD-901, TDD-R-35, TDD-R-49, TDD-R-70)."""
    fit = box.copyable[op.family]
    for seat in in_scope(s, you, op.scope):
        for card in filter(fit.__contains__, area(s, seat)):
            if s.lich and seat == you and box.cards[card].family != "necromancy":
                continue
            if able(s, box, you, card, box.demands[card], price):
                yield card


def borrowable(s: S, box: TerresBox, you: int) -> Iterator[str]:
    """The cards of others that may be exhausted for their power (TDD-406, TDD-R-35)."""
    for seat in clockwise(s, you):
        for card in filter(box.borrowable.__contains__, area(s, seat)):
            if ready(s, card) and s.acts.count(card) < TWICE and able(s, box, you, card, box.demands[card]):
                yield card


def transmutable(s: S, box: TerresBox, you: int) -> list[str]:
    """The cards in play that may be exchanged (TDD-909)."""
    return [card for seat in in_scope(s, you, "any") if not guarded(s, box, seat, you) for card in area(s, seat)]


def holds(s: S, you: int, box: TerresBox, this: str, condition: Have | HaveAnother) -> bool:
    """Whether a condition about the own cards in play is met."""
    cards = [card for card in area(s, you) if box.cards[card].type == condition.of]
    return any(card != this for card in cards) if isinstance(condition, HaveAnother) else bool(cards)


def able(s: S, box: TerresBox, you: int, this: str, steps: Steps, paid: Pile = ()) -> bool:
    """Whether the demands of a power can be met now; all of them are public (TDD-R-31).

    Steps that demand nothing can be left out (`TerresBox.demands`). What has been paid already lies on the discard
    pile, but cannot be taken from there by the same power.
    """
    price = 0
    for at, op in enumerate(steps):
        fits = True
        # Not a match: nothing is asked more often than this, and matching classes takes several times as long.
        if type(op) is Pick:
            fits = bool(targets(s, you, this, op))
        elif type(op) is Copy:
            fits = next(copyable(s, box, you, op, paid), None) is not None
        elif type(op) is Cost:
            price += op.n
            fits = h(s, you) >= price
        elif type(op) is Salvage:
            fits = bool(s.discard) and not (paid and set(s.discard) <= set(paid))
        elif type(op) is ChooseCard:
            fits = bool(choices(s, box, you, this, op, steps[at + 1 :]))
        elif type(op) is Borrow:
            fits = next(borrowable(s, box, you), None) is not None
        elif type(op) is Pair:
            fits = len(remaining(s)) >= 2
        elif type(op) is Transmute:
            fits = bool(s.discard and transmutable(s, box, you))
        elif type(op) is Deploy:
            fits = h(s, you) > price if op.zone == "hand" else bool(of_family(box, s.discard, op.family))
        elif type(op) is Lich:
            fits = all(card == this for card in s.acts) and bool(clockwise(s, you))
        elif type(op) is Choose:
            fits = able(s, box, you, this, op.one, paid) or able(s, box, you, this, op.other, paid)
        elif type(op) is Branch:
            fits = able(s, box, you, this, op.then if holds(s, you, box, this, op.condition) else op.otherwise, paid)
        if not fits:
            return False
    return True


def of_family(box: TerresBox, cards: Pile, family: str) -> list[str]:
    """Those of some cards that are of a family."""
    return [card for card in cards if family in ("any", box.cards[card].family)]


# --- Drawing -------------------------------------------------------------------------------------------------------


class DrawCards(Frame, frozen=True, tag="DrawCards"):
    """Draw cards one at a time; an empty draw pile is made anew of the discards (TDD-202, TDD-204, TDD-R-09)."""

    seat: int
    n: int
    counts: bool = True

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Draw what there is; shuffle where more is needed."""
        seat, n, deck = self.seat, self.n, s.deck
        cards = deck[:n]
        if cards:
            told = s.and_told("drew", seat, len(cards), to=(seat,), secret=(" ".join(cards),))
            s = gain(s.but(deck=deck[n:], told=told), seat, *cards, counts=self.counts)
        if n > len(deck) and s.discard:
            return renewed(s).then(Shuffle("deck"), DrawCards(seat, n - len(deck), self.counts))
        return s


def renewed(s: S) -> S:
    """The discards become the draw pile; it is still to be shuffled."""
    return s.but(deck=s.discard, discard=()).tell("renewed", len(s.discard))


class LookAt(Frame, frozen=True, tag="LookAt"):
    """Take the top cards of the draw pile one by one and look at them alone; keep some, discard the rest face-up."""

    seat: int
    n: int
    k: int
    counts: bool = True

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Take; then ask which are kept."""
        seat = self.seat
        seen = s.peeked[seat]
        if len(seen) < self.n and s.deck:
            more = s.deck[: self.n - len(seen)]
            return s.but(deck=s.deck[len(more) :], peeked=put(s.peeked, seat, (*seen, *more))).then(self)
        if len(seen) < self.n and s.discard:
            return renewed(s).then(Shuffle("deck"), self)
        if not seen:
            return s
        if answer is None and len(seen) > self.k:
            options = tuple([box.option[card] for card in seen])
            return Ask(seat, "scry", options, (self.k,), lo=self.k, hi=self.k, rule="TDD-R-31")
        kept = answer if answer is not None else seen
        rest = without(seen, *kept)
        s = bury(gain(s.but(peeked=put(s.peeked, seat, ())), seat, *kept, counts=self.counts), *rest)
        s = s.tell("scried", seat, len(seen), len(kept), to=(seat,), secret=(" ".join(kept),))
        return s.tell("scry.discarded", seat, " ".join(rest)) if rest else s


CHOOSING = frozenset((Pick, Pair, ChooseCard, Copy, Borrow, Lich, Demand, Order, Choose, Salvage, Deploy, Transmute))
"""Steps in which something may have to be chosen in the open."""


@lru_cache(maxsize=8)
def player(seat: int) -> Option:
    """The choice of a player."""
    return Option(str(seat), (seat,), "seat")


@lru_cache(maxsize=64)
def way(name: str, steps: Steps) -> Option:
    """The choice of some steps, in words."""
    return Option(name, (" ".join([op.text() for op in steps]),), "text")


# --- Applying a power ----------------------------------------------------------------------------------------------


class Apply(Frame, frozen=True, tag="Apply"):
    """A power is applied, one step after the other; what has become impossible is skipped (TDD-R-31, TDD-R-34).

    Attributes:
        you: who applies it.
        this: the card whose power it is.
        steps: what is still to be done.
        target, second: the player picked; of a pair both.
        card: the card in play that was chosen.
        price: what was discarded as the cost.
        thrown: what was just discarded by the power.
        safe: players whose cards this application cannot take (Token 4).
    """

    you: int
    this: str
    steps: Steps
    target: int = -1
    second: int = -1
    card: str = ""
    price: Pile = ()
    thrown: Pile = ()
    safe: tuple[int, ...] = ()

    def onto(self, s: S) -> S:
        """The state in which this comes next, if anything is still to be done."""
        return s.then(self) if self.steps else s

    def later(self, **changes: Any) -> Apply:
        """What is to be done after this step."""
        return replace(self, steps=self.steps[1:], **changes)

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Any:
        """Do the next step."""
        if not self.steps:
            return s
        op = self.steps[0]
        if answer is not None:
            return self._chosen(s, box, op, answer)
        asked = self._ask(s, box, op) if type(op) in CHOOSING else None
        if asked is None:
            return self._does(s, box, op, self.later())
        if isinstance(asked, Pending):
            return asked
        return self._chosen(s, box, op, asked) if asked else self.later().onto(s)  # one choice at most

    # What is chosen in the open; one legal choice is made by itself.

    def _ask(self, s: S, box: TerresBox, op: Step) -> Pending | Answer | None:
        """The question of a step; an answer if there is one choice, () if there is none; None if nothing is chosen."""
        you, this = self.you, self.this
        match op:
            case Pick():
                found = targets(s, you, this, op)
                return self._open(box, "power.pick", [player(t) for t in found])
            case ChooseCard():
                return self._cards(s, box, "power.card", choices(s, box, you, this, op, self.steps[1:]))
            case Salvage(n=n):
                options = tuple([box.option[card] for card in s.discard if card not in self.price])
                if len(options) < 2:
                    return tuple([option.id for option in options])
                most = min(n, len(options))
                return Pending(
                    "deal", (Ask(you, "power.salvage", options, (this, most), lo=1, hi=most, rule="TDD-R-31"),)
                )
            case Choose(one=one, other=other):
                ways = [("one", one), ("other", other)]
                ways = [(name, ops) for name, ops in ways if able(s, box, you, this, ops, self.price)]
                return self._open(box, "power.choose", [way(name, ops) for name, ops in ways])
            case Copy():
                return self._cards(s, box, "power.copy", list(copyable(s, box, you, op, self.price)))
            case Pair():
                return self._open(box, "power.pair", [Option(f"{a}:{b}", (a, b), "pair") for a, b in pairs(s)])
            case Borrow():
                return self._cards(s, box, "power.borrow", list(borrowable(s, box, you)))
            case Lich():
                return self._open(box, "power.lich", [player(t) for t in clockwise(s, you)])
            case Demand() | Order() if self.target >= 0 and not s.out[self.target]:
                kind = "power.demand" if isinstance(op, Demand) else "power.order"
                return self._open(box, kind, [Option(f, (f"family.{f}",), "family") for f in FAMILIES], (self.target,))
            case Demand() | Order():
                return ()
            case Deploy(zone="discard", family=family):
                return self._cards(s, box, "power.deploy", of_family(box, s.discard, family))
            case Transmute() if not self.card:
                return self._cards(s, box, "power.transmute", transmutable(s, box, you) if s.discard else [])
            case Transmute():
                return self._cards(s, box, "power.transmute.for", list(s.discard))
        return None

    def _open(self, box: TerresBox, kind: str, options: list[Option], more: tuple[int, ...] = ()) -> Pending | Answer:
        """A question that everybody may see answered."""
        if len(options) < 2:
            return tuple([option.id for option in options])
        return Pending("deal", (Ask(self.you, kind, tuple(options), (self.this, *more), rule="TDD-R-31"),))

    def _cards(self, s: S, box: TerresBox, kind: str, cards: list[str]) -> Pending | Answer:
        """A question about cards that lie open; of those in play it says whose they are."""
        options = []
        for card in cards:
            seat = holder(s, card)
            options.append(Option(card, (card, seat), "card.of") if seat >= 0 else box.option[card])
        return self._open(box, kind, options)

    def _chosen(self, s: S, box: TerresBox, op: Step, answer: Answer) -> S:
        """Go on with what was chosen."""
        you, this, what = self.you, self.this, answer[0]
        match op:
            case Pick():
                target = int(what)
                return self.later(target=target).onto(s.tell("picked", you, target))
            case ChooseCard():
                return self.later(card=what).onto(s.tell("picked.card", you, what, holder(s, what)))
            case Salvage():
                s = gain(s.but(discard=without(s.discard, *answer)), you, *answer)
                return self.later().onto(s.tell("salvaged", you, " ".join(answer)))
            case Choose(one=one, other=other):
                return s.then(replace(self, steps=(one if what == "one" else other) + self.steps[1:]))
            case Copy():
                s = s.tell("copied", you, what, this)
                return s.then(replace(self, this=what, steps=box.steps[what] + self.steps[1:]))
            case Pair():
                a, b = (int(seat) for seat in what.split(":"))
                return self.later(target=a, second=b).onto(s.tell("picked.pair", a, b))
            case Borrow():
                s = exhaust(s, what).tell("borrowed", you, what, holder(s, what))
                s = s.but(acts=(*s.acts, what))
                return s.then(replace(self, this=what, steps=box.steps[what] + self.steps[1:]))
            case Lich():
                return self.later().onto(s.but(lich=(*s.lich, int(what))).tell("lich", you, int(what)))
            case Demand():
                s = s.tell("demanded", you, self.target, f"family.{what}")
                return s.then(AnswerDemand(you, self.target, what, self.later()))
            case Order():
                mine = Request(self.target, what, you)
                requests = s.requests if mine in s.requests else (*s.requests, mine)
                return self.later().onto(s.but(requests=requests).tell("ordered", you, self.target, f"family.{what}"))
            case Deploy():
                s = enter(s.but(discard=without(s.discard, what)), you, what)
                return self.later().onto(s.tell("deployed", you, what))
            case Transmute() if not self.card:
                return s.then(replace(self, card=what))
            case Transmute():
                return self.later().onto(transmuted(s, you, self.card, what))
        raise TypeError(op)

    # What happens without a choice in the open.

    def _does(self, s: S, box: TerresBox, op: Step, rest: Apply) -> S:
        you, target = self.you, self.target
        if target >= 0 and s.out[target] and isinstance(op, (Draw, Discard, Take, Give, Collect, Spy, PassCard)):
            return rest.onto(s)
        # The most frequent steps come first and without a match, as in `able`.
        if type(op) is Collect:
            for seat in self._who(s, op.who):
                s = collect(s, seat, op.number)
            return rest.onto(s)
        if type(op) is Draw:
            s, seats = rest.onto(s), self._who(s, op.who)
            if len(seats) == 1:
                return DrawCards(seats[0], op.n).step(s, box)
            return s.then(*[DrawCards(seat, op.n) for seat in seats])
        if type(op) is Branch:
            steps = op.then if holds(s, you, box, self.this, op.condition) else op.otherwise
            return replace(rest, steps=steps + rest.steps).onto(s)
        match op:
            case Discard(who=who, n=n, how=how):
                return s.then(Throw(you, self._who(s, who), n, how, rest))
            case Give(n=n):
                return s.then(GiveCards(you, target, n, rest))
            case Cost(n=n):
                return s.then(PayCost(you, n, self.this, rest))
            case PassCard(what=what):
                return rest.onto(passed(s, self.card if what == "card" else self.this, target))
            case Scry(n=n, k=k):
                return rest.onto(s).then(LookAt(you, n, k))
            case DrawPer(family=family, max=most):
                n = sum(box.cards[card].family == family for card in area(s, you))
                return DrawCards(you, min(n, most)).step(rest.onto(s), box)
            case Take(n=n):
                return s.then(TakeRandom(you, target, n, rest))
            case Grab(family=family):
                for card in of_family(box, self.thrown, family):
                    if card in s.discard:
                        s = gain(s.but(discard=without(s.discard, card)), you, card).tell("grabbed", you, card)
                return rest.onto(s)
            case Spy():
                return rest.onto(spied(s, you, target))
            case Ruin():
                if holder(s, self.card) >= 0:
                    s = bury(leave(s.tell("ruined", self.card, holder(s, self.card)), self.card), self.card)
                return rest.onto(s)
            case Freeze():
                if holder(s, self.card) >= 0:
                    s = exhaust(s, self.card)
                    s = s.but(frozen=(*s.frozen, self.card) if self.card not in s.frozen else s.frozen)
                    s = s.tell("frozen", self.card, holder(s, self.card))
                return rest.onto(s)
            case Deploy(family=family):
                return s.then(DeployHand(you, family, rest))
        raise TypeError(op)

    def _who(self, s: S, who: str) -> tuple[int, ...]:
        """The players a step is about, in order from the one who applies it."""
        match who:
            case "you":
                return (self.you,)
            case "target":
                return (self.target,) if self.target >= 0 and not s.out[self.target] else ()
            case "pair":
                order = [self.you, *clockwise(s, self.you)]
                return tuple(seat for seat in order if seat in (self.target, self.second))
        return (self.you, *clockwise(s, self.you))


def collect(s: S, seat: int, number: int) -> S:
    """A player collects a Token, unless he owns one like it (TDD-004, TDD-501, TDD-502)."""
    if number in s.tokens[seat]:
        return s.tell("token.again", seat, number)
    tokens = put(s.tokens, seat, tuple(sorted((*s.tokens[seat], number))))
    return s.but(tokens=tokens, told=s.and_told("token", seat, number))


def spend(s: S, seat: int, number: int) -> S:
    """A used Token returns to the supply (TDD-R-53)."""
    tokens = put(s.tokens, seat, tuple([n for n in s.tokens[seat] if n != number]))
    return s.but(tokens=tokens).tell("token.used", seat, number)


def spied(s: S, you: int, target: int) -> S:
    """A Secret Destiny is seen by one player, who may read it again (TDD-905, TDD-R-45)."""
    if target < 0 or not s.secret[target]:
        return s
    seen = s.spied[target] if you in s.spied[target] else (*s.spied[target], you)
    return s.but(spied=put(s.spied, target, seen)).tell("spied", you, target, to=(you,), secret=s.secret[target])


def passed(s: S, card: str, target: int) -> S:
    """A card in play moves to a player's acquired cards and keeps its state (TDD-906, TDD-R-36, TDD-R-60)."""
    if holder(s, card) < 0 or target < 0:
        return s
    exhausted, frozen = s.exhausted, s.frozen
    s = enter(leave(s, card), target, card).but(exhausted=exhausted, frozen=frozen)
    return s.tell("passed", card, target)


def transmuted(s: S, you: int, card: str, new: str) -> S:
    """A card in play and one of the discard pile change places, in the same area; the new one is ready (TDD-R-47)."""
    seat = holder(s, card)
    field = "play" if card in s.play[seat] else "support"
    s = enter(leave(s.but(discard=without(s.discard, new)), card), seat, new, field)
    return bury(s, card).tell("transmuted", you, card, new, seat)


def kept(s: S, box: TerresBox, you: int, seat: int, rest: Apply) -> tuple[bool, S, Apply]:
    """Whether a player's cards stay in the hand: Capitaine first, then Token 4, which is spent (TDD-R-54)."""
    if seat == you or not h(s, seat):
        return False, s, rest
    if seat in rest.safe:
        return True, s, rest
    if warded(s, box, seat):
        return True, s.tell("warded", seat), rest
    if SHIELD_TOKEN in s.tokens[seat]:
        return True, spend(s, seat, SHIELD_TOKEN).tell("shielded", seat), replace(rest, safe=(*rest.safe, seat))
    return False, s, rest


class PayCost(Frame, frozen=True, tag="PayCost"):
    """Cards of one's choice are discarded as the price (TDD-R-37)."""

    you: int
    n: int
    this: str
    rest: Apply

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        hand = s.hands[self.you]
        if answer is None and len(hand) > self.n:
            options = fan(box, hand)
            return Ask(self.you, "power.cost", options, (self.this, self.n), lo=self.n, hi=self.n, rule="TDD-R-37")
        cards = answer if answer is not None else hand
        return discard(s, self.you, *cards).then(replace(self.rest, price=(*self.rest.price, *cards)))


class Throw(Frame, frozen=True, tag="Throw"):
    """Players discard cards, of their choice or at random; those who choose do so unseen, and all discard together."""

    you: int
    who: tuple[int, ...]
    n: int
    how: str
    rest: Apply
    asked: bool = False

    def step(self, s: S, box: TerresBox, answer: Any = None) -> Any:
        """See who is safe; then ask, or let chance decide."""
        if not self.asked:
            who: list[int] = []
            rest = self.rest
            for seat in self.who:
                safe, s, rest = kept(s, box, self.you, seat, rest)
                if not safe and h(s, seat):
                    who.append(seat)
            if self.how == "random":
                return s.then(ThrowRandom(tuple(who), self.n, replace(rest, thrown=())))
            return s.then(Throw(self.you, tuple(who), self.n, self.how, rest, asked=True))
        asks = tuple(
            Ask(seat, "power.discard", options, (self.rest.this, self.n), lo=self.n, hi=self.n, rule="TDD-R-38")
            for seat in self.who
            if len(options := fan(box, s.hands[seat])) > self.n
        )
        if answer is None and asks:
            return Pending("sealed", asks) if len(asks) > 1 else asks[0]
        given: dict[int, Answer] = {}
        if asks:
            given = answer if len(asks) > 1 else {asks[0].seat: answer}
        thrown: list[str] = []
        for seat in self.who:
            cards = given.get(seat, s.hands[seat])
            s = discard(s, seat, *cards)
            thrown += cards
        return s.then(replace(self.rest, thrown=tuple(thrown)))


class ThrowRandom(Frame, frozen=True, tag="ThrowRandom"):
    """Players discard cards at random."""

    who: tuple[int, ...]
    n: int
    rest: Apply
    done: int = 0

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Let chance choose one after the other."""
        if not self.who:
            return self.rest.onto(s)
        seat = self.who[0]
        if self.done == self.n or not h(s, seat):
            return s.then(ThrowRandom(self.who[1:], self.n, self.rest))
        if answer is None:
            return pick("random", h(s, seat), seat)
        card = s.hands[seat][int(answer[0])]
        rest = replace(self.rest, thrown=(*self.rest.thrown, card))
        return discard(s, seat, card).then(ThrowRandom(self.who, self.n, rest, self.done + 1))


class TakeRandom(Frame, frozen=True, tag="TakeRandom"):
    """Random cards of a hand go to another."""

    you: int
    target: int
    n: int
    rest: Apply
    begun: bool = False

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Let chance choose one after the other."""
        if not self.begun:
            safe, s, rest = kept(s, box, self.you, self.target, self.rest) if self.target >= 0 else (True, s, self.rest)
            return s.then(rest if safe else replace(self, rest=rest, begun=True))
        if not self.n or not h(s, self.target):
            return self.rest.onto(s)
        if answer is None:
            return pick("random", h(s, self.target), self.target)
        card = s.hands[self.target][int(answer[0])]
        return hand_over(s, self.target, self.you, card).then(replace(self, n=self.n - 1))


class GiveCards(Frame, frozen=True, tag="GiveCards"):
    """A player gives cards of his choice; he cannot refuse (TDD-R-38)."""

    you: int
    target: int
    n: int
    rest: Apply
    begun: bool = False

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        if not self.begun:
            safe, s, rest = kept(s, box, self.you, self.target, self.rest) if self.target >= 0 else (True, s, self.rest)
            return s.then(rest if safe else replace(self, rest=rest, begun=True))
        hand = s.hands[self.target]
        if answer is None and len(hand) > self.n:
            options = fan(box, hand)
            args = (self.rest.this, self.you, self.n)
            return Ask(self.target, "power.give", options, args, lo=self.n, hi=self.n, rule="TDD-R-38")
        cards = answer if answer is not None else hand
        return self.rest.onto(hand_over(s, self.target, self.you, *cards))


class AnswerDemand(Frame, frozen=True, tag="AnswerDemand"):
    """Who holds a card of the family named gives one; the program sees to it (TDD-804, TDD-R-44)."""

    you: int
    target: int
    family: str
    rest: Apply

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which; also with one such card or none, so that being asked tells nothing."""
        target = self.target
        if not h(s, target):
            return self.rest.onto(s.tell("demand.none", target, f"family.{self.family}"))
        if warded(s, box, target):
            return self.rest.onto(s.tell("warded", target))
        fits = of_family(box, s.hands[target], self.family)
        if answer is None:
            options = fan(box, fits)
            args = (self.you, f"family.{self.family}")
            return Ask(target, "demand.give", options, args, lo=1 if fits else 0, rule="TDD-R-44")
        if not answer:
            return self.rest.onto(s.tell("demand.none", target, f"family.{self.family}"))
        safe, s, rest = kept(s, box, self.you, target, self.rest)
        return rest.onto(s if safe else hand_over(s, target, self.you, answer[0]))


class DeployHand(Frame, frozen=True, tag="DeployHand"):
    """A card of the hand is put with the acquired cards, ready."""

    you: int
    family: str
    rest: Apply

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        fits = of_family(box, s.hands[self.you], self.family)
        if not fits:
            return self.rest.onto(s)
        if answer is None:
            options = fan(box, fits)
            return Ask(self.you, "power.deploy.hand", options, (self.rest.this,), rule="TDD-R-36")
        (card,) = answer
        return self.rest.onto(enter(lose(s, self.you, card), self.you, card).tell("deployed", self.you, card))
