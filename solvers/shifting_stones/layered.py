"""The plain method: breadth-first layers of (board, cards matched so far). The peer in tests and benches.

Sound and simple: it knows the moves and when a card matches, but no distances.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import board_text
from puzzles.shifting_stones.problems import BOARD_MOVES, BestTurn, Distance, Pareto
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import Move, points_of
from solvers.core.search import OutOfTime, Watch, layers
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones.packed import LANE, moved, neighbours, pack
from solvers.shifting_stones.sets import Cards, Found, smallest_plan
from solvers.shifting_stones.turns import Turn, counts, ending, play_all, read_target, read_tiles, read_turn

METHOD = "breadth-first layers of (board, cards matched)"
NO_LIMIT = Limits()


def goals(card: int) -> tuple[int, ...]:
    """The bits of each place of a card."""
    return tuple(
        sum(1 << 9 * LANE[face] + cell for cell, face in place.needs) for place in CARDS[card].places
    )


def distance(
    board: State | str, target: int | str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """`distance` by layers of boards; looks at every board that is nearer than the target."""
    watch = Watch(limits, report)
    tiles, goal = read_tiles(board, "distance, board"), read_target(target)
    wanted = goals(goal) if isinstance(goal, int) else (pack(goal.replace("/", "")),)
    kept: list[list[int]] = []

    def near(node: int) -> tuple[int, ...]:
        watch.count()
        return neighbours(node)

    def solution(status: Status, value: int | None, bound: int, plan: list[Move]) -> Solution:
        return verify(
            Solution(
                problem=Distance(goal),
                start=board_text(tiles),
                status=status,
                value=value,
                bound=bound,
                proof=f"No board fewer than {bound} moves away is one" if value is not None else "",
                steps=tuple(Step(move, 0, "") for move in plan),
                seconds=watch.seconds,
                nodes=watch.nodes,
                method="breadth-first layers of boards",
            )
        )

    try:
        watch.look()
        for layer in layers(pack(tiles), near):
            kept.append(layer)
            ends = [node for node in layer if any(node & bits == bits for bits in wanted)]
            if ends:
                break
            watch.look()
    except (OutOfTime, Stop):
        return solution(Status.UNKNOWN, None, len(kept), [])
    useful = [set(ends)]
    for layer in reversed(kept[:-1]):
        useful.insert(0, {node for node in layer if not useful[0].isdisjoint(neighbours(node))})
    plan, node = [], kept[0][0]
    for later in useful[1:]:
        number = next(n for n in range(len(BOARD_MOVES)) if moved(node, n) in later)
        node = moved(node, number)
        plan.append(BOARD_MOVES[number])
    return solution(Status.OPTIMAL, len(plan), len(plan), plan)


class Layers:
    """All (board, cards matched so far) of one turn, layer by layer."""

    def __init__(self, turn: Turn, watch: Watch) -> None:
        self.turn = turn
        self.watch = watch
        self._goals = [(card, goals(card)) for card in turn.cards]
        self._shown: dict[int, Cards] = {}
        self._ahead: dict[tuple[int, int], frozenset[Cards]] = {}

    def shown(self, board: int) -> Cards:
        """The hand cards that match on a board."""
        if board not in self._shown:
            self._shown[board] = tuple(
                card for card, places in self._goals if any(board & bits == bits for bits in places)
            )
        return self._shown[board]

    def tours(self, enough: Callable[[dict[Cards, int], int], bool]) -> dict[Cards, int]:
        """Set of cards -> fewest moves past a match of each, for all sets the budget pays for.

        enough(tours so far, moves) ends it before the layer of `moves` is made.
        """
        budget = len(self.turn.cards)
        found: dict[Cards, int] = {(): 0}

        def near(node: tuple[int, Cards]) -> list[tuple[int, Cards]]:
            self.watch.count()
            board, matched = node
            return [(other, _union(matched, self.shown(other))) for other in neighbours(board)]

        start = (self.turn.board, self.shown(self.turn.board))
        for moves, layer in enumerate(layers(start, near)):
            for matched in sorted({matched for _, matched in layer}):
                for size in range(1, min(len(matched), budget - moves) + 1):
                    for cards in combinations(matched, size):
                        found.setdefault(cards, moves)
            if moves + 1 >= budget or enough(found, moves + 1):
                break
        return found

    def within(self, board: int, cards: Cards, moves: int) -> bool:
        """Whether `moves` board moves from `board` can pass a match of each card."""
        return any(set(cards).issubset(matched) for matched in self._from(board, moves))

    def _from(self, board: int, moves: int) -> frozenset[Cards]:
        found = self._ahead.get((board, moves))
        if found is None:
            here = self.shown(board)
            ways = {here}
            if moves:
                self.watch.count()
                for other in neighbours(board):
                    ways.update(_union(here, matched) for matched in self._from(other, moves - 1))
            found = self._ahead[board, moves] = frozenset(ways)
        return found


def _union(one: Cards, other: Cards) -> Cards:
    return one if not other or one == other else tuple(sorted({*one, *other}))


def best_turn(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """`best_turn` by layers; stops early only when the cards that a layer can pay for are worth too little."""
    turn = read_turn(state, "best_turn")
    watch = Watch(limits, report)
    searched = Layers(turn, watch)
    worth = sorted((CARDS[card].points for card in turn.cards), reverse=True)

    def enough(tours: dict[Cards, int], moves: int) -> bool:
        return max(map(points_of, tours)) >= sum(worth[: len(turn.cards) - moves])

    try:
        watch.look()
        found = _best(searched.tours(enough), len(turn.cards), spent_first=True)
        plan = _plan(searched, found)
    except (OutOfTime, Stop):
        plan = ending(turn.state)
        return _solution(BestTurn(), turn, plan, 0, sum(worth), watch, "")
    return _solution(BestTurn(), turn, plan, found.points, found.points, watch, "All layers were looked at")


def pareto(
    state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> tuple[Solution, ...]:
    """`pareto` by layers."""
    turn = read_turn(state, "pareto")
    watch = Watch(limits, report)
    searched = Layers(turn, watch)
    found: list[Solution] = []
    try:
        watch.look()
        tours = searched.tours(lambda *_: False)
        budget = len(turn.cards)
        while True:
            best = _best(tours, budget, spent_first=False)
            value = (best.points, turn.held - best.moves - best.size)
            found.append(
                _solution(
                    Pareto(), turn, _plan(searched, best), value, value, watch, "All layers were looked at"
                )
            )
            if not best.points:
                return tuple(found)
            budget = best.moves + best.size - 1
    except (OutOfTime, Stop):
        bound = (points_of(turn.cards), turn.held)
        return (*found, _solution(Pareto(), turn, ending(turn.state), (0, turn.held), bound, watch, ""))


def _best(tours: dict[Cards, int], budget: int, *, spent_first: bool) -> Found:
    def key(cards: Cards) -> tuple[int, int, int]:
        moves, size = tours[cards], len(cards)
        return (-points_of(cards), moves, size) if spent_first else (-points_of(cards), moves + size, moves)

    payable = [cards for cards, moves in tours.items() if moves + len(cards) <= budget]
    least = min(map(key, payable))
    sets = tuple(sorted(cards for cards in payable if key(cards) == least))
    return Found(-least[0], tours[sets[0]], len(sets[0]), sets)


def _plan(searched: Layers, found: Found) -> list[Move]:
    plan = smallest_plan(searched.turn.board, searched.turn.cards, found, searched.within)
    return plan + ending(play_all(searched.turn.state, plan))


def _solution(
    problem: BestTurn | Pareto,
    turn: Turn,
    plan: list[Move],
    value: int | tuple[int, int],
    bound: int | tuple[int, int],
    watch: Watch,
    proof: str,
) -> Solution:
    return verify(
        Solution(
            problem=problem,
            start=str(turn.state),
            status=Status.OPTIMAL if proof else Status.FEASIBLE,
            value=value,
            bound=bound,
            proof=proof,
            steps=tuple(Step(m, CARDS[m.card or 0].points if m.verb == "score" else 0, "") for m in plan),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            facts=counts(turn, plan),
        )
    )
