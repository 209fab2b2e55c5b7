"""Positions of Terres de Destinées for the tests, built as values, and short words for answers.

Cards are named by their ids, several with spaces between them. Answers are said in the same way:
``do(state, "judge", "1", "king")`` activates the Juge, chooses seat 1 and lets that player give Le Roi; at a question
to several seats each answers in turn. ``!king`` makes chance draw that card from a hand; other questions to chance are
answered by themselves, in such a way that a pile is left as it lies.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tests.games import common
from tests.games.common import Player, cards
from thorgames import library
from thorgames.core.ask import CHANCE, Ask, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import Refusal
from thorgames.games.terres.auctions import PutUp
from thorgames.games.terres.cards import TerresBox
from thorgames.games.terres.game import Terres
from thorgames.games.terres.rules import Check, Effects, TurnEnd, TurnStart
from thorgames.games.terres.state import Request

BOX = TerresBox(library.read("cards", "terres.toml"), "terres.toml")
GAME = Terres(BOX)

A, B, C, D, E, F = range(6)
"""Seats, clockwise."""

SECRETS = ("surveyor", "scholar", "warlord", "conqueror", "collector", "assassin", "angel", "rentier")
"""Secret Destinies in the order in which positions give them out."""

SETUPS: list[tuple[str, int, dict[str, str]]] = [
    *(("normal", n, {}) for n in (3, 4, 5, 6)),
    *(("normal", n, {"starburst": "yes"}) for n in (3, 4, 5, 6)),
    ("duel", 2, {}),
    ("duel", 2, {"starburst": "yes"}),
]
"""Every mode with every number of players and both decks."""

Zones = dict[int, str]


# --- new games -----------------------------------------------------------------------------------------------------


def new(mode: str = "normal", seats: int = 4, **options: str) -> Any:
    """A new game at its first question."""
    return GAME.new(GAME.setup(mode, seats, options))


def begun(mode: str = "normal", seats: int = 4, seed: int = 1, **options: str) -> Any:
    """A game laid out by chance, at the first question to a player."""
    dealer = Dealer(seed)
    state = new(mode, seats, **options)
    while (ask := asked(state)).seat == CHANCE:
        state = GAME.apply(state, CHANCE, dealer.answer(ask)).state
    assert GAME.faults(state) == ()
    return state


# --- positions -----------------------------------------------------------------------------------------------------

AGENDAS: dict[str, tuple[Any, ...]] = {
    "start": (TurnStart(),),
    "auction": (TurnEnd(), Effects(), Check(), PutUp()),
    "effects": (TurnEnd(), Effects()),
}


def laid(
    step: str = "effects",
    seats: int = 4,
    *,
    mode: str = "",
    active: int = 0,
    turn: int = 9,
    hands: dict[int, str | int] | None = None,
    play: Zones | None = None,
    support: Zones | None = None,
    exhausted: str = "",
    frozen: str = "",
    tokens: dict[int, tuple[int, ...]] | None = None,
    deck: str = "",
    discard: str = "",
    rest: int | str = "deck",
    common: str = "coronation monopoly",
    secret: Zones | None = None,
    requests: tuple[tuple[int, str, int], ...] = (),
    out: tuple[int, ...] = (),
    **fields: Any,
) -> Any:
    """A position before its first step; `position` goes on to the first question.

    Args:
        step: "start", "auction" or "effects": the step of the turn that comes next.
        seats: number of seats; 2 are a duel, unless a mode is named.
        mode, active, turn: as in the state.
        hands: the cards of a hand, or how many; a seat not named holds 5 that lie nowhere else.
        play, support: by seat.
        exhausted, frozen: cards in play in these states.
        tokens: by seat.
        deck, discard: the top of the piles.
        rest: where the cards are that are named nowhere: below the deck, or in the hand of a seat ("discard": there).
        common: the revealed Destinies. secret: by seat.
        requests: (target, family, by).
        out: seats that are eliminated.
        fields: further fields of the state.
    """
    mode = mode or ("duel" if seats == 2 else "normal")
    state = begun(mode, seats, starburst="yes", first="1")
    held = {seat: (hands or {}).get(seat, 0 if seat in out else 5) for seat in range(seats)}
    zones = [*(play or {}).values(), *(support or {}).values(), deck, discard]
    zones += [hand for hand in held.values() if isinstance(hand, str)]
    named = cards(" ".join(zones))
    assert len(set(named)) == len(named), "a card lies in two places"
    stock = [card for card in BOX.deck(True) if card not in named]
    random.Random(7).shuffle(stock)
    full: list[tuple[str, ...]] = []
    for hand in held.values():
        full.append(cards(hand) if isinstance(hand, str) else tuple(stock.pop() for _ in range(hand)))
    piles = {"deck": cards(deck), "discard": cards(discard)}
    if isinstance(rest, str):
        piles[rest] += tuple(stock)
    else:
        full[rest] += tuple(stock)
    mine = dict(secret or {})
    left = [one for one in SECRETS if one not in mine.values()]
    for seat in range(seats):
        if seat not in mine and seat not in out:
            mine[seat] = left.pop(0)
    state = replace(
        state,
        agenda=AGENDAS[step],
        active=active,
        turn=turn - 1 if step == "start" else turn,
        out=tuple(seat in out for seat in range(seats)),
        hands=tuple(tuple(sorted(hand)) for hand in full),
        play=tuple(cards((play or {}).get(seat, "")) for seat in range(seats)),
        support=tuple(cards((support or {}).get(seat, "")) for seat in range(seats)),
        exhausted=cards(f"{exhausted} {frozen}"),
        frozen=cards(frozen),
        tokens=tuple((tokens or {}).get(seat, ()) for seat in range(seats)),
        requests=tuple(Request(*one) for one in requests),
        common=cards(common),
        commons=tuple(sorted(set(BOX.destinies("common")) - set(cards(common)))),
        secret=tuple(cards(mine.get(seat, "")) for seat in range(seats)),
        secrets=tuple(sorted(set(BOX.destinies("secret")) - set(mine.values()))),
        gained=0,
        **piles,
    )
    state = replace(state, **fields)
    assert GAME.faults(state) == (), GAME.faults(state)
    return state


def run(state: Any, *said: str) -> tuple[Any, list[Any]]:
    """The state after its next steps and some answers, and the events on the way."""
    state, events = GAME._run(state)
    after, more = hear(state, *said)
    return after, [*events, *more]


def position(step: str = "effects", seats: int = 4, **given: Any) -> Any:
    """A position at its first question to a player; see `laid`."""
    return run(laid(step, seats, **given))[0]


# --- playing -------------------------------------------------------------------------------------------------------


def asked(state: Any) -> Ask:
    """The question that is put now; of several the next one."""
    return GAME.pending(state).asks[0]


def kind(state: Any) -> str:
    """What is asked now, and whom: ``effects 0``; ``end`` when the game is over."""
    if state.outcome is not None:
        return "end"
    ask = asked(state)
    return f"{ask.kind} {ask.seat}"


def can(state: Any) -> set[str]:
    """What may be chosen now, cards to activate by their names."""
    return {o.id.removeprefix("act:") for o in asked(state).options}


def _answer(ask: Ask, said: str) -> tuple[str, ...]:
    """The answer that words stand for."""
    ids = {o.id for o in ask.options}
    return tuple(f"act:{word}" if f"act:{word}" in ids else word for word in said.split())


def _chance(state: Any, ask: Ask, wanted: str) -> tuple[str, ...]:
    """What chance answers: as it lies, or the card wanted."""
    if not wanted:
        return tuple(str(n) for n in range(ask.lo))
    return (str(state.hands[int(ask.args[0])].index(wanted)),)


def hear(state: Any, *said: str) -> tuple[Any, list[Any]]:
    """The state after some answers, each given by whoever is asked first, and the events on the way."""
    return common.hear(
        GAME,
        state,
        said,
        _answer,
        chance=_chance,
        picks=lambda ask: ask.kind == "random",
        silent=lambda ask: not ask.options,
    )


def do(state: Any, *said: str) -> Any:
    """The state after some answers, each given by whoever is asked."""
    return hear(state, *said)[0]


def passes(state: Any) -> Any:
    """The state after everybody who is asked to bid has passed."""
    while kind(state).startswith("bid"):
        state = do(state, "pass")
    return state


def refused(state: Any, said: str, seat: int | None = None) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    ask = asked(state)
    return common.refused(GAME, state, ask.seat if seat is None else seat, _answer(ask, said))


def why(state: Any) -> dict[str, tuple[str, str]]:
    """What is barred now: id -> (key of the reason, clause)."""
    ask = asked(state)
    return {b.id.removeprefix("act:"): (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, ask.seat), ask)}


def sizes(state: Any) -> tuple[int, ...]:
    """How many cards each seat holds."""
    return tuple(len(hand) for hand in state.hands)


# --- whole games ---------------------------------------------------------------------------------------------------


def anyhow(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player without a plan, who rarely bids high, places what he gets and uses his cards."""
    ids = [o.id for o in ask.options]
    if ask.kind in ("bid", "bid.first"):
        return (min((i for i in ids if i != "pass"), key=int),) if rng.random() < 0.3 else ("pass",)
    if ask.kind == "place" and rng.random() < 0.9:
        return ("place",)
    if ask.kind == "effects" and rng.random() < 0.7:
        return (rng.choice([i for i in ids if i != "end"] or ids),)
    return legal(ask, rng)


def idle(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player who never bids, places or uses anything."""
    ids = [o.id for o in ask.options]
    for wanted in ("pass", "discard", "end", "no"):
        if wanted in ids:
            return (wanted,)
    return legal(ask, rng)


def steps(state: Any, seed: int, player: Player = anyhow) -> Iterator[tuple[Any, Ask, tuple[str, ...], Any]]:
    """Play a game to its end: (state before, question, answer, result), one after the other."""
    return common.steps(GAME, state, seed, player)


def finished(state: Any, seed: int, player: Player = anyhow) -> Any:
    """The state at the end of a game played like that."""
    for *_, result in steps(state, seed, player):
        state = result.state
    return state
