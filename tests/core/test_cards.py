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
    ('game = "toy"\ncard = [3]', "cards.toml: card 1: Expected 'object', got 'int'"),
    (changed('game = "toy"', 'game = "toy"\nage = 3'), "cards.toml: unknown field 'age' outside the cards"),
    (changed("value = 2", 'value = "2"'), "card 2 (good-amber): Expected 'int', got 'str' - at '$.value'"),
    (changed("value = 2", "worth = 2"), "card 2 (good-amber): Object contains unknown field 'worth'"),
    (changed('name = "Amber"\n', ""), "card 2 (good-amber): Object missing required field 'name'"),
    (changed('name = "Amber"', 'name = ""'), "card 2 (good-amber): Expected 'str' of length >= 1 - at '$.name'"),
    (changed('id = "good-amber"\n', ""), "card 2 (None): Object missing required field 'id'"),
    (changed('"good-amber"', '"good-salt"'), "card 2 (good-salt): the id 'good-salt' occurs twice"),
    (changed('"good-amber"', '"?"'), "card 2 (?): Expected 'str' matching regex"),
    (changed('"good-amber"', '"a>b"'), "card 2 (a>b): Expected 'str' matching regex"),
    (changed('"good-amber"', '"Amber"'), "- at '$.id'"),
    (changed("copies = 6", "copies = -1"), "card 1 (good-salt): Expected 'int' >= 0 - at '$.copies'"),
    (changed('source = "ours"', 'source = "stolen"'), "card 1 (good-salt): Invalid enum value 'stolen'"),
    (changed('rules = ["TOY-07"]', 'rules = "TOY-07"'), "card 4 (trick-ward): Expected 'array', got 'str'"),
    (changed("gain(2)", "gain(2"), "card 6 (trick-purse), field effect: 'gain(2' is not a list of calls"),
    (
        changed("gain(2)", "gian(2)"),
        "card 6 (trick-purse), field effect: unknown verb 'gian'; known are: draw, each,",
    ),
    (
        changed("may(draw(1))", "may(draw(x))"),
        "card 5 (trick-feast), field effect: draw: Expected `int`, got `str`",
    ),
    (changed('kind = "trick"', 'kind = "treat"'), "trick-ward: kind must be good or trick, not 'treat'"),
]


@pytest.mark.parametrize(("toml", "sentence"), BROKEN, ids=[sentence for _, sentence in BROKEN])
def test_a_broken_file_is_refused_with_its_file_card_and_field(toml: str, sentence: str) -> None:
    with pytest.raises(CardFileError) as error:
        box(toml)
    assert str(error.value).startswith("cards.toml: ")
    assert sentence in str(error.value)
    assert "$.id" not in sentence or "good-amber" not in str(error.value)


def test_a_card_says_where_it_comes_from() -> None:
    with pytest.raises(TypeError):
        Card(id="a", kind="b", name="C")  # type: ignore[call-arg]
