"""Thor as a game of the house: what it is called, how it is set up, what is told about its questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thorgames.core.ask import Answer, Ask, Barred
from thorgames.core.game import Game
from thorgames.core.info import Choice, Setting, Setup
from thorgames.core.text import Msg
from thorgames.games.thor.cards import ACTION, ThorBox
from thorgames.games.thor.info import INFO
from thorgames.games.thor.rules import LIMIT, SET_ASIDE, PlayStep, Preparation, S, box_offerings, ending
from thorgames.games.thor.state import LAYOUT
from thorgames.games.thor.view import ThorView, preview
from thorgames.games.thor.words import WORDS

BIG = "big"


def begun(s: S) -> int:
    """The turns of the round that have begun, the one that is asked for with them."""
    return s.turn + (bool(s.agenda) and isinstance(s.agenda[-1], PlayStep))


class Thor(Game[S, ThorView, ThorBox]):
    """Thor: Basic Game for 2 to 5, Big Game for 4 to 6, each with or without Thor's Will (THR-04 to THR-06)."""

    info = INFO
    layout = LAYOUT
    plays = frozenset({"action.placed", "action.removed"})
    words = WORDS
    state_type = S
    view_type = ThorView
    box_type = ThorBox
    chapters = frozenset({"round.scored"})

    def settings(self, mode: str, seats: int) -> tuple[Setting, ...]:
        """Thor's Will (THR-06, THR-R-04), number of rounds (THR-51, THR-R-35), start player (THR-16)."""
        few = "Thor's Will is for 3 to 6 players" if seats < 3 else ""
        return (
            Setting(
                "thors-will",
                "Thor's Will",
                (Choice("no", "without"), Choice("yes", "with the 14 action cards", few)),
                "no",
                "Action cards change what a god is worth, move god cards, or remove one another.",
            ),
            Setting(
                "rounds",
                "Rounds",
                tuple(Choice(str(n), str(n)) for n in range(1, seats + 1)),
                str(seats),
                "As many rounds as players make each player start once.",
            ),
            self.first_player(seats),
        )

    def start(self, setup: Setup) -> S:
        """A match before its first round."""
        return S(
            seats=setup.seats,
            agenda=(Preparation(),),
            gods=self.box.all_gods if setup.mode == BIG else self.box.basic_gods,
            will=setup.options["thors-will"] == "yes",
            rounds=int(setup.options["rounds"]),
            start=setup.first,
        )

    def all_cards(self, state: S) -> dict[str, Counter[str]]:
        """Offerings of the gods in play, and with Thor's Will the action cards."""
        if not state.columns:
            return {}
        actions = self.box.count(ACTION) if state.will else Counter[str]()
        return {"offering": box_offerings(state, self.box), "action": actions}

    def barred(self, view: ThorView, ask: Ask) -> tuple[Barred, ...]:
        """Why an action card cannot go somewhere, a stack be taken from, or nothing be taken."""
        s, box = view.seen, self.box
        if ask.kind.startswith("play"):
            out: list[Barred] = []
            for card in dict.fromkeys(s.actions[ask.seat]):
                for god, slot in zip(s.gods, s.slots, strict=True):
                    if not box.placeable(card):
                        why, rule = Msg("why.not-placeable", (card,)), "THR-73"
                        out.append(Barred(f"{card}>{god}", (card, god), why, rule, "play.place"))
                    elif slot:
                        why = Msg("why.slot-taken", (god, slot[0]))
                        out.append(Barred(f"{card}>{god}", (card, god), why, "THR-64", "play.place"))
                    if not slot:
                        why = Msg("why.slot-empty", (god,))
                        out.append(Barred(f"{card}<{god}", (card, god), why, "THR-65", "play.remove.none"))
            return tuple(out)
        if ask.kind.startswith("take"):
            empty = [
                Barred(god, (god,), Msg("why.stack-empty", (god,)), "THR-27", "take.god")
                for god, left in zip(s.gods, s.stacks, strict=True)
                if not left
            ]
            if s.will and not s.deck:
                empty.append(Barred("draw", (), Msg("why.deck-empty"), "THR-R-15", "take.draw"))
            if not any(o.id == "nothing" for o in ask.options):
                empty.append(Barred("nothing", (), Msg("why.must-take"), "THR-26", "take.nothing"))
            return tuple(empty)
        return ()

    def preview(self, view: ThorView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
        """What a god is worth now and after the choice, and what that makes of one's points."""
        return preview(view, ask, answer)

    def progress(self, view: ThorView) -> Msg:
        """The round and the turn."""
        return Msg("progress", (view.seen.round, view.seen.rounds, max(1, begun(view.seen))))

    def first_seat(self, state: S) -> int | None:
        """The start player of the first round."""
        return state.played[0].start if state.played else state.start if state.start >= 0 else None

    def turns(self, state: S) -> int:
        """The turns of all rounds so far, with the one that is under way."""
        finished = sum(r.turns for r in state.played)
        return finished if len(state.played) == state.round else finished + begun(state)

    def wrong(self, state: S) -> Sequence[str]:
        """The invariants of a round besides the census of offerings and action cards."""
        if not state.columns:
            return ()
        return tuple(_wrong(state, self.box))


def _wrong(s: S, box: ThorBox) -> list[str]:
    """Broken invariants, one sentence each."""
    faults = []
    for at, god in enumerate(s.gods):
        taken = sum(display[at] for display in s.displays)
        if s.stacks[at] + taken != box.cards[god].copies or s.stacks[at] < 0 or any(d[at] < 0 for d in s.displays):
            faults.append(f"god {at}: {s.stacks[at]} in the stack and {taken} taken")
        if any(box.god_of[card] != god for card in s.columns[at]):
            faults.append(f"god {at}: an offering of another god in its column")
        if len(s.slots[at]) > 1 or any(not box.placeable(card) for card in s.slots[at]):
            faults.append(f"god {at}: wrong cards in its slot")
    if not s.turn:
        return faults
    longest = max(len(column) for column in s.columns)
    over = s.outcome is not None
    if longest > LIMIT or (longest == LIMIT and not ending(s)):
        faults.append("too many offerings beneath one god")
    if len(s.out) % 2:
        faults.append("an odd number of action cards out of the game")
    offered = sum(len(column) for column in s.columns)
    acted = sum(len(slot) for slot in s.slots) + len(s.out)
    if offered + acted != s.turn:
        faults.append(f"{s.turn} turns, but {offered} offerings and {acted} action cards played")
    if not s.will and (s.deck or s.out or any(s.actions) or any(s.slots)):
        faults.append("action cards without Thor's Will")
    if not over and s.outcome is None and any(not hand for hand in s.offerings) and s.will and not ending(s):
        faults.append("a player without offerings, but the round goes on")
    sizes = {len(hand) for hand in s.offerings}
    if not s.will and max(sizes) - min(sizes) > 1:
        faults.append("hands of unequal size")
    if len(s.aside) != SET_ASIDE[len(s.gods), s.seats]:
        faults.append("the offerings set aside have changed")
    if len(s.played) != (s.round if over else s.round - 1):
        faults.append("rounds and scores do not agree")
    return faults


GAME = Thor
