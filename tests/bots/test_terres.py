"""Judgements of Terres de Destinées: legal, with a reason, blind to what is hidden, and better than chance."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import thorgames.games.terres.heuristics as heuristics
from tests.bots import common
from tests.games.terres.table import GAME, SETUPS, A, B, C, D, anyhow, asked, begun, do, passes, position, steps
from thorgames.core.ask import Ask

every_setup = pytest.mark.parametrize(
    ("mode", "seats", "options"), SETUPS, ids=["-".join([mode, str(n), *more]) for mode, n, more in SETUPS]
)


judged = partial(common.judged, GAME)


def normal(state: Any, ask: Ask, rng: random.Random) -> tuple[str, ...]:
    """The normal level."""
    return judged(state, ask, rng.getrandbits(32))[0].answer


def shares(state: Any, seats: int) -> None:
    """How the seats stand, from every side."""
    for viewer in (0, seats - 1, None):
        found = heuristics.standing(GAME.view(state, viewer))
        assert len(found) == seats
        assert sum(found) == pytest.approx(1)
        assert all(0 <= one <= 1 for one in found)
        assert not any(one for one, gone in zip(found, state.out, strict=True) if gone)


# --- every question ------------------------------------------------------------------------------------------------


@every_setup
def test_every_question_of_a_game_is_answered_with_a_reason(mode: str, seats: int, options: dict[str, str]) -> None:
    for at, (state, ask, *_) in enumerate(steps(begun(mode, seats, 3, **options), 3, normal)):
        if ask.seat >= 0:
            common.check_judged(GAME, ask, judged(state, ask))
        if at % 20 == 0:
            shares(state, seats)


def test_every_kind_of_question_is_answered_with_a_reason() -> None:
    kinds: dict[str, int] = {}
    for seed in range(60):
        mode, seats = ("duel", 2) if seed % 4 == 3 else ("normal", 5)
        for state, ask, *_ in steps(begun(mode, seats, seed, starburst="yes"), seed, anyhow):
            if ask.seat >= 0 and kinds.get(ask.kind, 0) < 8:
                kinds[ask.kind] = kinds.get(ask.kind, 0) + 1
                common.check_judged(GAME, ask, judged(state, ask))
        if set(kinds) == set(heuristics.JUDGES):
            return
    raise AssertionError(f"never asked: {set(heuristics.JUDGES) - set(kinds)}")


def test_every_reason_has_words_and_all_words_are_used() -> None:
    source = ""
    for path in Path(heuristics.__file__).parent.glob("*.py"):
        if path.stem in ("heuristics", "foresight", "outlook"):
            source += path.read_text(encoding="utf-8")
    used = set(re.findall(r'"(why\.[a-z.]+)"(?!:)', source))
    assert used == set(heuristics.WORDS)
    assert not set(heuristics.WORDS) & set(GAME.all_words)


# --- what it may know ----------------------------------------------------------------------------------------------


@every_setup
def test_twin_states_are_judged_alike(mode: str, seats: int, options: dict[str, str]) -> None:
    rng = random.Random(5)
    for at, (state, ask, *_) in enumerate(steps(begun(mode, seats, 5, **options), 5, normal)):
        if ask.seat < 0 or at % 5:
            continue
        common.check_twin(GAME, state, ask, rng)


def test_an_opened_world_is_judged_as_the_seat_could() -> None:
    looked = 0
    for mode, seats, seed in (("duel", 2, 8), ("duel", 2, 9), ("normal", 4, 8)):
        for at, (state, ask, *_) in enumerate(steps(begun(mode, seats, seed, starburst="yes"), seed, anyhow)):
            if ask.seat >= 0 and (at % 3 == 0 or ask.kind in ("bid", "bid.first", "take")):
                common.check_opened(GAME, state, ask)
                looked += 1
    assert looked > 100


# --- positions in which the right move is plain --------------------------------------------------------------------


def best(state: Any) -> tuple[str, str]:
    """What the seat that is asked does first, and why."""
    one = judged(state, asked(state))[0]
    return " ".join(one.answer), one.why.key


def test_it_bids_all_it_can_for_the_card_that_wins() -> None:
    state = position(
        "auction",
        2,
        hands={A: "bills golem spring market seer castle", B: "harbour king queen judge crypt"},
        play={B: "charter ledger"},
        secret={A: "surveyor", B: "scholar"},
    )
    state = do(state, "bills", "harbour")
    assert best(state) == ("1", "why.bid.win")
    assert best(do(state, "1", "2")) == ("3", "why.bid.win")
    after = do(state, "1", "2", "3", "pass")
    assert best(after) == ("0", "why.take.win")


def test_it_bids_against_a_destiny_that_all_can_see() -> None:
    state = position(
        "auction",
        2,
        hands={A: "bills castle spring market", B: "harbour seer queen crypt ghoul"},
        play={A: "king judge spy"},
        secret={A: "surveyor", B: "scholar"},
    )
    state = do(state, "castle", "harbour")
    assert best(state)[1] == "why.bid.deny"
    assert best(do(state, "1", "2")) == ("3", "why.bid.deny")


def test_it_fears_a_secret_destiny_only_if_it_has_been_shown() -> None:
    """The other needs one more Terrain for the Surveyor."""
    for shown in ((), (B,)):
        state = position(
            "auction",
            2,
            hands={A: "harbour castle spring market", B: "banker seer queen ledger ghoul"},
            play={A: "village crypt graveyard"},
            secret={A: "surveyor", B: "scholar"},
            spied=(shown, ()),
        )
        state = do(state, "harbour", "banker")
        assert (best(state)[1] == "why.bid.deny") == bool(shown)


def test_it_takes_the_last_card_of_the_other_player() -> None:
    state = position("effects", 2, hands={A: "bills castle spring", B: "harbour"}, play={A: "village vampire"})
    assert best(state) == ("act:vampire", "why.act.win")


def test_it_uses_every_power_that_helps_and_then_ends_the_turn() -> None:
    state = position(
        "effects", 2, hands={A: "bills castle spring", B: 5}, play={A: "village charter"}, secret={A: "scholar"}
    )
    assert best(state) == ("act:village", "why.act.draw")
    state = do(state, "village")
    assert best(state) == ("act:charter", "why.act.token")


def test_it_leaves_a_power_alone_that_does_harm() -> None:
    state = position("effects", 2, hands={A: "bills", B: 5}, play={A: "fire-mage"})
    assert best(state) == ("end", "why.end")


def test_a_mandatory_power_is_used_though_it_does_harm() -> None:
    state = position("effects", 2, hands={A: "bills king", B: 6}, play={A: "ghoul"}, tokens={B: (4,)})
    assert best(state) == ("act:ghoul", "why.duty.use")


def test_it_does_not_bid_its_life_away() -> None:
    """With two cards, one of which a Vampire takes in this turn, a card without use is not worth one more."""
    state = position("auction", 4, hands={A: "bills golem", B: "seer castle", C: 5, D: 5}, play={A: "vampire"})
    state = do(state, "golem")
    assert best(state) == ("pass", "why.pass.life")


def test_a_seller_lets_others_pay() -> None:
    state = position("auction", 3, hands={A: "market spring harbour bills castle judge king", B: 7, C: 7})
    state = do(state, "market", "3", "pass")
    assert best(state) == ("pass", "why.pass.sell")


def test_what_nobody_wants_is_placed_for_nothing() -> None:
    state = position("auction", 3, hands={A: "golem market spring", B: 5, C: 5})
    state = passes(do(state, "golem"))
    assert best(state)[0] == "place"


def test_the_guardian_angel_saves() -> None:
    state = position(
        "effects", 4, play={A: "vampire"}, hands={B: "king"}, tokens={C: (2,)}, secret={A: "surveyor", C: "angel"}
    )
    state = do(state, "vampire", "1")
    assert best(state) == ("token", "why.rescue.angel")


def test_what_fits_the_own_destiny_is_kept() -> None:
    state = position(
        "start",
        2,
        hands={A: "bills spring market golem", B: 5},
        tokens={A: (1,)},
        play={A: "charter ledger"},
        secret={A: "scholar"},
    )
    assert asked(state).kind == "cursed"
    assert all(one.answer != ("bills",) for one in judged(state, asked(state)))
    state = position(
        "effects", 2, discard="judge scrolls ring", play={A: "crypt charter ledger"}, secret={A: "scholar"}
    )
    assert best(state) == ("act:crypt", "why.act.draw")
    assert best(do(state, "crypt")) == ("scrolls", "why.keep")


def test_it_ruins_the_card_that_the_other_needs_most() -> None:
    state = position(
        "effects",
        2,
        hands={A: 5, B: 5},
        play={A: "mercenary", B: "king judge knight spy healer"},
        secret={A: "scholar"},
    )
    state = do(state, "mercenary")
    state = GAME.apply(state, A, judged(state, asked(state))[0].answer).state
    choice, why = best(state)
    assert GAME.box.cards[choice].family == "kingdom"
    assert why == "why.act.ruin"


# --- how well it plays ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats", "least"), [("duel", 2, 16), ("normal", 4, 10)])
def test_the_normal_level_beats_the_easy_one(mode: str, seats: int, least: int) -> None:
    assert 20 * common.share_of_wins(GAME.setup(mode, seats), 20) >= least


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_normal_level_beats_the_easy_one_in_many_games(seats: int) -> None:
    share = common.share_of_wins(GAME.setup("duel" if seats == 2 else "normal", seats), 400)
    assert share >= (0.8 if seats == 2 else 2 / seats)
