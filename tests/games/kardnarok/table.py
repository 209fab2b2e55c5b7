"""Positions of Kardnarök for the tests, built as values, and short words for answers.

Cards are named by their ids, several with spaces between them; ``villager*3`` stands for three. Answers are said in the
same way: ``do(state, "champion seidkona freydis", "attack:1")``. A Hero can be named without ``hero:``, a Norn without
``norn:`` and its option. ``!5`` makes chance draw that coin, ``!urd`` that card, ``!2`` that seat; other questions to
chance are answered by themselves, in such a way that a pile is left as it lies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.games import common
from tests.games.common import Player, cards
from thorgames import library
from thorgames.core.ask import CHANCE, Ask, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import Refusal
from thorgames.games.kardnarok.cards import KardnarokBox
from thorgames.games.kardnarok.game import Kardnarok
from thorgames.games.kardnarok.rules import AttackTurn

TOML = library.read("cards", "kardnarok.toml")
BOX = KardnarokBox(TOML, "kardnarok.toml")
GAME = Kardnarok(BOX)

MODES = [("basic", 3), ("basic", 4), ("duel", 2), ("story", 2), ("story", 3), ("story", 4)]
"""Every mode with every number of seats."""

Zones = dict[int, str]


def coins(text: str) -> tuple[str, ...]:
    """Silver coins by their values."""
    return tuple(sorted(f"silver-{value}" for value in text.split()))


# --- new games -----------------------------------------------------------------------------------------------------


def new(mode: str = "basic", seats: int = 3, **options: str) -> Any:
    """A new game at its first question."""
    return GAME.new(GAME.setup(mode, seats, options))


def begun(mode: str = "basic", seats: int = 3, seed: int = 1, **options: str) -> Any:
    """A game laid out by chance, at the first question to a player."""
    dealer = Dealer(seed)
    state = new(mode, seats, **options)
    while (ask := asked(state)).seat == CHANCE:
        state = GAME.apply(state, CHANCE, dealer.answer(ask)).state
    assert GAME.faults(state) == ()
    return state


# --- positions -----------------------------------------------------------------------------------------------------

PLAIN_WARRIORS = "berserker huskarl varangian jarl champion seidkona villager draugr jotunn"
PLAIN_NORNS = (
    "skadi arrows longships shieldwall thor tyr loki freya runestone ran idun bragi heimdall sleipnir ratatosk "
    "jormungandr hela fenrir odin disease assassin frey hugin valkyries skuld verdandi urd"
)
PLAIN_HEROES = (
    "harald erik shieldmaiden siegfried egil rollo gunnhild aslaug leif hervor ivar bjorn lagertha ragnar freydis"
)


class Stock:
    """What is left of the cards of a kind, the plainest first."""

    def __init__(self, kind: str, order: str) -> None:
        self.left = BOX.count(kind)
        self.order = order.split()

    def take(self, *wanted: str) -> tuple[str, ...]:
        """Take these cards out."""
        self.left.subtract(wanted)
        assert min(self.left.values()) >= 0, "more cards than there are"
        return wanted

    def any(self, n: int) -> tuple[str, ...]:
        """Any cards, of different kinds as far as possible."""
        out: list[str] = []
        while len(out) < n:
            for card in self.order:
                if self.left[card] and len(out) < n:
                    out += self.take(card)
        return tuple(out)

    def rest(self) -> tuple[str, ...]:
        """All that is left, the plainest last."""
        return tuple(card for card in reversed(self.order) for _ in range(self.left[card]))


def position(
    mode: str = "basic",
    seats: int = 3,
    *,
    omen: str = "kin",
    before: str = "",
    turn: int = 0,
    pr: int = 0,
    hands: Zones | None = None,
    armies: Zones | None = None,
    heroes: Zones | None = None,
    coin: Zones | None = None,
    won: Zones | None = None,
    bronze: tuple[int, ...] = (),
    warriors: str = "",
    norns: str = "",
    hero_deck: str = "",
    rest: int = -1,
    swapped: tuple[int, ...] = (),
    defences: tuple[int, ...] = (),
    blocked: tuple[str, ...] = (),
    effective: int = 0,
    agenda: tuple[Any, ...] = (),
) -> Any:
    """A position between combats, run on to the next question: without an agenda an attack turn.

    Args:
        mode, seats: of the game.
        omen: the Ragnarök card of the round; before: those of earlier rounds.
        turn: whose attack turn of the round it is. pr: who attacks first.
        hands: Warriors and Norns; of a seat not named: as many as it owns by the Effective, Warriors and Norns.
        armies: two Warriors and a Hero, in their places; "" for none. heroes: the one in reserve, or both.
        coin, won: values of silver. bronze: by seat, if not as at the start.
        warriors, norns, hero_deck: the tops of the decks.
        rest: where other Warriors and Norns lie: -1 the decks, under their tops, or a seat in whose hand they are.
        swapped: seats that have swapped their Hero. defences: by seat. blocked: by seat, a god.
        effective: if not that of the card.
        agenda: frames to be done instead of the attack turn, the first one first.
    """
    state = begun(mode, seats, first=str(pr + 1))
    hand, army, reserve, on_card, silver = (zone or {} for zone in (hands, armies, heroes, coin, won))
    stock_w, stock_n = Stock("warrior", PLAIN_WARRIORS), Stock("norn", PLAIN_NORNS)
    stock_h, bag = Stock("hero", PLAIN_HEROES), Counter(BOX.count("silver"))
    for text in (*hand.values(), *army.values(), *reserve.values(), warriors, norns, hero_deck):
        for card in cards(text):
            {"warrior": stock_w, "norn": stock_n, "hero": stock_h}[BOX.cards[card].kind].take(card)
    number = len(before.split()) + 1
    omens, revealed = list(BOX.omens(mode == "basic")), [()] * len(state.omens)
    for at, name in enumerate((*before.split(), omen)):
        assert name in omens[at]
        omens[at] = tuple(card for card in omens[at] if card != name)
        revealed[at] = (name,)
    wanted = effective or BOX.cards[omen].effective
    places: list[tuple[str, ...]] = []
    leaders: list[tuple[str, ...]] = []
    kept: list[tuple[str, ...]] = []
    hand_w: list[tuple[str, ...]] = []
    hand_n: list[tuple[str, ...]] = []
    for seat in range(seats):
        given = cards(army.get(seat, "-")) if army.get(seat, "-") != "-" else (*stock_w.any(2), *stock_h.any(1))
        two = tuple(card for card in given if BOX.cards[card].kind == "warrior")
        hero = tuple(card for card in given if BOX.cards[card].kind == "hero")
        mine = cards(reserve.get(seat, ""))
        kept.append(tuple(sorted((*mine, *stock_h.any(2 - len(hero) - len(mine))))))
        places += [two[at : at + 1] for at in (0, 1)]
        leaders.append(hero)
        if seat in hand:
            held = cards(hand[seat])
        else:
            n = wanted - len(two)
            held = (*stock_w.any((n + 1) // 2), *stock_n.any(n // 2))
        hand_w.append(tuple(card for card in held if BOX.cards[card].kind == "warrior"))
        hand_n.append(tuple(card for card in held if BOX.cards[card].kind == "norn"))
    deck_w, deck_n = cards(warriors), cards(norns)
    if rest < 0:
        deck_w, deck_n = (*deck_w, *stock_w.rest()), (*deck_n, *stock_n.rest())
    else:
        hand_w[rest], hand_n[rest] = (*hand_w[rest], *stock_w.rest()), (*hand_n[rest], *stock_n.rest())
    shown_coins = [coins(on_card.get(seat, "3")) for seat in range(seats)]
    won_coins = [coins(silver.get(seat, "")) for seat in range(seats)]
    bag.subtract(card for zone in (*shown_coins, *won_coins) for card in zone)
    assert min(bag.values()) >= 0, "more coins than there are"
    start = 10 if seats == 2 else 5
    step = 1 if number % 2 else -1
    state = state.but(
        round=number,
        turn=turn,
        order=tuple((pr + step * at) % seats for at in range(seats)),
        effective=wanted,
        bronze=bronze or (start,) * seats,
        spent=start * seats - sum(bronze) if bronze else 0,
        defences=defences or (0,) * seats,
        blocked=blocked or ("",) * seats,
        swapped=tuple(seat in swapped for seat in range(seats)),
        fought=sum(len(zone) for zone in won_coins),
        shown=(False,) * (2 * seats),
        heroes_up=tuple(bool(hero) for hero in leaders),
        looked=(False,) * (2 * seats),
        stamps=tuple(range(1, 2 * seats + 1)),
        warriors=deck_w,
        norns=deck_n,
        heroes=(*cards(hero_deck), *stock_h.rest()),
        hand_w=tuple(tuple(sorted(held)) for held in hand_w),
        hand_n=tuple(tuple(sorted(held)) for held in hand_n),
        reserve=tuple(kept),
        army=tuple(places),
        leaders=tuple(leaders),
        omens=tuple(omens),
        revealed=tuple(revealed),
        bag=tuple(sorted(bag.elements())),
        coins=tuple(shown_coins),
        won=tuple(won_coins),
    )
    return run(state, *(agenda or (AttackTurn(turn),)))


def run(state: Any, *frames: Any) -> Any:
    """The state at the next question, with these frames to be done, the first one first, and no others."""
    return ran(state, *frames)[0]


def ran(state: Any, *frames: Any) -> tuple[Any, list[Any]]:
    """The same, and what was told."""
    after, events = GAME._run(state.but(agenda=frames[::-1], sealed=()))
    assert GAME.faults(after) == (), GAME.faults(after)
    return after, list(events)


# --- playing -------------------------------------------------------------------------------------------------------


def asked(state: Any, seat: int | None = None) -> Ask:
    """The question that is put now; of several the first, or that to a seat."""
    asks = GAME.pending(state).asks
    return asks[0] if seat is None else next(ask for ask in asks if ask.seat == seat)


def kind(state: Any) -> str:
    """What is asked now, and whom: ``attack 0``; "" at the end."""
    pending = GAME.pending(state)
    return " ".join(f"{ask.kind} {ask.seat}" for ask in pending.asks) if pending else ""


def can(state: Any, seat: int | None = None) -> set[str]:
    """What may be chosen now."""
    return {o.id for o in asked(state, seat).options}


def named(ids: set[str]) -> set[str]:
    """The cards that options of Norns or swaps name."""
    return {one.split(":")[1] for one in ids if one.startswith(("norn:", "swap:"))}


def _answer(ask: Ask, said: str) -> tuple[str, ...]:
    """The answer that words stand for."""
    ids = [o.id for o in ask.options]
    out: list[str] = []
    for word in said.split():
        name, _, times = word.partition("*")
        for _ in range(int(times or 1)):
            free = [i for i in ids if i not in out]
            found = [i for i in free if i == name or i.split("#")[0] == name]
            found += [i for i in free if i == f"hero:{name}" or i.startswith(f"norn:{name}")]
            out.append(found[0] if found else name)
    return tuple(out)


def _chance(state: Any, ask: Ask, wanted: str) -> tuple[str, ...]:
    """What chance answers: as it lies, or what is wanted."""
    if ask.kind == "coin" and wanted:
        return (str(state.bag.index(f"silver-{wanted}")),)
    if ask.kind == "take" and wanted:
        return (str(state.hand_n[int(ask.args[0])].index(wanted)),)
    if wanted:
        return (wanted,)
    return tuple(str(n) for n in range(ask.lo))


def hear(state: Any, *said: str) -> tuple[Any, list[Any]]:
    """The state after some answers, each given by whoever is asked first, and the events on the way."""
    return common.hear(GAME, state, said, _answer, chance=_chance)


def do(state: Any, *said: str) -> Any:
    """The state after some answers, each given by whoever is asked."""
    return hear(state, *said)[0]


def refused(state: Any, said: str, seat: int | None = None) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    ask = asked(state)
    return common.refused(GAME, state, ask.seat if seat is None else seat, _answer(ask, said))


def owns(state: Any, seat: int) -> int:
    """Warriors and Norns of a kingdom, in hand and army, counted here anew."""
    return warriors_of(state, seat) + len(state.hand_n[seat])


def warriors_of(state: Any, seat: int) -> int:
    """Warriors of a kingdom, in hand and army."""
    return len(state.hand_w[seat]) + len(state.army[2 * seat]) + len(state.army[2 * seat + 1])


# --- whole games ---------------------------------------------------------------------------------------------------


def quiet(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player who does what he must, and nothing besides: passes, concedes, and takes the first that is legal."""
    ids = [o.id for o in ask.options]
    if ask.kind == "army":
        n = min(2, len(state.hand_w[ask.seat]))
        return (*ids[:n], next(i for i in ids if i.startswith("hero:")))
    if ask.kind == "adjust":
        return (ids[len(ids) // 2],)
    for calm in ("withdraw", "decline", "stop", "@no"):
        if calm in ids:
            return (calm,)
    if ask.lo == 0:
        return ()
    return (ids[0],) if ask.hi == 1 and not ask.need else legal(ask, rng)


def anyhow(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """A player without a plan, who seldom lets things be and seldom changes his army twice."""
    if ask.kind == "army" and rng.random() < 0.8:
        acts = [o.id for o in ask.options if not o.id.startswith(("norn:", "swap:"))]
        n = min(2, len(state.hand_w[ask.seat]))
        heroes = [i for i in acts if i.startswith("hero:")]
        return (*rng.sample([i for i in acts if i not in heroes], n), rng.choice(heroes))
    if ask.lo == 0 and ask.hi == 1 and ask.options and rng.random() < 0.8:
        return (rng.choice(ask.options).id,)
    return legal(ask, rng)


def steps(state: Any, seed: int, player: Player = anyhow) -> Iterator[tuple[Any, Ask, tuple[str, ...], Any]]:
    """Play a game to its end: (state before, question, answer, result), one after the other."""
    return common.steps(GAME, state, seed, player)


def until(state: Any, *wanted: str, player: Player = quiet, seed: int = 1) -> Any:
    """Play on till one of these is asked, such as ``attack 1``; with none, to the end."""
    return heard_until(state, *wanted, player=player, seed=seed)[0]


def heard_until(state: Any, *wanted: str, player: Player = quiet, seed: int = 1) -> tuple[Any, list[Any]]:
    """The same, and what was told on the way."""
    events: list[Any] = []
    if kind(state) in wanted:
        return state, events
    for *_, result in steps(state, seed, player):
        events += result.events
        state = result.state
        if kind(state) in wanted:
            return state, events
    assert not wanted, f"never asked: {wanted}"
    return state, events
