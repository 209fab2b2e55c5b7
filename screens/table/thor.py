"""Thor's table: the gods as columns, with the players' god cards beneath them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as RichText

from screens.look import Look, fit
from thorgames.core.text import many
from thorgames.games.thor.view import ThorBox, ThorView


class ThorTable:
    """Draws Thor."""

    def board(self, view: ThorView, names: Sequence[str], look: Look) -> RenderableType:
        """Gods with stack, offerings, action card and value; players with cards taken and points."""
        s, box = view.seen, view.box
        tail_width = 17
        wide = min(12, (look.width - tail_width - 18) // len(s.gods))
        label_width = look.width - tail_width - wide * len(s.gods)
        styles = [self.style(god, box, look) for god in s.gods]

        def row(label: str, cells: Sequence[RichText | str], tail: str = "", style: str = "dim") -> RichText:
            line = RichText(no_wrap=True)
            line.append(fit(label, label_width - 1, look.ascii) + " ", style)
            for cell, colour in zip(cells, styles, strict=True):
                text = cell if isinstance(cell, RichText) else RichText(look.sign(cell), colour)
                text.truncate(wide, pad=True)
                line.append_text(text)
            line.append(look.sign(tail), style)
            return line

        def quiet(text: str) -> RichText:
            return RichText(look.sign(text), "dim")

        lines = [
            row("", [RichText(box.short(god), c) for god, c in zip(s.gods, styles, strict=True)]),
            row("", [look.card(god, box.cards[god].name, f"bold {c}") for god, c in zip(s.gods, styles, strict=True)]),
            row("stack", [str(n) if n else quiet("empty") for n in s.stacks]),
        ]
        gap = " " if wide >= 12 else ""
        offerings = []
        for column, colour in zip(s.columns, styles, strict=True):
            values = [look.card(c, str(box.value_of[c]), colour) for c in column[:-1]]
            values += [look.card(c, str(box.value_of[c]), f"bold reverse {colour}") for c in column[-1:]]
            text = RichText(gap).join(values)
            offerings.append(text if column else quiet("−"))
        lines.append(row("offerings", offerings))
        if s.will:
            above = [look.card(slot[0], box.cards[slot[0]].short, "bold") if slot else quiet("−") for slot in s.slots]
            lines.append(row("action above", above, f"  deck {len(s.deck)} out {len(s.out)}"))
        worth = [RichText(look.sign(v), f"bold {c}") for v, c in zip(self._signed(view), styles, strict=True)]
        lines.append(row("worth now", worth, f"{'hand':>6}{'now':>5}{'total':>6}"))
        lines.append(RichText(look.rule(), "dim"))
        for seat, name in enumerate(names):
            hand = str(len(s.offerings[seat])) + (f"+{len(s.actions[seat])}" if s.will else "")
            turn = seat == self._to_play(view)
            cells = [str(n) if n else quiet("·") for n in s.displays[seat]]
            tail = f"{hand:>6}{view.points(seat):>5}{view.total(seat):>6}".replace("-", "−")
            style = look.seat(seat) + (" bold" if turn else "")
            lines.append(row(("▸" if turn and not look.ascii else ">" if turn else " ") + name, cells, tail, style))
        return Group(*lines)

    @staticmethod
    def style(card: str, box: ThorBox, look: Look) -> str:
        """The colour of a card: that of its god; action cards have none."""
        c = box.cards[card]
        return look.colour(box.cards[c.god].colour if c.god else c.colour)

    @staticmethod
    def _signed(view: ThorView) -> list[str]:
        return [str(v).replace("-", "−") for v in view.values()]

    @staticmethod
    def _to_play(view: ThorView) -> int:
        """Whose turn it is; a public fact."""
        s = view.seen
        if s.outcome is not None or s.start < 0:
            return -1
        top = type(s.agenda[-1]).__name__ if s.agenda else ""
        return (s.start + s.turn) % s.seats if top == "PlayStep" else s.active

    def scores(self, view: ThorView, names: Sequence[str], look: Look) -> RenderableType:
        """Points by round, and how the last round's came about."""
        s = view.seen
        by_round = Table(box=None, padding=(0, 1), header_style="dim", title="Points by round", title_justify="left")
        by_round.add_column("")
        for number in range(1, len(s.played) + 1):
            by_round.add_column(f"{number}", justify="right")
        by_round.add_column("total", justify="right", style="bold")
        for seat, name in enumerate(names):
            points = [look.sign(str(r.points[seat]).replace("-", "−")) for r in s.played]
            total = look.sign(str(view.total(seat)).replace("-", "−"))
            by_round.add_row(RichText(name, look.seat(seat)), *points, total)
        parts: list[RenderableType] = [by_round]
        numbers = range(len(s.played), 0, -1) if s.outcome is not None else [len(s.played)]
        for number in numbers:
            parts += [RichText(""), self._round(view, number, names, look)]
        return Group(*parts)

    def _round(self, view: ThorView, number: int, names: Sequence[str], look: Look) -> RenderableType:
        """How the points of one round came about."""
        s, box = view.seen, view.box
        played = s.played[number - 1]
        made = Table(
            box=None,
            padding=(0, 1),
            header_style="dim",
            title=f"Round {number}, {many(played.turns, 'turn')}: cards times value",
            title_justify="left",
        )
        made.add_column("")
        for god, worth in zip(s.gods, played.values, strict=True):
            sign = look.sign(str(worth).replace("-", "−"))
            made.add_column(RichText(f"{box.cards[god].name} {sign}"), justify="right")
        if s.will:
            made.add_column("gifts", justify="right")
        made.add_column("points", justify="right", style="bold")
        for seat, name in enumerate(names):
            cells = [
                look.sign(f"{n}×{w}={n * w}".replace("-", "−")) if n else look.sign("·")
                for n, w in zip(played.taken[seat], played.values, strict=True)
            ]
            if s.will:
                cells.append(f"{played.gifts[seat]:+d}" if played.gifts[seat] else look.sign("·"))
            points = look.sign(str(played.points[seat]).replace("-", "−"))
            made.add_row(RichText(name, look.seat(seat)), *cells, points)
        return made


LAYOUT = ThorTable()
