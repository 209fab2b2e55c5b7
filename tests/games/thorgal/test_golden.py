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


def in_play(view: Any, card: str, spot: Any) -> str:
    """A card in play with what it counts and its exhaustion markers."""
    return f"{BOX.short(card)}{chr(39) * spot.tired} {'/'.join(map(str, view.value(card, spot)))}"


def picture(state: Any, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    s = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in round {s.round}"]
    lands = [f"{BOX.short(land.card)}{'' if land.conqueror < 0 else f' ({NAMES[land.conqueror]})'}" for land in s.lands]
    lines.append(f"    Lands {', '.join(lands)}")
    for seat in range(s.seats):
        role = "destiny player" if seat == s.dest else "out" if s.out[seat] else f"bane {view.marker(seat)}"
        lines.append(
            f"    {NAMES[seat]} ({role}): hand {short(s.hand_d[seat])} / {short(s.hand_b[seat])}, "
            f"pools {len(s.pool_d[seat])} / {len(s.pool_b[seat])}, "
            f"decks {len(s.deck_d[seat])} / {len(s.deck_b[seat])}, "
            f"destroyed {short(s.valhalla[seat])} / {short(s.niflheim[seat])}, "
            f"party {', '.join(in_play(view, card, spot) for card, spot in view.party(seat)) or '-'}"
        )
    return lines


def pictures(state: Any) -> list[str]:
    """What the table sees, and what each seat sees differently."""
    table = picture(state, None)
    lines = list(table)
    for seat in range(state.seats):
        more = [line for line in picture(state, seat) if line not in table]
        lines += more if len(more) > 1 else []
    return lines


def transcript(title: str, state: Any, seed: int) -> str:
    """A game as text; in the Dawn of every third round what each seat sees."""
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
        if state.outcome is not None or (state.round > shown and state.round % 3 == 1 and state.phase == "dawn"):
            shown = state.round
            lines += pictures(state)
    lines += ["", f"The end. {speaker.words[state.outcome.reason]}"]
    lines += [f"  {NAMES[seat]} wins." for seat in winners(state)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "title", "seats", "seed"),
    [
        ("thorgal-2", "Thorgal: The Card Game, 2 players", 2, 5),
        ("thorgal-3", "Thorgal: The Card Game, 3 players", 3, 7),
    ],
)
def test_a_whole_game_is_told_word_for_word_as_before(name, title, seats, seed):
    text = transcript(title, new(seats), seed)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("REGEN_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
