"""Small pictures of maps for lessons: maps side by side, and the maps that a plan goes through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.core.drawing import Drawing
from boards.core.phrases import count
from boards.core.picture import Picture, drawn
from boards.core.svg import group, number, placed, rect, words, wrapped
from boards.moria.chart import still
from boards.moria.layout import CELL
from boards.moria.words import pile_words, say
from puzzles.moria import Move, State, read_move, read_state

WIDTH, MARGIN, GAP = 848, 20, 20

TABLE, FIELD, INK = "#E3E7DC", "#D3D9C9", "#232A26"
"""Pictures are light in every theme."""

SMALL = 0.62
"""Below this scale cards are drawn without their names."""

LETTER = 7.8
"""Width of an average letter of the words above a map."""


def maps_picture(maps: Mapping[str, State | str], cell: float = 76.0) -> Picture:
    """Maps under each other's words, side by side as far as there is room.

    maps  words -> position or its text
    cell  side of a cell, in pixels; smaller where a map would not fit
    Raises RulesError.
    """
    found = {name: read_state(one) if isinstance(one, str) else one for name, one in maps.items()}
    widest = max([still(state)[1].width for state in found.values()], default=CELL)
    scale = min(cell / CELL, (WIDTH - 2 * MARGIN - 12) / widest)
    sheet, x, y, tallest, right = group(), float(MARGIN), float(MARGIN), 0.0, 0.0
    for name, state in found.items():
        node, box = still(state, small=scale < SMALL)
        wide, high = max(box.width * scale + 12, 150.0), box.height * scale + 12
        if x > MARGIN and x + wide > WIDTH - MARGIN:
            x, y, tallest = float(MARGIN), y + tallest + GAP, 0.0
        lines = wrapped(name, max(12, int(wide / LETTER)))
        top = 16.0 * len(lines)
        sheet.extend(
            words(x, y + 12 + 16 * at, line, 13, fill=INK, weight=700) for at, line in enumerate(lines)
        )
        sheet.append(rect(x, y + top + 4, wide, high, 10, fill=FIELD))
        node.set(
            "transform", f"scale({number(round(scale, 4))}) translate({number(-box.x)} {number(-box.y)})"
        )
        sheet.append(placed(x + (wide - box.width * scale) / 2, y + top + 10, node))
        tallest, right = max(tallest, top + 4 + high), max(right, x + wide)
        x += wide + GAP
    height, width = round(y + tallest + MARGIN), round(max(right + MARGIN, 240))
    told = "; ".join(f"{name}: {_told(state)}" for name, state in found.items())
    page = group(rect(0, 0, width, height, 16, fill=TABLE), sheet)
    return drawn(Drawing(width, height, (("maps", page),), told))


def _told(state: State) -> str:
    """A map in words."""
    piles = ", ".join(pile_words(state, pile).split(";")[0] for pile in state.cells)
    return f"a map of {count(len(state.cells), 'card')}{f': {piles}' if piles else ''}"


def plan_picture(start: State | str, plan: Sequence[Move | str], cell: float = 76.0) -> Picture:
    """The map at the start and after each move of a plan that changes it, with the moves that led there.

    Raises RulesError and IllegalMove.
    """
    state = read_state(start) if isinstance(start, str) else start
    maps: dict[str, State | str] = {"Start": state}
    said: list[str] = []
    for at, one in enumerate(plan, 1):
        move = read_move(one) if isinstance(one, str) else one
        said.append(f"{at}. {say(state, move)}")
        after = state.play(move)
        if after.cells != state.cells:
            maps[". ".join(said)] = after
            said = []
        state = after
    if said:
        maps[". ".join(said)] = state
    return maps_picture(maps, cell)


__all__ = ["maps_picture", "plan_picture"]
