"""What an answer costs at the end of a long match, against the beginning: it should be the same.

First the answer applied and saved, in this process; then, in a terminal, from the key that confirms it to the repaint.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from screens.storage import Storage
from tests.bench.figures import median, milliseconds
from tests.bench.key import to_hand
from tests.bench.terminal import Terminal, thorgames
from thorgames.core.ask import Answer, Ask
from thorgames.core.chance import Dealer
from thorgames.games import registry
from thorgames.session import Session

ROUNDS = 15
PAINTED = 9
TURNS = 200


def lengthening(ask: Ask, session: Session) -> Answer:
    """An answer that makes a match long: action cards first, and offerings where few lie."""
    ids = [option.id for option in ask.options]
    if ask.lo > 1:
        return tuple(ids[: ask.lo])
    if action := [i for i in ids if i == "draw" or ">" in i or "<" in i]:
        return (action[0],)
    if ask.kind.startswith("play"):
        view = session.view(None)
        column = dict(zip(view.seen.gods, view.seen.columns, strict=True))
        return (min(ids, key=lambda card: len(column[view.box.god_of[card]])),)
    return (ids[0],)


def new_session(seed: int = 1) -> Session:
    """A match of six rounds with six players and Thor's Will."""
    game = registry.load("thor")
    setup = game.setup("big", 6, {"thors-will": "yes", "rounds": "6"})
    return Session(game, setup, ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"], dealer=Dealer(seed))


def play(storage: Storage) -> tuple[list[float], list[int], int]:
    """Play and save a match: the seconds of each answer, the answers that take a god card, and the number of turns."""
    session = new_session()
    id = storage.add(session)
    seconds: list[float] = []
    takes: list[int] = []
    while (pending := session.pending()) is not None:
        ask = pending.asks[0]
        if ask.kind.startswith("take"):
            takes.append(len(seconds))
        answer = lengthening(ask, session)
        since = perf_counter()
        session.submit(ask.seat, answer)
        storage.save(id, session)
        seconds.append(perf_counter() - since)
    return seconds, takes, session.game.turns(session.state)


def stopped(storage: Storage, answers: int) -> str:
    """The same match, saved after so many answers; its id."""
    session = new_session()
    for _ in range(answers):
        pending = session.pending()
        assert pending is not None
        session.submit(pending.asks[0].seat, lengthening(pending.asks[0], session))
    return storage.add(session)


def painted(folder: Path, answers: int) -> list[float]:
    """The next answer, time after time: seconds from the key that confirms it to the repaint."""
    seconds = []
    for _ in range(PAINTED):
        with Storage(folder) as storage:
            id = stopped(storage, answers)
        with Terminal(thorgames("resume", id), folder) as terminal:
            to_hand(terminal)
            terminal.press("1")
            seconds.append(terminal.press("\r"))
    return seconds


def main() -> None:
    """Print the figures."""
    tenth: list[float] = []
    near: list[float] = []
    last: list[float] = []
    with TemporaryDirectory() as folder, Storage(Path(folder)) as storage:
        for _ in range(ROUNDS + 1):
            seconds, takes, turns = play(storage)
            tenth.append(seconds[9])
            near.append(seconds[-2])
            last.append(seconds[-1])
    print(f"  a match of {turns} turns, {len(seconds)} answers")
    if turns < TURNS:
        print(f"  it is shorter than {TURNS} turns")
    milliseconds("tenth answer, applied and saved", tenth[1:])
    milliseconds("last answer but one, applied and saved", near[1:])
    milliseconds("last answer, applied and saved", last[1:])
    print(f"  last but one : tenth = {median(near[1:]) / median(tenth[1:]):.2f}")
    print(f"  last : tenth = {median(last[1:]) / median(tenth[1:]):.2f}")
    # On the screen all three are answers that take a card, so that the same is to be painted.
    first = next(number for number in takes if number >= 9)
    with TemporaryDirectory() as folder:
        early = painted(Path(folder), first)
        late = painted(Path(folder), takes[-2])
        end = painted(Path(folder), takes[-1])
    milliseconds(f"answer {first + 1}, applied, saved and painted", early)
    milliseconds(f"answer {takes[-2] + 1}, applied, saved and painted", late)
    milliseconds(f"answer {takes[-1] + 1} (the last), with the result painted", end)
    print(f"  answer {takes[-2] + 1} : answer {first + 1} = {median(late) / median(early):.2f}")
    print(f"  last : answer {first + 1} = {median(end) / median(early):.2f}")
