"""Which cards a turn can score: the search over sets of cards, and the smallest plan of a set.

With a hand of h cards and k board moves, k cards are spent, so any set of at most h - k cards that
matched at some moment can be scored (SS-9 to SS-15). So a set S is within reach of a budget of u
cards when a tour of at most u - |S| moves passes a match of every card of S. ``best_turn`` asks
for most points with the budget h; ``pareto`` asks for every budget.

Sets are tried by points, highest first, and the first points that a set reaches are the most. A
set is ruled out without search when one of its cards is farther away than its moves allow; and
when a part of it cannot be toured in those moves, for a tour of the whole is a tour of the part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from puzzles.shifting_stones.problems import BOARD_MOVES
from puzzles.shifting_stones.state import Move, points_of
from solvers.core.search import Watch
from solvers.shifting_stones.packed import moved
from solvers.shifting_stones.search import Tours, pattern, step_towards

Cards = tuple[int, ...]
"""Card ids, ascending."""

Within = Callable[[int, Cards, int], bool]


@dataclass(frozen=True, slots=True)
class Found:
    """What a budget allows at best.

    points  of each of `sets`; all of them have `size` cards and a tour of `moves`, not fewer
    """

    points: int
    moves: int
    size: int
    sets: tuple[Cards, ...]


@dataclass
class Hand:
    """The hand of one turn on one board, and what was proved about it.

    cards     known hand cards, ascending
    held      number of hand cards, where news are pairs (points, cards kept); else None
    best      the best set so far and a way past its matches, for a search that is stopped
    ceiling   no turn of the budget in work gives more points
    searched  sets with more points than the answer that a search ruled out
    """

    board: int
    cards: Cards
    watch: Watch
    held: int | None = None
    best: tuple[Cards, tuple[int, ...]] = ((), ())
    searched: int = 0
    ceiling: int = 0
    tours: Tours = field(init=False)
    away: dict[int, int] = field(init=False)
    _low: dict[Cards, int] = field(default_factory=dict)
    _high: dict[Cards, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tours = Tours(self.watch)
        self.away = {card: pattern(card).distance(self.board) for card in self.cards}

    def reachable(self, cards: Cards, moves: int) -> bool:
        """Whether a tour of at most `moves` moves passes a match of each of `cards`."""
        if moves < self._low.get(cards, 0):
            return False
        if moves >= self._high.get(cards, moves + 1):
            return True
        parts = (cards[:i] + cards[i + 1 :] for i in range(len(cards))) if len(cards) > 2 else ()
        if all(self.reachable(part, moves) for part in parts) and self.tours.within(self.board, cards, moves):
            self._high[cards] = moves
            return True
        self._low[cards] = moves + 1
        return False

    def most(self, budget: int, *, fewest_cards: bool) -> Found:
        """Most points with a budget of cards spent and scored; then fewest moves; then fewest cards.

        fewest_cards  False: first the smallest sum of moves and cards, then fewest moves
        Raises OutOfTime, and whatever a report raises; `best` and `ceiling` then hold what is known.
        """
        self.ceiling = self.upper_bound(budget)
        self.best = ((), ())
        self.searched = 0
        self._tell()
        if self.watch.may_stop:
            self._better(*nearest_first(self, budget))
        for points in range(self.ceiling, 0, -1):
            self.ceiling = points
            self._tell()
            reached, failed = list[Cards](), 0
            for cards in sorted(self.sets_of(points, budget), key=lambda s: (len(s), self._far(s), s)):
                moves = budget - len(cards)
                if self.reachable(cards, moves):
                    reached.append(cards)
                    if points_of(self.best[0]) < points:
                        self._better(cards, tuple(self.tours.route(self.board, cards, moves)))
                else:
                    failed += 1
            if reached:
                return self._smallest(points, budget, reached, fewest_cards)
            self.searched += failed
        return Found(0, 0, 0, ((),))

    def _better(self, cards: Cards, route: tuple[int, ...]) -> None:
        self.best = (cards, route)
        self._tell()

    def _tell(self) -> None:
        if not self.watch.may_stop:
            return
        cards, route = self.best
        plan = tuple(str(move) for move in quick_plan(self, cards, route))
        value, bound = points_of(cards), self.ceiling
        if self.held is None:
            self.watch.news(value, bound, plan)
        else:
            self.watch.news((value, self.held - len(cards) - len(route)), (bound, self.held), plan)

    def _far(self, cards: Cards) -> int:
        return max(self.away[card] for card in cards)

    def _smallest(self, points: int, budget: int, reached: list[Cards], fewest_cards: bool) -> Found:
        tours = {}
        for cards in reached:
            moves = self._far(cards)
            while not self.reachable(cards, moves):
                moves += 1
            tours[cards] = moves

        def order(cards: Cards) -> tuple[int, int]:
            first = tours[cards] if fewest_cards else tours[cards] + len(cards)
            return first, len(cards) if fewest_cards else tours[cards]

        least = min(map(order, reached))
        sets = tuple(cards for cards in reached if order(cards) == least)
        return Found(points, tours[sets[0]], len(sets[0]), sets)

    def upper_bound(self, budget: int) -> int:
        """Points that no turn with this budget exceeds, by distance alone.

        A set of s cards leaves budget - s moves, so each of its cards is at most that far away.
        """
        return max(
            (
                sum(sorted((pattern(c).points for c in self.cards if self.away[c] <= budget - size))[-size:])
                for size in range(1, budget + 1)
            ),
            default=0,
        )

    def sets_of(self, points: int, budget: int) -> Iterator[Cards]:
        """The sets worth exactly `points` that distance alone does not rule out."""
        cards = sorted(
            (card for card in self.cards if self.away[card] < budget), key=lambda c: (-pattern(c).points, c)
        )
        values = [pattern(card).points for card in cards]
        rest = [sum(values[i:]) for i in range(len(values) + 1)]

        def grow(start: int, chosen: Cards, needed: int, far: int) -> Iterator[Cards]:
            if needed == 0:
                yield tuple(sorted(chosen))
                return
            self.watch.tick()
            for i in range(start, len(cards)):
                if rest[i] < needed:
                    return
                farther = max(far, self.away[cards[i]])
                fewest = len(chosen) + 1 + -(-(needed - values[i]) // values[i])
                if values[i] <= needed and farther + fewest <= budget:
                    yield from grow(i + 1, (*chosen, cards[i]), needed - values[i], farther)

        return grow(0, (), points, 0)


def smallest_plan(board: int, hand: Cards, found: Found, within: Within) -> list[Move]:
    """The smallest list of scores and board moves, as texts, that scores one of ``found.sets``.

    All plans have ``found.moves`` moves and ``found.size`` scores. At each place the candidates are
    tried in the order of their texts (flips, scores, swaps), and the first that still leaves some
    set within reach is right. A move spends the smallest card that such a set does not need.

    within  whether each of some cards can match within a number of moves from a board
    """
    moves, sets = found.moves, found.sets
    held = sorted(hand, key=str)
    plan: list[Move] = []

    def board_move(verb: str) -> bool:
        nonlocal board, moves, sets
        for number, move in enumerate(BOARD_MOVES):
            if moves == 0 or move.verb != verb:
                continue
            after = moved(board, number)
            left = [cards for cards in sets if within(after, cards, moves - 1)]
            if left:
                spent = next(card for card in held if any(card not in cards for cards in left))
                sets = tuple(cards for cards in left if spent not in cards)
                board, moves = after, moves - 1
                held.remove(spent)
                plan.append(Move(verb, move.cells, spent))
                return True
        return False

    def score() -> bool:
        nonlocal sets
        for card in held:
            if any(card in cards for cards in sets) and within(board, (card,), 0):
                sets = tuple(tuple(c for c in cards if c != card) for cards in sets if card in cards)
                held.remove(card)
                plan.append(Move("score", card=card))
                return True
        return False

    for _ in range(found.moves + found.size):
        if not (board_move("flip") or score() or board_move("swap")):
            raise AssertionError(f"no move leads on from {[str(move) for move in plan]}")
    return plan


def quick_plan(hand: Hand, cards: Cards, route: Sequence[int]) -> list[Move]:
    """Some plan that scores `cards` along `route`, each as soon as it matches, without any search."""
    board = hand.board
    spare = [card for card in sorted(hand.cards, key=str) if card not in cards]
    waiting = list(cards)
    plan: list[Move] = []

    def score() -> None:
        for card in [card for card in waiting if not pattern(card).distance(board)]:
            waiting.remove(card)
            plan.append(Move("score", card=card))

    score()
    for number in route:
        board = moved(board, number)
        plan.append(Move(BOARD_MOVES[number].verb, BOARD_MOVES[number].cells, spare.pop(0)))
        score()
    return plan


def nearest_first(hand: Hand, budget: int) -> tuple[Cards, tuple[int, ...]]:
    """What a player takes who always goes for the nearest card: (cards scored, way as board moves)."""
    board, scored, route = hand.board, set[int](), list[int]()
    while True:
        for card in hand.cards:
            if card not in scored and len(scored) + len(route) < budget and not pattern(card).distance(board):
                scored.add(card)
        left = budget - len(scored) - len(route) - 1
        away = sorted(
            (pattern(card).distance(board), -pattern(card).points, card)
            for card in hand.cards
            if card not in scored
        )
        if not away or away[0][0] > left or away[0][0] == 0:
            return tuple(sorted(scored)), tuple(route)
        number = step_towards(board, away[0][2])
        board = moved(board, number)
        route.append(number)
