"""What must hold after every answer and over whole games, for players without a plan, in every mode and deck."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.common import told, winners
from tests.suite import check_refusals, check_state, check_words, last, name_of, play, setups, speaker_for
from thorgames.core.ask import CHANCE
from thorgames.games.terres.powers import able
from thorgames.games.terres.rules import MAX_TURNS, Effects, TurnEnd

from .table import BOX, GAME, SETUPS, anyhow, asked, begun, finished, idle, new, steps

every_setup = pytest.mark.parametrize("setup", setups(GAME), ids=name_of)
every_way = pytest.mark.parametrize(("mode", "seats", "options"), SETUPS)


def hands(state: Any) -> int:
    """How many cards all hands have together."""
    return sum(len(hand) for hand in state.hands)


def whole(setup: Any, seed: int) -> list[Any]:
    """A random game, step by step, once it is laid out."""
    return [step for step in play(GAME, setup, seed) if step.result.state.turn]


# --- after every answer --------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-001", "TDD-R-11", "TDD-106")
@every_setup
def test_i_1_every_card_is_in_one_place(setup):
    size = 56 if setup.options["starburst"] == "yes" else 44
    for step in whole(setup, 1):
        s = step.result.state
        assert GAME.faults(s) == ()
        zones = (s.hands, s.play, s.support, s.offers, s.peeked)
        there = Counter(card for zone in zones for pile in zone for card in pile)
        there.update((*s.deck, *s.discard))
        assert there == Counter(BOX.deck(size == 56))
        assert there.total() == size


@pytest.mark.rule("TDD-002", "TDD-004", "TDD-105", "TDD-R-53")
@every_setup
def test_i_2_destinies_and_tokens(setup):
    for step in whole(setup, 2):
        s = step.result.state
        left = sum(not gone for gone in s.out)
        held = sum(len(pile) for pile in s.secret)
        assert len(s.common) == 2
        assert 2 + held + len(s.commons) + len(s.secrets) == 14
        if s.outcome is None:
            assert held == left
        for seat in range(s.seats):
            assert len(set(s.tokens[seat])) == len(s.tokens[seat])
        owned = Counter(number for tokens in s.tokens for number in tokens)
        assert all(6 - owned[number] >= 0 for number in range(1, 7))


@pytest.mark.rule("TDD-106", "TDD-R-05")
@every_way
def test_i_3_the_pile_after_the_set_up(mode, seats, options):
    state = begun(mode, seats, 5, **options)
    drawn = 4 if mode == "duel" else 1
    table = {2: (32, 44), 3: (26, 38), 4: (20, 32), 5: (14, 26), 6: (8, 20)}
    assert len(state.deck) + drawn == table[seats][bool(options)]


PERMANENT = {"harbour", "ledger", "auctioneer", "tax-collector", "druid"}


@pytest.mark.rule("TDD-307", "TDD-308", "TDD-202", "TDD-R-17")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_i_4_a_turn_without_powers_keeps_the_cards_in_the_hands(seats):
    """Payments only move cards: with the draw and the card put up the sum of hands stays 6 a player."""
    checked = 0
    for seed in range(3):
        state = new(seats=seats)
        for before, ask, _, result in steps(state, seed, no_powers):
            s = result.state
            if "turn" in [e.kind for e in result.events] and before.turn and s.outcome is None and not any(s.out):
                assert not any(s.play)
                if ask.seat != CHANCE:
                    drawn = asked(s).seat != CHANCE  # by the next player, unless the discards are shuffled first
                    assert hands(s) == 6 * seats + drawn
                    checked += 1
    assert checked > 3


def no_powers(state: Any, ask: Any, rng: Any) -> tuple[str, ...]:
    """A player who bids, but declines and uses nothing."""
    if ask.kind in ("place", "effects"):
        return idle(state, ask, rng)
    return anyhow(state, ask, rng)


@pytest.mark.rule("TDD-704", "TDD-709", "TDD-710", "TDD-713")
def test_i_5_a_turn_of_the_duel_without_powers():
    """Hands +4 - 2 - price, discard + price, two more cards in play."""
    checked = 0
    for seed in range(8):
        start = None
        for before, _, _, result in steps(new("duel", 2), seed, no_powers):
            s = result.state
            kinds_ = [e.kind for e in result.events]
            lying = {card for pile in (*s.play, *s.support) for card in pile}
            if lying & PERMANENT or "activated" in kinds_ or s.outcome is not None:
                break
            if "won" in kinds_:
                start = (hands(before), told(list(result.events), "won")[0][1], len(before.discard))
            in_play = sum(len(pile) for pile in (*s.play, *s.support))
            if start and "supported" in kinds_ and "renewed" not in kinds_ and "turn" not in kinds_:
                total, price, thrown = start
                assert hands(s) == total - price
                assert len(s.discard) == thrown + price
                assert in_play == 2 * s.turn
                checked += 1
    assert checked > 5


@pytest.mark.rule("TDD-303", "TDD-309", "TDD-R-21")
@every_setup
def test_i_6_prices(setup):
    for step in whole(setup, 3):
        s, events = step.before, list(step.result.events)
        for winner, bid in told(events, "won"):
            assert bid <= max(0, len(s.hands[winner]) - 1)
        for args in told(events, "bid.made"):
            assert 1 <= args[1] < len(s.hands[args[0]])
        kinds_ = {e.kind for e in events}
        if step.result.state.auction is not None and "won" in kinds_ and "taxed" not in kinds_:
            assert step.result.state.hands == s.hands


@pytest.mark.rule("TDD-604", "TDD-R-24", "TDD-R-25")
@every_setup
def test_i_7_after_each_check_everybody_has_a_card_or_is_spared(setup):
    """When a player is asked to put a card up or to use powers, a Check has just been made."""
    for step in whole(setup, 4):
        s = step.result.state
        if s.outcome is not None:
            break
        top = s.agenda[-1]
        for seat in range(s.seats):
            if s.out[seat]:
                assert not (s.hands[seat] or s.offers[seat] or s.peeked[seat])
            elif type(top).__name__ in ("Effects", "PutUp"):
                assert s.hands[seat] or s.spared[seat]


@pytest.mark.rule("TDD-207", "TDD-403", "TDD-R-32", "TDD-R-35", "TDD-R-49")
@every_setup
def test_i_8_no_duty_is_left_at_the_end_of_a_turn(setup):
    for step in whole(setup, 5):
        before, s = step.before, step.result.state
        if not before.agenda or not isinstance(before.agenda[-1], Effects) or step.answer != ("end",) or before.lich:
            continue
        for card in before.play[before.active] + before.support[before.active]:
            if BOX.kind_of[card] == "mandatory" and card not in before.exhausted:
                assert before.acts.count(card) == 2 or not able(before, BOX, before.active, card, BOX.steps[card])
        assert isinstance(before.agenda[0], TurnEnd)
        assert s.outcome is not None or s.turn > before.turn


@pytest.mark.rule("TDD-203", "TDD-404", "TDD-405", "TDD-R-35", "TDD-704")
@every_setup
def test_i_9_readying(setup):
    for step in whole(setup, 6):
        before, s = step.before, step.result.state
        assert all(s.acts.count(card) <= 2 for card in s.acts)
        kinds_ = [e.kind for e in step.result.events]
        if not {"transmuted", "inherited", "refreshed"} & set(kinds_):
            active = {before.active, *(seat for _, seat in told(list(step.result.events), "turn"))}
            for card in set(before.exhausted) - set(s.exhausted):
                holder = next((seat for seat in range(s.seats) if card in s.play[seat] + s.support[seat]), None)
                assert holder is None or (holder in active and BOX.kind_of[card] != "single")


@pytest.mark.rule("TDD-601", "TDD-602", "TDD-603", "TDD-R-23", "TDD-R-28", "TDD-R-29")
@every_setup
def test_i_10_how_games_end(setup):
    for seed in (7, 8, 9):
        *_, final = whole(setup, seed)
        s = final.result.state
        won = winners(s)
        reason = s.outcome.reason
        assert reason in ("end.destiny", "end.last", "end.nobody", "end.turns", "end.barren")
        if reason in ("end.turns", "end.barren"):
            assert won == []
            continue
        assert s.active not in won or won == [s.active]
        left = [seat for seat in range(s.seats) if not s.out[seat]]
        if reason == "end.destiny":
            named = told(list(final.result.events), "fulfilled")
            assert [seat for seat, _ in named] == won
            assert all(card in (*s.common, *s.secret[seat]) for seat, card in named)
            assert set(won) <= set(left)
        elif reason == "end.last":
            assert won == left
        else:
            assert left == []


@pytest.mark.rule("TDD-R-05")
@every_setup
def test_i_12_the_same_answers_give_the_same_game(setup):
    one = [(step.seat, step.answer, GAME.pack(step.result.state)) for step in play(GAME, setup, 4)]
    assert one == [(step.seat, step.answer, GAME.pack(step.result.state)) for step in play(GAME, setup, 4)]


@pytest.mark.rule("TDD-R-63", "TDD-R-35")
@every_way
def test_i_13_no_game_is_endless(mode, seats, options):
    """Games of players who use what they get end by a Destiny, long before the last turn allowed."""
    lengths = sorted(finished(new(mode, seats, **options), seed).turn for seed in range(12))
    assert lengths[-1] <= MAX_TURNS
    assert lengths[6] < 80


# --- every question and every word ---------------------------------------------------------------------------------


@every_setup
def test_states_words_and_refusals(setup):
    speaker = speaker_for(GAME, setup.seats)
    for number, step in enumerate(play(GAME, setup, 10)):
        if number % 5 == 0:
            check_state(GAME, step.result.state)
            check_words(GAME, speaker, step)
        if number % 25 == 0 and step.result.state.outcome is None:
            check_refusals(GAME, speaker, step.result.state)


def test_every_kind_of_event_and_question_occurs_and_has_words():
    """In random games of all kinds; the rest is in the tests of the rules."""
    events: Counter[str] = Counter()
    asks: Counter[str] = Counter()
    for mode, seats, options in SETUPS:
        for seed in range(4):
            for _, ask, _, result in steps(new(mode, seats, **options), seed):
                asks[ask.kind] += 1
                events.update(e.kind for e in result.events)
    assert set(events) | set(asks) <= set(GAME.all_words)
    assert {"bid.first", "bid", "pay", "deal", "place", "take", "pay.duel", "effects", "repeat", "rescue"} <= set(asks)
    assert {"eliminated", "saved.token", "rescued", "supported", "copied", "borrowed", "taxed"} <= set(events)


# --- a whole game for each way of ending ---------------------------------------------------------------------------


def spender(state: Any, ask: Any, rng: Any) -> tuple[str, ...]:
    """A player who bids as much as possible, saves nobody and uses everything."""
    ids = [o.id for o in ask.options]
    if ask.kind in ("bid", "bid.first"):
        return (max((i for i in ids if i != "pass"), key=int),)
    if ask.kind == "rescue":
        return ("no",)
    return anyhow(state, ask, rng)


WAYS = [
    ("end.destiny", "normal", 4, {}, anyhow, 0),
    ("end.destiny", "duel", 2, {}, anyhow, 0),
    ("end.last", "normal", 3, {"starburst": "yes"}, anyhow, 0),
    ("end.last", "duel", 2, {}, spender, 0),
    ("end.nobody", "normal", 3, {"starburst": "yes"}, None, 640),
    ("end.nobody", "duel", 2, {"starburst": "yes"}, None, 140),
    ("end.turns", "normal", 3, {}, idle, 0),
]


@pytest.mark.rule("TDD-601", "TDD-602", "TDD-R-27", "TDD-R-63")
@pytest.mark.parametrize(("reason", "mode", "seats", "options", "player", "start"), WAYS)
def test_a_whole_game_for_each_way_it_can_end(reason, mode, seats, options, player, start):
    """The first game found from a seed on that ends like this; without a player one of random answers."""
    setup = GAME.setup(mode, seats, options)
    for seed in range(start, start + 60):
        state = finished(GAME.new(setup), seed, player) if player else last(play(GAME, setup, seed))
        if state.outcome.reason == reason:
            break
    assert state.outcome.reason == reason
    assert GAME.pending(state) is None
    assert (winners(state) == []) == (reason == "end.turns")
    assert GAME.all_words[reason]
