"""Small pictures of boards for lessons: one board, a board with its neighbours, a search that grows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Chip, Drawing, Header
from boards.core.picture import Picture, drawn
from boards.core.stepper import Frame, Stepper
from boards.core.svg import group, path, placed, rect, words
from boards.shifting_stones.faces import pattern, square
from puzzles.shifting_stones.cards import CARDS, SIDE, card_words
from puzzles.shifting_stones.grid import board_text, matches, read_board
from puzzles.shifting_stones.problems import BOARD_MOVES, check_card, move_tiles
from puzzles.shifting_stones.state import Move
from solvers.core.explain import counted
from solvers.core.steps import Found, Look, search_steps, way

if TYPE_CHECKING:
    import networkx as nx

GAME_NAME = "shifting_stones"
WIDTH, NARROW = 848, 368
MARGIN = 24
NOTE = 12
"""Size of the small words."""


def mini(board: str, side: float, gap: float = 1.5) -> Element:
    """A board of nine letters as a small picture at 0, 0; ``.`` is a stone that plays no part. `side` of a square."""
    step = side + gap
    return group(
        *(
            placed(at % SIDE * step, at // SIDE * step, *square(face, side, lettered=False))
            for at, face in enumerate(board)
        )
    )


def mini_size(side: float, gap: float = 1.5) -> float:
    return SIDE * side + (SIDE - 1) * gap


def _sheet(width: float, height: float) -> Element:
    return rect(0, 0, width, height, 16, fill=svg.TABLE)


def boards_in_a_row(boards: Mapping[str, str], cards: Sequence[int] = ()) -> Picture:
    """Boards side by side, each with words under it, and the cards that are talked about.

    boards  words -> board, as ``SFF/HHH/EEE``
    """
    side, gap = 26.0, 2.0
    size, pitch = mini_size(side, gap), 168
    per_row = min(5, max(1, len(boards) + len(cards)))
    entries: list[tuple[str, Element]] = [
        (name, mini(read_board(board), side, gap)) for name, board in boards.items()
    ]
    for card in cards:
        entries.append((f"card {check_card(card, 'cards')}", pattern(card, size / 2, size / 2, side, gap)))
    rows = -(-len(entries) // per_row)
    told_in = {name: svg.wrapped(name, 26)[:2] for name, _ in entries}
    step = size + 26 + 15 * max(map(len, told_in.values()), default=1)
    width, height = MARGIN * 2 + pitch * per_row, MARGIN * 2 + rows * step - 16
    node = group(_sheet(width, height))
    for number, (name, element) in enumerate(entries):
        x = MARGIN + number % per_row * pitch + (pitch - size) / 2
        y = MARGIN + number // per_row * step
        node.append(placed(x, y, element))
        for line, text in enumerate(told_in[name]):
            node.append(words(x + size / 2, y + size + 18 + 15 * line, text, 13, anchor="middle"))
    told = "; ".join([f"{name}: {board}" for name, board in boards.items()] + [card_words(c) for c in cards])
    return drawn(Drawing(int(width), int(height), (("row", node),), told))


def neighbours_picture(graph: nx.Graph) -> Picture:
    """The boards of a graph of radius 1 (``solvers.shifting_stones.neighbourhood``) round their centre.

    A line is a move; under every board stands the move that leads to it.
    """
    centre = next(node for node, data in graph.nodes(data=True) if data["moves"] == 0)
    others = [node for node in graph if node != centre]
    side, big = 17.0, 24.0
    size, middle = mini_size(side), mini_size(big, 2)
    width, height = WIDTH, 640
    x0, y0 = width / 2, height / 2 - 8
    spots = {centre: (x0, y0)}
    for number, node in enumerate(others):
        angle = 2 * math.pi * number / max(1, len(others)) - math.pi / 2
        spots[node] = (x0 + 352 * math.cos(angle), y0 + 250 * math.sin(angle))
    sheet = group(_sheet(width, height))
    for one, other in graph.edges:
        between = centre not in (one, other)
        (a, b), (c, d) = spots[one], spots[other]
        sheet.append(
            path(
                f"M{svg.number(a)} {svg.number(b)}L{svg.number(c)} {svg.number(d)}",
                stroke=svg.ACCENT if between else svg.MUTED,
                stroke_width=1.5,
                stroke_dasharray="5 4" if between else None,
            )
        )
    for node in others:
        x, y = spots[node]
        text = graph.edges[centre, node]["move"]
        label = rect(x - 40, y + size / 2 + 2, 80, 17, 5, fill=svg.TABLE)
        sheet.append(
            group(
                rect(x - size / 2 - 3, y - size / 2 - 3, size + 6, size + 6, 6, fill=svg.TABLE),
                placed(x - size / 2, y - size / 2, mini(read_board(node), side)),
                label,
                words(x, y + size / 2 + 15, text, 13, anchor="middle"),
            )
        )
    sheet.append(
        group(
            rect(x0 - middle / 2 - 7, y0 - middle / 2 - 7, middle + 14, middle + 14, 10, fill=svg.PAPER,
                 stroke=svg.INK, stroke_width=2),
            placed(x0 - middle / 2, y0 - middle / 2, mini(read_board(centre), big, 2)),
        )
    )  # fmt: skip
    inner = sum(centre not in edge for edge in graph.edges)
    label_words = (
        f"{centre} in the middle and {counted(len(others), 'board')} one move away round it: "
        + ", ".join(f"{graph.edges[centre, node]['move']} gives {node}" for node in others)
        + f". {inner} pairs of them are one move apart, shown by dashed lines."
    )
    return drawn(Drawing(width, height, (("graph", sheet),), label_words))


# --- a search that grows ------------------------------------------------------------------------


def board_steps(board: str, card: int, estimate: Callable[[str], int] | None = None) -> tuple[Look[str], ...]:
    """All steps of the search for the nearest board that shows a card; breadth-first without an estimate.

    board     as ``SFF/HHH/EEE``
    estimate  from a board as ``SFF/HHH/EEE`` to the moves that are needed at least
    """
    check_card(card, "search, card")

    def moves(tiles: str) -> Iterable[tuple[str, str]]:
        for move in BOARD_MOVES:
            after = move_tiles(tiles, move)
            if after != tiles:  # a swap of two equal stones leads nowhere
                yield str(move), after

    guess = (lambda tiles: estimate(board_text(tiles))) if estimate is not None else None
    return tuple(search_steps(read_board(board), moves, lambda tiles: matches(tiles, card), guess))


MOST_DRAWN = 400
"""Boards that a search may have found to be drawn one by one; more would be specks."""


def watch_search(board: str, card: int, estimate: Callable[[str], int] | None = None) -> Stepper:
    """The search for a card, step by step on a small instance. Raises ValueError when it finds too many boards."""
    looks = board_steps(board, card, estimate)
    known = looks[-1].frontier + looks[-1].visited
    if known > MOST_DRAWN:
        raise ValueError(
            f"watch_search: this search finds {known:,} boards, and up to {MOST_DRAWN} can be drawn; "
            "choose a card that is nearer, or count with board_steps(...)"
        )
    sheet = _Sheet(looks, card, estimate is not None)
    return Stepper(sheet.frame, len(looks), GAME_NAME)


class _Sheet:
    """The frames of a search: every board that it finds has its fixed place in the row of its number of moves."""

    SQUARE, PITCH, ROW = 11.0, 47, 62

    def __init__(self, looks: Sequence[Look[str]], card: int, estimated: bool) -> None:
        self.looks, self.card, self.estimated = looks, card, estimated
        self.found: dict[str, Found[str]] = {looks[0].here.node: looks[0].here}
        self.met: dict[str, int] = {looks[0].here.node: 0}
        self.looked: dict[str, int] = {}
        for number, look in enumerate(looks, 1):
            self.looked[look.here.node] = number
            for found in look.fresh:
                self.found[found.node] = found
                self.met.setdefault(found.node, number)
        self.way = tuple(found.node for found in way(looks))
        self.layers: list[list[str]] = [[] for _ in range(max(f.moves for f in self.found.values()) + 1)]
        for node in sorted(self.found, key=lambda node: self.found[node].number):
            self.layers[self.found[node].moves].append(node)
        self._places: dict[bool, tuple[dict[str, tuple[float, float]], list[float], int]] = {}

    def _arranged(self, narrow: bool) -> tuple[dict[str, tuple[float, float]], list[float], int]:
        """Upper left corners of the boards, the base lines of the rows' names, and the height."""
        if narrow not in self._places:
            width = NARROW if narrow else WIDTH
            across = int((width - 2 * MARGIN) // self.PITCH)
            spots: dict[str, tuple[float, float]] = {}
            heads, y = [], float(MARGIN)
            for layer in self.layers:
                heads.append(y + 4)
                y += 16
                for number, node in enumerate(layer):
                    spots[node] = (
                        MARGIN + number % across * self.PITCH + 4,
                        y + number // across * self.ROW,
                    )
                y += -(-len(layer) // across) * self.ROW + 14
            self._places[narrow] = spots, heads, int(y)
        return self._places[narrow]

    def frame(self, at: int, narrow: bool) -> Frame:
        """The frame after `at` steps; 0 shows the start alone."""
        spots, heads, height = self._arranged(narrow)
        width = NARROW if narrow else WIDTH
        look = self.looks[at - 1] if at else None
        done = look is not None and look.done
        sheet = group(_sheet(width, height))
        for number, y in enumerate(heads):
            sheet.append(words(MARGIN, y, counted(number, "move") + " away", 13, fill=svg.MUTED, weight=700))
        sheet.append(pattern(self.card, width - MARGIN - 36, MARGIN + 32, 16, 2, lettered=False))
        sheet.append(
            words(
                width - MARGIN - 72,
                MARGIN + 37,
                f"card {self.card}",
                13,
                fill=svg.MUTED,
                anchor="end",
                weight=700,
            )
        )
        parts = [("sheet", sheet)]
        if done:
            parts.append(("way", self._way_line(spots)))  # under the boards that it passes
        parts += [
            (f"board-{self.found[node].number}", self._board(node, spots[node], at, done))
            for node in self.found
            if self.met[node] <= at
        ]
        return Frame(
            self._header(look), Drawing(width, height, tuple(parts), self._told(look)), self._words(look)
        )

    def _board(self, node: str, spot: tuple[float, float], at: int, done: bool) -> Element:
        size = mini_size(self.SQUARE)
        number = self.looked.get(node, 0)
        looked = 0 < number <= at
        here = number == at and at > 0
        goal = matches(node, self.card)
        on_way = done and node in self.way
        node_group = placed(*spot)
        if here or on_way or goal:
            stroke = svg.GAIN if goal or on_way else svg.ACCENT
            node_group.append(
                rect(-4, -4, size + 8, size + 8, 7, fill=svg.PAPER, stroke=stroke, stroke_width=3,
                     stroke_dasharray="4 3" if goal and not on_way else None)
            )  # fmt: skip
        elif not looked:
            node_group.append(
                rect(-2.5, -2.5, size + 5, size + 5, 5, fill="none", stroke=svg.MUTED, stroke_width=1,
                     stroke_dasharray="2 3")
            )  # fmt: skip
        node_group.append(mini(node, self.SQUARE))
        node_group.append(words(size / 2, size + 15, self._note(node, looked, goal), NOTE, anchor="middle",
                                fill=svg.INK if looked or goal else svg.MUTED,
                                weight=700 if here or goal else None))  # fmt: skip
        return node_group

    def _note(self, node: str, looked: bool, goal: bool) -> str:
        """Under a board: the number of the step in which it was looked at; with an estimate made + left."""
        found = self.found[node]
        if goal:
            return "card"
        if self.estimated:
            return f"{found.moves}+{found.promise - found.moves}" + (" ✓" if looked else "")
        return f"{self.looked[node]}." if looked else ""

    def _way_line(self, spots: Mapping[str, tuple[float, float]]) -> Element:
        half = mini_size(self.SQUARE) / 2
        points = [(spots[node][0] + half, spots[node][1] + half) for node in self.way]
        line = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in points)
        return group(
            path(line, fill="none", stroke=svg.PAPER, stroke_width=7, stroke_opacity=0.7),
            path(line, fill="none", stroke=svg.GAIN, stroke_width=3),
        )

    def _header(self, look: Look[str] | None) -> Header:
        name = "A*, the shortest promise first" if self.estimated else "Breadth-first, the nearest first"
        frontier, visited = (look.frontier, look.visited) if look else (1, 0)
        best = str(look.goal.moves) if look and look.goal else "none"
        chips = (
            Chip("Frontier", f"{frontier} waiting"),
            Chip("Visited", str(visited)),
            Chip("Best", best),
            Chip("Bound", f"{look.bound if look else self.looks[0].here.promise} at least"),
        )
        return Header(f"{name}: looking for card {self.card}", self._words(look), chips)

    def _words(self, look: Look[str] | None) -> str:
        if look is None:
            return "Only the start is known. Press Step."
        fresh = counted(len(look.fresh), "new board")
        where = f"a board {counted(look.here.moves, 'move')} away" if look.here.moves else "the start"
        begin = f"Looked at {where}: {fresh}."
        if look.done and look.goal is not None:
            moves = ", ".join(self.found[node].move for node in self.way[1:]) or "no move"
            return f"{begin} Best and bound are both {look.goal.moves}: proved. The way: {moves}."
        if look.goal is not None:
            return (
                f"{begin} The card has been met {counted(look.goal.moves, 'move')} away, "
                f"but {look.bound} is not ruled out yet."
            )
        return f"{begin} No board shows the card yet: at least {counted(look.bound, 'move')}."

    def _told(self, look: Look[str] | None) -> str:
        known = look.frontier + look.visited if look else 1
        return (
            f"Search for card {self.card}: {counted(known, 'board')} known, in rows by moves from the start"
        )


def plan_boards(board: str, plan: Sequence[Move | str]) -> Picture:
    """The boards of a plan side by side; scores and the end of the turn add nothing to the stones."""
    from puzzles.shifting_stones.state import read_move

    tiles, found = read_board(board), {"start": board}
    for number, given in enumerate(plan, 1):
        move = read_move(given) if isinstance(given, str) else given
        if move.verb in ("swap", "flip"):
            tiles = move_tiles(tiles, move)
            found[f"{number}. {str(move).partition(' spend')[0]}"] = board_text(tiles)
    return boards_in_a_row(found)


def cells_picture(values: Sequence[object], words_told: str, goal: Sequence[int] = ()) -> Picture:
    """A number on each of the nine cells, e.g. the swaps from there to a goal.

    values  nine, row by row
    goal    cells with a thick frame
    """
    side, gap = 54, 6
    width = 2 * MARGIN + 3 * side + 2 * gap
    node = group(_sheet(width, width))
    for at, value in enumerate(values):
        x, y = MARGIN + at % SIDE * (side + gap), MARGIN + at // SIDE * (side + gap)
        chosen = at in goal
        node.append(
            rect(x, y, side, side, 10, fill=svg.PAPER, stroke=svg.ACCENT if chosen else svg.LINE,
                 stroke_width=3 if chosen else 1.5)
        )  # fmt: skip
        node.append(words(x + side / 2, y + side / 2 + 8, str(value), 22, anchor="middle", weight=700))
    told = f"{words_told}: " + " / ".join(
        " ".join(map(str, values[row * SIDE : row * SIDE + SIDE])) for row in range(SIDE)
    )
    return drawn(Drawing(width, width, (("cells", node),), told))


def estimate_of(card: int) -> Callable[[str], int]:
    """A simple honest estimate: squares of the card that show something else, two of them put right by one move.

    The best place of the block counts. A flip puts one square right, a swap two at most.
    """
    places = CARDS[check_card(card, "estimate, card")].places

    def estimate(board: str) -> int:
        tiles = read_board(board)
        wrong = min(sum(tiles[cell] != face for cell, face in place.needs) for place in places)
        return -(-wrong // 2)

    return estimate


__all__ = [
    "board_steps",
    "boards_in_a_row",
    "cells_picture",
    "estimate_of",
    "neighbours_picture",
    "plan_boards",
    "watch_search",
]
