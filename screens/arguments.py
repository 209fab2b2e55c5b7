"""The arguments of the command line: the commands and options there are, and what is wrong with any others."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

MAX_SEED = 2**64 - 1

COMMANDS = ("play", "resume", "replay", "export", "import", "games", "rules", "cards", "simulate", "serve")


class Wrong(Exception):
    """Something is wrong with what was asked for; the text is the sentence that says so."""


# --- the parser ----------------------------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """A parser whose errors are sentences, without the usage in front of them."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with an argument."""
        found = re.fullmatch(r"argument ([^:]+): (.*)", message, re.DOTALL)
        if not found:
            raise Wrong(message)
        name, what = found[1].split("/")[-1], found[2]
        if what.startswith("expected"):
            action = self._option_string_actions.get(name)
            raise Wrong(f"{name} needs a value, as in {name} {action.metavar if action else 'VALUE'}")
        if what.startswith("ignored explicit"):
            raise Wrong(f"{name} takes no value")
        raise Wrong(f"{name} {what}")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print what the parser takes; an output that is closed is not passed over in silence."""
        print(self.format_help(), end="", file=file)

    @property
    def flags(self) -> tuple[str, ...]:
        """Every option it knows."""
        return tuple(self._option_string_actions)


def whole(low: int, high: int) -> Callable[[str], int]:
    """What reads a whole number within bounds."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,30}", text) else None
        if number is None or not low <= number <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {shown(text)}")
        return number

    return read


def parsers() -> tuple[Parser, Mapping[str, Parser]]:
    """The parser of the whole line, and those of the commands."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = Parser(
        prog="thorgames",
        usage="thorgames [--ascii] [COMMAND ...]",
        description="Card games for friends around one terminal. Without a command, the home screen opens.",
        epilog="examples:\n"
        "  thorgames                                       the home screen\n"
        "  thorgames play thor --seat Ann --seat Bob       a new game, straight to its first cover\n"
        "  thorgames play thor --seat Ann --seat Bot:easy  the same against the computer\n"
        "  thorgames resume                                go on with the newest saved game\n"
        "  thorgames play thor --seat Ann --seat :easy --plain    line by line, for screen readers\n"
        "  thorgames replay k7wb                           look at a finished game again\n"
        "  thorgames export k7wb thor-k7wb.thorgame        write a saved game to a file, and take one from there:\n"
        "  thorgames import thor-k7wb.thorgame\n"
        "  thorgames games                                 the games with their modes and options\n"
        "  thorgames rules thor fruits                     what the rules say about a word\n"
        "  thorgames cards thor loki                       the cards a word stands on\n"
        "  thorgames simulate thor --players 4             whole games between computer opponents, without a screen\n"
        "  thorgames serve                                 play in a browser on this machine\n"
        "\n"
        "`thorgames COMMAND --help` tells more about one command. NO_COLOR=1 in the environment takes colours away.",
        formatter_class=plain,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    add_ascii(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, usage: str, about: str, more: str) -> Parser:
        made = commands.add_parser(
            name,
            usage=f"thorgames {name}{usage}",
            help=about,
            description=about[0].upper() + about[1:] + ".",
            epilog=more,
            formatter_class=plain,
            allow_abbrev=False,
        )
        assert isinstance(made, Parser)
        return made

    play = command(
        "play",
        " GAME --seat NAME[:LEVEL] ... [--mode M] [--option K=V ...] [--plain]",
        "start a new game, straight to its first cover",
        "examples:\n"
        "  thorgames play thor --seat Ann --seat Bob --seat Cleo\n"
        "  thorgames play thor --mode big --option thors-will=yes --seat Ann --seat Bob --seat Bot:easy --seat :easy\n"
        "\n"
        "`thorgames games` lists the games with their modes, options and levels.",
    )
    play.add_argument("game", nargs="?", metavar="GAME", help="id of a game")
    play.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[:LEVEL]",
        help="a player, in seating order; with a level the computer plays there (with :LEVEL alone it names itself)",
    )
    add_setup(play)
    play.add_argument(
        "--seed", type=whole(0, MAX_SEED), metavar="N", help="seed of shuffles and lots; without: by chance"
    )
    add_plain(play)
    add_ascii(play)

    resume = command(
        "resume",
        " [ID | --list] [--plain]",
        "go on with a saved game",
        "examples:\n"
        "  thorgames resume         the newest one\n"
        "  thorgames resume k7wb    the one with this id\n"
        "  thorgames resume --list  the ids",
    )
    resume.add_argument("id", nargs="?", metavar="ID", help="id of a saved game; without: the newest")
    resume.add_argument("--list", action="store_true", help="list the saved games with their ids, the newest first")
    add_plain(resume)
    add_ascii(resume)

    replay = command(
        "replay",
        " ID | FILE | --list [--plain]",
        "look at a finished game again, step by step, through anybody's eyes",
        "examples:\n"
        "  thorgames replay k7wb                 the saved game with this id\n"
        "  thorgames replay thor-k7wb.thorgame   the game in a file\n"
        "  thorgames replay --list               the finished games with their ids\n"
        "  thorgames replay k7wb --plain         line by line",
    )
    replay.add_argument("what", nargs="?", metavar="ID|FILE", help="id of a finished game, or a file of one")
    replay.add_argument("--list", action="store_true", help="list the finished games with their ids, the last first")
    add_plain(replay)
    add_ascii(replay)

    export = command(
        "export",
        " ID FILE [--force]",
        "write a saved game to a file: to keep, to go on with elsewhere, or to report a mistake with",
        "example:\n"
        "  thorgames export k7wb thor-k7wb.thorgame\n"
        "\n"
        "`thorgames resume --list` and `thorgames replay --list` list the ids. What is secret in the game cannot be\n"
        "read in the file at a glance, but somebody who wants to know and can program can find it out.",
    )
    export.add_argument("id", nargs="?", metavar="ID", help="id of a saved game")
    export.add_argument("file", nargs="?", metavar="FILE", help="where to write it; .thorgame is added to a bare name")
    export.add_argument("--force", action="store_true", help="replace the file if there is one of that name")

    bring = command(
        "import",
        " FILE",
        "add a game from a file to your own: a finished one to look at, another to go on with",
        "example:\n  thorgames import thor-k7wb.thorgame",
    )
    bring.add_argument("file", nargs="?", metavar="FILE", help="a file that `thorgames export` has written")

    command("games", "", "list the games with their modes and options", "example:\n  thorgames games")

    rules = command(
        "rules",
        " GAME [WORD ...]",
        "look up rules, cards and words of a game",
        "examples:\n"
        "  thorgames rules thor              the whole rules page\n"
        "  thorgames rules thor fruits       all that has the word (or one that begins so) in it\n"
        "  thorgames rules thor THR-24       a clause by its id\n"
        "\n"
        "Exit status: 0 something found, 1 nothing found, 2 wrong input.",
    )
    rules.add_argument("game", nargs="?", metavar="GAME", help="id of a game")
    rules.add_argument("words", nargs="*", metavar="WORD", help="what to look for; without: everything")

    cards = command(
        "cards",
        " GAME [WORD ...] | cards check FILE",
        "look up the cards of a game, or check a card file",
        "examples:\n"
        "  thorgames cards thor                     every card\n"
        "  thorgames cards thor loki                the cards with the word on them\n"
        "  thorgames cards check my-thor.toml       whether a corrected card file is right, and how it differs\n"
        "\n"
        "A corrected file is used when it lies in the configuration folder as cards/GAME.toml, or with --cards FILE.",
    )
    cards.add_argument("game", nargs="?", metavar="GAME", help="id of a game, or the word check")
    cards.add_argument("words", nargs="*", metavar="WORD", help="what to look for; after check: the file")

    simulate = command(
        "simulate",
        " GAME --players N [--mode M] [--option K=V ...] [--games K] [--seed S]",
        "play whole games between computer opponents, without a screen, and print figures and faults",
        "examples:\n"
        "  thorgames simulate thor --mode basic --players 4 --games 1000 --seed 7\n"
        "  thorgames simulate thor --mode big --players 5 --option thors-will=yes --games 10000 --jobs 2 --json\n"
        "\n"
        "The same seed gives the same games, whatever --jobs. Every state is checked; speed is that of play alone.\n"
        "Exit status: 0 no fault found, 1 some faults found, 2 wrong input, 130 interrupted with Ctrl+C.",
    )
    simulate.add_argument("game", nargs="?", metavar="GAME", help="id of a game")
    simulate.add_argument("--players", type=whole(1, 99), metavar="N", help="number of seats")
    add_setup(simulate)
    simulate.add_argument(
        "--games", type=whole(1, 1_000_000), default=100, metavar="K", help="how many games (without: 100)"
    )
    simulate.add_argument(
        "--first", type=whole(1, 10**9), default=1, metavar="N", help="number of the first game (without: 1)"
    )
    simulate.add_argument("--seed", type=whole(0, MAX_SEED), metavar="S", help="seed of all games; without: by chance")
    simulate.add_argument("--bots", metavar="LEVEL,...", help="a level for each seat (without: easy for all)")
    simulate.add_argument("--rotate", action="store_true", help="from game to game everybody moves on by a seat")
    simulate.add_argument(
        "--jobs",
        type=whole(1, 60),
        nargs="?",
        const=0,
        default=1,
        metavar="J",
        help="number of processes (without: 1; without a number: one for each processor)",
    )
    simulate.add_argument("--by-card", action="store_true", help="also how those fared who played each card")
    simulate.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    serve = command(
        "serve",
        " [--host ADDRESS] [--port N]",
        "play in a browser on this machine, or on a tablet on the table",
        "examples:\n"
        "  thorgames serve\n"
        "  thorgames serve --host 192.168.1.20\n"
        "\n"
        "With --host, every device that reaches this one can open the saved games and play for any seat.",
    )
    serve.add_argument(
        "--host", default="localhost", metavar="ADDRESS", help="what to be reached at (without: this machine alone)"
    )
    serve.add_argument("--port", type=whole(1, 65535), default=8000, metavar="N", help="which port (without: 8000)")
    return parser, commands.choices


def add_ascii(parser: Parser) -> None:
    """An option that may stand before or after the command."""
    parser.add_argument(
        "--ascii", action="store_true", default=argparse.SUPPRESS, help="draw with the plain characters of ASCII alone"
    )


def add_plain(parser: Parser) -> None:
    """An option for those to whom a screen full of boxes says nothing."""
    parser.add_argument(
        "--plain", action="store_true", help="line by line, with numbered answers: for screen readers and any terminal"
    )


def add_setup(parser: Parser) -> None:
    """The options that a new game and a simulated one share."""
    parser.add_argument("--mode", metavar="M", help="id of a mode; without: the first for that number of seats")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="a setting of the game; may be given several times"
    )
    parser.add_argument("--cards", metavar="FILE", help="a card file to play with instead of the one in use")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, read and checked for form."""
    parser, commands = parsers()
    word = next((word for word in argv if not word.startswith("-")), None)
    if word is not None and word not in COMMANDS:
        raise Wrong(f"there is no command {shown(word)}{nearest(word, COMMANDS)}; there are {', '.join(COMMANDS)}")
    args, rest = parser.parse_known_args(argv)
    if rest:
        name = "thorgames" + (f" {args.command}" if args.command else "")
        flags = {*parser.flags, *(commands[args.command].flags if args.command else ())}
        wrong = rest[0].split("=")[0]
        kind = "option" if wrong.startswith("-") else "further argument"
        raise Wrong(f"{name} has no {kind} {shown(wrong)}{nearest(wrong, flags)}; `{name} --help` lists what it takes")
    return args


# --- sentences -----------------------------------------------------------------------------------------------------


def shown(text: str) -> str:
    """What somebody typed, in quotes and not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def nearest(word: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt word; "" without one."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), sorted(known), 1)
    return f", do you mean {near[0]}?" if near else ""


def sentence(text: str) -> str:
    """A text on one line, without characters that a terminal might obey."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
