"""The card file: counts, families, types, kinds of powers, texts made from the calls, and errors in a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.games.common import kinds, verbs
from thorgames import library
from thorgames.core.errors import CardFileError
from thorgames.games.terres.cards import FAMILIES, TYPES, TerresBox
from thorgames.games.terres.game import Terres

from .table import BOX, GAME, A, B, C, asked, begun, can, do, hear, kind, passes, position, sizes

TOML = library.read("cards", "terres.toml")

KINDS = {
    "activation": "king judge knight village charter jester burgomaster master-merchant accountant market caravan "
    "mercenary usurer bills master-necromancer vampire skeletons forbidden-grimoire spirit crypt banshee lich archmage "
    "seer fire-mage apprentice ice-mage arcane-tower elemental-grimoire golem spring scrolls enchantress alchemist",
    "permanent": "queen tax-collector captain castle harbour ledger auctioneer trading-post graveyard immortal "
    "book-of-the-dead healer druid",
    "mandatory": "herald ring ghoul reaper",
    "single": "spy executioner banker forger gravedigger",
}
TYPED = {
    "fighter": "knight captain executioner mercenary vampire skeletons ghoul reaper fire-mage ice-mage golem",
    "terrain": "castle village market harbour trading-post graveyard crypt arcane-tower spring",
    "book": "charter ledger bills forbidden-grimoire book-of-the-dead elemental-grimoire scrolls",
}
STARBURST = (
    "jester burgomaster executioner banker forger trading-post lich book-of-the-dead reaper enchantress alchemist druid"
)


def of(*kinds_: str):
    return [card for card in BOX.cards.values() if card.kind in kinds_]


@pytest.mark.rule("TDD-001", "TDD-R-03", "TDD-R-06")
def test_56_game_cards_of_which_12_have_a_starburst():
    assert (len(of("card")), len(of("starburst"))) == (44, 12)
    assert all(card.copies == 1 for card in of("card", "starburst"))
    assert {card.id for card in of("starburst")} == set(STARBURST.split())
    assert (len(BOX.deck(False)), len(BOX.deck(True))) == (44, 56)
    assert Counter(BOX.cards[card].family for card in BOX.deck(False)) == dict.fromkeys(FAMILIES, 11)
    assert Counter(BOX.cards[card].family for card in BOX.deck(True)) == dict.fromkeys(FAMILIES, 14)


@pytest.mark.rule("TDD-001", "TDD-R-06")
def test_the_starburst_cards_are_used_only_if_the_option_says_so():
    plain, full = begun(), begun(starburst="yes")
    for state, size in ((plain, 44), (full, 56)):
        assert len(state.deck) + sum(sizes(state)) + len(state.discard) == size
        there = {*state.deck, *(card for hand in state.hands for card in hand)}
        assert bool(there & set(STARBURST.split())) == (size == 56)


@pytest.mark.rule("TDD-002", "TDD-R-02")
def test_14_destinies_of_two_kinds():
    assert BOX.destinies("common") == ("coronation", "monopoly", "legion", "conclave", "concord", "opulence")
    assert BOX.destinies("secret") == (
        "assassin", "angel", "rentier", "warlord", "scholar", "surveyor", "collector", "conqueror",
    )  # fmt: skip
    assert len(of("destiny")) == 14
    assert all(card.copies == 1 for card in of("destiny"))
    assert set(BOX.goal) == {card.id for card in of("destiny")}


@pytest.mark.rule("TDD-003", "TDD-R-03")
def test_36_tokens_with_six_numbers():
    assert sum(card.copies for card in of("token")) == 36
    assert {card.number: card.copies for card in of("token")} == dict.fromkeys(range(1, 7), 6)
    for card in of("token"):
        assert BOX.text(card.id)
    names = {1: "curse", 2: "breath", 3: "windfall", 4: "aegis", 5: "momentum", 6: "augury"}
    assert BOX.token == names


@pytest.mark.rule("TDD-003", "TDD-501")
def test_a_token_comes_from_a_power():
    state = position(play={A: "golem"})
    after, events = hear(state, "golem")
    assert after.tokens[A] == (4,)
    assert "token" in kinds(events)


@pytest.mark.rule("TDD-004", "TDD-502")
def test_nobody_owns_two_identical_tokens():
    state = do(position(play={A: "golem knight"}), "golem", "knight", "other")
    assert state.tokens[A] == (4,)


@pytest.mark.rule("TDD-005")
def test_the_hand_is_life_and_purse():
    """The same cards limit a bid, pay it, and keep their player in the game."""
    state = position("auction", 3, hands={A: "judge king spy", B: "queen village"})
    state = do(state, "judge")
    assert can(state) == {"1", "pass"}
    state = passes(do(state, "1"))
    assert kind(state) == "pay 1"
    state = do(state, "queen")
    assert state.hands[B] == ("village",)
    state = do(position(seats=3, play={A: "vampire"}, hands={B: "village"}), "vampire", "1", "!village")
    assert state.out[B]


@pytest.mark.rule("TDD-006")
def test_a_card_in_hand_has_no_power():
    """Nothing in hand can be activated, and no permanent power works from there."""
    hands = {A: "golem judge spy market", B: "captain queen", C: "tax-collector immortal"}
    state = position(hands=hands, play={A: "vampire"})
    assert can(state) == {"vampire", "end"}
    state = do(state, "vampire", "1", "!queen")
    assert "queen" in state.hands[A]
    state = position("auction", hands=hands)
    after, events = hear(state, "golem")
    assert "taxed" not in kinds(events)
    assert kind(after) == "bid.first 1"
    state = do(position(play={A: "vampire"}, hands={C: "immortal"}), "vampire", "2", "!immortal")
    assert state.out[C]


@pytest.mark.rule("TDD-007")
def test_an_acquired_card_lies_in_play_before_its_buyer():
    state = position("auction", 3, hands={A: "judge king spy", B: "queen village ring"})
    assert "judge" not in state.play[A]
    state = do(passes(do(state, "judge", "1")), "queen", "place")
    assert state.play == ((), ("judge",), ())
    for viewer in (None, A, B, C):
        assert GAME.view(state, viewer).seen.play[B] == ("judge",)


@pytest.mark.rule("TDD-007", "TDD-R-65")
def test_a_card_may_have_no_power():
    """None of ours, but the file may have some: it can be put up and acquired, and counts for its family."""
    plain = TOML.replace('powers = [{ kind = "activation", effect = ["token(you, 2)"] }]', "powers = []", 1)
    assert plain != TOML
    box = TerresBox(plain, "plain.toml")
    assert (box.text("charter"), box.kind_of["charter"], box.steps["charter"]) == ("", "", ())
    assert dict(box.facts("charter"))["Power"] == "none"
    game = Terres(box)
    state = position("effects", play={A: "charter golem"}, hands={A: "king"})
    assert "act:charter" not in {o.id for o in game.pending(state.but(turn=8)).asks[0].options}
    assert all(BOX.powers[card] for card in BOX.deck(True))


@pytest.mark.rule("TDD-008")
def test_families_and_types():
    for card in of("card", "starburst"):
        assert card.family in FAMILIES
        assert card.type in ("", *TYPES)
    for type_, names in TYPED.items():
        assert {card.id for card in BOX.cards.values() if card.type == type_} == set(names.split())
    base = Counter(card.type for card in of("card"))
    star = Counter(card.type for card in of("starburst"))
    assert base == {"fighter": 9, "terrain": 8, "book": 6, "": 21}
    assert star == {"fighter": 2, "terrain": 1, "book": 1, "": 8}


@pytest.mark.rule("TDD-008")
@pytest.mark.parametrize(("with_book", "token"), [(True, (5,)), (False, ())])
def test_types_matter_for_powers(with_book, token):
    state = do(position(play={A: "arcane-tower ledger" if with_book else "arcane-tower"}), "arcane-tower")
    assert state.tokens[A] == token


@pytest.mark.rule("TDD-401", "TDD-402", "TDD-403", "TDD-404")
def test_kinds_of_powers():
    for kind_, names in KINDS.items():
        assert {card.id for card in of("card", "starburst") if BOX.kind_of[card.id] == kind_} == set(names.split())
    base = Counter(BOX.kind_of[card.id] for card in of("card"))
    star = Counter(BOX.kind_of[card.id] for card in of("starburst"))
    assert base == {"permanent": 10, "activation": 29, "mandatory": 3, "single": 2}
    assert star == {"permanent": 3, "activation": 5, "mandatory": 1, "single": 3}


@pytest.mark.rule("TDD-009", "TDD-802")
def test_a_power_wins_against_a_rule():
    """Nobody may look at another player's Secret Destiny, but the Voyante's power says so."""
    state = position(play={A: "seer"}, secret={B: "scholar"})
    assert GAME.view(state, A).seen.secret[B] == ("?",)
    state = do(state, "seer", "1")
    assert GAME.view(state, A).seen.secret[B] == ("scholar",)


@pytest.mark.rule("TDD-009")
def test_a_power_wins_against_the_rule_that_an_exhausted_card_cannot_be_used():
    state = position(play={A: "king charter"}, exhausted="charter")
    assert "charter" not in can(state)
    assert do(state, "king").tokens[A] == (2,)


# --- texts ---------------------------------------------------------------------------------------------------------

TEXTS = {
    "king": "Apply the activation power of another Kingdom card of yours in play, ready or exhausted; its state "
    "does not change.",
    "queen": "Once a turn, when you have exhausted a Kingdom card of yours and its power has been applied, you may "
    "apply that power once more, making every choice anew.",
    "judge": "Choose another player with more cards in hand than you. That player gives you 1 card of their choice.",
    "spy": "Choose another player. Look at that player's Secret Destiny. Take 1 card at random from that player's "
    "hand.",
    "tax-collector": "Another player who puts up a card that is not Kingdom, face up or face down, at once gives "
    "you 1 card of their choice.",
    "knight": "Either: Choose another player with at least as many cards in hand as you. That player discards 1 "
    "card of their choice. Or: Collect Token 4.",
    "captain": "While you hold 2 cards or fewer, no power another player activates makes cards leave your hand.",
    "castle": "Powers of other players cannot discard, freeze or exchange your cards in play, this one included.",
    "village": "If you have another Terrain in play: Draw 2 cards. Otherwise: Draw 1 card.",
    "charter": "Collect Token 2.",
    "herald": "Every player, you first, draws 1 card. Collect Token 5.",
    "jester": "Apply the activation power of a card of another player in play, ready or exhausted; its state does "
    "not change.",
    "burgomaster": "Choose another player. Name a family: the next card that player puts up must be of it, if they "
    "hold one.",
    "executioner": "Choose another player. That player discards 2 cards at random.",
    "master-merchant": "Apply the activation power of another Commerce card of yours in play, ready or exhausted; "
    "its state does not change.",
    "accountant": "Choose another player with 3 or more cards in hand. Choose another card of yours in play. That "
    "card moves to that player's acquired cards, as it stands. That player gives you 2 cards of their choice.",
    "ring": "Choose another player with 2 or more cards in hand and who is not the holder of this card. This card "
    "moves to that player's acquired cards, as it stands. That player gives you 1 card of their choice.",
    "market": "Discard 1 card. Draw 2 cards.",
    "harbour": "If you hold 4 cards or fewer just before you draw at the start of a turn, draw 1 more.",
    "caravan": "Look at the top 2 cards of the draw pile: put 1 into your hand, discard the rest.",
    "mercenary": "Discard 2 cards. Choose a card of another player in play. That card is discarded.",
    "ledger": "After an auction, if the card you put up is in another player's play area, draw 1 card.",
    "auctioneer": "An auction you win at 2 or more costs you 1 card less.",
    "usurer": "Choose another player who does not own Token 1. That player draws 1 card. That player collects Token "
    "1. Draw 1 card.",
    "bills": "Collect Token 3.",
    "banker": "Draw 1 card for each Commerce card you have in play, this one included, 4 at most.",
    "forger": "Discard 2 cards. Put a card from your hand with your acquired cards, ready.",
    "trading-post": "Where you put a card up, an opening bid of another player is 2 at least.",
    "master-necromancer": "Apply the activation power of another Necromancy card of yours in play, ready or "
    "exhausted; its state does not change.",
    "graveyard": "Once a turn, when you have exhausted a Necromancy card of yours and its power has been applied, "
    "you may apply that power once more, making every choice anew.",
    "vampire": "Choose another player. Take 1 card at random from that player's hand.",
    "immortal": "When you would be eliminated, this card is exhausted and you stay.",
    "skeletons": "Choose another player with 2 or more cards in hand. That player discards 1 card at random. If the "
    "card discarded is a Necromancy card, put it into your hand.",
    "ghoul": "Discard 1 card. Choose another player. That player discards 1 card at random.",
    "forbidden-grimoire": "Discard 1 card. Take 1 or 2 other cards of your choice from the discard pile into your "
    "hand.",
    "spirit": "Exhaust a ready card of another player with an activation or mandatory power, and apply that power.",
    "crypt": "Take 1 card of your choice from the discard pile into your hand.",
    "gravedigger": "Put a Necromancy card from the discard pile with your acquired cards, ready.",
    "banshee": "Choose another player who does not own Token 1. That player collects Token 1.",
    "lich": "Only as your first power of the turn. Choose another player: in this turn you can use the activation "
    "cards of that player and your own Necromancy cards, but no other cards of yours.",
    "book-of-the-dead": "When another player is eliminated, put one of their cards in play, of your choice, with "
    "your acquired cards, ready, before the rest is discarded.",
    "reaper": "Every player, you included, discards 1 card of their choice.",
    "archmage": "Apply the activation power of another Magic card of yours in play, ready or exhausted; its state "
    "does not change.",
    "seer": "Choose another player. Look at that player's Secret Destiny. Collect Token 6.",
    "fire-mage": "Choose two adjacent players. Each of them discards 1 card of their choice.",
    "apprentice": "Choose another player. Name a family: if that player holds a card of it, they give you one of "
    "their choice.",
    "ice-mage": "Choose a card of another player in play with an activation or mandatory power. That card is "
    "exhausted and frozen: when its holder next readies cards, it only thaws.",
    "arcane-tower": "If you have a Book in play: Collect Token 5. Otherwise: Draw 1 card.",
    "elemental-grimoire": "Either: Draw 1 card. Or: Collect Token 6.",
    "healer": "When another player would be eliminated and you hold 2 cards or more, you may exhaust this card and "
    "give them 1 card of your choice: they stay. If you hold 4 cards or fewer just before you draw at the start of a "
    "turn, draw 1 more.",
    "golem": "Collect Token 4.",
    "spring": "Collect Token 2.",
    "scrolls": "Look at the top 3 cards of the draw pile: put 1 into your hand, discard the rest.",
    "enchantress": "Discard 1 card. Apply the activation power of any other card in play, ready or exhausted; its "
    "state does not change.",
    "alchemist": "Choose a card in play, anybody's or even this one, and a card of the discard pile: they change "
    "places, and the new card is ready.",
    "druid": "You may put your card up face down; it is turned up when the bidding ends (Duel: when one is chosen).",
    "coronation": "4 acquired Kingdom cards.",
    "monopoly": "4 acquired Commerce cards.",
    "legion": "4 acquired Necromancy cards.",
    "conclave": "4 acquired Magic cards.",
    "concord": "Acquired cards of 4 families and of 3 types.",
    "opulence": "15 (Duel: 18) or more cards in hand.",
    "assassin": "In your own turn at least 1 other player is eliminated.",
    "angel": "You save 1 other player from elimination by a Token or a power of yours (6 players: and you hold 4 or "
    "more cards).",
    "rentier": "In your own turn 4 (3 players: 5, Duel: 6) or more cards come into your hand, besides the draw at "
    "its start and the price.",
    "warlord": "4 acquired Fighters.",
    "scholar": "3 acquired Books.",
    "surveyor": "4 acquired Terrains.",
    "collector": "3 (Duel: 4) different Tokens.",
    "conqueror": "8 (Duel: 6) acquired cards.",
    "curse": "At the start of your turn, before your draw, discard 1 card.",
    "breath": "You would be eliminated: draw 1 card and stay. Another player would be eliminated: you may let them "
    "draw 1 card and stay.",
    "windfall": "At the start of your turn, before your draw, draw 1 card.",
    "aegis": "When a power activated by another player would make cards leave your hand, none leaves.",
    "momentum": "Once in your effects step, between two powers, you may ready one of your exhausted activation cards.",
    "augury": "In place of the first card of your draw at the start of your turn, look at the top 3 cards of the "
    "draw pile: put 1 into your hand, discard the rest.",
}


def test_every_card_has_a_text_here():
    assert set(TEXTS) == set(BOX.cards)


@pytest.mark.parametrize("card", TEXTS)
def test_texts(card):
    assert BOX.text(card) == TEXTS[card]


def test_every_verb_is_used():
    used = {tag for powers in BOX.powers.values() for _, ops in powers for op in ops for tag in verbs(op)}
    assert used == set(TerresBox.verbs)


def test_names_marks_and_facts():
    assert (BOX.name("king"), BOX.cards["king"].name) == ("Le Roi", "King")
    assert (BOX.mark("vampire"), BOX.mark("king"), BOX.mark("charter"), BOX.mark("village")) == ("Nf", "K", "Kb", "Kt")
    facts = dict(BOX.facts("executioner"))
    assert facts == {
        "In English": "Executioner",
        "Kind": "game card, starburst",
        "Family": "Kingdom",
        "Type": "Fighter",
        "Power": "single",
    }
    assert dict(BOX.facts("rentier"))["Kind"] == "Secret Destiny"
    assert dict(BOX.facts("breath")) == {"In English": "Breath of Life", "Kind": "Token 2", "Copies": "6"}


def test_each_card_can_be_told_from_the_others_by_its_short_name():
    shorts = Counter(BOX.short(card) for card in BOX.cards)
    assert max(shorts.values()) == 1, [name for name, n in shorts.items() if n > 1]


def test_sources_and_notes():
    """No text of a card is public, so that nothing is official as a whole."""
    partly = {card.id for card in BOX.cards.values() if card.source == "partly"}
    assert partly == set(
        [
            "king",
            "queen",
            "judge",
            "spy",
            "tax-collector",
            "jester",
            "burgomaster",
            "master-merchant",
            "accountant",
            "ring",
            "master-necromancer",
            "graveyard",
            "vampire",
            "immortal",
            "lich",
            "archmage",
            "seer",
            "fire-mage",
            "apprentice",
            "enchantress",
            "alchemist",
            "druid",
            "assassin",
            "angel",
            "rentier",
            "breath",
        ]
    )
    for card in BOX.cards.values():
        assert card.source in ("partly", "ours")
        assert card.note


def test_words_of_the_game_have_no_gaps():
    """Every question about a card names it, every event has words for those who know and those who do not."""
    words = Terres.words
    for key in words:
        if key.endswith(".known"):
            assert key.removesuffix(".known") in words
        assert words[key].strip()
    assert asked(position(play={A: "golem"})).kind in words


CHARTER = 'powers = [{ kind = "activation", effect = ["token(you, 2)"] }]\nsource = "ours"\nnote = "The card'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "king"\nkind = "card"', 'id = "king"\nkind = "starburst"', "there must be 44 of the kind card, not 43"),
        ('kind = "starburst"', 'kind = "burst"', "there must be 12 of the kind starburst, not 11"),
        ('kind = "destiny"', 'kind = "token"', "there must be 14 of the kind destiny, not 13"),
        ('family = "kingdom"\n', "", "king: needs a family: kingdom, commerce, necromancy, magic"),
        ('family = "kingdom"\n', 'family = "royal"\n', "family"),
        ('type = "fighter"', 'type = "wizard"', "type"),
        ('short = "Ki"\ncopies = 1', 'short = "Ki"\ncopies = 2', "there must be 44 of the kind card, not 45"),
        ('deck = "common"', 'deck = ""', "coronation: a Destiny needs deck = common or secret"),
        ('deck = "secret"', 'deck = "hidden"', "deck"),
        ("copies = 6\nnumber = 3", "copies = 5\nnumber = 3", "there must be 36 of the kind token, not 35"),
        ("number = 3", "number = 4", "there must be Tokens with the numbers 1 to 6, each once"),
        ('time = "draw"\n', "", "augury: a Token needs a time"),
        ('effect = ["own_family(kingdom, 4)"]', "effect = []", "coronation: a Destiny has one power, of the kind goal"),
        ('kind = "goal", effect = ["killed(1)"]', 'kind = "single", effect = ["take(1)"]', "assassin: a Destiny has"),
        ('activation", effect = ["copy(own, king', 'automatic", effect = ["copy(own, king', "king: its power must be"),
        ('activation", effect = ["scry(2', 'optional", effect = ["scry(2', "caravan: its power must be one of"),
        ('permanent", effect = ["repeat', 'single", effect = ["repeat', "queen: repeat does not belong"),
        ('effect = ["pick(richer(1))", "give(1)"]', 'effect = ["pick(richer(1))", "gift(1)"]', "unknown verb 'gift'"),
        ("take(1)", "take(one)", "take"),
        ('powers = [{ kind = "automatic", effect = ["scry(3, 1)"] }]\n', "", "augury: Token 6 has the time 'draw' and"),
        ('time = "loss"', 'time = "draw"', "aegis: Token 4 has the time 'loss' and does shield; only the numbers"),
        ('automatic", effect = ["discard(you, 1, choice)"', 'automatic", effect = ["discard(you, 1, random)"',
         "curse: Token 1 has the time 'start' and does discard"),
        ("salvage(1)", "salvage(0)", "salvage: argument n must be a whole number, 1 or more, not the number 0"),
        ("token(you, 4)", "token(you, 7)", "argument number must be a whole number from 1 to 6, not the number 7"),
        ("scry(3, 1)", "scry(3, 1, 1)", "scry takes at most 2 arguments, not 3"),
        ("repeat(kingdom)", "repeat(knights)", "queen, field powers"),
        ('powers = [{ kind = "activation", effect = ["copy(own, kingdom)"] }]',
         'powers = [{ kind = "activation", effect = ["token(you, 1)"] }, { kind = "single", effect = ["take(1)"] }]',
         "king: a game card has one power, or none"),
        ('id = "queen"', 'id = "king"', "occurs twice"),
    ],
)  # fmt: skip
def test_a_wrong_card_file_is_refused_with_a_sentence(old, new, said):
    assert old in TOML
    with pytest.raises(CardFileError) as caught:
        TerresBox(TOML.replace(old, new, 1), "mine.toml")
    assert said in str(caught.value)
    assert str(caught.value).startswith("mine.toml")


def test_every_card_is_played_in_these_tests():
    """Each game card, Destiny and Token is named in a test of the rules, not only here."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(__file__).parent.glob("test_*.py")
        if path.name not in ("test_cards.py", "test_golden.py")
    )
    for card in BOX.cards.values():
        if card.kind != "token":
            assert card.id in text, card.id
