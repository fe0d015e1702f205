"""The exercises of the lessons on Autumn of Moria. Every answer is computed when it is asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import networkx as nx

import puzzles
from boards.core.exercise import Exercise, Exercises, Verdict, function, number
from puzzles.moria.cards import CARD_SET
from puzzles.moria.moves import TURNS
from puzzles.moria.regions import is_walled, region
from puzzles.moria.rules import State, read_state
from solvers.moria.cuts import cut
from solvers.moria.facts import (
    door_counts,
    free_actions,
    gaps,
    gather_orders,
    kept_gems,
    turn_value,
    without_castle,
)
from solvers.moria.graph import cut_cells
from solvers.moria.lesson import ceiling, count_actions, route_looks, turn_ticks
from solvers.moria.ways import muster, route

TRIES = 200
"""Random cases on which a function is tried."""


def start_of(name: str) -> str:
    """The position text of a puzzle, by its name without the number. Raises KeyError."""
    for key in puzzles.keys("moria"):
        if key.partition("_")[2] == name:
            return puzzles.load(key).start
    raise KeyError(f"no puzzle of moria is called {name!r}")


def _read(name: str) -> State:
    return read_state(start_of(name))


# --- right answers ----------------------------------------------------------------------------------


def turned(walls: Sequence[int], turn: int) -> list[int]:
    """Walls n e s w as printed -> walls of the board's edges n e s w after so many quarter turns clockwise."""
    return [walls[(edge - turn) % 4] for edge in range(4)]


def _bits(walls: Sequence[int]) -> int:
    return sum(wall << edge for edge, wall in enumerate(walls))


def joined(walls: Sequence[int], other: Sequence[int], edge: int) -> bool:
    """Whether a dwarf can step over the edge (0 n, 1 e, 2 s, 3 w) to the neighbour there, whose walls are `other`."""
    return not is_walled(_bits(walls), _bits(other), edge, False)


def reached(links: Mapping[str, Sequence[str]], start: str) -> int:
    """How many cells hang together with `start`, itself included."""
    graph = nx.Graph()
    graph.add_nodes_from(links)
    graph.add_edges_from((cell, other) for cell, others in links.items() for other in others)
    return len(nx.node_connected_component(graph, start))


def cheapest(away: Sequence[int], supply: int, wanted: int) -> int | None:
    """Actions until so many dwarves stand on a card, from the distances of those on the map; None: impossible."""
    costs = sorted([*away, *[1] * supply])
    return sum(costs[:wanted]) if len(costs) >= wanted else None


def random_walls(count: int = TRIES, seed: int = 1) -> list[list[int]]:
    """Walls of laid cards; the same for the same seed."""
    rng = random.Random(seed)
    return [turned(rng.choice(CARD_SET.land).walls, rng.randrange(4)) for _ in range(count)]


def random_links(count: int = TRIES // 4, seed: int = 1) -> list[dict[str, list[str]]]:
    """Small maps as cell -> connected cells."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        cells = [f"{x},{y}" for y in range(3) for x in range(rng.randint(2, 4))]
        links: dict[str, list[str]] = {cell: [] for cell in cells}
        for cell in cells:
            x, y = map(int, cell.split(","))
            for other in (f"{x + 1},{y}", f"{x},{y + 1}"):
                if other in links and rng.random() < 0.6:
                    links[cell].append(other)
                    links[other].append(cell)
        found.append(links)
    return found


def random_turns(count: int = 40, seed: int = 1) -> list[State]:
    """Small turns without land cards in hand: four mines, some dwarves on them, one to three actions left."""
    rng = random.Random(seed)
    mines = [land for land in CARD_SET.land if land.group == "mine"]
    found = []
    for _ in range(count):
        lines = ["game: moria", "seats: blue | red", f"turn: blue act {rng.randrange(3)}"]
        for x, land in enumerate(mines):
            own = rng.randrange(land.need + 1) if rng.random() < 0.6 else 0
            lines.append(f"{x},0: {land.kind}:red {rng.choice(TURNS)}" + (f" blue*{own}" if own else ""))
        found.append(read_state("\n".join([*lines, "land: - | -"])))
    return found


def honest(answer: Any) -> Verdict:
    """A judge of bounds: none may say less than the best turn brings, and a lower one is better."""
    if not callable(answer):
        return Verdict(False, "a function was expected: from a position to points.")
    said = exact = 0
    for start in random_turns():
        best, most = turn_value(start), answer(start)
        if most is None:
            return Verdict(None, "it gave back nothing. A function gives its result with return.")
        if most < best:
            cells = ", ".join(line for line in str(start).splitlines() if line[0].isdigit())
            return Verdict(
                False,
                f"for {cells} with {start.used} actions used it says {most}, but {best} can be had: "
                "the best turn would be cut off.",
            )
        said, exact = said + most, exact + best
    return Verdict(
        True,
        f"never too little on {len(random_turns())} turns; {said / max(1, exact):.1f} times the best on average.",
    )


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _looked_at() -> int:
    looks = route_looks(start_of("no_room"), "0,1", "2,1")
    return looks[-1].visited


def _muster_cases() -> list[tuple[Any, ...]]:
    rng = random.Random(3)
    cases = []
    for _ in range(TRIES):
        out = rng.randrange(8)
        cases.append(
            ([rng.randint(0, 4) for _ in range(out)], 7 - out if rng.random() < 0.8 else 0, rng.randint(1, 5))
        )
    return cases


def _orders() -> dict[tuple[str, ...], int]:
    return gather_orders(start_of("reveal_between"))


EXERCISES = Exercises(
    {
        "cards": Exercise(
            "How many land cards do four players have together?",
            "Nine kinds, one of each in every colour.",
            number(
                lambda: CARD_SET.counts.land_per_colour * CARD_SET.counts.seats_max,
                "Nine of each of four colours.",
                {9: "that is one colour."},
            ),
        ),
        "turns": Exercise(
            "One cell is free. In how many different ways can a card of your full hand of nine be laid on it?",
            "A card with walls in the north and the south is the same when it is turned half round. Two kinds have such "
            "walls: the emerald mine and the tavern.",
            number(
                lambda: sum(map(len, CARD_SET.turns)),
                "Seven kinds in four turns and two kinds in two. With `done` these are the 33 moves of an empty map.",
                {
                    36: "two kinds look the same after half a turn.",
                    9: "that counts the cards. A card can be turned.",
                },
            ),
        ),
        "turned": Exercise(
            "Write turned(walls, turn): printed walls [n, e, s, w] (1 a wall, 0 open) and a number of quarter turns "
            "clockwise in; the walls of the board's edges n, e, s, w out.",
            "Turned once, the printed north edge points east. So the edge d shows the printed edge d - turn: "
            "[walls[(d - turn) % 4] for d in range(4)].",
            function(
                turned,
                lambda: [(walls, turn) for walls in random_walls(TRIES // 4) for turn in range(4)],
                "Four quarter turns bring every card back.",
                alike=lambda given, right: list(given) == right,
            ),
        ),
        "joined": Exercise(
            "Write joined(walls, other, edge): can a dwarf step over the edge (0 north, 1 east, 2 south, 3 west) to the "
            "neighbour there, whose walls are `other`?",
            "A wall on either side is enough to stop him. My east is the neighbour's west: (edge + 2) % 4.",
            function(
                joined,
                lambda: [
                    (one, other, edge)
                    for one, other in zip(random_walls(), random_walls(seed=2), strict=True)
                    for edge in range(4)
                ],
                "Two cards, one edge, a wall on neither side.",
                alike=lambda given, right: bool(given) == right,
            ),
        ),
        "reached": Exercise(
            "Write reached(links, start): how many cells hang together with start, itself included? links[cell] is the "
            "list of cells that are connected with it.",
            "Keep a list of cells to look at and a set of cells seen: take a cell, and add those of its links that were "
            "not seen yet to both.",
            function(
                reached,
                lambda: [(links, "0,0") for links in random_links()],
                "That is a region: whatever can be reached over open joints.",
            ),
        ),
        "region": Exercise(
            "Look at the map of the guarded bridge. How many cards has the region of the castle?",
            "Start at the castle, and go over every edge that has a wall on neither side.",
            number(
                lambda: len(region(_read("guarded_bridge"), _read("guarded_bridge").cells[0].cell)),
                "Two cards of the map are shut off by walls.",
                {7: "that counts all cards of the map."},
            ),
        ),
        "joints": Exercise(
            "A joint is a card without which the realm falls apart. How many joints has the realm of the long picture, "
            "the castle left out?",
            "Cover a card with your finger: does anything behind it lose its way to the castle?",
            number(
                lambda: len(cut_cells(_read("leave_the_dragon"), 0)),
                "They have a double ring. The numbers say how many points hang on each.",
            ),
        ),
        "route": Exercise(
            "How many moves does the dwarf on 0,1 need to reach 2,1?",
            "The tavern in the middle is full. Is there a way round it in the north, or in the south?",
            number(
                lambda: _number(route(start_of("no_room"), "0,1", "2,1").value),
                "Round the north.",
                {2: "the straight way leads over a card without a free slot."},
            ),
        ),
        "looked_at": Exercise(
            "How many cards did the search take up until the way was proved?",
            "The last frame says it: Visited.",
            number(
                _looked_at,
                "It takes them up in the order of their distance, and so it never has to come back.",
            ),
        ),
        "cheapest": Exercise(
            "Write cheapest(away, supply, wanted): the distances of the dwarves on the map, the number in the supply and "
            "how many are wanted in; the fewest actions out, or -1 where there are not enough dwarves.",
            "A dwarf from the supply costs 1. Put all costs in a list, sort it, and add up the first ones.",
            function(
                lambda away, supply, wanted: (
                    -1 if (least := cheapest(away, supply, wanted)) is None else least
                ),
                _muster_cases,
                "Dwarves of one colour are alike, so the nearest ones are always a best choice.",
            ),
        ),
        "muster": Exercise(
            "Seven dwarves are on the map, none is in the supply. How many actions bring four of them to the ruby mine?",
            "Write its distance beside every dwarf. Some of them cannot come at all.",
            number(
                lambda: _number(muster(start_of("supply_empty"), "0,0", 4).value),
                "1 + 1 + 2 + 2.",
                {4: "two of the dwarves have to walk two cards."},
            ),
        ),
        "orders": Exercise(
            "Three actions in the small turn. How many orders of actions are there?",
            "Three cards, and no dwarf walks: in each action one of three is chosen. But slots are limited.",
            number(
                lambda: count_actions(start_of("half_the_work"), 3)[3][0],
                "Not 27: the emerald mine has two free slots only, and so no third dwarf.",
                {27: "that would be so if every card had room for three more dwarves."},
            ),
        ),
        "opened": Exercise(
            "How many positions did the search with the bound open?",
            "The last frame says it: Visited.",
            number(
                lambda: turn_ticks(start_of("half_the_work"), ceiling)[-1].opened,
                "The others promise no more than has been found, and are cut off.",
            ),
        ),
        "bound": Exercise(
            "Write most(state): points that no turn can exceed. The positions have four mines and no land cards in hand. "
            "Never too little.",
            "All four mines at once give 3 + 2 + 2 + 2 = 9 points (a ruby 3, an emerald 2, a diamond 2, two gold 2). Can you "
            "say less when few actions are left? state.used of three are used.",
            honest,
        ),
        "castle": Exercise(
            "How many points is the castle in hand worth in this turn?",
            "The best turn with it, less the best turn without it.",
            number(
                lambda: (
                    without_castle(start_of("castle_pays"))[0] - without_castle(start_of("castle_pays"))[1]
                ),
                "Three of the castle and one of the ruby mine in its realm; and the ruby is not given up, for the castle "
                "pays for its own action.",
                {3: "the mine next to it belongs to the realm, too."},
            ),
        ),
        "free": Exercise(
            "Write free(turns, castle): how many actions for other things there are in so many turns when the castle is "
            "played in turn number castle (1 is the first).",
            "Three in each turn, one more in each turn from the castle on, and one goes for the castle itself.",
            function(
                free_actions,
                lambda: [(turns, castle) for turns in range(1, 13) for castle in range(1, turns + 1)],
                "Each turn of waiting costs one action.",
            ),
        ),
        "burned": Exercise(
            "You hold all nine land cards and gain an emerald and two gold. How many gems are burned at the end of the turn?",
            "Nine cards are the limit, and land cards cannot be burned.",
            number(lambda: kept_gems(9)[1], "Not one of them has room."),
        ),
        "order": Exercise(
            "How many points are lost when the store is resolved before the mine?",
            "The difference of the two bars.",
            number(
                lambda: max(_orders().values()) - min(_orders().values()),
                "Without the gold there are never four kinds of gems, but the rest of the turn is worth something.",
                {10: "in the other order something else can be bought: compare whole turns."},
            ),
        ),
        "gap": Exercise(
            "A slain dragon brings 4 points. How many does its gap cost in this realm?",
            "Which cards can no longer be reached from the castle when the dragon's cell is empty?",
            number(
                lambda: gaps(_read("leave_the_dragon"))["1,0"],
                "Everything but the castle hangs on it.",
                {0: "the dragon itself has no points, but there are cards behind it."},
            ),
        ),
        "doors": Exercise(
            "Four cards in a square: what is the least number of doors that can be left?",
            "Three of them have two walls side by side and can close a corner. The castle has only one wall.",
            number(
                lambda: min(door_counts()),
                "One edge of the castle stays open. Whoever closes it with a fifth card has no door at all.",
                {0: "the castle stands at a corner, too, and it has only one wall."},
            ),
        ),
        "cut": Exercise(
            "How many points can red take from the realm of blue with one card?",
            "The wall of the new card decides. Everything behind it is lost.",
            number(
                lambda: _number(cut(start_of("turned_against"), "blue").value), "The card, and two behind it."
            ),
        ),
    }
)

check, hint = EXERCISES.check, EXERCISES.hint

__all__ = [
    "EXERCISES",
    "cheapest",
    "check",
    "hint",
    "joined",
    "random_links",
    "random_turns",
    "random_walls",
    "reached",
    "start_of",
    "turned",
]
