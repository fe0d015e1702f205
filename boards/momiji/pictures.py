"""Small pictures of rows and hands for lessons: rows side by side, a plan turn by turn, a graph, a search that grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Drawing
from boards.core.picture import Picture, drawn
from boards.core.stepper import Stepper
from boards.core.svg import circle, group, path, placed, rect, words
from boards.core.tree import Telling, Tree
from boards.momiji.leaves import INK, NUT, face, paper
from puzzles.momiji.cards import LEFT, LETTER, RIGHT, VALUE
from puzzles.momiji.moves import Move, read_move
from puzzles.momiji.piles import Pile, Row, touching
from puzzles.momiji.problems import Harvest
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import pile_points
from puzzles.momiji.state import cards_text, row_text
from solvers.core.branching import Branch
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
    of_turns = counted(turns, "turn")
    telling: Telling[Moment] = Telling(
        question=f"the best order of {of_turns}",
        line=f"The most points in {of_turns}",
        names=("Branch and bound", "Every order, depth first"),
        layer=lambda depth: f"after turn {depth}",
        inside=_row_inside,
        promises=lambda branch: branch.node.turns > 0,
        choice="play",
        same="the same row and hand were reached before with as many acorns",
    )
    return Stepper(Tree(ticks, telling, bounded=most is not None).frame, len(ticks), GAME_NAME)


def _row_inside(branch: Branch[Moment], wide: float) -> Element:
    """The own row in the box of a branch."""
    row = branch.node.state.rows[branch.node.state.to_move]
    if not row:
        return words(wide / 2, 28, "empty", 11, anchor="middle", fill=svg.MUTED)
    side = min(22.0, (wide - 8) / max(1.0, len(row) * 1.34 - 0.34))
    return placed((wide - row_width(row, side)) / 2, 6, mini_row(row, side, sizes=False))


__all__ = ["graph_picture", "mini_hand", "mini_row", "plan_picture", "rows_picture", "watch_orders"]
