"""New Games and the Saga Alternative."""

from __future__ import annotations

from collections import Counter

import pytest

from thorgames.core.ask import CHANCE
from thorgames.core.chance import Dealer
from thorgames.core.errors import SetupError

from .table import BOX, GAME, STEPS, asked, begun, can, do, end, kind, new, position, refused

FORK = "vegvisir-a knorrer-a snekkar-a eldaskali-a kernelyd-a drakkar-a"


def laid_out(seed: int, mode: str = "new", seats: int = 2, **options: str):
    return begun(mode, seats, seed, **options)


@pytest.mark.rule("ALT-701")
@pytest.mark.parametrize("mode", ["new", "alternative"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_kattegat_on_either_side(mode, side):
    assert begun(mode, kattegat=side).track[0] == f"kattegat-{side}"
    with pytest.raises(SetupError):
        GAME.setup("standard", 2, {"kattegat": side})


@pytest.mark.rule("ALT-702", "ALT-124", "ALT-R-17")
def test_on_side_b_all_can_be_tricked_from_the_first_phase_on():
    hand = {0: "thor horik odin"}
    assert not [o for o in can(position("new", kattegat="a", hands=hand, pawns=(0, 0))) if ":" in o[5:]]
    state = position("new", kattegat="b", hands=hand, pawns=(0, 0), turn=1)
    assert {"thor:troll:1", "thor:axe:1", "horik:storm:1"} <= can(state)


@pytest.mark.rule("ALT-703", "ALT-704", "ALT-R-35")
@pytest.mark.parametrize("sides", ["a", "b", "random"])
def test_four_random_steps_and_the_last_stage_by_the_veteran_symbol(sides):
    seen, ends = Counter(), set()
    for seed in range(80):
        track = laid_out(seed, sides=sides).track
        steps = [card.rpartition("-") for card in track[1:-1]]
        assert len({name for name, _, _ in steps}) == 4
        assert {name for name, _, _ in steps} <= set(STEPS)
        seen.update(side for _, _, side in steps)
        veteran = {"drakkar", "dragvendil"} & {name for name, _, _ in steps}
        assert track[-1] == ("althing" if veteran else "thing")
        ends.add((len(veteran), track[-1]))
    assert set(seen) == ({"a", "b"} if sides == "random" else {sides})
    assert ends == {(0, "thing"), (1, "althing"), (2, "althing")}


@pytest.mark.rule("ALT-703", "ALT-R-35", "ALT-R-58")
def test_random_sides_are_drawn_for_each_step_alone():
    seen = {tuple(card[-1] for card in laid_out(seed, sides="random").track[1:5]) for seed in range(150)}
    assert len(seen) == 16


@pytest.mark.rule("ALT-R-35")
@pytest.mark.parametrize("turned", [(), (0,), (1, 3), (0, 1, 2, 3)])
def test_the_table_may_choose_each_side(turned):
    state, dealer = new("new", sides="table", first="2"), Dealer(4)
    while asked(state).seat == CHANCE:
        state = GAME.apply(state, CHANCE, dealer.answer(asked(state))).state
    assert kind(state) == "sides 1"
    assert GAME.pending(state).mode == "deal"
    steps = state.track[1:]
    assert can(state) == set(steps)
    state = GAME.apply(state, 1, tuple(steps[at] for at in turned)).state
    assert state.track[1:5] == tuple(f"{s[:-1]}b" if at in turned else s for at, s in enumerate(steps))


@pytest.mark.rule("ALT-R-35")
def test_the_choice_of_a_side_names_it():
    """A table that chooses must read what it chooses: both sides of a card have the same name otherwise."""
    state, dealer = new("new", sides="table", first="1"), Dealer(4)
    while asked(state).seat == CHANCE:
        state = GAME.apply(state, CHANCE, dealer.answer(asked(state))).state
    speaker = GAME.speaker(("Ann", "Bob"))
    for option in asked(state).options:
        text = speaker.plain(asked(state).label(option))
        first, other = (speaker.card_name(str(card)) for card in option.refs)
        assert first != other, f"a choice reads {text!r}"


@pytest.mark.rule("ALT-R-35")
def test_the_last_stage_has_one_cost_whatever_the_sides():
    assert BOX.values["thing"] == (4, 2, 1)
    assert BOX.values["althing"] == (5, 3, 2)
    assert [card.id for card in BOX.cards.values() if card.kind == "last"] == ["thing", "althing"]


# --- Saga Alternative ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ALT-720", "ALT-721", "ALT-R-36", "ALT-R-37")
def test_six_steps_on_random_sides_with_a_fork_and_the_althing():
    sides, first = set(), set()
    for seed in range(60):
        state = laid_out(seed, "alternative")
        steps = [card.rpartition("-") for card in state.track[1:-1]]
        assert len({name for name, _, _ in steps}) == 6
        assert state.track[-1] == "althing"
        assert state.fork
        sides.update((at, side) for at, (_, _, side) in enumerate(steps))
        first.add(steps[0][0])
    assert len(sides) == 12
    assert first == set(STEPS)


@pytest.mark.rule("ALT-720", "ALT-R-36")
def test_the_shape_of_the_fork():
    """Start, step 1, then L1 L2 or R1 R2, step 4, the last stage; dealt as step 1, L1, R1, L2, R2, step 4."""
    view = GAME.view(position("alternative", track=FORK), None)
    ahead = {place: view.ahead(place) for place in range(8)}
    assert ahead == {0: (1,), 1: (2, 3), 2: (4,), 3: (5,), 4: (6,), 5: (6,), 6: (7,), 7: ()}
    state = position("alternative", seats=3, track=FORK, pawns=(0, 1, 2))
    views = [GAME.view(state.but(pawns=(p, 0, 0)), None).stages(0) for p in range(8)]
    assert views == [0, 1, 2, 2, 3, 3, 4, 5]


@pytest.mark.rule("ALT-722", "ALT-R-36")
@pytest.mark.parametrize(("left", "path"), [(True, (2, 4)), (False, (3, 5))])
def test_a_branch_once_taken_is_followed_to_its_end(left, path):
    rich = {0: "odin horik olaf bjorn floki"}
    state = position("alternative", track=FORK, pawns=(1, 1), hands=rich, veteran=True)
    assert {o for o in can(state) if o.startswith("stage")} == {"stage:2", "stage:3"}
    state = do(state, f"stage:{path[0]}")
    state = do(state, " ".join(o.id for o in asked(state).options))
    assert state.pawns[0] == path[0]
    on_branch = position("alternative", track=FORK, pawns=(path[0], 1), hands=rich, veteran=True)
    assert {o for o in can(on_branch) if o.startswith("stage")} == {f"stage:{path[1]}"}
    refused(on_branch, "stage:6")
    refused(on_branch, f"stage:{2 + 3 - path[0]}")
    behind = position("alternative", track=FORK, pawns=(path[1], 1), hands=rich, veteran=True)
    assert {o for o in can(behind) if o.startswith("stage")} == {"stage:6"}


@pytest.mark.rule("ALT-723")
def test_the_others_may_follow_or_take_the_other_branch():
    rich = {1: "odin horik olaf bjorn floki"}
    for pawns in ((2, 1), (3, 1), (4, 1)):
        state = position("alternative", active=1, track=FORK, pawns=pawns, hands=rich, veteran=True)
        assert {o for o in can(state) if o.startswith("stage")} == {"stage:2", "stage:3"}


@pytest.mark.rule("ALT-722")
def test_only_a_branch_that_can_be_paid_is_offered():
    """Knorrer A asks for 4, 1, 1, Snekkar A for 0, 3, 1."""
    state = position("alternative", track=FORK, pawns=(1, 1), hands={0: "odin*2 gudrid"})
    assert {o for o in can(state) if o.startswith("stage")} == {"stage:2"}


@pytest.mark.rule("ALT-R-37")
def test_veteran_on_a_branch_that_nobody_takes_is_not_in_force():
    track = "vegvisir-a drakkar-a knorrer-a dragvendil-a eldaskali-a kernelyd-a"
    state = position("alternative", track=track, pawns=(6, 1), hands={0: "olaf*2 aslaug thor"})
    assert not state.veteran
    state = do(state, "stage", "olaf*2 aslaug")
    assert GAME.view(state, None).stages(0) == 5
    assert not state.veteran
    state = end(state)
    assert len(state.hands[0]) == 4


@pytest.mark.rule("ALT-501", "ALT-R-36")
def test_the_end_of_the_fork_is_the_end_of_the_game():
    state = position("alternative", track=FORK, pawns=(5, 6), active=1, hands={1: "olaf*2 aslaug"})
    state = do(state, "stage", "olaf*2 aslaug")
    assert state.outcome.reason == "end.alone"
    assert state.outcome.scores == (3, 5)
    assert state.outcome.ranks == (2, 1)
