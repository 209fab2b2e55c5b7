"""How things look: signs with an ASCII set, colours by role, and messages as text that is never parsed as markup."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text as RichText

from thorgames.core.text import Text

ASCII = {
    "─": "-",
    "·": ".",
    "▸": ">",
    "•": "*",
    "−": "-",
    "×": "x",
    "…": "...",
    "✓": "+",
    "█": "#",
    "░": ".",
    "←": "<-",
    "→": "->",
    "↑": "^",
    "↓": "v",
    "’": "'",
}
"""Sign -> what stands for it in the ASCII set."""

_TABLE = str.maketrans(ASCII)

DARK = {
    "pink": "#ff87d7",
    "orange": "#ff9f3f",
    "red": "#ff6f6f",
    "green": "#5fd75f",
    "blue": "#7fb0ff",
    "grey": "#b8b8b8",
    "cyan": "#5fd7ff",
    "yellow": "#ffe066",
    "violet": "#c9a0ff",
}
LIGHT = {
    "pink": "#b0127f",
    "orange": "#a04a00",
    "red": "#b01212",
    "green": "#1f6f1f",
    "blue": "#1a4fb0",
    "grey": "#555555",
    "cyan": "#006a80",
    "yellow": "#7a6000",
    "violet": "#6a2fb0",
}
"""Colours by name, for dark and for light backgrounds; a word or sign always says the same."""

ROWS = 15
"""Rows that a board may have on the smallest screen, beside a question with three rows of choices."""

SEATS = ("cyan", "yellow", "pink", "green", "violet", "orange")
"""Colours of the seats; a seat's name always stands beside its colour."""


@dataclass(frozen=True)
class Look:
    """How one screen is drawn.

    Attributes:
        width: columns for the drawing.
        ascii: whether only ASCII signs are used (names stay as they are).
        light: whether the background is light.
        rows: rows for a board; one that can be told in fewer words keeps within them.
    """

    width: int = 80
    ascii: bool = False
    light: bool = False
    rows: int = ROWS

    def colour(self, name: str) -> str:
        """A colour by its name, as it can be read on this background; "" for none."""
        return (LIGHT if self.light else DARK).get(name, "")

    def seat(self, seat: int) -> str:
        """The colour of a seat."""
        return self.colour(SEATS[seat % len(SEATS)])

    def sign(self, text: str) -> str:
        """The text with its signs in the set that is used."""
        return text.translate(_TABLE) if self.ascii else text

    def title(self, game: str, mode: str, progress: str, beside: int) -> RichText:
        """The title of a table beside so many cells; without the mode of the game if there is not the room."""
        from rich.cells import cell_len

        room = self.width - beside - 2
        whole = self.sign(f"{game} · {mode} · {progress}")
        text = whole if cell_len(whole) <= room else self.sign(f"{game} · {progress}")
        return RichText(fit(text, room, self.ascii).rstrip(), "bold")

    def rule(self, width: int | None = None) -> str:
        """A line across."""
        return self.sign("─") * (self.width if width is None else width)

    def card(self, card: str, text: str, style: str = "") -> RichText:
        """A text that stands for a card: a click on it opens the card."""
        out = RichText(self.sign(text), style)
        if text:
            out.stylize(click("screen.open_card", card))
        return out

    def text(self, spans: Text, style: str = "", links: bool = False) -> RichText:
        """A message as rich text, its cards bold (and to be clicked, with `links`) and its seats coloured."""
        out = RichText(style=style, no_wrap=False)
        for span in spans:
            if span.card and links:
                out.append_text(self.card(span.card, span.text, "bold"))
            elif span.card:
                out.append(self.sign(span.text), "bold")
            elif span.seat >= 0:
                out.append(span.text, self.seat(span.seat))
            else:
                out.append(self.sign(span.text))
        return out


def click(action: str, *parameters: str) -> Style:
    """A style that makes a text do something when it is clicked."""
    return Style(meta={"@click": (action, parameters)})


def fit(text: str, width: int, ascii: bool = False) -> str:
    """Text cut to a number of cells, with a sign that something is missing, and filled up with spaces."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return set_cell_size(text, width)
    end = "." if ascii else "…"
    return set_cell_size(text, max(0, width - 1)) + end
