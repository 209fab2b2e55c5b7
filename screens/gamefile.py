"""A game as one file, to keep, to send on, to go on with elsewhere, or to report a mistake with.

The file is JSON. Its facts can be read by anybody: which game, whose, how far it has gone or how it ended, by which
version of the program it was written. All else - the answers with those of chance, the state, the cards it is played
with, the seed - stands in the field `masked`, packed as in a save: no card and no seed can be read in a text viewer,
but whoever is determined and can program can, since the key lies in the file too. That holds for finished games as
well, for the answers tell even what stays closed for good.

>>> from screens.gamefile import read, write
>>> write(Path("ours.thorgame"), session)
>>> read(Path("ours.thorgame")).session.names
('Ann', 'Brun')
"""

from __future__ import annotations

import binascii
import hashlib
import os
import secrets
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import thorgames
from screens.recording import Recording, StillSecret, retrace
from screens.storage import StorageError, masking
from screens.storage.packing import Whole
from thorgames.core.errors import CardFileError, SetupError
from thorgames.core.text import Msg
from thorgames.games import registry
from thorgames.session import PERSON, Session, Step, check_names

EXTENSION = ".thorgame"

FORMAT = 1
"""How the file is made; another number is for another way."""

BEGINS = b'{\n  "thorgame": '
"""The first bytes of every such file."""

MOST_BYTES = 16_000_000
"""A larger file is not read: a game of a thousand answers takes a hundredth of that."""

MOST_UNPACKED = 64_000_000
MOST_STEPS = 50_000

ABOUT = (
    "A game of the program thorgames: `thorgames import FILE` adds it to your own, `thorgames replay FILE` looks at it"
    " if it is finished. Hands, piles, answers and the seed are masked, so that nobody reads them by opening this file;"
    " that does not stop somebody who wants to know and can program."
)

CAUTION = "What stays closed for good cannot be read in it at a glance, but by somebody who can program."
"""What is said of the file of a finished game when it has been written."""


class GameFileError(StorageError):
    """A file is not to be read or written; the text is a sentence that names it and what is wrong."""


class Taken(GameFileError):
    """There is a file of that name, and it stays."""


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody may read in a file.

    Attributes:
        thorgame: `FORMAT`.
        program: the version that has written it.
        about: what the file is.
        game, mode: ids.
        names, holders: by seat.
        finished: whether the game is over.
        progress: how far it has gone, in words.
        ranks, scores, reason: how it ended.
        moves: number of answers, those of chance included.
        started, updated: when it was begun and last played.
    """

    thorgame: int
    program: str
    about: str
    game: str
    mode: str
    names: tuple[str, ...]
    holders: tuple[str, ...]
    finished: bool
    progress: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    moves: int
    started: datetime
    updated: datetime


class _Written(Facts, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    key: str
    masked: str


class _First(Struct, frozen=True):
    """What a file of any format has."""

    thorgame: int
    program: str = "unknown"


class _Body(Struct, frozen=True):
    """What is masked: a digest of the facts, the session, the answers, and the cards with the name of their file."""

    facts: bytes
    whole: Whole
    steps: tuple[Step, ...]
    file: str
    cards: str


class GameFile(Struct, frozen=True):
    """A file that was read: its facts, and the game as it was left."""

    facts: Facts
    session: Session


# --- writing -------------------------------------------------------------------------------------------------------


def packed(session: Session, started: datetime | None = None, updated: datetime | None = None) -> bytes:
    """A game as the bytes of a file."""
    game, outcome, now = session.game, session.state.outcome, datetime.now(UTC)
    facts = Facts(
        FORMAT,
        thorgames.__version__,
        ABOUT,
        session.setup.game,
        session.setup.mode,
        session.names,
        session.holders,
        outcome is not None,
        session.speaker.plain(game.progress(session.view(None))),
        outcome.ranks if outcome else (),
        outcome.scores if outcome else (),
        session.speaker.plain(Msg(outcome.reason)) if outcome else "",
        len(session.steps),
        (started or now).astimezone(UTC),
        (updated or now).astimezone(UTC),
    )
    snapshot = session.snapshot()
    whole = Whole(replace(snapshot, seed=0), str(snapshot.seed))
    body = _Body(_digest(facts), whole, tuple(session.steps), os.path.basename(game.box.file), game.box.toml)
    key = masking.new_key()
    masked = masking.mask(key, zlib.compress(msgspec.msgpack.encode(body)))
    both = {**msgspec.structs.asdict(facts), "key": b64encode(key).decode(), "masked": b64encode(masked).decode()}
    return msgspec.json.format(msgspec.json.encode(both), indent=2) + b"\n"


def _digest(facts: Facts) -> bytes:
    """What tells whether any of the facts has changed."""
    plain = Facts(*(getattr(facts, name) for name in Facts.__struct_fields__))
    return hashlib.blake2b(msgspec.json.encode(plain), digest_size=16).digest()


def write(
    path: Path,
    session: Session,
    started: datetime | None = None,
    updated: datetime | None = None,
    force: bool = False,
) -> Path:
    """Write a game to a file: all of it or nothing, and never over another file unless `force` says so.

    Returns:
        Where it was written: the path, with `EXTENSION` if it had none.

    Raises:
        GameFileError: it cannot be written there.
    """
    if path.is_dir():
        raise GameFileError(f"{path} is a folder; name a file in it, as in {path / ('game' + EXTENSION)}.")
    if not path.suffix and not os.path.lexists(path):
        path = path.with_name(path.name + EXTENSION)
    if os.path.lexists(path) and not path.is_file():
        raise GameFileError(f"{path} is not an ordinary file, and stays as it is.")
    if path.exists() and not force:
        raise Taken(f"{path} exists already and stays as it is; --force replaces it.")
    path = path.resolve()
    part = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        data = packed(session, started, updated)
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _put(part, path, force)
    except FileExistsError:
        raise Taken(f"{path} exists already and stays as it is; --force replaces it.") from None
    except OSError as error:
        raise GameFileError(f"{path} cannot be written: {_why(error)}.") from None
    finally:
        with suppress(OSError):
            part.unlink()
    return path


def _put(part: Path, path: Path, force: bool) -> None:
    """Give a complete file its name. Raises FileExistsError if another has got it meanwhile and is to stay."""
    if not force:
        try:
            os.link(part, path)
            return
        except FileExistsError:
            raise
        except (OSError, AttributeError, NotImplementedError):  # a file system without links
            if path.exists():
                raise FileExistsError from None
    os.replace(part, path)


def _why(error: OSError) -> str:
    """What the system has to say."""
    return error.strerror or "an error of the system"


# --- reading -------------------------------------------------------------------------------------------------------


def read(path: Path) -> GameFile:
    """The game of a file. Whether its answers lead to where it stands is not looked at here.

    Raises:
        GameFileError: it is no such file, or something in it is not as it should be.
    """
    written = _written(path, _bytes(path))
    if written.game not in registry.GAMES:
        raise GameFileError(
            f"{path} holds a game of a kind that this version does not know: {_shown(written.game)}. A newer version of"
            " the program may."
        )
    body = _unmasked(path, written)
    if len(body.steps) > MOST_STEPS:
        raise GameFileError(f"{path} holds {len(body.steps)} answers, more than any game has.")
    try:
        game = registry.load(written.game, registry.box(written.game, body.cards, os.path.basename(body.file)))
    except (CardFileError, RecursionError):
        raise GameFileError(f"{path} has cards that this version cannot read. {_by(written)}") from None
    snapshot = replace(body.whole.snapshot, seed=_number(path, body.whole.seed))
    try:
        game.setup(snapshot.setup.mode, snapshot.setup.seats, snapshot.setup.options)
        fits = check_names(snapshot.names) == snapshot.names
    except SetupError as error:
        raise GameFileError(f"{path} holds a game that cannot be played like that: {error}. {_by(written)}") from None
    from thorgames.bots import LEVELS

    unknown = next((holder for holder in snapshot.holders if holder not in (PERSON, *LEVELS)), None)
    if unknown is not None:
        raise GameFileError(
            f"{path} has a computer opponent of a level that this version does not know: {_shown(unknown)}."
        )
    fits = fits and snapshot.setup.seats == len(snapshot.names) == len(snapshot.holders)
    fits = fits and snapshot.ply >= 0 and snapshot.drawn >= sum(step.seat < 0 for step in body.steps)
    try:
        session = Session.resume(game, snapshot, body.steps)
        session.pending()
        session.view(None)
    except Exception:  # a state of other rules may fail in any way
        raise GameFileError(_other(path, written)) from None
    told = (written.game, written.mode, written.names, written.holders, written.finished, written.moves)
    setup = session.setup
    true = (setup.game, setup.mode, session.names, session.holders, session.pending() is None, len(session.steps))
    if not fits or told != true:
        raise GameFileError(f"{path} does not agree with itself: its facts are not those of the game in it.")
    return GameFile(written, session)


def recording(path: Path) -> Recording:
    """The game of a file, to be looked at; nothing is added to the saved games.

    Raises:
        StorageError: the file is not as it should be, or (`StillSecret`) its game is not over.
    """
    session = read(path).session
    if session.state.outcome is None:
        raise StillSecret(
            f"The game in {path} is not over, so its cards are still secret: it can be looked at when it is finished."
            f" `thorgames import {path}` adds it to your own, to go on with."
        )
    return Recording(session)


def checked(path: Path, found: GameFile) -> Session:
    """The game of a file with its answers as the rules of this version tell them.

    Raises:
        GameFileError: the rules refuse one of the answers, or they lead elsewhere.
    """
    session = found.session
    _, steps, fault = retrace(session)
    if fault:
        raise GameFileError(
            f"{path} holds a game that does not go by the rules of this version: they agree with {len(steps)} of its"
            f" {len(session.steps)} answers and do not lead to where it stands. {_by(found.facts)}"
        )
    return Session.resume(session.game, session.snapshot(), steps)


def _by(facts: Facts) -> str:
    """Which version has written a file."""
    return f"It was written by version {_shown(facts.program)}, this is {thorgames.__version__}."


def _other(path: Path, facts: Facts) -> str:
    """That what is in a file is no game by the rules of now."""
    return f"{path} holds something of which this version can make no game. {_by(facts)}"


def _shown(text: str) -> str:
    """A few words of a file as they may stand in a sentence, whatever is in them."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:20])


def _bytes(path: Path) -> bytes:
    """What is in a file."""
    try:
        if path.is_dir():
            raise GameFileError(f"{path} is a folder; a game is in a file.")
        if path.exists() and not path.is_file():
            raise GameFileError(f"{path} is not an ordinary file.")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise GameFileError(f"There is no file {path}.") from None
    except (OSError, ValueError) as error:
        why = _why(error) if isinstance(error, OSError) else "that is no name of a file"
        raise GameFileError(f"{path} cannot be read: {why}.") from None
    if len(data) > MOST_BYTES:
        raise GameFileError(f"{path} is larger than any game: it has more than {MOST_BYTES // 1_000_000} MB.")
    if not data:
        raise GameFileError(f"{path} is empty.")
    return data


def _written(path: Path, data: bytes) -> _Written:
    """The fields of a file."""
    data = data.replace(b"\r\n", b"\n")  # which some mail programs make of it
    if not data.startswith(BEGINS[: len(data)]):
        raise GameFileError(f"{path} is not a game file of this program.")
    damaged = f"{path} is cut short or was changed since it was written; nothing of it can be used."
    try:
        first = msgspec.json.decode(data, type=_First)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise GameFileError(damaged) from None
    if first.thorgame != FORMAT:
        raise GameFileError(
            f"{path} was written by another version of the program ({_shown(first.program)}) in a form that this one"
            f" ({thorgames.__version__}) does not read."
        )
    try:
        return msgspec.json.decode(data, type=_Written)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise GameFileError(damaged) from None


def _unmasked(path: Path, written: _Written) -> _Body:
    """What is masked in a file."""
    damaged = f"{path} was changed or damaged since it was written; nothing of it can be used."
    try:
        key = b64decode(written.key, validate=True)
        zipped = masking.unmask(key, b64decode(written.masked, validate=True))
        unzip = zlib.decompressobj()
        plain = unzip.decompress(zipped, MOST_UNPACKED)
    except (binascii.Error, ValueError, zlib.error):  # `masking.Damaged` is a ValueError
        raise GameFileError(damaged) from None
    if not unzip.eof:
        raise GameFileError(f"{path} unpacks to more than any game has.")
    try:
        body = msgspec.msgpack.decode(plain, type=_Body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise GameFileError(_other(path, written)) from None
    if body.facts != _digest(written):
        raise GameFileError(damaged)
    return body


def _number(path: Path, seed: str) -> int:
    """The seed of the dealer."""
    if not (seed.isascii() and seed.removeprefix("-").isdecimal() and len(seed) < 100):
        raise GameFileError(f"{path} has no seed that could be one.")
    return int(seed)
