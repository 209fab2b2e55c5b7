"""Turns and phases, and developing one's strategy at the end of a phase."""

from __future__ import annotations

import pytest

from tests.games.common import cards, kinds, pile

from .table import GAME, asked, begun, can, do, draw_pile, end, hear, kind, position, refused, steps, symbols


@pytest.mark.rule("ALT-201", "ALT-207", "ALT-R-01")
@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_each_turn_has_one_phase_of_each_player_from_the_first(seats, first):
    state = begun(seats=seats, first=str(first + 1))
    order = []
    for _ in range(3 * seats):
        order.append((state.turn, asked(state).seat))
        state = end(state)
    around = [(first + k) % seats for k in range(seats)]
    assert order == [(turn, seat) for turn in (1, 2, 3) for seat in around]


@pytest.mark.rule("ALT-201")
def test_nobody_but_the_active_player_may_act():
    state = position(active=1)
    assert refused(state, "end", seat=0).msg.key == "refused.not-asked"


@pytest.mark.rule("ALT-202")
def test_actions_come_in_any_order_and_number():
    state = position(
        seats=2, hands={0: "odin hild thor gudrid"}, row="gudrid siggy floki floki hild", pawns=(0, 1), turn=2
    )
    assert {"recruit", "stage:1", "thor:troll:1", "thor:axe:1", "hild:plot:-1", "end"} <= can(state)
    one = do(state, "recruit", "odin", "siggy", "thor:troll:1", "", "stage", "hild gudrid")
    assert (one.pawns, one.trolls) == ((1, 1), (1, 2))
    other = do(state, "thor:troll:1", "", "stage", "hild gudrid", "recruit", "odin", "siggy")
    assert (one.pawns, one.discards, one.tops) == (other.pawns, other.discards, other.tops)
    plot = do(state, "hild:plot:-1", "floki floki", "thor:axe:1", "", "!odin", "recruit", "odin", "floki")
    assert plot.active == 0
    assert plot.discards[0] == pile("hild thor odin floki")
    assert plot.discards[1] == ("odin",)


@pytest.mark.rule("ALT-202", "ALT-205")
def test_what_is_left_to_the_end_is_only_developing():
    state = do(position(), "end")
    assert kind(state) == "discard 0"
    assert kind(do(state, "")) == "act 1"


@pytest.mark.rule("ALT-203", "ALT-R-01")
def test_one_stage_a_phase_and_one_in_the_next_player_s_phase_too():
    state = position(hands={0: "odin*2 hild gudrid", 1: "odin*2 siggy thor"}, pawns=(0, 1), veteran=True)
    state = do(state, "stage", "odin gudrid")
    assert state.pawns == (1, 1)
    barred = {b.id: (b.why.key, b.rule) for b in GAME.barred(GAME.view(state, 0), asked(state))}
    assert "stage:2" not in can(state)
    assert barred["stage:2"] == ("why.advanced", "ALT-203")
    assert refused(state, "stage:2").rule == "ALT-203"
    state = end(state)
    assert kind(state) == "act 1"
    assert "stage:2" in can(state)
    assert do(state, "stage", "odin*2 siggy thor").pawns == (1, 2)


@pytest.mark.rule("ALT-203")
def test_in_the_next_turn_another_stage_can_be_completed():
    state = position(hands={0: "odin hild gudrid"}, draws={0: "gudrid"}, pawns=(0, 1))
    state = end(end(do(state, "stage", "odin gudrid")))
    assert (kind(state), state.advanced) == ("act 0", False)


@pytest.mark.rule("ALT-204", "ALT-R-57")
def test_a_card_serves_one_action_only():
    state = position(hands={0: "odin hild thor"}, row="siggy gudrid")
    bought = do(state, "recruit", "hild", "siggy")
    assert "hild" not in bought.hands[0]
    assert "plot" not in symbols(bought)
    plotted = do(state, "hild:plot:-1", "siggy gudrid")
    assert plotted.hands[0] == ("odin", "thor")
    assert [o.id for o in asked(do(plotted, "recruit")).options] == ["odin"]
    paid = do(position(hands={0: "odin thor freyr hild"}, pawns=(0, 1)), "stage", "odin thor freyr")
    assert symbols(paid) == {"storm", "plot"}  # Thor and Freyr have paid, their symbols are gone with them


@pytest.mark.rule("ALT-R-57")
def test_a_card_played_for_a_symbol_gives_no_resources():
    state = position(hands={0: "odin thor freyr"}, pawns=(0, 1))
    assert "stage:1" in can(state)
    state = do(state, "thor:troll:1", "")
    assert "stage:1" not in can(state)


@pytest.mark.rule("ALT-205", "ALT-R-55")
def test_a_phase_may_end_without_any_action():
    state, events = hear(begun(first="1"), "end", "")
    assert "phase.ended" in kinds(events)
    assert kind(state) == "act 1"
    assert state.pawns == (0, 0)
    helpless = position(hands={0: "freyr troll-red troll-red"}, pawns=(1, 0))
    assert can(helpless) == {"end", "orders"}
    assert kind(end(helpless)) == "act 1"


@pytest.mark.rule("ALT-206")
def test_a_phase_ends_by_itself_with_the_last_card():
    state, events = hear(position(hands={0: "odin"}, row="siggy"), "recruit", "odin", "siggy")
    assert kind(state) == "act 1"
    assert "phase.ended" not in kinds(events)
    assert len(state.hands[0]) == 4
    going_on = do(position(hands={0: "odin thor"}, row="siggy"), "recruit", "odin", "siggy")
    assert kind(going_on) == "act 0"


@pytest.mark.rule("ALT-206", "ALT-R-55")
def test_a_player_with_an_empty_hand_is_still_in_the_game():
    """An Axe may leave a player without cards; his phase is over at once, and he draws."""
    state = position(hands={0: "sigvaar odin", 1: "odin"})
    state = do(state, "sigvaar:axe:1", "", "!odin", "leave", "end", "")
    assert kind(state) == "act 0"
    assert (state.turn, len(state.hands[1])) == (4, 4)


@pytest.mark.rule("ALT-360")
@pytest.mark.parametrize("discard", ["", "odin", "odin*2 thor", "odin*2 thor freyr"])
def test_any_number_of_cards_is_discarded(discard):
    state = position(hands={0: "odin*2 thor freyr"}, draws={0: "hild floki floki siggy"})
    before = draw_pile(state, 0)
    state, events = hear(state, "end", discard)
    n = len(cards(discard))
    kept = list(pile("odin*2 thor freyr"))
    for card in cards(discard):
        kept.remove(card)
    assert state.hands[0] == tuple(sorted((*kept, *before[:n])))
    assert len(state.hands[0]) == 4
    assert len(draw_pile(state, 0)) == len(before) - n
    assert state.discards[0] == pile(discard)
    assert ("discarded" in kinds(events)) == (n > 0)


@pytest.mark.rule("ALT-360")
def test_trolls_may_be_discarded_and_nobody_may_discard_what_he_has_not():
    state = do(position(hands={0: "odin troll-red"}), "end")
    assert can(state) == {"odin", "troll-red"}
    refused(state, "hild")
    state = do(state, "troll-red")
    assert state.discards[0] == ("troll-red",)


@pytest.mark.rule("ALT-361", "ALT-R-09")
def test_the_hand_is_filled_to_four_from_the_top_of_the_pile():
    state = position(hands={0: "odin"}, draws={0: "hild floki siggy"})
    before = draw_pile(state, 0)
    state = end(state)
    assert state.hands[0] == pile("odin hild floki siggy")
    assert draw_pile(state, 0) == before[3:]


@pytest.mark.rule("ALT-361", "ALT-R-09")
def test_a_full_hand_draws_nothing():
    state = position(hands={0: "odin*4"})
    after, events = hear(state, "end", "")
    assert after.hands[0] == state.hands[0]
    assert "drew" not in kinds(events)


@pytest.mark.rule("ALT-362", "ALT-R-04")
@pytest.mark.parametrize("n", [0, 1, 4, 5])
def test_with_veteran_the_hand_is_filled_to_five(n):
    hand = " ".join(["odin", "odin", "odin", "odin", "thor"][: 5 - n]) if n < 5 else "odin"
    state = position(hands={0: hand}, draws={0: "floki*4 siggy"}, veteran=True)
    state = end(state, "odin" if n == 5 else "")
    assert len(state.hands[0]) == 5


@pytest.mark.rule("ALT-363", "ALT-R-08")
def test_the_discard_pile_is_shuffled_as_soon_as_the_draw_pile_is_empty():
    """The last card is drawn, no other is needed: the pile is renewed all the same."""
    state = position(hands={0: "odin*3"}, draws={0: ""}, discards={0: "odin thor hild"})
    assert draw_pile(state, 0) == ("freyr",)
    state, events = hear(state, "end", "")
    assert state.hands[0] == pile("odin*3 freyr")
    assert sorted(draw_pile(state, 0)) == ["hild", "odin", "thor"]
    assert state.discards[0] == ()
    assert kinds(events).index("drew") < kinds(events).index("renewed")


@pytest.mark.rule("ALT-363", "ALT-R-08")
def test_drawing_goes_on_from_the_renewed_pile():
    state = position(hands={0: "odin"}, discards={0: "odin*3 thor hild"})
    state, events = hear(state, "end", "")
    drawn = [event.args[1] for event in events if event.kind == "drew"]
    assert drawn == [1, 2]
    assert len(state.hands[0]) == 4
    assert len(draw_pile(state, 0)) == 3


@pytest.mark.rule("ALT-363", "ALT-R-08")
def test_cards_discarded_at_the_end_are_in_the_pile_that_is_renewed_after_them():
    state = position(hands={0: "odin*2 hild"}, draws={0: ""}, discards={0: "odin*2 freyr"})
    state = end(state, "hild")
    assert state.discards[0] == ()
    assert len(draw_pile(state, 0)) == 3


@pytest.mark.rule("ALT-363", "ALT-R-08", "ALT-R-59")
def test_cards_of_a_later_action_are_not_in_the_renewed_pile():
    """Untroll takes the last card out of the pile; the pile is renewed, then the Untroll card is discarded."""
    state = position(
        hands={0: "gudrid odin*4"}, tops={0: "troll-red"}, discards={0: "thor freyr"}, veteran=True, pawns=(1, 1)
    )
    assert draw_pile(state, 0) == ("troll-red",)
    state = do(state, "gudrid:untroll:1")
    assert sorted(draw_pile(state, 0)) == ["freyr", "thor"]
    assert state.discards[0] == ("gudrid",)


@pytest.mark.rule("ALT-R-08")
def test_used_cards_become_the_new_pile_at_once_when_there_is_none():
    """With both piles empty the cards of a finished action are shuffled straight away."""
    state = position(hands={0: "odin*4 thor"}, reserves={0: "freyr"}, veteran=True, reserve=True, row="siggy")
    assert draw_pile(state, 0) == ()
    state = do(state, "recruit", "odin", "siggy")
    assert sorted(draw_pile(state, 0)) == ["odin", "siggy"]
    assert state.discards[0] == ()


@pytest.mark.rule("ALT-R-08", "ALT-401")
def test_a_troll_may_lie_where_there_is_no_pile():
    state = position(hands={0: "thor", 1: "odin*4 thor"}, reserves={1: "freyr"}, veteran=True, reserve=True, active=0)
    state = do(state, "thor:troll:1", "")
    assert draw_pile(state, 1) == ("troll-green",)


@pytest.mark.rule("ALT-R-09")
def test_drawing_always_succeeds():
    """In the worst case, five in hand and one in reserve, every god is in use and nothing is missing."""
    state = position(hands={0: "odin*4"}, draws={0: ""}, reserves={0: "thor"}, veteran=True, reserve=True)
    state = do(state, "end", "keep", "odin*4")
    assert len(state.hands[0]) == 5
    assert draw_pile(state, 0) == ()


@pytest.mark.rule("ALT-364", "ALT-R-10")
def test_the_number_of_cards_in_a_pile_is_known_to_all():
    state = position(tops={1: "troll-green"}, draws={1: "hild"}, discards={1: "floki siggy"})
    for viewer in (None, 0, 1):
        view = GAME.view(state, viewer)
        assert view.pile(1) == len(draw_pile(state, 1))
        assert len(view.seen.discards[1]) == 2
        assert set(view.seen.draws[1]) == {"?"}
    assert GAME.view(state, 1).seen.discards[1] == ("floki", "siggy")
    assert GAME.view(state, 0).seen.discards[1] == ("?", "?")


@pytest.mark.rule("ALT-R-59")
def test_laid_cards_lie_on_the_table_until_the_action_is_done():
    state = do(position(hands={0: "odin*2 halldora"}, row="siggy siggy siggy gudrid hild"), "recruit", "odin*2")
    assert (state.laid[0], state.discards[0]) == (("odin", "odin"), ())
    state = do(state, "siggy")
    assert sorted(state.laid[0]) == ["odin", "odin", "siggy"]
    assert state.discards[0] == ()
    state = do(state, "stop")
    assert state.laid == ((), ())
    assert state.discards[0] == pile("odin*2 siggy")


@pytest.mark.rule("ALT-R-59")
def test_an_axe_card_is_discarded_when_the_other_card_has_been_taken():
    state = do(position(hands={0: "sigvaar odin"}), "sigvaar:axe:1")
    assert (state.laid[0], state.discards[0]) == (("sigvaar",), ())
    state = do(state, "", "!odin")
    assert (state.laid[0], state.discards[0], state.taken[1]) == ((), ("sigvaar",), ("odin",))


@pytest.mark.rule("ALT-R-30")
def test_no_phase_has_more_actions_than_there_are_cards_in_all_hands():
    for seed in range(6):
        acts, held, phase = 0, 0, (0, -1)
        for before, ask, said, _ in steps(begun("new", 3, seed, kattegat="b", reserve="yes"), seed):
            if ask.kind not in ("act", "act.taken"):
                continue
            if (before.turn, before.active) != phase:
                acts, held, phase = 0, sum(map(len, before.hands)), (before.turn, before.active)
            acts += said[0] not in ("end", "orders", "leave")
            assert acts <= held


@pytest.mark.rule("ALT-363", "ALT-R-08")
def test_a_pile_of_one_troll_is_not_empty():
    """What lies on top and is known to all is a card of the pile like any other."""
    state = position(hands={0: "odin*4 thor"}, tops={0: "troll-red"}, discards={0: "freyr"}, veteran=True, row="siggy")
    assert draw_pile(state, 0) == ("troll-red",)
    state = do(state, "recruit", "odin", "siggy")
    assert draw_pile(state, 0) == ("troll-red",)
    assert state.discards[0] == pile("freyr odin siggy")
