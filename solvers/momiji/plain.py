"""The plain method: every way of every turn, each position once. The peer in tests and benches.

It knows the rules and remembers positions; it has no bound, no renaming and no closed form for exchanges.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product

from puzzles.momiji.cards import LEFT, LETTER, RIGHT, VALUE
from puzzles.momiji.problems import Harvest, Schedule
from puzzles.momiji.rules import State
from solvers.core.search import Watch
from solvers.core.solution import Limits

Cards = tuple[int, ...]
Pile = tuple[int, int]
"""Number of cards and the top card."""

Row = tuple[Pile, ...]


class Plain:
    """All turns of one question. ``watch.nodes`` counts the positions at the start of a turn."""

    def __init__(self, state: State, *, harvest: bool, watch: Watch | None = None) -> None:
        p, options = state.cards.parameters, state.options
        self.p = p
        self.watch = watch or Watch(Limits())
        self.harvest = harvest
        self.limit = int(options.hand_limit)
        self.placing = options.new_pile
        self.closed_bonus = options.closed_bonus == "yes"
        self.supply = None if options.supply == "none" else max(0, int(options.supply) - sum(state.acorns))
        self._known: dict[tuple[Row, Cards, Cards, int, int], int] = {}

    def best(self, row: Row, hand: Cards, display: Cards, turns: int, gained: int) -> int:
        """Most points of piles and of acorns gained; `gained` acorns so far (kept at 0 where the supply has no end)."""
        if turns == 0:
            return sum(size * VALUE[top] for size, top in row)
        key = (row, hand, display, turns, gained)
        found = self._known.get(key)
        if found is None:
            self.watch.count()
            found = self._known[key] = max(self._ways(row, hand, display, turns, gained))
        return found

    def _gain(self, acorns: int, gained: int) -> tuple[int, int]:
        """Points of some acorns, and the acorns gained so far after them (MJ-11)."""
        if self.supply is None:
            return acorns * self.p.acorn_points, 0
        acorns = min(acorns, self.supply - gained)
        return acorns * self.p.acorn_points, gained + acorns

    def _ways(self, row: Row, hand: Cards, display: Cards, turns: int, gained: int) -> Iterator[int]:
        """The value of every way to do this turn."""
        for given, start in self._given(hand):
            before, paid = self._gain(self.p.exchange_acorns if given else 0, gained)
            for piles, cards, shown, acorns in self._mains(row, start, display):
                bonus, paid_too = self._gain(acorns, paid)
                ends = [(cards, 0, paid_too)]
                if not given and len(shown) < len(display):  # an exchange after a collect has more cards
                    for late, left in self._given(cards):
                        if late:
                            ends.append((left, *self._gain(self.p.exchange_acorns, paid_too)))
                for left, after, total in ends:
                    for kept in self._kept(left):
                        yield before + bonus + after + self.best(piles, kept, shown, turns - 1, total)

    def _given(self, hand: Cards) -> Iterator[tuple[bool, Cards]]:
        """The hand without an exchange and after every exchange (MJ-67)."""
        yield False, hand
        for gone in sorted(set(combinations(hand, self.p.exchange_cards))):
            left = list(hand)
            for card in gone:
                left.remove(card)
            yield True, tuple(left)

    def _kept(self, hand: Cards) -> list[Cards]:
        """What may be kept at the end of a turn (MJ-70)."""
        if not self.harvest or len(hand) <= self.limit:
            return [hand]
        return sorted(set(combinations(hand, self.limit)))

    def _mains(self, row: Row, hand: Cards, display: Cards) -> Iterator[tuple[Row, Cards, Cards, int]]:
        """(row, hand, display, acorns) after no main action, every collect and every play."""
        yield row, hand, display, 0
        if self.harvest:
            for letter in dict.fromkeys(LETTER[card] for card in display):
                taken = [card for card in display if LETTER[card] == letter]
                rest = tuple(card for card in display if LETTER[card] != letter)
                yield row, tuple(sorted((*hand, *taken))), rest, 0
        tops = {LETTER[top]: top for _, top in row}
        for number in range(1, self.p.same_max + 1):
            for cards in dict.fromkeys(permutations(hand, number)):
                if len({LETTER[card] for card in cards}) == 1 and self._fits(
                    tops.get(LETTER[cards[0]]), cards
                ):
                    for piles in self._laid(row, cards):
                        yield piles, _without(hand, cards), display, 0
        fitting = [
            [
                (),
                *(
                    (card,)
                    for card in dict.fromkeys(hand)
                    if LETTER[card] == letter and self._fits(tops.get(letter), (card,))
                ),
            ]
            for letter in dict.fromkeys(LETTER[card] for card in hand)
        ]
        for chosen in product(*fitting):
            cards = sum(chosen, ())
            if len(cards) >= self.p.different_min:
                for piles in self._laid(row, cards):
                    yield piles, _without(hand, cards), display, self._bonus(piles)

    def _fits(self, top: int | None, cards: Cards) -> bool:
        """Whether the cards can be laid one on the other (MJ-45 to MJ-48)."""
        below = None if top is None else VALUE[top]
        for card in cards:
            value = VALUE[card]
            if (
                (below is None and value)
                or below == 3
                or (below is not None and value not in (below, below + 1))
            ):
                return False
            below = value
        return True

    def _laid(self, row: Row, cards: Cards) -> Iterator[Row]:
        """Every row that laying these cards can make (MJ-51, MJ-52)."""
        piles = list(row)
        new: dict[str, Pile] = {}
        for card in cards:
            place = next((n for n, (_, top) in enumerate(piles) if LETTER[top] == LETTER[card]), None)
            if place is not None:
                piles[place] = (piles[place][0] + 1, card)
            else:
                size, _ = new.get(LETTER[card], (0, card))
                new[LETTER[card]] = (size + 1, card)
        for order in permutations(new.values()):
            yield from dict.fromkeys(self._placed(tuple(piles), order))

    def _placed(self, row: Row, new: tuple[Pile, ...]) -> Iterator[Row]:
        if not new:
            yield row
            return
        first, rest = new[0], new[1:]
        places = range(len(row) + 1)
        if self.placing == "right_end":
            places = range(len(row), len(row) + 1)
        for place in places:
            if self.placing == "anywhere" or place in (0, len(row)):
                yield from self._placed((*row[:place], first, *row[place:]), rest)

    def _bonus(self, row: Row) -> int:
        """Acorns after a different play (MJ-60, MJ-61)."""
        pairs = 0
        for (_, left), (_, right) in pairwise(row):
            open_pair = self.closed_bonus or (VALUE[left] != 3 and VALUE[right] != 3)
            pairs += RIGHT[left] and LEFT[right] and open_pair
        return pairs * self.p.bonus_per_pair


def _without(hand: Cards, cards: Cards) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def value(state: State, problem: Schedule | Harvest, watch: Watch | None = None) -> int:
    """The value of ``schedule`` or ``harvest`` by trying everything."""
    problem.check_start(state)
    seat, harvest = state.to_move, isinstance(problem, Harvest)
    plain = Plain(state, harvest=harvest, watch=watch)
    row = tuple((len(pile), pile[-1]) for pile in state.rows[seat])
    display = state.display if harvest else ()
    start = state.acorns[seat] * state.cards.parameters.acorn_points
    return start + plain.best(row, state.hands[seat], display, problem.turns, 0)
