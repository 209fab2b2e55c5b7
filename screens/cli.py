"""The command line. Wrong input ends with one sentence on stderr and the exit status 2, never with a traceback.

What a command needs is imported when it is called: a sentence about a wrong option does not wait for the app.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from screens.start import Start
    from thorgames.core.game import Game
    from thorgames.core.info import Setting

MAX_SEED = 2**64 - 1

COMMANDS = ("play", "resume", "games", "rules", "cards", "simulate")


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
        "  thorgames games                                 the games with their modes and options\n"
        "  thorgames rules thor fruits                     what the rules say about a word\n"
        "  thorgames cards thor loki                       the cards a word stands on\n"
        "  thorgames simulate thor --players 4             whole games between computer opponents, without a screen\n"
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
        " GAME --seat NAME[:LEVEL] ... [--mode M] [--option K=V ...]",
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
    add_ascii(play)

    resume = command(
        "resume",
        " [ID | --list]",
        "go on with a saved game",
        "examples:\n"
        "  thorgames resume         the newest one\n"
        "  thorgames resume k7wb    the one with this id\n"
        "  thorgames resume --list  the ids",
    )
    resume.add_argument("id", nargs="?", metavar="ID", help="id of a saved game; without: the newest")
    resume.add_argument("--list", action="store_true", help="list the saved games with their ids, the newest first")
    add_ascii(resume)

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
    simulate.add_argument(
        "--bots", metavar="LEVEL,...", help="a level, or planner, for each seat (without: easy for all)"
    )
    simulate.add_argument("--jobs", type=whole(1, 60), default=1, metavar="J", help="number of processes (without: 1)")
    simulate.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    return parser, commands.choices


def add_ascii(parser: Parser) -> None:
    """An option that may stand before or after the command."""
    parser.add_argument(
        "--ascii", action="store_true", default=argparse.SUPPRESS, help="draw with the plain characters of ASCII alone"
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


# --- what the arguments mean ---------------------------------------------------------------------------------------


def game_id(word: str | None, command: str) -> str:
    """A known game."""
    from thorgames.games.registry import GAMES

    if word is None:
        raise Wrong(f"{command} needs the id of a game: {', '.join(GAMES)}")
    if word.lower() not in GAMES:
        raise Wrong(f"there is no game {shown(word)}{nearest(word, GAMES)}; there are: {', '.join(GAMES)}")
    return word.lower()


def options(texts: Iterable[str]) -> dict[str, str]:
    """Settings from K=V."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key or not value:
            raise Wrong(f"--option {shown(text)} must have the form K=V, as in --option rounds=2")
        if key in found:
            raise Wrong(f"--option {key} is given twice")
        found[key] = value
    return found


def card_file(name: str) -> str:
    """The text of a card file."""
    path = Path(name)
    try:
        if path.is_dir():
            raise Wrong(f"the card file {shown(name)} is a folder; --cards needs a file")
        if path.exists() and not path.is_file():
            raise Wrong(f"the card file {shown(name)} is not an ordinary file")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Wrong(f"the card file {shown(name)} is not a text in UTF-8") from None
    except FileNotFoundError:
        raise Wrong(f"there is no card file {shown(name)}") from None
    except OSError as error:
        raise Wrong(f"the card file {shown(name)} cannot be read: {error.strerror}") from None


def own_cards(game: str) -> str | None:
    """The card file of the owner's own for a game, if there is one."""
    from screens.owners import own_file

    own = own_file(game)
    return str(own) if os.path.lexists(own) else None


def load(game: str, cards: str | None, name: str | None) -> Game[Any, Any, Any]:
    """A game with its cards, its own or those of a file."""
    from thorgames.games import registry

    try:
        return registry.load(game, None if cards is None else registry.box(game, cards, name))
    except RecursionError:  # of Python's reader of TOML
        raise Wrong(f"the card file {shown(name or '')} is nested too deeply") from None


# --- commands ------------------------------------------------------------------------------------------------------


def home(args: argparse.Namespace) -> int:
    """The app, at its home screen."""
    from screens.start import Home

    return open_app(Home(), args)


def play(args: argparse.Namespace) -> int:
    """The app, at a new game."""
    from screens.seats import seats
    from screens.start import NewGame, SetUp

    game = game_id(args.game, "play")
    chosen = options(args.option)
    given = args.seat or lone_seat(game, args.mode)
    if not given:
        if chosen or args.cards is not None or args.seed is not None or not has_terminal():
            raise Wrong("play needs a --seat for each player, as in --seat Ann --seat Bob")
        return open_app(SetUp(game, args.mode or ""), args)
    names, holders = seats(given)
    cards = None if args.cards is None else card_file(args.cards)
    setup = load(game, cards, args.cards).setup(args.mode, len(names), chosen)
    file = None if args.cards is None else Path(args.cards)
    return open_app(NewGame(setup, names, holders, file, args.seed), args)


def lone_seat(game: str, mode: str | None) -> list[str]:
    """The seat of a mode that is played alone, when none is named; [] for another mode."""
    from thorgames.games import registry

    modes = {one.id: one for one in registry.info(game).modes}
    if mode is not None and mode not in modes:
        raise Wrong(
            f"{registry.GAMES[game]} has no mode {shown(mode)}{nearest(mode, modes)}; there are: {', '.join(modes)}"
        )
    return ["Player"] if mode is not None and modes[mode].solo else []


def resume(args: argparse.Namespace) -> int:
    """The app, at a saved game."""
    from screens.start import Resume
    from screens.storage import Storage
    from thorgames.games.registry import GAMES

    with Storage() as storage:
        saved = storage.running()
    for notice in storage.notices:  # the app opens the storage anew, when all is mended
        print(f"thorgames: {sentence(notice)}", file=sys.stderr)
    if not saved:
        raise Wrong("there is no saved game to go on with; `thorgames play` starts one")
    if args.list:
        from screens.words import mode_name, when

        for one in saved:
            name = GAMES.get(one.game, one.game)
            print(f"{one.id}  {name}, {mode_name(one.game, one.mode)}: {', '.join(one.names)}")
            print(f"{'':{len(one.id)}}  {one.progress}, {when(one.updated)}")
        return 0
    wanted, ids = (args.id or saved[0].id).strip().lower(), [one.id for one in saved]
    if wanted not in ids:
        known = ", ".join(f"{one.id} ({', '.join(one.names)})" for one in saved[:5])
        more = ", ..." if len(saved) > 5 else ""
        raise Wrong(f"there is no saved game {shown(wanted)}{nearest(wanted, ids)}; there are: {known}{more}")
    return open_app(Resume(wanted if args.id else None), args)


def open_app(start: Start, args: argparse.Namespace) -> int:
    """Run the app, if there is a terminal."""
    if not has_terminal():
        raise Wrong("this needs a terminal, but input or output is not one; `thorgames simulate` works without")
    gc.disable()  # until the first screen is there: what is imported stays, and looking through it takes time
    try:
        from screens.app import run

        if signal.getsignal(signal.SIGINT) is end_at_once:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(start, ascii=getattr(args, "ascii", False))
    finally:
        gc.enable()


def has_terminal() -> bool:
    """Whether a person can see what is shown and press keys."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def games(args: argparse.Namespace) -> int:
    """A list of the games."""
    from thorgames.bots import LEVELS
    from thorgames.games import registry

    for one in registry.GAMES:
        game = registry.load(one)
        print(f"{game.info.name}  (GAME: {one})  {game.info.byline}, age {game.info.age}")
        print(f"  {game.info.about}")
        for mode in game.info.modes:
            print(f"  --mode {mode.id:<12} {mode.name}, {span(mode.seats)}, {mode.minutes}")
            for line in settings([game.settings(mode.id, seats) for seats in mode.seats]):
                print(f"      --option {line}")
        print()
    print(f"LEVEL of a computer opponent, as in --seat Bot:easy: {', '.join(LEVELS)}")
    return 0


def rules(args: argparse.Namespace) -> int:
    """Rules, cards and words of a game."""
    from screens.lookup import show

    return show(game_id(args.game, "rules"), " ".join(args.words))


def cards(args: argparse.Namespace) -> int:
    """Cards of a game, or a check of a card file."""
    from screens.lookup import check, show

    if args.game == "check":
        if len(args.words) != 1:
            raise Wrong("cards check needs one file, as in thorgames cards check my-thor.toml")
        print(check(Path(args.words[0]).expanduser()))
        return 0
    return show(game_id(args.game, "cards"), " ".join(args.words), cards_only=True)


def span(seats: Sequence[int]) -> str:
    """Numbers of players in words."""
    if seats == (1,):
        return "1 player"
    whole_range = len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1
    return (f"{seats[0]} to {seats[-1]}" if whole_range else " or ".join(map(str, seats))) + " players"


def settings(by_seats: Sequence[Sequence[Setting]]) -> list[str]:
    """One line for each setting of a mode, whatever the number of seats."""
    lines = []
    for key in dict.fromkeys(setting.id for some in by_seats for setting in some):
        same = [setting for some in by_seats for setting in some if setting.id == key]
        values = dict.fromkeys(choice.value for setting in same for choice in setting.choices)
        why = dict.fromkeys(choice.why_not for setting in same for choice in setting.choices if choice.why_not)
        default = dict.fromkeys(setting.default for setting in same)
        usual = f"{next(iter(default))} if not given" if len(default) == 1 else "if not given, by the number of players"
        notes = "".join(f"; {text}" for text in why)
        lines.append(f"{key}={'|'.join(values)}  {same[0].name}; {usual}{notes}")
    return lines


def simulate(args: argparse.Namespace) -> int:
    """Games without a screen."""
    import secrets
    from concurrent.futures.process import BrokenProcessPool

    from screens.simulate import Plan, main
    from thorgames.bots import LEVELS, SCRIPTED, plays

    game = game_id(args.game, "simulate")
    chosen = options(args.option)
    if args.players is None:
        raise Wrong("simulate needs the number of seats, as in --players 4")
    file = args.cards if args.cards is not None else own_cards(game)
    cards = None if file is None else card_file(file)
    setup = load(game, cards, file).setup(args.mode, args.players, chosen)
    weakest = next(iter(LEVELS))
    levels = (weakest,) * setup.seats if args.bots is None else tuple(level.strip() for level in args.bots.split(","))
    able = [name for name in (*LEVELS, *SCRIPTED) if plays(name, game)]
    for level in levels:
        if level in SCRIPTED and level not in able:
            raise Wrong(f"--bots: {level} cannot play {game}; there are: {', '.join(able)}")
        if level not in able:
            raise Wrong(f"--bots: there is no level {shown(level)}{nearest(level, able)}; there are: {', '.join(able)}")
    if len(levels) != setup.seats:
        raise Wrong(f"--bots names {len(levels)} levels, but there are {setup.seats} seats")
    seed = args.seed if args.seed is not None else secrets.randbits(32)
    try:
        plan = Plan(setup, levels, seed, args.games, args.first, cards, None if file is None else Path(file))
        return main(plan, args.jobs, args.json)
    except BrokenProcessPool:
        raise Wrong("a process that played ended too soon; try it with --jobs 1") from None


def run(argv: Sequence[str]) -> int:
    """Do what a command line says."""
    try:
        args = parse(argv)
    except SystemExit:  # --help has been printed
        return 0
    if args.version:
        from thorgames import __version__

        print(f"thorgames {__version__}")
        return 0
    commands = {None: home, "play": play, "resume": resume, "games": games, "rules": rules, "cards": cards}
    commands["simulate"] = simulate
    return commands[args.command](args)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Ctrl+C before anything is under way: an exception would break into imports, some of which do not survive it."""
    os._exit(130)


@contextmanager
def beginning() -> Iterator[None]:
    """Ctrl+C ends the program at once, unless a command takes care of it."""
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, end_at_once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status is 0, 2 after wrong input, 130 after Ctrl+C, 141 if nobody reads the output."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        with beginning():
            status = run(sys.argv[1:] if argv is None else argv)
        if sys.stdout:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except Wrong as wrong:
        text = str(wrong)
    except BrokenPipeError:  # nobody reads on, as in `thorgames games | head`
        silence()
        return 128 + 13
    except OSError as error:
        text = f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
        silence()
    except Exception as error:
        if not foreseen(error):
            raise
        text = str(error)
    if sys.stderr:
        print(f"thorgames: {sentence(text)}", file=sys.stderr)
    return 2


def foreseen(error: Exception) -> bool:
    """Whether the text of an error is a sentence for the person at the keyboard."""
    from screens.storage import StorageError
    from thorgames.core.errors import CardFileError, SetupError

    return isinstance(error, (CardFileError, SetupError, StorageError))


def silence() -> None:
    """Nothing more is written to an output that does not take it, not even when Python ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass


if __name__ == "__main__":
    sys.exit(main())
