"""Small maps for lessons: maps side by side, a plan phase by phase, the map as a graph, searches that grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Chip, Drawing, Header
from boards.core.drawing import Look as Eyes
from boards.core.picture import Picture, drawn
from boards.core.stepper import Frame, Stepper
from boards.core.svg import Box, circle, el, group, path, placed, rect, words
from boards.core.tree import Telling, Tree
from boards.moria.chart import map_part
from boards.moria.layout import CELL
from puzzles.core.problem import Problem
from puzzles.moria.cells import cell_text, cell_xy, read_cell
from puzzles.moria.moves import Move, read_move
from puzzles.moria.problems import BestTurn
from puzzles.moria.queries import allowance, free_cells
from puzzles.moria.regions import ground, linked, realm
from puzzles.moria.rules import State, read_state
from puzzles.moria.scoring import score
from puzzles.moria.state import gems_text
from solvers.core.branching import Branch
from solvers.core.explain import counted
from solvers.core.steps import Look, way
from solvers.moria.graph import cut_cells, map_graph
from solvers.moria.lesson import Ceiling, route_looks, turn_ticks

GAME_NAME = "moria"
WIDTH, NARROW = 848, 368
MARGIN = 24
PITCH = 82.0
"""Side of a cell in a picture, where there is room."""

LEAST = 56.0
"""The same where two maps are side by side."""

LINE = 19.0
"""From one line of words to the next."""

Given = State | str


def _read(given: Given) -> State:
    return given if isinstance(given, State) else read_state(given)


# --- one map ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sketch:
    """A map with what is drawn over it.

    way    cells that an arrow joins, as texts
    notes  cell -> a word in a disc on it
    """

    state: State
    way: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows, the free cells round the map included."""
        xs, ys = zip(*map(cell_xy, self._cells()), strict=True)
        return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1

    def _cells(self) -> list[int]:
        return [*free_cells(self.state), *(pile.cell for pile in self.state.cells)]

    def drawn(self, pitch: float) -> Element:
        """At 0, 0; a cell is `pitch` wide."""
        columns, rows = self.size
        node = map_part(self.state, Eyes(), Box(0, 0, columns * pitch, rows * pitch))
        sheet = node[-1]
        sheet.set("data-id", "")  # several maps in one picture
        over = group()
        if self.way:
            over.append(arrow([read_cell(text, "way") for text in self.way]))
        for text, note in self.notes.items():
            over.append(badge(read_cell(text, "note"), note))
        sheet.append(over)
        return node


def middle(cell: int) -> tuple[float, float]:
    """Of a cell, on the sheet of the map."""
    x, y = cell_xy(cell)
    return (x + 0.5) * CELL, (y + 0.5) * CELL


def arrow(cells: Sequence[int], colour: str = svg.GAIN) -> Element:
    """A thick line through the middles of cells, with a head at the last one."""
    spots = [middle(cell) for cell in cells]
    (x, y), last = spots[0], spots[-1]
    line = f"M{svg.number(x)} {svg.number(y)}" + "".join(
        f"L{svg.number(a)} {svg.number(b)}" for a, b in spots[1:]
    )
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(line, stroke=svg.PAPER, stroke_width=13, **look),
        path(line, stroke=colour, stroke_width=7, **look),
        circle(x, y, 9, fill=svg.PAPER, stroke=colour, stroke_width=4),
        circle(*last, 13, fill=colour, stroke=svg.PAPER, stroke_width=3),
        path(
            f"M{svg.number(last[0] - 5)} {svg.number(last[1])}l4 5l7 -9",
            stroke=svg.PAPER,
            stroke_width=3,
            **look,
        ),
    )


def badge(cell: int, text: str, colour: str = svg.ACCENT, *, dashed: bool = False) -> Element:
    """A word in a capsule in the middle of a cell."""
    x, y = middle(cell)
    wide = max(38.0, 15.0 * len(text) + 14)
    return group(
        rect(x - wide / 2, y - 19, wide, 38, 19, fill=svg.PAPER, stroke=colour, stroke_width=4,
             stroke_dasharray="6 5" if dashed else None),
        words(x, y + 9, text, 26, anchor="middle", weight=700),
    )  # fmt: skip


def map_words(state: State) -> str:
    """The cards of a map in words."""
    lines = [line for line in str(state).splitlines() if line[0].isdigit() or line[0] == "-"]
    return "; ".join(lines) or "an empty map"


# --- maps side by side ------------------------------------------------------------------------------


def maps_picture(
    maps: Mapping[str, Given],
    *,
    ways: Mapping[str, Sequence[str]] | None = None,
    notes: Mapping[str, Mapping[str, str]] | None = None,
) -> Picture:
    """Maps under each other's words, side by side as far as there is room.

    ways   words of a map -> cells that an arrow joins
    notes  words of a map -> cell -> a word on it
    Raises RulesError.
    """
    found = {
        name: Sketch(_read(given), tuple((ways or {}).get(name, ())), (notes or {}).get(name, {}))
        for name, given in maps.items()
    }
    node, height = _side_by_side([(name, sketch, ()) for name, sketch in found.items()], MARGIN)
    told = "; ".join(
        f"{name}: {map_words(sketch.state)}"
        + (f"; way {' '.join(sketch.way)}" if sketch.way else "")
        + "".join(f"; {cell}: {text}" for cell, text in sketch.notes.items())
        for name, sketch in found.items()
    )
    return drawn(Drawing(WIDTH, round(height), (("maps", group(_sheet(height), node)),), told))


def _sheet(height: float, width: float = WIDTH) -> Element:
    return rect(0, 0, width, height, 16, fill=svg.TABLE)


def _side_by_side(
    maps: Sequence[tuple[str, Sketch, Sequence[tuple[str, str]]]], top: float
) -> tuple[Element, float]:
    """Maps with a heading and lines (words, gain) below, in rows; and how far down they reach."""
    node, x, y, deep = group(), float(MARGIN), top, 0.0
    room = WIDTH - 2 * MARGIN
    for name, sketch, lines in maps:
        columns, rows = sketch.size
        pitch = min(PITCH, room / columns, max(LEAST, (room - 22) / 2 / columns))
        wide, high = columns * pitch, rows * pitch
        wide_text = max(wide, min(room, 190.0 if lines else 0.0, room))
        if x > MARGIN and x + wide_text > WIDTH - MARGIN + 0.5:
            x, y, deep = float(MARGIN), y + deep + 20, 0.0
        node.append(words(x, y + 8, name, 14, weight=700))
        node.append(placed(x, y + 18, sketch.drawn(pitch)))
        for at, (text, gain) in enumerate(lines):
            line = y + 18 + high + LINE * (at + 1)
            node.append(words(x, line, text, 13))
            node.append(words(x + wide_text, line, gain, 13, anchor="end", weight=700, fill=_sign(gain)))
        deep = max(deep, 18 + high + LINE * len(lines) + (8 if lines else 0))
        x += wide_text + 22
    return node, y + deep + MARGIN


def _sign(gain: str) -> str:
    return svg.GAIN if gain.startswith("+") else svg.LOSS if gain.startswith("-") else svg.MUTED


# --- a plan -----------------------------------------------------------------------------------------


def plan_picture(
    start: Given, plan: Sequence[Move | str], title: str = "", problem: Problem[State] | None = None
) -> Picture:
    """The map before a plan and after each phase of it, with the moves and what they change of the own score.

    problem  the question that the plan answers; left out it is ``best_turn``
    Raises RulesError, and IllegalMove for a plan that the question does not allow.
    """
    problem = problem or BestTurn()
    state = _read(start)
    seat = state.to_move
    frames: list[tuple[str, Sketch, list[tuple[str, str]]]] = [
        ("before", Sketch(state), [(f"score {score(state, seat, seat)}, gems {gems_text(state, seat)}", "")])
    ]
    turn, lines = 1, list[tuple[str, str]]()
    for given in plan:
        move = read_move(given) if isinstance(given, str) else given
        after = problem.play(state, move)
        gain = score(after, seat, seat) - score(state, seat, seat)
        if move.verb not in ("done", "end"):
            lines.append((str(move), f"{gain:+d}" if gain else ""))
        elif lines:
            name = "actions" if move.verb == "done" else "gathering"
            frames.append((f"turn {turn}, {name}", Sketch(state), lines))
            lines = []
        state = after
        turn += move.verb == "end"
    if lines:
        frames.append((f"turn {turn}", Sketch(state), lines))
    last = frames[-1][2]
    last.append((f"score {score(state, seat, seat)}, gems {gems_text(state, seat)}", ""))
    top = MARGIN + (26 if title else 0)
    node, height = _side_by_side(frames, top)
    sheet = group(_sheet(height), words(MARGIN, MARGIN + 4, title, 16, weight=700) if title else None, node)
    told = (title + ": " if title else "") + "; ".join(
        f"{name}: {', '.join(' '.join(line).strip() for line in done)}" for name, _, done in frames
    )
    return drawn(Drawing(WIDTH, round(height), (("plan", sheet),), told))


# --- the map as a graph -------------------------------------------------------------------------------


def graph_picture(given: Given, seat: int = 0) -> Picture:
    """The map as a graph: a node for each card, an edge for each open joint; the cards that hold a realm together.

    In a node are the card's letter and points. A node with a double ring is a joint of the realm of `seat`; what hangs
    on it alone is written beside it.
    """
    state = _read(given)
    graph, joints, inside = map_graph(state), cut_cells(state, seat), set(realm(state, seat))
    seen = ground(state)
    sketch = Sketch(state)
    columns, rows = sketch.size
    pitch = min(PITCH * 1.2, (WIDTH - 2 * MARGIN) / columns)
    wide, high = columns * pitch, rows * pitch
    node = map_part(state, Eyes(), Box(0, 0, wide, high))
    sheet = node[-1]
    for child in sheet:
        child.set("opacity", "0.28")
    over = group()
    for one, other in graph.edges:
        (a, b), (c, d) = middle(one), middle(other)
        over.append(
            el("line", x1=a, y1=b, x2=c, y2=d, stroke=svg.ACCENT, stroke_width=6, stroke_linecap="round")
        )
    for cell in graph.nodes:
        x, y = middle(cell)
        over.append(circle(x, y, 27, fill=svg.PAPER if cell in inside else svg.FIELD, stroke=svg.ACCENT,
                           stroke_width=4, stroke_dasharray=None if cell in inside else "7 5"))  # fmt: skip
        if cell in joints:
            over.append(circle(x, y, 34, fill="none", stroke=svg.LOSS, stroke_width=4))
            over.append(words(x + 30, y - 28, f"-{joints[cell]}", 24, fill=svg.LOSS, weight=700))
        land = state.kind(seen.tops[cell])
        over.append(words(x, y + 9, f"{land.letter}{land.vp}", 26, anchor="middle", weight=700))
    sheet.append(over)
    told = (
        f"Graph of {counted(len(graph), 'card')} and {counted(graph.number_of_edges(), 'open joint')}: "
        + "; ".join(f"{cell_text(one)} to {cell_text(other)}" for one, other in graph.edges)
        + f". Joints of the realm of {state.colours[seat]}: "
        + (
            ", ".join(f"{cell_text(cell)} with {points} points behind it" for cell, points in joints.items())
            or "none"
        )
    )
    height = high + 2 * MARGIN
    placed_map = placed((WIDTH - wide) / 2, MARGIN, node)
    return drawn(Drawing(WIDTH, round(height), (("graph", group(_sheet(height), placed_map)),), told))


# --- a way, card by card ------------------------------------------------------------------------------


def watch_route(given: Given, start: str, goal: str) -> Stepper:
    """Breadth-first search for a way of one dwarf, step by step: every card with its distance. Raises RulesError."""
    state = _read(given)
    looks = route_looks(state, start, goal)
    return Stepper(_Waves(state, start, goal, looks).frame, len(looks), GAME_NAME)


class _Waves:
    """The frames of a breadth-first search over the map."""

    def __init__(self, state: State, start: str, goal: str, looks: tuple[Look[int], ...]) -> None:
        self.state, self.start, self.goal, self.looks = state, start, goal, looks

    def frame(self, at: int, narrow: bool) -> Frame:
        look = self.looks[at - 1] if at else None
        width = NARROW if narrow else WIDTH
        columns, rows = Sketch(self.state).size
        margin = 12 if narrow else MARGIN
        pitch = min(PITCH * 1.15, (width - 2 * margin) / columns)
        node = map_part(self.state, Eyes(narrow=narrow), Box(0, 0, columns * pitch, rows * pitch))
        sheet = node[-1]
        over = group()
        first = read_cell(self.start, "start")
        known = {first: 0}
        for past in self.looks[:at]:
            known.update({found.node: found.moves for found in past.fresh})
        visited = {past.here.node for past in self.looks[:at]}
        path_found = way(self.looks[:at]) if look is not None and look.done else ()
        if path_found:
            over.append(arrow([found.node for found in path_found]))
        for cell, moves in known.items():
            here = look is not None and cell == look.here.node
            colour = svg.LOSS if here else svg.ACCENT
            if not path_found or cell not in {found.node for found in path_found}:
                over.append(badge(cell, str(moves), colour, dashed=cell not in visited))
        sheet.append(over)
        height = round(rows * pitch + 2 * margin)
        drawing = Drawing(
            width,
            height,
            (
                ("sheet", _sheet(height, width)),
                ("map", placed((width - columns * pitch) / 2, margin, node)),
            ),
            f"Map with the distances from {self.start} found so far",
        )
        return Frame(self._header(look), drawing, self._words(look))

    def _header(self, look: Look[int] | None) -> Header:
        goal = look.goal if look else None
        chips = (
            Chip("Frontier", f"{look.frontier if look else 1} waiting"),
            Chip("Visited", str(look.visited if look else 0)),
            Chip("Goal", f"{goal.moves} moves" if goal else "not met"),
            Chip("Bound", f"{look.bound if look else 0} at least"),
        )
        return Header("Breadth-first search", f"From {self.start} to {self.goal}", chips)

    def _words(self, look: Look[int] | None) -> str:
        if look is None:
            return f"Only the start {self.start} is known. Press Step."
        here = cell_text(look.here.node)
        if look.done and look.goal is not None:
            return f"{self.goal} is reached in {counted(look.goal.moves, 'move')}, and nothing nearer waits: proved shortest."
        fresh = ", ".join(cell_text(found.node) for found in look.fresh)
        begin = f"{here}, {counted(look.here.moves, 'move')} away: " + (
            f"new {fresh}." if fresh else "nothing new."
        )
        shut = len(linked(self.state, look.here.node))
        if not fresh and not shut:
            begin = f"{here}: walls all round."
        return f"{begin} Nothing is left, and {self.goal} was not met." if look.done else begin


# --- the tree of a turn -------------------------------------------------------------------------------

MOST_DRAWN = 130
"""Branches that are drawn one by one; more would be specks."""


def watch_turn(given: Given, most: Ceiling | None = None) -> Stepper:
    """Branch and bound for the actions of a small turn, step by step (``solvers.moria.lesson.turn_ticks``).

    Raises RulesError, and ValueError when there are too many branches to draw.
    """
    ticks = turn_ticks(given, most, MOST_DRAWN)
    telling: Telling[State] = Telling(
        question="the best actions of a turn",
        line="Points of the turn, when the actions stop there",
        names=("Branch and bound", "Every action, depth first"),
        layer=lambda depth: f"action {depth}",
        inside=_move_inside,
        promises=lambda branch: branch.node.used < allowance(branch.node),
        choice="action",
        same="the same position was reached before in another order",
    )
    return Stepper(Tree(ticks, telling, bounded=most is not None).frame, len(ticks), GAME_NAME)


def _move_inside(branch: Branch[State], wide: float) -> Element:
    """The last action of a branch, in two or three lines."""
    parts = branch.move.split() or ["before"]
    lines = (
        [parts[0], " ".join(parts[1:])]
        if parts[0] != "play"
        else [f"play {parts[1]}", parts[2], f"turn {parts[3]}"]
    )
    size = 11.5 if len(lines) < 3 else 10.5
    top = 20 if len(lines) < 3 else 14
    return group(
        *(
            words(wide / 2, top + 14 * at, line, size, anchor="middle", weight=700 if not at else None)
            for at, line in enumerate(lines)
            if line
        )
    )


__all__ = ["graph_picture", "maps_picture", "plan_picture", "watch_route", "watch_turn"]
