"""What a hand can still bring: the most points of own piles and acorns after some own turns of play and exchange.

The plain reckoning behind ``best_turn``: every play of every turn, each position once. Nothing is collected,
rivals pass. Exchanges are counted in closed form: a card that is never played can go in any turn (MJ-67).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from puzzles.momiji.cards import LETTER, UNKNOWN, VALUE
from puzzles.momiji.piles import Pile, Row, step, touching, without
from puzzles.momiji.state import Position

Sized = tuple[int, int]
"""A pile as (number of cards, top card)."""


def size_of(pile: Pile) -> int:
    """Number of cards; of a pile that hides them (recall=tops) the fewest it can have: one of each value."""
    return VALUE[pile[-1]] + 1 if pile[0] == UNKNOWN else len(pile)


def points_now(position: Position, seat: int) -> int:
    """Points of a seat's piles and acorns as they are."""
    piles = sum(VALUE[pile[-1]] * size_of(pile) for pile in position.rows[seat])
    return piles + position.acorns[seat] * position.cards.parameters.acorn_points


def most_points(position: Position, seat: int, turns: int) -> int:
    """Most points of a seat's piles and acorns after `turns` own turns, from the start of one (the end is ignored)."""
    supply = position.options.supply
    left = None if supply == "none" else max(0, int(supply) - sum(position.acorns))
    row = tuple((size_of(pile), pile[-1]) for pile in position.rows[seat])
    reckoning = _Reckoning(position, turns, left)
    hand = tuple(card for card in position.hands[seat] if card != UNKNOWN)
    before = position.acorns[seat] * position.cards.parameters.acorn_points
    return before + reckoning.most(row, hand, turns, 0)


class _Reckoning:
    def __init__(self, position: Position, turns: int, supply: int | None) -> None:
        self.p = position.cards.parameters
        self.closed_bonus = position.options.closed_bonus == "yes"
        self.placing = position.options.new_pile
        self.turns = turns
        self.supply = supply
        self._known: dict[tuple[tuple[Sized, ...], tuple[int, ...], int, int], int] = {}

    def most(self, row: tuple[Sized, ...], hand: tuple[int, ...], turns: int, gained: int) -> int:
        """`gained`: acorns of the bonus so far; they count only where the supply has an end."""
        key = (row, hand, turns, gained if self.supply is not None else 0)
        found = self._known.get(key)
        if found is None:
            found = self._stop(row, hand, gained)
            if turns:
                for after, rest, acorns in self._plays(row, hand):
                    found = max(
                        found,
                        self._worth(acorns, gained) + self.most(after, rest, turns - 1, gained + acorns),
                    )
            self._known[key] = found
        return found

    def _stop(self, row: tuple[Sized, ...], hand: tuple[int, ...], gained: int) -> int:
        """Points when nothing more is played."""
        exchanges = min(self.turns, len(hand) // self.p.exchange_cards)
        return sum(VALUE[top] * size for size, top in row) + self._worth(
            exchanges * self.p.exchange_acorns, gained
        )

    def _worth(self, acorns: int, gained: int) -> int:
        """Points of acorns that come after `gained` others (MJ-11)."""
        if self.supply is not None:
            acorns = max(0, min(acorns, self.supply - gained))
        return acorns * self.p.acorn_points

    def _plays(
        self, row: tuple[Sized, ...], hand: tuple[int, ...]
    ) -> Iterator[tuple[tuple[Sized, ...], tuple[int, ...], int]]:
        """(row, hand, acorns of the bonus) after every play (MJ-40 to MJ-61)."""
        tops = {LETTER[top]: VALUE[top] for _, top in row}
        groups: dict[str, list[int]] = {}
        for card in hand:
            groups.setdefault(LETTER[card], []).append(card)
        for letter, cards in groups.items():
            for run in _runs(cards, tops.get(letter), self.p.same_max):
                for after in self._laid(row, [run]):
                    yield after, without(hand, run), 0
        singles = [
            [(), *((card,) for card in dict.fromkeys(cards) if step(tops.get(letter), VALUE[card]) == 0)]
            for letter, cards in groups.items()
        ]
        for chosen in product(*singles):
            cards_ = [card for one in chosen for card in one]
            if len(cards_) >= self.p.different_min:
                for after in self._laid(row, [(card,) for card in cards_]):
                    tops_row: Row = tuple((top,) for _, top in after)
                    pairs = sum(touching(tops_row, self.closed_bonus))
                    yield after, without(hand, cards_), pairs * self.p.bonus_per_pair

    def _laid(self, row: tuple[Sized, ...], runs: list[tuple[int, ...]]) -> Iterator[tuple[Sized, ...]]:
        """Every row that comes of laying these runs, each on its pile or as a new one (MJ-51, MJ-52)."""
        piles = list(row)
        new: list[Sized] = []
        for run in runs:
            at = [place for place, (_, top) in enumerate(piles) if LETTER[top] == LETTER[run[0]]]
            if at:
                piles[at[0]] = (piles[at[0]][0] + len(run), run[-1])
            else:
                new.append((len(run), run[-1]))
        number, old = len(new), tuple(piles)
        if not new:
            yield old
            return
        for order in permutations(new):
            if self.placing == "right_end" or not old:
                yield (*old, *order)
            elif self.placing == "either_end":
                for left in range(number + 1):
                    yield (*order[:left], *old, *order[left:])
            else:
                for places in combinations(range(len(old) + number), number):
                    fresh, kept = iter(order), iter(old)
                    yield tuple(
                        next(fresh) if place in places else next(kept) for place in range(len(old) + number)
                    )


def _runs(cards: list[int], below: int | None, most: int) -> Iterator[tuple[int, ...]]:
    """Up to `most` of the cards, one on the other."""
    for card in dict.fromkeys(cards):
        if step(below, VALUE[card]) == 0:
            yield (card,)
            if most > 1:
                rest = list(cards)
                rest.remove(card)
                for run in _runs(rest, VALUE[card], most - 1):
                    yield (card, *run)
