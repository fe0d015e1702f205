"""Where everything lies: two layouts, wide (848) and narrow (368), on a grid of 8 with gaps of 8 and 16.

The hand keeps room for six cards from the start, and each seat for all cards that it needs, so that nothing
jumps during a usual game; more cards open further rows below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from boards.core.svg import Box

GAP, GROUP = 8, 16
BETWEEN = 12
"""Between two things, so that their rings do not touch."""

RESERVED = 6
"""Cards in hand for which there is always room (a skip fills the hand to six)."""

SLOT_WIDTH, SLOT_HEIGHT, SLOT_STEP = 32, 44, 38
"""Of a scored card: size, and the way to the next where there is room."""

SLOT_LEAST, SLOT_GAP, SLOT_SHOWN = 24, 4, 18
"""Least width and gap of scored cards, and what stays in sight of one that is overlapped: its numeral."""

BAR_WIDTH, BAR_HEIGHT = 176, 20
FIELD_PAD = 22
SEAT_LABEL = 24
"""Height of the line above a seat's scored cards."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of the drawing.

    tiles   nine, a1 b1 c1 a2 ...; `hand` at least six; `seats` one a seat, with their `rows` of cards
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
    rows: tuple[Row, ...]
    notice: Box

    @property
    def side(self) -> float:
        return self.tiles[0].width


@dataclass(frozen=True, slots=True)
class Row:
    """Places of a seat's scored cards: their width, and their upper left corners, row by row."""

    width: float
    corners: tuple[tuple[float, float], ...]

    @property
    def height(self) -> float:
        return self.corners[-1][1] + SLOT_HEIGHT


def scored_row(goal: int, scored: int, width: float) -> Row:
    """Places for the `goal` cards that a seat needs, and for more when it has scored more.

    The places for the goal never overlap: they get narrower, then break into rows. Cards beyond it
    overlap the others by as much as leaves each numeral in sight, then break into rows too.
    """
    most = max(1, int((width + SLOT_GAP) // (SLOT_LEAST + SLOT_GAP)))
    rows = math.ceil(max(1, goal) / most)
    abreast = math.ceil(max(1, goal) / rows)
    each = float(min(SLOT_WIDTH, int((width + SLOT_GAP) / abreast - SLOT_GAP)))
    wanted = max(goal, scored, 1)
    if wanted > goal:
        rows = max(rows, math.ceil(wanted / (int((width - each) // SLOT_SHOWN) + 1)))
        abreast = math.ceil(wanted / rows)
    step = min(each + SLOT_STEP - SLOT_WIDTH, (width - each) / max(1, abreast - 1))
    return Row(
        each,
        tuple((at % abreast * step, at // abreast * float(SLOT_HEIGHT + GAP)) for at in range(wanted)),
    )


def _tiles(field: Box, side: float) -> tuple[Box, ...]:
    step = (field.width - 2 * FIELD_PAD - side) / 2
    return tuple(
        Box(field.x + FIELD_PAD + column * step, field.y + FIELD_PAD + row * step, side, side)
        for row in range(3)
        for column in range(3)
    )


def _seats(
    top: float, left: float, width: float, goal: int, scored: list[int], columns: int
) -> tuple[tuple[Box, ...], tuple[Row, ...]]:
    each = (width - (columns - 1) * 2 * GROUP) / columns
    rows = tuple(scored_row(goal, number, each) for number in scored)
    boxes: list[Box] = []
    y = top
    for first in range(0, len(rows), columns):
        line = rows[first : first + columns]
        height = SEAT_LABEL + max(row.height for row in line)
        boxes += [Box(left + at * (each + 2 * GROUP), y, each, height) for at in range(len(line))]
        y += height + GROUP
    return tuple(boxes), rows


def wide(hand: int, goal: int, scored: list[int]) -> Layout:
    """848 wide: the grid at the left, piles and hand beside it, the seats' scored cards below."""
    width, margin = 848, 16
    side, pile_height = 116, 56
    card_width, card_height = 120, 152
    reach = 3 * side + 2 * BETWEEN + 2 * FIELD_PAD
    field = Box(margin, 24, reach, reach)
    left = field.right + GROUP
    columns = [start + at * (card_width + BETWEEN) for start in (margin, left) for at in range(3)]
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
    abreast = {1: 1, 2: 2, 4: 2}.get(len(scored), 3)
    seats, rows = _seats(y, margin, width - 2 * margin, goal, scored, abreast)
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
        rows=rows,
        notice=notice,
    )


def narrow(hand: int, goal: int, scored: list[int]) -> Layout:
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
    seats, rows = _seats(boxes[-1].bottom + GROUP, margin, inner, goal, scored, 1)
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
        rows=rows,
        notice=notice,
    )
