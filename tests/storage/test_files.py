"""Files that are not as they should be: nothing is overwritten, nothing crashes, and the user is told."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import platformdirs
import pytest

from screens.storage import Storage, StorageError, data_folder, file, schema
from tests.storage.saves import answer, begin, contents, play, whole
from thorgames.games import registry
from thorgames.session import Session


def saved(folder: Path, games: int = 1) -> tuple[list[str], list[Session]]:
    """A folder with games in it, the file and its backup copy up to date."""
    sessions = [begin(seed=seed, seats=2) for seed in range(games)]
    ids = []
    with Storage(folder) as storage:
        for session in sessions:
            ids.append(storage.add(session))
            play(session, random.Random(1), 10)
            storage.save(ids[-1], session)
    return ids, sessions


def another(game_id: str) -> Session:
    """A new game of this kind."""
    mode = registry.info(game_id).modes[0]
    return begin(game_id, mode.id, mode.seats[-1], seed=5)


def check_works(storage: Storage) -> None:
    """A game can be saved and resumed."""
    session = begin()
    game_id = storage.add(session)
    play(session, random.Random(2), 3)
    storage.save(game_id, session)
    assert whole(storage.load(game_id)) == whole(session)


def names(folder: Path, part: str = "") -> set[str]:
    return {path.name for path in folder.iterdir() if part in path.name}


def set_aside(folder: Path) -> list[str]:
    """The damaged files that were set aside, without what lay beside them."""
    return sorted(path.name for path in folder.glob("*.damaged-*.db"))


# --- where the file lies ---------------------------------------------------------------------------------------------


def test_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THORGAMES_HOME", raising=False)
    assert data_folder() == platformdirs.user_data_path("thorgames", appauthor=False)
    monkeypatch.setenv("THORGAMES_HOME", " ")
    assert data_folder() == platformdirs.user_data_path("thorgames", appauthor=False)
    monkeypatch.setenv("THORGAMES_HOME", "~nobody-of-that-name/games")
    assert data_folder() == Path("~nobody-of-that-name/games")
    monkeypatch.setenv("THORGAMES_HOME", str(tmp_path / "a b [/] Å" / "c"))
    with Storage() as storage:
        assert storage.path == tmp_path / "a b [/] Å" / "c" / "thorgames.db"
        check_works(storage)
    with Storage(tmp_path / "given") as storage:
        assert storage.path == tmp_path / "given" / "thorgames.db"


def test_a_relative_folder_stays_the_same_when_the_program_goes_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("THORGAMES_HOME", "here")
    with Storage() as storage:
        (tmp_path / "there").mkdir()
        monkeypatch.chdir(tmp_path / "there")
        check_works(storage)
    assert (tmp_path / "here" / "thorgames.backup.db").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("something")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / "file" / "a" / "b"):
        with pytest.raises(StorageError) as refused:
            Storage(folder)
        assert str(folder) in str(refused.value)
        assert "THORGAMES_HOME" in str(refused.value)
        assert refused.value.__cause__ is None
        with Storage.in_memory(str(refused.value)) as storage:
            check_works(storage)
    assert (tmp_path / "file").read_text() == "something"


NOBODY = 65534
"""A user who may do little, where the tests are run by one who may do all."""


def heard_by_a_plain_user(folder: Path) -> str:
    """What somebody whose rights have limits is told when he opens the storage, in a process of his own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        heard = "nothing was refused"
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            with Storage(folder) as storage:
                storage.add(begin())
        except StorageError as error:
            heard = str(error)
        except BaseException as error:
            heard = repr(error)
        finally:
            os.write(writing, heard.encode())
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with open(reading, encoding="utf-8") as pipe:
        return pipe.read()


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that everybody may come to, unlike the folders of pytest."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        os.chmod(place, 0o755)
        yield Path(place)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks processes")
@pytest.mark.parametrize(
    ("rights", "files", "says"),
    [
        (0o555, 0o444, "cannot be written"),
        (0o555, 0o644, "cannot be written"),
        (0o777, 0o444, "cannot be written"),
        (0o000, 0o644, "Permission denied"),
    ],
    ids=["folder and files", "folder", "files", "not even to be looked into"],
)
def test_a_folder_that_cannot_be_written(rights: int, files: int, says: str, open_place: Path) -> None:
    """It is said in a sentence what to do, nothing in the folder changes, and its owner goes on with his games."""
    if rights == 0o777 and os.geteuid() != 0:
        pytest.skip("a user's own file in his own folder is his to write")
    folder = open_place / "data"
    ids, sessions = saved(folder)
    before = contents(folder)
    for path in folder.iterdir():
        path.chmod(files)
    folder.chmod(rights)
    below = heard_by_a_plain_user(folder / "below") if rights == 0o555 else ""
    heard = heard_by_a_plain_user(folder)
    folder.chmod(0o700)
    for path in folder.iterdir():
        path.chmod(0o600)
    for told in filter(None, (heard, below)):
        assert told.startswith(str(folder))
        assert "THORGAMES_HOME" in told
    assert says in heard
    assert contents(folder).items() >= before.items()
    with Storage(folder) as storage:
        assert whole(storage.load(ids[0])) == whole(sessions[0])


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO])
def test_a_system_that_refuses(code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", refuse)
        with pytest.raises(StorageError) as refused:
            Storage(tmp_path)
        assert os.strerror(code) in str(refused.value)
    with Storage(tmp_path) as storage:
        check_works(storage)
        with monkeypatch.context() as broken:  # a backup copy that cannot be written is no reason to stop
            broken.setattr(os, "replace", refuse)
            check_works(storage)


def test_a_file_that_cannot_be_written(storage: Storage) -> None:
    session = begin()
    game_id = storage.add(session)
    storage._db.execute("pragma query_only = on")
    answer(session, random.Random(1))
    for what in (
        lambda: storage.save(game_id, session),
        lambda: storage.add(begin()),
        lambda: storage.set_setting("a", 1),
        lambda: storage.remember("thor"),
        lambda: storage.abandon(game_id),
        lambda: storage.delete(game_id),
    ):
        with pytest.raises(StorageError, match=r"thorgames.db cannot be written\..*THORGAMES_HOME"):
            what()
    storage._db.execute("pragma query_only = off")
    storage.save(game_id, session)
    assert whole(storage.load(game_id)) == whole(session)


def test_a_full_disk(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        session = begin("thor", "big", 6, thors_will="yes")
        game_id = storage.add(session)
        pages = storage._db.execute("pragma page_count").fetchone()[0]
        storage._db.execute(f"pragma max_page_count = {pages + 2}")
        at_last, failures = whole(session), 0
        while session.pending() is not None and failures < 5:
            answer(session, random.Random(1))
            try:
                storage.save(game_id, session)
                at_last = whole(session)
            except StorageError as error:
                failures += 1
                assert "thorgames.db cannot grow: the disk is full" in str(error)
                assert whole(storage.load(game_id)) == at_last
        assert failures == 5
        with pytest.raises(StorageError, match="disk is full"):
            for _ in range(100):
                storage.add(begin())
        with Storage(tmp_path) as other:
            assert whole(other.load(game_id)) == at_last
        storage._db.execute("pragma max_page_count = 100000")
        answer(session, random.Random(1))
        storage.save(game_id, session)  # what could not be saved before is saved now
        assert whole(storage.load(game_id)) == whole(session)
        assert storage.notices == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is soon full, where the system lets us have one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(place)]
    try:
        mounted = subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("needs a user who may mount a disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def play_until_full(storage: Storage, game_id: str, session: Session, place: Path) -> tuple[Any, ...]:
    """Let other files take all the room but a little while a game is played; the position saved last."""
    at_last, rng = whole(session), random.Random(2)
    (place / "others").write_bytes(bytes(1_000_000))
    for number in range(1_000):
        answer(session, rng)
        try:
            storage.save(game_id, session)
        except StorageError as error:
            assert "thorgames.db cannot grow: the disk is full. Make room and go on" in str(error)
            return at_last
        at_last = whole(session)
        if number == 5:
            with suppress(OSError), (place / "others").open("ab", buffering=0) as others:
                while others.write(bytes(4_096)) == 4_096:
                    pass
    raise AssertionError("the disk is never full")


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_a_disk_that_is_really_full(game_id: str, small_disk: Path) -> None:
    """In every game: what was saved stays, and as soon as there is room the answer is saved that was not."""
    folder = small_disk / "data"
    session = another(game_id)
    with Storage(folder) as storage:
        saved_as = storage.add(session)
        at_last = play_until_full(storage, saved_as, session, small_disk)
        assert whole(storage.load(saved_as)) == at_last
        with pytest.raises(StorageError, match="disk is full"):
            storage.add(another(game_id))
        (small_disk / "others").unlink()
        assert whole(storage.load(saved_as)) == at_last
        storage.save(saved_as, session)
        assert whole(storage.load(saved_as)) == whole(session)
        at_last = play_until_full(storage, saved_as, session, small_disk)
    with Storage(folder) as storage:  # nor is it lost where the program was closed meanwhile
        assert whole(storage.load(saved_as)) == at_last


def test_a_file_that_is_taken_away_while_it_is_open(tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path)
    with Storage(tmp_path) as storage:
        session = storage.load(ids[0])
        answer(session, random.Random(1))
        for away in (tmp_path / "elsewhere.db", None):
            if away is not None:
                (tmp_path / "thorgames.db").rename(away)
            else:
                (tmp_path / "elsewhere.db").rename(tmp_path / "thorgames.db")
                storage.save(ids[0], session)
                break
            with pytest.raises(StorageError, match="was moved, replaced or deleted"):
                storage.save(ids[0], session)
        assert whole(storage.load(ids[0])) == whole(session)
        (tmp_path / "thorgames.db").unlink()
        (tmp_path / "thorgames.db").write_bytes((tmp_path / "thorgames.backup.db").read_bytes())
        before = (tmp_path / "thorgames.backup.db").read_bytes()
        with pytest.raises(StorageError, match="was moved, replaced or deleted"):
            storage.save(ids[0], session)
    assert (tmp_path / "thorgames.backup.db").read_bytes() == before
    assert len(sessions) == 1


# --- other programs --------------------------------------------------------------------------------------------------

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("begin immediate")
print("held", flush=True)
sys.stdin.readline()
db.execute("rollback")
db.close()
print("free", flush=True)
"""


@contextmanager
def held(path: Path) -> Iterator[Callable[[], None]]:
    """Another process is writing to the file until the function is called."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield lambda: print(file=process.stdin, flush=True)


def test_a_file_held_by_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "PATIENCE", 0.1)
    with Storage(tmp_path) as storage:
        session = begin()
        game_id = storage.add(session)
        with held(tmp_path / "thorgames.db") as free:
            answer(session, random.Random(1))
            with pytest.raises(StorageError, match=r"thorgames.db is in use by another program.*try again"):
                storage.save(game_id, session)
            with pytest.raises(StorageError, match="in use by another program"):
                Storage(tmp_path)
            assert len(storage.running()) == 1  # reading does not wait
            assert storage.load(game_id).ply == 0
            free()
        storage.save(game_id, session)
        assert whole(storage.load(game_id)) == whole(session)


def test_a_file_held_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        session = begin()
        game_id = storage.add(session)
        with held(tmp_path / "thorgames.db") as free:
            answer(session, random.Random(1))
            free()
            storage.save(game_id, session)
        assert whole(storage.load(game_id)) == whole(session)


def test_windows_that_start_at_the_same_time(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from screens.storage import Storage
from tests.storage.saves import begin
sys.stdin.readline()
with Storage(Path(sys.argv[1])) as storage:
    print(storage.add(begin()), storage.path.name, *storage.notices)
"""
    for state in ("missing", "damaged"):
        if state == "damaged":
            with open(tmp_path / "thorgames.db", "r+b") as file:
                file.truncate(5_000)
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", code, str(tmp_path)],
                cwd=Path(__file__).parents[2],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(3)
        ]
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        told = [process.communicate(timeout=30)[0].split(maxsplit=2) for process in processes]
        assert all(process.returncode == 0 for process in processes)
        with Storage(tmp_path) as storage:
            there = {one.id for one in storage.games()}
            assert {one[0] for one in told} <= there
            assert {one[1] for one in told} == {"thorgames.db"}
            assert sum(len(one) > 2 for one in told) == (state == "damaged")
            assert len(there) == (3 if state == "missing" else 6)
    assert len(set_aside(tmp_path)) == 1


@pytest.mark.parametrize("moment", [(Path, "open"), (file, "connect")], ids=["looked at", "opened"])
def test_a_file_that_another_window_takes_away_for_a_moment(
    moment: tuple[Any, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that puts a sound file in the place of a damaged one leaves a moment without any."""
    (game_id,), (session,) = saved(tmp_path)
    path, away, taken = tmp_path / "thorgames.db", tmp_path / "away", []
    real, real_alone = getattr(*moment), file.alone

    def late(*args: Any, **options: Any) -> Any:
        if not taken:
            taken.append(path.rename(away))
        return real(*args, **options)

    @contextmanager
    def alone(folder: Path, patience: float) -> Iterator[None]:
        with real_alone(folder, patience):
            if away.exists():
                away.rename(path)
            yield

    monkeypatch.setattr(*moment, late)
    monkeypatch.setattr(file, "alone", alone)
    with Storage(tmp_path) as storage:
        assert taken and storage.path == path and not storage.notices
        assert whole(storage.load(game_id)) == whole(session)
    assert not set_aside(tmp_path)


# --- damage ----------------------------------------------------------------------------------------------------------


def cut(length: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:length]


def blotted(data: bytes) -> bytes:
    """All pages but the first overwritten."""
    return data[:4096] + random.Random(1).randbytes(len(data) - 4096)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut to 1": cut(1),
    "cut to 50": cut(50),
    "cut to 99": cut(99),
    "cut to 100": cut(100),
    "cut to 1,000": cut(1_000),
    "cut to a page": cut(4_096),
    "cut in the middle": lambda data: data[: len(data) // 2],
    "blotted": blotted,
    "without tables": lambda data: data[:100] + bytes(len(data) - 100),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("backup", [True, False], ids=("backup", "no backup"))
def test_a_damaged_file_is_set_aside(damage: Callable[[bytes], bytes], backup: bool, tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path, 3)
    path = tmp_path / "thorgames.db"
    data = damage(path.read_bytes())
    path.write_bytes(data)
    if not backup:
        (tmp_path / "thorgames.backup.db").unlink()
    with Storage(tmp_path) as storage:
        assert storage.path == path
        (aside,) = set_aside(tmp_path)
        assert aside.startswith("thorgames.damaged-2")
        assert (tmp_path / aside).read_bytes() == data
        (notice,) = storage.notices
        assert f"{path} was damaged. It is kept as {aside}." in notice
        if backup:
            assert "The backup copy of 2" in notice
            assert [whole(storage.load(one)) for one in ids] == [whole(one) for one in sessions]
        else:
            assert "There is no backup copy" in notice
            assert storage.games() == []
        check_works(storage)
        there = len(storage.games())
    with Storage(tmp_path) as storage:
        assert storage.notices == []
        assert len(storage.games()) == there
    assert len(set_aside(tmp_path)) == 1


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_a_game_of_every_kind_outlives_what_happens_to_the_file(game_id: str, tmp_path: Path) -> None:
    """Cut short, blotted, or not ours any more: the game comes back as it was, and nothing is thrown away."""
    session = another(game_id)
    with Storage(tmp_path / "sound") as storage:
        saved_as = storage.add(session)
        play(session, random.Random(3), 25)
        storage.save(saved_as, session)
    files = contents(tmp_path / "sound")
    foreign = {"text": lambda data: b"Dear diary\n" * 500, "zeros": lambda data: bytes(len(data))}
    for number, (name, damage) in enumerate({**DAMAGE, **foreign}.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        ruined = {**files, "thorgames.db": damage(files["thorgames.db"])}
        for each, data in ruined.items():
            (folder / each).write_bytes(data)
        for again in range(2):
            with Storage(folder) as storage:
                assert whole(storage.load(saved_as)) == whole(session), name
                for notice in storage.notices:
                    assert str(folder) in notice
                    assert notice.endswith(".")
                assert bool(storage.notices) == (not again or name in foreign)
                storage.set_setting("begun", again)
        assert ruined["thorgames.db"] in contents(folder).values(), name


def test_an_empty_or_missing_file_is_replaced_by_the_backup_copy(tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path)
    path = tmp_path / "thorgames.db"
    for said in ("was empty", "was missing"):
        path.write_bytes(b"") if said == "was empty" else path.unlink()
        with Storage(tmp_path) as storage:
            (notice,) = storage.notices
            assert f"{path} {said}. The backup copy of 2" in notice
            assert whole(storage.load(ids[0])) == whole(sessions[0])
    path.write_bytes(b"")
    (tmp_path / "thorgames.backup.db").unlink()
    with Storage(tmp_path) as storage:
        assert "was empty. There is no backup copy, so a new file was begun." in storage.notices[0]
        check_works(storage)


def test_a_damaged_backup_copy_is_not_used(tmp_path: Path) -> None:
    saved(tmp_path)
    for name in ("thorgames.db", "thorgames.backup.db"):
        path = tmp_path / name
        path.write_bytes(blotted(path.read_bytes()))
    kept = contents(tmp_path)
    with Storage(tmp_path) as storage:
        assert "There is no backup copy" in storage.notices[0]
        check_works(storage)
    after = contents(tmp_path)
    for name in ("thorgames.db", "thorgames.backup.db"):
        assert kept[name] in after.values()  # it may be of use to somebody who knows how to mend it


def test_what_lies_beside_a_damaged_file_goes_with_it(tmp_path: Path) -> None:
    """The log of a file that was taken away must not be applied to the one that takes its place."""
    ids, sessions = saved(tmp_path)
    storage = Storage(tmp_path)
    storage.add(begin())
    files = contents(tmp_path)  # as a crash would leave them
    storage.close()
    assert files["thorgames.db-wal"]
    for ruin in (lambda data: data[:2_000], None):
        for name in names(tmp_path):
            (tmp_path / name).unlink()
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
        if ruin is None:
            (tmp_path / "thorgames.db").unlink()
        else:
            (tmp_path / "thorgames.db").write_bytes(ruin(files["thorgames.db"]))
        with Storage(tmp_path) as storage:
            assert len(storage.notices) == 1
            assert whole(storage.load(ids[0])) == whole(sessions[0])
            check_works(storage)
        assert files["thorgames.db-wal"] in contents(tmp_path).values()


def test_a_second_damage_in_the_same_second(tmp_path: Path) -> None:
    ids, _ = saved(tmp_path)
    for number in range(1, 4):
        (tmp_path / "thorgames.db").write_bytes(b"SQLite")
        with Storage(tmp_path) as storage:
            assert storage.running()[0].id == ids[0]
        assert len(set_aside(tmp_path)) == number


@pytest.mark.parametrize("seed", range(6))
def test_no_damage_crashes_the_program(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    saved(tmp_path, 2)
    files = {name: data for name, data in contents(tmp_path).items() if name.endswith(".db")}
    for attempt in range(8):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        for name, data in files.items():
            if "backup" in name and rng.random() < 0.5:
                continue
            ruined = bytearray(data)
            for _ in range(rng.randint(1, 4)):
                at, length = rng.randrange(len(ruined)), rng.choice((1, 8, 200, 4096))
                match rng.randrange(4):
                    case 0:
                        ruined[at : at + length] = rng.randbytes(len(ruined[at : at + length]))
                    case 1:
                        ruined[at : at + length] = bytes(len(ruined[at : at + length]))
                    case 2:
                        del ruined[at : at + length]
                    case 3:
                        ruined[at:at] = rng.randbytes(length)
            (folder / name).write_bytes(ruined)
        with Storage(folder) as storage:
            check_quiet(storage)
            check_quiet(storage)


def check_quiet(storage: Storage) -> None:
    """Whatever happens, it is said in a sentence."""

    def sentence(text: str) -> None:
        assert text.endswith(".")
        assert "thorgames" in text

    tried: list[Callable[[], Any]] = [storage.running, storage.finished, storage.results, storage.newest]
    try:
        tried += [lambda one=one: storage.load(one.id) for one in storage.games()]  # type: ignore[misc]
    except StorageError as error:
        sentence(str(error))
    for what in (
        *tried,
        lambda: storage.add(begin()),
        lambda: storage.set_setting("a", 1),
        lambda: storage.setting("a"),
    ):
        try:
            what()
        except StorageError as error:
            sentence(str(error))
    for notice in storage.notices:
        sentence(notice)


# --- one bad row -----------------------------------------------------------------------------------------------------


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "thorgames.db")) as db:
        for statement in statements:
            assert db.execute(statement).rowcount
        db.commit()


@pytest.mark.parametrize(
    "value",
    [
        "names = 'nonsense'",
        "names = '{}'",
        "names = null",
        "names = x'ff00'",
        "names = '[1, 2]'",
        "moves = 'many'",
        "updated = 'yesterday'",
        "started = null",
        "status = 'running', progress = null",
        "ranks = '[\"first\"]'",
        "mode = cast(x'c328' as text), names = '['",
    ],
)
def test_one_bad_entry_does_not_hide_the_others(value: str, tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path, 3)
    change(tmp_path, f"update games set {value} where id = '{ids[1]}'")
    with Storage(tmp_path) as storage:
        for _ in range(2):
            assert {one.id for one in storage.running()} == {ids[0], ids[2]}
        (notice,) = storage.notices
        assert f"game {ids[1]}" in notice
        assert "thorgames.db" in notice
        assert whole(storage.load(ids[2])) == whole(sessions[2])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("snapshot = null", "is damaged"),
        ("snapshot = 'text'", "is damaged"),
        ("snapshot = x''", "is damaged"),
        ("snapshot = x'01'", "is damaged"),
        ("snapshot = x'02' || substr(snapshot, 2)", "is damaged"),
        ("snapshot = substr(snapshot, 1, 100)", "is damaged"),
        ("snapshot = cast(snapshot || x'00' as blob)", "is damaged"),
        ("pack = 'none'", "is damaged"),
        ("game = 'chess'", "a kind that this version does not know: chess"),
    ],
)
def test_a_game_that_cannot_be_resumed(value: str, said: str, tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path, 2)
    change(tmp_path, f"update games set {value} where id = '{ids[0]}'")
    with Storage(tmp_path) as storage:
        assert {one.id for one in storage.running()} == set(ids)
        before = list(storage._db.iterdump())
        with pytest.raises(StorageError, match=said) as refused:
            storage.load(ids[0])
        assert f"The game {ids[0]} in {storage.path}" in str(refused.value)
        assert list(storage._db.iterdump()) == before
        assert whole(storage.load(ids[1])) == whole(sessions[1])


def test_every_changed_byte_of_a_snapshot_is_noticed(tmp_path: Path) -> None:
    ids, _ = saved(tmp_path)
    with Storage(tmp_path) as storage:
        (data,) = storage._db.execute("select snapshot from games").fetchone()
        for at in range(0, len(data), 7):
            ruined = data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :]
            storage._db.execute("update games set snapshot = ?", (ruined,))
            with pytest.raises(StorageError, match="is damaged"):
                storage.load(ids[0])


def test_a_game_whose_state_this_version_cannot_read(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        session = begin()
        session.game = type(session.game)(session.game.box)
        session.game.pack = lambda state: b"\x81\xa5stuff\x01"  # type: ignore[method-assign]
        game_id = storage.add(session)
        with pytest.raises(StorageError, match="saved by another version"):
            storage.load(game_id)
        assert len(storage.running()) == 1


@pytest.mark.parametrize(
    "damage",
    [
        "update answers set step = x'00' where number = 3",
        "update answers set step = null where number = 3",
        "delete from answers where number = 3",
        "update answers set step = (select step from answers where number = 4) where number = 3",
    ],
)
def test_the_saved_state_counts_and_not_the_answers(damage: str, tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path)
    change(tmp_path, damage)
    with Storage(tmp_path) as storage:
        session = storage.load(ids[0])
        (notice,) = storage.notices
        assert f"The game {ids[0]} in {storage.path}" in notice
        assert "Play goes on from where it was left." in notice
        assert session.state == sessions[0].state
        assert session.pending() == sessions[0].pending()
        play(session, random.Random(1))
        storage.save(ids[0], session)
        assert storage.finished()[0].id == ids[0]
        assert whole(storage.load(ids[0]))[5] == whole(session)[5]


def test_a_bad_setting_is_the_default(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        storage.set_setting("theme", "light")
        storage.remember("thor", ["Åsa"])
    for value in ("'{'", "null", "x'ff'", "''"):
        change(tmp_path, f"update settings set value = {value}", f"update remembered set value = {value}")
        with Storage(tmp_path) as storage:
            assert storage.setting("theme", "dark") == "dark"
            assert storage.remembered("thor") == {}
    change(tmp_path, "update remembered set value = '[1]'")
    with Storage(tmp_path) as storage:
        assert storage.remembered("thor") == {}


# --- files that are not ours -----------------------------------------------------------------------------------------


def other_application(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table games (id text)")
        db.execute("insert into games values ('theirs')")
        db.commit()


def other_application_with_wal(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma application_id = 12345")
        db.execute("pragma journal_mode = wal")
        db.execute("create table games (id text)")
        db.commit()


FOREIGN: dict[str, Callable[[Path], Any]] = {
    "text": lambda path: path.write_text("Not a database at all.\n" * 200),
    "a little text": lambda path: path.write_text("x"),
    "random": lambda path: path.write_bytes(random.Random(1).randbytes(20_000)),
    "zeros": lambda path: path.write_bytes(bytes(20_000)),
    "another application": other_application,
    "another application with a log": other_application_with_wal,
    "a folder": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_not_ours_stays_as_it_is(make: Callable[[Path], Any], tmp_path: Path) -> None:
    path = tmp_path / "thorgames.db"
    make(path)
    before = contents(tmp_path)
    ids: list[str] = []
    for _ in range(3):  # and the next starts use the same file beside it
        with Storage(tmp_path) as storage:
            assert storage.path == tmp_path / "thorgames-2.db"
            assert storage.notices == [
                f"{path} is not a file of this program, and stays as it is.",
                f"{tmp_path / 'thorgames-2.db'} is used instead.",
            ]
            assert [one.id for one in storage.running()] == ids[::-1]
            ids.append(storage.add(begin()))
    after = contents(tmp_path)
    assert {name: after[name] for name in before} == before
    assert names(tmp_path, "thorgames.db") == {"thorgames.db"}
    assert "thorgames-2.backup.db" in after


def test_several_files_that_are_not_ours(tmp_path: Path) -> None:
    for number, make in enumerate(FOREIGN.values(), 1):
        make(tmp_path / ("thorgames.db" if number == 1 else f"thorgames-{number}.db"))
    with Storage(tmp_path) as storage:
        assert storage.path == tmp_path / f"thorgames-{len(FOREIGN) + 1}.db"
        assert len(storage.notices) == len(FOREIGN) + 1
        check_works(storage)


def test_a_file_whose_beginning_was_overwritten_is_replaced_by_its_backup_copy(tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path)
    path = tmp_path / "thorgames.db"
    data = b"\x00" * 4096 + path.read_bytes()[4096:]
    path.write_bytes(data)
    for number in range(2):
        with Storage(tmp_path) as storage:
            assert storage.path == tmp_path / "thorgames-2.db"
            assert len(storage.notices) == 3 - number
            assert ("The backup copy of 2" in storage.notices[-1]) == (number == 0)
            assert [whole(storage.load(one)) for one in ids] == [whole(one) for one in sessions]
    assert path.read_bytes() == data


def test_a_damaged_file_beside_one_that_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "thorgames.db").write_text("text")
    ids, sessions = saved(tmp_path)
    path = tmp_path / "thorgames-2.db"
    path.write_bytes(path.read_bytes()[:3_000])
    with Storage(tmp_path) as storage:
        assert storage.path == path
        assert len(storage.notices) == 3
        assert "It is kept as thorgames-2.damaged-2" in storage.notices[-1]
        assert whole(storage.load(ids[0])) == whole(sessions[0])


# --- other versions --------------------------------------------------------------------------------------------------


def add_column(db: sqlite3.Connection) -> None:
    db.execute("alter table games add column turns integer not null default 7")


def add_table(db: sqlite3.Connection) -> None:
    db.execute("create table places (name text)")
    db.execute("insert into places select names from games")


def fail(db: sqlite3.Connection) -> None:
    db.execute("delete from games")
    db.execute("insert into nowhere values (1)")


def test_an_older_file_is_brought_to_the_present_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids, sessions = saved(tmp_path, 2)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, add_column, add_table))
    for number in range(2):
        with Storage(tmp_path) as storage:
            assert storage.notices == []
            assert [whole(storage.load(one)) for one in ids] == [whole(one) for one in sessions]
            db = storage._db
            assert db.execute("pragma user_version").fetchone() == (3,)
            assert db.execute("select turns from games").fetchall() == [(7,)] * (2 + number)
            assert db.execute("select count(*) from places").fetchone() == (2,)
            check_works(storage)
    assert {"thorgames.db", "thorgames.backup.db", "thorgames.version-1.db"} <= names(tmp_path)
    monkeypatch.undo()
    with closing(sqlite3.connect(tmp_path / "thorgames.version-1.db")) as db:
        assert db.execute("pragma user_version").fetchone() == (1,)
        assert db.execute("select count(*) from games").fetchone() == (2,)


def test_a_new_file_has_the_present_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, add_column))
    with Storage(tmp_path) as storage:
        assert storage._db.execute("pragma user_version").fetchone() == (2,)
        check_works(storage)
    assert not names(tmp_path, "version")


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids, sessions = saved(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(schema, "STEPS", (*schema.STEPS, add_column, fail))
        with pytest.raises(StorageError, match=r"thorgames.db cannot be used"):
            Storage(tmp_path)
    with Storage(tmp_path) as storage:
        assert storage.notices == []
        assert whole(storage.load(ids[0])) == whole(sessions[0])


def test_an_older_backup_copy_is_brought_to_the_present_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids, sessions = saved(tmp_path)
    (tmp_path / "thorgames.db").write_bytes(b"SQLite")
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, add_column))
    with Storage(tmp_path) as storage:
        assert storage._db.execute("pragma user_version").fetchone() == (2,)
        assert whole(storage.load(ids[0])) == whole(sessions[0])


def test_a_file_of_a_newer_version_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(schema, "STEPS", (*schema.STEPS, add_column))
        ids, sessions = saved(tmp_path)
    path = tmp_path / "thorgames.db"
    before = contents(tmp_path)
    ours: list[str] = []
    for _ in range(2):
        with Storage(tmp_path) as storage:
            assert storage.path == tmp_path / "thorgames-2.db"
            assert storage.notices == [
                f"{path} was written by a newer version of this program, and stays as it is.",
                f"{tmp_path / 'thorgames-2.db'} is used instead.",
            ]
            assert [one.id for one in storage.running()] == ours
            if not ours:
                ours.append(storage.add(begin()))
    after = contents(tmp_path)
    assert {name: after[name] for name in before} == before
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, add_column))
    with Storage(tmp_path) as storage:  # the newer version goes on with its own file
        assert storage.path == path
        assert storage.notices == []
        assert whole(storage.load(ids[0])) == whole(sessions[0])


def test_a_newer_version_that_has_not_yet_written_its_number_to_the_file_itself(tmp_path: Path) -> None:
    saved(tmp_path)
    with Storage(tmp_path) as storage:
        storage._db.execute("pragma user_version = 9")  # it stands in the log only
        with Storage(tmp_path) as other:
            assert other.path == tmp_path / "thorgames-2.db"
            assert "newer version" in other.notices[0]


# --- the backup copy -------------------------------------------------------------------------------------------------


def in_backup(folder: Path) -> dict[str, int]:
    with closing(sqlite3.connect(f"{(folder / 'thorgames.backup.db').as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        return dict(db.execute("select id, moves from games"))


def test_the_backup_copy_follows(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        session = begin(seats=2, rounds="1")
        game_id = storage.add(session)
        assert in_backup(tmp_path) == {game_id: len(session.steps)}
        moves = len(session.steps)
        play(session, random.Random(1), 6)
        storage.save(game_id, session)
        assert in_backup(tmp_path) == {game_id: moves}
        with Storage(tmp_path):  # another window opens
            assert in_backup(tmp_path) == {game_id: len(session.steps)}
        there = {game_id: len(session.steps)}
        play(session, random.Random(1))
        storage.save(game_id, session)
        assert in_backup(tmp_path) == there  # not even the last answer waits for a copy
        other = begin(seats=2)
        there = {game_id: len(session.steps), storage.add(other): len(other.steps)}
        assert in_backup(tmp_path) == there
        storage.delete(game_id)
        assert in_backup(tmp_path) == there
    assert set(in_backup(tmp_path)) == set(there) - {game_id}


def test_the_backup_copy_is_not_written_without_need(tmp_path: Path) -> None:
    saved(tmp_path)
    before = (tmp_path / "thorgames.backup.db").stat()
    for _ in range(2):
        with Storage(tmp_path) as storage:
            assert len(storage.running()) == 1
    after = (tmp_path / "thorgames.backup.db").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_damage_that_happens_while_the_file_is_open_does_not_reach_the_backup_copy(tmp_path: Path) -> None:
    ids, sessions = saved(tmp_path)
    with Storage(tmp_path) as storage:
        session = storage.load(ids[0])
        path = tmp_path / "thorgames.db"
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(random.Random(1).randbytes(path.stat().st_size - 4096))
        for _ in range(3):
            answer(session, random.Random(1))
            with suppress(StorageError):  # SQLite may still have the pages in memory
                storage.save(ids[0], session)
        storage._copy_if_changed()
    with Storage(tmp_path) as storage:
        assert whole(storage.load(ids[0])) == whole(sessions[0])


def test_use_after_closing_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    session = begin()
    game_id = storage.add(session)
    storage.close()
    storage.close()
    for what in (storage.running, lambda: storage.save(game_id, session), lambda: storage.load(game_id)):
        with pytest.raises(StorageError, match="cannot be used"):
            what()
