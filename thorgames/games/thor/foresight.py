"""What a seat at Thor can foresee: who leads in cards of each god, and what these will probably count in the end.

A god is foreseen by its value now, by what oneself could still lay on it, and by what may yet come out of the hands of
the others, who raise the gods they have and lower those they have not.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from thorgames.core.effects import Op
from thorgames.games.thor.cards import ThorBox, ValueAdd, ValueSet, ValueTimes
from thorgames.games.thor.view import LIMIT, ThorView

PULL = 1.5
"""So many cards more than the average of a god make a player do all he can for it; as many less, against it."""

HOPE = 0.5
"""How much of what everybody wishes comes true; for the rest it goes as it comes."""

REACH = 0.6
"""How far the others can do what they want: the right card may be in another hand, or set aside."""

ANSWER = 0.7
"""How likely one finds the turn to lay an offering of one's own on one of the others; he may answer that again."""

LASTING = 0.75
"""How likely a card above a god stays there until the end."""

TURNS = 0.65
"""Which part of the turns that are possible a round has; it ends with the first sixth offering to any god."""

RIVAL = 6.0
"""So many points behind the best of the others, somebody counts for much less among them."""


# --- what lies open ------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """A god as the viewer sees it.

    Attributes:
        value: of the last offering, 0 without one.
        placed: offerings beneath it.
        mine: values of the viewer's own offerings to it, sorted.
        unseen: values of those that are in other hands or set aside, sorted.
        times, plus: what the card above it makes of its value.
        lead: how many more cards of it the viewer has than the others, the strongest of them counting most.
        tilt: whether the others want it high (up to 1) or low (down to -1).
    """

    value: int
    placed: int
    mine: tuple[int, ...]
    unseen: tuple[int, ...]
    times: int
    plus: int
    lead: float
    tilt: float


class Table(NamedTuple):
    """How the round stands for the viewer.

    Attributes:
        gods: one look at each.
        weights: by seat, how much its points count against the viewer's; they add up to 1, his own is 0.
        pace: how likely any one offering in a hand is placed before the end.
        held: how likely an offering that the viewer does not see is in a hand, not set aside.
        left: the turns that are still to come, about.
        free: how likely one finds a turn of one's own for an offering that one wants to lay.
    """

    gods: tuple[Look, ...]
    weights: tuple[float, ...]
    pace: float
    held: float
    left: float
    free: float


@lru_cache(maxsize=8)
def offerings(box: ThorBox) -> dict[str, tuple[tuple[str, int], ...]]:
    """God -> its offerings with their values, the lowest first."""
    found: dict[str, list[tuple[str, int]]] = {god: [] for god in box.all_gods}
    for card, god in box.god_of.items():
        found[god].append((card, box.value_of[card]))
    return {god: tuple(sorted(cards, key=lambda one: one[1])) for god, cards in found.items()}


def above(op: Op) -> tuple[int, int]:
    """What an action card above a god makes of its value: so many times it, plus so much."""
    match op:
        case ValueAdd(n):
            return 1, n
        case ValueSet(n):
            return 0, n
        case ValueTimes(k):
            return k, 0
    return 1, 0


def rivals(view: ThorView, me: int) -> tuple[float, ...]:
    """How much the points of each other seat count: those of the leader most."""
    s = view.seen
    if s.seats == 2:
        return (0.0, 1.0) if me == 0 else (1.0, 0.0)
    points = [view.total(seat) + view.points(seat) for seat in range(s.seats)]
    best = max([n for seat, n in enumerate(points) if seat != me])
    found = [0.0 if seat == me else exp((n - best) / RIVAL) for seat, n in enumerate(points)]
    together = sum(found)
    return tuple([one / together for one in found])


def turns_left(view: ThorView) -> float:
    """About how many turns are still to come in the round."""
    s = view.seen
    left = TURNS * sum([LIMIT - 1 - len(column) for column in s.columns])
    if s.will:  # action cards make it longer, the first empty hand ends it
        left = min(left + 2, s.seats * (min([len(hand) for hand in s.offerings]) + 0.5))
    return max(1.0, left)


def look_at(view: ThorView, me: int) -> Table:
    """Read the round off the view."""
    s, box = view.seen, view.box
    hand, seats, weights = s.offerings[me], s.seats, rivals(view, me)
    gods = []
    for at, god in enumerate(s.gods):
        column, slot = s.columns[at], s.slots[at]
        mine, unseen = [], []
        for card, value in offerings(box)[god]:
            if card in hand:
                mine.append(value)
            elif card not in column:
                unseen.append(value)
        counts = [display[at] for display in s.displays]
        lead = counts[me] - sum([n * w for n, w in zip(counts, weights, strict=True)])
        average = sum(counts) / seats
        pulls = [max(-1.0, min(1.0, (n - average) / PULL)) for n in counts]
        tilt = (sum(pulls) - pulls[me]) / (seats - 1)
        times, plus = above(box.op(slot[0])) if slot else (1, 0)
        value = box.value_of[column[-1]] if column else 0
        gods.append(Look(value, len(column), tuple(mine), tuple(unseen), times, plus, lead, tilt))
    in_hands = sum([len(cards) for cards in s.offerings])
    others, left = in_hands - len(hand), turns_left(view)
    pace = min(1.0, left / max(1, in_hands))
    wishes = sum([wished(look) != look.value for look in gods])
    free = min(1.0, left / seats / max(1, wishes))
    return Table(tuple(gods), weights, pace, others / max(1, others + len(s.aside)), left, free)


def wished(look: Look) -> int:
    """The value that the viewer would like a god to have, of those he can give it."""
    if not look.lead or not look.mine:
        return look.value
    return max(look.value, look.mine[-1]) if look.lead > 0 else min(look.value, look.mine[0])


# --- what a god will be worth --------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def foreseen(look: Look, pace: float, held: float, free: float) -> float:
    """What a card of this god will probably count in the end.

    Either nobody of the others offers to it any more, and then oneself may still do as one likes; or somebody does,
    as he likes, and perhaps one can answer that.
    """
    value = float(look.value)
    if look.placed < LIMIT:
        theirs, quiet = value, 1.0
        if look.unseen:
            theirs = sum(look.unseen) / len(look.unseen)
            if look.tilt:
                edge = look.unseen[-1] if look.tilt > 0 else look.unseen[0]
                theirs += REACH * abs(look.tilt) * (edge - theirs)
            quiet = (1 - pace) ** (len(look.unseen) * held)
        if look.mine and look.lead:
            answered = ANSWER * len(look.mine) / (len(look.mine) + len(look.unseen) * held)
            value += free * (wished(look) - value)
            if look.lead > 0:
                theirs += answered * max(0.0, look.mine[-1] - theirs)
            else:
                theirs += answered * min(0.0, look.mine[0] - theirs)
        value = quiet * value + (1 - quiet) * theirs
    if look.times == 1 and not look.plus:
        return value
    return LASTING * (look.times * value + look.plus) + (1 - LASTING) * value


@lru_cache(maxsize=100_000)
def likely(look: Look, pace: float, held: float) -> float:
    """The same without an eye to anybody's wishes: what lies there, or the average of what has not been laid yet."""
    return foreseen(look._replace(mine=(), unseen=(*look.mine, *look.unseen), tilt=0.0), pace, held, 1.0)


def stake(look: Look, table: Table) -> float:
    """By how much a god will probably bring the viewer more than the others."""
    if not look.lead:
        return 0.0
    wished_for = foreseen(look, table.pace, table.held, table.free)
    return look.lead * (HOPE * wished_for + (1 - HOPE) * likely(look, table.pace, table.held))


def counted(look: Look) -> int:
    """What a card of the god counts now."""
    return look.times * look.value + look.plus if look.placed else 0


def offered(look: Look, value: int) -> Look:
    """The god after an offering of the viewer."""
    at = look.mine.index(value)
    return look._replace(value=value, placed=look.placed + 1, mine=look.mine[:at] + look.mine[at + 1 :])


def taken(look: Look, seats: int, n: int = 1) -> Look:
    """The god after the viewer has taken cards of it."""
    return look._replace(lead=look.lead + n, tilt=max(-1.0, look.tilt - n / (seats * PULL)))


def gain(look: Look, table: Table, seats: int) -> float:
    """What one more card of a god brings the viewer."""
    return stake(taken(look, seats), table) - stake(look, table)
