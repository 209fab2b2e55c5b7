"""Whole games through the real screens at 80x24: by keyboard alone, by mouse alone; left, resumed, taken back."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from textual.widgets import OptionList

from screens.app import ThorgamesApp
from screens.handover import CoverScreen
from screens.home import HomeScreen
from screens.panels.lesson import LessonPanel
from screens.panels.since import SincePanel
from screens.result import ChapterScreen, ResultScreen
from screens.setup import SetupScreen
from screens.start import Home, Resume
from screens.storage import Storage
from screens.table.base import TableScreen
from tests.ui.driver import By, Desk, desk, first, forward, hasty, new_game, screen_is_panel, sixth
from thorgames.bots import LEVELS
from thorgames.core.ask import Answer, Ask, legal
from thorgames.core.chance import Dealer
from thorgames.core.state import Outcome
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import Session

# --- from the first screen to the last --------------------------------------------------------------------------------


def at_home(folder: Path, **options: str) -> Desk:
    """The Home screen; the set-up remembers these settings for two players."""
    storage = Storage(folder)
    storage.set_setting("preferences", {"since": False})
    storage.remember("thor", ("Ada", "Bo"), "basic", options, ("person", "person"))
    return Desk(ThorgamesApp(storage, Home(), bot_delay=0), seed=4)


def check_result(here: Desk) -> None:
    """The Result screen says who has won and why, and the game is kept as finished."""
    assert isinstance(here.screen, ResultScreen)
    outcome = here.session.state.outcome
    assert outcome is not None
    winners = [here.session.names[seat] for seat, rank in enumerate(outcome.ranks) if rank == 1]
    assert any(f"{name} wins." in here.text or "share the victory" in here.text for name in winners)
    assert here.session.speaker.plain(Msg(outcome.reason)) in here.words("#score-table")
    for name in here.session.names:
        assert name in here.text
    (saved,) = here.app.storage.finished()
    assert saved.scores == outcome.scores


async def test_a_game_by_keyboard_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thorgames.session.secrets.randbits", lambda bits: 14)
    here = at_home(folder, rounds="1")
    async with here.sit():
        assert isinstance(here.screen, HomeScreen)
        await here.press("enter")
        assert isinstance(here.screen, SetupScreen)
        await here.press("f2")
        assert isinstance(here.screen, CoverScreen)
        await here.lift()
        items = here.screen.selection.items()
        assert len(items) == 14
        for item in items:  # the whole hand is there without scrolling
            assert here.screen.label(item)[0] in here.text
        assert here.screen.query_one("#choice-box").max_scroll_y == 0
        await here.play("keys", choose=first)
        check_result(here)
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)
        assert not here.app.storage.running()


async def test_a_game_by_mouse_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thorgames.session.secrets.randbits", lambda bits: 14)
    here = at_home(folder, rounds="1")
    async with here.sit():
        listed = here.screen.query_one(OptionList)
        await here.click(listed, 5, 0)
        assert isinstance(here.screen, SetupScreen)
        await here.click("#start", 2)
        assert isinstance(here.screen, CoverScreen)
        await here.play("mouse", choose=first)
        check_result(here)
        assert here.keys_pressed == 0
        await here.click_key("leave")
        assert isinstance(here.screen, HomeScreen)


@pytest.mark.parametrize("by", ["keys", pytest.param("mouse", marks=pytest.mark.long)])
async def test_a_big_game_with_thors_will(by: By, folder: Path) -> None:
    """A round of six is played well within the time it takes to say so."""
    here = desk(folder, new_game(mode="big", seats=6, rounds="1", thors_will="yes"), seed=11)
    begun = time.process_time()
    async with here.sit():
        steps = await here.play(by, choose=hasty)
        check_result(here)
    took = time.process_time() - begun
    print(f"{steps} steps, {here.painted} frames, {took:.1f} s")
    assert here.keys_pressed == 0 or by == "keys"


@pytest.mark.long
@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize(("mode", "seats"), [("basic", 2), ("basic", 5), ("big", 4), ("big", 6)])
async def test_a_game_of_every_size(by: By, mode: str, seats: int, folder: Path) -> None:
    options = {"thors_will": "yes"} if seats > 2 else {}
    here = desk(folder, new_game(mode=mode, seats=seats, rounds="2", **options), seed=seats, since=True)  # type: ignore[arg-type]
    async with here.sit():
        await here.play(by)
        check_result(here)


@pytest.mark.parametrize("by", ["keys", "mouse"])
async def test_every_kind_of_question_by_keys_and_by_mouse(by: By, folder: Path, toy_too: None) -> None:
    """The toy has what Thor lacks: sealed choices, offers, reactions, claims, sums to be reached."""
    here = desk(folder, new_game("toy", "short", 3), seed=3)
    async with here.sit():
        await here.play(by)
        assert isinstance(here.screen, ResultScreen)


@pytest.mark.parametrize("game_id", registry.GAMES)
async def test_every_game_ends_on_the_result_screen(game_id: str, folder: Path) -> None:
    """The last answers of a game of every kind, by keys and mouse in turn."""
    new = new_game(game_id, None, seed=2)
    session = Session(registry.load(game_id), new.setup, new.names, dealer=Dealer(2))
    rng, answers = random.Random(0), 0
    while (pending := session.pending()) is not None:
        session.submit(pending.asks[0].seat, hasty(pending.asks[0], rng))
        answers += 1
    here = desk(folder, new, seed=2)
    async with here.sit():
        given = count()
        forward(here, lambda s: next(given) >= answers - 4)
        await here.settle()
        for steps in range(200):
            if not await here.step("mouse" if steps % 2 else "keys", hasty):
                break
        check_result(here)
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)


def planned(here: Desk) -> Callable[[Ask, random.Random], Answer]:
    """Answers of somebody who wants to win, at a game for which a player is scripted."""

    def choose(ask: Ask, rng: random.Random) -> Answer:
        return LEVELS["normal"].choose(ask, lambda: here.session.view(ask.seat), rng)

    return choose


async def test_the_first_guided_game_with_all_that_is_explained(folder: Path) -> None:
    """For two, by keys and mouse in turn: each thing is explained to each of them once, with cards at hand."""
    here = desk(folder, new_game("althing", "campaign-1", seed=6), seed=6)
    explained: list[tuple[int | None, str]] = []
    async with here.sit():
        for steps in range(400):
            by: By = "mouse" if steps % 2 else "keys"
            if isinstance(here.screen, LessonPanel):
                assert here.screen.lesson.title in here.text
                explained.append((here.holder, here.screen.lesson.id))
                await (here.press("enter") if by == "keys" else here.click_key("next"))
            elif not await here.step(by, planned(here)):
                break
        check_result(here)
        assert len(explained) == len(set(explained))
        for seat in (0, 1):
            assert {lesson for holder, lesson in explained if holder == seat} >= {
                *("althing.goal", "althing.recruit", "althing.develop", "althing.troll", "althing.untroll"),
            }
        assert "Next game" in here.text
        await here.press("n")
        assert here.session.setup.mode == "campaign-2"
        assert isinstance(here.screen, CoverScreen)


async def test_a_game_alone_against_the_automaton(folder: Path) -> None:
    """From its first turn, then the last ones, by keys and mouse in turn; nobody passes the device to himself."""
    here = desk(folder, new_game("althing", "solo", seats=1, seed=0), seed=0)
    told: set[str] = set()

    async def play(enough: Callable[[], bool]) -> None:
        for steps in range(400):
            assert not isinstance(here.screen, CoverScreen)
            if isinstance(here.screen, SincePanel):
                told.update(re.findall(r"Turn (\d+): Thorfinn turns over", here.text))
            if enough() or not await here.step("mouse" if steps % 2 else "keys", planned(here)):
                break

    async with here.sit():
        await play(lambda: here.session.state.turn == 3 and not screen_is_panel(here.screen))
        assert told == {"1", "2", "3"}
        forward(here, lambda s: s.turn == 11, choose=planned(here))
        await here.settle()
        await play(lambda: False)
        assert told >= {"12", "13"}
        assert isinstance(here.screen, ResultScreen)
        outcome = here.session.state.outcome
        assert outcome is not None
        assert outcome.ranks == (1,)
        assert here.words("#score-table").startswith("You have reached the last stage before Thorfinn.")
        assert "Thorfinn: " in here.text
        (saved,) = here.app.storage.finished()
        assert saved.scores == outcome.scores
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)


async def test_the_automaton_may_have_won(folder: Path, toy_too: None) -> None:
    here = desk(folder, new_game("toy", "short", 3))
    async with here.sit():
        here.session.state = here.session.state.but(outcome=Outcome("reason.ferryman", (2, 2, 4), (3, 3, 1)))
        here.lead.start()
        await here.settle()
        assert isinstance(here.screen, ResultScreen)
        assert "None of the players wins." in here.text
        assert "The Ferryman has more than anybody." in here.text


async def test_between_rounds_everybody_looks_at_the_scores(folder: Path) -> None:
    here = desk(folder, new_game(rounds="2", first="1"), seed=6)
    async with here.sit():
        forward(here, lambda s: max(map(len, s.columns)) == 5)
        await here.settle()
        await here.play(
            until=lambda: isinstance(here.screen, TableScreen) and len(here.session.state.played) == 1,
            choose=sixth(here),
        )
        assert here.screen.done
        assert "Your turn is done, and the round is over. Pass it on, and everybody looks at the scores." in here.line
        await here.pass_on()
        assert isinstance(here.screen, ChapterScreen)
        assert "Round 1 is over." in here.text
        (first,) = here.session.state.played
        for seat, name in enumerate(here.session.names):
            assert f"{name}" in here.text
            assert str(first.points[seat]).replace("-", "−") in here.text
        await here.press("enter", "space", "r")
        assert isinstance(here.screen, ChapterScreen)
        await here.click_key("go_on")
        assert isinstance(here.screen, CoverScreen)
        assert "round 2 of 2, turn 1" in here.text
        forward(here, lambda s: s.turn > 1 and max(map(len, s.columns)) == 5)
        await here.settle()
        await here.play("mouse", choose=sixth(here))
        check_result(here)
        one, other = here.session.state.played
        assert here.session.state.outcome is not None
        assert here.session.state.outcome.scores == tuple(a + b for a, b in zip(one.points, other.points, strict=True))


# --- taking back ------------------------------------------------------------------------------------------------------


async def test_taking_back_in_the_middle_of_a_turn_and_at_its_end(folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        assert "Undo" not in here.text
        start, at_first, log = here.session.state, here.text, len(here.session.steps)
        await here.press("u")
        assert here.text == at_first
        await here.press("3", "enter")
        middle, at_take = here.session.state, here.text
        assert "Undo" in here.text
        await here.press("u")
        assert here.session.state == start
        assert len(here.session.steps) == log
        assert here.text == at_first
        await here.press("3", "enter")
        assert here.session.state == middle
        await here.press("2", "enter")
        assert here.screen.done
        assert "U takes back up to 2 answers." in here.text
        await here.press("u")
        assert here.session.state == middle
        assert here.text == at_take
        await here.click_key("undo")
        assert here.session.state == start
        assert here.text == at_first
        assert here.app.storage.load(here.app.storage.newest().id).state == start  # type: ignore[union-attr]


async def test_what_has_been_seen_is_not_taken_back(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, thors_will="yes", first="1"))
    async with here.sit():
        await here.lift()
        await here.press("1", "enter")
        await here.give(("draw",))
        drawn = here.session.state
        assert "Undo" not in here.text
        assert "Not to be taken back: you have seen something new since." in here.text
        await here.press("u")
        assert here.session.state == drawn
        await here.pass_on()
        await here.press("u")
        await here.lift()
        await here.press("u")
        assert here.session.state == drawn
        assert "Undo" not in here.text


# --- leaving and resuming ---------------------------------------------------------------------------------------------


def asked_for(folder: Path, kind: str) -> str:
    """A game saved where a question of this kind is asked, by the action card played or after it; its id."""
    new = new_game(seats=3, thors_will="yes", rounds="1")
    for seed in range(100):
        session = Session(registry.load("thor"), new.setup, new.names, dealer=Dealer(seed))
        rng = random.Random(seed)
        while (pending := session.pending()) is not None:
            if pending.asks[0].kind.startswith(kind) and session.state.turn:
                with Storage(folder) as storage:
                    return storage.add(session)
            session.submit(pending.asks[0].seat, legal(pending.asks[0], rng))
    raise AssertionError(f"{kind!r} is never asked")


@pytest.mark.parametrize(
    ("kind", "by"), [("play", "keys"), ("take", "mouse"), ("mjollnir", "keys"), ("oath-vanir", "mouse")]
)
async def test_a_game_goes_on_at_the_very_same_question(kind: str, by: By, folder: Path) -> None:
    here = desk(folder, Resume(asked_for(folder, kind)))
    async with here.sit():
        state, asked = here.session.state, here.session.pending()
        assert asked is not None
        await here.lift()
        await here.press("1")  # what is only selected is not kept
        await (here.press("q") if by == "keys" else here.click_key("leave"))
        assert isinstance(here.screen, HomeScreen)
        assert "Continue" in here.text
        assert "Ada, Bo, Cleo" in here.text
        await (here.press("c") if by == "keys" else here.click(here.screen.query_one(OptionList), 3, 0))
        assert isinstance(here.screen, CoverScreen)
        assert here.session.state == state
        assert here.session.pending() == asked
        await here.lift()
        assert here.screen.ask == asked.asks[0]
        assert here.screen.selection.chosen == []
        assert "Undo" not in here.text
        ply = here.session.ply
        await here.step(by)
        assert here.session.ply > ply


async def test_a_game_left_at_the_end_of_a_turn_goes_on_with_the_next_player(folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        await here.press("1", "enter", "1", "enter")
        assert here.screen.done
        await here.press("q", "c")
        assert isinstance(here.screen, CoverScreen)
        await here.lift()
        assert here.holder == here.screen.viewer == 1


async def test_a_second_window_is_told_and_overwrites_nothing(folder: Path) -> None:
    one = desk(folder, new_game(first="1"))
    async with one.sit():
        await one.lift()
        other = desk(folder, Resume())
        async with other.sit():
            await other.lift()
            await other.press("2", "enter")
            state = other.session.state
            with one.app._context():
                await one.press("1", "enter")
                assert isinstance(one.screen, HomeScreen)
                words = " ".join(one.text.split())
                assert "Another window has changed the game" in words
                assert "it was not saved from here" in words
                assert "Freya" not in words
            assert Storage(folder).load(other.lead.game_id).state == state
            await other.press("1", "enter")
            assert other.screen.done
            state = other.session.state
        assert Storage(folder).load(one.app.storage.newest().id).state == state  # type: ignore[union-attr]


async def test_leaving_by_the_terminals_keys_ends_the_program_with_all_saved(folder: Path) -> None:
    for key in ("ctrl+q", "ctrl+c"):
        here = desk(folder / key, new_game(first="1"))
        async with here.sit():
            await here.lift()
            await here.press("1", "enter")
            state = here.session.state
            await here.press(key)
            assert here.app._exit
        storage = Storage(folder / key)
        (saved,) = storage.running()
        assert storage.load(saved.id).state == state
