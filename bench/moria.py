"""Autumn of Moria: the best turn against plain search, how it grows with map and hand, campaigns, playouts.

Positions come from fixed seeds, the same for all methods; times are processor time of one thread. "Plain" tries
every move that the rules allow and remembers positions (``solvers.moria.plain``).
"""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

from bench.playouts import playouts
from bench.tables import clock, middle, milliseconds, show
from puzzles.moria import GAME, State, new, read_move, read_state
from puzzles.moria.problems import BestTurn
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Status
from solvers.moria import best_turn, campaign, greedy_turn, plain
from solvers.moria.plan import Turn
from solvers.moria.samples import sample

SMALL = """seats: blue | red
turn: blue act 1
0,0: castle:blue n
1,0: gold_mine:red n
0,1: ruby_mine:blue s red*1
1,1: ogre_tavern:red n
land: emerald_mine general_store dragon | -
gems: gold*1 | -
open: T4"""
"""Four cells, three hand cards, three actions left with a castle."""

SECONDS = 10.0
"""Longest search of a position."""


@cache
def games() -> tuple[State, ...]:
    """The starts of the turns of some games of three seats: a random card or two, then the greedy player's turn."""
    found: list[State] = []
    for seed in range(4):
        rng, state = random.Random(seed), new(3, seed=seed)
        while state.outcome() is None and state.round <= 8:
            found.append(state.view(state.to_move))
            for _ in range(rng.choice([0, 1, 1])):
                plays = [move for move in state.moves() if move.verb == "play"]
                if plays:
                    state = state.play(rng.choice(plays))
            for text in greedy_turn(state.view(state.to_move)):
                state = state.play(read_move(text))
    return tuple(found)


def middles(cards: int, count: int) -> list[State]:
    """The first positions of these games with so many cards, each of another game or seat."""
    found = [state for state in games() if len(state.cells) in (cards, cards + 1)]
    return found[:: max(1, len(found) // count)][:count]


def against_plain() -> None:
    """States of both methods on the small position and on random ones."""
    rows: list[tuple[object, ...]] = []
    cases = [("4 cells, 3 in hand, 3 actions", read_state(SMALL))]
    cases += [
        (
            f"random, {cells} cells, {hand} in hand, used {used}",
            sample(f"bench {cells}", cells, hand, used, seats=2),
        )
        for cells, hand, used in ((4, 2, 2), (5, 1, 1), (6, 2, 2))
    ]
    for name, state in cases:
        plain_watch, ours = Watch(Limits()), Watch(Limits())
        started = clock()
        expected = plain.value(state, "own", plain_watch)
        plain_seconds = clock() - started
        started = clock()
        found = Turn(BestTurn("own"), state, ours).solve()
        seconds = clock() - started
        if found != expected:
            raise AssertionError(f"{state}: {found} against {expected}")
        rows.append(
            (
                name,
                found[0],
                plain_watch.nodes,
                ours.nodes,
                f"{plain_watch.nodes / ours.nodes:.0f}",
                milliseconds(plain_seconds),
                milliseconds(seconds),
            )
        )
    show(
        "best_turn own: positions looked at, plain against ours (same value, same plan)",
        ("position", "value", "plain", "ours", "ratio", "plain ms", "ours ms"),
        rows,
    )


def growth() -> None:
    """Time to a proof by map and hand."""
    rows: list[tuple[object, ...]] = []
    for cards in (6, 9, 12, 14, 16, 18, 20):
        for objective in ("own", "margin"):
            states = middles(cards, 3)
            seconds, nodes, proved = [], [], 0
            for state in states:
                watch = Watch(Limits(seconds=SECONDS))
                started = clock()
                turn = Turn(BestTurn(objective), state, watch)
                try:
                    turn.solve()
                    proved += 1
                except OutOfTime:
                    proved += turn.value == turn.bound
                seconds.append(clock() - started)
                nodes.append(watch.nodes)
            if states:
                rows.append(
                    (
                        f"{cards} or {cards + 1}",
                        " ".join(str(len(state.land[state.to_move])) for state in states),
                        objective,
                        f"{proved} of {len(states)}",
                        middle(nodes),
                        milliseconds(middle(seconds)),
                        milliseconds(max(seconds)),
                    )
                )
    show(
        f"best_turn on positions of played games (value proved within {SECONDS:.0f} s)",
        ("cards", "in hand", "objective", "proved", "positions", "middle ms", "most ms"),
        rows,
    )


def full_middle(seed: int, *, greedy: bool) -> State | None:
    """A position of three seats with 15 to 17 land cards played and 4 in hand, of a greedy or of a random game."""
    rng, state = random.Random(seed), new(3, seed=seed)
    while state.outcome() is None and state.round <= 16:
        played = sum(len(pile.cards) for pile in state.cells)
        if played in (15, 16, 17) and len(state.land[state.to_move]) == 4:
            return state.view(state.to_move)
        if greedy:
            plays = [move for move in state.moves() if move.verb == "play"]
            if plays and rng.random() < 0.5:
                state = state.play(rng.choice(plays))
            for text in greedy_turn(state.view(state.to_move)):
                state = state.play(read_move(text))
            continue
        seat = state.to_move
        while state.outcome() is None and state.to_move == seat:
            state = state.play(rng.choice(state.moves()))
    return None


def full_middles(count: int = 12) -> None:
    """The best turn on full middle games, of players who want something and of players who want nothing."""
    rows: list[tuple[object, ...]] = []
    for name, greedy in (("greedy, with random cards", True), ("random", False)):
        some = (full_middle(seed, greedy=greedy) for seed in range(80))
        states = list(islice((state for state in some if state is not None), count))
        seconds, gaps = [], []
        for state in states:
            started = clock()
            found = best_turn(state, limits=Limits(seconds=SECONDS))
            seconds.append(clock() - started)
            assert isinstance(found.value, int)
            assert isinstance(found.bound, int)
            gaps.append(found.bound - found.value)
        proved = [second for second, gap in zip(seconds, gaps, strict=True) if gap == 0]
        rows.append(
            (
                name,
                f"{len(proved)} of {len(states)}",
                milliseconds(middle(proved)) if proved else "-",
                milliseconds(max(proved)) if proved else "-",
                ", ".join(str(gap) for gap in sorted(gaps) if gap) or "-",
            )
        )
    show(
        f"best_turn own, 15 to 17 cards played and 4 in hand (at most {SECONDS:.0f} s)",
        ("players before", "proved", "middle ms", "most ms", "points between best and bound, the others"),
        rows,
    )


def campaigns() -> None:
    """Campaigns for every open goal of positions of played games."""
    rows: list[tuple[object, ...]] = []
    for cards in (9, 12, 16):
        seconds, solved, asked = [], 0, 0
        for state in middles(cards, 2):
            for goal in state.open_goals:
                started = clock()
                found = campaign(state, goal, Limits(seconds=5))
                seconds.append(clock() - started)
                asked += 1
                solved += found.status in (Status.OPTIMAL, Status.INFEASIBLE)
        if seconds:
            rows.append(
                (
                    f"{cards} or {cards + 1}",
                    f"{solved} of {asked}",
                    milliseconds(middle(seconds)),
                    milliseconds(max(seconds)),
                )
            )
    show("campaign", ("cards", "solved", "middle ms", "most ms"), rows)


def main() -> None:
    """Print the tables."""
    against_plain()
    growth()
    full_middles()
    campaigns()
    playouts(GAME, (1, 2, 4))
