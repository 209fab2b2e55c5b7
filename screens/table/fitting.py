"""Boards in fewer words where there would not be room for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO

from rich.console import Console, Group
from rich.text import Text as RichText

from screens.look import Look

_CONSOLE = Console(file=StringIO())


def fitted(draw: Callable[[int], Sequence[RichText]], steps: int, look: Look) -> Group:
    """A board in as many words as fit into the rows there are.

    Args:
        draw: the lines of the board; the number says how much is left out or shortened, 0 for nothing.
        steps: the highest such number; if that does not fit either, it is drawn all the same.
        look: how the screen is drawn.
    """
    lines: Sequence[RichText] = ()
    for tight in range(steps + 1):
        lines = draw(tight)
        if sum(len(line.wrap(_CONSOLE, look.width)) for line in lines) <= look.rows:
            break
    return Group(*lines)
