"""How the players of Terres de Destinées stand, and what a card would be to each of them, read off a seat's view."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from thorgames.core.effects import Op
from thorgames.games.terres.cards import (
    Discard,
    HandSize,
    Income,
    Killed,
    OwnFamily,
    OwnTokens,
    OwnType,
    PassCard,
    Rebate,
    Saved,
    SaveSelf,
    TerresBox,
    WardHand,
    WardPlay,
)
from thorgames.games.terres.view import BACK, TerresView
from thorgames.games.terres.worth import (
    CARD,
    FACE,
    ROUNDS,
    WIN,
    Goals,
    Pile,
    Rules,
    adds,
    counts,
    engine,
    held,
    hopes,
    income_wanted,
    lacking,
    nearest,
    progress,
    prospects,
    rules_of,
)

BREATH, AEGIS = 2, 4
"""Tokens that save their owner, and his hand."""

TURN = 0.15
"""What it is worth to be the active player."""

AT_ONCE = 0.3
"""How much of a round's use a power gives to the active player at once."""

NONE = {"": 0}
"""Acquired cards before there are any."""

TELLING = 1.5
"""How much likelier a Secret Destiny becomes by each acquired card that fits it."""

FLEETING = 0.3
"""How far a card counts for a Destiny that is handed on soon."""


@lru_cache(maxsize=20_000)
def goals_of(rules: Rules, common: Pile, secret: str, unknown: Pile, play: Pile) -> Goals:
    """What a player may be after: the Common Destinies, and the Secret one or each of those it may be.

    What he has acquired tells something: the nearer he has come to a Destiny, the likelier it is his.
    """
    sure = (*common, secret) if secret else common
    goals = tuple([(one, 1.0) for one in sure])
    if secret or not unknown:
        return goals
    have, likely = counts(rules, play), []
    for one in unknown:
        op = rules.box.goal[one]
        fits = 0.0
        if isinstance(op, OwnType | OwnFamily):
            fits = (lacking(rules, op, NONE) or 0) - (lacking(rules, op, have) or 0)
        likely.append(TELLING**fits)
    return (*goals, *[(one, weight / sum(likely)) for one, weight in zip(unknown, likely, strict=True)])


@lru_cache(maxsize=4096)
def split(rules: Rules, goals: Goals) -> tuple[Goals, Goals, float]:
    """The Destinies that ask for acquired cards; those that ask for Tokens or income; how much a large hand counts."""
    goal = rules.box.goal
    counted = tuple(one for one in goals if lacking(rules, goal[one[0]], NONE) is not None)
    earning = tuple(one for one in goals if isinstance(goal[one[0]], (OwnTokens, Income)))
    return counted, earning, sum(weight for destiny, weight in goals if isinstance(goal[destiny], HandSize))


@lru_cache(maxsize=20_000)
def has(box: TerresBox, area: Pile, kind: type[Op]) -> Op | None:
    """A permanent power of a kind among some cards in play."""
    for card in area:
        for op in box.permanent[card]:
            if isinstance(op, kind):
                return op
    return None


@lru_cache(maxsize=20_000)
def duty(box: TerresBox, area: Pile) -> int:
    """Cards that mandatory powers cost their own owner."""
    return sum(
        op.n
        for card in area
        if box.kind_of[card] == "mandatory"
        for op in box.steps[card]
        if isinstance(op, Discard) and op.who in ("you", "all")
    )


@lru_cache(maxsize=4096)
def fleeting(box: TerresBox, card: str) -> bool:
    """Whether a card has to be handed on when it is used."""
    return box.kind_of[card] == "mandatory" and any(
        isinstance(op, PassCard) and op.what == "this" for op in box.steps[card]
    )


class Outlook:
    """A position as one seat sees it; in a guessed world it does not look where the seat could not.

    Args:
        view: of the seat.
        opened: whether Secret Destinies that lie open to the view count although the seat has not been shown them.
    """

    def __init__(self, view: TerresView, opened: bool = False) -> None:
        s = view.seen
        self.view, self.s, self.box = view, s, view.box
        self.duel = s.mode == "duel"
        self.rules = rules_of(view.box, self.duel, s.seats)
        self.scale = self.rules.scale
        self.me = view.viewer if view.viewer is not None else -1
        self.left = [seat for seat in range(s.seats) if not s.out[seat]]
        self.hands = [len(hand) for hand in s.hands]
        self.areas = [s.play[seat] + s.support[seat] for seat in range(s.seats)]
        spent = frozenset(card for card in s.exhausted if view.box.kind_of[card] == "single")
        self.working = self.areas
        if spent:  # single activation cards that have done what they do
            self.working = [tuple(card for card in area if card not in spent) for area in self.areas]
        known = [""] * s.seats
        for seat, pile in enumerate(s.secret):
            if pile and pile[0] != BACK and (opened or seat == self.me or self.me in s.spied[seat]):
                known[seat] = pile[0]
        self.known = known
        self._unknown = unknown_secrets(view.box, tuple(one for one in known if one))
        self.goals = [
            goals_of(self.rules, s.common, one, () if one else self._unknown, s.play[seat])
            for seat, one in enumerate(known)
        ]
        self.share = 1.0 if len(self.left) < 3 else 1 / (len(self.left) - 1)
        self._rounds = 0.0
        self._danger: dict[int, float] = {}
        self._power: dict[tuple[int, str], float] = {}
        self._held: dict[int, list[float]] = {}

    # --- players -----------------------------------------------------------------------------------------------

    def others(self, seat: int) -> list[int]:
        """The other remaining players."""
        return [other for other in self.left if other != seat]

    def open_goals(self, seat: int) -> Goals:
        """What others think a player is after."""
        if seat != self.me:
            return self.goals[seat]
        return goals_of(self.rules, self.s.common, "", unknown_secrets(self.box, ()), self.s.play[seat])

    @property
    def rounds(self) -> float:
        """How many rounds are still to be played, by who is nearest to a Destiny."""
        if not self._rounds:
            play = self.s.play
            lack = min([nearest(self.rules, self.goals[seat], play[seat]) for seat in self.left])
            self._rounds = ROUNDS[lack]
        return self._rounds

    def danger(self, seat: int) -> float:
        """Cards that one other player can take from a hand before it grows again."""
        found = self._danger.get(seat)
        if found is None:
            found = float(duty(self.box, self.areas[seat]))
            for other in self.others(seat):
                does = engine(self.rules, self.working[other])
                if does.kill:
                    grown = 1 if self.duel and other != self.s.active else 0
                    found = max(found, does.drain - grown)
            self._danger[seat] = found
        return found

    def safe(self, seat: int) -> bool:
        """Whether something saves a player once who has no card left."""
        return BREATH in self.s.tokens[seat] or any(
            card not in self.s.exhausted and has(self.box, (card,), SaveSelf) for card in self.areas[seat]
        )

    def hand(self, seat: int, more: int) -> float:
        """What it is worth to a player to hold so many cards more."""
        worths = self._held.get(seat)
        now = self.hands[seat]
        if worths is None:
            _, _, rich = split(self.rules, self.goals[seat])
            danger, safe = self.danger(seat), self.safe(seat)
            worths = self._held[seat] = [held(self.rules, rich, n, danger, safe) for n in range(now + 5)]
        then = now + more
        if then >= len(worths):
            return worths[-1] - worths[now] + (then - len(worths) + 1) * (worths[-1] - worths[-2])
        return worths[max(0, then)] - worths[now]

    def price(self, seat: int, bid: int) -> int:
        """What a player pays for a bid."""
        op = has(self.box, self.areas[seat], Rebate)
        return bid - op.n if isinstance(op, Rebate) and bid >= op.least else bid

    def warded(self, seat: int, hand: int) -> bool:
        """Whether a hand of this size is safe from powers."""
        op = has(self.box, self.areas[seat], WardHand)
        return isinstance(op, WardHand) and hand <= op.n

    def guarded(self, seat: int) -> bool:
        """Whether a player's cards in play are safe from the powers of others."""
        return has(self.box, self.areas[seat], WardPlay) is not None

    def offered(self, seat: int) -> str:
        """The card that a player has put up; `BACK` if it lies face-down, also where the view is open."""
        auction = self.s.auction
        hidden = seat != self.me and (auction is None or seat in auction.face_down)
        return BACK if hidden else self.s.offers[seat][0]

    # --- cards in play -----------------------------------------------------------------------------------------

    def acquire(self, seat: int, card: str, goals: Goals | None = None) -> float:
        """What it is worth to a player to acquire a card."""
        if card == BACK:
            return FACE
        return self.scale.acquired + self.progress(seat, card, goals) + self.power(seat, card)

    def progress(self, seat: int, card: str, goals: Goals | None = None) -> float:
        """How much an acquired card helps with Destinies that ask for such."""
        goals = self.goals[seat] if goals is None else goals
        gain = progress(self.rules, split(self.rules, goals)[0], self.s.play[seat], self.rules.marks[card])
        return gain * FLEETING if 0 < gain < WIN / 2 and fleeting(self.box, card) else gain

    def support(self, seat: int, card: str) -> float:
        """What it is worth to a player to have a card that does not count for Destinies."""
        if card == BACK:
            return FACE / 2
        return self.power(seat, card)

    def power(self, seat: int, card: str) -> float:
        """What a card's power is worth to a player who gets it into play."""
        worth = self._power.get((seat, card))
        if worth is None:
            more = adds(self.rules, self.working[seat], card)
            at_once = AT_ONCE * CARD if seat == self.s.active else 0.0
            worth = self.lasting(more.rate, 1, at_once) + CARD * more.once
            if more.income or more.tokens:
                earning = split(self.rules, self.goals[seat])[1]
                if earning:
                    area, tokens = self.working[seat], self.s.tokens[seat]
                    worth += prospects(self.rules, earning, (*area, card), tokens)
                    worth -= prospects(self.rules, earning, area, tokens)
            self._power[seat, card] = worth
        return worth

    def lasting(self, rate: float, cards: int, at_once: float = 0.0) -> float:
        """What cards in play are worth that make their owner better off by so many cards each round."""
        scale = self.scale
        return scale.present * cards + rate * (scale.rate + scale.more * self.rounds + at_once)

    def loss(self, seat: int, card: str) -> float:
        """What a card in play is worth to the player who has it."""
        s, rules = self.s, self.rules
        counted, earning, _ = split(rules, self.goals[seat])
        area, tokens = self.working[seat], s.tokens[seat]
        fewer = tuple([one for one in area if one != card])
        worth = 0.0
        if card in s.play[seat]:
            play = tuple([one for one in s.play[seat] if one != card])
            worth += self.scale.acquired + progress(rules, counted, play, rules.marks[card])
        if card not in area:
            return worth
        if earning:
            worth += prospects(rules, earning, area, tokens) - prospects(rules, earning, fewer, tokens)
        more = adds(rules, fewer, card)
        return worth + self.lasting(more.rate, 1) + CARD * more.once

    def best_goal(self, seat: int, card: str) -> str:
        """The Destiny, of those that are certain to count, with which an acquired card helps a player most."""
        best, found = 0.0, ""
        for destiny, weight in self.goals[seat]:
            if weight < 1 or card == BACK:
                continue
            gain = progress(self.rules, ((destiny, 1.0),), self.s.play[seat], self.rules.marks[card])
            if gain > best:
                best, found = gain, destiny
        return found

    def keep(self, seat: int, card: str) -> float:
        """What it is worth to have a card in hand rather than an average one: it can be put up some day."""
        if card == BACK:
            return 0.0
        wanted = max(0.0, self.acquire(seat, card))
        feared = max([max(0.0, self.acquire(other, card)) for other in self.others(seat)], default=0.0)
        return 0.3 * wanted - 0.2 * feared if self.duel else 0.3 * wanted + 0.05 * feared

    def tokens_worth(self, seat: int, tokens: tuple[int, ...]) -> float:
        """How much other Tokens would help a player with Destinies."""
        earning = split(self.rules, self.goals[seat])[1]
        if not earning:
            return 0.0
        area = self.working[seat]
        have = prospects(self.rules, earning, area, self.s.tokens[seat])
        return prospects(self.rules, earning, area, tuple(sorted(tokens))) - have

    def income(self, seat: int, more: int) -> float:
        """What it is worth to the active player that so many cards more have come into his hand."""
        s, worth = self.s, 0.0
        for destiny, weight in self.goals[seat]:
            op = self.box.goal[destiny]
            if isinstance(op, Income):
                if s.gained + more >= income_wanted(self.rules, op):
                    worth += weight * WIN
        return worth

    def kills(self, seat: int) -> float:
        """How likely it is that a player wins by eliminating another in his turn."""
        return sum(weight for destiny, weight in self.goals[seat] if isinstance(self.box.goal[destiny], Killed))

    def saves(self, seat: int) -> bool:
        """Whether a player wins by saving another now."""
        for destiny, weight in self.goals[seat]:
            op = self.box.goal[destiny]
            if isinstance(op, Saved) and weight >= 1:
                return op.players != self.s.seats or self.hands[seat] >= op.hand
        return False

    # --- the whole position ------------------------------------------------------------------------------------

    def score(self, seat: int) -> float:
        """How well a player stands; only the differences between players count."""
        s, rules = self.s, self.rules
        counted, earning, rich = split(rules, self.goals[seat])
        area = self.working[seat]
        does = engine(rules, area)
        return (
            hopes(rules, counted, s.play[seat])
            + prospects(rules, earning, area, s.tokens[seat])
            + held(rules, rich, self.hands[seat], self.danger(seat), self.safe(seat))
            + self.lasting(does.rate, len(self.areas[seat]))
            + CARD * does.once
            + self.scale.acquired * len(s.play[seat])
            + TURN * (seat == s.active)
        )


@lru_cache(maxsize=1024)
def unknown_secrets(box: TerresBox, known: Pile) -> Pile:
    """The Secret Destinies that somebody may have besides those that are known."""
    return tuple(one for one in box.destinies("secret") if one not in known)


def shares(view: TerresView) -> list[float]:
    """Each seat's chance to win, by how well all of them stand."""
    s = view.seen
    if not s.out:
        return [1 / s.seats] * s.seats
    outlook = Outlook(view, opened=True)
    powers = {seat: exp(outlook.scale.odds * min(WIN, outlook.score(seat))) for seat in outlook.left}
    whole = sum(powers.values()) or 1.0
    return [powers.get(seat, 0.0) / whole for seat in range(s.seats)]
