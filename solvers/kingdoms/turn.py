"""The best rest of a turn for the own mines: every laying with every draw, each valued by an exact staffing.

What is optimised stands in ``BestTurn``. Many ways of a turn end with the same cards and mines; what these promise is
worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from puzzles.core.state import IllegalMove
from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.pieces import Site
from puzzles.kingdoms.problems import BestTurn, blanked
from puzzles.kingdoms.prospect import gift_worth, turns_left
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.scoring import completed, score
from solvers.core.explain import Comparison, counted
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Alternative, Limits, Report, Solution, Status, Step, Stop, verify
from solvers.kingdoms import why
from solvers.kingdoms.asking import NO_LIMIT, read_asked, read_asked_move, texts
from solvers.kingdoms.staffing import Kinds, Staffing, counted_kinds, hand_kinds, points_of, tasks_of

METHOD = "every laying and draw of the turn, own mines by dynamic programming"

POINT = 100
"""Hundredths of a point."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to do the rest of the turn: its moves, the position after ``end`` and what it promises."""

    moves: tuple[Move, ...]
    after: State
    value: int


class Turn:
    """The rest of the turn of one position. ``watch.nodes`` counts the ways that were valued."""

    def __init__(self, start: State, watch: Watch) -> None:
        self.start = start
        self.seat = start.to_move
        self.watch = watch
        self.before = score(start, self.seat)
        self._staffed: dict[Any, tuple[int, int, dict[int, Kinds]]] = {}

    def ways(self, state: State, moves: tuple[Move, ...] = ()) -> Iterator[Way]:
        """All ways from here in the order of moves."""
        for move in state.moves():
            after = state.after(move)
            if move == END:
                self.watch.count()
                yield Way((*moves, move), after, self.promise(after))
            else:
                yield from self.ways(after, (*moves, move))

    def best(self, state: State, moves: tuple[Move, ...] = (), tell: bool = False) -> Way:
        """The way that promises most, the first of equal ones."""
        found: Way | None = None
        for way in self.ways(state, moves):
            if found is None or way.value > found.value:
                found = way
                if tell:
                    self.watch.news(way.value, self.bound, texts(way.moves))
        assert found is not None, f"no way to end the turn in {state}"
        return found

    @property
    def bound(self) -> int:
        """No way is worth more: all own mines filled, and the dearest mine captured and filled or given in vain."""
        own = sum(site.mine.value for site in self.start.own[self.seat])
        return POINT * (2 * own + max(site.mine.value for site in self.start.open))

    def promise(self, after: State) -> int:
        """``problems.promise``, with the staffing of ``staffing``."""
        gained, cards, _ = self.staffed(after)
        seat = self.seat
        points = completed(after, seat) + gained - sum(site.mine.value for site in after.own[seat])
        value = POINT * (points - self.before) - cards
        for rival, site in self.given(after):
            value -= POINT * gift_worth(site.mine, turns_left(after, rival), after.wrap) // 1
        return int(value)

    def given(self, after: State) -> list[tuple[int, Site]]:
        """The mines that rivals got in this turn."""
        return [
            (rival, site)
            for rival in range(after.seats)
            if rival != self.seat
            for site in after.own[rival][len(self.start.own[rival]) :]
        ]

    def staffed(self, after: State) -> tuple[int, int, dict[int, Kinds]]:
        """Points gained by filling own mines with the hand, cards for it, and which kinds lie where."""
        seat = self.seat
        turns = turns_left(after, seat)
        kinds = hand_kinds(after, seat)
        key = (after.own[seat], tuple(sorted(kinds.items())), turns)
        found = self._staffed.get(key)
        if found is None:
            tasks = tasks_of(after, self.watch, seat)
            staffing = Staffing(tasks, counted_kinds(list(kinds.elements())), self.watch, turns)
            gained, cards = points_of(staffing.value())
            found = self._staffed[key] = gained, cards, staffing.best[1]
        return found


def _asked(state: State | str, problem: BestTurn) -> State:
    start = read_asked(state, problem.name)
    if not start.is_over:
        start = blanked(start.view(start.to_move))
    problem.check_start(start)
    return start


def best_turn(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """The best rest of the present turn for the own mines; see ``BestTurn``. Unit hundredths of a point.

    Only what the seat to move may see is read. Raises RulesError, also for a game that is over.
    """
    problem = BestTurn()
    start = _asked(state, problem)
    watch = Watch(limits, report)
    turn = Turn(start, watch)
    proved = False
    try:
        watch.look()
        way = turn.best(start, tell=report is not None)
        others = _others(turn, way)
        proved = True
    except (OutOfTime, Stop):
        turn, others = Turn(start, Watch(Limits())), []
        way = next(turn.ways(start))
    bound = way.value if proved else max(turn.bound, way.value)
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=way.value,
            bound=bound,
            proof=f"All {counted(watch.nodes, 'way')} of the turn were valued; none promises more."
            if proved
            else "",
            steps=tuple(_steps(turn, way, others)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD if proved else METHOD + ", stopped",
            reasons=tuple(why.turn_reasons(turn, way, others)) if proved else (),
            facts=_facts(turn, way),
        )
    )


def _others(turn: Turn, way: Way) -> list[Way]:
    """The best way with each other first move, the best of them first, three at most."""
    best: dict[Move, Way] = {}
    for other in turn.ways(turn.start):
        first = other.moves[0]
        if first != way.moves[0] and (first not in best or other.value > best[first].value):
            best[first] = other
    return sorted(best.values(), key=lambda one: -one.value)[:3]


def _steps(turn: Turn, way: Way, others: list[Way]) -> list[Step]:
    steps, state = [], turn.start
    for number, move in enumerate(way.moves):
        after = state.after(move)
        gain = score(after, turn.seat) - score(state, turn.seat)
        alternatives = tuple(
            Alternative(str(other.moves[0]), other.value, _less(way, other)) for other in others if not number
        )
        steps.append(Step(move, POINT * gain, why.move_words(state, after, move), alternatives))
        state = after
    return steps


def _less(way: Way, other: Way) -> str:
    loss = way.value - other.value
    return f"with the best after it {why.hundredths(other.value)}, " + (
        f"{why.hundredths(loss, sign=False)} less" if loss else "as much"
    )


def _facts(turn: Turn, way: Way) -> dict[str, int]:
    gained, cards, chosen = turn.staffed(way.after)
    facts = {
        "score now": turn.before,
        "score after this turn": score(way.after, turn.seat),
        "in reach": score(way.after, turn.seat) + gained,
        "mines the hand then fills": len(chosen),
        "cards for it": cards,
    }
    turns = turns_left(way.after, turn.seat)
    if turns is not None:
        facts["own turns left"] = turns
    return facts


def compare(state: State | str, move: Move | str) -> Comparison:
    """What `move` loses of what ``best_turn`` promises, when the best follows after it.

    Raises RulesError for a text that cannot be read or a game that is over, IllegalMove for a move that the rules
    refuse.
    """
    problem = BestTurn()
    start = _asked(state, problem)
    move = read_asked_move(move, "compare")
    reason = start.why_not(move)
    if reason is not None:
        raise IllegalMove(reason)
    turn = Turn(start, Watch(Limits()))
    best = turn.best(start)
    after = start.after(move)
    if move == END:
        way = Way((move,), after, turn.promise(after))
    else:
        way = turn.best(after, (move,))
    return Comparison(
        str(move), way.value, best.value, best.value - way.value, why.compare_words(turn, start, way, best)
    )
