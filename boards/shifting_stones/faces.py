"""The eight faces: colour, ink and shape, the same at every size and in both themes (section 7 of RULES.md)."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.svg import el, group, path, rect, words
from puzzles.shifting_stones.cards import ANY, BACKS, CARDS, FACES

FILL = {
    "S": "#F0E442",
    "M": "#1A1A1A",
    "F": "#E69F00",
    "B": "#D55E00",
    "H": "#CC79A7",
    "O": "#56B4E9",
    "E": "#F2F2F2",
    "T": "#009E73",
}
INK = {face: "#FFFFFF" if face == "M" else "#000000" for face in FILL}

EDGE = "var(--ps-edge, #0006)"
"""Thin outline of coloured squares: keeps Moon on a dark table and Seed on a light card apart from it."""

GREY, GREY_LINE = "var(--ps-grey, #ECE7DC)", "var(--ps-grey-line, #B9AF9B)"
"""Grey squares of a pattern: any face (SS-25)."""

BOX = 100
"""The shapes below are drawn in a box of this side."""

DETAIL = 40.0
"""From this size on a shape carries its small holes; below it they would only blur it."""

_SHAPES = {
    # circle with eight rays
    "S": "M50 30A20 20 0 1 1 50 70A20 20 0 1 1 50 30Z"
    + "".join(
        f"M{a} {b}L{c} {d}"
        for a, b, c, d in (
            (50, 6, 50, 17),
            (50, 83, 50, 94),
            (6, 50, 17, 50),
            (83, 50, 94, 50),
            (19, 19, 26.5, 26.5),
            (73.5, 73.5, 81, 81),
            (19, 81, 26.5, 73.5),
            (73.5, 26.5, 81, 19),
        )
    ),
    # crescent
    "M": "M60 10A42 42 0 1 0 92 66A36 36 0 0 1 60 10Z",
    # lens with a tail triangle, lying
    "F": "M2 50C16 18 52 16 72 44L97 20Q88 50 97 80L72 56C52 84 16 82 2 50Z",
    # two wings, a wide V
    "B": "M2 26C24 18 42 32 50 54C58 32 76 18 98 26C80 34 66 52 50 84C34 52 20 34 2 26Z",
    # horseshoe, open below
    "H": "M32 92L12 92C-6 56 4 6 50 6C96 6 106 56 88 92L68 92C84 60 78 26 50 26C22 26 16 60 32 92Z",
    # half disc with a triangle sail
    "O": "M4 62L96 62C92 84 76 94 50 94C24 94 8 84 4 62ZM54 4L54 54L90 54ZM45 18L45 54L18 54Z",
    # upright drop with a centre line
    "E": "M50 4C62 26 80 44 80 64A30 31 0 0 1 20 64C20 44 38 26 50 4Z",
    # three stacked triangles on a stem
    "T": "M50 4L70 32L61 32L77 56L67 56L86 82L56 82L56 96L44 96L44 82L14 82L33 56L23 56L39 32L30 32Z",
}


@cache
def _shape(face: str, detailed: bool) -> tuple[Element, ...]:
    """The shape in its ink, in a box of 100 by 100."""
    ink, fill = INK[face], FILL[face]
    if face == "S":
        return (path(_SHAPES[face], fill=ink, stroke=ink, stroke_width=8, stroke_linecap="round"),)
    parts = [path(_SHAPES[face], fill=ink, stroke=ink, stroke_width=3, stroke_linejoin="round")]
    if face == "E":
        parts.append(path("M50 34L50 82", stroke=fill, stroke_width=7, stroke_linecap="round"))
    if face == "F":
        parts.append(svg.circle(26, 44, 5, fill=fill))
        if detailed:
            parts.append(path("M40 34Q48 50 40 66", fill="none", stroke=fill, stroke_width=3.5))
    if face == "H" and detailed:
        nails = ((17, 76), (12.5, 52), (24, 26), (76, 26), (87.5, 52), (83, 76))
        parts += [svg.circle(x, y, 3.4, fill=fill) for x, y in nails]
    return tuple(parts)


@cache
def symbol(face: str, x: float, y: float, size: float) -> Element:
    """The shape of a face, its middle at (x, y)."""
    scale = size / BOX
    return group(
        *_shape(face, size >= DETAIL),
        transform=f"translate({svg.number(x - size / 2)} {svg.number(y - size / 2)}) "
        f"scale({svg.number(float(scale))})",
    )


RIM, TILE_RADIUS = 7.0, 16.0
"""Width of a tile's rim, which has the colour of the hidden face (SS-B1), and the tile's corner."""

LARGE = 110.0
"""From this side on a tile carries the larger letters."""


@cache
def tile(face: str, side: float) -> tuple[Element, ...]:
    """A tile seen from above: the upper face large, the hidden one in the rim and the lower right corner."""
    back = BACKS[face]
    inner = side - 2 * RIM
    tab_width, tab_height = (52, 36) if side >= LARGE else (48, 32)
    left, top = side - tab_width, side - tab_height
    tab = (
        f"M{left} {side - RIM}V{top + 12}Q{left} {top} {left + 12} {top}H{side - RIM}"
        f"V{side - TILE_RADIUS}Q{side - RIM} {side - RIM} {side - TILE_RADIUS} {side - RIM}Z"
    )
    letter = 20.0 if side >= LARGE else 18.0
    return (
        rect(0, 2.5, side, side, TILE_RADIUS, fill=svg.SHADOW),
        rect(0, 0, side, side, TILE_RADIUS, fill=FILL[back], stroke=EDGE, stroke_width=1),
        rect(RIM, RIM, inner, inner, TILE_RADIUS - RIM + 1, fill=FILL[face]),
        path(tab, fill=FILL[back]),
        path(  # the seam between face and back
            f"M{RIM + 9} {RIM}H{side - RIM - 9}Q{side - RIM} {RIM} {side - RIM} {RIM + 9}V{top}H{left + 12}"
            f"Q{left} {top} {left} {top + 12}V{side - RIM}H{RIM + 9}Q{RIM} {side - RIM} {RIM} {side - RIM - 9}"
            f"V{RIM + 9}Q{RIM} {RIM} {RIM + 9} {RIM}Z",
            fill="none",
            stroke="#000",
            stroke_opacity=0.35,
            stroke_width=1.5,
        ),
        words(RIM + 8, RIM + letter, face, letter, fill=INK[face], weight=700),
        symbol(face, side * 0.5, side * 0.45, side * 0.56),
        words(left + 13, top + tab_height / 2 + 2, back, 13, fill=INK[back], weight=700, anchor="middle"),
        symbol(back, left + 32, top + tab_height / 2 - 2, tab_height * 0.6),
    )


@cache
def square(face: str, side: float, *, lettered: bool = True) -> tuple[Element, ...]:
    """One printed square of a pattern at 0, 0; `face` may be ``.``, any tile, which is hatched."""
    radius = side * 0.18
    if face == ANY:
        return (
            rect(0.5, 0.5, side - 1, side - 1, radius, fill=GREY, stroke=GREY_LINE, stroke_width=1),
            *(
                [path(svg.hatch(2, 2, side - 4, side - 4, 6), stroke=GREY_LINE, stroke_width=1)]
                if lettered
                else []
            ),
        )
    base = rect(0.5, 0.5, side - 1, side - 1, radius, fill=FILL[face], stroke=EDGE, stroke_width=1)
    if not lettered:
        return base, symbol(face, side / 2, side / 2, side * 0.72)
    return (
        base,
        words(3, 11, face, 11, fill=INK[face], weight=700),
        symbol(face, side * 0.65, side * 0.64, side * 0.54),
    )


@cache
def pattern(card: int, x: float, y: float, side: float, gap: float, *, lettered: bool = True) -> Element:
    """The block of a card at its true size, its middle at (x, y)."""
    rows = CARDS[card].rows
    step = side + gap
    left = x - (len(rows[0]) * step - gap) / 2
    top = y - (len(rows) * step - gap) / 2
    return group(
        *(
            svg.placed(left + column * step, top + row * step, *square(face, side, lettered=lettered))
            for row, line in enumerate(rows)
            for column, face in enumerate(line)
        )
    )


@cache
def specks(card: int, x: float, y: float, side: float) -> Element:
    """The block of a card as coloured specks, for the small scored cards; the middle at (x, y)."""
    rows = CARDS[card].rows
    left, top = x - len(rows[0]) * side / 2, y - len(rows) * side / 2
    return group(
        *(
            rect(
                left + column * side + 0.5,
                top + row * side + 0.5,
                side - 1,
                side - 1,
                1,
                fill=GREY if face == ANY else FILL[face],
                stroke=EDGE,
                stroke_width=0.5,
            )
            for row, line in enumerate(rows)
            for column, face in enumerate(line)
        )
    )


@cache
def card_back(width: float, height: float, radius: float) -> tuple[Element, ...]:
    """The back of a card with the carved square."""
    side = min(width, height) * 0.56
    x, y = (width - side) / 2, (height - side) / 2

    def carved(share: float, **attributes: object) -> Element:
        inner = side * share
        return rect(x + (side - inner) / 2, y + (side - inner) / 2, inner, inner, inner * 0.18, **attributes)

    line = max(1.5, side * 0.06)
    return svg.card_back(
        width,
        height,
        radius,
        carved(1.0, fill="none", stroke=svg.BACK_MOTIF, stroke_width=line),
        carved(0.62, fill="none", stroke=svg.BACK_MOTIF, stroke_width=line, stroke_opacity=0.7),
        carved(0.26, fill=svg.BACK_MOTIF),
    )


@cache
def tick(x: float, y: float, size: float, colour: str) -> Element:
    """A tick, its middle at (x, y)."""
    s = size / 2
    return el(
        "path",
        d=f"M{svg.number(x - s)} {svg.number(y)}L{svg.number(x - s * 0.2)} {svg.number(y + s * 0.8)}"
        f"L{svg.number(x + s)} {svg.number(y - s * 0.8)}",
        fill="none",
        stroke=colour,
        stroke_width=svg.number(size * 0.24),
        stroke_linecap="round",
        stroke_linejoin="round",
    )


assert set(FILL) == set(FACES)
