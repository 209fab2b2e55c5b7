"""Draws the pictures of the README from the running program: ``python -m tests.pictures [FOLDER]``.

Each game is played for a while by the normal level in the persons' places; what the table then looks like to the one
whose turn it is becomes a picture.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from screens.table.base import TableScreen
from tests.ui.driver import Desk, desk, new_game
from thorgames.bots import advise
from thorgames.core.ask import Answer, Ask

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"

SIZE = (110, 28)

GAMES = {
    "thor": ("big", 4, 34),
    "althing": ("standard", 2, 40),
    "kardnarok": ("duel", 2, 40),
    "terres": ("normal", 4, 60),
    "thorgal": ("standard", 2, 60),
}
"""Game -> mode, seats, and after how many steps the picture is taken at the earliest."""


def own_turn(here: Desk) -> bool:
    """Whether a player looks at his own hand and is asked something of some weight; at Kardnarök, in a combat."""
    screen = here.screen
    if not isinstance(screen, TableScreen) or screen.viewer is None or screen.ask is None:
        return False
    if here.session.setup.game == "kardnarok" and screen.ask.kind != "act":
        return False
    return len(screen.ask.options) > 2


async def picture(game: str) -> str:
    """The table of a game in full play, as SVG."""
    mode, seats, steps = GAMES[game]
    with TemporaryDirectory() as folder:
        here = desk(Path(folder), new_game(game, mode, seats, first="1"))

        def sensible(ask: Ask, rng: random.Random) -> Answer:
            return advise(here.session.view(ask.seat), ask, rng).answer

        async with here.sit(size=SIZE):
            done = 0
            while done < steps or not own_turn(here):
                if not await here.step(choose=sensible):
                    raise AssertionError(f"{game} ended before there was something to see")
                done += 1
            svg = here.app.export_screenshot(title=here.session.game.info.name)
    # Fonts from elsewhere are not fetched for a picture: the reader's own will do.
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code", "font-family: 'Fira Code'", svg)
    return re.sub(r"[ \t]+$", "", re.sub(r"terminal-\d+", f"terminal-{game}", svg), flags=re.MULTILINE)


def main(folder: Path) -> None:
    """Draw them all."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (folder / f"{game}.svg").write_text(asyncio.run(picture(game)), encoding="utf-8")
        print(folder / f"{game}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
