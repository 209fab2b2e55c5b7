"""The rules of Thorgal: the round with its four phases, from Gods Fate to Dusk."""

from __future__ import annotations

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.effects import Op
from thorgames.core.piles import copies, named, put, without
from thorgames.core.state import Frame
from thorgames.games.thorgal import cards as parts_of
from thorgames.games.thorgal.cards import Either, Has, Holds, No, Pay, PayAll, Steps, ThorgalBox
from thorgames.games.thorgal.effects import Apply, Hurt, Toss, came_in, destroy, won
from thorgames.games.thorgal.piles import (
    S,
    change,
    cleaner,
    clockwise,
    conquered,
    cost,
    difficulty,
    find,
    in_party,
    living,
    matching,
    may_enter,
    move,
    pile,
    strength,
    take_out,
    to_hand,
    with_pile,
)
from thorgames.games.thorgal.state import ZERO, Spot

POINTS = {2: (7, 7), 3: (8, 6), 4: (9, 5)}
"""Fate points of the destiny player and of each bane player, by players in the game (TRG-205, TRG-740, TRG-R-56)."""

WINTER = 3
"""Barren rounds for each player after which a long winter ends the game (TRG-R-43)."""


# --- The round -----------------------------------------------------------------------------------------------------


class RoundStart(Frame, frozen=True, tag="RoundStart"):
    """A round has four phases: Gods Fate, Dawn, Journey, Dusk (TRG-010, TRG-160, TRG-165)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Put the phases on the agenda."""
        s = s.but(round=s.round + 1, moved=False, lands=tuple(replace(land, used=False) for land in s.lands))
        s = s.tell("round", s.round, s.dest)
        return s.then(FateBegins(), Dawn(), Journey(), Dusk(), NextRound())


# --- I. Gods Fate --------------------------------------------------------------------------------------------------


class FateBegins(Frame, frozen=True, tag="FateBegins"):
    """All spend their fate points, each for himself; what they do is seen when all are done (TRG-200, TRG-R-10)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Give out the points; the destiny player begins, then clockwise."""
        mine, theirs = POINTS[len(living(s))]
        order = [s.dest, *clockwise(s, s.dest)]
        left = tuple(0 if s.out[seat] else mine if seat == s.dest else theirs for seat in range(s.seats))
        sizes = tuple(
            (len(pile(s, "hand", seat)), len(pile(s, "pool", seat)), len(pile(s, "deck", seat)))
            for seat in range(s.seats)
        )
        s = s.but(phase="fate", left=left, fate=sizes)
        return s.then(*(Fate(seat) for seat in order), FateEnds())


class Fate(Frame, frozen=True, tag="Fate"):
    """A point draws a card to the hand, or moves one unseen to the pool; all draws come first (TRG-205 to TRG-240).

    Cards that are pooled are not looked at, so they are pooled together, and the player is done.
    """

    seat: int

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask for one draw, or how many go to the pool."""
        seat = self.seat
        deck, points = pile(s, "deck", seat), s.left[seat]
        if not points or not deck:
            return s.but(left=put(s.left, seat, 0))
        if answer is None:
            most = min(points, len(deck))
            options = [Option("draw", (points - 1,), "fate.draw")]
            options += [Option(f"pool:{n}", (n,), "fate.pool") for n in range(most, -1, -1)]
            return Ask(seat, "fate", tuple(options), rule="TRG-205")
        if answer[0] == "draw":
            s = to_hand(with_pile(s, "deck", seat, deck[1:]), seat, deck[0])
            return s.but(left=put(s.left, seat, points - 1)).then(self)
        _, s = move(s, seat, "deck", "pool", int(answer[0][5:]))
        return s.but(left=put(s.left, seat, 0))


class FateEnds(Frame, frozen=True, tag="FateEnds"):
    """All are done: what each has drawn and pooled is seen by its number."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Tell it."""
        for seat in [s.dest, *clockwise(s, s.dest)]:
            hand, pool, _ = s.fate[seat]
            drawn, pooled = len(pile(s, "hand", seat)) - hand, len(pile(s, "pool", seat)) - pool
            s = s.tell("fate.done", seat, drawn, pooled)
        return s.but(fate=(), left=(0,) * s.seats)


# --- Action steps --------------------------------------------------------------------------------------------------


class Actions(Frame, frozen=True, tag="Actions"):
    """Players act in turn, the destiny player first, till all have passed in succession (TRG-300, TRG-370, TRG-375).

    A pass shuts nobody out (TRG-R-18). Whoever holds cards is asked, even if none could be played (TRG-D-06).
    """

    begun: bool = False

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask whose turn it is."""
        if not self.begun:
            return s.but(turn=s.dest, passes=0).then(Actions(True))
        if s.out[s.dest]:  # no more action steps (TRG-R-53)
            return s.but(turn=-1, passes=0)
        if s.passes >= len(living(s)):
            return s.but(turn=-1, passes=0)
        if s.out[s.turn]:
            return s.but(turn=clockwise(s, s.turn)[0]).then(self)
        seat = s.turn
        following = clockwise(s, seat)[0]
        options = actions(s, box, seat)
        if answer is None:
            if not options and not pile(s, "hand", seat):
                s = s.but(turn=following, passes=s.passes + 1).tell("passed", seat)
                return s.then(self)
            return Ask(seat, "act", (*options, Option("pass", (), "act.pass")), (seat,), rule="TRG-300")
        verb, _, what = answer[0].partition(":")
        if verb == "pass":
            return s.but(turn=following, passes=s.passes + 1).tell("passed", seat).then(self)
        s = s.but(turn=following, passes=0)
        match verb:
            case "play":
                return s.then(Play(seat, *named((what,))), self)
            case "use":
                found = find(s, int(what))
                assert found is not None
                card, spot = found
                s = change(s, spot.uid, tired=spot.tired + 1).tell("activated", seat, card)
                steps: Steps = box.steps(card, "activated")  # type: ignore[assignment]
                return s.then(Apply(seat, card, spot.uid, steps), self)
        at = int(what)
        land = s.lands[at]
        s = s.but(lands=put(s.lands, at, replace(land, tired=land.tired + 1, used=True)))
        fenris: Steps = box.steps(land.card, "fenris")  # type: ignore[assignment]
        return s.tell("fenris", seat, land.card).then(Apply(seat, land.card, -1, fenris), self)


def actions(s: S, box: ThorgalBox, seat: int) -> list[Option]:
    """What a player can do besides passing (TRG-305 to TRG-335, TRG-345, TRG-360, TRG-365, TRG-430)."""
    out: list[Option] = []
    pool = len(pile(s, "pool", seat))
    for oid, card in copies(pile(s, "hand", seat)):
        if "#" not in oid and not why_not(s, box, seat, card, pool):
            out.append(Option(f"play:{oid}", (card, cost(s, box, seat, card)), "act.play"))
    if seat == s.dest:
        for card, spot in in_party(s, seat):
            if s.phase in box.phases(card, "activated") and not spot.tired:
                if box.cards[card].kind == "support" and seat in s.forbidden:
                    continue
                out.append(Option(f"use:{spot.uid}", (card,), "act.use"))
        return out
    for at, land in enumerate(s.lands):
        usable = land.conqueror == s.dest and not land.tired and not land.used
        if usable and s.phase in box.phases(land.card, "fenris"):
            out.append(Option(f"fenris:{at}", (land.card,), "act.fenris"))
    return out


def why_not(s: S, box: ThorgalBox, seat: int, card: str, pool: int) -> str:
    """Why a card of the hand cannot be played now, as a key of the words; "" if it can."""
    c = box.cards[card]
    if c.kind in ("companion", "support"):
        if s.phase != "dawn":
            return "why.dawn"
        if not may_enter(s, box, seat, card):
            return "why.unique"
    elif s.phase not in c.phases:
        return "why.phase"
    return "why.cost" if cost(s, box, seat, card) > pool else ""


class Play(Frame, frozen=True, tag="Play"):
    """A card is paid for and played (TRG-320, TRG-335, TRG-345, TRG-R-06, TRG-R-07)."""

    seat: int
    card: str

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Companions and supports come into the party; of others the bar is resolved from the top, then the effect."""
        seat, card = self.seat, self.card
        price = cost(s, box, seat, card)
        s = with_pile(s, "hand", seat, without(pile(s, "hand", seat), card))
        _, s = move(s, seat, "pool", "spent", price)
        s = s.tell("played", seat, card, price)
        if box.cards[card].kind in ("companion", "support"):
            return came_in(s, box, seat, card)
        s = with_pile(s, "playing", seat, (card,))
        steps: Steps = box.steps(card, "bar") + box.steps(card, "play")  # type: ignore[assignment]
        return s.then(Apply(seat, card, -1, steps), Settle(seat))


class Settle(Frame, frozen=True, tag="Settle"):
    """A card that was resolved is attached to the land, or destroyed (TRG-340, TRG-345, TRG-445, TRG-447, TRG-R-27)."""

    seat: int

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Put it where it belongs."""
        seat = self.seat
        if s.out[seat] or not pile(s, "playing", seat):
            return s
        (card,) = pile(s, "playing", seat)
        s = with_pile(s, "playing", seat, ())
        if s.phase == "journey" and s.target >= 0 and any(box.points[card]):
            return with_pile(s, "attached", seat, (*pile(s, "attached", seat), card)).tell("attached", seat, card)
        grave = "valhalla" if seat == s.dest else "niflheim"
        return s.but(**{grave: put(getattr(s, grave), seat, (card, *getattr(s, grave)[seat]))}, moved=True)


# --- II. Dawn ------------------------------------------------------------------------------------------------------


class Dawn(Frame, frozen=True, tag="Dawn"):
    """Companions and supports are played, and other actions taken (TRG-305 to TRG-375)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """One action step."""
        if s.out[s.dest]:
            return s
        return s.but(phase="dawn").tell("phase.dawn").then(Actions(), PhaseEnd())


class PhaseEnd(Frame, frozen=True, tag="PhaseEnd"):
    """Changes without markers end with the phase (TRG-360, TRG-R-19)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Take them away."""
        return s.but(
            spots=tuple(tuple(replace(spot, change=ZERO, safe="") for spot in spots) for spots in s.spots),
            opponent=replace(s.opponent, change=ZERO, safe="") if s.opponent is not None else None,
            strength=ZERO,
            difficulty=ZERO,
            shields=(0,) * s.seats,
            prices=(),
            forbidden=(),
        )


# --- III. Journey --------------------------------------------------------------------------------------------------


class Journey(Frame, frozen=True, tag="Journey"):
    """The journey has five steps (TRG-400)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Put them on the agenda."""
        if s.out[s.dest]:
            return s
        s = s.but(phase="journey", won=None).tell("phase.journey")
        return s.then(Undertake(), Oppose(), Actions(), Resolve(), Return(), Conquer(), PhaseEnd())


class Undertake(Frame, frozen=True, tag="Undertake"):
    """The destiny player chooses an unconquered land; he must travel (TRG-405, TRG-R-29)."""

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Pending | S:
        """Ask which."""
        if s.out[s.dest]:
            return s
        if answer is None:
            options = tuple(
                Option(str(at), (land.card,), "card") for at, land in enumerate(s.lands) if land.conqueror < 0
            )
            return Pending("deal", (Ask(s.dest, "undertake", options, (s.dest,), rule="TRG-405"),))
        at = int(answer[0])
        return s.but(target=at).tell("undertaken", s.dest, s.lands[at].card)


class Oppose(Frame, frozen=True, tag="Oppose"):
    """A bane player may oppose with a companion, free or for its cost (TRG-410 to TRG-425, TRG-750, TRG-R-30)."""

    asked: tuple[int, ...] = ()

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Pending | S:
        """Ask them in turn till one opposes; who could not is skipped, which everybody can see."""
        for seat in clockwise(s, s.dest):
            if seat in self.asked:
                continue
            able = opposers(s, box, seat)
            if not able:
                return s.then(Oppose((*self.asked, seat)))
            if answer is None:
                options = [Option(str(spot.uid), (card, n), "oppose.option") for card, spot, n in able]
                options.append(Option("no", (), "oppose.no"))
                land = s.lands[s.target].card
                return Pending("deal", (Ask(seat, "oppose", tuple(options), (seat, land), rule="TRG-410"),))
            if answer[0] == "no":
                return s.tell("oppose.declined", seat).then(Oppose((*self.asked, seat)))
            card, spot, n = next(one for one in able if str(one[1].uid) == answer[0])
            _, s = move(s, seat, "pool", "spent", n)
            card, spot, s = take_out(s, seat, spot.uid)
            s = s.but(opposing=put(s.opposing, seat, (card,)), opponent=spot)
            return s.tell("opposed", seat, card, n)
        return s


def opposers(s: S, box: ThorgalBox, seat: int) -> list[tuple[str, Spot, int]]:
    """The companions with which a bane player could oppose, and what that costs (TRG-415, TRG-420)."""
    kinds = set(box.cards[s.lands[s.target].card].subtypes)
    out = []
    for card, spot in in_party(s, seat):
        c = box.cards[card]
        if c.kind == "companion":
            n = 0 if kinds & set(c.subtypes) else c.cost
            if n <= len(s.pool_b[seat]):
                out.append((card, spot, n))
    return out


class Resolve(Frame, frozen=True, tag="Resolve"):
    """A journey succeeds if strength reaches difficulty in all three attributes (TRG-460 to TRG-468, TRG-R-33)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Compare; the opposing companion is destroyed, or returns."""
        if s.out[s.dest]:
            return s
        have, want = strength(s, box), difficulty(s, box)
        success = all(a >= b for a, b in zip(have, want, strict=True))
        s = s.but(won=success).tell("succeeds" if success else "fails", s.dest, *have, *want)
        return opponent_leaves(s, success)


def opponent_leaves(s: S, success: bool) -> S:
    """The opposing companion is destroyed after a success, and returns after a failure (TRG-466, TRG-468)."""
    if s.opponent is None:
        return s
    if success:
        return destroy(s, s.opponent.uid)
    seat = s.opponent.seat
    card, spot, s = take_out(s, seat, s.opponent.uid)
    return s.but(party=put(s.party, seat, (*s.party[seat], card)), spots=put(s.spots, seat, (*s.spots[seat], spot)))


class Return(Frame, frozen=True, tag="Return"):
    """Attached cards are destroyed, whether the journey succeeded or not (TRG-470 to TRG-474, TRG-754)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Put them away."""
        return s if s.out[s.dest] else detached(s)


def detached(s: S) -> S:
    """Attached events go to Valhalla, attached bane cards to the Niflheim of their owners."""
    if not any(s.attached_d) and not any(s.attached_b):
        return s
    return s.but(
        valhalla=tuple((*cards, *grave) for cards, grave in zip(s.attached_d, s.valhalla, strict=True)),
        niflheim=tuple((*cards, *grave) for cards, grave in zip(s.attached_b, s.niflheim, strict=True)),
        attached_d=((),) * s.seats,
        attached_b=((),) * s.seats,
        moved=True,
    )


class Conquer(Frame, frozen=True, tag="Conquer"):
    """A success wins a horn; enough of them win the game, or the horn effect may be used now (TRG-480 to TRG-490)."""

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask whether the horn effect is used."""
        seat, at = s.dest, s.target
        if not s.won or s.out[seat]:
            return s.but(target=-1)
        land = s.lands[at]
        if land.conqueror != seat:
            s = s.but(lands=put(s.lands, at, replace(land, conqueror=seat)), moved=True).tell(
                "conquered", seat, land.card
            )
            if len(conquered(s, seat)) >= s.horns:
                return won(s, (seat,), "end.horns")
            return s.then(self)
        if answer is None:
            options = (Option("yes", (box.horn_text(land.card),), "text"), Option("no", (), "no"))
            return Ask(seat, "horn", options, (land.card,), rule="TRG-488")
        s = s.but(target=-1)
        if answer[0] == "no":
            return s.tell("horn.declined", seat)
        steps: Steps = box.steps(land.card, "horn")  # type: ignore[assignment]
        return s.tell("horn.used", seat, land.card).then(Apply(seat, land.card, -1, steps))


# --- IV. Dusk ------------------------------------------------------------------------------------------------------


class Dusk(Frame, frozen=True, tag="Dusk"):
    """Dusk: actions, upkeep, clean-up (TRG-500 to TRG-570)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Put the steps on the agenda; without a destiny player only the clean-up is left (TRG-R-53)."""
        if s.out[s.dest]:
            s = detached(opponent_leaves(s, False)).but(target=-1, phase="dusk")
            return s.then(CleanUp(), PhaseEnd())
        s = s.but(
            phase="dusk",
            spots=tuple(tuple(replace(spot, checked=False, kept=False) for spot in spots) for spots in s.spots),
        )
        return s.tell("phase.dusk").then(Actions(), Upkeep(), CleanUp(), PhaseEnd())


class Upkeep(Frame, frozen=True, tag="Upkeep"):
    """The upkeep of each companion is checked, in an order that is chosen (TRG-510 to TRG-535, TRG-R-37)."""

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Pending | S:
        """Ask which is next, unless the order makes no difference."""
        if s.out[s.dest]:
            return s
        left = [
            (card, spot)
            for card, spot in in_party(s, s.dest)
            if box.cards[card].kind == "companion" and not spot.checked
        ]
        if not left:
            return s
        if all(self._idle(s, box, card, spot) for card, spot in left):
            for _, spot in left:
                s = change(s, spot.uid, checked=True)
            return s.tell("upkeep.met", s.dest)
        if answer is None and len(left) > 1:
            options = tuple(Option(str(spot.uid), (card,), "card") for card, spot in left)
            return Pending("deal", (Ask(s.dest, "upkeep", options, (s.dest,), rule="TRG-510"),))
        uid = int(answer[0]) if answer is not None else left[0][1].uid
        return change(s, uid, checked=True).then(CheckOne(uid), self)

    @staticmethod
    def _idle(s: S, box: ThorgalBox, card: str, spot: Spot) -> bool:
        """Whether a companion's upkeep is a state, or kept, and met."""
        parts = parts_of_upkeep(box, card)
        return spot.kept or (all(map(is_state, parts)) and any(state_met(s, box, part, spot.uid) for part in parts))


def parts_of_upkeep(box: ThorgalBox, card: str) -> tuple[Op, ...]:
    """The condition of a companion, or the two of which one is enough."""
    (op,) = box.steps(card, "upkeep")
    return (op.first, op.second) if isinstance(op, Either) else (op,)


def is_state(op: Op) -> bool:
    """Whether a condition is only looked at, so that nothing is done to meet it (TRG-530, TRG-535)."""
    return isinstance(op, (Has, No, Holds))


def state_met(s: S, box: ThorgalBox, op: Op, uid: int) -> bool:
    """Whether a condition that is a state is met at this moment (TRG-535)."""
    match op:
        case Has(n=n, filter=where):
            return len(matching(s, box, s.dest, where, uid)) >= n
        case No(filter=where):
            return not matching(s, box, s.dest, where, uid)
        case Holds(n=n):
            return len(s.pool_d[s.dest]) >= n
    return False


def can_meet(s: S, box: ThorgalBox, op: Op, uid: int) -> bool:
    """Whether a condition can be met in full, as a state or by doing it (TRG-515, TRG-525, TRG-530)."""
    match op:
        case Pay(n=n):
            return len(s.pool_d[s.dest]) >= n
        case PayAll():
            return bool(s.pool_d[s.dest])
        case parts_of.Toss(n=n):
            return len(s.hand_d[s.dest]) >= n
        case parts_of.Bury():
            return bool(s.hand_d[s.dest])
    return state_met(s, box, op, uid)


class CheckOne(Frame, frozen=True, tag="CheckOne"):
    """A condition that can be met must be met; otherwise the companion goes, or 2 damage (TRG-515, TRG-520)."""

    uid: int

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask where there is a choice."""
        found = find(s, self.uid)
        if found is None:
            return s
        card, spot = found
        if spot.kept:
            return s
        able = [part for part in parts_of_upkeep(box, card) if can_meet(s, box, part, self.uid)]
        if not able:
            if answer is None:
                unmet = (Option("destroy", (card,), "upkeep.destroy"), Option("damage", (), "upkeep.damage"))
                return Ask(s.dest, "upkeep.unmet", unmet, (card,), rule="TRG-520")
            if answer[0] == "destroy":
                return destroy(s, self.uid)
            return s.tell("upkeep.damage.taken", s.dest, card).then(Hurt(s.dest, 2))
        if len(able) > 1 and not all(map(is_state, able)):  # of two states it makes no difference which
            if answer is None:
                options = tuple(Option(str(at), (part.text(),), "text") for at, part in enumerate(able))
                return Ask(s.dest, "upkeep.either", options, (card,), rule="TRG-515")
            return s.then(Meet(self.uid, card, able[int(answer[0])]))  # type: ignore[arg-type]
        return s.then(Meet(self.uid, card, able[0]))  # type: ignore[arg-type]


class Meet(Frame, frozen=True, tag="Meet"):
    """A condition is met: what it says is done (TRG-530)."""

    uid: int
    card: str
    part: Has | No | Holds | Pay | PayAll | parts_of.Toss | parts_of.Bury

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Do it."""
        seat = s.dest
        match self.part:
            case Pay(n=n):
                _, s = move(s, seat, "pool", "spent", n)
                return s.tell("upkeep.paid", seat, self.card, n)
            case PayAll():
                n, s = move(s, seat, "pool", "spent", len(s.pool_d[seat]))
                return s.tell("upkeep.paid", seat, self.card, n)
            case parts_of.Toss(n=n):
                return s.tell("upkeep.tossed", seat, self.card, n).then(Toss(seat, n, self.card))
            case parts_of.Bury():
                hand = s.hand_d[seat]
                if answer is None and len(hand) > 1:
                    options = tuple(Option(oid, (card,), "card") for oid, card in copies(hand))
                    n = len(hand)
                    return Ask(seat, "upkeep.bury", options, (self.card,), lo=n, hi=n, ordered=True, rule="TRG-530")
                cards = named(answer) if answer is not None else hand
                s = s.but(hand_d=put(s.hand_d, seat, ()), deck_d=put(s.deck_d, seat, (*s.deck_d[seat], *cards)))
                return s.tell("upkeep.buried", seat, self.card, len(cards))
        return s.tell("upkeep.state", seat, self.card)


class CleanUp(Frame, frozen=True, tag="CleanUp"):
    """Hands are put away, discards go under the decks, markers come off (TRG-540 to TRG-570, TRG-770, TRG-R-39)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """The destiny player first, then the bane player whose turn it is to clean up."""
        todo: list[Frame] = [] if s.out[s.dest] else [PutAway(s.dest), UnderDeck(s.dest)]
        other = cleaner(s)
        if other >= 0:
            todo += [PutAway(other), UnderDeck(other)]
        return s.then(*todo, TakeOff())


class PutAway(Frame, frozen=True, tag="PutAway"):
    """Each card left in hand goes on top of the pool or the deck, in an order that is chosen (TRG-540, TRG-550)."""

    seat: int
    pooled: bool = False

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask what goes to the pool, then in which order the rest goes on the deck; later ones lie above (TRG-R-39)."""
        seat = self.seat
        hand = pile(s, "hand", seat)
        if not hand:
            return s
        options = tuple(Option(oid, (card,), "card") for oid, card in copies(hand))
        if not self.pooled:
            if answer is None:
                return Ask(seat, "clean.pool", options, lo=0, hi=len(hand), ordered=True, rule="TRG-540")
            cards = named(answer)
            s = with_pile(s, "hand", seat, without(hand, *cards))
            s = with_pile(s, "pool", seat, (*reversed(cards), *pile(s, "pool", seat)))
            return s.tell("cleaned.pool", seat, len(cards)).then(PutAway(seat, True))
        if answer is None and len(hand) > 1:
            return Ask(seat, "clean.deck", options, lo=len(hand), hi=len(hand), ordered=True, rule="TRG-540")
        cards = named(answer) if answer is not None else hand
        s = with_pile(s, "hand", seat, ())
        s = with_pile(s, "deck", seat, (*reversed(cards), *pile(s, "deck", seat)))
        return s.tell("cleaned.deck", seat, len(cards))


class UnderDeck(Frame, frozen=True, tag="UnderDeck"):
    """The discard pile goes under the deck, in its order (TRG-545, TRG-555, TRG-R-08)."""

    seat: int

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Put it there."""
        spent = pile(s, "spent", self.seat)
        s = with_pile(s, "deck", self.seat, (*pile(s, "deck", self.seat), *spent))
        return with_pile(s, "spent", self.seat, ())


class TakeOff(Frame, frozen=True, tag="TakeOff"):
    """Attribute markers come off, and one exhaustion marker of each card of the destiny player (TRG-565, TRG-R-40)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Take them off."""

        def rested(spot: Spot) -> Spot:
            tired = max(0, spot.tired - 1) if spot.seat == s.dest else spot.tired
            return replace(spot, marks=ZERO, tired=tired)

        return s.but(
            spots=tuple(tuple(rested(spot) for spot in spots) for spots in s.spots),
            lands=tuple(
                replace(land, tired=max(0, land.tired - 1)) if land.conqueror == s.dest else land for land in s.lands
            ),
        )


class NextRound(Frame, frozen=True, tag="NextRound"):
    """Markers are passed to the left, and a new round begins (TRG-012, TRG-575, TRG-772 to TRG-776, TRG-R-46).

    A long winter ends the game (TRG-R-43).
    """

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Pass them; who gets +1 gains a card of the pool, who gets −1 loses one."""
        s = s.but(barren=0 if s.moved else s.barren + 1)
        if s.barren >= WINTER * len(living(s)):
            return winter(s)
        old, dealt_anew = s.dest, s.out[s.dest]
        s = s.but(dest=clockwise(s, old)[0], phase="")
        banes = clockwise(s, s.dest)
        if len(banes) > 1 and not dealt_anew:
            k, s = move(s, banes[-1], "deck", "pool", 1)
            s = s.tell("marker.plus", banes[-1]) if k else s
            k, s = move(s, banes[0], "pool", "spent", 1)
            s = s.tell("marker.minus", banes[0]) if k else s
        return s.then(RoundStart())


def winter(s: S) -> S:
    """Too many barren rounds: most horns, then most cards in the destiny deck, then fewest in Valhalla (TRG-R-43)."""

    def key(seat: int) -> tuple[int, int, int]:
        return len(conquered(s, seat)), len(s.deck_d[seat]), -len(s.valhalla[seat])

    left = living(s)
    best = max(key(seat) for seat in left)
    return won(s, tuple(seat for seat in left if key(seat) == best), "end.winter")
