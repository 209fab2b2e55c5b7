"""Setting up Althing: the track, the personal decks, the Assembly, and Thorfinn's deck."""

from __future__ import annotations

from thorgames.core.ask import Answer, Ask, Option, Pending, numbered
from thorgames.core.chance import Shuffle, pick
from thorgames.core.piles import put, without
from thorgames.core.state import Frame
from thorgames.games.althing.acts import refill
from thorgames.games.althing.automaton import RivalReveals
from thorgames.games.althing.cards import COLOURS, FIXED_HAND, AlthingBox
from thorgames.games.althing.piles import HAND, S, hand
from thorgames.games.althing.rules import Phase, SoloTurn
from thorgames.games.althing.state import ASK

ROW, SOLO_ROW = 5, 4
"""Open cards of the Assembly (ALT-129, ALT-806)."""

FIXED_TRACKS = {
    "campaign-1": ("kattegat-a", "eldaskali-a", "kernelyd-a", "knorrer-a", "thing"),
    "campaign-2": ("kattegat-a", "eldaskali-a", "knorrer-a", "drakkar-a", "kernelyd-a", "althing"),
}
"""Tracks of the first two games of the campaign (ALT-610, ALT-620, ALT-R-33)."""


class Preparation(Frame, frozen=True, tag="Preparation"):
    """Lay out the game (ALT-120 to ALT-129, ALT-601 to ALT-631, ALT-701 to ALT-723, ALT-801 to ALT-807).

    Args:
        kattegat: side of Kattegat.
        sides: of the steps: "a", "b", "random", or "table" for the players to choose.
    """

    kattegat: str
    sides: str

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Gather the cards, and say what is shuffled, chosen and dealt, in the order of the rulebook."""
        solo = s.rival >= 0
        none = tuple(() for _ in range(s.seats))
        colours = ("red",) if solo else COLOURS[: s.seats]
        vikings = box.count("viking")
        hard = s.mode == "solo-hard"
        plan = sorted(c.id for c in box.cards.values() if c.kind == "thorfinn" and not (hard and c.easy_only))
        s = s.but(
            colours=colours,
            turn=1,
            pawns=(0,) * s.seats,
            trolls=(0,) if solo else (2,) * s.seats,
            rival_trolls=2 if solo else 0,
            owned=tuple(hand(box.gods) for _ in range(s.seats)),
            deck=tuple(sorted(vikings.elements())),
            row=tuple(() for _ in range(SOLO_ROW if solo else ROW)),
            hands=none,
            draws=tuple(hand(box.gods) for _ in range(s.seats)),
            tops=none,
            discards=none,
            reserves=none,
            laid=none,
            taken=none,
            plan=tuple(plan) if solo else (),
            orders=(ASK,) * s.seats,
            ordering=(0,) * s.seats,
        )
        return s.then(
            Lot(),
            Steps(self.kattegat, self.sides),
            *(Shuffle("draws", seat) for seat in range(s.seats)),
            FirstHands(),
            Shuffle("deck"),
            FirstRow(),
            Shuffle("plan"),
            Begin(),
        )


class Lot(Frame, frozen=True, tag="Lot"):
    """A first player is designated: by name, or by lot (ALT-128, ALT-R-54); alone, Thorfinn is first (ALT-804)."""

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance, unless it is known."""
        if s.first >= 0:
            return s
        if answer is None:
            return pick("lot", s.seats)
        return s.but(first=int(answer[0])).tell("lot.drawn", int(answer[0]))


class Steps(Frame, frozen=True, tag="Steps"):
    """The steps are drawn at random from the seven, in random order (ALT-121, ALT-630, ALT-703, ALT-720)."""

    kattegat: str
    sides: str

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | S:
        """Ask chance for the order of the seven, and use the first; two games of the campaign have fixed tracks."""
        fixed = FIXED_TRACKS.get(s.mode)
        if fixed:
            return s.but(track=fixed).tell("track", " ".join(fixed))
        if answer is None:
            n = len(box.steps)
            return Ask(-1, "steps", numbered(n), (), lo=n, hi=n, ordered=True)
        drawn = [box.steps[int(choice)] for choice in answer[: 6 if s.fork else 4]]
        side = "b" if self.sides == "b" else "a"
        start = f"kattegat-{self.kattegat}"
        return s.but(track=(start, *(f"{step}-{side}" for step in drawn))).then(Sides(self.sides), LastStage())


class Sides(Frame, frozen=True, tag="Sides"):
    """The sides of the steps: at random, or chosen by the table (ALT-703, ALT-720, ALT-R-35, ALT-R-36)."""

    sides: str

    def step(self, s: S, box: AlthingBox, answer: Answer | None = None) -> Ask | Pending | S:
        """Ask chance for one of all combinations, or the first player, on the open table, which steps to turn."""
        steps = s.track[1:]
        if self.sides == "random":
            if answer is None:
                return pick("sides.pick", 2 ** len(steps))
            bits = int(answer[0])
            turned = [step for at, step in enumerate(steps) if bits >> at & 1]
        elif self.sides == "table":
            if answer is None:
                options = tuple(Option(step, (step, f"{step[:-1]}b"), "sides.turn") for step in steps)
                seat = max(0, s.first)
                ask = Ask(seat, "sides", options, lo=0, hi=len(options), rule="ALT-R-35")
                return Pending("deal", (ask,))
            turned = list(answer)
        else:
            return s
        new = tuple(f"{step[:-1]}b" if step in turned else step for step in steps)
        return s.but(track=(s.track[0], *new))


class LastStage(Frame, frozen=True, tag="LastStage"):
    """The track ends with the Althing if a step has the Veteran symbol, or else with the Thing (ALT-122, ALT-704)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Lay the last stage."""
        veteran = any(box.cards[stage].veteran for stage in s.track)
        track = (*s.track, "althing" if veteran else "thing")
        return s.but(track=track).tell("track", " ".join(track))


class FirstHands(Frame, frozen=True, tag="FirstHands"):
    """Everyone draws four cards (ALT-127, ALT-803); in two campaign games 3 Odin and 1 Freyr (ALT-611, ALT-621)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Deal them."""
        hands, draws = s.hands, s.draws
        for seat in range(s.seats):
            dealt = s.draws[seat][:HAND]
            if s.mode in FIXED_TRACKS:
                dealt = FIXED_HAND
            hands = put(hands, seat, hand(dealt))
            draws = put(draws, seat, without(s.draws[seat], *dealt))
        return s.but(hands=hands, draws=draws).tell("dealt", HAND)


class FirstRow(Frame, frozen=True, tag="FirstRow"):
    """The first cards of the Assembly deck are laid open (ALT-129, ALT-806)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Fill every slot."""
        for slot in range(len(s.row)):
            s = refill(s, slot)
        return s


class Begin(Frame, frozen=True, tag="Begin"):
    """The first turn begins; Thorfinn's first card is open, he stands one stage ahead (ALT-805, ALT-807, ALT-R-41)."""

    def step(self, s: S, box: AlthingBox, answer: None = None) -> S:
        """Go on to the first phase."""
        if s.rival < 0:
            return s.then(Phase(s.first))
        return s.but(rival=1).then(RivalReveals(), SoloTurn())
