"""The Force of both sides of a combat: every plus and minus with its source, and who is losing.

All of it is read off what lies open, so that screens and computer opponents reckon with the same functions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from thorgames.core.effects import Op
from thorgames.core.zones import Pile
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
    HiddenHeroes,
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


class Laws(Struct, frozen=True):
    """What the fixed rules on all Ragnarök cards revealed so far come to (KRD-072).

    Attributes:
        norns, villagers: the most Norns, and villager reinforcements, of a kingdom in a combat.
        bonus: what is added to the attacker's and to the defender's total, each with its card.
        kinds: what is added for Warriors of a kind.
        fee: the least bronze that may be offered to a mercenary. dearer: what two Norns cost more in a Duel.
        hidden: whether Heroes of armies lie face-down.
        losses: how many Warriors the winner discards.
        strength: of each ritual: Norns, humans or Force.
        hero: the most that a Hero's bonus may add.
        spoils: bronze that the winner takes.
    """

    norns: int
    villagers: int
    bonus: tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]
    kinds: tuple[KindBonus, ...]
    fee: int
    dearer: int
    hidden: bool
    losses: int
    strength: dict[God, int]
    hero: int
    spoils: int


def laws(s: S, box: KardnarokBox) -> Laws:
    """The fixed rules in force."""
    return _laws(box, s.revealed)


@lru_cache(maxsize=1024)
def _laws(box: KardnarokBox, revealed: tuple[Pile, ...]) -> Laws:
    """The fixed rules on these cards; where two say how much at most, or at least, the stricter one counts."""
    rules = [(card, op) for pile in revealed for card in pile for op in box.rules[card]]
    fees = [op for _, op in rules if isinstance(op, LeastFee)]
    weaker = [op for _, op in rules if isinstance(op, RitualStrength)]
    return Laws(
        norns=min([op.n for _, op in rules if isinstance(op, NornLimit)], default=NO_LIMIT),
        villagers=min([op.n for _, op in rules if isinstance(op, VillagerLimit)], default=NO_LIMIT),
        bonus=(
            tuple((card, op.n) for card, op in rules if isinstance(op, AttackBonus)),
            tuple((card, op.n) for card, op in rules if isinstance(op, DefenceBonus)),
        ),
        kinds=tuple(op for _, op in rules if isinstance(op, KindBonus)),
        fee=max([1, *(op.n for op in fees)]),
        dearer=sum(op.duel for op in fees),
        hidden=any(isinstance(op, HiddenHeroes) for _, op in rules),
        losses=max([1, *(op.n for _, op in rules if isinstance(op, WinnerDiscards))]),
        strength={
            "odin": min([2, *(op.odin for op in weaker)]),
            "thor": min([2, *(op.thor for op in weaker)]),
            "frey": min([3, *(op.frey for op in weaker)]),
        },
        hero=min([op.n for _, op in rules if isinstance(op, HeroCap)], default=NO_LIMIT),
        spoils=sum(op.n for _, op in rules if isinstance(op, WinnerBronze)),
    )


NO_LIMIT = 10**6
"""More than there can be of anything."""


def omen(s: S) -> str:
    """The Ragnarök card of this round; "" before the first."""
    at = s.round - 1
    return s.revealed[at][-1] if 0 <= at < len(s.revealed) and s.revealed[at] else ""


def event(s: S, box: KardnarokBox, kind: type[K]) -> tuple[K, ...]:
    """The events of one kind of this round's Ragnarök card (KRD-R-60)."""
    return _events(box, s.revealed[s.round - 1], kind) if s.round else ()


@lru_cache(maxsize=1024)
def _events(box: KardnarokBox, cards: Pile, kind: type[K]) -> tuple[K, ...]:
    return tuple(op for card in cards[-1:] for op in box.events[card] if isinstance(op, kind))


def usable_gods(s: S, box: KardnarokBox, seat: int) -> tuple[God, ...]:
    """The rituals that a kingdom can choose now (KRD-203, KRD-R-21)."""
    return _usable(event(s, box, BanRitual), s.blocked[seat])


@lru_cache(maxsize=64)
def _usable(bans: tuple[BanRitual, ...], blocked: str) -> tuple[God, ...]:
    banned = [op.god for op in bans]
    return tuple(god for god in GODS if god != blocked and god not in banned)


def strength(s: S, box: KardnarokBox, god: God) -> int:
    """How strong a ritual is: Norns, humans or Force (KRD-205 to KRD-207)."""
    return laws(s, box).strength[god]


def cube(s: S, box: KardnarokBox, seat: int) -> int:
    """What a kingdom's defence cube adds when it defends now; nothing without cubes (KRD-223, KRD-908)."""
    if s.seats == 2:
        return 0
    start = 0
    for op in event(s, box, CubeStart):
        start = TRACK.index(op.n)
    return TRACK[min(start + s.defences[seat], len(TRACK) - 1)]


def least_fee(s: S, box: KardnarokBox) -> int:
    """The least bronze that may be offered to a mercenary."""
    return laws(s, box).fee


def price(s: S, box: KardnarokBox) -> int:
    """What two Norns cost in a Duel (KRD-905)."""
    return s.round + laws(s, box).dearer


def norn_limit(s: S, box: KardnarokBox) -> int:
    """How many Norns a kingdom itself may use in a combat."""
    return laws(s, box).norns


def villager_limit(s: S, box: KardnarokBox) -> int:
    """How many villager reinforcements a kingdom may play in a combat."""
    return laws(s, box).villagers


def winner_discards(s: S, box: KardnarokBox) -> int:
    """How many Warriors the winner discards (KRD-402)."""
    return laws(s, box).losses


def hero_cap(s: S, box: KardnarokBox) -> int:
    """How much a Hero's bonus may add."""
    return laws(s, box).hero


def winner_bronze(s: S, box: KardnarokBox) -> int:
    """How much bronze the winner takes from the defeated kingdom by fixed rules."""
    return laws(s, box).spoils


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
    if not fight.uses:
        return []
    return [
        (use, op)
        for use in fight.uses
        if use.side == side and use.active
        for op in box.choices[use.card][use.option][1]
    ]


def lasting(s: S, box: KardnarokBox, side: int, kind: type[K]) -> list[K]:
    """What works for a side, of one kind: of its Norns, its live Warriors, and its Hero unless impeded (KRD-054)."""
    fight = s.fight
    assert fight is not None
    seat = fight.seats[side]
    found = [op for _, op in effects(fight, box, side) if type(op) is kind]
    having = box.having(kind)
    if not having:
        return found
    for place in live(s, box, seat):
        found += having.get(s.army[place][0], ())
    for hero in s.leaders[seat]:
        if hero in having and not hero_impeded(s, box, side):
            found += having[hero]
    return found


def slain(s: S, box: KardnarokBox, place: int) -> bool:
    """Whether the Warrior at a place of an army is slain (the card, not the place)."""
    if s.fight is None:
        return False
    for use in s.fight.uses:
        if use.slot == place and use.active and use.stamp == s.stamps[place] and _has(box, use, Slay):
            return True
    return False


def _has(box: KardnarokBox, use: Use, kind: type[Op]) -> bool:
    return any([type(op) is kind for op in box.choices[use.card][use.option][1]])


def live(s: S, box: KardnarokBox, seat: int) -> list[int]:
    """The places of a kingdom's army with a Warrior who is not slain."""
    first, second = 2 * seat, 2 * seat + 1
    places = [first] if s.army[first] else []
    if s.army[second]:
        places.append(second)
    if s.fight is not None:
        for use in s.fight.uses:
            if use.slot >= 0 and use.slot in places and slain(s, box, use.slot):
                places.remove(use.slot)
    return places


def no_villagers(fight: Fight, box: KardnarokBox, side: int) -> bool:
    """Whether a side can play no villager reinforcements because of the other's Norn."""
    return any([type(op) is NoVillagers for _, op in effects(fight, box, 1 - side)])


def ritual(fight: Fight, box: KardnarokBox, side: int) -> str:
    """The god whose ritual works for a side; "" if it was stopped."""
    if any([type(op) is NoRitual for _, op in effects(fight, box, 1 - side)]):
        return ""
    return fight.rituals[side]


def may_reinforce(s: S, box: KardnarokBox, card: str) -> bool:
    """Whether a Warrior can be a reinforcement of Thor (KRD-240, KRD-242)."""
    return box.human[card] or any([op.warrior == box.sort[card] for op in event(s, box, ThorTakes)])


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

Parts = tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]
"""The same as plain tuples, for sums alone."""


def count(s: S, box: KardnarokBox) -> Sheet:
    """Both totals, part by part."""
    attack, defence = _parts(s, box)
    return [Item(*part) for part in attack], [Item(*part) for part in defence]


def _parts(s: S, box: KardnarokBox) -> Parts:
    """What both totals are made of (KRD-220, KRD-221, KRD-223, KRD-241, KRD-R-29)."""
    fight = s.fight
    assert fight is not None
    sheet: Parts = ([], [])
    rules, army, force, sort = laws(s, box), s.army, box.force, box.sort
    armies = [live(s, box, seat) for seat in fight.seats]
    norns = [effects(fight, box, side) for side in (ATTACKER, DEFENDER)]
    stopped = impeded(s, box, armies, norns)
    for side, seat in enumerate(fight.seats):
        mine, counting = sheet[side], box.counting[side]
        for place in armies[side]:
            card = army[place][0]
            mine.append(("item.warrior", card, force[card]))
            for op in counting.get(card, ()):
                _add(s, box, sheet, armies, side, place, card, op, "item.bonus")
            for bonus in rules.kinds:
                if bonus.warrior == sort[card]:
                    mine.append(("item.kind", card, bonus.n))
        for hero in s.leaders[seat]:
            mine.append(("item.hero", hero, force[hero]))
            if hero in counting and not stopped[side]:
                _bonus_of_hero(s, box, sheet, armies, side, hero, rules.hero)
        if fight.rituals[side] == "frey" and ritual(fight, box, side) == "frey":
            mine.append(("item.ritual", "ritual-frey", rules.strength["frey"]))
        for card, n in rules.bonus[side]:
            mine.append(("item.rule", card, n))
        if side == DEFENDER and (defence := cube(s, box, seat)):
            mine.append(("item.cube", "", defence))
        for card in s.villagers[seat]:
            mine.append(("item.reinforcement", card, 1))
        for card in s.thors[seat]:
            mine.append(("item.thor", card, force[card]))
        for use, op in norns[side]:
            _add(s, box, sheet, armies, side, -1, use.card, op, "item.norn")
    return sheet


def _bonus_of_hero(
    s: S, box: KardnarokBox, sheet: Parts, armies: list[list[int]], side: int, hero: str, cap: int
) -> None:
    """A Hero's bonus, cut where a fixed rule caps it (KRD-048)."""
    mine = sheet[side]
    before = len(mine)
    for op in box.counting[side][hero]:
        _add(s, box, sheet, armies, side, -1, hero, op, "item.bonus")
    over = sum([n for _, _, n in mine[before:]]) - cap if cap < NO_LIMIT else 0
    if over > 0:
        mine.append(("item.cap", hero, -over))


def _add(
    s: S, box: KardnarokBox, sheet: Parts, armies: list[list[int]], side: int, place: int, card: str, op: Op, kind: str
) -> None:
    """Enter what one effect adds to either total."""
    if type(op) is Own:
        if met(s, box, op.condition, side, armies, place):
            sheet[side].append((kind, card, op.n))
    elif type(op) is Opp:
        if met(s, box, op.condition, side, armies, place):
            sheet[1 - side].append((kind, card, op.n))
    elif type(op) is OwnPer:
        if each := number(s, box, op.what, side, armies):
            sheet[side].append((kind, card, min(op.n * each, op.max)))
    elif type(op) is OppPer and (each := number(s, box, op.what, side, armies)):
        sheet[1 - side].append((kind, card, max(op.n * each, -op.max)))


def met(s: S, box: KardnarokBox, condition: Condition, side: int, armies: list[list[int]], place: int = -1) -> bool:
    """Whether a condition of a card holds for a side (place: of the Warrior whose card it is)."""
    fight = s.fight
    assert fight is not None
    if type(condition) is Always:
        return True
    if type(condition) is InRole:
        return side == (ATTACKER if condition.which == "attack" else DEFENDER)
    if type(condition) is Runes:
        if len(armies[side]) != 2:
            return False
        one, other = runes_of(s, box, armies[side][0]), runes_of(s, box, armies[side][1])
        return (condition.a in one and condition.b in other) or (condition.b in one and condition.a in other)
    if type(condition) is Beside:
        kind = condition.warrior
        return any([box.sort[s.army[at][0]] == kind for at in armies[side] if at != place])
    if type(condition) is MoreBronze:
        return s.bronze[fight.seats[side]] > s.bronze[fight.seats[1 - side]]
    if type(condition) is OppNonhuman:
        return not all([box.human[s.army[at][0]] for at in armies[1 - side]])
    raise TypeError(condition)


def runes_of(s: S, box: KardnarokBox, place: int) -> str:
    """The runes that a Warrior of an army supplies, a letter each."""
    found = box.rune[s.army[place][0]]
    if s.fight is not None:
        for use in s.fight.uses:
            if use.rune and use.slot == place and use.active and use.stamp == s.stamps[place] and _has(box, use, Wild):
                found += use.rune
    return found


def number(s: S, box: KardnarokBox, what: What, side: int, armies: list[list[int]]) -> int:
    """How many there are of what an effect counts."""
    fight = s.fight
    assert fight is not None
    seat, other = fight.seats[side], fight.seats[1 - side]
    match what:
        case "own_humans":
            return sum([box.human[s.army[at][0]] for at in armies[side]])
        case "opp_villagers":
            return sum([box.sort[s.army[at][0]] == VILLAGER for at in armies[1 - side]])
        case "opp_reinforcements":
            return len(s.villagers[other]) + len(s.thors[other])
        case "own_norns":
            return sum([use.user == seat and not use.helps for use in fight.uses])


def impeded(s: S, box: KardnarokBox, armies: list[list[int]], norns: list[list[tuple[Use, Op]]]) -> tuple[bool, bool]:
    """Whose Hero's bonus does not count (KRD-049, KRD-053).

    What impedes a Hero by another Hero's bonus is looked at last, so that a Hero who is impeded himself does not
    impede.
    """
    fight = s.fight
    assert fight is not None
    impeding = box.impeding
    found, guarded = [False, False], [False, False]
    of_heroes: list[tuple[int, Op]] = []
    for side, seat in enumerate(fight.seats):
        for _, op in norns[side]:
            if type(op) is ImpedeOpp and met(s, box, op.condition, side, armies):
                found[1 - side] = True
            elif type(op) is ImpedeSelf:
                found[side] = True
            elif type(op) is Protect:
                guarded[side] = True
        for place in armies[side]:
            card = s.army[place][0]
            for op in impeding.get(card, ()):
                if type(op) is ImpedeOpp and met(s, box, op.condition, side, armies, place):
                    found[1 - side] = True
                elif type(op) is ImpedeSelf and not _freed(s, box, card):
                    found[side] = True
                elif type(op) is Protect:
                    guarded[side] = True
        for hero in s.leaders[seat]:
            for op in impeding.get(hero, ()):
                if type(op) is Protect:
                    guarded[side] = True
                else:
                    of_heroes.append((side, op))
    attacker, defender = found[ATTACKER] and not guarded[ATTACKER], found[DEFENDER] and not guarded[DEFENDER]
    able = not attacker, not defender
    for side, op in of_heroes:
        if able[side] and type(op) is ImpedeOpp and met(s, box, op.condition, side, armies):
            attacker = attacker or (side == DEFENDER and not guarded[ATTACKER])
            defender = defender or (side == ATTACKER and not guarded[DEFENDER])
    return attacker, defender


def hero_impeded(s: S, box: KardnarokBox, side: int) -> bool:
    """Whether the bonus of one side's Hero does not count."""
    fight = s.fight
    assert fight is not None
    armies = [live(s, box, seat) for seat in fight.seats]
    return impeded(s, box, armies, [effects(fight, box, one) for one in (ATTACKER, DEFENDER)])[side]


def _freed(s: S, box: KardnarokBox, card: str) -> bool:
    """Whether an event keeps a Warrior from impeding its own Hero."""
    return any([op.warrior == box.sort[card] for op in event(s, box, NoSelfImpede)])


def totals(s: S, box: KardnarokBox) -> tuple[int, int]:
    """The attacker's and the defender's total; neither is below 0 (KRD-R-29)."""
    attack, defence = _parts(s, box)
    return max(0, sum([n for _, _, n in attack])), max(0, sum([n for _, _, n in defence]))


def coin(s: S, box: KardnarokBox, seat: int) -> int:
    """The value of the coin on a Kingdom card; 0 without one."""
    coins = s.coins[seat]
    return max([box.value[card] for card in coins]) if coins else 0


def losing(s: S, box: KardnarokBox, sums: tuple[int, int] | None = None) -> int:
    """The side that is losing: it has the initiative (KRD-230, KRD-233, KRD-234, KRD-R-25)."""
    fight = s.fight
    assert fight is not None
    attack, defence = sums if sums is not None else totals(s, box)
    if attack != defence:
        return ATTACKER if attack < defence else DEFENDER
    one, other = coin(s, box, fight.seats[0]), coin(s, box, fight.seats[1])
    return DEFENDER if other < one else ATTACKER


def losing_by(s: S, box: KardnarokBox, sums: tuple[int, int]) -> str:
    """What makes the side that is losing lose: less Force, at a tie the lower coin, or its role (KRD-R-25)."""
    fight = s.fight
    assert fight is not None
    if sums[ATTACKER] != sums[DEFENDER]:
        return "force"
    one, other = (coin(s, box, seat) for seat in fight.seats)
    return "coin" if one != other else "role"


def counter(total: int) -> int:
    """The space of the Force Counter where a total stands (KRD-075)."""
    return total % COUNTER
