"""Looking things up: clauses, rulings, words and cards of a game, by words as they are typed."""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import Any, Literal

from msgspec import Struct

from thorgames.core.cards import Box
from thorgames.pages import is_clause, page

SAME = (
    ("goal", "aim", "objective", "win", "wins", "winner", "winning", "victory"),
    ("last turn", "end of the round", "round end", "round ends", "game end", "game ends", "end of the game"),
    ("leftover", "leftovers", "left over", "left in hand", "left in your hand", "still in your hand"),
    ("tie", "ties", "tied", "draw game", "equal points"),
    ("points", "score", "scores", "scoring"),
    ("start", "starts", "begin", "begins", "first player"),
)
"""Words and phrases that a newcomer may use for one another: who looks for one is shown what has another, too."""

FILLERS = frozenset(["a", "an", "are", "do", "does", "how", "i", "is", "the", "what", "when", "who", "you"])
"""Words of a question that say nothing about what is looked for."""


class Hit(Struct, frozen=True):
    """Something that can be looked up.

    Attributes:
        kind: what it is.
        id: of the clause, ruling or card; or the word.
        title: of a ruling or card; "" where there is none.
        text: what it says.
        section: the heading it stands under.
        refs: clauses it points to.
        words: everything it can be found by, folded.
    """

    kind: Literal["rule", "ruling", "word", "card"]
    id: str
    title: str
    text: str
    section: str
    refs: tuple[str, ...]
    words: tuple[str, ...]


def fold(text: str) -> list[str]:
    """The words of a text without accents and capitals: "Njörd's" gives njord, s."""
    plain = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("Ø", "O"))
    plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.findall(r"[\w+]+", plain)


def everything(game_id: str, box: Box[Any]) -> tuple[Hit, ...]:
    """All that can be looked up about a game: its rules page from top to bottom, then its cards."""
    hits: list[Hit] = []
    for section in page(game_id).sections:
        for e in section.entries:
            kind: Literal["rule", "ruling", "word"] = "word"
            if is_clause(e):
                kind = "ruling" if "-R-" in e.id else "rule"
            words = tuple(fold(f"{e.id} {e.title} {e.text}"))
            hits.append(Hit(kind, e.id, e.title, e.text, section.title, e.refs, words))
    for card in box.cards:
        face = box.face(card)
        facts = ", ".join(f"{name}: {value}" for name, value in face.facts)
        text = f"{facts}. {face.text}" if face.text else facts
        words = tuple(fold(f"{face.title} {face.original} {text}"))
        title = f"{face.title} ({face.original})" if face.original else face.title
        hits.append(Hit("card", card, title, text, "Cards", face.rules, words))
    return tuple(hits)


def find(query: str, hits: tuple[Hit, ...]) -> list[Hit]:
    """What fits every word of a query, by beginnings of words; the best first.

    A clause named by its id is found alone; otherwise what has the words in its title comes first, the rest in order,
    and then what has other words for the same. An empty query gives everything.
    """
    if not query.strip():
        return list(hits)
    exact = [hit for hit in hits if hit.id.casefold() == query.strip().casefold() and hit.kind in ("rule", "ruling")]
    if exact:
        return exact
    words = fold(query)
    words = [word for word in words if word not in FILLERS] or words
    found = _with(words, hits)
    for other in _others(words):
        found += [hit for hit in _with(other, hits) if hit not in found]
    return found


def _others(words: list[str]) -> list[list[str]]:
    """The words of a query with others for the same in their place."""
    out = []
    for group in SAME:
        phrases = [[word for word in fold(phrase) if word not in FILLERS] for phrase in group]
        for phrase in phrases:
            for at in range(len(words) - len(phrase) + 1):
                if words[at : at + len(phrase)] == phrase:
                    out += [[*words[:at], *other, *words[at + len(phrase) :]] for other in phrases if other != phrase]
    return out


def _with(wanted: list[str], hits: tuple[Hit, ...]) -> list[Hit]:
    """What has every one of these words, by their beginnings; the best first."""
    if not wanted:
        return []
    found: list[tuple[int, int, Hit]] = []
    for order, hit in enumerate(hits):
        if not all(any(word.startswith(w) for word in hit.words) for w in wanted):
            continue
        title = fold(f"{hit.title} {hit.id if hit.kind == 'word' else ''}")
        rank = 0 if all(any(word.startswith(w) for word in title) for w in wanted) else 1
        found.append((rank, order, hit))
    return [hit for _, _, hit in sorted(found, key=lambda row: row[:2])]


def nearest(query: str, hits: tuple[Hit, ...], most: int = 3) -> list[str]:
    """Words that look like those of a query for which nothing was found."""
    known = sorted({word for hit in hits for word in hit.words if len(word) > 2})
    out: list[str] = []
    for word in fold(query):
        out += difflib.get_close_matches(word, known, n=most, cutoff=0.6)
    return list(dict.fromkeys(out))[:most]
