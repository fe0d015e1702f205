"""Cells of the map as whole numbers that sort in the order of texts: by y (south), then by x (east)."""

from __future__ import annotations

import re

from puzzles.core.state import RulesError
from puzzles.core.text import shorten

MOST = 99
"""Greatest x and y, to either side of 0: more than all 36 cards in a line can need."""

_ROW, _HALF = 256, 100

STEPS = (-_ROW, 1, _ROW, -1)
"""What to add to a cell for its neighbour in the north, east, south and west."""

DIRECTIONS = "nesw"

_CELL = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")


def cell_at(x: int, y: int) -> int:
    """The cell `x` to the east and `y` to the south of 0,0."""
    return (y + _HALF) * _ROW + x + _HALF


def cell_xy(cell: int) -> tuple[int, int]:
    """x to the east and y to the south.

    >>> cell_xy(cell_at(3, -1))
    (3, -1)
    """
    return cell % _ROW - _HALF, cell // _ROW - _HALF


CENTRE = cell_at(0, 0)


def cell_text(cell: int) -> str:
    """The cell as texts write it: ``3,-1``."""
    x, y = cell_xy(cell)
    return f"{x},{y}"


def is_on_map(cell: int) -> bool:
    """Whether texts can name the cell."""
    x, y = cell_xy(cell)
    return -MOST <= x <= MOST and -MOST <= y <= MOST


def read_cell(text: str, where: str) -> int:
    """The cell whose text this is. Raises RulesError."""
    found = _CELL.fullmatch(text)
    if found is None:
        raise RulesError(
            f"{where}: got the cell {shorten(text)!r}, expected x,y with whole numbers from -{MOST} to {MOST}, "
            "e.g. 3,-1"
        )
    return cell_at(int(found[1]), int(found[2]))
