"""`solo_plan`: the answer of the search over turns (``solo_search.py``), replayed by the rules and explained."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.shifting_stones.problems import SoloPlan
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import STRIKES, Move
from solvers.core.explain import counted, listed
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import pattern
from solvers.shifting_stones.solo_search import (
    Solo,
    TooLarge,
    fewest_turns,
    most_turns,
    moves_left,
    read_solo,
    unscored,
)
from solvers.shifting_stones.why import done, named

NO_LIMIT = Limits()
PROMISED = 3
"""Cards left for which the search goes on until it has an answer."""

MOST_BOARDS = 8_000_000
"""Boards that are looked at for more cards than that, before the answer is `not finished` (about 20 s)."""

WIDTHS = (4, 24)
"""Boards kept after a turn for a first plan, where many cards are left; the second when the first finds none."""

METHOD = "all boards turn by turn"


def solo_plan(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """Score every card that is left in a solo game: fewest turns, then fewest strikes added.

    The full state is read: hand, deck in order, pile, and the seed for later reshuffles. The present turn
    counts as 1, and so does the last one. Exact for up to 3 cards that are not scored; for more it is
    exact where the search ends, and else FEASIBLE or UNKNOWN with a proven bound. INFEASIBLE when every
    play loses. Raises RulesError for a view, a game of several players or one that is over.

    >>> solo_plan("players: 1\\nseed: 1\\nboard: SFF/HHH/EEE\\nhands: 38 58").value
    (2, 1)
    """
    start = read_solo(state)
    watch = Watch(limits, report)
    cards = unscored(start)
    large = len(cards) > PROMISED
    best: tuple[tuple[int, int], list[Move]] | None = None
    turns, last = fewest_turns(start), most_turns(start)

    def bound() -> tuple[int, int]:
        """No plan of fewer turns than `turns`; and of T turns, T minus the number of cards cannot score."""
        sure = turns - len(cards) if start.options.solo_skip_strike == "yes" else 0
        return turns, max(0, sure)

    def news() -> None:
        watch.news(best[0] if best else None, bound(), tuple(map(str, best[1])) if best else ())

    try:
        watch.look()
        news()
        if large:
            found = _quick(start, watch)
            if found is not None:
                best = found
                news()
        search = Solo(start, watch, watch.nodes + MOST_BOARDS if large else None)
        while turns <= last and (best is None or best[0] > bound()):
            levels = []
            for level in search.levels(turns):
                levels.append(level)
            end = search.solved(levels[-1])
            if end is not None:
                best = (turns, end[0].strikes - start.strikes), search.plan(levels, end)
                return _solution(start, best, best[0], _proof(start, best[0]), watch, METHOD)
            turns += 1
            news()
    except (OutOfTime, Stop, TooLarge):
        return _solution(start, best, bound(), "", watch, METHOD + ", stopped")
    if best is not None:
        return _solution(start, best, best[0], _proof(start, best[0]), watch, METHOD)
    return _solution(start, None, None, _lost(start), watch, METHOD)


def _quick(start: State, watch: Watch) -> tuple[tuple[int, int], list[Move]] | None:
    """Some plan, when one is found soon."""
    for width in WIDTHS:
        search = Solo(start, watch, watch.nodes + MOST_BOARDS)
        try:
            found = search.quick(width)
        except TooLarge:
            return None
        if found is not None:
            levels, end = found
            return (len(levels), end[0].strikes - start.strikes), search.plan(levels, end)
    return None


def _solution(
    start: State,
    best: tuple[tuple[int, int], list[Move]] | None,
    bound: tuple[int, int] | None,
    proof: str,
    watch: Watch,
    method: str,
) -> Solution:
    value, plan = best if best is not None else (None, [])
    if bound is None:
        status = Status.INFEASIBLE
    elif value is None:
        status = Status.UNKNOWN
    else:
        status = Status.OPTIMAL if value == bound else Status.FEASIBLE
    if status is Status.OPTIMAL and not proof and value is not None:
        proof = _proof(start, value)
    spent = sum(move.verb in ("swap", "flip") for move in plan)
    return verify(
        Solution(
            problem=SoloPlan(),
            start=str(start),
            status=status,
            value=value,
            bound=bound,
            proof=proof if status in (Status.OPTIMAL, Status.INFEASIBLE) else "",
            steps=tuple(solo_steps(start, plan)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=method,
            reasons=tuple(_reasons(start, plan)),
            facts={} if value is None else {"cards": len(unscored(start)), "moves": spent},
        )
    )


def solo_steps(start: State, plan: Sequence[Move]) -> list[Step]:
    """The steps of a plan: what each does, what it is for, and what a turn's end costs and draws."""
    steps = []
    state, turn = start, 1
    for move in plan:
        after = state.play(move)
        if move.verb == "score":
            left = len(unscored(after))
            why = f"{named(move.card or 0)} matches now (SS-13); {counted(left, 'card')} left to score"
        elif move.verb in ("swap", "flip"):
            why = _nearer(state, after, move)
        elif move.verb == "drop":
            why = f"{counted(len(state.hands[0]), 'card')} in hand, and 4 may be kept (SS-19)"
        else:
            why = _turn_over(state, after, turn)
            turn += 1
        steps.append(Step(move, 0, why))
        state = after
    return steps


def _nearer(state: State, after: State, move: Move) -> str:
    here, there = pack(state.board), pack(after.board)
    words = []
    for card in unscored(state):
        was, now = pattern(card).distance(here), pattern(card).distance(there)
        if now < was:
            words.append(f"card {card} {f'is {now} away, not {was}' if now else 'matches'}")
    because = f", so {listed(words)}" if words else ""
    return f"{done(state.board, move)}{because}; paid with card {move.card}"


def _turn_over(state: State, after: State, turn: int) -> str:
    drawn = len(after.hands[0]) - len(state.hands[0])
    strike = after.strikes - state.strikes
    if strike:
        cost = f"no card scored, so strike {after.strikes} (SS-35)"
    else:
        cost = "no strike"
    cards = " ".join(map(str, after.hands[0])) or "none"
    return f"turn {turn} is over: {cost}; {counted(drawn, 'card')} drawn, hand {cards}"


def _reasons(start: State, plan: Sequence[Move]) -> list[str]:
    """How far the cards are, what the last turn needs, and where each card is scored."""
    cards = unscored(start)
    board = pack(start.board)
    away = {card: pattern(card).distance(board) for card in cards}
    if len(cards) <= 6:
        far = listed([f"card {card} is {counted(away[card], 'move')} away" for card in cards])
        reasons = [f"At the start {far}."]
    else:
        reasons = [
            f"At the start {len(cards)} cards are left, {sum(not moves for moves in away.values())} of them match, "
            f"and they are {sum(away.values())} moves away in all."
        ]
    if not plan:
        return reasons
    turn, scores = 1, dict[int, list[int]]()
    for move in plan:
        if move.verb == "score":
            scores.setdefault(turn, []).append(move.card or 0)
        turn += move.verb in ("end", "skip")
    if turn > 1:
        together = listed([str(card) for card in scores[turn]])
        many = len(scores[turn]) > 1
        reasons.append(
            f"In the last turn nothing can be moved, for a spent card would be left over (SS-11, SS-37): "
            f"{'cards' if many else 'card'} {together} {'match' if many else 'matches'} on the board that turn {turn - 1} leaves."
        )
        idle = [str(number) for number in range(1, turn) if number not in scores]
        if idle:
            reasons.append(f"No card is scored in {'turn' if len(idle) == 1 else 'turns'} {listed(idle)}.")
    return reasons


def _proof(start: State, value: tuple[int, int]) -> str:
    turns, strikes = value
    cards = len(unscored(start))
    if turns == 1:
        return "All cards that are left match now, and no plan has fewer turns than 1."
    fewer = f"In {counted(turns - 1, 'turn')} no order of moves, scores and payments brings the cards that are left to match at once"
    if strikes and strikes == turns - cards and start.options.solo_skip_strike == "yes":
        return (
            f"{fewer}; and {counted(cards, 'card')} can be scored in at most {counted(cards, 'turn')}, so of {turns} turns at "
            f"least {strikes} {'costs' if strikes == 1 else 'cost'} a strike (SS-35)."
        )
    if strikes:
        return f"{fewer}; and of all ways of {turns} turns none adds fewer than {counted(strikes, 'strike')}."
    return f"{fewer}; fewer strikes than none cannot be."


def _lost(start: State) -> str:
    cards, strikes = unscored(start), STRIKES - 1 - start.strikes
    free = start.options.solo_skip_strike == "no"
    far = max(cards, key=lambda card: pattern(card).distance(pack(start.board)))
    away = pattern(far).distance(pack(start.board))
    most = moves_left(len(start.hands[0]), len(cards), most_turns(start), strikes, free)
    if away > most:
        return (
            f"Card {far} is {counted(away, 'move')} away, and with {counted(len(cards), 'card')} left and "
            f"{counted(strikes, 'strike')} to take no play makes more than {counted(most, 'move')} before its last turn (SS-35, SS-38)."
        )
    return (
        f"Every play was followed until its cards were too far away or the fourth strike was given (SS-38): "
        f"none scores all {counted(len(cards), 'card')}, in {counted(most_turns(start), 'turn')} or fewer, and no play is longer."
    )
