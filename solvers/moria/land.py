"""The map as the searches see it: regions, realms and monsters of one set of piles, worked out once and kept.

Cells are the rules' whole numbers, laid cards too. A ``Land`` knows nothing of dwarves.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.moria.cards import CASTLE, KINDS
from puzzles.moria.cells import STEPS
from puzzles.moria.regions import is_walled
from puzzles.moria.rules import State

Piles = dict[int, tuple[int, ...]]
"""Cell -> laid cards, bottom to top."""

MINES, CASTLES = 1, 2
"""What the monsters of a region block, as bits."""


@dataclass(frozen=True, slots=True)
class Region:
    """Cards that hang together.

    vp      of all its top cards, as if no monster were there
    blocks  MINES and CASTLES, added up
    castles seats whose castle lies in it
    open    an edge without a wall leads to the empty table (option border)
    """

    cells: tuple[int, ...]
    vp: int
    blocks: int
    castles: tuple[int, ...]
    open: bool


class Printed:
    """What is printed on the kinds of a card set, by kind, and the options that bear on the map."""

    def __init__(self, state: State) -> None:
        land, options = state.cards.land, state.options
        self.walls = state.cards.walls
        self.turns = state.cards.turns
        self.vp = [one.vp for one in land]
        self.need = [one.need for one in land]
        self.slots = [one.slots for one in land]
        self.symbol = [one.symbol for one in land]
        self.task = [one.task for one in land]
        self.gem = [one.gem for one in land]
        self.amount = [one.amount for one in land]
        self.trophy = [one.trophy for one in land]
        self.blocks = [{"": 0, "mine": MINES, CASTLE: CASTLES}[one.blocks] for one in land]
        self.castle = state.cards.castle
        self.fixed = [one.group in (CASTLE, "monster") for one in land]
        self.cover_any = options.cover == "any"
        self.both = options.wall_side == "both"
        self.void = options.giant_realm == "void"
        self.border = options.border == "wall"
        self.split = options.share == "split"
        self.dig_blocks = MINES | CASTLES if options.dig_block == "any" else CASTLES


class Land:
    """One map. ``region[cell]`` is a place in ``regions``."""

    __slots__ = ("castles", "piles", "printed", "region", "regions", "tops")

    def __init__(self, printed: Printed, piles: Piles) -> None:
        self.printed = printed
        self.piles = piles
        self.tops = {cell: cards[-1] for cell, cards in piles.items()}
        self.castles: dict[int, int] = {}
        self.region: dict[int, int] = {}
        self.regions: list[Region] = []
        walls, tops, region = printed.walls, self.tops, self.region
        for cell in tops:
            if cell in region:
                continue
            number = len(self.regions)
            region[cell] = number
            found = [cell]
            for one in found:
                here = walls[tops[one]]
                for edge, step in enumerate(STEPS):
                    other = one + step
                    if other in tops and other not in region:
                        there = walls[tops[other]]
                        if printed.both:
                            closed = is_walled(here, there, edge, True)
                        else:
                            closed = bool(here >> edge & 1 or there >> (edge ^ 2) & 1)
                        if not closed:
                            region[other] = number
                            found.append(other)
            self.regions.append(self._summed(found))

    def _summed(self, cells: list[int]) -> Region:
        printed, tops = self.printed, self.tops
        vp = blocks = 0
        castles = []
        for cell in cells:
            laid = tops[cell]
            kind = laid // 4 % KINDS
            vp += printed.vp[kind]
            blocks |= printed.blocks[kind]
            if kind == printed.castle:
                seat = laid // (4 * KINDS)
                castles.append(seat)
                self.castles[seat] = cell
        is_open = printed.border and any(
            cell + step not in tops and not printed.walls[tops[cell]] >> edge & 1
            for cell in cells
            for edge, step in enumerate(STEPS)
        )
        return Region(tuple(cells), vp, blocks, tuple(castles), is_open)

    def realm(self, seat: int) -> Region | None:
        """The region of the seat's castle."""
        castle = self.castles.get(seat)
        return None if castle is None else self.regions[self.region[castle]]

    def realm_vp(self, seat: int) -> int:
        """MO-28 with its options."""
        realm = self.realm(seat)
        if realm is None or (self.printed.void and realm.blocks & CASTLES) or realm.open:
            return 0
        return realm.vp // len(realm.castles) if self.printed.split else realm.vp

    def blocks(self, cell: int) -> int:
        """What is blocked in the region of a card."""
        return self.regions[self.region[cell]].blocks

    def is_blocked(self, cell: int, kind: int) -> bool:
        """Whether a monster keeps a card of this kind from acting."""
        if kind == self.printed.castle:
            return bool(self.blocks(cell) & self.printed.dig_blocks)
        return self.printed.task[kind] == "gain" and bool(self.blocks(cell) & MINES)

    def with_card(self, cell: int, laid: int) -> Land:
        """The map after a card is played."""
        return Land(self.printed, {**self.piles, cell: (*self.piles.get(cell, ()), laid)})

    def dug(self, cell: int) -> Land:
        """The map after the top of a pile went to its bottom."""
        cards = self.piles[cell]
        return Land(self.printed, {**self.piles, cell: (cards[-1], *cards[:-1])})

    def slain(self, cell: int) -> Land:
        """The map without the top card there."""
        piles = dict(self.piles)
        cards = piles.pop(cell)
        if len(cards) > 1:
            piles[cell] = cards[:-1]
        return Land(self.printed, piles)


def first_land(state: State, printed: Printed) -> Land:
    """The map of a position."""
    return Land(printed, {pile.cell: pile.cards for pile in state.cells})
