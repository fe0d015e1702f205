"""Where everything lies: two layouts, wide (848) and narrow (368), on a grid of 8.

From the top: piles and display, the rivals and the objectives, the own row with its landscapes, the own hand, so
that a card goes up from the hand to the row; narrow, objectives and rivals come last. Rows are centred in their field. There is always room for all types in a
row and for eight cards in hand, so that nothing jumps in a usual game; more cards open further lines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from boards.core.svg import Box

GAP, GROUP = 8, 16
BETWEEN = 12
"""Between two things, so that their rings do not touch."""

LINE = 24
"""Height of a line with a name above its things."""

LIFT = 8
"""How much higher a playable hand card stands."""

CAPTION = 15
"""Height of a line of small words."""

TORII_OVER = 8
"""How far a torii stands out above its pile."""

CARD_RATIO = 1.4
TRAY_PAD = 10
GROUP_PAD = 6

RESERVED = 8
"""Cards in hand for which there is always room (the usual hand limit)."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one type in the display: the box round them, and one a card."""

    box: Box
    cards: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A seat's side: its line of words, its piles, its hand (rivals only), its landscapes."""

    box: Box
    row: Box
    piles: tuple[Box, ...]
    hand: tuple[Box, ...]
    lands: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of the drawing.

    deck, discard, torii   with room for their words
    pile_size              of the deck and the discard pile
    tray, groups           the display
    objectives             one a token, below their heading
    panels                 one a seat
    slots                  touch id -> place for a new pile in the own row
    tiles                  tiles of a draft, one a name
    hand                   one a card of the own hand, playable ones not lifted yet
    """

    narrow: bool
    width: int
    height: int
    deck: Box
    discard: Box
    torii: Box
    pile_size: tuple[float, float]
    tray: Box
    groups: tuple[Group, ...]
    heading: Box
    objectives: tuple[Box, ...]
    panels: tuple[Panel, ...]
    slots: dict[str, Box]
    tiles: tuple[Box, ...]
    hand_label: Box
    hand: tuple[Box, ...]
    notice: Box


@dataclass(frozen=True, slots=True)
class Contents:
    """How much there is of everything that needs room.

    groups   cards of each type in the display
    piles    in the row of each seat; `hands` cards of each seat
    lands    landscapes of each seat
    copies   for each card of the own hand whether it lies half under the one before it, an equal one
    slots    touch ids of the places for new piles: ``left-1``, ``right-2``, ``gap-0-1``
    tiles    how many tiles of each section a draft shows
    lines    of the notice
    """

    seat: int
    types: int
    groups: tuple[int, ...]
    objectives: int
    piles: tuple[int, ...]
    hands: tuple[int, ...]
    lands: tuple[int, ...]
    copies: tuple[bool, ...]
    slots: tuple[str, ...]
    tiles: tuple[int, ...]
    lines: int


def _tray(
    x: float, y: float, width: float, groups: Sequence[int], sizes: Sequence[int]
) -> tuple[float, list[Group]]:
    """The groups of the display from (x, y), cards as wide as fit, and the y below them.

    They stand in one line while the smallest cards fit, else they break into lines of the middle size.
    """
    inner = 4

    def spread(cards: int, card: float) -> float:
        return cards * card + (cards - 1) * inner + 2 * GROUP_PAD

    def total(card: float) -> float:
        return sum(spread(cards, card) for cards in groups) + (len(groups) - 1) * BETWEEN

    start = y
    fitting = [size for size in sizes if total(size) <= width]
    card = float(fitting[0] if fitting else sizes[len(sizes) // 2])
    height = round(card * CARD_RATIO)
    found: list[Group] = []
    left, tallest = x, 0.0
    for cards in groups:
        abreast = min(cards, int((width - 2 * GROUP_PAD + inner) // (card + inner)))
        wide, lines = spread(abreast, card), math.ceil(cards / abreast)
        if left > x and left + wide > x + width:
            left, y, tallest = x, y + tallest + BETWEEN, 0.0
        boxes = tuple(
            Box(
                left + GROUP_PAD + at % abreast * (card + inner),
                y + GROUP_PAD + at // abreast * (height + inner),
                card,
                height,
            )
            for at in range(cards)
        )
        box = Box(left, y, wide, lines * height + (lines - 1) * inner + 2 * GROUP_PAD)
        found.append(Group(box, boxes))
        left, tallest = left + wide + BETWEEN, max(tallest, box.height)
    bottom = max(start + round(sizes[0] * CARD_RATIO) + 2 * GROUP_PAD, y + tallest)
    if found and y == start:
        found = [_lowered(group, (bottom - y - tallest) / 2) for group in found]
    return bottom, found


def _lowered(group: Group, by: float) -> Group:
    return Group(_down(group.box, by), tuple(_down(box, by) for box in group.cards))


def _down(box: Box, by: float) -> Box:
    return Box(box.x, box.y + by, box.width, box.height)


def _row(
    field: Box, piles: int, width: float, gap: float, slots: Sequence[str], slot: float, step: float
) -> tuple[tuple[Box, ...], dict[str, Box]]:
    """Piles in the middle of `field`, and the places for new ones at their ends.

    In an empty row the places are as wide as a pile and lie where the piles will.
    """
    height = round(width * CARD_RATIO)
    number = piles or len(slots)
    span = number * width + (number - 1) * gap
    start = field.middle - span / 2
    boxes = tuple(Box(start + at * (width + gap), field.y, width, height) for at in range(number))
    if not piles:
        return (), dict(zip(slots, boxes, strict=True))
    places: dict[str, Box] = {}
    for touch in slots:
        side, _, at = touch.partition("-")
        number = int(at.rpartition("-")[2])
        away = (number - 1) * (slot + step) + step
        x = start - away - slot if side == "left" else start + span + away
        places[touch] = Box(x, field.y, slot, height)
    return boxes, places


def _chips(line: Box, piles: Sequence[Box], slots: Sequence[str], width: float) -> dict[str, Box]:
    """Places for new piles as chips in a line below the row: at its ends, or each below its gap."""
    left = [touch for touch in slots if touch.startswith("left")]
    right = [touch for touch in slots if touch.startswith("right")]
    gaps = [touch for touch in slots if touch.startswith("gap")]
    step = width + GAP
    found = {
        touch: Box(line.x + (len(left) - 1 - at) * step, line.y, width, line.height)
        for at, touch in enumerate(left)
    }
    for at, touch in enumerate(right):
        found[touch] = Box(line.right - width - (len(right) - 1 - at) * step, line.y, width, line.height)
    edges = (
        [
            piles[0].x - GAP,
            *(
                pile.right + (piles[1].x - pile.right) / 2 if len(piles) > 1 else pile.right + GAP
                for pile in piles
            ),
        ]
        if piles
        else []
    )
    for at, touch in enumerate(gaps):
        x = edges[at] - width / 2 if at < len(edges) else line.x
        found[touch] = Box(min(max(x, line.x), line.right - width), line.y, width, line.height)
    return found


def _hand(
    x: float,
    y: float,
    width: float,
    copies: Sequence[bool],
    card: tuple[float, float],
    gap: float,
    step: float,
    reserved: int,
) -> tuple[float, tuple[Box, ...]]:
    """Cards from the left, equal ones half under each other, in as many lines as they need; and the y below."""
    each = card[1] + LIFT + CAPTION + BETWEEN
    boxes: list[Box] = []
    left, top = x, y
    for is_copy in copies:
        forward = 0.0 if not boxes or left == x else (step - card[0] if is_copy else gap)
        if left + forward + card[0] > x + width + 0.01:
            left, top, forward = x, top + each, 0.0
        boxes.append(Box(left + forward, top, *card))
        left += forward + card[0]
    lines = max(math.ceil((top - y) / each) + 1, reserved)
    return y + lines * each - BETWEEN - LIFT + 4, tuple(boxes)


def _backs(
    x: float, y: float, cards: int, width: float, card: tuple[float, float], step: float
) -> tuple[Box, ...]:
    """A rival's hand: small cards that move closer together when there are many."""
    if cards > 1:
        step = min(step, (width - card[0]) / (cards - 1))
    return tuple(Box(x + at * step, y, *card) for at in range(cards))


def _tokens(
    x: float, y: float, width: float, number: int, columns: int, height: float, gap: float = BETWEEN
) -> tuple[Box, ...]:
    each = (width - (columns - 1) * BETWEEN) / columns
    return tuple(
        Box(x + at % columns * (each + BETWEEN), y + at // columns * (height + gap), each, height)
        for at in range(number)
    )


def _tiles(field: Box, counts: Sequence[int], height: float) -> tuple[Box, ...]:
    """Tiles of a draft in three columns, one a section."""
    each = (field.width - 2 * BETWEEN) / 3
    return tuple(
        Box(field.x + section * (each + BETWEEN), field.y + at * (height + BETWEEN), each, height)
        for section, number in enumerate(counts)
        for at in range(number)
    )


WIDE_TOKEN, NARROW_TOKEN = 70, 74
RIVAL_CARD, OWN_CARD, HAND_CARD = 52, 84, (88, 124)
RIVAL_HAND = (22.0, 30.0)
WIDE_LAND, WIDE_LANDS = 50, 196


def wide(contents: Contents) -> Layout:
    """848 wide: rivals two abreast, objectives in the free half beside them."""
    width, margin = 848, 16
    inner = width - 2 * margin
    half = (inner - GROUP) / 2
    pile = (52.0, 72.0)
    deck = Box(margin, GROUP, 128, 74)
    discard = Box(margin + 136, GROUP, 128, 74)
    torii = Box(margin, deck.bottom + GAP, 264, 36)
    left = discard.right + GROUP
    tray_width = width - margin - left
    bottom, groups = _tray(
        left + TRAY_PAD,
        GROUP + LINE + 5,
        tray_width - 2 * TRAY_PAD,
        contents.groups,
        (60, 54, 48, 44, 40),
    )
    tray = Box(left, GROUP, tray_width, bottom + TRAY_PAD - 2 - GROUP)
    y = max(tray.bottom, torii.bottom) + GROUP
    panels: dict[int, Panel] = {}
    rivals = [seat for seat in range(len(contents.piles)) if seat != contents.seat]
    for at, seat in enumerate(rivals):
        x = margin + at % 2 * (half + GROUP)
        if at and at % 2 == 0:
            y += 182 + GROUP
        panels[seat] = _rival(Box(x, y, half, 182), contents, seat, RIVAL_CARD, 16.0)
    if rivals and len(rivals) % 2:
        heading = Box(margin + half + GROUP, y, half, 20)
        rows = math.ceil(contents.objectives / 2)
        token, gap = (WIDE_TOKEN, BETWEEN) if rows <= 2 else (66, 10)
        objectives = _tokens(heading.x, y + LINE, half, contents.objectives, 2, token, gap)
        y = max([y + 182, *(box.bottom for box in objectives)]) + GROUP
    else:
        y += 182 + GROUP if rivals else 0
        heading = Box(margin, y, inner, 20)
        columns = min(max(contents.objectives, 1), 5)
        objectives = _tokens(margin, y + LINE, inner, contents.objectives, max(columns, 4), WIDE_TOKEN)
        y = max([heading.bottom, *(box.bottom for box in objectives)]) + GROUP
    tile_rows = max(contents.tiles, default=0)
    own = Box(margin, y, inner, max(LINE + GAP + 118 + 2 * CAPTION + 4, LINE + 3 * (WIDE_LAND + GAP)))
    field = Box(margin, y + LINE + GAP + 2, inner - WIDE_LANDS - GROUP, 118)
    anywhere = (
        bool(contents.slots) and contents.slots[0].startswith("gap") and contents.piles[contents.seat] > 0
    )
    piles, slots = _row(
        field, contents.piles[contents.seat], OWN_CARD, 18, () if anywhere else contents.slots, 44, GAP
    )
    end = field.bottom + 2 * CAPTION + 2
    if anywhere:
        chips = Box(field.x, end + 4, field.width, 26)
        slots = _chips(chips, piles, contents.slots, 30)
        end = chips.bottom
    tiles = _tiles(Box(field.x, own.y + LINE + 4, field.width, 0), contents.tiles, 46)
    land_x = width - margin - WIDE_LANDS
    lands = tuple(
        Box(land_x, y + LINE + at * (WIDE_LAND + GAP), WIDE_LANDS, WIDE_LAND)
        for at in range(contents.lands[contents.seat])
    )
    own = Box(own.x, own.y, own.width, max(own.height, end - own.y, LINE + 4 + tile_rows * (46 + BETWEEN)))
    panels[contents.seat] = Panel(own, field, piles, (), lands)
    hand_label = Box(margin, own.bottom + GROUP, inner, 20)
    bottom, hand = _hand(margin, hand_label.bottom + LIFT + GAP, inner, contents.copies, HAND_CARD, 14, 36, 1)
    notice = Box(margin, bottom + GAP, inner, 14 * contents.lines)
    return Layout(
        narrow=False,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        deck=deck,
        discard=discard,
        torii=torii,
        pile_size=pile,
        tray=tray,
        groups=tuple(groups),
        heading=heading,
        objectives=objectives,
        panels=tuple(panels[seat] for seat in range(len(contents.piles))),
        slots=slots,
        tiles=tiles,
        hand_label=hand_label,
        hand=hand,
        notice=notice,
    )


def _rival(box: Box, contents: Contents, seat: int, card: float, gap: float) -> Panel:
    """A rival: name, row, and below it the hand at the left and the landscapes at the right."""
    height = round(card * CARD_RATIO)
    field = Box(box.x, box.y + LINE + TORII_OVER + 2, box.width, height)
    piles, _ = _row(field, contents.piles[seat], card, gap, (), 0, 0)
    y = box.bottom - RIVAL_HAND[1]
    lands_width = 3 * 34 + 2 * 6
    hand = _backs(box.x, y, contents.hands[seat], box.width - lands_width - GROUP, RIVAL_HAND, 25)
    lands = tuple(
        Box(box.right - lands_width + at * 40, y, 34, RIVAL_HAND[1]) for at in range(contents.lands[seat])
    )
    return Panel(box, field, piles, hand, lands)


def narrow(contents: Contents) -> Layout:
    """368 wide: everything below each other."""
    width, margin = 368, 8
    inner = width - 2 * margin
    pile = (42.0, 58.0)
    third = (inner - 2 * GAP) / 3
    deck, discard, torii = (Box(margin + at * (third + GAP), GAP, third, 60) for at in range(3))
    top = deck.bottom + GAP
    bottom, groups = _tray(margin + 8, top + LINE + 4, inner - 16, contents.groups, (52, 48, 44, 40, 36))
    tray = Box(margin, top, inner, bottom + 8 - top)
    y = tray.bottom + GROUP
    panels: dict[int, Panel] = {}
    card, gap = {1: (72.0, 16.0), 2: (72.0, 16.0), 3: (72.0, 16.0), 4: (72.0, 16.0), 5: (58.0, 14.0)}.get(
        contents.types, (48.0, 12.0)
    )
    field = Box(margin, y + LINE + TORII_OVER + 2, inner, round(card * CARD_RATIO))
    count = contents.piles[contents.seat]
    piles, slots = _row(field, count, card, gap, () if count else contents.slots, 0, 0)
    end = field.bottom + 2 * CAPTION + 2
    chips = Box(margin, end + 6, inner, 28)
    if count and contents.slots:
        slots = _chips(
            chips,
            piles,
            contents.slots,
            27 if contents.types > 4 or contents.slots[0].startswith("gap") else 46,
        )
    if count < contents.types:
        end = chips.bottom
    tiles = _tiles(Box(margin, y + LINE + 4, inner, 0), contents.tiles, 92)
    end = max([end, *(tile.bottom for tile in tiles)])
    each = (inner - 2 * GAP) / 3
    lands = tuple(
        Box(margin + at * (each + GAP), end + BETWEEN, each, 96)
        for at in range(contents.lands[contents.seat])
    )
    end = end + BETWEEN + 96 if lands else end
    panels[contents.seat] = Panel(Box(margin, y, inner, end - y), field, piles, (), lands)
    hand_label = Box(margin, end + GROUP, inner, 20)
    bottom, hand = _hand(margin, hand_label.bottom + LIFT + GAP, inner, contents.copies, (79, 111), 12, 32, 2)
    y = bottom + GROUP
    heading = Box(margin, y, inner, 20)
    objectives = _tokens(margin, y + LINE, inner, contents.objectives, 2, NARROW_TOKEN)
    y = max([heading.bottom, *(box.bottom for box in objectives)]) + GROUP
    for seat in range(len(contents.piles)):
        if seat != contents.seat:
            panels[seat] = _rival(Box(margin, y, inner, 176), contents, seat, 48, 12.0)
            y += 176 + GROUP
    notice = Box(margin, y - GAP, inner, 14 * contents.lines)
    return Layout(
        narrow=True,
        width=width,
        height=math.ceil(notice.bottom) + GAP,
        deck=deck,
        discard=discard,
        torii=torii,
        pile_size=pile,
        tray=tray,
        groups=tuple(groups),
        heading=heading,
        objectives=objectives,
        panels=tuple(panels[seat] for seat in range(len(contents.piles))),
        slots=slots,
        tiles=tiles,
        hand_label=hand_label,
        hand=hand,
        notice=notice,
    )
