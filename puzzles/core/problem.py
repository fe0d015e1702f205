"""A solver problem: what is asked. Defined next to the rules, so the checker exists before any solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from puzzles.core.state import IllegalMove

Value = int | tuple[int, ...]
"""A number, or numbers compared in order (each with its own unit)."""

S = TypeVar("S")


class Problem(ABC, Generic[S]):
    """One question about a position; the objective belongs here, never to a solver.

    A problem narrows the rules (or lets rivals pass): ``moves`` and ``play`` are those of the
    question, and ``measure`` values a plan by replaying it. Subclasses are frozen dataclasses
    whose fields are the parameters, so that a puzzle file can name them.
    """

    name: ClassVar[str]
    """The word in puzzle files and the name of the solver function."""

    sense: ClassVar[str]
    """``max`` or ``min``."""

    unit: ClassVar[str]
    """Unit of the value, plural: ``points``, ``moves``."""

    open_information: ClassVar[bool] = False
    """True where the full state is read; otherwise solvers see ``state.view(to_move)`` only."""

    @abstractmethod
    def read_start(self, text: str) -> S:
        """The start position from its text. Raises RulesError."""

    @abstractmethod
    def read_move(self, text: str) -> Any:
        """A move of this problem from its text. Raises RulesError."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[Any]:
        """Moves that a plan may make here."""

    @abstractmethod
    def play(self, state: S, move: Any) -> S:
        """The position after `move`. Raises IllegalMove."""

    @abstractmethod
    def measure(self, start: S, plan: Sequence[Any]) -> Value:
        """The value of `plan`, found by replaying it from `start`.

        Raises IllegalMove when the plan breaks the rules, RulesError when it does not answer the
        question (e.g. ends before the goal).
        """

    def replayed(self, start: S, plan: Sequence[Any]) -> S:
        """The position after `plan`, played as this question plays. Raises IllegalMove with the number of the move."""
        state = start
        for number, move in enumerate(plan, 1):
            try:
                state = self.play(state, move)
            except IllegalMove as error:
                raise IllegalMove(f"{self.name}, move {number}, {str(move)!r}: {error}") from None
        return state

    def why_not(self, state: S, move: Any) -> str | None:
        """None when a plan may make this move here, else the reason for the player. A board asks this in a puzzle."""
        if move in self.moves(state):
            return None
        try:
            self.play(state, move)
        except IllegalMove as error:
            return str(error)
        return f"{self.name}: {move} is no part of this question"

    def left(self, start: S, plan: Sequence[Any]) -> Self | None:
        """The question that is left after these moves of a plan, about the position then.

        None where it cannot be asked: the default, but before the first move. A board solves it for its hints.
        """
        return None if plan else self

    def done(self, start: S, plan: Sequence[Any]) -> bool:
        """Whether `plan` is a whole answer: it can be measured. A board asks this after every move of a puzzle."""
        try:
            self.measure(start, plan)
        except ValueError:
            return False
        return True

    def question(self) -> str:
        """What is asked, in words that follow a title: ``find the most points in 2 turns``."""
        turns = self.parameters().get("turns")
        when = f" in {turns} turn{'' if turns == 1 else 's'}" if isinstance(turns, int) else ""
        return f"find the {'most' if self.sense == 'max' else 'fewest'} {self.unit}{when}"

    def parameters(self) -> dict[str, Any]:
        """The fields by name, as a puzzle file writes them."""
        from dataclasses import fields

        return {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
