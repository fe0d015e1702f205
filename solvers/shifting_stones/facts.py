"""What a teacher says about Shifting Stones, as numbers: the thirteen facts of the lesson, each computed.

Exact facts are counted over all 2,580,480 boards (``atlas``) or solved. Sampled ones take the number of
samples and a seed, and give their mean with its standard error.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from puzzles.shifting_stones import GAME
from puzzles.shifting_stones.cards import CARDS, TILES
from puzzles.shifting_stones.grid import CELLS, PAIRS, board_text, flip, read_board, swap
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from puzzles.shifting_stones.rules import HAND, SKIP_CAP, State, new
from puzzles.shifting_stones.state import points_of, read_move
from solvers.core.bots import planned_turn
from solvers.core.search import Watch
from solvers.core.solution import Limits
from solvers.shifting_stones.all_distances import Atlas, atlas
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.plan import best_turn, distance
from solvers.shifting_stones.search import pairings
from solvers.shifting_stones.sets import Hand
from solvers.shifting_stones.solo import solo_plan
from solvers.shifting_stones.space import BOARDS, whole

X = "SFF/HHH/EEE"
"""The board of the examples."""

VALUES = (1, 2, 3, 5)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of `samples` independent samples, with its standard error."""

    value: float
    error: float
    samples: int

    def __str__(self) -> str:
        return f"{self.value:.3f} (standard error {self.error:.3f}, {self.samples} samples)"

    def fits(self, value: float, errors: float = 4.0) -> bool:
        """Whether `value` is within so many standard errors."""
        return abs(self.value - value) <= errors * self.error


def mean_of(samples: Sequence[float]) -> Estimate:
    """The mean of at least two samples.

    >>> mean_of([1, 2, 3]).value
    2.0
    """
    count = len(samples)
    mean = sum(samples) / count
    variance = sum((sample - mean) ** 2 for sample in samples) / (count - 1)
    return Estimate(mean, math.sqrt(variance / count), count)


def random_board(rng: random.Random) -> str:
    """Nine letters: the tiles in random places with random faces, every board as likely as its tiles allow (SS-3)."""
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return "".join(tiles)


# 1, 2, 3: how far the cards are


def share_within(moves: int, cards: Iterable[int] = tuple(CARDS), known: Atlas | None = None) -> float:
    """Share of cards that are within `moves` moves on a random board, 0 to 1, exact (fact 1).

    >>> round(share_within(2), 4)
    0.6394
    """
    found, chosen = known or atlas(progress=False), tuple(cards)
    return sum(found.share(card, moves) for card in chosen) / len(chosen)


def cards_of(points: int) -> tuple[int, ...]:
    """The cards of one value."""
    return tuple(card for card, printed in CARDS.items() if printed.points == points)


def share_in_a_turn(points: int, hand: int) -> float:
    """Share of the boards on which a card of this value is near enough for a hand of this size (fact 2).

    A hand of h cards affords h - 1 moves and the score.
    """
    return share_within(hand - 1, cards_of(points))


@dataclass(frozen=True, slots=True)
class Pay:
    """What the cards of a value ask for and give: mean moves, points a move, points a printed symbol."""

    points: int
    moves: float
    a_move: float
    a_symbol: float


def pay() -> tuple[Pay, ...]:
    """By value: mean moves on a random board, and what a move and a printed symbol earn, exact (fact 3)."""
    rows = []
    for row in atlas(progress=False).table():
        symbols = [len(CARDS[card].places[0].needs) for card in cards_of(row.points)]
        rows.append(
            Pay(
                row.points,
                row.mean,
                row.points / row.mean,
                row.points * len(symbols) / sum(symbols),
            )
        )
    return tuple(rows)


# 4, 5, 6: what a turn brings


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns with random hands on random boards.

    points  of the best turn
    most    share of the deals on which the most cards that one turn can score is 0, 1, 2 ... (index)
    """

    points: Estimate
    most: tuple[Estimate, ...]


def random_turns(hand: int = HAND, samples: int = 2000, seed: int = 0, count_cards: bool = True) -> Turns:
    """The best turn of `samples` random deals of `hand` cards on random boards (facts 4 and 5).

    count_cards  also find the most cards that a turn can score
    About 1 ms a deal with 4 cards, 4 ms with 6.
    """
    rng = random.Random(f"{seed}/{hand}")
    points: list[int] = []
    most: list[int] = []
    for _ in range(samples):
        board = pack(random_board(rng))
        turn = Hand(board, tuple(sorted(rng.sample(range(1, len(CARDS) + 1), hand))), Watch(Limits()))
        points.append(turn.most(hand, fewest_cards=True).points)
        if count_cards:
            most.append(_most_cards(turn))
    shares = [mean_of([float(n == size) for n in most]) for size in range(hand + 1)] if most else []
    return Turns(mean_of(points), tuple(shares))


def _most_cards(turn: Hand) -> int:
    """The most cards that one turn can score."""
    hand = len(turn.cards)
    for size in range(hand, 0, -1):
        near = [card for card in turn.cards if turn.away[card] <= hand - size]
        if any(turn.reachable(cards, hand - size) for cards in combinations(near, size)):
            return size
    return 0


@dataclass(frozen=True, slots=True)
class Skip:
    """Points a turn: of a turn with 4 cards, and of two turns of which the first is a skip.

    The skipping turn brings nothing and the next one has 6 cards. Cards kept are not counted.
    """

    plain: Estimate
    after: Estimate

    @property
    def a_turn(self) -> float:
        """Points a turn of who skips every other turn."""
        return self.after.value / 2


def skip_or_play(samples: int = 1000, seed: int = 0) -> Skip:
    """What a skip gives up and what it gains, sampled (fact 5)."""
    plain = random_turns(HAND, samples, seed, count_cards=False).points
    return Skip(plain, random_turns(SKIP_CAP, samples, seed, count_cards=False).points)


BONUS = 3
"""Points for most scored 1-point cards (SS-32)."""


def bonus_in_turns(turn: Estimate) -> float:
    """The bonus, in average turns (fact 6)."""
    return BONUS / turn.value


# 7, 8, 9: the ways of tiles


@dataclass(frozen=True, slots=True)
class Walk:
    """From board to board: steps of all tiles, each for itself, on the cheapest pairing; and moves really needed."""

    steps: int
    moves: int


def tile_steps(board: str = X, target: str = "EEE/HHH/SFF") -> Walk:
    """Counting tile by tile against the exact number of moves (fact 7). Flips count one step each."""
    start, goal = read_board(board), read_board(target)

    def steps(goes: tuple[int, ...]) -> int:
        return sum(abs(cell // 3 - there // 3) + abs(cell % 3 - there % 3) for cell, there in enumerate(goes))

    least = min(steps(goes) + sum(turned) for goes, turned in pairings(start, goal))
    moves = distance(board, target).value
    assert isinstance(moves, int)
    return Walk(least, moves)


def orders_that_work(board: str = X, target: str = "SFF/HHH/TTT") -> tuple[int, int]:
    """Orders of the moves of the shortest plan that reach the target too, and all orders (fact 8).

    Only for plans of at most 7 moves. Raises ValueError.
    """
    solution = distance(board, target)
    plan = [step.move for step in solution.steps]
    if len(plan) > 7:
        raise ValueError(f"orders: got a plan of {len(plan)} moves, expected at most 7")
    goal, reached, orders = read_board(target), 0, 0
    for order in permutations(plan):
        tiles = read_board(board)
        for move in order:
            tiles = move_tiles(tiles, move)
        reached += tiles == goal
        orders += 1
    return reached, orders


def flip_first_or_last(samples: int = 500, moves: int = 8, seed: int = 0) -> tuple[int, int]:
    """In how many of `samples` random ways a flip could be made before all swaps at the same cost (fact 8).

    A way is `moves` random swaps, then a flip of a random cell. The same tile is flipped first, where
    it lies at the start, and the swaps follow. Returns hits and samples.
    """
    rng = random.Random(seed)
    hits = 0
    for _ in range(samples):
        board, cell = random_board(rng), rng.randrange(len(CELLS))
        swaps = [rng.choice(PAIRS) for _ in range(moves)]
        late, origin = board, cell
        for pair in swaps:
            late = swap(late, *pair)
        for one, other in reversed(swaps):
            origin = other if origin == one else one if origin == other else origin
        early = flip(board, origin)
        for pair in swaps:
            early = swap(early, *pair)
        hits += early == flip(late, cell)
    return hits, samples


def odd_and_even() -> dict[int, list[str]]:
    """Ways of one and of two moves that turn Horse-Boat on a1 b1 into Boat-Horse (fact 9): moves -> texts."""
    start = read_board("HOF/HSF/EEE")
    goal = swap(start, 0, 1)
    ways: dict[int, list[str]] = {}
    for first in BOARD_MOVES:
        after = move_tiles(start, first)
        if after == goal:
            ways.setdefault(1, []).append(str(first))
        for second in BOARD_MOVES:
            if move_tiles(after, second) == goal and after not in (start, goal):
                ways.setdefault(2, []).append(f"{first}, {second}")
    return ways


# 10, 11, 12: cards and boards


def easiest_and_hardest(most: int = 4) -> tuple[dict[int, float], dict[int, float]]:
    """Cards with fewest and with most mean moves, by mean, exact (fact 10)."""
    found = atlas(progress=False)
    order = found.order()
    easy, hard = order[:most], order[::-1][:most]
    return {card: found.mean(card) for card in easy}, {card: found.mean(card) for card in hard}


def share_matching(*cards: int) -> Fraction:
    """Share of all boards on which every one of the cards matches, exact (fact 11).

    >>> share_matching(29), share_matching(68, 70)
    (Fraction(1, 6), Fraction(0, 1))
    """
    found = whole().matching(cards[0])
    for card in cards[1:]:
        found &= whole().matching(card)
    return Fraction(int(found.sum()), BOARDS)


def board_distances(samples: int = 200, seed: int = 0) -> Estimate:
    """Moves between two random boards, sampled (fact 12). The longest of all, 21, is found by ``bench/diameter.py``."""
    rng = random.Random(seed)
    found = []
    for _ in range(samples):
        value = distance(board_text(random_board(rng)), board_text(random_board(rng))).value
        assert isinstance(value, int)
        found.append(value)
    return mean_of(found)


# 13: the solo game


@dataclass(frozen=True, slots=True)
class LastCard:
    """A solo game with one card left: its distance, and the turns and strikes it takes; None when it is lost."""

    card: int
    away: int
    turns: int | None
    strikes: int | None


def last_cards(board: str = X, cards: Iterable[int] = tuple(CARDS)) -> tuple[LastCard, ...]:
    """Every card as the last one in hand of a solo game with no strike yet, solved (fact 13)."""
    found = []
    for card in cards:
        away = distance(board, card).value
        assert isinstance(away, int)
        value = solo_plan(f"players: 1\nboard: {board}\nhands: {card}").value
        turns, strikes = value if isinstance(value, tuple) else (None, None)
        found.append(LastCard(card, away, turns, strikes))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class SoloGame:
    """A solo game that was played out. `left`: cards not scored; `turns` played."""

    seed: int
    won: bool
    turns: int
    strikes: int
    left: int
    points: int


Player = Callable[[State], Sequence[str]]
"""From the view of the seat to the moves of its whole turn, as texts."""

MOST_TURNS = 200


def best_turns(view: State) -> tuple[str, ...]:
    """The greedy player: the best turn, and where it gains nothing what ``idle`` says."""
    return planned_turn(GAME, view, best_turn(view))


def play_solo(player: Player, seed: int, **options: str) -> SoloGame:
    """One solo game of the deal `seed`. A game of more than ``MOST_TURNS`` turns counts as lost."""
    state = new(players=1, seed=seed, **options)
    turns = 0
    while state.outcome() is None and turns < MOST_TURNS:
        turns += 1
        for text in player(state.view(0)):
            state = state.play(read_move(text))
    over = state.outcome()
    scored = state.scored[0]
    left = len(state.hands[0]) + len(state.deck) + len(state.discard)
    won = over is not None and over.reason == "solved"
    return SoloGame(seed, won, turns, state.strikes, left, points_of(scored))
