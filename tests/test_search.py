"""Looking things up by words: accents, beginnings of words, order, and what is near a misspelt word."""

from __future__ import annotations

import unicodedata

import pytest

from thorgames.games import registry
from thorgames.pages import clauses, page
from thorgames.search import Hit, everything, find, fold, nearest

EVERY = {game: everything(game, registry.box(game)) for game in registry.GAMES}
THOR = EVERY["thor"]


def ids(found: list[Hit]) -> list[str]:
    return [hit.id for hit in found]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Njörd's goat", ["njord", "s", "goat"]),
        ("Njo\u0308rd", ["njord"]),
        ("Mjöllnirs Macht, RÄNKE", ["mjollnirs", "macht", "ranke"]),
        ("Straße ø Ø", ["strasse", "o", "o"]),
        ("THR-R-08: +3", ["thr", "r", "08", "+3"]),
        (" \t!? ", []),
        ("", []),
    ],
)
def test_words_are_folded(text: str, words: list[str]) -> None:
    assert fold(text) == words


@pytest.mark.parametrize("game", registry.GAMES)
def test_everything_of_a_page_and_every_card_can_be_looked_up(game: str) -> None:
    box, hits = registry.box(game), EVERY[game]
    assert ids([h for h in hits if h.kind in ("rule", "ruling")]) == list(clauses(game))
    assert ids([h for h in hits if h.kind == "card"]) == list(box.cards)
    entries = [entry.id for section in page(game).sections for entry in section.entries]
    assert ids([h for h in hits if h.kind != "card"]) == entries


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_clause_is_found_alone_by_its_id(game: str) -> None:
    for clause in clauses(game):
        assert ids(find(f" {clause.lower()} ", EVERY[game])) == [clause]


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_card_is_found_by_its_names_with_and_without_accents(game: str) -> None:
    for card in registry.box(game).cards.values():
        for name in filter(None, (card.name, card.original)):
            plain = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
            for query in (name, plain, name.upper(), unicodedata.normalize("NFD", name)):
                assert card.id in ids(find(query, EVERY[game])), query


@pytest.mark.parametrize(
    ("query", "there"),
    [
        ("njord", "god-njord"),
        ("Njörd", "god-njord"),
        ("yggdrasil", "act-yggdrasill"),
        ("yggdrasil", "THR-91"),
        ("fruchte", "act-yggdrasill"),
        ("last turn", "THR-32"),
        ("turn las", "THR-32"),
        ("must take", "THR-R-08"),
        ("stack", "stack"),
        ("goal", "The aim"),
        ("goal", "THR-53"),
        ("who wins", "THR-53"),
        ("who is the winner?", "THR-53"),
        ("end of the round", "THR-30"),
        ("when does the round end", "THR-30"),
        ("end of the round", "THR-32"),
        ("leftover", "THR-43"),
        ("leftover", "THR-R-32"),
    ],
)
def test_rules_cards_and_words_are_found(query: str, there: str) -> None:
    assert there in ids(find(query, THOR))


@pytest.mark.parametrize(("query", "there"), [("goal", "ALT-110"), ("winner", "ALT-502"), ("who wins", "ALT-110")])
def test_other_words_for_the_same_are_found_in_every_game(query: str, there: str) -> None:
    assert there in ids(find(query, EVERY["althing"]))


def test_what_has_the_very_words_comes_first() -> None:
    assert ids(find("aim", THOR))[0] == "The aim"
    wins = [hit for hit in THOR if "wins" in hit.words]
    assert find("wins", THOR)[: len(wins)] == sorted(wins, key=lambda hit: THOR.index(hit))
    found = find("goal", THOR)
    assert len(found) == len(set(ids(found)))


@pytest.mark.parametrize("game", ["thor", "althing"])
def test_a_page_begins_with_the_game_in_short(game: str) -> None:
    """Aim, turn, end and scoring, in about five lines that point to the clauses."""
    short = page(game).sections[0]
    assert short.title == "In short"
    assert 4 <= len(short.entries) <= 6
    assert short.entries[0].id == "The aim"
    for entry in short.entries:
        assert entry.refs
        assert set(entry.refs) <= set(clauses(game))


def test_every_word_of_a_query_must_fit() -> None:
    both = set(ids(find("god card", THOR)))
    assert both
    assert both == set(ids(find("god", THOR))) & set(ids(find("card", THOR)))


def test_titles_come_first_and_the_rest_keeps_its_order() -> None:
    found = find("loki", THOR)
    in_title = ["loki" in " ".join(fold(hit.title)) for hit in found]
    assert in_title == sorted(in_title, reverse=True)
    assert {True, False} <= set(in_title)
    order = {hit.id: at for at, hit in enumerate(THOR)}
    for part in (True, False):
        places = [order[hit.id] for hit, title in zip(found, in_title, strict=True) if title is part]
        assert places == sorted(places)


def test_nothing_typed_gives_everything_and_signs_alone_give_nothing() -> None:
    assert find("  ", THOR) == list(THOR)
    assert find("!?", THOR) == []
    assert nearest("!?", THOR) == []


@pytest.mark.parametrize(
    ("query", "near"), [("frits", "fruits"), ("yggdrasl", "yggdrasill"), ("Ofering", "offering"), ("stak", "stack")]
)
def test_what_is_near_a_misspelt_word_is_offered(query: str, near: str) -> None:
    assert find(query, THOR) == []
    offered = nearest(query, THOR)
    assert offered[0] == near
    assert len(offered) <= 3
    for word in offered:
        assert find(word, THOR), f"{word!r} is offered, but not found"


@pytest.mark.parametrize("query", ["xqzwv", "雪雪雪", "\x00", "[/]", "x" * 5000])
def test_strange_queries_find_nothing_and_do_no_harm(query: str) -> None:
    assert find(query, THOR) == []
    assert nearest(query, THOR) == []
