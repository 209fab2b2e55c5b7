"""Auctions: putting a card up, bidding, paying, and what becomes of the card."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.piles import put, without
from thorgames.core.state import Frame
from thorgames.core.zones import Pile
from thorgames.games.terres.cards import Facedown, MinBid, Rebate, Sold, Tax, TerresBox
from thorgames.games.terres.piles import S, area, bury, clockwise, discard, enter, fan, h, hand_over
from thorgames.games.terres.powers import DrawCards, at_work, permanents
from thorgames.games.terres.state import Auction

# --- Putting up ----------------------------------------------------------------------------------------------------


def sellable(s: S, box: TerresBox, seat: int) -> Pile:
    """The cards that a player may put up: of the families requested, if he holds any (TDD-911, TDD-R-43)."""
    if not s.requests:
        return s.hands[seat]
    families = {request.family for request in s.requests if request.target == seat}
    asked = tuple(card for card in s.hands[seat] if box.cards[card].family in families)
    return asked or s.hands[seat]


class PutUp(Frame, frozen=True, tag="PutUp"):
    """The active player puts a card up; in the duel both do, unseen (TDD-205, TDD-705, TDD-R-10, TDD-R-58, TDD-R-59).

    Who has no card puts none up; without any card the step is skipped.
    """

    def step(self, s: S, box: TerresBox, answer: Any = None) -> Any:
        """Ask which card, unless the hand has a single one."""
        duel = s.mode == "duel"
        seats = (s.active, *clockwise(s, s.active)) if duel else (s.active,)
        sellers = tuple([seat for seat in seats if s.hands[seat]])
        if not sellers:
            return s.tell("auction.none", s.active)
        if answer is None:
            asks = tuple([self._ask(s, box, seat) for seat in sellers if len(s.hands[seat]) > 1])
            if asks:
                return Pending("sealed", asks) if duel else asks[0]
        given: dict[int, Answer] = {}
        if answer is not None:
            given = answer if duel else {s.active: answer}
        hands, offers = list(s.hands), list(s.offers)
        for seat in sellers:
            offers[seat] = given.get(seat, hands[seat])
            hands[seat] = without(hands[seat], *offers[seat])
        requests = tuple([r for r in s.requests if r.target not in sellers])
        taxes = [Taxes(sellers)] if at_work(s, box, Tax) else []
        agenda = s.and_then(FaceDown(sellers), *taxes, Bidding(), AuctionEnd())
        return s.but(hands=tuple(hands), offers=tuple(offers), requests=requests, agenda=agenda)

    @staticmethod
    def _ask(s: S, box: TerresBox, seat: int) -> Ask:
        options = fan(box, sellable(s, box, seat))
        return Ask(seat, "put.up", options, rule="TDD-205")


class FaceDown(Frame, frozen=True, tag="FaceDown"):
    """Who holds the Druide may leave the card face-down; then all cards put up are shown (TDD-902, TDD-R-42)."""

    sellers: tuple[int, ...]
    hidden: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask the holder; everybody sees that he holds it."""
        for seat in self.sellers:
            if seat in self.asked or not permanents(s, box, seat, Facedown):
                continue
            if answer is None:
                options = (Option("open", (), "face.up"), Option("hidden", (), "face.down"))
                return Pending("deal", (Ask(seat, "face", options, (seat,), rule="TDD-902"),))
            hidden = (*self.hidden, seat) if answer[0] == "hidden" else self.hidden
            return s.then(FaceDown(self.sellers, hidden, (*self.asked, seat)))
        s = s.but(auction=Auction(self.sellers, face_down=self.hidden))
        for seat in self.sellers:
            s = s.tell("put.hidden", seat) if seat in self.hidden else s.tell("put.up.done", seat, s.offers[seat][0])
        return s


class Taxes(Frame, frozen=True, tag="Taxes"):
    """A seller of another family gives a card to the Collecteur d'impôts at once (TDD-902, TDD-R-41, TDD-R-58)."""

    sellers: tuple[int, ...]

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask the seller which card, the active player first."""
        if not self.sellers:
            return s
        seat, rest = self.sellers[0], Taxes(self.sellers[1:])
        to = [
            other
            for other in clockwise(s, seat)
            for op in permanents(s, box, other, Tax)
            if op.exempt != box.cards[s.offers[seat][0]].family and h(s, seat)
        ]
        if not to:
            return s.then(rest) if rest.sellers else s
        hand = s.hands[seat]
        if answer is None and len(hand) > 1:
            options = fan(box, hand)
            return Ask(seat, "tax", options, (to[0],), rule="TDD-902")
        card = answer[0] if answer is not None else hand[0]
        return hand_over(s.tell("taxed", seat, to[0]), seat, to[0], card).then(rest)


# --- Bidding -------------------------------------------------------------------------------------------------------


def speakers(s: S) -> tuple[int, ...]:
    """The players in the order in which they speak: from the seller's left, in the duel the other one first."""
    return (*clockwise(s, s.active), s.active)


def least_bid(s: S, box: TerresBox, seat: int) -> int:
    """The lowest bid that a player may make now (TDD-302, TDD-R-14; Comptoir lointain for an opening bid)."""
    auction = s.auction
    assert auction is not None
    if auction.bidder >= 0:
        return auction.bid + 1
    floors = [op.n for seller in auction.sellers if seller != seat for op in permanents(s, box, seller, MinBid)]
    return max(1, *floors) if floors else 1


def highest_bid(s: S, seat: int) -> int:
    """The highest bid that a player may make: never all the cards of the hand (TDD-303, TDD-706)."""
    return h(s, seat) - 1


class Bidding(Frame, frozen=True, tag="Bidding"):
    """Bids go round until a whole round has passed without a raise (TDD-301 to TDD-304, TDD-R-12 to TDD-R-15).

    A pass is not final: after a raise everyone may speak again. In the duel one ends it (TDD-706, TDD-707, TDD-R-56).
    Who can make no bid passes by himself, which hangs on the size of the hand alone.

    Attributes:
        at: whose turn to speak it is, as a place in the order.
    """

    at: int = 0

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask the next speaker."""
        auction = s.auction
        assert auction is not None
        order = speakers(s)
        seat = order[self.at]
        if answer is not None:
            if answer[0] == "pass":
                s = passing(s, seat).tell("bid.passed", seat)
            else:
                n = int(answer[0])
                bid = replace(auction, bidder=seat, bid=n, passed=())
                s = s.but(auction=bid, told=s.and_told("bid.made", seat, n))
            return self._after(s, box, order, (self.at + 1) % len(order))
        least, most = least_bid(s, box, seat), highest_bid(s, seat)
        if least > most:
            return self._after(s, box, order, self.at)
        if auction.bidder < 0:
            ask = Ask(seat, "bid.first", bids(least, most), (seat,), rule="TDD-302")
        else:
            ask = Ask(seat, "bid", bids(least, most), (seat, auction.bidder, auction.bid), rule="TDD-302")
        return Pending("deal", (ask,))

    @staticmethod
    def _after(s: S, box: TerresBox, order: tuple[int, ...], at: int) -> S:
        """The next one who can make a bid is asked, from a place in the order on; who can make none passes."""
        while not silent(s, order):
            assert s.auction is not None
            seat = order[at]
            if seat != s.auction.bidder:
                if least_bid(s, box, seat) <= highest_bid(s, seat):
                    return s.then(Bidding(at))
                s = passing(s, seat).tell("bid.cannot", seat)
            at = (at + 1) % len(order)
        return s


@lru_cache(maxsize=1024)
def bids(least: int, most: int) -> tuple[Option, ...]:
    """To pass, or to bid so many cards and keep the others; one is always kept."""
    return (
        Option("pass", (), "bid.pass"),
        *(Option(str(n), (n, most + 1 - n), "bid.option") for n in range(least, most + 1)),
    )


def passing(s: S, seat: int) -> S:
    """A player passes."""
    assert s.auction is not None
    return s.but(auction=replace(s.auction, passed=(*s.auction.passed, seat)))


def silent(s: S, order: tuple[int, ...]) -> bool:
    """Whether nobody speaks any more: all but the bidder have passed, in the duel one has."""
    assert s.auction is not None
    if s.mode == "duel":
        return bool(s.auction.passed)
    return len(s.auction.passed) == len(order) - (s.auction.bidder >= 0)


# --- What becomes of the card --------------------------------------------------------------------------------------


class AuctionEnd(Frame, frozen=True, tag="AuctionEnd"):
    """The card is sold, or nobody has bid (TDD-304, TDD-306, TDD-708, TDD-R-16)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Turn up what lies face-down; then payment and placing."""
        auction = s.auction
        assert auction is not None
        if s.mode == "duel":
            winner = auction.bidder if auction.bidder >= 0 else s.active
            s = s if auction.bidder >= 0 else s.tell("unbid")
            s = s.tell("won", winner, auction.bid)
            return s.then(ChooseOne(winner, price(s, box, winner)))
        s = turned_up(s)
        if auction.bidder < 0:
            return s.tell("unsold", s.active).then(Place(s.active), Proceeds())
        winner = auction.bidder
        s = s.tell("won", winner, auction.bid)
        p = price(s, box, winner)
        pay: Frame = Deal(p) if winner == s.active else Pay(winner, p)
        return s.then(pay, Place(winner), Proceeds())


def price(s: S, box: TerresBox, winner: int) -> int:
    """What the winner pays (Commissaire-priseur)."""
    assert s.auction is not None
    bid = s.auction.bid
    return bid - sum(op.n for op in permanents(s, box, winner, Rebate) if bid >= op.least)


def turned_up(s: S) -> S:
    """Cards that lie face-down are turned up (TDD-R-42, TDD-R-61)."""
    auction = s.auction
    assert auction is not None
    for seat in auction.face_down:
        s = s.tell("turned.up", seat, s.offers[seat][0])
    return s.but(auction=replace(auction, face_down=())) if auction.face_down else s


class Pay(Frame, frozen=True, tag="Pay"):
    """The winner gives cards of his choice to the seller (TDD-308, TDD-309, TDD-R-17); in the duel he discards them."""

    winner: int
    n: int

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        if not self.n:
            return s
        hand = s.hands[self.winner]
        if answer is None and len(hand) > self.n:
            options = fan(box, hand)
            kind = "pay.duel" if s.mode == "duel" else "pay"
            rule = "TDD-709" if s.mode == "duel" else "TDD-308"
            return Ask(self.winner, kind, options, (self.n, s.active), lo=self.n, hi=self.n, rule=rule)
        cards = answer if answer is not None else hand
        if s.mode == "duel":
            return discard(s, self.winner, *cards)
        return hand_over(s, self.winner, s.active, *cards, counts=False)


class Deal(Frame, frozen=True, tag="Deal"):
    """A seller who buys his own card deals the price to the others, one card at a time (TDD-307, TDD-R-19)."""

    n: int
    at: int = 0

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which card goes to the next one."""
        if not self.n:
            return s
        others = clockwise(s, s.active)
        to = others[self.at % len(others)]
        if answer is None:
            options = fan(box, s.hands[s.active])
            return Ask(s.active, "deal", options, (to, self.n), rule="TDD-307")
        return hand_over(s, s.active, to, *answer).then(Deal(self.n - 1, self.at + 1))


class Place(Frame, frozen=True, tag="Place"):
    """Whoever gets the card may place it before him; otherwise it is discarded (TDD-305, TDD-306, TDD-R-18)."""

    winner: int

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask."""
        (card,) = s.offers[s.active]
        if answer is None:
            options = (Option("place", (card,), "place.yes"), Option("discard", (card,), "place.no"))
            return Pending("deal", (Ask(self.winner, "place", options, (self.winner, card), rule="TDD-305"),))
        assert s.auction is not None
        s = s.but(offers=put(s.offers, s.active, ()), auction=replace(s.auction, sold=((s.active, card),)))
        if answer[0] == "place":
            return enter(s, self.winner, card).tell("placed", self.winner, card)
        return bury(s, card).tell("declined", self.winner, card)


class ChooseOne(Frame, frozen=True, tag="ChooseOne"):
    """In the duel the winner takes one of the two cards, the loser gets the other in support (TDD-709, TDD-710)."""

    winner: int
    price: int

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask the winner; neither may decline (TDD-R-57, TDD-R-59, TDD-R-61)."""
        auction = s.auction
        assert auction is not None
        sellers = auction.sellers
        if answer is None and len(sellers) > 1:
            options = tuple(
                Option(str(seat), (seat,), "take.hidden")
                if seat in auction.face_down
                else Option(str(seat), (s.offers[seat][0], seat), "take.card")
                for seat in sellers
            )
            return Pending("deal", (Ask(self.winner, "take", options, (self.winner,), rule="TDD-709"),))
        seat = int(answer[0]) if answer is not None else sellers[0]
        s = turned_up(s)
        return s.then(Pay(self.winner, self.price), PlaceBoth(self.winner, seat), Proceeds())


class PlaceBoth(Frame, frozen=True, tag="PlaceBoth"):
    """The card taken goes to the acquisition area, the other to the loser's support (TDD-702, TDD-709, TDD-710)."""

    winner: int
    taken: int

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Place them."""
        assert s.auction is not None
        sold = tuple([(seat, s.offers[seat][0]) for seat in s.auction.sellers])
        s = s.but(offers=((),) * s.seats, auction=replace(s.auction, sold=sold))
        for seat, card in sold:
            if seat == self.taken:
                s = enter(s, self.winner, card).tell("placed", self.winner, card)
            else:
                (loser,) = clockwise(s, self.winner)
                s = enter(s, loser, card, "support").tell("supported", loser, card)
        return s


class Proceeds(Frame, frozen=True, tag="Proceeds"):
    """Whoever holds Livre de comptes draws if the card he put up has gone to another player."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """See where the cards have gone."""
        auction = s.auction
        assert auction is not None
        todo = [
            DrawCards(seat, op.n)
            for seat, card in auction.sold
            for op in permanents(s, box, seat, Sold)
            if any(card in area(s, other) for other in clockwise(s, seat))
        ]
        return s.then(*todo, Cleared()) if todo else s.but(auction=None)


class Cleared(Frame, frozen=True, tag="Cleared"):
    """The auction is over."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Put it away."""
        return s.but(auction=None)
