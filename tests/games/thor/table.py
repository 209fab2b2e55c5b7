"""Positions of Thor for the tests, and short words for its cards and answers.

A card has a code: a god ``Fa Od Th Nj Fr Ba``, an offering its god's code and value (``Fa3``), an action card two
signs (``FT``). An answer is said with codes too: ``Fa3`` places an offering, ``FT>Fa`` places an action card,
``3G<Fa`` removes one, ``Fa`` takes a god card, ``draw`` and ``nothing`` are themselves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from thorgames.core.ask import CHANCE, Ask, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import Refusal
from thorgames.games import registry
from thorgames.games.thor.rules import PlayStep

GAME = registry.load("thor")
BOX = GAME.box

GODS = {
    "Fa": "god-freya",
    "Od": "god-odin",
    "Th": "god-thor",
    "Nj": "god-njord",
    "Fr": "god-freyr",
    "Ba": "god-baldur",
}
ACTIONS = {
    "3G": "act-three-gifts",
    "FT": "act-favorable-times",
    "OV": "act-oath-vanir",
    "-3": "act-intrigues",
    "+3": "act-advice",
    "-2": "act-ploy",
    "+2": "act-tricks",
    "MM": "act-mjollnir",
    "CV": "act-cry-valhalla",
    "=5": "act-thors-favor",
    "=0": "act-thors-wrath",
    "x2": "act-yggdrasill",
}
OFFERINGS = {f"{code}{n}": f"off-{god[4:]}-{n}" for code, god in GODS.items() for n in range(6)}
CARDS = {**GODS, **OFFERINGS, **ACTIONS}
CODES = {card: code for code, card in CARDS.items()}

SETUPS = [
    *(("basic", n, False) for n in (2, 3, 4, 5)),
    *(("big", n, False) for n in (4, 5, 6)),
    *(("basic", n, True) for n in (3, 4, 5)),
    *(("big", n, True) for n in (4, 5, 6)),
]
"""Every playable set-up: (mode, players, with Thor's Will)."""

HAND = {
    ("basic", 2): 14,
    ("basic", 3): 9,
    ("basic", 4): 7,
    ("basic", 5): 6,
    ("big", 4): 9,
    ("big", 5): 7,
    ("big", 6): 6,
}
ASIDE = {
    ("basic", 2): 2,
    ("basic", 3): 3,
    ("basic", 4): 2,
    ("basic", 5): 0,
    ("big", 4): 0,
    ("big", 5): 1,
    ("big", 6): 0,
}


# --- cards and answers by their codes ------------------------------------------------------------------------------


def cards(codes: str) -> tuple[str, ...]:
    """Card ids; ``Fa*3`` stands for three."""
    out: list[str] = []
    for code in codes.split():
        code, _, times = code.partition("*")
        out += [CARDS[code]] * int(times or 1)
    return tuple(out)


def codes(pile: Sequence[str]) -> str:
    """The codes of a pile."""
    return " ".join(CODES.get(card, card) for card in pile)


def option(word: str) -> str:
    """The id of the choice that a word of the tests stands for."""
    return "".join(CARDS.get(part, part) for part in re.split("([><])", word))


def word(option_id: str) -> str:
    """The word for a choice."""
    return "".join(CODES.get(part, part) for part in re.split("([><])", option_id))


def answer(said: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(option(w) for w in ((said,) if isinstance(said, str) else said))


# --- playing -------------------------------------------------------------------------------------------------------


def asked(state: Any) -> Ask:
    """The one question that is put now."""
    (ask,) = GAME.pending(state).asks
    return ask


def choices(state: Any) -> set[str]:
    """What may be answered now."""
    return {word(o.id) for o in asked(state).options}


def apply(state: Any, seat: int, said: str | tuple[str, ...]) -> Any:
    """State and events after one answer."""
    return GAME.apply(state, seat, answer(said))


def play(state: Any, seat: int, *said: str | tuple[str, ...]) -> Any:
    """The state after some answers of one seat."""
    for one in said:
        state = apply(state, seat, one).state
    return state


def turns(state: Any, *said: str) -> Any:
    """The state after some answers, each given by whoever is asked; ``Fa3 Od`` is a whole turn."""
    for line in said:
        for one in line.split():
            state = apply(state, asked(state).seat, one).state
    return state


def refused(state: Any, seat: int, said: str | tuple[str, ...]) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    before, question = GAME.pack(state), GAME.pending(state)
    with pytest.raises(Refusal) as caught:
        apply(state, seat, said)
    with pytest.raises(type(caught.value)):
        GAME.check(state, seat, answer(said))
    assert GAME.pack(state) == before
    assert GAME.pending(state) == question
    return caught.value


def kinds(result: Any) -> list[str]:
    """The kinds of the events that an answer led to."""
    return [event.kind for event in result.events]


# --- what can be seen ----------------------------------------------------------------------------------------------


def at(state: Any, god: str) -> int:
    return state.gods.index(GODS[god])


def value(state: Any, god: str) -> int:
    """What a god is worth now, as the table sees it."""
    return GAME.view(state, None).values()[at(state, god)]


def column(state: Any, god: str) -> str:
    return codes(GAME.view(state, None).seen.columns[at(state, god)])


def slot(state: Any, god: str) -> str:
    return codes(GAME.view(state, None).seen.slots[at(state, god)])


def stack(state: Any, god: str) -> int:
    return GAME.view(state, None).seen.stacks[at(state, god)]


def shown(state: Any, seat: int, god: str) -> int:
    """How many cards of a god lie before a seat."""
    return GAME.view(state, None).seen.displays[seat][at(state, god)]


def offerings(state: Any, seat: int) -> str:
    """The offerings in a hand, as its owner sees them."""
    return codes(GAME.view(state, seat).hand()[0])


def actions(state: Any, seat: int) -> str:
    """The action cards in a hand, as its owner sees them."""
    return codes(GAME.view(state, seat).hand()[1])


# --- positions -----------------------------------------------------------------------------------------------------


def new(mode: str = "basic", seats: int = 3, will: bool = False, rounds: int = 1, first: str = "lot") -> Any:
    """A new match at its first question."""
    options = {"thors-will": "yes" if will else "no", "rounds": str(rounds), "first": first}
    return GAME.new(GAME.setup(mode, seats, options))


def stacked(pile: Sequence[str], top: Sequence[str | None]) -> tuple[str, ...]:
    """The answer to a shuffle that brings the wanted cards to the wanted places; None leaves a place open."""
    left = list(range(len(pile)))
    order: list[int | None] = []
    for card in top:
        found = None if card is None else next(i for i in left if pile[i] == card)
        if found is not None:
            left.remove(found)
        order.append(found)
    order += [None] * (len(pile) - len(order))
    rest = iter(left)
    return tuple(str(next(rest) if i is None else i) for i in order)


def deal(state: Any, start: int = 0, hands: dict[int, str] | None = None, deck: str = "") -> Any:
    """A round laid out with chance as we like it: start player, some cards of each hand, top of the action deck."""
    while asked(state).seat == CHANCE:
        ask = asked(state)
        if ask.kind == "lot":
            said: tuple[str, ...] = (str(start),)
        elif ask.args[0] == "aside":
            aside = ASIDE["big" if len(state.gods) == 6 else "basic", state.seats]
            dealt: list[str | None] = [None] * (len(state.aside) - aside)
            for seat, hand in (hands or {}).items():
                wanted = cards(hand)
                dealt[seat : seat + state.seats * len(wanted) : state.seats] = wanted
            said = stacked(state.aside, [None] * aside + dealt)
        else:
            said = stacked(state.deck, cards(deck))
        state = GAME.apply(state, CHANCE, said).state
    assert GAME.faults(state) == ()
    return state


def table(
    mode: str = "basic",
    seats: int = 3,
    will: bool = False,
    rounds: int = 1,
    start: int = 0,
    hands: dict[int, str] | None = None,
    deck: str = "",
) -> Any:
    """The first turn of a match, laid out as `deal` does it."""
    return deal(new(mode, seats, will, rounds), start, hands, deck)


def position(
    columns: str = "",
    *,
    mode: str = "basic",
    seats: int = 3,
    will: bool = False,
    seat: int = 0,
    hands: dict[int, str] | None = None,
    sizes: dict[int, int] | None = None,
    displays: dict[int, str] | None = None,
    slots: dict[str, str] | None = None,
    actions: dict[int, str] | None = None,
    deck: str = "",
    out: str = "",
    spare: int | None = None,
) -> Any:
    """A legal position in the middle of a round: `seat` has his turn and is asked what to play.

    Args:
        columns: the offerings placed, in order; each lies in the column of its own god.
        mode, seats, will: the set-up.
        seat: whose turn it is.
        hands: offerings that a seat holds; hands are filled up to their sizes.
        sizes: numbers of offerings in hand; else they are as equal as can be.
        displays: god cards taken.
        slots: god -> the action card above it.
        actions: action cards in hand.
        deck: the topmost action cards of the deck, the others follow.
        out: action cards out of the game.
        spare: a seat that holds all action cards not named; the deck is then empty.
    """
    state = new(mode, seats, will)
    placed, wanted = cards(columns), {k: list(cards(v)) for k, v in (hands or {}).items()}
    turn = len(placed) + len(slots or {}) + len(cards(out))
    start = (seat - turn) % seats

    # Hands of equal size, but for those who have placed one more than others.
    size = [HAND[mode, seats] - (len(placed) - (k - start) % seats + seats - 1) // seats for k in range(seats)]
    for k, n in (sizes or {}).items():
        size[k], more = n, size[k] - n
        others = [i for i in range(seats) if i not in (sizes or {})]
        for i in range(abs(more)):
            size[others[i % len(others)]] += 1 if more > 0 else -1
    assert max(size) <= HAND[mode, seats]
    left = [c for c in cards(" ".join(OFFERINGS)) if BOX.god_of[c] in state.gods]
    for card in (*placed, *(c for hand in wanted.values() for c in hand)):
        left.remove(card)
    held = []
    for k in range(seats):
        hand = wanted.get(k, [])
        while len(hand) < size[k]:
            hand.append(left.pop(0))
        assert len(hand) == size[k], f"seat {k} should hold {size[k]} offerings, not {len(hand)}"
        held.append(tuple(sorted(hand)))

    taken = [cards((displays or {}).get(k, "")) for k in range(seats)]
    pool = list(BOX.count("action").elements()) if will else []
    lying = {god: cards(card) for god, card in (slots or {}).items()}
    playing = [list(cards((actions or {}).get(k, ""))) for k in range(seats)]
    top = list(cards(deck))
    for card in (*(c for pile in (*lying.values(), *playing) for c in pile), *cards(out), *top):
        pool.remove(card)
    if spare is not None:
        playing[spare] += pool
        pool = []

    state = replace(
        state,
        agenda=(PlayStep(),),
        round=1,
        start=start,
        turn=turn,
        active=(seat - 1) % seats if turn else -1,
        stacks=tuple(5 - sum(hand.count(god) for hand in taken) for god in state.gods),
        displays=tuple(tuple(hand.count(god) for god in state.gods) for hand in taken),
        columns=tuple(tuple(c for c in placed if BOX.god_of[c] == god) for god in state.gods),
        slots=tuple(lying.get(CODES[god], ()) for god in state.gods),
        out=cards(out),
        offerings=tuple(held),
        actions=tuple(tuple(sorted(hand)) for hand in playing),
        deck=(*top, *pool),
        aside=tuple(left),
    )
    assert GAME.faults(state) == ()
    assert asked(state).seat == seat
    return state


def sprint(
    state: Any, values: Sequence[int] = (0, 1, 2, 3, 4, 5), takes: str = "Od Od Od Od Od Th", start: int = 0
) -> Any:
    """The shortest round: six offerings to Freya in a row, in this order; `takes` says who takes what, turn by turn."""
    first = state.start if state.start >= 0 else start
    hands = {
        (first + k) % state.seats: " ".join(f"Fa{v}" for v in values[k :: state.seats])
        for k in range(min(6, state.seats))
    }
    state = deal(state, start, hands)
    for v, take in zip(values, takes.split(), strict=True):
        state = turns(state, f"Fa{v} {take}")
    return state


# --- whole matches -------------------------------------------------------------------------------------------------

Player = Callable[[Any, Ask, random.Random], tuple[str, ...]]


def anyhow(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player without a plan: an action card in half of his play steps, a draw in a third of his take steps."""
    ids = [o.id for o in ask.options]
    if ask.kind.startswith("take") and "draw" in ids:
        gods = [i for i in ids if i in state.gods]
        return ("draw",) if not gods or rng.random() < 1 / 3 else (rng.choice(gods),)
    if ask.kind.startswith("play"):
        groups: dict[str, list[str]] = {}
        for o in ask.options:
            if o.group:
                groups.setdefault(o.group, []).append(o.id)
        if groups and rng.random() < 1 / 2:
            return (rng.choice(rng.choice(list(groups.values()))),)
        return (rng.choice([o.id for o in ask.options if not o.group]),)
    return legal(ask, rng)


def avoider(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player who avoids ending the round as long as he can, and draws action cards to gain time."""
    ids = [o.id for o in ask.options]
    if ask.kind.startswith("take") and "draw" in ids:
        return ("draw",)
    if not ask.kind.startswith("play"):
        return legal(ask, rng)
    gifts = [i for i in ids if i.startswith("act-three-gifts")]
    placing = [i for i in ids if ">" in i]
    if gifts or placing:
        return (rng.choice(gifts or placing),)
    hand = state.offerings[ask.seat]
    of_god = {c: sum(BOX.god_of[other] == BOX.god_of[c] for other in hand) for c in hand}
    safe = [c for c in hand if len(state.columns[state.gods.index(BOX.god_of[c])]) < 5]
    if safe and not (state.will and len(hand) == 1):
        return (rng.choice([c for c in safe if of_god[c] == max(of_god[d] for d in safe)]),)
    return (rng.choice([i for i in ids if "<" in i] or ids),)


def steps(state: Any, seed: int, player: Player = anyhow) -> Iterator[tuple[Any, Ask, tuple[str, ...], Any]]:
    """Play a match to its end: (state before, question, answer, result), one after the other."""
    dealer, rng = Dealer(seed), random.Random(seed)
    while (pending := GAME.pending(state)) is not None:
        (ask,) = pending.asks
        steady = replace(ask, options=tuple(sorted(ask.options, key=lambda o: o.id)))  # whatever order a screen likes
        said = dealer.answer(ask) if ask.seat == CHANCE else player(state, steady, rng)
        result = GAME.apply(state, ask.seat, said)
        yield state, ask, said, result
        state = result.state


def finished(state: Any, seed: int, player: Player = anyhow) -> Any:
    """The state at the end of a match played like that."""
    for *_, result in steps(state, seed, player):
        state = result.state
    return state
