"""Six leaves that differ without colour, acorns, torii and card faces (section 7 of the rules)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.svg import circle, group, number, path, rect, words
from puzzles.momiji.cards import LEFT, LETTER, LETTERS, RIGHT, VALUE

FILL = {
    "r": "#B8251F",
    "o": "#DB6A00",
    "y": "#C79400",
    "g": "#3B7A35",
    "b": "#75492A",
    "p": "#6D3F94",
}
"""Colour of a leaf."""

TINT = {
    "r": "#FCE9E3",
    "o": "#FDEDD9",
    "y": "#FBF4D3",
    "g": "#E9F2E0",
    "b": "#F2E7DB",
    "p": "#F1E8F6",
}
"""Paper of a card; cards look alike in both themes, so that colours keep their meaning."""

INK = "#2A1E16"
"""Letters and numerals on a card."""

EDGE = "#B9A48C"
VEIN = "#FFF8EC"
CAP, NUT, NUT_EDGE = "#4A2E17", "#A8692C", "#3A2412"
VERMILION, VERMILION_EDGE = "#C33A22", "#FFF8EC"

CARD_RADIUS = 10.0

BOX = 100
"""Leaves are drawn in a box of this side."""

DETAIL = 30.0
"""From this size on a leaf shows its veins; below it they would only blur it."""

Point = tuple[float, float]


def _at(x: float, y: float, radius: float, degrees: float) -> Point:
    """A point at a distance and an angle from straight up, clockwise."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def _point(point: Point) -> str:
    return f"{number(round(point[0], 1))} {number(round(point[1], 1))}"


def _smooth(points: Sequence[Point]) -> str:
    """Path data of a closed curve through the middles of the points' sides."""
    pairs = list(zip(points, [*points[1:], points[0]], strict=True))
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairs]
    turns = zip([*points[1:], points[0]], [*middles[1:], middles[0]], strict=True)
    return f"M{_point(middles[0])}" + "".join(f"Q{_point(turn)} {_point(end)}" for turn, end in turns) + "Z"


def _palmate(x: float, y: float, lobes: Sequence[tuple[float, float]], bay: float, belly: float) -> str:
    """A leaf with pointed lobes round (x, y).

    lobes  (angle, length) from the left to the right; bay: how deep the leaf is cut between two;
    belly  half the width of a lobe, in degrees
    """
    first, last = lobes[0], lobes[-1]
    start = _at(x, y, bay * 0.55, first[0] - 50)
    line = f"M{_point(start)}"
    for number_, (angle, length) in enumerate(lobes):
        tip = _at(x, y, length, angle)
        rise, fall = _at(x, y, length * 0.62, angle - belly), _at(x, y, length * 0.62, angle + belly)
        line += f"Q{_point(rise)} {_point(tip)}"
        if number_ + 1 < len(lobes):
            end = _at(x, y, bay, (angle + lobes[number_ + 1][0]) / 2)
        else:
            end = _at(x, y, bay * 0.55, last[0] + 50)
        line += f"Q{_point(fall)} {_point(end)}"
    return line + "Z"


def _lens(x: float, y: float, length: float, width: float, degrees: float) -> str:
    """A pointed oval that begins at (x, y) and reaches `length` along the angle."""
    tip = _at(x, y, length, degrees)
    left, right = _at(x, y, length * 0.5, degrees), _at(x, y, length * 0.5, degrees)
    side = math.radians(degrees + 90)
    dx, dy = width * math.sin(side), -width * math.cos(side)
    return (
        f"M{_point((x, y))}Q{_point((left[0] - dx, left[1] - dy))} {_point(tip)}"
        f"Q{_point((right[0] + dx, right[1] + dy))} {_point((x, y))}Z"
    )


_SEVEN = ((-122, 27), (-80, 42), (-39, 49), (0, 54), (39, 49), (80, 42), (122, 27))
_THREE = ((-62, 50), (0, 60), (62, 50))


def _toothed() -> str:
    """An oval with a pointed tip and teeth that look forward."""
    teeth, top = 7, 8.0
    right: list[Point] = [(50, 84)]
    for at in range(1, teeth + 1):
        part = at / teeth
        half = 33 * math.sin(math.pi * part**0.82) ** 0.85 if at < teeth else 0.0
        y = 84 - 78 * part
        # out to the tooth's point, which stands higher, then back in
        right.append((50 + half * (1.17 if y > top else 1.0), y - 1.5))
        if y > top:
            right.append((50 + half * 0.93, y + 1.5))
    left = [(100 - x, y) for x, y in reversed(right)]
    return "M" + "L".join(_point(point) for point in (*right, *left)) + "Z"


def _oak() -> str:
    """A long leaf with round waves, broadest above its middle."""
    heights = (80, 73, 66, 62, 55, 46, 42, 34, 25, 21, 14, 6, 2)
    widths = (8, 20, 20, 11, 29, 31, 15, 35, 35, 18, 22, 17, 3)
    half = tuple(zip(heights, widths, strict=True))
    outline: list[Point] = [(50, 88), *((50.0 - out, float(y)) for y, out in half)]
    outline += [(50.0 + out, float(y)) for y, out in reversed(half)]
    return _smooth(outline)


def _feather() -> str:
    """Four pairs of leaflets and one at the tip."""
    parts = [_lens(50, 27, 25, 11, 0)]
    for y, length, turn in ((76, 31, 66), (61, 35, 62), (46, 33, 56), (33, 27, 46)):
        parts += [_lens(50, y, length, 10.5, turn), _lens(50, y, length, 10.5, -turn)]
    return "".join(parts)


_SHAPES = {
    "r": _palmate(50, 58, _SEVEN, 17, 12.5),
    "o": _palmate(50, 64, _THREE, 22, 24),
    "y": "M50 80C42 66 24 58 5 50C6 36 14 24 24 18C27 21 30 20 33 14C38 12 43 11 46 11C47 20 48 28 50 38"
    "C52 28 53 20 54 11C57 11 62 12 67 14C70 20 73 21 76 18C86 24 94 36 95 50C76 58 58 66 50 80Z",
    "g": _toothed(),
    "b": _oak(),
    "p": _feather(),
}


def _line(*points: Point) -> str:
    return "M" + "L".join(_point(point) for point in points)


_STEMS = {
    "r": "M50 60C50 76 51 86 54 97",
    "o": "M50 66C50 80 49 89 46 97",
    "y": "M50 76C50 86 49 92 46 98",
    "g": "M50 82C50 90 51 94 53 98",
    "b": "M50 84C50 91 49 95 47 99",
    "p": "M50 30L50 82C50 90 51 95 53 99",
}

_VEINS = {
    "r": "".join(_line((50, 58), _at(50, 57, length * 0.72, angle)) for angle, length in _SEVEN),
    "o": "".join(_line((50, 66), _at(50, 64, length * 0.74, angle)) for angle, length in _THREE),
    "y": "M48 72C38 56 26 46 15 43M49 68C42 50 35 36 30 27M51 68C58 50 65 36 70 27M52 72C62 56 74 46 85 43",
    "g": _line((50, 80), (50, 16))
    + "".join(
        _line((50, y), (50 + side * reach, y - 11))
        for y, reach in ((68, 17), (54, 21), (40, 17))
        for side in (-1, 1)
    ),
    "b": _line((50, 82), (50, 14))
    + "".join(
        _line((50, y), (50 + side * reach, y - 7)) for y, reach in ((58, 17), (37, 21)) for side in (-1, 1)
    ),
    "p": "",
}


@cache
def leaf(letter: str, x: float, y: float, size: float, *, veins: bool = True) -> Element:
    """The leaf of a type, its middle at (x, y)."""
    scale = size / BOX
    colour = FILL[letter]
    parts = [
        path(_STEMS[letter], fill="none", stroke=colour, stroke_width=4.5, stroke_linecap="round"),
        path(_SHAPES[letter], fill=colour, stroke=colour, stroke_width=2.5, stroke_linejoin="round"),
    ]
    if veins and size >= DETAIL and _VEINS[letter]:
        parts.append(
            path(
                _VEINS[letter],
                fill="none",
                stroke=VEIN,
                stroke_opacity=0.75,
                stroke_width=2.2,
                stroke_linecap="round",
            )
        )
    return group(
        *parts,
        transform=f"translate({number(float(x - size / 2))} {number(float(y - size / 2))}) scale({number(round(scale, 3))})",
    )


@cache
def acorn(x: float, y: float, size: float) -> Element:
    """A nut in its cap, the middle at (x, y); `size` is its height."""
    s = size / 20

    def p(*numbers: float) -> str:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return " ".join(_point((x + a * s, y + b * s)) for a, b in pairs)

    return group(
        path(
            f"M{p(-6.3, -2)}C{p(-6.3, 4, -2.5, 7.5, 0, 9.8)}C{p(2.5, 7.5, 6.3, 4, 6.3, -2)}Z",
            fill=NUT,
            stroke=NUT_EDGE,
            stroke_width=round(1.4 * s, 2),
            stroke_linejoin="round",
        ),
        path(
            f"M{p(-8.2, -1.6)}C{p(-8.6, -8, -4, -8.6, -1, -8.2)}L{p(-0.6, -10)}L{p(1.6, -9.8)}L{p(1.2, -8.1)}"
            f"C{p(4.4, -8.4, 8.6, -7.6, 8.2, -1.6)}Q{p(0, -3.4, -8.2, -1.6)}Z",
            fill=CAP,
            stroke=CAP,
            stroke_width=round(0.8 * s, 2),
            stroke_linejoin="round",
        ),
    )


@cache
def torii(x: float, y: float, width: float, *, placed: bool = True) -> Element:
    """A gate, the middle of its upper beam at (x, y); `placed` False: only its outline, for one to come."""
    w, h = width / 2, width * 0.82
    n = number

    def n_(value: float) -> str:
        return n(round(float(value), 1))

    beam = max(2.0, width * 0.1)
    leg = max(1.6, width * 0.09)
    shape = (
        f"M{n_(x - w)} {n_(y - beam * 0.9)}Q{n_(x)} {n_(y + beam * 0.5)} {n_(x + w)} {n_(y - beam * 0.9)}"
        f"L{n_(x + w * 0.93)} {n_(y + beam * 0.5)}Q{n_(x)} {n_(y + beam * 1.35)} {n_(x - w * 0.93)} {n_(y + beam * 0.5)}Z"
        f"M{n_(x - w * 0.78)} {n_(y + h * 0.32)}H{n_(x + w * 0.78)}V{n_(y + h * 0.32 + beam * 0.8)}H{n_(x - w * 0.78)}Z"
        f"M{n_(x - w * 0.55)} {n_(y)}h{n_(leg)}L{n_(x - w * 0.6 + leg)} {n_(y + h)}H{n_(x - w * 0.6)}Z"
        f"M{n_(x + w * 0.55 - leg)} {n_(y)}h{n_(leg)}L{n_(x + w * 0.6)} {n_(y + h)}h{n_(-leg)}Z"
    )
    if not placed:
        return path(shape, fill="none", stroke=svg.MUTED, stroke_width=1)
    halo = path(
        shape,
        fill=VERMILION_EDGE,
        stroke=VERMILION_EDGE,
        stroke_width=round(beam * 0.9, 1),
        stroke_linejoin="round",
    )
    return group(
        halo, path(shape, fill=VERMILION, stroke=VERMILION, stroke_width=0.8, stroke_linejoin="round")
    )


@cache
def pips(value: int, x: float, y: float, radius: float, colour: str) -> tuple[Element, ...]:
    """A value as dots, from (x, y) downwards; none for 0."""
    return tuple(circle(x, round(y + at * radius * 2.7, 1), radius, fill=colour) for at in range(value))


@cache
def paper(width: float, height: float, letter: str, radius: float) -> tuple[Element, ...]:
    """An empty card of a type."""
    return (
        rect(0, 2, width, height, radius, fill=svg.SHADOW),
        rect(0, 0, width, height, radius, fill=TINT[letter], stroke=EDGE, stroke_width=1),
    )


@cache
def face(card: int, width: float, height: float, *, acorns: bool = True) -> tuple[Element, ...]:
    """A leaf card of width x height at 0, 0: value as numeral and dots, letter, leaf, acorns in the corners.

    acorns  False leaves the corners out, where it is not yet clear which card lies on top
    """
    letter, value = LETTER[card], VALUE[card]
    radius = radius_of(width)
    figure = round(min(30.0, width * 0.36), 1)
    small = max(11.0, round(width * 0.17, 1))
    dot = round(max(1.5, width * 0.029), 1)
    size = round(min(width * 0.76, height * 0.6), 1)
    parts = [
        *paper(width, height, letter, radius),
        leaf(letter, round(width / 2, 1), round(height * (0.5 if width >= 56 else 0.55), 1), size),
        words(round(width * 0.08, 1), round(figure * 0.92 + 1, 1), str(value), figure, fill=INK, weight=700),
        *pips(
            value,
            round(width * 0.08 + figure * 0.6 + dot * 2.9, 1),
            round(figure * 0.92 + 1 - figure * 0.68 + dot, 1),
            dot,
            FILL[letter],
        ),
        words(
            round(width * 0.92, 1),
            round(small + 3, 1),
            letter.upper(),
            small,
            fill=FILL[letter] if letter not in "oy" else INK,
            anchor="end",
            weight=700,
        ),
    ]
    if acorns:
        parts += corners(card, width, height)
    return tuple(parts)


@cache
def corners(card: int, width: float, height: float) -> tuple[Element, ...]:
    """The acorns of a card of width x height at 0, 0; a corner without one stays blank."""
    x, y, tall = corner(width, height)
    sides = ((LEFT[card], x), (RIGHT[card], width - x))
    return tuple(acorn(at, y, tall) for there, at in sides if there)


def corner(width: float, height: float) -> tuple[float, float, float]:
    """Middle of the left acorn of a card, and its height; the right one lies opposite."""
    tall = round(min(24.0, max(13.0, width * 0.25)), 1)
    return round(tall * 0.58 + 1, 1), round(height - tall * 0.62, 1), tall


def radius_of(width: float) -> float:
    """Radius of a card's corners."""
    return CARD_RADIUS if width >= 70 else 6.0


@cache
def back(width: float, height: float) -> tuple[Element, ...]:
    """The back of a card with the maple leaf."""
    radius = radius_of(width)
    size = min(width, height) * 0.66
    scale = number(round(size / BOX, 3))
    corner_ = f"translate({number(round(width / 2 - size / 2, 1))} {number(round(height / 2 - size / 2, 1))})"
    leaf = group(
        path(_STEMS["r"], fill="none", stroke=svg.BACK_MOTIF, stroke_width=4, stroke_linecap="round"),
        path(_SHAPES["r"], fill=svg.BACK_MOTIF),
        transform=f"{corner_} scale({scale})",
    )
    return svg.card_back(width, height, radius, leaf)


_SCENES = (
    # left: hills; middle: a mountain behind a gate; right: water
    ("M0 34Q14 14 30 26T48 16V48H0Z", "M0 44Q18 28 48 40V48H0Z"),
    ("M0 44L18 14L24 20L30 12L48 40V48H0Z", "M0 48V42Q24 36 48 42V48Z"),
    ("M0 24Q20 32 34 20T48 22V36H0Z", "M0 34H48V48H0Z"),
)


@cache
def scene(section: int, side: float) -> Element:
    """A piece of the picture that three landscapes make: hills, mountain, water."""
    far, near = _SCENES[section]
    parts = [
        rect(0, 0, 48, 48, 7, fill="#F7D9B5"),
        circle(36 if section == 0 else 12 if section == 2 else 40, 11, 5.5, fill="#D9532F"),
        path(far, fill="#B86B3B"),
        path(near, fill="#7A4A2B" if section < 2 else "#7FA7B5"),
    ]
    if section == 1:
        parts.append(torii(24, 28, 20))
    if section == 2:
        parts.append(
            path("M6 40h14M24 43h18M10 45.5h8", stroke="#E9F2F4", stroke_width=1.4, stroke_linecap="round")
        )
    return group(*parts, transform=f"scale({number(round(side / 48, 3))})")


assert set(FILL) == set(LETTERS)
