"""Set-up: who plays, in which mode, with which settings; only what fits, with the reason beside what does not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text as RichText
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from screens.arguments import MAX_SEED
from screens.base import HouseScreen
from screens.footer import KeyFooter
from screens.lists import Pick
from screens.seats import free_name
from screens.start import NewGame
from thorgames.bots import LEVELS
from thorgames.core.errors import SetupError
from thorgames.core.game import Game
from thorgames.core.info import HINTS, Choice, Mode, Setting
from thorgames.session import NAME_LENGTH, NAME_SIGNS, PERSON, check_names, name_length

NOBODY = "nobody"
"""What holds a seat that is not taken."""

UNNAMED = re.compile(r"Player \d+")
"""A name that nobody has typed."""

MOST_TYPED = 2 * NAME_SIGNS
"""Of a name that is too long so much is kept that it can be told."""


class Entry(Input):
    """A field to type in; coming into it selects what stands there, by key or by mouse, so that typing replaces it."""

    _fresh = False
    """Whether nothing has been done in the field since it was entered."""

    def on_focus(self) -> None:
        """It has been entered."""
        self._fresh = True

    def on_key(self, event: events.Key) -> None:
        """Something is typed: the next click puts the cursor where it is."""
        self._fresh = False

    def on_click(self, event: events.Click) -> None:
        """The click that entered the field selects its text, and three clicks in a row do so at any time."""
        if self._fresh or event.chain == 3:
            self._fresh = False
            self.select_all()


class Field(Horizontal):
    """A label, a control, and what is said about it."""

    def __init__(self, label: str, control: Any, id: str) -> None:
        super().__init__(id=id, classes="field")
        self.label, self.control = label, control

    def compose(self) -> ComposeResult:
        """Label, control, remark."""
        yield Label(self.label, classes="label", markup=False)
        yield self.control
        yield Label("", classes="remark", markup=False)

    def remark(self, words: str) -> None:
        """Say something about the field."""
        self.query_one(".remark", Label).update(RichText(words))


class SetupScreen(HouseScreen):
    """One form a game; it remembers what was last used.

    Args:
        game: which, with the cards in use.
        mode: that is chosen already; "" for the one last used.
        cards: the owner's corrected card file, if it is in use.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "start", "Start", priority=True),
        Binding("escape", "back", "Back"),
        Binding("up", "row(-1)", "Field above", show=False),
        Binding("down", "row(1)", "Field below", show=False),
    ]

    def __init__(self, game: Game[Any, Any, Any], mode: str = "", cards: Path | None = None) -> None:
        super().__init__()
        self.first_mode, self.cards = mode, cards
        self.game = game
        self.info = self.game.info
        self.wanted: dict[str, str] = {}
        self._offered: dict[str, list[tuple[str, str]]] = {}
        self.most = max(n for mode in self.info.modes for n in mode.seats)

    def compose(self) -> ComposeResult:
        """Players, mode, settings."""
        app: Any = self.app
        last = app.storage.remembered(self.info.id) or {}
        mode, known = self.first_mode or last.get("mode"), [m.id for m in self.info.modes]
        mode = mode if mode in known else known[0]
        fewest = max(2, self.info.mode(mode).seats[0])
        names = list(last.get("names", [f"Player {number}" for number in range(1, fewest + 1)]))
        holders = dict(enumerate(last.get("holders", [])))
        yield Static(RichText(f"{self.info.name}: set up a game"), id="title", markup=False)
        if self.cards is not None:
            words = f"With your own cards: {self.cards.name} in {self.cards.parent}"
            yield Static(RichText(words), id="own-cards", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            for seat in range(self.most):
                taken = seat < len(names)
                control = Horizontal(
                    Entry(
                        names[seat] if taken else "",
                        placeholder="name",
                        max_length=MOST_TYPED,
                        id=f"name-{seat}",
                        compact=True,
                    ),
                    Pick(
                        [
                            ("person", PERSON),
                            *((f"computer, {level}", level) for level in LEVELS),
                            ("nobody", NOBODY),
                        ],
                        value=(holders[seat] if holders.get(seat) in LEVELS else PERSON) if taken else NOBODY,
                        allow_blank=False,
                        compact=True,
                        id=f"holder-{seat}",
                    ),
                    classes="seat",
                )
                yield Field(f"Player {seat + 1}", control, f"seat-{seat}")
            yield Field(
                "Mode",
                Pick(
                    [(m.name, m.id) for m in self.info.modes],
                    value=mode,
                    allow_blank=False,
                    compact=True,
                    id="mode",
                ),
                "field-mode",
            )
            self.wanted = self._by_hand(dict(last.get("options", {})), mode, len(names))
            for setting in self._settings():
                yield Field(
                    setting.name,
                    Pick(
                        [(Content(c.label), c.value) for c in setting.choices],
                        value=setting.default,
                        allow_blank=False,
                        compact=True,
                        id=f"option-{setting.id}",
                    ),
                    f"field-{setting.id}",
                )
            yield Field(
                "Seed", Entry("", placeholder="at random", max_length=60, id="seed", compact=True), "field-seed"
            )
            with Horizontal(id="buttons"):
                yield Button("Start  F2", id="start", compact=True, variant="primary")
                yield Button("Back  Esc", id="back", compact=True)
                yield Pick(
                    [("hints: key H" if c.value == HINTS.default else "no hints", c.value) for c in HINTS.choices],
                    value=str(dict(last.get("options", {})).get(HINTS.id, HINTS.default)),
                    allow_blank=False,
                    compact=True,
                    id="hints",
                    tooltip=HINTS.about,
                )
                yield Label("Enter, Tab: next field", classes="label", markup=False)
            yield Static("", id="about", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Check what is there."""
        self.query_one("#name-0", Input).focus()
        self.look_over()

    # --- reading the form --------------------------------------------------------------------------------------

    def seats(self) -> list[tuple[int, str, str]]:
        """(row, name, holder) of the seats that are taken."""
        out = []
        for row in range(self.most):
            name = self.query_one(f"#name-{row}", Input).value
            if name.strip():
                out.append((row, name, str(self.query_one(f"#holder-{row}", Select).value)))
        return out

    def mode(self) -> Mode:
        """The mode chosen."""
        return self.info.mode(str(self.query_one("#mode", Select).value))

    def _settings(self) -> list[Setting]:
        """Every setting that some mode has, each once."""
        found = {s.id: s for mode in self.info.modes for s in self.game.settings(mode.id, mode.seats[0])}
        return list(found.values())

    def options(self) -> dict[str, str]:
        """The settings chosen, of those that the mode has."""
        found = self.game.settings(self.mode().id, len(self.seats()))
        chosen = {s.id: str(self.query_one(f"#option-{s.id}", Select).value) for s in found}
        return {**chosen, HINTS.id: str(self.query_one("#hints", Select).value)}

    def _by_hand(self, options: dict[str, str], mode: str, count: int) -> dict[str, str]:
        """Of the options last used those that were not simply the usual ones for that many players."""
        usual = {s.id: s.default for s in self.game.settings(mode, count)}
        return {id: value for id, value in options.items() if value != usual.get(id)}

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Who is named is there, and a person without a name is not; look at the form again."""
        kind, _, row = (event.input.id or "").partition("-")
        if kind == "name":
            holder = self.query_one(f"#holder-{row}", Select)
            usual, other = (NOBODY, PERSON) if event.value.strip() else (PERSON, NOBODY)
            if holder.value == usual:
                holder.value = other
        self.look_over()

    @on(Select.Changed)
    def chosen(self, event: Select.Changed) -> None:
        """Keep what was chosen by hand, and look at the form again."""
        kind, _, which = (event.select.id or "").partition("-")
        by_hand = event.select.has_focus_within
        if kind == "option" and by_hand:
            self.wanted[which] = str(event.value)
        elif kind == "holder" and by_hand:
            self._name_seat(int(which), str(event.value))
        elif kind == "mode" and by_hand:
            self._seat_as_many()
        self.look_over()

    def _name_seat(self, row: int, holder: str) -> None:
        """Who takes a seat without a name gets one, a computer opponent one that tells its level; nobody has none."""
        field = self.query_one(f"#name-{row}", Input)
        of_computer = re.fullmatch(rf"({'|'.join(LEVELS)}) \d+", field.value, re.IGNORECASE)
        unnamed = UNNAMED.fullmatch(field.value)
        if holder == NOBODY:
            field.value = ""
        elif not field.value.strip() or (of_computer and holder == PERSON) or (unnamed and holder != PERSON):
            others = [name.strip().casefold() for at, name, _ in self.seats() if at != row]
            field.value = free_name("Player" if holder == PERSON else holder, others)

    def _seat_as_many(self) -> None:
        """As many players as the mode chosen is for: seats that nobody has named come and go with it."""
        wanted = self.mode().seats
        for row in reversed(range(self.most)):
            name, holder = self.query_one(f"#name-{row}", Input), self.query_one(f"#holder-{row}", Select)
            if len(self.seats()) > wanted[-1] and holder.value == PERSON and UNNAMED.fullmatch(name.value):
                self._name_seat(row, NOBODY)
        for row in range(self.most):
            if len(self.seats()) < wanted[0] and not self.query_one(f"#name-{row}", Input).value.strip():
                self._name_seat(row, PERSON)

    def look_over(self) -> bool:
        """Say beside each field what is wrong with it; whether all is right."""
        right = True
        self.query_one("#notice", Static).update("")
        taken = self.seats()
        count = len(taken)
        for row in range(self.most):
            self.query_one(f"#seat-{row}", Field).remark("")
        for at, (row, name, _) in enumerate(taken):
            wrong = self._wrong_name(name, [other for _, other, _ in taken[:at]])
            self.query_one(f"#seat-{row}", Field).remark(wrong)
            right = right and not wrong
        mode = self.mode()
        fits = count in mode.seats
        span = f"{mode.seats[0]} to {mode.seats[-1]}" if len(mode.seats) > 1 else str(mode.seats[0])
        remark = "for 1 player" if span == "1" else f"for {span} players"
        if not fits:
            other = [m.name for m in self.info.modes if count in m.seats]
            remark = f"for {span}, not {count}" + (f"; {other[0]} fits" if other else " players")
            right = False
        self.query_one("#field-mode", Field).remark(remark)
        there = {s.id: s for s in self.game.settings(mode.id, count)} if fits else {}
        for known in self._settings():
            field = self.query_one(f"#field-{known.id}", Field)
            setting = there.get(known.id)
            field.display = setting is not None or not fits
            if setting is None:
                continue
            choice = self._offer(setting, [name.strip() for _, name, _ in taken])
            field.remark(choice.why_not)
            right = right and not choice.why_not
        try:
            self._seed()
            remark = ""
        except ValueError:
            remark, right = f"a number, 0 to {MAX_SEED}", False
        self.query_one("#field-seed", Field).remark(remark)
        self.query_one("#start", Button).variant = "primary" if right else "default"
        words = [f"{mode.name}: {mode.about} ({mode.minutes})"]
        words += [f"{s.name}: {s.about}" for s in there.values() if s.about]
        self.query_one("#about", Static).update(RichText("\n".join(words)))
        return right

    @staticmethod
    def _wrong_name(name: str, others: list[str]) -> str:
        """What is wrong with a name, in few words; "" if nothing is."""
        try:
            check_names([name])
        except SetupError:
            if name_length(" ".join(name.split())) > NAME_LENGTH:
                return f"{NAME_LENGTH} letters at most"
            return "too many marks" if len(name) > NAME_SIGNS else "unfit letters"
        for other in others:
            try:
                check_names([other, name])
            except SetupError as error:
                if "two players" in str(error):
                    return "named twice"
        return ""

    def _seed(self) -> int | None:
        """The seed; None for one by chance. Raises ValueError if it is not a number that fits."""
        text = self.query_one("#seed", Input).value.strip()
        if text and (not re.fullmatch("[0-9]{1,20}", text) or int(text) > MAX_SEED):
            raise ValueError
        return int(text) if text else None

    def _offer(self, setting: Setting, names: list[str]) -> Choice:
        """Offer the values that fit now, and choose the one wanted, or else the default; the one chosen."""
        select: Select[str] = self.query_one(f"#option-{setting.id}", Select)
        choices = {c.value: c for c in setting.choices}
        labels = [
            (names[int(c.value) - 1] if setting.id == "first" and c.value.isdigit() else c.label, c.value)
            for c in setting.choices
        ]
        wanted = self.wanted.get(setting.id, setting.default)
        value = wanted if wanted in choices else setting.default
        if self._offered.get(setting.id) != labels:
            self._offered[setting.id] = labels
            with self.prevent(Select.Changed):
                select.set_options([(Content(label), value) for label, value in labels])
        if select.value != value:
            with self.prevent(Select.Changed):
                select.value = value
        return choices[value]

    # --- actions -----------------------------------------------------------------------------------------------

    @on(Input.Submitted)
    def entered(self) -> None:
        """Enter goes on to the next field."""
        self.action_row(1)

    def action_row(self, by: int) -> None:
        """Go to the field above or below."""
        fields = [field.query("Input, Select") for field in self.query(Field) if field.display]
        rows: list[list[Widget]] = [list(field.results(Widget)) for field in fields]
        rows.append([*(button for button in self.query(Button) if not button.disabled), self.query_one("#hints")])
        for at, row in enumerate(rows):
            if self.focused in row:
                beside = rows[(at + by) % len(rows)]
                beside[min(row.index(self.focused), len(beside) - 1)].focus()
                return

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Start the game, if the form is right."""
        app: Any = self.app
        if not self.look_over():
            self.query_one("#notice", Static).update("Not everything fits yet: see the remarks beside the fields.")
            return
        taken = self.seats()
        try:
            names = check_names([name for _, name, _ in taken])
            setup = self.game.setup(self.mode().id, len(taken), self.options())
        except SetupError as error:
            self.query_one("#notice", Static).update(str(error))
            return
        holders = tuple(holder for _, _, holder in taken)
        app.begin(NewGame(setup, names, holders, seed=self._seed()))

    @on(Button.Pressed, "#back")
    def action_back(self) -> None:
        """Back to Home."""
        app: Any = self.app
        app.go_home()
