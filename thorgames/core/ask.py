"""Questions and answers: the one form in which anything is decided, by persons, bots, scripts and chance alike."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Literal

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
- reaction: one known seat may react; the table is told "NAME: look, or let it happen".
- claim: any of several seats may react; one public screen asks which; the first that reacts closes the question.
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
    if len(answer) == 1 and ask.lo <= 1 <= ask.hi and not ask.need and not ask.budget:  # nearly every answer
        wanted = answer[0]
        for option in ask.options:
            if option.id == wanted:
                return answer
        raise Malformed(Msg("refused.unknown"), ask.rule)
    if not isinstance(answer, tuple) or not all(isinstance(a, str) for a in answer):
        raise Malformed(Msg("refused.form"), ask.rule)
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
        k = rng.randint(ask.lo, min(ask.hi, len(options)))
        picked = rng.sample(range(len(options)), k)
        if not ask.ordered:
            picked.sort()
        return tuple(options[i].id for i in picked)
    order = list(range(len(options)))
    rng.shuffle(order)
    found = _within_sums(ask, order, rng)
    if found is None:
        raise RulesError(f"an ask of kind {ask.kind!r} has no legal answer")
    if not ask.ordered:
        found.sort()
    return tuple(options[i].id for i in found)


def _within_sums(ask: Ask, order: list[int], rng: random.Random) -> list[int] | None:
    """The first choice, trying options in this order, that keeps lo, hi, need and budget; None without one."""
    parts = max(len(ask.need), len(ask.budget))
    need = ask.need + (0,) * (parts - len(ask.need))
    worth = [tuple(o.amount) + (0,) * (parts - len(o.amount)) for o in ask.options]
    wanted = rng.randint(ask.lo, min(ask.hi, len(order)))
    # What the options from a place on could still add, to give up early.
    rest = [[0] * parts for _ in range(len(order) + 1)]
    for i in range(len(order) - 1, -1, -1):
        rest[i] = [r + max(0, w) for r, w in zip(rest[i + 1], worth[order[i]], strict=True)]

    def fits(sums: tuple[int, ...]) -> bool:
        return all(s <= b for s, b in zip(sums, ask.budget, strict=False))

    def search(at: int, chosen: list[int], sums: tuple[int, ...], least: int) -> list[int] | None:
        if len(chosen) >= least and all(s >= n for s, n in zip(sums, need, strict=True)) and fits(sums):
            return list(chosen)
        if at == len(order) or len(chosen) == ask.hi:
            return None
        if any(s + r < n for s, r, n in zip(sums, rest[at], need, strict=True)):
            return None
        i = order[at]
        more = tuple(s + w for s, w in zip(sums, worth[i], strict=True))
        if fits(more) or any(w < 0 for o in worth for w in o):
            chosen.append(i)
            found = search(at + 1, chosen, more, least)
            chosen.pop()
            if found is not None:
                return found
        return search(at + 1, chosen, sums, least)

    for least in dict.fromkeys((wanted, ask.lo)):
        found = search(0, [], (0,) * parts, least)
        if found is not None:
            return found
    return None
