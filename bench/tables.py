"""Tables that a bench prints, and runs that are measured in turn."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

Case = TypeVar("Case")

clock = time.process_time


def interleaved(
    cases: Sequence[Case], methods: dict[str, Callable[[Case], object]], few: dict[str, int] | None = None
) -> dict[str, list[float]]:
    """Seconds of every method on the same cases; the methods take turns, so that a busy moment hits all of them.

    Processor time of this process: all methods work in one thread of it, and on a machine that does
    other things as well the clock on the wall would measure those.

    few  a slow method and on how many of the cases it runs (spread evenly); its answers are compared, too
    Every method must give the same answer on a case: a bench of wrong answers measures nothing.
    """
    seconds: dict[str, list[float]] = {name: [] for name in methods}
    for number, case in enumerate(cases):
        answers = {}
        for name, method in methods.items():
            every = max(1, len(cases) // (few or {}).get(name, len(cases)))
            if number % every:
                continue
            started = clock()
            answers[name] = method(case)
            seconds[name].append(clock() - started)
        if len(set(map(str, answers.values()))) > 1:
            raise AssertionError(f"{case}: the methods disagree: {answers}")
    return seconds


def milliseconds(seconds: float) -> str:
    """Three digits at most before the point lose their decimals: ``0.42``, ``5.3``, ``812``."""
    value = seconds * 1000
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def middle(seconds: Sequence[float]) -> float:
    """The median."""
    return statistics.median(seconds)


def show(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table in Markdown."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
