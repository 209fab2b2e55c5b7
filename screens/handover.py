"""What stands between two players: covers, and the public questions who reacts."""

from __future__ import annotations

from typing import ClassVar

from textual._time import get_time
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from screens.base import Sized
from screens.stage import Lead


class PlainButton(Static):
    """Something to click that no key and no focus reaches."""

    ALLOW_SELECT: ClassVar[bool] = False

    class Clicked(Message):
        """It was clicked."""

        def __init__(self, button: PlainButton) -> None:
            super().__init__()
            self.button = button

    def __init__(self, label: str, id: str) -> None:
        super().__init__(label, id=id, markup=False, classes="button")

    def on_click(self) -> None:
        """Say so."""
        self.post_message(self.Clicked(self))


class Blank(Sized, ModalScreen[None]):
    """A screen on which nothing of any hand is, and no key works but its own.

    It is switched to, never pushed: what was shown before is gone when it is painted.
    """

    painted = False
    """Whether it has been on the screen; keys and clicks from before are dropped by the app."""

    _since = 0.0
    """When it came on the screen."""

    def note_painted(self) -> None:
        """It is on the screen now."""
        if not self.painted:
            self.painted, self._since = True, get_time()

    def seen_before(self, moment: float) -> bool:
        """Whether it was on the screen when a key was pressed, which may have waited to be looked at."""
        return self.painted and self._since < moment

    def on_mount(self) -> None:
        """Nothing is focused; the first paint, of which the app tells, opens it for keys."""
        self.app.clear_notifications()


class CoverScreen(Blank):
    """The device changes hands: whose turn it is, why the screen is blank, and the key that goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", "I am ready"),
        Binding("q", "leave", "Save and leave"),
    ]

    def __init__(self, play: Lead, name: str, title: str, why: str) -> None:
        super().__init__()
        self.play = play
        self.player = name
        self.heading = title
        self.why = why

    def compose(self) -> ComposeResult:
        """Only the name of the player and what to do."""
        with Vertical(id="cover"):
            yield Static(self.heading, markup=False, id="cover-title")
            yield Static(self.player, markup=False, id="cover-name")
            yield Static(self.why, markup=False, id="cover-why")
            with Center():
                yield PlainButton(f"R  I am {self.player}, show my cards", "cover-ready")
            with Center():
                yield PlainButton("Q  save and leave", "cover-leave")

    def on_plain_button_clicked(self, message: PlainButton.Clicked) -> None:
        """The mouse does what the keys do."""
        if not self.painted:
            return
        if message.button.id == "cover-ready":
            self.action_ready()
        else:
            self.action_leave()

    def action_ready(self) -> None:
        """The right player sits here now."""
        if self.painted:
            self.play.uncover()

    def action_leave(self) -> None:
        """Back to Home; everything is saved."""
        if self.painted:
            self.play.leave()


class AnnounceScreen(Blank):
    """The table is told that a player may react: look at the hand first, or let it happen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "Look"),
        Binding("x", "let", "Let it happen"),
        Binding("q", "leave", "Save and leave"),
    ]

    def __init__(self, play: Lead, name: str, what: str, let: str = "let it happen") -> None:
        super().__init__()
        self.play = play
        self.player = name
        self.what = what
        self.let = let

    def compose(self) -> ComposeResult:
        """Who may react, to what."""
        with Vertical(id="cover"):
            yield Static(self.what, markup=False, id="cover-title")
            yield Static(self.player, markup=False, id="cover-name")
            yield Static("may answer now. The others look away if the hand is looked at.", markup=False, id="cover-why")
            with Center():
                yield PlainButton("R  look at my hand first", "cover-ready")
            with Center():
                yield PlainButton(f"X  {self.let}", "cover-let")
            with Center():
                yield PlainButton("Q  save and leave", "cover-leave")

    def on_plain_button_clicked(self, message: PlainButton.Clicked) -> None:
        """The mouse does what the keys do."""
        actions = {"cover-ready": self.action_look, "cover-let": self.action_let, "cover-leave": self.action_leave}
        actions[message.button.id or ""]()

    def action_look(self) -> None:
        """Show the hand of the one who may react; this is the hand-over itself."""
        if self.painted:
            self.play.uncover()

    def action_let(self) -> None:
        """Let it happen, without a look."""
        if self.painted:
            self.play.let_happen()

    def action_leave(self) -> None:
        """Back to Home; everything is saved."""
        if self.painted:
            self.play.leave()


class ClaimScreen(Blank):
    """Several players may react: one key for each of them, and one for nobody."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "nobody", "Nobody"),
        Binding("q", "leave", "Save and leave"),
        *(Binding(str(n), f"claim({n - 1})", show=False) for n in range(1, 10)),
    ]

    def __init__(self, play: Lead, what: str, seats: list[tuple[int, str]]) -> None:
        super().__init__()
        self.play = play
        self.what = what
        self.seats = seats

    def compose(self) -> ComposeResult:
        """A line for each who may react."""
        with Vertical(id="cover"):
            yield Static(self.what, markup=False, id="cover-title")
            yield Static("Who answers?", markup=False, id="cover-name")
            for number, (seat, name) in enumerate(self.seats, 1):
                with Center():
                    yield PlainButton(f"{number}  {name} looks at the hand", f"claim-{seat}")
            with Center():
                yield PlainButton("X  nobody", "claim-nobody")
            with Center():
                yield PlainButton("Q  save and leave", "cover-leave")

    def on_plain_button_clicked(self, message: PlainButton.Clicked) -> None:
        """The mouse does what the keys do."""
        if not self.painted:
            return
        id = message.button.id or ""
        if id == "claim-nobody":
            self.play.nobody_claims()
        elif id == "cover-leave":
            self.play.leave()
        else:
            self.play.cover_for(int(id.removeprefix("claim-")))

    def action_claim(self, at: int) -> None:
        """One of the seats wants to look."""
        if self.painted and at < len(self.seats):
            self.play.cover_for(self.seats[at][0])

    def action_nobody(self) -> None:
        """Nobody reacts."""
        if self.painted:
            self.play.nobody_claims()

    def action_leave(self) -> None:
        """Back to Home; everything is saved."""
        if self.painted:
            self.play.leave()
