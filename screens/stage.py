"""What the screens of a game and the app ask of each other, so that neither needs to import the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from textual.screen import Screen

if TYPE_CHECKING:
    from screens.settings import Preferences
    from screens.storage import Storage
    from thorgames.core.ask import Answer
    from thorgames.core.text import Event
    from thorgames.session import Session


class Stage(Protocol):
    """What a game being led needs of the app."""

    storage: Storage
    preferences: Preferences

    @property
    def bot_delay(self) -> float | None:
        """Seconds before a computer opponent moves; None to wait for a key."""

    def show(self, screen: Screen[Any]) -> None:
        """Put a screen in the place of all that are there."""

    def rematch(self, session: Session, mode: str = "") -> None:
        """Begin another game like a finished one (in another mode, if one is named), the first seat moved on."""

    def go_home(self, notice: str = "") -> None:
        """To the Home screen."""

    def push_screen(self, screen: Screen[Any]) -> Any:
        """Put a screen over the present one."""

    def notify(self, message: str, **options: Any) -> None:
        """Show a message as plain text."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Any:
        """Do something later."""


class Lead(Protocol):
    """What the screens of a game need of the one who leads it."""

    session: Session
    game_id: str

    def answer(self, seat: int, answer: Answer, ply: int) -> None:
        """Give a person's answer."""

    def next_move(self) -> None:
        """Let the next computer opponent move, where its moves are stepped through or it thinks for long."""

    def waits_for_step(self) -> bool:
        """Whether a computer opponent waits for a key."""

    def thinking(self) -> float | None:
        """How far a computer opponent has come that has been thinking for long, 0 to 1; None if none has."""

    def pass_on(self) -> None:
        """The player has passed the device on."""

    def undo(self, seat: int) -> None:
        """Take back a seat's last answer."""

    def again(self, mode: str = "") -> None:
        """The same players once more (in another mode, if one is named); the first seat moves on."""

    def leave(self, notice: str = "") -> None:
        """Back to Home."""

    def go(self) -> None:
        """Show what comes next."""

    def uncover(self) -> None:
        """The player for whom a cover was put up is at the device."""

    def cover_for(self, seat: int) -> None:
        """Put a cover up for a seat."""

    def let_happen(self) -> None:
        """The seat that may react lets it happen without a look."""

    def nobody_claims(self) -> None:
        """None of the seats that may react does."""

    def told_privately(self, seat: int) -> list[Event]:
        """What the last answer told its seat alone."""

    def where_next(self) -> str:
        """What happens when the device is passed on."""

    def progress(self) -> str:
        """How far the game has gone, in words that everybody may read."""
