"""Effects: who chooses what, and what each step of a card does."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import Shuffle
from thorgames.core.piles import copies, named, put, without
from thorgames.core.state import Frame, Outcome
from thorgames.core.zones import Pile
from thorgames.games.thorgal.cards import (
    ATTRIBUTES,
    LETTERS,
    Attach,
    Bank,
    Check,
    Choose,
    CostChange,
    Count,
    Damage,
    Destroy,
    Discard,
    Draw,
    Elements,
    Exhaust,
    Forbid,
    Intrigue,
    Keep,
    Marker,
    May,
    Mod,
    Peek,
    Pick,
    PointsPer,
    Prevent,
    Protect,
    PutIn,
    Ready,
    Recover,
    Search,
    SendBack,
    Skull,
    Spy,
    Step,
    Steps,
    ThorgalBox,
    Upto,
    split_points,
)
from thorgames.games.thorgal.piles import (
    S,
    aimed_at,
    attached_at,
    change,
    clockwise,
    enter,
    find,
    fits,
    in_party,
    living,
    matching,
    may_enter,
    met,
    move,
    pile,
    plus,
    protected,
    role,
    single,
    take_out,
    to_hand,
    value,
    with_pile,
)
from thorgames.games.thorgal.state import Price

STRENGTH, DIFFICULTY = -9001, -9002
"""In the place of a card: the totals of the journey."""

ANSWER = "yes"


# --- Winning and losing --------------------------------------------------------------------------------------------


def lost(s: S, seat: int) -> S:
    """A player cannot pay damage and is out (TRG-016, TRG-394, TRG-702, TRG-704, TRG-R-13, TRG-R-52).

    The rest of what was being resolved is not done. With two players the other wins; with more the game goes on while
    at least two are left.
    """
    s = s.tell("lost", seat)
    s = s.but(out=put(s.out, seat, True), moved=True)
    left = living(s)
    if len(left) == 1:
        return won(s, (left[0],), "end.last")
    agenda = tuple(frame for frame in s.agenda if not isinstance(frame, RESOLVING))
    for other in range(s.seats):  # the card being played is destroyed, whoever's it is
        for kind, grave in (("d", "valhalla"), ("b", "niflheim")):
            playing: tuple[Pile, ...] = getattr(s, f"playing_{kind}")
            graves: tuple[Pile, ...] = getattr(s, grave)
            s = s.but(
                **{
                    f"playing_{kind}": put(playing, other, ()),
                    grave: put(graves, other, (*playing[other], *graves[other])),
                }
            )
    return s.but(agenda=agenda).then(LeaveGame(seat))


def won(s: S, winners: tuple[int, ...], reason: str) -> S:
    """The game is over (TRG-014, TRG-600, TRG-780)."""
    ranks = tuple(1 if seat in winners else len(winners) + 1 for seat in range(s.seats))
    return s.but(outcome=Outcome(reason, ranks))


class LeaveGame(Frame, frozen=True, tag="LeaveGame"):
    """What an eliminated player leaves: his cards are out of the game, his lands unconquered (TRG-702, TRG-R-52)."""

    seat: int

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Clear up; how the round goes on is for the rules of the round."""
        seat = self.seat
        fields: dict[str, Any] = {}
        for kind in "db":
            names = [f"{field}_{kind}" for field in ("deck", "hand", "pool", "spent", "attached", "peek")]
            names += ["party", "opposing", "valhalla"] if kind == "d" else ["niflheim"]
            gone = tuple(sorted(card for name in names for card in getattr(s, name)[seat]))
            fields |= {name: put(getattr(s, name), seat, ()) for name in names}
            fields[f"gone_{kind}"] = put(getattr(s, f"gone_{kind}"), seat, gone)
        fields["spots"] = put(s.spots, seat, ())
        if s.opponent is not None and s.opponent.seat == seat:
            fields["opponent"] = None
        fields["lands"] = tuple(
            replace(land, conqueror=-1, tired=0, used=False) if land.conqueror == seat else land for land in s.lands
        )
        fields["passes"] = 0
        return s.but(**fields, peeking=-1, searching=-1)


class Hurt(Frame, frozen=True, tag="Hurt"):
    """A player takes damage: as many of his cards are destroyed (TRG-390 to TRG-394, TRG-R-28).

    Shields come first (TRG-R-19). The destiny player says which cards of the hand, the rest comes from the deck; a bane
    player pays from the destiny deck alone.
    """

    seat: int
    n: int
    shielded: bool = False

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | Pending | S:
        """Ask for the hand cards, unless there is nothing to choose."""
        seat, n = self.seat, self.n
        if not self.shielded:
            kept = min(n, s.shields[seat])
            if kept:
                s = s.but(shields=put(s.shields, seat, s.shields[seat] - kept)).tell("prevented", seat, kept)
            return s.then(Hurt(seat, n - kept, True)) if n > kept else s
        hand: Pile = s.hand_d[seat] if seat == s.dest else ()
        deck = s.deck_d[seat]
        if len(hand) + len(deck) < n:
            return lost(s.tell("damage", seat, n), seat)
        if answer is None and hand and len(hand) + len(deck) > n:
            options = tuple(Option(oid, (card,), "card") for oid, card in copies(hand))
            lo = max(0, n - len(deck))
            ask = Ask(seat, "damage.pay", options, (seat, n), lo=lo, hi=min(n, len(hand)), rule="TRG-390")
            return Pending("reaction", (ask,)) if lo == 0 else ask
        cards = named(answer) if answer is not None else hand
        top = deck[: n - len(cards)]
        s = s.but(
            hand_d=put(s.hand_d, seat, without(s.hand_d[seat], *cards)) if cards else s.hand_d,
            deck_d=put(s.deck_d, seat, deck[len(top) :]),
            valhalla=put(s.valhalla, seat, (*reversed((*cards, *top)), *s.valhalla[seat])),
            moved=True,
        )
        return s.tell("damage", seat, n).tell("destroyed.pay", seat, " ".join((*cards, *top)))


# --- Moving cards in play ------------------------------------------------------------------------------------------


def destroy(s: S, uid: int) -> S:
    """A card in play goes to its owner's Valhalla or Niflheim, for good (TRG-340, TRG-345, TRG-474, TRG-R-14)."""
    if uid < 0:
        kind, seat, at = attached_at(uid)
        field, grave = (f"attached_{kind}", "valhalla" if kind == "d" else "niflheim")
        cards: Pile = getattr(s, field)[seat]
        card = cards[at]
        s = s.but(**{field: put(getattr(s, field), seat, (*cards[:at], *cards[at + 1 :]))})
    else:
        found = find(s, uid)
        if found is None:
            return s
        seat, grave = found[1].seat, "valhalla"
        card, _, s = take_out(s, seat, uid)
    graves: tuple[Pile, ...] = getattr(s, grave)
    return s.but(**{grave: put(graves, seat, (card, *graves[seat]))}, moved=True).tell("destroyed", seat, card)


def send_back(s: S, uid: int, to: str) -> S:
    """A card in play returns to its owner's hand, or under his deck (TRG-R-14, TRG-R-62)."""
    if uid < 0:
        kind, seat, at = attached_at(uid)
        field = f"attached_{kind}"
        cards: Pile = getattr(s, field)[seat]
        card = cards[at]
        s = s.but(**{field: put(getattr(s, field), seat, (*cards[:at], *cards[at + 1 :]))})
    else:
        found = find(s, uid)
        if found is None:
            return s
        kind, seat = "d", found[1].seat
        card, _, s = take_out(s, seat, uid)
    if to == "hand":
        hands: tuple[Pile, ...] = getattr(s, f"hand_{kind}")
        s = s.but(**{f"hand_{kind}": put(hands, seat, tuple(sorted((*hands[seat], card))))})
        return s.tell("returned.hand", seat, card)
    decks: tuple[Pile, ...] = getattr(s, f"deck_{kind}")
    s = s.but(**{f"deck_{kind}": put(decks, seat, (*decks[seat], card))})
    return s.tell("returned.deck", seat, card)


def came_in(s: S, box: ThorgalBox, seat: int, card: str) -> S:
    """A card comes into a party during the game; what it does then is on the agenda (TRG-325, TRG-R-15)."""
    uid = s.next_uid
    s = enter(s, seat, card)
    steps: Steps = box.steps(card, "enter")  # type: ignore[assignment]
    return s.then(Apply(seat, card, uid, steps)) if steps else s


# --- Applying an effect --------------------------------------------------------------------------------------------


class Apply(Frame, frozen=True, tag="Apply"):
    """An effect is done, one step after the other; what is impossible is left out (TRG-R-04, TRG-R-05).

    Attributes:
        you: the controller.
        card: whose effect it is. this: its uid in play, -1 for a card that is not in play.
        steps: what is still to be done.
        it: the cards that the last pick has chosen.
        who: the bane player who was named for this step, -1 for none yet.
    """

    you: int
    card: str
    this: int
    steps: Steps
    it: tuple[int, ...] = ()
    who: int = -1

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Any:
        """Do the next step."""
        if not self.steps:
            return s
        op, rest = self.steps[0], replace(self, steps=self.steps[1:], who=-1)
        if getattr(op, "who", "") == "bane" and self.who < 0:
            return self._name_bane(s, answer)
        match op:
            case Marker() | Mod() | Exhaust() | Ready() | Destroy() | SendBack() | Protect() | Keep():
                return self._targeted(s, box, op, rest, answer)
            case Choose(one=first, other=second):
                if answer is None:
                    ways = (("one", first), ("other", second))
                    options = tuple(Option(key, (" ".join(o.text() for o in ops),), "text") for key, ops in ways)
                    return Ask(self.you, "effect.choose", options, (self.card,), rule="TRG-R-05")
                return s.then(replace(rest, steps=(*(first if answer[0] == "one" else second), *rest.steps)))
            case May(cost=price, gain=gain):
                if not all(self._payable(s, o) for o in price):
                    return s.then(rest)
                if answer is None:
                    options = (Option(ANSWER, (" ".join(o.text() for o in price),), "text"), Option("no", (), "no"))
                    return Ask(self.you, "effect.may", options, (self.card,), rule="TRG-R-05")
                return s.then(replace(rest, steps=(*price, *gain, *rest.steps)) if answer[0] == ANSWER else rest)
            case Intrigue():
                return self._intrigue(s, box, rest, answer)
            case Elements():
                return self._elements(s, rest, answer)
        return self._plain(s, box, op, rest)

    def _name_bane(self, s: S, answer: Answer | None) -> Ask | S:
        """With several bane players the controller names one (TRG-R-50, TRG-D-20)."""
        banes = clockwise(s, s.dest)
        if answer is None and len(banes) > 1:
            options = tuple(Option(str(seat), (seat,), "seat") for seat in banes)
            return Ask(self.you, "effect.bane", options, (self.card,), rule="TRG-R-50")
        return s.then(replace(self, who=int(answer[0]) if answer is not None else banes[0]))

    def _player(self, s: S, who: str) -> int:
        return {"you": self.you, "destiny": s.dest, "bane": self.who}[who]

    def _count(self, s: S, box: ThorgalBox, count: Count) -> int:
        return min(len(matching(s, box, self.you, count.filter, self.this)), count.max)

    def _payable(self, s: S, op: Step) -> bool:
        """Whether the price of a "may" can be paid in full."""
        if isinstance(op, Discard):
            return len(pile(s, op.source, self._player(s, op.who))) >= op.n
        return True

    # Steps with a target.

    def _targeted(self, s: S, box: ThorgalBox, op: Any, rest: Apply, answer: Answer | None) -> Ask | S:
        target = op.target
        if target == "it":
            return self._on(s, box, op, rest, self.it)
        if target in ("strength", "difficulty"):
            total = STRENGTH if target == "strength" else DIFFICULTY
            return s.then(Give(self.you, total, self._points(s, box, op.amount), False), rest)
        if not isinstance(target, (Pick, Upto)):
            return self._on(s, box, op, rest, tuple(aimed_at(s, box, self.you, target, self.this)))
        found = [
            (card, uid)
            for card, uid in matching(s, box, self.you, target.filter, self.this)
            if not (uid >= 0 and harmful(op) and protected(s, box, uid, self.you, harmful(op)))
        ]
        if answer is None:
            if isinstance(target, Pick) and len(found) <= target.n:
                return self._on(s, box, op, rest, tuple(uid for _, uid in found))
            if not found:
                return self._on(s, box, op, rest, ())
            options = tuple(Option(str(uid), (card, owner_of(s, uid)), "card.of") for card, uid in found)
            lo = target.n if isinstance(target, Pick) else 0
            hi = min(target.n, len(options))
            return Ask(self.you, "effect.target", options, (self.card, hi), lo=lo, hi=hi, rule="TRG-R-05")
        return self._on(s, box, op, rest, tuple(int(uid) for uid in answer))

    def _on(self, s: S, box: ThorgalBox, op: Any, rest: Apply, uids: tuple[int, ...]) -> S:
        """Do a step to cards."""
        if isinstance(op.target, (Pick, Upto)):
            rest = replace(rest, it=uids)
        match op:
            case Marker(amount=amount) | Mod(amount=amount):
                given = self._points(s, box, amount)
                marks = isinstance(op, Marker)
                return s.then(*(Give(self.you, uid, given, marks) for uid in uids if uid >= 0), rest)
            case Exhaust(n=n):
                for uid in uids:
                    found = find(s, uid)
                    if found is not None and not protected(s, box, uid, self.you, "all"):
                        s = change(s, uid, tired=found[1].tired + n).tell("exhausted", found[1].seat, found[0], n)
            case Ready():
                for uid in uids:
                    found = find(s, uid)
                    if found is not None and found[1].tired:
                        s = change(s, uid, tired=found[1].tired - 1).tell("readied", found[1].seat, found[0])
            case Destroy():
                for uid in sorted(uids):  # attached cards from the end of their pile, so that places stay right
                    if uid < 0 or not protected(s, box, uid, self.you, "all"):
                        s = destroy(s, uid)
            case SendBack(to=to):
                for uid in sorted(uids):
                    if uid < 0 or not protected(s, box, uid, self.you, "all"):
                        s = send_back(s, uid, to)
            case Protect(against=against):
                for uid in uids:  # the weaker protection does not take the stronger one away
                    found = find(s, uid)
                    s = change(s, uid, safe="all" if found is not None and found[1].safe == "all" else against)
            case Keep():
                for uid in uids:
                    s = change(s, uid, kept=True)
        return s.then(rest)

    def _points(self, s: S, box: ThorgalBox, amount: Any) -> tuple[tuple[str, int], ...]:
        """Points one by one: which attributes may be chosen, and plus or minus."""
        if isinstance(amount, PointsPer):
            return ((amount.letter, 1),) * self._count(s, box, amount.count)
        parts = (amount,) if isinstance(amount, str) else amount
        out: list[tuple[str, int]] = []
        for part in parts:
            letters, n = split_points(part)
            out += [(letters, 1 if n > 0 else -1)] * abs(n)
        return tuple(out)

    # Symbols.

    def _intrigue(self, s: S, box: ThorgalBox, rest: Apply, answer: Answer | None) -> Ask | S:
        """Put an exhaustion marker on any card, or do not (TRG-395, TRG-R-24)."""
        if answer is None:
            options = [
                Option(str(spot.uid), (card, seat), "card.of")
                for seat in living(s)
                for card, spot in in_party(s, seat)
                if not protected(s, box, spot.uid, self.you, "all")
            ]
            if s.opponent is not None:
                options.append(
                    Option(str(s.opponent.uid), (s.opposing[s.opponent.seat][0], s.opponent.seat), "card.of")
                )
            options += [
                Option(f"land:{at}", (land.card,), "card") for at, land in enumerate(s.lands) if land.conqueror >= 0
            ]
            if not options:
                return s.then(rest)
            return Ask(self.you, "intrigue", (*options, Option("no", (), "no")), (self.card,), rule="TRG-395")
        if answer[0].startswith("land:"):
            at = int(answer[0][5:])
            land = s.lands[at]
            s = s.but(lands=put(s.lands, at, replace(land, tired=land.tired + 1))).tell("exhausted.land", land.card)
        elif answer[0] != "no":
            found = find(s, int(answer[0]))
            if found is not None:
                s = change(s, found[1].uid, tired=found[1].tired + 1).tell("exhausted", found[1].seat, found[0], 1)
        return s.then(rest)

    def _elements(self, s: S, rest: Apply, answer: Answer | None) -> Ask | S:
        """Remove an exhaustion marker from any card, or do not (TRG-396, TRG-R-24)."""
        if answer is None:
            options = [
                Option(str(spot.uid), (card, seat), "card.of")
                for seat in living(s)
                for card, spot in in_party(s, seat)
                if spot.tired
            ]
            if s.opponent is not None and s.opponent.tired:
                options.append(
                    Option(str(s.opponent.uid), (s.opposing[s.opponent.seat][0], s.opponent.seat), "card.of")
                )
            options += [
                Option(f"land:{at}", (land.card,), "card")
                for at, land in enumerate(s.lands)
                if land.conqueror >= 0 and land.tired
            ]
            if not options:
                return s.then(rest)
            return Ask(s.dest, "elements", (*options, Option("no", (), "no")), (self.card,), rule="TRG-396")
        if answer[0].startswith("land:"):
            at = int(answer[0][5:])
            land = s.lands[at]
            s = s.but(lands=put(s.lands, at, replace(land, tired=land.tired - 1))).tell("readied.land", land.card)
        elif answer[0] != "no":
            found = find(s, int(answer[0]))
            if found is not None:
                s = change(s, found[1].uid, tired=found[1].tired - 1).tell("readied", found[1].seat, found[0])
        return s.then(rest)

    # Steps without a target.

    def _plain(self, s: S, box: ThorgalBox, op: Step, rest: Apply) -> S:
        match op:
            case Skull(n=n):
                return s.then(Hurt(s.dest, n), rest)
            case Damage(who=who, number=number):
                n = number if isinstance(number, int) else self._count(s, box, number)
                return s.then(Hurt(self._player(s, who), n), rest) if n else s.then(rest)
            case Discard(who=who, source=source, n=n):
                seat = self._player(s, who)
                if source == "pool":
                    k, s = move(s, seat, "pool", "spent", n)
                    return s.tell("pool.lost", seat, k).then(rest) if k else s.then(rest)
                return s.then(Toss(seat, n, self.card), rest)
            case Draw(who=who, n=n):
                return draw(s, self._player(s, who), n).then(rest)
            case Bank(who=who, n=n):
                seat = self._player(s, who)
                k, s = move(s, seat, "deck", "pool", n)
                return s.tell("banked", seat, k).then(rest)
            case Recover(who=who, n=n):
                seat = self._player(s, who)
                k, s = move(s, seat, "spent", "pool", n)
                return s.tell("recovered", seat, k).then(rest)
            case Prevent(who=who, n=n):
                seat = self._player(s, who)
                return s.but(shields=put(s.shields, seat, s.shields[seat] + n)).tell("shield", seat, n).then(rest)
            case Search(who=who, filter=where, n=n, to=to):
                return s.then(SearchDeck(self._player(s, who), self.card, where.words, where.name, n, to), rest)
            case Peek(who=who, n=n, how=how, k=k):
                return s.then(PeekAt(self._player(s, who), n, how, k), rest)
            case Spy(who=who):
                seat = self._player(s, who)
                s = s.tell("spied", self.you, seat, to=(self.you,), secret=(" ".join(pile(s, "hand", seat)),))
                return s.then(rest)
            case Attach(who=who, filter=where, n=n):
                return s.then(AttachMore(self._player(s, who), where.words, where.name, n), rest)
            case PutIn(who=who, filter=where):
                return s.then(PutIntoParty(self._player(s, who), where.words, where.name), rest)
            case CostChange(who=who, filter=where, n=n):
                prices = (*s.prices, Price(self._player(s, who), where.words, where.name, n))
                return s.but(prices=prices).then(rest)
            case Forbid(who=who):
                return s.but(forbidden=(*s.forbidden, self._player(s, who))).then(rest)
            case Check(condition=condition, steps=steps):
                if met(s, box, self.you, condition, self.this):
                    return s.then(replace(rest, steps=(*steps, *rest.steps)))
                return s.then(rest)
        raise TypeError(op)


def harmful(op: Any) -> str:
    """Which protection stops a step, "" for none."""
    if isinstance(op, (Exhaust, Destroy, SendBack)):
        return "all"
    if isinstance(op, Marker) and "-" in str(op.amount):
        return "marks"
    return ""


def owner_of(s: S, uid: int) -> int:
    """Whose a card in play is."""
    if uid < 0:
        return attached_at(uid)[1]
    found = find(s, uid)
    return found[1].seat if found is not None else -1


class Give(Frame, frozen=True, tag="Give"):
    """Points are given to a card or a total, each of an attribute of the controller's choice (TRG-R-32, TRG-D-07).

    A minus marker is placed only where the value is at least 1; a point that cannot be placed is lost.
    """

    you: int
    uid: int
    points: tuple[tuple[str, int], ...]
    marks: bool

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask for the attribute of the next point."""
        if not self.points:
            return s
        letters, n = self.points[0]
        rest = replace(self, points=self.points[1:])
        found = find(s, self.uid) if self.uid >= 0 else None
        if self.uid >= 0 and found is None:
            return s
        if found is not None and self.marks and n < 0:
            if protected(s, box, self.uid, self.you, "marks"):
                return s
            has = value(s, box, *found)
            letters = "".join(letter for letter in letters if has[LETTERS.index(letter)])
        if not letters:
            return s.then(rest)
        if answer is None and len(letters) > 1:
            options = tuple(Option(letter, (ATTRIBUTES[LETTERS.index(letter)],), "text") for letter in letters)
            kind = "points.total" if found is None else "points"
            args = (n,) if found is None else (n, found[0])
            return Ask(self.you, kind, options, args, rule="TRG-R-05")
        letter = answer[0] if answer is not None else letters
        point = single(letter, n)
        name = ATTRIBUTES[LETTERS.index(letter)]
        if self.uid == STRENGTH:
            return s.but(strength=plus(s.strength, point)).tell("strength", n, name).then(rest)
        if self.uid == DIFFICULTY:
            return s.but(difficulty=plus(s.difficulty, point)).tell("difficulty", n, name).then(rest)
        assert found is not None
        card, spot = found
        if self.marks:
            s = change(s, self.uid, marks=plus(spot.marks, point))
        else:
            s = change(s, self.uid, change=plus(spot.change, point))
        return s.tell("points.given", card, n, name).then(rest)


def draw(s: S, seat: int, n: int) -> S:
    """Cards of the deck of the present role go to the hand; the owner alone sees them (TRG-215, TRG-R-12)."""
    cards = pile(s, "deck", seat)[:n]
    if not cards:
        return s
    s = to_hand(with_pile(s, "deck", seat, pile(s, "deck", seat)[len(cards) :]), seat, *cards)
    return s.tell("drew", seat, len(cards), to=(seat,), secret=(" ".join(cards),))


class Toss(Frame, frozen=True, tag="Toss"):
    """A player discards cards of his hand, of his own choice, face-down (TRG-D-11, TRG-R-05)."""

    seat: int
    n: int
    card: str

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask which."""
        hand = pile(s, "hand", self.seat)
        if not hand:
            return s
        if answer is None and len(hand) > self.n:
            options = tuple(Option(oid, (card,), "card") for oid, card in copies(hand))
            return Ask(
                self.seat, "toss", options, (self.n, self.card), lo=self.n, hi=self.n, ordered=True, rule="TRG-R-05"
            )
        cards = named(answer) if answer is not None else hand
        s = with_pile(s, "hand", self.seat, without(hand, *cards))
        s = with_pile(s, "spent", self.seat, (*reversed(cards), *pile(s, "spent", self.seat)))
        return s.tell("tossed", self.seat, len(cards), to=(self.seat,), secret=(" ".join(cards),))


class SearchDeck(Frame, frozen=True, tag="SearchDeck"):
    """A player looks through his deck, shows what he takes, and shuffles (TRG-D-19); asked even if nothing fits."""

    seat: int
    card: str
    words: tuple[str, ...]
    name: str
    n: int
    to: str

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask which cards."""
        seat = self.seat
        deck = pile(s, "deck", seat)
        if not deck:
            return s
        if s.searching != seat:
            return s.but(searching=seat).tell("searches", seat).then(self)
        if answer is None:
            fit = [
                Option(oid, (card,), "card")
                for oid, card in copies(tuple(sorted(deck)))
                if fits(box, card, self.words, self.name) and (self.to == "hand" or may_enter(s, box, seat, card))
            ]
            return Ask(seat, "search", tuple(fit), (self.card, self.n), lo=0, hi=min(self.n, len(fit)), rule="TRG-325")
        cards = named(answer)
        s = with_pile(s, "deck", seat, without(deck, *cards)).but(searching=-1)
        s = s.tell("found", seat, " ".join(cards)) if cards else s.tell("found.none", seat)
        s = s.then(Shuffle(f"deck_{role(s, seat)}", seat))
        if self.to == "hand":
            return to_hand(s, seat, *cards)
        for card in cards:
            s = came_in(s, box, seat, card)
        return s


class PeekAt(Frame, frozen=True, tag="PeekAt"):
    """Look at the top of the own deck: sort it, take of it, or pool of it (TRG-D-19).

    Attributes:
        taken: whether cards have been taken or pooled, so that the rest is to be ordered.
    """

    seat: int
    n: int
    how: str
    k: int
    taken: bool = False

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask what is taken, then in which order the rest lies."""
        seat = self.seat
        seen = pile(s, "peek", seat)
        if not seen and not self.taken:
            deck = pile(s, "deck", seat)
            if not deck:
                return s
            s = with_pile(with_pile(s, "deck", seat, deck[self.n :]), "peek", seat, deck[: self.n])
            return s.but(peeking=seat).tell("peeked", seat, min(self.n, len(deck))).then(self)
        options = tuple(Option(oid, (card,), "card") for oid, card in copies(seen))
        if not self.taken and self.how != "sort":
            least = min(self.k, len(seen)) if self.how == "take" else 0
            most = least if self.how == "take" else len(seen)
            if answer is None:
                kind = "peek.take" if self.how == "take" else "peek.pool"
                return Ask(seat, kind, options, (most,), lo=least, hi=most, ordered=True, rule="TRG-R-05")
            cards = named(answer)
            s = with_pile(s, "peek", seat, without(seen, *cards))
            if self.how == "take":
                s = to_hand(s, seat, *cards).tell("took", seat, len(cards), to=(seat,), secret=(" ".join(cards),))
            else:
                s = with_pile(s, "pool", seat, (*reversed(cards), *pile(s, "pool", seat))).tell(
                    "banked", seat, len(cards)
                )
            return s.then(replace(self, taken=True))
        if len(seen) > 1 and answer is None:
            kind = "peek.under" if self.how == "take" else "peek.order"
            return Ask(seat, kind, options, lo=len(seen), hi=len(seen), ordered=True, rule="TRG-R-05")
        cards = named(answer) if answer is not None else seen
        deck = pile(s, "deck", seat)
        s = with_pile(s, "deck", seat, (*deck, *cards) if self.how == "take" else (*cards, *deck))
        return with_pile(s, "peek", seat, ()).but(peeking=-1)


class AttachMore(Frame, frozen=True, tag="AttachMore"):
    """Cards of the hand with a printed attribute are attached without payment, in the actions of the journey."""

    seat: int
    words: tuple[str, ...]
    name: str
    n: int

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask which; asked even if nothing fits, unless the hand is empty (TRG-D-07)."""
        seat = self.seat
        hand = pile(s, "hand", seat)
        if not hand or s.phase != "journey" or s.target < 0:
            return s
        if answer is None:
            fit = [
                Option(oid, (card,), "card")
                for oid, card in copies(hand)
                if fits(box, card, self.words, self.name) and any(box.points[card])
            ]
            return Ask(seat, "attach", tuple(fit), (self.n,), lo=0, hi=min(self.n, len(fit)), rule="TRG-445")
        cards = named(answer)
        s = with_pile(s, "hand", seat, without(hand, *cards))
        field = f"attached_{role(s, seat)}"
        s = s.but(**{field: put(getattr(s, field), seat, (*getattr(s, field)[seat], *cards))})
        return s.tell("attached", seat, " ".join(cards)) if cards else s.tell("attached.none", seat)


class PutIntoParty(Frame, frozen=True, tag="PutIntoParty"):
    """A card of the hand may be put into the party without payment (TRG-325)."""

    seat: int
    words: tuple[str, ...]
    name: str

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Ask which; asked even if nothing fits, unless the hand is empty (TRG-D-07)."""
        hand = pile(s, "hand", self.seat)
        if not hand:
            return s
        if answer is None:
            fit = [
                Option(oid, (card,), "card")
                for oid, card in copies(hand)
                if fits(box, card, self.words, self.name) and may_enter(s, box, self.seat, card)
            ]
            return Ask(self.seat, "put.in", tuple(fit), lo=0, hi=min(1, len(fit)), rule="TRG-325")
        if not answer:
            return s.tell("put.none", self.seat)
        (card,) = named(answer)
        s = with_pile(s, "hand", self.seat, without(hand, card)).tell("put.in.done", self.seat, card)
        return came_in(s, box, self.seat, card)


RESOLVING = (Apply, Give, Hurt, Toss, SearchDeck, PeekAt, AttachMore, PutIntoParty)
"""The frames of an effect that is being resolved."""
