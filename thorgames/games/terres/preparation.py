"""Setting up Terres de Destinées: Destinies, hands, the draw pile, and who begins."""

from __future__ import annotations

from thorgames.core.ask import Answer, Ask
from thorgames.core.chance import Shuffle, pick
from thorgames.core.piles import put
from thorgames.core.state import Frame
from thorgames.games.terres.cards import TerresBox
from thorgames.games.terres.piles import S
from thorgames.games.terres.rules import TurnStart

HAND = 6
"""Game cards dealt to each player (TDD-106)."""

COMMON = 2
"""Common Destinies revealed (TDD-103)."""


class Preparation(Frame, frozen=True, tag="Preparation"):
    """Lay out the game (TDD-101 to TDD-108, TDD-701, TDD-R-05)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Sort the cards, and say what is shuffled and dealt."""
        none: tuple[tuple[str, ...], ...] = ((),) * s.seats
        s = s.but(
            out=(False,) * s.seats,
            tokens=((),) * s.seats,
            spied=((),) * s.seats,
            spared=(False,) * s.seats,
            deck=box.deck(s.starburst),
            commons=box.destinies("common"),
            secrets=box.destinies("secret"),
            hands=none,
            play=none,
            support=none,
            offers=none,
            peeked=none,
            secret=none,
        )
        return s.then(Youngest(), Shuffle("deck"), Shuffle("commons"), Shuffle("secrets"), DealAll(), TurnStart())


class Youngest(Frame, frozen=True, tag="Youngest"):
    """The player to the left of the youngest begins; who that is, the table says, or the lot (TDD-108, TDD-R-04)."""

    def step(self, s: S, box: TerresBox, answer: Answer | None = None) -> Ask | S:
        """Let chance decide unless somebody was named."""
        if s.first >= 0:
            return s.but(active=s.first)
        if answer is None:
            return pick("lot", s.seats)
        first = int(answer[0])
        return s.but(first=first, active=first).tell("lot.drawn", first)


class DealAll(Frame, frozen=True, tag="DealAll"):
    """Two Common Destinies for all, a Secret one and six cards for each; the rest stays unseen (TDD-103 to TDD-107)."""

    def step(self, s: S, box: TerresBox, answer: None = None) -> S:
        """Deal, clockwise from the first active player."""
        s = s.but(common=s.commons[:COMMON], commons=s.commons[COMMON:])
        s = s.tell("commons", " ".join(s.common))
        order = [(s.first + at) % s.seats for at in range(s.seats)]
        for seat in order:
            s = s.but(secret=put(s.secret, seat, s.secrets[:1]), secrets=s.secrets[1:])
        for at, seat in enumerate(order):
            cards = s.deck[at : HAND * s.seats : s.seats]
            s = s.but(hands=put(s.hands, seat, tuple(sorted(cards))))
        s = s.but(deck=s.deck[HAND * s.seats :])
        for seat in order:
            cards = s.hands[seat]
            s = s.tell("dealt", seat, len(cards), to=(seat,), secret=(" ".join(cards), s.secret[seat][0]))
        return s
