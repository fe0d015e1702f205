"""What the board tests of every game ask of a drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

from boards.core.drawing import Drawing, Look


def drawing_by(board: Any) -> Callable[..., Drawing]:
    """A function that draws a state with a game's ``draw`` module: ``drawn(state, narrow=True)``."""

    def drawn(state: Any, **look: Any) -> Drawing:
        seen = Look(**{"seat": state.to_move, **look})
        found: Drawing = board.draw(state.view(seen.seat), seen)
        return found

    return drawn


def part(drawing: Drawing, key: str) -> Element:
    return dict(drawing.parts)[key]


def ids(drawing: Drawing) -> list[str]:
    return [node.get("data-id", "") for _, one in drawing.parts for node in one.iter() if node.get("data-id")]


def find(drawing: Drawing, place: str) -> Element:
    """The one thing with this data-id."""
    found = [node for _, one in drawing.parts for node in one.iter() if node.get("data-id") == place]
    assert len(found) == 1, place
    return found[0]


def texts(node: Element) -> list[str]:
    return ["".join(one.itertext()) for one in node.iter("text")]


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` by WCAG 2, 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours by WCAG 2, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
