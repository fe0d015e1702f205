"""Why a plan is best, in the words of Shifting Stones; every sentence carries a number or a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from puzzles.core.state import RulesError
from puzzles.shifting_stones.cards import BACKS, CARDS, FACES, card_words
from puzzles.shifting_stones.grid import CELLS, matching_places
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from puzzles.shifting_stones.rules import HAND, State
from puzzles.shifting_stones.state import Move, points_of, read_move
from solvers.core.explain import Comparison, counted, listed
from solvers.core.search import Watch
from solvers.core.solution import Alternative, Limits, Step
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import Tours, pairings, pattern
from solvers.shifting_stones.sets import Found, Hand, nearest_first
from solvers.shifting_stones.tables import permutation_rank, permutation_swaps
from solvers.shifting_stones.turns import Turn, read_turn

_SMALL = 7
"""Largest hand for which an explanation makes a search of its own (a few milliseconds)."""


def named(card: int) -> str:
    """``card 36 (Fish-Fish, 2 points)``."""
    return f"card {card} ({card_words(card)}, {counted(CARDS[card].points, 'point')})"


def cards_named(cards: Iterable[int]) -> str:
    """``card 8 (Horse-Horse, 1 point) and card 36 (Fish-Fish, 2 points)``."""
    return listed([named(card) for card in cards])


def distance_steps(board: str, plan: Sequence[Move]) -> list[Step]:
    """The steps of a plan without cards, each with what it does and how many are left."""
    steps = []
    for number, move in enumerate(plan, 1):
        left = len(plan) - number
        after = counted(left, "move") + " left" if left else "there"
        steps.append(Step(move, 0, f"{done(board, move)}; {after}"))
        board = move_tiles(board, move)
    return steps


def card_distance_reasons(board: str, card: int, plan: Sequence[Move]) -> list[str]:
    """Where the block ends, what that costs, and what its other places would cost."""
    flips = sum(move.verb == "flip" for move in plan)
    last = board
    for move in plan:
        last = move_tiles(last, move)
    place = matching_places(last, card)[0]
    where = listed([f"{FACES[face].name} on {CELLS[cell]}" for cell, face in place.needs])
    if not plan:
        return [f"Card {card} ({card_words(card)}) matches now: {where} (SS-23)."]
    reasons = [
        f"The plan ends with {where}: {counted(flips, 'flip')} and {counted(len(plan) - flips, 'swap')}."
    ]
    wanted, packed = pattern(card), pack(board)
    prices = Counter(wanted.distance_to(packed, target) for target in wanted.targets)
    if len(wanted.targets) > 1:
        costs = listed(
            [
                f"{counted(number, 'place')} for {counted(price, 'move')}"
                for price, number in sorted(prices.items())
            ]
        )
        reasons.append(
            f"The block fits in the grid at {len(wanted.targets)} places (SS-25), to be had at: {costs}."
        )
    return reasons


def board_distance_reasons(board: str, target: str) -> list[str]:
    """How many tiles show the wrong face, how far they lie, and what walking one by one would cost."""
    table = permutation_swaps()
    goes, turned = min(
        pairings(board, target), key=lambda p: (table[permutation_rank(p[0])] + sum(p[1]), sum(p[1]))
    )
    swaps = table[permutation_rank(goes)]
    steps = sum(abs(cell // 3 - to // 3) + abs(cell % 3 - to % 3) for cell, to in enumerate(goes))
    travel = sum(cell != to for cell, to in enumerate(goes))
    reasons = [
        f"{_upper(counted(sum(turned), 'tile'))} must be turned over and {counted(travel, 'tile')} must travel: "
        f"{counted(sum(turned), 'flip')} and {counted(swaps, 'swap')}."
    ]
    if steps:
        reasons.append(
            f"The tiles have {counted(steps, 'step')} to go in all, and a swap is a step for two tiles: fewer than "
            f"{counted((steps + 1) // 2, 'swap')} could never do, {swaps} {'does' if swaps == 1 else 'do'}."
        )
    return reasons


def turn_steps(turn: Turn, plan: Sequence[Move], *, search: bool = True) -> list[Step]:
    """The steps of a turn's plan: what each gains, what it is for, what else there was.

    search  False: no alternative that needs a search of its own
    """
    steps = []
    total = points_of(move.card or 0 for move in plan if move.verb == "score")
    state, gained = turn.state, 0
    later = [move.card or 0 for move in plan if move.verb == "score"]
    spends = 0
    for move in plan:
        card = move.card or 0
        if move.verb == "score":
            gain = CARDS[card].points
            cells = [CELLS[cell] for cell, _ in matching_places(state.board, card)[0].needs]
            why = f"{named(card)} matches on {' '.join(cells)}; scoring spends nothing (SS-13)"
            others: tuple[Alternative, ...] = ()
            later.remove(card)
        elif move.verb in ("swap", "flip"):
            gain, why = 0, _shift_why(state, move, later)
            others = _spend_other(turn, state, move, later, gained, total) if search and spends == 0 else ()
            spends += 1
        else:
            gain, why, others = 0, _ending_why(state, move), ()
        steps.append(Step(move, gain, why, others))
        gained += gain
        state = state.play(move)
    return steps


def done(board: str, move: Move) -> str:
    """What a swap or a flip does, in words: ``turns Fish to Bird on b1``."""
    if move.verb == "flip":
        face = board[move.cells[0]]
        return f"turns {FACES[face].name} to {FACES[BACKS[face]].name} on {CELLS[move.cells[0]]}"
    one, other = move.cells
    return f"{FACES[board[one]].name} goes to {CELLS[other]}, {FACES[board[other]].name} to {CELLS[one]}"


def _shift_why(state: State, move: Move, later: Sequence[int]) -> str:
    before, after = pack(state.board), pack(move_tiles(state.board, move))
    nearer = []
    for card in later:
        was, now = pattern(card).distance(before), pattern(card).distance(after)
        if now < was:
            nearer.append(
                f"card {card} matches"
                if now == 0
                else f"card {card} is {counted(now, 'move')} away, not {was}"
            )
    words = done(state.board, move) + (f", so {listed(nearer)}" if nearer else "")
    card = move.card or 0
    away = pattern(card).distance(before)
    rest = f"{counted(away, 'move')} away" if away else "which matches now"
    return f"{words}; paid with {named(card)}, {rest}"


def _spend_other(
    turn: Turn, state: State, move: Move, later: Sequence[int], gained: int, total: int
) -> tuple[Alternative, ...]:
    """The same move, paid with a card that the plan scores: what that loses."""
    card = min(later, key=lambda c: (CARDS[c].points, c))
    left = tuple(c for c in state.hands[state.to_move] if c in turn.cards and c != card)
    if len(left) > _SMALL:
        return ()
    hand = Hand(pack(move_tiles(state.board, move)), left, Watch(Limits()))
    value = gained + hand.most(len(left), fewest_cards=True).points
    loss = total - value
    words = f"card {card} cannot be scored then (SS-11); at most {counted(value, 'point')} this turn, {loss} fewer"
    if loss == 0:
        words = f"also {counted(value, 'point')}; the tie goes to fewer cards spent, fewer scored, the smaller move text"
    return (Alternative(str(Move(move.verb, move.cells, card)), value, words),)


def _ending_why(state: State, move: Move) -> str:
    held = len(state.hands[state.to_move])
    if move.verb == "drop":
        return f"{counted(held, 'card')} in hand, and {held - HAND} must go before the end (SS-19)"
    if held < HAND:
        return f"{counted(held, 'card')} left in hand, so up to {HAND - held} are drawn (SS-17)"
    return f"{counted(held, 'card')} left in hand, so none is drawn (SS-19)"


def turn_reasons(turn: Turn, hand: Hand, found: Found, plan: Sequence[Move]) -> list[str]:
    """Why this turn and not another: what lies there now, what is out of reach, what breaks the tie."""
    if turn.state.dropping:
        return ["The surplus is being dropped, so nothing is scored any more this turn (SS-19)."]
    size = len(turn.cards)
    scored = [move.card or 0 for move in plan if move.verb == "score"]
    reasons = []
    now = [card for card in turn.cards if hand.away[card] == 0]
    if now:
        total = points_of(now)
        rest = f", {found.points - total} fewer than this turn" if total < found.points else ""
        verb = "matches" if len(now) == 1 else "match"
        reasons.append(
            f"{_upper(cards_named(now))} {verb} now; scoring only that gives {counted(total, 'point')}{rest}."
        )
    elif turn.cards:
        reasons.append(f"None of the {counted(size, 'card')} matches now.")
    greedy = points_of(nearest_first(hand, size)[0])
    if points_of(now) < greedy < found.points:
        reasons.append(
            f"Going for the nearest card each time gives {counted(greedy, 'point')}, {found.points - greedy} fewer."
        )
    reasons += [_left_out(hand, size, scored, card) for card in turn.cards if card not in scored]
    if scored and found.moves:
        verb = "card" if found.moves == 1 else "cards"
        reasons.append(
            f"{found.moves} {verb} must be spent: no turn with {counted(found.points, 'point')} spends fewer."
        )
    if not plan:
        reasons.append(
            "A turn may not end before something is done in it (SS-17, idle_end=forbidden): skip or spend a card."
        )
    return reasons


def pair_reasons(found: Found, kept: int, before: tuple[int, int] | None) -> list[str]:
    """What the cards kept cost in points against the pair with more points (`before`: points, kept)."""
    if before is None:
        return [f"No turn gives more than {counted(found.points, 'point')}, however few cards are kept."]
    return [
        f"Keeping {counted(kept, 'card')} instead of {before[1]} costs {counted(before[0] - found.points, 'point')}."
    ]


def _left_out(hand: Hand, size: int, scored: Sequence[int], card: int) -> str:
    away, left = hand.away[card], size - len(scored) - 1
    begin = _upper(named(card)) + (f" is {counted(away, 'move')} away" if away else " matches now")
    if away > size - 1:
        return f"{begin}, but with {counted(size, 'card')} at most {counted(size - 1, 'move')} can come before a score."
    if away > left or left == 0:
        return f"{begin}; scoring it as well leaves {counted(left, 'card')} to spend on moves."
    cards = "card that is" if left == 1 else "cards that are"
    return (
        f"{begin}, but {counted(left, 'move')} (for the {left} {cards} left if it is scored as well) "
        "cannot pass its match and all the others."
    )


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def points_proof(hand: Hand, found: Found) -> str:
    """How it is known that no set of cards with more points fits the budget."""
    total = points_of(hand.cards)
    if found.points == total:
        return f"The cards of the hand are worth {counted(total, 'point')} in all."
    ways = [1] + [0] * total  # number of sets worth 0, 1, 2 ... points
    for card in hand.cards:
        for worth in range(total, CARDS[card].points - 1, -1):
            ways[worth] += ways[worth - CARDS[card].points]
    above = sum(ways[found.points + 1 :])
    need = f"More than {counted(found.points, 'point')} would need one of {counted(above, 'set')} of cards: "
    far = above - hand.searched
    if not hand.searched:
        return f"{need}each holds a card that is farther away than the moves that are left."
    return (
        f"{need}{far} of them hold a card that is farther away than the moves that are left, and "
        f"{hand.searched} {'was' if hand.searched == 1 else 'were'} ruled out by trying every way."
    )


def compare(state: State | str, move: Move | str) -> Comparison:
    """What `move` loses in points this turn against the best turn, when the best follows after it.

    Raises RulesError for a text that cannot be read or a game that is over, IllegalMove for a move
    that the rules refuse.
    """
    turn = read_turn(state, "compare")
    if isinstance(move, str):
        move = read_move(move)
    if not isinstance(move, Move):
        raise RulesError(
            f"compare, move: got {type(move).__name__}, expected a move of shifting_stones or its text"
        )
    after = turn.state.play(move)
    best_hand, best = _best(turn)
    gain = CARDS[move.card or 0].points if move.verb == "score" else 0
    value, spends = gain, 0
    if move.verb not in ("end", "skip") and after.turn != "over":
        rest = _best(read_turn(after, "compare"))[1]
        value, spends = gain + rest.points, rest.moves
    spends += move.verb in ("swap", "flip")
    loss = best.points - value
    words = _loss_words(value, best.points)
    if loss == 0 and value and spends > best.moves:
        words = (
            f"Still {counted(value, 'point')} this turn, but with {counted(spends, 'card')} spent; "
            f"{best.moves or 'none'} would do"
        )
    parts = [words, _move_words(turn, move, best, loss, best_hand.tours)]
    if loss:
        cards, route = best.sets[0], best_hand.tours.route(turn.board, best.sets[0], best.moves)
        moves = f" after {', '.join(str(BOARD_MOVES[n]) for n in route)}" if route else " now"
        parts.append(f"The best turn scores {cards_named(cards)}{moves}")
    return Comparison(str(move), value, best.points, loss, ". ".join(filter(None, parts)) + ".")


def _best(turn: Turn) -> tuple[Hand, Found]:
    hand = Hand(turn.board, turn.cards, Watch(Limits()))
    return hand, hand.most(len(turn.cards), fewest_cards=True)


def _loss_words(value: int, best: int) -> str:
    if value == best:
        return f"Nothing is lost: {counted(value, 'point')} this turn, and no turn gives more"
    most = f"At most {counted(value, 'point')}" if value else "No points"
    return f"{most} this turn, {best - value} fewer than the best turn ({best})"


def _move_words(turn: Turn, move: Move, best: Found, loss: int, tours: Tours) -> str:
    card = move.card or 0
    if move.verb == "end":
        return (
            f"The turn is over, and {counted(len(best.sets[0]), 'card')} could still be scored"
            if loss
            else ""
        )
    if move.verb == "skip":
        return "A skip is the only thing of its turn, so nothing is scored (SS-20)"
    if move.verb == "drop":
        return "After the first drop nothing is scored any more (SS-19)" if loss else ""
    if move.verb == "score":
        return f"{_upper(named(card))} is scored for nothing (SS-13)"
    words = []
    if loss and all(card in cards for cards in best.sets):
        words.append(f"{_upper(named(card))} is spent and cannot be scored any more (SS-11)")
    farther = []
    after = pack(move_tiles(turn.state.board, move))
    for other in best.sets[0]:
        was, now = pattern(other).distance(turn.board), pattern(other).distance(after)
        if other != card and now != was:
            farther.append(f"{named(other)} is now {counted(now, 'move')} away, before {was}")
    if farther:
        words.append(_upper(listed(farther)))
    if loss and card not in best.sets[0]:
        moves = 0
        while not tours.within(after, best.sets[0], moves):
            moves += 1
        left = len(turn.cards) - 1 - len(best.sets[0])
        words.append(
            f"From there the cards of the best turn need {counted(moves, 'move')}, and {counted(left, 'card')} "
            f"{'is' if left == 1 else 'are'} left to spend on them"
        )
    return ". ".join(words)
