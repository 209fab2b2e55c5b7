"""What a seat at Althing sees, and what can be read off it; screens and bots know no other module of the game."""

from __future__ import annotations

from typing import Any

from thorgames.core.ask import Answer, Ask, total
from thorgames.core.game import View
from thorgames.core.text import Msg
from thorgames.games.althing.cards import TRICKS, AlthingBox, Amount
from thorgames.games.althing.piles import gives, limit, next_places, on_last, stages_done, taken_card
from thorgames.games.althing.state import THORFINN, AlthingState, Storm

__all__ = ["THORFINN", "TRICKS", "AlthingBox", "AlthingView", "Amount", "Storm", "preview"]


class AlthingView(View[AlthingState[Any]], frozen=True):
    """Althing through the eyes of one seat, or of the table."""

    box: AlthingBox

    def hand(self) -> tuple[str, ...]:
        """The viewer's hand in the order of the card file; empty for the table."""
        if self.viewer is None:
            return ()
        return tuple(sorted(self.seen.hands[self.viewer], key=self.box.rank.__getitem__))

    def stages(self, seat: int) -> int:
        """How many stages a seat has completed; Thorfinn's are counted from the start of the track."""
        place = self.seen.rival if seat == THORFINN else self.seen.pawns[seat]
        return stages_done(self.seen, place)

    def ahead(self, place: int) -> tuple[int, ...]:
        """The places of the track that follow one."""
        return next_places(self.seen, place)

    def limit(self) -> int:
        """Up to how many cards are drawn."""
        return limit(self.seen)

    def pile(self, seat: int) -> int:
        """How many cards a draw pile has."""
        return len(self.seen.draws[seat]) + len(self.seen.tops[seat])

    def gives(self, card: str) -> Amount:
        """What a card adds now, after a Shortage."""
        return gives(self.seen, self.box, card)

    def storms_before(self, seat: int) -> list[Storm]:
        """The storms that lie before a seat."""
        return [storm for storm in self.seen.storms if storm.victim == seat]

    def away(self, seat: int) -> list[int]:
        """In whose decks the Trolls of a seat are, one entry a Troll."""
        card = "troll-green" if seat == THORFINN else f"troll-{self.seen.colours[seat]}"
        return [other for other, cards in enumerate(self.seen.owned) for c in cards if c == card]

    def proposal(self, ask: Ask) -> Answer:
        """A smallest set of cards that covers what is asked; () where nothing is added up."""
        if not ask.need or not any(ask.need):
            return ()
        best: tuple[int, int, Answer] | None = None
        options = ask.options
        for bits in range(1, 1 << len(options)):
            chosen = tuple(o.id for at, o in enumerate(options) if bits >> at & 1)
            sums = total(ask, chosen)
            if len(chosen) <= ask.hi and all(have >= want for have, want in zip(sums, ask.need, strict=True)):
                over = sum(sum(o.amount) for at, o in enumerate(options) if bits >> at & 1)
                if best is None or (len(chosen), over) < best[:2]:
                    best = (len(chosen), over, chosen)
        return best[2] if best is not None else ()


def preview(view: AlthingView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What a choice would do."""
    s, box = view.seen, view.box
    if ask.kind == "recruit":
        card = taken(view)
        gold = (view.gives(card)[0] if card else 0) + (total(ask, answer)[0] if answer else 0)
        # Of several copies one is told: it is the names that one chooses among.
        able = {box.name(slot[0]): slot[0] for slot in s.row if slot and box.price[slot[0]] <= gold}.values()
        if card:
            return (Msg("will.buy.taken", (gold, " ".join(able), card)),)
        return (Msg("will.buy", (gold, " ".join(able))),)
    if not answer:
        return ()
    choice = answer[0]
    if ask.kind == "viking" and choice != "stop":
        price = box.price[s.row[int(choice)][0]]
        return (Msg("will.left", (int(ask.args[0]) - price,)),)
    if ask.kind == "stage":
        sums = total(ask, answer)
        covered = all(have >= want for have, want in zip(sums, ask.need, strict=True))
        last = any(on_last(s, place) for place in view.ahead(s.pawns[ask.seat]))
        return (*((Msg("will.covers"),) if covered else ()), *((Msg("will.end"),) if last else ()))
    if ask.kind == "discard":
        left = len(s.hands[ask.seat]) - len(answer)
        return (Msg("will.draw", (max(0, view.limit() - left),)),)
    if ask.kind == "act" and choice == "end":
        return (Msg("will.ends", (view.limit(),)),)
    if ":troll:" in choice:
        return (Msg("will.troll"),)
    return ()


def taken(view: AlthingView) -> str:
    """The card taken by an Axe that the viewer sees; "" for none."""
    return taken_card(view.seen)[0]
