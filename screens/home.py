"""The first screen: go on with a saved game, or choose one of the games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets._footer import FooterKey
from textual.widgets.option_list import Option as ListOption

from screens.base import HouseScreen
from screens.footer import KeyFooter
from screens.look import Look
from screens.storage import Saved, StorageError
from screens.words import mode_name, when
from thorgames.core.errors import CardFileError
from thorgames.games import registry

# Panels are imported when they are opened: what a person waits for at the start is the list of games.

LAST = 6
"""Saved games that stand above the games to choose from; older ones stand below."""


class HomeScreen(HouseScreen):
    """Saved games first, the newest on top; then the games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", priority=True),
        Binding("c", "newest", "Continue", tooltip="Continue the newest game"),
        Binding("a", "abandon", "Abandon"),
        Binding("f1", "rules", "Rules", tooltip="Rules of the highlighted game, and of all others"),
        Binding("i", "cards", "Cards", show=False),  # the rules lead to them, too, and the line of keys is full
        Binding("t", "settings", "Settings"),
        Binding("y", "history", "History"),
        Binding("question_mark", "keys", "Keys"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self.notice = notice
        self._abandoning = ""

    def compose(self) -> ComposeResult:
        """Title, list, notices, keys."""
        yield Static("thorgames", id="title", markup=False)
        yield Static("Card games for friends at one terminal. An unofficial program.", id="subtitle", markup=False)
        yield OptionList(*self._listed(), id="list", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show notices."""
        app: Any = self.app
        listed = self.query_one("#list", OptionList)
        listed.highlighted = 0
        listed.focus()
        words = [self.notice] if self.notice else []
        words += app.storage.notices
        app.storage.notices.clear()
        self.query_one("#notice", Static).update(RichText("\n".join(words)))

    def fill(self) -> None:
        """Fill the list anew."""
        listed = self.query_one("#list", OptionList)
        listed.clear_options()
        listed.add_options(self._listed())
        listed.highlighted = 0
        listed.focus()
        self.refresh_bindings()

    def _listed(self) -> list[ListOption]:
        """The last saved games, games to choose from, and the older saved games."""
        app: Any = self.app
        look = self.look
        saved = [ListOption(self._saved(one, look), id=f"game:{one.id}") for one in app.storage.running()]
        new: list[ListOption] = []
        for game_id in registry.GAMES:
            new.append(ListOption(self._game(game_id, look), id=f"new:{game_id}"))
            if registry.info(game_id).campaign:
                new.append(ListOption(self._guided(game_id), id=f"learn:{game_id}"))
        return [*saved[:LAST], *new, *saved[LAST:]]

    @staticmethod
    def _saved(saved: Saved, look: Look) -> Table:
        grid = Table.grid(padding=(0, 1), expand=True)
        grid.add_column(width=9)
        grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        grid.add_column(justify="right", no_wrap=True)
        title = RichText(registry.GAMES.get(saved.game, saved.game), "bold")
        title.append(look.sign(f" · {', '.join(saved.names)}"), "not bold")
        grid.add_row(RichText("Continue", "bold green"), title, RichText(when(saved.updated), "dim"))
        where = f"{mode_name(saved.game, saved.mode)} · {saved.progress}"
        grid.add_row("", RichText(look.sign(where), "dim"), "")
        return grid

    @staticmethod
    def _game(game_id: str, look: Look) -> Table:
        info = registry.info(game_id)
        grid = Table.grid(padding=(0, 1), expand=True)
        grid.add_column(width=9)
        grid.add_column(ratio=1)
        seats = sorted({n for mode in info.modes for n in mode.seats})
        title = RichText(info.name, "bold")
        title.append(look.sign(f" · {info.byline}"), "dim")
        grid.add_row(RichText("New game", "bold cyan"), title)
        modes = f"{len(info.modes)} modes" if len(info.modes) > 3 else ", ".join(mode.name for mode in info.modes)
        facts = f"{seats[0]} to {seats[-1]} players · {info.modes[0].minutes} · {info.age} · {modes}"
        solo = " · solo" if any(mode.solo for mode in info.modes) else ""
        grid.add_row("", RichText(look.sign(facts + solo), "dim"))
        grid.add_row("", RichText(info.about, "dim"))
        return grid

    def next_lesson(self, game_id: str) -> tuple[str, int]:
        """The mode of a guided start that comes next, and its number; after the last one it begins anew."""
        app: Any = self.app
        campaign = registry.info(game_id).campaign
        done = {saved.mode for saved in app.storage.finished() if saved.game == game_id}
        at = next((i for i, mode in enumerate(campaign) if mode not in done), 0)
        return campaign[at], at + 1

    def _guided(self, game_id: str) -> Table:
        """The line of a guided start."""
        mode, number = self.next_lesson(game_id)
        info = registry.info(game_id)
        about = info.mode(mode).about
        grid = Table.grid(padding=(0, 1), expand=True)
        grid.add_column(width=9)
        grid.add_column(ratio=1)
        title = RichText(f"{info.name}, game {number} of {len(info.campaign)}. ", "bold")
        title.append(about, "not bold dim")
        grid.add_row(RichText("Learn", "bold yellow"), title)
        return grid

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        app: Any = self.app
        kind, _, which = (event.option.id or "").partition(":")
        if kind == "game":
            app.resume(which)
        elif kind == "new":
            app.set_up(which)
        elif kind == "learn":
            app.set_up(which, self.next_lesson(which)[0])

    def action_choose(self) -> None:
        """Open what is highlighted."""
        self.query_one("#list", OptionList).action_select()

    def action_newest(self) -> None:
        """Go on with the newest saved game."""
        app: Any = self.app
        newest = app.storage.newest()
        if newest is not None:
            app.resume(newest.id)

    def action_abandon(self) -> None:
        """Abandon the saved game that is highlighted; asks once."""
        app: Any = self.app
        listed = self.query_one("#list", OptionList)
        option = listed.highlighted_option
        kind, _, which = ((option.id if option is not None else "") or "").partition(":")
        notice = self.query_one("#notice", Static)
        if kind != "game":
            notice.update("Only a saved game can be abandoned; highlight one first.")
        elif self._abandoning != which:
            self._abandoning = which
            # None: it has ended meanwhile, in another terminal
            saved = next((s for s in app.storage.running() if s.id == which), None)
            game = f"{registry.GAMES.get(saved.game, saved.game)} of {', '.join(saved.names)}" if saved else "it"
            notice.update(RichText(f"Press A again to abandon {game} for good; anything else keeps it."))
        else:
            self._abandoning = ""
            try:
                app.storage.abandon(which)
                notice.update("The game was abandoned.")
            except StorageError as error:
                notice.update(str(error))
            self.fill()

    def on_key(self, event: events.Key) -> None:
        """Any other key keeps the game."""
        if event.key != "a":
            self._keep()

    def on_click(self, event: events.Click) -> None:
        """A click keeps the game, unless it is one on the key that abandons it."""
        if not (isinstance(event.widget, FooterKey) and event.widget.action.endswith("abandon")):
            self._keep()

    def _keep(self) -> None:
        """The game that was to be abandoned is kept."""
        if self._abandoning:
            self._abandoning = ""
            self.query_one("#notice", Static).update("")

    def chosen_game(self) -> str:
        """The game of the line that is highlighted."""
        app: Any = self.app
        listed = self.query_one("#list", OptionList)
        option = listed.highlighted_option
        kind, _, which = ((option.id if option is not None else "") or "").partition(":")
        if kind == "game":
            which = next((s.game for s in app.storage.running() if s.id == which), "")
        return which if which in registry.GAMES else next(iter(registry.GAMES))

    def action_rules(self) -> None:
        """The rules of the game that is highlighted."""
        from screens.panels.rules import RulesPanel

        self._open(partial(RulesPanel, others=True))

    def action_cards(self) -> None:
        """The cards of the game that is highlighted."""
        from screens.panels.card import CardPanel

        self._open(CardPanel)

    def _open(self, panel: Callable[[str, Any], Screen[None]]) -> None:
        from screens.owners import cards_of

        game = self.chosen_game()
        try:
            self.app.push_screen(panel(game, cards_of(game)))
        except CardFileError as error:
            self.query_one("#notice", Static).update(str(error))

    def action_settings(self) -> None:
        """Theme, signs, speed, confirmations."""
        from screens.panels.settings import SettingsPanel

        self.app.push_screen(SettingsPanel())

    def action_history(self) -> None:
        """The games played so far."""
        from screens.panels.history import HistoryPanel

        self.app.push_screen(HistoryPanel())

    def action_keys(self) -> None:
        """Every key of this screen."""
        from screens.panels.keys import KeysPanel

        self.app.push_screen(KeysPanel(self, (("arrows, Enter, mouse", "choose"),)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Continue is offered when there is something to continue."""
        app: Any = self.app
        if action == "abandon":
            return bool(self.query("#list")) and bool(app.storage.running())
        if action == "newest":
            return bool(self.query("#list")) and app.storage.newest() is not None
        return True

    def action_quit(self) -> None:
        """Leave the program."""
        self.app.exit()
