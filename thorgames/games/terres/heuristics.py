"""How a sensible person plays Terres de Destinées: what each answer is worth to a seat, and why.

A card is worth what it brings nearer of the Destinies and what its power does in the rounds to come (`worth`,
`outlook`); a bid is worth what comes of it if the others then do what looks best for them.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import exp

from thorgames.core.advice import Judged
from thorgames.core.ask import Ask, Option
from thorgames.core.text import Msg
from thorgames.games.terres.foresight import applied, chosen
from thorgames.games.terres.outlook import Outlook, shares
from thorgames.games.terres.view import BACK, FAMILIES, TerresView
from thorgames.games.terres.worth import CARD, WIN

HORIZON = 12
PLAYOUTS = 48

WORDS = {
    # putting a card up
    "why.put.mine": "{0:card} is worth more to you than to {1:seat}, so you may get it at a good price.",
    "why.put.even": "{0:card} helps you, and is not worth much more to {1:seat}.",
    "why.put.sell": "{1:seat} should pay you well for {0:card}.",
    "why.put.harmless": "{0:card} does you the least harm in the hands of {1:seat}.",
    "why.face.hide": "The others would like this card too well if they saw it.",
    "why.face.show": "There is nothing to hide in this card.",
    # bids
    "why.bid.win": "With {0:card} you fulfil a Destiny and win.",
    "why.bid.deny": "With {1:card} {0:seat} would come to the end of a Destiny.",
    "why.bid.push": "{0:seat} has good cause to bid more than {1:n}, and pays more then.",
    "why.bid.common": "{0:card} brings you nearer to {1:card}, and is worth {2:n card cards}.",
    "why.bid.secret": "{0:card} brings you nearer to your Secret Destiny, and is worth {1:n card cards}.",
    "why.bid.keep": "{1:card} should not go to {0:seat} for less than {2:n card cards}.",
    "why.bid.power": "The power of {0:card} is worth {1:n card cards} to you.",
    "why.bid.worth": "{0:card} is worth {1:n card cards} to you.",
    "why.bid.hidden": "Even a card that you cannot see is worth {0:n card cards}.",
    "why.pass.sell": "{0:seat} pays you {1:n card cards} for it.",
    "why.pass.free": "Nobody has bid, so that the card is yours for nothing.",
    "why.pass.life": "With {0:n card cards} in hand you need them to stay in the game.",
    "why.pass.dear": "It is not worth more cards to you than you would have to pay.",
    "why.pass.poor": "What you could get does not help you enough to pay for it.",
    "why.take.win": "With {0:card} you fulfil a Destiny and win.",
    "why.take.common": "{0:card} brings you nearer to {1:card}.",
    "why.take.secret": "{0:card} brings you nearer to your Secret Destiny.",
    "why.take.power": "The power of {0:card} helps you most.",
    "why.take.least": "{0:card} is of more use to you than nothing.",
    "why.take.hidden": "The card that you can see is worth less than one you cannot see may be.",
    "why.place.no": "{0:card} would do you more harm than good.",
    # cards of the hand
    "why.spare": "Of your hand you will miss this least: {0:cards}.",
    "why.give": "It is what you miss least, and of little use to {1:seat}: {0:cards}.",
    "why.give.none": "You have no such card.",
    "why.keep": "It is worth most in your hand: {0:cards}.",
    # powers
    "why.end": "Nothing more that you could do now helps you.",
    "why.token": "{0:card} can then be used once more.",
    "why.duty.use": "{0:card} has to be used before your turn can end.",
    "why.repeat.no": "To use {0:card} once more would not help you.",
    "why.act.nothing": "Nothing much comes of it.",
    "why.act.win": "{0:card} wins you the game.",
    "why.act.out": "{0:card} takes the last card of {1:seat}.",
    "why.act.draw": "{0:card} brings you {1:n card cards}.",
    "why.act.harm": "{0:card} costs {1:seat} {2:n card cards}.",
    "why.act.shield": "{0:card} makes {1:seat} spend a Token.",
    "why.act.spy": "{0:card} shows you the Secret Destiny of {1:seat}.",
    "why.act.order": "{0:card} makes {1:seat} put up what you ask for.",
    "why.act.token": "{0:card} brings you Token {1:n}.",
    "why.act.curse": "{0:card} gives {1:seat} Token {2:n}.",
    "why.act.ruin": "It takes {0:card} away from {1:seat}.",
    "why.act.freeze": "It puts {0:card} of {1:seat} to rest for a turn.",
    "why.act.pass": "It sends {0:card} to {1:seat}, and there is something in return.",
    "why.act.deploy": "{0:card} brings a card of your hand into play without an auction.",
    "why.act.deploy.known": "{0:card} brings {1:card} into play without an auction.",
    "why.act.exchange": "To exchange {0:card} for {1:card} helps you.",
    "why.act.lich": "The cards of {1:seat} do more for you in this turn than your own, thanks to {0:card}.",
    "why.pick": "{0:seat} is the one with whom it helps you most.",
    "why.pair": "With {0:seat} and {1:seat} it helps you most.",
    "why.card": "{0:card} is the best choice here.",
    "why.lich": "The cards of {0:seat} do most for you.",
    "why.choose": "It helps you more than the other way.",
    "why.deploy": "{0:card} helps you most in play.",
    "why.exchange": "To exchange {0:card} helps you most.",
    "why.exchange.for": "{1:card} is the best that can take the place of {0:card}.",
    "why.demand": "Of what you have not seen, {0:seat} is most likely to hold a useful card of {1:word}.",
    "why.order": "You would like to see {0:seat} put up a card of {1:word}.",
    # saving and inheriting
    "why.rescue.no": "Without {0:seat} you have one rival fewer.",
    "why.rescue.angel": "To save {0:seat} fulfils your Secret Destiny.",
    "why.rescue.risk": "{0:seat} may win the game by the end of {1:seat}.",
}
"""Reasons, one sentence each."""

WIDE = 6
"""Answers worth thinking about, at most."""

BIDS = 3
"""Raises that are worth a thought, besides the one that nobody can answer."""

IDLE = 0.005
"""What a power has to be worth to be used at all, unless it has to be."""

SAMPLES = 5
"""Cards that the other may put up in the Duel, of those that are unseen."""

Judge = Callable[[Outlook, Ask, random.Random], list[Judged]]


def standing(view: TerresView) -> Sequence[float]:
    """How well each seat stands."""
    return shares(view)


def judge(view: TerresView, ask: Ask, rng: random.Random) -> Sequence[Judged]:
    """The answers worth thinking about, the best first."""
    outlook = Outlook(view)
    found = JUDGES[ask.kind](outlook, ask, rng)
    found.sort(key=lambda one: -one.worth)
    return found[:WIDE]


# --- putting up ----------------------------------------------------------------------------------------------------


def put_up(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """What comes of each card, against what the other player may put up."""
    cards = [option.id for option in ask.options]
    if not o.duel:
        return [sale(o, ask.seat, card) for card in cards]
    rival = o.others(ask.seat)[0]
    if not o.hands[rival]:
        return [Judged((card,), o.acquire(ask.seat, card), Msg("why.put.mine", (card, rival))) for card in cards]
    unseen = unseen_cards(o)
    against = rng.sample(unseen, min(SAMPLES, len(unseen)))
    duel = Duel(o, ask.seat, rival)
    found = []
    for card in cards:
        worth = sum([duel.outcome(card, other) for other in against]) / max(1, len(against))
        mine, his = o.acquire(ask.seat, card), o.acquire(rival, card)
        key = "why.put.mine" if mine > his else "why.put.even" if mine > 0.3 else "why.put.harmless"
        found.append(Judged((card,), worth, Msg(key, (card, rival))))
    return found


def unseen_cards(o: Outlook) -> list[str]:
    """The game cards that the seat does not see, in the order of the card file."""
    s = o.s
    seen = {*s.discard, *s.hands[o.me], *s.peeked[o.me]}
    seen.update(o.offered(seat) for seat, pile in enumerate(s.offers) if pile)
    for area in o.areas:
        seen.update(area)
    return [card for card in o.box.deck(s.starburst) if card not in seen]


class Duel:
    """An auction of the Duel: what it is worth to either to win it, and how far they should go."""

    def __init__(self, o: Outlook, you: int, rival: int) -> None:
        self.o, self.you, self.rival = o, you, rival
        self.goals = o.open_goals(you)
        self.mine = [-o.hand(you, -o.price(you, n)) for n in range(max(1, o.hands[you]))]
        self.his = [-o.hand(rival, -o.price(rival, n)) for n in range(max(1, o.hands[rival]))]
        self.my_steps, self.his_steps = swings(self.mine, self.his), swings(self.his, self.mine)
        self.cards: dict[str, tuple[float, ...]] = {}

    def worths(self, card: str) -> tuple[float, ...]:
        """Of a card: acquired by you, by the other, by you as far as he knows; in support of you, and of him."""
        found = self.cards.get(card)
        if found is None:
            o, you, rival = self.o, self.you, self.rival
            shown = o.acquire(you, card, self.goals)
            found = o.acquire(you, card), o.acquire(rival, card), shown, o.support(you, card), o.support(rival, card)
            self.cards[card] = found
        return found

    def spoils(self, one: str, other: str) -> tuple[float, float, float, str, str]:
        """What it is worth to you to win and to lose, to win as far as the other knows; the card that either takes."""
        mine, his, shown, here, there = self.worths(one)
        if not other:
            return mine, -his, shown, one, one
        mine2, his2, shown2, here2, there2 = self.worths(other)
        win, win2 = mine - there2, mine2 - there
        gain, gain2 = his - here2, his2 - here
        known = max(shown - there2, shown2 - there)
        return (
            *(max(win, win2), -max(gain, gain2), known),
            *(one if win >= win2 else other, one if gain >= gain2 else other),
        )

    def my_limit(self, stake: float) -> int:
        """Up to which bid it is better for you to pay than to let the other pay as much."""
        return bisect_left(self.my_steps, stake)

    def his_limit(self, stake: float) -> int:
        """The same for the other."""
        return bisect_left(self.his_steps, stake)

    def outcome(self, one: str, other: str) -> float:
        """What the auction is worth if both go as far as it is worth to them, and the lower limit is the price."""
        win, lose, known, _, _ = self.spoils(one, other)
        mine, his = self.my_limit(win - lose), self.his_limit(known - lose)
        active = self.o.s.active == self.you  # who needs no bid to win
        if mine > his or (mine == his and active):
            return win - self.mine[his if active else min(len(self.mine) - 1, max(1, his))]
        return lose + self.his[mine if not active else min(len(self.his) - 1, max(1, mine))]


def swings(own: list[float], others: list[float]) -> list[float]:
    """What it costs, from a bid of 1 on, to pay rather than to let the other pay; it never gets less."""
    found: list[float] = []
    for n in range(1, len(own)):
        found.append(max(own[n] + others[min(n, len(others) - 1)], found[-1] if found else 0.0))
    return found


def sale(o: Outlook, seller: int, card: str) -> Judged:
    """What comes of a card that is put up in the normal mode."""
    mine = max(0.0, o.acquire(seller, card))
    limits = sorted(((single_limit(o, other, card), other) for other in o.others(seller)), reverse=True)
    (most, buyer), second = limits[0], limits[1][0] if len(limits) > 1 else 0
    own = single_limit(o, seller, card)
    if own > most or not most:
        cost = o.hand(seller, -o.price(seller, most)) - o.share * o.hand(buyer, 1) * most
        return Judged((card,), mine + cost, Msg("why.put.mine" if mine > 0.2 else "why.put.harmless", (card, buyer)))
    paid = max(1, min(most, max(second, own) + 1))
    worth = o.hand(seller, paid) - o.share * max(0.0, o.acquire(buyer, card))
    key = "why.put.sell" if worth > 0 else "why.put.harmless"
    return Judged((card,), worth, Msg(key, (card, buyer)))


def single_limit(o: Outlook, seat: int, card: str) -> int:
    """Up to which bid a player should go for one card, as others see it."""
    gain = o.acquire(seat, card, o.open_goals(seat) if seat != o.me else None)
    bid = 0
    while bid < o.hands[seat] - 1 and gain + o.hand(seat, -o.price(seat, bid + 1)) > 0:
        bid += 1
    return bid


def face(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """A card that others would like is left face-down, one that nobody likes too well to be seen is not."""
    card = o.s.offers[ask.seat][0]
    liked = max([o.acquire(other, card) for other in o.others(ask.seat)], default=0.0)
    wanted = o.acquire(ask.seat, card)
    hide = liked - o.acquire(o.others(ask.seat)[0], BACK) if wanted > 0.3 else 0.0
    return [
        Judged(("hidden",), hide, Msg("why.face.hide")),
        Judged(("open",), 0.0, Msg("why.face.show")),
    ]


# --- bidding -------------------------------------------------------------------------------------------------------


def bid(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Reckon back from the highest bid: what each bid is worth if the other raises, and if he does not."""
    s, you = o.s, ask.seat
    auction = s.auction
    assert auction is not None
    cards = [o.offered(seat) for seat in auction.sellers]
    most = o.hands[you] - 1
    if o.duel:
        rival = o.others(you)[0]
        duel = Duel(o, you, rival)
        win, lose, known, mine, his = duel.spoils(cards[0], cards[1] if len(cards) > 1 else "")
        limits = [(duel.his_limit(known - lose), rival)]
        seller = -1
    else:
        (mine,) = (his,) = cards
        seller = s.active
        win = max(0.0, o.acquire(you, mine)) if mine != BACK else o.acquire(you, mine)
        limits = sorted(((single_limit(o, q, mine), q) for q in o.others(you)), reverse=True)
        rival = auction.bidder if auction.bidder >= 0 else limits[0][1]
        lose = -o.share * max(0.0, o.acquire(rival, mine))

    def won(n: int) -> float:
        """To get it for a bid."""
        paid = o.price(you, n)
        worth = win + o.hand(you, -paid)
        if seller >= 0 and seller != you:
            worth -= o.share * o.hand(seller, paid)
        elif seller == you:
            worth -= o.share * paid * o.hand(rival, 1)
        return worth

    def lost(n: int) -> float:
        """To let another have it for a bid; without one the seller has it, or in a Duel the active player."""
        if o.duel:
            return lose - o.hand(rival, -o.price(rival, min(n, o.hands[rival] - 1)))
        if seller == you:
            return lose + o.hand(you, n) if n else win
        return lose

    most_of_others = max(o.hands[q] - 1 for _, q in limits)
    worths: dict[int, float] = {}
    raised: dict[int, float] = {}
    after = lost(most)
    for n in range(most, auction.bid, -1):
        quiet = 1.0
        for far, q in limits:
            if n + 1 < o.hands[q]:
                quiet *= 1 / (1 + exp(min(50.0, (far - n - 0.5) / o.scale.doubts)))
        raised[n] = 1 - quiet
        worths[n] = quiet * won(n) + (1 - quiet) * after
        after = max(lost(n - 1), worths[n])
    kept = lost(auction.bid)
    found = [Judged(("pass",), kept, passing(o, you, seller, rival, auction.bid, kept, win))]
    bids = [int(option.id) for option in ask.options if option.id != "pass"]
    thought = [n for n in bids if n < bids[0] + BIDS or n == most_of_others]
    for n in thought:
        found.append(Judged((str(n),), worths[n], raising(o, you, rival, n, mine, his, win, lose, raised[n])))
    return found


def passing(o: Outlook, you: int, seller: int, rival: int, now: int, kept: float, win: float) -> Msg:
    """Why one passes."""
    if seller == you:
        return Msg("why.pass.sell", (rival, now)) if now else Msg("why.pass.free")
    if o.hands[you] - now - 1 <= max(1.0, o.danger(you)):
        return Msg("why.pass.life", (o.hands[you],))
    if now and o.duel and win > 0:
        return Msg("why.pass.dear", (rival, now))
    return Msg("why.pass.poor" if win < 3 * CARD else "why.pass.dear", (rival, now))


def raising(
    o: Outlook, you: int, rival: int, n: int, mine: str, his: str, win: float, lose: float, raised: float
) -> Msg:
    """Why one bids."""
    if BACK in (mine, his):
        return Msg("why.bid.hidden", (n,))
    if o.progress(you, mine) > WIN / 2:
        return Msg("why.bid.win", (mine,))
    if o.progress(rival, his) > WIN / 2:
        return Msg("why.bid.deny", (rival, his))
    if raised > 0.6 and (o.duel or o.s.active == you):
        return Msg("why.bid.push", (rival, n))
    if o.progress(you, mine) >= o.power(you, mine):
        goal = o.best_goal(you, mine)
        if goal in o.s.common:
            return Msg("why.bid.common", (mine, goal, n))
        return Msg("why.bid.secret" if goal else "why.bid.worth", (mine, n))
    if o.duel and -lose > win:
        return Msg("why.bid.keep", (rival, his, n))
    return Msg("why.bid.power", (mine, n))


def take(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """The card that helps most, and leaves the other the one that helps him least."""
    you = ask.seat
    (rival,) = o.others(you)
    cards = {option.id: o.offered(int(option.id)) for option in ask.options}
    found = []
    for option in ask.options:
        card = cards[option.id]
        rest = [other for seat, other in cards.items() if seat != option.id]
        left = rest[0] if rest else BACK
        worth = o.acquire(you, card) - o.support(rival, left)
        found.append(Judged((option.id,), worth, gaining(o, you, card)))
    return found


def gaining(o: Outlook, you: int, card: str) -> Msg:
    """Why one would have a card."""
    if card == BACK:
        return Msg("why.take.hidden")
    progress, power = o.progress(you, card), o.power(you, card)
    if progress > WIN / 2:
        return Msg("why.take.win", (card,))
    if progress >= power and progress > 0:
        goal = o.best_goal(you, card)
        if goal in o.s.common:
            return Msg("why.take.common", (card, goal))
        return Msg("why.take.secret", (card,))
    return Msg("why.take.power", (card,)) if power > 0 else Msg("why.take.least", (card,))


def place(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """A card is placed unless it does more harm than good."""
    card = str(ask.options[0].refs[0])
    return [
        Judged(("place",), o.acquire(ask.seat, card), gaining(o, ask.seat, card)),
        Judged(("discard",), 0.0, Msg("why.place.no", (card,))),
    ]


# --- cards of the hand ---------------------------------------------------------------------------------------------


def part_with(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """The cards one misses least go; what another player gets should not help him either."""
    you = ask.seat
    taker = -1
    if ask.kind in ("deal", "tax", "heal"):
        taker = int(ask.args[0])
    elif ask.kind in ("pay", "power.give"):
        taker = int(ask.args[1])
    elif ask.kind == "demand.give":
        taker = int(ask.args[0])

    def missed(option: Option) -> float:
        worth = o.keep(you, option.id)
        if taker >= 0:
            worth += 0.25 * o.share * max(0.0, o.acquire(taker, option.id))
        return worth

    order = sorted(ask.options, key=lambda option: (missed(option), option.id))
    answer = tuple(option.id for option in ask.options if option in order[: ask.lo])
    if not answer:
        return [Judged((), 0.0, Msg("why.give.none"))]
    key = "why.give" if taker >= 0 else "why.spare"
    args = (" ".join(answer), taker) if taker >= 0 else (" ".join(answer),)
    found = [Judged(answer, -sum(missed(option) for option in order[: ask.lo]), Msg(key, args))]
    if ask.lo == 1:
        found += [Judged((option.id,), -missed(option), Msg(key, (option.id, *args[1:]))) for option in order[1:2]]
    return found


def keep_best(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Keep what is worth most in a hand."""
    order = sorted(ask.options, key=lambda option: (-o.keep(ask.seat, option.id), option.id))
    answer = tuple(option.id for option in ask.options if option in order[: ask.hi])
    found = [Judged(answer, sum(o.keep(ask.seat, card) for card in answer), Msg("why.keep", (" ".join(answer),)))]
    if ask.hi == 1:
        found += [
            Judged((option.id,), o.keep(ask.seat, option.id), Msg("why.keep", (option.id,))) for option in order[1:3]
        ]
    return found


# --- effects -------------------------------------------------------------------------------------------------------


def effects(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Use what helps, the most helpful first; then end the turn."""
    found = []
    for option in ask.options:
        verb, _, card = option.id.partition(":")
        if verb == "end":
            found.append(Judged(("end",), 0.0, Msg("why.end")))
            continue
        worth, why = applied(o, ask.seat, card, o.box.steps[card])
        if verb == "token":
            worth, why = worth - 0.4 * CARD, Msg("why.token", (card,))
        elif o.box.kind_of[card] == "single":
            worth -= 0.5 * CARD  # it works once only
        elif o.box.kind_of[card] == "mandatory" and worth <= 0 and all(one.id != "end" for one in ask.options):
            why = Msg("why.duty.use", (card,))
        found.append(Judged((option.id,), worth, why))
    kinds = [o.box.kind_of.get(one.answer[0].partition(":")[2], "mandatory") for one in found]  # "end" stays too
    useful = [one for one, kind in zip(found, kinds, strict=True) if one.worth > IDLE or kind == "mandatory"]
    return useful or found


def repeat(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Once more if it helps."""
    card = str(ask.args[1])
    worth, why = applied(o, ask.seat, card, o.box.steps[card])
    return [Judged(("yes",), worth, why), Judged(("no",), 0.0, Msg("why.repeat.no", (card,)))]


def of_power(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """What each choice of a power leads to."""
    frame = o.s.agenda[-1]
    return [Judged((option.id,), *chosen(o, frame, option.id)) for option in ask.options]


def demand(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Name the family of which most cards are unseen, as far as its cards are wanted."""
    return by_family(o, ask, "why.demand", 1.0)


def order(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Name the family whose cards one would like to see put up."""
    return by_family(o, ask, "why.order", 0.1)


def by_family(o: Outlook, ask: Ask, key: str, often: float) -> list[Judged]:
    """Judge families by how many of their cards are unseen, and by what these would be worth."""
    unseen = unseen_cards(o)
    found = []
    for family in FAMILIES:
        cards = [card for card in unseen if o.box.cards[card].family == family]
        wish = sum(max(0.0, o.acquire(ask.seat, card)) for card in cards) / max(1, len(cards))
        part = len(cards) / max(1, len(unseen))
        target = int(ask.args[1])
        found.append(Judged((family,), often * part + 0.3 * wish, Msg(key, (target, f"family.{family}"))))
    return found


# --- saving and inheriting -----------------------------------------------------------------------------------------


def rescue(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """Save somebody for the Guardian Angel's sake, or lest another wins by it; otherwise one rival fewer is better."""
    you, victim = ask.seat, int(ask.args[1])
    angel = o.saves(you)
    risk = 0.0 if o.s.active == you else o.kills(o.s.active)
    found = [Judged(("no",), 0.0, Msg("why.rescue.no", (victim,)))]
    for option in ask.options:
        if option.id == "no":
            continue
        cost = CARD if option.id == "token" else -o.hand(you, -1)
        if angel:
            found.append(Judged((option.id,), WIN - cost, Msg("why.rescue.angel", (victim,))))
        else:
            worth = WIN * risk - cost - 0.5
            found.append(Judged((option.id,), worth, Msg("why.rescue.risk", (o.s.active, victim))))
    return found


def heir(o: Outlook, ask: Ask, rng: random.Random) -> list[Judged]:
    """The card that helps most."""
    return [
        Judged((option.id,), o.acquire(ask.seat, option.id), gaining(o, ask.seat, option.id)) for option in ask.options
    ]


JUDGES: dict[str, Judge] = {
    "put.up": put_up,
    "face": face,
    "bid": bid,
    "bid.first": bid,
    "take": take,
    "place": place,
    **dict.fromkeys(
        (
            "cursed",
            "tax",
            "pay",
            "pay.duel",
            "deal",
            "heal",
            "demand.give",
            "power.cost",
            "power.discard",
            "power.give",
        ),
        part_with,
    ),
    "scry": keep_best,
    "power.salvage": keep_best,
    "effects": effects,
    "repeat": repeat,
    "power.demand": demand,
    "power.order": order,
    **dict.fromkeys(
        (
            *("power.pick", "power.pair", "power.card", "power.copy", "power.borrow", "power.lich", "power.choose"),
            *("power.deploy", "power.deploy.hand", "power.transmute", "power.transmute.for"),
        ),
        of_power,
    ),
    "rescue": rescue,
    "heir": heir,
}
"""What judges each kind of question."""
