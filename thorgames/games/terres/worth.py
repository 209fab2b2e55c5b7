"""What cards, hands and Destinies are worth at Terres de Destinées, as the heuristics see it.

In the Duel one unit is about as much as turns an even game into one that is won three times out of four. Whatever is
worked out from piles alone is kept, as the same piles are looked at again and again in the bids of one auction.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from thorgames.core.effects import Op
from thorgames.games.terres.cards import (
    FAMILIES,
    TYPES,
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
    ExtraDraw,
    Facedown,
    Freeze,
    Give,
    Grab,
    HandSize,
    Have,
    HaveAnother,
    Heir,
    Income,
    Lich,
    MinBid,
    Order,
    OwnCards,
    OwnFamily,
    OwnMix,
    OwnTokens,
    OwnType,
    PassCard,
    Pick,
    Rebate,
    Repeat,
    Ruin,
    Salvage,
    SaveOther,
    SaveSelf,
    Scry,
    Sold,
    Spy,
    Take,
    Tax,
    TerresBox,
    Transmute,
    WardHand,
    WardPlay,
)

Pile = tuple[str, ...]
Goals = tuple[tuple[str, float], ...]
"""Destinies a player may be after, each with how likely it is that he can fulfil it at all."""

WIN = 12.0
"""What the game is worth."""

CARD = 0.15
"""What a card of a hand of the usual size is worth."""


class Scale(NamedTuple):
    """What things are worth in a mode, found by games against players who judged by other numbers.

    Those of the Duel come from a regression on how games went on. In the normal mode, where what one pays makes another
    richer, players who judged by such a regression won less than their share against these.

    Attributes:
        near: to lack so many cards for a Destiny, from none on.
        purse: a hand of so many cards, from one on; later: each card beyond that.
        rate: a power that makes its owner better off by a card each round, and more: for each round that is still to be
            played. It is less than the cards themselves, as a power can be turned against, lost, or left unused.
        acquired, present: any acquired card, and any card in play.
        doubts: how unsure it is up to which bid a player goes: the steps from a likely bid to an unlikely one.
        odds: how much of it a unit is in the logarithm of the odds to win.
    """

    near: tuple[float, ...]
    purse: tuple[float, ...]
    later: float
    rate: float
    more: float
    acquired: float
    present: float
    odds: float
    doubts: float


DUEL = Scale(
    near=(WIN, 2.0, 0.82, 0.32, 0.13, 0.05, 0.0),
    purse=(0.0, 0.45, 0.77, 1.04, 1.23, 1.4, 1.57, 1.73, 1.83, 1.92, 2.0, 2.08, 2.15),
    later=0.07,
    rate=0.055,
    more=0.035,
    acquired=0.1,
    present=0.07,
    odds=1.0,
    doubts=0.5,
)
NORMAL = Scale(
    near=(WIN, 2.2, 1.2, 0.6, 0.25, 0.1, 0.0),
    purse=(0.0, 0.5, 0.9, 1.2, 1.45, 1.68, 1.89, 2.08, 2.25, 2.41, 2.56, 2.7, 2.83),
    later=0.1,
    rate=0.0,
    more=0.2,
    acquired=0.0,
    present=0.0,
    odds=0.5,
    doubts=1.0,
)

ROUNDS = (1.0, 1.3, 1.9, 2.5, 3.0, 3.3, 3.5)
"""Rounds that are still to be played if the player who is nearest to a Destiny lacks so many cards for it."""

TOKENS = {1: -1.2, 2: 0.3, 3: 0.6, 4: 0.8, 5: 0.6, 6: 0.4}
"""What a Token is worth, in cards."""

LASTING = (2, 4, 5)
"""Tokens that are not used up at the start of the next turn."""

FAR = len(DUEL.near) - 1
"""So many cards are lacking for a Destiny that nothing has been done for."""

FACE = 0.4
"""What a card is thought to be worth that lies face-down."""


class Rules:
    """What a card's worth hangs on besides the position; there is one for each box, mode and number of seats.

    Attributes:
        box: the cards.
        duel: whether it is a Duel.
        seats: players at the start.
        scale: what things are worth.
        marks: card -> its family and type.
        linked: cards whose power hangs on what else is in play.
    """

    def __init__(self, box: TerresBox, duel: bool, seats: int) -> None:
        self.box, self.duel, self.seats = box, duel, seats
        self.scale = DUEL if duel else NORMAL
        self.marks = {card: (box.cards[card].family, box.cards[card].type) for card in box.deck(True)}
        self.linked = frozenset(card for card in self.marks if any(leans(op) for op in everything(box, card)))


@lru_cache(maxsize=64)
def rules_of(box: TerresBox, duel: bool, seats: int) -> Rules:
    """The one and only."""
    return Rules(box, duel, seats)


def everything(box: TerresBox, card: str) -> tuple[Op, ...]:
    """All that a card does."""
    return (*box.steps[card], *box.permanent[card])


def leans(op: Op) -> bool:
    """Whether what a step does hangs on the other cards in play."""
    return isinstance(op, (DrawPer, Repeat, Branch)) or (isinstance(op, Copy) and op.scope == "own")


class Engine(NamedTuple):
    """What cards in play do for their owner.

    Attributes:
        rate: cards that he is better off by, for each round; what others lose counts too.
        once: the same for what works a single time.
        income: cards that come into his hand in a turn of his.
        drain: cards that one other player can be made to lose in a turn; kill: those of them that may be the last.
        tokens: that can be collected in a turn.
    """

    rate: float = 0.0
    once: float = 0.0
    income: float = 0.0
    drain: float = 0.0
    kill: float = 0.0
    tokens: frozenset[int] = frozenset()

    def plus(self, other: Engine) -> Engine:
        """Both together."""
        return Engine(
            self.rate + other.rate,
            self.once + other.once,
            self.income + other.income,
            self.drain + other.drain,
            self.kill + other.kill,
            self.tokens | other.tokens,
        )

    def less(self, other: Engine) -> Engine:
        """Without what the other does, Tokens apart."""
        return Engine(
            self.rate - other.rate,
            self.once - other.once,
            self.income - other.income,
            self.drain - other.drain,
            self.kill - other.kill,
            self.tokens,
        )


NOTHING = Engine()

# --- what lies in play ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def engine(rules: Rules, area: Pile) -> Engine:
    """What some cards in play do together."""
    found = NOTHING
    for card in area:
        found = found.plus(of_card(rules, card, area if card in rules.linked else ()))
    return found


@lru_cache(maxsize=50_000)
def adds(rules: Rules, area: Pile, card: str) -> Engine:
    """What one card more does, and what the others do the more for its sake."""
    whole = (*area, card)
    found = of_card(rules, card, whole if card in rules.linked else ())
    for other in area:
        if other in rules.linked:
            found = found.plus(of_card(rules, other, whole)).less(of_card(rules, other, area))
    return found


@lru_cache(maxsize=50_000)
def of_card(rules: Rules, card: str, area: Pile) -> Engine:
    """What one of some cards in play does."""
    box = rules.box
    if box.kind_of[card] == "permanent":
        rate = sum(permanent(rules, op, card, area) for op in box.permanent[card])
        return Engine(rate=rate, income=sum(0.5 for op in box.permanent[card] if isinstance(op, Sold)))
    each = of_steps(rules, card, box.steps[card], area)
    if box.kind_of[card] == "single":
        return each._replace(rate=0.0, once=each.rate)
    return each if box.kind_of[card] == "mandatory" else each._replace(rate=max(0.0, each.rate))


def permanent(rules: Rules, op: Op, card: str, area: Pile) -> float:
    """What a permanent power is worth for each round, in cards."""
    others = rules.seats - 1
    match op:
        case Tax():
            return 6.0 if rules.duel else 2.0 * others
        case ExtraDraw():
            return 0.3
        case Sold(n=n):
            return 0.4 * n
        case Rebate(n=n):
            return 0.2 * n
        case Repeat(family=family):
            return 0.1 + 0.5 * best_of(rules, card, area, family)
        case SaveSelf():
            return 1.2
        case WardHand():
            return 0.5 if rules.duel else 0.3
        case WardPlay() | MinBid():
            return 0.3
        case Facedown() | SaveOther() | Heir():
            return 0.15
    return 0.0


def best_of(rules: Rules, card: str, area: Pile, family: str) -> float:
    """The most that another card of a family does, of some in play; none that uses other cards itself."""
    box = rules.box
    best = 0.0
    for other in area:
        if other == card or box.kind_of[other] != "activation" or family not in ("any", box.cards[other].family):
            continue
        if not any(isinstance(op, (Copy, Borrow, Lich)) for op in box.steps[other]):
            best = max(best, of_steps(rules, other, box.steps[other], area).rate)
    return best


def of_steps(rules: Rules, card: str, steps: tuple[Op, ...], area: Pile) -> Engine:
    """What a power does that is activated, at an average table."""
    box, duel = rules.box, rules.duel
    mine = harm = extra = income = hits = 0.0
    tokens: set[int] = set()
    deadly = True
    for op in steps:
        match op:
            case Pick(first=first, second=second):
                tags = {one.__struct_config__.tag for one in (first, second) if one is not None}
                deadly = deadly and not tags & {"holds", "richer"}
                extra -= 1.5 * (duel and "richer" in tags)  # often there is nobody
            case Cost(n=n):
                mine -= n
            case Draw(who="you", n=n):
                mine += (1.5 if duel else 1.0) * n
                income += n
            case Draw(who="target", n=n):
                harm -= n
            case Draw(n=n):
                income += n
                mine += 0.2
            case DrawPer(family=family, max=most):
                n = min(most, max(1, sum(box.cards[other].family == family for other in area)))
                mine += n
                income += n
            case Discard(who="you", n=n):
                mine -= n
            case Discard(who="target", n=n):
                harm += n
                hits += n
            case Discard(n=n):  # a pair, or everybody
                mine -= n if duel else 0.3
                harm += n
                hits += n
            case Take(n=n) | Give(n=n):
                mine += n * (2.5 if isinstance(op, Take) else 1.0)
                income += n
                harm += n
                hits += n
            case Demand():
                mine += 0.8
                income += 0.8
                harm += 0.8
                hits += 0.6
            case Grab():
                mine += 0.25
            case Salvage(n=n):
                mine += (1.6 if duel else 1.0) * n
                income += n
            case Scry(k=k):
                mine += 1.7 * k
                income += k
            case Collect(who="you", number=number):
                mine += TOKENS[number]
                tokens.add(number)
            case Collect(number=number):
                harm -= TOKENS[number] * (1.0 if duel else 0.4)
                hits += number == 1
            case Spy() | Order():
                extra += 0.2
            case Ruin():
                extra += 5.0 if duel else 2.0
            case Freeze():
                extra += 0.9
            case PassCard(what="card"):
                extra -= 3.0
            case PassCard():
                extra -= 1.5
            case Transmute():
                extra += 1.5
            case Deploy():
                extra += 4.0
            case Copy(scope="own", family=family):
                extra += 0.9 * best_of(rules, card, area, family)
            case Copy() | Borrow():
                extra += 1.3
                hits += 0.3
            case Lich():
                extra += 0.8
            case Choose(one=one, other=other):
                ways = [of_steps(rules, card, ops, area) for ops in (one, other)]
                better = max(ways, key=lambda way: way.rate)
                extra += better.rate + 0.1
                income += better.income
                hits += better.drain
                tokens |= ways[0].tokens | ways[1].tokens
            case Branch(condition=condition, then=then, otherwise=otherwise):
                met = holds(box, card, area, condition)
                way = of_steps(rules, card, then if met else otherwise, area)
                extra += way.rate
                income += way.income
                tokens |= way.tokens
            case ChooseCard():
                pass
    weight = 1.0 if duel else 0.7
    return Engine(mine + weight * harm + extra, 0.0, income, hits, hits if deadly else 0.0, frozenset(tokens))


def holds(box: TerresBox, card: str, area: Pile, condition: Have | HaveAnother) -> bool:
    """Whether a condition about one's own cards in play is met."""
    fit = [other for other in area if box.cards[other].type == condition.of]
    return any(other != card for other in fit) if isinstance(condition, HaveAnother) else bool(fit)


# --- Destinies -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def counts(rules: Rules, play: Pile) -> dict[str, int]:
    """How many acquired cards there are of each family and type; "" counts all of them."""
    found: dict[str, int] = {"": len(play)}
    for card in play:
        for mark in rules.marks[card]:
            if mark:
                found[mark] = found.get(mark, 0) + 1
    return found


def lacking(rules: Rules, op: Op, have: dict[str, int], extra: tuple[str, ...] = ()) -> float | None:
    """How many acquired cards are lacking for a Destiny; None for one that asks for something else.

    Args:
        rules: of the game.
        op: what fulfils it.
        have: the acquired cards.
        extra: family and type of one card more; () for none.
    """
    match op:
        case OwnFamily(family=family, n=n):
            return max(0, n - have.get(family, 0) - (family in extra))
        case OwnType(of=of, n=n):
            return max(0, n - have.get(of, 0) - (of in extra))
        case OwnMix(families=families, types=types):
            families -= sum(family in have or family in extra for family in FAMILIES)
            types -= sum(of in have or of in extra for of in TYPES)
            return max(0, families, types)
        case OwnCards(n=n, duel=other):
            return max(0, (other if rules.duel and other else n) - have[""] - bool(extra))
    return None


@lru_cache(maxsize=100_000)
def progress(rules: Rules, goals: Goals, play: Pile, mark: tuple[str, ...]) -> float:
    """How much nearer to the Destinies that ask for acquired cards another one brings, by its family and type."""
    have, goal = counts(rules, play), rules.box.goal
    worth = 0.0
    for destiny, weight in goals:
        before = lacking(rules, goal[destiny], have)
        if before:
            after = lacking(rules, goal[destiny], have, mark)
            if after is not None and after < before:
                worth += weight * (near(rules, after) - near(rules, before))
    return worth


@lru_cache(maxsize=50_000)
def hopes(rules: Rules, goals: Goals, play: Pile) -> float:
    """What it is worth to have come so near to the Destinies that ask for acquired cards."""
    have, goal = counts(rules, play), rules.box.goal
    worth = 0.0
    for destiny, weight in goals:
        lack = lacking(rules, goal[destiny], have)
        if lack is not None:
            worth += weight * near(rules, lack)
    return worth


@lru_cache(maxsize=50_000)
def prospects(rules: Rules, goals: Goals, working: Pile, tokens: tuple[int, ...]) -> float:
    """What it is worth to have come so near to the Destinies that ask for Tokens or for income."""
    return sum([weight * near(rules, earned(rules, destiny, working, tokens)) for destiny, weight in goals])


def earned(rules: Rules, destiny: str, working: Pile, tokens: tuple[int, ...]) -> float:
    """How far it is to a Destiny that asks for Tokens or for income, in cards."""
    match rules.box.goal[destiny]:
        case OwnTokens(n=n, duel=other):
            want = other if rules.duel and other else n
            if len(tokens) >= want:
                return 0
            lasting = {number for number in tokens if number in LASTING}
            return max(1, 0.6 + want - len(lasting | engine(rules, working).tokens))
        case Income() as op:
            return max(1, 0.5 + (income_wanted(rules, op) - engine(rules, working).income) / 1.2)
    return FAR


def income_wanted(rules: Rules, op: Income) -> int:
    """How many cards have to come into a hand in one turn."""
    if rules.duel and op.duel:
        return op.duel
    return op.three if rules.seats == 3 and op.three else op.n


def hand_wanted(rules: Rules, op: HandSize) -> int:
    """How many cards a hand has to hold."""
    return op.duel if rules.duel and op.duel else op.n


def near(rules: Rules, lack: float) -> float:
    """What it is worth to lack so many cards."""
    low, worths = int(lack), rules.scale.near
    if low >= FAR:
        return 0.0
    if low == lack:
        return worths[low]
    if not low:  # not fulfilled, but nearer than by one card
        return worths[1] + (1 - lack) * (worths[1] - worths[2])
    return worths[low] + (lack - low) * (worths[low + 1] - worths[low])


@lru_cache(maxsize=20_000)
def nearest(rules: Rules, goals: Goals, play: Pile) -> int:
    """How many cards are lacking for the Destiny that is nearest, of those that are certain to count."""
    have, goal = counts(rules, play), rules.box.goal
    best = FAR
    for destiny, weight in goals:
        if weight >= 1:
            lack = lacking(rules, goal[destiny], have)
            if lack is not None and lack < best:
                best = int(lack)
    return best


def purse(rules: Rules, hand: int) -> float:
    """What a hand of a size is worth."""
    worths = rules.scale.purse
    if hand <= len(worths):
        return worths[hand - 1] if hand else -2.0
    return worths[-1] + rules.scale.later * (hand - len(worths))


@lru_cache(maxsize=50_000)
def held(rules: Rules, rich: float, hand: int, danger: float, safe: bool) -> float:
    """What a hand is worth: money, life, and perhaps a Destiny.

    Args:
        rules: of the game.
        rich: how much it counts to hold many cards.
        hand: its size.
        danger: cards that can be taken from it before it grows again.
        safe: whether something saves the player once.
    """
    worth = purse(rules, hand)
    if rich:
        op = next(op for op in rules.box.goal.values() if isinstance(op, HandSize))
        lack = hand_wanted(rules, op) - hand
        worth += rich * near(rules, max(0.7, lack / (2.2 if rules.duel else 1.6)) if lack > 0 else 0)
    left = hand - danger
    if danger > 0 and left < 2:
        worth -= (1.0 if safe else 3.0) * (1.0 if left <= 0 else (2 - left) / 4)
    return worth
