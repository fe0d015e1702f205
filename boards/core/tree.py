"""The tree of a branch-and-bound search step by step, for lessons: a box for each branch, in the row of its depth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Chip, Drawing, Header
from boards.core.stepper import Frame
from boards.core.svg import group, path, placed, rect, words
from solvers.core.branching import Branch, Kind, Tick
from solvers.core.explain import counted

N = TypeVar("N", bound=Hashable)

WIDTH, NARROW = 848, 368
MARGIN = 24


@dataclass(frozen=True, slots=True)
class Telling(Generic[N]):
    """What a game says of its branches.

    question what is searched for: ``the best order of 2 turns``; line: the same below the title
    names    of the search with a bound and without one
    layer    depth from 1 -> heading of its row
    inside   (branch, width) -> the picture in the box, `width` wide and 44 high
    promises whether a branch can still gain; its bound is written then
    choice   what can follow a branch: ``play``
    same     why a branch is left that was reached before, as a half sentence
    """

    question: str
    line: str
    names: tuple[str, str]
    layer: Callable[[int], str]
    inside: Callable[[Branch[N], float], Element]
    promises: Callable[[Branch[N]], bool]
    choice: str
    same: str


class Tree(Generic[N]):
    """The frames of a branch-and-bound search: every branch has its fixed place in the row of its depth."""

    PITCH, LINE = 79.0, 86.0

    def __init__(self, ticks: Sequence[Tick[N]], telling: Telling[N], *, bounded: bool) -> None:
        self.ticks, self.telling, self.bounded = ticks, telling, bounded
        self.branches: dict[int, Branch[N]] = {0: ticks[0].here}
        self.met = {0: 0}
        self.taken: dict[int, tuple[int, Kind]] = {}
        for at, tick in enumerate(ticks, 1):
            self.taken[tick.here.number] = at, tick.kind
            for branch in tick.fresh:
                self.branches[branch.number] = branch
                self.met[branch.number] = at
        deepest = max(branch.depth for branch in self.branches.values())
        self.layers = [
            [branch.number for branch in self.branches.values() if branch.depth == depth]
            for depth in range(deepest + 1)
        ]
        self.order = self._in_order()
        self._places: dict[bool, tuple[dict[int, tuple[float, float]], list[float], int]] = {}

    def _in_order(self) -> list[list[int]]:
        """Every layer with the branches of one parent together, parents in their own order."""
        order = [self.layers[0]]
        for layer in self.layers[1:]:
            rank = {number: at for at, number in enumerate(order[-1])}
            order.append(sorted(layer, key=lambda number: (rank[self.branches[number].parent], number)))
        return order

    def _arranged(self, narrow: bool) -> tuple[dict[int, tuple[float, float]], list[float], int]:
        if narrow not in self._places:
            width = NARROW if narrow else WIDTH
            across = int((width - 2 * MARGIN) // self.PITCH)
            spots: dict[int, tuple[float, float]] = {}
            heads, y = [], float(MARGIN)
            for layer in self.order:
                heads.append(y + 4)
                y += 18
                for at, number in enumerate(layer):
                    spots[number] = MARGIN + at % across * self.PITCH, y + at // across * self.LINE
                y += -(-len(layer) // across) * self.LINE + 20
            self._places[narrow] = spots, heads, int(y)
        return self._places[narrow]

    def frame(self, at: int, narrow: bool) -> Frame:
        """The frame after `at` steps; 0 shows the start alone."""
        spots, heads, height = self._arranged(narrow)
        width = NARROW if narrow else WIDTH
        tick = self.ticks[at - 1] if at else None
        sheet = group(rect(0, 0, width, height, 16, fill=svg.TABLE))
        for number in self.branches:
            parent = self.branches[number].parent
            if parent >= 0 and self.met[number] <= at:
                (a, b), (c, d) = spots[parent], spots[number]
                half = (self.PITCH - 7) / 2
                b += self.LINE - 10
                mid = (b + d) / 2
                sheet.append(
                    path(f"M{svg.number(a + half)} {svg.number(b)}C{svg.number(a + half)} {svg.number(mid)} "
                         f"{svg.number(c + half)} {svg.number(mid)} {svg.number(c + half)} {svg.number(d)}",
                         fill="none", stroke=svg.MUTED, stroke_width=1.1)
                )  # fmt: skip
        for depth, y in enumerate(heads):
            name = "start" if depth == 0 else self.telling.layer(depth)
            sheet.append(rect(MARGIN - 4, y - 12, 92, 17, 4, fill=svg.TABLE))  # lines pass behind the words
            sheet.append(words(MARGIN, y, name, 13, fill=svg.MUTED, weight=700))
        parts = [("sheet", sheet)]
        parts += [
            (f"branch-{number}", self._branch(number, spots[number], at, tick))
            for number in self.branches
            if self.met[number] <= at
        ]
        told = f"Search for {self.telling.question}: {counted(len(parts) - 1, 'position')} seen"
        return Frame(self._header(tick), Drawing(width, height, tuple(parts), told), self._words(tick))

    def _way(self, tick: Tick[N] | None) -> set[int]:
        """The numbers of the best branch so far and of those above it."""
        number = tick.best.number if tick is not None else 0
        way = {number}
        while number > 0:
            number = self.branches[number].parent
            way.add(number)
        return way

    def _branch(self, number: int, spot: tuple[float, float], at: int, tick: Tick[N] | None) -> Element:
        branch = self.branches[number]
        when, kind = self.taken.get(number, (0, Kind.OPENED))
        done = 0 < when <= at
        here = when == at and at > 0
        best = number in self._way(tick)
        wide, high = self.PITCH - 7, self.LINE - 10
        gone = done and kind is not Kind.OPENED
        node = placed(*spot)
        node.append(
            rect(0, 0, wide, high, 7, fill=svg.PAPER if not gone else svg.FIELD,
                 stroke=svg.GAIN if best and tick else svg.ACCENT if here else svg.LINE,
                 stroke_width=3 if here or (best and tick) else 1.2, stroke_dasharray=None if done else "3 3")
        )  # fmt: skip
        node.append(group(self.telling.inside(branch, wide), opacity=0.45 if gone else None))
        promise = f" ≤ {branch.bound}" if self.bounded and self.telling.promises(branch) else ""
        node.append(words(wide / 2, 54, f"{branch.worth}{promise}", 13, anchor="middle", weight=700))
        notes = {Kind.OPENED: f"{when}.", Kind.CUT: f"{when}. cut", Kind.KNOWN: f"{when}. known"}
        node.append(
            words(wide / 2, 69, notes[kind] if done else "waits", 11, anchor="middle", fill=svg.MUTED)
        )
        return node

    def _header(self, tick: Tick[N] | None) -> Header:
        first = self.ticks[0].here
        counts = (tick.waiting, tick.opened, tick.cut, tick.known) if tick else (1, 0, 0, 0)
        best = tick.best.worth if tick else first.worth
        bound = tick.bound if tick else first.bound
        chips = (
            Chip("Frontier", f"{counts[0]} waiting"),
            Chip("Visited", str(counts[1])),
            Chip("Pruned", f"{counts[2]} cut, {counts[3]} known"),
            Chip("Best", str(best)),
            Chip("Bound", f"{bound} at most" if self.bounded or (tick and tick.done) else "none"),
        )
        return Header(self.telling.names[not self.bounded], self.telling.line, chips)

    def _words(self, tick: Tick[N] | None) -> str:
        if tick is None:
            return "Only the start is known. Press Step."
        here = tick.here
        what = f"{here.move}: " if here.move else ""
        if tick.kind is Kind.CUT:
            begin = f"{what}at most {here.bound}, and {tick.best.worth} is found already: cut off."
        elif tick.kind is Kind.KNOWN:
            begin = f"{what}{self.telling.same}: left."
        elif tick.fresh:
            begin = f"{what}{here.worth} now; {counted(len(tick.fresh), self.telling.choice)} can follow."
        else:
            begin = f"{what}{here.worth}, and nothing follows."
        if tick.done:
            return f"{begin} Nothing waits: {tick.best.worth} is proved best."
        return begin


__all__ = ["Telling", "Tree"]
