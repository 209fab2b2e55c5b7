"""Althing's table in words."""

from __future__ import annotations

from collections.abc import Sequence

from screens.plain.tables import listed, open_hands
from thorgames.core.text import many
from thorgames.games.althing.cards import RESOURCES, TStages
from thorgames.games.althing.view import THORFINN, TRICKS, AlthingView, Amount

FACES = {"STORMUR": "neither recruiting nor a stage", "OVEDUR": "no recruiting"}
"""What a storm means for the player before whom it lies."""


def table(view: AlthingView, names: Sequence[str]) -> list[str]:
    """The saga stage by stage, the Assembly, and everybody's piles."""
    out = [*_saga(view, names), *_assembly(view), *_players(view, names), *_thorfinn(view)]
    s, box = view.seen, view.box
    if s.outcome is not None:
        owned = zip(s.hands, s.draws, s.discards, s.reserves, strict=True)
        out += open_hands(names, None, [[box.name(card) for pile in piles for card in pile] for piles in owned])
    return out


def _amount(amount: Amount) -> str:
    return ", ".join(f"{n} {name}" for n, name in zip(amount, RESOURCES, strict=True) if n) or "nothing"


# --- the saga ------------------------------------------------------------------------------------------------------


def _saga(view: AlthingView, names: Sequence[str]) -> list[str]:
    """The stages in their order, with what they ask for and who stands there."""
    s, box = view.seen, view.box
    out = []
    for place, stage in enumerate(s.track):
        card = box.cards[stage]
        if place == 0:
            line = f"The saga begins on {box.name(stage)}" + (", Sacred Ground." if card.sacred else ".")
        else:
            line = f"Stage {box.name(stage)} asks for {_amount(box.values[stage])}."
            line += " It brings Veteran." if card.veteran else ""
        ahead = view.ahead(place)
        if s.fork and ahead:
            line += f" From here to {' or '.join(box.name(s.track[one]) for one in ahead)}."
        here = [names[seat] for seat, at in enumerate(s.pawns) if at == place]
        here += ["Thorfinn"] if s.rival == place else []
        out.append(f"{line} Here: {', '.join(here)}." if here else line)
    return out


# --- the Assembly --------------------------------------------------------------------------------------------------


def _assembly(view: AlthingView) -> list[str]:
    """The row, the deck, and what is in force."""
    s = view.seen
    out = []
    for number, slot in enumerate(s.row, 1):
        told = f"{_card(view, slot[0])}, costs {view.box.price[slot[0]]} gold" if slot else "empty"
        out.append(f"Assembly, place {number}: {told}.")
    line = f"Assembly deck: {many(len(s.deck), 'card')}"
    if s.under:
        line += f", and under them {listed([view.box.name(card) for card in s.under])}"
    out.append(f"{line}.")
    if s.veteran:
        out.append("Veteran is in force: everyone draws up to 5.")
    if s.shortage:
        out.append(f"Shortage of {s.shortage}.")
    return out


def _card(view: AlthingView, card: str) -> str:
    """A card with what it gives and the symbols that work in this game."""
    box = view.box
    symbols = [box.name(f"sym-{symbol}") for symbol in box.symbols[card] if symbol in view.seen.symbols]
    told = f"{box.name(card)}, gives {_amount(box.values[card])}"
    return f"{told}, {' and '.join(symbols)}" if symbols else told


# --- the players ---------------------------------------------------------------------------------------------------


def _players(view: AlthingView, names: Sequence[str]) -> list[str]:
    """One line a player: hand, piles, stages, Trolls, storms."""
    s, box = view.seen, view.box
    out = []
    for seat, name in enumerate(names):
        if not s.owned:
            break
        line = f"{name}: {many(view.stages(seat), 'stage')} done, {many(len(s.hands[seat]), 'card')} in hand, "
        line += f"draw pile {view.pile(seat)}, discards {len(s.discards[seat])}"
        line += f", Trolls left {s.trolls[seat]}" if s.rival < 0 else ""
        line += ", a card in reserve" if s.reserves[seat] else ""
        if s.tops[seat]:
            line += f"; on top of the draw pile {listed([box.name(card) for card in s.tops[seat]])}"
        for storm in view.storms_before(seat):
            line += f"; {storm.face} lies there, sent by {names[storm.sender]}: {FACES[storm.face]}"
        if s.laid[seat]:
            line += f"; lays {listed([box.name(card) for card in s.laid[seat]])}"
        line += "; a card has been taken from the hand" if s.taken[seat] else ""
        out.append(f"{line}.")
    return out


def _thorfinn(view: AlthingView) -> list[str]:
    """Thorfinn: his stage, his recruits, and the cards of this pass."""
    s, box = view.seen, view.box
    if s.rival < 0:
        return []
    line = f"Thorfinn: {many(view.stages(THORFINN), 'stage')} done, Trolls left {s.rival_trolls}, "
    line += f"recruited: {listed([box.name(card) for card in s.rival_hand])}"
    for title, pile in (("taken from him", s.rival_taken), ("discarded", s.rival_discards)):
        line += f"; {title}: {listed([box.name(card) for card in pile])}" if pile else ""
    out = [f"{line}."]
    used = listed([box.name(card) for card in (*s.plan_used, *s.plan_now)], "none yet")
    out.append(f"Thorfinn's own deck: {many(len(s.plan), 'card')} to come; used in this pass: {used}.")
    for card in s.plan_now:
        out.append(f"His card of this turn, {box.name(card)}: {' '.join(_does(view, card))}")
    return out


def _does(view: AlthingView, card: str) -> list[str]:
    """What a card of Thorfinn does on the stage he stands on."""
    out = []
    for op in view.box.ops[card]:
        if isinstance(op, TStages):
            stage = min(view.stages(THORFINN), len(op.all))
            where = "any stage" if len(set(op.all)) == 1 else f"stage {stage}"
            out.append(f"Then, on {where}: {op.all[stage - 1].text()}.")
        else:
            out.append(op.text())
    return out


# --- the viewer's own ----------------------------------------------------------------------------------------------


def hand(view: AlthingView, names: Sequence[str]) -> list[str]:
    """The hand card by card, the reserve, a card taken, the own discards, standing orders."""
    s, box, seat = view.seen, view.box, view.viewer
    if seat is None or not s.owned:
        return []
    out = [f"{_own(view, card)}." for card in view.hand()] or ["Your hand is empty."]
    out += [f"In reserve: {_own(view, card)}." for card in s.reserves[seat]]
    taken = [*(card for pile in s.taken for card in pile if card in box.cards), *s.rival_taken]
    out += [f"Taken by an Axe: {_own(view, card)}." for card in taken]
    out.append(f"Your discard pile: {listed([box.name(card) for card in s.discards[seat]], 'empty')}.")
    orders = [
        f"{box.name(f'sym-{trick}')}: {order} dodge"
        for trick, order in zip(TRICKS, s.orders[seat], strict=True)
        if order != "ask"
    ]
    return [*out, f"Standing orders: {', '.join(orders)}."] if orders else out


def _own(view: AlthingView, card: str) -> str:
    """A card with what it gives now."""
    given = view.gives(card)
    told = _card(view, card)
    return told if given == view.box.values[card] else f"{told}; now, in the Shortage, it gives {_amount(given)}"


def scores(view: AlthingView, names: Sequence[str]) -> list[str]:
    """How far everyone has come."""
    s, box = view.seen, view.box
    out = [f"After {many(s.turn, 'turn')}:"]
    for seat, name in enumerate(names):
        out.append(f"{name}: {many(view.stages(seat), 'stage')}, on {box.name(s.track[s.pawns[seat]])}.")
    if s.rival >= 0:
        out.append(f"Thorfinn: {many(view.stages(THORFINN), 'stage')}, on {box.name(s.track[s.rival])}.")
    return out
