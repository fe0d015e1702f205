"""Several turns in a row that nobody disturbs, for ``plan``: depth-first search with a table and a bound.

A node is what the seat has at the start of a turn. The table's key leaves out what cannot matter in the turns left
(``Course.key``): slots are alike and so are mines with the same numbers (R4); of a pile only its height and top count
as long as its cards cannot come into the camp in time (R3); a mine that cannot be captured or completed in time is only
a place to lay a card on (R7); of a camp pile only as many cards as can still be drawn count. With one turn left nothing
is searched: a completion is best, then any laying that changes nothing, then the cheapest capture (R5, R7).

Bound (``Course.bound``): a knapsack of turns. Completing an own mine takes as many turns as it misses cards and brings
2 x value; an open mine takes its captors and its fillings and brings value, -value and then 2 x value; a mine of the
deck takes the captors of the mine before it as well. Nothing else brings points. Only mines count that could be filled
if every card of hand, camp and fights were at hand as often as wanted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.pieces import EMPTY, KNOWN, RACE, STRENGTH, UNKNOWN_MINE, Card, Site, followers, top_of
from puzzles.kingdoms.problems import Plan
from puzzles.kingdoms.rules import State
from solvers.core.search import Watch
from solvers.kingdoms.asking import texts
from solvers.kingdoms.turns import Laid, Node, Turns

NEVER = -1_000_000

_NEAR = 4
"""Turns that are looked ahead for a first good plan of many."""


class Course:
    """A plan of several turns. ``watch.nodes`` counts nodes that were expanded.

    best  value and plan of the best found so far
    """

    def __init__(self, problem: Plan, start: State, watch: Watch) -> None:
        self.problem = problem
        self.start = start
        self.watch = watch
        self.turns = Turns(start, start.to_move, alone=True)
        self.race, self.wrap = self.turns.race, self.turns.wrap
        self.best: tuple[int, list[Move]] = (NEVER, [])
        self.most = 0
        self._path: list[Move] | None = []
        self._exact: dict[Any, int] = {}
        self._upper: dict[Any, int] = {}
        self._bounds: dict[Any, int] = {}

    @property
    def root(self) -> Node:
        """The start."""
        return self.turns.node(self.start)

    # --- what matters ---------------------------------------------------------------------------

    def key(self, node: Node, turns: int) -> Any:
        """All of a node that the value of so many turns depends on."""
        drawn = turns - 1
        camp = tuple(tuple(sorted(pile)) for pile in node.camp) if self.turns.any else node.camp
        if not self.turns.any:
            camp = tuple(pile[-drawn:] if drawn else () for pile in camp)
        deck = None if node.deck is None else tuple(card.mine[1:] for card in node.deck[: 2 * turns + 4])
        return (
            turns,
            node.hand,
            tuple(sorted(self._open_key(site, turns) for site in node.open)),
            camp,
            tuple(sorted(self._own_key(site, turns) for site in node.own)),
            deck,
        )

    def _open_key(self, site: Site, turns: int) -> tuple[Any, ...]:
        mine, pile = site
        if mine.defence <= 0:
            return (0, site == EMPTY)
        top, missing = STRENGTH[pile[-1]] if pile else -1, mine.defence - len(pile)
        if missing > turns:
            return (1, top)
        if missing == turns:
            return (2, top, mine.value)
        return (3, *mine[1:], pile)

    def _own_key(self, site: Site, turns: int) -> tuple[Any, ...]:
        mine, pile = site
        if site == EMPTY:
            return (0,)
        top, missing = STRENGTH[pile[-1]] if pile else -1, mine.need - len(pile)
        if missing > turns:
            return (1, top)
        rest = (top, missing, mine.size - len(pile), mine.value)
        return (3, *rest, pile) if self.turns.filled_to_camp and missing < turns else (2, *rest)

    # --- the bound ------------------------------------------------------------------------------

    def bound(self, node: Node, turns: int) -> int:
        """No `turns` turns bring more points, whatever is drawn."""
        if turns <= 0:
            return 0
        foreign = own = 0
        piles = [node.hand, *node.camp, *(site.pile for site in node.open)]
        if self.turns.filled_to_camp:
            piles += [site.pile for site in node.own]
        for pile in piles:
            for card in pile:
                if KNOWN[card]:
                    if RACE[card] == self.race:
                        own |= 1 << STRENGTH[card]
                    else:
                        foreign |= 1 << STRENGTH[card]
        deck = node.deck and node.deck[: turns + node.open.count(EMPTY)]  # no more can be turned up in time
        key = (node.own, node.open, deck, foreign, own, turns)
        found = self._bounds.get(key)
        if found is None:
            found = self._bounds[key] = self._knapsack(node, deck or (), turns, foreign, own)
        return found

    def _knapsack(self, node: Node, deck: tuple[Card, ...], turns: int, foreign: int, own: int) -> int:
        items = []
        for site in node.own:
            if 0 < site.missing <= turns and can_be_filled(site, foreign, own, self.wrap):
                items.append((site.missing, 2 * site.mine.value))
        captors = turns + 1
        for site in node.open:
            if site.mine.defence <= 0:
                continue
            captors = min(captors, site.to_capture)
            cost = site.to_capture + site.mine.need
            if cost <= turns and can_be_filled(Site(site.mine), foreign, own, self.wrap):
                items.append((cost, site.mine.value))
        for mine in (card.mine for card in deck):
            cost = (0 if EMPTY in node.open else captors) + mine.defence + mine.need
            if mine != UNKNOWN_MINE and cost <= turns and can_be_filled(Site(mine), foreign, own, self.wrap):
                items.append((cost, mine.value))
        most = [0] * (turns + 1)
        for cost, value in items:
            for left in range(turns, cost - 1, -1):
                most[left] = max(most[left], most[left - cost] + value)
        return most[turns]

    # --- the search -----------------------------------------------------------------------------

    def begin(self) -> tuple[int, int]:
        """The plan that always lays what promises most becomes the best found; its value, and the bound of all plans."""
        node, turns = self.root, self.problem.turns
        self.most = self.bound(node, turns)
        total, plan = 0, []
        while turns and node.deck != ():
            turns -= 1
            laid = self._ranked(node, turns)[0][-1]
            total += laid.gain
            plan.append(laid.move)
            if turns:
                draw, after = max(self.turns.draws(laid), key=lambda one: self.bound(one[1], turns))
                plan += [END] if draw is None else [draw, END]
                node = self.turns.ended(after)
        self.best = total, plan
        return total, self.most

    def solve(self) -> int:
        """The value; ``best`` then has a plan."""
        if self.problem.turns > _NEAR:
            self._roll()
        return self._value(self.root, self.problem.turns, self.best[0] - 1, 0)

    def _roll(self) -> None:
        """A good plan of many turns to begin with: the first turn of the best plan of few turns, again and again."""
        node, left, total, path = self.root, self.problem.turns, 0, self._path
        done: list[Move] = []
        self._path = None
        while left and node.deck != ():
            near = min(_NEAR, left)
            value = self._value(node, near, NEVER, 0)
            if near == left:
                total, done = total + value, done + self._moves(node, near, value)
                break
            laid, draw, node = self._turn(node, near, value)
            total, left = total + laid.gain, left - 1
            done += [laid.move, END] if draw is None else [laid.move, draw, END]
        self._path = path
        self._keep(total, done)

    def _value(self, node: Node, turns: int, floor: int, got: int) -> int:
        """Most points of so many turns: exact above `floor`, otherwise a bound not above it (fail-soft).

        `got` was gained on the way here.
        """
        if turns == 0 or node.deck == ():
            self._keep(got, [])
            return 0
        key = self.key(node, turns)
        known = self._exact.get(key)
        if known is not None:
            if self._path is not None and got + known > self.best[0]:
                self._keep(got + known, self._tail(node, turns, known))
            return known
        bound = self._upper.get(key)
        if bound is None:
            bound = self.bound(node, turns)
        if bound <= floor:
            return bound
        self.watch.count()
        best = self._last(node, got) if turns == 1 else self._search(node, turns, floor, bound, got)
        if best > floor:
            self._exact[key] = best
        else:
            self._upper[key] = best
        return best

    def _last(self, node: Node, got: int) -> int:
        """The best single laying."""
        laid = max(self.turns.layings(node), key=lambda one: one.gain)
        self._keep(got + laid.gain, [laid.move])
        return laid.gain

    def _search(self, node: Node, turns: int, floor: int, bound: int, got: int) -> int:
        best = NEVER
        for promise, gain, _, laid in self._ranked(node, turns - 1):
            if promise <= max(best, floor):
                # nothing further on promises more; the promise itself is a bound
                return max(best, promise)
            for draw, after in self.turns.draws(laid):
                self._step(laid.move, draw)
                below = max(best, floor) - gain
                found = gain + self._value(self.turns.ended(after), turns - 1, below, got + gain)
                self._back(draw)
                if found > best:
                    best = found
                    if best >= min(bound, promise):
                        break
            if best >= bound:
                break
        return best

    def _ranked(self, node: Node, turns: int) -> list[tuple[int, int, int, Laid]]:
        """(promise, gain, number, laying): what promises most with so many turns after it first, then what gains most."""
        ranked = [
            (laid.gain + self.bound(laid.node, turns), laid.gain, number, laid)
            for number, laid in enumerate(self.turns.layings(node))
        ]
        ranked.sort(key=lambda one: (-one[0], -one[1], one[2]))
        return ranked

    def _step(self, move: Move, draw: Move | None) -> None:
        if self._path is not None:
            self._path += [move, END] if draw is None else [move, draw, END]

    def _back(self, draw: Move | None) -> None:
        if self._path is not None:
            del self._path[-2 if draw is None else -3 :]

    def _keep(self, total: int, tail: list[Move]) -> None:
        """A plan was found; keep it and tell when it is better."""
        if self._path is not None and total > self.best[0]:
            self.best = total, [*self._path, *tail]
            self.watch.news(total, max(total, self.most), texts(self.best[1]))

    def _tail(self, node: Node, turns: int, value: int) -> list[Move]:
        """Moves that have the exact value of a node."""
        path, self._path = self._path, None
        try:
            return self._moves(node, turns, value)
        finally:
            self._path = path

    def _moves(self, node: Node, turns: int, value: int) -> list[Move]:
        plan: list[Move] = []
        while turns and node.deck != ():
            if turns == 1:
                return [*plan, next(laid.move for laid in self.turns.layings(node) if laid.gain == value)]
            laid, draw, node = self._turn(node, turns, value)
            plan += [laid.move, END] if draw is None else [laid.move, draw, END]
            turns, value = turns - 1, value - laid.gain
        return plan

    def _turn(self, node: Node, turns: int, value: int) -> tuple[Laid, Move | None, Node]:
        """The first turn that keeps the exact value of a node, two turns or more being left; the node after it."""
        for laid in self.turns.layings(node):
            rest = value - laid.gain
            if self.bound(laid.node, turns - 1) < rest:
                continue
            found = self._draw(laid, turns - 1, rest)
            if found is not None:
                return laid, *found
        raise AssertionError(f"no turn has the value {value} of {node}")

    def _draw(self, laid: Laid, turns: int, rest: int) -> tuple[Move | None, Node] | None:
        """The first draw after which `turns` turns have the value `rest`, and the node after ``end``."""
        for draw, after in self.turns.draws(laid):
            node = self.turns.ended(after)
            if self._value(node, turns, rest - 1, 0) == rest:
                return draw, node
        return None


def can_be_filled(site: Site, foreign: int, own: int, wrap: bool) -> bool:
    """Whether a mine could be completed if each strength in two sets of bits were there as often as wanted."""
    miners = max(site.mine.size - len(site.pile), 0)
    return _chain(top_of(site.pile), miners, site.missing - miners, wrap, foreign, own)


@lru_cache(maxsize=100_000)
def _chain(top: int | None, miners: int, overseers: int, wrap: bool, foreign: int, own: int) -> bool:
    """Whether so many cards may be laid on `top` if each strength in the two sets is there as often as wanted."""
    if not miners and not overseers:
        return True
    allowed = foreign if miners else own
    left = (miners - 1, overseers) if miners else (0, overseers - 1)
    return any(
        allowed >> strength & 1 and _chain(strength, *left, wrap, foreign, own)
        for strength in followers(top, wrap)
    )
