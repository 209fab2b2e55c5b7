"""The card file: counts, sums, symbols, texts made from the effects, and what is official."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.games.common import verbs
from thorgames import library
from thorgames.core.errors import CardFileError
from thorgames.games.althing.cards import AlthingBox

from .table import BOX, STEPS, VIKINGS

TOML = library.read("cards", "althing.toml")

COST_AND_SYMBOLS = {
    "gudrid": (2, (0, 1, 1), {"untroll"}),
    "siggy": (2, (2, 1, 0), {"great-weather"}),
    "floki": (3, (0, 2, 0), {"troll"}),
    "sigvaar": (3, (0, 0, 2), {"axe"}),
    "hild": (3, (2, 0, 1), {"shield", "storm", "plot"}),
    "aslaug": (4, (2, 0, 2), {"shield"}),
    "horik": (4, (3, 0, 1), {"storm"}),
    "bjorn": (5, (0, 1, 3), {"axe", "shield"}),
    "halldora": (5, (1, 1, 1), {"untroll", "great-weather", "storm"}),
    "olaf": (6, (3, 2, 0), {"plot"}),
}
GODS = {
    "odin": (4, (2, 0, 0), set()),
    "thor": (1, (0, 0, 1), {"troll", "axe"}),
    "freyr": (1, (0, 1, 0), {"untroll", "shield"}),
}
STAGES = {
    "eldaskali": ((3, 2, 0), (4, 3, 0)),
    "kernelyd": ((2, 0, 2), (3, 0, 3)),
    "knorrer": ((4, 1, 1), (6, 1, 1)),
    "drakkar": ((2, 2, 1), (3, 3, 1)),
    "dragvendil": ((2, 1, 2), (4, 0, 3)),
    "snekkar": ((0, 3, 1), (0, 4, 2)),
    "vegvisir": ((2, 1, 1), (3, 2, 2)),
}


def of(*kinds: str):
    return [card for card in BOX.cards.values() if card.kind in kinds]


@pytest.mark.rule("ALT-102")
def test_there_are_72_cards():
    """Gods, Trolls and storms are for three decks; two sides of a saga card are one card."""
    count = Counter()
    for card in BOX.cards.values():
        count[card.kind] += card.copies
    decks = 3 * count["god"] + count["troll"] + count["storm"]
    saga = (count["start"] + count["step"] + count["last"]) / 2
    assert (saga, count["viking"], decks, count["thorfinn"]) == (9, 30, 27, 6)
    assert saga + count["viking"] + decks + count["thorfinn"] == 72


@pytest.mark.rule("ALT-103", "ALT-106")
def test_the_vikings():
    assert {c.id: c.copies for c in of("viking")} == VIKINGS
    for name, (cost, gives, symbols) in COST_AND_SYMBOLS.items():
        assert (BOX.price[name], BOX.values[name], set(BOX.symbols[name])) == (cost, gives, symbols)
        facts = dict(BOX.facts(name))
        assert facts["Cost"] == f"{cost} gold"
        assert facts["Gives"] == BOX.amounts(name)


@pytest.mark.rule("ALT-103")
def test_sums_over_the_assembly():
    sums = [sum(VIKINGS[name] * BOX.values[name][i] for name in VIKINGS) for i in range(3)]
    assert sums == [34, 24, 32]
    symbols = Counter()
    for name, n in VIKINGS.items():
        symbols.update({symbol: n for symbol in BOX.symbols[name]})
    assert symbols == {
        "troll": 4,
        "storm": 8,
        "axe": 6,
        "untroll": 7,
        "great-weather": 6,
        "shield": 7,
        "plot": 4,
    }


@pytest.mark.rule("ALT-104", "ALT-402")
def test_a_personal_deck():
    for name, (copies, gives, symbols) in GODS.items():
        assert (BOX.cards[name].copies, BOX.values[name], set(BOX.symbols[name])) == (copies, gives, symbols)
        assert BOX.price[name] == 0
    assert {c.id for c in of("god")} == set(GODS)
    for colour in ("green", "red", "blue"):
        assert BOX.cards[f"troll-{colour}"].copies == 2
        assert BOX.cards[f"storm-{colour}"].copies == 1
        assert BOX.values[f"troll-{colour}"] == (0, 0, 0)
        assert BOX.symbols[f"troll-{colour}"] == ()


@pytest.mark.rule("ALT-105", "ALT-R-02", "ALT-124", "ALT-702")
def test_the_saga_cards():
    assert {c.stage for c in of("step")} == set(STEPS) == set(STAGES)
    for name, sides in STAGES.items():
        assert (BOX.values[f"{name}-a"], BOX.values[f"{name}-b"]) == sides
        for side in "ab":
            card = BOX.cards[f"{name}-{side}"]
            assert card.side == side.upper()
            assert card.veteran == (name in ("drakkar", "dragvendil"))
            assert card.name.startswith(name.title())
    assert (BOX.cards["kattegat-a"].sacred, BOX.cards["kattegat-b"].sacred) == (True, False)
    assert not any("knokker" in card for card in BOX.cards)


@pytest.mark.rule("ALT-106")
def test_side_b_never_asks_for_less_in_all():
    for a, b in STAGES.values():
        assert sum(b) > sum(a)


@pytest.mark.rule("ALT-107", "ALT-R-16")
def test_kinds_of_symbols():
    assert set(BOX.tricks) == {"troll", "storm", "axe"}
    assert {symbol: op.dodge.replace("_", "-") for symbol, op in BOX.tricks.items()} == {
        "troll": "untroll",
        "storm": "great-weather",
        "axe": "shield",
    }
    assert BOX.dodge_of == {
        "troll": "untroll",
        "storm": "great-weather",
        "shortage": "great-weather",
        "axe": "shield",
    }
    assert set(BOX.events) == {"plot", "untroll"}
    assert len(of("symbol")) == 7
    assert all(card.copies == 0 for card in of("symbol"))


@pytest.mark.rule("ALT-831", "ALT-812")
def test_thorfinn_s_cards():
    assert [c.id for c in of("thorfinn")] == [f"thorfinn-{letter}" for letter in "abcdef"]
    shields = {c.id[-1] for c in of("thorfinn") if "t_shield" in c.effect}
    assert shields == {"a", "b", "e"}
    taken = sum(op.n for c in of("thorfinn") for op in BOX.ops[c.id] if type(op).__name__ == "TRecruit")
    assert taken == 9
    assert taken - BOX.ops["thorfinn-d"][0].n == 7
    assert BOX.cards["thorfinn-d"].easy_only


def test_every_verb_is_used():
    used = {tag for ops in BOX.ops.values() for op in ops for tag in verbs(op)}
    assert used == set(AlthingBox.verbs)


def test_every_card_that_does_something_has_a_text():
    for card in BOX.cards.values():
        text = BOX.text(card.id)
        if card.kind in ("troll", "storm", "start", "thorfinn", "symbol") or card.veteran or card.symbols:
            assert text.endswith((".", ".”")), card.id
        assert "{" not in text
        assert "None" not in text
        face = BOX.face(card.id)
        assert face.text == text
        assert face.title


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("odin", ""),
        (
            "siggy",
            "Great Weather: Dodge: answers the Storm played against you. "
            "Dodge: answers a Shortage played against you.",
        ),
        ("floki", "Troll: Trick: Put one of your Trolls on top of an opponent's draw pile."),
        ("aslaug", "Shield: Dodge: answers the Axe played against you."),
        ("kattegat-a", "Sacred Ground: whoever stands here cannot be tricked."),
        ("kattegat-b", "Everyone can be tricked here."),
        ("drakkar-b", "Veteran: once a player has completed this stage, everyone draws up to 5 cards."),
        ("vegvisir-a", ""),
        ("sym-plot", "Event: Put 2 cards of the row under the Assembly deck; the row is filled at once."),
    ],
)  # fmt: skip
def test_texts(card, text):
    assert BOX.text(card) == text


def test_thorfinn_s_texts_say_what_he_does_on_each_stage():
    text = BOX.text("thorfinn-e")
    for part in ("dearest", "on stage 1: Shortage of wood", "on stage 4: Shortage of bones", "Shield"):
        assert part in text


def test_a_single_recruit_reads_well():
    assert "dearest card of the row: 1" in BOX.text("thorfinn-a")
    assert "dearest cards of the row: 2" in BOX.text("thorfinn-c")


def test_each_card_can_be_told_from_the_others_by_its_short_name():
    shorts = Counter(BOX.short(card) for card in BOX.cards)
    assert max(shorts.values()) == 1, [name for name, n in shorts.items() if n > 1]


def test_sources_and_notes():
    wanted = {
        "god": "partly",
        "viking": "partly",
        "step": "partly",
        "last": "partly",
        "thorfinn": "partly",
        "troll": "official",
        "storm": "official",
        "start": "official",
        "symbol": "official",
    }
    for card in BOX.cards.values():
        assert card.source == wanted[card.kind], card.id
        assert card.note or card.source == "official"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("copies = 4\ngold = 2", "copies = 5\ngold = 2", "there must be 6 cards of the kind god, not 7"),
        ('short = "Fl"\ncopies = 4', 'short = "Fl"\ncopies = 3', "30 cards of the kind viking, not 29"),
        ('symbols = ["storm"]', 'symbols = ["thunder"]', "horik: no symbol 'thunder'"),
        ('id = "thing"', 'id = "thingy"', "there must be a card thing"),
        ('id = "troll-green"', 'id = "troll-yellow"', "there must be 2 copies of a card troll-green"),
        ('id = "odin"', 'id = "wotan"', "of the god odin there must be 3 or more"),
        ("trick(give_troll(), untroll)", "dodge(axe)", "an effect trick(...) must be troll, storm, axe"),
        ("event(fetch_troll()); dodge(troll)", "event(fetch_troll())", "a symbol must have the effect dodge(troll)"),
        ('kind = "start"', 'kind = "begin"', "kind must be one of"),
        ("gold = 3\nbones = 1", "gold = -3\nbones = 1", "cannot be below 0"),
        ("t_stages(t_advance(), t_advance(), t_advance(), t_advance()); ", "", "thorfinn-a: needs an effect t_stages"),
        ("sink(2)", "sink(two)", "sink"),
        ("sink(2)", "sink(0)", "sink: argument n must be a whole number, 1 or more, not the number 0"),
        ("event(sink(2))", "explode(2)", "unknown verb 'explode'"),
        ("t_recruit(2, cheapest)", "t_recruit(2, nicest)", "thorfinn-f"),
        ('id = "drakkar-b"', 'id = "drakkar-c"', "7 steps"),
        ('id = "siggy"', 'id = "gudrid"', "occurs twice"),
    ],
)  # fmt: skip
def test_a_wrong_card_file_is_refused_with_a_sentence(old, new, said):
    assert old in TOML
    with pytest.raises(CardFileError) as caught:
        AlthingBox(TOML.replace(old, new, 1), "mine.toml")
    assert said in str(caught.value)
    assert str(caught.value).startswith("mine.toml")


def test_every_kind_of_card_is_played_in_these_tests():
    """Each card is named in a test of the rules, not only here."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(__file__).parent.glob("test_*.py")
        if path.name not in ("test_cards.py", "test_golden.py")
    )
    for card in BOX.cards.values():
        name = card.id.removeprefix("sym-")
        if card.kind not in ("storm", "thorfinn"):
            assert name in text, card.id
