"""What the campaign explains: each thing when it first lies before a player, and from what he may see alone."""

from __future__ import annotations

import random

import pytest

from thorgames import pages
from thorgames.core.ask import CHANCE
from thorgames.games.althing.lessons import DODGE, FIRST, SYMBOLS, VETERAN

from .table import BOX, GAME, asked, begun, do, end, position, steps

CAMPAIGN = GAME.info.campaign
EVERY = (*FIRST, *SYMBOLS.values(), VETERAN, DODGE)
GAME_1 = {"goal", "recruit", "develop", "dodge", "troll", "untroll"}
GAME_2 = GAME_1 | {"storm", "great-weather", "veteran"}
GAME_3 = GAME_2 | {"axe", "shield", "plot"}


def explained(state):
    """What is explained to whoever is asked now, to somebody who knows nothing yet."""
    ask = asked(state)
    return [lesson.id.removeprefix("althing.") for lesson in GAME.lessons(GAME.view(state, ask.seat), ask)]


# --- the texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", EVERY, ids=lambda lesson: lesson.id)
def test_a_lesson_names_a_clause_of_the_page_and_a_card_of_the_box(lesson):
    assert lesson.rule in pages.clauses("althing")
    assert lesson.id.startswith("althing.")
    assert lesson.card in ("", *BOX.cards)
    assert lesson.title
    assert 100 < len(lesson.text) < 600
    assert lesson.text[-1] == "."
    assert "ALT-" not in lesson.text


def test_no_two_lessons_are_the_same():
    assert len({lesson.id for lesson in EVERY}) == len({lesson.title for lesson in EVERY}) == len(EVERY)


@pytest.mark.rule("ALT-107")
def test_every_symbol_has_a_lesson_with_its_own_card_and_clause():
    assert {f"sym-{symbol}" for symbol in SYMBOLS} == {card for card in BOX.cards if card.startswith("sym-")}
    for symbol, lesson in SYMBOLS.items():
        assert lesson.card == f"sym-{symbol}"
        assert BOX.cards[lesson.card].name in lesson.title
        clause = next(e for part in pages.page("althing").sections for e in part.entries if e.id == lesson.rule)
        assert BOX.cards[lesson.card].name in clause.text


# --- when each comes --------------------------------------------------------------------------------------------------

TRACK_1 = "eldaskali-a kernelyd-a knorrer-a"
TRACK_2 = "eldaskali-a knorrer-a drakkar-a kernelyd-a"
PLAIN = {"row": "- - - - -", "rest": "1"}
"""Nothing in the row: the Vikings are in the deck of seat 1."""


@pytest.mark.rule("ALT-110", "ALT-303", "ALT-360")
@pytest.mark.parametrize("mode", CAMPAIGN)
def test_the_aim_and_recruiting_come_first_and_the_end_of_a_phase_when_it_ends(mode):
    state = begun(mode)
    assert explained(state)[:2] == ["goal", "recruit"]
    assert explained(do(state, "end")) == ["develop"]


@pytest.mark.rule("ALT-612")
@pytest.mark.parametrize(
    ("card", "symbols"),
    [
        ("odin", []),
        ("freyr", ["untroll"]),
        ("thor", ["troll"]),
        ("gudrid", ["untroll"]),
        ("floki", ["troll"]),
        ("halldora", ["untroll"]),
        ("olaf", []),
        ("troll-red", ["troll"]),
    ],
)
def test_a_symbol_is_explained_when_a_card_with_it_comes_into_the_hand(card, symbols):
    state = position("campaign-1", hands={0: f"odin {card}"}, track=TRACK_1, **PLAIN)
    assert explained(state) == ["goal", "recruit", *symbols]


@pytest.mark.rule("ALT-612", "ALT-622", "ALT-631")
def test_a_symbol_is_explained_when_a_viking_with_it_comes_into_the_row():
    given = {"hands": {0: "odin*2"}, "row": "halldora hild - - -", "rest": "1"}
    assert explained(position("campaign-1", track=TRACK_1, **given))[2:] == ["untroll"]
    assert explained(position("campaign-2", track=TRACK_2, **given))[2:] == ["untroll", "storm", "great-weather"]
    assert explained(position("campaign-3", **given))[2:] == ["untroll", "storm", "great-weather", "shield", "plot"]


@pytest.mark.rule("ALT-410", "ALT-430", "ALT-450", "ALT-R-19")
@pytest.mark.parametrize(
    ("trick", "lessons"),
    [
        ("thor:troll:1", ["troll", "untroll"]),
        ("horik:storm:1", ["storm", "great-weather"]),
        ("thor:axe:1", ["axe", "shield"]),
    ],
)
def test_whoever_is_tricked_is_told_what_it_is_and_what_answers_it(trick, lessons):
    """Even if he has never had such a card before him; and the same whether or not he holds an answer."""
    for hand in ("odin*4", "odin freyr siggy"):
        state = position("campaign-3", hands={0: "thor horik odin", 1: hand})
        assert explained(do(state, trick)) == [*lessons, "dodge"]


@pytest.mark.rule("ALT-421", "ALT-R-19")
def test_a_storm_that_a_standing_order_has_let_through_is_explained_in_the_next_phase():
    state = position(
        "campaign-2",
        hands={0: "horik odin", 1: "odin*3 freyr"},
        orders={1: ("ask", "never", "ask")},
        track=TRACK_2,
        **PLAIN,
    )
    state = end(do(state, "horik:storm:1"))
    assert asked(state).seat == 1
    assert "storm" in explained(state)


@pytest.mark.rule("ALT-441", "ALT-R-20")
def test_what_a_taken_card_can_do_is_explained_before_it_is_used():
    state = position("campaign-3", hands={0: "thor odin", 1: "hild odin*2"}, row="- - - - -", rest="0")
    assert "plot" not in explained(state)
    state = do(state, "thor:axe:1", "", "!hild")
    assert asked(state).kind == "act.taken"
    assert "plot" in explained(state)


@pytest.mark.rule("ALT-470", "ALT-471")
def test_veteran_is_explained_before_such_a_stage_or_once_somebody_has_completed_one():
    def told(pawns, veteran=False):
        return "veteran" in explained(position("campaign-2", pawns=pawns, veteran=veteran, track=TRACK_2))

    assert [told((place, 0)) for place in range(4)] == [False, False, True, False]
    assert told((0, 3), veteran=True)


@pytest.mark.parametrize("mode", ["standard", "new", "alternative"])
def test_outside_the_campaign_nothing_is_explained(mode):
    state = begun(mode)
    assert explained(state) == []
    assert explained(do(state, "end")) == []


def test_nothing_is_explained_to_the_table():
    state = begun("campaign-1")
    assert GAME.lessons(GAME.view(state, None), asked(state)) == ()


# --- over whole games -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-601", "ALT-612", "ALT-622", "ALT-631", "ALT-R-32")
@pytest.mark.parametrize(("mode", "all_of_it"), zip(CAMPAIGN, (GAME_1, GAME_2, GAME_3), strict=True))
@pytest.mark.parametrize("seats", [2, 3])
def test_over_whole_games_everything_comes_in_time_and_from_what_is_seen(mode, all_of_it, seats):
    """Each of several players learns what works in this game, and nothing else, when it lies before him or earlier."""
    rng = random.Random(0)
    ever: set[str] = set()
    for seed in range(4):
        known: list[set[str]] = [set() for _ in range(seats)]
        for state, ask, _, _ in steps(begun(mode, seats, seed=seed), seed):
            if ask.seat == CHANCE:
                continue
            told = explained(state)
            assert len(told) == len(set(told))
            assert set(told) <= all_of_it
            known[ask.seat] |= set(told)
            if ask.kind in ("act", "act.taken"):
                open_to_him = [*state.hands[ask.seat], *(card for slot in state.row for card in slot)]
                works = {symbol for card in open_to_him for symbol in BOX.symbols[card]} & set(state.symbols)
                assert works <= known[ask.seat]
                if any(storm.victim == ask.seat for storm in state.storms):
                    assert "storm" in known[ask.seat]
            assert ask.kind != "discard" or "develop" in known[ask.seat]
            if rng.random() < 0.2:
                twin = GAME.scramble(state, ask.seat, rng)
                assert GAME.view(twin, ask.seat) == GAME.view(state, ask.seat)
                assert explained(twin) == told
        for seat in range(seats):
            ever |= known[seat]
    assert ever == all_of_it
