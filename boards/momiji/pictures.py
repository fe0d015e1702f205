"""Small pictures of rows and hands for lessons: rows side by side, a plan turn by turn, a graph, a search that grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Chip, Drawing, Header
from boards.core.picture import Picture, drawn
from boards.core.stepper import Frame, Stepper
from boards.core.svg import circle, group, path, placed, rect, words
from boards.momiji.leaves import INK, NUT, face, paper
from puzzles.momiji.cards import LEFT, LETTER, RIGHT, VALUE
from puzzles.momiji.moves import Move, read_move
from puzzles.momiji.piles import Pile, Row, touching
from puzzles.momiji.problems import Harvest
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import pile_points
from puzzles.momiji.state import cards_text, row_text
from solvers.core.branching import Branch, Kind, Tick
from solvers.core.explain import counted
from solvers.momiji.course import read_turn, standing
from solvers.momiji.lesson import Ceiling, Moment, order_ticks

if TYPE_CHECKING:
    import networkx as nx

GAME_NAME = "momiji"
WIDTH, NARROW = 848, 368
MARGIN = 24
RATIO = 1.4
"""Height of a card for its width."""

FACE = 34.0
"""From this width on a card shows its leaf."""


# --- piles, rows, hands -----------------------------------------------------------------------------


def tile(card: int, side: float) -> Element:
    """A card of width `side` at 0, 0; small ones have a numeral, a letter and a nut in each corner that has an acorn."""
    height = side * RATIO
    if side >= FACE:
        return group(*face(card, side, height))
    nut = side * 0.13
    nuts = ((LEFT[card], nut * 1.6), (RIGHT[card], side - nut * 1.6))
    return group(
        *paper(side, height, LETTER[card], 4.0),
        words(side / 2, side * 0.68, str(VALUE[card]), side * 0.66, fill=INK, anchor="middle", weight=700),
        words(side / 2, side * 1.06, LETTER[card].upper(), side * 0.4, fill=INK, anchor="middle", weight=700),
        *(circle(x, height - nut * 1.5, nut, fill=NUT) for there, x in nuts if there),
    )


def mini_row(row: Row, side: float, *, pays: int = 2, sizes: bool = True, paid: bool = True) -> Element:
    """A row at 0, 0: the top of each pile, `side` wide, a bar where acorns meet, the size of each pile under it.

    paid  False: the bars are dashed and say nothing, as acorns meet but no different play was made
    """
    gap, height = side * 0.34, side * RATIO
    node = group()
    for at, pile in enumerate(row):
        x = at * (side + gap)
        node.append(placed(x, 0, tile(pile[-1], side)))
        if sizes:
            node.append(words(x + side / 2, height + 14, _size(pile), 11.5, anchor="middle", fill=svg.MUTED))
    for at, meets in enumerate(touching(row)):
        if meets:
            over = 3 if side >= FACE else 1.5
            high = 15 if side >= FACE else 12
            x, y = at * (side + gap) + side - over, height - (17 if side >= FACE else 13)
            node.append(placed(x, y, *_bar(gap + 2 * over, high, pays if paid else 0)))
    return node


def _size(pile: Pile) -> str:
    return f"{len(pile)} x {pile_points(pile) // len(pile)}"


def _bar(width: float, high: float, pays: int) -> tuple[Element, ...]:
    """The bar between two piles whose acorns meet; dashed for 0."""
    wide = max(width, 18.0)
    x = (width - wide) / 2
    bar = rect(x, 0, wide, high, high / 2, fill=svg.GAIN if pays else svg.PAPER,
               stroke=svg.TABLE if pays else svg.GAIN, stroke_width=1.2,
               stroke_dasharray=None if pays else "3 2")  # fmt: skip
    if not pays:
        return (bar,)
    text = words(
        width / 2, high * 0.77, f"+{pays}", high * 0.7, anchor="middle", fill=svg.ON_GAIN, weight=700
    )
    return bar, text


def row_width(row: Row, side: float) -> float:
    return max(0.0, len(row) * side + (len(row) - 1) * side * 0.34)


def mini_hand(cards: Sequence[int], side: float) -> Element:
    """Cards side by side at 0, 0, almost without gaps."""
    return group(*(placed(at * side * 1.06, 0, tile(card, side)) for at, card in enumerate(cards)))


def _sheet(width: float, height: float) -> Element:
    return rect(0, 0, width, height, 16, fill=svg.TABLE)


def _row_words(row: Row) -> str:
    return row_text(row) if row else "an empty row"


def _row_of(text: str) -> Row:
    return read_state(f"game: momiji\nplayers: 4\nrow0: {text}").rows[0]


# --- rows side by side --------------------------------------------------------------------------------


def rows_picture(rows: Mapping[str, str], hand: str = "") -> Picture:
    """Rows under each other's words, side by side as far as there is room.

    rows  words -> row, as ``r:0= 1> | g:0=``
    hand  cards that belong to all of them, as ``r1> o0=``
    Raises RulesError.
    """
    side = 46.0
    found = {name: _row_of(text) for name, text in rows.items()}
    cell = max([170.0, *(row_width(row, side) + 40 for row in found.values())])
    across = max(1, min(len(found), int((WIDTH - 2 * MARGIN) // cell)))
    high = side * RATIO + 62
    cards = read_state(f"game: momiji\nplayers: 4\nhands: {hand} | - | - | -").hands[0] if hand else ()
    top = MARGIN + (side * RATIO + 40 if cards else 0)
    width = max(MARGIN * 2 + cell * across, MARGIN * 2 + len(cards) * side * 1.06)
    height = top + -(-len(found) // across) * high + 4
    node = group(_sheet(width, height))
    if cards:
        node.append(words(MARGIN, MARGIN + 8, "in hand", 13, fill=svg.MUTED, weight=700))
        node.append(placed(MARGIN, MARGIN + 16, mini_hand(cards, side)))
    for number, (name, row) in enumerate(found.items()):
        x, y = MARGIN + number % across * cell, top + number // across * high
        node.append(words(x, y + 8, name, 13, weight=700))
        node.append(placed(x, y + 16, mini_row(row, side)))
    told = "; ".join(f"{name}: {_row_words(row)}" for name, row in found.items())
    told = (f"In hand {cards_text(cards)}. " if cards else "") + told
    return drawn(Drawing(round(width), round(height), (("rows", node),), told))


# --- a plan -----------------------------------------------------------------------------------------


def plan_picture(start: State | str, plan: Sequence[Move | str], title: str = "") -> Picture:
    """The hand and the own row after each turn of a plan of ``schedule`` or ``harvest``, with what each turn gains.

    Raises RulesError, and IllegalMove for a plan that the question does not allow.
    """
    state = read_turn(start, "plan_picture")
    seat, problem = state.to_move, Harvest(12)
    side = 44.0
    turns: list[tuple[State, list[str], int, bool]] = []
    now, said, before, paid = state, list[str](), standing(state), False
    for given in plan:
        move = read_move(given) if isinstance(given, str) else given
        now = problem.play(now, move)
        if move.verb != "end":
            said.append(str(move))
            paid = paid or move.mode == "different"
            continue
        turns.append((now, said, standing(now) - before, paid))
        said, before, paid = [], standing(now), False
    high, top = side * RATIO + 46, MARGIN + (18 if title else 0)
    height = top + 10 + (len(turns) + 1) * high
    node = group(_sheet(WIDTH, height))
    if title:
        node.append(words(MARGIN, MARGIN + 6, title, 15, weight=700))
    hands = 380.0
    small = side * 0.8
    first = (state, ["start"], standing(state), False)
    for number, (after, done, gain, pays) in enumerate([first, *turns]):
        y = top + 16 + number * high
        head = f"{number}." if number else ""
        node.append(words(MARGIN, y + 30, head, 15, weight=700))
        node.append(words(WIDTH - MARGIN, y + 30, f"{gain:+d}", 18, anchor="end", weight=700,
                          fill=svg.GAIN if gain and number else svg.MUTED))  # fmt: skip
        node.append(
            words(WIDTH - MARGIN, y + 50, f"stand {standing(after)}", 12, anchor="end", fill=svg.MUTED)
        )
        node.append(placed(MARGIN + 26, y, mini_row(after.rows[seat], side, paid=pays)))
        node.append(placed(hands, y + 4, mini_hand(after.hands[seat], small)))
        if number:
            node.append(words(MARGIN + 26, y - 6, ", ".join(done) or "nothing", 12.5))
        if not number:
            node.append(words(hands, y - 5, "in hand", 12, fill=svg.MUTED))
            node.append(words(MARGIN + 26, y - 5, "your row" + (": empty" if not after.rows[seat] else ""), 12,
                              fill=svg.MUTED))  # fmt: skip
    told = (
        f"{title + ': ' if title else ''}hand {cards_text(state.hands[seat])}, {_row_words(state.rows[seat])}; "
        + "; ".join(
            f"turn {number}: {', '.join(done) or 'nothing'}, {gain:+d}, {_row_words(after.rows[seat])}"
            for number, (after, done, gain, _) in enumerate(turns, 1)
        )
    )
    return drawn(Drawing(WIDTH, round(height), (("plan", node),), told))


# --- the graph of a hand -------------------------------------------------------------------------------


def graph_picture(graph: nx.DiGraph) -> Picture:
    """The graph of a small hand (``solvers.momiji.lesson.play_graph``): positions by the number of cards in hand.

    A line is a play and leads downwards; its number is what the play gains. Green: a best way.
    """
    import networkx as nx

    side = 30.0
    counts = sorted({len(data["hand"]) for _, data in graph.nodes(data=True)}, reverse=True)
    layers = [
        [node for node, data in graph.nodes(data=True) if len(data["hand"]) == count] for count in counts
    ]
    best = nx.dag_longest_path(graph, weight="gain", default_weight=0)
    on_way = set(pairwise(best))
    pitch, node_height = 176.0, side * RATIO + 60
    height = 2 * MARGIN + len(layers) * pitch - (pitch - node_height)
    spots: dict[tuple[str, str], tuple[float, float]] = {}
    for depth, layer in enumerate(layers):
        step = (WIDTH - 2 * MARGIN) / len(layer)
        for at, node in enumerate(layer):
            spots[node] = MARGIN + step * (at + 0.5), MARGIN + depth * pitch
    sheet = group(_sheet(WIDTH, height))
    labels = group()
    for one, other, data in sorted(graph.edges(data=True), key=lambda edge: (edge[0], edge[1]) in on_way):
        (a, b), (c, d) = spots[one], spots[other]
        b += node_height - 6
        colour = svg.GAIN if (one, other) in on_way else svg.MUTED
        bend = (b + d) / 2
        sheet.append(
            path(f"M{svg.number(a)} {svg.number(b)}C{svg.number(a)} {svg.number(bend)} {svg.number(c)} "
                 f"{svg.number(bend)} {svg.number(c)} {svg.number(d - 4)}", fill="none", stroke=colour,
                 stroke_width=3.5 if (one, other) in on_way else 1.3)
        )  # fmt: skip
        if data["gain"]:
            x, y = a + (c - a) * 0.72, b + (d - 4 - b) * 0.78
            labels.append(rect(x - 12, y - 9, 24, 16, 8, fill=svg.TABLE))
            labels.append(words(x, y + 4, f"+{data['gain']}", 12, anchor="middle", fill=colour, weight=700))
    sheet.append(labels)
    for node, (x, y) in spots.items():
        row, hand = graph.nodes[node]["row"], graph.nodes[node]["hand"]
        wide = max(row_width(row, side), len(hand) * 17.0, 46.0) + 14
        chosen = node in best
        sheet.append(
            rect(x - wide / 2, y - 6, wide, node_height, 9, fill=svg.PAPER,
                 stroke=svg.GAIN if chosen else svg.LINE, stroke_width=3 if chosen else 1.2)
        )  # fmt: skip
        sheet.append(placed(x - row_width(row, side) / 2, y, mini_row(row, side)))
        if not row:
            sheet.append(words(x, y + 26, "empty", 12, anchor="middle", fill=svg.MUTED))
        if hand:
            sheet.append(placed(x - len(hand) * 17.0 / 2, y + side * RATIO + 22, mini_hand(hand, 16)))
    told = (
        f"Graph of {counted(len(graph), 'position')} and {counted(graph.number_of_edges(), 'play')}; a best way: "
        + ", ".join(graph.edges[edge]["move"] + f" (+{graph.edges[edge]['gain']})" for edge in pairwise(best))
    )
    return drawn(Drawing(WIDTH, round(height), (("graph", sheet),), told))


# --- a search that grows ------------------------------------------------------------------------------

MOST_DRAWN = 120
"""Branches that are drawn one by one; more would be specks."""


def watch_orders(start: State | str, turns: int, most: Ceiling | None = None) -> Stepper:
    """Branch and bound for the best order of a small hand, step by step (``solvers.momiji.lesson.order_ticks``).

    Raises ValueError when there are too many branches to draw.
    """
    ticks = order_ticks(start, turns, most, MOST_DRAWN)
    sheet = _Tree(ticks, turns, bounded=most is not None)
    return Stepper(sheet.frame, len(ticks), GAME_NAME)


class _Tree:
    """The frames of a branch-and-bound search: every branch has its fixed place in the row of its turn."""

    SIDE, PITCH, LINE = 22.0, 79.0, 86.0

    def __init__(self, ticks: Sequence[Tick[Moment]], turns: int, *, bounded: bool) -> None:
        self.ticks, self.turns, self.bounded = ticks, turns, bounded
        self.branches: dict[int, Branch[Moment]] = {0: ticks[0].here}
        self.met = {0: 0}
        self.taken: dict[int, tuple[int, Kind]] = {}
        for at, tick in enumerate(ticks, 1):
            self.taken[tick.here.number] = at, tick.kind
            for branch in tick.fresh:
                self.branches[branch.number] = branch
                self.met[branch.number] = at
        self.layers = [
            [branch.number for branch in self.branches.values() if branch.depth == depth]
            for depth in range(turns + 1)
        ]
        self.layers = [layer for layer in self.layers if layer]
        self.order = self._in_order()
        self._places: dict[bool, tuple[dict[int, tuple[float, float]], list[float], int]] = {}

    def _in_order(self) -> list[list[int]]:
        """Every layer with the branches of one parent together, parents in their own order."""
        order = [self.layers[0]]
        for layer in self.layers[1:]:
            rank = {number: at for at, number in enumerate(order[-1])}
            order.append(sorted(layer, key=lambda number: (rank[self.branches[number].parent], number)))
        return order

    def _arranged(self, narrow: bool) -> tuple[dict[int, tuple[float, float]], list[float], int]:
        if narrow not in self._places:
            width = NARROW if narrow else WIDTH
            across = int((width - 2 * MARGIN) // self.PITCH)
            spots: dict[int, tuple[float, float]] = {}
            heads, y = [], float(MARGIN)
            for layer in self.order:
                heads.append(y + 4)
                y += 18
                for at, number in enumerate(layer):
                    spots[number] = MARGIN + at % across * self.PITCH, y + at // across * self.LINE
                y += -(-len(layer) // across) * self.LINE + 20
            self._places[narrow] = spots, heads, int(y)
        return self._places[narrow]

    def frame(self, at: int, narrow: bool) -> Frame:
        """The frame after `at` steps; 0 shows the start alone."""
        spots, heads, height = self._arranged(narrow)
        width = NARROW if narrow else WIDTH
        tick = self.ticks[at - 1] if at else None
        sheet = group(_sheet(width, height))
        for number in self.branches:
            parent = self.branches[number].parent
            if parent >= 0 and self.met[number] <= at:
                (a, b), (c, d) = spots[parent], spots[number]
                half = (self.PITCH - 7) / 2
                b += self.LINE - 10
                mid = (b + d) / 2
                sheet.append(
                    path(f"M{svg.number(a + half)} {svg.number(b)}C{svg.number(a + half)} {svg.number(mid)} "
                         f"{svg.number(c + half)} {svg.number(mid)} {svg.number(c + half)} {svg.number(d)}",
                         fill="none", stroke=svg.MUTED, stroke_width=1.1)
                )  # fmt: skip
        for depth, y in enumerate(heads):
            name = "start" if depth == 0 else f"after turn {depth}"
            sheet.append(rect(MARGIN - 4, y - 12, 92, 17, 4, fill=svg.TABLE))  # lines pass behind the words
            sheet.append(words(MARGIN, y, name, 13, fill=svg.MUTED, weight=700))
        parts = [("sheet", sheet)]
        parts += [
            (f"branch-{number}", self._branch(number, spots[number], at, tick))
            for number in self.branches
            if self.met[number] <= at
        ]
        told = f"Search for the best order of {counted(self.turns, 'turn')}: {counted(len(parts) - 1, 'position')} seen"
        return Frame(self._header(tick), Drawing(width, height, tuple(parts), told), self._words(tick))

    def _way(self, tick: Tick[Moment] | None) -> set[int]:
        """The numbers of the best branch so far and of those above it."""
        number = tick.best.number if tick is not None else 0
        way = {number}
        while number > 0:
            number = self.branches[number].parent
            way.add(number)
        return way

    def _branch(self, number: int, spot: tuple[float, float], at: int, tick: Tick[Moment] | None) -> Element:
        branch = self.branches[number]
        when, kind = self.taken.get(number, (0, Kind.OPENED))
        done = 0 < when <= at
        here = when == at and at > 0
        best = number in self._way(tick)
        row = branch.node.state.rows[branch.node.state.to_move]
        side = min(self.SIDE, (self.PITCH - 15) / max(1.0, len(row) * 1.34 - 0.34))
        wide, high = self.PITCH - 7, self.LINE - 10
        gone = done and kind is not Kind.OPENED
        node = placed(*spot)
        node.append(
            rect(0, 0, wide, high, 7, fill=svg.PAPER if not gone else svg.FIELD,
                 stroke=svg.GAIN if best and tick else svg.ACCENT if here else svg.LINE,
                 stroke_width=3 if here or (best and tick) else 1.2, stroke_dasharray=None if done else "3 3")
        )  # fmt: skip
        node.append(
            placed(
                (wide - row_width(row, side)) / 2,
                6,
                mini_row(row, side, sizes=False),
                opacity=0.45 if gone else None,
            )
        )
        if not row:
            node.append(words(wide / 2, 28, "empty", 11, anchor="middle", fill=svg.MUTED))
        promise = f" ≤ {branch.bound}" if self.bounded and branch.node.turns else ""
        node.append(words(wide / 2, 54, f"{branch.worth}{promise}", 13, anchor="middle", weight=700))
        notes = {Kind.OPENED: f"{when}.", Kind.CUT: f"{when}. cut", Kind.KNOWN: f"{when}. known"}
        node.append(
            words(wide / 2, 69, notes[kind] if done else "waits", 11, anchor="middle", fill=svg.MUTED)
        )
        return node

    def _header(self, tick: Tick[Moment] | None) -> Header:
        name = "Branch and bound" if self.bounded else "Every order, depth first"
        first = self.ticks[0].here
        counts = (tick.waiting, tick.opened, tick.cut, tick.known) if tick else (1, 0, 0, 0)
        best = tick.best.worth if tick else first.worth
        bound = tick.bound if tick else first.bound
        chips = (
            Chip("Frontier", f"{counts[0]} waiting"),
            Chip("Visited", str(counts[1])),
            Chip("Pruned", f"{counts[2]} cut, {counts[3]} known"),
            Chip("Best", str(best)),
            Chip("Bound", f"{bound} at most" if self.bounded or (tick and tick.done) else "none"),
        )
        return Header(name, f"The most points in {counted(self.turns, 'turn')}", chips)

    def _words(self, tick: Tick[Moment] | None) -> str:
        if tick is None:
            return "Only the start is known. Press Step."
        here = tick.here
        what = f"{here.move}: " if here.move else ""
        if tick.kind is Kind.CUT:
            begin = f"{what}at most {here.bound}, and {tick.best.worth} is found already: cut off."
        elif tick.kind is Kind.KNOWN:
            begin = f"{what}the same row and hand were reached before with as many acorns: left."
        elif tick.fresh:
            begin = f"{what}{here.worth} now; {counted(len(tick.fresh), 'play')} can follow."
        else:
            begin = f"{what}{here.worth}, and nothing follows."
        if tick.done:
            return f"{begin} Nothing waits: {tick.best.worth} is proved best."
        return begin


__all__ = ["graph_picture", "mini_hand", "mini_row", "plan_picture", "rows_picture", "watch_orders"]
