"""The Textual app: its screens come and go by modes, so that nothing of an old one stays beneath a new one."""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from screens import settings
from screens.cli import in_browser
from screens.handover import Blank
from screens.home import HomeScreen
from screens.start import Home, NewGame, Replay, Resume, SetUp, Start
from screens.storage import Storage, StorageError
from screens.terminal import STDERR, TerminalApp, describe, say, sorry
from thorgames.core.errors import CardFileError, SetupError
from thorgames.games import registry

if TYPE_CHECKING:
    from pathlib import Path

    from thorgames.session import Session

# What only a game needs is imported when one begins: a person who starts the program waits for the Home screen.


class ThorgamesApp(TerminalApp):
    """All games at one terminal."""

    TITLE = "thorgames"
    CSS_PATH = "styles/app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave_program", show=False, priority=True),
        Binding("ctrl+c", "leave_program", show=False, priority=True),
    ]

    def __init__(self, storage: Storage, start: Start, ascii: bool = False, bot_delay: float | None = None) -> None:
        super().__init__()
        self.storage = storage
        self.begin_with = start
        self.only_ascii = ascii
        self.given_delay = bot_delay
        self.preferences = settings.load(storage)
        for theme in settings.THEMES.values():
            self.register_theme(theme)
        self.set_reactive(ThorgamesApp.theme, self._wanted_theme())
        self.stylesheet.set_variables(self.get_css_variables())
        self._styled = self.theme
        self._shown = 0
        self._painted: Screen[Any] | None = None
        self._play: Any = None

    # --- settings ----------------------------------------------------------------------------------------------

    @property
    def ascii(self) -> bool:
        """Whether only ASCII signs are used."""
        return self.only_ascii or self.preferences.ascii

    @property
    def bot_delay(self) -> float | None:
        """Seconds before a computer opponent moves; None to wait for a key."""
        return self.given_delay if self.given_delay is not None else settings.DELAYS[self.preferences.speed]

    def set_preferences(self, preferences: settings.Preferences) -> None:
        """Change the settings, now and for later."""
        self.preferences = preferences
        self.theme = self._wanted_theme()
        try:
            settings.save(self.storage, preferences)
        except StorageError as error:
            self.notify(str(error), severity="error")

    def _wanted_theme(self) -> str:
        """The theme that is set, if there is such a one."""
        return self.preferences.theme if self.preferences.theme in self.available_themes else "dark"

    def refresh_css(self, animate: bool = True) -> None:
        """Read the styles again only for another theme: Textual would do so for every new screen."""
        if self._styled == self.theme:
            self.screen._css_update_count = self._css_update_count
            return
        self._styled = self.theme
        super().refresh_css(animate)

    def delay_update(self, delay: float = 0.01) -> None:
        """Keep from painting while one screen takes the place of another; Textual would take five times as long."""
        super().delay_update(delay)

    # --- which screen ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Go where the command line said."""
        self.call_after_refresh(self._tidy_again)
        if self.stylesheet._invalid_css:  # Textual would go on without the styles that it could not read
            self.stylesheet.reparse()
        match self.begin_with:
            case NewGame() as new:
                self.begin(new)
            case Resume(id=id):
                newest = self.storage.newest()
                self.resume(id if id is not None else newest.id if newest is not None else "")
            case SetUp(game=game, mode=mode):
                self.set_up(game, mode)
            case Replay(id=id, file=file):
                self.replay(id, file)
            case Home():
                self.go_home()

    @staticmethod
    def _tidy_again() -> None:
        """Let memory be cleared again; starting goes without."""
        gc.freeze()
        gc.enable()

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

    def set_up(self, game_id: str, mode: str = "") -> None:
        """To the set-up of a game, with a mode already chosen if one is named."""
        from screens.owners import cards_of, own_file
        from screens.setup import SetupScreen

        try:
            self.show(SetupScreen(registry.load(game_id, cards_of(game_id)), mode, own_file(game_id)))
        except CardFileError as error:
            self.go_home(str(error))

    def begin(self, new: NewGame) -> None:
        """Begin a new game and save it at once."""
        from screens.leading import new_session

        try:
            session = new_session(new)
        except (CardFileError, SetupError) as error:
            self.go_home(f"The game could not begin: {error}")
            return
        with suppress(StorageError):
            self.storage.remember(new.setup.game, new.names, new.setup.mode, new.setup.options, new.holders)
        self._lead(session, self._add(session))

    def _add(self, session: Session) -> str:
        """Save a new game; its id, or "" if that fails: it is tried again whenever the game is to be saved."""
        try:
            return self.storage.add(session)
        except StorageError as error:
            self.storage.notices.append(f"{error} Nothing is saved of this game yet; each answer tries again.")
            return ""

    def rematch(self, session: Session, mode: str = "") -> None:
        """Begin another game like a finished one (in another mode, if one is named); the first seat moves on."""
        from screens.leading import once_more

        try:
            new = once_more(session, mode)
        except SetupError as error:
            self.go_home(f"The game could not begin: {error}")
            return
        self._lead(new, self._add(new))

    def resume(self, game_id: str) -> None:
        """Go on with a saved game."""
        try:
            session = self.storage.load(game_id)
        except StorageError as error:
            self.go_home(str(error))
            return
        self._lead(session, game_id)

    def replay(self, game_id: str, file: Path | None = None) -> None:
        """Look at a finished game, a saved one or one in a file, over the Home screen."""
        from screens import gamefile
        from screens.recording import recorded
        from screens.replay import ReplayScreen

        try:
            recording = gamefile.recording(file) if file is not None else recorded(self.storage, game_id)
        except StorageError as error:
            self.go_home(str(error))
            return
        self.go_home()
        self.call_after_refresh(self.push_screen, ReplayScreen(recording, game_id))

    def _lead(self, session: Session, game_id: str) -> None:
        from screens.play import Play

        self._play = Play(self, session, game_id)
        self._play.start()
        if self.storage.notices:
            self.notify("\n".join(self.storage.notices), severity="warning", timeout=10)
        self.storage.notices.clear()

    # --- keys --------------------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Drop keys and clicks that were made before a cover was on the screen, or where the terminal is too small."""
        if isinstance(event, (events.Key, events.MouseEvent, events.Paste)):
            screen = self._screen_or_none()
            if screen is None or (isinstance(screen, Blank) and not screen.seen_before(event.time)):
                return
            leaves = isinstance(event, events.Key) and event.key in ("ctrl+c", "ctrl+q", "ctrl+z")
            if screen.has_class("small") and not leaves:
                if isinstance(event, events.Key) and event.key in ("q", "Q"):
                    self.action_leave_program()
                return
            if isinstance(event, events.Key) and not isinstance(screen.focused, Input):
                as_small_letter(event)
            if isinstance(event, events.Key) and self._play is not None and screen is self._play.table:
                await self._key_of_table(event)
                return
        await super().on_event(event)

    async def _key_of_table(self, event: events.Key) -> None:
        """Do what a key does on the table before the next one is looked at.

        Textual would pass a choice on to the screen's queue but do Enter at once: "3 Enter" typed in one go would
        confirm what was chosen before the 3.
        """
        if not await self._check_bindings(event.key, priority=True):
            self._play.table.on_key(event)
            if not event._stop_propagation:
                await self._check_bindings(event.key)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        """Paint; a new screen is painted whole, so that nothing of the last one stays beside it.

        A cover takes keys from then on: not before it is to be seen.
        """
        if renderable is None or self._batch_count:
            return
        if screen is not self._painted:
            renderable = screen._compositor.render_update(full=True, screen_stack=self._background_screens)
            self._painted = screen
        super()._display(screen, renderable)
        if isinstance(screen, Blank) and screen.is_mounted and screen.query_one("#cover").size:
            screen.note_painted()

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
        """Show a message as plain text, never as markup: on the screen that is there when all is done that goes on now.

        A toast would lie over the choices of a table; there it is said beneath them, where room is made for it.
        """
        self.call_later(self._notify, self._play, message, {**options, "markup": False})

    def _notify(self, play: Any, message: str, options: dict[str, Any]) -> None:
        if play is not self._play:
            return  # the game has been left, and Home says what is to be said
        if play is not None and play.table is not None:
            play.table.say(message)
        else:
            super().notify(message, **options)

    # --- how it ends -------------------------------------------------------------------------------------------

    def put_away(self) -> None:
        """Put a cover over an open hand: the program is suspended."""
        if self._play is not None:
            self._play.put_away()

    def apology(self) -> str:
        """Whose mistake it was, and how to go on."""
        words = ""
        if self.storage.path is None or (self._play is not None and not self._play.game_id):
            words = "Its games could not be saved, and are lost."
        elif self._play is not None:
            with suppress(StorageError):
                newest = self.storage.newest()
                if newest is not None:
                    id = "" if newest.id == self._play.game_id else f" {self._play.game_id}"
                    words = f"Nothing is lost: `thorgames resume{id}` goes on at the same question."
                    words += f" To report it: `thorgames export {self._play.game_id} mistake.thorgame`, and this:"
        return sorry(self.failed, words)

    def farewell(self) -> str:
        """How to go on with the game that was under way; "" if there was none, or if it is not saved."""
        play = self._play
        if self.storage.path is None or play is None or not play.saved or play.session.pending() is None:
            return ""
        return f"Saved. Go on with: thorgames resume {play.game_id}\n"


def as_small_letter(event: events.Key) -> None:
    """A command is the same with Shift or Caps Lock."""
    if len(event.key) == 1 and event.key.isupper():
        event.key = event.character = event.key.lower()


def run(start: Start, ascii: bool = False) -> int:
    """Open the app.

    Args:
        start: where to begin.
        ascii: use only ASCII signs.

    Returns:
        The exit status.
    """
    if os.environ.get("TERM") == "dumb" and not in_browser():
        say("thorgames: this terminal cannot move its cursor (TERM=dumb); `thorgames simulate` works without that\n")
        return 2
    if not os.isatty(STDERR) and not in_browser():
        say("thorgames: the screens are drawn on the error output, and that is not a terminal now\n")
        return 2
    try:
        try:
            storage = Storage()
        except StorageError as error:
            storage = Storage.in_memory(str(error))
        with storage:
            app = ThorgamesApp(storage, start, ascii)
            status = app.run_to_the_end()
            if not status and (words := app.farewell()):
                say(words)
            return status
    except Exception as error:
        say(sorry(describe(error)))
        return 1
