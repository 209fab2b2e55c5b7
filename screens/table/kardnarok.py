"""Kardnarök's table: the kingdoms, and in a combat two armies face to face with every plus and minus of their Force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as RichText

from screens.look import Look, fit
from thorgames.games.kardnarok.view import (
    ATTACKER,
    DEFENDER,
    GODS,
    Fight,
    Item,
    KardnarokBox,
    KardnarokView,
    Use,
    counter,
)

KINDS = {"warrior": "cyan", "hero": "yellow", "norn": "violet", "ragnarok": "red", "silver": "grey", "ritual": "orange"}

WIDE = 100
"""Columns from which on there is room for more."""

GAP = 3
"""Columns between two armies, whose lines otherwise read on from one into the other."""

SIDES = ("attacks", "defends")

HOW = {"item.bonus": "bonus", "item.kind": "fixed rule", "item.cap": "bonus cut", "item.reinforcement": "reinforcement"}
HOW |= {"item.thor": "reinforcement", "item.ritual": "", "item.rule": "fixed rule"}
"""What is said beside a part of a total; a card's own Force needs no word."""

BECAUSE = {"force": "has less Force", "coin": "has the lower coin at a tie", "role": "ties go to the defender"}
"""Why somebody has the initiative."""


class KardnarokTable:
    """Draws Kardnarök."""

    def board(self, view: KardnarokView, names: Sequence[str], look: Look) -> RenderableType:
        """The kingdoms and what is in force; in a combat the combat; and the viewer's own cards."""
        fight = view.seen.fight
        if not view.seen.bronze:
            return RichText("")
        lines: list[RenderableType] = []
        if fight is None:
            lines += [*self._omens(view, look, texts=True), *self._kingdoms(view, names, look)]
        else:
            lines += [*self._omens(view, look, texts=False), *self._combat(view, names, look, fight)]
        return Group(*lines, *self._own(view, look))

    # --- what is in force --------------------------------------------------------------------------------------

    def _omens(self, view: KardnarokView, look: Look, texts: bool) -> list[RichText]:
        """The Effective, the event of this round and the fixed rules; in a combat the titles alone.

        Where two or more older fixed rules would push the hand off a small screen they run on without their titles.
        """
        s, box = view.seen, view.box
        if not texts:
            titles = [look.card(card, box.name(card), look.colour("red")) for card in view.in_force()]
            line = RichText(look.sign(" · "), no_wrap=True).join(titles)
            line.truncate(look.width, overflow="ellipsis")
            return [line]
        head = RichText(no_wrap=True)
        head.append(f"Each owns {s.effective}", "bold")
        decks = (("Warriors", s.warriors), ("Norns", s.norns), ("Heroes", s.heroes))
        piles = ", ".join(f"{name} {len(pile)}" for name, pile in decks)
        head.append(look.sign(f" · decks: {piles} · silver in the bag {len(s.bag)}"), "dim")
        lines = [head]
        older = [card for card in view.in_force() if card != view.omen()]
        rules = {card: " ".join(op.text() for op in box.rules[card]) for card in older}
        if len(older) > 1 and look.width < WIDE:
            line = RichText("Fixed rules: ", "dim")
            line.append_text(RichText(" ").join(look.card(card, look.sign(rules[card]), "dim") for card in older))
            lines.append(line)
        else:
            for card in older:
                line = look.card(card, box.name(card), f"bold {look.colour('red')}")
                lines.append(line.append(look.sign(f": Fixed rule: {rules[card]}"), "dim"))
        if view.omen():
            line = look.card(view.omen(), box.name(view.omen()), f"bold {look.colour('red')}")
            lines.append(line.append(look.sign(f": {box.text(view.omen())}")))
        return lines

    # --- the kingdoms ------------------------------------------------------------------------------------------

    def _kingdoms(self, view: KardnarokView, names: Sequence[str], look: Look) -> list[RenderableType]:
        """One line a kingdom: coin, riches, hand, army, cube, rituals."""
        s = view.seen
        wide = look.width >= WIDE
        grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", expand=False)
        grid.add_column("", min_width=6)
        for title in ("coin", "silver", "bronze", "hand"):
            grid.add_column(title, justify="right", no_wrap=True, min_width=len(title) + (title == "hand"))
        grid.add_column("army", no_wrap=True)
        if s.seats > 2:
            grid.add_column("defence", justify="right", no_wrap=True, min_width=7)
        grid.add_column("rituals", no_wrap=True, min_width=7)
        if wide:
            grid.add_column("", no_wrap=True)
        turn = s.order[s.turn] if 0 <= s.turn < len(s.order) else -1
        for seat in s.order or range(s.seats):
            here = seat == turn and s.outcome is None
            label = fit((look.sign("▸") if here else " ") + names[seat], 13, look.ascii).rstrip()
            name = RichText(label, look.seat(seat) + (" bold" if here else ""), no_wrap=True)
            coin = str(view.coin(seat)) if s.coins[seat] else look.sign("−")
            hand = f"{len(s.hand_w[seat])}W {len(s.hand_n[seat])}N"
            cells: list[RichText | str] = [name, coin, str(view.silver(seat)), str(s.bronze[seat]), hand]
            cells.append(self._open_army(view, seat, look))
            if s.seats > 2:
                cells.append(f"+{view.cube(seat)}")
            cells.append(self._rituals(view, seat, look))
            if wide:
                cells.append(RichText(view.kingdom(seat), "dim"))
            grid.add_row(*cells)
        about = "3D Force, rune; W Warriors, N Norns; ? face-down; O T F rituals to choose"
        return [grid, RichText(about, "dim")] if s.round <= 2 else [grid]

    def _open_army(self, view: KardnarokView, seat: int, look: Look) -> RichText:
        """An army as it lies before everybody: three names of one's own would not fit into the table."""
        s, box = view.seen, view.box
        cards = [hero if s.heroes_up[seat] else "" for hero in s.leaders[seat]]
        cards += [card if s.shown[place] else "" for place in (2 * seat, 2 * seat + 1) for card in s.army[place]]
        out = RichText(" ", no_wrap=True).join(self._card(box, card, look, box.force) for card in cards)
        return out if cards else RichText("in hand", "dim")

    def _army(self, view: KardnarokView, seat: int, look: Look) -> RichText:
        """The Hero and the Warriors of an army, as far as the viewer sees them."""
        s, box = view.seen, view.box
        out = RichText()
        for hero in s.leaders[seat]:
            out.append_text(self._card(box, hero, look, box.force))
            if view.counted() and view.impeded(seat):
                out.append(" impeded", look.colour("red"))
        for place in (2 * seat, 2 * seat + 1):
            for card in s.army[place]:
                out.append(look.sign(" · ") if out.plain else "")
                shown = self._card(box, card, look, box.force)
                if view.slain(place):
                    shown.stylize("strike")
                    shown.append(" slain", look.colour("red"))
                out.append_text(shown)
        return out if out.plain else RichText("in hand", "dim")

    def _card(self, box: KardnarokBox, card: str, look: Look, force: dict[str, int]) -> RichText:
        """A card with its Force and rune; a sign for a face-down one."""
        if card not in box.cards:
            return RichText("?", "dim")
        rune = box.cards[card].rune
        return look.card(card, f"{box.name(card)} {force.get(card, '')}{rune}".rstrip(), self.style(card, box, look))

    @staticmethod
    def _rituals(view: KardnarokView, seat: int, look: Look) -> RichText:
        """The first letters of the rituals that a kingdom can choose."""
        able = view.rituals(seat)
        return RichText(" ".join(god[0].upper() if god in able else look.sign("·") for god in GODS))

    # --- a combat ----------------------------------------------------------------------------------------------

    def _combat(self, view: KardnarokView, names: Sequence[str], look: Look, fight: Fight) -> Iterable[RenderableType]:
        """Two armies face to face; once they are revealed, both totals part by part and the Force Counter."""
        half = (look.width - GAP) // 2
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_column(width=half)
        grid.add_column(width=half)
        grid.add_row(*(self._head(view, names, look, fight, side) for side in (ATTACKER, DEFENDER)))
        grid.add_row(*(self._army(view, seat, look) for seat in fight.seats))
        if fight.counted:
            sheet = view.sheet()
            if fight.final is None or fight.final == view.totals():  # bronze or Warriors that left can change a sum
                grid.add_row(*(self._parts(view, sheet[side], look) for side in (ATTACKER, DEFENDER)))
        elif fight.uses:
            grid.add_row(*(self._uses(view, fight, side, look) for side in (ATTACKER, DEFENDER)))
        yield grid
        if fight.counted:
            yield from self._counter(view, names, look, fight)
        yield from self._outside(view, names, look, fight)

    def _head(self, view: KardnarokView, names: Sequence[str], look: Look, fight: Fight, side: int) -> RichText:
        """Who attacks or defends, with what he has."""
        s = view.seen
        seat = fight.seats[side]
        out = RichText()
        out.append(f"{'AD'[side]} {names[seat]} {SIDES[side]}", f"bold {look.seat(seat)}")
        if fight.rituals[side]:
            god = fight.rituals[side]
            out.append(look.sign(" · ")).append_text(look.card(f"ritual-{god}", god.title(), look.colour("orange")))
        if side == DEFENDER and view.cube(seat):
            out.append(look.sign(f" · cube +{view.cube(seat)}"))
        if fight.closed[side]:
            out.append(look.sign(" · closed"))
        coin = f"coin {view.coin(seat)}" if s.coins[seat] else "no coin"
        facts = f"\n{coin} · {s.bronze[seat]} bronze · {len(s.hand_w[seat])}W {len(s.hand_n[seat])}N"
        out.append(look.sign(facts), "dim")
        if s.bought[seat]:
            out.append(f" +{len(s.bought[seat])} bought", "dim")
        return out

    def _parts(self, view: KardnarokView, items: Sequence[Item], look: Look) -> RichText:
        """Everything that a total is made of, with its source; what is taken off comes last."""
        box = view.box
        out = RichText()
        many = Counter(item for item in items if item.kind == "item.reinforcement")  # "+3 Villager reinforcements"
        single = [item for item in items if item not in many]
        for item in sorted((*single, *many), key=lambda item: item.n < 0):
            n = many.get(item, 1)
            if out.plain:
                out.append(look.sign(" · "))
            sign = "+" if item.n >= 0 else "−"
            name = box.name(item.card) if item.card else "defence cube"
            out.append(look.sign(f"{sign}{abs(item.n) * n} "), "bold")
            how = HOW.get(item.kind, "")
            label = f"{name} {how}{'s' if n > 1 else ''}".rstrip()
            if item.card:
                out.append_text(look.card(item.card, label, self.style(item.card, box, look)))
            else:
                out.append(label)
        return out

    def _uses(self, view: KardnarokView, fight: Fight, side: int, look: Look) -> RichText:
        """The Norns that a side has used before the reveal."""
        out = RichText()
        for use in fight.uses:
            if use.side == side:
                out.append(look.sign(" · ") if out.plain else "")
                out.append_text(self._use(view, use, look))
        return out

    def _use(self, view: KardnarokView, use: Use, look: Look) -> RichText:
        box = view.box
        name = box.choices[use.card][use.option][0]
        label = f"{box.name(use.card)}: {name}" if name else box.name(use.card)
        out = look.card(use.card, label, look.colour("violet"))
        if not use.active:
            out.append(" cancelled", look.colour("red"))
        return out

    def _counter(self, view: KardnarokView, names: Sequence[str], look: Look, fight: Fight) -> Iterable[RichText]:
        """The Force Counter with both markers, the totals, and who has the initiative and why."""
        totals = fight.final if fight.final is not None else view.totals()
        spaces = RichText(no_wrap=True)
        marks = RichText(no_wrap=True)
        for space in range(20):
            at = [side for side in (ATTACKER, DEFENDER) if counter(totals[side]) == space]
            spaces.append(f"{space:>3}", "bold" if at else "dim")
            letters = "".join("AD"[side] for side in at)
            marks.append(f"{letters:>3}", f"bold {look.seat(fight.seats[at[0]])}" if at else "")
        yield spaces
        yield marks
        why = RichText()
        for side, seat in enumerate(fight.seats):
            why.append(f"{names[seat]} {totals[side]}", f"bold {look.seat(seat)}").append("  ")
        if fight.winner >= 0:
            why.append(f"The combat is over: {names[fight.seats[fight.winner]]} has won.")
        else:
            why.append(f"{names[fight.seats[view.losing()]]} has the initiative: {BECAUSE[view.losing_by(totals)]}.")
        yield why

    def _outside(self, view: KardnarokView, names: Sequence[str], look: Look, fight: Fight) -> Iterable[RichText]:
        """The kingdoms outside the combat, and contracts with them."""
        s = view.seen
        others = [seat for seat in range(s.seats) if seat not in fight.seats]
        if not others:
            return
        out = RichText("Outside: ", "dim")
        for at, seat in enumerate(others):
            out.append(look.sign(" · ") if at else "")
            out.append(names[seat], look.seat(seat))
            out.append(f" {s.bronze[seat]} bronze {len(s.hand_w[seat])}W {len(s.hand_n[seat])}N", "dim")
            for side, contract in enumerate(fight.contracts):
                if contract is not None and contract.kingdom == seat:
                    what = "helps" if contract.serves else "keeps still for"
                    out.append(f" {what} {names[fight.seats[side]]} for {contract.fee}", "bold")
                    out.append(f", {contract.helps} of 2 Norns used" if contract.serves else "", "bold")
        yield out

    # --- the viewer's own cards --------------------------------------------------------------------------------

    def _own(self, view: KardnarokView, look: Look) -> list[RichText]:
        """The hand, the reserve Hero, cards looked at and bought."""
        s, box, seat = view.seen, view.box, view.viewer
        if seat is None:
            return []
        out = RichText()
        if view.seen.fight is None and (s.leaders[seat] or s.army[2 * seat]):
            out.append("Your army: ", "bold").append_text(self._army(view, seat, look)).append("  ")
        out.append("Your hand: ", "bold")
        self._list(out, view.hand(), box, look)
        if not view.hand():
            out.append("empty", "dim")
        if s.reserve[seat]:
            out.append("  Heroes: " if len(s.reserve[seat]) > 1 else "  Hero: ", "bold")
            self._list(out, s.reserve[seat], box, look)
        for title, pile in (("Bought", s.bought[seat]), ("Looked at", (*s.peek_w[seat], *s.peek_n[seat]))):
            if pile:
                out.append(f"  {title}: ", "bold")
                self._list(out, pile, box, look)
        return [out]

    def _list(self, out: RichText, cards: Sequence[str], box: KardnarokBox, look: Look) -> None:
        for at, card in enumerate(cards):
            out.append(look.sign(" · ") if at else "")
            out.append_text(self._card(box, card, look, box.force))

    # --- scores ------------------------------------------------------------------------------------------------

    def scores(self, view: KardnarokView, names: Sequence[str], look: Look) -> RenderableType:
        """Riches: silver coins won, and bronze."""
        s, box = view.seen, view.box
        grid = Table(box=None, padding=(0, 1), header_style="dim", title="Riches", title_justify="left")
        grid.add_column("")
        for title in ("silver coins", "silver", "bronze", "riches"):
            grid.add_column(title, justify="right")
        for seat in view.ranking():
            coins = " ".join(str(box.value[card]) for card in s.won[seat]) or look.sign("−")
            cells = (coins, str(view.silver(seat)), str(s.bronze[seat]), str(view.riches(seat)))
            grid.add_row(RichText(names[seat], look.seat(seat)), *cells)
        lines: list[RenderableType] = [grid]
        if any(s.ties):
            for seat, cards in enumerate(s.ties):
                if cards:
                    sums = sum(box.force[card] for card in cards)
                    drawn = ", ".join(f"{box.name(card)} {box.force[card]}" for card in cards)
                    lines.append(RichText(f"Tie: {names[seat]} draws {drawn}: {sums}", look.seat(seat)))
        return Group(*lines)

    @staticmethod
    def style(card: str, box: KardnarokBox, look: Look) -> str:
        """The colour of a card, by its kind."""
        return look.colour(KINDS.get(box.cards[card].kind, ""))


LAYOUT = KardnarokTable()
