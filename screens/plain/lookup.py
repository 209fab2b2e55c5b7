"""What a player may want to know before answering, in lines: the table, the hand, the log, rules and cards."""

from __future__ import annotations

from screens.leading import hint_words, progress, since_last_turn, told
from screens.plain.question import Question
from screens.plain.tables import words
from screens.words import SOURCES
from thorgames.bots import advise
from thorgames.core.text import plain
from thorgames.pages import clauses
from thorgames.search import everything, find, fold, nearest
from thorgames.session import Session

LOG = 20
"""Lines of the log that are told unless more are asked for."""

HITS = 8
"""Rules and cards that are told at once for a search."""

HELP = (
    ("2", "choose what has the number 2; where several may be chosen: 1 3 5, and Enter to confirm"),
    ("2?", "what choosing number 2 would do"),
    ("Enter", "confirms, or chooses nothing where that is allowed, or tells the question again"),
    ("t", "the table: everything that lies there, and whose turn it is"),
    ("h", "your own hand"),
    ("o", "on the open table: open your own hand behind a cover"),
    ("i NAME", "a card large, by its name or by the number of a choice (or: card NAME)"),
    ("f", "the rule of this question; f WORDS searches the rules (or: rules WORDS)"),
    ("w", "a hint: what the computer would do in your place, and why"),
    ("l", f"the last {LOG} lines of the log; l 50 more of them, l NAME those with a word in them"),
    ("s", "what has happened since your last turn"),
    ("p", "the points so far"),
    ("u", "take back your last answer, as far as nothing new was seen and nobody else has acted"),
    ("a", "the question again"),
    ("q", "save and leave (every answer is saved anyway)"),
    ("?", "these commands"),
)
"""Command -> what it does."""

LETTERS = {
    **{"table": "t", "hand": "h", "open": "o", "card": "i", "rules": "f", "rule": "f", "f1": "f", "log": "l"},
    **{
        "hint": "w",
        "why": "w",
        "since": "s",
        "points": "p",
        "score": "p",
        "undo": "u",
        "again": "a",
        "quit": "q",
        "help": "?",
    },
}
"""Words for the commands."""

KNOWN = frozenset("thoifwlspuaq?")
"""All commands."""


def command(line: str) -> tuple[str, str]:
    """The letter of a command and what follows it; "" for what is none."""
    word, _, rest = line.partition(" ")
    letter = LETTERS.get(word.casefold(), word.casefold())
    return (letter, rest.strip()) if letter in KNOWN else ("", line)


def helped() -> list[str]:
    """All commands."""
    return [f"{key}: {what}." for key, what in HELP]


def answered(letter: str, rest: str, session: Session, viewer: int | None, question: Question | None) -> list[str]:
    """What is told for a command that changes nothing."""
    match letter:
        case "t":
            return table(session, viewer)
        case "h":
            return hand(session, viewer)
        case "i":
            return card(session, rest, question)
        case "f":
            return rules(session, rest, (question.clause or question.ask.rule) if question is not None else "")
        case "w":
            return hint(session, viewer, question)
        case "l":
            return log(session, viewer, rest)
        case "s":
            return since(session, viewer)
        case "p":
            return words(session.setup.game).scores(session.view(viewer), session.names)
        case "a" if question is not None:
            return question.lines()
    return helped()


def whose(session: Session) -> str:
    """Whose turn it is."""
    pending = session.pending()
    if pending is None:
        return "The game is over."
    asked = [session.names[ask.seat] for ask in pending.asks]
    return f"{asked[0]} is to answer." if len(asked) == 1 else f"All these are to choose: {', '.join(asked)}."


def table(session: Session, viewer: int | None) -> list[str]:
    """What lies on the table, through a viewer's eyes."""
    head = f"{session.game.info.name}: {progress(session)}. {whose(session)}"
    return [head, *words(session.setup.game).table(session.view(viewer), session.names)]


def hand(session: Session, viewer: int | None) -> list[str]:
    """What is the viewer's alone."""
    if viewer is None:
        return ["No hand is open here. o opens that of the player who is asked, behind a cover."]
    return words(session.setup.game).hand(session.view(viewer), session.names) or ["You hold no cards yet."]


def hint(session: Session, viewer: int | None, question: Question | None) -> list[str]:
    """What the normal level of the computer would do, from the viewer's own view alone, and why."""
    if not session.setup.hints:
        return ["This game is played without hints."]
    if question is None or question.ask.seat != viewer:
        return ["A hint is for the player who is asked, at the own hand."]
    judged = advise(session.view(viewer), question.ask, session.bot_random(viewer))
    return [plain(hint_words(session, question.ask, judged))]


def since(session: Session, viewer: int | None) -> list[str]:
    """What has happened since the viewer's last turn."""
    if viewer is None:
        return log(session, None, "")
    return [plain(line) for line in since_last_turn(session, viewer)] or ["Nothing has happened yet."]


def log(session: Session, viewer: int | None, rest: str) -> list[str]:
    """The last lines of the log, so many or those with some words in them."""
    return latest([plain(line) for line in told(session, viewer, 0, len(session.steps))], rest)


def latest(lines: list[str], rest: str) -> list[str]:
    """The last of some lines, so many or those with some words in them."""
    most = LOG
    if rest.isdecimal() and len(rest) < 6:
        most = max(1, int(rest))
    elif rest:
        wanted = fold(rest)
        lines = [line for line in lines if all(any(w.startswith(one) for w in fold(line)) for one in wanted)]
    if not lines:
        return [f"There is nothing about {rest!r} in the log." if rest else "Nothing has happened yet."]
    more = len(lines) - most
    return ([f"{more} earlier lines are left out."] if more > 0 else []) + lines[-most:]


def rules(session: Session, wanted: str, clause: str) -> list[str]:
    """The clause of the present question, or what the rules say about some words."""
    game_id = session.setup.game
    if not wanted:
        entry = clauses(game_id).get(clause)
        if entry is None:
            return ["Say what to look for, as in: f end of the round."]
        more = f" See also {', '.join(entry.refs)}." if entry.refs else ""
        return [f"{entry.id}: {entry.title} {entry.text}{more}".replace(":  ", ": ")]
    hits = everything(game_id, session.game.box)
    found = find(wanted, hits)
    if not found:
        near = nearest(wanted, hits)
        return [f"Nothing about {wanted!r}." + (f" Did you mean: {', '.join(near)}?" if near else "")]
    out = []
    for hit in found[:HITS]:
        head = hit.title if hit.kind == "card" else f"{hit.id}: {hit.title}".strip()
        out.append(f"{head} {hit.text}" if head.endswith((":", ".", "?")) else f"{head}: {hit.text}")
    return [*out, f"{len(found) - HITS} more; add a word to narrow it down."] if len(found) > HITS else out


def card(session: Session, wanted: str, question: Question | None) -> list[str]:
    """A card large, by its name, or by the number of a choice."""
    box = session.game.box
    if not wanted:
        by_number = "i 2 for that of choice 2, or " if question is not None else ""
        return [f"Say which card, as in: {by_number}i and a name."]
    if wanted.isdecimal() and question is not None:
        chosen = question.card_of(int(wanted)) if len(wanted) < 5 else ""
        return face(session, chosen) if chosen else [f"There is no card at choice {wanted}."]
    words_of = {one: fold(f"{box.name(one)} {box.cards[one].name} {box.cards[one].original}") for one in box.cards}
    asked = fold(wanted)
    found = [
        one for one, known in words_of.items() if asked and all(any(w.startswith(a) for w in known) for a in asked)
    ]
    exact = [one for one in found if asked in (fold(box.name(one)), fold(box.cards[one].name))]
    found = exact or found
    by_name = {box.name(one): one for one in reversed(found)}
    if not found:
        near = nearest(wanted, everything(session.setup.game, box))
        return [f"No card is called {wanted!r}." + (f" Did you mean: {', '.join(near)}?" if near else "")]
    if len(by_name) > 1:
        return [f"Which of these: {', '.join(sorted(by_name))}?"]
    return face(session, found[0])


def face(session: Session, one: str) -> list[str]:
    """Everything about a card."""
    shown = session.game.box.face(one)
    out = [shown.title if shown.original in ("", shown.title) else f"{shown.title} ({shown.original})"]
    out += [f"{name}: {value}" for name, value in shown.facts]
    out += [shown.text] if shown.text else []
    out.append(f"{SOURCES[shown.source]} {shown.note}".rstrip())
    known = clauses(session.setup.game)
    for rule in shown.rules:
        if rule in known:
            out.append(f"{rule}: {known[rule].title} {known[rule].text}".replace(":  ", ": "))
    return out
