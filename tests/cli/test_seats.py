"""Seats as a command line names them."""

from __future__ import annotations

import pytest

from screens.seats import Seat, free_name, seat, seats
from thorgames.bots import LEVELS
from thorgames.core.errors import SetupError
from thorgames.session import PERSON


@pytest.mark.parametrize(
    ("text", "name", "holder"),
    [
        ("Ann", "Ann", PERSON),
        ("  Ann   Lee ", "Ann Lee", PERSON),
        ("Bot:easy", "Bot", "easy"),
        ("Bot : easy ", "Bot", "easy"),
        ("Bot:Easy", "Bot", "easy"),
        ("a:b:easy", "a:b", "easy"),
        (":easy", "", "easy"),
        ("Ann:", "Ann:", PERSON),
        (":", ":", PERSON),
        ("easy", "easy", PERSON),
        ("[/]", "[/]", PERSON),
        ("[bold]:easy", "[bold]", "easy"),
        ("🦊", "🦊", PERSON),
        ("", "", PERSON),
    ],
)
def test_a_colon_counts_only_before_a_level(text: str, name: str, holder: str) -> None:
    assert seat(text) == Seat(name, holder)


@pytest.mark.parametrize("text", ["Computer:brutal", "Mr: T", "a:b", ":x", "Bot:" + "x" * 500])
def test_what_follows_a_colon_must_be_a_level(text: str) -> None:
    with pytest.raises(SetupError, match=f"not a level of the computer; levels are: {', '.join(LEVELS)}$"):
        seat(text)


@pytest.mark.parametrize("text", ["Bot:esay", "Bot:eas", "Bot:eazy"])
def test_a_misspelt_level_is_not_taken_for_a_name(text: str) -> None:
    with pytest.raises(SetupError, match="Bot:easy"):
        seat(text)


def test_names_and_holders_come_in_seating_order() -> None:
    assert seats(["Ann", "Bot:easy", "Cleo"]) == (("Ann", "Bot", "Cleo"), (PERSON, "easy", PERSON))


def test_a_computer_opponent_without_a_name_gets_a_free_one() -> None:
    names, holders = seats([":easy", "easy 2", ":easy", "Ann"])
    assert names == ("Easy 1", "easy 2", "Easy 3", "Ann")
    assert holders == ("easy", PERSON, "easy", PERSON)


def test_free_names_count_up() -> None:
    assert free_name("easy", ()) == "Easy 1"
    assert free_name("easy", ("easy 1", "easy 2")) == "Easy 3"


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["Ann", ""], "player 2 has no name"),
        (["Ann", "ann"], "every player needs a name of their own"),
        (["A" * 21], "1 to 20 characters"),
        (["Ann\x1b[31m"], "cannot be seen"),
    ],
)
def test_names_are_checked(texts: list[str], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        seats(texts)
