"""The end of the game: riches, ties, and a whole game for each way it can end."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told
from thorgames.core.state import Outcome
from thorgames.games.kardnarok.rounds import FormArmy
from thorgames.games.kardnarok.rules import TRIES, GameEnd, TieBreak

from .table import BOX, GAME, MODES, anyhow, do, heard_until, new, position, ran, steps, until


def scored(silver: dict[int, str], bronze: tuple[int, ...], warriors: str = "", mode: str = "basic", **given):
    """The final count, with this silver won and bronze held."""
    seats = given.pop("seats", len(bronze))
    state = position(mode, seats, won=silver, warriors=warriors, coin=dict.fromkeys(range(seats), ""), **given)
    state = state.but(agenda=(GameEnd(),), bronze=bronze, spent=0)
    after, events = GAME._run(state)
    return after, list(events)


@pytest.mark.rule("KRD-020", "KRD-521", "KRD-060", "KRD-065")
def test_riches_are_silver_won_and_bronze_held():
    state, events = scored({0: "5 4", 1: "3 3 3", 2: "4"}, (5, 2, 8))
    assert told(events, "riches") == [(0, 14, 9, 5), (1, 11, 9, 2), (2, 12, 4, 8)]
    assert state.outcome.scores == (14, 11, 12)
    assert state.outcome.ranks == (1, 3, 2)
    assert state.outcome.reason == "end.riches"
    view = GAME.view(state, None)
    assert [view.riches(seat) for seat in range(3)] == [14, 11, 12]
    assert [view.silver(seat) for seat in range(3)] == [9, 9, 4]


@pytest.mark.rule("KRD-064", "KRD-520", "KRD-521", "KRD-501")
def test_coins_on_kingdom_cards_count_for_nobody():
    """After the last combat they go back into the bag, and then riches are counted."""
    won = {0: "3 3 3", 1: "4 4"}
    coin = {0: "5", 1: "5", 2: "5"}
    state = position(before="kin", omen="jotnar", turn=2, pr=2, won=won, coin=coin)
    assert state.order[2] == 0
    end, events = heard_until(do(state, "attack:1"))
    assert end.coins == ((), (), ())
    assert len(end.bag) == 21 - 6
    assert kinds(events).index("round.over") < kinds(events).index("riches")
    taken = [seat for seat, *_ in told(events, "coin.won")]
    assert len(taken) == 1
    wanted = [14, 13, 5]
    wanted[taken[0]] += 5
    assert list(end.outcome.scores) == wanted


@pytest.mark.rule("KRD-520", "KRD-914", "KRD-900", "KRD-910", "KRD-070")
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_a_game_ends_after_its_last_round(mode, seats):
    for *_, result in steps(new(mode, seats), 7):
        done = result.state.outcome is not None
        assert done == ("riches" in kinds(result.events))
    end = result.state
    assert end.round == end.rounds == (2 if mode == "basic" else 4)
    assert end.fought == seats * end.rounds
    assert GAME.pending(end) is None
    assert 1 in end.outcome.ranks


@pytest.mark.rule("KRD-R-52", "KRD-520")
def test_after_the_last_combat_discards_are_made_and_nothing_else():
    state = position(before="kin", omen="jotnar", turn=2, pr=2, won={0: "3 3 3", 1: "4 4"})
    before = state
    end, events = heard_until(do(state, "attack:1", "thor", "thor"))
    assert len(told(events, "fell")) >= 2
    assert len(end.warriors) == len(before.warriors) + len(told(events, "fell"))
    assert not {"army.formed", "split.stated", "drew.warrior", "drew.norn", "coin.drawn"} & set(kinds(events))


# --- ties ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-522")
def test_equal_riches_more_silver():
    """12 each: 9 in silver beat 7."""
    state, events = scored({0: "3 4", 1: "5 4", 2: "3"}, (5, 3, 7))
    assert state.outcome.scores == (12, 12, 10)
    assert state.outcome.ranks == (2, 1, 3)
    assert "tie.drawn" not in kinds(events)


@pytest.mark.rule("KRD-522")
def test_silver_counts_by_value_not_by_coins():
    state, _ = scored({0: "3 3", 1: "5", 2: "3"}, (4, 5, 6))
    assert state.outcome.ranks == (1, 2, 3)
    state, _ = scored({0: "3 3 3", 1: "5 5", 2: "3"}, (5, 4, 6))
    assert state.outcome.scores[:2] == (14, 14)
    assert state.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("KRD-523", "KRD-R-64")
def test_equal_silver_too_three_warriors_each():
    """Drawn from the top in seat order from the PR; only printed Forces count."""
    state, events = scored({0: "4", 1: "4", 2: "3"}, (5, 5, 5), "champion seidkona jarl villager villager berserker")
    assert told(events, "tie.drawn") == [(0, "champion seidkona jarl", 7), (1, "villager villager berserker", 4)]
    assert state.outcome.ranks == (1, 2, 3)
    assert state.outcome.reason == "end.tie"
    assert state.ties == (("champion", "seidkona", "jarl"), ("villager", "villager", "berserker"), ())
    assert state.outcome.scores == (9, 9, 8)


@pytest.mark.rule("KRD-523", "KRD-R-64")
def test_seat_order_from_the_pr():
    """Seat 2 has the PR card; seats 0 and 2 are tied."""
    tops = "jotunn*3 villager*3"
    state, events = scored({0: "4", 1: "3", 2: "4"}, (5, 5, 5), tops, pr=2)
    assert [args[0] for args in told(events, "tie.drawn")] == [2, 0]
    assert state.outcome.ranks == (2, 3, 1)
    # Clockwise also in a round that runs the other way.
    state, events = scored(
        {0: "4", 1: "4", 2: "3 4 4"}, (5, 5, 5), tops + " draugr*3", before="kin", omen="jotnar", pr=0
    )
    assert told(events, "tie.drawn") == []
    state, events = scored({0: "4", 1: "4", 2: "4"}, (5, 5, 5), tops + " draugr*3", before="kin", omen="jotnar", pr=1)
    assert [args[0] for args in told(events, "tie.drawn")] == [1, 2, 0]


@pytest.mark.rule("KRD-R-64", "KRD-523")
def test_those_still_tied_draw_again():
    """The cards of the first try lie under the deck then."""
    state, events = scored({0: "4", 1: "4", 2: "3"}, (5, 5, 5), "jarl*2 villager jarl*2 villager jotunn*3 champion*3")
    assert [args[2] for args in told(events, "tie.drawn")] == [7, 7, 12, 6]
    assert state.warriors[-6:] == ("jarl", "jarl", "villager", "jarl", "jarl", "villager")
    assert state.outcome.ranks == (1, 2, 3)


@pytest.mark.rule("KRD-R-64")
def test_only_those_at_the_top_go_on():
    tops = "jarl*2 villager champion*3 jarl*2 villager jotunn villager*2 huskarl*2 villager"
    state, events = scored({0: "4", 1: "4", 2: "4"}, (5, 5, 5), tops)
    assert [args[0] for args in told(events, "tie.drawn")] == [0, 1, 2, 0, 2]
    assert [args[2] for args in told(events, "tie.drawn")] == [7, 6, 7, 6, 5]
    assert (state.outcome.reason, state.outcome.ranks) == ("end.tie", (1, 2, 2))


@pytest.mark.rule("KRD-R-64")
def test_with_four_tied_at_the_top():
    tops = "villager*3 jarl*2 champion villager*2 champion draugr*2 villager"
    state, events = scored(dict.fromkeys(range(4), "4"), (5, 5, 5, 5), tops)
    assert [args[2] for args in told(events, "tie.drawn")[:4]] == [3, 8, 4, 7]
    assert state.outcome.ranks == (2, 1, 2, 2)


def short(deck: str):
    """Seats 0 and 1 are tied, and the Warrior deck holds only these; and what was told."""
    none = dict.fromkeys(range(3), "")
    state = position(
        won={0: "4", 1: "4", 2: "3"}, warriors=deck, armies=none, hands=none, rest=2, agenda=(FormArmy(0),)
    )
    return ran(state, TieBreak((0, 1)))


@pytest.mark.rule("KRD-R-64")
def test_at_last_the_victory_is_shared():
    """All Warriors left in the deck are Villagers: every draw is tied."""
    state, events = short("villager*6")
    drawn = told(events, "tie.drawn")
    assert [args[0] for args in drawn] == [0, 1] * TRIES
    assert {args[2] for args in drawn} == {3}
    assert (state.outcome.reason, state.outcome.ranks) == ("end.shared", (1, 1, 3))
    assert state.ties == ((), (), ())
    assert len(state.warriors) == 6


@pytest.mark.rule("KRD-R-64")
@pytest.mark.parametrize(
    ("deck", "sums", "ranks"),
    [
        ("jarl*2 villager*2 champion", [6, 2], (1, 2, 3)),  # two each
        ("villager jotunn champion", [1, 4], (2, 1, 3)),  # one each
        ("jotunn", [], (1, 1, 3)),  # none each
        ("", [], (1, 1, 3)),
    ],
)
def test_with_a_short_deck_each_draws_the_same_lower_number(deck, sums, ranks):
    state, _ = short(deck)
    assert state.outcome.ranks == ranks
    assert state.outcome.reason == ("end.tie" if sums else "end.shared")
    assert [sum(BOX.force[c] for c in state.ties[seat]) for seat in (0, 1)] == (sums or [0, 0])


# --- a whole game for each way of ending ---------------------------------------------------------------------------


def ways() -> dict[str, tuple[str, int, int]]:
    """Way of ending -> a game that ended so."""
    found: dict[str, tuple[str, int, int]] = {}
    for seed in range(150):
        for mode, seats in (("basic", 4), ("duel", 2)):
            found.setdefault(how(until(new(mode, seats), seed=seed, player=anyhow)), (mode, seats, seed))
        if {"riches", "silver", "warriors"} <= set(found):
            break
    return found


def how(end) -> str:
    """By what a finished game was decided."""
    best = max(end.outcome.scores)
    if end.outcome.reason == "end.shared":
        return "shared"
    if end.outcome.reason == "end.tie":
        return "warriors"
    return "riches" if end.outcome.scores.count(best) == 1 else "silver"


@pytest.mark.rule("KRD-521", "KRD-522", "KRD-523", "KRD-R-64")
def test_whole_games_end_in_each_way():
    """By riches, by silver, by Warriors; a shared victory takes six ties and is set up."""
    found = ways()
    assert {"riches", "silver", "warriors"} <= set(found)
    for way, (mode, seats, seed) in found.items():
        end = until(new(mode, seats), seed=seed, player=anyhow)
        winners = [seat for seat in range(seats) if end.outcome.ranks[seat] == 1]
        riches = [sum(BOX.value[c] for c in end.won[seat]) + end.bronze[seat] for seat in range(seats)]
        assert tuple(riches) == end.outcome.scores
        assert all(riches[seat] == max(riches) for seat in winners)
        assert len(winners) == 1 or way == "shared"
        assert GAME.faults(end) == ()


@pytest.mark.rule("KRD-R-64", "KRD-523")
def test_a_game_that_ends_in_a_shared_victory():
    """After the last combat two are equally rich, and all Warriors to be drawn are Villagers."""
    state = position(
        before="kin",
        omen="jotnar",
        turn=2,
        pr=2,
        won={0: "3 3", 1: "5 4", 2: "3"},
        coin={0: "4", 1: "5", 2: "3"},
        armies={0: "villager*2 harald", 1: "champion*2 rollo", 2: "villager*2 aslaug"},
        hands={0: "skadi", 1: "", 2: "tyr"},
        warriors="villager*6",
        rest=1,
    )
    end, events = heard_until(do(state, "attack:2", "thor", "thor"))
    assert told(events, "won")[0][0] == 0
    assert [args[2] for args in told(events, "riches")] == [9, 9, 3]
    assert len(told(events, "tie.drawn")) == 2 * TRIES
    assert end.outcome == Outcome("end.shared", (1, 1, 3), (14, 14, 8))
