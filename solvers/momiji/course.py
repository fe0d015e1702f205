"""A question about several own turns: its value by the search, and plans of moves for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzles.core.state import RulesError
from puzzles.momiji.cards import LETTER
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import laid, touching, without
from puzzles.momiji.problems import Harvest, Schedule
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import row_points
from solvers.core.search import Watch
from solvers.momiji.search import NEVER, Node, Search, numbers_of


def read_turn(state: State | str, where: str) -> State:
    """The position as the seat to move sees it: no card of the deck and of other hands but those all have seen.

    Own piles stay as they are given, so that a full position of a game with recall=tops can be asked about, too.
    Raises RulesError, also for a game that is over.
    """
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(f"{where}: got {type(state).__name__}, expected a state of momiji or its text")
    if state.turns_left == 0:
        raise RulesError(f"{where}: got a game that is over, expected one in progress")
    return replace(state.view(state.to_move), rows=state.rows)


def acorn_points(state: State) -> int:
    """Points of the acorns of the seat to move."""
    return state.acorns[state.to_move] * state.cards.parameters.acorn_points


def standing(state: State) -> int:
    """Points of the piles and the acorns of the seat to move."""
    return row_points(state.rows[state.to_move]) + acorn_points(state)


def play_gain(state: State, move: Move) -> int:
    """Points of piles and acorns that a play brings at once."""
    seat, p = state.to_move, state.cards.parameters
    row = laid(state.rows[seat], move.cards, move.sides)
    points = row_points(row) - row_points(state.rows[seat])
    if move.mode == "same":
        return points
    acorns = p.bonus_per_pair * sum(touching(row, state.options.closed_bonus == "yes"))
    return points + min(acorns, supply_left(state, acorns)) * p.acorn_points


def supply_left(state: State, without_limit: int) -> int:
    """Acorns that the supply still has (MJ-11); `without_limit` where it has no end."""
    supply = state.options.supply
    return without_limit if supply == "none" else max(0, int(supply) - sum(state.acorns))


class Course:
    """A question about several own turns: its value by the search, and plans of moves.

    best        value and plan of the best found so far
    open_bound  no plan gives more, as far as the search has come; None before it has begun
    """

    def __init__(self, problem: Schedule, start: State, watch: Watch) -> None:
        self.problem = problem
        self.start = start
        self.watch = watch
        self.harvest = isinstance(problem, Harvest)
        self.search = Search(numbers_of(start, limited=self.harvest), watch)
        self.best: tuple[int, list[Move]] = (NEVER, [])
        self.open_bound: int | None = None
        self._greedy: list[Move] | None = None

    def node(self, state: State, turns: int) -> Node:
        return self.search.node(state, turns, display=self.harvest)

    def bound(self, state: State, turns: int) -> int:
        """No plan from here gives more."""
        return acorn_points(state) + self.search.bound(self.node(state, turns))

    def value(self, state: State, turns: int, more_than: int = NEVER) -> int:
        """The value from a position of a plan, exact where it is above `more_than`; `turns` left with this one."""
        acorns = acorn_points(state)
        return acorns + self.search.value(self.node(state, turns), more_than - acorns)

    def begin(self) -> tuple[int, list[Move]]:
        """The greedy plan or the one that plays nothing, whichever is better, with its value; no search."""
        plans = [self.greedy(), self.whole([None] * self.problem.turns)]
        ranked = [(self.problem.measure(self.start, plan), plan) for plan in plans if plan is not None]
        self.best = max(ranked, key=lambda one: one[0])
        return self.best

    def solve(self, bound: int, *, keep: bool = True) -> int:
        """The value; every better plan found on the way is kept in ``best`` and told, unless `keep` is False."""
        turns = self.problem.turns
        root, acorns = self.node(self.start, turns), acorn_points(self.start)
        value = self.best[0]
        if value == bound or turns == 0:
            return value
        self.watch.count()
        for limit, gain, child in self.search.children(root, value - acorns):
            self.open_bound = max(value, acorns + limit)
            if acorns + limit <= value:
                break
            total = acorns + gain + self.search.value(child, value - acorns - gain)
            if total > value:
                value = total
                if not keep:
                    continue
                plan = self.whole(self._mains(root, total - acorns))
                assert plan is not None
                self.best = total, plan
                self.watch.news(total, max(total, acorns + limit), tuple(map(str, plan)))
        return value

    def _mains(self, node: Node, value: int) -> list[Move | None]:
        """The main action of each turn of a plan of this value; all that follows from `node` has been solved."""
        found: list[Move | None] = []
        state, seat = self.start, self.start.to_move
        held = [(card, 0) for card in state.hands[seat]]
        for turn in range(self.problem.turns):
            steps = self.search.children(node)
            for _, gain, child in steps:
                rest = self.search.known(child)
                if rest is not None and gain + rest == value:
                    break
            else:
                return found + [None] * (self.problem.turns - turn)
            main, state, held = self._main(state, held, child)
            found.append(main)
            node, value = child, value - gain
        return found

    def _main(
        self, state: State, held: list[tuple[int, int]], node: Node
    ) -> tuple[Move | None, State, list[tuple[int, int]]]:
        """The main action that leads to a node, the position at the start of the next turn, its hand with tags."""
        seat, tags = state.to_move, len(node[2])
        for move in (*self.problem.moves(state), None):
            after, cards = state, list(held)
            if move is not None:
                if move.verb not in ("play", "collect"):
                    continue
                after = replace(self.problem.play(state, move), done=self.start.done)
                if move.verb == "collect":
                    cards += [(card, tags - 1) for card in state.display if LETTER[card] == move.letter]
                for card in move.cards:
                    cards.remove(max(one for one in cards if one[0] == card))
            display = after.display if self.harvest else ()
            if self.search.tagged(after.rows[seat], cards, display, tags) == node[:3]:
                return move, after, cards
        raise AssertionError(f"no main action leads from {state} to the node {node}")

    def first_best(self, state: State, turns: int, value: int) -> list[Move]:
        """The first plan of this value in the order of moves."""
        plan: list[Move] = []
        while turns:
            move = next(self.keeping(state, turns, value), None)
            if move is None:
                raise AssertionError(f"no move keeps {value} in {state}")
            plan.append(move)
            state, turns = self.problem.play(state, move), turns - (move.verb == "end")
        return plan

    def keeping(self, state: State, turns: int, value: int) -> Iterator[Move]:
        """The moves after which this value can still be had, in their order."""
        cards: tuple[int, ...] = ()
        hopeless = False
        for move in self.problem.moves(state):
            if move.verb != "play":
                after = self.problem.play(state, move)
                if self.value(after, turns - (move.verb == "end"), value - 1) >= value:
                    yield move
                continue
            if move.cards == cards and hopeless:
                continue  # the same cards at other places
            cards = move.cards
            gained, most, node = self._played(state, move, turns)
            hopeless = self.search.bound(node) + most < value
            if not hopeless and gained + self.search.value(node, value - 1 - gained) >= value:
                yield move

    def _played(self, state: State, move: Move, turns: int) -> tuple[int, int, Node]:
        """Points of the acorns after a play, the most that these cards could bring at other places, its node."""
        p, seat = state.cards.parameters, state.to_move
        row = laid(state.rows[seat], move.cards, move.sides)
        cap = supply_left(state, -1)
        acorns = most = 0
        if move.mode == "different":
            acorns = p.bonus_per_pair * sum(touching(row, state.options.closed_bonus == "yes"))
            most = p.bonus_per_pair * (len(row) - 1)
            if cap >= 0:
                acorns = min(acorns, cap)
                cap -= acorns
        node = self.search.parts(
            row,
            without(state.hands[seat], move.cards),
            state.display if self.harvest else (),
            turns,
            over=True,
            chance=not state.done.exchanged,
            cap=cap,
        )
        before = acorn_points(state)
        return before + acorns * p.acorn_points, before + most * p.acorn_points, node

    def greedy(self) -> list[Move]:
        """Turn by turn the play that gains most at once, else the type of which most is in the display; no search.

        Exchanges and drops take what was never played.
        """
        if self._greedy is None:
            self._greedy = self._greedily()
        return self._greedy

    def _greedily(self) -> list[Move]:
        mains: list[Move | None] = []
        state = self.start
        for _ in range(self.problem.turns):
            best, most = None, -1
            for move, gain in self._gains(state):
                if gain > most:
                    best, most = move, gain
            mains.append(best)
            if best is not None:
                state = self.problem.play(state, best)
            state = replace(state, done=self.start.done)
        return self.whole(mains) or self.whole([None] * self.problem.turns) or []

    def _gains(self, state: State) -> Iterator[tuple[Move, int]]:
        """Every play with what it brings at once, and every collect with 0, in the order of moves."""
        seat, p = state.to_move, state.cards.parameters
        cards: tuple[int, ...] = ()
        points = 0
        closed_bonus = state.options.closed_bonus == "yes"
        for move in self.problem.moves(state):
            if move.verb == "collect":
                yield move, 0
            if move.verb != "play":
                continue
            row = laid(state.rows[seat], move.cards, move.sides)
            if move.cards != cards:  # the same cards at other places make the same piles
                cards = move.cards
                points = row_points(row) - row_points(state.rows[seat])
            acorns = 0
            if move.mode == "different":
                acorns = p.bonus_per_pair * sum(touching(row, closed_bonus))
                acorns = min(acorns, supply_left(state, acorns))
            yield move, points + acorns * p.acorn_points

    def whole(self, mains: Sequence[Move | None]) -> list[Move] | None:
        """A plan with these main actions, one a turn, and with the most exchanges; None when the limit forbids it.

        Cards that are never played are exchanged as soon as there are enough, and dropped where the hand is full.
        """
        p, seat = self.start.cards.parameters, self.start.to_move
        waste = _never_played(self.start, mains)
        limit = int(self.start.options.hand_limit)
        plan: list[Move] = []
        state = self.start
        for turn, main in enumerate(mains):
            if main is not None:
                plan.append(main)
                state = self.problem.play(state, main)
            there = [card for card, since in waste if since <= turn]
            if len(there) >= p.exchange_cards:
                gone = there[: p.exchange_cards]
                plan.append(Move("exchange", cards=tuple(sorted(gone))))
                state = self.problem.play(state, plan[-1])
                for card in gone:
                    waste.remove(next(one for one in waste if one[0] == card and one[1] <= turn))
                    there.remove(card)
            while self.harvest and len(state.hands[seat]) > limit:
                if not there:
                    return None
                card = there.pop(0)
                waste.remove(next(one for one in waste if one[0] == card and one[1] <= turn))
                plan.append(Move("drop", cards=(card,)))
                state = self.problem.play(state, plan[-1])
            plan.append(Move("end"))
            state = self.problem.play(state, plan[-1])
        return plan


def _never_played(start: State, mains: Sequence[Move | None]) -> list[tuple[int, int]]:
    """Cards that come to the hand and are never played, each with the turn it came in (0: it was there), ascending.

    Of equal cards the one that came last is played.
    """
    held = [(card, 0) for card in start.hands[start.to_move]]
    display = list(start.display)
    for turn, main in enumerate(mains):
        if main is None:
            continue
        if main.verb == "collect":
            held += [(card, turn) for card in display if LETTER[card] == main.letter]
            display = [card for card in display if LETTER[card] != main.letter]
        for card in main.cards:
            held.remove(max(one for one in held if one[0] == card))
    return sorted(held)
