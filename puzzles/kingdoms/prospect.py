"""What a position promises a seat: which own mines its hand can still fill, and what a gift is worth to a rival.

The plain reckoning behind ``best_turn``: every way to fill every mine, each set of cards once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from puzzles.kingdoms.odds import fill_chance
from puzzles.kingdoms.pieces import KNOWN, RACE, STRENGTH, Mine, Site, followers, top_of
from puzzles.kingdoms.state import Position

Kinds = tuple[int, ...]
"""Sorted kinds of cards: 0 to 9 a foreign card by strength, 10 to 19 one of the own race."""

OWN = 10


def turns_left(position: Position, seat: int) -> int | None:
    """Own turns that `seat` still has, the present one included, if every turn draws one card of the deck.

    None where the deck is not counted. For a position at the start of a turn.
    """
    if position.deck is None:
        return None
    turns = len(position.deck)
    if position.options.end == "round":
        turns += (position.start - position.to_move - turns) % position.seats
    wait = (seat - position.to_move) % position.seats
    return max(0, (turns - wait - 1) // position.seats + 1)


def staffing(position: Position, seat: int, most: int | None = None) -> tuple[int, int]:
    """Most points of the own mines, completed less uncompleted, by laying hand cards on them; then the fewest cards.

    most  how many cards may be laid; None: all
    No draw, no fight, nothing compulsory, any order: what ``staff`` asks. Returns (points, cards).
    """
    king = position.kings[seat]
    hand = tuple(sorted(STRENGTH[c] + OWN * (RACE[c] == king) for c in position.hands[seat] if KNOWN[c]))
    sites = [site for site in position.own[seat] if site.missing]
    known: dict[tuple[int, Kinds, int], tuple[int, int]] = {}

    def best(at: int, hand: Kinds, left: int) -> tuple[int, int]:
        """(points, minus cards) of the mines from `at` on."""
        if at == len(sites):
            return 0, 0
        key = (at, hand, left)
        if key not in known:
            site = sites[at]
            points, spared = best(at + 1, hand, left)
            found = [(points - site.mine.value, spared)]
            if site.missing <= left:
                for used in set(_fillings(site, hand, position.wrap)):
                    points, spared = best(at + 1, _less(hand, used), left - len(used))
                    found.append((points + site.mine.value, spared - len(used)))
            known[key] = max(found)
        return known[key]

    points, spared = best(0, hand, len(hand) if most is None else min(most, len(hand)))
    return points, -spared


def can_fill(site: Site, hand: Sequence[int], king: int, wrap: bool = True) -> bool:
    """Whether these units can complete a mine of the seat with this king."""
    kinds = tuple(sorted(STRENGTH[c] + OWN * (RACE[c] == king) for c in hand if KNOWN[c]))
    return site.missing > 0 and next(_fillings(site, kinds, wrap), None) is not None


def _fillings(site: Site, hand: Kinds, wrap: bool) -> Iterator[Kinds]:
    """The kinds, in the order of laying, of every way to complete a mine; each set perhaps several times."""
    mine, laid = site.mine, len(site.pile)

    def on(top: int | None, laid: int, left: Kinds) -> Iterator[Kinds]:
        if laid == mine.need:
            yield ()
            return
        own = OWN if laid == mine.size else 0
        for strength in followers(top, wrap):
            kind = strength + own
            if kind in left:
                for rest in on(strength, laid + 1, _less(left, (kind,))):
                    yield (kind, *rest)

    for used in on(top_of(site.pile), laid, hand):
        yield tuple(sorted(used))


def _less(hand: Kinds, used: Kinds) -> Kinds:
    left = Counter(hand)
    left.subtract(used)
    return tuple(sorted(left.elements()))


def gift_worth(mine: Mine, turns: int | None, wrap: bool = True) -> Fraction:
    """Points that a mine is expected to bring the seat that is given it, with so many turns left.

    It is filled with the chance that six random cards fill it, never when it needs more cards than there are turns.
    """
    chance = Fraction(0)
    if turns is None or mine.need <= turns:
        chance = fill_chance(mine.size, mine.overseer, wrap=wrap)
    return mine.value * (2 * chance - 1)
