"""Secrecy: what follows from the table of zones."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.toy.rules import S
from tests.toy.state import LAYOUT, ToyState
from thorgames.core.state import Outcome
from thorgames.core.zones import BACK, Layout, Zone, everybody, nobody, owner

STATE = S(
    seats=2,
    coins=(1, 2),
    rounds=1,
    sealed=((0, ("b",)), (1, ("c",))),
    deck=("a", "a"),
    hands=(("b",), ("c", "d")),
    ships=((), ("e",)),
)
BOX = {"card": Counter("aabcde")}


def layout(*, public: tuple[str, ...] = LAYOUT.public[3:], zones: tuple[Zone, ...] = LAYOUT.zones) -> Layout:
    return Layout(ToyState, public, zones)


def test_a_field_that_is_not_declared_is_refused() -> None:
    assert layout()
    with pytest.raises(TypeError, match="not declared exactly once: discards"):
        layout(zones=tuple(zone for zone in LAYOUT.zones if zone.field != "discards"))
    with pytest.raises(TypeError, match="not declared exactly once: coins"):
        layout(public=("rounds", "round", "automaton"))


def test_a_field_that_is_declared_twice_or_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="not declared exactly once: deck"):
        layout(public=(*LAYOUT.public[3:], "deck"))
    with pytest.raises(TypeError, match="not declared exactly once: attic"):
        layout(zones=(*LAYOUT.zones, Zone("attic", "card", nobody)))


@pytest.mark.parametrize(
    ("viewer", "hands", "sealed"),
    [
        (None, ((BACK,), (BACK, BACK)), ()),
        (0, (("b",), (BACK, BACK)), ((0, ("b",)),)),
        (1, ((BACK,), ("c", "d")), ((1, ("c",)),)),
    ],
)
def test_a_viewer_sees_what_is_his_and_what_is_open(viewer: int | None, hands: object, sealed: object) -> None:
    seen = LAYOUT.redact(STATE.tell("draws", 0, secret=("a",)), viewer)
    assert (seen.deck, seen.hands, seen.ships) == ((BACK, BACK), hands, STATE.ships)
    assert (seen.coins, seen.sealed, seen.told) == (STATE.coins, sealed, ())
    assert type(seen) is type(STATE)


def test_after_the_end_a_zone_may_be_opened_and_another_stays_closed() -> None:
    over = STATE.but(outcome=Outcome("reason.most", (1, 2)))
    assert LAYOUT.redact(over, None).hands == STATE.hands
    assert LAYOUT.redact(over, 0).deck == (BACK, BACK)


def test_what_a_viewer_knows_is_counted() -> None:
    assert LAYOUT.known(STATE, None) == Counter("e")
    assert LAYOUT.known(STATE, 0) == Counter("be")
    assert LAYOUT.known(STATE, 1) == Counter("cde")


def test_a_filled_view_fits_it_and_deals_all_that_is_unseen() -> None:
    seen = LAYOUT.redact(STATE, 0)
    dealt = [LAYOUT.fill(seen, BOX, random.Random(seed)) for seed in range(200)]
    assert all(LAYOUT.redact(state, 0) == seen for state in dealt)
    assert all(not list(LAYOUT.census(state, BOX)) for state in dealt)
    assert Counter(card for state in dealt for card in state.deck).keys() == set("acd")
    assert all(hand == tuple(sorted(hand)) for state in dealt for hand in state.hands)


def test_a_pile_of_one_owner_is_kept_sorted_but_no_other() -> None:
    assert Layout.tidy(Zone("hands", "card", owner, many=True), ("b", "a")) == ("a", "b")
    assert Layout.tidy(Zone("deck", "card", nobody), ("b", "a")) == ("b", "a")
    assert Layout.tidy(Zone("ships", "card", everybody, many=True), ("b", "a")) == ("b", "a")


@pytest.mark.parametrize(
    ("deck", "fault"),
    [(("a",), "1 missing, 0 too many"), (("a", "a", "a"), "0 missing, 1 too many"), (("a", "z"), "1 missing, 1 too")],
)
def test_the_census_finds_lost_and_surplus_cards(deck: tuple[str, ...], fault: str) -> None:
    assert not list(LAYOUT.census(STATE, BOX))
    (found,) = LAYOUT.census(STATE.but(deck=deck), BOX)
    assert fault in found


def test_the_census_finds_cards_with_a_back_that_is_not_in_the_game() -> None:
    (found,) = LAYOUT.census(STATE, {"tile": Counter()})
    assert "'card': 0 missing, 6 too many" in found
