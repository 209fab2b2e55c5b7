"""Attack turns, their order in each mode, and what happens between two rounds."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.common import kinds, told
from thorgames.games.kardnarok.force import usable_gods

from .table import (
    BOX,
    GAME,
    MODES,
    anyhow,
    asked,
    can,
    do,
    hear,
    heard_until,
    kind,
    new,
    owns,
    position,
    quiet,
    refused,
    steps,
    until,
)


def orders(mode: str, seats: int, first: int) -> list[tuple[int, ...]]:
    """Who attacked when, by rounds, in a whole game."""
    found: list[list[int]] = []
    for *_, result in steps(new(mode, seats, first=str(first + 1)), first):
        for event in result.events:
            if event.kind == "round":
                found.append([])
                assert event.args[1] == result.state.order[0]
            if event.kind == "turn":
                found[-1].append(event.args[0])
    return [tuple(order) for order in found]


@pytest.mark.rule("KRD-120", "KRD-513", "KRD-510", "KRD-R-08")
def test_x_15_basic_with_four():
    """Round 1: 0, 1, 2, 3; the last to attack is the new PR, and it goes the other way: 3, 2, 1, 0."""
    assert orders("basic", 4, 0) == [(0, 1, 2, 3), (3, 2, 1, 0)]


@pytest.mark.rule("KRD-120", "KRD-510", "KRD-513", "KRD-R-08")
@pytest.mark.parametrize("seats", [3, 4])
def test_order_of_the_basic_mode(seats):
    for first in range(seats):
        clockwise = tuple((first + at) % seats for at in range(seats))
        assert orders("basic", seats, first) == [clockwise, clockwise[::-1]]


@pytest.mark.rule("KRD-912", "KRD-913", "KRD-R-62", "KRD-910", "KRD-900", "KRD-R-08", "KRD-408")
@pytest.mark.parametrize(("mode", "seats"), [m for m in MODES if m[0] != "basic"])
def test_order_with_four_rounds(mode, seats):
    """The PR moves one to the left each round; rounds 2 and 4 run counter-clockwise."""
    for first in range(seats):
        wanted = []
        for r in range(4):
            pr, step = (first + r) % seats, 1 if r % 2 == 0 else -1
            wanted.append(tuple((pr + step * at) % seats for at in range(seats)))
        assert orders(mode, seats, first) == wanted


@pytest.mark.rule("KRD-R-62")
def test_story_with_three_from_seat_0():
    assert orders("story", 3, 0) == [(0, 1, 2), (1, 0, 2), (2, 0, 1), (0, 2, 1)]


# --- attack turns --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-121", "KRD-R-20")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_other_kingdom_can_be_attacked(seats):
    """Also one that has been attacked before in the round."""
    for turn in range(seats):
        state = position("story", seats, turn=turn, defences=(0,) * seats if seats == 2 else (3,) * seats)
        targets = {o for o in can(state) if o.startswith("attack:")}
        assert targets == {f"attack:{seat}" for seat in range(seats) if seat != turn}
        refused(state, f"attack:{turn}")


@pytest.mark.rule("KRD-122", "KRD-121", "KRD-201")
def test_only_the_two_fight():
    state, events = hear(position("basic", 4, turn=1), "attack:3")
    assert told(events, "announced") == [(1, 3)]
    assert state.fight.seats == (1, 3)
    assert kind(state) == "ritual 1 ritual 3"
    for *_, result in steps(state, 1):
        if result.state.fight is None:
            break
        assert result.state.fight.seats == (1, 3)


@pytest.mark.rule("KRD-R-20", "KRD-121")
def test_one_kingdom_can_be_attacked_by_all_in_one_round():
    def against_2(state, ask, rng):
        if ask.kind == "attack":
            return ("attack:2",) if ask.seat != 2 else ("attack:0",)
        return quiet(state, ask, rng)

    state, events = heard_until(new("basic", 4, first="1"), player=against_2)
    assert told(events, "announced") == [(0, 2), (1, 2), (2, 0), (3, 2), (3, 2), (2, 0), (1, 2), (0, 2)]
    assert state.outcome is not None


@pytest.mark.rule("KRD-120", "KRD-123", "KRD-R-08")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_everybody_attacks_once_in_each_round(mode, seats):
    attacks = Counter()
    number = 0
    for before, ask, _, result in steps(new(mode, seats), 2):
        for event in result.events:
            if event.kind == "announced":
                attacks[before.round, event.args[0]] += 1
                assert ask.seat == event.args[0] != event.args[1]
            if event.kind == "round.over":
                number += 1
                assert event.args == (number,)
                assert sum(n for (r, _), n in attacks.items() if r == number) == seats
    assert set(attacks.values()) == {1}
    assert len(attacks) == seats * number == seats * result.state.rounds
    assert GAME.turns(result.state) == len(attacks)


# --- from one round to the next ------------------------------------------------------------------------------------


def last_combat(**given):
    """The last attack turn of round 1, on to the first question of round 2; and what was told."""
    given.setdefault("won", {0: "5 5"})
    given.setdefault("coin", {0: "3", 1: "4", 2: "5"})
    state = position("basic", 3, turn=2, **given)
    return heard_until(do(state, "attack:0"), "adjust 2", "surplus 2", "event.swap 2")


@pytest.mark.rule("KRD-500", "KRD-123", "KRD-501", "KRD-064", "KRD-R-50", "KRD-404")
def test_the_coins_go_back_into_the_bag():
    """The one won stays with the winner; the loser of the last combat draws none; the others are nobody's."""
    state = position("basic", 3, turn=2, won={0: "5 5"}, coin={0: "3", 1: "4", 2: "5"})
    events = []
    for *_, result in steps(do(state, "attack:0"), 1):
        events += result.events
        if "round.over" in kinds(events):
            break
    ((winner, _, coin),) = told(events, "coin.won")
    end = result.state
    assert "coin.drawn" not in kinds(events)
    assert end.coins == ((), (), ())
    assert len(end.bag) == 21 - 3
    assert Counter(end.won[winner]) - Counter(state.won[winner]) == Counter([coin])
    assert sum(len(pile) for pile in end.won) == 3


@pytest.mark.rule("KRD-500", "KRD-406")
def test_the_last_replenishment_comes_before_the_end_of_the_round():
    """All three have too much or too little, and come to the Effective of the old round."""
    hands = {0: "villager*3 skadi", 1: "jarl*2 tyr*2", 2: "champion*3 arrows"}
    state = position("basic", 3, turn=2, won={0: "5 5"}, hands=hands, omen="kin")
    events = []
    owned = {}
    for *_, result in steps(do(state, "attack:0"), 3):
        events += result.events
        if "round.over" in kinds(result.events):
            break
        owned = {seat: owns(result.state, seat) for seat in range(3)}
    assert {args[0] for args in told(events[: kinds(events).index("round.over")], "split.stated")} >= {1}
    assert list(owned.values()).count(8) >= 2  # the last one is being done


@pytest.mark.rule("KRD-502", "KRD-503", "KRD-504", "KRD-514", "KRD-061")
def test_armies_cubes_and_tokens_come_back():
    state, events = last_combat(defences=(1, 2, 0), blocked=("odin", "thor", "frey"), swapped=(0, 1, 2))
    at = kinds(events).index("round.over")
    state = until(state, "army 2")
    assert state.army == ((),) * 6
    assert state.leaders == ((),) * 3
    assert [len(reserve) for reserve in state.reserve] == [2, 2, 2]
    assert state.heroes_up == (False,) * 3
    assert state.shown == (False,) * 6
    assert state.defences == (0, 0, 0)
    assert state.blocked == ("", "", "")
    assert state.swapped == (False,) * 3
    assert [usable_gods(state, BOX, seat) for seat in range(3)] == [("odin", "thor", "frey")] * 3
    assert [len(coins) for coins in state.coins] == [1, 1, 1]  # KRD-514
    drawn = [args[0] for args in told(events[at:], "coin.drawn")]
    assert list(dict.fromkeys(drawn)) in ([2, 1, 0], [])


@pytest.mark.rule("KRD-502")
def test_armies_are_back_in_hand_when_the_next_effective_is_met():
    """Their Warriors may be discarded then like any others."""
    state, _ = last_combat(hands={0: "villager*6", 1: "champion*3 skadi tyr arrows", 2: "jarl*2 seidkona*4"})
    while kind(state).split()[0] in ("event.swap", "adjust"):
        state = do(state, asked(state).options[0].id)
    assert asked(state).kind == "surplus"
    seat = asked(state).seat
    held = {*state.hand_w[seat], *state.hand_n[seat]}
    assert state.army[2 * seat : 2 * seat + 2] == ((), ())
    assert {o.refs[0] for o in asked(state).options} == held


@pytest.mark.rule("KRD-510", "KRD-511", "KRD-512", "KRD-513", "KRD-514")
def test_round_2_of_the_basic_mode():
    """The new PR is the kingdom that attacked last; a level 2 card; a lower Effective; coins again."""
    state, events = last_combat()
    at = kinds(events).index("round")
    assert events[at].args == (2, 2)
    assert [e.kind for e in events[at - 1 : at + 2]] == ["round.over", "round", "omen"]
    omen, effective = told(events, "omen")[0]
    assert BOX.cards[omen].level == 2
    assert effective == BOX.cards[omen].effective < 7
    assert state.order == (2, 1, 0)
    assert GAME.view(state, None).in_force() == ("kin", omen)
    state = until(state, "army 2")
    assert [owns(state, seat) for seat in range(3)] == [effective] * 3


@pytest.mark.rule("KRD-504", "KRD-R-21", "KRD-204")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_no_token_is_blocked_at_the_start_of_a_round(mode, seats):
    for *_, result in steps(new(mode, seats), 4):
        s = result.state
        if s.round and s.turn < 0:
            assert s.blocked == ("",) * seats
            assert s.defences == (0,) * seats
            assert s.fight is None


@pytest.mark.rule("KRD-064", "KRD-062", "KRD-063", "KRD-R-50", "KRD-404")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_coins_drawn_and_won_in_a_round(mode, seats):
    """n at the start, one for each loser but the last; one won for each combat; n - 1 go back."""
    for seed in range(2):
        drawn = won = fights = 0
        for before, _, _, result in steps(new(mode, seats), seed, player=anyhow):
            for event in result.events:
                drawn += event.kind == "coin.drawn"
                won += event.kind == "coin.won"
                fights += event.kind == "won"
                if event.kind == "round.over":
                    extra = seats if "kin" in before.revealed[before.round - 1] else 0
                    assert (drawn - extra, won, fights) == (2 * seats - 1, seats, seats)
                    drawn = won = fights = 0
        assert sum(len(pile) for pile in result.state.won) == seats * result.state.rounds
        assert len(result.state.bag) == 21 - seats * result.state.rounds


@pytest.mark.rule("KRD-R-51", "KRD-R-25")
def test_with_an_empty_bag_no_coin_is_laid_and_none_is_won():
    """A position that cannot come about: all other coins have been won."""
    state = position("basic", 3, coin={0: "", 1: "3", 2: ""}, turn=0)
    lying = state.bag
    state = state.but(bag=(), won=(lying, (), ()), fought=len(lying))
    state = do(state, "attack:1", "thor", "thor", "", "")
    view = GAME.view(state, None)
    assert (view.coin(0), view.coin(1)) == (0, 3)
    winner = 1 - view.losing()
    events = list(GAME.apply(state, asked(state).seat, ()).events)
    assert len(told(events, "coin.won")) == (1 if winner == 0 else 0)
    assert "coin.drawn" not in kinds(events)


@pytest.mark.rule("KRD-R-50", "KRD-404", "KRD-063")
def test_the_loser_draws_a_coin_if_any_attack_turn_is_left():
    """Its own counts: with two kingdoms the loser of the first combat draws, that of the second does not."""
    _, events = heard_until(do(position("duel", 2), "attack:1"), "army 0", "army 1")
    assert len(told(events, "coin.drawn")) == 1
    assert told(events, "coin.drawn")[0][0] == told(events, "won")[0][2]
    state = do(position("duel", 2, turn=1, won={0: "3"}), "attack:0")
    _, events = heard_until(state, "army 0", "army 1")
    assert "coin.drawn" not in kinds(events)[: kinds(events).index("round.over")]
