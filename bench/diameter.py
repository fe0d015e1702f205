"""How far apart two boards can be: one board of each of 10,216 orbits against all 2,580,480 boards. Minutes."""

from __future__ import annotations

import os
import time

from bench.tables import show
from solvers.shifting_stones.far import farthest, histogram_from


def main() -> None:
    """Print the table of farthest distances, the mean over all pairs, and the boards around one board."""
    print("## Shifting Stones: distances between boards")
    started, used = time.perf_counter(), time.process_time()
    found = farthest(workers=min(2, os.cpu_count() or 1))
    seconds, used = time.perf_counter() - started, time.process_time() - used
    rows = [(moves, boards) for moves, boards in found.boards.items()]
    show("Boards by the distance of their farthest board", ("moves", "boards"), rows)
    print(
        f"\nLongest distance {found.diameter} moves, e.g. from {found.example[0]} to {found.example[1]}; "
        f"mean over all ordered pairs {found.mean:.3f}. {found.orbits} boards stood for all; "
        f"{seconds:.0f} s, {used:.0f} s of processor time."
    )
    print("\nBoards 0, 1, 2 ... moves from SFF/HHH/EEE: " + " ".join(map(str, histogram_from("SFF/HHH/EEE"))))


if __name__ == "__main__":
    main()
