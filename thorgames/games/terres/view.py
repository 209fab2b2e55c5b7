"""What a seat at Terres de Destinées sees, and what can be read off it; screens and bots know no other module."""

from __future__ import annotations

from typing import Any

from thorgames.core.ask import Answer, Ask
from thorgames.core.game import View
from thorgames.core.text import Msg
from thorgames.core.zones import BACK
from thorgames.games.terres.auctions import price
from thorgames.games.terres.cards import FAMILIES, TYPES, TerresBox
from thorgames.games.terres.piles import area, h, holder, remaining
from thorgames.games.terres.rules import may_act, progress
from thorgames.games.terres.state import Auction, TerresState

__all__ = ["BACK", "FAMILIES", "TYPES", "Auction", "TerresBox", "TerresView", "preview"]


GIVING = ("power.cost", "cursed", "tax", "power.discard", "power.give")
"""Questions whose answer may take the last card of a hand."""

BRIEF = 160
"""Letters that fit into three rows of a preview."""


class TerresView(View[TerresState[Any]], frozen=True):
    """Terres de Destinées through the eyes of one seat, or of the table."""

    box: TerresBox

    def hand(self) -> tuple[str, ...]:
        """The viewer's hand in the order of the card file; empty for the table."""
        if self.viewer is None:
            return ()
        return tuple(sorted(self.seen.hands[self.viewer], key=self.box.rank.__getitem__))

    def size(self, seat: int) -> int:
        """How many cards a seat has in hand."""
        return h(self.seen, seat)

    def area(self, seat: int) -> tuple[str, ...]:
        """A seat's cards in play, in the duel those of both areas."""
        return area(self.seen, seat)

    def holder(self, card: str) -> int:
        """Who has a card in play; -1 for nobody."""
        return holder(self.seen, card)

    def remaining(self) -> list[int]:
        """The seats that are not eliminated."""
        return list(remaining(self.seen))

    def secret(self) -> str:
        """The viewer's Secret Destiny; "" for the table."""
        if self.viewer is None or not self.seen.secret[self.viewer]:
            return ""
        return self.seen.secret[self.viewer][0]

    def known_secrets(self) -> list[tuple[int, str]]:
        """The Secret Destinies of others that the viewer has seen."""
        return [
            (seat, pile[0])
            for seat, pile in enumerate(self.seen.secret)
            if pile and pile[0] != BACK and seat != self.viewer
        ]

    def progress(self, seat: int, destiny: str) -> tuple[int, int]:
        """How much of a Destiny a seat has, and how much is wanted."""
        return progress(self.seen, self.box, seat, destiny)

    def can_act(self) -> list[str]:
        """The cards that the active player could activate now."""
        return may_act(self.seen, self.box)

    def offered(self) -> list[tuple[int, str]]:
        """The cards put up, by seller; `BACK` for one that lies face-down."""
        return [(seat, pile[0]) for seat, pile in enumerate(self.seen.offers) if pile]

    def state_of(self, card: str) -> str:
        """Whether a card in play is ready, exhausted or frozen."""
        if card in self.seen.frozen:
            return "frozen"
        return "exhausted" if card in self.seen.exhausted else "ready"


def preview(view: TerresView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What a choice would do; of a card that is chosen, what it does."""
    s, box = view.seen, view.box
    if not answer:
        return ()
    choice = answer[0]
    if ask.kind in ("bid", "bid.first"):
        if choice == "pass" or s.auction is None:
            return ()
        n = int(choice)
        would = s.but(auction=Auction(s.auction.sellers, ask.seat, n))
        cost = price(would, box, ask.seat)
        return (Msg("will.bid", (cost, view.size(ask.seat) - cost)),)
    if ask.kind in GIVING and len(answer) >= view.size(ask.seat):
        return (Msg("will.empty"),)
    if ask.lo > 1:
        return (Msg("will.count", (len(answer), ask.lo)),)
    if ask.hi > 1 or choice in ("discard", "no"):
        return ()
    refs = next((option.refs for option in ask.options if option.id == choice), ())
    card = next((str(ref) for ref in refs if ref in box.cards), "")
    text = box.text(card) if card else ""
    if not text:
        return ()
    for number, token in box.token.items():  # what the Token does that it brings, where there is room to say it
        if f"Token {number}." in text and len(text) + len(box.text(token)) <= BRIEF:
            return (Msg("will.token", (text, number, box.text(token))),)
    return (Msg("will.act", (text,)),)
