"""Positions in combats of Kardnarök for the tests, built as values, and short words for answers.

Cards are named by their ids, several with spaces between them; ``villager*3`` stands for three. Seat n has the army
places 2n and 2n+1. Answers are said in the same way, one text for each answer:

- a Norn by its id (``skadi``), one of two options by its name (``loki.Lies``), a Thor reinforcement ``thor:jarl``;
- ``""`` is a pass; a mercenary's refusal; conceding;
- ``!silver-5`` or ``!thor`` makes chance draw that coin, or take that card. Other questions to chance are answered by
  themselves, in such a way that a pile is left as it lies.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from tests.games.common import cards, pile
from thorgames import library
from thorgames.core.ask import CHANCE, Ask, legal
from thorgames.core.errors import Refusal
from thorgames.games.kardnarok.cards import KardnarokBox
from thorgames.games.kardnarok.game import Kardnarok
from thorgames.games.kardnarok.rules import Act, PreCombat, Ritual
from thorgames.games.kardnarok.state import Fight

TOML = library.read("cards", "kardnarok.toml")
BOX = KardnarokBox(TOML, "kardnarok.toml")
GAME = Kardnarok(BOX)

ROUNDS = {"basic": 2, "duel": 4, "story": 4}
PLAIN = ("freydis", "lagertha", "rollo", "gunnhild")
"""Heroes of the seats where nothing else is said: Force 2, and nothing for an army of two Villagers."""

Zones = dict[int, str]
Numbers = dict[int, int]


def made_up(**changed: dict[str, str]) -> Kardnarok:
    """The game with some cards altered: card -> field -> its new value, as it stands in the card file."""
    toml = TOML
    for card, fields in changed.items():
        start = toml.index(f'id = "{card}"\n')
        end = toml.index("[[card]]", start) if "[[card]]" in toml[start:] else len(toml)
        block = toml[start:end]
        for field, value in fields.items():
            line = re.compile(rf"^{field} = (?:\[\n(?:    .*\n)*\]|.*)$", re.MULTILINE)
            new = f"{field} = {value}"
            found = line.search(block)
            block = block.replace(found[0], new) if found else block.replace("source =", f"{new}\nsource =", 1)
        toml = toml[:start] + block + toml[end:]
    return Kardnarok(KardnarokBox(toml, "made-up.toml"))


def norn(*effects: str) -> str:
    """The options of a made-up Norn with one option."""
    return '[{ effect = ["' + '", "'.join(effects) + '"] }]'


# --- positions -----------------------------------------------------------------------------------------------------


def position(
    at: str = "act",
    seats: int = 3,
    *,
    mode: str = "",
    fight: tuple[int, int] = (0, 1),
    armies: Zones | None = None,
    heroes: Zones | None = None,
    reserves: Zones | None = None,
    hands: Zones | None = None,
    warriors: str = "",
    norns: str = "",
    coins: Numbers | None = None,
    bronze: Numbers | None = None,
    rituals: str = "odin odin",
    blocked: Zones | None = None,
    defences: Numbers | None = None,
    omens: str = "",
    rounds: int = 1,
    turn: int = 0,
    effective: int = 8,
    may_swap: bool = True,
    short: tuple[int, int] | None = None,
    game: Kardnarok = GAME,
) -> Any:
    """A legal position in a combat.

    Args:
        at: "ritual" (both choose a token), "pre" (the attacker may use Norns first), "act" (the count is done).
        seats, mode: of the game; with three or four seats basic, with two a Duel.
        fight: attacker and defender.
        armies: by seat; two Villagers in the armies of the combat, a Huskarl and a Berserker in the others.
        heroes: who leads the army, by seat; those in `PLAIN`.
        reserves: the other Heroes.
        hands: Warriors and Norns in hand, by seat.
        warriors, norns: the top of the decks; the other cards follow.
        coins: values on Kingdom cards; all 4.
        bronze: by seat; what is missing lies with the last seat that is not named, or has left the game.
        rituals: of attacker and defender, if they are revealed.
        blocked: the blocked god, by seat.
        defences: how often each has defended.
        omens: Ragnarök cards revealed; the last of the present round's pile is this round's.
        rounds: which round it is.
        turn: how many attack turns of the round are over.
        effective: of the round.
        may_swap: whether the Hero swaps of the round are left.
        short: how many cards stay in the Warrior and in the Norn deck; the others are put into the last seat's hand.
        game: with which cards.
    """
    box = game.box
    mode = mode or ("duel" if seats == 2 else "basic")
    none: tuple[tuple[str, ...], ...] = ((),) * seats
    stock = {kind: box.count(kind) for kind in ("warrior", "norn", "hero", "silver")}

    def claim(kind: str, *named: str) -> None:
        stock[kind].subtract(named)
        assert min(stock[kind].values()) >= 0, f"more than there are: {named}"

    army, hand_w, hand_n, leaders, reserve, silver = [], [], [], [], [], []
    claim("hero", *(heroes or {}).values(), *(reserves or {}).values())
    for seat in range(seats):
        usual = "villager*2" if seat in fight else "huskarl berserker"
        there = cards((armies or {}).get(seat, usual))
        army += [there[:1], there[1:2]]
        hand = pile((hands or {}).get(seat, ""))
        hand_w.append(tuple(c for c in hand if box.cards[c].kind == "warrior"))
        hand_n.append(tuple(c for c in hand if box.cards[c].kind == "norn"))
        assert len(hand_w[-1]) + len(hand_n[-1]) == len(hand)
        claim("warrior", *there, *hand_w[-1])
        claim("norn", *hand_n[-1])
        leader = (heroes or {}).get(seat, "")
        if not leader:
            leader = next(hero for hero in (PLAIN[seat], *PLAIN[::-1]) if stock["hero"][hero])
            claim("hero", leader)
        leaders.append((leader,))
        silver.append(f"silver-{(coins or {}).get(seat, 4)}")
    for seat in range(seats):
        other = (reserves or {}).get(seat)
        if other is None:
            other = min(hero for hero, n in stock["hero"].items() if n)
            claim("hero", other)
        reserve.append((other,))
    claim("warrior", *cards(warriors))
    claim("norn", *cards(norns))
    claim("silver", *silver)
    fought = (rounds - 1) * seats + turn
    bag = sorted(stock["silver"].elements())
    won, bag = tuple(bag[::2][:fought]), [c for i, c in enumerate(bag) if i % 2 or i // 2 >= fought]
    assert len(won) == fought
    deck_w = (*cards(warriors), *sorted(stock["warrior"].elements()))
    deck_n = (*cards(norns), *sorted(stock["norn"].elements()))
    if short is not None:
        hand_w[-1] = tuple(sorted((*hand_w[-1], *deck_w[short[0] :])))
        hand_n[-1] = tuple(sorted((*hand_n[-1], *deck_n[short[1] :])))
        deck_w, deck_n = deck_w[: short[0]], deck_n[: short[1]]

    start = 10 if seats == 2 else 5
    purse = {seat: start for seat in range(seats)} | (bronze or {})
    gone = start * seats - sum(purse.values())
    if seats > 2 and gone:
        last = max(seat for seat in range(seats) if seat not in (bronze or {}))
        purse[last] += gone
        gone = 0
    assert min(purse.values()) >= 0 <= gone

    piles = box.omens(mode == "basic")
    revealed = tuple(tuple(c for c in cards(omens) if c in there) for there in piles)
    hidden = tuple(tuple((Counter(there) - Counter(up)).elements()) for there, up in zip(piles, revealed, strict=True))
    step = 1 if rounds % 2 else -1
    order = tuple((fight[0] + step * (at_ - turn)) % seats for at_ in range(seats))
    gods = tuple(rituals.split()) if at != "ritual" else ("", "")
    counted = at == "act"
    agenda = {"ritual": Ritual(), "pre": PreCombat(0), "act": Act()}[at]
    state = game.start(game.setup(mode, seats, {"first": "1"})).but(
        agenda=(agenda,),
        mode=mode,
        rounds=ROUNDS[mode],
        kingdoms=tuple(range(seats)),
        first=0,
        round=rounds,
        order=order,
        turn=turn,
        effective=effective,
        bronze=tuple(purse[seat] for seat in range(seats)),
        spent=gone,
        defences=tuple((defences or {}).get(seat, 0) for seat in range(seats)),
        blocked=tuple((blocked or {}).get(seat, "") for seat in range(seats)),
        swapped=(not may_swap,) * seats,
        fight=Fight(fight, (gods[0], gods[1]), counted),
        fought=fought,
        shown=tuple(counted and place // 2 in fight for place in range(2 * seats)),
        heroes_up=(True,) * seats,
        looked=(False,) * (2 * seats),
        stamps=tuple(range(1, 2 * seats + 1)),
        warriors=deck_w,
        norns=deck_n,
        heroes=tuple(sorted(stock["hero"].elements())),
        hand_w=tuple(hand_w),
        hand_n=tuple(hand_n),
        reserve=tuple(reserve),
        army=tuple(army),
        leaders=tuple(leaders),
        peek_w=none,
        peek_n=none,
        bought=none,
        villagers=none,
        thors=none,
        ties=none,
        omens=hidden,
        revealed=revealed,
        bag=tuple(bag),
        coins=tuple((coin,) for coin in silver),
        won=(won, *none[1:]),
        fetched=((),) * seats,
    )
    assert game.faults(state) == (), game.faults(state)
    return state


# --- what is asked -------------------------------------------------------------------------------------------------


def asked(state: Any, game: Kardnarok = GAME) -> Ask:
    """The question that is put now; of two put at the same time, the first."""
    pending = game.pending(state)
    assert pending is not None
    return pending.asks[0]


def kind(state: Any, game: Kardnarok = GAME) -> str:
    """What is asked now, and whom: ``act 0``."""
    ask = asked(state, game)
    return f"{ask.kind} {ask.seat}"


def can(state: Any, game: Kardnarok = GAME) -> set[str]:
    """What may be chosen now, besides a swap of Heroes."""
    return {o.id for o in asked(state, game).options if not o.id.startswith("swap:")}


def swaps(state: Any, game: Kardnarok = GAME) -> set[str]:
    """The Heroes that may be swapped now."""
    return {o.id.partition(":")[2] for o in asked(state, game).options if o.id.startswith("swap:")}


def norns_of(state: Any, game: Kardnarok = GAME) -> set[str]:
    """The Norns that may be used now; of two options ``loki.Lies``."""
    found = [o for o in asked(state, game).options if o.id.split(":")[0] in ("norn", "help", "bought")]
    return {f"{o.refs[0]}.{o.refs[1]}" if o.refs[1] else str(o.refs[0]) for o in found}


def why(state: Any, game: Kardnarok = GAME) -> dict[str, tuple[str, str]]:
    """What is barred now: id -> (key of the reason, clause)."""
    ask = asked(state, game)
    return {b.id: (b.why.key, b.rule) for b in game.barred(game.view(state, ask.seat), ask)}


def stand(state: Any, game: Kardnarok = GAME) -> tuple[int, int]:
    """Both totals, the attacker's first."""
    totals: tuple[int, int] = game.view(state, None).totals()
    return totals


def parts(state: Any, side: int, game: Kardnarok = GAME) -> list[tuple[str, str, int]]:
    """The parts of a side's total without the words for them: (kind, card, how much)."""
    return [(item.kind.partition(".")[2], item.card, item.n) for item in game.view(state, None).sheet()[side]]


def uses(state: Any) -> list[tuple[str, bool]]:
    """The Norns used, and whether they are active."""
    return [(use.card, use.active) for use in state.fight.uses]


def hand(state: Any, seat: int) -> tuple[str, ...]:
    """Warriors, then Norns of a hand."""
    return (*state.hand_w[seat], *state.hand_n[seat])


# --- playing -------------------------------------------------------------------------------------------------------


def _answer(ask: Ask, said: str) -> tuple[str, ...]:
    """The answer that words stand for."""
    out: list[str] = []
    for word in said.split():
        name, _, times = word.partition("*")
        card, _, option = name.partition(".")
        for _ in range(int(times or 1)):
            free = [o for o in ask.options if o.id not in out]
            found = [o.id for o in free if o.id in (name, f"hero:{name}") or o.id.split("#")[0] == name]
            found += [
                o.id
                for o in free
                if o.id.split(":")[0] in ("norn", "help", "bought")
                and o.refs[0] == card
                and (not option or o.refs[1] == option)
            ]
            out.append(found[0] if found else name)
    return tuple(out)


def _chance(state: Any, ask: Ask, wanted: str) -> tuple[str, ...]:
    """What chance answers: as it lies, or what is wanted."""
    if not wanted:
        return tuple(str(n) for n in range(ask.lo))
    if ask.kind == "coin":
        return (str(state.bag.index(wanted)),)
    assert ask.kind == "take"
    victim = int(ask.args[0])
    held = state.hand_w[victim] if wanted in state.hand_w[victim] else state.hand_n[victim]
    return (str(held.index(wanted)),)


def hear(state: Any, *said: str, game: Kardnarok = GAME) -> tuple[Any, list[Any]]:
    """The state after some answers, each given by whoever is asked, and the events on the way."""
    events: list[Any] = []
    words = list(said)
    while (pending := game.pending(state)) is not None:
        if pending.mode == "chance":
            able = pending.asks[0].kind in ("coin", "take")
            wanted = words.pop(0)[1:] if able and words and words[0].startswith("!") else ""
            answer = _chance(state, pending.asks[0], wanted)
        elif words:
            answer = _answer(asked(state, game), words.pop(0))
        else:
            break
        result = game.apply(state, asked(state, game).seat, answer)
        events += result.events
        state = result.state
        assert game.faults(state) == (), game.faults(state)
    assert not words, f"not asked for: {words}"
    return state, events


def do(state: Any, *said: str, game: Kardnarok = GAME) -> Any:
    """The state after some answers, each given by whoever is asked."""
    return hear(state, *said, game=game)[0]


def onward(state: Any, wanted: str = "", game: Kardnarok = GAME) -> tuple[Any, list[Any]]:
    """On till a question of this kind, or (without one) the end of the combat: pass where it is possible.

    Returns:
        The state, and the events on the way.
    """
    events: list[Any] = []
    rng = random.Random(1)
    while (pending := game.pending(state)) is not None:
        ask = pending.asks[0]
        if ask.kind == wanted if wanted else state.fight is None:
            break
        if ask.seat == CHANCE:
            answer = _chance(state, ask, "")
        else:
            answer = () if ask.lo == 0 else legal(ask, rng)
            if ask.kind == "army":  # without a Norn or a swap on the way
                warriors = [o.id for o in ask.options if o.amount == (1, 0)][: ask.hi - 1]
                answer = (*warriors, next(o.id for o in ask.options if o.id.startswith("hero:")))
        result = game.apply(state, ask.seat, answer)
        events += result.events
        state = result.state
        assert game.faults(state) == (), game.faults(state)
    return state, events


def refused(state: Any, said: str, seat: int | None = None, game: Kardnarok = GAME) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    before, question = game.pack(state), game.pending(state)
    ask = asked(state, game)
    with pytest.raises(Refusal) as caught:
        game.apply(state, ask.seat if seat is None else seat, _answer(ask, said))
    assert game.pack(state) == before
    assert game.pending(state) == question
    return caught.value


def shuffled(state: Any, *said: str, game: Kardnarok = GAME) -> tuple[str, ...]:
    """Answers up to the shuffle of the Norns that are discarded: which Norns they are."""
    for word in said:
        pending = game.pending(state)
        assert pending is not None and pending.asks[0].seat != CHANCE
        state = game.apply(state, asked(state, game).seat, _answer(asked(state, game), word)).state
    ask = asked(state, game)
    assert (ask.seat, ask.kind, ask.args[0]) == (CHANCE, "shuffle", "away")
    return tuple(state.away)


def told(events: list[Any], wanted: str) -> list[tuple[Any, ...]]:
    """The public arguments of all events of one kind."""
    return [event.args for event in events if event.kind == wanted]
