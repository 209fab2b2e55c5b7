"""What happens at the start of a round and between combats: coins, Effective, events of Ragnarök cards, armies."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import pick
from thorgames.core.piles import copies, named, put, without
from thorgames.core.state import Frame
from thorgames.core.zones import Pile
from thorgames.games.kardnarok.cards import KardnarokBox, PassLeft, Recycle, Trade
from thorgames.games.kardnarok.force import event, hero_cap, laws, omen
from thorgames.games.kardnarok.hands import (
    S,
    clockwise,
    discard,
    draw,
    gain,
    hand_options,
    kind_of,
    lose,
    swap_hero,
    warriors_of,
)
from thorgames.games.kardnarok.norns import DiscardForNew, Split, UseNorn, norn_options


class SwapByEvent(Frame, frozen=True, tag="SwapByEvent"):
    """A Ragnarök card lets, or makes, a kingdom swap one of its Heroes; its swap of the round stays (KRD-R-60)."""

    seat: int
    must: bool

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | Pending | S:
        """Ask which Hero."""
        if answer is None:
            options = swaps(s.reserve[self.seat])
            if self.must:
                return Ask(self.seat, "event.swap", options, (omen(s),), rule="KRD-101")
            return Pending(
                "reaction", (Ask(self.seat, "event.may", options, (omen(s), self.seat), lo=0, rule="KRD-101"),)
            )
        if not answer:
            return s.tell("hero.kept", self.seat)
        return swap_hero(s, self.seat, answer[0].partition(":")[2])


class DrawCoins(Frame, frozen=True, tag="DrawCoins"):
    """A kingdom draws a silver coin from the bag and shows it; of several it keeps the highest (KRD-061, KRD-514)."""

    seat: int
    n: int = 1

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Let chance draw; an empty bag gives nothing (KRD-R-51)."""
        if s.bag:
            if answer is None:
                return pick("coin", len(s.bag), self.seat)
            at = int(answer[0])
            card = s.bag[at]
            coins = put(s.coins, self.seat, (*s.coins[self.seat], card))
            s = s.but(told=s.and_told("coin.drawn", self.seat, card), bag=(*s.bag[:at], *s.bag[at + 1 :]), coins=coins)
            if self.n > 1:
                return s.then(DrawCoins(self.seat, self.n - 1))
        if len(s.coins[self.seat]) < 2:
            return s
        best = max(s.coins[self.seat], key=box.value.__getitem__)
        others = without(s.coins[self.seat], best)
        s = s.but(coins=put(s.coins, self.seat, (best,)), bag=tuple(sorted((*s.bag, *others))))
        return s.tell("coin.kept", self.seat, best)


class Adjust(Frame, frozen=True, tag="Adjust"):
    """A kingdom comes to own exactly as many Warriors and Norns as the Effective says (KRD-007, KRD-102, KRD-R-11).

    It discards what is too much, Norns as well where a second Warrior must come, and draws what is missing.
    """

    seat: int
    cleared: bool = False

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask for discards where there is a choice; then for the split."""
        seat = self.seat
        warriors = warriors_of(s, seat)
        have = warriors + len(s.hand_n[seat])
        if have == s.effective and warriors >= 2:
            return s
        missing = max(0, s.effective - have)
        need = min(max(0, 2 - warriors), len(s.warriors))
        over = max(0, have - s.effective)
        n = over + max(0, need - missing)
        if self.cleared or not n:
            return s.then(Split(seat, missing, "adjust")) if missing else s
        if answer is None:
            bound = max(0, warriors - 2)
            options = hand_options(s, seat, warriors=bool(over and bound))
            if len(options) > 1:
                n = min(n, len(options))
                kind, rule = ("surplus", "KRD-512") if over else ("surplus.norns", "KRD-R-11")
                return Ask(seat, kind, options, (n,), n, n, ordered=True, budget=(bound,), rule=rule)
            answer = tuple([option.id for option in options])
        return discard(s, box, seat, named(answer)).then(Adjust(seat, cleared=True))


class AfterEffective(Frame, frozen=True, tag="AfterEffective"):
    """The event of the Ragnarök card that follows the Effective (KRD-R-66)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Put it on the agenda."""
        todo: list[Frame] = []
        todo += [DiscardForNew(seat, op.max, True) for op in event(s, box, Recycle) for seat in s.order]
        todo += [TradeOne(seat, op.deck, op.other, op.n) for op in event(s, box, Trade) for seat in s.order]
        todo += [PassOn(op.n) for op in event(s, box, PassLeft)]
        return s.then(*todo)


class TradeOne(Frame, frozen=True, tag="TradeOne"):
    """A kingdom puts cards of one kind under their deck and draws as many of the other, by a Ragnarök card."""

    seat: int
    deck: str
    other: str
    n: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask which cards; whoever has none does nothing."""
        options = hand_options(s, self.seat, self.deck == "warrior", self.deck == "norn")
        n = min(self.n, len(options))
        if self.deck == "warrior":
            n = min(n, max(0, warriors_of(s, self.seat) - 2))
        if not n:
            return s
        if answer is None:
            return Ask(self.seat, "event.trade", options, (omen(s), n), lo=n, hi=n, rule="KRD-R-60")
        return draw(discard(s, box, self.seat, named(answer)), self.seat, self.other, n)[1]


class PassOn(Frame, frozen=True, tag="PassOn"):
    """All kingdoms choose cards in secret and pass them to the left at the same time, by a Ragnarök card (KRD-R-12)."""

    n: int

    def step(self, s: S, box: KardnarokBox, answer: Any = None) -> Pending | S:
        """Ask everybody; then pass."""
        if answer is None:
            return Pending("sealed", tuple(self._ask(s, seat) for seat in range(s.seats)))
        given: dict[int, tuple[str, ...]] = {seat: named(cards) for seat, cards in answer.items()}
        for seat in s.order:
            for card in given[seat]:
                s = lose(s, seat, kind_of(box, card), card)
        for seat in s.order:
            left = clockwise(s, seat)[0]
            for card in given[seat]:
                s = gain(s, left, kind_of(box, card), card)
                s = s.tell(f"passed.{kind_of(box, card)}", seat, left, to=(seat, left), secret=(card,))
        return s

    def _ask(self, s: S, seat: int) -> Ask:
        options = hand_options(s, seat)
        n = min(self.n, len(options))
        # Who has no Norn to pass passes a Warrior all the same.
        bound = max(0, warriors_of(s, seat) - 2, n - len(s.hand_n[seat]))
        left = clockwise(s, seat)[0]
        return Ask(seat, "event.pass", options, (omen(s), left), lo=n, hi=n, budget=(bound,), rule="KRD-R-12")


# --- Armies --------------------------------------------------------------------------------------------------------


def hero_options(s: S, seat: int) -> tuple[Option, ...]:
    """The Hero swap of the round, with the Heroes that stand in no formed army (KRD-101, KRD-R-05)."""
    return () if s.swapped[seat] else swaps(s.reserve[seat])


@lru_cache(maxsize=1024)
def swaps(reserve: Pile, amount: tuple[int, ...] = ()) -> tuple[Option, ...]:
    """A swap of each of some Heroes."""
    return tuple(Option(f"swap:{hero}", (hero,), "swap.hero", amount) for hero in dict.fromkeys(reserve))


def swap_of_round(s: S, seat: int, hero: str) -> S:
    """Swap a Hero; the swap of this round is used (KRD-101)."""
    return swap_hero(s.but(swapped=put(s.swapped, seat, True)), seat, hero)


def disband(s: S, *seats: int) -> S:
    """Armies come back to hand (KRD-R-18, KRD-502)."""
    hands, army, shown, looked = list(s.hand_w), list(s.army), list(s.shown), list(s.looked)
    reserve, leaders, heroes_up = list(s.reserve), list(s.leaders), list(s.heroes_up)
    for seat in seats:
        one, other = 2 * seat, 2 * seat + 1
        hands[seat] = tuple(sorted(hands[seat] + army[one] + army[other]))
        army[one] = army[other] = ()
        shown[one] = shown[other] = looked[one] = looked[other] = False
        reserve[seat] = tuple(sorted(reserve[seat] + leaders[seat]))
        leaders[seat], heroes_up[seat] = (), False
    return s.but(
        hand_w=tuple(hands),
        army=tuple(army),
        shown=tuple(shown),
        looked=tuple(looked),
        reserve=tuple(reserve),
        leaders=tuple(leaders),
        heroes_up=tuple(heroes_up),
    )


class FormArmy(Frame, frozen=True, tag="FormArmy"):
    """A kingdom chooses two Warriors, face-down, and a Hero (KRD-006, KRD-105, KRD-R-17).

    While it does it may use Norns for any moment and swap a Hero; a card can be used once (KRD-R-04, KRD-R-65). With
    fewer than two Warriors the army has fewer (KRD-R-15). The places matter, so the order of the choice counts.
    """

    seat: int
    begun: bool = False

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask for all of it at once."""
        seat = self.seat
        if not self.begun:
            return s.but(agenda=(*s.agenda, FormArmy(seat, begun=True)), tired=())
        n = min(2, len(s.hand_w[seat]))
        if answer is None:
            whole = (n, 1)
            reserve = s.reserve[seat]
            norns = norn_options(s, box, seat, "any")
            if norns:
                norns = [Option(o.id, o.refs, o.says, whole) for o in norns if o.refs[0] not in s.tired]
            options = (
                *_warriors(box, s.hand_w[seat]),
                *_heroes(box, reserve, hero_cap(s, box)),
                *norns,
                *(() if s.swapped[seat] else swaps(reserve, whole)),
            )
            return Ask(seat, "army", options, hi=n + 1, ordered=True, need=whole, budget=whole, rule="KRD-105")
        verb, _, what = answer[0].partition(":")
        if verb == "swap":
            return swap_of_round(s, seat, what).then(self)
        if verb == "norn":
            card, _, option = what.partition(":")
            return s.then(UseNorn(seat, -1, card, int(option)), self)
        cards, hero = [], ""
        for choice in answer:
            if choice.startswith("hero:"):
                hero = choice.removeprefix("hero:")
            else:
                cards.append(choice.partition("#")[0])
        army, stamps = list(s.army), list(s.stamps)
        for place, card in enumerate(cards, 2 * seat):
            army[place] = (card,)
            stamps[place] = max(stamps) + 1
        return s.but(
            told=s.and_told("army.formed", seat, to=(seat,), secret=(" ".join(cards), hero)),
            hand_w=put(s.hand_w, seat, without(s.hand_w[seat], *cards)),
            army=tuple(army),
            stamps=tuple(stamps),
            leaders=put(s.leaders, seat, (hero,)),
            reserve=put(s.reserve, seat, without(s.reserve[seat], hero)),
        )


@lru_cache(maxsize=2048)
def _warriors(box: KardnarokBox, hand: Pile) -> tuple[Option, ...]:
    """The Warriors of a hand to stand in an army."""
    return tuple([_warrior(box, oid, card) for oid, card in copies(hand, 2)])


@lru_cache(maxsize=256)
def _warrior(box: KardnarokBox, oid: str, card: str) -> Option:
    return Option(oid, (card, box.force[card], box.rune[card]), "army.warrior", (1, 0))


@lru_cache(maxsize=1024)
def _heroes(box: KardnarokBox, reserve: Pile, cap: int) -> tuple[Option, ...]:
    """The Heroes that could lead an army, with what they give, at most so much."""
    return tuple(
        Option(f"hero:{hero}", (hero, box.force[hero], box.wants(hero, cap)), "army.hero", (0, 1))
        for hero in dict.fromkeys(reserve)
    )


class ShowHeroes(Frame, frozen=True, tag="ShowHeroes"):
    """When all who formed armies are done, their Heroes are turned up together (KRD-105, KRD-R-17)."""

    seats: tuple[int, ...]

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Show them, unless a fixed rule hides Heroes till the reveal."""
        if laws(s, box).hidden:
            return s
        return show_heroes(s, *self.seats)


def show_heroes(s: S, *seats: int) -> S:
    """Turn up the Heroes of armies."""
    for seat in seats:
        if s.leaders[seat] and not s.heroes_up[seat]:
            s = s.but(told=s.and_told("hero.shown", seat, s.leaders[seat][0]), heroes_up=put(s.heroes_up, seat, True))
    return s
