"""The three games of the discovery campaign."""

from __future__ import annotations

import pytest

from tests.games.common import cards, pile
from thorgames.core.errors import SetupError

from .table import BOX, GAME, STEPS, begun, can, do, draw_pile, end, finished, kind, position, symbols, thrifty, why

ALL_HAND = {0: "thor horik sigvaar hild gudrid", 1: "thor halldora freyr odin"}


@pytest.mark.rule("ALT-601", "ALT-R-32")
def test_three_games_in_order_each_adding_symbols():
    modes = [mode for mode in GAME.info.modes if mode.id.startswith("campaign")]
    assert [mode.id for mode in modes] == ["campaign-1", "campaign-2", "campaign-3"]
    assert {mode.seats for mode in modes} == {(2, 3)}
    given = [set(begun(mode.id).symbols) for mode in modes]
    assert given[0] < given[1] < given[2]
    for mode in modes:
        with pytest.raises(SetupError):
            GAME.setup(mode.id, 1)


@pytest.mark.rule("ALT-610", "ALT-R-33", "ALT-R-03")
@pytest.mark.parametrize("seed", range(3))
def test_the_track_of_game_1(seed):
    assert begun("campaign-1", seed=seed).track == cards("kattegat-a eldaskali-a kernelyd-a knorrer-a thing")


@pytest.mark.rule("ALT-620", "ALT-R-33")
@pytest.mark.parametrize("seed", range(3))
def test_the_track_of_game_2(seed):
    track = begun("campaign-2", 3, seed=seed).track
    assert track == cards("kattegat-a eldaskali-a knorrer-a drakkar-a kernelyd-a althing")


@pytest.mark.rule("ALT-611", "ALT-621")
@pytest.mark.parametrize("mode", ["campaign-1", "campaign-2"])
@pytest.mark.parametrize("seats", [2, 3])
def test_all_begin_with_three_odin_and_freyr(mode, seats):
    piles = set()
    for seed in range(20):
        state = begun(mode, seats, seed=seed)
        for seat in range(seats):
            assert state.hands[seat] == pile("odin*3 freyr")
            piles.add(state.draws[seat])
    assert piles == {("odin", "thor"), ("thor", "odin")}


@pytest.mark.rule("ALT-612", "ALT-R-32")
def test_in_game_1_only_troll_and_untroll_work():
    state = position(
        "campaign-1",
        hands={0: "thor horik sigvaar hild", 1: "thor freyr odin"},
        track="eldaskali-a kernelyd-a knorrer-a",
    )
    assert symbols(state) == {"troll"}
    barred = why(state)
    for symbol in ("thor:axe", "horik:storm", "sigvaar:axe", "hild:plot", "hild:shield"):
        assert barred[symbol] == ("why.not-yet", "ALT-R-32")
    state = do(state, "thor:troll:1")
    assert can(state) == {"freyr"}
    state = position(
        "campaign-1", hands={0: "gudrid odin"}, draws={0: "troll-red"}, track="eldaskali-a kernelyd-a knorrer-a"
    )
    assert symbols(state) == {"untroll"}


@pytest.mark.rule("ALT-R-32")
def test_a_symbol_that_does_not_work_yet_still_pays():
    state = position(
        "campaign-1", hands={0: "odin*2 olaf"}, pawns=(0, 1), row="horik", track="eldaskali-a kernelyd-a knorrer-a"
    )
    assert can(do(state, "recruit")) == {"odin", "odin#2", "olaf"}
    assert do(state, "stage", "olaf").pawns[0] == 1


@pytest.mark.rule("ALT-622", "ALT-R-32", "ALT-R-19")
def test_in_game_2_storm_and_great_weather_come_in():
    track = "eldaskali-a knorrer-a drakkar-a kernelyd-a"
    state = position("campaign-2", hands={0: "thor horik sigvaar hild", 1: "siggy freyr"}, track=track)
    assert symbols(state) == {"troll", "storm"}
    assert can(do(state, "horik:storm:1")) == {"siggy"}
    assert can(do(state, "thor:troll:1")) == {"freyr"}


@pytest.mark.rule("ALT-622", "ALT-470")
def test_in_game_2_veteran_is_in_force():
    track = "eldaskali-a knorrer-a drakkar-a kernelyd-a"
    state = position("campaign-2", hands={0: "odin floki thor"}, pawns=(2, 0), track=track)
    state = do(state, "stage", "odin floki thor")
    assert [len(hand) for hand in state.hands] == [5, 4]
    assert [len(hand) for hand in end(state).hands] == [5, 5]


@pytest.mark.rule("ALT-630", "ALT-R-34")
def test_game_3_has_four_random_steps_on_side_a_and_the_usual_start():
    lasts, hands = set(), set()
    for seed in range(60):
        state = begun("campaign-3", 2, seed=seed)
        assert state.track[0] == "kattegat-a"
        steps = [card.removesuffix("-a") for card in state.track[1:-1]]
        assert set(steps) <= set(STEPS)
        assert len(set(steps)) == 4
        assert state.track[-1] == ("althing" if {"drakkar", "dragvendil"} & set(steps) else "thing")
        lasts.add(state.track[-1])
        hands.add(state.hands[0])
        assert len(draw_pile(state, 0)) == 2
    assert lasts == {"thing", "althing"}
    assert len(hands) == 4


@pytest.mark.rule("ALT-631", "ALT-107")
def test_in_game_3_all_symbols_work():
    assert set(begun("campaign-3").symbols) == {c[4:] for c in BOX.cards if c.startswith("sym-")}
    state = position("campaign-3", hands=ALL_HAND, draws={0: "troll-red"}, veteran=True)
    assert symbols(state) == {"troll", "axe", "storm", "plot", "untroll"}
    assert kind(do(state, "thor:axe:1")) == "dodge 1"


@pytest.mark.rule("ALT-R-39", "ALT-R-32")
@pytest.mark.parametrize("mode", ["campaign-1", "campaign-2", "campaign-3"])
def test_nothing_is_to_be_set_but_the_first_player(mode):
    assert [setting.id for setting in GAME.settings(mode, 2)] == ["first"]
    for option in ({"reserve": "yes"}, {"kattegat": "b"}, {"sides": "b"}):
        with pytest.raises(SetupError):
            GAME.setup(mode, 2, option)


@pytest.mark.rule("ALT-610", "ALT-R-03", "ALT-502")
def test_a_game_1_is_won_with_four_stages():
    ends = set()
    for seed in range(20):
        state = finished(begun("campaign-1", seed=seed), seed, thrifty)
        assert max(state.outcome.scores) == 4
        assert max(state.pawns) == 4
        assert state.turn >= 4
        ends.add(state.outcome.reason)
    assert "end.alone" in ends


@pytest.mark.rule("ALT-R-32")
def test_in_game_1_the_storm_trolls_lie_aside():
    """No storm can be sent by anybody, and none is ever seen."""
    state = position("campaign-1", hands={0: "horik olaf odin"}, track="eldaskali-a kernelyd-a knorrer-a")
    assert not any(":storm:" in o for o in can(state))
    assert state.storms == ()
