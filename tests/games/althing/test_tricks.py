"""Tricks: Troll, Storm and Axe, whom they may be aimed at and what they do."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, pile

from .table import GAME, asked, buyable, can, do, draw_pile, end, hear, kind, position, refused, symbols, why

# --- whom and when -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-124", "ALT-125", "ALT-343", "ALT-R-17")
@pytest.mark.parametrize("card", ["floki:troll", "horik:storm", "sigvaar:axe"])
def test_sacred_ground_protects_from_every_trick(card):
    name = card.split(":")[0]
    state = position(seats=3, hands={0: f"{name} odin"}, pawns=(0, 0, 2))
    assert {o for o in can(state) if o.startswith(card)} == {f"{card}:2"}
    refused(state, f"{card}:1")
    all_there = position(seats=3, hands={0: f"{name} odin"}, pawns=(2, 0, 0))
    assert not {o for o in can(all_there) if o.startswith(card)}
    assert why(all_there)[card] == ("why.sacred", "ALT-124")


@pytest.mark.rule("ALT-125")
def test_from_sacred_ground_one_may_trick_those_who_have_left_it():
    state = position(hands={0: "thor odin"}, pawns=(0, 3))
    assert symbols(state) == {"troll", "axe"}


@pytest.mark.rule("ALT-124", "ALT-R-17")
def test_with_all_opponents_protected_only_events_are_left():
    state = position(hands={0: "thor olaf hild"}, pawns=(3, 0))
    assert symbols(state) == {"plot"}


@pytest.mark.rule("ALT-343")
def test_any_other_player_on_whatever_stage():
    state = position(seats=3, active=1, hands={1: "thor odin"}, pawns=(4, 2, 1))
    assert {"thor:troll:0", "thor:troll:2", "thor:axe:0", "thor:axe:2"} <= can(state)
    refused(state, "thor:troll:1")


@pytest.mark.rule("ALT-R-28")
def test_a_player_who_has_finished_can_be_tricked_and_may_dodge():
    state = position(active=1, hands={0: "hild odin*3", 1: "sigvaar odin"}, pawns=(5, 3))
    assert "sigvaar:axe:0" in can(state)
    asks = do(state, "sigvaar:axe:0")
    assert kind(asks) == "dodge 0"
    assert can(asks) == {"hild"}
    assert do(asks, "", "!odin").taken[0] == ("odin",)


@pytest.mark.rule("ALT-340", "ALT-341")
def test_tricks_are_played_in_one_s_own_phase_only():
    state = position(hands={1: "thor odin"})
    refused(state, "thor:troll:0", seat=1)
    asks = do(position(hands={0: "floki odin", 1: "thor floki"}), "floki:troll:1")
    assert can(asks) == set()  # a trick is no answer


@pytest.mark.rule("ALT-342", "ALT-R-57", "ALT-204")
def test_one_symbol_of_the_card_is_used_and_the_card_is_discarded():
    state = position(hands={0: "thor odin"})
    state, events = hear(state, "thor:troll:1", "")
    assert state.hands[0] == ("odin",)
    assert state.discards[0] == ("thor",)
    assert symbols(state) == set()
    assert kinds(events) == ["used", "trolled"]
    assert state.taken == ((), ())


# --- Troll ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-401", "ALT-R-11")
def test_a_troll_goes_on_top_of_the_draw_pile_and_is_drawn_next():
    state = position(hands={0: "floki odin", 1: "odin*3"}, draws={1: "hild"})
    before = draw_pile(state, 1)
    state = do(state, "floki:troll:1", "")
    assert draw_pile(state, 1) == ("troll-green", *before)
    assert state.trolls == (1, 2)
    state = end(end(state))
    assert state.hands[1] == pile("odin*3 troll-green")
    assert draw_pile(state, 1) == before


@pytest.mark.rule("ALT-402", "ALT-R-11", "ALT-R-06")
def test_a_troll_in_hand_is_of_no_use():
    state = position(hands={0: "troll-red troll-red odin gudrid"}, row="siggy", pawns=(0, 1))
    assert can(state) == {"recruit", "stage:1", "end", "orders"}  # nothing in the pile for Gudrid's Untroll
    assert can(do(state, "recruit")) == {"odin"}
    assert can(do(state, "stage")) == {"odin", "gudrid"}


@pytest.mark.rule("ALT-403", "ALT-R-14")
def test_with_both_trolls_out_the_symbol_cannot_be_used():
    state = position(hands={0: "floki thor odin"}, discards={1: "troll-green*2"})
    assert state.trolls[0] == 0
    assert symbols(state) == {"axe"}
    assert why(state)["floki:troll"] == ("why.no-troll", "ALT-403")
    assert refused(state, "floki:troll:1").msg.key in ("refused.unknown", "why.no-troll")
    assert "recruit" not in can(position(hands={0: "floki thor"}, discards={1: "troll-green*2"}))
    one = position(hands={0: "floki thor odin"}, discards={1: "troll-green"})
    assert "troll" in symbols(one)


@pytest.mark.rule("ALT-403")
def test_a_troll_that_has_come_back_can_be_used_again():
    state = position(active=1, hands={0: "floki*2 odin*2", 1: "gudrid odin"}, draws={1: "troll-green*2"})
    state = do(state, "gudrid:untroll:0", "end", "")
    assert state.trolls == (1, 2)
    state = do(state, "floki:troll:1", "")
    assert state.trolls == (0, 2)
    assert "troll" not in symbols(state)


@pytest.mark.rule("ALT-R-11")
def test_a_discarded_troll_stays_with_its_holder_and_comes_again():
    state = end(position(hands={0: "troll-red odin*3"}, discards={0: "hild siggy"}), "troll-red")
    assert state.discards[0] == pile("hild siggy troll-red")
    assert state.trolls == (2, 1)
    state = end(end(state), "odin*2")  # now his pile has run out and is shuffled anew
    assert state.discards[0] == ()
    assert state.trolls == (2, 1)
    assert "troll-red" in (*draw_pile(state, 0), *state.hands[0])


@pytest.mark.rule("ALT-R-11")
def test_of_two_trolls_the_later_lies_on_top():
    state = position(seats=3, hands={0: "floki odin", 1: "floki odin"})
    state = do(state, "floki:troll:2", "", "end", "", "floki:troll:2", "")
    assert draw_pile(state, 2)[:2] == ("troll-red", "troll-green")


@pytest.mark.rule("ALT-R-11")
def test_an_axe_sends_a_troll_to_the_holder_s_discard_pile():
    state = position(hands={0: "thor odin", 1: "troll-green odin*2"})
    state = do(state, "thor:axe:1", "", "!troll-green", "leave")
    assert "troll-green" in state.discards[1]
    assert state.trolls == (1, 2)


# --- Storm ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-420", "ALT-R-15")
def test_a_storm_lies_before_the_opponent_with_stormur_up():
    state, events = hear(position(seats=3, hands={0: "horik odin"}), "horik:storm:2", "")
    (storm,) = state.storms
    assert (storm.sender, storm.victim, storm.face) == (0, 2, "STORMUR")
    assert kinds(events) == ["used", "stormed"]
    assert GAME.view(state, None).storms_before(2) == [storm]
    assert GAME.view(state, 1).storms_before(1) == []


@pytest.mark.rule("ALT-421", "ALT-422", "ALT-R-15")
def test_stormur_forbids_recruiting_and_stages_ovedur_only_recruiting():
    hand = {0: "odin gudrid hild thor"}
    free = position(hands=hand, pawns=(0, 1), row="siggy")
    assert {"recruit", "stage:1"} <= can(free)
    stormur = position(hands=hand, pawns=(0, 1), row="siggy", storms="1>0")
    assert not {"recruit", "stage:1"} & can(stormur)
    assert why(stormur)["recruit"] == ("why.storm", "ALT-421")
    assert why(stormur)["stage:1"] == ("why.stormur", "ALT-421")
    assert refused(stormur, "recruit").rule == "ALT-421"
    ovedur = position(hands=hand, pawns=(0, 1), row="siggy", storms="1>0o")
    assert "recruit" not in can(ovedur)
    assert why(ovedur)["recruit"][0] == "why.storm"
    assert do(ovedur, "stage", "odin gudrid").pawns[0] == 1


@pytest.mark.rule("ALT-421", "ALT-422", "ALT-423", "ALT-R-15")
def test_a_storm_turns_and_returns_at_the_end_of_its_victim_s_phases():
    state = position(hands={0: "horik odin*3", 1: "odin*4"})
    state = do(state, "horik:storm:1", "")
    state = end(state)
    assert [s.face for s in state.storms] == ["STORMUR"]
    state, events = hear(state, "end", "")
    assert [s.face for s in state.storms] == ["OVEDUR"]
    assert "storm.turned" in kinds(events)
    state = end(state)  # the sender's own phase changes nothing
    assert [s.face for s in state.storms] == ["OVEDUR"]
    state, events = hear(state, "end", "")
    assert state.storms == ()
    assert "storm.back" in kinds(events)
    assert state.turn == 5


@pytest.mark.rule("ALT-423", "ALT-R-14")
def test_who_has_sent_his_storm_troll_cannot_send_another():
    state = position(seats=3, hands={0: "horik olaf odin"}, storms="0>1")
    assert "storm" not in symbols(state)
    assert why(state)["horik:storm"] == ("why.no-storm", "ALT-423")
    other = position(seats=3, active=2, hands={2: "horik odin"}, storms="0>1")
    assert "horik:storm:1" in can(other)  # a storm of another does not matter
    under = position(seats=3, active=1, hands={1: "horik odin"}, storms="0>1")
    assert "horik:storm:0" in can(under)


@pytest.mark.rule("ALT-R-15")
def test_a_storm_does_not_hinder_the_rest():
    state = position(
        hands={0: "thor hild gudrid odin"}, storms="1>0", draws={0: "troll-red"}, reserves={0: "freyr"}, reserve=True
    )
    assert symbols(state) == {"troll", "storm", "axe", "plot", "untroll"}
    assert {"reserve", "end"} <= can(state)
    state = do(state, "end", "keep", "thor hild")
    assert len(state.hands[0]) == 4


@pytest.mark.rule("ALT-R-15")
def test_storms_of_two_opponents_the_strictest_holds():
    hand = {0: "odin gudrid thor freyr"}
    state = position(seats=3, hands=hand, pawns=(0, 1, 1), storms="1>0 2>0o", row="siggy")
    assert not {"recruit", "stage:1"} & can(state)
    state = end(state)
    assert [(s.sender, s.face) for s in state.storms] == [(1, "OVEDUR")]
    both = position(seats=3, hands=hand, pawns=(0, 1, 1), storms="1>0o 2>0o", row="siggy")
    assert {"recruit", "stage:1"} & can(both) == {"stage:1"}


@pytest.mark.rule("ALT-R-15", "ALT-421")
def test_only_phases_that_begin_after_it_count():
    """A storm taken with an Axe cannot come in the victim's own phase; one sent before his phase counts it."""
    state = position(seats=3, active=2, first=0, hands={2: "horik odin*3"})
    state = do(state, "horik:storm:0", "", "end", "")
    assert kind(state) == "act 0"
    assert state.storms[0].face == "STORMUR"
    assert "recruit" not in can(state)
    assert end(state).storms[0].face == "OVEDUR"


@pytest.mark.rule("ALT-R-15")
def test_a_player_can_storm_at_most_every_second_turn():
    state = position(hands={0: "horik*2 odin*2", 1: "odin*4"}, draws={0: ""})
    state = do(state, "horik:storm:1", "", "end", "")
    state = end(state)
    assert "storm" not in symbols(state)
    state = end(end(state))
    assert kind(state) == "act 0"
    assert "storm" in symbols(state)


# --- Axe -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-440", "ALT-R-20")
def test_an_axe_takes_a_random_card_and_the_tricker_sees_it():
    state = do(position(seats=3, hands={0: "sigvaar odin", 1: "hild olaf thor"}), "sigvaar:axe:1")
    state = do(state, "")
    assert state.taken[1][0] in ("hild", "olaf", "thor")
    asks = position(seats=3, hands={0: "sigvaar odin", 1: "hild olaf thor"})
    asks = GAME.apply(asks, 0, ("sigvaar:axe:1",)).state
    asks = GAME.apply(asks, 1, ()).state
    assert GAME.pending(asks).mode == "chance"
    assert len(asked(asks).options) == 3
    taken = {GAME.apply(asks, -1, (o.id,)).state.taken[1][0] for o in asked(asks).options}
    assert taken == {"hild", "olaf", "thor"}
    for pick in asked(asks).options:
        after = GAME.apply(asks, -1, (pick.id,)).state
        assert GAME.view(after, 0).seen.taken[1] == after.taken[1]
        assert GAME.view(after, 2).seen.taken[1] == ("?",)
        assert len(after.hands[1]) == 2


@pytest.mark.rule("ALT-440", "ALT-R-20")
def test_an_axe_needs_a_hand_to_take_from():
    state = position(seats=3, hands={0: "sigvaar odin", 1: ""})
    assert "sigvaar:axe:1" not in can(state)
    assert "sigvaar:axe:2" in can(state)


@pytest.mark.rule("ALT-441", "ALT-R-20")
def test_a_card_left_goes_to_the_discard_pile_of_its_owner():
    state = do(position(hands={0: "sigvaar odin", 1: "hild olaf"}), "sigvaar:axe:1", "", "!hild")
    assert kind(state) == "act.taken 0"
    state, events = hear(state, "leave")
    assert kinds(events) == ["left"]
    assert (state.taken[1], state.discards[1], state.hands[1]) == ((), ("hild",), ("olaf",))
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-441", "ALT-R-20")
def test_a_taken_card_is_settled_before_all_else():
    state = position(
        hands={0: "sigvaar odin thor", 1: "odin*2 freyr"}, reserves={0: "freyr"}, reserve=True, row="siggy"
    )
    state = do(state, "sigvaar:axe:1", "", "!freyr")
    assert can(state) == {"leave"}  # it has no gold, no Troll lies in the pile, and the stage is too dear
    refused(state, "end")
    refused(state, "reserve")
    refused(state, "recruit")
    refused(state, "thor:troll:1")
    assert why(state)["recruit"] == ("why.taken-gold", "ALT-R-06")


@pytest.mark.rule("ALT-441", "ALT-R-20")
def test_a_taken_card_may_pay_for_vikings_alone():
    state = position(hands={0: "sigvaar odin thor", 1: "hild odin"}, row="siggy")
    state = do(state, "sigvaar:axe:1", "", "!hild", "recruit")
    assert asked(state).lo == 0
    state = do(state, "", "siggy")
    assert state.hands[0] == ("odin", "thor")
    assert state.discards[0] == pile("sigvaar siggy")
    assert state.discards[1] == ("hild",)
    assert "siggy" in state.owned[0]
    assert "hild" in state.owned[1]


@pytest.mark.rule("ALT-R-20")
def test_a_taken_card_may_pay_together_with_own_cards():
    state = position(hands={0: "sigvaar odin thor", 1: "hild odin"}, row="aslaug floki olaf bjorn bjorn")
    state = do(state, "sigvaar:axe:1", "", "!hild", "recruit", "odin")
    assert buyable(state) == ["aslaug", "floki"]
    state = do(state, "aslaug")
    assert state.discards == (pile("aslaug odin sigvaar"), ("hild",))


@pytest.mark.rule("ALT-R-20")
def test_a_taken_card_may_complete_a_stage_but_must_be_part_of_it():
    state = position(hands={0: "sigvaar odin freyr", 1: "thor odin*3"}, pawns=(0, 1))
    assert "stage:1" not in can(position(hands={0: "odin freyr"}, pawns=(0, 1)))
    state = do(state, "sigvaar:axe:1", "", "!thor")
    assert can(state) == {"leave", "stage:1", "thor:troll:1", "thor:axe:1"}
    state = do(state, "stage")
    assert asked(state).need == (2, 1, 0)
    state = do(state, "odin freyr")
    assert state.pawns[0] == 1
    assert state.discards[1] == ("thor",)
    useless = position(
        hands={0: "sigvaar floki*2 thor", 1: "odin*4"}, pawns=(0, 1), track="snekkar-a knorrer-a eldaskali-a kernelyd-a"
    )
    assert "stage:1" in can(useless)
    useless = do(useless, "sigvaar:axe:1", "", "!odin")
    assert "stage:1" not in can(useless)
    assert why(useless)["stage:1"] == ("why.taken-stage", "ALT-R-20")


@pytest.mark.rule("ALT-R-20")
def test_all_limits_hold_for_a_taken_card():
    hands = {0: "sigvaar odin gudrid", 1: "hild odin"}
    storm = do(position(hands=hands, pawns=(0, 1), row="siggy", storms="1>0"), "sigvaar:axe:1", "", "!hild")
    assert can(storm) == {"hild:storm:1", "hild:plot:-1", "leave"}
    done = do(position(hands=hands, pawns=(0, 1), row="siggy", advanced=True), "sigvaar:axe:1", "", "!hild")
    assert can(done) == {"hild:storm:1", "hild:plot:-1", "leave", "recruit"}


@pytest.mark.rule("ALT-R-20", "ALT-206")
def test_a_taken_card_is_settled_even_with_an_empty_hand():
    state = do(position(hands={0: "sigvaar", 1: "hild odin"}), "sigvaar:axe:1", "", "!odin")
    assert kind(state) == "act.taken 0"
    state = do(state, "leave")
    assert kind(state) == "act 1"


@pytest.mark.rule("ALT-R-21")
@pytest.mark.parametrize("troll", ["troll-green", "troll-blue"])
def test_a_taken_troll_can_only_be_left(troll):
    state = position(seats=3, hands={0: "sigvaar odin", 1: f"{troll} odin"}, row="siggy")
    state = do(state, "sigvaar:axe:1", "", f"!{troll}")
    assert can(state) == {"leave"}
    state = do(state, "leave")
    assert state.discards[1] == (troll,)
    assert troll in state.owned[1]


@pytest.mark.rule("ALT-442", "ALT-R-22")
def test_a_taken_symbol_works_for_the_tricker():
    state = position(hands={0: "sigvaar odin", 1: "floki odin"})
    state = do(state, "sigvaar:axe:1", "", "!floki", "floki:troll:1", "")
    assert draw_pile(state, 1)[0] == "troll-green"
    assert state.trolls == (1, 2)
    assert state.discards[1] == ("floki",)
    state = position(hands={0: "sigvaar odin", 1: "horik odin"}, storms="")
    state = do(state, "sigvaar:axe:1", "", "!horik", "horik:storm:1", "")
    assert [(s.sender, s.victim) for s in state.storms] == [(0, 1)]
    out = position(hands={0: "sigvaar odin", 1: "horik odin"}, storms="0>1", row="olaf")
    assert "horik:storm:1" not in can(do(out, "sigvaar:axe:1", "", "!horik"))


@pytest.mark.rule("ALT-R-22")
def test_a_taken_untroll_searches_the_tricker_s_pile():
    state = position(hands={0: "sigvaar odin", 1: "gudrid odin"}, draws={0: "troll-red", 1: "troll-green"})
    state = do(state, "sigvaar:axe:1", "", "!gudrid")
    assert can(state) >= {"gudrid:untroll:1", "leave"}
    assert "gudrid:untroll:0" not in can(state)
    state = do(state, "gudrid:untroll:1")
    assert state.trolls == (1, 2)
    assert state.discards[1] == ("gudrid",)


@pytest.mark.rule("ALT-R-22", "ALT-R-56")
@pytest.mark.parametrize("card", ["aslaug", "siggy"])
def test_a_taken_dodge_is_of_no_use(card):
    state = position(hands={0: "sigvaar thor", 1: f"{card} odin"}, row="olaf bjorn olaf bjorn horik")
    assert can(do(state, "sigvaar:axe:1", "", f"!{card}")) == {"leave"}


@pytest.mark.rule("ALT-442")
def test_the_same_card_may_serve_again_in_a_later_turn_against_another():
    state = position(seats=3, hands={0: "sigvaar odin", 1: "floki"}, discards={1: "troll-green"})
    state = do(state, "sigvaar:axe:1", "")
    assert {"floki:troll:1", "floki:troll:2", "leave"} == can(state)
    state = do(state, "floki:troll:2", "")
    assert draw_pile(state, 2)[0] == "troll-green"
    assert state.discards[1] == pile("floki troll-green")


@pytest.mark.rule("ALT-442", "ALT-R-23")
def test_a_taken_axe_takes_another_card_and_is_settled_then():
    state = position(seats=3, hands={0: "thor odin", 1: "sigvaar odin", 2: "hild odin"}, row="siggy")
    state = do(state, "thor:axe:1", "", "!sigvaar", "sigvaar:axe:2", "", "!hild")
    assert (state.taken[1], state.taken[2]) == ((), ("hild",))
    assert state.discards[1] == ("sigvaar",)
    assert kind(state) == "act.taken 0"
    state = do(state, "recruit", "", "siggy")
    assert state.discards[2] == ("hild",)
    assert state.discards[0] == pile("siggy thor")


@pytest.mark.rule("ALT-R-23")
def test_a_taken_axe_that_is_blocked_is_settled_all_the_same():
    state = position(seats=3, hands={0: "thor odin", 1: "sigvaar odin", 2: "hild odin"})
    state = do(state, "thor:axe:1", "", "!sigvaar", "sigvaar:axe:2", "hild")
    assert state.taken == ((), (), ())
    assert state.discards == (("thor",), ("sigvaar",), ("hild",))
    assert kind(state) == "act 0"


@pytest.mark.rule("ALT-R-23")
def test_a_taken_axe_may_hit_the_same_player_again():
    state = position(hands={0: "thor odin", 1: "sigvaar hild"})
    state = do(state, "thor:axe:1", "", "!sigvaar", "sigvaar:axe:1", "", "!hild", "leave")
    assert state.hands[1] == ()
    assert state.discards[1] == pile("hild sigvaar")
