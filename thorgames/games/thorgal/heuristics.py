"""How a sensible person plays Thorgal: each question judged off a seat's view alone, with a reason.

The destiny player builds a party whose values match the lands that are left, travels where he can hope to come up to
what is asked, and spends on a journey no more than it takes. A journey goes to and fro: whoever is behind must play,
and whoever is ahead does best to pass and wait. Both save their cards where they would be spent in vain.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from math import exp

from thorgames.core.advice import Judged
from thorgames.core.ask import Ask, Option
from thorgames.games.thorgal import choices
from thorgames.games.thorgal.appraisal import (
    BURDEN,
    EFFECTS,
    Push,
    closed,
    holds,
    hurt,
    known,
    lacks,
    main_step,
    opened,
    played,
    upkeep,
    used,
    worth,
)
from thorgames.games.thorgal.cards import Bank, Draw, Has, Pay, PayAll, Peek, Recover, Toss
from thorgames.games.thorgal.choices import ALONE, GOOD, best, by_worth, done, judged, only, together
from thorgames.games.thorgal.contest import (
    PRICE,
    Outlook,
    Piece,
    actions,
    against_journey,
    arsenal,
    chance,
    cheapest,
    dues,
    free_pushes,
    hidden,
    might,
    opposition,
    piece,
    plot,
    reached,
    stake,
    success,
    threat,
)
from thorgames.games.thorgal.view import BACK, Points, ThorgalView, plus, slashed

HORIZON = 45
"""Answers: about a round, so that the journey under way comes to its end."""

PLAYOUTS = 24

SHARE = {True: 0.5, False: 0.5}
"""Of hand and pool together, the part that the destiny player, or a bane player, wants to have in hand."""

THIN = 8
"""Cards of a destiny deck that is kept for the damage to come."""

FULL = 7
"""Cards of a pool beyond which more of them are of little use."""

EVEN = 20.0
"""Points of one attribute in the destiny cards of a faction, on average."""

USEFUL = (1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.5, 0.3)
"""What the next point of an attribute is worth, by how many the party has."""

DUE = 0.3
"""What it costs, in points of an attribute, that a card of the pool will be lacking for the upkeep."""

KEPT = 0.6
"""What a companion must be worth to be kept with damage, besides the damage."""

DEADLY = 40.0
"""From which worth on an effect wins the game at once."""


def judge(view: ThorgalView, ask: Ask, rng: random.Random) -> Sequence[Judged]:
    """The answers worth thinking about, the best first."""
    return KINDS[ask.kind](view, ask, rng)


# --- the preparation -----------------------------------------------------------------------------------------------


def faction(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Any of them, as they are about as good as one another."""
    option = ask.options[int(rng.random() * len(ask.options))]
    return only((option.id,), "why.faction", str(option.refs[0]))


def asked_for(view: ThorgalView, options: Iterable[Option], seat: int) -> list[Option]:
    """Lands, those first that ask for what the own faction has plenty of, and the others have not."""
    factions = view.seen.factions
    know = known(view.box)

    def effort(land: str, faction: str) -> float:
        common = know.common[faction]
        return sum(EVEN * n / max(1, common[at]) for at, n in enumerate(view.box.points[land]))

    def key(option: Option) -> tuple[float, str]:
        land = str(option.refs[0])
        others = [effort(land, one) for at, one in enumerate(factions) if at != seat]
        return effort(land, factions[seat]) - 0.5 * sum(others) / len(others) - 0.3 * know.worth[land], land

    return sorted(options, key=key)


def start(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The companions that are worth most for the cost they may have together, and the lands that suit the faction."""
    lands = asked_for(view, (o for o in ask.options if o.amount[2]), ask.seat)[: ask.need[-1]]
    companions = [o for o in ask.options if not o.amount[2]]
    pairs: list[tuple[Option, ...]] = [(one,) for one in companions]
    pairs += [(a, b) for i, a in enumerate(companions) for b in companions[i + 1 :] if a.refs[0] != b.refs[0]]
    fit = [pair for pair in pairs if sum(o.amount[1] for o in pair) <= ask.budget[1]]

    def value(pair: tuple[Option, ...]) -> float:
        cards = [str(o.refs[0]) for o in pair]
        have = (0, 0, 0)
        total = 0.0
        for card in cards:
            total += worth(view, card) + surplus(have, view.box.points[card])
            total -= 0.0 if together(view, card, cards) else ALONE
            have = plus(have, view.box.points[card])
        return total

    chosen = min(fit, key=lambda pair: (-value(pair), [o.id for o in pair]))
    picked = {o.id for o in (*chosen, *lands)}
    cards = " ".join(str(o.refs[0]) for o in chosen)
    return only(tuple(o.id for o in ask.options if o.id in picked), "why.start", cards, str(lands[0].refs[0]))


def lands(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The lands that suit the own faction, as everybody can travel to them."""
    picked = {o.id for o in asked_for(view, ask.options, ask.seat)[: ask.lo]}
    answer = tuple(o.id for o in ask.options if o.id in picked)
    return only(answer, "why.lands", " ".join(answer))


# --- Gods Fate -----------------------------------------------------------------------------------------------------


def fate(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Cards and what pays for them in equal parts; a thin destiny deck is left alone but for a card or two."""
    seat, s = ask.seat, view.seen
    hand, pool, deck = view.sizes(seat)
    mine = seat == s.dest
    most = max((int(o.id[5:]) for o in ask.options if o.id.startswith("pool:")), default=0)
    if mine and deck <= THIN:
        if hand <= s.fate[seat][0]:
            return only(("draw",), "why.fate.thin", deck)
        return only((f"pool:{min(most, max(0, 2 - pool))}",), "why.fate.thin", deck)
    if deck and hand < SHARE[mine] * (hand + pool + s.left[seat]):
        return only(("draw",), "why.fate.draw", hand, pool)
    return only((f"pool:{most}",), "why.fate.pool", hand, pool)


# --- actions -------------------------------------------------------------------------------------------------------


def act(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Do what helps most now, or pass."""
    if len(ask.options) == 1:
        return only(("pass",), "why.pass.only")
    s = view.seen
    if s.phase == "journey":
        return further(view, ask) if ask.seat == s.dest else hinder(view, ask)
    return quiet(view, ask)


def further(view: ThorgalView, ask: Ask) -> list[Judged]:
    """The destiny player in the journey: close what is lacking as cheaply as can be, if it can be closed at all."""
    s, seat = view.seen, ask.seat
    land = s.lands[s.target].card
    lack = lacks(view.strength(), view.difficulty())
    gap = sum(lack)
    pieces = actions(view, ask)
    useful = [p for p in pieces if not p.price and p.effect > p.cost]
    found = {p.option: judged(p.option, p.effect - p.cost - 0.1, *helps(view, seat, p)) for p in useful}
    if not gap:
        return best([*found.values(), judged("pass", 0.0, "why.pass.enough", land)])
    pool = view.sizes(seat)[1]
    plan, left = cheapest(lack, pieces, pool)
    if sum(left):
        return best([*found.values(), judged("pass", 0.0, "why.pass.hopeless", land, sum(left))])
    margin = reached(pieces, pool) - gap + 1 - 0.8 * threat(view)
    gain = stake(view) * chance(margin) - sum(p.cost - p.effect for p in plan)
    plan.sort(key=lambda p: (p.cost, p.push.total()))
    for at, p in enumerate(plan):
        closes = gap - sum(closed(lack, p.push))
        found[p.option] = judged(p.option, gain - 0.1 * at, "why.closes", p.card, closes, land)
    return best([*found.values(), judged("pass", 0.0, "why.pass.dear", land, gap)])


def helps(view: ThorgalView, seat: int, p: Piece) -> tuple[str, str]:
    """The reason for an action that is done for its effect: what its weightiest step does."""
    kind = p.option.partition(":")[0]
    kinds = ("bar", "play") if kind == "play" else ("activated",) if kind == "use" else ("fenris",)
    op = main_step(view, seat, [op for one in kinds for op in view.box.steps(p.card, one)])
    return EFFECTS.get(type(op), "why.effect") if op is not None else "why.effect", p.card


def hinder(view: ThorgalView, ask: Ask) -> list[Judged]:
    """A bane player in the journey: make it fail if that can be done, and wait while it fails anyway."""
    s, seat = view.seen, ask.seat
    land = s.lands[s.target].card
    have, want = view.strength(), view.difficulty()
    gap = sum(lacks(have, want))
    pieces = actions(view, ask)
    deadly = [p for p in pieces if p.effect >= DEADLY]
    if deadly:
        return [judged(deadly[0].option, 50.0, "why.deadly", deadly[0].card, s.dest)]
    found: dict[str, Judged] = {}
    for p in pieces:
        if p.effect > 0.2 and not p.push.total():
            found[p.option] = judged(p.option, p.effect - p.cost, *helps(view, seat, p))
    if gap:
        found["pass"] = judged("pass", 0.3, "why.pass.fails", gap, s.dest, land)
        for p in pieces:
            opens = sum(lacks(have, opened(have, want, p.push))) - gap
            if opens:
                gain = 0.2 * opens + p.effect - p.cost - 0.3
                found[p.option] = judged(p.option, gain, "why.opens.more", p.card, opens, land)
        return best([*found.values()], within=1.2)
    answers = free_pushes(view)
    plan, left = plot(have, want, pieces, view.sizes(seat)[1], answers)
    fails = chance(1.5 * (left - hidden(view))) if left else 0.0
    price = sum(p.cost - p.effect for p in plan)
    found["pass"] = judged("pass", 0.0, "why.pass.through", s.dest, land)
    for p in pieces:
        opens = sum(lacks(have, opened(have, want, p.push)))
        if p in plan:
            gain = stake(view) * fails - price + 0.2 * min(opens, 3) - 0.1 * p.cost
            found[p.option] = judged(p.option, gain, "why.opens" if opens else "why.opens.later", p.card, opens, land)
        elif opens:
            stays = sum(closed(lacks(have, opened(have, want, p.push)), answers))
            gain = 0.35 * min(stays, 3) + p.effect - p.cost
            found[p.option] = judged(p.option, gain, "why.opens", p.card, opens, land)
    return best([*found.values()])


# --- actions at Dawn and Dusk --------------------------------------------------------------------------------------


def quiet(view: ThorgalView, ask: Ask) -> list[Judged]:
    """Outside of the journey: put cards into the party that stay, and use what does something now."""
    s, seat = view.seen, ask.seat
    found = [judged("pass", 0.0, "why.pass.save")]
    outlook = Outlook(view) if seat == s.dest and s.phase == "dawn" else None
    for option in ask.options:
        if option.id == "pass":
            continue
        card = str(option.refs[0])
        verb = option.id.partition(":")[0]
        if verb == "play" and view.box.cards[card].kind in ("companion", "support") and outlook is not None:
            found.append(joins(view, outlook, option, card))
            continue
        p = piece(view, seat, option)
        if p.effect >= DEADLY:
            return [judged(p.option, 50.0, "why.deadly", p.card, s.dest)]
        steps = view.box.steps(card, "play")
        lost = 0.5 * sum(view.box.points[card]) if verb == "play" else 0.0
        early = 1.0 if any(isinstance(op, (Draw, Bank, Peek, Recover)) for op in steps) else 0.0
        gain = p.effect - p.cost - lost
        if verb != "play" and p.effect > 0:
            gain += 0.1
        if s.phase == "dawn" and verb == "use" and "journey" in view.box.phases(card, "activated"):
            gain -= 0.2  # it can be used in the journey, where more is known
        found.append(judged(option.id, gain + (early if gain > 0 else 0.0), *helps(view, seat, p)))
    return best(found, within=1.5)


def joins(view: ThorgalView, outlook: Outlook, option: Option, card: str) -> Judged:
    """A card for the party: what it is worth as long as it stays, and what it closes now."""
    seat, price = view.seen.dest, int(option.refs[1])
    points = view.box.points[card]
    push = Push(points)
    if "journey" in view.box.phases(card, "activated"):
        push = push.plus(used(view, seat, card))
    closes, land = outlook.with_push(push)
    gain = worth(view, card) + surplus(outlook.have, points) + 0.4 * closes - PRICE * price
    owed = outlook.dues + dues(view, card)
    gain -= DUE * max(0, min(price, owed + price - view.sizes(seat)[1]))
    if view.box.cards[card].kind == "companion":
        party = [*view.seen.party[seat], card]
        if not together(view, card, party):
            gain -= ALONE
    if closes:
        return judged(option.id, gain, "why.joins.closes", card, closes, land)
    return judged(option.id, gain, "why.joins" if sum(points) else "why.joins.helps", card, slashed(points))


def surplus(have: Points, points: Points) -> float:
    """What points are worth less, as a party has more of an attribute than any land asks for."""
    lost = 0.0
    for at, n in enumerate(points):
        lost += sum(1 - USEFUL[min(have[at] + i, len(USEFUL) - 1)] for i in range(n))
    return -lost


# --- the journey begins --------------------------------------------------------------------------------------------


def undertake(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The land where least is lacking, counting what may be used, and what may stand against it."""
    s, seat = view.seen, ask.seat
    have = might(view)
    free = free_pushes(view)
    in_hand = 0.0
    pool = view.sizes(seat)[1]
    for card in sorted(view.hand(), key=lambda c: view.box.cards[c].cost if c != BACK else 9):
        if card != BACK and "journey" in view.box.cards[card].phases and view.box.cards[card].cost <= pool:
            pool -= view.box.cards[card].cost
            in_hand += played(view, seat, card).total()
    danger = threat(view)
    know = known(view.box)
    found = []
    for option in ask.options:
        land = s.lands[int(option.id)].card
        want = view.box.points[land]
        lack = lacks(have, want)
        left = sum(closed(lack, free))
        spare = sum(have) + free.total() - sum(want)
        against = 0.5 * opposition(view, land, plus(have, free.fixed), want)
        margin = in_hand - left - against - 0.8 * danger + 0.3 * spare
        later = 0.15 * (know.worth[land] - know.fenris[land])
        gain = stake(view) * chance(margin) - 0.3 * left - 0.02 * sum(want) + later
        if left:
            found.append(judged(option.id, gain, "why.undertake.lacks", land, left))
        elif sum(lack):
            found.append(judged(option.id, gain, "why.undertake.use", land, sum(lack)))
        else:
            found.append(judged(option.id, gain, "why.undertake.enough", land))
    return best(found, 3, 1.5)


def oppose(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Oppose where that makes the difference; the companion is lost if the journey succeeds all the same."""
    s = view.seen
    land = s.lands[s.target].card
    have, want = view.strength(), view.difficulty()
    answers, pool = free_pushes(view), view.sizes(ask.seat)[1]
    pieces = arsenal(view, ask.seat)
    unknown = hidden(view)

    def fails(want: Points, paid: int) -> float:
        _, left = plot(have, want, pieces, pool - paid, answers)
        left = left or sum(closed(lacks(have, want), answers))
        return chance(1.5 * (left - unknown)) if left else 0.0

    before = fails(want, 0)
    found = [judged("no", 0.0, "why.oppose.short" if before > 0.5 else "why.oppose.no", s.dest, land)]
    spots = {str(spot.uid): (card, spot) for card, spot in view.party(ask.seat)}
    for option in ask.options:
        if option.id == "no":
            continue
        card, spot = spots[option.id]
        with_it = plus(want, against_journey(view, card, spot))
        opens = sum(lacks(have, with_it)) - sum(lacks(have, want))
        if not opens:
            continue
        after = fails(with_it, int(option.refs[1]))
        gain = stake(view) * (after - before) - (1 - after) * worth(view, card) - PRICE * int(option.refs[1])
        found.append(judged(option.id, gain, "why.oppose", card, opens, land))
    return best(found, 3, 2.0)


def horn(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """It costs nothing, and comes only once."""
    return only(("yes",), "why.horn", str(ask.args[0]))


# --- damage, upkeep, clean-up --------------------------------------------------------------------------------------


def pay(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Damage is paid from the deck as long as it is thick; then the worst cards of the hand go first."""
    life = view.life(ask.seat)
    n = ask.lo if life > THIN else max(ask.lo, 1)
    order = sorted(ask.options, key=lambda o: worth(view, str(o.refs[0])))
    picked = {o.id for o in order[:n]}
    answer = tuple(o.id for o in ask.options if o.id in picked)
    if answer:
        return only(answer, "why.pay.hand", " ".join(str(o.refs[0]) for o in order[:n]))
    return only(answer, "why.pay.deck", life)


ORDER: dict[type, int] = {Pay: 2, Toss: 3, PayAll: 4}
"""In which order conditions are met where something is done for them, the hand that goes under the deck last."""

UNMET = {True: 1, False: 6}
"""Where in that order a companion stands that cannot be kept so: one that needs others, one that others disturb."""


def next_upkeep(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Those first that are met as the party stands, then those that are paid for, the best companion first."""
    seat = ask.seat

    def place(option: Option) -> tuple[int, float]:
        card = str(option.refs[0])
        parts = upkeep(view.box, card)
        able = [part for part in parts if holds(view, seat, part, int(option.id))]
        if not able:
            # It may go, and its going may meet another condition: before those that others are in the way of.
            return UNMET[isinstance(parts[0], Has)], -worth(view, card)
        return min(ORDER.get(type(part), 5) if done(part) else 0 for part in able), -worth(view, card)

    option = min(ask.options, key=place)
    (first, _), card = place(option), str(option.refs[0])
    key = "why.upkeep.met" if not first else "why.upkeep.unmet" if first in UNMET.values() else "why.upkeep.pay"
    return only((option.id,), key, card)


def unmet(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """A good companion is worth two cards of a thick deck."""
    card, seat = str(ask.args[0]), ask.seat
    keep = 0.9 * worth(view, card) - KEPT - hurt(view, seat, 2)
    goes = judged("destroy", 0.0, "why.unmet.destroy", card, view.life(seat))
    stays = judged("damage", keep, "why.unmet.keep", card, view.life(seat))
    return best([goes, stays], within=1.5)


def either(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Both can be met: the one that costs nothing, or less."""
    card = str(ask.args[0])
    costs = [BURDEN[type(part)] * getattr(part, "n", 1) if done(part) else 0.0 for part in upkeep(view.box, card)]
    at = min(range(len(ask.options)), key=costs.__getitem__)
    return only((ask.options[at].id,), "why.either.pay" if costs[at] else "why.either", card)


def clean(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The pool gets what is no better than what would be drawn instead; good cards come back from the deck."""
    pool = view.sizes(ask.seat)[1]
    order = by_worth(view, ask.options)[::-1]
    goes = [o for o in order if worth(view, str(o.refs[0])) < GOOD[ask.seat == view.seen.dest]][: max(0, FULL - pool)]
    answer = tuple(o.id for o in goes)
    if not answer:
        return only(answer, "why.clean.deck", str(order[-1].refs[0]))
    return only(answer, "why.clean.pool", " ".join(str(o.refs[0]) for o in goes))


def clean_deck(view: ThorgalView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The last one lies on top."""
    order = by_worth(view, ask.options)[::-1]
    return only(tuple(o.id for o in order), "why.best.top", str(order[-1].refs[0]))


# --- what effects ask ----------------------------------------------------------------------------------------------


KINDS: dict[str, Callable[[ThorgalView, Ask, random.Random], list[Judged]]] = {
    "faction.choose": faction,
    "start.choose": start,
    "lands": lands,
    "fate": fate,
    "act": act,
    "undertake": undertake,
    "oppose": oppose,
    "horn": horn,
    "damage.pay": pay,
    "upkeep": next_upkeep,
    "upkeep.unmet": unmet,
    "upkeep.either": either,
    "upkeep.bury": choices.bury,
    "clean.pool": clean,
    "clean.deck": clean_deck,
    "effect.choose": choices.choose,
    "effect.may": choices.may,
    "effect.bane": choices.which_bane,
    "effect.target": choices.target,
    "points": choices.points,
    "points.total": choices.points,
    "intrigue": choices.intrigue,
    "elements": choices.elements,
    "toss": choices.toss,
    "search": choices.search,
    "peek.take": choices.take,
    "peek.pool": choices.split,
    "peek.order": choices.bury,
    "peek.under": choices.bury,
    "attach": choices.attach,
    "put.in": choices.put_in,
}
"""Kind of question -> who judges it."""


# --- how a game stands ---------------------------------------------------------------------------------------------


HORNS = (0.0, 2.8, 1.05)
"""What it counts to lack one horn, or two, rather than three."""

PARTY, FAR, LIFE, HAND, POOL, BANE = 0.09, 0.27, 0.12, 0.11, 0.05, 0.03
"""What it counts: a point of worth in the party, a point that is lacking for the nearest land, a card of the destiny
deck, of the destiny hand, of the destiny pool, of the bane hand or pool."""


def standing(view: ThorgalView) -> Sequence[float]:
    """The chances to win, fitted to games of the normal level against itself."""
    s = view.seen
    if s.dest < 0 or not s.round:
        return [1 / s.seats] * s.seats
    if s.outcome is not None:
        return [s.outcome.share(seat) for seat in range(s.seats)]
    powers = [0.0] * s.seats
    wanted = [view.box.points[land.card] for land in s.lands if land.conqueror < 0]
    on_the_way = success(view) if s.won is None else 0.0
    wins = 0.0
    for seat in view.living():
        left = s.horns - len(view.horns(seat))
        have = (0, 0, 0)
        for card in s.party[seat]:
            have = plus(have, view.box.points[card])
        far = min((sum(lacks(have, want)) for want in wanted), default=0)
        score = HORNS[left] if left < len(HORNS) else 0.0
        score += PARTY * sum(worth(view, card) for card in (*s.party[seat], *s.opposing[seat])) - FAR * min(6, far)
        score += LIFE * min(20, len(s.deck_d[seat]) + len(s.hand_d[seat])) + HAND * min(6, len(s.hand_d[seat]))
        score += POOL * min(8, len(s.pool_d[seat])) + BANE * min(12, len(s.pool_b[seat]) + len(s.hand_b[seat]))
        if seat == s.dest and on_the_way:
            if left == 1:
                wins = on_the_way
            else:
                score += on_the_way * (HORNS[left - 1] - (HORNS[left] if left < len(HORNS) else 0.0))
        powers[seat] = exp(score)
    shares = [power / sum(powers) * (1 - wins) for power in powers]
    shares[s.dest] += wins
    return shares


WORDS = {
    # the preparation
    "why.faction": "All factions are about as strong as one another; {0:word} will do.",
    "why.start": "{0:cards} give most for the cost, and {1:card} suits your faction.",
    "why.lands": "These lands suit your faction better than those of the others: {0:cards}.",
    # Gods Fate
    "why.fate.thin": "The destiny deck has only {0:n card cards} left, and damage is paid from it.",
    "why.fate.draw": "{0:n card cards} in hand, {1:n card cards} in the pool: a card to play is of more use now.",
    "why.fate.pool": "{0:n card cards} in hand, {1:n card cards} in the pool: cards to pay with are of more use now.",
    # passing
    "why.pass.only": "Nothing can be done now.",
    "why.pass.save": "Nothing that can be done now is worth what it costs.",
    "why.pass.enough": "The party is strong enough for {0:card}; cards are saved until that changes.",
    "why.pass.hopeless": "For {0:card} {1:n point points} would still be lacking when all is played; cards are saved.",
    "why.pass.dear": "To close the {1:n point points} that {0:card} still asks for costs more than it promises.",
    "why.pass.fails": "{1:seat} is {0:n point points} short of {2:card}, and must act or fail.",
    "why.pass.through": "{0:seat} can hardly be kept from {1:card}; cards are saved for a later journey.",
    # the journey
    "why.closes": "{0:card} closes {1:n point points} of what is lacking for {2:card}.",
    "why.opens": "{0:card} leaves the party {1:n point points} short of {2:card}.",
    "why.opens.more": "{0:card} takes the party {1:n point points} further from {2:card}.",
    "why.opens.later": "{0:card} alone does not stop the journey to {2:card}, but what can follow will.",
    "why.deadly": "{0:card} does more damage than {1:seat} can pay.",
    "why.undertake.enough": "The party is strong enough for {0:card} as it stands.",
    "why.undertake.use": "Cards of the party can close the {1:n point points} that {0:card} asks for besides.",
    "why.undertake.lacks": "All cards used, {0:card} is {1:n point points} away; other lands promise less.",
    "why.oppose": "{0:card} adds {1:n point points} that the party lacks for {2:card}.",
    "why.oppose.no": "It would hardly keep {0:seat} from {1:card}, and a companion that opposes in vain is lost.",
    "why.oppose.short": "{0:seat} is likely to fall short of {1:card} as it is.",
    "why.horn": "The horn effect of {0:card} costs nothing and can be had only now.",
    # the party
    "why.joins": "{0:card} stays in the party and adds {1:text} in every journey.",
    "why.joins.closes": "{0:card} brings the party {1:n point points} nearer to {2:card}, and stays.",
    "why.joins.helps": "{0:card} stays in the party and can be of use in every round of yours.",
    # effects
    "why.effect": "{0:card} does more than it costs.",
    "why.does.damage": "{0:card} does damage.",
    "why.does.stop": "{0:card} keeps a card of the party from being used.",
    "why.does.remove": "{0:card} takes a card out of the party.",
    "why.does.pool": "{0:card} takes away what the opponent holds.",
    "why.does.pay": "{0:card} gives cards to pay with.",
    "why.does.cards": "{0:card} finds cards that can be played.",
    "why.does.ready": "{0:card} makes an exhausted card ready again.",
    "why.does.guard": "{0:card} wards off what may still come in this phase, and costs little.",
    "why.does.join": "{0:card} brings a card into the party without payment.",
    "why.does.dear": "{0:card} makes cards dearer that are still to be played.",
    "why.does.keep": "{0:card} keeps companions whose upkeep cannot be met.",
    "why.does.weaken": "{0:card} weakens a companion until the end of the round.",
    "why.choose": "This part of {0:card} does more now.",
    "why.may.yes": "{0:card} gives more for it than it takes.",
    "why.may.no": "{0:card} would take more than it gives now.",
    "why.bane": "{0:seat} is the most dangerous of them now.",
    "why.target.destroy": "The loss of {0:cards} weighs most.",
    "why.target.back": "To do without {0:cards} weighs most.",
    "why.target.exhaust": "That {0:cards} cannot be used matters most.",
    "why.target.own": "{0:cards} can be spared most easily in this journey.",
    "why.target.ready": "{0:cards} can do most when ready again.",
    "why.target.keep": "{0:cards} would be lost or cost most.",
    "why.target.protect": "{0:cards} would be missed most.",
    "why.target.weaken": "Points of {0:cards} are hardest to do without.",
    "why.target.none": "{0:card} would change nothing for any of them.",
    "why.points.lacks": "{0:text} is where most is lacking: {1:n point points}.",
    "why.points.spare": "{0:text} is where least is to spare: {1:n point points}.",
    "why.intrigue": "{0:card} could do most if it were ready.",
    "why.intrigue.no": "No card that could be exhausted would be used.",
    "why.elements": "{0:card} can do most once it is ready.",
    "why.elements.no": "No card of your own would be ready for it.",
    "why.toss": "{0:cards} can be spared most easily.",
    "why.take": "{0:card} is worth most of what can be had.",
    "why.none": "There is no card that fits.",
    "why.attach": "{0:card} counts where it matters.",
    "why.attach.none": "None of them would change how the journey stands.",
    "why.put.in": "{0:card} is worth most to the party, and needs no payment.",
    # damage, upkeep, clean-up
    "why.pay.deck": "The deck has {0:n card cards} and can bear it; cards in hand can still be used.",
    "why.pay.hand": "{0:cards} can be spared more easily than the deck.",
    "why.upkeep.met": "The upkeep of {0:card} is met as the party stands now.",
    "why.upkeep.pay": "{0:card} is the best of those for which something must be given.",
    "why.upkeep.unmet": "The upkeep of {0:card} cannot be met, and what becomes of it counts for the others.",
    "why.unmet.keep": "{0:card} is worth 2 cards of a deck of {1:n}.",
    "why.unmet.destroy": "{0:card} is not worth the damage with {1:n card cards} in the deck.",
    "why.either": "To keep {0:card} so costs nothing.",
    "why.either.pay": "To keep {0:card} so costs less.",
    "why.best.first": "{0:card} is the best of them and is drawn before the others.",
    "why.best.top": "{0:card} is the best of them and is drawn first.",
    "why.clean.deck": "What is left is better than what would be drawn instead, {0:card} above all.",
    "why.clean.pool": "{0:cards} pay for more next time than they would bring.",
}
"""The reasons, one sentence each."""
