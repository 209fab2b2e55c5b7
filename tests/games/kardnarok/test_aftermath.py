"""After a combat: coins, pay, casualties, what goes under the decks in which order, cubes, and filling up.

The attacker, seat 0, stands at 4 against 12 where nothing else is said, and loses.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.common import kinds, told
from thorgames.core.ask import CHANCE
from thorgames.games.kardnarok.state import Contract

from .combat import GAME, asked, can, do, hand, hear, kind, made_up, norn, onward, position, refused, stand

WEAK = {"armies": {0: "villager*2", 1: "jotunn*2"}, "heroes": {1: "harald"}}
STRONG = {"armies": {0: "jotunn*2", 1: "villager*2"}, "heroes": {0: "harald"}}


def fell(state, *said, game=GAME):
    """Who is discarded from the armies, in order, after these answers and a concession."""
    state, events = hear(state, *said, "", game=game)
    _, more = onward(state, game=game)
    return told([*events, *more], "fell")


# --- coins and bronze ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-400")
def test_the_side_with_more_force_wins_or_the_one_the_tie_favours():
    for given, winner in (
        (WEAK, 1),
        (STRONG, 0),
        ({"coins": {0: 5, 1: 3}}, 0),
        ({"coins": {0: 3, 1: 5}}, 1),
        ({}, 1),
    ):
        _, events = onward(position("act", **given))
        assert told(events, "won")[0][0] == winner


@pytest.mark.rule("KRD-401", "KRD-062", "KRD-404")
def test_the_winner_takes_the_coin_and_keeps_its_own():
    state, events = hear(position("act", coins={0: 3, 1: 5}, **WEAK), "")
    assert told(events, "coin.won") == [(1, 0, "silver-3")]
    assert (state.won[1], state.coins[1]) == (("silver-3",), ("silver-5",))
    assert state.coins[0] == ()
    assert GAME.view(state, None).silver(1) == 3


@pytest.mark.rule("KRD-404", "KRD-063", "KRD-R-50")
def test_the_loser_draws_a_new_coin_while_an_attack_turn_is_left():
    state = position("act", coins={0: 3, 1: 5}, **WEAK)
    state, events = hear(state, "", "2", "!silver-4")
    assert told(events, "coin.drawn") == [(0, "silver-4")]
    assert (state.coins[0], len(state.bag)) == (("silver-4",), 21 - 4)


@pytest.mark.rule("KRD-R-50", "KRD-404")
def test_also_if_the_turn_left_is_its_own_but_not_after_the_last_combat_of_the_round():
    state = position("act", turn=1, fight=(1, 2), armies={1: "jotunn*2"}, heroes={1: "harald"})
    assert state.order == (0, 1, 2)
    state, events = onward(state, "attack")
    assert told(events, "coin.drawn")[0][0] == 2
    state = position("act", turn=2, fight=(2, 0), armies={2: "jotunn*2"}, heroes={2: "harald"})
    state, events = onward(state)
    assert told(events, "coin.drawn") == []
    assert state.coins[0] == ()


@pytest.mark.rule("KRD-R-51")
def test_with_an_empty_bag_no_coin_is_laid():
    state = position("act", **WEAK)
    state = state.but(bag=(), won=(state.bag, (), ()), fought=len(state.bag))
    state, events = onward(state)
    assert told(events, "coin.drawn") == []
    assert state.coins[0] == ()


@pytest.mark.rule("KRD-R-51", "KRD-401")
def test_and_from_a_kingdom_without_a_coin_nothing_is_won():
    state = position("act", **WEAK)
    state = state.but(bag=tuple(sorted((*state.bag, *state.coins[0]))), coins=((), *state.coins[1:]))
    after = GAME.apply(state, 0, ()).state
    assert after.won == state.won


@pytest.mark.rule("KRD-403", "KRD-R-49")
def test_a_winner_who_has_less_than_the_fee_pays_all_it_has():
    state = position("act", bronze={1: 3}, **WEAK)
    state = state.but(fight=replace(state.fight, contracts=(None, Contract(2, 5))))
    _, events = hear(state, "")
    assert told(events, "fee.paid") == [(1, 2, 3)]


@pytest.mark.rule("KRD-401", "KRD-R-46", "KRD-054")
def test_bronze_by_rules_and_cards():
    """A New World: the winner takes 1 bronze; Rán takes 1 besides, if there is any."""
    given = {"armies": {1: "villager*2"}, "heroes": {}, "coins": {0: 3}, "omens": "world", "rounds": 2}
    after, events = onward(position("act", **given))
    assert told(events, "bronze.taken") == [(0, 1, 1)]
    assert after.bronze == (4, 6, 5)
    after, _ = onward(do(position("act", hands={0: "ran"}, **given), "ran"))
    assert after.bronze == (7, 3, 5)
    after, _ = onward(do(position("act", hands={0: "ran"}, bronze={1: 1}, **given), "ran"))
    assert after.bronze[:2] == (6, 0)
    after, events = onward(position("act", bronze={0: 0}, **given))
    assert told(events, "bronze.taken") == []


@pytest.mark.rule("KRD-054")
def test_a_made_up_warrior_with_a_victory_condition():
    game = made_up(huskarl={"effect": '"win_bronze(2)"'}, leif={"effect": '"win_bronze(1)"'})
    given = {"heroes": {1: "leif"}, "game": game}
    _, events = onward(position("act", armies={1: "huskarl jotunn", 2: "jarl*2"}, **given), game=game)
    assert told(events, "bronze.taken") == [(0, 1, 2)]  # the Jötunn impedes the Hero's part
    _, events = onward(position("act", armies={1: "huskarl jarl"}, **given), game=game)
    assert told(events, "bronze.taken") == [(0, 1, 3)]
    _, events = onward(position("act", armies={0: "huskarl villager", 1: "jotunn*2"}, game=game), game=game)
    assert told(events, "bronze.taken") == []


# --- casualties ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-402", "KRD-405", "KRD-R-47")
def test_the_winner_discards_one_of_its_choice_the_loser_both():
    """KRD-X-20."""
    state = do(position("act", armies={0: "villager champion", 1: "jotunn jarl"}, heroes={1: "harald"}), "")
    assert (kind(state), can(state)) == ("casualty.winner 1", {"2", "3"})
    assert (asked(state).lo, asked(state).hi) == (1, 1)
    refused(state, "2 3")
    refused(state, "")
    for place, card in (("2", "jotunn"), ("3", "jarl")):
        after, events = hear(state, place)
        after, more = onward(after)
        assert told([*events, *more], "fell") == [(1, card), (0, "villager"), (0, "champion")]


@pytest.mark.rule("KRD-405", "KRD-R-46")
def test_they_go_under_the_warrior_deck_each_below_the_one_before():
    state = position(
        "act",
        armies={0: "villager champion", 1: "jotunn jarl"},
        heroes={1: "harald"},
        hands={0: "villager*2", 1: "tyr*2"},
        effective=2,
    )
    deck = state.warriors
    state = onward(do(state, "villager", "villager", "", "3"))[0]
    assert state.warriors[: len(deck)] == deck
    assert state.warriors[len(deck) :] == ("jarl", "villager", "champion", "villager", "villager")


@pytest.mark.rule("KRD-243", "KRD-R-46")
def test_reinforcements_go_under_the_attacker_s_first_though_the_defender_has_lost():
    state = position("act", coins={0: 3}, rituals="thor odin", effective=2, hands={0: "jarl tyr*2", 1: "villager"})
    deck = state.warriors
    state = do(state, "thor:jarl", "villager")
    state = onward(do(state, "", "0"))[0]
    assert state.warriors[len(deck) :] == ("villager", "villager", "villager", "jarl", "villager")


@pytest.mark.rule("KRD-R-46")
def test_reinforcements_go_under_in_the_order_played():
    state = position("act", rituals="thor odin", effective=2, hands={0: "jarl champion villager", 1: "tyr*2"}, **WEAK)
    deck = state.warriors
    state = do(state, "thor:jarl", "villager", "thor:champion")
    state = onward(do(state, "", "2"))[0]
    assert state.warriors[len(deck) + 3 :] == ("jarl", "villager", "champion")


CASES = [
    # loser's army, winner's army (an own choice discards the left one)
    ("draugr jarl", "jotunn jotunn", ["jarl"], ["jotunn"]),
    ("draugr draugr", "jotunn jotunn", [], ["jotunn"]),
    ("villager jarl", "draugr jotunn", ["villager", "jarl"], ["draugr"]),
    ("villager seidkona", "jotunn jotunn", ["villager", "seidkona"], ["jotunn"]),
    ("villager villager", "seidkona jotunn", ["villager", "villager"], []),
    ("villager villager", "seidkona seidkona", ["villager", "villager"], []),
]


@pytest.mark.rule("KRD-R-47", "KRD-402", "KRD-405", "KRD-054")
@pytest.mark.parametrize(("loser", "winner", "lost", "won"), CASES)
def test_who_falls(loser, winner, lost, won):
    state = position("act", armies={0: loser, 1: winner}, heroes={1: "harald"}, rituals="odin frey", defences={1: 2})
    assert kind(state) == "act 0"
    state, events = hear(state, "")
    if kind(state).startswith("casualty"):
        state, more = hear(state, "2")
        events += more
    events += onward(state)[1]
    assert told(events, "fell") == [*((1, card) for card in won), *((0, card) for card in lost)]


@pytest.mark.rule("KRD-R-47")
def test_idun_spares_one_of_the_owner_s_choice_and_with_a_draugr_the_other():
    """Draugr and Jarl lose the Jarl only; with Idun neither."""
    armies = {0: "jarl champion", 1: "jotunn*2"}
    state = do(position("act", armies=armies, heroes={1: "harald"}, hands={0: "idun"}), "idun", "", "2")
    assert (kind(state), can(state)) == ("casualty.loser 0", {"0", "1"})
    state, events = hear(state, "0")
    assert told(events, "fell") == [(0, "jarl")]
    assert "champion" in hand(onward(state)[0], 0)
    armies[0] = "draugr jarl"
    state = position("act", armies=armies, heroes={1: "harald"}, hands={0: "idun"})
    _, events = onward(do(state, "idun"))
    assert told(events, "fell") == [(1, "jotunn")]


@pytest.mark.rule("KRD-R-47", "KRD-402")
def test_idun_for_the_winner():
    state = position("act", armies={0: "jarl*2", 1: "jotunn villager"}, coins={1: 5}, hands={1: "idun"})
    assert (kind(state), stand(state)) == ("act 1", (8, 7))
    _, events = onward(do(state, "idun"))
    assert told(events, "fell") == [(0, "jarl"), (0, "jarl")]


@pytest.mark.rule("KRD-R-47", "KRD-210")
def test_the_slain_always_fall_and_count():
    def slain(armies, seat, *places, **given):
        hands = {1 - seat: "assassin*2"} | given.pop("hands", {})
        state = position("pre", armies=armies, hands=hands, fight=(1 - seat, seat), heroes={}, **given)
        for place in places:
            state = do(state, "assassin", str(place), "")
        return onward(state)[1]

    # A winner with one slain discards just that one.
    events = slain({1: "jotunn jotunn", 0: "villager*2"}, 1, 2)
    assert told(events, "won")[0][0] == 1
    assert told(events, "fell") == [(1, "jotunn"), (0, "villager"), (0, "villager")]
    # A loser with one slain: that one and the other.
    events = slain({1: "villager jarl", 0: "jotunn*2"}, 1, 3)
    assert [card for seat, card in told(events, "fell") if seat == 1] == ["villager", "jarl"]
    # Its Draugr alive is spared, slain it is not.
    events = slain({1: "draugr jarl", 0: "jotunn*2"}, 1, 3)
    assert [card for seat, card in told(events, "fell") if seat == 1] == ["jarl"]
    events = slain({1: "draugr jarl", 0: "jotunn*2"}, 1, 2)
    assert [card for seat, card in told(events, "fell") if seat == 1] == ["draugr", "jarl"]
    # A slain Seidkona spares nobody, and nobody needs to be spared.
    events = slain({1: "seidkona jotunn", 0: "villager*2"}, 1, 2)
    assert [card for seat, card in told(events, "fell") if seat == 1] == ["seidkona"]
    # Both slain.
    events = slain({1: "jotunn*2", 0: "villager*2"}, 1, 2, 3)
    assert [card for seat, card in told(events, "fell") if seat == 1] == ["jotunn", "jotunn"]


@pytest.mark.rule("KRD-R-47", "KRD-210")
def test_mercy_spares_all_but_the_slain_for_winner_and_loser():
    state = position("pre", hands={0: "valkyries", 1: "assassin"}, **WEAK)
    _, events = onward(do(state, "valkyries.Mercy", "assassin", "0"))
    assert [card for seat, card in told(events, "fell") if seat == 0] == ["villager"]
    state = position("pre", hands={0: "valkyries"}, **STRONG)
    _, events = onward(do(state, "valkyries.Mercy"))
    assert told(events, "fell") == [(1, "villager"), (1, "villager")]


@pytest.mark.rule("KRD-402", "KRD-R-47")
def test_the_winner_discards_both_under_the_rule_of_vigrid():
    given = {"omens": "vigrid", "rounds": 2}
    assert fell(position("act", **given, **WEAK)) == [(1, "jotunn"), (1, "jotunn"), (0, "villager"), (0, "villager")]
    armies = {0: "villager*2", 1: "seidkona jotunn"}
    state = do(position("act", armies=armies, heroes={1: "harald"}, **given), "")
    assert (kind(state), can(state)) == ("casualty.winner 1", {"2", "3"})  # spared one of two, of its choice
    _, events = onward(do(state, "3"))
    assert (1, "seidkona") not in told(events, "fell")
    armies[1] = "draugr jotunn"
    assert fell(position("act", armies=armies, heroes={1: "harald"}, **given))[:2] == [(1, "draugr"), (1, "jotunn")]


@pytest.mark.rule("KRD-R-47", "KRD-243")
def test_the_winner_s_choice_is_never_a_reinforcement():
    state = position("act", coins={0: 5}, hands={0: "villager"}, armies={0: "champion jarl", 1: "jarl*2"})
    state = do(state, "villager", "")
    assert (kind(state), can(state)) == ("casualty.winner 0", {"0", "1"})
    assert [o.refs[0] for o in asked(state).options] == ["champion", "jarl"]


@pytest.mark.rule("KRD-050")
def test_heroes_are_not_discarded():
    state = position("act", heroes={0: "egil", 1: "harald"}, reserves={0: "ivar"}, armies={1: "jotunn*2"})
    decks = state.heroes
    state = onward(state)[0]
    assert state.heroes == decks
    assert sorted([*state.reserve[0], *state.leaders[0]]) == ["egil", "ivar"]


@pytest.mark.rule("KRD-054")
def test_a_made_up_hero_that_spares():
    game = made_up(leif={"effect": '"spare(1, loss)"'})
    state = do(position("act", heroes={0: "leif", 1: "harald"}, game=game), "", "2", game=game)
    assert kind(state, game) == "casualty.loser 0"


# --- the order -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-R-46", "KRD-400", "KRD-404")
def test_the_order_of_it_all():
    state = position(
        "act", coins={0: 3}, hands={0: "ran", 2: "thor"}, armies={1: "jarl villager"}, effective=4, bronze={0: 5}
    )
    state = do(state, "ran", "hire", "2:2", "stop", "accept", "thor")
    assert kind(state) == "act 1"
    state, events = hear(state, "")
    events += onward(state, "attack")[1]
    order = [kind_ for kind_ in kinds(events) if kind_ not in ("drew.warrior", "drew.norn", "discarded")]
    assert order == [
        *("conceded", "won", "coin.won", "fee.paid", "bronze.taken", "fell", "fell", "fell", "coin.drawn"),
        *("split.stated", "split.stated", "split.stated", "army.formed", "army.formed", "hero.shown", "hero.shown"),
        "turn",
    ]


@pytest.mark.rule("KRD-R-46", "KRD-237")
def test_what_was_paid_as_a_price_goes_under_the_decks_too():
    game = made_up(skadi={"options": norn("cost_discard(warrior, 1)", "opp(-1)")})
    state = position("act", hands={0: "fenrir tyr skadi jarl"}, effective=2, game=game, **WEAK)
    state = do(state, "fenrir", "tyr", "skadi", "jarl", game=game)
    deck = state.warriors
    state = onward(state, game=game)[0]
    assert state.warriors[len(deck) :][-1] == "jarl"
    assert sorted(state.norns[-3:]) == ["fenrir", "skadi", "tyr"]
    assert (state.out_w, state.out_n, state.used) == ((), (), ())


# --- cubes, filling up, the next turn ------------------------------------------------------------------------------


@pytest.mark.rule("KRD-407", "KRD-R-55")
@pytest.mark.parametrize("army", [WEAK, STRONG])
def test_who_defended_moves_the_cube_won_or_lost(army):
    state = onward(position("act", defences={0: 1}, **army))[0]
    assert state.defences == (1, 1, 0)
    assert [GAME.view(state, None).cube(seat) for seat in range(3)] == [2, 2, 0]


@pytest.mark.rule("KRD-407", "KRD-R-55", "KRD-223")
def test_the_cube_stops_at_three_and_what_counts_is_the_space_before_the_move():
    state = position("act", 4, defences={1: 1})
    assert stand(state) == (4, 6)
    state = onward(state)[0]
    assert GAME.view(state, None).cube(1) == 3
    state = onward(position("act", 4, defences={1: 2}, turn=2))[0]
    assert GAME.view(state, None).cube(1) == 3


@pytest.mark.rule("KRD-406", "KRD-R-14")
@pytest.mark.parametrize(
    ("fight", "given", "rounds", "order"),
    [
        ((0, 1), WEAK, 1, [1, 0, 2, 3]),
        ((0, 1), STRONG, 1, [0, 1, 2, 3]),
        ((2, 0), {"armies": {2: "jotunn*2"}}, 1, [2, 0, 3, 1]),
        ((2, 0), {"armies": {0: "jotunn*2"}}, 2, [0, 2, 1, 3]),
    ],
)
def test_all_fill_up_winner_loser_then_the_others_from_the_attacker_in_the_round_s_direction(
    fight, given, rounds, order
):
    state = position("act", 4, fight=fight, rounds=rounds, effective=5, **given)
    _, events = onward(state, "attack")
    assert [seat for seat, *_ in told(events, "split.stated")] == order


@pytest.mark.rule("KRD-406", "KRD-R-14", "KRD-R-48")
def test_all_discards_of_the_combat_come_before_any_draw_and_survivors_are_in_hand_by_then():
    state = position("act", hands={0: "villager"}, effective=4, **WEAK)
    state = do(state, "villager", "", "2")
    while asked(state).seat == CHANCE:
        state = GAME.apply(state, CHANCE, tuple(str(n) for n in range(asked(state).lo))).state
    assert kind(state) == "adjust 1"
    assert state.warriors[-4:] == ("jotunn", "villager", "villager", "villager")
    assert (state.army[2:4], state.hand_w[1]) == (((), ()), ("jotunn",))


@pytest.mark.rule("KRD-406", "KRD-205")
def test_what_odin_brought_does_not_outlast_the_combat():
    state = position("act", effective=3, hands={1: "tyr skadi jarl"}, **WEAK)
    state = do(state, "", "2")
    assert (kind(state), asked(state).lo) == ("surplus 1", 1)
    state = onward(state, "attack")[0]
    assert [GAME.view(state, None).owned(seat) for seat in range(3)] == [3, 3, 3]


@pytest.mark.rule("KRD-408", "KRD-123")
def test_then_the_turn_passes_to_the_neighbour_by_the_round_s_direction():
    state = onward(position("act", 4, **WEAK), "attack")[0]
    assert kind(state) == "attack 1"
    state = onward(position("act", 4, rounds=2, **WEAK), "attack")[0]
    assert kind(state) == "attack 3"


@pytest.mark.rule("KRD-111", "KRD-R-18", "KRD-408")
def test_the_two_that_fought_re_form_before_it_does():
    state, events = onward(position("act", 4, effective=5, **WEAK), "attack")
    assert told(events, "army.formed") == [(1,), (0,)]
    assert state.army[4:] == (("huskarl",), ("berserker",)) * 2


@pytest.mark.rule("KRD-R-52")
def test_after_the_last_combat_of_the_game_nobody_fills_up_but_discards_are_made():
    state = position("act", rounds=2, turn=2, hands={0: "villager skadi tyr", 1: "loki"}, effective=6, **WEAK)
    deck = state.warriors
    state = do(state, "villager", "skadi")
    state, events = onward(state)
    while state.outcome is None:
        state = GAME.apply(state, CHANCE, tuple(str(n) for n in range(asked(state).lo))).state
    assert not {"split.stated", "drew.warrior", "drew.norn", "discarded", "army.formed"} & set(kinds(events))
    assert told(events, "fell")[1:] == [(0, "villager"), (0, "villager")]
    assert state.warriors[len(deck) :] == ("jotunn", "villager", "villager", "villager")
    assert state.norns[-1] == "skadi"
