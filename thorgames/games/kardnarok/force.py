"""The Force of both sides of a combat: every plus and minus with its source, and who is losing.

All of it is read off what lies open, so that screens and computer opponents reckon with the same functions.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from thorgames.core.effects import Op
from thorgames.games.kardnarok.cards import (
    GODS,
    VILLAGER,
    Always,
    AttackBonus,
    BanRitual,
    Beside,
    Condition,
    CubeStart,
    DefenceBonus,
    God,
    HeroCap,
    ImpedeOpp,
    ImpedeSelf,
    InRole,
    KardnarokBox,
    KindBonus,
    LeastFee,
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
    Protect,
    RitualStrength,
    Runes,
    Slay,
    ThorTakes,
    VillagerLimit,
    What,
    Wild,
    WinnerBronze,
    WinnerDiscards,
)
from thorgames.games.kardnarok.state import ATTACKER, DEFENDER, Fight, KardnarokState, Use

S = KardnarokState[Any]
K = TypeVar("K", bound=Op)

TRACK = (0, 2, 3)
"""Spaces of the defence track (KRD-223, KRD-407, KRD-R-55)."""

COUNTER = 20
"""Spaces of the Force Counter, 0 to 19 (KRD-075)."""


# --- Ragnarök cards in force ---------------------------------------------------------------------------------------


def in_force(s: S, box: KardnarokBox, kind: type[K]) -> tuple[K, ...]:
    """The fixed rules of one kind on all Ragnarök cards revealed so far (KRD-072)."""
    return box.rules_of(s.revealed, kind)


def omen(s: S) -> str:
    """The Ragnarök card of this round; "" before the first."""
    at = s.round - 1
    return s.revealed[at][-1] if 0 <= at < len(s.revealed) and s.revealed[at] else ""


def event(s: S, box: KardnarokBox, kind: type[K]) -> list[K]:
    """The events of one kind of this round's Ragnarök card (KRD-R-60)."""
    card = omen(s)
    return [op for op in box.events[card] if isinstance(op, kind)] if card else []


def usable_gods(s: S, box: KardnarokBox, seat: int) -> tuple[God, ...]:
    """The rituals that a kingdom can choose now (KRD-203, KRD-R-21)."""
    banned = {op.god for op in event(s, box, BanRitual)}
    return tuple(god for god in GODS if god != s.blocked[seat] and god not in banned)


def strength(s: S, box: KardnarokBox, god: God) -> int:
    """How strong a ritual is: Norns, humans or Force (KRD-205 to KRD-207)."""
    usual = {"odin": 2, "thor": 2, "frey": 3}[god]
    return min(
        [usual, *({"odin": op.odin, "thor": op.thor, "frey": op.frey}[god] for op in in_force(s, box, RitualStrength))]
    )


def cube(s: S, box: KardnarokBox, seat: int) -> int:
    """What a kingdom's defence cube adds when it defends now; nothing without cubes (KRD-223, KRD-908)."""
    if s.seats == 2:
        return 0
    start = max([TRACK.index(op.n) for op in event(s, box, CubeStart)], default=0)
    return TRACK[min(start + s.defences[seat], len(TRACK) - 1)]


def least_fee(s: S, box: KardnarokBox) -> int:
    """The least bronze that may be offered to a mercenary."""
    return max([1, *(op.n for op in in_force(s, box, LeastFee))])


def price(s: S, box: KardnarokBox) -> int:
    """What two Norns cost in a Duel (KRD-905)."""
    return s.round + sum(op.duel for op in in_force(s, box, LeastFee))


def norn_limit(s: S, box: KardnarokBox) -> int:
    """How many Norns a kingdom itself may use in a combat."""
    return min([op.n for op in in_force(s, box, NornLimit)], default=10**6)


def villager_limit(s: S, box: KardnarokBox) -> int:
    """How many villager reinforcements a kingdom may play in a combat."""
    return min([op.n for op in in_force(s, box, VillagerLimit)], default=10**6)


def winner_discards(s: S, box: KardnarokBox) -> int:
    """How many Warriors the winner discards (KRD-402)."""
    return max([1, *(op.n for op in in_force(s, box, WinnerDiscards))])


def hero_cap(s: S, box: KardnarokBox) -> int:
    """How much a Hero's bonus may add."""
    return min([op.n for op in in_force(s, box, HeroCap)], default=10**6)


def winner_bronze(s: S, box: KardnarokBox) -> int:
    """How much bronze the winner takes from the defeated kingdom by fixed rules."""
    return sum(op.n for op in in_force(s, box, WinnerBronze))


# --- Norns on the table --------------------------------------------------------------------------------------------


def settled(uses: tuple[Use, ...]) -> tuple[Use, ...]:
    """The uses with what is cancelled marked, from the last to the first (KRD-R-36)."""
    active = [True] * len(uses)
    for at in range(len(uses) - 1, -1, -1):
        if active[at] and uses[at].target >= 0:
            active[uses[at].target] = False
    return tuple(use if use.active == on else _marked(use, on) for use, on in zip(uses, active, strict=True))


def _marked(use: Use, active: bool) -> Use:
    return replace(use, active=active)


def effects(fight: Fight, box: KardnarokBox, side: int) -> list[tuple[Use, Op]]:
    """The effects of a side's Norns that are not cancelled."""
    return [
        (use, op)
        for use in fight.uses
        if use.active and use.side == side
        for op in box.choices[use.card][use.option][1]
    ]


def lasting(s: S, box: KardnarokBox, side: int) -> list[Op]:
    """What works for a side: its Norns, its live Warriors, and its Hero unless impeded (KRD-054)."""
    fight = s.fight
    assert fight is not None
    armies = [live(s, box, seat) for seat in fight.seats]
    norns = [effects(fight, box, one) for one in (ATTACKER, DEFENDER)]
    cards = [s.army[place][0] for place in armies[side]]
    if not impeded(s, box, armies, norns)[side]:
        cards += s.leaders[fight.seats[side]]
    return [op for _, op in norns[side]] + [op for card in cards for op in box.ops[card]]


def slain(s: S, box: KardnarokBox, place: int) -> bool:
    """Whether the Warrior at a place of an army is slain (the card, not the place)."""
    if s.fight is None:
        return False
    return any(
        use.active and use.slot == place and use.stamp == s.stamps[place] and _has(box, use, Slay)
        for use in s.fight.uses
    )


def _has(box: KardnarokBox, use: Use, kind: type[Op]) -> bool:
    return any(isinstance(op, kind) for op in box.choices[use.card][use.option][1])


def live(s: S, box: KardnarokBox, seat: int) -> list[int]:
    """The places of a kingdom's army with a Warrior who is not slain."""
    places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place]]
    if s.fight is None or not s.fight.uses:
        return places
    return [place for place in places if not slain(s, box, place)]


def no_villagers(fight: Fight, box: KardnarokBox, side: int) -> bool:
    """Whether a side can play no villager reinforcements because of the other's Norn."""
    return any(isinstance(op, NoVillagers) for _, op in effects(fight, box, 1 - side))


def ritual(fight: Fight, box: KardnarokBox, side: int) -> str:
    """The god whose ritual works for a side; "" if it was stopped."""
    if any(isinstance(op, NoRitual) for _, op in effects(fight, box, 1 - side)):
        return ""
    return fight.rituals[side]


def may_reinforce(s: S, box: KardnarokBox, card: str) -> bool:
    """Whether a Warrior can be a reinforcement of Thor (KRD-240, KRD-242)."""
    return box.cards[card].human or any(op.warrior == box.sort[card] for op in event(s, box, ThorTakes))


# --- The count -----------------------------------------------------------------------------------------------------


class Item(NamedTuple):
    """One part of a total.

    Attributes:
        kind: key of the words that say what it is.
        card: the card it comes from, "" for none.
        n: what it adds, or takes away.
    """

    kind: str
    card: str
    n: int


Sheet = tuple[list[Item], list[Item]]
"""The parts of the attacker's and of the defender's total."""


def count(s: S, box: KardnarokBox) -> Sheet:
    """Both totals, part by part (KRD-220, KRD-221, KRD-223, KRD-241, KRD-R-29)."""
    fight = s.fight
    assert fight is not None
    sheet: Sheet = ([], [])
    armies = [live(s, box, seat) for seat in fight.seats]
    norns = [effects(fight, box, side) for side in (ATTACKER, DEFENDER)]
    kinds = in_force(s, box, KindBonus)
    stopped = impeded(s, box, armies, norns)
    for side, seat in enumerate(fight.seats):
        mine = sheet[side]
        for place in armies[side]:
            card = s.army[place][0]
            mine.append(Item("item.warrior", card, box.force[card]))
            for op in box.ops[card]:
                _add(s, box, sheet, armies, side, place, card, op, "item.bonus")
            mine += [Item("item.kind", card, op.n) for op in kinds if op.warrior == box.sort[card]]
        for hero in s.leaders[seat]:
            mine.append(Item("item.hero", hero, box.force[hero]))
            if not stopped[side]:
                _bonus_of_hero(s, box, sheet, armies, side, hero)
        if ritual(fight, box, side) == "frey":
            mine.append(Item("item.ritual", "ritual-frey", strength(s, box, "frey")))
        rules = in_force(s, box, AttackBonus) if side == ATTACKER else in_force(s, box, DefenceBonus)
        mine += [Item("item.rule", _source(s, box, op), op.n) for op in rules]
        if side == DEFENDER and cube(s, box, seat):
            mine.append(Item("item.cube", "", cube(s, box, seat)))
        mine += [Item("item.reinforcement", card, 1) for card in s.villagers[seat]]
        mine += [Item("item.thor", card, box.force[card]) for card in s.thors[seat]]
        for use, op in norns[side]:
            _add(s, box, sheet, armies, side, -1, use.card, op, "item.norn")
    return sheet


def _source(s: S, box: KardnarokBox, op: Op) -> str:
    """The Ragnarök card that a fixed rule stands on."""
    return next(card for pile in s.revealed for card in pile if op in box.rules[card])


def _bonus_of_hero(s: S, box: KardnarokBox, sheet: Sheet, armies: list[list[int]], side: int, hero: str) -> None:
    """A Hero's bonus, cut where a fixed rule caps it (KRD-048)."""
    mine = sheet[side]
    before = len(mine)
    for op in box.ops[hero]:
        _add(s, box, sheet, armies, side, -1, hero, op, "item.bonus")
    over = sum(item.n for item in mine[before:]) - hero_cap(s, box)
    if over > 0:
        mine.append(Item("item.cap", hero, -over))


def _add(
    s: S, box: KardnarokBox, sheet: Sheet, armies: list[list[int]], side: int, place: int, card: str, op: Op, kind: str
) -> None:
    """Enter what one effect adds to either total."""
    match op:
        case Own(n=n, condition=condition) if met(s, box, condition, side, armies, place):
            sheet[side].append(Item(kind, card, n))
        case Opp(n=n, condition=condition) if met(s, box, condition, side, armies, place):
            sheet[1 - side].append(Item(kind, card, n))
        case OwnPer(n=n, what=what, max=most):
            each = number(s, box, what, side, armies)
            if each:
                sheet[side].append(Item(kind, card, min(n * each, most)))
        case OppPer(n=n, what=what, max=most):
            each = number(s, box, what, side, armies)
            if each:
                sheet[1 - side].append(Item(kind, card, max(n * each, -most)))


def met(s: S, box: KardnarokBox, condition: Condition, side: int, armies: list[list[int]], place: int = -1) -> bool:
    """Whether a condition of a card holds for a side (place: of the Warrior whose card it is)."""
    fight = s.fight
    assert fight is not None
    match condition:
        case Always():
            return True
        case InRole(which=which):
            return side == (ATTACKER if which == "attack" else DEFENDER)
        case Beside(warrior=kind):
            return any(box.sort[s.army[other][0]] == kind for other in armies[side] if other != place)
        case Runes(a=a, b=b):
            if len(armies[side]) != 2:
                return False
            one, other = (runes_of(s, box, at) for at in armies[side])
            return (a in one and b in other) or (b in one and a in other)
        case MoreBronze():
            return s.bronze[fight.seats[side]] > s.bronze[fight.seats[1 - side]]
        case OppNonhuman():
            return any(not box.cards[s.army[at][0]].human for at in armies[1 - side])
    raise TypeError(condition)


def runes_of(s: S, box: KardnarokBox, place: int) -> set[str]:
    """The runes that a Warrior of an army supplies."""
    found = {str(box.cards[s.army[place][0]].rune)}
    if s.fight is not None:
        found |= {
            use.rune
            for use in s.fight.uses
            if use.active and use.slot == place and use.stamp == s.stamps[place] and _has(box, use, Wild)
        }
    return found - {""}


def number(s: S, box: KardnarokBox, what: What, side: int, armies: list[list[int]]) -> int:
    """How many there are of what an effect counts."""
    fight = s.fight
    assert fight is not None
    seat, other = fight.seats[side], fight.seats[1 - side]
    match what:
        case "own_humans":
            return sum(box.cards[s.army[at][0]].human for at in armies[side])
        case "opp_villagers":
            return sum(box.sort[s.army[at][0]] == VILLAGER for at in armies[1 - side])
        case "opp_reinforcements":
            return len(s.villagers[other]) + len(s.thors[other])
        case "own_norns":
            return sum(use.user == seat and not use.helps for use in fight.uses)


def impeded(s: S, box: KardnarokBox, armies: list[list[int]], norns: list[list[tuple[Use, Op]]]) -> tuple[bool, bool]:
    """Whose Hero's bonus does not count (KRD-049, KRD-053).

    What impedes a Hero by another Hero's bonus is looked at last, so that a Hero who is impeded himself does not
    impede.
    """
    fight = s.fight
    assert fight is not None
    free = {op.warrior for op in event(s, box, NoSelfImpede)}
    found = [False, False]
    for side in (ATTACKER, DEFENDER):
        for _, op in norns[side]:
            if isinstance(op, ImpedeOpp) and met(s, box, op.condition, side, armies):
                found[1 - side] = True
            if isinstance(op, ImpedeSelf):
                found[side] = True
        for place in armies[side]:
            card = s.army[place][0]
            for op in box.ops[card]:
                if isinstance(op, ImpedeSelf) and box.sort[card] not in free:
                    found[side] = True
                if isinstance(op, ImpedeOpp) and met(s, box, op.condition, side, armies, place):
                    found[1 - side] = True
    guarded = [
        any(isinstance(op, Protect) for _, op in norns[side])
        or any(isinstance(op, Protect) for place in armies[side] for op in box.ops[s.army[place][0]])
        or any(isinstance(op, Protect) for hero in s.leaders[fight.seats[side]] for op in box.ops[hero])
        for side in (ATTACKER, DEFENDER)
    ]
    found = [one and not safe for one, safe in zip(found, guarded, strict=True)]
    by_hero = [
        not found[side]
        and any(
            isinstance(op, ImpedeOpp) and met(s, box, op.condition, side, armies)
            for hero in s.leaders[fight.seats[side]]
            for op in box.ops[hero]
        )
        for side in (ATTACKER, DEFENDER)
    ]
    return (
        found[ATTACKER] or (by_hero[DEFENDER] and not guarded[ATTACKER]),
        found[DEFENDER] or (by_hero[ATTACKER] and not guarded[DEFENDER]),
    )


def totals(s: S, box: KardnarokBox) -> tuple[int, int]:
    """The attacker's and the defender's total; neither is below 0 (KRD-R-29)."""
    attack, defence = count(s, box)
    return max(0, sum([item.n for item in attack])), max(0, sum([item.n for item in defence]))


def coin(s: S, box: KardnarokBox, seat: int) -> int:
    """The value of the coin on a Kingdom card; 0 without one."""
    return max([box.value[card] for card in s.coins[seat]], default=0)


def losing(s: S, box: KardnarokBox, sums: tuple[int, int] | None = None) -> int:
    """The side that is losing: it has the initiative (KRD-230, KRD-233, KRD-234, KRD-R-25)."""
    fight = s.fight
    assert fight is not None
    attack, defence = sums if sums is not None else totals(s, box)
    if attack != defence:
        return ATTACKER if attack < defence else DEFENDER
    one, other = (coin(s, box, seat) for seat in fight.seats)
    return DEFENDER if other < one else ATTACKER


def counter(total: int) -> int:
    """The space of the Force Counter where a total stands (KRD-075)."""
    return total % COUNTER
