"""The search player of Shifting Stones against the best turn each turn: solo games, and tables of two. Minutes.

``python -m bench.solo_bot --deals 50 --pairs 10`` plays fewer games. Deals are the seeds 0, 1, 2 ...; both
players get the same ones.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bench.tables import middle, milliseconds, show
from puzzles.shifting_stones import GAME, State
from puzzles.shifting_stones.cards import CARDS
from solvers.core.race import mean_interval, play_game, share_interval
from solvers.shifting_stones.batch import distances
from solvers.shifting_stones.bot import search_turn
from solvers.shifting_stones.facts import Player, SoloGame, best_turns, play_solo

SEARCH, VALUE, BEST = "search", "search without the last cards", "best turn"
DEALS, PAIRS = 500, 100


@dataclass
class Timed:
    """A player whose seconds of processor time are noted."""

    player: Player
    seconds: list[float]

    def __call__(self, view: State) -> Sequence[str]:
        started = time.process_time()
        moves = self.player(view)
        self.seconds.append(time.process_time() - started)
        return moves


def player(name: str, seed: int) -> Player:
    if name == BEST:
        return best_turns
    return lambda view: search_turn(view, seed, last_cards=name == SEARCH)


def solo(seed: int, name: str) -> tuple[SoloGame, list[float]]:
    timed = Timed(player(name, seed), [])
    return play_solo(timed, seed), timed.seconds


def pair(seed: int) -> tuple[list[tuple[int, int]], list[float]]:
    """A deal for two, played from both seats: points of the search player and of the other; its seconds."""
    found, timed = [], Timed(player(SEARCH, seed), [])
    for seat in (0, 1):
        over = play_game(GAME, [timed, best_turns] if seat == 0 else [best_turns, timed], seed)
        if over is None:
            raise AssertionError(f"deal {seed}: the game does not end")
        found.append((over.points[seat], over.points[1 - seat]))
    return found, timed.seconds


def share(hits: int, tries: int) -> str:
    found = share_interval(hits, tries)
    return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})"


def warm() -> None:
    """Make the tables of all cards outside the clock."""
    for card in CARDS:
        distances(card)


def solo_games(pool: multiprocessing.pool.Pool, deals: int) -> None:
    """Win rates on the same deals, each with its interval, and the paired comparison."""
    games: dict[str, list[SoloGame]] = {}
    rows = []
    for name in (SEARCH, VALUE, BEST):
        played = pool.map(partial(solo, name=name), range(deals), chunksize=5)
        games[name] = [game for game, _ in played]
        seconds = [second for _, each in played for second in each]
        won = [game for game in games[name] if game.won]
        rows.append(
            (
                name,
                f"{len(won)} of {deals}",
                share(len(won), deals),
                f"{sum(game.strikes == 0 for game in won)}",
                f"{statistics.fmean(game.turns for game in games[name]):.1f}",
                milliseconds(middle(seconds)),
                milliseconds(max(seconds)),
            )
        )
    heads = (
        "player",
        "won",
        "share won (95 %, Wilson)",
        "of them without a strike",
        "turns",
        "median ms a turn",
        "worst ms",
    )
    show(f"Solo games, deals 0 to {deals - 1}", heads, rows)
    for name in (VALUE, BEST):
        both = Counter(
            (ours.won, theirs.won) for ours, theirs in zip(games[SEARCH], games[name], strict=True)
        )
        ours, theirs = both[True, False], both[False, True]
        print(
            f"\nPaired, search against {name}: both win {both[True, True]}, search alone {ours}, "
            f"{name} alone {theirs}, none {both[False, False]}; sign test p = {sign_test(ours, theirs):.2g}."
        )
    lost = Counter(game.left for game in games[BEST] if not game.won)
    print(f"\nCards left when {BEST} loses: " + ", ".join(f"{n}: {lost[n]}" for n in sorted(lost)) + ".")


def sign_test(ours: int, theirs: int) -> float:
    """Two-sided exact probability of a split at least this uneven, when both players are equally good."""
    total, few = ours + theirs, min(ours, theirs)
    if ours == theirs:
        return 1.0
    return min(1.0, sum(math.comb(total, k) for k in range(few + 1)) / 2.0 ** (total - 1))


def two_players(pool: multiprocessing.pool.Pool, pairs: int) -> None:
    """Search against the best turn at a table of two, every deal from both seats."""
    played = pool.map(pair, range(pairs), chunksize=2)
    games = [game for deal, _ in played for game in deal]
    seconds = [second for _, each in played for second in each]
    won, tied = sum(a > b for a, b in games), sum(a == b for a, b in games)
    margin = mean_interval([statistics.fmean(a - b for a, b in deal) for deal, _ in played])
    rows = [
        (
            f"{won} of {len(games)}",
            tied,
            share(won, len(games)),
            f"{statistics.fmean(a for a, _ in games):.1f} to {statistics.fmean(b for _, b in games):.1f}",
            f"{margin.value:+.2f} ({margin.low:+.2f} to {margin.high:+.2f})",
            milliseconds(middle(seconds)),
            milliseconds(max(seconds)),
        )
    ]
    heads = ("won", "tied", "share won", "points", "points ahead (95 %)", "median ms a turn", "worst ms")
    show(f"Two players, search against best turn, {pairs} deals from both seats", heads, rows)


def main(deals: int = DEALS, pairs: int = PAIRS) -> None:
    """Print all tables; two processes share the games."""
    print("## Shifting Stones: the search player")
    started = time.perf_counter()
    with multiprocessing.Pool(min(2, os.cpu_count() or 1), initializer=warm) as pool:
        if deals:
            solo_games(pool, deals)
        if pairs:
            two_players(pool, pairs)
    print(f"\n{time.perf_counter() - started:.0f} s in all.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.solo_bot", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help=f"solo games of each player, {DEALS}")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"deals for two players, {PAIRS}")
    chosen = parser.parse_args()
    main(chosen.deals, chosen.pairs)
