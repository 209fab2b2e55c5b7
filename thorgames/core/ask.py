"""Questions and answers: the one form in which anything is decided, by persons, bots, scripts and chance alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from thorgames.core.errors import Malformed, NotLegal, RulesError
from thorgames.core.text import Arg, Msg

CHANCE = -1
"""The seat that answers for chance; the dealer of a session sits there."""

Answer = tuple[str, ...]
"""Option ids, always; one ask is one confirmed decision."""

Amounts = tuple[int, ...]
"""One number for each thing that is counted (nuggets, wood, bones ...); () where nothing is."""

Mode = Literal["turn", "reaction", "claim", "sealed", "deal", "chance"]
"""How a question is put to the table.

- turn: a seat acts; its screen shows its hand.
- reaction: one known seat may react; the table is told "NAME: look, or let it happen"; the answer () lets it happen.
- claim: any of several seats may react; one public screen asks which; the first that reacts closes the question, and
  the answer () is to pass.
- sealed: all asked seats choose unseen, and the choices are opened together.
- deal: bids and offers; made from what everybody knows, so that the public screen serves and no hand need be opened.
- chance: shuffles and random picks, answered by the dealer.
"""


class Option(Struct, frozen=True):
    """One thing that may be chosen.

    Attributes:
        id: what an answer names.
        refs: what it is about (card ids, seats, numbers): what a screen highlights, and the arguments of its label.
        says: key of its label; "" stands for the ask's kind + ".option".
        amount: what it adds towards the ask's need and budget.
        group: options of one group are chosen in two steps on a screen, first the group (a card id), then the option.
    """

    id: str
    refs: tuple[Arg, ...] = ()
    says: str = ""
    amount: Amounts = ()
    group: str = ""

    def __repr__(self) -> str:
        """No card in it: an option may name a card of a hand."""
        return "<Option>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


class Ask(Struct, frozen=True):
    """A question to one seat, answered by `lo` to `hi` of its options.

    Attributes:
        seat: who decides; `CHANCE` for the dealer.
        kind: what is decided; the key of the prompt in the game's words.
        options: every option that is legal now. Never empty, unless nothing at all can be chosen (lo = 0).
        args: arguments of the prompt.
        lo, hi: how many options an answer names.
        ordered: whether the order of the answer counts; if not, it is kept in the order of the options.
        need: what the amounts of the chosen options must reach, each part for itself.
        budget: what they must not exceed, each part for itself.
        rule: the clause where the rules panel opens.
    """

    seat: int
    kind: str
    options: tuple[Option, ...]
    args: tuple[Arg, ...] = ()
    lo: int = 1
    hi: int = 1
    ordered: bool = False
    need: Amounts = ()
    budget: Amounts = ()
    rule: str = ""

    def label(self, option: Option) -> Msg:
        """The words for one of the options."""
        return Msg(option.says or self.kind + ".option", option.refs)

    def prompt(self) -> Msg:
        """The words of the question."""
        return Msg(self.kind, self.args)

    def __repr__(self) -> str:
        """No card in it: the options of an ask may be somebody's hand."""
        return f"<Ask {self.kind!r} to {self.seat}, {len(self.options)} options>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


class Pending(Struct, frozen=True):
    """What the game waits for. With the modes "sealed" and "claim" several seats may be asked at once."""

    mode: Mode
    asks: tuple[Ask, ...]

    def ask_of(self, seat: int) -> Ask | None:
        """The question this seat is asked, or None."""
        for ask in self.asks:
            if ask.seat == seat:
                return ask
        return None


class Barred(Struct, frozen=True):
    """Something a player might try to choose but may not, with the reason and its clause."""

    id: str
    refs: tuple[Arg, ...]
    why: Msg
    rule: str
    says: str = ""

    def __repr__(self) -> str:
        """No card in it."""
        return f"<Barred by {self.rule}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card either."""
        return []


@lru_cache(maxsize=256)
def numbered(n: int) -> tuple[Option, ...]:
    """Options "0" to "n-1", for questions about places in a pile."""
    return tuple(Option(str(i), (i,)) for i in range(n))


def total(ask: Ask, answer: Answer) -> Amounts:
    """The sum of the amounts of the chosen options, one number for each part of need or budget."""
    parts = max(len(ask.need), len(ask.budget))
    if not parts:
        return ()
    by_id = {o.id: o.amount for o in ask.options}
    sums = [0] * parts
    for oid in answer:
        for i, n in enumerate(by_id[oid]):
            sums[i] += n
    return tuple(sums)


def check_answer(ask: Ask, answer: Answer) -> Answer:
    """The answer in its normal form (an unordered one in the order of the options).

    Raises:
        Malformed: an unknown option, one named twice, too few or too many.
        NotLegal: the amounts miss the need or exceed the budget.
    """
    if not isinstance(answer, tuple) or not all([isinstance(a, str) for a in answer]):
        raise Malformed(Msg("refused.form"), ask.rule)
    if len(answer) == 1 and ask.lo <= 1 <= ask.hi and not ask.need and not ask.budget:  # nearly every answer
        wanted = answer[0]
        for option in ask.options:
            if option.id == wanted:
                return answer
        raise Malformed(Msg("refused.unknown"), ask.rule)
    place = {o.id: i for i, o in enumerate(ask.options)}
    if any(a not in place for a in answer):
        raise Malformed(Msg("refused.unknown"), ask.rule)
    if len(set(answer)) != len(answer):
        raise Malformed(Msg("refused.twice"), ask.rule)
    if not ask.lo <= len(answer) <= ask.hi:
        raise Malformed(Msg("refused.count", (ask.lo, ask.hi)), ask.rule)
    if ask.need or ask.budget:
        sums = total(ask, answer)
        if any(s < n for s, n in zip(sums, ask.need, strict=False)):
            raise NotLegal(Msg("refused.need"), ask.rule)
        if any(s > b for s, b in zip(sums, ask.budget, strict=False)):
            raise NotLegal(Msg("refused.budget"), ask.rule)
    return answer if ask.ordered else tuple(sorted(answer, key=place.__getitem__))


def legal(ask: Ask, rng: random.Random) -> Answer:
    """A legal answer drawn at random, sums included.

    Without sums every answer of a given length is equally likely; with sums the options are tried in random order.

    Raises:
        RulesError: the ask has no legal answer.
    """
    options = ask.options
    if ask.lo == ask.hi == 1 and not ask.need and not ask.budget and options:
        return (options[int(rng.random() * len(options))].id,)
    if ask.lo > len(options):
        raise RulesError(f"an ask of kind {ask.kind!r} has no legal answer")
    if not ask.need and not ask.budget:
        size = len(options)
        if ask.hi == 1:  # one of them, or none
            if rng.random() < 0.5 or not size:
                return ()
            return (options[int(rng.random() * size)].id,)
        k = ask.lo + int(rng.random() * (min(ask.hi, size) - ask.lo + 1))
        order = list(range(size))
        for i in range(k):  # the first steps of a shuffle; `sample` does the same with more ado
            j = i + int(rng.random() * (size - i))
            order[i], order[j] = order[j], order[i]
        picked = order[:k]
        if not ask.ordered:
            picked.sort()
        return tuple([options[i].id for i in picked])
    order = list(range(len(options)))
    rng.shuffle(order)
    found = _within_sums(ask, order, rng)
    if found is None:
        raise RulesError(f"an ask of kind {ask.kind!r} has no legal answer")
    if not ask.ordered:
        found.sort()
    return tuple(options[i].id for i in found)


def _within_sums(ask: Ask, order: list[int], rng: random.Random) -> list[int] | None:
    """A choice that keeps lo, hi, need and budget, trying options in the given order; None if there is none."""
    parts = max(len(ask.need), len(ask.budget))
    worth = [o.amount + (0,) * (parts - len(o.amount)) for o in ask.options]
    found = _straight_on(ask, order, worth)
    if found is None:
        found = _searched(ask, order, worth)
    if found is None:
        return None
    # It stops at the least that will do: more of the options are as legal.
    wanted = rng.randint(len(found), min(ask.hi, len(order)))
    if wanted > len(found):
        sums = [sum(column) for column in zip(*[worth[i] for i in found], strict=True)] or [0] * parts
        for i in order:
            if len(found) < wanted and i not in found:
                more = [s + w for s, w in zip(sums, worth[i], strict=True)]
                if _right(ask, more):
                    found, sums = [*found, i], more
    return found


def _right(ask: Ask, sums: Sequence[int]) -> bool:
    """Whether sums reach the need and keep to the budget."""
    enough = all([s >= n for s, n in zip(sums, ask.need, strict=False)])
    return enough and all([s <= b for s, b in zip(sums, ask.budget, strict=False)])


def _straight_on(ask: Ask, order: list[int], worth: list[Amounts]) -> list[int] | None:
    """Take options in the given order, leaving out what is too much; None where that does not lead to an answer."""
    sums = [0] * max(len(ask.need), len(ask.budget))
    budget = ask.budget
    found: list[int] = []
    for i in order:
        if len(found) >= ask.lo and _right(ask, sums):
            return found
        if len(found) == ask.hi:
            return None
        more = [s + w for s, w in zip(sums, worth[i], strict=True)]
        for s, b in zip(more, budget, strict=False):
            if s > b:
                break
        else:
            found.append(i)
            sums = more
    return found if len(found) >= ask.lo and _right(ask, sums) else None


def _searched(ask: Ask, order: list[int], worth: list[Amounts]) -> list[int] | None:
    """The same, going back where it leads nowhere."""
    parts = max(len(ask.need), len(ask.budget))
    # What the options from a place on could still add or take away, to give up early.
    more = [[0] * parts for _ in range(len(order) + 1)]
    less = [[0] * parts for _ in range(len(order) + 1)]
    for i in range(len(order) - 1, -1, -1):
        more[i] = [m + max(0, w) for m, w in zip(more[i + 1], worth[order[i]], strict=True)]
        less[i] = [m + min(0, w) for m, w in zip(less[i + 1], worth[order[i]], strict=True)]

    def plus(sums: Amounts, i: int) -> Amounts:
        return tuple([s + w for s, w in zip(sums, worth[i], strict=True)])

    dead: set[tuple[int, int, Amounts]] = set()  # (place, number chosen, sums) from which nothing was found

    def search(at: int, chosen: list[int], sums: Amounts) -> list[int] | None:
        if len(chosen) >= ask.lo and _right(ask, sums):
            return chosen
        here = (at, len(chosen), sums)
        if at == len(order) or len(chosen) == ask.hi or here in dead:
            return None
        too_little = any([s + m < n for s, m, n in zip(sums, more[at], ask.need, strict=False)])
        too_much = any([s + m > b for s, m, b in zip(sums, less[at], ask.budget, strict=False)])
        if not too_little and not too_much:
            i = order[at]
            found = search(at + 1, [*chosen, i], plus(sums, i))
            if found is None:
                found = search(at + 1, chosen, sums)
            if found is not None:
                return found
        dead.add(here)
        return None

    return search(0, [], (0,) * parts)
