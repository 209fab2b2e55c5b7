"""Events: Plot, and Untroll in one's own phase."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, pile

from .table import GAME, asked, can, do, draw_pile, hear, kind, position, refused, symbols, why


def named(state) -> list[str]:
    return [slot[0] if slot else "-" for slot in state.row]


# --- Plot ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-460", "ALT-461", "ALT-R-24")
def test_two_cards_of_the_row_go_under_the_deck_in_the_order_chosen():
    state = position(hands={0: "hild odin"}, row="siggy floki olaf bjorn gudrid", deck="horik aslaug halldora")
    before = state.deck
    state, events = hear(state, "hild:plot:-1", "bjorn floki")
    assert state.under == ("bjorn", "floki")
    assert named(state) == ["siggy", "horik", "olaf", "aslaug", "gudrid"]  # filled in the order of the slots
    assert state.deck == before[2:]
    assert kinds(events) == ["used", "plotted", "revealed", "revealed"]
    assert state.discards[0] == ("hild",)


@pytest.mark.rule("ALT-460", "ALT-R-24")
def test_exactly_two_different_cards():
    state = do(position(hands={0: "hild odin"}, row="siggy floki olaf bjorn gudrid"), "hild:plot:-1")
    assert (asked(state).lo, asked(state).hi, asked(state).ordered) == (2, 2, True)
    for wrong in ("0", "0 0", "0 1 2", ""):
        refused(state, wrong)
    one, other = do(state, "0 1"), do(state, "1 0")
    assert one.under == ("siggy", "floki")
    assert other.under == ("floki", "siggy")


@pytest.mark.rule("ALT-R-24")
def test_with_one_card_in_the_deck_it_comes_back_with_the_first_of_the_two():
    state = position(hands={0: "hild odin"}, row="siggy floki olaf bjorn gudrid", deck="horik", rest="1")
    state = do(state, "hild:plot:-1", "olaf siggy")
    assert named(state) == ["horik", "floki", "olaf", "bjorn", "gudrid"]
    assert (state.deck, state.under) == ((), ("siggy",))


@pytest.mark.rule("ALT-R-24")
def test_with_an_empty_deck_the_same_two_come_back():
    state = position(hands={0: "hild odin"}, row="siggy floki olaf bjorn gudrid", rest="1")
    state = do(state, "hild:plot:-1", "gudrid floki")
    assert named(state) == ["siggy", "gudrid", "olaf", "bjorn", "floki"]
    assert state.under == ()


@pytest.mark.rule("ALT-R-24")
@pytest.mark.parametrize(("row", "able"), [("siggy floki - - -", True), ("- siggy - - -", False), ("- - - - -", False)])
def test_plot_needs_two_cards_in_the_row(row, able):
    state = position(hands={0: "hild odin"}, row=row, rest="1")
    assert ("plot" in symbols(state)) == able
    assert ("hild:plot" in why(state)) == (not able)
    if able:
        state = do(state, "hild:plot:-1")
        assert can(state) == {"0", "1"}


@pytest.mark.rule("ALT-460", "ALT-340")
def test_plot_has_no_target_and_is_not_answered():
    state = position(hands={0: "olaf odin", 1: "freyr odin*3"}, pawns=(0, 0))
    assert kind(do(state, "olaf:plot:-1", "0 1")) == "act 0"


@pytest.mark.rule("ALT-460")
def test_cards_under_the_deck_come_last_and_in_their_order():
    state = position(hands={0: "hild olaf odin"}, row="siggy floki aslaug bjorn gudrid", deck="horik")
    n = len(state.deck)
    state = do(state, "hild:plot:-1", "siggy floki", "olaf:plot:-1", "bjorn aslaug")
    assert state.under == ("siggy", "floki", "bjorn", "aslaug")
    assert len(state.deck) == n - 4


# --- Untroll in one's own phase ------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-411", "ALT-R-12")
def test_a_troll_in_the_draw_pile_goes_back_to_its_owner():
    state = position(hands={0: "gudrid odin"}, draws={0: "hild troll-red"})
    before = draw_pile(state, 0)
    state, events = hear(state, "gudrid:untroll:1")
    assert state.trolls == (2, 2)
    assert sorted(draw_pile(state, 0)) == sorted(c for c in before if c != "troll-red")
    assert state.discards[0] == ("gudrid",)
    assert kinds(events) == ["used", "untrolled"]
    assert "troll-red" not in state.owned[0]


@pytest.mark.rule("ALT-411", "ALT-R-12")
@pytest.mark.parametrize(
    "where",
    [
        {"hands": {0: "gudrid odin troll-red"}},
        {"discards": {0: "troll-red"}},
        {"reserves": {0: "troll-red"}, "reserve": True},
        {"draws": {1: "troll-green"}},
    ],
)
def test_a_troll_elsewhere_does_not_count(where):
    state = position(**{"hands": {0: "gudrid odin"}, **where})
    assert "untroll" not in symbols(state)
    assert why(state)["gudrid:untroll"] == ("why.no-pile", "ALT-R-12")


@pytest.mark.rule("ALT-R-12")
def test_one_troll_a_card_and_a_choice_between_owners():
    state = position(
        seats=3, hands={0: "gudrid*2 odin"}, tops={0: "troll-blue"}, draws={0: "hild troll-red siggy troll-red"}
    )
    assert {o for o in can(state) if ":untroll:" in o} == {"gudrid:untroll:1", "gudrid:untroll:2"}
    one = do(state, "gudrid:untroll:1")
    assert one.trolls == (2, 1, 1)
    assert {o for o in can(one) if ":untroll:" in o} == {"gudrid:untroll:1", "gudrid:untroll:2"}
    assert do(one, "gudrid:untroll:1").trolls == (2, 2, 1)
    assert do(one, "gudrid:untroll:2").trolls == (2, 1, 2)


@pytest.mark.rule("ALT-R-12", "ALT-R-58")
def test_the_rest_of_the_pile_is_shuffled_and_nobody_sees_it():
    state = position(hands={0: "gudrid odin"}, tops={0: "troll-red"}, draws={0: "hild siggy floki"})
    asks = GAME.apply(state, 0, ("gudrid:untroll:1",)).state
    assert GAME.pending(asks).mode == "chance"
    n = asked(asks).lo
    assert n == len(draw_pile(state, 0)) - 1
    first = GAME.apply(asks, -1, tuple(str(i) for i in range(n))).state
    last = GAME.apply(asks, -1, tuple(str(i) for i in reversed(range(n)))).state
    assert draw_pile(first, 0) == draw_pile(last, 0)[::-1]
    assert sorted(draw_pile(first, 0)) == sorted(draw_pile(state, 0)[1:])
    for viewer in (None, 0, 1):
        assert set(GAME.view(first, viewer).seen.draws[0]) == {"?"}


@pytest.mark.rule("ALT-R-12", "ALT-R-11")
def test_a_known_troll_on_top_that_stays_is_shuffled_in():
    state = position(seats=3, hands={0: "gudrid odin"}, tops={0: "troll-blue"}, draws={0: "troll-red hild"})
    state = do(state, "gudrid:untroll:1")
    assert state.tops[0] == ()
    assert "troll-blue" in state.draws[0]


@pytest.mark.rule("ALT-R-12", "ALT-403")
def test_the_owner_may_use_it_again():
    state = position(active=1, hands={1: "gudrid odin", 0: "floki odin"}, draws={1: "troll-green*2"})
    assert state.trolls[0] == 0
    state = do(state, "gudrid:untroll:0", "end", "")
    assert "floki:troll:1" in can(state)


@pytest.mark.rule("ALT-R-12")
def test_the_last_card_of_the_pile():
    """The pile is renewed without the Untroll card, which is discarded after that."""
    state = position(hands={0: "gudrid odin*4"}, tops={0: "troll-red"}, discards={0: "thor freyr"}, veteran=True)
    state, events = hear(state, "gudrid:untroll:1")
    assert sorted(draw_pile(state, 0)) == ["freyr", "thor"]
    assert state.discards[0] == ("gudrid",)
    assert kinds(events) == ["used", "untrolled", "renewed"]
    alone = position(
        hands={0: "gudrid odin*4"}, tops={0: "troll-red"}, reserves={0: "thor"}, discards={0: "freyr"},
        veteran=True, reserve=True,
    )  # fmt: skip
    assert draw_pile(do(alone, "gudrid:untroll:1"), 0) == ("freyr",)


@pytest.mark.rule("ALT-411", "ALT-R-12")
def test_what_can_be_done_is_not_called_impossible_at_the_same_time():
    """The Troll lies in the middle of the pile, where nobody sees it, but all know that it is there."""
    state = position(hands={0: "gudrid odin"}, draws={0: "hild troll-red siggy"})
    assert "gudrid:untroll:1" in can(state)
    assert "gudrid:untroll" not in why(state)


@pytest.mark.rule("ALT-342", "ALT-R-12")
def test_halldora_does_either_but_not_both():
    state = position(hands={0: "halldora odin"}, tops={0: "troll-red"}, pawns=(0, 1))
    assert symbols(state) == {"untroll", "storm"}
    state = do(state, "halldora:untroll:1")
    assert "storm" not in symbols(state)
    assert state.discards[0] == pile("halldora")
