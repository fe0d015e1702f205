"""Endgames of two seats with every card known: alpha-beta over single moves, and plain minimax as second opinion.

The value is the score of the seat to move less that of the other, both playing for it. The sign changes only
where the turn does. A table keeps exact values and bounds, keyed by all that the future depends on: the discard
and what is known of hands do not matter, and of the deck only how much is left, for it is dealt from the front.

The bound (``Line.most``) holds when no landscape is unused or in use: a seat's score is at most its acorns, the
ceiling of ``search`` for its row with hand, display and deck all in hand at once and turns as many as cards (the
known number of turns where the end is triggered), the points for every objective on the table or held, less what
the rival has in piles, which never falls. Nothing in the rules brings more: acorns come from pairs and exchanges
only, cards only from display and deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.core.state import RulesError
from puzzles.momiji.cards import LETTER
from puzzles.momiji.moves import Move
from puzzles.momiji.problems import Endgame
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import row_points, scores
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Alternative, Limits, Report, Solution, Status, Step, Stop, verify
from solvers.momiji.course import play_gain
from solvers.momiji.search import Search, numbers_of
from solvers.momiji.why import endgame_reasons, move_words

METHOD = "alpha-beta over single moves with table and bound"
NO_LIMIT = Limits()
BUDGET = 500_000
"""Positions after which a search gives up."""

_MOST = 10_000
"""More than any margin."""

_WIDE = 16
"""Most cards for which the bound is worth its time."""


class TooLarge(Exception):
    """The search looked at more positions than its budget allows. Caught by ``endgame``."""

    def __init__(self, states: int) -> None:
        super().__init__(f"more than {states} positions")
        self.states = states


class Line:
    """One endgame: its table and its value. ``watch.nodes`` counts the positions that were expanded."""

    def __init__(self, start: State, watch: Watch, budget: int) -> None:
        self.watch = watch
        self.budget = budget
        self.search = Search(numbers_of(start, limited=False), watch)
        self._between: dict[Any, tuple[int, int]] = {}
        self._ceilings: dict[Any, int] = {}

    def value(self, state: State, low: int = -_MOST, high: int = _MOST) -> int:
        """The value for the seat to move: exact between low and high, otherwise a bound beyond them (fail-soft)."""
        if state.turns_left == 0:
            return _margin(state)
        key = _key(state)
        least, most = self._between.get(key, (-_MOST, _MOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        ceiling = self.most(state)
        if ceiling <= low:
            return ceiling
        floor = -self.least_for(state)
        if floor >= high:
            return floor
        self.watch.count()
        if self.watch.nodes > self.budget:
            raise TooLarge(self.budget)
        best, alpha = -_MOST, max(low, least)
        for move in ordered(state):
            after = state.after(move)
            same = after.turns_left != 0 and after.to_move == state.to_move
            if after.turns_left == 0:
                points = scores(after)
                found = points[state.to_move] - points[1 - state.to_move]
            elif same:
                found = self.value(after, alpha, high)
            else:
                found = -self.value(after, -high, -alpha)
            if found > best:
                best = found
            if best > alpha:
                alpha = best
            if best >= min(high, ceiling):
                break
        if best <= low:
            self._between[key] = (least, min(most, best))
        elif best >= high:
            self._between[key] = (max(least, best), most)
        else:
            self._between[key] = (best, best)
        return best

    def most(self, state: State) -> int:
        """No play brings the seat to move a larger margin; _MOST where nothing is known."""
        return self._most_for(state, state.to_move)

    def least_for(self, state: State) -> int:
        """No play brings the other seat a larger margin."""
        return self._most_for(state, 1 - state.to_move)

    def _most_for(self, state: State, seat: int) -> int:
        p = state.cards.parameters
        if state.done.used or any(name[-1] != "*" for names in state.landscapes for name in names):
            return _MOST
        pool = (*state.hands[seat], *state.display, *state.deck)
        if len(pool) > _WIDE:
            return _MOST
        if state.turns_left is None:
            turns = len(pool)
        else:
            turns = (state.turns_left + (seat == state.to_move)) // 2
        key = (state.rows[seat], pool, turns)
        ceiling = self._ceilings.get(key)
        if ceiling is None:
            node = self.search.parts(state.rows[seat], pool, (), turns, over=False, chance=True, cap=-1)
            ceiling = self._ceilings[key] = self.search.bound(node)
        own = state.acorns[seat] * p.acorn_points + ceiling
        own += p.holder_points * (len(state.objectives) + len(state.held[seat]))
        own += p.other_points * len(state.held[1 - seat])
        return own - row_points(state.rows[1 - seat])


def _margin(state: State) -> int:
    points = scores(state)
    return points[state.to_move] - points[1 - state.to_move]


def _key(state: State) -> tuple[Any, ...]:
    return (
        state.rows,
        state.hands,
        state.acorns,
        state.display,
        len(state.deck),
        state.objectives,
        state.held,
        state.landscapes,
        state.to_move,
        state.turns_left,
        state.idle,
        state.done,
    )


def ordered(state: State) -> list[Move]:
    """The legal moves, those that promise most first; equal promises keep the order of ``moves()``.

    An exchange between reveal and collect is left out: before or after the two it gives the same.
    """
    ranked = []
    for move in state.moves():
        if move.verb == "play":
            rank = 100 + play_gain(state, move)
        elif move.verb == "activate":
            rank = 90
        elif move.verb == "collect":
            rank = 50 + sum(LETTER[card] == move.letter for card in state.display)
        elif move.verb == "exchange":
            if state.done.reveal and not state.done.collected:
                continue
            rank = 40
        else:
            rank = {"use": 30, "reveal": 20, "drop": 10, "end": 35}[move.verb]
        ranked.append((-rank, move))
    ranked.sort(key=lambda one: one[0])
    return [move for _, move in ranked]


def minimax(state: State, watch: Watch | None = None) -> int:
    """The same value by trying every legal move, each position once; for small endgames."""
    watch = watch or Watch(Limits())
    known: dict[Any, int] = {}

    def value(state: State) -> int:
        if state.turns_left == 0:
            return _margin(state)
        key = _key(state)
        if key not in known:
            watch.count()
            known[key] = max(_signed(state, after, value(after)) for after in map(state.play, state.moves()))
        return known[key]

    return value(state)


def _signed(before: State, after: State, value: int) -> int:
    """A value for the seat to move after a move, seen from the seat that made it.

    A game that is over keeps its last seat to move.
    """
    return value if after.to_move == before.to_move else -value


def endgame(
    state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None, *, budget: int = BUDGET
) -> Solution:
    """Best score less the rival's score, both playing for it, every card known; unit points.

    The plan is a line of best play to the end of the game, each move the first best in the order of moves. A
    search that is stopped, or that looks at more than `budget` positions, knows only a bound. Raises RulesError.
    """
    problem = Endgame()
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(f"endgame: got {type(state).__name__}, expected a state of momiji or its text")
    problem.check_start(state)
    watch = Watch(limits, report)
    line = Line(state, watch, budget)
    bound = min(line.most(state), _MOST)
    common: dict[str, Any] = {"problem": problem, "start": str(state)}
    try:
        watch.news(None, bound)
        value = line.value(state)
        plan, others = best_line(line, state, value)
    except (OutOfTime, Stop, TooLarge) as error:
        method = f"{METHOD}, stopped"
        if isinstance(error, TooLarge):
            method += f" at {error}"
        return verify(
            Solution(
                status=Status.UNKNOWN,
                value=None,
                bound=bound if bound < _MOST else None,
                proof="",
                seconds=watch.seconds,
                nodes=watch.nodes,
                method=method,
                **common,
            )
        )
    return verify(
        Solution(
            status=Status.OPTIMAL,
            value=value,
            bound=value,
            proof=f"Every move of both seats was answered by the other's best ({watch.nodes} positions); "
            f"the seat to move is sure of {value} and cannot get more.",
            steps=tuple(_steps(state, plan, others)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            reasons=tuple(endgame_reasons(state, plan, others, value)),
            facts=_facts(state, plan),
            **common,
        )
    )


def best_line(line: Line, state: State, value: int) -> tuple[list[Move], list[Alternative]]:
    """Best play to the end, and what the other main actions of the first move would give."""
    plan: list[Move] = []
    first = state
    while state.turns_left != 0:
        for move in state.moves():
            after = state.after(move)
            if after.turns_left == 0:
                points = scores(after)
                found = points[state.to_move] - points[1 - state.to_move]
                after_value = value if found == value else None
            elif after.to_move == state.to_move:
                after_value = value if line.value(after, value - 1, value) >= value else None
            else:
                after_value = -value if line.value(after, -value, 1 - value) <= -value else None
            if after_value is not None:
                break
        else:
            raise AssertionError(f"no move keeps {value} in {state}")
        plan.append(move)
        state, value = after, after_value
    return plan, _others(line, first, plan)


def _others(line: Line, state: State, plan: Sequence[Move]) -> list[Alternative]:
    """The best other main action at the first move, and what it gives."""
    best: tuple[int, Move] | None = None
    for move in state.moves():
        if move == plan[0] or move.verb not in ("collect", "play", "activate", "reveal"):
            continue
        after = state.after(move)
        if after.turns_left == 0 or after.to_move != state.to_move:
            continue
        found = line.value(after, best[0] if best else -_MOST, _MOST)
        if best is None or found > best[0]:
            best = found, move
    if best is None:
        return []
    return [Alternative(str(best[1]), best[0], f"it ends {best[0]:+d} at best")]


def _steps(state: State, plan: Sequence[Move], others: Sequence[Alternative]) -> list[Step]:
    """The line with what each move does; gains are those of the seat that moves, at present metrics."""
    steps = []
    for number, move in enumerate(plan):
        after = state.after(move)
        seat = state.to_move
        gain = scores(after)[seat] - scores(state)[seat]
        who = f"seat {seat}"
        words = move_words(state, after, move)
        steps.append(Step(move, gain, f"{who}: {words}" if words else who, () if number else tuple(others)))
        state = after
    return steps


def _facts(state: State, plan: Sequence[Move]) -> dict[str, int]:
    seat, end = state.to_move, state
    for move in plan:
        end = end.after(move)
    points = scores(end)
    return {"own score": points[seat], "rival's score": points[1 - seat], "moves": len(plan)}
