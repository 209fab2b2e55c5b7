"""What leading a game at one device comes down to, whatever shows it: how it begins, what is said when, how it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from screens.start import NewGame
from thorgames.bots import reasons
from thorgames.core.advice import Judged
from thorgames.core.ask import Answer, Ask, total
from thorgames.core.chance import Dealer
from thorgames.core.info import Lesson
from thorgames.core.text import Event, Msg, Span, Text, plain
from thorgames.games import registry
from thorgames.session import Session, Step, next_place

# --- how it begins -------------------------------------------------------------------------------------------------


def new_session(new: NewGame) -> Session:
    """A new game, with the cards it is to be played with.

    Raises:
        CardFileError, SetupError: it cannot begin like that.
    """
    from screens.owners import cards_of, read_box

    cards = read_box(new.setup.game, new.cards) if new.cards is not None else cards_of(new.setup.game)
    dealer = Dealer(new.seed) if new.seed is not None else None
    return Session(registry.load(new.setup.game, cards), new.setup, new.names, new.holders, dealer)


def once_more(session: Session, mode: str = "") -> Session:
    """Another game like a finished one (in another mode, if one is named); the first seat moves on.

    Raises:
        SetupError: the other mode is not for so many.
    """
    first = session.game.first_seat(session.state)
    options = dict(session.setup.options)
    if "first" in options and first is not None:
        options["first"] = str((first + 1) % session.setup.seats + 1)
    setup = session.game.setup(mode or session.setup.mode, session.setup.seats, options)
    return Session(session.game, setup, session.names, session.holders)


# --- what is said --------------------------------------------------------------------------------------------------


def progress(session: Session) -> str:
    """How far the game has gone, in words that everybody may read."""
    return session.speaker.plain(session.game.progress(session.view(None)))


def hand_to(session: Session, seat: int, ask: Ask | None, done: bool = False) -> str:
    """Why the device changes hands, and to whom (done: to one whose turn is over, but who has not passed it on)."""
    pending, name = session.pending(), session.names[seat]
    if done:
        return f"{name}'s turn is done, but the device was not passed on yet: hand it to {name}."
    if ask is not None and pending is not None and pending.mode == "sealed":
        return f"Everybody chooses in secret. Hand the device to {name}."
    return f"It is {name}'s turn: hand the device over."


def let_words(session: Session, ask: Ask) -> str:
    """What it means not to react, in the words of the game if it has any."""
    let = f"{ask.kind}.let"
    return session.speaker.plain(Msg(let, ask.args)) if let in session.speaker.words else "let it happen"


def where_next(session: Session, at: int | None, chapter: bool) -> str:
    """What happens when the device is passed on by the seat that has it, whose hand is still to be seen."""
    if chapter:
        return "Your turn is done, and the round is over. Pass it on, and everybody looks at the scores."
    place = next_place(session.pending(), at, session.persons)
    if place.kind == "announce":
        return f"{session.names[place.seat]} may answer next. Pass it on, and everybody may look."
    if place.kind == "cover":
        return f"Your turn is done. Hand the device to {session.names[place.seat]}."
    if place.kind == "bot":
        return f"Your turn is done. {session.names[place.seat]} plays next: pass it on, and everybody may look."
    return "Your turn is done. Pass it on, and everybody may look."


def hint_words(session: Session, ask: Ask, hint: Judged) -> Text:
    """A hint: what would be answered, in the words of the choices, and why."""
    game = session.game
    speaker = reasons(game, session.names)
    options = {option.id: option for option in ask.options}
    labels: list[Text] = []
    for id in hint.answer:
        option = options[id]
        label, of = speaker.say(ask.label(option)), game.box.name(option.group) if option.group else ""
        if of and not plain(label).startswith(of):
            label = (Span(of, card=option.group), Span(": "), *label)
        labels.append(label)
    said = Counter(labels)  # several alike are told once, with their number
    text: list[Span] = [Span("Hint: ")]
    between = "; " if any("," in plain(label) for label in said) else ", "
    for at, (label, n) in enumerate(said.items()):
        text += [Span(between if at else ""), *label, *((Span(f" ×{n}"),) if n > 1 else ())]
    if not labels:
        text.append(Span("none of these"))
    end = " " if plain(tuple(text)).endswith(".") else ". "
    return (*text, Span(end), *speaker.say(hint.why))


def adding_up(session: Session, ask: Ask, answer: Answer) -> Text:
    """What a choice (perhaps not complete yet) adds up to, of what is needed; () where nothing is added up."""
    sums = session.game.sums(ask, answer)
    if sums is not None:
        return session.speaker.say(sums)
    have, need = (" ".join(map(str, amounts)) for amounts in (total(ask, answer), ask.need))
    return (Span(f"{have} of {need}"),) if ask.need else ()


def told_privately(session: Session, seat: int) -> list[Event]:
    """What the last answer told a seat alone (a card drawn)."""
    out: list[Event] = []
    for step in reversed(session.steps):
        out = [e for e in step.events if e.secret and seat in e.to] + out
        if step.seat >= 0:
            break
    return out


def since_last_turn(session: Session, seat: int) -> list[Text]:
    """What happened after the last answer of a seat (from the beginning, if it has given none).

    In the middle of a turn, when nothing has happened since its last answer: what happened before this turn. Alone
    against an automaton: its last doings, which follow from the player's own answer.
    """
    steps = session.steps
    first = last_interlude(session, seat)
    if first >= 0:
        after = next((i for i in range(first + 1, len(steps)) if steps[i].seat == seat), len(steps))
        return told(session, seat, first, after)
    end = len(steps)
    while True:
        first = next((i + 1 for i in range(end - 1, -1, -1) if steps[i].seat == seat), 0)
        lines = told(session, seat, first, end)
        if lines or not first:
            return lines
        end = first - 1


def last_interlude(session: Session, seat: int) -> int:
    """The last answer of a lone player after which an automaton did something: its place among the steps.

    It is 0 where the automaton began, and -1 where there is no automaton.
    """
    kinds, steps = session.game.interludes, session.steps
    if kinds and len(session.persons) == 1:
        acted = False
        for at in range(len(steps) - 1, -1, -1):
            acted = acted or any(event.kind in kinds for event in steps[at].events)
            if acted and (steps[at].seat == seat or not at):
                return at
    return -1


def told(session: Session, viewer: int | None, first: int, end: int) -> list[Text]:
    """What some steps have to tell a seat, or the table."""
    return [session.speaker.tell(event, viewer) for step in session.steps[first:end] for event in step.events]


def next_lesson(session: Session, seat: int, ask: Ask, known: Collection[str]) -> Lesson | None:
    """What should be explained to a newcomer who is asked this, and has not been yet; None in most games."""
    lessons = session.game.lessons(session.view(seat), ask)
    return next((lesson for lesson in lessons if lesson.id not in known), None)


# --- how a part of it ends, and the whole --------------------------------------------------------------------------


def ends_chapter(session: Session, steps: Sequence[Step]) -> bool:
    """Whether a part of the game ended in some steps, after which the table looks at where things stand."""
    chapters = session.game.chapters
    return any(event.kind in chapters for step in steps for event in step.events)


def last_chapter(session: Session) -> Event | None:
    """What was said at the end of the last round, if that is not long ago."""
    chapters = session.game.chapters
    events = [event for step in session.steps[-8:] for event in step.events if event.kind in chapters]
    return events[-1] if events else None


def verdict(session: Session) -> tuple[str, str]:
    """Who has won a finished game, and why it ended; alone, the reason says both, and the second text is ""."""
    outcome = session.state.outcome
    assert outcome is not None
    reason = session.speaker.plain(Msg(outcome.reason))
    if len(outcome.ranks) == 1:
        lost = "You lost: " if outcome.reason.endswith(".lost") else ""  # a tie says so itself
        return lost + reason, ""
    winners = [session.names[seat] for seat, rank in enumerate(outcome.ranks) if rank == 1]
    if not winners:
        return "None of the players wins.", reason
    if len(winners) == 1:
        return f"{winners[0]} wins.", reason
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the victory.", reason


def next_mode(session: Session) -> str:
    """The mode that follows in a campaign; "" where none does."""
    campaign = session.game.info.campaign
    at = campaign.index(session.setup.mode) + 1 if session.setup.mode in campaign else len(campaign)
    return campaign[at] if at < len(campaign) else ""
