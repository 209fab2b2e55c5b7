"""A finished game looked at again line by line: the same positions and eyes as on the screen, told in words."""

from __future__ import annotations

from screens.leading import verdict
from screens.plain import lookup
from screens.plain.device import Away, Device, Left
from screens.plain.paper import Paper
from screens.plain.tables import listed, words
from screens.recording import OPEN, Eyes, Recording, closed_for_good
from screens.storage import Storage
from thorgames.core.text import plain
from thorgames.core.zones import BACK

HELP = (
    ("Enter or n, b", "a decision on, a decision back"),
    ("nn, bb", "a turn on, a turn back, as this game counts its length"),
    ("g", "all turns with their numbers; g 3 goes to turn 3, g first and g last to both ends"),
    ("e", "other eyes: the table's, each player's, open cards; e NAME, e open and e table choose them"),
    ("t", "the table"),
    ("h", "the cards that these eyes see and the table does not"),
    ("p", "the points at this moment"),
    ("l", f"the last {lookup.LOG} lines of the log so far; l 50 more of them, l NAME those with a word in them"),
    ("i NAME", "a card large, by its name"),
    ("f", "the rule of this question; f WORDS searches the rules"),
    ("a", "this step again"),
    ("q", "leaves"),
    ("?", "these commands"),
)
"""Command -> what it does."""

LETTERS = {
    **{"": "n", "next": "n", "on": "n", "back": "b", "go": "g", "turn": "g", "eyes": "e", "table": "t", "hand": "h"},
    **{"hands": "h", "points": "p", "score": "p", "log": "l", "card": "i", "rules": "f", "rule": "f", "again": "a"},
    **{"quit": "q", "help": "?"},
}
"""Words for the commands."""


class LineReplay(Device):
    """One position of a finished game after the other; nothing of the game can be changed here."""

    def __init__(self, paper: Paper, storage: Storage, recording: Recording) -> None:
        super().__init__(paper, storage, recording.session, "")
        self.recording = recording
        self.position = 0
        self.eyes: Eyes = None

    def run(self) -> None:
        """Step through the game until it is left."""
        session = self.session
        mode = session.game.info.mode(session.setup.mode).name
        self._say(f"{session.game.info.name}, {mode}: {', '.join(session.names)}. A finished game, step by step.")
        self._say("Enter goes on by a decision, b back. e changes the eyes, g goes to a turn, ? tells all commands.")
        self._tell()
        while True:
            try:
                self._do(self._read("Enter or ?: "))
            except Away:
                self._tell()

    def _do(self, line: str) -> None:
        """What a line says."""
        word, _, rest = line.partition(" ")
        record, rest = self.recording, rest.strip()
        match LETTERS.get(word.casefold(), word.casefold()):
            case "n":
                self._go(self.position + 1)
            case "b":
                self._go(self.position - 1)
            case "nn":
                self._go(record.next_turn(self.position) if self.position < len(record) - 1 else len(record))
            case "bb":
                self._go(record.turn_before(self.position) if self.position else -1)
            case "g":
                self._go_to(rest.casefold())
            case "e":
                self._look_through(rest)
            case "a":
                self._tell()
            case "q":
                raise Left
            case letter:
                self._say(*self._answered(letter, rest), indent=3)

    # --- where -------------------------------------------------------------------------------------------------

    def _go(self, at: int) -> None:
        """To a position, if there is one."""
        if at < 0:
            self._say("This is the beginning.")
        elif at >= len(self.recording):
            self._say("This is the end; b goes back, q leaves.")
        else:
            self.position = at
            self._tell()

    def _go_to(self, wanted: str) -> None:
        """To a turn by its number, or to an end; without any, the turns there are."""
        turns = {str(number): (at, progress) for number, at, progress in self.recording.turn_list()}
        ends = {"first": 0, "last": len(self.recording) - 1}
        if wanted in ends:
            self._go(ends[wanted])
        elif wanted in turns:
            self._go(turns[wanted][0])
        elif wanted:
            self._say(f"There is no turn {wanted}; g tells those there are.")
        else:
            self._say(*(f"{number}: {progress}, step {at}" for number, (at, progress) in turns.items()))

    def _look_through(self, wanted: str) -> None:
        """Through other eyes: the next ones, or those named."""
        names = self.session.names
        eyes: dict[str, Eyes] = {"table": None, "open": OPEN} | {name.casefold(): at for at, name in enumerate(names)}
        if wanted and wanted.casefold() not in eyes:
            self._say(f"There are the eyes of: {', '.join(names)}; and table, and open.")
            return
        self.eyes = eyes[wanted.casefold()] if wanted else self.recording.eyes_after(self.eyes)
        self._tell()

    # --- what is told ------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Who was asked what, what was answered, and what came of it, as far as these eyes may know."""
        record, at = self.recording, self.position
        self._say(f"Step {at} of {len(record) - 1}, {record.progress(at)}; {record.whose(self.eyes)}.")
        events = [plain(line) for _, line in record.events(record.span(at), self.eyes)]
        answer = plain(record.answer(at, self.eyes))
        self._say(plain(record.question(at)))
        self._say(*([f"Answer: {answer}"] if answer and answer not in events else []), *events, indent=3)
        if record.fault and at in (0, len(record) - 1):
            self._say(record.fault)
        elif at == len(record) - 1:
            self._say(f"The game is over. {' '.join(verdict(self.session))}".rstrip())

    def _answered(self, letter: str, rest: str) -> list[str]:
        """What is told for a command that only looks."""
        record, session, at = self.recording, self.session, self.position
        match letter:
            case "t":
                return words(session.setup.game).table(record.view(at, self.eyes), session.names)
            case "h":
                return self._hands() or ["These eyes see no more than the table."]
            case "p":
                return words(session.setup.game).scores(record.view(at, None), session.names)
            case "l":
                lines = [plain(line) for _, line in record.events(range(record.ends[at]), self.eyes)]
                return lookup.latest(lines, rest)
            case "i":
                return lookup.card(session, rest, None)
            case "f":
                return lookup.rules(session, rest, record.clause(at))
            case "?":
                return [f"{key}: {what}." for key, what in HELP]
        return ["That is no command here; ? tells those there are."]

    def _hands(self) -> list[str]:
        """The cards that these eyes see and the table does not, by the player who has them."""
        box, out = self.session.game.box, []
        for seat, places in self.recording.hands(self.position, self.eyes):
            for called, cards in places:
                seen = [box.name(card) for card in cards if card != BACK]
                closed = len(cards) - len(seen)
                parts = ([listed(seen)] if seen else []) + ([closed_for_good(closed)] if closed else [])
                whose = f"{self.session.names[seat]}, {called}" if called else self.session.names[seat]
                out.append(f"{whose}: {'; '.join(parts)}.")
        return out
