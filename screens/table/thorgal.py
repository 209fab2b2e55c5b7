"""Thorgal's table: lands, parties with all that lies on them, pools and decks, and strength against difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as RichText

from screens.look import Look, fit
from screens.table.fitting import fitted
from thorgames.core.text import many
from thorgames.games.thorgal.view import ATTRIBUTES, Land, Spot, ThorgalBox, ThorgalView, slashed

KINDS = {"companion": "cyan", "support": "yellow", "event": "green", "bane": "red", "land": "orange"}

PEOPLES = {"outlaw": "Ou", "visitor": "Vs", "lord": "Lo", "viking": "Vk"}
"""Subtypes on a land, in two letters; Vikings and Visitors begin alike."""

LEGEND = "Bravery/Cunning/Power, free opponents: Outlaw, Lord, Viking (Vk), Visitor (Vs)"

MARKS = "! exhausted  * points changed"

NO_LEGEND, SHORT_HAND, NO_RULE, SHORT_BANES, SHORT_PLAY, SHORT_LINES, ONE_FLOW, SHORTEST, SHORT_LANDS, COUNTED = range(
    1, 11
)
"""What is left out or shortened, one after the other, until the board fits."""


@lru_cache(maxsize=8)
def short_names(names: frozenset[str]) -> dict[str, str]:
    """Names in one word each, no two of them alike: Kriss for Kriss De Valnor, H.Blade where others are Hired, too."""
    out = dict.fromkeys(names, "")
    for form in range(4):
        said = {name: _shortened(name, form) for name, short in out.items() if not short}
        times = Counter([*said.values(), *out.values()])
        for name, short in said.items():
            if times[short] == 1 and (form == 3 or len(short) <= 10):
                out[name] = short
    return {name: short or name for name, short in out.items()}


def _shortened(name: str, form: int) -> str:
    """The first word; initial and last word; two letters and the last word; the whole name."""
    words = name.removeprefix("The ").split()
    if form == 3 or len(words) == 1:
        return name.removeprefix("The ")
    return words[0] if form == 0 else f"{words[0][:form]}.{words[-1]}"


class ThorgalTable:
    """Draws Thorgal."""

    def board(self, view: ThorgalView, names: Sequence[str], look: Look) -> RenderableType:
        """The lands, the journey, the parties, and the viewer's hand; in fewer words where there is not the room."""
        s = view.seen
        if not s.lands:
            return self._factions(view, names, look)

        def draw(tight: int) -> list[RichText]:
            lines = self._lands(view, names, look, tight)
            if s.dest >= 0:
                lines += self._journey(view, names, look, tight)
            if tight < NO_RULE:
                lines.append(self._rule(view, look))
            lines += self._players(view, names, look, tight)
            return [*lines, *self._own(view, look, tight)]

        return fitted(draw, COUNTED, look)

    def _factions(self, view: ThorgalView, names: Sequence[str], look: Look) -> RenderableType:
        lines = [
            RichText(f" {names[seat]}: {faction.title()}", look.seat(seat))
            for seat, faction in enumerate(view.seen.factions)
        ]
        if any(view.seen.aside):
            lines.append(RichText("Companions and lands are chosen in secret, and then shown together.", "dim"))
        return Group(*lines) if lines else RichText("")

    @staticmethod
    def _rule(view: ThorgalView, look: Look) -> RichText:
        """A line across, with what the signs behind cards mean if there are any."""
        marked = any(spot.tired or any(spot.marks) or any(spot.change) for spots in view.seen.spots for spot in spots)
        said = f" {MARKS} " if marked or any(land.tired for land in view.seen.lands) else ""
        return RichText(look.rule(2) + said + look.rule(look.width - len(said) - 2), "dim", no_wrap=True)

    # --- lands and the journey ---------------------------------------------------------------------------------

    def _land(self, view: ThorgalView, land: Land, names: Sequence[str], look: Look, short: bool) -> RichText:
        """A land: what it asks for, who opposes it free, and who has conquered it."""
        box = view.box
        out = look.card(land.card, self._name(box, land.card, short), self.style(land.card, box, look))
        if land.conqueror >= 0:
            out.append(f" horn of {names[land.conqueror]}", f"bold {look.seat(land.conqueror)}")
            out.append("!" * land.tired)
        else:
            kinds = ",".join(PEOPLES[subtype] for subtype in box.cards[land.card].subtypes)
            out.append(f" {slashed(box.points[land.card])} {kinds}")
        return out

    def _lands(self, view: ThorgalView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """All lands on the table, the target marked, two or three in a row; and what their numbers and letters mean."""
        s = view.seen
        columns = 3 if look.width >= 117 or tight >= SHORT_LANDS else 2
        width = look.width // columns
        lines: list[RichText] = []
        for at, land in enumerate(s.lands):
            cell = RichText(look.sign("▸") if at == s.target else " ", "bold")
            cell.append_text(self._land(view, land, names, look, tight >= SHORT_LANDS))
            cell.truncate(width - 1, overflow="ellipsis")
            if at % columns:
                row = lines[-1]
                row.append(" " * (width * (at % columns) - row.cell_len)).append_text(cell)
            else:
                lines.append(RichText(no_wrap=True).append_text(cell))
        if tight < NO_LEGEND:
            lines += self._flow([RichText(part, "dim") for part in LEGEND.split(" ")], look, " ")
        return lines

    def _journey(self, view: ThorgalView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """Strength against difficulty in all three attributes, as it would be resolved now."""
        s = view.seen
        have = view.strength()
        if s.target < 0:
            return [RichText(f"Strength of {names[s.dest]}'s party: ").append(slashed(have), "bold")]
        want = view.difficulty()
        good = all(a >= b for a, b in zip(have, want, strict=True))
        parts = [RichText("Succeeds now:" if good else "Fails now:", "bold")]
        for name, a, b in zip(ATTRIBUTES, have, want, strict=True):
            short = f" ({b - a} short)" if a < b else ""
            parts.append(RichText(f"{name} {a} of {b}{short}", look.colour("red" if short else "green")))
        lines = self._flow(parts, look, "  ")
        cards = [self._card(view, card, look, short=tight >= SHORT_PLAY) for seat in s.attached_d for card in seat]
        against = [self._card(view, card, look, short=tight >= SHORT_PLAY) for seat in s.attached_b for card in seat]
        if s.opponent is not None:
            card = s.opposing[s.opponent.seat][0]
            against.insert(0, RichText("opposing ").append_text(self._in_play(view, card, s.opponent, look)))
        parts = []
        if cards:
            parts += [RichText("For the party:", "dim"), *self._listed(cards)]
        if against:
            parts += [RichText("Against it:", "dim"), *self._listed(against)]
        return [*lines, *self._flow(parts, look, " ")]

    @staticmethod
    def _listed(parts: list[RichText]) -> list[RichText]:
        """The parts with commas behind all but the last."""
        return [part.append(",") if at < len(parts) - 1 else part for at, part in enumerate(parts)]

    @staticmethod
    def _flow(parts: Sequence[RichText], look: Look, gap: str, indent: int = 0) -> list[RichText]:
        """Parts one after the other in as many rows as they need; none is broken in two, further rows are indented."""
        lines: list[RichText] = []
        for part in parts:
            if lines and lines[-1].cell_len + len(gap) + part.cell_len <= look.width:
                lines[-1].append(gap).append_text(part)
            else:
                lines.append(RichText(" " * indent if lines else "").append_text(part))
        return lines

    def _name(self, box: ThorgalBox, card: str, short: bool) -> str:
        """The name of a card, in one word if it has to be short."""
        name = box.name(card)
        return short_names(frozenset(box.name(other) for other in box.cards))[name] if short else name

    def _card(self, view: ThorgalView, card: str, look: Look, more: str = "", short: bool = False) -> RichText:
        """A card with its points, and more in brackets."""
        box = view.box
        points = box.points[card]
        label = self._name(box, card, short)
        if any(points):
            label += f" {slashed(points)}"
        if more:
            label += f" ({more})"
        return look.card(card, label, self.style(card, box, look))

    def _in_play(self, view: ThorgalView, card: str, spot: Spot, look: Look, short: bool = False) -> RichText:
        """A card in play: what it counts now, and its markers."""
        box = view.box
        points = view.value(card, spot)
        label = self._name(box, card, short)
        if any(points) or any(box.points[card]):
            label += f" {slashed(points)}"
        out = look.card(card, label, self.style(card, box, look))
        if points != box.points[card]:
            out.append("*", "bold")
        if spot.tired:
            out.append("!" * spot.tired, f"bold {look.colour('red')}")
        return out

    # --- players -----------------------------------------------------------------------------------------------

    def _players(self, view: ThorgalView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """Everybody: role, hand, pool, deck, and beneath it the party."""
        s = view.seen
        lines: list[RichText] = []
        for seat in view.order():
            facts = self._facts(view, seat, names, look, tight)
            short = tight >= SHORT_PLAY or (tight >= SHORT_BANES and seat != s.dest)
            companions: list[RichText] = []
            supports: list[RichText] = []
            for card, spot in view.party(seat):
                kind = companions if view.box.cards[card].kind == "companion" else supports
                kind.append(self._in_play(view, card, spot, look, short=short))
            if tight >= COUNTED and seat != s.dest and supports:  # those of a bane player do nothing in this round
                supports = [RichText(many(len(supports), "support"), "dim")]
            if supports:
                supports[0] = RichText("with ", "dim").append_text(supports[0])
            party = [*self._listed(companions), *self._listed(supports)]
            if tight >= ONE_FLOW:
                lines += self._flow([facts.append(":") if party else facts, *party], look, " ", 3)
            else:
                lines.append(facts)
                if party:
                    lines += self._flow([RichText("  "), *party], look, " ", 3)
        out = [f"{names[seat]} is out" for seat in range(s.seats) if s.out[seat]]
        if out:
            lines.append(RichText(", ".join(out), "dim"))
        return lines

    def _facts(self, view: ThorgalView, seat: int, names: Sequence[str], look: Look, tight: int) -> RichText:
        """Who a player is in this round, and how many cards and horns he has."""
        s = view.seen
        turn = seat == s.turn and s.outcome is None
        line = RichText()
        mark = look.sign("▸") if turn else " "
        name = names[seat] if cell_len(names[seat]) < 12 else fit(names[seat], 11, look.ascii)
        line.append(mark + name, look.seat(seat) + (" bold" if turn else ""))
        if s.dest < 0:
            return line
        hand, pool, deck = view.sizes(seat)
        value = view.marker(seat) if seat != s.dest and len(view.living()) > 2 else 0
        sign = f" {'+' if value > 0 else '−'}{abs(value)}" if value else ""
        role = "destiny" if seat == s.dest else f"bane{sign}"
        if tight >= SHORT_LINES:
            facts = f" {role} · hand {hand} pool {pool} deck {deck}"
            facts += f" destiny {'' if tight >= COUNTED else 'deck '}{view.life(seat)}" if seat != s.dest else ""
        else:
            facts = f" {role} · hand {hand} · pool {pool} · deck {deck}"
            facts += f" · destiny deck {view.life(seat)}" if seat != s.dest else ""
        line.append(look.sign(facts), "dim")
        horns = len(view.horns(seat))
        line.append(look.sign(f" · horns {horns}/{s.horns}"), "bold" if horns else "dim")
        if s.shields and s.shields[seat]:
            line.append(look.sign(f" · shield {s.shields[seat]}"))
        return line

    def _own(self, view: ThorgalView, look: Look, tight: int) -> list[RichText]:
        """The viewer's hand, with what each card costs now, and what it is or when it is played."""
        s = view.seen
        if view.viewer is None or s.dest < 0 or s.out[view.viewer]:
            return []
        parts: list[RichText] = []
        hand = view.hand()
        for card, times in Counter(hand).items():
            c = view.box.cards[card]
            more = str(view.cost(view.viewer, card))
            if tight < SHORT_HAND:
                more += f" {'/'.join(phase.title() for phase in c.phases) or c.kind}"
            part = self._card(view, card, look, more, tight >= SHORTEST)
            parts.append(part.append(look.sign(f" ×{times}")) if times > 1 else part)
        return self._flow(
            [RichText("Your hand:", "bold"), *(self._listed(parts) or [RichText("empty", "dim")])], look, " "
        )

    def scores(self, view: ThorgalView, names: Sequence[str], look: Look) -> RenderableType:
        """Horns with their lands, and what is left of everybody."""
        s, box = view.seen, view.box
        rounds = f"After {many(s.round, 'round')}"
        table = Table(box=None, padding=(0, 1), header_style="dim", title=rounds, title_justify="left")
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
