"""A finished game looked at again: which position is shown, through whose eyes, and what stays closed even then."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList

from screens import gamefile
from screens.home import HomeScreen
from screens.keeping import keep
from screens.keymap import COMMANDS, REPLAY
from screens.panels.card import CardPanel
from screens.panels.history import HistoryPanel
from screens.panels.keys import KeysPanel
from screens.panels.log import LogPanel
from screens.panels.rules import RulesPanel
from screens.recording import OPEN, Eyes, Recording, StillSecret, recorded
from screens.replay import ReplayScreen, TurnPanel
from screens.result import ResultScreen
from screens.start import Home, Replay
from screens.storage import Storage
from tests import toy
from tests.ui.driver import NAMES, Desk, desk, forward, hasty, new_game
from tests.ui.test_canary import KNOWS, LAID_OPEN, hidden_of, marked
from thorgames.core.ask import Answer, Ask, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import CardFileError
from thorgames.core.game import Game
from thorgames.core.text import plain
from thorgames.core.zones import BACK
from thorgames.games import registry
from thorgames.session import Session

MODES = [(game_id, mode.id) for game_id in registry.GAMES for mode in registry.info(game_id).modes]

TOO = [*MODES, ("toy", "long")]


# --- finished games ---------------------------------------------------------------------------------------------------


def quick(ask: Ask, rng: random.Random) -> Answer:
    """A legal answer that brings the end nearer, more often than not."""
    return legal(ask, rng) if ask.need or ask.budget else hasty(ask, rng)


def play_out(session: Session, seed: int) -> Session:
    """Play a game to its end; where cards can be drawn in secret, at random, so that they are."""
    rng, choose = random.Random(seed), legal if session.setup.options.get("thors-will") == "yes" else quick
    while (pending := session.pending()) is not None:
        session.submit(pending.asks[0].seat, choose(pending.asks[0], rng))
    return session


@cache
def finished(game_id: str, mode: str, seed: int = 1, seats: int = 0, **options: str) -> Session:
    """A finished game with marker words for names; each card that can be hidden has one copy, if the game allows it."""
    game: Game[Any, Any, Any] = toy.load() if game_id == "toy" else registry.load(game_id)
    seats = seats or next(one.seats[0] for one in game.info.modes if one.id == mode)
    setup = game.setup(mode, seats, options)
    hidden = hidden_of(game, game.new(setup))
    for split in (hidden, ()):
        try:
            own = type(game)(type(game.box)(marked(game, split), "marked.toml"))
            return play_out(Session(own, setup, NAMES[:seats], None, Dealer(seed)), seed)
        except (CardFileError, ValueError):
            assert split
    raise AssertionError


def thor(rounds: str = "2") -> Session:
    """A game of Thor with hands that stay closed for good."""
    return finished("thor", "basic", 3, 3, **{"rounds": rounds, "thors-will": "yes"})


def plain_game(storage: Storage, over: bool = True) -> str:
    """A short game of Thor among the saved ones; its id."""
    game = registry.load("thor")
    session = Session(game, game.setup("basic", 2, {"rounds": "1", "first": "1"}), NAMES[:2], dealer=Dealer(2))
    return storage.add(play_out(session, 2) if over else session)


def every_eyes(session: Session) -> list[Eyes]:
    """The table's, each seat's, and those that see all that may be seen."""
    return [None, *range(session.setup.seats), OPEN]


async def show(here: Desk, session: Session) -> ReplayScreen:
    """Look at a finished game."""
    screen = ReplayScreen(Recording(session))
    here.app.push_screen(screen)
    await here.settle()
    assert here.screen is screen
    return screen


# --- what may be seen, worked out from the true states ----------------------------------------------------------------


class Truth:
    """What every pair of eyes may see of a game, worked out without the code that hides cards."""

    def __init__(self, session: Session) -> None:
        self.session, self.game = session, session.game
        self.knows = KNOWS[session.setup.game]
        state = self.game.new(session.setup)
        self.states = [state]
        for step in session.steps:
            state = self.game.apply(state, step.seat, step.answer).state
            self.states.append(state)
        self.hidden = hidden_of(self.game, self.states[-1])
        self.words = {
            word: card.id
            for card in self.game.box.cards.values()
            for word in (card.name, card.original, card.short, card.note)
        }
        self.finds = re.compile("|".join(sorted(map(re.escape, self.words), key=len, reverse=True)))

    def cards_in(self, text: str) -> set[str]:
        """The hidden cards that a text names."""
        return {self.words[word] for word in self.finds.findall(text)} & self.hidden

    def laid_open(self, number: int) -> set[str]:
        """Cards that a step told to everybody."""
        events = self.session.steps[number].events
        told = {card for event in events for arg in event.args for card in str(arg).split()}
        return told & self.hidden

    def seat_may(self, number: int, eyes: Eyes) -> set[str]:
        """What a pair of eyes may see in the state after so many steps."""
        state = self.states[number]
        if eyes != OPEN:
            return self.knows(state, eyes)
        return set().union(*(self.knows(state, seat) for seat in (None, *range(state.seats))))

    @cached_property
    def later(self) -> list[set[str]]:
        """For each state, the cards that lie open or are named then or later, or lie in what is opened at the end.

        At Thor nothing is opened at the end, and a later round does not open the hands of this one.
        """
        out: list[set[str]] = []
        opened: set[str] = set()
        for number in range(len(self.states) - 1, -1, -1):
            state = self.states[number]
            if out and self.game.info.id == "thor" and state.round != self.states[number + 1].round:
                opened = self.laid_open(number)
            elif out:
                opened = opened | self.laid_open(number)
            opened = opened | self.knows(state, None)
            for zone in self.game.layout.zones:
                for index, pile in enumerate(zone.piles(state)):
                    if zone.after is not None and zone.after(state, index, None):
                        opened |= set(pile)
            out.append(opened)
        return out[::-1]

    @cached_property
    def told(self) -> dict[Eyes, list[set[str]]]:
        """For each pair of eyes and each state, the cards that they saw in any state so far, or were told of."""
        every: dict[Eyes, list[set[str]]] = {}
        for eyes in every_eyes(self.session):
            so_far: set[str] = set()
            every[eyes] = []
            for number in range(len(self.states)):
                for event in self.session.steps[number - 1].events if number else ():
                    if event.kind in LAID_OPEN:
                        so_far = so_far | {card for arg in event.args for card in str(arg).split()}
                    if eyes == OPEN or eyes in event.to:
                        so_far = so_far | {card for arg in event.secret for card in str(arg).split()}
                so_far = so_far | self.seat_may(number, eyes)
                every[eyes].append(so_far)
        return every


async def look_at(here: Desk, session: Session, places: Sequence[int], every: Sequence[Eyes] = ()) -> None:
    """Look at some positions through these eyes, or all of them, on the real screen."""
    truth, shown = Truth(session), set()
    screen = await show(here, session)
    record = screen.recording
    for at in places:
        screen.at = at % len(record)
        for eyes in every or every_eyes(session):
            screen.eyes = eyes
            screen.show_all()
            await here.settle()
            now, before = record.ends[screen.at], record.ends[screen.at - 1]
            may = truth.seat_may(now, eyes) | truth.seat_may(before, eyes) | truth.laid_open(before)
            seen = truth.cards_in("\n".join(here.glass.lines([screen.query_one("#recent").region])))
            assert seen <= may, f"{session.setup.mode}, step {screen.at}, eyes of {eyes}"
            may |= truth.told[eyes][now]
            assert truth.cards_in(here.text) <= may, f"{session.setup.mode}, step {screen.at}, log to {eyes}"
            shown |= seen
    assert shown
    await here.press("q")


@pytest.mark.parametrize("game_id", [*registry.GAMES, "toy"])
async def test_no_eyes_see_what_they_may_not(game_id: str, folder: Path, toy_too: None) -> None:
    """In the middle of a game of each mode; and at the end of one, with all eyes."""
    here = desk(folder, Home())
    async with here.sit():
        for mode in [mode for game, mode in TOO if game == game_id]:
            session = finished(game_id, mode)
            middle = sum(step.seat >= 0 for step in session.steps) // 2
            if mode == registry.info(game_id).modes[0].id:
                await look_at(here, session, [middle, -1])
            else:
                await look_at(here, session, [middle], [0, OPEN])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game_id", "mode"), TOO)
async def test_no_eyes_see_at_any_step_what_they_may_not(
    game_id: str, mode: str, seed: int, folder: Path, toy_too: None
) -> None:
    session = finished(game_id, mode, seed)
    here = desk(folder, Home())
    async with here.sit():
        await look_at(here, session, range(1, 1 + sum(step.seat >= 0 for step in session.steps), 1 + 4 * (seed < 2)))


@pytest.mark.parametrize(("game_id", "mode"), TOO)
def test_a_view_of_a_replay_is_a_view_of_the_game_and_shows_no_more(game_id: str, mode: str) -> None:
    session = finished(game_id, mode)
    record, truth = Recording(session), Truth(session)
    assert record.fault == ""
    assert record.states == truth.states
    opened = False
    for at in range(0, len(record), max(1, len(record) // 20)):
        number = record.ends[at]
        state = record.state(at)
        later = truth.later[number]
        for eyes in every_eyes(session):
            seen, true = record.view(at, eyes).seen, session.game.view(state, None if eyes == OPEN else eyes).seen
            for zone in session.game.layout.zones:
                for index, (pile, own) in enumerate(zip(zone.piles(seen), zone.piles(true), strict=True)):
                    known = [card for card in pile if card != BACK]
                    if eyes != OPEN:
                        assert all(card in (real, BACK) for card, real in zip(pile, own, strict=True))
                    if not zone.seen(state, index, None):
                        assert set(known) <= later, f"{zone.field} at {at} through the eyes of {eyes}"
                    opened = opened or (eyes == OPEN and known and not zone.seen(state, index, None))
            if eyes != OPEN:
                same = {name for name in type(seen).__struct_fields__ if name not in {z.field for z in record._kept}}
                assert all(getattr(seen, name) == getattr(true, name) for name in same)
    assert opened or session.setup.seats == 1


def test_a_hand_that_stays_closed_is_closed_to_all_eyes() -> None:
    """At Thor: every card that is played later in its round is seen, none other."""
    session = thor()
    record, truth = Recording(session), Truth(session)
    closed = 0
    for at in range(len(record)):
        state, later = record.state(at), truth.later[record.ends[at]]
        for eyes in every_eyes(session)[1:]:
            hands = dict(record.hands(at, eyes))
            for seat in range(state.seats) if eyes == OPEN else [eyes]:
                true = [*state.offerings[seat], *state.actions[seat]]
                shown = [card if card in later else BACK for card in true]
                seen = [card for _, cards in hands.get(seat, []) for card in cards]
                assert sorted(seen) == sorted(shown), f"step {at}, hand of {seat}, eyes of {eyes}"
                closed += shown.count(BACK)
        assert record.hands(at, None) == []
        assert not set(state.aside) & set(record.view(at, OPEN).seen.aside)
    assert closed > 100


def test_what_was_looked_at_and_put_back_stays_closed() -> None:
    """At Kardnarök a player looks at cards of a pile: those that he puts back are not shown, nor told of."""
    hidden = told = 0
    for seed in range(4):
        session = finished("kardnarok", "basic", seed)
        record, truth = Recording(session), Truth(session)
        for at in range(len(record)):
            state, number = record.state(at), record.ends[at]
            for seat in range(state.seats):
                seen = record.view(at, seat).seen
                for field in ("peek_w", "peek_n"):
                    true, shown = getattr(state, field)[seat], getattr(seen, field)[seat]
                    for card, face in zip(true, shown, strict=True):
                        hidden += face == BACK
                        told += face != BACK
                        assert face == BACK or card in truth.later[number]
    assert hidden
    assert told


def test_secrets_are_told_to_those_eyes_alone_that_heard_them() -> None:
    session = thor()
    record, speaker = Recording(session), session.speaker
    steps = range(len(record.steps))
    heard: list[Eyes] = []
    closed: list[Eyes] = []
    for eyes in every_eyes(session):
        lines = [plain(text) for _, text in record.events(steps, eyes)]
        table = [plain(speaker.tell(event, None)) for step in record.steps for event in step.events]
        mine = [
            plain(speaker.tell(event, event.to[0] if eyes == OPEN and event.to else eyes if eyes != OPEN else None))
            for step in record.steps
            for event in step.events
        ]
        assert all(line in both for line, both in zip(lines, zip(table, mine, strict=True), strict=True))
        heard += [eyes for line, public, own in zip(lines, table, mine, strict=True) if line == own != public]
        closed += [eyes for line, public, own in zip(lines, table, mine, strict=True) if line == public != own]
    assert len(heard) > 3
    assert len(closed) > 3, "no card that was drawn stays closed"
    assert {None} & {*heard, *closed} == set()
    assert OPEN in heard


def test_answers_are_told_to_the_eyes_of_the_one_who_answered() -> None:
    session = finished("toy", "long")
    record = Recording(session)
    sealed = 0
    for at in range(1, len(record)):
        number = record.ends[at - 1]
        pending, step = session.game.pending(record.states[number]), record.steps[number]
        assert session.names[step.seat] in plain(record.question(at))
        ask = pending.ask_of(step.seat)
        chosen = [plain(session.speaker.say(ask.label(o))) for o in ask.options if o.id in step.answer]
        own = plain(record.answer(at, step.seat))
        assert sorted(own.split(", ")) == sorted(", ".join(chosen).split(", ")) if chosen else own == "nothing"
        assert plain(record.answer(at, OPEN)) == own
        if pending.mode == "sealed" and not step.events:
            sealed += 1
            for eyes in every_eyes(session)[:-1]:
                assert eyes == step.seat or plain(record.answer(at, eyes)) == "not to be seen by these eyes"
    assert sealed


# --- stepping ---------------------------------------------------------------------------------------------------------


def test_chance_belongs_to_the_decision_before_it() -> None:
    session = thor()
    record = Recording(session)
    assert len(record) == 1 + sum(step.seat >= 0 for step in session.steps)
    assert sum(step.seat < 0 for step in session.steps) > 2
    assert record.state(len(record) - 1) == session.state
    for at in range(1, len(record)):
        assert [session.steps[n].seat >= 0 for n in record.span(at)] == [True] + [False] * (len(record.span(at)) - 1)
    assert all(session.steps[n].seat < 0 for n in record.span(0))


async def test_stepping_goes_by_decisions_turns_and_to_both_ends(folder: Path) -> None:
    session = thor()
    here = desk(folder, Home())
    async with here.sit():
        screen = await show(here, session)
        record = screen.recording
        last = len(record) - 1
        third = next(at for at, turn in enumerate(record.turns) if turn == 3)
        fourth = next(at for at, turn in enumerate(record.turns) if turn == 4)
        second = next(at for at, turn in enumerate(record.turns) if turn == 2)
        for key, at in (
            (REPLAY["back"], 0),
            (REPLAY["on"], 1),
            (REPLAY["on"], 2),
            (REPLAY["back"], 1),
            (REPLAY["last"], last),
            (REPLAY["on"], last),
            (REPLAY["turn_on"], last),
            (REPLAY["first"], 0),
            (REPLAY["turn_back"], 0),
            (REPLAY["turn_on"], second),
            (REPLAY["turn_on"], third),
            (REPLAY["turn_on"], fourth),
            (REPLAY["on"], fourth + 1),
            (REPLAY["turn_back"], fourth),
            (REPLAY["turn_back"], third),
        ):
            await here.press(key)
            assert screen.at == at, key
            assert f"step {at} of {last}" in here.text
            progress = session.game.progress(session.game.view(record.state(at), None))
            assert session.speaker.plain(progress) in here.text


async def test_stepping_does_not_play_the_game_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thor()
    here = desk(folder, Home())
    async with here.sit():
        screen = await show(here, session)

        def never(self: Any, state: Any, seat: int, answer: Any) -> Any:
            raise AssertionError("it is played again")

        monkeypatch.setattr(type(session.game), "apply", never)
        await here.press("end", "left", "e", "pageup", "home", "right", "e", "pagedown")
        assert screen.at > 0


async def test_a_turn_is_gone_to_by_its_number(folder: Path) -> None:
    session = thor()
    here = desk(folder, Home())
    async with here.sit():
        screen = await show(here, session)
        record = screen.recording
        await here.press("g", "1", "2")
        assert isinstance(here.screen, TurnPanel)
        await here.press("enter")
        assert here.screen is screen
        assert (record.turns[screen.at], record.turns[screen.at - 1]) == (12, 11)
        await here.press("g", "7", "7", "7")
        assert f"There is no turn 777: this game has the turns up to {record.turns[-1]}." in here.line
        await here.press("escape")
        assert record.turns[screen.at] == 12
        await here.press("g", "down", "enter")
        assert record.turns[screen.at] == 13
        await here.press("g", "home", "x")
        assert here.screen.query_one("#query", Input).value == ""
        await here.press("end", *["pagedown"] * 3, "enter")
        assert screen.at == len(record) - 1
        await here.press("g")
        listed = here.screen.query_one("#found", OptionList)
        assert listed.highlighted == len(set(record.turns))
        await here.press(*["pageup"] * 3)
        await here.click("#found", 4, 0)
        assert (here.screen, screen.at) == (screen, 0)


async def test_the_mouse_alone_does_it(folder: Path) -> None:
    session = thor()
    here = desk(folder, Home())
    async with here.sit():
        screen = await show(here, session)
        for _ in range(3):
            await here.click_key("step(1)")
        assert screen.at == 3
        await here.click_key("step(-1)")
        assert screen.at == 2
        await here.click_key("turn(1)")
        assert screen.at == screen.recording.turn(3)
        await here.click_key("turn(-1)")
        assert screen.at == screen.recording.turn(2)
        for eyes in (0, 1, 2, OPEN, None):
            await here.click_key("eyes")
            assert screen.eyes == eyes
        for action, panel in (("go_to", TurnPanel), ("card", CardPanel), ("log", LogPanel), ("keys", KeysPanel)):
            await here.click_key(action)
            assert isinstance(here.screen, panel)
            await here.click_key("back")
            assert here.screen is screen
        rows = here.text.splitlines()
        y = next(at for at, row in enumerate(rows) if at > 10 and "THR-" in row)
        x = rows[y].index("THR-")
        await here.click_at(x + 1, y)
        assert isinstance(here.screen, RulesPanel)
        await here.click_key("back")
        await here.click_key("close")
        assert isinstance(here.screen, HomeScreen)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (140, 45)])
async def test_all_that_matters_is_on_the_screen(width: int, height: int, folder: Path) -> None:
    session = thor()
    here = desk(folder, Home())
    async with here.sit(size=(width, height)):
        screen = await show(here, session)
        record = screen.recording
        await here.press("right", "e")
        event = record.steps[record.ends[0]].events[0]
        rows = " ".join(here.line.split())
        assert plain(session.speaker.tell(event, 0)) in rows
        assert "Ada's eyes" in here.text
        assert plain(record.answer(1, 0)) in rows
        assert all(word in here.text.splitlines()[-1] for word in ("Back", "On", "Turn", "Go", "Eyes", "Log", "Close"))
        for _ in range(3):
            await here.press("e")
        assert "open cards" in here.text
        await here.press("end")
        outcome = session.state.outcome
        winner = next(name for name, rank in zip(session.names, outcome.ranks, strict=True) if rank == 1)
        assert f"{winner} wins." in here.line or "share the victory." in here.line
        assert session.speaker.words[outcome.reason] in here.line
        await here.press("left")
        assert session.speaker.words[outcome.reason] not in here.line


async def test_panels_show_what_was_known_then(folder: Path) -> None:
    session = thor()
    truth, here = Truth(session), desk(folder, Home())
    async with here.sit(size=(100, 40)):
        screen = await show(here, session)
        record = screen.recording
        screen.go(6)
        now = record.ends[6]
        for eyes in (None, 0, OPEN):
            screen.eyes = eyes
            await here.press(COMMANDS["log"])
            events = sum(len(step.events) for step in record.steps[:now])
            assert len(here.screen.lines) == events
            assert truth.cards_in(here.text) <= truth.told[eyes][now]
            await here.press("escape", COMMANDS["card"])
            groups = [group for group in here.screen.groups if group[0] != "All cards"]
            cards = {card for _, group in groups for card in group}
            assert cards & truth.hidden <= truth.seat_may(now, eyes)
            assert truth.hidden & truth.seat_may(now, None) <= cards
            await here.press("escape")
        await here.press("question_mark")
        assert "Go to a turn by its number" in here.line
        assert "thorgames export ID FILE" in here.line
        await here.press("escape", COMMANDS["rules"])
        assert here.screen.hit().id == record.clause(6)


# --- how one gets there -----------------------------------------------------------------------------------------------


async def test_a_replay_is_reached_from_the_history_and_names_the_game(folder: Path) -> None:
    storage = Storage(folder)
    game_id = plain_game(storage)
    plain_game(storage, over=False)
    here = desk(folder, Home())
    async with here.sit():
        await here.press("y")
        panel = here.screen
        assert isinstance(panel, HistoryPanel)
        assert game_id in here.text
        assert panel.query_one("#games", OptionList).option_count == 1
        await here.press("enter")
        assert isinstance(here.screen, ReplayScreen)
        await here.press("question_mark")
        assert f"thorgames export {game_id} FILE" in here.line
        await here.press("escape", "q")
        assert here.screen is panel
        await here.click("#games", 4, 0)
        assert isinstance(here.screen, ReplayScreen)
        await here.press("escape")
        assert here.screen is panel


async def test_a_replay_is_reached_from_the_result(folder: Path) -> None:
    here = desk(folder, new_game(seats=2, rounds="1", first="1"), seed=3)
    async with here.sit():
        forward(here, lambda s: False)
        here.lead.save()
        await here.settle()
        result = here.screen
        assert isinstance(result, ResultScreen)
        await here.press("b")
        assert isinstance(here.screen, ReplayScreen)
        assert here.screen.eyes is None
        await here.press("end", "q")
        assert here.screen is result


async def test_a_game_is_written_to_a_file_by_a_key_and_never_over_another(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(folder)
    game_id = plain_game(storage)
    here_we_are = tmp_path / "here"
    here_we_are.mkdir()
    monkeypatch.chdir(here_we_are)
    first, second = (here_we_are / f"thor-{game_id}{more}.thorgame" for more in ("", "-2"))
    here = desk(folder, Home())
    async with here.sit((200, 40)):
        await here.press("y", "w")
        assert here.words("#notice").startswith(f"Written to {first}. What stays closed")
        assert gamefile.read(first).session.steps == storage.load(game_id).steps
        before = first.read_bytes()
        await here.press("enter", "w")
        assert isinstance(here.screen, ReplayScreen)
        assert f"Written to {second}. " in here.words("#step")
        assert first.read_bytes() == before
        assert sorted(here_we_are.iterdir()) == sorted((first, second))
        await here.press("right")
        assert "Written to" not in here.text
        monkeypatch.setattr("screens.keeping.Path.cwd", lambda: tmp_path / "gone")
        await here.press("w")
        assert f"Written to {folder / first.name}. " in here.words("#step")
        await here.press("q", "question_mark")
        assert "thorgames import FILE" in here.text


async def test_what_is_kept_is_a_finished_game_that_is_saved(folder: Path, tmp_path: Path) -> None:
    storage = Storage(folder)
    going = plain_game(storage, over=False)
    with pytest.raises(StillSecret):
        keep(storage, going)
    file = gamefile.write(tmp_path / "one.thorgame", storage.load(plain_game(storage)))
    here = desk(folder, Replay(file=file))
    async with here.sit():
        assert isinstance(here.screen, ReplayScreen)
        await here.press("w")
        assert "Written" not in here.text
        assert sorted(tmp_path.glob("**/*.thorgame")) == [file]


@pytest.mark.parametrize("kind", ["id", "file"])
async def test_a_replay_is_reached_from_the_command_line(kind: str, folder: Path, tmp_path: Path) -> None:
    storage = Storage(folder)
    game_id = plain_game(storage)
    file = gamefile.write(tmp_path / "one.thorgame", storage.load(game_id))
    here = desk(folder, Replay(game_id) if kind == "id" else Replay(file=file))
    async with here.sit():
        assert isinstance(here.screen, ReplayScreen)
        await here.press("end", "escape")
        assert isinstance(here.screen, HomeScreen)
        assert len(here.app.storage.games()) == 1


async def test_a_game_that_goes_on_is_not_looked_at(folder: Path, tmp_path: Path) -> None:
    storage = Storage(folder)
    going, given_up = plain_game(storage, over=False), plain_game(storage, over=False)
    storage.abandon(given_up)
    for game_id in (going, given_up):
        with pytest.raises(StillSecret, match=f"The game {game_id} is not over, so its cards are still secret"):
            recorded(storage, game_id)
    with pytest.raises(StillSecret):
        Recording(storage.load(going))
    file = gamefile.write(tmp_path / "one.thorgame", storage.load(going))
    for start in (Replay(going), Replay(file=file)):
        here = desk(folder, start)
        async with here.sit():
            assert isinstance(here.screen, HomeScreen)
            assert "is not over, so its cards are still secret" in here.line


async def test_a_game_with_corrected_cards_is_shown_with_them(folder: Path) -> None:
    game = registry.load("thor")
    cards = registry.box("thor", game.box.toml.replace('name = "Freya"', 'name = "Sif"'), "my.toml")
    session = Session(
        registry.load("thor", cards), game.setup("basic", 2, {"rounds": "1"}), NAMES[:2], dealer=Dealer(1)
    )
    game_id = Storage(folder).add(play_out(session, 1))
    here = desk(folder, Replay(game_id))
    async with here.sit():
        await here.press("end")
        assert "Sif" in here.text
        assert "Freya" not in here.text


# --- other rules ------------------------------------------------------------------------------------------------------


def bent(session: Session, number: int) -> Session:
    """The same game with one answer that the rules refuse."""
    steps = list(session.steps)
    steps[number] = type(steps[number])(steps[number].seat, ("no such answer",), steps[number].events)
    return Session.resume(session.game, session.snapshot(), steps)


async def test_a_game_of_older_rules_is_shown_up_to_where_they_agree(folder: Path) -> None:
    session = thor()
    number = next(n for n in range(30, 60) if session.steps[n].seat >= 0)
    other = bent(session, number)
    here = desk(folder, Home())
    async with here.sit():
        screen = await show(here, other)
        record = screen.recording
        assert "It can be looked at up to there." in here.line
        await here.press("end")
        assert record.ends[screen.at] == number
        assert f"its answer {number + 1} of {len(session.steps)} does not fit them" in here.line
        assert "wins." not in here.line
        await here.press("e", "left", "home", "right", "g", "enter", "l")
        assert other.steps[number].answer == ("no such answer",), "the game itself is as it was"


def test_rules_that_lead_elsewhere_stop_where_something_else_was_told() -> None:
    session = thor()
    elsewhere = session.state.but(played=session.state.played[:1])
    for number in (None, 25):
        steps = list(session.steps)
        if number is not None:
            steps[number] = type(steps[number])(steps[number].seat, steps[number].answer, ())
        snapshot = session.snapshot()
        other = Session.resume(session.game, snapshot, steps)
        other.state = elsewhere
        record = Recording(other)
        assert len(record.steps) == (len(steps) if number is None else number)
        assert ("to another end" in record.fault) == (number is None)


async def test_a_damaged_log_is_shown_up_to_the_damage_and_nothing_is_lost(folder: Path) -> None:
    storage = Storage(folder)
    game_id = plain_game(storage)
    with storage._writing() as db:
        db.execute("update answers set step = x'00' where game = ? and number = 20", (game_id,))
        before = db.execute("select * from answers").fetchall()
    record = recorded(storage, game_id)
    assert len(record.steps) == 20
    assert "its answer 21 of" in record.fault
    assert storage.notices == []
    with storage._reading() as db:
        assert db.execute("select * from answers").fetchall() == before
    assert [saved.id for saved in storage.finished()] == [game_id]
