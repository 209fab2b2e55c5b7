"""Who may see what: every zone for every viewer, the log, and pairs of states that look alike."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from tests.games import common
from tests.suite import check_canary, check_twin, check_views, look, name_of, play, setups, speaker_for, viewers
from thorgames.core.text import plain
from thorgames.core.zones import BACK

from .table import BOX, GAME, asked, begun, can, do, finished, hear, ids, kind, new, position

NAMES = ("Ann", "Bob", "Cid", "Dag")

LANDS = frozenset(card.id for card in BOX.cards.values() if card.kind == "land")


alike, unlike = partial(common.alike, GAME), partial(common.unlike, GAME)


def backs(pile: tuple[str, ...]) -> tuple[str, ...]:
    return (BACK,) * len(pile)


def read(events: list[Any], event_kind: str, seats: int = 2) -> list[str]:
    """What the table and each seat read of one kind of event."""
    speaker = GAME.speaker(NAMES[:seats])
    event = next(event for event in events if event.kind == event_kind)
    return [plain(speaker.tell(event, viewer)) for viewer in (None, *range(seats))]


def rich() -> Any:
    """Something in every zone."""
    return position(
        "actions", 3, target="pirates-cove", oppose=(1, "solveig"), factions="outlaws vikings lords",
        party={0: "archers' hunting-bow", 2: "castle-guard"}, won={"brek-zarith": 2}, spent={0: 2, 1: 1, 2: 1},
        hand={0: "cutpurse archers", 1: "stun draugr", 2: "royal-hounds"}, pool_d={1: 3, 2: 1},
        attached_d={0: "desperate-shot"}, attached_b={1: "wolf-pack"},
        valhalla={0: "unknown-powers", 1: "muff"}, niflheim={2: "poisoned-cup"},
    )  # fmt: skip


@pytest.mark.rule("TRG-215", "TRG-220", "TRG-R-11", "TRG-135", "TRG-R-51", "TRG-R-09")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_each_zone_for_each_viewer(viewer):
    state = rich()
    seen = GAME.view(state, viewer).seen
    for field in (
        *(
            "valhalla",
            "niflheim",
            "party",
            "spots",
            "opposing",
            "opponent",
            "attached_d",
            "attached_b",
            "lands",
            "aside",
        ),
        *("target", "dest", "round", "phase", "turn", "factions", "shields", "prices", "out"),
    ):
        assert getattr(seen, field) == getattr(state, field), field
    for field in ("deck_d", "deck_b", "pool_d", "pool_b", "spent_d", "spent_b"):
        for seat in range(3):
            assert getattr(seen, field)[seat] == backs(getattr(state, field)[seat]), field  # not even one's own
    for seat in range(3):
        for field in ("hand_d", "hand_b"):
            hand = getattr(state, field)[seat]
            assert getattr(seen, field)[seat] == (hand if viewer == seat else backs(hand))


@pytest.mark.rule("TRG-215")
def test_sizes_are_public():
    state = rich()
    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert [view.sizes(seat)[0] for seat in range(3)] == [2, 2, 1]
        assert [view.life(seat) for seat in range(3)] == [len(state.deck_d[seat]) for seat in range(3)]


@pytest.mark.rule("TRG-215", "TRG-220")
def test_hands_decks_and_pools_of_others():
    given = dict(factions="lords vikings", party={0: "galathorn"})
    one = position(hand={0: "levy feint", 1: "stun draugr"}, pool={0: "bribery", 1: "holmgang"}, **given)
    other = position(hand={0: "levy bribery", 1: "stun draugr"}, pool={0: "feint", 1: "holmgang"}, **given)
    alike(one, other, None, 1)
    unlike(one, other, 0)
    other = position(hand={0: "levy feint", 1: "stun holmgang"}, pool={0: "bribery", 1: "draugr"}, **given)
    alike(one, other, None, 0)


@pytest.mark.rule("TRG-220", "TRG-R-11")
def test_what_is_pooled_unseen_stays_unseen():
    state = begun(2)
    one = do(state, "pool:7", "pool:7")
    swapped = state.but(deck_d=((state.deck_d[0][1], state.deck_d[0][0], *state.deck_d[0][2:]), state.deck_d[1]))
    other = do(swapped, "pool:7", "pool:7")
    alike(one, other, None, 0, 1)


@pytest.mark.rule("TRG-120", "TRG-105", "TRG-R-15")
def test_starting_choices_are_hidden_until_the_reveal():
    state = do(new(3, first="1"), "0", "0", "0")
    one = do(state, "archers pirates-cove")
    other = do(state, "marsh-cutthroat slave-market")
    alike(one, other, None, 1, 2)
    assert kind(one) == kind(other) == "start.choose 1"


@pytest.mark.rule("TRG-R-10")
def test_choices_of_gods_fate_are_hidden_until_all_are_done():
    state = begun(4)
    one, other = do(state, "draw", "draw", "pool:2"), do(state, "pool:9")
    alike(one, other, None, 1, 2, 3)
    unlike(one, other, 0)


@pytest.mark.rule("TRG-215")
def test_logs_of_draws_discards_and_peeks():
    _, events = hear(position(hand={0: "oath-of-brothers solveig", 1: "+"}, deck={0: "muff"}), "oath-of-brothers", "-")
    table, own, other = read(events, "drew")
    assert own == "Ann draws Muff."
    assert table == other == "Ann draws 1 card."
    _, events = hear(
        position(hand={0: "thing-of-the-elders +"}, deck={0: "muff drakkar solveig"}), "thing-of-the-elders"
    )
    assert set(read(events, "peeked")) == {"Ann looks at 3 cards of the deck."}
    state = do(position(hand={1: "loss-of-memory +", 0: "levy feint"}), "pass", "loss-of-memory")
    _, events = hear(state, "levy")
    table, own, other = read(events, "tossed")
    assert own == "Ann discards Levy."
    assert table == other == "Ann discards 1 card."


@pytest.mark.rule("TRG-215", "TRG-R-50")
def test_a_spied_hand_is_shown_to_the_spy_alone():
    state = position(seats=3, party={0: "court-spy"}, hand={1: "stun draugr", 2: "+"}, factions="lords vikings outlaws")
    after, events = hear(state, "court-spy", "1")
    table, spy, victim, other = read(events, "spied", 3)
    assert "Stun" in spy
    assert "Draugr" in spy
    assert table == victim == other == "Ann looks at the hand of Bob."
    assert GAME.view(after, 0).seen.hand_b[1] == (BACK, BACK)  # now, and not for ever


@pytest.mark.rule("TRG-215", "TRG-R-63")
def test_who_sees_a_deck_that_is_looked_through():
    state = do(position(hand={0: "marriage-of-state +"}), "marriage-of-state")
    assert kind(state) == "search 0"
    assert GAME.view(state, 0).seen.deck_d[0] == state.deck_d[0]
    for viewer in (None, 1):
        assert set(GAME.view(state, viewer).seen.deck_d[0]) == {BACK}
    after, events = hear(state, "ewing")
    assert set(read(events, "found")) == {"Ann takes Ewing from the deck."}
    assert set(GAME.view(after, 0).seen.deck_d[0]) == {BACK}


@pytest.mark.rule("TRG-215")
def test_who_sees_cards_that_are_peeked_at():
    state = do(position(hand={0: "thing-of-the-elders +"}, deck={0: "muff drakkar solveig"}), "thing-of-the-elders")
    assert set(GAME.view(state, 0).seen.peek_d[0]) == {"muff", "drakkar", "solveig"}
    for viewer in (None, 1):
        assert GAME.view(state, viewer).seen.peek_d[0] == (BACK,) * 3
    after = do(state, "muff", "drakkar solveig")
    assert set(GAME.view(after, 0).seen.deck_d[0]) == {BACK}


@pytest.mark.rule("TRG-R-04")
def test_a_question_about_a_hand_is_asked_even_if_nothing_fits():
    fits = do(position(hand={0: "oath-of-brothers solveig", 1: "+"}), "oath-of-brothers")
    none = do(position(hand={0: "oath-of-brothers berserker", 1: "+"}), "oath-of-brothers")
    alike(fits, none, None, 1)
    assert kind(fits) == kind(none) == "put.in 0"


@pytest.mark.rule("TRG-370")
def test_nobody_is_passed_over_for_what_he_holds():
    able = position(hand={0: "levy", 1: "+"})
    unable = position(hand={0: "feint", 1: "+"})
    assert can(able) != can(unable)
    alike(able, unable, None, 1)


@pytest.mark.rule("TRG-390", "TRG-391")
def test_cards_that_pay_damage_are_seen_by_all():
    state = position("actions", target="pirates-cove", hand={0: "unknown-powers archers", 1: "+"})
    _, events = hear(state, "unknown-powers", "archers")
    assert "Archers" in read(events, "destroyed.pay")[0]


@pytest.mark.rule("TRG-540", "TRG-550")
def test_only_sizes_tell_what_was_cleaned_up():
    one = do(position("clean", hand={0: "levy feint", 1: "+"}), "levy")
    other = do(position("clean", hand={0: "levy feint", 1: "+"}), "feint")
    alike(one, other, None, 1)


def test_at_the_end_hands_are_open():
    state = finished(new(2), 2)
    for viewer in (None, 0, 1):
        seen = GAME.view(state, viewer).seen
        assert (seen.hand_d, seen.hand_b) == (state.hand_d, state.hand_b)
        assert seen.deck_d == tuple(backs(pile) for pile in state.deck_d)


def test_guesses_fit_what_is_seen():
    state = rich()
    for viewer in (None, 0, 1, 2):
        guess = GAME.guess(GAME.view(state, viewer), random.Random(3))
        assert GAME.view(guess, viewer) == GAME.view(state, viewer)
        assert GAME.faults(guess) == ()


@pytest.mark.rule("TRG-215", "TRG-R-10", "TRG-R-51")
@pytest.mark.parametrize("setup", setups(GAME), ids=name_of)
def test_twins_and_views_in_random_games(setup):
    speaker, rng, tried = speaker_for(GAME, setup.seats), random.Random(5), 0
    for number, step in enumerate(play(GAME, setup, 21)):
        if number % 5 == 0:
            check_views(GAME, step.result.state, rng)
            for viewer in viewers(step.before):
                tried += check_twin(GAME, speaker, step, viewer, rng)
        check_canary(GAME, speaker, step, LANDS)
    assert tried > 5


@pytest.mark.rule("TRG-R-51")
def test_labels_of_others_are_not_shown():
    state = position(hand={0: "levy", 1: "+"})
    seen = look(GAME, GAME.speaker(NAMES[:2]), state, 1)
    assert "ask 0" not in seen
    assert asked(state).seat == 0
    assert BOX.cards["levy"].name not in str(seen["prompts"])
    assert "play:levy" in ids(state)
