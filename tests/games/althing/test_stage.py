"""Completing stages, and Veteran."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.common import kinds, pile

from .table import BOX, GAME, SETUPS, asked, begun, can, do, end, hear, kind, position, refused, why

ALL = [card.id for card in BOX.cards.values() if card.kind in ("step", "last")]


@pytest.mark.rule("ALT-110", "ALT-R-03")
def test_a_saga_has_five_stages_but_for_the_first_game_of_the_campaign():
    for mode, seats, options in SETUPS:
        state = begun(mode, seats, **options)
        view = GAME.view(state, None)
        assert view.stages(0) == 0
        for first in view.ahead(0):
            place, n = first, 1
            while view.ahead(place):
                place, n = view.ahead(place)[-1], n + 1
            assert n == (4 if mode == "campaign-1" else 5)
            assert BOX.cards[state.track[place]].kind == "last"


@pytest.mark.rule("ALT-110")
def test_nothing_but_the_last_stage_ends_a_game():
    state = position(pawns=(4, 1), hands={0: "odin*4"}, draws={0: "olaf*2 horik*3"}, row="siggy")
    state = end(end(state))
    assert (state.outcome, state.turn) == (None, 4)


@pytest.mark.rule("ALT-320", "ALT-321", "ALT-R-07")
def test_each_resource_is_added_up_and_compared_by_itself():
    """Vegvisir A asks for 2, 1, 1."""
    for hand, able in [
        ("odin thor freyr", True),
        ("odin gudrid", True),
        ("hild siggy", True),
        ("odin*3 freyr", False),  # no bones
        ("odin*3 thor", False),  # no wood
        ("odin halldora", True),
        ("halldora gudrid thor freyr", False),  # 1 gold
        ("olaf aslaug", True),
    ]:
        state = position(hands={0: hand}, pawns=(0, 1))
        assert ("stage:1" in can(state)) == able, hand
        if not able:
            assert why(state)["stage:1"] == ("why.stage", "ALT-321")
            assert refused(state, "stage:1").rule == "ALT-321"


@pytest.mark.rule("ALT-320", "ALT-321")
@pytest.mark.parametrize("stage", ALL)
def test_every_stage_is_completed_by_exactly_what_it_asks_for(stage):
    cost = BOX.values[stage]
    money, wood, bones = ["odin", "odin", "odin", "siggy"], ["floki", "floki"], ["sigvaar", "sigvaar", "thor"]
    track = ["vegvisir-a", "knorrer-a", "snekkar-a", "kernelyd-a"]
    place = 5 if BOX.cards[stage].kind == "last" else 2
    if stage == "althing":
        track[0] = "drakkar-a"
    elif place == 2:
        track = [step for step in track if not step.startswith(BOX.cards[stage].stage)][:3]
        track.insert(1, stage)
    tried = 0
    for a, b, c in product(range(len(money) + 1), range(len(wood) + 1), range(len(bones) + 1)):
        hand = money[:a] + wood[:b] + bones[:c]
        if not 0 < len(hand) <= 5:
            continue
        sums = tuple(sum(BOX.values[card][i] for card in hand) for i in range(3))
        pawns = (place - 1, 1)
        state = position(track=" ".join(track), hands={0: " ".join(hand)}, pawns=pawns, veteran=True)
        enough = all(have >= want for have, want in zip(sums, cost, strict=True))
        assert (f"stage:{place}" in can(state)) == enough, hand
        tried += enough
    assert tried or stage in ("althing", "thing", "eldaskali-b", "kernelyd-b", "snekkar-b", "drakkar-b")


@pytest.mark.rule("ALT-320", "ALT-R-06")
def test_only_cards_that_give_something_asked_for_may_be_laid():
    state = do(
        position(track="snekkar-a knorrer-a eldaskali-a kernelyd-a", hands={0: "odin floki gudrid thor"}, pawns=(0, 1)),
        "stage",
    )
    assert can(state) == {"floki", "gudrid", "thor"}  # Snekkar asks for no gold
    refused(state, "odin floki gudrid")
    assert refused(state, "floki thor").msg.key == "refused.need"
    troll = do(position(hands={0: "odin gudrid troll-red"}, pawns=(0, 1)), "stage")
    assert can(troll) == {"odin", "gudrid"}


@pytest.mark.rule("ALT-R-06", "ALT-R-07")
def test_more_than_needed_may_be_laid_and_nothing_comes_back():
    state = do(position(hands={0: "odin*2 gudrid freyr"}, pawns=(0, 1)), "stage", "odin*2 gudrid freyr")
    assert state.pawns[0] == 1
    assert state.discards[0] == () or state.discards[0] == pile("odin*2 gudrid freyr")
    again = do(position(hands={0: "olaf odin gudrid thor"}, pawns=(0, 1)), "stage", "olaf gudrid")
    assert again.hands[0] == ("odin", "thor")
    assert "recruit" not in can(position(hands={0: "thor"}, row="siggy"))


@pytest.mark.rule("ALT-322", "ALT-323")
def test_the_pawn_moves_and_the_cards_are_discarded():
    state, events = hear(position(hands={0: "odin gudrid thor"}, pawns=(0, 1)), "stage", "odin gudrid")
    assert state.pawns == (1, 1)
    assert state.discards[0] == pile("odin gudrid")
    assert state.hands[0] == ("thor",)
    assert kinds(events) == ["laid.stage", "completed"]


@pytest.mark.rule("ALT-324")
def test_stages_are_taken_in_order_and_shared():
    state = position(hands={0: "odin*2 hild floki"}, pawns=(2, 3))
    assert {o for o in can(state) if o.startswith("stage")} == {"stage:3"}
    refused(state, "stage:4")
    refused(state, "stage:2")
    assert do(state, "stage", "odin hild floki").pawns == (3, 3)


@pytest.mark.rule("ALT-324")
def test_behind_the_last_stage_there_is_none():
    state = position(hands={0: "odin*2 olaf thor"}, pawns=(5, 1))
    assert not {o for o in can(state) if o.startswith("stage")}
    assert not [b for b in why(state) if b.startswith("stage")]


@pytest.mark.rule("ALT-470", "ALT-471", "ALT-R-04")
@pytest.mark.parametrize("stage", ["drakkar-a", "drakkar-b", "dragvendil-a", "dragvendil-b"])
def test_veteran_holds_for_all_from_the_completion_on(stage):
    hand = {"drakkar-a": "odin floki thor", "drakkar-b": "horik floki gudrid", "dragvendil-a": "odin gudrid thor"}
    laid = hand.get(stage, "horik aslaug")
    track = f"{stage} knorrer-a eldaskali-a kernelyd-a"
    state = position(seats=3, track=track, pawns=(0, 1, 0), hands={0: laid})
    state, events = hear(state, "stage", laid)
    assert "veteran" in kinds(events)
    assert state.veteran
    assert [len(hand) for hand in state.hands] == [5, 4, 4]
    state = end(state)
    assert [len(hand) for hand in state.hands] == [5, 5, 4]
    state = end(state)
    assert [len(hand) for hand in state.hands] == [5, 5, 5]


@pytest.mark.rule("ALT-R-04", "ALT-471")
def test_a_second_veteran_stage_changes_nothing():
    track = "drakkar-a dragvendil-a eldaskali-a kernelyd-a"
    state = position(track=track, pawns=(1, 1), hands={0: "odin gudrid thor odin"}, veteran=True)
    state, events = hear(state, "stage", "odin gudrid thor")
    assert "veteran" not in kinds(events)
    assert len(end(state).hands[0]) == 5


@pytest.mark.rule("ALT-470", "ALT-362")
def test_a_stage_without_the_symbol_leaves_hands_at_four():
    state = do(position(pawns=(0, 1), hands={0: "odin gudrid thor"}), "stage", "odin gudrid")
    assert not state.veteran
    assert len(end(state).hands[0]) == 4


@pytest.mark.rule("ALT-471")
def test_who_is_before_in_the_turn_waits_for_his_next_phase():
    """Seat 0 has had his phase when seat 1 completes Drakkar."""
    track = "drakkar-a knorrer-a eldaskali-a kernelyd-a"
    state = position(track=track, active=1, pawns=(1, 0), hands={0: "odin*4", 1: "odin floki thor"})
    state = do(state, "stage", "odin floki thor")
    assert [len(hand) for hand in state.hands] == [4, 5]
    assert kind(state) == "act 0"
    assert len(end(state).hands[0]) == 5


@pytest.mark.rule("ALT-321")
def test_a_smallest_set_of_cards_is_proposed():
    state = do(position(hands={0: "odin freyr thor gudrid"}, pawns=(0, 1)), "stage")
    view = GAME.view(state, 0)
    assert sorted(view.proposal(asked(state))) == ["gudrid", "odin"]
