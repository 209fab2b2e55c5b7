"""Tokens: collecting them, what each of the six does and when, and their order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import kinds, told

from .table import A, B, C, D, Zones, asked, can, do, hear, kind, laid, position, run, sizes


def at(mine: str, *, play: Zones | None = None, **given: Any) -> Any:
    """A's effects step with these cards."""
    return position(play={A: mine, **(play or {})}, **given)


@pytest.mark.rule("TDD-501", "TDD-107")
def test_a_token_goes_from_the_supply_to_the_player_face_up():
    state, events = hear(at("charter golem"), "charter")
    assert state.tokens[A] == (2,)
    assert told(events, "token") == [(A, 2)]
    assert do(state, "golem").tokens[A] == (2, 4)


@pytest.mark.rule("TDD-502", "TDD-004", "TDD-R-52")
def test_a_second_one_like_it_is_not_collected_and_the_power_goes_on():
    state, events = hear(at("usurer charter", tokens={A: (2,)}, hands={A: 3}), "charter", "usurer", "1")
    assert told(events, "token.again") == [(A, 2)]
    assert state.tokens[A] == (2,)
    # Héraut: the cards are drawn although the Token is owned.
    state, events = hear(at("herald golem", tokens={A: (5,)}), "herald")
    assert len(told(events, "drew")) == 4
    assert state.tokens[A] == (5,)


@pytest.mark.rule("TDD-502", "TDD-R-52")
def test_two_players_may_own_the_same_number():
    state = at("golem", tokens={B: (4,), C: (4,), D: (4,)})
    assert do(state, "golem").tokens == ((4,), (4,), (4,), (4,))


@pytest.mark.rule("TDD-R-53")
def test_a_used_token_returns_and_can_be_collected_again():
    state = at("golem charter", tokens={A: (5,)})
    state = do(state, "golem", "token:golem")
    assert state.tokens[A] == (4,)
    state = do(at("usurer arcane-tower charter golem", tokens={A: (5,)}), "golem", "token:golem", "arcane-tower")
    assert state.tokens[A] == (4, 5)


# --- 1: Malédiction ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-503", "TDD-R-54", "TDD-R-53")
def test_1_malediction_costs_its_owner_a_card_at_the_start_of_the_turn():
    state = position("start", hands={A: "judge king queen"}, tokens={A: (1,), B: (1,)}, deck="spy")
    assert kind(state) == "cursed 0"
    assert can(state) == {"judge", "king", "queen"}
    state = do(state, "king")
    assert state.hands[A] == ("judge", "queen", "spy")
    assert state.discard == ("king",)
    assert state.tokens[:2] == ((), (1,))


@pytest.mark.rule("TDD-R-54")
def test_1_of_one_card_and_of_none():
    state, events = run(laid("start", hands={A: "judge"}, tokens={A: (1,)}, play={B: "golem"}))
    assert told(events, "discarded")[0] == (A, "judge")
    assert state.out[A]
    spared = (True, False, False, False)
    state, events = run(laid("start", hands={A: ""}, tokens={A: (1,)}, spared=spared, deck="king queen"))
    assert state.tokens[A] == ()
    assert "discarded" not in kinds(events)
    assert not state.out[A]


# --- 2: Souffle de vie ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-54", "TDD-R-48", "TDD-R-53")
def test_2_saves_its_owner_by_itself():
    state, events = hear(
        at("vampire golem", hands={B: "king"}, tokens={B: (2,)}, deck="queen"), "vampire", "1", "!king"
    )
    assert told(events, "saved.token") == [(B,)]
    assert state.hands[B] == ("queen",)
    assert state.tokens[B] == ()
    assert state.spared == (False,) * 4


@pytest.mark.rule("TDD-R-54", "TDD-R-24")
def test_2_where_no_card_can_be_drawn_the_player_is_spared():
    given = dict(seats=3, hands={A: 5, B: "king"}, rest=C, tokens={B: (2,)})
    state = do(at("vampire golem", **given), "vampire", "1", "!king")
    assert state.hands[B] == ()
    assert not state.out[B]
    assert state.spared == (False, True, False)
    assert state.tokens[B] == ()


@pytest.mark.rule("TDD-R-54", "TDD-R-48")
def test_2_may_save_another():
    state = at("vampire golem", hands={B: "king"}, tokens={D: (2,)}, deck="queen")
    state = do(state, "vampire", "1", "!king")
    assert kind(state) == "rescue 3"
    assert can(state) == {"token", "no"}
    saved = do(state, "token")
    assert saved.hands[B] == ("queen",)
    assert saved.tokens[D] == ()
    lost = do(state, "no")
    assert lost.out[B]
    assert lost.tokens[D] == (2,)


# --- 3: Aubaine ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-54", "TDD-503", "TDD-R-51")
def test_3_aubaine_draws_before_the_draw():
    state, events = run(laid("start", hands={A: "judge"}, tokens={A: (3,), B: (3,)}, deck="king queen"))
    assert state.hands[A] == ("judge", "king", "queen")
    assert told(events, "drew") == [(A, 1), (A, 1)]
    assert state.tokens[:2] == ((), (3,))
    assert state.gained == 1  # it counts for the Rentier, the draw does not


# --- 4: Égide ------------------------------------------------------------------------------------------------------

ATTACKS = {
    "vampire": ("1",),
    "executioner": ("1",),
    "skeletons": ("1",),
    "judge": ("1",),
    "accountant": ("1", "spring"),
    "knight": ("one", "1"),
    "ring": ("1",),
}


@pytest.mark.rule("TDD-R-54", "TDD-R-53")
@pytest.mark.parametrize("card", ATTACKS)
def test_4_egide_keeps_all_cards_in_the_hand(card):
    given = dict(hands={A: 2, B: "king queen spy", C: 3, D: 3}, tokens={B: (4,)}, play={B: "castle"})
    state, events = hear(at(f"{card} spring golem", **given), card, *ATTACKS[card])
    assert told(events, "shielded") == [(B,)]
    assert state.hands[B] == ("king", "queen", "spy")
    assert state.tokens[B] == ()


@pytest.mark.rule("TDD-R-54")
def test_4_the_rest_of_the_power_goes_on():
    """The Anneau is handed over all the same; the others of a pair discard."""
    state = do(at("ring spring", hands={B: "king queen", C: 1, D: 1}, tokens={B: (4,)}), "ring")
    assert state.play[B] == ("ring",)
    assert sizes(state)[A] == 5
    state = at("fire-mage spring", hands={A: 3, B: "king queen", C: "spy crypt"}, tokens={B: (4,)})
    state = do(state, "fire-mage", "1:2")
    assert kind(state) == "power.discard 2"
    state = do(state, "spy")
    assert (state.hands[B], state.hands[C]) == (("king", "queen"), ("crypt",))


@pytest.mark.rule("TDD-R-54")
def test_4_lasts_for_one_application():
    state = at("graveyard vampire spring", hands={B: "king queen"}, tokens={B: (4,)})
    state = do(state, "vampire", "1")
    assert state.hands[B] == ("king", "queen")
    state = do(state, "yes", "1", "!king")  # the repeat is an application of its own
    assert state.hands[B] == ("queen",)


@pytest.mark.rule("TDD-R-54")
def test_4_is_not_spent_where_nothing_would_leave():
    """An empty hand, one's own power, or Capitaine protecting."""
    state = at("vampire spring", hands={B: ""}, tokens={B: (4,)}, spared=(False, True, False, False))
    assert do(state, "vampire", "1").tokens[B] == (4,)
    state = at("ghoul spring", hands={A: "king queen"}, tokens={A: (4,)})
    state = do(state, "ghoul", "king", "1", "!" + state.hands[B][0])
    assert (state.hands[A], state.tokens[A]) == (("queen",), (4,))
    state, events = hear(at("vampire spring", hands={B: "king"}, tokens={B: (4,)}, play={B: "captain"}), "vampire", "1")
    assert told(events, "warded") == [(B,)]
    assert state.tokens[B] == (4,)


@pytest.mark.rule("TDD-R-54")
def test_4_of_capitaine_s_holder_with_a_larger_hand():
    state = at("vampire spring", hands={B: "king queen spy"}, tokens={B: (4,)}, play={B: "captain"})
    state, events = hear(state, "vampire", "1")
    assert told(events, "shielded") == [(B,)]
    assert state.tokens[B] == ()


# --- 5: Élan -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-54", "TDD-R-35", "TDD-R-53")
def test_5_elan_readies_an_activation_card():
    """Between powers, not a mandatory nor a single one, and none of another player; a frozen one thaws."""
    every = "golem herald banker immortal"
    state = at(f"{every} spring", tokens={A: (5,)}, exhausted=every, play={B: "charter"})
    assert can(state) == {"spring", "token:golem", "end"}
    state = do(state, "token:golem")
    assert "golem" in can(state)
    assert state.tokens[A] == ()
    frozen = do(at("golem spring", tokens={A: (5,)}, frozen="golem"), "token:golem")
    assert (frozen.exhausted, frozen.frozen) == ((), ())


@pytest.mark.rule("TDD-R-54")
def test_5_is_a_choice():
    state = do(at("golem spring", tokens={A: (5,)}, exhausted="golem"), "end")
    assert state.tokens[A] == (5,)


@pytest.mark.rule("TDD-R-54")
def test_5_is_a_matter_of_the_own_effects_step():
    state = position(active=B, play={A: "golem", B: "spring"}, tokens={A: (5,)}, exhausted="golem")
    assert can(state) == {"spring", "end"}
    only = position(play={A: "golem"}, tokens={A: (5,)}, exhausted="golem")
    assert can(only) == {"token:golem", "end"}


# --- 6: Augure -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-54", "TDD-202", "TDD-R-08")
def test_6_augure_replaces_the_first_card_of_the_draw():
    state = position("start", hands={A: "judge"}, tokens={A: (6,)}, deck="king queen spy ring")
    assert kind(state) == "scry 0"
    assert can(state) == {"king", "queen", "spy"}
    state = do(state, "queen")
    assert state.hands[A] == ("judge", "queen")
    assert set(state.discard) == {"king", "spy"}
    assert state.deck[0] == "ring"
    assert state.gained == 0


@pytest.mark.rule("TDD-R-54", "TDD-R-55")
def test_6_with_port_the_second_card_is_drawn_as_usual():
    state = position(
        "start", hands={A: "judge"}, tokens={A: (6,)}, play={A: "harbour"}, deck="king queen spy ring crypt"
    )
    state = do(state, "queen")
    assert state.hands[A] == ("judge", "queen", "ring")


# --- order ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-503", "TDD-R-54", "TDD-R-22")
def test_each_token_is_completed_check_included_before_the_next():
    """Malédiction takes the last card, Souffle de vie saves, and only then comes the Aubaine."""
    state, events = run(laid("start", hands={A: "judge"}, tokens={A: (1, 2, 3, 6)}, deck="king queen spy ring crypt"))
    assert [args[1] for args in told(events, "token.used")] == [1, 2, 3, 6]
    assert kinds(events) == [
        "turn", "token.used", "discarded", "token.used", "saved.token", "drew", "token.used", "drew", "token.used",
    ]  # fmt: skip
    assert state.hands[A] == ("king", "queen")
    assert asked(state).kind == "scry"


@pytest.mark.rule("TDD-R-54", "TDD-R-48")
def test_equal_numbers_go_clockwise_from_the_active_player():
    """Faucheuse empties two hands; both owners of Token 2 draw, the one nearer to the active player first."""
    state = position(
        active=C, play={C: "reaper golem"}, hands={A: "judge", B: 3, C: 3, D: "king"}, tokens={A: (2,), D: (2,)},
        deck="queen spy",
    )  # fmt: skip
    state = do(state, "reaper")
    answers = [state.hands[ask.seat][0] for ask in (asked(state),)]
    state = do(state, *answers)
    state, events = hear(state, state.hands[asked(state).seat][0])
    assert told(events, "saved.token") == [(D,), (A,)]
    assert (state.hands[D], state.hands[A]) == (("queen",), ("spy",))
