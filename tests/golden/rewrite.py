"""Write the golden files anew: ``python tests/golden/rewrite.py``. Read the diff before it is committed.

Recorded games keep their moves; with ``--moves`` they are chosen anew, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import recording
import walks

import puzzles


def main(choose: bool) -> None:
    puzzles.GAMES["toy"] = "toygame"
    puzzles.GAMES.update(walks.AWAITED)
    for game in recording.GAMES:
        path = recording.GOLDEN / game.file
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        moves = list(recording.chosen(game)) if choose or not old else recording.recorded_moves(old)
        write(path, recording.record(game, moves))
    for file, name, players, seed, options, depth in recording.PERFT:
        write(recording.GOLDEN / file, recording.perft_text(name, players, seed, options, depth))


def write(path: Path, text: str) -> None:
    same = path.exists() and path.read_text(encoding="utf-8") == text
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {'unchanged' if same else 'written'}")


if __name__ == "__main__":
    main(choose="--moves" in sys.argv[1:])
