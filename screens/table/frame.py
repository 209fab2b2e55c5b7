"""What a table has round its board, in play and when a game is looked at again: title, whose it is, and the log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text as RichText
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from screens.base import HouseScreen
from screens.table.linked import Linked, LogTail
from thorgames.session import Session

WIDE = 110
"""From this width on the log stands beside the table."""

SIDE = 38
"""Width of the log beside the table."""


def frame() -> ComposeResult:
    """The title, and the board with the log beneath it or beside it."""
    yield Horizontal(Static("", id="title", markup=False), Static("", id="whose", markup=False), id="top")
    with Horizontal(id="middle"):
        with Vertical(id="left"):
            yield Linked("board")
            yield LogTail("recent", gap=True)
        yield LogTail("side")


def fill_frame(screen: HouseScreen, session: Session, view: object, whose: RichText, log: Sequence[RichText]) -> bool:
    """Draw all but the board.

    Args:
        screen: which was composed with a `frame`.
        session: the game.
        view: the table's own view of the position, which says how far the game has gone.
        whose: what stands at the right of the title.
        log: its end, the newest line last.

    Returns:
        Whether the log stands beside the table.
    """
    game, wide = session.game, screen.app.size.width >= WIDE
    progress = session.speaker.plain(game.progress(view))
    title = screen.look.title(game.info.name, game.info.mode(session.setup.mode).name, progress, whose.cell_len)
    screen.query_one("#title", Static).update(title)
    screen.query_one("#whose", Static).update(whose)
    screen.query_one("#side").display = wide
    screen.query_one("#side" if wide else "#recent", LogTail).tell(log)
    return wide
