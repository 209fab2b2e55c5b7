"""What must hold after every answer and over whole games, for players without a plan, in every mode."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.games.common import kinds, told
from tests.suite import check_state, check_words, name_of, play, setups, speaker_for
from thorgames.games.kardnarok.force import count, cube, losing, totals

from .table import BOX, GAME, MODES, anyhow, asked, new, owns, quiet, steps, warriors_of

every_setup = pytest.mark.parametrize("setup", setups(GAME), ids=name_of)
every_mode = pytest.mark.parametrize(("mode", "seats"), MODES)


def flat(*zones: Any) -> list[str]:
    """All cards of some piles and tuples of piles."""
    out: list[str] = []
    for zone in zones:
        for part in zone:
            out += [part] if isinstance(part, str) else list(part)
    return out


# --- after every answer --------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-043", "KRD-047", "KRD-030", "KRD-032", "KRD-050")
@every_setup
def test_1_and_2_every_card_and_coin_is_in_one_place(setup):
    for step in play(GAME, setup, 1):
        s = step.result.state
        assert GAME.faults(s) == ()
        if not s.bronze:
            continue
        table_w = (s.villagers, s.thors, [s.out_w], s.ties, s.peek_w)
        table_n = ([s.used], [s.away], [s.out_n], s.peek_n)
        assert Counter(flat([s.warriors], s.hand_w, s.army, *table_w)) == BOX.count("warrior")
        assert Counter(flat([s.norns], s.hand_n, s.bought, *table_n)) == BOX.count("norn")
        assert Counter(flat([s.heroes], s.reserve, s.leaders)) == BOX.count("hero")
        assert Counter(flat([s.bag], s.coins, s.won)) == BOX.count("silver")
        if s.round:
            assert len(s.heroes) == 15 - 2 * s.seats
            assert all(len(s.reserve[seat]) + len(s.leaders[seat]) == 2 for seat in range(s.seats))


@pytest.mark.rule("KRD-031", "KRD-903", "KRD-905")
@every_setup
def test_3_bronze(setup):
    spent = 0
    for step in play(GAME, setup, 2):
        s = step.result.state
        if not s.bronze:
            continue
        assert min(s.bronze) >= 0
        assert s.spent >= spent
        spent = s.spent
        if s.seats == 2:
            assert sum(s.bronze) + s.spent == 20
        else:
            assert (sum(s.bronze), s.spent) == (5 * s.seats, 0)


@pytest.mark.rule("KRD-029", "KRD-203", "KRD-204", "KRD-504", "KRD-R-21")
@every_setup
def test_4_tokens(setup):
    """One is blocked at most: that of the last combat of the kingdom in this round."""
    last: dict[int, str] = {}
    for step in play(GAME, setup, 3):
        s = step.result.state
        for event in step.result.events:
            if event.kind == "round.over":
                last = {}
            if event.kind == "ritual.done":
                seat, god = event.args[0], event.args[1].removeprefix("ritual-")
                assert last.get(seat) != god
                last[seat] = god
        if s.round and s.fight is None:
            assert s.blocked == tuple(last.get(seat, "") for seat in range(s.seats))


@pytest.mark.rule("KRD-007", "KRD-006", "KRD-R-11", "KRD-R-12", "KRD-406", "KRD-103")
@every_setup
def test_5_and_6_the_effective_and_whole_armies(setup):
    """Whenever an attack turn begins every army is whole; whoever has done nothing since owns exactly E."""
    for step in play(GAME, setup, 4):
        s = step.result.state
        events = kinds(list(step.result.events))
        if s.round and s.fight is None and s.outcome is None:
            for seat in range(s.seats):
                adjusting = any(type(frame).__name__ in ("Adjust", "Split", "SwapByEvent") for frame in s.agenda)
                assert adjusting or warriors_of(s, seat) >= 2
        if "turn" in events:
            for seat in range(s.seats):
                assert [len(s.army[2 * seat + at]) for at in (0, 1)] == [1, 1]
                assert len(s.leaders[seat]) == 1
                assert owns(s, seat) >= s.effective - 1  # Skuld is one card less, Urd and Verdandi are one more
        if asked_kind(step.before) in ("adjust", "surplus", "surplus.norns") and asked_kind(s) == "army":
            assert [owns(s, seat) for seat in range(s.seats)] == [s.effective] * s.seats


def asked_kind(state: Any) -> str:
    """What is asked; "" at the end."""
    pending = GAME.pending(state)
    return pending.asks[0].kind if pending else ""


@pytest.mark.rule("KRD-230", "KRD-232", "KRD-R-25", "KRD-R-26", "KRD-R-27", "KRD-233", "KRD-234", "KRD-R-29")
@every_setup
def test_7_and_8_only_the_losing_kingdom_acts_and_totals_add_up(setup):
    for step in play(GAME, setup, 5):
        s = step.before
        if s.fight is None or not s.fight.counted or asked_kind(s) not in ("act", "help"):
            continue
        sums = totals(s, BOX)
        parts = count(s, BOX)
        assert sums == tuple(max(0, sum(item.n for item in parts[side])) for side in (0, 1))
        silver = [max((BOX.value[c] for c in s.coins[seat]), default=0) for seat in s.fight.seats]
        triples = [(sums[side], silver[side], side) for side in (0, 1)]  # the defender is side 1
        side = triples.index(min(triples))
        assert losing(s, BOX) == side
        contract = s.fight.contracts[side]
        helper = contract.kingdom if contract is not None and contract.serves else None
        assert step.seat in (s.fight.seats[side], helper)
        assert asked_kind(s) == ("help" if step.seat == helper else "act")


@pytest.mark.rule("KRD-303", "KRD-305", "KRD-907", "KRD-R-39", "KRD-R-33")
@every_setup
def test_9_what_can_be_done_once_in_a_combat(setup):
    opened: Counter[int] = Counter()
    offers: Counter[int] = Counter()
    signed: Counter[int] = Counter()
    bought: Counter[int] = Counter()
    for seed in (6, 7):
        for step in play(GAME, setup, seed):
            for event in step.result.events:
                if event.kind == "announced":
                    for tally in (opened, offers, signed, bought):
                        tally.clear()
                if event.kind == "hire.opened":
                    opened[event.args[0]] += 1
                if event.kind in ("offered", "offered.all"):
                    offers[event.args[0]] += 1
                if event.kind == "signed.serve":
                    signed[event.args[1]] += 1
                if event.kind == "bought":
                    bought[event.args[0]] += 1
            assert all(n <= 1 for tally in (opened, signed, bought) for n in tally.values())
            assert all(n <= 3 for n in offers.values())
            fight = step.result.state.fight
            if fight is not None:
                for contract in fight.contracts:
                    if contract is not None:
                        mine = [use for use in fight.uses if use.helps and use.user == contract.kingdom]
                        assert len(mine) == contract.helps <= 2


@pytest.mark.rule("KRD-223", "KRD-407", "KRD-503", "KRD-908", "KRD-R-55", "KRD-028")
@every_setup
def test_10_the_cubes(setup):
    defended: Counter[int] = Counter()
    for step in play(GAME, setup, 8):
        s = step.result.state
        for event in step.result.events:
            if event.kind == "round.over":
                defended.clear()
        if step.before.fight is not None and s.fight is None and "round.over" not in kinds(list(step.result.events)):
            defended[step.before.fight.seats[1]] += 1
        if not s.round or s.fight is not None:
            continue
        vigrid = "vigrid" in s.revealed[s.round - 1] if s.revealed[s.round - 1] else False
        for seat in range(s.seats):
            space = min(defended[seat] + (1 if vigrid else 0), 2)
            assert cube(s, BOX, seat) == (0 if s.seats == 2 else (0, 2, 3)[space])


@every_setup
def test_states_and_words_are_right_at_every_step(setup):
    speaker = speaker_for(GAME, setup.seats)
    for number, step in enumerate(play(GAME, setup, 9)):
        check_state(GAME, step.result.state)
        if number % 2:
            check_words(GAME, speaker, step)


# --- over a whole game ---------------------------------------------------------------------------------------------

SUMS = {("basic", 3): (33, 45), ("basic", 4): (45, 59), ("story", 3): (56, 70), ("story", 4): (79, 89)}
"""Least and most of all riches together at the end, as the coins have it."""


def least_and_most(fights: int) -> tuple[int, int]:
    """Silver that so many coins can be worth, of seven each of 3, 4, 5."""
    values = sorted(v for v in (3, 4, 5) for _ in range(7))
    return sum(values[:fights]), sum(values[-fights:])


@pytest.mark.rule("KRD-521", "KRD-062", "KRD-401", "KRD-520", "KRD-914", "KRD-065")
@every_mode
def test_combats_coins_and_riches_of_a_game(mode, seats):
    fights = {"basic": 2, "duel": 4, "story": 4}[mode] * seats
    low, high = least_and_most(fights)
    if seats > 2:
        assert SUMS[mode, seats] == (low + 5 * seats, high + 5 * seats)
    else:
        assert (low, high) == (25, 39)
    for seed in range(4):
        lowest = 21
        for *_, result in steps(new(mode, seats), seed):
            s = result.state
            if s.round:
                lowest = min(lowest, len(s.bag))
        end = result.state
        assert end.fought == fights == sum(len(pile) for pile in end.won)
        assert sum(end.outcome.scores) == sum(BOX.value[c] for pile in end.won for c in pile) + sum(end.bronze)
        assert low <= sum(end.outcome.scores) - sum(end.bronze) <= high
        assert sum(end.bronze) == (20 - end.spent if seats == 2 else 5 * seats)
        kin = 1 if any("kin" in pile for pile in end.revealed) else 0
        assert lowest >= 21 - fights + seats - (2 * seats - 1) - kin
        assert lowest >= 2


@pytest.mark.rule("KRD-R-65", "KRD-R-28")
@every_mode
def test_games_end(mode, seats):
    """Of players who do anything, and of such as do nothing; with about as many decisions as foreseen."""
    for player, most in ((anyhow, 2_000), (quiet, 500)):
        for seed in range(3):
            decisions = sum(1 for _ in steps(new(mode, seats), seed, player))
            assert decisions < most


@pytest.mark.rule("KRD-R-65")
@every_mode
def test_combats_are_not_endless(mode, seats):
    """Acts in one combat."""
    longest = acts = 0
    for seed in range(4):
        for before, ask, _, result in steps(new(mode, seats), seed):
            if ask.kind in ("pre", "act", "help") and before.fight is not None:
                acts += 1
                longest = max(longest, acts)
            if result.state.fight is None:
                acts = 0
    assert 3 <= longest <= 60


@pytest.mark.rule("KRD-R-15", "KRD-102")
@every_mode
def test_no_deck_ever_runs_out_between_combats(mode, seats):
    for seed in range(4):
        for *_, result in steps(new(mode, seats), seed):
            s = result.state
            if s.round and s.fight is None and s.outcome is None:
                assert s.warriors
                assert s.norns


@every_setup
def test_the_same_answers_give_the_same_game(setup):
    played = list(play(GAME, setup, 11))
    assert played == list(play(GAME, setup, 11))
    state = GAME.new(setup)
    for step in played:
        assert GAME.unpack(GAME.pack(state)) == state
        state = GAME.apply(state, step.seat, step.answer).state
    assert state == played[-1].result.state


def test_chance_decides_nothing_but_what_it_should():
    seen = set()
    for mode, seats in MODES:
        for seed in range(3):
            for before, ask, _, _ in steps(new(mode, seats), seed):
                if GAME.pending(before).mode == "chance":
                    seen.add(ask.kind if ask.kind != "shuffle" else f"shuffle {ask.args[0]}")
    shuffles = {f"shuffle {zone}" for zone in ("omens", "warriors", "norns", "heroes", "away")}
    assert seen == {"lot", "coin", "take", *shuffles}


@pytest.mark.rule("KRD-400", "KRD-401", "KRD-402", "KRD-405", "KRD-R-50")
@every_mode
def test_what_a_combat_moves(mode, seats):
    """One coin to the winner; no more Warriors fall than the rules allow."""
    for *_, result in steps(new(mode, seats), 13):
        events = list(result.events)
        for (won, more, lost, less), (taker, giver, _) in zip(
            told(events, "won"), told(events, "coin.won"), strict=False
        ):
            assert (won, lost) == (taker, giver)
            assert more >= less >= 0
        fallen = Counter(args[0] for args in told(events, "fell"))
        assert all(n <= 2 for n in fallen.values())


def test_events_name_seats_that_exist():
    for mode, seats in MODES[:2]:
        for before, ask, _, result in steps(new(mode, seats), 14):
            assert ask == asked(before)
            for one, other in pairwise(told(list(result.events), "turn")):
                assert one != other
