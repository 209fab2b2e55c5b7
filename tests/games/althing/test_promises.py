"""What the rulebook promises, and what is always true, over many games played by simple players."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.errors import Refusal

from .table import (
    BOX,
    GAME,
    GODS,
    SETUPS,
    STEPS,
    VIKINGS,
    anyhow,
    asked,
    begun,
    finished,
    idle,
    new,
    steps,
    thrifty,
)

CLOCK = {"solo": range(19, 25), "solo-hard": range(16, 21)}
every_setup = pytest.mark.parametrize(("mode", "seats", "options"), SETUPS)
both = pytest.mark.parametrize("mode", CLOCK)


def check_clock(mode: str, games: int) -> None:
    """P-01: a player who only ends his phases meets each of the promised turns, and each about as often."""
    turns = Counter()
    for seed in range(games):
        state = finished(new(mode, 1), seed, idle)
        assert state.outcome.reason == "end.solo.lost"
        turns[state.turn] += 1
    assert set(turns) == set(CLOCK[mode])
    share = games / len(CLOCK[mode])
    chi = sum((turns[turn] - share) ** 2 / share for turn in CLOCK[mode])
    assert chi < 38, turns  # far beyond chance


@pytest.mark.rule("ALT-830", "ALT-831", "ALT-R-42", "ALT-R-51")
@both
def test_p_01_thorfinn_s_clock(mode):
    check_clock(mode, 1_000)


@pytest.mark.long
@both
def test_p_01_thorfinn_s_clock_over_many_games(mode):
    check_clock(mode, 10_000)


@pytest.mark.rule("ALT-830", "ALT-831", "ALT-R-42", "ALT-R-51", "ALT-R-43")
@both
@pytest.mark.parametrize("player", [thrifty, anyhow])
def test_p_01_to_p_03_whatever_the_player_does(mode, player):
    """One advance a pass; he arrives in the promised turns; what ends earlier the player has won."""
    size = len(CLOCK[mode]) if mode == "solo" else 5
    reasons = Counter()
    for seed in range(40):
        sides = ("a", "b", "random")[seed % 3]
        advances: dict[int, int] = {}
        for before, _, _, result in steps(new(mode, 1, sides=sides), seed, player):
            state = result.state
            if state.rival > before.rival and "rival.advances" in [e.kind for e in result.events]:
                number = (state.turn - 1) // size
                assert number not in advances, "two advances in one pass"
                advances[number] = state.rival
                if state.rival == 5:
                    assert state.turn in CLOCK[mode]
            assert state.turn <= max(CLOCK[mode])
        assert advances == {number: number + 2 for number in range(len(advances))}
        assert len(advances) >= (state.turn - 1) // size
        if state.turn < min(CLOCK[mode]):
            assert state.outcome.reason == "end.solo.won"
        assert state.turn >= 5
        reasons[state.outcome.reason] += 1
    assert len(reasons) >= 2


@pytest.mark.rule("ALT-203", "ALT-R-03")
def test_p_04_no_game_ends_before_turn_5_or_4():
    for mode, seats, options in SETUPS:
        for seed in range(3):
            state = finished(begun(mode, seats, seed, **options), seed, thrifty)
            assert state.turn >= (4 if mode == "campaign-1" else 5)


@pytest.mark.rule("ALT-122", "ALT-704", "ALT-R-37")
def test_p_05_the_thing_in_5_of_35_choices():
    plain = [four for four in combinations(STEPS, 4) if not {"drakkar", "dragvendil"} & set(four)]
    assert (len(plain), len(list(combinations(STEPS, 4)))) == (5, 35)
    assert all({"drakkar", "dragvendil"} & set(six) for six in combinations(STEPS, 6))
    ends = Counter(begun(seed=seed).track[-1] for seed in range(700))
    assert set(ends) == {"thing", "althing"}
    assert abs(ends["thing"] - 100) < 6 * (100 * 6 / 7) ** 0.5
    assert {begun("alternative", seed=seed).track[-1] for seed in range(50)} == {"althing"}


@pytest.mark.rule("ALT-121", "ALT-703", "ALT-720", "ALT-R-58")
@pytest.mark.parametrize(("mode", "n"), [("standard", 4), ("new", 4), ("alternative", 6), ("campaign-3", 4)])
def test_p_06_each_step_comes_as_often(mode, n):
    games, seen = 210, Counter()
    for seed in range(games):
        drawn = [card[:-2] for card in begun(mode, seed=seed).track[1:-1]]
        assert len(set(drawn)) == len(drawn) == n
        seen.update(drawn)
    share = n / 7
    for step in STEPS:
        assert abs(seen[step] - games * share) < 5 * (games * share * (1 - share)) ** 0.5, step


@pytest.mark.rule("ALT-811", "ALT-R-44")
@both
def test_p_08_thorfinn_takes_nine_cards_a_pass_while_the_stock_lasts(mode):
    size, n = (6, 9) if mode == "solo" else (5, 7)
    for seed in range(20):
        taken: Counter[int] = Counter()
        stock = 30
        for _, _, _, result in steps(new(mode, 1), seed, idle):
            for event in result.events:
                if event.kind == "rival.recruits":
                    taken[(result.state.turn - 1) // size] += 1
                    stock -= 1
        assert [taken[k] for k in range(3)] == [n] * 3
        assert stock == 30 - sum(taken.values()) >= 0


@pytest.mark.parametrize("seats", [2, 3])
def test_p_09_games_end(seats):
    """Even of a player who only buys and completes what he can."""
    turns = sorted(finished(new(seats=seats), seed, thrifty).turn for seed in range(40))
    assert turns[-1] <= 60
    assert 5 <= turns[20] <= 20


# --- invariants ----------------------------------------------------------------------------------------------------


def everything(state, seat: int) -> list[str]:
    """All cards of a seat, wherever they lie."""
    zones = (state.hands, state.draws, state.tops, state.discards, state.reserves, state.laid, state.taken)
    return [card for zone in zones for card in zone[seat]]


@every_setup
def test_what_is_always_true(mode, seats, options):
    """I-01 to I-11, I-14, I-15, after every answer."""
    rng = random.Random(9)
    for seed in range(2):
        storms: dict[tuple[int, int], int] = {}
        for before, ask, said, result in steps(new(mode, seats, **options), seed):
            s, events = result.state, [e.kind for e in result.events]
            assert GAME.faults(s) == ()
            if not s.owned or s.active < 0:
                continue
            # I-01 to I-03
            mine = [everything(s, seat) for seat in range(seats)]
            vikings = Counter(c for cards in mine for c in cards if c in VIKINGS)
            vikings.update((*s.deck, *s.under, *s.rival_hand, *s.rival_taken, *s.rival_discards))
            vikings.update(c for slot in s.row for c in slot)
            assert vikings == VIKINGS
            for seat in range(seats):
                assert Counter(c for c in mine[seat] if c in GODS) == Counter(GODS)
                troll = f"troll-{s.colours[seat]}"
                assert troll not in mine[seat]
                out = sum(cards.count(troll) for cards in mine)
                assert s.trolls[seat] + out == (0 if s.rival >= 0 else 2)
            # I-05, I-06, I-10
            assert all(len(hand) <= (5 if s.veteran else 4) for hand in s.hands)
            pending = GAME.pending(s)
            if pending is None or pending.mode != "chance":
                for seat in range(seats):
                    assert s.draws[seat] or s.tops[seat] or not s.discards[seat]
                assert all(s.row) or not (s.deck or s.under)
            # I-07
            for seat in range(seats):
                if s.pawns[seat] != before.pawns[seat] and before.track:
                    assert seat == ask.seat == before.active
                    assert s.pawns[seat] in GAME.view(before, None).ahead(before.pawns[seat])
                    assert events.count("completed") == 1
                    assert not before.advanced
            # I-08
            faces = {storm.face for storm in before.storms if storm.victim == before.active and storm.begun}
            if "recruited" in events or "laid.recruit" in events:
                assert not faces
            if "completed" in events:
                assert "STORMUR" not in faces
            for event in result.events:
                if event.kind == "stormed":
                    storms[event.args] = 0
                if event.kind == "phase":
                    for key in list(storms):
                        storms[key] += key[1] == event.args[0]
                if event.kind == "storm.back":
                    assert storms.pop((event.args[1], event.args[0])) == 2
            assert all(n <= 2 for n in storms.values())
            # I-09
            if s.track and BOX.cards[s.track[0]].sacred:
                for event in result.events:
                    if event.kind in ("trolled", "stormed", "axed"):
                        assert s.pawns[event.args[1]] > 0
            # I-11
            if pending is not None and pending.asks[0].kind in ("act", "reserve", "discard", "orders"):
                assert not any(s.laid)
                assert not any(s.taken)
                assert not s.rival_taken
            # I-14
            if rng.random() < 0.05 and pending is not None:
                packed = GAME.pack(s)
                with pytest.raises(Refusal):
                    GAME.apply(s, pending.asks[0].seat, ("nonsense",))
                with pytest.raises(Refusal):
                    GAME.apply(s, pending.asks[0].seat + 1 if seats > 1 else 7, said)
                assert GAME.pack(s) == packed
        # I-15
        there = [GAME.view(s, None).ahead(pawn) == () for pawn in s.pawns]
        rival = s.rival == len(s.track) - 1
        assert s.outcome is not None
        if s.outcome.reason == "end.standstill":
            assert not any(there)
            continue
        assert any(there) or rival
        if s.rival < 0:
            assert [rank == 1 for rank in s.outcome.ranks] == there
        assert s.outcome.reason.startswith("end.")


@every_setup
def test_i_04_hands_between_phases(mode, seats, options):
    """Full when one's phase is over, and then smaller by one for each dodge and each card taken, never otherwise."""
    for seed in range(2):
        held: dict[int, int] = {}  # only of those whose phase is over
        active = -1
        checked = 0
        for before, _, _, result in steps(new(mode, seats, **options), seed):
            s, veteran = result.state, before.veteran
            for event in result.events:
                veteran = veteran or event.kind == "veteran"
                if event.kind == "rival.reveals" and s.turn > 1:
                    held[0] = 5 if veteran else 4
                elif event.kind == "phase":
                    if active >= 0 and seats > 1:
                        held[active] = 5 if s.veteran else 4
                    active = event.args[0]
                    held.pop(active, None)
                elif event.kind in ("dodged", "rival.dodged") and event.args[0] in held:
                    held[event.args[0]] -= 1
                elif event.kind == "axed" and event.args[1] in held:
                    held[event.args[1]] -= 1
                elif event.kind == "rival.axed" and 0 in held:
                    held[0] -= 1
            for seat, n in held.items():
                if s.outcome is None:
                    assert len(s.hands[seat]) == n
                    checked += 1
        assert checked > 20 or seats == 1


@every_setup
def test_i_12_the_same_answers_give_the_same_game(mode, seats, options):
    played = list(steps(new(mode, seats, **options), 4))
    assert played == list(steps(new(mode, seats, **options), 4))
    state = new(mode, seats, **options)
    for _, ask, said, result in played:
        state = GAME.apply(state, ask.seat, said).state
        assert state == result.state


def test_chance_decides_nothing_but_what_it_should():
    """ALT-R-58, over whole games."""
    seen = set()
    for mode, seats, options in SETUPS:
        for before, ask, _, _ in steps(new(mode, seats, **options), 2):
            if ask.seat == CHANCE:
                seen.add(ask.kind if ask.kind != "shuffle" else f"shuffle {ask.args[0]}")
                assert before.outcome is None
    assert seen == {"lot", "steps", "sides.pick", "axe.pick", "shuffle draws", "shuffle deck", "shuffle plan"}


# --- a whole game for each way of ending ---------------------------------------------------------------------------


def ways(mode: str, seats: int, games: int, player, **options: str) -> dict[tuple[str, tuple[int, ...]], int]:
    found: dict[tuple[str, tuple[int, ...]], int] = {}
    for seed in range(games):
        outcome = finished(begun(mode, seats, seed, **options), seed, player).outcome
        found.setdefault((outcome.reason, outcome.ranks), seed)
    return found


@pytest.mark.rule("ALT-502", "ALT-503", "ALT-R-26")
def test_whole_games_end_alone_and_in_ties():
    two = ways("standard", 2, 40, thrifty)
    assert set(two) == {("end.alone", (1, 2)), ("end.alone", (2, 1)), ("end.tie", (1, 1))}
    three = ways("standard", 3, 50, thrifty)
    assert {reason for reason, _ in three} == {"end.alone", "end.tie"}
    assert {sorted(ranks).count(1) for _, ranks in three} >= {1, 2}


@pytest.mark.rule("ALT-503", "ALT-R-26")
def test_a_whole_game_with_a_tie_of_three():
    """Found by trying; the shortest games are the likeliest."""
    for seed in range(400):
        outcome = finished(begun("campaign-1", 3, seed), seed, thrifty).outcome
        if outcome.ranks == (1, 1, 1):
            assert outcome.reason == "end.tie"
            assert outcome.scores == (4, 4, 4)
            return
    raise AssertionError("no such game")


@pytest.mark.rule("ALT-R-43")
def test_whole_games_alone_are_won_tied_and_lost():
    for mode, side in (("solo", "b"), ("solo-hard", "a")):
        found = ways(mode, 1, 90, thrifty, sides=side)
        assert {reason for reason, _ in found} == {"end.solo.won", "end.solo.tie", "end.solo.lost"}
        for reason, ranks in found:
            assert ranks == ((1,) if reason == "end.solo.won" else (2,))


@pytest.mark.rule("ALT-R-29")
def test_a_whole_game_that_is_given_up_at_a_standstill():
    """Both buy whatever they can and then only end their phases."""

    def hoarder(state, ask, rng):
        if ask.kind == "act":
            return ("recruit",) if "recruit" in {o.id for o in ask.options} else ("end",)
        if ask.kind == "standstill":
            return ("end",)
        return thrifty(state, ask, rng)

    state = finished(begun(seed=2), 2, hoarder)
    assert (state.outcome.reason, state.outcome.ranks) == ("end.standstill", (2, 2))
    assert state.pawns == (0, 0)
    assert state.deck == state.under == ()
    assert not any(state.row)
    assert GAME.pending(state) is None


def test_the_first_question_of_a_phase_is_never_skipped():
    """D-03: a player is asked to act in every turn, unless his hand is empty."""
    for *_, result in steps(begun(seats=3, seed=3), 3):
        for event in result.events:
            if event.kind == "phase" and result.state.active == event.args[0] and result.state.outcome is None:
                if result.state.hands[event.args[0]] and GAME.pending(result.state).mode == "turn":
                    assert asked(result.state).seat == event.args[0]
