"""Where everything lies: two layouts, wide (848) and narrow (368), on a grid of 8; and what the map's window shows first.

Wide: the map, beside it open goals and seats, below it the own hand and what lies in front of its owner. Narrow:
everything below each other. Land cards in hand have a place for each kind, so that nothing jumps when one is played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from boards.core.svg import Box
from boards.moria.faces import SIDE
from puzzles.moria.cards import KINDS

GAP, GROUP = 8, 16
LINE = 24
"""Height of a line with a name above its things."""

CAPTION = 16
"""Height of a line of small words."""

CHIP = 46
"""Height of gems, ogres and of what lies in front."""

GOAL, RIVAL, OWN = 52, 76, 48
"""Heights of an open goal, of a rival's panel and of the own one."""

CELL = 108.0
"""Side of a cell on the sheet of the map: cell x,y begins at x * CELL, y * CELL."""

INSET = (CELL - SIDE) / 2
"""From the edge of a cell to its card."""

MARGIN = 12.0
"""Round the cells of the sheet: rings and numbers of chosen things stand out that far."""

LEAST, LEAST_NARROW = 60.0, 44.0
"""Least side of a cell on the screen while the window is not zoomed."""

MOST, MOST_NARROW = 1.0, 0.8
"""Greatest scale of the map while the window is not zoomed."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much there is of everything that needs room.

    seats, seat    their number, and whose eyes it is seen through
    goals          open trading goals
    gems, ogres    types of gems; different ogres in the own hand
    front          goals owned and monsters slain
    lines          of the notice
    """

    seats: int
    seat: int
    goals: int
    gems: int
    ogres: int
    front: int
    lines: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of the drawing. `captions` are the lines above the supply, the gems and the ogres."""

    narrow: bool
    width: int
    height: int
    chart: Box
    goals_label: Box
    goals: tuple[Box, ...]
    seats: tuple[Box, ...]
    hand_label: Box
    captions: tuple[Box, Box, Box]
    supply: Box
    gems: tuple[Box, ...]
    ogres: tuple[Box, ...]
    land: tuple[Box, ...]
    front_label: Box
    secret: Box
    front: tuple[Box, ...]
    notice: Box


def _flow(x: float, y: float, right: float, number: int, width: float, height: float) -> tuple[Box, ...]:
    """Boxes from the left in as many lines as they need."""
    abreast = max(1, int((right - x + GAP) // (width + GAP)))
    return tuple(
        Box(x + at % abreast * (width + GAP), y + at // abreast * (height + GAP), width, height)
        for at in range(number)
    )


def _bottom(boxes: Sequence[Box], least: float) -> float:
    return max([least, *(box.bottom for box in boxes)])


def _spread(x: float, y: float, width: float, number: int, height: float) -> tuple[Box, ...]:
    """Boxes of equal width that fill a line."""
    each = (width - (number - 1) * GAP) / number
    return tuple(Box(x + at * (each + GAP), y, each, height) for at in range(number))


def _column(x: float, y: float, width: float, heights: Sequence[float]) -> tuple[Box, ...]:
    boxes = []
    for height in heights:
        boxes.append(Box(x, y, width, height))
        y += height + GAP
    return tuple(boxes)


def _seat_heights(contents: Contents) -> list[float]:
    return [OWN if seat == contents.seat else RIVAL for seat in range(contents.seats)]


def wide(contents: Contents) -> Layout:
    """848 wide: the map at the left, goals and seats beside it, the own hand below."""
    width, margin = 848, 16
    inner = width - 2 * margin
    chart = Box(margin, margin, 592, 512)
    x = chart.right + GROUP
    side = width - margin - x
    goals_label = Box(x, margin, side, 20)
    goals = _column(x, margin + LINE + 2, side, [GOAL] * contents.goals)
    y = _bottom(goals, margin + LINE + 2 + 3 * (GOAL + GAP) - GAP) + GROUP
    seats = _column(x, y, side, _seat_heights(contents))
    y = max(chart.bottom, seats[-1].bottom) + GROUP
    hand_label = Box(margin, y, inner, 20)
    y = hand_label.bottom + 4
    supply = Box(margin, y + CAPTION + 2, 172, CHIP)
    gem_x, ogre_x = supply.right + GROUP, supply.right + GROUP + 272 + GROUP
    gems = _spread(gem_x, supply.y, 272, contents.gems, CHIP)
    ogres = _flow(ogre_x, supply.y, width - margin, contents.ogres, 60, CHIP)
    captions = (
        Box(margin, y, supply.width, CAPTION),
        Box(gem_x, y, 272, CAPTION),
        Box(ogre_x, y, width - margin - ogre_x, CAPTION),
    )
    y = _bottom(ogres, supply.bottom) + GROUP
    card = 84.0
    step = (inner - card) / (KINDS - 1)
    land = tuple(Box(margin + at * step, y, card, card) for at in range(KINDS))
    front_label = Box(margin, land[0].bottom + GROUP, inner, 20)
    secret = Box(margin, front_label.bottom + 4, 300, CHIP)
    front = _flow(secret.right + GROUP, secret.y, width - margin, contents.front, 64, CHIP)
    notice = Box(margin, _bottom(front, secret.bottom) + 12, inner, 14 * contents.lines)
    return Layout(
        narrow=False,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        chart=chart,
        goals_label=goals_label,
        goals=goals,
        seats=seats,
        hand_label=hand_label,
        captions=captions,
        supply=supply,
        gems=gems,
        ogres=ogres,
        land=land,
        front_label=front_label,
        secret=secret,
        front=front,
        notice=notice,
    )


def narrow(contents: Contents) -> Layout:
    """368 wide: everything below each other."""
    width, margin = 368, 8
    inner = width - 2 * margin
    chart = Box(margin, margin, inner, inner)
    hand_label = Box(margin, chart.bottom + 14, inner, 20)
    supply_caption = Box(margin, hand_label.bottom + 4, inner, CAPTION)
    supply = Box(margin, supply_caption.bottom + 2, inner, 36)
    gem_caption = Box(margin, supply.bottom + GAP, inner, CAPTION)
    gems = _spread(margin, gem_caption.bottom + 2, inner, contents.gems, CHIP)
    ogre_caption = Box(margin, gems[0].bottom + GAP, inner, CAPTION)
    ogres = _flow(margin, ogre_caption.bottom + 2, width - margin, contents.ogres, 64, CHIP)
    y = _bottom(ogres, ogre_caption.bottom) + GROUP
    card = 64.0
    land = tuple(
        Box(margin + at % 5 * (card + GAP), y + at // 5 * (card + CAPTION + 14), card, card)
        for at in range(KINDS)
    )
    front_label = Box(margin, land[-1].bottom + CAPTION + GROUP, inner, 20)
    secret = Box(margin, front_label.bottom + 4, inner, CHIP)
    front = _flow(margin, secret.bottom + GAP, width - margin, contents.front, 64, CHIP)
    goals_label = Box(margin, _bottom(front, secret.bottom) + GROUP, inner, 20)
    goals = _column(margin, goals_label.bottom + 6, inner, [GOAL] * contents.goals)
    seats = _column(margin, _bottom(goals, goals_label.bottom) + GROUP, inner, _seat_heights(contents))
    notice = Box(margin, seats[-1].bottom + 12, inner, 14 * contents.lines)
    return Layout(
        narrow=True,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        chart=chart,
        goals_label=goals_label,
        goals=goals,
        seats=seats,
        hand_label=hand_label,
        captions=(supply_caption, gem_caption, ogre_caption),
        supply=supply,
        gems=gems,
        ogres=ogres,
        land=land,
        front_label=front_label,
        secret=secret,
        front=front,
        notice=notice,
    )


# --- the window of the map ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Window:
    """What of the sheet is seen first, and the whole sheet; units of the sheet."""

    home: Box
    whole: Box
    scale: float


def window(left: int, top: int, right: int, bottom: int, size: tuple[float, float], narrow: bool) -> Window:
    """The window of `size` pixels on the cells from (left, top) to (right, bottom), ring of neighbours included.

    All of them while a cell is not too small on the screen; then the least size, round their middle. While they
    fit round cell 0,0 that cell stays in the middle, so that a young map does not jump.
    """
    most = MOST_NARROW if narrow else MOST
    least = (LEAST_NARROW if narrow else LEAST) / CELL
    width, height = size
    young = Box((CELL - width / most) / 2, (CELL - height / most) / 2, width / most, height / most)
    cells = Box(
        left * CELL - MARGIN,
        top * CELL - MARGIN,
        (right - left + 1) * CELL + 2 * MARGIN,
        (bottom - top + 1) * CELL + 2 * MARGIN,
    )
    if (
        young.x <= cells.x
        and young.y <= cells.y
        and cells.right <= young.right
        and cells.bottom <= young.bottom
    ):
        return Window(young, young, most)
    scale = max(least, min(most, width / cells.width, height / cells.height))
    wide, high = width / scale, height / scale
    middle = cells.x + cells.width / 2, cells.y + cells.height / 2
    return Window(Box(middle[0] - wide / 2, middle[1] - high / 2, wide, high), cells, scale)
