"""The plain method: every move that the rules allow, each position once. The peer in tests and benches.

It knows the rules and remembers positions; it has no bound and leaves nothing out.
"""

from __future__ import annotations

from puzzles.moria.moves import Move
from puzzles.moria.problems import BestTurn, Campaign
from puzzles.moria.rules import State
from solvers.core.search import Watch
from solvers.core.solution import Limits

LONGEST = 1 << 12
"""More moves than a turn can have; a point weighs as much, so that one number holds points and moves."""


class Plain:
    """All ways to finish the present turn. ``watch.nodes`` counts the positions."""

    def __init__(self, problem: BestTurn, watch: Watch | None = None) -> None:
        self.problem = problem
        self.watch = watch or Watch(Limits())
        self._known: dict[State, int] = {}

    def best(self, state: State) -> int:
        """Points at the end x LONGEST, less the moves until then: most points first, then fewest moves."""
        found = self._known.get(state)
        if found is None:
            self.watch.count()
            seat = state.to_move
            found = max(
                LONGEST * self.problem.worth(state, seat) - 1
                if move.verb == "end"
                else self.best(self.problem.after(state, move)) - 1
                for move in self.problem.moves(state)
            )
            self._known[state] = found
        return found

    def plan(self, state: State) -> list[Move]:
        """The first best plan in the order of moves."""
        state = self.problem.seen(state)
        plan: list[Move] = []
        while not plan or plan[-1].verb != "end":
            best, seat = self.best(state), state.to_move
            for move in self.problem.moves(state):
                if move.verb == "end":
                    after, worth = state, LONGEST * self.problem.worth(state, seat)
                else:
                    after = self.problem.after(state, move)
                    worth = self.best(after)
                if worth - 1 == best:
                    plan.append(move)
                    state = after
                    break
        return plan


def value(state: State, objective: str = "own", watch: Watch | None = None) -> tuple[int, list[Move]]:
    """Value and plan of ``best_turn`` by trying everything."""
    problem = BestTurn(objective)
    problem.check_start(state)
    plain = Plain(problem, watch)
    plan = plain.plan(state)
    return problem.measure(state, plan), plan


def turns(state: State, goal: str, most: int, watch: Watch | None = None) -> int | None:
    """The value of ``campaign`` by layers of turns, each position once; None where `most` turns are not enough."""
    problem = Campaign(goal)
    problem.check_start(state)
    watch = watch or Watch(Limits())
    starts = [problem.seen(state)]
    seen: set[State] = set()
    for number in range(1, most + 1):
        front = starts
        ends: list[State] = []
        while front:
            reached: list[State] = []
            for one in front:
                watch.count()
                for move in problem.moves(one):
                    after = problem.after(one, move)
                    if goal not in after.open_goals:
                        return number
                    if after not in seen:
                        seen.add(after)
                        (ends if move.verb == "end" else reached).append(after)
            front = reached
        starts = ends
    return None
