"""Three and four players: markers, points, opposing round the table, elimination and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import kinds, told, winners
from thorgames.games.thorgal.cards import Damage, Discard, Draw
from thorgames.games.thorgal.effects import Apply, Hurt
from thorgames.games.thorgal.piles import change

from .table import (
    BOX,
    GAME,
    asked,
    at_land,
    begun,
    can,
    do,
    hear,
    ids,
    kind,
    order,
    passes,
    position,
    run,
    size,
    spot,
    sums,
)


def everything_of(state: Any, seat: int) -> int:
    """How many destiny and bane cards of a seat are still in the game."""
    zones = [zone for zone in GAME.layout.zones if not zone.field.startswith("gone")]
    return sum(len(getattr(state, zone.field)[seat]) for zone in zones)


def markers(state: Any) -> list[int]:
    """The markers of the bane players, from the left of the destiny player."""
    return [GAME.view(state, None).marker(seat) for seat in order(state)[1:]]


# --- roles and markers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-710", "TRG-772", "TRG-R-47", "TRG-774", "TRG-776")
@pytest.mark.parametrize("seats", [3, 4])
def test_markers_are_passed_to_the_left(seats):
    state = position("next", seats, hand={0: ""}, pool={n: 2 for n in range(1, seats)})
    assert state.dest == 1
    assert markers(state) == ([-1, 1] if seats == 3 else [-1, 0, 1])
    assert order(state)[-1] == 0  # the old destiny player has +1
    pools = [len(state.pool_b[seat]) for seat in range(seats)]
    assert pools == [1, 2, 1, 2][:seats]  # 0 gains one, 2 loses one
    assert len(state.spent_b[2]) == 1
    assert len(state.deck_b[0]) == 23


@pytest.mark.rule("TRG-R-46")
def test_nothing_to_gain_or_lose():
    spent = {0: " ".join(BOX.of("outlaws", "bane"))}
    state = position("next", 3, hand={0: ""}, pool={1: 0, 2: 0}, niflheim=spent, factions="outlaws vikings lords")
    assert state.dest == 1
    assert (len(state.pool_b[0]), len(state.deck_b[0])) == (0, 0)
    assert (len(state.pool_b[2]), len(state.spent_b[2])) == (0, 0)
    two = position("next", 2, hand={0: ""}, pool={1: 2})
    assert (len(two.pool_b[0]), len(two.pool_b[1])) == (0, 2)


@pytest.mark.rule("TRG-770", "TRG-R-48", "TRG-560")
@pytest.mark.parametrize("seats", [3, 4])
def test_only_the_one_with_minus_1_cleans_up(seats):
    state = position("clean", seats, hand={n: "+" for n in range(seats)}, spent={n: 2 for n in range(seats)})
    last = seats - 1
    keep = (state.hand_b[last], state.pool_b[last], state.spent_b[last], state.deck_b[last])
    assert kind(state) == "clean.pool 0"
    state = do(state, "-")
    assert kind(state) == "clean.pool 1"
    state = do(state, "-")
    assert kind(state) == "fate 1"
    assert (state.hand_b[1], state.spent_b[1]) == ((), ())
    if seats == 4:
        assert (state.hand_b[last], state.pool_b[last], state.spent_b[last], state.deck_b[last]) == keep
    assert len(state.hand_b[last]) == 1
    assert state.spent_b[last] == keep[2] if seats == 4 else len(state.spent_b[last]) == 3


# --- opposing and hindering together -------------------------------------------------------------------------------


@pytest.mark.rule("TRG-750", "TRG-R-30", "TRG-410")
def test_opposing_goes_round_the_table():
    given = dict(
        target="fortified-port", dest=1, factions="vikings outlaws visitors lords",
        party={2: "jolan", 3: "castle-guard", 0: "solveig"},
    )  # fmt: skip
    state = position("oppose", 4, **given)
    assert kind(state) == "oppose 2"
    state = do(state, "no")
    assert kind(state) == "oppose 3"
    first = do(state, "castle-guard")
    assert first.opponent.seat == 3
    assert kind(first) == "act 1"  # nobody else is asked
    state = do(state, "no")
    assert kind(state) == "oppose 0"
    state = do(state, "no")
    assert kind(state) == "act 1"
    assert state.opponent is None


@pytest.mark.rule("TRG-752", "TRG-754", "TRG-462")
def test_bane_cards_of_all_add_up_and_go_home():
    state = position(
        "actions", 4, target="pirates-cove", hand={1: "draugr +", 2: "illusion +", 3: "royal-hounds +", 0: "cutpurse"},
        factions="outlaws vikings visitors lords",
    )  # fmt: skip
    state = do(state, "pass", "draugr", "illusion", "royal-hounds", "-")
    assert sums(state)[1] == (3 + 2 + 1, 2 + 1, 2 + 1)
    state = passes(state)
    assert state.niflheim == ((), ("draugr",), ("illusion",), ("royal-hounds",))


@pytest.mark.rule("TRG-758", "TRG-R-49", "TRG-492", "TRG-490")
def test_a_fenris_effect_once_a_round_by_whoever_comes_first():
    state = position(seats=3, won={"pirates-cove": 0, "brek-zarith": 2}, factions="outlaws vikings lords")
    state = do(state, "pass")
    assert can(state) == {"pirates-cove", "pass"}
    state = do(state, "pirates-cove")
    assert kind(state) == "act 2"
    assert can(state) == {"pass"}
    state = position(seats=3, won={"pirates-cove": 0}, factions="outlaws vikings lords")
    assert "pirates-cove" in can(do(state, "pass", "pass"))


@pytest.mark.rule("TRG-R-51", "TRG-752")
def test_bane_players_do_not_see_each_others_hands():
    state = position(seats=3, hand={1: "stun draugr", 2: "royal-hounds"})
    assert GAME.view(state, 1).seen.hand_b[1] == state.hand_b[1]
    assert GAME.view(state, 2).seen.hand_b[1] != state.hand_b[1]


@pytest.mark.rule("TRG-R-50")
def test_the_destiny_player_names_a_bane_player_for_each_statement():
    state = position(seats=3, hand={0: "cutpurse +"}, pool={1: 2, 2: 2})
    state = do(state, "cutpurse")
    assert kind(state) == "effect.bane 0"
    assert ids(state) == ["1", "2"]
    state = do(state, "2")
    assert [len(state.pool_b[seat]) for seat in (1, 2)] == [2, 1]
    start = position(seats=4)
    state = run(start, Apply(0, "levy", -1, (Discard("bane", "pool", 1), Discard("bane", "pool", 1))))
    state = do(state, "3", "1")
    assert [len(state.pool_b[seat]) for seat in (1, 2, 3)] == [3, 4, 3]
    two = do(position(hand={0: "cutpurse +"}), "cutpurse")
    assert kind(two) == "act 1"  # only one can be meant


@pytest.mark.rule("TRG-R-50")
def test_on_bane_cards_you_is_who_plays_it():
    mine = "outlaws vikings lords"
    state = position("actions", 3, target="brek-zarith", hand={2: "banquet-of-lies +"}, factions=mine)
    state = do(state, "pass", "pass")
    before = len(state.pool_b[2])
    state = do(state, "banquet-of-lies")
    assert len(state.pool_b[2]) == before - 1 + 1
    assert len(state.pool_b[1]) == 4


# --- a bane player is eliminated -----------------------------------------------------------------------------------


def bane_out(seats: int, seat: int, **given: Any) -> tuple[Any, list[Any]]:
    """A bane player is eliminated in the Dawn of seat 0, by the first action."""
    given.setdefault("hand", {n: "+" for n in range(seats)})
    state = position(seats=seats, life={seat: 0}, **given)
    state, events = GAME._run(state.then(Hurt(seat, 1)))
    return state, list(events)


@pytest.mark.rule("TRG-702", "TRG-R-52")
@pytest.mark.parametrize("seats", [3, 4])
def test_an_eliminated_players_cards_leave_the_game(seats):
    won = {"pirates-cove": 1, "marsh-of-the-banished": 0}
    state, events = bane_out(
        seats,
        1,
        won=won,
        tired_lands="pirates-cove",
        factions="outlaws vikings lords visitors",
        party={1: "solveig drakkar"},
    )
    assert state.out[1]
    assert told(events, "lost") == [(1,)]
    assert everything_of(state, 1) == 0
    assert len(state.gone_d[1]) + len(state.gone_b[1]) == 60
    land = at_land(state, "pirates-cove")
    assert (land.conqueror, land.tired, land.used) == (-1, 0, False)
    assert at_land(state, "marsh-of-the-banished").conqueror == 0
    assert sum(land.owner == 1 for land in state.lands) > 0  # lands of the faction stay
    assert state.outcome is None
    assert GAME.faults(state) == ()


@pytest.mark.rule("TRG-R-54", "TRG-R-55", "TRG-722")
def test_the_pass_count_starts_again_and_the_next_living_player_acts():
    start = position(seats=4, hand={0: "levy +", 1: "+", 2: "+", 3: "+"}, life={1: 0, 3: 0})
    state = do(start, "pass", "pass", "pass")
    assert state.passes == 3
    state = run(state, Hurt(1, 1))
    assert state.passes == 0
    assert kind(state) == "act 3"
    assert markers(state) == [-1, 1]
    pools = [len(state.pool_b[seat]) for seat in (2, 3)]
    assert pools == [4, 4]  # nobody gains or loses by it
    state = run(do(start, "pass", "pass"), Hurt(3, 1))
    assert kind(state) == "act 2"
    state = do(state, "pass", "pass", "pass")
    assert kind(state) == "undertake 0"


@pytest.mark.rule("TRG-R-54", "TRG-770", "TRG-772")
def test_the_next_bane_player_takes_the_marker_minus_1():
    start = position("dusk", 3, hand={0: "cutpurse", 1: "+", 2: "+"}, life={1: 0}, spent={2: 2}, won={})
    assert markers(start) == [-1, 1]
    state = run(start, Hurt(1, 1))
    assert markers(state) == [0]  # two are left: one plain marker
    state = passes(state)
    state = do(state, "-") if kind(state) == "clean.pool 0" else state
    assert kind(state) == "clean.pool 2"
    state = do(state, "-")
    assert state.dest == 2
    assert state.spent_b[2] == ()


@pytest.mark.rule("TRG-R-54", "TRG-R-56", "TRG-R-47")
def test_four_become_three():
    state = position("next", 4, out=(2,), hand={0: ""}, pool={1: 2, 3: 2})
    assert state.dest == 1
    assert order(state) == [1, 3, 0]
    assert markers(state) == [-1, 1]
    assert (len(state.pool_b[3]), len(state.pool_b[0])) == (1, 1)
    assert "pool:8" in can(state)


@pytest.mark.rule("TRG-R-52", "TRG-R-54")
def test_an_eliminated_opposer_is_gone():
    start = position("actions", 3, target="pirates-cove", oppose=(1, "solveig"), life={1: 0}, attached_b={1: "draugr"},
                     factions="outlaws vikings lords")  # fmt: skip
    state = run(start, Hurt(1, 1))
    assert state.opponent is None
    assert sums(state)[1] == (3, 2, 2)
    assert state.opposing == ((), (), ())


@pytest.mark.rule("TRG-R-52", "TRG-R-58")
def test_the_rest_of_an_effect_is_not_done():
    start = position(seats=3, life={1: 0})
    steps = (Damage("bane", 1), Draw("you", 1), Damage("bane", 1))
    state = do(run(start, Apply(0, "levy", -1, steps)), "1")
    assert state.out == (False, True, False)
    assert kind(state) == "act 0"
    assert size(state, "hand", 0) == size(start, "hand", 0)
    assert not state.valhalla[2]


@pytest.mark.rule("TRG-R-52", "TRG-702", "TRG-R-35")
def test_a_horn_effect_may_eliminate():
    start = position(
        "actions", 3, target="city-of-the-lost-god", life={1: 1}, hand={0: "mind-shield", 1: "+", 2: "+"},
        factions="visitors vikings lords", fields={"difficulty": (-9, -9, -9)},
    )  # fmt: skip
    state = do(start, "pass", "pass", "pass", "yes")
    assert kind(state) == "effect.bane 0"
    state = do(state, "1")
    assert state.out == (False, True, False)
    assert kind(state) == "act 0"
    assert state.phase == "dusk"
    assert at_land(state, "city-of-the-lost-god").conqueror == 0


# --- the destiny player is eliminated ------------------------------------------------------------------------------


@pytest.mark.rule("TRG-R-53", "TRG-702", "TRG-R-55", "TRG-R-56", "TRG-754")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_bane_players_finish_the_round(seats):
    start = position(
        "actions", seats, target="pirates-cove", oppose=(2, "archers"), attached_b={1: "draugr", 2: "snare"},
        attached_d={0: "feint"}, hand={0: "", **{n: "+" for n in range(1, seats)}}, life={0: 0},
        factions="lords vikings outlaws visitors", won={"brek-zarith": 0},
        spent={1: 2, 2: 2},
    )  # fmt: skip
    pools = [len(start.pool_b[seat]) for seat in range(seats)]
    state, events = GAME._run(start.then(Hurt(0, 1)))
    assert kinds(list(events)).count("lost") == 1
    assert kind(state) == "clean.pool 1"  # no more actions, no upkeep
    assert state.party[2] == ("archers",)
    assert state.opponent is None
    assert state.niflheim[1] == ("draugr",)
    assert state.niflheim[2] == ("snare",)
    assert everything_of(state, 0) == 0
    assert at_land(state, "brek-zarith").conqueror == -1
    assert at_land(state, "pirates-cove").conqueror == -1
    state = do(state, "-")
    assert kind(state) == "fate 1"
    assert state.dest == 1
    assert (state.spent_b[1], state.hand_b[1]) == ((), ())
    assert len(state.spent_b[2]) == 2
    assert len(state.hand_b[2]) == 1
    assert markers(state) == ([0] if seats == 3 else [-1, 1])
    assert [len(state.pool_b[seat]) for seat in range(2, seats)] == pools[2:]  # nobody gains or loses
    assert ("pool:8" in can(state)) == (seats == 4)
    assert state.horns == 2


@pytest.mark.rule("TRG-R-53", "TRG-R-52")
@pytest.mark.parametrize("step", ["dawn", "actions", "dusk"])
def test_in_any_phase(step):
    start = position(
        step, 3, target="pirates-cove" if step == "actions" else "", life={0: 0},
        hand={0: "", 1: "+", 2: "+"}, factions="outlaws vikings lords", party={0: "archers"},
    )  # fmt: skip
    state = run(start, Hurt(0, 1))
    assert kind(state) == "clean.pool 1"
    state = do(state, "-")
    assert (state.dest, state.outcome) == (1, None)
    assert kind(state) == "fate 1"
    state = do(state, "pool:0", "pool:0")
    assert kind(state).split()[1] in ("1", "2")


@pytest.mark.rule("TRG-R-52", "TRG-R-53", "TRG-R-06")
def test_the_card_that_did_it_is_destroyed():
    start = position("actions", 3, target="pirates-cove", hand={0: "", 1: "wolf-pack wolf-pack", 2: "+"}, life={0: 0})
    state, events = hear(start, "wolf-pack")
    assert told(events, "lost") == [(0,)]
    assert state.niflheim[1] == ("wolf-pack",)  # not attached, and its effect is not done
    assert state.hand_b[1] == ("wolf-pack",)
    start = position("actions", 3, target="pirates-cove", hand={0: "unknown-powers", 1: "+", 2: "+"}, life={0: 1})
    state = do(start, "unknown-powers")
    assert state.out[0]
    assert "unknown-powers" in state.gone_d[0]
    assert everything_of(state, 0) == 0


@pytest.mark.rule("TRG-R-53", "TRG-520")
def test_elimination_in_the_upkeep():
    start = position("upkeep", 3, party={0: "archers marsh-cutthroat"}, pool={0: 0}, life={0: 1},
                     hand={0: "", 1: "+", 2: "+"})  # fmt: skip
    state = do(start, "archers", "damage")
    assert state.out[0]
    assert kind(state) == "clean.pool 1"


@pytest.mark.rule("TRG-R-53", "TRG-565")
def test_attribute_markers_are_removed():
    hands = {0: "", 1: "+", 2: ""}
    start = position("actions", 3, target="pirates-cove", oppose=(1, "solveig"), hand=hands, life={0: 0})
    start = change(start, start.opponent.uid, tired=1, marks=(1, 0, 0))
    state = do(run(start, Hurt(0, 1)), "-")
    assert spot(state, "solveig").marks == (0, 0, 0)
    assert spot(state, "solveig").tired == 1


@pytest.mark.rule("TRG-R-56", "TRG-700", "TRG-R-57", "TRG-375")
def test_two_who_are_left_play_by_the_rules_for_two():
    state = position(seats=4, out=(1, 3), hand={0: "+", 2: "+"})
    assert order(state) == [0, 2]
    state = do(state, "pass", "pass")
    assert kind(state) == "undertake 0"
    state = position("clean", 3, out=(1,), hand={0: "", 2: "+"}, spent={2: 2})
    assert kind(state) == "clean.pool 2"
    state = do(state, "-")
    assert state.dest == 2
    assert state.spent_b[2] == ()
    assert "pool:7" in can(state)
    back = run(position("clean", 3, dest=2, out=(1,), hand={2: "", 0: ""}))
    assert back.dest == 0
    horns = position("actions", 3, target="fortified-port", out=(2,), party={0: "archers*2"}, won={"pirates-cove": 0},
                     factions="outlaws vikings lords")  # fmt: skip
    assert winners(do(horns, "pass", "pass")) == [0]


@pytest.mark.rule("TRG-704", "TRG-R-58", "TRG-780")
def test_the_last_one_wins_at_once():
    state = position(seats=3, out=(2,), life={1: 0}, hand={0: "+", 1: "+"})
    state = run(state, Hurt(1, 1))
    assert winners(state) == [0]
    assert state.outcome.reason == "end.last"


@pytest.mark.rule("TRG-756", "TRG-702", "TRG-405")
def test_lands_of_an_eliminated_player_can_be_chosen_again():
    state, _ = bane_out(3, 1, won={"pirates-cove": 1}, factions="outlaws vikings lords")
    state = passes(state)
    assert kind(state) == "undertake 0"
    assert "pirates-cove" in can(state)
    assert GAME.view(state, None).horns(1) == []


def test_begun_games_have_their_markers():
    assert markers(begun(4)) == [-1, 0, 1]
    assert asked(begun(4)).seat == 0
