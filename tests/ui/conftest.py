"""What the tests of the screens share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest

from tests import toy
from tests.ui import toy_table
from thorgames import library, pages
from thorgames.games import registry


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the games are saved."""
    return tmp_path / "data"


@pytest.fixture
def toy_too(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy among the games of the house."""
    game_type, info, asset = registry.game_type, registry.info, library.asset
    files = {("cards", "toy.toml"): toy.HERE / "cards.toml", ("rules", "toy.md"): toy.HERE / "rules.md"}
    monkeypatch.setattr(registry, "GAMES", MappingProxyType({**registry.GAMES, "toy": "Crossing"}))
    monkeypatch.setattr(registry, "game_type", lambda game: toy.Toy if game == "toy" else game_type(game))
    monkeypatch.setattr(registry, "info", lambda game: toy.Toy.info if game == "toy" else info(game))
    monkeypatch.setattr(library, "asset", lambda *parts: files.get(parts) or asset(*parts))
    monkeypatch.setitem(sys.modules, "screens.table.toy", toy_table)
    yield
    for cached in vars(pages).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
