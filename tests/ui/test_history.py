"""What is left of a game: its result, the next one, statistics, and giving a game up."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import DataTable, Input, OptionList

from screens.app import ThorgamesApp
from screens.handover import CoverScreen
from screens.home import HomeScreen
from screens.panels.history import HistoryPanel
from screens.replay import ReplayScreen
from screens.result import ResultScreen
from screens.start import Home, Start
from screens.statistics import Line, lines
from screens.storage import PlayerResult, Storage
from screens.table.base import TableScreen
from tests.ui.driver import NAMES, Desk, desk, forward, hasty, new_game
from thorgames.core.chance import Dealer
from thorgames.core.text import Msg, plain
from thorgames.games import registry
from thorgames.session import Session

# --- statistics -------------------------------------------------------------------------------------------------------

FIRST = datetime(2024, 1, 1, tzinfo=UTC)


def result(day: int, name: str, rank: int, score: int | None, game: str = "thor") -> PlayerResult:
    return PlayerResult(
        id=f"g{day}",
        seat=0,
        game=game,
        mode="basic",
        ended=FIRST + timedelta(days=day),
        name=name,
        holder="person",
        rank=rank,
        score=score,
    )


def test_statistics_by_player_and_game() -> None:
    games = [
        result(1, "Ada", 1, 20),
        result(1, "Bo", 2, 11),
        result(2, "ADA", 1, -3),
        result(2, "Bo", 1, -3),  # a shared victory
        result(3, "Ada", 2, 4),
        result(3, "Bo", 1, 9),
        result(4, "Ada", 1, 12),
        result(4, "Bo", 2, 11),
        result(5, "Ada", 1, None, "althing"),
    ]
    random.Random(1).shuffle(games)
    found = lines(games)
    assert found == [
        Line("Ada", "thor", "", 4, 3, 20, 1, 2),
        Line("Bo", "thor", "", 4, 2, 11, 0, 2),
        Line("Ada", "althing", "", 1, 1, None, 1, 1),
    ]
    assert lines([result(1, "Ada", 2, -7)])[0].best == -7
    assert lines([]) == []


# --- games to look at -------------------------------------------------------------------------------------------------


def play_out(storage: Storage, names: tuple[str, ...], seed: int, mode: str = "basic", **options: str) -> Session:
    """A game of Thor, played to the end and saved."""
    game = registry.load("thor")
    wanted = {"rounds": "1", "first": "1"} | {key.replace("_", "-"): value for key, value in options.items()}
    session = Session(game, game.setup(mode, len(names), wanted), names, dealer=Dealer(seed))
    game_id, rng = storage.add(session), random.Random(seed)
    while (pending := session.pending()) is not None:
        session.submit(pending.asks[0].seat, hasty(pending.asks[0], rng))
    storage.save(game_id, session)
    return session


def begun(storage: Storage, names: tuple[str, ...], seed: int) -> str:
    """A game of Thor that has just begun."""
    game = registry.load("thor")
    return storage.add(Session(game, game.setup("basic", len(names)), names, dealer=Dealer(seed)))


def own_desk(storage: Storage, start: Start) -> Desk:
    return Desk(ThorgamesApp(storage, start, bot_delay=0.0))


async def test_history_shows_what_was_played_and_counts_abandoned_games_apart(folder: Path) -> None:
    storage = Storage(folder)
    played = [
        play_out(storage, ("Ada", "Bo"), 1),
        play_out(storage, ("Ada", "Bo"), 2),
        play_out(storage, ("Bo", "Cleo", "Dag"), 3),
    ]
    storage.abandon(begun(storage, ("Ada", "Bo"), 4))
    begun(storage, ("Ada", "Bo"), 5)
    here = own_desk(storage, Home())
    async with here.sit((100, 30)):
        await here.press("y")
        assert isinstance(here.screen, HistoryPanel)
        table: Any = here.screen.query_one("#players", DataTable)
        rows = {str(row[0]): [str(cell) for cell in row] for row in map(table.get_row_at, range(table.row_count))}
        assert next(iter(rows)) == "Bo"
        for name in ("Ada", "Bo", "Cleo", "Dag"):
            its = [(s, s.names.index(name)) for s in played if name in s.names]
            ranks = [s.state.outcome.ranks[seat] for s, seat in its]
            scores = [s.state.outcome.scores[seat] for s, seat in its]
            won = sum(rank == 1 for rank in ranks)
            assert rows[name][1:5] == [
                "Thor",
                str(len(its)),
                f"{won} ({100 * won // len(its)} %)",
                str(max(scores)).replace("-", "−"),
            ]
            for cell in rows[name]:
                assert cell in here.text
        assert "3 finished, 1 abandoned (not counted above)" in here.words("#abandoned")
        listed = here.screen.query_one("#games", OptionList)
        assert listed.option_count == 3
        last = played[-1].state.outcome
        best = min(range(3), key=lambda seat: last.ranks[seat])
        assert f"Thor  {played[-1].names[best]} {last.scores[best]}, " in here.text
        await here.press("down", "enter")
        assert isinstance(here.screen, ReplayScreen)
        assert here.screen.session.names == ("Ada", "Bo")
        await here.press("escape", "escape")
        assert isinstance(here.screen, HomeScreen)


async def test_history_without_games_says_so(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.press("y")
        assert "No game has been finished yet." in here.text
        await here.press("enter", "tab", "enter", "escape")
        assert isinstance(here.screen, HomeScreen)


# --- the end ----------------------------------------------------------------------------------------------------------


async def to_the_end(here: Desk) -> Any:
    """Play to the end, and save; the outcome."""
    forward(here, lambda s: False)
    here.lead.save()
    await here.settle()
    assert isinstance(here.screen, ResultScreen)
    return here.session.state.outcome


async def test_the_result_has_the_ranking_the_reason_and_a_chart(folder: Path) -> None:
    here = desk(folder, new_game(seats=4, rounds="2"), seed=5)
    async with here.sit():
        outcome = await to_the_end(here)
        words = here.line
        winners = [NAMES[seat] for seat in range(4) if outcome.ranks[seat] == 1]
        assert f"{winners[0]} wins." in words or "share the victory." in words
        assert plain(here.session.speaker.say(Msg(outcome.reason))) in words
        order = sorted(range(4), key=lambda seat: (outcome.ranks[seat], seat))
        bars = [
            next(line for line in here.text.splitlines() if line.strip().startswith(f"{outcome.ranks[s]}. {NAMES[s]}"))
            for s in order
        ]
        for line, seat in zip(bars, order, strict=True):
            assert line.split()[-1] == str(outcome.scores[seat]).replace("-", "−")
        lengths = [line.count("█") + line.count("░") for line in bars]
        most = max(abs(score) for score in outcome.scores)
        for length, seat in zip(lengths, order, strict=True):
            assert abs(length - abs(outcome.scores[seat]) * max(lengths) / most) < 1
        assert "Points by round" in words


async def test_a_shared_victory_is_told(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, rounds="1"))
    async with here.sit():
        outcome = await to_the_end(here)
        shared = type(outcome)(outcome.reason, (1, 1, 3), (7, 7, -2))
        here.session.state = here.session.state.but(outcome=shared)
        here.lead.go()
        await here.settle()
        assert "Ada and Bo share the victory." in here.text
        assert "3. Cleo" in here.text
        (line,) = [line for line in here.text.splitlines() if "3. Cleo" in line]
        assert line.split()[-1] == "−2"
        assert "░" in line


@pytest.mark.parametrize(("first", "then"), [("3", "1"), ("1", "2")])
async def test_playing_again_the_first_seat_moves_on(first: str, then: str, folder: Path) -> None:
    here = desk(folder, new_game(seats=3, rounds="1", thors_will="yes", first=first, bots=(1,)))
    async with here.sit():
        await to_the_end(here)
        before = here.session
        await here.press("a")
        again = here.session
        assert again is not before
        assert (again.names, again.holders, again.setup.mode) == (before.names, before.holders, before.setup.mode)
        assert again.setup.options == {**before.setup.options, "first": then}
        assert len(here.app.storage.running()) == 1
        assert len(here.app.storage.finished()) == 1
        assert again.game.first_seat(again.state) == int(then) - 1


# --- giving up --------------------------------------------------------------------------------------------------------


async def test_a_game_is_abandoned_after_asking_once(folder: Path) -> None:
    storage = Storage(folder)
    one, two = begun(storage, ("Ada", "Bo"), 1), begun(storage, ("Cleo", "Dag"), 2)
    here = own_desk(storage, Home())
    async with here.sit():
        await here.press("a")
        assert "Press A again to abandon Thor of Cleo, Dag for good" in here.words("#notice")
        assert len(storage.running()) == 2
        await here.press("f9", "a")
        assert len(storage.running()) == 2, "another key keeps it"
        await here.press("down", "a")
        assert len(storage.running()) == 2, "another game is asked for anew"
        await here.press("a")
        assert [saved.id for saved in storage.running()] == [two]
        assert [saved.id for saved in storage.games("abandoned")] == [one]
        assert "The game was abandoned." in here.words("#notice")
        assert "Ada" not in here.text
        await here.press("down", "a", "a")
        assert [saved.id for saved in storage.running()] == [two], "a new game cannot be abandoned"
        assert "Only a saved game can be abandoned" in here.words("#notice")
        await here.press("y")
        assert "0 finished, 1 abandoned (not counted above)" in here.words("#abandoned")
        assert here.screen.query_one("#players", DataTable).row_count == 0


async def test_a_click_after_asking_opens_the_game(folder: Path) -> None:
    storage = Storage(folder)
    one = begun(storage, ("Ada", "Bo"), 1)
    here = own_desk(storage, Home())
    async with here.sit():
        await here.press("a")
        await here.click("#list", 2, 0)
        assert here.lead.game_id == one
        await here.press("q", "a")
        assert len(storage.running()) == 1


# --- pictures ---------------------------------------------------------------------------------------------------------


PICTURES: dict[str, tuple[str, ...]] = {
    "home": (),
    "set-up": ("enter",),
    "table": (),
    "rules": ("f1",),
    "result": (),
}


@pytest.mark.parametrize("place", PICTURES)
def test_pictures(place: str, snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are the same whatever other games there are."""
    monkeypatch.setattr(registry, "GAMES", {"thor": "Thor"})
    storage = Storage.in_memory()
    storage.notices.clear()
    start: Start = (
        new_game(seats=3, first="1", thors_will="yes", rounds="1") if place in ("table", "rules", "result") else Home()
    )
    storage.set_setting("preferences", {"since": False})
    app = ThorgamesApp(storage, start, bot_delay=0.0)

    async def before(pilot: Any) -> None:
        await pilot.pause()
        if place in ("table", "rules"):
            for key, until in (("r", CoverScreen), ("1", TableScreen)):
                while not isinstance(app.screen, until) or not getattr(app.screen, "painted", True):
                    await pilot.pause(0.01)
                await pilot.press(key)
        elif place == "result":
            rng = random.Random(0)
            session = app._play.session
            while (pending := session.pending()) is not None:
                session.submit(pending.asks[0].seat, hasty(pending.asks[0], rng))
            app._play.go()
        await pilot.pause()
        await pilot.press(*PICTURES[place])
        for field in app.screen.query(Input):
            field.cursor_blink = False
        await pilot.pause()

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)
