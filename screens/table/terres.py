"""The table of Terres de Destinées: Destinies, the auction, and every player's cards in play."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as RichText

from screens.look import Look
from screens.table.fitting import fitted
from thorgames.core.text import many
from thorgames.games.terres.view import BACK, TerresBox, TerresView

FAMILIES = {"kingdom": "yellow", "commerce": "green", "necromancy": "violet", "magic": "cyan"}

MARKS = {"ready": "", "exhausted": "-", "frozen": "*"}
"""Before a card in play: ready, exhausted or frozen; only cards that can be activated have one of the last two."""

LEGEND = "Kingdom Commerce Necromancy Magic; fighter terrain book; -exhausted *frozen"

NO_LEGEND, NO_DISCARDS, SHORT_PLAY, SHORT_HAND, CUT_TEXTS, SHORTEST, NO_TEXT = range(1, 8)
"""What is left out or shortened, one after the other, until the board fits."""

SMALL = {"le", "la", "les", "l", "de", "du", "des", "d"}
"""Words of a name that an abbreviation passes over."""


def abbreviated(name: str, letters: int) -> str:
    """A name in a few letters that still let it be found in a list of names: M.Feu for Mage de Feu."""
    words = [word for word in re.split(r"[ '’-]", name) if word.lower() not in SMALL] or [name]
    head = f"{words[0][0]}." if len(words) > 1 else ""
    tail = words[-1] if head else words[0]
    room = letters if head else letters + 2
    return head + (tail if len(tail) <= room + 1 else f"{tail[:room]}.")


class TerresTable:
    """Draws Terres de Destinées."""

    def board(self, view: TerresView, names: Sequence[str], look: Look) -> RenderableType:
        """Destinies, auction, the players, and the viewer's hand; in fewer words where there would not be room."""
        if not view.seen.out:
            return RichText("")

        def draw(tight: int) -> list[RichText]:
            lines = [*self._destinies(view, names, look, tight), *self._auction(view, names, look, tight)]
            lines.append(self._rule(view, look, tight))
            lines += self._players(view, names, look, tight)
            return [*lines, *self._own(view, names, look, tight)]

        return fitted(draw, NO_TEXT, look)

    # --- Destinies and piles -----------------------------------------------------------------------------------

    def _destinies(self, view: TerresView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """The Destinies for all, with the progress of the viewer and of those who are ahead, and the piles."""
        s, box = view.seen, view.box
        lines = []
        for destiny in s.common:
            aim = RichText().append_text(look.card(destiny, box.name(destiny), f"bold {look.colour('orange')}"))
            aim.append(look.sign(f": {goal(view, destiny)}"))
            line = RichText()
            if view.viewer is not None:
                have, want = view.progress(view.viewer, destiny)
                line.append(f" You: {have} of {want}.", "bold")
            others = [(view.progress(seat, destiny)[0], seat) for seat in view.remaining() if seat != view.viewer]
            ahead = sorted(((have, -seat) for have, seat in others if have), reverse=True)
            for at, (have, seat) in enumerate(ahead[:3]):
                line.append(", " if at else " ").append(f"{names[-seat]}: ", look.seat(-seat)).append(f"{have}")
            # Who is how near is told nowhere else; what a Destiny asks for is on its card.
            if tight >= NO_LEGEND:
                aim = cut(aim, look, max(cell_len(box.name(destiny)) + len(look.sign("…")), look.width - line.cell_len))
            line = aim.append_text(line)
            lines.append(cut(line, look) if tight >= NO_LEGEND else line)
        if tight < NO_DISCARDS:
            top = RichText(self._piles(view, look), "dim")
            for card in s.discard[:3]:
                top.append(look.sign(" · ")).append_text(self._card(view, card, look))
            lines.append(cut(top, look))
        return lines

    @staticmethod
    def _piles(view: TerresView, look: Look) -> str:
        """How many cards the two piles have."""
        return look.sign(f"draw pile {len(view.seen.deck)} · discards {len(view.seen.discard)}")

    def _rule(self, view: TerresView, look: Look, tight: int) -> RichText:
        """A line across; where room is short, with the piles in it."""
        piles = f" {self._piles(view, look)} " if tight >= NO_DISCARDS else ""
        return cut(RichText(look.rule(2) + piles + look.rule(max(0, look.width - len(piles) - 2)), "dim"), look)

    def _card(self, view: TerresView, card: str, look: Look, state: bool = False, letters: int = 0) -> RichText:
        """A card with the letters of its family and type; its name abbreviated if a number of letters is given."""
        box = view.box
        if card == BACK:
            return RichText("face-down", "dim")
        mark = MARKS[view.state_of(card)] if state and box.steps[card] else ""
        if state and card in view.seen.exhausted and not mark:
            mark = "-"
        name = abbreviated(box.name(card), letters) if letters else box.name(card)
        out = look.card(card, f"{mark}{name} {box.mark(card)}", self.style(card, box, look))
        if mark:
            out.stylize("dim")
        return out

    # --- the auction -------------------------------------------------------------------------------------------

    def _auction(self, view: TerresView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """What is put up and what it does, the standing bid, and who has passed."""
        s = view.seen
        if s.auction is None:
            return []
        lines: list[RichText] = []
        for seat, card in view.offered():
            out = RichText().append("For sale: " if not lines else "          ", "bold")
            hidden = ", face-down" if seat in s.auction.face_down and card != BACK else ""
            out.append_text(self._card(view, card, look)).append(f" ({names[seat]}{hidden})", look.seat(seat))
            if card != BACK and tight < NO_TEXT:
                out.append(look.sign(f" {view.box.text(card)}"), "dim")
            lines.append(cut(out, look) if tight >= CUT_TEXTS else out)
        if s.auction.bidder >= 0:
            bid = RichText("Standing bid: ")
            bid.append(f"{names[s.auction.bidder]} {s.auction.bid}", f"bold {look.seat(s.auction.bidder)}")
            bid.append(" cards" if s.auction.bid > 1 else " card")
        else:
            bid = RichText("No bid yet.")
        if s.auction.passed:
            bid.append(f"   passed: {', '.join(names[seat] for seat in s.auction.passed)}", "dim")
        if tight >= NO_TEXT and len(lines) == 1:
            return [cut(lines[0].append("  ").append_text(bid), look)]
        return [*lines, bid]

    # --- the players -------------------------------------------------------------------------------------------

    def _players(self, view: TerresView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """Hand, Tokens and cards in play of everybody."""
        s, box = view.seen, view.box
        lines: list[RichText] = []
        for seat, name in enumerate(names):
            if s.out[seat]:
                if tight < SHORT_PLAY:
                    lines.append(RichText(f" {name}: eliminated", "dim"))
                continue
            turn = seat == s.active and s.outcome is None
            line = RichText()
            line.append((look.sign("▸") if turn else " ") + name, look.seat(seat) + (" bold" if turn else ""))
            line.append(f" {view.size(seat)} card{'s' if view.size(seat) != 1 else ''}")
            for at, number in enumerate(s.tokens[seat]):
                card = box.token[number]
                said = f"{number}" if tight >= NO_DISCARDS else f"{number} {box.name(card)}"
                between = look.sign(" · Tokens ") if not at else " " if tight >= NO_DISCARDS else ", "
                line.append(between).append_text(look.card(card, said))
            for request in s.requests:
                if request.target == seat:
                    line.append(look.sign(f" · must put up {request.family.title()}"), look.colour("red"))
            self._in_play(view, s.play[seat], ": ", line, look, tight)
            if s.mode == "duel":
                self._in_play(view, s.support[seat], "  support: ", line, look, tight)
            lines.append(line)
        gone = [name for seat, name in enumerate(names) if s.out[seat]]
        if gone and tight >= SHORT_PLAY:
            lines.append(cut(RichText(f" eliminated: {', '.join(gone)}", "dim"), look))
        if tight < NO_LEGEND:
            lines.append(cut(RichText(LEGEND, "dim"), look))
        return lines

    def _in_play(
        self, view: TerresView, cards: Sequence[str], title: str, line: RichText, look: Look, tight: int
    ) -> None:
        letters = 0 if tight < SHORT_PLAY else 6 if tight < SHORTEST else 3
        for at, card in enumerate(cards):
            line.append(", " if at else title, "dim")
            line.append_text(self._card(view, card, look, state=True, letters=letters))

    # --- the viewer's own --------------------------------------------------------------------------------------

    def _own(self, view: TerresView, names: Sequence[str], look: Look, tight: int) -> list[RichText]:
        """The Secret Destiny, with others that the viewer has seen, and the hand."""
        if view.viewer is None:
            return []
        lines = []
        destiny = view.secret()
        if destiny:
            lines.append(self._secret(view, view.viewer, destiny, RichText("Your Secret Destiny: ", "bold"), look))
        for seat, other in view.known_secrets():
            told = RichText(f"You have seen {names[seat]}'s: ", "dim")
            line = self._secret(view, seat, other, told, look)
            lines.append(cut(line, look) if tight >= CUT_TEXTS else line)
        out = RichText("Your hand: ", "bold")
        letters = 0 if tight < SHORT_HAND else 6 if tight < SHORTEST else 3
        for at, card in enumerate(view.hand()):
            out.append(look.sign(" · ") if at else "")
            out.append_text(self._card(view, card, look, letters=letters))
        if not view.hand():
            out.append("empty", "dim")
        return [*lines, out]

    @staticmethod
    def _secret(view: TerresView, seat: int, destiny: str, line: RichText, look: Look) -> RichText:
        """A Secret Destiny, and how far its owner has come."""
        have, want = view.progress(seat, destiny)
        line.append_text(look.card(destiny, view.box.name(destiny), look.colour("orange")))
        line.append(f" {have} of {want}", "bold").append(look.sign(f": {goal(view, destiny)}"))
        return line

    # --- scores ------------------------------------------------------------------------------------------------

    def scores(self, view: TerresView, names: Sequence[str], look: Look) -> RenderableType:
        """Everybody's Destinies and how far they had come."""
        s, box = view.seen, view.box
        turns = f"After {many(s.turn, 'turn')}"
        table = Table(box=None, padding=(0, 1), header_style="dim", title=turns, title_justify="left")
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


def goal(view: TerresView, destiny: str) -> str:
    """What a Destiny wants, with the number that holds in this game: 18, not 15 (Duel: 18)."""
    _, want = view.progress(0, destiny)
    return re.sub(r"\d+ \((?:[^():]+: \d+(?:, )?)+\)", str(want), view.box.text(destiny))


def cut(line: RichText, look: Look, width: int = 0) -> RichText:
    """A line that takes up one row, or so many cells of it, with a sign where something is missing."""
    width = width or look.width
    if line.cell_len > width:
        line.truncate(width - len(look.sign("…")))
        line.append(look.sign("…"))
    line.no_wrap = True
    return line


LAYOUT = TerresTable()
