"""Small pictures for lessons: mines side by side, a plan turn by turn, what may follow what, chains, a search that grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Chip, Drawing, Header
from boards.core.picture import Picture, drawn
from boards.core.stepper import Frame, Stepper
from boards.core.svg import circle, group, number, path, placed, rect, words
from boards.kingdoms.faces import rock, unit_face
from puzzles.kingdoms.moves import END, Move, read_move
from puzzles.kingdoms.odds import follower_cards
from puzzles.kingdoms.pieces import EMPTY, RACES, STRENGTHS, TEXT, WRAP, Site, followers
from puzzles.kingdoms.problems import MAX_TURNS, Plan, Staff
from puzzles.kingdoms.rules import State, read_state
from puzzles.kingdoms.scoring import completed, score
from puzzles.kingdoms.state import SLOTS, units_text
from solvers.core.alphabeta import Event, Place, Ply
from solvers.core.explain import counted
from solvers.kingdoms.lesson import chains_after, endgame_steps

GAME_NAME = "kingdoms"
WIDTH, NARROW = 848, 368
MARGIN = 24
STONE = 124
"""Width of a mine."""

CARD = 32.0
"""Width of a card in a pile or a hand."""

HIGH = 44.0
"""Its height."""


def _sheet(width: float, height: float) -> Element:
    return rect(0, 0, width, height, 16, fill=svg.TABLE)


def mini_hand(cards: Sequence[int], card: float = CARD) -> Element:
    """Cards side by side at 0, 0."""
    high = round(card * HIGH / CARD, 1)
    return group(*(placed(at * (card + 3), 0, *unit_face(unit, card, high)) for at, unit in enumerate(cards)))


def mini_site(
    site: Site, race: str = "", *, fresh: int = 0, owned: bool = True, width: float = STONE
) -> Element:
    """A mine at 0, 0 with the cards laid at it and dashed places for those that are missing.

    race   letter of the owner's race, for the crown
    fresh  so many of the cards, the last ones, are marked as new
    owned  show size and value; False: an open mine, with its defence, too
    """
    fields = ("size", "value") if owned else ("defence", "size", "value")
    node = group(rock(site.mine, width, fields=fields, owner=race))
    places = site.mine.need if owned else site.mine.defence
    step = min(CARD + 3, (width - CARD) / max(1, places - 1))
    for at in range(max(places, len(site.pile))):
        x = at * step
        if at >= len(site.pile):
            last = owned and at == site.mine.size
            node.append(rect(x + 1, 53, CARD - 2, HIGH - 2, 5, fill=svg.FIELD, stroke=svg.MUTED, stroke_width=1.2,
                             stroke_dasharray="3 3"))  # fmt: skip
            if last:
                node.append(
                    words(x + CARD / 2, 79, race.upper() or "own", 12, anchor="middle", fill=svg.MUTED)
                )
            continue
        node.append(placed(x, 52, *unit_face(site.pile[at], CARD, HIGH)))
        if at >= len(site.pile) - fresh:
            node.append(
                rect(x - 1.5, 50.5, CARD + 3, HIGH + 3, 6, fill="none", stroke=svg.GAIN, stroke_width=2.5)
            )
    return node


SITE_HIGH = 52 + HIGH
"""Height of a mine with its cards."""


# --- mines side by side -----------------------------------------------------------------------------


def mines_picture(mines: Mapping[str, str], hand: str = "", king: str = "d") -> Picture:
    """Own mines under each other's words, side by side as far as there is room.

    mines  words -> mine with its cards, as ``2/3+o=5[o2,g6]``
    hand   cards that belong to all of them, as ``d7 g8``
    king   race of the owner
    Raises RulesError.
    """
    text = f"game: kingdoms\nkings: {king}\nhands: {hand or '-'}\nown: {' '.join(mines.values())}"
    state = read_state(text)
    across = max(1, min(len(mines), 4))
    cell = (WIDTH - 2 * MARGIN) / 4
    cards = state.hands[0]
    top = MARGIN + (HIGH + 40 if cards else 0)
    high = SITE_HIGH + 44
    width = 2 * MARGIN + max(across * cell, len(cards) * (CARD + 3))
    height = top + -(-len(mines) // across) * high
    node = group(_sheet(width, height))
    if cards:
        node.append(words(MARGIN, MARGIN + 8, "in hand", 13, fill=svg.MUTED, weight=700))
        node.append(placed(MARGIN, MARGIN + 16, mini_hand(cards)))
    for at, (name, site) in enumerate(zip(mines, state.own[0], strict=True)):
        x, y = MARGIN + at % across * cell, top + at // across * high
        node.append(words(x, y + 8, name, 13, weight=700))
        node.append(placed(x, y + 18, mini_site(site, king)))
    told = "; ".join(f"{name}: {site}" for name, site in zip(mines, state.own[0], strict=True))
    told = (f"In hand {units_text(cards)}. " if cards else "") + told
    return drawn(Drawing(round(width), round(height), (("mines", node),), told))


def staff_picture(start: State | str, plan: Sequence[str], title: str = "") -> Picture:
    """The own mines with the cards that a plan of ``staff`` lays on them, and what stays in hand.

    Raises RulesError, and IllegalMove for a plan that the question does not allow.
    """
    state = read_state(start) if isinstance(start, str) else start
    problem, seat = Staff(), state.to_move
    race = RACES[state.kings[seat]]
    laid = [0] * len(state.own[seat])
    sites, now = list(state.own[seat]), state
    for text in plan:
        move = read_move(text)
        now = problem.play(now, move)
        laid[move.place] += 1
        site = sites[move.place]
        sites[move.place] = Site(site.mine, (*site.pile, move.card))
    cell, high = (WIDTH - 2 * MARGIN) / 4, SITE_HIGH + 44
    top = MARGIN + (24 if title else 0)
    rows = -(-len(sites) // 4)
    height = top + rows * high + HIGH + 36
    node = group(_sheet(WIDTH, height))
    if title:
        node.append(words(MARGIN, MARGIN + 6, title, 15, weight=700))
    told = []
    for at, site in enumerate(sites):
        x, y = MARGIN + at % 4 * cell, top + at // 4 * high
        worth = site.mine.value if site.missing == 0 else -site.mine.value
        node.append(words(x, y + 8, f"{at + 1}.", 13, weight=700))
        node.append(words(x + STONE, y + 8, f"{worth:+d}", 16, anchor="end", weight=700,
                          fill=svg.GAIN if worth > 0 else svg.LOSS))  # fmt: skip
        node.append(placed(x, y + 18, mini_site(site, race, fresh=laid[at])))
        told.append(f"mine {at + 1}: {site}, {worth:+d}")
    left = now.hands[seat]
    y = top + rows * high
    node.append(
        words(MARGIN, y + 8, "stays in hand" if left else "nothing stays in hand", 13, fill=svg.MUTED)
    )
    node.append(placed(MARGIN, y + 16, mini_hand(left)))
    points = score(now, seat) - completed(state, seat)
    node.append(words(WIDTH - MARGIN, y + 40, f"{points:+d}", 22, anchor="end", weight=700))
    told.append(f"together {points:+d}, {units_text(left)} stays in hand")
    return drawn(
        Drawing(WIDTH, round(height), (("staff", node),), f"{title + ': ' if title else ''}{'; '.join(told)}")
    )


# --- a plan -----------------------------------------------------------------------------------------


def plan_picture(start: State | str, plan: Sequence[str], title: str = "") -> Picture:
    """Hand and own mines after each turn of a plan of ``plan``, with what each turn gains; above it where it begins.

    Raises RulesError, and IllegalMove for a plan that the question does not allow.
    """
    state = read_state(start) if isinstance(start, str) else start
    problem, seat = Plan(MAX_TURNS), state.to_move
    first = score(state, seat)
    turns: list[tuple[State, list[str], int]] = [(state, _table_lines(state), 0)]
    now, said, before = state, list[str](), first
    for text in [*plan, "end"] if plan and plan[-1] != "end" else plan:
        move = read_move(text)
        if move == END:
            turns.append((now, said, score(now, seat) - before))
            said, before = [], score(now, seat)
            if now.step != "end":
                break  # the draw after the last laying is left out
        else:
            said.append(_said(now, move))
        now = problem.play(now, move)
    mines = max(len(one.own[seat]) for one, _, _ in turns)
    wide = min(STONE, (WIDTH - 2 * MARGIN - 380) / max(1, mines) - 12)
    high, top = SITE_HIGH + 22, MARGIN + (20 if title else 0)
    height = top + len(turns) * high + 4
    node = group(_sheet(WIDTH, height))
    if title:
        node.append(words(MARGIN, MARGIN + 6, title, 15, weight=700))
    for at, (after, lines, gain) in enumerate(turns):
        y = top + 12 + at * high
        if at:
            node.append(path(f"M{MARGIN} {number(y - 10)}H{WIDTH - MARGIN}", stroke=svg.LINE, stroke_width=1))
            node.append(words(MARGIN, y + 14, f"{at}.", 15, weight=700))
            node.append(words(WIDTH - MARGIN, y + 20, f"{gain:+d}" if gain else "0", 20, anchor="end", weight=700,
                              fill=svg.GAIN if gain > 0 else svg.LOSS if gain < 0 else svg.MUTED))  # fmt: skip
        for line, text in enumerate(lines):
            node.append(words(MARGIN + 26, y + 12 + 17 * line, text, 13))
        if not at:
            node.append(words(MARGIN + 26, y + 12 + 17 * len(lines), "in hand", 12, fill=svg.MUTED))
        node.append(placed(MARGIN + 26, y + 96 - HIGH, mini_hand(after.hands[seat])))
        for place, site in enumerate(after.own[seat]):
            race = RACES[after.kings[seat]]
            node.append(placed(MARGIN + 320 + place * (wide + 12), y, mini_site(site, race, width=wide)))
        if not after.own[seat]:
            node.append(words(MARGIN + 320, y + 40, "no mine is open", 13, fill=svg.MUTED))
    told = "; ".join(
        f"turn {at}: {', '.join(lines)}, {gain:+d}" for at, (_, lines, gain) in enumerate(turns) if at
    )
    told = f"{title + ': ' if title else ''}hand {units_text(state.hands[seat])}; {told}"
    return drawn(Drawing(WIDTH, round(height), (("plan", node),), told))


def _table_lines(state: State) -> list[str]:
    """Open mines and camp in one line each."""
    open_ = ", ".join(f"{SLOTS[slot]} {site}" for slot, site in enumerate(state.open) if site != EMPTY)
    camp = ", ".join(
        TEXT[pile[-1]] + (f" (+{len(pile) - 1})" if len(pile) > 1 else "") for pile in state.camp if pile
    )
    return [f"open: {open_ or '-'}", f"camp: {camp or '-'}"]


def _said(state: State, move: Move) -> str:
    """A move of a plan with what comes of it."""
    if move.verb == "fight" and state.open[move.place].to_capture == 1:
        owner = state.owner_of_capture(move.card)
        to = (
            "you own it"
            if owner == state.to_move
            else f"to the {state.cards.kings[RACES[state.kings[owner]]].name}s"
        )
        return f"{move}: {to}"
    if move.verb == "fill" and state.own[state.to_move][move.place].missing == 1:
        return f"{move}: completed"
    return str(move)


# --- what may follow what ---------------------------------------------------------------------------


def follow_picture(wrap: bool = True) -> Picture:
    """For every top the strengths that may be laid on it, and how many of the 80 cards these are."""
    tops = (None, *STRENGTHS)
    cell, left, top = 46.0, 150.0, 62.0
    width, height = left + 10 * cell + 150, top + len(tops) * 30 + 20
    node = group(_sheet(width, height))
    node.append(words(MARGIN, 30, "on top", 13, fill=svg.MUTED, weight=700))
    node.append(words(left, 30, "may be laid", 13, fill=svg.MUTED, weight=700))
    node.append(words(width - MARGIN, 30, "cards of 80", 13, anchor="end", fill=svg.MUTED, weight=700))
    told = []
    for row, below in enumerate(tops):
        y = top + row * 30
        name = "nothing" if below is None else str(below)
        node.append(words(MARGIN, y, name, 16, weight=700))
        fit = followers(below, wrap)
        for strength in STRENGTHS:
            x = left + strength * cell
            may, wrapped = strength in fit, below == WRAP
            node.append(
                rect(
                    x,
                    y - 18,
                    cell - 8,
                    24,
                    6,
                    fill=(svg.ACCENT if wrapped else svg.GAIN) if may else svg.FIELD,
                )
            )
            if may:
                node.append(words(x + (cell - 8) / 2, y - 1, str(strength), 14, anchor="middle", fill=svg.ON_GAIN, weight=700))  # fmt: skip
        cards = follower_cards(below, wrap=wrap)
        node.append(words(width - MARGIN, y, str(cards), 16, anchor="end", weight=700))
        told.append(f"on {name}: {' '.join(map(str, fit)) or 'nothing'}, {counted(cards, 'card')}")
    return drawn(Drawing(round(width), round(height), (("follow", node),), "; ".join(told)))


MOST_CHAINS = 40
"""Chains that are drawn one under the other."""


def chains_picture(top: int | None, length: int) -> Picture:
    """Every chain of so many cards after `top` as a tree from left to right; a green line is a 0 on a 9.

    Raises ValueError for more than 40 chains.
    """
    chains = chains_after(top, length)
    if len(chains) > MOST_CHAINS:
        raise ValueError(
            f"{len(chains)} chains are too many to draw, expected {MOST_CHAINS} at most; chains_after lists them"
        )
    pitch = 120.0
    width, height = 2 * MARGIN + length * pitch + 60, 2 * MARGIN + max(1, len(chains)) * 26
    heights: dict[tuple[int, ...], list[float]] = {}
    for row, chain in enumerate(chains):
        for cut in range(length + 1):
            heights.setdefault(chain[:cut], []).append(MARGIN + 13 + row * 26)
    spots = {
        part: (MARGIN + 20 + len(part) * pitch, (rows[0] + rows[-1]) / 2) for part, rows in heights.items()
    }
    lines, dots = group(_sheet(width, height)), group()
    for part, (x, y) in spots.items():
        strength = part[-1] if part else top
        if part:
            a, b = spots[part[:-1]]
            below = part[-2] if len(part) > 1 else top
            turned = below == WRAP and strength == 0
            lines.append(path(f"M{number(a)} {number(b)}C{number(a + 60)} {number(b)} {number(x - 60)} {number(y)} "
                              f"{number(x)} {number(y)}", fill="none", stroke=svg.GAIN if turned else svg.MUTED,
                              stroke_width=2.6 if turned else 1.2))  # fmt: skip
        dots.append(
            circle(x, y, 11.5, fill=svg.PAPER if part else svg.FIELD, stroke=svg.LINE, stroke_width=1.2)
        )
        dots.append(
            words(x, y + 5, "-" if strength is None else str(strength), 14, anchor="middle", weight=700)
        )
    lines.append(dots)
    told = f"{counted(len(chains), 'chain')} of {length} after {'nothing' if top is None else top}: "
    told += ", ".join(" ".join(map(str, chain)) for chain in chains)
    return drawn(Drawing(round(width), round(height), (("chains", lines),), told))


# --- a search that grows ----------------------------------------------------------------------------

MOST_DRAWN = 60
"""Positions that are drawn one by one; more would be specks."""


def watch_endgame(start: State | str, *, pruning: bool = True, best_first: bool = False) -> Stepper:
    """Alpha-beta through a small endgame, step by step (``solvers.kingdoms.lesson.endgame_steps``).

    Raises RulesError, and ValueError when there are too many positions to draw.
    """
    steps = endgame_steps(start, pruning=pruning, best_first=best_first, limit=4 * MOST_DRAWN)
    tree = _Tree(steps, pruning=pruning)
    if len(tree.places) > MOST_DRAWN:
        raise ValueError(
            f"{len(tree.places)} positions are too many to draw, expected {MOST_DRAWN} at most; endgame_steps lists them"
        )
    return Stepper(tree.frame, len(steps), GAME_NAME)


class _Tree:
    """The frames of the search: every position has its fixed place, its depth to the right and its turn downwards."""

    LINE, NARROW_LINE, GAP = 26.0, 38.0, 4.0
    """Height of a box: one line of words, two in the narrow layout."""

    def __init__(self, steps: Sequence[Ply[State]], *, pruning: bool) -> None:
        self.steps, self.pruning = steps, pruning
        self.places: dict[int, Place[State]] = {}
        self.met: dict[int, int] = {}
        for at, step in enumerate(steps, 1):
            self.places.setdefault(step.here.number, step.here)
            self.met.setdefault(step.here.number, at)
        self.met[0] = 0
        self.depth = max(place.depth for place in self.places.values())
        self.rows = self._rows()

    def _rows(self) -> dict[int, float]:
        """The line of each position: an end has one of its own, another stands level with its first turn."""
        parents = {place.parent for place in self.places.values()}
        rows: dict[int, float] = {}
        line = 0
        for step in self.steps:
            if (
                step.event is not Event.OPENED
                and step.here.number not in parents
                and step.here.number not in rows
            ):
                rows[step.here.number] = line
                line += 1
        for place in sorted(self.places.values(), key=lambda one: -one.depth):
            if place.number not in rows:
                rows[place.number] = min(
                    rows[one.number] for one in self.places.values() if one.parent == place.number
                )
        return rows

    def frame(self, at: int, narrow: bool) -> Frame:
        """The frame after `at` steps; 0 shows the start alone."""
        width = NARROW if narrow else WIDTH
        side = 8 if narrow else MARGIN
        pitch = (width - 2 * side) / (self.depth + 1)
        step = self.steps[at - 1] if at else None
        line = self._line(narrow)
        height = 2 * MARGIN + 22 + (max(self.rows.values()) + 1) * (line + self.GAP)
        sheet = group(_sheet(width, height))
        for depth in range(self.depth + 1):
            x = side + depth * pitch
            who = "you" if depth % 2 else "other" if narrow else "the other seat"
            name = "start" if depth == 0 else f"{depth}: {who}" if narrow else f"turn {depth}: {who}"
            sheet.append(words(x, MARGIN + 4, name, 12, fill=svg.MUTED, weight=700))
        seen = [place for place in self.places.values() if self.met[place.number] <= at]
        for place in seen:
            if place.parent >= 0:
                x, y = side + place.depth * pitch, self._y(place.number, narrow) + line / 2
                b = self._y(place.parent, narrow) + line / 2
                a = x - pitch + self._wide(pitch)
                bend = (a + x) / 2
                sheet.append(path(f"M{number(a)} {number(b)}H{number(bend)}V{number(y)}H{number(x)}", fill="none",
                                  stroke=svg.MUTED, stroke_width=1))  # fmt: skip
        parts = [("sheet", sheet)]
        values = self._values(at)
        parts += [
            (f"place-{place.number}", self._box(place, side, pitch, values.get(place.number), step, narrow))
            for place in seen
        ]
        told = f"Search of an endgame: {counted(len(seen), 'position')} seen"
        return Frame(self._header(step), Drawing(width, round(height), tuple(parts), told), self._words(step))

    def _line(self, narrow: bool) -> float:
        return self.NARROW_LINE if narrow else self.LINE

    def _y(self, number_: int, narrow: bool) -> float:
        return MARGIN + 22 + self.rows[number_] * (self._line(narrow) + self.GAP)

    def _wide(self, pitch: float) -> float:
        return pitch - (10 if pitch < 100 else 18)

    def _values(self, at: int) -> dict[int, tuple[int, Event]]:
        """The values that are known after `at` steps."""
        found: dict[int, tuple[int, Event]] = {}
        for step in self.steps[:at]:
            if step.value is not None:
                found[step.here.number] = step.value, step.event
        return found

    def _box(
        self, place: Place[State], side: float, pitch: float, known: tuple[int, Event] | None,
        step: Ply[State] | None, narrow: bool,
    ) -> Element:  # fmt: skip
        wide, here = self._wide(pitch), step is not None and step.here.number == place.number
        line = self._line(narrow)
        node = placed(side + place.depth * pitch, self._y(place.number, narrow))
        cut = known is not None and known[1] is Event.CUT
        over = known is not None and known[1] is Event.OVER
        node.append(rect(0, 0, wide, line, 6, fill=svg.FIELD if over else svg.PAPER,
                         stroke=svg.ACCENT if here else svg.LOSS if cut else svg.LINE,
                         stroke_width=3 if here else 1.4, stroke_dasharray=None if known else "4 3"))  # fmt: skip
        if place.number:
            node.append(words(5, 15 if narrow else 17, short_turn(place.move), 11 if narrow else 12))
        if known is not None:
            sign = ("≤ " if place.highest is False else "≥ ") if cut else ""
            node.append(words(wide - 5, 32 if narrow else 18, f"{sign}{known[0]:+d}", 11 if narrow else 13, anchor="end", weight=700,
                              fill=svg.LOSS if cut else svg.INK))  # fmt: skip
        return node

    def _header(self, step: Ply[State] | None) -> Header:
        name = "Alpha-beta" if self.pruning else "Minimax"
        counts = (step.opened, step.ended, step.cut) if step else (0, 0, 0)
        chips = (
            Chip("Opened", counted(counts[0], "position")),
            Chip("Ends", str(counts[1])),
            Chip("Cut off", counted(counts[2], "turn")),
            Chip("You are sure of", "-" if step is None or step.low is None else f"{step.low:+d}"),
            Chip("The other holds you to", "-" if step is None or step.high is None else f"{step.high:+d}"),
        )
        return Header(name, "The margin at the end, for the seat that begins", chips)

    def _words(self, step: Ply[State] | None) -> str:
        if step is None:
            return "Only the start is known. Press Step."
        here = step.here
        who = "you choose" if here.highest else "the other seat chooses"
        what = f"{here.move}: " if here.move else ""
        if step.event is Event.OPENED:
            return f"{what}{who} now."
        if step.event is Event.OVER:
            return f"{what}the game is over, {step.value:+d}."
        if step.event is Event.VALUED:
            end = (
                "This is the value of the endgame."
                if here.number == 0
                else f"so much it is worth, for here {who}."
            )
            return f"{what}{step.value:+d}. {end}"
        left = counted(step.left, "other turn")
        if here.highest:
            return f"{what}{step.value:+d} at least, and the other seat has {step.high:+d} elsewhere: {left} not looked at."
        return f"{what}{step.value:+d} at most, and you have {step.low:+d} elsewhere: {left} not looked at."


def short_turn(text: str) -> str:
    """A turn as a short text: ``fight o5 a, draw camp g3`` is ``o5 a, g3``; a draw from the deck is ``deck``."""
    for verb in ("fight ", "fill ", "draw camp ", "draw "):
        text = text.replace(verb, "")
    return text.replace("discard ", "-")


__all__ = [
    "chains_picture",
    "follow_picture",
    "mines_picture",
    "mini_hand",
    "mini_site",
    "plan_picture",
    "short_turn",
    "staff_picture",
    "watch_endgame",
]
