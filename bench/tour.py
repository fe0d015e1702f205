"""Tours by number of cards: ours against plain layers and CP-SAT, and the hardest of the specification."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bench.shifting_stones import SEED, random_board
from bench.tables import clock, interleaved, middle, milliseconds, show
from solvers.core.solution import Status
from solvers.shifting_stones import tour, tour_layers, tour_model, tours

Case = tuple[str, tuple[int, ...]]


def cases(size: int, count: int) -> list[Case]:
    rng = random.Random(f"{SEED}/tour/{size}")
    return [(random_board(rng), tuple(sorted(rng.sample(range(1, 73), size)))) for _ in range(count)]


def plan_of(function: Callable[..., Any]) -> Callable[[Case], Any]:
    return lambda case: function(*case).texts


def main() -> None:
    """Print all tables."""
    print("## Shifting Stones: tours")
    tour("SFF/HHH/EEE", (11, 38))
    tour_model.tour("SFF/HHH/EEE", (38,))  # loads OR-Tools outside the clock
    tour(*cases(4, 1)[0])
    rows = []
    for size in (1, 2, 3, 4):
        seconds, moves, wide = [], [], 0
        for board, cards in cases(size, 40):
            started = clock()
            solution = tour(board, cards)
            seconds.append(clock() - started)
            assert solution.status is Status.OPTIMAL
            moves.append(solution.value)
            wide += solution.method == tours.METHOD_ALL
        longest = max(moves)
        rows.append(
            (
                size,
                40,
                f"{sum(moves) / 40:.1f}",
                longest,
                wide,
                milliseconds(middle(seconds)),
                milliseconds(max(seconds)),
            )
        )
    heads = ("cards", "tours", "mean moves", "most moves", "over all boards", "median ms", "worst ms")
    show("tour on random boards with random cards", heads, rows)

    rows = []
    near = [case for size in (1, 2, 3) for case in cases(size, 60) if tour(*case).value <= 4]
    methods = {"ours": plan_of(tour), "layers": plan_of(tour_layers.tour), "CP-SAT": plan_of(tour_model.tour)}
    times = interleaved(near, methods, {"CP-SAT": 20})
    fast = middle(times["ours"])
    for name, values in times.items():
        rows.append(
            (
                name,
                len(values),
                milliseconds(middle(values)),
                milliseconds(max(values)),
                f"{middle(values) / fast:.1f}",
            )
        )
    show("tour, at most 4 moves", ("method", "tours", "median ms", "worst ms", "times ours"), rows)

    rows = []
    hard: list[Case] = [
        ("SFF/HHH/EEE", (69, 70)),
        ("SFF/HHH/EEE", (57, 60, 72)),
        ("SFF/HHH/EEE", (27, 47, 63, 68)),
        *((random_board(random.Random(f"{SEED}/hard/{i}")), (68, 69, 70, 71)) for i in range(3)),
    ]
    for board, cards in hard:
        started = clock()
        solution = tour(board, cards)
        rows.append(
            (board, " ".join(map(str, cards)), solution.value, f"{clock() - started:.2f}", solution.method)
        )
    show("tour, hard ones", ("board", "cards", "moves", "seconds", "method"), rows)


if __name__ == "__main__":
    main()
