"""The greedy player: one move ahead, no more. What learners race their own strategies against."""

from __future__ import annotations

from functools import lru_cache

from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import matches
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from puzzles.shifting_stones.rules import SKIP_CAP, State
from puzzles.shifting_stones.state import Move
from solvers.shifting_stones.search import pattern, step_towards
from solvers.shifting_stones.turns import Turn, ending, play_all, read_turn

Option = tuple[int, int, str, Move, str]
"""Points of the dearest card that could be scored next, negative; points of the card spent; text; move; board after."""

_matches = lru_cache(maxsize=200_000)(matches)


def greedy_plan(board: str, hand: tuple[int, ...]) -> list[Move]:
    """Scores and board moves of the greedy turn, without its ending.

    board  nine letters
    hand   card ids
    Scores whatever matches, the dearest first (ties: the larger id). When nothing does, it makes the one
    board move after which the dearest card can be scored, paid with the cheapest other card (ties:
    the smaller move text). When no single move helps, it stops.
    """
    plan: list[Move] = []
    while True:
        now = [card for card in hand if _matches(board, card)]
        if now:
            card = max(now, key=lambda card: (CARDS[card].points, card))
            plan.append(Move("score", card=card))
            hand = tuple(other for other in hand if other != card)
            continue
        options = _options(board, hand)
        if not options:
            return plan
        *_, move, board = min(options)
        plan.append(move)
        hand = tuple(other for other in hand if other != move.card)


def _options(board: str, hand: tuple[int, ...]) -> list[Option]:
    found: list[Option] = []
    for move in BOARD_MOVES:
        after = move_tiles(board, move)
        matching = [card for card in hand if _matches(after, card)]
        for spent in hand:
            gains = [CARDS[card].points for card in matching if card != spent]
            if gains:
                paid = Move(move.verb, move.cells, spent)
                found.append((-max(gains), CARDS[spent].points, str(paid), paid, after))
    return found


def greedy_turn(view: State | str) -> tuple[str, ...]:
    """The rest of the turn of the seat to move, as move texts.

    A turn that can score nothing is skipped where that draws cards; else the farthest card is spent on
    a move towards the nearest one. Only what the seat may see is read. Raises RulesError, also for a
    game that is over.
    """
    turn = read_turn(view, "greedy_turn")
    state = turn.state
    plan = greedy_plan(state.board, turn.cards)
    if not plan and state.turn == "start":
        skip = Move("skip")
        if state.why_not(skip) is None and (turn.held < SKIP_CAP or not turn.cards):
            return (str(skip),)
        plan = _step(turn)
    return tuple(map(str, plan + ending(play_all(state, plan))))


def _step(turn: Turn) -> list[Move]:
    """One move towards the nearest card, paid with the farthest; none without two cards."""
    if len(turn.cards) < 2:
        return []
    order = sorted(turn.cards, key=lambda card: (pattern(card).distance(turn.board), card))
    move = BOARD_MOVES[step_towards(turn.board, order[0])]
    return [Move(move.verb, move.cells, order[-1])]
