"""Points, metrics of the objectives, and who wins."""

from __future__ import annotations

from puzzles.core.state import RulesError
from puzzles.momiji.cards import LETTER, VALUE
from puzzles.momiji.piles import Pile, Row, has_hidden, torii
from puzzles.momiji.state import Position

SOLO_SCORE, SOLO_PILES = 40, 2  # MJ-95


def pile_points(pile: Pile) -> int:
    """Value of the top times number of cards (MJ-85)."""
    return VALUE[pile[-1]] * len(pile)


def row_points(row: Row) -> int:
    """Points of all piles of a row. Raises RulesError where a view hides how many cards there are."""
    if has_hidden(row):
        raise RulesError("points: got a row whose piles hide their cards (recall=tops), expected it open")
    return sum(map(pile_points, row))


def metric(position: Position, seat: int, name: str) -> int | None:
    """What `seat` has for the objective `name` now (MJ-88, MJ-91); None where a view hides it."""
    objective, row = position.cards.objectives[name], position.rows[seat]
    kind = objective.metric
    if kind == "acorns":
        return position.acorns[seat]
    if kind == "piles":
        return len(row)
    if kind == "closed_piles":
        return torii(row)
    if kind == "top_sum":
        return sum(VALUE[pile[-1]] for pile in row)
    if has_hidden(row):
        return None
    if kind == "largest_pile":
        return max(map(len, row), default=0)
    if kind == "type_count":
        return sum(len(pile) for pile in row if LETTER[pile[-1]] == objective.arg)
    return sum(VALUE[card] == int(objective.arg) for pile in row for card in pile)


def meets(position: Position, name: str) -> tuple[int, ...]:
    """Seats that meet the objective `name` now: all with the best value, 0 by option only (MJ-87, MJ-88, MJ-95).

    Raises RulesError where a view hides what it counts.
    """
    values = []
    for seat in range(position.seats):
        value = metric(position, seat, name)
        if value is None:
            raise RulesError(f"objective {name}: got a row whose piles hide their cards, expected it open")
        values.append(value)
    if position.solo:
        return (0,) if values[0] >= position.cards.objectives[name].solo else ()
    best = max(values)
    if best == 0 and position.options.zero_best == "no":
        return ()
    return tuple(seat for seat, value in enumerate(values) if value == best)


def objective_points(position: Position) -> tuple[int, ...]:
    """Points of each seat for the activated objectives (MJ-87)."""
    p = position.cards.parameters
    points = [0] * position.seats
    for holder, names in enumerate(position.held):
        for name in names:
            for seat in meets(position, name):
                points[seat] += p.holder_points if seat == holder else p.other_points
    return tuple(points)


def scores(position: Position) -> tuple[int, ...]:
    """The score of each seat if the game ended now (MJ-85 to MJ-89). Raises RulesError in a view that hides cards."""
    each = int(position.options.unused_landscape)
    return tuple(
        row_points(position.rows[seat])
        + position.acorns[seat] * position.cards.parameters.acorn_points
        + objectives
        + each * sum(name[-1] != "*" for name in position.landscapes[seat])
        for seat, objectives in enumerate(objective_points(position))
    )


def winners(position: Position) -> tuple[int, ...]:
    """The seats that have won if the game ended now (MJ-90; solo MJ-95)."""
    points = scores(position)
    if position.solo:
        met = any(meets(position, name) for name in position.held[0])
        won = points[0] >= SOLO_SCORE and met and torii(position.rows[0]) >= SOLO_PILES
        return (0,) if won else ()
    ranks: list[tuple[int, ...]] = [(number,) for number in points]
    if position.options.tie_break == "acorns_torii":
        ranks = [
            (points[seat], position.acorns[seat], torii(position.rows[seat]))
            for seat in range(position.seats)
        ]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def torii_needed(position: Position) -> int:
    """Closed piles of all seats together that trigger the end (MJ-2, MJ-80)."""
    if position.options.torii == "twice_players" and not position.solo:
        return 2 * position.seats
    return position.cards.setups[position.seats].torii


def torii_placed(position: Position) -> int:
    """Closed piles of all seats together."""
    return sum(map(torii, position.rows))


def is_triggered(position: Position) -> bool:
    """Whether an end check now would find the end triggered (MJ-80)."""
    return not position.deck or torii_placed(position) >= torii_needed(position)


def reason(position: Position) -> str:
    """Why a game that is over ended: idle, torii, deck, or turns (a puzzle's own number of turns)."""
    if position.idle == position.seats:
        return "idle"
    if torii_placed(position) >= torii_needed(position):
        return "torii"
    return "turns" if position.deck else "deck"
