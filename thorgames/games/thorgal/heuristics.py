"""How a sensible person plays Thorgal: what the scripted player 'planner' answers, read off a seat's view alone.

The destiny player builds a party whose values match the lands that are left, chooses the land he comes nearest to, and
plays what closes the gap; bane players play what opens it again, and save their cards where it is hopeless.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from thorgames.core.ask import Answer, Ask, Option, legal
from thorgames.games.thorgal.view import BACK, ThorgalView, plus

DRAWN = {True: 4, False: 3}
"""How many fate points a destiny player, or a bane player, draws cards with; the others fill the pool."""

FULL = 6
"""Cards in a pool beyond which more of them are of little use; then one draws."""

THIN = 8
"""Cards of a destiny deck that is kept for the damage to come."""

GAP = 3
"""How many points of difficulty more a bane player may still hope to find on top of what lies there."""

EFFECT = 0.6
"""What one effect of a card is worth, in points of an attribute."""


def answer(view: ThorgalView, ask: Ask, rng: random.Random) -> Answer:
    """What a sensible person answers."""
    match ask.kind:
        case "fate":
            return fate(view, ask)
        case "act":
            return act(view, ask)
        case "undertake":
            return (min(ask.options, key=lambda o: gap_to(view, int(o.id))).id,)
        case "oppose":
            return oppose(view, ask)
        case "start.choose":
            return start(view, ask, rng)
        case "lands":
            return tuple(o.id for o in easiest(view, ask.options, ask.lo))
        case "damage.pay":
            return pay(view, ask)
        case "upkeep.unmet":
            return unmet(view, ask)
        case "clean.pool":
            return clean(view, ask)
        case "intrigue":
            return of_party(view, ask, False, rng)
        case "elements":
            return of_party(view, ask, True, rng)
        case "points" | "points.total":
            return points(view, ask)
    return legal(ask, rng)


# --- what a card is worth ------------------------------------------------------------------------------------------


def worth(view: ThorgalView, card: str) -> float:
    """Points of all attributes, and something for each effect."""
    if card == BACK:
        return 1.0
    c = view.box.cards[card]
    helps = sum(1 for e in c.effects if e.kind != "upkeep")
    return sum(view.box.points[card]) + EFFECT * helps


def short(have: Sequence[int], want: Sequence[int]) -> int:
    """How many points the strength lacks of the difficulty."""
    return sum(max(0, b - a) for a, b in zip(have, want, strict=True))


def gap_to(view: ThorgalView, place: int) -> tuple[int, int]:
    """What the party lacks for a land, and how much the land asks for in all."""
    want = view.box.points[view.seen.lands[place].card]
    return short(view.strength(), want), sum(want)


def easiest(view: ThorgalView, options: Iterable[Option], n: int) -> list[Option]:
    """The lands that ask for the least."""
    return sorted(options, key=lambda o: sum(view.box.points[str(o.refs[0])]))[:n]


# --- the preparation -----------------------------------------------------------------------------------------------


def start(view: ThorgalView, ask: Ask, rng: random.Random) -> Answer:
    """The companions that give most for the cost they may have together, and the lands that ask for the least."""
    lands = easiest(view, (o for o in ask.options if o.amount[2]), ask.need[-1])
    companions = [o for o in ask.options if not o.amount[2]]
    companions.sort(key=lambda o: (-worth(view, str(o.refs[0])) / (o.amount[1] + 0.5), rng.random()))
    chosen: list[Option] = []
    for option in companions:
        if len(chosen) < ask.hi - len(lands) and sum(o.amount[1] for o in (*chosen, option)) <= ask.budget[1]:
            if option.refs[0] not in [o.refs[0] for o in chosen]:
                chosen.append(option)
    picked = {o.id for o in (*chosen, *lands)}
    return tuple(o.id for o in ask.options if o.id in picked)


# --- Gods Fate -----------------------------------------------------------------------------------------------------


def fate(view: ThorgalView, ask: Ask) -> Answer:
    """Draw some cards, then fill the pool; a thin destiny deck is left alone but for one card."""
    seat, s = ask.seat, view.seen
    hand, pool, deck = view.sizes(seat)
    mine = seat == s.dest
    drawn = hand - s.fate[seat][0]
    most = max((int(o.id[5:]) for o in ask.options if o.id.startswith("pool:")), default=0)
    if mine and deck <= THIN:
        return ("draw",) if not drawn else (f"pool:{min(most, max(0, 2 - pool))}",)
    wanted = DRAWN[mine] + (2 if pool >= FULL else 0)
    return ("draw",) if drawn < wanted and deck else (f"pool:{most if pool < FULL + 4 else 0}",)


# --- actions -------------------------------------------------------------------------------------------------------


def act(view: ThorgalView, ask: Ask) -> Answer:
    """Do what helps most now, or pass."""
    scored = [(value_of(view, ask.seat, option), option.id) for option in ask.options if option.id != "pass"]
    best = max(scored, default=(0.0, "pass"))
    return (best[1],) if best[0] > 0 else ("pass",)


def value_of(view: ThorgalView, seat: int, option: Option) -> float:
    """What an action would be worth, in points; not above 0 if it should not be done."""
    s = view.seen
    verb = option.id.partition(":")[0]
    card = str(option.refs[0])
    mine = seat == s.dest
    gap = short(view.strength(), view.difficulty()) if s.target >= 0 else 0
    if verb == "use":
        return EFFECT + (0.5 if s.phase == "journey" and gap else 0.0)
    if verb == "fenris":
        return EFFECT
    price = int(str(option.refs[1]))
    c = view.box.cards[card]
    if c.kind in ("companion", "support"):
        return worth(view, card) - 0.4 * price
    if s.phase != "journey":
        return EFFECT - 0.3 * price if sum(view.box.points[card]) == 0 else 0.0
    points = view.box.points[card]
    if mine:
        closes = gap - short(plus(view.strength(), points), view.difficulty())
        if not gap or (gap > reach(view, seat)):
            return 0.0
        return closes + (0.3 if sum(points) == 0 else 0.0) - 0.1 * price
    opens = short(view.strength(), plus(view.difficulty(), points)) - gap
    if gap >= GAP:
        return 0.0
    return opens + (0.5 if sum(points) == 0 else 0.0) - 0.1 * price


def reach(view: ThorgalView, seat: int) -> int:
    """How many points the journey cards of the hand could add, if all could be paid."""
    pool = view.sizes(seat)[1]
    cards = [c for c in view.hand() if c != BACK and "journey" in view.box.cards[c].phases]
    total = 0
    for card in sorted(cards, key=lambda c: view.cost(seat, c)):
        pool -= view.cost(seat, card)
        if pool < 0:
            break
        total += sum(view.box.points[card]) + 1
    ready = sum(1 for _, spot in view.party(seat) if not spot.tired)
    return total + ready


def oppose(view: ThorgalView, ask: Ask) -> Answer:
    """Oppose where it makes the journey fail that would succeed; the opposing companion may be lost."""
    gap = short(view.strength(), view.difficulty())
    best: tuple[float, str] = (0.0, "no")
    spots = {str(spot.uid): (card, spot) for card, spot in view.party(ask.seat)}
    for option in ask.options:
        if option.id == "no":
            continue
        opens = short(view.strength(), plus(view.difficulty(), view.value(*spots[option.id]))) - gap
        price = int(str(option.refs[1]))
        if gap < GAP and opens > 0:
            best = max(best, (opens - 0.5 * price, option.id))
    return (best[1],)


# --- damage, upkeep, clean-up --------------------------------------------------------------------------------------


def pay(view: ThorgalView, ask: Ask) -> Answer:
    """Damage is paid from the deck as long as it is thick; then the worst cards of the hand go first."""
    need = ask.lo if view.life(ask.seat) > THIN else min(ask.hi, max(ask.lo, 1))
    order = sorted(ask.options, key=lambda o: worth(view, str(o.refs[0])))
    picked = {o.id for o in order[:need]}
    return tuple(o.id for o in ask.options if o.id in picked)


def unmet(view: ThorgalView, ask: Ask) -> Answer:
    """A good companion is worth two cards of a thick deck."""
    card = str(ask.args[0])
    keep = worth(view, card) >= 2 and view.life(ask.seat) > 2 * THIN
    return ("damage",) if keep else ("destroy",)


def clean(view: ThorgalView, ask: Ask) -> Answer:
    """The pool gets the poorer half of what is left, the better cards come back from the deck."""
    order = sorted(ask.options, key=lambda o: worth(view, str(o.refs[0])))
    return tuple(o.id for o in order[: (len(order) + 1) // 2])


# --- symbols and points --------------------------------------------------------------------------------------------


def of_party(view: ThorgalView, ask: Ask, tired: bool, rng: random.Random) -> Answer:
    """A card of the destiny player's party that is exhausted, or one that is not; no card if there is none."""
    party = {str(spot.uid) for _, spot in view.party(view.seen.dest) if bool(spot.tired) == tired}
    fit = [o.id for o in ask.options if o.id in party]
    return (rng.choice(fit),) if fit else ("no",)


def points(view: ThorgalView, ask: Ask) -> Answer:
    """The attribute that lacks most."""
    lacking = [b - a for a, b in zip(view.strength(), view.difficulty(), strict=True)]
    return (max(ask.options, key=lambda o: lacking["BCP".index(o.id[0])]).id,)
