"""Who may see what: every zone for every viewer, the log, and pairs of states that look alike."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from tests.games import common
from tests.games.common import kinds, told
from tests.suite import Step, check_twin, check_views, viewers
from tests.suite import asked as table_hears
from thorgames.core.ask import CHANCE
from thorgames.core.text import plain
from thorgames.core.zones import BACK

from .table import (
    BOX,
    GAME,
    SETUPS,
    A,
    B,
    C,
    D,
    asked,
    can,
    do,
    finished,
    hear,
    kind,
    laid,
    new,
    passes,
    position,
    run,
    steps,
)

NAMES = ("Ann", "Bob", "Cid", "Dag", "Eva", "Fox")
EVERYBODY = (None, A, B, C, D)


alike, unlike = partial(common.alike, GAME), partial(common.unlike, GAME)


def backs(pile: tuple[str, ...]) -> tuple[str, ...]:
    return (BACK,) * len(pile)


def read(events: list[Any], event_kind: str) -> list[str]:
    """What the table and each of four seats read of one kind of event."""
    speaker = GAME.speaker(NAMES[:4])
    event = next(event for event in events if event.kind == event_kind)
    return [plain(speaker.tell(event, viewer)) for viewer in EVERYBODY]


def rich() -> Any:
    """Something in every zone."""
    state = position(
        hands={A: "judge king", B: "queen spy village"}, play={A: "seer golem", B: "castle", C: "bills"},
        exhausted="bills", discard="ring crypt", tokens={B: (1, 4)}, secret={A: "scholar", B: "warlord", C: "angel"},
        requests=((D, "magic", A),), spied=((), (), (A,), ()),
    )  # fmt: skip
    return do(state, "seer", "1")


@pytest.mark.rule("TDD-801", "TDD-802", "TDD-R-64")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_each_zone_for_each_viewer(viewer):
    state = rich()
    seen = GAME.view(state, viewer).seen
    for field in ("discard", "play", "support", "exhausted", "tokens", "requests", "common", "spied", "out", "turn"):
        assert getattr(seen, field) == getattr(state, field), field
    for field in ("deck", "commons", "secrets"):
        pile = getattr(state, field)
        assert pile
        assert getattr(seen, field) == backs(pile)
    for seat in range(4):
        assert seen.hands[seat] == (state.hands[seat] if viewer == seat else backs(state.hands[seat]))
        knows = viewer == seat or (viewer == A and seat in (B, C))
        assert seen.secret[seat] == (state.secret[seat] if knows else (BACK,))


@pytest.mark.rule("TDD-R-64")
def test_hand_sizes_are_public():
    state = rich()
    for viewer in EVERYBODY:
        assert [GAME.view(state, viewer).size(seat) for seat in range(4)] == [2, 3, 5, 5]


# --- hands and piles -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-802")
def test_hands_of_others_and_the_draw_pile():
    one = position(hands={B: "queen spy"}, deck="king judge", play={A: "golem"})
    other = position(hands={B: "king judge"}, deck="queen spy", play={A: "golem"})
    alike(one, other, None, A, C, D)
    unlike(one, other, B)


@pytest.mark.rule("TDD-105", "TDD-802")
def test_the_box_is_seen_by_nobody():
    one = position(secret={A: "scholar", B: "warlord", C: "angel", D: "assassin"}, play={A: "golem"})
    other = position(secret={A: "scholar", B: "rentier", C: "angel", D: "conqueror"}, play={A: "golem"})
    alike(one, other, None, A, C)


@pytest.mark.rule("TDD-202")
def test_the_log_of_a_draw():
    _, events = run(laid("start", deck="king"))
    table, own, *others = read(events, "drew")
    assert own == "Ann draws Le Roi."
    assert {table, *others} == {"Ann draws 1 card."}


# --- Secret Destinies ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-104", "TDD-905", "TDD-R-45")
@pytest.mark.parametrize("card", ["spy", "seer"])
def test_a_destiny_seen_by_a_power(card):
    given = dict(play={A: f"{card} golem"}, hands={B: "king queen"})
    answers = (card, "1", *(["!king"] if card == "spy" else []))
    one, events = hear(position(secret={B: "scholar"}, **given), *answers)
    other = do(position(secret={A: "surveyor", B: "rentier", C: "warlord", D: "conqueror"}, **given), *answers)
    one = one.but(secret=(("surveyor",), ("scholar",), ("warlord",), ("conqueror",)), secrets=("angel", "rentier"))
    other = other.but(secrets=("angel", "scholar"))
    alike(one, other, None, C, D)
    unlike(one, other, A, B)
    table, viewer, *others = read(events, "spied")
    assert viewer == "Ann sees the Secret Destiny of Bob: Érudit."
    assert {table, *others} == {"Ann looks at the Secret Destiny of Bob: it stands above Ann's hand from now on."}


@pytest.mark.rule("TDD-R-25", "TDD-802")
def test_the_destiny_of_an_eliminated_player_stays_unknown():
    given = dict(play={A: "vampire golem"}, hands={B: "king"})
    ends = []
    for secret in ("warlord", "rentier"):
        state = position(secret={A: "scholar", B: secret, C: "angel", D: "collector"}, **given)
        ends.append(do(state, "vampire", "1", "!king"))
    alike(*ends, None, A, C, D)


@pytest.mark.rule("TDD-R-29")
def test_the_winning_destiny_is_shown_at_the_end():
    _, events = hear(position(play={A: "golem spring"}, tokens={A: (1, 5)}, secret={A: "collector"}), "golem")
    assert set(read(events, "fulfilled")) == {"Ann fulfils Collectionneur."}


def test_at_the_end_everything_of_the_players_may_be_seen():
    state = finished(new(), 3)
    for viewer in EVERYBODY:
        seen = GAME.view(state, viewer).seen
        assert (seen.hands, seen.secret) == (state.hands, state.secret)
        assert seen.secrets == backs(state.secrets)
        assert seen.deck == backs(state.deck)


# --- the card put up -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-902", "TDD-R-42")
def test_a_face_down_card_is_seen_by_its_seller_alone():
    given = dict(play={A: "druid"}, hands={A: "golem vampire king"})
    one = do(position("auction", **given), "golem", "hidden")
    other = do(position("auction", **given), "vampire", "hidden")
    alike(one, other, None, B, C, D)
    unlike(one, other, A)
    _, events = hear(position("auction", **given), "golem", "hidden")
    assert set(read(events, "put.hidden")) == {"Ann puts a card up, face-down."}


@pytest.mark.rule("TDD-902", "TDD-R-41")
def test_a_tax_tells_that_it_is_not_kingdom_and_nothing_more():
    given = dict(play={A: "druid", C: "tax-collector"}, hands={A: "golem vampire king spy"})
    one = do(position("auction", **given), "golem", "hidden")
    other = do(position("auction", **given), "vampire", "hidden")
    assert kind(one) == kind(other) == "tax 0"
    alike(one, other, None, B, C, D)
    third = do(position("auction", **given), "king", "hidden")
    assert kind(third) == "bid.first 1"
    for seed in range(40):
        guess = GAME.guess(GAME.view(one, B), random.Random(seed))
        assert BOX.cards[guess.offers[A][0]].family != "kingdom"


@pytest.mark.rule("TDD-205", "TDD-R-42")
def test_it_is_hidden_also_while_the_holder_of_the_druide_thinks():
    given = dict(play={A: "druid"}, hands={A: "golem vampire king"})
    one, other = (do(position("auction", **given), card) for card in ("golem", "vampire"))
    assert kind(one) == "face 0"
    alike(one, other, None, B, C, D)


@pytest.mark.rule("TDD-705", "TDD-R-58")
def test_in_the_duel_the_first_card_put_up_is_hidden_until_both_are():
    given = dict(hands={A: "golem vampire king", B: "judge spy"})
    one, other = (do(position("auction", 2, **given), card) for card in ("golem", "vampire"))
    alike(one, other, None, B)
    assert kind(one) == "put.up 1"
    unlike(one, other, A)


@pytest.mark.rule("TDD-R-61", "TDD-902")
def test_in_the_duel_a_face_down_card_stays_hidden_until_one_is_chosen():
    given = dict(hands={A: "golem vampire king", B: "judge spy ring"}, play={A: "druid"})
    one, other = (do(position("auction", 2, **given), card, "judge", "hidden", "1") for card in ("golem", "vampire"))
    assert kind(one) == "take 1"
    alike(one, other, None, B)


@pytest.mark.rule("TDD-911", "TDD-R-43")
def test_a_request_does_not_show_by_the_question_what_is_in_the_hand():
    """Also a player whose only legal card is one is asked, as is one who has none of the family."""
    requests = ((A, "magic", B),)
    others = {B: "spy ring", C: "bills crypt", D: "seer market"}
    one = position("auction", hands={A: "golem king judge", **others}, requests=requests)
    other = position("auction", hands={A: "vampire king judge", **others}, requests=requests)
    assert table_hears(GAME.pending(one)) == table_hears(GAME.pending(other))
    alike(one, other, None, B, C, D)


# --- cards from hand to hand ---------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-308", "TDD-R-17")
def test_a_payment_is_seen_by_the_two():
    given = dict(hands={A: "judge castle", B: "king queen spy"})
    state = passes(do(position("auction", **given), "judge", "1"))
    one, events = hear(state, "king")
    other = do(state, "queen")
    alike(one, other, None, C, D)
    table, seller, buyer, *others = read(events, "given")
    assert seller == buyer == "Bob gives Ann Le Roi."
    assert {table, *others} == {"Bob gives Ann 1 card."}


@pytest.mark.rule("TDD-307", "TDD-R-19")
def test_a_card_dealt_is_seen_by_the_seller_and_its_receiver():
    state = passes(do(position("auction", hands={A: "judge castle king spy"}), "judge", "pass", "pass", "pass", "2"))
    one, events = hear(state, "king")
    other = do(state, "castle")
    alike(one, other, None, C, D)
    assert asked(one).kind == "deal"
    assert read(events, "given")[3] == "Ann gives Bob 1 card."


@pytest.mark.rule("TDD-902", "TDD-R-41")
def test_a_tax_card_is_seen_by_the_two():
    state = do(position("auction", hands={A: "golem castle king"}, play={C: "tax-collector"}), "golem")
    one, events = hear(state, "king")
    alike(one, do(state, "castle"), None, B, D)
    assert read(events, "given")[3] == "Ann gives Cid Le Roi."


@pytest.mark.rule("TDD-R-38", "TDD-904")
@pytest.mark.parametrize(
    ("card", "one", "other"),
    [("vampire", ("1", "!king"), ("1", "!queen")), ("judge", ("king",), ("queen",))],
)
def test_a_card_taken_or_given_by_a_power_is_seen_by_the_two(card, one, other):
    state = position(play={A: f"{card} golem"}, hands={A: 2, B: "king queen spy", C: 2, D: 2})
    alike(do(state, card, *one), do(state, card, *other), None, C, D)


@pytest.mark.rule("TDD-R-44", "TDD-804")
def test_apprenti_does_not_tell_which_card_nor_how_many_there_were():
    given = dict(play={A: "apprentice golem"})
    few = do(position(hands={B: "king crypt vampire"}, **given), "apprentice", "1", "kingdom")
    many = do(position(hands={B: "king queen castle"}, **given), "apprentice", "1", "kingdom")
    none = do(position(hands={B: "bills crypt vampire"}, **given), "apprentice", "1")
    assert kind(few) == kind(many) == "demand.give 1"
    assert table_hears(GAME.pending(few)) == table_hears(GAME.pending(many))
    one, other = do(many, "king"), do(many, "queen")
    alike(one, other, None, C, D)
    _, events = hear(none, "kingdom")
    assert told(events, "demand.none") == [(B, "family.kingdom")]


@pytest.mark.rule("TDD-R-48")
def test_the_gift_of_the_guerisseuse_is_seen_by_the_two():
    state = position(play={A: "vampire golem", C: "healer"}, hands={B: "king", C: "queen spy ring"})
    state = do(state, "vampire", "1", "!king", "healer")
    alike(do(state, "queen"), do(state, "spy"), None, A, D)


@pytest.mark.rule("TDD-R-38", "TDD-R-46")
def test_what_several_discard_is_seen_only_when_all_have_chosen():
    state = position(play={A: "fire-mage golem"}, hands={B: "king queen", C: "spy ring"})
    state = do(state, "fire-mage", "1:2")
    one, other = do(state, "king"), do(state, "queen")
    alike(one, other, None, A, C, D)
    _, events = hear(one, "spy")
    assert read(events, "discarded")[0] == "Bob discards Le Roi."


# --- looking at cards ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-802", "TDD-R-31")
@pytest.mark.parametrize(("card", "n"), [("scrolls", 3), ("caravan", 2)])
def test_cards_looked_at_are_seen_by_one_player(card, n):
    given = dict(play={A: f"{card} golem"})
    one = do(position(deck="king queen judge", **given), card)
    assert kind(one) == "scry 0"
    assert len(can(one)) == n
    for viewer in (None, B, C, D):
        assert GAME.view(one, viewer).seen.peeked[A] == (BACK,) * n
    assert GAME.view(one, A).seen.peeked[A] == ("king", "queen", "judge")[:n]
    _, events = hear(one, "queen")
    table, own, *others = read(events, "scried")
    assert own == "Ann keeps La Reine."
    assert {table, *others} == {f"Ann looks at {n} cards and keeps 1."}
    assert len(set(read(events, "scry.discarded"))) == 1


@pytest.mark.rule("TDD-802", "TDD-R-54")
def test_the_augure_as_well():
    state = position("start", tokens={A: (6,)}, deck="king queen judge")
    assert kind(state) == "scry 0"
    for viewer in (None, B, C, D):
        assert GAME.view(state, viewer).seen.peeked[A] == (BACK,) * 3


@pytest.mark.rule("TDD-801")
def test_what_is_taken_from_the_discard_pile_is_open():
    _, events = hear(position(play={A: "crypt golem"}, discard="king queen"), "crypt", "king")
    assert set(read(events, "salvaged")) == {"Ann takes Le Roi from the discard pile."}


@pytest.mark.rule("TDD-R-44")
def test_capitaine_hides_even_whether_there_was_such_a_card():
    given = dict(play={A: "apprentice golem", B: "captain"})
    seen = []
    for hand in ("king", "bills"):
        state, events = hear(position(hands={B: hand}, **given), "apprentice", "1", "kingdom")
        seen.append((kinds(events), kind(state)))
        assert read(events, "warded")[0] == "The cards of Bob are protected."
    assert seen[0] == seen[1]


# --- twins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats", "options"), SETUPS)
def test_views_and_twins_in_random_games(mode, seats, options):
    speaker = GAME.speaker(NAMES[:seats])
    rng = random.Random(5)
    compared = 0
    for number, (before, ask, said, result) in enumerate(steps(new(mode, seats, **options), 11)):
        if number % 3 == 0:
            check_views(GAME, result.state, rng)
        if number % 2 == 0:
            seen_by = viewers(before)
            step = Step(before, ask.seat, said, result)
            compared += check_twin(GAME, speaker, step, seen_by[number // 2 % len(seen_by)], rng)
    assert compared > 10


def test_the_order_of_hands_tells_nothing():
    for mode, seats, options in SETUPS[::3]:
        for *_, result in steps(new(mode, seats, **options), 6):
            s = result.state
            assert all(list(hand) == sorted(hand) for hand in s.hands)


def test_no_id_of_a_hidden_card_is_heard_by_the_table():
    """Whom the table hears being asked for what names no card of a hand or of the draw pile."""
    for seed in range(3):
        for before, ask, _, _ in steps(new(seats=4, starburst="yes"), seed):
            if ask.seat == CHANCE or before.turn == 0:
                continue
            hidden = {card for hand in before.hands for card in hand} | set(before.deck)
            hidden |= {card for pile in before.secret for card in pile}
            heard = table_hears(GAME.pending(before))
            assert not hidden & {arg for _, _, args, _ in heard[1] for arg in args}


@pytest.mark.rule("TDD-R-64", "TDD-303")
def test_who_is_asked_to_bid_hangs_on_public_facts_only():
    rng = random.Random(3)
    tried = 0
    for before, ask, said, result in steps(new(seats=5), 4):
        if ask.kind in ("bid", "bid.first") and GAME.pending(result.state) is not None:
            twin = GAME.scramble(before, ask.seat, rng)
            other = GAME.apply(twin, ask.seat, said).state
            assert table_hears(GAME.pending(result.state)) == table_hears(GAME.pending(other))
            tried += 1
    assert tried > 20
