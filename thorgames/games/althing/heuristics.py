"""How a sensible person plays Althing, read off a seat's view alone (`thorgames.games.althing.planning`).

Everything is measured in turns of one's own that are still needed; what an answer is worth is their number, negative.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp

from thorgames.core.advice import Judged
from thorgames.core.ask import Answer, Ask, Option
from thorgames.core.piles import named
from thorgames.core.text import Arg, Msg
from thorgames.core.zones import BACK
from thorgames.games.althing.cards import TAdvance, TStages
from thorgames.games.althing.planning import (
    LATER,
    Cards,
    Plan,
    Situation,
    Stage,
    covering,
    credit,
    deck_of,
    freshness,
    grown,
    keeping,
    less,
    outlook,
    packed,
    plan,
    prospect,
    purchases,
    routes,
    savings,
    situation,
    spendings,
    stages_on,
    turns,
    way_ahead,
    wish,
)
from thorgames.games.althing.view import THORFINN, AlthingBox, AlthingView, taken

HORIZON = 24
PLAYOUTS = 90

IDEAS = 4
"""Answers to one question that are worth thinking about, at most."""

CLOSE = 0.6
"""An answer that costs so many turns more than another is not worth thinking about."""

WORTH = {"storm": 3.0, "troll": 1.6, "axe": 1.4, "untroll": 0.4}
"""How much a symbol is worth in turns of one's own. What delays the leader counts for more than the turns it costs
him, as one kept card is seldom missed; one's own deck is a little better without a Troll."""

NEEDED = 0.7
"""A card that makes the next stage so much likelier is not spent on a trick."""

SURE, DOUBT = 0.7, 0.4
"""To be so many turns ahead makes the win nearly three times as likely: at the very end, and more for each turn that
the first one still needs."""

EXTRA = 0.15
"""How likely it is besides that a stage is completed in a turn, when it is only judged how somebody stands."""

ALONE = 2.0
"""How many times as long it takes against Thorfinn, whose cards hinder more than a player's tricks."""

STORMED = {"STORMUR": 0.7, "OVEDUR": 0.2}
"""How many turns a storm before somebody will still cost."""

# --- tricks --------------------------------------------------------------------------------------------------------


def leads(view: AlthingView, target: int) -> bool:
    """Whether nobody else but the viewer is further than a player."""
    others = [view.stages(seat) for seat in range(view.seen.seats) if seat != view.viewer]
    return view.stages(target) == max(others)


def later(view: AlthingView, seat: int, option: str) -> int:
    """After how many others the target of a trick has its turn: of equals the next one is hit, and no seat most."""
    target = option.rpartition(":")[2]
    return (int(target) - seat) % view.seen.seats if target.isdigit() else 0


def hurts(view: AlthingView, symbol: str, target: int) -> float:
    """Turns that a trick is worth: most against the leader, none against those who have finished."""
    if symbol == "untroll":
        return WORTH["untroll"]
    if target == THORFINN:
        return WORTH["axe"]
    if symbol not in WORTH or not view.ahead(view.seen.pawns[target]):
        return 0.0
    worth = WORTH[symbol]
    if symbol == "storm" and view.storms_before(target):
        worth /= 4
    return worth if leads(view, target) else worth / 2


def tricks(
    view: AlthingView, at: Situation, ask: Ask, spare: Cards, stages: tuple[Stage, ...]
) -> list[tuple[float, Option]]:
    """The tricks with cards that can be spared, and the turns they are worth more than keeping the card, best first.

    Plot counts only when nobody in the row would help.
    """
    found = []
    before, likely = prospect(at, spare, stages), keeping(at, spare, stages)[0]
    for option in ask.options:
        card, symbol, target = (*option.id.split(":"), "", "")[:3]
        if not symbol or card not in spare or likely - keeping(at, less(spare, (card,)), stages)[0] > NEEDED:
            continue
        worth = 2 * freshness(at, stages) if symbol == "plot" else hurts(view, symbol, int(target))
        if worth:
            found.append((worth + before - prospect(at, less(spare, (card,)), stages), option))
    found.sort(key=lambda one: (-one[0], later(view, ask.seat, one[1].id)))
    return found


def why_trick(view: AlthingView, option: str) -> Msg:
    """What a trick or an event is good for."""
    _, symbol, aim = option.split(":")
    target = int(aim)
    if symbol == "plot":
        return Msg("why.plot")
    if symbol == "untroll":
        return Msg("why.untroll", (target,))
    if symbol == "axe":
        return Msg("why.axe", (target,))
    return Msg("why.trick.leader" if leads(view, target) else "why.trick", (f"sym-{symbol}", target))


# --- the answers ---------------------------------------------------------------------------------------------------


def judge(view: AlthingView, ask: Ask, rng: random.Random) -> Sequence[Judged]:
    """The answers worth thinking about, the best first."""
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
            return recruit(view, at, ask)
        case "discard":
            return discard(view, at, ask)
        case "plot":
            return plot(at, ask)
        case "dodge":
            return dodge(at, ask)
        case "dodge.rival":
            return dodge_rival(at, ask)
        case "reserve":
            return put_in_reserve(at, ask, view)
        case "reserve.price":
            return give_for_reserve(view, at, ask)
        case "orders":
            return plain(next(option.id for option in ask.options if option.id.endswith(":ask")), "why.orders")
        case "sides":
            return [Judged((), 0.0, Msg("why.sides"))]
        case "standstill":
            return plain("end", "why.standstill")
    raise ValueError(f"nothing is known of the question {ask.kind!r}")


def plain(option: str, why: str, *args: Arg) -> list[Judged]:
    """A single answer."""
    return [Judged((option,), 0.0, Msg(why, args))]


def ranked(best: Judged, others: Iterable[Judged]) -> list[Judged]:
    """What is done comes first, then other ideas that are close by; none is counted as better than what is done."""
    rest = {one.answer: one for one in others if one.answer != best.answer and one.worth > best.worth - CLOSE}
    in_order = sorted(rest.values(), key=lambda one: -one.worth)
    top = max([best.worth, *[one.worth for one in in_order[:1]]])
    return [Judged(best.answer, top, best.why), *in_order][:IDEAS]


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
    return not any([not face or storm.face == face for storm in view.storms_before(view.viewer)])


def next_stage(view: AlthingView, at: Situation) -> str:
    """The saga card of the next stage, or the one stood on at the end."""
    return view.seen.track[at.stages[0].place] if at.stages else view.seen.track[-1]


# --- to act --------------------------------------------------------------------------------------------------------


def act(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """An Axe first, as the card it takes may help; then the stage, recruiting, other tricks; and that is all."""
    offered = {option.id for option in ask.options}
    stage = f"stage:{at.stages[0].place}" if at.stages else ""
    other = next((one for one in sorted(offered) if one.startswith("stage:")), "")
    if other and stage not in offered:  # only the other way of the fork can be gone now
        return plain(other, "why.covered", view.seen.track[int(other.removeprefix("stage:"))])
    best = plan(at, at.hand, stage in offered, "recruit" in offered)
    stages = at.stages[1:] if best.completes else at.stages
    found = [Judged(("end",), -prospect(at, at.hand, at.stages), why_end(view, at))]
    able = tricks(view, at, ask, best.left, stages)
    found += [Judged((one.id,), gain - best.score, why_trick(view, one.id)) for gain, one in able]
    if best.completes:
        last = not view.ahead(at.stages[0].place)
        why = Msg("why.covered.last" if last else "why.covered", (next_stage(view, at),))
        found.append(Judged((stage,), -best.score, why))
    if "reserve" in offered and price_of_reserve(view, at) is not None:
        found.append(Judged(("reserve",), -best.score, Msg("why.reserve", (next_stage(view, at),))))
    if "recruit" in offered:
        found.append(recruits_now(view, at, best))
    trick = able[0][1].id if able and able[0][0] > 0 else ""
    if ":axe:" in trick:
        wanted = trick
    elif best.completes:
        wanted = stage
    elif any([one.answer == ("reserve",) for one in found]):
        wanted = "reserve"
    else:
        wanted = "recruit" if best.recruits else trick or "end"
    return ranked(next(one for one in found if one.answer == (wanted,)), found)


def recruits_now(view: AlthingView, at: Situation, best: Plan) -> Judged:
    """Recruiting, as part of the best plan or against it."""
    if best.recruits:
        return Judged(("recruit",), -best.score, Msg("why.recruit", (" ".join(best.recruits),)))
    return Judged(("recruit",), -best.score - 0.5, Msg("why.recruit.other"))


def why_end(view: AlthingView, at: Situation) -> Msg:
    """Why nothing more is done."""
    kept = savings(at)[0][1]
    return Msg("why.end.save", (" ".join(kept), next_stage(view, at))) if kept else Msg("why.end")


def act_with_taken(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """Use the card an Axe has taken: for the stage, for recruiting, for a trick; whatever brings most."""
    card = taken(view)
    may_stage = not view.seen.advanced and calm(view, "STORMUR")
    may_recruit = calm(view) and bool(at.row)
    without = plan(at, at.hand, may_stage, may_recruit).score
    found = [Judged(("leave",), -without, Msg("why.leave", (card,)))]
    for one in [option.id for option in ask.options]:
        if one.startswith("stage:") and at.stages[0].place == int(one.removeprefix("stage:")):
            score = plan(at, at.hand, may_stage, may_recruit, ready=at.now(card)).score
            found.append(Judged((one,), -score, Msg("why.taken.stage", (card, next_stage(view, at)))))
        elif one == "recruit":
            score = plan(at, at.hand, may_stage, may_recruit, gold=at.now(card) & 255).score
            found.append(Judged((one,), -score, Msg("why.taken.recruit", (card,))))
        elif one.count(":") == 2 and ":plot:" not in one:
            _, symbol, target = one.split(":")
            found.append(Judged((one,), hurts(view, symbol, int(target)) - without, why_trick(view, one)))
    found.sort(key=lambda one: (-one.worth, later(view, ask.seat, one.answer[0]), one.answer))
    return ranked(found[0], found)


# --- to lay cards --------------------------------------------------------------------------------------------------


def lay_for_stage(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """The cards that can best be spared."""
    stage = str(ask.args[0])
    place = view.seen.track.index(stage)
    if not at.stages or at.stages[0].place != place:  # the other way of the fork
        here = view.seen.pawns[ask.seat]
        at = at._replace(stages=next(stages_on(view, way) for way in routes(view, here) if way[0] == place))
    card = taken(view)
    ready, may_recruit = at.now(card) if card else 0, calm(view) and bool(at.row)
    best = plan(at, at.hand, True, may_recruit, ready=ready)
    if not best.completes:
        return [Judged(view.proposal(ask), -best.score, Msg("why.lay.fewest", (stage,)))]
    found = []
    for cards in covering(at, at.hand, at.stages[0].need, ready):
        left, stages = less(at.hand, cards), at.stages[1:]
        score = prospect(at, left, stages)
        if stages and may_recruit:
            score = min([one[0] for one in spendings(at, left, stages)])
        found.append(Judged(chosen(ask, cards), -score, Msg("why.lay", (stage,))))
    return ranked(Judged(chosen(ask, best.stage), -best.score, Msg("why.lay", (stage,))), found)


def lay_to_recruit(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """The cards that pay for those who are wanted; the fewest that will do, if nobody is."""
    may_stage = not view.seen.advanced and calm(view, "STORMUR")
    card = taken(view)
    gold = at.now(card) & 255 if card else 0
    best = plan(at, at.hand, may_stage, True, gold=gold)
    fewest = view.proposal(ask)
    if not best.recruits:
        first = Judged(fewest, -best.score - 0.5, Msg("why.pay.fewest"))
    else:
        first = Judged(chosen(ask, best.pay), -best.score, Msg("why.pay", (" ".join(best.recruits),)))
    others: dict[Answer, Judged] = {}
    stages = at.stages[1:] if best.completes else at.stages
    ways = spendings(at, less(at.hand, best.stage), stages, gold) if stages else []
    for score, pay, recruits in sorted(ways):
        answer = chosen(ask, pay)
        if recruits and answer not in others and len(answer) >= ask.lo:
            others[answer] = Judged(answer, -score, Msg("why.pay", (" ".join(recruits),)))
    return ranked(first, others.values())


def recruit(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """The first of those who together shorten the way most."""
    stop = any([option.id == "stop" for option in ask.options])
    fresh, now = freshness(at, at.stages), outlook(at.deck, at.stages)
    scored = [
        (outlook(grown(at, some), at.stages) - fresh * len(some), some)
        for some in purchases(at, int(ask.args[0]))
        if some or stop
    ]
    wanted = min(scored, key=lambda one: one[0])[1]
    found: dict[str, Judged] = {}
    for option in ask.options:
        if option.id == "stop":
            found["stop"] = Judged(("stop",), -now, Msg("why.stop"))
            continue
        card = str(option.refs[0])
        if card not in found:
            score = outlook(grown(at, (card,)), at.stages) - fresh
            helps = "why.viking" if score < now and at.stages else "why.viking.other"
            args = (card, next_stage(view, at)) if helps == "why.viking" else (card,)
            found[card] = Judged((option.id,), -score, Msg(helps, args))
    first = max(wanted, key=lambda one: (at.box.price[one], one)) if wanted else "stop"
    return ranked(found[first], found.values())


def plot(at: Situation, ask: Ask) -> list[Judged]:
    """Those who would help least go under the deck."""
    order = sorted(ask.options, key=lambda option: -outlook(grown(at, (str(option.refs[0]),)), at.stages))[: ask.lo]
    gone = " ".join([str(option.refs[0]) for option in order])
    return [Judged(tuple([option.id for option in order]), 0.0, Msg("why.sink", (gone,)))]


def discard(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """All but the cards worth keeping."""
    found: dict[Answer, Judged] = {}
    for score, kept in savings(at)[:IDEAS]:
        answer = chosen(ask, less(at.hand, kept))
        found.setdefault(answer, Judged(answer, score, why_keep(view, at, kept)))
    return ranked(next(iter(found.values())), found.values())


def why_keep(view: AlthingView, at: Situation, kept: Cards) -> Msg:
    """What cards are kept for."""
    if not kept:
        return Msg("why.fresh" if at.stages else "why.done")
    need = at.stages[0].need
    helpful = [card for card in kept if credit(at.value(card), need) > credit(0, need) or useful(at, card)]
    card = wish(at)[1]
    if not helpful and card:
        return Msg("why.keep.gold", (" ".join(kept), card))
    return Msg("why.keep", (" ".join(kept), next_stage(view, at)))


def useful(at: Situation, card: str) -> bool:
    """Whether a card shows a resource that the next stage asks for."""
    need, value = at.stages[0].need, at.value(card)
    return any([need >> shift & 255 and value >> shift & 255 for shift in (0, 8, 16)])


# --- to dodge ------------------------------------------------------------------------------------------------------


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
    return WORTH["axe"] / 2 + sum([loss(at, (card,)) for card in at.hand]) / len(at.hand)


def spoils(at: Situation, card: str) -> bool:
    """Whether without a card the stage can no longer be completed in the next phase."""
    need = at.stages[0].need
    return bool(covering(at, at.hand, need)) and not covering(at, less(at.hand, (card,)), need)


def dodge(at: Situation, ask: Ask) -> list[Judged]:
    """With the card that is missed least, unless losing it is worse than the trick."""
    if not ask.options:
        return [Judged((), 0.0, Msg("why.no-dodge"))]
    if not at.stages:
        return [Judged((), 0.0, Msg("why.done"))]
    trick = str(ask.args[1]).removeprefix("sym-")
    card = least_missed(at, named(tuple([option.id for option in ask.options])))
    return weighed(ask, card, loss(at, (card,)), hit(at, trick), trick == "troll" and spoils(at, card))


def weighed(ask: Ask, card: str, cost: float, harm: float, spoilt: bool = False) -> list[Judged]:
    """To dodge with a card, or to let it happen, by the turns that each of them costs."""
    with_card = Judged(chosen(ask, (card,)), -cost, Msg("why.dodge", (card,)))
    without = Judged((), -harm, Msg("why.suffer", (card,)))
    return ranked(without, [with_card]) if spoilt or cost > harm else ranked(with_card, [without])


def dodge_rival(at: Situation, ask: Ask) -> list[Judged]:
    """The same against Thorfinn; a Shortage if the phase is the better without the card that dodges it."""
    card = least_missed(at, named(tuple([option.id for option in ask.options])))
    what, _, of = str(ask.args[0]).removeprefix("rival.").partition(".")
    if what == "shortage":
        short = plan(at._replace(shortage=of), at.hand, True, True).score
        harm = short - plan(at, at.hand, True, bool(at.row)).score
        cost = loss(at, (card,))
        return weighed(ask, card, cost, harm, cost >= harm)
    cost, harm = loss(at, (card,)), hit(at, what)
    return weighed(ask, card, cost, harm, cost >= harm)


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


def give_for_reserve(view: AlthingView, at: Situation, ask: Ask) -> list[Judged]:
    """The cheapest card that can be given."""
    card = price_of_reserve(view, at)
    if card is not None:
        return [Judged(chosen(ask, (card,)), 0.0, Msg("why.price", (card, next_stage(view, at))))]
    card = min(at.hand, key=lambda one: (at.box.price[one], one))
    return [Judged(chosen(ask, (card,)), 0.0, Msg("why.price.other", (card,)))]


def put_in_reserve(at: Situation, ask: Ask, view: AlthingView) -> list[Judged]:
    """The dearest of the cards worth keeping, in an empty place: there it takes no place in the hand."""
    _, kept = keeping(at, at.hand, at.stages)
    if view.seen.reserves[ask.seat]:
        return plain("keep", "why.reserve.full")
    if not kept:
        return plain("keep", "why.reserve.keep")
    card = max(kept, key=lambda one: (at.box.price[one], one))
    put = Judged(chosen(ask, (card,)), 0.0, Msg("why.reserve.put", (card,)))
    return ranked(put, [Judged(("keep",), -0.1, Msg("why.reserve.keep"))])


# --- how the seats stand -------------------------------------------------------------------------------------------


def standing(view: AlthingView) -> Sequence[float]:
    """By seat, about how likely it wins: by the turns that it still needs; alone, to be there before Thorfinn."""
    s = view.seen
    if not s.owned or not s.track:
        return [1 / max(2, s.seats)] * s.seats
    needed = [still_needed(view, seat) for seat in range(s.seats)]
    least = min(needed)
    doubt = SURE + DOUBT * least
    if s.rival >= 0:
        return [1 / (1 + exp((ALONE * least - 0.5 - rival_needs(view)) / doubt))]
    shares = [exp((least - n) / doubt) for n in needed]
    return [share / sum(shares) for share in shares]


def still_needed(view: AlthingView, seat: int) -> float:
    """After how many turns a seat will be at the end, as far as its cards are seen."""
    s = view.seen
    deck = deck_of(view, seat)
    stages = way_ahead(view, seat, deck)
    if not stages:
        return 0.0
    each = [1 / (1 / turns(deck, stage.need, stage.size) + EXTRA) for stage in stages]
    needed = each[0]
    over = (s.active - s.first) % s.seats > (seat - s.first) % s.seats
    done = over or (seat == s.active and s.advanced)  # its next chance comes in the next turn
    hand = s.hands[seat]
    if BACK not in hand and (over or not done):  # what is in hand already tells how likely the next stage is
        likely = credit(sum([packed(view.box)[card] for card in hand]), stages[0].need)
        needed = 1 + (1 - likely) * needed
    needed += sum([share * n for share, n in zip(LATER[1:], each[1:], strict=False)])
    return needed + done + sum([STORMED[storm.face] for storm in view.storms_before(seat)])


def rival_needs(view: AlthingView) -> float:
    """After how many turns Thorfinn will be at the end, on the average of his cards."""
    s = view.seen
    return sum(paces(view.box, s.mode == "solo-hard")[max(0, s.rival - 1) : len(s.track) - 2])


@lru_cache(maxsize=8)
def paces(box: AlthingBox, hard: bool) -> tuple[float, ...]:
    """How many turns Thorfinn needs for each stage: the fewer, the more of his cards take him on from there."""
    cards = [c.id for c in box.cards.values() if c.kind == "thorfinn" and not (hard and c.easy_only)]
    acts = [op.all for card in cards for op in box.ops[card] if isinstance(op, TStages)]
    return tuple(
        [len(acts) / max(1, sum([isinstance(one, TAdvance) for one in column])) for column in zip(*acts, strict=True)]
    )


WORDS = {
    # to act
    "why.covered": "Your cards cover {0:card}.",
    "why.covered.last": "Your cards cover {0:card}, the last stage.",
    "why.reserve": "With your reserve you can complete {0:card}.",
    "why.recruit": "You can pay for {0:cards}: that helps more than keeping the cards.",
    "why.recruit.other": "Gold in hand can always be spent, though you may miss the cards.",
    "why.trick": "{0:card} holds up {1:seat}, and you can spare the card.",
    "why.trick.leader": "{0:card} holds up {1:seat}, who has come as far as any of the others.",
    "why.axe": "The Axe takes a card from {0:seat}, which you can use at once.",
    "why.untroll": "Without the Troll of {0:seat} your hands will be better.",
    "why.plot": "Nobody in the row helps you much: others may come in their place.",
    "why.end": "Nothing else that you could do now would help you.",
    "why.end.save": "You had better save {0:cards} for {1:card}.",
    # a card taken by an Axe
    "why.leave": "{0:card} is of no use to you now.",
    "why.taken.stage": "{0:card} helps to cover {1:card}.",
    "why.taken.recruit": "{0:card} helps to pay for a Viking.",
    # to lay cards, and to recruit
    "why.lay": "These cards cover {0:card}, and you will miss them least.",
    "why.lay.fewest": "These are the fewest cards that cover {0:card}.",
    "why.pay": "That pays for {0:cards}.",
    "why.pay.fewest": "These are the fewest cards that pay for anybody.",
    "why.viking": "{0:card} shortens your way to {1:card} and beyond.",
    "why.viking.other": "{0:card} is one of those you can pay for.",
    "why.stop": "Nobody else whom you can pay for would help you.",
    "why.sink": "{0:cards} would help you least.",
    # the end of a phase
    "why.fresh": "Fresh cards will probably help you more than these.",
    "why.done": "You have completed the last stage: nothing can hold you up any more.",
    "why.keep": "{0:cards} will help to cover {1:card}.",
    "why.keep.gold": "{0:cards} will help to pay for {1:card}.",
    "why.reserve.put": "{0:card} can wait there without taking a place in your hand.",
    "why.reserve.keep": "None of your cards had better lie there.",
    "why.reserve.full": "The card that lies there is worth keeping.",
    "why.price": "{0:card} is the cheapest card you can give to complete {1:card}.",
    "why.price.other": "{0:card} is the cheapest of your cards.",
    # to dodge
    "why.dodge": "You will miss {0:card} less than what it saves you.",
    "why.suffer": "You would miss {0:card} more than what it saves you.",
    "why.no-dodge": "You have no card to dodge it with.",
    # the rest
    "why.orders": "If you are asked each time, you can look at your hand before you decide.",
    "why.sides": "It is a matter of taste; the sides that lie up are as good as the others.",
    "why.standstill": "Nobody has got on for many turns, and nobody is left to recruit.",
}
