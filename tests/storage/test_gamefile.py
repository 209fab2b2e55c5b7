"""A game as one file: it comes back as it was, tells no secret at a glance, and a faulty one gives a sentence."""

from __future__ import annotations

import json
import os
import random
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from screens import gamefile
from screens.gamefile import GameFileError, checked, packed, read, write
from screens.recording import StillSecret
from screens.storage import Storage, masking
from screens.storage.imports import add, same_game
from tests.storage.saves import NAMES, answer, begin, play, whole
from tests.storage.test_secrets import search, seeds, words
from tests.suite import games
from thorgames.core.cards import Box
from thorgames.core.chance import Dealer
from thorgames.games import registry
from thorgames.session import PERSON, Session

SEED = 0x6B8B4567327B23C6

MODES = [(game_id, mode.id) for game_id in registry.GAMES for mode in registry.info(game_id).modes]


def some_game(game_id: str, mode: str, seed: int, most: int = 5_000) -> Session:
    """A random game with random settings and seats, some of these held by the computer, played for a while."""
    rng, game = random.Random(f"{game_id}{mode}{seed}"), games()[game_id]
    seats = rng.choice(next(one.seats for one in game.info.modes if one.id == mode))
    able = {s.id: [c.value for c in s.choices if not c.why_not] for s in game.settings(mode, seats)}
    setup = game.setup(mode, seats, {key: rng.choice(values) for key, values in able.items()})
    holders = [PERSON, *(rng.choice((PERSON, "easy")) for _ in range(seats - 1))]
    session = Session(game, setup, NAMES[:seats], holders, Dealer(rng.randrange(2**64)))
    play(session, rng, most)
    return session


def thor(most: int = 5_000) -> Session:
    """A short game of Thor with hidden cards of both kinds."""
    session = begin("thor", "basic", 3, SEED, rounds="1", thors_will="yes")
    play(session, random.Random(4), most)
    return session


# --- there and back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "mode"), MODES)
def test_a_game_comes_back_as_it_was(game_id: str, mode: str, tmp_path: Path) -> None:
    for seed, most in enumerate((0, 40)):
        session = some_game(game_id, mode, seed, most)
        path = write(tmp_path / f"{seed}.thorgame", session)
        assert whole(checked(path, read(path))) == whole(session)


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "mode"), MODES)
def test_many_whole_games_come_back(game_id: str, mode: str, tmp_path: Path) -> None:
    for seed in range(20):
        session = some_game(game_id, mode, seed)
        path = write(tmp_path / f"{seed}.thorgame", session)
        assert read(path).facts.finished
        assert whole(checked(path, read(path))) == whole(session)


def test_a_finished_game_and_its_times_are_taken_into_another_storage(tmp_path: Path) -> None:
    session = thor()
    began, ended = datetime(2024, 2, 29, 20, 1, tzinfo=UTC), datetime(2024, 3, 1, 0, 30, tzinfo=UTC)
    path = write(tmp_path / "one.thorgame", session, began, ended)
    found = read(path)
    with Storage(tmp_path / "other") as storage:
        assert same_game(storage, found.session) == ""
        game_id = add(storage, checked(path, found), found.facts.started, found.facts.updated)
        (saved,) = storage.finished()
        assert (saved.id, saved.started, saved.updated) == (game_id, began, ended)
        assert whole(storage.load(game_id)) == whole(session)
        assert [line.name for line in storage.results()] == list(session.names)
        assert storage.notices == []


def test_the_same_game_is_known_again_also_when_it_has_gone_on(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        session = begin("thor", "basic", 2, seed=7)
        game_id = storage.add(session)
        play(session, random.Random(1), 5)
        early = write(tmp_path / "early.thorgame", session)
        play(session, random.Random(2), 5)
        late = write(tmp_path / "late.thorgame", session)
        storage.save(game_id, session)
        assert same_game(storage, read(early).session) == game_id
        assert same_game(storage, read(late).session) == game_id
        answer(session, random.Random(3))
        assert same_game(storage, session) == "", "what has gone on elsewhere is not here"
        others = [begin("thor", "basic", 2, seed=8), begin("thor", "basic", 2, seed=7)]
        play(others[0], random.Random(1), 5)
        play(others[1], random.Random(9), 5)
        assert [same_game(storage, other) for other in others] == ["", ""]
        assert storage.notices == []


def test_a_game_with_corrected_cards_has_them_with_it(tmp_path: Path) -> None:
    game = games()["thor"]
    corrected = game.box.toml.replace('name = "Freya"', 'name = "Sif"')
    cards: Box[Any] = registry.box("thor", corrected, "my.toml")
    session = Session(registry.load("thor", cards), game.setup("basic", 2), NAMES[:2])
    found = read(write(tmp_path / "own.thorgame", session))
    assert found.session.game.box.toml == corrected
    assert found.session.game.box.hash != game.box.hash
    assert "Sif" in [card.name for card in found.session.game.box.cards.values()]


# --- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [20, 5_000], ids=["unfinished", "finished"])
def test_no_card_and_no_seed_can_be_read(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thor(most)
    monkeypatch.setattr(masking, "urandom", random.Random(7).randbytes)
    data = packed(session)
    plain = {key: value for key, value in json.loads(data).items() if key not in ("key", "masked", "about")}
    told = json.dumps(plain, ensure_ascii=False).encode()
    cards = {word: word.encode() for word in words(session.game) if word.lower() != "thor"}
    assert search(told, cards) == []
    assert search(data, {word: needle for word, needle in cards.items() if len(needle) > 4}) == []
    assert search(data, seeds(SEED)) == []
    assert search(b64decode(json.loads(data)["masked"]), {w: n for w, n in cards.items() if len(n) > 4}) == []
    assert b"thorgames import" in data


def test_the_search_would_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.gamefile.masking.mask", lambda key, data: data)
    monkeypatch.setattr("screens.gamefile.zlib.compress", lambda data: data)
    session = thor()
    data = b64decode(json.loads(packed(session))["masked"])
    assert len(search(data, {word: word.encode() for word in words(session.game)})) > 50
    assert search(data, seeds(SEED)) == ["decimal"]


def test_only_a_finished_game_is_looked_at(tmp_path: Path) -> None:
    path = write(tmp_path / "one.thorgame", thor(20))
    with pytest.raises(StillSecret, match=r"one\.thorgame is not over"):
        gamefile.recording(path)
    path = write(tmp_path / "two.thorgame", thor())
    assert gamefile.recording(path).fault == ""


# --- faulty files -----------------------------------------------------------------------------------------------------


def refused(path: Path) -> str:
    """The sentence that a faulty file gives."""
    with pytest.raises(GameFileError) as error:
        checked(path, read(path))
    said = str(error.value)
    assert str(path) in said
    assert said.endswith(".")
    return said


def test_a_file_that_was_cut_short_is_refused_wherever(tmp_path: Path) -> None:
    data, path = packed(thor()), tmp_path / "cut.thorgame"
    for length in (*range(1, 60), *range(60, len(data) - 2, 131), len(data) - 2):
        path.write_bytes(data[:length])
        assert "cut short" in refused(path)
        assert path.read_bytes() == data[:length]
    path.write_bytes(b"")
    assert "is empty" in refused(path)


def test_whatever_byte_was_changed_it_is_refused_or_means_the_same(tmp_path: Path) -> None:
    session, rng, path = thor(), random.Random(11), tmp_path / "changed.thorgame"
    data = packed(session)
    same = 0
    for at in [*range(0, data.index(b'"key"'), 5), *(rng.randrange(len(data)) for _ in range(120))]:
        changed = bytearray(data)
        changed[at] = rng.choice([b for b in range(256) if b != data[at]])
        path.write_bytes(changed)
        try:
            found = checked(path, read(path))
        except GameFileError as error:
            assert str(path) in str(error)
        else:
            assert whole(found) == whole(session)
            same += 1
    assert same < 20, "only a blank may be another one"


def test_line_ends_of_another_system_do_no_harm(tmp_path: Path) -> None:
    session, path = thor(), tmp_path / "mailed.thorgame"
    path.write_bytes(packed(session).replace(b"\n", b"\r\n"))
    assert whole(checked(path, read(path))) == whole(session)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("names", ["Ann", "Brun", "Cleo"], "was changed"),
        ("game", "althing", "was changed"),
        ("game", "chess", "of a kind that this version does not know: chess"),
        ("finished", False, "was changed"),
        ("scores", [900, 0, 0], "was changed"),
        ("moves", 3, "was changed"),
        ("moves", "many", "was changed"),
        ("updated", "yesterday", "was changed"),
        ("masked", "", "was changed"),
        ("masked", "%%%", "was changed"),
        ("key", "AAAA", "was changed"),
        ("cheat", 1, "was changed"),
        ("thorgame", 2, "by another version of the program (0.1.0) in a form"),
        ("thorgame", "two", "was changed"),
        ("program", "9.0\x1b[31m", "was changed"),
    ],
)
def test_facts_that_were_changed_by_hand(field: str, value: Any, says: str, tmp_path: Path) -> None:
    facts, path = json.loads(packed(thor())), tmp_path / "changed.thorgame"
    path.write_text(json.dumps({**facts, field: value}, indent=2))
    assert says in refused(path)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"hello", "is not a game file of this program"),
        (b"SQLite format 3\x00" * 100, "is not a game file of this program"),
        (b"\xff\xfe\x00", "is not a game file of this program"),
        (b'{\n  "thorgame": ' + b"[" * 100_000, "cut short"),
        (b'{\n  "thorgame": 1, "program": "' + b"\xff" * 9, "cut short"),
        (b'{\n  "thorgame": ' + b" " * 4_000, "larger than any game"),
    ],
    ids=["text", "database", "binary", "nested", "no text", "large"],
)
def test_files_of_others(data: bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if says.startswith("larger"):
        monkeypatch.setattr(gamefile, "MOST_BYTES", 4_000)
    path = tmp_path / "other.thorgame"
    path.write_bytes(data)
    assert says in refused(path)


def forged(path: Path, change: Callable[[Any], Any], facts: dict[str, Any] | None = None) -> Path:
    """A file whose secret part was taken out, changed, and put in again by somebody who can program."""
    written = json.loads(packed(thor()))
    body = gamefile._unmasked(path, msgspec.convert(written, gamefile._Written))
    written |= facts or {}
    body = replace(change(body), facts=gamefile._digest(msgspec.convert(written, gamefile._Written)))
    key = b64decode(written["key"])
    masked = masking.mask(key, gamefile.zlib.compress(msgspec.msgpack.encode(body)))
    path.write_text(json.dumps({**written, "masked": b64encode(masked).decode()}, indent=2), encoding="utf-8")
    return path


def of_snapshot(**changes: Any) -> Callable[[Any], Any]:
    """Change something of the session."""
    return lambda body: replace(body, whole=replace(body.whole, snapshot=replace(body.whole.snapshot, **changes)))


def with_answer(number: int, answer: tuple[str, ...]) -> Callable[[Any], Any]:
    """Change one of the answers."""

    def change(body: Any) -> Any:
        steps = list(body.steps)
        steps[number] = replace(steps[number], answer=answer)
        return replace(body, steps=tuple(steps))

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (with_answer(9, ("no such card",)), "agree with 9 of its"),
        (with_answer(0, ()), "agree with 0 of its"),
        (lambda body: replace(body, steps=body.steps[:-1]), "of which this version can make no game"),
        (lambda body: replace(body, cards="x = 1"), "has cards that this version cannot read"),
        (lambda body: replace(body, cards="x = " + "[" * 5_000), "has cards that this version cannot read"),
        (lambda body: replace(body, cards=body.cards + "\n# another\n"), "of which this version can make no game"),
        (lambda body: replace(body, whole=replace(body.whole, seed="many")), "has no seed"),
        (lambda body: replace(body, whole=replace(body.whole, seed="9" * 5_000)), "has no seed"),
        (of_snapshot(state=b"\x80"), "of which this version can make no game"),
        (of_snapshot(names=("A", "A", "B")), "cannot be played like that"),
        (of_snapshot(names=("A", "B\x1b[31m", "C")), "cannot be played like that"),
        (of_snapshot(names=("A", "B")), "does not agree with itself"),
        (of_snapshot(holders=("person", "person", "wizard")), "a level that this version does not know: wizard"),
        (of_snapshot(ply=-1), "does not agree with itself"),
        (of_snapshot(drawn=0), "does not agree with itself"),
    ],
    ids=range(15),
)
def test_what_a_programmer_has_changed_is_refused_too(change: Callable[[Any], Any], says: str, tmp_path: Path) -> None:
    assert says in refused(forged(tmp_path / "forged.thorgame", change))


def test_a_file_of_another_version_names_it(tmp_path: Path) -> None:
    change = with_answer(9, ("no such card",))
    said = refused(forged(tmp_path / "newer.thorgame", change, {"program": "9.0\x1b[31m"}))
    assert "written by version 9.0?[31m" in said


def test_more_answers_than_sense_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "long.thorgame", thor(20))
    monkeypatch.setattr(gamefile, "MOST_STEPS", 10)
    assert "more than any game has" in refused(path)


def test_what_unpacks_to_more_than_sense_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "bomb.thorgame", thor())
    monkeypatch.setattr(gamefile, "MOST_UNPACKED", 1_000)
    assert "unpacks to more" in refused(path)


def test_what_is_no_file_at_all(tmp_path: Path) -> None:
    assert "There is no file" in refused(tmp_path / "none.thorgame")
    assert "is a folder" in refused(tmp_path)
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    assert "not an ordinary file" in refused(fifo)


# --- writing ----------------------------------------------------------------------------------------------------------


def test_another_file_is_never_written_over_unless_asked(tmp_path: Path) -> None:
    session, path = begin(), tmp_path / "here.thorgame"
    path.write_text("mine")
    with pytest.raises(GameFileError, match="exists already and stays as it is; --force replaces it"):
        write(path, session)
    assert path.read_text() == "mine"
    write(path, session, force=True)
    assert whole(read(path).session) == whole(session)
    assert os.listdir(tmp_path) == ["here.thorgame"]


def test_a_bare_name_is_given_the_extension(tmp_path: Path) -> None:
    assert write(tmp_path / "bare", begin()) == tmp_path / "bare.thorgame"
    assert write(tmp_path / "other.txt", begin()) == tmp_path / "other.txt"


@pytest.mark.parametrize("force", [False, True])
def test_a_file_is_written_whole_or_not_at_all(force: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.thorgame"
    if force:
        path.write_text("old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameFileError, match=r"one\.thorgame cannot be written: No space left on device\."):
        write(path, begin(), force=force)
    assert os.listdir(tmp_path) == (["one.thorgame"] if force else [])
    assert not force or path.read_text() == "old"


def test_where_there_are_no_links_nothing_is_written_over_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.thorgame"

    def none(part: Path, to: Path) -> None:
        path.write_text("meanwhile")
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    with pytest.raises(GameFileError, match="exists already"):
        write(path, begin())
    assert path.read_text() == "meanwhile"
    assert os.listdir(tmp_path) == ["one.thorgame"]


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    for path, says in (
        (tmp_path, "is a folder"),
        (tmp_path / "none" / "x.thorgame", "cannot be written: No such file or directory"),
        (Path(os.devnull), "not an ordinary file"),
    ):
        with pytest.raises(GameFileError, match=says):
            write(path, begin(), force=True)
