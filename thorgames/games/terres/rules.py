"""The rules of Terres de Destinées: the turn with its four steps, eliminations and Destinies."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.effects import Op
from thorgames.core.piles import put
from thorgames.core.state import Frame, Outcome
from thorgames.core.zones import Pile
from thorgames.games.terres.auctions import PutUp
from thorgames.games.terres.cards import (
    FAMILIES,
    OF_CARDS,
    TYPES,
    Discard,
    Draw,
    ExtraDraw,
    HandSize,
    Heir,
    Income,
    Killed,
    OwnCards,
    OwnFamily,
    OwnMix,
    OwnTokens,
    OwnType,
    Saved,
    SaveOther,
    SaveSelf,
    Scry,
    TerresBox,
)
from thorgames.games.terres.piles import (
    S,
    area,
    bury,
    clockwise,
    discard,
    enter,
    exhaust,
    fan,
    h,
    hand_over,
    holder,
    leave,
    make_ready,
    ready,
    remaining,
)
from thorgames.games.terres.powers import TWICE, Apply, DrawCards, LookAt, able, permanents, spend

MAX_TURNS = 300
"""Turns after which a game ends without a winner (TDD-R-63)."""

BARREN_ROUNDS = 3
"""Rounds after which it does so if no card is in a hand or a pile: none can come there any more (TDD-R-63)."""

CURSE, BREATH, WINDFALL, MOMENTUM, AUGURY = 1, 2, 3, 5, 6
"""Numbers of the Tokens that the rules below know; Token 4 is among the powers."""


# --- Start ---------------------------------------------------------------------------------------------------------


class TurnStart(Frame, frozen=True, tag="TurnStart"):
    """A turn has four steps: start, auction, effects, end (TDD-201, TDD-R-07, TDD-R-08, TDD-R-68)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Tokens of the start, draw, ready; then the other steps."""
        barren = 0 if s.deck or s.discard or any(s.hands) else s.barren + 1
        turn, told = s.turn + 1, s.and_told("turn", s.turn + 1, s.active)
        s = s.but(turn=turn, told=told, acts=(), repeated=(), lich=(), lively=False, gained=0, barren=barren)
        tokens: list[Frame] = [Curse()] if CURSE in s.tokens[s.active] else []
        tokens += [Windfall()] if WINDFALL in s.tokens[s.active] else []
        return s.then(*tokens, StartDraw(), MakeReady(), Check(), PutUp(), Check(), Effects(), TurnEnd())


class Curse(Frame, frozen=True, tag="Curse"):
    """Token 1: its owner discards a card of his choice, or as many as it says (TDD-503, TDD-R-54)."""

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        seat = s.active
        hand = s.hands[seat]
        n = token_op(box, CURSE, Discard).n
        if answer is None and len(hand) > n:
            return Ask(seat, "cursed", fan(box, hand), (n,), lo=n, hi=n, rule="TDD-R-54")
        return discard(spend(s, seat, CURSE), seat, *(answer if answer is not None else hand)).then(Check())


class Windfall(Frame, frozen=True, tag="Windfall"):
    """Token 3: its owner draws a card, or as many as it says, before the draw (TDD-503, TDD-R-54)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Draw."""
        return spend(s, s.active, WINDFALL).then(DrawCards(s.active, token_op(box, WINDFALL, Draw).n), Check())


class StartDraw(Frame, frozen=True, tag="StartDraw"):
    """The active player draws a card; in the duel both draw two (TDD-202, TDD-704, TDD-R-08, TDD-R-55)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Token 6 stands in for the first card of the active player; none of it counts for the Rentier (TDD-R-51)."""
        todo: list[Frame] = []
        duel = s.mode == "duel"
        for seat in (s.active, *clockwise(s, s.active)) if duel else (s.active,):
            n = 2 if duel else 1
            for op in permanents(s, box, seat, ExtraDraw):
                n += h(s, seat) <= op.n
            if seat == s.active and AUGURY in s.tokens[seat]:
                s = spend(s, seat, AUGURY)
                scry = token_op(box, AUGURY, Scry)
                todo.append(LookAt(seat, scry.n, scry.k, counts=False))
                n -= 1
            todo.append(DrawCards(seat, n, counts=False))
        return s.then(*todo)


Verb = TypeVar("Verb", bound=Op)


def token_op(box: TerresBox, number: int, verb: type[Verb]) -> Verb:
    """What a Token does."""
    return next(op for _, ops in box.powers[box.token[number]] for op in ops if isinstance(op, verb))


class MakeReady(Frame, frozen=True, tag="MakeReady"):
    """The active player readies his cards, single activation cards apart; frozen ones thaw (TDD-203, TDD-704)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Ready them."""
        mine = area(s, s.active)
        readied = [card for card in s.exhausted if card in mine and box.kind_of[card] != "single"]
        if not readied:
            return s
        return s.but(
            exhausted=tuple([card for card in s.exhausted if card not in readied or card in s.frozen]),
            frozen=tuple([card for card in s.frozen if card not in readied]),
        )


# --- Effects -------------------------------------------------------------------------------------------------------


def may_act(s: S, box: TerresBox) -> list[str]:
    """The cards that the active player can activate now (TDD-206, TDD-402 to TDD-405, TDD-R-20, TDD-R-31, TDD-R-35).

    After Liche: the own Necromancy cards, and the activation cards of the players named (TDD-907, TDD-R-49).
    """
    you = s.active
    cards: Iterable[str] = area(s, you)
    if s.lich:
        own = [card for card in cards if box.cards[card].family == "necromancy"]
        others = [card for seat in s.lich if not s.out[seat] for card in area(s, seat) if card in box.activation]
        cards = dict.fromkeys((*own, *others))
    could = box.active.intersection(cards).difference(s.exhausted)
    found = []
    for card in filter(could.__contains__, cards):
        demands = box.demands[card]
        if s.acts.count(card) < TWICE and (not demands or able(s, box, you, card, demands)):
            found.append(card)
    return found


def duties(s: S, box: TerresBox, acts: list[str]) -> list[str]:
    """Of the cards that can be activated those that must be (TDD-207, TDD-403, TDD-R-32, TDD-R-33)."""
    if box.mandatory.isdisjoint(acts):
        return []
    mine = area(s, s.active)
    return [card for card in acts if card in box.mandatory and card in mine]


def refreshable(s: S, box: TerresBox) -> list[str]:
    """The exhausted activation cards that Token 5 could ready now (TDD-R-35)."""
    if MOMENTUM not in s.tokens[s.active] or s.lively:
        return []
    return [card for card in filter(box.activation.__contains__, area(s, s.active)) if card in s.exhausted]


@lru_cache(maxsize=1024)
def activate(card: str, you: int, seat: int) -> Option:
    """The choice to activate a card, after Liche perhaps that of another player."""
    return Option(f"act:{card}", (card, seat), "effects.act" if seat == you else "effects.of")


END = Option("end", (), "effects.end")
"""The choice to activate nothing more."""


class Effects(Frame, frozen=True, tag="Effects"):
    """Powers are activated in any order, mandatory ones before the turn can end (TDD-206, TDD-207, TDD-711).

    What can be done is public; the step is skipped if there is nothing.
    """

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask."""
        you = s.active
        if answer is None:
            acts = may_act(s, box)
            options = [activate(card, you, holder(s, card) if s.lich else you) for card in acts]
            options += [Option(f"token:{card}", (card,), "effects.token") for card in refreshable(s, box)]
            if not options:
                return s
            if not duties(s, box, acts):
                options.append(END)
            return Pending("deal", (Ask(you, "effects", tuple(options), (you,), rule="TDD-206"),))
        verb, _, card = answer[0].partition(":")
        if verb == "end":
            return s
        if verb == "token":
            s = make_ready(spend(s, you, MOMENTUM), card).but(lively=True).tell("refreshed", you, card)
            return s.then(Check(), Effects())
        return s.but(
            acts=(*s.acts, card),
            exhausted=(*s.exhausted, card),
            told=s.and_told("activated", you, card),
            agenda=s.and_then(Apply(you, card, box.steps[card]), Check(), MayRepeat(card), Effects()),
        )


class MayRepeat(Frame, frozen=True, tag="MayRepeat"):
    """A power just applied may be applied once more, making every choice anew (TDD-903, TDD-R-40)."""

    card: str

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask, if a card allows it and the demands can be met."""
        you, card = s.active, self.card
        mine = area(s, you)
        by = [other for other in box.repeating[box.cards[card].family] if other in mine and other not in s.repeated]
        if not by or card not in mine or not able(s, box, you, card, box.demands[card]):
            return s
        if answer is None:
            options = (Option("yes", (card,), "repeat.yes"), Option("no", (), "repeat.no"))
            return Pending("deal", (Ask(you, "repeat", options, (by[0], card), rule="TDD-903"),))
        if answer[0] == "no":
            return s
        s = s.but(repeated=(*s.repeated, by[0])).tell("repeated", you, card, by[0])
        return s.then(Apply(you, card, box.steps[card]), Check())


# --- End -----------------------------------------------------------------------------------------------------------


class TurnEnd(Frame, frozen=True, tag="TurnEnd"):
    """The player to the left becomes the active player (TDD-208, TDD-712); a game cannot go on for ever (TDD-R-63).

    A mandatory card whose demands could not be met is exhausted without effect (TDD-R-32); one that Liche has put out
    of reach stays ready (TDD-R-49).
    """

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Go on to the next turn."""
        if not s.out[s.active]:
            for card in filter(box.mandatory.__contains__, area(s, s.active)):
                if s.lich and box.cards[card].family != "necromancy":
                    continue
                if ready(s, card) and s.acts.count(card) < TWICE:
                    s = exhaust(s, card).tell("idle", s.active, card)
        if s.turn >= MAX_TURNS:
            return ended(s, (), "end.turns")
        if s.barren >= BARREN_ROUNDS * len(remaining(s)) and not (s.deck or s.discard or any(s.hands)):
            return ended(s, (), "end.barren")
        return s.but(active=clockwise(s, s.active)[0], agenda=s.and_then(TurnStart()))


# --- Eliminations and victory --------------------------------------------------------------------------------------


class Check(Frame, frozen=True, tag="Check"):
    """Who has no cards is eliminated unless saved; then Destinies are tested (TDD-601 to TDD-604, TDD-R-22)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Find those who would be eliminated, the active player first, then clockwise."""
        empty = without_cards(s)
        return s.then(Doom(empty, empty), Judge()) if empty else victory(s, box)


def without_cards(s: S) -> tuple[int, ...]:
    """Who holds no card and is not spared, the active player first, then clockwise."""
    if all(s.hands):
        return ()
    order = [s.active, *clockwise(s, s.active)]
    return tuple([seat for seat in order if not s.out[seat] and not s.hands[seat] and not s.spared[seat]])


class Doom(Frame, frozen=True, tag="Doom"):
    """Each player without cards is saved by an own card or Token, or by another player (TDD-910, TDD-R-48).

    Attributes:
        todo: those who are still to be looked at.
        unsaved: those who have not been saved yet; they cannot save others.
        asked: who has been asked for the first of them.
    """

    todo: tuple[int, ...]
    unsaved: tuple[int, ...]
    asked: tuple[int, ...] = ()

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Own means act by themselves; of the others only those are asked who have a tool, which lies open."""
        if not self.todo:
            return s
        seat = self.todo[0]
        saved = tuple(other for other in self.unsaved if other != seat)
        if not self.asked:
            for card in area(s, seat):
                if ready(s, card) and any(isinstance(op, SaveSelf) for op in box.permanent[card]):
                    s = spare(exhaust(s, card).tell("saved.card", seat, card), seat)
                    return s.then(Doom(self.todo[1:], saved))
            if BREATH in s.tokens[seat]:
                s = spend(s, seat, BREATH).tell("saved.token", seat)
                return s.then(DrawCards(seat, 1), Breathe(seat), Doom(self.todo[1:], saved))
        for other in clockwise(s, seat):
            tools = rescue_tools(s, box, other)
            if other in self.asked or other in self.unsaved or not tools:
                continue
            if answer is None:
                options = (*tools, Option("no", (), "rescue.no"))
                return Pending("deal", (Ask(other, "rescue", options, (other, seat), rule="TDD-R-48"),))
            if answer[0] == "no":
                return s.tell("rescue.refused", other, seat).then(Doom(self.todo, self.unsaved, (*self.asked, other)))
            s = s.but(angels=(*s.angels, other))
            if answer[0] == "token":
                s = spend(s, other, BREATH).tell("rescued", other, seat)
                return s.then(DrawCards(seat, 1), Breathe(seat), Doom(self.todo[1:], saved))
            s = exhaust(s, answer[0]).tell("rescued.card", other, seat, answer[0])
            return s.then(Heal(other, seat), Doom(self.todo[1:], saved))
        return s.then(Doom(self.todo[1:], self.unsaved))


def rescue_tools(s: S, box: TerresBox, seat: int) -> list[Option]:
    """With what a player can save another."""
    tools = [Option("token", (BREATH,), "rescue.token")] if BREATH in s.tokens[seat] else []
    for card in area(s, seat):
        for op in box.permanent[card]:
            if isinstance(op, SaveOther) and ready(s, card) and h(s, seat) >= op.n:
                tools.append(Option(card, (card,), "rescue.card"))
    return tools


def spare(s: S, seat: int) -> S:
    """A player stays without a card in hand (TDD-R-24)."""
    return s.but(spared=put(s.spared, seat, True)) if not s.hands[seat] else s


class Breathe(Frame, frozen=True, tag="Breathe"):
    """Who was saved by Token 2 but could draw nothing stays without a card (TDD-R-24)."""

    seat: int

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Mark him."""
        return spare(s, self.seat)


class Heal(Frame, frozen=True, tag="Heal"):
    """The Guérisseuse's holder gives a card of his choice to the player he saves."""

    giver: int
    seat: int

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        if answer is None:
            options = fan(box, s.hands[self.giver])
            return Ask(self.giver, "heal", options, (self.seat,), rule="TDD-R-48")
        return hand_over(s, self.giver, self.seat, *answer)


class Judge(Frame, frozen=True, tag="Judge"):
    """All who were not saved are eliminated together (TDD-604, TDD-R-25 to TDD-R-27)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Take them out; Livre des morts comes first."""
        dead = without_cards(s)
        s = s.but(out=tuple(gone or seat in dead for seat, gone in enumerate(s.out)))
        if s.active not in dead and dead:
            s = s.but(killers=(*s.killers, s.active))
        for seat in dead:
            s = s.tell("eliminated", seat)
        if not remaining(s):
            return ended(s, (s.active,) if s.active in dead else dead, "end.nobody")
        return s.then(*(Inherit(seat) for seat in dead), Bequest(dead))


class Inherit(Frame, frozen=True, tag="Inherit"):
    """The holder of Livre des morts takes a card of an eliminated player, once for each (TDD-R-25)."""

    seat: int

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Pending | S:
        """Ask which."""
        left = area(s, self.seat)
        heirs = [other for other in remaining(s) if permanents(s, box, other, Heir)]
        if not left or not heirs:
            return s
        heir = heirs[0]
        if answer is None and len(left) > 1:
            options = tuple(Option(card, (card,), "card") for card in left)
            return Pending("deal", (Ask(heir, "heir", options, (heir, self.seat), rule="TDD-R-25"),))
        card = answer[0] if answer is not None else left[0]
        return enter(leave(s, card), heir, card).tell("inherited", heir, card, self.seat)


class Bequest(Frame, frozen=True, tag="Bequest"):
    """What eliminated players leave goes to the discard pile, the supply and the box (TDD-R-25)."""

    dead: tuple[int, ...]

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Clear up; then Destinies are tested, and the turn goes on or ends (TDD-R-26, TDD-R-69)."""
        for seat in self.dead:
            for card in area(s, seat):
                s = bury(leave(s, card), card)
            s = s.but(
                tokens=put(s.tokens, seat, ()),
                secrets=(*s.secrets, *s.secret[seat]),
                secret=put(s.secret, seat, ()),
                requests=tuple(r for r in s.requests if seat not in (r.target, r.by)),
            )
        s = victory(s, box)
        if s.outcome is None and s.out[s.active]:
            return s.but(agenda=()).then(TurnEnd())
        return s


def progress(s: S, box: TerresBox, seat: int, destiny: str) -> tuple[int, int]:
    """How much of a Destiny a player has, and how much is wanted (TDD-601)."""
    return amount(s, box, seat, box.goal[destiny]), wanted(box, s.mode, s.seats, destiny)


def amount(s: S, box: TerresBox, seat: int, goal: Op) -> int:
    """How much a player has of what a Destiny asks for (TDD-R-50, TDD-R-51)."""
    if type(goal) is HandSize:
        return h(s, seat)
    if type(goal) is OwnTokens:
        return len(s.tokens[seat])
    if type(goal) is Killed:
        return s.killers.count(seat)
    if type(goal) is Income:
        return s.gained if seat == s.active else 0
    if type(goal) is Saved:
        enough = s.seats != goal.players or h(s, seat) >= goal.hand
        return s.angels.count(seat) if enough else 0
    return collected(box, s.play[seat], goal)


def collected(box: TerresBox, pile: Pile, goal: Op) -> int:
    """How much acquired cards have of what a Destiny asks for: in the duel no others count (TDD-703, TDD-R-30)."""
    match goal:
        case OwnFamily(family=family):
            return len(box.members[family].intersection(pile))
        case OwnType(of=of):
            return len(box.members[of].intersection(pile))
        case OwnMix(families=families, types=types):
            there = [name for name, cards in box.members.items() if not cards.isdisjoint(pile)]
            return min(families, len({*there} & {*FAMILIES})) + min(types, len({*there} & {*TYPES}))
    return len(pile)


@lru_cache(maxsize=512)
def wanted(box: TerresBox, mode: str, seats: int, destiny: str) -> int:
    """How much of a Destiny is wanted (TDD-R-62)."""
    match box.goal[destiny]:
        case OwnMix(families=families, types=types):
            return families + types
        case OwnCards(duel=n) | OwnTokens(duel=n) | HandSize(duel=n) | Income(duel=n) if mode == "duel" and n:
            return n
        case Income(three=n) if seats == 3 and n:
            return n
        case OwnFamily(n=n) | OwnType(n=n) | OwnCards(n=n) | OwnTokens(n=n) | HandSize(n=n):
            return n
        case Income(n=n) | Killed(n=n) | Saved(n=n):
            return n
    raise TypeError("no goal")


@lru_cache(maxsize=4096)
def _open_to(box: TerresBox, mode: str, seats: int, pile: Pile, destinies: Pile) -> tuple[tuple[str, Op, int], ...]:
    found = []
    for destiny in destinies:
        goal, want = box.goal[destiny], wanted(box, mode, seats, destiny)
        if type(goal) not in OF_CARDS or collected(box, pile, goal) >= want:
            found.append((destiny, goal, want))
    return tuple(found)


@lru_cache(maxsize=4096)
def within_reach(
    box: TerresBox, mode: str, out: tuple[bool, ...], play: tuple[Pile, ...], common: Pile, secret: tuple[Pile, ...]
) -> tuple[tuple[int, str, Op, int], ...]:
    """The Destinies that players may fulfil now: what else counts for them than acquired cards is still to be seen.

    Acquired cards are nearly always the same as at the last test.

    Returns:
        Seat, Destiny, goal and how much is wanted, for the Destinies revealed and each player's own (TDD-103, TDD-104).
    """
    return tuple(
        (seat, *one)
        for seat, pile in enumerate(play)
        if not out[seat]
        for one in _open_to(box, mode, len(play), pile, common + secret[seat])
    )


def victory(s: S, box: TerresBox) -> S:
    """Who fulfils a Destiny, or is the last, wins; the active player alone if he is among them (TDD-602, TDD-603)."""
    done: dict[int, str] = {}
    for seat, destiny, goal, want in within_reach(box, s.mode, s.out, s.play, s.common, s.secret):
        if seat not in done and amount(s, box, seat, goal) >= want:
            done[seat] = destiny
    if s.killers or s.angels:
        s = s.but(killers=(), angels=())
    left = remaining(s)
    if not done:
        return ended(s, left, "end.last") if len(left) == 1 else s
    winners = (s.active,) if s.active in done else tuple(done)
    for seat in winners:
        s = s.tell("fulfilled", seat, done[seat])
    return ended(s, winners, "end.destiny")


def ended(s: S, winners: tuple[int, ...], reason: str) -> S:
    """The game is over; all others share the place behind the winners (TDD-R-28), where there are none the second."""
    behind = max(len(winners), 1) + 1
    places = tuple(1 if seat in winners else behind for seat in range(s.seats))
    return s.but(outcome=Outcome(reason, places))
