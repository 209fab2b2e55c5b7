"""A finished game as a list of positions, and what each pair of eyes may see of them.

A replay is looked at by everybody, so it shows in nobody's eyes what stays closed for good: a card is shown only where
the rules lay it open at the end (`Zone.after`), or where it came to lie open later in the game. A hand of Thor of which
three cards were never played shows those three face-down, to its owner's eyes too; so does a pile that somebody looked
at and put back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

from msgspec.structs import replace

from screens.storage import Storage, StorageError
from thorgames.core.ask import CHANCE, Ask
from thorgames.core.text import Event, Span, Text, plain
from thorgames.core.zones import BACK, Pile, Zone, everybody, nobody
from thorgames.session import Session, Step

Eyes = int | None
"""Whose eyes: a seat, None for the table, or `OPEN`."""

OPEN = -1
"""The eyes of somebody who sees every card that may be seen after the end."""

Place = tuple[str, int]
"""A pile: the field of the state, and its number there."""


def closed_for_good(n: int) -> str:
    """What is said of so many cards of a hand that were never laid open."""
    return f"{n} stay{'s' if n == 1 else ''} closed for good"


class StillSecret(StorageError):
    """The game is not over, so only the seats themselves may see what they see; the text is a sentence."""


def recorded(storage: Storage, game_id: str) -> Recording:
    """A saved game that is over, to be looked at.

    Raises:
        StorageError: there is no such game, or it is damaged, or (`StillSecret`) it is not over.
    """
    return Recording(finished(storage, game_id))


def finished(storage: Storage, game_id: str) -> Session:
    """A saved game that is over, or what is wrong with it, as `recorded` says it."""
    before = len(storage.notices)
    session = storage.load(game_id)
    del storage.notices[before:]  # they tell how play goes on; a recording tells itself where it stops
    if session.state.outcome is None:
        raise StillSecret(
            f"The game {game_id} is not over, so its cards are still secret: it can be looked at when it is finished."
            f" `thorgames resume {game_id}` goes on with it."
        )
    return session


def retrace(session: Session) -> tuple[list[Any], list[Step], str]:
    """The states that the steps of a session lead through, by the rules and cards of now.

    Returns:
        The states, the first of them before any step; the steps as they are told now; and a sentence if they do not
        lead to where the session stands, in which case only what is sound is returned.
    """
    game = session.game
    states, steps = [game.new(session.setup)], []
    refused = False
    for step in session.steps:
        try:
            result = game.apply(states[-1], step.seat, step.answer)
        except Exception:  # other rules may fail in any way
            refused = True
            break
        states.append(result.state)
        steps.append(Step(step.seat, step.answer, result.events))
    if not refused and game.pack(states[-1]) == game.pack(session.state):
        return states, steps, ""
    sound = next((at for at, step in enumerate(steps) if step.events != session.steps[at].events), len(steps))
    said = (
        f"The rules of this version do not lead to the saved end of this game: its answer {sound + 1} of"
        f" {len(session.steps)} does not fit them. It can be looked at up to there."
        if sound < len(session.steps)
        else "The rules of this version lead this game to another end than the saved one."
    )
    return states[: sound + 1], steps[:sound], said


class Recording:
    """A finished game to step through.

    Args:
        session: the game, with its steps.

    Attributes:
        session: the same.
        states: the state after each step, chance included; the first before any.
        steps: the steps.
        fault: a sentence where they do not lead to the saved end; "" if all is well.
        ends: for each position, how many steps lead to it. Chance belongs to the decision that called for it.
        turns: for each position, the number of its turn, as the game counts its length.

    Raises:
        StillSecret: the game is not over.
    """

    def __init__(self, session: Session) -> None:
        if session.state.outcome is None:
            raise StillSecret("The game is not over, so its cards are still secret.")
        self.session = session
        self.game = session.game
        self.states, self.steps, self.fault = retrace(session)
        steps = self.steps
        self.ends = [n for n in range(len(steps) + 1) if n == len(steps) or steps[n].seat != CHANCE]
        self.turns = [self.game.turns(self.states[end]) for end in self.ends]
        layout = self.game.layout
        self._kept = [zone for zone in layout.zones if zone.after is None and zone.sees not in (everybody, nobody)]
        self._shown = self._follow_cards()

    def __len__(self) -> int:
        return len(self.ends)

    def state(self, at: int) -> Any:
        """The state at a position."""
        return self.states[self.ends[at]]

    def span(self, at: int) -> range:
        """The steps that led to a position from the one before."""
        return range(self.ends[at - 1] if at else 0, self.ends[at])

    # --- turns -------------------------------------------------------------------------------------------------

    def next_turn(self, at: int) -> int:
        """The first position of the next turn; the last of all if there is none."""
        return next((later for later in range(at, len(self)) if self.turns[later] > self.turns[at]), len(self) - 1)

    def turn_before(self, at: int) -> int:
        """The first position of this turn, or if it is this one, of the turn before."""
        first = self.turn(self.turns[at])
        return first if first < at else self.turn(self.turns[max(0, at - 1)])

    def turn(self, number: int) -> int:
        """The first position of a turn."""
        return next((at for at, turn in enumerate(self.turns) if turn >= number), len(self) - 1)

    def turn_list(self) -> list[tuple[int, int, str]]:
        """Every turn: its number, its first position, and how far the game had gone there."""
        found = [(number, self.turn(number)) for number in sorted(set(self.turns))]
        return [(number, at, self.progress(at)) for number, at in found]

    def progress(self, at: int) -> str:
        """How far the game had gone at a position."""
        return self.session.speaker.plain(self.game.progress(self.game.view(self.state(at), None)))

    # --- whose eyes --------------------------------------------------------------------------------------------

    def eyes_after(self, eyes: Eyes) -> Eyes:
        """The next eyes: the table's, each seat's, those that see all that may be seen, and the table's again."""
        order: list[Eyes] = [None, *range(self.session.setup.seats), OPEN]
        return order[(order.index(eyes) + 1) % len(order)]

    def whose(self, eyes: Eyes) -> str:
        """Whose eyes these are."""
        if eyes is None:
            return "the table's eyes"
        return "open cards" if eyes == OPEN else f"{self.session.names[eyes]}'s eyes"

    # --- which cards may be seen -------------------------------------------------------------------------------

    @staticmethod
    def _opened(zone: Zone, state: Any, index: int) -> bool:
        """Whether a pile lies open to the table, now or at the end of the game."""
        return zone.seen(state, index, None) or (zone.after is not None and zone.after(state, index, None))

    def _lying_open(self, state: Any) -> Counter[str]:
        """The cards of all piles that lie open."""
        cards: Counter[str] = Counter()
        for zone in self.game.layout.zones:
            for index, pile in enumerate(zone.piles(state)):
                if pile and self._opened(zone, state, index):
                    cards.update(pile)
        return cards

    def _follow_cards(self) -> list[dict[Place, Counter[str]]]:
        """For each state, which cards lie open later of those that the rules keep closed where they lie.

        It goes from the end to the beginning: a card that stays in its pile is shown if it is later; one that leaves
        it is shown if it then lies open, or is named before everybody on its way.
        """
        box = self.game.box.cards
        shown: list[dict[Place, Counter[str]]] = [{} for _ in self.states]
        for number in range(len(self.states) - 1, -1, -1):
            state, now = self.states[number], shown[number]
            piles = {
                (zone.field, index): Counter(pile)
                for zone in self._kept
                for index, pile in enumerate(zone.piles(state))
                if pile and not self._opened(zone, state, index)
            }
            if not piles or number == len(self.states) - 1:
                now.update({place: Counter() for place in piles})
                continue
            step, after, later = self.steps[number], self.states[number + 1], shown[number + 1]
            for place, pile in piles.items():
                now[place] = pile & self._pile(after, place) & later.get(place, pile)
            fresh = self._lying_open(after) - self._lying_open(state)
            for cards in later.values():
                fresh += cards
            for cards in now.values():
                fresh -= cards
            fresh |= Counter(
                card for event in step.events for arg in event.args for card in str(arg).split() if card in box
            )
            for place in sorted(piles, key=lambda place: place[1] != step.seat):  # what is played comes from the player
                left = (piles[place] - self._pile(after, place)) & fresh
                now[place] += left
                fresh -= left
        return shown

    @staticmethod
    def _pile(state: Any, place: Place) -> Counter[str]:
        """The cards of a pile; of none, if it is there no more."""
        field, index = place
        value = getattr(state, field)
        if value and isinstance(value[0], str):
            return Counter(value)
        return Counter(value[index] if index < len(value) else ())

    def _masked(self, number: int, place: Place, pile: Pile) -> Pile:
        """A pile with what stays closed for good face-down."""
        left = self._shown[number].get(place)
        if left is None:
            return pile
        left, out = left.copy(), []
        for card in pile:
            out.append(card if left[card] > 0 else BACK)
            left[card] -= 1
        return tuple(out)

    def view(self, at: int, eyes: Eyes) -> Any:
        """The position through a pair of eyes."""
        number = self.ends[at]
        state = self.states[number]
        view = self.game.view(state, None if eyes == OPEN else eyes)
        zones = self.game.layout.zones if eyes == OPEN else self._kept
        fields: dict[str, Any] = {}
        for zone in zones:
            piles = []
            for index, (true, seen) in enumerate(zip(zone.piles(state), zone.piles(view.seen), strict=True)):
                place = (zone.field, index)
                if eyes == OPEN and (place in self._shown[number] or self._opened(zone, state, index)):
                    seen = true
                piles.append(seen if BACK in seen else self._masked(number, place, seen))
            fields[zone.field] = tuple(piles) if zone.many else piles[0]
        return replace(view, seen=view.seen.but(**fields))

    def hands(self, at: int, eyes: Eyes) -> list[tuple[int, list[tuple[str, list[str]]]]]:
        """What these eyes see and the table does not, by seat: (what it is called, its cards) of each place.

        A card that stays closed for good is a `BACK`; the hand itself is called "".
        """
        state, seen = self.state(at), self.view(at, eyes).seen
        hands: dict[int, dict[str, list[str]]] = {}
        for zone in self.game.layout.zones:
            piles = zone.piles(state)
            for index, pile in enumerate(zone.piles(seen)):
                seats = [seat for seat in range(state.seats) if zone.seen(state, index, seat)]
                if not pile or not seats or zone.seen(state, index, None):
                    continue
                if eyes != OPEN and eyes not in seats:
                    continue
                owner = index * state.seats // len(piles)
                seat = owner if owner in seats else seats[0]
                places = hands.setdefault(seat if eyes == OPEN or eyes is None else eyes, {})
                places.setdefault(self.game.all_words.get(f"zone.{zone.field}", ""), []).extend(pile)
        return [(seat, list(places.items())) for seat, places in sorted(hands.items())]

    # --- what is told ------------------------------------------------------------------------------------------

    def _may_tell(self, number: int, seat: int, cards: set[str]) -> bool:
        """Whether a step may be told with these cards: none of them stays closed for good."""
        open_: set[str] = set()
        closed: set[str] = set()
        for near in (number, number + 1):
            state = self.states[near]
            open_ |= self._lying_open(state).keys()
            for (field, index), shown in self._shown[near].items():
                open_ |= (+shown).keys()
                zone = next(zone for zone in self._kept if zone.field == field)
                if zone.seen(state, index, seat):
                    closed |= (self._pile(state, (field, index)) - shown).keys()
        open_ |= {word for event in self.steps[number].events for arg in event.args for word in str(arg).split()}
        return cards <= open_ and not cards & closed

    def _cards(self, args: tuple[Any, ...]) -> set[str]:
        """The cards among some arguments."""
        return {card for arg in args for card in str(arg).split() if card in self.game.box.cards}

    def events(self, numbers: range, eyes: Eyes) -> Iterator[tuple[int, Text]]:
        """What some steps tell these eyes: the number of the step, and the words."""
        speaker = self.session.speaker
        for number in numbers:
            for event in self.steps[number].events:
                yield number, speaker.tell(event, self._ear(number, event, eyes))

    def _ear(self, number: int, event: Event, eyes: Eyes) -> Eyes:
        """As whom these eyes may read of an event: as one who was told more, or as the table."""
        if not event.secret or not event.to:
            return None
        if eyes == OPEN and self._cards(event.secret):
            eyes = event.to[0]
        if eyes is None or eyes not in event.to or not self._may_tell(number, eyes, self._cards(event.secret)):
            return None
        return eyes

    def question(self, at: int) -> Text:
        """Who was asked what at the decision that led to a position."""
        if not at:
            return (Span("The beginning."),)
        seat, speaker = self.steps[self.ends[at - 1]].seat, self.session.speaker
        name, asked = speaker.seat_name(seat), speaker.say(self._ask(at).prompt())
        return asked if plain(asked).startswith(name) else (Span(name, seat=seat), Span(": "), *asked)

    def answer(self, at: int, eyes: Eyes) -> Text:
        """What was answered, as far as these eyes may know it: what was chosen, or else what was told of it."""
        if not at:
            return ()
        number = self.ends[at - 1]
        step, before, after = self.steps[number], self.states[number], self.states[number + 1]
        pending = self.game.pending(before)
        assert pending is not None
        private = any(getattr(before, name) != getattr(after, name) for name in self.game.layout.private)
        if eyes in (step.seat, OPEN) or (pending.mode == "deal" and not private):
            return self._chosen(number, self._ask(at))
        told = [line for _, line in self.events(range(number, number + 1), eyes)]
        return told[0] if told else (Span("not to be seen by these eyes"),)

    def clause(self, at: int) -> str:
        """The clause of the question that led to a position; at the beginning, of the first question."""
        return self._ask(max(1, at)).rule

    def _ask(self, at: int) -> Ask:
        """The question that was answered at the decision that led to a position."""
        number = self.ends[at - 1]
        pending = self.game.pending(self.states[number])
        ask = pending.ask_of(self.steps[number].seat) if pending is not None else None
        assert ask is not None, "what was answered was asked"
        return ask

    def _chosen(self, number: int, ask: Ask) -> Text:
        """The options chosen in a step, in words."""
        step, speaker = self.steps[number], self.session.speaker
        options = {option.id: option for option in ask.options}
        out: list[Span] = []
        for at, id in zip(count(), step.answer):
            option = options[id]
            cards = self._cards((*option.refs, option.group))
            out += [Span(", ")] if at else []
            if self._may_tell(number, step.seat, cards & self._hidden(number)):
                out += speaker.say(ask.label(option))
            else:
                out.append(Span("something that stays closed"))
        return tuple(out) if out else (Span("nothing"),)

    def _hidden(self, number: int) -> set[str]:
        """The cards that can lie closed at all: what an answer says of others is no secret."""
        state = self.states[number]
        return {card for cards in self.game.all_cards(state).values() for card in cards}
