"""Where everything lies: two layouts, wide (848) and narrow (368), on a grid of 8 with gaps of 8 and 16.

The hand keeps room for six cards from the start, and each seat for all cards that it needs, so that nothing
jumps during a usual game; more cards open further rows below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

GAP, GROUP = 8, 16
BETWEEN = 12
"""Between two things, so that their rings do not touch."""

RESERVED = 6
"""Cards in hand for which there is always room (a skip fills the hand to six)."""

SLOT_WIDTH, SLOT_HEIGHT, SLOT_STEP = 32, 44, 38
LEAST_STEP = 20
"""Scored cards that overlap keep this much of each in sight: the whole numeral."""

BAR_WIDTH, BAR_HEIGHT = 176, 20
FIELD_PAD = 22
SEAT_LABEL = 24
"""Height of the line above a seat's scored cards."""


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of the drawing.

    tiles   nine, a1 b1 c1 a2 ...; `hand` at least six; `seats` one a seat
    square  side of a printed square on a hand card
    pile    size of the deck and the discard pile; `piles` their boxes with their words, and a third
            for strikes (solo) or the goal
    """

    narrow: bool
    width: int
    height: int
    field: Box
    tiles: tuple[Box, ...]
    hand_label: Box
    hand: tuple[Box, ...]
    square: float
    piles: tuple[Box, ...]
    pile: tuple[float, float]
    seats: tuple[Box, ...]
    notice: Box

    @property
    def side(self) -> float:
        return self.tiles[0].width


def slots(wanted: int, width: float) -> list[tuple[float, float]]:
    """Upper left corners of scored cards in a box of this width, row by row; they overlap before a row is added."""
    most = int((width - SLOT_WIDTH) // LEAST_STEP) + 1
    rows = max(1, math.ceil(wanted / most))
    per_row = max(1, math.ceil(wanted / rows))
    step = min(SLOT_STEP, (width - SLOT_WIDTH) / max(1, per_row - 1))
    return [((at % per_row) * step, (at // per_row) * (SLOT_HEIGHT + GAP)) for at in range(wanted)]


def seat_height(wanted: int, width: float) -> float:
    """Height of a seat's line and its rows of scored cards."""
    return SEAT_LABEL + max(y for _, y in slots(max(1, wanted), width)) + SLOT_HEIGHT


def _tiles(field: Box, side: float) -> tuple[Box, ...]:
    step = (field.width - 2 * FIELD_PAD - side) / 2
    return tuple(
        Box(field.x + FIELD_PAD + column * step, field.y + FIELD_PAD + row * step, side, side)
        for row in range(3)
        for column in range(3)
    )


def _seats(top: float, left: float, width: float, wanted: list[int], columns: int) -> tuple[Box, ...]:
    each = (width - (columns - 1) * 2 * GROUP) / columns
    boxes: list[Box] = []
    y = top
    for first in range(0, len(wanted), columns):
        row = wanted[first : first + columns]
        height = max(seat_height(number, each) for number in row)
        boxes += [Box(left + at * (each + 2 * GROUP), y, each, height) for at in range(len(row))]
        y += height + GROUP
    return tuple(boxes)


def wide(hand: int, wanted: list[int]) -> Layout:
    """848 wide: the grid at the left, piles and hand beside it, the seats' scored cards below."""
    width, margin = 848, 16
    side, pile_height = 116, 56
    card_width, card_height = 120, 152
    reach = 3 * side + 2 * BETWEEN + 2 * FIELD_PAD
    field = Box(margin, 24, reach, reach)
    left = field.right + GROUP
    columns = [margin + at * (card_width + BETWEEN) for at in range(3)]
    columns += [left + at * (card_width + BETWEEN) for at in range(3)]
    piles = tuple(Box(x, GROUP, card_width, pile_height) for x in columns[3:])
    top = field.bottom - 2 * card_height - BETWEEN
    hand_label = Box(left, top - BETWEEN - 24, width - margin - left, 24)
    boxes = [
        Box(columns[3 + at % 3], top + at // 3 * (card_height + BETWEEN), card_width, card_height)
        for at in range(RESERVED)
    ]
    y = field.bottom + GROUP
    for at in range(hand - RESERVED):
        boxes.append(Box(columns[at % 6], y + at // 6 * (card_height + BETWEEN), card_width, card_height))
    y = boxes[-1].bottom + GROUP + GAP
    abreast = {1: 1, 2: 2, 4: 2}.get(len(wanted), 3)
    seats = _seats(y, margin, width - 2 * margin, wanted, abreast)
    notice = Box(margin, seats[-1].bottom + GROUP, width - 2 * margin, 16)
    return Layout(
        narrow=False,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        field=field,
        tiles=_tiles(field, side),
        hand_label=hand_label,
        hand=tuple(boxes),
        square=28,
        piles=piles,
        pile=(44, pile_height),
        seats=seats,
        notice=notice,
    )


def narrow(hand: int, wanted: list[int]) -> Layout:
    """368 wide: piles on top (the TOP bar is on the deck's side), the grid, the hand, the seats."""
    width, margin = 368, 8
    inner = width - 2 * margin
    side, pile_height = 96, 56
    card_width, card_height = 112, 152
    columns = [margin + at * (card_width + GAP) for at in range(3)]
    piles = tuple(Box(x, GAP, card_width, pile_height) for x in columns)
    field = Box(margin, GAP + pile_height + 24, inner, inner)
    hand_label = Box(margin, field.bottom + GAP, inner, 24)
    top = hand_label.bottom + BETWEEN
    boxes = [
        Box(columns[at % 3], top + at // 3 * (card_height + BETWEEN), card_width, card_height)
        for at in range(max(RESERVED, hand))
    ]
    seats = _seats(boxes[-1].bottom + GROUP, margin, inner, wanted, 1)
    notice = Box(margin, seats[-1].bottom + GROUP, inner, 32)
    return Layout(
        narrow=True,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        field=field,
        tiles=_tiles(field, side),
        hand_label=hand_label,
        hand=tuple(boxes),
        square=28,
        piles=piles,
        pile=(42, pile_height),
        seats=seats,
        notice=notice,
    )
