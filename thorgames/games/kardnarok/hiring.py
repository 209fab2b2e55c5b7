"""Hiring mercenaries: offers, answers, agreements, and with three players the bidding for the one outside.

Offers and bids are made from what everybody knows. Whether a kingdom is able to help is known to it alone, so everyone
who is addressed is asked, and may refuse unseen.
"""

from __future__ import annotations

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.piles import put
from thorgames.core.state import Frame
from thorgames.games.kardnarok.cards import KardnarokBox
from thorgames.games.kardnarok.force import least_fee
from thorgames.games.kardnarok.hands import S, clockwise
from thorgames.games.kardnarok.norns import able_to_help
from thorgames.games.kardnarok.state import Contract

OFFERS = 3
"""Offers that may be made in one negotiation (KRD-R-39)."""

ALL = -1
"""In the place of a seat: an offer to all."""

Made = tuple[tuple[int, int], ...]
"""Offers made so far: to whom, and how much."""


def free(s: S, seat: int) -> tuple[int, ...]:
    """The kingdoms outside the combat that are under no contract, clockwise from a seat (KRD-300, KRD-R-43)."""
    fight = s.fight
    assert fight is not None
    bound = [contract.kingdom for contract in fight.contracts if contract is not None]
    return tuple([other for other in clockwise(s, seat) if other not in fight.seats and other not in bound])


def may_hire(s: S, box: KardnarokBox, side: int) -> bool:
    """Whether a side may open a negotiation now (KRD-300, KRD-301, KRD-303, KRD-R-39)."""
    fight = s.fight
    assert fight is not None
    seat = fight.seats[side]
    if s.seats == 2 or fight.closed[side] or s.bronze[seat] < least_fee(s, box):
        return False
    return bool(free(s, seat))


class Hire(Frame, frozen=True, tag="Hire"):
    """A kingdom declares its own actions finished, and negotiates (KRD-231, KRD-309, KRD-R-33)."""

    side: int

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Close it, and begin."""
        fight = s.fight
        assert fight is not None
        closed = replace(fight, closed=put(fight.closed, self.side, True))
        return s.but(
            told=s.and_told("hire.opened", fight.seats[self.side]), agenda=s.and_then(Offer(self.side)), fight=closed
        )


class Offer(Frame, frozen=True, tag="Offer"):
    """The losing kingdom offers bronze to one kingdom or to all, or withdraws (KRD-301, KRD-302, KRD-R-39, KRD-R-45).

    Attributes:
        side: of the hirer.
        made: offers made so far.
        bid: with three players, the highest amount anybody has named.
        asked: kingdoms that have asked for more; each may do so once.
    """

    side: int
    made: Made = ()
    bid: int = 0
    asked: tuple[int, ...] = ()

    def least(self, s: S, box: KardnarokBox, target: int) -> int:
        """The least amount that may be offered to a target now."""
        before = [n + 1 for to, n in self.made if target in (to, ALL) or to == ALL]
        return max([least_fee(s, box), self.bid + 1, *before])

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask for a target; with one kingdom outside, at once for the amount."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[self.side]
        others = free(s, seat)
        targets = [*others, ALL] if len(others) > 1 else [*others]
        able = [t for t in targets if self.least(s, box, t) <= s.bronze[seat]]
        if len(self.made) == OFFERS or not able:
            return s.tell("hire.over", seat)
        if answer is None:
            if len(targets) == 1:
                options = [Option(f"{targets[0]}:{n}", (n,), "offer.amount") for n in self._amounts(s, box, targets[0])]
            else:
                options = [Option(str(t), (t,), "offer.all" if t == ALL else "offer.to") for t in able]
            options.append(Option("withdraw", (), "offer.withdraw"))
            kind = "offer" if len(targets) > 1 else "offer.one"
            return Pending("deal", (Ask(seat, kind, tuple(options), (seat, targets[0]), rule="KRD-301"),))
        if answer[0] == "withdraw":
            return s.tell("hire.withdrawn", seat)
        target, _, amount = answer[0].partition(":")
        if amount:
            return self.offered(s, int(target), int(amount))
        return s.then(Amount(self.side, self.made, self.bid, self.asked, int(target)))

    def _amounts(self, s: S, box: KardnarokBox, target: int) -> range:
        assert s.fight is not None
        return range(self.least(s, box, target), s.bronze[s.fight.seats[self.side]] + 1)

    def offered(self, s: S, target: int, amount: int) -> S:
        """Tell the offer, and go on with the bidding or the answers."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[self.side]
        s = s.tell("offered.all" if target == ALL else "offered", seat, amount, target)
        made = (*self.made, (target, amount))
        if s.seats == 3:
            return s.then(Bidding(self.side, made, amount, 0, target, self.asked))
        to = free(s, seat) if target == ALL else (target,)
        return s.then(Answers(self.side, made, self.bid, self.asked, amount, to))


class Amount(Frame, frozen=True, tag="Amount"):
    """How much is offered (KRD-301); no more than the kingdom has."""

    side: int
    made: Made
    bid: int
    asked: tuple[int, ...]
    target: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask for the amount; to withdraw is still possible."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[self.side]
        offer = Offer(self.side, self.made, self.bid, self.asked)
        if answer is None:
            options = [Option(str(n), (n,), "offer.amount") for n in offer._amounts(s, box, self.target)]
            options.append(Option("withdraw", (), "offer.withdraw"))
            kind = "amount.all" if self.target == ALL else "amount"
            return Pending("deal", (Ask(seat, kind, tuple(options), (seat, self.target), rule="KRD-301"),))
        if answer[0] == "withdraw":
            return s.tell("hire.withdrawn", seat)
        return offer.offered(s, self.target, int(answer[0]))


class Answers(Frame, frozen=True, tag="Answers"):
    """Those addressed accept, ask for more, or refuse; the first who accepts gets it (KRD-302, KRD-304, KRD-R-39).

    Only a kingdom that is able to help can accept or ask; everyone is asked, so that nothing is told by it (KRD-R-40).
    """

    side: int
    made: Made
    bid: int
    asked: tuple[int, ...]
    amount: int
    to: tuple[int, ...]
    wants: tuple[tuple[int, int], ...] = ()

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask the next one."""
        fight = s.fight
        assert fight is not None
        hirer = fight.seats[self.side]
        if not self.to:
            if self.wants:
                return s.then(Agree(self.side, self.made, self.bid, self.asked, self.wants))
            return s.then(Offer(self.side, self.made, self.bid, self.asked))
        seat, rest = self.to[0], self.to[1:]
        if answer is None:
            options: list[Option] = []
            if able_to_help(s, box, seat, self.side):
                options.append(Option("accept", (self.amount,), "answer.accept"))
                if seat not in self.asked:
                    more = range(self.amount + 1, s.bronze[hirer] + 1)
                    options += [Option(f"ask:{n}", (n,), "answer.ask") for n in more]
            kind = "answer.attack" if self.side == 0 else "answer.defence"
            return Pending("reaction", (Ask(seat, kind, tuple(options), (hirer, self.amount), lo=0, rule="KRD-304"),))
        if not answer:
            s = s.tell("answered.refuse", seat)
            return s.then(Answers(self.side, self.made, self.bid, self.asked, self.amount, rest, self.wants))
        if answer[0] == "accept":
            return signed(s.tell("answered.accept", seat, self.amount), self.side, Contract(seat, self.amount))
        n = int(answer[0].partition(":")[2])
        s = s.tell("answered.ask", seat, n)
        wants, asked = (*self.wants, (seat, n)), (*self.asked, seat)
        return s.then(Answers(self.side, self.made, self.bid, asked, self.amount, rest, wants))


def signed(s: S, side: int, contract: Contract) -> S:
    """A contract is made; it binds the kingdom for this combat (KRD-303, KRD-R-43, KRD-R-44)."""
    fight = s.fight
    assert fight is not None
    kind = "signed.serve" if contract.serves else "signed.aside"
    s = s.but(fight=replace(fight, contracts=put(fight.contracts, side, contract)))
    return s.tell(kind, contract.kingdom, fight.seats[side], contract.fee)


class Agree(Frame, frozen=True, tag="Agree"):
    """The hirer agrees to what one of them asks, or declines (KRD-304, KRD-R-39)."""

    side: int
    made: Made
    bid: int
    asked: tuple[int, ...]
    wants: tuple[tuple[int, int], ...]

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask the hirer."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[self.side]
        if answer is None:
            options = [Option(str(other), (other, n), "agree.option") for other, n in self.wants]
            options.append(Option("decline", (), "agree.decline"))
            return Pending("deal", (Ask(seat, "agree", tuple(options), (seat,), rule="KRD-304"),))
        if answer[0] == "decline":
            s = s.tell("agree.declined", seat)  # what was asked is no bid: later offers need not go above it
            return s.then(Offer(self.side, self.made, self.bid, self.asked))
        other = int(answer[0])
        n = dict(self.wants)[other]
        s = s.tell("agree.agreed", seat, other, n)
        if s.seats == 3:
            return s.then(Bidding(self.side, self.made, n, 0, other, self.asked, agreed=True))
        return signed(s, self.side, Contract(other, n))


class Bidding(Frame, frozen=True, tag="Bidding"):
    """With three players: the other combatant may pay the one outside for doing nothing (KRD-310, KRD-R-39, KRD-R-44).

    Each bid is above the last, until one of them stops.

    Attributes:
        mine, other: the last bid of the hirer, and of its opponent (0 for none).
        agreed: whether the hirer has agreed to what the outsider asked.
    """

    side: int
    made: Made
    mine: int
    other: int
    outsider: int
    asked: tuple[int, ...]
    agreed: bool = False

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask whoever is behind for a higher bid; skip him if he has not that much."""
        fight = s.fight
        assert fight is not None
        ahead = self.other > self.mine
        bidder = fight.seats[self.side if ahead else 1 - self.side]
        least = max(self.mine, self.other) + 1
        if s.bronze[bidder] >= least:
            if answer is None:
                options = [Option(str(n), (n,), "bid.amount") for n in range(least, s.bronze[bidder] + 1)]
                options.append(Option("stop", (), "bid.hold" if ahead else "bid.out"))
                kind = "bid.raise" if ahead else "bid.aside"
                args = (bidder, self.outsider, least - 1)
                return Pending("deal", (Ask(bidder, kind, tuple(options), args, rule="KRD-310"),))
            if answer[0] != "stop":
                n = int(answer[0])
                s = s.tell("bid.raised" if ahead else "bid.against", bidder, n, self.outsider)
                return s.then(replace(self, **({"mine": n} if ahead else {"other": n})))
            s = s.tell("bid.stopped", bidder)
        if self.other:
            return s.then(Choose(self.side, self.made, self.mine, self.other, self.outsider, self.asked))
        if self.agreed:
            return signed(s, self.side, Contract(self.outsider, self.mine))
        return s.then(Answers(self.side, self.made, self.mine, self.asked, self.mine, (self.outsider,)))


class Choose(Frame, frozen=True, tag="Choose"):
    """The one outside serves, stands aside, or refuses both (KRD-310, KRD-R-39, KRD-R-40)."""

    side: int
    made: Made
    mine: int
    other: int
    outsider: int
    asked: tuple[int, ...]

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask the outsider."""
        fight = s.fight
        assert fight is not None
        hirer, opponent = fight.seats[self.side], fight.seats[1 - self.side]
        if answer is None:
            options = [Option("aside", (opponent, self.other), "choose.aside")]
            if able_to_help(s, box, self.outsider, self.side):
                options.insert(0, Option("serve", (hirer, self.mine), "choose.serve"))
            args = (hirer, self.mine, opponent, self.other)
            return Pending("reaction", (Ask(self.outsider, "choose", tuple(options), args, lo=0, rule="KRD-310"),))
        if not answer:
            s = s.tell("answered.refuse", self.outsider)
            return s.then(Offer(self.side, self.made, max(self.mine, self.other), self.asked))
        if answer[0] == "serve":
            return signed(s, self.side, Contract(self.outsider, self.mine))
        return signed(s, 1 - self.side, Contract(self.outsider, self.other, serves=False))
