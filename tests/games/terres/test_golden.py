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

from .table import BOX, GAME, anyhow, new, steps, winners

FOLDER = Path(__file__).resolve().parents[2] / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dag")


def short(pile: tuple[str, ...]) -> str:
    """A pile by the short names of its cards."""
    return " ".join(card if card == BACK else BOX.short(card) for card in pile) or "-"


def picture(state: Any, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    s = view.seen
    signs = {"ready": "", "exhausted": "'", "frozen": "*"}
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in turn {s.turn}"]
    lines.append(f"    Destinies {short(s.common)}; draw pile {len(s.deck)}, discard pile {short(s.discard)}")
    for seat in range(s.seats):
        areas = [" ".join(BOX.short(c) + signs[view.state_of(c)] for c in zone[seat]) for zone in (s.play, s.support)]
        tokens = " ".join(map(str, s.tokens[seat])) or "-"
        asked = " ".join(r.family for r in s.requests if r.target == seat)
        lines.append(
            f"    {NAMES[seat]}{' (out)' if s.out[seat] else ''}: hand {short(s.hands[seat])}, secret "
            f"{short(s.secret[seat])}, in play {areas[0] or '-'}{f' / {areas[1]}' if areas[1] else ''}, Tokens {tokens}"
            f"{f', asked for {asked}' if asked else ''}{', spared' if s.spared[seat] else ''}"
        )
    return lines


def pictures(state: Any) -> list[str]:
    """What the table sees, and what each seat sees differently."""
    table = picture(state, None)
    lines = list(table)
    for seat in range(state.seats):
        lines += [line for line in picture(state, seat) if line not in table]
    return lines


def transcript(title: str, state: Any, seed: int) -> str:
    """A game as text; at the beginning of every fourth turn what each seat sees."""
    speaker = GAME.speaker(NAMES[: state.seats])
    viewers = (None, *range(state.seats))
    lines, shown = [title, ""], 0
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
        if state.outcome is not None or (state.turn > shown and state.turn % 4 == 1):
            shown = state.turn
            lines += pictures(state)
    lines += ["", f"The end. {speaker.words[state.outcome.reason]}"]
    lines += [f"  {NAMES[seat]} wins." for seat in winners(state)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "seed", "options"),
    [
        ("terres-normal", "Terres de Destinées, 4 players, starburst cards", "normal", 4, 6, {"starburst": "yes"}),
        ("terres-duel", "Terres de Destinées, Duel", "duel", 2, 31, {}),
    ],
)  # fmt: skip
def test_a_whole_game_is_told_word_for_word_as_before(name, title, mode, seats, seed, options):
    text = transcript(title, new(mode, seats, **options), seed)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("REGEN_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
