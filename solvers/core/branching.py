"""Depth-first branch and bound one step at a time, for lessons: what it opens, what it cuts off, what is proved.

The most promising branch is gone down first. A branch is cut off when its bound is not above the best plan found,
and left when the same rest was reached before with as much in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


class Kind(StrEnum):
    """What was done with a branch."""

    OPENED = "opened"
    CUT = "cut"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Branch(Generic[N]):
    """A node of the tree. `number` in order of discovery, the start is 0; `parent` is a number, -1 for the start.

    depth  choices made before it
    bound  no plan through it is worth more
    worth  what it is worth if nothing follows
    """

    node: N
    number: int
    parent: int
    move: str
    depth: int
    bound: int
    worth: int


@dataclass(frozen=True, slots=True)
class Tick(Generic[N]):
    """What is known after one step, in which `here` was taken up.

    fresh    branches that were seen for the first time: those below `here` when it was opened
    best     the branch at which the best plan so far ends; its worth is the value found
    bound    no plan at all is worth more
    waiting, opened, cut, known  numbers of branches
    done     nothing waits that could be better: best and bound are the same
    """

    here: Branch[N]
    kind: Kind
    fresh: tuple[Branch[N], ...]
    best: Branch[N]
    bound: int
    waiting: int
    opened: int
    cut: int
    known: int
    done: bool


def branch_steps(
    start: N,
    choices: Callable[[N], Iterable[tuple[str, N]]],
    worth: Callable[[N], int],
    bound: Callable[[N], int],
    rest: Callable[[N], tuple[Hashable, int]] | None = None,
) -> Iterator[Tick[N]]:
    """The steps of the search for the node of most worth, until nothing waits.

    choices  (move text, node after it) for every choice of a node; none at the end of a plan
    bound    never below the worth of anything that can be reached from a node
    rest     (what is left to decide, what is in hand): of two nodes with the same rest only the one with more
             in hand matters; leave it out to look at all
    Order: depth first, among choices the highest bound, ties as given.
    """
    first = Branch(start, 0, -1, "", 0, bound(start), worth(start))
    waiting = [first]
    reached: dict[Hashable, int] = {}
    best = first
    number = opened = cut = known = 0
    while waiting:
        here = waiting.pop()
        fresh: list[Branch[N]] = []
        if here.number and here.bound <= best.worth:
            kind = Kind.CUT
            cut += 1
        elif rest is not None and _is_known(reached, *rest(here.node)):
            kind = Kind.KNOWN
            known += 1
        else:
            kind = Kind.OPENED
            opened += 1
            if here.worth > best.worth:
                best = here
            for text, node in choices(here.node):
                number += 1
                fresh.append(
                    Branch(node, number, here.number, text, here.depth + 1, bound(node), worth(node))
                )
            waiting += sorted(fresh, key=lambda one: (one.bound, -one.number))
        most = max((one.bound for one in waiting), default=best.worth)
        yield Tick(
            here,
            kind,
            tuple(fresh),
            best,
            max(most, best.worth),
            len(waiting),
            opened,
            cut,
            known,
            not waiting,
        )


def _is_known(reached: dict[Hashable, int], left: Hashable, held: int) -> bool:
    """Whether this rest was met with as much in hand; keeps it otherwise."""
    if reached.get(left, held - 1) >= held:
        return True
    reached[left] = held
    return False
