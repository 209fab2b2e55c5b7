"""Norns: when they may be used, what they ask for, what they do, and how they are cancelled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import pick
from thorgames.core.effects import Op
from thorgames.core.piles import copies, named, put, without
from thorgames.core.state import Frame
from thorgames.core.zones import Pile
from thorgames.games.kardnarok.cards import (
    AT_ONCE,
    RUNES,
    Cancel,
    CostDiscard,
    Deck,
    Draw,
    Exchange,
    ImpedeOpp,
    ImpedeSelf,
    KardnarokBox,
    LookArmy,
    NoRitual,
    NoVillagers,
    Opp,
    OppPer,
    Ops,
    Own,
    OwnPer,
    PeekTake,
    PlayableIf,
    Protect,
    Recycle,
    Slay,
    TakeRandom,
    Wild,
)
from thorgames.games.kardnarok.force import live, norn_limit, settled, slain
from thorgames.games.kardnarok.hands import (
    DECKS,
    HANDS,
    OUTS,
    PEEKS,
    S,
    discard,
    draw,
    gain,
    hand_options,
    kind_of,
    lose,
    take,
    under,
    warriors_of,
)
from thorgames.games.kardnarok.state import ATTACKER, Fetch, Fight, Use

MERCENARY = (Own, OwnPer, Opp, OppPer, ImpedeOpp, Protect, NoRitual, Wild, Cancel)
"""What makes an option with the hirer's role a help for it (KRD-306, KRD-R-40)."""

IN_COMBAT = frozenset({Own, OwnPer, Opp, OppPer, ImpedeOpp, ImpedeSelf, Protect, NoVillagers, NoRitual})
"""What works in any combat, whatever lies there."""

OUTSIDE = -1
"""In the place of a use: the Norn is used outside a combat, or by a mercenary for itself."""


# --- Which Norns may be used ---------------------------------------------------------------------------------------


def norn_options(s: S, box: KardnarokBox, seat: int, *timings: str, side: int = OUTSIDE) -> list[Option]:
    """The Norns of a hand that a kingdom may use now for itself, each option of a card for itself (KRD-R-32)."""
    timing = box.timing
    timely = [card for card in s.hand_n[seat] if timing[card] in timings]
    if not timely or used_up(s, box, seat):
        return []
    return _able(s, box, seat, side, "norn", timely)


def bought_options(s: S, box: KardnarokBox, seat: int, side: int) -> list[Option]:
    """The bought Norns that may be used now (KRD-906, KRD-R-63)."""
    timely = [card for card in s.bought[seat] if box.timing[card] in ("combat", "any")]
    if not timely or used_up(s, box, seat):
        return []
    return _able(s, box, seat, side, "bought", timely)


def help_options(s: S, box: KardnarokBox, seat: int, side: int) -> list[Option]:
    """The Norns with which a mercenary may help a side now (KRD-305, KRD-306)."""
    out: list[Option] = []
    for card in dict.fromkeys(s.hand_n[seat]):
        for at, (_, ops) in enumerate(box.choices[card]):
            if helpful(box, card, at, side) and not why_not(s, box, seat, side, card, ops):
                out.append(_use(box, "help", card, at))
    return out


def _able(s: S, box: KardnarokBox, seat: int, side: int, verb: str, cards: Iterable[str]) -> list[Option]:
    """Each option that can be used now of some Norns, of each kind of card once."""
    out: list[Option] = []
    fitting = _fitting(box, verb, side)
    for card in dict.fromkeys(cards):
        for option, ops, always in fitting[card]:
            if always or not why_not(s, box, seat, side, card, ops, held=verb != "bought"):
                out.append(option)
    return out


@lru_cache(maxsize=32)
def _fitting(box: KardnarokBox, verb: str, side: int) -> dict[str, tuple[tuple[Option, Ops, bool], ...]]:
    """Norn -> its options, none if it is for the other role; each with its effects, and whether they always work."""
    return {
        card: tuple(
            (_use(box, verb, card, at), ops, side >= 0 and bool(ops) and IN_COMBAT.issuperset(map(type, ops)))
            for at, (_, ops) in enumerate(box.choices[card])
            if not _other_role(box, card, side)
        )
        for card in box.timing
    }


def _other_role(box: KardnarokBox, card: str, side: int) -> bool:
    """Whether a Norn is for one role only, and this side does not have it."""
    role = box.cards[card].role
    return bool(role) and (side < 0 or role != ("attack" if side == ATTACKER else "defence"))


@lru_cache(maxsize=512)
def _use(box: KardnarokBox, verb: str, card: str, at: int) -> Option:
    choices = box.choices[card]
    name = choices[at][0]
    says = f"{verb}.option" if name else f"{verb}.plain"
    return Option(f"{verb}:{card}:{at}", (card, name), says, (), card if len(choices) > 1 else "")


@lru_cache(maxsize=512)
def helpful(box: KardnarokBox, card: str, option: int, side: int) -> bool:
    """Whether an option of a Norn is of use to a hirer in this role (KRD-306, KRD-R-40)."""
    c = box.cards[card]
    ops = box.choices[card][option][1]
    if c.timing != "combat":
        return False
    if c.role:
        return c.role == ("attack" if side == ATTACKER else "defence") and any(isinstance(op, MERCENARY) for op in ops)
    return any(isinstance(op, (Own, OwnPer)) for op in ops)


def able_to_help(s: S, box: KardnarokBox, seat: int, side: int) -> bool:
    """Whether a kingdom holds a Norn that is of use to the hirer (KRD-R-40)."""
    return any(helpful(box, card, at, side) for card in s.hand_n[seat] for at in range(len(box.choices[card])))


def used_up(s: S, box: KardnarokBox, seat: int) -> bool:
    """Whether a fixed rule lets a kingdom use no more Norns in this combat."""
    limit = norn_limit(s, box)
    if s.fight is None or limit > len(s.fight.uses):
        return False
    return sum([use.user == seat and not use.helps for use in s.fight.uses]) >= limit


def why_not(s: S, box: KardnarokBox, seat: int, side: int, card: str, ops: Ops, held: bool = True) -> str:
    """Why an option of a Norn cannot be used now, as a key of the words; "" if it can (KRD-052, KRD-R-32).

    A Norn that is held in the hand itself cannot pay its own price.
    """
    if _other_role(box, card, side):
        return "why.role"
    able = False
    for op in ops:
        if type(op) in IN_COMBAT:
            able = able or (s.fight is not None and side >= 0)
        elif type(op) is PlayableIf:
            if not _so(s, box, side, op.what):
                return f"why.{op.what.replace('_', '-')}"
        elif type(op) is CostDiscard:
            here = getattr(s, HANDS[op.deck])[seat]
            if len(here) - (held and kind_of(box, card) == op.deck and card in here) < op.n:
                return "why.cost"
        else:
            able = able or can_act(s, box, seat, side, card, op)
    return "" if able else "why.nothing"


def _so(s: S, box: KardnarokBox, side: int, what: str) -> bool:
    """Whether the condition of an option is met."""
    if s.fight is None or side < 0:
        return False
    if what == "opp_ritual":
        return s.fight.rituals[1 - side] in ("frey", "thor")
    other = s.fight.seats[1 - side]
    return bool(s.villagers[other] or s.thors[other])


def can_act(s: S, box: KardnarokBox, seat: int, side: int, card: str, op: Op) -> bool:
    """Whether one effect could do something now (KRD-R-32)."""
    fight = s.fight
    if isinstance(op, (Draw, PeekTake)):
        return bool(getattr(s, DECKS[op.deck]))
    if isinstance(op, Recycle):
        if len(s.hand_n[seat]) > (card in s.hand_n[seat]):
            return True
        return bool(s.hand_w[seat]) and warriors_of(s, seat) - 2 + len(s.warriors) > 0  # KRD-R-12
    if fight is None or side < 0:
        return False
    mine, other = fight.seats[side], fight.seats[1 - side]
    match op:
        case Slay():
            return bool(live(s, box, other))
        case Wild():
            return bool(live(s, box, mine))
        case LookArmy():
            return any(s.army[place] and not s.shown[place] for place in (2 * other, 2 * other + 1))
        case TakeRandom(deck=deck):
            return bool(getattr(s, HANDS[deck])[other])
        case Exchange():
            return seat == mine and bool(live(s, box, mine) and s.hand_w[seat])
        case Cancel():
            return last_of(fight, 1 - side) >= 0
    return True


def last_of(fight: Fight, side: int) -> int:
    """The Norn that a side used last, if it is not cancelled already; -1 without one (KRD-R-35)."""
    for at in range(len(fight.uses) - 1, -1, -1):
        if fight.uses[at].side == side:
            return at if fight.uses[at].active else -1
    return -1


# --- Using one -----------------------------------------------------------------------------------------------------


class UseNorn(Frame, frozen=True, tag="UseNorn"):
    """A Norn is laid on the table and its effect announced; then it acts (KRD-235, KRD-045, KRD-R-04).

    Attributes:
        seat: who uses it.
        side: the side of the combat it is used for; -1 for none.
        card, option: what is used.
        source: "norn" from the hand, "help" from a mercenary's hand for its hirer, "bought".
    """

    seat: int
    side: int
    card: str
    option: int
    source: str = "norn"

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Lay it open, and put what it does on the agenda."""
        card, seat = self.card, self.seat
        name, ops = box.choices[card][self.option]
        if self.source == "bought":
            s = s.but(bought=put(s.bought, seat, without(s.bought[seat], card)))
        else:
            s = lose(s, seat, "norn", card)
        s = s.but(told=s.and_told("used.option" if name else "used", seat, card, name), used=(*s.used, card))
        fight = s.fight
        if fight is None:
            return s.but(agenda=s.and_then(*self._acts(ops, OUTSIDE), UsedUp()), tired=(*s.tired, card))
        at = len(fight.uses)
        target = last_of(fight, 1 - self.side) if any([type(op) is Cancel for op in ops]) else -1
        use = Use(card, self.option, seat, self.side, self.source == "help", target=target)
        return s.but(agenda=s.and_then(*self._acts(ops, at), Settle()), fight=replace(fight, uses=(*fight.uses, use)))

    def _acts(self, ops: Ops, at: int) -> list[Frame]:
        if self.side < 0:  # of no side: what is about the other side, or an army, is left out (KRD-R-32, KRD-R-42)
            ops = tuple(op for op in ops if isinstance(op, (CostDiscard, Draw, PeekTake, Recycle)))
        costs: list[Frame] = []
        aims: list[Frame] = []
        done: list[Frame] = []
        for op in ops:
            if type(op) in AT_ONCE:
                done += acts(op, self.seat, at)
            elif type(op) is CostDiscard:
                costs.append(PayCost(self.seat, op.deck, op.n))
            elif type(op) is Slay and at >= 0:
                aims.append(AimSlay(at))
            elif type(op) is Wild and at >= 0:
                aims.append(AimWild(at))
        return [*costs, *aims, *done]


def acts(op: Op, seat: int, at: int) -> list[Frame]:
    """The steps of an effect that happens at once."""
    match op:
        case Draw(deck=deck, n=n):
            return [DrawCards(seat, deck, n, at)]
        case PeekTake(deck=deck, k=k):
            return [Peek(seat, deck, k, at)]
        case TakeRandom(deck=deck):
            return [TakeOne(seat, deck, at)]
        case LookArmy():
            return [Look(seat, at)]
        case Exchange(how=how):
            return [SwapWarrior(seat, how == "optional", at)]
        case Recycle(max=most):
            return [DiscardForNew(seat, most, False, at)]
    return []


class UsedUp(Frame, frozen=True, tag="UsedUp"):
    """A Norn used outside a combat goes under its deck when its effect is done (KRD-R-04)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Put it away, and what was paid for it."""
        cleared = under(s.but(used=(), out_w=(), out_n=()), "warrior", *s.out_w)
        return under(cleared, "norn", *s.used, *s.out_n)


class PayCost(Frame, frozen=True, tag="PayCost"):
    """The price of a Norn is paid first: cards of the hand, laid open till the end of the combat."""

    seat: int
    deck: Deck
    n: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask which cards."""
        if answer is None:
            options = hand_options(s, self.seat, self.deck == "warrior", self.deck == "norn")
            return Ask(self.seat, "cost", options, (self.n,), lo=self.n, hi=self.n, rule="KRD-R-32")
        cards = named(answer)
        s = lose(s, self.seat, self.deck, *cards)
        s = s.but(**{OUTS[self.deck]: (*getattr(s, OUTS[self.deck]), *cards)})
        return s.tell("cost.paid", self.seat, " ".join(cards))


class AimSlay(Frame, frozen=True, tag="AimSlay"):
    """Name a Warrior of the opposing army, unseen; it is slain and turned face-up at once (KRD-R-32, KRD-R-47)."""

    use: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask for a place."""
        fight = s.fight
        assert fight is not None
        use = fight.uses[self.use]
        other = fight.seats[1 - use.side]
        places = live(s, box, other)
        if not places:
            return s
        if answer is None:
            options = tuple(Option(str(place), (place % 2 + 1,), "slot") for place in places)
            return Ask(use.user, "slay", options, (other,), rule="KRD-210")
        place = int(answer[0])
        use = replace(use, slot=place, stamp=s.stamps[place])
        s = s.but(
            fight=replace(fight, uses=put(fight.uses, self.use, use)),
            shown=put(s.shown, place, True) if use.active else s.shown,
        )
        return s.tell("slain", use.user, other, s.army[place][0]) if use.active else s


class AimWild(Frame, frozen=True, tag="AimWild"):
    """Choose a Warrior of the own army and the rune that it bears besides its own (KRD-048)."""

    use: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask for a Warrior and a rune."""
        fight = s.fight
        assert fight is not None
        use = fight.uses[self.use]
        places = live(s, box, fight.seats[use.side])
        if not places:
            return s
        if answer is None:
            options = tuple(
                Option(f"{place}:{rune}", (s.army[place][0], place % 2 + 1, name), "wild.option")
                for place in places
                for rune, name in RUNES.items()
            )
            return Ask(use.user, "wild", options, rule="KRD-048")
        slot, _, rune = answer[0].partition(":")
        place = int(slot)
        use = replace(use, slot=place, stamp=s.stamps[place], rune=rune)
        s = s.but(fight=replace(fight, uses=put(fight.uses, self.use, use)))
        return s.tell("wild.given", use.user, s.army[place][0], RUNES[rune])  # type: ignore[index]


def note(s: S, seat: int, fetch: Fetch) -> S:
    """Remember what a Norn has brought, in case it is cancelled (KRD-R-37)."""
    if fetch.use < 0 or not fetch.cards:
        return s
    return s.but(fetched=put(s.fetched, seat, (*s.fetched[seat], fetch)))


class DrawCards(Frame, frozen=True, tag="DrawCards"):
    """Draw cards beyond the Effective; fewer if the deck is short (KRD-205, KRD-R-15)."""

    seat: int
    deck: Deck
    n: int
    use: int = OUTSIDE

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Draw."""
        cards, s = draw(s, self.seat, self.deck, self.n)
        return note(s, self.seat, Fetch(self.use, self.deck, cards))


class Peek(Frame, frozen=True, tag="Peek"):
    """Look at the top of a deck alone, take one card, and put the others under it in the same order."""

    seat: int
    deck: Deck
    k: int
    use: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask which card."""
        field = PEEKS[self.deck]
        looked = getattr(s, field)[self.seat]
        if not looked:
            cards, s = take(s, self.deck, self.k)
            if not cards:
                return s
            s = s.but(**{field: put(getattr(s, field), self.seat, cards)})
            return s.tell("peeked", self.seat, len(cards)).then(self)
        if answer is None:
            options = tuple(Option(oid, (card,), "card") for oid, card in copies(looked))
            return Ask(self.seat, "peek", options, rule="KRD-044")
        (card,) = named(answer)
        s = s.but(**{field: put(getattr(s, field), self.seat, ())})
        s = under(gain(s, self.seat, self.deck, card), self.deck, *without(looked, card))
        s = s.tell("peek.taken", self.seat, to=(self.seat,), secret=(card,))
        return note(s, self.seat, Fetch(self.use, self.deck, (card,)))


class TakeOne(Frame, frozen=True, tag="TakeOne"):
    """Take a random card of a kind from the opposing kingdom's hand."""

    seat: int
    deck: Deck
    use: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Let chance choose."""
        fight = s.fight
        assert fight is not None
        victim = fight.seats[1 - fight.uses[self.use].side]
        pile = getattr(s, HANDS[self.deck])[victim]
        if not pile:
            return s
        if answer is None:
            return pick("take", len(pile), victim)
        card = pile[int(answer[0])]
        s = gain(lose(s, victim, self.deck, card), self.seat, self.deck, card)
        s = s.tell(f"took.{self.deck}", self.seat, victim, to=(self.seat, victim), secret=(card,))
        return note(s, self.seat, Fetch(self.use, self.deck, (card,), origin=victim))


class Look(Frame, frozen=True, tag="Look"):
    """Look at the face-down Warriors of the opposing army."""

    seat: int
    use: int

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Let the user see them from now on."""
        fight = s.fight
        assert fight is not None
        other = fight.seats[1 - fight.uses[self.use].side]
        places = [place for place in (2 * other, 2 * other + 1) if s.army[place] and not s.shown[place]]
        if not places:
            return s
        looked = tuple(one or place in places for place, one in enumerate(s.looked))
        cards = " ".join(s.army[place][0] for place in places)
        return s.but(looked=looked).tell("looked", self.seat, other, to=(self.seat,), secret=(cards,))


class SwapWarrior(Frame, frozen=True, tag="SwapWarrior"):
    """Swap a live Warrior of the own army with one of the hand; that it was done, and where, everybody sees."""

    seat: int
    optional: bool
    use: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask for a place of the army and a Warrior; a mercenary has no army in the combat (KRD-R-32)."""
        fight = s.fight
        if fight is None or fight.seats[fight.uses[self.use].side] != self.seat:
            return s
        places = live(s, box, self.seat)
        if not places or not s.hand_w[self.seat]:
            return s
        if answer is None:
            options = [Option(f"@{place}", (s.army[place][0], place % 2 + 1), "swap.out", (1, 0)) for place in places]
            options += [Option(oid, (card,), "swap.in", (0, 1)) for oid, card in copies(s.hand_w[self.seat], 1)]
            if self.optional:
                options.append(Option("@no", (), "swap.no", (1, 1)))
            each = (1, 1)
            return Ask(self.seat, "swap", tuple(options), hi=2, need=each, budget=each, rule="KRD-R-32")
        if "@no" in answer:
            return s
        place = int(next(choice for choice in answer if choice[0] == "@")[1:])
        card = next(choice for choice in answer if choice[0] != "@")
        return put_in(s, self.seat, place, card, self.use)


def put_in(s: S, seat: int, place: int, card: str, use: int) -> S:
    """Exchange the Warrior at a place of an army for one of the hand."""
    (old,) = s.army[place]
    stamp = s.stamps[place]
    s = gain(lose(s, seat, "warrior", card), seat, "warrior", old)
    s = s.but(
        army=put(s.army, place, (card,)),
        stamps=put(s.stamps, place, max(s.stamps) + 1),
        looked=put(s.looked, place, False),
    )
    if s.shown[place]:
        s = s.tell("exchanged.open", seat, old, card)
    else:
        s = s.tell("exchanged", seat, place % 2 + 1, to=(seat,), secret=(old, card))
    return note(s, seat, Fetch(use, "exchange", (old, card), slot=place, stamp=stamp))


class DiscardForNew(Frame, frozen=True, tag="DiscardForNew"):
    """Discard cards and draw as many, in a split named before (KRD-002, KRD-R-12); as an event it may be declined."""

    seat: int
    most: int
    optional: bool
    use: int = OUTSIDE

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | Pending | S:
        """Ask which cards."""
        options = hand_options(s, self.seat)
        if not options:
            return s
        if answer is None:
            hi = min(self.most, len(options))
            # Warriors that leave must be able to come back as far as two are needed.
            bound = max(0, warriors_of(s, self.seat) - 2 + len(s.warriors))
            ask = Ask(
                self.seat,
                "event.recycle" if self.optional else "recycle",
                options,
                (self.most, self.seat),
                lo=0 if self.optional else 1,
                hi=hi,
                ordered=True,
                budget=(bound,),
                rule="KRD-R-12",
            )
            return Pending("reaction", (ask,)) if self.optional else ask
        cards = named(answer)
        if not cards:
            return s.tell("recycle.declined", self.seat)
        s = discard(s, box, self.seat, cards)
        return s.then(Split(self.seat, len(cards), "recycle.split", self.use))


class Split(Frame, frozen=True, tag="Split"):
    """State how many Warriors and how many Norns are drawn, then draw them in two groups (KRD-102, KRD-104).

    What one deck cannot give is taken from the other (KRD-R-15), and two Warriors must be there (KRD-103, KRD-R-11).
    """

    seat: int
    n: int
    kind: str
    use: int = OUTSIDE

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | Pending | S:
        """Ask for the split, unless only one is possible."""
        n = min(self.n, len(s.warriors) + len(s.norns))
        if n == 0:
            return s
        if answer is None:
            need = min(max(0, 2 - warriors_of(s, self.seat)), n, len(s.warriors))
            able = range(min(n, len(s.warriors)), max(need, n - len(s.norns)) - 1, -1)
            if len(able) > 1:
                options = tuple([_split(x, n - x) for x in able])
                ask = Ask(self.seat, self.kind, options, (self.seat, n), rule="KRD-104")
                return Pending("deal", (ask,)) if self.kind == "adjust" else ask
            x = able[0]
        else:
            x = int(answer[0].partition(":")[0])
        s = s.tell("split.stated", self.seat, x, n - x)
        first, s = draw(s, self.seat, "warrior", x)
        second, s = draw(s, self.seat, "norn", n - x)
        fight = s.fight
        if self.use >= 0 and fight is not None:
            s = note(note(s, self.seat, Fetch(self.use, "warrior", first)), self.seat, Fetch(self.use, "norn", second))
            use = replace(fight.uses[self.use], split=(x, n - x))
            s = s.but(fight=replace(fight, uses=put(fight.uses, self.use, use)))
        return s


@lru_cache(maxsize=256)
def _split(warriors: int, norns: int) -> Option:
    return Option(f"{warriors}:{norns}", (warriors, norns), "split")


# --- Cancelling ----------------------------------------------------------------------------------------------------


class Settle(Frame, frozen=True, tag="Settle"):
    """See what is cancelled now, and what works again (KRD-236, KRD-R-36, KRD-R-37)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Undo what has become inactive, and do anew what works again."""
        fight = s.fight
        assert fight is not None
        before, now = fight.uses, settled(fight.uses)
        if now == before:
            return s
        s = s.but(fight=replace(fight, uses=now))
        again: list[Frame] = []
        for at, (old, new) in enumerate(zip(before, now, strict=True)):
            if old.active and not new.active:
                s = undone(s.tell("cancelled", new.user, new.card), box, at)
            if new.active and not old.active:
                s = s.tell("restored", new.user, new.card)
                again += redone(box, new, at)
                if new.slot >= 0 and slain(s, box, new.slot) and not s.shown[new.slot]:
                    s = s.but(shown=put(s.shown, new.slot, True))
        return s.then(*again)


def undone(s: S, box: KardnarokBox, at: int) -> S:
    """What a cancelled Norn brought goes back, as far as it is still there (KRD-R-37)."""
    fight = s.fight
    assert fight is not None
    seat = fight.uses[at].user
    mine = s.fetched[seat]
    for fetch in reversed([fetch for fetch in mine if fetch.use == at]):
        if fetch.deck == "exchange":
            s = _swapped_back(s, box, seat, fetch)
            continue
        back = common(fetch.cards, getattr(s, HANDS[fetch.deck])[seat])
        s = lose(s, seat, fetch.deck, *back)
        if fetch.origin >= 0:
            s = gain(s, fetch.origin, fetch.deck, *back)
            if back:
                s = s.tell("given.back", seat, fetch.origin, to=(seat, fetch.origin), secret=(" ".join(back),))
        else:
            s = under(s, fetch.deck, *back)
            s = s.tell("put.back", seat, len(back), to=(seat,), secret=(" ".join(back),))
    return s.but(fetched=put(s.fetched, seat, tuple(fetch for fetch in mine if fetch.use != at)))


def common(cards: Pile, pile: Pile) -> Pile:
    """Those of some cards that are in a pile, as many copies as it has."""
    left, found = list(pile), []
    for card in cards:
        if card in left:
            left.remove(card)
            found.append(card)
    return tuple(found)


def _swapped_back(s: S, box: KardnarokBox, seat: int, fetch: Fetch) -> S:
    """An exchange is reversed if both cards are still in place, the one in the army live."""
    old, new = fetch.cards
    place = fetch.slot
    if s.army[place] != (new,) or slain(s, box, place) or old not in s.hand_w[seat]:
        return s
    s = gain(lose(s, seat, "warrior", old), seat, "warrior", new)
    s = s.but(
        army=put(s.army, place, (old,)), stamps=put(s.stamps, place, fetch.stamp), looked=put(s.looked, place, False)
    )
    if s.shown[place]:
        return s.tell("exchanged.open", seat, new, old)
    return s.tell("exchanged", seat, place % 2 + 1, to=(seat,), secret=(new, old))


def redone(box: KardnarokBox, use: Use, at: int) -> list[Frame]:
    """What happens anew when a Norn works again (KRD-R-37); what it made its user discard is not discarded again."""
    out: list[Frame] = []
    for op in box.choices[use.card][use.option][1]:
        if isinstance(op, Recycle):
            out += [DrawCards(use.user, "warrior", use.split[0], at), DrawCards(use.user, "norn", use.split[1], at)]
        elif isinstance(op, AT_ONCE):
            out += acts(op, use.user, at)
    return out
