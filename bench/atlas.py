"""The atlas: built, written, read and asked, with memory; against one price at a time and a search a card."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bench.shifting_stones import random_board
from bench.tables import clock, milliseconds, show
from puzzles.shifting_stones import CARDS
from puzzles.shifting_stones.grid import read_board
from solvers.shifting_stones import all_distances, atlas
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import pattern
from solvers.shifting_stones.space import BOARDS, whole

PEAK = """
from pathlib import Path
def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
from solvers.shifting_stones import atlas
before = peak()
atlas(progress=False, fresh=True)
print(before, peak())
"""
"""Peak memory of a fresh process in KiB, as Linux keeps it."""


def seconds_of(work: object) -> float:
    started = clock()
    work()  # type: ignore[operator]
    return clock() - started


def main() -> None:
    """Print what the atlas costs, and the same answers by other means."""
    print("## Shifting Stones: the atlas")
    rng = random.Random(2026)
    questions = [(random_board(rng), rng.randint(1, 72)) for _ in range(2000)]
    whole()
    build = seconds_of(lambda: atlas(progress=False, fresh=True))
    found = atlas(progress=False, fresh=True)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "atlas.bin"
        write = seconds_of(lambda: all_distances._write(file, found))
        read = seconds_of(lambda: all_distances._read(file))
        size = file.stat().st_size
    ask = seconds_of(lambda: [found.distance(board, card) for board, card in questions]) / len(questions)
    packed = [(pack(read_board(board)), card) for board, card in questions]
    one = seconds_of(lambda: [pattern(card).distance(board) for board, card in packed]) / len(questions)
    for (board, card), (number, _) in zip(questions, packed, strict=True):
        if found.distance(board, card) != pattern(card).distance(number):
            raise AssertionError(f"{board}, card {card}: the methods disagree")
    total = seconds_of(found.total)

    def search(card: int) -> np.ndarray:  # type: ignore[type-arg]
        """Breadth-first over all boards for one card, nothing blanked."""
        away = np.zeros(whole().shape, dtype=np.uint8)
        reached = whole().matching(card)
        while not reached.all():
            away += ~reached
            reached = whole().spread(reached)
        return away

    cards = (3, 38, 57, 72)
    whole_seconds = sum(seconds_of(lambda card=card: search(card)) for card in cards) / len(cards)
    for card in cards:
        if (search(card) != found.distances(card)).any():
            raise AssertionError(f"card {card}: the methods disagree")
    memory = "not known on this system"
    if Path("/proc/self/status").exists():
        words = subprocess.run(
            [sys.executable, "-c", PEAK], capture_output=True, check=True, text=True
        ).stdout
        before, peak = (int(word) / 1024 for word in words.split())
        memory = f"{peak:.0f} MB, {before:.0f} MB of it for Python and NumPy"
    rows = [
        ("build, 72 cards at once", f"{build:.2f} s"),
        ("one card over all boards, nothing blanked, times 72", f"{whole_seconds * len(CARDS):.0f} s"),
        (
            "one price after the other, all boards and cards (from 2,000)",
            f"{one * BOARDS * len(CARDS) / 3600:.1f} h",
        ),
        ("write and checksum", f"{milliseconds(write)} ms"),
        ("read and check", f"{milliseconds(read)} ms"),
        ("one distance", f"{ask * 1e6:.0f} µs"),
        ("sum over 72 cards for all boards", f"{milliseconds(total)} ms"),
        ("file", f"{size / 1e6:.1f} MB"),
        ("peak memory of a process that builds it", memory),
    ]
    show("The atlas", ("what", "processor time or size"), rows)
    rows = [
        (
            row.points,
            row.cards,
            row.most,
            f"{row.mean:.3f}",
            *(f"{share:.4f}" for share in (*row.shares, 1, 1)[:6]),
        )
        for row in found.table()
    ]
    heads = ("points", "cards", "most", "mean", "0 moves", "<=1", "<=2", "<=3", "<=4", "<=5")
    show("Moves until a card matches, random board", heads, rows)


if __name__ == "__main__":
    main()
