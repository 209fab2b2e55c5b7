"""How a game ends: by horns, by damage, by being the last one, by a long winter."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told, winners
from thorgames.games.thorgal.effects import Hurt
from thorgames.games.thorgal.rules import NextRound

from .table import GAME, do, finished, hear, idle, kind, new, position, ran, run

PORT = "fortified-port"


@pytest.mark.rule("TRG-014", "TRG-486", "TRG-600")
@pytest.mark.parametrize(("horns", "over"), [(0, False), (1, False), (2, True)])
def test_with_two_the_third_horn_wins_at_once(horns, over):
    won = dict.fromkeys(["pirates-cove", "slave-market"][:horns], 0)
    state = position("actions", target=PORT, party={0: "archers*2"}, won=won, factions="outlaws vikings")
    state, events = hear(state, "pass", "pass")
    assert (kind(state) == "end") == over
    assert "conquered" in kinds(events)
    if over:
        assert state.outcome.reason == "end.horns"
        assert state.outcome.ranks == (1, 2)
        assert GAME.pending(state) is None


@pytest.mark.rule("TRG-700", "TRG-756", "TRG-780", "TRG-R-34")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("horns", "over"), [(0, False), (1, True)])
def test_with_more_the_second_horn_wins_at_once(seats, horns, over):
    won = dict.fromkeys(["pirates-cove"][:horns], 0)
    state = position(
        "actions", seats, target=PORT, party={0: "archers*2"}, won=won, attached_b={1: "wolf-pack"},
        attached_d={0: "desperate-shot"}, factions="outlaws vikings",
    )  # fmt: skip
    state, events = hear(state, *["pass"] * seats)
    assert (kind(state) == "end") == over
    assert (kind(state) == "horn 0") == (not over)
    assert state.niflheim[1] == ("wolf-pack",)
    if over:
        assert state.outcome.ranks == (1, *[2] * (seats - 1))
        assert "horn.used" not in kinds(events)


@pytest.mark.rule("TRG-016", "TRG-394", "TRG-600")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_unpayable_damage_loses_at_once(seat):
    state = run(position(life={0: 1, 1: 1}, hand={0: ""}), Hurt(seat, 2))
    assert kind(state) == "end"
    assert state.outcome.reason == "end.last"
    assert winners(state) == [1 - seat]


@pytest.mark.rule("TRG-704", "TRG-780", "TRG-702", "TRG-R-58")
def test_the_last_one_left_wins():
    state = run(position(seats=3, life={1: 0, 2: 0}), Hurt(1, 1))
    assert state.outcome is None
    state = run(state, Hurt(2, 1))
    assert winners(state) == [0]
    assert state.outcome.ranks == (1, 2, 2)
    state = run(position(seats=3, life={0: 0, 1: 0, 2: 0}, hand={0: ""}), Hurt(0, 1))
    state = run(state, Hurt(1, 1))
    assert winners(state) == [2]  # though the next damage would be too much for this one as well


@pytest.mark.rule("TRG-R-43", "TRG-160")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 9), (4, 12)])
def test_a_long_winter(seats, rounds):
    state = position("next", seats, fields={"barren": rounds - 2, "moved": False})
    assert state.barren == rounds - 1
    assert state.outcome is None
    moved = position("next", seats, fields={"barren": rounds - 1, "moved": True})
    assert moved.barren == 0
    state = position("next", seats, fields={"barren": rounds - 1}, life={0: 9, 1: 8, 2: 8, 3: 8})
    assert state.outcome.reason == "end.winter"
    assert winners(state) == [0]


@pytest.mark.rule("TRG-R-43", "TRG-R-56")
def test_the_bound_follows_the_players_left():
    state = position("next", 4, fields={"barren": 8}, out=(3,))
    assert state.outcome is not None
    assert 3 not in winners(state)


@pytest.mark.rule("TRG-R-43", "TRG-R-57")
def test_who_wins_a_long_winter():
    given = dict(fields={"barren": 5})
    most_horns = position("next", won={PORT: 1, "pirates-cove": 1, "slave-market": 0}, life={0: 30, 1: 3}, **given)
    assert winners(most_horns) == [1]
    biggest_deck = position("next", life={0: 10, 1: 11}, **given)
    assert winners(biggest_deck) == [1]
    state = position("next", life={0: 10, 1: 10}, pool={0: 3}, **given)
    assert len(state.valhalla[0]) < len(state.valhalla[1])
    assert winners(state) == [0]
    shared = position("next", life={0: 10, 1: 10}, pool={0: 0}, **given)
    assert winners(shared) == [0, 1]
    assert shared.outcome.ranks == (1, 1)


@pytest.mark.rule("TRG-R-43")
def test_what_makes_a_round_barren():
    quiet = position("clean", hand={0: "", 1: ""}, fields={"barren": 2})
    assert quiet.barren == 3
    state = position("clean", hand={0: "", 1: ""}, fields={"barren": 2, "moved": False}, spent={0: 3})
    assert state.barren == 3  # discards count for nothing
    for frames in ((Hurt(0, 1),), (Hurt(1, 1),)):
        state = position("dusk", hand={0: "", 1: "+"}, fields={"barren": 2})
        state = run(state, *frames)
        assert state.moved
    played = do(position("dusk", hand={0: "cutpurse"}), "cutpurse")
    assert played.barren == 0 or played.moved


@pytest.mark.rule("TRG-R-43", "TRG-160")
def test_idle_players_end_in_a_long_winter():
    state = finished(new(2, first="1"), 3, idle)
    assert state.outcome.reason == "end.winter"


@pytest.mark.rule("TRG-600", "TRG-R-13")
def test_nothing_happens_after_the_end():
    state = position(
        "actions", target="pirates-cove", life={0: 1}, hand={0: "", 1: "burning-arrows +"}, factions="lords outlaws"
    )
    state, events = hear(state, "burning-arrows")
    assert kinds(events)[-1] == "lost"
    assert not state.attached_b[1]
    assert told(events, "attached") == []


def test_next_round_is_told():
    _, events = ran(position("clean", hand={0: "", 1: ""}), NextRound())
    assert "round" in kinds(events)
