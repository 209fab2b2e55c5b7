"""The game of Terres de Destinées, put together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from thorgames.core.ask import Answer, Ask, Barred
from thorgames.core.chance import Shuffle
from thorgames.core.game import Choice, Game, Setting, Setup
from thorgames.core.piles import put
from thorgames.core.text import Event, Msg
from thorgames.games.terres.auctions import (
    AuctionEnd,
    Bidding,
    ChooseOne,
    Cleared,
    Deal,
    FaceDown,
    Pay,
    Place,
    PlaceBoth,
    Proceeds,
    PutUp,
    Taxes,
    highest_bid,
    sellable,
)
from thorgames.games.terres.cards import TOKENS, Tax, TerresBox
from thorgames.games.terres.info import INFO
from thorgames.games.terres.piles import area, h, holder, ready, remaining
from thorgames.games.terres.powers import (
    TWICE,
    AnswerDemand,
    Apply,
    DeployHand,
    DrawCards,
    GiveCards,
    LookAt,
    PayCost,
    TakeRandom,
    Throw,
    ThrowRandom,
    permanents,
)
from thorgames.games.terres.preparation import DealAll, Preparation, Youngest
from thorgames.games.terres.rules import (
    Bequest,
    Breathe,
    Check,
    Curse,
    Doom,
    Effects,
    Heal,
    Inherit,
    Judge,
    MakeReady,
    MayRepeat,
    StartDraw,
    TurnEnd,
    TurnStart,
    Windfall,
    duties,
    may_act,
)
from thorgames.games.terres.state import LAYOUT, TerresState
from thorgames.games.terres.view import TerresView, preview
from thorgames.games.terres.words import WORDS

TerresFrame = (
    Preparation
    | Youngest
    | Shuffle
    | DealAll
    | TurnStart
    | Curse
    | Windfall
    | StartDraw
    | MakeReady
    | Check
    | Doom
    | Breathe
    | Heal
    | Judge
    | Inherit
    | Bequest
    | PutUp
    | FaceDown
    | Taxes
    | Bidding
    | AuctionEnd
    | Pay
    | Deal
    | Place
    | ChooseOne
    | PlaceBoth
    | Proceeds
    | Cleared
    | Effects
    | MayRepeat
    | TurnEnd
    | Apply
    | PayCost
    | Throw
    | ThrowRandom
    | TakeRandom
    | GiveCards
    | AnswerDemand
    | DeployHand
    | DrawCards
    | LookAt
)
S = TerresState[TerresFrame]

OPENED = frozenset({"discarded", "scry.discarded", "grabbed", "deployed", "declined", "turned.up"})
"""Events that name a card which was hidden, of the seat that is their first argument."""


class Terres(Game[S, TerresView, TerresBox]):
    """Terres de Destinées: normal mode for 3 to 6, duel for 2."""

    info = INFO
    layout = LAYOUT
    plays = frozenset({"placed", "supported", "activated", "fulfilled"})
    words = WORDS
    state_type = S
    view_type = TerresView
    box_type = TerresBox

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """Whether the starburst cards are used, and who begins (TDD-001, TDD-102, TDD-108, TDD-R-04, TDD-R-06)."""
        onoff = (Choice("no", "without"), Choice("yes", "with"))
        about = "Twelve cards with the heaviest rules; leave them out at first."
        return (Setting("starburst", "Starburst", onoff, "no", about), self.first_player(seats))

    def start(self, setup: Setup) -> S:
        """A game before it is laid out."""
        return S(
            seats=setup.seats,
            agenda=(Preparation(),),
            mode=setup.mode,
            starburst=setup.options.get("starburst") == "yes",
            first=setup.first,
        )

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        """The game cards played with, and the Destinies."""
        if not state.out:
            return {}
        return {
            "game": Counter(self.box.deck(state.starburst)),
            "common": Counter(self.box.destinies("common")),
            "secret": Counter(self.box.destinies("secret")),
        }

    def barred(self, view: TerresView, ask: Ask) -> tuple[Barred, ...]:
        """Why a card cannot be used, put up or bid for now."""
        s, box, seat = view.seen, self.box, ask.seat
        if ask.kind == "put.up":
            able = sellable(s, box, seat)
            return tuple(
                Barred(card, (card,), Msg("why.request", (card,)), "TDD-R-43", "card")
                for card in s.hands[seat]
                if card not in able
            )
        if ask.kind in ("bid", "bid.first"):
            n = highest_bid(s, seat) + 1
            return (Barred(str(n), (n, 0), Msg("why.hand"), "TDD-303", "bid.option"),)
        return tuple(self._no_acts(s, ask)) if ask.kind == "effects" else ()

    def _no_acts(self, s: S, ask: Ask) -> list[Barred]:
        """Each own card with a power to activate that is not among the choices, and the end of the turn."""
        box, you = self.box, ask.seat
        offered = {o.id for o in ask.options}
        out: list[Barred] = []
        for card in area(s, you):
            if not box.steps[card] or f"act:{card}" in offered:
                continue
            if s.lich and box.cards[card].family != "necromancy":
                why, rule = "why.liche", "TDD-907"
            elif not ready(s, card):
                why, rule = "why.exhausted", "TDD-405"
            elif s.acts.count(card) >= TWICE:
                why, rule = "why.twice", "TDD-R-35"
            else:
                why, rule = "why.demands", "TDD-R-31"
            out.append(Barred(f"act:{card}", (card, holder(s, card)), Msg(why, (card,)), rule, "effects.act"))
        must = duties(s, box, may_act(s, box))
        if must:
            out.append(Barred("end", (), Msg("why.duty", (" ".join(must),)), "TDD-207", "effects.end"))
        return out

    def preview(self, view: TerresView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        """What a bid would leave, or what a power does."""
        return preview(view, ask, answer)

    def taught(self, before: S, after: S, seat: int | None, events: Sequence[Event] = ()) -> bool:
        """Besides: cards that others lay open and that are shuffled away at once; what a tax tells of a hidden card."""
        if any(e.kind in OPENED and e.args[0] != seat for e in events):
            return True
        if after.auction is not None and after.auction.face_down and before.auction is None:
            return True
        return super().taught(before, after, seat, events)

    def progress(self, view: TerresView) -> Msg:
        """The turn."""
        return Msg("progress", (max(1, view.seen.turn),))

    def turns(self, state: S) -> int:
        """Turns of the table, the present one included."""
        return state.turn

    def first_seat(self, state: S) -> int | None:
        """Who had the first turn."""
        return state.first if state.first >= 0 else None

    def guess(self, view: TerresView, rng: random.Random) -> S:
        """A full state; a seller asked for a tax on a face-down card has put up one that is taxed."""
        state: S = super().guess(view, rng)
        top = state.agenda[-1] if state.agenda else None
        if not isinstance(top, Taxes) or not top.sellers:
            return state
        seat = top.sellers[0]
        exempt = {op.exempt for other in remaining(state) for op in permanents(state, self.box, other, Tax)}
        card = state.offers[seat][0]
        if seat == view.viewer or self.box.cards[card].family not in exempt:
            return state
        # The card changes places with one of those that the viewer does not see.
        for at in (-1, *(other for other in range(state.seats) if other != view.viewer)):  # the deck, then hands
            pile = state.deck if at < 0 else state.hands[at]
            fit = [other for other in pile if self.box.cards[other].family not in exempt]
            if fit:
                new = rng.choice(fit)
                swapped = tuple(card if other == new else other for other in pile)
                state = state.but(offers=put(state.offers, seat, (new,)))
                if at < 0:
                    return state.but(deck=swapped)
                return state.but(hands=put(state.hands, at, tuple(sorted(swapped))))
        return state

    def wrong(self, state: S) -> Sequence[str]:
        """The invariants besides the census."""
        return tuple(_wrong(state, self.box)) if state.out and state.turn else ()


def _wrong(s: S, box: TerresBox) -> list[str]:
    """Broken invariants, one sentence each."""
    faults: list[str] = []
    for seat in range(s.seats):
        if len(set(s.tokens[seat])) != len(s.tokens[seat]) or not set(s.tokens[seat]) <= set(range(1, TOKENS + 1)):
            faults.append(f"seat {seat} has wrong Tokens")
        if s.out[seat] and s.outcome is None and (h(s, seat) or area(s, seat)) and not _clearing(s):
            faults.append(f"seat {seat} is eliminated but owns something")
        if not s.out[seat] and len(s.secret[seat]) != 1:
            faults.append(f"seat {seat} has no Secret Destiny")
        if s.spared[seat] and h(s, seat):
            faults.append(f"seat {seat} is spared but has cards")
    for card in (*s.exhausted, *s.frozen):
        if holder(s, card) < 0:
            faults.append(f"a card with a state is not in play: {card}")
    if len(s.common) != 2:
        faults.append("not two Common Destinies lie open")
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PutUp) and s.outcome is None:
        faults += [
            f"seat {seat} has no card and was not judged"
            for seat in remaining(s)
            if not h(s, seat) and not s.spared[seat]
        ]
    if any(s.acts.count(card) > TWICE for card in s.acts):
        faults.append("a card was activated more than twice in a turn")
    return faults


def _clearing(s: S) -> bool:
    """Whether what eliminated players leave is still to be cleared up."""
    return any(isinstance(frame, (Inherit, Bequest)) for frame in s.agenda)


GAME = Terres
