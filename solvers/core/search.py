"""What exact searches share: the watch on time and news, and plain breadth-first layers."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from puzzles.core.problem import Value
from solvers.core.solution import Limits, Progress, Report

N = TypeVar("N", bound=Hashable)

EVERY = 0.2
"""Seconds between two reports when there is no news."""


class OutOfTime(Exception):
    """The limit of seconds is reached. Caught by the solver that made the watch."""


class Watch:
    """Counts positions, keeps to the limit of seconds and passes news on.

    nodes  positions looked at
    A search calls ``count()`` for every position that it expands and ``news()`` when it has found
    something. Both may raise OutOfTime, or whatever the report raises (``Stop``).
    """

    def __init__(self, limits: Limits, report: Report | None = None) -> None:
        self.started = time.perf_counter()
        self.nodes = 0
        self._ticks = 0
        self._ends = None if limits.seconds is None else self.started + limits.seconds
        self._report = report
        self._reported = self.started
        self._progress = Progress(None, None, 0)

    @property
    def may_stop(self) -> bool:
        """Whether there is a limit or a listener: only then a best so far is worth keeping."""
        return self._report is not None or self._ends is not None

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    def count(self) -> None:
        """One more position was looked at; from time to time the clock is read."""
        self.nodes += 1
        if self.nodes & 31 == 0:
            self.look()

    def tick(self) -> None:
        """A small step that is no position: from time to time the clock is read."""
        self._ticks += 1
        if self._ticks & 1023 == 0:
            self.look()

    def look(self) -> None:
        """Read the clock. Raises OutOfTime; reports when the last report is some time ago."""
        now = time.perf_counter()
        if self._report is not None and now - self._reported > EVERY:
            self._send(now)
        if self._ends is not None and now >= self._ends:
            raise OutOfTime

    def news(self, value: Value | None, bound: Value | None, plan: tuple[str, ...] = ()) -> None:
        """The best so far has changed: report it now."""
        self._progress = Progress(value, bound, self.nodes, plan)
        if self._report is not None:
            self._send(time.perf_counter())
        if self._ends is not None and time.perf_counter() >= self._ends:
            raise OutOfTime

    def _send(self, now: float) -> None:
        assert self._report is not None
        self._reported = now
        latest = self._progress
        self._report(Progress(latest.value, latest.bound, self.nodes, latest.plan))


def layers(start: N, neighbours: Callable[[N], Iterable[N]]) -> Iterator[list[N]]:
    """Breadth-first layers: the nodes 0, 1, 2 ... moves from `start`, each node once, in a fixed order.

    >>> [len(layer) for layer in layers(0, lambda n: [m for m in (n - 1, n + 1) if 0 <= m < 4])]
    [1, 1, 1, 1]
    """
    seen = {start}
    layer = [start]
    while layer:
        yield layer
        reached = []
        for node in layer:
            for other in neighbours(node):
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
        layer = reached
