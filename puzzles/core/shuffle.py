"""The one shuffle of all games: the same order on every platform and Python version."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from puzzles.core.state import RulesError
from puzzles.core.text import MAX_WHOLE

T = TypeVar("T")


def digest(text: str) -> str:
    """SHA-256 of the UTF-8 `text` as 64 lower-case hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def shuffled(items: Iterable[T], label: Callable[[T], str]) -> tuple[T, ...]:
    """`items` sorted ascending by the digest of their label.

    Labels must differ. A game that spells out its own labels passes them here; see ``shuffle``
    for the common form.
    """
    return tuple(sorted(items, key=lambda item: digest(label(item))))


def shuffle(items: Sequence[T], seed: int, label: str) -> tuple[T, ...]:
    """`items` in the order of the digests of ``seed/label/index``.

    >>> shuffle("abcdef", seed=1, label="deal") == shuffle("abcdef", seed=1, label="deal")
    True
    """
    order = sorted(range(len(items)), key=lambda index: digest(f"{seed}/{label}/{index}"))
    return tuple(items[index] for index in order)


def check_seed(seed: object) -> None:
    """Raise RulesError unless `seed` is a whole number that every text can hold."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RulesError(f"new game, seed: got {seed!r}, expected a whole number, 0 or more")
    if not 0 <= seed < MAX_WHOLE:
        got = "a negative number" if seed < 0 else "a number of more than 18 digits"
        raise RulesError(f"new game, seed: got {got}, expected 0 to {MAX_WHOLE - 1}")
