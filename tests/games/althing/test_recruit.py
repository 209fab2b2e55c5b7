"""Recruiting Vikings."""

from __future__ import annotations

import pytest

from tests.games.common import kinds, pile

from .table import (
    BOX,
    GAME,
    SETUPS,
    asked,
    buyable,
    can,
    do,
    draw_pile,
    end,
    hear,
    kind,
    new,
    position,
    refused,
    steps,
    why,
)


@pytest.mark.rule("ALT-301")
def test_wood_and_bones_recruit_nobody():
    state = position(hands={0: "floki gudrid sigvaar thor"}, row="siggy")
    assert "recruit" not in can(state)
    assert why(state)["recruit"] == ("why.gold", "ALT-303")
    assert refused(state, "recruit").rule == "ALT-303"


@pytest.mark.rule("ALT-302", "ALT-R-06")
def test_only_cards_with_a_nugget_may_be_laid():
    state = do(position(hands={0: "odin halldora freyr troll-red"}, row="siggy"), "recruit")
    assert can(state) == {"odin", "halldora"}
    assert asked(state).lo == 1
    refused(state, "freyr")
    refused(state, "troll-red")
    refused(state, "")


@pytest.mark.rule("ALT-302", "ALT-303", "ALT-R-05")
def test_the_nuggets_are_added_up():
    row = "siggy hild aslaug bjorn olaf"  # 2, 3, 4, 5, 6
    for laid, able in [
        ("odin", ["siggy"]),
        ("odin halldora", ["hild", "siggy"]),
        ("odin*2", ["aslaug", "hild", "siggy"]),
        ("odin*2 halldora", ["aslaug", "bjorn", "hild", "siggy"]),
        ("odin*3", ["aslaug", "bjorn", "hild", "olaf", "siggy"]),
    ]:
        state = do(position(hands={0: "odin*3 halldora"}, row=row), "recruit", laid)
        assert buyable(state) == able


@pytest.mark.rule("ALT-303", "ALT-R-05")
def test_a_sum_that_buys_nothing_is_refused():
    state = position(hands={0: "odin*2 halldora"}, row="bjorn bjorn olaf olaf aslaug")
    asks = do(state, "recruit")
    assert asked(asks).need == (4,)
    assert refused(asks, "odin halldora").msg.key == "refused.need"
    poor = position(hands={0: "odin halldora"}, row="bjorn bjorn olaf olaf aslaug")
    assert "recruit" not in can(poor)
    assert kind(do(asks, "odin*2")) == "viking 0"


@pytest.mark.rule("ALT-303", "ALT-R-05")
def test_one_after_the_other_as_long_as_something_is_left():
    state = position(hands={0: "odin*3"}, row="siggy gudrid olaf bjorn olaf", deck="hild")
    state = do(state, "recruit", "odin*3")
    assert "stop" not in can(state)  # at least one is recruited
    state = do(state, "siggy")
    assert can(state) == {"0", "1", "stop"}  # Hild, just revealed, costs 3; 4 are left
    state = do(state, "hild")
    assert kind(state) == "act 1"  # 1 is left, which buys nobody; the hand is empty
    assert {"siggy", "hild"} <= set(state.owned[0])


@pytest.mark.rule("ALT-303")
def test_a_sum_is_spent_to_the_last_nugget():
    state = position(hands={0: "odin*4"}, row="olaf gudrid bjorn bjorn halldora", deck="halldora")
    state = do(state, "recruit", "odin*4", "olaf")
    assert buyable(state) == ["gudrid"]
    state = do(state, "gudrid")
    assert kind(state) == "act 1"
    assert state.owned[0].count("gudrid") == 1


@pytest.mark.rule("ALT-R-05")
def test_what_is_left_is_lost():
    state = position(hands={0: "odin*2 halldora"}, row="siggy hild hild gudrid gudrid")
    state = do(state, "recruit", "odin*2", "siggy", "stop")
    assert kind(state) == "act 0"
    assert "recruit" not in can(state)  # Halldora's nugget alone buys nobody; the 2 that were left are gone


@pytest.mark.rule("ALT-304", "ALT-R-59")
def test_laid_and_recruited_cards_go_to_the_discard_pile():
    state = position(hands={0: "odin*2 thor"}, row="aslaug", discards={0: "freyr"})
    state = do(state, "recruit", "odin*2", "aslaug")
    assert state.discards[0] == pile("freyr odin*2 aslaug")
    assert state.hands[0] == ("thor",)


@pytest.mark.rule("ALT-305")
def test_the_slot_is_filled_at_once_from_the_deck():
    state = position(hands={0: "odin*3"}, row="floki siggy olaf bjorn hild", deck="horik gudrid")
    state, events = hear(state, "recruit", "odin*3", "siggy")
    assert [slot[0] for slot in state.row] == ["floki", "horik", "olaf", "bjorn", "hild"]
    assert kinds(events)[-1] == "revealed"
    state = do(state, "horik")
    assert state.row[1] == ("gudrid",)


@pytest.mark.rule("ALT-306")
def test_one_may_recruit_again_in_the_same_phase():
    state = position(hands={0: "odin*3"}, row="siggy floki floki floki floki", deck="gudrid siggy")
    state = do(state, "recruit", "odin", "siggy", "recruit", "odin", "gudrid")
    assert kind(state) == "act 0"
    assert {"siggy", "gudrid"} <= set(state.discards[0])
    assert "recruit" in can(state)


@pytest.mark.rule("ALT-307", "ALT-R-31")
def test_without_a_deck_the_row_is_still_for_sale_and_slots_stay_empty():
    state = position(hands={0: "odin*3"}, row="siggy gudrid - - -", rest="1")
    assert (state.deck, state.under) == ((), ())
    state = do(state, "recruit", "odin", "siggy")
    assert state.row == ((), ("gudrid",), (), (), ())
    state = do(state, "recruit", "odin", "gudrid")
    assert state.row == ((),) * 5
    assert "recruit" not in can(state)
    assert why(state)["recruit"] == ("why.row", "ALT-307")


@pytest.mark.rule("ALT-307", "ALT-R-31")
def test_with_nobody_left_the_game_goes_on():
    state = position(hands={0: "odin*2 thor hild"}, row="- - - - -", rest="1", pawns=(0, 1), veteran=True)
    assert "recruit" not in can(state)
    assert "plot" not in {o.split(":")[1] for o in can(state) if o.count(":") == 2}
    assert why(state)["hild:plot"] == ("why.no-row", "ALT-R-24")
    assert {"thor:troll:1", "thor:axe:1", "end"} <= can(state)
    state = end(state)
    assert kind(state) == "act 1"
    assert len(state.hands[0]) == 5
    assert draw_pile(state, 1)


@pytest.mark.rule("ALT-307")
def test_cards_put_under_the_deck_come_when_it_is_empty():
    state = position(hands={0: "odin*2"}, row="siggy gudrid floki hild olaf", under="bjorn horik", rest="1")
    assert state.deck == ()
    state = do(state, "recruit", "odin", "siggy")
    assert (state.row[0], state.under) == (("bjorn",), ("horik",))


@pytest.mark.rule("ALT-303")
def test_copies_in_the_row_are_told_apart_by_their_slots():
    state = position(hands={0: "odin"}, row="floki siggy siggy hild olaf", deck="bjorn")
    state = do(state, "recruit", "odin")
    assert can(state) == {"1", "2"}
    assert do(state, "2").row[2] == ("bjorn",)
    refused(state, "0")


@pytest.mark.rule("ALT-303")
def test_each_viking_is_offered_by_its_name_and_cost():
    speaker = GAME.speaker(("Ann", "Bob"))
    state = do(position(hands={0: "odin*2"}, row="siggy hild aslaug bjorn olaf", deck="floki"), "recruit", "odin*2")
    labels = [speaker.plain(asked(state).label(option)) for option in asked(state).options]
    assert labels == ["Siggy, 2", "Hild, 3", "Aslaug, 4"]


@pytest.mark.parametrize(("mode", "seats", "options"), SETUPS[1:15:4])
def test_no_label_reads_like_an_id_or_a_question(mode, seats, options):
    """In random games: a card has its name, and what can be chosen between reads differently."""
    speaker = GAME.speaker(("Ann", "Bob", "Cid")[:seats])
    for before, ask, _, _ in steps(new(mode, seats, **options), 6):
        if ask.seat < 0:
            continue
        prompt = speaker.plain(ask.prompt())
        labels = {(speaker.plain(ask.label(o)), o.group, o.refs[:1], o.id.partition("#")[2]) for o in ask.options}
        assert len(labels) >= len({o.id for o in ask.options}) - (ask.kind in ("viking", "plot")) * 5
        for option in ask.options:
            label = speaker.plain(ask.label(option))
            assert label != prompt
            assert not any(word in BOX.cards for word in label.replace(",", " ").replace(";", " ").split()), label
        assert before.outcome is None
