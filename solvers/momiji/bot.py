"""A player for Momiji: information-set tree search over what its seat may know (section 5.5 of RULES.md).

Each round deals the unseen cards at random, goes down one tree of moves by UCB among those that are legal in this
deal, adds one node and plays on to the end by a quick policy. A node counts how often its move was legal. Where
a position has many moves, those that promise most are tried first, and the more often a node was visited, the
more of them (``_WIDTH``); else a few hundred rounds would see each move of a wide hand once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from puzzles.core.state import RulesError
from puzzles.momiji.cards import LEFT, LETTER, RIGHT, UNKNOWN, VALUE
from puzzles.momiji.deal import deal
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import has_hidden, step
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import torii_needed
from solvers.core.solution import Limits, Status
from solvers.momiji.endgame import endgame, ordered

EXPLORE = 0.7
SCALE = 40
"""Points ahead that count as a full win."""

_WIDTH = 2.0
"""A node tries 4 + _WIDTH x root of its visits moves."""

_ENDGAME = 4_000
"""Positions that the exact endgame may look at before the tree search takes over."""


@dataclass(slots=True)
class Node:
    """A move in the tree: visits, how often it was legal, rewards of the seat that made it."""

    visits: int = 0
    legal: int = 0
    reward: float = 0.0
    children: dict[Move, Node] = field(default_factory=dict)


def best_move(view: State | str, seed: int, iterations: int = 400) -> Move:
    """The move of the seat to move; the same view, seed and iterations give the same move.

    Only what the seat may see is read. In the last turns of two players, when every card is known and the search
    is small, the exact endgame answers; then the move is the first of a best line. Raises RulesError for a game that is over.
    """
    if isinstance(view, str):
        view = read_state(view)
    if not isinstance(view, State):
        raise RulesError(f"best_move: got {type(view).__name__}, expected a state of momiji or its text")
    if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 1:
        raise RulesError(f"best_move, iterations: got {iterations!r}, expected 1 or more")
    if view.turns_left == 0:
        raise RulesError("best_move: got a game that is over, expected one in progress")
    view = view.view(view.to_move)
    moves = view.moves()
    if len(moves) == 1:
        return moves[0]
    rng = Random(f"{seed}/{view}")
    if view.draft:
        return moves[rng.randrange(len(moves))]
    if _all_known(view):
        solution = endgame(view, Limits(), budget=_ENDGAME)
        if solution.status is Status.OPTIMAL:
            move = solution.plan[0]
            assert isinstance(move, Move)
            return move
    root = Node()
    for _ in range(iterations):
        _round(root, deal(view, rng))
    return max(moves, key=lambda move: root.children[move].visits if move in root.children else 0)


def _all_known(view: State) -> bool:
    """Whether the deck is empty, there are two seats and no card is hidden."""
    hidden = any(UNKNOWN in hand for hand in view.hands) or any(map(has_hidden, view.rows))
    return view.seats == 2 and not view.deck and not hidden


def _round(root: Node, state: State) -> None:
    """One walk down the tree, one new node, one play to the end; rewards go to all nodes on the way."""
    path: list[tuple[Node, int]] = []
    node = root
    while state.turns_left != 0:
        moves = ordered(state)
        width = min(len(moves), 4 + int(_WIDTH * math.sqrt(node.visits)))
        fresh = None
        best, chosen = -math.inf, moves[0]
        for number, move in enumerate(moves):
            child = node.children.get(move)
            if child is None:
                if number < width and fresh is None:
                    fresh = move
                continue
            child.legal += 1
            worth = child.reward / child.visits + EXPLORE * math.sqrt(math.log(child.legal) / child.visits)
            if worth > best:
                best, chosen = worth, move
        if fresh is not None:
            chosen = fresh
            node.children[chosen] = Node(legal=1)
        child = node.children[chosen]
        path.append((child, state.to_move))
        state = state.after(chosen)
        node = child
        if fresh is not None:
            break
    points = Playout(state).finish()
    root.visits += 1
    for visited, seat in path:
        rivals = [number for other, number in enumerate(points) if other != seat]
        ahead = points[seat] - (max(rivals) if rivals else SCALE)
        visited.visits += 1
        visited.reward += max(-1.0, min(1.0, ahead / SCALE))


class Playout:
    """A game played to its end by the quick policy, on plain lists for speed.

    The policy: activate what is surely best when at most two own turns are left; else the play that brings most
    points of piles and acorns at once; else collect the type with most cards that fit; else begin a pile; else
    reveal or pass. Landscapes and exchanges are left alone. Surplus cards go by least value.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.p, self.options = state.cards.parameters, state.options
        self.seats, self.seat = state.seats, state.to_move
        self.hands = [list(hand) for hand in state.hands]
        self.rows = [[[len(pile), pile[-1]] for pile in row] for row in state.rows]
        self.values = [[0, 0, 0, 0] for _ in self.rows]
        for seat, row in enumerate(state.rows):
            for pile in row:
                for card in pile:
                    self.values[seat][VALUE[card]] += 1
        self.display = list(state.display)
        self.deck = list(reversed(state.deck))
        self.acorns = list(state.acorns)
        self.objectives = list(state.objectives)
        self.held = [list(names) for names in state.held]
        self.turns_left = state.turns_left
        self.needed = torii_needed(state)
        self.idle = state.idle
        self.main = bool(state.done.main)
        self.revealed = state.done.reveal

    def finish(self) -> list[int]:
        """The scores at the end."""
        while self.turns_left != 0:
            done = self.main or self._turn()
            self._end(idle=not done)
            self.main = self.revealed = False
        return self._scores()

    def _turn(self) -> bool:
        """One main action; False when there is none."""
        seat = self.seat
        if not self.revealed:
            if self._activate():
                return True
            gain, play = self._best_play(seat)
            if play and gain > 0:
                self._lay(seat, *play)
                return True
            if not self.display and play:
                self._lay(seat, *play)
                return True
            if not self.display and self.deck and self.acorns[seat] >= self.p.reveal_cost:
                self.acorns[seat] -= self.p.reveal_cost
                self._draw(self.p.reveal_cards)
        if not self.display:
            return False
        tops = {LETTER[top]: VALUE[top] for _, top in self.rows[seat]}
        counts: dict[str, int] = {}
        for card in self.display:
            below = tops.get(LETTER[card])
            fits = VALUE[card] == 0 if below is None else below < 3 and VALUE[card] >= below
            counts[LETTER[card]] = counts.get(LETTER[card], 0) + 4 * fits + 1
        letter = max(counts, key=lambda one: counts[one])
        self.hands[seat] += [card for card in self.display if LETTER[card] == letter]
        self.display = [card for card in self.display if LETTER[card] != letter]
        return True

    def _activate(self) -> bool:
        """Activate an objective whose best value is the own one, late in the game."""
        seat, left = self.seat, self.turns_left
        if left is None or left > 2 * self.seats or self.acorns[seat] < self.p.activate_cost:
            return False
        for name in self.objectives:
            if seat in self._meets(name):
                self.objectives.remove(name)
                self.held[seat].append(name)
                self.acorns[seat] -= self.p.activate_cost
                return True
        return False

    def _best_play(self, seat: int) -> tuple[int, tuple[list[int], bool] | None]:
        """(gain, (cards, whether it is a different play)) of the best same play or the fullest different play."""
        row = self.rows[seat]
        piles = {LETTER[top]: (size, top) for size, top in row}
        best, chosen = -1, None
        singles = []
        groups: dict[str, list[int]] = {}
        for card in self.hands[seat]:
            groups.setdefault(LETTER[card], []).append(card)
        for letter, cards in groups.items():
            size, top = piles.get(letter, (0, None))
            value = None if top is None else VALUE[top]
            before = 0 if value is None else size * value
            single = None
            for place, card in enumerate(cards):
                if step(value, VALUE[card]) != 0:
                    continue
                gain = VALUE[card] * (size + 1) - before
                rank = (gain, LEFT[card] + RIGHT[card])
                if single is None or rank > single[0]:
                    single = (rank, card)
                run, points = [card], gain
                for other, second in enumerate(cards):
                    if other == place or self.p.same_max < 2 or step(VALUE[card], VALUE[second]) != 0:
                        continue
                    more = VALUE[second] * (size + 2) - before
                    if more > points:
                        run, points = [card, second], more
                if points > best:
                    best, chosen = points, (run, False)
            if single is not None:
                singles.append(single)
        if len(singles) >= self.p.different_min:
            cards = [card for _, card in singles]
            new_row = self._laid(row, cards)
            gain = sum(rank[0] for rank, _ in singles) + self.p.bonus_per_pair * _pairs(new_row)
            if gain > best:
                best, chosen = gain, (cards, True)
        return best, chosen

    def _laid(self, row: list[list[int]], cards: list[int]) -> list[list[int]]:
        """The row after a different play; new piles go to the right end."""
        by_letter = {LETTER[card]: card for card in cards}
        after = []
        for size, top in row:
            card = by_letter.pop(LETTER[top], None)
            after.append([size, top] if card is None else [size + 1, card])
        return after + [[1, card] for card in by_letter.values()]

    def _lay(self, seat: int, cards: list[int], different: bool) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.values[seat][VALUE[card]] += 1
        row = self.rows[seat]
        if different:
            self.rows[seat] = row = self._laid(row, cards)
            self._gain(seat, self.p.bonus_per_pair * _pairs(row))
            return
        for pile in row:
            if LETTER[pile[1]] == LETTER[cards[0]]:
                pile[:] = [pile[0] + len(cards), cards[-1]]
                return
        row.append([len(cards), cards[-1]])

    def _gain(self, seat: int, acorns: int) -> None:
        if self.options.supply != "none":
            acorns = min(acorns, max(0, int(self.options.supply) - sum(self.acorns)))
        self.acorns[seat] += acorns

    def _draw(self, number: int) -> None:
        for _ in range(min(number, len(self.deck))):
            self.display.append(self.deck.pop())

    def _end(self, *, idle: bool) -> None:
        """Hand limit, wind, refill, end check, next seat (MJ-23)."""
        hand, limit = self.hands[self.seat], int(self.options.hand_limit)
        if len(hand) > limit:
            hand.sort(key=lambda card: (-VALUE[card], card))
            del hand[limit:]
        if self.seats == 1 and self.display:
            sizes: dict[str, int] = {}
            for card in sorted(self.display):
                sizes[LETTER[card]] = sizes.get(LETTER[card], 0) + 1
            largest = max(sizes, key=lambda letter: sizes[letter])
            self.display = [card for card in self.display if LETTER[card] != largest]
        full, refill = self.p.display_start, self.options.refill
        if refill == "to_four" or (refill == "when_empty" and not self.display):
            self._draw(max(0, full - len(self.display)))
        if self.turns_left is not None:
            self.turns_left -= 1
        elif not self.deck or sum(VALUE[top] == 3 for row in self.rows for _, top in row) >= self.needed:
            rest = self.seats - 1 - self.seat
            self.turns_left = {"finish": rest, "one_more": rest + self.seats, "immediate": 0}[
                self.options.last_round
            ]
        elif idle:
            self.idle += 1
            if self.idle >= self.seats:
                self.turns_left = 0
        if not idle:
            self.idle = 0
        self.seat = (self.seat + 1) % self.seats

    def _metric(self, seat: int, name: str) -> int:
        one, row = self.state.cards.objectives[name], self.rows[seat]
        kind: Any = one.metric
        if kind == "acorns":
            return self.acorns[seat]
        if kind == "piles":
            return len(row)
        if kind == "closed_piles":
            return sum(VALUE[top] == 3 for _, top in row)
        if kind == "top_sum":
            return sum(VALUE[top] for _, top in row)
        if kind == "largest_pile":
            return max((size for size, _ in row), default=0)
        if kind == "type_count":
            return sum(size for size, top in row if LETTER[top] == one.arg)
        return self.values[seat][int(one.arg)]

    def _meets(self, name: str) -> list[int]:
        values = [self._metric(seat, name) for seat in range(self.seats)]
        if self.seats == 1:
            return [0] if values[0] >= self.state.cards.objectives[name].solo else []
        best = max(values)
        if best == 0 and self.options.zero_best == "no":
            return []
        return [seat for seat, value in enumerate(values) if value == best]

    def _scores(self) -> list[int]:
        each = int(self.options.unused_landscape)
        points = [
            sum(size * VALUE[top] for size, top in self.rows[seat])
            + self.acorns[seat] * self.p.acorn_points
            + each * sum(name[-1] != "*" for name in self.state.landscapes[seat])
            for seat in range(self.seats)
        ]
        for holder, names in enumerate(self.held):
            for name in names:
                for seat in self._meets(name):
                    points[seat] += self.p.holder_points if seat == holder else self.p.other_points
        return points


def _pairs(row: list[list[int]]) -> int:
    """Touching neighbours (MJ-60); icons of closed piles count as in the sets here, which have none on a 3."""
    return sum(RIGHT[left[1]] and LEFT[right[1]] for left, right in pairwise(row))
