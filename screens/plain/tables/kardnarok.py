"""Kardnarök's table in words: the kingdoms, and in a combat two armies with every part of their Force."""

from __future__ import annotations

from collections.abc import Sequence

from screens.plain.tables import listed, open_hands
from screens.table.kardnarok import BECAUSE, HOW
from thorgames.core.text import many
from thorgames.games.kardnarok.view import ATTACKER, DEFENDER, RUNES, Fight, Item, KardnarokView, counter

SIDES = ("attacks", "defends")


def table(view: KardnarokView, names: Sequence[str]) -> list[str]:
    """What is in force, the kingdoms, the combat under way, and what has been used."""
    s = view.seen
    if not s.bronze:
        return []
    out = _combat(view, names, s.fight) if s.fight is not None else []
    out += [*_kingdoms(view, names), *_in_force(view), *_piles(view, names)]
    if s.outcome is not None:
        held = zip(s.hand_w, s.hand_n, s.reserve, strict=True)
        out += open_hands(names, view.viewer, [[_card(view, c) for pile in piles for c in pile] for piles in held])
    return out


def _card(view: KardnarokView, card: str) -> str:
    """A card with its Force and rune."""
    box = view.box
    if card not in box.cards:
        return "a face-down card"
    rune = box.cards[card].rune
    parts = [f"Force {box.force[card]}"] if card in box.force else []
    parts += [RUNES[rune]] if rune else []
    return f"{box.name(card)} ({', '.join(parts)})" if parts else box.name(card)


def _cards(view: KardnarokView, cards: Sequence[str], nothing: str = "none") -> str:
    return listed([_card(view, card) for card in cards], nothing)


# --- what is in force ----------------------------------------------------------------------------------------------


def _in_force(view: KardnarokView) -> list[str]:
    """The event of this round and the fixed rules."""
    box = view.box
    out = []
    for card in view.in_force():
        if card == view.omen():
            out.append(f"Ragnarök of this round, {box.name(card)}: {box.text(card)}")
        else:
            out.append(f"Fixed rule of {box.name(card)}: {' '.join(op.text() for op in box.rules[card])}")
    return out


def _piles(view: KardnarokView, names: Sequence[str]) -> list[str]:
    """The decks, the bag, and what is out for this combat."""
    s, box = view.seen, view.box
    decks = f"Warriors {len(s.warriors)}, Norns {len(s.norns)}, Heroes {len(s.heroes)}"
    bag = listed([str(box.value[card]) for card in sorted(s.bag, key=box.value.__getitem__)], "none")
    out = [f"Each kingdom owns {s.effective}. Decks: {decks}. Silver in the bag: {bag}."]
    for title, pile in (("Norns used", s.used), ("Discarded as a price", (*s.out_w, *s.out_n))):
        out += [f"{title}: {_cards(view, pile)}."] if pile else []
    for seat, pile in enumerate(s.ties):
        out += [f"To break the tie {names[seat]} has drawn {_cards(view, pile)}."] if pile else []
    return out


# --- the kingdoms --------------------------------------------------------------------------------------------------


def _kingdoms(view: KardnarokView, names: Sequence[str]) -> list[str]:
    """One line a kingdom: coin, riches, hand, army, cube, rituals."""
    s, box = view.seen, view.box
    out = []
    for seat in s.order or range(s.seats):
        kingdom = view.kingdom(seat)
        line = f"{names[seat]}{f' of {kingdom}' if kingdom else ''}: "
        line += f"coin {view.coin(seat)}, " if s.coins[seat] else "no coin, "
        won = ", ".join(str(box.value[card]) for card in s.won[seat])
        line += f"silver {view.silver(seat)}{f' (coins {won})' if won else ''}, {s.bronze[seat]} bronze; "
        line += f"{many(len(s.hand_w[seat]), 'Warrior')} and {many(len(s.hand_n[seat]), 'Norn')} in hand"
        line += f", {many(len(s.bought[seat]), 'Norn')} bought" if s.bought[seat] else ""
        line += f"; army: {_army(view, seat)}"
        line += f"; defence cube +{view.cube(seat)}" if s.seats > 2 else ""
        able = [box.name(f"ritual-{god}") for god in view.rituals(seat)]
        out.append(f"{line}; rituals to choose from: {', '.join(able) or 'none'}.")
    return out


def _army(view: KardnarokView, seat: int) -> str:
    """The Hero and the Warriors of an army, as far as the viewer sees them."""
    s = view.seen
    parts = []
    for hero in s.leaders[seat]:
        impeded = view.counted() and s.fight is not None and seat in s.fight.seats and view.impeded(seat)
        parts.append(f"Hero {_card(view, hero)}" + (", impeded" if impeded else ""))
    for number, place in enumerate((2 * seat, 2 * seat + 1), 1):
        for card in s.army[place]:
            slain = ", slain" if s.fight is not None and view.slain(place) else ""
            parts.append(f"place {number} {_card(view, card)}{slain}")
    return ", ".join(parts) or "in hand"


# --- a combat ------------------------------------------------------------------------------------------------------


def _combat(view: KardnarokView, names: Sequence[str], fight: Fight) -> list[str]:
    """Who fights whom, and once the armies are revealed how the totals come about."""
    out = []
    sheet = view.sheet() if fight.counted else ([], [])
    totals = fight.final if fight.final is not None else view.totals() if fight.counted else (0, 0)
    for side, seat in enumerate(fight.seats):
        line = f"{names[seat]} {SIDES[side]}"
        if fight.rituals[side]:
            line += f" with the {view.box.name(f'ritual-{fight.rituals[side]}')}"
        line += "; has finished own actions" if fight.closed[side] else ""
        for title, pile in (("reinforcements", view.seen.villagers[seat]), ("by Thor's ritual", view.seen.thors[seat])):
            line += f"; {title}: {_cards(view, pile)}" if pile else ""
        uses = [_use(view, names, at) for at, use in enumerate(fight.uses) if use.side == side]
        line += f"; Norns: {', '.join(uses)}" if uses else ""
        if fight.counted:
            line += f". Total {totals[side]}, space {counter(totals[side])} of the Force Counter"
            if fight.final is None or fight.final == view.totals():
                line += f": {', '.join(_part(view, item) for item in sheet[side]) or 'nothing'}"
        out.append(f"{line}.")
    other = [_use(view, names, at) for at, use in enumerate(fight.uses) if use.side not in (ATTACKER, DEFENDER)]
    out += [f"Norns used outside: {', '.join(other)}."] if other else []
    if fight.winner >= 0:
        out.append(f"The combat is over: {names[fight.seats[fight.winner]]} has won.")
    elif fight.counted:
        out.append(f"{names[fight.seats[view.losing()]]} has the initiative: {BECAUSE[view.losing_by(totals)]}.")
    for side, contract in enumerate(fight.contracts):
        if contract is not None:
            what = "helps" if contract.serves else "keeps still for"
            line = f"{names[contract.kingdom]} {what} {names[fight.seats[side]]}, {contract.fee} bronze at a victory"
            out.append(f"{line}; {contract.helps} of 2 Norns used." if contract.serves else f"{line}.")
    return out


def _use(view: KardnarokView, names: Sequence[str], at: int) -> str:
    """A Norn used, with its option, by whom, and whether it is cancelled."""
    fight = view.seen.fight
    assert fight is not None
    use = fight.uses[at]
    option = view.box.choices[use.card][use.option][0]
    told = f"{view.box.name(use.card)}{f', {option}' if option else ''}"
    told += f" by {names[use.user]}" if use.helps or use.side < 0 else ""
    return told if use.active else f"{told}, cancelled"


def _part(view: KardnarokView, item: Item) -> str:
    """A part of a total with its source."""
    name = view.box.name(item.card) if item.card else "defence cube"
    return f"{item.n:+d} {name} {HOW.get(item.kind, '')}".rstrip()


# --- the viewer's own ----------------------------------------------------------------------------------------------


def hand(view: KardnarokView, names: Sequence[str]) -> list[str]:
    """The hand, the own army, reserve Heroes, cards bought and looked at."""
    s, seat = view.seen, view.viewer
    if seat is None or not s.bronze:
        return []
    box = view.box
    warriors = [card for card in view.hand() if card in box.force]
    norns = [card for card in view.hand() if card not in box.force]
    out = [f"Warriors: {_cards(view, warriors)}.", f"Norns: {_cards(view, norns)}."]
    if s.leaders[seat] or s.army[2 * seat]:
        out.append(f"Your army: {_army(view, seat)}.")
    looked = (*s.peek_w[seat], *s.peek_n[seat])
    for title, pile in (("Heroes", s.reserve[seat]), ("Bought", s.bought[seat]), ("Looked at", looked)):
        out += [f"{title}: {_cards(view, pile)}."] if pile else []
    return out


def scores(view: KardnarokView, names: Sequence[str]) -> list[str]:
    """Riches: silver coins won, and bronze."""
    s, box = view.seen, view.box
    if not s.bronze:
        return ["Nothing has been won yet."]
    out = []
    for seat in view.ranking():
        coins = ", ".join(str(box.value[card]) for card in s.won[seat])
        line = f"{names[seat]}: riches {view.riches(seat)}, silver {view.silver(seat)}"
        out.append(f"{line}{f' (coins {coins})' if coins else ''} and bronze {s.bronze[seat]}.")
    return out
