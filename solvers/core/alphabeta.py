"""Alpha-beta one step at a time, for lessons: two seats, one tree, and the branches that need not be looked at.

Values are for the seat that asks (it maximises, the other minimises). A position is opened with a window: the asking
seat is sure of `low` already, the other holds it to `high`. As soon as a position is worth no more than `low` or no less
than `high`, what is left of its moves is cut off: nobody who plays well comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

N = TypeVar("N")


class Event(StrEnum):
    """What happened to a position in a step."""

    OPENED = "opened"
    OVER = "over"
    VALUED = "valued"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Place(Generic[N]):
    """A position in the tree: `number` in order of discovery, the start is 0; `parent` a number, -1 for the start.

    highest  whether the seat that asks is to move here, so that the highest value counts
    """

    node: N
    number: int
    parent: int
    move: str
    depth: int
    highest: bool


@dataclass(frozen=True, slots=True)
class Ply(Generic[N]):
    """One step.

    value   of the position so far: None when it was just opened; final for OVER, VALUED and CUT (a bound then)
    low, high   the window
    left    moves of the position that were not looked at (CUT only)
    opened, ended, cut   numbers so far: positions opened, games that were over, moves cut off
    """

    here: Place[N]
    event: Event
    value: int | None
    low: int | None
    high: int | None
    left: int
    opened: int
    ended: int
    cut: int


def alpha_beta_steps(
    start: N,
    moves: Callable[[N], Iterable[tuple[str, N]]],
    highest: Callable[[N], bool],
    final: Callable[[N], int | None],
    *,
    pruning: bool = True,
) -> Iterator[Ply[N]]:
    """The steps of alpha-beta from `start`, depth first, moves in the given order; the last one has the value.

    moves    (move text, position after it), at least one where the game is not over
    final    the value where the game is over, None elsewhere
    pruning  False looks at everything: plain minimax
    """
    counts = {"number": 0, "opened": 0, "ended": 0, "cut": 0}

    def ply(
        here: Place[N], event: Event, value: int | None, low: int | None, high: int | None, left: int = 0
    ) -> Ply[N]:
        return Ply(here, event, value, low, high, left, counts["opened"], counts["ended"], counts["cut"])

    def look(here: Place[N], low: int | None, high: int | None) -> Iterator[Ply[N]]:
        over = final(here.node)
        if over is not None:
            counts["ended"] += 1
            yield ply(here, Event.OVER, over, low, high)
            return
        counts["opened"] += 1
        yield ply(here, Event.OPENED, None, low, high)
        best: int | None = None
        at, bottom, top = list(moves(here.node)), low, high
        for looked, (text, node) in enumerate(at, 1):
            counts["number"] += 1
            child = Place(node, counts["number"], here.number, text, here.depth + 1, highest(node))
            found = None
            for step in look(child, bottom, top):
                yield step
                found = step.value
            assert found is not None
            if best is None or (found > best if here.highest else found < best):
                best = found
            if here.highest:
                bottom = best if bottom is None else max(bottom, best)
            else:
                top = best if top is None else min(top, best)
            if pruning and bottom is not None and top is not None and bottom >= top and looked < len(at):
                counts["cut"] += len(at) - looked
                yield ply(here, Event.CUT, best, low, high, len(at) - looked)
                return
        assert best is not None, "a position that is not over has a move"
        yield ply(here, Event.VALUED, best, low, high)

    yield from look(Place(start, 0, -1, "", 0, highest(start)), None, None)
