"""What a choice is said to do is what it does."""

from __future__ import annotations

import pytest

from .table import GAME, SETUPS, anyhow, avoider, cards, new, position, steps


def foretold(state, seat: int, ask, said: tuple[str, ...]) -> dict[str, tuple]:
    return {msg.key: msg.args for msg in GAME.preview(GAME.view(state, seat), ask, said)}


@pytest.mark.parametrize("player", [anyhow, avoider])
@pytest.mark.parametrize(("mode", "seats", "will"), SETUPS)
def test_values_points_and_the_end_of_the_round_come_as_foretold(mode, seats, will, player):
    for seed in range(3):
        for state, ask, said, result in steps(new(mode, seats, will), seed, player):
            if ask.seat < 0:
                continue
            view, after = GAME.view(state, ask.seat), GAME.view(result.state, ask.seat)
            says = foretold(state, ask.seat, ask, said)
            now, then = (dict(zip(state.gods, v.values(), strict=True)) for v in (view, after))
            if "will.value" in says:
                god, old, new_ = says["will.value"]
                assert (old, new_) == (now[god], then[god])
                assert old != new_
            if "will.same" in says:
                god, old = says["will.same"]
                assert old == now[god] == then[god]
            if "will.points" in says:
                assert says["will.points"] == (view.points(ask.seat), after.points(ask.seat))
            if "will.take" in says:
                god, worth, points = says["will.take"]
                assert (worth, points) == (now[god], after.points(ask.seat))
            if ask.kind.startswith("play"):
                assert {"will.value", "will.same"} & set(says)
                ended = any(event.kind.startswith("end.") for event in result.events)
                assert ("will.end" in says) == ended
                assert ("will.out" in says) == ("<" in said[0])
            if ask.kind == "mjollnir":
                assert {"will.value", "will.same"} & set(says)


def test_an_offering_foretells_the_new_value_and_the_points():
    state = position("Fa1", hands={0: "Fa4"}, displays={0: "Fa*2 Od"})
    says = foretold(state, 0, GAME.pending(state).asks[0], cards("Fa4"))
    assert says == {"will.value": ("god-freya", 1, 4), "will.points": (2, 8)}
