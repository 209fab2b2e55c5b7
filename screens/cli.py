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
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any

from screens.arguments import Wrong, nearest, parse, sentence, shown

if TYPE_CHECKING:
    from screens.start import Start
    from screens.storage import Saved, Storage
    from thorgames.core.game import Game
    from thorgames.core.info import Setting

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
    return None if own is None else str(own)


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
        if chosen or args.cards is not None or args.seed is not None or args.plain or not has_terminal():
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

    with Storage() as storage:
        saved = storage.running()
    tell_notices(storage)  # the app opens the storage anew, when all is mended
    if not saved:
        raise Wrong("there is no saved game to go on with; `thorgames play` starts one")
    if args.list:
        for one in saved:
            tell_game(one, one.progress)
        return 0
    wanted, ids = (args.id or saved[0].id).strip().lower(), [one.id for one in saved]
    if wanted not in ids:
        raise Wrong(f"there is no saved game {shown(wanted)}{nearest(wanted, ids)}; there are: {some_games(saved)}")
    return open_app(Resume(wanted if args.id else None), args)


def replay(args: argparse.Namespace) -> int:
    """The app, at a finished game to look at."""
    from screens import gamefile
    from screens.recording import recorded
    from screens.start import Replay
    from screens.storage import Storage

    with Storage() as storage:
        finished = storage.finished()
        ids = [one.id for one in storage.games()]
        if args.list:
            for one in finished:
                tell_game(one, (one.reason or one.progress).rstrip("."))
            if not finished:
                print("No game has been finished yet.")
            return 0
        if not args.what:
            known = f": {some_games(finished)}" if finished else "; no game has been finished yet"
            raise Wrong(f"replay needs the id of a finished game, or a file{known}")
        wanted = args.what.strip().lower()
        if wanted in ids:
            recorded(storage, wanted)
            start = Replay(wanted)
        elif re.search(r"[./\\]", args.what) or os.path.exists(args.what):
            file = Path(args.what).expanduser()
            gamefile.recording(file)
            start = Replay(file=file)
        else:
            known = f"; finished games are: {some_games(finished)}" if finished else "; no game has been finished yet"
            raise Wrong(f"there is no saved game {shown(wanted)}{nearest(wanted, ids)}{known}")
    return open_app(start, args)


def export(args: argparse.Namespace) -> int:
    """A saved game, written to a file."""
    from screens import gamefile
    from screens.storage import Storage

    if args.id is None or args.file is None:
        raise Wrong("export needs the id of a game and a file, as in thorgames export k7wb thor-k7wb.thorgame")
    with Storage() as storage:
        saved = {one.id: one for one in storage.games()}
        wanted = args.id.strip().lower()
        if wanted not in saved:
            known = f"; there are: {some_games(list(saved.values()))}" if saved else "; there is none at all"
            raise Wrong(f"there is no saved game {shown(wanted)}{nearest(wanted, saved)}{known}")
        session = storage.load(wanted)
        file = Path(args.file).expanduser()
        beside = storage.path is not None and file.resolve().parent == storage.path.resolve().parent
        if beside and file.name.startswith("thorgames"):
            raise Wrong(f"{shown(args.file)} is where the saved games themselves are; choose another folder or name")
        one = saved[wanted]
        written = gamefile.write(file, session, one.started, one.updated, args.force)
    tell_notices(storage)
    print(f"{wanted} was written to {sentence(str(written))}.")
    if session.pending() is None:
        print(gamefile.CAUTION)
    else:
        print(
            "The game is not over: hands and piles cannot be read in it at a glance, but by somebody who can program."
        )
    return 0


def bring(args: argparse.Namespace) -> int:
    """A game from a file, added to the saved ones."""
    from screens import gamefile
    from screens.storage import Storage
    from screens.storage.imports import add, same_game
    from screens.words import mode_name
    from thorgames.games.registry import GAMES

    if args.file is None:
        raise Wrong("import needs a file, as in thorgames import thor-k7wb.thorgame")
    file = Path(args.file).expanduser()
    found = gamefile.read(file)
    session = gamefile.checked(file, found)
    with Storage() as storage:
        here = same_game(storage, session)
        game_id = here or add(storage, session, found.facts.started, found.facts.updated)
        over = next((one.status == "finished" for one in storage.games() if one.id == game_id), False)
    tell_notices(storage)
    setup = session.setup
    game = f"{GAMES[setup.game]}, {mode_name(setup.game, setup.mode)}: {', '.join(session.names)}"
    print(f"{'Here already as' if here else 'Added as'} {game_id}: {game}")
    print(f"`thorgames {'replay' if over else 'resume'} {game_id}` {'looks at it' if over else 'goes on with it'}.")
    return 0


def tell_game(one: Saved, how_far: str) -> None:
    """A saved game in a list: its id, what it is and whose, how far it has gone and when it was last played."""
    from screens.words import mode_name, when
    from thorgames.games.registry import GAMES

    print(f"{one.id}  {GAMES.get(one.game, one.game)}, {mode_name(one.game, one.mode)}: {', '.join(one.names)}")
    print(f"{'':{len(one.id)}}  {how_far}, {when(one.updated)}")


def tell_notices(storage: Storage) -> None:
    """What was found and mended when the saved games were opened."""
    for notice in storage.notices:
        print(f"thorgames: {sentence(notice)}", file=sys.stderr)


def some_games(games: Sequence[Saved]) -> str:
    """A few saved games with their ids."""
    return ", ".join(f"{one.id} ({', '.join(one.names)})" for one in games[:5]) + (", ..." if len(games) > 5 else "")


def open_app(start: Start, args: argparse.Namespace) -> int:
    """Run the app, if there is a terminal; or play line by line, which needs none."""
    if getattr(args, "plain", False):
        from screens.plain.run import run_plain

        return run_plain(start, getattr(args, "ascii", False))
    if not has_terminal():
        raise Wrong(
            "this needs a terminal, but input or output is not one; `--plain` behind play, resume or replay works"
            " without, and so does `thorgames simulate`"
        )
    gc.disable()  # until the first screen is there: what is imported stays, and looking through it takes time
    try:
        from screens.app import run

        if signal.getsignal(signal.SIGINT) is end_at_once:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(start, ascii=getattr(args, "ascii", False))
    finally:
        gc.enable()


def in_browser() -> bool:
    """Whether what is shown goes to the window of a browser, and keys come from there."""
    return "web_driver" in os.environ.get("TEXTUAL_DRIVER", "")


def has_terminal() -> bool:
    """Whether a person can see what is shown and press keys, in a terminal or in the window of a browser."""
    if in_browser():
        return True
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
            for line in settings([game.offered(mode.id, seats) for seats in mode.seats]):
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
    from thorgames.bots import LEVELS

    game = game_id(args.game, "simulate")
    chosen = options(args.option)
    bots = None if args.bots is None else tuple(level.strip() for level in args.bots.split(","))
    if args.players is None and bots is None:
        raise Wrong("simulate needs the number of seats, as in --players 4 or --bots hard,normal")
    file = args.cards if args.cards is not None else own_cards(game)
    cards = None if file is None else card_file(file)
    setup = load(game, cards, file).setup(args.mode, args.players or len(bots or ()), chosen)
    levels = (next(iter(LEVELS)),) * setup.seats if bots is None else bots
    for level in levels:
        if level not in LEVELS:
            near, all_levels = nearest(level, LEVELS), ", ".join(LEVELS)
            raise Wrong(f"--bots: there is no level {shown(level)}{near}; there are: {all_levels}")
    if len(levels) != setup.seats:
        raise Wrong(f"--bots names {len(levels)} levels, but there are {setup.seats} seats")
    seed = args.seed if args.seed is not None else secrets.randbits(32)
    try:
        path = None if file is None else Path(file)
        plan = Plan(setup, levels, seed, args.games, args.first, cards, path, args.rotate)
        return main(plan, args.jobs or os.cpu_count() or 1, args.json, args.by_card)
    except BrokenProcessPool:
        raise Wrong("a process that played ended too soon; try it with --jobs 1") from None


def serve(args: argparse.Namespace) -> int:
    """The program in a browser."""
    try:
        from screens.serve import serve as serve_it
    except ImportError:
        raise Wrong(
            "playing in a browser needs the package textual-serve, which is not there; "
            "`pip install 'textual-serve>=1.1,<1.2'` in the environment of thorgames brings it"
        ) from None
    try:
        serve_it(args.host, args.port)
    except OSError as error:
        raise Wrong(f"cannot serve at {error}") from None
    return 0


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
    commands |= {"simulate": simulate, "serve": serve, "replay": replay, "export": export, "import": bring}
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
