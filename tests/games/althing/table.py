"""Positions of Althing for the tests, built as values, and short words for answers.

Cards are named by their ids, several with spaces between them; ``odin*3`` stands for three. Answers are said in the
same way: ``do(state, "recruit", "odin*2", "hild", "stop")``. A Viking of the row can be named instead of its slot,
``stage`` stands for the only stage that can be completed, and ``!thor`` makes chance draw that card for an Axe. Other
questions to chance are answered by themselves, in such a way that a pile is left as it lies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tests.games import common
from tests.games.common import Player, cards, pile
from thorgames import library
from thorgames.core.ask import CHANCE, Ask, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import Refusal
from thorgames.games.althing.game import Althing, AlthingBox
from thorgames.games.althing.rules import Act, Develop
from thorgames.games.althing.state import ASK, Storm

BOX = AlthingBox(library.read("cards", "althing.toml"), "althing.toml")
GAME = Althing(BOX)

GODS = ("odin", "odin", "odin", "odin", "thor", "freyr")
VIKINGS = {
    "gudrid": 4,
    "floki": 4,
    "sigvaar": 4,
    "siggy": 3,
    "aslaug": 3,
    "horik": 3,
    "hild": 2,
    "bjorn": 2,
    "halldora": 3,
    "olaf": 2,
}
STEPS = ("drakkar", "dragvendil", "eldaskali", "snekkar", "knorrer", "kernelyd", "vegvisir")
PLAN = ("thorfinn-a", "thorfinn-b", "thorfinn-c", "thorfinn-d", "thorfinn-e", "thorfinn-f")

SETUPS = [
    *(("standard", n, {}) for n in (2, 3)),
    *(("campaign-1", n, {}) for n in (2, 3)),
    *(("campaign-2", n, {}) for n in (2, 3)),
    *(("campaign-3", n, {}) for n in (2, 3)),
    ("new", 2, {"kattegat": "b", "sides": "b", "reserve": "yes"}),
    ("new", 3, {"kattegat": "a", "sides": "table"}),
    ("alternative", 2, {"kattegat": "b", "reserve": "yes"}),
    ("alternative", 3, {"kattegat": "a"}),
    ("solo", 1, {"sides": "b"}),
    ("solo", 1, {"sides": "random", "reserve": "yes"}),
    ("solo-hard", 1, {"sides": "a"}),
]
"""Set-ups in which everything occurs."""


# --- new games -----------------------------------------------------------------------------------------------------


def new(mode: str = "standard", seats: int = 2, **options: str) -> Any:
    """A new game at its first question."""
    return GAME.new(GAME.setup(mode, seats, options))


def begun(mode: str = "standard", seats: int = 2, seed: int = 1, **options: str) -> Any:
    """A game laid out by chance, at the first question to a player; sides are left as they are."""
    dealer = Dealer(seed)
    state = new(mode, seats, **options)
    while (ask := asked(state)).seat == CHANCE or ask.kind == "sides":
        state = GAME.apply(state, ask.seat, dealer.answer(ask) if ask.seat == CHANCE else ()).state
    assert GAME.faults(state) == ()
    return state


# --- positions -----------------------------------------------------------------------------------------------------

TRACK = "vegvisir-a knorrer-a eldaskali-a kernelyd-a"
Zones = dict[int, str]


def position(
    mode: str = "standard",
    seats: int = 2,
    *,
    active: int = 0,
    first: int = 0,
    turn: int = 3,
    track: str = TRACK,
    kattegat: str = "a",
    pawns: tuple[int, ...] = (),
    hands: Zones | None = None,
    draws: Zones | None = None,
    tops: Zones | None = None,
    discards: Zones | None = None,
    reserves: Zones | None = None,
    row: str = "",
    deck: str = "",
    under: str = "",
    rest: str = "deck",
    storms: str = "",
    orders: dict[int, tuple[str, str, str]] | None = None,
    veteran: bool = False,
    advanced: bool = False,
    shortage: str = "",
    rival: int = 2,
    rival_hand: str = "",
    rival_discards: str = "",
    plan_now: str = "thorfinn-d",
    plan: str = "",
    still: int = 0,
    reserve: bool = False,
) -> Any:
    """A legal position in a phase: the active player is asked for his next action.

    Args:
        mode, seats: of the game.
        active, first, turn: whose phase it is, who is first player, the turn.
        track: the steps; Kattegat goes before them, the last stage behind.
        kattegat: its side, for two and three players; alone it is B.
        pawns: places; all on the first stage if not given.
        hands: of a seat not named: the first four of its gods that lie nowhere else.
        draws: the top of the draw pile; the gods that lie nowhere else follow.
        tops, discards, reserves: by seat.
        row: the open Vikings, slot by slot; filled up if there are fewer. ``-`` stands for an empty slot.
        deck, under: the top of the Assembly deck, and what lies under it.
        rest: where the other Vikings are: "deck", or a seat in whose draw pile they lie, below.
        storms: ``0>1`` a storm of seat 0 before seat 1; ``0>1o`` the same on its other side.
        orders: standing orders against Troll, Storm and Axe.
        veteran, advanced, shortage, still: as in the state.
        rival, rival_hand, rival_discards, plan_now, plan: of Thorfinn; the cards of his deck not named were used.
        reserve: whether the Reserve is played with.
    """
    solo = mode.startswith("solo")
    state = begun(mode, seats, **({"reserve": "yes"} if reserve else {}))
    given = [{k: cards(v) for k, v in (zone or {}).items()} for zone in (hands, draws, tops, discards, reserves)]
    hand, draw, top, discard, kept = ([zone.get(seat) for seat in range(seats)] for zone in given)
    stock = Counter(VIKINGS)
    for seat in range(seats):
        named = [c for zone in (hand, draw, top, discard, kept) for c in zone[seat] or ()]
        stock.subtract(c for c in named if c in VIKINGS)
        gods = list((Counter(GODS) - Counter(named)).elements())
        if hand[seat] is None:
            hand[seat], gods = tuple(gods[:4]), gods[4:]
        draw[seat] = (*(draw[seat] or ()), *gods)
    slots = [() if c == "-" else (c,) for c in row.split()]
    stock.subtract(c for slot in slots for c in slot)
    stock.subtract(cards(f"{deck} {under} {rival_hand} {rival_discards}"))
    assert min(stock.values()) >= 0, "more Vikings than there are"
    left = sorted(stock.elements())
    random.Random(7).shuffle(left)
    size = 4 if solo else 5
    while len(slots) < size:
        slots.append((left.pop(),))
    pack = cards(deck)
    if rest == "deck":
        pack = (*pack, *left)
    elif rest == "rival":
        rival_discards = f"{rival_discards} {' '.join(left)}"
    else:
        draw[int(rest)] = (*draw[int(rest)], *left)
    steps = cards(track)
    start = "kattegat-b" if solo else f"kattegat-{kattegat}"
    last = "althing" if any(BOX.cards[step].veteran for step in steps) else "thing"
    lying = []
    for text in storms.split():
        sender, victim = (int(n) for n in text.rstrip("o").split(">"))
        face = "OVEDUR" if text.endswith("o") else "STORMUR"
        lying.append(Storm(sender, victim, face, victim == active))
    owned = tuple(
        tuple(sorted(c for zone in (hand, draw, top, discard, kept) for c in zone[seat] or ())) for seat in range(seats)
    )
    everywhere = Counter(c for pile_ in owned for c in pile_)
    used = tuple(c for c in PLAN if not (mode == "solo-hard" and c == "thorfinn-d"))
    fields: dict[str, Any] = {}
    if solo:
        coming = cards(plan)
        fields = {
            "rival": rival,
            "rival_trolls": 2 - everywhere["troll-green"],
            "rival_hand": pile(rival_hand),
            "rival_discards": cards(rival_discards),
            "plan_now": (plan_now,),
            "plan": coming,
            "plan_used": tuple(c for c in used if c != plan_now and c not in coming),
        }
    state = replace(
        state,
        agenda=(Develop(), Act()),
        active=active,
        first=0 if solo else first,
        turn=turn,
        track=(start, *steps, last),
        pawns=pawns or (1,) * seats,
        advanced=advanced,
        veteran=veteran,
        shortage=shortage,
        still=still,
        done=sum(pawns or (1,) * seats),
        trolls=(0,) if solo else tuple(2 - everywhere[f"troll-{colour}"] for colour in state.colours),
        storms=tuple(lying),
        owned=owned,
        hands=tuple(tuple(sorted(h or ())) for h in hand),
        draws=tuple(tuple(d or ()) for d in draw),
        tops=tuple(tuple(t or ()) for t in top),
        discards=tuple(tuple(sorted(d or ())) for d in discard),
        reserves=tuple(tuple(k or ()) for k in kept),
        row=tuple(slots),
        deck=pack,
        under=cards(under),
        orders=tuple((orders or {}).get(seat, ASK) for seat in range(seats)),
        **fields,
    )
    assert GAME.faults(state) == (), GAME.faults(state)
    assert asked(state).seat == active
    return state


# --- playing -------------------------------------------------------------------------------------------------------


def asked(state: Any) -> Ask:
    """The one question that is put now."""
    (ask,) = GAME.pending(state).asks
    return ask


def kind(state: Any) -> str:
    """What is asked now, and whom: ``act 0``."""
    ask = asked(state)
    return f"{ask.kind} {ask.seat}"


def can(state: Any) -> set[str]:
    """What may be chosen now."""
    return {o.id for o in asked(state).options}


def symbols(state: Any) -> set[str]:
    """The symbols that may be used now."""
    return {option.split(":")[1] for option in can(state) if option.count(":") == 2}


def buyable(state: Any) -> list[str]:
    """The Vikings that may be chosen now."""
    return sorted(str(o.refs[0]) for o in asked(state).options if o.refs)


def _answer(ask: Ask, said: str) -> tuple[str, ...]:
    """The answer that words stand for."""
    ids = [o.id for o in ask.options]
    out: list[str] = []
    if said == "stage":
        return next((i,) for i in ids if i.startswith("stage:"))
    for word in said.split():
        name, _, times = word.partition("*")
        for _ in range(int(times or 1)):
            free = [i for i in ids if i not in out]
            found = [i for i in free if i == name or i.split("#")[0] == name]
            found += [o.id for o in ask.options if o.id in free and o.refs and o.refs[0] == name and o.id.isdigit()]
            out.append(found[0] if found else name)
    return tuple(out)


def _chance(state: Any, ask: Ask, wanted: str) -> tuple[str, ...]:
    """What chance answers: as it lies, or the card wanted."""
    if not wanted:
        return tuple(str(n) for n in range(ask.lo))
    target = int(ask.args[0])
    drawn_from = state.rival_hand if target < 0 else state.hands[target]
    return (str(drawn_from.index(wanted)),)


def hear(state: Any, *said: str) -> tuple[Any, list[Any]]:
    """The state after some answers, each given by whoever is asked, and the events on the way."""
    events: list[Any] = []
    words = list(said)
    while True:
        pending = GAME.pending(state)
        if pending is not None and pending.mode == "chance":
            wanted = words.pop(0)[1:] if words and words[0].startswith("!") else ""
            answer = _chance(state, pending.asks[0], wanted)
        elif pending is not None and asked(state).kind == "dodge.rival" and not asked(state).options:
            answer = ()  # whether a player without a dodge is asked makes no difference
        elif words:
            answer = _answer(asked(state), words.pop(0))
        else:
            return state, events
        result = GAME.apply(state, asked(state).seat, answer)
        events += result.events
        state = result.state
        assert GAME.faults(state) == (), GAME.faults(state)


def do(state: Any, *said: str) -> Any:
    """The state after some answers, each given by whoever is asked."""
    return hear(state, *said)[0]


def end(state: Any, discard: str = "") -> Any:
    """The state after the end of a phase."""
    state = do(state, "end")
    return do(state, discard) if GAME.pending(state) and asked(state).kind == "discard" else state


def refused(state: Any, said: str, seat: int | None = None) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    ask = asked(state)
    answer = tuple(said.split()) if seat is not None else _answer(ask, said)
    return common.refused(GAME, state, ask.seat if seat is None else seat, answer)


def why(state: Any) -> dict[str, tuple[str, str]]:
    """What is barred now: id -> (key of the reason, clause)."""
    ask = asked(state)
    return {b.id: (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, ask.seat), ask)}


def draw_pile(state: Any, seat: int) -> tuple[str, ...]:
    """A draw pile from its top."""
    return (*state.tops[seat], *state.draws[seat])


def rival_acts(card: str, place: int = 1, mode: str = "solo", **given: Any) -> tuple[Any, list[Any]]:
    """The player ends a phase; Thorfinn's next turn, with this card, up to the next question."""
    given.setdefault("plan_now", "thorfinn-d" if card != "thorfinn-d" else "thorfinn-f")
    if mode == "solo-hard" and given["plan_now"] == "thorfinn-d":
        given["plan_now"] = "thorfinn-f" if card != "thorfinn-f" else "thorfinn-e"
    rest = given.pop("then", "")
    state = position(mode, 1, plan=f"{card} {rest}", rival=place, **given)
    return hear(state, "end", *([""] if state.hands[0] else []))


# --- whole games ---------------------------------------------------------------------------------------------------


def anyhow(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player without a plan, who completes a stage and recruits when he can, and does not end at once."""
    ids = [o.id for o in ask.options]
    if ask.kind == "act":
        good = [i for i in ids if i.startswith("stage:")]
        if good and rng.random() < 0.8:
            return (rng.choice(good),)
        able = [i for i in ids if i not in ("end", "orders")]
        if able and rng.random() < 0.7:
            return (rng.choice(able),)
        return (rng.choice(ids),)
    return legal(ask, rng)


def idle(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player who only ends his phases."""
    return ("end",) if ask.kind == "act" else ()


def thrifty(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player who completes what he can, buys the dearest he can, and discards what he has not used."""
    ids = [o.id for o in ask.options]
    if ask.kind == "act":
        good = [i for i in ids if i.startswith("stage:")] or [i for i in ids if i == "recruit"]
        return (good[0],) if good else ("end",)
    if ask.kind == "recruit":
        return tuple(ids)
    if ask.kind == "viking":
        return (max(ids, key=lambda i: (-1,) if i == "stop" else (BOX.price[state.row[int(i)][0]], i)),)
    if ask.kind == "stage":
        return GAME.view(state, ask.seat).proposal(ask)
    if ask.kind == "discard":
        return tuple(ids)
    return legal(ask, rng)


def steps(state: Any, seed: int, player: Player = anyhow) -> Iterator[tuple[Any, Ask, tuple[str, ...], Any]]:
    """Play a game to its end: (state before, question, answer, result), one after the other."""
    dealer, rng = Dealer(seed), random.Random(seed)
    while (pending := GAME.pending(state)) is not None:
        (ask,) = pending.asks
        said = dealer.answer(ask) if ask.seat == CHANCE else player(state, ask, rng)
        result = GAME.apply(state, ask.seat, said)
        yield state, ask, said, result
        state = result.state


def finished(state: Any, seed: int, player: Player = anyhow) -> Any:
    """The state at the end of a game played like that."""
    for *_, result in steps(state, seed, player):
        state = result.state
    return state
