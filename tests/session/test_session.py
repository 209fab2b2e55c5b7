"""A game being played: answers, taking back, going on after a save, and where the device goes next."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.suite import check_secret, games
from thorgames.core.ask import Ask, Option, Pending, legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import Malformed, NotYours, NoUndo, SetupError, Stale
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import PERSON, Place, Session, Step, check_names, fold_name, name_length, next_place

NAMES = ("Åsa", "Brun", "Cato", "Dis", "Eir", "Finn")
LIMIT = 5_000


def begin(game: str = "thor", mode: str = "basic", seats: int = 3, seed: int = 1, **options: str) -> Session:
    loaded = games()[game]
    setup = loaded.setup(mode, seats, {key.replace("_", "-"): value for key, value in options.items()})
    return Session(loaded, setup, NAMES[:seats], dealer=Dealer(seed))


def ways() -> list[Callable[[int], Session]]:
    """Sessions of very different kinds, by seed."""
    return [
        lambda seed: begin(seats=3, seed=seed, rounds="2"),
        lambda seed: begin(seats=4, seed=seed, thors_will="yes", rounds="2"),
        lambda seed: begin(mode="big", seats=6, seed=seed, thors_will="yes", rounds="2"),
        lambda seed: begin("toy", "long", 2, seed),
        lambda seed: begin("toy", "long", 4, seed, ferryman="no"),
    ]


def ask_of(session: Session) -> Ask:
    pending = session.pending()
    assert pending is not None
    return pending.asks[0]


def answer(session: Session, rng: random.Random) -> int:
    """Give one legal answer; the seat that gave it."""
    pending = session.pending()
    assert pending is not None
    ask = rng.choice(pending.asks)
    session.submit(ask.seat, legal(ask, rng), session.ply)
    return ask.seat


def choose(session: Session, *wanted: str) -> int:
    """Answer with the first of the wanted options that is there, or else with the first option."""
    ask = ask_of(session)
    ids = [option.id for option in ask.options]
    picked = next((one for one in wanted if one in ids), ids[0])
    session.submit(ask.seat, (picked,))
    return ask.seat


def whole(session: Session) -> tuple[Any, ...]:
    """All there is to know of a session, but how often it has changed."""
    return (
        session.game.pack(session.state),
        session.state,
        tuple(session.steps),
        session.pending(),
        session.dealer.drawn,
    )


def play_on(session: Session, rng: random.Random) -> None:
    for _ in range(LIMIT):
        if session.pending() is None:
            return
        answer(session, rng)
    raise AssertionError("the game has no end")


# --- answers -------------------------------------------------------------------------------------------------------


def test_a_new_session_waits_for_a_seat_not_for_chance() -> None:
    for make in ways():
        session = make(3)
        pending = session.pending()
        assert pending is not None
        assert pending.mode != "chance"
        assert session.steps and all(step.seat == -1 for step in session.steps)
        assert session.ply == 0


def test_submit_returns_the_answer_and_all_that_chance_did_after_it() -> None:
    session, rng = begin(rounds="2"), random.Random(4)
    most = 0
    while session.pending() is not None:
        before = len(session.steps)
        ask = ask_of(session)
        given = legal(ask, rng)
        made = session.submit(ask.seat, given)
        assert made == tuple(session.steps[before:])
        assert (made[0].seat, made[0].answer) == (ask.seat, given)
        assert all(step.seat == -1 for step in made[1:])
        most = max(most, len(made))
    assert most > 1  # the shuffle before the second round


def test_a_stale_answer_is_refused_and_nothing_changes() -> None:
    session = begin()
    shown = session.ply
    first = ask_of(session)
    session.submit(first.seat, (first.options[0].id,), shown)
    for old in (shown, session.ply + 1, -1):
        before, ply = whole(session), session.ply
        ask = ask_of(session)
        with pytest.raises(Stale) as refused:
            session.submit(ask.seat, (ask.options[0].id,), old)
        assert session.speaker.plain(refused.value.msg)
        assert (whole(session), session.ply) == (before, ply)


def test_an_answer_to_a_question_that_was_taken_back_is_stale() -> None:
    session = begin()
    seat = choose(session)
    shown = session.ply
    given = (ask_of(session).options[0].id,)
    session.undo(seat)
    choose(session)
    with pytest.raises(Stale):
        session.submit(seat, given, shown)


def test_a_refused_answer_changes_nothing() -> None:
    session = begin()
    seat = choose(session)
    before = whole(session)
    ply = session.ply
    with pytest.raises(Malformed):
        session.submit(seat, ("no such card",))
    with pytest.raises(NotYours):
        session.submit((seat + 1) % 3, ("draw",))
    assert (whole(session), session.ply, session.undoable(seat)) == (before, ply, 1)


def test_a_session_fits_its_setup() -> None:
    game = games()["thor"]
    setup = game.setup("basic", 3)
    with pytest.raises(SetupError, match="3 seats"):
        Session(game, setup, NAMES[:2])
    with pytest.raises(SetupError, match="3 seats"):
        Session(game, setup, NAMES[:3], (PERSON,))
    session = Session(game, setup, NAMES[:3], (PERSON, "easy", PERSON))
    assert session.persons == {0, 2}


def test_new_sessions_have_seeds_of_their_own() -> None:
    game = games()["thor"]
    setup = game.setup("basic", 4)
    made = [Session(game, setup, NAMES[:4]) for _ in range(1_000)]
    assert len({session.dealer.seed for session in made}) == 1_000
    # 30 offerings among four players: no two of 1,000 games begin with the same hands.
    assert len({session.state.offerings for session in made}) == 1_000


# --- taking back ---------------------------------------------------------------------------------------------------


def test_nothing_to_take_back_at_the_beginning() -> None:
    session = begin()
    for seat in range(3):
        assert session.undoable(seat) == 0
        with pytest.raises(NoUndo) as refused:
            session.undo(seat)
        assert refused.value.msg == session.why_no_undo(seat) == Msg("undo.none")


def test_ones_own_offering_can_be_taken_back() -> None:
    session = begin()
    before = whole(session)
    seat = choose(session)
    assert session.undoable(seat) == 1
    assert [session.undoable(other) for other in range(3) if other != seat] == [0, 0]
    choose(session)  # take a god card: the same turn
    assert session.undoable(seat) == 2
    middle = session.steps[-1]
    session.undo(seat)
    assert middle not in session.steps
    session.undo(seat)
    assert whole(session) == before
    assert session.ply == 4
    assert session.undoable(seat) == 0
    assert session.why_no_undo(seat) == Msg("undo.none")


def test_nobody_takes_back_the_answer_of_another() -> None:
    session = begin()
    seat = choose(session)
    other = (seat + 1) % 3
    before = whole(session)
    with pytest.raises(NoUndo) as refused:
        session.undo(other)
    assert refused.value.msg == Msg("undo.other")
    assert whole(session) == before


def test_the_answer_of_another_is_a_barrier() -> None:
    session = begin()
    first = choose(session)
    choose(session)
    second = choose(session)
    assert second != first
    assert session.undoable(first) == 0
    assert session.why_no_undo(first) == Msg("undo.other")
    assert session.undoable(second) == 1
    session.undo(second)
    assert session.undoable(first) == 0


def test_handing_over_is_a_barrier() -> None:
    session = begin()
    seat = choose(session)
    session.hand_over()
    assert session.undoable(seat) == 0
    assert session.why_no_undo(seat) == Msg("undo.handover")
    with pytest.raises(NoUndo):
        session.undo(seat)
    choose(session)
    assert session.undoable(seat) == 1  # what came after it can be taken back


def test_a_drawn_card_is_a_barrier() -> None:
    session = begin(thors_will="yes")
    seat = choose(session)
    assert session.undoable(seat) == 1
    choose(session, "draw")
    assert session.undoable(seat) == 0
    assert session.why_no_undo(seat) == Msg("undo.learned")


def test_an_action_card_placed_openly_is_no_barrier() -> None:
    session = begin(thors_will="yes")
    for _ in range(6):  # every player places an offering and draws an action card
        choose(session, "draw")
    placed = 0
    for _ in range(3):
        before = whole(session)
        ask = ask_of(session)
        placing = [option.id for option in ask.options if ">" in option.id]
        for option in placing:
            session.submit(ask.seat, (option,))
            assert session.undoable(ask.seat) == 1
            session.undo(ask.seat)
            assert whole(session) == before
            placed += 1
        choose(session)
        choose(session)
        session.hand_over()
    assert placed


def test_chance_is_a_barrier() -> None:
    session, rng = begin(seats=2, rounds="2"), random.Random(7)
    while session.state.round == 1:
        seat = answer(session, rng)
    assert session.undoable(seat) == 0
    assert session.why_no_undo(seat) == Msg("undo.chance")


def test_after_the_end_nothing_is_taken_back() -> None:
    for make in ways():
        session = make(2)
        play_on(session, random.Random(2))
        assert not any(session.undoable(seat) for seat in range(len(session.names)))
        assert session.speaker.plain(session.why_no_undo(0))


def test_one_of_two_sealed_answers_can_be_taken_back_until_another_has_answered() -> None:
    session = begin("toy", "short", 3)
    pending = session.pending()
    assert pending is not None
    assert pending.mode == "sealed"
    first, second, _ = pending.asks
    before = whole(session)
    session.submit(first.seat, (first.options[0].id,))
    assert session.undoable(first.seat) == 1
    session.undo(first.seat)
    assert whole(session) == before
    session.submit(first.seat, (first.options[0].id,))
    session.submit(second.seat, (second.options[0].id,))
    assert session.undoable(first.seat) == 0
    assert session.undoable(second.seat) == 1


def test_every_barrier_has_words() -> None:
    words = games()["thor"].all_words
    for reason in ("none", "chance", "other", "handover", "learned", "over"):
        assert words[f"undo.{reason}"]


@pytest.mark.parametrize("way", range(len(ways())))
def test_taking_back_restores_everything_and_going_on_is_going_on(way: int) -> None:
    """Random play in which some of what may be taken back is taken back: each time all is as it was before."""
    assert sum(play_to_and_fro(ways()[way](seed), ways()[way](seed), random.Random(seed)) for seed in range(6)) > 10


def play_to_and_fro(session: Session, straight: Session, rng: random.Random) -> int:
    """Play one session with detours, then the other without; how many answers were taken back."""
    past: list[tuple[Any, ...]] = []  # what was, before each answer that may be taken back
    undone = 0
    while session.pending() is not None:
        before, ply = whole(session), session.ply
        seat = answer(session, rng)
        assert session.ply == ply + 1
        may = session.undoable(seat)
        assert may <= len(past) + 1
        past = [*past, before][len(past) + 1 - may :]
        if rng.random() < 0.1:
            session.hand_over()
            assert session.undoable(seat) == 0
            past = []
        for _ in range(rng.randint(0, len(past)) if rng.random() < 0.3 else 0):
            ply = session.ply
            session.undo(seat)
            undone += 1
            assert whole(session) == past.pop()
            assert session.ply == ply + 1
            assert session.undoable(seat) == len(past)
    for step in session.steps:
        if step.seat >= 0:
            straight.submit(step.seat, step.answer)
    assert whole(straight) == whole(session)
    assert session.game.pack(session.replayed()) == session.game.pack(session.state)
    return undone


@pytest.mark.parametrize("way", range(len(ways())))
def test_nothing_learned_is_ever_taken_back(way: int) -> None:
    """Whatever may be taken back has told the seat that did it nothing about a card."""
    for seed in range(8):
        session, rng = ways()[way](seed), random.Random(seed)
        layout = session.game.layout
        while session.pending() is not None:
            ask = ask_of(session)
            known = layout.known(session.state, ask.seat)
            made = session.submit(ask.seat, legal(ask, rng))
            if session.undoable(ask.seat):
                assert not layout.known(session.state, ask.seat) - known
                assert len(made) == 1
                assert not any(ask.seat in event.to for event in made[0].events)


# --- names ---------------------------------------------------------------------------------------------------------

GOOD_NAMES = (
    "[/]",
    "[/",
    "[bold",
    "[red]x",
    "Åsa",
    "Zoë",
    "عمر",
    "雪",
    "Ωmega",
    "🐺",
    "x" * 20,
    "-1",
    "{0}",
    "a b",
    "O'Neil",
    '"',
    "\\",
    "\u0646\u06cc\u0645\u200c\u0631\u0648\u0632",  # Persian, with a non-joiner
    "\u0915\u094d\u200d\u0937",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",  # a family
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
    "\U0001fae8",  # newer than the tables of Python 3.11
    "a\u3164b",
)

CLUSTERS = (
    "a",
    "雪",
    "\u00e9",
    "x\u0323\u0302",
    "\u0e01\u0e47",
    "\u0915\u093f",
    "\U0001f43a",
    "\u2764\ufe0f",
    "1\ufe0f\u20e3",
    "\U0001f44d\U0001f3fd",
    "\U0001f1f8\U0001f1ea",
    "\U0001f468\u200d\U0001f469\u200d\U0001f466",
    "\U0001f469\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f468\U0001f3ff",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f642\u200d\u2194\ufe0f",
)
"""Each is one character to a reader."""


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_any_visible_name_is_taken_as_it_is(name: str) -> None:
    assert check_names([name, "Brun"]) == (name, "Brun")
    game = games()["thor"]
    session = Session(game, game.setup("basic", 2), [name, "Brun"])
    assert session.speaker.seat_name(0) == name


@pytest.mark.parametrize(
    ("name", "taken"),
    [("  Åsa ", "Åsa"), ("Åsa\tBrun", "Åsa Brun"), ("a   b", "a b"), (" " + "x" * 20 + " ", "x" * 20)],
)
def test_names_are_trimmed(name: str, taken: str) -> None:
    assert check_names([name]) == (taken,)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("",), "player 1 has no name"),
        (("Åsa", "   "), "player 2 has no name"),
        (("\u3000\t\n",), "no name"),
        (("x" * 60,), "too long"),
        (("x" * 21,), "too long"),
        (("a\x1b[2Jb",), "cannot be seen"),
        (("a\x00",), "cannot be seen"),
        (("\u200b",), "cannot be seen"),
        (("a\u202eb",), "cannot be seen"),
        (("\udcff",), "cannot be seen"),
        (("Åsa", "Åsa"), "two players are named Åsa"),
        (("Åsa", "åSA"), "two players"),
        (("Åsa", " Åsa "), "two players"),
        (("Strasse", "Straße"), "two players"),
        (("Zo\u00eb", "Zoe\u0308"), "two players are named Zo\u00eb"),
        (("Ann", "\uff21nn"), "two players"),
        (("Ann", "A\u00adn\u200bn"), "two players"),
        (("Ann", "Ann\u2800"), "two players"),
        *[
            ((blank,), "player 1 .* cannot be seen")
            for blank in "\u3164\u2800\u00ad\u200b\u200d\ufe0f\u0301\ue000\uffff"
        ],
        *[((f"a{turn}b",), "cannot be seen") for turn in "\u202a\u202c\u202e\u2066\u2069\u2028\u2029\n\x85\x7f"],
        (("Ann", "e" + "\u0323" * 90), "player 2 is too long"),
        (("\U0001f468\u200d\U0001f469\u200d\U0001f466" * 20,), "player 1 is too long"),
        (("\u3164" * 30 + "a",), "too long"),
    ],
)
def test_names_that_do_not_do_are_refused_with_a_sentence(names: tuple[str, ...], said: str) -> None:
    with pytest.raises(SetupError, match=said) as refused:
        check_names(names)
    assert "x" * 21 not in str(refused.value)
    assert "\x1b" not in str(refused.value)


@given(st.lists(st.sampled_from(CLUSTERS), max_size=30))
def test_the_length_of_a_name_is_what_a_reader_sees(clusters: list[str]) -> None:
    name = "".join(clusters)
    assert name_length(name) == len(clusters)
    if 0 < len(clusters) <= 20 and len(unicodedata.normalize("NFC", name)) <= 80:
        assert check_names([name]) == (unicodedata.normalize("NFC", name),)
    else:
        with pytest.raises(SetupError, match="too long" if clusters else "no name"):
            check_names([name])


SIGNS = st.one_of(
    st.characters(),
    st.sampled_from(
        "aAeé \t\n\u0301\u0308\u200b\u200c\u200d\u00ad\u3164\u2800\ufe0f\u202e\u2068\U0001f43a\U0001f3fd\U0001f1f8"
    ),
)


@given(st.text(SIGNS, max_size=25))
@example("\u0344a")
def test_a_name_is_taken_in_a_form_that_does_not_change_or_refused_in_words(name: str) -> None:
    try:
        (taken,) = check_names([name])
    except SetupError as error:
        assert re.fullmatch(r"(the name|player 1) .*", str(error))
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", str(error))
        return
    assert check_names([taken]) == (taken,)
    assert taken == unicodedata.normalize("NFC", taken).strip()
    assert 1 <= name_length(taken) <= 20
    assert len(taken) <= 80
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", taken)
    assert any(
        unicodedata.category(sign)[0] not in "MZ" for sign in re.sub(r"[\u200b-\u200f\u00ad\u3164\u2800]", "", taken)
    )


@given(st.text(SIGNS, min_size=1, max_size=20), st.sampled_from(("NFC", "NFD", "NFKC", "NFKD", "capitals")))
def test_no_two_names_are_alike(name: str, form: Any) -> None:
    try:
        (taken,) = check_names([name])
    except SetupError:
        assume(False)
    other = taken.casefold() if form == "capitals" else unicodedata.normalize(form, taken)
    assert fold_name(other) == fold_name(taken)
    assume(other.count(" ") == taken.count(" "))  # some marks become a space and a mark
    with pytest.raises(SetupError):
        check_names([taken, other])


# --- going on after a save -----------------------------------------------------------------------------------------


def resumed(session: Session) -> Session:
    return Session.resume(session.game, session.snapshot(), list(session.steps))


@pytest.mark.parametrize("way", range(len(ways())))
def test_a_resumed_session_is_the_same_at_every_question(way: int) -> None:
    session, rng = ways()[way](5), random.Random(5)
    while True:
        again = resumed(session)
        assert again is not session
        assert whole(again) == whole(session)
        assert (again.names, again.holders, again.setup) == (session.names, session.holders, session.setup)
        assert (again.ply, again.dealer.seed) == (session.ply, session.dealer.seed)
        for seat in range(len(session.names)):
            assert again.view(seat) == session.view(seat)
            assert again.bot_random(seat).random() == session.bot_random(seat).random()
            assert again.undoable(seat) == 0
        if session.pending() is None:
            return
        answer(session, rng)


@pytest.mark.parametrize("way", range(len(ways())))
def test_resuming_draws_nothing_and_going_on_is_going_on(way: int) -> None:
    session = ways()[way](6)
    answer(session, random.Random(1))
    for _ in range(3):
        again = resumed(resumed(session))
        assert again.dealer.drawn == session.dealer.drawn
        play_on(again, random.Random(9))
        straight = resumed(session)
        play_on(straight, random.Random(9))
        assert whole(again) == whole(straight)  # chance that came later included
        answer(session, random.Random(2))
    play_on(session, random.Random(3))
    assert whole(resumed(session)) == whole(session)


def test_what_was_done_before_a_resume_is_not_taken_back() -> None:
    session = begin()
    seat = choose(session)
    again = resumed(session)
    with pytest.raises(NoUndo) as refused:
        again.undo(seat)
    assert refused.value.msg == Msg("undo.handover")
    choose(again)
    assert again.undoable(seat) == 1


def test_things_that_do_not_belong_together_are_not_resumed() -> None:
    session = begin()
    choose(session)
    with pytest.raises(ValueError, match="do not belong together"):
        Session.resume(session.game, session.snapshot(), session.steps[:-1])
    toml = session.game.box.toml.replace('short = "Fa"', 'short = "Fy"')
    other = registry.load("thor", registry.box("thor", toml))
    with pytest.raises(ValueError, match="do not belong together"):
        Session.resume(other, session.snapshot(), session.steps)


def test_a_computer_opponent_draws_from_the_number_of_steps_alone() -> None:
    session = begin()
    seat = ask_of(session).seat
    first = session.bot_random(seat).random()
    choose(session)
    assert session.bot_random(seat).random() != first
    session.undo(seat)
    assert session.bot_random(seat).random() == first
    assert session.bot_random((seat + 1) % 3).random() != first


def test_nothing_of_a_session_shows_a_card_when_printed() -> None:
    session = begin("toy", "short", 3)
    answer(session, random.Random(1))
    things = [session, session.steps, session.steps[-1], session.snapshot(), session.dealer, Step(0, ("x",), ())]
    check_secret(session.game, [repr(thing) for thing in things])
    check_secret(session.game, [str(thing) for thing in things])
    assert str(session.dealer.seed) not in repr(Dealer(123456))
    assert "123456" not in repr(Dealer(123456))


# --- where the device goes -----------------------------------------------------------------------------------------


def asks(*seats: int, kind: str = "play") -> tuple[Ask, ...]:
    return tuple(Ask(seat, kind, (Option("a"), Option("b"))) for seat in seats)


ALL = frozenset(range(4))


@pytest.mark.parametrize(
    ("mode", "seats", "at", "persons", "kind", "seat"),
    [
        # a turn: behind a cover, unless the seat's own screen is open
        ("turn", (1,), None, ALL, "cover", 1),
        ("turn", (1,), 0, ALL, "cover", 1),
        ("turn", (1,), 1, ALL, "hand", 1),
        # computer opponents answer, whatever is asked
        ("turn", (2,), 0, frozenset({0, 1}), "bot", 2),
        ("reaction", (2,), 0, frozenset({0, 1}), "bot", 2),
        ("deal", (2,), 0, frozenset({0, 1}), "bot", 2),
        ("claim", (1, 2), 0, frozenset({0, 1}), "bot", 2),
        ("sealed", (0, 2), 0, frozenset({0, 1}), "bot", 2),
        ("turn", (0,), None, frozenset(), "bot", 0),
        # a single person: nothing is covered
        ("turn", (1,), None, frozenset({1}), "hand", 1),
        ("turn", (1,), 1, frozenset({1}), "hand", 1),
        ("reaction", (1,), None, frozenset({1}), "hand", 1),
        ("claim", (1,), None, frozenset({1}), "hand", 1),
        ("deal", (1,), None, frozenset({1}), "hand", 1),
        ("sealed", (1,), None, frozenset({1}), "hand", 1),
        # a reaction of one known seat is announced
        ("reaction", (1,), 0, ALL, "announce", 1),
        ("reaction", (1,), None, ALL, "announce", 1),
        ("reaction", (1,), 1, ALL, "hand", 1),
        # a claim: the table says who reacts
        ("claim", (1, 2, 3), 0, ALL, "claim", -1),
        ("claim", (1, 2, 3), None, ALL, "claim", -1),
        ("claim", (1,), 0, ALL, "claim", -1),
        ("claim", (1, 2, 3), 2, ALL, "hand", 2),
        # bids and offers are made on the open table, also by the seat whose screen is open
        ("deal", (1,), 0, ALL, "open", 1),
        ("deal", (1,), None, ALL, "open", 1),
        ("deal", (1,), 1, ALL, "open", 1),
        # sealed choices: each behind a cover, the seat at the device first
        ("sealed", (0, 1, 2), None, ALL, "cover", 0),
        ("sealed", (0, 1, 2), 3, ALL, "cover", 0),
        ("sealed", (0, 1, 2), 2, ALL, "hand", 2),
        ("sealed", (0, 1), 2, ALL, "cover", 0),
    ],
)
def test_where_the_device_goes(
    mode: Any, seats: tuple[int, ...], at: int | None, persons: frozenset[int], kind: str, seat: int
) -> None:
    asked = asks(*seats)
    place = next_place(Pending(mode, asked), at, persons)
    assert (place.kind, place.seat) == (kind, seat)
    assert place.ask == next((ask for ask in asked if ask.seat == seat), None)


def test_after_the_end_the_game_is_over() -> None:
    for at in (None, 0):
        for persons in (ALL, frozenset({0}), frozenset[int]()):
            assert next_place(None, at, persons) == Place("over")


def test_where_the_device_goes_depends_on_public_facts_alone() -> None:
    """A seat without any choice is led to exactly like one with many."""
    rich = Ask(1, "ward", (Option("a"), Option("b")), lo=0)
    poor = Ask(1, "ward", (), lo=0)
    for at in (None, 0, 1, 2):
        for mode in ("reaction", "sealed", "turn", "claim"):
            places = [next_place(Pending(mode, (ask,)), at, ALL) for ask in (rich, poor)]  # type: ignore[arg-type]
            assert places[0].kind == places[1].kind
            assert places[0].seat == places[1].seat
