"""The rules of Thor in the order of the rulebook: preparation, play, end, scoring, Thor's Will, action cards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from thorgames.core.ask import Answer, Ask, Option
from thorgames.core.chance import Shuffle, pick
from thorgames.core.errors import RulesError
from thorgames.core.piles import put, without
from thorgames.core.state import Frame, Outcome, ranks
from thorgames.games.thor.cards import ACTION, OFFERING, EachReturns, Reorder, TakePlayer, TakeStack, ThorBox
from thorgames.games.thor.score import favour, gifts, values
from thorgames.games.thor.state import Round, ThorState

SET_ASIDE = {(5, 2): 2, (5, 3): 3, (5, 4): 2, (5, 5): 0, (6, 4): 0, (6, 5): 1, (6, 6): 0}
"""Offerings set aside, by (gods, players): THR-13 for five gods, THR-R-05 for six."""

LIMIT = 6
"""Offerings beneath one god that end the round (THR-30)."""


# --- options, made once for each card ------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _place_offering(card: str) -> Option:
    return Option(card, (card,), "play.offering")


@lru_cache(maxsize=2048)
def _place_action(card: str, god: str) -> Option:
    return Option(f"{card}>{god}", (card, god), "play.place", group=card)


@lru_cache(maxsize=2048)
def _remove_action(card: str, god: str, target: str) -> Option:
    return Option(f"{card}<{god}", (card, god, target), "play.remove", group=card)


@lru_cache(maxsize=64)
def _take(god: str) -> Option:
    return Option(god, (god,), "take.god")


DRAW = Option("draw", (), "take.draw")
NOTHING = Option("nothing", (), "take.nothing")


def _add(counts: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """The counts with one of them changed."""
    return (*counts[:at], counts[at] + n, *counts[at + 1 :])


# --- Game Preparation ----------------------------------------------------------------------------------------------


class Preparation(Frame, frozen=True, tag="Preparation"):
    """Lay out a round: all cards back, stacks of five, offerings and action deck shuffled, hands dealt.

    THR-10 to THR-12, THR-55, THR-56, THR-60, THR-R-38; the order of the chances is that of THR-R-41.
    """

    def step(self, s: S, box: ThorBox, answer: None = None) -> S:
        """Gather the cards, and say what is to be shuffled and dealt."""
        none = tuple(() for _ in range(s.seats))
        s = s.but(
            round=s.round + 1,
            turn=0,
            active=-1,
            stacks=tuple(box.cards[god].copies for god in s.gods),
            displays=tuple((0,) * len(s.gods) for _ in range(s.seats)),
            columns=tuple(() for _ in s.gods),
            slots=tuple(() for _ in s.gods),
            out=(),
            offerings=none,
            actions=none,
            aside=tuple(sorted(box_offerings(s, box))),
            deck=tuple(sorted(box.count(ACTION).elements())) if s.will else (),
        )
        return s.then(Lot(), Shuffle("aside"), Shuffle("deck"), Dealing(), PlayStep())


class Lot(Frame, frozen=True, tag="Lot"):
    """Draw lots for the start player of the first round (THR-16); later ones follow clockwise (THR-52, THR-R-34)."""

    def step(self, s: S, box: ThorBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance for a seat, unless the start player is known."""
        if s.start >= 0:
            return s.tell("round.begins", s.round, s.start)
        if answer is None:
            return pick("lot", s.seats)
        return s.but(start=int(answer[0])).tell("lot.drawn", s.round, int(answer[0]))


class Dealing(Frame, frozen=True, tag="Dealing"):
    """Set some offerings aside unseen and deal the others evenly (THR-13 to THR-15, THR-R-05, THR-R-06)."""

    def step(self, s: S, box: ThorBox, answer: None = None) -> S:
        """The first cards go aside, then one card at a time clockwise from the first seat."""
        aside = SET_ASIDE[len(s.gods), s.seats]
        dealt = s.aside[aside:]
        hands = tuple(tuple(sorted(dealt[seat :: s.seats])) for seat in range(s.seats))
        s = s.but(aside=s.aside[:aside], offerings=hands)
        return s.tell("dealt", len(hands[0]), aside) if aside else s.tell("dealt.all", len(hands[0]))


# --- Game Play -----------------------------------------------------------------------------------------------------


class PlayStep(Frame, frozen=True, tag="PlayStep"):
    """The next player places an offering beneath its god (THR-20 to THR-23).

    With Thor's Will he may play an action card instead: into a vacant slot, where its text applies (THR-62 to THR-64),
    or to remove the card in a slot, without any text; both then leave the game (THR-65 to THR-69, THR-R-20).
    """

    def step(self, s: S, box: ThorBox, answer: Answer | None = None) -> Ask | S:
        """Ask what to play, or play it; the take step comes after."""
        if answer is None:
            seat = (s.start + s.turn) % s.seats
            options = [_place_offering(card) for card in sorted(s.offerings[seat], key=box.rank.__getitem__)]
            if not options:
                raise RulesError("a player to move has no offering (THR-R-11)")
            if s.actions[seat]:
                options += playable(s, box, seat)
            return Ask(seat, "play.will" if s.will else "play", tuple(options), rule="THR-21")
        seat = (s.start + s.turn) % s.seats
        s = s.but(turn=s.turn + 1, active=seat).then(TakeStep())
        choice = answer[0]
        if ">" in choice:
            card, god = choice.split(">")
            return place_action(s, box, seat, card, s.gods.index(god))
        if "<" in choice:
            card, god = choice.split("<")
            return remove_action(s, seat, card, s.gods.index(god))
        return place_offering(s, box, seat, choice)


def place_offering(s: S, box: ThorBox, seat: int, card: str) -> S:
    """The offering goes to the end of the column of its own god (THR-21 to THR-23)."""
    at = s.gods.index(box.god_of[card])
    s = s.but(
        offerings=put(s.offerings, seat, without(s.offerings[seat], card)),
        columns=put(s.columns, at, (*s.columns[at], card)),
    ).tell("placed", seat, card)
    if len(s.columns[at]) == LIMIT:
        s = s.tell("end.sixth", seat, s.gods[at])
    if s.will and not s.offerings[seat]:
        s = s.tell("end.last", seat)  # he announces it: THR-71
    return s


class TakeStep(Frame, frozen=True, tag="TakeStep"):
    """The active player takes a god card from a stack of his choice (THR-24 to THR-27).

    With Thor's Will he may draw the top action card instead (THR-61). Taking nothing is allowed in the turn that ends
    the round (THR-31, THR-72, THR-R-08), and when no god card is left (THR-R-14). Nothing to take: no question
    (THR-R-09, THR-R-15).
    """

    def step(self, s: S, box: ThorBox, answer: Answer | None = None) -> Ask | S:
        """Ask what to take, or take it; then the turn is over."""
        seat = s.active
        if answer is None:
            options = [_take(god) for god, left in zip(s.gods, s.stacks, strict=True) if left]
            gods = bool(options)
            if s.deck:
                options.append(DRAW)
            if not options:
                return s.tell("took.none", seat).then(TurnEnd())
            last = ending(s)
            if last or not gods:
                options.append(NOTHING)
            kind = ("take.last" if last else "take") if gods else "take.empty"
            return Ask(seat, kind + (".will" if s.deck and gods else ""), tuple(options), rule=_take_rule(last, gods))
        choice = answer[0]
        s = s.then(TurnEnd())
        if choice == "nothing":
            return s.tell("took.nothing", seat)
        if choice == "draw":
            card = s.deck[0]
            hand = tuple(sorted((*s.actions[seat], card)))
            s = s.but(deck=s.deck[1:], actions=put(s.actions, seat, hand))
            return s.tell("drew", seat, to=(seat,), secret=(card,))
        return take_god(s, seat, s.gods.index(choice), 1).tell("took", seat, choice)


def _take_rule(last: bool, gods: bool) -> str:
    """The clause of the take step that fits best."""
    return "THR-31" if last else "THR-24" if gods else "THR-R-14"


def take_god(s: S, seat: int, god: int, n: int) -> S:
    """God cards go from the stack into a display (THR-24)."""
    return s.but(
        stacks=_add(s.stacks, god, -n),
        displays=put(s.displays, seat, _add(s.displays[seat], god, n)),
    )


# --- Game End ------------------------------------------------------------------------------------------------------


def ending(s: S) -> bool:
    """Whether the turn under way ends the round.

    It does with a sixth offering beneath a god (THR-30); with Thor's Will also when the active player has placed his
    last offering (THR-71, THR-R-12).
    """
    if s.will and not s.offerings[s.active]:
        return True
    return any([len(column) == LIMIT for column in s.columns])


class TurnEnd(Frame, frozen=True, tag="TurnEnd"):
    """The turn is over: the next player's begins, clockwise (THR-17), or the round has ended (THR-31)."""

    def step(self, s: S, box: ThorBox, answer: None = None) -> S:
        """Go on, or score."""
        return s.then(Scoring() if ending(s) else PlayStep())


# --- Scoring, and several rounds -----------------------------------------------------------------------------------


class Scoring(Frame, frozen=True, tag="Scoring"):
    """Score the round (THR-32, THR-40 to THR-43, THR-80), then play the next one or end the match (THR-50 to THR-53).

    Ties share a rank (THR-R-33).
    """

    def step(self, s: S, box: ThorBox, answer: None = None) -> S:
        """Note the scores, and go on."""
        worth = values(s, box)
        bonus = tuple(gifts(hand, box) for hand in s.actions)
        points = tuple(favour(display, worth) + extra for display, extra in zip(s.displays, bonus, strict=True))
        sixth = any(len(column) == LIMIT for column in s.columns)
        reason = "reason.sixth" if sixth else "reason.last"
        s = s.but(played=(*s.played, Round(s.start, s.turn, reason, worth, s.displays, bonus, points)))
        for seat, n in enumerate(bonus):
            if n:
                s = s.tell("scored.gifts", seat, n)
        for seat, n in enumerate(points):
            s = s.tell("scored", seat, n, s.round)
        s = s.tell("round.scored", s.round)
        if s.round < s.rounds:
            return s.but(start=(s.start + 1) % s.seats).then(Preparation())
        totals = tuple(sum(column) for column in zip(*(r.points for r in s.played), strict=True))
        return s.but(outcome=Outcome(reason, ranks(totals), totals))


# --- Variant: Thor's Will ------------------------------------------------------------------------------------------


def playable(s: S, box: ThorBox, seat: int) -> list[Option]:
    """Every way to play the action cards in a hand (THR-63 to THR-65, THR-73)."""
    options: list[Option] = []
    for card in dict.fromkeys(sorted(s.actions[seat], key=box.rank.__getitem__)):
        place = box.placeable(card)
        for god, slot in zip(s.gods, s.slots, strict=True):
            if slot:
                options.append(_remove_action(card, god, slot[0]))
            elif place:
                options.append(_place_action(card, god))
    return options


def place_action(s: S, box: ThorBox, seat: int, card: str, god: int) -> S:
    """The card lies in the god's vacant slot until it is removed (THR-63, THR-R-18), and its text applies."""
    s = s.but(
        actions=put(s.actions, seat, without(s.actions[seat], card)),
        slots=put(s.slots, god, (card,)),
    ).tell("action.placed", seat, card, s.gods[god])
    match box.op(card):
        case TakeStack(most):
            return s.then(FavorableTimes(god, most))
        case TakePlayer():
            return s.then(OathOfTheVanir(god))
        case Reorder():
            return s.then(MjollnirsMight(god))
        case EachReturns():
            return s.then(CryFromValhalla(god))
    return s


def remove_action(s: S, seat: int, card: str, god: int) -> S:
    """Both cards leave the game, and the slot is vacant; nothing else happens (THR-65 to THR-68, THR-R-19)."""
    target = s.slots[god][0]
    return s.but(
        actions=put(s.actions, seat, without(s.actions[seat], card)),
        slots=put(s.slots, god, ()),
        out=(*s.out, target, card),
    ).tell("action.removed", seat, card, target, s.gods[god])


# --- Action Cards --------------------------------------------------------------------------------------------------


class FavorableTimes(Frame, frozen=True, tag="FavorableTimes"):
    """Favorable Times: at once take up to two cards from this god's stack (THR-81, THR-R-27)."""

    god: int
    most: int

    def step(self, s: S, box: ThorBox, answer: Answer | None = None) -> Ask | S:
        """Ask how many; an empty stack is a public fact and asks nothing."""
        god = s.gods[self.god]
        most = min(self.most, s.stacks[self.god])
        if not most:
            return s.tell("no-effect", s.active)
        if answer is None:
            options = tuple(Option(str(n), (n,)) for n in range(most, -1, -1))
            return Ask(s.active, "favorable-times", options, (god,), rule="THR-81")
        n = int(answer[0])
        if not n:
            return s.tell("took.favorable.none", s.active, god)
        return take_god(s, s.active, self.god, n).tell("took.favorable", s.active, n, god)


class OathOfTheVanir(Frame, frozen=True, tag="OathOfTheVanir"):
    """Oath of the Vanir: one card of this god moves from another player's display to one's own (THR-82, THR-R-28)."""

    god: int

    def step(self, s: S, box: ThorBox, answer: Answer | None = None) -> Ask | S:
        """Ask from whom; with none or one to choose from, which all can see, it goes by itself."""
        god = s.gods[self.god]
        able = [seat for seat in range(s.seats) if seat != s.active and s.displays[seat][self.god]]
        if not able:
            return s.tell("no-effect", s.active)
        if answer is None:
            if len(able) > 1:
                options = tuple(Option(str(seat), (seat, s.displays[seat][self.god])) for seat in able)
                return Ask(s.active, "oath-vanir", options, (god,), rule="THR-82")
            answer = (str(able[0]),)
        victim = int(answer[0])
        displays = put(s.displays, victim, _add(s.displays[victim], self.god, -1))
        displays = put(displays, s.active, _add(displays[s.active], self.god, 1))
        return s.but(displays=displays).tell("oath", s.active, victim, god)


class MjollnirsMight(Frame, frozen=True, tag="MjollnirsMight"):
    """Mjollnir's Might: put the offerings of this column into any order (THR-87, THR-R-26)."""

    god: int

    def step(self, s: S, box: ThorBox, answer: Answer | None = None) -> Ask | S:
        """Ask for the order; one card or none leaves nothing to order."""
        god = s.gods[self.god]
        column = s.columns[self.god]
        if len(column) < 2:
            return s.tell("no-effect", s.active)
        if answer is None:
            options = tuple(_place_offering(card) for card in column)
            n = len(column)
            return Ask(s.active, "mjollnir", options, (god,), lo=n, hi=n, ordered=True, rule="THR-87")
        s = s.but(columns=put(s.columns, self.god, tuple(answer)))
        return s.tell("mjollnir.done", s.active, god, " ".join(str(box.value_of[card]) for card in answer))


class CryFromValhalla(Frame, frozen=True, tag="CryFromValhalla"):
    """Cry from Valhalla: every player, the active one too, returns one card of this god at once (THR-88, THR-R-29)."""

    god: int

    def step(self, s: S, box: ThorBox, answer: None = None) -> S:
        """Nobody has a choice."""
        god = s.gods[self.god]
        giving = [seat for seat in range(s.seats) if s.displays[seat][self.god]]
        if not giving:
            return s.tell("no-effect", s.active)
        displays = s.displays
        for seat in giving:
            displays = put(displays, seat, _add(displays[seat], self.god, -1))
            s = s.tell("returned", seat, god)
        return s.but(displays=displays, stacks=_add(s.stacks, self.god, len(giving)))


ThorFrame = (
    Preparation
    | Lot
    | Shuffle
    | Dealing
    | PlayStep
    | TakeStep
    | TurnEnd
    | Scoring
    | FavorableTimes
    | OathOfTheVanir
    | MjollnirsMight
    | CryFromValhalla
)
S = ThorState[ThorFrame]


def box_offerings(s: S, box: ThorBox) -> Counter[str]:
    """The offerings of the gods in play (THR-07, THR-10)."""
    return Counter({card: n for card, n in box.count(OFFERING).items() if box.god_of[card] in s.gods})
