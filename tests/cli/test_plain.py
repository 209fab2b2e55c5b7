"""Playing line by line: whole games typed by a driver, what the screen shows to whom, and how it is left."""

from __future__ import annotations

import io
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from screens.plain import lookup
from screens.plain.device import Left
from screens.plain.paper import WIPE, Called, End, Paper, wrapped
from screens.plain.play import LinePlay
from screens.plain.question import Question
from screens.plain.run import run_plain
from screens.plain.tables import words
from screens.start import NewGame
from screens.storage import Storage
from tests import toy
from tests.cli.typist import Out, Typist, fake_desk, seated
from tests.terminal.program import Program, thorgames
from tests.ui.driver import hasty
from tests.ui.test_canary import Canary, hidden_of, marked
from thorgames.core.ask import legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import CardFileError
from thorgames.games import registry
from thorgames.session import PERSON, Session

from .conftest import Call

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("Ann", "Bob", "Cleo", "Dag", "Eli", "Finn")

WHOLE: list[Any] = [
    ("thor", "basic", 2, (), {"rounds": "2"}),
    ("thor", "basic", 4, (1, 3), {"thors-will": "yes"}),
    ("thor", "big", 6, (), {"rounds": "1", "thors-will": "yes"}),
    ("althing", "standard", 2, (), {}),
    ("althing", "new", 2, (), {"reserve": "yes"}),
    ("althing", "solo", 1, (), {}),
    ("kardnarok", "basic", 3, (), {}),
    ("kardnarok", "basic", 4, (2,), {}),
    ("kardnarok", "duel", 2, (), {}),
    ("terres", "normal", 3, (), {"starburst": "yes"}),
    ("terres", "duel", 2, (), {}),
    ("thorgal", "standard", 2, (), {"factions": "lot"}),
    ("thorgal", "standard", 3, (0,), {}),
]


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "1000")  # a line is a line


@pytest.fixture
def storage() -> Iterator[Storage]:
    with Storage() as opened:
        yield opened


def session(
    game_id: str = "thor",
    mode: str | None = None,
    seats: int = 2,
    bots: tuple[int, ...] = (),
    seed: int = 3,
    cards: bool = False,
    **options: str,
) -> Session:
    """A game; with `cards`, its cards have marker words for names."""
    game = registry.load(game_id)
    holders = ["easy" if seat in bots else PERSON for seat in range(seats)]
    settings = {key.replace("_", "-"): value for key, value in options.items()}
    setup = game.setup(mode, seats, settings)
    if cards:
        first = Session(game, setup, NAMES[:seats], dealer=Dealer(seed))
        for split in (hidden_of(game, first.state), ()):  # a game may want a card to have several copies
            with suppress(CardFileError):
                game = registry.load(game_id, registry.box(game_id, marked(game, split), "marked.toml"))
                break
    return Session(game, setup, NAMES[:seats], holders, Dealer(seed))


def play_on(play: LinePlay) -> int:
    """Play till it is left; the exit status."""
    with pytest.raises(Left) as left:
        play.run()
    return left.value.status


def started(typist: Typist, storage: Storage, terminal: bool = True, ascii: bool = False, **options: Any) -> LinePlay:
    return seated(session(**options), typist, storage, terminal, ascii)


# --- whole games, and what they show ------------------------------------------------------------------------------


def watch(play: LinePlay, typist: Typist, folder: Path) -> Canary:
    """A canary that looks at all that stands on the screen, whenever a line is read."""
    canary = Canary(fake_desk(play), folder)
    screen, seen_by = "", None

    def look(text: str, typed: str) -> None:
        nonlocal screen, seen_by
        canary.follow()
        parts = text.split(WIPE)
        for at, part in enumerate(parts):
            screen = part if at else screen + part
            viewer = typist.holder if at == len(parts) - 1 else typist.before if at == 0 else None
            may = canary.ever[viewer]
            if at == 0 and typed in ("t", "h", "a"):  # what is told now is what can be seen now
                strict = canary.knows(canary.state, viewer) | canary.knows(canary.before, viewer)
                canary.note(part, strict, f"what {typed!r} tells {viewer}")
            # What has stood there before has been looked through, unless somebody else sits here now.
            canary.note(part if viewer == seen_by else screen, may, f"the screen before {viewer}")
            seen_by = viewer
            canary.looked += 1
        canary.check()

    typist.on_read.append(look)
    return canary


FIRST = list({one[0]: one for one in reversed(WHOLE)}.values())
"""One of them for each game; the long tests play all, and more than once."""


@pytest.mark.parametrize(
    ("game_id", "mode", "seats", "bots", "options"), FIRST, ids=[f"{g}-{m}-{n}" for g, m, n, _, _ in FIRST]
)
def test_whole_games_are_played_and_show_nothing_that_may_not_be_known(
    game_id: str,
    mode: str,
    seats: int,
    bots: tuple[int, ...],
    options: dict[str, str],
    storage: Storage,
    own_home: Path,
) -> None:
    game = session(game_id, mode, seats, bots, cards=True, **options)
    typist = Typist(hasty, seed=3, commands=0.15, undos=0.1)
    play = seated(game, typist, storage)
    canary = watch(play, typist, own_home)
    assert play_on(play) == 0
    canary.look_at_files()
    canary.check()
    text = typist.out.getvalue()
    print(f"{canary.looked} looks, {typist.closed} covers, {typist.undone} taken back")
    assert "The game is over." in text
    assert "The game is over." in text.rpartition(WIPE)[2], "the end is for all to see"
    assert canary.looked > 60
    assert (typist.closed > 5) == (len(game.persons) > 1)
    (saved,) = storage.finished()
    assert saved.moves == len(game.steps)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("game_id", "mode", "seats", "bots", "options"), WHOLE, ids=[f"{g}-{m}-{n}" for g, m, n, _, _ in WHOLE]
)
def test_many_games_show_nothing_that_may_not_be_known(
    game_id: str,
    mode: str,
    seats: int,
    bots: tuple[int, ...],
    options: dict[str, str],
    seed: int,
    own_home: Path,
) -> None:
    game = session(game_id, mode, seats, bots, seed, cards=True, **options)
    typist = Typist(legal if game_id in ("thor", "kardnarok", "terres") else hasty, seed, commands=0.3, undos=0.2)
    with Storage.in_memory() as memory:
        play = seated(game, typist, memory)
        watch(play, typist, own_home)
        assert play_on(play) == 0


@pytest.mark.long
@pytest.mark.parametrize("game_id", registry.GAMES)
def test_every_mode_with_every_number_of_players_is_played_to_its_end(game_id: str) -> None:
    for mode in registry.info(game_id).modes:
        for seats in mode.seats:
            for bots in ((), tuple(range(1, seats))):
                game = session(game_id, mode.id, seats, bots, seed=seats)
                typist = Typist(hasty, seats, commands=0.1, undos=0.1)
                with Storage.in_memory() as memory:
                    assert play_on(seated(game, typist, memory, terminal=seats % 2 == 0, ascii=not bots)) == 0
                assert game.pending() is None


def test_another_hand_would_be_noticed(storage: Storage, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typist = Typist(hasty, commands=0.5)
    play = started(typist, storage, cards=True)
    monkeypatch.setattr(Session, "view", lambda self, viewer: self.game.view(self.state, 0))
    watch(play, typist, own_home)
    with pytest.raises(AssertionError, match="Qx"):
        play.run()


def test_a_hand_that_is_not_wiped_would_be_noticed(
    storage: Storage, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, cards=True)
    monkeypatch.setattr("screens.plain.paper.WIPE", "")
    watch(play, typist, own_home)
    with pytest.raises(AssertionError, match="the screen before"):
        play.run()


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_table_and_hand_name_every_card_that_can_be_seen(game_id: str) -> None:
    told = words(game_id)
    looked = 0
    for mode in registry.info(game_id).modes:
        seats = mode.seats[-1]
        game = session(game_id, mode.id, seats, **({"thors_will": "yes"} if game_id == "thor" else {}))
        rng = random.Random(1)
        for number in range(400):
            pending = game.pending()
            if number % 7 == 0:
                for viewer in (None, *range(seats)):
                    view = game.view(viewer)
                    text = " ".join(told.table(view, NAMES[:seats]) + told.hand(view, NAMES[:seats]))
                    for name in names_seen(game, view):
                        assert name in text, f"{name} is not told {viewer}"
                        looked += 1
            if pending is None:
                break
            ask = rng.choice(pending.asks)
            game.submit(ask.seat, hasty(ask, rng))
    assert looked > 100


def names_seen(game: Session, view: Any) -> Iterator[str]:
    """The names of all cards whose faces a view shows."""
    box = game.game.box
    for zone in game.game.layout.zones:
        for pile in zone.piles(view.seen):
            for card in pile:
                if card in box.cards:
                    c = box.cards[card]
                    if c.kind == "offering":  # its god stands before it
                        yield f"{c.value} {c.name}"
                    else:
                        yield str(c.value) if c.kind == "silver" else box.name(card)


# --- covers -------------------------------------------------------------------------------------------------------


def test_a_cover_shows_nothing_but_whose_turn_it_is_and_waits_for_its_key_word(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    typist.script = ["", "1", "no", "EOF"]
    assert play_on(play) == 0
    text = typist.out.getvalue()
    assert text.count("R and Enter") == 4
    assert "Place an offering" not in text
    assert not any(play.session.game.box.name(card) in text for card in play.session.state.offerings[0])


def test_the_end_of_a_turn_waits_and_then_wipes(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    typist.script = ["r", "1", "1", "h", "u", "2", "", "EOF"]
    play_on(play)
    shown = typist.out.getvalue().split(WIPE)
    hand, cover = shown[-3], shown[-1]
    assert shown[-2] == ""
    assert "Taken back." in hand
    assert "Your turn is done. Hand the device to Bob. Enter passes it on. u takes back up to 2 answers." in hand
    assert "Bob" in cover.splitlines()
    box = play.session.game.box
    assert not any(box.name(card) in cover for card in box.cards if box.cards[card].kind == "offering")
    assert play.session.steps[-1].seat == 0


def test_a_lone_player_is_not_covered_and_hears_what_the_computer_does(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, bots=(1,), first="1")
    typist.script = ["1", "1", "EOF"]
    play_on(play)
    text = typist.out.getvalue()
    assert WIPE not in text
    assert "R and Enter" not in text
    for line in ("Ann takes a card", "Bob places", "Bob takes a card"):
        assert line in text
    assert text.index("Ann takes a card") < text.index("Bob places") < text.rindex("Place an offering")


def test_an_automaton_tells_its_turn_step_by_step(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, game_id="althing", mode="solo", seats=1)
    while (pending := play.session.pending()) is not None and not any(
        event.kind == "rival.recruits" for step in play.session.steps for event in step.events
    ):
        play.session.submit(0, hasty(pending.asks[0], typist.rng))
    typist.script = ["EOF"]
    play_on(play)
    text = typist.out.getvalue()
    assert text.index("Thorfinn turns over") < text.index("Thorfinn recruits") < text.index("Number or ?")


def test_one_of_several_who_may_react_is_asked_for() -> None:
    """At the toy game, where a claim is open to several."""
    game = toy.load()
    rng = random.Random(2)
    for seed in range(200):
        one = Session(game, game.setup(None, 3), NAMES[:3], dealer=Dealer(seed))
        while (pending := one.pending()) is not None and not (pending.mode == "claim" and len(pending.asks) == 2):
            one.submit(pending.asks[0].seat, hasty(pending.asks[0], rng))
        if pending is not None:
            break
    assert pending is not None
    state, before = one.state, len(one.steps)
    for typed, answers in (("x", 2), ("2", 0)):
        one.state = state
        del one.steps[before:]
        typist = Typist(hasty)
        play = seated(one, typist, Storage.in_memory())
        typist.script = ["hm", typed, "EOF"]
        play_on(play)
        text = typist.out.getvalue()
        assert "Who answers?" in text
        assert "Type a number from 1 to 2, or X for nobody." in text
        given = [step for step in one.steps[before:] if step.seat >= 0]
        assert [step.answer for step in given[:answers]] == [()] * answers
        if typed == "2":
            assert NAMES[pending.asks[1].seat] in text.rpartition(WIPE)[2].splitlines()


def test_a_reaction_is_announced_and_can_be_let_be_without_a_look(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, game_id="kardnarok", mode="duel")
    while (pending := play.session.pending()) is not None and pending.mode != "reaction":
        play.session.submit(pending.asks[0].seat, hasty(pending.asks[0], typist.rng))
    assert pending is not None
    (ask,) = pending.asks
    typist.script = ["", "X", "EOF"]
    play_on(play)
    text = typist.out.getvalue()
    name = play.session.names[ask.seat]
    assert play.session.speaker.plain(ask.prompt()) in text.replace("\n", " ")
    assert f"{name} may answer now. The others look away if the hand is looked at." in text
    assert f"R: {name} looks at the hand first. X: " in text
    assert play.session.steps[-1].seat == ask.seat or any(s.answer == () for s in play.session.steps)


def test_bids_are_made_on_the_open_table_and_the_hand_opens_behind_a_cover(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, game_id="terres", seats=3, first="1")
    typist.script = ["r", "1", "", "t", "h", "u", "2", "o", "r", "h", "EOF"]
    play_on(play)
    shown = typist.out.getvalue().split(WIPE)
    auction = next(part for part in shown if "make the first bid" in part and "No hand is open here" in part)
    assert "For sale, put up by Ann" in auction
    assert "On the open table nothing is taken back." in auction
    assert "bids 1." in auction
    own = shown[-1]
    seat = play.session.pending().asks[0].seat  # type: ignore[union-attr]
    assert f"{NAMES[seat]}, number or ?:" in own
    for card in play.session.state.hands[seat]:
        assert play.session.game.box.name(card) in own.replace("\n   ", " ")
    assert "Secret Destiny" in own


# --- answers ------------------------------------------------------------------------------------------------------


def test_what_is_typed_wrongly_is_refused_in_a_sentence_and_asked_again(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    wrong = {
        "99": "There is no choice 99; the choices are 1 to 14.",
        "1 2": "One number only, please.",
        "0": "Something has to be chosen here.",
        "hello": "Type the number of a choice, or ? for the commands.",
        "-1": "Type the number of a choice, or ? for the commands.",
        "1" * 30: "Type the number of a choice, or ? for the commands.",
        "77?": "There is no choice 77.",
        "i zzzz": "No card is called 'zzzz'.",
        "i 99": "There is no card at choice 99.",
        "f zzzz": "Nothing about 'zzzz'.",
        "l zzzz": "There is nothing about 'zzzz' in the log.",
        "u": "There is nothing to take back.",
    }
    typist.script = ["r", *wrong, "\x1b[A\x00", "EOF"]
    assert play_on(play) == 0
    text = typist.out.getvalue()
    for sentence in wrong.values():
        assert sentence in text, sentence
    assert [step for step in play.session.steps if step.seat >= 0] == []
    assert text.count("Place an offering") == 1


def test_every_command_says_something(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    commands = ["t", "table", "h", "hand", "i 1", "card baldur", "f", "rules fruits", "f THR-24", "l", "l 3", "s", "p"]
    commands += ["w", "hint"]
    typist.script = ["r", *commands, "a", "?", "1?", "", "EOF"]
    told: dict[str, str] = {}
    typist.on_read.append(lambda text, typed: told.__setitem__(typed, text))
    play_on(play)
    for command in (*commands, "a", "?", "1?", ""):
        assert len(told[command].splitlines()) > 1, command
    assert "Freya" in told["t"]
    assert told["t"] == told["table"]
    assert told["h"] == told["hand"]
    assert "THR-24" in told["f THR-24"]
    assert "Baldur" in told["card baldur"]
    assert "worth" in told["1?"]
    assert "Hint: " in told["w"]
    assert told["w"] == told["hint"], "the same however often it is asked for"
    assert told["a"] == told[""], "an empty line tells a question again that needs an answer"
    for key, _ in lookup.HELP:
        assert f"{key}:" in told["?"]


def test_a_game_can_be_played_without_hints_and_none_is_given_on_the_open_table(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1", hints="no")
    typist.script = ["r", "w", "EOF"]
    play_on(play)
    assert "This game is played without hints." in typist.out.getvalue()
    typist = Typist(hasty)
    play = started(typist, storage, game_id="terres", seats=3, first="1")
    typist.script = ["r", "1", "", "w", "EOF"]
    play_on(play)
    assert "A hint is for the player who is asked" in typist.out.getvalue()
    assert "Hint: " not in typist.out.getvalue()


def test_commands_are_no_numbers() -> None:
    for letter in (*lookup.KNOWN, *lookup.LETTERS):
        assert lookup.command(letter)[0], letter
        assert not letter[0].isdigit()
    for answer in ("1", "2 3", "1,2", "0", "2?", ""):
        assert lookup.command(answer)[0] == ""


def test_several_parts_are_shown_with_what_they_do_before_they_count(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, game_id="althing", mode="standard", first="1")
    told: list[str] = []
    typist.on_read.append(lambda text, typed: told.append(text))
    lines = ["r", "END", "", "1 1", "2 4", "1, 3", "", "EOF"]

    def end() -> str:
        """The number of the choice that ends the phase."""
        ask = play.session.pending().asks[0]  # type: ignore[union-attr]
        items = Question(play.session, 0, ask).items()
        return str(1 + next(at for at, item in enumerate(items) if item.option and item.option.id == "end"))

    lines[1] = end()
    lines.pop(2)
    typist.script = lines
    play_on(play)
    assert "Discard any cards, or none" in told[2]
    assert "Choose 0 to 4, with spaces between the numbers." in told[2]
    assert "The same choice stands twice in the answer." in told[3]
    assert "Chosen: " in told[4]
    assert "If so: you draw 2 cards; that cannot be taken back." in told[4]
    assert "Enter confirms; other numbers change it. 0 chooses nothing." in told[5]
    assert len(play.session.steps[-1].answer) == 2 or len(play.session.steps[-2].answer) == 2


def test_sums_are_told_and_a_proposal_is_taken_by_enter(storage: Storage) -> None:
    typist = Typist(hasty)
    for seed in range(60):
        game = session("althing", "standard", 2, seed=seed)
        rng = random.Random(seed)
        for _ in range(60):
            pending = game.pending()
            if pending is None or pending.asks[0].kind == "stage":
                break
            ask = pending.asks[0]
            stage = [o.id for o in ask.options if o.says == "act.stage"]
            game.submit(ask.seat, (stage[0],) if stage and ask.kind == "act" else hasty(ask, rng))
        if pending is not None and pending.asks[0].kind == "stage":
            break
    assert pending is not None
    ask = pending.asks[0]
    play = seated(game, typist, storage)
    proposal = game.game.proposal(game.view(ask.seat), ask)
    typist.script = ["r", "1", "", "EOF"]
    told: list[str] = []
    typist.on_read.append(lambda text, typed: told.append(text.replace("\n   ", " ")))
    if len(proposal) == 1:
        typist.script = ["r", "", "EOF"]
    play_on(play)
    assert re.search(r"gold \d of \d, wood \d of \d, bones \d of \d", told[1])
    assert "Enter confirms; other numbers change it." in told[1]
    assert any("completes" in text for text in told) or "That is not enough yet." in told[2]


def test_cards_of_a_group_are_chosen_in_two_steps(storage: Storage) -> None:
    typist = Typist(hasty)
    game = session("thor", "basic", 3, thors_will="yes", first="1")
    groups: list[str] = []
    while not groups:  # till Ann holds an action card
        ask = game.pending().asks[0]  # type: ignore[union-attr]
        draws = [option.id for option in ask.options if option.id == "draw"]
        items = Question(game, ask.seat, ask).items()
        groups = [item.group for item in items if item.group] if ask.seat == 0 else []
        if not groups:
            game.submit(ask.seat, (draws[0] if draws else ask.options[0].id,))
    number = 1 + next(at for at, item in enumerate(items) if item.group)
    play = seated(game, typist, storage)
    typist.script = ["r", str(number), "0", str(number), "1", "EOF"]
    told: list[str] = []
    typist.on_read.append(lambda text, typed: told.append(text))
    play_on(play)
    name = game.game.box.name(groups[0])
    assert f"{number}. {name}, in several ways" in told[1]
    assert told[2].startswith(name)
    assert "How? 0 goes back." in told[2]
    assert told[3].startswith("Place an offering")
    assert f"Ann plays {name}" in told[5]


def test_barred_choices_stand_last_with_their_reason(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    typist.script = ["r", "1", "EOF"]
    play_on(play)
    last = typist.out.getvalue().rpartition("Take a god card from a stack.")[2].replace("\n   ", " ")
    assert last.index("5. Freyr") < last.index("Not now: take nothing. Something must be taken")


# --- leaving, saving, coming back -----------------------------------------------------------------------------------


def test_resuming_comes_back_to_the_same_question_behind_a_cover(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    typist.script = ["r", "3", "q"]
    assert play_on(play) == 0
    question = typist.out.getvalue().rpartition("Take a god card")[2]
    again = Typist(hasty)
    loaded = storage.load(play.game_id)
    other = seated(loaded, again, storage, id=play.game_id)
    again.script = ["r", "EOF"]
    play_on(other)
    text = again.out.getvalue()
    assert text.index("R and Enter: I am Ann") < text.index("Take a god card")
    assert text.rpartition("Take a god card")[2] == question
    assert loaded.ply == play.session.ply


def test_every_answer_is_saved_before_the_next_question(storage: Storage) -> None:
    typist = Typist(hasty, undos=0.3)
    play = started(typist, storage, rounds="1")
    seen: list[int] = []

    def look(text: str, typed: str) -> None:
        seen.append(storage.games()[0].moves)
        assert seen[-1] == len(play.session.steps)

    typist.on_read.append(look)
    play_on(play)
    assert seen[-1] > 20


def test_a_game_that_another_window_has_changed_is_left(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    typist.script = ["r"]

    def meanwhile(text: str, typed: str) -> None:
        if typed == "r":
            other = storage.load(play.game_id)
            storage._known[play.session], known = storage._known[other], storage._known[play.session]
            other.submit(0, hasty(other.pending().asks[0], typist.rng))  # type: ignore[union-attr]
            storage.save(play.game_id, other)
            storage._known[play.session] = known

    typist.on_read.append(meanwhile)
    with pytest.raises(Left) as left:
        play.run()
    assert left.value.status == 1
    assert "Another window has changed the game" in left.value.why


def test_a_disk_that_takes_nothing_does_not_stop_the_game(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    from screens.storage import StorageError

    typist = Typist(hasty)
    play = started(typist, storage, first="1")

    def full(*args: Any) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(storage, "save", full)
    typist.script = ["r", "1", "EOF"]
    play_on(play)
    assert "The disk is full." in typist.out.getvalue()
    assert "Take a god card" in typist.out.getvalue()
    assert not play.saved


def test_a_mistake_of_ours_names_no_card_and_leaves_no_hand(
    own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tmp_path / "marked.toml"
    cards.write_text(marked(registry.load("thor"), ()), encoding="utf-8")
    new = NewGame(registry.load("thor").setup("basic", 2, {"first": "1"}), ("Ann", "Bob"), (PERSON, PERSON), cards, 3)
    out = Out()

    def broken(game: Session, viewer: int | None) -> list[str]:
        raise ValueError(f"this hand cannot be told: {game.game.box.name(game.state.offerings[0][0])}")

    monkeypatch.setattr(lookup, "hand", broken)
    assert run_plain(new, paper=Paper(False, io.StringIO("r\nh\n"), out)) == 1
    *_, hand, after = out.getvalue().split(WIPE)
    assert "Qx" in hand
    assert "Qx" not in after
    assert "thorgames has made a mistake" in after
    assert "ValueError at" in after
    with Storage() as opened:
        (saved,) = opened.running()
    assert f"thorgames resume {saved.id} --plain" in after


def test_the_campaign_explains_each_new_thing_once(storage: Storage) -> None:
    first = Typist(hasty)
    play = started(first, storage, game_id="althing", mode="campaign-1", first="1")
    first.script = ["r", "f", "", "", "EOF"]
    play_on(play)
    text = first.out.getvalue()
    assert text.count("New in this game: The way to the Althing.") == 1
    assert "ALT-110: " in text
    again = Typist(hasty)
    other = started(again, storage, game_id="althing", mode="campaign-1", first="1")
    again.script = ["r", "EOF"]
    play_on(other)
    assert "The way to the Althing" not in again.out.getvalue()


def test_another_game_follows_if_it_is_wanted(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, rounds="1", bots=(1,))

    def over(text: str, typed: str) -> None:
        if "again plays once more" in text:
            typist.script = ["t", "p", "nonsense", "again"]
            typist.on_read.clear()

    typist.on_read.append(over)
    following = play.run()
    assert following is not None
    assert following.names == play.session.names
    assert following.pending() is not None


def test_a_computer_opponent_that_thinks_can_be_left(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, bots=(0,), first="1")
    moves = len(play.session.steps)

    class Slow:
        def choose(self, ask: Any, look: Any, rng: Any, watch: Any = None) -> Any:
            assert watch(0.1)
            play.paper.call(signal.SIGINT)
            assert not watch(0.2), "it is told to stop"
            return (ask.options[0].id,)

    monkeypatch.setattr("screens.plain.play.LEVELS", {"easy": Slow()})
    monkeypatch.setattr("screens.plain.play.PATIENCE", -1.0)
    assert play_on(play) == 128 + signal.SIGINT
    assert len(play.session.steps) == moves
    assert typist.out.getvalue().count("Ann thinks.") == 1


# --- papers -------------------------------------------------------------------------------------------------------


def test_lines_are_wrapped_at_words() -> None:
    text = "Freya places a gnawed bone beneath the god that nobody loves"
    rows = wrapped(text, 20, 3)
    assert " ".join(row.strip() for row in rows) == text
    assert all(len(row) <= 20 for row in rows)
    assert all(row.startswith("   ") for row in rows[1:])
    assert wrapped(text, 0) == [text]
    assert wrapped("x" * 30, 20) == ["x" * 30]
    assert wrapped("雪" * 8 + " " + "雪" * 4, 20) == ["雪" * 8, "雪" * 4]


def test_ascii_signs_and_letters_that_cannot_be_written() -> None:
    paper = Paper(True, io.StringIO(), Out())
    assert paper.fitting("−1 · “x” → Njörd") == "-1 . “x” -> Njörd"

    class Narrow(Out):
        encoding = "ascii"  # type: ignore[assignment]

    narrow = Paper(False, io.StringIO(), Narrow())
    assert narrow.fitting("Njörd −1 Ærø 雪") == "Njord -1 AEro ?"


def test_what_is_no_terminal_gets_no_escapes_and_is_told_what_is_not_for_all(storage: Storage) -> None:
    typist = Typist(hasty)
    play = started(typist, storage, terminal=False, rounds="1")
    play_on(play)
    text = typist.out.getvalue()
    assert "\x1b" not in text
    assert "What is written here cannot be wiped away" in text[:600]
    assert "What is written above is for Ann alone. It cannot be wiped from here: do not read back." in text


@pytest.mark.parametrize("kind", ["dumb", "", "unknown"])
def test_a_terminal_that_cannot_wipe_scrolls_hands_away(
    kind: str, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", kind)
    typist = Typist(hasty)
    play = started(typist, storage, first="1")
    typist.script = ["r", "1", "1", "", "EOF"]
    play_on(play)
    text = typist.out.getvalue()
    assert "\x1b" not in text
    assert "What is written here cannot be wiped away" in text.replace("\n", " ")
    assert "\n" * 24 + "What is written above is for Ann alone" in text


def test_a_signal_breaks_off_reading_and_nothing_else() -> None:
    paper = Paper(False, io.StringIO("1\n"), Out())
    paper.call(2)
    with pytest.raises(Called):
        paper.read()
    assert paper.read() == "1"
    with pytest.raises(End):
        paper.read()

    class Interrupted(io.StringIO):
        def readline(self, size: int = -1) -> str:  # type: ignore[override]
            paper.call(15)
            raise AssertionError("the signal is not heeded")

    paper.source = Interrupted()
    with pytest.raises(Called) as called:
        paper.read()
    assert called.value.number == 15


# --- the program --------------------------------------------------------------------------------------------------


NEW = ("play", "thor", "--seat", "Ann", "--seat", "Bob", "--option", "first=1", "--plain", "--seed", "3")
"""A game of two, begun by Ann."""


def piped(lines: str, *argv: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """The program with its input from a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "screens.cli", *argv],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        env={**os.environ, **environ},
    )


def test_a_game_through_pipes() -> None:
    done = piped("r\n2\n", *NEW)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    saved = re.search(r"Saved. `thorgames resume (\w+) --plain` goes on at the same question.", done.stdout)
    assert saved is not None
    again = piped("r\n1\n\nr\n", "resume", saved[1], "--plain", TERM="dumb", NO_COLOR="1", PYTHONIOENCODING="ascii")
    assert again.returncode == 0
    assert again.stdout.index("I am Ann") < again.stdout.index("Take a god card") < again.stdout.index("I am Bob")
    assert again.stdout.isascii()
    assert "Njord" in again.stdout


def test_nothing_of_the_screens_is_needed() -> None:
    code = (
        "import sys, io; sys.stdin = io.StringIO('r\\n1\\n');"
        "from screens import cli; cli.main(['play', 'thor', '--seat', 'A', '--seat', 'B', '--plain']);"
        "sys.exit(any(name.split('.')[0] == 'textual' for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_wrong_command_lines_end_with_a_sentence(call: Call) -> None:
    assert "needs a --seat" in call("play", "thor", "--plain").sentence
    assert "there is no saved game" in call("resume", "--plain").sentence
    assert "--plain takes no value" in call("play", "thor", "--plain=yes").sentence


@pytest.fixture
def at_terminal(tmp_path: Path) -> Iterator[Program]:
    """The program in a terminal, before Ann's hand."""
    program = Program(thorgames(*NEW), tmp_path)
    program.see("R or Q:")
    program.type("\n")
    program.see("R and Enter shows the cards of Ann")
    program.type("r\n")
    program.see("Ann, number or ?:")
    yield program
    program.close()


@pytest.mark.parametrize(
    ("key", "status"), [("\x04", 0), ("q\n", 0), ("\x03", 130), ("\x1c", 131)], ids=["ctrl+d", "q", "ctrl+c", "ctrl+\\"]
)
def test_leaving_wipes_the_hand_and_says_how_to_go_on(at_terminal: Program, key: str, status: int) -> None:
    assert "1. " in at_terminal.screen.text
    at_terminal.type(key)
    assert at_terminal.end() == status
    assert at_terminal.raw.rpartition(WIPE)[2].strip().startswith("Saved. `thorgames resume")
    assert at_terminal.screen.text.strip().endswith("--plain` goes on at the same question.")
    assert "1. " not in at_terminal.screen.text
    at_terminal.clean()


def test_what_was_typed_ahead_does_not_lift_a_cover(at_terminal: Program) -> None:
    at_terminal.type("1\n1\n")
    at_terminal.see("Enter or ?:")
    at_terminal.settle(0.1)
    at_terminal.send(signal.SIGSTOP)  # while it stands still, somebody types on
    at_terminal.type("\nr\n")
    at_terminal.send(signal.SIGCONT)
    at_terminal.see("I am Bob")
    at_terminal.settle(0.3)
    assert "Bob, number" not in at_terminal.raw


def test_being_stopped_without_a_warning_ends_at_a_cover(at_terminal: Program) -> None:
    at_terminal.send(signal.SIGSTOP)
    at_terminal.wait_stopped()
    at_terminal.send(signal.SIGCONT)
    at_terminal.see("I am Ann", "R or Q:")
    assert "1. " not in at_terminal.screen.text
    at_terminal.type("r\n")
    at_terminal.see("Ann, number or ?:")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_putting_it_away_in_a_shell_wipes_the_hand_and_coming_back_is_behind_a_cover(tmp_path: Path) -> None:
    program = Program(["bash", "--norc", "--noprofile", "-i"], tmp_path, environ={"PS1": "shell> ", "HISTFILE": None})
    try:
        program.see("shell>")
        program.type(shlex.join(thorgames(*NEW)) + "\n")
        program.see("R or Q:")
        for _ in range(2):
            program.type("r\n")
            program.see("Ann, number or ?:")
            program.press("ctrl+z")
            program.see("Stopped", "shell>")
            assert "1. " not in program.screen.text
            program.type("clear; fg\n")
            program.see("I am Ann", "R or Q:")
        program.press("ctrl+c")
        program.see("Saved.", "shell>")
        program.type("exit 0\n")
        assert program.end() == 0
    finally:
        program.close()
