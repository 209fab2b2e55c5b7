"""The engine, on the toy: every way to ask, who may answer, what is seen, and what cannot be."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tests import toy
from tests.suite import Step as SuiteStep
from tests.suite import check_twin, speaker_for
from tests.toy.rules import (
    Bid,
    Buying,
    Choosing,
    Do,
    Ferryman,
    Haggle,
    Scoring,
    Snatching,
    Stowing,
    Toll,
    Turn,
    Warding,
)
from tests.toy.rules import S as ToyS
from thorgames.core.ask import CHANCE, Answer, Ask, Option, Pending
from thorgames.core.errors import Malformed, NotLegal, NotYours, RulesError, SetupError
from thorgames.core.game import MAX_STEPS, Game, Setup
from thorgames.core.state import Frame
from thorgames.core.text import Event
from thorgames.core.zones import BACK

GAME = toy.load()

SALT, AMBER, SILVER = "good-salt", "good-amber", "good-silver"
WARD, FEAST, PURSE, RAID = "trick-ward", "trick-feast", "trick-purse", "trick-raid"


def at(*frames: Frame, **fields: Any) -> ToyS:
    """A position of three players, four coins each, in which these frames come next, and then the scoring.

    It is run up to its first question.
    """
    given: dict[str, Any] = {
        "coins": (4, 4, 4),
        "hands": ((), (), ()),
        "ships": ((), (), ()),
        "rounds": 1,
        "round": 1,
        **fields,
    }
    return GAME._run(ToyS(seats=3, **given).then(*frames, Scoring()))[0]


def question(state: ToyS) -> tuple[str, list[tuple[int, list[str]]]]:
    """The mode, and who may choose what."""
    pending = GAME.pending(state)
    assert pending is not None
    return pending.mode, [(ask.seat, [option.id for option in ask.options]) for ask in pending.asks]


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def after(state: ToyS, *answers: tuple[int, Answer]) -> ToyS:
    """The position after some answers."""
    for seat, answer in answers:
        state = GAME.apply(state, seat, answer).state
    return state


# --- ways to ask ---------------------------------------------------------------------------------------------------


def test_a_turn_is_asked_of_one_seat() -> None:
    state = at(Turn(1), hands=((), (RAID, SALT), ()), deck=(AMBER,))
    assert question(state) == ("turn", [(1, [RAID, "draw"])])
    result = GAME.apply(state, 1, ("draw",))
    assert result.state.hands[1] == (AMBER, SALT, RAID)  # sorted
    assert result.events[0] == Event("draws", (1,), (1,), (AMBER,))


SEALED = at(Stowing(), hands=((SALT, AMBER), (SILVER,), (SALT, WARD)))


def test_sealed_choices_are_opened_together_whatever_the_order() -> None:
    assert question(SEALED) == ("sealed", [(0, [SALT, AMBER]), (1, [SILVER]), (2, [SALT, WARD])])
    one = after(SEALED, (2, (WARD,)), (0, (AMBER,)), (1, (SILVER,)))
    other = after(SEALED, (0, (AMBER,)), (1, (SILVER,)), (2, (WARD,)))
    assert one == other
    assert one.ships == ((AMBER,), (SILVER,), (WARD,))
    assert one.sealed == ()


def test_until_the_last_sealed_choice_nothing_is_told_or_shown_of_the_others() -> None:
    result = GAME.apply(SEALED, 0, (AMBER,))
    assert result.events == ()
    assert question(result.state) == ("sealed", [(1, [SILVER]), (2, [SALT, WARD])])
    different = GAME.apply(SEALED, 0, (SALT,)).state
    for viewer in (None, 1, 2):
        assert GAME.view(result.state, viewer).seen.sealed == ()
        assert GAME.view(result.state, viewer) == GAME.view(different, viewer)
    assert GAME.view(result.state, 0).seen.sealed == ((0, (AMBER,)),)
    assert GAME.view(result.state, 0) != GAME.view(different, 0)


def test_a_sealed_choice_cannot_be_made_twice() -> None:
    with pytest.raises(NotYours):
        GAME.apply(after(SEALED, (0, (AMBER,))), 0, (SALT,))


def test_opening_sealed_choices_teaches_everybody() -> None:
    before = after(SEALED, (0, (AMBER,)), (1, (SILVER,)))
    assert not GAME.taught(SEALED, before, 2)
    public = before.but(hands=((), (), (SALT, WARD)))  # nothing but the opening itself can teach now
    opened = public.but(sealed=(), agenda=(Scoring(),))
    assert all(GAME.taught(public, opened, seat) for seat in range(3))


def test_a_claim_closes_at_the_first_that_claims() -> None:
    state = at(Buying(0), discards=(SALT, RAID))
    assert question(state) == ("claim", [(1, ["buy"]), (2, ["buy"])])
    result = GAME.apply(state, 2, ("buy",))
    assert (result.state.ships[2], result.state.discards, result.state.coins) == ((RAID,), (SALT,), (4, 4, 3))
    assert GAME.pending(result.state) is None


def test_a_claim_is_over_when_all_have_passed() -> None:
    state = at(Buying(0), discards=(SALT, RAID))
    passed = after(state, (2, ()))
    assert question(passed) == ("claim", [(1, ["buy"])])
    assert after(passed, (1, ("buy",))).ships[1] == (RAID,)
    nobody = after(passed, (1, ()))
    assert (nobody.discards, nobody.sealed) == ((SALT, RAID), ())
    assert GAME.outcome(nobody) is not None
    assert not GAME.taught(passed, nobody, 1)


def test_in_a_twin_of_a_claim_those_who_have_passed_have_passed() -> None:
    passed = after(at(Buying(0), discards=(SALT, RAID), deck=(AMBER, SILVER)), (2, ()))
    for seed in range(10):
        assert GAME.scramble(passed, 1, random.Random(seed)).sealed == ((2, ()),)


@pytest.mark.parametrize("hand", [(SALT,), (WARD,), (SALT, WARD)])
def test_whoever_may_react_is_asked_whatever_his_hand(hand: tuple[str, ...]) -> None:
    state = at(Do(0, GAME.box.ops[RAID]), hands=((), hand, (AMBER,)))
    mode, [(seat, ids)] = question(state)
    assert (mode, seat, ids) == ("reaction", 1, [WARD] if WARD in hand else [])
    assert question(after(state, (1, ())))[0] == "chance"


def test_a_reaction_can_stop_what_comes_next() -> None:
    result = GAME.apply(at(Warding(0, 1), hands=((), (SALT, WARD), ())), 1, (WARD,))
    assert (result.state.hands[1], result.state.discards) == ((SALT,), (WARD,))
    assert "snatched" not in kinds(result.events)


def test_a_random_pick_is_answered_by_chance_and_told_to_two() -> None:
    state = at(Snatching(0, 1), hands=((SILVER,), (AMBER, SALT), ()))
    assert question(state) == ("chance", [(CHANCE, ["0", "1"])])
    result = GAME.apply(state, CHANCE, ("1",))
    assert result.state.hands == ((SALT, SILVER), (AMBER,), ())
    event = result.events[0]
    assert (event.to, event.secret) == ((0, 1), (SALT,))
    assert event.seen_by(2) == Event("snatched", (0, 1))


def test_an_auction_goes_round_until_one_is_left() -> None:
    state = at(Bid((1, 2, 0)), market=(SILVER,), coins=(4, 4, 3))
    assert question(state) == ("deal", [(1, ["1", "2", "3", "4", "leave"])])
    state = after(state, (1, ("2",)), (2, ("3",)))
    assert question(state) == ("deal", [(0, ["4", "leave"])])
    state = after(state, (0, ("leave",)), (1, ("leave",)))
    assert (state.ships[2], state.coins, state.market) == ((SILVER,), (4, 4, 0), ())


def test_an_auction_without_a_bid() -> None:
    state = after(at(Bid((1, 2, 0)), market=(SILVER,)), (1, ("leave",)), (2, ("leave",)), (0, ("leave",)))
    assert (state.market, state.discards) == ((), (SILVER,))


def test_a_deal_is_over_after_its_last_step() -> None:
    state = at(Haggle(0, 1, SALT), ships=((), (SALT,), ()))
    prices = []
    for seat in (1, 0, 1):
        assert question(state) == ("deal", [(seat, ["accept", "refuse", "counter"])])
        state = after(state, (seat, ("counter",)))
        prices.append(GAME.pending(state).asks[0].args[1])
    assert prices == [2, 1, 2]
    assert question(state) == ("deal", [(0, ["accept", "refuse"])])
    sold = after(state, (0, ("accept",)))
    assert (sold.ships, sold.coins) == (((SALT,), (), ()), (2, 6, 4))
    assert after(state, (0, ("refuse",))).coins == (4, 4, 4)


def test_a_deal_cannot_ask_for_more_than_there_is() -> None:
    state = at(Haggle(0, 1, SALT), ships=((), (SALT,), ()), coins=(1, 0, 0))
    assert question(state) == ("deal", [(1, ["accept", "refuse"])])


def test_an_effect_within_an_effect_is_done_before_what_follows() -> None:
    state = at(Do(1, GAME.box.ops[FEAST]), deck=(SALT, AMBER, SILVER))
    for seat, answer in ((1, "yes"), (2, "no"), (0, "yes")):
        assert question(state) == ("turn", [(seat, ["yes", "no"])])
        assert any(isinstance(frame, Choosing) for frame in state.agenda)
        assert state.coins == (4, 4, 4)
        state = after(state, (seat, (answer,)))
    assert (state.hands, state.coins) == (((AMBER,), (SALT,), ()), (4, 5, 4))


def test_an_automaton_acts_without_being_asked() -> None:
    state = GAME.apply(at(Toll(0), Ferryman(), deck=(RAID, SALT, AMBER)), 0, ("coin-0", "coin-1")).state
    assert (state.ferry, state.deck) == ((RAID, SALT), (AMBER,))


def test_sums_must_be_met() -> None:
    state = at(Toll(0), ships=((SILVER, SALT), (), ()))
    with pytest.raises(NotLegal):
        GAME.apply(state, 0, ("coin-0",))
    with pytest.raises(NotLegal):
        GAME.apply(state, 0, ("card-0", "card-1"))
    assert after(state, (0, ("coin-0", "card-1"))).coins == (3, 4, 4)
    assert after(state, (0, ("card-0",))).discards == (SILVER,)


@pytest.mark.parametrize(
    ("coins", "ferry", "reason", "ranks"),
    [
        ((5, 7, 5), (), "reason.most", (2, 1, 2)),
        ((5, 5, 4), (), "reason.most", (1, 1, 3)),
        ((2, 1, 2), (SILVER,), "reason.ferryman", (2, 4, 2)),
        ((3, 1, 2), (SILVER,), "reason.most", (1, 3, 2)),
    ],
)
def test_the_end(coins: tuple[int, ...], ferry: tuple[str, ...], reason: str, ranks: tuple[int, ...]) -> None:
    state = GAME.apply(at(Choosing(0, GAME.box.ops[PURSE][0]), coins=coins, ferry=ferry), 0, ("no",)).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranks, outcome.scores) == (reason, ranks, coins)
    assert GAME.pending(state) is None


# --- who may answer ------------------------------------------------------------------------------------------------


def test_only_the_seat_that_is_asked_may_answer() -> None:
    state = at(Turn(1), deck=(SALT,))
    for seat in (0, 2, 3, -2, CHANCE):
        with pytest.raises(NotYours) as refused:
            GAME.apply(state, seat, ("draw",))
        assert refused.value.msg.key == "refused.not-asked"


def test_after_the_end_nobody_may_answer() -> None:
    over = after(at(Turn(1), deck=(SALT,)), (1, ("draw",)))
    with pytest.raises(NotYours) as refused:
        GAME.apply(over, 1, ("draw",))
    assert refused.value.msg.key == "refused.over"


def test_what_is_barred_is_refused_with_its_reason_and_what_is_unknown_without() -> None:
    state = at(Turn(1), hands=((), (SALT,), ()))
    with pytest.raises(NotLegal) as refused:
        GAME.apply(state, 1, (SALT,))
    assert (refused.value.msg.key, refused.value.rule) == ("why.no-effect", "TOY-05")
    with pytest.raises(Malformed) as unknown:
        GAME.apply(state, 1, (AMBER,))
    assert (unknown.value.msg.key, unknown.value.rule) == ("refused.unknown", "TOY-05")


def test_an_answer_is_brought_into_its_normal_form() -> None:
    state = at(Toll(0), ships=((SALT,), (), ()))
    assert GAME.check(state, 0, ("card-0", "coin-1")) == ("coin-1", "card-0")


# --- what is seen, and what is learned -----------------------------------------------------------------------------


def test_a_draw_teaches_its_drawer_alone() -> None:
    state = at(Turn(1), deck=(SALT,))
    result = GAME.apply(state, 1, ("draw",))
    assert [GAME.taught(state, result.state.but(outcome=None), n, result.events) for n in range(3)] == [
        False,
        True,
        False,
    ]


def test_playing_a_card_teaches_the_others_alone() -> None:
    state = at(Turn(1), hands=((), (PURSE,), ()))
    result = GAME.apply(state, 1, (PURSE,))
    assert [GAME.taught(state, result.state, n, result.events) for n in (None, 0, 1, 2)] == [True, True, False, True]


def test_a_view_is_of_one_viewer_and_cannot_be_hashed() -> None:
    state = at(Turn(1), hands=((), (PURSE,), ()))
    assert GAME.view(state, 1).seen.hands == ((), (PURSE,), ())
    assert GAME.view(state, 0).seen.hands == ((), (BACK,), ())
    assert GAME.view(state, None).points(1) == 4
    assert GAME.view(state, 0) != GAME.view(state, 2)
    with pytest.raises(TypeError):
        hash(GAME.view(state, 0))


def test_a_leak_into_a_question_would_be_found() -> None:
    class Leaky(type(GAME)):  # type: ignore[misc]
        def pending(self, state: ToyS) -> Pending | None:
            pending = super().pending(state)
            if pending is not None and pending.mode == "reaction" and not pending.asks[0].options:
                return Pending("turn", pending.asks)  # asked otherwise, because there is no ward in the hand
            return pending

    leaky = Leaky(GAME.box)
    cards = sorted(GAME.box.count("good", "trick").elements())
    hand, deck = (cards.pop(cards.index(WARD)),), tuple(cards)
    state = at(Warding(0, 1), hands=((), hand, ()), deck=deck)
    step = SuiteStep(state, 1, (), GAME.apply(state, 1, ()))
    rng = random.Random(1)
    assert check_twin(GAME, speaker_for(GAME, 3), step, 2, rng)
    with pytest.raises(AssertionError, match="tell twin states apart by: asked"):
        for _ in range(20):
            check_twin(leaky, speaker_for(GAME, 3), step, 2, rng)


# --- our own mistakes ----------------------------------------------------------------------------------------------


class Circle(Frame, frozen=True, tag="Circle"):
    def step(self, s: Any, box: Any, answer: None = None) -> Any:
        return s.then(Circle())


class Nothing(Frame, frozen=True, tag="Nothing"):
    def step(self, s: Any, box: Any, answer: Answer | None = None) -> Any:
        return s


class Asking(Frame, frozen=True, tag="Asking"):
    lo: int
    hi: int
    seats: tuple[int, ...] = (0,)

    def step(self, s: Any, box: Any, answer: Answer | None = None) -> Any:
        ask = Ask(0, "k", (Option("a"), Option("b")), lo=self.lo, hi=self.hi)
        return Pending("sealed", tuple(ask for _ in self.seats))


def from_start(frame: Frame) -> None:
    """Begin a game with this frame."""

    class Wrong(type(GAME)):  # type: ignore[misc]
        def start(self, setup: Setup) -> ToyS:
            return super().start(setup).but(agenda=(frame,))

    Wrong(GAME.box).new(GAME.setup("short", 2))


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (Nothing(), "the agenda is empty"),
        (Circle(), "in a circle"),
        (Asking(3, 3), "'k' has no legal answer"),
        (Asking(2, 1), "'k' has no legal answer"),
        (Asking(1, 1, ()), "a question to nobody"),
    ],
)
def test_rules_that_contradict_themselves_are_an_error(frame: Frame, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        from_start(frame)


def test_a_long_chain_of_steps_is_no_circle() -> None:
    class Count(Frame, frozen=True, tag="Count"):
        left: int

        def step(self, s: Any, box: Any, answer: Answer | None = None) -> Any:
            return s.then(Count(self.left - 1) if self.left else Asking(1, 1))

    assert MAX_STEPS > 5_000
    from_start(Count(5_000))


def test_a_resting_state_that_asks_nothing_is_an_error() -> None:
    with pytest.raises(RulesError, match="asks nothing"):
        GAME.pending(ToyS(seats=2, coins=(4, 4), rounds=1, agenda=(Ferryman(),)))


# --- set-up --------------------------------------------------------------------------------------------------------


def test_defaults_are_filled_in() -> None:
    assert GAME.setup("long", 3) == Setup("toy", "long", 3, {"ferryman": "yes"})
    assert GAME.setup(None, 3).mode == "short"
    assert GAME.setup(None, 4, {"ferryman": "no"}) == Setup("toy", "long", 4, {"ferryman": "no"})


@pytest.mark.parametrize(
    ("mode", "seats", "options", "sentence"),
    [
        ("wide", 3, {}, "Crossing has no mode 'wide'; its modes are: short, long"),
        ("short", 4, {}, "Crossing, Short Crossing, is for 2 to 3 players, not 4"),
        (None, 7, {}, "Crossing is for 2 to 4 players, not 7"),
        ("short", 2, {"ferryman": "maybe"}, "ferryman=maybe: Ferryman can be yes, no"),
        (
            "short",
            2,
            {"boat": "yes"},
            "Crossing, Short Crossing, has no option 'boat'; its options are: ferryman, hints",
        ),
    ],
)
def test_a_wrong_set_up_is_refused_with_what_would_be_right(
    mode: str | None, seats: int, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(SetupError) as refused:
        GAME.setup(mode, seats, options)
    assert str(refused.value) == sentence


def test_a_new_game_is_made_of_a_checked_set_up_only() -> None:
    with pytest.raises(SetupError):
        GAME.new(Setup("toy", "short", 9))


def test_the_setting_who_starts_has_every_seat() -> None:
    setting = Game.first_player(3)
    assert [choice.value for choice in setting.choices] == ["lot", "1", "2", "3"]
    assert setting.default == "lot"


# --- packing -------------------------------------------------------------------------------------------------------


def test_a_packed_state_goes_on_in_the_middle_of_a_question() -> None:
    state = after(SEALED, (0, (AMBER,)))
    again = GAME.unpack(GAME.pack(state))
    assert again == state
    assert after(again, (1, (SILVER,)), (2, (WARD,))) == after(state, (1, (SILVER,)), (2, (WARD,)))


@pytest.mark.parametrize("cut", [0, 1, 10, -1])
def test_bytes_that_are_no_state_are_refused(cut: int) -> None:
    with pytest.raises(msgspec.DecodeError):
        GAME.unpack(GAME.pack(SEALED)[:cut])
    with pytest.raises(msgspec.DecodeError):
        GAME.unpack(msgspec.msgpack.encode({"seats": "three"}))
