"""How much a turn can still bring at most: what a search leaves out because of it, it leaves out for good.

The argument. After a turn the own realm holds cards that it held before, cards played this turn, and old cards that
were joined. A region that is joined has an unchanged card next to a changed cell, with no wall of its own in the
way; so its points are counted at a changed cell that it *faces*. Changed cells are those of cards played, dug and
woken. The n-th changed cell from the castle outwards is at most n changes away from the realm, which bounds the
points that n changes can join (``Reach.joins``). Every card that becomes ready takes at least as many dwarf actions
as it lacks dwarves; every such set is tried with all its gains (``Bound``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from puzzles.moria.cards import KINDS
from puzzles.moria.cells import CENTRE, STEPS, is_on_map
from puzzles.moria.regions import is_walled
from solvers.moria.gather import Dwarves, Facts
from solvers.moria.land import CASTLES, MINES, Land
from solvers.moria.plain import LONGEST

NEVER = -(1 << 40)
FARTHEST = 7
"""More changes than a turn can bring."""


_on_map = cache(is_on_map)
"""Asked for the same few cells on every map."""


class Scan:
    """The cells where cards may be played, and what they would be connected with.

    free    empty cells, ascending; covers: cells with a card that may be covered
    edges   cell -> (wall of a card there that would close it, 0 for none; place of the region) of its neighbours
    facing  cell -> places of the regions that a card there could be connected with
    """

    __slots__ = ("covers", "edges", "facing", "free")

    def __init__(self, facts: Facts, land: Land, before: Scan | None = None) -> None:
        if before is not None:
            self._grow(facts, land, before)
            return
        printed, tops, region = facts.printed, land.tops, land.region
        foreign, symbols, around = facts.foreign, facts.symbols, printed.around
        self.edges: dict[int, list[tuple[int, int]]] = {}
        edges = self.edges
        self.covers: list[int] = []
        free = {cell + step for cell in tops for step in STEPS}.difference(tops)
        for cell, laid in tops.items():
            one = region[cell]
            for step, wall in around[laid]:
                other = cell + step
                if other in edges:
                    edges[other].append((wall, one))
                else:
                    edges[other] = [(wall, one)]
            kind = laid // 4 % KINDS
            if (
                printed.symbol[kind] in symbols
                and (printed.cover_any or not printed.fixed[kind])
                and cell not in foreign
            ):
                self.covers.append(cell)
        self.free = sorted([cell for cell in free if _on_map(cell)]) if tops else [CENTRE]
        self.facing = {cell: {one for _, one in around} for cell, around in edges.items()}

    def _grow(self, facts: Facts, land: Land, before: Scan) -> None:
        """The same from the map before a card on an empty cell was played (``Land.before``)."""
        assert land.before is not None
        printed, (_, cell, gone) = facts.printed, land.before
        place, laid = land.region[cell], land.tops[cell]
        self.edges, self.facing = edges, facing = dict(before.edges), dict(before.facing)
        if gone:
            for other, faced in before.facing.items():
                if not gone.isdisjoint(faced):
                    edges[other] = [(wall, place if one in gone else one) for wall, one in edges[other]]
                    facing[other] = (faced - gone) | {place}
        for step, wall in printed.around[laid]:
            other = cell + step
            edges[other] = [*edges.get(other, ()), (wall, place)]
            facing[other] = facing.get(other, set()) | {place}
        free = set(before.free)
        free.update([cell + step for step in STEPS if cell + step not in land.tops and _on_map(cell + step)])
        free.discard(cell)
        self.free = sorted(free)
        kind = laid // 4 % KINDS
        covered = printed.symbol[kind] in facts.symbols and (printed.cover_any or not printed.fixed[kind])
        self.covers = [*before.covers, cell] if covered else before.covers

    def linked(self, cell: int, walls: int) -> set[int]:
        """Places of the regions that a card with these walls would be connected with on the cell."""
        return {one for wall, one in self.edges.get(cell, ()) if not walls & wall}


class Reach:
    """What changes of the map can join to the own realm.

    vp      points of the realm's cards now, as if no monster were there; cards: their number
    in_play whether there is an own castle on the map
    pile_vp the most points of a card in a pile of two or more; has_piles: whether there are such
    """

    __slots__ = (
        "_before",
        "_cards",
        "_deep",
        "_facts",
        "_freed",
        "_land",
        "_links",
        "_own",
        "_points",
        "_scanned",
        "_single",
        "cards",
        "has_piles",
        "in_play",
        "pile_vp",
        "vp",
    )

    def __init__(self, facts: Facts, land: Land, before: Reach | None = None) -> None:
        printed = facts.printed
        self._before = before
        self._facts, self._land = facts, land
        self._deep = [cell for cell, cards in land.piles.items() if len(cards) > 1]
        self.has_piles = bool(self._deep)
        self.pile_vp = max(
            [printed.vp[laid // 4 % KINDS] for cell in self._deep for laid in land.piles[cell]], default=0
        )
        castle = land.castles.get(facts.seat)
        self._own = -1 if castle is None else land.region[castle]
        self.in_play = castle is not None
        self.vp = land.regions[self._own].vp if castle is not None else 0
        self.cards = len(land.regions[self._own].cells) if castle is not None else 0
        self._scanned: Scan | None = None
        self._points: dict[tuple[bool, int], list[int]] = {}
        self._cards: dict[int, list[int]] = {}
        self._links: dict[int, list[int]] = {}
        self._single: dict[tuple[tuple[int, ...], bool], int] = {}
        self._freed: dict[int, int] = {}

    @property
    def free(self) -> list[int]:
        return self.scan().free

    @property
    def covers(self) -> list[int]:
        return self.scan().covers

    def scan(self) -> Scan:
        """What lies around the map, worked out when it is first asked for."""
        if self._scanned is None:
            before = None if self._before is None else self._before.scan()
            self._scanned = Scan(self._facts, self._land, before)
        return self._scanned

    def freed(self, changes: int) -> int:
        """The most points of a realm with a frost giant when so many of its cards are changed or slain; 0 where it stays void.

        What is left must have no way from the castle to the giant; parts without a giant may be joined again.
        """
        changes = min(changes, 3)  # three cuts and more are not tried: all but the giants may come free
        found = self._freed.get(changes)
        if found is None:
            land, realm = self._land, self._land.regions[self._own]
            castle = land.castles[self._facts.seat]
            covers = self.covers
            printed, tops = self._facts.printed, land.tops
            cells = [
                cell
                for cell in realm.cells
                if cell in covers or cell in self._deep or printed.blocks[tops[cell] // 4 % KINDS]
            ]
            if self._has_giant([cell for cell in self._near(castle) if cell not in self._deep]):
                found = 0  # next to the castle: only a kill helps
            elif changes == 3:
                found = realm.vp
            else:
                sets = [{cell} for cell in cells]
                if changes == 2:
                    sets += [{one, two} for place, one in enumerate(cells) for two in cells[:place]]
                found = max([self._parts(castle, realm.cells, cut) for cut in sets], default=0)
            self._freed[changes] = found
        return found

    def _near(self, cell: int) -> list[int]:
        """Cards connected with a card."""
        found = self._links.get(cell)
        if found is None:
            printed, tops = self._facts.printed, self._land.tops
            found = self._links[cell] = [
                cell + step
                for edge, step in enumerate(STEPS)
                if cell + step in tops
                and not is_walled(
                    printed.walls[tops[cell]], printed.walls[tops[cell + step]], edge, printed.both
                )
            ]
        return found

    def _has_giant(self, cells: list[int]) -> bool:
        printed, tops = self._facts.printed, self._land.tops
        return any(printed.blocks[tops[cell] // 4 % KINDS] & CASTLES for cell in cells)

    def kept(self, castle: int, cells: tuple[int, ...], cut: int) -> int:
        """Points that hang together with the castle when one card of its realm is gone."""
        printed, tops = self._facts.printed, self._land.tops
        open_cells, front, vp = set(cells) - {cut, castle}, [castle], 0
        for cell in front:
            vp += printed.vp[tops[cell] // 4 % KINDS]
            for other in self._near(cell):
                if other in open_cells:
                    open_cells.discard(other)
                    front.append(other)
        return vp

    def _parts(self, castle: int, cells: tuple[int, ...], cut: set[int]) -> int:
        """Points of the parts without a giant when some cards of the realm are gone; 0 where the castle's has one."""
        printed, tops = self._facts.printed, self._land.tops
        open_cells = set(cells) - cut
        total = 0
        for start in (castle, *cells):
            if start not in open_cells:
                continue
            open_cells.discard(start)
            front, vp, giant = [start], 0, False
            for cell in front:
                kind = tops[cell] // 4 % KINDS
                vp += printed.vp[kind]
                giant = giant or bool(printed.blocks[kind] & CASTLES)
                for other in self._near(cell):
                    if other in open_cells:
                        open_cells.discard(other)
                        front.append(other)
            if giant and start == castle:
                return 0
            total += 0 if giant else vp
        return total

    def joins(self, changes: int, calm: bool, given: int = 0) -> int:
        """The most points that so many changed cells can join, those of the new cards not counted.

        calm   cards are played only: no monster is slain, no pile dug; then a region with a frost giant brings
               nothing where none of its cards can be covered, for it is joined with its giant
        given  so many of the changes, whichever they are, join nothing
        """
        if not changes:
            return 0
        key = (calm, given)
        found = self._points.get(key)
        if found is None:
            regions = self._land.regions
            worth = [one.vp for one in regions]
            if calm and self._facts.printed.void:
                covered = {self._land.region[cell] for cell in self.covers}
                worth = [
                    0 if one.blocks & CASTLES and place not in covered else one.vp
                    for place, one in enumerate(regions)
                ]
            found = self._points[key] = self._joined(worth, given)
        return found[min(changes, FARTHEST)]

    def single(self, hand: tuple[int, ...], slain: bool) -> int:
        """The most points that one card of the hand adds to the realm.

        slain  a monster is slain afterwards: a giant that is joined, or one whose gap parts the realm from a giant
        """
        found = self._single.get((hand, slain))
        if found is not None:
            return found
        facts, printed, land, scan, own = self._facts, self._facts.printed, self._land, self.scan(), self._own
        covers, best = set(scan.covers), 0
        most = max([printed.vp[kind] for kind in hand], default=0)
        for cell, faced in scan.facing.items():
            if most + sum([land.regions[one].vp for one in faced if one != own]) <= best:
                continue
            covered = cell in covers
            if cell in land.tops and not covered:
                continue
            if own not in faced and not (covered and land.region[cell] == own):
                continue
            for kind in hand:
                for turn in printed.turns[kind]:
                    if covered:
                        linked = faced
                    else:
                        linked = scan.linked(cell, printed.walls[(facts.seat * KINDS + kind) * 4 + turn])
                        if own not in linked:
                            continue
                        if (
                            printed.void
                            and not slain
                            and any(land.regions[one].blocks & CASTLES for one in linked)
                        ):
                            continue
                    gain = printed.vp[kind] + sum([land.regions[one].vp for one in linked if one != own])
                    best = max(best, gain)
                    if covered:
                        break
        self._single[hand, slain] = best
        return best

    def joins_cards(self, changes: int, given: int = 0) -> int:
        """The same for the number of cards, whatever is played or dug."""
        if not changes:
            return 0
        found = self._cards.get(given)
        if found is None:
            worth = [len(one.cells) for one in self._land.regions]
            found = self._cards[given] = self._joined(worth, given)
        return found[min(changes, FARTHEST)]

    def _joined(self, worth: list[int], given: int) -> list[int]:
        """For 0, 1, 2 ... changes: the greatest sum of regions faced by so many cells.

        At most n - 1 of n cells are two changes away from the realm, and n - 2 three. Such sets are the independent
        sets of a matroid, so taking the greatest first is best.
        """
        own, tops, far, scan = self._own, self._land.tops, self._far(), self.scan()
        found = []
        total: set[int] = set()
        for cell, faced in scan.facing.items():
            if cell in tops and cell not in scan.covers and cell not in self._deep:
                continue
            most = sum([worth[one] for one in faced if one != own])
            if most:
                found.append((-most, far.get(cell, 3)))
                total |= faced
        limit = sum([worth[one] for one in total if one != own])
        found.sort()
        sums = [0]
        for changes in range(1, FARTHEST + 1):
            second, third, left, most = changes - 1, changes - 2, changes - given, 0
            for points, step in found:
                if not left:
                    break
                if step > 1:
                    if not second or (step > 2 and third <= 0):
                        continue
                    second -= 1
                    third -= step > 2
                most -= points
                left -= 1
            sums.append(min(most, limit))
        return sums

    def _far(self) -> dict[int, int]:
        """Cell -> 1 where a card could be connected with the realm at once, 2 where after one more change.

        All others are three or more changes away. A pile may be dug or wake besides: beyond it nothing is farther.
        """
        own, facing, region = self._own, self.scan().facing, self._land.region
        if own < 0:  # the castle may be played anywhere
            return dict.fromkeys(facing, 1)
        first = [cell for cell, faced in facing.items() if own in faced or region.get(cell) == own]
        first += [cell for cell in self._deep if region[cell] == own and cell not in first]
        if self._deep and not {*first}.isdisjoint(self._deep):
            return dict.fromkeys(facing, 1)
        far = dict.fromkeys(first, 1)
        regions = set().union(*[facing.get(cell, ()) for cell in first])
        nearby = {cell + step for cell in first for step in STEPS}
        deep = False
        for cell, faced in facing.items():
            if cell not in far and (
                cell in nearby or not regions.isdisjoint(faced) or region.get(cell, -1) in regions
            ):
                far[cell] = 2
                deep = deep or cell in self._deep
        if deep:
            return {cell: far.get(cell, 2) for cell in facing}
        return far


class Haul(NamedTuple):
    """A set of cards to be ready: what they bring at most, and what it costs.

    cost    dwarf actions that they lack; takes: cards among them that are not ready yet
    gains   gems by type; extra: cells whose card is turned over or woken; giants: frost giants among the slain
    blocked whether it counts a card that is blocked as the map lies; sure: kills and digs that are not
    """

    cost: int
    takes: int
    gains: tuple[int, ...]
    stores: int
    draws: int
    slain: int
    trophies: int
    extra: int
    giants: int
    blocked: bool
    sure: int


@dataclass(slots=True)
class Ceiling:
    """The bound of a position, with its parts for each number of plays, so that a play is bounded before it is tried.

    top     the bound itself
    parts   (plays, changes by gathering, calm, lacking) -> the bound without what cards played add to the realm;
            calm: see ``Reach.joins``; lacking: what they must add so that the secret goal counted in it may hold
    outside plays -> the bound of the ways that leave the realm worth nothing
    """

    top: int
    parts: dict[tuple[int, int, bool, int], int]
    outside: dict[int, int]


class Bound:
    """Bounds for one question; what does not depend on dwarves is kept by map."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._worth: dict[tuple[tuple[int, ...], int, int, int], int] = {}
        self._reach: dict[int, Reach] = {}
        self._base: dict[int, list[tuple[int, int, int]]] = {}
        self._floors: dict[tuple[int, tuple[int, ...]], int] = {}

    def reach(self, land: Land) -> Reach:
        found = self._reach.get(id(land))
        if found is None:
            before = None if land.before is None else self._reach.get(id(land.before[0]))
            found = self._reach[id(land)] = Reach(self.facts, land, before)
        return found

    def allowance(self, land: Land) -> int:
        """Actions of the turn as the map lies (MO-13, MO-14)."""
        facts = self.facts
        if facts.fixed_actions:
            return facts.fixed_actions
        realm = land.realm(facts.seat)
        return facts.actions if realm is None or realm.blocks & CASTLES else facts.more_actions

    def most_actions(self, land: Land, hand: tuple[int, ...], used: int) -> int:
        """Actions of the turn at most, whatever is still played."""
        facts = self.facts
        now = self.allowance(land)
        if facts.fixed_actions or now == facts.more_actions or used >= now or not hand:
            return now
        if facts.printed.cover_any:
            return facts.more_actions
        if facts.seat in land.castles:
            return facts.more_actions if self.reach(land).covers else now
        return facts.more_actions if facts.printed.castle in hand else now

    def ceiling(
        self,
        land: Land,
        own: Dwarves,
        hand: tuple[int, ...],
        used: int,
        shown: bool,
        most: int | None = None,
        *,
        closed: bool = False,
    ) -> Ceiling:
        """No way from here brings more. most: actions left, where fewer than the rules allow are asked about.

        closed  no card is played any more
        """
        facts, printed, seat = self.facts, self.facts.printed, self.facts.seat
        reach = self.reach(land)
        now = max(0, self.allowance(land) - used)
        later = max(now, self.most_actions(land, hand, used) - used)
        if most is not None:
            now, later = min(now, most), min(later, most)
        if closed:
            later = now
        ready, hauls = self._hauls(land, own, hand, later)
        covers = bool(hand and later and reach.covers)
        exact = land.realm_vp(seat)
        realm = land.realm(seat)
        void = realm is not None and printed.void and bool(realm.blocks & CASTLES)
        values = sorted([printed.vp[kind] for kind in hand], reverse=True)
        has_castle = printed.castle in hand
        out = sum(own.values())
        result = Ceiling(NEVER, {}, {})
        fixed = facts.fixed + (facts.secret_vp if shown else 0)
        asks = bool(facts.secret) and not shown
        for plays in range(1 if closed else min(later, len(hand)) + 1):
            left = later - plays if plays else now
            added = sum(values[:plays])
            land_left = len(hand) - plays
            for haul in hauls[plays > 0]:
                if haul.cost > left:
                    continue
                changes = haul.extra
                if haul.blocked and not (plays and covers) and not haul.sure:
                    continue
                gems, points = self._gems(haul, land_left)
                lifted, outside = 0, False
                if printed.cover_any:
                    potential = facts.all_vp
                elif not reach.in_play:
                    potential = 0
                    outside = not (plays and has_castle)
                elif not (plays or changes or haul.slain):
                    outside, potential = True, exact
                elif void and not haul.giants:
                    cuts = (plays if covers else 0) + changes + haul.slain
                    potential = reach.freed(cuts) if cuts else 0
                    outside = not potential
                else:
                    potential = reach.vp
                if not outside and not printed.cover_any:
                    potential += haul.extra * reach.pile_vp
                    lifted = added + reach.joins(plays + changes, not (changes or haul.slain))
                    if plays == 1 and not changes and not void and reach.in_play:
                        lifted = min(lifted, reach.single(hand, bool(haul.slain)))
                total = fixed + potential + haul.trophies + points
                lacking = 0
                if asks and self._may_hold(haul, gems, out + left, potential + lifted, reach, plays):
                    total += facts.secret_vp
                    if facts.test == "realm_vp":
                        lacking = max(0, facts.at_least - potential)
                    elif facts.test == "realm_cards" and not printed.cover_any:
                        lacking = max(0, facts.at_least - reach.cards - 2 * changes)
                total -= self._rival_floor(land, hand, plays, changes + haul.slain)
                burns = land_left + facts.held - facts.limit - haul.stores * facts.dearest
                # a card that is ready already is resolved, or a dwarf leaves it: perhaps for one of those lacking
                takes = haul.takes + max(0, ready - haul.cost)
                moves = plays + haul.cost + 1 + takes + max(0, burns) + 1
                value = LONGEST * total - moves
                if outside:
                    if value > result.outside.get(plays, NEVER):
                        result.outside[plays] = value
                else:
                    key = (plays, changes, not (changes or haul.slain), lacking)
                    if value > result.parts.get(key, NEVER):
                        result.parts[key] = value
                    value += LONGEST * lifted
                if value > result.top:
                    result.top = value
        return result

    def play_top(
        self,
        ceiling: Ceiling,
        reach: Reach,
        rest: list[int],
        gain: tuple[int, int],
        direct: tuple[int, int],
    ) -> int:
        """The bound after a play that adds at most `gain` (points, cards) to the realm.

        rest    points of the other cards of the hand, falling
        direct  what it adds where no other change follows
        The move itself is counted, as in ``ceiling``.
        """
        top, facts = NEVER, self.facts
        by_cards = facts.test == "realm_cards"
        for (plays, changes, calm, lacking), value in ceiling.parts.items():
            if not plays:
                continue
            if plays == 1 and not changes:
                points, cards = direct
            else:
                points = gain[0] + sum(rest[: plays - 1]) + reach.joins(plays + changes, calm, given=1)
                cards = gain[1] + plays - 1
                if lacking and by_cards:
                    cards += reach.joins_cards(plays + changes, given=1)
            value += LONGEST * points
            if lacking > (cards if by_cards else points):
                value -= LONGEST * facts.secret_vp
            if value > top:
                top = value
        for plays, value in ceiling.outside.items():
            if plays and value > top:
                top = value
        return top

    # --- parts ----------------------------------------------------------------------------------

    def _may_hold(
        self, haul: Haul, gems: tuple[int, ...], out: int, realm: int, reach: Reach, plays: int
    ) -> bool:
        """Whether the secret goal could be fulfilled at some moment of such a way."""
        facts = self.facts
        test = facts.test
        if test == "realm_vp":
            most = realm
        elif test == "realm_cards":
            if facts.printed.cover_any:
                return True
            most = reach.cards + plays + 2 * haul.extra + reach.joins_cards(plays + haul.extra)
        elif test == "slain":
            most = facts.slain_before + haul.slain
        elif test == "gem_types":
            most = sum([number > 0 for number in gems])
        elif test == "gems":
            most = sum(gems)
        elif test == "ogres":
            most = facts.hand.ogres + min(haul.draws, facts.hand.stock)
        else:
            most = min(facts.dwarves, out)
        return most >= facts.at_least

    def _gems(self, haul: Haul, land_left: int) -> tuple[tuple[int, ...], int]:
        """(gems after the mines, most points of gems and goals after buying and burning)."""
        facts = self.facts
        gems = tuple(
            [
                own + gain if haul.stores else min(own + gain, most)  # what is paid is on the pile again
                for own, gain, most in zip(facts.hand.gems, haul.gains, facts.mine_or_pile, strict=True)
            ]
        )
        ogres = facts.hand.ogres + min(haul.draws, facts.hand.stock)
        key = (gems, haul.stores, ogres, land_left)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._bought(gems, haul.stores, land_left + ogres, ogres, 0)
        return gems, found

    def _bought(self, gems: tuple[int, ...], stores: int, others: int, ogres: int, first: int) -> int:
        """Most points with up to so many of the goals from place `first` on."""
        facts = self.facts
        over = others + sum(gems) - facts.limit
        over -= min(max(over, 0), ogres)
        best = sum([number * vp for number, vp in zip(gems, facts.gem_vp, strict=True)])
        for gem in facts.cheap_first:
            if over <= 0:
                break
            gone = min(over, gems[gem])
            best -= gone * facts.gem_vp[gem]
            over -= gone
        if stores:
            for place in range(first, len(facts.goals)):
                _, vp, cost = facts.goals[place]
                left = tuple([have - price for have, price in zip(gems, cost, strict=True)])
                if min(left) >= 0:
                    best = max(best, vp + self._bought(left, stores - 1, others, ogres, place + 1))
        return best

    def _hauls(
        self, land: Land, own: Dwarves, hand: tuple[int, ...], actions: int
    ) -> tuple[int, tuple[list[Haul], list[Haul]]]:
        """How many cards are ready, and the sets that may be: without and with cards of the hand among them."""
        facts, printed, reach = self.facts, self.facts.printed, self.reach(land)
        base = self._base.get(id(land))
        if base is None:
            base = []
            for cell, laid in land.tops.items():
                foreign = facts.foreign.get(cell, 0)
                kind = laid // 4 % KINDS
                if not (foreign and facts.freeze) and printed.slots[kind] - foreign >= printed.need[kind]:
                    base.append((cell, kind, printed.need[kind]))
            self._base[id(land)] = base
        zero = (0,) * len(facts.gem_vp)
        start = Haul(0, 0, zero, 0, 0, 0, 0, 0, 0, False, 0)
        sets = {start}
        options, ready = [], 0
        if actions < printed.least_need:
            base = [one for one in base if one[0] in own]
        for cell, kind, need in base:
            lacking = need - own.get(cell, 0)
            if lacking > actions:
                continue
            if lacking <= 0:
                ready += 1
                more = {self._with(one, land, reach, cell, kind, 0) for one in sets}
                if land.is_blocked(cell, kind):
                    more |= sets
                sets = more
            elif self._useful(land, reach, cell, kind):
                options.append((lacking, cell, kind))
        for lacking, cell, kind in options:
            sets |= {
                self._with(one, land, reach, cell, kind, lacking)
                for one in sets
                if one.cost + lacking <= actions
            }
        plain = list(sets)
        hosts = [
            kind
            for kind in hand
            if printed.need[kind] < actions and (kind != printed.castle or reach.has_piles)
        ]
        for kind in hosts:
            need = printed.need[kind]
            sets |= {
                self._with(one, land, reach, None, kind, need) for one in sets if one.cost + need < actions
            }
        return ready, (plain, list(sets))

    def _useful(self, land: Land, reach: Reach, cell: int, kind: int) -> bool:
        """Whether a card can bring anything when it is ready."""
        facts, task = self.facts, self.facts.printed.task[kind]
        if task == "draw":
            return facts.test == "ogres" and not facts.hand.shown
        if task == "trade":
            return bool(facts.goals)
        return task != "dig" or reach.has_piles

    def _with(self, haul: Haul, land: Land, reach: Reach, cell: int | None, kind: int, lacking: int) -> Haul:
        """The set with one more card; cell None: a card of the hand that is played first."""
        printed, task = self.facts.printed, self.facts.printed.task[kind]
        gains, stores, draws = haul.gains, haul.stores, haul.draws
        slain, trophies, extra, giants, blocked, sure = haul[5:]
        if task == "gain":
            gem = printed.gem[kind]
            gains = (*gains[:gem], gains[gem] + printed.amount[kind], *gains[gem + 1 :])
            blocked = blocked or (cell is not None and bool(land.blocks(cell) & MINES))
        elif task == "draw":
            draws += printed.amount[kind]
        elif task == "trade":
            stores += 1
        elif task == "slay":
            slain += 1
            trophies += printed.trophy[kind]
            giants += bool(printed.blocks[kind] & CASTLES)
            extra += cell is not None and len(land.piles[cell]) > 1
            sure += 1
        else:
            extra += reach.has_piles
            stuck = cell is not None and bool(land.blocks(cell) & printed.dig_blocks)
            blocked, sure = blocked or stuck, sure + (reach.has_piles and not stuck)
        cost, takes = haul.cost + lacking, haul.takes + (lacking > 0)
        return Haul(cost, takes, gains, stores, draws, slain, trophies, extra, giants, blocked, sure)

    def _rival_floor(self, land: Land, hand: tuple[int, ...], plays: int, others: int) -> int:
        """What the best rival has at least after so many plays and other changes; 0 where only the own score counts."""
        facts = self.facts
        if not facts.rivals:
            return 0
        if not plays and not others:
            return facts.against(land)
        if others or plays > 1:
            return max(points for _, points in facts.rivals)
        key = (id(land), hand)
        found = self._floors.get(key)
        if found is None:
            found = max(points + self._after_one(land, other, hand) for other, points in facts.rivals)
            self._floors[key] = found
        return found

    def _after_one(self, land: Land, seat: int, hand: tuple[int, ...]) -> int:
        """The least points of a rival's realm after one card is played, 0 where options make that hard to say."""
        printed, realm, reach = self.facts.printed, land.realm(seat), self.reach(land)
        now = land.realm_vp(seat)
        if not now or realm is None:
            return 0
        if printed.split or printed.border or printed.cover_any:
            return 0
        scan, own = reach.scan(), land.region[land.castles[seat]]
        in_hand = any(printed.blocks[kind] & CASTLES for kind in hand)
        if printed.void:
            for cell, faced in scan.facing.items():
                if own in faced and (
                    (in_hand and cell not in land.tops)
                    or any(land.regions[one].blocks & CASTLES for one in faced if one != own)
                ):
                    return 0
        castle, least = land.castles[seat], now
        for cut in scan.covers:
            if land.region[cut] == own:
                least = min(least, reach.kept(castle, realm.cells, cut))
        return least
