"""Exact searches: moves until a card matches, moves until a board shows, and tours past several cards.

Distance to a card. Only the tiles that end on the printed cells matter (at most four): a flip
travels with its tile, so it may be made first, and what is left are tokens that walk to their
targets. A swap moves two tokens or one, and the others are all alike. So the distance is the least,
over all choices of tiles of the right kinds, of (tiles that show the wrong face) + (exact swaps of
the tokens, ``tables.token_swaps``). This is exact, not a bound.

Distance to a board. The same with all nine tiles: over the 72 ways to pair equal kinds, the
tiles that show the wrong face + the exact swaps of the permutation (``tables.permutation_swaps``).

Tour: whether each of several cards can match at some moment within r moves. Depth first; a
position is given up when some card that has not matched is farther away than the moves left. That
loses nothing, for a card's distance is exact without the others and cannot be less with them. Tiles
of kinds that no missing card prints are blanked, so that positions which differ only there are one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from itertools import permutations, product
from operator import itemgetter
from typing import Any

from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.problems import BOARD_MOVES
from solvers.core.search import Watch
from solvers.core.solution import Limits
from solvers.shifting_stones.packed import COUNT, KIND_BITS, KINDS, LANE, moved, neighbours
from solvers.shifting_stones.tables import Prices, permutation_rank, permutation_swaps, token_prices

Pairing = tuple[tuple[int, ...], tuple[bool, ...]]
"""Where the tile on each cell goes, and whether it must be turned over."""

_MOST_KEPT = 200_000
"""Distances kept in memory for one card before they are dropped (about 20 MB)."""


class Pattern:
    """A card for the search: how far a board is from a match.

    mask     bits of all tiles of the kinds that the card prints
    goals    the bits that a match at each place needs
    targets  the printed cells of each place of the block
    ways     number of choices of tiles for the printed faces
    """

    __slots__ = ("_kept", "_prices", "_shifts", "card", "goals", "mask", "points", "targets", "wants", "ways")

    def __init__(self, card: int) -> None:
        places = CARDS[card].places
        lanes = [LANE[face] for _, face in places[0].needs]
        kinds = [lane // 2 for lane in lanes]
        self.card = card
        self.points = CARDS[card].points
        self.mask = sum(KIND_BITS[kind] for kind in set(kinds))
        self.goals = tuple(sum(1 << 9 * LANE[face] + cell for cell, face in place.needs) for place in places)
        self.targets = tuple(tuple(cell for cell, _ in place.needs) for place in places)
        self.wants = tuple(lane & 1 for lane in lanes)
        self.ways = math.prod(math.perm(COUNT[kind], kinds.count(kind)) for kind in set(kinds))
        self._shifts = tuple(18 * kind for kind in kinds)
        self._kept: dict[int, int] = {}
        self._prices: Prices | None = None

    def distance(self, board: int) -> int:
        """Fewest board moves until the card matches."""
        key = board & self.mask
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            if self._prices is None:
                self._prices = token_prices(self.targets, self.wants)
            found = self._kept[key] = self._cheapest(key, self._prices)
        return found

    def distance_to(self, board: int, target: tuple[int, ...]) -> int:
        """Fewest board moves until the printed faces lie on `target`, the printed cells of one place."""
        return self._cheapest(board, token_prices((target,), self.wants))

    def _cheapest(self, board: int, prices: Any) -> int:
        # The tiles of the kind of each printed face. Two faces may be given the same tile here: the
        # table prices that at 255. This is the innermost loop of all searches, so it is unrolled.
        tiles = [_spots(board >> shift & 0x3FFFF) for shift in self._shifts]
        last = tiles[-1][1]
        if len(tiles) == 1:
            return min(last(prices))
        first = tiles[0][0]
        if len(tiles) == 2:
            return min([min(last(prices[a])) for a in first])
        second = tiles[1][0]
        if len(tiles) == 3:
            return min([min(last(row[b])) for row in [prices[a] for a in first] for b in second])
        third = tiles[2][0]
        rows = [row[b] for row in [prices[a] for a in first] for b in second]
        return min([min(last(row[c])) for row in rows for c in third])


@cache
def _spots(kind: int) -> tuple[tuple[int, ...], Callable[[Any], tuple[int, ...]]]:
    """The spots (``token_prices``) of the tiles of one kind, from its 18 bits, and what picks their prices."""
    spots = tuple(spot for spot in range(18) if kind >> spot & 1)
    return spots, itemgetter(*spots) if len(spots) > 1 else lambda row: (row[spots[0]],)


@cache
def pattern(card: int) -> Pattern:
    """The card with this id, made when it is first asked for."""
    return Pattern(card)


def step_towards(board: int, card: int) -> int:
    """Number of the smallest board move that brings a card nearer; the card must not match now."""
    wanted = pattern(card)
    nearer = wanted.distance(board) - 1
    return next(n for n in range(len(BOARD_MOVES)) if wanted.distance(moved(board, n)) == nearer)


def card_route(board: int, card: int) -> list[int]:
    """The smallest of the shortest ways until the card matches, as numbers of board moves.

    On a shortest way the distance falls by one at every move, and every move that lowers it begins
    one; so the first such move in text order is the right one.
    """
    route: list[int] = []
    while pattern(card).distance(board):
        route.append(step_towards(board, card))
        board = moved(board, route[-1])
    return route


def pairings(board: str, target: str) -> list[Pairing]:
    """The 72 ways to pair the tiles of `board` with those of `target`, kind with kind."""
    of_kind = [
        (
            [cell for cell in range(9) if LANE[board[cell]] // 2 == kind],
            [cell for cell in range(9) if LANE[target[cell]] // 2 == kind],
        )
        for kind in range(KINDS)
    ]
    found = []
    for choice in product(*(permutations(there) for _, there in of_kind)):
        goes = [0] * 9
        for (here, _), there in zip(of_kind, choice, strict=True):
            for cell, other in zip(here, there, strict=True):
                goes[cell] = other
        found.append((tuple(goes), tuple(board[cell] != target[goes[cell]] for cell in range(9))))
    return found


def board_route(board: str, target: str) -> list[int]:
    """The smallest of the shortest ways from board to board, as numbers of board moves.

    A move changes the price of a pairing by one at most, so only the pairings that are cheapest now
    can be the cheapest after a move of a shortest way: the others are forgotten.
    """
    table = permutation_swaps()

    def price(pairing: Pairing) -> int:
        goes, turned = pairing
        return table[permutation_rank(goes)] + sum(turned)

    best = pairings(board, target)
    left = min(map(price, best))
    best = [pairing for pairing in best if price(pairing) == left]
    route: list[int] = []
    while left:
        left -= 1
        for number in range(len(BOARD_MOVES)):
            after = [pairing for pairing in (_paired(p, number) for p in best) if price(pairing) == left]
            if after:
                best = after
                route.append(number)
                break
    return route


def _paired(pairing: Pairing, number: int) -> Pairing:
    """The pairing after board move `number`."""
    places, faces = list(pairing[0]), list(pairing[1])
    move = BOARD_MOVES[number]
    if move.verb == "flip":
        faces[move.cells[0]] = not faces[move.cells[0]]
    else:
        one, other = move.cells
        places[one], places[other] = places[other], places[one]
        faces[one], faces[other] = faces[other], faces[one]
    return tuple(places), tuple(faces)


class Tours:
    """Whether all of several cards can match, each at some moment, within a number of moves.

    One object for one question: it remembers what it proved, and ``watch.nodes`` counts the
    positions that it expanded.
    """

    def __init__(self, watch: Watch | None = None) -> None:
        self.watch = watch or Watch(Limits())
        self._near: dict[int, tuple[int, ...]] = {}
        self._sets: dict[
            tuple[int, ...], tuple[int, tuple[Pattern, ...], dict[int, int], dict[int, int]]
        ] = {}

    def within(self, board: int, cards: Iterable[int], moves: int) -> bool:
        """Whether each of `cards` can match at some moment, now included, within `moves` board moves."""
        missing = []
        for card in cards:
            away = pattern(card).distance(board)
            if away > moves:
                return False
            if away:
                missing.append(card)
        # Cards of more points come first: they are farther away and rule a position out at once.
        missing.sort(reverse=True)
        return len(missing) <= 1 or self._search(board, tuple(missing), moves)

    def route(self, board: int, cards: Iterable[int], moves: int) -> list[int]:
        """One way that ``within`` found, as numbers of board moves; call it after a True only."""
        missing = [card for card in cards if pattern(card).distance(board)]
        route: list[int] = []
        while len(missing) > 1:
            moves -= 1
            after = [(moved(board, number), number) for number in range(len(BOARD_MOVES))]
            # What is known already comes first, so that nothing is searched a second time.
            after.sort(key=lambda pair: not self._known(pair[0], missing, moves))
            board, number = next(pair for pair in after if self.within(pair[0], missing, moves))
            route.append(number)
            missing = [card for card in missing if pattern(card).distance(board)]
        return route + card_route(board, missing[0]) if missing else route

    def _known(self, board: int, cards: Iterable[int], moves: int) -> bool:
        away = {card: pattern(card).distance(board) for card in cards}
        missing = tuple(sorted((card for card in cards if away[card]), reverse=True))
        if max(away.values()) > moves:
            return False
        if len(missing) <= 1:
            return True
        mask, _, _, proved = self._entry(missing)
        return proved.get(board & mask, moves + 1) <= moves

    def _entry(
        self, cards: tuple[int, ...]
    ) -> tuple[int, tuple[Pattern, ...], dict[int, int], dict[int, int]]:
        entry = self._sets.get(cards)
        if entry is None:
            patterns = tuple(pattern(card) for card in cards)
            mask = 0
            for wanted in patterns:
                mask |= wanted.mask
            entry = self._sets[cards] = (mask, patterns, {}, {})
        return entry

    def _search(self, board: int, cards: tuple[int, ...], moves: int) -> bool:
        """The same for two cards or more that do not match now and are at most `moves` away."""
        mask, patterns, failed, proved = self._entry(cards)
        board &= mask
        if failed.get(board, 0) >= moves:
            return False
        if proved.get(board, moves + 1) <= moves:
            return True
        self.watch.count()
        near = self._near.get(board)
        if near is None:
            near = self._near[board] = neighbours(board)
        if moves == 1:  # all must match after one move; to see that needs no price
            for other in near:
                for wanted in patterns:
                    for bits in wanted.goals:
                        if other & bits == bits:
                            break
                    else:
                        break
                else:
                    proved[board] = 1
                    return True
            failed[board] = 1
            return False
        left = moves - 1
        open_ways: list[tuple[int, int, tuple[int, ...]]] = []
        for other in near:
            total = 0
            missing: tuple[int, ...] = ()
            for wanted in patterns:
                away = wanted._kept.get(other & wanted.mask)
                if away is None:
                    away = wanted.distance(other)
                if away > left:
                    break
                if away:
                    total += away
                    missing += (wanted.card,)
            else:
                if len(missing) <= 1:
                    proved[board] = moves
                    return True
                open_ways.append((total, other, missing))
        open_ways.sort()
        for _, other, missing in open_ways:
            if self._search(other, missing, left):
                proved[board] = moves
                return True
        failed[board] = moves
        return False
