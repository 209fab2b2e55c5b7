"""How a session is put into bytes that tell nothing, and made of them again."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from screens.storage import masking
from thorgames.core.ask import CHANCE
from thorgames.games import registry
from thorgames.session import Session, Snapshot, Step

DAMAGED = (masking.Damaged, zlib.error, TypeError, UnicodeDecodeError)
"""What `restored` raises if the bytes are not what was packed."""


class Whole(Struct, frozen=True):
    """A snapshot as it is packed; the seed may be larger than the packing allows for a number."""

    snapshot: Snapshot
    seed: str


_encode = msgspec.msgpack.Encoder().encode
_decode_whole = msgspec.msgpack.Decoder(Whole).decode
_decode_step = msgspec.msgpack.Decoder(Step).decode
_LOST = Step(CHANCE, (), ())
"""Stands for an answer of which the entry is damaged."""


def cards(key: bytes, toml: str) -> bytes:
    """A card file, packed."""
    return masking.mask(key, zlib.compress(toml.encode()))


def step(key: bytes, one: Step) -> bytes:
    """A step, packed."""
    return masking.mask(key, _encode(one))


def snapshot(key: bytes, session: Session) -> bytes:
    """A session without its steps, packed."""
    now = session.snapshot()
    return masking.mask(key, _encode(Whole(replace(now, seed=0), str(now.seed))))


def seed_of(key: bytes, masked: bytes) -> int | None:
    """The seed of the dealer in a packed snapshot; None if it cannot be read."""
    try:
        return int(_decode_whole(masking.unmask(key, masked)).seed)
    except (*DAMAGED, ValueError):  # msgspec's errors are ValueErrors
        return None


def restored(
    key: bytes, kind: str, masked: bytes, file: str, toml: bytes, entries: Mapping[Any, Any]
) -> tuple[Session, int, bool]:
    """A session made of what was packed.

    Args:
        key: the key of the mask.
        kind: id of the game.
        masked: the packed snapshot.
        file: name of the card file.
        toml: the packed card file.
        entries: number -> packed step.

    Returns:
        The session, how many of its steps are lost, and whether its steps lead to its state.

    Raises:
        CardFileError: the cards cannot be read by this version.
        Exception: one of `DAMAGED`, or any other if it was packed by another version.
    """
    whole: Whole = _decode_whole(masking.unmask(key, masked))
    text = zlib.decompress(masking.unmask(key, toml)).decode()
    then = replace(whole.snapshot, seed=int(whole.seed))
    game = registry.load(kind, registry.box(kind, text, file))
    steps, lost = _steps(key, entries, then.moves)
    session = Session.resume(game, then, steps)
    session.pending()
    session.view(None)
    return session, lost, not lost and _agrees(session, then.state)


def _steps(key: bytes, entries: Mapping[Any, Any], moves: int) -> tuple[list[Step], int]:
    """The steps of a game, and how many of them are lost."""
    steps, lost = [], 0
    for number in range(moves):
        try:
            one: Step = _decode_step(masking.unmask(key, entries[number]))
        except (KeyError, TypeError, masking.Damaged, msgspec.MsgspecError):
            one, lost = _LOST, lost + 1
        steps.append(one)
    return steps, lost


def _agrees(session: Session, state: bytes) -> bool:
    """Whether the answers of a session lead to its state."""
    try:
        return session.game.pack(session.replayed()) == state
    except Exception:
        return False
