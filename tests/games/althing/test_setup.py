"""The set-up for two and three players."""

from __future__ import annotations

from collections import Counter

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.chance import Dealer
from thorgames.core.errors import SetupError

from .table import BOX, GAME, GODS, STEPS, VIKINGS, asked, begun, kind, new

FOR_MORE = ["standard", "campaign-1", "campaign-2", "campaign-3", "new", "alternative"]


@pytest.mark.rule("ALT-101")
def test_it_is_for_two_or_three_or_alone():
    seats = {mode.id: mode.seats for mode in GAME.info.modes}
    assert seats == {**dict.fromkeys(FOR_MORE, (2, 3)), "solo": (1,), "solo-hard": (1,)}
    for wrong in (0, 4):
        with pytest.raises(SetupError):
            GAME.setup(None, wrong)
    assert GAME.setup(None, 1).mode == "solo"


@pytest.mark.rule("ALT-120", "ALT-121", "ALT-122")
def test_the_track_is_kattegat_a_four_steps_on_side_a_and_the_last_stage():
    seen = set()
    for seed in range(60):
        track = begun(seed=seed).track
        assert track[0] == "kattegat-a"
        assert len(track) == 6
        steps = [card.removesuffix("-a") for card in track[1:5]]
        assert all(card.endswith("-a") for card in track[1:5])
        assert len(set(steps)) == 4
        assert set(steps) <= set(STEPS)
        veteran = {"drakkar", "dragvendil"} & set(steps)
        assert track[5] == ("althing" if veteran else "thing")
        seen.add((len(veteran), track[5]))
    assert seen == {(0, "thing"), (1, "althing"), (2, "althing")}


@pytest.mark.rule("ALT-121", "ALT-R-58")
def test_every_step_comes_at_every_place():
    places = {(at, card[:-2]) for seed in range(200) for at, card in enumerate(begun(seed=seed).track[1:5])}
    assert places == {(at, step) for at in range(4) for step in STEPS}


@pytest.mark.rule("ALT-122")
@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1, 0), (1, 2, 4, 5, 6, 0, 3)])
def test_the_last_stage_follows_from_the_steps_that_were_drawn(order):
    state = new(first="1")
    assert asked(state).kind == "steps"
    state = GAME.apply(state, CHANCE, tuple(map(str, order))).state
    drawn = [BOX.steps[at] for at in order[:4]]
    assert state.track[1:5] == tuple(f"{step}-a" for step in drawn)
    assert (state.track[5] == "althing") == bool({"drakkar", "dragvendil"} & set(drawn))


@pytest.mark.rule("ALT-123", "ALT-126")
@pytest.mark.parametrize("seats", [2, 3])
def test_pawns_on_kattegat_and_trolls_in_the_areas(seats):
    state = begun(seats=seats)
    assert state.pawns == (0,) * seats
    assert state.trolls == (2,) * seats
    assert state.storms == ()
    assert not state.veteran
    for seat in range(seats):
        assert not any(card.startswith(("troll", "storm")) for card in state.owned[seat])


@pytest.mark.rule("ALT-127")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_six_gods_are_shuffled_and_four_are_drawn(seats):
    hands = set()
    for seed in range(30):
        state = begun(seats=seats, seed=seed)
        for seat in range(seats):
            assert len(state.hands[seat]) == 4
            assert len(state.draws[seat]) == 2
            assert sorted((*state.hands[seat], *state.draws[seat])) == sorted(GODS)
            assert state.tops[seat] == state.discards[seat] == state.reserves[seat] == ()
            hands.add((seat, state.hands[seat]))
    assert len(hands) == 4 * seats  # with or without Thor, with or without Freyr


@pytest.mark.rule("ALT-128", "ALT-R-54")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_player_is_named_or_drawn_by_lot(seats):
    for seat in range(seats):
        state = begun(seats=seats, first=str(seat + 1))
        assert (state.first, kind(state)) == (seat, f"act {seat}")
    assert asked(new(seats=seats)).kind == "lot"
    assert len(asked(new(seats=seats)).options) == seats
    for seat in range(seats):
        drawn = GAME.apply(new(seats=seats), CHANCE, (str(seat),)).state
        assert drawn.first == seat
    assert {begun(seats=seats, seed=seed).first for seed in range(30)} == set(range(seats))
    with pytest.raises(SetupError):
        GAME.setup("standard", seats, {"first": str(seats + 1)})


@pytest.mark.rule("ALT-129")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_assembly_deck_is_shuffled_and_five_cards_are_laid_open(seats):
    rows = set()
    for seed in range(20):
        state = begun(seats=seats, seed=seed)
        assert [len(slot) for slot in state.row] == [1] * 5
        assert len(state.deck) == 25
        assert Counter(state.deck) + Counter(c for slot in state.row for c in slot) == Counter(VIKINGS)
        rows.add(state.row)
    assert len(rows) == 20


@pytest.mark.rule("ALT-129")
def test_the_row_is_the_top_of_the_shuffled_deck():
    state, dealer, deck = new(first="1"), Dealer(5), ()
    while (ask := asked(state)).seat == CHANCE:
        answer = dealer.answer(ask)
        if ask.kind == "shuffle" and ask.args[0] == "deck":
            deck = tuple(state.deck[int(at)] for at in answer)
        state = GAME.apply(state, CHANCE, answer).state
    assert (*(slot[0] for slot in state.row), *state.deck) == deck


@pytest.mark.rule("ALT-R-53", "ALT-R-50")
def test_colours():
    assert begun(seats=2).colours == ("green", "red")
    assert begun(seats=3).colours == ("green", "red", "blue")
    assert begun("solo", 1).colours == ("red",)


@pytest.mark.rule("ALT-R-58")
def test_chance_is_asked_for_nothing_but_these_things():
    asked_for: dict[str, int] = {}
    state, dealer = new(seats=3), Dealer(3)
    while (ask := asked(state)).seat == CHANCE:
        name = ask.kind if ask.kind != "shuffle" else f"shuffle {ask.args[0]}"
        asked_for[name] = asked_for.get(name, 0) + 1
        state = GAME.apply(state, CHANCE, dealer.answer(ask)).state
    assert asked_for == {"lot": 1, "steps": 1, "shuffle draws": 3, "shuffle deck": 1}
