"""Corrected card files of owners of a boxed game: `cards/<game>.toml` in the program's configuration folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import platformdirs

from thorgames.core.cards import Box
from thorgames.core.errors import CardFileError
from thorgames.games import registry


def cards_folder() -> Path:
    """Where corrected card files are looked for: in `THORGAMES_HOME`, or else the user's configuration folder."""
    named = os.environ.get("THORGAMES_HOME", "").strip()
    root = Path(os.path.expanduser(named)) if named else platformdirs.user_config_path("thorgames", appauthor=False)
    return root / "cards"


def own_file(game_id: str) -> Path | None:
    """The owner's corrected card file of a game, if there is one."""
    path = cards_folder() / f"{game_id}.toml"
    return path if os.path.lexists(path) else None


def read_box(game_id: str, path: Path) -> Box[Any]:
    """The cards of a game from a file.

    Raises:
        CardFileError: the file cannot be read or is not right; the text names it, the card and the field.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CardFileError(f"{path}: not a text file in UTF-8") from None
    except OSError as error:
        raise CardFileError(f"{path}: cannot be read: {error.strerror or type(error).__name__}") from None
    return registry.box(game_id, text, str(path))


def cards_of(game_id: str) -> Box[Any]:
    """The cards a new game is played with: the owner's corrected file if there is one, or else ours.

    Raises:
        CardFileError: there is a corrected file, and it is not right.
    """
    own = own_file(game_id)
    return read_box(game_id, own) if own is not None else registry.box(game_id)
