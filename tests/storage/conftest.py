from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from screens.storage import Storage
from tests.toy.rules import Toy
from thorgames.games import registry


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    """A storage in a folder of its own."""
    with Storage(tmp_path) as opened:
        yield opened


@pytest.fixture
def toy_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the toy game too."""
    others = registry.game_type

    def game_type(game_id: str) -> Any:
        return Toy if game_id == "toy" else others(game_id)

    monkeypatch.setattr(registry, "GAMES", {**registry.GAMES, "toy": "Crossing"})
    monkeypatch.setattr(registry, "game_type", game_type)
