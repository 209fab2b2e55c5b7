"""Whole matches as text, word for word: what is asked, answered and told, and now and then what each seat sees.

With REGEN_GOLDEN=1 in the environment the files are written anew instead of compared; look at each change then.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.text import plain
from thorgames.core.zones import BACK

from .table import BOX, GAME, new, steps

FOLDER = Path(__file__).resolve().parents[2] / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dot")


def short(pile) -> str:
    """A pile by the short names of its cards."""
    return " ".join(card if card == BACK else BOX.short(card) for card in pile) or "-"


def counts(state, display) -> str:
    """A display as 2Fa 1Od."""
    return " ".join(f"{n}{BOX.short(god)}" for god, n in zip(state.gods, display, strict=True) if n) or "-"


def picture(state, viewer: int | None) -> list[str]:
    """The view of a seat, or of the table, in lines."""
    view = GAME.view(state, viewer)
    seen = view.seen
    lines = [f"  What {'the table' if viewer is None else NAMES[viewer]} sees in round {seen.round}, turn {seen.turn}"]
    for i, god in enumerate(seen.gods):
        line = f"    {BOX.name(god):<7}stack {seen.stacks[i]}  column {short(seen.columns[i]):<24}"
        lines.append(f"{line}slot {short(seen.slots[i]):<3} worth {view.values()[i]}")
    for seat in range(seen.seats):
        line = f"    {NAMES[seat]:<7}has taken {counts(seen, seen.displays[seat])}, worth {view.points(seat)};"
        lines.append(f"{line} holds {short(seen.offerings[seat])} and {short(seen.actions[seat])}")
    lines.append(f"    set aside {short(seen.aside)}; deck {short(seen.deck)}; out {short(seen.out)}")
    if viewer is not None:
        offerings, actions = view.hand()
        lines.append(f"    in order {short(offerings)} and {short(actions)}, worth {view.gifts()}")
    return lines


def pictures(state) -> list[str]:
    """What the table sees, and what each seat sees differently."""
    table = picture(state, None)
    lines = list(table)
    for seat in range(state.seats):
        lines += [line for line in picture(state, seat) if line not in table]
    return lines


def transcript(title: str, state, seed: int, every: int) -> str:
    """A match played at random, as text; every so many turns what each seat sees."""
    speaker = GAME.speaker(NAMES[: state.seats])
    viewers = (None, *range(state.seats))
    lines = [title, ""]
    for _, ask, said, result in steps(state, seed):
        labels = {o.id: speaker.plain(ask.label(o)) for o in ask.options}
        if ask.seat == CHANCE:
            lines.append(f"Chance | {speaker.plain(ask.prompt())} | {' '.join(said)}")
        else:
            groups = {o.id: f"{BOX.name(o.group)} " for o in ask.options if o.group}
            chosen = ", ".join(groups.get(one, "") + labels[one] for one in said)
            lines.append(f"{NAMES[ask.seat]} | {speaker.plain(ask.prompt())} | {chosen}")
        for event in result.events:
            told = {viewer: plain(speaker.tell(event, viewer)) for viewer in viewers}
            lines.append(f"  {told[None]}")
            lines += [f"  ({NAMES[v]} reads: {told[v]})" for v in viewers[1:] if told[v] != told[None]]
        state = result.state
        pending = GAME.pending(state)
        if pending is None or (pending.asks[0].kind.startswith("play") and state.turn % every == 0):
            lines += pictures(state)
    outcome = GAME.outcome(state)
    lines += ["", f"The end. {speaker.words[outcome.reason]}"]
    for seat, (rank, score) in enumerate(zip(outcome.ranks, outcome.scores, strict=True)):
        rounds = " + ".join(str(r.points[seat]) for r in state.played)
        lines.append(f"  {NAMES[seat]}: {rounds} = {score}, rank {rank}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "title", "mode", "seats", "will", "rounds", "seed"),
    [
        ("thor-basic", "Thor, Basic Game, 3 players, 2 rounds", "basic", 3, False, 2, 1071),
        ("thor-will", "Thor, Big Game with Thor's Will, 4 players, 1 round", "big", 4, True, 1, 907),
    ],
)
def test_a_whole_match_is_told_word_for_word_as_before(name, title, mode, seats, will, rounds, seed):
    text = transcript(title, new(mode, seats, will, rounds), seed, every=8)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("REGEN_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
