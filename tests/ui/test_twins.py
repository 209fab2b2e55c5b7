"""Two positions that a viewer cannot tell apart look alike to him, to the last sign and colour.

The twin of a position has everything dealt anew that the viewer may not know (`Game.scramble`); what the log keeps in
secret for others is something else in it too.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual import events

from screens.app import ThorgamesApp
from screens.panels.card import CardPanel
from screens.play import Play
from screens.start import Home
from screens.storage import Storage
from screens.table.base import TableScreen
from screens.table.choices import Choices
from tests.suite import play
from tests.ui.driver import NAMES, Desk
from thorgames.core.ask import Ask
from thorgames.core.game import Setup
from thorgames.core.text import Event
from thorgames.games import registry
from thorgames.session import Session, Step


def scrambled(steps: Iterable[Step], viewer: int | None, cards: Sequence[str], rng: random.Random) -> list[Step]:
    """The same steps for this viewer; what was told to others alone is something else."""

    def other(event: Event) -> Event:
        if not event.secret or viewer in event.to:
            return event
        secret = tuple(rng.choice(cards) if isinstance(one, str) else one + 1 for one in event.secret)
        return Event(event.kind, event.args, event.to, secret)

    return [Step(step.seat, step.answer, tuple(map(other, step.events))) for step in steps]


class Pair:
    """One table screen on which positions and their twins are shown in turn."""

    def __init__(self, here: Desk, setup: Setup, seed: int) -> None:
        self.here = here
        self.rng = random.Random(seed)
        self.game = registry.load(setup.game)
        self.session = Session(self.game, setup, NAMES[: setup.seats])
        self.lead = Play(here.app, self.session, "none")
        here.app._play = self.lead
        self.cards = list(self.game.box.cards)

    async def open(self, viewer: int | None) -> TableScreen:
        """A new table through these eyes."""
        table = self.lead.table = TableScreen(self.lead, viewer)
        self.lead.at = viewer
        self.here.app.show(table)
        await self.here.settle()
        return table

    async def show(self, state: Any, steps: list[Step], viewer: int | None, done: bool = False) -> Ask | None:
        """Put a position on the table; what the viewer is asked in it."""
        self.session.state, self.session.steps = state, steps
        pending = self.session.pending()
        ask = pending.ask_of(viewer) if pending is not None and viewer is not None and not done else None
        if pending is not None and pending.mode == "deal" and viewer is None:
            ask = pending.asks[0]
        assert self.lead.table is not None
        self.lead.table.set_ask(ask, done=done)
        await self.here.settle()
        return ask

    def twin(self, state: Any, steps: list[Step], viewer: int | None) -> tuple[Any, list[Step]]:
        """What the viewer cannot tell from it."""
        return self.game.scramble(state, viewer, self.rng), scrambled(steps, viewer, self.cards, self.rng)


def pointed(here: Desk) -> list[Any]:
    """What the mouse would find where: every widget with its place, its hover text and its classes."""
    return [
        (type(widget).__name__, widget.id, sorted(widget.classes), widget.region, widget.tooltip, widget.border_title)
        for widget in here.screen.walk_children()
    ]


def positions(setup: Setup, seed: int, many: int) -> list[tuple[Any, list[Step], int]]:
    """Positions of a random game that ask somebody: the state, the steps that led to it, and who answered last."""
    rng = random.Random(seed)
    game = registry.load(setup.game)
    found: list[tuple[Any, list[Step], int]] = []
    steps: list[Step] = []
    for step in play(game, setup, seed):
        steps.append(Step(step.seat, step.answer, step.result.events))
        pending = game.pending(step.result.state)
        if pending is None or pending.mode != "chance":
            found.append((step.result.state, list(steps), step.seat))
    return rng.sample(found, min(many, len(found)))


LONG = pytest.mark.long
"""Twins of every mode and number of seats are compared in tests/ui/test_secrecy.py."""

SETUPS = [
    pytest.param("thor", "basic", 3, {"thors-will": "yes", "rounds": "2"}, (80, 24), False, id="thor-basic-3-will"),
    pytest.param(
        "thor", "big", 6, {"thors-will": "yes", "rounds": "1"}, (120, 30), False, id="thor-big-6-will", marks=LONG
    ),
    pytest.param("thor", "basic", 2, {"rounds": "1"}, (80, 24), True, id="thor-basic-2-ascii"),
    pytest.param("toy", "long", 3, {}, (100, 30), False, id="toy-long-3"),
]


async def compare(
    folder: Path,
    game_id: str,
    mode: str,
    seats: int,
    options: dict[str, str],
    size: Any,
    ascii: bool,
    seed: int,
    many: int,
) -> int:
    """Show many positions and their twins to the table and to some seats; the number of pairs compared."""
    setup = registry.load(game_id).setup(mode, seats, options)
    here = Desk(ThorgamesApp(Storage(folder), Home(), ascii))
    pairs = differ = 0
    async with here.sit(size=size):
        pair = Pair(here, setup, seed)
        cases = positions(setup, seed, many)
        for viewer in (None, *range(setup.seats)):
            await pair.open(viewer)
            for state, steps, last in cases:
                for done in (
                    (False, True) if viewer is not None and last == viewer and state.outcome is None else (False,)
                ):
                    ask = await pair.show(state, steps, viewer, done)
                    one, spots = here.styled, pointed(here)
                    other, told = pair.twin(state, steps, viewer)
                    assert await pair.show(other, told, viewer, done) == ask
                    assert here.styled == one, f"seat {viewer} can tell twins apart"
                    assert pointed(here) == spots
                    pairs += 1
                    differ += other != state
    assert differ > pairs / 2
    return pairs


@pytest.mark.parametrize(("game_id", "mode", "seats", "options", "size", "ascii"), SETUPS)
async def test_twins_look_alike(
    game_id: str, mode: str, seats: int, options: dict[str, str], size: Any, ascii: bool, folder: Path, toy_too: None
) -> None:
    pairs = await compare(folder, game_id, mode, seats, options, size, ascii, seed=7, many=6)
    print(f"{pairs} pairs compared")
    assert pairs >= 15


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game_id", "mode", "seats", "options", "size", "ascii"), SETUPS)
async def test_many_twins_look_alike(
    game_id: str,
    mode: str,
    seats: int,
    options: dict[str, str],
    size: Any,
    ascii: bool,
    seed: int,
    folder: Path,
    toy_too: None,
) -> None:
    print(f"{await compare(folder, game_id, mode, seats, options, size, ascii, seed, many=60)} pairs compared")


@LONG
async def test_pointing_at_and_clicking_every_cell_tells_nothing(folder: Path) -> None:
    """A real mouse over the whole table, in a position and in its twin: no hover text, and the same comes of it.

    A click may open a card: the same one, beside the same others.
    """
    setup = registry.load("thor").setup("basic", 3, {"thors-will": "yes", "rounds": "1"})
    here = Desk(ThorgamesApp(Storage(folder), Home()))
    here.app.TOOLTIP_DELAY = 0.001
    state, steps, _ = next(
        one for one in positions(setup, 3, 200) if one[0].turn > 6 and "PlayStep" in type(one[0].agenda[-1]).__name__
    )
    seen: list[list[Any]] = []
    async with here.sit():
        pair = Pair(here, setup, 3)
        viewer = pair.game.pending(state).asks[0].seat  # type: ignore[union-attr]
        table = await pair.open(viewer)
        for at, told in ((state, steps), pair.twin(state, steps, viewer)):
            await pair.show(at, told, viewer)
            rows: list[Any] = []
            width, height = here.app.size
            for y in range(height - 1):  # the last row is the footer, whose keys go elsewhere
                for x in range(0, width, 2):
                    widget, _ = here.screen.get_widget_at(x, y)
                    if widget.id == "confirm":
                        continue
                    here.mouse(x, y, events.MouseMove)
                    if x % 6 == 0 or isinstance(widget, Choices):
                        here.mouse(x, y, events.MouseDown, events.MouseUp)
                        await here.settle()
                        if here.screen is not table:
                            rows.append((here.styled, here.screen.__class__, False))
                            await here.press("escape")
                await here.settle()
                tips = [w.tooltip for w in here.widgets() if w.tooltip is not None and w.is_on_screen]
                rows.append((here.styled, tips, here.screen.query("Tooltip").first().display))
            seen.append(rows)
    assert seen[0] == seen[1]
    assert any(kind is CardPanel for _, kind, _ in seen[0])
    assert not any(shown for _, _, shown in seen[0]), "a hover box came up over the table"


async def test_the_comparison_finds_a_difference(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the log written for everybody alike, it would be noticed."""
    monkeypatch.setattr(Event, "seen_by", lambda self, viewer: self)
    with pytest.raises(AssertionError, match="can tell twins apart"):
        await compare(
            folder, "thor", "basic", 3, {"thors-will": "yes", "rounds": "1"}, (80, 24), False, seed=7, many=30
        )
