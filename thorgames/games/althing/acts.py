"""Recruiting, completing a stage, tricks, dodges and events: what a player does in his phase."""

from __future__ import annotations

from functools import lru_cache

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import pick
from thorgames.core.piles import copies, named, put, without
from thorgames.core.state import Frame
from thorgames.core.zones import Pile
from thorgames.games.althing.cards import TRICKS, AlthingBox, Amount, GiveTroll, SendStorm, TShield
from thorgames.games.althing.piles import (
    Mix,
    Renew,
    S,
    Settle,
    dodge_options,
    gives,
    gives_under,
    hand,
    lay,
    taken_card,
    worth,
)
from thorgames.games.althing.state import THORFINN, Storm

# --- Recruit -------------------------------------------------------------------------------------------------------


def cheapest(s: S, box: AlthingBox) -> int:
    """The lowest cost in the row; a very large number when it is empty."""
    price = box.price
    return min([price[slot[0]] for slot in s.row if slot], default=10**6)


def may_recruit(s: S, box: AlthingBox, taken: str) -> bool:
    """Whether the active player can recruit anything now, with a taken card or without one ("").

    ALT-301 to ALT-303, ALT-421, ALT-422.
    """
    if s.shortage == "gold" or (s.storms and any(storm.victim == s.active for storm in s.storms)):
        return False
    gold = worth(box, s.hands[s.active])[0]
    if taken:
        mine = box.values[taken][0]
        if not mine:
            return False
        gold += mine
    price = box.price
    return any([price[slot[0]] <= gold for slot in s.row if slot])


class LayToRecruit(Frame, frozen=True, tag="LayToRecruit"):
    """Lay cards with nuggets, and add them up (ALT-301, ALT-302, ALT-R-06); a taken card is part of it (ALT-R-20)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask which cards; then the Vikings are chosen."""
        seat = s.active
        taken, _ = taken_card(s)
        ready = gives(s, box, taken)[0] if taken else 0
        if answer is None:
            options = _golden(s.shortage, box, s.hands[seat])
            # Asked even where the taken card is enough and nothing could be added: to skip it would tell of the hand.
            need = max(0, cheapest(s, box) - ready)
            lo = min(1, len(options)) if need else 0
            return Ask(seat, "recruit", options, lo=lo, hi=len(options), need=(need,), rule="ALT-302")
        cards = named(answer)
        total = ready + sum(gives(s, box, card)[0] for card in cards)
        said = " ".join((*cards, taken)).strip()
        then = (Recruiting(total), Settle())
        s = lay(s, seat, *cards)
        return s.but(told=s.and_told("laid.recruit", seat, said, total), agenda=s.and_then(*then))


@lru_cache(maxsize=4096)
def _golden(shortage: str, box: AlthingBox, cards: Pile) -> tuple[Option, ...]:
    """A choice for each card that gives gold now."""
    given = [(oid, card, gives_under(shortage, box, card)[0]) for oid, card in copies(cards)]
    return tuple(Option(oid, (card,), "card", (gold,)) for oid, card, gold in given if gold)


class Recruiting(Frame, frozen=True, tag="Recruiting"):
    """Recruit Vikings whose costs together are at most what was laid (ALT-303, ALT-R-05); slots are filled at once.

    At least one is recruited; what is left at the end is lost.
    """

    gold: int
    first: bool = True

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask for a Viking as long as one can be paid."""
        if answer is None:
            options = [
                Option(str(slot), (pile[0], box.price[pile[0]]), "viking.option")
                for slot, pile in enumerate(s.row)
                if pile and box.price[pile[0]] <= self.gold
            ]
            if not options:
                return s
            if not self.first:
                options.append(Option("stop", (), "viking.stop"))
            return Ask(s.active, "viking", tuple(options), (self.gold,), rule="ALT-303")
        if answer[0] == "stop":
            return s
        slot = int(answer[0])
        card = s.row[slot][0]
        s = s.but(
            told=s.and_told("recruited", s.active, card, box.price[card]),
            agenda=s.and_then(Recruiting(self.gold - box.price[card], first=False)),
            row=put(s.row, slot, ()),
            laid=put(s.laid, s.active, (*s.laid[s.active], card)),
            owned=put(s.owned, s.active, hand((*s.owned[s.active], card))),
        )
        return refill(s, slot)


def refill(s: S, slot: int) -> S:
    """An emptied slot is filled with the next card of the Assembly deck, if there is one (ALT-305, ALT-307)."""
    if s.deck:
        card = s.deck[0]
        return s.but(told=s.and_told("revealed", card), deck=s.deck[1:], row=put(s.row, slot, (card,)))
    if s.under:
        card = s.under[0]
        return s.but(told=s.and_told("revealed", card), under=s.under[1:], row=put(s.row, slot, (card,)))
    return s


# --- Complete one stage --------------------------------------------------------------------------------------------


def may_complete(s: S, box: AlthingBox, place: int, taken: str) -> bool:
    """Whether the active player can complete the stage at a place of the track now, with a taken card or without ("").

    ALT-203, ALT-321, ALT-421.
    """
    if s.advanced:
        return False
    if s.storms and any(storm.victim == s.active and storm.face == "STORMUR" for storm in s.storms):
        return False
    cost = box.values[s.track[place]]
    if s.shortage and cost[("gold", "wood", "bones").index(s.shortage)]:
        return False
    if taken and not fits(s, box, taken, cost):
        return False
    gold, wood, bones = worth(box, (*s.hands[s.active], taken) if taken else s.hands[s.active])
    return gold >= cost[0] and wood >= cost[1] and bones >= cost[2]


def fits(s: S, box: AlthingBox, card: str, cost: Amount) -> bool:
    """Whether a card shows a resource that a stage asks for (ALT-R-06)."""
    return _fits(gives(s, box, card), cost)


def _fits(given: Amount, cost: Amount) -> bool:
    return any([have and want for have, want in zip(given, cost, strict=True)])


@lru_cache(maxsize=4096)
def _fitting(shortage: str, box: AlthingBox, cards: Pile, cost: Amount) -> tuple[Option, ...]:
    """A choice for each card that shows a resource asked for."""
    given = [(oid, card, gives_under(shortage, box, card)) for oid, card in copies(cards)]
    return tuple(Option(oid, (card,), "card", amount) for oid, card, amount in given if _fits(amount, cost))


class LayForStage(Frame, frozen=True, tag="LayForStage"):
    """Lay cards that together cover each resource of the stage (ALT-320, ALT-321, ALT-R-06, ALT-R-07)."""

    place: int

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask which cards; the pawn moves, and the cards go to the discard pile (ALT-322, ALT-323)."""
        seat, stage = s.active, s.track[self.place]
        cost = box.values[stage]
        taken, _ = taken_card(s)
        ready: Amount = gives(s, box, taken) if taken else (0, 0, 0)
        if answer is None:
            options = _fitting(s.shortage, box, s.hands[seat], cost)
            need = tuple(max(0, want - have) for want, have in zip(cost, ready, strict=True))
            lo = min(1, len(options)) if any(need) else 0
            return Ask(seat, "stage", options, (stage,), lo=lo, hi=len(options), need=need, rule="ALT-321")
        cards = named(answer)
        s = lay(s, seat, *cards).tell("laid.stage", seat, " ".join((*cards, taken)).strip())
        s = s.but(told=s.and_told("completed", seat, stage), pawns=put(s.pawns, seat, self.place), advanced=True)
        return reached(s, box, stage, seat).then(Settle())


def reached(s: S, box: AlthingBox, stage: str, seat: int) -> S:
    """What completing a stage brings besides: Veteran for the whole table (ALT-470, ALT-471, ALT-R-04)."""
    if box.cards[stage].veteran and not s.veteran:
        return s.but(told=s.and_told("veteran", seat, stage), veteran=True)
    return s


# --- Trick, dodge or cause an event --------------------------------------------------------------------------------


def targets(s: S, box: AlthingBox, symbol: str) -> list[int]:
    """At whom the active player can aim a trick now (ALT-124, ALT-343, ALT-403, ALT-423, ALT-R-17, ALT-R-20)."""
    seat = s.active
    if s.rival >= 0:  # alone against Thorfinn only the Axe works (ALT-815, ALT-817)
        return [THORFINN] if symbol == "axe" and s.rival_hand and not shielded(s, box) else []
    if symbol == "troll" and not s.trolls[seat]:
        return []
    if symbol == "storm" and any(storm.sender == seat for storm in s.storms):
        return []
    sacred = box.cards[s.track[0]].sacred
    return [
        other
        for other in range(s.seats)
        if other != seat and not (sacred and s.pawns[other] == 0) and (symbol != "axe" or s.hands[other])
    ]


def shielded(s: S, box: AlthingBox) -> bool:
    """Whether Thorfinn's card of this turn keeps the Axe from him (ALT-817)."""
    return any([_has_shield(box, card) for card in s.plan_now])


@lru_cache(maxsize=64)
def _has_shield(box: AlthingBox, card: str) -> bool:
    return any(isinstance(op, TShield) for op in box.ops[card])


def troll_owners(s: S, seat: int) -> list[int]:
    """Whose Trolls lie in a player's draw pile (ALT-411, ALT-R-12).

    Reckoned from what he may see, since nobody looks into the pile: those among his cards that lie nowhere else.
    """
    out = s.rival_trolls < 2 if s.rival >= 0 else any([n < 2 for n in s.trolls])
    if not out:
        return []
    elsewhere = (*s.hands[seat], *s.discards[seat], *s.reserves[seat], *s.laid[seat], *s.taken[seat])

    def there(card: str) -> bool:
        return s.owned[seat].count(card) > elsewhere.count(card)

    if s.rival >= 0:
        return [THORFINN] if there("troll-green") else []
    return [other for other in range(s.seats) if s.trolls[other] < 2 and there(f"troll-{s.colours[other]}")]


def uses(s: S, box: AlthingBox, cards: Pile) -> list[Option]:
    """Every way to use a symbol of these cards now (ALT-340 to ALT-342, ALT-R-32, ALT-R-56)."""
    out: list[Option] = []
    for card, symbol in _of_ones_own_phase(box, cards, s.symbols):
        if symbol == "plot":
            if sum(map(len, s.row)) >= 2:
                out.append(_use(card, symbol, -1))
        else:
            for aim in troll_owners(s, s.active) if symbol == "untroll" else targets(s, box, symbol):
                out.append(_use(card, symbol, aim))
    return out


@lru_cache(maxsize=4096)
def _of_ones_own_phase(box: AlthingBox, cards: Pile, working: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The symbols of cards that work in this game and are not for dodging alone, each with its card (ALT-341)."""
    able = [symbol for symbol in (*box.tricks, *box.events) if symbol in working]
    return tuple((card, symbol) for card in dict.fromkeys(cards) for symbol in box.symbols[card] if symbol in able)


@lru_cache(maxsize=4096)
def _use(card: str, symbol: str, target: int) -> Option:
    says = "use.event" if target == -1 else "use.untroll" if symbol == "untroll" else "use.trick"
    return Option(f"{card}:{symbol}:{target}", (card, f"sym-{symbol}", target), says, group=card)


class Trick(Frame, frozen=True, tag="Trick"):
    """A trick is aimed at a player; he answers; undodged it takes effect; the card is spent (ALT-R-18).

    Whether the target is asked depends on what all can see, the size of his hand, and on his standing order (ALT-R-19).
    """

    symbol: str
    target: int

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Pending | S:
        """Put the question to the target, or let his standing order answer."""
        dodge = box.dodge_of[self.symbol]
        asked = self.target >= 0 and dodge in s.symbols and s.hands[self.target]
        if not asked:
            return self._hit(s, box)
        order = s.orders[self.target][TRICKS.index(self.symbol)]
        options = dodge_options(box, s.hands[self.target], dodge)
        if answer is None:
            if order == "ask":
                ask = Ask(
                    self.target,
                    "dodge",
                    options,
                    (s.active, f"sym-{self.symbol}"),
                    lo=0,
                    hi=min(1, len(options)),
                    rule="ALT-R-18",
                )
                return Pending("reaction", (ask,))
            best = sorted([(box.price[card], box.rank[card], o.id) for o in options for card in named((o.id,))])
            answer = (best[0][2],) if order == "always" and best else ()
        if not answer:
            return self._hit(s, box)
        card = named(answer)[0]
        return s.but(
            told=s.and_told("dodged", self.target, card, f"sym-{self.symbol}", s.active),
            agenda=s.and_then(Settle()),
            hands=put(s.hands, self.target, without(s.hands[self.target], card)),
            laid=put(s.laid, self.target, (*s.laid[self.target], card)),
        )

    def _hit(self, s: S, box: AlthingBox) -> S:
        """The trick takes effect."""
        match box.tricks[self.symbol].effect:
            case GiveTroll():
                return give_troll(s, self.target).then(Settle())
            case SendStorm():
                storms = (*s.storms, Storm(s.active, self.target))
                return s.but(
                    told=s.and_told("stormed", s.active, self.target), agenda=s.and_then(Settle()), storms=storms
                )
        return s.then(TakeCard(self.target))


def give_troll(s: S, target: int) -> S:
    """One of the active player's Trolls goes on top of the target's draw pile (ALT-401, ALT-R-11)."""
    card = f"troll-{s.colours[s.active]}"
    return s.but(
        told=s.and_told("trolled", s.active, target),
        trolls=put(s.trolls, s.active, s.trolls[s.active] - 1),
        tops=put(s.tops, target, (card, *s.tops[target])),
        owned=put(s.owned, target, hand((*s.owned[target], card))),
    )


class TakeCard(Frame, frozen=True, tag="TakeCard"):
    """A random card of the target's hand is taken and held apart (ALT-440, ALT-441, ALT-R-20, ALT-R-23, ALT-R-48)."""

    target: int

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance for a place in the hand; the Axe and a card taken before are settled first."""
        pile = s.rival_hand if self.target == THORFINN else s.hands[self.target]
        if answer is None:
            return pick("axe.pick", len(pile), self.target)
        card = pile[int(answer[0])]
        if self.target == THORFINN:
            left = without(pile, card)
            return s.but(
                told=s.and_told("axe.rival", s.active, card),
                agenda=s.and_then(Settle()),
                rival_hand=left,
                rival_taken=(card,),
            )
        hands, taken = put(s.hands, self.target, without(pile, card)), put(s.taken, self.target, (card,))
        both = (s.active, self.target)
        return s.but(
            told=s.and_told("axed", *both, to=both, secret=(card,)),
            agenda=s.and_then(Settle()),
            hands=hands,
            taken=taken,
        )


class SinkTwo(Frame, frozen=True, tag="SinkTwo"):
    """Plot: two cards of the row go under the Assembly deck, the first chosen above the second (ALT-460, ALT-R-24).

    Both slots are filled at once from the top, in the order of the slots (ALT-461).
    """

    n: int

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask which cards, in order."""
        if answer is None:
            options = tuple(Option(str(slot), (pile[0],), "card") for slot, pile in enumerate(s.row) if pile)
            return Ask(s.active, "plot", options, (self.n,), lo=self.n, hi=self.n, ordered=True, rule="ALT-460")
        slots = [int(choice) for choice in answer]
        cards = tuple(s.row[slot][0] for slot in slots)
        row = tuple(() if slot in slots else pile for slot, pile in enumerate(s.row))
        s = s.but(told=s.and_told("plotted", s.active, " ".join(cards)), row=row, under=(*s.under, *cards))
        for slot in sorted(slots):
            s = refill(s, slot)
        return s


def fetch_troll(s: S, owner: int) -> S:
    """Untroll in one's own phase: a Troll in the draw pile goes back to its owner (ALT-411, ALT-R-12).

    The pile is shuffled. If that was its last card, it is renewed before the Untroll card is discarded (ALT-R-08).
    """
    seat = s.active
    card = "troll-green" if owner == THORFINN else f"troll-{s.colours[owner]}"
    on_top = card in s.tops[seat]
    s = s.but(
        tops=put(s.tops, seat, without(s.tops[seat], card)) if on_top else s.tops,
        draws=s.draws if on_top else put(s.draws, seat, without(s.draws[seat], card)),
        owned=put(s.owned, seat, without(s.owned[seat], card)),
    )
    if owner == THORFINN:
        s = s.but(rival_trolls=s.rival_trolls + 1)
    else:
        s = s.but(trolls=put(s.trolls, owner, s.trolls[owner] + 1))
    return s.tell("untrolled", seat, owner).then(Mix(seat), Renew(seat))
