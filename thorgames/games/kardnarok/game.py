"""The game of Kardnarök, put together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Barred
from thorgames.core.chance import Shuffle
from thorgames.core.game import Choice, Game, Setting, Setup
from thorgames.core.text import Event, Msg
from thorgames.games.kardnarok.cards import GODS, Draw, KardnarokBox, NoArmyChange, PeekTake
from thorgames.games.kardnarok.force import event, least_fee, no_villagers, price, usable_gods, villager_limit
from thorgames.games.kardnarok.hiring import Agree, Amount, Answers, Bidding, Choose, Hire, Offer
from thorgames.games.kardnarok.info import INFO
from thorgames.games.kardnarok.norns import (
    AimSlay,
    AimWild,
    DiscardForNew,
    DrawCards,
    Look,
    PayCost,
    Peek,
    Settle,
    Split,
    SwapWarrior,
    TakeOne,
    UsedUp,
    UseNorn,
    helpful,
    used_up,
    why_not,
)
from thorgames.games.kardnarok.preparation import ChooseKingdom, DealHeroes, Lot, Preparation
from thorgames.games.kardnarok.rounds import (
    Adjust,
    AfterEffective,
    DrawCoins,
    FormArmy,
    PassOn,
    ShowHeroes,
    SwapByEvent,
    TradeOne,
)
from thorgames.games.kardnarok.rules import (
    Act,
    Aftermath,
    AttackTurn,
    Buy,
    Casualties,
    Check,
    ClearUp,
    GameEnd,
    PreCombat,
    PutUnder,
    Reveal,
    Ritual,
    RoundEnd,
    RoundStart,
    TieBreak,
    cancels,
    villagers_in,
)
from thorgames.games.kardnarok.state import LAYOUT, Fetch, KardnarokState
from thorgames.games.kardnarok.view import KardnarokView, before_army, preview
from thorgames.games.kardnarok.words import WORDS

KardnarokFrame = (
    Preparation
    | Lot
    | ChooseKingdom
    | Shuffle
    | DealHeroes
    | RoundStart
    | SwapByEvent
    | DrawCoins
    | Adjust
    | AfterEffective
    | TradeOne
    | PassOn
    | FormArmy
    | ShowHeroes
    | AttackTurn
    | Ritual
    | PreCombat
    | Reveal
    | Act
    | Check
    | Buy
    | Hire
    | Offer
    | Amount
    | Answers
    | Agree
    | Bidding
    | Choose
    | UseNorn
    | UsedUp
    | PayCost
    | AimSlay
    | AimWild
    | DrawCards
    | Peek
    | TakeOne
    | Look
    | SwapWarrior
    | DiscardForNew
    | Split
    | Settle
    | Aftermath
    | Casualties
    | ClearUp
    | PutUnder
    | RoundEnd
    | GameEnd
    | TieBreak
)
S = KardnarokState[KardnarokFrame]

ROUNDS = {"basic": 2, "duel": 4, "story": 4}
"""Rounds of each mode (KRD-070, KRD-900, KRD-910)."""


class Kardnarok(Game[S, KardnarokView, KardnarokBox]):
    """Kardnarök: basic mode for 3 and 4, duel for 2, story for 2 to 4."""

    info = INFO
    layout = LAYOUT
    plays = frozenset({"used", "used.option", "hero.shown", "reinforced", "reinforced.ritual", "ritual.done"})
    words = WORDS
    state_type = S
    view_type = KardnarokView
    box_type = KardnarokBox
    chapters = frozenset({"round.over"})

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """Who has the PR card, and how kingdoms are given out (KRD-021, KRD-027, KRD-R-01, KRD-R-02)."""
        kingdoms = (Choice("seats", "by seat"), Choice("table", "chosen at the table"))
        about = "Kingdoms differ in name and colour only."
        return (
            replace(self.first_player(seats), name="First Kingdom"),
            Setting("kingdoms", "Kingdoms", kingdoms, "seats", about),
        )

    def start(self, setup: Setup) -> S:
        """A game before it is laid out."""
        return S(
            seats=setup.seats,
            agenda=(Preparation(setup.options.get("kingdoms") == "table"),),
            mode=setup.mode,
            rounds=ROUNDS[setup.mode],
            first=setup.first,
        )

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        """Everything in the box, by backs."""
        if not state.bronze:
            return {}
        cards = {kind: self.box.count(kind) for kind in ("warrior", "norn", "hero", "silver")}
        piles = self.box.omens(state.mode == "basic")
        return cards | {f"omen-{at}": Counter(pile) for at, pile in enumerate(piles)}

    def barred(self, view: KardnarokView, ask: Ask) -> tuple[Barred, ...]:
        """Why a Norn, a Warrior, a ritual or an act cannot be chosen now."""
        s, box, seat = view.seen, self.box, ask.seat
        match ask.kind:
            case "ritual":
                able = usable_gods(s, box, seat)
                return tuple(self._no_ritual(s, seat, god) for god in GODS if god not in able)
            case "attack":
                return tuple(self._no_attack(s, ask))
            case "army" | "pre" | "act" | "help":
                return tuple(self._no_norns(s, ask)) + tuple(self._no_act(s, ask))
            case kind if kind.startswith("answer") and not ask.options:
                return (Barred("accept", (ask.args[1],), Msg("why.unable"), "KRD-R-40", "answer.accept"),)
            case "choose" if all(o.id != "serve" for o in ask.options):
                return (Barred("serve", (ask.args[0],), Msg("why.unable"), "KRD-R-40", "choose.help"),)
        return ()

    def _no_ritual(self, s: S, seat: int, god: str) -> Barred:
        card = f"ritual-{god}"
        why = "why.ritual" if s.blocked[seat] == god else "why.banned"
        return Barred(god, (card,), Msg(why, (card,)), "KRD-203", "card")

    def _no_attack(self, s: S, ask: Ask) -> list[Barred]:
        out: list[Barred] = []
        if all(o.id != "army" for o in ask.options):
            why = "why.army" if event(s, self.box, NoArmyChange) else "why.changed"
            out.append(Barred("army", (), Msg(why), "KRD-112", "attack.army"))
        return [*out, *self._no_norns(s, ask)]

    def _no_norns(self, s: S, ask: Ask) -> list[Barred]:
        """Each Norn of the hand that is not among the choices, with the reason."""
        box, seat, fight = self.box, ask.seat, s.fight
        timings = {"army": ("any",), "attack": ("any",), "pre": ("pre", "any"), "act": ("combat", "any")}
        able = timings.get(ask.kind, ("combat", "any"))
        side = fight.side(seat) if fight is not None else -1
        offered = {str(o.id) for o in ask.options}
        out: list[Barred] = []
        for card in dict.fromkeys(s.hand_n[seat]):
            for at, (name, ops) in enumerate(box.choices[card]):
                if f"norn:{card}:{at}" in offered or f"help:{card}:{at}" in offered:
                    continue
                timing = box.cards[card].timing
                if ask.kind in ("army", "attack") and timing != "any":
                    continue  # a hand full of what is for the combat would hide what is asked
                says = "norn.option" if name else "norn.plain"
                rule = "KRD-R-32"
                if ask.kind == "help" and timing != "any":
                    hired = next(i for i, c in enumerate(fight.contracts) if c and c.kingdom == seat) if fight else 0
                    why = "why.nothing" if helpful(box, card, at, hired) else "why.helpless"
                    rule = "KRD-306"
                elif timing not in able:
                    why, rule = f"why.timing.{'pre' if timing == 'pre' else 'combat'}", "KRD-046"
                elif used_up(s, box, seat):
                    why, rule = "why.limit", "KRD-235"
                elif ask.kind == "act" and fight is not None and fight.closed[side] and not cancels(box, card):
                    why, rule = "why.closed", "KRD-R-33"
                else:
                    why = why_not(s, box, seat, side, card, ops) or "why.spent"
                    rule = "KRD-R-65" if why == "why.spent" else rule
                out.append(Barred(f"norn:{card}:{at}", (card, name), Msg(why, (card,)), rule, says))
        return out

    def _no_act(self, s: S, ask: Ask) -> list[Barred]:
        """Reinforcements and purchases that are not to be had."""
        fight, seat, box = s.fight, ask.seat, self.box
        if ask.kind != "act" or fight is None:
            return []
        side = fight.side(seat)
        offered = {o.id for o in ask.options}
        out: list[Barred] = []
        for card in villagers_in(s, box, seat):
            if card in offered:
                continue
            stopped = no_villagers(fight, box, side) or len(s.villagers[seat]) >= villager_limit(s, box)
            why = "why.villagers" if stopped and not fight.closed[side] else "why.closed"
            rule = "KRD-R-33" if fight.closed[side] else "KRD-238"
            out.append(Barred(card, (card,), Msg(why), rule, "act.reinforce"))
        if s.seats > 2 and "hire" not in offered and not fight.closed[side]:
            why = "why.bronze" if s.bronze[seat] < least_fee(s, box) else "why.bound"
            out.append(Barred("hire", (), Msg(why), "KRD-301", "act.hire"))
        for card in dict.fromkeys(s.bought[seat]):
            for at, (name, ops) in enumerate(box.choices[card]):
                if f"bought:{card}:{at}" not in offered:
                    why = (
                        "why.timing.pre" if box.cards[card].timing == "pre" else why_not(s, box, seat, side, card, ops)
                    )
                    says = "bought.option" if name else "bought.plain"
                    why = why or "why.limit"
                    out.append(Barred(f"bought:{card}:{at}", (card, name), Msg(why, (card,)), "KRD-906", says))
        if s.seats == 2 and "buy" not in offered and not fight.closed[side] and s.bronze[seat] < price(s, box):
            out.append(Barred("buy", (price(s, box),), Msg("why.bronze"), "KRD-905", "act.buy"))
        return out

    def preview(self, view: KardnarokView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        """What a choice would make of the Force."""
        return preview(view, ask, answer)

    def sums(self, ask: Ask, answer: Answer) -> Msg | None:
        """The Warriors and the Hero of an army; what is done before it is formed is chosen alone (KRD-R-04)."""
        if ask.kind == "army" and before_army(answer):
            return Msg("army.first" if len(answer) == 1 else "army.alone")
        return super().sums(ask, answer)

    def progress(self, view: KardnarokView) -> Msg:
        """Round and attack turn."""
        s = view.seen
        if s.turn < 0:
            return Msg("progress.start", (max(1, s.round), s.rounds))
        return Msg("progress", (s.round, s.rounds, s.turn + 1, s.seats))

    def turns(self, state: S) -> int:
        """Combats, the present one included."""
        return state.fought + (state.fight is not None)

    def first_seat(self, state: S) -> int | None:
        """The First Kingdom of round 1."""
        return state.first if state.first >= 0 else None

    def guess(self, view: KardnarokView, rng: random.Random) -> S:
        """Besides the cards: which of them a Norn has brought to other hands."""
        state: S = super().guess(view, rng)
        return state.but(fetched=self._fetched(view, state, rng)) if state.fight is not None else state

    def scramble(self, state: S, viewer: int | None, rng: random.Random) -> S:
        """Besides the cards: what Norns have brought lies in the hands that were dealt anew."""
        twin = super().scramble(state, viewer, rng)
        return twin.but(fetched=self._fetched(self.view(state, viewer), twin, rng)) if twin.fight is not None else twin

    def _fetched(self, view: KardnarokView, state: S, rng: random.Random) -> tuple[tuple[Fetch, ...], ...]:
        """What Norns have brought: the viewer knows his own; for the others, cards of the hands they might hold."""
        assert state.fight is not None
        found: list[list[Fetch]] = [[] for _ in range(state.seats)]
        for at, use in enumerate(state.fight.uses):
            if use.user == view.viewer or not use.active:
                continue
            for op in self.box.choices[use.card][use.option][1]:
                if isinstance(op, (Draw, PeekTake)):
                    hand = (state.hand_w if op.deck == "warrior" else state.hand_n)[use.user]
                    n = min(len(hand), op.n if isinstance(op, Draw) else 1)
                    found[use.user].append(Fetch(at, op.deck, tuple(rng.sample(hand, n))))
        mine = view.seen.fetched[view.viewer] if view.viewer is not None else ()
        return tuple(mine if seat == view.viewer else tuple(other) for seat, other in enumerate(found))

    def taught(self, before: S, after: S, seat: int | None, events: Sequence[Event] = ()) -> bool:
        """Besides: what a cancelled Norn gives back tells something of the hand it comes from."""
        if any(e.kind in ("cancelled", "restored") for e in events):
            return True
        return super().taught(before, after, seat, events)

    def wrong(self, state: S) -> Sequence[str]:
        """The invariants besides the census."""
        return tuple(_wrong(state, self.box)) if state.round and state.kingdoms else ()


def _wrong(s: S, box: KardnarokBox) -> list[str]:
    """Broken invariants, one sentence each."""
    faults: list[str] = []
    for seat in range(s.seats):
        if len(s.reserve[seat]) + len(s.leaders[seat]) != 2:
            faults.append(f"seat {seat} has not two Heroes")
        if s.bronze[seat] < 0:
            faults.append(f"seat {seat} has less than no bronze")
        if len(s.coins[seat]) > 1 and not any(isinstance(frame, DrawCoins) for frame in s.agenda):
            faults.append(f"seat {seat} has two coins on its Kingdom card")
    start = 10 if s.seats == 2 else 5
    if sum(s.bronze) + s.spent != start * s.seats:
        faults.append("bronze is lost or gained")
    if s.seats > 2 and s.spent:
        faults.append("bronze has left the game")
    if sum(len(pile) for pile in s.won) != s.fought + (1 if s.fight is not None and _settled(s) else 0):
        faults.append("not one silver coin is won for each combat")
    top = s.agenda[-1] if s.agenda else None
    between = isinstance(top, AttackTurn) and s.fight is None
    if between:
        for seat in range(s.seats):
            if len(s.army[2 * seat]) + len(s.army[2 * seat + 1]) != 2 or not s.leaders[seat]:
                faults.append(f"seat {seat} has no whole army")
    if s.fight is not None:
        uses = [use.card for use in s.fight.uses]
        if s.used and list(s.used) != uses:
            faults.append("the Norns used are not those on the table")
        if any(contract is not None and contract.helps > 2 for contract in s.fight.contracts):
            faults.append("a mercenary has helped more than twice")
    if len(set(s.kingdoms) - {-1}) + s.kingdoms.count(-1) != s.seats:
        faults.append("two kingdoms are the same")
    return faults


def _settled(s: S) -> bool:
    """Whether the coin of the combat under way has changed hands."""
    return any(isinstance(frame, (Casualties, ClearUp, PutUnder)) for frame in s.agenda)


GAME = Kardnarok
