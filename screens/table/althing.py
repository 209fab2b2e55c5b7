"""Althing's table: the saga as a path with pawns, the Assembly, the players, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text as RichText

from screens.look import Look, fit
from screens.table.fitting import fitted
from thorgames.core.text import many
from thorgames.games.althing.cards import AlthingCard, TStages
from thorgames.games.althing.view import THORFINN, TRICKS, AlthingBox, AlthingView

LETTERS = ("g", "w", "b")
"""Short for gold, wood, bones; written behind a number."""

LEGEND = "· g gold, w wood, b bones "

NARROW, WHOLE = 0, 1_000
"""Instead of a width: symbols in their short forms; in words."""

KINDS = {"god": "yellow", "troll": "green", "viking": "cyan", "symbol": "violet", "step": "", "thorfinn": "red"}

FORK = (
    ((0,), (" ", " ", " ", " ", " ", " ")),
    ((1,), ("  ", "─▸", "  ", "  ", "  ", "  ")),
    ((2, 3), ("┌▸", "┤ ", "│ ", "└▸", "  ", "  ")),
    ((4, 5), ("─▸", "  ", "  ", "─▸", "  ", "  ")),
    ((6,), ("┐ ", "├▸", "│ ", "┘ ", "  ", "  ")),
    ((7,), ("  ", "─▸", "  ", "  ", "  ", "  ")),
)
"""A track that forks, from left to right: the places of a column, and the lines that lead to them."""

PLAIN_LINES = str.maketrans("─│┌└┐┘├┤▸", "-|++++++>")


def shortened(names: Sequence[str], room: int) -> list[str]:
    """Names that stand side by side, cut where there is no room for all of them; different ones stay different."""
    share = (room + 1) // max(1, len(names)) - 1
    if sum(map(cell_len, names)) + len(names) - 1 <= room:
        return list(names)
    cut = [set_cell_size(name, min(share, cell_len(name))).rstrip() for name in names]
    if len(set(cut)) < len(cut):
        cut = [name if cell_len(name) <= share else name[0] + name[1 - share :] for name in names]
    return cut


class AlthingTable:
    """Draws Althing."""

    def board(self, view: AlthingView, names: Sequence[str], look: Look) -> RenderableType:
        """The saga, the Assembly, everybody's piles, the viewer's own cards; where there is room, the short forms."""

        def draw(tight: int) -> list[RichText]:
            lines = [*self._saga(view, names, look), *self._assembly(view, look), *self._players(view, names, look)]
            return [*lines, *self._own(view, look), *([] if tight else self._short_forms(view, look))]

        return fitted(draw, 1, look)

    # --- the saga ----------------------------------------------------------------------------------------------

    def _saga(self, view: AlthingView, names: Sequence[str], look: Look) -> list[RichText]:
        """The track from left to right."""
        s = view.seen
        if s.fork and s.track:
            return self._forked(view, names, look)
        rows = [RichText(no_wrap=True) for _ in range(3)]
        for place in range(len(s.track)):
            wide = look.width // len(s.track)
            for row, text, lead in zip(rows, self._stage(view, names, look, place, wide - 1), "▸  ", strict=True):
                row.append(look.sign(lead) if place else " ").append_text(text)
        return rows if s.track else []

    def _forked(self, view: AlthingView, names: Sequence[str], look: Look) -> list[RichText]:
        """A track that forks, as a map: the common stages in the middle, a branch above and one below."""
        rows = [RichText(no_wrap=True) for _ in range(6)]
        wide = look.width // len(FORK)
        for places, leads in FORK:
            room = wide - len(leads[0])
            blank = RichText(" " * room)
            cells = [text for place in places for text in self._stage(view, names, look, place, room)]
            column = cells if len(places) == 2 else [blank, *cells, blank, blank]
            for row, text, lead in zip(rows, column, leads, strict=True):
                row.append(lead.translate(PLAIN_LINES) if look.ascii else lead, "dim").append_text(text)
        return rows

    def _stage(
        self, view: AlthingView, names: Sequence[str], look: Look, place: int, wide: int
    ) -> tuple[RichText, RichText, RichText]:
        """The name of a stage, what it asks for, and who stands on it."""
        s, box = view.seen, view.box
        card = box.cards[s.track[place]]
        name = look.card(card.id, fit(card.name, wide - 1, look.ascii), "bold").append(" ")
        if place == 0:
            sacred = "Sacred Ground" if wide > 13 else "Sacred"
            cost = RichText(fit(sacred if card.sacred else "start", wide), "dim")
        else:
            asks = self._amounts(view, card.id) + (" V" if card.veteran else "")
            if cell_len(asks) >= wide:
                asks = asks.replace(" ", "", 2)
            cost = RichText(fit(asks, wide - 1, look.ascii) + " ", look.colour("yellow"))
        here = [(names[seat], look.seat(seat)) for seat, at in enumerate(s.pawns) if at == place]
        if s.rival == place:
            here.append(("Thorfinn", look.colour("red")))
        pawns = RichText(no_wrap=True)
        for label, (_, colour) in zip(shortened([name for name, _ in here], wide - 1), here, strict=True):
            pawns.append(f"{label} ", f"bold {colour}")
        pawns.truncate(wide, pad=True)
        return name, cost, pawns

    @staticmethod
    def _amounts(view: AlthingView, card: str) -> str:
        parts = [f"{n}{letter}" for n, letter in zip(view.box.values[card], LETTERS, strict=True) if n]
        return " ".join(parts) or "0"

    # --- the Assembly ------------------------------------------------------------------------------------------

    def _assembly(self, view: AlthingView, look: Look) -> list[RichText]:
        """The row slot by slot: name and cost, what it gives, its symbols."""
        s, box = view.seen, view.box
        wide = look.width // max(1, len(s.row))
        rows = [RichText(no_wrap=True) for _ in range(3)]
        for slot in s.row:
            if not slot:
                for row, words in zip(rows, ("(empty)", "", ""), strict=True):
                    row.append(fit(words, wide), "dim")
                continue
            card = box.cards[slot[0]]
            name = fit(f"{card.name} ({card.cost}g)", wide - 1, look.ascii)
            rows[0].append_text(look.card(card.id, name, f"bold {look.colour('cyan')}")).append(" ")
            rows[1].append(fit(self._amounts(view, card.id), wide), "")
            rows[2].append(fit(self._symbols(view, card.id, wide), wide), look.colour("violet"))
        under = f"+{len(s.under)}" if s.under else ""
        head = RichText(f"{look.rule(2)} Assembly deck {len(s.deck)}{under} ", "dim")
        if s.veteran:
            head.append(look.sign("· Veteran: hands of 5 "), "bold")
        if s.shortage:
            head.append(look.sign(f"· Shortage of {s.shortage} "), f"bold {look.colour('red')}")
        if head.cell_len + len(LEGEND) < look.width:
            head.append(look.sign(LEGEND))
        return [self._ruled(head, look), *rows]

    @staticmethod
    def _ruled(head: RichText, look: Look) -> RichText:
        """A line across that begins with words."""
        return head.append(look.rule(max(0, look.width - head.cell_len)))

    @staticmethod
    def _working(view: AlthingView, card: str) -> list[AlthingCard]:
        """The symbols of a card that work in this game."""
        return [view.box.cards[f"sym-{symbol}"] for symbol in view.box.symbols[card] if symbol in view.seen.symbols]

    def _symbols(self, view: AlthingView, card: str, wide: int) -> str:
        """Names of the symbols that work in this game, or their short forms where there is no room."""
        symbols = self._working(view, card)
        words = ", ".join(symbol.name for symbol in symbols)
        return words if cell_len(words) < wide else " ".join(symbol.short for symbol in symbols)

    def _short_forms(self, view: AlthingView, look: Look) -> list[RichText]:
        """What the short forms mean that stand on this board; no line where there is none."""
        s, box = view.seen, view.box
        wide = look.width // max(1, len(s.row))
        cards = [slot[0] for slot in s.row if slot]
        cards = [card for card in cards if self._symbols(view, card, wide) != self._symbols(view, card, WHOLE)]
        if view.viewer is not None and s.owned and not self._in_one_line(view, look):
            cards += [card for card, _ in self._held(view)]
        symbols = {symbol.short: symbol.name for card in cards for symbol in self._working(view, card)}
        if any(box.cards[card].veteran for card in s.track):
            symbols["V"] = "Veteran"
        told = ", ".join(f"{short} {name}" for short, name in symbols.items())
        return [RichText(told, "dim")] if told else []

    # --- the players -------------------------------------------------------------------------------------------

    def _players(self, view: AlthingView, names: Sequence[str], look: Look) -> list[RichText]:
        """One line a player: hand, piles, Trolls, storms."""
        s = view.seen
        wide = self._name_width(names)
        head = RichText(f"{look.rule(wide - 1)} hand  draw  discard  stage  Trolls left ", "dim")
        lines = [self._ruled(head, look)] if s.owned else []
        for seat, name in enumerate(names):
            if not s.owned:
                break
            turn = seat == s.active and s.outcome is None
            mark = look.sign("▸") if turn else " "
            text = RichText(no_wrap=True)
            text.append(fit(mark + name, wide - 1, look.ascii) + " ", look.seat(seat) + (" bold" if turn else ""))
            facts = f"{len(s.hands[seat]):>4}{view.pile(seat):>6}{len(s.discards[seat]):>9}{view.stages(seat):>7}"
            text.append(facts)
            text.append("" if s.rival >= 0 else f"{s.trolls[seat]:>8}")
            if s.reserves[seat]:
                text.append("  reserve 1")
            for storm in view.storms_before(seat):
                text.append(f"  {storm.face} ({names[storm.sender]})", f"bold {look.colour('red')}")
            if s.taken[seat]:
                text.append("  a card taken", look.colour("red"))
            lines.append(text)
        if s.rival >= 0:
            lines += self._rival(view, wide, look)
        return lines

    @staticmethod
    def _name_width(names: Sequence[str]) -> int:
        """Columns for the names of the players, and what stands before and behind them."""
        return min(22, 2 + max(cell_len(name) for name in (*names, "Thorfinn")))

    def _rival(self, view: AlthingView, wide: int, look: Look) -> list[RichText]:
        """Thorfinn: his recruits, the cards of this pass, his stage, and what his card of this turn does there."""
        s, box = view.seen, view.box
        used = len(s.plan_used) + len(s.plan_now)
        text = RichText(no_wrap=True)
        text.append(fit(" Thorfinn", wide - 1) + " ", f"bold {look.colour('red')}")
        text.append(f"{len(s.rival_hand):>4}{len(s.plan):>6}{used:>9}{view.stages(THORFINN):>7}{s.rival_trolls:>8}")
        out = [text]
        for card in s.plan_now:
            line = RichText(" ").append_text(look.card(card, f"{box.name(card)}:", "bold"))
            line.append(f" {' '.join(self._does(view, card))}")
            line.append(f" He shuffles after turn {s.turn + len(s.plan)}.", "dim")
            line.truncate(3 * look.width - 6, overflow="ellipsis")
            out.append(line)
        return out

    @staticmethod
    def _does(view: AlthingView, card: str) -> Iterator[str]:
        """What a card of Thorfinn does on the stage he stands on."""
        for op in view.box.ops[card]:
            if isinstance(op, TStages):
                stage = min(view.stages(THORFINN), len(op.all))
                where = "any stage" if len(set(op.all)) == 1 else f"stage {stage}"
                yield f"Then, on {where}: {op.all[stage - 1].text()}."
            else:
                yield op.text()

    # --- the viewer's own cards --------------------------------------------------------------------------------

    def _own(self, view: AlthingView, look: Look) -> list[RichText]:
        """The hand with what each card gives, the reserve and a taken card."""
        s, box = view.seen, view.box
        if view.viewer is None or not s.owned:
            return []
        out = self._cards(view, look, look.width if self._in_one_line(view, look) else NARROW)
        standing = [
            f"{box.cards[f'sym-{trick}'].name} {order}"
            for trick, order in zip(TRICKS, s.orders[view.viewer], strict=True)
            if order != "ask"
        ]
        lines = [out]
        if standing:
            lines.append(RichText(f"Standing orders: {', '.join(standing)}", "dim"))
        return lines

    @staticmethod
    def _held(view: AlthingView) -> list[tuple[str, str]]:
        """The viewer's cards, and where those are that are not in the hand."""
        s = view.seen
        cards = [(card, "") for card in view.hand()]
        cards += [(card, "in reserve: ") for card in s.reserves[view.viewer or 0]]
        cards += [(card, "taken: ") for pile in s.taken for card in pile if card in view.box.cards]
        return [*cards, *((card, "taken: ") for card in s.rival_taken)]

    def _in_one_line(self, view: AlthingView, look: Look) -> bool:
        """Whether there is room for the viewer's cards with their symbols in words."""
        return self._cards(view, look, look.width).cell_len <= look.width

    def _cards(self, view: AlthingView, look: Look, wide: int) -> RichText:
        """The viewer's cards, their symbols in words where there is room for these."""
        box, cards = view.box, self._held(view)
        out = RichText("Your hand: ", "bold")
        for at, (card, where) in enumerate(cards):
            out.append(look.sign(" · ") if at else "")
            out.append(where, "dim")
            out.append_text(look.card(card, box.name(card), f"bold {self.style(card, box, look)}".strip()))
            given = " ".join(f"{n}{letter}" for n, letter in zip(view.gives(card), LETTERS, strict=True) if n)
            for words in (given, self._symbols(view, card, wide)):
                out.append(f" {words}" if words else "")
        if not cards:
            out.append("empty", "dim")
        return out

    def scores(self, view: AlthingView, names: Sequence[str], look: Look) -> RenderableType:
        """How far everyone has come."""
        s = view.seen
        lines = [RichText(f"After {many(s.turn, 'turn')}", "bold")]
        for seat, name in enumerate(names):
            stage = view.box.name(s.track[s.pawns[seat]])
            lines.append(RichText(f" {name}: {self._stages(view, seat)}, on {stage}", look.seat(seat)))
        if s.rival >= 0:
            text = f" Thorfinn: {self._stages(view, THORFINN)}, on {view.box.name(s.track[s.rival])}"
            lines.append(RichText(text, look.colour("red")))
        return Group(*lines, RichText(""), *self._saga(view, names, look))

    @staticmethod
    def _stages(view: AlthingView, seat: int) -> str:
        return many(view.stages(seat), "stage")

    @staticmethod
    def style(card: str, box: AlthingBox, look: Look) -> str:
        """The colour of a card, by its kind."""
        return look.colour(KINDS.get(box.cards[card].kind, ""))


LAYOUT = AlthingTable()
