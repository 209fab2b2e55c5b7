"""What lies ahead at Kardnarök: who attacks next, what a combat is worth, who is likely to win it, and the game.

Hands of others are counted, never looked into; where a hand is not seen, the table's guess is all there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt
from typing import NamedTuple

from thorgames.core.advice import Judged
from thorgames.core.ask import Answer, Ask
from thorgames.core.text import Arg, Msg
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.cards import VILLAGER, Own
from thorgames.games.kardnarok.reckoning import (
    Cards,
    armies_for,
    best_armies,
    best_forces,
    norn_book,
    pairs,
    rules_of,
    summoned,
)
from thorgames.games.kardnarok.view import ATTACKER, KardnarokView

ANSWERS = 0.8
"""How much of what another hand might add it really does."""

RATE = 0.45
"""Riches that a point of Force in hand is worth in the combats to come."""

USUAL = 12.0
"""What the best army of a hand, and what stands behind it, usually comes to."""

HERO = 3.5
"""What a Hero from the deck is worth, in points of Force."""


def judged(answer: Answer | str, worth: float, why: str, *args: Arg) -> Judged:
    """One answer with its worth and its reason."""
    return Judged((answer,) if isinstance(answer, str) else answer, worth, Msg(f"why.so.{why}", args))


# --- who attacks next ----------------------------------------------------------------------------------------------


def attackers(view: KardnarokView) -> tuple[int, ...]:
    """The seats whose attack turns follow, after a combat that is under way; of the next round if none is left."""
    s = view.seen
    turn = s.fought - (s.round - 1) * s.seats + (s.fight is not None)
    if turn < s.seats:
        return s.order[turn:]
    step = -1 if s.round % 2 else 1
    start = s.order[-1] if s.mode == "basic" else (s.first + s.round) % s.seats
    return tuple((start + step * at) % s.seats for at in range(s.seats))


def attacks_next(view: KardnarokView, seat: int) -> bool:
    """Whether a kingdom forms its next army to attack with it: whose turn comes later can change it then."""
    return attackers(view)[0] == seat


def leaning(view: KardnarokView, seat: int) -> float:
    """How likely it is that a kingdom's next combat is one in which it attacks, the one after it counted a little."""
    order = attackers(view)
    if order[0] == seat:
        return 0.85
    if len(view.seen.order) == 2 or seat not in order:
        return 0.15
    return 0.5


def is_last(view: KardnarokView) -> bool:
    """Whether no combat follows the one that is under way."""
    s = view.seen
    return s.fought + (s.fight is not None) >= s.rounds * s.seats


# --- chances in a combat -------------------------------------------------------------------------------------------


def normal(x: float) -> float:
    """The share of a normal distribution below x."""
    return 0.5 * (1 + erf(x / 1.4142135623730951))


class Reserve(NamedTuple):
    """What a side may still add, as far as the table can tell: mean and variance."""

    mean: float
    var: float

    def below(self, n: float) -> float:
        """How likely it adds less than n."""
        return normal((n - 0.5 - ANSWERS * self.mean) / sqrt(self.var + 0.3))


def reserve(view: KardnarokView, side: int) -> Reserve:
    """What a combatant whose hand is not seen may still add; what it could buy or hire counts half."""
    s, fight = view.seen, view.seen.fight
    assert fight is not None
    seat, rules, book = fight.seats[side], rules_of(view), norn_book(view.box)
    chances = book.chances[side]
    if fight.closed[side]:  # only Magic of Freya, what was bought, and a mercenary
        n = len(s.bought[seat]) + 0.1 * len(s.hand_n[seat])
        contract = fight.contracts[side]
        n += 1.5 * (2 - contract.helps) / 2 if contract is not None and contract.serves else 0
        return Reserve(chances.mean * n, chances.var * n)
    n = min(len(s.hand_n[seat]), rules.norns)
    warriors = len(s.hand_w[seat])
    mean, var = chances.mean * n, chances.var * n
    share = book.villagers
    mean, var = mean + share * warriors, var + share * (1 - share) * warriors
    if fight.rituals[side] == "thor":
        left = min(dict(rules.strength)["thor"] - len(s.thors[seat]), warriors)
        mean, var = mean + 1.8 * left, var + 0.5 * left
    if s.seats == 2 and not fight.bought[side] and s.bronze[seat] >= price(view):
        mean, var = mean + 0.5 * 2 * chances.mean, var + chances.var
    return Reserve(mean, var)


def price(view: KardnarokView) -> int:
    """What two Norns cost in a Duel."""
    return view.seen.round + rules_of(view).dearer


def stake(view: KardnarokView, seat: int, other: int) -> float:
    """What winning a combat is worth to a kingdom, in riches: both coins, the lost one being one rival's of several."""
    n = view.seen.seats
    return view.coin(other) + view.coin(seat) / (n - 1) if n > 2 else view.coin(other) + view.coin(seat)


def needed(view: KardnarokView, side: int, mine: int, theirs: int) -> int:
    """How much a side must gain to lead; at a tie coins decide, then the defence."""
    fight = view.seen.fight
    assert fight is not None
    seat, other = fight.seats[side], fight.seats[1 - side]
    a, b = view.coin(seat), view.coin(other)
    tie = a > b or (a == b and side != ATTACKER)
    return theirs - mine + (not tie)


# --- what a card is worth to its kingdom ---------------------------------------------------------------------------


def held_norns(view: KardnarokView, seat: int) -> dict[str, float]:
    """What each Norn of a hand is worth from the next combat on."""
    book, attacks = norn_book(view.box), leaning(view, seat)
    return {card: book.hold(card, attacks) for card in view.seen.hand_n[seat]}


def held_warriors(view: KardnarokView, seat: int, cards: Cards) -> dict[str, float]:
    """What each Warrior is worth: those of the best army most, Villagers as reinforcements, others to choose from."""
    box = view.box
    attacks = leaning(view, seat)
    heroes = (*view.seen.reserve[seat], *view.seen.leaders[seat])
    best = best_armies(view, seat, cards, heroes, attacks >= 0.5)[0].warriors if len(cards) > 1 else cards
    worth = {}
    for card in dict.fromkeys(cards):
        value = armies_for(view, seat, attacks >= 0.5).force((card,), "")
        back = 1.0 if box.sort[card] == VILLAGER else 0.4 * value
        worth[card] = value if card in best else back
    return worth


def held(view: KardnarokView, seat: int) -> dict[str, float]:
    """What each card of a hand is worth."""
    cards = view.seen.hand_w[seat] + view.seen.army[2 * seat] + view.seen.army[2 * seat + 1]
    return held_norns(view, seat) | held_warriors(view, seat, cards)


def cost(view: KardnarokView, card: str, worth: float) -> float:
    """What spending a card costs, in riches: what it is better than the next one drawn."""
    if is_last(view):
        return 0.0
    average = norn_book(view.box).mean if view.box.cards[card].kind == "norn" else 0.8
    return RATE * max(0.0, worth - average) + 0.05


# --- Heroes --------------------------------------------------------------------------------------------------------


def hero_worth(view: KardnarokView, seat: int, hero: str) -> float:
    """What a Hero adds to the best army of the Warriors at hand, and to others."""
    cards = view.seen.hand_w[seat] + view.seen.army[2 * seat] + view.seen.army[2 * seat + 1]
    armies = armies_for(view, seat, leaning(view, seat) >= 0.5)
    now = max((armies.force(pair, hero) - armies.force(pair, "") for pair in pairs(cards)), default=0.0)
    bonus = sum(op.n for op in view.box.ops[hero] if isinstance(op, Own))
    return 0.5 * now + 0.5 * (view.box.force[hero] + 0.4 * bonus)


def swaps(view: KardnarokView, ask: Ask) -> list[Judged]:
    """The Hero swap of the round, where a new Hero is likely to be better than the lesser of the two."""
    s, seat = view.seen, ask.seat
    options = [option for option in ask.options if option.id.startswith("swap:")]
    if not options:
        return []
    cards = tuple(sorted(s.hand_w[seat] + s.army[2 * seat] + s.army[2 * seat + 1]))
    attacks = attacks_next(view, seat) if s.fight is None else leaning(view, seat) >= 0.5
    mine = (*s.reserve[seat], *s.leaders[seat])
    others = [hero for hero in unseen_heroes(view) if hero not in mine]
    force = best_forces(armies_for(view, seat, attacks), cards, view.box.backs("hero"))
    found = []
    for option in options:
        hero = str(option.refs[0])
        kept = max([force[one] for one in mine if one != hero], default=0.0)
        now = max(kept, force[hero])
        gain = sum([max(kept, force[one]) for one in others]) / max(1, len(others)) - now
        worth = gain + 0.3 * (HERO - hero_worth(view, seat, hero))
        if worth > 0.1:
            found.append(judged(option.id, worth, "swap", hero))
    return found


def unseen_heroes(view: KardnarokView) -> list[str]:
    """The Heroes that do not lie open."""
    open_ones = {hero for seat, pile in enumerate(view.seen.leaders) for hero in pile if view.seen.heroes_up[seat]}
    return [card for card in view.box.backs("hero") if card not in open_ones]


# --- how well everybody stands -------------------------------------------------------------------------------------


def standing(view: KardnarokView) -> Sequence[float]:
    """Riches, what the combat under way is likely to bring, and what hands promise, against the combats left."""
    s, n = view.seen, view.seen.seats
    if not s.bronze or not s.round:
        return (1 / n,) * n
    score = [float(view.riches(seat)) for seat in range(n)]
    left = s.rounds * n - s.fought - (s.fight is not None)
    spread = 0.0
    if s.fight is not None and s.fight.winner < 0:
        a, b = s.fight.seats
        p = winning(view)
        score[a] += p * view.coin(b)
        score[b] += (1 - p) * view.coin(a)
        spread = 4 * p * (1 - p) * 20
    if left:
        for seat in range(n):
            score[seat] += quality(view, seat)
    spread += left * 20 * 2 / n
    if n == 2:
        p = normal((score[0] - score[1]) / sqrt(spread + 0.5))
        return p, 1 - p
    scale = 0.8 * sqrt(spread / 2 + 0.5)
    top = max(score)
    shares = [exp((one - top) / scale) for one in score]
    return [one / sum(shares) for one in shares]


def quality(view: KardnarokView, seat: int) -> float:
    """What the hand and the army of a kingdom promise for the combats to come, in riches, as far as they are seen."""
    s = view.seen
    warriors = s.hand_w[seat] + s.army[2 * seat] + s.army[2 * seat + 1]
    heroes = (*s.reserve[seat], *s.leaders[seat])
    if BACK in (*s.hand_n[seat], *warriors, *heroes):
        return 0.0
    book, attacks = norn_book(view.box), leaning(view, seat)
    worth = 1.5 * RATE * sum([book.hold(card, attacks) - book.mean for card in s.hand_n[seat]])
    if s.fight is None and len(warriors) > 1:
        worth += 0.4 * (best_armies(view, seat, warriors, heroes, attacks >= 0.5)[0].value - USUAL)
    return worth


def winning(view: KardnarokView) -> float:
    """How likely the attacker wins the combat under way."""
    s, fight = view.seen, view.seen.fight
    assert fight is not None
    strength = [0.0, 0.0]
    sums = view.totals() if fight.counted else None
    spread = 5.0 if fight.counted else 20.0
    for side, seat in enumerate(fight.seats):
        strength[side] = may_add(view, side)
        cards = s.army[2 * seat] + s.army[2 * seat + 1]
        if sums is not None:
            strength[side] += sums[side]
        elif BACK in cards or not s.leaders[seat] or BACK in s.leaders[seat]:
            strength[side] += 8.5
        else:
            strength[side] += armies_for(view, seat, side == ATTACKER).force(tuple(sorted(cards)), s.leaders[seat][0])
            strength[side] += dict(rules_of(view).strength)["frey"] if fight.rituals[side] == "frey" else 0
    gap = strength[0] - strength[1]
    a, b = (view.coin(seat) for seat in fight.seats)
    gap += 0.3 if a > b else -0.3
    return normal(gap / sqrt(spread))


def may_add(view: KardnarokView, side: int) -> float:
    """What a side may still add: read off its hand where that is seen."""
    s, box, fight = view.seen, view.box, view.seen.fight
    assert fight is not None
    seat = fight.seats[side]
    pile = s.hand_n[seat]
    if BACK in pile or BACK in s.hand_w[seat] or fight.closed[side]:
        return reserve(view, side).mean
    book, rules = norn_book(box), rules_of(view)
    role = "attack" if side == ATTACKER else "defence"
    fits = [book.worth[c] for c in pile if box.cards[c].role in ("", role) and box.cards[c].timing == "combat"]
    total = sum(sorted(fits, reverse=True)[: rules.norns])
    total += min(sum(box.sort[card] == VILLAGER for card in s.hand_w[seat]), rules.villagers)
    if fight.rituals[side] == "thor":
        left = dict(rules.strength)["thor"] - len(s.thors[seat])
        total += sum(box.force[card] for card in summoned(box, rules, s.hand_w[seat], max(0, left)))
    return total
