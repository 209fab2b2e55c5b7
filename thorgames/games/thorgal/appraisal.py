"""What the cards of Thorgal are worth to their player, and what they add to a journey, read off a seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from thorgames.core.effects import Op
from thorgames.games.thorgal.cards import (
    Attach,
    AttachedBanes,
    AttachedEvents,
    Bank,
    Bury,
    Check,
    Choose,
    CostChange,
    Damage,
    DestinyParty,
    Destroy,
    Discard,
    Draw,
    Either,
    Elements,
    Exhaust,
    Filter,
    Forbid,
    HandEmpty,
    Has,
    Holds,
    Intrigue,
    Keep,
    Marker,
    May,
    Mod,
    Most,
    No,
    Opposed,
    Pay,
    PayAll,
    Peek,
    Pick,
    PointsPer,
    Prevent,
    Protect,
    PutIn,
    Ready,
    Recover,
    Search,
    SendBack,
    Skull,
    Spy,
    Toss,
    Upto,
    split_points,
)
from thorgames.games.thorgal.view import BACK, LETTERS, Points, Spot, ThorgalBox, ThorgalView, single

USE = 0.6
"""What a point is worth that a card gives when it is used, beside a printed one."""

WORTH: dict[type[Op], float] = {
    **{Draw: 0.8, Bank: 0.8, Recover: 0.7, Discard: 0.6, Damage: 0.3, Skull: 0.3, Prevent: 0.2},
    **{Marker: 0.9, Mod: 0.9, Exhaust: 0.6, Ready: 0.5, Destroy: 1.6, SendBack: 1.2, Search: 1.8, Attach: 0.8},
    **{PutIn: 1.0, Protect: 0.3, CostChange: 0.5, Forbid: 0.5, Keep: 0.7, Spy: 0.1, Intrigue: 0.5, Elements: 0.3},
}
"""What one of an effect is worth, in points of an attribute."""

BURDEN: dict[type[Op], float] = {Has: 0.2, No: 0.2, Holds: 0.2, Pay: 0.5, PayAll: 1.8, Toss: 0.6, Bury: 0.4}
"""What the upkeep of a companion costs, in points of an attribute."""


# --- Cards and conditions ------------------------------------------------------------------------------------------


def fits(box: ThorgalBox, card: str, where: Filter) -> bool:
    """Whether a card is of the kind that a filter names; what lies on it is not looked at."""
    c = box.cards[card]
    if where.name and c.name != where.name:
        return False
    for word in where.words:
        if word.startswith("cost"):
            good = c.cost <= int(word[6:]) if word[4] == "<" else c.cost >= int(word[6:])
        elif word == "unique":
            good = c.unique
        else:
            good = word in ("other", "ready", "exhausted") or word in c.subtypes or word in (c.kind, "")
        if not good:
            return False
    return True


def count(view: ThorgalView, seat: int, where: Filter, this: int = -1) -> int:
    """How many cards in play a filter finds; `this` is the card that "other" leaves out."""
    s, box = view.seen, view.box
    if isinstance(where, (AttachedBanes, AttachedEvents)):
        piles = s.attached_b if isinstance(where, AttachedBanes) else s.attached_d
        return sum(fits(box, card, where) for cards in piles for card in cards)
    party = s.dest if isinstance(where, DestinyParty) else seat
    other = "other" in where.words
    n = 0
    for card, spot in zip(s.party[party], s.spots[party], strict=True):
        if not (other and spot.uid == this) and fits(box, card, where):
            n += not ("exhausted" in where.words and not spot.tired)
    return n


def holds(view: ThorgalView, seat: int, condition: Op, this: int = -1) -> bool:
    """Whether a condition is met now."""
    match condition:
        case Has(n=n, filter=where):
            return count(view, seat, where, this) >= n
        case Most(n=n, filter=where):
            return count(view, seat, where, this) <= n
        case No(filter=where):
            return not count(view, seat, where, this)
        case Opposed():
            return view.seen.opponent is not None
        case HandEmpty():
            return len(view.hand()) <= 1  # the card that asks is still in it
        case Holds(n=n) | Pay(n=n):
            return len(view.seen.pool_d[seat]) >= n
        case PayAll():
            return bool(view.seen.pool_d[seat])
        case Toss(n=n):
            return len(view.seen.hand_d[seat]) >= n
        case Bury():
            return bool(view.seen.hand_d[seat])
    return True


def upkeep(box: ThorgalBox, card: str) -> tuple[Op, ...]:
    """The conditions of a companion, of which one is enough."""
    (op,) = box.steps(card, "upkeep") or (None,)
    if op is None:
        return ()
    return (op.first, op.second) if isinstance(op, Either) else (op,)


# --- What a card is worth ------------------------------------------------------------------------------------------


class Known(Struct, frozen=True):
    """What can be said of the cards of a box before a game.

    Attributes:
        worth: card -> what it is worth over a game, in points of an attribute; of a land what its horn effect is.
        fenris: land -> what its Fenris effect is worth each time.
        aims: card -> the step that chooses cards in play, if it has one.
        common: faction -> points of each attribute in its destiny cards.
    """

    worth: dict[str, float]
    fenris: dict[str, float]
    aims: dict[str, Any]
    common: dict[str, Points]


@lru_cache(maxsize=8)
def known(box: ThorgalBox) -> Known:
    """What can be said of the cards, worked out once."""
    worth, fenris, aims = {}, {}, {}
    for card, c in box.cards.items():
        helps = USE * sum(steps_worth(box.steps(card, kind)) for kind in ("permanent", "activated"))
        helps += sum(steps_worth(box.steps(card, kind)) for kind in ("bar", "play", "enter", "horn"))
        burden = min((BURDEN[type(part)] * getattr(part, "n", 1) for part in upkeep(box, card)), default=0.0)
        worth[card] = helps - burden + (0 if c.kind == "land" else sum(box.points[card]))
        fenris[card] = steps_worth(box.steps(card, "fenris"))
        aims[card] = aim([op for known_as in box.effects[card].values() for op in known_as[1]])
    common: dict[str, Points] = {}
    for faction in {c.faction for c in box.cards.values()}:
        cards = [box.points[card] for card in box.of(faction, "destiny")]
        common[faction] = (sum(p[0] for p in cards), sum(p[1] for p in cards), sum(p[2] for p in cards))
    return Known(worth, fenris, aims, common)


def aim(ops: Iterable[Op]) -> Any:
    """The first step that chooses cards in play, inside other steps too."""
    for op in ops:
        if isinstance(getattr(op, "target", None), (Pick, Upto)):
            return op
        for name in ("steps", "one", "other", "gain"):
            if isinstance(inside := getattr(op, name, None), tuple) and (found := aim(inside)) is not None:
                return found
    return None


def steps_worth(ops: Sequence[Op]) -> float:
    """What steps are worth to their controller."""
    return sum(step_worth(op) for op in ops)


def step_worth(op: Op) -> float:
    """What one step is worth to its controller; below 0 if it costs him something."""
    match op:
        case Check(steps=steps):
            return 0.6 * steps_worth(steps)
        case Choose(one=one, other=other):
            return max(steps_worth(one), steps_worth(other))
        case May(cost=price, gain=gain):
            return max(0.0, steps_worth(gain) + steps_worth(price))
        case Marker() | Mod():
            return WORTH[type(op)] * points_in(op.amount)
        case Peek(how=how, k=k):
            return 0.8 * k + 0.3 if how == "take" else 0.4
        case Discard(who=who) | Damage(who=who):
            n = op.n if isinstance(op, Discard) else op.number if isinstance(op.number, int) else 2
            return WORTH[type(op)] * n * (-1 if who == "you" else 1)
        case Bank(n=n) | Draw(n=n) | Recover(n=n) | Prevent(n=n) | Skull(n=n) | Exhaust(n=n):
            return WORTH[type(op)] * n
        case CostChange(n=n):
            return WORTH[type(op)] * abs(n)
    return WORTH.get(type(op), 0.0)


def points_in(amount: Any) -> int:
    """How many points an amount has."""
    if isinstance(amount, PointsPer):
        return amount.count.max
    return sum(abs(split_points(part)[1]) for part in ((amount,) if isinstance(amount, str) else amount))


def worth(view: ThorgalView, card: str) -> float:
    """What a card is worth over a game; a card that is not seen counts as an ordinary one."""
    return 1.5 if card == BACK else known(view.box).worth[card]


# --- What a card adds to a journey ---------------------------------------------------------------------------------


class Push(Struct, frozen=True):
    """What playing or using a card does for its side in a journey: strength or less difficulty, or the contrary.

    Attributes:
        fixed: points of each attribute.
        loose: points whose attribute is chosen: among which letters, and how many.
    """

    fixed: Points = (0, 0, 0)
    loose: tuple[tuple[str, int], ...] = ()

    def total(self) -> int:
        """All points together."""
        return sum(self.fixed) + sum(n for _, n in self.loose)

    def plus(self, other: Push) -> Push:
        """Both together."""
        a, b = self.fixed, other.fixed
        return Push((a[0] + b[0], a[1] + b[1], a[2] + b[2]), self.loose + other.loose)


NOTHING = Push()


@lru_cache(maxsize=4096)
def given(amount: Any) -> Push:
    """The points of an amount, whichever way they count."""
    push = NOTHING
    for part in (amount,) if isinstance(amount, str) else amount:
        letters, n = split_points(part)
        if len(letters) > 1:
            push = push.plus(Push(loose=((letters, abs(n)),)))
        else:
            push = push.plus(Push(single(letters, abs(n))))
    return push


def played(view: ThorgalView, seat: int, card: str) -> Push:
    """What playing an event or a bane card would add to the journey."""
    steps = view.box.steps(card, "bar") + view.box.steps(card, "play")
    return Push(view.box.points[card]).plus(pushed(view, seat, steps, card)) if steps else Push(view.box.points[card])


def used(view: ThorgalView, seat: int, card: str, kind: str = "activated") -> Push:
    """What using a card of the party, or a Fenris effect, would add to the journey."""
    return pushed(view, seat, view.box.steps(card, kind), card)


def pushed(view: ThorgalView, seat: int, steps: Sequence[Op], card: str) -> Push:
    """What steps would add to the journey for their controller."""
    push = NOTHING
    for op in steps:
        push = push.plus(_pushed(view, seat, op, card))
    return push


def _pushed(view: ThorgalView, seat: int, op: Op, card: str) -> Push:
    """What one step would add."""
    match op:
        case Mod(target=target, amount=amount) | Marker(target=target, amount=amount):
            if isinstance(amount, PointsPer):
                n = min(count(view, seat, amount.count.filter), amount.count.max)
                return Push(single(amount.letter, n))
            if target == "opposer":
                return _off_opponent(view)
            return given(amount)
        case Destroy(target=Pick(filter=where)) | SendBack(target=Pick(filter=where)):
            return Push(max(_values(view, where), key=sum, default=(0, 0, 0)))
        case Check(condition=condition, steps=steps):
            return pushed(view, seat, steps, card) if holds(view, seat, condition) else NOTHING
        case Choose(one=one, other=other):
            return max(pushed(view, seat, one, card), pushed(view, seat, other, card), key=Push.total)
        case May(cost=price, gain=gain):
            payable = all(_payable(view, seat, one) for one in price)
            return pushed(view, seat, gain, card) if payable else NOTHING
        case Attach(filter=where):
            others = list(view.hand())
            if card in others:
                others.remove(card)
            fit = [view.box.points[one] for one in others if one != BACK and fits(view.box, one, where)]
            return Push(max(fit, key=sum, default=(0, 0, 0)))
    return NOTHING


def _off_opponent(view: ThorgalView) -> Push:
    """What two minus markers take from the opposing companion at best."""
    s = view.seen
    if s.opponent is None:
        return NOTHING
    has = view.value(s.opposing[s.opponent.seat][0], s.opponent)
    letters = "".join(letter for letter, n in zip(LETTERS, has, strict=True) if n)
    n = min(2, sum(has))
    if len(letters) == 1:
        return Push(single(letters, n))
    return Push(loose=((letters, n),)) if letters else NOTHING


def _values(view: ThorgalView, where: Filter) -> list[Points]:
    """What the cards in play count that a step may take away."""
    s, box = view.seen, view.box
    if isinstance(where, (AttachedBanes, AttachedEvents)):
        piles = s.attached_b if isinstance(where, AttachedBanes) else s.attached_d
        return [box.points[card] for cards in piles for card in cards if fits(box, card, where)]
    found = zip(s.party[s.dest], s.spots[s.dest], strict=True)
    return [
        box.points[card]
        for card, spot in found
        if fits(box, card, where) and not ("exhausted" in where.words and not spot.tired)
    ]


def _payable(view: ThorgalView, seat: int, op: Op) -> bool:
    """Whether the price of a "may" can be paid, with something left to play with."""
    if isinstance(op, Discard):
        hand, pool, _ = view.sizes(seat)
        return (hand if op.source == "hand" else pool) >= op.n
    return True


def closed(lack: Points, push: Push) -> Points:
    """What is lacking of each attribute after these points; loose ones go where most is lacking."""
    f = push.fixed
    left = [max(0, lack[0] - f[0]), max(0, lack[1] - f[1]), max(0, lack[2] - f[2])]
    for letters, n in push.loose:
        for _ in range(n):
            at = max((LETTERS.index(letter) for letter in letters), key=left.__getitem__)
            if not left[at]:
                break
            left[at] -= 1
    return left[0], left[1], left[2]


def opened(have: Points, want: Points, push: Push) -> Points:
    """The difficulty after these points against a party; loose ones go where least is to spare."""
    f = push.fixed
    now = [want[0] + f[0], want[1] + f[1], want[2] + f[2]]
    for letters, n in push.loose:
        for _ in range(n):
            now[max((LETTERS.index(letter) for letter in letters), key=lambda at: now[at] - have[at])] += 1
    return now[0], now[1], now[2]


def lacks(have: Points, want: Points) -> Points:
    """How many points of each attribute the strength lacks of the difficulty."""
    return max(0, want[0] - have[0]), max(0, want[1] - have[1]), max(0, want[2] - have[2])


def ready(view: ThorgalView, seat: int, phase: str = "journey") -> list[tuple[str, Spot]]:
    """The cards of a party that could be used in a phase, going by what lies on them."""
    box = view.box
    return [
        (card, spot) for card, spot in view.party(seat) if not spot.tired and phase in box.phases(card, "activated")
    ]


# --- What steps do now ---------------------------------------------------------------------------------------------


def hurt(view: ThorgalView, seat: int, n: int) -> float:
    """How bad damage is for a player: little while the deck is thick, all if it cannot be paid."""
    life = view.life(seat) + (view.sizes(seat)[0] if seat == view.seen.dest else 0)
    n -= min(n, view.seen.shields[seat])
    if n > life:
        return 50.0
    return n * (0.9 if life - n < 5 else 0.4 if life - n < 12 else 0.15)


def effect_now(view: ThorgalView, seat: int, steps: Sequence[Op]) -> float:
    """What steps do for their controller now, besides points in the journey."""
    return sum(_effect_now(view, seat, op) for op in steps)


def _effect_now(view: ThorgalView, seat: int, op: Op) -> float:
    """What one step does now."""
    s = view.seen
    mine = seat == s.dest
    foe = s.dest if not mine else view.order()[1]
    match op:
        case Check(condition=condition, steps=steps):
            return effect_now(view, seat, steps) if holds(view, seat, condition) else 0.0
        case Choose(one=one, other=other):
            return max(effect_now(view, seat, one), effect_now(view, seat, other))
        case May(cost=price, gain=gain):
            if not all(_payable(view, seat, one) for one in price):
                return 0.0
            net = effect_now(view, seat, gain) + effect_now(view, seat, price)
            return net if any(isinstance(one, (Mod, Marker)) for one in gain) else max(0.0, net)
        case Skull(n=n):
            return hurt(view, s.dest, n) * (-1 if mine else 1)
        case Damage(who=who, number=number):
            n = number if isinstance(number, int) else min(count(view, seat, number.filter), number.max)
            return -hurt(view, seat, n) if who == "you" else hurt(view, foe, n)
        case Discard(who=who, source=source, n=n):
            sizes = view.sizes(seat if who == "you" else foe)
            there = sizes[0] if source == "hand" else sizes[1]
            return 0.65 * min(n, there) * (-1 if who == "you" else 1)
        case Draw(n=n) | Bank(n=n):
            return 0.75 * min(n, view.sizes(seat)[2])
        case Recover(n=n):
            return 0.7 * min(n, len((s.spent_d if mine else s.spent_b)[seat]))
        case Peek(how=how, k=k):
            return (0.8 * k + 0.2 if how == "take" else 0.25) if view.sizes(seat)[2] else 0.0
        case Prevent() | Protect():
            return 0.1 if s.phase == "journey" and any(view.sizes(one)[0] for one in view.order()[1:]) else 0.0
        case Exhaust(target=Pick(filter=where) | Upto(filter=where)) if not mine:
            return max((_stopped(view, card, where) for card, _ in ready(view, s.dest)), default=0.0)
        case Intrigue() if not mine:
            return max((0.6 * used(view, s.dest, card).total() for card, _ in ready(view, s.dest)), default=0.0)
        case Forbid():
            supports = [card for card, _ in ready(view, s.dest) if view.box.cards[card].kind == "support"]
            return 0.5 * sum(used(view, s.dest, card).total() for card in supports)
        case Ready() | Elements():
            tired = [card for card, spot in view.party(s.dest) if spot.tired]
            return max((0.4 * used(view, s.dest, card).total() for card in tired), default=0.0)
        case Destroy(target=Pick(filter=where)) | SendBack(target=Pick(filter=where)):
            if not isinstance(where, DestinyParty):
                return 0.0
            party = [card for card, spot in view.party(s.dest) if spot.tired or "exhausted" not in where.words]
            best = max((worth(view, card) for card in party if fits(view.box, card, where)), default=0.0)
            return best * (0.9 if isinstance(op, Destroy) else 0.6)
        case Marker(target=Pick()) if not mine:
            return 0.3
        case Search(filter=where):
            return 1.6 if view.sizes(seat)[2] else 0.0
        case PutIn(filter=where):
            return max(
                (worth(view, card) for card in view.hand() if card != BACK and fits(view.box, card, where)), default=0.0
            )
        case CostChange(n=n):
            return 0.25 * min(3, view.sizes(s.dest)[0]) if s.phase == "dawn" else 0.0
        case Keep():
            return 0.7 * min(2, sum(not kept_by_itself(view, card, spot.uid) for card, spot in view.party(seat)))
    return 0.0


def _stopped(view: ThorgalView, card: str, where: Filter) -> float:
    """What it is worth that a card cannot be used in the journey."""
    return 0.6 * used(view, view.seen.dest, card).total() if fits(view.box, card, where) else 0.0


def kept_by_itself(view: ThorgalView, card: str, uid: int) -> bool:
    """Whether the upkeep of a card in play is met as things are."""
    parts = upkeep(view.box, card)
    return not parts or any(holds(view, view.seen.dest, part, uid) for part in parts)


EFFECTS: dict[type[Op], str] = {
    **dict.fromkeys((Skull, Damage), "why.does.damage"),
    **dict.fromkeys((Exhaust, Intrigue, Forbid), "why.does.stop"),
    **dict.fromkeys((Destroy, SendBack), "why.does.remove"),
    **dict.fromkeys((Bank, Recover), "why.does.pay"),
    **dict.fromkeys((Peek, Search, Draw), "why.does.cards"),
    **dict.fromkeys((Ready, Elements), "why.does.ready"),
    **dict.fromkeys((Prevent, Protect), "why.does.guard"),
    **{Discard: "why.does.pool", PutIn: "why.does.join", CostChange: "why.does.dear", Keep: "why.does.keep"},
    Marker: "why.does.weaken",
}
"""Step -> the reason to have it done."""


def main_step(view: ThorgalView, seat: int, steps: Sequence[Op]) -> Op | None:
    """The step that does most for its controller now, looked for inside other steps too; None if none does anything."""
    found: Op | None = None
    most = 0.0
    for op in steps:
        now = _effect_now(view, seat, op)
        if now > most:
            found, most = op, now
    if isinstance(found, Check):
        return main_step(view, seat, found.steps)
    if isinstance(found, May):
        return main_step(view, seat, found.gain)
    if isinstance(found, Choose):
        return main_step(view, seat, (*found.one, *found.other))
    return found
