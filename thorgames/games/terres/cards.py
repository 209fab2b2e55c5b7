"""The cards of Terres de Destinées: game cards, Destinies and Tokens, and what each of them does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import astuple

from thorgames.core.ask import Option
from thorgames.core.cards import Box, Card
from thorgames.core.effects import Op, Positive, Vocabulary, vocabulary
from thorgames.core.text import many

Family = Literal["kingdom", "commerce", "necromancy", "magic"]
FAMILIES: tuple[Family, ...] = ("kingdom", "commerce", "necromancy", "magic")
SIGNS: dict[str, str] = {"kingdom": "K", "commerce": "C", "necromancy": "N", "magic": "M"}
"""Letters of the families."""

AnyFamily = Literal["kingdom", "commerce", "necromancy", "magic", "any"]
Type = Literal["fighter", "terrain", "book"]
TYPES: tuple[Type, ...] = ("fighter", "terrain", "book")
TYPE_SIGNS: dict[str, str] = {"fighter": "f", "terrain": "t", "book": "b"}
Kind = Literal["permanent", "activation", "mandatory", "single", "automatic", "optional", "goal"]
Scope = Literal["own", "others", "any"]

TOKENS = 6
"""Numbers of Tokens; there are as many of each (TDD-R-03)."""
TokenNumber = Annotated[int, Meta(ge=1, le=TOKENS)]


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A power, as the card file has it."""

    kind: Kind
    effect: tuple[str, ...]


class TerresCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of Terres de Destinées.

    Attributes:
        family, type: of a game card.
        deck: of a Destiny, common or secret.
        number, time: of a Token.
        powers: what it does.
    """

    family: Family | Literal[""] = ""
    type: Type | Literal[""] = ""
    deck: Literal["", "common", "secret"] = ""
    number: int = 0
    time: Literal["", "start", "save", "loss", "effects", "draw"] = ""
    powers: tuple[Power, ...] = ()


# --- Filters and conditions ----------------------------------------------------------------------------------------


class Holds(Op, frozen=True, tag="holds"):
    """The player has at least so many cards in hand."""

    n: Positive

    def text(self) -> str:
        """The condition."""
        return f"with {self.n} or more cards in hand"


class Richer(Op, frozen=True, tag="richer"):
    """The player has so many cards more in hand than you; 0: at least as many."""

    n: int

    def text(self) -> str:
        """The condition."""
        return "with at least as many cards in hand as you" if not self.n else "with more cards in hand than you"


class Lacks(Op, frozen=True, tag="lacks"):
    """The player does not own a Token."""

    number: TokenNumber

    def text(self) -> str:
        """The condition."""
        return f"who does not own Token {self.number}"


class NotHolder(Op, frozen=True, tag="not_holder"):
    """The player is not the one before whom this card lies."""

    def text(self) -> str:
        """The condition."""
        return "who is not the holder of this card"


Filter = Holds | Richer | Lacks | NotHolder


class Have(Op, frozen=True, tag="have"):
    """You have a card of a type in play."""

    of: Type

    def text(self) -> str:
        """The condition."""
        return f"you have a {self.of.title()} in play"


class HaveAnother(Op, frozen=True, tag="have_another"):
    """You have another card of a type in play."""

    of: Type

    def text(self) -> str:
        """The condition."""
        return f"you have another {self.of.title()} in play"


# --- Steps of activated powers -------------------------------------------------------------------------------------


class Pick(Op, frozen=True, tag="pick"):
    """Choose another remaining player."""

    first: Filter | None = None
    second: Filter | None = None

    def text(self) -> str:
        """The sentence."""
        words = " and ".join(one.text() for one in (self.first, self.second) if one is not None)
        return f"Choose another player{' ' if words else ''}{words}."


class Pair(Op, frozen=True, tag="pair"):
    """Choose two adjacent players (TDD-908)."""

    def text(self) -> str:
        """The sentence."""
        return "Choose two adjacent players."


class ChooseCard(Op, frozen=True, tag="card"):
    """Choose a card in play."""

    scope: Scope
    which: Literal["any", "other", "powered"] = "any"

    def text(self) -> str:
        """The sentence."""
        whose = {"own": "of yours", "others": "of another player", "any": "of any player"}[self.scope]
        other = "another card" if self.which == "other" else "a card"
        powered = " with an activation or mandatory power" if self.which == "powered" else ""
        return f"Choose {other} {whose} in play{powered}."


class Cost(Op, frozen=True, tag="cost"):
    """Discard cards as the price."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"Discard {many(self.n, 'card')}."


Who = Literal["you", "target", "pair", "all"]
WHO = {"you": "you", "target": "that player", "pair": "each of them", "all": "every player, you first"}


class Draw(Op, frozen=True, tag="draw"):
    """Draw cards."""

    who: Who
    n: Positive

    def text(self) -> str:
        """The sentence."""
        if self.who == "you":
            return f"Draw {many(self.n, 'card')}."
        who = WHO[self.who]
        return f"{who[0].upper()}{who[1:]}, draws {many(self.n, 'card')}.".replace(
            "player, draws", "player draws"
        ).replace("them, draws", "them draws")


class DrawPer(Op, frozen=True, tag="draw_per"):
    """Draw a card for each own card of a family."""

    family: Family
    max: Positive

    def text(self) -> str:
        """The sentence."""
        family = self.family.title()
        return f"Draw 1 card for each {family} card you have in play, this one included, {self.max} at most."


class Discard(Op, frozen=True, tag="discard"):
    """Players discard cards."""

    who: Who
    n: Positive
    how: Literal["choice", "random"]

    def text(self) -> str:
        """The sentence."""
        how = "of their choice" if self.how == "choice" else "at random"
        if self.who == "you":
            return f"Discard {many(self.n, 'card')}{' at random' if self.how == 'random' else ''}."
        who = {"target": "That player", "pair": "Each of them", "all": "Every player, you included,"}[self.who]
        return f"{who} discards {many(self.n, 'card')} {how}."


class Take(Op, frozen=True, tag="take"):
    """Take random cards from the target's hand."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Take {many(self.n, 'card')} at random from that player's hand."


class Give(Op, frozen=True, tag="give"):
    """The target gives you cards of its choice."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"That player gives you {many(self.n, 'card')} of their choice."


class Demand(Op, frozen=True, tag="demand"):
    """Name a family; the target gives a card of it (TDD-R-44)."""

    def text(self) -> str:
        """The sentence."""
        return "Name a family: if that player holds a card of it, they give you one of their choice."


class Grab(Op, frozen=True, tag="grab"):
    """Take the card just discarded if it is of a family."""

    family: Family

    def text(self) -> str:
        """The sentence."""
        return f"If the card discarded is a {self.family.title()} card, put it into your hand."


class Salvage(Op, frozen=True, tag="salvage"):
    """Take cards from the discard pile, but none that paid for this power."""

    n: Positive

    def text(self, paid: bool = False) -> str:
        """The sentence; of a power with a price it says that the price cannot be taken back."""
        up_to = " or ".join(str(n) for n in range(1, self.n + 1)) if self.n < 3 else f"1 to {self.n}"
        cards = f"{'other ' if paid else ''}card{'' if self.n == 1 else 's'}"
        return f"Take {up_to} {cards} of your choice from the discard pile into your hand."


class Scry(Op, frozen=True, tag="scry"):
    """Look at the top of the draw pile and keep cards of it."""

    n: Positive
    k: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Look at the top {self.n} cards of the draw pile: put {self.k} into your hand, discard the rest."


class Collect(Op, frozen=True, tag="token"):
    """Collect a Token (TDD-501, TDD-502)."""

    who: Who
    number: TokenNumber

    def text(self) -> str:
        """The sentence."""
        return f"{'Collect' if self.who == 'you' else 'That player collects'} Token {self.number}."


class Spy(Op, frozen=True, tag="spy"):
    """See the target's Secret Destiny (TDD-905)."""

    def text(self) -> str:
        """The sentence."""
        return "Look at that player's Secret Destiny."


class Order(Op, frozen=True, tag="order"):
    """Request the family of what the target puts up next (TDD-911)."""

    def text(self) -> str:
        """The sentence."""
        return "Name a family: the next card that player puts up must be of it, if they hold one."


class Ruin(Op, frozen=True, tag="ruin"):
    """The card chosen is discarded."""

    def text(self) -> str:
        """The sentence."""
        return "That card is discarded."


class Freeze(Op, frozen=True, tag="freeze"):
    """The card chosen is exhausted, and stays so at the next readying."""

    def text(self) -> str:
        """The sentence."""
        return "That card is exhausted and frozen: when its holder next readies cards, it only thaws."


class PassCard(Op, frozen=True, tag="hand_over"):
    """A card moves to the target's acquired cards (TDD-906)."""

    what: Literal["card", "this"]

    def text(self) -> str:
        """The sentence."""
        return f"{'That' if self.what == 'card' else 'This'} card moves to that player's acquired cards, as it stands."


class Transmute(Op, frozen=True, tag="transmute"):
    """A card in play and one of the discard pile change places (TDD-909)."""

    def text(self) -> str:
        """The sentence."""
        return (
            "Choose a card in play, anybody's or even this one, and a card of the discard pile: they change places, "
            "and the new card is ready."
        )


class Deploy(Op, frozen=True, tag="deploy"):
    """Put a card into play."""

    zone: Literal["hand", "discard"]
    family: AnyFamily

    def text(self) -> str:
        """The sentence."""
        kind = "a" if self.family == "any" else f"a {self.family.title()}"
        where = "from your hand" if self.zone == "hand" else "from the discard pile"
        return f"Put {kind} card {where} with your acquired cards, ready."


class Copy(Op, frozen=True, tag="copy"):
    """Apply the activation power of another card, which stays as it is (TDD-901)."""

    scope: Scope
    family: AnyFamily

    def text(self) -> str:
        """The sentence."""
        kind = "" if self.family == "any" else f"{self.family.title()} "
        whose = {"own": f"another {kind}card of yours", "others": f"a {kind}card of another player"}
        which = whose.get(self.scope, f"any other {kind}card")
        return f"Apply the activation power of {which} in play, ready or exhausted; its state does not change."


class Borrow(Op, frozen=True, tag="borrow"):
    """Exhaust another player's card and apply its power (TDD-406)."""

    def text(self) -> str:
        """The sentence."""
        return "Exhaust a ready card of another player with an activation or mandatory power, and apply that power."


class Lich(Op, frozen=True, tag="lich"):
    """Use another player's cards in this turn (TDD-907)."""

    def text(self) -> str:
        """The sentence."""
        return (
            "Only as your first power of the turn. Choose another player: in this turn you can use the activation "
            "cards of that player and your own Necromancy cards, but no other cards of yours."
        )


class Choose(Op, frozen=True, tag="choose"):
    """One of two lists of steps."""

    one: tuple[Step, ...]
    other: tuple[Step, ...]

    def text(self) -> str:
        """The sentence."""
        return f"Either: {' '.join(op.text() for op in self.one)} Or: {' '.join(op.text() for op in self.other)}"


class Branch(Op, frozen=True, tag="check"):
    """One list of steps if a condition is met, otherwise another."""

    condition: Have | HaveAnother
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]

    def text(self) -> str:
        """The sentence."""
        first, second = (" ".join(op.text() for op in ops) for ops in (self.then, self.otherwise))
        return f"If {self.condition.text()}: {first} Otherwise: {second}"


Step = (
    Pick
    | Pair
    | ChooseCard
    | Cost
    | Draw
    | DrawPer
    | Discard
    | Take
    | Give
    | Demand
    | Grab
    | Salvage
    | Scry
    | Collect
    | Spy
    | Order
    | Ruin
    | Freeze
    | PassCard
    | Transmute
    | Deploy
    | Copy
    | Borrow
    | Lich
    | Choose
    | Branch
)
Steps = tuple[Step, ...]


# --- Permanent powers ----------------------------------------------------------------------------------------------


class Repeat(Op, frozen=True, tag="repeat"):
    """Apply a power a second time (TDD-903, TDD-R-40)."""

    family: Family

    def text(self) -> str:
        """The sentence."""
        return (
            f"Once a turn, when you have exhausted a {self.family.title()} card of yours and its power has been "
            "applied, you may apply that power once more, making every choice anew."
        )


class Tax(Op, frozen=True, tag="tax"):
    """Sellers of other families give a card (TDD-902, TDD-R-41)."""

    exempt: Family

    def text(self) -> str:
        """The sentence."""
        return (
            f"Another player who puts up a card that is not {self.exempt.title()}, face up or face down, at once gives "
            "you 1 card of their choice."
        )


class Facedown(Op, frozen=True, tag="facedown"):
    """Put a card up face-down (TDD-902, TDD-R-42)."""

    def text(self) -> str:
        """The sentence."""
        return "You may put your card up face down; it is turned up when the bidding ends (Duel: when one is chosen)."


class WardHand(Op, frozen=True, tag="ward_hand"):
    """A small hand is safe from the powers of others."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"While you hold {self.n} cards or fewer, no power another player activates makes cards leave your hand."


class WardPlay(Op, frozen=True, tag="ward_play"):
    """Cards in play are safe from the powers of others."""

    def text(self) -> str:
        """The sentence."""
        return "Powers of other players cannot discard, freeze or exchange your cards in play, this one included."


class ExtraDraw(Op, frozen=True, tag="extra_draw"):
    """Draw one more at the start of the turn."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"If you hold {self.n} cards or fewer just before you draw at the start of a turn, draw 1 more."


class Sold(Op, frozen=True, tag="sold"):
    """Draw when a card is sold."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return (
            f"After an auction, if the card you put up is in another player's play area, draw {many(self.n, 'card')}."
        )


class Rebate(Op, frozen=True, tag="rebate"):
    """An auction costs less."""

    n: int
    least: int

    def text(self) -> str:
        """The sentence."""
        return f"An auction you win at {self.least} or more costs you {many(self.n, 'card')} less."


class MinBid(Op, frozen=True, tag="min_bid"):
    """An opening bid must be higher."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"Where you put a card up, an opening bid of another player is {self.n} at least."


class SaveSelf(Op, frozen=True, tag="save_self"):
    """Avoid elimination (TDD-910)."""

    def text(self) -> str:
        """The sentence."""
        return "When you would be eliminated, this card is exhausted and you stay."


class SaveOther(Op, frozen=True, tag="save_other"):
    """Save another player."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return (
            f"When another player would be eliminated and you hold {self.n} cards or more, you may exhaust this card "
            "and give them 1 card of your choice: they stay."
        )


class Heir(Op, frozen=True, tag="heir"):
    """Take a card of an eliminated player."""

    def text(self) -> str:
        """The sentence."""
        return (
            "When another player is eliminated, put one of their cards in play, of your choice, with your acquired "
            "cards, ready, before the rest is discarded."
        )


# --- Tokens and goals ----------------------------------------------------------------------------------------------


class Rescue(Op, frozen=True, tag="rescue"):
    """Whoever would be eliminated draws a card and stays."""

    who: Literal["you", "other"]

    def text(self) -> str:
        """The sentence."""
        if self.who == "you":
            return "You would be eliminated: draw 1 card and stay."
        return "Another player would be eliminated: you may let them draw 1 card and stay."


class Shield(Op, frozen=True, tag="shield"):
    """No card leaves the owner's hand."""

    def text(self) -> str:
        """The sentence."""
        return "None leaves."


class Refresh(Op, frozen=True, tag="refresh"):
    """Ready an activation card."""

    def text(self) -> str:
        """The sentence."""
        return "Ready one of your exhausted activation cards."


def by_mode(n: int, **others: int) -> str:
    """A number, with what it is in other modes."""
    more = ", ".join(f"{name}: {value}" for name, value in others.items() if value)
    return f"{n} ({more})" if more else str(n)


class OwnFamily(Op, frozen=True, tag="own_family"):
    """So many acquired cards of a family."""

    family: Family
    n: int

    def text(self) -> str:
        """The goal."""
        return f"{self.n} acquired {self.family.title()} cards."


class OwnType(Op, frozen=True, tag="own_type"):
    """So many acquired cards of a type."""

    of: Type
    n: int

    def text(self) -> str:
        """The goal."""
        return f"{self.n} acquired {self.of.title()}s."


class OwnMix(Op, frozen=True, tag="own_mix"):
    """Acquired cards of so many families and types."""

    families: int
    types: int

    def text(self) -> str:
        """The goal."""
        return f"Acquired cards of {self.families} families and of {self.types} types."


class OwnCards(Op, frozen=True, tag="own_cards"):
    """So many acquired cards."""

    n: int
    duel: int = 0

    def text(self) -> str:
        """The goal."""
        return f"{by_mode(self.n, Duel=self.duel)} acquired cards."


class OwnTokens(Op, frozen=True, tag="own_tokens"):
    """So many different Tokens."""

    n: int
    duel: int = 0

    def text(self) -> str:
        """The goal."""
        return f"{by_mode(self.n, Duel=self.duel)} different Tokens."


class HandSize(Op, frozen=True, tag="hand_size"):
    """So many cards in hand."""

    n: int
    duel: int = 0

    def text(self) -> str:
        """The goal."""
        return f"{by_mode(self.n, Duel=self.duel)} or more cards in hand."


class Income(Op, frozen=True, tag="income"):
    """So many cards have come into the hand in one's own turn (TDD-R-51)."""

    n: int
    duel: int = 0
    three: int = 0

    def text(self) -> str:
        """The goal."""
        n = by_mode(self.n, **{"3 players": self.three, "Duel": self.duel})
        return f"In your own turn {n} or more cards come into your hand, besides the draw at its start and the price."


class Killed(Op, frozen=True, tag="killed"):
    """Other players eliminated in one's own turn (TDD-R-50)."""

    n: int

    def text(self) -> str:
        """The goal."""
        return f"In your own turn at least {many(self.n, 'other player')} {'is' if self.n == 1 else 'are'} eliminated."


class Saved(Op, frozen=True, tag="saved"):
    """Other players saved (TDD-R-50)."""

    n: int
    hand: int = 0
    players: int = 0

    def text(self) -> str:
        """The goal."""
        more = f" ({self.players} players: and you hold {self.hand} or more cards)" if self.players else ""
        return f"You save {many(self.n, 'other player')} from elimination by a Token or a power of yours{more}."


PERMANENT = (Repeat, Tax, Facedown, WardHand, WardPlay, ExtraDraw, Sold, Rebate, MinBid, SaveSelf, SaveOther, Heir)
STEPS = Step.__args__
DEMANDING = (Pick, Pair, ChooseCard, Cost, Salvage, Transmute, Deploy, Copy, Borrow, Lich)
"""Steps that cannot always be done (TDD-R-31)."""


def demanding(steps: Iterable[Op]) -> bool:
    """Whether a power cannot always be activated."""
    for op in steps:
        match op:
            case Choose(one=one, other=other):
                if demanding(one) and demanding(other):
                    return True
            case Branch(then=then, otherwise=otherwise):
                if demanding(then) or demanding(otherwise):
                    return True
            case _ if isinstance(op, DEMANDING):
                return True
    return False


TOKEN_DOES: dict[int, tuple[str, tuple[Op, ...]]] = {
    1: ("start", (Discard("you", 1, "choice"),)),
    2: ("save", (Rescue("you"), Rescue("other"))),
    3: ("start", (Draw("you", 1),)),
    4: ("loss", (Shield(),)),
    5: ("effects", (Refresh(),)),
    6: ("draw", (Scry(3, 1),)),
}
"""Token -> when it acts and what it does, as the rules know it; only the numbers are the card file's (TDD-R-54)."""

OF_TOKENS = tuple({type(op) for _, ops in TOKEN_DOES.values() for op in ops})
OF_CARDS = (OwnFamily, OwnType, OwnMix, OwnCards)
"""Goals for which the acquired cards alone count."""

GOALS = (*OF_CARDS, OwnTokens, HandSize, Income, Killed, Saved)
PARTS = (Holds, Richer, Lacks, NotHolder, Have, HaveAnother)

COUNTS = {"card": 44, "starburst": 12, "destiny": 14, "token": 36}
"""Cards of each kind in the box (TDD-001 to TDD-003)."""

POWERS: tuple[Kind, ...] = ("permanent", "activation", "mandatory", "single")
KINDS: dict[str, tuple[Kind, ...]] = {
    "card": POWERS,
    "starburst": POWERS,
    "destiny": ("goal",),
    "token": ("automatic", "optional"),
}
"""The kinds of powers of each kind of card."""

TIMES = {
    "start": "At the start of your turn, before your draw, ",
    "loss": "When a power activated by another player would make cards leave your hand, ",
    "effects": "Once in your effects step, between two powers, you may ",
    "draw": "In place of the first card of your draw at the start of your turn, ",
}
"""When a Token takes effect; what saves says it itself."""


def shape(ops: Iterable[Op]) -> tuple[Any, ...]:
    """What some effects are, whatever their numbers."""
    return tuple((type(op), *(value for value in astuple(op) if not isinstance(value, int))) for op in ops)


class TerresBox(Box[TerresCard]):
    """The cards of one box of Terres de Destinées.

    Attributes:
        powers: card -> (kind of power, its steps), one entry a power.
    """

    game = "terres"
    card_type = TerresCard
    verbs: ClassVar[Vocabulary] = vocabulary(
        dict.fromkeys((*PARTS, *STEPS, *PERMANENT, Rescue, Shield, Refresh, *GOALS))
    )

    def __init__(self, toml: str, file: str) -> None:
        self.powers: dict[str, tuple[tuple[Kind, tuple[Op, ...]], ...]] = {}
        super().__init__(toml, file)

    def faults(self) -> Iterator[str]:
        """Read the powers, and check the counts and what the rules rely on."""
        counts = Counter[str]()
        for card in self.cards.values():
            counts[card.kind] += card.copies
            self.powers[card.id] = tuple(
                (power.kind, self.read(power.effect, f"{card.id}, field powers")) for power in card.powers
            )
        for kind, wanted in COUNTS.items():
            if counts[kind] != wanted:
                yield f"there must be {wanted} of the kind {kind}, not {counts[kind]}"
        for kind in sorted(set(counts) - set(COUNTS)):
            yield f"kind must be one of {', '.join(COUNTS)}, not {kind!r}"
        for card in self.cards.values():
            yield from self._faults_of(card)
        numbers = sorted(card.number for card in self.cards.values() if card.kind == "token")
        if numbers != list(range(1, TOKENS + 1)):
            yield f"there must be Tokens with the numbers 1 to {TOKENS}, each once, with its copies"
        for card in self.cards.values():
            if card.kind == "token":
                yield from self._faults_of_token(card)
        for deck, least in (("common", 2), ("secret", 6)):
            if sum(card.copies for card in self.cards.values() if card.deck == deck) < least:
                yield f"there must be at least {least} {deck} Destinies"

    def _faults_of(self, card: TerresCard) -> Iterator[str]:
        game_card = card.kind in ("card", "starburst")
        if game_card and not card.family:
            yield f"{card.id}: needs a family: {', '.join(FAMILIES)}"
        if game_card and card.copies != 1:
            yield f"{card.id}: a game card is there once"
        if card.kind == "destiny" and (not card.deck or card.copies != 1):
            yield f"{card.id}: a Destiny needs deck = common or secret, and is there once"
        if card.kind == "destiny" and [(kind, len(ops)) for kind, ops in self.powers[card.id]] != [("goal", 1)]:
            yield f"{card.id}: a Destiny has one power, of the kind goal"
        if card.kind == "token" and (card.copies != COUNTS["token"] // TOKENS or not card.time):
            yield f"{card.id}: a Token needs a time, and is there {COUNTS['token'] // TOKENS} times"
        kinds = KINDS.get(card.kind, ())
        for kind, _ in self.powers[card.id]:
            if kinds and kind not in kinds:
                yield f"{card.id}: its power must be one of {', '.join(kinds)}, not {kind}"
        if game_card and len(card.powers) > 1:
            yield f"{card.id}: a game card has one power, or none"
        able = {"permanent": PERMANENT, "goal": GOALS, "automatic": OF_TOKENS, "optional": OF_TOKENS}
        for kind, ops in self.powers[card.id]:
            for op in ops:
                if not isinstance(op, able.get(kind, STEPS)):
                    yield f"{card.id}: {op.__struct_config__.tag} does not belong into a power of the kind {kind}"

    def _faults_of_token(self, card: TerresCard) -> Iterator[str]:
        when, does = TOKEN_DOES[card.number]
        ops = tuple(op for _, ops in self.powers[card.id] for op in ops)
        if (card.time, shape(ops)) != (when, shape(does)):
            verbs = ", ".join(str(op.__struct_config__.tag) for op in does)
            yield (
                f"{card.id}: Token {card.number} has the time {when!r} and does {verbs};"
                " only the numbers in that can be changed"
            )

    @cached_property
    def kind_of(self) -> dict[str, str]:
        """Card -> the kind of its power, "" for none."""
        return {card: powers[0][0] if powers else "" for card, powers in self.powers.items()}

    @cached_property
    def steps(self) -> dict[str, Steps]:
        """Card -> the steps of the power that is activated, () for a card without one."""
        active = ("activation", "mandatory", "single")
        return {
            card: powers[0][1] if powers and powers[0][0] in active else ()  # type: ignore[misc]
            for card, powers in self.powers.items()
        }

    @cached_property
    def permanent(self) -> dict[str, tuple[Op, ...]]:
        """Card -> its permanent powers."""
        return {
            card: tuple(op for kind, ops in powers if kind == "permanent" for op in ops)
            for card, powers in self.powers.items()
        }

    @cached_property
    def having(self) -> dict[type[Op], dict[str, tuple[Op, ...]]]:
        """Kind of permanent power -> card that has such powers -> these."""
        found: dict[type[Op], dict[str, tuple[Op, ...]]] = {kind: {} for kind in PERMANENT}
        for card, ops in self.permanent.items():
            for op in ops:
                cards = found[type(op)]
                cards[card] = (*cards.get(card, ()), op)
        return found

    @cached_property
    def members(self) -> dict[str, frozenset[str]]:
        """Family or type -> its cards."""
        every = self.cards.values()
        return {
            name: frozenset(card.id for card in every if name in (card.family, card.type))
            for name in (*FAMILIES, *TYPES)
        }

    @cached_property
    def repeating(self) -> dict[str, tuple[str, ...]]:
        """Family -> the cards that let a power of it be repeated (TDD-903)."""
        having = self.having[Repeat]
        return {family: tuple(card for card, ops in having.items() if Repeat(family) in ops) for family in FAMILIES}

    def of_kind(self, *kinds: Kind) -> frozenset[str]:
        """The cards whose power is of one of these kinds."""
        return frozenset(card for card, kind in self.kind_of.items() if kind in kinds)

    @cached_property
    def active(self) -> frozenset[str]:
        """The cards that are activated (TDD-402 to TDD-404)."""
        return self.powered | self.of_kind("single")

    @cached_property
    def activation(self) -> frozenset[str]:
        """The cards with an activation power (TDD-402)."""
        return self.of_kind("activation")

    @cached_property
    def mandatory(self) -> frozenset[str]:
        """The cards with a mandatory power (TDD-403)."""
        return self.of_kind("mandatory")

    @cached_property
    def powered(self) -> frozenset[str]:
        """The cards with an activation or mandatory power."""
        return self.activation | self.mandatory

    @cached_property
    def demands(self) -> dict[str, Steps]:
        """Card -> the steps of its power on which it hangs whether it can be activated, () if it always can (TDD-R-31).

        What harms the card chosen before goes with them: it says which may be chosen.
        """
        relevant = (*DEMANDING, Choose, Branch, Ruin, Freeze)
        return {
            card: tuple(op for op in steps if isinstance(op, relevant)) if demanding(steps) else ()
            for card, steps in self.steps.items()
        }

    @cached_property
    def chaining(self) -> frozenset[str]:
        """The cards whose power makes another power be used: no chains of them (TDD-R-35)."""
        chains = (Copy, Borrow, Lich)
        return frozenset(card for card, ops in self.steps.items() if any(isinstance(op, chains) for op in ops))

    @cached_property
    def copyable(self) -> dict[str, frozenset[str]]:
        """Family or "any" -> the cards whose power can be copied (TDD-901, TDD-R-35)."""
        every = self.activation - self.chaining
        return {"any": every, **{family: every & self.members[family] for family in FAMILIES}}

    @cached_property
    def borrowable(self) -> frozenset[str]:
        """The cards that can be exhausted by another player for their power (TDD-406, TDD-R-35)."""
        return self.powered - self.chaining

    @cached_property
    def goal(self) -> dict[str, Op]:
        """Destiny -> what fulfils it."""
        return {card: ops[0] for card, powers in self.powers.items() for kind, ops in powers if kind == "goal"}

    @cached_property
    def option(self) -> dict[str, Option]:
        """Card -> the choice of it, where nothing more need be said."""
        return {card: Option(card, (card,), "card") for card in self.cards}

    @cached_property
    def token(self) -> dict[int, str]:
        """Number -> Token."""
        return {card.number: card.id for card in self.cards.values() if card.kind == "token"}

    def deck(self, starburst: bool) -> tuple[str, ...]:
        """The game cards that are played with (TDD-001, TDD-102)."""
        return self._decks["starburst" if starburst else ""]

    def destinies(self, deck: str) -> tuple[str, ...]:
        """The Destinies of one kind."""
        return self._decks[deck]

    @cached_property
    def _decks(self) -> dict[str, tuple[str, ...]]:
        every = self.cards.values()
        return {
            "": tuple(card.id for card in every if card.kind == "card"),
            "starburst": tuple(card.id for card in every if card.kind in ("card", "starburst")),
            "common": tuple(card.id for card in every if card.deck == "common"),
            "secret": tuple(card.id for card in every if card.deck == "secret"),
        }

    def mark(self, card: str) -> str:
        """The letters of family and type: "Kf" is a Fighter of the Kingdom."""
        c = self.cards[card]
        return SIGNS.get(c.family, "") + TYPE_SIGNS.get(c.type, "")

    def name(self, card: str) -> str:
        """The French name, which stands on the card."""
        return self.cards[card].original or self.cards[card].name

    def facts(self, card: str) -> tuple[tuple[str, str], ...]:
        """The facts of a card besides its text."""
        c = self.cards[card]
        kinds = {"card": "game card", "starburst": "game card, starburst", "token": f"Token {c.number}"}
        out = [("In English", c.name)] if c.original and c.original != c.name else []
        out.append(("Kind", kinds.get(c.kind, f"{c.deck.title()} Destiny")))
        if c.family:
            out.append(("Family", c.family.title()))
            out.append(("Type", c.type.title() or "none"))
            out.append(("Power", self.kind_of[card] or "none"))
        if c.copies > 1:
            out.append(("Copies", str(c.copies)))
        return tuple(out)

    def text(self, card: str) -> str:
        """What the card does, in sentences."""
        when = TIMES.get(self.cards[card].time, "")
        said: list[str] = []
        for _, ops in self.powers[card]:
            paid = any(isinstance(op, Cost) for op in ops)
            said += [op.text(paid) if isinstance(op, Salvage) else op.text() for op in ops]
        text = " ".join(said)
        return when + text[:1].lower() + text[1:] if when else text
