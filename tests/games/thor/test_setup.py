"""Components, modes, and the preparation of a round."""

from __future__ import annotations

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.errors import Malformed, SetupError
from thorgames.core.zones import BACK

from .table import (
    ASIDE,
    BOX,
    GAME,
    GODS,
    HAND,
    SETUPS,
    asked,
    cards,
    choices,
    deal,
    finished,
    new,
    offerings,
    play,
    stack,
    steps,
    table,
    turns,
)

BASIC = [2, 3, 4, 5]


def accepted(mode: str, seats: int, will: bool) -> bool:
    try:
        GAME.setup(mode, seats, {"thors-will": "yes" if will else "no"})
    except SetupError as error:
        assert str(seats) in str(error) or "3 to 6 players" in str(error)
        return False
    return True


def everything(state) -> list[str]:
    """Every card that is anywhere in the match."""
    seen = state
    piles = [*seen.columns, *seen.slots, *seen.offerings, *seen.actions, seen.out, seen.deck, seen.aside]
    stacks = [god for god, n in zip(seen.gods, seen.stacks, strict=True) for _ in range(n)]
    taken = [god for d in seen.displays for god, n in zip(seen.gods, d, strict=True) for _ in range(n)]
    return sorted([*(card for pile in piles for card in pile), *stacks, *taken])


# --- components ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-01")
def test_there_are_six_gods_with_five_cards_each():
    assert BOX.count("god") == dict.fromkeys(GODS.values(), 5)


@pytest.mark.rule("THR-02")
def test_there_are_six_offerings_of_each_god_in_its_colour_each_with_a_value():
    assert BOX.count("offering").total() == 36
    for god in GODS.values():
        own = [c for c in BOX.cards.values() if c.kind == "offering" and c.god == god]
        assert len({c.value for c in own}) == 6
        for card in own:
            facts = dict(BOX.facts(card.id))
            assert BOX.cards[god].colour in facts["God"]
            assert facts["Value"] == str(card.value)


@pytest.mark.rule("THR-03")
def test_there_are_fourteen_action_cards():
    assert BOX.count("action").total() == 14


@pytest.mark.rule("THR-04")
def test_the_basic_game_is_for_two_to_five():
    assert [n for n in range(9) if accepted("basic", n, False)] == [2, 3, 4, 5]


@pytest.mark.rule("THR-05")
def test_the_big_game_is_for_four_to_six():
    assert [n for n in range(9) if accepted("big", n, False)] == [4, 5, 6]


@pytest.mark.rule("THR-06", "THR-R-04")
def test_thors_will_is_for_three_to_six_within_the_limits_of_each_game():
    assert [n for n in range(9) if accepted("basic", n, True)] == [3, 4, 5]
    assert [n for n in range(9) if accepted("big", n, True)] == [4, 5, 6]


def test_thors_will_is_off_unless_it_is_chosen():
    assert GAME.setup("basic", 3).options["thors-will"] == "no"


@pytest.mark.rule("THR-07")
def test_eleven_grey_cards_are_baldurs():
    grey = [c for c in BOX.cards.values() if "grey" in str(BOX.facts(c.id))]
    assert {c.god or c.id for c in grey} == {"god-baldur"}
    assert [sum(c.copies for c in grey if c.kind == kind) for kind in ("god", "offering", "action")] == [5, 6, 0]


# --- preparation ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("THR-10")
@pytest.mark.parametrize("seats", BASIC)
def test_baldurs_cards_and_the_action_cards_are_not_in_the_basic_game(seats):
    there = everything(table(seats=seats))
    assert len(there) == 25 + 30
    assert not [c for c in there if "baldur" in c or c.startswith("act-")]


@pytest.mark.rule("THR-11")
@pytest.mark.parametrize("seats", BASIC)
def test_there_are_five_stacks_of_five_and_nobody_has_a_god_card(seats):
    state = table(seats=seats)
    assert [(god, stack(state, god)) for god in ("Fa", "Od", "Th", "Nj", "Fr")] == [
        (god, 5) for god in ("Fa", "Od", "Th", "Nj", "Fr")
    ]
    assert state.stacks == (5,) * 5
    assert state.displays == ((0,) * 5,) * seats


@pytest.mark.rule("THR-12")
@pytest.mark.parametrize("seats", BASIC)
def test_the_thirty_offerings_are_shuffled(seats):
    state = play(new("basic", seats), CHANCE, "0")
    assert asked(state).kind == "shuffle"
    assert asked(state).seat == CHANCE
    pile = sorted(state.aside)
    assert pile == sorted(card for god in list(GODS.values())[:5] for card in BOX.god_of if BOX.god_of[card] == god)
    orders = [tuple(str(i) for i in order) for order in (range(30), range(29, -1, -1))]
    one, other = (play(state, CHANCE, order) for order in orders)
    assert one.offerings != other.offerings
    assert everything(one) == everything(other)


@pytest.mark.rule("THR-13")
@pytest.mark.parametrize(("seats", "aside"), [(2, 2), (3, 3), (4, 2), (5, 0)])
def test_offerings_are_set_aside_face_down(seats, aside):
    assert len(table(seats=seats).aside) == aside


@pytest.mark.rule("THR-14")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_the_offerings_set_aside_are_out_of_the_round_and_seen_by_nobody(mode, seats, will):
    aside = None
    for state, _, _, result in steps(new(mode, seats, will), seed=5):
        if state.turn:
            aside = aside or state.aside
            after = result.state
            assert after.aside == aside
            for viewer in (*range(seats), None):
                assert GAME.view(after, viewer).seen.aside == (BACK,) * ASIDE[mode, seats]
            assert not set(aside) & {c for pile in (*after.columns, *after.offerings) for c in pile}
    assert aside is not None
    assert len(aside) == ASIDE[mode, seats]


@pytest.mark.rule("THR-15")
@pytest.mark.parametrize(("seats", "hand"), [(2, 14), (3, 9), (4, 7), (5, 6)])
def test_all_other_offerings_are_dealt_evenly(seats, hand):
    state = table(seats=seats)
    assert [len(h) for h in state.offerings] == [hand] * seats
    assert seats * hand + len(state.aside) == 30


@pytest.mark.rule("THR-16")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_start_player_is_drawn_by_lot(seats):
    state = new("basic", seats)
    ask = asked(state)
    assert (ask.seat, ask.kind) == (CHANCE, "lot")
    assert choices(state) == {str(n) for n in range(seats)}
    for n in range(seats):
        begun = deal(play(state, CHANCE, str(n)))
        assert asked(begun).seat == n
    with pytest.raises(Malformed):
        play(state, CHANCE, str(seats))


@pytest.mark.rule("THR-16")
def test_the_lot_is_drawn_unless_the_players_say_otherwise():
    assert GAME.setup("basic", 3).options["first"] == "lot"
    starts = {finished(new("basic", 3), seed).played[0].start for seed in range(12)}
    assert starts == {0, 1, 2}


@pytest.mark.rule("THR-17")
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_turns_go_clockwise(mode, seats, will):
    whose = {
        state.turn: ask.seat for state, ask, _, _ in steps(new(mode, seats, will), seed=3) if ask.kind[:4] == "play"
    }
    first = whose[0]
    assert len(whose) > seats
    assert list(whose.values()) == [(first + turn) % seats for turn in whose]


# --- the deal table ------------------------------------------------------------------------------------------------

DEALS = [
    # mode, players, offerings used, set aside, hand of each player, cards dealt
    ("basic", 2, 30, 2, 14, 28),
    ("basic", 3, 30, 3, 9, 27),
    ("basic", 4, 30, 2, 7, 28),
    ("basic", 5, 30, 0, 6, 30),
    ("big", 4, 36, 0, 9, 36),
    ("big", 5, 36, 1, 7, 35),
    ("big", 6, 36, 0, 6, 36),
]


@pytest.mark.rule("THR-12", "THR-13", "THR-15", "THR-56", "THR-57", "THR-R-05", "THR-R-06")
@pytest.mark.parametrize(
    ("mode", "seats", "used", "aside", "hand", "dealt", "will"),
    [(*deal, will) for deal in DEALS for will in (False, True) if deal[1] > 2 or not will],
)
def test_the_deal_is_that_of_the_table_with_and_without_thors_will(mode, seats, used, aside, hand, dealt, will):
    state = table(mode, seats, will)
    assert len(state.aside) == aside
    assert [len(h) for h in state.offerings] == [hand] * seats
    assert sum(len(h) for h in state.offerings) == dealt
    assert aside + dealt == used
    assert (HAND[mode, seats], ASIDE[mode, seats]) == (hand, aside)


@pytest.mark.rule("THR-R-41")
def test_the_top_cards_go_aside_and_the_others_are_dealt_one_by_one_from_the_first_seat():
    state = play(new("basic", 3), CHANCE, "1")
    pile = state.aside
    order = tuple(str((7 * i + 3) % 30) for i in range(30))
    shuffled = [pile[int(i)] for i in order]
    state = play(state, CHANCE, order)
    assert list(state.aside) == shuffled[:3]
    for seat in range(3):
        assert sorted(state.offerings[seat]) == sorted(shuffled[3 + seat :: 3])


def test_a_hand_can_be_dealt_as_a_test_likes_it():
    state = table(hands={0: "Fa0 Fa1", 2: "Fr5"}, start=2)
    assert {"Fa0", "Fa1"} <= set(offerings(state, 0).split())
    assert cards("Fr5")[0] in state.offerings[2]
    assert asked(turns(state, "Fr5 Od")).seat == 0
