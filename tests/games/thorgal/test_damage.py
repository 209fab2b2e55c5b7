"""Damage: who pays it, with what, and who cannot."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told, winners
from thorgames.games.thorgal.cards import Damage, Skull
from thorgames.games.thorgal.effects import Apply, Hurt

from .table import asked, can, changed, do, hear, ids, kind, position, ran, refused, run


def hit(n: int, seat: int = 0, **given: object):
    """A position in which a player takes damage."""
    return run(position(**given), Hurt(seat, n))  # type: ignore[arg-type]


@pytest.mark.rule("TRG-390", "TRG-391", "TRG-R-28", "TRG-R-05")
def test_the_player_names_hand_cards_and_the_rest_comes_from_the_deck():
    start = position(hand={0: "levy bribery feint"}, valhalla={0: "galathorn"})
    state = run(start, Hurt(0, 2))
    assert kind(state) == "damage.pay 0"
    assert (asked(state).lo, asked(state).hi) == (0, 2)
    deck = start.deck_d[0]
    none = do(state, "-")
    assert none.deck_d[0] == deck[2:]
    assert none.valhalla[0] == (deck[1], deck[0], "galathorn")  # on top, one by one
    one = do(state, "feint")
    assert one.hand_d[0] == ("bribery", "levy")
    assert one.valhalla[0] == (deck[0], "feint", "galathorn")
    two = do(state, "feint levy")
    assert two.deck_d[0] == deck
    assert set(two.valhalla[0][:2]) == {"feint", "levy"}
    refused(state, "feint levy bribery")


@pytest.mark.rule("TRG-390", "TRG-R-28", "TRG-R-13")
def test_when_there_is_nothing_to_choose():
    state = hit(2, hand={0: ""})
    assert len(state.valhalla[0]) == 2
    state, events = ran(position(hand={0: "levy bribery"}, life={0: 2}), Hurt(0, 4))
    assert told(events, "damage") == [(0, 4)]
    assert state.outcome is None  # hand and deck are just enough
    assert state.hand_d[0] == ()
    assert state.deck_d[0] == ()
    state = hit(3, hand={0: "levy bribery"}, life={0: 2})
    assert asked(state).lo == 1  # the deck has only two
    state = hit(0, hand={0: "levy"})
    assert kind(state) == "act 0"


@pytest.mark.rule("TRG-016", "TRG-394", "TRG-600", "TRG-R-28", "TRG-R-12")
def test_who_cannot_pay_in_full_loses_at_once():
    start = position(hand={0: "levy bribery"}, life={0: 2}, pool={0: 4}, spent={0: "feint"}, party={0: "galathorn"})
    state, events = ran(start, Hurt(0, 5))
    assert state.outcome is not None  # pool, discards and party do not count
    assert winners(state) == [1]
    assert state.outcome.reason == "end.last"
    assert kinds(events)[-1] == "lost"


@pytest.mark.rule("TRG-392", "TRG-R-28", "TRG-390")
def test_a_bane_player_pays_from_the_destiny_deck_alone():
    start = position(hand={1: "ambush ambush"}, life={1: 3}, factions="lords outlaws")
    state = run(start, Hurt(1, 2))
    assert kind(state) == "act 0"  # nothing to choose
    assert changed(start, state) == {"life 1": -2, "valhalla 1": 2}
    assert not state.niflheim[1]
    assert winners(run(start, Hurt(1, 4))) == [0]
    assert run(start, Hurt(1, 3)).outcome is None


@pytest.mark.rule("TRG-393", "TRG-397")
@pytest.mark.parametrize(
    ("step", "given", "said"),
    [
        ("actions", {"hand": {1: "ambush +"}}, ("pass", "ambush")),
        ("actions", {"hand": {0: "unknown-powers +"}}, ("unknown-powers",)),
        ("actions", {"hand": {0: "desperate-shot +"}}, ("desperate-shot",)),
        ("actions", {"party": {0: "kriss-de-valnor"}}, ("kriss-de-valnor",)),
        ("upkeep", {"party": {0: "archers"}, "pool": {0: 0}}, ("damage",)),
    ],
)
def test_sources_of_damage(step, given, said):
    state = do(position(step, target="pirates-cove" if step == "actions" else "", **given), *said)
    assert kind(state) == "damage.pay 0"


@pytest.mark.rule("TRG-R-25", "TRG-397")
def test_skulls_of_one_place_are_one_event_and_of_two_places_two():
    start = position(hand={0: "levy +"})
    assert told(ran(start, Apply(1, "stun", -1, (Skull(2),)))[1], "damage") == []
    state = run(start, Apply(1, "stun", -1, (Skull(2),)))
    state, events = hear(state, "levy")
    assert told(events, "damage") == [(0, 2)]
    state = run(start, Apply(1, "stun", -1, (Skull(1), Skull(1))))
    state, events = hear(state, "levy")
    assert told(events, "damage") == [(0, 1)]
    assert kind(state) == "damage.pay 0"


@pytest.mark.rule("TRG-R-13", "TRG-600", "TRG-R-52")
def test_if_both_would_lose_the_first_one_damaged_has_lost():
    start = position(hand={0: ""}, life={0: 0, 1: 0})
    steps = (Damage("you", 1), Damage("bane", 1))
    state = run(start, Apply(0, "levy", -1, steps))
    assert winners(state) == [1]
    state = run(start, Apply(0, "levy", -1, steps[::-1]))
    assert winners(state) == [0]


@pytest.mark.rule("TRG-390", "TRG-R-28")
def test_the_destiny_player_is_asked_out_of_turn():
    state = position("actions", target="fortified-port", hand={1: "stun +", 0: "levy +"})
    state = do(state, "pass", "stun")
    assert kind(state) == "damage.pay 0"
    state = do(state, "-")
    assert kind(state) == "act 0"


@pytest.mark.rule("TRG-R-19", "TRG-393")
def test_prevention_uses_itself_up():
    start = position(hand={0: "shield-wall shield-wall +"}, step="actions", target="fortified-port")
    state = do(start, "shield-wall", "pass", "shield-wall")
    assert state.shields[0] == 4
    state, events = ran(state, Hurt(0, 3))
    assert state.shields[0] == 1
    assert told(events, "prevented") == [(0, 3)]
    assert not state.valhalla[0]
    state = run(state, Hurt(0, 2))
    assert kind(state) == "damage.pay 0"
    assert asked(state).args[1] == 1
    state = do(state, "-")
    assert state.shields[0] == 0
    assert len(state.valhalla[0]) == 1


@pytest.mark.rule("TRG-R-19", "TRG-R-37")
def test_a_shield_ends_with_its_phase_but_helps_in_the_upkeep():
    state = position("dusk", party={0: "haynee"}, hand={0: ""})
    state = do(state, "haynee")
    assert state.shields[0] == 2
    while kind(state).startswith("act"):
        state = do(state, "pass")
    assert kind(state) == "upkeep.unmet 0"
    before = len(state.valhalla[0])
    state, events = hear(state, "damage")
    assert told(events, "prevented") == [(0, 2)]
    assert len(state.valhalla[0]) == before
    assert state.party[0] == ("haynee",)
    assert state.shields == (0, 0)


@pytest.mark.rule("TRG-390")
def test_copies_of_a_card_can_be_named_one_by_one():
    state = hit(2, hand={0: "levy levy"})
    assert ids(state) == ["levy", "levy#2"]
    assert can(state) == {"levy"}
    state = do(state, "levy levy")
    assert state.hand_d[0] == ()
    assert state.valhalla[0] == ("levy", "levy")
