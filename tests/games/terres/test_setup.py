"""Setting up: piles, Destinies, hands, Tokens, who begins; players and options."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.common import told
from thorgames.core.ask import CHANCE
from thorgames.core.errors import SetupError
from thorgames.core.zones import BACK

from .table import BOX, GAME, SETUPS, asked, begun, hear, kind, new, sizes

every_setup = pytest.mark.parametrize(("mode", "seats", "options"), SETUPS)


def shuffles(state):
    """The piles that chance is asked to shuffle, in order."""
    seen = []
    while asked(state).seat == CHANCE:
        ask = asked(state)
        if ask.kind == "shuffle":
            seen.append((ask.args[0], len(ask.options)))
        state = GAME.apply(state, CHANCE, tuple(str(n) for n in range(ask.lo))).state
    return seen, state


@pytest.mark.rule("TDD-101", "TDD-R-05")
@every_setup
def test_three_piles_are_shuffled_each_by_itself(mode, seats, options):
    seen, _ = shuffles(new(mode, seats, first="1", **options))
    assert seen == [("deck", 56 if options else 44), ("commons", 6), ("secrets", 8)]


@pytest.mark.rule("TDD-101")
def test_the_piles_lie_face_down():
    state = begun()
    for viewer in (None, 0, 1, 2, 3):
        seen = GAME.view(state, viewer).seen
        assert set(seen.deck) == set(seen.commons) == set(seen.secrets) == {BACK}


@pytest.mark.rule("TDD-101", "TDD-R-05")
def test_each_order_of_a_pile_gives_its_own_game():
    """What chance answers is what lies there: the same answers give the same game, others another."""
    state = new(first="1")
    one = shuffles(state)[1]
    assert shuffles(state)[1] == one
    turned = GAME.apply(state, CHANCE, tuple(str(n) for n in reversed(range(44)))).state
    assert shuffles(turned)[1].hands != one.hands
    assert shuffles(turned)[1].common == one.common


@pytest.mark.rule("TDD-102", "TDD-R-06")
def test_starburst_cards_are_left_out_unless_wanted():
    setting = GAME.settings("normal", 4)[0]
    assert (setting.id, setting.default) == ("starburst", "no")
    assert GAME.setup("normal", 4).options["starburst"] == "no"
    for options in ({}, {"starburst": "no"}):
        state = begun(**options)
        assert all(BOX.cards[card].kind == "card" for card in GAME.all_cards(state)["game"])
    assert len(GAME.all_cards(begun(starburst="yes"))["game"]) == 56


@pytest.mark.rule("TDD-103")
def test_two_common_destinies_are_revealed():
    pairs = set()
    for seed in range(30):
        state = begun(seed=seed)
        assert len(state.common) == 2
        assert set(state.common) <= set(BOX.destinies("common"))
        for viewer in (None, 0, 1, 2, 3):
            assert GAME.view(state, viewer).seen.common == state.common
        pairs.add(frozenset(state.common))
    assert len(pairs) > 10


@pytest.mark.rule("TDD-104", "TDD-802")
@every_setup
def test_each_player_has_a_secret_destiny_that_nobody_else_sees(mode, seats, options):
    state = begun(mode, seats, **options)
    own = [secret for (secret,) in state.secret]
    assert len(set(own)) == seats
    assert set(own) <= set(BOX.destinies("secret"))
    for viewer in (None, *range(seats)):
        seen = GAME.view(state, viewer).seen.secret
        assert seen == tuple((one,) if seat == viewer else (BACK,) for seat, one in enumerate(own))


@pytest.mark.rule("TDD-105")
@every_setup
def test_unused_destinies_stay_in_the_box_unseen(mode, seats, options):
    state = begun(mode, seats, **options)
    assert (len(state.commons), len(state.secrets)) == (4, 8 - seats)
    assert 2 + seats + len(state.commons) + len(state.secrets) == 14
    for viewer in (None, *range(seats)):
        seen = GAME.view(state, viewer).seen
        assert set(seen.commons) | set(seen.secrets) == {BACK}


@pytest.mark.rule("TDD-106", "TDD-701", "TDD-R-68")
@every_setup
def test_hands_of_six_and_a_draw_pile(mode, seats, options):
    """I-3; in the first start step the starter has drawn already (duel: both, two cards)."""
    state = begun(mode, seats, first="1", **options)
    drawn = 4 if mode == "duel" else 1
    assert len(state.deck) == (56 if options else 44) - 6 * seats - drawn
    assert sizes(state) == ((8, 8) if mode == "duel" else (7, *(6,) * (seats - 1)))
    assert state.discard == ()
    assert not any(state.play)
    assert not any(state.support)
    assert not any(state.offers)


@pytest.mark.rule("TDD-106", "TDD-R-05")
def test_cards_are_dealt_one_by_one_from_the_first_player_on():
    state = new(seats=4, first="3")
    events = []
    while asked(state).seat == CHANCE:
        result = GAME.apply(state, CHANCE, tuple(str(n) for n in range(asked(state).lo)))
        state, events = result.state, events + list(result.events)
    deck = BOX.deck(False)
    assert [args[0] for args in told(events, "dealt")] == [2, 3, 0, 1]
    for at, seat in enumerate((2, 3, 0, 1)):
        own = set(deck[at:24:4]) | ({deck[24]} if seat == 2 else set())
        assert set(state.hands[seat]) == own
        assert state.secret[seat] == (BOX.destinies("secret")[at],)
    assert state.deck == deck[25:]
    assert state.common == BOX.destinies("common")[:2]


@pytest.mark.rule("TDD-107")
@every_setup
def test_all_tokens_lie_in_the_supply(mode, seats, options):
    assert begun(mode, seats, **options).tokens == ((),) * seats


@pytest.mark.rule("TDD-108", "TDD-201")
@pytest.mark.parametrize("first", ["1", "2", "3", "4"])
def test_the_player_named_begins(first):
    state = begun(first=first)
    assert (state.first, state.active, state.turn) == (int(first) - 1, int(first) - 1, 1)
    assert kind(state) == f"put.up {state.active}"
    assert GAME.first_seat(state) == state.active


@pytest.mark.rule("TDD-108", "TDD-R-04")
def test_otherwise_the_lot_decides_who_begins():
    state = new(seats=5)
    assert asked(state).kind == "lot"
    assert len(asked(state).options) == 5
    for seat in range(5):
        after = GAME.apply(state, CHANCE, (str(seat),))
        assert after.state.active == seat
        assert told(after.events, "lot.drawn") == [(seat,)]
    starts = Counter(begun(seats=3, seed=seed).first for seed in range(90))
    assert set(starts) == {0, 1, 2}
    assert min(starts.values()) > 10


@pytest.mark.rule("TDD-R-01")
def test_how_many_can_play():
    for seats in (3, 4, 5, 6):
        assert GAME.setup(None, seats).mode == "normal"
    assert GAME.setup(None, 2).mode == "duel"
    for seats in (0, 1, 7, 8):
        with pytest.raises(SetupError):
            GAME.setup(None, seats)
    with pytest.raises(SetupError):
        GAME.setup("normal", 2)
    for seats in (1, 3, 6):
        with pytest.raises(SetupError):
            GAME.setup("duel", seats)
    # With seven players two of 44 cards would be left to draw.
    assert [44 - 6 * n for n in (2, 3, 4, 5, 6, 7)] == [32, 26, 20, 14, 8, 2]


@pytest.mark.rule("TDD-R-02", "TDD-104")
def test_which_secret_destinies_are_dealt_is_left_open():
    """With six players two of eight stay in the box, and each may be one of them."""
    left = Counter(one for seed in range(60) for one in begun(seats=6, seed=seed).secrets)
    assert set(left) == set(BOX.destinies("secret"))
    assert sum(left.values()) == 120


@pytest.mark.rule("TDD-R-03", "TDD-004", "TDD-107")
def test_no_number_of_tokens_can_run_out():
    """Six players own six Malédictions at most."""
    assert all(card.copies >= 6 for card in BOX.cards.values() if card.kind == "token")


@pytest.mark.rule("TDD-701", "TDD-R-62")
def test_the_duel_is_set_up_in_the_same_way():
    state = begun("duel", 2, first="2")
    assert (state.active, state.common, len(state.secrets)) == (1, state.common, 6)
    assert sorted((*state.commons, *state.common)) == sorted(BOX.destinies("common"))
    assert sorted((*state.secrets, *state.secret[0], *state.secret[1])) == sorted(BOX.destinies("secret"))


@pytest.mark.rule("TDD-104")
def test_a_hand_and_a_destiny_are_told_to_their_owner_alone():
    state = new(first="1")
    for _ in range(2):
        state = GAME.apply(state, CHANCE, tuple(str(n) for n in range(asked(state).lo))).state
    _, events = hear(state)
    for event in events:
        if event.kind == "dealt":
            assert event.to == (event.args[0],)
            assert event.args == (event.args[0], 6)
            for viewer in (None, *range(4)):
                assert bool(event.seen_by(viewer).secret) == (viewer == event.args[0])
