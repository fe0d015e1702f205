"""solo_plan by cards left: ours against every position of the rules, and how far it goes."""

from __future__ import annotations

import random
from collections import Counter

from bench.shifting_stones import SEED, random_board
from bench.tables import clock, interleaved, middle, milliseconds, show
from puzzles.shifting_stones import GAME, State, new
from solvers.core.solution import Limits, Status
from solvers.shifting_stones import solo_plain, solo_plan


def cases(size: int, count: int, cards: range = range(1, 73)) -> list[State]:
    rng = random.Random(f"{SEED}/solo/{size}")
    found = []
    for _ in range(count):
        hand = " ".join(map(str, sorted(rng.sample(cards, size))))
        found.append(GAME.read_state(f"players: 1\nseed: 1\nboard: {random_board(rng)}\nhands: {hand}"))
    return found


def main() -> None:
    """Print all tables."""
    print("## Shifting Stones: solo with everything known")
    for state in cases(3, 2):  # makes the tables of distances outside the clock
        solo_plan(state)
    rows = []
    for size, count in ((1, 40), (2, 40), (3, 20), (4, 5)):
        seconds, turns, none, nodes = [], Counter[int](), 0, []
        open_answers = 0
        for state in cases(size, count):
            started = clock()
            solution = solo_plan(state)
            seconds.append(clock() - started)
            nodes.append(solution.nodes)
            if solution.status is Status.INFEASIBLE:
                none += 1
            elif solution.status is Status.OPTIMAL:
                assert isinstance(solution.value, tuple)
                turns[solution.value[0]] += 1
            else:
                open_answers += 1
        spread = ", ".join(f"{number} in {t}" for t, number in sorted(turns.items()))
        rows.append(
            (
                size,
                count,
                spread,
                none,
                open_answers,
                sorted(nodes)[count // 2],
                milliseconds(middle(seconds)),
                milliseconds(max(seconds)),
            )
        )
    heads = (
        "cards left",
        "positions",
        "solved in turns",
        "none",
        "not finished",
        "median boards",
        "median ms",
        "worst ms",
    )
    show("solo_plan on random boards, all cards in hand", heads, rows)

    easy = [
        state for state in cases(2, 60, range(1, 40)) if solo_plan(state).value in {(2, 0), (2, 1), (1, 0)}
    ][:10]
    times = interleaved(
        easy,
        {"ours": lambda s: solo_plan(s).value, "every position": lambda s: solo_plain.solo_plan(s).value},
    )
    fast = middle(times["ours"])
    rows = [
        (
            name,
            len(values),
            milliseconds(middle(values)),
            milliseconds(max(values)),
            f"{middle(values) / fast:.0f}",
        )
        for name, values in times.items()
    ]
    show(
        "solo_plan, two cards, at most two turns",
        ("method", "positions", "median ms", "worst ms", "times ours"),
        rows,
    )

    rows = []
    for seed in range(1, 5):
        solution = solo_plan(new(1, seed), Limits(20))
        value = "none found" if solution.value is None else "{}, {}".format(*solution.value)  # type: ignore[misc]
        rows.append((seed, value, "{}, {}".format(*solution.bound)))  # type: ignore[misc]
    show("A whole game of 16 cards, 20 seconds", ("seed", "turns, strikes of the plan", "bound"), rows)


if __name__ == "__main__":
    main()
