"""Messages, events and the words that are made of them."""

from __future__ import annotations

import pytest

from thorgames.core.text import Event, Msg, Span, Speaker, plain

NAMES = ("[/]", "{0:n}", "[bold")


def speaker(**words: str) -> Speaker:
    return Speaker(words, NAMES, lambda card: f"Card {card.upper()}")


@pytest.mark.parametrize(
    ("template", "args", "words"),
    [
        ("nothing to fill in", (), "nothing to fill in"),
        ("{0:seat}!", (0,), "[/]!"),
        ("{0:card}.", ("ox",), "Card OX."),
        ("{0:n}", (7,), "7"),
        ("{0:n card cards}", (1,), "1 card"),
        ("{0:n card cards}", (0,), "0 cards"),
        ("{0:n card cards}", (2,), "2 cards"),
        ("{0:sign}", (3,), "+3"),
        ("{0:sign}", (-3,), "−3"),
        ("{0:sign}", (0,), "+0"),
        ("say {0:word}", ("other",), "say something else"),
        ("{0:text}", ("[red]{1:n}",), "[red]{1:n}"),
        ("{1:n} before {0:n}", (1, 2), "2 before 1"),
        ("{0:n}{0:n}", (4,), "44"),
        ("[/] {0:seat} {} {a}", (2,), "[/] [bold {} {a}"),
    ],
)
def test_every_kind_of_argument(template: str, args: tuple[str | int, ...], words: str) -> None:
    assert speaker(key=template, other="something else").plain(Msg("key", args)) == words


def test_a_name_is_never_read_as_a_template_or_as_markup() -> None:
    assert speaker(key="{0:seat}, {1:seat}").say(Msg("key", (1, 0))) == (
        Span("{0:n}", seat=1),
        Span(", "),
        Span("[/]", seat=0),
    )


def test_spans_say_which_card_and_which_seat() -> None:
    text = speaker(key="{0:seat} has {1:card}").say(Msg("key", (2, "ox")))
    assert [(span.seat, span.card) for span in text] == [(2, ""), (-1, ""), (-1, "ox")]
    assert plain(text) == "[bold has Card OX"


@pytest.mark.parametrize(
    ("template", "args"), [("{0:card", ()), ("{0:what}", (1,)), ("{1:n}", (1,)), ("{0:word}", ("x",))]
)
def test_a_template_that_does_not_fit_is_an_error_or_stays_as_it_is(template: str, args: tuple[int, ...]) -> None:
    if template == "{0:card":
        assert speaker(key=template).plain(Msg("key", args)) == template
    else:
        with pytest.raises((KeyError, IndexError)):
            speaker(key=template).say(Msg("key", args))


def test_a_key_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        speaker().say(Msg("key"))


def test_a_seat_without_a_player_is_named_by_the_words() -> None:
    named = speaker(**{"seat.9": "the Ferryman"})
    assert named.seat_name(9) == "the Ferryman"
    assert named.seat_name(5) == "seat 6"
    assert named.seat_name(0) == "[/]"


SECRET = Event("drew", (0,), to=(0, 2), secret=("ox",))


def test_a_secret_is_told_to_those_it_is_for_alone() -> None:
    words = {"drew": "{0:seat} draws.", "drew.known": "{0:seat} draws {1:card}."}
    told = {viewer: plain(speaker(**words).tell(SECRET, viewer)) for viewer in (None, 0, 1, 2)}
    assert told == {None: "[/] draws.", 0: "[/] draws Card OX.", 1: "[/] draws.", 2: "[/] draws Card OX."}


def test_an_event_seen_by_others_has_no_trace_of_the_secret() -> None:
    for viewer in (None, 1, -1):
        assert SECRET.seen_by(viewer) == Event("drew", (0,))
    assert SECRET.seen_by(2) == Event("drew", (0,), (2,), ("ox",))


def test_a_secret_that_is_for_nobody_is_told_to_nobody() -> None:
    event = Event("drew", (0,), secret=("ox",))
    assert all(event.seen_by(viewer) == Event("drew", (0,)) for viewer in (None, 0, 1))


def test_a_public_event_is_the_same_for_all() -> None:
    event = Event("placed", (1, "ox"))
    assert all(event.seen_by(viewer) == event for viewer in (None, 0, 1))


def test_printing_messages_and_events_shows_no_argument() -> None:
    assert "ox" not in repr([SECRET, Msg("key", ("ox",)), Event("placed", ("ox",))])
