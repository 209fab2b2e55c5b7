"""The command line: what it starts, and that wrong input ends with one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import thorgames
from screens import arguments, cli
from screens.start import Home, NewGame, Resume, SetUp
from screens.storage import Storage, StorageError
from thorgames import library
from thorgames.bots import LEVELS
from thorgames.core.chance import Dealer
from thorgames.core.game import Setup
from thorgames.games import registry
from thorgames.session import PERSON, Session

from .conftest import App, Call

ROOT = Path(__file__).resolve().parents[2]
TWO = ("--seat", "Ann", "--seat", "Bob")


def saved_game(*names: str) -> str:
    """A game in the storage; its id."""
    game = registry.load("thor")
    session = Session(game, game.setup(None, len(names)), names, dealer=Dealer(1))
    with Storage() as storage:
        return storage.add(session)


def program(*argv: str, **options: object) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, without a terminal."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "screens.cli", *argv],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        **options,
    )


# --- what it starts ------------------------------------------------------------------------------------------------


def test_without_a_command_the_home_screen_opens(call: Call, app: App) -> None:
    assert call().status == 0
    assert app.calls == [(Home(), False)]


@pytest.mark.parametrize("argv", [["--ascii"], ["--ascii", "resume"], ["resume", "--ascii"]])
def test_ascii_may_stand_before_or_after_the_command(call: Call, app: App, argv: list[str]) -> None:
    saved_game("Ann", "Bob")
    assert call(*argv).status == 0
    assert [ascii for _, ascii in app.calls] == [True]


def test_play_starts_a_new_game(call: Call, app: App) -> None:
    assert call("play", "thor", "--seat", " Ann ", "--seat", "Bot:easy", "--seat", ":easy", "--seed", "7").status == 0
    setup = Setup("thor", "basic", 3, {"thors-will": "no", "rounds": "3", "first": "lot"})
    assert app.calls == [(NewGame(setup, ("Ann", "Bot", "Easy 1"), (PERSON, "easy", "easy"), None, 7), False)]


def test_play_takes_mode_and_options(call: Call, app: App) -> None:
    names = [word for name in "ABCD" for word in ("--seat", name)]
    assert call("--ascii", "play", "thor", "--mode", "big", *names, "--option", "thors-will=yes").status == 0
    ((start, ascii),) = app.calls
    assert isinstance(start, NewGame)
    assert (start.setup.mode, start.setup.options["thors-will"], start.seed, ascii) == ("big", "yes", None, True)


def test_without_a_mode_the_first_that_fits_is_played(call: Call, app: App) -> None:
    assert call("play", "thor", *[word for name in "ABCDEF" for word in ("--seat", name)]).status == 0
    ((start, _),) = app.calls
    assert isinstance(start, NewGame)
    assert start.setup.mode == "big"


def test_play_takes_a_card_file(call: Call, app: App, tmp_path: Path) -> None:
    cards = tmp_path / "mine.toml"
    cards.write_text(library.read("cards", "thor.toml"), encoding="utf-8")
    assert call("play", "thor", *TWO, "--cards", str(cards)).status == 0
    ((start, _),) = app.calls
    assert isinstance(start, NewGame)
    assert start.cards == cards


@pytest.mark.parametrize("name", ["[/]", "[bold]x[/bold]", "{0}", "%s", "🦊", "Zoë", "a:"])
def test_names_are_plain_text(call: Call, app: App, name: str) -> None:
    assert call("play", "thor", "--seat", name, "--seat", "Bob").status == 0
    ((start, _),) = app.calls
    assert isinstance(start, NewGame)
    assert start.names == (name, "Bob")
    twice = call("play", "thor", "--seat", name, "--seat", name).sentence
    assert f"two players are named {name};" in twice


@pytest.mark.parametrize("word", ["thor", "Thor", "THOR"])
def test_play_without_seats_opens_the_set_up(call: Call, app: App, word: str) -> None:
    assert call("play", word).status == 0
    assert call("play", word, "--mode", "big").status == 0
    assert [start for start, _ in app.calls] == [SetUp("thor"), SetUp("thor", "big")]


def test_play_without_seats_and_without_a_terminal_says_what_is_missing(call: Call) -> None:
    assert "--seat Ann --seat Bob" in call("play", "thor").sentence


@pytest.mark.parametrize("argv", [["rules", "THOR", "fruits"], ["cards", "Thor", "loki"]])
def test_ids_of_games_may_have_capitals(call: Call, argv: list[str]) -> None:
    assert call(*argv).status == 0


def test_resume_lists_the_ids(call: Call, app: App) -> None:
    assert "there is no saved game" in call("resume", "--list").sentence
    first, second = saved_game("Ann", "Bob"), saved_game("[/]", "🦊")
    done = call("resume", "--list")
    assert (done.status, done.err, app.calls) == (0, "", [])
    lines = done.out.splitlines()
    assert [lines[0], lines[2]] == [f"{second}  Thor, Basic Game: [/], 🦊", f"{first}  Thor, Basic Game: Ann, Bob"]
    assert "round 1 of 2" in lines[1]


def test_resume_opens_the_newest_game(call: Call, app: App) -> None:
    saved_game("Ann", "Bob")
    assert call("resume").status == 0
    assert app.calls == [(Resume(None), False)]


def test_resume_opens_the_game_that_is_named(call: Call, app: App) -> None:
    first, second = saved_game("Ann", "Bob"), saved_game("Cleo", "Dan")
    assert call("resume", first).status == 0
    assert call("resume", f" {second.upper()}").status == 0
    assert [start for start, _ in app.calls] == [Resume(first), Resume(second)]


def test_the_status_of_the_app_is_that_of_the_program(call: Call, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["screens.app"], "run", lambda start, ascii: 1)
    assert call().status == 1


# --- what it prints ------------------------------------------------------------------------------------------------


def test_help_explains_every_command_with_an_example(call: Call) -> None:
    done = call("--help")
    assert (done.status, done.err) == (0, "")
    for command in arguments.COMMANDS:
        assert f"  thorgames {command}" in done.out
        one = call(command, "--help")
        assert (one.status, one.err) == (0, "")
        assert f"  thorgames {command}" in one.out.partition("example")[2]
        assert one.out.startswith(f"usage: thorgames {command}")


def test_what_the_examples_show_can_be_done(
    call: Call, app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    served: list[tuple[str, int]] = []
    monkeypatch.setattr("screens.serve.serve", lambda host, port: served.append((host, port)))
    saved_game("Ann", "Bob")
    Path("my-thor.toml").write_text(library.read("cards", "thor.toml"), encoding="utf-8")
    texts = [call("--help").out, *(call(command, "--help").out for command in arguments.COMMANDS)]
    lines = {line.strip().partition("  ")[0] for text in texts for line in text.partition("example")[2].splitlines()}
    examples = [line.split()[1:] for line in lines if line.startswith("thorgames ") and "k7wb" not in line]
    assert len(examples) >= 8
    for words in examples:
        few = [*words, "--games", "2", "--jobs", "1"] if words[0] == "simulate" else words
        assert call(*few).status == 0, words
    assert ("localhost", 8000) in served


def test_the_version_is_printed(call: Call) -> None:
    assert call("--version").out == f"thorgames {thorgames.__version__}\n"


def test_the_list_of_games_names_all_that_an_option_takes(call: Call) -> None:
    done = call("games")
    assert (done.status, done.err) == (0, "")
    for game_id in registry.GAMES:
        game = registry.load(game_id)
        assert f"(GAME: {game_id})" in done.out
        for mode in game.info.modes:
            assert f"--mode {mode.id} " in done.out
            for seats in mode.seats:
                for setting in game.settings(mode.id, seats):
                    assert f"--option {setting.id}=" in done.out
                    assert all(choice.value in done.out for choice in setting.choices)
    assert all(level in done.out for level in LEVELS)
    assert "Thor's Will is for 3 to 6 players" in done.out


def test_numbers_of_players_in_words() -> None:
    assert [cli.span(seats) for seats in ((1,), (2, 3, 4, 5), (2, 3), (2, 4))] == [
        "1 player",
        "2 to 5 players",
        "2 or 3 players",
        "2 or 4 players",
    ]


# --- what it refuses -----------------------------------------------------------------------------------------------

PLAY = ("play", "thor")
SIMULATE = ("simulate", "thor", "--players", "3")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        # commands
        (["simulat"], ["'simulat'", "do you mean simulate?"]),
        (["thor"], ["'thor'", ", ".join(arguments.COMMANDS)]),
        ([""], ["no command ''"]),
        (["\x1b[31mred"], ["no command '\\x1b[31mred'"]),
        (["x" * 500], ["xxx...'"]),
        # options that there are not
        (["--asci"], ["'--asci'", "do you mean --ascii?"]),
        (["--frobnicate"], ["'--frobnicate'", "thorgames --help"]),
        ([*PLAY, "--saet", "Ann"], ["'--saet'", "do you mean --seat?", "thorgames play --help"]),
        ([*PLAY, "--players", "3"], ["'--players'"]),
        ([*PLAY, "basic", *TWO], ["further argument 'basic'"]),
        (["games", "thor"], ["thorgames games has no further argument 'thor'"]),
        (["resume", "--see=1"], ["'--see'"]),
        (["--ascii=1"], ["--ascii takes no value"]),
        # options without a value
        ([*PLAY, "--seat"], ["--seat needs a value, as in --seat NAME[:LEVEL]"]),
        ([*PLAY, "--option"], ["--option needs a value, as in --option K=V"]),
        ([*PLAY, *TWO, "--cards"], ["--cards needs a value"]),
        # games
        (["play"], ["play needs the id of a game: ", "thor"]),
        (["simulate"], ["simulate needs the id of a game: ", "thor"]),
        (["play", "thro", *TWO], ["'thro'", "do you mean thor?"]),
        (["play", "Thr", *TWO], ["'Thr'", "do you mean thor?"]),
        (["play", "chess", *TWO], ["'chess'", "there are: thor"]),
        (["play", "../thor", *TWO], ["'../thor'"]),
        # seats
        ([*PLAY, "--seed", "1"], ["--seat Ann --seat Bob"]),
        ([*PLAY, "--option", "rounds=1"], ["--seat Ann --seat Bob"]),
        ([*PLAY, "--mode", "bsic"], ["'bsic'", "do you mean basic?", "basic, big"]),
        ([*PLAY, "--seat", "Ann", "--seat", "Computer:brutal"], ["'brutal'", "levels are: easy"]),
        ([*PLAY, "--seat", "Ann"], ["for 2 to 6 players, not 1"]),
        ([*PLAY, *(["--seat", "X"] * 2)], ["two players are named X"]),
        ([*PLAY, "--mode", "basic", *(f"--seat={n}" for n in range(6))], ["Basic Game, is for 2 to 5 players, not 6"]),
        ([*PLAY, "--mode", "big", *TWO], ["Big Game, is for 4 to 6 players, not 2"]),
        ([*PLAY, *(f"--seat={n}" for n in range(50))], ["for 2 to 6 players, not 50"]),
        ([*PLAY, "--seat", "Ann", "--seat", "Bot:esay"], ["'esay'", "do you mean Bot:easy?"]),
        ([*PLAY, "--seat", "Ann", "--seat", ""], ["player 2 has no name"]),
        ([*PLAY, "--seat", "Ann", "--seat", "\t \n"], ["player 2 has no name"]),
        ([*PLAY, "--seat", "Ann", "--seat", "B" * 21], ["BBB... is too long", "1 to 20 characters"]),
        ([*PLAY, "--seat", "Ann", "--seat", "\x1b[2J"], ["player 2", "cannot be seen"]),
        ([*PLAY, "--seat", "Ann", "--seat", "B\x00" + "x" * 30], ["player 2", "cannot be seen"]),
        # modes and settings
        ([*PLAY, *TWO, "--mode", "bsic"], ["'bsic'", "basic, big"]),
        ([*PLAY, *TWO, "--option", "thor-will=yes"], ["'thor-will'", "thors-will, rounds, first"]),
        ([*PLAY, *TWO, "--option", "thors-will=yes"], ["thors-will=yes", "3 to 6 players"]),
        ([*PLAY, *TWO, "--option", "rounds=7"], ["rounds=7", "1, 2"]),
        ([*PLAY, *TWO, "--option", "rounds"], ["'rounds'", "K=V"]),
        ([*PLAY, *TWO, "--option", "=2"], ["'=2'", "K=V"]),
        ([*PLAY, *TWO, "--option", "rounds="], ["'rounds='", "K=V"]),
        ([*PLAY, *TWO, "--option", "rounds=1", "--option", "rounds=2"], ["rounds is given twice"]),
        ([*PLAY, *TWO, "--option", "a\nb=1\n2"], ["'a\\nb'"]),
        # numbers
        ([*PLAY, *TWO, "--seed", "x"], ["--seed must be a whole number from 0 to", "not 'x'"]),
        ([*PLAY, *TWO, "--seed", "-1"], ["--seed", "not '-1'"]),
        ([*PLAY, *TWO, "--seed", "9" * 5000], ["--seed", "999..."]),
        ([*PLAY, *TWO, "--seed", str(2**64)], ["--seed", str(2**64)]),
        ([*PLAY, *TWO, "--seed", "1_000"], ["--seed", "1_000"]),
        ([*PLAY, *TWO, "--seed", "٣"], ["--seed", "'٣'"]),
        ([*PLAY, *TWO, "--seed", ""], ["--seed", "not ''"]),
        ([*SIMULATE, "--games", "0"], ["--games must be a whole number from 1 to 1000000, not '0'"]),
        ([*SIMULATE, "--games", "1.5"], ["--games", "not '1.5'"]),
        ([*SIMULATE, "--jobs", "0"], ["--jobs must be a whole number from 1 to 60, not '0'"]),
        ([*SIMULATE, "--first", "0"], ["--first", "not '0'"]),
        (["simulate", "thor", "--players", "many"], ["--players", "not 'many'"]),
        (["simulate", "thor"], ["--players 4"]),
        (["simulate", "thor", "--players", "9"], ["Thor is for 2 to 6 players, not 9"]),
        # levels
        ([*SIMULATE, "--bots", "easy,esay,easy"], ["'esay'", "do you mean easy?"]),
        ([*SIMULATE, "--bots", "brutal,easy,easy"], ["'brutal'", "there are: easy"]),
        ([*SIMULATE, "--bots", "easy,easy"], ["2 levels", "3 seats"]),
        ([*SIMULATE, "--bots", ""], ["no level ''"]),
        # card files and saved games
        ([*PLAY, *TWO, "--cards", "nowhere.toml"], ["no card file 'nowhere.toml'"]),
        ([*PLAY, *TWO, "--cards", ""], ["''"]),
        ([*PLAY, *TWO, "--cards", "x" * 5000], ["xxx...'"]),
        ([*SIMULATE, "--cards", "nowhere.toml"], ["no card file 'nowhere.toml'"]),
        (["resume"], ["no saved game", "thorgames play"]),
        (["resume", "zzzz"], ["no saved game", "thorgames play"]),
    ],
)
def test_wrong_input_ends_with_one_sentence(call: Call, app: App, argv: list[str], says: list[str]) -> None:
    sentence = call(*argv).sentence
    for words in says:
        assert words in sentence
    assert len(sentence) < 300
    assert app.calls == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "first line must be"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b"game = ", "not a TOML file"),
        (b"game = 'chess'\n[[card]]\n", "must be game = 'thor', not 'chess'"),
        (b"game = 'thor'\n", "no [[card]] in it"),
        (b"game = 'thor'\n[[card]]\nid = 'x'\n", "card 1 (x)"),
        (b"game = 'thor'\n[[card]]\nid = 'x'\nkind = 'god'\nname = 'X'\nsource = 'ours'\n", "6 god cards"),
        (b"game = 'thor'\nx = " + b"[" * 5000, "nested too deeply"),
    ],
    ids=["empty", "binary", "cut", "of another game", "without cards", "card incomplete", "too few cards", "deep"],
)
@pytest.mark.parametrize("command", [[*PLAY, *TWO], [*SIMULATE]])
def test_a_broken_card_file_is_named(
    call: Call, app: App, tmp_path: Path, command: list[str], text: bytes, says: str
) -> None:
    cards = tmp_path / "mine.toml"
    cards.write_bytes(text)
    sentence = call(*command, "--cards", str(cards)).sentence
    assert "mine.toml" in sentence or "..." in sentence
    assert says in sentence


def test_a_card_file_must_be_a_file(call: Call, app: App, tmp_path: Path) -> None:
    assert "is a folder" in call(*PLAY, *TWO, "--cards", str(tmp_path)).sentence
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "not an ordinary file" in call(*PLAY, *TWO, "--cards", str(tmp_path / "pipe")).sentence


def test_an_unknown_saved_game_is_named_with_those_that_there_are(call: Call, app: App) -> None:
    known = saved_game("[/]", "🦊")
    sentence = call("resume", "nope").sentence
    assert "'nope'" in sentence
    assert f"there are: {known} ([/], 🦊)" in sentence
    assert app.calls == []


@pytest.mark.parametrize("argv", [[], [*PLAY, *TWO], ["resume"]])
def test_without_a_terminal_the_app_does_not_open(call: Call, argv: list[str]) -> None:
    saved_game("Ann", "Bob")
    assert "needs a terminal" in call(*argv).sentence


def test_a_storage_that_cannot_be_opened_is_told(call: Call, app: App, own_home: Path) -> None:
    own_home.write_text("a file where the folder should be", encoding="utf-8")
    assert "home" in call("resume").sentence


def test_errors_of_the_storage_are_sentences(call: Call, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(start: object, ascii: bool) -> int:
        raise StorageError("the file is in use")

    monkeypatch.setattr(sys.modules["screens.app"], "run", fail)
    assert call().sentence == "the file is in use"


def test_a_fault_of_ours_is_not_hidden(call: Call, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(start: object, ascii: bool) -> int:
        raise KeyError("ours")

    monkeypatch.setattr(sys.modules["screens.app"], "run", fail)
    with pytest.raises(KeyError):
        call()


def test_ctrl_c_ends_silently(call: Call, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(start: object, ascii: bool) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["screens.app"], "run", interrupt)
    done = call()
    assert (done.status, done.out, done.err) == (130, "", "")


# --- as a process of its own ---------------------------------------------------------------------------------------


def test_the_module_runs_as_a_program() -> None:
    done = program("games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "thor" in done.stdout
    wrong = program("gams")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "thorgames: there is no command 'gams', do you mean games?; there are {}\n".format(
        ", ".join(arguments.COMMANDS)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed otherwise there")
@pytest.mark.parametrize("argv", [["games"], ["--help"], ["simulate", "thor", "--players", "3", "--games", "1"]])
def test_a_closed_pipe_leaves_no_traceback(argv: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "screens.cli", *argv],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=60,
        )
    finally:
        os.close(writing)
    assert done.returncode == 141
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "screens.cli", "games"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr.startswith("thorgames: ")
    assert done.stderr.count("\n") == 1


def test_a_narrow_encoding_is_no_obstacle() -> None:
    done = program("play", "thor", "--seat", "🦊", "--seat", "🦊", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stdout) == (2, "")
    assert "two players are named ?" in done.stderr


USUAL = "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); import screens.cli as c;"
"""Begins a program in which Ctrl+C does what it usually does, whatever was done to it where the tests were started."""


def ignoring_ctrl_c(code: str) -> subprocess.CompletedProcess[str]:
    """A program of Python, started as by a shell that lets it ignore Ctrl+C."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_app_gets_the_usual_ctrl_c() -> None:
    code = (
        f"{USUAL} import types; c.has_terminal = lambda: True;"
        "usual = lambda *_, **__: print(signal.getsignal(signal.SIGINT) is signal.default_int_handler) or 0;"
        "sys.modules['screens.app'] = types.SimpleNamespace(run=usual);"
        "c.main([]); usual()"
    )
    done = ignoring_ctrl_c(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\nTrue\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are otherwise there")
def test_a_terminal_signal_is_no_traceback() -> None:
    code = f"{USUAL} c.run = lambda argv: os.kill(os.getpid(), signal.SIGINT); sys.exit(c.main([]))"
    done = ignoring_ctrl_c(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_light_commands_load_no_terminal() -> None:
    code = "import sys, screens.cli as c; c.main(['nonsense']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert not {"textual", "rich", "msgspec", "sqlite3"} & set(done.stdout.split())
