"""What must fit together in a position: checks KD-T4 to KD-T9. What no game and no puzzle can have is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from puzzles.core.state import RulesError
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    RACES,
    STRENGTH,
    TEXT,
    UNKNOWN,
    UNKNOWN_MINE,
    Mine,
    Pile,
    may_follow,
)
from puzzles.kingdoms.state import SLOTS, Position

_TIMES = {2: "twice", 3: "three times"}


def check_possible(position: Position) -> None:
    """Raise RulesError for a position that no game and no puzzle can have."""
    _check_units(position)
    _check_mines(position)
    _check_piles(position)
    _check_count(position)


def _units(position: Position) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every unit of the position and where it is, in the order of the text."""
    for slot, site in zip(SLOTS, position.open, strict=True):
        yield f"open, {slot}", site.pile
    for pile in position.camp:
        yield "camp", pile
    for seat, hand in enumerate(position.hands):
        yield f"hands, seat {seat}", hand
    for seat, sites in enumerate(position.own):
        for number, site in enumerate(sites, 1):
            yield f"own, seat {seat}, mine {number}", site.pile
    yield "deck", tuple(card.unit for card in position.deck or ())
    yield "removed", position.removed or ()


def _mines(position: Position) -> Iterator[tuple[str, Mine]]:
    """Every mine side of the position and where it is, in the order of the text."""
    for slot, site in zip(SLOTS, position.open, strict=True):
        yield f"open, {slot}", site.mine
    for seat, sites in enumerate(position.own):
        for number, site in enumerate(sites, 1):
            yield f"own, seat {seat}, mine {number}", site.mine
    for seat, mines in enumerate(position.done):
        for number, mine in enumerate(mines, 1):
            yield f"done, seat {seat}, mine {number}", mine
    for number, card in enumerate(position.deck or (), 1):
        yield f"deck, card {number}", card.mine


def _check_units(position: Position) -> None:
    """KD-T4: no unit more often than there are cards with it; of a race, the ones of unknown strength included."""
    copies = position.cards.parameters.copies
    seen: Counter[int] = Counter()
    races: Counter[int] = Counter()
    for where, units in _units(position):
        for unit in units:
            if unit == UNKNOWN:
                continue
            seen[unit] += 1
            if KNOWN[unit] and seen[unit] > copies:
                times = _TIMES.get(seen[unit], f"{seen[unit]} times")
                raise RulesError(f"{where}: {TEXT[unit]} {times}, at most {copies} of a unit (KD-3)")
            race = RACE[unit]
            races[race] += 1
            if races[race] > copies * 10:
                raise RulesError(
                    f"{where}: {races[race]} cards of {RACES[race]}, at most {copies * 10} of a race (KD-3)"
                )


def _check_mines(position: Position) -> None:
    """KD-T5: no card's mine twice; with printed backs the two sides of a card belong together."""
    seen: set[int] = set()
    for where, mine in _mines(position):
        if mine.number > 0 and mine.number in seen:
            raise RulesError(f"{where}: {mine} a second time, expected each card once (KD-2)")
        seen.add(mine.number)
    if position.options.pairing != "printed":
        return
    for number, card in enumerate(position.deck or (), 1):
        printed = position.cards.units[card.mine.number - 1] if card.mine.number > 0 else card.unit
        if KNOWN[card.unit] and printed != card.unit:
            raise RulesError(
                f"deck, card {number}: got {card}, expected {TEXT[printed]} on the back of {card.mine} "
                "with pairing=printed (KD-13)"
            )


def _check_piles(position: Position) -> None:
    """KD-T6 and KD-T7."""
    for slot, site in zip(SLOTS, position.open, strict=True):
        if site in (EMPTY, (UNKNOWN_MINE, ())):
            continue
        where = f"open, {slot}"
        _check_order(position, site.pile, where)
        if site.to_capture <= 0:
            raise RulesError(
                f"{where}: {len(site.pile)} cards at a mine of defence {site.mine.defence}, "
                f"expected at most {site.mine.defence - 1} (KD-20)"
            )
    for seat, sites in enumerate(position.own):
        king = position.kings[seat]
        for number, site in enumerate(sites, 1):
            if site == EMPTY:
                continue
            where = f"own, seat {seat}, mine {number}"
            _check_order(position, site.pile, where)
            if site.missing <= 0:
                raise RulesError(
                    f"{where}: {len(site.pile)} cards at a mine that needs {site.mine.need}, "
                    f"expected at most {site.mine.need - 1} (KD-30)"
                )
            own = next((unit for unit in site.pile if RACE[unit] == king), None)
            if own is not None:  # an overseer would have completed the mine
                raise RulesError(
                    f"{where}: {TEXT[own]} among the miners, expected other races than {RACES[king]} (KD-27)"
                )


def _check_order(position: Position, pile: Pile, where: str) -> None:
    for below, unit in pairwise(pile):
        if not may_follow(STRENGTH[below], STRENGTH[unit], position.wrap):
            raise RulesError(
                f"{where}: {TEXT[unit]} on {TEXT[below]}, expected a stronger card"
                + (" or a 0 on a 9 (KD-16, KD-17)" if position.wrap else " (KD-16, wrap=no)")
            )


def _check_count(position: Position) -> None:
    """KD-T9."""
    if not position.full:
        return
    if position.deck is None:
        raise RulesError("deck: left out, expected it with removed, for then every card is counted (KD-6)")
    mines = sum(mine != EMPTY.mine for _, mine in _mines(position)) - len(position.deck)
    got = mines + sum(len(units) for _, units in _units(position))
    expected = position.cards.parameters.cards
    if got != expected:
        raise RulesError(
            f"removed: {got} cards in all, expected {expected}, for every card is counted (KD-6)"
        )
