"""Best-first search one step at a time, for lessons: what it has seen, what waits, what is proved so far.

Without an estimate this is breadth-first search: the position that is fewest moves away comes first. With
an estimate of the moves still needed it is A*: the position that promises the shortest whole way comes
first. If the estimate never says too much, the first goal that is taken out is a nearest one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Found(Generic[N]):
    """A position that the search knows.

    moves     fewest moves from the start found so far
    promise   moves + estimate of the rest: no way through it is shorter if the estimate is honest
    parent    the position before it, None for the start
    move      the move's text, "" for the start
    number    in order of discovery, the start is 0
    """

    node: N
    moves: int
    promise: int
    parent: N | None
    move: str
    number: int


@dataclass(frozen=True, slots=True)
class Look(Generic[N]):
    """What is known after one step of the search, in which `here` was taken out and looked at.

    fresh     positions that were met for the first time, or on a shorter way, in this step
    frontier  number of positions that are known and wait
    visited   number of positions that were looked at, `here` included
    goal      the goal met so far on the shortest way; None before there is one
    bound     no way to a goal is shorter than this
    done      the search is over: the goal is proved nearest (its moves equal the bound), or nothing waits
    """

    here: Found[N]
    fresh: tuple[Found[N], ...]
    frontier: int
    visited: int
    goal: Found[N] | None
    bound: int
    done: bool


def search_steps(
    start: N,
    moves: Callable[[N], Iterable[tuple[str, N]]],
    is_goal: Callable[[N], bool],
    estimate: Callable[[N], int] | None = None,
) -> Iterator[Look[N]]:
    """The steps of the search from `start` until a goal is proved nearest, or nothing is left.

    moves     (move text, position after it) for every move of a position
    estimate  moves still needed at least; 0 when left out. It must never say too much, and must not
              fall by more than 1 in a move, or the goal found may not be a nearest one
    Order: least promise first; ties: with an estimate the most moves made first; then the one discovered first.
    """
    guess = estimate or (lambda node: 0)
    first = Found(start, 0, guess(start), None, "", 0)
    known = {start: first}
    waiting = [(first.promise, 0, 0, first)]
    visited: set[N] = set()
    goal = first if is_goal(start) else None
    while waiting:
        *_, here = heapq.heappop(waiting)
        if here.node in visited:
            continue  # met again on a shorter way, and looked at then
        visited.add(here.node)
        fresh = []
        for text, node in moves(here.node) if here is not goal else ():
            before, made = known.get(node), here.moves + 1
            if node in visited or (before is not None and before.moves <= made):
                continue
            number = before.number if before is not None else len(known)
            found = known[node] = Found(node, made, made + guess(node), here.node, text, number)
            heapq.heappush(waiting, (found.promise, -made if estimate else 0, number, found))
            fresh.append(found)
            if is_goal(node) and (goal is None or made < goal.moves):
                goal = found
        least = min((entry[0] for entry in waiting if entry[3].node not in visited), default=None)
        bounds = [least] if least is not None else []
        bounds += [goal.moves] if goal is not None else []
        bound = min(bounds, default=here.promise)
        done = least is None or (goal is not None and goal.moves == bound)
        yield Look(here, tuple(fresh), len(known) - len(visited), len(visited), goal, bound, done)
        if done:
            return


def way(looks: Iterable[Look[N]]) -> tuple[Found[N], ...]:
    """The way from the start to the goal of the last look, both included; () when it has none."""
    known: dict[N, Found[N]] = {}
    goal: Found[N] | None = None
    for look in looks:
        known.setdefault(look.here.node, look.here)
        known.update((found.node, found) for found in look.fresh)
        goal = look.goal
    if goal is None:
        return ()
    found = [known[goal.node]]
    while found[-1].parent is not None:
        found.append(known[found[-1].parent])
    return tuple(reversed(found))
