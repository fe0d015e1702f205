"""Shifting Stones: distance, best turn and pareto against plain layers, networkx and CP-SAT; playouts a second.

Positions are random (tiles, faces and hands drawn by a fixed seed), the same for all methods. Times
are processor time of one thread. The tables of all cards are in memory, as in a game that goes on;
cold: nothing is, as in the first call of a process.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bench.playouts import playouts
from bench.tables import clock, interleaved, middle, milliseconds, show
from puzzles.shifting_stones import GAME, State
from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.grid import board_text
from solvers.shifting_stones import best_turn, distance, graph, layered, model, packed, pareto, search, tables

HANDS = (4, 5, 6)
SEED = 2026


def random_board(rng: random.Random) -> str:
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return board_text("".join(tiles))


def positions(size: int, count: int) -> list[State]:
    """Solo positions of one turn with a hand of `size` cards."""
    rng = random.Random(f"{SEED}/{size}")
    found = []
    for _ in range(count):
        board, hand = random_board(rng), sorted(rng.sample(range(1, 73), size))
        found.append(GAME.read_state(f"players: 1\nboard: {board}\nhands: {' '.join(map(str, hand))}"))
    return found


def forget() -> None:
    """Drop what earlier calls left in memory, so that every call is the first one of a fresh process."""
    search.pattern.cache_clear()
    tables.token_swaps.cache_clear()
    tables.token_prices.cache_clear()


def turns(
    title: str,
    ours: Callable[[Any], Any],
    plain: Callable[[Any], Any],
    cp_sat: Callable[[Any], Any],
    few: int,
) -> None:
    """One table: a problem by hand size and method, with ratios and the growth from hand to hand."""
    rows = []
    before: dict[str, float] = {}
    for size in HANDS:
        cases = positions(size, 60)

        def cold(state: State) -> Any:
            forget()
            return ours(state)

        for card in range(1, 73):
            search.pattern(card).distance(packed.pack("SFFHHHEEE"))
        cp_sat(positions(2, 1)[0])  # loads OR-Tools outside the clock
        methods = {"ours": ours, "layers": plain, "CP-SAT": cp_sat}
        seconds = interleaved(cases, methods, {"CP-SAT": few if size > 4 else 2 * few})
        seconds |= interleaved(cases, {"ours, cold": cold})
        fast = middle(seconds["ours"])
        for name, values in seconds.items():
            median = middle(values)
            growth = f"x{median / before[name]:.1f}" if name in before else ""
            before[name] = median
            ratio = f"{median / fast:.0f}" if median / fast >= 10 else f"{median / fast:.1f}"
            rows.append(
                (size, name, len(values), milliseconds(median), milliseconds(max(values)), ratio, growth)
            )
    heads = ("hand", "method", "positions", "median ms", "worst ms", "times ours", "growth a card")
    show(title, heads, rows)


def plan_of(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda state: function(state).texts


def plans_of(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda state: [(solution.value, solution.texts) for solution in function(state)]


def distances() -> None:
    """Cards and boards: our exact prices against layers of boards and networkx."""
    rng = random.Random(SEED)
    cards = [(random_board(rng), rng.randint(1, 72)) for _ in range(60)]
    boards = [(random_board(rng), random_board(rng)) for _ in range(40)]
    rows = []
    for what, cases, few in (("to a card", cards, 30), ("to a board", boards, 4)):

        def value(function: Callable[..., Any]) -> Callable[[Any], Any]:
            return lambda case: function(*case).value

        distance(*cases[0])
        methods = {
            "ours": value(distance),
            "layers": value(layered.distance),
            "networkx": value(graph.distance),
        }
        seconds = interleaved(cases, methods, {"layers": few, "networkx": few})
        fast = middle(seconds["ours"])
        rows += [
            (
                what,
                name,
                len(values),
                milliseconds(middle(values)),
                milliseconds(max(values)),
                f"{middle(values) / fast:.0f}",
            )
            for name, values in seconds.items()
        ]
    show("distance", ("target", "method", "positions", "median ms", "worst ms", "times ours"), rows)
    tables.permutation_swaps.cache_clear()
    started = clock()
    tables.permutation_swaps()
    read = clock() - started
    started = clock()
    tables.build_permutation_swaps()
    built = clock() - started
    print(
        f"\nThe table of permutations (362,880 bytes) takes {milliseconds(built)} ms to build, once a machine, "
        f"and {milliseconds(read)} ms to read."
    )


def large_hands() -> None:
    """How our search grows beyond the hands of ordinary play."""
    rows = []
    before = 0.0
    for size, count in ((7, 40), (8, 40), (9, 20), (10, 10), (11, 6), (12, 6)):
        seconds, nodes = [], []
        for state in positions(size, count):
            started = clock()
            solution = best_turn(state)
            seconds.append(clock() - started)
            nodes.append(solution.nodes)
        median = middle(seconds)
        growth = f"x{median / before:.1f}" if before else ""
        before = median
        rows.append(
            (size, count, milliseconds(median), milliseconds(max(seconds)), sorted(nodes)[count // 2], growth)
        )
    show(
        "best_turn, large hands",
        ("hand", "positions", "median ms", "worst ms", "median nodes", "growth a card"),
        rows,
    )


def main() -> None:
    """Print all tables."""
    print("## Shifting Stones")
    distances()
    turns("best_turn", plan_of(best_turn), plan_of(layered.best_turn), plan_of(model.best_turn), 6)
    turns("pareto", plans_of(pareto), plans_of(layered.pareto), plans_of(model.pareto), 3)
    large_hands()
    playouts(GAME, (1, 2, 5))


if __name__ == "__main__":
    main()
