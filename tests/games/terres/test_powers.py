"""Powers: the four kinds, demands, limits, and each of the 56 game cards with its exact effect."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.common import kinds, told

from .table import (
    BOX,
    GAME,
    A,
    B,
    C,
    D,
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
    why,
)


def at(mine: str, *, play: Zones | None = None, **given: Any) -> Any:
    """A's effects step with these cards; one that is not used (Source sacrée) keeps the step open."""
    return position(play={A: mine, **(play or {})}, **given)


# --- the four kinds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-401", "TDD-R-39")
def test_a_permanent_power_is_always_at_work_and_not_exhausted():
    state = at("captain castle queen golem")
    assert can(state) == {"golem", "end"}
    # At work in the turn of another player as well, and again and again.
    state = position(active=B, play={A: "captain", B: "vampire ghoul spring"}, hands={A: "judge king", B: "spy ring"})
    state, events = hear(state, "vampire", "0", "ghoul", "spy", "0")
    assert told(events, "warded") == [(A,), (A,)]
    assert state.hands[A] == ("judge", "king")
    assert "captain" not in state.exhausted


@pytest.mark.rule("TDD-401", "TDD-R-39")
def test_a_permanent_power_ends_when_its_card_leaves_play():
    state = at("mercenary vampire spring", hands={A: "judge king spy", B: "ring village"}, play={B: "captain"})
    state = do(state, "mercenary", "judge king", "vampire", "1", "!ring")
    assert state.hands[A] == ("ring", "spy")


@pytest.mark.rule("TDD-402", "TDD-405")
def test_activation():
    state = at("golem spring", exhausted="spring")
    assert can(state) == {"golem", "end"}
    assert why(state)["spring"] == ("why.exhausted", "TDD-405")
    assert refused(state, "act:spring").rule == "TDD-405"
    state = do(state, "golem")
    assert set(state.exhausted) == {"golem", "spring"}
    state = position("start", play={A: "golem spring"}, exhausted="golem spring")
    assert state.exhausted == ()


@pytest.mark.rule("TDD-403", "TDD-405")
def test_mandatory_activation():
    state = do(at("reaper golem", hands={A: "judge king", B: "spy ring", C: 3, D: 3}), "reaper", "judge", "spy")
    assert "reaper" in state.exhausted
    again = position("start", play={A: "reaper golem"}, exhausted="reaper")
    assert again.exhausted == ()


@pytest.mark.rule("TDD-404")
def test_single_activation():
    state = do(at("banker golem", deck="king"), "banker")
    assert "banker" in state.exhausted
    state = position("start", play={A: "banker golem"}, exhausted="banker golem")
    assert state.exhausted == ("banker",)


@pytest.mark.rule("TDD-405")
def test_an_exhausted_card_cannot_be_activated_whatever_its_kind():
    every = "golem herald banker"
    state = at(f"{every} spring", exhausted=every)
    assert can(state) == {"spring", "end"}
    for card in every.split():
        assert refused(state, f"act:{card}").rule == "TDD-405"


@pytest.mark.rule("TDD-406", "TDD-803", "TDD-R-34")
@pytest.mark.parametrize("card", ["golem", "herald"])
def test_another_player_s_card_is_exhausted_and_the_benefit_is_yours(card):
    state = at("spirit spring", play={B: f"{card} bills", C: "castle"}, exhausted="bills", hands={A: 3})
    assert can(state) == {"spirit", "spring", "end"}
    state, events = hear(state, "spirit")  # the only card that can be taken
    assert told(events, "borrowed") == [(A, card, B)]
    assert {card, "spirit"} <= set(state.exhausted)
    assert state.tokens[A] == ((4,) if card == "golem" else (5,))
    assert state.tokens[B] == ()


# --- demands -------------------------------------------------------------------------------------------------------

IMPOSSIBLE = {
    "judge": dict(hands={A: 5, B: 5, C: 4, D: 1}),  # PICK: nobody has more
    "accountant": dict(hands={A: 5, B: 2, C: 2, D: 2}),
    "banshee": dict(tokens={B: (1,), C: (1,), D: (1,)}),
    "usurer": dict(tokens={B: (1,), C: (1,), D: (1,)}),
    "skeletons": dict(hands={B: 1, C: 1, D: 1}),
    "mercenary": dict(hands={A: 1}, play={B: "golem"}),  # COST
    "market": dict(hands={A: ""}, spared=(True, False, False, False)),
    "forger": dict(hands={A: 2}),
    "ice-mage": dict(play={B: "castle", C: "spy"}),  # CARD
    "crypt": dict(),  # SALVAGE
    "forbidden-grimoire": dict(),
    "gravedigger": dict(discard="king golem"),  # RAISE
    "alchemist": dict(),  # TRANSMUTE
    "king": dict(play={A: "king spring golem"}),  # COPY
    "spirit": dict(play={B: "castle spy"}),  # BORROW
}


@pytest.mark.rule("TDD-R-31")
@pytest.mark.parametrize("card", IMPOSSIBLE)
def test_a_power_whose_demands_cannot_be_met_cannot_be_activated(card):
    given = dict(IMPOSSIBLE[card])
    play = {A: f"{card} spring", **given.pop("play", {})}
    state = position(play=play, **given)
    assert card not in can(state)
    assert why(state)[card] == ("why.demands", "TDD-R-31")


@pytest.mark.rule("TDD-R-31")
def test_accountant_demands_another_card_of_yours():
    assert "accountant" not in can(position(play={A: "accountant", B: "golem"}, tokens={A: (5,)}, **at_least_one()))


def at_least_one():
    """What keeps the effects step open without another card in play: Token 5 and an exhausted card of one's own."""
    return {"exhausted": "accountant"}


@pytest.mark.rule("TDD-R-31")
def test_mercenaire_demands_a_card_of_another():
    assert "mercenary" not in can(at("mercenary spring"))
    assert "mercenary" in can(at("mercenary spring", play={B: "golem"}))


@pytest.mark.rule("TDD-R-31")
def test_a_power_that_would_change_nothing_may_be_activated():
    """DRAW from nothing, TOKEN owned already, TAKE from an empty hand."""
    state = position(
        seats=3, play={A: "village golem vampire spring"}, hands={A: "judge", B: ""}, rest=C, tokens={A: (4,)},
        spared=(False, True, False),
    )  # fmt: skip
    assert {"village", "golem", "vampire"} <= can(state)
    after = do(state, "village", "golem", "vampire", "1")
    assert (after.hands[A], after.tokens[A]) == (("judge",), (4,))
    assert {"village", "golem", "vampire"} == set(after.exhausted)


@pytest.mark.rule("TDD-R-31")
def test_demands_look_at_public_facts_only():
    """Whether anybody holds the family that Apprenti asks for does not matter."""
    state = at("apprentice spring", hands={B: "king", C: "judge", D: "queen"})
    assert "apprentice" in can(state)
    state, events = hear(state, "apprentice", "1", "magic")
    assert told(events, "demand.none") == [(B, "family.magic")]


@pytest.mark.rule("TDD-R-31", "TDD-R-70")
def test_steps_that_have_become_impossible_are_skipped():
    """Enchanteresse: after the cost A can no longer pay for the Marché, the only card to be copied."""
    state = at("enchantress market", hands={A: "judge"}, exhausted="market", tokens={A: (2,)}, deck="king queen")
    state, events = hear(state, "enchantress")
    assert "copied" not in kinds(events)
    assert told(events, "saved.token") == [(A,)]


@pytest.mark.rule("TDD-R-70", "TDD-901")
def test_enchanteresse_chooses_after_paying():
    state = at("enchantress market spring golem", hands={A: "judge king", B: 5}, exhausted="market golem")
    state = do(state, "enchantress", "judge")
    assert kind(state) == "power.copy 0"
    assert can(state) == {"market", "spring", "golem"}
    state = at("enchantress market spring golem", hands={A: "judge"}, exhausted="market golem", play={B: "crypt"})
    state = do(state, "enchantress")
    assert can(state) == {
        "spring",
        "golem",
    }  # no card is left for the Marché, none but the price lies there for the Crypte


@pytest.mark.rule("TDD-R-70", "TDD-R-31")
def test_the_price_of_enchanteresse_cannot_be_salvaged():
    state = at("enchantress spring", hands={A: "judge king"}, discard="queen spy", play={B: "crypt"})
    state = do(state, "enchantress", "king", "crypt")
    assert kind(state) == "power.salvage 0"
    assert can(state) == {"queen", "spy"}


# --- limits --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-35", "TDD-901")
def test_copies_and_borrowed_powers_make_no_chains():
    chains = "king jester master-merchant master-necromancer archmage enchantress spirit lich"
    state = at("enchantress golem", play={B: "king jester spirit master-merchant", C: "lich archmage"})
    state = do(state, "enchantress", state.hands[A][0])
    assert state.tokens[A] == (4,)  # Golem was the only choice
    state = at("spirit spring", play={B: "king jester archmage", C: "lich master-necromancer golem"})
    state, events = hear(state, "spirit")
    assert told(events, "borrowed") == [(A, "golem", C)]
    for card in chains.split():
        assert card in BOX.cards


@pytest.mark.rule("TDD-R-35")
def test_a_card_is_activated_twice_in_a_turn_at_most():
    """Token 5 readies it once; a card readied in another way is refused the third time."""
    state = at("golem spring", tokens={A: (5,)})
    state = do(state, "golem")
    assert can(state) == {"spring", "token:golem", "end"}
    state = do(state, "token:golem", "golem")
    assert can(state) == {"spring", "end"}
    state = at("golem spring", acts=("golem", "golem"))
    assert "golem" not in can(state)
    assert why(state)["golem"] == ("why.twice", "TDD-R-35")


@pytest.mark.rule("TDD-R-35")
def test_a_mandatory_card_refused_for_that_has_no_duty():
    state = at("herald spring", acts=("herald", "herald"))
    assert can(state) == {"spring", "end"}
    state, events = hear(state, "end")
    assert "idle" not in kinds(events)


@pytest.mark.rule("TDD-R-35")
def test_borrowing_counts_for_the_card_itself():
    """Also if it has left play in between: what counts is the card."""
    state = at("spirit spring", play={B: "golem charter"}, acts=("golem", "golem"))
    state, events = hear(state, "spirit")
    assert told(events, "borrowed") == [(A, "charter", B)]
    assert state.acts.count("charter") == 1
    state = at("alchemist spring", discard="golem", acts=("golem", "golem"))
    state = do(state, "alchemist", "alchemist")
    assert state.play[A] == ("spring", "golem")
    assert "golem" not in can(state)


@pytest.mark.rule("TDD-R-35")
def test_token_5_once_a_turn():
    state = at("golem spring arcane-tower charter", tokens={A: (5,)})
    state = do(state, "golem", "spring", "token:golem")
    assert state.tokens[A] == (2, 4)
    state = do(state, "arcane-tower")  # a second Token 5 in the same turn
    assert state.tokens[A] == (2, 4, 5)
    assert not any(one.startswith("token:") for one in can(state))


@pytest.mark.rule("TDD-R-34")
def test_you_is_the_player_who_applies_the_power():
    """A borrows the Village of B: A's own Terrains count, and A draws."""
    given = dict(deck="king queen judge", hands={A: "spy", B: "ring"})
    state = do(at("spirit golem", play={B: "village crypt"}, **given), "spirit")
    assert sizes(state)[:2] == (2, 1)
    state = do(at("spirit spring golem", play={B: "village"}, **given), "spirit")
    assert sizes(state)[:2] == (3, 1)


@pytest.mark.rule("TDD-R-34", "TDD-906")
def test_this_card_is_the_printed_card_itself():
    """A borrows B's Anneau: it moves from B to C or D, and A gets the card."""
    state = at(
        "spirit golem", play={B: "ring"}, hands={A: "judge", B: "king queen", C: "spy village", D: "castle crypt"}
    )
    state = do(state, "spirit")
    assert kind(state) == "power.pick 0"
    assert can(state) == {"2", "3"}  # not its holder
    state = do(state, "2", "spy")
    assert state.play[C] == ("ring",)
    assert state.play[B] == ()
    assert "ring" in state.exhausted
    assert state.hands[A] == ("judge", "spy")


@pytest.mark.rule("TDD-R-34")
def test_nobody_uses_another_s_card_without_a_power_that_says_so():
    state = at("golem", play={B: "spring", C: "charter"})
    assert can(state) == {"golem", "end"}
    refused(state, "act:spring")


@pytest.mark.rule("TDD-R-36", "TDD-906")
@pytest.mark.parametrize(("exhausted", "frozen"), [("", ""), ("golem", ""), ("", "golem")])
def test_a_card_handed_over_keeps_its_state(exhausted, frozen):
    state = at("accountant golem spring", exhausted=exhausted, frozen=frozen, hands={B: 3})
    state = do(state, "accountant", "1", "golem")
    assert state.play[B] == ("golem",)
    assert ("golem" in state.exhausted) == bool(exhausted or frozen)
    assert ("golem" in state.frozen) == bool(frozen)


@pytest.mark.rule("TDD-R-36", "TDD-404")
def test_what_enters_play_anew_is_ready_even_a_single_card_used_before():
    """Fossoyeur leaves and comes back by the Alchimiste."""
    state = at("gravedigger alchemist golem", discard="vampire crypt", exhausted="gravedigger")
    state = do(state, "alchemist", "gravedigger", "crypt")
    assert state.play[A] == ("alchemist", "golem", "crypt")
    assert "gravedigger" in state.discard
    back = at("alchemist golem", discard="gravedigger vampire")
    back = do(back, "alchemist", "golem", "gravedigger")
    assert "gravedigger" in can(back)
    forged = at("forger spring", hands={A: "banker king queen ring"})
    forged = do(forged, "forger", "king queen", "banker")
    assert "banker" in can(forged)


@pytest.mark.rule("TDD-R-37")
def test_a_power_may_cost_the_last_card():
    """A card that the same power draws prevents the elimination."""
    state = do(at("market spring", hands={A: "judge"}, deck="king queen"), "market")
    assert state.hands[A] == ("king", "queen")
    assert not state.out[A]
    state, events = hear(at("enchantress golem", hands={A: "judge"}), "enchantress")
    assert told(events, "eliminated") == [(A,)]
    assert state.active == B


@pytest.mark.rule("TDD-R-37")
def test_the_interface_warns_of_the_last_card():
    state = position(seats=3, active=B, play={B: "judge spring"}, hands={A: "king queen spy", B: 1, C: 1})
    state = do(state, "judge")
    view = GAME.view(state, A)
    assert kind(state) == "power.give 0"
    assert [msg.key for msg in GAME.preview(view, asked(state), ("king",))] == ["will.act"]
    state = do(at("mercenary spring", play={B: "golem"}, hands={A: "king queen spy"}), "mercenary")
    assert [msg.key for msg in GAME.preview(GAME.view(state, A), asked(state), ("king", "queen"))] == ["will.count"]


@pytest.mark.rule("TDD-R-38")
def test_targets_cannot_refuse_and_give_what_they_have():
    state = at("executioner spring", hands={B: "judge"})
    assert do(state, "executioner", "1", "!judge").out[B]
    # Comptable asks for two cards; after a repeat or a copy there may be fewer: all of them go.
    state = do(at("accountant golem spring", hands={A: 1, B: "judge king queen"}), "accountant", "1", "golem")
    assert kind(state) == "power.give 1"
    ask = asked(state)
    assert (ask.lo, ask.hi) == (2, 2)
    refused(state, "judge")
    refused(state, "")


# --- Kingdom -------------------------------------------------------------------------------------------------------


def test_king_copies_an_own_kingdom_card():
    state = at("king charter golem herald burgomaster", play={B: "judge"}, exhausted="charter")
    state = do(state, "king")
    assert can(state) == {"charter", "burgomaster"}  # activation powers of the own Kingdom cards, no mandatory one
    state = do(state, "charter")
    assert state.tokens[A] == (2,)
    assert set(state.exhausted) == {"king", "charter"}


def test_judge_takes_from_a_richer_player():
    state = at("judge spring", hands={A: 3, B: 3, C: "king queen ring spy", D: 2})
    state = do(state, "judge", "spy")  # C is the only choice, and gives what C likes
    assert "spy" in state.hands[A]
    assert sizes(state) == (4, 3, 3, 2)


def test_spy_sees_a_destiny_and_takes_a_card():
    state = at("spy spring", secret={C: "scholar"}, hands={C: "king queen"})
    state, events = hear(state, "spy", "2", "!queen")
    assert "queen" in state.hands[A]
    assert state.hands[C] == ("king",)
    assert state.spied[C] == (A,)
    (event,) = [e for e in events if e.kind == "spied"]
    assert (event.args, event.to, event.secret) == ((A, C), (A,), ("scholar",))


@pytest.mark.rule("TDD-R-41", "TDD-401")
@pytest.mark.parametrize(("card", "due"), [("golem", True), ("vampire", True), ("market", True), ("king", False)])
def test_tax_collector(card, due):
    """Of other sellers, for a card that is not Kingdom, at once, a card of their choice."""
    state = position("auction", hands={A: f"{card} castle crypt"}, play={C: "tax-collector"})
    state, events = hear(state, card)
    assert bool(told(events, "put.up.done"))
    assert kind(state) == ("tax 0" if due else "bid.first 1")
    if due:
        assert can(state) == {"castle", "crypt"}
        state, events = hear(state, "crypt")
        assert told(events, "taxed") == [(A, C)]
        assert "crypt" in state.hands[C]
        assert kind(state) == "bid.first 1"


@pytest.mark.rule("TDD-R-41")
def test_no_tax_without_a_card_nor_from_the_holder():
    _, events = run(laid("auction", hands={A: "golem"}, play={C: "tax-collector"}))
    assert "taxed" not in kinds(events)
    _, events = hear(position("auction", hands={A: "golem king"}, play={A: "tax-collector"}), "golem")
    assert "taxed" not in kinds(events)


@pytest.mark.rule("TDD-R-41", "TDD-R-54")
def test_capitaine_and_token_4_do_not_stop_the_tax():
    state = position("auction", hands={A: "golem king"}, play={A: "captain", C: "tax-collector"}, tokens={A: (4,)})
    state, events = hear(state, "golem")
    assert told(events, "taxed") == [(A, C)]
    assert state.hands[A] == ()
    assert state.tokens[A] == (4,)


def test_knight_makes_an_equal_or_richer_player_discard_or_gives_token_4():
    given = dict(hands={A: 3, B: "king queen ring", C: 2, D: 4})
    state = do(at("knight spring", **given), "knight")
    assert can(state) == {"one", "other"}
    assert do(state, "other").tokens[A] == (4,)
    state = do(state, "one")
    assert can(state) == {"1", "3"}
    state = do(state, "1", "ring")
    assert state.hands[B] == ("king", "queen")
    assert state.discard[0] == "ring"
    poor = do(at("knight spring", hands={A: 5, B: 4, C: 4, D: 4}), "knight")
    assert poor.tokens[A] == (4,)  # nobody can be chosen, so the other way is taken


@pytest.mark.rule("TDD-401", "TDD-R-39")
@pytest.mark.parametrize(("held", "safe"), [("king", True), ("king queen", True), ("king queen ring", False)])
def test_captain_protects_a_hand_of_two(held, safe):
    given = dict(play={B: "captain"}, hands={A: 1, B: held})
    state, events = hear(at("vampire spring", **given), "vampire", "1", *(() if safe else ("!queen",)))
    assert bool(told(events, "warded")) == safe
    assert sizes(state)[B] == len(held.split()) - (not safe)
    forced = at("fire-mage spring", hands={A: 1, B: held}, play={B: "captain"})
    forced = do(forced, "fire-mage", "1:2")
    # Only those who are not safe have to discard.
    asked_seats = {ask.seat for ask in GAME.pending(forced).asks}
    assert (B in asked_seats) == (not safe)


@pytest.mark.rule("TDD-401", "TDD-R-39")
def test_castle_protects_cards_in_play():
    """Against being discarded, frozen or exchanged, itself included; not against being copied or borrowed."""
    given = dict(play={B: "castle golem", C: "charter"}, discard="king queen")
    state = do(at("mercenary spring", **given), "mercenary", " ".join(at("mercenary spring", **given).hands[A][:2]))
    assert "charter" in state.discard
    state = do(at("ice-mage spring", **given), "ice-mage")
    assert state.frozen == ("charter",)
    state = do(at("alchemist spring", **given), "alchemist")
    assert can(state) == {"alchemist", "spring", "charter"}
    state = do(at("jester spring", **given), "jester")
    assert can(state) == {"golem", "charter"}
    state = do(at("spirit spring", **given), "spirit")
    assert can(state) == {"golem", "charter"}
    # Its holder's own powers are not stopped.
    state = do(at("alchemist castle spring", discard="king queen"), "alchemist")
    assert can(state) == {"alchemist", "castle", "spring"}


@pytest.mark.parametrize(("play", "n"), [("village golem", 1), ("village golem crypt", 2)])
def test_village_draws_one_or_two(play, n):
    state = do(at(play, deck="king queen judge", hands={A: "ring"}), "village")
    assert state.hands[A] == tuple(sorted(["ring", *["king", "queen"][:n]]))


@pytest.mark.parametrize(
    ("card", "number"),
    [("charter", 2), ("bills", 3), ("golem", 4), ("spring", 2)],
)  # fmt: skip
def test_cards_that_only_bring_a_token(card, number):
    state = do(at(f"{card} village"), card)
    assert state.tokens == ((number,), (), (), ())
    assert state.exhausted == (card,)


def test_herald_gives_everybody_a_card_and_you_token_5():
    state = position(active=C, play={C: "herald golem"}, hands=dict.fromkeys(range(4), 2), deck="king queen judge spy")
    state, events = hear(state, "herald")
    assert told(events, "drew") == [(C, 1), (D, 1), (A, 1), (B, 1)]
    assert [
        "king" in state.hands[C],
        "queen" in state.hands[D],
        "judge" in state.hands[A],
        "spy" in state.hands[B],
    ] == [True] * 4
    assert state.tokens[C] == (5,)


def test_jester_copies_a_card_of_another_player():
    state = at("jester golem", play={B: "spring herald", C: "bills spy"}, exhausted="spring")
    state = do(state, "jester")
    assert can(state) == {"spring", "bills"}
    state = do(state, "spring")
    assert state.tokens[A] == (2,)
    assert set(state.exhausted) == {"jester", "spring"}


@pytest.mark.rule("TDD-R-43")
def test_burgomaster_asks_for_a_family():
    state = do(at("burgomaster spring"), "burgomaster", "1")
    assert can(state) == {"kingdom", "commerce", "necromancy", "magic"}
    state, events = hear(state, "magic")
    assert told(events, "ordered") == [(A, B, "family.magic")]
    assert [(r.target, r.family, r.by) for r in state.requests] == [(B, "magic", A)]


def test_executioner_takes_two_at_random():
    state = at("executioner spring", hands={B: "king queen ring"})
    state = do(state, "executioner", "1", "!ring", "!king")
    assert state.hands[B] == ("queen",)
    assert state.discard == ("king", "ring")


# --- Commerce ------------------------------------------------------------------------------------------------------


def test_master_merchant_copies_an_own_commerce_card():
    state = at("master-merchant bills market charter banker", play={B: "usurer"}, exhausted="bills")
    state = do(state, "master-merchant")
    assert can(state) == {"bills", "market"}
    state = do(state, "bills")
    assert state.tokens[A] == (3,)
    assert set(state.exhausted) == {"master-merchant", "bills"}


def test_accountant_sells_an_own_card_for_two():
    state = at("accountant golem spring", hands={A: "judge", B: "king queen ring", C: 2, D: 3})
    state = do(state, "accountant")
    assert can(state) == {"1", "3"}
    state = do(state, "1")
    assert can(state) == {"golem", "spring"}  # not this card
    state = do(state, "golem", "king ring")
    assert state.play[A] == ("accountant", "spring")
    assert state.play[B] == ("golem",)
    assert state.hands[A] == ("judge", "king", "ring")
    assert state.hands[B] == ("queen",)


def test_ring_moves_to_another_who_gives_a_card():
    state = at("ring golem", hands={A: "judge", B: "king queen", C: 1, D: 1})
    assert can(state) == {"ring", "golem"}
    state = do(state, "ring", "king")  # B is the only one with two cards
    assert state.play[:2] == (("golem",), ("ring",))
    assert state.hands[:2] == (("judge", "king"), ("queen",))


def test_market_costs_one_and_draws_two():
    state = do(at("market spring", hands={A: "judge king"}, deck="queen spy ring"), "market", "judge")
    assert state.hands[A] == ("king", "queen", "spy")
    assert state.discard == ("judge",)


@pytest.mark.rule("TDD-401", "TDD-202")
@pytest.mark.parametrize("card", ["harbour", "healer"])
@pytest.mark.parametrize(("held", "drawn"), [(3, 2), (4, 2), (5, 1)])
def test_harbour_and_healer_draw_one_more_with_four_or_fewer(card, held, drawn):
    state = position("start", hands={A: held}, play={A: card})
    assert sizes(state)[A] == held + drawn
    assert sizes(position("start", hands={A: held}, play={B: card}))[A] == held + 1


@pytest.mark.rule("TDD-401", "TDD-R-39")
def test_harbour_and_healer_add_up_and_an_exhausted_healer_draws_too():
    state = position("start", hands={A: 4}, play={A: "harbour healer"}, exhausted="healer")
    assert sizes(state)[A] == 4 + 3


def test_harbour_looks_just_before_the_draw():
    """The Malédiction and the Aubaine come before it."""
    state = position("start", hands={A: "king queen judge spy crypt"}, play={A: "harbour"}, tokens={A: (1,)})
    assert sizes(do(state, "king"))[A] == 4 + 2
    assert sizes(position("start", hands={A: 4}, play={A: "harbour"}, tokens={A: (3,)}))[A] == 5 + 1


def test_caravan_keeps_one_of_two():
    state = do(at("caravan spring", deck="king queen judge", hands={A: "ring"}), "caravan")
    assert kind(state) == "scry 0"
    assert can(state) == {"king", "queen"}
    state = do(state, "queen")
    assert state.hands[A] == ("queen", "ring")
    assert state.discard == ("king",)
    assert state.deck[0] == "judge"


def test_mercenary_discards_a_card_of_another():
    state = at("mercenary spring", hands={A: "judge king queen"}, play={B: "golem", C: "castle"})
    state = do(state, "mercenary", "judge king")
    assert state.discard[:3] == ("golem", "judge", "king")
    assert state.play[B] == ()
    state = at("mercenary spring", hands={A: "judge king queen"}, play={B: "golem charter"}, exhausted="golem")
    state = do(state, "mercenary", "judge king", "golem")
    assert "golem" not in state.exhausted


def test_usurer():
    state = at("usurer spring", tokens={B: (1,)}, deck="king queen", hands={A: "judge", C: "ring"})
    state = do(state, "usurer")
    assert can(state) == {"2", "3"}
    state = do(state, "2")
    assert state.hands[C] == ("king", "ring")
    assert state.tokens[C] == (1,)
    assert state.hands[A] == ("judge", "queen")


@pytest.mark.parametrize(("others", "n"), [("", 1), ("bills market", 3), ("bills market port usurer ledger", 4)])
def test_banker_draws_for_each_commerce_card_at_most_four(others, n):
    others = others.replace("port", "harbour")
    state = do(at(f"banker spring golem {others}", hands={A: 1}), "banker")
    assert sizes(state)[A] == 1 + n


def test_forger_puts_a_card_of_the_hand_into_play():
    state = at("forger spring", hands={A: "king queen golem judge"})
    state = do(state, "forger", "king queen")
    assert kind(state) == "power.deploy.hand 0"
    assert can(state) == {"golem", "judge"}
    state = do(state, "golem")
    assert state.play[A] == ("forger", "spring", "golem")
    assert "golem" in can(state)
    assert state.hands[A] == ("judge",)


# --- Necromancy ----------------------------------------------------------------------------------------------------


def test_master_necromancer_copies_an_own_necromancy_card():
    state = at("master-necromancer banshee vampire ghoul golem", play={B: "crypt"}, discard="king", exhausted="banshee")
    state = do(state, "master-necromancer")
    assert can(state) == {"banshee", "vampire"}
    state = do(state, "banshee", "3")
    assert state.tokens[D] == (1,)
    assert set(state.exhausted) == {"master-necromancer", "banshee"}


def test_vampire_takes_a_card_at_random():
    state = do(at("vampire spring", hands={A: "judge", C: "king queen"}), "vampire", "2", "!king")
    assert state.hands[A] == ("judge", "king")
    assert state.hands[C] == ("queen",)


@pytest.mark.parametrize(("thrown", "grabbed"), [("crypt", True), ("king", False)])
def test_skeletons_grab_a_necromancy_card(thrown, grabbed):
    state = do(at("skeletons spring", hands={A: "judge", B: "crypt king", C: 1, D: 1}), "skeletons", f"!{thrown}")
    assert (thrown in state.hands[A]) == grabbed
    assert (thrown in state.discard) == (not grabbed)
    assert sizes(state)[B] == 1


def test_ghoul_costs_you_one_and_another_one():
    state = do(at("ghoul spring", hands={A: "judge king", B: "queen spy"}), "ghoul", "king", "1", "!spy")
    assert state.hands[:2] == (("judge",), ("queen",))
    assert state.discard == ("spy", "king")


def test_forbidden_grimoire_takes_up_to_two_but_not_the_price():
    state = at("forbidden-grimoire spring", hands={A: "judge king"}, discard="queen spy ring")
    state = do(state, "forbidden-grimoire", "judge")
    ask = asked(state)
    assert (can(state), ask.lo, ask.hi) == ({"queen", "spy", "ring"}, 1, 2)
    state = do(state, "queen ring")
    assert state.hands[A] == ("king", "queen", "ring")
    assert state.discard == ("judge", "spy")


def test_crypt_takes_one():
    state = do(at("crypt spring", hands={A: "judge"}, discard="queen spy"), "crypt", "spy")
    assert state.hands[A] == ("judge", "spy")
    assert state.discard == ("queen",)


def test_gravedigger_raises_a_necromancy_card():
    state = do(at("gravedigger spring", discard="queen vampire crypt"), "gravedigger")
    assert can(state) == {"vampire", "crypt"}
    state = do(state, "vampire")
    assert state.play[A] == ("gravedigger", "spring", "vampire")
    assert "vampire" in can(state)
    assert state.discard == ("queen", "crypt")


def test_banshee_curses():
    state = do(at("banshee spring", tokens={B: (1,), C: (2,)}), "banshee")
    assert can(state) == {"2", "3"}
    assert do(state, "2").tokens[C] == (1, 2)


def test_reaper_strikes_everybody_together():
    state = at("reaper spring", hands={A: "judge king", B: "queen spy", C: "ring", D: "castle village"})
    state = do(state, "reaper")
    assert {ask.seat for ask in GAME.pending(state).asks} == {A, B, D}
    half = do(state, "king", "spy")
    assert half.discard == ()
    done = do(half, "village")
    assert done.hands == (("judge",), ("queen",), (), ("castle",))
    assert set(done.discard) >= {"king", "spy", "ring", "village"}
    assert done.out[C]


# --- Magic ---------------------------------------------------------------------------------------------------------


def test_archmage_copies_an_own_magic_card():
    state = at("archmage golem spring charter", play={B: "scrolls"}, exhausted="golem")
    state = do(state, "archmage")
    assert can(state) == {"golem", "spring"}
    state = do(state, "golem")
    assert state.tokens[A] == (4,)
    assert set(state.exhausted) == {"archmage", "golem"}


def test_seer_sees_a_destiny_and_brings_token_6():
    state = do(at("seer spring", secret={D: "warlord"}), "seer", "3")
    assert state.spied[D] == (A,)
    assert state.tokens[A] == (6,)


@pytest.mark.rule("TDD-R-46", "TDD-908")
def test_fire_mage_hits_two_neighbours():
    hands = {A: "judge king", B: "queen spy", C: "ring village", D: "castle crypt"}
    state = do(at("fire-mage spring", hands=hands), "fire-mage")
    assert can(state) == {"0:1", "1:2", "2:3", "3:0"}
    state = do(state, "1:2")
    assert {ask.seat for ask in GAME.pending(state).asks} == {B, C}
    assert GAME.pending(state).mode == "sealed"
    half = do(state, "queen")
    assert half.hands == state.hands
    done = do(half, "ring")
    assert done.hands == (("judge", "king"), ("spy",), ("village",), ("castle", "crypt"))


@pytest.mark.rule("TDD-R-44", "TDD-804")
def test_apprentice_demands_a_family():
    state = at("apprentice spring", hands={A: "judge", B: "king golem charter"})
    state = do(state, "apprentice", "1", "kingdom")
    assert kind(state) == "demand.give 1"
    assert can(state) == {"king", "charter"}
    assert (asked(state).lo, asked(state).hi) == (1, 1)
    refused(state, "golem")
    refused(state, "")
    state = do(state, "charter")
    assert state.hands[A] == ("charter", "judge")


@pytest.mark.rule("TDD-R-44", "TDD-804")
def test_apprentice_none_is_announced():
    state, events = hear(at("apprentice spring", hands={B: "king golem"}), "apprentice", "1", "commerce")
    assert told(events, "demand.none") == [(B, "family.commerce")]
    assert state.hands[B] == ("golem", "king")


@pytest.mark.rule("TDD-R-44", "TDD-R-54")
@pytest.mark.parametrize("hand", ["king", "golem"])
def test_apprentice_and_the_captain(hand):
    """The hand is not looked at; only "protected" is announced, and no Token 4 is spent."""
    state = at("apprentice spring", hands={B: hand}, play={B: "captain"}, tokens={B: (4,)})
    state, events = hear(state, "apprentice", "1", "kingdom")
    assert told(events, "warded") == [(B,)]
    assert "demand.none" not in kinds(events)
    assert state.tokens[B] == (4,)
    assert state.hands[B] == (hand,)


@pytest.mark.rule("TDD-R-44", "TDD-R-54")
def test_apprentice_and_token_4():
    """It is spent only if a card would have left."""
    given = dict(hands={B: "king golem castle"}, tokens={B: (4,)})
    state = do(at("apprentice spring", **given), "apprentice", "1", "commerce")
    assert state.tokens[B] == (4,)
    state = do(at("apprentice spring", **given), "apprentice", "1", "kingdom", "king")
    assert state.tokens[B] == ()
    assert state.hands[B] == ("castle", "golem", "king")


@pytest.mark.rule("TDD-405", "TDD-203")
def test_ice_mage_freezes():
    state = at("ice-mage spring", play={B: "golem banker herald", C: "healer"})
    state = do(state, "ice-mage")
    assert can(state) == {"golem", "herald"}  # an activation or a mandatory card
    state = do(state, "golem", "end")
    assert state.active == B
    assert state.exhausted.count("golem") == 1
    assert state.frozen == ()  # it only thawed at the start of B's turn


def test_arcane_tower_draws_without_a_book():
    state = do(at("arcane-tower spring", deck="king", hands={A: "judge"}), "arcane-tower")
    assert state.hands[A] == ("judge", "king")
    assert state.tokens[A] == ()
    state = do(at("arcane-tower spring charter", deck="king", hands={A: "judge"}), "arcane-tower")
    assert (state.hands[A], state.tokens[A]) == (("judge",), (5,))


def test_elemental_grimoire_draws_or_brings_token_6():
    state = do(at("elemental-grimoire spring", deck="king", hands={A: "judge"}), "elemental-grimoire")
    one, other = do(state, "one"), do(state, "other")
    assert (one.hands[A], one.tokens[A]) == (("judge", "king"), ())
    assert (other.hands[A], other.tokens[A]) == (("judge",), (6,))


def test_scrolls_keep_one_of_three():
    state = do(at("scrolls spring", deck="king queen judge ring", hands={A: "spy"}), "scrolls", "judge")
    assert state.hands[A] == ("judge", "spy")
    assert set(state.discard) == {"king", "queen"}
    assert state.deck[0] == "ring"


@pytest.mark.rule("TDD-R-09")
def test_looking_at_cards_goes_on_after_a_shuffle():
    """The cards looked at lie in neither pile; with fewer cards, fewer are looked at."""
    given = dict(seats=3, hands={A: "spy", B: 5}, rest=C)
    state = do(at("scrolls spring", deck="king", discard="queen judge ring", **given), "scrolls")
    assert state.peeked[A] == ("king", "queen", "judge")
    assert (state.deck, state.discard) == (("ring",), ())
    state = do(at("scrolls spring", discard="queen judge", **given), "scrolls", "judge")
    assert state.hands[A] == ("judge", "spy")
    state = do(at("scrolls spring", deck="king", **given), "scrolls")
    assert state.hands[A] == ("king", "spy")  # a single card is kept without a question
    assert do(at("scrolls spring", **given), "scrolls").hands[A] == ("spy",)


def test_enchantress_copies_any_card_at_a_price():
    state = at("enchantress spring", play={B: "golem herald", C: "bills"}, exhausted="bills", hands={A: "judge king"})
    state = do(state, "enchantress", "judge")
    assert can(state) == {"spring", "golem", "bills"}
    state = do(state, "bills")
    assert state.tokens[A] == (3,)
    assert set(state.exhausted) == {"enchantress", "bills"}
    assert state.discard == ("judge",)


@pytest.mark.rule("TDD-R-47", "TDD-909", "TDD-R-36")
def test_alchemist_exchanges_with_the_discard_pile():
    state = at("alchemist spring", play={B: "golem", C: "castle charter"}, exhausted="golem", discard="king queen")
    state = do(state, "alchemist")
    assert can(state) == {"alchemist", "spring", "golem"}
    state = do(state, "golem")
    assert can(state) == {"king", "queen"}
    state = do(state, "queen")
    assert state.play[B] == ("queen",)
    assert state.discard == ("golem", "king")
    assert "golem" not in state.exhausted
    assert "queen" not in state.exhausted


@pytest.mark.rule("TDD-R-42", "TDD-902", "TDD-401")
def test_druid_is_asked_at_each_sale():
    state = do(position("auction", hands={A: "golem king spy"}, play={A: "druid"}), "golem")
    assert kind(state) == "face 0"
    assert can(state) == {"open", "hidden"}
    _, events = hear(state, "open")
    assert told(events, "put.up.done") == [(A, "golem")]
    _, events = hear(state, "hidden")
    assert told(events, "put.hidden") == [(A,)]
    other = do(position("auction", hands={A: "golem king spy"}, play={B: "druid"}), "golem")
    assert kind(other) == "bid.first 1"


@pytest.mark.rule("TDD-R-42", "TDD-306")
@pytest.mark.parametrize("bid", [True, False])
def test_a_face_down_card_is_turned_up_when_the_bidding_ends(bid):
    state = do(position("auction", hands={A: "golem king spy"}, play={A: "druid"}), "golem", "hidden")
    assert GAME.view(state, B).seen.offers[A] == ("?",)
    state = do(state, "1") if bid else state
    events = []
    while kind(state).startswith("bid"):
        state, events = hear(state, "pass")
    assert told(events, "turned.up") == [(A, "golem")]
    assert kind(state) == ("pay 1" if bid else "place 0")
    assert GAME.view(state, B).seen.offers[A] == ("golem",)


# --- La Reine and Cimetière ----------------------------------------------------------------------------------------


@pytest.mark.rule("TDD-R-40", "TDD-903")
def test_queen_repeats_a_kingdom_card_once_a_turn():
    state = do(at("queen village charter spring", deck="king judge spy ring", hands={A: "crypt"}), "village")
    assert kind(state) == "repeat 0"
    assert sizes(state)[A] == 3
    after = do(state, "yes")
    assert sizes(after)[A] == 5
    assert after.repeated == ("queen",)
    after = do(after, "charter")
    assert kind(after) == "effects 0"
    saved = do(state, "no", "charter")
    assert kind(saved) == "repeat 0"  # a no does not use it up


@pytest.mark.rule("TDD-R-40", "TDD-903")
def test_graveyard_repeats_a_necromancy_card():
    state = do(at("graveyard vampire spring", hands={A: "judge", B: "king queen"}), "vampire", "1", "!king")
    state = do(state, "yes", "1", "!queen")
    assert state.hands[A] == ("judge", "king", "queen")
    assert state.out[B]


@pytest.mark.rule("TDD-R-40")
def test_other_families_and_copies_are_not_repeated():
    assert kind(do(at("queen golem spring"), "golem")) == "effects 0"
    # Le Roi is a Kingdom card activated by exhausting it: that application is what may be repeated.
    state = do(at("queen king charter burgomaster spring", common="monopoly opulence"), "king", "charter")
    assert kind(state) == "repeat 0"
    assert asked(state).args == ("queen", "king")
    # Archimage is Magic, and what it copies was not activated by exhausting it.
    assert kind(do(at("queen jester spring", play={B: "charter"}), "jester")) == "repeat 0"
    assert kind(do(at("queen spring enchantress charter", hands={A: 3}), "charter", "no")) == "effects 0"
    copied = at("queen spring enchantress charter", hands={A: "judge king"}, exhausted="charter")
    assert kind(do(copied, "enchantress", "judge", "charter")) == "effects 0"


@pytest.mark.rule("TDD-R-40")
def test_mandatory_and_single_cards_are_repeated_too():
    state = do(at("queen herald golem", deck="king judge spy ring crypt"), "herald")
    assert kind(state) == "repeat 0"
    state = do(at("queen spy golem", hands={B: "king judge"}), "spy", "1", "!king")
    assert kind(state) == "repeat 0"


@pytest.mark.rule("TDD-R-40")
def test_a_repeat_is_offered_only_if_all_cards_are_still_there_and_the_demands_can_be_met():
    """Crypte finds the pile empty the second time, Juge nobody richer."""
    state = do(at("graveyard crypt spring", discard="king", hands={A: "judge"}), "crypt")
    assert kind(state) == "effects 0"
    state = at("queen judge spring", hands={A: 4, B: 5, C: 1, D: 1})
    state = do(state, "judge")
    state = do(state, state.hands[B][0])
    assert kind(state) == "effects 0"  # nobody has more than A any more


@pytest.mark.rule("TDD-R-40", "TDD-R-37")
def test_a_cost_is_paid_again():
    state = at("graveyard forbidden-grimoire spring", hands={A: "judge king"}, discard="queen spy ring")
    state = do(state, "forbidden-grimoire", "judge", "queen spy", "yes", "king")
    assert can(state) == {"judge", "ring"}  # the first price may be taken now, the second not
    state = do(state, "judge ring")
    assert state.hands[A] == ("judge", "queen", "ring", "spy")


@pytest.mark.rule("TDD-R-40", "TDD-R-22")
def test_the_check_comes_before_the_repeat():
    state = at("graveyard vampire spring", hands={A: "judge", B: "king"}, secret={A: "assassin"})
    state, events = hear(state, "vampire", "1", "!king")
    assert state.outcome.reason == "end.destiny"
    assert "repeated" not in kinds(events)


@pytest.mark.rule("TDD-R-45", "TDD-905")
def test_a_destiny_seen_may_be_read_again_by_its_viewer_alone():
    state = do(at("seer spring", secret={B: "scholar"}), "seer", "1", "end")
    assert GAME.view(state, A).known_secrets() == [(B, "scholar")]
    for viewer in (None, C, D):
        assert GAME.view(state, viewer).known_secrets() == []


@pytest.mark.rule("TDD-R-43", "TDD-911")
def test_requests_end_with_the_next_sale():
    requests = ((B, "magic", A), (C, "kingdom", A))
    state = position("auction", active=B, hands={B: "golem king spy"}, requests=requests)
    assert can(state) == {"golem"}  # asked all the same, so that the speed of play tells nothing
    assert why(state)["king"] == ("why.request", "TDD-R-43")
    assert refused(state, "king").rule == "TDD-R-43"
    state = do(state, "golem")
    assert [(r.target, r.family) for r in state.requests] == [(C, "kingdom")]
    unmet = position("auction", active=B, hands={B: "king spy"}, requests=requests)
    assert can(unmet) == {"king", "spy"}
    assert [r.target for r in do(unmet, "king").requests] == [C]


@pytest.mark.rule("TDD-R-43")
def test_the_same_family_twice_is_one_request():
    state = at("burgomaster queen spring", requests=((B, "magic", A),))
    state = do(state, "burgomaster", "1", "magic")
    assert len(state.requests) == 1
    # Two players' requests for one family ask for no more than one does.
    two = position("auction", active=B, hands={B: "golem king spring"}, requests=((B, "magic", A), (B, "magic", C)))
    assert can(two) == {"golem", "spring"}


@pytest.mark.rule("TDD-R-25", "TDD-R-43")
def test_a_request_outlives_another_player_s_like_it():
    state = at("burgomaster vampire spring", requests=((B, "magic", C),), hands={C: "king"})
    state = do(state, "burgomaster", "1", "magic", "vampire", "2", "!king")
    assert state.out[C]
    assert [(r.target, r.family, r.by) for r in state.requests] == [(B, "magic", A)]


@pytest.mark.rule("TDD-R-40")
@pytest.mark.parametrize("gone", ["graveyard", "spirit"])
def test_no_repeat_if_a_card_of_the_two_has_left(gone):
    """Esprit possesseur borrows an Alchimiste, which exchanges the Cimetière or the Esprit itself."""
    state = at("graveyard spirit spring", play={B: "alchemist", C: "golem"}, discard="king queen")
    state = do(state, "spirit", "alchemist", gone, "king")
    assert kind(state) == "effects 0"
    state = at("graveyard spirit spring", play={B: "alchemist", C: "golem"}, discard="king queen")
    state = do(state, "spirit", "alchemist", "spring", "king")
    assert kind(state) == "repeat 0"


@pytest.mark.rule("TDD-R-38", "TDD-401")
def test_capitaine_is_looked_at_before_a_step_not_within_it():
    """Of three cards Bourreau takes two, though one would be enough for the protection."""
    state = at("executioner spring", play={B: "captain"}, hands={B: "king queen ring"})
    state = do(state, "executioner", "1", "!ring", "!king")
    assert state.hands[B] == ("queen",)


@pytest.mark.rule("TDD-R-37", "TDD-R-70")
def test_two_prices_of_one_power():
    """Enchanteresse copies the Grimoire interdit: both prices are paid, and neither can be taken back."""
    state = at("enchantress spring", play={B: "forbidden-grimoire"}, hands={A: "judge king queen"}, discard="spy ring")
    state = do(state, "enchantress", "judge", "forbidden-grimoire", "king")
    assert can(state) == {"spy", "ring"}


@pytest.mark.rule("TDD-R-70", "TDD-R-31")
def test_a_price_makes_no_discard_pile_to_take_from():
    """Crypte demands a card besides the price of the Enchanteresse."""
    state = at("enchantress spring golem", play={B: "crypt"}, hands={A: "judge king"})
    assert can(do(state, "enchantress", "judge")) == {"spring", "golem"}


@pytest.mark.rule("TDD-R-49", "TDD-406")
def test_liche_does_not_open_single_and_mandatory_cards_but_esprit_does_mandatory_ones():
    state = at("lich spirit vampire", play={B: "herald spy"}, hands={C: 2})
    state = do(state, "lich", "1")
    assert can(state) == {"spirit", "vampire", "end"}
    state = do(state, "spirit")
    assert state.tokens[A] == (5,)


@pytest.mark.rule("TDD-R-32", "TDD-207")
def test_reaper_and_ghoul_can_always_be_used():
    assert {"reaper", "ghoul"} <= can(at("reaper ghoul spring"))


@pytest.mark.rule("TDD-301", "TDD-401")
def test_permanents_of_the_auction_lie_in_play_while_they_work():
    """Not from the hand: see the tests of auctions for what they do."""
    state = passes(do(position("auction", hands={A: "auctioneer ledger trading-post judge"}), "judge"))
    assert kind(state) == "place 0"
