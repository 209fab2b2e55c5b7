"""Hints: what the normal level would do and why, for the player who is asked alone, unless the set-up says no."""

from __future__ import annotations

from pathlib import Path

from screens.start import SetUp
from tests.ui.driver import Desk, desk, new_game
from thorgames.bots import advise, reasons


def hint(here: Desk) -> tuple[str, str]:
    """What would be answered, in words, and why."""
    session, ask = here.session, here.screen.ask
    judged = advise(session.view(ask.seat), ask, session.bot_random(ask.seat))
    game = session.game
    speaker = reasons(game, session.names)
    (id,) = judged.answer
    option = next(option for option in ask.options if option.id == id)
    of = f"{game.box.name(option.group)}: " if option.group else ""
    return of + speaker.plain(ask.label(option)), speaker.plain(judged.why)


async def test_a_hint_says_what_and_why_and_changes_nothing(tmp_path: Path) -> None:
    here = desk(tmp_path, new_game(seats=2, bots=(1,), first="1"))
    async with here.sit():
        what, why = hint(here)
        before = here.session.ply
        await here.press("h")
        first = here.words("#preview")
        assert " ".join(first.split()) == f"Hint: {what}. {why}"
        await here.press("h")
        assert here.words("#preview") == first, "the same however often it is asked for"
        assert (here.session.ply, here.screen.selection.chosen) == (before, [])
        await here.press("escape")
        assert "Hint:" not in here.line


async def test_no_hint_on_the_open_table_nor_for_one_who_only_looks(tmp_path: Path) -> None:
    here = desk(tmp_path, new_game("terres", "normal", 3, first="1"))
    async with here.sit():
        opened = 0
        for _ in range(120):
            if here.lead._place.kind == "open":
                opened += 1
                await here.press("h")
                assert "Hint" not in here.line, "neither a hint nor its key"
                if opened == 3:
                    break
            await here.step()
        assert opened


async def test_hints_can_be_switched_off_in_the_set_up(tmp_path: Path) -> None:
    here = desk(tmp_path, new_game(seats=2, bots=(1,), first="1", hints="no"))
    async with here.sit():
        await here.press("h")
        assert "Hint" not in here.line


def test_a_set_up_keeps_only_what_differs_from_the_usual() -> None:
    usual, without = new_game(seats=2).setup, new_game(seats=2, hints="no").setup
    assert usual.hints and "hints" not in usual.options
    assert not without.hints
    assert new_game(seats=2, hints="yes").setup == usual


async def test_the_set_up_offers_to_play_without_hints(tmp_path: Path) -> None:
    here = desk(tmp_path, SetUp("thor"))
    async with here.sit():
        assert "hints: key H" in here.line
        here.screen.query_one("#hints").value = "no"
        await here.settle()
        assert "no hints" in here.line
        await here.press("f2")
        assert not here.session.setup.hints
