"""Points, and who wins."""

from __future__ import annotations

from puzzles.moria.queries import goals_owned, is_fulfilled
from puzzles.moria.regions import realm_vp
from puzzles.moria.state import SHOWN, Position


def score(position: Position, seat: int, viewer: int | None = None) -> int:
    """The score of `seat` if the game ended now, as far as `viewer` can count it (MO-51).

    viewer  through whose eyes; None: the seat to move. His own secret goal counts if it lies open or is fulfilled
            now, that of a rival only if it lies open.
    """
    if viewer is None:
        viewer = position.to_move
    cards = position.cards
    points = sum(cards.goals[goal].vp for goal in position.goals[seat])
    secret = position.secrets[seat]
    if secret.endswith(SHOWN) or (seat == viewer and is_fulfilled(position, seat)):
        points += cards.secrets[secret.removesuffix(SHOWN)].vp
    points += sum(cards.land[card % len(cards.land)].trophy for card in position.slain[seat])
    points += sum(gem.vp * number for gem, number in zip(cards.gems, position.gems[seat], strict=True))
    return points + realm_vp(position, seat)


def scores(position: Position) -> tuple[int, ...]:
    """The score of each seat with every fulfilled secret goal counted."""
    return tuple(score(position, seat, seat) for seat in range(position.seats))


def margin(position: Position, seat: int) -> int:
    """The score of `seat` less that of its best rival, as `seat` can count them; alone its score."""
    rivals = [score(position, other, seat) for other in range(position.seats) if other != seat]
    return score(position, seat, seat) - max(rivals, default=0)


def winners(position: Position) -> tuple[int, ...]:
    """The seats that have won if the game ended now (MO-52, option tie)."""
    ranks: list[tuple[int, ...]] = [(points,) for points in scores(position)]
    if position.options.tie == "goals":
        ranks = [(*rank, goals_owned(position, seat)) for seat, rank in enumerate(ranks)]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
