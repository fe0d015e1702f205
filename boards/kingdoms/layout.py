"""Where everything lies: two layouts, wide (848) and narrow (368), on a grid of 8.

From the top: what is fought for and what comes next, the camp, the rivals, the own mines, the own hand, so that a
card goes up from the hand; narrow, the rivals come last. There is room for six cards in hand and one line of own
mines, so that nothing jumps in a usual game; more open further lines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from boards.core.svg import Box
from boards.kingdoms.faces import BAND

GAP, GROUP = 8, 16
BETWEEN = 12
"""Between two things, so that their rings do not touch."""

LINE = 26
"""Height of a heading above its things."""

PAD = 8
"""From the edge of a panel to what is in it."""

TOP = (44.0, 62.0)
"""Card on top of the pile at a mine."""

UNDER = (26.0, 40.0)
"""Card below the top."""

CAMP_TOP = (48.0, 66.0)
TAB = 24.0
"""Side of a card that lies below the top of a camp pile."""

PITCH, TOUCH_PITCH = 25.0, 34.0
"""From one of them to the next; where they may be drawn there is room for a ring."""

OPEN_HEIGHT = BAND + 154
OWN_HEIGHT = BAND + 112
RIVAL_MINE = 44.0
CAPTIONS = 34
"""Two lines below a hand card."""

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Panel:
    """A seat's side: king and score (`head`), completed mines under the king, mines under way.

    slim   completed mines have a line of their own      blank  where the first mine lies or will lie
    """

    box: Box
    head: Box
    done: Box
    slim: bool
    mines: tuple[Box, ...]
    blank: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of the drawing.

    open, camp   one a slot and one a race     deck   with the mine side of its top card
    panels       one a seat                    bands  of the practice mode, None in company
    hand         one a card of the own hand
    """

    narrow: bool
    width: int
    height: int
    open_heading: Box
    open: tuple[Box, ...]
    deck: Box
    camp_heading: Box
    camp: tuple[Box, ...]
    panels: tuple[Panel, ...]
    bands: Box | None
    hand_label: Box
    hand: tuple[Box, ...]
    card: Size
    notice: Box


@dataclass(frozen=True, slots=True)
class Contents:
    """How much there is of everything that needs room.

    camp    cards of each race's pile         pitch  of the cards below the top of a camp pile
    mines   under way of each seat
    copies  for each card of the own hand whether it lies half under the one before it, an equal one
    lines   of the notice
    """

    seat: int
    camp: tuple[int, ...]
    pitch: float
    mines: tuple[int, ...]
    copies: tuple[bool, ...]
    lines: int

    @property
    def rivals(self) -> list[int]:
        return [seat for seat in range(len(self.mines)) if seat != self.seat]


def pile_boxes(field: Box, cards: int, missing: int) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Cards of a pile from the left, the last and topmost one larger; then places for those still missing.

    Where there are too many for the field, first the places move closer together, then the cards.
    """
    step, under = UNDER[0] + 4, max(0, cards - 1)
    beside = UNDER[0] + 4 + (missing - 1) * 4 if missing else 0.0
    pitch = min(step, (field.width - TOP[0] - beside) / under) if under else step
    laid = [(at * pitch, TOP if at == under else UNDER) for at in range(cards)]
    begin = under * pitch + TOP[0] + 4 if cards else 0.0
    apart = min(step, (field.width - UNDER[0] - begin) / (missing - 1)) if missing > 1 else step
    free = [(begin + at * apart, UNDER) for at in range(missing)]
    boxes = tuple(
        Box(round(field.x + left, 1), field.bottom - height, width, height)
        for left, (width, height) in (*laid, *free)
    )
    return boxes[:cards], boxes[cards:]


def tabs(panel: Box, cards: int, pitch: float) -> tuple[Box, ...]:
    """Cards below the top of a camp pile, from the top downwards, beside the top card."""
    left, top = panel.x + PAD + CAMP_TOP[0] + PAD + (pitch - PITCH) / 2, panel.y + 29
    columns = _tab_columns(panel.width, pitch)
    return tuple(
        Box(left + at % columns * pitch, top + at // columns * pitch, TAB, TAB) for at in range(cards)
    )


def _tab_columns(width: float, pitch: float) -> int:
    return max(1, int((width - 3 * PAD - CAMP_TOP[0] + 5) // pitch))


def _camp_height(width: float, piles: Sequence[int], pitch: float) -> float:
    lines = max(math.ceil((cards - 1) / _tab_columns(width, pitch)) for cards in (1, *piles))
    return max(2 * PAD + CAMP_TOP[1], 29 + lines * pitch + PAD)


def _rows(
    x: float, y: float, width: float, number: int, columns: int, height: float, gap: float
) -> tuple[Box, ...]:
    each = (width - (columns - 1) * gap) / columns
    return tuple(
        Box(x + at % columns * (each + gap), y + at // columns * (height + gap), each, height)
        for at in range(number)
    )


def _side(
    x: float, y: float, width: float, mines: int, columns: int, height: float, gap: float, reserved: int
) -> Panel:
    """A seat's side, with room for so many lines of mines; where it is slim, completed mines have a line of their own."""
    head = Box(x, y, width, 48)
    slim = width < 520
    done = Box(x, head.bottom, width, 26) if slim else Box(x + width * 0.58, y + 16, width * 0.34, 26)
    top = (done.bottom if slim else head.bottom) + GAP
    boxes = _rows(x, top, width, max(mines, 1), columns, height, gap)
    bottom = max(boxes[-1].bottom, top + reserved * (height + gap) - gap)
    return Panel(Box(x, y, width, bottom - y), head, done, slim, boxes[:mines], boxes[0])


def _hand(
    x: float, y: float, width: float, copies: Sequence[bool], card: Size, gap: float, peek: float
) -> tuple[float, tuple[Box, ...]]:
    """Cards from the left in as many lines as they need, a copy half under its equal; and the y below them."""
    each = card[1] + CAPTIONS + BETWEEN
    boxes: list[Box] = []
    left, top = x, y
    for is_copy, next_copy in zip_longest(copies, copies[1:], fillvalue=False):
        forward = 0.0 if left == x else (peek - card[0] if is_copy else gap)
        room = card[0] + (peek if next_copy else 0.0)  # a pair is not torn
        if left + forward + room > x + width + 0.01:
            left, top, forward = x, top + each, 0.0
        boxes.append(Box(left + forward, top, *card))
        left += forward + card[0]
    reserved = math.ceil(RESERVED / int((width + gap) // (card[0] + gap)))
    lines = max(reserved, round((top - y) / each) + 1)
    return y + lines * each - BETWEEN, tuple(boxes)


RESERVED = 6
"""Cards in hand for which there is always room."""


def wide(contents: Contents) -> Layout:
    """848 wide: open mines and deck in one line, the camp in the next, rivals abreast."""
    width, margin = 848, 16
    inner = width - 2 * margin
    heading = Box(margin, GROUP - 2, inner, 20)
    panels = _rows(margin, heading.y + LINE, inner, 5, 5, OPEN_HEIGHT, BETWEEN)
    camp_heading = Box(margin, panels[0].bottom + GROUP, inner, 20)
    camp_width = (inner - 3 * BETWEEN) / 4
    camp = _rows(
        margin,
        camp_heading.y + LINE,
        inner,
        4,
        4,
        _camp_height(camp_width, contents.camp, contents.pitch),
        BETWEEN,
    )
    y = camp[0].bottom + GROUP
    sides: dict[int, Panel] = {}
    rivals = contents.rivals
    bands = None
    if rivals:
        each = (inner - (len(rivals) - 1) * GROUP) / len(rivals)
        columns, lines = (3, 1) if len(rivals) == 1 else (1, 2)
        for at, seat in enumerate(rivals):
            sides[seat] = _side(
                margin + at * (each + GROUP), y, each, contents.mines[seat], columns, RIVAL_MINE, GAP, lines
            )
        y = max(side.box.bottom for side in sides.values()) + GROUP
    else:
        bands = Box(margin, y, inner, 56)
        y = bands.bottom + GROUP
    own = _side(margin, y, inner, contents.mines[contents.seat], 5, OWN_HEIGHT, BETWEEN, 1)
    sides[contents.seat] = own
    label = Box(margin, own.box.bottom + GROUP, inner, 20)
    card = (88.0, 124.0)
    bottom, hand = _hand(margin, label.y + LINE + GAP, inner, contents.copies, card, 14, 34)
    notice = Box(margin, bottom + GROUP, inner, 14 * contents.lines)
    return Layout(
        narrow=False,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        open_heading=heading,
        open=panels[:4],
        deck=panels[4],
        camp_heading=camp_heading,
        camp=camp,
        panels=tuple(sides[seat] for seat in range(len(contents.mines))),
        bands=bands,
        hand_label=label,
        hand=hand,
        card=card,
        notice=notice,
    )


def narrow(contents: Contents) -> Layout:
    """368 wide: everything below each other, two abreast."""
    width, margin = 368, 8
    inner = width - 2 * margin
    heading = Box(margin, GAP - 2, inner, 20)
    panels = _rows(margin, heading.y + LINE, inner, 4, 2, OPEN_HEIGHT, BETWEEN)
    deck = Box(margin, panels[-1].bottom + BETWEEN, inner, 78)
    camp_heading = Box(margin, deck.bottom + GROUP, inner, 20)
    camp_width = (inner - BETWEEN) / 2
    camp = _rows(
        margin,
        camp_heading.y + LINE,
        inner,
        4,
        2,
        _camp_height(camp_width, contents.camp, contents.pitch),
        BETWEEN,
    )
    own = _side(
        margin, camp[-1].bottom + GROUP, inner, contents.mines[contents.seat], 2, OWN_HEIGHT, BETWEEN, 1
    )
    sides = {contents.seat: own}
    label = Box(margin, own.box.bottom + GROUP, inner, 20)
    card = (76.0, 107.0)
    bottom, hand = _hand(margin, label.y + LINE + GAP, inner, contents.copies, card, 16, 30)
    y = bottom + GROUP
    bands = None
    for seat in contents.rivals:
        sides[seat] = _side(margin, y, inner, contents.mines[seat], 1, RIVAL_MINE, GAP, 1)
        y = sides[seat].box.bottom + GROUP
    if not contents.rivals:
        bands = Box(margin, y, inner, 56)
        y = bands.bottom + GROUP
    notice = Box(margin, y, inner, 14 * contents.lines)
    return Layout(
        narrow=True,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        open_heading=heading,
        open=panels,
        deck=deck,
        camp_heading=camp_heading,
        camp=camp,
        panels=tuple(sides[seat] for seat in range(len(contents.mines))),
        bands=bands,
        hand_label=label,
        hand=hand,
        card=card,
        notice=notice,
    )
