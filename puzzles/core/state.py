"""What every game is: immutable states, moves with exact texts, one way to change a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar, runtime_checkable


class RulesError(ValueError):
    """A text, a card file or a set-up that the rules cannot read. Says got, expected and where."""


class IllegalMove(ValueError):
    """A move the rules refuse in this position. The message is for the player: rule id and words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    reason   one of the game's own words, e.g. ``cards``
    points   final score of each seat
    winners  seats that share the win, ascending; empty when a solo game is lost
    practice words for a game alone that is neither won nor lost, e.g. ``band 25-49``; None for any other
    """

    reason: str
    points: tuple[int, ...]
    winners: tuple[int, ...]
    practice: str | None = None


@runtime_checkable
class Move(Protocol):
    """A hashable value; ``str(move)`` is its canonical text and reads back to an equal move."""

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...


M = TypeVar("M")


class State(Protocol[M]):
    """A position. Immutable, hashable and canonical: equal positions are equal values.

    ``str(state)`` is the position text and reads back to an equal state. ``play`` is the only way
    to change a position: clicks, saved games, lessons and solver plans all go through it.
    """

    @property
    def to_move(self) -> int:
        """Seat that decides now, 0-based. Stays with the last mover when the game is over."""
        ...

    @property
    def seats(self) -> int:
        """Number of seats."""
        ...

    def moves(self) -> Sequence[M]:
        """Legal moves of ``to_move`` in the game's documented order; empty when the game is over."""
        ...

    def why_not(self, move: M) -> str | None:
        """None when `move` is legal, else rule id and words. The one place where legality is written."""
        ...

    def play(self, move: M) -> Self:
        """The position after `move`. Raises IllegalMove with the words of ``why_not``."""
        ...

    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        ...

    def view(self, seat: int) -> Self:
        """What `seat` may know; everything else is blank."""
        ...

    def interrupts(self) -> Sequence[M]:
        """Legal moves of seats that are not to move; empty in most games."""
        ...
