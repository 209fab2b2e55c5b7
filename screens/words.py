"""Small things put into words in the same way everywhere."""

from __future__ import annotations

from datetime import datetime

from thorgames.games import registry

SOURCES = {
    "official": "Official: what acts in play is in the rulebook.",
    "partly": "Partly official.",
    "ours": "Ours: the rulebook does not show this card.",
}
"""Where a card comes from."""


def when(moment: datetime) -> str:
    """A moment in words, as short as it is clear."""
    now = datetime.now().astimezone()
    local = moment.astimezone()
    days = (now.date() - local.date()).days
    if days == 0:
        return f"today {local:%H:%M}"
    if days == 1:
        return f"yesterday {local:%H:%M}"
    return f"{local:%Y-%m-%d}"


def mode_name(game: str, mode: str) -> str:
    """The name of a mode; its id where this version does not know it."""
    modes = registry.info(game).modes if game in registry.GAMES else ()
    return next((one.name for one in modes if one.id == mode), mode)
