"""Kardnarök's cards: Warriors, Heroes, Norns, Ragnarök cards, silver and rituals, and what each of them does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

from msgspec import Struct

from thorgames.core.cards import Box, Card
from thorgames.core.effects import Op, Positive, Vocabulary, vocabulary

Rune = Literal["J", "D", "N", "Z", "I"]
RUNES: dict[Rune, str] = {"J": "Jera", "D": "Dagaz", "N": "Ingwaz", "Z": "Algiz", "I": "Eihwaz"}

God = Literal["odin", "thor", "frey"]
GODS: tuple[God, ...] = ("odin", "thor", "frey")

Role = Literal["attack", "defence"]
Deck = Literal["warrior", "norn"]
When = Literal["any", "win", "loss"]


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the options of a Norn, as the card file has it."""

    effect: tuple[str, ...]
    name: str = ""


class KardnarokCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of Kardnarök.

    Attributes:
        sort: which kind of Warrior it is, for cards and rules that speak of it.
        force: of a Warrior or Hero (KRD-051).
        rune: of a Warrior, "" for none.
        human: whether a Warrior is human.
        timing: of a Norn: before the reveal, in combat, at any moment (KRD-046).
        role: the role in which a Norn works, "" for both (KRD-052).
        divine: whether a Norn bears the icon of a divinity.
        options: what a Norn does, one of them chosen on playing (KRD-045).
        level, pennant: of a Ragnarök card.
        effective: the number of cards that it lets each kingdom own.
        event, rule: its event, and its fixed rule.
        value: of a silver coin.
    """

    sort: str = ""
    force: int = 0
    rune: Rune | Literal[""] = ""
    human: bool = False
    timing: Literal["", "pre", "combat", "any"] = ""
    role: Role | Literal[""] = ""
    divine: bool = False
    options: tuple[Choice, ...] = ()
    level: int = 0
    pennant: int = 0
    effective: int = 0
    event: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    value: int = 0


def spelt(warrior: str) -> str:
    """The name of a kind of Warrior, as it stands in sentences on other cards."""
    return {"jotunn": "Jötunn"}.get(warrior, warrior.title())


# --- Conditions ----------------------------------------------------------------------------------------------------


class Always(Op, frozen=True, tag="always"):
    """No condition."""

    def text(self) -> str:
        """Nothing to say."""
        return ""


class InRole(Op, frozen=True, tag="role"):
    """The own side has this role (KRD-052)."""

    which: Role

    def text(self) -> str:
        """The condition."""
        return "when you attack" if self.which == "attack" else "when you defend"


class Beside(Op, frozen=True, tag="beside"):
    """Another live Warrior of this kind stands in the own army (KRD-221)."""

    warrior: str

    def text(self) -> str:
        """The condition."""
        return f"beside a {spelt(self.warrior)} in your army"


class Runes(Op, frozen=True, tag="runes"):
    """The two live Warriors supply these runes (KRD-048)."""

    a: Rune
    b: Rune

    def text(self) -> str:
        """The condition."""
        if self.a == self.b:
            return f"with {RUNES[self.a]} on both Warriors"
        return f"with {RUNES[self.a]} and {RUNES[self.b]} on your Warriors"


class MoreBronze(Op, frozen=True, tag="more_bronze"):
    """The own kingdom has more bronze than the opposing one."""

    def text(self) -> str:
        """The condition."""
        return "while you have more bronze than your opponent"


class OppNonhuman(Op, frozen=True, tag="opp_nonhuman"):
    """A live non-human Warrior stands in the opposing army."""

    def text(self) -> str:
        """The condition."""
        return "against an army with a non-human Warrior"


Condition = Always | InRole | Beside | Runes | MoreBronze | OppNonhuman


def _when(sentence: str, condition: Condition) -> str:
    """A sentence with its condition."""
    words = condition.text()
    return f"{sentence} {words}." if words else f"{sentence}."


# --- What lasts while the card is active ---------------------------------------------------------------------------


class Own(Op, frozen=True, tag="own"):
    """The own total is higher."""

    n: int
    condition: Condition = Always()

    def text(self) -> str:
        """The sentence."""
        return _when(f"Your total +{self.n}", self.condition)


class Opp(Op, frozen=True, tag="opp"):
    """The opposing total is lower."""

    n: int
    condition: Condition = Always()

    def text(self) -> str:
        """The sentence."""
        return _when(f"Your opponent's total −{-self.n}", self.condition)


What = Literal["own_humans", "opp_villagers", "opp_reinforcements", "own_norns"]

WHAT: dict[What, str] = {
    "own_humans": "human Warrior in your army",
    "opp_villagers": "Villager in the opposing army",
    "opp_reinforcements": "reinforcement of your opponent",
    "own_norns": "Norn that your kingdom has used in this combat",
}


class OwnPer(Op, frozen=True, tag="own_per"):
    """The own total is higher for each of something."""

    n: int
    what: What
    max: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Your total +{self.n} for each {WHAT[self.what]}, {self.max} at most."


class OppPer(Op, frozen=True, tag="opp_per"):
    """The opposing total is lower for each of something."""

    n: int
    what: What
    max: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Your opponent's total −{-self.n} for each {WHAT[self.what]}, {self.max} at most."


class ImpedeOpp(Op, frozen=True, tag="impede_opp"):
    """The opposing Hero's bonus does not count; its own Force does (KRD-049, KRD-053)."""

    condition: Condition = Always()

    def text(self) -> str:
        """The sentence."""
        return _when("The opposing Hero's bonus does not count", self.condition)


class ImpedeSelf(Op, frozen=True, tag="impede_self"):
    """The own Hero's bonus does not count (KRD-053)."""

    def text(self) -> str:
        """The sentence."""
        return "Your own Hero's bonus does not count."


class Protect(Op, frozen=True, tag="protect"):
    """Nothing impedes the own Hero's bonus."""

    def text(self) -> str:
        """The sentence."""
        return "Nothing can impede your Hero's bonus."


class Slay(Op, frozen=True, tag="slay"):
    """A chosen Warrior of the opposing army is slain for this combat."""

    def text(self) -> str:
        """The sentence."""
        return "Name one of the two face-down Warriors of the opposing army: it is slain."


class NoVillagers(Op, frozen=True, tag="no_villagers"):
    """The opposing kingdom plays no more villager reinforcements."""

    def text(self) -> str:
        """The sentence."""
        return "Your opponent can play no Villagers as reinforcements."


class NoRitual(Op, frozen=True, tag="no_ritual"):
    """The opposing ritual stops."""

    def text(self) -> str:
        """The sentence."""
        return "Your opponent's ritual stops: no Force of Frey, no more reinforcements of Thor."


class Wild(Op, frozen=True, tag="wild"):
    """A chosen Warrior of the own army also supplies a chosen rune."""

    def text(self) -> str:
        """The sentence."""
        return "One Warrior of your army also bears a rune of your choice."


class Spare(Op, frozen=True, tag="spare"):
    """Fewer Warriors of the own army are discarded after the combat (KRD-054)."""

    n: int | Literal["all", "itself"]
    when: When

    def text(self) -> str:
        """The sentence."""
        after = {"any": "After the combat", "win": "If you win", "loss": "If you lose"}[self.when]
        if self.n == "itself":
            return f"{after}, this Warrior is not discarded."
        if self.n == "all":
            return f"{after}, none of your Warriors is discarded but those slain."
        return f"{after}, {self.n} Warrior fewer of your army is discarded."


class WinBronze(Op, frozen=True, tag="win_bronze"):
    """The winner takes bronze from the defeated kingdom."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"If you win, take {self.n} bronze from the defeated kingdom."


# --- What happens at once ------------------------------------------------------------------------------------------


class Draw(Op, frozen=True, tag="draw"):
    """Draw cards."""

    deck: Deck
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Draw {self.n} {self.deck.title()}{'s' if self.n > 1 else ''}."


class PeekTake(Op, frozen=True, tag="peek_take"):
    """Look at the top of a deck, and take one card of it."""

    deck: Deck
    k: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Look at the top {self.k} of the {self.deck.title()} deck and take one; the others go under it."


class TakeRandom(Op, frozen=True, tag="take_random"):
    """Take a random card from the opposing kingdom's hand."""

    deck: Deck

    def text(self) -> str:
        """The sentence."""
        return f"Take a random {self.deck.title()} from your opponent's hand."


class LookArmy(Op, frozen=True, tag="look_army"):
    """Look at the opposing army."""

    def text(self) -> str:
        """The sentence."""
        return "Look at the Warriors of the opposing army."


class Exchange(Op, frozen=True, tag="exchange"):
    """Swap a live Warrior of the own army with one in hand."""

    how: Literal["optional", "compulsory"]

    def text(self) -> str:
        """The sentence."""
        return f"{'You may swap' if self.how == 'optional' else 'Swap'} a Warrior of your army with one in your hand."


class Recycle(Op, frozen=True, tag="recycle"):
    """Discard cards, and draw as many."""

    max: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Discard 1 to {self.max} cards and draw as many, in a split you name first."


class CostDiscard(Op, frozen=True, tag="cost_discard"):
    """The price of a card: discard others."""

    deck: Deck
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Discard {'another' if self.n == 1 else f'{self.n} other'} {self.deck.title()}."


class Cancel(Op, frozen=True, tag="cancel"):
    """Cancel the Norn last used by the opposing side (KRD-236)."""

    def text(self) -> str:
        """The sentence."""
        return "Cancel the Norn that the opposing side used last."


class PlayableIf(Op, frozen=True, tag="playable_if"):
    """The option may be chosen only now that this is so."""

    what: Literal["opp_reinforcements", "opp_ritual"]

    def text(self) -> str:
        """The sentence."""
        if self.what == "opp_ritual":
            return "Only against a ritual of Frey or Thor."
        return "Only while your opponent has a reinforcement on the table."


class ThorReinforcements(Op, frozen=True, tag="thor_reinforcements"):
    """The ritual of Thor (KRD-206)."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"Up to {self.n} human Warriors from your hand may reinforce you in this combat."


# --- Events of Ragnarök cards --------------------------------------------------------------------------------------


class HeroSwap(Op, frozen=True, tag="hero_swap"):
    """On reveal: each kingdom may or must swap a Hero."""

    how: Literal["may", "must"]

    def text(self) -> str:
        """The sentence."""
        return f"Each kingdom {self.how} swap one of its Heroes now, besides the swap it has in every round."


class BestCoin(Op, frozen=True, tag="best_coin"):
    """The coins of the round's start: the best of several."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"At the start of this round each kingdom draws {self.n} silver coins and keeps the highest."


class PassLeft(Op, frozen=True, tag="pass_left"):
    """After the Effective: everybody passes cards to the left at the same time."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return (
            f"After drawing, each kingdom secretly chooses {self.n} card to pass to the left; "
            "whoever has only two Warriors passes a Norn."
        )


class Trade(Op, frozen=True, tag="trade"):
    """After the Effective: a card of one deck for one of the other."""

    deck: Deck
    other: Deck
    n: Positive

    def text(self) -> str:
        """The sentence."""
        return (
            f"After drawing, each kingdom puts {self.n} {self.deck.title()} under its deck and draws "
            f"{self.n} {self.other.title()}."
        )


class BanRitual(Op, frozen=True, tag="ban_ritual"):
    """This round: a ritual cannot be chosen."""

    god: God

    def text(self) -> str:
        """The sentence."""
        return f"In this round nobody can choose the ritual of {self.god.title()}."


class NoArmyChange(Op, frozen=True, tag="no_army_change"):
    """This round: armies are not changed before announcing."""

    def text(self) -> str:
        """The sentence."""
        return "In this round no army is changed before an attack is announced."


class ThorTakes(Op, frozen=True, tag="thor_takes"):
    """This round: a Warrior may be a Thor reinforcement as well."""

    warrior: str

    def text(self) -> str:
        """The sentence."""
        return f"In this round a {spelt(self.warrior)} may reinforce by the ritual of Thor as well."


class NoSelfImpede(Op, frozen=True, tag="no_self_impede"):
    """This round: a Warrior does not impede its own Hero."""

    warrior: str

    def text(self) -> str:
        """The sentence."""
        return f"In this round a {spelt(self.warrior)} does not impede its own Hero."


class CubeStart(Op, frozen=True, tag="cube_start"):
    """This round: defence cubes start further on."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"In this round the defence cubes start on +{self.n}."


# --- Fixed rules of Ragnarök cards ---------------------------------------------------------------------------------


class NornLimit(Op, frozen=True, tag="norn_limit"):
    """A kingdom uses only so many Norns in a combat."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"A kingdom can use at most {self.n} Norns in a combat."


class AttackBonus(Op, frozen=True, tag="attack_bonus"):
    """The attacker's total is higher."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"The attacker's total +{self.n}."


class DefenceBonus(Op, frozen=True, tag="defence_bonus"):
    """The defender's total is higher."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"The defender's total +{self.n}."


class KindBonus(Op, frozen=True, tag="kind_bonus"):
    """Live Warriors of a kind count more."""

    warrior: str
    n: int

    def text(self) -> str:
        """The sentence."""
        return f"Each {spelt(self.warrior)} in an army +{self.n}."


class LeastFee(Op, frozen=True, tag="least_fee"):
    """Mercenaries, or bought Norns, are dearer."""

    n: int
    duel: int

    def text(self) -> str:
        """The sentence."""
        return f"A mercenary is offered {self.n} bronze at least; in a Duel two Norns cost {self.duel} more."


class VillagerLimit(Op, frozen=True, tag="villager_limit"):
    """Only so many villager reinforcements."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"A kingdom can play at most {self.n} villager reinforcements in a combat."


class HiddenHeroes(Op, frozen=True, tag="hidden_heroes"):
    """Heroes of armies lie face-down."""

    def text(self) -> str:
        """The sentence."""
        return "Heroes stand face-down in the armies and are revealed with the Warriors."


class WinnerDiscards(Op, frozen=True, tag="winner_discards"):
    """The winner loses more Warriors."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"The winner of a combat discards {self.n} Warriors of its army."


class RitualStrength(Op, frozen=True, tag="ritual_strength"):
    """Rituals do less."""

    odin: int
    thor: int
    frey: int

    def text(self) -> str:
        """The sentence."""
        return f"Rituals are weaker: Odin {self.odin} Norn, Thor {self.thor} human, Frey +{self.frey}."


class HeroCap(Op, frozen=True, tag="hero_cap"):
    """A Hero's bonus adds only so much."""

    n: int

    def text(self) -> str:
        """The sentence."""
        return f"A Hero's bonus adds {self.n} at most."


class WinnerBronze(Op, frozen=True, tag="winner_bronze"):
    """The winner takes bronze."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"The winner of a combat takes {self.n} bronze from the defeated kingdom."


CONDITIONS = (Always, InRole, Beside, Runes, MoreBronze, OppNonhuman)
LASTING = (
    Own,
    Opp,
    OwnPer,
    OppPer,
    ImpedeOpp,
    ImpedeSelf,
    Protect,
    Slay,
    NoVillagers,
    NoRitual,
    Wild,
    Spare,
    WinBronze,
)
AT_ONCE = (Draw, PeekTake, TakeRandom, LookArmy, Exchange, Recycle)
OTHER = (CostDiscard, Cancel, PlayableIf, ThorReinforcements)
EVENTS = (HeroSwap, BestCoin, PassLeft, Recycle, Trade, BanRitual, NoArmyChange, ThorTakes, NoSelfImpede, CubeStart)
RULES = (
    *(NornLimit, AttackBonus, DefenceBonus, KindBonus, LeastFee, VillagerLimit, HiddenHeroes, WinnerDiscards),
    *(RitualStrength, HeroCap, WinnerBronze),
)

Ops = tuple[Op, ...]
R = TypeVar("R", bound=Op)

COUNTS = {"warrior": 44, "hero": 15, "norn": 42, "ragnarok": 12, "silver": 21, "ritual": 12}
"""Cards, coins and tokens of each kind in the box."""

VILLAGER = "villager"
"""The kind of Warrior that can be played as a reinforcement (KRD-238, KRD-R-30)."""

KINGDOMS = ("Kattegat", "Uppsala", "Hedeby", "Trondheim")
"""The Kingdom cards; they differ in name and colour only (KRD-R-02)."""


def _works(op: Op, role: Role) -> bool:
    """Whether an effect can work in a role."""
    condition = getattr(op, "condition", None)
    return not isinstance(condition, InRole) or condition.which == role


class KardnarokBox(Box[KardnarokCard]):
    """The cards of one box of Kardnarök.

    Attributes:
        choices: Norn -> (name of the option, what it does), one or two of them.
        events, rules: Ragnarök card -> its event, its fixed rule.
    """

    game = "kardnarok"
    card_type = KardnarokCard
    verbs: ClassVar[Vocabulary] = vocabulary(dict.fromkeys((*CONDITIONS, *LASTING, *AT_ONCE, *OTHER, *EVENTS, *RULES)))

    def __init__(self, toml: str, file: str) -> None:
        self.choices: dict[str, tuple[tuple[str, Ops], ...]] = {}
        self.events: dict[str, Ops] = {}
        self.rules: dict[str, Ops] = {}
        self._having: dict[tuple[type[Op], ...], Any] = {}
        super().__init__(toml, file)

    def faults(self) -> Iterator[str]:
        """Read the effects that stand in lists, and check counts (KRD-042 to KRD-047) and what the rules rely on."""
        counts = Counter[str]()
        for card in self.cards.values():
            counts[card.kind] += card.copies
            self.choices[card.id] = tuple(
                (c.name, self.read(c.effect, f"{card.id}, field options")) for c in card.options
            )
            self.events[card.id] = self.read(card.event, f"{card.id}, field event")
            self.rules[card.id] = self.read(card.rule, f"{card.id}, field rule")
        for kind, wanted in COUNTS.items():
            if counts[kind] != wanted:
                yield f"there must be {wanted} of the kind {kind}, not {counts[kind]}"
        for kind in sorted(set(counts) - set(COUNTS)):
            yield f"kind must be one of {', '.join(COUNTS)}, not {kind!r}"
        for card in self.cards.values():
            yield from self._faults_of(card)
        for level in (1, 2):
            cards = [c for c in self.cards.values() if c.kind == "ragnarok" and c.level == level]
            if sum(c.copies for c in cards) != 6:
                yield f"there must be 6 Ragnarök cards of level {level}"
        for pennant in (1, 2, 3, 4):
            if sum(c.copies for c in self.cards.values() if c.pennant == pennant) != 3:
                yield f"there must be 3 Ragnarök cards with the pennant {pennant}"
        if VILLAGER not in {card.sort for card in self.cards.values()}:
            yield f"there must be a Warrior with  sort = {VILLAGER!r}"
        for needed in (f"ritual-{god}" for god in GODS):
            if needed not in self.cards:
                yield f"there must be a card {needed}"

    def _faults_of(self, card: KardnarokCard) -> Iterator[str]:
        if card.kind in ("warrior", "hero") and not 1 <= card.force <= 4:
            yield f"{card.id}: force must be 1 to 4, not {card.force} (KRD-051)"
        if card.kind == "warrior" and not card.sort:
            yield f"{card.id}: a Warrior needs a sort, as its id"
        if card.kind == "warrior" and card.human != bool(card.rune):
            yield f"{card.id}: a human Warrior has a rune, and only a human one (KRD-041)"
        if card.kind == "norn":
            if not card.timing:
                yield f"{card.id}: timing must be pre, combat or any"
            if len(card.options) not in (1, 2):
                yield f"{card.id}: a Norn has one or two options"
            if len(card.options) == 2 and not all(c.name for c in card.options):
                yield f"{card.id}: each of two options needs a name"
        if card.kind == "ragnarok" and not (card.effective >= 3 and card.event and card.rule):
            yield f"{card.id}: a Ragnarök card needs effective (at least 3), event and rule"
        if card.kind == "silver" and card.value < 1:
            yield f"{card.id}: a coin needs a value"
        for field, found, able in (
            ("effect", self.ops[card.id] if card.kind in ("warrior", "hero") else (), LASTING),
            ("event", self.events[card.id], EVENTS),
            ("rule", self.rules[card.id], RULES),
            *(("options", ops, (*LASTING, *AT_ONCE, *OTHER)) for _, ops in self.choices[card.id]),
        ):
            for op in found:
                if not isinstance(op, able):
                    yield f"{card.id}: {op.__struct_config__.tag} does not belong into {field}"
        choices = [op for _, ops in self.choices[card.id] for op in ops]
        if card.kind in ("warrior", "hero"):
            for op in self.ops[card.id]:
                if isinstance(op, (Slay, Wild, NoVillagers, NoRitual)):
                    yield f"{card.id}: only a Norn can have {op.__struct_config__.tag}"
        for op in self.events[card.id]:
            if isinstance(op, CubeStart) and op.n not in (0, 2, 3):
                yield f"{card.id}: cube_start must be 0, 2 or 3, not {op.n}"
        for op in (*self.ops[card.id], *choices, *self.events[card.id], *self.rules[card.id]):
            name = getattr(op, "warrior", getattr(getattr(op, "condition", None), "warrior", ""))
            if name and name not in {other.sort for other in self.cards.values()}:
                yield f"{card.id}: there is no Warrior {name!r}"

    def having(self, *kinds: type[R]) -> dict[str, tuple[R, ...]]:
        """Warriors and Heroes with an effect of some kinds -> these effects; the others are not in it."""
        if kinds not in self._having:
            found = {card: tuple(op for op in ops if isinstance(op, kinds)) for card, ops in self.ops.items()}
            self._having[kinds] = {card: ops for card, ops in found.items() if ops}
        return self._having[kinds]  # type: ignore[no-any-return]

    @cached_property
    def counting(self) -> tuple[dict[str, Ops], dict[str, Ops]]:
        """For the attacker and the defender: Warrior or Hero -> what it may add to a total or take away from one."""
        having = self.having(Own, Opp, OwnPer, OppPer)
        attack = {card: tuple(op for op in ops if _works(op, "attack")) for card, ops in having.items()}
        defence = {card: tuple(op for op in ops if _works(op, "defence")) for card, ops in having.items()}
        return attack, defence

    @cached_property
    def impeding(self) -> dict[str, Ops]:
        """Warrior or Hero -> what it does to the bonus of a Hero."""
        return self.having(ImpedeOpp, ImpedeSelf, Protect)

    @cached_property
    def sort(self) -> dict[str, str]:
        """Warrior -> which kind it is."""
        return {c.id: c.sort for c in self.cards.values() if c.kind == "warrior"}

    @cached_property
    def timing(self) -> dict[str, str]:
        """Norn -> when it may be used."""
        return {c.id: c.timing for c in self.cards.values() if c.kind == "norn"}

    @cached_property
    def human(self) -> dict[str, bool]:
        """Warrior -> whether it is human."""
        return {c.id: c.human for c in self.cards.values() if c.kind == "warrior"}

    @cached_property
    def rune(self) -> dict[str, str]:
        """Warrior -> its rune, "" for none."""
        return {c.id: c.rune for c in self.cards.values() if c.kind == "warrior"}

    @cached_property
    def force(self) -> dict[str, int]:
        """Warrior or Hero -> printed Force."""
        return {c.id: c.force for c in self.cards.values() if c.kind in ("warrior", "hero")}

    def wants(self, hero: str, most: int) -> str:
        """What a Hero gives for which runes, at most so much, in a few signs; "" if it asks for none."""
        for op in self.ops[hero]:
            if isinstance(op, Own) and isinstance(op.condition, Runes):
                return f", +{min(op.n, most)} with {op.condition.a} {op.condition.b}"
        return ""

    @cached_property
    def value(self) -> dict[str, int]:
        """Coin -> its value."""
        return {c.id: c.value for c in self.cards.values() if c.kind == "silver"}

    def backs(self, kind: str) -> tuple[str, ...]:
        """All cards of a kind, copies included, in the order of the file."""
        return self._backs[kind]

    @cached_property
    def _backs(self) -> dict[str, tuple[str, ...]]:
        return {kind: tuple(self.count(kind).elements()) for kind in COUNTS}

    def omens(self, basic: bool) -> tuple[tuple[str, ...], ...]:
        """The piles of Ragnarök cards: by level, or (outside the basic mode) by pennant (KRD-023, KRD-901)."""
        return self._omens[basic]

    @cached_property
    def _omens(self) -> dict[bool, tuple[tuple[str, ...], ...]]:
        cards = [self.cards[card] for card in self.backs("ragnarok")]
        return {
            True: tuple(tuple(c.id for c in cards if c.level == level) for level in (1, 2)),
            False: tuple(tuple(c.id for c in cards if c.pennant == pennant) for pennant in (1, 2, 3, 4)),
        }

    def facts(self, card: str) -> tuple[tuple[str, str], ...]:
        """The facts of a card besides its text."""
        c = self.cards[card]
        times = {"pre": "before the armies are revealed", "combat": "in combat", "any": "at any moment"}
        names = {"warrior": "Warrior", "hero": "Hero", "norn": "Norn", "silver": "silver coin", "ritual": "ritual"}
        out = [("Kind", names.get(c.kind, f"Ragnarök, level {c.level}, pennant {c.pennant}"))]
        if c.force:
            out.append(("Force", str(c.force)))
        if c.kind == "warrior":
            out.append(("Rune", f"{RUNES[c.rune]} ({c.rune})" if c.rune else "none"))
            out.append(("Human", "yes" if c.human else "no"))
        if c.timing:
            out.append(("Used", times[c.timing]))
        if c.role:
            out.append(("Only", "for the attacker" if c.role == "attack" else "for the defender"))
        if c.divine:
            out.append(("Divinity", "yes"))
        if c.effective:
            out.append(("Effective", str(c.effective)))
        if c.value:
            out.append(("Value", str(c.value)))
        if c.copies > 1:
            out.append(("Copies", str(c.copies)))
        return tuple(out)

    def text(self, card: str) -> str:
        """What the card does, in sentences."""
        c = self.cards[card]
        if c.kind == "norn":
            parts = [
                (f"{name}: " if name else "") + " ".join(op.text() for op in ops) for name, ops in self.choices[card]
            ]
            return " — or — ".join(parts)
        if c.kind == "ragnarok":
            event = " ".join(
                "After drawing, each kingdom in turn may discard up to "
                f"{op.max} cards and draw as many, in a split it names first."
                if isinstance(op, Recycle)
                else op.text()
                for op in self.events[card]
            )
            return f"Event: {event} Fixed rule: {' '.join(op.text() for op in self.rules[card])}"
        own = " ".join(op.text() for op in self.ops[card])
        if c.sort == VILLAGER:
            own = "In combat you may play it from your hand as a reinforcement: +1."
        return own
