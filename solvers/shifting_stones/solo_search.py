"""Solo with everything known: score every card that is left, in fewest turns, then with fewest strikes added.

Turn by turn, all boards at once. After t turns the search holds every board that can lie there, sorted by the
cards around it (hand, deck, pile, strikes: a ``State`` whose board plays no part). One turn is taken by
``Turn``: all (board, cards scored) pairs that the hand pays for. What a turn's end does to the cards is
asked of the rules themselves, so all options are obeyed.

In the last turn no board move is possible: a spent card goes to the pile and would not be scored. So a
plan of T turns brings, in T - 1 turns, a board on which all the cards that are left match at once, all of them
in hand. For T = 1, 2, 3 ... the search looks whether such a board can be reached, and gives a board up
when some card is farther away than all the moves that can be paid for before the last turn
(``moves_left``): its distance is exact without the other cards and cannot be less with them.

The search ends: a turn scores a card, or it costs one of the strikes that are left (SS-35), or it is a
free skip (``solo_skip_strike=no``), of which no two come in a row (SS-22).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.core.state import RulesError
from puzzles.shifting_stones.problems import BOARD_MOVES
from puzzles.shifting_stones.rules import HAND, SKIP_DRAW, State, read_state
from puzzles.shifting_stones.state import STRIKES, UNKNOWN, Move
from solvers.core.search import Watch
from solvers.shifting_stones.batch import MOVES, Columns, after_all, columns, distances, keys

Ints = NDArray[Any]
LARGEST_HAND = 8
"""Cards in hand that a ``Turn`` can hold: their set is a number below 256."""


AWAY, STRIKE = 0.2, 1.5
"""How ``quick`` weighs a move that a card is away, and a strike, against a card left to score."""


class TooLarge(Exception):
    """The search has looked at its share of boards, or a hand is too large for it."""


def read_solo(state: State | str) -> State:
    """A solo state in progress with all cards known. Raises RulesError."""
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(
            f"solo_plan: got {type(state).__name__}, expected a state of shifting_stones or its text"
        )
    if not state.solo:
        raise RulesError(f"solo_plan: got a game of {state.seats} players, expected 1 player")
    over = state.outcome()
    if over is not None:
        raise RulesError(f"solo_plan: got a game that is over ({over.reason}), expected one in progress")
    if state.seed is None or UNKNOWN in (*state.hands[0], *state.deck, *state.discard):
        raise RulesError("solo_plan: got a view with unknown cards or seed, expected open information")
    return state


def unscored(state: State) -> tuple[int, ...]:
    """The cards that are left, ascending."""
    return tuple(sorted((*state.hands[0], *state.deck, *state.discard)))


def most_turns(state: State) -> int:
    """No play goes on for more turns than this (the present one counted) without being solved or lost."""
    turns = len(unscored(state)) + STRIKES - 1 - state.strikes
    return turns if state.options.solo_skip_strike == "yes" else 2 * turns + 1


def fewest_turns(state: State) -> int:
    """No play scores every card in fewer turns, the present one counted.

    A turn scores hand cards only. The hand of a later turn has 4 cards, or what was kept before, or two more
    than that after a skip, which is a turn of its own: T turns score the hand and 4 (T - 1) cards at most.
    """
    waiting = len(state.deck) + len(state.discard)
    return 1 + -(-waiting // HAND)


@cache
def moves_left(hand: int, cards: int, turns: int, strikes: int, free_skips: bool) -> int:
    """No play makes more board moves than this before the last of its turns.

    hand     cards in hand now; `cards` of them and of the deck are not scored
    turns    the present one and the last one counted
    strikes  that may still be taken

    A turn that scores `a` of a hand of h cards spends h - a at most; later hands have 4 cards, or
    what was not spent before, or the fewer that are left. A turn without a score costs a strike.
    """
    if turns <= 1:
        return 0
    found = 0
    for scored in range(cards):
        if scored == 0 and strikes == 0:
            continue
        after = min(HAND, cards - scored)
        later = moves_left(after, cards - scored, turns - 1, strikes - (scored == 0), free_skips)
        found = max(found, max(hand - scored, 0) + later)
    if free_skips:
        found = max(found, moves_left(min(hand + SKIP_DRAW, cards), cards, turns - 1, strikes, free_skips))
    return found


@dataclass(frozen=True, slots=True)
class Layer:
    """What exactly `moves` board moves of a turn can reach; entry i everywhere is one (board, cards scored).

    scored  bit i set: hand card i is scored
    origin  column of the board at the start of the turn
    before  entry of the layer before that it comes from; move: number of the board move made, -1 for none
    """

    moves: int
    boards: Columns
    scored: Ints
    origin: Ints
    before: Ints
    move: Ints

    def chosen(self, entries: Ints) -> Layer:
        """Some of the entries."""
        return Layer(
            self.moves,
            self.boards[:, entries],
            self.scored[entries],
            self.origin[entries],
            self.before[entries],
            self.move[entries],
        )

    def joined(self, other: Layer) -> Layer:
        """The entries of both."""
        return Layer(
            self.moves,
            np.concatenate([self.boards, other.boards], axis=1),
            np.concatenate([self.scored, other.scored]),
            np.concatenate([self.origin, other.origin]),
            np.concatenate([self.before, other.before]),
            np.concatenate([self.move, other.move]),
        )

    @property
    def numbers(self) -> Ints:
        """One number for each (board, cards scored)."""
        return keys(self.boards) << LARGEST_HAND | self.scored


class Turn:
    """All ways through one turn that begins on any of some boards with the same hand.

    hand    cards that may be scored or spent
    most    board moves at most
    once    True: a pair that fewer moves reach is left out of the later layers (the moves that are
            saved are of no use); False: every number of moves counts, and so do moves that change
            nothing, for they get rid of a card (SS-12)
    keep    which entries of a layer are worth going on with
    """

    def __init__(
        self,
        boards: Columns,
        hand: tuple[int, ...],
        most: int,
        *,
        once: bool,
        keep: Callable[[Layer], Ints] | None = None,
    ) -> None:
        self.hand = hand
        self._once, self._keep = once, keep
        self._seen = np.zeros(0, dtype=np.int64)
        count = boards.shape[1]
        every = np.arange(count)
        nothing = np.zeros(count, dtype=np.int16)
        self.layers = [self._finished(Layer(0, boards, nothing, every, every, nothing - 1))]
        while len(self.layers) <= most and len(self.layers[-1].scored):
            self.layers.append(self._finished(self._moved(self.layers[-1])))

    def _moved(self, layer: Layer) -> Layer:
        """One more board move from every entry that can pay for it (SS-9, SS-10)."""
        can = np.flatnonzero(_sizes(layer.scored) + layer.moves < len(self.hand))
        return Layer(
            layer.moves + 1,
            after_all(layer.boards[:, can]),
            np.tile(layer.scored[can], MOVES),
            np.tile(layer.origin[can], MOVES),
            np.tile(can, MOVES),
            np.repeat(np.arange(MOVES, dtype=np.int16), len(can)),
        )

    def _finished(self, layer: Layer) -> Layer:
        """The layer with every choice of matching cards scored as well (SS-14), each pair once."""
        layer = self._new(layer)
        for bit, card in enumerate(self.hand):
            able = np.flatnonzero(
                (layer.scored >> bit & 1 == 0) & (_sizes(layer.scored) + layer.moves < len(self.hand))
            )
            able = able[distances(card)(layer.boards[:, able]) == 0]
            if len(able):
                more = layer.chosen(able)
                layer = layer.joined(replace(more, scored=more.scored | np.int16(1 << bit)))
        layer = self._new(layer)
        if self._once:
            self._seen = np.concatenate([self._seen, layer.numbers])
        return layer

    def _new(self, layer: Layer) -> Layer:
        numbers, first = np.unique(layer.numbers, return_index=True)
        if self._once and len(self._seen):
            first = first[~np.isin(numbers, self._seen)]
        layer = layer.chosen(np.sort(first))
        return layer if self._keep is None else layer.chosen(np.flatnonzero(self._keep(layer)))

    def plan(self, moves: int, entry: int, spent: tuple[int, ...]) -> list[Move]:
        """The moves of the turn that end on an entry of layer `moves`, spending these cards in this order."""
        plan: list[Move] = []
        while True:
            layer = self.layers[moves]
            back = int(layer.before[entry])
            news = int(layer.scored[entry])
            if moves:
                news &= ~int(self.layers[moves - 1].scored[back])
            scores = [Move("score", card=card) for bit, card in enumerate(self.hand) if news >> bit & 1]
            if not moves:
                return scores + plan
            made = BOARD_MOVES[int(layer.move[entry])]
            moves -= 1
            plan = [Move(made.verb, made.cells, spent[moves]), *scores, *plan]
            entry = back


@dataclass(frozen=True, slots=True)
class How:
    """What a turn did to the cards: scored, spent on moves, dropped (SS-19); skipped instead."""

    scored: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    skipped: bool = False


@dataclass
class Group:
    """Boards with the same cards around them after the same number of turns.

    source  for every board: number of an entry of `sources`, and the board's column there
    """

    boards: Columns
    source: NDArray[np.int32]
    column: NDArray[np.int32]
    sources: list[tuple[State, How]] = field(default_factory=list)


Level = dict[State, Group]


class Solo:
    """The search from one state.

    watch  counts boards looked at; its limit and report are obeyed
    most   boards that may be looked at before ``TooLarge`` is raised; None: no limit
    """

    def __init__(self, state: State, watch: Watch, most: int | None = None) -> None:
        self.state = state
        self.watch = watch
        self.most = most
        self.free_skips = state.options.solo_skip_strike == "no"
        self._all = frozenset((*unscored(state), *state.scored[0]))
        self._ends: dict[tuple[State, How], State | None] = {}

    def root(self) -> Level:
        """The start as a level of its own."""
        nothing = np.zeros(1, dtype=np.int32)
        return {around(self.state): Group(columns(self.state.board), nothing, nothing)}

    def solved(self, level: Level) -> tuple[State, int] | None:
        """A board from which the turn that begins scores all cards, with fewest strikes; None when there is none."""
        for cards in sorted(level, key=lambda state: (state.strikes, str(state))):
            hand = cards.hands[0]
            if cards.deck or cards.discard or cards.dropping:
                continue
            here = np.arange(level[cards].boards.shape[1])
            for card in hand:
                here = here[distances(card)(level[cards].boards[:, here]) == 0]
            if len(here):
                return cards, int(here[0])
        return None

    def levels(self, turns: int) -> Iterator[Level]:
        """The boards at the start of turn 1, 2 ... `turns` of plans that may end in turn `turns`."""
        level = self.root()
        yield level
        seen: dict[State, list[tuple[int, Ints]]] = {}
        for left in range(turns, 1, -1):
            level = self.next(level, left, seen)
            yield level

    def next(self, level: Level, left: int, seen: dict[State, list[tuple[int, Ints]]]) -> Level:
        """The level after one more turn; `left` turns are left, this one and the last one counted."""
        found: dict[State, list[tuple[State, How, Columns, Ints]]] = {}
        for cards in sorted(level, key=lambda state: (state.strikes, str(state))):
            for after, how, boards, origin in self.ends(cards, level[cards].boards, left):
                found.setdefault(after, []).append((cards, how, boards, origin))
        return {
            after: group
            for after in sorted(found, key=lambda state: (state.strikes, str(state)))
            if (group := self._merged(after, found[after], left - 1, seen)).boards.shape[1]
        }

    def ends(self, cards: State, boards: Columns, left: int) -> Iterator[tuple[State, How, Columns, Ints]]:
        """Every way to end the turn: the cards afterwards, how, the boards, and the column that each comes from."""
        hand = cards.hands[0]
        self._count(boards.shape[1])
        skip = self._end(cards, How(skipped=True))
        every = np.arange(boards.shape[1])
        if skip is not None:
            yield skip, How(skipped=True), boards, every
        if len(hand) > LARGEST_HAND:
            raise TooLarge
        for layer in self._turn(cards, boards, left).layers:
            for bits in map(int, np.unique(layer.scored)):
                here = np.flatnonzero(layer.scored == bits)
                scored = tuple(card for i, card in enumerate(hand) if bits >> i & 1)
                for how in self._payments(cards, scored, layer.moves):
                    after = self._end(cards, how)
                    if after is not None:
                        yield after, how, layer.boards[:, here], layer.origin[here]

    def _turn(self, cards: State, boards: Columns, left: int) -> Turn:
        hand, total = cards.hands[0], len(unscored(cards))
        strikes = STRIKES - 1 - cards.strikes
        rest = []
        for scored in range(len(hand) + 1):
            more = self._later(total - scored, left - 1, strikes) if scored or cards.turn == "scored" else -1
            if not scored:
                # Nothing is scored yet: either this turn adds a strike, or a card of it is scored later on.
                if strikes:
                    more = max(more, self._later(total, left - 1, strikes - 1))
                if total > 1:
                    more = max(more, self._later(total - 1, left - 1, strikes))
            rest.append(more if scored < total else -1)
        size = len(hand)
        waiting = (*cards.deck, *cards.discard)
        after = np.array(rest)

        def keep(layer: Layer) -> Ints:
            """Where every card that is not scored is near enough for the moves that can still be made."""
            self._count(len(layer.scored))
            scored = _sizes(layer.scored)
            allowed = size - scored - layer.moves + after[scored]
            near = after[scored] >= 0
            for bit, card in [*enumerate(hand), *((-1, card) for card in waiting)]:
                here = np.flatnonzero(near)
                far = distances(card)(layer.boards[:, here]) > allowed[here]
                if bit >= 0:
                    far &= layer.scored[here] >> bit & 1 == 0
                near[here[far]] = False
            return near

        # Where a turn may not end idly, a move that leads back is worth its card: the turn may end then.
        once = self._come_back(cards) and cards.options.idle_end == "allowed"
        return Turn(boards, hand, 0 if cards.dropping else size, once=once, keep=keep)

    def _come_back(self, cards: State) -> bool:
        """Whether all cards that are not scored in a turn are in hand in the next one, whatever was spent."""
        return len(unscored(cards)) <= HAND

    def _later(self, cards: int, turns: int, strikes: int) -> int:
        return moves_left(min(HAND, cards), cards, turns, strikes, self.free_skips)

    def _payments(self, cards: State, scored: tuple[int, ...], moves: int) -> Iterator[How]:
        """Which cards pay for the moves and which are dropped; one choice where all come back at once."""
        free = [card for card in cards.hands[0] if card not in scored]
        if moves > len(free) or (cards.dropping and scored):
            return
        for spent in combinations(free, moves):
            kept = [card for card in free if card not in spent]
            surplus = len(kept) - HAND if cards.options.over_four == "discard_down" else 0
            for dropped in combinations(kept, max(surplus, 0)):
                yield How(scored, spent, dropped)
            if self._come_back(cards):
                return

    def _end(self, cards: State, how: How) -> State | None:
        """The cards after a turn; None where the rules forbid this end or the game is over after it."""
        key = (cards, how)
        if key not in self._ends:
            self._ends[key] = self._ended(cards, how)
        return self._ends[key]

    def _ended(self, cards: State, how: How) -> State | None:
        move = Move("skip") if how.skipped else Move("end")
        gone = {*how.scored, *how.spent, *how.dropped}
        before = replace(
            cards,
            hands=(tuple(card for card in cards.hands[0] if card not in gone),),
            scored=(tuple(sorted((*cards.scored[0], *how.scored))),),
            discard=(*cards.discard, *how.spent, *how.dropped),
            turn="scored" if how.scored else "acted" if how.spent and cards.turn == "start" else cards.turn,
            dropping=cards.dropping or bool(how.dropped),
        )
        if before.why_not(move) is not None:
            return None
        after = before.play(move)
        return None if after.turn == "over" else around(after)

    def _merged(
        self,
        cards: State,
        parts: list[tuple[State, How, Columns, Ints]],
        left: int,
        seen: dict[State, list[tuple[int, Ints]]],
    ) -> Group:
        """The boards of all ways into one level, each once, without those that came earlier or cannot end in time."""
        boards = np.concatenate([part[2] for part in parts], axis=1)
        source = np.repeat(np.arange(len(parts), dtype=np.int32), [part[2].shape[1] for part in parts])
        column = np.concatenate([part[3] for part in parts]).astype(np.int32)
        numbers, first = np.unique(keys(boards), return_index=True)
        earlier = seen.setdefault(replace(cards, strikes=0), [])
        for strikes, known in earlier:
            if strikes <= cards.strikes:
                new = ~np.isin(numbers, known, assume_unique=True)
                numbers, first = numbers[new], first[new]
        left_strikes = STRIKES - 1 - cards.strikes
        most = moves_left(len(cards.hands[0]), len(unscored(cards)), left, left_strikes, self.free_skips)
        near = np.ones(len(first), dtype=np.bool_)
        for card in unscored(cards):
            near &= distances(card)(boards[:, first]) <= most
        numbers, first = numbers[near], np.sort(first[near])
        if len(numbers):
            earlier.append((cards.strikes, numbers))
        return Group(boards[:, first], source[first], column[first], [part[:2] for part in parts])

    def quick(self, width: int) -> tuple[list[Level], tuple[State, int]] | None:
        """Levels that lead to a solved board, by keeping only the `width` most promising boards of each level.

        For a plan to begin with, not for a proof.
        """
        turns = most_turns(self.state)
        levels = [self.root()]
        for left in range(turns, 0, -1):
            end = self.solved(levels[-1])
            if end is not None:
                return levels, end
            if left == 1 or not levels[-1]:
                return None
            levels.append(self._promising(self.next(levels[-1], left, {}), width))
        return None

    def _promising(self, level: Level, width: int) -> Level:
        costs = []
        for cards, group in level.items():
            left = unscored(cards)
            far = np.zeros(group.boards.shape[1])
            for card in left:
                far += distances(card)(group.boards)
            costs.append(far * AWAY + len(left) + cards.strikes * STRIKE)
        if not costs:
            return level
        limit = np.sort(np.concatenate(costs))[:width][-1]
        found = {}
        for (cards, group), cost in zip(level.items(), costs, strict=True):
            at = np.flatnonzero(cost <= limit)[:width]
            if len(at):
                found[cards] = Group(group.boards[:, at], group.source[at], group.column[at], group.sources)
        return found

    def _count(self, boards: int) -> None:
        self.watch.nodes += boards
        self.watch.look()
        if self.most is not None and self.watch.nodes > self.most:
            raise TooLarge

    def plan(self, levels: list[Level], end: tuple[State, int]) -> list[Move]:
        """The moves that lead to a solved board of the last of these levels, its last scores included."""
        cards, column = end
        turns: list[list[Move]] = [[Move("score", card=card) for card in cards.hands[0]]]
        for number in range(len(levels) - 1, 0, -1):
            group = levels[number][cards]
            before, how = group.sources[int(group.source[column])]
            back = int(group.column[column])
            target = group.boards[:, column : column + 1]
            start = levels[number - 1][before].boards[:, back : back + 1]
            turns.append(self._moves(before, how, start, target))
            cards, column = before, back
        return [move for turn in reversed(turns) for move in turn]

    def _moves(self, cards: State, how: How, start: Columns, target: Columns) -> list[Move]:
        """The moves of one turn from board to board."""
        if how.skipped:
            return [Move("skip")]
        hand, moves = cards.hands[0], len(how.spent)
        turn = Turn(start, hand, moves, once=False)
        layer = turn.layers[moves]
        bits = sum(1 << hand.index(card) for card in how.scored)
        entry = int(np.flatnonzero((layer.scored == bits) & (layer.boards == target).all(axis=0))[0])
        drops = [Move("drop", card=card) for card in how.dropped]
        return [*turn.plan(moves, entry, how.spent), *drops, Move("end")]


def around(state: State) -> State:
    """The cards of a state, as a state whose board, order of the pile and idle counters are put to one form."""
    come_back = not state.deck and not state.discard and len(state.hands[0]) <= HAND
    return replace(
        state,
        board=_NO_BOARD,
        discard=tuple(sorted(state.discard)),
        # Where all cards are in hand, and stay so after each turn, no order of a deck matters any more.
        shuffles=0 if come_back else state.shuffles,
    )


_NO_BOARD = "SFFHHHEEE"

_SIZES = np.array([number.bit_count() for number in range(1 << LARGEST_HAND)], dtype=np.int16)


def _sizes(scored: Ints) -> Ints:
    found: Ints = _SIZES[scored]
    return found
