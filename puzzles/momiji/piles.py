"""Order on a pile and neighbours in a row. A pile is a tuple of cards, bottom first; a row is a tuple of piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from puzzles.momiji.cards import LEFT, LETTER, RIGHT, UNKNOWN, VALUE

Pile = tuple[int, ...]
Row = tuple[Pile, ...]

CLOSED = 3
"""The value that closes a pile (MJ-48)."""


def step(below: int | None, value: int) -> int | None:
    """How a card of `value` stands on one of the value `below` (None: no pile yet).

    0 as the order allows (MJ-45, MJ-46), 1 two above, which only ``skip_one`` allows, None not at all.
    """
    if below is None:
        return 0 if value == 0 else None
    if below == CLOSED or not 0 <= value - below <= 2:
        return None
    return int(value - below == 2)


def top(pile: Pile) -> int:
    """Value of the last card."""
    return VALUE[pile[-1]]


def letter_of(pile: Pile) -> str:
    """The type of a pile."""
    return LETTER[pile[-1]]


def is_closed(pile: Pile) -> bool:
    """Whether a torii stands on the pile (MJ-48)."""
    return VALUE[pile[-1]] == CLOSED


def has_hidden(row: Row) -> bool:
    """Whether the cards below the tops are hidden (a view with recall=tops)."""
    return any(pile[0] == UNKNOWN for pile in row)


def place_of(row: Row, letter: str) -> int | None:
    """Where the pile of a type lies, counted from the left; None when there is none."""
    for place, pile in enumerate(row):
        if LETTER[pile[-1]] == letter:
            return place
    return None


def touching(row: Row, closed_count: bool = True) -> tuple[bool, ...]:
    """For each pair of neighbours whether their acorns meet (MJ-60, MJ-61); one entry fewer than piles."""
    return tuple(
        RIGHT[left[-1]]
        and LEFT[right[-1]]
        and (closed_count or (VALUE[left[-1]] != CLOSED and VALUE[right[-1]] != CLOSED))
        for left, right in pairwise(row)
    )


def torii(row: Row) -> int:
    """Number of closed piles."""
    return sum(VALUE[pile[-1]] == CLOSED for pile in row)


def laid(row: Row, cards: Sequence[int], sides: Sequence[str]) -> Row:
    """The row after laying `cards` one after another, each on its pile or as a new pile at its side.

    Sides: ``left``, ``right``, ``at N``, or empty for a card whose pile is there. Nothing is checked.
    """
    piles = list(row)
    for card, side in zip(cards, sides, strict=True):
        if not side:
            place = place_of(tuple(piles), LETTER[card])
            assert place is not None
            piles[place] = (*piles[place], card)
        elif side == "left":
            piles.insert(0, (card,))
        elif side == "right":
            piles.append((card,))
        else:
            piles.insert(int(side[3:]), (card,))
    return tuple(piles)


def without(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """`cards` less one of each in `gone`; those that are not there are passed over."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
