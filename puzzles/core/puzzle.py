"""A puzzle: a start position, what is asked, where it comes from and its proven answer. One TOML file each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzles.core.game import Game
from puzzles.core.problem import Problem, Value
from puzzles.core.state import RulesError
from puzzles.core.tables import PROVENANCE, check_keys, check_type, read_toml


@dataclass(frozen=True, slots=True)
class Answer:
    """The proven answer of a puzzle: its value and one plan that reaches it (move texts).

    value  None when no plan exists
    proof  how it is known that nothing beats it, in words
    """

    value: Value | None
    plan: tuple[str, ...]
    proof: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a question.

    key      ``GAME/NAME``, the file's place
    start    the position text
    problem  what is asked
    source   seed, published or reconstructed, and words
    teaches  the one thing it teaches
    level    1 (first steps) to 5
    evidence measured figures that support the level, by name
    """

    key: str
    game: str
    title: str
    start: str
    problem: Problem[Any]
    source: str
    teaches: str
    level: int
    answer: Answer
    evidence: tuple[tuple[str, int], ...] = ()

    def state(self) -> Any:
        """The start position, read by the problem."""
        return self.problem.read_start(self.start)


def read_puzzle(path: Path, game: Game) -> Puzzle:
    """Read a puzzle file and check everything that can be checked without a solver.

    The answer's plan is replayed and measured: a file whose plan breaks a rule, or whose value is
    not what the plan gives, is refused. That nothing beats it is the solvers' part.
    Raises RulesError with file, key and reason.
    """
    where = path.name
    table = read_toml(path)
    check_keys(
        table,
        ("format", "title", "problem", "start", "source", "teaches", "level", "answer"),
        where,
        optional=("parameters", "evidence"),
    )
    if table["format"] != 1:
        raise RulesError(f"{where}, format: got {table['format']!r}, expected 1")
    for key in ("title", "problem", "start", "source", "teaches"):
        check_type(table[key], str, f"{where}, {key}")
    check_type(table["level"], int, f"{where}, level")
    if table["level"] not in range(1, 6):
        raise RulesError(f"{where}, level: got {table['level']}, expected 1 to 5")
    if table["source"].split(":")[0].strip() not in PROVENANCE:
        raise RulesError(
            f"{where}, source: got {table['source']!r}, expected it to begin with one of "
            f"{', '.join(PROVENANCE)} and a colon"
        )
    parameters = table.get("parameters", {})
    check_type(parameters, dict, f"{where}, parameters")
    evidence = table.get("evidence", {})
    check_type(evidence, dict, f"{where}, evidence")
    for key, number in evidence.items():
        check_type(number, int, f"{where}, evidence, {key}")
    answer = _read_answer(table["answer"], f"{where}, answer")
    try:
        problem = game.problem(table["problem"], **parameters)
        start = problem.read_start(table["start"])
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None
    if answer.value is None and answer.plan:
        raise RulesError(
            f"{where}, answer, plan: got {len(answer.plan)} moves with the value 'none', expected none"
        )
    if answer.value is not None:
        try:
            plan = [problem.read_move(text) for text in answer.plan]
            value = problem.measure(start, plan)
        except ValueError as error:
            raise RulesError(f"{where}, answer, plan: {error}") from None
        if value != answer.value:
            raise RulesError(
                f"{where}, answer, value: got {answer.value}, expected {value}, which the plan gives"
            )
    return Puzzle(
        key=f"{game.name}/{path.stem}",
        game=game.name,
        title=table["title"],
        start=table["start"].strip(),
        problem=problem,
        source=table["source"],
        teaches=table["teaches"],
        level=table["level"],
        answer=answer,
        evidence=tuple(evidence.items()),
    )


def _read_answer(table: Any, where: str) -> Answer:
    check_type(table, dict, where)
    check_keys(table, ("value", "plan", "proof"), where)
    value = table["value"]
    check_type(value, (int, list, str), f"{where}, value")
    if isinstance(value, list):
        for number in value:
            check_type(number, int, f"{where}, value")
        value = tuple(value)
    elif isinstance(value, str):
        if value != "none":
            raise RulesError(f"{where}, value: got {value!r}, expected a number, a list of numbers or 'none'")
        value = None
    check_type(table["plan"], list, f"{where}, plan")
    for text in table["plan"]:
        check_type(text, str, f"{where}, plan")
    check_type(table["proof"], str, f"{where}, proof")
    return Answer(value=value, plan=tuple(table["plan"]), proof=table["proof"])
