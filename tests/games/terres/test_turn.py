"""The turn: start, auction, effects, end; drawing, readying, mandatory powers, and games without an end."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, told, winners
from thorgames.core.text import Msg
from thorgames.games.terres.cards import TerresBox
from thorgames.games.terres.game import Terres
from thorgames.games.terres.rules import MAX_TURNS

from .table import (
    BOX,
    GAME,
    A,
    B,
    C,
    D,
    anyhow,
    asked,
    begun,
    can,
    do,
    finished,
    hear,
    idle,
    kind,
    laid,
    new,
    passes,
    position,
    refused,
    run,
    sizes,
    steps,
    why,
)


def sold(state, card: str):
    """The state and the events after a card has been put up, was not bid for and is placed."""
    state = passes(do(state, card))
    return hear(state, "place")


@pytest.mark.rule("TDD-201", "TDD-208", "TDD-R-07")
def test_turns_go_clockwise_and_have_four_steps():
    state = position("start", 3, play={A: "golem", B: "spring", C: "charter"}, active=A)
    order = []
    for _ in range(7):
        order.append(state.active)
        assert kind(state) == f"put.up {state.active}"
        state = passes(do(state, asked(state).options[0].id))
        state = do(state, "discard")
        assert kind(state) == f"effects {state.active}"
        turn = state.turn
        state = do(state, "end")
        assert state.turn == turn + 1
    assert order == [A, B, C, A, B, C, A]


@pytest.mark.rule("TDD-201", "TDD-208", "TDD-R-26")
def test_eliminated_players_have_no_turn():
    state = do(position(out=(B, C), play={A: "golem", D: "spring"}), "end")
    assert state.active == D


@pytest.mark.rule("TDD-202")
@pytest.mark.parametrize("seat", [A, B, C, D])
def test_the_active_player_draws_one_card(seat):
    before = laid("start", active=seat)
    state, events = run(before)
    assert told(events, "drew") == [(seat, 1)]
    assert sizes(state) == tuple(6 if other == seat else 5 for other in range(4))
    assert set(state.hands[seat]) - set(before.hands[seat]) == {before.deck[0]}


@pytest.mark.rule("TDD-203", "TDD-402", "TDD-403", "TDD-404")
def test_the_active_player_readies_all_but_single_cards():
    """Activation, mandatory and permanent ones; nobody else's."""
    play = {A: "golem herald immortal executioner", B: "spring ring healer"}
    every = f"{play[A]} {play[B]}"
    state = position("start", play=play, exhausted=every)
    assert set(state.exhausted) == {"executioner", *play[B].split()}
    state = position("start", play=play, exhausted=every, active=B)
    assert set(state.exhausted) == set(play[A].split())


@pytest.mark.rule("TDD-203")
def test_a_frozen_card_only_thaws():
    state = position("start", play={A: "golem spring"}, frozen="golem", exhausted="spring")
    assert (state.exhausted, state.frozen) == (("golem",), ())
    state = position("start", play={A: "golem spring"}, exhausted="golem")
    assert state.exhausted == ()


@pytest.mark.rule("TDD-204", "TDD-R-09")
def test_e_22_an_empty_pile():
    before = laid("start", 3, hands={A: 5, B: 5}, rest=C, discard="judge king queen spy ring")
    state, events = run(before)
    assert told(events, "renewed") == [(5,)]
    assert (len(state.deck), state.discard, sizes(state)[A]) == (4, (), 6)
    assert set(state.deck) < {"judge", "king", "queen", "spy", "ring"}
    assert len({"judge", "king", "queen", "spy", "ring"} & set(state.hands[A])) == 1


@pytest.mark.rule("TDD-204", "TDD-R-09")
def test_the_discards_are_shuffled():
    before, _ = GAME._run(laid("start", 3, hands={A: 5, B: 5}, rest=C, discard="judge king queen spy ring"))
    ask = asked(before)
    assert (ask.kind, ask.seat, len(ask.options)) == ("shuffle", -1, 5)
    state = GAME.apply(before, -1, ("4", "0", "1", "2", "3")).state
    assert "ring" in state.hands[A]


@pytest.mark.rule("TDD-204", "TDD-R-09")
def test_a_draw_of_several_goes_on_after_a_shuffle():
    hands = {A: "judge king", B: 5}
    state = position(seats=3, play={A: "market golem"}, hands=hands, rest=C, deck="queen", discard="spy ring")
    after = do(state, "market", "judge")
    assert set(after.hands[A]) >= {"king", "queen"}
    assert len(after.hands[A]) == 3
    assert len(after.deck) == 2
    assert after.discard == ()


@pytest.mark.rule("TDD-204", "TDD-R-09")
def test_nothing_is_shuffled_before_a_card_is_needed():
    state = position("start", 3, hands={A: 5, B: 5}, rest=C, deck="queen", discard="spy ring")
    assert (state.deck, state.discard) == ((), ("spy", "ring"))


@pytest.mark.rule("TDD-R-09", "TDD-R-10")
def test_nothing_is_drawn_where_there_is_nothing():
    state, events = run(laid("start", 3, hands={A: "judge king", B: 5}, rest=C))
    assert "drew" not in kinds(events)
    assert state.hands[A] == ("judge", "king")
    assert kind(state) == "put.up 0"


@pytest.mark.rule("TDD-205")
def test_one_card_of_the_hand_is_put_up():
    state = position("auction", hands={A: "judge king spy"})
    assert kind(state) == "put.up 0"
    assert can(state) == {"judge", "king", "spy"}
    assert (asked(state).lo, asked(state).hi) == (1, 1)
    refused(state, "")
    refused(state, "judge king")
    after, events = hear(state, "judge")
    assert told(events, "put.up.done") == [(A, "judge")]
    assert after.offers[A] == ("judge",)


@pytest.mark.rule("TDD-205", "TDD-R-10")
def test_also_the_only_card_is_put_up():
    """Nobody is asked about it, and nobody is out before the sale is over."""
    state, events = run(laid("auction", 3, hands={A: "judge"}))
    assert told(events, "put.up.done") == [(A, "judge")]
    assert kind(state) == "bid.first 1"
    assert state.hands[A] == ()


@pytest.mark.rule("TDD-R-10")
def test_without_a_card_the_auction_is_skipped_and_the_effects_take_place():
    """Possible only when no card could be drawn: the player has been spared."""
    given = dict(hands={A: "", B: 5}, rest=C, play={A: "golem"}, spared=(True, False, False))
    state, events = run(laid("start", 3, **given))
    assert told(events, "auction.none") == [(A,)]
    assert kind(state) == "effects 0"
    assert do(state, "golem").tokens[A] == (4,)


@pytest.mark.rule("TDD-R-11")
def test_the_card_on_offer_is_in_a_zone_of_its_own():
    state = do(position("auction", 3, hands={A: "judge king spy"}, play={A: "castle"}), "judge")
    assert state.hands[A] == ("king", "spy")
    assert state.offers == (("judge",), (), ())
    assert state.play[A] == ("castle",)
    assert state.discard == ()
    assert GAME.view(state, B).size(A) == 2
    # It does not count for the hand: the seller bids from the two cards that are left.
    state = do(state, "pass", "pass")
    assert kind(state) == "bid.first 0"
    assert can(state) == {"1", "pass"}


@pytest.mark.rule("TDD-206")
def test_powers_are_activated_in_any_order_by_exhausting_the_cards():
    play = "golem banker herald charter"
    state = position(play={A: play, B: "spring"})
    assert can(state) == {"golem", "banker", "herald", "charter"}
    for order in (play.split(), play.split()[::-1]):
        after = state
        for card in order:
            assert card in can(after)
            after = do(after, card)
            assert card in after.exhausted
        assert kind(after) == "effects 0"  # the Token 5 of the Héraut is left
        assert after.tokens[A] == (2, 4, 5)


@pytest.mark.rule("TDD-206")
def test_the_effects_come_after_the_auction_only():
    state = position("auction", hands={A: "judge king"}, play={A: "golem"})
    assert kind(state) == "put.up 0"
    refused(state, "golem")
    state = do(state, "judge")
    while not kind(state).startswith("effects"):
        assert not kind(state).startswith("effects")
        state = do(state, "place" if kind(state).startswith("place") else "pass")
    assert "golem" in can(state)


@pytest.mark.rule("TDD-206", "TDD-R-34")
def test_only_the_own_cards_of_the_active_player():
    state = position(active=B, play={A: "golem", B: "spring", C: "charter"})
    assert kind(state) == "effects 1"
    assert can(state) == {"spring", "end"}
    for seat in (A, C, D):
        refused(state, "golem", seat)


@pytest.mark.rule("TDD-206")
def test_without_anything_to_do_the_step_is_skipped():
    state = passes(do(position("auction", hands={A: "judge king"}), "judge"))
    assert state.active == A
    state = do(state, "discard")
    assert (state.active, kind(state)) == (B, "put.up 1")


@pytest.mark.rule("TDD-207", "TDD-403", "TDD-R-33")
def test_a_mandatory_power_must_be_activated():
    state = position(play={A: "herald golem"})
    assert "end" not in can(state)
    assert why(state)["end"] == ("why.duty", "TDD-207")
    assert refused(state, "end").rule == "TDD-207"
    state = do(state, "golem")
    assert can(state) == {"herald"}
    state = do(state, "herald")
    assert "herald" in state.exhausted
    assert "end" in can(state)
    assert do(state, "end").active == B


@pytest.mark.rule("TDD-207", "TDD-206")
def test_an_exhausted_mandatory_card_is_no_duty():
    assert "end" in can(position(play={A: "herald golem"}, exhausted="herald"))


@pytest.mark.rule("TDD-207", "TDD-R-32")
def test_a_mandatory_power_that_cannot_be_used_is_exhausted_at_the_end():
    """Nobody holds the two cards that Anneau de valeur demands."""
    given = dict(hands={A: 5, B: "king", C: "judge"}, play={A: "ring golem"}, seats=3)
    state = position(**given)
    assert can(state) == {"golem", "end"}
    assert why(state)["ring"] == ("why.demands", "TDD-R-31")
    state, events = hear(state, "end")
    assert told(events, "idle") == [(A, "ring")]
    assert "ring" in state.exhausted
    assert "ring" in state.play[A]
    assert state.active == B


@pytest.mark.rule("TDD-R-33")
def test_a_mandatory_power_at_any_moment_and_to_the_last_card():
    given = dict(seats=3, play={A: "ghoul golem"}, hands={A: "king", B: "judge spy", C: 5})
    state = position(**given)
    assert can(state) == {"ghoul", "golem"}
    first = do(state, "ghoul", "1", "!spy")
    assert first.out[A]
    assert first.active == B
    second = do(do(state, "golem"), "ghoul", "1", "!spy")
    assert second.out[A]
    assert set(second.discard) == {"spy", "king", "ghoul", "golem"}


@pytest.mark.rule("TDD-R-08", "TDD-503")
def test_the_order_of_the_start_step():
    """Token 1, Token 3, the draw with Token 6, readying."""
    before = laid(
        "start", hands={A: "judge king"}, deck="queen spy ring village", tokens={A: (1, 3, 6)}, play={A: "golem"},
        exhausted="golem",
    )  # fmt: skip
    state, events = run(before)
    assert kind(state) == "cursed 0"
    assert "golem" in state.exhausted
    state, events = hear(state, "king")
    assert kinds(events) == ["token.used", "discarded", "token.used", "drew", "token.used"]
    assert [args[1] for args in told(events, "token.used")] == [1, 3, 6]
    assert kind(state) == "scry 0"
    assert state.peeked[A] == ("spy", "ring", "village")
    assert "golem" in state.exhausted
    state, events = hear(state, "ring")
    assert state.hands[A] == ("judge", "queen", "ring")
    assert "golem" not in state.exhausted
    assert kind(state) == "put.up 0"


@pytest.mark.rule("TDD-R-54")
def test_how_many_cards_the_tokens_of_the_start_step_are_about_is_read_from_the_card_file():
    toml = BOX.toml
    for old in ('automatic", effect = ["discard(you, 1, choice)', 'automatic", effect = ["draw(you, 1'):
        assert toml.count(old) == 1
        toml = toml.replace(old, old.replace("1", "2"))
    game = Terres(TerresBox(toml, "mine.toml"))
    state, _ = game._run(laid("start", hands={A: "judge king golem"}, deck="queen spy ring", tokens={A: (1, 3)}))
    (ask,) = game.pending(state).asks
    assert (ask.kind, ask.lo, ask.hi) == ("cursed", 2, 2)
    assert game.speaker(["Ann", "Bob", "Cid", "Dag"]).plain(Msg(ask.kind, ask.args)) == "Token 1: discard 2 cards."
    state = game.apply(state, A, ("judge", "king")).state
    assert sorted(state.hands[A]) == ["golem", "queen", "ring", "spy"]


@pytest.mark.rule("TDD-R-08", "TDD-R-22")
def test_the_curse_can_eliminate_before_the_windfall():
    state, events = run(laid("start", hands={A: "judge"}, tokens={A: (1, 3)}, deck="queen"))
    assert told(events, "eliminated") == [(A,)]
    assert state.active == B
    assert "queen" in state.hands[B]


@pytest.mark.rule("TDD-R-08", "TDD-R-22", "TDD-R-29")
def test_a_check_follows_drawing_and_readying():
    """Opulence is fulfilled by the draw; golem has been readied by then."""
    before = laid("start", 3, hands={A: 14}, common="opulence monopoly", play={A: "golem"}, exhausted="golem")
    state, events = run(before)
    assert state.outcome.reason == "end.destiny"
    assert winners(state) == [A]
    assert state.exhausted == ()
    assert not any(kind_.startswith("put.up") for kind_ in kinds(events))


@pytest.mark.rule("TDD-R-08", "TDD-R-22")
def test_a_check_follows_the_windfall():
    """The fifteenth card fulfils Opulence before the draw."""
    state, events = run(laid("start", 3, hands={A: 14}, tokens={A: (3,)}, common="opulence monopoly"))
    assert winners(state) == [A]
    assert told(events, "drew") == [(A, 1)]


@pytest.mark.rule("TDD-R-68")
@pytest.mark.parametrize("first", ["1", "3"])
def test_the_start_step_is_complete_in_the_first_turn(first):
    state = begun(first=first)
    assert state.turn == 1
    assert sizes(state)[state.active] == 7
    assert asked(state).kind == "put.up"


@pytest.mark.rule("TDD-R-69")
def test_a_saved_player_s_turn_goes_on():
    """The Goule takes A's last card; an own Token 2 saves A, who goes on with the effects."""
    state = position(play={A: "ghoul golem"}, hands={A: "king", B: "judge spy"}, tokens={A: (2,)}, deck="queen")
    state, events = hear(state, "ghoul", "1", "!spy")
    assert told(events, "saved.token") == [(A,)]
    assert state.hands[A] == ("queen",)
    assert kind(state) == "effects 0"
    assert can(state) == {"golem", "end"}


@pytest.mark.rule("TDD-R-69")
def test_saving_another_ends_nothing():
    state = position(play={A: "vampire golem"}, hands={B: "judge"}, tokens={C: (2,)}, deck="queen")
    state = do(state, "vampire", "1", "!judge")
    assert kind(state) == "rescue 2"
    state = do(state, "token")
    assert kind(state) == "effects 0"
    assert state.hands[B] == ("queen",)


@pytest.mark.rule("TDD-208")
def test_what_lasts_for_a_turn_ends_with_it():
    state = position("start", 3, acts=("golem",), repeated=("queen",), lich=(1,), lively=True)
    assert (state.acts, state.repeated, state.lich, state.lively, state.gained) == ((), (), (), False, 0)


@pytest.mark.rule("TDD-R-63")
@pytest.mark.parametrize(("mode", "seats"), [("normal", 3), ("normal", 6)])
def test_an_endless_game_ends_without_a_winner(mode, seats):
    """Everybody declines and discards: cards are drawn and thrown away for ever."""
    assert MAX_TURNS == 300
    state = finished(new(mode, seats, first="1"), 1, idle)
    assert (state.outcome.reason, state.turn) == ("end.turns", 300)
    assert winners(state) == []
    assert GAME.pending(state) is None


@pytest.mark.rule("TDD-R-63")
def test_the_last_turn_is_played_to_its_end():
    state = position(turn=300, play={A: "golem"})
    assert kind(state) == "effects 0"
    assert position(turn=299, play={A: "golem"}).turn == 299
    assert do(position(turn=299, play={A: "golem", B: "spring"}), "end").turn == 300
    state = do(state, "end")
    assert state.outcome.reason == "end.turns"


def all_in_play(**fields):
    """A duel at the start of a turn with every card in the support areas; Destinies count none of them."""
    deck = BOX.deck(True)
    zone = {seat: " ".join(deck[seat::2]) for seat in range(2)}
    return laid("start", 2, turn=10, hands={A: 0, B: 0}, support=zone, spared=(True, True), **fields)


@pytest.mark.rule("TDD-R-63")
@pytest.mark.parametrize("seed", range(5))
def test_a_game_with_all_cards_in_play_ends_after_three_rounds_without_a_winner(seed):
    """Nobody has a card, and none can be drawn any more, whatever powers are used."""
    state = run(all_in_play(secret={A: "surveyor", B: "scholar"}))[0]
    turns = [before.turn for before, *_ in steps(state, seed)]
    state = finished(state, seed)
    assert (state.outcome.reason, winners(state)) == ("end.barren", [])
    assert sorted(set(turns)) == [10, 11, 12, 13, 14, 15]
    assert all(not zone for zone in (state.deck, state.discard, *state.hands))


@pytest.mark.rule("TDD-R-63", "TDD-601")
def test_until_then_tokens_can_still_win_it():
    """The Collectionneur needs no cards."""
    reasons = {finished(run(all_in_play(secret={A: "collector"}))[0], seed).outcome.reason for seed in range(12)}
    assert "end.destiny" in reasons


@pytest.mark.rule("TDD-R-63")
def test_one_card_in_a_pile_is_enough_to_go_on():
    deck = BOX.deck(True)[1:]
    zone = {seat: " ".join(deck[seat::2]) for seat in range(2)}
    state = run(laid("start", 2, hands={A: 0, B: 0}, support=zone, spared=(True, True), barren=5))[0]
    assert state.barren == 0


@pytest.mark.rule("TDD-201", "TDD-205", "TDD-206")
def test_the_steps_come_in_this_order_in_whole_games():
    order = {
        "cursed": 0,
        "scry": 0,
        "put.up": 1,
        "bid": 2,
        "bid.first": 2,
        "pay": 3,
        "deal": 3,
        "place": 4,
        "effects": 5,
    }
    for seed in range(3):
        turn, at = 0, 0
        for before, ask, _, _ in steps(begun(starburst="yes", seed=seed), seed, anyhow):
            if before.turn > turn:
                turn, at = before.turn, 0
            if ask.kind in order and not (ask.kind == "scry" and at):
                assert order[ask.kind] >= at
                at = order[ask.kind]


def test_every_mandatory_card_is_meant():
    assert [card for card in BOX.cards if BOX.kind_of[card] == "mandatory"] == ["herald", "ring", "ghoul", "reaper"]
