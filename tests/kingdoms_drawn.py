"""Random positions of Kings Under Mountains for the solver tests: few cards, every option, begun piles everywhere."""

from __future__ import annotations

import random

from puzzles.kingdoms import CARD_SET, State, read_state
from puzzles.kingdoms.pieces import (
    ALL_UNITS,
    EMPTY,
    RACE,
    STRENGTH,
    UNKNOWN,
    UNKNOWN_MINE,
    Card,
    Pile,
    Site,
    may_follow,
    sorted_hand,
    top_of,
)
from puzzles.kingdoms.state import Options


def drawn_options(rng: random.Random) -> Options:
    """Every option that a position has, at random."""
    return Options(
        filled=rng.choice(["removed", "camp"]),
        take=rng.choice(["top", "any"]),
        wrap=rng.choice(["yes", "yes", "no"]),
        replace=rng.choice(["now", "end"]),
        stuck=rng.choice(["removed", "camp"]),
        end=rng.choice(["turn", "round"]),
        tie=rng.choice(["shared", "mines"]),
        piles=rng.choice(["all", "tops"]),
    )


def drawn(
    rng: random.Random,
    *,
    hand: int,
    rivals: int = 3,
    camp: int = 4,
    own: int = 2,
    mines: int = 3,
    seats: int = 2,
    deck: int | None = None,
    known: bool = False,
    options: Options | None = None,
) -> State:
    """Seat 0 at the start of a turn with 1 to `hand` cards; up to so many cards and mines elsewhere.

    deck   cards of the deck; None: not counted
    known  whether the deck is known; otherwise it shows some mine sides
    Mines with few cards to lay are likelier, so that something happens in few turns.
    """
    options = options or drawn_options(rng)
    wrap = options.wrap == "yes"
    units = [unit for unit in ALL_UNITS for _ in (0, 1)]
    rng.shuffle(units)
    sides = sorted(CARD_SET.mines, key=lambda mine: mine.defence + mine.need + 3 * rng.random())
    kings = tuple(rng.sample(range(4), seats))

    def pile(most: int, other_than: int | None = None) -> Pile:
        found: Pile = ()
        for _ in range(rng.randint(0, most)):
            fits = [
                unit
                for unit in units[:25]
                if RACE[unit] != other_than and may_follow(top_of(found), STRENGTH[unit], wrap)
            ]
            if fits:
                units.remove(fits[0])
                found += (fits[0],)
        return found

    def open_mine(slot: int) -> Site:
        if slot >= mines or rng.random() < 0.15:
            return EMPTY
        mine = sides.pop(0)
        return Site(mine, pile(mine.defence - 1))

    def owned(seat: int) -> tuple[Site, ...]:
        found = []
        for _ in range(rng.randint(0, own)):
            mine = sides.pop(0)
            found.append(Site(mine, pile(mine.need - 1 if not mine.overseer else mine.size, kings[seat])))
        return tuple(found)

    camps: list[list[int]] = [[], [], [], []]
    for _ in range(rng.randint(0, camp)):
        unit = units.pop()
        camps[RACE[unit]].append(unit)
    cards = None
    if deck is not None:
        cards = tuple(
            Card(
                units.pop() if known else UNKNOWN,
                sides.pop(0) if known or rng.random() < 0.5 else UNKNOWN_MINE,
            )
            for _ in range(deck)
        )
    state = State(
        kings=kings,
        open=tuple(map(open_mine, range(4))),
        camp=tuple(map(tuple, camps)),
        hands=tuple(
            sorted_hand([units.pop() for _ in range(rng.randint(1, rivals if seat else hand))])
            for seat in range(seats)
        ),
        own=tuple(map(owned, range(seats))),
        done=((),) * seats,
        deck=cards,
        start=rng.randrange(seats),
        options=options,
    )
    assert read_state(str(state)) == state
    return state
