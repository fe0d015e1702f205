"""A full position that fits what a seat knows: unseen cards are dealt at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from puzzles.core.state import RulesError
from puzzles.kingdoms.pieces import (
    KNOWN,
    RACE,
    TEXT,
    UNKNOWN,
    UNKNOWN_MINE,
    Card,
    Mine,
    sorted_hand,
)
from puzzles.kingdoms.rules import State


def deal(view: State, rng: Random) -> State:
    """`view` with every unknown unit and mine replaced by an unseen one; for its seat it looks the same.

    Every deal is equally likely. A mine on the table has a back that is in no other place; which unit that is
    is drawn, too (with pairing=printed it is known). A deck that is not counted stays so. Same view and same
    state of `rng`, same deal. Raises RulesError for a view that no deal fits.
    """
    return _Dealer(view, rng).dealt()


class _Dealer:
    """The unseen cards in random order, and the places that take them."""

    def __init__(self, view: State, rng: Random) -> None:
        self.view = view
        self.deck = view.deck or ()
        if view.options.pairing == "printed":
            self.unseen = self._printed(rng)
        else:
            self.unseen = self._paired(rng)

    def dealt(self) -> State:
        view = self.view
        # cards that must be of one race come first, so that of the rest every deal is equally likely
        camp = tuple(self._of_race(pile) for pile in view.camp)
        hands = [self._of_race(hand) for hand in view.hands]
        removed = self._of_race(view.removed or ())
        deck = tuple(map(self._whole, self.deck))
        return replace(
            view,
            camp=camp,
            hands=tuple(map(self._of_any, hands)),
            deck=None if view.deck is None else deck,
            removed=None if view.removed is None else self._of_any(removed),
        )

    # --- places ---------------------------------------------------------------------------------

    def _take(self, unit: int = UNKNOWN) -> Card:
        """The next unseen card; for a unit such as ``d?`` the next one of its race."""
        for at, card in enumerate(self.unseen):
            if unit == UNKNOWN or RACE[card.unit] == RACE[unit]:
                return self.unseen.pop(at)
        raise RulesError(f"deal: no unseen card is left for {TEXT[unit]}, expected one")

    def _of_race(self, units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(u if KNOWN[u] or u == UNKNOWN else self._take(u).unit for u in units)

    def _of_any(self, units: tuple[int, ...]) -> tuple[int, ...]:
        return sorted_hand([u if KNOWN[u] else self._take(u).unit for u in units])

    def _whole(self, card: Card) -> Card:
        if KNOWN[card.unit] and card.mine != UNKNOWN_MINE:
            return card
        found = self._take(card.unit if not KNOWN[card.unit] else UNKNOWN)
        mine = card.mine if card.mine != UNKNOWN_MINE else found.mine
        if mine == UNKNOWN_MINE:
            raise RulesError(f"deal: no unseen mine is left for the deck card {card}, expected one")
        return Card(card.unit if KNOWN[card.unit] else found.unit, mine)

    # --- unseen cards ---------------------------------------------------------------------------

    def _seen_units(self) -> Iterator[int]:
        """The known units that are no part of the deck."""
        view = self.view
        sites = (*view.open, *(site for own in view.own for site in own))
        for units in (*view.camp, *view.hands, *(site.pile for site in sites), view.removed or ()):
            yield from (unit for unit in units if KNOWN[unit])

    def _table_mines(self) -> Iterator[Mine]:
        """The mines that are no part of the deck."""
        view = self.view
        yield from (site.mine for site in view.open)
        for own, done in zip(view.own, view.done, strict=True):
            yield from (site.mine for site in own)
            yield from done

    def _paired(self, rng: Random) -> list[Card]:
        """Backs and fronts were paired at random, so unseen units and unseen mines are shuffled apart."""
        units = Counter(self.view.cards.units)
        units.subtract(self._seen_units())
        units.subtract(card.unit for card in self.deck if KNOWN[card.unit])
        lying = {*self._table_mines(), *(card.mine for card in self.deck)}
        fronts = [mine for mine in self.view.cards.mines if mine not in lying]
        backs = list((+units).elements())
        rng.shuffle(backs)
        rng.shuffle(fronts)
        # backs without a front come last; only hands and the camp can take those
        fronts += [UNKNOWN_MINE] * (len(backs) - len(fronts))
        return [Card(unit, mine) for unit, mine in zip(backs, fronts, strict=False)]

    def _printed(self, rng: Random) -> list[Card]:
        """Whole cards. Of a unit that was seen it is drawn which of its two cards it is; the deck's own are put right."""
        cards = self.view.cards
        left = {mine.number: Card(unit, mine) for unit, mine in zip(cards.units, cards.mines, strict=True)}
        for mine in self._table_mines():
            left.pop(mine.number, None)
        deck = []
        for card in self.deck:
            if card.mine.number > 0:
                card = left.pop(card.mine.number)
            elif KNOWN[card.unit] and card.mine == UNKNOWN_MINE:
                card = left.pop(_one_of(card.unit, left, rng))
            deck.append(card)
        self.deck = tuple(deck)
        for unit in self._seen_units():
            del left[_one_of(unit, left, rng)]
        unseen = list(left.values())
        rng.shuffle(unseen)
        return unseen


def _one_of(unit: int, left: dict[int, Card], rng: Random) -> int:
    """The number of one of the cards with this unit."""
    numbers = [number for number, card in left.items() if card.unit == unit]
    if not numbers:
        raise RulesError(f"deal: no card is left for {TEXT[unit]}, expected one (pairing=printed)")
    return rng.choice(numbers)
