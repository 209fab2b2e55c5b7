"""The table of Terres de Destinées in words."""

from __future__ import annotations

from collections.abc import Sequence

from screens.plain.tables import open_hands
from screens.table.terres import goal
from thorgames.core.text import many
from thorgames.games.terres.view import BACK, TerresView


def table(view: TerresView, names: Sequence[str]) -> list[str]:
    """Destinies, auction, every player's cards in play, and the piles."""
    if not view.seen.out:
        return []
    out = [*_destinies(view, names), *_auction(view, names), *_players(view, names), *_piles(view)]
    if view.seen.outcome is not None:
        out += open_hands(names, view.viewer, [[_card(view, card) for card in pile] for pile in view.seen.hands])
        for seat, pile in enumerate(view.seen.secret):
            out += [f"{names[seat]}'s Secret Destiny: {_destiny(view, seat, card)}" for card in pile if card != BACK]
    return out


def _card(view: TerresView, card: str, state: bool = False) -> str:
    """A card with its family and type, and whether it is exhausted or frozen."""
    if card == BACK:
        return "a face-down card"
    c = view.box.cards[card]
    marks = [f"{c.family} {c.type}".strip().title()] if c.family else []
    if state and view.state_of(card) != "ready":
        marks.append(view.state_of(card))
    return f"{view.box.name(card)} ({', '.join(marks)})" if marks else view.box.name(card)


def _destinies(view: TerresView, names: Sequence[str]) -> list[str]:
    """The Destinies for all, and how far everybody has come."""
    out = []
    for destiny in view.seen.common:
        far = []
        for seat in view.remaining():
            have, want = view.progress(seat, destiny)
            far.append(f"{'you' if seat == view.viewer else names[seat]} {have} of {want}")
        out.append(f"Destiny for all, {view.box.name(destiny)}: {goal(view, destiny)} So far: {', '.join(far)}.")
    return out


def _auction(view: TerresView, names: Sequence[str]) -> list[str]:
    """What is put up and what it does, the standing bid, and who has passed."""
    s = view.seen
    if s.auction is None:
        return []
    out = []
    for seat, card in view.offered():
        line = f"For sale, put up by {names[seat]}: {_card(view, card)}"
        line += ", which lies face-down for the others" if seat in s.auction.face_down and card != BACK else ""
        out.append(f"{line}. {view.box.text(card)}" if card != BACK else f"{line}.")
    for seat, card in s.auction.sold:
        out.append(f"Sold, put up by {names[seat]}: {_card(view, card)}.")
    if s.auction.bidder >= 0:
        bid = f"Standing bid: {names[s.auction.bidder]}, {many(s.auction.bid, 'card')}."
    else:
        bid = "No bid yet."
    if s.auction.passed:
        bid += f" Passed: {', '.join(names[seat] for seat in s.auction.passed)}."
    return [*out, bid]


def _players(view: TerresView, names: Sequence[str]) -> list[str]:
    """Hand, Tokens and cards in play of everybody."""
    s, box = view.seen, view.box
    out = []
    for seat, name in enumerate(names):
        if s.out[seat]:
            out.append(f"{name} is eliminated.")
            continue
        line = f"{name}: {many(view.size(seat), 'card')} in hand"
        if s.tokens[seat]:
            line += f"; Tokens {', '.join(f'{number} {box.name(box.token[number])}' for number in s.tokens[seat])}"
        for request in s.requests:
            if request.target == seat:
                line += f"; must put up {request.family.title()} next"
        line += f"; in play: {_in_play(view, s.play[seat])}"
        if s.mode == "duel" and s.support[seat]:
            line += f"; in support: {_in_play(view, s.support[seat])}"
        out.append(f"{line}.")
    return out


def _in_play(view: TerresView, cards: Sequence[str]) -> str:
    return ", ".join(_card(view, card, state=True) for card in cards) or "nothing"


def _piles(view: TerresView) -> list[str]:
    """The draw pile, and the discards, which all may look through."""
    s = view.seen
    discards = ", ".join(view.box.name(card) for card in s.discard)
    told = f" The last discard first: {discards}." if discards else ""
    return [f"Draw pile: {many(len(s.deck), 'card')}. Discards: {len(s.discard)}.{told}"]


def hand(view: TerresView, names: Sequence[str]) -> list[str]:
    """The hand, cards looked at, the Secret Destiny and those of others that the viewer has seen."""
    s = view.seen
    if view.viewer is None or not s.out:
        return []
    out = [f"{_card(view, card)}." for card in view.hand()] or ["Your hand is empty."]
    if s.peeked[view.viewer]:
        out.append(f"You look at {', '.join(_card(view, card) for card in s.peeked[view.viewer])}.")
    for seat, card in view.offered():
        if seat == view.viewer:
            out.append(f"You have put up {_card(view, card)}.")
    if view.secret():
        out.append(f"Your Secret Destiny: {_destiny(view, view.viewer, view.secret())}")
    for seat, destiny in view.known_secrets():
        out.append(f"{names[seat]}'s Secret Destiny: {_destiny(view, seat, destiny)}")
    return out


def _destiny(view: TerresView, seat: int, destiny: str) -> str:
    have, want = view.progress(seat, destiny)
    return f"{view.box.name(destiny)}, {have} of {want}: {goal(view, destiny)}"


def scores(view: TerresView, names: Sequence[str]) -> list[str]:
    """Everybody's Destinies and how far they have come."""
    s, box = view.seen, view.box
    out = [f"After {many(s.turn, 'turn')}:"]
    for seat, name in enumerate(names):
        if s.out and s.out[seat]:
            out.append(f"{name}: eliminated.")
            continue
        parts = []
        for destiny in (*s.common, *s.secret[seat]):
            if destiny != BACK:
                have, want = view.progress(seat, destiny)
                parts.append(f"{box.name(destiny)} {have} of {want}")
        out.append(f"{name}: {many(view.size(seat), 'card')}; {', '.join(parts)}.")
    return out
