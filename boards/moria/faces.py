"""Land cards, gems, symbols, dwarves and ogres that differ without colour (section 7 of the rules).

Cards look alike in both themes, so that colours keep their meaning. All pictures are drawn here, in a box of 40 round 0, 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.svg import circle, group, number, path, placed, rect, words

PAPER, EDGE, INK, GREY = "#FCFAF2", "#B9BFB0", "#232A26", "#5E665E"
"""Of a card: its paper, its rim, its letters, and small lines."""

OUT = 1.6
"""How far the middle of a wall lies outside of its card."""

WALL, WALL_EDGE, WALL_STONE = "#3A3028", "#D5CBB4", "#A8957A"
"""A wall is dark with a light rim, so that it is seen on a card and on the dark table."""

READY, FROZEN, CROSS = "#1B7F4B", "#2F5D86", "#A8321F"

COLOURS = {"blue": "#2A66AD", "red": "#B23A26", "green": "#23704A", "yellow": "#E0B32E"}
OTHERS = ("#2A66AD", "#B23A26", "#23704A", "#E0B32E")
"""For seats of an owner's set that are called otherwise."""

DASHES = ("none", "9 5", "2.5 4", "13 4 2.5 4")
"""Outline of the realm of each seat: whole, dashed, dotted, dashes and dots."""

GEM_FILL = ("#C2253F", "#1F8A5B", "#2F7FBF", "#D9A514", "#7A4BA0", "#555F66")
SIDE = 94.0
"""Side of a card on the sheet of the map."""

BAND, WIDE_BAND = 22.0, 32.0
"""Height of the coloured band with the letter: of a whole face, of a small one."""


def fill_of(colours: Sequence[str], seat: int) -> str:
    return COLOURS.get(colours[seat], OTHERS[seat])


def ink_on(fill: str) -> str:
    """Letters on a seat's colour."""
    return INK if fill == COLOURS["yellow"] else "#FFFFFF"


# --- pictures -----------------------------------------------------------------------------------

_LINE = {"stroke": INK, "stroke_width": 1.6, "stroke_linejoin": "round", "stroke_linecap": "round"}

_GEMS = (
    # ruby: a drop-cut hexagon; emerald: a long eight-sided table; diamond: a brilliant; gold: bars
    (
        "M0 -18L15 -8V8L0 18L-15 8V-8Z",
        "M0 -18V-7L15 -8M0 -7L-15 -8M0 -7L9 7L0 18M0 -7L-9 7L0 18M9 7L15 8M-9 7L-15 8",
    ),
    (
        "M-7 -18H7L14 -11V11L7 18H-7L-14 11V-11Z",
        "M-4 -11H4L8 -7V7L4 11H-4L-8 7V-7ZM-4 -11L-7 -18M4 -11L7 -18M4 11L7 18M-4 11L-7 18",
    ),
    ("M-10 -14H10L19 -3L0 18L-19 -3Z", "M-19 -3H19M-10 -14L-6 -3L0 18L6 -3L10 -14M-6 -3L0 -14L6 -3"),
    ("M-8 -14H8L12 -1H20L19 15H-19L-20 -1H-12Z", "M-12 -1H12M0 -1V15M-5 -10H5"),
    ("M0 -18L18 12H-18Z", "M0 -18V12M-9 -3L9 12M9 -3L-9 12"),
    ("M-16 -10L0 -18L16 -10V10L0 18L-16 10Z", "M-16 -10L16 10M16 -10L-16 10"),
)


@cache
def gem(place: int, x: float, y: float, size: float, *, hollow: bool = False) -> Element:
    """A gem of the type at this place of the card set, its middle at (x, y); hollow for one that is missing."""
    shape, facets = _GEMS[place % len(_GEMS)]
    scale = size / 40
    if hollow:
        return path(shape, fill="none", stroke=svg.MUTED, stroke_width=2.6, stroke_dasharray="4.5 4",
                    transform=_at(x, y, scale))  # fmt: skip
    return group(
        path(shape, fill=GEM_FILL[place % len(GEM_FILL)], **_LINE),
        path(facets, fill="none", stroke="#FFFFFF", stroke_width=1.3, stroke_opacity=0.75),
        transform=_at(x, y, scale),
    )


def _at(x: float, y: float, scale: float) -> str:
    return f"translate({number(float(x))} {number(float(y))}) scale({number(round(scale, 3))})"


_CASTLE = "M-17 18V-13H-11V-8H-6V-13H6V-8H11V-13H17V18Z"
_MUG = "M-12 -8H8V18H-12ZM8 -3H15V10H8"
_FROTH = "M-12 -8C-15 -14 -8 -17 -6 -14C-4 -19 3 -19 4 -14C8 -17 12 -12 8 -8Z"
_STALL = "M-14 -2V18H14V-2"
_AWNING = "M-15 -16H15L19 -3C16 2 11 2 9 -2C7 2 2 2 0 -2C-2 2 -7 2 -9 -2C-11 2 -16 2 -19 -3Z"
_DRAGON = (
    "M-19 15C-14 2 -10 -3 -2 -4C-4 -9 -3 -14 2 -18C3 -14 6 -13 10 -13C14 -13 17 -10 19 -6L12 -5L15 -1L7 0"
    "C8 8 4 16 -5 16C-9 16 -12 14 -13 12C-14 15 -16 16 -19 15Z"
)
_WING = "M-3 12C-6 6 -5 2 1 -1C2 5 1 9 -3 12Z"
_GIANT = "M-19 18C-19 6 -17 -1 -9 -3C-10 -11 -6 -17 0 -17C6 -17 10 -11 9 -3C17 -1 19 6 19 18H11L10 10L7 18H-7L-10 10L-11 18Z"
_BEARD = "M-7 -5L-5 4L-3 -1L0 7L3 -1L5 4L7 -5Z"


@cache
def picture(group_name: str, blocks: str, gem_place: int, x: float, y: float, size: float) -> Element:
    """What a kind of land card is, its middle at (x, y): castle, gem, mug, stall, dragon or giant."""
    if group_name == "mine":
        return gem(max(0, gem_place), x, y, size)
    parts: tuple[Element, ...]
    if group_name == "castle":
        parts = (
            path(_CASTLE, fill="#9A9384", **_LINE),
            path("M-4 18V8A4 4 0 0 1 4 8V18Z", fill=INK),
            path("M-12 0H-8M8 0H12", stroke=INK, stroke_width=2.4, stroke_linecap="round"),
        )
    elif group_name == "tavern":
        parts = (
            path(_MUG, fill="#C98B3A", **_LINE),
            path(_FROTH, fill="#FFFFFF", **_LINE),
            path("M-6 -2V12M-1 -2V12M4 -2V12", stroke="#8A5A1E", stroke_width=1.6, stroke_linecap="round"),
        )
    elif group_name == "store":
        parts = (
            path(_STALL, fill="#DCC49A", **_LINE),
            path(_AWNING, fill="#7A5FA0", **_LINE),
            path("M-6 -16L-9 -2M6 -16L9 -2M0 -16V-2", stroke="#FFFFFF", stroke_width=2),
            path("M-4 18V7H5V18", fill="#8A6A45", **_LINE),
        )
    elif blocks == "mine":
        parts = (
            path(_DRAGON, fill="#B2452F", **_LINE),
            path(_WING, fill="#7C2A1A", **_LINE),
            circle(6, -9, 1.7, fill="#FFFFFF"),
        )
    else:
        parts = (
            path(_GIANT, fill="#A9CBE0", **_LINE),
            circle(-3.2, -9.5, 1.6, fill=INK),
            circle(3.2, -9.5, 1.6, fill=INK),
            path(_BEARD, fill="#FFFFFF", stroke=INK, stroke_width=1.2, stroke_linejoin="round"),
            path("M-8 -13L-13 -19L-4 -16ZM8 -13L13 -19L4 -16Z", fill="#FFFFFF", stroke=INK, stroke_width=1.2),
        )
    return group(*parts, transform=_at(x, y, size / 40))


_SYMBOLS = (
    # a flame for the dragon, two peaks for the giant, a pointed hat for the dwarf
    "M0 -8C5 -3 7 0 6 4C5 7 2 8 0 8C-3 8 -6 6 -6 3C-6 1 -5 -1 -3 -3C-3 -1 -2 0 -1 0C1 -2 0 -5 0 -8Z",
    "M-8 7L-3 -6L0 1L3 -4L8 7Z",
    "M0 -8L5 3H8V6H-8V3H-5Z",
)


@cache
def symbol(place: int, x: float, y: float, size: float) -> Element:
    """The symbol at this place of the card set, its middle at (x, y)."""
    return path(_SYMBOLS[place % len(_SYMBOLS)], fill=GREY, transform=_at(x, y, size / 16))


@cache
def turn_arrow(turn: int, x: float, y: float, size: float) -> Element:
    """An arrow to where the printed north edge points."""
    return path(
        "M0 7V-6M-4.5 -1.5L0 -7L4.5 -1.5",
        fill="none",
        stroke=GREY,
        stroke_width=2.2,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"{_at(x, y, size / 16)} rotate({90 * turn})",
    )


@cache
def pennant(x: float, y: float, text: str, fill: str, size: float) -> Element:
    """A small flag with the owner's initial, its middle at (x, y)."""
    w, h = size * 0.5, size * 0.52
    n = number
    return group(
        path(
            f"M{n(x - w)} {n(y - h)}H{n(x + w)}V{n(y + h * 0.72)}L{n(x)} {n(y + h * 1.25)}L{n(x - w)} {n(y + h * 0.72)}Z",
            fill=fill,
        ),
        words(x, y + size * 0.31, text, size * (0.86, 0.66, 0.5)[min(len(text), 3) - 1], fill=ink_on(fill),
              anchor="middle", weight=700),
    )  # fmt: skip


@cache
def shield(x: float, y: float, text: str, size: float) -> Element:
    """Victory points on a shield, its middle at (x, y)."""
    w, h = size * 0.56, size * 0.56
    n = number
    return group(
        path(
            f"M{n(x - w)} {n(y - h)}H{n(x + w)}V{n(y + h * 0.25)}Q{n(x + w * 0.9)} {n(y + h * 0.9)} {n(x)} {n(y + h * 1.25)}"
            f"Q{n(x - w * 0.9)} {n(y + h * 0.9)} {n(x - w)} {n(y + h * 0.25)}Z",
            fill="#F0E3B8",
            stroke="#8A7434",
            stroke_width=1.2,
        ),
        words(x, y + size * 0.34, text, size * (0.88 if len(text) == 1 else 0.72), fill=INK, anchor="middle",
              weight=700),
    )  # fmt: skip


@cache
def disc(x: float, y: float, radius: float, text: str, fill: str, size: float) -> Element:
    """A dwarf: a disc with its seat's initial."""
    small = size * (1.0, 0.72, 0.52)[min(len(text), 3) - 1]
    return group(
        circle(x, y, radius, fill=fill, stroke=INK, stroke_width=1.2),
        words(x, y + small * 0.36, text, small, fill=ink_on(fill), anchor="middle", weight=700),
    )


@cache
def slot(x: float, y: float, radius: float, *, needed: bool) -> Element:
    """An empty place for a dwarf: solid where the task needs it, dotted where there is just room."""
    return circle(
        x,
        y,
        radius - 0.5,
        fill="#FFFFFF",
        stroke=INK if needed else GREY,
        stroke_width=1.6 if needed else 1.3,
        stroke_dasharray=None if needed else "2.2 2.6",
    )


@cache
def ogre(x: float, y: float, size: float) -> Element:
    """An ogre's head with tusks, its middle at (x, y)."""
    return group(
        path("M-14 2C-15 -12 -8 -17 0 -17C8 -17 15 -12 14 2C14 12 8 17 0 17C-8 17 -14 12 -14 2Z", fill="#8FA37A", **_LINE),
        path("M-14 -4L-20 -9L-15 3ZM14 -4L20 -9L15 3Z", fill="#8FA37A", **_LINE),
        circle(-5.5, -3, 2.2, fill=INK),
        circle(5.5, -3, 2.2, fill=INK),
        path("M-9 -7L-2 -5M9 -7L2 -5", stroke=INK, stroke_width=2.2, stroke_linecap="round"),
        path("M-8 8H8", stroke=INK, stroke_width=2, stroke_linecap="round"),
        path("M-7 8L-5 1L-3 8ZM7 8L5 1L3 8Z", fill="#FFFFFF", stroke=INK, stroke_width=1.2),
        transform=_at(x, y, size / 40),
    )  # fmt: skip


@cache
def pick(x: float, y: float, size: float) -> Element:
    """A pick, the motif of the backs."""
    return group(
        path("M-16 -8C-8 -17 8 -17 16 -8C8 -12 -8 -12 -16 -8Z", fill=svg.BACK_MOTIF),
        rect(-2, -13, 4, 31, 1.5, fill=svg.BACK_MOTIF),
        transform=_at(x, y, size / 40),
    )


@cache
def back(width: float, height: float) -> tuple[Element, ...]:
    """The back of a card with a pick."""
    return svg.card_back(width, height, 8.0, pick(width / 2, height / 2, min(width, height) * 0.7))


# --- walls --------------------------------------------------------------------------------------


def wall_path(walls: int, side: float, cut: float, x: float = 0.0, y: float = 0.0) -> str:
    """Path data of the walls along the edges of a square at (x, y); `cut` leaves the corners free."""
    n, far = number, side - cut
    lines = (
        f"M{n(x + cut)} {n(y)}H{n(x + far)}",
        f"M{n(x + side)} {n(y + cut)}V{n(y + far)}",
        f"M{n(x + cut)} {n(y + side)}H{n(x + far)}",
        f"M{n(x)} {n(y + cut)}V{n(y + far)}",
    )
    return "".join(line for edge, line in enumerate(lines) if walls >> edge & 1)


@cache
def wall_marks(walls: int, side: float, thick: float) -> tuple[Element, ...]:
    """Thick stone edges of a square at 0, 0; nothing where all edges are open."""
    if not walls:
        return ()
    d = wall_path(walls, side + 2 * OUT, thick * 0.55, -OUT, -OUT)
    return (
        path(d, fill="none", stroke=WALL_EDGE, stroke_width=thick + 2.4, stroke_linecap="round"),
        path(d, fill="none", stroke=WALL, stroke_width=thick, stroke_linecap="round"),
        path(d, fill="none", stroke=WALL_STONE, stroke_width=1.4, stroke_dasharray="6 5"),
    )


# --- the face of a land card --------------------------------------------------------------------


@cache
def face(
    letter: str,
    name: str,
    group_name: str,
    blocks: str,
    gem_place: int,
    symbol_place: int,
    vp: int,
    turn: int,
    owner: str,
    fill: str,
    small: bool,
) -> tuple[Element, ...]:
    """A land card of SIDE x SIDE at 0, 0 without its walls and slots.

    small  letter and points large and no name, for a map that is seen from far
    """
    n, band = number, WIDE_BAND if small else BAND
    top = (
        rect(0, 2, SIDE, SIDE, 9, fill=svg.SHADOW),
        rect(0, 0, SIDE, SIDE, 9, fill=PAPER, stroke=fill, stroke_width=1.6),
        path(f"M0 {n(band)}V9A9 9 0 0 1 9 0H{n(SIDE - 9)}A9 9 0 0 1 {n(SIDE)} 9V{n(band)}Z", fill=fill),
    )
    ink = ink_on(fill)
    if small:
        return (
            *top,
            words(8, 26.5, letter, 27, fill=ink, weight=700),
            words(SIDE - 8, 25.5, str(vp), 24, fill=ink, anchor="end", weight=700),
            pennant(15, 44, owner, fill, 17),
            symbol(symbol_place, 15, 63, 15),
            picture(group_name, blocks, gem_place, SIDE / 2 + 1, 51, 33),
            turn_arrow(turn, SIDE - 14, 50, 16),
        )
    return (
        *top,
        words(7, 17.4, letter, 15.5, fill=ink, weight=700),
        words(23, 16, name, 14.6, fill=ink, textLength=66 if len(name) > 7 else None,
              lengthAdjust="spacingAndGlyphs" if len(name) > 7 else None),
        pennant(15, 34, owner, fill, 17),
        symbol(symbol_place, 15, 56, 15),
        picture(group_name, blocks, gem_place, SIDE / 2, 45, 38),
        shield(SIDE - 15, 34, str(vp), 16.7),
        turn_arrow(turn, SIDE - 15, 57, 15),
    )  # fmt: skip


def slot_spots(slots: int, small: bool) -> tuple[float, float, tuple[float, ...]]:
    """(radius, y, the x of each) of the places for dwarves on a card."""
    most = 11.0 if small else 9.8
    radius = min(most, (SIDE - 6) / slots / 2 - 0.6)
    step = min(2 * radius + 2.2, (SIDE - 6 - 2 * radius) / max(1, slots - 1))
    start = SIDE / 2 - step * (slots - 1) / 2
    return radius, SIDE - 13.5, tuple(round(start + at * step, 1) for at in range(slots))


@cache
def cross(side: float) -> Element:
    """Over the picture of a card that a monster blocks."""
    d = f"M16 {number(BAND + 4)}L{number(side - 16)} 69M{number(side - 16)} {number(BAND + 4)}L16 69"
    return group(
        path(d, fill="none", stroke="#FFFFFF", stroke_width=7, stroke_linecap="round", stroke_opacity=0.85),
        path(d, fill="none", stroke=CROSS, stroke_width=4, stroke_linecap="round"),
    )


@cache
def flake(x: float, y: float, size: float, colour: str) -> Element:
    """A flake of snow: a frozen card."""
    arms = []
    for at in range(3):
        angle = math.pi * at / 3
        dx, dy = math.cos(angle) * size / 2, math.sin(angle) * size / 2
        arms.append(
            f"M{number(round(x - dx, 1))} {number(round(y - dy, 1))}L{number(round(x + dx, 1))} {number(round(y + dy, 1))}"
        )
    return path("".join(arms), stroke=colour, stroke_width=1.8, stroke_linecap="round")


@cache
def check(x: float, y: float, size: float, colour: str) -> Element:
    """A tick whose middle is at (x, y)."""
    n, s = number, size / 2
    return path(
        f"M{n(x - s)} {n(y)}L{n(x - s * 0.2)} {n(y + s * 0.8)}L{n(x + s)} {n(y - s * 0.8)}",
        fill="none",
        stroke=colour,
        stroke_width=2.2,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def pill(x: float, y: float, text: str, kind: str, size: float = 13.5, mark: str = "") -> Element:
    """A capsule with words, its middle at (x, y).

    kind  ``ready`` full, ``other`` outlined: ready for another seat, ``frozen`` outlined with dashes and a flake
    """
    height = size + 4.0
    icon = 15.0
    width = len(text) * size * 0.6 + icon + 12
    left = x - width / 2
    colour = FROZEN if kind == "frozen" else READY
    full = kind == "ready"
    node = placed(
        left,
        y - height / 2,
        rect(0, 0, width, height, height / 2, fill=colour if full else PAPER, stroke=PAPER if full else colour,
             stroke_width=1.5, stroke_dasharray="3 2.5" if kind == "frozen" else None),
    )  # fmt: skip
    if kind == "frozen":
        node.append(flake(13, height / 2, 11, colour))
    else:
        node.append(check(13, height / 2, 9, "#FFFFFF" if full else colour))
    node.append(
        words(6 + icon + (width - 12 - icon) / 2, height / 2 + size * 0.35, text, size,
              fill="#FFFFFF" if full else colour, anchor="middle", weight=700)
    )  # fmt: skip
    return node


__all__ = [
    "BAND",
    "CROSS",
    "DASHES",
    "SIDE",
    "back",
    "check",
    "cross",
    "disc",
    "face",
    "fill_of",
    "flake",
    "gem",
    "ink_on",
    "ogre",
    "pennant",
    "picture",
    "pill",
    "shield",
    "slot",
    "slot_spots",
    "symbol",
    "turn_arrow",
    "wall_marks",
    "wall_path",
]
