"""Victory and defeat: the 14 Destinies, Checks, eliminations and saves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import kinds, told, winners
from thorgames.core.zones import BACK
from thorgames.games.terres.rules import Judge

from .table import (
    BOX,
    GAME,
    A,
    B,
    C,
    D,
    E,
    F,
    Zones,
    asked,
    can,
    do,
    hear,
    kind,
    laid,
    passes,
    position,
    refused,
    run,
    sizes,
)


def at(mine: str, *, play: Zones | None = None, **given: Any) -> Any:
    """A's effects step with these cards."""
    return position(play={A: mine, **(play or {})}, **given)


def placed(card: str, mine: str, *, seats: int = 4, **given: Any) -> Any:
    """The state after A has put this card up, got it without a bid and placed it beside others."""
    given.setdefault("common", "opulence monopoly")
    hands = {A: f"{card} {given.pop('hand', 'golem spring charter')}"}
    state = position("auction", seats, hands=hands, play={A: mine, **given.pop("play", {})}, **given)
    return do(passes(do(state, card)), "place")


# --- the six Common Destinies --------------------------------------------------------------------------------------

FAMILY = {
    "coronation": ("king", "queen judge spy", "golem"),
    "monopoly": ("market", "auctioneer harbour caravan", "golem"),
    "legion": ("vampire", "graveyard crypt immortal", "golem"),
    "conclave": ("seer", "archmage healer fire-mage", "judge"),
}


@pytest.mark.rule("TDD-601", "TDD-103", "TDD-R-30")
@pytest.mark.parametrize("destiny", FAMILY)
def test_four_acquired_cards_of_a_family(destiny):
    fourth, three, other = FAMILY[destiny]
    other_common = "concord" if destiny != "concord" else "opulence"
    state = placed(fourth, three, common=f"{destiny} {other_common}", hand="bills usurer")
    assert state.outcome.reason == "end.destiny"
    assert winners(state) == [A]
    state = placed(other, three, common=f"{destiny} opulence", hand="bills usurer")
    assert state.outcome is None


@pytest.mark.rule("TDD-601", "TDD-R-30")
def test_concorde_asks_for_all_families_and_all_types():
    """One card may serve for both."""
    three = "vampire market charter"  # Necromancy Fighter, Commerce Terrain, Kingdom Book
    assert winners(placed("healer", three, common="concord monopoly", hand="bills usurer")) == [A]
    assert placed("judge", three, common="concord monopoly", hand="bills usurer").outcome is None
    no_book = "vampire market judge"
    assert placed("healer", no_book, common="concord monopoly", hand="bills usurer").outcome is None
    many = "vampire market king judge castle ledger"
    assert winners(placed("healer", many, common="concord monopoly", hand="bills usurer")) == [A]


@pytest.mark.rule("TDD-601", "TDD-R-66", "TDD-R-30")
@pytest.mark.parametrize(("held", "won"), [(13, False), (14, True)])
def test_opulence_15_cards_in_hand(held, won):
    state, _ = run(laid("start", 3, hands={A: held}, common="opulence monopoly"))
    assert (state.outcome is not None) == won


@pytest.mark.rule("TDD-R-66", "TDD-R-29")
def test_opulence_in_another_player_s_turn():
    """The Héraut of A gives B the fifteenth card."""
    state = do(at("herald spring", hands={A: 3, B: 14, C: 3, D: 3}, common="opulence monopoly"), "herald")
    assert winners(state) == [B]


# --- the eight Secret Destinies ------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-601", "TDD-104", "TDD-R-30")
@pytest.mark.parametrize(
    ("secret", "last", "mine"),
    [
        ("warlord", "knight", "captain vampire golem"),
        ("scholar", "scrolls", "charter ledger"),
        ("surveyor", "village", "castle crypt spring"),
        ("conqueror", "judge", "healer immortal seer vampire market castle charter"),
    ],
)
def test_acquired_fighters_books_terrains_and_cards(secret, last, mine):
    won = placed(last, mine, secret={A: secret}, common="opulence monopoly", hand="bills usurer")
    assert winners(won) == [A]
    fewer = " ".join(mine.split()[1:])
    assert placed(last, fewer, secret={A: secret}, common="opulence monopoly", hand="bills usurer").outcome is None
    # Somebody else's Secret Destiny is of no use.
    other = placed(last, mine, secret={B: secret}, common="opulence monopoly", hand="bills usurer")
    assert other.outcome is None


@pytest.mark.rule("TDD-601", "TDD-R-30", "TDD-502")
def test_collectionneur_three_different_tokens():
    state = at("golem spring", tokens={A: (2, 5)}, secret={A: "collector"})
    assert do(state, "spring").outcome is None
    assert winners(do(state, "golem")) == [A]


@pytest.mark.rule("TDD-601", "TDD-R-50", "TDD-913")
def test_assassin_needs_an_elimination_in_one_s_own_turn():
    given = dict(hands={B: "king"}, secret={A: "assassin"})
    assert winners(do(at("vampire spring", **given), "vampire", "1", "!king")) == [A]
    other = position(active=C, play={C: "vampire spring"}, **given)
    assert do(other, "vampire", "1", "!king").outcome is None


@pytest.mark.rule("TDD-R-50")
def test_assassin_whatever_causes_it_in_one_s_turn():
    """The Faucheuse of A takes B's last card; nobody need be aimed at."""
    state = at("reaper spring", hands={A: "judge king", B: "spy", C: 3, D: 3}, secret={A: "assassin"})
    state = do(state, "reaper", "judge")
    state = do(state, state.hands[C][0])
    state = do(state, state.hands[D][0])
    assert winners(state) == [A]


@pytest.mark.rule("TDD-R-50", "TDD-912")
def test_ange_gardien_by_a_power():
    """Guérisseuse: exhausted, a card is given."""
    state = at("vampire spring", hands={B: "king", C: "queen judge"}, play={C: "healer"}, secret={C: "angel"})
    state = do(state, "vampire", "1", "!king")
    assert can(state) == {"healer", "no"}
    state = do(state, "healer")
    assert kind(state) == "heal 2"
    assert can(state) == {"queen", "judge"}
    state = do(state, "judge")
    assert state.hands[B] == ("judge",)
    assert "healer" in state.exhausted
    assert winners(state) == [C]


@pytest.mark.rule("TDD-R-50")
def test_saving_oneself_is_nothing_for_ange_gardien():
    state = at("vampire spring", hands={B: "king"}, tokens={B: (2,)}, secret={B: "angel"})
    state = do(state, "vampire", "1", "!king")
    assert not state.out[B]
    assert state.outcome is None


@pytest.mark.rule("TDD-R-50", "TDD-R-62")
@pytest.mark.parametrize(("seats", "held", "won"), [(6, 3, False), (6, 4, True), (5, 3, True)])
def test_ange_gardien_in_a_game_of_six_asks_for_four_cards(seats, held, won):
    given = dict(seats=seats, hands={B: "king", C: held}, tokens={C: (2,)}, secret={C: "angel"}, deck="queen")
    state = do(at("vampire spring", **given), "vampire", "1", "!king", "token")
    assert not state.out[B]
    assert (state.outcome is not None) == won


@pytest.mark.rule("TDD-R-50")
def test_with_six_at_the_start_the_demand_stays_and_a_later_save_may_count():
    given = dict(seats=6, out=(E, F), hands={B: "king", C: 3}, tokens={C: (2,)}, secret={C: "angel"}, deck="queen")
    state = do(at("vampire spring", **given), "vampire", "1", "!king", "token")
    assert state.outcome is None
    assert state.angels == ()


@pytest.mark.rule("TDD-R-50")
def test_four_cards_are_counted_after_the_save():
    """Guérisseuse gives one away: four are three by the time of the Check's second part."""
    for held, won in ((4, False), (5, True)):
        given = dict(seats=6, hands={B: "king", C: held}, play={C: "healer"}, secret={C: "angel"})
        state = do(at("vampire spring", **given), "vampire", "1", "!king", "healer")
        state = do(state, state.hands[C][0])
        assert (state.outcome is not None) == won


@pytest.mark.rule("TDD-R-50", "TDD-603")
def test_one_saved_and_one_lost_fulfil_both_destinies():
    """C, not active, saved; A, active, killed: A alone wins. With the killer not at hand C wins."""
    hands = {A: "judge king", B: "spy", C: "queen castle", D: "village"}
    given = dict(hands=hands, tokens={C: (2,)}, deck="crypt")
    for secret, first in (({A: "assassin", C: "angel"}, [A]), ({C: "angel"}, [C])):
        state = do(at("reaper spring", secret=secret, **given), "reaper", "judge", "queen")
        assert kind(state) == "rescue 2"
        state = do(state, "token")  # B is saved, D is not
        assert state.out[D]
        assert not state.out[B]
        assert winners(state) == first


# --- Rentier -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-51", "TDD-R-62", "TDD-601")
@pytest.mark.parametrize(("seats", "wanted"), [(2, 6), (3, 5), (4, 4), (5, 4), (6, 4)])
def test_rentier_so_many_cards_in_one_s_own_turn(seats, wanted):
    for gained in (wanted - 3, wanted - 2):
        state = at("village crypt golem", seats=seats, secret={A: "rentier"}, gained=gained, hands={A: 2})
        state = do(state, "village")
        assert state.gained == gained + 2
        assert (state.outcome is not None) == (gained + 2 == wanted)


@pytest.mark.rule("TDD-R-51")
@pytest.mark.parametrize(
    ("card", "answers", "n"),
    [
        ("village", (), 2),  # drawn
        ("vampire", ("1", "!king"), 1),  # taken
        ("judge", ("king",), 1),  # given by power
        ("apprentice", ("1", "kingdom", "king"), 1),  # demanded
        ("crypt", ("ring",), 1),  # salvaged
        ("skeletons", ("!banshee",), 1),  # grabbed
        ("scrolls", ("golem",), 1),  # kept of those looked at
        ("market", ("usurer",), 2),  # the cost does not reduce it
    ],
)
def test_what_counts_for_the_rentier(card, answers, n):
    hands = {A: "usurer castle", B: "king queen banshee", C: 1, D: 1}
    others = "bills archmage" if card in ("village", "crypt") else "bills village"
    mine = f"{card} harbour {others}"
    state = at(mine, hands=hands, discard="ring caravan", deck="golem spring seer")
    assert do(state, card, *answers).gained == n


@pytest.mark.rule("TDD-R-51")
def test_what_does_not_count_for_the_rentier():
    """The start-of-turn draw, with Port and Token 6, and the price."""
    state = position("start", hands={A: 3}, play={A: "harbour"}, tokens={A: (6,)})
    state = do(state, asked(state).options[0].id)
    assert (state.gained, sizes(state)[A]) == (0, 5)
    state = do(passes(do(do(state, state.hands[A][0]), "3")), " ".join(state.hands[B][:3]))
    assert sizes(state)[A] == 7
    assert state.gained == 0


@pytest.mark.rule("TDD-R-51")
def test_livre_de_comptes_and_a_save_count_for_the_rentier():
    state = position("auction", hands={A: "judge king"}, play={A: "ledger golem"})
    state = do(passes(do(do(state, "judge"), "1")), state.hands[B][0], "place")
    assert state.gained == 1
    state = at("ghoul spring", hands={A: "king", B: "queen spy"}, tokens={A: (2,)})
    state = do(state, "ghoul", "1", "!spy")
    assert state.gained == 1


@pytest.mark.rule("TDD-R-51")
def test_the_counter_starts_at_0_each_turn_and_in_others_turns_nothing_counts():
    state = at("village spring", gained=0, play={B: "golem"})
    state = do(state, "village", "end")
    assert state.gained == 0
    state = do(at("usurer spring", hands={C: 2}, secret={C: "rentier"}), "usurer", "2")
    assert GAME.view(state, C).progress(C, "rentier")[0] == 0
    assert GAME.view(state, A).progress(A, "rentier")[0] == state.gained == 1


# --- victory -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-601")
def test_victory_ends_the_game_at_once():
    state, events = hear(at("golem spring", tokens={A: (2, 5)}, secret={A: "collector"}), "golem")
    assert GAME.pending(state) is None
    assert told(events, "fulfilled") == [(A, "collector")]
    assert state.outcome.ranks == (1, 2, 2, 2)


@pytest.mark.rule("TDD-602", "TDD-R-28", "TDD-604")
def test_the_last_player_left_wins():
    state = at("vampire spring", out=(C, D), hands={B: "king"})
    state, events = hear(state, "vampire", "!king")
    assert state.outcome.reason == "end.last"
    assert winners(state) == [A]
    assert told(events, "eliminated") == [(B,)]


@pytest.mark.rule("TDD-602")
def test_the_last_player_wins_also_when_not_active():
    state = at("ghoul spring", out=(C, D), hands={A: "king", B: "queen spy"})
    state = do(state, "ghoul", "!spy")
    assert winners(state) == [B]


@pytest.mark.rule("TDD-603", "TDD-R-28")
def test_e_21_several_at_one_moment():
    """A, active, alone; B and C, not active, together."""
    given = dict(hands={A: 14, B: 14, C: 3, D: 3}, common="opulence monopoly")
    assert winners(do(at("herald spring", **given), "herald")) == [A]
    given["hands"] = {A: 3, B: 14, C: 14, D: 3}
    state = do(at("herald spring", **given), "herald")
    assert winners(state) == [B, C]
    assert state.outcome.ranks == (3, 1, 1, 3)


@pytest.mark.rule("TDD-603", "TDD-R-28")
def test_a_common_and_a_secret_destiny_at_the_same_time():
    """B gets the fifteenth card in the same Check as A the third Token."""
    given = dict(hands={A: 3, B: 14, C: 3, D: 3}, common="opulence monopoly", tokens={A: (2, 4)})
    assert winners(do(at("herald spring", secret={A: "collector"}, **given), "herald")) == [A]


@pytest.mark.rule("TDD-R-28")
def test_two_destinies_at_once_are_one_victory():
    state = at("golem spring", tokens={A: (2, 5)}, secret={A: "collector"}, hands={A: 15}, common="opulence monopoly")
    state, events = hear(state, "golem")
    assert winners(state) == [A]
    assert len(told(events, "fulfilled")) == 1


# --- Checks --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-22")
def test_a_check_follows_each_way_of_using_something():
    """Each power, each repeat, Token 5, each Token of the start, the draw, the auction: an empty hand is seen."""
    empty = dict(hands={B: ""})
    for state, said in (
        (at("golem spring", **empty), ("golem",)),
        (at("golem spring", exhausted="golem", tokens={A: (5,)}, **empty), ("token:golem",)),
    ):
        after = do(state, *said)
        assert after.out[B]
    for tokens in ({A: (3,)}, {}):
        assert run(laid("start", tokens=tokens, **empty))[0].out[B]
    state = passes(run(laid("auction", hands={A: "judge"}))[0])
    assert not state.out[A]
    assert do(state, "place").out[A]


@pytest.mark.rule("TDD-R-22")
def test_a_copied_power_is_part_of_the_copying_one():
    """One Check for both: Marché by Maître Marchand costs the last card and draws two."""
    state, events = hear(at("master-merchant market spring", hands={A: "judge"}, exhausted="market"), "master-merchant")
    assert "eliminated" not in kinds(events)
    assert sizes(state)[A] == 2


@pytest.mark.rule("TDD-R-22", "TDD-R-66")
def test_what_comes_and_goes_between_two_checks_counts_for_nothing():
    """A holds 15 cards before the Goule, and 14 when it has been applied."""
    given = dict(hands={A: 14, B: 3, C: 3, D: 3}, common="opulence monopoly")
    state = do(at("market spring", **given), "market")
    state = do(state, state.hands[A][0])
    assert winners(state) == [A]  # 14 - 1 + 2
    given["hands"] = {A: 15, B: 3, C: 3, D: 3}
    state = at("ghoul spring", **given)
    assert state.outcome is None  # no Check has been made
    state = do(state, "ghoul")
    state = do(state, state.hands[A][0], "1", "!" + state.hands[B][0])
    assert state.outcome is None
    assert sizes(state)[A] == 14


@pytest.mark.rule("TDD-R-23")
def test_eliminations_come_before_victory():
    """A's last card is the price of a power that brings the third Token: A is out and does not win."""
    state = at(
        "enchantress golem spring", hands={A: "judge"}, tokens={A: (1, 5)}, secret={A: "collector"}, exhausted="spring"
    )  # fmt: skip
    state, events = hear(state, "enchantress", "golem")
    assert told(events, "token") == [(A, 4)]
    assert told(events, "eliminated") == [(A,)]
    assert state.outcome is None
    saved = at(
        "enchantress golem spring immortal", hands={A: "judge"}, tokens={A: (1, 5)}, secret={A: "collector"},
        exhausted="spring",
    )  # fmt: skip
    assert winners(do(saved, "enchantress", "golem")) == [A]


@pytest.mark.rule("TDD-604", "TDD-R-24")
def test_without_a_card_a_player_is_eliminated():
    state, events = hear(at("vampire spring", hands={B: "king"}), "vampire", "1", "!king")
    assert told(events, "eliminated") == [(B,)]
    assert state.out == (False, True, False, False)
    state, events = hear(at("vampire spring", hands={B: "king queen"}), "vampire", "1", "!king")
    assert "eliminated" not in kinds(events)


@pytest.mark.rule("TDD-R-24")
def test_a_spared_player_is_not_judged_again_until_a_card_has_come():
    spared = (False, True, False, False)
    state = at("golem vampire usurer banshee", hands={B: ""}, spared=spared, deck="king")
    state = do(state, "golem")
    assert not state.out[B]
    state = do(state, "usurer", "1")
    assert (state.hands[B], state.spared[B]) == (("king",), False)
    state = do(state, "vampire", "1", "!king")
    assert state.out[B]


@pytest.mark.rule("TDD-R-24", "TDD-R-22")
def test_a_card_that_comes_and_goes_takes_the_mark_away():
    """The mark is gone as soon as a card has entered the hand."""
    state = at("herald reaper spring", hands={A: "judge queen", B: "", C: 2, D: 2}, spared=(False, True, False, False))
    state = do(state, "herald")
    assert not state.spared[B]
    assert sizes(state)[B] == 1


@pytest.mark.rule("TDD-R-25", "TDD-604")
def test_what_an_eliminated_player_leaves():
    state = at(
        "vampire spring", play={B: "golem charter castle"}, tokens={B: (1, 4, 5)}, exhausted="golem", frozen="charter",
        hands={B: "king"}, secret={B: "rentier"}, requests=((B, "magic", C), (C, "magic", B), (C, "kingdom", D)),
    )  # fmt: skip
    state = do(at_shielded(state), "vampire", "1", "!king")
    assert state.out[B]
    assert state.play[B] == ()
    assert set(state.discard) == {"golem", "charter", "castle"}
    assert set(state.exhausted) == {"vampire"}
    assert state.frozen == ()
    assert state.tokens[B] == ()
    assert state.secret[B] == ()
    assert "rentier" in state.secrets
    assert all(GAME.view(state, v).seen.secrets == (BACK,) * len(state.secrets) for v in (None, A, C, D))
    assert [(r.target, r.family, r.by) for r in state.requests] == [(C, "kingdom", D)]
    assert do(state, "end").active == C


def at_shielded(state):
    """The same without the Égide, which would keep the card."""
    return state.but(tokens=((), (1, 5), (), ()))


@pytest.mark.rule("TDD-R-25")
def test_a_spied_destiny_is_forgotten_when_its_owner_leaves():
    state = do(at("seer vampire spring", hands={B: "king"}, secret={B: "rentier"}), "seer", "1")
    assert GAME.view(state, A).known_secrets() == [(B, "rentier")]
    state = do(state, "vampire", "1", "!king")
    assert GAME.view(state, A).known_secrets() == []
    assert BACK in GAME.view(state, A).seen.secrets


@pytest.mark.rule("TDD-R-25", "TDD-401")
def test_livre_des_morts_keeps_one_card():
    given = dict(hands={B: "king"}, play={B: "golem charter", D: "book-of-the-dead"}, exhausted="golem")
    state = do(at("vampire spring", **given), "vampire", "1", "!king")
    assert kind(state) == "heir 3"
    assert can(state) == {"golem", "charter"}
    state = do(state, "golem")
    assert state.play[D] == ("book-of-the-dead", "golem")
    assert "golem" not in state.exhausted
    assert state.discard == ("charter",)


@pytest.mark.rule("TDD-R-25")
def test_livre_des_morts_once_for_each_and_not_for_one_who_goes_too():
    hands = {A: "judge king", B: "spy", C: "queen", D: "castle crypt"}
    given = dict(hands=hands, play={B: "golem", C: "charter bills", D: "book-of-the-dead"})
    state = do(at("reaper spring", **given), "reaper", "judge", "crypt")
    assert kind(state) == "heir 3"
    assert can(state) == {"charter", "bills"}  # of B there was one card only
    state = do(state, "bills")
    assert state.play[D] == ("book-of-the-dead", "golem", "bills")
    hands = {A: "judge king", B: "spy", C: "queen ring", D: "castle"}  # now the holder goes with B
    given = dict(hands=hands, play={B: "golem bills", D: "book-of-the-dead"})
    state = do(at("reaper spring", **given), "reaper", "judge", "ring")
    assert state.out == (False, True, False, True)
    assert set(state.discard) >= {"golem", "bills", "book-of-the-dead"}
    assert state.play[D] == ()


@pytest.mark.rule("TDD-R-26")
def test_when_the_active_player_is_eliminated_the_turn_ends_at_once():
    """Without mandatory duties."""
    state = at("ghoul herald spring", hands={A: "king", B: "queen spy"}, play={B: "castle"})
    state, events = hear(state, "ghoul", "1", "!spy")
    assert told(events, "eliminated") == [(A,)]
    assert state.active == B
    assert kind(state) == "put.up 1"
    assert "herald" in state.discard
    assert "idle" not in kinds(events)


@pytest.mark.rule("TDD-R-27", "TDD-602", "TDD-603")
def test_when_nobody_is_left():
    """The active player alone if among them; otherwise all of that Check together."""
    hands = {A: "king", B: "queen", C: "spy", D: "judge"}
    state = do(at("reaper spring", hands=hands), "reaper")
    assert state.outcome.reason == "end.nobody"
    assert winners(state) == [A]
    assert state.out == (True,) * 4


@pytest.mark.rule("TDD-R-27", "TDD-R-28")
def test_when_nobody_is_left_and_the_active_player_went_before():
    """The active player is eliminated by the Malédiction; B and C go in a later Check of a turn that is not theirs."""
    state = laid("start", 3, out=(A,), active=B, hands={B: "", C: ""}, play={})
    frames = (Judge(),)
    state, _ = GAME._run(state.but(agenda=frames, active=A))
    assert state.outcome.reason == "end.nobody"
    assert winners(state) == [B, C]


@pytest.mark.rule("TDD-R-29", "TDD-601")
def test_nobody_has_to_claim_anything():
    """The program looks at all Destinies of all players in each Check."""
    state = at("golem spring", play={C: "charter ledger scrolls"}, secret={C: "scholar"})
    state = do(state, "golem")
    assert winners(state) == [C]


@pytest.mark.rule("TDD-R-30", "TDD-R-11")
def test_cards_on_offer_in_hand_or_of_others_count_for_nothing():
    state = position(
        "auction", hands={A: "king judge golem"}, play={A: "queen spy castle", B: "knight charter"},
        common="coronation monopoly",
    )  # fmt: skip
    state = do(state, "king")
    assert GAME.view(state, A).progress(A, "coronation") == (3, 4)
    state = do(passes(state), "discard")
    assert state.outcome is None


@pytest.mark.rule("TDD-R-66")
def test_within_a_power_nothing_is_looked_at():
    """Anneau: B gets a fourth Commerce card, but the gift is still due before the Check."""
    given = dict(play={B: "market bills harbour"}, hands={B: "king queen", C: 1, D: 1})
    state = do(at("ring spring", common="monopoly coronation", **given), "ring")
    assert state.play[B] == ("market", "bills", "harbour", "ring")
    assert kind(state) == "power.give 1"
    assert winners(do(state, "king")) == [B]


# --- saves ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-48")
def test_immortel_comes_before_the_own_token_2():
    state = at("vampire spring", play={B: "immortal"}, tokens={B: (2,)}, hands={B: "king"})
    state = do(state, "vampire", "1", "!king")
    assert state.tokens[B] == (2,)
    assert "immortal" in state.exhausted
    state = at("vampire spring", play={B: "immortal"}, tokens={B: (2,)}, hands={B: "king"}, exhausted="immortal")
    state = do(state, "vampire", "1", "!king")
    assert state.tokens[B] == ()


@pytest.mark.rule("TDD-R-48")
def test_others_are_asked_clockwise_from_the_victim_and_one_yes_is_enough():
    given = dict(hands={B: "king"}, tokens={A: (2,), C: (2,), D: (2,)}, deck="queen")
    state = do(at("vampire spring", **given), "vampire", "1", "!king")
    asked_seats = []
    while kind(state).startswith("rescue"):
        asked_seats.append(asked(state).seat)
        state = do(state, "no")
    assert asked_seats == [C, D, A]
    assert state.out[B]
    state = do(at("vampire spring", **given), "vampire", "1", "!king", "no", "token")
    assert state.tokens == ((2,), (), (2,), ())
    assert kind(state) == "effects 0"


@pytest.mark.rule("TDD-R-48")
def test_own_tools_come_before_others_are_asked():
    state = at("vampire spring", hands={B: "king"}, tokens={B: (2,), C: (2,)})
    state, events = hear(state, "vampire", "1", "!king")
    assert told(events, "saved.token") == [(B,)]
    assert state.tokens[C] == (2,)


@pytest.mark.rule("TDD-R-48")
def test_a_holder_of_both_tools_chooses():
    state = at("vampire spring", hands={B: "king"}, tokens={C: (2,)}, play={C: "healer"})
    state = do(state, "vampire", "1", "!king")
    assert can(state) == {"token", "healer", "no"}


@pytest.mark.rule("TDD-R-48", "TDD-401")
@pytest.mark.parametrize(("held", "exhausted", "asked_"), [(2, "", True), (1, "", False), (3, "healer", False)])
def test_guerisseuse_needs_two_cards_and_to_be_ready(held, exhausted, asked_):
    state = at("vampire spring", hands={B: "king", C: held}, play={C: "healer"}, exhausted=exhausted)
    state = do(state, "vampire", "1", "!king")
    assert (kind(state) == "rescue 2") == asked_
    assert state.out[B] != asked_


@pytest.mark.rule("TDD-R-48")
def test_only_holders_of_a_tool_are_asked_whatever_their_destiny():
    for secret in ("angel", "assassin", "scholar"):
        state = at("vampire spring", hands={B: "king"}, tokens={D: (2,)}, secret={D: secret})
        assert kind(do(state, "vampire", "1", "!king")) == "rescue 3"


@pytest.mark.rule("TDD-R-48", "TDD-R-22")
def test_several_victims_in_one_check():
    """Clockwise from the active player; who is not saved yet cannot save; the unsaved go together."""
    hands = {A: "judge", B: "king", C: "queen", D: "spy castle"}
    given = dict(hands=hands, tokens={C: (2,), D: (2,)}, deck="crypt herald")
    state, events = hear(at("reaper spring", **given), "reaper", "spy")
    # A is looked at first: C is a victim too and not asked, D is.
    assert kind(state) == "rescue 3"
    assert asked(state).args == (D, A)
    state, events = hear(state, "no")
    assert kind(state) == "rescue 3"
    assert asked(state).args == (D, B)
    state, events = hear(state, "token")
    assert told(events, "rescued") == [(D, B)]
    assert told(events, "saved.token") == [(C,)]
    assert told(events, "eliminated") == [(A,)]
    assert (state.active, state.hands[C]) == (B, ("herald",))
    assert "crypt" in state.hands[B]


@pytest.mark.rule("TDD-R-48")
def test_a_victim_saved_before_may_save_the_next():
    """A, spared by Immortel, saves B with the Token 2 that was not needed."""
    given = dict(hands={A: "judge", B: "king", C: 3, D: 3}, play={}, tokens={A: (2,)}, deck="crypt")
    state = do(at("reaper spring immortal", **given), "reaper")
    state = do(state, state.hands[C][0])
    state = do(state, state.hands[D][0])
    assert kind(state) == "rescue 0"
    state = do(state, "token")
    assert not state.out[B]
    assert state.hands[B] == ("crypt",)


@pytest.mark.rule("TDD-R-49", "TDD-R-48")
def test_saves_are_no_activations():
    """The active player saves another and may use Liche afterwards."""
    state = position("start", 3, hands={A: "judge king", B: ""}, play={A: "lich spring"}, tokens={A: (2,)})
    assert kind(state) == "rescue 0"
    state = do(passes(do(state, "token", "judge")), "discard")
    assert "lich" in can(state)


@pytest.mark.rule("TDD-R-67")
def test_a_normal_game_of_two_goes_on_in_the_normal_mode():
    state = position("start", 3, out=(C,), hands={A: 5, B: 5})
    assert state.mode == "normal"
    assert sizes(state)[:2] == (6, 5)
    state = do(state, state.hands[A][0])
    assert kind(state) == "bid.first 1"
    state = passes(do(state, "1"))
    assert kind(state) == "pay 1"
    state = do(state, state.hands[B][0], "place")
    assert len(state.play[B]) == 1


@pytest.mark.rule("TDD-R-62")
def test_destinies_with_a_second_number():
    two = position(seats=2, play={A: "golem"})
    three = position(seats=3, play={A: "golem"})
    four = position(play={A: "golem"})
    for destiny, numbers in {
        "opulence": (18, 15, 15),
        "rentier": (6, 5, 4),
        "collector": (4, 3, 3),
        "conqueror": (6, 8, 8),
        "coronation": (4, 4, 4),
        "scholar": (3, 3, 3),
        "assassin": (1, 1, 1),
        "angel": (1, 1, 1),
        "warlord": (4, 4, 4),
        "surveyor": (4, 4, 4),
        "legion": (4, 4, 4),
        "concord": (7, 7, 7),
    }.items():
        assert tuple(GAME.view(s, A).progress(A, destiny)[1] for s in (two, three, four)) == numbers
    assert set(BOX.goal) >= {"monopoly", "conclave"}


@pytest.mark.rule("TDD-604")
def test_an_eliminated_player_takes_no_part_any_more():
    state = position("auction", out=(B,), hands={A: "judge king"})
    refused(do(state, "judge"), "pass", B)
    state = do(at("herald spring", out=(B,)), "herald")
    assert sizes(state)[B] == 0
