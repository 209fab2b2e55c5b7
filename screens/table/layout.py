"""What a game's layout file gives to the table screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from screens.look import Look


class TableLayout(Protocol):
    """Draws one game from a view, and knows nothing else."""

    def board(self, view: Any, names: Sequence[str], look: Look) -> RenderableType:
        """Everything on the table that this viewer may see, without the choices at hand."""

    def style(self, card: str, box: Any, look: Look) -> str:
        """The colour of a card in a list of choices ("" for none); its words say the same without it."""

    def scores(self, view: Any, names: Sequence[str], look: Look) -> RenderableType:
        """The scores so far with their make-up, for the end of a round and of the game."""
