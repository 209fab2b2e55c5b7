"""Small things on which newcomers stumbled: capital letters, what is said at the end of a turn, what keys do."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import DataTable, Input
from textual.widgets._footer import FooterKey

from screens import result
from screens.handover import CoverScreen
from screens.home import HomeScreen
from screens.leading import hint_words
from screens.lists import Pick
from screens.look import ROWS
from screens.panels.card import CardPanel
from screens.panels.history import HistoryPanel
from screens.panels.lesson import LessonPanel
from screens.panels.rules import RulesPanel
from screens.recording import Recording
from screens.result import ChapterScreen, ResultScreen
from screens.setup import SetupScreen
from screens.start import Home, SetUp
from screens.storage import Storage
from screens.table.althing import AlthingTable
from screens.table.base import TableScreen
from tests.ui.driver import NAMES, By, Desk, board_rows, desk, forward, hasty, new_game
from thorgames import library
from thorgames.bots import advise
from thorgames.core.chance import Dealer
from thorgames.core.state import Outcome
from thorgames.core.text import Msg, plain
from thorgames.games import registry
from thorgames.search import everything, find
from thorgames.session import Session


def footer(here: Desk) -> dict[str, str]:
    """The keys of the footer: key -> words."""
    return {key.key: key.description for key in here.screen.query(FooterKey) if key.display}


async def test_every_letter_works_as_a_capital(folder: Path) -> None:
    """On home, cover, table and panels; typed text keeps its capitals."""
    here = desk(folder, new_game(seats=2, first="1", rounds="1"))
    async with here.sit():
        await here.press("R")
        here.holder = 0
        assert isinstance(here.screen, TableScreen)
        await here.press("I")
        assert isinstance(here.screen, CardPanel)
        await here.press("I", "L")
        assert here.screen.query_one("#query").has_focus
        await here.press("Q", "u")
        assert here.screen.query_one("#query").value == "Qu"
        await here.press("escape", "1", "enter")
        assert here.session.ply == 1
        await here.press("U")
        assert here.session.ply == 2
        options = [option.id for option in here.screen.ask.options]
        await here.press("A")  # the tenth choice
        assert here.screen.selection.chosen == [options[9]]
        await here.press("Q")
        assert isinstance(here.screen, HomeScreen)
        await here.press("C")
        assert isinstance(here.screen, CoverScreen)
        await here.press("Q", "Y")
        assert isinstance(here.screen, HistoryPanel)
        await here.press("escape", "A")
        assert "Press A again" in here.words("#notice")


async def test_the_title_says_when_a_turn_is_done(folder: Path) -> None:
    here = desk(folder, new_game(seats=2, first="1"))
    async with here.sit():
        await here.lift()
        assert here.words("#whose") == "Ada to play"
        assert footer(here)["q"] == "Save, leave"
        await here.press("1", "enter", "1", "enter")
        assert here.screen.done
        assert here.words("#whose") == "Ada: done"
        assert footer(here)["q"] == "Save, leave"
        assert "Hand the device to Bo" in here.text


async def test_enter_goes_on_after_a_round_but_not_while_it_is_still_held(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = desk(folder, new_game(seats=2, first="1", rounds="2"))
    async with here.sit():
        forward(here, lambda s: s.round == 2)
        for held in (30.0, 0.0):
            monkeypatch.setattr(result, "HELD", held)
            here.lead._chapter = True
            here.lead.go()
            await here.settle()
            assert isinstance(here.screen, ChapterScreen)
            assert "Press N or Enter for the next round." in here.text
            await here.press("enter", "enter")
            assert isinstance(here.screen, ChapterScreen if held else CoverScreen)
            await here.press("n")


async def test_home_says_what_enter_does_and_which_mode_was_saved(folder: Path) -> None:
    here = desk(folder, new_game("thor", "big", seats=4))
    async with here.sit():
        await here.press("q")
        assert footer(here)["enter"] == "Choose"
        assert "Big Game · round 1 of 4, turn 1" in here.text
        await here.press("enter")
        assert isinstance(here.screen, CoverScreen)


def solo(storage: Storage, won: bool, turns: int) -> Session:
    """A game alone that is over, saved."""
    game = registry.load("althing")
    session = Session(game, game.setup("solo", 1), ("Player",))
    reason = "end.solo.won" if won else "end.solo.lost"
    session.state = session.state.but(outcome=Outcome(reason, (1 if won else 2,), (turns,)))
    storage.add(session)
    return session


@pytest.mark.parametrize("won", [True, False])
async def test_a_game_played_alone_is_told_with_its_outcome(won: bool, folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit((100, 30)):
        solo(here.app.storage, won, 19)
        solo(here.app.storage, won, 1)
        await here.press("y")
        assert isinstance(here.screen, HistoryPanel)
        assert footer(here)["enter"] == "Look back"
        word = "won" if won else "did not win"
        assert f"Althing  Player {word}, 19 turns" in here.text
        assert f"Althing  Player {word}, 1 turn " in here.text
        table: Any = here.screen.query_one(DataTable)
        headings = [str(column.label) for column in table.columns.values()]
        assert headings == ["player", "game", "played", "won", "best", "in a row", "longest"]


async def test_a_loss_alone_is_called_one(folder: Path) -> None:
    here = desk(folder, new_game("althing", "solo", seats=1))
    async with here.sit():
        session = here.session
        lost = solo(here.app.storage, False, 9).state.outcome
        session.state = session.state.but(outcome=lost)
        here.lead.go()
        await here.settle()
        assert isinstance(here.screen, ResultScreen)
        assert lost is not None
        assert here.words("#score-table").startswith(f"You lost: {session.speaker.plain(Msg(lost.reason))}"[:60])
        session.state = session.state.but(outcome=Outcome("end.solo.tie", (2,), (9,)))
        here.lead._ended = False
        here.lead.go()
        await here.settle()
        assert "a tie." in here.text
        assert "You lost" not in here.text


@pytest.mark.parametrize("key", ["q", "escape", "enter", "Q"])
async def test_a_page_of_what_is_new_is_closed_by_any_of_these(key: str, folder: Path) -> None:
    here = desk(folder, new_game("althing", "campaign-1", seed=6))
    async with here.sit():
        here.holder = here.lead._place.seat
        await here.press("r")
        pages = 0
        while isinstance(here.screen, LessonPanel):
            pages += 1
            await here.press(key)
        assert pages
        assert isinstance(here.screen, TableScreen)


async def test_the_first_and_the_last_step_have_keys_that_are_shown(folder: Path) -> None:
    here = desk(folder, new_game(seats=2, rounds="1"))
    async with here.sit():
        forward(here, lambda s: False, choose=hasty)
        await here.settle()
        await here.press("b")
        for key in ("g Go", "q Close"):
            assert key in here.text.splitlines()[-1]
        await here.press("question_mark")
        for key, words in (("home", "To the beginning"), ("end", "To the end")):
            assert any(line.split() == [key, *words.split()] for line in here.text.splitlines()), key


async def test_the_key_of_the_rules_opens_them_from_home(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.press("f1")
        assert isinstance(here.screen, RulesPanel)


@pytest.mark.parametrize("width", [78, 118])
def test_short_forms_at_althings_table_are_put_into_words_beneath_it(width: int) -> None:
    """All that stand there and no others, whenever there is room for one more line."""
    game, rng, told = registry.load("althing"), random.Random(1), set()
    forms = {card.short: card.name for card in game.box.cards.values() if card.kind == "symbol"} | {"V": "Veteran"}
    for mode, seats in (("solo", 1), ("standard", 2)):
        session = Session(game, game.setup(mode, seats), NAMES[:seats], dealer=Dealer(1))
        while (pending := session.pending()) is not None and len(session.steps) < 150:
            session.submit(pending.asks[0].seat, hasty(pending.asks[0], rng))
            *lines, last = [line.strip() for line in board_rows(game, AlthingTable(), session.state, 0, width)]
            legend = [part.partition(" ") for part in last.split(", ")]
            if {short: name for short, _, name in legend}.items() <= forms.items():
                stand = {word for line in lines for word in line.split() if word in forms}
                assert {short for short, _, _ in legend} == stand
                told |= stand
            else:
                short = {word for line in [*lines, last] for word in line.split() if word in forms}
                assert not short or len(lines) + 2 > ROWS, (lines, last)
    assert told >= ({"V", "Un", "GW"} if width == 78 else {"V"})


def test_a_short_form_of_a_symbol_can_be_looked_up() -> None:
    game = registry.load("althing")
    for card in game.box.cards.values():
        if card.kind == "symbol":
            assert card.id in [hit.id for hit in find(card.short, everything("althing", game.box))]
            assert ("Short", card.short) in game.box.face(card.id).facts


async def test_the_set_up_says_in_one_line_that_a_corrected_card_file_is_in_use(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / ("a-long-name-" * 9)
    monkeypatch.setenv("THORGAMES_HOME", str(home))
    (home / "cards").mkdir(parents=True)
    (home / "cards" / "thor.toml").write_text(library.read("cards", "thor.toml"), encoding="utf-8")
    here = desk(folder, SetUp("thor"))
    async with here.sit():
        lines = here.text.splitlines()
        assert lines[1].startswith(" With your own cards: thor.toml in /")
        assert lines[2].split()[:2] == ["Player", "1"]
        assert not here.screen.query_one("#form").max_scroll_y
        here.app.set_up("althing")
        await here.settle()
        assert "your own cards" not in here.text


async def test_what_cannot_be_saved_is_said_where_it_hides_nothing(folder: Path) -> None:
    """On a small cover beneath it; at a table beneath the choices, until the next one is made."""
    here = desk(folder, new_game(seats=2, first="1"))
    here.app.storage._db.execute("pragma query_only = on")
    async with here.sit((80, 24)):
        (toast,) = here.screen.query("Toast")
        told = here.words("Toast").replace("▌ ", "")
        assert "cannot be written" in told
        assert "Nothing is saved of this game yet; each answer tries again." in told
        assert not toast.region.overlaps(here.screen.query_one("#cover").region)
        assert toast.region.bottom <= 24
        await here.lift()
        await here.press("1", "enter")
        assert isinstance(here.screen, TableScreen)
        assert "cannot be written" in here.words("#preview")
        assert "to another folder." in here.words("#preview")
        assert not here.app._notifications
        for label in ("1 Freya", "take nothing"):
            assert label in here.words("#choices")
        await here.press("1")
        assert "cannot be written" not in here.text
        here.app.storage._db.execute("pragma query_only = off")
        await here.press("enter")
        assert "cannot be written" not in here.text
        assert here.lead.saved


async def test_a_click_on_start_says_what_does_not_fit_yet(folder: Path) -> None:
    here = desk(folder, SetUp("thor"))
    async with here.sit():
        here.screen.query_one("#name-1", Input).value = here.screen.query_one("#name-0", Input).value
        await here.settle()
        await here.click("#start", 2)
        assert isinstance(here.screen, SetupScreen)
        assert "Not everything fits yet" in here.line


def optional(here: Desk) -> Callable[[Any], bool]:
    """Whether a question is asked that may be answered with none of several things, some of them in groups."""

    def asked(state: Any) -> bool:
        pending = here.session.pending()
        ask = pending.asks[0] if pending is not None else None
        if ask is None or ask.seat < 0 or (ask.lo, ask.hi) != (0, 1):
            return False
        groups = [option.group for option in ask.options if option.group]
        return any(groups.count(group) > 1 for group in groups) and not all(o.group for o in ask.options)

    return asked


@pytest.mark.parametrize("by", ["keys", "mouse"])
async def test_confirming_inside_a_group_where_nothing_is_chosen_gives_no_answer(by: By, folder: Path) -> None:
    """It would pass a question that may be passed, as somebody wanted just the thing that was opened."""
    here = desk(folder, new_game("kardnarok", "duel", 2))
    async with here.sit():
        forward(here, optional(here), seed=3)
        await here.settle()
        if not isinstance(here.screen, TableScreen) or here.screen.viewer is None:
            await here.lift(by)
        items, ply = here.screen.selection.items(), here.session.ply
        groups = [option.group for option in here.screen.ask.options]
        at = next(at for at, item in enumerate(items) if item.group and groups.count(item.group) > 1)
        await here._choose(at, by)
        name = here.session.game.box.name(here.screen.selection.group)
        assert "Choose one of these by key or click" in here.words("#preview")
        assert here.screen.query_one("#confirm").has_class("off")
        if by == "keys":
            await here.press("enter")
        else:
            await here.click("#confirm")
        assert here.session.ply == ply
        assert f"Nothing is chosen of {name}" in here.words("#preview")
        await here._choose(0, by)
        assert not here.screen.query_one("#confirm").has_class("off")
        await here.press("escape", "escape")
        assert not here.screen.selection.group
        single = next(at for at, item in enumerate(here.screen.selection.items()) if item.option is not None)
        await here._choose(single, by)
        await here._choose(at, by)
        await here._choose(1, by)
        assert len(here.screen.selection.chosen) == 1  # the other one, without a word
        assert "No more than" not in here.text


async def test_a_click_elsewhere_keeps_the_game_that_was_to_be_abandoned(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        here.app.begin(new_game())
        await here.settle()
        here.lead.leave()
        await here.settle()
        await here.click_key("abandon")
        assert "Press A again to abandon Thor of Ada, Bo for good" in here.line
        await here.click("#subtitle")
        assert "Press A again" not in here.line
        await here.click_key("abandon")
        assert here.app.storage.running()
        await here.click_key("abandon")
        assert not here.app.storage.running()


async def test_the_order_of_choices_is_told_apart_from_their_keys(folder: Path) -> None:
    here = desk(folder, new_game("kardnarok", "duel", 2))
    async with here.sit():

        def ordered(state: Any) -> bool:
            pending = here.session.pending()
            return pending is not None and any(ask.ordered and ask.hi > 1 for ask in pending.asks)

        forward(here, ordered)
        await here.settle()
        await here.lift()
        await here.press("2", "1")
        shown = here.words("#choices")
        assert "#1 2 " in shown
        assert "#2 1 " in shown


async def test_names_that_nobody_typed_follow_the_mode_and_the_holder(folder: Path) -> None:
    """Alone, the second player is not in the way; a mode for three brings one more; a computer is called one."""
    here = desk(folder, SetUp("althing"))
    async with here.sit((100, 40)):
        screen = here.screen
        mode = screen.query_one("#mode", Pick)
        mode.focus()

        async def choose(select: Any, value: str) -> None:
            select.focus()
            select.value = value
            await here.settle()

        await choose(mode, "solo")
        assert [name for _, name, _ in screen.seats()] == ["Player 1"]
        assert screen.look_over()
        await choose(mode, "standard")
        assert [name for _, name, _ in screen.seats()] == ["Player 1", "Player 2"]
        assert screen.look_over()
        await choose(screen.query_one("#holder-1", Pick), "hard")
        assert [(name, holder) for _, name, holder in screen.seats()] == [("Player 1", "person"), ("Hard 1", "hard")]
        await choose(screen.query_one("#holder-1", Pick), "person")
        assert screen.seats()[1][1:] == ("Player 2", "person")
        screen.query_one("#name-1", Input).value = "Bo"
        await here.settle()
        await choose(mode, "solo")
        assert [name for _, name, _ in screen.seats()] == ["Bo"]  # who was named stays
        assert screen.look_over()


@pytest.mark.parametrize("game_id", list(registry.GAMES))
async def test_a_first_set_up_can_be_started_as_it_is(game_id: str, folder: Path) -> None:
    here = desk(folder, SetUp(game_id))
    async with here.sit():
        assert here.screen.look_over()
        await here.press("f2")
        assert here.session.setup.game == game_id


async def test_back_in_the_rules_goes_to_where_a_reference_was_followed(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.press("f1")
        await here.press(*"last turn")
        first = here.screen.hit()
        while not first.refs or first.kind == "card":
            await here.press("down")
            first = here.screen.hit()
        await here.press("enter")
        second = here.screen.hit()
        assert second.id == first.refs[0]
        await here.press("escape")
        assert here.screen.hit() == first
        assert here.screen.query_one("#query", Input).value == "last turn"
        await here.press("enter", "f1")
        assert isinstance(here.screen, HomeScreen)


def test_a_turn_of_thor_begins_in_a_replay_with_the_question_for_it() -> None:
    game = registry.load("thor")
    session = Session(game, game.setup("basic", 2, {"rounds": "2"}), NAMES[:2], dealer=Dealer(3))
    rng = random.Random(3)
    while (pending := session.pending()) is not None:
        session.submit(pending.asks[0].seat, hasty(pending.asks[0], rng))
    record = Recording(session)
    turns = record.turn_list()
    assert [number for number, _, _ in turns] == list(range(1, len(turns) + 1))
    for number, at, _ in turns:
        if at < len(record) - 1:
            asked = session.game.pending(record.state(at)).asks[0]
            assert asked.kind == "play", f"turn {number}"


def test_a_hint_names_a_group_once_and_ends_with_one_full_stop() -> None:
    """At every question of some games: no name twice in a row, no two full stops."""
    hinted = grouped = 0
    for game_id, mode, seats in (("kardnarok", "duel", 2), ("thorgal", "standard", 2), ("althing", "standard", 2)):
        game = registry.load(game_id)
        session = Session(game, game.setup(mode, seats), NAMES[:seats], dealer=Dealer(1))
        rng = random.Random(1)
        while (pending := session.pending()) is not None and session.ply < 250:
            ask = pending.asks[0]
            if ask.seat >= 0:
                hint = advise(session.view(ask.seat), ask, random.Random(1))
                words = plain(hint_words(session, ask, hint))
                assert ".." not in words
                for option in ask.options:
                    if option.id in hint.answer and option.group:
                        name = session.game.box.name(option.group)
                        assert words.split(": ", 1)[1].startswith(name)
                        assert f"{name}: {name}" not in words
                        grouped += 1
                hinted += 1
            session.submit(ask.seat, hasty(ask, rng))
    assert hinted > 300
    assert grouped > 20
