"""Keys that arrive at once (typed fast, or over a slow line) do what they would have done one after the other."""

from __future__ import annotations

from .conftest import COVER, NEW, Start, open_hand, saved
from .program import Program


def at_the_hand(start: Start) -> Program:
    """Ann's hand."""
    program = start(*NEW)
    open_hand(program)
    program.settle(0.1)
    return program


def test_enter_confirms_what_was_chosen_just_before(start: Start) -> None:
    program = at_the_hand(start)
    third = saved(program.folder).pending().asks[0].options[2].id
    program.press("1")
    program.see("•1")
    program.type("3\r")
    program.see("Take a god card")
    assert saved(program.folder).steps[-1].answer == (third,)


def test_arrows_move_before_enter_confirms(start: Start) -> None:
    program = at_the_hand(start)
    third = saved(program.folder).pending().asks[0].options[2].id
    program.press("1")
    program.see("•1")
    program.type("\x1b[C\x1b[C\r")
    program.see("Take a god card")
    assert saved(program.folder).steps[-1].answer == (third,)


def test_a_whole_turn_at_once(start: Start) -> None:
    """The last Enter passes the device on; what comes after it does not reach the next player's hand."""
    program = at_the_hand(start)
    program.type("3\r2\r\r" + "1\r" * 20)
    program.see(COVER, "Brun")
    program.settle(0.2)
    assert COVER in program.screen.text
    assert saved(program.folder).ply == 2
