"""Thorgal's table: lands, parties with all that lies on them, pools and decks, and strength against difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as RichText

from screens.look import Look, fit
from thorgames.games.thorgal.view import ATTRIBUTES, Land, Spot, ThorgalBox, ThorgalView

KINDS = {"companion": "cyan", "support": "yellow", "event": "green", "bane": "red", "land": "orange"}


class ThorgalTable:
    """Draws Thorgal."""

    def board(self, view: ThorgalView, names: Sequence[str], look: Look) -> RenderableType:
        """The journey, the lands, the parties, and the viewer's hand."""
        s = view.seen
        if not s.factions or not (s.lands or any(s.aside)):
            return self._factions(view, names, look)
        lines: list[RenderableType] = [*self._lands(view, names, look)]
        if s.dest >= 0:
            lines += self._journey(view, look)
        lines.append(RichText(look.rule(), "dim"))
        lines += self._players(view, names, look)
        lines += self._own(view, look)
        return Group(*lines)

    def _factions(self, view: ThorgalView, names: Sequence[str], look: Look) -> RenderableType:
        lines = [
            RichText(f" {names[seat]}: {faction.title()}", look.seat(seat))
            for seat, faction in enumerate(view.seen.factions)
        ]
        return Group(*lines) if lines else RichText("")

    # --- lands and the journey ---------------------------------------------------------------------------------

    @staticmethod
    def _points(points: tuple[int, int, int]) -> str:
        return "/".join(map(str, points))

    def _land(self, view: ThorgalView, land: Land, names: Sequence[str], look: Look) -> RichText:
        """A land: what it asks for, who opposes it free, and who has conquered it."""
        box = view.box
        out = look.card(land.card, box.name(land.card), self.style(land.card, box, look))
        if land.conqueror >= 0:
            out.append(f" horn of {names[land.conqueror]}", f"bold {look.seat(land.conqueror)}")
            out.append("!" * land.tired)
        else:
            kinds = ",".join(subtype[:2].title() for subtype in box.cards[land.card].subtypes)
            out.append(f" {self._points(box.points[land.card])} {kinds}")
        return out

    def _lands(self, view: ThorgalView, names: Sequence[str], look: Look) -> Iterable[RenderableType]:
        """All lands on the table, the target marked, two or three in a row."""
        s = view.seen
        if not s.lands:
            yield RichText("The lands are being chosen.", "dim")
            return
        columns = 3 if look.width >= 100 else 2
        grid = Table.grid(padding=(0, 1, 0, 0))
        for _ in range(columns):
            grid.add_column(width=look.width // columns - 1, no_wrap=True, overflow="ellipsis")
        cells = []
        for at, land in enumerate(s.lands):
            cell = RichText(look.sign("▸") if at == s.target else " ", "bold")
            cells.append(cell.append_text(self._land(view, land, names, look)))
        for start in range(0, len(cells), columns):
            row = cells[start : start + columns]
            grid.add_row(*row, *[""] * (columns - len(row)))
        yield grid

    def _journey(self, view: ThorgalView, look: Look) -> Iterable[RichText]:
        """Strength against difficulty in all three attributes, as it would be resolved now."""
        s = view.seen
        have = view.strength()
        out = RichText("Strength: ", "bold")
        if s.target < 0:
            yield out.append(f"{self._points(have)}", "bold").append("  (Bravery/Cunning/Power)", "dim")
            return
        want = view.difficulty()
        out = RichText(no_wrap=True)
        for at, name in enumerate(ATTRIBUTES):
            enough = have[at] >= want[at]
            out.append(f"{name} {have[at]} of {want[at]}", look.colour("green" if enough else "red"))
            out.append(" enough  " if enough else f" {want[at] - have[at]} short  ", "dim")
        good = all(a >= b for a, b in zip(have, want, strict=True))
        out.append("succeeds now" if good else "fails now", "bold")
        out.truncate(look.width, overflow="ellipsis")
        yield out
        attached = [card for cards in (*s.attached_d, *s.attached_b) for card in cards]
        if attached or s.opponent is not None:
            line = RichText("At the land: ", "dim")
            for card in attached:
                line.append_text(self._card(view, card, look)).append("  ")
            if s.opponent is not None:
                line.append("opposing ", "dim")
                line.append_text(self._in_play(view, s.opposing[s.opponent.seat][0], s.opponent, look))
            yield line

    def _card(self, view: ThorgalView, card: str, look: Look, price: int | None = None) -> RichText:
        """A card with its points, and in a hand its cost."""
        box = view.box
        points = box.points[card]
        label = box.name(card)
        if any(points):
            label += f" {self._points(points)}"
        if price is not None:
            label += f" ({price})"
        return look.card(card, label, self.style(card, box, look))

    def _in_play(self, view: ThorgalView, card: str, spot: Spot, look: Look) -> RichText:
        """A card in play: what it counts now, and its markers."""
        box = view.box
        points = view.value(card, spot)
        label = box.name(card)
        if any(points) or any(box.points[card]):
            label += f" {self._points(points)}"
        out = look.card(card, label, self.style(card, box, look))
        if points != box.points[card]:
            out.append("*", "bold")
        if spot.tired:
            out.append("!" * spot.tired, f"bold {look.colour('red')}")
        return out

    # --- players -----------------------------------------------------------------------------------------------

    def _players(self, view: ThorgalView, names: Sequence[str], look: Look) -> list[RichText]:
        """Everybody: role, hand, pool, deck and party."""
        s = view.seen
        lines: list[RichText] = []
        for seat in view.order():
            turn = seat == s.turn and s.outcome is None
            line = RichText()
            mark = look.sign("▸") if turn else " "
            line.append(fit(mark + names[seat], 12, look.ascii).rstrip(), look.seat(seat) + (" bold" if turn else ""))
            if s.dest >= 0:
                role = "destiny" if seat == s.dest else "bane"
                value = view.marker(seat) if seat != s.dest and len(view.living()) > 2 else 0
                hand, pool, deck = view.sizes(seat)
                horns = len(view.horns(seat))
                sign = f" {'+' if value > 0 else '−'}{abs(value)}" if value else ""
                facts = f" {role}{sign} · hand {hand} · pool {pool} · deck {deck}"
                if seat != s.dest:
                    facts += f" · destiny deck {view.life(seat)}"
                line.append(look.sign(facts), "dim")
                line.append(f" · horns {horns}" if not look.ascii else f" . horns {horns}", "bold" if horns else "dim")
                if s.shields and s.shields[seat]:
                    line.append(f" · shield {s.shields[seat]}")
            party = view.party(seat)
            if party:
                line.append(": ")
            for at, (card, spot) in enumerate(party):
                line.append(", " if at else "")
                line.append_text(self._in_play(view, card, spot, look))
            lines.append(line)
        out = [f"{names[seat]} is out" for seat in range(s.seats) if s.out[seat]]
        if out:
            lines.append(RichText(", ".join(out), "dim"))
        return lines

    def _own(self, view: ThorgalView, look: Look) -> list[RichText]:
        """The viewer's hand, with what each card costs now."""
        s = view.seen
        if view.viewer is None or s.dest < 0 or s.out[view.viewer]:
            return []
        out = RichText("Your hand: ", "bold")
        for at, card in enumerate(view.hand()):
            out.append(look.sign(" · ") if at else "")
            out.append_text(self._card(view, card, look, view.cost(view.viewer, card)))
        if not view.hand():
            out.append("empty", "dim")
        return [out]

    def scores(self, view: ThorgalView, names: Sequence[str], look: Look) -> RenderableType:
        """Horns with their lands, and what is left of everybody."""
        s, box = view.seen, view.box
        table = Table(
            box=None, padding=(0, 1), header_style="dim", title=f"After {s.round} rounds", title_justify="left"
        )
        for column in ("", "faction", "horns"):
            table.add_column(column)
        for column in ("destiny deck", "destroyed"):
            table.add_column(column, justify="right")
        for seat, name in enumerate(names):
            lands = ", ".join(box.name(s.lands[at].card) for at in view.horns(seat)) or look.sign("−")
            state = "out" if s.out[seat] else str(view.life(seat))
            faction = s.factions[seat].title() if seat < len(s.factions) else ""
            table.add_row(RichText(name, look.seat(seat)), faction, lands, state, str(len(s.valhalla[seat])))
        return table

    @staticmethod
    def style(card: str, box: ThorgalBox, look: Look) -> str:
        """The colour of a card, by its kind."""
        return look.colour(KINDS.get(box.cards[card].kind, ""))


LAYOUT = ThorgalTable()
