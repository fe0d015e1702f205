"""What is common to explanations: a move against the best one."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.core.problem import Value


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move against the best one, in the unit of the game's hint problem.

    move   its text
    value  what the best play gives after this move, what the move itself gains included
    best   what the best play gives from here
    loss   best - value, 0 or more
    words  why, in the game's words; each sentence has a number or a rule behind it
    """

    move: str
    value: Value
    best: Value
    loss: int
    words: str


def counted(number: int, noun: str) -> str:
    """``1 card``, ``2 cards``, ``no cards``.

    >>> counted(1, "move"), counted(0, "move")
    ('1 move', 'no moves')
    """
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def listed(parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for an empty list."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
