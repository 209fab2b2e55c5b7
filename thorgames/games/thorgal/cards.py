"""The cards of Thorgal: companions, supports, events, bane cards and lands, and what each of them does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal

from msgspec import Struct

from thorgames.core.cards import Box, Card
from thorgames.core.effects import Op, Positive, Vocabulary, vocabulary
from thorgames.core.text import many

Faction = Literal["outlaws", "visitors", "lords", "vikings"]
FACTIONS: tuple[Faction, ...] = ("outlaws", "visitors", "lords", "vikings")

Phase = Literal["dawn", "journey", "dusk"]
Kind = Literal["bar", "play", "enter", "permanent", "activated", "oppose", "upkeep", "horn", "fenris"]
Who = Literal["you", "destiny", "bane"]
LETTERS = "BCP"
ATTRIBUTES = ("Bravery", "Cunning", "Power")

COMPANION_TYPES = ("outlaw", "visitor", "lord", "viking")
SUPPORT_TYPES = ("weapon", "equipment", "artifact", "animal", "ship")
WORDS = ("companion", "support", "event", "bane", "unique", "other", "ready", "exhausted")


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """An effect, as the card file has it."""

    kind: Kind
    effect: tuple[str, ...]
    phases: tuple[Phase, ...] = ()


class ThorgalCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of Thorgal.

    Attributes:
        faction: one of the four.
        deck: destiny, bane or land.
        unique, recommended: of companions and supports.
        subtypes: of companions, supports and lands.
        cost: cards of the pool that it costs.
        phases: in which an event or bane card may be played.
        bravery, cunning, power: what it adds; of a land what it asks for.
        effects: what it does, by kind.
    """

    faction: Faction
    deck: Literal["destiny", "bane", "land"]
    unique: bool = False
    recommended: bool = False
    subtypes: tuple[str, ...] = ()
    cost: int = 0
    phases: tuple[Phase, ...] = ()
    bravery: int = 0
    cunning: int = 0
    power: int = 0
    effects: tuple[Effect, ...] = ()


# --- Filters, targets, points --------------------------------------------------------------------------------------


class Filter(Op, frozen=True):
    """Which cards are meant: words that must all fit, and perhaps a name."""

    words: tuple[str, ...] = ()
    name: str = ""

    WHERE: ClassVar[str] = ""

    def nouns(self, n: int = 1) -> str:
        """Which cards, one of them or more: "other Lord companions of cost 2 or less"."""
        kinds = [w.title() for w in self.words if w in (*COMPANION_TYPES, *SUPPORT_TYPES)]
        noun = next((w for w in self.words if w in ("companion", "support", "event", "bane")), "card")
        noun = ("bane card" if noun == "bane" else noun) + ("" if n == 1 else "s")
        adjectives = [w for w in ("other", "unique", "ready", "exhausted") if w in self.words]
        cost = next((w for w in self.words if w.startswith("cost")), "")
        words = [*adjectives, *kinds, self.name or noun]
        if cost:
            words.append(f"of cost {cost[6:]} or {'less' if cost[4:6] == '<=' else 'more'}")
        return " ".join(words)

    def text(self, n: int = 1) -> str:
        """Which cards, and where."""
        return f"{self.nouns(n)} {self.WHERE}" if self.WHERE else self.nouns(n)

    def a(self) -> str:
        """One of these cards, with an article: "an exhausted companion in your party"."""
        words = self.text()
        return words if self.name else f"{'an' if words[0] in 'aeioAEIO' else 'a'} {words}"


class Mine(Filter, frozen=True, tag="mine"):
    """In the controller's party."""

    WHERE: ClassVar[str] = "in your party"


class DestinyParty(Filter, frozen=True, tag="destiny_party"):
    """In the destiny player's party."""

    WHERE: ClassVar[str] = "in the destiny player's party"


class AttachedEvents(Filter, frozen=True, tag="attached_events"):
    """Events at the target land."""

    WHERE: ClassVar[str] = "attached to the land"

    def nouns(self, n: int = 1) -> str:
        """Which cards."""
        return Filter(words=("event", *self.words), name=self.name).nouns(n)


class AttachedBanes(Filter, frozen=True, tag="attached_banes"):
    """Bane cards at the target land."""

    WHERE: ClassVar[str] = "attached to the land"

    def nouns(self, n: int = 1) -> str:
        """Which cards."""
        return Filter(words=("bane", *self.words), name=self.name).nouns(n)


class Cards(Filter, frozen=True, tag="cards"):
    """Wherever the call looks."""


InPlay = Mine | DestinyParty | AttachedEvents | AttachedBanes


class Count(Op, frozen=True, tag="count"):
    """How many cards match, at most so many."""

    filter: InPlay
    max: int

    def text(self) -> str:
        """The number."""
        return f"for each {self.filter.text()}, {self.max} at most"


class PointsPer(Op, frozen=True, tag="points"):
    """As many points of an attribute as there are matching cards."""

    letter: Literal["B", "C", "P"]
    count: Count

    def text(self) -> str:
        """The points."""
        return f"+1 {ATTRIBUTES[LETTERS.index(self.letter)]} {self.count.text()}"


class Pick(Op, frozen=True, tag="pick"):
    """The controller chooses so many, all if there are fewer."""

    n: Positive
    filter: InPlay

    def text(self) -> str:
        """The target."""
        return self.filter.a() if self.n == 1 else f"{self.n} {self.filter.text(self.n)}"


class Upto(Op, frozen=True, tag="upto"):
    """The controller chooses none to so many."""

    n: Positive
    filter: InPlay

    def text(self) -> str:
        """The target."""
        return f"up to {self.n} {self.filter.text(self.n)}"


class All(Op, frozen=True, tag="all"):
    """Every matching card."""

    filter: InPlay

    def text(self) -> str:
        """The target."""
        return f"every {self.filter.text()}"


Word = Literal["self", "it", "opposer", "strength", "difficulty"]
Target = Word | Pick | Upto | All
Amount = str | tuple[str, ...] | PointsPer

TARGETS: dict[str, str] = {
    "self": "this card",
    "it": "that card",
    "opposer": "the opposing companion",
    "strength": "the strength of the party",
    "difficulty": "the difficulty of the journey",
}


def aim(target: Target) -> str:
    """A target in words."""
    return TARGETS[target] if isinstance(target, str) else target.text()


def points(amount: Amount) -> str:
    """Points in words."""
    if isinstance(amount, PointsPer):
        return amount.text()
    parts = (amount,) if isinstance(amount, str) else amount
    words = []
    for part in parts:
        letters, n = split_points(part)
        names = "any attribute" if letters == LETTERS else " or ".join(ATTRIBUTES[LETTERS.index(c)] for c in letters)
        free = abs(n) > 1 and len(letters) > 1
        words.append(f"{'+' if n > 0 else '−'}{abs(n)}" + (f", {names} for each point" if free else f" {names}"))
    return ", ".join(words)


def split_points(part: str) -> tuple[str, int]:
    """The letters of the attributes that may be chosen, and how many points: "BC+2" -> ("BC", 2)."""
    at = max(part.find("+"), part.find("-"))
    letters = part[:at]
    return (LETTERS if letters == "any" else letters), int(part[at:])


# --- Conditions ----------------------------------------------------------------------------------------------------


class Has(Op, frozen=True, tag="has"):
    """At least so many cards match."""

    n: int
    filter: InPlay

    def text(self) -> str:
        """The condition."""
        return self.filter.text() if self.filter.name else f"at least {self.n} {self.filter.text(self.n)}"

    def clause(self) -> str:
        """The condition as it stands behind "if"."""
        if self.filter.name:
            return f"{self.filter.nouns()} is {self.filter.WHERE}"
        return f"there {'is' if self.n == 1 else 'are'} {self.text()}"


class Most(Op, frozen=True, tag="most"):
    """At most so many cards match."""

    n: Positive
    filter: InPlay

    def clause(self) -> str:
        """The condition as it stands behind "if"."""
        return f"there {'is' if self.n == 1 else 'are'} at most {self.n} {self.filter.text(self.n)}"


class No(Op, frozen=True, tag="no"):
    """No card matches."""

    filter: InPlay

    def text(self) -> str:
        """The condition."""
        return f"no {self.filter.text()}"

    def clause(self) -> str:
        """The condition as it stands behind "if"."""
        return f"there is {self.text()}"


class Opposed(Op, frozen=True, tag="opposed"):
    """There is an opposing companion."""

    def clause(self) -> str:
        """The condition as it stands behind "if"."""
        return "a companion opposes"


class HandEmpty(Op, frozen=True, tag="hand_empty"):
    """The controller's hand is empty."""

    def clause(self) -> str:
        """The condition as it stands behind "if"."""
        return "your hand is empty"


Condition = Has | Most | No | Opposed | HandEmpty


# --- The bar -------------------------------------------------------------------------------------------------------


class Skull(Op, frozen=True, tag="skull"):
    """The destiny player takes damage (TRG-397)."""

    n: Positive

    def text(self) -> str:
        """The symbol."""
        return f"[damage {self.n}]"


class Intrigue(Op, frozen=True, tag="intrigue"):
    """The bane player may exhaust any card (TRG-395)."""

    def text(self) -> str:
        """The symbol."""
        return "[intrigue]"


class Elements(Op, frozen=True, tag="elements"):
    """The destiny player may remove an exhaustion marker (TRG-396)."""

    def text(self) -> str:
        """The symbol."""
        return "[elements]"


# --- Steps ---------------------------------------------------------------------------------------------------------

PLAYERS: dict[str, str] = {"you": "you", "destiny": "the destiny player", "bane": "the bane player"}


def does(who: Who, verb: str) -> str:
    """A player and what he does: "You draw", "The bane player draws"."""
    name = PLAYERS[who]
    forms = {"lose": "loses", "draw": "draws", "gain": "gains", "take": "takes", "discard": "discards", "may": "may"}
    return f"{name[0].upper()}{name[1:]} {verb if who == 'you' else forms.get(verb, verb + 's')}"


def whose(who: Who) -> str:
    """What stands before a player's hand or pool, once the player is named."""
    return "your" if who == "you" else "the"


def sentences(ops: tuple[Step, ...]) -> str:
    """Steps in sentences."""
    return " ".join(op.text() for op in ops)


class Marker(Op, frozen=True, tag="marker"):
    """Put attribute markers on cards."""

    target: Target
    amount: Amount

    def text(self) -> str:
        """The sentence."""
        return f"Put markers on {aim(self.target)}: {points(self.amount)}."


class Mod(Op, frozen=True, tag="mod"):
    """Change values without markers."""

    target: Target
    amount: Amount

    def text(self) -> str:
        """The sentence."""
        words = aim(self.target)
        return f"{words[0].upper()}{words[1:]}: {points(self.amount)}."


class Exhaust(Op, frozen=True, tag="exhaust"):
    """Put exhaustion markers on cards."""

    target: Target
    n: Positive = 1

    def text(self) -> str:
        """The sentence."""
        return f"Put {many(self.n, 'exhaustion marker')} on {aim(self.target)}."


class Ready(Op, frozen=True, tag="ready"):
    """Remove an exhaustion marker."""

    target: Target

    def text(self) -> str:
        """The sentence."""
        return f"Remove an exhaustion marker from {aim(self.target)}."


class Destroy(Op, frozen=True, tag="destroy"):
    """Destroy cards."""

    target: Target

    def text(self) -> str:
        """The sentence."""
        return f"Destroy {aim(self.target)}."


class SendBack(Op, frozen=True, tag="send_back"):
    """Cards return to their owner."""

    target: Target
    to: Literal["hand", "under_deck"]

    def text(self) -> str:
        """The sentence."""
        where = "to its owner's hand" if self.to == "hand" else "under its owner's deck"
        words = aim(self.target)
        return f"{words[0].upper()}{words[1:]} returns {where}."


class Discard(Op, frozen=True, tag="discard"):
    """A player discards cards of the hand, or of the pool."""

    who: Who
    source: Literal["hand", "pool"]
    n: Positive

    def text(self) -> str:
        """The sentence."""
        if self.source == "hand":
            return f"{does(self.who, 'discard')} {many(self.n, 'card')} of {whose(self.who)} hand."
        return f"{does(self.who, 'lose')} {many(self.n, 'card')} of {whose(self.who)} pool."


class Draw(Op, frozen=True, tag="draw"):
    """A player draws cards."""

    who: Who
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"{does(self.who, 'draw')} {many(self.n, 'card')}."


class Bank(Op, frozen=True, tag="bank"):
    """Cards go from the deck to the pool, unseen."""

    who: Who
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"{does(self.who, 'gain')} {many(self.n, 'card')} in the pool."


class Recover(Op, frozen=True, tag="recover"):
    """Cards go from the discard pile to the pool."""

    who: Who
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"{does(self.who, 'take')} back {many(self.n, 'spent card')} into the pool."


class Damage(Op, frozen=True, tag="damage"):
    """A player takes damage, as one event."""

    who: Who
    number: int | Count

    def text(self) -> str:
        """The sentence."""
        if isinstance(self.number, int):
            return f"{does(self.who, 'take')} {self.number} damage."
        return f"{does(self.who, 'take')} 1 damage {self.number.text()}."


class Prevent(Op, frozen=True, tag="prevent"):
    """A shield against damage to the end of the phase."""

    who: Who
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Prevent the next {self.n} damage to {PLAYERS[self.who]} in this phase."


class Search(Op, frozen=True, tag="search"):
    """Look through the deck for cards, show them, shuffle."""

    who: Who
    filter: Cards
    n: Positive
    to: Literal["hand", "party"]

    def text(self) -> str:
        """The sentence."""
        what = self.filter.a() if self.n == 1 else f"up to {self.n} {self.filter.text(self.n)}"
        where = "into your hand" if self.to == "hand" else "into your party without payment"
        return f"Search your deck for {what}, and put {'it' if self.n == 1 else 'them'} {where}; then shuffle."


class Peek(Op, frozen=True, tag="peek"):
    """Look at the top of the deck."""

    who: Who
    n: Positive
    how: Literal["sort", "take", "split"]
    k: int = 0

    def text(self) -> str:
        """The sentence."""
        look = f"Look at the top {self.n} cards of your deck"
        match self.how:
            case "sort":
                return f"{look} and put them back in any order."
            case "take":
                return f"{look}: {self.k} to your hand, the rest under the deck in any order."
        return f"{look}: put each into the pool or back on top."


class Spy(Op, frozen=True, tag="spy"):
    """Look at a hand."""

    who: Who

    def text(self) -> str:
        """The sentence."""
        return f"Look at the hand of {PLAYERS[self.who]}."


class Attach(Op, frozen=True, tag="attach"):
    """Attach cards of the hand to the land, without payment."""

    who: Who
    filter: Cards
    n: Positive

    def text(self) -> str:
        """The sentence."""
        what = self.filter.nouns(self.n)
        return f"You may attach {self.n} more {what} with an attribute from your hand, without payment."


class PutIn(Op, frozen=True, tag="put_in"):
    """Put a card of the hand into the party without payment."""

    who: Who
    filter: Cards

    def text(self) -> str:
        """The sentence."""
        return f"You may put {self.filter.a()} from your hand into your party without payment."


class Protect(Op, frozen=True, tag="protect"):
    """Effects of others cannot do this to cards."""

    target: Target
    against: Literal["marks", "all"]

    def text(self) -> str:
        """The sentence."""
        what = "minus markers" if self.against == "marks" else "minus markers, exhaustion, destroying and sending back"
        words = aim(self.target)
        return f"{words[0].upper()}{words[1:]} is protected from others: {what}."


class CostChange(Op, frozen=True, tag="cost"):
    """Cards cost more or less."""

    who: Who
    filter: Cards
    n: int

    def text(self) -> str:
        """The sentence."""
        owner = "Your" if self.who == "you" else f"{PLAYERS[self.who]}'s".replace("the", "The", 1)
        return f"{owner} {self.filter.text(2)} cost {abs(self.n)} {'more' if self.n > 0 else 'less'}."


class Forbid(Op, frozen=True, tag="forbid"):
    """Supports cannot be activated."""

    who: Who
    what: Literal["support"]

    def text(self) -> str:
        """The sentence."""
        name = PLAYERS[self.who]
        return f"{name[0].upper()}{name[1:]} cannot activate supports in this phase."


class Keep(Op, frozen=True, tag="keep"):
    """Upkeep counts as met."""

    target: Target

    def text(self) -> str:
        """The sentence."""
        return f"The upkeep of {aim(self.target)} counts as met in this dusk."


class Choose(Op, frozen=True, tag="choose"):
    """One of two lists of steps."""

    one: tuple[Step, ...]
    other: tuple[Step, ...]

    def text(self) -> str:
        """The sentence."""
        return f"Either: {sentences(self.one)} Or: {sentences(self.other)}"


class May(Op, frozen=True, tag="may"):
    """Do the first list to have the second."""

    cost: tuple[Step, ...]
    gain: tuple[Step, ...]

    def text(self) -> str:
        """The sentence."""
        price = sentences(self.cost)
        price = f"You may {price[4:]}" if price.startswith("You ") else f"You may: {price}"
        return f"{price} If you do: {sentences(self.gain)}"


class Check(Op, frozen=True, tag="check"):
    """Steps under a condition."""

    condition: Condition
    steps: tuple[Step, ...]

    def text(self) -> str:
        """The sentence."""
        return f"If {self.condition.clause()}: {sentences(self.steps)}"


Step = (
    Marker
    | Mod
    | Exhaust
    | Ready
    | Destroy
    | SendBack
    | Discard
    | Draw
    | Bank
    | Recover
    | Damage
    | Prevent
    | Search
    | Peek
    | Spy
    | Attach
    | PutIn
    | Protect
    | CostChange
    | Forbid
    | Keep
    | Choose
    | May
    | Check
    | Skull
    | Intrigue
    | Elements
)
Steps = tuple[Step, ...]


# --- Upkeep --------------------------------------------------------------------------------------------------------


class Holds(Op, frozen=True, tag="holds"):
    """State: cards in the destiny pool."""

    n: int

    def text(self) -> str:
        """The condition."""
        return f"at least {many(self.n, 'card')} in your pool"


class Pay(Op, frozen=True, tag="pay"):
    """Action: discard from the pool."""

    n: Positive

    def text(self) -> str:
        """The condition."""
        return f"discard {many(self.n, 'card')} of your pool"


class PayAll(Op, frozen=True, tag="pay_all"):
    """Action: discard the whole pool."""

    def text(self) -> str:
        """The condition."""
        return "discard all cards of your pool"


class Toss(Op, frozen=True, tag="toss"):
    """Action: discard from the hand."""

    n: Positive

    def text(self) -> str:
        """The condition."""
        return f"discard {many(self.n, 'card')} of your hand"


class Bury(Op, frozen=True, tag="bury"):
    """Action: the hand goes under the deck."""

    def text(self) -> str:
        """The condition."""
        return "put all cards of your hand under your deck"


UpkeepPart = Has | No | Holds | Pay | PayAll | Toss | Bury


class Either(Op, frozen=True, tag="either"):
    """One of two conditions."""

    first: UpkeepPart
    second: UpkeepPart

    def text(self) -> str:
        """The condition."""
        return f"{self.first.text()}, or {self.second.text()}"


Upkeep = UpkeepPart | Either

PARTS = (Mine, DestinyParty, AttachedEvents, AttachedBanes, Cards, Count, PointsPer, Pick, Upto, All)
CONDITIONS = (Has, Most, No, Opposed, HandEmpty)
UPKEEPS = (Has, No, Holds, Pay, PayAll, Toss, Bury, Either)
STEPS = Step.__args__
SYMBOLS = (Skull, Intrigue, Elements)
EFFECTS = tuple(step for step in STEPS if step not in SYMBOLS)

FITTING: dict[str, tuple[type[Op], ...]] = {
    "bar": SYMBOLS,
    "upkeep": UPKEEPS,
    "permanent": (Mod, Protect, CostChange, Check),
    "oppose": (Mod,),
}
"""Kind of effect -> the calls that belong into it; into the others belong `EFFECTS`."""

TITLES: dict[str, str] = {
    "enter": "When it comes in",
    "permanent": "Always",
    "activated": "Exhaust",
    "oppose": "While opposing",
    "upkeep": "Upkeep",
    "horn": "Horn",
    "fenris": "Fenris",
}

COUNTS = {"destiny": 36, "bane": 24, "land": 5}
"""Cards of each deck in a faction."""

Known = tuple[tuple[Phase, ...], tuple[Op, ...]]
"""The phases of an effect, and what it does."""


def _strange_words(op: Op) -> Iterator[str]:
    """Words of filters and amounts, in a call and in the calls inside it, that mean nothing."""
    if isinstance(op, Filter):
        known = (
            *WORDS,
            *COMPANION_TYPES,
            *SUPPORT_TYPES,
            *(f"cost{sign}{n}" for sign in ("<=", ">=") for n in range(4)),
        )
        yield from (word for word in op.words if word not in known)
    if isinstance(op, (Marker, Mod)) and not isinstance(op.amount, PointsPer):
        for part in (op.amount,) if isinstance(op.amount, str) else op.amount:
            if not re.fullmatch(r"(any|B?C?P?)[+-][1-9]", part) or part[0] in "+-":
                yield part
    for field in op.__struct_fields__:
        value = getattr(op, field)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Op):
                yield from _strange_words(inner)


class ThorgalBox(Box[ThorgalCard]):
    """The cards of one box of Thorgal.

    Attributes:
        effects: card -> kind of effect -> (phases, steps).
    """

    game = "thorgal"
    card_type = ThorgalCard
    verbs: ClassVar[Vocabulary] = vocabulary(dict.fromkeys((*PARTS, *CONDITIONS, *UPKEEPS, *STEPS)))

    def __init__(self, toml: str, file: str) -> None:
        self.effects: dict[str, dict[str, Known]] = {}
        super().__init__(toml, file)

    def faults(self) -> Iterator[str]:
        """Read the effects, and check the counts of each faction and what the rules rely on."""
        counts = Counter[tuple[str, str]]()
        for card in self.cards.values():
            counts[card.faction, card.deck] += card.copies
            self.effects[card.id] = {
                e.kind: (e.phases, self.read(e.effect, f"{card.id}, effect {e.kind}")) for e in card.effects
            }
        for faction in FACTIONS:
            for deck, wanted in COUNTS.items():
                if counts[faction, deck] != wanted:
                    yield f"{faction}: there must be {wanted} cards of the {deck} deck, not {counts[faction, deck]}"
        for card in self.cards.values():
            yield from self._faults_of(card)

    def _faults_of(self, card: ThorgalCard) -> Iterator[str]:
        able = {
            "companion": ("enter", "permanent", "activated", "oppose", "upkeep"),
            "support": ("enter", "permanent", "activated"),
            "event": ("bar", "play"),
            "bane": ("bar", "play"),
            "land": ("horn", "fenris"),
        }
        if card.kind not in able:
            yield f"{card.id}: kind must be one of {', '.join(able)}, not {card.kind!r}"
            return
        deck = {"bane": "bane", "land": "land"}.get(card.kind, "destiny")
        if card.deck != deck:
            yield f"{card.id}: a {card.kind} belongs to the {deck} deck"
        if not 0 <= card.cost <= 3:
            yield f"{card.id}: cost must be 0 to 3, not {card.cost} (TRG-022, TRG-028)"
        if card.kind == "companion" and "upkeep" not in self.effects[card.id]:
            yield f"{card.id}: every companion has an upkeep (TRG-028)"
        yield from self._faults_of_facts(card)
        for kind, (_, ops) in self.effects[card.id].items():
            if kind not in able[card.kind]:
                yield f"{card.id}: a {card.kind} has no effect of the kind {kind}"
            for op in ops:
                if not isinstance(op, FITTING.get(kind, EFFECTS)):
                    yield f"{card.id}: {op.__struct_config__.tag} does not belong into an effect of the kind {kind}"
                for word in _strange_words(op):
                    yield f"{card.id}: {word!r} is no word of a filter, nor points of attributes"

    def _faults_of_facts(self, card: ThorgalCard) -> Iterator[str]:
        known = {"support": SUPPORT_TYPES}.get(card.kind, COMPANION_TYPES)
        if card.kind in ("companion", "support", "land") and not card.subtypes:
            yield f"{card.id}: a {card.kind} has at least one subtype (TRG-028, TRG-030)"
        if not set(card.subtypes) <= set(known) or (card.subtypes and card.kind in ("event", "bane")):
            yield f"{card.id}: subtypes can be {', '.join(known)}, and events and bane cards have none"
        if bool(card.phases) != (card.kind in ("event", "bane")):
            yield f"{card.id}: events and bane cards name their phases, others none (TRG-022, TRG-028)"
        effects = self.effects[card.id]
        if card.kind == "land" and not {"horn", "fenris"} <= set(effects):
            yield f"{card.id}: a land has a horn effect and a Fenris effect (TRG-030)"
        for kind in ("activated", "fenris"):
            if kind in effects and not effects[kind][0]:
                yield f"{card.id}: the effect {kind} names no phase (TRG-360, TRG-492)"

    @cached_property
    def points(self) -> dict[str, tuple[int, int, int]]:
        """Card -> its printed Bravery, Cunning and Power; what a land asks for."""
        return {c.id: (c.bravery, c.cunning, c.power) for c in self.cards.values()}

    def steps(self, card: str, kind: str) -> tuple[Op, ...]:
        """What one kind of effect of a card does; () without it."""
        found = self.effects[card].get(kind)
        return found[1] if found is not None else ()

    def phases(self, card: str, kind: str) -> tuple[Phase, ...]:
        """The phases in which one kind of effect works; () for all of them, or without it."""
        found = self.effects[card].get(kind)
        return found[0] if found is not None else ()

    @cached_property
    def spying(self) -> frozenset[str]:
        """Cards and lands whose text looks at a hand."""
        return frozenset(
            card.id for card in self.cards.values() for e in card.effects for line in e.effect if "spy(" in line
        )

    def of(self, faction: str, deck: str) -> tuple[str, ...]:
        """All cards of one deck of a faction, copies included."""
        return tuple(
            c.id for c in self.cards.values() if c.faction == faction and c.deck == deck for _ in range(c.copies)
        )

    def horn_text(self, card: str) -> str:
        """The horn effect of a land, in sentences."""
        return sentences(self.steps(card, "horn"))  # type: ignore[arg-type]

    def facts(self, card: str) -> tuple[tuple[str, str], ...]:
        """The facts of a card besides its text."""
        c = self.cards[card]
        out = [("Kind", c.kind.title()), ("Faction", c.faction.title())]
        if c.subtypes:
            title = "Opposes free" if c.kind == "land" else "Subtypes"
            out.append((title, ", ".join(subtype.title() for subtype in c.subtypes)))
        if c.kind != "land":
            out.append(("Cost", str(c.cost)))
        values = ", ".join(f"{n} {name}" for n, name in zip(self.points[card], ATTRIBUTES, strict=True) if n)
        out.append(("Asks for" if c.kind == "land" else "Adds", values or "nothing"))
        if c.phases:
            out.append(("Played in", ", ".join(phase.title() for phase in c.phases)))
        if c.unique:
            out.append(("Unique", "yes"))
        if c.recommended:
            out.append(("Recommended", "as a starting companion"))
        if c.copies > 1:
            out.append(("Copies", str(c.copies)))
        return tuple(out)

    def text(self, card: str) -> str:
        """What the card does, in sentences."""
        parts = []
        for kind, (phases, ops) in self.effects[card].items():
            words = " ".join(op.text() for op in ops)
            when = f" ({', '.join(phase.title() for phase in phases)})" if phases else ""
            if kind == "upkeep":
                words = f"{words[0].upper()}{words[1:]}."
            parts.append(f"{TITLES[kind]}{when}: {words}" if kind in TITLES else words)
        return " ".join(parts)
