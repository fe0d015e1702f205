"""Points, what is at risk, and who wins."""

from __future__ import annotations

from puzzles.kingdoms.state import Position

BANDS = ((0, "below 0"), (25, "0-24"), (50, "25-49"), (70, "50-69"))
"""KD-62: each band and the total that is above it."""


def completed(position: Position, seat: int) -> int:
    """Points of the completed mines of a seat (KD-40)."""
    return sum(mine.value for mine in position.done[seat])


def at_risk(position: Position, seat: int) -> int:
    """Points that the uncompleted mines of a seat cost if the game ends now (KD-41)."""
    return sum(site.mine.value for site in position.own[seat])


def score(position: Position, seat: int) -> int:
    """The total of a seat if the game ended now: completed less uncompleted (KD-40 to KD-42)."""
    return completed(position, seat) - at_risk(position, seat)


def scores(position: Position) -> tuple[int, ...]:
    """The total of each seat."""
    return tuple(score(position, seat) for seat in range(position.seats))


def margin(position: Position, seat: int) -> int:
    """The score of a seat less that of its best rival; the score itself with no rival."""
    points = scores(position)
    rivals = points[:seat] + points[seat + 1 :]
    return points[seat] - max(rivals, default=0)


def cards_needed(position: Position, seat: int) -> int:
    """Cards still to be laid until all own mines of a seat are completed."""
    return sum(site.missing for site in position.own[seat])


def winners(position: Position) -> tuple[int, ...]:
    """The seats that have won if the game ended now (KD-43, KD-44)."""
    ranks: list[tuple[int, ...]] = [(points,) for points in scores(position)]
    if position.options.tie == "mines":
        ranks = [
            (*rank, len(position.done[seat]), -mines_left(position, seat)) for seat, rank in enumerate(ranks)
        ]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def mines_left(position: Position, seat: int) -> int:
    """How many own mines of a seat are not completed."""
    return sum(site.mine.need > 0 for site in position.own[seat])


def band(points: int) -> str:
    """The band of a total in practice mode (KD-62).

    >>> band(-3), band(50), band(70)
    ('below 0', '50-69', '70 and more')
    """
    return next((words for above, words in BANDS if points < above), "70 and more")
