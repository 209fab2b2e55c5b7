"""Whole games as text, word for word: what is asked, answered and told, and now and then what each seat sees.

With REGEN_GOLDEN=1 in the environment `compare` writes the files anew instead; look at each change then.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tests.games.common import winners
from tests.suite import AnyGame
from thorgames.core.ask import CHANCE, Ask
from thorgames.core.cards import Box
from thorgames.core.text import plain
from thorgames.core.zones import BACK

FOLDER = Path(__file__).resolve().parent / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dag")

Moves = Iterable[tuple[Any, Ask, Any, Any]]
"""(state before, question, answer, result) for each answer of a game."""

Picture = Callable[[Any, int | None], list[str]]
"""The view of a seat, or of the table, in lines."""


def shortened(box: Box[Any], pile: Iterable[str]) -> str:
    """A pile by the short names of its cards."""
    return " ".join(card if card == BACK else box.short(card) for card in pile) or "-"


def pictures(picture: Picture, state: Any, alike: bool = True) -> list[str]:
    """What the table sees, and what each seat sees differently.

    Args:
        picture: of one viewer; its first line says who that is.
        state: of the game.
        alike: whether seats are named that see what the table sees.
    """
    table = picture(state, None)
    lines = list(table)
    for seat in range(state.seats):
        more = [line for line in picture(state, seat) if line not in table]
        lines += more if alike or len(more) > 1 else []
    return lines


def transcript(
    title: str,
    game: AnyGame,
    state: Any,
    moves: Moves,
    show: Callable[[Any], list[str]],
    moment: Callable[[Any], Any],
    ending: Callable[[Any], Iterable[str]],
    names: tuple[str, ...] = NAMES,
    grouped: bool = True,
) -> str:
    """A game as text.

    Args:
        title: the first line.
        game, state: which game, and where it begins.
        moves: how it goes on.
        show: what all see of a state, in lines; it is shown at the end, too.
        moment: what tells a moment at which it is shown from the one before, None for any other moment.
        ending: what is said of a state at the end.
        names: of the seats.
        grouped: whether the group of a choice is said before it.
    """
    speaker = game.speaker(names[: state.seats])
    viewers = (None, *range(state.seats))
    lines, shown = [title, ""], None
    for _, ask, said, result in moves:
        labels = {o.id: speaker.plain(ask.label(o)) for o in ask.options}
        if ask.seat == CHANCE:
            lines.append(f"Chance | {speaker.plain(ask.prompt())} | {' '.join(said)}")
        else:
            groups = {o.id: f"{game.box.name(o.group)} " for o in ask.options if grouped and o.group}
            chosen = ", ".join(groups.get(one, "") + labels[one] for one in said) or "-"
            lines.append(f"{names[ask.seat]} | {speaker.plain(ask.prompt())} | {chosen}")
        for event in result.events:
            told = {viewer: plain(speaker.tell(event, viewer)) for viewer in viewers}
            lines.append(f"  {told[None]}")
            lines += [f"  ({names[v]} reads: {told[v]})" for v in viewers if v is not None and told[v] != told[None]]
        state = result.state
        now = moment(state)
        if state.outcome is not None or (now is not None and now != shown):
            shown = now
            lines += show(state)
    lines += ["", f"The end. {speaker.words[state.outcome.reason]}", *ending(state)]
    return "\n".join(lines) + "\n"


def wins(state: Any) -> Iterable[str]:
    """An ending without scores."""
    return (f"  {NAMES[seat]} wins." for seat in winners(state))


def compare(name: str, text: str) -> None:
    """The text is that of a golden file."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("REGEN_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
