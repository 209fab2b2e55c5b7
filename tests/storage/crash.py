"""Kills players at random moments, and looks at what is left; run by test_crash.py as a program of its own.

It loads everything once and forks a player for each round, so that many rounds take little time. What it finds wrong
it prints; nothing printed but the last line is good.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from screens.storage import Storage
from tests.storage.saves import answer, begin, contents, play, whole


def say(pipe: int, *words: object) -> None:
    os.write(pipe, (" ".join(map(str, words)) + "\n").encode())


def player(folder: Path, pipe: int, seed: int) -> None:
    """Goes on with the newest game, or new ones, and says before and after each save what it does."""
    rng = random.Random(seed)
    storage = Storage(folder)
    newest = storage.newest()
    if newest is not None:
        game_id, session = newest.id, storage.load(newest.id)
    else:
        session = begin(seats=4, thors_will="yes", rounds="1")
        game_id = storage.add(session)
    say(pipe, "saved", game_id, session.ply)
    while True:
        if session.pending() is None:
            session = begin(seats=4, thors_will="yes", rounds="1")
            game_id = storage.add(session)
            say(pipe, "saved", game_id, session.ply)
        seat = answer(session, rng)
        if session.undoable(seat) and rng.random() < 0.2:
            say(pipe, "confirmed", game_id, session.ply)
            storage.save(game_id, session)
            say(pipe, "saved", game_id, session.ply)
            session.undo(seat)
        say(pipe, "confirmed", game_id, session.ply)
        storage.save(game_id, session)
        say(pipe, "saved", game_id, session.ply)


def opener(folder: Path, pipe: int, seed: int) -> None:
    """Opens a storage whose file is damaged."""
    say(pipe, "opening")
    Storage(folder)
    say(pipe, "open")
    time.sleep(60)


def killed(work: object, folder: Path, seed: int, delay: float) -> list[list[str]]:
    """What a process said until it was killed, `delay` seconds after its first word."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            work(folder, writing, seed)  # type: ignore[operator]
        except BaseException as error:
            say(writing, "error", repr(error))
        finally:
            os._exit(1)
    os.close(writing)
    select.select([reading], [], [], 30)
    time.sleep(delay)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    said = b""
    while more := os.read(reading, 65_536):
        said += more
    os.close(reading)
    return [line.split(" ", 2) for line in said.decode().splitlines()]


def check(folder: Path, said: list[list[str]]) -> list[str]:
    """What is wrong with what a killed player left."""
    wrong = [str(line) for line in said if line[0] == "error"]
    confirmed: dict[str, int] = {}
    saved: dict[str, int] = {}
    for kind, game_id, ply in said:
        (saved if kind == "saved" else confirmed)[game_id] = int(ply)
    with Storage(folder) as storage:
        for game_id in saved:
            session = storage.load(game_id)
            last = max(saved[game_id], confirmed.get(game_id, 0))
            if not saved[game_id] <= session.ply <= last:
                wrong.append(f"{game_id} is at {session.ply}; saved: {saved[game_id]}, confirmed: {last}")
            if session.ply < last - 1:
                wrong.append(f"{game_id} has lost more than one answer")
            faults = session.game.faults(session.state)
            wrong += faults
            play(session, random.Random(1))
        wrong += storage.notices
    return wrong


def play_and_kill(folder: Path, rounds: int, rng: random.Random) -> tuple[list[str], int]:
    """Kill players that save all the time; what was wrong, and how many answers were saved in all."""
    wrong: list[str] = []
    answers = 0
    for seed in range(rounds):
        said = killed(player, folder, seed, rng.uniform(0.0, 0.08))
        wrong += check(folder, said)
        answers += sum(line[0] == "confirmed" for line in said)
    return wrong, answers


def open_and_kill(folder: Path, rounds: int, rng: random.Random) -> list[str]:
    """Kill processes that put a backup copy in the place of a damaged file: in the end the games are there."""
    session = begin()
    with Storage(folder) as storage:
        game_id = storage.add(session)
    files = contents(folder)
    wrong: list[str] = []
    for seed in range(rounds):
        for path in folder.iterdir():
            path.unlink()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        data = files["thorgames.db"]
        (folder / "thorgames.db").write_bytes(data[:4096] + rng.randbytes(len(data) - 4096))
        for again in range(rng.randint(1, 3)):
            said = killed(opener, folder, seed + again, rng.uniform(0.0, 0.01))
            wrong += [str(line) for line in said if line[0] == "error"]
        with Storage(folder) as storage:
            if [one.id for one in storage.games()] != [game_id] or whole(storage.load(game_id)) != whole(session):
                wrong.append("the game is lost")
        if len(list(folder.glob("*.damaged-*.db"))) != 1:
            wrong.append("the damaged file was not set aside once")
    return wrong


def main() -> None:
    folder, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    (folder / "play").mkdir()
    (folder / "open").mkdir()
    wrong, answers = play_and_kill(folder / "play", rounds, rng)
    wrong += open_and_kill(folder / "open", rounds // 3, rng)
    for one in wrong:
        print(one)
    print(f"{rounds} players killed after {answers} answers")


if __name__ == "__main__":
    main()
