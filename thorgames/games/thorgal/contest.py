"""How a journey stands between the players at Thorgal: what is lacking, and what each side may still bring."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from msgspec import Struct

from thorgames.core.ask import Ask, Option
from thorgames.games.thorgal.appraisal import (
    NOTHING,
    Push,
    closed,
    effect_now,
    given,
    lacks,
    opened,
    played,
    ready,
    upkeep,
    used,
)
from thorgames.games.thorgal.cards import Mod, Pay, PayAll
from thorgames.games.thorgal.view import BACK, LETTERS, Points, Spot, ThorgalView, plus, single

CARD = 0.35
"""What it costs, in points of an attribute, that a card of the hand is gone for good."""

PRICE = 0.4
"""What a card of the pool is worth, in points of an attribute."""

STAKE = 4.0
"""What a journey is worth, in points of an attribute."""

LAST = 2.0
"""How many times as much the journey is worth that would win the game."""


def chance(margin: float) -> float:
    """The chance of a journey by the points that its player has to spare, or lacks, when all is played."""
    return 1 / (1 + exp(-max(-20.0, min(20.0, margin)) / 1.5))


def stake(view: ThorgalView) -> float:
    """What the journey of this round is worth."""
    return STAKE * (LAST if len(view.horns(view.seen.dest)) + 1 >= view.seen.horns else 1.0)


def might(view: ThorgalView) -> Points:
    """The strength of the party as it will be in the journey."""
    s = view.seen
    if s.phase == "journey":
        return view.strength()
    return ThorgalView(view.viewer, s.but(phase="journey"), view.box).strength()


def free_pushes(view: ThorgalView) -> Push:
    """What the destiny player can answer with by using cards of the party."""
    answers = NOTHING
    for card, _ in ready(view, view.seen.dest):
        answers = answers.plus(used(view, view.seen.dest, card))
    return answers


def threat(view: ThorgalView) -> float:
    """How many points the bane players may still put against the journey, going by how many cards they hold."""
    total = 0.0
    for seat in view.order()[1:]:
        hand, pool, _ = view.sizes(seat)
        total += 1.3 * min(0.75 * hand, pool / 1.2 + 0.5)
    return total


def hidden(view: ThorgalView) -> float:
    """How many points the destiny player may still find in a hand that is not seen."""
    hand, pool, _ = view.sizes(view.seen.dest)
    return 1.7 * min(0.4 * hand, pool / 1.2 + 0.5)


def lacking(view: ThorgalView) -> Points:
    """What the journey lacks, or would lack to the nearest land before it begins."""
    s = view.seen
    if s.target >= 0:
        return lacks(view.strength(), view.difficulty())
    have = might(view)
    return min((lacks(have, view.box.points[land.card]) for land in s.lands if land.conqueror < 0), key=sum)


def success(view: ThorgalView) -> float:
    """The chance that the journey of this round succeeds, going by what lies open and by how many cards are held."""
    s = view.seen
    free = free_pushes(view)
    if s.target >= 0:
        have, want = view.strength(), view.difficulty()
    else:
        have = might(view)
        wanted = (view.box.points[land.card] for land in s.lands if land.conqueror < 0)
        want = min(wanted, key=lambda want: sum(closed(lacks(have, want), free)))
    gap = sum(lacks(have, want))
    spare = max(0, min(a - b for a, b in zip(have, want, strict=True)))
    sure = 0.35 * free.total() + 0.8 * spare + 0.65 * hidden(view) - 0.8 * gap - 0.6 * threat(view)
    return 1 / (1 + exp(-max(-8.0, min(8.0, sure)) * (1.0 if s.phase == "journey" else 0.6)))


def opposition(view: ThorgalView, land: str, have: Points, want: Points) -> int:
    """How many points the best companion that could oppose would open."""
    box = view.box
    kinds = set(box.cards[land].subtypes)
    gap = sum(lacks(have, want))
    most = 0
    for seat in view.order()[1:]:
        pool = view.sizes(seat)[1]
        for card, spot in view.party(seat):
            c = box.cards[card]
            if c.kind == "companion" and (kinds & set(c.subtypes) or c.cost <= pool):
                most = max(most, sum(lacks(have, plus(want, view.value(card, spot)))) - gap)
    return most


def against_journey(view: ThorgalView, card: str, spot: Spot) -> Points:
    """What a companion would count while it opposes."""
    points = view.value(card, spot)
    for op in view.box.steps(card, "oppose"):
        if isinstance(op, Mod):
            points = opened((0, 0, 0), points, given(op.amount))
    return points


def dues(view: ThorgalView, card: str) -> int:
    """How many cards of the pool the upkeep of a companion takes."""
    parts = upkeep(view.box, card)
    if not parts or not all(isinstance(part, (Pay, PayAll)) for part in parts):
        return 0
    return min(part.n if isinstance(part, Pay) else 2 for part in parts)


class Outlook:
    """What the lands that are left would ask of the party as it is, with all its cards used."""

    def __init__(self, view: ThorgalView) -> None:
        """Work it out."""
        s = view.seen
        have, free = might(view), free_pushes(view)
        self.lands = [land.card for land in s.lands if land.conqueror < 0]
        self.lacks = [closed(lacks(have, view.box.points[land]), free) for land in self.lands]
        self.gap = min(sum(lack) for lack in self.lacks)
        self.have = have
        self.dues = sum(dues(view, card) for card in s.party[s.dest])

    def with_push(self, push: Push) -> tuple[int, str]:
        """How many points fewer the nearest land lacks with these points, and which that is."""
        gap, at = min((sum(closed(lack, push)), at) for at, lack in enumerate(self.lacks))
        return self.gap - gap, self.lands[at]


class Piece(Struct, frozen=True):
    """An action that adds to the journey.

    Attributes:
        option: its id. card: of what.
        push: what it adds.
        price: cards of the pool.
        cost: what is given up for it, in points of an attribute.
        effect: what it does besides, in points of an attribute.
    """

    option: str
    card: str
    push: Push
    price: int
    cost: float
    effect: float


def piece(view: ThorgalView, seat: int, option: Option) -> Piece:
    """What an action would do in the journey."""
    verb = option.id.partition(":")[0]
    card = str(option.refs[0])
    if verb == "play":
        price = int(option.refs[1])
        push = played(view, seat, card)
        steps = view.box.steps(card, "bar") + view.box.steps(card, "play")
        cost = CARD + PRICE * price
    else:
        kind = "activated" if verb == "use" else "fenris"
        price, cost = 0, 0.0
        push = used(view, seat, card, kind)
        steps = view.box.steps(card, kind)
    return Piece(option.id, card, push, price, cost, effect_now(view, seat, steps) if steps else 0.0)


def actions(view: ThorgalView, ask: Ask) -> list[Piece]:
    """What can be done besides passing, second copies of a card that can be played included."""
    found = []
    hand = view.hand()
    for option in ask.options:
        if option.id != "pass":
            one = piece(view, ask.seat, option)
            found += [one] * (hand.count(one.card) if option.id.startswith("play:") else 1)
    return found


def arsenal(view: ThorgalView, seat: int) -> list[Piece]:
    """What a bane player could do in the journey with the hand and with lands."""
    box, s = view.box, view.seen
    found = []
    for card in view.hand():
        if card != BACK and "journey" in box.cards[card].phases:
            price = view.cost(seat, card)
            found.append(Piece("", card, played(view, seat, card), price, CARD + PRICE * price, 0.0))
    for land in s.lands:
        usable = land.conqueror == s.dest and not land.tired and not land.used
        if usable and "journey" in box.phases(land.card, "fenris"):
            found.append(Piece("", land.card, used(view, seat, land.card, "fenris"), 0, 0.0, 0.0))
    return found


def cheapest(lack: Points, pieces: Sequence[Piece], pool: int) -> tuple[list[Piece], Points]:
    """Actions that close what is lacking, those that cost least for what they close first, and what is left."""
    plan: list[Piece] = []
    rest = list(pieces)
    while sum(lack):
        gap = sum(lack)
        rated = [(p, gap - sum(closed(lack, p.push))) for p in rest if p.price <= pool]
        rated = [(p, closes) for p, closes in rated if closes > 0]
        if not rated:
            return plan, lack
        p, _ = max(rated, key=lambda one: (one[1] + 0.2) / (0.3 + max(0.0, one[0].cost - one[0].effect)))
        plan.append(p)
        rest.remove(p)
        pool -= p.price
        lack = closed(lack, p.push)
    return plan, lack


def reached(pieces: Sequence[Piece], pool: int) -> float:
    """How many points all actions together could add, as far as they can be paid."""
    total = 0
    for p in sorted(pieces, key=lambda p: p.price / (p.push.total() + 0.1)):
        if p.push.total() and p.price <= pool:
            pool -= p.price
            total += p.push.total()
    return total


def plot(have: Points, want: Points, pieces: Sequence[Piece], pool: int, answers: Push) -> tuple[list[Piece], int]:
    """The actions that open most in one attribute, as far as they can be paid, and what is left of it after answers."""
    found: tuple[list[Piece], int] = ([], 0)
    for at, letter in enumerate(LETTERS):
        rated = []
        for p in pieces:
            n = p.push.fixed[at] + sum(n for letters, n in p.push.loose if letter in letters)
            if n:
                rated.append((n / (0.5 + p.price), n, p))
        rated.sort(key=lambda one: -one[0])
        plan, left, after = [], pool, want
        for _, n, p in rated:
            if p.price <= left:
                left -= p.price
                plan.append(p)
                f = p.push.fixed
                after = plus(after, f)
                after = plus(after, single(letter, n - f[at]))
        stays = sum(closed(lacks(have, after), answers))
        if stays > found[1]:
            found = plan, stays
    return found
