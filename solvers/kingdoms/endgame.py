"""Endgames of two seats with every card known: alpha-beta over turns with a table, and plain minimax as second opinion.

A value is what the margin (own score - the other's) of the seat to move still changes by, so that the score so far does
not matter to the table. A turn is one laying and one draw; the sign changes with the turn. Where a laying ends the game
whatever is drawn, no draw is looked at (R5). The table's key leaves out the order of slots and of own mines and their
numbers (R4), and of a pile that leaves the game all but its height and top (R3).

Bound (``Line.most``): the own mines not completed can bring 2 x value each, if all cards there are could fill them; every
open mine and every mine of the deck can bring its value, given to the other and never filled, or captured (-value) and
filled (+2 x value). Nothing else moves the margin up, and what moves it down is the other's bound.

The root is asked by windows of one point (MTD(f)): after each, the value is known to be at least or at most a number, so
a search that is stopped knows both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.pieces import EMPTY, RACE, STRENGTH, Pile, Site
from puzzles.kingdoms.problems import Endgame
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.scoring import margin, score
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Alternative, Limits, Report, Solution, Status, Step, Stop, verify
from solvers.kingdoms import why
from solvers.kingdoms.asking import NO_LIMIT, read_asked
from solvers.kingdoms.search import can_be_filled
from solvers.kingdoms.turns import Laid, Node, Turns

METHOD = "alpha-beta over turns with table and bound, by windows of one point"

BUDGET = 2_000_000
"""Positions after which a search gives up."""

_FEW = 5_000
"""Positions of a search up to which other first moves are looked at, too."""

_MOST = 1_000_000
"""More than any margin."""


class TooLarge(Exception):
    """The search looked at more positions than its budget allows. Caught by ``endgame``."""

    def __init__(self, positions: int) -> None:
        super().__init__(f"more than {positions} positions")


class Both(NamedTuple):
    """The start of a turn: what the seat to move plays with, and the other's hand and own mines."""

    seat: int
    node: Node
    hand: tuple[int, ...]
    own: tuple[Site, ...]


class Line:
    """One endgame: its table and its value. ``watch.nodes`` counts the positions that were expanded."""

    def __init__(self, start: State, watch: Watch, budget: int = BUDGET) -> None:
        self.start = start
        self.watch = watch
        self.budget = budget
        self.turns = tuple(Turns(start, seat, alone=False) for seat in (0, 1))
        self.over_at_once = start.options.end == "turn"
        self._between: dict[Any, tuple[int, int]] = {}
        self._first: dict[Any, tuple[int, int]] = {}
        self._cards: dict[Any, tuple[int, int]] = {}

    # --- turns ----------------------------------------------------------------------------------

    def both(self, state: State) -> Both:
        """A position at the start of a turn."""
        seat = state.to_move
        return Both(seat, self.turns[seat].node(state), state.hands[1 - seat], state.own[1 - seat])

    def is_over(self, both: Both) -> bool:
        """KD-38."""
        return both.node.deck == () and (self.over_at_once or both.seat == self.start.start)

    def after(self, both: Both, laid: Laid, node: Node) -> Both:
        """The next turn, the other's, after a laying and a draw."""
        node = self.turns[both.seat].ended(node)
        own = both.own if laid.given is None else (*both.own, Site(laid.given))
        return Both(1 - both.seat, node._replace(hand=both.hand, own=own), node.hand, node.own)

    def layings(self, both: Both) -> list[tuple[int, Laid]]:
        """Every laying with what it changes of the margin: completions, gifts, quiet ones, own captures."""
        found = [
            (laid.gain + (laid.given.value if laid.given is not None else 0), laid)
            for laid in self.turns[both.seat].layings(both.node)
        ]
        found.sort(key=lambda one: -one[0])
        return found

    def draws(self, both: Both, laid: Laid) -> Iterator[Both]:
        """The next turn after every draw that makes a difference (R5)."""
        for _, node in self.turns[both.seat].draws(laid):
            after = self.after(both, laid, node)
            yield after
            if laid.node.deck == () and self.is_over(after):
                return

    # --- what matters ---------------------------------------------------------------------------

    def key(self, both: Both) -> Any:
        """All that the value depends on; the deck is a rest of one and the same."""
        node = both.node
        return (
            both.seat,
            node.hand,
            both.hand,
            tuple(sorted((site.mine[1:], site.pile) for site in node.open)),
            tuple(tuple(sorted(pile)) for pile in node.camp) if self.turns[0].any else node.camp,
            tuple(sorted(map(self._own_key, node.own))),
            tuple(sorted(map(self._own_key, both.own))),
            len(node.deck or ()),
        )

    def _own_key(self, site: Site) -> Any:
        pile: Pile | tuple[int, int] = site.pile
        if not self.turns[0].filled_to_camp:
            pile = (len(pile), STRENGTH[pile[-1]]) if pile else ()
        return (site.mine[2:], pile)

    def most(self, both: Both) -> int:
        """No play brings the seat to move a larger change of the margin."""
        return self._shared(both) + self._completions(both, both.seat, both.node.own)

    def least(self, both: Both) -> int:
        """No play of the other seat brings a smaller one."""
        return -self._shared(both) - self._completions(both, 1 - both.seat, both.own)

    def _shared(self, both: Both) -> int:
        return sum(site.mine.value for site in both.node.open) + sum(
            card.mine.value for card in both.node.deck or ()
        )

    def _completions(self, both: Both, seat: int, own: Sequence[Site]) -> int:
        """2 x value of the own mines of a seat that all cards still in the game could fill."""
        if not own:
            return 0
        race, wrap = self.turns[seat].race, self.turns[seat].wrap
        sets = self._strengths(both)
        mine = sets[race]
        foreign = sets[race - 1] | sets[race - 2] | sets[race - 3]
        return sum(
            2 * site.mine.value for site in own if site != EMPTY and can_be_filled(site, foreign, mine, wrap)
        )

    def _strengths(self, both: Both) -> list[int]:
        """For each race the strengths that are still in the game, as a set of bits."""
        sets = [0, 0, 0, 0]
        node = both.node
        piles = [node.hand, both.hand, *node.camp, *(site.pile for site in node.open)]
        if self.turns[0].filled_to_camp:
            piles += [site.pile for site in (*node.own, *both.own)]
        for pile in piles:
            for card in pile:
                sets[RACE[card]] |= 1 << STRENGTH[card]
        for one in node.deck or ():
            sets[RACE[one.unit]] |= 1 << STRENGTH[one.unit]
        return sets

    # --- the search -----------------------------------------------------------------------------

    def value(self, both: Both, low: int = -_MOST, high: int = _MOST) -> int:
        """The change of the margin: exact between low and high, otherwise a bound beyond them (fail-soft)."""
        if self.is_over(both):
            return 0
        key = self.key(both)
        between = self._between.get(key)
        if between is None:
            between = self._between[key] = self.least(both), self.most(both)
        least, most = between
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.watch.count()
        if self.watch.nodes > self.budget:
            raise TooLarge(self.budget)
        best, alpha = -_MOST, max(low, least)
        for number, (gain, laid) in enumerate(self._ordered(both, key)):
            for after in self.draws(both, laid):
                found = gain - self.value(after, gain - high, gain - alpha)
                if found > best:
                    best = found
                    if best > alpha:
                        alpha = best
                        if number:
                            self._first[key] = (gain, self._rank(laid))
                    if best >= high or best >= most:
                        break
            if best >= high or best >= most:
                break
        if best <= low:
            most = min(most, best)
        elif best >= high:
            least = max(least, best)
        else:
            least = most = best
        self._between[key] = least, most
        return best

    def known(self, both: Both) -> int:
        """No more than this, as far as the table knows."""
        if self.is_over(both):
            return 0
        return self._between.get(self.key(both), (0, _MOST))[1]

    def _ordered(self, both: Both, key: Any) -> list[tuple[int, Laid]]:
        """The layings, first the one that was best before."""
        found = self.layings(both)
        first = self._first.get(key)
        if first is not None:
            found.sort(key=lambda one: (one[0], self._rank(one[1])) != first)
        return found

    def _rank(self, laid: Laid) -> int:
        """A number for a laying that does not depend on places."""
        return laid.move.card

    def ahead(self, state: State, low: int = -_MOST, high: int = _MOST) -> int:
        """As ``value``, for a position in the middle of a turn, too."""
        if state.is_over:
            return 0
        if state.step == "play":
            return self.value(self.both(state), low, high)
        best, alpha = -_MOST, low
        for move in state.moves():
            best = max(best, self.by(state, move, alpha, high))
            alpha = max(alpha, best)
            if best >= high:
                break
        return best

    def by(self, state: State, move: Move, low: int = -_MOST, high: int = _MOST) -> int:
        """As ``ahead``, if the seat to move makes this move."""
        after = state.after(move)
        if move == END:
            return -self.ahead(after, -high, -low)
        gain = margin(after, state.to_move) - margin(state, state.to_move)
        return gain + self.ahead(after, low - gain, high - gain)


def minimax(state: State, watch: Watch | None = None) -> int:
    """The value by every legal move of the rules, each position once, with no bound; for small endgames.

    ``watch.nodes`` counts the positions at the start of a turn.
    """
    watch = watch or Watch(Limits())
    known: dict[Any, int] = {}

    def value(state: State) -> int:
        """Of the final margin, for the seat to move."""
        if state.is_over:
            return margin(state, state.to_move)
        key = (
            state.to_move,
            state.step,
            state.hands,
            state.open,
            state.camp,
            state.own,
            state.done,
            state.deck,
        )
        if key not in known:
            if state.step == "play":
                watch.count()
            found = []
            for move in state.moves():
                after = state.play(move)
                found.append(value(after) if after.to_move == state.to_move else -value(after))
            known[key] = max(found)
        return known[key]

    return value(state)


def endgame(
    state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None, *, budget: int = BUDGET
) -> Solution:
    """Final score less the rival's, both playing for it, every card known; unit points.

    The plan is one line of best play to the end of the game. A search
    that is stopped, or that looks at more than `budget` positions, is UNKNOWN and knows bounds: ``bound``, and
    ``facts["at least"]``, which the seat to move is sure of. Raises RulesError.
    """
    problem = Endgame()
    start = read_asked(state, "endgame")
    problem.check_start(start)
    watch = Watch(limits, report)
    line = Line(start, watch, budget)
    now = margin(start, start.to_move)
    low, high = limits_of(line, start)
    try:
        watch.news(None, now + high)
        guess = max(low, min(high, 0))
        while low < high:
            upper = guess + (guess == low)
            guess = line.ahead(start, upper - 1, upper)
            low, high = (low, min(high, guess)) if guess < upper else (max(low, guess), high)
            watch.news(None, now + high)
        value = now + low
        plan, others = best_line(line, start, low)
    except (OutOfTime, Stop, TooLarge) as error:
        method = f"{METHOD}, stopped" + (f" at {error}" if isinstance(error, TooLarge) else "")
        return verify(
            Solution(
                problem=problem,
                start=str(start),
                status=Status.UNKNOWN,
                value=None,
                bound=now + high,
                proof="",
                seconds=watch.seconds,
                nodes=watch.nodes,
                method=method,
                reasons=(
                    f"The seat to move is sure of {now + low:+d} at least and cannot get more than {now + high:+d}.",
                ),
                facts={"at least": now + low, "at most": now + high},
            )
        )
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=Status.OPTIMAL,
            value=value,
            bound=value,
            proof=f"Every turn of both seats was answered by the other's best ({watch.nodes} positions); "
            f"the seat to move is sure of {value:+d} and cannot get more.",
            steps=tuple(_steps(start, plan, others)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            reasons=tuple(why.endgame_reasons(start, plan, others, value)),
            facts=_facts(start, plan),
        )
    )


def limits_of(line: Line, state: State) -> tuple[int, int]:
    """No play changes the margin of the seat to move by less or more than this."""
    both = line.both(state)
    return line.least(both), line.most(both)


def best_line(line: Line, state: State, value: int) -> tuple[list[Move], list[Alternative]]:
    """Best play to the end by the change `value` of the margin, and what other first moves would give."""
    plan: list[Move] = []
    start, first = state, value
    while not state.is_over:
        if state.step == "play":
            moves, value = _turn(line, state, value)
        else:
            moves, value = _single(line, state, value)
        plan += moves
        for move in moves:
            state = state.after(move)
    return plan, _others(line, start, plan, first) if line.watch.nodes <= _FEW else []


def _turn(line: Line, state: State, value: int) -> tuple[list[Move], int]:
    """A whole turn that keeps the value, and the value for the other after it.

    Turns that the table knows to be good enough come first, so that no others must be refuted.
    """
    both = line.both(state)
    found = []
    for gain, laid in line.layings(both):
        for draw, node in line.turns[both.seat].draws(laid):
            moves = [laid.move, END] if draw is None else [laid.move, draw, END]
            found.append((gain - value, line.after(both, laid, node), moves))
    for enough, after, moves in found:
        if line.known(after) <= enough:
            return moves, enough
    for enough, after, moves in found:
        if line.value(after, enough, enough + 1) <= enough:
            return moves, enough
    raise AssertionError(f"no turn keeps {value} in {state}")


def _single(line: Line, state: State, value: int) -> tuple[list[Move], int]:
    """One move in the middle of a turn that keeps the value, and the value after it."""
    for move in state.moves():
        if line.by(state, move, value - 1, value) >= value:
            after = state.after(move)
            if move == END:
                return [move], -value
            return [move], value - margin(after, state.to_move) + margin(state, state.to_move)
    raise AssertionError(f"no move keeps {value} in {state}")


def _others(line: Line, state: State, plan: Sequence[Move], value: int) -> list[Alternative]:
    """The best of the other first moves, and what it gives."""
    now, best = margin(state, state.to_move), None
    for move in state.moves():
        if not plan or move == plan[0]:
            continue
        found = line.by(state, move, best[0] if best else -_MOST, value)
        if best is None or found > best[0]:
            best = found, move
    if best is None:
        return []
    loss = value - best[0]
    words = f"it ends {now + best[0]:+d} at best" + (f", {loss} less" if loss > 0 else ", as good")
    return [Alternative(str(best[1]), now + min(best[0], value), words)]


def _steps(state: State, plan: Sequence[Move], others: Sequence[Alternative]) -> list[Step]:
    """The line with what each move does; gains are those of the seat that moves."""
    steps = []
    for number, move in enumerate(plan):
        after = state.after(move)
        seat = state.to_move
        words = why.move_words(state, after, move)
        steps.append(
            Step(
                move,
                score(after, seat) - score(state, seat),
                f"seat {seat}: {words}" if words else f"seat {seat}",
                () if number else tuple(others),
            )
        )
        state = after
    return steps


def _facts(state: State, plan: Sequence[Move]) -> dict[str, int]:
    seat, end = state.to_move, state
    for move in plan:
        end = end.after(move)
    turns = sum(move == END for move in plan)
    return {"own score": score(end, seat), "rival's score": score(end, 1 - seat), "turns": turns}
