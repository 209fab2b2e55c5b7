"""The device changes hands: what may go wrong at a cover, one kind of fault after the other."""

from __future__ import annotations

import asyncio
import random
import re
import string
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.screen import Screen
from textual.widgets import Input, Label

from screens.app import ThorgamesApp
from screens.handover import AnnounceScreen, Blank, ClaimScreen, CoverScreen
from screens.result import ChapterScreen
from screens.start import Home, Resume
from screens.storage import Storage
from screens.table.base import TableScreen
from tests.ui.driver import NAMES, Desk, desk, first, forward, hasty, new_game, sixth
from thorgames.core.ask import legal
from thorgames.core.chance import Dealer
from thorgames.games import registry
from thorgames.session import PERSON, Session

COVER_LINES = (
    r"Thor · (Basic|Big) Game · round \d of \d, turn \d+",
    r"{name}",
    r"It is {name}'s turn: hand the device over\. The screen is blank so that nobody sees another's hand\.",
    r"R  I am {name}, show my cards",
    r"Q  save and leave",
)
"""Everything that may be read on a cover."""


def only_a_cover(here: Desk, name: str) -> None:
    """The terminal shows a cover for this player and nothing besides."""
    assert isinstance(here.screen, CoverScreen)
    words = here.line
    wanted = " ".join(COVER_LINES).replace("{name}", name)
    assert re.fullmatch(wanted.replace("  ", " "), words), words
    assert here.app.screen_stack == [here.screen], "something lies beneath the cover"
    assert here.screen.styles.background.a == 1


async def to_the_end_of_a_turn(here: Desk) -> None:
    """Play until somebody may pass the device on."""
    await here.play(until=lambda: isinstance(here.screen, TableScreen) and here.screen.done, choose=hasty)


def files(folder: Path) -> dict[str, bytes]:
    """Everything that has been written."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- 1: a cover that does not cover everything ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_cover_shows_nothing_but_itself(size: tuple[int, int], folder: Path) -> None:
    here = desk(folder, new_game(seats=3, thors_will="yes", first="1"))
    async with here.sit(size):
        only_a_cover(here, "Ada")
        await to_the_end_of_a_turn(here)
        await here.pass_on()
        only_a_cover(here, "Bo")
        for width, height in ((120, 40), (60, 20), (20, 5), size):
            await here.resize(width, height)
            assert not re.search(r"Freya|Odin|offering|stack", here.text)
        only_a_cover(here, "Bo")
        for theme in ("light", "high contrast", "textual-light", "nord", "dark"):
            here.app.theme = theme
            await here.settle()
            only_a_cover(here, "Bo")


async def test_a_new_screen_is_painted_whole_from_its_first_frame_on(folder: Path) -> None:
    """Were only what is new painted, the last table would stay beside the cover for a moment."""
    here = desk(folder, new_game(first="1"), quick=False)
    async with here.sit():
        await to_the_end_of_a_turn(here)
        before = here.painted
        await here.pass_on()
        frames = [frame for frame in here.frames if frame.number >= before and isinstance(frame.screen, Blank)]
        assert frames
        for frame in frames:
            assert "Freya" not in frame.text
            assert "Pass it on" not in frame.text


# --- 2: old screens flash past ----------------------------------------------------------------------------------------


async def test_screens_over_the_table_are_not_closed_one_by_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resumed: list[Screen[Any]] = []
    monkeypatch.setattr(TableScreen, "on_screen_resume", lambda self: resumed.append(self), raising=False)
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await to_the_end_of_a_turn(here)
        table = here.screen
        await here.press("l")
        for number in range(2):
            here.app.push_screen(Dummy(f"dummy {number}"))
            await here.settle()
        assert "dummy 1" in here.text
        assert len(here.app.screen_stack) == 4
        resumed.clear()
        before = here.painted
        here.holder = None
        here.lead.pass_on()
        await here.settle()
        only_a_cover(here, "Bo")
        assert table not in resumed
        shown = {frame.kind for frame in here.frames if frame.number >= before}
        assert shown == {"CoverScreen"}
        assert not [widget for widget in here.widgets() if isinstance(widget, (TableScreen, Dummy))]


class Dummy(Screen[None]):
    """A screen over the table."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> Any:
        yield Label(self.words)


# --- 3: the key that ends the turn also lifts the cover ---------------------------------------------------------------


@pytest.mark.parametrize("how", ["enter", "space", "clicks"])
@pytest.mark.parametrize("when", ["at the end of a turn", "with the last answer"])
async def test_a_key_held_down_ends_one_turn_only(how: str, when: str, folder: Path) -> None:
    here = desk(folder, new_game(first="1"), quick=False)
    async with here.sit():
        await to_the_end_of_a_turn(here)
        if when == "with the last answer":
            await here.press("u", "1")
            assert here.screen.ask.kind == "take"
        here.holder = None
        button = here.screen.query_one("#confirm").region
        for number in range(20):
            if how == "clicks":
                here.mouse(button.x + 2, button.y)
            else:
                here.type(how)
            if number % 4 == 3:
                await asyncio.sleep(0.02)
        await here.settle()
        for _ in range(3):
            if how == "clicks":
                await here.click_at(button.x + 2, button.y, times=2)
            else:
                await here.press(how)
        if how == "space":  # passes nothing on
            assert isinstance(here.screen, TableScreen)
            assert here.screen.viewer == 0
            here.holder = 0
            await to_the_end_of_a_turn(here)
            await here.pass_on()
            await here.press(*["space"] * 20)
        only_a_cover(here, "Bo")
        assert here.session.state.turn == 1
        assert here.session.ply == len([step for step in here.session.steps if step.seat >= 0]) + (
            2 if when == "with the last answer" else 0
        )


@pytest.mark.parametrize("how", ["key", "click"])
async def test_what_is_typed_before_the_cover_is_seen_is_dropped(how: str, folder: Path) -> None:
    """R, or a click where R will be, again and again from the pass on until the cover is on the terminal."""
    here = desk(folder, new_game(first="1"), quick=False)
    async with here.sit():
        place = here.screen.query_one("#cover-ready").region
        await to_the_end_of_a_turn(here)
        here.holder = None
        cover: list[int] = []
        here.on_paint.append(lambda frame: cover.append(frame.number) if isinstance(frame.screen, Blank) else None)
        here.type("enter")
        for _ in range(500):
            if cover:
                break
            if how == "key":
                here.type("r")
            else:
                here.mouse(place.x + 3, place.y)
            await asyncio.sleep(0.002)
        assert cover, "the cover was lifted before it was painted"
        await here.settle()
        only_a_cover(here, "Bo")
        await here.lift()
        assert here.screen.viewer == 1


# --- 4: loading opens straight into somebody's hand -------------------------------------------------------------------


def saved_positions(storage: Storage, game_id: str, mode: str, seats: int, options: dict[str, str]) -> dict[str, str]:
    """Games saved at every kind of question there is: what is asked -> id."""
    game = registry.load(game_id)
    setup = game.setup(mode, seats, options)
    found: dict[str, str] = {}
    for seed in range(30):
        session = Session(game, setup, NAMES[:seats], dealer=Dealer(seed))
        rng = random.Random(seed)
        while (pending := session.pending()) is not None:
            ask = pending.asks[0]
            kind = f"{pending.mode} {ask.kind} {len(pending.asks)}"
            if kind not in found:
                found[kind] = storage.add(session)
            session.submit(ask.seat, legal(ask, rng))
    return found


@pytest.mark.parametrize(
    ("game_id", "mode", "seats", "options"),
    [("thor", "basic", 3, {"thors-will": "yes", "rounds": "1"}), ("toy", "long", 3, {})],
    ids=["thor", "toy"],
)
async def test_every_way_into_a_game_begins_at_a_cover(
    game_id: str, mode: str, seats: int, options: dict[str, str], folder: Path, toy_too: None
) -> None:
    storage = Storage(folder)
    positions = saved_positions(storage, game_id, mode, seats, options)
    here = Desk(ThorgamesApp(storage, Home(), bot_delay=0))
    async with here.sit():
        for kind, game_id in positions.items():
            before = here.painted
            here.app.resume(game_id)
            await here.settle()
            frames = [frame for frame in here.frames if frame.number >= before]
            for frame in frames:
                if isinstance(frame.screen, TableScreen):  # an offer, which everybody may read
                    assert frame.screen.viewer is None, kind
                    assert kind.startswith("deal"), kind
                else:
                    assert isinstance(frame.screen, (CoverScreen, AnnounceScreen, ClaimScreen)), kind
            assert any(name in frames[-1].text for name in here.session.names), kind
            await here.press("q")
    print(f"{len(positions)} kinds of questions")
    assert len(positions) >= 5


async def test_a_game_goes_on_behind_a_cover_after_a_crash(folder: Path) -> None:
    """The program is gone without a word in the middle of a turn; the next one opens at the same question, covered."""
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        await here.press("1", "enter")
        asked = here.screen.ask
    again = desk(folder, Resume())
    async with again.sit():
        assert {frame.kind for frame in again.frames} == {"CoverScreen"}
        only_a_cover(again, "Ada")
        await again.lift()
        assert again.screen.ask == asked


# --- 5: a gap with no owner -------------------------------------------------------------------------------------------


async def test_while_computers_move_everybody_looks_on(folder: Path) -> None:
    here = desk(folder, new_game(seats=4, bots=(1, 3), first="1", thors_will="yes"))
    here.app.given_delay = 0.05
    async with here.sit():
        await to_the_end_of_a_turn(here)
        seen: list[int | None] = []
        here.on_paint.append(
            lambda frame: seen.append(frame.screen.viewer) if isinstance(frame.screen, TableScreen) else None
        )
        await here.pass_on()
        await here.until(lambda: isinstance(here.screen, Blank))
        only_a_cover(here, "Cleo")
        assert seen
        assert set(seen) == {None}


# --- 6: the last player's leftovers -----------------------------------------------------------------------------------


async def test_nothing_a_player_had_begun_is_left_for_the_next(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, thors_will="yes", first="1"))
    async with here.sit(size=(80, 24)):
        await here.lift()
        await here.press("3", "right", "down", "l")
        await here.press("p", "l", "a", "c")
        assert here.screen.query_one(Input).value == "plac"
        here.holder = None
        here.lead.cover_for(1)  # as if the device were taken out of his hands
        await here.settle()
        only_a_cover(here, "Bo")
        await here.press("q")
        here.app.resume(here.app.storage.newest().id)  # type: ignore[union-attr]
        await here.settle()
        await here.lift()
        assert here.screen.selection.chosen == []
        assert here.screen.selection.cursor == -1
        assert here.screen.selection.group == ""
        await here.press("l")
        assert here.screen.query_one(Input).value == ""
        await here.press("escape")
        await to_the_end_of_a_turn(here)
        await here.pass_on()
        await here.lift()
        assert here.screen.selection.chosen == []
        assert here.screen.selection.cursor == -1
        assert here.screen.notice is None
        assert here.screen.query_one("#choice-box").scroll_offset == (0, 0)


# --- 7: a message for one seat shown to another -----------------------------------------------------------------------


async def test_toasts_do_not_outlive_a_turn(folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await to_the_end_of_a_turn(here)
        here.app.notify("your secret", timeout=600)
        await here.settle()
        assert "your secret" in here.text
        here.app.notify("another secret", timeout=600)
        await here.pass_on()
        only_a_cover(here, "Bo")
        assert not here.app._notifications
        await here.lift()
        assert "secret" not in here.text
        assert not here.app._notifications


async def test_a_card_drawn_is_told_to_its_drawer_and_gone_with_the_cover(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, thors_will="yes", first="1"), seed=2)
    async with here.sit():
        await here.lift()
        await here.press("1", "enter")
        await here.give(("draw",))
        (card,) = here.session.state.actions[0]
        name = here.session.game.box.name(card)
        assert here.screen.done
        assert f"Ada draws {name}." in here.line
        assert "Only you see this." in here.line
        await here.pass_on()
        only_a_cover(here, "Bo")
        await here.lift()
        assert name not in here.text
        assert "Ada draws an action card." in here.text


# --- 9: general commands over a cover ---------------------------------------------------------------------------------

KEYS = (
    *string.ascii_lowercase.replace("r", "").replace("q", ""),
    *string.ascii_uppercase,
    *string.digits,
    *("enter", "space", "escape", "tab", "shift+tab", "backspace", "delete", "insert"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("question_mark", "slash", "colon", "full_stop", "comma", "plus", "minus", "backslash", "circumflex_accent"),
    *(f"f{n}" for n in range(1, 13)),
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase.replace("q", "").replace("c", "").replace("z", "")),
    *("ctrl+backslash", "ctrl+underscore", "ctrl+shift+p", "alt+x", "ctrl+up", "ctrl+down"),
)
"""Every key that any screen binds, and many more; not those that lift the cover or end the program."""


def bound_keys() -> set[str]:
    """Every key that the app or one of its screens binds."""
    found = set(ThorgamesApp._merged_bindings.key_to_bindings)  # type: ignore[union-attr]
    kinds: list[Any] = [Screen]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.__module__.startswith(("screens", "textual")) and kind._merged_bindings is not None:
            found |= set(kind._merged_bindings.key_to_bindings)
    return found


async def test_on_a_cover_no_other_key_does_anything(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "here"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("HOME", str(elsewhere))
    copied: list[str] = []
    here = desk(folder, new_game(first="1"))
    here.app.copy_to_clipboard = copied.append  # type: ignore[method-assign, assignment]
    async with here.sit():
        await to_the_end_of_a_turn(here)
        await here.pass_on()
        cover, text, written = here.screen, here.text, files(folder)
        keys = (set(KEYS) | bound_keys()) - {*"rRqQ", "ctrl+q", "ctrl+c", "ctrl+z", "n"} | {"n"}
        for key in sorted(keys):
            here.type(key)
            await here._barrier()
            assert here.screen is cover, key
        await here.settle()
        assert here.text == text
        for x in range(0, 80, 3):
            for y in range(24):
                if not here.screen.get_widget_at(x, y)[0].has_class("button"):
                    here.mouse(x, y)
        await here.settle()
        assert here.screen is cover
        assert here.text == text
        assert files(folder) == written
        assert not copied
        assert not here.app.clipboard
        assert not list(elsewhere.rglob("*"))
        only_a_cover(here, "Bo")


async def test_on_a_cover_no_general_command_opens_writes_or_copies(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "here"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("HOME", str(elsewhere))
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await to_the_end_of_a_turn(here)
        await here.press("ctrl+p")
        assert isinstance(here.screen, TableScreen), "there is no command palette, whatever it is called"
        await here.pass_on()
        cover, written = here.screen, files(folder)
        for action in ("app.screenshot", "app.command_palette", "screenshot", "command_palette"):
            await here.app.run_action(action)
            await here.settle()
        assert here.screen is cover
        only_a_cover(here, "Bo")
        assert files(folder) == written
        assert not list(elsewhere.rglob("*"))
        assert not here.app.clipboard
        assert not here.app.ENABLE_COMMAND_PALETTE


# --- 10: a cover users take for a bug ---------------------------------------------------------------------------------


async def test_a_cover_says_whose_turn_it_is_why_it_is_blank_and_which_key_goes_on(folder: Path) -> None:
    here = desk(folder, new_game(first="2"))
    async with here.sit():
        lines = [line.strip() for line in here.text.splitlines()]
        assert "Bo" in lines
        words = here.line
        assert "It is Bo's turn: hand the device over." in words
        assert "The screen is blank so that nobody sees another's hand." in words
        assert "R I am Bo, show my cards" in words
        assert "Q save and leave" in words
        await here.click("#cover-ready")
        assert here.screen.viewer == 1


async def test_put_away_at_the_end_of_a_turn_the_cover_says_that_the_turn_is_done(folder: Path) -> None:
    here = desk(folder, new_game(first="2"))
    async with here.sit():
        await to_the_end_of_a_turn(here)
        here.app.put_away()
        await here.settle()
        assert here.screen.player == "Bo"
        assert "Bo's turn is done, but the device was not passed on yet: hand it to Bo. The screen" in here.line
        assert "It is" not in here.line
        await here.press("r")
        assert here.screen.done
        assert here.screen.viewer == 1


async def test_one_person_among_computers_sees_no_cover(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, bots=(0, 2), first="1", rounds="1", thors_will="yes"))
    kinds: set[str] = set()
    here.on_paint.append(lambda frame: kinds.add(frame.kind))
    async with here.sit():
        await here.play(choose=hasty)
    assert kinds == {"TableScreen", "ResultScreen"}


async def test_two_persons_among_computers_see_a_cover_when_the_device_changes_hands(folder: Path) -> None:
    """With rounds that end in one person's turn and begin with the same person's: all have looked at the scores."""
    here = desk(folder, new_game(seats=4, bots=(1, 3), first="1", rounds="2"))
    shown: list[str] = []

    def keep(frame: Any) -> None:
        now = frame.screen.player if isinstance(frame.screen, CoverScreen) else frame.kind
        if not shown or shown[-1] != now:
            shown.append(now)

    async with here.sit():
        forward(here, lambda s: max(map(len, s.columns)) == 5)
        await here.settle()
        begun = len(here.session.steps)
        shown.clear()
        here.on_paint.append(keep)
        keep(here.frames[-1])
        await here.play(until=lambda: here.session.state.round == 2 and here.session.state.turn > 4, choose=sixth(here))
        await here.play(until=lambda: isinstance(here.screen, TableScreen) and here.screen.done)
    persons = [one for one in shown if one in ("Ada", "Cleo", "ChapterScreen")]
    assert "ChapterScreen" in persons
    for one, other in pairwise(persons):
        assert one != other, "a cover for the player who has the device"
    # Every person's turn was behind a cover of his own.
    turns = [seat for seat in turn_owners(here.session, begun) if here.session.holders[seat] == PERSON]
    covers = [one for one in persons if one != "ChapterScreen"]
    assert [NAMES[seat] for seat in turns] == covers[-len(turns) :]
    assert len(covers) - len(turns) <= 1  # the first may have been in the middle of a turn


def turn_owners(session: Session, begun: int = 0) -> list[int]:
    """Whose turns there were, one after the other."""
    return [step.seat for step in session.steps[begun:] if any(event.kind == "placed" for event in step.events)]


async def test_after_the_scores_the_same_player_again_needs_a_cover(folder: Path) -> None:
    """The round ends with Bo's turn, and Bo begins the next one; meanwhile everybody has looked at the scores."""

    def ends_with_bo(seed: int) -> bool:
        new = new_game(first="1", rounds="2", seed=seed)
        session = Session(registry.load("thor"), new.setup, new.names, dealer=Dealer(seed))
        while not session.state.played:
            ask = session.pending().asks[0]  # type: ignore[union-attr]
            session.submit(ask.seat, first(ask, random.Random()))
        return turn_owners(session)[-1] == 1

    seed = next(seed for seed in range(100) if ends_with_bo(seed))
    here = desk(folder, new_game(first="1", rounds="2", seed=seed))
    async with here.sit():
        forward(here, lambda s: max(map(len, s.columns)) == 5, choose=first)
        await here.settle()
        await here.play(until=lambda: isinstance(here.screen, ChapterScreen), choose=first)
        assert turn_owners(here.session)[-1] == here.session.state.start == 1
        await here.press("n")
        only_a_cover(here, "Bo")


async def test_passing_by_itself_needs_no_key_but_a_cover(folder: Path) -> None:
    """With the pause at the end of a turn switched off the cover comes at once, except after a card drawn unseen."""
    storage = Storage(folder)
    storage.set_setting("preferences", {"since": False, "pass_on": False})
    here = Desk(ThorgamesApp(storage, new_game(seats=3, thors_will="yes", first="1"), bot_delay=0))
    async with here.sit():
        await here.lift()
        await here.press("1", "enter")
        here.holder = None
        await here.press("1", "enter")
        only_a_cover(here, "Bo")
        await here.lift()
        await here.press("1", "enter")
        await here.give(("draw",))
        assert isinstance(here.screen, TableScreen)
        assert here.screen.done
        assert "Only you see this." in here.line


# --- the public questions ---------------------------------------------------------------------------------------------


async def test_public_questions_show_no_hand_and_know_no_other_key(folder: Path, toy_too: None) -> None:
    """Announcements and claims in the toy: the same keys as on covers do nothing, and no hand lies beneath."""
    storage = Storage(folder)
    positions = saved_positions(storage, "toy", "long", 3, {})
    here = Desk(ThorgamesApp(storage, Home(), bot_delay=0))
    seen: set[str] = set()
    async with here.sit():
        for kind, game_id in positions.items():
            if not kind.startswith(("reaction", "claim")):
                continue
            here.app.resume(game_id)
            await here.settle()
            screen = here.screen
            seen.add(type(screen).__name__)
            text, written = here.text, files(folder)
            await here.press(*("enter", "space", "escape", "tab", "f1", *"uilhosna7"))
            assert here.screen is screen
            assert here.text == text
            assert files(folder) == written
            assert here.app.screen_stack == [screen]
            ply = here.session.ply
            await here.press("x")
            assert here.session.ply > ply
            await here.press("q")
    assert seen == {"AnnounceScreen", "ClaimScreen"}


async def test_who_looked_at_a_claim_is_covered_again_when_all_have_been_asked(folder: Path, toy_too: None) -> None:
    """One of two looks at his hand and passes; then "nobody" is said at the table, and his own turn comes."""
    storage = Storage(folder)
    game = registry.load("toy")
    setup = game.setup("long", 3, {})
    tried = 0
    here = Desk(ThorgamesApp(storage, Home(), bot_delay=0))
    async with here.sit():
        for seed in range(60):
            session = Session(game, setup, NAMES[:3], dealer=Dealer(seed))
            rng = random.Random(seed)
            while (pending := session.pending()) is not None and not (
                pending.mode == "claim" and len(pending.asks) > 1
            ):
                session.submit(pending.asks[0].seat, legal(pending.asks[0], rng))
            if pending is None:
                continue
            asked = [ask.seat for ask in pending.asks]
            saved = storage.add(session)
            for seat in asked:
                session.submit(seat, ())
            after = session.pending()
            if after is None or after.asks[0].seat != asked[0]:
                continue
            here.app.resume(saved)
            await here.settle()
            await here.press("1")
            await here.lift()
            await here.press("enter")
            await here.pass_on()
            assert isinstance(here.screen, ClaimScreen)
            await here.press("x")
            assert not isinstance(here.screen, TableScreen) or here.screen.viewer is None
            tried += 1
            if tried == 2:
                break
            await here.press("q")
    assert tried


async def test_a_mouse_wheel_lifts_no_cover(folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        place = here.screen.query_one("#cover-ready").region
        for kind in (events.MouseScrollDown, events.MouseScrollUp, events.MouseMove):
            here.mouse(place.x + 2, place.y, kind)
        await here.settle()
        only_a_cover(here, "Ada")
