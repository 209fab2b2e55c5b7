"""Looking up rules and cards from the shell, while a game is on the table."""

from __future__ import annotations

import shutil
import textwrap
import tomllib
from pathlib import Path

from screens.owners import cards_of, read_box
from thorgames.core.errors import CardFileError
from thorgames.games import registry
from thorgames.pages import page
from thorgames.search import Hit, everything, find, nearest


def width() -> int:
    """Columns to write in."""
    return min(100, shutil.get_terminal_size((80, 24)).columns)


def lines_of(hit: Hit) -> str:
    """One thing found, wrapped."""
    head = "" if hit.kind == "card" else f"{hit.id}  "
    title = f"{hit.title}  " if hit.title else ""
    refs = f"  [{', '.join(hit.refs)}]" if hit.refs else ""
    text = f"{head}{title}{hit.text}{refs}"
    return textwrap.fill(text, width(), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def show(game_id: str, words: str, cards_only: bool = False) -> int:
    """Print what fits the words, under its headings; everything without words.

    Returns:
        0, or 1 if nothing was found.
    """
    hits = everything(game_id, cards_of(game_id))
    hits = tuple(hit for hit in hits if (hit.kind == "card") == cards_only or (words and not cards_only))
    found = find(words, hits)
    if not found:
        near = nearest(words, hits)
        more = f" Did you mean: {', '.join(near)}?" if near else ""
        print(f"Nothing about {words!r} in {registry.GAMES[game_id]}.{more}")
        return 1
    if not words and not cards_only:
        print(textwrap.fill(page(game_id).intro, width()))
    section = ""
    for hit in found:
        if hit.section != section:
            section = hit.section
            print(f"\n{section}")
        print(lines_of(hit))
    return 0


def check(path: Path) -> str:
    """Check a card file of any game, and say in a sentence what it is and how it differs from ours.

    Raises:
        CardFileError: it is not right.
    """
    try:
        named = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("game")
    except tomllib.TOMLDecodeError as error:
        raise CardFileError(f"{path}: not a TOML file: {error}") from None
    except RecursionError:
        raise CardFileError(f"{path}: not a card file: nested too deeply") from None
    except UnicodeDecodeError:
        raise CardFileError(f"{path}: not a text file in UTF-8") from None
    except OSError as error:
        raise CardFileError(f"{path}: cannot be read: {error.strerror or type(error).__name__}") from None
    if not isinstance(named, str) or named not in registry.GAMES:
        raise CardFileError(
            f'{path}: the first line must name a game, as in  game = "thor"; games are: {", ".join(registry.GAMES)}'
        )
    box, ours = read_box(named, path), registry.box(named)
    changed = sorted(box.name(c) for c in box.cards if c in ours.cards and box.cards[c] != ours.cards[c])
    new = sorted(box.name(c) for c in box.cards if c not in ours.cards)
    gone = sorted(ours.name(c) for c in ours.cards if c not in box.cards)
    parts = [f"{path}: a right card file of {registry.GAMES[named]} with {len(box.cards)} cards."]
    for label, names in (("Changed against ours", changed), ("New", new), ("Not in it", gone)):
        if names:
            parts.append(f"{label}: {', '.join(names)}.")
    if len(parts) == 1:
        parts.append("The same as ours.")
    return "\n".join(parts)
