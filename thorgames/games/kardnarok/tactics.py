"""How a combat at Kardnarök is fought: rituals, Norns before the reveal, and what a losing kingdom does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from thorgames.core.advice import Judged
from thorgames.core.ask import Ask, legal
from thorgames.core.effects import Op
from thorgames.core.text import Arg
from thorgames.core.zones import BACK
from thorgames.games.kardnarok.cards import Cancel, Own, OwnPer, Runes, Wild
from thorgames.games.kardnarok.prospects import (
    attackers,
    cost,
    is_last,
    judged,
    leaning,
    needed,
    price,
    reserve,
    stake,
    swaps,
)
from thorgames.games.kardnarok.reckoning import armies_for, norn_book, ritual_worth, rules_of, summoned
from thorgames.games.kardnarok.view import ATTACKER, RUNES, KardnarokView, gains

BOLD = 0.02
"""How likely a combat must at least be won to spend cards on it."""


# --- rituals and what comes before the reveal ----------------------------------------------------------------------


def ritual(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """What helps most now, with an eye to the next combat, in which it is blocked; mixed, as it is chosen in secret."""
    s, seat = view.seen, ask.seat
    rules = rules_of(view)
    usual = {"odin": 2.3, "thor": 2.4, "frey": 3.0}
    found = []
    for option in ask.options:
        god = option.id
        worth = ritual_worth(view.box, rules, s.hand_w[seat], god)
        if len(attackers(view)) < s.seats:  # another combat of this round may follow
            worth += 0.6 * max(n for other, n in usual.items() if other != god)
        args: tuple[Arg, ...] = (option.refs[0], int(str(option.refs[1])))
        if god == "thor":
            able = summoned(view.box, rules, s.hand_w[seat], int(str(option.refs[1])))
            args = (option.refs[0], sum(view.box.force[card] for card in able))
        found.append(judged(option.id, worth + 0.5 * rng.random(), f"ritual.{god}", *args))
    return found


def pre(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Norns for the time before the reveal are of no use later: those that do something now are used."""
    s, seat = view.seen, ask.seat
    book, fight = norn_book(view.box), s.fight
    assert fight is not None
    found = [judged((), 0.5, "pre.pass")]
    left = rules_of(view).norns - sum(use.user == seat for use in fight.uses)
    for option in ask.options:
        if not option.id.startswith("norn:"):
            continue
        card, at = option.id.split(":")[1:]
        worth = book.effects[card, int(at)].worth
        if left < 3:  # where only few Norns can be used, the weak ones wait
            worth -= 1.0
        found.append(judged(option.id, worth, "pre", card))
    if len(found) == 1 and len(attackers(view)) == s.seats:  # the swap of the round would be lost
        found += [Judged(one.answer, 0.5 + one.worth, one.why) for one in swaps(view, ask)]
    return found


def known_army(view: KardnarokView, seat: int) -> dict[int, str]:
    """The Warriors of another army by place, those that the viewer may not see as `BACK`."""
    s = view.seen
    places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place]]
    return {place: s.army[place][0] if s.shown[place] or s.looked[place] else BACK for place in places}


def slay(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The stronger Warrior, if both are known; otherwise anyone."""
    other, fight = int(str(ask.args[0])), view.seen.fight
    assert fight is not None
    cards = known_army(view, other)
    armies = armies_for(view, other, fight.side(other) == ATTACKER)
    found = []
    for option in ask.options:
        card = cards[int(option.id)]
        if card == BACK:
            found.append(judged(option.id, 2.3 + 0.1 * rng.random(), "slay.blind"))
        else:
            found.append(judged(option.id, armies.force((card,), ""), "slay", card))
    return found


def wild_gain(view: KardnarokView, seat: int) -> tuple[float, str]:
    """What a rune besides could add by the own Hero's bonus, and which: place and rune."""
    s, box = view.seen, view.box
    places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place] and not view.slain(place)]
    if len(places) < 2 or not s.leaders[seat]:
        return 0.0, ""
    runes = [str(box.cards[s.army[place][0]].rune) for place in places]
    best = (0.0, "")
    for op in box.ops[s.leaders[seat][0]]:
        if not isinstance(op, Own) or not isinstance(op.condition, Runes):
            continue
        a, b = op.condition.a, op.condition.b
        if sorted(runes) == sorted((a, b)):
            continue
        for mine, wanted, given in ((0, a, b), (0, b, a), (1, a, b), (1, b, a)):
            if runes[mine] == wanted:
                best = max(best, (min(op.n, rules_of(view).cap), f"{places[1 - mine]}:{given}"))
    return best


def wild(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The rune that the Hero asks for."""
    gain, wanted = wild_gain(view, ask.seat)
    for option in ask.options:
        if option.id == wanted:
            hero = view.seen.leaders[ask.seat][0]
            return [judged(option.id, gain, "wild", RUNES[option.id[-1]], hero)]  # type: ignore[index]
    return [judged(legal(ask, rng), 0.0, "wild.none")]


def peek(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The card that is worth most."""
    book, box = norn_book(view.box), view.box
    attacks = leaning(view, ask.seat)
    fight = view.seen.fight
    if fight is not None and fight.side(ask.seat) >= 0:
        attacks = float(fight.side(ask.seat) == ATTACKER)
    found = []
    for option in ask.options:
        card = str(option.refs[0])
        worth = book.hold(card, attacks) if box.cards[card].kind == "norn" else float(box.force[card])
        if fight is not None and box.cards[card].timing == "combat":
            worth += 0.2
        found.append(judged(option.id, worth, "peek", card))
    return found


def exchanges(view: KardnarokView, seat: int) -> list[tuple[float, int, str]]:
    """What swapping a Warrior of the army would add: (gain, place, card)."""
    s, fight = view.seen, view.seen.fight
    assert fight is not None
    side = fight.side(seat)
    other = fight.seats[1 - side]
    armies = armies_for(view, seat, side == ATTACKER, tuple(known_army(view, other).values()))
    places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place] and not view.slain(place)]
    hero = s.leaders[seat][0] if s.leaders[seat] else ""
    cards = {place: s.army[place][0] for place in places}
    before = armies.force(tuple(sorted(cards.values())), hero)
    found = []
    for place in places:
        for card in dict.fromkeys(s.hand_w[seat]):
            after = armies.force(tuple(sorted({**cards, place: card}.values())), hero)
            found.append((after - before, place, card))
    return found


def exchange(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The swap that makes the army strongest; none, if it may be left and would not."""
    found = []
    for gain, place, card in sorted(exchanges(view, ask.seat), reverse=True)[:3]:
        out = view.seen.army[place][0]
        answer = tuple(o.id for o in ask.options if o.id in (f"@{place}", card))
        found.append(judged(answer, gain, "swap.warrior" if gain > 0 else "swap.least", card, out))
    if any(option.id == "@no" for option in ask.options):
        found.append(judged("@no", 0.05, "swap.no"))
    return found


# --- actions in combat ---------------------------------------------------------------------------------------------


class Move(NamedTuple):
    """Something a losing side could do.

    Attributes:
        option: its id.
        card: what is spent.
        own, opp: what it adds to either total.
        cost: in riches.
        norn: whether it is a Norn, which Magic of Freya can cancel.
        brings: whether it brings cards instead.
    """

    option: str
    card: str
    own: int
    opp: int
    cost: float
    norn: bool
    brings: bool = False

    @property
    def gain(self) -> int:
        """What it gains on the other side."""
        return self.own - self.opp


def moves(view: KardnarokView, ask: Ask) -> list[Move]:
    """What can be done, each card as often as it is there; of a Norn the option that gains most."""
    s, box, seat = view.seen, view.box, ask.seat
    book, fight, rules = norn_book(view.box), s.fight, rules_of(view)
    assert fight is not None
    attacks = leaning(view, seat)
    counts_norns = any(isinstance(op, OwnPer) for op in heroes_ops(view, seat))
    found: list[Move] = []
    norns: dict[str, Move] = {}
    thors: list[Move] = []
    for option in ask.options:
        verb, _, what = option.id.partition(":")
        if verb in ("swap", "hire", "buy"):
            continue
        if verb == "thor":
            move = Move(option.id, what, box.force[what], 0, cost(view, what, 0.5 * box.force[what]), False)
            thors += [move] * s.hand_w[seat].count(what)
        elif not what:
            n = min(s.hand_w[seat].count(verb), rules.villagers - len(s.villagers[seat]))
            found += [Move(verb, verb, 1, 0, cost(view, verb, 0.9), False)] * n
        else:
            card, _, at = what.partition(":")
            effect = book.effects[card, int(at)]
            own, opp = effect.own, effect.opp
            if not effect.plain or counts_norns:
                own, opp = special(view, ask, option.id, card, int(at))
            spent = cost(view, card, book.hold(card, attacks)) if verb != "bought" else 0.0
            if effect.price:
                others = sorted(book.hold(one, attacks) for one in s.hand_n[seat] if one != card)
                spent += sum(cost(view, card, worth) for worth in others[: effect.price])
            move = Move(option.id, card, own, opp, spent, True, effect.brings)
            if card not in norns or (move.gain, move.brings) > (norns[card].gain, norns[card].brings):
                norns[card] = move
    left = dict(rules.strength)["thor"] - len(s.thors[seat])
    found += sorted(thors, key=lambda move: -move.gain)[: max(0, left)]
    pile = s.hand_n[seat] + s.bought[seat]
    mine = [move for move in norns.values() for _ in range(pile.count(move.card))]
    used = sum(use.user == seat and not use.helps for use in fight.uses)
    if len(mine) > rules.norns - used:
        mine = sorted(mine, key=lambda move: -move.gain)[: max(0, rules.norns - used)]
    return found + mine


def heroes_ops(view: KardnarokView, seat: int) -> list[Op]:
    """What the Hero of an army does."""
    return [op for hero in view.seen.leaders[seat] for op in view.box.ops[hero]]


def special(view: KardnarokView, ask: Ask, oid: str, card: str, at: int) -> tuple[int, int]:
    """What a Norn adds whose gain cannot be read off the card."""
    ops = view.box.choices[card][at][1]
    fight = view.seen.fight
    assert fight is not None
    if len(ops) == 1 and isinstance(ops[0], Cancel):  # nearly always it cancels what can be read off its card
        last = next(use for use in reversed(fight.uses) if use.side != fight.side(ask.seat))
        effect = norn_book(view.box).effects[last.card, last.option]
        if effect.plain and not any(isinstance(op, OwnPer) for seat in fight.seats for op in heroes_ops(view, seat)):
            return -effect.opp, -effect.own
    found = gains(view, ask, oid)
    if found is not None:
        return found
    seat = fight.seats[view.losing()]
    if any(isinstance(op, Wild) for op in ops):
        stopped = view.impeded(seat)
        return (0 if stopped else round(wild_gain(view, seat)[0])), 0
    if seat == ask.seat:
        return max((round(gain) for gain, _, _ in exchanges(view, seat)), default=0), 0
    return 0, 0


def cover(found: Sequence[Move], need: int) -> tuple[float, tuple[Move, ...]] | None:
    """The cheapest moves that together gain what is needed; None if all of them do not."""
    best: list[tuple[float, tuple[Move, ...]] | None] = [None] * (need + 1)
    best[0] = (0.0, ())
    for move in found:
        if move.gain <= 0:
            continue
        for had in range(need, -1, -1):
            before = best[had]
            if before is None or had == need:
                continue
            to = min(need, had + move.gain)
            there = best[to]
            if there is None or before[0] + move.cost < there[0] - 1e-9:
                best[to] = (before[0] + move.cost, (*before[1], move))
    return best[need]


def act(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Take the lead as cheaply as possible, if that has a chance to last; else buy, hire, or let it be."""
    fight = view.seen.fight
    assert fight is not None
    seat, mine, other, theirs = (int(str(arg)) for arg in ask.args[:4])
    side = fight.side(seat)
    need = needed(view, side, mine, theirs)
    worth, foe = stake(view, seat, other), reserve(view, 1 - side)
    able = moves(view, ask)
    total = sum(move.gain for move in able if move.gain > 0)
    covered = cover(able, need)
    found = [judged((), 0.0, "concede" if covered is None else "concede.dear", need)]
    if covered is not None:
        spent, chosen = covered
        likely = foe.below(total - need + 1)
        value = likely * worth - spent if likely > BOLD or is_last(view) else -spent - 0.01
        first = max(chosen, key=lambda move: (move.norn, move.gain))
        found.append(lead(first, chosen, mine, theirs, value))
        for move in dict.fromkeys(able):  # others that take the lead alone
            if move.gain >= need and move.option != first.option:
                found.append(lead(move, (move,), mine, theirs, likely * worth - move.cost - 0.05))
    for option in ask.options:
        if option.id == "buy":
            found += buying(view, side, able, need, total, worth)
        elif option.id == "hire":
            found += hiring(view, side, able, need, total, worth)
    if covered is None:
        found += bringing(view, side, able, need - total, worth)
    return sorted(found, key=lambda one: -one.worth)[:6]


def lead(first: Move, chosen: Sequence[Move], mine: int, theirs: int, value: float) -> Judged:
    """The first of the moves that take the lead."""
    if len(chosen) > 1:
        return judged(first.option, value, "lead.with", first.card, len(chosen) - 1)
    after = max(0, mine + first.own), max(0, theirs + first.opp)
    return judged(first.option, value, "lead.tie" if after[0] == after[1] else "lead", first.card, *after)


def unknown_two(view: KardnarokView, side: int, need: int) -> float:
    """How likely two Norns that nobody knows take the lead, and the other side cannot answer."""
    odds, foe = norn_book(view.box).chances[side].two, reserve(view, 1 - side)
    return sum(p * foe.below(gain - need + 1) for gain, p in enumerate(odds) if p and gain >= need)


def strongest(able: Sequence[Move]) -> Move:
    """What is played first, when all that helps is to be played."""
    return max((move for move in able if move.gain > 0), key=lambda move: (move.norn, move.gain))


def buying(view: KardnarokView, side: int, able: Sequence[Move], need: int, total: int, worth: float) -> list[Judged]:
    """Two Norns that nobody knows, when the own cards do not suffice; the better ones of these are played before."""
    paid = price(view)
    value = unknown_two(view, side, need) * worth - paid
    found = [judged("buy", value if total < need else value - 1, "buy", paid, need)]
    if 0 < total < need:
        best, spent = strongest(able), sum(move.cost for move in able if move.gain > 0)
        value = unknown_two(view, side, need - total) * worth - paid - spent
        found.append(judged(best.option, value, "before.buy", best.card, need - total))
    fight = view.seen.fight
    assert fight is not None
    seat, other = fight.seats[side], fight.seats[1 - side]
    lead = view.riches(seat) - view.riches(other)
    if is_last(view) and (lead > view.coin(seat) or lead - paid + view.coin(other) < 0):
        return []  # the game is won without this combat, or lost with it
    return found


def hiring(view: KardnarokView, side: int, able: Sequence[Move], need: int, total: int, worth: float) -> list[Judged]:
    """A mercenary is paid only if he turns the combat, so it is better to ask for one than to let it be."""
    s, fight = view.seen, view.seen.fight
    assert fight is not None
    bound = {contract.kingdom for contract in fight.contracts if contract is not None}
    outside = [seat for seat in range(s.seats) if seat not in (*fight.seats, *bound)]
    willing = 0.5 * min(1.0, max([len(s.hand_n[seat]) for seat in outside], default=0) / 3)
    worth -= rules_of(view).fee
    value = willing * unknown_two(view, side, need) * worth
    found = [judged("hire", value + 0.05 if total < need and need <= 7 else value - 1, "hire", need)]
    if 0 < total < need:
        best, spent = strongest(able), sum(move.cost for move in able if move.gain > 0)
        value = willing * unknown_two(view, side, need - total) * worth - spent
        found.append(judged(best.option, value, "before.hire", best.card, need - total))
    return found


def bringing(view: KardnarokView, side: int, able: Sequence[Move], need: int, worth: float) -> list[Judged]:
    """Norns that bring others, when those at hand do not suffice."""
    odds = unknown_two(view, side, need)
    return [judged(move.option, odds * worth - move.cost, "bring", move.card) for move in able if move.brings]
