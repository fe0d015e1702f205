"""What the conformance tests must know of each game, and walks through it. A fifth game adds one entry."""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

import puzzles


@dataclass(frozen=True)
class Knowledge:
    """What no game tells by itself.

    universe    every move that has a text, legal or not, for so many seats
    conserved   what never changes in a game, as a Counter
    rearranged  another full position that `seat` cannot tell from this one
    """

    universe: Callable[[int], list[Any]]
    conserved: Callable[[Any], Counter[Any]]
    rearranged: Callable[[Any, int, random.Random], Any]


# --- Shifting Stones ----------------------------------------------------------------------------


def _stones_universe(seats: int) -> list[Any]:
    from puzzles.shifting_stones import CARDS, Move

    cells = range(9)
    moves = [Move("swap", (a, b), card) for a in cells for b in cells if a < b for card in (None, *CARDS)]
    moves += [Move("flip", (cell,), card) for cell in cells for card in (None, *CARDS)]
    moves += [Move(verb, card=card) for verb in ("score", "drop") for card in CARDS]
    return [*moves, Move("end"), Move("skip")]


def _stones_conserved(state: Any) -> Counter[Any]:
    from puzzles.shifting_stones.cards import BACKS

    cards = [*state.deck, *state.discard]
    cards += [card for lists in (state.hands, state.scored) for cards_of in lists for card in cards_of]
    return Counter(cards) + Counter("".join(sorted((face, BACKS[face]))) for face in state.board)


def _stones_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.deck
    below = len(state.discard) - 1 if state.options.open_discard == "no" and state.discard else 0
    hidden += state.discard[:below]
    rng.shuffle(hidden)
    take = iter(hidden)
    hands = tuple(
        hand if other == seat else tuple(sorted(next(take) for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    deck = tuple(next(take) for _ in state.deck)
    pile = (*take, *state.discard[below:])
    return replace(state, hands=hands, deck=deck, discard=pile, seed=rng.randrange(1000))


# --- the toy game -------------------------------------------------------------------------------


def _toy_universe(seats: int) -> list[Any]:
    moves: list[Any] = importlib.import_module("toygame").universe(seats)
    return moves


def _toy_conserved(state: Any) -> Counter[Any]:
    cards = [*state.deck, *state.played, *(card for hand in state.hands for card in hand)]
    return Counter(cards) + Counter(pebbles=sum(state.piles) + sum(state.points))


def _toy_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.deck
    rng.shuffle(hidden)
    take = iter(hidden)
    hands = tuple(
        hand if other == seat else tuple(sorted(next(take) for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(take))


KNOWLEDGE = {
    "shifting_stones": Knowledge(_stones_universe, _stones_conserved, _stones_rearranged),
    "toy": Knowledge(_toy_universe, _toy_conserved, _toy_rearranged),
}

NAMES = (*puzzles.GAMES, "toy")
"""Every game, and the toy, which the fixture of the same name registers."""


# --- walks --------------------------------------------------------------------------------------


def step(state: Any, rng: random.Random) -> Any | None:
    """A move of a random walk: first the verb, then the move, so that rare kinds are not drowned."""
    out_of_turn = list(state.interrupts())
    if out_of_turn and rng.random() < 0.5:
        return rng.choice(out_of_turn)
    moves = list(state.moves())
    if not moves:
        return None
    verb = rng.choice(sorted({str(move).split()[0] for move in moves}))
    return rng.choice([move for move in moves if str(move).split()[0] == verb])


def walk(state: Any, seed: int, most: int) -> Iterator[tuple[Any, Any]]:
    """(move, state after it), at most `most` moves. Same seed, same walk."""
    rng = random.Random(seed)
    for _ in range(most):
        move = step(state, rng)
        if move is None:
            return
        state = state.play(move)
        yield move, state


def starts(name: str) -> st.SearchStrategy[Any]:
    """New games: every number of seats, every option, many seeds."""
    game = puzzles.game(name)
    options = {option.name: st.sampled_from(option.values) for option in game.options}
    return st.builds(
        lambda players, seed, chosen: game.new(players=players, seed=seed, **chosen),
        st.sampled_from(list(game.seats)),
        st.integers(0, 10**6),
        st.fixed_dictionaries({}, optional=options),
    )


@st.composite
def walks(draw: st.DrawFn, name: str, most: int = 60) -> list[Any]:
    """The states of a random walk from a new game, the start first."""
    start = draw(starts(name))
    seed, length = draw(st.integers(0, 10**6)), draw(st.integers(0, most))
    return [start, *(state for _, state in walk(start, seed, length))]


def drawing_of(name: str) -> ModuleType | None:
    """The drawing functions of a game, or None while it has none."""
    if name == "toy":
        return importlib.import_module("toygame")
    if importlib.util.find_spec(f"boards.{name}") is None:
        return None
    found = importlib.util.find_spec(f"boards.{name}.draw")
    return importlib.import_module(f"boards.{name}.draw") if found else None
