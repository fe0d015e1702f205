"""Small pictures of maps for lessons: side by side, along a plan, as a graph, and searches that grow on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from boards.core.drawing import Chip, Drawing, Header
from boards.core.phrases import count
from boards.core.picture import Picture, drawn
from boards.core.stepper import Frame, Stepper
from boards.core.svg import Box, circle, el, group, number, path, placed, rect, words, wrapped
from boards.core.tree import Telling, Tree
from boards.moria.chart import still
from boards.moria.layout import CELL
from boards.moria.words import pile_words, say
from puzzles.core.problem import Problem
from puzzles.moria import Move, State, read_move, read_state
from puzzles.moria.cells import cell_text, cell_xy, read_cell
from puzzles.moria.problems import BestTurn
from puzzles.moria.queries import allowance
from puzzles.moria.regions import ground, linked, realm
from puzzles.moria.scoring import score
from puzzles.moria.state import gems_text
from solvers.core.branching import Branch
from solvers.core.explain import counted
from solvers.core.steps import Look, way
from solvers.moria.graph import cut_cells, map_graph
from solvers.moria.lesson import Ceiling, route_looks, turn_ticks

GAME_NAME = "moria"
WIDTH, NARROW, MARGIN, GAP = 848, 368, 20, 20
AXIS = 17.0
"""Room for the numbers of columns and rows."""

TABLE, FIELD, INK, GREY = "#E3E7DC", "#D3D9C9", "#232A26", "#5E665E"
"""Pictures are light in every theme."""

PAPER, ACCENT, GAIN, LOSS = "#FCFAF2", "#0B6E99", "#1B7F4B", "#A8321F"

SMALL = 0.62
"""Below this scale cards are drawn without their names."""

LETTER = 7.8
"""Width of an average letter of the words above a map."""

LINE = 18.0
"""From one line of words to the next."""

Given = State | str


def _read(given: Given) -> State:
    return read_state(given) if isinstance(given, str) else given


# --- one map ----------------------------------------------------------------------------------------


def middle(cell: int) -> tuple[float, float]:
    """Of a cell, on the sheet of the map."""
    x, y = cell_xy(cell)
    return (x + 0.5) * CELL, (y + 0.5) * CELL


def arrow(cells: Sequence[int]) -> Element:
    """A thick line through the middles of cells, with a tick at the last one."""
    spots = [middle(cell) for cell in cells]
    (x, y), last = spots[0], spots[-1]
    line = f"M{number(x)} {number(y)}" + "".join(f"L{number(a)} {number(b)}" for a, b in spots[1:])
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(line, stroke=PAPER, stroke_width=13, **look),
        path(line, stroke=GAIN, stroke_width=7, **look),
        circle(x, y, 9, fill=PAPER, stroke=GAIN, stroke_width=4),
        circle(*last, 13, fill=GAIN, stroke=PAPER, stroke_width=3),
        path(f"M{number(last[0] - 5)} {number(last[1])}l4 5l7 -9", stroke=PAPER, stroke_width=3, **look),
    )


def badge(cell: int, text: str, colour: str = ACCENT, *, dashed: bool = False) -> Element:
    """A word in a capsule in the middle of a cell."""
    x, y = middle(cell)
    wide = max(38.0, 15.0 * len(text) + 14)
    return group(
        rect(x - wide / 2, y - 19, wide, 38, 19, fill=PAPER, stroke=colour, stroke_width=4,
             stroke_dasharray="6 5" if dashed else None),
        words(x, y + 9, text, 26, fill=INK, anchor="middle", weight=700),
    )  # fmt: skip


def _sheet(width: float, height: float) -> Element:
    return rect(0, 0, width, height, 16, fill=TABLE)


def _box(state: State, cells: Sequence[int] = ()) -> Box:
    """What of the sheet a map fills, together with other cells."""
    _, box = still(state)
    for x, y in map(cell_xy, cells):
        left, upper = min(box.x, x * CELL), min(box.y, y * CELL)
        right, lower = max(box.right, (x + 1) * CELL), max(box.bottom, (y + 1) * CELL)
        box = Box(left, upper, right - left, lower - upper)
    return box


def _framed(state: State, box: Box, scale: float, over: Element | None = None, fade: bool = False) -> Element:
    """The map at 0, 0 on its field, with the numbers of columns and rows, and `over` on top of it.

    Its width is that of the box, scaled, and 12 + AXIS; its height likewise.
    """
    node, _ = still(state, small=scale < SMALL)
    moved = f"scale({number(round(scale, 4))}) translate({number(-box.x)} {number(-box.y)})"
    wide, high = box.width * scale, box.height * scale
    found = group(rect(0, 0, wide + 12 + AXIS, high + 12 + AXIS, 10, fill=FIELD))
    for at in range(round(box.width / CELL)):
        found.append(words(AXIS + 6 + (at + 0.5) * CELL * scale, 13, str(round(box.x / CELL) + at), 11.5,
                           fill=GREY, anchor="middle"))  # fmt: skip
    for at in range(round(box.height / CELL)):
        found.append(words(AXIS / 2 + 2, AXIS + 10 + (at + 0.5) * CELL * scale, str(round(box.y / CELL) + at), 11.5,
                           fill=GREY, anchor="middle"))  # fmt: skip
    node.set("transform", moved)
    if fade:
        node.set("opacity", "0.3")
    found.append(placed(AXIS + 6, AXIS + 6, node))
    if over is not None:
        found.append(placed(AXIS + 6, AXIS + 6, group(over, transform=moved)))
    return found


# --- maps side by side ------------------------------------------------------------------------------


def maps_picture(
    maps: Mapping[str, Given],
    cell: float = 76.0,
    *,
    ways: Mapping[str, Sequence[str]] | None = None,
    notes: Mapping[str, Mapping[str, str]] | None = None,
) -> Picture:
    """Maps under each other's words, side by side as far as there is room.

    maps   words -> position or its text
    cell   side of a cell, in pixels; smaller where a map would not fit
    ways   words of a map -> cells that an arrow joins
    notes  words of a map -> cell -> a word on it
    Raises RulesError.
    """
    found = {name: _read(one) for name, one in maps.items()}
    overs = {
        name: (
            [read_cell(text, "way") for text in (ways or {}).get(name, ())],
            {read_cell(at, "note"): text for at, text in (notes or {}).get(name, {}).items()},
        )
        for name in found
    }
    sheet, width, height = _arranged([(name, state, *overs[name], []) for name, state in found.items()], cell)
    told = "; ".join(f"{name}: {_told(state)}{_over_told(*overs[name])}" for name, state in found.items())
    return drawn(Drawing(width, height, (("maps", group(_sheet(width, height), sheet)),), told))


Shown = tuple[str, State, Sequence[int], Mapping[int, str], Sequence[tuple[str, str]]]
"""Words, map, way, notes, and lines below it (words, gain)."""


def _arranged(maps: Sequence[Shown], cell: float, top: float = MARGIN) -> tuple[Element, int, int]:
    """Maps in rows, and the size of the picture."""
    boxes = [_box(state, [*path_, *notes]) for _, state, path_, notes, _ in maps]
    widest = max([box.width for box in boxes], default=CELL)
    scale = min(cell / CELL, (WIDTH - 2 * MARGIN - 12 - AXIS) / widest)
    sheet, x, y, tallest, right = group(), float(MARGIN), float(top), 0.0, 0.0
    for (name, state, path_, notes, lines), box in zip(maps, boxes, strict=True):
        longest = max([len(f"{text} {gain}") for text, gain in lines], default=0)
        wide = max(box.width * scale + 12 + AXIS, 150.0, min(260.0, longest * LETTER * 0.9))
        high = box.height * scale + 12 + AXIS
        if x > MARGIN and x + wide > WIDTH - MARGIN:
            x, y, tallest = float(MARGIN), y + tallest + GAP, 0.0
        heading = wrapped(name, max(12, int(wide / LETTER)))
        head = 16.0 * len(heading)
        sheet.extend(
            words(x, y + 12 + 16 * at, line, 13, fill=INK, weight=700) for at, line in enumerate(heading)
        )
        over = group(arrow(path_) if path_ else None, *(badge(at, text) for at, text in notes.items()))
        sheet.append(placed(x, y + head + 4, _framed(state, box, scale, over)))
        for at, (text, gain) in enumerate(lines):
            line = y + head + high + 6 + LINE * (at + 0.7)
            sheet.append(words(x, line, text, 13, fill=INK))
            colour = GAIN if gain.startswith("+") else LOSS
            sheet.append(words(x + wide, line, gain, 13, fill=colour, anchor="end", weight=700))
        tallest = max(tallest, head + 4 + high + LINE * len(lines))
        right = max(right, x + wide)
        x += wide + GAP
    return sheet, round(max(right + MARGIN, 240)), round(y + tallest + MARGIN)


def _told(state: State) -> str:
    """A map in words."""
    piles = ", ".join(pile_words(state, pile).split(";")[0] for pile in state.cells)
    return f"a map of {count(len(state.cells), 'card')}{f': {piles}' if piles else ''}"


def _over_told(path_: Sequence[int], notes: Mapping[int, str]) -> str:
    found = f"; way {', '.join(map(cell_text, path_))}" if path_ else ""
    return found + "".join(f"; on {cell_text(at)}: {text}" for at, text in notes.items())


# --- a plan -----------------------------------------------------------------------------------------


def plan_picture(start: Given, plan: Sequence[Move | str], cell: float = 76.0) -> Picture:
    """The map at the start and after each move of a plan that changes it, with the moves that led there.

    Raises RulesError and IllegalMove.
    """
    state = _read(start)
    maps: dict[str, Given] = {"Start": state}
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


def turn_picture(
    start: Given,
    plan: Sequence[Move | str],
    title: str = "",
    problem: Problem[State] | None = None,
    cell: float = 62.0,
) -> Picture:
    """The map before a plan and after each of its phases, with the moves and what they change of the own score.

    problem  the question that the plan answers; left out it is ``best_turn``
    Raises RulesError, and IllegalMove for a plan that the question does not allow.
    """
    problem = problem or BestTurn()
    state = _read(start)
    seat = state.to_move

    def held() -> str:
        gems = gems_text(state, seat).replace("*", " ")
        return f"score {score(state, seat, seat)}, {'no gems' if gems == '-' else f'gems {gems}'}"

    frames: list[Shown] = [("before", state, (), {}, [(held(), "")])]
    turn, lines = 1, list[tuple[str, str]]()
    for one in plan:
        move = read_move(one) if isinstance(one, str) else one
        after = problem.play(state, move)
        gain = score(after, seat, seat) - score(state, seat, seat)
        if move.verb not in ("done", "end"):
            lines.append((str(move), f"{gain:+d}" if gain else ""))
        elif lines:
            name = "actions" if move.verb == "done" else "gathering"
            frames.append((f"turn {turn}, {name}", state, (), {}, lines))
            lines = []
        state = after
        turn += move.verb == "end"
    if lines:
        frames.append((f"turn {turn}, gathering", state, (), {}, lines))
    name, last, _, _, lines_ = frames[-1]
    frames[-1] = (name, last, (), {}, [*lines_, (held(), "")])
    sheet, width, height = _arranged(frames, cell, MARGIN + (26 if title else 0))
    width = max(width, round(len(title) * 9.5) + 2 * MARGIN)
    head = words(MARGIN, MARGIN + 10, title, 16, fill=INK, weight=700) if title else None
    told = (title + ": " if title else "") + "; ".join(
        f"{name}: {', '.join(' '.join(line).strip() for line in done)}" for name, _, _, _, done in frames
    )
    return drawn(Drawing(width, height, (("plan", group(_sheet(width, height), head, sheet)),), told))


# --- the map as a graph -------------------------------------------------------------------------------


def graph_picture(given: Given, seat: int = 0) -> Picture:
    """The map as a graph: a node for each card, an edge for each open joint; the cards that hold a realm together.

    In a node are the card's letter and points. A node with a double ring is a joint of the realm of `seat`; what hangs
    on it alone is written beside it. A broken ring is a card outside of the realm.
    """
    state = _read(given)
    graph, joints, inside = map_graph(state), cut_cells(state, seat), set(realm(state, seat))
    seen = ground(state)
    over = group()
    for one, other in graph.edges:
        (a, b), (c, d) = middle(one), middle(other)
        over.append(el("line", x1=a, y1=b, x2=c, y2=d, stroke=ACCENT, stroke_width=6, stroke_linecap="round"))
    for cell in graph.nodes:
        x, y = middle(cell)
        over.append(circle(x, y, 27, fill=PAPER if cell in inside else FIELD, stroke=ACCENT,
                           stroke_width=4, stroke_dasharray=None if cell in inside else "7 5"))  # fmt: skip
        if cell in joints:
            over.append(circle(x, y, 34, fill="none", stroke=LOSS, stroke_width=4))
            over.append(words(x + 28, y - 30, f"-{joints[cell]}", 24, fill=LOSS, weight=700))
        land = state.kind(seen.tops[cell])
        over.append(words(x, y + 9, f"{land.letter}{land.vp}", 26, fill=INK, anchor="middle", weight=700))
    box = _box(state)
    scale = min(92 / CELL, (WIDTH - 2 * MARGIN - 12 - AXIS) / box.width)
    width, height = (round(side * scale + 2 * MARGIN + 12 + AXIS) for side in (box.width, box.height))
    told = (
        f"Graph of {counted(len(graph), 'card')} and {counted(graph.number_of_edges(), 'open joint')}: "
        + "; ".join(f"{cell_text(one)} to {cell_text(other)}" for one, other in graph.edges)
        + f". Joints of the realm of {state.colours[seat]}: "
        + (
            ", ".join(f"{cell_text(cell)} with {points} points behind it" for cell, points in joints.items())
            or "none"
        )
    )
    node = placed(MARGIN, MARGIN, _framed(state, box, scale, over, fade=True))
    return drawn(Drawing(width, height, (("graph", group(_sheet(width, height), node)),), told))


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
        box, margin = _box(self.state), 8 if narrow else MARGIN
        scale = min(92 / CELL, (width - 2 * margin - 12 - AXIS) / box.width)
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
            colour = LOSS if here else ACCENT
            if not path_found or cell not in {found.node for found in path_found}:
                over.append(badge(cell, str(moves), colour, dashed=cell not in visited))
        height = round(box.height * scale + 12 + AXIS + 2 * margin)
        node = placed(
            (width - box.width * scale - 12 - AXIS) / 2, margin, _framed(self.state, box, scale, over)
        )
        drawing = Drawing(
            width,
            height,
            (("sheet", _sheet(width, height)), ("map", node)),
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


__all__ = ["graph_picture", "maps_picture", "plan_picture", "turn_picture", "watch_route", "watch_turn"]
