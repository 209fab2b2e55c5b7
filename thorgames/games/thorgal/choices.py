"""What effects of cards ask at Thorgal: targets, attributes, cards that are looked at; and how an answer is put."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from thorgames.core.advice import Judged
from thorgames.core.ask import Answer, Ask, Option
from thorgames.core.text import Arg, Msg
from thorgames.games.thorgal.appraisal import (
    Push,
    closed,
    effect_now,
    fits,
    kept_by_itself,
    known,
    lacks,
    pushed,
    upkeep,
    used,
    worth,
)
from thorgames.games.thorgal.cards import (
    Bank,
    Bury,
    Choose,
    Destroy,
    Exhaust,
    Has,
    Keep,
    May,
    No,
    Pay,
    PayAll,
    Protect,
    Ready,
    SendBack,
    Toss,
)
from thorgames.games.thorgal.contest import lacking, might
from thorgames.games.thorgal.view import ATTRIBUTES, LETTERS, Points, ThorgalView, plus

IDEAS = 4
"""Answers to one question that are worth a thought."""

GOOD = {True: 2.6, False: 2.6}
"""From which worth on a card is drawn again rather than put into the pool: of the destiny deck, of the bane deck."""

ALONE = 1.5
"""What it costs that a companion joins a party in which its upkeep is not met, in points of an attribute."""


def only(answer: Answer, key: str, *args: Arg) -> list[Judged]:
    """A plain decision."""
    return [Judged(answer, 0.0, Msg(key, args))]


def best(found: list[Judged], width: int = IDEAS, within: float = 2.5) -> list[Judged]:
    """The best of them, the best first; what is far worse than the best is no use to think about."""
    found.sort(key=lambda judged: -judged.worth)
    least = found[0].worth - within
    return [judged for judged in found[:width] if judged.worth >= least]


def judged(option: str, worth: float, key: str, *args: Arg) -> Judged:
    """One action."""
    return Judged((option,), worth, Msg(key, args))


def by_worth(view: ThorgalView, options: Iterable[Option]) -> list[Option]:
    """Options for cards, the best first."""
    return sorted(options, key=lambda o: (-worth(view, str(o.refs[0])), o.id))


def together(view: ThorgalView, card: str, cards: Sequence[str]) -> bool:
    """Whether the upkeep of a card would be met by these cards in the party, as far as that depends on them."""
    box = view.box
    for part in upkeep(box, card):
        if not isinstance(part, (Has, No)):
            return True
        others = list(cards)
        if "other" in part.filter.words:
            others.remove(card)
        n = sum(fits(box, one, part.filter) for one in others)
        if n >= part.n if isinstance(part, Has) else not n:
            return True
    return not upkeep(box, card)


def done(part: object) -> bool:
    """Whether something is done to meet a condition."""
    return isinstance(part, (Pay, PayAll, Toss, Bury))


def choose(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The part that does more now."""
    card = str(ask.args[0])
    op = next(op for known_as in view.box.effects[card].values() for op in known_as[1] if isinstance(op, Choose))
    found = []
    for option, steps in zip(ask.options, (op.one, op.other), strict=True):
        points = sum(lacking(view)) - sum(closed(lacking(view), pushed(view, ask.seat, steps, card)))
        gain = 2 * points + effect_now(view, ask.seat, steps)
        if any(isinstance(step, Bank) for step in steps) and view.sizes(ask.seat)[1] > view.sizes(ask.seat)[0]:
            gain -= 0.8  # there is more to pay with than to pay for
        found.append(judged(option.id, gain, "why.choose", card, str(option.refs[0])))
    return best(found)


def may(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Pay for it where it closes something, or gives more than it takes."""
    card = str(ask.args[0])
    op = next(op for known_as in view.box.effects[card].values() for op in known_as[1] if isinstance(op, May))
    lack = lacking(view)
    closes = sum(lack) - sum(closed(lack, pushed(view, ask.seat, op.gain, card)))
    gain = 2.0 * closes + effect_now(view, ask.seat, op.gain) + 0.6 * effect_now(view, ask.seat, op.cost)
    return best([judged("yes", gain, "why.may.yes", card), judged("no", 0.0, "why.may.no", card)])


def which_bane(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The player who could do most: with most cards in the pool and in hand, or nearest to the end."""

    def power(option: Option) -> tuple[int, int, int]:
        seat = int(option.id)
        hand, pool, _ = view.sizes(seat)
        return len(view.horns(seat)), min(pool, 3), hand

    option = max(ask.options, key=power)
    return only((option.id,), "why.bane", int(option.id))


AIMS: dict[Any, str] = {
    Destroy: "why.target.destroy",
    SendBack: "why.target.back",
    Exhaust: "why.target.exhaust",
    Ready: "why.target.ready",
    Keep: "why.target.keep",
    Protect: "why.target.protect",
}
"""Step that chooses a card in play -> the reason for the choice."""


def target(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The card for which it does most."""
    card = str(ask.args[0])
    op = known(view.box).aims[card]
    mine = ask.seat == view.seen.dest
    rated = sorted(((rate(view, op, o, mine), o) for o in ask.options), key=lambda one: (-one[0], one[1].id))
    why = "why.target.own" if mine and isinstance(op, Exhaust) else AIMS.get(type(op), "why.target.weaken")
    if ask.hi == 1 and ask.lo == 1:
        found = [Judged((o.id,), gain, Msg(why, (str(o.refs[0]),))) for gain, o in rated]
        return best(found, 3, 1.0)
    chosen = [(gain, o) for gain, o in rated if gain > 0][: ask.hi]
    if len(chosen) < ask.lo:
        chosen = rated[: ask.lo]
    picked = {o.id for _, o in chosen}
    answer = tuple(o.id for o in ask.options if o.id in picked)
    if not answer:
        return only(answer, "why.target.none", card)
    return only(answer, why, " ".join(str(o.refs[0]) for _, o in chosen))


def rate(view: ThorgalView, op: object, option: Option, mine: bool) -> float:
    """What it does to choose this card."""
    s, uid, card = view.seen, int(option.id), str(option.refs[0])
    points = view.box.points[card]
    if uid < 0:  # an attached card
        if isinstance(op, Destroy) and mine:
            lack = lacking(view)
            return sum(lack) - sum(closed(lack, Push(points))) + 0.1 * sum(points)
        return sum(lacks(minus(view.strength(), points), view.difficulty())) + 0.1 * sum(points)
    spot = next((spot for one in range(s.seats) for _, spot in view.party(one) if spot.uid == uid), s.opponent)
    if spot is None:
        return 0.0
    can = used(view, s.dest, card).total() if "journey" in view.box.phases(card, "activated") else 0
    match op:
        case Destroy() | SendBack():
            if s.phase == "journey" and s.target >= 0:
                return worth(view, card) + sum(lacks(minus(view.strength(), points), view.difficulty()))
            return worth(view, card)
        case Exhaust():
            if mine:  # one of the own party, as a price: one that is of no use in this journey
                return 1.0 - can if not spot.tired else 0.8
            return can + 0.1 * worth(view, card) if not spot.tired else 0.05 * worth(view, card)
        case Ready():
            return can + 0.1 * worth(view, card) if spot.tired == 1 else 0.05 * spot.tired
        case Keep():
            if kept_by_itself(view, card, uid):
                return 0.3 if any(done(part) for part in upkeep(view.box, card)) else 0.0
            return 0.5 + worth(view, card)
        case Protect():
            return worth(view, card)
    if s.target < 0:
        return sum(view.value(card, spot))
    spare = [a - b for a, b in zip(view.strength(), view.difficulty(), strict=True)]
    has = view.value(card, spot)
    return max((-spare[at] for at in range(3) if has[at]), default=-20.0) + 0.1 * sum(has)


def minus(a: Points, b: Points) -> Points:
    """What is left of points without others."""
    return max(0, a[0] - b[0]), max(0, a[1] - b[1]), max(0, a[2] - b[2])


def points(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The attribute that lacks most, which is also the one where least is to spare."""
    s = view.seen
    if s.target >= 0:
        have, want = view.strength(), view.difficulty()
    else:
        have = might(view)
        wanted = (view.box.points[land.card] for land in s.lands if land.conqueror < 0)
        want = min(wanted, key=lambda want: sum(lacks(have, want)))
    common = known(view.box).common[s.factions[s.dest]]

    def short(option: Option) -> tuple[float, int]:
        at = LETTERS.index(option.id)
        return want[at] - have[at], -common[at]

    option = max(ask.options, key=short)
    at = LETTERS.index(option.id)
    name = ATTRIBUTES[at]
    if want[at] > have[at]:
        return only((option.id,), "why.points.lacks", name, want[at] - have[at])
    return only((option.id,), "why.points.spare", name, have[at] - want[at])


def intrigue(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The card of the destiny player's party that could do most in the journey if it were not exhausted."""
    s = view.seen
    spots = {str(spot.uid): (card, spot) for card, spot in view.party(s.dest)}
    found = []
    for option in ask.options:
        if option.id in spots:
            card, spot = spots[option.id]
            phases = view.box.phases(card, "activated")
            can = used(view, s.dest, card).total() + 0.3 if phases else 0.0
            found.append(judged(option.id, can if not spot.tired else 0.3 * can, "why.intrigue", card))
    if ask.seat == s.dest or not found or max(one.worth for one in found) <= 0:
        return only(("no",), "why.intrigue.no")
    return best(found, 2, 0.5)


def elements(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The own card that can do most once it is not exhausted."""
    s = view.seen
    spots = {str(spot.uid): (card, spot) for card, spot in view.party(ask.seat)}
    found = []
    for option in ask.options:
        if option.id in spots:
            card, spot = spots[option.id]
            now = s.phase in view.box.phases(card, "activated")
            can = used(view, s.dest, card).total() + 0.2
            found.append(judged(option.id, can * (1.0 if now and spot.tired == 1 else 0.3), "why.elements", card))
    return best(found, 2, 0.5) if found else only(("no",), "why.elements.no")


def toss(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The cards that are worth least; those that can still be played in this round are kept if others are left."""
    order = sorted(ask.options, key=lambda o: (soon(view, str(o.refs[0])), worth(view, str(o.refs[0])), o.id))
    goes = order[: ask.lo]
    return only(tuple(o.id for o in goes), "why.toss", " ".join(str(o.refs[0]) for o in goes))


def soon(view: ThorgalView, card: str) -> bool:
    """Whether a card of the hand can still be played in this round."""
    c, phase = view.box.cards[card], view.seen.phase
    left = {"dawn": ("dawn", "journey", "dusk"), "journey": ("journey", "dusk")}.get(phase, ("dusk",))
    return phase == "dawn" if not c.phases else any(one in left for one in c.phases)


def search(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The best of what fits; more than one idea, as it may be a card for this journey."""
    if not ask.options:
        return only((), "why.none")
    order = by_worth(view, ask.options)
    if ask.hi > 1:
        picked = {o.id for o in order[: ask.hi]}
        return only(tuple(o.id for o in ask.options if o.id in picked), "why.take", str(order[0].refs[0]))
    found, seen = [], set()
    for option in order:
        card = str(option.refs[0])
        if card not in seen:
            seen.add(card)
            found.append(judged(option.id, worth(view, card), "why.take", card))
    return best(found, 3, 1.0)


def take(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The best of the cards that are looked at."""
    seen = sorted(ask.options, key=lambda o: (-soon_worth(view, str(o.refs[0])), o.id))
    return only(tuple(o.id for o in seen[: ask.lo]), "why.take", str(seen[0].refs[0]))


def soon_worth(view: ThorgalView, card: str) -> float:
    """What a card is worth, and something more if it can be played in this round."""
    return worth(view, card) + (0.5 if soon(view, card) else 0.0)


def split(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """What is no better than an ordinary card goes to the pool."""
    order = by_worth(view, ask.options)[::-1]
    goes = [o for o in order if worth(view, str(o.refs[0])) < GOOD[True]]
    if not goes:
        return only((), "why.clean.deck", str(order[-1].refs[0]))
    return only(tuple(o.id for o in goes), "why.clean.pool", " ".join(str(o.refs[0]) for o in goes))


def attach(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """What counts most where it is needed; nothing where it changes nothing."""
    if not ask.options:
        return only((), "why.none")
    s = view.seen
    have, want = view.strength(), view.difficulty()
    gap = sum(lacks(have, want))

    def gain(option: Option) -> float:
        given_now = view.box.points[str(option.refs[0])]
        if ask.seat == s.dest:
            return gap - sum(lacks(plus(have, given_now), want)) + 0.1 * sum(given_now)
        return sum(lacks(have, plus(want, given_now))) - gap + 0.1 * sum(given_now)

    order = sorted(ask.options, key=lambda o: (-gain(o), o.id))
    answer = tuple(o.id for o in order[: ask.hi] if gain(o) >= 0.5)
    answer = tuple(o.id for o in ask.options if o.id in answer)
    if not answer:
        return only((), "why.attach.none")
    return only(answer, "why.attach", str(order[0].refs[0]))


def put_in(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The companion that is worth most, without payment."""
    if not ask.options:
        return only((), "why.none")
    party = view.seen.party[ask.seat]

    def gain(option: Option) -> float:
        card = str(option.refs[0])
        return worth(view, card) - (0.0 if together(view, card, [*party, card]) else ALONE)

    order = sorted(ask.options, key=lambda o: (-gain(o), o.id))
    found = [judged(o.id, gain(o), "why.put.in", str(o.refs[0])) for o in order]
    return best([one for one in found if one.worth > 0] or found[:1], 3, 1.0)


def bury(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The best cards lie above the others."""
    order = by_worth(view, ask.options)
    return only(tuple(o.id for o in order), "why.best.first", str(order[0].refs[0]))
