"""The two sides of a card, units and mines, and what may lie on what.

A unit is a whole number, 11 x race + strength, so that numbers sort in the canonical order: races ``d o g t``,
then strength. Strength 10 of a race is a unit of that race whose strength is not known (``d?``), and UNKNOWN,
above all of them, one of which nothing is known (``?``). The tables RACE, STRENGTH and TEXT say what a number means.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

RACES = "dogt"
"""Letters of the races in canonical order; a race is its place here, 0 to 3."""

STRENGTHS = range(10)
WRAP = 9
"""The strength on which a 0 may lie (KD-17)."""

UNKNOWN = 44
"""A unit of which this position knows nothing; sorts last."""

RACE = tuple(unit // 11 for unit in range(UNKNOWN))
STRENGTH = tuple(unit % 11 for unit in range(UNKNOWN))
HIDDEN = tuple(11 * race + 10 for race in range(len(RACES)))
"""For each race its unit of unknown strength (``d?``)."""

TEXT = (*(f"{RACES[u // 11]}{u % 11 if u % 11 < 10 else '?'}" for u in range(UNKNOWN)), "?")
UNITS = {text: unit for unit, text in enumerate(TEXT)}
ALL_UNITS = tuple(11 * race + strength for race in range(len(RACES)) for strength in STRENGTHS)
"""The 40 units, each of which is on two cards (KD-3)."""

KNOWN = (*(unit % 11 < 10 for unit in range(UNKNOWN)), False)
"""Whether race and strength of a unit are known; only such a unit can be laid."""

Pile = tuple[int, ...]
"""Units from the bottom to the top."""


# Mine, Site and Card are tuples: solvers hash and compare them by the million, which tuples do fastest.


class Mine(NamedTuple):
    """A mine side. ``number`` n is that of card n of the set (``m17``); 0: a mine that a position writes out.

    defence  cards that capture it     size   miners it takes
    overseer whether it needs one      value  points, plus when completed, minus when not
    """

    number: int
    defence: int
    size: int
    overseer: bool
    value: int

    @property
    def need(self) -> int:
        """Cards that complete it (KD-27, KD-28)."""
        return self.size + self.overseer

    @property
    def numbers(self) -> str:
        """What is printed on it: ``2/3+o=5`` is defence 2, size 3, overseer, value 5."""
        return f"{self.defence}/{self.size}{'+o' if self.overseer else ''}={self.value}"

    def __str__(self) -> str:
        if self == UNKNOWN_MINE:
            return "?"
        return f"m{self.number}" if self.number else self.numbers


UNKNOWN_MINE = Mine(0, 0, 0, False, 0)
"""A mine whose numbers this position does not know; it takes no cards."""


class Site(NamedTuple):
    """A mine that lies on the table and the cards laid at it."""

    mine: Mine
    pile: Pile = ()

    @property
    def missing(self) -> int:
        """Cards until an owned mine is completed."""
        return self.mine.need - len(self.pile)

    @property
    def to_capture(self) -> int:
        """Cards until an open mine is captured (KD-20)."""
        return self.mine.defence - len(self.pile)

    def __str__(self) -> str:
        if self == EMPTY:
            return "-"
        return f"{self.mine}[{','.join(TEXT[unit] for unit in self.pile)}]" if self.pile else str(self.mine)


EMPTY = Site(Mine(-1, 0, 0, False, 0))
"""A place with no mine."""


class Card(NamedTuple):
    """A card of the deck: its two sides, each perhaps unknown."""

    unit: int
    mine: Mine

    def __str__(self) -> str:
        return "?" if self == UNKNOWN_CARD else f"{TEXT[self.unit]}:{self.mine}"


UNKNOWN_CARD = Card(UNKNOWN, UNKNOWN_MINE)


def top_of(pile: Pile) -> int | None:
    """Strength of the card laid last; None for an empty pile."""
    return STRENGTH[pile[-1]] if pile else None


def may_follow(top: int | None, strength: int, wrap: bool = True) -> bool:
    """Whether a card of this strength may be laid on `top` (KD-15 to KD-17); None: on an empty pile.

    >>> [strength for strength in range(10) if may_follow(6, strength)]
    [7, 8, 9]
    >>> may_follow(9, 0), may_follow(9, 0, wrap=False), may_follow(5, 5)
    (True, False, False)
    """
    return top is None or strength > top or (wrap and top == WRAP and strength == 0)


@cache
def followers(top: int | None, wrap: bool = True) -> tuple[int, ...]:
    """The strengths that may follow `top`, ascending."""
    return tuple(strength for strength in STRENGTHS if may_follow(top, strength, wrap))


def sorted_hand(units: Sequence[int]) -> tuple[int, ...]:
    """Units in the canonical order."""
    return tuple(sorted(units))


def without(units: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """`units` without one `unit`, the last of equal ones."""
    at = len(units) - 1 - units[::-1].index(unit)
    return units[:at] + units[at + 1 :]
