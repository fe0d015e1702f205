"""`solo_plan` by the plain method: every position of the rules, turn after turn. The peer in tests and benches.

It knows nothing but ``State.moves`` and ``State.play``, no distances and no order of a turn; positions that
differ only in the order of the pile are one, for a reshuffle does not depend on it (SS-27). Two cards
and three turns are some ten thousand positions.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.shifting_stones.problems import SoloPlan
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import Move
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones.solo_search import read_solo


def solo_plan(
    state: State | str, limits: Limits | None = None, report: Report | None = None, *, turns: int = 20
) -> Solution:
    """`solo_plan` by trying everything, for at most `turns` turns; UNKNOWN when that is not enough.

    INFEASIBLE only when every play has ended by then.
    """
    start = read_solo(state)
    start = replace(start, discard=tuple(sorted(start.discard)))
    watch = Watch(limits or Limits(), report)
    came: dict[State, tuple[State, Move] | None] = {start: None}
    level = [start]
    number = 1

    def solution(status: Status, value: tuple[int, int] | None, end: State | None) -> Solution:
        plan: list[Move] = []
        while end is not None and (step := came[end]) is not None:
            end, move = step
            plan.insert(0, move)
        solved = status is Status.OPTIMAL
        return verify(
            Solution(
                problem=SoloPlan(),
                start=str(start),
                status=status,
                value=value,
                bound=value if solved else None if status is Status.INFEASIBLE else (number, 0),
                proof=f"All {len(came)} positions of {number} turns were looked at."
                if status is not Status.UNKNOWN
                else "",
                steps=tuple(Step(move, 0, "") for move in plan),
                seconds=watch.seconds,
                nodes=watch.nodes,
                method="every position of the rules, turn after turn",
            )
        )

    try:
        watch.look()
        while level and number <= turns:
            solved: list[State] = []
            after: list[State] = []
            waiting = list(level)
            while waiting:
                here = waiting.pop()
                watch.count()
                for move in here.moves():
                    there = here.play(move)
                    there = replace(there, discard=tuple(sorted(there.discard)))
                    if there in came:
                        continue
                    came[there] = (here, move)
                    over = there.outcome()
                    if over is not None:
                        if over.reason == "solved":
                            solved.append(there)
                    elif move.verb in ("end", "skip"):
                        after.append(there)
                    else:
                        waiting.append(there)
            if solved:
                best = min(solved, key=lambda state: state.strikes)
                return solution(Status.OPTIMAL, (number, best.strikes - start.strikes), best)
            level = after
            number += 1
            watch.news(None, (number, 0))
    except (OutOfTime, Stop):
        return solution(Status.UNKNOWN, None, None)
    return solution(Status.UNKNOWN if level else Status.INFEASIBLE, None, None)
