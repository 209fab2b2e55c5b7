"""Mercenaries at Kardnarök: what is offered, asked and bid for help in a combat, and when a kingdom helps."""

from __future__ import annotations

import random

from thorgames.core.advice import Judged
from thorgames.core.ask import Ask
from thorgames.games.kardnarok.prospects import judged, needed, reserve, stake
from thorgames.games.kardnarok.reckoning import norn_book, rules_of
from thorgames.games.kardnarok.tactics import cover, moves
from thorgames.games.kardnarok.view import ATTACKER, KardnarokView

FEE = 0.5
"""How much of what a combat is worth is paid for help in it."""

THREAT = 0.45
"""How likely an outsider who could turn a combat is thought to do so, if he is not paid for doing nothing."""


def standing_order(view: KardnarokView, seat: int, friend: int, foe: int) -> float:
    """What it is worth to a kingdom outside that one side wins and not the other: the richer rival shall not."""
    n = view.seen.seats
    richest = max(view.riches(one) for one in range(n) if one != seat)
    weight = {one: (1.4 if view.riches(one) == richest else 0.7) / (n - 1) for one in (friend, foe)}
    return weight[foe] * view.coin(friend) - weight[friend] * view.coin(foe)


def help_moves(view: KardnarokView, seat: int, side: int) -> list[int]:
    """What the Norns of an outsider would add for a side, the best first, as far as it can be read off them."""
    box, book = view.box, norn_book(view.box)
    role = "attack" if side == ATTACKER else "defence"
    found = []
    for card in view.seen.hand_n[seat]:
        c = box.cards[card]
        if c.timing != "combat" or (c.role and c.role != role):
            continue
        best = 0
        for at in range(len(box.choices[card])):
            effect = book.effects[card, at]
            if effect.own or (c.role and effect.opp):
                best = max(best, effect.own - effect.opp)
        found.append(best)
    return sorted(found, reverse=True)[:2]


def helping(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Help if it takes the lead, for that alone is paid; else keep the cards."""
    fight = view.seen.fight
    assert fight is not None
    seat, hirer, mine, other, theirs = (int(str(arg)) for arg in ask.args)
    side = fight.side(hirer)
    contract = fight.contracts[side]
    assert contract is not None
    need, foe = needed(view, side, mine, theirs), reserve(view, 1 - side)
    able = [move for move in moves(view, ask) if move.option.startswith("help:")]
    worth = contract.fee + standing_order(view, seat, hirer, other)
    found = [judged((), 0.0, "help.pass", need)]
    covered = cover(able, need)
    if covered is not None and len(covered[1]) <= 2 - contract.helps:
        spent, chosen = covered
        first = max(chosen, key=lambda move: move.gain)
        value = foe.below(1) * worth - spent
        if len(chosen) == 1:
            found.append(judged(first.option, value, "help", first.card, contract.fee))
        else:
            found.append(judged(first.option, value, "help.with", first.card, contract.fee))
    for option in ask.options:
        if option.id.startswith("norn:"):
            card, at = option.id.split(":")[1:]
            if norn_book(view.box).effects[card, int(at)].brings:
                found.append(judged(option.id, -0.1, "help.self", card))
    return found


def fee_cap(view: KardnarokView, seat: int, other: int) -> int:
    """The most that is paid for help in a combat."""
    return max(rules_of(view).fee, int(FEE * stake(view, seat, other)))


def offer(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """To whom to offer: to all, for the first who accepts is as good as another; and how much."""
    s, fight = view.seen, view.seen.fight
    assert fight is not None
    seat = ask.seat
    other = fight.seats[1 - fight.side(seat)]
    cap = fee_cap(view, seat, other)
    found = [judged("withdraw", 0.0, "offer.withdraw")]
    for option in ask.options:
        if option.id == "withdraw":
            continue
        to, _, amount = option.id.partition(":")
        if ask.kind == "offer" and int(to) < 0:
            found.append(judged(option.id, 2.5, "offer.all"))
            continue
        if ask.kind == "offer":  # the poorer of those who may be able: the coins are not lost to the richest
            worth = 1.0 + 0.2 * len(s.hand_n[int(to)]) - 0.05 * view.riches(int(to))
            found.append(judged(option.id, worth, "offer.to", int(to)))
            continue
        n = int(amount or to)
        if n <= cap:
            found.append(judged(option.id, 1.0 + 0.1 * (cap - n) + 0.15 * rng.random(), "offer", n))
    return sorted(found, key=lambda one: -one.worth)[:5]


def answering(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Accept what pays for the cards, if they can turn the combat; ask for a coin more where it is sorely needed."""
    fight = view.seen.fight
    assert fight is not None
    hirer, amount = (int(str(arg)) for arg in ask.args)
    side = fight.side(hirer)
    other = fight.seats[1 - side]
    found = [judged((), 0.0, "refuse" if ask.options else "refuse.unable")]
    if not ask.options:
        return found
    sums = view.totals()
    need = needed(view, side, sums[side], sums[1 - side])
    likely = reserve(view, 1 - side).below(1) if sum(help_moves(view, ask.seat, side)) >= need else 0.02
    pref = standing_order(view, ask.seat, hirer, other)
    found.append(judged("accept", likely * (amount + pref - 0.4) - 0.01, "accept", amount, hirer))
    for option in ask.options:
        if option.id.startswith("ask:") and int(str(option.refs[0])) in (amount + 1, amount + 2):
            n = int(str(option.refs[0]))
            agrees = 0.75 if n <= fee_cap(view, hirer, other) else 0.1
            value = agrees * likely * (n + pref - 0.4) + 0.1 * rng.random()
            found.append(judged(option.id, value, "ask", n, hirer))
    return found


def agree(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Agree to the least that is asked, if the combat is worth it."""
    fight = view.seen.fight
    assert fight is not None
    other = fight.seats[1 - fight.side(ask.seat)]
    cap = fee_cap(view, ask.seat, other) + 1
    found = [judged("decline", 0.0, "decline")]
    for option in ask.options:
        if option.id != "decline":
            kingdom_, n = int(str(option.refs[0])), int(str(option.refs[1]))
            found.append(judged(option.id, cap - n + 0.5, "agree", kingdom_, n))
    return found


def bid(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Bid the least, up to what the help, or its absence, is worth: nobody need be paid who could not turn it."""
    fight = view.seen.fight
    assert fight is not None
    side = fight.side(ask.seat)
    other = fight.seats[1 - side]
    raising = ask.kind == "bid.raise"
    cap = float(fee_cap(view, ask.seat, other))
    if not raising:
        sums = view.totals()
        need = needed(view, 1 - side, sums[1 - side], sums[side])
        odds = norn_book(view.box).chances[1 - side].two
        cap = THREAT * stake(view, ask.seat, other) * sum(p for gain, p in enumerate(odds) if gain >= need)
    amounts = [int(option.id) for option in ask.options if option.id != "stop"]
    found = [judged("stop", 0.0, "bid.stop")]
    for n in amounts[:2]:
        worth = cap - n + 0.3 + 0.4 * rng.random() - (0.5 if n > amounts[0] else 0)
        found.append(judged(str(n), worth, "bid.raise" if raising else "bid.aside", n))
    return found


def choosing(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Serve or stand aside, whichever pays more, as each is paid only by a winner."""
    fight = view.seen.fight
    assert fight is not None
    hirer, mine, foe, theirs = (int(str(arg)) for arg in ask.args)
    side = fight.side(hirer)
    sums = view.totals()
    need = needed(view, side, sums[side], sums[1 - side])
    likely = reserve(view, 1 - side).below(1) if sum(help_moves(view, ask.seat, side)) >= need else 0.02
    pref = standing_order(view, ask.seat, hirer, foe)
    found = [judged("aside", 0.95 * theirs, "aside", foe, theirs), judged((), 0.0, "refuse")]
    if any(option.id == "serve" for option in ask.options):
        found.append(judged("serve", likely * (mine + pref) - 0.4, "serve", hirer, mine))
    return found
