"""CP-SAT with the house's manners: status before values, one worker, a fixed seed, news and Stop.

OR-Tools is loaded when a model is built or run, never by ``import solvers``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzles.core.problem import Value
from solvers.core.solution import Limits, Progress, Report, Status, Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def new_model() -> cp_model.CpModel:
    """An empty model; loads OR-Tools on the first call (about 0.4 s)."""
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of CP-SAT found.

    objective, bound  whole numbers; None without a solution, or without an objective
    """

    status: Status
    objective: int | None
    bound: int | None
    seconds: float
    branches: int
    _solver: Any = field(default=None, repr=False)

    @property
    def solved(self) -> bool:
        """Whether there are values."""
        return self.status in (Status.OPTIMAL, Status.FEASIBLE)

    def value(self, expression: Any) -> int:
        """The value of a variable or an expression.

        Raises ValueError when there is no solution: the solver itself would return garbage then.
        """
        if not self.solved:
            raise ValueError(f"CP-SAT found no solution ({self.status}), so nothing has a value")
        return int(self._solver.value(expression))

    def true(self, literal: Any) -> bool:
        """Whether a literal is true. Raises ValueError when there is no solution."""
        return self.value(literal) == 1


def run(model: cp_model.CpModel, limits: Limits, report: Report | None = None) -> Run:
    """Solve the model. A report that raises Stop ends the run with the best found.

    The same model, limits.workers of 1 and limits.seed give the same result on every run that is
    not cut off by the clock. Raises ValueError for an invalid model.
    """
    from ortools.sat.python import cp_model

    if limits.seconds == 0:
        return Run(Status.UNKNOWN, None, None, 0.0, 0)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = limits.workers
    solver.parameters.random_seed = limits.seed
    # Its own handler would leave SIGINT at the system's default: the next Interrupt would end the kernel.
    solver.parameters.catch_sigint_signal = False
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = limits.seconds
    # Asked first: to look at the objective of a model that has none gives it an empty one.
    has_objective = model.has_objective()
    maximise = has_objective and bool(model.proto.objective.scaling_factor < 0)
    errors: list[BaseException] = []

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if report is None:
                return
            try:
                report(
                    Progress(
                        round(self.objective_value),
                        _whole(self.best_objective_bound, maximise),
                        self.num_branches,
                    )
                )
            except Stop:
                self.stop_search()
            except BaseException as error:
                # An exception must not pass through the native code; it is raised below.
                errors.append(error)
                self.stop_search()

    code = solver.solve(model, Listener())
    if errors:
        raise errors[0]
    if code == cp_model.MODEL_INVALID:
        raise ValueError(f"CP-SAT refuses the model: {model.validate()}")
    status = {
        cp_model.OPTIMAL: Status.OPTIMAL,
        cp_model.FEASIBLE: Status.FEASIBLE,
        cp_model.INFEASIBLE: Status.INFEASIBLE,
    }.get(code, Status.UNKNOWN)
    found = status in (Status.OPTIMAL, Status.FEASIBLE)
    return Run(
        status,
        round(solver.objective_value) if found and has_objective else None,
        _whole(solver.best_objective_bound, maximise)
        if status is not Status.INFEASIBLE and has_objective
        else None,
        solver.wall_time,
        solver.num_branches,
        solver,
    )


def _whole(bound: float, maximise: bool) -> int:
    """A bound of an integer objective, rounded to the side that stays true."""
    return math.floor(bound + 1e-6) if maximise else math.ceil(bound - 1e-6)


__all__ = ["Run", "Value", "new_model", "run"]
