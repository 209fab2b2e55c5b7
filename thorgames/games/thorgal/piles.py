"""Cards, piles and values: what every part of the rules of Thorgal needs."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from thorgames.core.effects import Op
from thorgames.core.piles import put
from thorgames.core.zones import Pile
from thorgames.games.thorgal.cards import (
    AttachedEvents,
    Check,
    CostChange,
    DestinyParty,
    Filter,
    HandEmpty,
    Has,
    Mine,
    Mod,
    Most,
    No,
    Opposed,
    Pick,
    Protect,
    ThorgalBox,
    Upto,
    split_points,
)
from thorgames.games.thorgal.state import ZERO, Points, Spot, ThorgalState

S = ThorgalState[Any]


def plus(a: Points, b: Points) -> Points:
    """The sum of two triples of points."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


# --- Players and roles ---------------------------------------------------------------------------------------------


def living(s: S) -> list[int]:
    """The players still in the game."""
    return [seat for seat in range(s.seats) if not s.out[seat]]


def clockwise(s: S, seat: int) -> list[int]:
    """The other players still in the game, from the left of a seat."""
    return [other for step in range(1, s.seats) if not s.out[other := (seat + step) % s.seats]]


def role(s: S, seat: int) -> str:
    """The letter of a player's role: "d" for the destiny player, "b" for a bane player (TRG-036)."""
    return "d" if seat == s.dest else "b"


def marker(s: S, seat: int) -> int:
    """The value of a bane player's marker (TRG-722, TRG-R-47, TRG-R-55): from the left of the destiny player on."""
    banes = clockwise(s, s.dest)
    at = banes.index(seat)
    if len(banes) == 1:
        return 0
    return -1 if at == 0 else 1 if at == len(banes) - 1 else 0


def cleaner(s: S) -> int:
    """The bane player who cleans up: with two players the only one, otherwise the one with −1 (TRG-770)."""
    banes = clockwise(s, s.dest)
    return banes[0] if banes else -1


def pile(s: S, field: str, seat: int) -> Pile:
    """One of a seat's piles of the kind that fits its present role: hand, deck, pool, spent, playing, peek."""
    found: Pile = getattr(s, f"{field}_{role(s, seat)}")[seat]
    return found


def with_pile(s: S, field: str, seat: int, cards: Pile) -> S:
    """The state with one of these piles replaced."""
    name = f"{field}_{role(s, seat)}"
    return s.but(**{name: put(getattr(s, name), seat, cards)})


def to_hand(s: S, seat: int, *cards: str) -> S:
    """Cards come into the hand of the present role, which stays sorted."""
    return with_pile(s, "hand", seat, tuple(sorted((*pile(s, "hand", seat), *cards))))


def move(s: S, seat: int, source: str, target: str, n: int) -> tuple[int, S]:
    """Top cards of one pile go on top of another, one by one, fewer if it is short (TRG-R-07, TRG-R-12)."""
    cards = pile(s, source, seat)[:n]
    s = with_pile(s, source, seat, pile(s, source, seat)[len(cards) :])
    s = with_pile(s, target, seat, (*reversed(cards), *pile(s, target, seat)))
    return len(cards), s


# --- Cards in play -------------------------------------------------------------------------------------------------


def enter(s: S, seat: int, card: str) -> S:
    """A destiny card comes into a party (TRG-026, TRG-320)."""
    spot = Spot(s.next_uid, seat)
    return s.but(
        party=put(s.party, seat, (*s.party[seat], card)),
        spots=put(s.spots, seat, (*s.spots[seat], spot)),
        next_uid=s.next_uid + 1,
    )


def take_out(s: S, seat: int, uid: int) -> tuple[str, Spot, S]:
    """A card leaves a party, or stops opposing."""
    if s.opponent is not None and s.opponent.uid == uid:
        (card,) = s.opposing[seat]
        spot = s.opponent
        return card, spot, s.but(opposing=put(s.opposing, seat, ()), opponent=None)
    at = next(i for i, spot in enumerate(s.spots[seat]) if spot.uid == uid)
    card, spot = s.party[seat][at], s.spots[seat][at]
    s = s.but(
        party=put(s.party, seat, (*s.party[seat][:at], *s.party[seat][at + 1 :])),
        spots=put(s.spots, seat, (*s.spots[seat][:at], *s.spots[seat][at + 1 :])),
    )
    return card, spot, s


def find(s: S, uid: int) -> tuple[str, Spot] | None:
    """A card in play, in a party or opposing."""
    if s.opponent is not None and s.opponent.uid == uid:
        return s.opposing[s.opponent.seat][0], s.opponent
    for seat in range(s.seats):
        for card, spot in zip(s.party[seat], s.spots[seat], strict=True):
            if spot.uid == uid:
                return card, spot
    return None


def change(s: S, uid: int, **changes: Any) -> S:
    """What lies on a card in play becomes something else."""
    if s.opponent is not None and s.opponent.uid == uid:
        return s.but(opponent=replace(s.opponent, **changes))
    for seat in range(s.seats):
        for at, spot in enumerate(s.spots[seat]):
            if spot.uid == uid:
                return s.but(spots=put(s.spots, seat, put(s.spots[seat], at, replace(spot, **changes))))
    return s


def in_party(s: S, seat: int) -> list[tuple[str, Spot]]:
    """The cards of a party."""
    return list(zip(s.party[seat], s.spots[seat], strict=True))


def held(s: S, box: ThorgalBox, seat: int) -> list[str]:
    """The names of the unique cards that a player holds, in the party or opposing (TRG-350, TRG-R-30)."""
    cards = (*s.party[seat], *s.opposing[seat])
    return [box.cards[card].name for card in cards if box.cards[card].unique]


def may_enter(s: S, box: ThorgalBox, seat: int, card: str) -> bool:
    """Whether a card can come into a party: no second unique one of its name (TRG-350)."""
    return not box.cards[card].unique or box.cards[card].name not in held(s, box, seat)


# --- Filters and conditions ----------------------------------------------------------------------------------------


def fits(
    box: ThorgalBox, card: str, words: tuple[str, ...], name: str, spot: Spot | None = None, this: int = -1
) -> bool:
    """Whether a card is what a filter says."""
    c = box.cards[card]
    if name and c.name != name:
        return False
    for word in words:
        if word in ("companion", "support", "event", "bane"):
            good = c.kind == word
        elif word == "unique":
            good = c.unique
        elif word == "other":
            good = spot is None or spot.uid != this
        elif word == "ready":
            good = spot is not None and not spot.tired
        elif word == "exhausted":
            good = spot is not None and spot.tired > 0
        elif word.startswith("cost<="):
            good = c.cost <= int(word[6:])
        elif word.startswith("cost>="):
            good = c.cost >= int(word[6:])
        else:
            good = word in c.subtypes
        if not good:
            return False
    return True


Found = tuple[str, int]
"""A card that a filter found: its id, and its uid in play; of an attached card a number that tells its place."""


def attached_uid(kind: str, seat: int, at: int) -> int:
    """What stands for an attached card in place of a uid."""
    return -1 - (1000 if kind == "b" else 0) - seat * 100 - at


def attached_at(uid: int) -> tuple[str, int, int]:
    """Kind, seat and place of an attached card."""
    n = -1 - uid
    kind = "b" if n >= 1000 else "d"
    n -= 1000 if kind == "b" else 0
    return kind, n // 100, n % 100


def matching(s: S, box: ThorgalBox, you: int, where: Filter, this: int = -1) -> list[Found]:
    """The cards in play that a filter finds."""
    if isinstance(where, (Mine, DestinyParty)):
        seat = you if isinstance(where, Mine) else s.dest
        return [
            (card, spot.uid) for card, spot in in_party(s, seat) if fits(box, card, where.words, where.name, spot, this)
        ]
    kind = "d" if isinstance(where, AttachedEvents) else "b"
    piles = s.attached_d if kind == "d" else s.attached_b
    return [
        (card, attached_uid(kind, seat, at))
        for seat, cards in enumerate(piles)
        for at, card in enumerate(cards)
        if fits(box, card, where.words, where.name)
    ]


def met(s: S, box: ThorgalBox, you: int, condition: Op, this: int = -1) -> bool:
    """Whether a condition holds."""
    match condition:
        case Has(n=n, filter=where):
            return len(matching(s, box, you, where, this)) >= n
        case Most(n=n, filter=where):
            return len(matching(s, box, you, where, this)) <= n
        case No(filter=where):
            return not matching(s, box, you, where, this)
        case Opposed():
            return s.opponent is not None
        case HandEmpty():
            return not pile(s, "hand", you)
    raise TypeError(condition)


# --- Permanent effects ---------------------------------------------------------------------------------------------


def permanents(s: S, box: ThorgalBox) -> list[tuple[Spot, Op]]:
    """The permanent effects at work: of the destiny player's party alone, in their phases (TRG-355, TRG-R-23)."""
    if s.dest < 0:
        return []
    found: list[tuple[Spot, Op]] = []
    for card, spot in in_party(s, s.dest):
        phases = box.phases(card, "permanent")
        if phases and s.phase not in phases:
            continue
        for op in box.steps(card, "permanent"):
            if isinstance(op, Check):
                if met(s, box, s.dest, op.condition, spot.uid):
                    found += [(spot, step) for step in op.steps]
            else:
                found.append((spot, op))
    return found


def aimed_at(s: S, box: ThorgalBox, you: int, target: Any, this: int) -> list[int]:
    """The uids that a target without a choice means."""
    if target == "self":
        return [this]
    if target == "opposer":
        return [s.opponent.uid] if s.opponent is not None else []
    if isinstance(target, (Pick, Upto, str)):
        return []
    return [uid for _, uid in matching(s, box, you, target.filter, this)]


def value(s: S, box: ThorgalBox, card: str, spot: Spot) -> Points:
    """What a card in play counts: printed, permanent, temporary and markers, never below 0 (TRG-R-30, TRG-R-32)."""
    total = plus(plus(box.points[card], spot.marks), spot.change)
    opposes = s.opponent is not None and s.opponent.uid == spot.uid
    if opposes:
        for op in box.steps(card, "oppose"):
            if isinstance(op, Mod):
                total = plus(total, fixed(op.amount))
    elif spot.seat == s.dest:
        for source, op in permanents(s, box):
            if isinstance(op, Mod) and spot.uid in aimed_at(s, box, s.dest, op.target, source.uid):
                total = plus(total, fixed(op.amount))
    return max(0, total[0]), max(0, total[1]), max(0, total[2])


def fixed(amount: Any) -> Points:
    """Points without a choice, as a triple."""
    parts = (amount,) if isinstance(amount, str) else amount
    total = ZERO
    for part in parts:
        letters, n = split_points(part)
        total = plus(total, single(letters[0], n))
    return total


def single(letter: str, n: int) -> Points:
    """So many points of one attribute."""
    return (n if letter == "B" else 0, n if letter == "C" else 0, n if letter == "P" else 0)


def protected(s: S, box: ThorgalBox, uid: int, by: int, against: str) -> bool:
    """Whether a card is protected from this by effects of another player (TRG-395; `against` is marks or all)."""
    found = find(s, uid)
    if found is None or found[1].seat == by:
        return False
    safe = found[1].safe
    if safe == "all" or safe == against:
        return True
    for source, op in permanents(s, box):
        if isinstance(op, Protect) and uid in aimed_at(s, box, s.dest, op.target, source.uid):
            if op.against == "all" or op.against == against:
                return True
    return False


def cost(s: S, box: ThorgalBox, seat: int, card: str) -> int:
    """What a card costs a player now, at least 0 (TRG-R-07)."""
    n = box.cards[card].cost
    for price in s.prices:
        if price.seat == seat and fits(box, card, price.words, price.name):
            n += price.n
    for _, op in permanents(s, box):
        if isinstance(op, CostChange) and seat == s.dest and fits(box, card, op.filter.words, op.filter.name):
            n += op.n
    return max(0, n)


# --- Totals --------------------------------------------------------------------------------------------------------


def strength(s: S, box: ThorgalBox) -> Points:
    """The strength of the party: companions, supports and attached events (TRG-460)."""
    total = s.strength
    for card, spot in in_party(s, s.dest):
        total = plus(total, value(s, box, card, spot))
    for cards in s.attached_d:
        for card in cards:
            total = plus(total, box.points[card])
    return max(0, total[0]), max(0, total[1]), max(0, total[2])


def difficulty(s: S, box: ThorgalBox, place: int | None = None) -> Points:
    """The difficulty of the journey: the land, attached bane cards and the opposing companion (TRG-425, TRG-462)."""
    at = s.target if place is None else place
    total = plus(s.difficulty, box.points[s.lands[at].card])
    for cards in s.attached_b:
        for card in cards:
            total = plus(total, box.points[card])
    if s.opponent is not None:
        total = plus(total, value(s, box, s.opposing[s.opponent.seat][0], s.opponent))
    return max(0, total[0]), max(0, total[1]), max(0, total[2])


def conquered(s: S, seat: int) -> list[int]:
    """The lands that a player has conquered: his horns (TRG-482)."""
    return [at for at, land in enumerate(s.lands) if land.conqueror == seat]
