"""A card set as a code that travels inside a position text, so that a saved game needs no file."""

from __future__ import annotations

import json
from typing import Any

from puzzles.core.state import RulesError
from puzzles.core.tables import check_type
from puzzles.core.text import SHARE_PREFIX, share, shorten, unshare

MAX_CODE = 12_000
"""Longest code of a set that still fits a position text with all its cards, in characters."""


def write_code(table: dict[str, Any], where: str) -> str:
    """The code of a card file's tables. Raises RulesError for a set that is too long."""
    code = share(json.dumps(table, sort_keys=True, separators=(",", ":")))
    if len(code) > MAX_CODE:
        raise RulesError(f"{where}: got a set of {len(code)} characters in code, expected at most {MAX_CODE}")
    return code


def read_code(code: str, where: str) -> dict[str, Any]:
    """The tables inside a code; what they hold is not looked at. Raises RulesError."""
    if not code.startswith(SHARE_PREFIX) or len(code) > MAX_CODE:
        raise RulesError(
            f"{where}: got {shorten(code, 20)!r}, expected the code of a card set, {SHARE_PREFIX}..., "
            f"at most {MAX_CODE} characters"
        )
    try:
        text = unshare(code)
    except RulesError as error:
        raise RulesError(f"{where}, {error}") from None
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise RulesError(f"{where}: got a code that holds no card set, expected one that does") from None
    check_type(table, dict, where)
    assert isinstance(table, dict)
    return table
