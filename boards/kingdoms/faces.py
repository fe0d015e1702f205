"""Four shapes that differ without colour, crowns, and the two sides of a card (section 7 of the rules)."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.svg import group, number, path, rect, words
from puzzles.kingdoms.pieces import EMPTY, RACE, RACES, TEXT, UNKNOWN, UNKNOWN_MINE, Mine

FILL = {"d": "#2B5C92", "o": "#3A7232", "g": "#A65300", "t": "#7B3B7D"}
"""Colour of a race's shape."""

TINT = {"d": "#E9F0F8", "o": "#EAF2E4", "g": "#FBEEDC", "t": "#F5EAF5"}
"""Paper of a unit; units look alike in both themes, so that colours keep their meaning."""

INK = "#2A1F16"
"""Numerals on a unit."""

ON_FILL = "#FFFFFF"
EDGE = "#A99C8A"
ROCK, ROCK_EDGE, CHALK, DUST = "#332D28", "#6D6257", "#FBF3E3", "#CFC3B1"
"""The stone of a mine, its edge, the numbers cut into it and the words below them."""

GOLD, GOLD_INK = "#F0BF57", "#2E2206"
"""Crowns and the signs of a mine."""

UNDERLINED = ("6", "9")
"""Strengths that upside down would be another one."""

BAND = 48
"""Height of the stone with the numbers of a mine."""

Point = tuple[float, float]

_SHAPES: dict[str, tuple[Point, ...]] = {
    # corners in a square of side 2 round 0, 0; of about the same area, so that no race looks stronger
    "d": ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)),
    "o": ((0, -1.05), (1.12, 0.9), (-1.12, 0.9)),
    "g": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    "t": ((-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)),
}

_LETTER_SIZE = {"d": 1.1, "o": 0.86, "g": 0.98, "t": 1.1}
"""Size of the letter in a shape of radius 1."""

_LETTER_DROP = {"d": 0.0, "o": 0.3, "g": 0.0, "t": 0.0}
"""How far below the middle the letter stands, in radii."""


def _polygon(corners: tuple[Point, ...], x: float, y: float, radius: float) -> str:
    return "M" + "L".join(f"{number(x + u * radius)} {number(y + v * radius)}" for u, v in corners) + "Z"


@cache
def emblem(race: str, x: float, y: float, size: float, *, halo: bool = False) -> Element:
    """The shape of a race, its letter inside, the middle at (x, y); `size` is its height.

    `halo` sets it off from a ground that may be dark.
    """
    radius = size / 2
    shape = _polygon(_SHAPES[race], x, y, radius)
    edge = round(size * 0.09, 1)
    light = {"fill": TINT[race], "stroke": TINT[race], "stroke_width": edge + 2.5, "stroke_linejoin": "round"}
    letter = max(11.0, round(_LETTER_SIZE[race] * radius, 1))
    return group(
        path(shape, **light) if halo else None,
        path(shape, fill=FILL[race], stroke=FILL[race], stroke_width=edge, stroke_linejoin="round"),
        words(
            x,
            round(y + _LETTER_DROP[race] * radius + letter * 0.36, 1),
            race.upper(),
            letter,
            fill=ON_FILL,
            anchor="middle",
            weight=700,
        ),
    )


def _crown_line(x: float, y: float, width: float, height: float) -> str:
    """Path data of a crown of three points, its upper left corner at (x, y)."""
    corners = ((0, 1), (0, 0.16), (0.26, 0.42), (0.5, 0), (0.74, 0.42), (1, 0.16), (1, 1))
    return "M" + "L".join(f"{number(x + u * width)} {number(y + v * height)}" for u, v in corners) + "Z"


@cache
def crown(x: float, y: float, width: float, race: str = "") -> Element:
    """A crown, its upper left corner at (x, y); the overseer's sign bears the letter of the race it must be of."""
    height = round(width * (0.9 if race else 0.8), 1)
    letter = max(11.0, round(width * 0.52, 1))
    return group(
        path(
            _crown_line(x, y, width, height),
            fill=GOLD,
            stroke=GOLD_INK,
            stroke_width=1,
            stroke_linejoin="round",
        ),
        words(x + width / 2, y + height - 2, race.upper(), letter, fill=GOLD_INK, anchor="middle", weight=700)
        if race
        else None,
    )


@cache
def king(race: str, width: float, height: float) -> tuple[Element, ...]:
    """A king's card of width x height at 0, 0: the race's shape with a crown on it."""
    size = round(min(width * 0.62, height * 0.5), 1)
    top = round(height * 0.62, 1)
    wide = round(size * 0.72, 1)
    return (
        rect(0, 1.5, width, height, 7, fill=svg.SHADOW),
        rect(0, 0, width, height, 7, fill=TINT[race], stroke=GOLD, stroke_width=2),
        emblem(race, width / 2, top, size),
        crown(round(width / 2 - wide / 2, 1), round(top - size * 0.56 - wide * 0.7, 1), wide),
    )


def radius_of(width: float) -> float:
    """Radius of a card's corners."""
    return 10.0 if width >= 70 else 6.0 if width >= 36 else 4.0


@cache
def unit_face(unit: int, width: float, height: float, *, flat: bool = False) -> tuple[Element, ...]:
    """A unit card of width x height at 0, 0: strength above, the race's shape with its letter below.

    `flat` leaves the shadow out: for cards that lie under others.
    """
    if unit == UNKNOWN:
        return back(width, height)
    race, strength = RACES[RACE[unit]], TEXT[unit][1:]
    large, small = width >= 60, width < 36
    figure = round(min(44.0, width * (0.42 if large else 0.54 if small else 0.5)), 1)
    x = round(width * 0.23, 1) if large else round(width / 2, 1)
    baseline = round(figure * 0.78 + (8 if large else 2 if small else 4), 1)
    size = round(min(width * (0.6 if large else 0.72), height - baseline - (5 if small else 9)), 1)
    middle = round((baseline + (3 if small else 5) + height) / 2, 1)
    radius = radius_of(width)
    return (
        *(() if flat else (rect(0, 2 if large else 1, width, height, radius, fill=svg.SHADOW),)),
        rect(0, 0, width, height, radius, fill=TINT[race], stroke=EDGE, stroke_width=1),
        words(x, baseline, strength, figure, fill=INK, anchor="middle", weight=700),
        *underline(strength, x, baseline, figure),
        emblem(race, round(width / 2, 1), middle, size),
    )


def underline(strength: str, x: float, baseline: float, figure: float) -> tuple[Element, ...]:
    """The line under a 6 or a 9 of size `figure` with its middle at x."""
    if strength not in UNDERLINED:
        return ()
    half, thick = figure * 0.3, max(1.2, round(figure * 0.07, 1))
    line = f"M{number(x - half)} {number(baseline + thick + 1)}H{number(x + half)}"
    return (path(line, stroke=INK, stroke_width=thick, stroke_linecap="round", class_="underline"),)


@cache
def back(width: float, height: float) -> tuple[Element, ...]:
    """The back of a card you may not look at, with the crown."""
    wide = round(width * 0.5, 1)
    motif = path(
        _crown_line(round((width - wide) / 2, 1), round(height / 2 - wide * 0.4, 1), wide, wide * 0.8),
        fill=svg.BACK_MOTIF,
    )
    return svg.card_back(width, height, radius_of(width), motif)


# --- mines ----------------------------------------------------------------------------------------

_SIGNS = {
    # a shield, a pick, a cut stone; in a square of side 16 round 0, 0
    "defence": "M0 -8L6.5 -5.6V-0.5C6.5 4 3.4 6.6 0 8.2C-3.4 6.6 -6.5 4 -6.5 -0.5V-5.6Z",
    "size": "M-7.6 -1.6C-5.5 -6.4 1.5 -8.6 7.4 -5.4C2.6 -5.6 0 -4.8 -1.2 -3.9L6.8 6.3L5 7.8L-3 -2.4"
    "C-4.2 -1.6 -5.6 -1 -7.6 -1.6Z",
    "value": "M-4.4 -6.4H4.4L7.8 -1.8L0 7.6L-7.8 -1.8Z",
}


@cache
def sign(field: str, x: float, y: float, size: float) -> Element:
    """The sign of a mine's field, its middle at (x, y): shield for defence, pick for size, gem for value."""
    scale = round(size / 16, 3)
    lines = "M-7.8 -1.8H7.8M-2.6 -1.8L0 7.6L2.6 -1.8" if field == "value" else ""
    return group(
        path(_SIGNS[field], fill=GOLD, stroke=GOLD, stroke_width=0.8, stroke_linejoin="round"),
        path(lines, fill="none", stroke=ROCK, stroke_width=1) if lines else None,
        transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
    )


@cache
def rock(
    mine: Mine, width: float, *, fields: tuple[str, ...], owner: str = "", height: float = BAND
) -> Element:
    """The stone of a mine with its numbers, width x height at 0, 0; each field has its place, sign, number and word.

    fields  of defence, size, value those to be shown
    owner   letter of the race that owns it, for the overseer's crown; empty: nobody yet
    """
    each = width / len(fields)
    n = number
    stone = path(
        f"M0 10Q0 0 10 0H{n(width - 10)}Q{n(width)} 0 {n(width)} 10V{n(height)}H0Z", fill=ROCK, class_="rock"
    )
    parts: list[Element] = [stone]
    known = mine not in (UNKNOWN_MINE, EMPTY.mine)
    numbers = {"defence": mine.defence, "size": mine.size, "value": mine.value}
    small = 12.0 if each >= 56 else 11.0
    for at, field in enumerate(fields):
        middle = each * (at + 0.5)
        figure = str(numbers[field]) if known else "?"
        crowned = field == "size" and mine.overseer
        wide = 15 + len(figure) * 14.0 + (21 if crowned else 0)
        left = round(middle - wide / 2, 1)
        base = height - 23
        parts.append(sign(field, left + 6, base - 8, 14))
        parts.append(words(left + 15, base, figure, 22, fill=CHALK, weight=700))
        if crowned:
            parts.append(crown(left + 15 + len(figure) * 14 + 2, base - 16, 19, owner))
        parts.append(words(round(middle, 1), height - 8, field, small, fill=DUST, anchor="middle"))
    return group(*parts)
