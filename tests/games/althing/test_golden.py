"""Whole games as text, word for word: what is asked, answered and told, and now and then what each seat sees.

With REGEN_GOLDEN=1 in the environment the files are written anew instead of compared; look at each change then.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.text import plain
from thorgames.core.zones import BACK

from .table import BOX, GAME, anyhow, new, steps, thrifty

FOLDER = Path(__file__).resolve().parents[2] / "golden"
NAMES = ("Ann", "Bob", "Cid")


def short(pile) -> str:
    """A pile by the short names of its cards."""
    return " ".join(card if card == BACK else BOX.short(card) for card in pile) or "-"


def picture(state, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    seen = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in turn {seen.turn}"]
    lines.append(f"    track {short(seen.track)}; row {short(c for slot in seen.row for c in slot)}")
    lines.append(f"    deck {len(seen.deck)}; under it {short(seen.under)}; draw up to {view.limit()}")
    for seat in range(seen.seats):
        storms = " ".join(f"{storm.face} of {NAMES[storm.sender]}" for storm in view.storms_before(seat))
        lines.append(
            f"    {NAMES[seat]}: stage {view.stages(seat)}, hand {short(seen.hands[seat])}, draw pile "
            f"{short((*seen.tops[seat], *seen.draws[seat]))}, discard pile {short(seen.discards[seat])}, "
            f"reserve {short(seen.reserves[seat])}, Trolls {seen.trolls[seat]}, orders {' '.join(seen.orders[seat])}"
            f"{', ' + storms if storms else ''}"
        )
    if seen.rival >= 0:
        lines.append(
            f"    Thorfinn: stage {seen.rival}, card {short(seen.plan_now)}, used {short(seen.plan_used)}, to come "
            f"{short(seen.plan)}, hand {short(seen.rival_hand)}, out {short(seen.rival_discards)}, "
            f"Trolls {seen.rival_trolls}, shortage {seen.shortage or '-'}"
        )
    return lines


def pictures(state) -> list[str]:
    """What the table sees, and what each seat sees differently."""
    table = picture(state, None)
    lines = list(table)
    for seat in range(state.seats):
        lines += [line for line in picture(state, seat) if line not in table]
    return lines


def transcript(title: str, state, seed: int, player) -> str:
    """A game as text; at the beginning of every third turn what each seat sees."""
    speaker = GAME.speaker(NAMES[: state.seats])
    viewers = (None, *range(state.seats))
    lines, shown = [title, ""], 0
    for _, ask, said, result in steps(state, seed, player):
        labels = {o.id: speaker.plain(ask.label(o)) for o in ask.options}
        if ask.seat == CHANCE:
            lines.append(f"Chance | {speaker.plain(ask.prompt())} | {' '.join(said)}")
        else:
            groups = {o.id: f"{BOX.name(o.group)} " for o in ask.options if o.group}
            chosen = ", ".join(groups.get(one, "") + labels[one] for one in said) or "-"
            lines.append(f"{NAMES[ask.seat]} | {speaker.plain(ask.prompt())} | {chosen}")
        for event in result.events:
            told = {viewer: plain(speaker.tell(event, viewer)) for viewer in viewers}
            lines.append(f"  {told[None]}")
            lines += [f"  ({NAMES[v]} reads: {told[v]})" for v in viewers[1:] if told[v] != told[None]]
        state = result.state
        pending = GAME.pending(state)
        new_turn = pending is not None and pending.asks[0].kind == "act" and state.turn > shown and state.turn % 3 == 1
        if pending is None or new_turn:
            shown = state.turn
            lines += pictures(state)
    outcome = GAME.outcome(state)
    lines += ["", f"The end. {speaker.words[outcome.reason]}"]
    for seat, rank in enumerate(outcome.ranks):
        lines.append(f"  {NAMES[seat]}: {outcome.scores[seat]} stages, rank {rank}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "seed", "player", "options"),
    [
        ("althing-standard", "Althing, Standard, 3 players, Reserve", "standard", 3, 2, anyhow, {"reserve": "yes"}),
        ("althing-solo", "Althing, Solo", "solo", 1, 2, thrifty, {}),
    ],
)  # fmt: skip
def test_a_whole_game_is_told_word_for_word_as_before(name, title, mode, seats, seed, player, options):
    text = transcript(title, new(mode, seats, **options), seed, player)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("REGEN_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
