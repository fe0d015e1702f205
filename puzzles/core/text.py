"""Position texts (`key: value` lines) and share codes.

Both are read from strangers: every reader has limits, and nothing here evaluates or unpickles.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence

from puzzles.core.state import RulesError

MAX_TEXT = 20_000
"""Longest text that is read, in characters: ten times the longest position of the four games."""

MAX_SHARED = 200_000
"""Longest text inside a share code, in bytes, after decompression (a whole game with its moves)."""

MAX_WHOLE = 10**18
"""Whole numbers in texts are smaller than this, so that no text makes a huge number."""

SHARE_PREFIX = "ps1."
_CHECK = 8  # bytes of SHA-256 in front of the compressed text: finds typing errors and cut ends


def read_fields(text: str, keys: Sequence[str], *, where: str = "position") -> dict[str, str]:
    """Split `text` into its ``key: value`` lines, strictly.

    `keys` is the documented order. A key may be left out, never doubled, unknown or out of order.
    Blank lines and surrounding spaces are allowed. Raises RulesError.

    >>> read_fields("players: 2\\nboard: SFF", ["players", "board"])
    {'players': '2', 'board': 'SFF'}
    """
    if not isinstance(text, str):
        raise RulesError(f"{where}: got {type(text).__name__}, expected a text")
    if len(text) > MAX_TEXT:
        raise RulesError(f"{where}: got {len(text)} characters, expected at most {MAX_TEXT}")
    fields: dict[str, str] = {}
    last = -1
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        at = f"{where}, line {number}"
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon:
            raise RulesError(f"{at}: got {shorten(line)!r}, expected 'key: value'")
        if key not in keys:
            raise RulesError(f"{at}: got the key {shorten(key)!r}, expected one of {', '.join(keys)}")
        if key in fields:
            raise RulesError(f"{at}: got the key {key!r} a second time, expected it once")
        place = keys.index(key)
        if place < last:
            raise RulesError(
                f"{at}: got the key {key!r} after {keys[last]!r}, expected the order {', '.join(keys)}"
            )
        last = place
        fields[key] = " ".join(value.split())
    return fields


def write_fields(fields: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """One ``key: value`` line a field, in the order given; no line break at the end."""
    pairs = fields.items() if isinstance(fields, Mapping) else fields
    return "\n".join(f"{key}: {value}" for key, value in pairs)


def read_whole(text: str, where: str, low: int = 0, high: int | None = None) -> int:
    """A whole number written in plain digits, `low` to `high`. Raises RulesError."""
    limits = f"{low} to {high}" if high is not None else f"{low} or more"
    if not re.fullmatch(r"0|[1-9][0-9]{0,17}", text):
        raise RulesError(f"{where}: got {shorten(text)!r}, expected a whole number, {limits}")
    number = int(text)
    if number < low or (high is not None and number > high):
        raise RulesError(f"{where}: got {number}, expected {limits}")
    return number


def split_list(text: str) -> list[str]:
    """The words of a list; ``-`` (or nothing) is the empty list."""
    return [] if text in ("-", "") else text.split(" ")


def join_list(words: Iterable[str]) -> str:
    """Words joined by single spaces; ``-`` for none."""
    return " ".join(words) or "-"


def split_seats(text: str, seats: int, where: str) -> list[str]:
    """The parts of a value that holds one part a seat, separated by ``|``. Raises RulesError."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != seats:
        raise RulesError(f"{where}: got {len(parts)} parts, expected {seats}, one a seat, separated by ' | '")
    return parts


def join_seats(parts: Iterable[str]) -> str:
    """One part a seat, separated by `` | ``."""
    return " | ".join(parts)


def shorten(text: str, most: int = 60) -> str:
    """`text` cut for an error message, so that a hostile text cannot flood the screen."""
    return text if len(text) <= most else text[: most - 1] + "…"


def share(text: str) -> str:
    """A short code that carries `text`: compressed, checksummed, made of letters that survive mail.

    >>> unshare(share("game: toy"))
    'game: toy'
    """
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raise RulesError("share code: got half a character (a lone surrogate), expected a text") from None
    if len(raw) > MAX_SHARED:
        raise RulesError(f"share code: got {len(raw)} bytes to share, expected at most {MAX_SHARED}")
    packed = zlib.compress(raw, 9)
    return SHARE_PREFIX + _letters(_checksum(packed) + packed)


def unshare(code: str) -> str:
    """The text inside a share code. Raises RulesError on a code that is cut, changed or too large."""
    if not isinstance(code, str):
        raise RulesError(f"share code: got {type(code).__name__}, expected a text")
    code = "".join(code.split())
    if not code.startswith(SHARE_PREFIX):
        raise RulesError(f"share code: got {shorten(code, 20)!r}, expected it to begin with {SHARE_PREFIX!r}")
    if len(code) > 2 * MAX_SHARED:
        raise RulesError(f"share code: got {len(code)} characters, expected at most {2 * MAX_SHARED}")
    body = code[len(SHARE_PREFIX) :]
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise RulesError(
            "share code: got letters that no share code has, or a cut code; expected it whole and unchanged"
        ) from None
    if _letters(packed) != body:  # the last letter carries spare bits, which must be zero
        raise RulesError("share code: got a changed last letter, expected the code whole and unchanged")
    if _checksum(packed[_CHECK:]) != packed[:_CHECK]:
        raise RulesError("share code: the checksum does not fit, expected the code whole and unchanged")
    unpack = zlib.decompressobj()
    try:
        # The limit is given to zlib itself: a small code must not blow up to gigabytes.
        raw = unpack.decompress(packed[_CHECK:], MAX_SHARED + 1)
    except zlib.error:
        raise RulesError("share code: got a damaged code, expected it whole and unchanged") from None
    if len(raw) > MAX_SHARED or not unpack.eof or unpack.unused_data:
        raise RulesError(
            "share code: got a cut, lengthened or too large code, expected it whole and unchanged"
        )
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise RulesError("share code: got bytes that are not UTF-8, expected a text") from None


def _checksum(packed: bytes) -> bytes:
    # over the compressed bytes: a compressed text has spare bits, which a checksum of the text would not see
    return hashlib.sha256(packed).digest()[:_CHECK]


def _letters(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")
