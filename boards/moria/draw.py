"""The drawing of Autumn of Moria (section 7 of the rules), and the functions the board asks for by name."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Drawing, Look
from boards.core.phrases import count, hand_of, name_of
from boards.core.svg import Box, circle, group, path, placed, rect, thing, words
from boards.moria import faces
from boards.moria import layout as places
from boards.moria.chart import face_of, map_part, slots_of
from boards.moria.editing import addable, edit
from boards.moria.faces import SIDE, fill_of
from boards.moria.layout import GAP, Contents, Layout
from boards.moria.touches import (
    asides,
    choices,
    hand_place,
    marks,
    meant,
    moved,
    prompt,
    reveals,
    slain_place,
    supply_place,
    touches,
)
from boards.moria.words import (
    goal_words,
    header,
    initials,
    is_void,
    known_secret,
    label,
    missing,
    notice,
    plain,
    points,
    realm_words,
    say,
    seat_words,
    secret_words,
    sentence,
    short,
    table,
    test_words,
    text,
)
from puzzles.moria import State
from puzzles.moria.cards import laid_card
from puzzles.moria.moves import HIDDEN
from puzzles.moria.queries import (
    gem_piles,
    goals_owned,
    hand_size,
    is_fulfilled,
    supply,
    test_value,
)
from puzzles.moria.regions import realm
from puzzles.moria.state import SHOWN

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

SIGNS = ("flame", "peaks", "hat")
"""What the three symbols of a card set look like."""

SMALL = 6.4
"""Width of an average letter at 11: to tell beforehand whether a line fits."""

NOTICE_NARROW, NOTICE_WIDE = 60, 146
"""Characters in a line of the notice at the foot."""


def draw(state: State, look: Look) -> Drawing:
    """The position through the eyes of ``look.seat``. See ``drawing.py`` for parts, things and states."""
    plan = _plan(state, look)
    own = look.seat
    parts: list[tuple[str, Element]] = [("table", _table(state, look, plan))]
    parts.append(("map", map_part(state, look, plan.chart)))
    parts.append(("zoom", _zoom(state, plan)))
    parts.append(("goals", _goals_label(state, plan)))
    for at, (goal, box) in enumerate(zip(state.open_goals, plan.goals, strict=True)):
        parts.append((f"goal-{at}", _goal(state, own, goal, box)))
    parts += [(f"seat-{seat}", _seat(state, look, plan.seats[seat], seat)) for seat in range(state.seats)]
    parts.append(("hand", _hand_label(state, look, plan)))
    parts.append(("supply", _supply(state, own, plan.supply)))
    parts += [
        (f"gem-{gem.type}", _gem(state, own, at, box))
        for at, (gem, box) in enumerate(zip(state.cards.gems, plan.gems, strict=True))
    ]
    parts += [
        (f"ogre-{name}", _ogre(state, name, copies, box))
        for (name, copies), box in zip(_ogres(state, look).items(), plan.ogres, strict=True)
    ]
    parts += [(f"land-{kind}", _land(state, look, kind, box)) for kind, box in enumerate(plan.land)]
    parts.append(("secret", _secret(state, look, plan)))
    parts.append(("front", _front(state, own, plan)))
    return Drawing(plan.width, plan.height, tuple(parts), _description(state, look))


def _ogres(state: State, look: Look) -> dict[str, int]:
    """Different ogres of the own hand, in the order of the card set, with their numbers; covered ones unknown."""
    held = Counter(HIDDEN if look.covered else name for name in state.ogres[look.seat])
    return {name: held[name] for name in (*state.cards.ogres, HIDDEN) if held[name]}


def _plan(state: State, look: Look) -> Layout:
    arrange = places.narrow if look.narrow else places.wide
    return arrange(
        Contents(
            seats=state.seats,
            seat=look.seat,
            goals=len(state.open_goals),
            gems=len(state.cards.gems),
            ogres=len(_ogres(state, look)),
            front=len(state.goals[look.seat]) + len(state.slain[look.seat]),
            lines=len(_notice(state, look)),
        )
    )


def _notice(state: State, look: Look) -> list[str]:
    """What the marks mean, and which card set this is."""
    most = NOTICE_NARROW if look.narrow else NOTICE_WIDE
    signs = ", ".join(f"{sign} {name}" for sign, name in zip(SIGNS, state.cards.symbols, strict=True))
    legend = (
        f"Flag owner, shield VP, arrow turn; {signs}; solid ring needed, dotted room; tick ready, flake frozen, "
        "cross blocked."
    )
    return [*svg.wrapped(legend, most), *svg.wrapped(notice(state.cards), most)]


def _description(state: State, look: Look) -> str:
    return (
        f"Autumn of Moria: a map of {count(len(state.cells), 'cell')}, "
        f"a hand of {count(hand_size(state, look.seat), 'card')}"
    )


def _table(state: State, look: Look, plan: Layout) -> Element:
    """Everything that stays: the table, the headings and the notice."""
    node = group(rect(0, 0, plan.width, plan.height, 16, fill=svg.TABLE))
    for at, line in enumerate(_notice(state, look)):
        node.append(words(plan.notice.x, plan.notice.y + 11 + 14 * at, line, 11, fill=svg.MUTED))
    return node


ZOOMS = (("zoom-in", "in", "M-5 0H5M0 -5V5"), ("zoom-out", "out", "M-5 0H5"), ("zoom-home", "home", ""))


def _zoom(state: State, plan: Layout) -> Element:
    """Three buttons below the corner of the map."""
    side, gap = 26.0, 8.0
    node = group()
    x, y = plan.chart.right - 3 * side - 2 * gap, plan.chart.bottom + GAP
    for at, (place, word, sign) in enumerate(ZOOMS):
        body = [rect(0, 0, side, side, 8, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1)]
        if sign:
            body.append(
                path(
                    sign, stroke=svg.INK, stroke_width=2, stroke_linecap="round", transform="translate(13 13)"
                )
            )
        else:
            body.append(
                path(
                    "M7 11V7H11M15 7H19V11M19 15V19H15M11 19H7V15",
                    fill="none",
                    stroke=svg.INK,
                    stroke_width=2,
                    stroke_linecap="round",
                )
            )
        button = thing(place, place, label(state, place), body, side, side, radius=8)
        button.set("data-zoom", word)
        node.append(placed(x + at * (side + gap), y, button))
    return node


# --- goals --------------------------------------------------------------------------------------


def _goals_label(state: State, plan: Layout) -> Element:
    box = plan.goals_label
    told = label(state, "deck")
    return group(
        words(box.x, box.y + 15, "Open goals" if state.open_goals else "No open goal", 14, weight=700),
        group(
            svg.title(told),
            words(box.right, box.y + 15, f"deck {len(state.deck)}", 12, fill=svg.MUTED, anchor="end"),
            role="img",
            aria_label=told,
        ),
    )


def _panel(width: float, height: float, *, strong: bool = False) -> list[Element]:
    return [
        rect(0, 1.5, width, height, 10, fill=svg.SHADOW),
        rect(
            0,
            0,
            width,
            height,
            10,
            fill=svg.PAPER,
            stroke=svg.INK if strong else svg.LINE,
            stroke_width=1.6 if strong else 1,
        ),
    ]


def _goal(state: State, seat: int, goal: str, box: Box) -> Element:
    """An open trading goal: points, gems, and what the seat lacks of them."""
    touch = f"goal-{goal}"
    body = _panel(box.width, box.height)
    if goal not in state.cards.goals:
        body.append(
            words(box.width / 2, box.height / 2 + 5, "not known", 13, fill=svg.MUTED, anchor="middle")
        )
        return placed(
            box.x, box.y, thing(touch, touch, label(state, touch), body, box.width, box.height, role="img")
        )
    card, lacks = state.cards.goals[goal], missing(state, goal, seat)
    body.append(faces.shield(25, box.height / 2 - 1, str(card.vp), 25))
    gems = [
        (place, own < cost - lack)
        for place, (cost, lack) in enumerate(zip(card.cost, lacks, strict=True))
        for own in range(cost)
    ]
    step = min(25.0, (box.width - 92) / max(1, len(gems) - 1)) if len(gems) > 1 else 25.0
    for at, (place, there) in enumerate(gems):
        body.append(_gem_icon(state, place, 59 + at * step, 17, 21, hollow=not there))
    body.append(words(box.width - 8, 15, goal, 11, fill=svg.MUTED, anchor="end"))
    if any(lacks):
        body.append(words(48, box.height - 8, _lacking(state, lacks, box.width - 54), 12, fill=svg.MUTED))
    else:
        body.append(faces.check(54, box.height - 12, 10, svg.GAIN))
        body.append(words(64, box.height - 8, "can be paid", 12, fill=svg.GAIN, weight=700))
    return placed(
        box.x,
        box.y,
        thing(touch, touch, f"Goal {goal_words(state, goal, seat)}", body, box.width, box.height),
    )


def _lacking(state: State, lacks: tuple[int, ...], room: float) -> str:
    """``missing 1 ruby, 2 gold``, shorter where that does not fit."""
    names = [
        f"{number if number > 1 else ''} {gem.type}".strip()
        for gem, number in zip(state.cards.gems, lacks, strict=True)
        if number
    ]
    told = f"missing {', '.join(names)}"
    return told if len(told) * 6.9 <= room else f"missing {count(sum(lacks), 'gem')}"


def _gem_icon(state: State, place: int, x: float, y: float, size: float, *, hollow: bool = False) -> Element:
    """A gem with its letter; hollow for one that is missing."""
    letter = state.cards.gems[place].letter
    if hollow:
        return group(
            faces.gem(place, x, y, size, hollow=True),
            words(x, y + 4.2, letter, 12, fill=svg.MUTED, anchor="middle"),
        )
    return group(
        faces.gem(place, x, y, size),
        words(x, y + 4.2, letter, 12, fill="#FFFFFF", anchor="middle", weight=700, stroke=faces.INK,
              stroke_width=2.4, paint_order="stroke", stroke_linejoin="round"),
    )  # fmt: skip


# --- seats --------------------------------------------------------------------------------------


def _seat(state: State, look: Look, box: Box, seat: int) -> Element:
    """A seat: who it is, points, its realm with the dashes of its outline, goals; of a rival also its hand."""
    own = seat == look.seat
    playing = state.phase != "over" and seat == state.to_move
    fill, mark = fill_of(state.colours, seat), initials(state.colours)[seat]
    body = _panel(box.width, box.height, strong=playing)
    body.append(faces.disc(18, 16, 10, mark, fill, 13))
    if playing:
        body.append(path("M1.5 11L7 16L1.5 21Z", fill=svg.ACCENT))
    score = points(state, seat, look)
    body.append(words(34, 20, name_of(seat, look), 13, weight=700))
    body.append(
        words(
            box.width - 9,
            20,
            f"{score} point{'' if score == 1 else 's'}",
            12,
            fill=svg.MUTED,
            anchor="end",
        )
    )
    body += _realm_line(state, seat, box.width)
    if not own:
        hand = f"hand {hand_size(state, seat)}: {len(state.land[seat])} land, {count(len(state.ogres[seat]), 'ogre')}"
        body.append(words(9, 54, hand, 11, fill=svg.INK))
        gems, right = _rival_gems(state, seat)
        body += gems
        body.append(
            words(
                box.width - 9,
                70,
                _goals_short(state, seat, box.width - 17 - right),
                11,
                fill=svg.INK,
                anchor="end",
            )
        )
    place = f"seat-{seat}"
    return placed(
        box.x,
        box.y,
        thing(place, place, seat_words(state, seat, look), body, box.width, box.height, role="img"),
    )


def _realm_line(state: State, seat: int, width: float) -> list[Element]:
    """A piece of the realm's outline, and its points; crossed while it is void."""
    dash = faces.DASHES[seat]
    there = bool(realm(state, seat))
    style = {"stroke_linecap": "round", "stroke_dasharray": None if dash == "none" else dash}
    line = group(
        path("M9 35H33", stroke=svg.INK, stroke_width=4.6, stroke_opacity=0.7, **style) if there else None,
        path("M9 35H33", stroke=fill_of(state.colours, seat) if there else svg.LINE, stroke_width=3, **style),
    )
    told = (
        realm_words(state, seat).replace("castle not in play", "no castle").replace(", void by a giant", "")
    )
    parts = [line, words(39, 39, told, 12, fill=svg.INK if there else svg.MUTED)]
    if is_void(state, seat):
        parts.append(
            path("M12 28L30 42M30 28L12 42", stroke=svg.LOSS, stroke_width=2.6, stroke_linecap="round")
        )
        parts.append(words(width - 9, 39, "void", 12, fill=svg.LOSS, anchor="end", weight=700))
    return parts


def _rival_gems(state: State, seat: int) -> tuple[list[Element], float]:
    """The gems of a rival with their numbers, and where they end."""
    x = 9.0
    parts: list[Element] = []
    for place, number in enumerate(state.gems[seat]):
        if number:
            parts.append(_gem_icon(state, place, x + 8, 66, 16))
            parts.append(words(x + 18, 70, str(number), 11, weight=700))
            x += 22 + 7 * len(str(number))
    return (parts, x) if parts else ([words(9, 70, "no gems", 11, fill=svg.MUTED)], 60.0)


def _goals_short(state: State, seat: int, room: float) -> str:
    """``goals 2 of 3: T2, King; slain 1``, or as much of it as there is room for."""
    begin = f"goals {goals_owned(state, seat)} of {state.cards.counts.goals_to_end}"
    names = list(state.goals[seat])
    if state.secrets[seat].endswith(SHOWN):
        names.append(state.cards.secrets[state.secrets[seat].removesuffix(SHOWN)].name)
    slain = f"; slain {len(state.slain[seat])}" if state.slain[seat] else ""
    full = f"{begin}: {', '.join(names)}{slain}" if names else f"{begin}{slain}"
    return next((told for told in (full, f"{begin}{slain}") if len(told) * SMALL <= room), begin)


# --- the own hand -------------------------------------------------------------------------------


def _hand_label(state: State, look: Look, plan: Layout) -> Element:
    """How full the hand is, and what stands above its parts."""
    box, seat = plan.hand_label, look.seat
    size, limit = hand_size(state, seat), state.cards.counts.hand_limit
    node = group(
        words(box.x, box.y + 15, f"{hand_of(look)}: {size} of {limit}", 14, weight=700),
        words(
            box.right,
            box.y + 15,
            f"{len(state.land[seat])} land, {count(sum(state.gems[seat]), 'gem')}, {count(len(state.ogres[seat]), 'ogre')}",
            12,
            fill=svg.MUTED,
            anchor="end",
        )
        if not plan.narrow
        else None,
    )
    if size > limit:
        wide = 9.0 * len(f"{hand_of(look)}: {size} of {limit}") + 14
        node.append(words(box.x + wide, box.y + 15, f"{size - limit} to burn", 13, fill=svg.LOSS, weight=700))
    deck = f"Ogres · deck {len(state.ogre_deck)}, discard {len(state.ogre_discard)}"
    total = state.cards.counts.dwarves_per_colour
    for caption, told in zip(
        plan.captions,
        (f"Dwarves · {supply(state, seat)} of {total} at home", "Gems · in hand, left in the pile", deck),
        strict=True,
    ):
        node.append(words(caption.x, caption.y + 12, told, 12, fill=svg.MUTED))
    return node


def _supply(state: State, seat: int, box: Box) -> Element:
    """The dwarves at home, and rings for those on the map."""
    total, home = state.cards.counts.dwarves_per_colour, supply(state, seat)
    fill, mark = fill_of(state.colours, seat), initials(state.colours)[seat]
    body = _panel(box.width, box.height)
    step = min(23.0, (box.width - 30) / max(1, total - 1))
    start = box.width / 2 - step * (total - 1) / 2
    y = box.height / 2
    for at in range(total):
        x = round(start + at * step, 1)
        if at < home:
            body.append(group(faces.disc(x, y, 10, mark, fill, 13), data_id=supply_place(seat, at + 1)))
        else:
            body.append(
                circle(x, y, 9, fill="none", stroke=svg.MUTED, stroke_width=1.2, stroke_dasharray="2.5 3")
            )
    name = f"Supply: {home} of {total} dwarves"
    return placed(box.x, box.y, thing("dwarf", "dwarf", name, body, box.width, box.height))


def _gem(state: State, seat: int, place: int, box: Box) -> Element:
    """Gems of a type: how many in hand, how many in their pile."""
    gem, own, left = state.cards.gems[place], state.gems[seat][place], gem_piles(state)[place]
    body = _panel(box.width, box.height)
    middle = box.width / 2
    icon = _gem_icon(state, place, middle - 13, 17, 24)
    if not own:
        icon.set("opacity", "0.45")
    body.append(icon)
    body.append(
        words(middle + 4, 22, f"×{own}", 15, fill=svg.INK if own else svg.MUTED, weight=700 if own else None)
    )
    body.append(
        group(
            words(middle, box.height - 7, f"{left} left", 11, fill=svg.MUTED, anchor="middle"),
            data_id=f"pile-{gem.type}",
        )
    )
    touch = f"gem-{gem.type}"
    name = f"{gem.type.capitalize()}: {own} in hand, {left} in the pile, {gem.vp} VP each"
    return placed(box.x, box.y, thing(touch, touch, name, body, box.width, box.height))


def _ogre(state: State, name: str, copies: int, box: Box) -> Element:
    """Ogres of a kind in hand; face down when they are not known."""
    touch = f"ogre-{name}"
    if name == HIDDEN:
        body = [*faces.back(box.width, box.height)]
        told = f"{count(copies, 'ogre')}, face down"
    else:
        body = _panel(box.width, box.height)
        body.append(faces.ogre(box.width / 2 - (7 if copies > 1 else 0), 17, 26))
        body.append(words(box.width / 2, box.height - 6, plain(name), 11, anchor="middle"))
        told = label(state, touch) + (f", {copies} of them" if copies > 1 else "")
    if copies > 1:
        body.append(
            words(box.width - 7, 15, f"×{copies}", 12, anchor="end", weight=700,
                  fill=svg.BACK_MOTIF if name == HIDDEN else svg.INK)
        )  # fmt: skip
    return placed(box.x, box.y, thing(touch, touch, told, body, box.width, box.height))


def _land(state: State, look: Look, kind: int, box: Box) -> Element:
    """The place of a kind of land card in hand: the card, or that it is away."""
    seat, land = look.seat, state.cards.land[kind]
    if kind not in state.land[seat]:
        node = group(
            rect(box.x + 0.75, box.y + 0.75, box.width - 1.5, box.height - 1.5, 9, fill="none", stroke=svg.LINE,
                 stroke_width=1.5, stroke_dasharray="3 5", stroke_linecap="round"),
            words(box.middle, box.y + box.height / 2 + 5, land.letter, 14, fill=svg.MUTED, anchor="middle"),
        )  # fmt: skip
    else:
        laid = laid_card(seat, kind, 0)
        scale = box.width / SIDE
        body = group(
            *face_of(state, laid, small=look.narrow),
            *slots_of(land.slots, land.need, small=look.narrow),
            *faces.wall_marks(state.cards.walls[laid], SIDE, 7.0),
            transform=f"scale({svg.number(round(scale, 4))})",
        )
        touch = f"card-{land.kind}"
        told = f"hand card {label(state, touch)}"
        node = placed(
            box.x,
            box.y,
            thing(hand_place(seat, land.kind), touch, told, [body], box.width, box.height, radius=9),
        )
    if look.narrow:
        node = group(
            node, words(box.middle, box.bottom + 17, short(land), 11, fill=svg.MUTED, anchor="middle")
        )
    return node


# --- what lies in front -------------------------------------------------------------------------


def _secret(state: State, look: Look, plan: Layout) -> Element:
    """The own secret goal: its test and how far it is; a back while the board is covered."""
    seat, box, label_box = look.seat, plan.secret, plan.front_label
    heading = words(label_box.x, label_box.y + 15, f"In front of {_whom(look)}", 14, weight=700)
    owned = goals_owned(state, seat)
    progress = words(
        label_box.right,
        label_box.y + 15,
        f"{owned} of {state.cards.counts.goals_to_end} goals",
        12,
        fill=svg.MUTED,
        anchor="end",
    )
    told = sentence(secret_words(state, seat, covered=look.covered))
    return group(
        heading,
        progress,
        placed(
            box.x,
            box.y,
            thing(
                "secret", "secret", told, _secret_body(state, look, box), box.width, box.height, role="img"
            ),
        ),
    )


def _whom(look: Look) -> str:
    name = name_of(look.seat, look)
    return "you" if name == "You" else name


def _secret_body(state: State, look: Look, box: Box) -> list[Element]:
    seat = look.seat
    known = known_secret(state, seat, look)
    if not known:
        if not state.secrets[seat]:
            body = _panel(box.width, box.height)
            body.append(words(14, box.height / 2 + 4, "no secret goal", 12, fill=svg.MUTED))
            return body
        return [
            *_panel(box.width, box.height),
            placed(8, 6, *faces.back(34, box.height - 12)),
            words(54, box.height / 2 + 4, "secret goal, face down", 12, fill=svg.MUTED),
        ]
    goal = state.cards.secrets[known]
    shown, done = state.secrets[seat].endswith(SHOWN), is_fulfilled(state, seat)
    now = test_value(state, seat, goal.test)
    body = _panel(box.width, box.height, strong=shown)
    body.append(faces.shield(25, box.height / 2 - 1, str(goal.vp), 24))
    body.append(words(48, 18, f"Secret: {goal.name}", 13, weight=700))
    if shown:
        right, colour = "revealed", svg.GAIN
    else:
        right, colour = ("fulfilled", svg.GAIN) if done else (f"{now} of {goal.at_least}", svg.INK)
    body.append(words(box.width - 10, 18, right, 12, fill=colour, anchor="end", weight=700))
    body.append(words(48, 34, test_words(goal.test, goal.at_least), 12, fill=svg.MUTED))
    long = box.width - 58
    part = 1.0 if shown else min(1.0, now / goal.at_least)
    body.append(rect(48, box.height - 7, long, 3, 1.5, fill=svg.LINE))
    if part:
        body.append(rect(48, box.height - 7, long * part, 3, 1.5, fill=svg.GAIN))
    return body


def _front(state: State, seat: int, plan: Layout) -> Element:
    """Trading goals that the seat owns, then the monsters it has slain."""
    node, kinds = group(), len(state.cards.land)
    boxes = iter(plan.front)
    for goal in state.goals[seat]:
        box = next(boxes)
        body = _panel(box.width, box.height)
        body.append(faces.shield(box.width / 2 - 12, box.height / 2 - 1, str(state.cards.goals[goal].vp), 22))
        body.append(words(box.width - 8, box.height / 2 + 4, goal, 11, fill=svg.MUTED, anchor="end"))
        place = f"own-{goal}"
        told = f"Goal {goal}, {state.cards.goals[goal].vp} points, owned"
        node.append(placed(box.x, box.y, thing(place, place, told, body, box.width, box.height, role="img")))
    for at, card in enumerate(state.slain[seat], 1):
        box, land = next(boxes), state.cards.land[card % kinds]
        body = _panel(box.width, box.height)
        body.append(faces.picture(land.group, land.blocks, land.gem, 20, box.height / 2, 28))
        body.append(faces.shield(box.width - 17, box.height / 2 - 2, str(land.trophy), 18))
        place = slain_place(seat, at)
        told = f"Slain {plain(land.kind)} of {state.colours[card // kinds]}, {land.trophy} points"
        node.append(placed(box.x, box.y, thing(place, place, told, body, box.width, box.height, role="img")))
    return node
