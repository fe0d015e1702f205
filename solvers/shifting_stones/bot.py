"""A player of the solo game that plans each turn from what its seat sees, and from sampled deals of the rest.

All ways through the turn are looked at. With more than five cards left the best is taken by a value of
the position after it: hard cards should be gone, cards that are left should be few moves away, and no
card should be scored that another turn may need, for every turn without a score is a strike. With five
cards or fewer the turns to come are searched (``last_cards.py``). Cards that cannot be seen are
sampled by ``deal``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np

from puzzles.core.state import RulesError
from puzzles.shifting_stones.cards import CARDS, TILES
from puzzles.shifting_stones.rules import SKIP_CAP, SOLO_COUNTS, State
from puzzles.shifting_stones.state import STRIKES, UNKNOWN, Move
from solvers.shifting_stones.batch import Columns, columns, distances
from solvers.shifting_stones.last_cards import MOST, Cards, Front, winning_turn
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import pattern
from solvers.shifting_stones.turns import ending, idle, play_all, read_turn
from solvers.shifting_stones.ways import Layer, Ways

DEALS = 4
"""Sampled deals for one decision of a solo game."""

MOST_HAND, MOST_MOVES = 8, 5
"""Cards and moves of a turn that are thought about; only option skip_cap=none gives larger hands."""

# The value of a position between two turns, in moves. The weights were set by hand, on deals that the bench does not use.
SCORE = 2.0
"""A card left is one more turn that need not cost a strike."""
AWAY = 0.1
"""A card left, for each move that it is away."""
KEPT = 0.25
"""A hand card kept, for each move that it is nearer than one."""
STRIKE = 12.0


def deal(view: State, rng: random.Random) -> State:
    """A full position that looks like `view`: the unknown cards and the seed are drawn at random.

    With 2 players or more the unknown cards are the ones that are seen nowhere, shuffled. In a solo game
    of 16 cards they are drawn by value (SS-34): the values that are missing are known, the cards of
    a value are equally likely. A solo puzzle with other cards tells nothing about the ones that are
    not seen; then all of them are equally likely.
    """
    lists = [*view.hands, view.deck, view.discard]
    wanted = sum(cards.count(UNKNOWN) for cards in lists)
    seen = {card for cards in (*lists, *view.scored) for card in cards if card != UNKNOWN}
    unseen = [card for card in CARDS if card not in seen]
    values = Counter(SOLO_COUNTS)
    values.subtract(CARDS[card].points for card in seen)
    if view.solo and values.total() == wanted and min(values.values()) >= 0:
        drawn = [
            card
            for value, count in sorted(values.items())
            for card in rng.sample([card for card in unseen if CARDS[card].points == value], count)
        ]
        rng.shuffle(drawn)
    else:
        drawn = rng.sample(unseen, wanted)

    def fill(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(drawn.pop() if card == UNKNOWN else card for card in cards)

    return replace(
        view,
        hands=tuple(tuple(sorted(fill(hand))) for hand in view.hands),
        deck=fill(view.deck),
        discard=fill(view.discard),
        seed=rng.randrange(10**9) if view.seed is None else view.seed,
    )


def search_turn(view: State | str, seed: int = 0, *, last_cards: bool = True) -> tuple[str, ...]:
    """The rest of the turn in a solo game, as move texts. Same view and seed, same moves.

    last_cards  search the turns to come when five cards or fewer are left; False shows what that is worth
    Only what the seat may see is read. Raises RulesError, also for a game that is over or has more seats.
    """
    turn = read_turn(view, "search")
    state = turn.state
    if not state.solo:
        raise RulesError(f"search: got {state.seats} players, expected a solo game")
    rng = random.Random(f"{seed}/{state}")
    plan = _Solo(state, turn.cards, rng).plan(last_cards) if turn.cards else None
    if plan is None:
        plan = idle(state) if state.turn == "start" and not state.dropping else ending(state)
        return tuple(map(str, plan))
    return tuple(map(str, plan + ending(play_all(state, plan))))


def nearest(board: str, hand: Cards, most: int) -> Cards:
    """The hand cards that are nearest to a match, `most` at most, ascending."""
    if len(hand) <= most:
        return hand
    order = sorted(hand, key=lambda card: (pattern(card).distance(pack(board)), card))
    return tuple(sorted(order[:most]))


def ways_of(board: str, hand: Cards) -> Ways:
    """The ways of a turn, without the many long ones of a hand that is larger than six cards."""
    return Ways(columns(board), hand, min(len(hand) - 1, MOST_MOVES if len(hand) <= SKIP_CAP else 3))


@dataclass(frozen=True, slots=True)
class _Way:
    """An entry of a layer, and the cards that were scored."""

    layer: Layer
    entry: int
    scored: Cards


class _Solo:
    """One decision of a solo game.

    weights  by card, how often it is among the cards left in the sampled deals
    """

    def __init__(self, state: State, hand: Cards, rng: random.Random) -> None:
        self.state = state
        self.hand = nearest(state.board, hand, MOST_HAND)
        unknown = any(UNKNOWN in cards for cards in (*state.hands, state.deck, state.discard))
        deals = [deal(state, rng) for _ in range(DEALS if unknown else 1)]
        self.left = [tuple(sorted((*d.hands[0], *d.deck, *d.discard))) for d in deals]
        self.weights = Counter(card for cards in self.left for card in cards)
        self.safe = state.turn == "scored"
        self.ways = ways_of(state.board, self.hand)

    def plan(self, last_cards: bool) -> list[Move] | None:
        """Scores and board moves; None when no card is scored in a turn that needs it."""
        if last_cards and len(self.left[0]) <= MOST + 1 and len(set(self.left)) == 1:
            plan = self._last_cards(self.left[0])
            if plan is not None:
                return plan
        return self._most_valuable()

    def _last_cards(self, left: Cards) -> list[Move] | None:
        """The first turn of a sure win, when one is found."""
        reached: dict[tuple[Cards, int], Front] = {}
        found: list[_Way] = []
        everything = len(self.hand) == len(left) <= MOST
        ways = Ways(self.ways.start, self.hand, len(self.hand)) if everything else self.ways
        for layer, entries, scored in ways.sets():
            rest = tuple(card for card in left if card not in scored)
            if not rest:
                return self._moves(ways, _Way(layer, int(entries[0]), scored))
            if len(rest) > MOST:
                continue
            key = (rest, 0 if scored or self.safe else 1)
            first = np.arange(len(found), len(found) + len(entries))
            found += [_Way(layer, int(entry), scored) for entry in entries]
            front = Front(layer.boards[:, entries], first)
            reached[key] = reached[key] + front if key in reached else front.once()
        best = winning_turn(reached, STRIKES - 1 - self.state.strikes)
        return None if best is None else self._moves(ways, found[best])

    def _most_valuable(self) -> list[Move] | None:
        best: tuple[float, _Way, Cards] | None = None
        total = len(self.left)
        away = [{card: distances(card)(layer.boards) for card in self.weights} for layer in self.ways.layers]
        for layer, entries, scored in self.ways.sets():
            here = {card: moves[entries] for card, moves in away[layer.moves].items() if card not in scored}
            value = sum(
                (
                    self.weights[card] / total * (SCORE - hardness(card) - AWAY * moves)
                    for card, moves in here.items()
                ),
                np.zeros(len(entries)),
            )
            if not scored and not self.safe:
                value -= STRIKE
            rest = [card for card in self.hand if card not in scored]
            for spent in combinations(rest, layer.moves):
                kept = [card for card in rest if card not in spent]
                with_kept = value + sum(KEPT * (1.0 - here[card]) for card in kept)
                at = int(np.argmax(with_kept))
                if best is None or with_kept[at] > best[0]:
                    best = (float(with_kept[at]), _Way(layer, int(entries[at]), scored), spent)
        if best is None or not (best[1].scored or self.safe):
            return None
        return self.ways.plan(best[1].layer.moves, best[1].entry, best[2])

    def _moves(self, ways: Ways, way: _Way) -> list[Move]:
        """The plan of a way; which cards are spent makes no difference, for all of them come back."""
        spent = [card for card in self.hand if card not in way.scored]
        return ways.plan(way.layer.moves, way.entry, spent[: way.layer.moves])


@cache
def hardness(card: int) -> float:
    """Mean moves until the card matches, over 1,000 fixed random boards (standard error about 0.03)."""
    return float(distances(card)(_boards()).mean())


@cache
def _boards() -> Columns:
    rng = random.Random(1)
    boards = []
    for _ in range(1000):
        tiles = [rng.choice(tile) for tile in TILES]
        rng.shuffle(tiles)
        boards.append(columns("".join(tiles)))
    return np.concatenate(boards, axis=1)
