"""The map: a window on a sheet where cell x,y always lies at the same place (pan.js)."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Look
from boards.core.svg import Box, el, group, number, path, placed, rect, thing, words
from boards.moria import faces
from boards.moria.faces import SIDE, disc, fill_of
from boards.moria.layout import CELL, INSET, Window, window
from boards.moria.touches import PILES, dwarf_place
from boards.moria.words import (
    cell_touch,
    frozen_for,
    initials,
    is_void,
    label,
    pile_words,
    ready_for,
    realm_words,
    short,
    top,
    turn_touch,
    yields,
)
from puzzles.moria import State
from puzzles.moria.cards import owner_of, turn_of
from puzzles.moria.cells import DIRECTIONS, STEPS, cell_text, cell_xy
from puzzles.moria.queries import covered_cells, dig_cells, free_cells
from puzzles.moria.regions import blocker, ground, realm, realm_vp
from puzzles.moria.state import Pile

BRIDGE = "#F1E7CB"
BRIDGE_EDGE = "#A8997A"
"""The way over an open joint."""


def map_part(state: State, look: Look, box: Box) -> Element:
    """The window with the map, at `box` of the drawing."""
    seen = window_of(state, look, box)
    ghosts = _ghosts(state, look)
    sheet = el(
        "svg",
        _axis(state, 24.0 if look.narrow else 19.0),
        *(_realm_ground(state, seat) for seat in range(state.seats)),
        _bridges(state),
        *(_outline(state, seat) for seat in range(state.seats)),
        *(_free(state, look, cell, ghosts) for cell in free_cells(state)),
        *(_card(state, look, pile, ghosts) for pile in state.cells),
        *(_realm_tag(state, seat, look.narrow) for seat in range(state.seats)),
        *(_under(state, pile) for pile in state.cells if look.aside == PILES),
        class_="pan",
        data_id="map",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        viewBox=_numbers(seen.home),
        data_whole=_numbers(seen.whole),
        overflow="hidden",
        role="group",
        aria_label="the map",
    )
    return group(
        rect(box.x, box.y, box.width, box.height, 14, fill=svg.FIELD),
        sheet,
    )


def still(state: State, *, small: bool = False) -> tuple[Element, Box]:
    """The map without free cells and nothing to touch, for pictures; and what of the sheet it fills.

    small  for a map that is drawn much smaller than the sheet
    """
    seats = range(state.seats)
    node = group(
        *(_realm_ground(state, seat) for seat in seats),
        _bridges(state),
        *(_outline(state, seat) for seat in seats),
        *(_still_card(state, pile, small) for pile in state.cells),
        *(_realm_tag(state, seat, small) for seat in seats),
    )
    corners = [_corner(pile.cell) for pile in state.cells] or [(0.0, 0.0)]
    left, upper = min(x for x, _ in corners), min(y for _, y in corners)
    right, lower = max(x for x, _ in corners), max(y for _, y in corners)
    return node, Box(left, upper, right + CELL - left, lower + CELL - upper)


def _still_card(state: State, pile: Pile, small: bool) -> Element:
    x, y = _corner(pile.cell)
    return placed(x + INSET, y + INSET, *_card_body(state, pile, small))


def window_of(state: State, look: Look, box: Box) -> Window:
    """What of the map is seen first: its cells, the free ones round them included."""
    cells = [cell_xy(cell) for cell in (*free_cells(state), *(pile.cell for pile in state.cells))]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    if not state.cells:
        xs, ys = [-1, 1], [-1, 1]
    return window(min(xs), min(ys), max(xs), max(ys), (box.width, box.height), look.narrow)


def _numbers(box: Box) -> str:
    return " ".join(number(round(value, 2)) for value in (box.x, box.y, box.width, box.height))


def _corner(cell: int) -> tuple[float, float]:
    """Upper left corner of a cell on the sheet."""
    x, y = cell_xy(cell)
    return x * CELL, y * CELL


def _axis(state: State, size: float) -> Element:
    """The numbers of columns and rows at the edges of the sheet, where no free cell says its own."""
    node = group(aria_hidden="true")
    if not state.cells:
        return node
    xs, ys = zip(*(cell_xy(pile.cell) for pile in state.cells), strict=True)
    free = {cell_xy(cell) for cell in free_cells(state)}
    left, upper = min(xs) - 1, min(ys) - 1
    for x in range(min(xs), max(xs) + 1):
        if (x, upper) not in free:
            node.append(
                words((x + 0.5) * CELL, (upper + 0.62) * CELL, str(x), size, fill=svg.MUTED, anchor="middle")
            )
    for y in range(min(ys), max(ys) + 1):
        if (left, y) not in free:
            node.append(
                words((left + 0.62) * CELL, (y + 0.55) * CELL, str(y), size, fill=svg.MUTED, anchor="middle")
            )
    return node


def _bridges(state: State) -> Element:
    """A plank over each open joint: where dwarves can go, and regions hang together."""
    links, planks = ground(state).links, []
    half, long = 20.0, 2 * INSET + 4
    for cell, others in links.items():
        x, y = _corner(cell)
        if cell + STEPS[1] in others:
            planks.append(_box(x + CELL - long / 2, y + CELL / 2 - half, long, 2 * half))
        if cell + STEPS[2] in others:
            planks.append(_box(x + CELL / 2 - half, y + CELL - long / 2, 2 * half, long))
    return path("".join(planks), fill=BRIDGE, stroke=BRIDGE_EDGE, stroke_width=1.2)


def _box(x: float, y: float, width: float, height: float) -> str:
    n = number
    return f"M{n(x)} {n(y)}h{n(width)}v{n(height)}h{n(-width)}z"


# --- realms -------------------------------------------------------------------------------------


def _realm_ground(state: State, seat: int) -> Element | None:
    """The ground of a realm, tinted."""
    cells = realm(state, seat)
    if not cells:
        return None
    squares = "".join(_box(*_corner(cell), CELL, CELL) for cell in cells)
    return path(squares, fill=fill_of(state.colours, seat), fill_opacity=0.16)


def _sharer(state: State, seat: int) -> int:
    """How many seats before this one have the same realm: their outlines run inside each other."""
    own = realm(state, seat)
    return sum(realm(state, other) == own for other in range(seat))


def _outline(state: State, seat: int) -> Element | None:
    """Round the realm of a seat, with its own dashes."""
    cells = set(realm(state, seat))
    if not cells:
        return None
    inset = 1.8 + 2.3 * _sharer(state, seat)
    lines = []
    for cell in sorted(cells):
        x, y = _corner(cell)
        inside = [cell + step in cells for step in STEPS]
        for edge in range(4):
            if not inside[edge]:
                lines.append(_edge(x, y, edge, inset, inside, cells, cell))
    d, dash = "".join(lines), None if faces.DASHES[seat] == "none" else faces.DASHES[seat]
    line = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": dash}
    return group(
        path(d, stroke=svg.INK, stroke_width=4.2, stroke_opacity=0.7, **line),
        path(d, stroke=fill_of(state.colours, seat), stroke_width=2.6, **line),
    )


def _edge(x: float, y: float, edge: int, inset: float, inside: list[bool], cells: set[int], cell: int) -> str:
    """One side of a cell, `inset` inwards; it runs on into neighbours of the realm and round its inner corners."""
    before, after = (edge + 3) % 4, (edge + 1) % 4
    far = CELL - inset

    def end(side: int) -> float:
        """How far the line goes beyond the cell at the end towards `side`: inwards, or on to the next cell."""
        if not inside[side]:
            return -inset
        return inset if cell + STEPS[side] + STEPS[edge] in cells else 0.0

    n = number
    if edge in (0, 2):
        west, east = (before, after) if edge == 0 else (after, before)
        at = y + (inset if edge == 0 else far)
        return f"M{n(x - end(west))} {n(at)}H{n(x + CELL + end(east))}"
    north, south = (before, after) if edge == 1 else (after, before)
    at = x + (far if edge == 1 else inset)
    return f"M{n(at)} {n(y - end(north))}V{n(y + CELL + end(south))}"


def _realm_tag(state: State, seat: int, small: bool) -> Element | None:
    """The points of a realm, at a corner of its outline; crossed while a giant makes it void."""
    cells = realm(state, seat)
    if not cells:
        return None
    first, last = _corner(cells[0]), _corner(cells[-1])
    corner = (
        first,
        (last[0] + CELL, last[1] + CELL),
        (first[0] + CELL, first[1]),
        (last[0], last[1] + CELL),
    )[_sharer(state, seat)]
    size = 21.0 if small else 15.0
    told, void = f"{initials(state.colours)[seat]} {realm_vp(state, seat)}", is_void(state, seat)
    height, text_width = size + 5, len(told) * size * 0.62
    width = text_width + 12 + (height if void else 0)
    fill = fill_of(state.colours, seat)
    name = f"{state.colours[seat]} {realm_words(state, seat)}"
    node = group(
        svg.title(name),
        rect(-width / 2, -height / 2, width, height, height / 2, fill=fill, stroke=faces.PAPER, stroke_width=1.5),
        words(6 - width / 2 + text_width / 2, size * 0.36, told, size, fill=faces.ink_on(fill), anchor="middle",
              weight=700),
        role="img",
        aria_label=name,
    )  # fmt: skip
    if void:
        n, x, arm = number, width / 2 - height / 2, height * 0.27
        node.append(rect(x - height / 2, -height / 2, height, height, height / 2, fill="#FFFFFF"))
        d = f"M{n(x - arm)} {n(-arm)}L{n(x + arm)} {n(arm)}M{n(x + arm)} {n(-arm)}L{n(x - arm)} {n(arm)}"
        node.append(path(d, stroke=faces.CROSS, stroke_width=3.2, stroke_linecap="round"))
    return placed(*corner, node)


# --- cells --------------------------------------------------------------------------------------


def _thing(place: str, name: str, body: list[Element], look: Look) -> Element:
    """A cell as a thing; its dot and number are as large as the words on the map."""
    node = thing(place, place, name, body, SIDE, SIDE, radius=9)
    large = 1.7 if look.narrow else 1.15
    for child in node:
        if child.get("class") == "dot":
            child.set("r", number(svg.DOT * large))
        if child.get("class") == "badge":
            ring, text = child
            ring.set("r", number(svg.BADGE * large))
            text.set("font-size", number(13 * large))
            text.set("y", number(3 + 4.6 * large))
    return node


def _free(state: State, look: Look, cell: int, ghosts: Ghosts) -> Element:
    """A free cell next to the map, or the first cell."""
    x, y = _corner(cell)
    touch = cell_touch(cell)
    body = [
        rect(0, 0, SIDE, SIDE, 9, fill=svg.TABLE, fill_opacity=0.35),
        rect(0.75, 0.75, SIDE - 1.5, SIDE - 1.5, 9, fill="none", stroke=svg.LINE, stroke_width=1.5,
             stroke_dasharray="3 5", stroke_linecap="round"),
        words(SIDE / 2, SIDE / 2 + 6, cell_text(cell), 24 if look.narrow else 19, fill=svg.MUTED, anchor="middle"),
        *ghosts.get(cell, ()),
    ]  # fmt: skip
    return placed(x + INSET, y + INSET, _thing(touch, label(state, touch), body, look))


def _card(state: State, look: Look, pile: Pile, ghosts: Ghosts) -> Element:
    """The top card of a pile as a thing."""
    x, y = _corner(pile.cell)
    body = [*_card_body(state, pile, look.narrow), *ghosts.get(pile.cell, ())]
    return placed(x + INSET, y + INSET, _thing(cell_touch(pile.cell), pile_words(state, pile), body, look))


def _card_body(state: State, pile: Pile, small: bool) -> list[Element]:
    """The top card of a pile with its walls, dwarves and marks."""
    body = list(face_of(state, pile.cards[-1], small=small))
    if blocker(state, pile.cell) is not None:
        body.append(faces.cross(SIDE))
    body += _dwarves(state, pile, small=small)
    body += _marks(state, pile, small=small)
    body += faces.wall_marks(state.cards.walls[pile.cards[-1]], SIDE, 7.0)
    if len(pile.cards) > 1:
        body.append(_height(len(pile.cards), small))
    return body


def face_of(state: State, laid: int, *, small: bool) -> tuple[Element, ...]:
    """The face of a laid card, in its owner's colour."""
    land, seat = state.kind(laid), owner_of(laid)
    return faces.face(
        land.letter,
        short(land),
        land.group,
        land.blocks,
        land.gem,
        state.cards.symbols.index(land.symbol),
        land.vp,
        turn_of(laid),
        initials(state.colours)[seat],
        fill_of(state.colours, seat),
        small,
    )


def slots_of(slots: int, need: int, *, small: bool) -> list[Element]:
    """Empty places for dwarves."""
    radius, y, xs = faces.slot_spots(slots, small)
    return [faces.slot(x, y, radius, needed=at < need) for at, x in enumerate(xs)]


def _dwarves(state: State, pile: Pile, *, small: bool) -> list[Element]:
    """The places of a card, and the dwarves on them in seat order."""
    land = top(state, pile)
    radius, y, xs = faces.slot_spots(land.slots, small)
    parts = slots_of(land.slots, land.need, small=small)
    marks, at = initials(state.colours), 0
    size = min(17.0 if small else 14.6, radius * 1.55)
    for seat, number_ in enumerate(pile.dwarves):
        fill = fill_of(state.colours, seat)
        for copy in range(1, number_ + 1):
            parts.append(
                group(
                    disc(xs[at], y, radius, marks[seat], fill, size),
                    data_id=dwarf_place(seat, pile.cell, copy),
                )
            )
            at += 1
    return parts


def _marks(state: State, pile: Pile, *, small: bool) -> list[Element]:
    """That a card is ready, for whom, and what it gives the seat to move; or that it is frozen."""
    marks, seats, frozen = initials(state.colours), ready_for(state, pile), frozen_for(state, pile)
    size = 17.0 if small else 14.6
    y = 63.0
    if state.to_move in seats:
        does = yields(state, pile.cell)
        told = does.split(" ")[0] if does != "nothing" else "0"
        return [faces.pill(SIDE / 2, y, told, "ready", size)]
    if seats:
        return [faces.pill(SIDE / 2, y, "".join(marks[seat] for seat in seats), "other", size)]
    if frozen:
        return [faces.pill(SIDE / 2, y, "".join(marks[seat] for seat in frozen), "frozen", size)]
    return []


@cache
def _height(cards: int, small: bool) -> Element:
    """How many cards a pile has."""
    size = 20.0 if small else 14.6
    told = f"×{cards}"
    width, height = len(told) * size * 0.66 + 8, size + 3
    return placed(
        SIDE + 3 - width,
        SIDE + 5 - height,
        rect(0, 0, width, height, 5, fill=faces.INK, stroke=faces.PAPER, stroke_width=1.4),
        words(width / 2, height / 2 + size * 0.35, told, size, fill="#FFFFFF", anchor="middle", weight=700),
    )


# --- what is shown while a move is put together -------------------------------------------------


Ghosts = dict[int, list[Element]]
"""Cell -> what shows over it while other things are chosen."""


def _ghosts(state: State, look: Look) -> Ghosts:
    """What the chosen things would make of each cell: the turns of a hand card there, or what a dig brings up."""
    found: Ghosts = {}
    if look.seat != state.to_move:
        return found
    if state.phase == "gather":
        _add_digs(state, found)
    if state.phase != "act":
        return found
    hand = state.land[look.seat]
    over: dict[int, list[int]] = {cell: list(hand) for cell in free_cells(state)}
    for kind in hand:
        for cell in covered_cells(state, kind):
            over.setdefault(cell, []).append(kind)
    for cell, kinds in over.items():
        alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for kind in kinds:
            walls, turns = state.cards.walls, state.cards.turns[kind]
            alike.setdefault(tuple((turn, walls[4 * kind + turn]) for turn in turns), []).append(kind)
        if alike:
            shown = [_turns(turns, _touches_of(state, of)) for turns, of in alike.items()]
            found[cell] = [svg.when(cell_touch(cell), *shown)]
    return found


def _touches_of(state: State, kinds: list[int]) -> tuple[str, ...]:
    return tuple(f"card-{state.cards.land[kind].kind}" for kind in kinds)


@cache
def _turns(turns: tuple[tuple[int, int], ...], cards: tuple[str, ...]) -> Element:
    """The turns of cards with the same walls as small squares in a card's place, each with its letter.

    Touching a square chooses its turn (``data-spot``, view.js). They show while one of the cards is chosen: view.css lets the marks before them decide, so that nine kinds of
    card need no nine pictures.

    turns  (turn, walls) of each
    """
    side, gap = 41.0, 5.0
    xs, ys, squares, stone = [], [], [], []
    for at, (turn, walls) in enumerate(turns):
        x = gap - 1 + at % 2 * (side + gap)
        y = gap - 1 + at // 2 * (side + gap) + (0 if len(turns) > 2 else (side + gap) / 2)
        squares.append(
            rect(x, y, side, side, 4, fill=faces.PAPER, stroke=faces.EDGE, data_spot=turn_touch(turn, walls))
        )
        stone.append(faces.wall_path(walls, side - 6, 3, x + 3, y + 3))
        xs.append(x + side / 2)
        ys.append(y + side / 2 + 6)
    return group(
        *(group(data_when=touch) for touch in cards),
        group(
            rect(
                0, 0, SIDE, SIDE, 9, fill=svg.TABLE, stroke=svg.ACCENT, stroke_width=2, stroke_dasharray="5 4"
            ),
            *squares,
            path("".join(stone), stroke=faces.WALL, stroke_width=6, stroke_linecap="round"),
            el(
                "text",
                "".join(DIRECTIONS[turn] for turn, _ in turns),
                x=" ".join(map(number, xs)),
                y=" ".join(map(number, ys)),
                font_size=19,
                font_weight=700,
                fill=faces.INK,
                text_anchor="middle",
            ),
            class_="turns",
            visibility="hidden",
        ),
    )


def _add_digs(state: State, found: Ghosts) -> None:
    """For a chosen castle: what a dig would bring up on each pile."""
    piles, marks = {pile.cell: pile for pile in state.cells}, initials(state.colours)
    for castle in state.gathering:
        if state.choice(castle) != "dig":
            continue
        for cell in dig_cells(state, castle):
            laid = piles[cell].cards[-2]
            below, seat = state.kind(laid), owner_of(laid)
            panel = svg.when(
                cell_touch(castle),
                rect(3, 24, SIDE - 6, 46, 7, fill=faces.PAPER, stroke=svg.ACCENT, stroke_width=2,
                     stroke_dasharray="5 4"),
                words(SIDE / 2, 42, "comes up", 14.6, fill=faces.GREY, anchor="middle"),
                faces.pennant(16, 56, marks[seat], fill_of(state.colours, seat), 17),
                words(28, 61, f"{below.letter} {short(below)}", 14.6, fill=faces.INK, weight=700),
            )  # fmt: skip
            found.setdefault(cell, []).append(panel)


MOST_LISTED = 4
"""Cards below a top that are drawn; of more their number is said."""


def _under(state: State, pile: Pile) -> Element | None:
    """The cards below the top, from the top."""
    below = pile.cards[-2::-1]
    if not below:
        return None
    x, y = _corner(pile.cell)
    shown = below if len(below) <= MOST_LISTED else below[: MOST_LISTED - 1]
    marks = initials(state.colours)
    node = group(
        rect(3, 21, SIDE - 6, SIDE - 24, 7, fill=faces.PAPER, stroke=faces.INK, stroke_width=1.2),
        pointer_events="none",
    )
    for at, laid in enumerate(shown):
        land, seat = state.kind(laid), owner_of(laid)
        node.append(faces.pennant(15, 32 + 17 * at, marks[seat], fill_of(state.colours, seat), 17))
        node.append(words(27, 37 + 17 * at, f"{land.letter} {short(land)}", 14.6, fill=faces.INK))
    if len(shown) < len(below):
        node.append(words(10, 37 + 17 * len(shown), f"{len(below) - len(shown)} more", 14.6, fill=faces.INK))
    return placed(x + INSET, y + INSET, node)
