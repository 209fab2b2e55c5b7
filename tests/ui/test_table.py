"""The table screen by itself: choices, reasons, keys of the footer, names, sizes, signs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets._footer import FooterKey

from screens.handover import CoverScreen
from screens.home import HomeScreen
from screens.keymap import CHOICE_KEYS
from screens.result import ChapterScreen, ResultScreen
from screens.table.base import TableScreen
from screens.table.choices import Choices
from tests.ui.driver import Desk, desk, forward, hasty, new_game
from thorgames.core.ask import Ask, numbered
from thorgames.games import registry

STRANGE = ("[/]", "[bold", "🐺🦊 Ulf", "雪" * 20, "محمد علي", "{0:seat} \\[x]")
"""Names that are taken for something else by whoever parses them, or are wider or narrower than they are long."""

LONG = tuple(f"{n} {'w' * 18}" for n in range(1, 7))


def action_cards(here: Desk, *effects: str) -> tuple[str, ...]:
    """Action cards whose effect begins so, one for each."""
    cards = here.session.game.box.cards.values()
    return tuple(next(card.id for card in cards if card.effect.startswith(effect)) for effect in effects)


def left_over(here: Desk, *used: str) -> tuple[str, ...]:
    """The action cards that are still in the deck when these are elsewhere."""
    deck = here.session.game.box.count("action")
    deck.subtract(used)
    return tuple(deck.elements())


async def with_cards(here: Desk, *effects: str, slots: dict[int, str] | None = None, **changes: Any) -> tuple[str, ...]:
    """Give the first seat action cards, and lay some above gods (by the place of the god)."""
    hand = action_cards(here, *effects)
    above = {at: action_cards(here, effect) for at, effect in (slots or {}).items()}
    gods = len(here.session.state.gods)
    laid = tuple(above.get(at, ()) for at in range(gods))
    rest = left_over(here, *hand, *(card for slot in laid for card in slot))
    others = tuple(() for _ in range(here.session.state.seats - 1))
    await here.change(actions=(tuple(sorted(hand)), *others), slots=laid, deck=rest, **changes)
    return hand


def place(here: Desk, words: str) -> int:
    """Where among the items a choice with this label is."""
    items = here.screen.selection.items()
    found = [at for at, item in enumerate(items) if here.screen.label(item)[0].startswith(words)]
    assert found, f"no choice {words!r}"
    return found[0]


async def walk_to(here: Desk, at: int) -> None:
    """Move the cursor to a place by the arrows."""
    for _ in range(100):
        if here.screen.selection.cursor == at:
            return
        await here.press("right")
    raise AssertionError("the cursor does not come there")


def in_sight(here: Desk) -> bool:
    """Whether the choice under the cursor is to be seen."""
    screen = here.screen
    choices, at = screen.query_one(Choices), screen.selection.cursor
    x = choices.region.x + (at % choices.columns) * choices._wide
    y = choices.region.y + at // choices.columns
    label = screen.label(screen.selection.items()[at])[0]
    return bool(screen.query_one("#choice-box").region.contains(x, y) and label in here.text.splitlines()[y][x:])


# --- what may not be chosen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["keys", "mouse"])
async def test_an_empty_stack_is_explained(by: str, folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1"))
    async with here.sit():
        await here.lift()
        state = here.session.state
        await here.change(stacks=(0, *state.stacks[1:]), displays=((0,) * 5, (5, 0, 0, 0, 0), (0,) * 5))
        await here.press("1", "enter")
        ply = here.session.ply
        at = place(here, "Freya")
        assert f"{CHOICE_KEYS[at]} Freya" not in here.text.splitlines()[-4], "no key is shown for what is barred"
        await here.press(CHOICE_KEYS[at])
        assert "THR-27" not in here.text
        if by == "keys":
            await walk_to(here, at)
        else:
            await here.click_at(*await here.place_of(at))
        assert "The stack of Freya is empty. THR-27" in here.text
        await (here.press("enter") if by == "keys" else here.click("#confirm"))
        assert "The stack of Freya is empty. THR-27" in here.text
        assert here.session.ply == ply
        at = place(here, "take nothing")
        await (walk_to(here, at) if by == "keys" else here.click_at(*await here.place_of(at)))
        why = here.screen.selection.items()[at].barred.why
        assert here.words("#preview") == f"{here.session.speaker.plain(why)} THR-26"
        await here.press("1")
        assert "THR-26" not in here.text
        await here.press("enter")
        assert here.screen.done


@pytest.mark.parametrize("by", ["keys", "mouse"])
async def test_an_occupied_slot_and_an_empty_one_are_explained(by: str, folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1", thors_will="yes"))
    async with here.sit():
        await here.lift()
        await with_cards(here, "value_add", "hand_bonus", slots={0: "value_times"})
        card, gift = here.session.state.actions[0]
        if not here.session.game.box.placeable(card):
            card, gift = gift, card
        name, above = here.session.game.box.name(card), here.session.game.box.name(here.session.state.slots[0][0])
        at = place(here, name)
        await (here.press(CHOICE_KEYS[at]) if by == "keys" else here.click_at(*await here.place_of(at)))
        assert here.screen.selection.group == card
        ply = here.session.ply
        for words, rule, why in (
            ("above Freya", "THR-64", f"{above} already lies above Freya; there is room for one card only."),
            ("remove a card from Odin", "THR-65", "No action card lies above Odin."),
        ):
            at = place(here, words)
            await (walk_to(here, at) if by == "keys" else here.click_at(*await here.place_of(at)))
            assert here.words("#preview") == f"{why} {rule}"
            await (here.press("enter") if by == "keys" else here.click("#confirm"))
            assert here.session.ply == ply
        await here.press("f1")
        assert "THR-65" in here.text, "the rules open at the clause of the reason"
        await here.press("escape", "escape", "escape", "escape")
        assert here.screen.selection.group == ""
        gift_name = here.session.game.box.name(gift)
        at = place(here, gift_name)
        await (here.press(CHOICE_KEYS[at]) if by == "keys" else here.click_at(*await here.place_of(at)))
        at = place(here, "above Odin")
        await (walk_to(here, at) if by == "keys" else here.click_at(*await here.place_of(at)))
        assert here.words("#preview") == f"{gift_name} cannot be placed above a god; it can remove another card. THR-73"


# --- choosing ---------------------------------------------------------------------------------------------------------


async def test_an_action_card_is_played_in_two_steps_with_a_way_back(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1", thors_will="yes"))
    async with here.sit():
        await here.lift()
        (card,) = await with_cards(here, "value_times", slots={2: "value_add"})
        box, before = here.session.game.box, here.text
        name = box.name(card)
        await here.press(CHOICE_KEYS[place(here, name)])
        assert f"{name}:  " in here.text
        assert box.text(card)[:40] in here.text
        assert f"remove {box.name(here.session.state.slots[2][0])} from Thor" in here.text
        await here.press("escape")
        assert here.text == before
        await here.press(CHOICE_KEYS[place(here, name)])
        await here.press(CHOICE_KEYS[place(here, "above Odin")])
        assert "Odin: worth 0, unchanged" in here.text
        await here.press("escape", "escape")
        assert here.screen.selection.group == ""
        assert here.screen.selection.chosen == []
        assert here.session.state.actions[0] == (card,)
        await walk_to(here, place(here, name))
        await here.press("enter")
        assert here.screen.selection.group == card
        await walk_to(here, place(here, "above Odin"))
        await here.press("enter")
        assert here.session.state.slots[1] == (card,)


async def test_mjollnir_orders_offerings_by_keys(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1", thors_will="yes"))
    async with here.sit():
        await here.lift()
        state, box = here.session.state, here.session.game.box
        column = tuple(f"off-freya-{n}" for n in range(4))
        pool = [card for hand in (*state.offerings, state.aside) for card in hand if card not in column]
        hands = tuple(tuple(sorted(pool[seat::3]))[:7] for seat in range(3))
        aside = tuple(card for card in pool if not any(card in hand for hand in hands))
        (card,) = await with_cards(
            here, "reorder", columns=(column, (), (), (), ()), offerings=hands, aside=aside, turn=0, active=-1
        )
        await here.give((f"{card}>god-freya",))
        assert here.screen.ask.kind == "mjollnir"
        assert "choose the new order" in here.text
        assert "Choose 4 in order." in here.text
        await here.press("3", "1", "enter")
        assert "Choose 4 of these." in here.text
        await here.press("1", "4", "2", "1")
        lines = here.line
        for mark, key, value in ((1, 3, 2), (2, 4, 3), (3, 2, 1), (4, 1, 0)):
            assert f"#{mark} {key} Freya {value}" in lines
        await here.press("5", "9")
        assert here.screen.selection.chosen == [f"off-freya-{n}" for n in (2, 3, 1, 0)]
        await here.press("enter")
        assert [box.value_of[one] for one in here.session.state.columns[0]] == [2, 3, 1, 0]


async def test_a_key_beyond_the_list_does_nothing(folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        await here.press("1", "enter")
        before = here.text
        await here.press("6", "9", "d", "z", "0")
        assert here.text == before
        assert here.session.state.turn == 1


@pytest.mark.parametrize("hi", [1, 40])
async def test_choices_beyond_the_keys_are_reached_by_arrows_and_mouse(hi: int, folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        ask = Ask(0, "lot", numbered(90), lo=1, hi=hi)
        here.screen.set_ask(ask)
        await here.settle()
        for at in range(90):
            await here.press("right")
            assert here.screen.selection.cursor == at
            assert in_sight(here), f"choice {at} is out of sight"
        for at in (89, 40, 0):
            x, y = await here.place_of(at)
            assert f"seat {at}" in here.text.splitlines()[y]
            await here.click_at(x, y)
            assert str(at) in here.screen.selection.chosen
        if hi > 1:
            assert here.screen.selection.chosen == ["89", "40", "0"]
            here.screen.set_ask(ask)
            await here.settle()
            for at in (50, 80):
                await walk_to(here, at)
                await here.press("space")
            assert here.screen.selection.chosen == ["50", "80"]


async def test_enter_never_gives_another_answer_than_the_one_under_the_cursor(folder: Path, toy_too: None) -> None:
    """Where nothing need be chosen, the cursor on a choice and Enter must not mean "nothing"."""
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        here.screen.set_ask(Ask(0, "lot", numbered(3), lo=0, hi=1))
        await here.settle()
        ply = here.session.ply
        await here.press("right", "right", "enter")
        assert here.screen.selection.chosen == ["1"]
        assert here.session.ply == ply


# --- the footer -------------------------------------------------------------------------------------------------------


def footer(here: Desk) -> dict[str, str]:
    """The keys of the footer: action -> key."""
    keys = [key for key in here.screen.query(FooterKey) if key.display]
    return {key.action.rpartition(".")[2].partition("(")[0]: key.key for key in keys}


async def test_the_footer_shows_what_can_be_done_and_every_key_of_it_works(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1", thors_will="yes"))
    async with here.sit():
        await here.lift()
        assert not {"undo", "pass_on", "clear", "open", "next_move"} & set(footer(here))
        await here.press("1")
        assert "clear" in footer(here)
        await here.press("enter")
        assert "undo" in footer(here)
        await here.press("1", "enter")
        assert here.screen.done
        assert {"pass_on", "undo"} <= set(footer(here))
        assert not {"confirm", "clear"} & set(footer(here))
        pressed: set[str] = set()
        for prepare in ((), ("u",), ("u", "1"), ("u", "u")):
            await here.press(*prepare)
            line = here.text.splitlines()[-1]
            for action, key in footer(here).items():
                if action in pressed:
                    continue
                pressed.add(action)
                shown = here.app.get_key_display(
                    next(b.binding for b in here.screen.active_bindings.values() if b.binding.key == key)
                )
                assert shown in line, f"{shown} is cut off"
                screen, text, ply = here.screen, here.text, here.session.ply
                holder = here.holder
                await here.press(key)
                moved = here.screen is not screen or here.text != text or here.session.ply != ply
                assert moved, f"{key} ({action}) does nothing"
                if isinstance(here.screen, CoverScreen):
                    here.holder = None
                    here.app.storage.delete(here.lead.game_id)
                    here.app.begin(new_game(seats=3, first="1", thors_will="yes"))
                    await here.settle()
                    await here.lift()
                    await here.press("1", "enter", "1", "enter")
                    await here.press(*prepare)
                elif isinstance(here.screen, HomeScreen):
                    await here.press("c")
                    await here.lift()
                    break
                else:
                    if here.screen is not screen:
                        await here.press("escape")
                    here.holder = holder
        assert {"confirm", "pass_on", "undo", "card", "log", "rules", "keys", "leave"} <= pressed


# --- names, sizes, signs ----------------------------------------------------------------------------------------------


async def test_strange_names_are_shown_as_they_are(folder: Path) -> None:
    here = desk(folder, new_game(mode="big", seats=6, names=STRANGE, rounds="2", first="1", thors_will="yes"), seed=3)
    seen: dict[str, set[str]] = {name: set() for name in STRANGE}

    def keep(frame: Any) -> None:
        for name in STRANGE:
            if name[:8] in frame.text:
                seen[name].add(frame.kind)

    here.on_paint.append(keep)
    async with here.sit():
        for _ in STRANGE:
            await here.play(until=lambda: isinstance(here.screen, TableScreen) and here.screen.done, choose=hasty)
            if here.screen.viewer == 0:
                await here.press("l", "[", "/", "escape", "s", "x", "question_mark", "escape")
                here.app.notify("[/] [bold")
                await here.settle()
                assert "[/] [bold" in here.text
            await here.pass_on()
        forward(here, lambda s: len(s.played) == 1)
        here.lead._chapter = True
        here.lead.go()
        await here.settle()
        assert isinstance(here.screen, ChapterScreen)
        await here.press("q")
        assert isinstance(here.screen, HomeScreen)
        await here.press("c")
        forward(here, lambda s: False)
        await here.settle()
        assert isinstance(here.screen, ResultScreen)
    for name, kinds in seen.items():
        assert {"CoverScreen", "TableScreen", "ChapterScreen", "ResultScreen"} <= kinds, name
    assert "HomeScreen" in seen["[/]"]


async def full_table(here: Desk) -> None:
    """Six players with long names, hands as large as they get, long columns, all points negative or of two digits."""
    await here.lift()
    state = here.session.state
    cards = [card for hand in state.offerings for card in hand]
    gods = [god.removeprefix("god-") for god in state.gods]
    columns = tuple(tuple(f"off-{god}-{n}" for n in (5, 4, 3)) for god in gods)
    kept = sorted(card for card in cards if not any(card in column for column in columns))
    hands = tuple(tuple(sorted(kept[seat::6])) for seat in range(6))
    await with_cards(
        here,
        *("take_stack", "take_player", "reorder", "each_returns", "hand_bonus"),
        slots={0: "value_times", 1: "value_set", 2: "value_add"},
        columns=columns,
        offerings=hands,
        stacks=(0, 1, 2, 3, 4, 5),
        displays=((5, 4, 3, 2, 1, 0), *((0,) * 6,) * 5),
    )


async def test_a_full_table_of_six_fits_into_80_by_24(folder: Path) -> None:
    here = desk(folder, new_game(mode="big", seats=6, names=LONG, rounds="6", first="1", thors_will="yes"))
    async with here.sit(size=(80, 24)):
        await full_table(here)
        screen = here.screen
        lines = here.text.splitlines()
        for seat, name in enumerate(LONG):
            rows = [line for line in lines if line.strip("▸ ").startswith(name[:12])]
            assert len(rows) == 1, f"player {seat + 1} has {len(rows)} lines"
            assert str(len(here.session.state.offerings[seat])) in rows[0]
        board, middle = screen.query_one("#board"), screen.query_one("#middle")
        assert board.region.bottom <= middle.region.bottom
        assert board.size.width <= 80
        for item in screen.selection.items():
            assert screen.label(item)[0] in here.text
        for item in list(screen.selection.items()):
            if not item.group:
                continue
            at = screen.selection.items().index(item)
            await here.press(CHOICE_KEYS[at])
            for _ in range(len(screen.selection.items())):
                await here.press("down")
                assert in_sight(here), "the choice at hand is out of sight"
            assert "Freya" in here.text.splitlines()[2]
            await here.press("escape", "escape", "escape")
            assert screen.selection.group == ""


async def test_it_fits_itself_to_every_size_and_back(folder: Path) -> None:
    here = desk(folder, new_game(seats=5, first="1", thors_will="yes", rounds="1"))
    async with here.sit(size=(80, 24)):
        await here.play(
            until=lambda: here.session.state.turn > 4 and isinstance(here.screen, TableScreen), choose=hasty
        )
        screen, first = here.screen, here.styled
        for width, height in ((100, 30), (140, 45), (200, 60), (110, 24)):
            await here.resize(width, height)
            assert here.glass.width == width
            assert here.text == here.composed
            for name in here.session.names:
                assert name in here.text
            for item in screen.selection.items() if screen.selection else ():
                assert screen.label(item)[0] in here.text
        await here.resize(60, 20)
        words = here.line
        assert "80x24" in words
        assert "60x20" in words
        assert "Freya" not in words
        await here.press("1", "enter", "enter")
        assert here.screen is screen
        for width, height in ((79, 24), (80, 23), (20, 5)):
            await here.resize(width, height)
            assert "80x24" in here.line
        await here.resize(80, 24)
        assert here.screen is screen
        assert here.styled == first


async def test_ascii_signs_are_enough(folder: Path) -> None:
    here = desk(folder, new_game(seats=3, first="1", thors_will="yes", rounds="2"), ascii=True, since=True)
    bad: set[str] = set()
    names: list[str] = []

    def look(frame: Any) -> None:
        text = frame.text
        for name in names:
            text = text.replace(name, "")
        bad.update(f"{sign} on {frame.kind}" for sign in text if not sign.isascii())

    async with here.sit():
        box = here.session.game.box
        names += sorted(
            {name for card in box.cards.values() for name in (card.name, card.original) if not name.isascii()}
        )
        names += [name for name in registry.GAMES.values() if not name.isascii()]
        assert names
        here.on_paint.append(look)
        await here.resize(120, 30)
        await here.play(until=lambda: isinstance(here.screen, TableScreen) and here.screen.done, choose=hasty)
        for key in ("l", "s", "i", "f1", "question_mark"):
            await here.press(key, "escape")
        await here.resize(80, 24)
        await here.pass_on()
        await here.play(until=lambda: isinstance(here.screen, TableScreen) and here.screen.done, choose=hasty)
        forward(here, lambda s: len(s.played) == 1)
        here.lead._chapter = True
        here.lead.go()
        await here.settle()
        await here.press("n")
        forward(here, lambda s: False)
        await here.settle()
        assert isinstance(here.screen, ResultScreen)
        await here.press("b", "right", "right", "escape", "q")
        assert isinstance(here.screen, HomeScreen)
    assert not bad, bad


# --- choices ----------------------------------------------------------------------------------------------------------


async def test_a_click_beside_the_choices_chooses_nothing(folder: Path) -> None:
    here = desk(folder, new_game(first="1"))
    async with here.sit():
        await here.lift()
        choices = here.screen.query_one(Choices)
        region = choices.region
        await here.click_at(region.right - 1, region.bottom - 1)  # beside the last of 14 choices in three columns
        assert here.screen.selection.chosen == []
        await here.click_at(region.x + 1, region.y)
        assert len(here.screen.selection.chosen) == 1
