"""Exercises with an instant answer: plain values or functions in, a verdict in words out.

No widget and no printing, so the same checks work in a notebook, in a script and under a grader:
``assert check("boards", answer)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from puzzles.core import RulesError
from puzzles.core.text import shorten

Judge = Callable[[Any], "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Right or wrong, and why. True in a condition when it is right; None stands for not answered yet."""

    right: bool | None
    words: str

    def __bool__(self) -> bool:
        return self.right is True

    @property
    def head(self) -> str:
        return {True: "Right", False: "Not yet", None: "Your turn"}[self.right]

    def __str__(self) -> str:
        return f"{self.head}: {self.words}"

    def _repr_html_(self) -> str:
        """A line with a sign, for notebooks; the sign tells the verdict without the colour."""
        sign, colour = {True: ("✓", "#1B7F4B"), False: ("✗", "#A8321F"), None: ("…", "#655D50")}[self.right]
        return (
            f"<p style='margin:0;padding:6px 12px;border-left:4px solid {colour};background:#FFFDF8;color:#2A251C'>"
            f"<b>{sign} {self.head}:</b> {escape(self.words)}</p>"
        )


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question whose answer is checked by `judge`, with a hint for those who ask."""

    question: str
    hint: str
    judge: Judge


class Exercises:
    """The exercises of a game by name.

    >>> two = Exercises({"two": Exercise("What is 1 + 1?", "Count.", number(lambda: 2, "two fingers"))})
    >>> print(two.check("two", 3))
    Not yet: 3 is too large.
    >>> bool(two.check("two", 2))
    True
    """

    def __init__(self, exercises: Mapping[str, Exercise]) -> None:
        self._exercises = dict(exercises)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._exercises)

    def check(self, name: str, answer: Any = None) -> Verdict:
        """The verdict on an answer; for None the question itself. Raises RulesError for an unknown name.

        A function that fails is a wrong answer, told in words; nothing is raised.
        """
        exercise = self._find(name)
        if answer is None:
            return Verdict(None, exercise.question)
        try:
            return exercise.judge(answer)
        except Exception as error:  # the learner's own code may raise anything
            return Verdict(False, f"your answer stopped with {type(error).__name__}: {error}")

    def hint(self, name: str) -> Verdict:
        """The hint of an exercise. Raises RulesError for an unknown name."""
        return Verdict(None, f"Hint. {self._find(name).hint}")

    def _find(self, name: str) -> Exercise:
        if name not in self._exercises:
            raise RulesError(
                f"exercise: got {shorten(str(name))!r}, expected one of {', '.join(self._exercises)}"
            )
        return self._exercises[name]


def number(expected: Callable[[], int], because: str, known: Mapping[int, str] | None = None) -> Judge:
    """A judge of whole numbers.

    expected  computes the answer when it is asked for
    because   why it is right
    known     number -> what somebody who says it has overlooked
    """

    def judge(answer: Any) -> Verdict:
        if callable(answer):
            return Verdict(
                False, "a number was expected, and this is a function. Call it, and give its result."
            )
        try:
            value = int(answer)
        except (TypeError, ValueError):
            return Verdict(False, f"a whole number was expected, got {shorten(repr(answer))}.")
        if value != answer:
            return Verdict(False, f"a whole number was expected, got {shorten(repr(answer))}.")
        right = expected()
        if value == right:
            return Verdict(True, f"{right:,}. {because}")
        if known and value in known:
            return Verdict(False, f"{value:,}: {known[value]}")
        return Verdict(False, f"{value:,} is too {'large' if value > right else 'small'}.")

    return judge


def function(
    expected: Callable[..., Any],
    cases: Callable[[], list[tuple[Any, ...]]],
    because: str,
    alike: Callable[[Any, Any], bool] = lambda given, right: bool(given == right),
) -> Judge:
    """A judge of functions: it calls the learner's function on many cases and names the first that fails.

    alike  (what was given, what is right) -> whether they agree
    """

    def judge(answer: Any) -> Verdict:
        if not callable(answer):
            return Verdict(
                False,
                f"a function was expected, got {shorten(repr(answer))}. Give its name without brackets.",
            )
        tried = 0
        for case in cases():
            call = f"{getattr(answer, '__name__', 'your function')}({', '.join(map(repr, case))})"
            try:
                given = answer(*case)
            except Exception as error:  # the learner's own code may raise anything
                return Verdict(False, f"{call} stopped with {type(error).__name__}: {error}")
            if given is None:  # as in the cell that the learner begins with
                return Verdict(None, f"{call} gave back nothing. A function gives its result with return.")
            right = expected(*case)
            if not alike(given, right):
                return Verdict(False, f"{call} gave {shorten(repr(given))}, expected {shorten(repr(right))}.")
            tried += 1
        return Verdict(True, f"{tried} positions tried. {because}")

    return judge
