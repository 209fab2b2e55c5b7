"""Thor's table in words."""

from __future__ import annotations

from collections.abc import Sequence

from screens.plain.tables import listed
from thorgames.core.text import many
from thorgames.games.thor.view import ThorView


def table(view: ThorView, names: Sequence[str]) -> list[str]:
    """Gods with their value, offerings and stack; players with cards taken and points."""
    s, box = view.seen, view.box
    out = []
    for at, (god, worth) in enumerate(zip(s.gods, view.values(), strict=True)):
        line = f"{box.name(god)}: worth {worth}. "
        column = [box.cards[card] for card in s.columns[at]]
        told = ", ".join(f"{card.value} {card.name}" for card in column)
        line += f"Offerings, the oldest first, the last one counts: {told}. " if told else "No offerings. "
        if s.will and s.slots[at]:
            line += f"Above it lies {box.name(s.slots[at][0])}. "
        line += f"In the stack: {s.stacks[at]}." if s.stacks[at] else "The stack is empty."
        out.append(line)
    for seat, name in enumerate(names):
        hand = many(len(s.offerings[seat]), "offering") if s.offerings else "no offerings"
        if s.will and s.actions:
            hand += f" and {many(len(s.actions[seat]), 'action card')}"
        line = f"{name}: {hand} in hand; has taken {_taken(view, seat)}, {many(view.points(seat), 'point')} now"
        out.append(f"{line}, {view.total(seat)} from earlier rounds." if s.played else f"{line}.")
    if s.aside:
        out.append(f"Set aside unseen: {many(len(s.aside), 'offering')}.")
    if s.will:
        gone = listed([box.name(card) for card in s.out])
        out.append(f"Action cards to draw: {len(s.deck)}. Out of the game: {gone}.")
    return out


def _taken(view: ThorView, seat: int) -> str:
    """The god cards that a seat has taken."""
    s = view.seen
    counts = s.displays[seat] if s.displays else ()
    told = [f"{n} {view.box.name(god)}" for god, n in zip(s.gods, counts, strict=False) if n]
    return ", ".join(told) or "no god card"


def hand(view: ThorView, names: Sequence[str]) -> list[str]:
    """The offerings god by god, and the action cards."""
    offerings, actions = view.hand()
    box = view.box
    out = []
    for god in view.seen.gods:
        mine = [f"{box.cards[card].value} {box.cards[card].name}" for card in offerings if box.god_of[card] == god]
        if mine:
            out.append(f"{box.name(god)}: {', '.join(mine)}.")
    if not offerings:
        out.append("No offerings.")
    if view.seen.will:
        out.append(f"Action cards: {listed([box.name(card) for card in actions], 'none')}.")
        if view.gifts():
            out.append(f"Kept to the end of the round, they bring {many(view.gifts(), 'point')}.")
    return out


def scores(view: ThorView, names: Sequence[str]) -> list[str]:
    """The rounds one by one, and the sums."""
    s, box = view.seen, view.box
    out = []
    for number, played in enumerate(s.played, 1):
        out.append(f"Round {number}, {many(played.turns, 'turn')}:")
        for seat, name in enumerate(names):
            parts = [
                f"{n} {box.name(god)} at {worth}"
                for god, n, worth in zip(s.gods, played.taken[seat], played.values, strict=True)
                if n
            ]
            if played.gifts[seat]:
                parts.append(f"{played.gifts[seat]:+d} for cards in hand")
            made = f" ({', '.join(parts)})" if parts else ""
            out.append(f"  {name}: {many(played.points[seat], 'point')}{made}.")
    if len(s.played) != 1:
        totals = ", ".join(f"{name} {view.total(seat)}" for seat, name in enumerate(names))
        out.append(f"All rounds together: {totals}." if s.played else "No round has been scored yet.")
    return out
