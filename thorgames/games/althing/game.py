"""Althing as a game of the house: what it is called, how it is set up, what is told about its questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thorgames.core.ask import Answer, Ask, Barred
from thorgames.core.chance import Shuffle
from thorgames.core.game import Game
from thorgames.core.info import Choice, Lesson, Setting, Setup
from thorgames.core.text import Event, Msg
from thorgames.games.althing.acts import (
    LayForStage,
    LayToRecruit,
    Recruiting,
    SinkTwo,
    TakeCard,
    Trick,
    cheapest,
    may_complete,
    may_recruit,
    troll_owners,
    uses,
)
from thorgames.games.althing.automaton import RivalActs, RivalAxe, RivalRests, RivalReveals, RivalTurn
from thorgames.games.althing.cards import TRICKS, AlthingBox
from thorgames.games.althing.info import INFO
from thorgames.games.althing.lessons import lessons
from thorgames.games.althing.piles import Mix, Renew, Settle, gives, next_places, on_last, stages_done, taken_card
from thorgames.games.althing.preparation import (
    Begin,
    FirstHands,
    FirstRow,
    LastStage,
    Lot,
    Preparation,
    Sides,
    Steps,
)
from thorgames.games.althing.rules import (
    Act,
    AgreeToEnd,
    Develop,
    Discard,
    DrawUp,
    GameEnd,
    GiveOrders,
    KeepReserve,
    Phase,
    PhaseEnd,
    SoloTurn,
    StormsTurn,
    TakeReserve,
    TurnEnd,
)
from thorgames.games.althing.state import LAYOUT, AlthingState
from thorgames.games.althing.view import AlthingView, preview
from thorgames.games.althing.words import WORDS

AlthingFrame = (
    Preparation
    | Lot
    | Steps
    | Sides
    | LastStage
    | FirstHands
    | FirstRow
    | Begin
    | Phase
    | Act
    | LayToRecruit
    | Recruiting
    | LayForStage
    | Trick
    | TakeCard
    | SinkTwo
    | Settle
    | Renew
    | Mix
    | Shuffle
    | GiveOrders
    | Develop
    | KeepReserve
    | TakeReserve
    | Discard
    | DrawUp
    | StormsTurn
    | PhaseEnd
    | TurnEnd
    | AgreeToEnd
    | GameEnd
    | SoloTurn
    | RivalReveals
    | RivalTurn
    | RivalActs
    | RivalAxe
    | RivalRests
)
S = AlthingState[AlthingFrame]

SYMBOLS = {
    "campaign-1": ("troll", "untroll"),
    "campaign-2": ("troll", "untroll", "storm", "great-weather"),
}
"""The symbols that work in the first two games of the campaign (ALT-612, ALT-622); elsewhere all (ALT-631)."""

OPENED = frozenset({"laid.recruit", "laid.stage", "used", "dodged"})
"""Events that name a card which was in a hand, of the seat that is their first argument."""

ALL = ("troll", "untroll", "storm", "great-weather", "axe", "shield", "plot")
SOLO = ("untroll", "great-weather", "axe", "shield", "plot")
"""Alone the player's Troll and Storm do nothing (ALT-815, ALT-R-45)."""


class Althing(Game[S, AlthingView, AlthingBox]):
    """Althing: campaign, standard, New Games, Saga Alternative for 2 and 3; solo against Thorfinn."""

    info = INFO
    layout = LAYOUT
    plays = frozenset({"recruited", "used"})
    words = WORDS
    state_type = S
    view_type = AlthingView
    box_type = AlthingBox
    interludes = frozenset({"rival.reveals", "rival.says"})

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """Sides, Reserve, first player, as far as the mode leaves them open (ALT-701, ALT-R-35, ALT-R-39, ALT-R-40)."""
        out: list[Setting] = []
        if mode in ("new", "alternative"):
            choices = (Choice("a", "side A, Sacred Ground"), Choice("b", "side B, everyone can be tricked"))
            out.append(Setting("kattegat", "Kattegat", choices, "a", "On Sacred Ground nobody can be tricked."))
        if mode in ("new", "solo", "solo-hard"):
            sides = (
                Choice("a", "all A"),
                Choice("b", "all B, harder"),
                Choice("random", "at random"),
                Choice("table", "chosen at the table"),
            )
            out.append(Setting("sides", "Steps", sides, "b" if mode != "new" else "random", "Side B asks for more."))
        if not mode.startswith("campaign"):
            onoff = (Choice("no", "without"), Choice("yes", "with"))
            out.append(Setting("reserve", "Reserve", onoff, "no", "One card may be kept aside for a later turn."))
        if seats > 1:
            out.append(self.first_player(seats))
        return tuple(out)

    def start(self, setup: Setup) -> S:
        """A game before it is laid out."""
        mode = setup.mode
        solo = mode.startswith("solo")
        kattegat = setup.options.get("kattegat", "b" if solo else "a")
        sides = "random" if mode == "alternative" else setup.options.get("sides", "a")
        return S(
            seats=setup.seats,
            agenda=(Preparation(kattegat, sides),),
            mode=mode,
            symbols=SOLO if solo else SYMBOLS.get(mode, ALL),
            reserve_used=setup.options.get("reserve") == "yes",
            fork=mode == "alternative",
            first=0 if solo else setup.first,
            rival=0 if solo else -1,
        )

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        """The Vikings nobody owns, each seat's own cards, and Thorfinn's; all from public facts."""
        if not state.owned:
            return {}
        vikings = self.box.count("viking")
        cards = {f"own-{seat}": Counter(owned) for seat, owned in enumerate(state.owned)}
        for owned in cards.values():
            vikings = vikings - Counter({card: n for card, n in owned.items() if card in vikings})
        cards["assembly"] = vikings
        if state.rival >= 0:
            plan = self.box.count("thorfinn")
            hard = state.mode == "solo-hard"
            cards["thorfinn"] = Counter({c: n for c, n in plan.items() if not (hard and self.box.cards[c].easy_only)})
        return cards

    def barred(self, view: AlthingView, ask: Ask) -> tuple[Barred, ...]:
        """Why one cannot recruit, complete a stage, or use a symbol now."""
        if ask.kind not in ("act", "act.taken"):
            return ()
        s, box = view.seen, self.box
        out: list[Barred] = []
        taken, _ = taken_card(s)
        if not may_recruit(s, box, taken):
            out.append(self._no_recruiting(s))
        for place in next_places(s, s.pawns[ask.seat]):
            if not may_complete(s, box, place, taken):
                out.append(self._no_stage(s, place))
        for card in (taken,) if taken else dict.fromkeys(s.hands[ask.seat]):
            able = {option.refs[1] for option in uses(s, box, (card,))}
            for symbol in box.symbols[card]:
                if f"sym-{symbol}" not in able:
                    out.append(self._no_symbol(s, ask.seat, card, symbol))
        return tuple(out)

    def _no_recruiting(self, s: S) -> Barred:
        taken, _ = taken_card(s)
        if any(storm.victim == s.active for storm in s.storms):
            why, rule = Msg("why.storm"), "ALT-421"
        elif not any(s.row):
            why, rule = Msg("why.row"), "ALT-307"
        elif s.shortage == "gold":
            why, rule = Msg("why.no-gold"), "ALT-819"
        elif taken and not gives(s, self.box, taken)[0]:
            why, rule = Msg("why.taken-gold", (taken,)), "ALT-R-06"
        else:
            why, rule = Msg("why.gold", (cheapest(s, self.box),)), "ALT-303"
        return Barred("recruit", (), why, rule, "act.recruit")

    def _no_stage(self, s: S, place: int) -> Barred:
        stage = s.track[place]
        taken, _ = taken_card(s)
        cost = self.box.values[stage]
        if s.advanced:
            why, rule = Msg("why.advanced"), "ALT-203"
        elif any(storm.victim == s.active and storm.face == "STORMUR" for storm in s.storms):
            why, rule = Msg("why.stormur"), "ALT-421"
        elif s.shortage and cost[("gold", "wood", "bones").index(s.shortage)]:
            why, rule = Msg("why.short", (stage,)), "ALT-813"
        elif taken and not any(a and b for a, b in zip(gives(s, self.box, taken), cost, strict=True)):
            why, rule = Msg("why.taken-stage", (stage, taken)), "ALT-R-20"
        else:
            why, rule = Msg("why.stage", (stage, self.box.amounts(stage))), "ALT-321"
        return Barred(f"stage:{place}", (stage,), why, rule, "act.stage")

    def _no_symbol(self, s: S, seat: int, card: str, symbol: str) -> Barred:
        sym = f"sym-{symbol}"
        if symbol not in s.symbols:
            why, rule = Msg("why.not-yet", (sym,)), "ALT-R-32" if s.rival < 0 else "ALT-815"
        elif symbol in TRICKS:
            why, rule = Msg("why.no-target", (sym,)), "ALT-343"
            if s.rival >= 0 and s.rival_hand:
                why, rule = Msg("why.shield"), "ALT-817"
            elif (
                s.rival < 0
                and self.box.cards[s.track[0]].sacred
                and not any(pawn for other, pawn in enumerate(s.pawns) if other != seat)
            ):
                why, rule = Msg("why.sacred", (sym,)), "ALT-124"
            if symbol == "troll" and not s.trolls[seat]:
                why, rule = Msg("why.no-troll"), "ALT-403"
            if symbol == "storm" and any(storm.sender == seat for storm in s.storms):
                why, rule = Msg("why.no-storm"), "ALT-423"
        elif symbol == "untroll" and not troll_owners(s, seat):
            why, rule = Msg("why.no-pile"), "ALT-R-12"
        elif symbol == "plot":
            why, rule = Msg("why.no-row"), "ALT-R-24"
        else:
            why, rule = Msg("why.reaction", (sym,)), "ALT-341"
        return Barred(f"{card}:{symbol}", (card, sym), why, rule, "use.event")

    def taught(self, before: S, after: S, seat: int | None, events: Sequence[Event] = ()) -> bool:
        """Besides: cards that others lay open pass through the table into piles that are closed again."""
        if any(e.kind == "revealed" or (e.kind in OPENED and e.args[0] != seat) for e in events):
            return True
        return super().taught(before, after, seat, events)

    def proposal(self, view: AlthingView, ask: Ask) -> Answer:
        """A smallest set of cards that covers a stage; what is laid to recruit is for the player to say."""
        return view.proposal(ask) if ask.kind == "stage" else ()

    def lessons(self, view: AlthingView, ask: Ask) -> tuple[Lesson, ...]:
        """In the campaign: the phase, and each symbol when it first lies before the player."""
        return lessons(view, ask)

    def preview(self, view: AlthingView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        """What a choice would buy, cover or draw."""
        return preview(view, ask, answer)

    def progress(self, view: AlthingView) -> Msg:
        """The turn."""
        return Msg("progress", (max(1, view.seen.turn),))

    def turns(self, state: S) -> int:
        """Turns of the table, the present one included."""
        return state.turn

    def first_seat(self, state: S) -> int | None:
        """The first player of every turn."""
        return state.first if state.first >= 0 else None

    def wrong(self, state: S) -> Sequence[str]:
        """The invariants besides the census."""
        return tuple(_wrong(state, self.box)) if state.owned and state.row and state.active >= 0 else ()


def _wrong(s: S, box: AlthingBox) -> list[str]:
    """Broken invariants, one sentence each."""
    faults: list[str] = []
    most = 5 if s.veteran else 4
    for seat in range(s.seats):
        gods = sum(card in box.gods for card in s.owned[seat])
        if gods != len(box.gods):
            faults.append(f"seat {seat} owns {gods} gods")
        if len(s.hands[seat]) > most:
            faults.append(f"seat {seat} holds {len(s.hands[seat])} cards")
        if len(s.reserves[seat]) > 1:
            faults.append(f"seat {seat} has {len(s.reserves[seat])} cards in reserve")
        top = s.agenda[-1] if s.agenda else None
        resting = not isinstance(top, (Mix, Shuffle))
        if resting and not s.draws[seat] and not s.tops[seat] and s.discards[seat]:
            faults.append(f"seat {seat} has a discard pile, but no draw pile")
        colour = f"troll-{s.colours[seat]}"
        out = sum(card == colour for cards in s.owned for card in cards)
        if s.rival < 0 and s.trolls[seat] + out != 2:
            faults.append(f"the Trolls of seat {seat} do not add up to 2")
        if colour in s.owned[seat]:
            faults.append(f"seat {seat} has an own Troll in the deck")
        if sum(storm.sender == seat for storm in s.storms) > 1:
            faults.append(f"seat {seat} has sent two storms")
    if s.rival >= 0 and s.rival_trolls + s.owned[0].count("troll-green") != 2:
        faults.append("Thorfinn's Trolls do not add up to 2")
    if sum(len(pile) for pile in (*s.taken, s.rival_taken)) > 1:
        faults.append("more than one card is taken")
    if s.outcome is None and any(not slot for slot in s.row) and (s.deck or s.under):
        faults.append("an empty slot, but cards in the Assembly deck")
    if any(not 0 <= pawn < len(s.track) for pawn in s.pawns):
        faults.append("a pawn beside the track")
    stages = stages_done(s, len(s.track) - 1) if s.track else 0
    if s.track and stages != (4 if s.mode == "campaign-1" else 5):
        faults.append(f"a saga of {stages} stages")
    if s.rival >= 0 and s.outcome is None and on_last(s, s.rival) and s.turn > 24:
        faults.append("Thorfinn's game lasts too long")
    return faults


GAME = Althing
