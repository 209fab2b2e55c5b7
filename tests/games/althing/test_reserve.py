"""The Reserve."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, pile
from thorgames.core.errors import SetupError

from .table import GAME, asked, begun, can, do, draw_pile, hear, kind, position, refused, symbols


@pytest.mark.rule("ALT-740", "ALT-R-38")
def test_a_card_left_in_hand_may_be_reserved_before_discarding():
    state = do(position(hands={0: "odin*2 hild thor"}, draws={0: "floki"}, reserve=True), "end")
    assert kind(state) == "reserve 0"
    assert can(state) == {"keep", "odin", "odin#2", "hild", "thor"}
    state, events = hear(state, "hild")
    assert (state.reserves[0], state.hands[0]) == (("hild",), pile("odin*2 thor"))
    assert kinds(events) == ["reserved"]
    assert kind(state) == "discard 0"
    state = do(state, "odin")
    assert state.discards[0] == ("odin",)
    assert len(state.hands[0]) == 4
    assert state.reserves[0] == ("hild",)


@pytest.mark.rule("ALT-740")
def test_one_need_not_reserve_and_without_the_option_is_not_asked():
    state = do(position(hands={0: "odin*2"}, reserve=True), "end", "keep")
    assert state.reserves[0] == ()
    assert kind(state) == "discard 0"
    assert kind(do(position(), "end")) == "discard 0"
    assert kind(do(position(hands={0: "odin"}, row="siggy", reserve=True), "recruit", "odin", "siggy")) == "act 1"


@pytest.mark.rule("ALT-741", "ALT-R-38")
def test_taking_it_back_costs_a_card_of_the_hand():
    state = position(hands={0: "odin thor"}, reserves={0: "hild"}, reserve=True)
    assert "reserve" in can(state)
    state = do(state, "reserve")
    assert can(state) == {"odin", "thor"}
    refused(state, "hild")
    state, events = hear(state, "thor")
    assert state.hands[0] == pile("hild odin")
    assert (state.reserves[0], state.discards[0]) == ((), ("thor",))
    assert kinds(events) == ["reserve.back"]
    assert kind(state) == "act 0"
    assert "reserve" not in can(state)


@pytest.mark.rule("ALT-741", "ALT-R-38")
def test_it_is_taken_back_only_in_one_s_own_phase_and_with_a_hand():
    state = position(hands={0: "odin thor"}, reserves={1: "hild"}, reserve=True)
    assert "reserve" not in can(state)
    refused(state, "reserve", seat=1)
    asks = do(position(hands={0: "thor odin", 1: "odin*2"}, reserves={1: "freyr"}, reserve=True), "thor:axe:1")
    assert can(asks) == set()


@pytest.mark.rule("ALT-741")
def test_a_card_taken_back_can_be_used_at_once():
    state = position(hands={0: "odin thor"}, reserves={0: "horik"}, reserve=True)
    state = do(state, "reserve", "thor")
    assert "storm" in symbols(state)


@pytest.mark.rule("ALT-742", "ALT-R-38")
def test_it_may_be_replaced_at_the_end_of_the_phase():
    state = do(position(hands={0: "odin*2 thor"}, reserves={0: "hild"}, reserve=True), "end")
    state, events = hear(state, "thor")
    assert state.reserves[0] == ("thor",)
    assert state.discards[0] == ("hild",)
    assert kinds(events) == ["reserved.again"]
    assert len(state.hands[0]) == 2
    for viewer, sees in ((0, ("thor",)), (1, ()), (None, ())):
        assert events[0].seen_by(viewer).secret == sees


@pytest.mark.rule("ALT-742", "ALT-R-08")
def test_a_replaced_card_goes_into_a_new_pile_when_there_is_none():
    state = position(hands={0: "odin*4 thor"}, draws={0: ""}, reserves={0: "freyr"}, veteran=True, reserve=True)
    assert draw_pile(state, 0) == ()
    state = do(state, "end", "thor")
    assert draw_pile(state, 0) == ("freyr",)
    assert state.discards[0] == ()


@pytest.mark.rule("ALT-743", "ALT-R-39")
def test_where_it_may_be_played_with():
    for mode, seats in (("standard", 2), ("new", 3), ("alternative", 2), ("solo", 1), ("solo-hard", 1)):
        setting = next(s for s in GAME.settings(mode, seats) if s.id == "reserve")
        assert [choice.value for choice in setting.choices] == ["no", "yes"]
        assert setting.default == "no"
        assert begun(mode, seats, reserve="yes").reserve_used
        assert not begun(mode, seats).reserve_used
    for mode in ("campaign-1", "campaign-2", "campaign-3"):
        with pytest.raises(SetupError):
            GAME.setup(mode, 2, {"reserve": "yes"})
    assert GAME.setup("new", 2, {"reserve": "yes", "sides": "b", "kattegat": "b"}).options["sides"] == "b"


@pytest.mark.rule("ALT-R-38")
def test_it_is_no_part_of_the_hand():
    state = position(hands={0: "sigvaar odin", 1: ""}, reserves={1: "hild"}, reserve=True)
    assert "axe" not in symbols(state)  # an Axe cannot take it
    state = position(hands={0: "odin*2"}, reserves={0: "hild"}, reserve=True)
    state = do(state, "end", "keep", "")
    assert len(state.hands[0]) == 4  # it does not count
    state = position(hands={0: "odin"}, reserves={0: "hild"}, row="siggy", reserve=True)
    state = do(state, "recruit", "odin", "siggy")
    assert kind(state) == "act 1"  # it does not keep a phase from ending
    assert state.reserves[0] == ("hild",)


@pytest.mark.rule("ALT-R-38", "ALT-R-11")
def test_a_troll_may_be_reserved():
    state = do(position(hands={0: "troll-red odin gudrid"}, reserve=True), "end", "troll-red", "")
    assert state.reserves[0] == ("troll-red",)
    assert state.trolls == (2, 1)
    back = position(hands={0: "odin gudrid"}, reserves={0: "troll-red"}, reserve=True)
    assert "untroll" not in symbols(back)
    assert do(back, "reserve", "odin").hands[0] == pile("gudrid troll-red")
    price = do(position(hands={0: "odin troll-red"}, reserves={0: "hild"}, reserve=True), "reserve", "troll-red")
    assert price.discards[0] == ("troll-red",)


@pytest.mark.rule("ALT-R-38", "ALT-R-20")
def test_not_with_a_taken_card_pending():
    state = position(hands={0: "sigvaar odin", 1: "hild odin"}, reserves={0: "thor"}, reserve=True)
    assert "reserve" in can(state)
    assert "reserve" not in can(do(state, "sigvaar:axe:1", "", "!odin"))


@pytest.mark.rule("ALT-R-38", "ALT-361")
def test_reserving_the_last_card_leaves_nothing_to_discard():
    state = do(position(hands={0: "odin"}, reserve=True), "end", "odin")
    assert kind(state) == "act 1"
    assert len(state.hands[0]) == 4


@pytest.mark.rule("ALT-R-38")
def test_it_stays_over_turns():
    state = do(position(hands={0: "odin*3 thor"}, reserve=True), "end", "thor", "")
    state = do(state, "end", "keep", "")
    assert kind(state) == "act 0"
    assert state.reserves[0] == ("thor",)
    assert asked(state).seat == 0
    assert "reserve" in can(state)
