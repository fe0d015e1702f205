"""All ways through one turn at once: which boards it can end on, with which cards scored and how many spent.

Layer k holds every pair (board, cards scored so far) that exactly k board moves can reach, each pair once;
moves that change nothing count, for they get rid of a card (SS-12). A hand of h cards pays for a pair
with s cards scored in layer k when s + k <= h (SS-9 to SS-14).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from puzzles.shifting_stones.problems import BOARD_MOVES
from puzzles.shifting_stones.state import Move
from solvers.shifting_stones.batch import MOVES, Columns, Ints, after_all, distances, keys


@dataclass
class Layer:
    """What exactly `moves` board moves can reach; entry i everywhere is one pair.

    boards  columns
    scored  bit i set: hand card i is scored
    before  entry of the layer before that the pair comes from; move: the board move that was made
    """

    moves: int
    boards: Columns
    scored: Ints
    before: Ints
    move: Ints


@dataclass
class Ways:
    """The layers of a turn that begins on one board (columns of shape (4, 1)) with known hand cards.

    most  board moves at most; None: one for every card but the last, which can still be scored
    """

    start: Columns
    hand: tuple[int, ...]
    most: int | None = None
    layers: list[Layer] = field(init=False)

    def __post_init__(self) -> None:
        most = len(self.hand) - 1 if self.most is None else min(self.most, len(self.hand))
        nothing = np.zeros(1, dtype=np.int64)
        self.layers = [self._scored(Layer(0, self.start, nothing, nothing, nothing - 1))]
        for moves in range(1, most + 1):
            self.layers.append(self._next(self.layers[-1], moves))

    def _next(self, layer: Layer, moves: int) -> Layer:
        """One more board move from every pair that still pays for it."""
        can = np.flatnonzero(_size(layer.scored) + moves <= len(self.hand))
        boards = after_all(layer.boards[:, can])
        scored = np.tile(layer.scored[can], MOVES)
        before = np.tile(can, MOVES)
        move = np.repeat(np.arange(MOVES), len(can))
        first = _first(boards, scored)
        return self._scored(Layer(moves, boards[:, first], scored[first], before[first], move[first]))

    def _scored(self, layer: Layer) -> Layer:
        """The layer with every choice of matching cards scored as well (SS-14)."""
        for bit, card in enumerate(self.hand):
            free = (layer.scored & 1 << bit) == 0
            able = np.flatnonzero(free & (_size(layer.scored) + layer.moves < len(self.hand)))
            able = able[distances(card)(layer.boards[:, able]) == 0]
            if len(able):
                more = layer.scored[able] | 1 << bit
                layer = Layer(
                    layer.moves,
                    np.concatenate([layer.boards, layer.boards[:, able]], axis=1),
                    np.concatenate([layer.scored, more]),
                    np.concatenate([layer.before, layer.before[able]]),
                    np.concatenate([layer.move, layer.move[able]]),
                )
        first = _first(layer.boards, layer.scored)
        return Layer(
            layer.moves, layer.boards[:, first], layer.scored[first], layer.before[first], layer.move[first]
        )

    def sets(self) -> Iterator[tuple[Layer, Ints, tuple[int, ...]]]:
        """The entries of every layer that have the same cards scored, with those cards."""
        for layer in self.layers:
            for scored in np.unique(layer.scored):
                cards = tuple(card for bit, card in enumerate(self.hand) if scored >> bit & 1)
                yield layer, np.flatnonzero(layer.scored == scored), cards

    def plan(self, moves: int, entry: int, spent: Sequence[int]) -> list[Move]:
        """The moves of the turn that end on an entry of layer `moves`, spending these cards in this order."""
        steps: list[tuple[int, int]] = []  # the move that led to the layer, and what was scored there
        while True:
            layer = self.layers[moves]
            scored = int(layer.scored[entry])
            back = int(layer.before[entry])
            earlier = int(self.layers[moves - 1].scored[back]) if moves else 0
            steps.append((int(layer.move[entry]), scored & ~earlier))
            if not moves:
                break
            moves, entry = moves - 1, back
        plan, left = [], list(spent)
        for number, news in reversed(steps):
            if number >= 0:
                plan.append(Move(BOARD_MOVES[number].verb, BOARD_MOVES[number].cells, left.pop(0)))
            plan += [Move("score", card=card) for bit, card in enumerate(self.hand) if news >> bit & 1]
        return plan


MOST_CARDS = 12
"""Hand cards at most: so many bits tell which are scored."""

_SIZES = np.array([number.bit_count() for number in range(1 << MOST_CARDS)], dtype=np.int16)


def _size(scored: Ints) -> Ints:
    return _SIZES[scored]


def _first(boards: Columns, scored: Ints) -> Ints:
    """The first entry of every different pair, in ascending order of entry."""
    _, first = np.unique((keys(boards) << MOST_CARDS) + scored, return_index=True)
    return np.sort(first)
