"""The map: which cards are connected, regions, realms and the monsters in them (MO-21 to MO-30)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from puzzles.moria.cards import CASTLE, CardSet, laid_card, owner_of
from puzzles.moria.cells import STEPS
from puzzles.moria.state import Pile, Position

_CELL = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Ground:
    """What follows from the top cards alone, whatever stands on them.

    tops     cell -> the laid card in force
    links    cell -> connected cells, in n e s w order
    regions  cell -> the cells of its region, ascending
    """

    tops: dict[int, int]
    links: dict[int, tuple[int, ...]]
    regions: dict[int, tuple[int, ...]]


def ground(position: Position) -> Ground:
    """Connections and regions of the map; kept for maps asked about lately, since dwarves do not change them."""
    tops = tuple([(cell, cards[-1]) for cell, cards, _ in position.cells])
    return _ground(tops, position.options.wall_side == "both", position.cards)


@lru_cache(maxsize=4096)
def _ground(pairs: tuple[tuple[int, int], ...], both: bool, cards: CardSet) -> Ground:
    tops, walls = dict(pairs), cards.walls
    links = {
        cell: tuple(
            [
                cell + step
                for edge, step in enumerate(STEPS)
                if cell + step in tops and not is_walled(walls[laid], walls[tops[cell + step]], edge, both)
            ]
        )
        for cell, laid in pairs
    }
    regions: dict[int, tuple[int, ...]] = {}
    for cell in tops:
        if cell in regions:
            continue
        found, front = {cell}, [cell]
        while front:
            fresh = [other for other in links[front.pop()] if other not in found]
            found.update(fresh)
            front += fresh
        whole = tuple(sorted(found))
        regions.update(dict.fromkeys(whole, whole))
    return Ground(tops, links, regions)


def is_walled(walls: int, other: int, edge: int, both: bool) -> bool:
    """Whether the `edge` (0 n to 3 w) of a card is closed towards its neighbour there (MO-24).

    walls, other  walls of the card and of its neighbour, as ``CardSet.walls`` gives them
    both          only walls on both sides close it (wall_side=both)
    """
    here, there = walls >> edge & 1, other >> (edge ^ 2) & 1
    return bool(here and there) if both else bool(here or there)


def place_of(position: Position, cell: int) -> int:
    """Place of the pile on `cell` in ``position.cells``, or where it would be put in."""
    return bisect_left(position.cells, cell, key=_CELL)


def pile_at(position: Position, cell: int) -> Pile | None:
    """The pile on `cell`; None where no card lies."""
    place = place_of(position, cell)
    if place < len(position.cells) and position.cells[place].cell == cell:
        return position.cells[place]
    return None


def linked(position: Position, cell: int) -> tuple[int, ...]:
    """Cells that a dwarf on `cell` can step to if there is room, in n e s w order (MO-24)."""
    return ground(position).links.get(cell, ())


def region(position: Position, cell: int) -> tuple[int, ...]:
    """Cells that hang together with `cell`, ascending; () where no card lies (MO-26)."""
    return ground(position).regions.get(cell, ())


# --- realms -------------------------------------------------------------------------------------


def castle_cell(position: Position, seat: int) -> int | None:
    """Where the castle of `seat` is in play; None where it is not."""
    first = laid_card(seat, position.cards.castle, 0)
    for pile in position.cells:
        if first <= pile.cards[-1] < first + 4:
            return pile.cell
    return None


def realm(position: Position, seat: int) -> tuple[int, ...]:
    """Cells of the realm of `seat`, ascending; () without a castle in play (MO-27)."""
    castle = castle_cell(position, seat)
    return () if castle is None else region(position, castle)


def realm_vp(position: Position, seat: int) -> int:
    """Points of the realm of `seat` (MO-28, options giant_realm, border and share)."""
    castle = castle_cell(position, seat)
    if castle is None:
        return 0
    options, seen = position.options, ground(position)
    cells = seen.regions[castle]
    if options.giant_realm == "void" and monster_in(position, cells, CASTLE) is not None:
        return 0
    if options.border == "wall" and is_open(position, cells):
        return 0
    points = sum(position.kind(seen.tops[cell]).vp for cell in cells)
    return points // len(sharers(position, cells)) if options.share == "split" else points


def sharers(position: Position, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Seats whose castle is in play on one of `cells`."""
    tops = ground(position).tops
    laid = [tops[cell] for cell in cells]
    return tuple(sorted(owner_of(one) for one in laid if position.kind(one).group == CASTLE))


def is_open(position: Position, cells: tuple[int, ...]) -> bool:
    """Whether one of `cells` has an edge without a wall towards the empty table (option border)."""
    tops, walls = ground(position).tops, position.cards.walls
    return any(
        cell + step not in tops and not walls[tops[cell]] >> edge & 1
        for cell in cells
        for edge, step in enumerate(STEPS)
    )


# --- monsters -----------------------------------------------------------------------------------


def monster_in(position: Position, cells: tuple[int, ...], blocks: str = "") -> int | None:
    """The first of `cells` with a monster that blocks this group of cards (empty: any monster); None for none."""
    tops = ground(position).tops
    for cell in cells:
        found = position.kind(tops[cell]).blocks
        if found and blocks in ("", found):
            return cell
    return None


def blocker(position: Position, cell: int) -> int | None:
    """Cell of a monster that keeps the card on `cell` from acting; None for none (MO-29, MO-30, option dig_block)."""
    seen = ground(position)
    land = position.kind(seen.tops[cell])
    if land.group not in ("mine", CASTLE):
        return None
    any_monster = land.group == CASTLE and position.options.dig_block == "any"
    return monster_in(position, seen.regions[cell], "" if any_monster else land.group)


def is_blocked(position: Position, cell: int) -> bool:
    """Whether a monster keeps the card on `cell` from acting."""
    return blocker(position, cell) is not None
