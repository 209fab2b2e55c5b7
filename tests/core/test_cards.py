"""Card files: what is read from them, and errors that name the place."""

from __future__ import annotations

from collections import Counter

import pytest

from tests import toy
from tests.toy.cards import Draw, Each, Gain, May, ToyBox
from thorgames.core.cards import Card
from thorgames.core.errors import CardFileError

TOML = (toy.HERE / "cards.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The card file with its first such text replaced."""
    assert old in TOML
    return TOML.replace(old, new, 1)


def box(toml: str = TOML) -> ToyBox:
    return ToyBox(toml, "cards.toml")


def test_what_is_read() -> None:
    read = box()
    assert list(read.cards)[:2] == ["good-salt", "good-amber"]
    assert read.cards["good-amber"].value == 2
    assert read.ops["good-salt"] == ()
    assert read.ops["trick-feast"] == (Each(May(Draw(1))), Gain(1))
    assert read.count("good") == Counter({"good-salt": 6, "good-amber": 6, "good-silver": 4})
    assert read.count("nothing of the kind") == Counter()


def test_the_text_on_a_card_comes_from_its_effects() -> None:
    assert box().text("trick-feast") == "Everybody: If you like: Draw 1 card. Get 1 coin."
    assert box(changed("each(may(draw(1))); gain(1)", "gain(3)")).text("trick-feast") == "Get 3 coins."


def test_the_face_of_a_card_has_all_that_may_be_read() -> None:
    face = box(changed('name = "Feast"', 'name = "Feast"\noriginal = "Fest"\nnote = "ours"')).face("trick-feast")
    assert (face.title, face.original, face.note, face.source) == ("Feast", "Fest", "ours", "ours")
    assert (face.facts, face.rules) == ((("Copies", "3"),), ("TOY-06",))
    assert face.text.startswith("Everybody")


def test_a_short_name_stands_in_for_the_name_only_where_there_is_one() -> None:
    assert box().short("good-salt") == "Salt"
    assert box(changed('name = "Salt"', 'name = "Salt"\nshort = "Sa"')).short("good-salt") == "Sa"


def test_the_hash_is_that_of_the_text() -> None:
    assert box().hash == box().hash
    assert box().hash != box(changed("value = 2", "value = 3")).hash
    assert box().toml == TOML


def test_printing_a_box_shows_no_card() -> None:
    assert repr(box()) == "<ToyBox cards.toml>"


BROKEN = [
    ("game = ", "cards.toml: not a TOML file"),
    ("", "cards.toml: the first line must be  game = 'toy', not None"),
    (changed('game = "toy"', 'game = "thor"'), "cards.toml: the first line must be  game = 'toy', not 'thor'"),
    ('game = "toy"', "cards.toml: no [[card]] in it"),
    ('game = "toy"\ncard = []', "cards.toml: no [[card]] in it"),
    ('game = "toy"\ncard = 3', "cards.toml: no [[card]] in it"),
    ('game = "toy"\ncard = [3]', "cards.toml: card 1: must be a block of fields, not the number 3"),
    (changed('game = "toy"', 'game = "toy"\nage = 3'), "cards.toml: unknown field 'age' outside the cards"),
    (changed("value = 2", 'value = "2"'), "card 2 (good-amber): field value must be a whole number, not the text '2'"),
    (changed("value = 2", "value = true"), "card 2 (good-amber): field value must be a whole number, not true"),
    (changed("value = 2", "value = 2026-01-01"), "field value must be a whole number, not a date or a time"),
    (changed("value = 2", "valu = 2"), "card 2 (good-amber): there is no field 'valu', do you mean 'value'?"),
    (changed("value = 2", "x = 2"), "card 2 (good-amber): there is no field 'x'; there are: id, kind, name, original,"),
    (changed('name = "Amber"\n', ""), "card 2 (good-amber): the field name is missing; it must be a text in quotes"),
    (changed('name = "Amber"', 'name = ""'), "(good-amber): field name must be a text in quotes that is not empty,"),
    (changed('id = "good-amber"\n', ""), "card 2 (Amber): the field id is missing; it must be a text"),
    (changed('"good-amber"', '"good-salt"'), "card 2 (good-salt): the id 'good-salt' occurs twice"),
    (changed('"good-amber"', '"?"'), "card 2 (?): field id must be a text in quotes of small letters, digits,"),
    (changed('"good-amber"', '"a>b"'), "underscores alone, not the text 'a>b'"),
    (changed('"good-amber"', '"Amber"'), "underscores alone, not the text 'Amber'"),
    (changed("copies = 6", "copies = -1"), "field copies must be a whole number, 0 or more, not the number -1"),
    (
        changed('source = "ours"', 'source = "stolen"'),
        "card 1 (good-salt): field source must be one of 'official', 'ours', 'partly', not the text 'stolen'",
    ),
    (
        changed('rules = ["TOY-07"]', 'rules = ["TOY-07", 7]'),
        "field rules, entry 2 must be a text in quotes, not the nu",
    ),
    (changed('name = "Amber"', 'name = "A\\nB"'), "card 2 (good-amber): field name must be one line of at most"),
    (
        changed('rules = ["TOY-07"]', 'rules = "TOY-07"'),
        "field rules must be a list in square brackets, not the text 'TOY-",
    ),
    (changed("gain(2)", "gain(2"), "card 6 (trick-purse), field effect: 'gain(2' is not a list of calls"),
    (
        changed("gain(2)", "gian(2)"),
        "card 6 (trick-purse), field effect: unknown verb 'gian'; known are: draw, each,",
    ),
    (
        changed("may(draw(1))", "may(draw(x))"),
        "card 5 (trick-feast), field effect: draw: argument n must be a whole number, not 'x'",
    ),
    (changed('kind = "trick"', 'kind = "treat"'), "trick-ward: kind must be good or trick, not 'treat'"),
]


@pytest.mark.parametrize(("toml", "sentence"), BROKEN, ids=[sentence for _, sentence in BROKEN])
def test_a_broken_file_is_refused_with_its_file_card_and_field(toml: str, sentence: str) -> None:
    with pytest.raises(CardFileError) as error:
        box(toml)
    assert str(error.value).startswith("cards.toml: ")
    assert sentence in str(error.value)
    for never in ("Expected '", "Invalid enum", "Object ", "$", "`", "'str'", "'int'", "None)"):
        assert never not in str(error.value)


def test_a_card_says_where_it_comes_from() -> None:
    with pytest.raises(TypeError):
        Card(id="a", kind="b", name="C")  # type: ignore[call-arg]
