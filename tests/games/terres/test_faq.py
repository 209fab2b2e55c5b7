"""The F.A.Q. and the golden rules of the rulebook, sentence by sentence, with the worked examples that go with them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import kinds, told, winners
from thorgames.core.zones import BACK

from .table import GAME, A, B, C, D, Zones, asked, can, do, hear, kind, laid, passes, position, refused, run, sizes, why


def at(mine: str, *, play: Zones | None = None, **given: Any) -> Any:
    """A's effects step with these cards."""
    return position(play={A: mine, **(play or {})}, **given)


# --- Maître Nécromancien, Maître Marchand, Le Roi, Archimage, Fou du Roi, Enchanteresse ----------------------------

COPIERS = {
    "master-necromancer": ("banshee", A),
    "master-merchant": ("bills", A),
    "king": ("charter", A),
    "archmage": ("golem", A),
    "jester": ("spring", B),
    "enchantress": ("charter", B),
}


@pytest.mark.rule("TDD-901", "TDD-405")
@pytest.mark.parametrize("state_of", ["ready", "exhausted", "frozen"])
@pytest.mark.parametrize("card", COPIERS)
def test_they_use_a_card_even_if_it_is_exhausted_and_do_not_exhaust_it(card, state_of):
    target, holder = COPIERS[card]
    mine = f"{card} {target} market banker" if holder == A else f"{card} castle market banker"
    state = at(
        mine,
        play={B: target} if holder == B else {},
        exhausted=f"market {target if state_of == 'exhausted' else ''}",
        frozen=target if state_of == "frozen" else "",
        hands={A: "judge queen", B: 2, C: 2, D: 2},
    )
    before = (set(state.exhausted) - {card}, state.frozen)
    state = do(state, card)
    if kind(state) == "power.cost 0":
        state = do(state, "judge")
    if kind(state) == "power.copy 0":
        state = do(state, target)
    if target == "banshee":
        state = do(state, "1")
    tokens = {"banshee": 1, "bills": 3, "charter": 2, "golem": 4, "spring": 2}
    assert state.tokens[B if target == "banshee" else A] == (tokens[target],)
    assert card in state.exhausted
    assert (set(state.exhausted) - {card}, state.frozen) == before


@pytest.mark.rule("TDD-901")
def test_e_09_an_exhausted_copy():
    state = at("king judge spring", exhausted="judge", hands={A: 3, B: "queen spy ring village", C: 2, D: 2})
    state = do(state, "king", "ring")
    assert "ring" in state.hands[A]
    assert {"king", "judge"} == set(state.exhausted)


# --- Druide, Collecteur d'impôts -----------------------------------------------------------------------------------


@pytest.mark.rule("TDD-902", "TDD-R-41", "TDD-R-42")
def test_e_08_a_face_down_card_that_is_not_kingdom():
    """A has 5 cards, puts up a Necromancy card face down, gives 1 to C before the bidding, and holds 3."""
    hands = {A: "vampire king queen spy ring", C: 4}
    state = position("auction", hands=hands, play={A: "druid", C: "tax-collector"})
    state = do(state, "vampire", "hidden")
    assert kind(state) == "tax 0"
    state = do(state, "king")
    assert (sizes(state)[A], sizes(state)[C]) == (3, 5)
    assert kind(state) == "bid.first 1"


@pytest.mark.rule("TDD-902", "TDD-R-42")
def test_a_face_down_kingdom_card_is_not_taxed():
    state = position("auction", hands={A: "village king queen"}, play={A: "druid", C: "tax-collector"})
    state, events = hear(state, "village", "hidden")
    assert "taxed" not in kinds(events)
    assert kind(state) == "bid.first 1"


@pytest.mark.rule("TDD-902", "TDD-R-41")
def test_face_up_it_is_taxed_as_well():
    state = position("auction", hands={A: "vampire king queen"}, play={A: "druid", C: "tax-collector"})
    assert kind(do(state, "vampire", "open")) == "tax 0"


# --- La Reine, Cimetière -------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-903", "TDD-R-40")
def test_e_10_the_second_time_may_aim_at_another_target():
    state = at(
        "queen judge spring", hands={A: "castle", B: "king spy ring fire-mage", C: "village crypt banker herald", D: 1}
    )
    state = do(state, "judge", "1", "spy")
    assert kind(state) == "repeat 0"
    state = do(state, "yes")
    assert kind(state) == "power.pick 0"
    assert can(state) == {"1", "2"}
    state = do(state, "2", "crypt")
    assert state.hands[A] == ("castle", "crypt", "spy")


@pytest.mark.rule("TDD-903", "TDD-R-40")
@pytest.mark.parametrize("second", ["1", "2"])
def test_cimetiere_lets_the_same_or_another_target_be_chosen(second):
    state = at("graveyard vampire spring", hands={A: "castle", B: "king spy", C: "village crypt"})
    state = do(state, "vampire", "1", "!spy", "yes")
    assert can(state) == {"1", "2", "3"}
    card = {"1": "king", "2": "crypt"}[second]
    state = do(state, second, f"!{card}")
    assert card in state.hands[A]


# --- Vampire, Apprenti ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-904", "TDD-R-51")
@pytest.mark.parametrize("gained", [2, 3])
@pytest.mark.parametrize("card", ["vampire", "apprentice"])
def test_cards_they_bring_count_for_the_rentier(card, gained):
    """The fourth card of a turn fulfils it."""
    state = at(f"{card} spring", secret={A: "rentier"}, hands={A: 3, B: "king queen"}, gained=gained)
    answers = ("1", "!king") if card == "vampire" else ("1", "kingdom", "king")
    state = do(state, card, *answers)
    assert state.gained == gained + 1
    assert (state.outcome is not None) == (gained == 3)
    if state.outcome is not None:
        assert winners(state) == [A]


# --- Espionne, Voyante ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-905", "TDD-R-45", "TDD-802")
@pytest.mark.parametrize("card", ["spy", "seer"])
def test_a_secret_destiny_is_seen_by_one_player_and_not_shown_to_the_others(card):
    state = at(f"{card} spring", secret={B: "scholar"}, hands={B: "king queen"})
    state, events = hear(state, card, "1", *(["!king"] if card == "spy" else []))
    for viewer in (None, A, B, C, D):
        seen = GAME.view(state, viewer)
        assert seen.seen.secret[B] == (("scholar",) if viewer in (A, B) else (BACK,))
        told_to = [e.seen_by(viewer).secret for e in events if e.kind == "spied"]
        assert told_to == [("scholar",) if viewer == A else ()]
    # There is no way in the program to show it: nothing that can be chosen, now or later, names a Destiny.
    while state.turn < 14 and state.outcome is None:
        assert all("scholar" not in map(str, option.refs) for option in asked(state).options)
        state = do(state, "pass" if "pass" in can(state) else "end" if "end" in can(state) else sorted(can(state))[0])


# --- Anneau de valeur, Comptable -----------------------------------------------------------------------------------


@pytest.mark.rule("TDD-906", "TDD-R-36")
def test_e_20_anneau_lies_with_the_other_s_acquired_cards_exhausted():
    state = at("ring spring", play={B: "golem"}, hands={B: "king queen", C: 1, D: 1})
    state = do(state, "ring", "king")
    assert state.play[B] == ("golem", "ring")
    assert "ring" in state.exhausted


@pytest.mark.rule("TDD-906", "TDD-R-60", "TDD-R-36")
@pytest.mark.parametrize("card", ["ring", "accountant"])
def test_e_20_in_the_duel_it_goes_to_the_acquisition_area(card):
    """Wherever it lay before."""
    given = dict(hands={A: 4, B: "king queen judge"}, support={A: f"{card} golem" if card == "ring" else "golem"})
    state = position(seats=2, play={A: "spring" if card == "ring" else "accountant spring"}, **given)
    state = do(state, card, *(["king"] if card == "ring" else ["golem", "king queen"]))
    passed = "ring" if card == "ring" else "golem"
    assert state.play[B] == (passed,)
    assert state.support[B] == ()
    assert (passed in state.exhausted) == (card == "ring")


@pytest.mark.rule("TDD-906", "TDD-R-30")
def test_a_card_handed_over_counts_for_its_new_holder():
    given = dict(hands={B: "judge castle spy"}, common="coronation conclave")
    state = at("accountant golem spring", play={B: "archmage seer fire-mage"}, **given)
    state = do(state, "accountant", "1", "golem", "judge spy")
    assert winners(state) == [B]


# --- Liche ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-907", "TDD-R-49")
def test_e_16_liche_only_as_the_first_power():
    state = at("lich golem spring", play={B: "charter"})
    assert "lich" in can(state)
    state = do(state, "golem")
    assert can(state) == {"spring", "end"}
    assert why(state)["lich"] == ("why.demands", "TDD-R-31")


@pytest.mark.rule("TDD-907", "TDD-R-49", "TDD-406")
def test_e_16_liche_opens_the_other_s_activation_cards_and_the_own_necromancy_cards():
    mine = "lich vampire ghoul gravedigger golem market banker herald"
    theirs = "charter bills king castle spy reaper"
    given = dict(exhausted="bills", discard="crypt", hands={B: "judge queen"}, common="monopoly opulence")
    state = at(mine, play={B: theirs, C: "spring"}, **given)
    state = do(state, "lich", "1")
    # Own Necromancy cards of all kinds; of the other's cards the ready activation cards, also those that copy.
    assert can(state) == {"vampire", "ghoul", "gravedigger", "charter"}
    assert why(state)["golem"] == ("why.liche", "TDD-907")
    for card in ("golem", "market", "banker", "herald"):
        assert refused(state, f"act:{card}").rule == "TDD-907"
    state = do(state, "charter")
    assert state.tokens[A] == (2,)
    assert "charter" in state.exhausted


@pytest.mark.rule("TDD-907", "TDD-R-49")
def test_copying_cards_of_the_other_are_open_and_own_means_the_user_of_liche():
    state = at("lich vampire golem", play={B: "master-necromancer archmage crypt"}, hands={B: "judge queen", C: "spy"})
    state = do(state, "lich", "1")
    assert {"vampire", "master-necromancer"} <= can(state)
    assert "archmage" not in can(state)  # the user's own Magic cards cannot be copied either
    state = do(state, "master-necromancer", "2", "!spy")
    assert "spy" in state.hands[A]
    assert "master-necromancer" in state.exhausted
    assert "vampire" not in state.exhausted


@pytest.mark.rule("TDD-907", "TDD-R-49", "TDD-207")
def test_own_mandatory_cards_lose_their_duty_unless_they_are_necromancy():
    state = at("lich herald ghoul", play={B: "charter"}, hands={B: "judge queen"})
    state = do(state, "lich", "1")
    assert "end" not in can(state)  # the Goule is Necromancy
    state = do(state, "ghoul")
    state = do(state, state.hands[A][0], "2", "!" + state.hands[C][0])
    assert can(state) == {"charter", "end"}
    state, events = hear(state, "end")
    assert "idle" not in kinds(events)
    assert "herald" not in state.exhausted


@pytest.mark.rule("TDD-907", "TDD-R-49")
def test_permanents_and_tokens_are_no_powers_activated():
    state = at("lich golem harbour", tokens={A: (5,)}, exhausted="golem")
    state = do(state, "token:golem")
    assert "lich" in can(state)
    borrowed = at("lich spirit", play={B: "charter"})
    assert "lich" not in can(do(borrowed, "spirit"))


@pytest.mark.rule("TDD-907", "TDD-R-40", "TDD-R-49")
def test_liche_repeated_opens_a_second_player():
    state = at("lich graveyard vampire", play={B: "charter", C: "spring", D: "golem"})
    state = do(state, "lich", "1")
    assert kind(state) == "repeat 0"
    state = do(state, "yes", "2")
    assert can(state) == {"vampire", "charter", "spring", "end"}


@pytest.mark.rule("TDD-907")
def test_liche_lasts_for_the_turn():
    state = do(at("lich golem", play={B: "charter", C: "spring"}), "lich", "1", "end")
    assert (state.active, state.lich) == (B, ())


# --- Mage de Feu ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-908", "TDD-R-46", "TDD-R-67")
def test_e_11_with_two_left_you_are_one_of_the_two():
    state = at("fire-mage spring", out=(B, D), hands={A: "judge king", C: "queen spy"})
    assert state.mode == "normal"
    state = do(state, "fire-mage", "king", "spy")
    assert state.hands == (("judge",), (), ("queen",), ())
    assert set(state.discard[:2]) == {"king", "spy"}


@pytest.mark.rule("TDD-908", "TDD-R-46")
def test_e_12_who_is_eliminated_does_not_part_neighbours():
    state = do(at("fire-mage spring", out=(C,)), "fire-mage")
    assert can(state) == {"0:1", "1:3", "3:0"}
    state = do(state, "1:3")
    assert {ask.seat for ask in GAME.pending(state).asks} == {B, D}


@pytest.mark.rule("TDD-908")
def test_adjacent_are_those_who_play_one_after_the_other():
    assert can(do(at("fire-mage spring"), "fire-mage")) == {"0:1", "1:2", "2:3", "3:0"}
    refused(do(at("fire-mage spring"), "fire-mage"), "0:2")


# --- Alchimiste ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-909", "TDD-R-47")
@pytest.mark.parametrize("card", ["spring", "charter"])
def test_a_card_of_yours_or_of_another_player_is_exchanged(card):
    state = do(at("alchemist spring golem", play={B: "charter"}, discard="king queen"), "alchemist", card, "king")
    holder = A if card == "spring" else B
    assert "king" in state.play[holder]
    assert card in state.discard


@pytest.mark.rule("TDD-909", "TDD-R-47", "TDD-R-36")
def test_e_17_alchimiste_on_itself():
    state = at("alchemist spring", discard="harbour queen")
    state = do(state, "alchemist", "alchemist", "harbour")
    assert state.play[A] == ("spring", "harbour")
    assert "harbour" not in state.exhausted
    assert set(state.discard) == {"alchemist", "queen"}


# --- Immortel ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-910", "TDD-R-24", "TDD-401")
def test_e_13_immortel():
    """A power makes A discard the last card: Immortel is exhausted, and readied at A's next start of turn."""
    given = dict(seats=3, active=C, hands={A: "judge", B: 5, C: 5}, play={A: "immortal", C: "executioner"}, deck="king")
    state, events = hear(position(**given), "executioner", "0", "!judge")
    assert told(events, "saved.card") == [(A, "immortal")]
    assert state.active == A  # C had nothing else to do
    assert not state.out[A]
    assert told(events, "eliminated") == []
    assert "immortal" not in state.exhausted
    assert state.offers[A] == ("king",)  # drawn, and at once put up as the only card


@pytest.mark.rule("TDD-910", "TDD-R-24")
def test_until_then_immortel_stays_exhausted_and_its_holder_is_spared():
    given = dict(hands={A: "judge"}, play={A: "immortal", C: "executioner spring"}, active=C)
    state = do(position(**given), "executioner", "0", "!judge")
    assert state.exhausted == ("executioner", "immortal")
    assert state.spared == (True, False, False, False)
    assert state.hands[A] == ()
    assert kind(state) == "effects 2"


@pytest.mark.rule("TDD-910", "TDD-R-48")
@pytest.mark.parametrize("card", ["vampire", "apprentice"])
def test_immortel_works_however_the_last_card_was_lost(card):
    given = dict(hands={A: "judge", C: 3}, play={A: "immortal", C: f"{card} spring"}, active=C)
    answers = ("0", "!judge") if card == "vampire" else ("0", "kingdom", "judge")
    _, events = hear(position(**given), card, *answers)
    assert told(events, "saved.card") == [(A, "immortal")]


@pytest.mark.rule("TDD-910")
def test_an_exhausted_immortel_does_not_help():
    given = dict(hands={A: "judge"}, play={A: "immortal", C: "executioner spring"}, active=C, exhausted="immortal")
    assert do(position(**given), "executioner", "0", "!judge").out[A]


# --- Bourgmestre ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-911", "TDD-R-43")
def test_e_14_who_does_not_have_it_puts_up_any_card():
    hands = {B: "king golem vampire"}
    state = position("auction", active=B, hands=hands, requests=((B, "commerce", A),))
    assert can(state) == {"king", "golem", "vampire"}


@pytest.mark.rule("TDD-911", "TDD-R-43")
def test_e_15_several_requests():
    hands = {B: "market golem seer king queen castle"}
    state = position("auction", active=B, hands=hands, requests=((B, "commerce", A), (B, "magic", C)))
    assert can(state) == {"market", "golem", "seer"}
    for card in ("king", "queen", "castle"):
        assert refused(state, card).rule == "TDD-R-43"


@pytest.mark.rule("TDD-911")
def test_several_players_requests_come_about_by_copies():
    state = at("burgomaster spring", play={B: "jester golem"})
    state = do(state, "burgomaster", "2", "commerce", "end")
    state = passes(do(state, state.hands[B][0]))
    state = do(state, "discard", "jester")
    while kind(state) != "power.pick 1":
        state = do(state, "burgomaster")
    state = do(state, "2", "magic")
    assert [(r.target, r.family, r.by) for r in state.requests] == [(C, "commerce", A), (C, "magic", B)]


# --- Ange gardien, Assassin ----------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-912", "TDD-913", "TDD-R-50")
def test_e_18_ange_gardien_counters_assassin():
    state = at("vampire spring", hands={B: "king"}, tokens={C: (2,)}, secret={A: "assassin", C: "angel"}, deck="queen")
    state = do(state, "vampire", "1", "!king")
    assert kind(state) == "rescue 2"
    state, events = hear(state, "token")
    assert winners(state) == [C]
    assert not state.out[B]
    assert state.hands[B] == ("queen",)
    assert told(events, "fulfilled") == [(C, "angel")]


@pytest.mark.rule("TDD-912", "TDD-R-50")
def test_e_19_ange_gardien_by_an_elimination_of_one_s_own_doing():
    given = dict(hands={B: "king"}, tokens={C: (2,)}, secret={C: "angel"}, deck="queen", active=C)
    state = position(play={C: "vampire spring"}, **given)
    state = do(state, "vampire", "1", "!king", "token")
    assert winners(state) == [C]


@pytest.mark.rule("TDD-913", "TDD-R-50")
@pytest.mark.parametrize("saved_by", ["own Token", "own card", "Token", "card", "nothing"])
def test_assassin_fails_if_a_card_or_a_token_saves_the_victim(saved_by):
    tokens = {"own Token": {B: (2,)}, "Token": {C: (2,)}}.get(saved_by, {})
    play = {"own card": {B: "immortal"}, "card": {C: "healer"}}.get(saved_by, {})
    state = at("vampire spring", play=play, tokens=tokens, hands={B: "king"}, secret={A: "assassin"}, deck="queen")
    state = do(state, "vampire", "1", "!king")
    if kind(state) == "rescue 2":
        state = do(state, "token" if saved_by == "Token" else "healer")
        state = do(state, state.hands[C][0]) if kind(state) == "heal 2" else state
    if saved_by == "nothing":
        assert winners(state) == [A]
        assert state.out[B]
    else:
        assert state.outcome is None
        assert not state.out[B]


@pytest.mark.rule("TDD-913")
def test_assassin_succeeds_if_nobody_wants_to_save():
    state = at("vampire spring", tokens={C: (2,)}, hands={B: "king"}, secret={A: "assassin"})
    state, events = hear(state, "vampire", "1", "!king", "no")
    assert told(events, "rescue.refused") == [(C, B)]
    assert winners(state) == [A]


# --- golden rules --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-801")
def test_what_a_player_may_look_at_at_any_time():
    state = at("golem", play={B: "spring castle"}, discard="king queen spy", secret={A: "scholar"})
    for viewer in (A, B, C, D, None):
        view = GAME.view(state, viewer)
        assert view.seen.discard == ("king", "queen", "spy")
        assert view.seen.play == state.play
        assert view.secret() == ("" if viewer is None else state.secret[viewer][0])


@pytest.mark.rule("TDD-802")
def test_what_a_player_may_not_look_at():
    state = at("golem")
    for viewer in (A, B, C, D, None):
        seen = GAME.view(state, viewer).seen
        assert set(seen.deck) == {BACK}
        assert all(seen.secret[seat] == (BACK,) for seat in range(4) if seat != viewer)


@pytest.mark.rule("TDD-803", "TDD-406")
@pytest.mark.parametrize("by", ["spirit", "lich"])
def test_another_player_s_card_is_exhausted_and_you_benefit(by):
    state = at(f"{by} vampire", play={B: "charter"})
    state = do(state, by, *(["1", "charter"] if by == "lich" else []))
    assert "charter" in state.exhausted
    assert state.tokens[:2] == ((2,), ())


@pytest.mark.rule("TDD-503", "TDD-R-54")
def test_several_token_effects_apply_in_order_of_number():
    _, events = run(laid("start", hands={A: 3}, tokens={A: (1, 3, 6)}))
    state, more = run(laid("start", hands={A: "judge king queen"}, tokens={A: (1, 3, 6)}), "king")
    used = [args[1] for args in told(more, "token.used")]
    assert used == sorted(used) == [1, 3, 6]
    assert kinds(events)[0] == "turn"
    assert kind(state) == "scry 0"


@pytest.mark.rule("TDD-804", "TDD-R-43", "TDD-R-44")
def test_good_faith_is_seen_to_by_the_program():
    """Whoever has a card that was asked for cannot deny it, for Bourgmestre as for Apprenti."""
    state = position("auction", active=B, hands={B: "king golem"}, requests=((B, "magic", A),))
    assert can(state) == {"golem"}
    state = do(at("apprentice spring", hands={B: "king golem"}), "apprentice", "1", "magic")
    assert (can(state), asked(state).lo) == ({"golem"}, 1)
    refused(state, "king")
    refused(state, "")
