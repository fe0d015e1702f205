"""The answer of a solver: plan, value, bound and proof, replayed through the rules before anyone sees it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import Any

from puzzles.core import Problem
from puzzles.core.problem import Value


class Status(StrEnum):
    """What is known about an answer. Verdicts are values, not exceptions."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


WORDS = {
    Status.OPTIMAL: "proved best",
    Status.FEASIBLE: "best found so far",
    Status.INFEASIBLE: "proved impossible",
    Status.UNKNOWN: "not finished",
}


class WrongAnswer(AssertionError):
    """A solver claimed what the rules do not confirm. Never shown as an answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a solver may work.

    seconds  None for no limit; 0 is a legal limit and returns at once
    workers  threads of CP-SAT; 1 gives the same plan on every run
    seed     of CP-SAT
    """

    seconds: float | None = None
    workers: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seconds is not None and not (
            isinstance(self.seconds, (int, float)) and self.seconds >= 0 and math.isfinite(self.seconds)
        ):
            raise ValueError(f"limits, seconds: got {self.seconds!r}, expected None or a number, 0 or more")
        if isinstance(self.workers, bool) or not isinstance(self.workers, int) or self.workers < 1:
            raise ValueError(f"limits, workers: got {self.workers!r}, expected 1 or more")


@dataclass(frozen=True, slots=True)
class Progress:
    """News of a running solve: best value and bound so far (None when there is none yet), nodes looked at.

    plan  the best plan so far as move texts
    """

    value: Value | None
    bound: Value | None
    nodes: int
    plan: tuple[str, ...] = ()


Report = Callable[[Progress], None]
"""Called with news; may raise ``Stop`` to end the solve, which then returns the best found."""


class Stop(Exception):
    """Raised by a report to end a solve."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another move in place of a step: the best value that it still allows, and why it is worse."""

    move: str
    value: Value | None
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a plan: what it gains in the problem's unit, why it is made, what else there was."""

    move: Any
    gain: int
    why: str
    others: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer.

    start    the position as its text (``problem.read_start`` reads it)
    value    of the plan; None when INFEASIBLE or when nothing was found
    bound    no plan can do better; equals value iff OPTIMAL
    proof    how the bound is known, in words
    reasons  why this plan, in the game's words; each with a number or a rule behind it
    facts    further numbers by name, e.g. ``spent``
    nodes    positions looked at
    method   the search or model that found it
    """

    problem: Problem[Any]
    start: str
    status: Status
    value: Value | None
    bound: Value | None
    proof: str
    steps: tuple[Step, ...] = ()
    seconds: float = 0.0
    nodes: int = 0
    method: str = ""
    reasons: tuple[str, ...] = ()
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def plan(self) -> tuple[Any, ...]:
        """The moves of the plan."""
        return tuple(step.move for step in self.steps)

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves of the plan as texts."""
        return tuple(str(step.move) for step in self.steps)

    @property
    def verdict(self) -> str:
        """``proved best`` / ``best found so far, at most 7 points`` / ``not finished`` ..., for people."""
        words = WORDS[self.status]
        if self.status in (Status.FEASIBLE, Status.UNKNOWN) and self.bound is not None:
            side = "at most" if self.problem.sense == "max" else "at least"
            words += f", {side} {amount(self.bound, self.problem.unit)}"
        return words

    def explain(self) -> str:
        """Value, plan and reasons as plain text; every sentence has a number or a rule behind it."""
        lines = []
        if self.value is not None:
            lines.append(f"{self.problem.name}: {amount(self.value, self.problem.unit)}, {self.verdict}.")
        else:
            lines.append(f"{self.problem.name}: {self.verdict}.")
        if self.facts:
            lines.append(", ".join(f"{name} {number}" for name, number in self.facts.items()) + ".")
        if self.steps:
            lines.append("Plan:")
        for number, step in enumerate(self.steps, 1):
            gain = f" ({figure(step.gain, self.problem.unit, sign=True)})" if step.gain else ""
            lines.append(f"  {number}. {step.move}{gain}" + (f": {step.why}" if step.why else ""))
            lines += [f"       instead of it {other.move}: {other.why}" for other in step.others]
        if self.reasons:
            lines.append("Why:")
            lines += [f"  - {reason}" for reason in self.reasons]
        if self.proof:
            lines.append(f"Proof: {self.proof}")
        lines.append(
            f"Method: {self.method}; {self.nodes} positions looked at, {self.seconds * 1000:.1f} ms."
        )
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.explain()

    def _repr_html_(self) -> str:
        """A table for notebooks: verdict, plan with reasons, method."""
        head = amount(self.value, self.problem.unit) if self.value is not None else "no plan"
        rows = "".join(
            f"<tr><td>{number}</td><td style='text-align:left'><b>{escape(str(step.move))}</b></td>"
            f"<td>{figure(step.gain, self.problem.unit, sign=True) if step.gain else ''}</td>"
            f"<td style='text-align:left'>{escape(step.why)}</td></tr>"
            for number, step in enumerate(self.steps, 1)
        )
        table = (
            f"<table><tr><th></th><th style='text-align:left'>move</th><th>gain</th>"
            f"<th style='text-align:left'>why</th></tr>{rows}</table>"
            if rows
            else ""
        )
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
        return (
            f"<div><p><b>{escape(self.problem.name)}: {escape(head)}</b>, {escape(self.verdict)}</p>{table}"
            f"{f'<ul>{reasons}</ul>' if reasons else ''}"
            f"<p><small>{escape(self.proof)} <i>{escape(self.method)}; {self.nodes} positions, "
            f"{self.seconds * 1000:.1f} ms</i></small></p></div>"
        )


HUNDREDTHS = "hundredths of a "
"""How a unit begins whose values are told as decimals of the whole: 1598 hundredths of a point are 15.98 points."""


def amount(value: Value, unit: str) -> str:
    """A value with its unit: ``1 point``, ``5 points``, ``5 points, 2 cards kept``, ``15.98 points``."""
    if isinstance(value, tuple):
        units = [part.strip() for part in unit.split(",")]
        return ", ".join(amount(number, name) for number, name in zip(value, units, strict=True))
    shown = figure(value, unit)
    whole = unit.removeprefix(HUNDREDTHS)
    if whole != unit:
        return f"{shown} {whole}" + ("" if shown in ("1", "-1") else "s")
    if abs(value) == 1:
        first, _, rest = unit.partition(" ")
        singular = first[:-1] if first.endswith("s") else first
        return f"{value} {singular} {rest}".rstrip()
    return f"{value} {unit}"


def figure(value: int, unit: str, *, sign: bool = False) -> str:
    """A number of this unit without the unit; hundredths as a decimal. `sign`: a plus before what is not negative.

    >>> figure(3, "points", sign=True), figure(450, "hundredths of a point"), figure(-25, "hundredths of a point")
    ('+3', '4.5', '-0.25')
    """
    before = "-" if value < 0 else "+" if sign else ""
    whole, part = divmod(abs(value), 100) if unit.startswith(HUNDREDTHS) else (abs(value), 0)
    return f"{before}{whole}" + (f".{part:02d}".rstrip("0") if part else "")


def verify(solution: Solution) -> Solution:
    """The solution itself, after the rules confirmed it. Raises WrongAnswer.

    The plan is replayed and measured by the problem; status, value and bound must fit together.
    """
    problem, value, bound = solution.problem, solution.value, solution.bound
    if value is not None:
        start = problem.read_start(solution.start)
        try:
            measured = problem.measure(start, solution.plan)
        except ValueError as error:
            raise WrongAnswer(f"{problem.name}: the plan {list(solution.texts)} fails: {error}") from error
        if measured != value:
            raise WrongAnswer(f"{problem.name}: claimed {value}, the plan gives {measured}")
    if value is not None and bound is not None:
        beaten = _better(value, bound, problem.sense)
        if beaten:
            raise WrongAnswer(f"{problem.name}: the value {value} is better than the bound {bound}")
    if (solution.status is Status.OPTIMAL) != (value is not None and value == bound and bool(solution.proof)):
        raise WrongAnswer(
            f"{problem.name}: status {solution.status} with value {value}, bound {bound}, proof {solution.proof!r}"
        )
    if solution.status in (Status.INFEASIBLE, Status.UNKNOWN) and (value is not None or solution.steps):
        raise WrongAnswer(f"{problem.name}: status {solution.status} with a plan")
    if solution.status is Status.FEASIBLE and value is None:
        raise WrongAnswer(f"{problem.name}: status feasible without a value")
    return solution


def _better(value: Value, than: Value, sense: str) -> bool:
    left, right = (value, than) if isinstance(value, tuple) else ((value,), (than,))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    return left > right if sense == "max" else left < right


def to_json(solution: Solution) -> dict[str, Any]:
    """Plain data, for the worker's JSON lines."""
    return {
        "problem": solution.problem.name,
        "parameters": solution.problem.parameters(),
        "start": solution.start,
        "status": str(solution.status),
        "value": solution.value,
        "bound": solution.bound,
        "proof": solution.proof,
        "steps": [
            {
                "move": str(step.move),
                "gain": step.gain,
                "why": step.why,
                "others": [{"move": o.move, "value": o.value, "why": o.why} for o in step.others],
            }
            for step in solution.steps
        ],
        "seconds": solution.seconds,
        "nodes": solution.nodes,
        "method": solution.method,
        "reasons": list(solution.reasons),
        "facts": dict(solution.facts),
    }


def from_json(data: Mapping[str, Any], problem: Problem[Any]) -> Solution:
    """The solution of `problem` from ``to_json``'s data, its moves read by the problem."""
    return Solution(
        problem=problem,
        start=data["start"],
        status=Status(data["status"]),
        value=_value(data["value"]),
        bound=_value(data["bound"]),
        proof=data["proof"],
        steps=tuple(
            Step(
                problem.read_move(step["move"]),
                step["gain"],
                step["why"],
                tuple(Alternative(o["move"], _value(o["value"]), o["why"]) for o in step["others"]),
            )
            for step in data["steps"]
        ),
        seconds=data["seconds"],
        nodes=data["nodes"],
        method=data["method"],
        reasons=tuple(data["reasons"]),
        facts=data["facts"],
    )


def _value(value: Any) -> Value | None:
    return tuple(value) if isinstance(value, list) else value
