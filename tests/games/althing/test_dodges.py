"""Dodges: who may answer, with what, what it costs, and what standing orders do."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.common import kinds

from .table import GAME, asked, can, do, draw_pile, end, hear, kind, position, refused, symbols, why

TRICKS = {
    "troll": ("floki", "untroll", ["freyr", "gudrid", "halldora"]),
    "storm": ("horik", "great-weather", ["siggy", "halldora"]),
    "axe": ("sigvaar", "shield", ["freyr", "hild", "aslaug", "bjorn"]),
}
"""Trick -> a card for it, what answers it, cards that do."""
EVERY = "freyr gudrid halldora siggy hild"


@pytest.mark.rule("ALT-341", "ALT-410", "ALT-430", "ALT-450", "ALT-R-16", "ALT-R-18")
@pytest.mark.parametrize("trick", TRICKS)
def test_each_trick_is_dodged_by_its_own_symbol_and_no_other(trick):
    card, _, able = TRICKS[trick]
    for hand in (EVERY, "aslaug bjorn odin thor troll-green"):
        state = position(hands={0: f"{card} odin", 1: hand}, veteran=True)
        state = do(state, f"{card}:{trick}:1")
        assert kind(state) == "dodge 1"
        assert GAME.pending(state).mode == "reaction"
        assert can(state) == {c for c in hand.split() if c in able}


@pytest.mark.rule("ALT-410", "ALT-430", "ALT-450", "ALT-R-18", "ALT-342")
@pytest.mark.parametrize("trick", TRICKS)
def test_a_dodge_cancels_the_trick_wholly_and_both_cards_are_spent(trick):
    card, _, able = TRICKS[trick]
    state = position(hands={0: f"{card} odin", 1: f"{able[0]} odin*2"})
    before = state
    state, events = hear(state, f"{card}:{trick}:1", able[0])
    assert kinds(events) == ["used", "dodged"]
    assert state.discards == ((card,), (able[0],))
    assert state.hands == (("odin",), ("odin", "odin"))
    assert state.trolls == before.trolls
    assert state.storms == ()
    assert state.taken == ((), ())
    assert draw_pile(state, 1) == draw_pile(before, 1)
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-R-13")
def test_a_troll_that_was_dodged_may_be_tried_again():
    state = position(hands={0: "floki thor odin", 1: "freyr odin"}, discards={1: "troll-green"})
    state = do(state, "floki:troll:1", "freyr")
    assert state.trolls[0] == 1
    state = do(state, "thor:troll:1", "")
    assert (state.trolls[0], draw_pile(state, 1)[0]) == (0, "troll-green")


@pytest.mark.rule("ALT-R-18", "ALT-341")
def test_only_the_target_may_answer_and_with_one_card():
    state = do(position(seats=3, hands={0: "floki odin", 1: "gudrid freyr", 2: "gudrid odin"}), "floki:troll:1")
    refused(state, "gudrid", seat=2)
    refused(state, "gudrid", seat=0)
    refused(state, "gudrid freyr")
    refused(state, "hild")
    assert asked(state).hi == 1


@pytest.mark.rule("ALT-R-18")
def test_a_dodge_cannot_be_answered_and_a_reserved_card_cannot_dodge():
    state = position(hands={0: "floki gudrid", 1: "odin*2"}, reserves={1: "freyr"}, reserve=True)
    state = do(state, "floki:troll:1")
    assert can(state) == set()
    state = do(position(hands={0: "floki gudrid siggy", 1: "freyr odin"}), "floki:troll:1", "freyr")
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-R-18")
def test_who_dodges_or_loses_a_card_is_a_card_short_in_his_next_phase():
    state = position(hands={0: "floki sigvaar odin*2", 1: "freyr odin*3"})
    state = do(state, "floki:troll:1", "freyr", "sigvaar:axe:1", "", "!odin", "leave", "end", "")
    assert kind(state) == "act 1"
    assert len(state.hands[1]) == 2
    assert len(end(state).hands[1]) == 4


@pytest.mark.rule("ALT-R-18")
def test_letting_it_happen():
    for trick, (card, _, able) in TRICKS.items():
        state = position(hands={0: f"{card} odin", 1: f"{able[0]} odin*2"})
        state = do(state, f"{card}:{trick}:1", "")
        assert able[0] in (*state.hands[1], *state.taken[1])
        assert state.trolls[0] == (1 if trick == "troll" else 2)
        assert len(state.storms) == (trick == "storm")
        assert len(state.taken[1]) == (trick == "axe")


@pytest.mark.rule("ALT-R-19")
@pytest.mark.parametrize("trick", TRICKS)
def test_the_target_is_asked_whether_or_not_he_has_the_dodge(trick):
    """Everything but his own options is the same."""
    card, _, able = TRICKS[trick]
    tables = []
    for hand in (f"{able[0]} odin*3", "odin*4", "troll-green odin*3"):
        state = do(position(hands={0: f"{card} odin", 1: hand}), f"{card}:{trick}:1")
        ask = asked(state)
        assert ask.lo == 0
        tables.append((GAME.pending(state).mode, ask.seat, ask.kind, ask.args, ask.rule))
        if "odin*4" in hand:
            assert ask.options == ()
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.rule("ALT-R-19")
def test_with_an_empty_hand_nobody_is_asked_which_all_can_see():
    state = position(hands={0: "floki horik odin", 1: ""})
    state, events = hear(state, "floki:troll:1")
    assert kind(state) == "act 0"
    assert kinds(events) == ["used", "trolled"]
    assert len(do(state, "horik:storm:1").storms) == 1


@pytest.mark.rule("ALT-R-19")
@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("order", ["ask", "always", "never"])
@pytest.mark.parametrize("has", [True, False])
def test_a_standing_order_answers_in_the_target_s_place(trick, order, has):
    card, _, able = TRICKS[trick]
    at = list(TRICKS).index(trick)
    orders = tuple(order if i == at else "ask" for i in range(3))
    hand = f"{able[0]} odin" if has else "odin thor"
    state = position(hands={0: f"{card} odin", 1: hand}, orders={1: orders})
    state, events = hear(state, f"{card}:{trick}:1")
    if order == "ask":
        assert kind(state) == "dodge 1"
    else:
        assert asked(state).seat == 0
        assert ("dodged" in kinds(events)) == (order == "always" and has)
        assert (able[0] in state.discards[1]) == (order == "always" and has)


@pytest.mark.rule("ALT-R-19")
def test_a_standing_order_counts_for_its_own_trick_only():
    for (trick, (card, _, _)), chosen in product(TRICKS.items(), TRICKS):
        orders = tuple("never" if t == chosen else "ask" for t in TRICKS)
        state = do(position(hands={0: f"{card} odin", 1: "odin thor"}, orders={1: orders}), f"{card}:{trick}:1")
        assert asked(state).seat == (0 if trick == chosen else 1)


@pytest.mark.rule("ALT-R-19")
@pytest.mark.parametrize(
    ("trick", "hand", "used"),
    [
        ("axe", "bjorn aslaug hild freyr", "freyr"),
        ("axe", "bjorn aslaug hild", "hild"),
        ("axe", "bjorn aslaug", "aslaug"),
        ("troll", "halldora gudrid", "gudrid"),
        ("troll", "halldora gudrid freyr", "freyr"),
        ("storm", "halldora siggy", "siggy"),
        ("storm", "halldora odin", "halldora"),
    ],
)
def test_always_uses_the_cheapest_fitting_card_gods_first(trick, hand, used):
    card = TRICKS[trick][0]
    state = position(hands={0: f"{card} odin", 1: hand}, orders={1: ("always", "always", "always")})
    assert do(state, f"{card}:{trick}:1").discards[1] == (used,)


@pytest.mark.rule("ALT-R-19")
def test_orders_are_given_in_secret_and_one_for_each_dodge():
    state = do(position(), "orders")
    assert can(state) == {f"{t}:{o}" for t in TRICKS for o in ("ask", "always", "never")}
    after, events = hear(state, "storm:never")
    assert events == []
    assert after.orders[0] == ("ask", "never", "ask")
    assert GAME.view(after, 0).seen.orders[0] == ("ask", "never", "ask")
    for viewer in (None, 1):
        assert GAME.view(after, viewer).seen.orders[0] == ("ask", "ask", "ask")
        assert GAME.view(after, viewer).seen.ordering == (False, False)


@pytest.mark.rule("ALT-R-19")
def test_all_three_orders_can_be_set_at_the_end_of_one_phase():
    """There is one order for each dodge, to be set when the phase ends; not one in every phase."""
    state = do(position(), "orders", "troll:never")
    assert "orders" in can(state)
    state = do(state, "orders", "storm:always")
    assert "orders" in can(state)
    state = do(state, "orders", "axe:never")
    assert state.orders[0] == ("never", "always", "never")


@pytest.mark.rule("ALT-R-19")
def test_an_order_stays_until_it_is_changed():
    state = do(position(first=0), "orders", "axe:always", "end", "", "end", "")
    assert state.orders[0] == ("ask", "ask", "always")
    assert "orders" in can(state)
    assert do(state, "orders", "axe:ask").orders[0] == ("ask", "ask", "ask")


@pytest.mark.rule("ALT-R-19")
@pytest.mark.parametrize(
    ("mode", "tricks"),
    [("campaign-1", {"troll"}), ("campaign-2", {"troll", "storm"}), ("campaign-3", {"troll", "storm", "axe"})],
)
def test_orders_only_for_dodges_that_are_in_the_game(mode, tricks):
    from .table import begun

    state = begun(mode, first="1")
    assert {o.split(":")[0] for o in can(do(state, "orders"))} == tricks


@pytest.mark.rule("ALT-R-56", "ALT-341", "ALT-R-57")
def test_shield_and_great_weather_are_no_use_in_one_s_own_phase():
    state = position(hands={0: "siggy aslaug bjorn hild"}, row="siggy floki floki floki floki")
    assert symbols(state) == {"axe", "storm", "plot"}
    assert why(state)["siggy:great-weather"] == ("why.reaction", "ALT-341")
    assert why(state)["aslaug:shield"] == ("why.reaction", "ALT-341")
    assert can(do(state, "recruit")) == {"siggy", "aslaug", "hild"}  # their cards still pay


@pytest.mark.rule("ALT-341", "ALT-411")
def test_untroll_alone_may_also_be_played_in_one_s_own_phase():
    state = position(hands={0: "siggy aslaug gudrid"}, draws={0: "troll-red"})
    assert symbols(state) == {"untroll"}


@pytest.mark.rule("ALT-R-19", "ALT-R-18")
def test_a_forced_and_a_chosen_letting_happen_sound_the_same():
    """No message differs between not being able to dodge and not wanting to."""
    for trick, (card, _, able) in TRICKS.items():
        heard = []
        for hand, orders in (
            (f"{able[0]} odin", ("ask",) * 3),
            ("odin*2", ("ask",) * 3),
            (f"{able[0]} odin", ("never",) * 3),
            ("odin*2", ("always",) * 3),
        ):
            state = position(hands={0: f"{card} odin", 1: hand}, orders={1: orders})
            said = ["!odin"] if trick == "axe" else []
            answer = [""] if orders[0] == "ask" else []
            _, events = hear(state, f"{card}:{trick}:1", *answer, *said)
            heard.append([event.seen_by(None) for event in events])
        assert heard[0] == heard[1] == heard[2] == heard[3]
