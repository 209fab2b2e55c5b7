"""How a sensible person plays Thor, read off a seat's view alone.

Everything is measured in points of the round: how far one's own god cards will count for more in the end than those
of the others (`thorgames.games.thor.foresight`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from thorgames.core.advice import Judged
from thorgames.core.ask import Answer, Ask
from thorgames.core.text import Msg
from thorgames.core.zones import BACK
from thorgames.games.thor.cards import ACTION, EachReturns, HandBonus, Reorder, TakePlayer, TakeStack
from thorgames.games.thor.foresight import Look, Table, above, counted, gain, likely, look_at, offered, stake, taken
from thorgames.games.thor.view import LIMIT, ThorView

HORIZON = 16
PLAYOUTS = 40

IDEAS = 6
"""Answers to one question that are worth thinking about, at most."""

KEEP = 1.0
"""What an action card in hand may still bring, early in a round."""

DRAW = 1.0
"""What it is worth besides to draw one: it saves an offering, and one plays it where it brings more than that."""

FADE = 2.0
"""Over so many turns of one's own what an action card may still bring gets less."""

WIN = 20.0
"""What it counts to end the match as the winner, besides the points of the round."""

USUAL = 2.0
"""What a god card brings that is still to be taken in the present go round the table."""

SWING, MORE = 20.0, 200.0
"""How much may still change in a turn of everybody, and in a whole round (squares of points)."""

SURE = 0.5
"""So many points are always in doubt."""

USELESS = -0.1
"""A card that brings nothing is not taken where it can be left."""

SIXTH = 0.5
"""How much of what the end of the round would bring counts for him who has the last offering to a god with five."""

Worths = list[tuple[float, Answer]]
"""Answers with what they are worth."""


# --- the answers ---------------------------------------------------------------------------------------------------


def judge(view: ThorView, ask: Ask, rng: random.Random) -> Sequence[Judged]:
    """The answers worth thinking about, the best first."""
    table = look_at(view, ask.seat)
    match ask.kind.partition(".")[0]:
        case "play":
            found, why = plays(view, table, ask), why_play
        case "take":
            found, why = takes(view, table, ask), why_take
        case "favorable-times":
            found, why = favorable(view, table, ask), why_favorable
        case "oath-vanir":
            found, why = [(table.weights[int(option.id)], (option.id,)) for option in ask.options], why_oath
        case "mjollnir":
            found, why = orders(view, table, ask), why_order
        case kind:
            raise ValueError(f"nothing is known of the question {kind!r}")
    found.sort(key=lambda one: -one[0])
    return [Judged(answer, worth, why(view, table, ask, answer)) for worth, answer in found[:IDEAS]]


# --- to play -------------------------------------------------------------------------------------------------------


def plays(view: ThorView, table: Table, ask: Ask) -> Worths:
    """What every way to play is worth, with the best god card taken after it."""
    s, box = view.seen, view.box
    last = s.will and len(s.offerings[ask.seat]) == 1
    stakes = [stake(look, table) for look in table.gods]
    gains = [gain(look, table, s.seats) if n else 0.0 for look, n in zip(table.gods, s.stacks, strict=True)]
    ahead = sum(stakes)
    now = sum([look.lead * counted(look) for look in table.gods])
    found: Worths = []
    for option in ask.options:
        card, at = what(view, option.id)
        look = table.gods[at]
        if card in box.god_of:
            after, cost = offered(look, box.value_of[card]), 0.0
            if last or after.placed == LIMIT:
                found.append((ended(view, table, ask.seat, at, after), (option.id,)))
                continue
        elif ">" in option.id:
            after, cost = with_card(view, table, ask.seat, card, at), keep(view, table, card)
        else:
            after, cost = look._replace(times=1, plus=0), keep(view, table, card)
        more = max([gain(after, table, s.seats) if s.stacks[at] else 0.0, *gains[:at], *gains[at + 1 :]])
        worth = ahead + stake(after, table) - stakes[at] + more - cost
        if after.placed == LIMIT - 1 > look.placed:
            worth += sixth(table, look, after, now, worth)
        found.append((worth, (option.id,)))
    return found


def what(view: ThorView, choice: str) -> tuple[str, int]:
    """The card that is played, and the place of the god it goes to."""
    card, _, god = choice.replace("<", ">").partition(">")
    return card, view.seen.gods.index(god or view.box.god_of[card])


def sixth(table: Table, look: Look, after: Look, now: float, worth: float) -> float:
    """What it brings, or costs, that whoever has the last offering to a god may end the round when it suits him."""
    [value] = after.mine or after.unseen
    open_now = now + look.lead * (counted(after._replace(value=value)) - counted(look))
    if after.mine:
        return SIXTH * max(0.0, open_now - worth)
    return -SIXTH * table.held * max(0.0, worth - open_now)


def ended(view: ThorView, table: Table, me: int, at: int, after: Look) -> float:
    """How far one is ahead if the round ends with this offering: all can be reckoned then."""
    points = at_the_end(view, table, me, at, after)
    ahead = points[me] - sum([n * w for n, w in zip(points, table.weights, strict=True)])
    if view.seen.round == view.seen.rounds:
        totals = [view.total(seat) + n for seat, n in enumerate(points)]
        best = max([n for seat, n in enumerate(totals) if seat != me])
        ahead += WIN * ((totals[me] > best) - (totals[me] < best))
    return ahead


def at_the_end(view: ThorView, table: Table, me: int, at: int, after: Look) -> list[int]:
    """What everybody scores if the round ends with this offering, with the best god card taken after it."""
    s = view.seen
    worth = [counted(after if i == at else look) for i, look in enumerate(table.gods)]
    points = [sum([n * v for n, v in zip(display, worth, strict=True)]) for display in s.displays]
    points[me] += max([v for v, n in zip(worth, s.stacks, strict=True) if n], default=0) + view.gifts()
    return points


def with_card(view: ThorView, table: Table, me: int, card: str, at: int) -> Look:
    """A god after an action card of the viewer has been placed above it."""
    s, look = view.seen, table.gods[at]
    match view.box.op(card):
        case TakeStack(most):
            return taken(look, s.seats, min(most, s.stacks[at]))
        case TakePlayer():
            victim = poorest(view, table, me, at)
            return taken(look, s.seats)._replace(lead=look.lead + 1 + table.weights[victim]) if victim >= 0 else look
        case Reorder():
            values = [view.box.value_of[one] for one in s.columns[at]]
            return look._replace(value=max(values) if look.lead > 0 else min(values)) if values else look
        case EachReturns():
            back = [w for w, display in zip(table.weights, s.displays, strict=True) if display[at]]
            return look._replace(lead=look.lead + sum(back) - bool(s.displays[me][at]))
        case op:
            times, plus = above(op)
            return look._replace(times=times, plus=plus)


def poorest(view: ThorView, table: Table, me: int, at: int) -> int:
    """From whom Oath of the Vanir had best take a card of a god: the strongest who has one; -1 for nobody."""
    able = [seat for seat, display in enumerate(view.seen.displays) if seat != me and display[at]]
    return max(able, key=lambda seat: table.weights[seat], default=-1)


def keep(view: ThorView, table: Table, card: str) -> float:
    """What an action card is worth in hand: Three Gifts its points, others the less the nearer the end is."""
    op = view.box.op(card)
    if isinstance(op, HandBonus):
        return op.n
    return KEEP * (1 - exp(-table.left / view.seen.seats / FADE))


def why_play(view: ThorView, table: Table, ask: Ask, answer: Answer) -> Msg:
    """What a way to play is good for."""
    s, box, choice = view.seen, view.box, answer[0]
    card, at = what(view, choice)
    god, look = s.gods[at], table.gods[at]
    if ">" in choice:
        match box.op(card):
            case TakeStack(most) if n := min(most, s.stacks[at]):
                return Msg("why.favorable", (god, n))
            case TakePlayer() if (victim := poorest(view, table, ask.seat, at)) >= 0:
                return Msg("why.oath", (god, victim))
            case EachReturns() if with_card(view, table, ask.seat, card, at).lead != look.lead:
                return Msg("why.cry", (god,))
        return why_value(view, table, at, with_card(view, table, ask.seat, card, at), "why.wait")
    if "<" in choice:
        return why_value(view, table, at, look._replace(times=1, plus=0), "why.wait")
    after = offered(look, box.value_of[card])
    if after.placed < LIMIT and not (s.will and len(s.offerings[ask.seat]) == 1):
        if after.placed == LIMIT - 1 and after.mine:
            return Msg("why.sixth", (god,))
        return why_value(view, table, at, after, "why.spare")
    points = at_the_end(view, table, ask.seat, at, after)
    ending = s.round == s.rounds
    if ending:
        points = [view.total(seat) + n for seat, n in enumerate(points)]
    ahead = points[ask.seat] - max([n for seat, n in enumerate(points) if seat != ask.seat])
    if ahead > 0:
        return Msg("why.end.match" if ending else "why.end", (ahead,))
    return Msg("why.end.still")


def why_value(view: ThorView, table: Table, at: int, after: Look, otherwise: str) -> Msg:
    """Why what a god counts is changed: for one's own cards, for those of the others, or for the next to be taken."""
    god, look = view.seen.gods[at], table.gods[at]
    before, now = counted(look), counted(after)
    if now > before and look.lead > 0:
        return Msg("why.raise", (god, now, before))
    if now < before and look.lead < 0:
        return Msg("why.lower", (god, now, before))
    if now > before and view.seen.stacks[at] and look.lead > -1:
        return Msg("why.prepare", (god, now))
    return Msg(otherwise)


# --- to take -------------------------------------------------------------------------------------------------------


def takes(view: ThorView, table: Table, ask: Ask) -> Worths:
    """What every god card brings, the top action card, or nothing."""
    s = view.seen
    last = ask.kind.startswith("take.last")
    found: Worths = []
    for option in ask.options:
        if option.id == "nothing":
            worth = 0.0
        elif option.id == "draw":
            worth = draw(view, table, ask.seat, last)
        else:
            look = table.gods[s.gods.index(option.id)]
            worth = counted(look) or USELESS if last else gain(look, table, s.seats)
        found.append((worth, (option.id,)))
    return found


def draw(view: ThorView, table: Table, me: int, last: bool) -> float:
    """What the top action card is worth, going by those that have not been seen."""
    s, box = view.seen, view.box
    unseen = box.count(ACTION)
    unseen.subtract([*s.out, *s.actions[me], *[card for slot in s.slots for card in slot]])
    gifts = other = 0
    for card, n in unseen.items():
        op = box.op(card)
        if isinstance(op, HandBonus):
            gifts += n * op.n
        else:
            other += n
    if last:
        return gifts / max(1, unseen.total()) or USELESS
    later = 1 - exp(-table.left / s.seats / FADE)
    return (gifts + other * KEEP * later) / max(1, unseen.total()) + DRAW * later


def why_take(view: ThorView, table: Table, ask: Ask, answer: Answer) -> Msg:
    """What speaks for a card of a stack."""
    s, choice = view.seen, answer[0]
    last = ask.kind.startswith("take.last")
    if choice == "nothing":
        return Msg("why.nothing.last" if last else "why.nothing")
    if choice == "draw":
        return Msg("why.draw.last" if last else "why.draw")
    look = table.gods[s.gods.index(choice)]
    now = counted(look)
    if last:
        return Msg("why.take.last", (choice, now))
    if look.mine and look.mine[-1] > look.value and look.times == 1:
        return Msg("why.take.raise", (choice, now, now + look.mine[-1] - look.value))
    if now == max([counted(one) for one, n in zip(table.gods, s.stacks, strict=True) if n]):
        return Msg("why.take.most", (choice, now))
    if look.unseen and sum(look.unseen) / len(look.unseen) > look.value:
        return Msg("why.take.hope", (choice, now))
    return Msg("why.take.best", (choice, now))


# --- what action cards ask -----------------------------------------------------------------------------------------


def favorable(view: ThorView, table: Table, ask: Ask) -> Worths:
    """Favorable Times: what so many cards of the stack bring."""
    look = table.gods[view.seen.gods.index(str(ask.args[0]))]
    return [(stake(taken(look, view.seen.seats, int(o.id)), table), (o.id,)) for o in ask.options]


def why_favorable(view: ThorView, table: Table, ask: Ask, answer: Answer) -> Msg:
    """Whether more cards of the god help."""
    god = str(ask.args[0])
    return Msg("why.more" if answer != ("0",) else "why.no-more", (god, view.values()[view.seen.gods.index(god)]))


def why_oath(view: ThorView, table: Table, ask: Ask, answer: Answer) -> Msg:
    """Why the card is taken from this player."""
    victim = int(answer[0])
    if table.weights[victim] == max(table.weights):
        return Msg("why.oath.leader", (victim,))
    return Msg("why.oath.other", (victim, str(ask.args[0])))


def orders(view: ThorView, table: Table, ask: Ask) -> Worths:
    """Mjollnir's Might: any of the offerings last, the others as they lie."""
    look = table.gods[view.seen.gods.index(str(ask.args[0]))]
    cards = [option.id for option in ask.options]
    found: Worths = []
    for card in cards:
        worth = stake(look._replace(value=view.box.value_of[card]), table)
        found.append((worth, (*[one for one in cards if one != card], card)))
    return found


def why_order(view: ThorView, table: Table, ask: Ask, answer: Answer) -> Msg:
    """For whom the last offering is good."""
    god = str(ask.args[0])
    look = table.gods[view.seen.gods.index(god)]
    n = counted(look._replace(value=view.box.value_of[answer[-1]]))
    if look.lead:
        return Msg("why.order.high" if look.lead > 0 else "why.order.low", (god, n))
    return Msg("why.order.even", (god, n))


# --- how the seats stand -------------------------------------------------------------------------------------------


def standing(view: ThorView) -> Sequence[float]:
    """By seat, about how likely it wins the match: by what its cards will probably count, and what may still change."""
    s = view.seen
    if not s.columns:
        return [1 / s.seats] * s.seats
    table = look_at(view, view.viewer or 0)
    worth = [likely(look, table.pace, table.held) for look in table.gods]
    got = [sum(display) + len(hand) for display, hand in zip(s.displays, s.actions, strict=True)]
    points = []
    for seat, display in enumerate(s.displays):
        n = view.total(seat) + sum([n * v for n, v in zip(display, worth, strict=True)])
        n += sum([KEEP if card == BACK else keep(view, table, card) for card in s.actions[seat]])
        points.append(n + USUAL * (max(got) - got[seat]))
    spread = (SWING * table.left / s.seats + MORE * (s.rounds - s.round)) ** 0.5
    best = max(points)
    shares = [exp((n - best) / max(SURE, spread)) for n in points]
    return [one / sum(shares) for one in shares]


WORDS = {
    # an offering, or an action card above a god
    "why.raise": "You have the lead in cards of {0:card}: each counts {1:n} instead of {2:n}.",
    "why.lower": "Others have the lead in cards of {0:card}: each counts {1:n} instead of {2:n}.",
    "why.prepare": "It makes a card of {0:card} count {1:n}, and there are some left to take.",
    "why.sixth": "You then hold the last offering to {0:card}, and end the round when it suits you.",
    "why.spare": "It costs you little, and better offerings stay in your hand for later.",
    "why.wait": "It spares you an offering that would do you more harm.",
    "why.end": "It ends the round while you are ahead in it by {0:n point points}.",
    "why.end.match": "It ends the match while you are ahead by {0:n point points}.",
    "why.end.still": "It ends the round, and to go on would probably cost you more.",
    "why.favorable": "It brings you {1:n card cards} of {0:card} besides the one you take.",
    "why.oath": "It brings you a card of {0:card}, and {1:seat} loses it.",
    "why.cry": "It costs the others more in cards of {0:card} than you.",
    # a god card, or an action card
    "why.take.raise": "{0:card} counts {1:n} now, and you hold an offering that makes it {2:n}.",
    "why.take.most": "{0:card} counts {1:n}: no god that is left counts more.",
    "why.take.hope": "{0:card} counts {1:n} now, and better offerings are still to come.",
    "why.take.best": "{0:card} counts {1:n} now, and will probably count more for you than the others.",
    "why.take.last": "The round ends, and {0:card} counts {1:n}.",
    "why.draw": "An action card may bring more than any god card that is left.",
    "why.draw.last": "It may be Three Gifts, and no god card brings more.",
    "why.nothing": "An action card would not help you any more.",
    "why.nothing.last": "Nothing that is left would bring you a point.",
    # what action cards ask
    "why.more": "More cards of {0:card} help you: it counts {1:n} now.",
    "why.no-more": "More cards of {0:card} would not help you: it counts {1:n} now.",
    "why.oath.leader": "{0:seat} stands best of those you can take from.",
    "why.oath.other": "{0:seat} has cards of {1:card} and will miss one.",
    "why.order.high": "You have the lead in cards of {0:card}: each counts {1:n}.",
    "why.order.low": "Others have the lead in cards of {0:card}: each counts {1:n}.",
    "why.order.even": "Nobody has the lead in cards of {0:card}: each counts {1:n}.",
}
