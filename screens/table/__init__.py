"""The table: one screen for all games, and one small layout a game."""

from __future__ import annotations

from importlib import import_module

from screens.table.layout import TableLayout


def layout(game_id: str) -> TableLayout:
    """How a game's table is drawn."""
    made: TableLayout = import_module(f"screens.table.{game_id}").LAYOUT
    return made
