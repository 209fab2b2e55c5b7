"""What lies on the disk tells no card and no seed, and a damaged piece is found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from screens.storage import Storage, masking
from screens.storage.masking import Damaged, mask, unmask
from tests.storage.saves import NAMES, answer, begin, contents
from tests.suite import AnyGame, games
from thorgames.session import Session

SEED = 0x6B8B4567327B23C6


def words(game: AnyGame) -> set[str]:
    """Whatever names a card."""
    found = set()
    for card in game.box.cards.values():
        found |= {card.id, card.name, card.original, game.box.name(card.id)}
    return found - {""}


def seeds(seed: int) -> dict[str, bytes]:
    """Ways to write the seed."""
    return {
        "decimal": str(seed).encode(),
        "hexadecimal": b"%x" % seed,
        "capitals": b"%X" % seed,
        "big": seed.to_bytes(8, "big"),
        "little": seed.to_bytes(8, "little"),
    }


def search(data: bytes, needles: dict[str, bytes]) -> list[str]:
    return [name for name, needle in needles.items() if needle in data]


def check_no_secret(folder: Path, game: AnyGame, seed: int) -> None:
    """No file of the folder has a card or the seed in it."""
    cards = {word: word.encode() for word in words(game)}
    # In the log there are checksums, in which three letters may turn up by chance; all else is the same each time.
    long = {word: needle for word, needle in cards.items() if len(needle) > 4}
    assert len(long) > 40
    for name, data in contents(folder).items():
        assert search(data, seeds(seed)) == [], name
        assert search(data, long if name.endswith(("-wal", "-shm")) else cards) == [], name


@pytest.fixture
def same_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and nonces are the same in each run, so that a short word does not turn up by chance some day."""
    monkeypatch.setattr(masking, "urandom", random.Random(7).randbytes)


@pytest.mark.usefixtures("same_noise")
def test_no_file_has_a_card_or_the_seed_in_it(tmp_path: Path) -> None:
    game = games()["thor"]
    setup = game.setup("big", 4, {"thors-will": "yes", "rounds": "2"})
    session = begin("thor", "big", 4, SEED, thors_will="yes", rounds="2")
    assert session.setup == setup
    assert session.dealer.seed == SEED
    with Storage(tmp_path) as storage:
        game_id = storage.add(session)
        while session.pending() is not None:
            seat = answer(session, random.Random(len(session.steps)))
            storage.save(game_id, session)
            if session.undoable(seat) and len(session.steps) % 10 == 0:
                session.undo(seat)
                storage.save(game_id, session)
                answer(session, random.Random(1))
                storage.save(game_id, session)
            if len(session.steps) % 20 == 0:
                check_no_secret(tmp_path, game, SEED)
        assert (tmp_path / "thorgames.db-wal").stat().st_size > 100_000
        check_no_secret(tmp_path, game, SEED)
    check_no_secret(tmp_path, game, SEED)
    assert {"thorgames.db", "thorgames.backup.db"} <= set(contents(tmp_path))
    damaged = bytearray((tmp_path / "thorgames.db").read_bytes())
    damaged[5_000:] = bytes(len(damaged) - 5_000)
    (tmp_path / "thorgames.db").write_bytes(damaged)
    with Storage(tmp_path) as storage:
        assert storage.finished()[0].id == game_id
    check_no_secret(tmp_path, game, SEED)


def test_the_search_would_find_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the mask all of it is there; and what is public is always there."""
    game = games()["thor"]
    monkeypatch.setattr("screens.storage.masking.mask", lambda key, data: data)
    monkeypatch.setattr("screens.storage.packing.zlib.compress", lambda data: data)
    session = begin("thor", "big", 4, SEED, thors_will="yes")
    with Storage(tmp_path) as storage:
        storage.add(session)
    data = (tmp_path / "thorgames.db").read_bytes()
    cards = {word: word.encode() for word in words(game) if not word.startswith(("Freya ", "Odin ", "Thor "))}
    assert len(search(data, cards)) > 50
    assert search(data, seeds(SEED)) == ["decimal"]
    assert all(name.encode() in data for name in NAMES[:4])
    assert b"round 1 of 4, turn 1" in data


def test_two_games_with_the_same_seed_look_different(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        first, second = [storage.add(begin(seed=SEED)) for _ in range(2)]
        rows = dict(storage._db.execute("select id, snapshot from games"))
        steps = [
            [row[0] for row in storage._db.execute("select step from answers where game = ? order by number", (one,))]
            for one in (first, second)
        ]
    assert len(rows[first]) == len(rows[second])
    assert sum(a == b for a, b in zip(rows[first], rows[second], strict=True)) < 40
    assert not set(steps[0]) & set(steps[1])


# --- the mask --------------------------------------------------------------------------------------------------------


def samples() -> Iterator[bytes]:
    yield from (b"", b"a", b"god-freya", bytes(5_000), "Njörd".encode() * 300)


def test_what_was_masked_comes_back() -> None:
    key = masking.new_key()
    assert len(key) == masking.KEY_LENGTH
    for data in samples():
        masked = mask(key, data)
        assert unmask(key, masked) == data
        assert masked[:1] == masking.FORMAT
        assert mask(key, data) != masked
        assert len(data) < 4 or data not in masked  # a single byte may turn up by chance


def test_another_key_does_not_do() -> None:
    for data in samples():
        with pytest.raises(Damaged):
            unmask(masking.new_key(), mask(masking.new_key(), data))


def test_every_change_is_noticed() -> None:
    key = masking.new_key()
    for data in (b"", b"god-freya"):
        masked = mask(key, data)
        for at in range(len(masked)):
            for bit in range(8):
                with pytest.raises(Damaged):
                    unmask(key, masked[:at] + bytes([masked[at] ^ 1 << bit]) + masked[at + 1 :])
            with pytest.raises(Damaged):
                unmask(key, masked[:at])
            with pytest.raises(Damaged):
                unmask(key, masked[:at] + masked[at + 1 :])
        with pytest.raises(Damaged):
            unmask(key, masked + b"\x00")


def test_masked_bytes_look_like_noise() -> None:
    masked = mask(masking.new_key(), bytes(256_000))[1:]
    counts = [masked.count(value) for value in range(256)]
    assert 800 < min(counts) <= max(counts) < 1_200


def test_a_session_in_a_file_of_another_key_is_damaged(tmp_path: Path) -> None:
    with Storage(tmp_path / "a") as one, Storage(tmp_path / "b") as other:
        assert one._key != other._key
        session: Session = begin()
        row = one._db.execute("select value from meta where key = 'key'").fetchone()
        assert row == (one._key,)
        assert whole_again(one, session)
        assert whole_again(other, session)


def whole_again(storage: Storage, session: Session) -> bool:
    return storage.load(storage.add(session)).state == session.state
