"""Makes bytes unreadable at a glance, and finds out whether they are still whole.

Cards, answers and the seed of a game are masked before they are written to a file, so that nobody reads them by
opening the file in a text viewer. The key lies in the same file: this keeps honest players from seeing what they would
rather not see. It is no encryption that would stop somebody who wants to cheat and can program.
"""

from __future__ import annotations

from os import urandom

KEY_LENGTH = 32
FORMAT = b"\x01"
"""First byte of everything masked: how it was done."""

_NONCE = 12
_CHECK = 8


class Damaged(ValueError):
    """The bytes are not what was masked with this key."""


def new_key() -> bytes:
    """A key drawn at random."""
    return urandom(KEY_LENGTH)


def mask(key: bytes, data: bytes) -> bytes:
    """Data in a form that tells nothing: a byte for the format, a nonce, and the masked checksum and data."""
    nonce = urandom(_NONCE)
    return FORMAT + nonce + _mix(key + nonce, _checksum(key, data) + data)


def unmask(key: bytes, masked: bytes) -> bytes:
    """The data that were masked.

    Raises:
        Damaged: something of it has changed since, or the key is another.
    """
    start = len(FORMAT) + _NONCE
    if len(masked) < start + _CHECK or not masked.startswith(FORMAT):
        raise Damaged("not masked data of a known format")
    plain = _mix(key + masked[len(FORMAT) : start], masked[start:])
    if _checksum(key, plain[_CHECK:]) != plain[:_CHECK]:
        raise Damaged("the checksum is wrong")
    return plain[_CHECK:]


def _checksum(key: bytes, data: bytes) -> bytes:
    """A short keyed checksum."""
    import hashlib  # not needed to list games

    return hashlib.blake2b(data, digest_size=_CHECK, key=key).digest()


def _mix(seed: bytes, data: bytes) -> bytes:
    """The data, every bit turned or not as a stream grown from the seed says; doing it twice gives them back."""
    import hashlib

    stream = hashlib.shake_256(seed).digest(len(data))
    return (int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")).to_bytes(len(data), "little")
