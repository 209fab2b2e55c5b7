"""Where things stand: after a round, and at the end."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text as RichText
from textual._time import get_time
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from screens import leading
from screens.base import HouseScreen
from screens.footer import KeyFooter
from screens.look import fit
from screens.panels.rules import RulesPanel
from screens.recording import Recording
from screens.replay import ReplayScreen
from screens.stage import Lead
from screens.table import layout

HELD = 0.5
"""Seconds in which Enter may still be held from the turn before."""


class ScoreScreen(HouseScreen):
    """A score table that the whole table looks at."""

    heading = ""

    def __init__(self, play: Lead) -> None:
        super().__init__()
        self.play = play

    def compose(self) -> ComposeResult:
        """Heading and table."""
        yield Static("", id="title", markup=False)
        with VerticalScroll(id="scores"):
            yield Static("", id="score-table", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Draw."""
        session = self.play.session
        game = session.game
        mode = game.info.mode(session.setup.mode).name
        title = self.look.sign(f"{game.info.name} · {mode} · {self.heading or self.play.progress()}")
        self.query_one("#title", Static).update(RichText(title, "bold"))
        table = layout(session.setup.game).scores(session.view(None), session.names, self.look)
        above = self.above()
        self.query_one("#score-table", Static).update(Group(above, RichText(""), table) if above else table)

    def above(self) -> RichText | None:
        """What stands above the table."""
        return None

    def action_leave(self) -> None:
        """Back to Home."""
        self.play.leave()


class ChapterScreen(ScoreScreen):
    """The scores after a round; any player goes on to the next."""

    heading = "scores after a round"  # how far the game has gone would already tell of the next one
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "go_on", "Next round"),
        Binding("enter", "go_on_soon", "Next round", show=False),
        Binding("q", "leave", "Save, leave"),
    ]
    since = 0.0
    """When it came on the screen."""

    def on_mount(self) -> None:
        """Note when."""
        self.since = get_time()

    def above(self) -> RichText | None:
        """What was said at the end of the round."""
        session = self.play.session
        last = leading.last_chapter(session)
        if last is None:
            return None
        text = self.look.text(session.speaker.tell(last, None), "bold")
        text.append("  Press N or Enter for the next round.", "dim")
        return text

    def action_go_on(self) -> None:
        """Go on with the game."""
        self.play.go()

    def action_go_on_soon(self) -> None:
        """The same, but not by an Enter that was still meant for the turn before."""
        if get_time() - self.since > HELD:
            self.action_go_on()


class ResultScreen(ScoreScreen):
    """The end: who has won, why it ended, and the scores."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next_game", "Next game"),
        Binding("a", "again", "Play again"),
        Binding("b", "look_back", "Look back"),
        Binding("f1", "rules", "Rules"),
        Binding("q", "leave", "Home"),
    ]
    heading = "the game is over"

    def above(self) -> RichText | None:
        """The ranking and the reason."""
        session = self.play.session
        outcome = session.state.outcome
        assert outcome is not None
        who, why = leading.verdict(session)
        text = RichText()
        text.append(who, "bold")
        if len(outcome.ranks) == 1:  # played alone: what matters is the reason
            return text
        text.append(f"  {why}\n\n")
        order = sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat))
        wide = max(cell_len(session.names[seat]) for seat in order) + 4
        most = max((abs(n) for n in outcome.scores), default=0)
        for at, seat in enumerate(order):
            text.append("\n" if at else "")
            text.append(fit(f"{outcome.ranks[seat]}. {session.names[seat]}", wide), self.look.seat(seat))
            if outcome.scores:
                score = outcome.scores[seat]
                bar = "█" * (abs(score) * (self.look.width - wide - 12) // most if most else 0)
                text.append(self.look.sign(bar if score >= 0 else "░" * len(bar)), self.look.seat(seat))
                text.append(self.look.sign(f" {score}".replace("-", "−")), "bold" if outcome.ranks[seat] == 1 else "")
        return text

    def action_again(self) -> None:
        """The same players once more; the first seat moves on."""
        self.play.again()

    def next_mode(self) -> str:
        """The mode that follows in a campaign; "" where none does."""
        return leading.next_mode(self.play.session)

    def action_next_game(self) -> None:
        """On to the next game of the campaign."""
        self.play.again(self.next_mode())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A next game is offered within a campaign."""
        return bool(self.next_mode()) if action == "next_game" else True

    def action_look_back(self) -> None:
        """Step through the game."""
        self.app.push_screen(ReplayScreen(Recording(self.play.session), self.play.game_id))

    def action_rules(self) -> None:
        """The rules of the game."""
        session = self.play.session
        self.app.push_screen(RulesPanel(session.setup.game, session.game.box))
