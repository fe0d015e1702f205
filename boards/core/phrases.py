"""Small phrases that all games' boards say alike: counts, lists, and what seats are called."""

from __future__ import annotations

from collections.abc import Iterable

from boards.core.drawing import Look


def count(number: int, noun: str) -> str:
    """``1 card``, ``2 cards``, ``no cards``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def listed(parts: Iterable[str], joint: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = parts
    return f"{', '.join(most)} {joint} {last}" if most else last


def points_words(number: int) -> str:
    """``0 points``, ``1 point``."""
    return f"{number} point{'' if number == 1 else 's'}"


def name_of(seat: int, look: Look) -> str:
    """What a seat is called: as `look` says, else You and Seat 2."""
    if seat < len(look.names):
        return look.names[seat]
    return "You" if seat == look.seat else f"Seat {seat + 1}"


def short_name(seat: int, look: Look) -> str:
    """A seat in a narrow place: ``You`` or ``S2``."""
    return "You" if name_of(seat, look) == "You" else f"S{seat + 1}"


def hand_of(look: Look) -> str:
    """``Your hand`` or ``Hand of Seat 2``."""
    name = name_of(look.seat, look)
    return "Your hand" if name == "You" else f"Hand of {name}"
