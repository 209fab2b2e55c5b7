"""Secrecy: one table per game says where cards lie and who sees them; everything else follows from that table.

A card in a state is a kind (its id), not an instance. A pile is a tuple of ids. From the zones of a game follow:

- `redact`: the state as a viewer may know it, built by inclusion, each hidden card replaced by `BACK`;
- `known`: the cards a viewer knows, to see whether a step taught a seat something;
- `fill`: a full state that fits a redacted one, the unseen cards dealt at random;
- `census`: whether every card of the box is somewhere exactly once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from thorgames.core.state import State

BACK = "?"
"""A card whose face the viewer may not know: without identity, size or order that tells."""

Pile = tuple[str, ...]
Sees = Callable[[Any, int, int | None], bool]
"""(state, index of the pile, viewer or None for the table) -> whether the viewer knows the faces."""

S = TypeVar("S", bound=State[Any])

# The fields every state has; `told` is empty between answers, `sealed` is treated in `redact`.
CORE_PUBLIC = ("seats", "agenda", "outcome")


def everybody(state: Any, index: int, viewer: int | None) -> bool:
    """All see the faces."""
    return True


def owner(state: Any, index: int, viewer: int | None) -> bool:
    """Only the seat whose pile it is sees the faces (the piles of the zone are in seating order)."""
    return viewer == index


def nobody(state: Any, index: int, viewer: int | None) -> bool:
    """No seat sees the faces."""
    return False


class Zone(Struct, frozen=True):
    """A place for cards.

    Attributes:
        field: the field of the state: a pile, or with `many` a tuple of piles.
        back: name of the back its cards have; cards with one back look alike when face down. With `own`, each pile has
            a back of its own ("deck-0", "deck-1"), because everybody knows which cards belong to whom.
        sees: who knows the faces.
        many: whether the field holds several piles.
        after: who knows them when the game has ended; None: the same as before.
    """

    field: str
    back: str
    sees: Sees
    many: bool = False
    after: Sees | None = None
    own: bool = False

    def back_of(self, index: int) -> str:
        """The back of the cards in one of the piles."""
        return f"{self.back}-{index}" if self.own else self.back

    def piles(self, state: Any) -> tuple[Pile, ...]:
        """The piles of this zone."""
        value = getattr(state, self.field)
        return value if self.many else (value,)

    def seen(self, state: Any, index: int, viewer: int | None) -> bool:
        """Whether the viewer knows the faces of one pile now."""
        rule = self.after if self.after is not None and state.outcome is not None else self.sees
        return rule(state, index, viewer)


class Layout:
    """The zones and public facts of one game's state: every field is declared, or the game does not load.

    Args:
        cls: the state's class.
        public: fields that everybody may know.
        zones: fields that hold cards.
        private: fields with one fact a seat that only this seat may know (a standing order), and what stands there for
            the others.
    """

    def __init__(
        self,
        cls: type[Any],
        public: Iterable[str],
        zones: Iterable[Zone],
        private: Mapping[str, Any] | None = None,
    ) -> None:
        self.private = dict(private or {})
        self.zones = tuple(zones)
        self.public = CORE_PUBLIC + tuple(public)
        self.cls = cls
        declared = Counter([*self.public, *self.private, "sealed", "told", *(z.field for z in self.zones)])
        twice = sorted(f for f, n in declared.items() if n > 1)
        wrong = sorted(set(cls.__struct_fields__) ^ set(declared))
        if twice or wrong:
            raise TypeError(f"{cls.__name__}: fields not declared exactly once: {', '.join(twice + wrong)}")

    def redact(self, state: S, viewer: int | None) -> S:
        """The state as `viewer` (None: the whole table) may know it."""
        fields: dict[str, Any] = {name: getattr(state, name) for name in self.public}
        for zone in self.zones:
            value = getattr(state, zone.field)
            if zone.many:
                if zone.sees is not everybody:
                    value = tuple([p if zone.seen(state, i, viewer) else (BACK,) * len(p) for i, p in enumerate(value)])
            elif not zone.seen(state, 0, viewer):
                value = (BACK,) * len(value)
            fields[zone.field] = value
        for name, unknown in self.private.items():
            facts = getattr(state, name)
            fields[name] = tuple(fact if seat == viewer else unknown for seat, fact in enumerate(facts))
        if state.sealed:
            fields["sealed"] = tuple(one for one in state.sealed if one[0] == viewer)
        return self.cls(**fields)  # type: ignore[no-any-return]

    def known(self, state: Any, viewer: int | None) -> Counter[str]:
        """How many of each card this viewer sees."""
        seen: Counter[str] = Counter()
        for zone in self.zones:
            for i, pile in enumerate(zone.piles(state)):
                if zone.seen(state, i, viewer):
                    seen.update(pile)
        return seen

    def fill(self, seen: S, box: dict[str, Counter[str]], rng: random.Random) -> S:
        """A full state that fits a redacted one.

        Args:
            seen: a redacted state.
            box: back -> all cards with that back in this game.
            rng: where the unseen cards' places come from.
        """
        unseen: dict[str, list[str]] = {}
        lying = self._by_back(seen)
        for back, cards in box.items():
            unseen[back] = sorted((cards - lying.get(back, Counter())).elements())
            rng.shuffle(unseen[back])
        fields: dict[str, Any] = {}
        for zone in self.zones:
            piles = zone.piles(seen)
            if not any(BACK in p for p in piles):
                continue
            filled = tuple(
                self.tidy(zone, tuple(unseen[zone.back_of(i)].pop() if c == BACK else c for c in pile))
                for i, pile in enumerate(piles)
            )
            fields[zone.field] = filled if zone.many else filled[0]
        return seen.but(**fields)

    def _by_back(self, state: Any) -> dict[str, Counter[str]]:
        """Back -> the cards with that back, wherever they lie."""
        lying: dict[str, Counter[str]] = {}
        for zone in self.zones:
            for i, pile in enumerate(zone.piles(state)):
                if pile:
                    lying.setdefault(zone.back_of(i), Counter()).update(pile)
        return lying

    @staticmethod
    def tidy(zone: Zone, pile: Pile) -> Pile:
        """Piles that their owner holds in his hand are kept sorted, so that their order tells nothing."""
        return tuple(sorted(pile)) if zone.sees is owner else pile

    def census(self, state: Any, box: dict[str, Counter[str]]) -> Iterator[str]:
        """Faults, if not every card of the box lies in exactly one place."""
        lying = self._by_back(state)
        for back in sorted({*box, *lying}):
            cards, there = box.get(back, Counter()), lying.get(back, Counter())
            if there != cards:
                lost, extra = (cards - there).total(), (there - cards).total()
                yield f"cards with the back {back!r}: {lost} missing, {extra} too many"
