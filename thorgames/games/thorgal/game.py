"""The game of Thorgal: The Card Game, put together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Barred
from thorgames.core.chance import Shuffle
from thorgames.core.game import Choice, Game, Setting, Setup
from thorgames.core.text import Event, Msg
from thorgames.core.zones import BACK
from thorgames.games.thorgal.cards import ThorgalBox
from thorgames.games.thorgal.effects import (
    Apply,
    AttachMore,
    Give,
    Hurt,
    LeaveGame,
    PeekAt,
    PutIntoParty,
    SearchDeck,
    Toss,
)
from thorgames.games.thorgal.info import INFO
from thorgames.games.thorgal.piles import conquered, held, in_party, living, pile, role
from thorgames.games.thorgal.preparation import (
    ChooseFaction,
    ExtraLands,
    FirstDestiny,
    FirstMarkers,
    Preparation,
    Start,
    Unpack,
)
from thorgames.games.thorgal.rules import (
    Actions,
    CheckOne,
    CleanUp,
    Conquer,
    Dawn,
    Dusk,
    Fate,
    FateBegins,
    FateEnds,
    Journey,
    Meet,
    NextRound,
    Oppose,
    PhaseEnd,
    Play,
    PutAway,
    Resolve,
    Return,
    RoundStart,
    Settle,
    TakeOff,
    UnderDeck,
    Undertake,
    Upkeep,
    why_not,
)
from thorgames.games.thorgal.state import LAYOUT, ThorgalState
from thorgames.games.thorgal.view import ThorgalView, preview
from thorgames.games.thorgal.words import WORDS

ThorgalFrame = (
    Preparation
    | ChooseFaction
    | Unpack
    | Start
    | Shuffle
    | FirstDestiny
    | ExtraLands
    | FirstMarkers
    | RoundStart
    | FateBegins
    | Fate
    | FateEnds
    | Dawn
    | PhaseEnd
    | Actions
    | Play
    | Settle
    | Journey
    | Undertake
    | Oppose
    | Resolve
    | Return
    | Conquer
    | Dusk
    | Upkeep
    | CheckOne
    | Meet
    | CleanUp
    | PutAway
    | UnderDeck
    | TakeOff
    | NextRound
    | Apply
    | Give
    | Hurt
    | LeaveGame
    | Toss
    | SearchDeck
    | PeekAt
    | AttachMore
    | PutIntoParty
)
S = ThorgalState[ThorgalFrame]

OPEN = frozenset(
    {"act", "effect.bane", "effect.choose", "effect.may", "effect.target", "elements", "intrigue", "points"}
    | {"points.total", "upkeep.either"}
)
"""Questions that are answered from what lies open, by players without a hand."""

NEVER_HAND = frozenset({"horn", "upkeep.unmet"})
"""Questions that are answered from what lies open, whatever is in hand."""

OPENED = frozenset({"found", "destroyed.pay"})
"""Events that name cards which were hidden, of the seat that is their first argument."""


class Thorgal(Game[S, ThorgalView, ThorgalBox]):
    """Thorgal: The Card Game for 2, 3 and 4."""

    info = INFO
    layout = LAYOUT
    plays = frozenset({"played", "activated", "undertaken", "opposed", "horn.used"})
    words = WORDS
    state_type = S
    view_type = ThorgalView
    box_type = ThorgalBox

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """How factions are given out, and who is the first destiny player (TRG-100, TRG-125, TRG-R-16)."""
        factions = (Choice("table", "chosen at the table"), Choice("lot", "by lot"))
        first = replace(self.first_player(seats), name="First destiny")
        return (Setting("factions", "Factions", factions, "table"), first)

    def start(self, setup: Setup) -> S:
        """A game before it is laid out."""
        return S(
            seats=setup.seats,
            agenda=(Preparation(setup.options.get("factions") != "lot"),),
            first=setup.first,
        )

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        """Both decks of each faction."""
        if not (any(state.aside) or state.lands):
            return {}
        found: dict[str, Counter[str]] = {}
        for seat, faction in enumerate(state.factions):
            found[f"destiny-{seat}"] = Counter(self.box.of(faction, "destiny"))
            found[f"bane-{seat}"] = Counter(self.box.of(faction, "bane"))
        return found

    def view(self, state: S, viewer: int | None) -> ThorgalView:
        """Besides: while Gods Fate goes on, the piles of the others are as large as when it began (TRG-R-10)."""
        view: ThorgalView = super().view(state, viewer)
        if not state.fate:
            return view
        seen = view.seen
        for seat, sizes in enumerate(state.fate):
            if seat == viewer or state.out[seat]:
                continue
            kind = role(state, seat)
            for field, n in zip(("hand", "pool", "deck"), sizes, strict=True):
                name = f"{field}_{kind}"
                piles = getattr(seen, name)
                seen = seen.but(**{name: (*piles[:seat], (BACK,) * n, *piles[seat + 1 :])})
        return replace(view, seen=seen)

    def scramble(self, state: S, viewer: int | None, rng: random.Random) -> S:
        """Besides: in Gods Fate the others have done what they have done, only with other cards."""
        if not state.fate:
            return super().scramble(state, viewer, rng)
        twin: S = self.guess(super().view(state, viewer), rng)
        return twin.but(left=state.left)

    def barred(self, view: ThorgalView, ask: Ask) -> tuple[Barred, ...]:
        """Why a card of the hand cannot be played, or one of the party or a Fenris effect not be used."""
        if ask.kind != "act":
            return ()
        s, box, seat = view.seen, self.box, ask.seat
        offered = {str(o.id) for o in ask.options}
        out: list[Barred] = []
        for card in dict.fromkeys(pile(s, "hand", seat)):
            if f"play:{card}" not in offered:
                why = why_not(s, box, seat, card, len(pile(s, "pool", seat)))
                rule = {"why.dawn": "TRG-315", "why.unique": "TRG-350", "why.phase": "TRG-330"}.get(why, "TRG-320")
                price = view.cost(seat, card)
                reason = Msg(why, (card, price, named_phases(box.cards[card].phases)))
                out.append(Barred(f"play:{card}", (card, price), reason, rule, "act.play"))
        if seat == s.dest:
            for card, spot in in_party(s, seat):
                if box.steps(card, "activated") and f"use:{spot.uid}" not in offered:
                    phases = box.phases(card, "activated")
                    why = "why.tired" if spot.tired else "why.activate"
                    if seat in s.forbidden and s.phase in phases and not spot.tired:
                        why = "why.forbidden"
                    rule = "TRG-360" if why == "why.activate" else "TRG-365"
                    reason = Msg(why, (card, named_phases(phases)))
                    out.append(Barred(f"use:{spot.uid}", (card,), reason, rule, "act.use"))
            return tuple(out)
        for at, land in enumerate(s.lands):
            if land.conqueror == s.dest and f"fenris:{at}" not in offered:
                why = "why.used" if land.used else "why.tired" if land.tired else "why.activate"
                rule = "TRG-490" if why == "why.activate" else "TRG-492"
                reason = Msg(why, (land.card, named_phases(box.phases(land.card, "fenris"))))
                out.append(Barred(f"fenris:{at}", (land.card,), reason, rule, "act.fenris"))
        return tuple(out)

    def openly(self, state: S, ask: Ask) -> bool:
        """Whether a question and all choices are about cards in play, and whoever is asked holds no hand.

        A hand that would be looked at by one of the choices keeps it private: what is seen is told on that screen.
        """
        if ask.kind not in OPEN and ask.kind not in NEVER_HAND:
            return False
        if ask.kind in OPEN and pile(state, "hand", ask.seat):
            return False
        named = {*ask.args, *(ref for option in ask.options for ref in option.refs)}
        return not named & self.box.spying

    def proposal(self, view: ThorgalView, ask: Ask) -> Answer:
        """Who can only pass need not look for the key."""
        return ("pass",) if ask.kind == "act" and len(ask.options) == 1 else ()

    def preview(self, view: ThorgalView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        """What a choice would do."""
        return preview(view, ask, answer)

    def taught(self, before: S, after: S, seat: int | None, events: Sequence[Event] = ()) -> bool:
        """Besides: cards of others that are shown and lie closed again; what all have done in Gods Fate."""
        if any(e.kind in OPENED and e.args[0] != seat for e in events) or any(e.kind == "fate.done" for e in events):
            return True
        return super().taught(before, after, seat, events)

    def progress(self, view: ThorgalView) -> Msg:
        """Round and phase."""
        s = view.seen
        return Msg("progress", (s.round, f"phase.name.{s.phase or 'fate'}")) if s.round else Msg("progress.setup")

    def turns(self, state: S) -> int:
        """Rounds, the present one included."""
        return state.round

    def first_seat(self, state: S) -> int | None:
        """The first destiny player."""
        return state.first if state.first >= 0 else None

    def wrong(self, state: S) -> Sequence[str]:
        """The invariants besides the census."""
        return tuple(_wrong(state, self.box)) if state.round else ()


def named_phases(phases: Sequence[str]) -> str:
    """Phases as they are called, with "or" between them."""
    return " or ".join(phase.title() for phase in phases)


def _wrong(s: S, box: ThorgalBox) -> list[str]:
    """Broken invariants, one sentence each."""
    faults: list[str] = []
    for seat in living(s):
        names = held(s, box, seat)
        if len(set(names)) != len(names):
            faults.append(f"seat {seat} holds a unique card twice")
        if len(s.party[seat]) != len(s.spots[seat]):
            faults.append(f"seat {seat} has cards in play without a place, or the other way round")
        if seat != s.dest and s.hand_d[seat]:
            faults.append(f"seat {seat} is a bane player with destiny cards in hand")
        if any(spot.tired < 0 for spot in s.spots[seat]):
            faults.append(f"seat {seat} has less than no exhaustion marker on a card")
        if s.outcome is None and len(conquered(s, seat)) >= s.horns:
            faults.append(f"seat {seat} has enough horns, but the game goes on")
    if sum(map(len, s.opposing)) != (s.opponent is not None):
        faults.append("an opposing companion without a place, or the other way round")
    if s.phase != "journey" and (any(s.attached_d) or any(s.attached_b)):
        faults.append("cards are attached outside a journey")
    lands = {2: 6, 3: 5, 4: 7}[s.seats]
    if len(s.lands) != lands:
        faults.append(f"{len(s.lands)} lands on the table, not {lands}")
    return faults


GAME = Thorgal
