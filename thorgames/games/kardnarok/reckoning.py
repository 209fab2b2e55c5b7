"""What cards, armies and chances are worth at Kardnarök, in points of Force; read off the cards and the view.

All of it is an estimate that a person at the table could make: hands of others are counted, never looked into.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from thorgames.core.effects import Op
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.cards import (
    VILLAGER,
    Always,
    Beside,
    Cancel,
    Condition,
    CostDiscard,
    Draw,
    Exchange,
    HeroCap,
    ImpedeOpp,
    ImpedeSelf,
    InRole,
    KardnarokBox,
    KindBonus,
    LeastFee,
    LookArmy,
    MoreBronze,
    NoRitual,
    NornLimit,
    NoSelfImpede,
    NoVillagers,
    Opp,
    OppNonhuman,
    OppPer,
    Own,
    OwnPer,
    PeekTake,
    Protect,
    Recycle,
    RitualStrength,
    Runes,
    Slay,
    Spare,
    TakeRandom,
    ThorTakes,
    VillagerLimit,
    Wild,
    WinBronze,
)
from thorgames.games.kardnarok.view import KardnarokView

Cards = tuple[str, ...]

HIDDEN_ODDS = 0.3
"""How likely there is a non-human Warrior in an army nobody has seen."""

NORNS_USED = 2
"""Norns that a kingdom is expected to use in a combat."""

BACKING = 0.9
"""How much a Villager in hand counts, and the humans that a ritual of Thor would bring: not all of them are needed."""

ODIN = 1.5
"""What a Norn drawn by the ritual of Odin is worth in the combat."""


# --- fixed rules and events ----------------------------------------------------------------------------------------


class Rules(NamedTuple):
    """What the Ragnarök cards say in this round, as far as it is reckoned with.

    Attributes:
        cap: how much a Hero's bonus may add.
        kinds: (kind of Warrior, how much more it counts).
        free: kinds that do not impede their own Hero.
        thors: kinds that may be a reinforcement of Thor though they are not human.
        villagers, norns: the most a kingdom may play in a combat.
        fee: the least a mercenary may be offered.
        dearer: how much more two Norns cost in a Duel.
        strength: of the rituals.
    """

    cap: int
    kinds: tuple[tuple[str, int], ...]
    free: tuple[str, ...]
    thors: tuple[str, ...]
    villagers: int
    norns: int
    fee: int
    dearer: int
    strength: tuple[tuple[str, int], ...]


@lru_cache(maxsize=1024)
def rules_now(box: KardnarokBox, revealed: tuple[Cards, ...], at: int) -> Rules:
    """Read the rules off the cards revealed so far; the card of the pile `at` is the one of this round."""
    ops = [op for pile in revealed for card in pile for op in box.rules[card]]
    events = [op for card in revealed[at][-1:] for op in box.events[card]] if 0 <= at < len(revealed) else []
    weak = [(("odin", op.odin), ("thor", op.thor), ("frey", op.frey)) for op in ops if isinstance(op, RitualStrength)]
    return Rules(
        min([op.n for op in ops if isinstance(op, HeroCap)], default=99),
        tuple((op.warrior, op.n) for op in ops if isinstance(op, KindBonus)),
        tuple(op.warrior for op in events if isinstance(op, NoSelfImpede)),
        tuple(op.warrior for op in events if isinstance(op, ThorTakes)),
        min([op.n for op in ops if isinstance(op, VillagerLimit)], default=99),
        min([op.n for op in ops if isinstance(op, NornLimit)], default=99),
        max([1, *(op.n for op in ops if isinstance(op, LeastFee))]),
        sum(op.duel for op in ops if isinstance(op, LeastFee)),
        weak[0] if weak else (("odin", 2), ("thor", 2), ("frey", 3)),
    )


def rules_of(view: KardnarokView) -> Rules:
    """The rules of this round."""
    s = view.seen
    return rules_now(view.box, s.revealed, s.round - 1)


# --- Norns ---------------------------------------------------------------------------------------------------------


def typical(op: Op) -> float:
    """What an effect of a Norn is worth when nothing is known of the combat it will be used in."""
    match op:
        case Own(n=n, condition=condition):
            return n if isinstance(condition, Always) else n / 2
        case Opp(n=n, condition=condition):
            return -n if isinstance(condition, Always) else -n / 2
        case OwnPer(max=most):
            return 0.8 * most
        case OppPer(max=most):
            return 0.4 * most
        case Draw(deck=deck, n=n):
            return (1.2 if deck == "norn" else 0.8) * n
        case Spare(n=n):
            return 0.8 if n == "all" else 0.4
        case WinBronze(n=n):
            return 0.7 * n
        case Recycle(max=most):
            return 0.4 * most
        case CostDiscard(n=n):
            return -0.7 * n
    return WORTH.get(type(op), 0.0)


WORTH: dict[type[Op], float] = {
    Slay: 2.8,
    Cancel: 2.0,
    NoRitual: 2.0,
    ImpedeOpp: 1.5,
    PeekTake: 1.5,
    TakeRandom: 1.4,
    Wild: 1.0,
    Exchange: 0.8,
    NoVillagers: 0.6,
    Protect: 0.4,
    LookArmy: 0.2,
    ImpedeSelf: -1.5,
}
"""What the other effects of Norns are worth, in points of Force."""

PLAIN = (Own, Opp)
"""Effects whose gain can be read off the card."""

MATCH = 0.5
"""How much of a Norn for one role is left while the kingdom has the other one."""


class Effect(NamedTuple):
    """One option of a Norn.

    Attributes:
        own, opp: what it adds to either total, if that can be read off the card.
        plain: whether it can.
        price: Norns that are discarded for it.
        brings: whether it brings cards that may help in the same combat.
        worth: what it is worth when nothing is known.
    """

    own: int
    opp: int
    plain: bool
    price: int
    brings: bool
    worth: float


class Chances(NamedTuple):
    """What a Norn that is not seen adds in a role.

    Attributes:
        mean, var: of one of them.
        two: how likely two of them together add exactly 0, 1, 2 ...
    """

    mean: float
    var: float
    two: tuple[float, ...]


class NornBook:
    """What the Norns of a box are worth; made once for each box."""

    def __init__(self, box: KardnarokBox) -> None:
        self.box = box
        self.effects: dict[tuple[str, int], Effect] = {}
        self.worth: dict[str, float] = {BACK: 0.0}
        norns = [card for card in box.cards.values() if card.kind == "norn"]
        for card in norns:
            for at, (_, ops) in enumerate(box.choices[card.id]):
                self.effects[card.id, at] = self._effect(ops)
            self.worth[card.id] = max(self.effects[card.id, at].worth for at in range(len(box.choices[card.id])))
        many = sum(card.copies for card in norns)
        self.worth[BACK] = sum(self.worth[card.id] * card.copies for card in norns) / many

    @staticmethod
    def _effect(ops: Sequence[Op]) -> Effect:
        flat = [op for op in ops if isinstance(op, PLAIN)]
        other = [op for op in ops if not isinstance(op, (*PLAIN, CostDiscard, Spare, WinBronze, Protect))]
        plain = not other and bool(flat) and all(isinstance(op.condition, Always) for op in flat)
        return Effect(
            sum(op.n for op in flat if isinstance(op, Own)),
            sum(op.n for op in flat if isinstance(op, Opp)),
            plain,
            sum(op.n for op in ops if isinstance(op, CostDiscard)),
            any(isinstance(op, (Draw, PeekTake, TakeRandom, Recycle)) for op in ops),
            sum(typical(op) for op in ops),
        )

    def hold(self, card: str, attacks: float) -> float:
        """What a Norn is worth in hand, if it is so likely that the kingdom attacks next."""
        worth = self.worth[card]
        role = self.box.cards[card].role if card != BACK else ""
        if not role:
            return worth
        fits = attacks if role == "attack" else 1 - attacks
        return worth * (MATCH + (1 - MATCH) * fits)

    @cached_property
    def villagers(self) -> float:
        """How large a share of the Warriors are Villagers, who can be reinforcements."""
        count = self.box.count("warrior")
        return sum(n for card, n in count.items() if self.box.sort[card] == VILLAGER) / sum(count.values())

    @cached_property
    def mean(self) -> float:
        """What a Norn drawn for another is worth: half of those for one role do not fit."""
        norns = [card for card in self.box.cards.values() if card.kind == "norn"]
        return sum(self.hold(card.id, 0.5) * card.copies for card in norns) / sum(card.copies for card in norns)

    @cached_property
    def chances(self) -> tuple[Chances, Chances]:
        """What an unseen Norn adds for the attacker, and for the defender."""
        return self._chances("defence"), self._chances("attack")

    def _chances(self, other: str) -> Chances:
        odds = [0.0] * 8
        norns = [card for card in self.box.cards.values() if card.kind == "norn"]
        for card in norns:
            gain = 0.0
            if card.timing == "combat" and card.role != other:
                gain = max(self.effects[card.id, at].worth for at in range(len(self.box.choices[card.id])))
            elif card.timing == "any":
                gain = 1.0
            odds[min(7, max(0, round(gain)))] += card.copies
        many = sum(odds)
        odds = [n / many for n in odds]
        mean = sum(at * p for at, p in enumerate(odds))
        var = sum(at * at * p for at, p in enumerate(odds)) - mean * mean
        two = [0.0] * 16
        for a, p in enumerate(odds):
            for b, q in enumerate(odds):
                two[a + b] += p * q
        return Chances(mean, var, tuple(two))


@lru_cache(maxsize=8)
def norn_book(box: KardnarokBox) -> NornBook:
    """The worth of all Norns of a box."""
    return NornBook(box)


# --- armies --------------------------------------------------------------------------------------------------------


class Army(NamedTuple):
    """An army that could be formed.

    Attributes:
        value: its Force, and what stands behind it in the hand.
        force: what it comes to by itself.
        warriors: its Warriors.
        hero: its Hero.
    """

    value: float
    force: float
    warriors: Cards
    hero: str


class Armies:
    """Forces of armies under some rules and in one role; each is reckoned once."""

    def __init__(self, box: KardnarokBox, rules: Rules, attacks: bool, richer: bool, nonhuman: float) -> None:
        self.box, self.rules, self.attacks, self.richer, self.nonhuman = box, rules, attacks, richer, nonhuman
        self.kinds = dict(rules.kinds)
        self.found: dict[tuple[Cards, str], float] = {}

    def force(self, warriors: Cards, hero: str) -> float:
        """What an army comes to, before rituals and Norns."""
        found = self.found.get((warriors, hero))
        if found is None:
            found = self.found[warriors, hero] = self._force(warriors, hero)
        return found

    def _force(self, warriors: Cards, hero: str) -> float:
        box = self.box
        total, stopped, safe = 0.0, False, False
        for at, card in enumerate(warriors):
            total += box.force[card] + self.kinds.get(box.sort[card], 0)
            others = warriors[:at] + warriors[at + 1 :]
            for op in box.ops[card]:
                total += self._adds(op, warriors, others)
                stopped = stopped or (isinstance(op, ImpedeSelf) and box.sort[card] not in self.rules.free)
                safe = safe or isinstance(op, Protect)
        if not hero:
            return total
        bonus = 0.0
        for op in box.ops[hero]:
            bonus += self._adds(op, warriors, warriors)
            safe = safe or isinstance(op, Protect)
        if not stopped or safe:
            total += min(bonus, self.rules.cap)
        return total + box.force[hero]

    def _adds(self, op: Op, warriors: Cards, others: Cards) -> float:
        match op:
            case Own(n=n, condition=condition):
                return n * self._met(condition, warriors, others)
            case Opp(n=n, condition=condition):
                return -n * self._met(condition, warriors, others)
            case OwnPer(n=n, what="own_norns", max=most):
                return min(n * NORNS_USED, most)
            case OwnPer(n=n, what="own_humans", max=most):
                return min(n * sum(self.box.cards[card].human for card in warriors), most)
            case ImpedeOpp(condition=condition):
                return WORTH[ImpedeOpp] * self._met(condition, warriors, others)
        return 0.0

    def _met(self, condition: Condition, warriors: Cards, others: Cards) -> float:
        match condition:
            case InRole(which=which):
                return which == ("attack" if self.attacks else "defence")
            case Beside(warrior=kind):
                return any(self.box.sort[card] == kind for card in others)
            case Runes(a=a, b=b):
                runes = sorted(str(self.box.cards[card].rune) for card in warriors)
                return runes == sorted((a, b))
            case MoreBronze():
                return self.richer
            case OppNonhuman():
                return self.nonhuman
        return 1.0


@lru_cache(maxsize=4096)
def armies_in(box: KardnarokBox, rules: Rules, attacks: bool, richer: bool, nonhuman: float) -> Armies:
    """The forces of armies in a situation."""
    return Armies(box, rules, attacks, richer, nonhuman)


def armies_for(view: KardnarokView, seat: int, attacks: bool, against: Cards = ()) -> Armies:
    """The forces of a seat's armies in a role, against an army as far as it is known."""
    s = view.seen
    richer = s.bronze[seat] > max(n for other, n in enumerate(s.bronze) if other != seat)
    known = [card for card in against if card != BACK]
    nonhuman = HIDDEN_ODDS
    if any(not view.box.cards[card].human for card in known):
        nonhuman = 1.0
    elif known and len(known) == len(against):
        nonhuman = 0.0
    return armies_in(view.box, rules_of(view), attacks, richer, nonhuman)


def pairs(cards: Cards) -> list[Cards]:
    """Every different choice of two Warriors; of all, if there are fewer."""
    pile = sorted(cards)
    if len(pile) < 2:
        return [tuple(pile)]
    return list({(one, other): None for at, one in enumerate(pile) for other in pile[at + 1 :]})


def less(cards: Cards, gone: Iterable[str]) -> Cards:
    """A pile without one copy of each of some cards."""
    out = list(cards)
    for card in gone:
        out.remove(card)
    return tuple(out)


def summoned(box: KardnarokBox, rules: Rules, hand: Cards, n: int) -> list[str]:
    """The Warriors of a hand that a ritual of Thor would bring, the strongest first."""
    able = [card for card in hand if card != BACK and (box.cards[card].human or box.sort[card] in rules.thors)]
    return sorted(able, key=lambda card: -box.force[card])[:n]


@lru_cache(maxsize=20_000)
def backing(box: KardnarokBox, rules: Rules, hand: Cards, gods: Cards) -> float:
    """What the Warriors left in hand, and the best ritual, add to an army."""
    villagers = sum(box.sort[card] == VILLAGER for card in hand)
    return BACKING * min(villagers, rules.villagers) + max(ritual_worth(box, rules, hand, god) for god in gods)


def ritual_worth(box: KardnarokBox, rules: Rules, hand: Cards, god: str) -> float:
    """What a ritual adds with some Warriors left in hand; a Villager would come without Thor as well."""
    n = dict(rules.strength)[god]
    if god == "frey":
        return n
    if god == "odin":
        return ODIN * n
    able = summoned(box, rules, hand, n)
    return BACKING * sum(box.force[card] - (box.sort[card] == VILLAGER) for card in able)


def best_armies(view: KardnarokView, seat: int, cards: Cards, heroes: Cards, attacks: bool) -> tuple[Army, ...]:
    """The armies that some Warriors and Heroes can form, the best first."""
    gods = view.rituals(seat) or ("frey",)
    return ranked(armies_for(view, seat, attacks), tuple(sorted(cards)), tuple(sorted(heroes)), gods)


@lru_cache(maxsize=20_000)
def ranked(armies: Armies, cards: Cards, heroes: Cards, gods: Cards) -> tuple[Army, ...]:
    """The same in a situation; in games that are played on in thought it comes up again and again."""
    found = []
    for pair in pairs(cards):
        behind = backing(armies.box, armies.rules, less(cards, pair), gods)
        for hero in heroes:
            force = armies.force(pair, hero)
            found.append(Army(force + behind, force, pair, hero))
    return tuple(sorted(found, key=lambda army: -army.value))


@lru_cache(maxsize=20_000)
def one_more(armies: Armies, cards: Cards, heroes: Cards, gods: Cards) -> float:
    """What another Warrior from the deck adds to the best army on average, and to what stands behind it."""
    now = ranked(armies, cards, heroes, gods)[0].value
    deck = armies.box.count("warrior")
    gains = [
        n * (ranked(armies, tuple(sorted((*cards, card))), heroes, gods)[0].value - now) for card, n in deck.items()
    ]
    return sum(gains) / sum(deck.values())


@lru_cache(maxsize=20_000)
def best_forces(armies: Armies, cards: Cards, heroes: Cards) -> dict[str, float]:
    """Hero -> the most that an army of some Warriors comes to when it leads them."""
    options = pairs(cards)
    return {hero: max([armies.force(pair, hero) for pair in options], default=0.0) for hero in heroes}
