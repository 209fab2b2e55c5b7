"""Althing's table: the saga as a path with pawns, the Assembly, the players, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text as RichText

from screens.look import Look, fit
from thorgames.games.althing.view import THORFINN, TRICKS, AlthingBox, AlthingView

LETTERS = ("g", "w", "b")
"""Short for gold, wood, bones; written behind a number."""

KINDS = {"god": "yellow", "troll": "green", "viking": "cyan", "symbol": "violet", "step": "", "thorfinn": "red"}


class AlthingTable:
    """Draws Althing."""

    def board(self, view: AlthingView, names: Sequence[str], look: Look) -> RenderableType:
        """The saga, the Assembly, everybody's piles, and the viewer's own cards."""
        lines = [*self._saga(view, names, look), RichText(look.rule(), "dim")]
        lines += [*self._assembly(view, look), RichText(look.rule(), "dim")]
        lines += self._players(view, names, look)
        lines += self._own(view, look)
        return Group(*lines)

    # --- the saga ----------------------------------------------------------------------------------------------

    def _saga(self, view: AlthingView, names: Sequence[str], look: Look) -> list[RichText]:
        """The track from left to right; where it forks, one branch above the other."""
        s = view.seen
        if not s.track:
            return []
        columns = [[0], [1], [2, 3], [4, 5], [6], [7]] if s.fork else [[place] for place in range(len(s.track))]
        wide = look.width // len(columns)
        lines: list[RichText] = []
        for level in range(2 if s.fork else 1):
            rows = [RichText(no_wrap=True) for _ in range(3)]
            for column in columns:
                place = column[level] if level < len(column) else None
                for row, text in zip(rows, self._stage(view, names, look, place, wide), strict=True):
                    row.append_text(text)
            lines += rows
        return lines

    def _stage(
        self, view: AlthingView, names: Sequence[str], look: Look, place: int | None, wide: int
    ) -> tuple[RichText, RichText, RichText]:
        if place is None:
            blank = RichText(" " * wide)
            return blank, blank, blank
        s, box = view.seen, view.box
        card = box.cards[s.track[place]]
        mark = "" if place == 0 else look.sign("▸")
        name = RichText(fit(f"{mark}{card.name}", wide - 1, look.ascii) + " ", "bold")
        if place == 0:
            asks = "Sacred" if card.sacred else "start"
        else:
            asks = self._amounts(view, card.id) + (" Vet" if card.veteran else "")
        cost = RichText(fit(f" {asks}", wide - 1, look.ascii) + " ", "dim" if place == 0 else look.colour("yellow"))
        pawns = RichText(" ", no_wrap=True)
        here = [seat for seat, at in enumerate(s.pawns) if at == place]
        room = wide - 2
        for seat in here:
            share = max(1, room // (len(here) + (s.rival == place)) - 1)
            pawns.append(
                fit(names[seat], min(share, cell_len(names[seat])), look.ascii) + " ", f"bold {look.seat(seat)}"
            )
        if s.rival == place:
            pawns.append("Thorfinn", f"bold {look.colour('red')}")
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
            rows[0].append(
                fit(f"{card.name} ({card.cost}g)", wide - 1, look.ascii) + " ", f"bold {look.colour('cyan')}"
            )
            rows[1].append(fit(self._amounts(view, card.id), wide), "")
            rows[2].append(fit(self._symbols(box, card.symbols, wide), wide), look.colour("violet"))
        under = f"+{len(s.under)}" if s.under else ""
        left = RichText(f"Assembly deck {len(s.deck)}{under}", "dim")
        if s.veteran:
            left.append("   Veteran: hands of 5", "bold")
        if s.shortage:
            left.append(f"   Shortage of {s.shortage}", f"bold {look.colour('red')}")
        return [*rows, left]

    @staticmethod
    def _symbols(box: AlthingBox, symbols: Sequence[str], wide: int) -> str:
        """Names of symbols, or their short forms where there is no room."""
        words = ", ".join(box.cards[f"sym-{symbol}"].name for symbol in symbols)
        if cell_len(words) < wide:
            return words
        return " ".join(box.cards[f"sym-{symbol}"].short for symbol in symbols)

    # --- the players -------------------------------------------------------------------------------------------

    def _players(self, view: AlthingView, names: Sequence[str], look: Look) -> list[RichText]:
        """One line a player: hand, piles, Trolls, storms."""
        s = view.seen
        wide = 22
        head = f"{'':<{wide}}hand  draw  discard  stage  Trolls"
        lines = [RichText(head, "dim")] if s.owned else []
        for seat, name in enumerate(names):
            if not s.owned:
                break
            turn = seat == s.active and s.outcome is None
            mark = look.sign("▸") if turn else " "
            text = RichText(no_wrap=True)
            text.append(fit(mark + name, wide - 1, look.ascii) + " ", look.seat(seat) + (" bold" if turn else ""))
            facts = f"{len(s.hands[seat]):>4}{view.pile(seat):>6}{len(s.discards[seat]):>9}{view.stages(seat):>7}"
            text.append(facts)
            trolls = "" if s.rival >= 0 else f"{s.trolls[seat]:>8} at home"
            text.append(trolls)
            if s.reserves[seat]:
                text.append("  reserve 1")
            for storm in view.storms_before(seat):
                text.append(f"  {storm.face} ({names[storm.sender]})", f"bold {look.colour('red')}")
            if s.taken[seat]:
                text.append("  a card taken", look.colour("red"))
            lines.append(text)
        if s.rival >= 0:
            lines += self._rival(view, look)
        return lines

    def _rival(self, view: AlthingView, look: Look) -> list[RichText]:
        """Thorfinn: his card of this turn, his recruits, what is still to come in this pass."""
        s, box = view.seen, view.box
        text = RichText(no_wrap=True)
        text.append(fit(" Thorfinn", 21) + " ", f"bold {look.colour('red')}")
        text.append(
            f"{len(s.rival_hand):>4} recruits   Trolls {s.rival_trolls}   cards of this pass left {len(s.plan)}"
        )
        out = [text]
        if s.plan_now:
            card = s.plan_now[0]
            line = RichText(f" {box.name(card)}: ", "bold")
            line.append(look.sign(box.text(card)), "dim")
            line.truncate(2 * look.width - 2, overflow="ellipsis")
            out.append(line)
        return out

    # --- the viewer's own cards --------------------------------------------------------------------------------

    def _own(self, view: AlthingView, look: Look) -> list[RichText]:
        """The hand with what each card gives, the reserve and a taken card."""
        s, box = view.seen, view.box
        if view.viewer is None or not s.owned:
            return []
        out = RichText("Your hand: ", "bold")
        cards = [(card, "") for card in view.hand()]
        cards += [(card, "in reserve: ") for card in s.reserves[view.viewer]]
        cards += [(card, "taken: ") for pile in s.taken for card in pile if card in box.cards]
        cards += [(card, "taken: ") for card in s.rival_taken]
        for at, (card, where) in enumerate(cards):
            out.append(look.sign(" · ") if at else "")
            out.append(where, "dim")
            out.append(box.name(card), f"bold {self.style(card, box, look)}".strip())
            given = " ".join(f"{n}{letter}" for n, letter in zip(view.gives(card), LETTERS, strict=True) if n)
            symbols = " ".join(box.cards[f"sym-{symbol}"].short for symbol in box.symbols[card])
            out.append(f" {given} {symbols}".rstrip())
        if not cards:
            out.append("empty", "dim")
        standing = [
            f"{box.cards[f'sym-{trick}'].name} {order}"
            for trick, order in zip(TRICKS, s.orders[view.viewer], strict=True)
            if order != "ask"
        ]
        lines = [out]
        if standing:
            lines.append(RichText(f"Standing orders: {', '.join(standing)}", "dim"))
        return lines

    def scores(self, view: AlthingView, names: Sequence[str], look: Look) -> RenderableType:
        """How far everyone has come."""
        s = view.seen
        lines = [RichText(f"After {s.turn} turns", "bold")]
        for seat, name in enumerate(names):
            stage = view.box.name(s.track[s.pawns[seat]])
            lines.append(RichText(f" {name}: {view.stages(seat)} stages, on {stage}", look.seat(seat)))
        if s.rival >= 0:
            text = f" Thorfinn: {view.stages(THORFINN)} stages, on {view.box.name(s.track[s.rival])}"
            lines.append(RichText(text, look.colour("red")))
        return Group(*lines, RichText(""), *self._saga(view, names, look))

    @staticmethod
    def style(card: str, box: AlthingBox, look: Look) -> str:
        """The colour of a card, by its kind."""
        return look.colour(KINDS.get(box.cards[card].kind, ""))


LAYOUT = AlthingTable()
