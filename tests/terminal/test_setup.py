"""The set-up: only what fits, the reason beside what does not, by keyboard alone and by mouse alone."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Input, Select, Static

from screens.arguments import MAX_SEED
from screens.setup import Field
from screens.storage import Storage
from thorgames.games import registry

from .conftest import COVER, Start
from .pilot import Shown, set_up, shown
from .program import Program

ODD = [
    *("[/]", "[/", "[bold", "[red]x", "Zoë Ærø"),
    *("🦊🐻", "محمد", "雪の女王", "{x}", "\\[x]"),
    *("$error", "a:easy", "👩\u200d👩\u200d👧 x", "مي\u200cخواهم", "x" * 20),
]
"""Names that might be taken for something else."""


def session(at: Shown) -> object:
    """The game that was begun."""
    return at.app._play.session


async def begun(at: Shown) -> object:
    """Start, and see a game with its cover."""
    await at.press("f2")
    assert at.name == "CoverScreen", at.text
    return session(at)


# --- a newcomer ------------------------------------------------------------------------------------------------------


def test_a_newcomer_is_at_the_first_cover_with_two_keys(start: Start) -> None:
    """From the start of the program; the limit is 12."""
    program = start()
    program.see("New game")
    program.press("enter")
    program.see("Player 6")
    program.press("f2")
    program.see(COVER)


async def test_with_names_of_their_own_it_takes_three_keys() -> None:
    """Not counting the letters of the names; the limit is 12."""
    async with shown() as at:
        keys = 0

        async def press(*names: str) -> None:
            nonlocal keys
            keys += len(names)
            await at.press(*names)

        await press("enter")
        await at.type("Ann")
        await press("enter")
        await at.type("Brun")
        assert at.name == "SetupScreen"
        await press("f2")
        assert at.name == "CoverScreen"
        assert session(at).names == ("Ann", "Brun")
        assert keys == 3


async def test_what_is_typed_at_first_is_the_first_name() -> None:
    """Letters that are keys elsewhere among them."""
    async with set_up() as at:
        field = at.get("#name-0", Input)
        assert at.app.focused is field
        assert field.selected_text == field.value == "Player 1"
        await at.type("Qq")
        assert field.value == "Qq"
        await at.press("enter", "enter")
        assert at.app.focused is at.get("#name-2", Input)
        assert at.name == "SetupScreen"
        assert "Enter, Tab: next field" in at.text


async def test_the_arrows_go_from_row_to_row() -> None:
    async with set_up() as at:
        places = []
        for _ in range(12):
            places.append(at.app.focused.id)
            await at.press("down")
        names = [f"name-{row}" for row in range(6)]
        assert places == [*names, "mode", "option-thors-will", "option-rounds", "option-first", "seed", "start"]
        assert at.app.focused.id == "name-0"
        await at.press("tab")
        for place in ("holder-0", "holder-1", "holder-2"):
            assert at.app.focused.id == place
            await at.press("down")
        await at.press("up", "up", "enter", "down", "enter")  # within an open list they choose
        assert at.value("holder-1") == "easy"
        await at.press("up", "up")
        assert at.app.focused.id == "back"
        await at.press("up")
        assert at.app.focused.id == "seed"


async def test_a_click_into_a_field_selects_its_text() -> None:
    async with set_up() as at:
        field = at.get("#name-1", Input)
        await at.pilot.click(field, offset=(3, 0))
        assert field.selected_text == "Player 2"
        await at.type("Brun")
        assert field.value == "Brun"
        await at.pilot.click(field, offset=(1, 0))
        await at.type("x")
        assert field.value == "Bxrun", "a second click only puts the cursor"
        await at.pilot.click(at.get("#name-0", Input), offset=(1, 0))
        await at.type("Ann")
        assert at.get("#name-0", Input).value == "Ann"


async def test_names_with_emoji_of_several_signs() -> None:
    """What a reader sees is counted, as at the start of the game."""
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
    async with set_up() as at:
        await at.names(family * 11, "🦊" * 20)
        assert at.name_remarks() == [""] * 6
        for name, remark in ((family * 12, "too many marks"), ("🦊" * 21, "20 letters at most")):
            at.get("#name-0", Input).value = ""
            at.get("#name-0", Input).insert_text_at_cursor(name)
            await at.pilot.pause()
            assert at.get("#name-0", Input).value == name
            assert at.remark("seat-0") == remark
        await at.names(family * 11, "Brun")
        started = await begun(at)
        assert started.names == (family * 11, "Brun")


@pytest.mark.parametrize("game", registry.GAMES)
async def test_everything_is_to_be_seen_at_80x24(game: str) -> None:
    """In every mode, with as many players as it takes, and with none."""
    async with set_up(game=game) as at:
        for mode in registry.info(game).modes:
            for names in ("ABCDEFGH"[: mode.seats[-1]], "ABCDEFGH"[: mode.seats[0]], ""):
                await at.names(*names)
                await at.choose("mode", mode.id)
                form, about = at.get("#form", VerticalScroll), at.get("#about", Static)
                assert form.max_scroll_y == 0, at.text
                assert about.region.bottom <= form.region.bottom, at.text
                labels = [str(field.label) for field in at.app.screen.query(Field) if field.display]
                assert {"Player 1", "Mode", "Seed"} <= set(labels)
                for words in (*labels, "Start  F2", "Back  Esc", mode.about[:40], "f2 Start", "esc Back"):
                    assert words in at.text, at.text


# --- names -----------------------------------------------------------------------------------------------------------


async def test_a_name_is_shown_as_it_is() -> None:
    """In its field, in the list of first players, on the cover, in the saved games, and at the next visit."""
    async with set_up() as at:
        for names in (ODD[:5], ODD[5:10], ODD[10:]):
            await at.names(*names)
            assert at.name_remarks() == [""] * 6
            assert at.labels("option-first") == ["by lot", *names]
            at.get("#option-first", Select).focus()
            await at.press("enter")
            assert all(any(name in line for line in at.lines[6:]) for name in ("by lot", *names)), at.text
            await at.press("end", "enter")
            assert at.value("option-first") == "5"
            started = await begun(at)
            assert started.names == tuple(names)
            assert f"I am {names[4]}, show my cards" in at.text
            await at.press("q")
            assert at.name == "HomeScreen"
            assert ", ".join(names)[:40] in at.text
            at.app.set_up("thor")
            await at.settle()
            assert [at.get(f"#name-{row}", Input).value for row in range(5)] == names
            assert "First player  " + names[4] in at.text


WRONG = [
    (("x" * 60, "Brun"), 0, "20 letters at most"),
    (("Ann", "x" * 21), 1, "20 letters at most"),
    (("Ann", "Brun", "Ann"), 2, "named twice"),
    (("Ann", " aNN "), 1, "named twice"),
    (("a  b", "A b"), 1, "named twice"),
    (("Ann", "A\u200bnn"), 1, "named twice"),
    (("Ann", "\u200b"), 1, "unfit letters"),
    (("Ann", "\u202eBrun"), 1, "unfit letters"),
    (("a\x07b", "Ann"), 0, "unfit letters"),
]


async def test_a_wrong_name_is_told_beside_its_field() -> None:
    async with set_up() as at:
        for names, row, remark in WRONG:
            await at.names(*names)
            assert at.name_remarks() == [remark if other == row else "" for other in range(6)]
            await at.press("f2")
            assert at.name == "SetupScreen"
            assert "see the remarks beside the fields" in at.text
            await at.names("Ann", "Brun")
            assert at.remark(f"seat-{row}") == ""
            assert "see the remarks" not in at.text
        await begun(at)


async def test_every_wrong_name_is_told_at_once() -> None:
    async with set_up() as at:
        await at.names("x" * 60, "Ann", "ann", "Brun", "a\u202eb")
        assert at.name_remarks() == [
            "20 letters at most",
            "",
            "named twice",
            "",
            "unfit letters",
            "",
        ]


async def test_names_are_trimmed_and_empty_ones_are_nobody() -> None:
    async with set_up() as at:
        await at.names("  Ann  ", "   ", "", "Brun   Hild")
        started = await begun(at)
        assert started.names == ("Ann", "Brun Hild")


async def test_too_few_players_are_told() -> None:
    async with set_up() as at:
        for names, count in (((), 0), (("   ",), 0), (("Ann",), 1)):
            await at.names(*names)
            assert at.remark("field-mode") == f"for 2 to 5, not {count} players"
            await at.press("f2")
            assert at.name == "SetupScreen"


async def test_one_player_is_not_called_players() -> None:
    async with set_up(game="althing") as at:
        await at.names("Ann")
        await at.choose("mode", "solo")
        assert at.remark("field-mode") == "for 1 player"


# --- mode and settings -----------------------------------------------------------------------------------------------


async def test_a_mode_that_does_not_fit_names_the_one_that_does() -> None:
    async with set_up() as at:
        await at.names(*"ABCDEF")
        assert at.remark("field-mode") == "for 2 to 5, not 6; Big Game fits"
        await at.press("f2")
        assert at.name == "SetupScreen"
        await at.choose("mode", "big")
        assert at.remark("field-mode") == "for 4 to 6 players"
        await at.names(*"ABC")
        assert at.remark("field-mode") == "for 4 to 6, not 3; Basic Game fits"
        await at.names(*"ABCD")
        started = await begun(at)
        assert (started.setup.mode, started.setup.seats) == ("big", 4)


async def test_rounds_follow_the_number_of_players_until_they_are_chosen_by_hand() -> None:
    async with set_up() as at:
        for count in (2, 3, 5, 4):
            await at.names(*"ABCDEF"[:count])
            assert at.labels("option-rounds") == [str(n) for n in range(1, count + 1)]
            assert at.value("option-rounds") == str(count)
        await at.choose("option-rounds", "3")
        await at.names(*"ABCDE")
        assert at.value("option-rounds") == "3"
        await at.names(*"AB")
        assert at.value("option-rounds") == "2"
        await at.names(*"ABCD")
        assert at.value("option-rounds") == "3"
        started = await begun(at)
        assert started.setup.options["rounds"] == "3"


async def test_the_will_of_thor_is_not_for_two() -> None:
    async with set_up() as at:
        await at.names(*"ABC")
        await at.choose("option-thors-will", "yes")
        assert at.remark("field-thors-will") == ""
        await at.names(*"AB")
        assert at.remark("field-thors-will") == "Thor's Will is for 3 to 6 players"
        await at.press("f2")
        assert at.name == "SetupScreen"
        await at.names(*"ABCD")
        assert at.remark("field-thors-will") == ""
        started = await begun(at)
        assert started.setup.options["thors-will"] == "yes"


async def test_the_first_player_is_chosen_by_name() -> None:
    async with set_up() as at:
        await at.names("Ann", "Brun", "Cleo")
        assert at.labels("option-first") == ["by lot", "Ann", "Brun", "Cleo"]
        await at.choose("option-first", "3")
        await at.names("Ann", "", "Brun", "Dora")
        assert at.labels("option-first") == ["by lot", "Ann", "Brun", "Dora"]
        started = await begun(at)
        assert started.pending().asks[0].seat == 2
        assert "Dora" in at.text


async def test_a_first_player_who_has_left_is_chosen_no_more() -> None:
    async with set_up() as at:
        await at.names("Ann", "Brun", "Cleo")
        await at.choose("option-first", "3")
        await at.names("Ann", "Brun")
        assert at.value("option-first") == "lot"
        await begun(at)


# --- computer opponents ----------------------------------------------------------------------------------------------


async def test_a_computer_opponent_needs_no_name_from_anybody() -> None:
    async with set_up() as at:
        await at.names("Ann")
        await at.choose("holder-1", "easy")
        assert at.get("#name-1", Input).value == "Easy 1"
        await at.choose("holder-2", "easy")
        assert at.get("#name-2", Input).value == "Easy 2"
        assert at.remark("field-mode") == "for 2 to 5 players"
        await at.choose("holder-2", "person")
        assert at.get("#name-2", Input).value == "Player 1"
        await at.choose("holder-2", "nobody")
        assert at.get("#name-2", Input).value == ""
        await at.choose("holder-3", "person")
        assert at.get("#name-3", Input).value == "Player 1"
        at.get("#name-3", Input).value = ""
        await at.pilot.pause()
        assert at.value("holder-3") == "nobody"
        at.get("#name-1", Input).value = "Bot"
        await at.choose("option-first", "1")
        await at.press("f2")
        assert at.name == "TableScreen", "one person alone needs no cover"
        assert session(at).names == ("Ann", "Bot")
        assert session(at).holders == ("person", "easy")


async def test_computers_among_themselves() -> None:
    async with set_up() as at:
        await at.names()
        await at.choose("holder-0", "easy")
        await at.choose("holder-1", "easy")
        await at.choose("option-rounds", "1")
        await at.press("f2")
        for _ in range(400):
            await at.pilot.pause(0.01)
            if at.name == "ResultScreen":
                break
        assert at.name == "ResultScreen", at.text
        assert "Easy 1" in at.text


# --- seed ------------------------------------------------------------------------------------------------------------


async def test_a_seed_that_is_no_number_is_told() -> None:
    async with set_up() as at:
        for seed in ("-1", "-", "abc", "1.5", "1_000", "1_", "+7", "٣", "[/]", str(MAX_SEED + 1), "9" * 60):
            at.get("#seed", Input).value = seed
            await at.pilot.pause()
            assert at.remark("field-seed") == f"a number, 0 to {MAX_SEED}"
            await at.press("f2")
            assert at.name == "SetupScreen"
            at.get("#seed", Input).value = " "
            await at.pilot.pause()
            assert at.remark("field-seed") == ""
        await begun(at)


async def test_a_seed_is_used() -> None:
    seeds = set()
    async with set_up() as at:
        for seed in ("007", str(MAX_SEED), "", " "):
            at.get("#seed", Input).value = seed
            await at.pilot.pause()
            assert at.remark("field-seed") == ""
            used = (await begun(at)).dealer.seed
            if seed.strip():
                assert used == int(seed)
            else:
                seeds.add(used)
            at.app.set_up("thor")
            await at.pilot.pause()
            assert at.get("#seed", Input).value == "", "the same game again is not what anybody wants"
    assert len(seeds) == 2


# --- the next visit --------------------------------------------------------------------------------------------------


async def test_the_next_visit_begins_with_what_was_used_last() -> None:
    storage = Storage.in_memory()
    async with set_up(storage) as at:
        await at.names("Ann", "Brun", "Cleo", "Bot")
        await at.choose("holder-3", "easy")
        await at.choose("mode", "big")
        await at.choose("option-thors-will", "yes")
        await at.choose("option-rounds", "2")
        await at.choose("option-first", "2")
        await begun(at)
    async with set_up(storage) as at:
        assert [at.get(f"#name-{row}", Input).value for row in range(6)] == ["Ann", "Brun", "Cleo", "Bot", "", ""]
        assert [at.value(f"holder-{row}") for row in range(6)] == ["person"] * 3 + ["easy"] + ["nobody"] * 2
        assert at.value("mode") == "big"
        assert at.value("option-thors-will") == "yes"
        assert at.value("option-rounds") == "2"
        assert at.value("option-first") == "2"
        started = await begun(at)
        assert started.holders == ("person", "person", "person", "easy")


async def test_what_was_not_chosen_by_hand_follows_the_players_of_the_next_visit() -> None:
    storage = Storage.in_memory()
    async with set_up(storage) as at:
        await at.names("Ann", "Brun")
        await begun(at)
    async with set_up(storage) as at:
        await at.names("Ann", "Brun", "Cleo")
        assert at.value("option-rounds") == "3"


@pytest.mark.parametrize(
    "remembered",
    [
        {"names": ["Ann"] * 9, "holders": ["king"], "mode": "huge", "options": {"rounds": "99", "no": "such"}},
        {"names": [], "holders": [], "mode": "", "options": {}},
        {"names": ["[/]", "[/"], "mode": "big"},
    ],
)
async def test_what_is_remembered_need_not_fit_any_more(remembered: dict[str, object]) -> None:
    storage = Storage.in_memory()
    storage.remembered = lambda game: remembered  # type: ignore[method-assign]
    async with set_up(storage) as at:
        await at.names("Ann", "Brun")
        await at.choose("mode", "basic")
        await begun(at)


# --- keyboard alone, mouse alone -------------------------------------------------------------------------------------


def one_by_one(program: Program, *keys: str) -> None:
    """Press keys, and let each do what it does."""
    for key in keys:
        program.press(key)
        program.settle(0.2)


def tab(program: Program, times: int) -> None:
    """Go to another field."""
    one_by_one(program, *["tab"] * times)


def test_by_keyboard_alone(start: Start) -> None:
    """In a real terminal of 80x24, with tab, arrows, Enter, F2 and Esc."""
    program = start()
    program.see("New game")
    program.press("enter")
    program.see("Player 6")
    program.press("escape")
    program.see("New game")
    one_by_one(program, "down", "up", "enter")
    program.see("Player 6")
    for name in ("Ann", "Brun", "Cleo"):
        program.type(name)
        program.see(name)
        tab(program, 2)
    tab(program, 7)  # past the other players and the mode
    program.press("enter")  # Thor's Will
    program.see("▲")
    program.press("escape")  # closes the list, not the screen
    program.until(lambda: "▲" not in program.screen.text, "the list to close")
    program.see("Player 6")
    one_by_one(program, "enter", "down", "enter")
    program.see("with the 14 action cards")
    one_by_one(program, "tab", "enter", "up", "enter")  # rounds: 3 -> 2
    program.until(lambda: "Rounds        2" in program.screen.text, "two rounds")
    one_by_one(program, "tab", "enter", "down", "down", "enter")  # first player: Brun
    program.until(lambda: "First player  Brun" in program.screen.text, "Brun as the first player")
    one_by_one(program, "tab", "7", "7", "f2")
    program.see(COVER, "round 1 of 2", "Brun")


def test_by_mouse_alone(start: Start) -> None:
    """In a real terminal of 80x24; the names that are proposed stay."""
    program = start()
    program.see("New game")
    program.click("New game")
    program.see("Player 6")
    program.settle(0.2)
    program.click("Back  Esc")
    program.see("Card games for friends")
    program.settle(0.2)
    program.click("New game")
    program.see("Player 6")
    x, y = program.screen.find("person")
    program.click_at(x, y + 2)  # of the third player
    program.see("computer, easy")
    program.click("computer, easy")
    program.see("Easy 1")
    program.click("without")
    program.see("with the 14 action cards")
    program.click("with the 14")
    program.until(lambda: "Will   with the 14" in program.screen.text, "Thor's Will")
    program.click("by lot")
    program.until(lambda: program.screen.text.count("Easy 1") == 2, "the list of first players")
    program.settle(0.1)
    below = max(y for y, line in enumerate(program.screen.lines) if "Player 2" in line)
    program.click_at(program.screen.lines[below].index("Player 2"), below)
    program.until(lambda: "First player  Player 2" in program.screen.text, "the first player")
    program.click("Start  F2")
    program.see(COVER, "Player 2", "round 1 of 3")
    program.click("show my cards")
    program.until(lambda: COVER not in program.screen.text, "what is beneath the cover")
