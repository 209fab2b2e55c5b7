"""The card file: counts, sums, what each card does and is called, and the errors of a wrong file."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.common import cards, verbs
from thorgames.core.errors import CardFileError
from thorgames.games.kardnarok.cards import (
    COUNTS,
    GODS,
    RUNES,
    Beside,
    Cancel,
    Draw,
    Exchange,
    HeroSwap,
    ImpedeOpp,
    ImpedeSelf,
    InRole,
    KardnarokBox,
    Opp,
    OppPer,
    Own,
    OwnPer,
    Spare,
    TakeRandom,
    WinBronze,
)
from thorgames.games.kardnarok.info import INFO

from .table import BOX, GAME, TOML, can, do, owns, position, warriors_of

# id: copies, rune, human, Force
WARRIORS = {
    "villager": (10, "J", True, 1),
    "champion": (5, "N", True, 2),
    "seidkona": (4, "Z", True, 2),
    "jarl": (4, "D", True, 3),
    "berserker": (5, "I", True, 2),
    "huskarl": (5, "Z", True, 2),
    "varangian": (5, "D", True, 2),
    "jotunn": (3, "", False, 4),
    "draugr": (3, "", False, 3),
}
# id: Force, effect
HEROES = {
    "freydis": (2, "own(3, runes(N, Z))"),
    "ragnar": (3, "own(2, runes(D, I))"),
    "lagertha": (2, "own(3, runes(D, N))"),
    "siegfried": (3, "own(2, opp_nonhuman())"),
    "bjorn": (3, "own(2, runes(I, Z))"),
    "shieldmaiden": (2, "own(2, role(defence))"),
    "ivar": (3, "own(1, runes(I, J)); impede_opp(runes(I, J))"),
    "hervor": (3, "own(3, runes(J, N))"),
    "egil": (2, "own_per(1, own_norns, 2)"),
    "erik": (3, "own(1, role(attack))"),
    "leif": (3, "own(2, runes(D, J))"),
    "aslaug": (1, "own(3, runes(J, Z))"),
    "gunnhild": (2, "own(3, runes(Z, Z))"),
    "harald": (4, ""),
    "rollo": (2, "own(3, runes(D, D))"),
}
# id: copies, timing, role, divine
NORNS = {
    "assassin": (2, "pre", "", False),
    "disease": (2, "pre", "", False),
    "hugin": (2, "pre", "", False),
    "frey": (2, "pre", "", True),
    "valkyries": (2, "pre", "", False),
    "freya": (4, "combat", "", True),
    "thor": (2, "combat", "attack", True),
    "tyr": (2, "combat", "defence", True),
    "odin": (1, "combat", "", True),
    "loki": (2, "combat", "", True),
    "hela": (1, "combat", "", True),
    "skadi": (2, "combat", "", True),
    "heimdall": (1, "combat", "defence", True),
    "shieldwall": (2, "combat", "defence", False),
    "arrows": (2, "combat", "attack", False),
    "longships": (2, "combat", "attack", False),
    "urd": (1, "any", "", True),
    "verdandi": (1, "any", "", True),
    "skuld": (1, "any", "", True),
    "idun": (1, "combat", "", True),
    "bragi": (1, "combat", "", True),
    "fenrir": (1, "combat", "", False),
    "jormungandr": (1, "combat", "", False),
    "sleipnir": (1, "combat", "", False),
    "ratatosk": (1, "combat", "", False),
    "ran": (1, "combat", "", True),
    "runestone": (1, "combat", "", False),
}
OPTIONS = {
    "hugin": ("Hugin", "Munin"),
    "valkyries": ("Host", "Mercy"),
    "odin": ("Wisdom", "Spear"),
    "loki": ("Trickery", "Lies"),
    "jormungandr": ("Coils", "Venom"),
    "ratatosk": ("Theft", "Slander"),
}
# id: level, pennant, Effective
OMENS = {
    "balder": (1, 1, 9),
    "kin": (1, 1, 8),
    "rag-loki": (1, 1, 8),
    "fimbul": (1, 2, 7),
    "wolves": (1, 2, 8),
    "horn": (1, 2, 7),
    "naglfar": (2, 3, 6),
    "jotnar": (2, 3, 6),
    "vigrid": (2, 3, 6),
    "gods": (2, 4, 5),
    "surt": (2, 4, 5),
    "world": (2, 4, 6),
}


def of(*kinds: str):
    return [card for card in BOX.cards.values() if card.kind in kinds]


def everything(card: str):
    """All that a card does, of all its options, its event and its rule."""
    choices = [op for _, ops in BOX.choices[card] for op in ops]
    return [*BOX.ops[card], *choices, *BOX.events[card], *BOX.rules[card]]


# --- what there is -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-043", "KRD-026", "KRD-030")
def test_how_many_there_are_of_each_kind():
    assert {kind: BOX.count(kind).total() for kind in COUNTS} == {
        "warrior": 44,
        "hero": 15,
        "norn": 42,
        "ragnarok": 12,
        "silver": 21,
        "ritual": 12,
    }
    assert [len(of(kind)) for kind in ("warrior", "norn", "hero")] == [9, 27, 15]
    for card in of("warrior", "norn"):
        assert dict(BOX.facts(card.id)).get("Copies", "1") == str(card.copies)


@pytest.mark.rule("KRD-003", "KRD-040", "KRD-041", "KRD-043", "KRD-R-30")
def test_the_warriors():
    assert {c.id: (c.copies, c.rune, c.human, c.force) for c in of("warrior")} == WARRIORS
    runes = Counter()
    for card in of("warrior"):
        runes[card.rune] += card.copies
        assert dict(BOX.facts(card.id))["Force"] == str(card.force)
    assert runes == {"J": 10, "D": 9, "Z": 9, "N": 5, "I": 5, "": 6}
    assert set(RUNES) == {"J", "D", "N", "Z", "I"}
    assert set(RUNES.values()) == {"Jera", "Dagaz", "Ingwaz", "Algiz", "Eihwaz"}


@pytest.mark.rule("KRD-047", "KRD-048", "KRD-049", "KRD-R-07")
def test_the_heroes():
    """Freydís asks for Ingwaz, which the rulebook's example misspells, and Algiz."""
    assert {c.id: (c.force, c.effect) for c in of("hero")} == HEROES
    assert all(c.copies == 1 for c in of("hero"))
    assert BOX.text("freydis") == "Your total +3 with Ingwaz and Algiz on your Warriors."
    assert {BOX.cards[c].rune for c in ("champion", "seidkona")} == {"N", "Z"}


@pytest.mark.rule("KRD-043", "KRD-046", "KRD-052", "KRD-055", "KRD-R-24")
def test_the_norns():
    assert {c.id: (c.copies, c.timing, c.role, c.divine) for c in of("norn")} == NORNS
    times = Counter()
    for card in of("norn"):
        times[card.timing] += card.copies
    assert times == {"pre": 10, "combat": 29, "any": 3}
    roles = Counter(c.role for c in of("norn") for _ in range(c.copies))
    assert (roles["attack"], roles["defence"]) == (6, 5)
    assert BOX.name("hugin") == "Hugin and Munin"
    for card in of("norn"):
        facts = dict(BOX.facts(card.id))
        assert (
            facts["Used"]
            == {
                "pre": "before the armies are revealed",
                "combat": "in combat",
                "any": "at any moment",
            }[card.timing]
        )
        assert ("Divinity" in facts) == card.divine
        assert ("Only" in facts) == bool(card.role)


@pytest.mark.rule("KRD-045")
def test_norns_with_two_options():
    two = {card: tuple(name for name, _ in choices) for card, choices in BOX.choices.items() if len(choices) == 2}
    assert two == OPTIONS
    assert all(len(BOX.choices[c.id]) == (2 if c.id in OPTIONS else 1) for c in of("norn"))
    assert all(" — or — " in BOX.text(card) for card in OPTIONS)


@pytest.mark.rule("KRD-071", "KRD-023", "KRD-901")
def test_the_ragnarok_cards():
    assert {c.id: (c.level, c.pennant, c.effective) for c in of("ragnarok")} == OMENS
    for card in of("ragnarok"):
        assert card.name
        assert BOX.events[card.id]
        assert BOX.rules[card.id]
        assert BOX.text(card.id).startswith("Event: ")
        assert " Fixed rule: " in BOX.text(card.id)
    assert [len(p) for p in BOX.omens(True)] == [6, 6]
    assert [len(p) for p in BOX.omens(False)] == [3, 3, 3, 3]
    assert [max(e for lv, _, e in OMENS.values() if lv == level) for level in (1, 2)] == [9, 6]
    assert min(e for level, _, e in OMENS.values() if level == 1) > 6
    by_pennant = [sorted({e for _, p, e in OMENS.values() if p == pennant}) for pennant in (1, 2, 3, 4)]
    assert by_pennant == [[8, 9], [7, 8], [6], [5, 6]]


@pytest.mark.rule("KRD-060", "KRD-030")
def test_the_silver():
    assert BOX.count("silver") == {"silver-3": 7, "silver-4": 7, "silver-5": 7}
    assert BOX.value == {"silver-3": 3, "silver-4": 4, "silver-5": 5}
    assert sum(BOX.value[c] * n for c, n in BOX.count("silver").items()) == 84


@pytest.mark.rule("KRD-029")
def test_the_ritual_tokens():
    assert BOX.count("ritual") == {f"ritual-{god}": 4 for god in GODS}
    assert GODS == ("odin", "thor", "frey")


@pytest.mark.rule("KRD-051")
def test_forces_bonuses_and_reductions_are_small():
    for card in BOX.cards.values():
        if card.kind in ("warrior", "hero"):
            assert 1 <= card.force <= 4
        for op in everything(card.id):
            if isinstance(op, Own):
                assert 1 <= op.n <= 3
            if isinstance(op, Opp):
                assert -3 <= op.n <= -1
            if isinstance(op, OwnPer):
                assert 1 <= op.n <= op.max <= 3
            if isinstance(op, OppPer):
                assert 1 <= -op.n <= op.max <= 3


@pytest.mark.rule("KRD-042", "KRD-221")
def test_bonuses_of_warriors():
    assert {c.id: c.effect for c in of("warrior")} == {
        "villager": "",
        "champion": "own(2, beside(seidkona))",
        "seidkona": "spare(1, win)",
        "jarl": "own(1, beside(huskarl))",
        "berserker": "own(2, role(attack))",
        "huskarl": "own(2, role(defence))",
        "varangian": "own(2, more_bronze())",
        "jotunn": "impede_self()",
        "draugr": "spare(itself, loss)",
    }
    assert BOX.ops["champion"] == (Own(2, Beside("seidkona")),)


@pytest.mark.rule("KRD-052")
def test_cards_for_one_role():
    for card in ("berserker", "erik"):
        assert BOX.ops[card][0].condition == InRole("attack")
    for card in ("huskarl", "shieldmaiden"):
        assert BOX.ops[card][0].condition == InRole("defence")
    assert dict(BOX.facts("thor"))["Only"] == "for the attacker"
    assert dict(BOX.facts("tyr"))["Only"] == "for the defender"


@pytest.mark.rule("KRD-053")
def test_cards_that_impede_heroes():
    assert {c for c in BOX.cards if any(isinstance(op, ImpedeSelf) for op in everything(c))} == {"jotunn"}
    assert {c for c in BOX.cards if any(isinstance(op, ImpedeOpp) for op in everything(c))} == {"ivar", "loki"}


@pytest.mark.rule("KRD-054")
def test_cards_that_give_something_to_the_winner_only():
    found = {c for c in BOX.cards for op in everything(c) if isinstance(op, WinBronze)}
    found |= {c for c in BOX.cards for op in everything(c) if isinstance(op, Spare) and op.when == "win"}
    assert found == {"seidkona", "ran"}
    assert BOX.text("seidkona").startswith("If you win, ")
    assert "If you win, " in BOX.text("ran")


@pytest.mark.rule("KRD-044")
def test_what_norns_can_do():
    wanted = {
        Own: {"thor", "tyr", "odin", "shieldwall", "longships", "idun", "bragi", "ran"},
        Opp: {"loki", "skadi", "heimdall", "arrows", "fenrir", "jormungandr", "ratatosk"},
        Cancel: {"freya"},
        Draw: {"valkyries", "odin", "urd", "verdandi"},
        Exchange: {"hugin", "sleipnir"},
        TakeRandom: {"ratatosk"},
    }
    for verb, norns in wanted.items():
        found = {c.id for c in of("norn") if any(isinstance(op, verb) for op in everything(c.id))}
        assert found == norns, verb
    # No Norn of this set exchanges Heroes; Ragnarök cards do.
    assert {c.id for c in BOX.cards.values() for op in everything(c.id) if isinstance(op, HeroSwap)} == {
        "balder",
        "surt",
    }


def test_every_verb_is_used():
    used = {tag for card in BOX.cards for op in everything(card) for tag in verbs(op)}
    assert used == set(KardnarokBox.verbs)


# --- texts ---------------------------------------------------------------------------------------------------------


def test_every_card_that_does_something_has_a_text():
    for card in BOX.cards:
        text = BOX.text(card)
        assert bool(text) == bool(everything(card) or card == "villager"), card
        assert not text or text.endswith("."), card
        for wrong in ("{", "None", "Jotunn", "_", "--", "+-"):
            assert wrong not in text, card
        assert BOX.face(card).text == text


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("villager", "In combat you may play it from your hand as a reinforcement: +1."),
        ("champion", "Your total +2 beside a Seidkona in your army."),
        ("jotunn", "Your own Hero's bonus does not count."),
        ("draugr", "If you lose, this Warrior is not discarded."),
        ("gunnhild", "Your total +3 with Algiz on both Warriors."),
        ("harald", ""),
        ("freya", "Cancel the Norn that the opposing side used last."),
        ("skadi", "Your opponent's total −2."),
        ("odin", "Wisdom: Draw 2 Norns. — or — Spear: Your total +2."),
        ("fenrir", "Discard another Norn. Your opponent's total −3."),
        ("urd", "Draw 2 Norns."),
        (
            "rag-loki",
            "Event: After drawing, each kingdom secretly chooses 1 card to pass to the left; whoever has only two "
            "Warriors passes a Norn. Fixed rule: A mercenary is offered 2 bronze at least; in a Duel two Norns cost "
            "1 more.",
        ),
        (
            "jotnar",
            "Event: In this round a Jötunn does not impede its own Hero. Fixed rule: Each Jötunn in an army +1.",
        ),
        (
            "horn",
            "Event: After drawing, each kingdom in turn may discard up to 2 cards and draw as many, in a split it "
            "names first. Fixed rule: The defender's total +1.",
        ),
    ],
)  # fmt: skip
def test_texts(card, text):
    assert BOX.text(card) == text


def test_each_card_can_be_told_from_the_others_by_its_short_name():
    shorts = Counter(BOX.short(card) for card in BOX.cards)
    assert max(shorts.values()) == 1, [name for name, n in shorts.items() if n > 1]


def test_sources_and_notes():
    official = {"freydis", "ritual-odin", "ritual-thor", "ritual-frey"}
    assert {c.id for c in BOX.cards.values() if c.source == "official"} == official
    for card in BOX.cards.values():
        assert card.note or card.source == "official"
    ours = {c.id for c in BOX.cards.values() if c.source == "ours"}
    assert {"draugr", "ivar", "hervor", "egil", "heimdall", "fenrir", *OMENS} <= ours
    assert not {"villager", "ragnar", "assassin", "freya", "thor", "urd", "silver-3"} & ours


# --- wrong files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("copies = 10\nforce", "copies = 11\nforce", "there must be 44 of the kind warrior, not 45"),
        ('id = "skadi"\nkind = "norn"', 'id = "skadi"\nkind = "norm"', "of the kind norn"),
        ('kind = "ritual"', 'kind = "rite"', "of the kind ritual"),
        ("force = 4\nhuman = false", "force = 5\nhuman = false", "jotunn: force must be 1 to 4, not 5"),
        ("force = 4\nhuman = false", 'force = 4\nrune = "I"\nhuman = false', "jotunn: a human Warrior has a rune"),
        ('rune = "N"\nhuman = true', 'rune = "Q"\nhuman = true', "champion"),
        ('rune = "N"\nhuman = true', "human = true", "champion: a human Warrior has a rune"),
        ('timing = "any"\ndivine', "divine", "urd: timing must be pre, combat or any"),
        ("runes(N, Z)", "runes(N, Y)", "freydis"),
        ("runes(N, Z)", "runes(N)", "freydis"),
        ("beside(seidkona)", "beside(seidkoma)", "champion: there is no Warrior 'seidkoma'"),
        ("thor_takes(draugr)", "thor_takes(dragon)", "naglfar: there is no Warrior 'dragon'"),
        ("kind_bonus(draugr, 1)", "kind_bonus(freydis, 1)", "naglfar: there is no Warrior 'freydis'"),
        ('["cancel()"]', '["cancel()", "explode(2)"]', "unknown verb 'explode'"),
        ("recycle(3)", "recycle(0)", "recycle: argument max must be a whole number, 1 or more, not the number 0"),
        ('["cancel()"]', '["norn_limit(4)"]', "freya: norn_limit does not belong into options"),
        ('rule = ["norn_limit(4)"]', 'rule = ["own(1)"]', "balder: own does not belong into rule"),
        ('event = ["best_coin(2)"]', 'event = ["draw(norn, 2)"]', "kin: draw does not belong into event"),
        ('effect = "own(2, role(attack))"', 'effect = "draw(norn, 1)"', "berserker: draw does not belong into effect"),
        ('event = ["best_coin(2)"]', "event = []", "kin: a Ragnarök card needs effective"),
        ("effective = 9", "effective = 2", "balder: a Ragnarök card needs effective (at least 3)"),
        ("level = 1\npennant = 1\neffective = 9", "level = 2\npennant = 1\neffective = 9", "6 Ragnarök cards of level"),
        ("level = 1\npennant = 1\neffective = 9", "level = 1\npennant = 2\neffective = 9", "with the pennant 1"),
        ("value = 3", "value = 0", "silver-3: a coin needs a value"),
        ('sort = "villager"', 'sort = "peasant"', "there must be a Warrior with  sort = 'villager'"),
        ('id = "ritual-frey"', 'id = "ritual-freyr"', "there must be a card ritual-frey"),
        ('id = "ragnar"', 'id = "freydis"', "occurs twice"),
        ('{ name = "Wisdom", effect', "{ effect", "odin: each of two options needs a name"),
        ('options = [{ effect = ["cancel()"] }]', "", "freya: a Norn has one or two options"),
        ('options = [{ effect = ["cancel()"] }]', 'options = [{ effect = ["cancel()"], nam = "x" }]', "nam"),
        ("spare(itself, loss)", "spare(itself, never)", "draugr"),
    ],
)  # fmt: skip
def test_a_wrong_card_file_is_refused_with_a_sentence(old, new, said):
    assert old in TOML
    with pytest.raises(CardFileError) as caught:
        KardnarokBox(TOML.replace(old, new, 1), "mine.toml")
    assert said in str(caught.value)
    assert str(caught.value).startswith("mine.toml")


# --- terms ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KRD-001", "KRD-002")
def test_cards_are_warriors_and_norns():
    """Skuld says "discard 1 to 3 cards and draw as many": no Heroes among them, and any split."""
    state = position(hands={0: "villager jarl skuld skadi arrows tyr"}, coin={0: "5"})
    assert BOX.text("skuld").startswith("Discard 1 to 3 cards and draw as many")
    state = do(state, "skuld")
    assert can(state) == {"villager", "jarl", "skadi", "arrows", "tyr"}
    state = do(state, "skadi arrows")
    assert can(state) == {"2:0", "1:1", "0:2"}


@pytest.mark.rule("KRD-004", "KRD-005", "KRD-006", "KRD-007", "KRD-008", "KRD-009", "KRD-R-10")
def test_hand_army_and_effective():
    """Six in hand and two in the army make eight; the Hero of the army and the one in reserve are left out."""
    state = position(
        omen="kin",
        hands={0: "villager villager jarl skadi arrows tyr"},
        armies={0: "champion seidkona freydis"},
        heroes={0: "ragnar"},
    )
    assert state.effective == 8 == owns(state, 0)
    assert GAME.view(state, 0).owned(0) == 8
    assert warriors_of(state, 0) == 5
    assert sorted(GAME.view(state, 0).hand()) == sorted(cards("villager*2 jarl skadi arrows tyr"))
    assert state.army[0:2] == (("champion",), ("seidkona",))
    assert state.leaders[0] == ("freydis",)
    assert state.reserve[0] == ("ragnar",)


@pytest.mark.rule("KRD-050", "KRD-047")
def test_there_are_always_two_heroes_a_kingdom():
    """Of whatever is discarded, no Hero is: GAME.faults, checked after each answer of these tests, would tell."""
    state = position()
    broken = state.but(reserve=((), *state.reserve[1:]), heroes=(*state.heroes, *state.reserve[0]))
    assert GAME.faults(broken) == ("seat 0 has not two Heroes",)


def test_what_is_said_of_the_game_before_it_is_played():
    assert (INFO.name, INFO.prefix) == ("Kardnarök", "KRD")
    assert {mode.id: mode.seats for mode in INFO.modes} == {"basic": (3, 4), "duel": (2,), "story": (2, 3, 4)}
