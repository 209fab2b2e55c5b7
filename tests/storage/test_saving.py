"""Saving, resuming, listing, results and settings."""

from __future__ import annotations

import random
import sqlite3
import threading
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from screens.storage import Moved, Storage, StorageError
from screens.storage.games import ID_LETTERS
from tests.storage.saves import NAMES, answer, ask_of, begin, play, whole
from tests.suite import check_secret, games, marked
from thorgames.core.chance import Dealer
from thorgames.games import registry
from thorgames.session import Session

# --- games -----------------------------------------------------------------------------------------------------------


def test_a_new_game_is_saved_at_once(tmp_path: Path) -> None:
    session = begin(bots=1)
    with Storage(tmp_path) as first:
        game_id = first.add(session)
    assert len(game_id) == 4
    assert set(game_id) <= set(ID_LETTERS)
    with Storage(tmp_path) as second:
        assert whole(second.load(game_id)) == whole(session)
        assert second.notices == []
        (saved,) = second.running()
    assert (saved.id, saved.game, saved.mode, saved.names) == (game_id, "thor", "basic", NAMES[:3])
    assert (saved.holders, saved.moves, saved.status) == (("person", "person", "easy"), len(session.steps), "running")
    assert saved.progress == "round 1 of 3, turn 1"
    assert (saved.ranks, saved.scores, saved.reason) == ((), (), "")
    for moment in (saved.started, saved.updated):
        assert moment.tzinfo is not None
        assert timedelta(0) <= datetime.now().astimezone() - moment < timedelta(minutes=1)


def test_a_save_is_on_the_disk_when_it_is_over(storage: Storage) -> None:
    assert storage._db.execute("pragma journal_mode").fetchone() == ("wal",)
    assert storage._db.execute("pragma synchronous").fetchone() == (2,)  # full
    assert not storage._db.in_transaction


def test_an_id_may_be_typed_in_capitals(storage: Storage) -> None:
    session = begin()
    game_id = storage.add(session)
    assert whole(storage.load(f" {game_id.upper()} ")) == whole(session)
    answer(session, random.Random(1))
    storage.save(game_id.upper(), session)
    assert storage.running()[0].moves == len(session.steps)


@pytest.mark.usefixtures("toy_known")
@pytest.mark.parametrize(
    "session",
    [
        lambda: begin(seats=2, seed=1, rounds="2"),
        lambda: begin(seats=4, seed=2, thors_will="yes", rounds="1"),
        lambda: begin("thor", "big", 6, 3, thors_will="yes", rounds="2"),
        lambda: begin("toy", "long", 4, 4, ferryman="yes"),
        lambda: begin("toy", "long", 2, 5, ferryman="no"),
    ],
    ids=("basic", "will", "big-will", "toy-4", "toy-2"),
)
def test_a_game_goes_on_from_every_single_question(session: object, tmp_path: Path) -> None:
    """After a reload at any question, the remaining answers lead to the same end."""
    script = session()  # type: ignore[operator]
    played = session()  # type: ignore[operator]
    play(script, random.Random(3))
    given = [(step.seat, step.answer) for step in script.steps if step.seat >= 0]
    with Storage(tmp_path) as storage:
        game_id = storage.add(played)
        for number, (seat, one) in enumerate(given):
            again = storage.load(game_id)
            assert whole(again) == whole(played)
            if number % 5 == 0:
                for later in given[number:]:
                    again.submit(*later)
                assert again.steps == script.steps
                assert again.state == script.state
                again = storage.load(game_id)
            played = again  # the game itself is resumed at every question too
            played.submit(seat, one)
            storage.save(game_id, played)
        assert storage.notices == []
        assert storage.running() == []
        (saved,) = storage.finished()
    assert played.state == script.state
    assert saved.ranks == script.state.outcome.ranks


def test_a_reload_rerolls_no_chance(storage: Storage) -> None:
    session = begin(seats=2, rounds="2")
    game_id = storage.add(session)
    while session.state.round == 1:
        before = storage.load(game_id), storage.load(game_id)
        asked = ask_of(session)
        one = asked.options[0].id
        for each in (session, *before):
            each.submit(asked.seat, (one,))
            assert whole(each) == whole(session)
        storage.save(game_id, session)
    assert session.state.round == 2


def test_undo_is_saved(storage: Storage) -> None:
    session, rng = begin(thors_will="yes"), random.Random(2)
    game_id = storage.add(session)
    for _ in range(60):
        seat = answer(session, rng)
        storage.save(game_id, session)
        for _ in range(rng.randint(0, session.undoable(seat))):
            session.undo(seat)
            storage.save(game_id, session)
            assert whole(storage.load(game_id)) == whole(session)
            assert storage._db.execute("select count(*) from answers").fetchone() == (len(session.steps),)
    assert storage.notices == []


@pytest.mark.parametrize("seed", range(8))
def test_whatever_was_not_saved_is_saved_the_next_time(seed: int, tmp_path: Path) -> None:
    """Answers and undos in any order, saved now and then, from storages opened anew now and then."""
    rng = random.Random(seed)
    session = begin(thors_will="yes", seed=seed, rounds="1")
    storage = Storage(tmp_path)
    game_id = storage.add(session)
    while session.pending() is not None:
        seat = answer(session, rng)
        for _ in range(rng.randint(0, session.undoable(seat)) if rng.random() < 0.5 else 0):
            session.undo(seat)
        if rng.random() < 0.4:
            storage.save(game_id, session)
            with Storage(tmp_path) as other:
                assert whole(other.load(game_id)) == whole(session)
                assert other.notices == []
        if rng.random() < 0.1:
            storage.save(game_id, session)
            storage.close()
            storage = Storage(tmp_path)
            session = storage.load(game_id)
    storage.save(game_id, session)
    assert whole(storage.load(game_id)) == whole(session)
    storage.close()


def test_a_saved_game_keeps_its_cards(storage: Storage, tmp_path: Path) -> None:
    ours = begin()
    toml = ours.game.box.toml.replace('name = "Freya"', 'name = "Frøya"')
    theirs = registry.load("thor", registry.box("thor", toml, "/home/anna/my cards.toml"))
    session = Session(theirs, theirs.setup("basic", 2), ("Åsa", "Brun"))
    own = Session(theirs, theirs.setup("basic", 2), ("Eir", "Finn"))
    ids = [storage.add(one) for one in (ours, session, own)]
    assert [storage.load(one).game.box.toml for one in ids] == [ours.game.box.toml, toml, toml]
    assert storage.load(ids[1]).game.box.name("god-freya") == "Frøya"
    assert storage.load(ids[1]).game.box.file == "my cards.toml"
    with sqlite3.connect(tmp_path / "thorgames.db") as db:
        assert db.execute("select count(*) from packs").fetchone() == (2,)
    storage.delete(ids[1])
    assert storage.load(ids[2]).game.box.toml == toml
    storage.delete(ids[2])
    with sqlite3.connect(tmp_path / "thorgames.db") as db:
        assert db.execute("select count(*) from packs").fetchone() == (1,)


@pytest.mark.parametrize("seed", [0, -1, 2**63, 2**64 - 1, 2**64, 10**40, -(10**40)])
def test_any_seed_is_kept(seed: int, storage: Storage) -> None:
    session = begin(seed=seed)
    game_id = storage.add(session)
    assert whole(storage.load(game_id)) == whole(session)


def test_progress_is_the_games_own_or_the_one_given(storage: Storage) -> None:
    session = begin(seats=2)
    game_id = storage.add(session)
    play(session, random.Random(1), 4)
    storage.save(game_id, session)
    assert storage.running()[0].progress == session.speaker.plain(session.game.progress(session.view(None)))
    storage.save(game_id, session, "nearly over [/]")
    assert storage.running()[0].progress == "nearly over [/]"


def test_the_end_of_a_game(storage: Storage) -> None:
    session = begin(seats=3, rounds="1", bots=1)
    game_id = storage.add(session)
    while session.pending() is not None:
        assert storage.results() == []
        answer(session, random.Random(len(session.steps)))
        storage.save(game_id, session)
    outcome = session.state.outcome
    assert storage.running() == []
    assert storage.newest() is None
    (saved,) = storage.finished()
    assert (saved.ranks, saved.scores) == (outcome.ranks, outcome.scores)
    assert saved.reason == session.speaker.words[outcome.reason]
    results = storage.results()
    assert [(one.id, one.game, one.mode, one.seat, one.name, one.holder, one.rank, one.score) for one in results] == [
        (game_id, "thor", "basic", seat, NAMES[seat], session.holders[seat], outcome.ranks[seat], outcome.scores[seat])
        for seat in range(3)
    ]
    assert {one.ended for one in results} == {saved.updated}
    storage.save(game_id, session)
    assert storage.results()[0].name == NAMES[0]
    assert len(storage.results()) == 3
    again = storage.load(game_id)
    assert whole(again) == whole(session)
    assert again.pending() is None


def test_a_finished_game_that_goes_on_after_all_has_no_results(storage: Storage) -> None:
    session = begin(seats=2, rounds="1")
    game_id = storage.add(session)
    play(session, random.Random(1))
    storage.save(game_id, session)
    while session.state.outcome is not None:
        session.steps.pop()
        session.state = session.replayed()
        session.ply += 1
    storage.save(game_id, session)
    assert storage.finished() == []
    assert storage.results() == []
    assert [one.id for one in storage.running()] == [game_id]
    assert whole(storage.load(game_id)) == whole(session)


def test_lists_have_the_last_played_first(storage: Storage) -> None:
    sessions = [begin(seats=2, seed=seed, rounds="1") for seed in range(4)]
    ids = [storage.add(session) for session in sessions]
    assert [one.id for one in storage.running()] == ids[::-1]
    answer(sessions[1], random.Random(1))
    storage.save(ids[1], sessions[1])
    assert [one.id for one in storage.running()] == [ids[1], ids[3], ids[2], ids[0]]
    newest = storage.newest()
    assert newest is not None
    assert newest.id == ids[1]
    for number in (2, 0):
        play(sessions[number], random.Random(1))
        storage.save(ids[number], sessions[number])
    assert [one.id for one in storage.finished()] == [ids[0], ids[2]]
    assert [one.id for one in storage.running()] == [ids[1], ids[3]]
    assert [one.id for one in storage.results()] == [ids[0], ids[0], ids[2], ids[2]]
    assert [one.id for one in storage.games()] == [ids[0], ids[2], ids[1], ids[3]]


def test_an_empty_storage_has_nothing(storage: Storage) -> None:
    assert storage.running() == storage.finished() == storage.games() == []
    assert storage.results() == []
    assert storage.newest() is None
    assert storage.notices == []


def test_an_unknown_id_is_answered_with_those_that_exist(storage: Storage) -> None:
    with pytest.raises(StorageError, match=r"no game 'zzzz'.*No game is waiting"):
        storage.load("zzzz")
    ids = [storage.add(begin()) for _ in range(2)]
    for wrong in ("zzzz", "", "[/]", "'; drop table games; --", "x" * 500):
        with pytest.raises(StorageError) as refused:
            storage.load(wrong)
        assert all(f"{one} (thor)" in str(refused.value) for one in ids)
        assert "thorgames.db" in str(refused.value)


def test_what_was_not_opened_here_is_not_saved(tmp_path: Path) -> None:
    session = begin()
    with Storage(tmp_path) as storage:
        game_id = storage.add(session)
    with Storage(tmp_path) as storage:
        for unknown in (game_id, "zzzz"):
            with pytest.raises(StorageError, match="Resume it first"):
                storage.save(unknown, session)


def test_abandoning(storage: Storage) -> None:
    session = begin(rounds="1")
    game_id = storage.add(session)
    answer(session, random.Random(1))
    storage.save(game_id, session)
    storage.abandon(game_id)
    assert storage.running() == storage.finished() == []
    (saved,) = storage.games("abandoned")
    assert (saved.id, saved.status, saved.moves) == (game_id, "abandoned", len(session.steps))
    assert storage.results() == []
    for unknown in (game_id, "zzzz"):
        with pytest.raises(StorageError, match="goes on"):
            storage.abandon(unknown)
    again = storage.load(game_id)  # it can be taken up again
    assert whole(again) == whole(session)
    assert storage.running() == []
    answer(again, random.Random(1))
    storage.save(game_id, again)
    assert [one.id for one in storage.running()] == [game_id]


def test_deleting(storage: Storage, tmp_path: Path) -> None:
    kept, gone = begin(rounds="1"), begin(rounds="1")
    kept_id, gone_id = storage.add(kept), storage.add(gone)
    for game_id, session in ((kept_id, kept), (gone_id, gone)):
        play(session, random.Random(1))
        storage.save(game_id, session)
    storage.delete(gone_id)
    storage.delete("zzzz")
    assert [one.id for one in storage.finished()] == [kept_id]
    assert {one.id for one in storage.results()} == {kept_id}
    assert whole(storage.load(kept_id)) == whole(kept)
    with sqlite3.connect(tmp_path / "thorgames.db") as db:
        for table, column in (("answers", "game"), ("results", "game"), ("games", "id")):
            assert {row[0] for row in db.execute(f"select distinct {column} from {table}")} == {kept_id}


def test_ids_are_all_different(storage: Storage) -> None:
    session = begin()
    ids = [storage.add(session) for _ in range(60)]
    assert len(set(ids)) == 60


def test_a_taken_id_is_not_given_again(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("bbbb" + "bbbb" + "bbbb" + "cccc")
    monkeypatch.setattr("secrets.choice", lambda _: next(letters))
    assert [storage.add(begin()) for _ in range(2)] == ["bbbb", "cccc"]


def test_a_game_may_be_saved_from_another_thread(storage: Storage) -> None:
    session = begin()
    game_id = storage.add(session)
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(20):
                answer(session, random.Random(1))
                storage.save(game_id, session)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        assert len(storage.running()) == 1
        storage.set_setting("speed", "slow")
    thread.join()
    assert errors == []
    assert whole(storage.load(game_id)) == whole(session)


# --- two windows -----------------------------------------------------------------------------------------------------


def test_two_windows_with_one_game(tmp_path: Path) -> None:
    with Storage(tmp_path) as one, Storage(tmp_path) as other:
        mine = begin()
        game_id = one.add(mine)
        theirs = other.load(game_id)
        rng = random.Random(1)
        answer(mine, rng)
        one.save(game_id, mine)
        answer(theirs, rng)
        for _ in range(2):
            with pytest.raises(Moved, match="Another window"):
                other.save(game_id, theirs)
            assert whole(one.load(game_id)) == whole(mine)
        again = other.load(game_id)
        assert whole(again) == whole(mine)
        answer(again, rng)
        other.save(game_id, again)
        answer(mine, rng)
        with pytest.raises(Moved):
            one.save(game_id, mine)
        assert whole(other.load(game_id)) == whole(again)


def test_two_windows_undo_and_the_same_number_of_answers(tmp_path: Path) -> None:
    with Storage(tmp_path) as one, Storage(tmp_path) as other:
        mine = begin()
        game_id = one.add(mine)
        theirs = other.load(game_id)
        seat = answer(mine, random.Random(1))
        mine.undo(seat)
        one.save(game_id, mine)  # the same position as before, yet not the same moment
        answer(theirs, random.Random(1))
        with pytest.raises(Moved):
            other.save(game_id, theirs)


def test_a_second_look_at_a_game_does_not_make_an_old_session_new(tmp_path: Path) -> None:
    with Storage(tmp_path) as one, Storage(tmp_path) as other:
        mine = begin()
        game_id = one.add(mine)
        theirs = other.load(game_id)
        answer(theirs, random.Random(1))
        other.save(game_id, theirs)
        assert one.load(game_id).ply == theirs.ply
        answer(mine, random.Random(2))
        with pytest.raises(Moved):
            one.save(game_id, mine)
        assert whole(other.load(game_id)) == whole(theirs)


def test_a_window_learns_that_its_game_was_abandoned_or_deleted(tmp_path: Path) -> None:
    with Storage(tmp_path) as one, Storage(tmp_path) as other:
        for end in (other.abandon, other.delete):
            session = begin()
            game_id = one.add(session)
            end(game_id)
            answer(session, random.Random(1))
            with pytest.raises(Moved):
                one.save(game_id, session)
            assert one.running() == []


def test_two_windows_with_two_games(tmp_path: Path) -> None:
    with Storage(tmp_path) as one, Storage(tmp_path) as other:
        sessions = begin(), begin()
        ids = one.add(sessions[0]), other.add(sessions[1])
        for _ in range(20):
            for storage, game_id, session in zip((one, other), ids, sessions, strict=True):
                answer(session, random.Random(1))
                storage.save(game_id, session)
        for storage in (one, other):
            assert {saved.id for saved in storage.running()} == set(ids)
            for game_id, session in zip(ids, sessions, strict=True):
                assert whole(storage.load(game_id)) == whole(session)


# --- settings --------------------------------------------------------------------------------------------------------


def test_settings(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        assert storage.setting("theme", "dark") == "dark"
        assert storage.setting("theme") is None
        values = ["light", 3, 1.5, True, None, ["a", 1], {"a": {"b": []}}, "", "[/] 雪"]
        for value in values:
            storage.set_setting("theme", value)
            assert storage.setting("theme", "dark") == value
    with Storage(tmp_path) as storage:
        assert storage.setting("theme") == values[-1]


def test_how_a_game_was_set_up_is_remembered(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        assert storage.remembered("thor") == {}
        storage.remember("thor", ("Åsa", "[/]"), "basic", {"rounds": "2"}, ("person", "easy"))
        storage.remember("other", names=["Eir"], mode="solo")
    with Storage(tmp_path) as storage:
        thor = {"names": ["Åsa", "[/]"], "holders": ["person", "easy"], "mode": "basic", "options": {"rounds": "2"}}
        assert storage.remembered("thor") == thor
        assert storage.remembered("other") == {"names": ["Eir"], "holders": [], "mode": "solo", "options": {}}
        storage.remember("thor")
        assert storage.remembered("thor") == {"names": [], "holders": [], "mode": "", "options": {}}


# --- without a file --------------------------------------------------------------------------------------------------


def test_a_storage_in_memory(tmp_path: Path) -> None:
    with Storage.in_memory("No folder.") as storage:
        assert storage.path is None
        assert storage.notices == ["No folder.", "Nothing is saved: games are lost when the program ends."]
        storage.notices.clear()
        session = begin(rounds="1")
        game_id = storage.add(session)
        while session.pending() is not None:
            answer(session, random.Random(1))
            storage.save(game_id, session)
        assert whole(storage.load(game_id)) == whole(session)
        assert len(storage.results()) == 3
        storage.set_setting("a", 1)
        assert storage.setting("a") == 1
        assert storage.notices == []
        with pytest.raises(StorageError, match="in memory"):
            storage.load("zzzz")
    assert list(tmp_path.iterdir()) == []
    assert len(Storage.in_memory().notices) == 1


# --- what the lists tell ---------------------------------------------------------------------------------------------


def test_lists_and_errors_name_no_card(tmp_path: Path) -> None:
    game = marked(games()["thor"])
    setup = game.setup("basic", 3, {"thors-will": "yes"})
    with Storage(tmp_path) as storage:
        session = Session(game, setup, NAMES[:3], dealer=Dealer(123456789))
        game_id = storage.add(session)
        said = []
        while session.pending() is not None:
            answer(session, random.Random(len(session.steps)))
            storage.save(game_id, session)
            said += [repr(storage.games()), repr(storage.results()), repr(vars(storage))]
        with pytest.raises(StorageError) as refused:
            storage.load("zzzz")
        said.append(str(refused.value))
    check_secret(game, said)
    assert not any("123456789" in one for one in said)
