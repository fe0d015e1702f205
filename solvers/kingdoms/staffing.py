"""Which own mines a hand can fill: dynamic programming over the mines with a bound, for ``staff``.

A card is only own or foreign and a strength (R2): 20 kinds. How many of each are left is one whole number with four
bits a kind, of which the highest is free, so that all kinds are compared at once. A set of mines is worth the sum of
their weights, 2 x value x SCALE - cards: first points, then few cards.

Bound (``Staffing.bound``): the mines from here on as a knapsack of cards, foreign and own apart, each mine costing the
cards it needs whatever their strengths. Every real way spends exactly these cards, so none is worth more. The same with
all cards together against the number that may be laid. And only mines that could be filled alone with the cards left
are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from puzzles.kingdoms.pieces import EMPTY, KNOWN, RACE, STRENGTH, Site, followers, top_of
from puzzles.kingdoms.rules import State
from solvers.core.search import Watch

SCALE = 1000
"""Weight of a point against a card: more than there are cards."""

OWN = 10
"""Kinds 0 to 9 are foreign cards by strength, 10 to 19 those of the own race."""

_GUARD = sum(8 << 4 * kind for kind in range(2 * OWN))
_FOREIGN = (1 << 4 * OWN) - 1
_DIGITS = sum(15 << 8 * pair for pair in range(OWN // 2))

Kinds = tuple[int, ...]
"""The kinds of the cards of a mine in the order in which they are laid."""

NEVER = -1_000_000_000


def counted_kinds(kinds: Sequence[int]) -> int:
    """How many of each kind, as one number."""
    return sum(1 << 4 * kind for kind in kinds)


def has_all(left: int, used: int) -> bool:
    """Whether the cards `left` contain those `used`."""
    return ((left | _GUARD) - used) & _GUARD == _GUARD


def number_of(cards: int) -> tuple[int, int]:
    """How many foreign and how many own cards."""
    foreign, own = cards & _FOREIGN, cards >> 4 * OWN
    # neighbours added give bytes, and bytes add up modulo 255; there are at most 60 and 20 cards
    foreign = ((foreign & _DIGITS) + (foreign >> 4 & _DIGITS)) % 255
    own = ((own & _DIGITS) + (own >> 4 & _DIGITS)) % 255
    return foreign, own


def kind_of(card: int, race: int) -> int:
    """The kind of a known unit for the seat with this race."""
    return STRENGTH[card] + OWN * (RACE[card] == race)


@dataclass(frozen=True, slots=True)
class Task:
    """An own mine to be filled.

    place    its place in ``own``, from 0
    foreign, own   cards that are missing: miners, overseer (0 or 1)
    weight   of filling it
    ways     the sets of cards that fill it, as numbers of kinds, with an order to lay them; few and dear cards last
    """

    place: int
    site: Site
    foreign: int
    own: int
    weight: int
    ways: dict[int, Kinds]

    @property
    def is_like(self) -> tuple[object, ...]:
        """Mines that are the same here are one (R4)."""
        return self.weight, self.foreign, self.own, top_of(self.site.pile)


def chains(top: int | None, foreign: int, own: int, wrap: bool, cards: Sequence[int]) -> Iterator[Kinds]:
    """The orders of kinds that may be laid on `top`: so many miners, then so many own cards; `cards` has each count."""
    if not foreign and not own:
        yield ()
        return
    base = 0 if foreign else OWN
    for strength in followers(top, wrap):
        kind = base + strength
        if cards[kind]:
            left = list(cards)
            left[kind] -= 1
            for rest in chains(strength, max(foreign - 1, 0), own if foreign else own - 1, wrap, left):
                yield (kind, *rest)


def hand_kinds(state: State, seat: int) -> Counter[int]:
    """The known cards of the hand of a seat, by kind."""
    race = state.kings[seat]
    return Counter(kind_of(card, race) for card in state.hands[seat] if KNOWN[card])


def tasks_of(state: State, watch: Watch, seat: int) -> list[Task]:
    """The own mines of a seat that its hand can fill, those with most points a card first."""
    kinds = hand_kinds(state, seat)
    cards = [kinds[kind] for kind in range(2 * OWN)]
    found = []
    for place, site in enumerate(state.own[seat]):
        if site == EMPTY or site.missing <= 0:
            continue
        foreign = max(site.mine.size - len(site.pile), 0)
        own = site.missing - foreign
        ways: dict[int, Kinds] = {}
        for chain in chains(top_of(site.pile), foreign, own, state.wrap, cards):
            watch.tick()
            ways.setdefault(counted_kinds(chain), chain)
        weight = 2 * site.mine.value * SCALE - site.missing
        if ways and weight > 0:
            found.append(Task(place, site, foreign, own, weight, ways))
    demand: Counter[int] = Counter()
    for task in found:
        for chain in task.ways.values():
            for kind in chain:
                demand[kind] += 1 / len(task.ways)  # type: ignore[assignment]
    found = [
        Task(
            t.place,
            t.site,
            t.foreign,
            t.own,
            t.weight,
            dict(sorted(t.ways.items(), key=lambda way: _price(way[1], demand, cards))),
        )
        for t in found
    ]
    found.sort(key=lambda task: (-task.weight / task.site.missing, -task.weight, task.place))
    # like ones next to each other, so that to skip one is to skip the others
    first = {task.is_like: at for at, task in reversed(list(enumerate(found)))}
    found.sort(key=lambda task: first[task.is_like])
    return found


def _price(chain: Kinds, demand: Counter[int], cards: Sequence[int]) -> float:
    """How much other mines want the cards of a chain."""
    return sum(demand[kind] / cards[kind] for kind in chain)


class Staffing:
    """The best set of mines for a hand. ``watch.nodes`` counts pairs of (mine, cards left).

    cards  how many there are of each kind
    most   how many cards may be laid; None: all
    best   total weight and the way of each mine chosen (by its place), of the best found so far
    """

    def __init__(self, tasks: Sequence[Task], cards: int, watch: Watch, most: int | None = None) -> None:
        self.tasks = tasks
        self.watch = watch
        self.cards = cards
        self.best: tuple[int, dict[int, Kinds]] = (0, {})
        self.found_better: Callable[[], None] = lambda: None
        self._exact: dict[tuple[int, int, int], int] = {}
        self._upper: dict[tuple[int, int, int], int] = {}
        self._chosen: list[tuple[int, int]] = []
        self._can: dict[tuple[int, int], bool] = {}
        self._uses = [_union(task.ways) for task in tasks]
        self._useful = [0] * (len(tasks) + 1)
        self._other = [len(tasks)] * len(tasks)
        self._missing = [0] * (len(tasks) + 1)
        in_hand = number_of(cards)
        self.most = sum(in_hand) if most is None else min(most, sum(in_hand))
        self._knapsack = [_knapsack(None, in_hand, [])] * (len(tasks) + 1)
        self._in_all = [_knapsack(None, (self.most, 0), [])] * (len(tasks) + 1)
        for at in reversed(range(len(tasks))):
            self._useful[at] = self._useful[at + 1] | self._uses[at]
            same = at + 1 < len(tasks) and tasks[at].is_like == tasks[at + 1].is_like
            self._other[at] = self._other[at + 1] if same else at + 1
            task = tasks[at]
            self._missing[at] = self._missing[at + 1] + task.foreign + task.own
            self._knapsack[at] = _knapsack(task, (task.foreign, task.own), self._knapsack[at + 1])
            self._in_all[at] = _knapsack(task, (task.foreign + task.own, 0), self._in_all[at + 1])

    def bound(self, at: int, cards: int, left: int) -> int:
        """No choice among the mines from `at` is worth more with these cards, of which `left` may be laid."""
        foreign, own = number_of(cards)
        possible = sum(task.weight for n, task in enumerate(self.tasks[at:], at) if self._possible(n, cards))
        return min(possible, self._knapsack[at][foreign][own], self._in_all[at][left][0])

    def _possible(self, at: int, cards: int) -> bool:
        key = (at, cards & self._uses[at])
        found = self._can.get(key)
        if found is None:
            found = self._can[key] = any(has_all(cards, way) for way in self.tasks[at].ways)
        return found

    def value(self) -> int:
        """The greatest total weight."""
        return self._value(0, self.cards, self.most, -1, 0)

    def _value(self, at: int, cards: int, left: int, floor: int, got: int) -> int:
        """Most weight of the mines from `at`: exact above `floor`, otherwise a bound not above it (fail-soft)."""
        key = self._key(at, cards, left)
        _, cards, left = key
        known = self._exact.get(key)
        if known is None and at == len(self.tasks):
            known = 0
        if known is not None:
            if got + known > self.best[0]:
                self._keep(got + known, key)
            return known
        bound = self._upper.get(key)
        if bound is None:
            bound = self.bound(at, cards, left)
        if bound <= floor:
            return bound
        self.watch.count()
        best, task = NEVER, self.tasks[at]
        missing = task.foreign + task.own
        for way in task.ways if missing <= left else ():
            if not has_all(cards, way):
                continue
            self._chosen.append((at, way))
            below = max(floor, best) - task.weight
            found = task.weight + self._value(at + 1, cards - way, left - missing, below, got + task.weight)
            self._chosen.pop()
            if found > best:
                best = found
                if best >= bound:
                    break
        if best < bound:
            best = max(best, self._value(self._other[at], cards, left, max(floor, best), got))
        if best > floor:
            self._exact[key] = best
        else:
            self._upper[key] = best
        return best

    def _key(self, at: int, cards: int, left: int) -> tuple[int, int, int]:
        """What the rest depends on: only kinds that a mine from `at` can use, no more to lay than these mines miss."""
        return at, cards & self._useful[at], min(left, self._missing[at])

    def _keep(self, total: int, key: tuple[int, int, int]) -> None:
        """A better choice: the mines on the way here, and the known best of the rest."""
        ways = {self.tasks[n].place: self.tasks[n].ways[way] for n, way in self._chosen}
        ways.update(self._rest(key))
        self.best = total, ways
        self.found_better()

    def _rest(self, key: tuple[int, int, int]) -> Iterator[tuple[int, Kinds]]:
        """The ways of a choice with the exact value that is known for this key."""
        while key[0] < len(self.tasks):
            at, cards, left = key
            value, task = self._exact[key], self.tasks[at]
            missing = task.foreign + task.own
            for way in task.ways if missing <= left else ():
                after = self._key(at + 1, cards - way, left - missing)
                if has_all(cards, way) and self._known(after) == value - task.weight:
                    yield task.place, task.ways[way]
                    key = after
                    break
            else:
                key = self._key(self._other[at], cards, left)

    def _known(self, key: tuple[int, int, int]) -> int | None:
        return 0 if key[0] == len(self.tasks) else self._exact.get(key)


def _union(ways: dict[int, Kinds]) -> int:
    """All bits of the kinds that a mine can use."""
    return sum(15 << 4 * kind for kind in {kind for chain in ways.values() for kind in chain})


def _knapsack(task: Task | None, size: tuple[int, int], rest: list[list[int]]) -> list[list[int]]:
    """[a][b] -> most weight with so many cards of two sorts, `rest` being the table without the task of this size.

    With no task: zeros for up to `size` cards.
    """
    if task is None:
        return [[0] * (size[1] + 1) for _ in range(size[0] + 1)]
    a, b = size
    table = [list(row) for row in rest]
    for one in range(a, len(rest)):
        for two in range(b, len(rest[0])):
            table[one][two] = max(rest[one][two], task.weight + rest[one - a][two - b])
    return table


def points_of(weight: int) -> tuple[int, int]:
    """Points gained (2 x value) and cards laid of a total weight."""
    gained = -(-weight // SCALE)
    return gained, gained * SCALE - weight
