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


NOTHING = Region((), 0, 0, (), False)
"""What stays in the place of a region that went up in another one."""


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
        self.least_need = min(self.need)
        self.fixed = [one.group in (CASTLE, "monster") for one in land]
        self.cover_any = options.cover == "any"
        self.both = options.wall_side == "both"
        self.void = options.giant_realm == "void"
        self.border = options.border == "wall"
        self.split = options.share == "split"
        # of each laid card: (step, wall of a card there that would close the edge, 0 for none)
        self.around = [
            [
                (step, 0 if self.both and not walls >> edge & 1 else 1 << (edge ^ 2))
                for edge, step in enumerate(STEPS)
                if self.both or not walls >> edge & 1
            ]
            for walls in self.walls
        ]
        self.dig_blocks = MINES | CASTLES if options.dig_block == "any" else CASTLES


class Land:
    """One map. ``region[cell]`` is a place in ``regions``.

    before  where it came from another map by a card on an empty cell: that map, the cell, and the places of the
            regions that went up in another one
    """

    __slots__ = ("before", "castles", "piles", "printed", "region", "regions", "tops")

    def __init__(self, printed: Printed, piles: Piles) -> None:
        self.before: tuple[Land, int, frozenset[int]] | None = None
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
        piles = {**self.piles, cell: (*self.piles.get(cell, ()), laid)}
        if cell in self.tops or self.printed.border:
            return Land(self.printed, piles)
        return self._grown(piles, cell, laid)

    def _grown(self, piles: Piles, cell: int, laid: int) -> Land:
        """The map with one more card on an empty cell: it only joins regions, so all others are kept."""
        printed, walls = self.printed, self.printed.walls[laid]
        land = Land.__new__(Land)
        land.printed, land.piles = printed, piles
        land.tops = tops = {**self.tops, cell: laid}
        land.castles, land.regions = dict(self.castles), list(self.regions)
        joined = {
            self.region[cell + step]
            for edge, step in enumerate(STEPS)
            if cell + step in self.tops
            and not is_walled(walls, printed.walls[tops[cell + step]], edge, printed.both)
        }
        kind, seat = laid // 4 % KINDS, laid // (4 * KINDS)
        parts = [self.regions[one] for one in joined]
        cells: tuple[int, ...] = (cell,)
        castles: tuple[int, ...] = ()
        if kind == printed.castle:
            land.castles[seat] = cell
            castles = (seat,)
        vp, blocks = printed.vp[kind], printed.blocks[kind]
        for part in parts:
            cells += part.cells
            vp += part.vp
            blocks |= part.blocks
            castles += part.castles
        place = max(joined, key=lambda one: len(self.regions[one].cells), default=len(land.regions))
        gone = frozenset(joined - {place})
        for one in gone:
            land.regions[one] = NOTHING
        land.regions[place : place + 1] = [Region(cells, vp, blocks, castles, False)]
        land.region = region = {**self.region, cell: place}
        for one in gone:
            region.update(dict.fromkeys(self.regions[one].cells, place))
        land.before = self, cell, gone
        return land

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
