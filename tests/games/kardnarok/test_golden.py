"""Whole games as text, word for word: what is asked, answered and told, and now and then what each seat sees.

With REGEN_GOLDEN=1 in the environment the files are written anew instead of compared; look at each change then.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.text import plain
from thorgames.core.zones import BACK

from .table import BOX, GAME, anyhow, new, steps

FOLDER = Path(__file__).resolve().parents[2] / "golden"
NAMES = ("Ann", "Bob", "Cid")


def short(pile: tuple[str, ...]) -> str:
    """A pile by the short names of its cards."""
    return " ".join(card if card == BACK else BOX.short(card) for card in pile) or "-"


def picture(state: Any, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    s = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in round {s.round}"]
    lines.append(
        f"    Ragnarök {short(view.in_force())}; decks {len(s.warriors)} {len(s.norns)} {len(s.heroes)}; "
        f"bag {short(s.bag)}"
    )
    for seat in range(s.seats):
        army = " ".join(short(pile) for pile in s.army[2 * seat : 2 * seat + 2])
        lines.append(
            f"    {NAMES[seat]} of {view.kingdom(seat)}: army {army}, Hero {short(s.leaders[seat])}, reserve "
            f"{short(s.reserve[seat])}, hand {short(s.hand_w[seat])} / {short(s.hand_n[seat])}, coin "
            f"{short(s.coins[seat])}, won {short(s.won[seat])}, bronze {s.bronze[seat]}, cube +{view.cube(seat)}, "
            f"blocked {s.blocked[seat] or '-'}{', swapped' if s.swapped[seat] else ''}"
        )
    if s.outcome is None:
        lines.append(f"    Next: {GAME.speaker(NAMES[: s.seats]).plain(GAME.progress(view))}")
    return lines


def pictures(state: Any) -> list[str]:
    """What the table sees, and what each seat sees differently."""
    table = picture(state, None)
    lines = list(table)
    for seat in range(state.seats):
        lines += [line for line in picture(state, seat) if line not in table]
    return lines


def transcript(title: str, state: Any, seed: int) -> str:
    """A game as text; at the beginning of each attack turn what each seat sees."""
    speaker = GAME.speaker(NAMES[: state.seats])
    viewers = (None, *range(state.seats))
    lines, shown = [title, ""], (0, 0)
    for _, ask, said, result in steps(state, seed, anyhow):
        labels = {o.id: speaker.plain(ask.label(o)) for o in ask.options}
        if ask.seat == CHANCE:
            lines.append(f"Chance | {speaker.plain(ask.prompt())} | {' '.join(said)}")
        else:
            chosen = ", ".join(labels[one] for one in said) or "-"
            lines.append(f"{NAMES[ask.seat]} | {speaker.plain(ask.prompt())} | {chosen}")
        for event in result.events:
            told = {viewer: plain(speaker.tell(event, viewer)) for viewer in viewers}
            lines.append(f"  {told[None]}")
            lines += [f"  ({NAMES[v]} reads: {told[v]})" for v in viewers[1:] if told[v] != told[None]]
        state = result.state
        pending = GAME.pending(state)
        attack = pending is not None and pending.asks[0].kind == "attack"
        if pending is None or (attack and (state.round, state.turn) != shown):
            shown = (state.round, state.turn)
            lines += pictures(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    lines += ["", f"The end. {speaker.words[outcome.reason]}"]
    for seat, rank in enumerate(outcome.ranks):
        lines.append(f"  {NAMES[seat]}: riches {outcome.scores[seat]}, rank {rank}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "seed", "options"),
    [
        ("kardnarok-basic", "Kardnarök, Basic, 3 players", "basic", 3, 13, {"kingdoms": "table"}),
        ("kardnarok-duel", "Kardnarök, Duel", "duel", 2, 17, {}),
    ],
)
def test_a_whole_game_is_told_word_for_word_as_before(name, title, mode, seats, seed, options):
    text = transcript(title, new(mode, seats, **options), seed)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("REGEN_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
