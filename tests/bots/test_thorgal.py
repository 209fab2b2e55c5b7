"""Computer opponents at Thorgal: every question judged with a reason, blind to what is hidden, and strong enough."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import thorgames.games.thorgal.heuristics as heuristics
from tests.bots import common
from tests.games.thorgal.table import BOX, GAME, asked, begun, position
from thorgames.core.ask import Ask
from thorgames.games.thorgal import choices

every_number = pytest.mark.parametrize("seats", [2, 3, 4])


judged = partial(common.judged, GAME)


def advice(state: Any) -> tuple[str, str]:
    """What the normal level does in a position, cards by name, and the key of its reason."""
    ask = asked(state)
    best = judged(state, ask)[0]
    by_id = {o.id: o for o in ask.options}
    names = [
        str(by_id[one].refs[0]) if by_id[one].refs and by_id[one].refs[0] in BOX.cards else one for one in best.answer
    ]
    return " ".join(names), best.why.key


def said(state: Any) -> str:
    """Its reason in words."""
    return common.said(GAME, judged(state, asked(state))[0])


def questions(seats: int, seed: int, luck: float = 0.0) -> Iterator[tuple[Any, Ask]]:
    """Every question to a seat in a game by the heuristics, which now and then leave an answer to luck."""
    options = {"factions": "lot"} if seed % 2 else {}
    return common.questions(GAME, GAME.new(GAME.setup("standard", seats, options)), seed, luck)


# --- every question ------------------------------------------------------------------------------------------------


def test_every_question_is_judged_legally_and_with_a_reason_in_words() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(1, 13):
        for state, ask in questions(2 + seed % 3, seed, luck=0.2):
            kinds[ask.kind] += 1
            found = judged(state, ask)
            assert len(found) <= choices.IDEAS
            common.check_judged(GAME, ask, found)
    assert set(kinds) == set(heuristics.KINDS)


def test_no_word_of_the_reasons_is_one_of_the_game() -> None:
    assert not set(heuristics.WORDS) & set(GAME.all_words)


def test_a_question_it_does_not_know_is_an_error_and_no_guess() -> None:
    with pytest.raises(KeyError):
        heuristics.judge(GAME.view(begun(), 0), Ask(0, "dance", ()), random.Random(1))


# --- what it may know ----------------------------------------------------------------------------------------------


@every_number
def test_twin_states_are_judged_alike(seats: int) -> None:
    rng = random.Random(5)
    for number, (state, ask) in enumerate(questions(seats, 3)):
        if number % 4:
            continue
        common.check_twin(GAME, state, ask, rng)


@every_number
def test_in_an_open_position_it_does_not_look_at_what_it_would_not_see(seats: int) -> None:
    for number, (state, ask) in enumerate(questions(seats, 4)):
        if number % 4 == 0:
            common.check_opened(GAME, state, ask)


# --- how the seats stand -------------------------------------------------------------------------------------------


@every_number
def test_whoever_wins_has_mostly_stood_well(seats: int) -> None:
    given: list[float] = []
    for seed in range(4):
        found: list[list[float]] = []
        state: Any = None
        for state, ask in questions(seats, seed):
            shares = list(heuristics.standing(GAME.view(state, ask.seat)))
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= 0
            found.append(shares)
        end: Any = GAME.apply(state, ask.seat, judged(state, ask)[0].answer).state
        ranks = end.outcome.ranks
        given += [shares[ranks.index(1)] for shares in found[len(found) // 2 :]]
    assert sum(given) / len(given) > 1.2 / seats


def test_before_the_first_round_all_stand_alike() -> None:
    state = GAME.new(GAME.setup("standard", 4))
    assert list(heuristics.standing(GAME.view(state, None))) == [0.25] * 4


def test_each_horn_counts() -> None:
    shares = [
        heuristics.standing(GAME.view(position(won=dict.fromkeys(lands.split(), 0)), 0))[0]
        for lands in ("", "fortified-port", "fortified-port pirates-cove")
    ]
    assert shares[2] - 0.1 > shares[1] > shares[0] + 0.1


# --- moves that are plain to a person ------------------------------------------------------------------------------

PARTY = "sigwald-the-burnt hunting-bow"
"""Strength 4/0/0: just what Fortified Port asks for."""

PORT: dict[str, Any] = {"target": "fortified-port", "lands": "fortified-port"}


def test_the_destiny_player_waits_while_the_party_is_strong_enough() -> None:
    state = position("actions", party={0: PARTY}, hand={0: "desperate-shot"}, factions="outlaws vikings", **PORT)
    assert advice(state) == ("pass", "why.pass.enough")
    assert said(state) == "The party is strong enough for Fortified Port; cards are saved until that changes."


def test_the_destiny_player_closes_a_gap() -> None:
    party = {0: "galley-mutineer hunting-bow"}
    state = position("actions", party=party, hand={0: "desperate-shot bold-escape"}, factions="outlaws vikings", **PORT)
    assert advice(state) == ("desperate-shot", "why.closes")
    assert said(state) == "Desperate Shot closes 2 points of what is lacking for Fortified Port."


def test_the_destiny_player_uses_the_party_before_the_hand() -> None:
    party = {0: "sigwald-the-burnt improvised-weapon"}
    state = position("actions", party=party, hand={0: "desperate-shot"}, factions="outlaws vikings", **PORT)
    assert advice(state) == ("improvised-weapon", "why.closes")


def test_the_destiny_player_saves_cards_where_it_is_hopeless() -> None:
    state = position("actions", hand={0: "desperate-shot"}, factions="outlaws vikings", **PORT)
    assert advice(state) == ("pass", "why.pass.hopeless")


def test_a_bane_player_stops_a_journey_that_would_succeed() -> None:
    state = position(
        "actions", dest=1, party={1: "shieldmaiden shieldmaiden"}, hand={0: "desperados-duel", 1: ""}, **PORT
    )
    assert asked(state).seat == 0
    assert advice(state) == ("desperados-duel", "why.opens")
    assert said(state) == "Desperado's Duel leaves the party 2 points short of Fortified Port."


def test_a_bane_player_waits_while_the_journey_fails() -> None:
    state = position("actions", dest=1, party={1: "shieldmaiden"}, hand={0: "desperados-duel", 1: ""}, **PORT)
    assert advice(state) == ("pass", "why.pass.fails")
    assert said(state) == "player 2 is 2 points short of Fortified Port, and must act or fail."


def test_a_bane_player_begins_with_one_of_two_cards_that_stop_it_together() -> None:
    party = {1: "shieldmaiden*3"}
    hand = {0: "desperados-duel*2", 1: ""}
    state = position("actions", dest=1, party=party, hand=hand, pool={0: 4}, **PORT)
    assert advice(state) == ("desperados-duel", "why.opens.later")


def test_a_bane_player_saves_cards_against_a_party_that_is_too_strong() -> None:
    party = {1: "shieldmaiden*3 young-warrior*2"}
    state = position("actions", dest=1, party=party, hand={0: "desperados-duel", 1: ""}, **PORT)
    assert advice(state) == ("pass", "why.pass.through")


def test_a_bane_player_deals_damage_that_cannot_be_paid() -> None:
    state = position(
        "actions",
        dest=1,
        party={1: "galley-mutineer*2 hunting-bow"},
        hand={0: "stun", 1: ""},
        life={1: 1},
        factions="vikings outlaws",
        **PORT,
    )
    assert advice(state) == ("stun", "why.deadly")


def test_it_travels_where_it_is_strong_enough() -> None:
    lands = "fortified-port northland-village pirates-cove tournament-meadow"
    state = position("journey", party={0: PARTY}, lands=lands, factions="outlaws vikings")
    assert advice(state) == ("fortified-port", "why.undertake.enough")


def test_it_opposes_where_that_makes_the_difference_and_not_in_vain() -> None:
    hard = position("oppose", party={0: PARTY, 1: "berserker"}, hand={0: "", 1: ""}, factions="outlaws vikings", **PORT)
    assert advice(hard) == ("berserker", "why.oppose")
    strong = {0: f"{PARTY} archers*2 shaigan-the-merciless tjall-the-fiery", 1: "young-warrior"}
    easy = position("oppose", party=strong, hand={0: "", 1: ""}, factions="outlaws vikings", **PORT)
    assert advice(easy) == ("no", "why.oppose.no")


def test_at_dawn_it_puts_the_best_card_into_the_party() -> None:
    state = position(hand={0: "sigwald-the-burnt marsh-cutthroat"}, party={0: "kriss-de-valnor"}, pool={0: 2})
    card, why = advice(state)
    assert card == "sigwald-the-burnt"
    assert why in ("why.joins", "why.joins.closes")


def test_damage_is_paid_from_a_thick_deck() -> None:
    state = position(
        "actions",
        dest=1,
        party={1: "sigwald-the-burnt"},
        hand={0: "stun", 1: "archers"},
        factions="vikings outlaws",
        **PORT,
    )
    state = GAME.apply(state, 1, ("pass",)).state
    state = GAME.apply(state, 0, ("play:stun",)).state
    assert asked(state).kind == "damage.pay"
    assert advice(state) == ("", "why.pay.deck")


def test_a_companion_without_upkeep_is_kept_only_if_it_is_worth_the_damage() -> None:
    good = position("upkeep", party={0: "emperor-magnus"}, pool={0: 0})
    assert advice(good) == ("damage", "why.unmet.keep")
    poor = position("upkeep", party={0: "court-spy"}, pool={0: 0})
    best = judged(poor, asked(poor))[0]
    assert (best.answer, best.why.key) == (("destroy",), "why.unmet.destroy")


def test_a_point_of_free_choice_goes_where_most_is_lacking() -> None:
    party = {0: "sigwald-the-burnt improvised-weapon"}
    land: dict[str, Any] = {"target": "pirates-cove", "lands": "pirates-cove"}
    state = position("actions", party=party, hand={0: "bold-escape"}, factions="outlaws vikings", **land)
    state = GAME.apply(state, 0, next((o.id,) for o in asked(state).options if o.id.startswith("use:2"))).state
    assert asked(state).kind == "points"
    assert advice(state) == ("P", "why.points.lacks")


def test_a_horn_effect_is_used() -> None:
    state = position("resolve", party={0: PARTY}, factions="outlaws vikings", **PORT)
    assert asked(state).kind == "horn"
    assert advice(state) == ("yes", "why.horn")


def test_a_thin_destiny_deck_is_left_alone() -> None:
    state = position("fate", life={0: 6}, hand={0: "", 1: ""}, pool={0: 0})
    state = GAME.apply(state, 0, ("draw",)).state
    (answer,) = judged(state, asked(state))[0].answer
    assert answer == "pool:2"


# --- how well it plays ---------------------------------------------------------------------------------------------


def share(seats: int, games: int) -> float:
    """What one normal seat wins among easy ones."""
    return common.share_of_wins(GAME.setup("standard", seats, {"factions": "lot"}), games)


def test_normal_beats_easy() -> None:
    assert share(2, 20) >= 0.9


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (3, 2 / 3), (4, 2 / 4)])
def test_normal_beats_easy_in_many_games(seats: int, least: float) -> None:
    assert share(seats, 400) >= least
