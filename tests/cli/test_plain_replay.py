"""A finished game looked at again line by line: where one goes, through whose eyes, and that they see no more."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path

import pytest

from screens import gamefile
from screens.plain import lookup
from screens.plain.device import Left
from screens.plain.paper import Called, Paper
from screens.plain.replay import HELP, LineReplay
from screens.recording import Recording
from screens.storage import Storage
from tests.cli.typist import Out
from tests.ui.test_replay import TOO, Truth, every_eyes, finished, plain_game
from thorgames.core.text import plain
from thorgames.games import registry
from thorgames.session import Session

from .conftest import Call


def replay(session: Session, *typed: str) -> LineReplay:
    """A replay at which these lines are typed; afterwards the input ends."""
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    return LineReplay(Paper(source=source, out=Out(False)), Storage.in_memory(), Recording(session))


def told(session: Session, *typed: str) -> str:
    """What is told from the beginning to the last of these lines."""
    device = replay(session, *typed)
    with pytest.raises(Left):
        device.run()
    assert isinstance(device.paper.out, Out)
    return device.paper.out.getvalue()


def last(session: Session, *typed: str) -> str:
    """What is told to the last of these lines alone."""
    return told(session, *typed).split("Enter or ?:\n")[-2]


# --- where one goes ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> Session:
    return finished("thor", "basic", 3, 3, rounds="2")


@pytest.mark.parametrize("mode", ["id", "file"])
def test_a_finished_game_is_gone_through_from_the_command_line(
    mode: str, call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Storage() as storage:
        id = plain_game(storage)
        what = id
        if mode == "file":
            what = str(gamefile.write(tmp_path / "one.thorgame", storage.load(id)))
        going = plain_game(storage, over=False)
        before = storage.load(id)
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n\nb\ng last\nq\nn\n"))
    done = call("replay", what, "--plain")
    assert (done.status, done.err) == (0, "")
    assert "Thor, Basic Game: Ada, Bo. A finished game, step by step." in done.out
    steps = [line.split()[1] for line in done.out.splitlines() if line.startswith("Step ")]
    assert steps == ["0", "1", "2", "1", steps[-1]]
    assert "The game is over. " in done.out
    with Storage() as storage:
        assert storage.load(id).steps == before.steps
    assert "its cards are still secret" in call("replay", going, "--plain").sentence


def test_steps_go_by_decisions_and_turns_and_stop_at_both_ends(game: Session) -> None:
    record = Recording(game)
    end = len(record) - 1
    turn, then = record.turn(record.turns[0] + 1), record.turn(record.turns[0] + 2)
    for typed, at in (
        (("n", "", "on", "b"), 2),
        (("nn",), turn),
        (("nn", "nn"), then),
        (("nn", "n", "bb"), turn),
        (("nn", "nn", "bb"), turn),
        (("g last",), end),
        (("g last", "g first"), 0),
        (("g 3",), record.turn(3)),
        (("G 3", "A"), record.turn(3)),
    ):
        assert last(game, *typed).startswith(f"Step {at} of {end}, {record.progress(at)}; the table's eyes.\n"), typed
    assert last(game, "b") == last(game, "bb") == "This is the beginning.\n"
    assert last(game, "g last", "n") == last(game, "g last", "nn") == "This is the end; b goes back, q leaves.\n"
    assert last(game, "g 99") == "There is no turn 99; g tells those there are.\n"
    turns = last(game, "g").splitlines()
    assert turns[1] == f"{record.turns[turn]}: {record.progress(turn)}, step {turn}"
    assert len(turns) == len(set(record.turns))


def test_the_eyes_go_round_or_are_named(game: Session) -> None:
    typed: list[str] = []
    for whose in ("Ada's eyes", "Bo's eyes", "Cleo's eyes", "open cards", "the table's eyes"):
        typed.append("e")
        assert f"; {whose}." in last(game, *typed)
    assert "; Bo's eyes." in last(game, "e bo")
    assert "; open cards." in last(game, "e OPEN")
    assert "; the table's eyes." in last(game, "e", "e table")
    assert last(game, "e nobody") == "There are the eyes of: Ada, Bo, Cleo; and table, and open.\n"


def test_what_can_be_looked_at_on_the_way(game: Session) -> None:
    record, name = Recording(game), game.game.box.name
    ((_, ((_, cards),)),) = record.hands(5, 0)
    hand = last(game, *["n"] * 5, "e ada", "h")
    assert hand.startswith("Ada: ")
    assert all(name(card) in hand for card in cards if card in game.game.box.cards)
    assert hand.endswith("; 1 stays closed for good.\n")
    assert last(game, "h") == "These eyes see no more than the table.\n"
    assert "In the stack: 5." in last(game, "t")
    newest = plain(list(record.events(record.span(3), None))[-1][1])
    assert last(game, *["n"] * 3, "l 1").splitlines()[1:] == [newest]
    assert last(game, *["n"] * 3, "l 1").startswith(f"{len(list(record.events(range(record.ends[3]), None))) - 1} ")
    assert last(game, "n", "f").startswith("THR-")
    assert last(game, "f round").count("\n") > 1
    card = next(iter(game.game.box.cards))
    assert last(game, f"i {name(card)}") == "\n".join([*lookup.face(game, card), ""])
    assert last(game, "i") == "Say which card, as in: i and a name.\n"
    assert last(game, "?").count("\n") == len(HELP)
    assert last(game, "dance") == "That is no command here; ? tells those there are.\n"


def test_signals_end_it_as_they_end_a_game(game: Session) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            raise Called(signal.SIGTERM)

    device = LineReplay(Paper(source=Interrupted(), out=Out(False)), Storage.in_memory(), Recording(game))
    with pytest.raises(Left) as left:
        device.run()
    assert left.value.status == 128 + signal.SIGTERM


# --- what is seen -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_no_eyes_are_told_what_they_may_not_know(game_id: str) -> None:
    session = finished(game_id, next(mode for one, mode in TOO if one == game_id))
    truth, device, shown = Truth(session), replay(session), set()
    record, out = device.recording, device.paper.out
    assert isinstance(out, Out)
    for at in (*range(1, len(record), 1 + len(record) // 8), len(record) - 1):
        device.position = at
        now, before = record.ends[at], record.ends[at - 1]
        for eyes in every_eyes(session):
            device.eyes = eyes
            looked = [line for letter in "thp" for line in device._answered(letter, "")]
            looked.append(plain(record.answer(at, eyes)))
            seen = truth.cards_in("\n".join(looked))
            may = truth.seat_may(now, eyes) | truth.seat_may(before, eyes) | truth.laid_open(before)
            assert seen <= may, f"step {at}, eyes of {eyes}"
            out.truncate(out.seek(0))
            device._tell()
            device._say(*device._answered("l", "500"))
            assert truth.cards_in(out.getvalue()) <= may | truth.told[eyes][now], f"step {at}, log to {eyes}"
            shown |= seen
    assert shown
