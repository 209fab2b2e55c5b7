"""Planning at Althing, read off a seat's view alone: how many turns the stages ahead will take, and how to save some.

Everything is measured in turns: how many phases of one's own it will still take to complete the stages ahead. A deck
is judged by drawing hands from it, always in the same few orders, so that the same view gives the same answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from thorgames.games.althing.view import AlthingBox, AlthingView, Amount

Cards = tuple[str, ...]
Sums = tuple[int, ...]
"""One number for each card of a pile: its resources, packed."""

ORDERS = 3
"""Orders in which a deck is drawn to judge it; each of them gives as many hands as the deck has cards."""

CREDIT = (1.0, 0.2, 0.06, 0.02, 0.005)
"""How far a hand counts as one that completes a stage, by what it lacks: a deck that comes near is better than none."""

LATER = (1.0, 0.8, 0.65, 0.5, 0.4)
"""How much each of the stages ahead counts: the deck will be better by the time the later ones are reached."""

GROWTH = 0.05
"""How likely it is besides that the deck gets better: no stage takes for ever, however poor the deck is now."""

KEPT = 0.5
"""How much keeping cards helps, as a share of what one more card in every hand would help."""

FRESH = 0.25
"""How much it is worth to see another card when nobody in the row would help, for each turn the next stage takes."""

WISH = 0.5
"""How much of what a Viking would help counts while one only saves for him: somebody else may take him."""

# --- resources, packed into one number -----------------------------------------------------------------------------


def pack(amount: Amount) -> int:
    """Three resources in one number, so that a hand is added up in one go."""
    gold, wood, bones = amount
    return gold | wood << 8 | bones << 16


@lru_cache(maxsize=8)
def packed(box: AlthingBox) -> dict[str, int]:
    """Card -> its resources, packed."""
    return {card: pack(amount) for card, amount in box.values.items()}


@lru_cache(maxsize=50_000)
def lacking(total: int, need: int) -> int:
    """How many resources a sum lacks of what a stage asks for."""
    return sum(max(0, (need >> at & 255) - (total >> at & 255)) for at in (0, 8, 16))


@lru_cache(maxsize=50_000)
def credit(total: int, need: int) -> float:
    """How far a sum counts as one that completes a stage."""
    return CREDIT[min(lacking(total, need), len(CREDIT) - 1)]


# --- drawing hands -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def orders(n: int) -> tuple[tuple[int, ...], ...]:
    """The same few orders for all decks of a size: two decks are compared by like luck."""
    rng = random.Random(n)
    return tuple(tuple(rng.sample(range(n), n)) for _ in range(ORDERS))


@lru_cache(maxsize=50_000)
def chance(kept: int, pile: Sums, n: int, need: int) -> float:
    """How likely a stage can be completed with what is kept and n cards drawn from a pile."""
    if n <= 0 or not pile:
        return credit(kept, need)
    if n >= len(pile):
        return credit(kept + sum(pile), need)
    found = 0.0
    for order in orders(len(pile)):
        cards = [pile[at] for at in order]
        total = kept + sum(cards[:n])
        for out, into in zip(cards, cards[n:] + cards[:n], strict=True):
            found += credit(total, need)
            total += into - out
    return found / (ORDERS * len(pile))


@lru_cache(maxsize=50_000)
def turns(deck: Sums, need: int, size: int) -> float:
    """How many turns a stage takes with a deck, from hands of a size; cards that are kept help as one more drawn."""
    likely = (1 - KEPT) * chance(0, deck, size, need) + KEPT * chance(0, deck, size + 1, need)
    return 1 / (likely + GROWTH)


# --- the situation -------------------------------------------------------------------------------------------------


class Stage(NamedTuple):
    """A stage ahead.

    Attributes:
        place: on the track.
        need: what it asks for, packed.
        size: cards in hand when it is next, as far as Veteran is foreseen.
    """

    place: int
    need: int
    size: int


class Situation(NamedTuple):
    """What a seat knows of its own cards, and what lies ahead of it.

    Attributes:
        box: the cards.
        hand: cards in hand.
        deck: every card it owns, sorted.
        tops: cards known to lie on top of its draw pile; pile: the others in it, sorted; rest: its discard pile.
        stages: those ahead, the next one first.
        row: those who can be recruited.
        shortage: a resource that gives nothing in this phase.
    """

    box: AlthingBox
    hand: Cards
    deck: Sums
    tops: Sums
    pile: Sums
    rest: Sums
    stages: tuple[Stage, ...]
    row: Cards
    shortage: str

    def value(self, card: str) -> int:
        """The resources of a card, packed."""
        return packed(self.box)[card]

    def now(self, card: str) -> int:
        """The same in this phase, in which there may be a Shortage."""
        short = self.shortage
        if not short:
            return packed(self.box)[card]
        gold, wood, bones = self.box.values[card]
        return pack((gold * (short != "gold"), wood * (short != "wood"), bones * (short != "bones")))

    def packed(self, cards: Iterable[str]) -> Sums:
        """A pile of packed numbers, sorted."""
        values = packed(self.box)
        return tuple(sorted([values[card] for card in cards]))


def situation(view: AlthingView, seat: int) -> Situation:
    """Read it off the view: what is in one's own draw pile is known, as all one's other cards are seen."""
    s, box = view.seen, view.box
    pile = Counter(s.owned[seat])
    pile.subtract(s.hands[seat])
    for cards in (s.tops[seat], s.discards[seat], s.reserves[seat], s.laid[seat], s.taken[seat]):
        pile.subtract(cards)
    read = Situation(box, s.hands[seat], (), (), (), (), (), tuple(slot[0] for slot in s.row if slot), s.shortage)
    read = read._replace(
        deck=deck_of(view, seat),
        tops=tuple(read.value(card) for card in s.tops[seat]),
        pile=read.packed((+pile).elements()),
        rest=read.packed((*s.discards[seat], *s.laid[seat])),
    )
    return read._replace(stages=way_ahead(view, seat, read.deck))


def deck_of(view: AlthingView, seat: int) -> Sums:
    """Every card a seat owns, which all know."""
    values = packed(view.box)
    return tuple(sorted([values[card] for card in view.seen.owned[seat]]))


def way_ahead(view: AlthingView, seat: int, deck: Sums) -> tuple[Stage, ...]:
    """The stages ahead of a seat; before a fork those of the way that its deck will be quicker on."""
    ways = [stages_on(view, way) for way in routes(view, view.seen.pawns[seat])]
    return ways[0] if len(ways) == 1 else min(ways, key=lambda way: outlook(deck, way))


def routes(view: AlthingView, place: int) -> Iterator[tuple[int, ...]]:
    """Every way from a place to the end; there are two before a fork."""
    following = view.ahead(place)
    if not following:
        yield ()
    for at in following:
        for way in routes(view, at):
            yield (at, *way)


def stages_on(view: AlthingView, way: tuple[int, ...]) -> tuple[Stage, ...]:
    """The stages of a way; after a Veteran stage hands are larger."""
    size, out = view.limit(), []
    for place in way:
        stage = view.seen.track[place]
        out.append(Stage(place, pack(view.box.values[stage]), size))
        if view.box.cards[stage].veteran:
            size = 5
    return tuple(out)


def outlook(deck: Sums, stages: tuple[Stage, ...]) -> float:
    """Turns that a deck needs for stages, the later ones counting less."""
    return sum(LATER[at] * turns(deck, stage.need, stage.size) for at, stage in enumerate(stages))


# --- keeping -------------------------------------------------------------------------------------------------------


def soon(at: Situation, kept: Cards, stages: tuple[Stage, ...]) -> float:
    """How likely the next stage can be completed in the next phase, if these cards are kept."""
    return drawn(at, kept, stages[0].need, stages[0].size)


def drawn(at: Situation, kept: Cards, need: int, size: int) -> float:
    """How likely a sum is reached with these cards and those that are drawn to them."""
    values = packed(at.box)
    total = sum([values[card] for card in kept])
    n = size - len(kept)
    if at.tops:
        total += sum(at.tops[:n])
        n -= len(at.tops[:n])
    if n > len(at.pile):  # the whole pile comes, and more from the discard pile
        return chance(total + sum(at.pile), at.rest, n - len(at.pile), need)
    return chance(total, at.pile, n, need)


def keeping(at: Situation, hand: Cards, stages: tuple[Stage, ...]) -> tuple[float, Cards]:
    """The cards worth keeping for the next stage, and how likely it then is; of equal choices the fewest cards."""
    if not stages:
        return 1.0, ()
    useful = [card for card in hand if lacking(at.value(card), stages[0].need) < lacking(0, stages[0].need)]
    best: tuple[float, Cards] = (-1.0, ())
    for n in range(min(len(useful), stages[0].size) + 1):
        for kept in dict.fromkeys(combinations(sorted(useful), n)):
            likely = soon(at, kept, stages)
            if likely > best[0] + 1e-9:
                best = likely, kept
    return best


# --- the plan of a phase -------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What to do in a phase.

    Attributes:
        score: turns still needed after it, the fewer the better.
        completes: whether the next stage is completed.
        stage: cards to lay for it, besides one that was taken.
        pay: cards to lay for recruiting.
        recruits: whom to recruit.
        left: cards left for tricks and keeping.
    """

    score: float
    completes: bool
    stage: Cards
    pay: Cards
    recruits: Cards
    left: Cards


def less(pile: Cards, gone: Iterable[str]) -> Cards:
    """A pile without one copy of each of some cards."""
    out = list(pile)
    for card in gone:
        out.remove(card)
    return tuple(out)


def subsets(cards: Iterable[str]) -> list[Cards]:
    """Every different choice of some cards, the small ones first."""
    pile = sorted(cards)
    return list(dict.fromkeys(c for n in range(len(pile) + 1) for c in combinations(pile, n)))


def covering(at: Situation, hand: Cards, need: int, ready: int = 0) -> list[Cards]:
    """Every choice of cards that completes a stage and of which none could be left out."""
    found: list[Cards] = []
    for chosen in subsets(card for card in hand if at.now(card)):
        if lacking(ready + sum(at.now(card) for card in chosen), need):
            continue
        if not any(not Counter(smaller) - Counter(chosen) for smaller in found):
            found.append(chosen)
    return found


def purchases(at: Situation, gold: int) -> list[Cards]:
    """Every choice of cards of the row that some gold pays for."""
    return [some for some in subsets(at.row) if sum([at.box.price[card] for card in some]) <= gold]


def grown(at: Situation, recruits: Cards) -> Sums:
    """The deck with more cards in it."""
    return tuple(sorted((*at.deck, *at.packed(recruits))))


def freshness(at: Situation, stages: tuple[Stage, ...]) -> float:
    """Turns it is worth to see another card in the row: nothing as long as anybody in it would help."""
    now = outlook(at.deck, stages)
    if not stages or any(outlook(grown(at, (card,)), stages) < now for card in set(at.row)):
        return 0.0
    return FRESH * turns(at.deck, stages[0].need, stages[0].size)


def spendings(
    at: Situation, hand: Cards, stages: tuple[Stage, ...], ready: int = 0
) -> list[tuple[float, Cards, Cards]]:
    """Every way to recruit, or not to: (turns still needed, cards laid, those recruited); weighed against keeping."""
    payers = [card for card in hand if at.now(card) & 255]
    fresh = freshness(at, stages)
    bought: dict[Cards, tuple[float, float]] = {}
    found = []
    for pay in subsets(payers):
        gold = ready + sum([at.now(card) & 255 for card in pay])
        likely = keeping(at, less(hand, pay), stages)[0]
        for recruits in purchases(at, gold):
            if recruits not in bought:
                deck = grown(at, recruits)
                first = turns(deck, stages[0].need, stages[0].size)
                bought[recruits] = LATER[0] * first, outlook(deck, stages) - fresh * len(recruits)
            first, whole = bought[recruits]
            found.append((1 - likely * first + whole, pay, recruits))
    return found


def recruiting(at: Situation, hand: Cards, stages: tuple[Stage, ...], ready: int = 0) -> Plan:
    """Whom to recruit with which cards: what shortens the way most."""
    score, pay, recruits = min(spendings(at, hand, stages, ready), key=lambda one: round(one[0], 9))
    if not recruits:
        return Plan(score, False, (), (), (), hand)
    return Plan(score, False, (), pay, recruits, less(hand, pay))


def plan(at: Situation, hand: Cards, may_stage: bool, may_recruit: bool, ready: int = 0, gold: int = 0) -> Plan:
    """The best way to spend a hand: complete the stage if possible, with the cards whose loss matters least.

    Args:
        at: the situation.
        hand: the cards.
        may_stage: whether nothing but cards may be wanting for that.
        may_recruit: the same for recruiting.
        ready: what a taken card adds to the stage, packed.
        gold: or what it adds to recruiting.
    """
    ways: list[tuple[Cards, tuple[Stage, ...]]] = []
    if may_stage and at.stages:
        ways = [(chosen, at.stages[1:]) for chosen in covering(at, hand, at.stages[0].need, ready)]
    best: Plan | None = None
    for chosen, stages in ways or [((), at.stages)]:
        left = less(hand, chosen)
        if not stages:
            found = Plan(0.0, bool(ways), chosen, (), (), left)
        elif may_recruit:
            found = recruiting(at, left, stages, gold)._replace(completes=bool(ways), stage=chosen)
        else:
            score = prospect(at, left, stages)
            found = Plan(score, bool(ways), chosen, (), (), left)
        if best is None or found.score < best.score - 1e-9:
            best = found
    assert best is not None
    return best


def prospect(at: Situation, left: Cards, stages: tuple[Stage, ...]) -> float:
    """Turns still needed when nothing is recruited and the best of some cards are kept."""
    if not stages:
        return 0.0
    likely, _ = keeping(at, left, stages)
    first = turns(at.deck, stages[0].need, stages[0].size)
    return 1 - likely * LATER[0] * first + outlook(at.deck, stages)


def savings(at: Situation) -> list[tuple[float, Cards]]:
    """What may be kept at the end of a phase, the best first, of equal choices the fewest cards.

    Cards are kept for the next stage, or as gold for the Viking who would help most.
    """
    if not at.stages:
        return [(0.0, ())]
    stage = at.stages[0]
    first = turns(at.deck, stage.need, stage.size)
    gain, card = wish(at)
    found = []
    for kept in subsets([card for card in at.hand if at.value(card)]):
        score = first * drawn(at, kept, stage.need, stage.size)
        if card:
            score += WISH * gain * drawn(at, kept, at.box.price[card], stage.size)
        found.append((score, kept))
    found.sort(key=lambda one: round(-one[0], 9))
    return found


def wish(at: Situation) -> tuple[float, str]:
    """The Viking of the row who would help most, with the turns he would save; "" if nobody would."""
    now = outlook(at.deck, at.stages)
    gains = [(now - outlook(grown(at, (card,)), at.stages), at.box.price[card], card) for card in sorted(set(at.row))]
    gain, _, card = max(gains, default=(0.0, 0, ""))
    return (gain, card) if gain > 0 else (0.0, "")
