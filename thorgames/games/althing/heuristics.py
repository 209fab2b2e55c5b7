"""How a sensible person plays Althing: what the scripted player 'planner' answers, read off a seat's view alone.

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

from thorgames.core.ask import Answer, Ask, Option, legal
from thorgames.core.piles import named
from thorgames.games.althing.view import THORFINN, AlthingBox, AlthingView, Amount, taken

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

WORTH = {"storm": 3.0, "troll": 1.6, "axe": 1.4, "untroll": 0.4}
"""How much a symbol is worth in turns of one's own. What delays the leader counts for more than the turns it costs
him, as one kept card is seldom missed; one's own deck is a little better without a Troll."""

FRESH = 0.25
"""How much it is worth to see another card when nobody in the row would help, for each turn the next stage takes."""

WISH = 0.5
"""How much of what a Viking would help counts while one only saves for him: somebody else may take him."""

NEEDED = 0.7
"""A card that makes the next stage so much likelier is not spent on a trick."""

# --- resources, packed into one number -----------------------------------------------------------------------------


def pack(amount: Amount) -> int:
    """Three resources in one number, so that a hand is added up in one go."""
    gold, wood, bones = amount
    return gold | wood << 8 | bones << 16


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
        return pack(self.box.values[card])

    def now(self, card: str) -> int:
        """The same in this phase, in which there may be a Shortage."""
        gold, wood, bones = self.box.values[card]
        short = self.shortage
        return pack((gold * (short != "gold"), wood * (short != "wood"), bones * (short != "bones")))

    def packed(self, cards: Iterable[str]) -> Sums:
        """A pile of packed numbers, sorted."""
        return tuple(sorted(self.value(card) for card in cards))


def situation(view: AlthingView, seat: int) -> Situation:
    """Read it off the view: what is in one's own draw pile is known, as all one's other cards are seen."""
    s, box = view.seen, view.box
    pile = Counter(s.owned[seat])
    pile.subtract(s.hands[seat])
    for cards in (s.tops[seat], s.discards[seat], s.reserves[seat], s.laid[seat], s.taken[seat]):
        pile.subtract(cards)
    read = Situation(box, s.hands[seat], (), (), (), (), (), tuple(slot[0] for slot in s.row if slot), s.shortage)
    read = read._replace(
        deck=read.packed(s.owned[seat]),
        tops=tuple(read.value(card) for card in s.tops[seat]),
        pile=read.packed((+pile).elements()),
        rest=read.packed((*s.discards[seat], *s.laid[seat])),
    )
    ways = [stages_on(view, way) for way in routes(view, s.pawns[seat])]
    return read._replace(stages=min(ways, key=lambda way: outlook(read.deck, way)))


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
    total = sum(at.value(card) for card in kept)
    n = size - len(kept)
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
    return [some for some in subsets(at.row) if sum(at.box.price[card] for card in some) <= gold]


def grown(at: Situation, recruits: Cards) -> Sums:
    """The deck with more cards in it."""
    return tuple(sorted((*at.deck, *at.packed(recruits))))


def freshness(at: Situation, stages: tuple[Stage, ...]) -> float:
    """Turns it is worth to see another card in the row: nothing as long as anybody in it would help."""
    now = outlook(at.deck, stages)
    if not stages or any(outlook(grown(at, (card,)), stages) < now for card in set(at.row)):
        return 0.0
    return FRESH * turns(at.deck, stages[0].need, stages[0].size)


def recruiting(at: Situation, hand: Cards, stages: tuple[Stage, ...], ready: int = 0) -> Plan:
    """Whom to recruit with which cards: what shortens the way most, weighed against keeping the cards."""
    payers = [card for card in hand if at.now(card) & 255]
    best: Plan | None = None
    fresh = freshness(at, stages)
    likely: dict[Cards, float] = {}
    bought: dict[Cards, tuple[float, float]] = {}
    for pay in subsets(payers):
        gold = ready + sum(at.now(card) & 255 for card in pay)
        left = less(hand, pay)
        likely[pay] = keeping(at, left, stages)[0]
        for recruits in purchases(at, gold):
            if recruits not in bought:
                deck = grown(at, recruits)
                first = turns(deck, stages[0].need, stages[0].size)
                bought[recruits] = LATER[0] * first, outlook(deck, stages) - fresh * len(recruits)
            first, whole = bought[recruits]
            score = 1 - likely[pay] * first + whole
            if best is None or score < best.score - 1e-9:
                best = Plan(score, False, (), pay if recruits else (), recruits, left if recruits else hand)
    assert best is not None
    return best


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


def saving(at: Situation) -> Cards:
    """The cards to keep at the end of a phase: for the next stage, or as gold for the Viking who would help most."""
    if not at.stages:
        return ()
    stage = at.stages[0]
    first, now = turns(at.deck, stage.need, stage.size), outlook(at.deck, at.stages)
    wishes = [(now - outlook(grown(at, (card,)), at.stages), at.box.price[card]) for card in set(at.row)]
    gain, price = max(wishes, default=(0.0, 0))
    best: tuple[float, Cards] = (-1.0, ())
    for kept in subsets(card for card in at.hand if at.value(card)):
        score = first * drawn(at, kept, stage.need, stage.size)
        if gain > 0:
            score += WISH * gain * drawn(at, kept, price, stage.size)
        if score > best[0] + 1e-9:
            best = score, kept
    return best[1]


# --- tricks --------------------------------------------------------------------------------------------------------


def hurts(view: AlthingView, symbol: str, target: int) -> float:
    """Turns that a trick is worth: most against the leader, none against those who have finished."""
    me = view.viewer
    assert me is not None
    if symbol == "untroll":
        return WORTH["untroll"]
    if target == THORFINN:
        return WORTH["axe"]
    if symbol not in WORTH or not view.ahead(view.seen.pawns[target]):
        return 0.0
    worth = WORTH[symbol]
    if symbol == "storm" and view.storms_before(target):
        worth /= 4
    others = [view.stages(seat) for seat in range(view.seen.seats) if seat != me]
    return worth if view.stages(target) == max(others) else worth / 2


def best_trick(view: AlthingView, at: Situation, ask: Ask, spare: Cards, stages: tuple[Stage, ...]) -> Option | None:
    """The trick that is worth more than keeping its card; Plot only when nobody in the row would help."""
    best: tuple[float, Option] | None = None
    before, likely = prospect(at, spare, stages), keeping(at, spare, stages)[0]
    for option in ask.options:
        card, symbol, target = (*option.id.split(":"), "", "")[:3]
        if not symbol or card not in spare or likely - keeping(at, less(spare, (card,)), stages)[0] > NEEDED:
            continue
        worth = 2 * freshness(at, stages) if symbol == "plot" else hurts(view, symbol, int(target))
        gain = worth + before - prospect(at, less(spare, (card,)), stages)
        if worth and gain > 0 and (best is None or gain > best[0]):
            best = gain, option
    return best[1] if best is not None else None


# --- the answers ---------------------------------------------------------------------------------------------------


def answer(view: AlthingView, ask: Ask, rng: random.Random) -> Answer:
    """What a sensible person answers."""
    at = situation(view, ask.seat)
    match ask.kind:
        case "act":
            return act(view, at, ask)
        case "act.taken":
            return act_with_taken(view, at, ask)
        case "stage":
            return lay_for_stage(view, at, ask)
        case "recruit":
            return lay_to_recruit(view, at, ask)
        case "viking":
            return recruit(at, ask)
        case "discard":
            return chosen(ask, less(at.hand, saving(at)))
        case "plot":
            return plot(at, ask)
        case "dodge":
            return dodge(at, ask)
        case "dodge.rival":
            return dodge_rival(at, ask)
        case "reserve":
            return put_in_reserve(view, at, ask)
        case "reserve.price":
            return give_for_reserve(view, at, ask)
        case "sides":
            return ()
        case "standstill":
            return ("end",)
    return legal(ask, rng)


def chosen(ask: Ask, cards: Cards) -> Answer:
    """The options that stand for some cards, in the order in which they are offered."""
    wanted = Counter(cards)
    out = []
    for option in ask.options:
        card = named((option.id,))[0]
        if wanted[card]:
            wanted[card] -= 1
            out.append(option.id)
    return tuple(out)


def calm(view: AlthingView, face: str = "") -> bool:
    """Whether no storm (of a face) lies before the viewer."""
    assert view.viewer is not None
    return not any(not face or storm.face == face for storm in view.storms_before(view.viewer))


def act(view: AlthingView, at: Situation, ask: Ask) -> Answer:
    """An Axe first, as the card it takes may help; then the stage, recruiting, other tricks; and that is all."""
    offered = {option.id for option in ask.options}
    stage = f"stage:{at.stages[0].place}" if at.stages else ""
    other = next((one for one in sorted(offered) if one.startswith("stage:")), "")
    if other and stage not in offered:  # only the other way of the fork can be gone now
        return (other,)
    best = plan(at, at.hand, stage in offered, "recruit" in offered)
    stages = at.stages[1:] if best.completes else at.stages
    trick = best_trick(view, at, ask, best.left, stages)
    if trick is not None and ":axe:" in trick.id:
        return (trick.id,)
    if best.completes:
        return (stage,)
    if "reserve" in offered and price_of_reserve(view, at) is not None:
        return ("reserve",)
    if best.recruits:
        return ("recruit",)
    return (trick.id,) if trick is not None else ("end",)


def act_with_taken(view: AlthingView, at: Situation, ask: Ask) -> Answer:
    """Use the card an Axe has taken: for the stage, for recruiting, for a trick; whatever brings most."""
    offered = [option.id for option in ask.options]
    card = taken(view)
    may_stage = not view.seen.advanced and calm(view, "STORMUR")
    may_recruit = calm(view) and bool(at.row)
    scores: list[tuple[float, str]] = [(plan(at, at.hand, may_stage, may_recruit).score, "leave")]
    for one in offered:
        if one.startswith("stage:") and at.stages[0].place == int(one.removeprefix("stage:")):
            scores.append((plan(at, at.hand, may_stage, may_recruit, ready=at.now(card)).score, one))
        elif one == "recruit":
            scores.append((plan(at, at.hand, may_stage, may_recruit, gold=at.now(card) & 255).score, one))
        elif one.count(":") == 2 and ":plot:" not in one:
            _, symbol, target = one.split(":")
            scores.append((scores[0][0] - hurts(view, symbol, int(target)), one))
    return (min(scores)[1],)


def lay_for_stage(view: AlthingView, at: Situation, ask: Ask) -> Answer:
    """The cards that can best be spared."""
    assert view.viewer is not None
    place = view.seen.track.index(str(ask.args[0]))
    if not at.stages or at.stages[0].place != place:  # the other way of the fork
        here = view.seen.pawns[ask.seat]
        at = at._replace(stages=next(stages_on(view, way) for way in routes(view, here) if way[0] == place))
    card = taken(view)
    best = plan(at, at.hand, True, calm(view) and bool(at.row), ready=at.now(card) if card else 0)
    return chosen(ask, best.stage) if best.completes else view.proposal(ask)


def lay_to_recruit(view: AlthingView, at: Situation, ask: Ask) -> Answer:
    """The cards that pay for those who are wanted; the fewest that will do, if nobody is."""
    may_stage = not view.seen.advanced and calm(view, "STORMUR")
    card = taken(view)
    best = plan(at, at.hand, may_stage, True, gold=at.now(card) & 255 if card else 0)
    return chosen(ask, best.pay) if best.recruits else view.proposal(ask)


def recruit(at: Situation, ask: Ask) -> Answer:
    """The first of those who together shorten the way most."""
    stop = any(option.id == "stop" for option in ask.options)
    fresh = freshness(at, at.stages)
    wanted = min(
        (some for some in purchases(at, int(ask.args[0])) if some or stop),
        key=lambda some: outlook(grown(at, some), at.stages) - fresh * len(some),
    )
    if not wanted:
        return ("stop",)
    card = max(wanted, key=lambda one: (at.box.price[one], one))
    return (next(option.id for option in ask.options if option.refs and option.refs[0] == card),)


def least_missed(at: Situation, cards: Iterable[str]) -> str:
    """The card without which the hand is still best."""
    return min(
        sorted(set(cards)),
        key=lambda card: (plan(at, less(at.hand, (card,)), True, True).score, at.box.price[card]),
    )


def loss(at: Situation, gone: Cards) -> float:
    """Turns that the next phase is worse without some cards of the hand."""
    return plan(at, less(at.hand, gone), True, bool(at.row)).score - plan(at, at.hand, True, bool(at.row)).score


def hit(at: Situation, trick: str) -> float:
    """Turns that a trick costs if it is not dodged; an Axe takes any card of the hand."""
    if trick != "axe":
        return WORTH[trick]
    return WORTH["axe"] / 2 + sum(loss(at, (card,)) for card in at.hand) / len(at.hand)


def spoils(at: Situation, card: str) -> bool:
    """Whether without a card the stage can no longer be completed in the next phase."""
    need = at.stages[0].need
    return bool(covering(at, at.hand, need)) and not covering(at, less(at.hand, (card,)), need)


def dodge(at: Situation, ask: Ask) -> Answer:
    """With the card that is missed least, unless losing it is worse than the trick."""
    trick = str(ask.args[1]).removeprefix("sym-")
    if not ask.options or not at.stages:
        return ()
    card = least_missed(at, named(tuple(option.id for option in ask.options)))
    if trick == "troll" and spoils(at, card):
        return ()
    return chosen(ask, (card,)) if loss(at, (card,)) <= hit(at, trick) else ()


def dodge_rival(at: Situation, ask: Ask) -> Answer:
    """The same against Thorfinn; a Shortage if the phase is the better without the card that dodges it."""
    card = least_missed(at, named(tuple(option.id for option in ask.options)))
    what, _, of = str(ask.args[0]).removeprefix("rival.").partition(".")
    if what == "shortage":
        short = plan(at._replace(shortage=of), at.hand, True, True).score
        worth = short - plan(at, at.hand, True, bool(at.row)).score
    else:
        worth = hit(at, what)
    return chosen(ask, (card,)) if loss(at, (card,)) < worth else ()


def plot(at: Situation, ask: Ask) -> Answer:
    """Those who would help least go under the deck."""
    order = sorted(ask.options, key=lambda option: -outlook(grown(at, (str(option.refs[0]),)), at.stages))
    return tuple(option.id for option in order[: ask.lo])


# --- Reserve -------------------------------------------------------------------------------------------------------


def price_of_reserve(view: AlthingView, at: Situation) -> str | None:
    """The card to give for the reserved one, if with that the stage can be completed now."""
    if view.viewer is None or not at.stages or view.seen.advanced or not calm(view, "STORMUR"):
        return None
    back = view.seen.reserves[view.viewer]
    for card in sorted(set(at.hand), key=lambda one: (at.box.price[one], one)):
        if back and covering(at, (*less(at.hand, (card,)), *back), at.stages[0].need):
            return card
    return None


def give_for_reserve(view: AlthingView, at: Situation, ask: Ask) -> Answer:
    """The cheapest card that can be given."""
    card = price_of_reserve(view, at)
    return chosen(ask, (card,)) if card is not None else (ask.options[0].id,)


def put_in_reserve(view: AlthingView, at: Situation, ask: Ask) -> Answer:
    """The dearest of the cards worth keeping, in an empty place: there it takes no place in the hand."""
    _, kept = keeping(at, at.hand, at.stages)
    if not kept or view.seen.reserves[ask.seat]:
        return ("keep",)
    return chosen(ask, (max(kept, key=lambda card: (at.box.price[card], card)),))
