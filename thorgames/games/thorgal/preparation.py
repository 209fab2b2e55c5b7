"""Setting up Thorgal: factions, starting companions, lands, decks, and who is the first destiny player."""

from __future__ import annotations

from typing import Any

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import Shuffle, pick
from thorgames.core.piles import copies, named, put, without
from thorgames.core.state import Frame
from thorgames.games.thorgal.cards import FACTIONS, ThorgalBox
from thorgames.games.thorgal.piles import S, clockwise, enter, move
from thorgames.games.thorgal.rules import RoundStart
from thorgames.games.thorgal.state import Land

COST = 3
"""Total cost of the starting companions (TRG-105)."""

MOST = 2
"""Starting companions at most (TRG-105)."""


class Preparation(Frame, frozen=True, tag="Preparation"):
    """Lay out the game (TRG-100 to TRG-150, TRG-720 to TRG-724).

    Attributes:
        choose: whether the players choose their factions; otherwise they are drawn by lot.
    """

    choose: bool

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Say what is chosen, shuffled and dealt."""
        n = s.seats
        none: tuple[tuple[str, ...], ...] = ((),) * n
        fields = ("hand", "pool", "spent", "attached", "playing", "peek", "gone", "deck")
        empty: dict[str, Any] = {f"{field}_{kind}": none for field in fields for kind in "db"}
        empty |= dict.fromkeys(("valhalla", "niflheim", "party", "opposing", "chosen"), none)
        s = s.but(
            **empty,
            horns=3 if n == 2 else 2,
            out=(False,) * n,
            spots=((),) * n,
            shields=(0,) * n,
            left=(0,) * n,
            aside=((),) * n,
        )
        return s.then(
            *(ChooseFaction(seat, self.choose) for seat in range(n)),
            Unpack(),
            Start(),
            *(Shuffle(f"deck_{kind}", seat) for seat in range(n) for kind in "db"),
            FirstDestiny(),
            *(ExtraLands(at) for at in range(1, n)),
            FirstMarkers(),
            RoundStart(),
        )


class ChooseFaction(Frame, frozen=True, tag="ChooseFaction"):
    """Each player takes another faction, in seat order or by lot (TRG-100, TRG-R-16)."""

    seat: int
    choose: bool

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Any:
        """Ask; the last of four has no choice."""
        free = [faction for faction in FACTIONS if faction not in s.factions]
        if answer is None and len(free) > 1:
            if not self.choose:
                return pick("faction", len(free), self.seat)
            options = tuple(Option(str(at), (f"faction.{faction}",), "faction.name") for at, faction in enumerate(free))
            return Pending("deal", (Ask(self.seat, "faction.choose", options, (self.seat,), rule="TRG-100"),))
        faction = free[int(answer[0])] if answer is not None else free[0]
        return s.but(factions=(*s.factions, faction)).tell("faction.taken", self.seat, f"faction.{faction}")


class Unpack(Frame, frozen=True, tag="Unpack"):
    """Everybody has the two decks and the five lands of the faction (TRG-100, TRG-036)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Lay the decks out; they are not shuffled yet."""
        return s.but(
            deck_d=tuple(box.of(faction, "destiny") for faction in s.factions),
            deck_b=tuple(box.of(faction, "bane") for faction in s.factions),
            aside=tuple(box.of(faction, "land") for faction in s.factions),
        )


class Start(Frame, frozen=True, tag="Start"):
    """All choose starting companions and lands in secret; then both are revealed (TRG-105, TRG-120, TRG-R-15)."""

    def step(self, s: S, box: ThorgalBox, answer: Any = None) -> Pending | S:
        """Ask everybody; then reveal."""
        lands = 2 if s.seats == 2 else 1
        if answer is None:
            return Pending("sealed", tuple(self._ask(s, box, seat, lands) for seat in range(s.seats)))
        for seat in range(s.seats):
            cards = tuple(card for card in named(answer[seat]) if box.cards[card].kind == "companion")
            mine = tuple(card for card in named(answer[seat]) if box.cards[card].kind == "land")
            s = s.but(deck_d=put(s.deck_d, seat, without(s.deck_d[seat], *cards)))
            for card in cards:
                s = enter(s, seat, card)
            s = s.but(
                lands=(*s.lands, *(Land(card, seat) for card in mine)),
                aside=put(s.aside, seat, without(s.aside[seat], *mine)),
            )
            s = s.tell("start", seat, " ".join(cards), " ".join(mine))
        return s

    @staticmethod
    def _ask(s: S, box: ThorgalBox, seat: int, lands: int) -> Ask:
        options: list[Option] = []
        for oid, card in copies(tuple(sorted(s.deck_d[seat], key=box.rank.__getitem__)), MOST):
            c = box.cards[card]
            if c.kind == "companion" and c.cost <= COST and (oid == card or not c.unique):
                says = "start.best" if c.recommended else "start.companion"
                options.append(Option(oid, (card, c.cost), says, (1, c.cost, 0)))
        options += [Option(card, (card,), "start.land", (0, 0, 1)) for card in s.aside[seat]]
        return Ask(
            *(seat, "start.choose", tuple(options), (lands,)),
            lo=1 + lands,
            hi=MOST + lands,
            need=(1, 0, lands),
            budget=(MOST, COST, lands),
            rule="TRG-105",
        )


class FirstDestiny(Frame, frozen=True, tag="FirstDestiny"):
    """The first destiny player is drawn by lot, unless the players have named one (TRG-125, TRG-720)."""

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Ask | S:
        """Let chance decide."""
        if s.first >= 0:
            return s.but(dest=s.first)
        if answer is None:
            return pick("lot", s.seats)
        first = int(answer[0])
        return s.but(first=first, dest=first).tell("lot.drawn", first)


class ExtraLands(Frame, frozen=True, tag="ExtraLands"):
    """Each bane player adds lands of those left to him, clockwise (TRG-130, TRG-724, TRG-R-17)."""

    at: int

    def step(self, s: S, box: ThorgalBox, answer: Answer | None = None) -> Pending | S:
        """Ask which."""
        seat = clockwise(s, s.dest)[self.at - 1]
        n = 2 if s.seats == 2 else 1
        if answer is None:
            options = tuple(Option(card, (card,), "card") for card in s.aside[seat])
            return Pending("deal", (Ask(seat, "lands", options, (seat, n), lo=n, hi=n, rule="TRG-130"),))
        s = s.but(
            lands=(*s.lands, *(Land(card, seat) for card in answer)),
            aside=put(s.aside, seat, without(s.aside[seat], *answer)),
        )
        return s.tell("lands.added", seat, " ".join(answer))


class FirstMarkers(Frame, frozen=True, tag="FirstMarkers"):
    """With three or four the player with +1 begins with a card in the bane pool (TRG-722, TRG-774, TRG-R-45)."""

    def step(self, s: S, box: ThorgalBox, answer: None = None) -> S:
        """Move it."""
        banes = clockwise(s, s.dest)
        if len(banes) < 2:
            return s
        _, s = move(s, banes[-1], "deck", "pool", 1)
        return s.tell("marker.plus", banes[-1])
