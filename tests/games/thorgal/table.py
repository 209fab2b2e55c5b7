"""Positions of Thorgal for the tests, built as values, and short words for answers.

Cards are named by their ids, several with spaces between them; ``levy*2`` stands for two, ``+`` for a card that cannot
be played now, so that its owner is asked. A card of a party with exhaustion markers has a ``'`` for each: ``archers'``.
Factions follow from the cards that are named.

Answers are said in the same way: ``do(state, "stun", "archers -")`` plays Stun; ``-`` is the empty answer. An option is
named by its id, or by the card that it names (``kriss-de-valnor`` to use her, to choose her, to play her). ``!1`` makes
chance draw that; other questions to chance are answered by themselves, in such a way that a pile is left as it lies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.games import common
from tests.games.common import Player, cards
from thorgames import library
from thorgames.core.ask import Ask, legal
from thorgames.core.errors import Refusal
from thorgames.games.thorgal.cards import FACTIONS, ThorgalBox
from thorgames.games.thorgal.game import Thorgal
from thorgames.games.thorgal.piles import clockwise, difficulty, pile, strength, value
from thorgames.games.thorgal.rules import (
    Actions,
    CleanUp,
    Conquer,
    Dawn,
    Dusk,
    Journey,
    NextRound,
    Oppose,
    PhaseEnd,
    Resolve,
    Return,
    RoundStart,
    Upkeep,
)
from thorgames.games.thorgal.state import Land, Spot

TOML = library.read("cards", "thorgal.toml")
BOX = ThorgalBox(TOML, "thorgal.toml")
GAME = Thorgal(BOX)

Zones = dict[int, Any]


# --- new games -----------------------------------------------------------------------------------------------------


def new(seats: int = 2, **options: str) -> Any:
    """A new game at its first question."""
    return GAME.new(GAME.setup("standard", seats, options))


def begun(seats: int = 2, factions: tuple[str, ...] = FACTIONS, first: int = 0) -> Any:
    """A game laid out, at the first question of Gods Fate: recommended companions, first lands, decks as they come."""
    state = new(seats, first=str(first + 1))
    while kind(state).startswith("faction"):
        free = [one for one in FACTIONS if one not in state.factions]
        state = do(state, str(free.index(factions[asked(state).seat])))
    for _ in range(seats):
        seat = asked(state).seat
        best = [card for card in BOX.of(factions[seat], "destiny") if BOX.cards[card].recommended]
        mine = BOX.of(factions[seat], "land")[: 2 if seats == 2 else 1]
        state = do(state, " ".join((*dict.fromkeys(best), *mine)))
    while kind(state).startswith("lands"):
        state = do(state, " ".join([o.id for o in asked(state).options][: asked(state).lo]))
    return state


# --- positions -----------------------------------------------------------------------------------------------------

AGENDAS: dict[str, tuple[Any, ...]] = {
    "fate": (RoundStart(),),
    "dawn": (Dawn(), Journey(), Dusk(), NextRound()),
    "journey": (Journey(), Dusk(), NextRound()),
    "oppose": (Oppose(), Actions(), Resolve(), Return(), Conquer(), PhaseEnd(), Dusk(), NextRound()),
    "actions": (Actions(), Resolve(), Return(), Conquer(), PhaseEnd(), Dusk(), NextRound()),
    "resolve": (Resolve(), Return(), Conquer(), PhaseEnd(), Dusk(), NextRound()),
    "dusk": (Dusk(), NextRound()),
    "upkeep": (Upkeep(), CleanUp(), PhaseEnd(), NextRound()),
    "clean": (CleanUp(), PhaseEnd(), NextRound()),
    "next": (NextRound(),),
}
"""What is done from a step of the round on."""

PHASES = {
    "fate": "", "dawn": "dawn", "journey": "journey", "oppose": "journey", "actions": "journey", "resolve": "journey",
    "dusk": "dusk", "upkeep": "dusk", "clean": "dusk", "next": "dusk",
}  # fmt: skip


def laid(
    step: str = "dawn",
    seats: int = 2,
    *,
    dest: int = 0,
    factions: str = "",
    target: str = "",
    lands: str = "",
    won: dict[str, int] | None = None,
    tired_lands: str = "",
    oppose: tuple[int, str] | None = None,
    life: dict[int, int] | None = None,
    sizes: dict[int, int] | None = None,
    out: tuple[int, ...] = (),
    fields: dict[str, Any] | None = None,
    **zones: Zones,
) -> Any:
    """A position before its first step; `position` goes on to the first question.

    Args:
        step: of the round, a key of `AGENDAS`.
        dest: the destiny player.
        factions: by seat, if they do not follow from the cards.
        target: the land of the journey. lands: on the table, among others.
        won: land -> who has conquered it. tired_lands: those with exhaustion markers.
        oppose: who opposes with what.
        life: by seat, cards of the destiny deck; sizes: of the deck of the present role. The rest is in Valhalla, or
            Niflheim.
        out: seats that are eliminated.
        zones: by name, by seat: hand, pool, spent, deck (from its top), of the present role, or with ``_d`` and ``_b``;
            party, valhalla, niflheim, attached_d, attached_b. A pool or a discard pile may be a
            number of cards. Where nothing is said, a hand has one card that cannot be played, and a pool four cards.
        fields: further fields of the state.
    """
    won = won or {}
    mine = _factions(seats, zones, oppose, factions, (target, *cards(lands), *won))
    first = begun(seats, mine, dest if dest not in out else 0)
    stock = {
        "d": [Counter(BOX.of(faction, "destiny")) for faction in mine],
        "b": [Counter(BOX.of(faction, "bane")) for faction in mine],
    }
    piles: dict[str, list[tuple[str, ...]]] = {
        field: [()] * seats
        for name in ("deck", "hand", "pool", "spent", "attached", "peek", "gone", "playing")
        for field in (f"{name}_d", f"{name}_b")
    }
    piles |= {field: [()] * seats for field in ("party", "opposing", "valhalla", "niflheim", "chosen")}
    wanted: dict[tuple[str, int], Any] = {}
    for name, zone in zones.items():
        for seat, text in zone.items():
            role = "d" if seat == dest else "b"
            wanted[f"{name}_{role}" if name in ("hand", "pool", "spent", "deck") else name, seat] = text
    spots: list[tuple[Spot, ...]] = [()] * seats
    uid = 1
    for (field, seat), text in wanted.items():
        if isinstance(text, int):
            continue
        words = tuple(word for word in cards(text) if word[0] != "+")
        plain = tuple(word.rstrip("'") for word in words)
        deck = "b" if field.endswith("_b") or field == "niflheim" else "d"
        stock[deck][seat].subtract(plain)
        assert min(stock[deck][seat].values()) >= 0, f"more cards of seat {seat} than there are: {plain}"
        piles[field][seat] = plain
        if field == "party":
            spots[seat] = tuple(Spot(uid + at, seat, tired=word.count("'")) for at, word in enumerate(words))
            uid += len(words)
    opponent = None
    if oppose is not None:
        seat, card = oppose
        stock["d"][seat].subtract([card])
        piles["opposing"][seat] = (card,)
        opponent, uid = Spot(uid, seat), uid + 1
    rest = {kind: [list(_plain(counter)) for counter in stock[kind]] for kind in "db"}
    usual_hand = "" if step == "next" else "+"
    for seat in range(seats):
        for kind in "db":
            role = "d" if seat == dest else "b"
            for field, usual in ((f"hand_{kind}", usual_hand), (f"pool_{kind}", 4)):
                given = wanted.get((field, seat), usual if kind == role and seat not in out else "")
                if field.startswith("hand") and "+" in str(given):
                    at = next(i for i, card in enumerate(rest[kind][seat]) if _unplayable(step, card))
                    piles[field][seat] = (*piles[field][seat], rest[kind][seat].pop(at))
                if isinstance(given, int):
                    piles[field][seat] = tuple(rest[kind][seat].pop() for _ in range(given))
            spent = wanted.get((f"spent_{kind}", seat))
            if isinstance(spent, int):
                piles[f"spent_{kind}"][seat] = tuple(rest[kind][seat].pop() for _ in range(spent))
            piles[f"hand_{kind}"][seat] = tuple(sorted(piles[f"hand_{kind}"][seat]))
            deck, grave = (*piles[f"deck_{kind}"][seat], *rest[kind][seat]), "valhalla" if kind == "d" else "niflheim"
            size = (life or {}).get(seat) if kind == "d" else None
            size = (sizes or {}).get(seat, size) if kind == role else size
            if size is not None:
                deck, gone = deck[:size], deck[size:]
                piles[grave][seat] = (*piles[grave][seat], *gone)
            piles[f"deck_{kind}"][seat] = deck
            if seat in out:
                names = [name for name in piles if name.endswith(f"_{kind}") and not name.startswith("gone")]
                names += ["valhalla", "party"] if kind == "d" else ["niflheim"]
                everything = tuple(sorted(card for name in names for card in piles[name][seat]))
                for name in names:
                    piles[name][seat] = ()
                piles[f"gone_{kind}"][seat] = everything
    table, aside = _lands(seats, dest, mine, (target, *cards(lands), *won), won, cards(tired_lands))
    at = next((i for i, land in enumerate(table) if land.card == target), -1) if target else -1
    state = first.but(
        agenda=AGENDAS[step][::-1],
        sealed=(),
        round=3,
        dest=dest,
        phase=PHASES[step],
        target=at,
        lands=table,
        aside=aside,
        spots=tuple(spots),
        opponent=opponent,
        next_uid=uid,
        out=tuple(seat in out for seat in range(seats)),
        fate=(),
        left=(0,) * seats,
        shields=(0,) * seats,
        **{field: tuple(found) for field, found in piles.items()},
    )
    state = state.but(**(fields or {}))
    assert GAME.faults(state) == (), GAME.faults(state)
    return state


def _factions(
    seats: int, zones: dict[str, Zones], oppose: tuple[int, str] | None, said: str, lands: tuple[str, ...]
) -> tuple[str, ...]:
    """The factions by seat: named, or those of the cards and lands, or any."""
    out = [*said.split(), *[""] * seats][:seats]
    named = [(seat, text) for zone in zones.values() for seat, text in zone.items() if isinstance(text, str)]
    for seat, text in (*named, *([oppose] if oppose else [])):
        for card in cards(text):
            if card[0] != "+":
                out[seat] = BOX.cards[card.rstrip("'")].faction
    wanted = dict.fromkeys(BOX.cards[land].faction for land in lands if land)
    free = [faction for faction in (*wanted, "outlaws", "vikings", "visitors", "lords") if faction not in out]
    free = list(dict.fromkeys(free))
    return tuple(faction or free.pop(0) for faction in out)


def _plain(counter: Counter[str]) -> list[str]:
    """What is left of a deck, in the order of the card file."""
    return [card for card in counter.elements() if counter[card] > 0]


def _unplayable(step: str, card: str) -> bool:
    """Whether a card cannot be played in this phase (at Dawn: an event or bane card that is not for it)."""
    c = BOX.cards[card]
    phase = PHASES[step] or "journey"
    return phase not in c.phases if c.kind in ("event", "bane") else phase != "dawn"


def _lands(
    seats: int, dest: int, mine: tuple[str, ...], named: tuple[str, ...], won: dict[str, int], tired: tuple[str, ...]
) -> tuple[tuple[Land, ...], tuple[tuple[str, ...], ...]]:
    """The lands on the table and those set aside."""
    table: list[Land] = []
    aside: list[tuple[str, ...]] = []
    n = {2: 6, 3: 5, 4: 7}[seats]
    wanted = [card for card in dict.fromkeys(named) if card]
    owner = {card: seat for seat, faction in enumerate(mine) for card in BOX.of(faction, "land")}
    assert all(card in owner for card in wanted), "a land of a faction that is not in the game"
    more = [BOX.of(faction, "land")[at] for at in range(5) for faction in mine]
    for card in (*wanted, *more):
        if len(table) < n and card not in [land.card for land in table]:
            by = won.get(card, -1)
            table.append(Land(card, owner[card], by, tired=tired.count(card)))
    for faction in mine:
        aside.append(tuple(c for c in BOX.of(faction, "land") if c not in [land.card for land in table]))
    return tuple(table), tuple(aside)


def run(state: Any, *frames: Any) -> Any:
    """The state at its next question; with frames, these are done first, the first one first."""
    return ran(state, *frames)[0]


def ran(state: Any, *frames: Any) -> tuple[Any, list[Any]]:
    """The same, and what was told."""
    after, events = GAME._run(state.then(*frames))
    assert GAME.faults(after) == (), GAME.faults(after)
    return hear(after)[0], list(events)


def position(step: str = "dawn", seats: int = 2, **given: Any) -> Any:
    """A position at its first question to a player; see `laid`."""
    return run(laid(step, seats, **given))


# --- playing -------------------------------------------------------------------------------------------------------


def asked(state: Any) -> Ask:
    """The question that is put now; of several the next one."""
    return GAME.pending(state).asks[0]


def kind(state: Any) -> str:
    """What is asked now, and whom: ``act 0``; ``end`` when the game is over."""
    pending = GAME.pending(state)
    return f"{pending.asks[0].kind} {pending.asks[0].seat}" if pending is not None else "end"


def can(state: Any) -> set[str]:
    """What may be chosen now: the card that an option names, else its id."""
    return {str(o.refs[0]) if o.refs and str(o.refs[0]) in BOX.cards else o.id for o in asked(state).options}


def ids(state: Any) -> list[str]:
    """The ids of the options."""
    return [o.id for o in asked(state).options]


def _answer(ask: Ask, said: str) -> tuple[str, ...]:
    """The answer that words stand for."""
    out: list[str] = []
    for word in cards(said):
        if word == "-":
            continue
        free = [o for o in ask.options if o.id not in out]
        found = [o.id for o in free if o.id == word]
        found += [o.id for o in free if o.refs and o.refs[0] == word]
        out.append(found[0] if found else word)
    return tuple(out)


def hear(state: Any, *said: str) -> tuple[Any, list[Any]]:
    """The state after some answers, each given by whoever is asked first, and the events on the way."""
    return common.hear(GAME, state, said, _answer)


def do(state: Any, *said: str) -> Any:
    """The state after some answers, each given by whoever is asked."""
    return hear(state, *said)[0]


def passes(state: Any, *said: str) -> Any:
    """The state after everybody who is asked to act has passed, and some answers."""
    while kind(state).startswith("act"):
        state = do(state, "pass")
    return do(state, *said)


def refused(state: Any, said: str, seat: int | None = None) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    ask = asked(state)
    return common.refused(GAME, state, ask.seat if seat is None else seat, _answer(ask, said))


def why(state: Any) -> dict[str, tuple[str, str]]:
    """What is barred now: card -> (key of the reason, clause)."""
    ask = asked(state)
    return {str(b.refs[0]): (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, ask.seat), ask)}


# --- reading a state -----------------------------------------------------------------------------------------------


def spot(state: Any, card: str) -> Spot:
    """What lies on a card in play."""
    if state.opponent is not None and card in state.opposing[state.opponent.seat]:
        return state.opponent  # type: ignore[no-any-return]
    for party, spots in zip(state.party, state.spots, strict=True):
        if card in party:
            return spots[party.index(card)]  # type: ignore[no-any-return]
    raise LookupError(card)


def worth(state: Any, card: str) -> tuple[int, int, int]:
    """What a card in play counts now."""
    return value(state, BOX, card, spot(state, card))


def at_land(state: Any, card: str) -> Land:
    """A land on the table."""
    return next(land for land in state.lands if land.card == card)  # type: ignore[no-any-return]


def size(state: Any, field: str, seat: int) -> int:
    """The size of a pile of the present role."""
    return len(pile(state, field, seat))


def sums(state: Any) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Strength and difficulty."""
    return strength(state, BOX), difficulty(state, BOX)


def facts(state: Any) -> dict[str, Any]:
    """Everything about a position that an effect could change, by name."""
    found: dict[str, Any] = {}
    for seat in range(state.seats):
        for field in ("hand", "pool", "spent", "deck"):
            found[f"{field} {seat}"] = size(state, field, seat)
        if seat != state.dest:
            found[f"life {seat}"] = len(state.deck_d[seat])
        for field in ("valhalla", "niflheim"):
            found[f"{field} {seat}"] = len(getattr(state, field)[seat])
        found[f"attached {seat}"] = len(state.attached_d[seat]) + len(state.attached_b[seat])
        found[f"shield {seat}"] = state.shields[seat]
        for at, card in enumerate(state.party[seat]):
            mark = state.spots[seat][at]
            found[f"in {card} {mark.uid}"] = 1
            found[f"tired {card}"] = found.get(f"tired {card}", 0) + mark.tired
            found[f"marks {card}"] = sum(mark.marks)
            found[f"worth {card}"] = sum(value(state, BOX, card, mark))
            found[f"safe {card}"] = mark.safe
            found[f"kept {card}"] = mark.kept
    if state.opponent is not None:
        card = state.opposing[state.opponent.seat][0]
        found |= {f"opposes {card}": 1, f"worth {card}": sum(worth(state, card)), f"tired {card}": state.opponent.tired}
    for land in state.lands:
        found[f"tired {land.card}"] = land.tired
    if state.target >= 0:
        found["strength"], found["difficulty"] = (sum(total) for total in sums(state))
    found["prices"] = len(state.prices)
    found["forbidden"] = len(state.forbidden)
    return found


def changed(before: Any, after: Any) -> dict[str, Any]:
    """What has changed from one position to another: numbers by how much, others to what; without the uids."""
    one, two = facts(before), facts(after)
    out: dict[str, Any] = {}
    for key in {**one, **two}:
        a, b = one.get(key, 0), two.get(key, 0)
        if a != b:
            name = " ".join(key.split()[:2]) if key.startswith("in ") else key
            gone = key.split()[0] in ("tired", "marks", "worth", "safe", "kept") and (key not in two or key not in one)
            if not gone:
                out[name] = out.get(name, 0) + b - a if isinstance(b, int) and isinstance(a, int) else b
    return out


def order(state: Any) -> list[int]:
    """The destiny player, then the others clockwise."""
    return [state.dest, *clockwise(state, state.dest)]


# --- whole games ---------------------------------------------------------------------------------------------------


def anyhow(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player without a plan, who draws about half, seldom passes, and goes where he can succeed."""
    names = [o.id for o in ask.options]
    if ask.kind == "fate":
        if "draw" in names and rng.random() < 0.55:
            return ("draw",)
        return (next(i for i in names if i != "draw"),)
    if ask.kind == "act" and len(names) > 1 and rng.random() < 0.8:
        return (rng.choice([i for i in names if i != "pass"]),)
    if ask.kind == "undertake":
        have = strength(state, BOX)

        def short(at: str) -> int:
            want = BOX.points[state.lands[int(at)].card]
            return sum(max(0, b - a) for a, b in zip(have, want, strict=True))

        return (min(names, key=short),)
    if ask.kind == "oppose" and rng.random() < 0.6:
        return ("no",)
    return legal(ask, rng)


def idle(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player who draws nothing, plays nothing and opposes nobody."""
    names = [o.id for o in ask.options]
    for wanted in ("pass", "pool:0", "no", "destroy"):
        if wanted in names:
            return (wanted,)
    return () if ask.lo == 0 else legal(ask, rng)


def steps(state: Any, seed: int, player: Player = anyhow) -> Iterator[tuple[Any, Ask, tuple[str, ...], Any]]:
    """Play a game to its end: (state before, question, answer, result), one after the other."""
    return common.steps(GAME, state, seed, player)


def finished(state: Any, seed: int, player: Player = anyhow) -> Any:
    """The state at the end of a game played like that."""
    for *_, result in steps(state, seed, player):
        state = result.state
    return state
