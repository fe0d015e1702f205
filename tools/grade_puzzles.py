"""Measure how hard the puzzles are, and compare with what their files say: ``python tools/grade_puzzles.py [--write]``.

With --write the tables [evidence] and the levels are written anew. Ends with 1 when a file said something else.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import puzzles


def graded() -> list[str]:
    """The games whose solvers have a module ``grade``."""
    return [game for game in puzzles.GAMES if find_spec(f"solvers.{game}.grade") is not None]


def written(text: str, found: dict[str, int], level: int) -> str:
    """The puzzle file's text with these figures and this level."""
    table = "[evidence]\n" + "".join(f"{name} = {number}\n" for name, number in found.items())
    text = re.sub(r"\n*\[evidence\]\n.*\Z", "", text, flags=re.DOTALL).rstrip("\n") + "\n\n" + table
    return re.sub(r"(?m)^level = \d+$", f"level = {level}", text, count=1)


def main(arguments: list[str]) -> int:
    changed = 0
    for game in graded():
        grade = import_module(f"solvers.{game}.grade")
        print(f"{game}\n{'puzzle':34} level  figures")
        for key in puzzles.keys(game):
            puzzle = puzzles.load(key)
            found = grade.evidence(puzzle)
            level = grade.level(found)
            path = Path(puzzles.game(game).folder) / "positions" / f"{key.partition('/')[2]}.toml"
            before = path.read_text(encoding="utf-8")
            after = written(before, found, level)
            note = ""
            if after != before:
                changed = 1
                note = "  <- the file says something else"
                if "--write" in arguments:
                    path.write_text(after, encoding="utf-8")
                    note = "  <- written"
            figures = ", ".join(f"{name} {number}" for name, number in found.items())
            print(f"{path.stem:34} {level}      {figures}{note}")
    return changed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
