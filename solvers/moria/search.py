"""The exact search of the best turn: actions in every order, each position once, cut off by ``bound``.

What is left out, and why nothing is lost by it, for both objectives:

Dwarves. A place or a move brings something only towards a card that is ready at ``done``, for the test `dwarves`, or,
by leaving it, from a card that is then covered, dug, not slain or not resolved. A dwarf from the supply goes
anywhere in one action and leaves nothing behind, so where the supply lasts for the rest of the turn moves are tried
only for what they leave. Dwarves from the supply are placed last, in the order of cells: they take slots and guard
cards, so nothing before them is lost by waiting. Only where the last card joins a frost giant to the own castle, and
so takes the fourth action, would the order matter (``_is_ordered``).

Cards. A card on an empty cell takes nothing away from any region: it only joins. In any best turn each such card is
(a) the castle, or before it a card that joins anything, for the castle may have to be laid next to that; or (b)
connected, when it is played, with a realm that counts, with a region where own dwarves stand, or with one next to a
pile, or open towards a pile where a card that is open there may wake: played in the order from the castle (dwarf,
pile) outwards, which is legal since each lies next to one before it; or (c) joined to nothing that matters: then it
only hosts dwarves or frees the hand, and does so as well at one of the four ends of the map behind a wall. (The other
three actions of a turn can be in the way of three ends at most.) Where a wall may not close (wall_side=both), where
the order matters or a castle can be lost (``_is_plain``), all cells and turns are tried. Covers are always tried.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from puzzles.moria.cards import KINDS
from puzzles.moria.cells import STEPS, is_on_map
from puzzles.moria.moves import TURNS, Move
from solvers.core.search import Watch
from solvers.moria.bound import NEVER, Bound, Ceiling, Reach
from solvers.moria.gather import Dwarves, Facts, Gather
from solvers.moria.land import CASTLES, Land

Plays = tuple[tuple[int, int], ...]
"""(cell, laid card) of the cards played in this turn, by cell; on one cell in the order played."""


class Node(NamedTuple):
    """A position in phase act.

    fresh   the secret goal may be revealed here, for its test has just come to hold
    placed  cell of the last dwarf from the supply where only such dwarves may follow, on this cell or later ones; else -1
    """

    plays: Plays
    land: Land
    own: Dwarves
    hand: tuple[int, ...]
    used: int
    shown: bool
    fresh: bool
    placed: int = -1

    @property
    def key(self) -> object:
        return (self.plays, tuple(sorted(self.own.items())), self.used, self.shown, self.fresh, self.placed)


class Search:
    """Best turns from phase act. ``watch.nodes`` counts positions.

    skip  verbs that are left out, for questions about what the rest brings
    """

    def __init__(self, facts: Facts, watch: Watch) -> None:
        self.facts = facts
        self.watch = watch
        self.bounds = Bound(facts)
        self.gather = Gather(facts)
        self.skip: frozenset[str] = frozenset()
        self.record = False
        self.found: list[Move] = []
        self.found_value = NEVER
        self._path: list[Move] = []
        self._known: dict[object, tuple[int, bool]] = {}
        self._ends: dict[object, int] = {}
        self._tops: dict[object, int] = {}
        self._ceilings: dict[object, Ceiling] = {}
        self._lands: dict[Plays, Land] = {(): facts.land}
        self._names = [one.kind for one in facts.start.cards.land]
        self._giants: dict[int, bool] = {}
        self._doors: dict[int, dict[int, set[int]]] = {}
        self._wakes: dict[int, dict[int, int]] = {}

    def root(self) -> Node:
        """The position asked about, in phase act."""
        facts, start = self.facts, self.facts.start
        land, own = facts.land, facts.own
        fresh = facts.holds(land, own, facts.hand)
        return Node((), land, own, start.land[facts.seat], start.used, facts.hand.shown, fresh)

    # --- values ---------------------------------------------------------------------------------

    def top(self, node: Node) -> int:
        """A bound on the value of a position."""
        return self._ceiling(node).top

    def _is_closed(self, node: Node) -> bool:
        """Whether no action is left, whatever is played."""
        return self.bounds.allowance(node.land) <= node.used

    def _ceiling(self, node: Node, most: int | None = None) -> Ceiling:
        if most is not None:
            return self.bounds.ceiling(
                node.land, node.own, node.hand, node.used, node.shown, most, closed=node.placed >= 0
            )
        key = node.key
        found = self._ceilings.get(key)
        if found is None:
            found = self._ceilings[key] = self.bounds.ceiling(
                node.land, node.own, node.hand, node.used, node.shown, closed=node.placed >= 0
            )
        return found

    def limit(self, node: Node) -> int:
        """The same, or what the search knows already; most positions are met in several orders of actions."""
        key = node.key
        known = self._known.get(key)
        if known is not None:
            return known[0]
        found = self._tops.get(key)
        if found is None:
            found = self._tops[key] = self.top(node)
        return found

    def done(self, node: Node) -> int:
        """The value when the phase is closed now."""
        key = (node.plays, tuple(sorted(node.own.items())), node.shown)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = self.gather.best(node.land, node.own, len(node.hand), node.shown) - 1
        return found

    def best(self, node: Node, floor: int) -> int:
        """The value of a position where it is above `floor`, else a number from the value to `floor`."""
        self.watch.count()
        key = node.key
        known = self._known.get(key)
        if known is not None and (known[1] or known[0] <= floor):
            return known[0]
        best = floor
        if self.limit(node) > floor:
            closed = self._is_closed(node)
            if closed or self._ceiling(node, most=0).top > best:
                value = self.done(node)
                if value > best:
                    best = value
                    self._note(value)
            if node.fresh:
                best = max(best, self._after(node, Move("reveal"), self.revealed(node), best))
            if not closed:
                best = self._actions(node, self._ceiling(node), best)
        self._known[key] = (best, best > floor)
        return best

    def _after(self, node: Node, move: Move, child: Node, floor: int) -> int:
        self._path.append(move)
        try:
            return self.best(child, floor + 1) - 1
        finally:
            self._path.pop()

    def _actions(self, node: Node, ceiling: Ceiling, best: int) -> int:
        """The best over all actions, those with the highest bound first."""
        queue = self.children(node, ceiling)
        heapify(queue)
        first = not self._path
        while queue:
            top, number, made, move, child = heappop(queue)
            if -top <= best:
                break
            if first and self.record:
                self.tell(max(-top, best))
            if child is None:
                child = self.child(node, move)
                top = max(top, -self.limit(child) + 1)
                if -top > best:
                    heappush(queue, (top, number, made, move, child))
                continue
            best = max(best, self._after(node, move, child, best))
        return best

    def tell(self, bound: int) -> None:
        """The bound has sunk."""

    def _note(self, value: int) -> None:
        """A new best turn has been found, where such are kept."""
        if self.record and value - len(self._path) > self.found_value:
            self.found_value = value - len(self._path)
            self.found = [*self._path, Move("done")]

    # --- children -------------------------------------------------------------------------------

    def children(self, node: Node, ceiling: Ceiling) -> list[tuple[int, int, int, Move, Node | None]]:
        """(-bound, number, 0, move, None or the position after it) of all actions that are tried."""
        facts, bounds = self.facts, self.bounds
        now = bounds.allowance(node.land) - node.used
        found: list[tuple[int, int, int, Move, Node | None]] = []
        if now <= 0:
            return found
        for move in self._dwarf_moves(node, now):
            if move.verb in self.skip:
                continue
            child = self.child(node, move)
            found.append((-self.limit(child) + 1, len(found), 0, move, child))
        reach = bounds.reach(node.land)
        last = bounds.most_actions(node.land, node.hand, node.used) - node.used == 1 or len(node.hand) == 1
        for kind in () if "play" in self.skip or node.placed >= 0 else node.hand:
            rest = sorted([facts.printed.vp[one] for one in node.hand if one != kind], reverse=True)
            tops: dict[tuple[tuple[int, int], bool], int] = {}
            for cell, turn, gain in self._plays(node, reach, kind, last):
                touches = self._touches_realm(node.land, reach, kind, cell, turn)
                top = tops.get((gain, touches))
                if top is None:
                    direct = gain if touches else (0, 0)
                    top = tops[gain, touches] = bounds.play_top(ceiling, reach, rest, gain, direct)
                move = Move("play", cell, self._names[kind], TURNS[turn])
                found.append((-top, len(found), 0, move, None))
        return found

    def _dwarf_moves(self, node: Node, left: int) -> list[Move]:
        """Places and moves that can bring something."""
        facts, printed, land, own = self.facts, self.facts.printed, node.land, node.own
        supply = facts.dwarves - sum(own.values())
        counts = facts.test == "dwarves" and not node.shown
        found = []
        room = {}
        for cell, laid in land.tops.items():
            kind = laid // 4 % KINDS
            foreign, mine = facts.foreign.get(cell, 0), own.get(cell, 0)
            room[cell] = printed.slots[kind] - foreign - mine
            lacking = printed.need[kind] - mine
            ready = 0 < lacking <= left and printed.slots[kind] - foreign >= printed.need[kind]
            if (
                supply
                and room[cell] > 0
                and cell >= node.placed
                and (counts or (ready and not (foreign and facts.freeze)))
            ):
                found.append(Move("place", cell))
        if node.placed >= 0:
            return found
        for cell, mine in own.items():
            kind = land.tops[cell] // 4 % KINDS
            foreign = facts.foreign.get(cell, 0)
            lifts = mine >= printed.need[kind] and not (foreign and facts.freeze)
            clears = (
                not foreign
                and mine <= left
                and (len(land.piles[cell]) > 1 or printed.symbol[kind] in facts.symbols)
            )
            if supply >= left and not lifts and not clears:
                continue
            found += [Move("move", cell, to=to) for to in self._steps(land, room, cell)]
        return found

    def _steps(self, land: Land, room: dict[int, int], cell: int) -> list[int]:
        """Where a dwarf on the cell can go in one action (MO-23, option step)."""
        walls, tops, both = self.facts.printed.walls, land.tops, self.facts.printed.both
        found, front = [], [cell]
        for one in front:
            for edge, step in enumerate(STEPS):
                other = one + step
                if room.get(other, 0) <= 0 or other in found or other == cell:
                    continue
                here, there = walls[tops[one]] >> edge & 1, walls[tops[other]] >> (edge ^ 2) & 1
                if not ((here and there) if both else (here or there)):
                    found.append(other)
                    if self.facts.far:
                        front.append(other)
        return found

    def _plays(
        self, node: Node, reach: Reach, kind: int, last: bool
    ) -> list[tuple[int, int, tuple[int, int]]]:
        """(cell, turn, (points, cards) that it adds to the realm at most) of all plays of a card that are tried."""
        facts, printed, land = self.facts, self.facts.printed, node.land
        scan, walls = reach.scan(), printed.walls
        own_region = land.region[land.castles[facts.seat]] if facts.seat in land.castles else -1
        first = (facts.seat * KINDS + kind) * 4
        vp, found = printed.vp[kind], []

        def added(linked: set[int]) -> tuple[int, int]:
            joined = [land.regions[one] for one in linked if one != own_region]
            return vp + sum([one.vp for one in joined]), 1 + sum([len(one.cells) for one in joined])

        for cell in scan.covers:
            below = land.tops[cell] // 4 % KINDS
            if printed.symbol[below] == printed.symbol[kind] and not node.own.get(cell):
                if kind == printed.castle and not printed.cover_any:
                    continue
                most = added(scan.facing.get(cell, set()))
                found += [(cell, turn, most) for turn in printed.turns[kind]]
        ends = self._ends_of(land, kind)
        if kind == printed.castle or not ends or not self._is_plain(node):
            return found + [
                (cell, turn, added(scan.linked(cell, walls[first + turn])))
                for cell in scan.free
                for turn in printed.turns[kind]
            ]
        doors, wakes = self._door_cells(node, reach), self._waking(land)
        parted = {land.region[cell] for cell in node.own}
        parted |= {land.region[cell] for cell, cards in land.piles.items() if len(cards) > 1}
        seen: set[frozenset[int]] = set()
        for cell, relevant in doors.items():
            alike = last and not any(len(land.piles.get(cell + step, ())) > 1 for step in STEPS)
            sides = wakes.get(cell, 0)
            for turn in printed.turns[kind]:
                linked = scan.linked(cell, walls[first + turn])
                if not linked & relevant and not sides & ~walls[first + turn]:
                    continue
                # where dwarves can walk, a monster be slain or a pile be dug it matters on which side a card lies
                if alike and not any(one in parted or land.regions[one].blocks for one in linked):
                    key = frozenset(linked)
                    if key in seen:
                        continue
                    seen.add(key)
                found.append((cell, turn, added(linked)))
        found += [(cell, turn, (0, 0)) for cell, turn in ends]
        return found

    def _touches_realm(self, land: Land, reach: Reach, kind: int, cell: int, turn: int) -> bool:
        """Whether a card there belongs to the own realm at once, or might: then it may add to it by itself."""
        seat, printed = self.facts.seat, self.facts.printed
        castle = land.castles.get(seat)
        if castle is None or cell in land.tops or printed.cover_any:
            return True
        linked = reach.scan().linked(cell, printed.walls[(seat * KINDS + kind) * 4 + turn])
        return land.region[castle] in linked

    def _has_giants(self, node: Node) -> bool:
        """Whether there is a frost giant on the map, in a pile or in the own hand."""
        blocks = self.facts.printed.blocks
        found = self._giants.get(id(node.land))
        if found is None:
            found = any(
                blocks[laid // 4 % KINDS] & CASTLES for cards in node.land.piles.values() for laid in cards
            )
            self._giants[id(node.land)] = found
        return found or any(blocks[kind] & CASTLES for kind in node.hand)

    def _is_plain(self, node: Node) -> bool:
        """Whether the argument about cards on empty cells holds here."""
        facts, printed, land = self.facts, self.facts.printed, node.land
        if printed.both or printed.border or printed.cover_any:
            return False
        if not self._has_giants(node) or facts.fixed_actions:
            return True
        # a realm that loses its points to a giant may be wanted all the same: for its points or for its cards
        if not printed.void or (facts.test == "realm_cards" and not node.shown):
            return False
        # a giant may be joined by the last action, after other cards, where a kill or a dig sets the realm free of it
        left = self.bounds.most_actions(land, node.hand, node.used) - node.used
        piled = any(len(cards) > 1 for cards in land.piles.values())
        for cell, laid in land.tops.items():
            kind = laid // 4 % KINDS
            if not printed.blocks[kind] and not (kind == printed.castle and piled):
                continue
            if facts.freeze and facts.foreign.get(cell):
                continue
            if printed.need[kind] - node.own.get(cell, 0) <= left - 2:
                return False
        return True

    def _is_ordered(self, node: Node) -> bool:
        """Whether dwarves from the supply may as well come last, by cell."""
        if not self._is_plain(node):
            return False
        return bool(self.facts.fixed_actions) or not self._has_giants(node)

    def _door_cells(self, node: Node, reach: Reach) -> dict[int, set[int]]:
        """Free cell -> the regions there that matter."""
        facts, land = self.facts, node.land
        fixed = self._doors.get(id(land))
        if fixed is None:
            seats = [facts.seat, *(other for other, _ in facts.rivals)]
            regions = {land.region[land.castles[seat]] for seat in seats if seat in land.castles}
            for cell, cards in land.piles.items():
                if len(cards) > 1:
                    regions.add(land.region[cell])
                    regions |= {land.region[cell + step] for step in STEPS if cell + step in land.region}
            fixed = self._doors[id(land)] = {-1: regions}
        scan = reach.scan()
        if facts.printed.castle in node.hand:
            regions = set(range(len(land.regions)))
        else:
            regions = fixed[-1] | {land.region[cell] for cell in node.own}
        wakes = self._waking(land)
        return {
            cell: faced & regions
            for cell in scan.free
            if (faced := scan.facing.get(cell, set())) & regions or cell in wakes
        }

    def _waking(self, land: Land) -> dict[int, int]:
        """Free cell -> edges at which a card that sleeps in a pile would be open towards it."""
        found = self._wakes.get(id(land))
        if found is None:
            walls = self.facts.printed.walls
            found = self._wakes[id(land)] = {}
            for cell, cards in land.piles.items():
                for edge, step in enumerate(STEPS):
                    if cell + step not in land.tops and not all(walls[one] >> edge & 1 for one in cards[:-1]):
                        found[cell + step] = found.get(cell + step, 0) | 1 << (edge ^ 2)
        return found

    def _ends_of(self, land: Land, kind: int) -> list[tuple[int, int]]:
        """(cell, turn) at the four ends of the map where a card shows a wall to its only neighbour."""
        printed = self.facts.printed
        if not land.piles:
            return []
        cells = list(land.piles)
        ends = (
            (min(cells), 0),
            (max(cells, key=lambda cell: (cell % 256, cell)), 1),
            (max(cells), 2),
            (min(cells, key=lambda cell: (cell % 256, cell)), 3),
        )
        found = []
        for cell, edge in ends:
            free = cell + STEPS[edge]
            turn = next(
                (
                    turn
                    for turn in printed.turns[kind]
                    if printed.walls[(self.facts.seat * KINDS + kind) * 4 + turn] >> (edge ^ 2) & 1
                ),
                None,
            )
            if turn is None or not is_on_map(free):
                return []
            found.append((free, turn))
        return found

    # --- what an action does --------------------------------------------------------------------

    def child(self, node: Node, move: Move) -> Node:
        """The position after an action that is legal."""
        facts = self.facts
        plays, land, own, hand = node.plays, node.land, node.own, node.hand
        assert move.cell is not None
        if move.verb == "play":
            kind = self._names.index(move.name)
            laid = (facts.seat * KINDS + kind) * 4 + TURNS.index(move.what)
            plays = _with_play(plays, move.cell, laid)
            hand = tuple([one for one in hand if one != kind])
            found = self._lands.get(plays)
            if found is None:
                found = self._lands[plays] = land.with_card(move.cell, laid)
            land = found
        elif move.verb == "place":
            own = {**own, move.cell: own.get(move.cell, 0) + 1}
        else:
            assert move.to is not None
            own = {**own, move.cell: own[move.cell] - 1, move.to: own.get(move.to, 0) + 1}
            if not own[move.cell]:
                del own[move.cell]
        placed = move.cell if move.verb == "place" and (node.placed >= 0 or self._is_ordered(node)) else -1
        fresh = False
        if facts.secret is not None and not node.shown:
            fresh = facts.holds(land, own, facts.hand) and not facts.holds(node.land, node.own, facts.hand)
        return Node(plays, land, own, hand, node.used + 1, node.shown, fresh, placed)

    def waiting(self, node: Node, move: Move) -> Node:
        """The position after an action, with the reveal of a test that held before still to come."""
        child = self.child(node, move)
        return child._replace(
            placed=-1,
            fresh=self.facts.holds(child.land, child.own, self.facts.hand._replace(shown=child.shown)),
        )

    def revealed(self, node: Node) -> Node:
        """The position after ``reveal``."""
        return node._replace(shown=True, fresh=False)


def _with_play(plays: Plays, cell: int, laid: int) -> Plays:
    place = sum(one[0] <= cell for one in plays)
    return (*plays[:place], (cell, laid), *plays[place:])


__all__ = ["Node", "Search"]
