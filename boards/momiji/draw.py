"""The drawing of Momiji (section 7 of the rules), and the functions the board asks for by name."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Drawing, Look, numbered
from boards.core.phrases import count, hand_of, name_of, points_words, short_name
from boards.core.svg import Box, circle, group, path, placed, rect, thing, words
from boards.momiji import layout as places
from boards.momiji.editing import addable, edit
from boards.momiji.layout import Contents, Layout
from boards.momiji.leaves import (
    INK,
    TINT,
    acorn,
    back,
    corner,
    corners,
    face,
    paper,
    radius_of,
    scene,
    torii,
)
from boards.momiji.touches import (
    asides,
    choices,
    hand_place,
    marks,
    meant,
    moved,
    pile_place,
    prompt,
    reveals,
    shown_place,
    touches,
)
from boards.momiji.words import (
    all_objectives,
    by_type,
    card_touch,
    card_words,
    discard_words,
    done_words,
    fit,
    header,
    holder_of,
    is_hidden,
    joint_words,
    label,
    may_play,
    metrics,
    notice,
    objective_words,
    pairs_in,
    pays_each,
    pile_words,
    points_of,
    say,
    seat_words,
    slot_of,
    slot_words,
    slots_for,
    table,
    text,
    turns_words,
    type_name,
    wind_type,
)
from puzzles.momiji import State
from puzzles.momiji.cards import LEFT, LETTER, RIGHT, SECTIONS, UNKNOWN, VALUE
from puzzles.momiji.piles import CLOSED, place_of
from puzzles.momiji.scoring import pile_points, torii_needed, torii_placed
from puzzles.momiji.state import section_of

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

SMALL_WIDTH, LETTER_WIDTH, BOLD_WIDTH = 6.6, 7.2, 8.4
"""Wide average letters at 12, 13 and bold at 14: to tell beforehand whether a line fits."""

NOTICE_NARROW, NOTICE_WIDE = 62, 146
"""Characters in a line of the notice at the foot."""

BAND = 24
"""Height of the band over the foot of a card that is about to be discarded."""

MOST_LAYERS = 3
"""Cards that show below the top of a pile."""

LAYER = 3.0


def draw(state: State, look: Look) -> Drawing:
    """The position through the eyes of ``look.seat``. See ``drawing.py`` for parts, things and states."""
    plan, own = _plan(state, look), look.seat
    parts: list[tuple[str, Element]] = [("table", _table(state, look, plan))]
    parts.append(("deck", _deck(state, plan)))
    parts.append(("discard", _discard(state, plan)))
    parts.append(("torii", _torii(state, plan)))
    parts.append(("display", _display_head(state, plan)))
    for (letter, cards), place in zip(by_type(state.display).items(), plan.groups, strict=True):
        parts.append((f"group-{letter}", _group(state, letter, cards, place)))
    for name, box in zip(all_objectives(state), plan.objectives, strict=True):
        parts.append((f"obj-{name}", _objective(state, look, name, box)))
    for seat in range(state.seats):
        if seat != own:
            parts.append((f"seat-{seat}", _rival(state, look, plan, seat)))
            parts.append((f"row-{seat}", _row(state, plan, seat, own=False)))
    parts.append((f"seat-{own}", _own(state, look, plan)))
    parts += [(touch, _slot(state, own, touch, box)) for touch, box in plan.slots.items()]
    parts.append((f"row-{own}", _row(state, plan, own, own=True)))
    if not look.covered:
        parts.append(("preview", _preview(state, look, plan)))
    parts += [(f"pick-{name}", _tile(state, name, box)) for name, box in _draft(state, plan)]
    for name, box in zip(state.landscapes[own], plan.panels[own].lands, strict=True):
        parts.append((f"land-{name[0]}", _land(state, look, plan, name, box)))
    parts.append(("hand", _hand_label(state, look, plan)))
    parts += _hand(state, look, plan)
    return Drawing(plan.width, plan.height, tuple(parts), _description(state, look))


def _plan(state: State, look: Look) -> Layout:
    hand = state.hands[look.seat]
    tiles = _draft_names(state)
    arrange = places.narrow if look.narrow else places.wide
    lines = svg.wrapped(notice(state.cards), NOTICE_NARROW if look.narrow else NOTICE_WIDE)
    copies = tuple(copy > 1 and card != UNKNOWN and not look.covered for card, copy in numbered(hand))
    return arrange(
        Contents(
            seat=look.seat,
            types=len(state.types),
            groups=tuple(map(len, by_type(state.display).values())),
            objectives=len(all_objectives(state)),
            piles=tuple(map(len, state.rows)),
            hands=tuple(map(len, state.hands)),
            lands=tuple(map(len, state.landscapes)),
            copies=copies,
            slots=slots_for(state, look.seat, covered=look.covered),
            tiles=tuple(sum(section_of(name, state.cards) == at for name in tiles) for at in range(3))
            if tiles
            else (),
            lines=len(lines),
        )
    )


def _description(state: State, look: Look) -> str:
    piles = count(len(state.rows[look.seat]), "pile")
    return (
        f"Momiji: display of {count(len(state.display), 'card')}, a row of {piles}, "
        f"a hand of {count(len(state.hands[look.seat]), 'card')}"
    )


def _table(state: State, look: Look, plan: Layout) -> Element:
    """Everything that stays: the table, the display's tray, the field of the own row, the notice."""
    tray, own = plan.tray, plan.panels[look.seat]
    bottom = own.row.bottom + 2 * places.CAPTION + 4
    top = own.box.y + places.LINE
    node = group(
        rect(0, 0, plan.width, plan.height, 16, fill=svg.TABLE),
        rect(tray.x, tray.y, tray.width, tray.height, 14, fill=svg.FIELD),
        rect(
            own.row.x - (4 if plan.narrow else 0),
            top,
            own.row.width + (8 if plan.narrow else 0),
            bottom - top,
            14,
            fill=svg.FIELD,
        )
        if not plan.tiles
        else None,
        words(plan.heading.x, plan.heading.y + 14, "Objectives", 14, weight=700),
        words(
            plan.heading.right,
            plan.heading.y + 14,
            f"{count(state.cards.parameters.activate_cost, 'acorn')} to activate",
            12,
            fill=svg.MUTED,
            anchor="end",
        )
        if plan.objectives
        else words(plan.heading.x + 90, plan.heading.y + 14, "none", 13, fill=svg.MUTED),
    )
    for number, line in enumerate(
        svg.wrapped(notice(state.cards), NOTICE_NARROW if plan.narrow else NOTICE_WIDE)
    ):
        node.append(words(plan.notice.x, plan.notice.y + 11 + 14 * number, line, 11, fill=svg.MUTED))
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


# the piles


def _pile_words(x: float, y: float, first: str, second: str, third: str = "") -> list[Element]:
    lines = [words(x, y + 16, first, 13, weight=700), words(x, y + 34, second, 13, fill=svg.MUTED)]
    if third:
        lines.append(words(x, y + 51, third, 12, fill=svg.LOSS, weight=700))
    return lines


def _deck(state: State, plan: Layout) -> Element:
    """The deck, with a place for each card that one move may take from it."""
    box, (width, height) = plan.deck, plan.pile_size
    number = len(state.deck)
    layers = min(3, (number + 15) // 16)
    picture = [
        rect(2 * at, 0, width, height - 2 * (layers - 1), 6, fill=svg.BACK, stroke=svg.TABLE, stroke_width=1)
        for at in range(layers - 1, 0, -1)
    ]
    if layers:
        picture += back(width, height)
    else:
        picture = [rect(0, 0, width, height, 6, fill="transparent"), _empty(0, 0, width, height, 6)]
    p = state.cards.parameters
    most = max(p.reveal_cards, p.display_start, 2)
    starts = (
        rect(0, 0, width, height, fill="none", visibility="hidden", data_id=f"deck-{at}")
        for at in range(1, most + 1)
    )
    soon = "ends soon" if number <= p.reveal_cards and state.turns_left is None else ""
    return group(
        placed(box.x, box.y, *starts),
        placed(
            box.x,
            box.y,
            thing("deck", "deck", label(state, "deck"), picture, width, height, radius=6, role="img"),
        ),
        *_pile_words(box.x + width + 9, box.y, "Deck", count(number, "card") if number else "empty", soon),
    )


def _discard(state: State, plan: Layout) -> Element:
    box, (width, height) = plan.discard, plan.pile_size
    number = len(state.discard)
    if number:
        picture = [
            rect(3, 3, width, height, 6, fill=svg.SHADOW)
            if number > 1
            else rect(0, 1.5, width, height, 6, fill=svg.SHADOW),
            rect(0, 0, width, height, 6, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1),
            path(
                _heap(width, height),
                fill="none",
                stroke=svg.MUTED,
                stroke_width=1.5,
                stroke_linecap="round",
                stroke_linejoin="round",
            ),
        ]
    else:
        picture = [rect(0, 0, width, height, 6, fill="transparent"), _empty(0, 0, width, height, 6)]
    name = discard_words(state)
    return group(
        placed(box.x, box.y, thing("discard", "discard", name, picture, width, height, radius=6, role="img")),
        *_pile_words(box.x + width + 9, box.y, "Discard", count(number, "card") if number else "empty"),
    )


@cache
def _heap(width: float, height: float) -> str:
    """Path data of a small heap of fallen leaves, the motif of the discard pile."""
    n, x, y = svg.number, width / 2, height / 2
    lines = []
    for dx, dy, turn in ((-8.0, 6.0, -1), (8.0, 6.0, 1), (0.0, -5.0, -1)):
        a, b = x + dx, y + dy
        lines.append(
            f"M{n(a - 8)} {n(b + 4)}Q{n(a - 2)} {n(b - 10)} {n(a + 9)} {n(b - 6 * turn)}"
            f"Q{n(a + 4)} {n(b + 8)} {n(a - 8)} {n(b + 4)}M{n(a - 8)} {n(b + 4)}L{n(a + 3)} {n(b - 2 * turn)}"
        )
    return "".join(lines)


def _torii(state: State, plan: Layout) -> Element:
    """Torii placed of all that are needed, and how near the end is (MJ-80, MJ-81)."""
    box, there, needed = plan.torii, torii_placed(state), torii_needed(state)
    end = turns_words(state)
    name = f"torii {there} of {needed}"
    node = group(
        svg.title(f"{name}{', ' if end else ''}{end}"), role="img", aria_label=f"{name} {end}".strip()
    )
    gates = max(there, needed)
    if plan.narrow:
        node.append(words(box.x, box.y + 16, "Torii", 13, weight=700))
        node.append(words(box.x + 42, box.y + 16, f"{there} of {needed}", 13, fill=svg.MUTED))
        step = min(18.0, (box.width - 14) / max(1, gates - 1))
        x, y, size = box.x + 8, box.y + 29, 14.0
    else:
        node.append(words(box.x, box.y + 15, "Torii", 13, weight=700))
        node.append(words(box.x + 42, box.y + 15, f"{there} of {needed}", 13, fill=svg.MUTED))
        step = min(23.0, (box.width - 110) / max(1, gates - 1))
        x, y, size = box.x + 104, box.y + 5, 18.0
    for at in range(gates):
        node.append(torii(round(x + at * step, 1), y, size, placed=at < there))
    note = end or (f"the {_nth(needed)} ends the game" if there < needed else "")
    small = 11 if plan.narrow else 12
    node.append(
        words(
            box.x,
            box.bottom - 2,
            end.replace("last round, ", "") if plan.narrow else note,
            small,
            fill=svg.LOSS if end else svg.MUTED,
            weight=700 if end else None,
        )
    )
    return node


def _nth(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _display_head(state: State, plan: Layout) -> Element:
    tray, wind = plan.tray, wind_type(state)
    pad = 8 if plan.narrow else places.TRAY_PAD
    right = f"the wind takes {type_name(wind, state.cards)} next" if wind else "collect all of one colour"
    return group(
        words(tray.x + pad + 2, tray.y + 17, "Display", 14, weight=700),
        words(
            tray.right - pad - 2,
            tray.y + 17,
            right if state.display else "empty",
            12,
            fill=svg.MUTED,
            anchor="end",
        ),
    )


def _group(state: State, letter: str, cards: tuple[int, ...], place: places.Group) -> Element:
    """The display's cards of one type: collected together."""
    box = place.box
    body = [rect(0, 0, box.width, box.height, 11, fill=svg.TABLE, stroke=svg.LINE, stroke_width=1)]
    for (card, copy), at in zip(numbered(cards), place.cards, strict=True):
        body.append(
            placed(
                at.x - box.x,
                at.y - box.y,
                group(*face(card, at.width, at.height), data_id=shown_place(card, copy)),
            )
        )
    touch = f"group-{letter}"
    return placed(
        box.x, box.y, thing(touch, touch, label(state, touch), body, box.width, box.height, radius=11)
    )


# objectives


def _objective(state: State, look: Look, name: str, box: Box) -> Element:
    """A token: what it counts, every seat's present value, who leads, who holds it."""
    holder, touch = holder_of(state, name), f"obj-{name}"
    names = [name_of(seat, look) for seat in range(state.seats)]
    held = holder is not None
    body: list[Element] = [
        rect(0, 2, box.width, box.height, 10, fill=svg.SHADOW),
        rect(
            0,
            0,
            box.width,
            box.height,
            10,
            fill=svg.PAPER,
            stroke=svg.INK if held else svg.LINE,
            stroke_width=2 if held else 1,
        ),
    ]
    size = 11 if box.width < 180 or box.height < 68 else 12
    y, step = (14, 12) if box.height < 68 else (15, 13) if held else (17, size + 2)
    if holder is not None:
        p = state.cards.parameters
        verb = " hold it" if names[holder] == "You" else " holds it"
        who = short_name(holder, look) + (verb if box.width >= 160 else "")
        others = "" if state.solo else f", others {p.other_points}"
        body.append(words(9, y, f"{who}: {p.holder_points}{others}", 11, weight=700))
        y += step
    for line in svg.wrapped(state.cards.objectives[name].text, int((box.width - 14) / (size * 0.54)))[:2]:
        body.append(words(9, y, line, size))
        y += step
    body += _pills(state, look, name, box)
    return placed(
        box.x,
        box.y,
        thing(touch, touch, objective_words(state, name, names), body, box.width, box.height, radius=10),
    )


def _pills(state: State, look: Look, name: str, box: Box) -> list[Element]:
    """Present values, the best one filled and with a crown of three points."""
    found, y, x = metrics(state, name), box.height - (20 if box.height < 68 else 23), 8.0
    labels = []
    for seat, (value, _) in enumerate(found):
        shown = "?" if value is None else str(value)
        if state.solo:
            shown += f" of {state.cards.objectives[name].solo}"
        labels.append((short_name(seat, look), shown))
    room = box.width - 16 - 3 * (len(labels) - 1)
    bare = sum(len(who) * 6.4 + len(shown) * 8.2 for who, shown in labels)
    each = (room - bare) / len(labels)
    pad = min(7.0, max(3.0, (each - 7) / 2))
    between = min(7.0, max(2.5, each - 2 * pad))
    parts: list[Element] = []
    for (who, shown), (_, leads) in zip(labels, found, strict=True):
        width = round(len(who) * 6.4 + len(shown) * 8.2 + between + 2 * pad, 1)
        colour = svg.TABLE if leads else svg.INK
        parts.append(
            rect(
                x,
                y,
                width,
                17,
                8.5,
                fill=svg.INK if leads else "none",
                stroke=svg.INK if leads else svg.LINE,
                stroke_width=1,
            )
        )
        parts.append(words(round(x + pad, 1), y + 12.5, who, 11, fill=colour if leads else svg.MUTED))
        right = round(x + width - pad, 1)
        parts.append(words(right, y + 13, shown, 13, fill=colour, anchor="end", weight=700))
        x = round(x + width + 3, 1)
    return parts


# rows


def _row(state: State, plan: Layout, seat: int, *, own: bool) -> Element:
    """A seat's piles from the left, and the bars where acorns meet."""
    panel, row = plan.panels[seat], state.rows[seat]
    node = group(role="group", aria_label=f"row of seat {seat + 1}")
    for at, (pile, box) in enumerate(zip(row, panel.piles, strict=True)):
        letter = LETTER[pile[-1]]
        layers = 0 if is_hidden(pile) else min(MOST_LAYERS, len(pile) - 1)
        for layer in range(layers, 0, -1):
            node.append(
                placed(
                    box.x + layer * LAYER * 0.6, box.y - layer * LAYER, *_edge(box.width, box.height, letter)
                )
            )
        touch = f"pile-{letter}" if own else f"row-{seat}-{letter}"
        words_ = pile_words(pile, state)
        name = words_ if own else f"Seat {seat + 1}, {words_}"
        body = list(face(pile[-1], box.width, box.height))
        if VALUE[pile[-1]] == CLOSED:
            body.append(gate(box.width, box.height))
        node.append(
            placed(
                box.x,
                box.y,
                thing(
                    pile_place(seat, at, len(row)),
                    touch,
                    name,
                    body,
                    box.width,
                    box.height,
                    radius=radius_of(box.width),
                    role="button" if own else "img",
                ),
            )
        )
        first = "? cards" if is_hidden(pile) else count(len(pile), "card")
        second = "" if is_hidden(pile) else points_words(pile_points(pile))
        if box.width < 50:
            second = second.replace("point", "pt")
        size = 12 if box.width >= 70 else 11
        node.append(words(box.middle, box.bottom + 14, first, size, fill=svg.MUTED, anchor="middle"))
        node.append(
            words(
                box.middle,
                box.bottom + 14 + (14 if size == 12 else 13),
                second,
                size,
                fill=svg.INK,
                anchor="middle",
                weight=700 if pile_points(pile) else None,
            )
            if second
            else group()
        )
    paid = own_turn_paid(state, seat)
    for at, pays in enumerate(pairs_in(state, seat)):
        if pays:
            node.append(
                group(
                    svg.title(joint_words(state, seat, at)),
                    *_bar(
                        panel.piles[at], panel.piles[at + 1], _pay(state, seat), "paid" if paid else "touch"
                    ),
                    role="img",
                    aria_label=joint_words(state, seat, at),
                )
            )
    return node


@cache
def gate(width: float, height: float) -> Element:
    """The torii on a closed pile; value, letter and corners stay in sight."""
    return torii(round(width / 2, 1), round(height * 0.5, 1), round(width * 0.74, 1))


def own_turn_paid(state: State, seat: int) -> bool:
    """Whether the seat has made a different play this turn, which its touching pairs have paid."""
    return seat == state.to_move and state.done.played == "different"


def _pay(state: State, seat: int) -> int:
    """Acorns for a touching pair of a seat's row."""
    return pays_each(state) if seat == state.to_move else state.cards.parameters.bonus_per_pair


@cache
def _edge(width: float, height: float, letter: str) -> tuple[Element, ...]:
    """A card below the top of a pile, of which the edge shows."""
    return (rect(0, 0, width, height, radius_of(width), fill=TINT[letter], stroke="#B9A48C", stroke_width=1),)


def _bar(left: Box, right: Box, pay: int, kind: str) -> list[Element]:
    """The bar between two piles: ``paid`` bright, ``touch`` dashed, ``gone`` what is about to be lost."""
    x, y, tall = corner(left.width, left.height)
    start, end = left.right - x + tall * 0.48, right.x + x - tall * 0.48
    high = 18.0 if left.width >= 70 else 15.0
    return _plate(start, left.y + y - high / 2, end - start, high, pay, kind)


def _plate(
    x: float, y: float, width: float, height: float, pay: int, kind: str, text_at: float | None = None
) -> list[Element]:
    """A bar of this size with its gain or loss in the middle, or at `text_at`."""
    if kind == "none":
        return [rect(round(x - 1, 1), round(y - 1, 1), round(width + 2, 1), height + 2, 4, fill=svg.FIELD)]
    colour = svg.LOSS if kind == "gone" else svg.GAIN
    on = svg.ON_LOSS if kind == "gone" else svg.ON_GAIN
    sign = "−" if kind == "gone" else "+"
    solid = kind != "touch"
    least = 22.0 if height >= 18 else 19.0
    if width < least:
        x, width = x - (least - width) / 2, least
    size = 12 if height >= 18 else 11
    return [
        rect(
            round(x, 1),
            round(y, 1),
            round(width, 1),
            height,
            height / 2,
            fill=colour if solid else svg.PAPER,
            stroke=svg.TABLE if solid else colour,
            stroke_width=1.5,
            stroke_dasharray=None if solid else "3 2.5",
        ),
        words(
            round(x + width / 2 if text_at is None else text_at, 1),
            round(y + height / 2 + size * 0.36, 1),
            f"{sign}{pay}",
            size,
            fill=on if solid else colour,
            anchor="middle",
            weight=700,
        ),
    ]


def _slot(state: State, seat: int, touch: str, box: Box) -> Element:
    """A place for a new pile; marked, it shows the bar to its inner neighbour."""
    slot = slot_of(touch)
    assert slot is not None
    side, _, number = slot
    empty = not state.rows[seat]
    chip = box.height < 40
    words_ = slot_words(state.rows[seat], state, slot)
    body = [
        rect(0, 0, box.width, box.height, 8, fill=svg.TABLE, fill_opacity=0.55),
        _empty(0, 0, box.width, box.height, 8),
    ]
    pay = pays_each(state)
    if chip:
        arrow = {"left": f"◂{number}", "right": f"{number}▸"}.get(side, "▾")
        if box.width > 40:
            arrow = {"left": f"left {number}", "right": f"right {number}"}.get(side, arrow)
        body.append(words(box.width / 2, box.height / 2 + 4.5, arrow, 12, fill=svg.MUTED, anchor="middle"))
        bar = _plate(3, 4, box.width - 6, box.height - 8, pay, "paid")
    else:
        x, middle = box.width / 2, box.height / 2
        body.append(
            path(
                f"M{svg.number(x - 7)} {svg.number(middle)}h14M{svg.number(x)} {svg.number(middle - 7)}v14",
                stroke=svg.MUTED,
                stroke_width=2,
                stroke_linecap="round",
            )
        )
        what = str(number) if empty else (side if number == 1 else f"{side} {number}")
        body.append(words(x, box.height - 10, what, 11, fill=svg.MUTED, anchor="middle"))
        # The bar reaches over the gap; its words stand inside, clear of the ring.
        reach = (18.0 if empty else float(places.GAP)) + 9
        at, text_at = (box.width - 28, box.width - 15) if side == "left" else (-reach, 15)
        bar = _plate(at, box.height - 34, reach + 28, 18, pay, "paid", text_at)
    node = thing(touch, touch, words_, body, box.width, box.height, radius=8, loss=bar)
    node.set("class", "thing place")
    return placed(box.x, box.y, node)


def _preview(state: State, look: Look, plan: Layout) -> Element:
    """What chosen cards would do to the row: the card on its pile, and the pairs it makes or breaks.

    Each pile has a group of its own with its cards in the order of values; view.css hides what two chosen
    cards of one type leave open.
    """
    seat = look.seat
    row, panel = state.rows[seat], plan.panels[seat]
    node = group(class_="preview", pointer_events="none")
    if not may_play(state):
        return node
    fitting: dict[int, list[int]] = {}
    for card in dict.fromkeys(state.hands[seat]):
        at = None if card == UNKNOWN else place_of(row, LETTER[card])
        if at is not None and fit(state, seat, card)[0]:
            fitting.setdefault(at, []).append(card)
    for at, cards in fitting.items():
        box = panel.piles[at]
        node.append(
            group(
                *(
                    svg.when(
                        card_touch(card, 1),
                        placed(
                            box.x,
                            box.y,
                            *face(card, box.width, box.height, acorns=False),
                            group(*corners(card, box.width, box.height), class_="open"),
                            _dashes(box.width, box.height),
                        ),
                        class_=f"of-{VALUE[card]}",
                    )
                    for card in cards
                ),
                class_="twins",
            )
        )
    gains, losses = group(), group()
    for at, cards in fitting.items():
        of_pile = group(class_="twins")
        for card in cards:
            for joint, kind in _joints_after(state, seat, at, card, fitting):
                bar = _bar(panel.piles[joint], panel.piles[joint + 1], _pay(state, seat), kind)
                shown = svg.when(card_touch(card, 1), group(*bar, class_="open"), class_="of-any")
                (gains if kind == "paid" else of_pile).append(shown)
        losses.append(of_pile)
    node.extend((gains, losses))
    return node


def _joints_after(
    state: State, seat: int, at: int, card: int, fitting: dict[int, list[int]]
) -> list[tuple[int, str]]:
    """What `card` on the pile `at` does to the joints at its sides: ``paid`` made, ``gone`` broken, ``none``.

    ``none`` covers what another chosen card on the neighbour would make, were this one not chosen.
    """
    row, pairs = state.rows[seat], pairs_in(state, seat)
    found = []
    for joint, mine, other in ((at - 1, LEFT, RIGHT), (at, RIGHT, LEFT)):
        if not 0 <= joint < len(pairs):
            continue
        place = at - 1 if joint < at else at + 1
        top = row[place][-1]
        if mine[card] and _may_pay(state, card):
            if not pairs[joint] and other[top] and _may_pay(state, top):
                found.append((joint, "paid"))
        elif pairs[joint]:
            found.append((joint, "gone"))
        elif any(other[one] for one in fitting.get(place, ())):
            found.append((joint, "none"))
    return found


def _may_pay(state: State, card: int) -> bool:
    return state.options.closed_bonus == "yes" or VALUE[card] != CLOSED


def _dashes(width: float, height: float) -> Element:
    return rect(
        0,
        0,
        width,
        height,
        radius_of(width),
        fill="none",
        stroke=svg.ACCENT,
        stroke_width=2,
        stroke_dasharray="5 4",
    )


# seats


def _seat_line(state: State, look: Look, box: Box, seat: int) -> list[Element]:
    """Name, points and acorns at the left; at the right what is done this turn, or the cards in hand."""
    playing = state.turns_left != 0 and seat == state.to_move and not state.solo
    points = points_of(state)
    worth = points_words(points[seat]) if points is not None else "? points"
    right = done_words(state) if seat == state.to_move and state.turns_left != 0 else []
    if seat != look.seat:
        right.append(f"{len(state.hands[seat])} in hand")
    name = name_of(seat, look)
    start = 14.0 if playing else 0.0
    end = (
        box.width - 34 - 9.6 * len(str(state.acorns[seat]))
    )  # the acorns stand at the right, in every panel alike

    def room(name: str) -> float:
        return end - start - len(name) * BOLD_WIDTH - len(worth) * LETTER_WIDTH - 20

    if len(right[-1] if right else "") * SMALL_WIDTH > room(name):
        name = name.split(" (")[0]
    while len(right) > 1 and len(" · ".join(right)) * SMALL_WIDTH > room(name):
        del right[0]
    left = words(start, 14, "", 14)
    left.append(svg.el("tspan", name, font_weight=700))
    left.append(svg.el("tspan", worth, dx=8, font_size=13, fill=svg.MUTED))
    held = str(state.acorns[seat])
    line = [
        left,
        words(end, 14, " · ".join(right), 12, fill=svg.MUTED, anchor="end") if right else group(),
        circle(box.width - 15 - 9.6 * len(held), 10, 12, fill=TINT["o"]),
        acorn(box.width - 15 - 9.6 * len(held), 9.8, 16),
        words(box.width, 15, held, 15, anchor="end", weight=700),
    ]
    if playing:
        line.insert(0, path("M0 3.5L9 9.5L0 15.5Z", fill=svg.ACCENT))
    return line


def _seat_thing(state: State, look: Look, box: Box, seat: int) -> Element:
    place, name = f"seat-{seat}", seat_words(state, seat, name_of(seat, look))
    line = [rect(0, 0, box.width, 20, fill="transparent"), *_seat_line(state, look, box, seat)]
    return placed(box.x, box.y, thing(place, place, name, line, box.width, 20, radius=4, role="img"))


def _rival(state: State, look: Look, plan: Layout, seat: int) -> Element:
    """A rival: its line, known cards and backs, landscapes; its row is a part of its own."""
    panel = plan.panels[seat]
    node = group(_seat_thing(state, look, panel.box, seat))
    row = panel.row
    field = rect(
        row.x,
        row.y - 10,
        row.width,
        row.height + 10 + 2 * places.CAPTION + 2,
        12,
        fill=svg.FIELD,
        fill_opacity=0.6,
    )
    node.append(field)
    if not panel.piles:
        node.append(
            words(row.middle, row.y + row.height / 2 + 12, "no pile yet", 12, fill=svg.MUTED, anchor="middle")
        )
    known = [] if look.covered and seat == look.seat else numbered(state.known[seat])
    for at, box in enumerate(panel.hand):
        if at < len(known):
            card, copy = known[at]
            node.append(
                placed(
                    box.x,
                    box.y,
                    group(
                        svg.title(card_words(card, state)),
                        *_chip(card, box.width, box.height),
                        data_id=hand_place(seat, card, copy),
                    ),
                )
            )
        else:
            node.append(placed(box.x, box.y, *back(box.width, box.height)))
    for name, box in zip(state.landscapes[seat], panel.lands, strict=True):
        node.append(placed(box.x, box.y, *_small_land(state, name, seat, box)))
    return node


@cache
def _chip(card: int, width: float, height: float) -> tuple[Element, ...]:
    """A known card in a rival's hand: letter over value."""
    letter = LETTER[card]
    return (
        *paper(width, height, letter, 4),
        words(width / 2, 13, letter.upper(), 11, fill=INK, anchor="middle", weight=700),
        words(width / 2, height - 4.5, str(VALUE[card]), 12, fill=INK, anchor="middle", weight=700),
    )


def _small_land(state: State, name: str, seat: int, box: Box) -> list[Element]:
    bare, used = name.removesuffix("*"), name.endswith("*")
    told = f"Landscape {bare}{', used' if used else ''}: {state.cards.landscapes[bare].text}"
    parts = [
        svg.title(told),
        rect(
            0.5,
            0.5,
            box.width - 1,
            box.height - 1,
            6,
            fill="none" if used else svg.PAPER,
            stroke=svg.LINE,
            stroke_width=1,
        ),
        words(
            box.width / 2,
            box.height / 2 + 5,
            bare,
            13,
            fill=svg.MUTED if used else svg.INK,
            anchor="middle",
            weight=700,
        ),
    ]
    if used:
        parts.append(_cross(box.width, box.height, 6))
    return [
        group(*parts, data_id=f"land-{seat}-{bare}", role="img", aria_label=told),
    ]


def _cross(width: float, height: float, pad: float) -> Element:
    n = svg.number
    return path(
        f"M{n(pad)} {n(pad)}L{n(width - pad)} {n(height - pad)}M{n(width - pad)} {n(pad)}L{n(pad)} {n(height - pad)}",
        stroke=svg.MUTED,
        stroke_width=1.5,
        stroke_linecap="round",
    )


def _own(state: State, look: Look, plan: Layout) -> Element:
    panel = plan.panels[look.seat]
    node = group(_seat_thing(state, look, panel.box, look.seat))
    if not panel.piles and not plan.slots and not plan.tiles:
        row = panel.row
        node.append(words(row.middle, row.y + row.height / 2, "no pile", 13, fill=svg.MUTED, anchor="middle"))
    return node


def _land(state: State, look: Look, plan: Layout, name: str, box: Box) -> Element:
    """An own landscape: its piece of the picture, its letter, what it does; crossed once it was used."""
    bare, used = name.removesuffix("*"), name.endswith("*")
    landscape = state.cards.landscapes[bare]
    section = SECTIONS.index(landscape.section)
    ink = svg.MUTED if used else svg.INK
    side = 32.0 if plan.narrow else box.height - 10
    body: list[Element] = [
        rect(0, 2, box.width, box.height, 10, fill=svg.SHADOW) if not used else group(),
        rect(
            0,
            0,
            box.width,
            box.height,
            10,
            fill=svg.FIELD if used else svg.PAPER,
            stroke=svg.LINE,
            stroke_width=1,
        ),
        placed(5, 5, group(scene(section, side), opacity=0.35 if used else None)),
        circle(
            5 + side - 5,
            12 if plan.narrow else side - 2,
            9.5,
            fill=svg.PAPER,
            stroke=svg.LINE,
            stroke_width=1,
        ),
        words(
            5 + side - 5,
            (12 if plan.narrow else side - 2) + 4.5,
            bare,
            12 if len(bare) == 1 else 11,
            fill=ink,
            anchor="middle",
            weight=700,
        ),
    ]
    if plan.narrow:
        cost = "used" if used else count(state.cards.parameters.landscape_cost, "acorn")
        body.append(words(box.width - 8, 24, cost, 11, fill=svg.MUTED, anchor="end"))
        lines = svg.wrapped(landscape.text, 17)
        for at, line in enumerate(lines[:4]):
            body.append(words(7, 52 + 13 * at, line, 11, fill=ink))
    else:
        lines = svg.wrapped(landscape.text, 23)[:3]
        top = box.height / 2 + 4 - 6.5 * (len(lines) - 1)
        for at, line in enumerate(lines):
            body.append(words(side + 15, round(top + 13 * at, 1), line, 11, fill=ink))
    if used:
        body.append(placed(5, 5, _cross(side, side, 3)))
    told = f"{label(state, f'land-{bare}')}{', used' if used else ''}"
    return placed(
        box.x,
        box.y,
        thing(f"land-{look.seat}-{bare}", f"land-{bare}", told, body, box.width, box.height, radius=10),
    )


# draft


def _draft_names(state: State) -> tuple[str, ...]:
    """Different tiles of the draft, by section."""
    return tuple(dict.fromkeys(state.draft))


def _draft(state: State, plan: Layout) -> list[tuple[str, Box]]:
    return list(zip(_draft_names(state), plan.tiles, strict=True))


def _tile(state: State, name: str, box: Box) -> Element:
    """A landscape that can be picked, with how many of it are there."""
    landscape, number = state.cards.landscapes[name], state.draft.count(name)
    body: list[Element] = [
        rect(0, 2, box.width, box.height, 9, fill=svg.SHADOW),
        rect(0, 0, box.width, box.height, 9, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1),
        words(9, 19, name, 15, weight=700),
        words(9, 36, landscape.section, 11, fill=svg.MUTED) if box.width < 150 else group(),
    ]
    if number > 1:
        body.append(
            words(
                9 if box.width >= 150 else box.width - 8,
                36 if box.width >= 150 else 19,
                f"×{number}",
                11,
                fill=svg.MUTED,
                anchor=None if box.width >= 150 else "end",
            )
        )
    if box.width >= 150:
        lines = svg.wrapped(landscape.text, 27)[:3]
        top = box.height / 2 + 4 - 6.5 * (len(lines) - 1)
        body += [words(32, round(top + 13 * at, 1), line, 11) for at, line in enumerate(lines)]
    else:
        lines = svg.wrapped(landscape.text, 17)[:4]
        body += [words(9, 51 + 12 * at, line, 11) for at, line in enumerate(lines)]
    touch = f"pick-{name}"
    return placed(
        box.x, box.y, thing(touch, touch, label(state, touch), body, box.width, box.height, radius=9)
    )


# the hand


def _hand_label(state: State, look: Look, plan: Layout) -> Element:
    """Whose hand it is and how many cards; also what opens all cards for a choice, see view.css."""
    box, held = plan.hand_label, len(state.hands[look.seat])
    limit = int(state.options.hand_limit)
    over = f", {held - limit} above the limit" if held > limit else ""
    node = group(
        words(box.x, box.y + 15, hand_of(look), 14, weight=700),
        words(box.right, box.y + 15, f"{count(held, 'card')}{over}", 13, fill=svg.MUTED, anchor="end"),
    )
    own = [name for name in state.landscapes[look.seat] if not name.endswith("*")]
    for touch in ("exchange", "drop", *(f"land-{name}" for name in own)):
        node.append(svg.when(touch, class_="opens"))
    return node


def _hand(state: State, look: Look, plan: Layout) -> list[tuple[str, Element]]:
    """The hand; of equal cards the front one is painted last."""
    seat = look.seat
    parts: list[tuple[str, Element]] = []
    run: list[tuple[str, Element]] = []
    unknown = 0
    for (card, copy), box in zip(numbered(state.hands[seat]), plan.hand, strict=True):
        if card == UNKNOWN or look.covered:
            unknown += 1
            part = (f"back-{unknown}", _hidden_card(unknown, box))
            copy = 1
        else:
            first = copy == 1 or box.x == plan.hand_label.x
            part = (hand_place(seat, card, copy), _card(state, seat, card, copy, box, told=first))
        if copy == 1:
            parts += reversed(run)
            run = []
        run.append(part)
    return [*parts, *reversed(run)]


def _card(state: State, seat: int, card: int, copy: int, box: Box, *, told: bool) -> Element:
    """A hand card: playable ones stand higher; below it where it would lie, or why it cannot (MJ-45 to MJ-48)."""
    fits, where = fit(state, seat, card)
    plays = fits and may_play(state) and seat == state.to_move
    lift = places.LIFT if plays else 0
    foot = box.height - BAND
    loss = (
        path(
            svg.hatch(2, 2, box.width - 4, box.height - BAND - 2, 12),
            stroke="#A8321F",
            stroke_width=2,
            stroke_opacity=0.55,
        ),
        _band(box.width, box.height),
        words(box.width / 2, foot + 16, "discard", 12, fill="#FFFFFF", anchor="middle", weight=700),
    )
    name = f"hand card {card_words(card, state)}, {where}"
    if copy > 1:
        name += f", copy {copy}"
    node = thing(
        hand_place(seat, card, copy),
        card_touch(card, copy),
        name,
        face(card, box.width, box.height),
        box.width,
        box.height,
        radius=radius_of(box.width),
        loss=loss,
    )
    if not plays:
        node.set("class", "thing idle")
    parts = [placed(box.x, box.y - lift, node)]
    if told:
        parts.append(
            words(
                box.x + box.width / 2,
                box.bottom + 14,
                where,
                12,
                fill=svg.INK if fits else svg.MUTED,
                anchor="middle",
            )
        )
    return group(*parts)


def _band(width: float, height: float) -> Element:
    """The foot of a card, with its lower corners."""
    n, radius = svg.number, radius_of(width)
    return path(
        f"M0 {n(height - BAND)}H{n(width)}V{n(height - radius)}Q{n(width)} {n(height)} {n(width - radius)} {n(height)}"
        f"H{n(radius)}Q0 {n(height)} 0 {n(height - radius)}Z",
        fill="#A8321F",
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
            back(box.width, box.height),
            box.width,
            box.height,
            radius=radius_of(box.width),
            role="img",
        ),
    )
