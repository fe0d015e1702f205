"""Exact counts and chances: which cards may follow, how many chains there are, what a random hand can fill.

A hand is drawn from the whole 80 cards; nothing that lies open is taken into account. Chances are fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, prod

from puzzles.kingdoms.cards import CARD_SET, CardSet
from puzzles.kingdoms.pieces import RACES, STRENGTHS, followers

CARDS = CARD_SET.parameters.cards
HAND = CARD_SET.parameters.hand
COPIES = CARD_SET.parameters.copies
OF_A_RACE = COPIES * len(STRENGTHS)

RACES_OF = {"any": len(RACES), "foreign": len(RACES) - 1, "named": 1}
"""How many races a card may be of: any one, any but the own one, one that is named."""


def chance_of(cards: int, hand: int = HAND) -> Fraction:
    """The chance that a random hand holds at least one of so many cards.

    >>> round(float(chance_of(20)), 4)  # a card of a named race
    0.8334
    """
    return 1 - Fraction(comb(CARDS - cards, hand), comb(CARDS, hand))


def follower_cards(top: int | None, races: str = "any", wrap: bool = True) -> int:
    """How many of the 80 cards may follow `top`; `races` is a key of RACES_OF."""
    return COPIES * RACES_OF[races] * len(followers(top, wrap))


def follower_chance(top: int | None, races: str = "any", hand: int = HAND, wrap: bool = True) -> Fraction:
    """The chance that a random hand holds a card that may follow `top`."""
    return chance_of(follower_cards(top, races, wrap), hand)


@cache
def chains(length: int, top: int | None = None, wrap: bool = True) -> int:
    """How many sequences of so many strengths may follow `top`, each on the one before; None: an empty pile.

    >>> [chains(length) for length in range(1, 6)]
    [10, 46, 138, 364, 1094]
    """
    if length == 0:
        return 1
    return sum(chains(length - 1, strength, wrap) for strength in followers(top, wrap))


@cache
def fill_chance(
    size: int, overseer: bool = False, top: int | None = None, hand: int = HAND, wrap: bool = True
) -> Fraction:
    """The chance that a random hand, with no draw, fills an own mine that still needs `size` miners.

    top  the strength on top of its pile; None: a bare mine
    About 0.1 s for each mine the first time.
    """
    foreign = OF_A_RACE * (len(RACES) - 1) // len(STRENGTHS)  # cards of one strength
    most = (size + 1) // 2  # a chain comes back to a strength after two cards at the soonest
    ways = 0
    for counts in _counts(hand, len(STRENGTHS)):
        ends = _ends(size, top, tuple(min(count, most) for count in counts), wrap)
        if not ends:
            continue
        own = hand - sum(counts)
        rest = comb(OF_A_RACE, own)
        if overseer:
            good = {strength for end in ends for strength in followers(end, wrap)}
            rest -= comb(OF_A_RACE - COPIES * len(good), own)
        ways += rest * prod(comb(foreign, count) for count in counts)
    return Fraction(ways, comb(CARDS, hand))


def _counts(most: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Every way to have up to `most` cards of so many kinds."""
    if kinds == 0:
        yield ()
        return
    for count in range(most + 1):
        for rest in _counts(most - count, kinds - 1):
            yield (count, *rest)


@cache
def _ends(size: int, top: int | None, counts: tuple[int, ...], wrap: bool) -> frozenset[int | None]:
    """The last strengths of all chains of `size` cards after `top`, with so many cards of each strength."""
    if size == 0:
        return frozenset((top,))
    ends: frozenset[int | None] = frozenset()
    for strength in followers(top, wrap):
        if counts[strength]:
            left = (*counts[:strength], counts[strength] - 1, *counts[strength + 1 :])
            ends |= _ends(size - 1, strength, left, wrap)
    return ends


def mines_with_need(most: int, cards: CardSet = CARD_SET) -> int:
    """How many mines of a set need so many cards at most: what can be filled in so many turns."""
    return sum(mine.need <= most for mine in cards.mines)


def points_per_card(cards: CardSet = CARD_SET) -> Fraction:
    """Points of all mines of a set over the cards that fill them."""
    return Fraction(sum(mine.value for mine in cards.mines), sum(mine.need for mine in cards.mines))
