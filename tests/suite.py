"""Checks that every game must pass, written once: random whole games, words, secrecy, refusals, chance.

`games` has every game of the registry and the toy; `setups` all ways to play one that are worth a try; `play` a random
game step by step. A function named `check_...` raises AssertionError if something is not as it must be.
"""

from __future__ import annotations

import random
import re
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import comb, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.pretty import pretty_repr

from tests import toy
from thorgames import pages
from thorgames.core.ask import CHANCE, Answer, Ask, Pending, check_answer, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import NotLegal, Refusal
from thorgames.core.game import Game, Result, Setup
from thorgames.core.text import Event, Msg, Speaker, plain
from thorgames.core.zones import BACK, everybody, owner
from thorgames.games import registry

ROOT = Path(__file__).resolve().parent.parent

NAMES = ("[/]", "Åsa Ærø", "[red]x", "雪", "-1", "{x}")
"""Players whose names would be taken for something else if they were read as more than text."""

LIMIT = 5_000
"""Answers after which a game is taken to have no end."""

AnyGame = Game[Any, Any, Any]


# --- games, set-ups, random play -----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def games() -> dict[str, AnyGame]:
    """Every game of the registry, and the toy."""
    return {**{game_id: registry.load(game_id) for game_id in registry.GAMES}, "toy": toy.load()}


@lru_cache(maxsize=16)
def clauses(game_id: str) -> dict[str, pages.Entry]:
    """The clauses of a game's rules page."""
    if game_id == "toy":
        return pages.clauses_of(pages.parse((toy.HERE / "rules.md").read_text(encoding="utf-8"), "rules.md"))
    return pages.clauses(game_id)


def setups(game: AnyGame) -> list[Setup]:
    """Every mode with every number of seats.

    A setting with two values is tried with both, the others left as they are; then all have their first value, and all
    their last.
    """
    found: list[Setup] = []
    for mode in game.info.modes:
        for seats in mode.seats:
            values = {s.id: [c.value for c in s.choices if not c.why_not] for s in game.settings(mode.id, seats)}
            pairs = [key for key, able in values.items() if len(able) == 2]
            tried = [{key: value} for key in pairs[:1] for value in values[key]]
            tried += [{key: able[end] for key, able in values.items()} for end in (0, -1)]
            found += [game.setup(mode.id, seats, options) for options in tried]
    return [setup for i, setup in enumerate(found) if setup not in found[:i]]


def at_an_end(game: AnyGame, setup: Setup) -> bool:
    """Whether all settings have their first value, or all their last."""
    able = {s.id: [c.value for c in s.choices if not c.why_not] for s in game.settings(setup.mode, setup.seats)}
    return any(all(setup.options[key] == values[end] for key, values in able.items()) for end in (0, -1))


def name_of(setup: Setup) -> str:
    """A name for a set-up among the ids of tests."""
    return "-".join([setup.game, setup.mode, str(setup.seats), *(f"{k}={v}" for k, v in setup.options.items())])


class Step(NamedTuple):
    """One answer of a random game."""

    before: Any
    seat: int
    answer: Answer
    result: Result[Any]


def play(game: AnyGame, setup: Setup, seed: int, limit: int = LIMIT) -> Iterator[Step]:
    """A random game to its end; a refused answer or a game without end raises."""
    rng, dealer = random.Random(seed), Dealer(seed)
    state = game.new(setup)
    for _ in range(limit):
        pending = game.pending(state)
        if pending is None:
            return
        ask = rng.choice(pending.asks)
        answer = dealer.answer(ask) if ask.seat == CHANCE else legal(ask, rng)
        result = game.apply(state, ask.seat, answer)
        yield Step(state, ask.seat, answer, result)
        state = result.state
    raise AssertionError(f"{name_of(setup)}, seed {seed}: no end after {limit} answers")


def last(steps: Iterable[Step]) -> Any:
    """The state a game ends with."""
    state = None
    for step in steps:
        state = step.result.state
    return state


def viewers(state: Any) -> tuple[int | None, ...]:
    """The table, and every seat."""
    return (None, *range(state.seats)) if state.seats > 1 else (0,)


def speaker_for(game: AnyGame, seats: int) -> Speaker:
    """Who words the messages of a game, with names that are traps."""
    return game.speaker(NAMES[:seats])


# --- states and questions ------------------------------------------------------------------------------------------


def check_state(game: AnyGame, state: Any) -> None:
    """A resting state: no faults, nothing still to be told, an end or a question, and packing keeps it as it is."""
    assert game.faults(state) == ()
    assert state.told == ()
    pending = game.pending(state)
    assert (pending is None) == (game.outcome(state) is not None)
    packed = game.pack(state)
    again = game.unpack(packed)
    assert type(again) is type(state)
    assert again == state
    assert game.pack(again) == packed
    assert game.pending(again) == pending
    if pending is None:
        check_outcome(state)
    else:
        check_pending(game, state, pending)


def check_outcome(state: Any) -> None:
    """Every seat has a rank, equal ranks are shared (1, 1, 3) and fit the scores."""
    outcome = state.outcome
    assert len(outcome.ranks) == state.seats
    assert len(outcome.scores) in (0, state.seats)
    for a, b in product(range(len(outcome.scores)), repeat=2):
        if outcome.scores[a] > outcome.scores[b]:
            assert outcome.ranks[a] < outcome.ranks[b]


def check_pending(game: AnyGame, state: Any, pending: Pending) -> None:
    """No seat is asked twice, options have ids of their own, and a legal answer passes the check."""
    seats = [ask.seat for ask in pending.asks]
    assert len(set(seats)) == len(seats)
    known = clauses(game.info.id)
    for ask in pending.asks:
        assert (ask.seat == CHANCE) == (pending.mode == "chance")
        assert ask.seat == CHANCE or 0 <= ask.seat < state.seats
        assert ask.options or ask.lo == 0
        ids = [option.id for option in ask.options]
        assert len(set(ids)) == len(ids)
        answer = legal(ask, random.Random(len(ids)))
        assert check_answer(ask, answer) == answer
        assert game.check(state, ask.seat, answer) == answer
        assert ask.rule in known if ask.seat != CHANCE else ask.rule in ("", *known)


# --- what may be seen ----------------------------------------------------------------------------------------------


def check_views(game: AnyGame, state: Any, rng: random.Random) -> None:
    """What a viewer knows is in his view, what he may not know is not, and a guess fits the view."""
    for viewer in viewers(state):
        view = game.view(state, viewer)
        hidden: Counter[str] = Counter()  # a game may show older sizes of closed piles, but no card more or less
        for zone in game.layout.zones:
            piles = zip(zone.piles(state), zone.piles(view.seen), strict=True)
            for index, (true, seen) in enumerate(piles):
                assert BACK not in true
                if zone.seen(state, index, viewer):
                    assert seen == true
                else:
                    assert set(seen) <= {BACK}
                    hidden[zone.back_of(index)] += len(seen) - len(true)
        assert not any(hidden.values())
        assert view.seen.sealed == tuple(one for one in state.sealed if one[0] == viewer)
        assert view.seen.told == ()
        guess = game.guess(view, rng)
        assert game.faults(guess) == ()
        assert game.view(guess, viewer) == view


def look(game: AnyGame, speaker: Speaker, state: Any, viewer: int | None) -> dict[str, Any]:
    """Everything that a viewer can see of a state, in words where there are any.

    That is his view, who is asked what, his own question (in an open deal everybody's) with its labels, what is
    barred and what choices would do.
    """
    view = game.view(state, viewer)
    seen: dict[str, Any] = {"view": view, "progress": said(speaker, game.progress(view))}
    pending = game.pending(state)
    seen["asked"] = asked(pending)
    if pending is None:
        seen["reason"] = said(speaker, Msg(state.outcome.reason))
        return seen
    seen["prompts"] = [said(speaker, ask.prompt()) for ask in pending.asks]
    for ask in pending.asks:
        if ask.seat != viewer and pending.mode not in ("deal", "chance"):
            continue
        seen[f"ask {ask.seat}"] = ask
        seen[f"labels {ask.seat}"] = [said(speaker, ask.label(option)) for option in ask.options]
        seen[f"groups {ask.seat}"] = [speaker.card_name(o.group) for o in ask.options if o.group]
        if ask.seat != viewer:
            continue
        barred = game.barred(view, ask)
        seen["barred"] = [
            (b.id, said(speaker, Msg(b.says or ask.kind + ".option", b.refs)), said(speaker, b.why), b.rule)
            for b in barred
        ]
        tried = [(), legal(ask, random.Random(0)), *((option.id,) for option in ask.options), *half_chosen(ask)]
        seen["previews"] = [said(speaker, msg) for answer in tried for msg in game.preview(view, ask, answer)]
        seen["sums"] = [said(speaker, msg) for answer in tried if (msg := game.sums(ask, answer)) is not None]
    return seen


def half_chosen(ask: Ask) -> Iterator[Answer]:
    """Some of what a person may have chosen on the way to an answer: in any order, and not all of it legal."""
    rng, most = random.Random(0), min(ask.hi, len(ask.options))
    for _ in range(2 if most > 1 else 0):
        yield tuple(option.id for option in rng.sample(ask.options, rng.randint(2, most)))


def asked(pending: Pending | None) -> Any:
    """Who is asked what, as the whole table learns it."""
    return pending and (pending.mode, [(ask.seat, ask.kind, ask.args, ask.rule) for ask in pending.asks])


def said(speaker: Speaker, msg: Msg) -> str:
    """The words of a message, which must have some."""
    return _worded(speaker, speaker.plain(msg), msg.key)


def told(speaker: Speaker, event: Event, viewer: int | None) -> str:
    """The words of an event as a viewer reads them, which must have some."""
    return _worded(speaker, plain(speaker.tell(event, viewer)), event.kind)


def _worded(speaker: Speaker, text: str, key: str) -> str:
    bare = text
    for name in speaker.names:
        bare = bare.replace(name, "")
    assert text.strip(), f"no words for {key!r}"
    assert "{" not in bare and "}" not in bare, f"the words of {key!r} have a field that is not understood"
    return text


def check_words(game: AnyGame, speaker: Speaker, step: Step) -> None:
    """Every question, label, event, preview and refusal has words for everybody, and names clauses that exist."""
    state = step.result.state
    known = clauses(game.info.id)
    for viewer in viewers(state):
        seen = look(game, speaker, state, viewer)
        assert all(rule in known for _, _, _, rule in seen.get("barred", ()))
        for event in step.result.events:
            assert told(speaker, event, viewer)


# --- twin states ---------------------------------------------------------------------------------------------------


def check_twin(game: AnyGame, speaker: Speaker, step: Step, viewer: int | None, rng: random.Random) -> bool:
    """A viewer cannot tell a state from its twin, nor what comes of the same answer unless it taught him something.

    Returns:
        Whether the answer could be tried on both and did not teach him anything.
    """
    twin = game.scramble(step.before, viewer, rng)
    assert game.faults(twin) == ()
    _same(look(game, speaker, step.before, viewer), look(game, speaker, twin, viewer))
    try:
        other = game.apply(twin, step.seat, step.answer)
    except Refusal:
        return False  # the twin of another player's hand cannot answer the same
    one = step.result
    if game.taught(step.before, one.state, viewer, one.events) or game.taught(twin, other.state, viewer, other.events):
        return False
    assert asked(game.pending(one.state)) == asked(game.pending(other.state))
    # At the end of a part of the game, what counts in hand is scored, which all may see.
    if not one.state.outcome and not any(e.kind in game.chapters for e in one.events):
        heard = [[(e.seen_by(viewer), told(speaker, e, viewer)) for e in result.events] for result in (one, other)]
        assert heard[0] == heard[1], "a viewer can tell twin states apart by what happened"
        _same(look(game, speaker, one.state, viewer), look(game, speaker, other.state, viewer))
    return True


def _same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Two looks are the same, part for part."""
    assert one.keys() == other.keys()
    for key in one:
        assert one[key] == other[key], f"a viewer can tell twin states apart by: {key}"


# --- refusals ------------------------------------------------------------------------------------------------------


def bad_answers(ask: Ask) -> Iterator[Any]:
    """Answers that do not fit a question."""
    ids = [option.id for option in ask.options]
    yield ("no such option",)
    yield "no such option"
    yield list(ids)
    yield (1,)
    yield None
    if ids:
        yield (ids[0], ids[0])
        yield (*ids, "no such option")
        yield ids[0]
    if ask.lo > 0:
        yield ()
        yield tuple(ids[: ask.lo - 1])
    if ask.hi < len(ids):
        yield tuple(ids[: ask.hi + 1])


def check_refusals(game: AnyGame, speaker: Speaker, state: Any) -> None:
    """Bad answers, and answers of seats that are not asked, are refused with a sentence and change nothing."""
    packed, copy = game.pack(state), game.unpack(game.pack(state))
    pending = game.pending(state)
    asks = pending.asks if pending is not None else ()
    tried = [(ask.seat, bad) for ask in asks for bad in bad_answers(ask)]
    idle = {CHANCE, -2, state.seats, *range(state.seats)} - {ask.seat for ask in asks}
    tried += [(seat, answer) for seat in idle for answer in [("x",), (), *(legal(a, random.Random(1)) for a in asks)]]
    barred = [
        (ask.seat, one.id) for ask in asks if ask.seat >= 0 for one in game.barred(game.view(state, ask.seat), ask)
    ]
    for seat, answer in [*tried, *((seat, (one,)) for seat, one in barred)]:
        with pytest.raises(Refusal) as refused:
            game.apply(state, seat, answer)
        assert said(speaker, refused.value.msg)
        check_secret(game, [str(refused.value)])
        assert not barred or (seat, answer) not in barred or isinstance(refused.value, NotLegal)
        assert refused.value.rule in ("", *clauses(game.info.id))
    assert game.pending(state) == pending
    assert game.pack(state) == packed
    assert state == copy


# --- nothing written shows a card ----------------------------------------------------------------------------------


def marked(game: AnyGame) -> AnyGame:
    """The same game with cards whose names are marker words."""
    number = iter(range(10_000))
    toml = re.sub(
        r"^(name|original|short) = .*$", lambda m: f'{m[1]} = "Zq{next(number)}zQ"', game.box.toml, flags=re.M
    )
    return type(game)(type(game.box)(toml, "marked.toml"))


def markers(game: AnyGame) -> re.Pattern[str]:
    """What finds the id or the name of a card in a text."""
    cards = game.box.cards.values()
    own = {game.info.id, game.info.name}  # what a game is called is no secret, though a card may be called the same
    words = "|".join(sorted({re.escape(word) for card in cards for word in (card.id, card.name) if word not in own}))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")


def check_secret(game: AnyGame, texts: Iterable[str]) -> None:
    """No text has the id or the name of a card in it."""
    pattern = markers(game)
    for text in texts:
        found = pattern.search(re.sub(r"\S*[/\\]\S*", "", text))  # a path names games, not cards
        assert found is None, f"{found and found[0]} stands in: {text[:200]}"


def check_repr(game: AnyGame, *things: Any) -> None:
    """No way to print these shows a card."""
    check_secret(game, [show(thing) for thing in things for show in (repr, str, pretty_repr)])


def check_reprs(game: AnyGame, step: Step) -> None:
    """States, views, results, events, questions and the rest of what holds cards can be printed."""
    state = step.result.state
    pending = game.pending(state)
    things: list[Any] = [state, step.result, step.result.events, pending, state.outcome, Dealer(1)]
    for viewer in viewers(state):
        view = game.view(state, viewer)
        things += [view, view.seen]
        things += [event.seen_by(viewer) for event in step.result.events]
        for ask in pending.asks if pending is not None else ():
            if ask.seat == viewer:
                things += [ask, ask.options, ask.prompt(), game.barred(view, ask)]
                things += [game.preview(view, ask, (option.id,)) for option in ask.options]
    check_repr(game, *things)


def check_tracebacks(game: AnyGame, step: Step) -> int:
    """Errors in broken states tell no card; the number of errors there were."""
    errors = 0
    state = step.before
    for zone in game.layout.zones:
        value = getattr(state, zone.field)
        for broken in (tuple(() for _ in value) if zone.many else (), value * 2, ()):
            try:
                game.apply(state.but(**{zone.field: broken}), step.seat, step.answer)
            except Exception:
                errors += 1
                # Lines of code are quoted between; they are the same whatever is in the hands.
                told = [line for line in traceback.format_exc().splitlines() if not line.startswith("    ")]
                check_secret(game, ["\n".join(told)])
    return errors


def check_canary(game: AnyGame, speaker: Speaker, step: Step, public: frozenset[str] = frozenset()) -> None:
    """The words of a step name, to each viewer, only cards that he knows before or after it (or has been taught).

    Args:
        game, speaker, step: what was done.
        public: cards that all know though they lie in no zone.
    """
    before, after = step.before, step.result.state
    hidden = {card for cards in game.all_cards(after).values() for card in cards}
    for viewer in range(after.seats):
        if game.taught(before, after, viewer, step.result.events):
            continue
        known = {*game.layout.known(before, viewer), *game.layout.known(after, viewer), *public}
        unknown = {card: game.box.cards[card].name for card in hidden if card not in known}
        for event in step.result.events:
            text, args = told(speaker, event, viewer), event.seen_by(viewer).args
            for name in sorted((game.box.cards[card].name for card in known if card in game.box.cards), key=len)[::-1]:
                text = text.replace(name, "")  # the name of a hidden card may be part of that of a known one
            tells = [card for card, name in unknown.items() if card in args or name in text]
            assert not tells, f"{event.kind!r} tells {viewer} a card"


# --- chance --------------------------------------------------------------------------------------------------------


def dealt(game: AnyGame, setup: Setup, seed: int) -> Any:
    """A game after its first answers of chance: the first position that asks somebody."""
    dealer = Dealer(seed)
    state = game.new(setup)
    while (pending := game.pending(state)) is not None and pending.mode == "chance":
        state = game.apply(state, CHANCE, dealer.answer(pending.asks[0])).state
    return state


def places(game: AnyGame, state: Any, back: str) -> Iterator[tuple[tuple[Any, ...], str]]:
    """(place, card) for all cards with one back; a hand that is kept sorted is one place."""
    for zone in game.layout.zones:
        for index, pile in enumerate(zone.piles(state)):
            if zone.back_of(index) == back:
                for at, card in enumerate(pile):
                    yield (zone.field, index, 0 if zone.sees is owner else at), card


def check_uniform(game: AnyGame, setup: Setup, deals: int) -> int:
    """After many deals each card has lain at each place as often as chance would have it (chi-squared, p = 1e-6).

    Returns:
        How many cards were looked at.
    """
    first = dealt(game, setup, 0)
    counts: dict[str, Counter[tuple[Any, ...]]] = {}
    for seed in range(deals):
        state = dealt(game, setup, seed)
        for back in game.all_cards(state):
            for place, card in places(game, state, back):
                counts.setdefault(card, Counter())[place] += 1
    looked = 0
    open_to_all = {zone.back for zone in game.layout.zones} - {
        zone.back for zone in game.layout.zones if zone.sees is not everybody
    }
    for back, cards in game.all_cards(first).items():
        if back in open_to_all:  # nothing of it is dealt unseen
            continue
        sizes = Counter(place for place, _ in places(game, first, back))
        if len(sizes) < 2:
            continue
        for card, copies in cards.items():
            looked += 1
            share = {place: deals * copies * size / cards.total() for place, size in sizes.items()}
            chi = sum((counts[card][place] - e) ** 2 / e for place, e in share.items())
            df = len(sizes) - 1
            most = df * (1 - 2 / (9 * df) + 4.75 * sqrt(2 / (9 * df))) ** 3  # Wilson and Hilferty
            assert chi < most, f"{card}: chi-squared {chi:.0f} of {most:.0f} in {deals} deals"
    return looked


def same_hand(cards: Counter[str], size: int, times: int = 2) -> float:
    """How likely so many hands of that size, each dealt from all of these cards, are equal."""
    ways = [1] + [0] * size  # coefficients of the product over all cards of sum(comb(copies, k) ** times * x ** k)
    for copies in cards.values():
        ways = [sum(ways[n - k] * comb(copies, k) ** times for k in range(min(n, copies) + 1)) for n in range(size + 1)]
    return float(ways[size]) / comb(cards.total(), size) ** times


def check_no_repeats(cards: Counter[str], hands: list[tuple[str, ...]]) -> None:
    """First hands of many games are equal no more often than chance has it."""
    n, size = len(hands), len(hands[0])
    pairs = sum(comb(many, 2) for many in Counter(hands).values())
    two, three = same_hand(cards, size), same_hand(cards, size, 3)
    expected = comb(n, 2) * two
    # Two pairs with a hand in common are not independent of each other.
    variance = comb(n, 2) * two * (1 - two) + n * (n - 1) * (n - 2) * (three - two**2)
    most = expected + 6 * sqrt(variance) + 3
    assert pairs <= most, f"{pairs} pairs of equal first hands in {n} games, {expected:.1f} expected"
