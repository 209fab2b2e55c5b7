"""One question put in lines: what may be chosen, by numbers, and what a choice would do before it is given."""

from __future__ import annotations

import re

from screens.leading import adding_up, let_words
from screens.table.selection import Item, Selection
from thorgames.core.ask import Answer, Ask, Option
from thorgames.core.errors import Refusal
from thorgames.core.text import Msg, plain
from thorgames.session import Session


class Question:
    """A question as one viewer is asked it.

    Args:
        session: the game.
        viewer: through whose eyes; None on the open table.
        ask: the question.

    Attributes:
        said: what is to be said after a line was taken.
        clause: of the reason that was last given why something may not be chosen; "" for none.
    """

    def __init__(self, session: Session, viewer: int | None, ask: Ask) -> None:
        self.session, self.viewer, self.ask = session, viewer, ask
        self.view = session.view(viewer)
        self.selection = Selection(ask, session.game.barred(self.view, ask))
        self.said: list[str] = []
        self.clause = ""
        self.ready: Answer | None = session.game.proposal(self.view, ask) or None
        """An answer that has several parts and is given by Enter alone."""

    # --- how it is put -----------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The whole question: prompt, what is needed, choices, what may not be chosen, and how to answer."""
        ask, selection = self.ask, self.selection
        if selection.group:
            box = self.session.game.box
            out = [f"{box.name(selection.group)}: {box.text(selection.group)}".rstrip(": "), "How? 0 goes back."]
        else:
            out = [self.session.speaker.plain(ask.prompt()), *self._needs(())]
            out += [] if self.ready else self._previews(())
        out += [f"{number}. {self.label(item)}" for number, item in enumerate(self.items(), 1)]
        out += self._barred()
        if self.ready:
            out += self._chosen(self.ready)
        elif not selection.group:
            out += self._how()
        return out

    def items(self) -> list[Item]:
        """What can be chosen now, in the order of its numbers; a group with one member is that member."""
        if self.ask.hi > 1:
            return [Item(option=option) for option in self.ask.options]
        out: list[Item] = []
        for item in self.selection.items():
            members = [o for o in self.ask.options if o.group == item.group] if item.group else []
            if item.barred is None:
                out.append(Item(option=members[0]) if len(members) == 1 else item)
        return out

    def label(self, item: Item) -> str:
        """The words for a choice."""
        name = self.session.game.box.name
        if item.group:
            return f"{name(item.group)}, in several ways"
        assert item.option is not None
        words = self.session.speaker.plain(self.ask.label(item.option))
        group = item.option.group if not self.selection.group else ""
        return f"{name(group)}: {words}" if group else words

    def _barred(self) -> list[str]:
        """What may not be chosen now, and why: one line a reason."""
        speaker, cards = self.session.speaker, self.session.game.box.cards
        by_reason: dict[str, list[str]] = {}
        for item in self.selection.items():
            if item.barred is None:
                continue
            refs, why = item.barred.refs, f"{speaker.plain(item.barred.why)} {item.barred.rule}".rstrip()
            label = speaker.plain(Msg(item.barred.says, refs))
            if not self.selection.group and len(refs) > 1 and all(str(ref) in cards for ref in refs[:2]):
                label = self.session.game.box.name(str(refs[0]))  # something of a group: its card alone
            by_reason.setdefault(why, []).append(label)
        return [f"Not now: {', '.join(labels)}. {why}" for why, labels in by_reason.items()]

    def _how(self) -> list[str]:
        """How many may be chosen, and what Enter alone means."""
        ask, out = self.ask, []
        if ask.hi > 1 and ask.options:
            count = f"{ask.lo} to {ask.hi}" if ask.lo != ask.hi else str(ask.lo)
            out.append(f"Choose {count}{', in order' if ask.ordered else ''}, with spaces between the numbers.")
        if ask.lo == 0:
            pending = self.session.pending()
            reacts = pending is not None and pending.mode in ("reaction", "claim")
            none = let_words(self.session, ask) if reacts else "choose nothing"
            out.append(f"Enter alone means: {none}." if ask.options else "There is nothing to choose: Enter goes on.")
        return out

    def _needs(self, answer: Answer) -> list[str]:
        """What a choice adds up to, and what is needed."""
        sums = adding_up(self.session, self.ask, answer)
        return [plain(sums)] if sums else []

    def _previews(self, answer: Answer) -> list[str]:
        """What a choice would do."""
        return [self.session.speaker.plain(msg) for msg in self.session.game.preview(self.view, self.ask, answer)]

    def _chosen(self, answer: Answer) -> list[str]:
        """A choice of several parts, what it would do, and how it is given."""
        by_id = {option.id: option for option in self.ask.options}
        labels = ", ".join(self.label(Item(option=by_id[one])) for one in answer)
        none = " 0 chooses nothing." if self.ask.lo == 0 else ""
        out = [f"Chosen{', in this order' if self.ask.ordered else ''}: {labels}."]
        told = "; ".join(self._previews(answer))
        out += [*self._needs(answer), *([f"If so: {told}."] if told else [])]
        return [*out, f"Enter confirms; other numbers change it.{none}"]

    # --- what is typed -----------------------------------------------------------------------------------------

    def card_of(self, number: int) -> str:
        """The card that a choice is about; "" for none."""
        items, cards = self.items(), self.session.game.box.cards
        if not 1 <= number <= len(items):
            return ""
        option = items[number - 1].option
        refs = (items[number - 1].group, *(option.refs if option is not None else ()))
        return next((str(ref) for ref in refs if ref in cards), "")

    def take(self, line: str) -> Answer | None:
        """Take a line that was typed; the answer, if it is one. `said` tells the rest."""
        self.said = []
        if not line:
            return self._enter()
        asked = re.fullmatch(r"(\d{1,4}) ?\?", line)
        if asked:
            self._what_if(int(asked[1]))
            return None
        if not re.fullmatch(r"\d{1,4}(?:[\s,;]+\d{1,4})*[\s,;]*", line):
            self.said = ["Type the number of a choice, or ? for the commands."]
            return None
        numbers = [int(word) for word in re.findall(r"\d+", line)]
        if numbers == [0]:
            return self._nothing()
        many = len(self.items())
        wrong = [number for number in numbers if not 1 <= number <= many]
        if wrong:
            there = f"the choices are 1 to {many}" if many > 1 else "there is only 1" if many else "there is none"
            self.said = [f"There is no choice {wrong[0]}; {there}."]
            return None
        if self.ask.hi == 1:
            return self._one(numbers)
        return self._several(numbers)

    def _enter(self) -> Answer | None:
        if self.ready is not None:
            return self.ready
        if self.ask.lo == 0 and not self.selection.group:
            return ()
        self.said = self.lines()  # an empty line where one number is needed: say it all again
        return None

    def _nothing(self) -> Answer | None:
        if self.selection.group:
            self.selection.group = ""
            self.said = self.lines()
            return None
        if self.ask.lo == 0:
            return ()
        self.said = ["Something has to be chosen here."]
        return None

    def _one(self, numbers: list[int]) -> Answer | None:
        if len(numbers) > 1:
            self.said = ["One number only, please."]
            return None
        item = self.items()[numbers[0] - 1]
        if item.group:
            self.selection.group = item.group
            self.said = self.lines()
            return None
        assert item.option is not None
        return (item.option.id,)

    def _several(self, numbers: list[int]) -> Answer | None:
        """Several parts are first said again, with what they would do."""
        self.ready = None
        options = [self._option(number) for number in numbers]
        self.selection.chosen[:] = [option.id for option in options]
        refusal, answer = self.selection.refusal(), self.selection.answer()
        self.selection.chosen.clear()
        if refusal is not None or answer is None:
            sums = self._needs(tuple(option.id for option in options)) if len(set(numbers)) == len(numbers) else []
            self.said = [self._refused(refusal), *sums]
            return None
        self.ready = answer
        self.said = self._chosen(answer)
        return None

    def _option(self, number: int) -> Option:
        option = self.items()[number - 1].option
        assert option is not None
        return option

    def _refused(self, refusal: Refusal | None) -> str:
        assert refusal is not None
        self.clause = refusal.rule
        return self.session.speaker.plain(refusal.msg)

    def _what_if(self, number: int) -> None:
        """Say what a choice would do, without choosing it."""
        items = self.items()
        if not 1 <= number <= len(items):
            self.said = [f"There is no choice {number}."]
            return
        item = items[number - 1]
        box = self.session.game.box
        card = self.card_of(number)
        told = [*self._needs((item.option.id,)), *self._previews((item.option.id,))] if item.option is not None else []
        if not told and card:
            told = [f"{box.name(card)}: {box.text(card)}".rstrip(": ")]
        words, label = "; ".join(told) or "nothing more to say.", self.label(item)
        self.said = [words if words.startswith(label) else f"{label}: {words}"]
