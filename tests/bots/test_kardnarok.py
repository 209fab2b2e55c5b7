"""Judgements of Kardnarök: legal, with a reason, blind to what is hidden, and better than chance."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import thorgames.games.kardnarok.heuristics as heuristics
from tests.bots import common
from tests.games.kardnarok import combat, table
from tests.games.kardnarok.combat import GAME
from thorgames.core.ask import Ask
from thorgames.games.kardnarok.rounds import Adjust, FormArmy

MODES = [("basic", 3), ("basic", 4), ("duel", 2), ("story", 2), ("story", 3), ("story", 4)]
every_mode = pytest.mark.parametrize(("mode", "seats"), MODES)
judged = partial(common.judged, GAME)
PARTS = ("heuristics", "tactics", "mercenaries", "prospects", "reckoning")


def asked(mode: str, seats: int, seed: int, wild: float = 0.0, **options: str) -> Iterator[tuple[Any, Ask]]:
    """(state, question) for every question to a seat in a game; some answers (a share) are drawn at random."""
    return common.questions(GAME, table.new(mode, seats, **options), seed, wild)


# --- every question ------------------------------------------------------------------------------------------------


@every_mode
def test_every_question_of_a_game_is_answered_with_a_reason(mode: str, seats: int) -> None:
    for at, (state, ask) in enumerate(asked(mode, seats, 3, 0.1)):
        common.check_judged(GAME, ask, judged(state, ask))
        if at % 10 == 0:
            for viewer in (0, seats - 1, None):
                found = heuristics.standing(GAME.view(state, viewer))
                assert len(found) == seats
                assert sum(found) == pytest.approx(1)
                assert all(0 <= one <= 1 for one in found)


def test_every_kind_of_question_is_answered_with_a_reason() -> None:
    kinds: dict[str, int] = {}
    for seats, mode, seeds in ((3, "story", 8), (4, "story", 4), (2, "duel", 6)):
        for seed in range(seeds):
            for state, ask in asked(mode, seats, seed, 0.5, kingdoms="table"):
                if kinds.get(ask.kind, 0) < 20:
                    kinds[ask.kind] = kinds.get(ask.kind, 0) + 1
                    common.check_judged(GAME, ask, judged(state, ask))
    assert set(kinds) == set(heuristics.JUDGES)


def test_every_reason_has_words_and_all_words_are_used() -> None:
    source = "".join((Path(heuristics.__file__).parent / f"{part}.py").read_text(encoding="utf-8") for part in PARTS)
    for key in heuristics.WORDS:
        assert f'"{key.removeprefix("why.so.")}"' in source or key.startswith("why.so.ritual.")
    assert not set(heuristics.WORDS) & set(GAME.all_words)


# --- what it may know ----------------------------------------------------------------------------------------------


@every_mode
def test_twin_states_are_judged_alike(mode: str, seats: int) -> None:
    rng = random.Random(5)
    for at, (state, ask) in enumerate(asked(mode, seats, 5)):
        if at % 2:
            continue
        common.check_twin(GAME, state, ask, rng)


@every_mode
def test_an_opened_world_is_judged_as_the_seat_could(mode: str, seats: int) -> None:
    looked = 0
    for state, ask in asked(mode, seats, 8, 0.1):
        common.check_opened(GAME, state, ask)
        looked += 1
    assert looked > 80


def test_heuristics_know_no_rules() -> None:
    for part in PARTS:
        source = (Path(heuristics.__file__).parent / f"{part}.py").read_text(encoding="utf-8")
        known = set(re.findall(r"from thorgames\.games\.kardnarok\.(\w+)", source))
        assert known <= {"cards", "view", *PARTS}


# --- positions in which the right move is plain --------------------------------------------------------------------


def best(state: Any) -> tuple[str, str]:
    """What the seat that is asked does first, and why."""
    one = judged(state, combat.asked(state))[0]
    return " ".join(one.answer), one.why.key.removeprefix("why.so.")


def test_the_cheapest_card_takes_the_lead() -> None:
    state = combat.position(
        seats=2,
        armies={0: "villager jarl", 1: "jarl jarl"},
        hands={0: "skadi thor arrows", 1: "skadi freya"},
        coins={0: 4, 1: 5},
        may_swap=False,
    )
    # Two Jarls lead by 2; a tie is not the attacker's. Thor's 3 does it alone, anything else takes two cards.
    assert best(state) == ("norn:thor:0", "lead")


def test_a_villager_is_spent_before_a_good_norn() -> None:
    state = combat.position(
        seats=2,
        armies={0: "villager jarl", 1: "jarl villager"},
        hands={0: "villager skadi", 1: "skadi freya"},
        coins={0: 3, 1: 4},
        may_swap=False,
    )
    assert best(state) == ("villager", "lead")


def test_who_cannot_catch_up_keeps_his_cards() -> None:
    state = combat.position(
        seats=2,
        armies={0: "villager villager", 1: "jotunn jotunn"},
        hands={0: "skadi villager", 1: "skadi freya tyr heimdall"},
        bronze={0: 0},
        may_swap=False,
    )
    assert best(state) == ("", "concede")


def test_two_norns_are_bought_when_the_other_side_is_spent() -> None:
    state = combat.position(
        seats=2,
        armies={0: "villager jarl", 1: "jarl villager"},
        hands={0: "tyr", 1: ""},
        coins={0: 5, 1: 5},
        bronze={1: 0},
        may_swap=False,
    )
    assert best(state) == ("buy", "buy")


def test_a_mercenary_is_sought_rather_than_a_combat_lost() -> None:
    state = combat.position(
        armies={0: "villager jarl", 1: "jarl jarl"},
        hands={0: "", 1: "", 2: "skadi thor odin"},
        bronze={0: 5},
        may_swap=False,
    )
    assert best(state) == ("hire", "hire")


def test_an_offer_is_not_more_than_the_combat_is_worth() -> None:
    state = combat.position(
        armies={0: "villager jarl", 1: "jarl jarl"}, hands={0: "", 1: "", 2: "thor odin"}, bronze={0: 7}, may_swap=False
    )
    state = GAME.apply(state, 0, ("hire",)).state
    ask = combat.asked(state)
    assert ask.kind == "offer.one"
    amounts = [int(one.answer[0].partition(":")[2]) for one in judged(state, ask) if one.answer != ("withdraw",)]
    assert amounts
    assert max(amounts) <= 4


def test_a_norn_that_cannot_turn_the_combat_is_not_played_for_a_fee() -> None:
    state = combat.position(
        armies={0: "villager villager", 1: "jotunn jotunn"},
        hands={0: "villager", 1: "", 2: "longships"},
        bronze={0: 5},
        may_swap=False,
    )
    for answer in (("hire",), ("2:1",), ("stop",), ("accept",)):
        ask = combat.asked(state)
        state = GAME.apply(state, ask.seat, answer if answer[0] in {o.id for o in ask.options} else ()).state
    assert combat.asked(state).kind == "help"
    assert best(state) == ("", "help.pass")


def test_the_rune_that_the_hero_asks_for_is_named() -> None:
    state = combat.position(
        seats=2,
        armies={0: "champion jarl", 1: "jarl villager"},
        heroes={0: "freydis", 1: "ragnar"},
        hands={0: "runestone", 1: ""},
        may_swap=False,
    )
    state = GAME.apply(state, 0, ("norn:runestone:0",)).state
    assert best(state) == ("1:Z", "wild")


def test_the_strongest_army_is_formed() -> None:
    state = table.position(
        "duel",
        2,
        hands={0: "champion seidkona villager villager skadi"},
        armies={0: ""},
        heroes={0: "freydis leif"},
        swapped=(0,),
        agenda=(FormArmy(0, begun=True),),
    )
    answer, why = best(state)
    assert (set(answer.split()), why) == ({"champion", "seidkona", "hero:freydis"}, "army")


def test_with_two_good_warriors_norns_are_drawn() -> None:
    hands, heroes = {0: "jarl jotunn skadi"}, {0: "harald leif"}
    state = table.position("duel", 2, hands=hands, armies={0: ""}, heroes=heroes, agenda=(Adjust(0),))
    assert best(state) == ("0:5", "split")


def test_with_two_poor_ones_more_warriors_are_drawn() -> None:
    hands, heroes = {0: "villager champion skadi"}, {0: "harald leif"}
    state = table.position("duel", 2, hands=hands, armies={0: ""}, heroes=heroes, agenda=(Adjust(0),))
    assert int(best(state)[0][0]) > 0


# --- how well it plays ---------------------------------------------------------------------------------------------


def test_the_normal_level_beats_the_easy_one() -> None:
    assert common.share_of_wins(GAME.setup("duel", 2), 20) >= 0.9


@pytest.mark.long
@pytest.mark.parametrize(
    ("mode", "seats", "least"),
    [("duel", 2, 0.8), ("basic", 3, 2 / 3), ("basic", 4, 0.5), ("story", 3, 2 / 3), ("story", 4, 0.5)],
)
def test_the_normal_level_beats_the_easy_one_by_far(mode: str, seats: int, least: float) -> None:
    assert common.share_of_wins(GAME.setup(mode, seats), 400) >= least
