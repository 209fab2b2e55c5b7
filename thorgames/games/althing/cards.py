"""Althing's cards: gods, Trolls and storms, Vikings, saga cards, symbols, and Thorfinn's six."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal

from thorgames.core.cards import Box, Card
from thorgames.core.effects import Op, Positive, Vocabulary, vocabulary

Resource = Literal["gold", "wood", "bones"]
RESOURCES: tuple[Resource, ...] = ("gold", "wood", "bones")
Amount = tuple[int, int, int]
"""Gold, wood, bones."""

TRICKS = ("troll", "storm", "axe")
"""The symbols that are aimed at an opponent, in the order in which they are introduced."""

COLOURS = ("green", "red", "blue")
"""Of the Trolls, by seat (ALT-R-53); alone, the green ones are Thorfinn's (ALT-802, ALT-R-50)."""

FIXED_HAND = ("odin", "odin", "odin", "freyr")
"""The first hand of two campaign games (ALT-611, ALT-621)."""


class AlthingCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of Althing.

    Attributes:
        cost: nuggets to recruit a Viking.
        gold, wood, bones: what a god or Viking gives, or what a stage asks for.
        symbols: of a god or Viking.
        colour: of a Troll or storm.
        stage, side: of a step card.
        veteran: whether a stage bears the Veteran symbol.
        sacred: whether a start is Sacred Ground.
        easy_only: a card of Thorfinn's that is taken out in hard mode.
        gloss: what a name means.
    """

    cost: int = 0
    gold: int = 0
    wood: int = 0
    bones: int = 0
    symbols: tuple[str, ...] = ()
    colour: str = ""
    stage: str = ""
    side: str = ""
    veteran: bool = False
    sacred: bool = False
    easy_only: bool = False
    gloss: str = ""


class GiveTroll(Op, frozen=True, tag="give_troll"):
    """One's own Troll goes on top of the target's draw pile (ALT-401)."""

    def text(self) -> str:
        """The sentence."""
        return "Put one of your Trolls on top of an opponent's draw pile."


class SendStorm(Op, frozen=True, tag="send_storm"):
    """One's Storm Troll is laid before the target, STORMUR up (ALT-420)."""

    def text(self) -> str:
        """The sentence."""
        return (
            "Lay your Storm Troll before an opponent: in his next phase he can neither recruit nor complete a stage, "
            "in the one after that he cannot recruit."
        )


class TakeCard(Op, frozen=True, tag="take_card"):
    """A random card of the target's hand is taken and may be used (ALT-440, ALT-441)."""

    def text(self) -> str:
        """The sentence."""
        return "Draw a random card from an opponent's hand. Use it at once or leave it; it goes to his discard pile."


class Sink(Op, frozen=True, tag="sink"):
    """Cards of the row go under the Assembly deck (ALT-460)."""

    n: Positive

    def text(self) -> str:
        """The sentence."""
        return f"Put {self.n} cards of the row under the Assembly deck; the row is filled at once."


class FetchTroll(Op, frozen=True, tag="fetch_troll"):
    """A Troll in one's own draw pile goes back to its owner (ALT-411)."""

    def text(self) -> str:
        """The sentence."""
        return "In your own phase: give a Troll in your draw pile back to its owner and shuffle the pile."


class Trick(Op, frozen=True, tag="trick"):
    """Aimed at an opponent, who may answer with a dodge."""

    effect: GiveTroll | SendStorm | TakeCard
    dodge: str

    def text(self) -> str:
        """The sentence."""
        return f"Trick: {self.effect.text()}"


class EventOp(Op, frozen=True, tag="event"):
    """Played in one's own phase, without a target."""

    effect: Sink | FetchTroll

    def text(self) -> str:
        """The sentence."""
        return f"Event: {self.effect.text()}"


class Dodge(Op, frozen=True, tag="dodge"):
    """An answer to a trick, or to a Shortage."""

    of: str

    def text(self) -> str:
        """The sentence."""
        return (
            f"Dodge: answers {'a Shortage' if self.of == 'shortage' else f'the {self.of.title()}'} played against you."
        )


class TRecruit(Op, frozen=True, tag="t_recruit"):
    """Thorfinn takes cards of the row, one after the other (ALT-811, ALT-R-44)."""

    n: Positive
    which: Literal["dearest", "cheapest"]

    def text(self) -> str:
        """The sentence."""
        return f"He recruits the {self.which} card{'s' if self.n > 1 else ''} of the row: {self.n}."


class TAdvance(Op, frozen=True, tag="t_advance"):
    """He goes one stage up."""

    def text(self) -> str:
        """The sentence."""
        return "he goes one stage up"


class TTroll(Op, frozen=True, tag="t_troll"):
    """He puts a Troll on the player's draw pile (ALT-R-45)."""

    def text(self) -> str:
        """The sentence."""
        return "he puts a Troll on your draw pile"


class TAxe(Op, frozen=True, tag="t_axe"):
    """A random card of the player's hand is discarded (ALT-816)."""

    def text(self) -> str:
        """The sentence."""
        return "his Axe strikes a random card out of your hand"


class TShortage(Op, frozen=True, tag="t_shortage"):
    """A resource gives nothing in the player's next phase (ALT-813)."""

    of: Resource

    def text(self) -> str:
        """The sentence."""
        return f"Shortage of {self.of}"


class TNothing(Op, frozen=True, tag="t_nothing"):
    """No action."""

    def text(self) -> str:
        """The sentence."""
        return "no action"


TAction = TAdvance | TTroll | TAxe | TShortage | TNothing


class TStages(Op, frozen=True, tag="t_stages"):
    """His action by the stage he stands on before it (ALT-R-60)."""

    first: TAction
    second: TAction
    third: TAction
    fourth: TAction

    @property
    def all(self) -> tuple[TAction, ...]:
        """The four actions in order."""
        return self.first, self.second, self.third, self.fourth

    def text(self) -> str:
        """The sentence."""
        parts = [f"on stage {n}: {action.text()}" for n, action in enumerate(self.all, 1)]
        return f"Then, {'; '.join(parts)}."


class TShield(Op, frozen=True, tag="t_shield"):
    """While it is the revealed card he cannot be hit by an Axe (ALT-817)."""

    def text(self) -> str:
        """The sentence."""
        return "Shield: your Axe cannot be used on him."


class AlthingBox(Box[AlthingCard]):
    """The cards of one box of Althing."""

    game = "althing"
    card_type = AlthingCard
    verbs: ClassVar[Vocabulary] = vocabulary(
        (
            *(GiveTroll, SendStorm, TakeCard, Sink, FetchTroll, Trick, EventOp, Dodge),
            *(TRecruit, TAdvance, TTroll, TAxe, TShortage, TNothing, TStages, TShield),
        )
    )

    def faults(self) -> Iterator[str]:
        """Check the counts of the rulebook (ALT-102 to ALT-105) and what the rules rely on."""
        counts = Counter[str]()
        for card in self.cards.values():
            counts[card.kind] += card.copies
        for kind, wanted in (("god", 6), ("troll", 6), ("storm", 3), ("viking", 30), ("thorfinn", 6)):
            if counts[kind] != wanted:
                yield f"there must be {wanted} cards of the kind {kind}, not {counts[kind]}"
        known = {"god", "troll", "storm", "viking", "thorfinn", "start", "step", "last", "symbol"}
        for card in self.cards.values():
            if card.kind not in known:
                yield f"{card.id}: kind must be one of {', '.join(sorted(known))}, not {card.kind!r}"
            for symbol in card.symbols:
                if f"sym-{symbol}" not in self.cards:
                    yield f"{card.id}: no symbol {symbol!r}; there is no card sym-{symbol}"
            if min(card.cost, card.gold, card.wood, card.bones) < 0:
                yield f"{card.id}: costs and resources cannot be below 0"
        stages = {c.stage for c in self.cards.values() if c.kind == "step"}
        if len(stages) != 7 or any(f"{stage}-{side}" not in self.cards for stage in stages for side in "ab"):
            yield 'there must be 7 steps, each with the sides a and b, as in  id = "drakkar-a"'
        for needed in ("kattegat-a", "kattegat-b", "thing", "althing"):
            if needed not in self.cards:
                yield f"there must be a card {needed}"
        if set(self.tricks) != set(TRICKS):
            yield f"the symbols with an effect trick(...) must be {', '.join(TRICKS)}"
        for aim in (*TRICKS, "shortage"):
            if aim not in self.dodge_of:
                yield f"a symbol must have the effect dodge({aim})"
        for troll in (f"troll-{colour}" for colour in COLOURS):  # by which the rules tell whose Troll it is
            found = self.cards.get(troll)
            if found is None or (found.kind, found.copies) != ("troll", 2):
                yield f"there must be 2 copies of a card {troll}, of the kind troll"
        for god, copies in Counter(FIXED_HAND).items():
            if self.gods.count(god) < copies:
                yield f"of the god {god} there must be {copies} or more"
        for card in self.cards.values():
            if card.kind == "thorfinn" and not any(isinstance(op, TStages) for op in self.ops[card.id]):
                yield f"{card.id}: needs an effect t_stages(...)"

    @cached_property
    def values(self) -> dict[str, Amount]:
        """Card -> the resources it gives, or a stage asks for."""
        return {c.id: (c.gold, c.wood, c.bones) for c in self.cards.values()}

    @cached_property
    def price(self) -> dict[str, int]:
        """Card -> what it costs to recruit; 0 for all but Vikings."""
        return {c.id: c.cost for c in self.cards.values()}

    @cached_property
    def symbols(self) -> dict[str, tuple[str, ...]]:
        """Card -> its symbols."""
        return {c.id: c.symbols for c in self.cards.values()}

    @cached_property
    def gods(self) -> tuple[str, ...]:
        """The six gods of a personal deck."""
        return tuple(Counter({c.id: c.copies for c in self.cards.values() if c.kind == "god"}).elements())

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The seven step cards, without a side."""
        return tuple(dict.fromkeys(c.stage for c in self.cards.values() if c.kind == "step"))

    @cached_property
    def tricks(self) -> dict[str, Trick]:
        """Trick symbol -> what it does."""
        found = {c.id.removeprefix("sym-"): self.ops[c.id] for c in self.cards.values() if c.kind == "symbol"}
        return {name: op for name, ops in found.items() for op in ops if isinstance(op, Trick)}

    @cached_property
    def events(self) -> dict[str, EventOp]:
        """Symbol -> the event it causes in one's own phase."""
        found = {c.id.removeprefix("sym-"): self.ops[c.id] for c in self.cards.values() if c.kind == "symbol"}
        return {name: op for name, ops in found.items() for op in ops if isinstance(op, EventOp)}

    @cached_property
    def dodge_of(self) -> dict[str, str]:
        """What is answered ("troll", "storm", "axe", "shortage") -> the symbol that answers it."""
        found = {c.id.removeprefix("sym-"): self.ops[c.id] for c in self.cards.values() if c.kind == "symbol"}
        return {op.of: name for name, ops in found.items() for op in ops if isinstance(op, Dodge)}

    def name(self, card: str) -> str:
        """The name of a card; of a stage with two sides, with its side."""
        c = self.cards[card]
        side = c.side or (c.id[-1].upper() if c.kind == "start" else "")
        return f"{c.name} {side}".rstrip()

    def amounts(self, card: str) -> str:
        """The resources of a card in words: "2 gold, 1 wood"."""
        parts = [f"{n} {name}" for n, name in zip(self.values[card], RESOURCES, strict=True) if n]
        return ", ".join(parts) or "nothing"

    def facts(self, card: str) -> tuple[tuple[str, str], ...]:
        """The facts of a card besides its text."""
        c = self.cards[card]
        out: list[tuple[str, str]] = []
        names = {"god": "god, in every personal deck", "viking": "Viking of the Assembly", "troll": "Troll"}
        names |= {"storm": "Storm Troll", "thorfinn": "card of Thorfinn", "symbol": "symbol", "start": "start"}
        names |= {"step": f"stage, side {c.side}", "last": "last stage"}
        out.append(("Kind", names[c.kind]))
        if c.kind == "symbol":
            out.append(("Short", c.short))
        if c.gloss:
            out.append(("Means", c.gloss))
        if c.kind == "viking":
            out.append(("Cost", f"{c.cost} gold"))
        if c.kind in ("god", "viking"):
            out.append(("Gives", self.amounts(card)))
        if c.kind in ("step", "last"):
            out.append(("Asks for", self.amounts(card)))
        if c.copies > 1:
            out.append(("Copies", str(c.copies)))
        return tuple(out)

    def text(self, card: str) -> str:
        """What the card does, in sentences: its own effects, and those of its symbols."""
        c = self.cards[card]
        if c.kind == "troll":
            return "Gives nothing and does nothing; it fills a place in the hand that holds it."
        if c.kind == "storm":
            return self.cards["sym-storm"].name + ": " + SendStorm().text()
        if c.kind == "start":
            return (
                "Sacred Ground: whoever stands here cannot be tricked." if c.sacred else "Everyone can be tricked here."
            )
        if c.veteran:
            return "Veteran: once a player has completed this stage, everyone draws up to 5 cards."
        own = [op.text() for op in self.ops[card]]
        for symbol in c.symbols:
            sym = self.cards[f"sym-{symbol}"]
            own.append(f"{sym.name}: {' '.join(op.text() for op in self.ops[sym.id])}")
        return " ".join(own)
