"""The games of the house, by id; each is imported only when it is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from thorgames.core.info import Info

if TYPE_CHECKING:
    from thorgames.core.cards import Box
    from thorgames.core.game import Game

GAMES: Mapping[str, str] = MappingProxyType(
    {
        "thor": "Thor",
        "althing": "Althing",
        "kardnarok": "Kardnarök",
        "terres": "Terres de Destinées",
        "thorgal": "Thorgal: The Card Game",
    }
)
"""Id -> name, in the order in which games are offered."""


def game_type(game_id: str) -> type[Game[Any, Any, Any]]:
    """The class of a game. Raises KeyError for an unknown id."""
    if game_id not in GAMES:
        raise KeyError(game_id)
    return import_module(f"thorgames.games.{game_id}.game").GAME  # type: ignore[no-any-return]


def info(game_id: str) -> Info:
    """What is said about a game before it is played; its rules are not imported for that."""
    return import_module(f"thorgames.games.{game_id}.info").INFO  # type: ignore[no-any-return]


def box(game_id: str, toml: str | None = None, file: str | None = None) -> Box[Any]:
    """The cards of a game.

    Args:
        game_id: which game.
        toml: the text of a card file; None for the one that comes with the program.
        file: its name, for error messages.

    Raises:
        CardFileError: the file is not right.
    """
    if toml is None:
        from thorgames import library

        file, toml = f"{game_id}.toml", library.read("cards", f"{game_id}.toml")
    return game_type(game_id).box_type(toml, file or "card file")


def load(game_id: str, cards: Box[Any] | None = None) -> Game[Any, Any, Any]:
    """A game, ready to be played, with the cards given or those that come with the program."""
    return game_type(game_id)(cards if cards is not None else box(game_id))
