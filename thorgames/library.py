"""The one finder of assets: card files and rule pages, wherever the program was installed."""

from __future__ import annotations

from pathlib import Path

PACKAGED = Path(__file__).parent / "assets"
SOURCE = Path(__file__).parent.parent / "assets"


def asset(*parts: str) -> Path:
    """The path of an asset: in the installed package, or else in the source tree.

    Raises:
        FileNotFoundError: it is in neither place.
    """
    for root in (PACKAGED, SOURCE):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"no asset {'/'.join(parts)}; looked in {PACKAGED} and {SOURCE}")


def read(*parts: str) -> str:
    """The text of an asset."""
    return asset(*parts).read_text(encoding="utf-8")
