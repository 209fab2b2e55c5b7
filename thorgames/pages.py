"""The rules page of a game, read into typed parts: what a panel shows, a question opens and a test is marked with.

A page is a small part of Markdown, and nothing beyond it::

    # Thor

    An introduction of one or more paragraphs.

    ## The turn

    - **THR-24** A clause, which may end with the ids of others. [THR-26, THR-R-08]
    - **THR-R-08 Must a god card be taken?** A ruling has a title of its own.

    ## Words

    - **stack** A section may also explain words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from thorgames import library

_BULLET = re.compile(r"- \*\*(?P<bold>[^*]+)\*\* (?P<text>\S.*?)(?: \[(?P<refs>[^\[\]]*)\])?")
_ID = r"[A-Z]{2,4}(?:-R)?-\d+[a-z]?"
_CLAUSE = re.compile(rf"({_ID})(?: (\S.*))?")
_REFS = re.compile(rf"{_ID}(?:, {_ID})*")


class Entry(Struct, frozen=True):
    """A clause, a ruling, or a word explained.

    Attributes:
        id: of the clause or ruling; or the word.
        title: of a ruling; "" where there is none.
        text: in plain words.
        refs: ids of other clauses and rulings about the same.
    """

    id: str
    title: str
    text: str
    refs: tuple[str, ...] = ()


class Section(Struct, frozen=True):
    """A part of a page: clauses and rulings, or words."""

    title: str
    entries: tuple[Entry, ...]


class Page(Struct, frozen=True):
    """The whole rules page of a game; `intro` has its paragraphs, one a line."""

    title: str
    intro: str
    sections: tuple[Section, ...]


def is_clause(entry: Entry) -> bool:
    """Whether an entry is a clause or ruling rather than a word explained."""
    return re.fullmatch(_ID, entry.id) is not None


def parse(text: str, file: str) -> Page:
    """A page from its text.

    Raises:
        ValueError: a line is not what it may be, or an id occurs twice; the message names the file and the line.
    """
    title = ""
    intro: list[str] = []
    sections: list[tuple[str, list[Entry]]] = []
    lines_of: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{file}, line {number}"
        if not line.strip():
            continue
        if line.startswith("# "):
            if title:
                raise ValueError(f"{where}: a second title")
            title = line[2:].strip()
        elif not title:
            raise ValueError(f"{where}: the page must begin with its title, such as  # Thor")
        elif line.startswith("## "):
            sections.append((line[3:].strip(), []))
        elif not sections and not line.startswith(("-", "#")):
            intro.append(line.strip())
        else:
            entry = _entry(line, where)
            if not sections:
                raise ValueError(f"{where}: {entry.id} stands before the first section")
            entries = sections[-1][1]
            if entries and is_clause(entries[0]) != is_clause(entry):
                raise ValueError(f"{where}: {entry.id!r} is among clauses but has no id, or among words but has one")
            if entry.id in lines_of:
                raise ValueError(f"{where}: {entry.id} occurs twice, first in line {lines_of[entry.id]}")
            lines_of[entry.id] = number
            entries.append(entry)
    if not title:
        raise ValueError(f"{file}, line 1: the page is empty")
    return Page(title, "\n".join(intro), tuple(Section(name, tuple(entries)) for name, entries in sections))


def _entry(line: str, where: str) -> Entry:
    bullet = _BULLET.fullmatch(line.rstrip())
    if bullet is None:
        raise ValueError(f"{where}: not a section or an entry such as  - **THR-24** Text. [THR-26]")
    bold, text, refs = bullet["bold"], bullet["text"], bullet["refs"]
    if refs is not None and not _REFS.fullmatch(refs):
        raise ValueError(f"{where}: [{refs}] is not a list of ids such as  [THR-26, THR-R-08]")
    clause = _CLAUSE.fullmatch(bold)
    entry_id, title = (clause[1], clause[2] or "") if clause else (bold, "")
    return Entry(entry_id, title, text, tuple(refs.split(", ")) if refs else ())


@lru_cache(maxsize=16)
def page(game_id: str) -> Page:
    """The rules page of a game.

    Raises:
        FileNotFoundError: it has none.
        ValueError: the page is not right.
    """
    file = f"{game_id}.md"
    return parse(library.read("rules", file), file)


def clauses_of(page: Page) -> dict[str, Entry]:
    """Every clause and ruling of a page, by id."""
    return {entry.id: entry for section in page.sections for entry in section.entries if is_clause(entry)}


def clauses(game_id: str) -> dict[str, Entry]:
    """Every clause and ruling of a game, by id."""
    return clauses_of(page(game_id))
