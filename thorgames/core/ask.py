"""Questions and answers: the one form in which anything is decided, by persons, bots, scripts and chance alike."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add, ge, le, sub
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


class Option(Struct, frozen=True, gc=False):
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


class Ask(Struct, frozen=True, gc=False):
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


class Pending(Struct, frozen=True, gc=False):
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
    return _sums(parts, [by_id[oid] for oid in answer])


def _sums(parts: int, amounts: Iterable[Amounts]) -> Amounts:
    """Amounts added up part for part."""
    sums = [0] * parts
    for amount in amounts:
        for i, n in enumerate(amount):
            sums[i] += n
    return tuple(sums)


def check_answer(ask: Ask, answer: Answer) -> Answer:
    """The answer in its normal form (an unordered one in the order of the options).

    Raises:
        Malformed: an unknown option, one named twice, too few or too many.
        NotLegal: the amounts miss the need or exceed the budget.
    """
    if not isinstance(answer, tuple):
        raise Malformed(Msg("refused.form"), ask.rule)
    n, options = len(answer), ask.options
    right, sums = ask.lo <= n <= ask.hi, ask.need or ask.budget
    if n < 2 and right and not sums:  # nearly every answer
        if not n:
            return answer
        only = answer[0]
        for option in options:
            if option.id == only:
                return answer
    try:
        wanted = set(answer)
    except TypeError:  # what cannot stand in a set is no text either
        raise Malformed(Msg("refused.form"), ask.rule) from None
    chosen = [option for option in options if option.id in wanted]
    if not len(chosen) == len(wanted) == n:
        if not all([isinstance(a, str) for a in answer]):
            raise Malformed(Msg("refused.form"), ask.rule)
        raise Malformed(Msg("refused.unknown" if len(chosen) < len(wanted) else "refused.twice"), ask.rule)
    if not right:
        raise Malformed(_miscounted(ask), ask.rule)
    if sums:
        found = _sums(max(len(ask.need), len(ask.budget)), [option.amount for option in chosen])
        if not all(map(ge, found, ask.need)):
            raise NotLegal(Msg("refused.need"), ask.rule)
        if not all(map(le, found, ask.budget)):
            raise NotLegal(Msg("refused.budget"), ask.rule)
    return answer if ask.ordered or n < 2 else tuple([option.id for option in chosen])


def _miscounted(ask: Ask) -> Msg:
    """What to say of too few or too many: how many are to be chosen."""
    lo, hi = ask.lo, ask.hi
    if lo == hi:
        return Msg("refused.count", (lo,))
    if not lo:
        return Msg("refused.count.most", (hi,))
    return Msg("refused.count.either" if hi == lo + 1 else "refused.count.range", (lo, hi))


def legal(ask: Ask, rng: random.Random) -> Answer:
    """A legal answer drawn at random, sums included.

    Without sums every answer of a given length is equally likely; with sums the options are tried in random order.

    Raises:
        RulesError: the ask has no legal answer.
    """
    options = ask.options
    if ask.lo == ask.hi == 1 and not ask.need and not ask.budget and options:
        return (options[int(rng.random() * len(options))].id,)
    lo, hi, size = ask.lo, ask.hi, len(options)
    if lo > size:
        raise RulesError(f"an ask of kind {ask.kind!r} has no legal answer")
    if ask.need or ask.budget:
        found = _within_sums(ask, _shuffled(size, rng), rng)
        if found is None:
            raise RulesError(f"an ask of kind {ask.kind!r} has no legal answer")
        if not ask.ordered:
            found.sort()
        return tuple([options[i].id for i in found])
    if hi == 1:  # one of them, or none
        if rng.random() < 0.5 or not size:
            return ()
        return (options[int(rng.random() * size)].id,)
    k = lo + int(rng.random() * (min(hi, size) - lo + 1))
    order = list(range(size))
    for i in range(k):  # the first steps of a shuffle; `sample` does the same with more ado
        j = i + int(rng.random() * (size - i))
        order[i], order[j] = order[j], order[i]
    picked = order[:k]
    if not ask.ordered:
        picked.sort()
    return tuple([options[i].id for i in picked])


def _below(n: int, rng: random.Random) -> int:
    """A number below n: the same that `randrange` would draw, with less ado."""
    bits = n.bit_length()
    drawn = rng.getrandbits(bits)
    while drawn >= n:
        drawn = rng.getrandbits(bits)
    return drawn


def _shuffled(n: int, rng: random.Random) -> list[int]:
    """The numbers below n in the order that `shuffle` would bring them into, with less ado."""
    order, drawn = list(range(n)), rng.getrandbits
    for i in range(n - 1, 0, -1):
        bits = (i + 1).bit_length()
        j = drawn(bits)
        while j > i:
            j = drawn(bits)
        order[i], order[j] = order[j], order[i]
    return order


def _within_sums(ask: Ask, order: list[int], rng: random.Random) -> list[int] | None:
    """A choice that keeps lo, hi, need and budget, trying options in the given order; None if there is none."""
    parts = max(len(ask.need), len(ask.budget))
    worth = [option.amount for option in ask.options]
    if set(map(len, worth)) != {parts}:
        worth = [amount + (0,) * (parts - len(amount)) for amount in worth]
    found = _straight_on(ask, order, worth)
    if found is None:
        found = _searched(ask, order, worth)
    if found is None:
        return None
    # It stops at the least that will do: more of the options are as legal.
    wanted = len(found) + _below(min(ask.hi, len(order)) - len(found) + 1, rng)
    if wanted > len(found):
        sums = _sums(parts, [worth[i] for i in found])
        left = tuple(map(sub, ask.budget, sums))
        for i in order:
            if len(found) == wanted:
                break
            if i not in found and all(map(le, worth[i], left)):
                more = _sums(parts, (sums, worth[i]))
                if all(map(ge, more, ask.need)):
                    found, sums = [*found, i], more
                    left = tuple(map(sub, ask.budget, sums))
    return found


def _right(ask: Ask, sums: Sequence[int]) -> bool:
    """Whether sums reach the need and keep to the budget."""
    return all(map(ge, sums, ask.need)) and all(map(le, sums, ask.budget))


def _straight_on(ask: Ask, order: list[int], worth: list[Amounts]) -> list[int] | None:
    """Take options in the given order, leaving out what is too much; None where that does not lead to an answer."""
    sums: Amounts = (0,) * max(len(ask.need), len(ask.budget))
    found: list[int] = []
    enough = not ask.lo and _right(ask, sums)
    for i in order:
        if enough:
            return found
        if len(found) == ask.hi:
            return None
        more = tuple(map(add, sums, worth[i]))
        if all(map(le, more, ask.budget)):
            found.append(i)
            sums = more
            enough = len(found) >= ask.lo and all(map(ge, sums, ask.need))
    return found if enough else None


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
