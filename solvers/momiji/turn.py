"""The best rest of a turn: what to do now, so that own piles and acorns can grow most.

Every main action and every landscape of the turn is tried by the rules; exchanges and drops are counted in closed
form (as in ``search``), but where an acorn more allows something or an objective counts acorns. What a way of the
turn is worth in the turns after it is ``search``'s value of a schedule. Ways with the highest bound come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from puzzles.core.state import IllegalMove, RulesError
from puzzles.momiji.moves import Move, read_move
from puzzles.momiji.piles import Row, torii
from puzzles.momiji.problems import BestTurn, Schedule, certain_points, ended
from puzzles.momiji.prospect import points_now, size_of
from puzzles.momiji.rules import State
from puzzles.momiji.state import NOTHING
from solvers.core.explain import Comparison, counted
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.momiji.course import Course, read_turn, supply_left
from solvers.momiji.search import NEVER, Node, Search, numbers_of
from solvers.momiji.why import cards_words, move_words

METHOD = "every way of the turn by its bound, then the best order of plays after it"
NO_LIMIT = Limits()


_LONG = 6
"""Own turns of the outlook that decides between ways of equal value."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to do the turn, but for exchange, drops and the end.

    moves  from the start of the question   state  after them
    bound  no ending and no later turns give more than this   sure  points that no later turn changes
    """

    moves: tuple[Move, ...]
    state: State
    sure: int
    node: Node | None
    search: Search
    bound: int


class Turn:
    """The rest of the turn of one position. ``watch.nodes`` counts ways and positions of later turns."""

    def __init__(self, problem: BestTurn, start: State, watch: Watch) -> None:
        self.problem = problem
        self.start = start
        self.seat = start.to_move
        self.watch = watch
        self.now = points_now(start, self.seat)
        self._limited = Search(numbers_of(start, limited=True), watch)
        self._unlimited = Search(numbers_of(start, limited=False), watch)
        # acorns themselves may be what an objective counts: then every exchange is tried
        names = (*start.objectives, *(name for held in start.held for name in held))
        self._here: list[Way] | None = None
        self._outlooks: dict[Any, int] = {}
        self._acorns_count = any(start.cards.objectives[name].metric == "acorns" for name in names)

    # --- ways -----------------------------------------------------------------------------------

    def way(self, state: State, moves: tuple[Move, ...]) -> Way:
        """The way that stops here, with its bound. It must be possible to end the turn (or the draft's pick) here."""
        after = ended(state)
        turns = self.problem.turns_after(after, self.seat)
        search = self._unlimited if state.using("no_limit") else self._limited
        node = search.parts(
            sized(state.rows[self.seat]),
            state.hands[self.seat],
            (),
            turns + 1,
            over=True,
            chance=not (state.done.exchanged or state.done.dropping or self._exchanges_openly(state)),
            cap=supply_left(state, -1),
        )
        sure = state.acorns[self.seat] * state.cards.parameters.acorn_points
        sure += certain_points(after, self.seat) - self.now
        return Way(moves, state, sure, node, search, sure + search.bound(node))

    def value(self, way: Way, more_than: int = NEVER) -> int:
        """The value of a way, exact where it is above `more_than`."""
        if way.node is None:
            return way.bound
        return way.sure + way.search.value(way.node, more_than - way.sure)

    def ways(self, state: State, moves: tuple[Move, ...] = ()) -> Iterator[Way]:
        """All ways from here, each position once, in the order of moves; stopping comes before going on."""
        return self._ways(state, moves, set())

    @property
    def here(self) -> list[Way]:
        """All ways from the start of the question."""
        if self._here is None:
            self._here = list(self.ways(self.start))
        return self._here

    def _ways(self, state: State, moves: tuple[Move, ...], seen: set[Any]) -> Iterator[Way]:
        key = (
            state.rows[self.seat],
            state.hands[self.seat],
            state.acorns[self.seat],
            state.landscapes[self.seat],
            state.objectives,
            state.display,
            state.done,
        )
        if key in seen:
            return
        seen.add(key)
        self.watch.count()
        if self._may_end(state):
            yield self.way(state, moves)
        if state.done.dropping:
            return
        openly = self._exchanges_openly(state)
        if state.done.main and not openly and not self._may_use(state):
            return
        paid_for = self._paid_for(state, moves)
        for move in self.problem.moves(state):
            if paid_for is not None and not paid_for(move):
                continue
            if move.verb in ("collect", "play", "activate", "use") or (move.verb == "exchange" and openly):
                yield from self._ways(state.after(move), (*moves, move), seen)
            elif move.verb == "reveal":
                yield self._reveal(state, (*moves, move))

    def _paid_for(self, state: State, moves: tuple[Move, ...]) -> Callable[[Move], bool] | None:
        """Which main actions a landscape that was used on this way is for: with another it is an acorn for nothing."""
        if state.done.main or not any(move.verb == "use" for move in moves):
            return None
        if state.using("three_same"):
            return lambda move: move.mode == "same" and len(move.cards) > self._limited.numbers.same_max
        if state.using("rich_bonus"):
            return lambda move: move.mode == "different"
        if state.using("cheap_objective"):
            return lambda move: move.verb in ("activate", "exchange")
        return None

    def _may_use(self, state: State) -> bool:
        """Whether a landscape can still be paid this turn, or one that is in use allows another main action."""
        unused = any(name[-1] != "*" for name in state.landscapes[self.seat])
        can_pay = state.acorns[self.seat] >= state.cards.parameters.landscape_cost
        return (unused and can_pay and not state.done.used) or state.using("play_too")

    def _reveal(self, state: State, moves: tuple[Move, ...]) -> Way:
        after = self.problem.play(state, moves[-1])
        node = self._unlimited.parts(
            sized(after.rows[self.seat]),
            after.hands[self.seat],
            (),
            self.problem.turns_after(after, self.seat),
            over=False,
            chance=True,
            cap=supply_left(after, -1),
        )
        sure = after.acorns[self.seat] * after.cards.parameters.acorn_points
        sure += certain_points(after, self.seat) - self.now
        return Way(moves, after, sure, node, self._unlimited, sure + self._unlimited.bound(node))

    def _may_end(self, state: State) -> bool:
        """Whether exchanges and drops can lead to an end from here."""
        if state.done.main or state.done.dropping:
            return True
        return state.why_not(Move("end")) is None or any(
            state.why_not(Move("drop", cards=(card,))) is None for card in state.hands[self.seat][:1]
        )

    def _exchanges_openly(self, state: State) -> bool:
        """Whether an exchange may do more here than bring its acorn: then it is tried as a move of its own."""
        if state.done.exchanged or state.done.dropping:
            return False
        if self._acorns_count or not state.done.main:
            if self._acorns_count:
                return True
            if not state.display and state.why_not(Move("end")) is None:
                return True  # an acorn may make a main action possible and so compulsory (MJ-22)
        p = state.cards.parameters
        have = state.acorns[self.seat]
        own = [name for name in state.landscapes[self.seat] if name[-1] != "*"]
        prices = [p.landscape_cost] if own and not state.done.used else []
        if state.objectives and not state.done.main:
            prices += [1, p.activate_cost, p.activate_cost + p.landscape_cost, 1 + p.landscape_cost]
        return any(have < price <= have + p.exchange_acorns for price in prices)

    # --- the best -------------------------------------------------------------------------------

    def best(self, state: State, moves: tuple[Move, ...] = (), tell: bool = False) -> tuple[int, Way]:
        """The best value from here and a way that has it: the one with the best outlook, the first of equal ones."""
        ways = self.here if state is self.start else self.ways(state, moves)
        found = sorted(enumerate(ways), key=lambda one: (-one[1].bound, one[0]))
        if not found:
            raise AssertionError(f"no way to end the turn in {state}")
        best = NEVER
        equal: list[tuple[int, Way]] = []
        for number, way in found:
            if way.bound < best:
                break
            value = self.value(way, best - 1)
            if value > best:
                if tell:
                    plan = (*way.moves, *self.ending(way, value))
                    self.watch.news(value, max(value, found[0][1].bound), tuple(map(str, plan)))
                best, equal = value, []
            if value == best:
                equal.append((number, way))
        _, chosen = min(equal, key=lambda one: (-self.outlook(one[1].state), one[0]))
        return best, chosen

    def outlook(self, state: State) -> int:
        """What piles and acorns could be worth at most after _LONG own turns: it decides between equal ways."""
        key = (state.rows[self.seat], state.hands[self.seat], state.acorns[self.seat])
        found = self._outlooks.get(key)
        if found is None:
            rows, hand = sized(state.rows[self.seat]), state.hands[self.seat]
            node = self._unlimited.parts(rows, hand, (), _LONG, over=False, chance=True, cap=-1)
            found = self._unlimited.bound(node)
            found += state.acorns[self.seat] * state.cards.parameters.acorn_points
            self._outlooks[key] = found
        return found

    def ending(self, way: Way, value: int) -> list[Move]:
        """Exchange, drops and the end that keep the value of a way, each with the best outlook, the first of equal ones.

        An exchange that keeps the value is made only where its acorn is worth it to the outlook, or needed.
        """
        plan: list[Move] = []
        state = way.state
        if way.moves and way.moves[-1].verb == "reveal":
            return plan
        while True:
            keeping: list[tuple[int, Move, State]] = []
            for move in self.problem.moves(state):
                if move.verb == "end" and self.value(self._stopped(state), value - 1) >= value:
                    keeping.append((self.outlook(state), move, state))
                    continue
                if move.verb not in ("exchange", "drop") or (
                    move.verb == "exchange" and self._exchanges_openly(state)
                ):
                    continue
                after = state.after(move)
                if self._may_end(after) and self.value(self.way(after, ()), value - 1) >= value:
                    keeping.append((self.outlook(after), move, after))
            if not keeping:
                raise AssertionError(f"no ending keeps {value} in {state}")
            _, move, state = max(keeping, key=lambda one: one[0])
            plan.append(move)
            if move.verb == "end":
                return plan

    def _stopped(self, state: State) -> Way:
        """The way that ends here and now, without an exchange."""
        return self.way(replace(state, done=replace(state.done, exchanged=True)), ())


def sized(row: Row) -> Row:
    """The row with as many cards in each pile as are counted (``prospect.size_of``)."""
    return tuple((pile[-1],) * size_of(pile) for pile in row)


def read_question(state: State | str, problem: BestTurn) -> State:
    """The view of the seat to move. Raises RulesError."""
    start = read_turn(state, problem.name)
    start = start.view(start.to_move)
    problem.check_start(start)
    return start


def best_turn(
    state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None, *, further: int = 2
) -> Solution:
    """The best rest of the present turn; what is optimised stands in ``BestTurn``. Unit points.

    Only what the seat to move may see is read. Raises RulesError, also for a game that is over.
    """
    problem = BestTurn(further)
    start = read_question(state, problem)
    watch = Watch(limits, report)
    common: dict[str, Any] = {"problem": problem, "start": str(start)}
    if start.draft:
        return verify(
            Solution(
                status=Status.OPTIMAL,
                value=0,
                bound=0,
                proof="In a draft every pick counts 0 (MJ-8).",
                steps=(Step(start.moves()[0], 0, "the first tile that may be picked; picks are not rated"),),
                nodes=1,
                seconds=watch.seconds,
                method="the first legal pick",
                reasons=("A draft is not rated: each landscape is used once a game (MJ-8, MJ-68).",),
                **common,
            )
        )
    turn = Turn(problem, start, watch)
    if limits.seconds == 0:
        return _unfinished(Turn(problem, start, Watch(Limits())), common, watch)
    try:
        value, way = turn.best(start, tell=report is not None)
        plan = [*way.moves, *turn.ending(way, value)]
        later = _later(turn, way, plan)
    except (OutOfTime, Stop):
        return _unfinished(Turn(problem, start, Watch(Limits())), common, watch)
    return verify(
        Solution(
            status=Status.OPTIMAL,
            value=value,
            bound=value,
            proof=f"Every way of this turn was tried or has a bound of {value} or less "
            f"({counted(watch.nodes, 'position')}).",
            steps=tuple(_steps(turn, plan)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            reasons=tuple(_reasons(turn, plan, value, later)),
            facts=_facts(turn, plan, value),
            **common,
        )
    )


def _unfinished(turn: Turn, common: dict[str, Any], watch: Watch) -> Solution:
    """The first way that can be ended, with the highest bound of all ways."""
    ways = turn.here
    bound = max(way.bound for way in ways)
    way = max(ways, key=lambda one: one.sure + _resting(one))
    value = turn.value(way)
    plan = [*way.moves, *turn.ending(way, value)]
    proved = value == bound
    return verify(
        Solution(
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=value,
            bound=bound,
            proof=f"No way of this turn has a bound above {bound}." if proved else "",
            steps=tuple(_steps(turn, plan)),
            seconds=watch.seconds,
            nodes=watch.nodes + turn.watch.nodes,
            method=METHOD + ", stopped",
            **common,
        )
    )


def _resting(way: Way) -> int:
    return way.search.resting(way.node) if way.node is not None else way.bound


def _steps(turn: Turn, plan: list[Move]) -> list[Step]:
    steps, state = [], turn.start
    for move in plan:
        after = turn.problem.play(state, move)
        gain = points_now(after, turn.seat) - points_now(state, turn.seat)
        gain += certain_points(after, turn.seat) - certain_points(state, turn.seat)
        words = move_words(state, after, move) if move.verb not in ("end", "reveal") else ""
        if move.verb == "reveal":
            words = "no other main action is possible (MJ-22); look again when the cards are seen"
        steps.append(Step(move, max(gain, 0), words))  # what it costs stands in the words
        state = after
    return steps


def _facts(turn: Turn, plan: list[Move], value: int) -> dict[str, int]:
    after = turn.problem.replayed(turn.start, plan)
    return {
        "now": turn.now,
        "after this turn": points_now(after, turn.seat),
        "in reach": turn.now + value,
        "further turns": turn.problem.turns_after(after, turn.seat),
    }


def _later(turn: Turn, way: Way, plan: list[Move]) -> list[str]:
    """The plays of the turns after this one that the value counts on, as texts."""
    after = turn.problem.replayed(turn.start, plan)
    turns = turn.problem.turns_after(after, turn.seat)
    if not turns:
        return []
    rested = replace(after, rows=tuple(sized(row) for row in after.rows), turns_left=None, done=NOTHING)
    course = Course(Schedule(turns), rested, turn.watch)
    course.begin()
    value = course.solve(course.bound(rested, turns), keep=False)
    return [str(move) for move in course.first_best(rested, turns, value) if move.verb == "play"]


def _reasons(turn: Turn, plan: list[Move], value: int, later: list[str]) -> list[str]:
    """What is in reach, what the turn itself gains, what follows, and the best of another kind of main action."""
    facts = _facts(turn, plan, value)
    after = turn.problem.replayed(turn.start, plan)
    gain = facts["after this turn"] - facts["now"]
    turns = facts["further turns"]
    reasons = [
        f"This turn {gain:+d}, to {facts['after this turn']} points of piles and acorns; with {counted(turns, 'more own turn')} "
        f"{facts['in reach']} are in reach (MJ-85, MJ-86)."
    ]
    if later:
        reasons.append(f"Next would come {' and then '.join(later)}, for {value - gain} more (MJ-20).")
    if after.turns_left is not None:
        reasons.append(
            f"The end is certain: {counted(turns, 'own turn')} counted after this one (MJ-80, MJ-81)."
        )
    main = next((move for move in plan if move.verb in ("collect", "play", "activate")), None)
    reasons += _other_words(turn, main, value)
    return reasons


def _other_words(turn: Turn, main: Move | None, value: int) -> list[str]:
    """The best turn with another main action of each kind, and what it loses."""
    if main is None or turn.start.done.main:
        return []
    words = []
    for verb in ("play", "collect", "activate"):
        ways = [
            way for way in turn.here if any(move.verb == verb for move in way.moves) and main not in way.moves
        ]
        best: tuple[int, Way] | None = None
        for way in sorted(ways, key=lambda one: -one.bound):
            if best is not None and way.bound <= best[0]:
                break
            found = turn.value(way, best[0] if best else NEVER)
            if best is None or found > best[0]:
                best = found, way
        if best is not None:
            move = next(move for move in best[1].moves if move.verb == verb)
            loss = value - best[0]
            words.append(
                f"The best other {verb}, {move}, leaves {turn.now + best[0]} in reach, "
                + (f"{loss} less." if loss else "just as many.")
            )
    return words


def compare(state: State | str, move: Move | str) -> Comparison:
    """What `move` loses of what ``best_turn`` can reach, when the best follows after it.

    Raises RulesError for a text that cannot be read or a game that is over, IllegalMove for a move that the rules
    refuse.
    """
    problem = BestTurn()
    start = read_question(state, problem)
    if isinstance(move, str):
        move = read_move(move)
    if not isinstance(move, Move):
        raise RulesError(f"compare, move: got {type(move).__name__}, expected a move of momiji or its text")
    reason = start.why_not(move)
    if reason is not None:
        raise IllegalMove(reason)
    if start.draft:
        return Comparison(str(move), 0, 0, 0, "A draft is not rated: every pick counts 0 (MJ-8).")
    turn = Turn(problem, start, Watch(Limits()))
    best, way = turn.best(start)
    plan = [*way.moves, *turn.ending(way, best)]
    value, after = _after(turn, move)
    value = min(value, best)
    loss = best - value
    now = turn.now
    if loss == 0:
        words = [f"Nothing is lost: {now + best} points of piles and acorns stay in reach, the most there is"]
    else:
        words = [
            f"At most {now + value} points are in reach after it, {loss} fewer than by the best turn ({now + best})"
        ]
    if move.verb == "reveal":
        words.append("What a reveal shows is not counted (MJ-31)")
    elif move.verb == "use" and start.cards.landscapes[move.id].effect == "draw_two":
        words.append("What a draw shows is not counted (MJ-69)")
    elif move.verb != "end":
        done = move_words(start, after, move)
        if done:
            words.append(done[0].upper() + done[1:])
    if loss:
        words.append(f"The best turn is {', '.join(map(str, plan))}")
    closed = torii(after.rows[turn.seat]) - torii(start.rows[turn.seat])
    if closed:
        words.append(f"It closes {counted(closed, 'pile')} (MJ-48)")
    if move.verb in ("exchange", "drop") and loss:
        words.append(f"{cards_words(move.cards)} could still have been played")
    return Comparison(str(move), value, best, loss, ". ".join(words) + ".")


def _after(turn: Turn, move: Move) -> tuple[int, State]:
    """The best value after a move, in points from the start of the question, and the position after it."""
    start, seat = turn.start, turn.seat
    if move.verb == "end":
        return turn.value(turn._stopped(start)), ended(start)
    if move.verb == "reveal":
        way = turn._reveal(start, (move,))
        return turn.value(way), way.state
    if move.verb == "use" and start.cards.landscapes[move.id].effect == "draw_two":
        own = tuple(f"{name}*" if name == move.id else name for name in start.landscapes[seat])
        after = replace(
            start,
            acorns=_at(start.acorns, seat, start.acorns[seat] - start.cards.parameters.landscape_cost),
            landscapes=_at(start.landscapes, seat, own),
            done=replace(start.done, used=move.id),
        )
    else:
        after = start.after(move)
    return turn.best(after)[0], after


def _at(parts: tuple[Any, ...], seat: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])
