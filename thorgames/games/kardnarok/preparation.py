"""Setting up Kardnarök: First Kingdom, Ragnarök cards, decks, Heroes, Kingdom cards, tokens and coins."""

from __future__ import annotations

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import Shuffle, pick
from thorgames.core.piles import put
from thorgames.core.state import Frame
from thorgames.games.kardnarok.cards import KINGDOMS, KardnarokBox
from thorgames.games.kardnarok.hands import S
from thorgames.games.kardnarok.rules import RoundStart

BRONZE, BRONZE_FOR_TWO = 5, 10
"""Bronze coins of each kingdom at the start (KRD-031, KRD-903)."""

HEROES = 2
"""Heroes of each kingdom (KRD-032, KRD-047)."""


class Preparation(Frame, frozen=True, tag="Preparation"):
    """Lay out the game (KRD-021 to KRD-033, KRD-901, KRD-903, KRD-908).

    Attributes:
        choose: whether the players choose their Kingdom cards; otherwise they go by seats.
    """

    choose: bool

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Gather the cards, and say what is decided, shuffled and dealt, in the order of the rulebook."""
        n = s.seats
        none: tuple[tuple[str, ...], ...] = ((),) * n
        piles = box.omens(s.mode == "basic")
        s = s.but(
            kingdoms=(-1,) * n if self.choose else tuple(range(n)),
            bronze=(BRONZE_FOR_TWO if n == 2 else BRONZE,) * n,
            defences=(0,) * n,
            blocked=("",) * n,
            swapped=(False,) * n,
            shown=(False,) * (2 * n),
            heroes_up=(False,) * n,
            looked=(False,) * (2 * n),
            stamps=(0,) * (2 * n),
            warriors=box.backs("warrior"),
            norns=box.backs("norn"),
            heroes=box.backs("hero"),
            hand_w=none,
            hand_n=none,
            reserve=none,
            army=none + none,
            leaders=none,
            peek_w=none,
            peek_n=none,
            bought=none,
            villagers=none,
            thors=none,
            ties=none,
            omens=piles,
            revealed=((),) * len(piles),
            bag=tuple(sorted(box.backs("silver"))),
            coins=none,
            won=none,
            fetched=((),) * n,
        )
        return s.then(
            Lot(),
            *(ChooseKingdom(at) for at in range(n) if self.choose),
            *(Shuffle("omens", at) for at in range(len(piles))),
            *(Shuffle("warriors"), Shuffle("norns"), Shuffle("heroes")),
            DealHeroes(),
            RoundStart(1),
        )


class Lot(Frame, frozen=True, tag="Lot"):
    """The First Kingdom is drawn by lot, unless the players have named it (KRD-021, KRD-R-01)."""

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Let chance decide."""
        if s.first >= 0:
            return s
        if answer is None:
            return pick("lot", s.seats)
        first = int(answer[0])
        return s.but(first=first).tell("lot.drawn", first)


class ChooseKingdom(Frame, frozen=True, tag="ChooseKingdom"):
    """Each player in turn chooses a Kingdom card that is still free (KRD-027, KRD-R-02)."""

    at: int

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask, unless only one is left."""
        seat = (s.first + self.at) % s.seats
        free = [number for number in range(len(KINGDOMS)) if number not in s.kingdoms]
        if answer is None and len(free) > 1:
            options = tuple(Option(str(number), (KINGDOMS[number],), "kingdom.option") for number in free)
            return Pending("deal", (Ask(seat, "kingdom", options, (seat,), rule="KRD-027"),))
        number = free[0] if answer is None else int(answer[0])
        return s.but(kingdoms=put(s.kingdoms, seat, number)).tell("kingdom.chosen", seat, KINGDOMS[number])


class DealHeroes(Frame, frozen=True, tag="DealHeroes"):
    """Each kingdom gets two Heroes; the others stay in the deck (KRD-032, KRD-R-06)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Deal."""
        for at in range(s.seats):
            seat = (s.first + at) % s.seats
            cards = s.heroes[:HEROES]
            s = s.but(heroes=s.heroes[HEROES:], reserve=put(s.reserve, seat, tuple(sorted(cards))))
            s = s.tell("heroes.dealt", seat, to=(seat,), secret=(" ".join(cards),))
        return s
