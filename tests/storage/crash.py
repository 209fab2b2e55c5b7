"""Kills players at random moments, and looks at what is left; run by test_crash.py as a program of its own.

`python -m tests.storage.crash FOLDER ROUNDS SEED GAME...` loads everything once and forks a player for each round, so
that many rounds take little time. Most players answer and save as fast as they can; every fifth sits at the real
screens against the hard level, and may be killed while it thinks. A game for which nothing wrong is found takes one
line; everything else that is printed is wrong.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import screens.play
import screens.thinking
from screens.start import NewGame, Resume, Start
from screens.storage import Storage
from screens.table.base import TableScreen
from tests.storage.saves import NAMES, answer, begin, contents, play, whole
from tests.ui.driver import Desk, desk, hasty
from thorgames.bots.hard import Hard
from thorgames.core.ask import Answer, Ask
from thorgames.games import registry
from thorgames.session import PERSON, Session, next_place

PLAYOUTS = 12
"""Games that the hard level plays on in thought here: few, so that it is killed at many of its answers."""

Work = Callable[[Path, int, int, str], None]


def say(pipe: int, *words: object) -> None:
    os.write(pipe, (" ".join(map(str, words)) + "\n").encode())


def mark(session: Session) -> str:
    """Stands for where a session is: its state, how it came there, and what chance has still to give."""
    told = (session.game.pack(session.state), len(session.steps), session.dealer.seed, session.dealer.drawn)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def named(found: Answer) -> str:
    """An answer in one word."""
    return "+".join(found) or "none"


def another(game_id: str, rng: random.Random) -> Session:
    """A new game of any mode, for any number of players."""
    mode = rng.choice(registry.info(game_id).modes)
    return begin(game_id, mode.id, rng.choice(mode.seats), rng.getrandbits(32))


# --- those who are killed ---------------------------------------------------------------------------------------------


def player(folder: Path, pipe: int, seed: int, game_id: str) -> None:
    """Goes on with the newest game, or new ones, and says before and after each save what it does."""
    rng = random.Random(seed)
    storage = Storage(folder)
    newest = storage.newest()
    if newest is not None:
        saved, session = newest.id, storage.load(newest.id)
    else:
        session = another(game_id, rng)
        saved = storage.add(session)
    say(pipe, "saved", saved, session.ply, mark(session))

    def save() -> None:
        say(pipe, "confirmed", saved, session.ply, mark(session))
        storage.save(saved, session)
        say(pipe, "saved", saved, session.ply, mark(session))

    while True:
        if session.pending() is None or rng.random() < 0.005:
            session = another(game_id, rng)
            saved = storage.add(session)
            say(pipe, "saved", saved, session.ply, mark(session))
        seat = answer(session, rng)
        if session.undoable(seat) and rng.random() < 0.2:
            save()
            session.undo(seat)
        save()


class Telling(Storage):
    """A storage that says what is saved in it."""

    pipe = -1

    def add(self, session: Session) -> str:
        saved = super().add(session)
        say(self.pipe, "saved", saved, session.ply, mark(session))
        return saved

    def save(self, game_id: str, session: Session, progress: str | None = None) -> None:
        say(self.pipe, "confirmed", game_id, session.ply, mark(session))
        super().save(game_id, session, progress)
        say(self.pipe, "saved", game_id, session.ply, mark(session))


class Thinker:
    """The hard level, which says when it begins to think and what it has found."""

    slow = True

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe
        self.hard = Hard(PLAYOUTS)
        self.here: Desk

    def choose(
        self, ask: Ask, look: Callable[[], Any], rng: random.Random, watch: Callable[[float], bool] | None = None
    ) -> Answer:
        at = mark(self.here.session)
        say(self.pipe, "thinking", at, len(ask.options), "-")
        found = self.hard.choose(ask, look, rng, watch)
        say(self.pipe, "thought", at, len(ask.options), named(found))
        return found


def at_the_screens(folder: Path, pipe: int, seed: int, game_id: str) -> None:
    """One person against the hard level, through the real screens; the newest game goes on, or another begins."""
    asyncio.run(before_the_screens(folder, pipe, seed, game_id))


async def before_the_screens(folder: Path, pipe: int, seed: int, game_id: str) -> None:
    rng = random.Random(seed)
    thinker: Any = Thinker(pipe)
    levels: Any = {**screens.play.LEVELS, "hard": thinker}
    screens.play.LEVELS = levels
    screens.thinking.BEAT = 0.02
    start: Start = Resume()
    with Storage(folder) as storage:
        if storage.newest() is None:
            one = another(game_id, rng)
            holders = (PERSON, *("hard" for _ in range(one.setup.seats - 1)))
            start = NewGame(one.setup, NAMES[: one.setup.seats], holders, None, one.dealer.seed)
    here = thinker.here = desk(folder, start, seed)
    here.app.storage.close()
    Telling.pipe = pipe
    here.app.storage = Telling(folder)
    async with here.sit():
        if isinstance(start, Resume):
            say(pipe, "saved", here.lead.game_id, here.session.ply, mark(here.session))
        while await here.step(choose=hasty):
            if isinstance(here.screen, TableScreen) and here.screen.done and rng.random() < 0.3:
                await here.press("u")


def opener(folder: Path, pipe: int, seed: int, game_id: str) -> None:
    """Opens a storage whose file is damaged."""
    say(pipe, "opening")
    Storage(folder)
    say(pipe, "open")
    time.sleep(60)


def killed(work: Work, folder: Path, seed: int, game_id: str, delay: float) -> list[list[str]]:
    """What a process said until it was killed, `delay` seconds after its first word."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            work(folder, writing, seed, game_id)
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
    return [line.split(" ", 3) for line in said.decode().splitlines()]


# --- what is left -----------------------------------------------------------------------------------------------------


class Left:
    """What is found in a folder after each kill, and what was wrong with it.

    Attributes:
        wrong: sentences.
        answers: how many were to be saved in all.
        same: how often a game came back at the answer that was about to be saved; `before`: at the one before it.
        thinking: how often a computer opponent was killed while it thought.
        again: how often one that was killed in thought found, when it thought again, what it would have found then.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: list[str] = []
        self.answers = self.same = self.before = self.thinking = self.again = 0
        self.thoughts: dict[str, str] = {}

    def look(self, said: list[list[str]]) -> None:
        """Look at what a killed player left."""
        self.wrong += [" ".join(line) for line in said if line[0] == "error"]
        confirmed: dict[str, int] = {}
        saved: dict[str, int] = {}
        marks: dict[tuple[str, int], str] = {}
        for kind, game_id, ply, at in (line for line in said if line[0] in ("saved", "confirmed")):
            (saved if kind == "saved" else confirmed)[game_id] = int(ply)
            marks[game_id, int(ply)] = at
            self.answers += kind == "confirmed"
        thoughts = [line for line in said if line[0] in ("thinking", "thought")]
        cut_short = thoughts[-1][1] if thoughts and thoughts[-1][0] == "thinking" else ""
        self.thinking += bool(cut_short)
        self.compare(thoughts)
        with Storage(self.folder) as storage:
            for game_id in saved:
                session = storage.load(game_id)
                last = max(saved[game_id], confirmed.get(game_id, 0))
                if not saved[game_id] <= session.ply <= last or session.ply < last - 1:
                    self.wrong.append(f"{game_id} is at {session.ply}; saved: {saved[game_id]}, confirmed: {last}")
                elif mark(session) != marks[game_id, session.ply]:
                    self.wrong.append(f"{game_id} is not what it was at {session.ply}")
                if saved[game_id] < last:
                    self.same += session.ply == last
                    self.before += session.ply == last - 1
                self.wrong += session.game.faults(session.state)
                if mark(session) == cut_short:
                    self.think(session)
                play(session, random.Random(1), 10)
            self.wrong += storage.notices

    def compare(self, thoughts: list[list[str]]) -> None:
        """What was thought about twice came out the same."""
        for kind, at, _, found in thoughts:
            if kind == "thought":
                self.again += at in self.thoughts
                if self.thoughts.setdefault(at, found) != found:
                    self.wrong.append(f"thought about again, {self.thoughts[at]} became {found}")

    def think(self, session: Session) -> None:
        """Find what a computer opponent that was killed in thought would have found."""
        place = next_place(session.pending(), None, session.persons)
        if place.kind != "bot" or place.ask is None:
            self.wrong.append("a computer opponent was killed in thought, and is not asked any more")
            return
        ask = place.ask
        found = Hard(PLAYOUTS).choose(ask, lambda: session.view(ask.seat), session.bot_random(ask.seat), lambda _: True)
        self.thoughts[mark(session)] = named(found)


def play_and_kill(folder: Path, rounds: int, game_id: str, rng: random.Random) -> Left:
    """Kill players that save all the time, and such that sit before the screens."""
    left, thought_about = Left(folder / "play"), Left(folder / "screens")
    for seed in range(rounds):
        if seed % 5 == 4:
            thought_about.look(killed(at_the_screens, folder / "screens", seed, game_id, rng.uniform(0.0, 1.2)))
        else:
            left.look(killed(player, folder / "play", seed, game_id, rng.uniform(0.0, 0.08)))
    left.wrong += thought_about.wrong
    left.answers += thought_about.answers
    left.same, left.before = left.same + thought_about.same, left.before + thought_about.before
    left.thinking, left.again = thought_about.thinking, thought_about.again
    return left


def open_and_kill(folder: Path, rounds: int, game_id: str, rng: random.Random) -> list[str]:
    """Kill processes that put a backup copy in the place of a damaged file: in the end the games are there."""
    session = another(game_id, rng)
    with Storage(folder) as storage:
        saved = storage.add(session)
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
            said = killed(opener, folder, seed + again, game_id, rng.uniform(0.0, 0.01))
            wrong += [" ".join(line) for line in said if line[0] == "error"]
        with Storage(folder) as storage:
            if [one.id for one in storage.games()] != [saved] or whole(storage.load(saved)) != whole(session):
                wrong.append("the game is lost")
        if len(list(folder.glob("*.damaged-*.db"))) != 1:
            wrong.append("the damaged file was not set aside once")
    return wrong


def main() -> None:
    folder, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    for game_id in sys.argv[4:]:
        rng = random.Random(f"{seed} {game_id}")
        for name in ("play", "screens", "open"):
            (folder / game_id / name).mkdir(parents=True)
        registry.load(game_id)
        gc.freeze()
        left = play_and_kill(folder / game_id, rounds, game_id, rng)
        wrong = left.wrong + open_and_kill(folder / game_id / "open", rounds // 3, game_id, rng)
        for one in wrong:
            print(f"wrong: {one}")
        print(
            f"{game_id}: {rounds} players killed after {left.answers} answers; of those being saved {left.same} were"
            f" there and {left.before} were not; {left.thinking} killed in thought, {left.again} of them found the same"
        )


if __name__ == "__main__":
    main()
