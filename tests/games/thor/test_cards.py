"""The card file: counts, effects, the texts made from them, and what is official."""

from __future__ import annotations

import pytest

from thorgames import library
from thorgames.core.errors import CardFileError
from thorgames.games.thor.cards import ThorBox

from .table import ACTIONS, BOX, CARDS, GODS, OFFERINGS

TOML = library.read("cards", "thor.toml")

COPIES = {
    "Freya": 5,
    "Odin": 5,
    "Thor": 5,
    "Njörd": 5,
    "Freyr": 5,
    "Baldur": 5,
    "Gnawed Bone": 6,
    "Hen": 6,
    "Goose": 6,
    "Goat": 6,
    "Boar": 6,
    "Bull": 6,
    "Three Gifts": 2,
    "Favorable Times": 1,
    "Oath of the Vanir": 2,
    "Loki's Intrigues": 1,
    "Loki's Advice": 1,
    "Loki's Ploy": 1,
    "Loki's Tricks": 1,
    "Mjollnir's Might": 1,
    "Cry from Valhalla": 1,
    "Thor's Favor": 1,
    "Thor's Wrath": 1,
    "Fruits of Yggdrasill": 1,
}

ORIGINALS = {
    "3G": ("Three Gifts", "Drei Gaben"),
    "FT": ("Favorable Times", "Gunst der Stunde"),
    "OV": ("Oath of the Vanir", "Fluch der Vanen"),
    "-3": ("Loki's Intrigues", "Lokis Ränke"),
    "+3": ("Loki's Advice", "Lokis Rat"),
    "-2": ("Loki's Ploy", "Lokis Schliche"),
    "+2": ("Loki's Tricks", "Lokis Tricks"),
    "MM": ("Mjollnir's Might", "Mjöllnirs Macht"),
    "CV": ("Cry from Valhalla", "Ruf aus Walhall"),
    "=5": ("Thor's Favor", "Thors Gunst"),
    "=0": ("Thor's Wrath", "Thors Zorn"),
    "x2": ("Fruits of Yggdrasill", "Yggdrasills Früchte"),
}

REMOVES = " Or play it to remove an action card from above a god; then this text does nothing."
TEXTS = {
    "3G": "In your hand at the end of a round: +3 points. It cannot be placed above a god.",
    "FT": "When placed above a god: you may at once take up to 2 cards from its stack.",
    "OV": "When placed above a god: take one card of that god from another player.",
    "-3": "Above a god: its value changes by −3.",
    "+3": "Above a god: its value changes by +3.",
    "-2": "Above a god: its value changes by −2.",
    "+2": "Above a god: its value changes by +2.",
    "MM": "When placed above a god: put its offerings into any order.",
    "CV": "When placed above a god: every player who has one returns one of its cards to the stack.",
    "=5": "Above a god: its value is 5, whatever the last offering.",
    "=0": "Above a god: its value is 0, whatever the last offering.",
    "x2": "Above a god: its value is doubled.",
}


@pytest.mark.rule("THR-01", "THR-02", "THR-03")
def test_there_are_80_cards_with_these_names():
    counts: dict[str, int] = {}
    for card in BOX.cards.values():
        counts[card.name] = counts.get(card.name, 0) + card.copies
    assert counts == COPIES
    assert sum(counts.values()) == 80
    assert set(BOX.cards) == set(CARDS.values())
    assert len(CARDS) == 6 + 36 + 12


def test_the_action_cards_have_the_names_of_both_editions():
    assert {code: (BOX.cards[card].name, BOX.cards[card].original) for code, card in ACTIONS.items()} == ORIGINALS


def test_each_card_can_be_told_from_the_others_by_its_full_and_its_short_name():
    for name in (BOX.name, BOX.short):
        assert len({name(card) for card in BOX.cards}) == len(BOX.cards)
    assert BOX.short("god-freya")[:2] != BOX.short("god-freyr")[:2]
    assert BOX.name("off-freya-2") == "Freya 2 Goose"


def test_the_colours_are_those_of_the_gods():
    assert {code: BOX.cards[god].colour for code, god in GODS.items()} == {
        "Fa": "pink",
        "Od": "orange",
        "Th": "red",
        "Nj": "green",
        "Fr": "blue",
        "Ba": "grey",
    }


def test_every_verb_is_registered_and_used_and_every_action_card_has_one_effect():
    used = {str(op.__struct_config__.tag) for ops in BOX.ops.values() for op in ops}
    assert used == set(ThorBox.verbs)
    for card in BOX.cards.values():
        assert len(BOX.ops[card.id]) == (card.kind == "action")


@pytest.mark.parametrize("code", sorted(ACTIONS))
def test_the_text_of_an_action_card_is_made_from_its_effect(code):
    assert BOX.text(ACTIONS[code]) == TEXTS[code] + REMOVES
    assert BOX.face(ACTIONS[code]).text == TEXTS[code] + REMOVES


def test_the_texts_of_the_other_cards():
    assert {BOX.text(god) for god in GODS.values()} == {"Scores the value of this god at the end of the round."}
    assert {BOX.text(card) for card in OFFERINGS.values()} == {
        "The last offering beneath a god gives the god its value."
    }


def test_the_text_follows_the_numbers_of_the_card_file():
    box = ThorBox(
        TOML.replace("hand_bonus(3)", "hand_bonus(4)")
        .replace("take_stack(2)", "take_stack(3)")
        .replace("value_add(-3)", "value_add(-4)")
        .replace("value_set(5)", "value_set(6)")
        .replace("value_times(2)", "value_times(3)"),
        "other.toml",
    )
    texts = {code: box.text(card).removesuffix(REMOVES) for code, card in ACTIONS.items()}
    assert texts["3G"] == "In your hand at the end of a round: +4 points. It cannot be placed above a god."
    assert texts["FT"] == "When placed above a god: you may at once take up to 3 cards from its stack."
    assert texts["-3"] == "Above a god: its value changes by −4."
    assert texts["=5"] == "Above a god: its value is 6, whatever the last offering."
    assert texts["x2"] == "Above a god: its value is multiplied by 3."


def test_all_that_acts_on_the_action_cards_is_official():
    assert {BOX.cards[card].source for card in ACTIONS.values()} == {"official"}


def test_the_god_cards_are_official():
    assert {code: BOX.cards[god].source for code, god in GODS.items()} == dict.fromkeys(GODS, "official")


def test_the_offerings_with_2_4_and_5_are_official_those_with_0_1_and_3_partly():
    marks = {code: BOX.cards[card].source for code, card in OFFERINGS.items()}
    assert marks == {code: "official" if code[-1] in "245" else "partly" for code in OFFERINGS}


def test_no_card_is_made_up_and_what_is_not_official_says_why():
    for card in BOX.cards.values():
        assert card.source != "ours"
        assert card.source == "official" or card.note


def test_every_card_names_clauses_that_exist():
    page = library.read("rules", "thor.md")
    for card in BOX.cards.values():
        assert card.rules
        for rule in card.rules:
            assert f"- **{rule}" in page


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'short = "Fa"\ncolour = "pink"\ncopies = 5',
            'short = "Fa"\ncolour = "pink"\ncopies = 4',
            "6 god cards with 5",
        ),
        ('short = "3G"\ncopies = 2', 'short = "3G"\ncopies = 3', "14 action cards, not 15"),
        ('god = "god-freya"\nvalue = 0', 'god = "god-odin"\nvalue = 0', "6 offerings with one copy each for god-freya"),
        ("big_only = true", "big_only = false", "big_only"),
        ('effect = "reorder()"', 'effect = "reorder(); reorder()"', "one effect"),
        ('effect = "reorder()"', "", "one effect"),
        ('effect = "reorder()"', 'effect = "turn_over()"', "unknown verb"),
        ('god = "god-freya"\nvalue = 0', 'god = "god-freya"\nvalue = -1', "value must be"),
        ("take_stack(2)", "take_stack(0)", "argument most must be a whole number, 1 or more"),
    ],
)
def test_a_card_file_with_other_counts_is_refused(old, new, says):
    assert old in TOML
    with pytest.raises(CardFileError, match=says):
        ThorBox(TOML.replace(old, new, 1), "mine.toml")
