"""The plain methods: every move by the rules, nothing remembered and nothing left out. The peers in tests and benches."""

from __future__ import annotations

from puzzles.kingdoms.moves import END
from puzzles.kingdoms.problems import Plan
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.scoring import score
from solvers.core.search import Watch
from solvers.core.solution import Limits


def plan_value(state: State, turns: int, watch: Watch | None = None) -> int:
    """The value of ``plan`` by every line of moves, without a table. ``watch.nodes`` counts positions."""
    problem, seat = Plan(turns), state.to_move
    problem.check_start(state)
    watch = watch or Watch(Limits())

    def best(now: State, left: int) -> int:
        """Most points from here on; `left` turns are not begun or going on."""
        watch.count()
        if left == 0 or (now.step == "play" and now.deck == ()):
            return 0
        found = []
        for move in problem.moves(now):
            after = problem.play(now, move)
            gain = score(after, seat) - score(now, seat)
            ends = move == END or (
                left == 1 and now.step == "play"
            )  # the draw after the last laying is left out
            found.append(gain + best(after, left - ends))
        return max(found)

    return best(state, turns)
