"""Looking things up from the shell, checking card files, and playing with an owner's corrected file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from screens.app import ThorgamesApp
from screens.home import HomeScreen
from screens.lookup import check
from screens.owners import cards_folder, cards_of
from screens.start import Home, NewGame, Resume, Start
from screens.storage import Storage
from thorgames import library
from thorgames.core.chance import Dealer
from thorgames.core.errors import CardFileError
from thorgames.games import registry
from thorgames.pages import clauses
from thorgames.session import PERSON, Session

from .conftest import Call

OURS = library.read("cards", "thor.toml")


def shown_ids(text: str) -> list[str]:
    """The clauses listed, each at the beginning of a line."""
    return re.findall(r"^(THR-(?:R-)?\d+)\b", text, re.M)


# --- rules and cards --------------------------------------------------------------------------------------------------


def test_rules_are_looked_up_by_words(call: Call) -> None:
    done = call("rules", "thor", "fruits")
    assert (done.status, done.err) == (0, "")
    assert shown_ids(done.out) == ["THR-91"]
    assert "Fruits of Yggdrasill (Yggdrasills Früchte)  Kind: action card" in done.out
    assert call("rules", "thor", "Früchte").out == call("rules", "thor", "FRUCHTE").out
    assert max(map(len, done.out.splitlines())) <= 100


def test_nothing_found_is_told_with_what_is_near(call: Call) -> None:
    done = call("rules", "thor", "frits")
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("Nothing about 'frits' in Thor. Did you mean: fruits")
    nothing = call("cards", "thor", "xqzwv")
    assert (nothing.status, nothing.out) == (1, "Nothing about 'xqzwv' in Thor.\n")


def test_a_clause_is_shown_alone(call: Call) -> None:
    done = call("rules", "thor", "thr-24")
    assert done.status == 0
    assert shown_ids(done.out) == ["THR-24"]
    assert done.out.split("\n")[:2] == ["", "The turn"]
    assert clauses("thor")["THR-24"].text in " ".join(done.out.split())


@pytest.mark.parametrize("game", registry.GAMES)
def test_without_words_everything_is_shown(call: Call, game: str) -> None:
    rules = " ".join(call("rules", game).out.split())
    for clause in clauses(game).values():
        assert f"{clause.id} " in rules
        assert " ".join(clause.text.split()) in rules
    box = registry.box(game)
    cards = " ".join(call("cards", game).out.split())
    for card in box.cards:
        assert " ".join(box.name(card).split()) in cards


def test_cards_are_looked_up_by_words(call: Call) -> None:
    done = call("cards", "thor", "loki")
    assert done.status == 0
    names = ("Intrigues", "Advice", "Ploy", "Tricks")
    assert [line.partition(" (")[0] for line in done.out.splitlines() if line.startswith("Loki")] == [
        f"Loki's {name}" for name in names
    ]
    assert shown_ids(done.out) == []


@pytest.mark.parametrize("command", ["rules", "cards"])
def test_a_game_must_be_named(call: Call, command: str) -> None:
    assert "games" in call(command).sentence or "thor" in call(command).sentence
    assert "do you mean thor?" in call(command, "thro").sentence


# --- checking a file --------------------------------------------------------------------------------------------------


def changed(old: str, new: str, count: int = 1) -> str:
    """Our card file with something changed."""
    assert old in OURS
    return OURS.replace(old, new, count)


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_file_of_the_program_is_right(call: Call, tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml", OURS)
    done = call("cards", "check", str(file))
    assert (done.status, done.err) == (0, "")
    assert (
        done.out
        == f"{file}: a right card file of Thor with {len(registry.box('thor').cards)} cards.\nThe same as ours.\n"
    )


@pytest.mark.parametrize(
    "text", [OURS.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + OURS.encode()], ids=["crlf", "bom"]
)
def test_files_of_other_editors_are_right_too(call: Call, tmp_path: Path, text: bytes) -> None:
    file = write(tmp_path / "mine.toml", text)
    assert "The same as ours." in call("cards", "check", str(file)).out


def test_what_differs_from_ours_is_named(call: Call, tmp_path: Path) -> None:
    text = changed('name = "Three Gifts"', 'name = "Three Presents"').replace('id = "act-advice"', 'id = "act-council"')
    done = call("cards", "check", str(write(tmp_path / "mine.toml", text)))
    assert done.status == 0
    assert done.out.splitlines()[1:] == [
        "Changed against ours: Three Presents.",
        "New: Loki's Advice.",
        "Not in it: Loki's Advice.",
    ]


BROKEN: list[Any] = [
    pytest.param(changed("copies = 5", 'copies = "five"'), ["card 1 (god-freya)", "copies"], id="type of a field"),
    pytest.param(changed("copies = 5", "copies = -1"), ["card 1 (god-freya)", "copies"], id="too small"),
    pytest.param(changed('id = "god-odin"', 'id = "god-odin"\nsize = 3'), ["card 2 (god-odin)", "size"], id="field"),
    pytest.param(changed('name = "Odin"\n', ""), ["card 2 (god-odin)", "name"], id="field missing"),
    pytest.param(changed('name = "Odin"', 'name = ""'), ["card 2 (god-odin)", "name"], id="empty"),
    pytest.param(changed('source = "official"', 'source = "mine"'), ["card 1 (god-freya)", "source"], id="source"),
    pytest.param(changed('id = "god-odin"', 'id = "god-freya"'), ["god-freya", "twice"], id="twice"),
    pytest.param(changed('id = "god-odin"', 'id = "Odin!"'), ["card 2 (Odin!)", "id"], id="id"),
    pytest.param(
        changed("take_stack(2)", "take_stakc(2)"), ["(act-favorable-times)", "effect", "take_stack"], id="verb"
    ),
    pytest.param(changed("take_stack(2)", "take_stack()"), ["(act-favorable-times)", "effect"], id="arguments"),
    pytest.param(changed('kind = "action"', 'kind = "actoin"'), ["14 action cards"], id="kind"),
    pytest.param(changed("copies = 5", "copies = 4"), ["6 god cards with 5 copies"], id="counts"),
    pytest.param(changed('game = "thor"', 'game = "chess"'), ['game = "thor"', "games are: thor"], id="game"),
    pytest.param(changed('game = "thor"', "game = 3"), ['game = "thor"'], id="game no text"),
    pytest.param("", ['game = "thor"'], id="empty file"),
    pytest.param(changed("[[card]]", "[[card]"), ["not a TOML file", "line 6"], id="no TOML"),
    pytest.param('game = "thor"\nx = ' + "[" * 9000, ["nested too deeply"], id="deep"),
    pytest.param('game = "thor"\n', ["no [[card]] in it"], id="no cards"),
    pytest.param(OURS.encode("utf-16"), ["UTF-8"], id="no UTF-8"),
]


@pytest.mark.parametrize(("text", "says"), BROKEN)
def test_what_is_wrong_with_a_file_is_told_in_a_sentence(
    call: Call, own_home: Path, tmp_path: Path, text: str | bytes, says: list[str]
) -> None:
    """Whether it is checked, or is the one to be played with."""
    file = write(tmp_path / "mine.toml", text)
    sentence = call("cards", "check", str(file)).sentence
    assert sentence.startswith(f"{file}: ")
    for words in says:
        assert words in sentence
    own = write(own_home / "cards" / "thor.toml", text)
    for command in ("rules", "cards"):
        sentence = call(command, "thor", "loki").sentence
        assert sentence.startswith(f"{own}: ")
        if "game" not in says[0]:
            for words in says:
                assert words in sentence


def test_a_file_that_cannot_be_read_is_told(call: Call, tmp_path: Path) -> None:
    assert call("cards", "check", str(tmp_path / "no.toml")).sentence.endswith(
        "no.toml: cannot be read: No such file or directory"
    )
    assert "cannot be read: Is a directory" in call("cards", "check", str(tmp_path)).sentence
    for argv in (["cards", "check"], ["cards", "check", "a", "b"]):
        assert "cards check needs one file" in call(*argv).sentence


# --- an owner's file --------------------------------------------------------------------------------------------------

MINE = changed('name = "Three Gifts"', 'name = "Three Presents"')


def owners_file(text: str | bytes) -> Path:
    """Put a corrected file of Thor where it is looked for."""
    return write(cards_folder() / "thor.toml", text)


def session_with(cards: Any) -> Session:
    game = registry.load("thor", cards)
    return Session(game, game.setup("basic", 3, {"thors-will": "yes"}), ("Ann", "Bob", "Cleo"), dealer=Dealer(1))


def test_an_owners_file_lies_in_the_folder_of_the_program(own_home: Path) -> None:
    assert cards_folder() == own_home / "cards"
    assert cards_of("thor").toml == OURS
    owners_file(MINE)
    assert cards_of("thor").name("act-three-gifts") == "Three Presents"


def test_rules_and_cards_are_those_of_the_owners_file(call: Call) -> None:
    owners_file(MINE)
    assert "Three Presents" in call("cards", "thor", "presents").out
    assert "Three Presents" in call("rules", "thor", "presents").out
    assert "Changed against ours: Three Presents." in check(cards_folder() / "thor.toml")


@pytest.mark.parametrize("kind", ["link to nowhere", "folder"])
def test_a_file_that_is_there_but_cannot_be_read_is_not_ignored(kind: str) -> None:
    own = cards_folder() / "thor.toml"
    if kind == "folder":
        own.mkdir(parents=True)
    else:
        own.parent.mkdir(parents=True)
        own.symlink_to("nowhere.toml")
    with pytest.raises(CardFileError, match=r"thor\.toml: cannot be read: "):
        cards_of("thor")


async def opened(start: Start, storage: Storage) -> tuple[Any, str]:
    """The app as it comes up: its game if there is one, and what is written on Home."""
    app: Any = ThorgamesApp(storage, start, bot_delay=0.0)
    async with app.run_test(size=(200, 30)) as pilot:
        await pilot.pause()
        if isinstance(app.screen, HomeScreen):
            return None, " ".join(strip.text for strip in app.screen._compositor.render_strips())
        return app._play.session, ""


def new_game(cards: Path | None = None) -> NewGame:
    setup = registry.load("thor").setup("basic", 3, {"thors-will": "yes"})
    return NewGame(setup, ("Ann", "Bob", "Cleo"), (PERSON,) * 3, cards, 1)


async def test_new_games_are_played_with_the_owners_file(own_home: Path, tmp_path: Path) -> None:
    owners_file(MINE)
    with Storage() as storage:
        session, _ = await opened(new_game(), storage)
        assert session.game.box.name("act-three-gifts") == "Three Presents"
        other = write(tmp_path / "other.toml", changed('name = "Three Gifts"', 'name = "Gifts of Three"'))
        session, _ = await opened(new_game(other), storage)
        assert session.game.box.name("act-three-gifts") == "Gifts of Three"


@pytest.mark.parametrize("start", ["new game", "set-up"])
async def test_a_broken_file_of_the_owner_is_refused_with_a_sentence(start: str) -> None:
    owners_file(changed("take_stack(2)", "take_stakc(2)"))
    with Storage() as storage:
        if start == "new game":
            session, text = await opened(new_game(), storage)
            assert session is None
        else:
            app = ThorgamesApp(storage, Home(), bot_delay=0.0)
            async with app.run_test(size=(200, 30)) as pilot:
                for key in ("enter", "f1", "i"):
                    await pilot.press(key)
                    await pilot.pause()
                    assert isinstance(app.screen, HomeScreen), key
                    text = " ".join(strip.text for strip in app.screen._compositor.render_strips())
                    assert "act-favorable-times" in text, key
        for words in ("thor.toml: card 44 (act-favorable-times), field effect", "take_stakc"):
            assert words in re.sub(r"\s+", " ", text)
        assert storage.running() == []


async def test_a_saved_game_keeps_the_cards_it_began_with() -> None:
    owners_file(MINE)
    with Storage() as storage:
        game_id = storage.add(session_with(cards_of("thor")))
    for text in (OURS, changed('name = "Three Gifts"', 'name = "No Gifts"'), "broken"):
        owners_file(text)
        with Storage() as storage:
            session, _ = await opened(Resume(game_id), storage)
            assert session.game.box.name("act-three-gifts") == "Three Presents"
            assert session.game.box.toml == MINE
