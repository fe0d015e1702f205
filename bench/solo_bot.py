"""Solo games of Shifting Stones: the search player against the best turn each turn. Minutes.

``python -m bench.solo_bot --deals 50`` plays fewer games. Deals are the seeds 0, 1, 2 ..., the same for
all players.
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
from puzzles.shifting_stones import State
from puzzles.shifting_stones.cards import CARDS
from solvers.core.race import share_interval
from solvers.shifting_stones.batch import distances
from solvers.shifting_stones.bot import search_turn
from solvers.shifting_stones.facts import Player, SoloGame, best_turns, play_solo

SEARCH, VALUE, BEST = "search", "search without the last cards", "best turn"
DEALS = 500


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


def main(deals: int = DEALS) -> None:
    """Print all tables; two processes share the games."""
    print("## Shifting Stones: solo games")
    started = time.perf_counter()
    with multiprocessing.Pool(min(2, os.cpu_count() or 1), initializer=warm) as pool:
        solo_games(pool, deals)
    print(f"\n{time.perf_counter() - started:.0f} s in all.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.solo_bot", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help=f"solo games of each player, {DEALS}")
    main(parser.parse_args().deals)
