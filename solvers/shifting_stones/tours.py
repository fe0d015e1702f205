"""Tours: fewest board moves past a match of each of 1 to 4 cards, exactly.

First a depth-first search (``search.Tours``), which gives a position up when some missing card is
farther away than the moves left. It answers most questions in milliseconds. When it has looked at
``MOST_POSITIONS`` positions, the question is answered for all boards at once instead:

``AllTours`` works backwards. Bit S of a board's mask says that from there a match of each card of the set S
can be passed within r moves. Within 0 moves that holds for the sets of cards that match now. Within
r + 1 moves it holds for what some neighbour can do within r, and for a set with a card that matches
now when it holds for the set without it. Every step is one bitwise or over the 21 neighbours of
every board, so the time hardly depends on the question: under 2 seconds for the longest tours.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import numpy as np

from puzzles.shifting_stones.grid import board_text, matches
from puzzles.shifting_stones.problems import BOARD_MOVES, Tour, move_tiles
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import Move
from solvers.core.explain import counted, listed
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones.packed import moved, neighbours, pack, unpack
from solvers.shifting_stones.search import Tours, card_route, pattern
from solvers.shifting_stones.space import Space, kinds_of, space
from solvers.shifting_stones.turns import read_tiles
from solvers.shifting_stones.why import done, named

NO_LIMIT = Limits()
MOST_POSITIONS = 4000
"""Positions that the depth-first search may look at (about 0.3 s)."""

METHOD = "depth-first tours with exact card distances"
METHOD_ALL = "masks of card sets over all boards, layer by layer"

Within = Callable[[int, tuple[int, ...], int], bool]


class _Enough(Exception):
    """The depth-first search has looked at its share of positions."""


class _Counting(Watch):
    """A watch that ends the depth-first search after its share of positions."""

    def count(self) -> None:
        super().count()
        if self.nodes > MOST_POSITIONS:
            raise _Enough


class AllTours:
    """From every board at once: which sets of the cards can be passed within how many moves.

    layers  masks for 0, 1, 2 ... moves: bit S is set when every card of the set S (bit i: cards[i])
            can match at some moment within that many moves
    """

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.space: Space = space(kinds_of(cards))
        self._type = np.uint8 if len(cards) < 4 else np.uint16
        self._matching = [self.space.matching(card) for card in cards]
        self._lacking = [
            self._type(sum(1 << s for s in range(1 << len(cards)) if not s >> i & 1))
            for i in range(len(cards))
        ]
        first = np.ones(self.space.shape, dtype=self._type)  # bit 0, the empty set
        self._pass(first)
        self.layers = [first]

    def _pass(self, masks: np.ndarray[Any, Any]) -> None:
        """Where a card matches, a set with it is as good as the set without it."""
        for i, here in enumerate(self._matching):
            with_it = (masks & self._lacking[i]) << self._type(1 << i)
            np.bitwise_or(masks, with_it, out=masks, where=here)

    def extend(self) -> None:
        """One more layer."""
        masks = self.space.spread(self.layers[-1])
        self._pass(masks)
        self.layers.append(masks)

    def within(self, board: int, cards: tuple[int, ...], moves: int) -> bool:
        """Whether each of `cards` (of this table) can match within `moves` moves; moves < number of layers."""
        subset = sum(1 << self.cards.index(card) for card in cards)
        return bool(self.layers[moves][self.space.place(unpack(board))] >> subset & 1)


def tour(
    board: State | str,
    cards: tuple[int, ...] | list[int],
    limits: Limits = NO_LIMIT,
    report: Report | None = None,
) -> Solution:
    """Fewest board moves such that each of some cards matches at some moment, the start included.

    board   ``SFF/HHH/EEE``, or a state, whose board is taken
    cards   1 to 4 different card ids, in any order
    Plan: the smallest of the shortest. Raises RulesError.

    >>> tour("SFF/HHH/EEE", [11, 38]).texts
    ('flip b3', 'flip c1', 'swap b1 b2')
    """
    problem = Tour(tuple(cards) if isinstance(cards, list) else cards)
    tiles = read_tiles(board, "tour, board")
    watch = _Counting(limits, report)
    start, wanted = pack(tiles), problem.cards
    away = {card: pattern(card).distance(start) for card in wanted}
    bound = max(away.values())
    best: list[int] | None = None
    looked = 0
    try:
        watch.look()
        best = nearest_order(start, wanted)
        watch.news(len(best), bound, _texts(best))
        tours, everything = Tours(watch), None
        within: Within = tours.within
        try:
            while bound < len(best) and not within(start, wanted, bound):
                bound += 1
                watch.news(len(best), bound, _texts(best))
            route = smallest_route(start, wanted, bound, within)
        except _Enough:
            everything = AllTours(wanted)
            looked = watch.nodes
            while True:
                moves = len(everything.layers) - 1
                if everything.within(start, wanted, moves):
                    break
                if moves + 1 > bound:
                    bound = moves + 1
                watch.news(len(best), bound, _texts(best))
                everything.extend()
            bound, within = moves, everything.within
            route = smallest_route(start, wanted, bound, within)
    except (OutOfTime, Stop):
        return _solution(problem, tiles, best, bound, "", watch.nodes, watch, METHOD + ", stopped", [])
    nodes = watch.nodes
    if everything is None:
        proof = _searched(bound, away, nodes)
    else:
        nodes = looked + len(everything.layers) * (everything.space.shape[1] << everything.space.tiles)
        proof = (
            f"All {everything.space.shape[1] << everything.space.tiles:,} boards, tiles of kinds that no card prints left out, "
            f"and all {1 << len(wanted)} sets of the cards: within {bound - 1} moves no way from here passes every match."
        )
    reasons = _reasons(tiles, wanted, away, route, best, everything)
    method = METHOD if everything is None else METHOD_ALL
    return _solution(problem, tiles, route, bound, proof, nodes, watch, method, reasons)


def nearest_order(board: int, cards: tuple[int, ...]) -> list[int]:
    """The best way that takes the cards one after the other, each by its own shortest way; a quick upper bound."""
    best: list[int] | None = None
    for order in permutations(cards):
        here, route, left = board, list[int](), set(order)
        for card in order:
            left -= {c for c in left if not pattern(c).distance(here)}
            if card not in left:
                continue
            for number in card_route(here, card):
                here = moved(here, number)
                route.append(number)
                left -= {c for c in left if not pattern(c).distance(here)}
        if best is None or (len(route), route) < (len(best), best):
            best = route
    assert best is not None
    return best


def smallest_route(board: int, cards: tuple[int, ...], moves: int, within: Within) -> list[int]:
    """The smallest tour of exactly `moves` moves, the fewest there are, as numbers of board moves.

    The first move in text order from which the rest is still within reach begins the smallest tour.
    """
    route: list[int] = []
    missing = _missing(board, cards)
    for left in range(moves - 1, -1, -1):
        near = set(neighbours(board))  # a move that changes nothing is on no shortest tour
        for number in range(len(BOARD_MOVES)):
            after = moved(board, number)
            if after in near:
                rest = _missing(after, missing)
                if within(after, rest, left):
                    board, missing = after, rest
                    route.append(number)
                    break
        else:
            raise AssertionError(f"no move leads on after {_texts(route)}")
    return route


def _missing(board: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if pattern(card).distance(board))


def _texts(route: list[int]) -> tuple[str, ...]:
    return tuple(str(BOARD_MOVES[number]) for number in route)


def _searched(moves: int, away: dict[int, int], nodes: int) -> str:
    farthest = max(away, key=lambda card: away[card])
    if moves == 0:
        return "No move is needed: each card matches at the start."
    if moves == away[farthest]:
        return f"Card {farthest} alone is {counted(moves, 'move')} away."
    return (
        f"No way of {counted(moves - 1, 'move')} passes every match: {nodes} positions were looked at, and each was "
        "given up only when a card was farther away than the moves that were left."
    )


def _solution(
    problem: Tour,
    tiles: str,
    route: list[int] | None,
    bound: int,
    proof: str,
    nodes: int,
    watch: Watch,
    method: str,
    reasons: list[str],
) -> Solution:
    plan = [BOARD_MOVES[number] for number in route or []]
    value = None if route is None else len(route)
    if not proof and value == bound:
        proof = (
            f"No card is farther away than {counted(bound, 'move')}, and one is as far."
            if bound
            else "Each card matches at the start."
        )
    status = Status.UNKNOWN if value is None else Status.OPTIMAL if value == bound else Status.FEASIBLE
    flips = sum(move.verb == "flip" for move in plan)
    return verify(
        Solution(
            problem=problem,
            start=board_text(tiles),
            status=status,
            value=value,
            bound=bound,
            proof=proof if status is Status.OPTIMAL else "",
            steps=tuple(tour_steps(tiles, problem.cards, plan)),
            seconds=watch.seconds,
            nodes=nodes,
            method=method,
            reasons=tuple(reasons),
            facts={} if value is None else {"flips": flips, "swaps": len(plan) - flips},
        )
    )


def tour_steps(board: str, cards: tuple[int, ...], plan: list[Move]) -> list[Step]:
    """The steps of a tour, each with what it does, which cards match then, and which are nearer."""
    steps = []
    waiting = [card for card in cards if not matches(board, card)]
    for move in plan:
        after = move_tiles(board, move)
        here, there = pack(board), pack(after)
        words = []
        for card in waiting:
            was, now = pattern(card).distance(here), pattern(card).distance(there)
            if now == 0:
                words.append(f"card {card} matches")
            elif now < was:
                words.append(f"card {card} is {counted(now, 'move')} away, not {was}")
        why = done(board, move) + (f", so {listed(words)}" if words else "")
        waiting = [card for card in waiting if not matches(after, card)]
        steps.append(Step(move, 0, why))
        board = after
    return steps


def _reasons(
    tiles: str,
    cards: tuple[int, ...],
    away: dict[int, int],
    route: list[int],
    greedy: list[int],
    everything: AllTours | None,
) -> list[str]:
    """When each card matches, what the cards ask for alone and in pairs, and what one by one would cost."""
    start = pack(tiles)
    board, moments = start, {card: 0 for card in cards if not away[card]}
    for moment, number in enumerate(route, 1):
        board = moved(board, number)
        for card in cards:
            if card not in moments and not pattern(card).distance(board):
                moments[card] = moment
    when = [
        f"{named(card)} {'at the start' if moment == 0 else f'after move {moment}'}"
        for card, moment in sorted(moments.items(), key=lambda pair: (pair[1], pair[0]))
    ]
    reasons = [f"The matches: {listed(when)}."]
    if len(cards) == 1:
        return reasons
    farthest = max(cards, key=lambda card: (away[card], card))
    reasons.append(
        f"The farthest card alone, {named(farthest)}, is {counted(away[farthest], 'move')} away; "
        f"one after the other the cards are {listed([str(away[card]) for card in cards])} moves away, "
        f"{sum(away.values())} in all."
    )
    if len(cards) > 2:
        within = everything.within if everything else Tours(_Counting(NO_LIMIT)).within
        pairs = {}
        with contextlib.suppress(
            _Enough
        ):  # the tour itself was quicker than one of its pairs: leave that out
            for pair in combinations(cards, 2):
                moves = max(away[card] for card in pair)
                while not within(start, pair, moves):
                    moves += 1
                pairs[pair] = moves
            hardest = max(pairs, key=lambda pair: (pairs[pair], pair))
            reasons.append(
                f"Of two cards, {hardest[0]} and {hardest[1]} ask for most: {counted(pairs[hardest], 'move')} for these two alone."
            )
    if len(greedy) > len(route):
        reasons.append(
            f"Taking the cards one after the other, each by its own smallest shortest way, costs {len(greedy)} moves in the best "
            f"order, {len(greedy) - len(route)} more than this tour."
        )
    return reasons
