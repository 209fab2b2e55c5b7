"""What must hold after every answer and over whole games, for players without a plan, with 2, 3 and 4 of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from tests.games.common import told, winners
from tests.suite import check_refusals, check_state, check_words, name_of, play, setups, speaker_for
from thorgames.core.ask import CHANCE

from .table import BOX, GAME, anyhow, finished, idle, new, order, steps, sums

every_setup = pytest.mark.parametrize("setup", setups(GAME), ids=name_of)
every_size = pytest.mark.parametrize("seats", [2, 3, 4])

SEEDS = {2: range(1, 9), 3: range(1, 6), 4: range(1, 4)}

Move = tuple[Any, Any, tuple[str, ...], Any, list[Any]]


@lru_cache(maxsize=3)
def moves(seats: int) -> list[list[Move]]:
    """Some games, move by move once they are laid out: (state before, question, answer, state after, events)."""
    games = []
    for seed in SEEDS[seats]:
        games.append(
            [
                (before, ask, said, result.state, list(result.events))
                for before, ask, said, result in steps(new(seats), seed, anyhow)
                if before.round
            ]
        )
    return games


def all_moves(seats: int) -> list[Move]:
    """The moves of all of them."""
    return [move for game in moves(seats) for move in game]


ZONES = ("deck", "hand", "pool", "spent", "attached", "playing", "peek")
DESTINY = (*(f"{zone}_d" for zone in ZONES), "valhalla", "party", "opposing")
BANE = (*(f"{zone}_b" for zone in ZONES), "niflheim")


@pytest.mark.rule("TRG-036", "TRG-100", "TRG-702", "TRG-R-52", "TRG-R-06")
@every_size
def test_i_1_2_every_card_is_in_one_place(seats):
    for _, _, _, s, _ in all_moves(seats):
        for seat in range(seats):
            for zones, deck, gone in ((DESTINY, "destiny", s.gone_d), (BANE, "bane", s.gone_b)):
                there = Counter(card for field in zones for card in getattr(s, field)[seat])
                assert (there.total() == 0) == s.out[seat] or s.outcome is not None
                there.update(gone[seat])
                assert there == Counter(BOX.of(s.factions[seat], deck))


@pytest.mark.rule("TRG-130", "TRG-724", "TRG-482", "TRG-702")
@every_size
def test_i_3_lands(seats):
    for _, _, _, s, _ in all_moves(seats):
        assert len(s.lands) == {2: 6, 3: 5, 4: 7}[seats]
        for seat, faction in enumerate(s.factions):
            mine = [land.card for land in s.lands if land.owner == seat]
            assert sorted((*mine, *s.aside[seat])) == sorted(BOX.of(faction, "land"))
        assert all(land.conqueror == -1 or not s.out[land.conqueror] or s.outcome for land in s.lands)


@pytest.mark.rule("TRG-036", "TRG-210", "TRG-380", "TRG-575")
@every_size
def test_i_4_hands_fit_the_roles(seats):
    for _, _, _, s, events in all_moves(seats):
        for seat in range(seats):
            assert not (s.hand_b if seat == s.dest else s.hand_d)[seat]
        if "round" in [e.kind for e in events]:
            assert not s.hand_d[s.dest]
            assert seats > 2 or not any(s.hand_b)


@pytest.mark.rule("TRG-400", "TRG-470", "TRG-466", "TRG-468", "TRG-405")
@every_size
def test_i_5_what_belongs_to_the_journey(seats):
    for _, _, _, s, _ in all_moves(seats):
        if s.phase != "journey" and s.outcome is None:
            assert s.target == -1
            assert s.opponent is None
            assert not any((*s.attached_d, *s.attached_b))


@pytest.mark.rule("TRG-474", "TRG-020", "TRG-392")
@every_size
def test_i_6_graves_never_shrink(seats):
    for before, ask, _, s, _ in all_moves(seats):
        for seat in range(seats):
            if s.out[seat]:
                continue
            for field in ("valhalla", "niflheim"):
                one, two = getattr(before, field)[seat], getattr(s, field)[seat]
                assert two[len(two) - len(one) :] == one
            if ask.kind == "damage.pay":
                new_ones = s.niflheim[seat][: len(s.niflheim[seat]) - len(before.niflheim[seat])]
                assert set(new_ones) <= {*before.playing_b[seat], *before.attached_b[seat]}


@pytest.mark.rule("TRG-390", "TRG-391", "TRG-394", "TRG-R-28")
@every_size
def test_i_7_damage_destroys_exactly_as_many(seats):
    checked = 0
    for _, _, _, s, events in all_moves(seats):
        hits = told(events, "damage")
        paid = told(events, "destroyed.pay")
        lost = [seat for (seat,) in told(events, "lost")]
        for seat, n in hits:
            if seat not in lost:
                found = next(cards for who, cards in paid if who == seat)
                assert len(found.split()) == n or len(hits) > 1
                checked += 1
        if lost:
            assert s.outcome is not None or all(s.out[seat] for seat in lost)
    assert checked > 10


@pytest.mark.rule("TRG-205", "TRG-230", "TRG-235", "TRG-740", "TRG-R-56")
@every_size
def test_i_8_gods_fate(seats):
    for game in moves(seats):
        done: list[int] = []
        for before, ask, said, s, events in game:
            if ask.kind == "fate":
                alive = sum(not out for out in before.out)
                points = {2: (7, 7), 3: (8, 6), 4: (9, 5)}[alive][ask.seat != before.dest]
                assert before.left[ask.seat] <= points
                assert ask.seat not in done  # no draw after a pool
                kind, n = "d" if ask.seat == before.dest else "b", int(said[0].partition(":")[2] or 1)
                if said[0] != "draw":
                    done.append(ask.seat)
                if "fate.done" not in [e.kind for e in events]:
                    assert len(getattr(before, f"deck_{kind}")[ask.seat]) - n == len(
                        getattr(s, f"deck_{kind}")[ask.seat]
                    )
            for _, drawn, pooled in told(events, "fate.done"):
                assert drawn + pooled <= 9
            if "fate.done" in [e.kind for e in events]:
                done = []


@pytest.mark.rule("TRG-320", "TRG-345", "TRG-335", "TRG-R-07")
@every_size
def test_i_9_a_payment_moves_exactly_the_cost(seats):
    checked = 0
    for before, ask, said, s, events in all_moves(seats):
        if ask.kind == "act" and said[0].startswith("play:"):
            seat, card, price = told(events, "played")[0]
            assert (seat, price) == (ask.seat, GAME.view(before, None).cost(ask.seat, card))
            if {e.kind for e in events} <= {"played", "passed", "attached", "destroyed", "exhausted", "difficulty"}:
                kind = "d" if seat == before.dest else "b"
                pools = [getattr(state, f"pool_{kind}")[seat] for state in (before, s)]
                spent = [getattr(state, f"spent_{kind}")[seat] for state in (before, s)]
                assert pools[1] == pools[0][price:]
                assert spent[1] == (*reversed(pools[0][:price]), *spent[0])
                checked += 1
    assert checked > 10


@pytest.mark.rule("TRG-350", "TRG-R-30")
@every_size
def test_i_10_nobody_holds_two_of_one_unique_name(seats):
    for _, _, _, s, _ in all_moves(seats):
        for seat in range(seats):
            held = [BOX.cards[card] for card in (*s.party[seat], *s.opposing[seat])]
            names = [card.name for card in held if card.unique]
            assert len(set(names)) == len(names)


@pytest.mark.rule("TRG-540", "TRG-545", "TRG-550", "TRG-555", "TRG-565", "TRG-570", "TRG-R-40")
@every_size
def test_i_11_12_after_the_clean_up(seats):
    for before, _, _, s, events in all_moves(seats):
        if "round" not in [e.kind for e in events]:
            assert all(spot.tired >= 0 for spots in s.spots for spot in spots)
            continue
        assert all(spot.marks == (0, 0, 0) for spots in s.spots for spot in spots)
        old, cleaner = before.dest, order(before)[1]
        assert not s.spent_d[old]
        assert not s.hand_d[old]
        if not s.out[cleaner]:
            assert not s.hand_b[cleaner]
            assert not s.spent_b[cleaner]
        assert not any(land.used for land in s.lands)
        if not set(e.kind for e in events) & {"exhausted", "readied", "lost", "activated", "fenris"}:
            tired = {spot.uid: spot.tired for spots in before.spots for spot in spots}
            if before.opponent is None and not told(events, "opposed"):
                for seat in range(seats):
                    for spot in s.spots[seat]:
                        want = max(0, tired[spot.uid] - 1) if seat == old else tired[spot.uid]
                        assert spot.tired == want


@pytest.mark.rule("TRG-300", "TRG-375", "TRG-730", "TRG-R-18", "TRG-R-54")
@every_size
def test_i_13_action_steps_end_with_passes_of_all(seats):
    for game in moves(seats):
        passes: list[int] = []
        for _, _, _, s, events in game:
            for event in events:
                alive = sum(not out for out in s.out)
                if event.kind == "passed":
                    passes.append(event.args[0])
                elif event.kind in ("played", "activated", "fenris", "lost"):
                    passes = []
                elif event.kind in ("phase.journey", "fails", "succeeds", "upkeep.met") and not s.out[s.dest]:
                    if event.kind != "upkeep.met":
                        assert len(passes) >= alive
                        assert len(set(passes[-alive:])) == alive
                    passes = []


@pytest.mark.rule("TRG-492", "TRG-490", "TRG-758", "TRG-R-26", "TRG-R-49")
@every_size
def test_i_14_fenris_effects_once_a_round(seats):
    for game in moves(seats):
        used: list[str] = []
        for before, _, _, _, events in game:
            for event in events:
                if event.kind == "round":
                    used = []
                if event.kind == "fenris":
                    seat, card = event.args
                    assert seat != before.dest
                    assert next(land for land in before.lands if land.card == card).conqueror == before.dest
                    used.append(card)
            assert len(set(used)) == len(used)


@pytest.mark.rule("TRG-014", "TRG-700", "TRG-R-29", "TRG-R-57")
@every_size
def test_i_15_horns_and_lands_left(seats):
    for _, _, _, s, _ in all_moves(seats):
        horns = [len(GAME.view(s, None).horns(seat)) for seat in range(seats)]
        if s.outcome is None:
            assert max(horns) <= (2 if seats == 2 else 1)
            assert sum(land.conqueror < 0 for land in s.lands) >= 2


@pytest.mark.rule("TRG-510", "TRG-520", "TRG-R-37")
@every_size
def test_i_16_each_companion_is_handled_once(seats):
    for game in moves(seats):
        seen: list[Any] = []
        for before, ask, said, _, events in game:
            if ask.kind == "upkeep":
                assert said[0] not in seen
                seen.append(said[0])
            if ask.kind == "upkeep.unmet":
                card = ask.args[0]
                if said[0] == "destroy":
                    assert (ask.seat, card) in told(events, "destroyed")
                else:
                    assert told(events, "upkeep.damage.taken") == [(ask.seat, card)]
            if "round" in [e.kind for e in events]:
                seen = []
            assert before.outcome is None


@pytest.mark.rule("TRG-R-32", "TRG-460", "TRG-462")
@every_size
def test_i_17_nothing_is_negative(seats):
    for _, _, _, s, _ in all_moves(seats):
        view = GAME.view(s, None)
        for seat in range(seats):
            assert all(min(view.value(card, spot)) >= 0 for card, spot in view.party(seat))
        if s.target >= 0:
            assert min(min(total) for total in sums(s)) >= 0


@pytest.mark.rule("TRG-R-63")
@every_setup
def test_i_18_the_same_answers_give_the_same_game(setup):
    one = [(step.seat, step.answer, GAME.pack(step.result.state)) for step in play(GAME, setup, 4)]
    assert one == [(step.seat, step.answer, GAME.pack(step.result.state)) for step in play(GAME, setup, 4)]


@pytest.mark.rule("TRG-R-63")
@every_size
def test_chance_is_asked_for_shuffles_lots_and_factions_only(seats):
    for game in moves(seats):
        for _, ask, _, _, _ in game:
            assert ask.seat != CHANCE or ask.kind == "shuffle"  # once it is laid out: after a search


@pytest.mark.rule("TRG-010", "TRG-012", "TRG-710", "TRG-772", "TRG-R-47", "TRG-R-53")
@every_size
def test_i_19_roles_move_to_the_left(seats):
    for before, _, _, s, events in all_moves(seats):
        if "round" in [e.kind for e in events]:
            following = [(before.dest + step) % seats for step in range(1, seats + 1)]
            assert s.dest == next(seat for seat in following if not s.out[seat])
        assert not s.out[s.dest] or s.phase != "fate"


@pytest.mark.rule("TRG-160", "TRG-R-43", "TRG-486", "TRG-700")
@every_size
def test_i_20_bounds(seats):
    for game in moves(seats):
        s = game[-1][3]
        assert s.barren <= 3 * seats
        if s.outcome.reason == "end.horns" and not any(s.out):
            least = {2: 5, 3: 4, 4: 5}[seats]
            assert s.round >= least


@pytest.mark.rule("TRG-600", "TRG-780", "TRG-R-13")
@every_size
def test_how_games_end(seats):
    for game in moves(seats):
        s = game[-1][3]
        won = winners(s)
        assert won
        assert not any(s.out[seat] for seat in won)
        if s.outcome.reason == "end.horns":
            assert won == [s.dest]
            assert len(GAME.view(s, None).horns(s.dest)) == s.horns
        elif s.outcome.reason == "end.last":
            assert [seat for seat in range(seats) if not s.out[seat]] == won


# --- every question and every word ---------------------------------------------------------------------------------


@every_setup
def test_states_words_and_refusals(setup):
    speaker = speaker_for(GAME, setup.seats)
    for number, step in enumerate(play(GAME, setup, 10)):
        if number % 8 == 0:
            check_state(GAME, step.result.state)
            check_words(GAME, speaker, step)
        if number % 40 == 0 and step.result.state.outcome is None:
            check_refusals(GAME, speaker, step.result.state)


def test_every_kind_of_event_and_question_has_words():
    events: Counter[str] = Counter()
    asks: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for _, ask, _, _, happened in all_moves(seats):
            asks[ask.kind] += 1
            events.update(e.kind for e in happened)
    assert set(events) | set(asks) <= set(GAME.all_words)
    assert {"fate", "act", "undertake", "oppose", "horn", "upkeep", "upkeep.unmet", "damage.pay", "points"} <= set(asks)
    assert {"succeeds", "fails", "conquered", "attached", "lost", "fenris"} <= set(events)


@pytest.mark.rule("TRG-600", "TRG-R-43", "TRG-704", "TRG-700", "TRG-014")
@pytest.mark.parametrize(
    ("reason", "seats", "player"),
    [
        ("end.horns", 2, anyhow),
        ("end.horns", 3, anyhow),
        ("end.horns", 4, anyhow),
        ("end.last", 2, anyhow),
        ("end.last", 3, anyhow),
        ("end.last", 4, anyhow),
        ("end.winter", 2, idle),
        ("end.winter", 3, idle),
    ],
)
def test_a_whole_game_for_each_way_it_can_end(reason, seats, player):
    for seed in range(30):
        state = finished(new(seats), seed, player)
        if state.outcome.reason == reason:
            break
    assert state.outcome.reason == reason
    assert GAME.pending(state) is None
    assert GAME.all_words[reason]
