"""The state is a value; ranks."""

from __future__ import annotations

import msgspec
import pytest

from tests.toy.rules import Ferryman, Round, S, Scoring
from thorgames.core.chance import Shuffle
from thorgames.core.state import Frame, Outcome, ranks
from thorgames.core.text import Event

START = S(seats=2, coins=(4, 4), rounds=1)


def test_what_comes_next_lies_on_top_the_first_of_it_uppermost() -> None:
    s = START.then(Scoring()).then(Round(), Ferryman())
    assert s.agenda == (Scoring(), Ferryman(), Round())
    assert START.agenda == ()


def test_a_state_is_never_changed_itself() -> None:
    s = START.but(coins=(5, 3)).tell("round", 1)
    assert (s.coins, s.told) == ((5, 3), (Event("round", (1,)),))
    assert (START.coins, START.told) == ((4, 4), ())
    with pytest.raises(AttributeError):
        s.coins = (0, 0)  # type: ignore[misc]


def test_what_is_told_is_kept_in_order_with_its_secrets() -> None:
    s = START.tell("draws", 0, to=(0,), secret=("ox",)).tell("round", 1)
    assert s.told == (Event("draws", (0,), (0,), ("ox",)), Event("round", (1,)))


def test_what_comes_next_and_what_is_told_can_be_changed_with_other_fields_at_once() -> None:
    both = START.but(agenda=START.and_then(Shuffle("deck"), Shuffle("bank")), told=START.and_told("round", 1))
    assert both == START.then(Shuffle("deck"), Shuffle("bank")).tell("round", 1)
    secret = START.but(told=both.and_told("draws", 0, to=(0,), secret=("ox",))).told
    assert secret == START.tell("round", 1).tell("draws", 0, to=(0,), secret=("ox",)).told


def test_states_are_equal_by_value_and_come_back_typed_from_bytes() -> None:
    s = START.but(outcome=Outcome("reason.most", (1, 2))).then(Shuffle("deck"))
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=S)
    assert again == s
    assert type(again.agenda[0]) is Shuffle


def test_a_field_of_the_wrong_type_does_not_come_back() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(START.but(coins=("four", 4))), type=S)


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((), ()),
        ((5,), (1,)),
        ((3, 7, 5), (3, 1, 2)),
        ((4, 9, 9), (3, 1, 1)),
        ((2, 2, 2), (1, 1, 1)),
        ((-1, -3), (1, 2)),
    ],
)
def test_equal_scores_share_the_better_rank(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert ranks(scores) == places


def test_a_frame_without_a_rule_is_an_error() -> None:
    with pytest.raises(NotImplementedError):
        Frame().step(START, None)


def test_shares_of_a_win_add_up_to_one() -> None:
    alone, shared, nobody = Outcome("end", (2, 1, 3)), Outcome("end", (1, 3, 1)), Outcome("end", (2,))
    assert [alone.share(seat) for seat in range(3)] == [0, 1, 0]
    assert [shared.share(seat) for seat in range(3)] == [0.5, 0, 0.5]
    assert nobody.share(0) == 0
