"""The end of a solo game, when few cards are left: which first turn leads to a win?

With four cards left or fewer, every turn begins with all of them in hand, for what was spent is drawn
again at its end (SS-17, SS-27). So nothing is hidden and nothing is left to chance. A turn with u cards
that scores one of them has u - 1 moves, before and after the score; a turn that scores nothing has u
moves and costs a strike. To score two cards in one turn is never needed: stop on the match of the
second, and score it first thing in the next turn, which then has more moves than were left.

The search goes turn by turn and keeps, for every set of cards left, the boards that are nearest to
them. A way that it finds is a sure win; that it finds none proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from solvers.shifting_stones.batch import MOVES, Columns, Ints, after_all, distances, keys

Cards = tuple[int, ...]

MOST = 4
"""Cards left at most: a hand that every turn begins with."""

WIDTH = 40
"""Boards kept for a set of cards left, between two turns."""

_WITHIN = 160
"""Boards kept within a turn."""


@dataclass(frozen=True, slots=True)
class Front:
    """Different boards that can be reached, with the first turn (any number) that leads to each."""

    boards: Columns
    first: Ints

    def __len__(self) -> int:
        return len(self.first)

    def __add__(self, other: Self) -> Self:
        return type(self)(
            np.concatenate([self.boards, other.boards], axis=1), np.concatenate([self.first, other.first])
        ).once()

    def once(self) -> Self:
        """Every board once; of several first turns the one that comes first is kept."""
        _, at = np.unique(keys(self.boards), return_index=True)
        return self.where(at)

    def where(self, at: Ints) -> Self:
        """Some of the boards, by number or by truth."""
        return type(self)(self.boards[:, at], self.first[at])

    def moved(self) -> Self:
        """All boards one move on."""
        return type(self)(after_all(self.boards), np.tile(self.first, MOVES))

    def nearest(self, cards: Cards, width: int) -> Self:
        """The boards that are nearest to the cards, `width` at most."""
        if len(self) <= width:
            return self
        away = np.stack([distances(card)(self.boards).astype(np.int64) for card in cards])
        order = np.argsort(4 * away.sum(axis=0) + away.max(axis=0), kind="stable")
        return self.where(order[:width])


def past_match(front: Front, card: int, rest: Cards, moves: int) -> Front:
    """Where a turn of at most `moves` moves can end that passes a match of the card: near the rest."""
    distance = distances(card)
    ahead = front.where(distance(front.boards) <= moves)
    past = ahead.where(distance(ahead.boards) == 0)
    for left in range(moves - 1, -1, -1):
        ahead = ahead.moved()
        ahead = ahead.where(distance(ahead.boards) <= left).once()
        past = (past + past.moved() + ahead.where(distance(ahead.boards) == 0)).nearest(rest, _WITHIN)
    return past


def wander(front: Front, cards: Cards, moves: int) -> Front:
    """Where a turn of `moves` moves without a score can end: the boards nearest to the cards."""
    for _ in range(moves):
        front = (front + front.moved()).nearest(cards, _WITHIN)
    return front


def winning_turn(reached: Mapping[tuple[Cards, int], Front], strikes: int) -> int | None:
    """A first turn that leads to a win, or None when none was found.

    reached  by the cards left (at most ``MOST``, ascending) and the strikes that the first turn costs,
             the boards on which it can end
    strikes  that may still be taken without losing, the first turn included
    Fewest strikes in the turns before the last card, then fewest for the last card.
    """
    fronts = dict(reached)
    for taken in range(strikes + 1):
        best: tuple[int, int] | None = None
        for size in range(MOST, 0, -1):
            for cards in sorted(cards for cards, spent in fronts if spent == taken and len(cards) == size):
                front = fronts[cards, taken].nearest(cards, WIDTH)
                if size == 1:
                    # The last card takes as many turns without a score as it is moves away.
                    away = distances(cards[0])(front.boards)
                    at = int(away.argmin())
                    if taken + int(away[at]) <= strikes:
                        found = (int(away[at]), int(front.first[at]))
                        best = min(best, found) if best else found
                    continue
                for card in cards:
                    rest = tuple(other for other in cards if other != card)
                    _put(fronts, (rest, taken), past_match(front, card, rest, size - 1))
                if taken < strikes:
                    _put(fronts, (cards, taken + 1), wander(front, cards, size))
        if best is not None:
            return best[1]
    return None


def _put(fronts: dict[tuple[Cards, int], Front], key: tuple[Cards, int], more: Front) -> None:
    if len(more):
        fronts[key] = fronts[key] + more if key in fronts else more
