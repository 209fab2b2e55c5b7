"""What a player has selected so far in answer to a question; nothing of it leaves the screen until it is confirmed."""

from __future__ import annotations

from dataclasses import dataclass, field

from thorgames.core.ask import Answer, Ask, Barred, Option, check_answer
from thorgames.core.errors import Refusal


@dataclass(frozen=True)
class Item:
    """One line to choose from: an option, a group of options, or something that may not be chosen now.

    Attributes:
        option: the option, if it is one.
        group: the card id of a group of options, if it is one.
        barred: why it may not be chosen, if so.
    """

    option: Option | None = None
    group: str = ""
    barred: Barred | None = None


@dataclass
class Selection:
    """The state of choosing.

    Attributes:
        ask: the question.
        barred: what might be tried but is not allowed.
        group: the group whose options are shown; "" for the first level.
        chosen: ids of the options chosen, in the order of choosing.
        cursor: place among the items; -1 for none.
    """

    ask: Ask
    barred: tuple[Barred, ...] = ()
    group: str = ""
    chosen: list[str] = field(default_factory=list)
    cursor: int = -1

    def items(self) -> list[Item]:
        """What is shown now, the choosable first."""
        out: list[Item] = []
        seen: set[str] = set()
        for option in self.ask.options:
            if self.group:
                if option.group == self.group:
                    out.append(Item(option=option))
            elif option.group:
                if option.group not in seen:
                    seen.add(option.group)
                    out.append(Item(group=option.group))
            else:
                out.append(Item(option=option))
        for barred in self.barred:
            card = str(barred.refs[0]) if barred.refs else ""
            grouped = bool(card) and any(o.group == card for o in self.ask.options)
            if self.group and card == self.group:
                out.append(Item(barred=barred))
            elif not self.group and not grouped and not (barred.refs and card in seen):
                # One line for a card that can go nowhere; each thing by itself where there are no groups.
                if len(barred.refs) > 1:
                    seen.add(card)
                out.append(Item(barred=barred))
        return out

    def place_of(self, id: str) -> int:
        """Where an option stands among what is shown now, or the group it belongs to; -1 where neither is shown."""
        group = next((option.group for option in self.ask.options if option.id == id), "")
        for at, item in enumerate(self.items()):
            if (item.option is not None and item.option.id == id) or (item.group and item.group == group):
                return at
        return -1

    def alike(self, barred: Barred) -> list[Barred]:
        """Everything that one line stands for: this, and what else of the same card may not be done either."""
        if self.group or len(barred.refs) < 2:
            return [barred]
        return [other for other in self.barred if len(other.refs) > 1 and other.refs[0] == barred.refs[0]]

    @property
    def single(self) -> bool:
        """Whether exactly one option is to be chosen."""
        return self.ask.lo == self.ask.hi == 1

    @property
    def undecided(self) -> bool:
        """Whether a group is open, and nothing of it chosen."""
        return bool(self.group) and not self.chosen

    def full(self, at: int) -> bool:
        """Whether the item at a place cannot be chosen because as many are chosen as may be."""
        items = self.items()
        option = items[at].option if 0 <= at < len(items) else None
        if option is None or self.ask.hi == 1 or option.id in self.chosen:
            return False
        return len(self.chosen) >= self.ask.hi

    def pick(self, at: int) -> Barred | None:
        """Select the item at a place (or take it out again); the reason if it is barred."""
        items = self.items()
        if not 0 <= at < len(items):
            return None
        self.cursor = at
        item = items[at]
        if item.barred is not None:
            return item.barred
        if item.group:
            self.group, self.cursor = item.group, -1
            if self.single:
                self.chosen.clear()
            members = self.items()
            if sum(m.option is not None for m in members) == 1:  # the only way to play it is selected at once
                self.pick(next(i for i, m in enumerate(members) if m.option is not None))
            return None
        assert item.option is not None
        chosen = item.option.id
        if self.single:
            self.chosen[:] = [chosen]
        elif chosen in self.chosen:
            self.chosen.remove(chosen)
            if not self.chosen:
                self.cursor = -1  # so that Enter means nothing chosen, and not this
        elif self.ask.hi == 1:
            self.chosen[:] = [chosen]
        elif len(self.chosen) < self.ask.hi:
            self.chosen.append(chosen)
        return None

    def clear(self) -> bool:
        """Go one step back; whether there was one."""
        if self.chosen:
            self.chosen.clear()
            if not self.group:
                self.cursor = -1
            return True
        if self.group:
            self.group, self.cursor = "", -1
            return True
        if self.cursor >= 0:
            self.cursor = -1
            return True
        return False

    def move(self, by: int) -> Barred | None:
        """Move the cursor; where one option is to be chosen, what lies under it is selected."""
        items = self.items()
        if not items:
            return None
        self.cursor = (0 if by > 0 else len(items) - 1) if self.cursor < 0 else (self.cursor + by) % len(items)
        item = items[self.cursor]
        if self.single:
            self.chosen[:] = [item.option.id] if item.option is not None else []
        return item.barred

    def answer(self) -> Answer | None:
        """The answer as it stands, if it may be given."""
        try:
            return check_answer(self.ask, tuple(self.chosen))
        except Refusal:
            return None

    def refusal(self) -> Refusal | None:
        """Why the answer may not be given yet."""
        try:
            check_answer(self.ask, tuple(self.chosen))
        except Refusal as refusal:
            return refusal
        return None
