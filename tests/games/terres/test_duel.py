"""The duel: two areas, two cards at once, bids by turns, paying to the discard pile."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import kinds, told, winners
from thorgames.core.zones import BACK

from .table import (
    BOX,
    GAME,
    SETUPS,
    A,
    B,
    asked,
    begun,
    can,
    do,
    finished,
    hear,
    kind,
    laid,
    new,
    passes,
    position,
    refused,
    run,
    sizes,
)

SEVEN = {A: "judge castle harbour usurer banker crypt village", B: "king spy ring caravan spring seer bills"}
"""Hands of seven."""


def up(mine: str = "queen", theirs: str = "immortal", **given: Any) -> Any:
    """Both have put a card up: A, active, and B; the hands are of 7 after that unless given."""
    hands = given.pop("hands", SEVEN)
    hands = {A: f"{mine} {hands[A]}", B: f"{theirs} {hands[B]}"}
    return do(position("auction", 2, hands=hands, **given), mine, theirs)


@pytest.mark.rule("TDD-701", "TDD-106")
def test_the_set_up_is_that_of_the_normal_mode():
    state = begun("duel", 2, first="1")
    assert (len(state.common), [len(s) for s in state.secret], state.tokens) == (2, [1, 1], ((), ()))
    assert len(state.deck) + sum(sizes(state)) == 44
    assert state.mode == "duel"
    assert [mode for mode, seats, _ in SETUPS if seats == 2] == ["duel", "duel"]


@pytest.mark.rule("TDD-702", "TDD-709", "TDD-710")
def test_two_areas():
    state = do(up(), "3", "pass", "0", "king spy ring")
    assert state.play == ((), ("queen",))
    assert state.support == (("immortal",), ())
    for viewer in (None, A, B):
        seen = GAME.view(state, viewer).seen
        assert (seen.play, seen.support) == (state.play, state.support)


@pytest.mark.rule("TDD-703", "TDD-R-60", "TDD-R-30")
def test_e_06_what_counts_and_what_is_active():
    """2 cards in acquisition and 3 in support: 2 count for Destinies, the powers of all 5 are active."""
    state = position(seats=2, play={A: "golem charter"}, support={A: "spring bills village"})
    assert GAME.view(state, A).progress(A, "conqueror") == (2, 6)
    assert GAME.view(state, A).progress(A, "scholar") == (1, 3)
    assert can(state) == {"golem", "charter", "spring", "bills", "village", "end"}


@pytest.mark.rule("TDD-703", "TDD-R-30")
def test_cards_in_support_fulfil_no_destiny():
    given = dict(common="coronation monopoly", secret={A: "scholar"})
    state = position(seats=2, play={A: "golem charter ledger"}, support={A: "scrolls king queen judge castle"}, **given)
    assert do(state, "golem").outcome is None
    state = position(seats=2, play={A: "golem charter ledger scrolls"}, **given)
    assert winners(do(state, "golem")) == [A]


@pytest.mark.rule("TDD-703", "TDD-401", "TDD-R-60")
def test_permanents_work_in_support():
    state = position(seats=2, play={A: "vampire golem"}, support={B: "captain"}, hands={B: "king queen"})
    state, events = hear(state, "vampire")
    assert told(events, "warded") == [(B,)]
    state = position(seats=2, play={A: "vampire golem"}, support={B: "immortal"}, hands={B: "king"})
    state, events = hear(state, "vampire", "!king")
    assert told(events, "saved.card") == [(B, "immortal")]


@pytest.mark.rule("TDD-R-60")
def test_in_play_means_both_areas():
    """Village sees a Terrain in support, Banquier counts there, Alchimiste and Comptable reach there."""
    given = dict(seats=2, support={A: "crypt market"}, hands={A: 1, B: 4})
    assert sizes(do(position(play={A: "village golem"}, **given), "village"))[A] == 3
    assert sizes(do(position(play={A: "banker golem"}, **given), "banker"))[A] == 3
    state = do(position(play={A: "accountant golem"}, **given), "accountant")
    assert can(state) == {"golem", "crypt", "market"}


@pytest.mark.rule("TDD-R-60")
def test_acquired_means_the_acquisition_area():
    """PASS, RAISE and HEIR put cards there."""
    state = position(seats=2, play={A: "golem"}, support={A: "forger gravedigger"}, discard="vampire", hands={A: 4})
    state = do(state, "gravedigger")
    assert state.play[A] == ("golem", "vampire")
    one, two, three, _ = state.hands[A]
    state = do(state, "forger", f"{one} {two}", three)
    assert state.play[A] == ("golem", "vampire", three)


@pytest.mark.rule("TDD-R-47", "TDD-909")
def test_alchimiste_leaves_the_new_card_in_the_same_area():
    state = position(seats=2, play={A: "alchemist golem"}, support={B: "spring"}, discard="king queen")
    state = do(state, "alchemist", "spring", "king")
    assert state.support[B] == ("king",)
    assert state.play[B] == ()


# --- the start -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-704", "TDD-R-55")
@pytest.mark.parametrize("active", [A, B])
def test_both_draw_two_the_active_player_first(active):
    other = 1 - active
    before = laid("start", 2, active=active, deck="king queen judge spy", hands={A: "ring", B: "castle"})
    state, events = run(before)
    assert told(events, "drew") == [(active, 2), (other, 2)]
    assert {"king", "queen"} <= set(state.hands[active])
    assert {"judge", "spy"} <= set(state.hands[other])


@pytest.mark.rule("TDD-704", "TDD-203")
def test_only_the_active_player_readies_in_both_areas():
    mine, theirs = "golem banker", "charter"
    given = dict(play={A: mine, B: theirs}, support={A: "spring executioner", B: "bills"})
    every = "golem banker charter spring executioner bills"
    state = position("start", 2, exhausted=every, **given)
    assert set(state.exhausted) == {"banker", "executioner", "charter", "bills"}
    state = position("start", 2, active=B, exhausted=every, **given)
    assert set(state.exhausted) == {"golem", "banker", "spring", "executioner"}


@pytest.mark.rule("TDD-R-55", "TDD-704")
def test_tokens_of_the_start_are_those_of_the_active_player():
    given = dict(hands={A: "ring", B: "castle"}, tokens={A: (3, 6), B: (1, 3, 6)})
    state = position("start", 2, deck="king queen judge spy village crypt golem", **given)
    assert state.tokens[B] == (1, 3, 6)
    assert kind(state) == "scry 0"
    state = do(state, "judge")  # the Aubaine was Le Roi; one of three is kept, then the second card of the draw
    assert set(state.hands[A]) == {"ring", "king", "judge", "village"}
    assert set(state.hands[B]) == {"castle", "crypt", "golem"}


@pytest.mark.rule("TDD-704", "TDD-R-55")
def test_port_works_at_every_start_step():
    state = position("start", 2, hands={A: 5, B: 4}, play={B: "harbour"})
    assert sizes(state) == (7, 7)
    state = position("start", 2, hands={A: 4, B: 5}, play={A: "harbour"})
    assert sizes(state) == (7, 7)


# --- putting up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-705", "TDD-R-58")
def test_both_put_a_card_up_at_the_same_time_unseen():
    state = position("auction", 2, hands={A: "queen judge", B: "immortal king"})
    pending = GAME.pending(state)
    assert (pending.mode, [ask.seat for ask in pending.asks]) == ("sealed", [A, B])
    half = do(state, "queen")
    assert half.offers == ((), ())
    assert GAME.view(half, B).seen == GAME.view(half.but(sealed=((A, ("judge",)),)), B).seen
    assert "queen" not in repr(GAME.view(half, B).seen.sealed)
    state, events = hear(half, "immortal")
    assert told(events, "put.up.done") == [(A, "queen"), (B, "immortal")]
    for viewer in (None, A, B):
        assert GAME.view(state, viewer).offered() == [(A, "queen"), (B, "immortal")]


@pytest.mark.rule("TDD-R-58", "TDD-R-41")
@pytest.mark.parametrize("collector", [A, B])
def test_a_tax_in_the_duel(collector):
    state = up("vampire", "golem", play={collector: "tax-collector"})
    payer = 1 - collector
    assert kind(state) == f"tax {payer}"
    state = do(state, state.hands[payer][0])
    assert sizes(state)[collector] == 8
    assert kind(state) == "bid.first 1"


@pytest.mark.rule("TDD-R-51", "TDD-R-41")
def test_a_tax_received_in_one_s_own_turn_counts_for_the_rentier():
    """It is neither the draw nor the price."""
    state = up("vampire", "golem", play={A: "tax-collector"})
    state = do(state, state.hands[B][0])
    assert state.gained == 1


@pytest.mark.rule("TDD-R-58", "TDD-911")
def test_requests_bind_in_the_duel_too():
    state = position("auction", 2, hands={A: "queen judge", B: "immortal king"}, requests=((B, "kingdom", A),))
    ask = GAME.pending(state).ask_of(B)
    assert [option.id for option in ask.options] == ["king"]
    assert do(state, "queen", "king").requests == ()


@pytest.mark.rule("TDD-R-59")
def test_one_card_on_offer():
    """A has none and could draw none: the auction is held for B's card, and the loser receives nothing."""
    rest = dict(hands={A: "", B: "immortal king queen"}, spared=(True, False), common="coronation conclave")
    state = position("auction", 2, **rest, play={A: "golem"})
    state, events = hear(state, "immortal")
    assert told(events, "put.up.done") == [(B, "immortal")]
    assert kind(state) == "bid.first 1"
    won, events = hear(state, "1")
    assert told(events, "bid.cannot") == [(A,)]
    won = do(won, "king")
    assert won.play == (("golem",), ("immortal",))
    assert won.support == ((), ())
    free = do(state, "pass")
    assert free.play[A] == ("golem", "immortal")  # nobody has bid: the active player wins
    assert free.support == ((), ())


@pytest.mark.rule("TDD-R-59", "TDD-R-10")
def test_without_a_card_on_offer_the_step_is_skipped():
    state, events = run(laid("auction", 2, hands={A: "", B: ""}, spared=(True, True), play={A: "golem"}))
    assert told(events, "auction.none") == [(A,)]
    assert kind(state) == "effects 0"


# --- bidding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-706")
def test_bids_alternate_beginning_with_the_player_who_is_not_active():
    state = up()
    assert kind(state) == "bid.first 1"
    assert can(state) == {"1", "2", "3", "4", "5", "6", "pass"}
    assert refused(state, "7").rule == "TDD-303"
    state = do(state, "2")
    assert kind(state) == "bid 0"
    assert can(state) == {"3", "4", "5", "6", "pass"}
    state = do(state, "3")
    assert kind(state) == "bid 1"
    assert can(state) == {"4", "5", "6", "pass"}


@pytest.mark.rule("TDD-707")
def test_the_auction_ends_as_soon_as_a_player_passes():
    state, events = hear(up(), "1", "2", "3", "pass")
    assert told(events, "won") == [(B, 3)]
    assert kind(state) == "take 1"
    state, events = hear(up(), "1", "2", "pass")
    assert told(events, "won") == [(A, 2)]


@pytest.mark.rule("TDD-708", "TDD-R-56", "TDD-707")
def test_without_a_bid_the_active_player_wins_unasked():
    state, events = hear(up(play={A: "golem"}), "pass")
    assert told(events, "won") == [(A, 0)]
    assert "bid.made" not in kinds(events)
    assert kind(state) == "take 0"
    hands = state.hands
    state = do(state, "1")
    assert state.play == (("golem", "immortal"), ())
    assert state.support == ((), ("queen",))
    assert state.hands == hands
    assert state.discard == ()


@pytest.mark.rule("TDD-R-56")
def test_a_player_who_cannot_bid_has_passed():
    hands = {A: "judge castle herald", B: "king"}
    state, _ = hear(up(hands=hands))
    assert kind(state) == "take 0"


# --- winning and losing --------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-709", "TDD-710", "TDD-707")
def test_e_05_immortel_and_la_reine():
    """P, not active, put up Immortel; Q, active, La Reine; both hold 7; P bids 3, Q passes."""
    state = up("queen", "immortal", play={A: "golem"})
    assert sizes(state) == (7, 7)
    state = do(state, "3", "pass")
    assert kind(state) == "take 1"
    assert {o.refs for o in asked(state).options} == {("queen", A), ("immortal", B)}
    state = do(state, "0")
    assert kind(state) == "pay.duel 1"
    state = do(state, "king spy ring")
    assert state.play[B] == ("queen",)
    assert sizes(state) == (7, 4)
    assert set(state.discard) == {"king", "spy", "ring"}
    assert state.support[A] == ("immortal",)


@pytest.mark.rule("TDD-709")
def test_the_winner_may_take_the_own_card_and_the_opponent_gets_none_of_the_price():
    state = do(up(play={A: "golem"}), "2", "pass", "1", "king spy")
    assert state.play[B] == ("immortal",)
    assert state.support[A] == ("queen",)
    assert not {"king", "spy"} & set(state.hands[A])


@pytest.mark.rule("TDD-709", "TDD-303")
def test_the_price_is_chosen_by_the_winner():
    state = do(up(play={A: "golem"}), "6", "0")
    ask = asked(state)
    assert (ask.kind, ask.lo, ask.hi, len(ask.options)) == ("pay.duel", 6, 6, 7)
    state = do(state, "king spy ring caravan spring seer")
    assert state.hands[B] == ("bills",)


@pytest.mark.rule("TDD-710", "TDD-R-17")
def test_the_loser_keeps_all_cards():
    """Also those that were bid: a bid is only a number."""
    state = up(play={A: "golem"})
    hand = state.hands[A]
    state = do(state, "1", "5", "6", "0")
    assert state.hands[A] == hand
    state = do(state, "king spy ring caravan spring seer")
    assert state.hands[A] == hand


@pytest.mark.rule("TDD-R-57")
def test_neither_may_decline():
    state = do(up(), "1", "pass")
    assert can(state) == {"0", "1"}
    refused(state, "discard")
    refused(state, "")
    state = do(state, "0", "king")
    assert "place" not in kind(state)
    assert len(state.play[B]) + len(state.support[A]) == 2


@pytest.mark.rule("TDD-R-61", "TDD-902", "TDD-R-42")
def test_a_face_down_card_is_turned_up_after_the_winner_has_chosen():
    hands = {A: "judge castle village", B: "king spy ring"}
    state = position("auction", 2, hands={A: f"queen {hands[A]}", B: f"immortal {hands[B]}"}, play={A: "druid golem"})
    state = do(state, "queen", "immortal")
    assert kind(state) == "face 0"
    assert GAME.view(state, A).offered() == [(A, "queen"), (B, BACK)]  # not before A has decided
    state = do(state, "hidden", "1", "pass")
    assert kind(state) == "take 1"
    assert GAME.view(state, B).offered() == [(A, BACK), (B, "immortal")]
    assert {o.refs for o in asked(state).options} == {(A,), ("immortal", B)}
    state, events = hear(state, "0")
    assert told(events, "turned.up") == [(A, "queen")]
    assert kind(state) == "pay.duel 1"


@pytest.mark.rule("TDD-709", "TDD-401")
def test_commissaire_priseur_in_the_duel():
    state = do(up(support={B: "auctioneer"}), "3", "pass", "0")
    assert asked(state).args[0] == 2


@pytest.mark.rule("TDD-302", "TDD-401")
def test_comptoir_lointain_in_the_duel():
    """Its holder has put a card up in every auction: the opponent opens at two."""
    state = up(support={A: "trading-post"})
    assert can(state) == {"2", "3", "4", "5", "6", "pass"}
    state = up(support={B: "trading-post"})
    assert "1" in can(state)


@pytest.mark.rule("TDD-R-16", "TDD-401")
def test_livre_de_comptes_in_the_duel():
    """The card its holder put up lies in the other's area, acquisition or support."""
    given = dict(hands={A: "judge castle village", B: "king spy ring"}, play={A: "ledger golem"}, deck="apprentice")
    state = do(up(**given), "1", "pass")
    taken = do(state, "0", "king")
    assert "apprentice" in taken.hands[A]
    left = do(state, "1", "king")
    assert "apprentice" not in left.hands[A]
    supported = do(up(**given), "pass", "1")
    assert supported.support[B] == ("queen",)
    assert "apprentice" in supported.hands[A]


# --- effects, end, victory -----------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-711", "TDD-206", "TDD-207")
def test_only_the_active_player_activates_and_must():
    state = position(seats=2, play={A: "golem", B: "charter"}, support={A: "herald", B: "bills"})
    assert can(state) == {"golem", "herald"}
    assert refused(state, "end").rule == "TDD-207"
    state = do(state, "herald")
    assert "end" in can(state)


@pytest.mark.rule("TDD-712", "TDD-R-07")
def test_the_other_player_becomes_active():
    state = do(position(seats=2, play={A: "golem"}), "end")
    assert (state.active, state.turn) == (B, 10)
    state = do(state, state.hands[B][0], state.hands[A][0])
    assert kind(state) == "bid.first 0"


@pytest.mark.rule("TDD-713", "TDD-602", "TDD-604")
def test_victory_and_defeat_are_as_in_the_normal_mode():
    state, _events = hear(position(seats=2, play={A: "vampire golem"}, hands={B: "king"}), "vampire", "!king")
    assert (state.outcome.reason, winners(state)) == ("end.last", [A])
    state = position(seats=2, play={A: "golem"}, tokens={A: (1, 2, 3)}, secret={A: "collector"})
    assert winners(do(state, "golem")) == [A]
    state = position(seats=2, play={A: "herald golem"}, hands={A: 17, B: 17}, common="opulence monopoly")
    assert winners(do(state, "herald")) == [A]


@pytest.mark.rule("TDD-713", "TDD-R-62")
def test_assassin_and_ange_gardien_stay_in():
    state = position(seats=2, play={A: "vampire golem"}, hands={B: "king"}, secret={A: "assassin"})
    state = do(state, "vampire", "!king")
    assert state.outcome.reason == "end.destiny"
    state = position(seats=2, play={A: "vampire golem"}, hands={B: "king"}, secret={A: "angel"}, tokens={A: (2,)})
    state = do(state, "vampire", "!king", "token")
    assert winners(state) == [A]


@pytest.mark.rule("TDD-R-62")
def test_opulence_asks_for_18_in_the_duel():
    state = position(seats=2, play={A: "village golem crypt"}, hands={A: 15}, common="opulence monopoly")
    assert do(state, "village").outcome is None
    state = position(seats=2, play={A: "village golem crypt"}, hands={A: 16}, common="opulence monopoly")
    assert winners(do(state, "village")) == [A]


@pytest.mark.rule("TDD-908", "TDD-R-46")
def test_mage_de_feu_in_the_duel_hits_both():
    state = position(seats=2, play={A: "fire-mage golem"}, hands={A: "judge king", B: "queen spy"})
    state = do(state, "fire-mage", "king", "spy")
    assert state.hands == (("judge",), ("queen",))


@pytest.mark.rule("TDD-709", "TDD-710")
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_duel(seed):
    """I-5: in an auction hands lose two cards and the price, and two cards come into play."""
    state = finished(new("duel", 2, starburst="yes"), seed)
    assert state.outcome is not None
    assert set(BOX.deck(True)) >= {card for pile in (*state.play, *state.support) for card in pile}


def test_passes_end_a_duel_auction():
    assert kind(passes(up())) == "take 0"
