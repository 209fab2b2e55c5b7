"""Rules pages: what is read from them, and errors that name the line."""

from __future__ import annotations

import re

import pytest

from tests.suite import ROOT, clauses, games
from thorgames import pages
from thorgames.games import registry
from thorgames.pages import Entry, Page, Section, parse

PAGE = """\
# Chess

Two players, and a board.

Nobody hides anything.

## Play

- **CHS-01** White begins.
- **CHS-02** Black follows [so they say]. [CHS-01, CHS-R-01]

## Where the rulebook is silent

- **CHS-R-01 Who is white?** A lot decides. [CHS-01]

## Words

- **board** Sixty-four squares.
- **fool's mate** The shortest game.
"""


def test_what_is_read() -> None:
    assert parse(PAGE, "chess.md") == Page(
        "Chess",
        "Two players, and a board.\nNobody hides anything.",
        (
            Section(
                "Play",
                (
                    Entry("CHS-01", "", "White begins."),
                    Entry("CHS-02", "", "Black follows [so they say].", ("CHS-01", "CHS-R-01")),
                ),
            ),
            Section(
                "Where the rulebook is silent",
                (Entry("CHS-R-01", "Who is white?", "A lot decides.", ("CHS-01",)),),
            ),
            Section(
                "Words", (Entry("board", "", "Sixty-four squares."), Entry("fool's mate", "", "The shortest game."))
            ),
        ),
    )


def test_clauses_are_all_entries_but_the_words() -> None:
    assert list(pages.clauses_of(parse(PAGE, "chess.md"))) == ["CHS-01", "CHS-02", "CHS-R-01"]


WRONG = [
    (PAGE, "", "line 1: the page is empty"),
    ("# Chess\n", "", "line 2: the page must begin with its title"),
    ("## Words", "# Words", "line 16: a second title"),
    ("- **CHS-01** White", "- CHS-01 White", "line 9: not a section or an entry"),
    ("- **CHS-01** White", "- **CHS-01 White", "line 9: not a section or an entry"),
    ("- **CHS-01** White", "* **CHS-01** White", "line 9: not a section or an entry"),
    ("- **CHS-01** White", " - **CHS-01** White", "line 9: not a section or an entry"),
    ("- **CHS-01** White", "- **CHS-01**White", "line 9: not a section or an entry"),
    ("** White begins.", "**", "line 9: not a section or an entry"),
    ("## Play", "### Play", "line 7: not a section or an entry"),
    ("White begins.", "White\nbegins.", "line 10: not a section or an entry"),
    ("[CHS-01, CHS-R-01]", "[CHS-01 CHS-R-01]", "line 10: [CHS-01 CHS-R-01] is not a list of ids"),
    ("[CHS-01, CHS-R-01]", "[chs-01]", "line 10: [chs-01] is not a list of ids"),
    ("[CHS-01, CHS-R-01]", "[]", "line 10: [] is not a list of ids"),
    ("**CHS-02**", "**CHS-01**", "line 10: CHS-01 occurs twice, first in line 9"),
    ("**fool's mate**", "**board**", "line 19: board occurs twice, first in line 18"),
    ("**CHS-02**", "**CHS02**", "line 10: 'CHS02' is among clauses but has no id, or among words but has one"),
    ("**fool's mate**", "**CHS-03**", "line 19: 'CHS-03' is among clauses but has no id, or among words"),
    ("Two players, and", "- **CHS-00** Two players, and", "line 3: CHS-00 stands before the first section"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG, ids=[f"{new}: {sentence}" for _, new, sentence in WRONG])
def test_a_page_that_is_not_right_is_refused_with_file_and_line(old: str, new: str, sentence: str) -> None:
    assert old in PAGE
    with pytest.raises(ValueError, match=re.escape(f"chess.md, {sentence}")):
        parse(PAGE.replace(old, new, 1), "chess.md")


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_the_page_of_every_game_is_right(game_id: str) -> None:
    page = pages.page(game_id)
    assert page is pages.page(game_id)
    assert page.title == registry.GAMES[game_id]
    assert page.intro
    assert all(section.title and section.entries for section in page.sections)
    assert sum(len(section.entries) for section in page.sections) > len(pages.clauses(game_id)) > 0


@pytest.mark.parametrize("game_id", games())
def test_every_reference_is_to_a_clause_that_exists(game_id: str) -> None:
    known = clauses(game_id)
    box, prefix = games()[game_id].box, games()[game_id].info.prefix
    assert all(clause.startswith(f"{prefix}-") for clause in known)
    lost = {f"{entry.id} refers to {ref}" for entry in known.values() for ref in entry.refs if ref not in known}
    lost |= {f"{card.id} refers to {ref}" for card in box.cards.values() for ref in card.rules if ref not in known}
    assert not lost


@pytest.mark.parametrize("game_id", games())
def test_every_clause_named_in_the_code_exists(game_id: str) -> None:
    folder = ROOT / ("tests/toy" if game_id == "toy" else f"thorgames/games/{game_id}")
    named = re.compile(rf"\b{games()[game_id].info.prefix}-(?:R-)?\d+[a-z]?\b")
    found = {(path.name, clause) for path in folder.glob("*.py") for clause in named.findall(path.read_text("utf-8"))}
    assert found
    assert not {(name, clause) for name, clause in found if clause not in clauses(game_id)}


def test_a_game_without_a_page() -> None:
    with pytest.raises(FileNotFoundError):
        pages.page("chess")
