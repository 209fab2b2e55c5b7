"""Auctions of the normal mode: bids, passing, paying, placing, and what is not looked at until they are over."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told, winners

from .table import GAME, A, B, C, D, asked, can, do, hear, kind, laid, passes, position, refused, run, sizes, why


def up(card: str = "judge", seats: int = 4, **given):
    """A has put a card up; hands are of 5 besides it unless given."""
    given.setdefault("hands", {})
    given["hands"].setdefault(A, f"{card} castle herald ledger banker crypt")
    return do(position("auction", seats, **given), card)


def bidders(state, *said: str) -> list[int]:
    """Who is asked to bid, one after the other, until the bidding ends."""
    order = []
    words = list(said)
    while kind(state).startswith("bid"):
        order.append(asked(state).seat)
        state = do(state, words.pop(0) if words else "pass")
    return order


@pytest.mark.rule("TDD-301", "TDD-R-12")
def test_bids_go_clockwise_from_the_seller_s_left_and_the_seller_speaks_last():
    assert bidders(up()) == [B, C, D, A]
    state = position("auction", active=C)
    assert bidders(do(state, state.hands[C][0])) == [D, A, B, C]


@pytest.mark.rule("TDD-301")
def test_only_remaining_players_bid():
    assert bidders(up(out=(C,))) == [B, D, A]


@pytest.mark.rule("TDD-301", "TDD-R-15")
def test_the_seller_bids_too_and_may_open():
    state = do(up(), "pass", "pass", "pass")
    assert kind(state) == "bid.first 0"
    assert can(state) == {"1", "2", "3", "4", "pass"}
    state = do(state, "1")
    assert kind(state) == "bid 1"  # the others get a new round
    assert bidders(state) == [B, C, D]


@pytest.mark.rule("TDD-302", "TDD-R-14")
def test_the_first_bid_is_one_at_least_and_later_ones_are_higher():
    state = up()
    assert can(state) == {"1", "2", "3", "4", "pass"}
    for wrong in ("0", "-1", "1 2", "1.5", "5", ""):
        refused(state, wrong)
    state = do(state, "2")
    assert can(state) == {"3", "4", "pass"}
    for wrong in ("1", "2"):
        refused(state, wrong)
    state = do(state, "4")
    assert kind(state) == "pay 2"  # nobody can go higher: the rest pass by themselves


@pytest.mark.rule("TDD-303", "TDD-R-14")
@pytest.mark.parametrize("held", [2, 3, 5, 9])
def test_nobody_may_bid_all_the_cards_of_the_hand(held):
    state = up(hands={B: held})
    assert kind(state) == "bid.first 1"
    assert can(state) == {"pass", *(str(n) for n in range(1, held))}
    assert refused(state, str(held)).rule == "TDD-303"
    assert why(state)[str(held)] == ("why.hand", "TDD-303")


@pytest.mark.rule("TDD-303", "TDD-309", "TDD-R-14")
def test_e_07_with_one_card_there_is_no_legal_bid():
    state, events = hear(position("auction", hands={A: "judge king spy", B: "queen"}), "judge")
    assert told(events, "bid.cannot") == [(B,)]
    assert kind(state) == "bid.first 2"
    assert B not in bidders(do(state, "1"))


@pytest.mark.rule("TDD-304", "TDD-R-13")
def test_the_card_is_sold_when_a_round_has_passed_without_a_raise():
    state, events = hear(up(), "1", "2", "pass", "pass", "pass")
    assert told(events, "won") == [(C, 2)]
    assert kind(state) == "pay 2"


@pytest.mark.rule("TDD-304", "TDD-R-13")
def test_a_pass_is_not_final():
    """B passes, C opens, D raises, and B may come in again."""
    state = do(up(), "pass", "1", "2", "pass")
    assert kind(state) == "bid 1"
    assert can(state) == {"3", "4", "pass"}
    state = do(state, "3", "pass", "pass", "pass")
    assert kind(state) == "pay 1"


@pytest.mark.rule("TDD-R-13")
def test_the_standing_bidder_is_never_asked():
    assert bidders(up(), "1") == [B, C, D, A]
    assert bidders(up(), "pass", "1") == [B, C, D, A, B]
    assert bidders(up(), "pass", "pass", "pass", "1") == [B, C, D, A, B, C, D]


@pytest.mark.rule("TDD-R-13")
def test_without_a_bid_everybody_is_asked_once():
    state = up()
    assert bidders(state) == [B, C, D, A]
    assert kind(passes(state)) == "place 0"


@pytest.mark.rule("TDD-R-14")
def test_a_bid_cannot_be_taken_back():
    state = do(up(), "2")
    refused(state, "pass", B)
    refused(state, "3", B)
    assert (state.auction.bidder, state.auction.bid) == (B, 2)


@pytest.mark.rule("TDD-R-14")
def test_where_the_bidding_is_over_by_itself():
    """Nobody else can bid: the only one who can has the card at once."""
    state, events = hear(up(hands={A: "judge king", C: 1, D: 1}), "1")
    assert told(events, "bid.cannot") == [(C,), (D,), (A,)]
    assert kind(state) == "pay 1"


@pytest.mark.rule("TDD-305", "TDD-308", "TDD-R-17")
def test_e_04_another_player_buys():
    """Voyante at 2: A holds 7, B holds 4, B may place it."""
    hands = {A: "seer castle herald ledger banker crypt", B: "judge king queen spy ring village"}
    state = passes(do(up("seer", hands=hands), "2"))
    assert kind(state) == "pay 1"
    ask = asked(state)
    assert (ask.lo, ask.hi, can(state)) == (2, 2, set(hands[B].split()))
    for wrong in ("judge", "judge king queen", "seer castle"):
        refused(state, wrong)
    state = do(state, "king village")
    assert (sizes(state)[A], sizes(state)[B]) == (7, 4)
    assert {"king", "village"} <= set(state.hands[A])
    assert kind(state) == "place 1"
    state = do(state, "place")
    assert state.play[B] == ("seer",)


@pytest.mark.rule("TDD-305", "TDD-R-18")
def test_a_buyer_may_decline_and_the_payment_stands():
    state = passes(do(up(hands={B: "king queen spy"}), "1"))
    assert kind(do(state, "king")) == "place 1"
    after, events = hear(state, "king", "discard")
    assert told(events, "declined") == [(B, "judge")]
    assert after.discard[0] == "judge"
    assert after.play[B] == ()
    assert "king" in after.hands[A]
    assert sizes(after)[A] == 6


@pytest.mark.rule("TDD-306")
def test_e_01_nobody_bids_for_the_juge():
    state = passes(up())
    assert kind(state) == "place 0"
    assert can(state) == {"place", "discard"}
    hand = state.hands[A]
    placed = do(state, "place")
    assert placed.play[A] == ("judge",)
    assert placed.hands[A] == hand
    thrown = do(state, "discard")
    assert thrown.discard == ("judge",)
    assert thrown.play[A] == ()
    assert thrown.hands[A] == hand


@pytest.mark.rule("TDD-307", "TDD-R-19")
def test_e_02_a_seller_buys_espionne_at_3():
    state = do(up("spy"), "1", "2", "pass", "3", "pass", "pass", "pass")
    receivers = []
    for card in ("castle", "herald", "ledger"):
        assert asked(state).kind == "deal"
        receivers.append(asked(state).args[0])
        state, events = hear(state, card)
        assert told(events, "given") == [(A, receivers[-1], 1)]
    assert receivers == [B, C, D]
    assert sizes(state) == (2, 6, 6, 6)
    assert ("castle" in state.hands[B], "herald" in state.hands[C], "ledger" in state.hands[D]) == (True,) * 3
    assert kind(state) == "place 0"
    assert do(state, "place").play[A] == ("spy",)


@pytest.mark.rule("TDD-307", "TDD-R-19")
def test_e_03_with_three_players_the_first_gets_two():
    state = do(passes(do(up("spy", 3), "pass", "pass", "3")), "castle", "herald", "ledger")
    assert sizes(state) == (2, 7, 6)
    assert {"castle", "ledger"} <= set(state.hands[B])
    assert "herald" in state.hands[C]


@pytest.mark.rule("TDD-R-19")
def test_eliminated_players_are_dealt_nothing():
    state = do(passes(do(up("spy", out=(C,)), "pass", "pass", "3")), "castle", "herald", "ledger")
    assert {"castle", "ledger"} <= set(state.hands[B])
    assert "herald" in state.hands[D]
    state = do(passes(do(up("spy", out=(B, C)), "pass", "2")), "castle", "herald")
    assert {"castle", "herald"} <= set(state.hands[D])


@pytest.mark.rule("TDD-R-19")
def test_each_card_dealt_is_chosen_when_its_receiver_is_due():
    state = passes(do(up("spy"), "pass", "pass", "pass", "2"))
    assert asked(state).args == (B, 2)
    assert can(state) == {"castle", "herald", "ledger", "banker", "crypt"}
    state = do(state, "banker")
    assert asked(state).args == (C, 1)
    assert can(state) == {"castle", "herald", "ledger", "crypt"}


@pytest.mark.rule("TDD-308")
def test_the_price_goes_to_the_seller_alone():
    state = passes(do(up(hands={B: "king queen spy ring"}), "pass", "pass", "3"))
    assert kind(state) == "pay 3"
    before = sizes(state)
    after = do(state, " ".join(state.hands[D][:3]))
    assert sizes(after) == (before[A] + 3, before[B], before[C], before[D] - 3)
    assert after.discard == ()


@pytest.mark.rule("TDD-309", "TDD-303")
def test_paying_never_takes_the_last_card():
    """The highest bids of all: one card is left to everybody who pays."""
    state = do(up(hands={B: "king queen spy"}), "2", "pass", "pass", "pass", "king queen")
    assert state.hands[B] == ("spy",)
    state = do(passes(do(up("spy"), "pass", "pass", "pass", "4")), "castle", "herald", "ledger", "banker")
    assert state.hands[A] == ("crypt",)


@pytest.mark.rule("TDD-R-16", "TDD-R-17")
def test_the_order_of_an_auction():
    """Put up, tax, bids, turned up, payment, placing, Livre de comptes, then the Check."""
    state = position(
        "auction", 3, hands={A: "vampire king spy"}, play={A: "druid ledger", C: "tax-collector"}, deck="queen village"
    )
    events = []
    for said in ("vampire", "hidden", "king", "1", "pass", None, "place"):
        if said is None:
            said = state.hands[B][0]
        state, more = hear(state, said)
        events += more
    assert kinds(events)[:13] == [
        "put.hidden", "taxed", "given", "bid.made", "bid.passed", "bid.cannot", "turned.up", "won", "given", "placed",
        "drew", "turn", "drew",
    ]  # fmt: skip
    assert "queen" in state.hands[A]


@pytest.mark.rule("TDD-R-16", "TDD-R-21")
def test_hands_change_only_at_the_named_moments():
    """A bid is only a number: no card is set aside during the bidding."""
    state = up()
    before = state.hands
    while kind(state).startswith("bid"):
        state = do(state, "1" if "1" in can(state) else "pass")
        assert state.hands == before


@pytest.mark.rule("TDD-R-17")
def test_the_seller_has_the_payment_before_the_buyer_places():
    state = do(passes(do(up(hands={B: "king queen spy"}), "2")), "king queen")
    assert kind(state) == "place 1"
    assert {"king", "queen"} <= set(state.hands[A])


@pytest.mark.rule("TDD-R-20", "TDD-206")
def test_an_acquired_card_can_be_used_at_once():
    state = do(passes(up("golem")), "place")
    assert kind(state) == "effects 0"
    assert can(state) == {"golem", "end"}
    assert do(state, "golem").tokens[A] == (4,)


@pytest.mark.rule("TDD-R-20", "TDD-207")
def test_a_mandatory_card_just_acquired_must_be_used():
    state = do(passes(up("herald", hands={A: "herald king queen"})), "place")
    assert can(state) == {"herald"}


@pytest.mark.rule("TDD-R-20")
def test_who_is_not_active_has_to_wait():
    state = do(passes(do(up("golem", hands={B: "king queen spy"}), "1")), "king", "place")
    assert state.play[B] == ("golem",)
    assert kind(state) == "put.up 1"
    assert "golem" not in state.exhausted


@pytest.mark.rule("TDD-R-21")
def test_a_seller_without_cards_is_judged_only_after_the_payment():
    given = dict(hands={A: "judge", B: "king queen spy"}, seats=3)
    state, events = run(laid("auction", **given), "1", "pass")
    assert sizes(state)[A] == 0
    assert not state.out[A]
    paid = do(state, "king", "place")
    assert not paid.out[A]
    assert paid.hands[A] == ("king",)
    # Without a buyer the last card is gone, and so is the seller.
    _unsold, events = run(laid("auction", **given), "pass", "pass", "place")
    assert told(events, "eliminated") == [(A,)]


@pytest.mark.rule("TDD-R-21", "TDD-R-41")
def test_a_tax_may_take_the_last_card_and_is_judged_after_the_sale():
    given = dict(hands={A: "golem king", B: "judge spy queen"}, play={C: "tax-collector"}, seats=3)
    state, _ = run(laid("auction", **given), "golem")
    assert sizes(state)[A] == 0
    assert "king" in state.hands[C]
    paid = do(state, "1", "pass", "judge", "place")
    assert not paid.out[A]
    _lost, events = hear(state, "pass", "pass", "discard")
    assert told(events, "eliminated") == [(A,)]


@pytest.mark.rule("TDD-R-21", "TDD-R-22", "TDD-R-66")
def test_no_destiny_is_looked_at_during_an_auction():
    """A holds 15 cards for a moment only: the price takes some away before the Check."""
    given = dict(hands={A: 15, B: 5, C: 5}, common="opulence monopoly", seats=3)
    state = position("auction", **given)
    assert state.outcome is None
    state = do(state, state.hands[A][0])
    assert sizes(state)[A] == 14
    state = do(state, "1", "pass", "pass")
    state = do(state, state.hands[B][0])
    assert (sizes(state)[A], kind(state)) == (15, "place 1")
    assert state.outcome is None
    state = do(state, "discard")
    assert winners(state) == [A]


@pytest.mark.rule("TDD-R-66", "TDD-R-29", "TDD-601")
def test_a_destiny_is_fulfilled_in_another_player_s_turn():
    """B buys a fourth Kingdom card in A's turn."""
    state = passes(do(up(play={B: "king queen spy"}, common="coronation monopoly"), "1"))
    state = do(do(state, state.hands[B][0]), "place")
    assert state.outcome.reason == "end.destiny"
    assert winners(state) == [B]


# --- permanent powers about auctions -------------------------------------------------------------------------------


@pytest.mark.rule("TDD-302", "TDD-R-14", "TDD-401")
def test_comptoir_lointain_asks_for_two_to_open():
    given = dict(play={A: "trading-post"}, hands={B: 2})
    state, events = hear(position("auction", **given))
    state, events = hear(state, state.hands[A][0])
    assert told(events, "bid.cannot") == [(B,)]
    assert kind(state) == "bid.first 2"
    assert can(state) == {"2", "3", "4", "pass"}
    raised = do(state, "2")
    assert can(raised) == {"3", "4", "pass"}
    own = do(state, "pass", "pass")
    assert kind(own) == "bid.first 0"
    assert "1" in can(own)  # the holder may open at 1
    assert "2" in can(do(own, "1"))


@pytest.mark.rule("TDD-302", "TDD-401")
def test_comptoir_lointain_matters_only_where_its_holder_sells():
    state = up(play={B: "trading-post"})
    assert "1" in can(state)


@pytest.mark.rule("TDD-307", "TDD-308", "TDD-401", "TDD-R-17")
@pytest.mark.parametrize(("bid", "price"), [("1", 1), ("2", 1), ("3", 2), ("4", 3)])
def test_commissaire_priseur_saves_a_card_from_two_on(bid, price):
    """Legal bids are unchanged."""
    state = up(play={B: "auctioneer"})
    assert can(state) == {"1", "2", "3", "4", "pass"}
    state = passes(do(state, bid))
    assert (asked(state).kind, asked(state).lo) == ("pay", price)
    own = do(up("spy", play={A: "auctioneer"}), "pass", "pass", "pass", bid)
    own = passes(own)
    assert asked(own).args == (B, price)


@pytest.mark.rule("TDD-308", "TDD-401", "TDD-R-16")
def test_livre_de_comptes_pays_when_the_card_is_in_another_s_play_area():
    given = dict(play={A: "ledger"}, deck="queen", hands={A: "judge king spy", B: "village ring"})
    state = passes(do(up(**given), "1"))
    placed, events = hear(state, "ring", "place")
    assert told(events, "drew")[0] == (A, 1)
    assert "queen" in placed.hands[A]
    declined, events = hear(state, "ring", "discard")
    assert "queen" not in declined.hands[A]
    unsold = do(passes(up(**given)), "place")
    assert "queen" not in unsold.hands[A]


@pytest.mark.rule("TDD-301")
def test_the_bidding_is_a_matter_of_the_whole_table():
    """No hand need be opened for it."""
    state = up()
    assert GAME.pending(state).mode == "deal"
