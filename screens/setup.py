"""Set-up: who plays, in which mode, with which settings; only what fits, with the reason beside what does not."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Footer, Input, Label, Select, Static

from screens.base import HouseScreen
from screens.start import NewGame
from thorgames.bots import LEVELS
from thorgames.core.errors import SetupError
from thorgames.core.game import Choice, Game, Mode, Setting
from thorgames.session import PERSON, check_names


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
    """One form a game; it remembers what was last used."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "start", "Start", priority=True),
        Binding("escape", "back", "Back"),
    ]

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        super().__init__()
        self.game = game
        self.info = self.game.info
        self.wanted: dict[str, str] = {}
        self._offered: dict[str, list[tuple[str, str]]] = {}
        self.most = max(n for mode in self.info.modes for n in mode.seats)

    def compose(self) -> ComposeResult:
        """Players, mode, settings."""
        app: Any = self.app
        last = app.storage.remembered(self.info.id) or {}
        names = list(last.get("names", ["Player 1", "Player 2"]))
        holders = list(last.get("holders", [PERSON] * len(names)))
        yield Static(RichText(f"{self.info.name}: set up a game"), id="title", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            for seat in range(self.most):
                taken = seat < len(names)
                control = Horizontal(
                    Input(
                        names[seat] if taken else "",
                        placeholder="nobody",
                        max_length=60,
                        id=f"name-{seat}",
                        compact=True,
                    ),
                    Select(
                        [("person", PERSON), *((f"computer, {level}", level) for level in LEVELS)],
                        value=holders[seat] if taken and holders[seat] in (PERSON, *LEVELS) else PERSON,
                        allow_blank=False,
                        compact=True,
                        id=f"holder-{seat}",
                    ),
                    classes="seat",
                )
                yield Field(f"Player {seat + 1}", control, f"seat-{seat}")
            mode = last.get("mode", self.info.modes[0].id)
            known = [m.id for m in self.info.modes]
            yield Field(
                "Mode",
                Select(
                    [(m.name, m.id) for m in self.info.modes],
                    value=mode if mode in known else known[0],
                    allow_blank=False,
                    compact=True,
                    id="mode",
                ),
                "field-mode",
            )
            self.wanted = dict(last.get("options", {}))
            for setting in self._settings():
                yield Field(
                    setting.name,
                    Select(
                        [(c.label, c.value) for c in setting.choices],
                        value=setting.default,
                        allow_blank=False,
                        compact=True,
                        id=f"option-{setting.id}",
                    ),
                    f"field-{setting.id}",
                )
            yield Field(
                "Seed", Input("", placeholder="at random", type="integer", id="seed", compact=True), "field-seed"
            )
            with Horizontal(id="buttons"):
                yield Button("Start  F2", id="start", compact=True, variant="primary")
                yield Button("Back  Esc", id="back", compact=True)
            yield Static("", id="about", markup=False)
        yield Static("", id="notice", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Check what is there."""
        self.query_one("#start", Button).focus()
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
        chosen = self.query_one("#mode", Select).value
        return next(m for m in self.info.modes if m.id == chosen)

    def _settings(self) -> list[Setting]:
        """Every setting that some mode has, each once."""
        found = {s.id: s for mode in self.info.modes for s in self.game.settings(mode.id, mode.seats[0])}
        return list(found.values())

    def options(self) -> dict[str, str]:
        """The settings chosen, of those that the mode has."""
        found = self.game.settings(self.mode().id, len(self.seats()))
        return {s.id: str(self.query_one(f"#option-{s.id}", Select).value) for s in found}

    @on(Input.Changed)
    def typed(self) -> None:
        """Look at the form again."""
        self.look_over()

    @on(Select.Changed)
    def chosen(self, event: Select.Changed) -> None:
        """Keep what was chosen by hand, and look at the form again."""
        setting = (event.select.id or "").removeprefix("option-")
        if setting != event.select.id and event.select.has_focus_within:
            self.wanted[setting] = str(event.value)
        self.look_over()

    def look_over(self) -> bool:
        """Say beside each field what is wrong with it; whether all is right."""
        right = True
        taken = self.seats()
        count = len(taken)
        for row in range(self.most):
            self.query_one(f"#seat-{row}", Field).remark("")
        for at, (row, _, _) in enumerate(taken):
            try:
                check_names([name for _, name, _ in taken[: at + 1]])
            except SetupError as error:
                self.query_one(f"#seat-{row}", Field).remark(str(error))
                right = False
                break
        mode = self.mode()
        fits = count in mode.seats
        span = f"{mode.seats[0]} to {mode.seats[-1]}" if len(mode.seats) > 1 else str(mode.seats[0])
        remark = f"for {span} players"
        if not fits:
            other = [m.name for m in self.info.modes if count in m.seats]
            remark += f", not {count}" + (f"; {' or '.join(other)} fits" if other else "")
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
        self.query_one("#start", Button).disabled = not right
        words = [f"{mode.name}: {mode.about} ({mode.minutes})"]
        words += [f"{s.name}: {s.about}" for s in there.values() if s.about]
        self.query_one("#about", Static).update(RichText("\n".join(words)))
        return right

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
                select.set_options(labels)
        if select.value != value:
            with self.prevent(Select.Changed):
                select.value = value
        return choices[value]

    # --- actions -----------------------------------------------------------------------------------------------

    @on(Input.Submitted)
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
        seed = self.query_one("#seed", Input).value.strip()
        holders = tuple(holder for _, _, holder in taken)
        app.begin(NewGame(setup, names, holders, seed=int(seed) if seed else None))

    @on(Button.Pressed, "#back")
    def action_back(self) -> None:
        """Back to Home."""
        app: Any = self.app
        app.go_home()
