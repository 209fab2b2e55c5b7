"""The table of Terres de Destinées: Destinies, the auction, and every player's cards in play."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as RichText

from screens.look import Look
from thorgames.games.terres.view import BACK, TerresBox, TerresView

FAMILIES = {"kingdom": "yellow", "commerce": "green", "necromancy": "violet", "magic": "cyan"}

MARKS = {"ready": "", "exhausted": "-", "frozen": "*"}
"""Before a card in play: ready, exhausted or frozen; only cards that can be activated have one of the last two."""

LEGEND = "Kingdom Commerce Necromancy Magic; fighter terrain book; -exhausted *frozen"


class TerresTable:
    """Draws Terres de Destinées."""

    def board(self, view: TerresView, names: Sequence[str], look: Look) -> RenderableType:
        """Destinies, auction, the players, and the viewer's hand."""
        if not view.seen.out:
            return RichText("")
        lines: list[RenderableType] = [*self._destinies(view, look), *self._auction(view, names, look)]
        lines.append(RichText(look.rule(), "dim"))
        lines += self._players(view, names, look)
        lines += self._own(view, names, look)
        return Group(*lines)

    # --- Destinies and piles -----------------------------------------------------------------------------------

    def _destinies(self, view: TerresView, look: Look) -> list[RichText]:
        """The Destinies for all, with the viewer's progress, and the piles."""
        s, box = view.seen, view.box
        lines = []
        for destiny in s.common:
            line = look.card(destiny, box.name(destiny), f"bold {look.colour('orange')}")
            line.append(look.sign(f": {box.text(destiny)}"))
            if view.viewer is not None:
                have, want = view.progress(view.viewer, destiny)
                line.append(f" You: {have} of {want}.", "bold")
            line.truncate(look.width, overflow="ellipsis")
            lines.append(line)
        piles = f"draw pile {len(s.deck)} · discards {len(s.discard)}"
        top = RichText(look.sign(piles), "dim", no_wrap=True)
        for card in s.discard[:3]:
            top.append(look.sign(" · ")).append_text(self._card(view, card, look))
        lines.append(top)
        return lines

    def _card(self, view: TerresView, card: str, look: Look, state: bool = False) -> RichText:
        """A card with the letters of its family and type."""
        box = view.box
        if card == BACK:
            return RichText("face-down", "dim")
        mark = MARKS[view.state_of(card)] if state and box.steps[card] else ""
        if state and card in view.seen.exhausted and not mark:
            mark = "-"
        out = look.card(card, f"{mark}{box.name(card)} {box.mark(card)}", self.style(card, box, look))
        if mark:
            out.stylize("dim")
        return out

    # --- the auction -------------------------------------------------------------------------------------------

    def _auction(self, view: TerresView, names: Sequence[str], look: Look) -> list[RichText]:
        """What is put up, the standing bid, and who has passed."""
        s = view.seen
        if s.auction is None:
            return []
        out = RichText("For sale: ", "bold")
        for at, (seat, card) in enumerate(view.offered()):
            out.append(look.sign(" · ") if at else "")
            out.append_text(self._card(view, card, look)).append(f" ({names[seat]})", look.seat(seat))
            if card != BACK and len(s.auction.sellers) == 1:
                out.append(look.sign(f" {view.box.text(card)}"), "dim")
        if s.auction.bidder >= 0:
            bid = RichText("Standing bid: ")
            bid.append(f"{names[s.auction.bidder]} {s.auction.bid}", f"bold {look.seat(s.auction.bidder)}")
        else:
            bid = RichText("No bid yet.")
        if s.auction.passed:
            bid.append(f"   passed: {', '.join(names[seat] for seat in s.auction.passed)}", "dim")
        return [out, bid]

    # --- the players -------------------------------------------------------------------------------------------

    def _players(self, view: TerresView, names: Sequence[str], look: Look) -> list[RichText]:
        """Hand, Tokens and cards in play of everybody; short names of cards where there is no room."""
        s = view.seen
        lines: list[RichText] = []
        tight = len(names) > 4 and look.width < 110
        for seat, name in enumerate(names):
            if s.out[seat]:
                lines.append(RichText(f" {name}: eliminated", "dim"))
                continue
            turn = seat == s.active and s.outcome is None
            line = RichText()
            line.append((look.sign("▸") if turn else " ") + name, look.seat(seat) + (" bold" if turn else ""))
            line.append(f" {view.size(seat)} cards")
            if s.tokens[seat]:
                line.append(f" · Tokens {' '.join(map(str, s.tokens[seat]))}")
            for request in s.requests:
                if request.target == seat:
                    line.append(f" · must put up {request.family.title()}", look.colour("red"))
            line = RichText(look.sign(line.plain), spans=line.spans) if look.ascii else line
            self._in_play(view, s.play[seat], ": ", line, look, tight)
            if s.mode == "duel":
                self._in_play(view, s.support[seat], "  support: ", line, look, tight)
            if tight and line.cell_len > 2 * look.width:
                line.truncate(2 * look.width - 2, overflow="ellipsis")
            lines.append(line)
        if len(names) < 5 or look.width >= 110:
            legend = RichText(LEGEND, "dim", no_wrap=True)
            legend.truncate(look.width, overflow="ellipsis")
            lines.append(legend)
        return lines

    def _in_play(
        self, view: TerresView, cards: Sequence[str], title: str, line: RichText, look: Look, tight: bool
    ) -> None:
        for at, card in enumerate(cards):
            line.append(", " if at else title, "dim")
            if tight:
                box = view.box
                mark = "-" if card in view.seen.exhausted else ""
                line.append_text(
                    look.card(card, f"{mark}{box.short(card)} {box.mark(card)}", self.style(card, box, look))
                )
            else:
                line.append_text(self._card(view, card, look, state=True))

    # --- the viewer's own --------------------------------------------------------------------------------------

    def _own(self, view: TerresView, names: Sequence[str], look: Look) -> list[RichText]:
        """The hand and the Secret Destiny, with others that the viewer has seen."""
        if view.viewer is None:
            return []
        out = RichText("Your hand: ", "bold")
        for at, card in enumerate(view.hand()):
            out.append(look.sign(" · ") if at else "")
            out.append_text(self._card(view, card, look))
        if not view.hand():
            out.append("empty", "dim")
        lines = [out]
        destiny = view.secret()
        if destiny:
            have, want = view.progress(view.viewer, destiny)
            secret = RichText("Your Secret Destiny: ", "bold")
            secret.append_text(look.card(destiny, view.box.name(destiny), look.colour("orange")))
            secret.append(look.sign(f": {view.box.text(destiny)}")).append(f" {have} of {want}.", "bold")
            lines.append(secret)
        for seat, other in view.known_secrets():
            have, want = view.progress(seat, other)
            seen = RichText(f"You have seen {names[seat]}'s: ", "dim")
            seen.append_text(look.card(other, view.box.name(other), look.colour("orange")))
            seen.append(f" {have} of {want}", "dim")
            lines.append(seen)
        return lines

    # --- scores ------------------------------------------------------------------------------------------------

    def scores(self, view: TerresView, names: Sequence[str], look: Look) -> RenderableType:
        """Everybody's Destinies and how far they had come."""
        s, box = view.seen, view.box
        table = Table(box=None, padding=(0, 1), header_style="dim", title=f"After {s.turn} turns", title_justify="left")
        table.add_column("")
        for destiny in s.common:
            table.add_column(box.name(destiny), justify="right")
        table.add_column("Secret Destiny")
        table.add_column("cards", justify="right")
        for seat, name in enumerate(names):
            cells = []
            for destiny in s.common:
                have, want = view.progress(seat, destiny)
                cells.append(f"{have}/{want}" if not s.out[seat] else "")
            secret = ""
            for destiny in s.secret[seat]:
                have, want = view.progress(seat, destiny)
                secret = f"{box.name(destiny)} {have}/{want}" if destiny != BACK else ""
            state = "eliminated" if s.out[seat] else str(view.size(seat))
            table.add_row(RichText(name, look.seat(seat)), *cells, secret, state)
        return table

    @staticmethod
    def style(card: str, box: TerresBox, look: Look) -> str:
        """The colour of a card, by its family."""
        return look.colour(FAMILIES.get(box.cards[card].family, "orange"))


LAYOUT = TerresTable()
