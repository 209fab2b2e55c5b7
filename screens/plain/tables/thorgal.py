"""Thorgal's table in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from screens.plain.tables import listed, open_hands
from thorgames.core.text import many
from thorgames.games.thorgal.view import ATTRIBUTES, Land, Spot, ThorgalView

Points = tuple[int, int, int]


def table(view: ThorgalView, names: Sequence[str]) -> list[str]:
    """The journey, the players with their parties, the lands, and destroyed cards."""
    s = view.seen
    if not s.lands:
        out = [f"{names[seat]}: {faction.title()}." for seat, faction in enumerate(s.factions)]
        for seat, cards in enumerate(s.aside):
            out += [f"Lands of {names[seat]}: {listed([view.box.name(card) for card in cards])}."] if cards else []
        return out
    out = [*_journey(view, names), *_players(view, names)]
    out += [_land(view, names, land, at == s.target) for at, land in enumerate(s.lands)]
    for seat, cards in enumerate(s.aside):
        left = [view.box.name(card) for card in cards if not any(land.card == card for land in s.lands)]
        out += [f"Lands of {names[seat]} that are not on the table: {listed(left)}."] if left else []
    for seat, name in enumerate(names):
        gone = [view.box.name(card) for card in (*s.valhalla[seat], *s.niflheim[seat])]
        out += [f"Destroyed cards of {name}: {listed(gone)}."] if gone else []
    if s.outcome is not None:
        held = zip(s.hand_d, s.hand_b, strict=True)
        out += open_hands(names, None, [[_card(view, card) for pile in piles for card in pile] for piles in held])
    return out


def _points(points: Points) -> str:
    """Points attribute by attribute, those that are not 0."""
    return ", ".join(f"{name} {n}" for name, n in zip(ATTRIBUTES, points, strict=True) if n) or "no points"


# --- lands and the journey -----------------------------------------------------------------------------------------


def _land(view: ThorgalView, names: Sequence[str], land: Land, target: bool) -> str:
    """A land: what it asks for, who opposes it free, and who has conquered it."""
    box = view.box
    kinds = ", ".join(subtype.title() for subtype in box.cards[land.card].subtypes)
    line = f"Land {box.name(land.card)}{', the target' if target else ''}: "
    if land.conqueror >= 0:
        line += f"conquered by {names[land.conqueror]}"
        line += f", {many(land.tired, 'exhaustion marker')}" if land.tired else ""
    else:
        line += f"asks for {_points(box.points[land.card])}; opposes free: {kinds or 'nobody'}"
    return f"{line}."


def _journey(view: ThorgalView, names: Sequence[str]) -> list[str]:
    """Strength against difficulty in all three attributes, as it would be resolved now."""
    s, box = view.seen, view.box
    if s.dest < 0:
        return []
    have = view.strength()
    if s.target < 0:
        out = [f"Strength of {names[s.dest]}'s party: {_points(have)}."]
    else:
        want = view.difficulty()
        good = all(a >= b for a, b in zip(have, want, strict=True))
        parts = [f"{name} {a} of {b}" for name, a, b in zip(ATTRIBUTES, have, want, strict=True)]
        where = f"{names[s.dest]} travels to {box.name(s.lands[s.target].card)} and"
        out = [f"{where} {'succeeds' if good else 'fails'} as it is now: {', '.join(parts)}."]
    for title, piles in (("For the party", s.attached_d), ("Against it", s.attached_b)):
        cards = [_card(view, card) for pile in piles for card in pile]
        out += [f"{title}: {listed(cards)}."] if cards else []
    if s.opponent is not None:
        card = s.opposing[s.opponent.seat][0]
        out.append(f"{names[s.opponent.seat]} opposes with {_in_play(view, card, s.opponent)}.")
    playing = [_card(view, card) for piles in (s.playing_d, s.playing_b) for pile in piles for card in pile]
    return [*out, f"Being played: {listed(playing)}."] if playing else out


def _card(view: ThorgalView, card: str) -> str:
    """A card with its points."""
    points = view.box.points[card]
    return f"{view.box.name(card)} ({_points(points)})" if any(points) else view.box.name(card)


def _in_play(view: ThorgalView, card: str, spot: Spot) -> str:
    """A card in play: what it counts now, and its markers."""
    points = view.value(card, spot)
    marks = [_points(points)] if any(points) or any(view.box.points[card]) else []
    marks += ["changed"] if points != view.box.points[card] else []
    marks += [many(spot.tired, "exhaustion marker")] if spot.tired else []
    return f"{view.box.name(card)} ({'; '.join(marks)})" if marks else view.box.name(card)


# --- players -------------------------------------------------------------------------------------------------------


def _players(view: ThorgalView, names: Sequence[str]) -> list[str]:
    """Everybody: role, hand, pool, deck, horns and party."""
    s = view.seen
    out = []
    for seat in view.order():
        if s.dest < 0:
            break
        cards, pool, deck = view.sizes(seat)
        role = "the destiny player" if seat == s.dest else "bane player"
        if seat != s.dest and len(view.living()) > 2 and view.marker(seat):
            role += f" with the marker {view.marker(seat):+d}"
        line = f"{names[seat]}, {role}: hand {cards}, pool {pool}, deck {deck}"
        line += f", destiny deck {view.life(seat)}" if seat != s.dest else ""
        line += f"; horns {len(view.horns(seat))} of {s.horns}"
        if s.shields and s.shields[seat]:
            line += f"; the next {s.shields[seat]} damage is prevented"
        party = [_in_play(view, card, spot) for card, spot in view.party(seat)]
        out.append(f"{line}; party: {', '.join(party) or 'empty'}.")
    out += [f"{names[seat]} is out." for seat in range(s.seats) if s.out and s.out[seat]]
    return out


# --- the viewer's own ----------------------------------------------------------------------------------------------


def hand(view: ThorgalView, names: Sequence[str]) -> list[str]:
    """The hand with what each card costs now, the hand of the other role, and cards looked at."""
    s, seat = view.seen, view.viewer
    if seat is None:
        return []
    if s.dest < 0:
        chosen = [view.box.name(card) for card in s.chosen[seat]] if s.chosen else []
        return [f"Chosen: {listed(chosen)}."] if chosen else ["You hold no cards yet."]
    if s.out[seat]:
        return ["You are out."]
    out = []
    for card, times in Counter(view.hand()).items():
        c = view.box.cards[card]
        when = " or ".join(phase.title() for phase in c.phases) or c.kind
        count = f", {times} of them" if times > 1 else ""
        out.append(f"{_card(view, card)}, costs {view.cost(seat, card)}, {when}{count}.")
    out = out or ["Your hand is empty."]
    rest = (s.hand_b if seat == s.dest else s.hand_d)[seat]
    out += [f"Put by for your other role: {listed([_card(view, card) for card in rest])}."] if rest else []
    if s.peeking == seat:
        seen = [_card(view, card) for piles in (s.peek_d, s.peek_b) for pile in piles for card in pile]
        out += [f"You look at {listed(seen)}."] if seen else []
    return out


def scores(view: ThorgalView, names: Sequence[str]) -> list[str]:
    """Horns with their lands, and what is left of everybody."""
    s, box = view.seen, view.box
    out = [f"After {many(s.round, 'round')}:"]
    for seat, name in enumerate(names):
        lands = listed([box.name(s.lands[at].card) for at in view.horns(seat)])
        state = "out" if s.out and s.out[seat] else f"destiny deck {view.life(seat)}" if s.deck_d else "choosing"
        gone = len(s.valhalla[seat]) if s.valhalla else 0
        out.append(f"{name}: {many(len(view.horns(seat)), 'horn')} ({lands}); {state}; destroyed {gone}.")
    return out
