"""``best_turn``: the most that the rest of a turn can bring, proved, and the first of the shortest plans that bring it."""

from __future__ import annotations

from typing import Any

from puzzles.core.state import IllegalMove, RulesError
from puzzles.moria.moves import Move, read_move
from puzzles.moria.problems import BestTurn
from puzzles.moria.rules import State
from solvers.core.explain import Comparison, counted
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Stop, verify
from solvers.moria import why
from solvers.moria.asked import NO_LIMIT, read_question, texts
from solvers.moria.bound import NEVER
from solvers.moria.gather import Facts
from solvers.moria.plain import LONGEST, Plain
from solvers.moria.search import Node, Search

METHOD = "depth-first search over actions with bound and table, gathering in every order"


class Turn:
    """The rest of the turn of one position."""

    def __init__(self, problem: BestTurn, start: State, watch: Watch) -> None:
        self.problem = problem
        self.start = problem.seen(start)
        self.watch = watch
        self.now = problem.worth(self.start, start.to_move)
        self.gathering = Plain(problem, watch)
        self.search = Tracked(Facts(problem, self.start), watch, self)
        self.plan: list[Move] = []
        self.value: int | None = None
        self.bound: int | None = None

    def solve(self) -> tuple[int, list[Move]]:
        """Value in points and plan. Raises OutOfTime or Stop; ``plan``, ``value`` and ``bound`` stay then."""
        if self.start.phase != "act":
            value = self.gathering.best(self.start)
            plan = self.gathering.plan(self.start)
            return self._solved(value, plan)
        search = self.search
        root = search.root()
        self.bound = self.points(search.top(root))
        search.record = True
        value = search.best(root, NEVER)
        search.record = False
        self.bound = self.points(value)
        return self._solved(value, self.first_best(root, value))

    def _solved(self, value: int, plan: list[Move]) -> tuple[int, list[Move]]:
        points = self.points(value)
        self.value, self.bound, self.plan = points, points, plan
        self.watch.news(points, points, texts(plan))
        return points, plan

    def points(self, value: int) -> int:
        """Points gained, from a value that counts moves, too."""
        return -(-value // LONGEST) - self.now

    def first_best(self, node: Node, value: int) -> list[Move]:
        """Of the shortest plans of this value the first in move order."""
        search, state, plan = self.search, self.start, []
        while True:
            for move in self.problem.moves(state):
                if move.verb == "done":
                    if search.done(node) == value:
                        plan.append(move)
                        after = self.problem.after(state, move)
                        if self.gathering.best(after) != value + 1:
                            raise AssertionError(
                                f"gathering after {texts(plan)} disagrees with the rules in {self.start}"
                            )
                        return plan + self.gathering.plan(after)
                    continue
                child = search.revealed(node) if move.verb == "reveal" else search.waiting(node, move)
                if search.top(child) > value and search.best(child, value) > value:
                    plan.append(move)
                    node, state, value = child, self.problem.after(state, move), value + 1
                    break
            else:
                raise AssertionError(f"no move keeps {value} after {texts(plan)} in {self.start}")

    def note(self, moves: list[Move], bound: int) -> None:
        """A new best way of the actions: kept with its best gathering, and told."""
        state = self.start
        for move in moves:
            state = self.problem.after(state, move)
        value = self.gathering.best(state)
        self.plan = [*moves, *self.gathering.plan(state)]
        self.value = self.points(value)
        self.tell(bound)

    def tell(self, bound: int) -> None:
        """News with a bound, in the search's numbers."""
        points = self.points(bound)
        self.bound = points if self.bound is None else min(self.bound, points)
        if self.value is not None:
            self.bound = max(self.bound, self.value)
        self.watch.news(self.value, self.bound, texts(self.plan))


class Tracked(Search):
    """The search that tells its turn what it finds."""

    def __init__(self, facts: Facts, watch: Watch, turn: Turn) -> None:
        super().__init__(facts, watch)
        self._turn = turn
        self._top = -NEVER

    def tell(self, bound: int) -> None:
        if bound < self._top:
            self._top = bound
            self._turn.tell(bound)

    def _note(self, value: int) -> None:
        before = self.found_value
        super()._note(value)
        if self.found_value > before and self.watch.may_stop:
            self._turn.note(self.found, min(self._top, -NEVER))


def best_turn(
    state: State | str,
    objective: str = "own",
    limits: Limits = NO_LIMIT,
    report: Report | None = None,
) -> Solution:
    """The best rest of the present turn (``BestTurn`` says what is counted); unit points.

    objective  own: growth of the own score; margin: of the own score less that of the best rival
    Plan: the fewest moves, then the first in move order. Only what the seat to move may know is read. A limit or a
    stop leaves the best found with its bound. Raises RulesError.
    """
    problem = BestTurn(objective)
    start = read_question(state, problem)
    watch = Watch(limits, report)
    turn = Turn(problem, start, watch)
    proved = True
    try:
        watch.look()
        value, plan = turn.solve()
    except (OutOfTime, Stop):
        proved = False
        value, plan = kept(turn)
    common: dict[str, Any] = {
        "problem": problem,
        "start": str(start.view(start.to_move)),
        "seconds": watch.seconds,
        "nodes": watch.nodes,
    }
    return verify(
        Solution(
            status=Status.OPTIMAL if proved or value == turn.bound else Status.FEASIBLE,
            value=value,
            bound=value if proved else turn.bound,
            proof=f"Every way of this turn was tried or has a bound of {value} or less ({counted(watch.nodes, 'position')})."
            if proved or value == turn.bound
            else "",
            steps=tuple(why.turn_steps(turn.start, problem, plan)),
            method=METHOD if proved else METHOD + ", stopped",
            reasons=tuple(
                why.turn_reasons(turn.start, problem, plan, value, narrower(turn, value) if proved else ())
            ),
            facts=why.turn_facts(turn.start, problem, plan),
            **common,
        )
    )


def kept(turn: Turn) -> tuple[int, list[Move]]:
    """The best found when the search was stopped: at least to close the phase at once."""
    if turn.value is None:
        quiet = Turn(turn.problem, turn.start, Watch(Limits()))
        moves = [] if turn.start.phase != "act" else [Move("done")]
        quiet.note(moves, -NEVER)
        turn.plan, turn.value = quiet.plan, quiet.value
        if turn.bound is None and turn.start.phase == "act":
            turn.bound = turn.points(quiet.search.top(quiet.search.root()))
        elif turn.bound is None:
            turn.bound = turn.value
    assert turn.value is not None
    return turn.value, turn.plan


class Budget(Watch):
    """A watch that ends a search after so many positions: the same on every machine."""

    def __init__(self, nodes: int) -> None:
        super().__init__(Limits())
        self._most = nodes

    @property
    def may_stop(self) -> bool:
        return True

    def count(self) -> None:
        self.nodes += 1
        if self.nodes > self._most:
            raise OutOfTime


_SMALL = 400
"""Positions of a search that is made for an explanation only."""


def narrower(turn: Turn, value: int) -> list[tuple[str, int]]:
    """What the turn brings without cards, without dwarf actions and without the castle's action."""
    start, found = turn.start, []
    if start.phase != "act":
        return []
    verbs = {move.verb for move in turn.plan}
    cases = []
    if "play" in verbs:
        cases.append(("The best turn without a land card", frozenset({"play"}), 0))
    if verbs & {"place", "move"}:
        cases.append(("The best turn without dwarf actions", frozenset({"place", "move"}), 0))
    used = sum(move.verb in ("play", "place", "move") for move in turn.plan)
    three = turn.search.facts.actions
    if start.used + used > three >= start.used and not turn.search.facts.fixed_actions:
        cases.append(
            (
                f"The best turn with {three} actions instead of the castle's {three + 1} (MO-13)",
                frozenset(),
                three,
            )
        )
    for words, skip, actions in cases:
        facts = Facts(turn.problem, start)
        facts.fixed_actions = actions or facts.fixed_actions
        search = Search(facts, Budget(_SMALL))
        search.skip = skip
        try:
            found.append((words, turn.points(search.best(search.root(), NEVER))))
        except OutOfTime:
            continue
    return found


SECONDS = 5.0
"""Longest search for a comparison, before and after the move."""


def compare(state: State | str, move: Move | str) -> Comparison:
    """What `move` loses of what ``best_turn`` brings from here, when the best follows after it.

    An ogre's move is compared by what the best turn after it brings. Raises RulesError for a text that cannot be read
    or a game that is over, IllegalMove for a move that the rules refuse.
    """
    problem = BestTurn()
    start = problem.seen(read_question(state, problem))
    if isinstance(move, str):
        move = read_move(move)
    if not isinstance(move, Move):
        raise RulesError(f"compare, move: got {type(move).__name__}, expected a move of moria or its text")
    reason = start.why_not(move)
    if reason is not None:
        raise IllegalMove(reason)
    seat = start.to_move
    before = _brought(problem, start)
    after = problem.after(start, move)
    gained = problem.worth(after, seat) - problem.worth(start, seat)
    following = None if move.verb == "end" else _brought(problem, after)
    value = gained + (following.value or 0 if following else 0)
    best = max(before.value or 0, value)
    loss = best - value
    sure = before.proved and (following is None or following.proved)
    if loss:
        words = [f"After it this turn can bring {value} points, {loss} fewer than the best ({best})"]
        words.append(f"The best is {', '.join(map(str, before.plan))}")
    else:
        words = [f"Nothing is lost: this turn can still bring {counted(best, 'point')}, the most there is"]
    if not sure:
        words.append("The search was cut off, the numbers are those of the best ways found")
    done = why.move_words(start, after, move)
    if done:
        words.append(done[0].upper() + done[1:])
    return Comparison(str(move), value, best, loss, ". ".join(words) + ".")


class _Brought(Turn):
    """A turn solved as far as the time for a comparison allows."""

    proved = True


def _brought(problem: BestTurn, state: State) -> _Brought:
    turn = _Brought(problem, state, Watch(Limits(seconds=SECONDS)))
    try:
        turn.solve()
    except OutOfTime:
        turn.value, turn.plan = kept(turn)
        turn.proved = turn.value == turn.bound
    return turn
