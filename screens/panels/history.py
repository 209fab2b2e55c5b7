"""The games played: by player and game, and one by one to look back through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from screens.footer import KeyFooter
from screens.keeping import kept
from screens.keymap import COMMANDS, REPLAY
from screens.panels.base import Panel
from screens.panels.keys import KeysPanel
from screens.recording import recorded
from screens.replay import ReplayScreen
from screens.statistics import lines, solo_modes
from screens.storage import StorageError
from screens.words import mode_name, when
from thorgames.core.text import many
from thorgames.games import registry

if TYPE_CHECKING:
    from screens.storage import Saved


class HistoryPanel(Panel):
    """Statistics above, finished games beneath; Enter looks back through one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look_back", "Look back", priority=True),
        Binding(REPLAY["keep"], "keep", "Write to a file", tooltip="Write the highlighted game to a file"),
        Binding("tab", "app.focus_next", "Other list"),
        Binding(COMMANDS["keys"], "keys", "Keys"),
    ]

    def compose(self) -> ComposeResult:
        """Two lists."""
        yield Static("Games played", id="title", markup=False)
        table: DataTable[RichText] = DataTable(id="players", cursor_type="row", zebra_stripes=True)
        yield table
        yield Static("", id="abandoned", markup=False)
        yield OptionList(id="games", markup=False)
        yield Static("", id="notice", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Fill both."""
        app: Any = self.app
        look = self.look
        finished: list[Saved] = app.storage.finished()
        table = self.query_one("#players", DataTable)
        for heading in ("player", "game", "played", "won", "best", "in a row", "longest"):
            table.add_column(RichText(heading))
        for line in lines(app.storage.results()):
            best = "" if line.best is None else look.sign(str(line.best).replace("-", "−"))
            if line.mode and best:
                best = f"turn {best}"
            game = registry.GAMES.get(line.game, line.game)
            if line.mode:
                game += f", {mode_name(line.game, line.mode)}"
            cells = (
                line.name,
                game,
                str(line.played),
                f"{line.won} ({100 * line.won // line.played} %)",
                best,
                str(line.streak),
                str(line.longest),
            )
            table.add_row(*(RichText(cell) for cell in cells))
        abandoned = len(app.storage.games("abandoned"))
        words = f"{len(finished)} finished" + (f", {abandoned} abandoned (not counted above)" if abandoned else "")
        self.query_one("#abandoned", Static).update(
            words if finished or abandoned else "No game has been finished yet."
        )
        listed = self.query_one("#games", OptionList)
        for saved in finished:
            line_text = RichText.assemble((f"{saved.id}  ", "dim"))
            line_text.append(f"{registry.GAMES.get(saved.game, saved.game)}  ", "bold")
            ranked = sorted(range(len(saved.names)), key=lambda seat, s=saved: s.ranks[seat])  # type: ignore[misc]
            if saved.mode in solo_modes(saved.game):
                turns = f", {many(saved.scores[0], 'turn')}" if saved.scores else ""
                scores = [f"{saved.names[0]} {'won' if saved.ranks[0] == 1 else 'did not win'}{turns}"]
            else:
                scores = [f"{saved.names[s]}" + (f" {saved.scores[s]}" if saved.scores else "") for s in ranked]
            line_text.append(look.sign(", ".join(scores).replace("-", "−")))
            line_text.append(f"  {when(saved.updated)}", "dim")
            listed.add_option(ListOption(line_text, id=f"game-{saved.id}"))
        if finished:
            listed.highlighted = 0
            listed.focus()

    @on(OptionList.OptionSelected, "#games")
    def selected(self, event: OptionList.OptionSelected) -> None:
        """Look back through the game chosen."""
        self._open((event.option.id or "").removeprefix("game-"))

    def action_look_back(self) -> None:
        """Look back through the game that is highlighted."""
        if self.highlighted():
            self._open(self.highlighted())

    def highlighted(self) -> str:
        """The id of the game that is highlighted; "" if there is none."""
        option = self.query_one("#games", OptionList).highlighted_option
        return (option.id or "").removeprefix("game-") if option is not None else ""

    def action_keep(self) -> None:
        """Write the game that is highlighted to a file, and say where it is."""
        app: Any = self.app
        self.query_one("#notice", Static).update(RichText(kept(app.storage, self.highlighted())))

    def action_keys(self) -> None:
        """Every key of this screen, and how a game comes here from a file."""
        id = self.highlighted() or "ID"
        more = (
            ("arrows, mouse", "choose a game; its id stands before it"),
            ("thorgames import FILE", "in a shell: add a game from a file to these"),
            (f"thorgames export {id} FILE", "in a shell: write a game to a file of your choice"),
        )
        self.app.push_screen(KeysPanel(self, more))

    def _open(self, game_id: str) -> None:
        app: Any = self.app
        try:
            recording = recorded(app.storage, game_id)
        except StorageError as error:
            self.query_one("#notice", Static).update(str(error))
            return
        self.app.push_screen(ReplayScreen(recording, game_id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Looking back needs a game, and so does writing it to a file."""
        if action in ("look_back", "keep"):
            listed = self.query("#games")
            return bool(listed) and self.query_one("#games", OptionList).option_count > 0
        return True
