"""Games to files and from files, and finished ones to look at, by the command line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from screens.start import Replay
from screens.storage import Storage
from tests.cli.conftest import App, Call
from tests.storage.saves import begin, play, whole
from thorgames.session import Session


def saved(over: bool, names: tuple[str, ...] = ("Ann", "Bob")) -> tuple[str, Session]:
    """A game among the saved ones; its id, and what it is."""
    session = begin(seats=2, seed=3, rounds="1")
    session.names = names
    if over:
        play(session, random.Random(1))
    with Storage() as storage:
        return storage.add(session), session


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files are named without a folder, and lie beside nothing else."""
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("over", [True, False], ids=["finished", "unfinished"])
def test_a_game_goes_to_another_machine(
    over: bool, call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game_id, session = saved(over)
    done = call("export", game_id.upper(), "ours")
    assert done.status == 0
    assert f"{game_id} was written to " in done.out
    assert "ours.thorgame." in done.out
    assert "cannot be read in it at a glance" in done.out
    assert ("The game is not over" in done.out) is not over
    here = call("import", "ours.thorgame")
    assert f"Here already as {game_id}: Thor, Basic Game: Ann, Bob" in here.out
    monkeypatch.setenv("THORGAMES_HOME", str(tmp_path / "other"))
    added = call("import", "ours.thorgame")
    assert added.status == 0
    assert "Added as " in added.out
    word = "replay" if over else "resume"
    with Storage() as storage:
        (one,) = storage.finished() if over else storage.running()
        assert whole(storage.load(one.id)) == whole(session)
    assert f"`thorgames {word} {one.id}`" in added.out
    assert f"Here already as {one.id}" in call("import", "ours.thorgame").out
    with Storage() as storage:
        assert len(storage.games()) == 1


@pytest.mark.usefixtures("elsewhere")
def test_a_file_is_replaced_only_with_force(call: Call) -> None:
    (game_id, _), path = saved(True), Path("ours.thorgame")
    path.write_text("mine")
    assert "ours.thorgame exists already" in call("export", game_id, str(path)).sentence
    assert path.read_text() == "mine"
    assert call("export", game_id, str(path), "--force").status == 0
    assert "Here already" in call("import", str(path)).out


def test_the_saved_games_themselves_are_never_replaced(call: Call, own_home: Path) -> None:
    game_id, _ = saved(True)
    said = call("export", game_id, str(own_home / "thorgames.db"), "--force").sentence
    assert "where the saved games themselves are" in said
    with Storage() as storage:
        assert [one.id for one in storage.games()] == [game_id]


@pytest.mark.usefixtures("elsewhere")
def test_wrong_input_ends_with_one_sentence(call: Call, app: App) -> None:
    (game_id, _), (going, _) = saved(True), saved(False)
    Path("other.thorgame").write_text("no game")
    call("export", going, "going.thorgame")
    for argv, says in (
        (["export"], "needs the id of a game and a file"),
        (["export", game_id], "needs the id of a game and a file"),
        (["export", "zzzz", "x"], f"there is no saved game 'zzzz'; there are: {going} (Ann, Bob), {game_id}"),
        (["import"], "import needs a file"),
        (["import", "none.thorgame"], "There is no file none.thorgame."),
        (["import", "other.thorgame"], "other.thorgame is not a game file of this program."),
        (["replay"], f"replay needs the id of a finished game, or a file: {game_id} (Ann, Bob)"),
        (["replay", "zzzz"], f"there is no saved game 'zzzz'; finished games are: {game_id}"),
        (["replay", going], f"The game {going} is not over, so its cards are still secret"),
        (["replay", "going.thorgame"], "The game in going.thorgame is not over, so its cards are still secret"),
        (["replay", "none.thorgame"], "There is no file none.thorgame."),
        (["replay", "other.thorgame"], "other.thorgame is not a game file of this program."),
    ):
        assert says in call(*argv).sentence, argv
    assert app.calls == []


@pytest.mark.usefixtures("elsewhere")
def test_a_finished_game_is_opened_by_its_id_or_from_a_file(call: Call, app: App) -> None:
    game_id, _ = saved(True)
    call("export", game_id, "ours.thorgame")
    assert call("replay", game_id.upper()).status == 0
    assert call("replay", "ours.thorgame", "--ascii").status == 0
    assert app.calls == [(Replay(game_id), False), (Replay(file=Path("ours.thorgame")), True)]


def test_finished_games_are_listed(call: Call) -> None:
    assert call("replay", "--list").out == "No game has been finished yet.\n"
    game_id, session = saved(True)
    saved(False)
    done = call("replay", "--list")
    assert done.status == 0
    first, second = done.out.splitlines()
    assert first == f"{game_id}  Thor, Basic Game: {', '.join(session.names)}"
    assert "today " in second
