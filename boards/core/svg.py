"""Small helpers over ``xml.etree.ElementTree``, which escapes; string templates do not.

All measures are units of the viewBox (pixels at 848 or 368 wide). Colours are CSS variables of
``view.css`` with the light theme's value behind, so that a drawing saved to a file keeps its looks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from boards.core.drawing import Drawing

SPACE = "http://www.w3.org/2000/svg"

INK = "var(--ps-ink, #2A251C)"
MUTED = "var(--ps-muted, #655D50)"
TABLE = "var(--ps-table, #EFE6D2)"
FIELD = "var(--ps-field, #E2D6BC)"
PAPER = "var(--ps-paper, #FFFDF8)"
LINE = "var(--ps-line, #CFC4AC)"
GAIN = "var(--ps-gain, #1B7F4B)"
ON_GAIN = "var(--ps-on-gain, #FFFFFF)"
LOSS = "var(--ps-loss, #A8321F)"
ON_LOSS = "var(--ps-on-loss, #FFFFFF)"
ACCENT = "var(--ps-accent, #0B6E99)"
ON_ACCENT = "var(--ps-on-accent, #FFFFFF)"
BACK = "var(--ps-back, #5A4C35)"
BACK_MOTIF = "var(--ps-back-motif, #D9CBAA)"
SHADOW = "var(--ps-shadow, #0003)"

RING_GAP = 3.0
"""From the edge of a thing to the middle of its ring."""

FOCUS_GAP = 6.0
"""From the edge of a thing to the middle of its focus ring: clear of the ring inside it."""

DOT, BADGE = 5.0, 11.0
"""Radius of the dot of a lit thing, and of the number of a touch."""

HIDDEN = {"fill": "none", "visibility": "hidden"}
"""Of a ring without the style sheet: it must not cover what it is round."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place in a drawing: upper left corner and size, in units of the viewBox."""

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


def number(value: float) -> str:
    """A coordinate with at most two decimals: ``12``, ``12.5``, ``0.33``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return "0" if text == "-0" else text


def el(tag: str, *children: Element | str | None, **attributes: object) -> Element:
    """An element. ``class_`` gives class, ``data_id`` data-id; None leaves an attribute or child out."""
    node = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            node.set(
                name.rstrip("_").replace("_", "-"),
                number(value) if isinstance(value, (int, float)) else str(value),
            )
    for child in children:
        if isinstance(child, str):
            node.text = (node.text or "") + child
        elif child is not None:
            node.append(child)
    return node


def group(*children: Element | None, **attributes: object) -> Element:
    return el("g", *children, **attributes)


def placed(x: float, y: float, *children: Element | None, **attributes: object) -> Element:
    """A group moved to (x, y).

    The things inside keep no transform of their own, so that CSS and animations may set one.
    """
    return el("g", *children, transform=f"translate({number(x)} {number(y)})", **attributes)


def rect(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: object) -> Element:
    return el("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def circle(x: float, y: float, radius: float, **attributes: object) -> Element:
    return el("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: object) -> Element:
    return el("path", d=d, **attributes)


def words(
    x: float,
    y: float,
    text: str,
    size: float = 13,
    *,
    fill: str = INK,
    anchor: str | None = None,
    weight: int | None = None,
    **attributes: object,
) -> Element:
    """A line of text whose baseline is at y; `anchor` middle or end, None for start."""
    return el(
        "text",
        text,
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=anchor,
        font_weight=weight,
        **attributes,
    )


def title(text: str) -> Element:
    """What shows when the pointer rests on the element around it."""
    return el("title", text)


def when(touch: str, *children: Element | None, **attributes: object) -> Element:
    """Something that shows only while `touch` is among the chosen ones; it never takes a click."""
    return group(*children, data_when=touch, pointer_events="none", visibility="hidden", **attributes)


def thing(
    place: str,
    touch: str,
    label: str,
    body: Iterable[Element],
    width: float,
    height: float,
    *,
    radius: float = 10,
    loss: Iterable[Element] = (),
    role: str = "button",
) -> Element:
    """A touchable thing of width x height with its upper left corner at 0, 0; put it into ``placed``.

    place  unique; keeps the focus and drives animations (``data-id``)
    touch  what a touch on it means (``data-touch``)
    label  the accessible name: where and what
    body   its picture, drawn from 0, 0
    loss   drawn over the picture while the thing is marked to be lost
    role   ``button``, or ``img`` for a thing that is only looked at

    Ring, dot, badge and focus are always there, hidden; ``view.css`` shows them by the classes lit,
    chosen, hinted, lost and refused.
    """
    node = group(class_="thing", data_id=place, data_touch=touch, role=role, aria_label=label, tabindex="-1")
    node.append(group(title(label), *body, class_="body"))
    lost = list(loss)
    if lost:
        node.append(group(*lost, class_="loss", visibility="hidden"))
    node.append(frame(width, height, RING_GAP, radius, class_="ring", **HIDDEN))
    node.append(circle(width - 2, 2, DOT, class_="dot", visibility="hidden"))
    badge = SubElement(node, "g", {"class": "badge", "visibility": "hidden"})
    badge.append(circle(width - 4, 3, BADGE))
    badge.append(words(width - 4, 7.5, "", 13, fill=ON_ACCENT, anchor="middle", weight=700))
    node.append(frame(width, height, FOCUS_GAP, radius, class_="focus", **HIDDEN))
    return node


def frame(width: float, height: float, gap: float, radius: float, **attributes: object) -> Element:
    """A rectangle `gap` outside of width x height at 0, 0, with corners that run along."""
    return rect(-gap, -gap, width + 2 * gap, height + 2 * gap, max(0.0, radius + gap), **attributes)


def card_back(width: float, height: float, radius: float, *motif: Element) -> tuple[Element, ...]:
    """The back of a card with its game's motif, from 0, 0."""
    line = {"fill": "none", "stroke": BACK_MOTIF, "stroke_opacity": 0.45, "stroke_width": 1}
    return (
        rect(0, 1.5, width, height, radius, fill=SHADOW),
        rect(0, 0, width, height, radius, fill=BACK),
        rect(3, 3, width - 6, height - 6, max(2.0, radius - 3), **line),
        *motif,
    )


def hatch(x: float, y: float, width: float, height: float, step: float) -> str:
    """Path data of diagonal lines (rising to the right) that fill a rectangle, `step` apart along x.

    A path and no ``pattern``: patterns need ids, and ids of two boards on one page would clash.
    """
    lines = []
    offset = step / 2
    while offset < width + height:
        start_x, start_y = (offset, 0.0) if offset <= width else (width, offset - width)
        end_x, end_y = (0.0, offset) if offset <= height else (offset - height, height)
        lines.append(f"M{number(x + start_x)} {number(y + start_y)}L{number(x + end_x)} {number(y + end_y)}")
        offset += step
    return "".join(lines)


def arrow_head(x: float, y: float, angle: float, size: float) -> str:
    """Path data of a triangle whose tip is at (x, y) and points along `angle` (radians, y down)."""
    corners = [(x, y)]
    for side in (-1, 1):
        back = angle + math.pi + side * 0.5
        corners.append((x + size * math.cos(back), y + size * math.sin(back)))
    return "M" + "L".join(f"{number(u)} {number(v)}" for u, v in corners) + "Z"


def wrapped(text: str, most: int) -> list[str]:
    """`text` in lines of at most `most` characters, broken at spaces; a longer word stays whole."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def document(drawing: Drawing, css: str = "", classes: Sequence[str] = ("playsolve",)) -> str:
    """The drawing at rest as the text of an SVG file; `css` inside it, else the light theme's colours."""
    root = el(
        "svg",
        el("style", css) if css else None,
        *(part for _, part in drawing.parts),
        xmlns=SPACE,
        viewBox=f"0 0 {drawing.width} {drawing.height}",
        width=drawing.width,
        height=drawing.height,
        class_=" ".join(classes),
        role="group",
        aria_label=drawing.label,
        font_family="system-ui, sans-serif",
    )
    return tostring(root, encoding="unicode")
