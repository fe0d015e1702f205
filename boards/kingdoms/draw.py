"""The drawing of Kings Under Mountains (section 7 of the rules), and the functions the board asks for by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Drawing, Look, numbered
from boards.core.phrases import count, hand_of, name_of, points_words, short_name
from boards.core.svg import Box, el, group, path, placed, rect, thing, when, words
from boards.kingdoms import layout as places
from boards.kingdoms.editing import addable, edit
from boards.kingdoms.faces import (
    BAND,
    CHALK,
    FILL,
    INK,
    ON_FILL,
    ROCK,
    ROCK_EDGE,
    TINT,
    back,
    crown,
    emblem,
    king,
    radius_of,
    rock,
    sign,
    underline,
    unit_face,
)
from boards.kingdoms.layout import Contents, Layout
from boards.kingdoms.touches import (
    asides,
    camp_place,
    choices,
    done_place,
    fight_place,
    hand_place,
    laid_place,
    marks,
    meant,
    moved,
    prompt,
    reveals,
    site_place,
    touches,
)
from boards.kingdoms.words import (
    BANDS,
    camp_words,
    card_touch,
    deck_line,
    deck_words,
    done_words,
    header,
    is_mine,
    label,
    lay_words,
    mine_touch,
    mine_words,
    more_cards,
    next_short,
    notice,
    open_touch,
    open_words,
    own_words,
    place_words,
    places_of,
    race_name,
    removed_words,
    say,
    seat_words,
    step_words,
    table,
    takers,
    tells_camp,
    text,
    unit_name,
    wants_overseer,
    warning,
)
from puzzles.kingdoms import State
from puzzles.kingdoms.pieces import (
    KNOWN,
    RACE,
    RACES,
    STRENGTHS,
    TEXT,
    UNKNOWN_MINE,
    Mine,
    Pile,
    Site,
)
from puzzles.kingdoms.scoring import at_risk, band, cards_needed, completed, score, winners
from puzzles.kingdoms.state import SLOTS

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

NOTICE_NARROW, NOTICE_WIDE = 58, 134
"""Characters in a line of the notice at the foot."""

OPEN_FIELDS = ("defence", "size", "value")
OWN_FIELDS = ("size", "value")
CARD = places.UNDER

GROUP = places.GROUP
MINI = (100.0, 28.0)
"""A mine in one line."""

CHIP = 27.0
"""Width of a completed mine under its king."""


def draw(state: State, look: Look) -> Drawing:
    """The position through the eyes of ``look.seat``. See ``drawing.py`` for parts, things and states."""
    plan, own = _plan(state, look), look.seat
    parts: list[tuple[str, Element]] = [("table", _table(state, plan)), ("heads", _heads(state, plan))]
    for slot, box in enumerate(plan.open):
        parts.append((open_touch(slot), _open(state, look, slot, box)))
    parts.append(("deck", _deck(state, plan)))
    for race, box in enumerate(plan.camp):
        parts.append((f"camp-{RACES[race]}", _camp(state, race, box)))
    for seat, panel in enumerate(plan.panels):
        parts.append((f"seat-{seat}", _seat(state, look, seat, panel)))
        for place, box in enumerate(panel.mines):
            picture = _own(state, look, place, box) if seat == own else _rival(state, look, seat, place, box)
            parts.append((site_place(seat, place), picture))
    if plan.bands is not None:
        parts.append(("bands", _bands(state, plan.bands, narrow=plan.narrow)))
    if not look.covered and own == state.to_move and state.step == "play":
        parts.append(("preview", _preview(state, look, plan)))
    parts.append(("hand", _hand_label(state, look, plan)))
    parts += _hand(state, look, plan)
    if look.aside in ("removed", "completed"):
        parts.append(("aside", _aside(state, look, plan)))
    return Drawing(plan.width, plan.height, tuple(parts), _description(state, look))


def _plan(state: State, look: Look) -> Layout:
    arrange = places.narrow if look.narrow else places.wide
    hand = state.hands[look.seat]
    return arrange(
        Contents(
            seat=look.seat,
            camp=tuple(len(pile) if tells_camp(state) else min(1, len(pile)) for pile in state.camp),
            pitch=_tab_pitch(state),
            mines=tuple(map(len, state.own)),
            copies=tuple(_is_behind(card, copy, look) for card, copy in numbered(hand)),
            lines=len(_notice_lines(state, narrow=look.narrow)),
        )
    )


def _tab_pitch(state: State) -> float:
    return places.TOUCH_PITCH if state.options.take == "any" else places.PITCH


def _is_behind(card: int, copy: int, look: Look) -> bool:
    """Whether a hand card lies half under an equal one; unknown cards are not known to be equal."""
    return copy > 1 and KNOWN[card] and not look.covered


def _notice_lines(state: State, *, narrow: bool) -> list[str]:
    return svg.wrapped(notice(state), NOTICE_NARROW if narrow else NOTICE_WIDE)


def _description(state: State, look: Look) -> str:
    return (
        f"Kings Under Mountains: {count(sum(map(is_mine, state.open)), 'open mine')}, "
        f"{count(len(state.own[look.seat]), 'own mine')} under way, "
        f"a hand of {count(len(state.hands[look.seat]), 'card')}"
    )


def signed(number: int) -> str:
    """A number of points as it is drawn: with a true minus."""
    return f"−{-number}" if number < 0 else str(number)


# what stays


def _table(state: State, plan: Layout) -> Element:
    node = group(rect(0, 0, plan.width, plan.height, 16, fill=svg.TABLE))
    for number, line in enumerate(_notice_lines(state, narrow=plan.narrow)):
        node.append(words(plan.notice.x, plan.notice.y + 11 + 14 * number, line, 11, fill=svg.MUTED))
    return node


def _heading(box: Box, left: str, right: str = "") -> list[Element]:
    found = [words(box.x, box.y + 15, left, 14, weight=700)]
    if right:
        found.append(words(box.right, box.y + 15, right, 12, fill=svg.MUTED, anchor="end"))
    return found


def _heads(state: State, plan: Layout) -> Element:
    rule = "the race of the last card decides who gets a mine"
    camp = "any card may be drawn" if state.options.take == "any" else "a top card may be drawn"
    node = group(
        *_heading(plan.open_heading, "Open mines", "" if plan.narrow else rule),
        *_heading(plan.camp_heading, "Camp"),
        words(plan.camp_heading.x + 56, plan.camp_heading.y + 15, camp, 12, fill=svg.MUTED),
    )
    if state.removed is not None:
        gone = f"{len(state.removed)} out of the game"
        box = plan.camp_heading
        node.append(
            group(words(box.right, box.y + 15, gone, 12, fill=svg.MUTED, anchor="end"), data_id="gone")
        )
    return node


def _empty(x: float, y: float, width: float, height: float, radius: float, fill: str = "none") -> Element:
    """The outline of a place where something may come to lie."""
    return rect(
        x + 0.75,
        y + 0.75,
        width - 1.5,
        height - 1.5,
        radius,
        fill=fill,
        stroke=svg.LINE,
        stroke_width=1.5,
        stroke_dasharray="3 4",
        stroke_linecap="round",
    )


def _panel(width: float, height: float) -> list[Element]:
    """The body of a mine, below its stone."""
    return [
        rect(0, 2, width, height, 10, fill=svg.SHADOW),
        rect(0, 0, width, height, 10, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1),
    ]


# open mines


def _inside(box: Box) -> Box:
    """Where the pile of a mine lies, from the mine's corner."""
    return Box(places.PAD, BAND + 26, box.width - 2 * places.PAD, places.TOP[1])


def _open(state: State, look: Look, slot: int, box: Box) -> Element:
    """An open mine: its numbers, the fight, what may be laid, and who would get it."""
    site, touch = state.open[slot], open_touch(slot)
    return placed(
        box.x,
        box.y,
        thing(
            touch,
            touch,
            open_words(state, look, slot),
            _open_body(state, look, slot, site, box),
            box.width,
            box.height,
        ),
    )


def _open_body(state: State, look: Look, slot: int, site: Site, box: Box) -> list[Element]:
    width = box.width
    letter = words(10, BAND + 19, SLOTS[slot], 16, weight=700)
    if not is_mine(site):
        blank = [rect(0, 0, width, box.height, 10, fill="transparent"), _empty(0, 0, width, box.height, 10)]
        return [
            *blank,
            letter,
            words(width / 2, box.height / 2, "no mine", 13, fill=svg.MUTED, anchor="middle"),
        ]
    body = [*_panel(width, box.height), rock(site.mine, width, fields=OPEN_FIELDS), letter]
    if site.mine == UNKNOWN_MINE:
        return [*body, words(width / 2, 120, "numbers not known", 12, fill=svg.MUTED, anchor="middle")]
    last = site.to_capture == 1
    body.append(_right(width - 10, BAND + 19, more_cards(site.to_capture), strong=last))
    body += _pile(
        site.pile, _inside(box), site.to_capture, [fight_place(slot, at) for at in range(len(site.pile))]
    )
    body.append(_two(10, BAND + 108, "lay ", lay_words(state, site.pile)))
    if last:
        body += _takers(state, look, width)
    return body


def _right(x: float, y: float, said: str, *, strong: bool) -> Element:
    return words(
        x, y, said, 12, fill=svg.INK if strong else svg.MUTED, anchor="end", weight=700 if strong else None
    )


def _two(x: float, y: float, quiet: str, strong: str) -> Element:
    """A quiet word and what it is about."""
    node = words(x, y, "", 13)
    node.append(el("tspan", quiet, fill=svg.MUTED, font_size=12))
    node.append(el("tspan", strong, fill=svg.INK, font_weight=700))
    return node


def _pile(pile: Pile, field: Box, missing: int, ids: list[str], crowned: str = "") -> list[Element]:
    """The cards of a pile, the top one large, and places for the missing ones; the overseer's with its crown."""
    cards, free = places.pile_boxes(field, len(pile), missing)
    found = [
        placed(at.x, at.y, group(*unit_face(unit, at.width, at.height), data_id=place))
        for unit, at, place in zip(pile, cards, ids, strict=True)
    ]
    for number, at in enumerate(free, 1):
        found.append(_empty(at.x, at.y, at.width, at.height, 4, svg.PAPER))
        if crowned and number == len(free):
            found.append(crown(at.x + (at.width - 20) / 2, at.y + 11, 20, crowned))
    return found


def _takers(state: State, look: Look, width: float) -> list[Element]:
    """For each race who would get the mine: its shape and the seat."""
    each = (width - 8) / len(RACES)
    found: list[Element] = []
    for race, seat in enumerate(takers(state)):
        x = round(4 + each * (race + 0.5), 1)
        found.append(emblem(RACES[race], x, BAND + 126, 18, halo=True))
        own = seat == look.seat
        found.append(
            words(x, BAND + 148, short_name(seat, look), 12, anchor="middle", weight=700 if own else None)
        )
    return found


# deck


def _deck(state: State, plan: Layout) -> Element:
    """The deck lies mine side up: its top card is the next mine."""
    box, mine = plan.deck, state.next_mine()
    number = None if state.deck is None else len(state.deck)
    layers = 0 if number is None else min(3, (number + 19) // 20)
    body: list[Element] = []
    for at in range(layers - 1, 0, -1):
        body.append(
            rect(
                3 * at,
                3 * at,
                box.width - 6,
                box.height - 6,
                10,
                fill=svg.BACK,
                stroke=svg.TABLE,
                stroke_width=1,
            )
        )
    width, height = box.width - 6, box.height - 6
    if mine is None:
        body += [rect(0, 0, box.width, box.height, 10, fill="transparent"), _empty(0, 0, width, height, 10)]
    elif plan.narrow:
        half = round(box.width / 2) - 6
        body += [*_panel(width, height), _half_rock(mine, half, height)]
    else:
        body += [*_panel(width, height), rock(mine, width, fields=OPEN_FIELDS)]
    body += _deck_words(state, width, narrow=plan.narrow)
    return placed(box.x, box.y, thing("deck", "deck", deck_line(state), body, width, height))


def _half_rock(mine: Mine, width: float, height: float) -> Element:
    """The stone at the left of a broad card."""
    return group(
        rect(0, 0, width, height, 10, fill=ROCK),
        placed(0, (height - BAND) / 2, rock(mine, width, fields=OPEN_FIELDS)),
    )


def _deck_words(state: State, width: float, *, narrow: bool) -> list[Element]:
    near, empty = warning(state), state.deck == ()
    figure = "" if not state.deck else str(len(state.deck))
    if narrow:
        x = width / 2 + 10
        found = [words(x, 22, "Deck", 14, weight=700)]
        if not near:
            found.append(words(x + 42, 22, "next mine at the left" if not empty else "", 11, fill=svg.MUTED))
            found.append(_count(x, 58, figure, deck_words(state)))
            return found
        found.append(words(x + 42, 22, deck_words(state), 13, fill=svg.MUTED))
        lines = svg.wrapped(near, 23)
        return [
            *found,
            *(words(x, 39 + 13 * at, line, 11, fill=svg.LOSS, weight=700) for at, line in enumerate(lines)),
        ]
    if empty:
        found = [words(width / 2, 70, "Deck", 14, anchor="middle", weight=700)]
    else:
        found = [
            words(10, BAND + 19, "Deck", 14, weight=700),
            _right(width - 10, BAND + 19, "next mine", strong=False),
        ]
    found.append(_count(width / 2, BAND + (62 if near else 82), figure, deck_words(state), middle=True))
    lines = svg.wrapped(near, 18)
    found += [
        words(width / 2, BAND + 86 + 14 * at, line, 11.5, fill=svg.LOSS, anchor="middle", weight=700)
        for at, line in enumerate(lines)
    ]
    return found


def _count(x: float, y: float, figure: str, said: str, *, middle: bool = False) -> Element:
    """How many cards there are, the number large."""
    node = words(x, y, "", 13, anchor="middle" if middle else None, fill=svg.MUTED)
    if figure:
        node.append(el("tspan", figure, fill=svg.INK, font_size=36, font_weight=700))
        said = said.removeprefix(figure)
    node.append(el("tspan", said))
    return node


# camp


def _camp(state: State, race: int, box: Box) -> Element:
    """A pile of the camp: its top large, the cards under it from the top downwards."""
    pile, letter = state.camp[race], RACES[race]
    width, height = places.CAMP_TOP
    x, y = places.PAD, places.PAD
    node = placed(box.x, box.y, rect(0, 0, box.width, box.height, 12, fill=svg.FIELD))
    left, under = x + width + places.PAD, len(pile) - 1
    head = words(left, y + 12, race_name(race, state).capitalize(), 13, weight=700)
    node.append(head)
    told = camp_words(state, race)
    if pile:
        body = list(unit_face(pile[-1], width, height))
        touch = f"camp-{TEXT[pile[-1]]}"
    else:
        faint = group(emblem(letter, width / 2, height / 2, 24), opacity=0.35)
        body = [rect(0, 0, width, height, 6, fill="transparent"), _empty(0, 0, width, height, 6), faint]
        touch = f"camp-{letter}"
    node.append(
        placed(
            x,
            y,
            thing(
                f"camp-{letter}", touch, told, body, width, height, radius=6, role="button" if pile else "img"
            ),
        )
    )
    if not pile:
        node.append(words(left, y + 34, "no card", 12, fill=svg.MUTED))
    elif under:
        said = f" {under} under it" if box.width > 180 else f" +{under}"
        head.append(el("tspan", said, fill=svg.MUTED, font_size=11, font_weight=400))
    if under > 0 and tells_camp(state):
        node.extend(_tabs(state, race, Box(0, 0, box.width, box.height)))
    return node


def _tabs(state: State, race: int, box: Box) -> Iterator[Element]:
    """The cards under the top of a camp pile; things to be drawn where the rules allow it."""
    pile = state.camp[race]
    lower = list(enumerate(pile[:-1]))[::-1]
    for (at, unit), tab in zip(lower, places.tabs(box, len(lower), _tab_pitch(state)), strict=True):
        body = _tab(unit, tab.width)
        place = camp_place(race, at, len(pile))
        if state.options.take == "any":
            told = f"{unit_name(unit, state)}, in the camp under {len(pile) - 1 - at}".capitalize()
            yield placed(
                tab.x,
                tab.y,
                thing(place, f"camp-{TEXT[unit]}", told, body, tab.width, tab.height, radius=4),
            )
        else:
            yield placed(tab.x, tab.y, group(*body, data_id=place))


def _tab(unit: int, side: float) -> list[Element]:
    race, strength = RACES[RACE[unit]], TEXT[unit][1:]
    return [
        rect(0.5, 0.5, side - 2, side - 1, 4, fill=TINT[race], stroke=FILL[race], stroke_width=1),
        words(side / 2 - 0.5, 17, strength, 14, fill=INK, anchor="middle", weight=700),
        *underline(strength, side / 2 - 0.5, 17, 13),
    ]


# seats


def _seat(state: State, look: Look, seat: int, panel: places.Panel) -> Element:
    """A seat's king, score and its parts, what it still needs, and the completed mines under its king."""
    head, letter = panel.head, RACES[state.kings[seat]]
    slim = panel.slim
    place, name = f"seat-{seat}", name_of(seat, look)
    body: list[Element] = [
        rect(0, 0, head.width, head.height, fill="transparent"),
        placed(0, 1, *king(letter, 36, 46)),
        *_name_line(state, look, seat, head.width, slim=slim),
        words(head.width, 24, signed(score(state, seat)), 24, anchor="end", weight=700),
        words(
            head.width, 41, "point" if score(state, seat) == 1 else "points", 11, fill=svg.MUTED, anchor="end"
        ),
        _parts(state, seat, slim=slim),
    ]
    node = group(
        placed(
            head.x,
            head.y,
            thing(
                place,
                place,
                seat_words(state, seat, name),
                body,
                head.width,
                head.height,
                radius=6,
                role="img",
            ),
        )
    )
    done = panel.done
    needs = f"{count(cards_needed(state, seat), 'card')} needed"
    if slim:
        rest = f"{needs} · {len(state.hands[seat])} in hand"
        node.append(words(done.right, done.y + 17, rest, 12, fill=svg.MUTED, anchor="end"))
        room = done.width - 6.6 * len(rest) - 10
    else:
        room = done.width
        if state.done[seat]:
            node.append(words(done.x, done.y - 4, "under the king", 11, fill=svg.MUTED))
    node.extend(_done(state, seat, Box(done.x, done.y + 2, room, 22)))
    if not panel.mines:
        blank = panel.blank
        node.append(_empty(blank.x, blank.y, blank.width, blank.height, 10))
        y = blank.y + blank.height / 2 + 4
        node.append(words(blank.middle, y, "no mine under way", 12, fill=svg.MUTED, anchor="middle"))
    return node


def _name_line(state: State, look: Look, seat: int, width: float, *, slim: bool) -> list[Element]:
    """Name and king; for the seat on turn an arrow and the step, at the end who has won."""
    name, turn = name_of(seat, look), seat == state.to_move and not state.is_over
    x = 46.0
    found: list[Element] = []
    if turn:
        found.append(path(f"M{svg.number(x)} 8L{svg.number(x + 9)} 14L{svg.number(x)} 20Z", fill=svg.ACCENT))
        x += 14
    race = race_name(state.kings[seat], state)
    node = words(x, 19, "", 15, weight=700)
    node.append(el("tspan", name))
    node.append(
        el("tspan", f" {race}" + ("" if slim else " king"), fill=svg.MUTED, font_size=13, font_weight=400)
    )
    found.append(node)
    x += 9 * len(name) + 8 * (len(race) + (1 if slim else 6)) + 6
    won = state.is_over and not state.practice and seat in winners(state)
    said = step_words(state) if turn else "wins" if won else ""
    if said and x + 7 * len(said) + 18 <= width - 50:
        found.append(placed(x, 3, *_pill(said)))
    return found


def _pill(said: str) -> list[Element]:
    wide = round(7.0 * len(said) + 18)
    return [
        rect(0, 0, wide, 21, 10.5, fill=svg.ACCENT),
        words(wide / 2, 15, said, 12, fill=svg.ON_ACCENT, anchor="middle", weight=700),
    ]


def _parts(state: State, seat: int, *, slim: bool) -> Element:
    """Of what the score is made."""
    node = words(46, 39, "", 12)
    plus, minus = completed(state, seat), at_risk(state, seat)
    gap = " " if slim else "  "
    said = "done" if slim else "completed"
    node.append(el("tspan", f"+{plus} {said}", fill=svg.GAIN if plus else svg.MUTED, font_weight=700))
    node.append(
        el("tspan", f"{gap}−{minus} at risk", fill=svg.LOSS if minus else svg.MUTED, font_weight=700, dx=4)
    )
    if not slim:
        rest = f"{count(cards_needed(state, seat), 'card')} needed · {len(state.hands[seat])} in hand"
        node.append(el("tspan", f"{gap}{rest}", fill=svg.MUTED, dx=4))
    return node


def _done(state: State, seat: int, box: Box) -> Iterator[Element]:
    """Completed mines as small stones with their value, closer together when there are many."""
    mines = state.done[seat]
    if not mines:
        return
    pitch = CHIP + 3
    if len(mines) > 1:
        pitch = min(pitch, (box.width - CHIP) / (len(mines) - 1))
    for at, mine in enumerate(mines):
        told = f"Completed: {mine_words(mine)}"
        yield placed(
            round(box.x + at * pitch, 1),
            box.y,
            group(
                svg.title(told),
                rect(0.5, 0.5, CHIP - 1, box.height - 1, 5, fill=ROCK, stroke=ROCK_EDGE, stroke_width=1),
                words(
                    CHIP / 2, box.height - 6.5, f"+{mine.value}", 12, fill=CHALK, anchor="middle", weight=700
                ),
                data_id=done_place(seat, at),
                role="img",
                aria_label=told,
            ),
        )


def _own(state: State, look: Look, place: int, box: Box) -> Element:
    """An own mine: numbers, pile, cards missing, what may be laid next."""
    seat = look.seat
    site, width = state.own[seat][place], box.width
    letter = RACES[state.kings[seat]]
    number = words(10, BAND + 19, str(place + 1), 16, weight=700)
    if is_mine(site):
        body = [
            *_panel(width, box.height),
            rock(site.mine, width, fields=OWN_FIELDS, owner=letter),
            number,
            _right(width - 10, BAND + 19, more_cards(site.missing), strong=site.missing == 1),
            *_pile(
                site.pile,
                _inside(box),
                site.missing,
                [laid_place(seat, place, at) for at in range(len(site.pile))],
                letter if site.mine.overseer else "",
            ),
            *_next(state, seat, site, width),
        ]
    else:
        body = [
            rect(0, 0, width, box.height, 10, fill="transparent"),
            _empty(0, 0, width, box.height, 10),
            number,
        ]
    told = own_words(state, look, seat, place)
    touch = mine_touch(state, seat, place)
    return placed(box.x, box.y, thing(site_place(seat, place), touch, told, body, width, box.height))


def _next(state: State, seat: int, site: Site, width: float) -> list[Element]:
    said = next_short(state, seat, site)
    if wants_overseer(site):
        said += ": overseer"
    return [words(10, BAND + 104, said, 12, fill=svg.INK)]


def _rival(state: State, look: Look, seat: int, place: int, box: Box) -> Element:
    """A rival's mine in one line."""
    site, letter = state.own[seat][place], RACES[state.kings[seat]]
    width, height = box.width, box.height
    body = [rect(0, 0, width, height, 8, fill=svg.PAPER, stroke=svg.LINE, stroke_width=1)]
    if is_mine(site):
        body.append(_small_rock(site.mine, letter, height))
        field = Box(65, 2, 84, height - 4)
        squeeze = min(CARD[0] + 2, (field.width - CARD[0]) / max(1, len(site.pile) - 1))
        for at, unit in enumerate(site.pile):
            card = group(*unit_face(unit, *CARD), data_id=laid_place(seat, place, at))
            body.append(placed(round(field.x + at * squeeze, 1), field.y, card))
        oversees = wants_overseer(site)
        more = "needs overseer" if oversees else more_cards(site.missing)
        x = field.right + 5 if site.pile else field.x + 4
        body.append(words(x, 18, more, 11, weight=700 if site.missing == 1 else None))
        body.append(words(x, 34, next_short(state, seat, site, "not"), 11))
    told = own_words(state, look, seat, place)
    place_id, touch = site_place(seat, place), mine_touch(state, seat, place)
    return placed(box.x, box.y, thing(place_id, touch, told, body, width, height, radius=8, role="img"))


def _small_rock(mine: Mine, owner: str, height: float) -> Element:
    """Size above value, each behind its sign."""
    known = mine != UNKNOWN_MINE
    return group(
        path(
            f"M0 8Q0 0 8 0H60V{svg.number(height)}H8Q0 {svg.number(height)} 0 {svg.number(height - 8)}Z",
            fill=ROCK,
        ),
        sign("size", 12, 12, 12),
        words(20, 17, str(mine.size) if known else "?", 14, fill=CHALK, weight=700),
        crown(33, 4, 19, owner) if mine.overseer else None,
        sign("value", 12, 32, 12),
        words(20, 37, str(mine.value) if known else "?", 14, fill=CHALK, weight=700),
    )


# practice mode


def _bands(state: State, box: Box, *, narrow: bool) -> Element:
    """KD-62: the bands of a total; the one that was reached is marked at the end."""
    each = (box.width - 4 * places.GAP) / len(BANDS)
    reached = band(score(state, 0)) if state.is_over else ""
    node = group(
        *_heading(box, "Practice", "how good is a total" if not reached else points_words(score(state, 0)))
    )
    for at, name in enumerate(BANDS):
        here = name == reached
        x = box.x + at * (each + places.GAP)
        node.append(
            rect(
                x,
                box.y + 24,
                each,
                30,
                8,
                fill=svg.ACCENT if here else svg.FIELD,
                stroke=svg.ACCENT if here else svg.LINE,
                stroke_width=1,
            )
        )
        said = name.replace("70 and more", "70+") if narrow else name
        node.append(
            words(
                x + each / 2,
                box.y + 44,
                f"✓ {said}" if here else said,
                12 if narrow else 13,
                fill=svg.ON_ACCENT if here else svg.INK,
                anchor="middle",
                weight=700 if here else None,
            )
        )
    return node


# the hand


def _hand_label(state: State, look: Look, plan: Layout) -> Element:
    held = len(state.hands[look.seat])
    return group(*_heading(plan.hand_label, hand_of(look), count(held, "card")))


def _hand(state: State, look: Look, plan: Layout) -> list[tuple[str, Element]]:
    """The hand, sorted; under each card where it may be laid. Of equal cards the front one is painted last."""
    seat = look.seat
    parts: list[tuple[str, Element]] = []
    for at, ((card, copy), box) in enumerate(zip(numbered(state.hands[seat]), plan.hand, strict=True), 1):
        if look.covered:
            place = f"back-{at}"
            parts.append((place, _hidden_card(place, at, box)))
            continue
        picture = _card(state, seat, card, copy, box, behind=_is_behind(card, copy, look))
        part = (hand_place(seat, card, copy), picture)
        parts.insert(len(parts) - _is_behind(card, copy, look), part)
    return parts


def _card(state: State, seat: int, card: int, copy: int, box: Box, *, behind: bool) -> Element:
    where = () if state.is_over or not KNOWN[card] else place_words(state, seat, card)
    name = f"hand card {unit_name(card, state)}"
    if where:
        name += f": {', '.join(where)}"
    if copy > 1:
        name += f", copy {copy}"
    goes = "to the camp" if state.options.stuck == "camp" else "leaves"
    loss = (
        path(
            svg.hatch(2, 2, box.width - 4, box.height - 26, 12),
            stroke="#A8321F",
            stroke_width=2,
            stroke_opacity=0.55,
        ),
        rect(0, box.height - 24, box.width, 24, 8, fill="#A8321F"),
        words(box.width / 2, box.height - 8, goes, 12, fill="#FFFFFF", anchor="middle", weight=700),
    )
    node = thing(
        hand_place(seat, card, copy),
        card_touch(card),
        name,
        unit_face(card, box.width, box.height),
        box.width,
        box.height,
        radius=radius_of(box.width),
        loss=loss,
    )
    if behind:
        node.set(
            "class", "thing copy"
        )  # equal cards share a touch: only the front one is lifted, see view.css
        return group(placed(box.x, box.y, node))
    parts = [placed(box.x, box.y, node)]
    for number, line in enumerate(where):
        quiet = line.startswith("nowhere")
        parts.append(
            words(
                box.middle,
                box.bottom + 15 + 15 * number,
                line,
                12,
                fill=svg.MUTED if quiet else svg.INK,
                anchor="middle",
            )
        )
    return group(*parts)


def _hidden_card(place: str, at: int, box: Box) -> Element:
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


# while a card is chosen


def _preview(state: State, look: Look, plan: Layout) -> Element:
    """What a chosen card would do at each mine that takes it: where it lies, who gets the mine, what it completes."""
    seat = look.seat
    node = group()
    for card in dict.fromkeys(state.hands[seat]):
        fights, fills = places_of(state, seat, card)
        for slot in fights:
            site, box = state.open[slot], plan.open[slot]
            said = ""
            if site.to_capture == 1:
                owner = state.owner_of_capture(card)
                name = name_of(owner, look)
                said = f"goes to {'you' if name == 'You' else name}"
            node.append(
                _ghost(
                    card,
                    site.pile,
                    site.to_capture,
                    box,
                    said,
                    Box(6, BAND + 114, box.width - 12, 38),
                    gain=False,
                )
            )
        for place in fills:
            site, box = state.own[seat][place], plan.panels[seat].mines[place]
            said = f"completed: +{site.mine.value}" if site.missing == 1 else ""
            node.append(
                _ghost(
                    card, site.pile, site.missing, box, said, Box(6, BAND + 91, box.width - 12, 19), gain=True
                )
            )
    return node


def _ghost(card: int, pile: Pile, missing: int, box: Box, said: str, sign_box: Box, *, gain: bool) -> Element:
    """The chosen card in the next place of a pile, and what comes of it."""
    at = places.pile_boxes(_inside(box), len(pile), missing)[1][0]
    face = (
        *unit_face(card, at.width, at.height, flat=True),
        rect(
            0,
            0,
            at.width,
            at.height,
            4,
            fill="none",
            stroke=svg.ACCENT,
            stroke_width=2,
            stroke_dasharray="4 3",
        ),
    )
    told: list[Element] = []
    if said:
        fill, on = (svg.GAIN, svg.ON_GAIN) if gain else (svg.ACCENT, svg.ON_ACCENT)
        told = [
            rect(sign_box.x, sign_box.y, sign_box.width, sign_box.height, 8, fill=fill),
            words(
                box.width / 2,
                sign_box.y + sign_box.height / 2 + 4.5,
                said,
                13,
                fill=on,
                anchor="middle",
                weight=700,
            ),
        ]
    return when(card_touch(card), placed(box.x, box.y, placed(at.x, at.y, *face), *told))


# on demand


def _aside(state: State, look: Look, plan: Layout) -> Element:
    """Removed cards or completed mines, on a sheet over the upper part of the table."""
    box, removed = plan.open_heading, look.aside == "removed"
    fill = _removed if removed else _completed
    height, lines = fill(state, look, box.width - 2 * GROUP)
    told = (
        [removed_words(state)]
        if removed
        else [done_words(state, s, name_of(s, look)) for s in range(state.seats)]
    )
    return placed(
        box.x,
        box.y,
        rect(-5, -5, box.width + 10, height + 2 * GROUP + 10, 16, fill=svg.TABLE),
        rect(0, 0, box.width, height + 2 * GROUP, 12, fill=svg.PAPER, stroke=svg.INK, stroke_width=1.5),
        placed(GROUP, GROUP, *lines),
        role="img",
        aria_label="; ".join(told),
    )


def _removed(state: State, look: Look, width: float) -> tuple[float, list[Element]]:
    """How many of each unit are out of the game: a line a race, a column a strength. The height comes first."""
    gone = Counter(state.removed or ())
    head, line = 40.0 if look.narrow else 96.0, 44.0
    pitch = (width - head) / len(STRENGTHS)
    found: list[Element] = [
        words(0, 14, f"Out of the game: {count(sum(gone.values()), 'card')}", 14, weight=700)
    ]
    for strength in STRENGTHS:
        x = head + pitch * (strength + 0.5)
        found.append(words(x, 40, str(strength), 13, fill=svg.MUTED, anchor="middle", weight=700))
    for race, letter in enumerate(RACES):
        y = 52 + race * line
        found.append(emblem(letter, 14, y + 17, 28, halo=True))
        if not look.narrow:
            found.append(words(36, y + 22, race_name(race, state), 13))
        for strength in STRENGTHS:
            number = gone[11 * race + strength]
            found += _tally(head + pitch * (strength + 0.5), y + 17, min(34.0, pitch - 2), number, letter)
    unknown = sum(number for unit, number in gone.items() if not KNOWN[unit])
    if unknown:
        found.append(words(0, 242, f"and {count(unknown, 'unknown card')}", 12, fill=svg.MUTED))
    return 248.0 if unknown else 226.0, found


def _tally(x: float, y: float, side: float, number: int, letter: str) -> list[Element]:
    """How many of one unit: a dot for none, a light field for one, a full one for more."""
    if not number:
        return [svg.circle(x, y, 2, fill=svg.LINE)]
    full = number > 1
    return [
        rect(
            x - side / 2,
            y - side / 2,
            side,
            side,
            6,
            fill=FILL[letter] if full else TINT[letter],
            stroke=FILL[letter],
            stroke_width=1.5,
        ),
        words(x, y + 5, str(number), 14, fill=ON_FILL if full else INK, anchor="middle", weight=700),
    ]


def _completed(state: State, look: Look, width: float) -> tuple[float, list[Element]]:
    """Every seat's completed mines with all their numbers. The height comes first."""
    each, high = MINI
    columns = int((width + 6) // (each + 6))
    found: list[Element] = [words(0, 14, "Completed mines", 14, weight=700)]
    y = 30.0
    for seat in range(state.seats):
        mines = state.done[seat]
        said = f"{name_of(seat, look)}: {count(len(mines), 'mine')}, {points_words(completed(state, seat))}"
        found.append(words(0, y + 12, said, 13))
        y += 20
        for at, mine in enumerate(mines):
            found.append(
                placed(
                    at % columns * (each + 6),
                    y + at // columns * (high + 5),
                    *_mini(mine),
                )
            )
        y += -(-len(mines) // columns) * (high + 5) + 8
    return y - 14, found


def _mini(mine: Mine) -> list[Element]:
    """A mine in one line: defence, size, value behind their signs."""
    parts: list[Element] = [rect(0, 0, *MINI, 6, fill=ROCK, stroke=ROCK_EDGE, stroke_width=1)]
    for x, field, number in (
        (11, "defence", mine.defence),
        (38, "size", mine.size),
        (80, "value", mine.value),
    ):
        parts += [sign(field, x, 14, 12), words(x + 8, 19, str(number), 13, fill=CHALK, weight=700)]
    if mine.overseer:
        parts.append(crown(55, 7, 15))
    return parts
