"""The drawing of Shifting Stones (SS-B1 to SS-B7), and the functions the board asks for by name."""

from __future__ import annotations

import math
from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Drawing, Look
from boards.core.phrases import count, hand_of, name_of
from boards.core.svg import Box, circle, group, path, placed, rect, thing, words
from boards.shifting_stones import layout as places
from boards.shifting_stones.editing import addable, edit
from boards.shifting_stones.faces import TILE_RADIUS, card_back, pattern, specks, tick, tile
from boards.shifting_stones.layout import BETWEEN, GAP, SLOT_HEIGHT, Layout
from boards.shifting_stones.touches import (
    asides,
    choices,
    marks,
    meant,
    moved,
    prompt,
    reveals,
    touches,
)
from boards.shifting_stones.words import (
    card_name,
    card_of,
    card_words,
    discard_words,
    face_name,
    goal,
    has_bonus,
    header,
    label,
    lacking,
    say,
    seat_words,
    table,
    text,
    way,
)
from puzzles.shifting_stones import GAME, Move, State
from puzzles.shifting_stones.cards import BACKS, CARDS, SIDE
from puzzles.shifting_stones.grid import CELLS, matching_places
from puzzles.shifting_stones.state import STRIKES, TARGET, UNKNOWN, scores

__all__ = [
    "addable",
    "asides",
    "choices",
    "draw",
    "edit",
    "header",
    "label",
    "marks",
    "meant",
    "moved",
    "prompt",
    "reveals",
    "say",
    "table",
    "text",
    "touches",
]

CARD_RADIUS = 10

BAR_OUT = 12
"""How far the TOP bar stands out of the field."""

BAND = 24
"""Height of the band at the foot of a hand card: the distance, or that it matches, or that it is spent."""

FRAME_WIDTH, HALO = 4.5, 8.0
"""Frames and arrows over the tiles: dark or coloured on a light halo, to be seen on every face."""

FRAME_OUTSIDE, FRAME_INSIDE = 6.0, -4.5
"""How far a frame runs outside of its tiles: in the middle between two, or on their rims."""

FRAME_START, FRAME_STOP, FRAME_BREAK = 10.0, 22.0, 7.0
"""What a line along the side of a cell leaves free: at the far end, at the corner with the number, between dashes."""

LETTER, BOLD_LETTER = 7.2, 8.2
"""Wide average letters at 13 and bold at 14: to tell beforehand whether a line fits."""

ARROW_HALF, ARROW_BEND, ARROW_BESIDE, ARROW_HEAD = 0.27, 0.1, 0.3, 16
"""Of a swap's arrow: half its length, its bend and the way to a further one, all in sides of a tile; its head."""

FLIP_RADIUS = 0.27
"""Of a flip's arrow, in sides of a tile."""

NOTICE_NARROW, NOTICE_WIDE = 48, 110
"""Characters in a line of the notice at the foot."""

SEAT_LINE = 20
"""Height of the line with a seat's name and points."""

DARK, LIGHT, BLUE = "#111111", "#FFFFFF", "#0B6E99"
"""Colours over the tiles; the tiles look alike in both themes, so these do too."""


def draw(state: State, look: Look) -> Drawing:
    """The position through the eyes of ``look.seat``. See ``drawing.py`` for parts, things and states."""
    hand = state.hands[look.seat]
    arrange = places.narrow if look.narrow else places.wide
    plan = arrange(len(hand), goal(state), [len(cards) for cards in state.scored])
    parts: list[tuple[str, Element]] = [("table", _table(state, look, plan))]
    parts += [(f"tile-{cell}", _tile(state, plan, at)) for at, cell in enumerate(CELLS)]
    known = () if look.covered else tuple(card for card in hand if card != UNKNOWN)
    for card in known:
        frames = _frames(state, plan, card)
        if frames is not None:
            parts.append((f"matches-{card}", frames))
    if known:
        aside = look.aside or ""
        card_shown = card_of("card" + aside[3:]) if aside.startswith("way") else None
        if card_shown is not None:
            parts.append(("way", _way(plan, way(state.board, card_shown))))
    parts.append(("deck", _deck(state, plan)))
    parts.append(("discard", _discard(state, plan)))
    parts.append(("goal", _strikes(state, plan) if state.solo else _goal(state, look, plan)))
    parts.append(("hand", _hand_label(state, look, plan)))
    unknown = 0
    for card, box in zip(hand, plan.hand, strict=False):
        if card == UNKNOWN or look.covered:
            unknown += 1
            parts.append((f"back-{unknown}", _hidden_card(unknown, box)))
        else:
            parts.append((f"card-{card}", _card(state, plan, card, box)))
    parts += [(f"seat-{seat}", _seat(state, look, plan, seat)) for seat in range(state.seats)]
    return Drawing(plan.width, plan.height, tuple(parts), _description(state, look))


def _description(state: State, look: Look) -> str:
    held = count(len(state.hands[look.seat]), "card")
    return (
        f"Shifting Stones: grid of nine tiles, columns a to c, rows 1 to 3 from the top, and a hand of {held}"
    )


def _table(state: State, look: Look, plan: Layout) -> Element:
    """Everything that stays: the table, the grid's field with its TOP bar and coordinates, empty places."""
    field = plan.field
    bar = Box(field.middle - places.BAR_WIDTH / 2, field.y - BAR_OUT, places.BAR_WIDTH, places.BAR_HEIGHT)
    node = group(
        rect(0, 0, plan.width, plan.height, 16, fill=svg.TABLE),
        rect(field.x, field.y, field.width, field.height, 20, fill=svg.FIELD),
        rect(bar.x, bar.y, bar.width, bar.height, bar.height / 2, fill=svg.INK),
        words(
            bar.middle, bar.y + 15, "TOP", 13, fill=svg.TABLE, anchor="middle", weight=700, letter_spacing=4
        ),
    )
    for at in range(3):
        row, column = plan.tiles[3 * at], plan.tiles[at]
        node.append(
            words(field.x + 7.5, row.y + row.height / 2 + 5, str(at + 1), 13, fill=svg.MUTED, anchor="middle")
        )
        node.append(words(column.middle, field.bottom - 5, "abc"[at], 13, fill=svg.MUTED, anchor="middle"))
    for number, line in enumerate(svg.wrapped(GAME.notice, NOTICE_NARROW if plan.narrow else NOTICE_WIDE)):
        node.append(words(plan.notice.x, plan.notice.y + 11 + 15 * number, line, 11, fill=svg.MUTED))
    return node


def _empty(x: float, y: float, width: float, height: float, radius: float) -> Element:
    return rect(
        x + 0.75,
        y + 0.75,
        width - 1.5,
        height - 1.5,
        radius,
        fill="none",
        stroke=svg.LINE,
        stroke_width=1.5,
        stroke_dasharray="3 5",
        stroke_linecap="round",
    )


# the grid


def _tile(state: State, plan: Layout, at: int) -> Element:
    box, cell, face = plan.tiles[at], CELLS[at], state.board[at]
    name = f"{cell}: {face_name(face)} up, {face_name(BACKS[face])} hidden"
    return placed(
        box.x,
        box.y,
        thing(cell, cell, name, tile(face, box.width), box.width, box.height, radius=TILE_RADIUS),
    )


def _frames(state: State, plan: Layout, card: int) -> Element | None:
    """A dashed frame round every block of cells where the card matches, shown while it is chosen (SS-B5).

    Its dashes stand along the sides of the cells and leave the corners free, where tiles have their
    dots and numbers. Every second frame runs inside the tiles, so that two that share cells are told apart.
    """
    found = matching_places(state.board, card)
    if not found:
        return None
    node = svg.when(f"card{card}", class_="matches")
    dash = (plan.side - FRAME_START - FRAME_STOP - 2 * FRAME_BREAK) / 3
    for at, place in enumerate(found):
        line = _sides(plan, place.cells, FRAME_INSIDE if at % 2 else FRAME_OUTSIDE)
        node.append(
            group(
                path(line, stroke=LIGHT, stroke_width=HALO, stroke_linecap="round"),
                path(
                    line,
                    stroke=DARK,
                    stroke_width=FRAME_WIDTH,
                    stroke_dasharray=f"{svg.number(dash)} {svg.number(FRAME_BREAK)}",
                ),
            )
        )
    return node


def _sides(plan: Layout, cells: tuple[int, ...], gap: float) -> str:
    """Path data of the outer sides of a block of cells, `gap` outside of the tiles, one line a side of a cell."""
    sides = []
    for cell in cells:
        box = plan.tiles[cell]
        left, right = box.x + FRAME_START, box.right - FRAME_STOP
        top, bottom = box.y + FRAME_STOP, box.bottom - FRAME_START
        if cell - SIDE not in cells:
            sides.append((left, box.y - gap, right, box.y - gap))
        if cell + SIDE not in cells:
            sides.append((left, box.bottom + gap, right, box.bottom + gap))
        if cell % SIDE == 0 or cell - 1 not in cells:
            sides.append((box.x - gap, top, box.x - gap, bottom))
        if cell % SIDE == SIDE - 1 or cell + 1 not in cells:
            sides.append((box.right + gap, top, box.right + gap, bottom))
    return "".join(
        f"M{svg.number(a)} {svg.number(b)}L{svg.number(c)} {svg.number(d)}" for a, b, c, d in sides
    )


def _way(plan: Layout, moves: tuple[Move, ...]) -> Element:
    """A plan as numbered arrows: curved and double for a swap, turning for a flip (SS-B5)."""
    node = group(class_="way", pointer_events="none")
    seen: dict[tuple[int, ...], int] = {}
    for number, move in enumerate(moves, 1):
        again = seen.get(move.cells, 0)
        seen[move.cells] = again + 1
        node.append(
            _swap_arrow(plan, move, number, again)
            if move.verb == "swap"
            else _flip_arrow(plan, move, number, again)
        )
    return node


def _arrow(line: str, heads: str, x: float, y: float, number: int, turn: int = 0) -> Element:
    """A line with heads on a light halo, and its number at (x, y) of it; `turn` 0, or -90 for upright."""
    strokes = group(
        path(
            line + heads,
            fill="none",
            stroke=LIGHT,
            stroke_width=10,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        path(line, fill="none", stroke=BLUE, stroke_width=5, stroke_linecap="round"),
        path(heads, fill=BLUE, stroke=BLUE, stroke_width=2, stroke_linejoin="round"),
        transform=f"rotate({turn})" if turn else None,
    )
    if turn:
        x, y = y, -x
    return group(
        strokes,
        circle(x, y, 12, fill=BLUE, stroke=LIGHT, stroke_width=2.5),
        words(x, y + 5, str(number), 14, fill=LIGHT, anchor="middle", weight=700),
    )


def _swap_arrow(plan: Layout, move: Move, number: int, again: int) -> Element:
    """A double arrow that bends over the seam of two tiles; a further swap of the two lies beside it."""
    first, second = (plan.tiles[cell] for cell in move.cells)
    across = move.cells[1] - move.cells[0] < SIDE
    x, y = (first.middle + second.middle) / 2, (first.y + second.bottom) / 2
    half, bend = plan.side * ARROW_HALF, plan.side * ARROW_BEND
    aside = ((again + 1) // 2) * (-1) ** again * plan.side * ARROW_BESIDE
    # drawn lying, then turned upright for two tiles above each other
    n, angle = svg.number, math.atan2(2 * bend, half)
    line = f"M{n(-half)} 0Q0 {n(-2 * bend)} {n(half)} 0"
    tip = 4.0
    heads = svg.arrow_head(half + tip * math.cos(angle), tip * math.sin(angle), angle, ARROW_HEAD)
    heads += svg.arrow_head(-half - tip * math.cos(angle), tip * math.sin(angle), math.pi - angle, ARROW_HEAD)
    if across:
        return placed(x, y + aside, _arrow(line, heads, 0, -bend, number))
    return placed(x + aside, y, _arrow(line, heads, 0, -bend, number, turn=-90))


def _flip_arrow(plan: Layout, move: Move, number: int, again: int) -> Element:
    """An arrow that turns round the middle of the tile."""
    box = plan.tiles[move.cells[0]]
    radius = plan.side * (FLIP_RADIUS - 0.1 * (again % 2))
    start, stop = math.radians(-45), math.radians(190)
    n = svg.number
    x1, y1 = radius * math.cos(start), radius * math.sin(start)
    x2, y2 = radius * math.cos(stop), radius * math.sin(stop)
    line = f"M{n(x1)} {n(y1)}A{n(radius)} {n(radius)} 0 1 1 {n(x2)} {n(y2)}"
    tip = stop + 0.35
    heads = svg.arrow_head(
        radius * math.cos(tip), radius * math.sin(tip), tip + math.pi / 2 - 0.15, ARROW_HEAD
    )
    return placed(box.middle, box.y + box.height * 0.45, _arrow(line, heads, x1, y1, number))


# the piles


PILE_WORDS = 9
"""From a pile to its words; the lower cards of the deck show on the way."""


def pile_count(cards: tuple[int, ...]) -> str:
    return count(len(cards), "card") if cards else "empty"


def _pile_words(x: float, y: float, first: str, second: str, third: str = "") -> list[Element]:
    lines = [words(x, y + 16, first, 13, weight=700), words(x, y + 34, second, 13, fill=svg.MUTED)]
    if third:
        lines.append(words(x, y + 51, third, 12, fill=svg.MUTED))
    return lines


def _deck(state: State, plan: Layout) -> Element:
    box, (width, height) = plan.piles[0], plan.pile
    layers = min(3, (len(state.deck) + 15) // 16)
    picture = [
        rect(2 * at, 0, width, height - 2 * (layers - 1), 6, fill=svg.BACK, stroke=svg.TABLE, stroke_width=1)
        for at in range(layers - 1, 0, -1)
    ]
    if layers:
        picture += card_back(width, height, 6)
    else:
        picture = [rect(0, 0, width, height, 6, fill="transparent"), _empty(0, 0, width, height, 6)]
    name = label(state, "deck")
    return group(
        placed(box.x, box.y, thing("deck", "deck", name, picture, width, height, radius=6, role="img")),
        *_pile_words(box.x + width + PILE_WORDS, box.y, "Deck", pile_count(state.deck)),
    )


def _discard(state: State, plan: Layout) -> Element:
    box, (width, height) = plan.piles[1], plan.pile
    top = state.discard[-1] if state.discard else None
    if top is None:
        picture = [rect(0, 0, width, height, 6, fill="transparent"), _empty(0, 0, width, height, 6)]
    elif top == UNKNOWN:
        picture = list(card_back(width, height, 6))
    else:
        picture = [
            rect(0, 1.5, width, height, 6, fill=svg.SHADOW),
            rect(0, 0, width, height, 6, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1),
            pattern(top, width / 2, height / 2, (width - 10) / 3, 1, lettered=False),
        ]
    third = f"no. {top}" if top else ""
    return group(
        placed(
            box.x,
            box.y,
            thing("discard", "discard", discard_words(state), picture, width, height, radius=6, role="img"),
        ),
        *_pile_words(box.x + width + PILE_WORDS, box.y, "Discard", pile_count(state.discard), third),
    )


def _strikes(state: State, plan: Layout) -> Element:
    """Four places for strikes; the fourth loses (SS-35 to SS-38)."""
    box = plan.piles[2]
    name = f"{state.strikes} of {STRIKES - 1} strikes, the fourth loses"
    node = group(svg.title(name), role="img", aria_label=name)
    node.append(words(box.x, box.y + 16, "Strikes", 13, weight=700))
    for at in range(STRIKES):
        x, y = box.x + 11 + 26 * at, box.y + 34
        given, last = at < state.strikes, at == STRIKES - 1
        node.append(
            circle(
                x,
                y,
                10,
                fill=svg.LOSS if given else "none",
                stroke=svg.LOSS if last or given else svg.MUTED,
                stroke_width=1.5,
                stroke_dasharray=None if given or not last else "3 3",
            )
        )
        if given:
            node.append(
                path(
                    f"M{x - 4} {y - 4}l8 8m0 -8l-8 8",
                    stroke=svg.ON_LOSS,
                    stroke_width=2.5,
                    stroke_linecap="round",
                )
            )
    node.append(words(box.x, box.y + 60, "the 4th loses", 12, fill=svg.MUTED))
    return node


def _goal(state: State, look: Look, plan: Layout) -> Element:
    box = plan.piles[2]
    lines = [
        words(box.x, box.y + 16, "Goal", 13, weight=700),
        words(box.x, box.y + 34, f"{TARGET[state.seats]} cards", 13, fill=svg.MUTED),
        words(box.x, box.y + 51, "+3 for most 1s", 12, fill=svg.MUTED),
    ]
    return group(*lines)


# the hand


def _hand_label(state: State, look: Look, plan: Layout) -> Element:
    """Whose hand it is, how many cards, and the places that are free."""
    box, held = plan.hand_label, len(state.hands[look.seat])
    return group(
        words(box.x, box.bottom - 8, hand_of(look), 14, weight=700),
        words(box.right, box.bottom - 8, count(held, "card"), 13, fill=svg.MUTED, anchor="end"),
        *(_empty(b.x, b.y, b.width, b.height, CARD_RADIUS) for b in plan.hand[held : places.RESERVED]),
    )


def _card(state: State, plan: Layout, card: int, box: Box) -> Element:
    """A hand card: points, number, its block at true size, and how far it is now (SS-B4)."""
    width, height = box.width, box.height
    points = CARDS[card].points
    steps = len(way(state.board, card))
    distance = f"{steps} move{'' if steps == 1 else 's'}" if steps else "matches now"
    middle = 36 + (height - 36 - BAND) / 2
    body = [
        rect(0, 2, width, height, CARD_RADIUS, fill=svg.SHADOW),
        rect(0, 0, width, height, CARD_RADIUS, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1),
        words(9, 30, str(points), 28, weight=700),
        words(32, 30, "point" if points == 1 else "points", 12, fill=svg.MUTED),
        words(width - 8, 30, f"#{card}" if plan.narrow else f"no. {card}", 12, fill=svg.MUTED, anchor="end"),
        pattern(card, width / 2, middle, plan.square, 2),
    ]
    foot = height - BAND
    if steps:
        body.append(words(width / 2, foot + 15, distance, 13, anchor="middle"))
    else:
        body.append(_band(width, height, svg.GAIN))
        size = 11 if plan.narrow else 12
        body.append(tick(14, foot + 12, 9, svg.ON_GAIN))
        body.append(
            words(width / 2 + 9, foot + 16, distance, size, fill=svg.ON_GAIN, anchor="middle", weight=700)
        )
    spend = "spend" if steps else f"spend −{count(points, 'point')}"
    loss = (
        path(
            svg.hatch(2, 2, width - 4, height - BAND - 2, 12),
            stroke=svg.LOSS,
            stroke_width=2,
            stroke_opacity=0.55,
        ),
        _band(width, height, svg.LOSS),
        words(
            width / 2, foot + 16, spend, 12 if steps else 11, fill=svg.ON_LOSS, anchor="middle", weight=700
        ),
    )
    name = f"hand card {card}: {card_name(card)}, {count(points, 'point')}, {distance}"
    return placed(
        box.x,
        box.y,
        thing(f"hand-{card}", f"card{card}", name, body, width, height, radius=CARD_RADIUS, loss=loss),
    )


def _band(width: float, height: float, colour: str) -> Element:
    """The foot of a card, with its lower corners."""
    n, radius = svg.number, CARD_RADIUS
    return path(
        f"M0 {n(height - BAND)}H{n(width)}V{n(height - radius)}Q{n(width)} {n(height)} {n(width - radius)} {n(height)}"
        f"H{radius}Q0 {n(height)} 0 {n(height - radius)}Z",
        fill=colour,
    )


def _hidden_card(at: int, box: Box) -> Element:
    place = f"back-{at}"
    return placed(
        box.x,
        box.y,
        thing(
            place,
            place,
            f"hand card {at}, face down",
            card_back(box.width, box.height, CARD_RADIUS),
            box.width,
            box.height,
            radius=CARD_RADIUS,
            role="img",
        ),
    )


# the seats


def _seat(state: State, look: Look, plan: Layout, seat: int) -> Element:
    """A seat's public side: points, cards in hand, cards it lacks, and a place for each card it needs (SS-B3)."""
    box, row, name = plan.seats[seat], plan.rows[seat], name_of(seat, look)
    cards = state.scored[seat]
    place, described = f"seat-{seat}", seat_words(state, seat, name)
    line = [rect(0, 0, box.width, SEAT_LINE, fill="transparent"), *_seat_line(state, box, seat, name)]
    node = group(
        placed(box.x, box.y, thing(place, place, described, line, box.width, SEAT_LINE, radius=4, role="img"))
    )
    for at, (x, y) in enumerate(row.corners):
        x, y = box.x + x, box.y + y + places.SEAT_LABEL
        if at < len(cards):
            node.append(placed(x, y, _scored_card(cards[at], row.width)))
        else:
            node.append(_empty(x, y, row.width, SLOT_HEIGHT, 5))
    return node


def _seat_line(state: State, box: Box, seat: int, name: str) -> list[Element]:
    """Name and points at the left, cards in hand and cards to go at the right, as far as there is room."""
    to_move = state.turn != "over" and seat == state.to_move and not state.solo
    name = "Scored" if state.solo else name
    points = scores(state)[seat]
    won = f"{points} point{'' if points == 1 else 's'}"
    bonus = "with +3" if has_bonus(state, seat) else ""
    right = lacking(state, seat)
    held = "" if state.solo else f"{len(state.hands[seat])} in hand · "
    start = 14 if to_move else 0

    def fits(name: str, right: str) -> bool:
        letters = len(name) * BOLD_LETTER + (len(won) + len(bonus) + len(right)) * LETTER
        return start + letters + 2 * GAP + BETWEEN <= box.width

    if not fits(name, held + right) and not fits(name, right):
        name = name.split(" (")[0]
    left = words(start, 14, "", 14)
    left.append(svg.el("tspan", name, font_weight=700))
    left.append(svg.el("tspan", won, dx=GAP, font_size=13, fill=svg.MUTED))
    if bonus:
        left.append(svg.el("tspan", bonus, dx=GAP, font_size=12, font_weight=700))
    if fits(name, held + right):
        right = held + right
    line = [left, words(box.width, 14, right, 13, fill=svg.MUTED, anchor="end")]
    if to_move:
        line.insert(0, path("M0 3.5L9 9.5L0 15.5Z", fill=svg.ACCENT))
    return line


@cache
def _scored_card(card: int, width: float) -> Element:
    """A scored card: its points, and its block as specks of colour."""
    body = (
        rect(0, 1, width, SLOT_HEIGHT, 5, fill=svg.SHADOW),
        rect(0, 0, width, SLOT_HEIGHT, 5, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1),
        words(places.SLOT_SHOWN / 2 + 1, 16, str(CARDS[card].points), 14, anchor="middle", weight=700),
        specks(card, width / 2, 31, 7),
    )
    place, name = f"scored-{card}", f"scored card {card}: {card_words(card)}"
    return thing(place, place, name, body, width, SLOT_HEIGHT, radius=5, role="img")
