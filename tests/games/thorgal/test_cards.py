"""The card file: counts, what the rules rely on, texts made from the calls, and errors in a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.games.common import verbs
from thorgames import library, pages
from thorgames.core.errors import CardFileError
from thorgames.games.thorgal.cards import (
    COMPANION_TYPES,
    FACTIONS,
    SUPPORT_TYPES,
    Check,
    CostChange,
    Elements,
    Intrigue,
    Mod,
    Protect,
    Ready,
    Skull,
    ThorgalBox,
)
from thorgames.games.thorgal.game import Thorgal

from .table import BOX, TOML

KINDS = ("companion", "support", "event", "bane", "land")

COUNTS = {
    "outlaws": ((14, 9, 13, 24, 5), 24, 13, 12, (14, 12, 6), (25, 20, 14)),
    "visitors": ((15, 10, 11, 24, 5), 25, 14, 8, (7, 10, 20), (18, 19, 31)),
    "lords": ((16, 9, 11, 24, 5), 25, 13, 6, (15, 13, 7), (24, 24, 18)),
    "vikings": ((17, 9, 10, 24, 5), 24, 13, 11, (17, 10, 14), (30, 17, 18)),
}
"""Cards by kind, names of the destiny and bane deck, skulls of the bane deck, attributes of both decks."""


def of(*kinds: str):
    return [card for card in BOX.cards.values() if card.kind in kinds]


def ops(card: str, kind: str = ""):
    """The calls of a card, of one kind or all."""
    return [op for key, (_, found) in BOX.effects[card].items() for op in found if kind in ("", key)]


# --- counts --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRG-100", "TRG-018", "TRG-024", "TRG-036")
def test_260_cards():
    total = Counter(card.deck for card in BOX.cards.values() for _ in range(card.copies))
    assert total == {"destiny": 144, "bane": 96, "land": 20}
    for faction in FACTIONS:
        assert [len(BOX.of(faction, deck)) for deck in ("destiny", "bane", "land")] == [36, 24, 5]


@pytest.mark.parametrize("faction", FACTIONS)
def test_counts_of_a_faction(faction):
    by_kind, destiny, bane, skulls, bane_points, destiny_points = COUNTS[faction]
    mine = [card for card in BOX.cards.values() if card.faction == faction]
    assert tuple(sum(c.copies for c in mine if c.kind == kind) for kind in KINDS) == by_kind
    assert len([c for c in mine if c.deck == "destiny"]) == destiny
    assert len([c for c in mine if c.deck == "bane"]) == bane
    assert (
        sum(op.n * c.copies for c in mine if c.deck == "bane" for op in ops(c.id, "bar") if isinstance(op, Skull))
        == skulls
    )
    for deck, wanted in (("bane", bane_points), ("destiny", destiny_points)):
        cards = [c for c in mine if c.deck == deck]
        assert tuple(sum(BOX.points[c.id][at] * c.copies for c in cards) for at in range(3)) == wanted


@pytest.mark.rule("TRG-022", "TRG-028", "TRG-034")
def test_costs_phases_and_subtypes():
    assert {card.cost for card in of("companion", "support", "event", "bane")} == {0, 1, 2, 3}
    for card in of("event", "bane"):
        assert card.phases
        assert not card.subtypes
    for card in of("companion", "support"):
        assert not card.phases
        assert set(card.subtypes) <= set(COMPANION_TYPES if card.kind == "companion" else SUPPORT_TYPES)
        assert card.subtypes
    assert any(not ops(card.id) for card in of("bane"))  # no effect
    assert any(BOX.points[card.id] == (0, 0, 0) for card in of("bane"))  # no attributes


@pytest.mark.rule("TRG-022", "TRG-028", "TRG-395", "TRG-396")
def test_bars():
    for card in of("bane"):
        assert not any(isinstance(op, Elements) for op in ops(card.id, "bar"))
    for card in of("event"):
        assert not any(isinstance(op, Intrigue) for op in ops(card.id, "bar"))


@pytest.mark.rule("TRG-028", "TRG-510")
def test_every_companion_and_nothing_else_has_an_upkeep():
    for card in BOX.cards.values():
        assert (len(BOX.steps(card.id, "upkeep")) == 1) == (card.kind == "companion")


@pytest.mark.rule("TRG-030", "TRG-415")
def test_lands():
    assert len(of("land")) == 20
    singular = {"outlaws": "outlaw", "visitors": "visitor", "lords": "lord", "vikings": "viking"}
    for card in of("land"):
        assert card.subtypes[0] == singular[card.faction]
        assert BOX.steps(card.id, "horn")
        assert BOX.steps(card.id, "fenris")
        assert BOX.phases(card.id, "fenris")
        assert sum(BOX.points[card.id]) >= 4


@pytest.mark.rule("TRG-355", "TRG-R-23")
def test_permanent_texts_use_what_can_be_permanent():
    for card in BOX.cards.values():
        for op in ops(card.id, "permanent"):
            assert isinstance(op, (Mod, Protect, CostChange, Check))
        for op in ops(card.id, "oppose"):
            assert isinstance(op, Mod)
            assert op.target == "self"


@pytest.mark.rule("TRG-150", "TRG-105")
def test_recommended_companions():
    for faction in FACTIONS:
        stars = {card.id for card in of("companion") if card.recommended and card.faction == faction}
        assert 1 <= len(stars) <= 2
    assert not any(card.recommended for card in of("support", "event", "bane", "land"))


@pytest.mark.rule("TRG-R-42")
def test_no_card_lets_an_action_step_go_on_for_ever():
    for card in BOX.cards.values():
        for op in ops(card.id, "activated"):
            if isinstance(op, Ready):
                assert card.kind == "support"
                assert "companion" in op.target.filter.words


@pytest.mark.rule("TRG-R-62")
def test_cards_of_a_bane_players_party_are_never_sent_back():
    for card in BOX.cards.values():
        for op in ops(card.id):
            if op.__struct_config__.tag == "send_back":
                assert op.target.filter.__struct_config__.tag in ("destiny_party", "attached_events")


FACTS = {
    "thorgal-vikings": ("companion", 2, (1, 1, 1)),
    "thorgal-visitors": ("companion", 2, (1, 1, 1)),
    "sigwald-the-burnt": ("companion", 2, (3, 0, 0)),
    "kriss-de-valnor": ("companion", 1, (1, 1, 0)),
    "improvised-weapon": ("support", 2, (0, 0, 0)),
    "unknown-powers": ("event", 0, (0, 0, 3)),
    "stun": ("bane", 0, (0, 0, 0)),
    "fortified-port": ("land", 0, (4, 0, 0)),
}


@pytest.mark.rule("TRG-R-59", "TRG-R-60", "TRG-R-61")
@pytest.mark.parametrize("card", FACTS)
def test_facts_of_the_rulebook(card):
    c = BOX.cards[card]
    assert (c.kind, c.cost, BOX.points[card]) == FACTS[card]
    assert c.source == "partly"


# --- texts ---------------------------------------------------------------------------------------------------------

TEXTS = {
    "kriss-de-valnor": "Exhaust (Journey): You take 1 damage. Put markers on this card: +1 Bravery or Cunning. "
    "Upkeep: At least 1 Weapon support in your party, or discard 1 card of your pool.",
    "hunting-bow": "Always (Journey): If there are at least 2 companions in your party: This card: +1 Cunning.",
    "tjall-the-fiery": "Exhaust (Dawn): You may discard 1 card of your hand. If you do: You draw 1 card. Upkeep: At "
    "least 1 other companion in your party.",
    "bounty-on-their-heads": "The destiny player takes 1 damage for each unique companion in the destiny player's "
    "party, 3 at most.",
    "raiding-season": "The strength of the party: +1 Bravery for each Viking companion in your party, 3 at most.",
    "ripple-in-time": "An event attached to the land returns to its owner's hand.",
    "executioner": "Destroy an exhausted companion in the destiny player's party.",
    "royal-seal": "Always (Dawn): Your Lord companions of cost 2 or more cost 1 less.",
    "kings-decree": "The destiny player's companions cost 1 more.",
    "blizzard": "Put 1 exhaustion marker on up to 2 supports in the destiny player's party.",
    "oath-of-fealty": "The upkeep of up to 2 companions in your party counts as met in this dusk.",
    "grey-wolf": "Always (Journey): If Wolf Cub is in your party: This card: +1 Bravery.",
    "trial-by-combat": "If there are at most 2 companions in the destiny player's party: The difficulty of the "
    "journey: +1 Bravery.",
    "raging-sea": "If there is no Ship support in the destiny player's party: The difficulty of the journey: +1 Power.",
    "feint": "If a companion opposes: The difficulty of the journey: −1 any attribute.",
    "the-last-wager": "[damage 1] [elements] If your hand is empty: The strength of the party: +1 any attribute.",
    "wolf-pack": "[damage 1] You may attach 1 more Wolf Pack with an attribute from your hand, without payment.",
    "call-of-the-stars": "Search your deck for an Artifact support of cost 3 or less, and put it into your party "
    "without payment; then shuffle.",
    "loaded-dice": "Exhaust (Dawn): You take 1 damage. Either: You draw 1 card. Or: You gain 2 cards in the pool.",
    "bjorn-gandalfson": "While opposing: This card: +1 Bravery. Upkeep: Gandalf the Mad in your party, or discard 1 "
    "card of your pool.",
    "varth": "Exhaust (Journey): The difficulty of the journey: −1 any attribute. Upkeep: Discard all cards of your "
    "pool.",
    "slave-market": "Horn: You may put a companion of cost 2 or less from your hand into your party without payment. "
    "Fenris (Dusk): The destiny player takes 1 damage.",
    "draugr": "",
}


@pytest.mark.parametrize("card", TEXTS)
def test_texts(card):
    assert BOX.text(card) == TEXTS[card]


@pytest.mark.parametrize("card", BOX.cards)
def test_all_texts_are_readable(card):
    text = BOX.text(card)
    for bad in ("_", "None", "  ", "..", " a a", " a e", " a i", "mores", "1 cards", "cost<", "{", "is at most 2"):
        assert bad not in text, bad
    for sentence in text.replace("[", "").split(". "):
        assert sentence == "" or sentence[0].isupper() or sentence[0] in "dei", sentence
    assert not text or text.endswith((".", "]"))


def test_facts_and_names():
    assert dict(BOX.facts("kriss-de-valnor")) == {
        "Kind": "Companion",
        "Faction": "Outlaws",
        "Subtypes": "Outlaw",
        "Cost": "1",
        "Adds": "1 Bravery, 1 Cunning",
        "Unique": "yes",
        "Recommended": "as a starting companion",
        "Copies": "2",
    }
    assert dict(BOX.facts("fortified-port"))["Asks for"] == "4 Bravery"
    assert dict(BOX.facts("stun"))["Adds"] == "nothing"
    assert dict(BOX.facts("stun"))["Played in"] == "Journey"


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_card_can_be_told_from_the_others_of_its_faction_by_its_short_name(faction):
    shorts = Counter(BOX.short(card.id) for card in BOX.cards.values() if card.faction == faction)
    assert max(shorts.values()) == 1, [name for name, n in shorts.items() if n > 1]


def test_sources_and_notes():
    for card in BOX.cards.values():
        assert card.source in ("partly", "ours")
        assert card.note or card.source == "ours"


def test_every_verb_is_used():
    used = {tag for card in BOX.cards for op in ops(card) for tag in verbs(op)}
    assert used == set(ThorgalBox.verbs)


def test_words_of_the_game_have_no_gaps():
    words = Thorgal.words
    for key in words:
        if key.endswith(".known"):
            assert key.removesuffix(".known") in words
        assert words[key].strip()


@pytest.mark.rule("TRG-R-03", "TRG-R-38", "TRG-R-51")
def test_the_rules_page_can_be_read_and_has_its_clauses():
    known = pages.clauses_of(pages.parse(library.read("rules", "thorgal.md"), "thorgal.md"))
    assert len([clause for clause in known if not clause.startswith("TRG-R-")]) == 122
    assert len([clause for clause in known if clause.startswith("TRG-R-")]) == 63


# --- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("copies = 2", "copies = 1", "outlaws: there must be 36 cards of the destiny deck, not 35"),
        ('deck = "bane"', 'deck = "destiny"', "outlaws: there must be 36 cards of the destiny deck, not 38"),
        ('kind = "event"', 'kind = "spell"', "kind must be one of"),
        ("cost = 1", "cost = 4", "cost must be 0 to 3, not 4"),
        ('kind = "upkeep", effect = ["either', 'kind = "oppose", effect = ["either', "every companion has an upkeep"),
        ('kind = "horn"', 'kind = "enter"', "a land has a horn effect and a Fenris effect"),
        ('kind = "fenris", phases = ["dawn"]', 'kind = "fenris"', "names no phase"),
        ('"damage(you, 1)"', '"harm(you, 1)"', "unknown verb 'harm'"),
        ('"damage(you, 1)"', '"damage(nobody, 1)"', "damage"),
        ("discard(destiny, pool, 2)", "discard(destiny, pool, -2)", "whole number, 1 or more, not the number -2"),
        ('"damage(you, 1)"', '"skull(1)"', "skull does not belong into an effect of the kind activated"),
        ("marker(self, BC+1)", "marker(self, XY+1)", "'XY+1' is no word"),
        ("mine([support, weapon])", "mine([support, wepon])", "'wepon' is no word"),
        ('subtypes = ["outlaw"]', 'subtypes = ["weapon"]', "subtypes can be outlaw, visitor, lord, viking"),
        ('subtypes = ["outlaw"]', "subtypes = []", "a companion has at least one subtype"),
        ('phases = ["journey"]\n', "", "events and bane cards name their phases"),
        ('faction = "outlaws"', 'faction = "trolls"', "faction"),
        ('id = "archers"', 'id = "kriss-de-valnor"', "occurs twice"),
    ],
)
def test_a_wrong_card_file_is_refused_with_a_sentence(old, new, said):
    assert old in TOML
    with pytest.raises(CardFileError) as caught:
        ThorgalBox(TOML.replace(old, new, 1), "mine.toml")
    assert said in str(caught.value), str(caught.value)
    assert str(caught.value).startswith("mine.toml")


def test_every_card_is_named_in_a_test_of_the_rules():
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(__file__).parent.glob("test_*.py")
        if path.name not in ("test_cards.py", "test_golden.py")
    )
    companions_played_as_a_list = {card.id for card in of("companion", "support")}
    for card in BOX.cards:
        assert card in text or card in companions_played_as_a_list, card
