"""The rules of the toy, in the order of its rules page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from tests.toy.cards import Draw, Each, Gain, May, Rob, ToyBox, ToyOp
from tests.toy.state import LAYOUT, ToyState
from tests.toy.view import ToyView
from tests.toy.words import WORDS
from thorgames.core.ask import Answer, Ask, Barred, Option, Pending
from thorgames.core.chance import Shuffle, pick
from thorgames.core.game import Choice, Game, Info, Mode, Setting, Setup
from thorgames.core.state import Frame, Outcome, ranks
from thorgames.core.text import Msg
from thorgames.core.zones import Pile

T = TypeVar("T")

FERRYMAN = 9
"""The automaton in the place of a seat; his name is in the words."""

STEPS = 4
"""Answers to an offer after which it is over (TOY-10)."""


def put(items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    return (*items[:at], value, *items[at + 1 :])


def without(pile: Pile, card: str) -> Pile:
    """The pile without one copy of a card."""
    at = pile.index(card)
    return pile[:at] + pile[at + 1 :]


def choices(cards: Iterable[str]) -> tuple[Option, ...]:
    """An option for each kind of card among these."""
    return tuple(Option(card, (card,), "card") for card in dict.fromkeys(cards))


def pay(s: S, seat: int, n: int) -> S:
    """Coins of a seat go away; with a negative n it gets some."""
    return s.but(coins=put(s.coins, seat, s.coins[seat] - n))


def stow(s: S, seat: int, *cards: str) -> S:
    """Cards come into a ship."""
    return s.but(ships=put(s.ships, seat, s.ships[seat] + cards))


def draw(s: S, seat: int, n: int) -> S:
    """The top cards of the deck, as many as there are, come into a hand; only their drawer sees them (TOY-02)."""
    cards = s.deck[:n]
    if not cards:
        return s.tell("draws.none", seat)
    s = s.but(deck=s.deck[n:], hands=put(s.hands, seat, tuple(sorted(s.hands[seat] + cards))))
    for card in cards:
        s = s.tell("draws", seat, to=(seat,), secret=(card,))
    return s


class Round(Frame, frozen=True, tag="Round"):
    """Three cards for everybody and one for the auction, then the parts of a round in turn (TOY-02)."""

    def step(self, s: S, box: ToyBox, answer: None = None) -> S:
        if s.round == s.rounds:
            return s.then(Scoring())
        seats = s.from_seat(s.round % s.seats)
        s = s.but(round=s.round + 1).tell("round", s.round + 1)
        for seat in seats:
            s = draw(s, seat, 3)
        s = s.but(market=s.deck[:1], deck=s.deck[1:])
        turns, tolls = [Turn(seat) for seat in seats], [Toll(seat) for seat in seats]
        ferryman = [Ferryman()] if s.automaton else []
        return s.then(Stowing(), *([Bid(seats)] if s.market else []), *turns, *ferryman, *tolls, Round())


class Stowing(Frame, frozen=True, tag="Stowing"):
    """All choose a card of their hand at once, unseen, and then lay it in their ship (TOY-03)."""

    def step(self, s: S, box: ToyBox, answer: Mapping[int, Answer] | None = None) -> Pending | S:
        asks = [Ask(seat, "stow", choices(hand), rule="TOY-03") for seat, hand in enumerate(s.hands) if hand]
        if answer is None:
            return Pending("sealed", tuple(asks)) if asks else s
        for seat, (card,) in sorted(answer.items()):
            s = stow(s.but(hands=put(s.hands, seat, without(s.hands[seat], card))), seat, card)
            s = s.tell("stows", seat, card)
        return s


class Bid(Frame, frozen=True, tag="Bid"):
    """Those still in the auction bid more in turn, or leave it; the last one left pays (TOY-04)."""

    seats: tuple[int, ...]
    bid: int = 0

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Pending | S:
        (card,) = s.market
        if not self.seats:
            return s.but(market=(), discards=(*s.discards, card)).tell("unsold", card)
        seat, *others = self.seats
        if self.bid and not others:
            return stow(pay(s, seat, self.bid).but(market=()), seat, card).tell("sold", seat, card, self.bid)
        if answer is None:
            bids = [Option(str(n), (n,)) for n in range(self.bid + 1, s.coins[seat] + 1)]
            options = (*bids, Option("leave", (), "bid.leave"))
            return Pending("deal", (Ask(seat, "bid", options, (card, self.bid), rule="TOY-04"),))
        if answer == ("leave",):
            return s.then(Bid(tuple(others), self.bid)).tell("leaves", seat)
        return s.then(Bid((*others, seat), int(answer[0]))).tell("bids", seat, int(answer[0]))


class Turn(Frame, frozen=True, tag="Turn"):
    """Play a card that has an effect, or offer a coin for a card in another ship, or draw a card (TOY-05)."""

    seat: int

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Ask | S:
        seat = self.seat
        offers = {
            f"{other}:{card}": (other, card)
            for other in s.from_seat(seat)[1:]
            for card in s.ships[other]
            if s.coins[seat]
        }
        if answer is None:
            plays = choices(card for card in s.hands[seat] if box.ops[card])
            buys = [Option(key, refs, "turn.offer", group=refs[1]) for key, refs in offers.items()]
            return Ask(seat, "turn", (*plays, *buys, Option("draw", (), "turn.draw")), rule="TOY-05")
        choice = answer[0]
        if choice == "draw":
            return draw(s, seat, 1)
        if choice in offers:
            return s.then(Haggle(seat, *offers[choice]))
        s = s.but(hands=put(s.hands, seat, without(s.hands[seat], choice)), discards=(*s.discards, choice))
        return s.tell("plays", seat, choice).then(Do(seat, box.ops[choice]), Buying(seat))


class Do(Frame, frozen=True, tag="Do"):
    """Do what a card says, from left to right; one effect may lie in another (TOY-06)."""

    seat: int
    ops: tuple[ToyOp, ...]

    def step(self, s: S, box: ToyBox, answer: None = None) -> S:
        if not self.ops:
            return s
        op, rest = self.ops[0], Do(self.seat, self.ops[1:])
        s = s.then(rest)
        match op:
            case Gain(n):
                return pay(s, self.seat, -n).tell("gains", self.seat, n)
            case Draw(n):
                return draw(s, self.seat, n)
            case Rob():
                able = [seat for seat in s.from_seat(self.seat)[1:] if s.hands[seat]]  # the size of a hand is public
                return s.then(Warding(self.seat, able[0])) if able else s.tell("nobody")
            case May(inner):
                return s.then(Choosing(self.seat, inner))
            case Each(inner):
                return s.then(*[Do(seat, (inner,)) for seat in s.from_seat(self.seat)])
        raise NotImplementedError


class Choosing(Frame, frozen=True, tag="Choosing"):
    """An effect that one may do without (TOY-06)."""

    seat: int
    op: ToyOp

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Ask | S:
        if answer is None:
            return Ask(self.seat, "may", (Option("yes", (), "may.yes"), Option("no", (), "may.no")), rule="TOY-06")
        return s.then(Do(self.seat, (self.op,))) if answer == ("yes",) else s


class Warding(Frame, frozen=True, tag="Warding"):
    """Whoever is robbed is asked for a ward, whether he has one or not; else a card of his is taken (TOY-07)."""

    robber: int
    victim: int

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Pending | S:
        hand = s.hands[self.victim]
        if answer is None:
            wards = choices(card for card in hand if box.cards[card].ward)
            return Pending("reaction", (Ask(self.victim, "ward", wards, (self.robber,), lo=0, rule="TOY-07"),))
        if not answer:
            return s.then(Snatching(self.robber, self.victim))
        card = answer[0]
        s = s.but(hands=put(s.hands, self.victim, without(hand, card)), discards=(*s.discards, card))
        return s.tell("wards", self.victim, card)


class Snatching(Frame, frozen=True, tag="Snatching"):
    """A card drawn by lot goes from hand to hand; the two of them know which (TOY-07)."""

    robber: int
    victim: int

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Ask | S:
        hand = s.hands[self.victim]
        if answer is None:
            return pick("snatch", len(hand), self.victim)
        card = hand[int(answer[0])]
        hands = put(s.hands, self.victim, without(hand, card))
        s = s.but(hands=put(hands, self.robber, tuple(sorted((*hands[self.robber], card)))))
        return s.tell("snatched", self.robber, self.victim, to=(self.robber, self.victim), secret=(card,))


class Buying(Frame, frozen=True, tag="Buying"):
    """The first of the others that claims it buys the top of the discards for a coin (TOY-08)."""

    seat: int

    def step(self, s: S, box: ToyBox, answer: Mapping[int, Answer] | None = None) -> Pending | S:
        card = s.discards[-1]
        if answer is None:
            able = [seat for seat in s.from_seat(self.seat)[1:] if s.coins[seat]]
            asks = [Ask(seat, "buy", (Option("buy"),), (card,), lo=0, rule="TOY-08") for seat in able]
            return Pending("claim", tuple(asks)) if asks else s
        for buyer in answer:
            s = stow(pay(s, buyer, 1).but(discards=s.discards[:-1]), buyer, card).tell("sold", buyer, card, 1)
        return s


class Haggle(Frame, frozen=True, tag="Haggle"):
    """Seller and buyer in turn accept, refuse, or name another price, until the last step (TOY-10, TOY-R-01)."""

    buyer: int
    seller: int
    card: str
    price: int = 1
    done: int = 0

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Pending | S:
        seat, other = (self.buyer, self.price - 1) if self.done % 2 else (self.seller, self.price + 1)
        if answer is None:
            options = [Option(choice, (), f"haggle.{choice}") for choice in ("accept", "refuse")]
            if self.done < STEPS - 1 and 1 <= other <= s.coins[self.buyer]:
                options.append(Option("counter", (other,), "haggle.counter"))
            return Pending("deal", (Ask(seat, "haggle", tuple(options), (self.card, self.price), rule="TOY-10"),))
        if answer == ("counter",):
            return s.then(Haggle(self.buyer, self.seller, self.card, other, self.done + 1))
        if answer == ("refuse",):
            return s.tell("refused", seat, self.card)
        s = pay(pay(s, self.buyer, self.price), self.seller, -self.price)
        s = stow(
            s.but(ships=put(s.ships, self.seller, without(s.ships[self.seller], self.card))), self.buyer, self.card
        )
        return s.tell("sold", self.buyer, self.card, self.price)


class Ferryman(Frame, frozen=True, tag="Ferryman"):
    """The Ferryman takes the top card of the deck, and another one after a card with an effect (TOY-11)."""

    def step(self, s: S, box: ToyBox, answer: None = None) -> S:
        if not s.deck:
            return s
        card = s.deck[0]
        s = s.but(deck=s.deck[1:], ferry=(*s.ferry, card)).tell("ferryman", FERRYMAN, card)
        return s.then(Ferryman()) if box.ops[card] else s


class Toll(Frame, frozen=True, tag="Toll"):
    """Whoever has two coins pays 2 or 3, in coins and cards of the ship (TOY-12)."""

    seat: int

    def step(self, s: S, box: ToyBox, answer: Answer | None = None) -> Ask | S:
        if s.coins[self.seat] < 2:
            return s
        ship = s.ships[self.seat]
        if answer is None:
            coins = [Option(f"coin-{i}", (), "toll.coin", (1,)) for i in range(min(3, s.coins[self.seat]))]
            cards = [Option(f"card-{i}", (card,), "card", (box.worth((card,)),)) for i, card in enumerate(ship)]
            return Ask(self.seat, "toll", (*coins, *cards), (2, 3), hi=3, need=(2,), budget=(3,), rule="TOY-12")
        given = tuple(card for i, card in enumerate(ship) if f"card-{i}" in answer)
        kept = tuple(card for i, card in enumerate(ship) if f"card-{i}" not in answer)
        coins_given = len(answer) - len(given)
        s = pay(s, self.seat, coins_given).but(ships=put(s.ships, self.seat, kept), discards=s.discards + given)
        return s.tell("pays", self.seat, coins_given + box.worth(given))


class Scoring(Frame, frozen=True, tag="Scoring"):
    """Coins and ships are counted; ties share a rank, and the Ferryman may have beaten all (TOY-13)."""

    def step(self, s: S, box: ToyBox, answer: None = None) -> S:
        scores = tuple(coins + box.worth(ship) for coins, ship in zip(s.coins, s.ships, strict=True))
        for seat, score in enumerate(scores):
            s = s.tell("scores", seat, score)
        *ranked, his = ranks((*scores, box.worth(s.ferry)))
        reason = "reason.ferryman" if his == 1 and 1 not in ranked else "reason.most"
        return s.but(outcome=Outcome(reason, tuple(ranked) if "ferry" in reason else ranks(scores), scores))


ToyFrame = (
    Shuffle
    | Round
    | Stowing
    | Bid
    | Turn
    | Do
    | Choosing
    | Warding
    | Snatching
    | Buying
    | Haggle
    | Ferryman
    | Toll
    | Scoring
)
S = ToyState[ToyFrame]


class Toy(Game[S, ToyView, ToyBox]):
    """The toy game."""

    info: ClassVar[Info] = Info(
        id="toy",
        name="Crossing",
        byline="nobody in particular",
        about="Fill your ship, and have more than the Ferryman.",
        age="3+",
        prefix="TOY",
        modes=(
            Mode(id="short", name="Short Crossing", seats=(2, 3), minutes="1", about="One round."),
            Mode(id="long", name="Long Crossing", seats=(2, 3, 4), minutes="2", about="Two rounds."),
        ),
    )
    layout = LAYOUT
    words = WORDS
    state_type = S
    view_type = ToyView
    box_type = ToyBox
    chapters = frozenset({"round"})

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        return (Setting("ferryman", "Ferryman", (Choice("yes", "with him"), Choice("no", "without him")), "yes"),)

    def start(self, setup: Setup) -> S:
        return S(
            seats=setup.seats,
            agenda=(Round(), Shuffle("deck")),
            coins=(4,) * setup.seats,
            rounds=2 if setup.mode == "long" else 1,
            automaton=setup.options["ferryman"] == "yes",
            deck=tuple(self.box.count("good", "trick").elements()),
            hands=((),) * setup.seats,
            ships=((),) * setup.seats,
        )

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        return {"card": self.box.count("good", "trick")}

    def barred(self, view: ToyView, ask: Ask) -> tuple[Barred, ...]:
        if ask.kind != "turn":
            return ()
        plain = [card for card in dict.fromkeys(view.seen.hands[ask.seat]) if not self.box.ops[card]]
        return tuple(Barred(card, (card,), Msg("why.no-effect", (card,)), "TOY-05", "card") for card in plain)

    def preview(self, view: ToyView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        if ask.kind == "toll":
            return (Msg("will.pay", (sum(o.amount[0] for o in ask.options if o.id in answer),)),)
        if ask.kind == "bid" and answer[:1] != ("leave",):
            return tuple(Msg("will.left", (view.seen.coins[ask.seat] - int(n),)) for n in answer)
        return ()

    def progress(self, view: ToyView) -> Msg:
        return Msg("progress", (view.seen.round, view.seen.rounds))

    def wrong(self, state: S) -> Sequence[str]:
        return ["a debt"] if min(state.coins) < 0 else []
