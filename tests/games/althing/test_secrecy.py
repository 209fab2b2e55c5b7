"""Who may see what: every zone for every viewer, the log, and stops that tell nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.suite import Step, check_twin, check_views, look, viewers
from tests.suite import asked as table_hears
from thorgames.core.ask import CHANCE
from thorgames.core.errors import Refusal
from thorgames.core.text import plain
from thorgames.core.zones import BACK

from .table import BOX, GAME, SETUPS, anyhow, asked, do, finished, hear, kind, new, position, steps, thrifty

NAMES = ("Ann", "Bob", "Cid")


def rich() -> Any:
    """Three players; a card has been taken by seat 0 from seat 1, and there is something in every zone."""
    state = position(
        "standard",
        3,
        hands={0: "sigvaar odin", 1: "hild odin troll-green", 2: "floki odin thor"},
        tops={1: "troll-blue", 2: "troll-red"},
        draws={0: "gudrid troll-red", 1: "siggy", 2: "olaf"},
        discards={0: "gudrid", 1: "horik", 2: "bjorn"},
        reserves={0: "thor", 1: "freyr", 2: "aslaug"},
        under="halldora aslaug",
        storms="1>2",
        orders={0: ("never", "ask", "always"), 1: ("always", "never", "ask"), 2: ("ask", "always", "never")},
        reserve=True,
    )
    state = do(state, "sigvaar:axe:1", "", "!hild")
    assert state.taken[1] == ("hild",)
    return state


def backs(pile: tuple[str, ...]) -> tuple[str, ...]:
    return (BACK,) * len(pile)


@pytest.mark.rule("ALT-R-10", "ALT-364")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_each_zone_for_each_viewer(viewer):
    state = rich()
    seen = GAME.view(state, viewer).seen
    for field in ("track", "pawns", "row", "under", "trolls", "storms", "tops", "laid", "owned", "turn", "active"):
        assert getattr(seen, field) == getattr(state, field), field
    assert seen.deck == backs(state.deck)
    assert len(state.deck) > 0
    for seat in range(3):
        mine = viewer == seat
        for field in ("hands", "discards", "reserves"):
            true, shown = getattr(state, field)[seat], getattr(seen, field)[seat]
            assert true
            assert shown == (true if mine else backs(true)), (field, seat)
        assert seen.draws[seat] == backs(state.draws[seat])
        assert seen.orders[seat] == (state.orders[seat] if mine else ("ask", "ask", "ask"))
    assert seen.taken[1] == (("hild",) if viewer in (0, 1) else (BACK,))


@pytest.mark.rule("ALT-R-20", "ALT-441")
@pytest.mark.parametrize("viewer", [None, 2])
def test_a_taken_card_is_nobody_else_s_business_until_it_is_played(viewer):
    """The question to the tricker is heard by the whole table: it must not name the card."""
    state = rich()
    assert kind(state) == "act.taken 0"
    heard = repr(table_hears(GAME.pending(state)))
    assert "hild" not in heard
    left, events = hear(state, "leave")
    assert all("hild" not in event.seen_by(viewer).args for event in events)
    assert "hild" not in GAME.view(left, viewer).seen.discards[1]
    used, _ = hear(state, "hild:plot:-1", "0 1")
    assert GAME.view(used, viewer).seen.discards[1] == backs(used.discards[1])


@pytest.mark.rule("ALT-R-20")
def test_a_third_player_cannot_tell_which_card_was_taken():
    speaker = GAME.speaker(NAMES)
    base = dict(seats=3, hands={0: "sigvaar odin", 1: "hild olaf", 2: "odin*4"})
    one = do(position(**base), "sigvaar:axe:1", "", "!hild")
    other = do(position(**base), "sigvaar:axe:1", "", "!olaf")
    for viewer in (None, 2):
        assert look(GAME, speaker, one, viewer) == look(GAME, speaker, other, viewer)
    for viewer in (0, 1):
        assert GAME.view(one, viewer) != GAME.view(other, viewer)


@pytest.mark.rule("ALT-R-48", "ALT-R-44", "ALT-R-42")
def test_zones_of_thorfinn():
    state = position(
        "solo", 1, hands={0: "odin thor"}, rival_hand="hild olaf", rival_discards="floki", plan="thorfinn-a thorfinn-b",
        plan_now="thorfinn-c",
    )  # fmt: skip
    for viewer in (None, 0):
        seen = GAME.view(state, viewer).seen
        assert seen.plan == (BACK, BACK)
        assert seen.plan_now == ("thorfinn-c",)
        assert sorted(seen.plan_used) == ["thorfinn-d", "thorfinn-e", "thorfinn-f"]
        assert seen.rival_hand == ("hild", "olaf")
        assert seen.rival_discards == ("floki",)
        assert set(seen.draws[0]) == {BACK}
        assert set(seen.deck) == {BACK}


@pytest.mark.rule("ALT-460")
def test_the_order_of_the_hand_of_thorfinn_and_of_hands_tells_nothing():
    for mode, seats, options in SETUPS[:2] + SETUPS[-3:]:
        for *_, result in steps(new(mode, seats, **options), 3):
            s = result.state
            assert list(s.rival_hand) == sorted(s.rival_hand)
            for zone in (s.hands, s.discards, s.owned):
                assert all(list(pile) == sorted(pile) for pile in zone)


def test_at_the_end_everything_of_the_players_may_be_seen():
    state = finished(new(), 3, thrifty)
    for viewer in (None, 0, 1):
        seen = GAME.view(state, viewer).seen
        for field in ("hands", "draws", "discards", "reserves"):
            assert getattr(seen, field) == getattr(state, field)


# --- the log -------------------------------------------------------------------------------------------------------


def read(events: list[Any], event_kind: str) -> list[str]:
    """What the table and each seat read of one kind of event."""
    speaker = GAME.speaker(NAMES)
    (event,) = [event for event in events if event.kind == event_kind]
    return [plain(speaker.tell(event, viewer)) for viewer in (None, 0, 1, 2)]


@pytest.mark.rule("ALT-R-10")
def test_the_log_of_cards_drawn():
    state = position(seats=3, hands={0: "odin*2"}, draws={0: "hild floki"})
    _, events = hear(state, "end", "")
    table, own, *others = read(events, "drew")
    assert own == "Ann draws Hild, Floki."
    assert {table, *others} == {"Ann draws 2 cards."}


@pytest.mark.rule("ALT-360", "ALT-R-10")
def test_the_log_of_cards_discarded():
    state = position(seats=3, active=1, hands={1: "odin*2 troll-green hild"})
    _, events = hear(state, "end", "odin troll-green")
    table, first, own, third = read(events, "discarded")
    assert own == "Bob discards Odin, Green Troll."
    assert {table, first, third} == {"Bob discards 2 cards."}


@pytest.mark.rule("ALT-R-38", "ALT-740")
def test_the_log_of_a_reserved_card():
    state = position(seats=3, active=1, hands={1: "odin*2 hild"}, reserve=True)
    _, events = hear(state, "end", "hild")
    table, first, own, third = read(events, "reserved")
    assert own == "Bob puts Hild in reserve."
    assert {table, first, third} == {"Bob puts a card in reserve."}
    state = position(seats=3, active=1, hands={1: "odin*2 hild"}, reserves={1: "olaf"}, reserve=True)
    _, events = hear(state, "end", "hild")
    table, first, own, third = read(events, "reserved.again")
    assert "Hild" in own
    assert {table, first, third} == {"Bob puts another card in reserve."}


@pytest.mark.rule("ALT-741", "ALT-R-38")
def test_the_log_of_taking_it_back_names_no_card():
    state = position(seats=3, hands={0: "odin hild"}, reserves={0: "olaf"}, reserve=True)
    _, events = hear(state, "reserve", "hild")
    assert set(read(events, "reserve.back")[i] for i in (0, 2, 3)) == {
        "Ann takes the reserved card back for a card of the hand."
    }


@pytest.mark.rule("ALT-440", "ALT-R-20")
def test_the_log_of_an_axe_is_full_for_the_tricker_and_the_victim():
    state = position(seats=3, hands={0: "sigvaar odin", 1: "hild olaf"})
    _, events = hear(state, "sigvaar:axe:1", "", "!olaf")
    table, tricker, victim, third = read(events, "axed")
    assert tricker == victim == "Ann takes Olaf from the hand of Bob."
    assert table == third == "Ann takes a card from the hand of Bob."


@pytest.mark.rule("ALT-441", "ALT-R-20")
def test_the_log_of_a_card_left_names_it_to_nobody():
    state = do(position(seats=3, hands={0: "sigvaar odin", 1: "hild olaf"}), "sigvaar:axe:1", "", "!olaf")
    _, events = hear(state, "leave")
    assert set(read(events, "left")) == {"Ann leaves the card; it goes to the discard pile of Bob."}
    assert [event.args for event in events] == [(0, 1)]


@pytest.mark.rule("ALT-342", "ALT-411", "ALT-460")
def test_what_is_open_is_told_to_all():
    state = position(seats=3, hands={0: "hild gudrid odin", 1: "freyr"}, tops={0: "troll-red"}, row="siggy floki")
    _, events = hear(state, "hild:plot:-1", "siggy floki", "gudrid:untroll:1")
    assert set(read(events, "plotted")) == {"Ann puts Siggy, Floki under the Assembly deck."}
    assert set(read(events, "untrolled")) == {"Ann gives a Troll back to Bob and shuffles the draw pile."}
    state = position(seats=3, hands={0: "floki odin", 1: "freyr odin"})
    _, events = hear(state, "floki:troll:1", "freyr")
    assert set(read(events, "dodged")) == {"Bob dodges the Troll of Ann with Freyr."}


# --- twins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats", "options"), SETUPS)
def test_views_and_twins_in_random_games(mode, seats, options):
    speaker = GAME.speaker(NAMES[:seats])
    rng = random.Random(5)
    compared = 0
    for number, (before, ask, said, result) in enumerate(steps(new(mode, seats, **options), 11)):
        if number % 3 == 0:
            check_views(GAME, result.state, rng)
        if number % 2 == 0:
            seen_by = viewers(before)
            step = Step(before, ask.seat, said, result)
            compared += check_twin(GAME, speaker, step, seen_by[number // 2 % len(seen_by)], rng)
    assert compared > 10


@pytest.mark.rule("ALT-R-19")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_stops_depend_on_public_facts_and_standing_orders_only(seats):
    """What others hold is dealt anew, orders stay: after the same answer the same seat is asked for the same."""
    rng, tried, dodges = random.Random(1), 0, 0
    for seed in range(2):
        for before, ask, said, result in steps(new("new", seats, kattegat="b", reserve="yes"), seed, with_orders):
            if ask.seat == CHANCE:
                continue
            twin = GAME.scramble(before, ask.seat, rng)
            assert twin.orders == before.orders
            try:
                other = GAME.apply(twin, ask.seat, said)
            except Refusal:
                continue  # a symbol for which the twin of a pile has no Troll
            told = {event.kind for event in (*result.events, *other.events)}
            if result.state.row != other.state.row or "dodged" in told:
                continue  # the row is public, and so is the result of a standing order to dodge
            one, two = GAME.pending(result.state), GAME.pending(other.state)
            if one is not None and two is not None:
                assert (one.mode, one.asks[0].seat, one.asks[0].kind) == (two.mode, two.asks[0].seat, two.asks[0].kind)
                tried += 1
                dodges += one.asks[0].kind == "dodge"
    assert tried > 100
    assert dodges > 3


def with_orders(state: Any, ask: Any, rng: random.Random) -> tuple[str, ...]:
    """A player who often sets orders and tricks."""
    ids = [o.id for o in ask.options]
    tricks = [i for i in ids if any(f":{t}:" in i for t in ("troll", "storm", "axe"))]
    if ask.kind == "act" and tricks and rng.random() < 0.5:
        return (rng.choice(tricks),)
    if ask.kind == "act" and "orders" in ids and rng.random() < 0.1:
        return ("orders",)
    return anyhow(state, ask, rng)


@pytest.mark.rule("ALT-R-19")
def test_standing_orders_are_unknown_to_others_and_survive_a_guess():
    state = rich()
    for viewer in (None, 0, 1, 2):
        twin = GAME.scramble(state, viewer, random.Random(2))
        assert twin.orders == state.orders
        assert GAME.view(twin, viewer) == GAME.view(state, viewer)
    changed = state.but(orders=(state.orders[0], ("never", "never", "never"), state.orders[2]))
    for viewer in (None, 0, 2):
        assert GAME.view(changed, viewer) == GAME.view(state, viewer)
    assert GAME.view(changed, 1) != GAME.view(state, 1)


@pytest.mark.rule("ALT-R-19")
def test_nobody_hears_that_orders_were_given():
    state = position(seats=2)
    after, events = hear(state, "orders", "axe:never")
    assert events == []
    for viewer in (None, 1):
        assert GAME.view(after, viewer) == GAME.view(state, viewer)
    assert asked(after).seat == 0


def test_no_id_of_an_option_is_seen_by_others():
    """The table hears who is asked what; in a phase that is only that somebody acts."""
    state = position(seats=3, hands={0: "sigvaar odin thor"}, draws={0: "troll-red"})
    heard = repr(table_hears(GAME.pending(state)))
    for card in BOX.cards:
        assert f"'{card}'" not in heard
