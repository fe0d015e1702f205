"""Reading TOML files with limits and errors that name file, key and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from puzzles.core.state import RulesError
from puzzles.core.text import shorten

MAX_FILE = 1_000_000
"""Largest TOML file that is read, in bytes."""

PROVENANCE = ("seed", "published", "reconstructed")
"""seed: said in the game's source text; published: another public source; reconstructed: our choice."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises RulesError with the file's name."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE:
            raise RulesError(f"{path.name}: got {size} bytes, expected at most {MAX_FILE}")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{path.name}: got bytes that are not UTF-8, expected a text file") from None
    except RecursionError:
        raise RulesError(
            f"{path.name}: got tables or lists nested too deeply, expected a few levels"
        ) from None
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits is another
        raise RulesError(f"{path.name}: not valid TOML: {error}") from None


def check_keys(
    table: Mapping[str, Any], needed: Iterable[str], where: str, optional: Iterable[str] = ()
) -> None:
    """Raise RulesError unless `table` has all `needed` keys and no others than `optional` ones."""
    needed, optional = list(needed), list(optional)
    for key in table:
        if key not in needed and key not in optional:
            raise RulesError(
                f"{where}: got the key {shorten(str(key))!r}, expected {', '.join([*needed, *optional])}"
            )
    for key in needed:
        if key not in table:
            raise RulesError(f"{where}: the key {key!r} is missing, expected {', '.join(needed)}")


def check_type(value: object, kind: type | tuple[type, ...], where: str) -> None:
    """Raise RulesError unless `value` is a `kind`; a bool is never taken for a number."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        names = " or ".join(_WORDS.get(k, k.__name__) for k in kinds)
        got = _WORDS.get(type(value), type(value).__name__)
        raise RulesError(f"{where}: got {shorten(repr(value))} ({got}), expected {names}")


def check_whole(value: object, where: str, low: int, high: int) -> int:
    """`value` if it is a whole number from `low` to `high`. Raises RulesError."""
    check_type(value, int, where)
    assert isinstance(value, int)
    if not low <= value <= high:
        raise RulesError(
            f"{where}: got {value}, expected {low} to {high}"
            if low < high
            else f"{where}: got {value}, expected {low}"
        )
    return value


def check_words(value: object, where: str) -> str:
    """`value` if it is a text that can be shown: 1 to 120 printable characters. Raises RulesError."""
    check_type(value, str, where)
    assert isinstance(value, str)
    if not value.strip() or len(value) > 120 or not value.isprintable():
        raise RulesError(f"{where}: got {shorten(repr(value))}, expected 1 to 120 printable characters")
    return value


def check_provenance(table: Mapping[str, Any], fields: Iterable[str], where: str) -> None:
    """Raise RulesError unless every one of `fields` is said to be seed, published or reconstructed."""
    check_keys(table, fields, where)
    for key, value in table.items():
        if value not in PROVENANCE:
            raise RulesError(f"{where}, {key}: got {value!r}, expected one of {', '.join(PROVENANCE)}")


_WORDS: dict[type, str] = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a table",
    bool: "true or false",
    float: "a decimal number",
}
