"""Races: two players meet on many deals, and the difference between them is given with its interval.

A player is a function from what its seat may see (``state.view(seat)``) to the moves of its turn, as
texts. Every deal is played twice, with the seats exchanged, so that neither the luck of the deal nor
the first turn favours one of them.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzles.core import Game, IllegalMove, Outcome, RulesError

Player = Callable[[Any], Iterable[str]]
"""From the view of the seat to move to move texts; what is left of its turn, or a part of it."""

MOST_TURNS = 200
"""A game that is not over after so many turns is given up, as a tie."""

SURE = 1.96
"""Standard errors on each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A measured figure with its 95 % interval."""

    value: float
    low: float
    high: float


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of independent values with its 95 % interval (normal approximation). Raises ValueError for none.

    >>> mean_interval([1.0, 2.0, 3.0])
    Interval(value=2.0, low=0.868..., high=3.131...)
    """
    mean = statistics.fmean(values)
    spread = SURE * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Interval(mean, mean - spread, mean + spread)


def share_interval(hits: float, tries: int) -> Interval:
    """A share with its 95 % interval after Wilson, which stays between 0 and 1; a tie may be half a hit.
    Raises ValueError for no tries.

    >>> share_interval(8, 10)
    Interval(value=0.8, low=0.490..., high=0.943...)
    """
    if not 0 <= hits <= tries or tries < 1:
        raise ValueError(f"share: got {hits} of {tries}, expected 0 to all of at least 1")
    share, square = hits / tries, SURE**2 / tries
    middle = (share + square / 2) / (1 + square)
    spread = SURE / (1 + square) * math.sqrt(share * (1 - share) / tries + square / (4 * tries))
    return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))


@dataclass(frozen=True, slots=True)
class Race:
    """What came out, seen from the first player.

    wins, ties, losses  games; each deal has two
    margins  for every deal the difference in points, averaged over its two games
    scores   for every deal 1 for a win, a half for a tie, 0 for a loss, averaged over its two games
    given_up games that were not over after ``MOST_TURNS`` turns; they count as ties
    """

    wins: int
    ties: int
    losses: int
    margins: tuple[float, ...]
    scores: tuple[float, ...]
    given_up: int = 0

    @property
    def deals(self) -> int:
        return len(self.margins)

    @property
    def margin(self) -> Interval:
        """Points ahead in a game."""
        return mean_interval(self.margins)

    @property
    def share(self) -> Interval:
        """Share of the games won, ties as a half; for the interval a deal counts once, not each of its two games."""
        return share_interval(sum(self.scores), self.deals)

    @property
    def verdict(self) -> str:
        """Who is ahead, or that it is not known yet."""
        margin = self.margin
        if margin.low > 0:
            return "The first player is better."
        if margin.high < 0:
            return "The second player is better."
        return "Too close to tell: 0 lies inside the interval. More deals would narrow it."

    def __str__(self) -> str:
        margin, share = self.margin, self.share
        lines = [
            f"{2 * self.deals} games on {self.deals} deals, each played from both seats: "
            f"{self.wins} won, {self.ties} tied, {self.losses} lost.",
            f"Won: {share.value:.0%} (95 % interval {share.low:.0%} to {share.high:.0%}), ties as a half.",
            f"Points ahead in a game: {margin.value:+.2f} (95 % interval {margin.low:+.2f} to {margin.high:+.2f}).",
            self.verdict,
        ]
        if self.given_up:
            lines.append(f"{self.given_up} games were given up as ties after {MOST_TURNS} turns.")
        return "\n".join(lines)


def race(game: Game, first: Player, second: Player, deals: int = 50, seed: int = 1, **options: str) -> Race:
    """Play `deals` deals (seeds `seed`, `seed` + 1 ...) twice each, the players in both seats.

    options  rules of the games by name, e.g. ``rounds="6"``
    A player whose moves end early is asked again; one that gives no moves ends its turn with ``end``.
    Raises ValueError for fewer than 1 deal, IllegalMove and RulesError for a player that makes a move
    that the rules refuse, with the deal, the position and the reason.
    """
    if isinstance(deals, bool) or not isinstance(deals, int) or deals < 1:
        raise ValueError(f"race, deals: got {deals!r}, expected 1 or more")
    margins, scores, results, given_up = [], [], [], 0
    for number in range(seed, seed + deals):
        pair = []
        for seat in (0, 1):
            players = (first, second) if seat == 0 else (second, first)
            over = play_game(game, players, number, **options)
            given_up += over is None
            points = over.points if over is not None else None
            pair.append((points[seat] - points[1 - seat], _won(points, seat)) if points else (0, 0.5))
        results += [score for _, score in pair]
        margins.append(statistics.fmean(margin for margin, _ in pair))
        scores.append(statistics.fmean(score for _, score in pair))
    return Race(
        sum(result == 1 for result in results),
        sum(result == 0.5 for result in results),
        sum(result == 0 for result in results),
        tuple(margins),
        tuple(scores),
        given_up,
    )


def _won(points: tuple[int, ...], seat: int) -> float:
    mine, theirs = points[seat], points[1 - seat]
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def play_game(game: Game, players: Sequence[Player], seed: int, **options: str) -> Outcome | None:
    """The outcome of a whole game, one player a seat; None for a game that is not over after ``MOST_TURNS`` turns.

    Raises IllegalMove and RulesError as ``race`` does.
    """
    state = game.new(players=len(players), seed=seed, **options)
    for _ in range(MOST_TURNS):
        seat = state.to_move
        state = _turn(game, state, players[seat], f"deal {seed}, seat {seat}")
        over: Outcome | None = state.outcome()
        if over is not None:
            return over
    return None


def _turn(game: Game, state: Any, player: Player, where: str) -> Any:
    """The state when the turn of the seat to move is over."""
    seat = state.to_move
    while state.to_move == seat and state.outcome() is None:
        view = state.view(seat)
        texts = player(view)
        if isinstance(texts, str):
            texts = (texts,)
        for text in tuple(texts or ()) or ("end",):
            try:
                state = state.play(game.read_move(text))
            except (IllegalMove, RulesError) as error:
                raise type(error)(f"{where}: the move {text!r} fails: {error}\n{state.view(seat)}") from None
            if state.to_move != seat or state.outcome() is not None:
                break
    return state
