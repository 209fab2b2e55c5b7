"""The Textual app: its screens come and go by modes, so that nothing of an old one stays beneath a new one."""

from __future__ import annotations

import sys
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from screens.handover import Blank
from screens.home import HomeScreen
from screens.setup import SetupScreen
from screens.start import Home, NewGame, Resume, Start
from screens.storage import Storage, StorageError
from thorgames.core.chance import Dealer
from thorgames.core.errors import CardFileError, SetupError
from thorgames.games import registry
from thorgames.session import Session

BOT_DELAY = 0.7
"""Seconds between the moves of computer opponents; the same whatever they have to choose from."""


class ThorgamesApp(App[int]):
    """All games at one terminal."""

    TITLE = "thorgames"
    CSS_PATH = "styles/app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave_program", show=False, priority=True),
        Binding("ctrl+c", "leave_program", show=False, priority=True),
    ]

    def __init__(self, storage: Storage, start: Start, ascii: bool = False, bot_delay: float = BOT_DELAY) -> None:
        super().__init__()
        self.storage = storage
        self.begin_with = start
        self.ascii = ascii
        self.bot_delay = bot_delay
        self.failed: str = ""
        self._shown = 0
        self._play: Any = None

    # --- which screen ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Go where the command line said."""
        match self.begin_with:
            case NewGame() as new:
                self.begin(new)
            case Resume(id=id):
                newest = self.storage.newest()
                self.resume(id if id is not None else newest.id if newest is not None else "")
            case Home():
                self.go_home()

    def show(self, screen: Screen[Any]) -> None:
        """Put a screen in the place of all that are there, without a look at any of them on the way."""
        old = self._current_mode
        self._shown += 1
        mode = f"screen-{self._shown}"
        self.clear_notifications()
        self.add_mode(mode, lambda: screen)
        self.switch_mode(mode)
        if old in self._modes:
            self.remove_mode(old)

    def go_home(self, notice: str = "") -> None:
        """To the Home screen."""
        self._play = None
        self.show(HomeScreen(notice))

    def set_up(self, game_id: str) -> None:
        """To the set-up of a game."""
        self.show(SetupScreen(game_id))

    def begin(self, new: NewGame) -> None:
        """Begin a new game and save it at once."""
        try:
            cards = None
            if new.cards is not None:
                cards = registry.box(new.setup.game, new.cards.read_text(encoding="utf-8"), str(new.cards))
            game = registry.load(new.setup.game, cards)
            dealer = Dealer(new.seed) if new.seed is not None else None
            session = Session(game, new.setup, new.names, new.holders, dealer)
            game_id = self.storage.add(session)
        except (CardFileError, SetupError, StorageError, OSError, UnicodeDecodeError) as error:
            self.go_home(f"The game could not begin: {error}")
            return
        self.storage.remember(new.setup.game, new.names, new.setup.mode, new.setup.options, new.holders)
        self._lead(session, game_id)

    def resume(self, game_id: str) -> None:
        """Go on with a saved game."""
        try:
            session = self.storage.load(game_id)
        except StorageError as error:
            self.go_home(str(error))
            return
        self._lead(session, game_id)

    def _lead(self, session: Session, game_id: str) -> None:
        from screens.play import Play

        self._play = Play(self, session, game_id)
        self._play.start()

    # --- keys --------------------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Drop keys and clicks that were made before a cover was on the screen."""
        if isinstance(event, (events.Key, events.MouseEvent, events.Paste)):
            screen = self._screen_or_none()
            if isinstance(screen, Blank) and not screen.painted:
                return
        await super().on_event(event)

    def _screen_or_none(self) -> Screen[Any] | None:
        try:
            return self.screen
        except Exception:
            return None

    def action_leave_program(self) -> None:
        """End the program; every answer has been saved."""
        self.exit(0)

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """No pictures: they would lie about with somebody's hand on them."""

    def notify(self, message: str, **options: Any) -> None:
        """Show a message as plain text, never as markup."""
        options["markup"] = False
        super().notify(message, **options)

    # --- our own bugs ------------------------------------------------------------------------------------------

    def _fatal_error(self) -> None:
        """Say where it happened, without a single value: a traceback with hands in it is a leak."""
        self.failed = describe(sys.exc_info()[1])
        self._close_messages_no_wait()

    def panic(self, *renderables: Any) -> None:
        """The same for errors that would render themselves."""
        self.failed = self.failed or describe(sys.exc_info()[1])
        self._close_messages_no_wait()


def describe(error: BaseException | None) -> str:
    """Type and place of an error: file names and line numbers, no values."""
    if error is None:
        return "an unknown error"
    places = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' > '.join(places[-6:])}"


def run(start: Start, ascii: bool = False) -> int:
    """Open the app.

    Args:
        start: where to begin.
        ascii: use only ASCII signs.

    Returns:
        The exit status.
    """
    try:
        storage = Storage()
    except StorageError as error:
        storage = Storage.in_memory()
        storage.notices.append(f"{error} Games are not saved.")
    app = ThorgamesApp(storage, start, ascii)
    app.run()
    if app.failed:
        print(
            "thorgames has made a mistake and had to stop. Nothing is lost: "
            "`thorgames resume` goes on at the same question.\n"
            f"({app.failed})",
            file=sys.stderr,
        )
        return 1
    return 0
