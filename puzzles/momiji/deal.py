"""A full position that fits what a seat knows: unseen cards are dealt at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from puzzles.core.state import RulesError
from puzzles.momiji.cards import LETTER, UNKNOWN, VALUE
from puzzles.momiji.piles import CLOSED, Row, has_hidden
from puzzles.momiji.rules import State

Place = tuple[int, int]
"""Seat, and place of a pile in its row."""


def deal(view: State, rng: Random) -> State:
    """`view` with every unknown card replaced by an unseen one; the view of the result is `view` again.

    Hands and deck are a fair shuffle of the unseen cards. Piles that hide their cards (recall=tops) first get
    what must lie under their top, then as many more as are missing in the count, at random. Same view and same
    state of `rng`, same deal. Raises RulesError for a view that no deal fits.
    """
    unseen = list(_unseen(view).elements())
    rng.shuffle(unseen)
    rows = view.rows
    if any(map(has_hidden, rows)):
        rows, unseen = _filled(view, unseen, rng)
    take = iter(unseen)
    hands = tuple(
        tuple(sorted(card if card != UNKNOWN else next(take) for card in hand)) for hand in view.hands
    )
    deck = tuple(card if card != UNKNOWN else next(take) for card in view.deck)
    return replace(view, hands=hands, deck=deck, rows=rows)


def _unseen(view: State) -> Counter[int]:
    """How often each face lies where this position does not show it."""
    unseen = Counter(view.all_cards)
    for cards in (view.display, view.discard, view.deck, *view.hands, *(sum(row, ()) for row in view.rows)):
        unseen.subtract(card for card in cards if card != UNKNOWN)
    return +unseen


def _filled(view: State, unseen: list[int], rng: Random) -> tuple[tuple[Row, ...], list[int]]:
    """Rows with their hidden cards, and the unseen cards that are left."""
    blank = sum(hand.count(UNKNOWN) for hand in view.hands) + view.deck.count(UNKNOWN)
    missing = len(unseen) - blank
    below: dict[Place, list[int]] = {
        (seat, place): []
        for seat, row in enumerate(view.rows)
        for place, pile in enumerate(row)
        if pile[0] == UNKNOWN
    }
    needs = [(where, value) for where in below for value in range(VALUE[view.rows[where[0]][where[1]][1]])]
    skipping = [seat for seat in range(view.seats) if view.used_by(seat, "skip_one")]

    def take(where: Place, values: range) -> bool:
        """Put an unseen card of one of the values under a pile, if there is one."""
        letter = LETTER[view.rows[where[0]][where[1]][-1]]
        for at, card in enumerate(unseen):
            if LETTER[card] == letter and VALUE[card] in values:
                below[where].append(unseen.pop(at))
                return True
        return False

    for number, (where, value) in enumerate(needs):
        # a seat that has used skip_one may lack one value that is not the lowest
        too_many = len(needs) - number > missing
        if where[0] in skipping and value > 0 and (too_many or not _has(view, where, value, unseen)):
            skipping.remove(where[0])
            continue
        if not take(where, range(value, value + 1)):
            raise RulesError(f"deal: no unseen {value} is left for a pile of seat {where[0]}, expected one")
        missing -= 1
    piles = list(below)
    while missing > 0:
        rng.shuffle(piles)
        tops = {where: VALUE[view.rows[where[0]][where[1]][1]] for where in piles}
        if not any(take(where, range(min(tops[where] + 1, CLOSED))) for where in piles):
            raise RulesError(f"deal: {missing} unseen cards fit under no pile, expected a place for each")
        missing -= 1
    rows = tuple(
        tuple(
            (*sorted(below[seat, place], key=lambda card: VALUE[card]), *pile[1:])
            if (seat, place) in below
            else pile
            for place, pile in enumerate(row)
        )
        for seat, row in enumerate(view.rows)
    )
    return rows, unseen


def _has(view: State, where: Place, value: int, unseen: list[int]) -> bool:
    letter = LETTER[view.rows[where[0]][where[1]][-1]]
    return any(LETTER[card] == letter and VALUE[card] == value for card in unseen)
