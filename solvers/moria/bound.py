"""How much a turn can still bring at most: what a search leaves out because of it, it leaves out for good.

The argument. After a turn the own realm holds cards that it held before, cards played this turn, and old cards that
were joined. A region that is joined has an unchanged card next to a changed cell, with no wall of its own in the
way; so its points are counted at a changed cell that it *faces*. Changed cells are those of cards played, dug and
woken. The n-th changed cell from the castle outwards is at most n changes away from the realm, which bounds the
points that n changes can join (``Reach.joins``). Every card that becomes ready takes at least as many dwarf actions
as it lacks dwarves; every such set is tried with all its gains (``Bound``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzles.moria.cards import KINDS
from puzzles.moria.cells import STEPS
from solvers.moria.gather import Dwarves, Facts
from solvers.moria.land import CASTLES, MINES, Land
from solvers.moria.plain import LONGEST

NEVER = -(1 << 40)
FARTHEST = 8
"""More changes than a turn can bring."""


class Reach:
    """What changes of the map can join to the own realm.

    vp     points of the realm's cards now, as if no monster were there; cards their number
    open   free cells where a card could be connected to the realm at once
    """

    __slots__ = (
        "_cards",
        "_plays",
        "_points",
        "covers",
        "facing",
        "free",
        "has_piles",
        "in_play",
        "pile_vp",
        "vp",
        "cards",
    )

    def __init__(self, facts: Facts, land: Land) -> None:
        printed = facts.printed
        self._plays = facts.more_actions
        self.free = land.free()
        self.covers = {
            cell
            for cell, laid in land.tops.items()
            if not facts.foreign.get(cell)
            and printed.symbol[laid // 4 % KINDS] in facts.symbols
            and (printed.cover_any or not printed.fixed[laid // 4 % KINDS])
        }
        deep = {cell for cell, cards in land.piles.items() if len(cards) > 1}
        self.has_piles = bool(deep)
        self.pile_vp = max(
            [printed.vp[laid // 4 % KINDS] for cell in deep for laid in land.piles[cell]], default=0
        )
        cells = [*self.free, *sorted(self.covers | deep)]
        self.facing = {cell: land.facing(cell) for cell in cells}
        castle = land.castles.get(facts.seat)
        own = -1 if castle is None else land.region[castle]
        self.in_play = castle is not None
        self.vp = land.regions[own].vp if own >= 0 else 0
        self.cards = len(land.regions[own].cells) if own >= 0 else 0
        steps = self._steps(land, own, deep) if own >= 0 else dict.fromkeys(cells, 1)
        points: list[tuple[int, int]] = []
        cards: list[tuple[int, int]] = []
        any_points: set[int] = set()
        for cell, step in steps.items():
            faced = [land.regions[one] for one in self.facing.get(cell, ()) if one != own]
            if faced:
                points.append((-sum([one.vp for one in faced]), step))
                cards.append((-sum([len(one.cells) for one in faced]), step))
                any_points.update(one for one in self.facing.get(cell, ()) if one != own)
        most = sum([land.regions[one].vp for one in any_points])
        any_cards = sum([len(land.regions[one].cells) for one in any_points])
        self._points = [min(most, number) for number in _joined(points)]
        self._cards = (
            [min(any_cards, number) for number in _joined(cards)] if facts.test == "realm_cards" else []
        )

    def joins(self, changes: int) -> int:
        """The most points that so many changed cells can join, those of the new cards not counted."""
        return self._points[min(changes, FARTHEST - 1)]

    def joins_cards(self, changes: int) -> int:
        """The same for the number of cards."""
        return self._cards[min(changes, FARTHEST - 1)]

    def _steps(self, land: Land, own: int, deep: set[int]) -> dict[int, int]:
        """Cell -> how many changes it takes, its own included, until a card there can belong to the realm."""
        near: dict[int, list[int]] = {}
        for cell, faced in self.facing.items():
            for one in faced:
                near.setdefault(one, []).append(cell)
            inside = land.region.get(cell)
            if inside is not None and inside not in faced:
                near.setdefault(inside, []).append(cell)
        steps: dict[int, int] = {}
        done = {own}
        regions, cells = [own], list[int]()
        for number in range(1, self._plays + 1):
            reached: list[int] = []
            while regions or cells:
                if regions:
                    fresh = near.get(regions.pop(), ())
                else:
                    cell = cells.pop()
                    # cells beyond the border of the map can be part of a chain of cards
                    fresh = [
                        cell + step
                        for step in STEPS
                        if cell + step in self.facing or cell + step not in land.tops
                    ]
                for cell in fresh:
                    if cell in steps:
                        continue
                    # a pile may be dug or wake besides: no card need be played there
                    steps[cell] = number
                    if cell in deep:
                        cells.append(cell)
                        for one in self.facing.get(cell, done) - done:
                            done.add(one)
                            regions.append(one)
                    else:
                        reached.append(cell)
            if not reached:
                break
            for cell in reached:
                cells.append(cell)
                for one in self.facing.get(cell, done) - done:
                    done.add(one)
                    regions.append(one)
        return steps


def _joined(worth: list[tuple[int, int]]) -> list[int]:
    """For 0, 1, 2 ... changes: the greatest sum of that many cells, at most n - t + 1 of them t or more steps away.

    worth  (-points, steps) of each cell
    The sets allowed are the independent sets of a matroid, so taking the greatest first is best.
    """
    worth = sorted(worth)
    sums = [0]
    for changes in range(1, FARTHEST):
        chosen: list[int] = []
        total = 0
        for points, step in worth:
            if len(chosen) == changes:
                break
            if step <= changes and all(
                sum([one >= far for one in chosen]) + 1 <= changes - far + 1 for far in range(1, step + 1)
            ):
                chosen.append(step)
                total -= points
        sums.append(total)
    return sums


@dataclass(frozen=True, slots=True)
class Haul:
    """A set of cards to be ready: what they bring at most, and what it costs.

    gains   gems by type; extra: cells whose card is turned over or woken; giants: frost giants among the slain
    blocked whether it counts a mine that is blocked as the map lies
    """

    gains: tuple[int, ...]
    stores: int
    draws: int
    slain: int
    trophies: int
    extra: int
    giants: int
    blocked: bool
    cost: int
    takes: int


@dataclass(slots=True)
class Ceiling:
    """The bound of a position, with its parts for each number of plays, so that a play is bounded before it is tried.

    top     the bound itself
    parts   (plays, changes by gathering) -> the bound without what cards played add to the realm
    outside plays -> the bound of the ways that leave the realm worth nothing
    """

    top: int
    parts: dict[tuple[int, int], int]
    outside: dict[int, int]


class Bound:
    """Bounds for one question; what does not depend on dwarves is kept by map."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._worth: dict[tuple[tuple[int, ...], int, int, int], int] = {}
        self._reach: dict[int, Reach] = {}
        self._base: dict[int, list[tuple[int, int, int]]] = {}
        self._floors: dict[int, dict[int, tuple[int, int]]] = {}

    def reach(self, land: Land) -> Reach:
        found = self._reach.get(id(land))
        if found is None:
            found = self._reach[id(land)] = Reach(self.facts, land)
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
        self, land: Land, own: Dwarves, hand: tuple[int, ...], used: int, shown: bool, most: int | None = None
    ) -> Ceiling:
        """No way from here brings more. most: actions left, where fewer than the rules allow are asked about."""
        facts, printed, seat = self.facts, self.facts.printed, self.facts.seat
        reach = self.reach(land)
        now = max(0, self.allowance(land) - used)
        later = max(now, self.most_actions(land, hand, used) - used)
        if most is not None:
            now, later = min(now, most), min(later, most)
        hauls = self._hauls(land, own, hand, later)
        covers = bool(reach.covers)
        exact = land.realm_vp(seat)
        realm = land.realm(seat)
        void = realm is not None and printed.void and bool(realm.blocks & CASTLES)
        values = sorted([printed.vp[kind] for kind in hand], reverse=True)
        has_castle = printed.castle in hand
        out = sum(own.values())
        result = Ceiling(NEVER, {}, {})
        fixed = facts.fixed + (facts.secret_vp if shown else 0)
        asks = bool(facts.secret) and not shown
        for plays in range(min(later, len(hand)) + 1):
            left = later - plays if plays else now
            added = sum(values[:plays])
            land_left = len(hand) - plays
            for haul in hauls[plays > 0]:
                if haul.cost > left:
                    continue
                changes = haul.extra
                if haul.blocked and not (plays and covers) and not haul.slain and not haul.extra:
                    continue
                gems, points = self._gems(haul, land_left)
                lifted = 0
                outside = False
                if not reach.in_play and not printed.cover_any:
                    if not (plays and has_castle):
                        outside, potential = True, 0
                    else:
                        potential = 0
                elif plays or changes or haul.slain:
                    if void and not (plays and covers) and not haul.giants and not haul.extra:
                        outside, potential = True, 0
                    else:
                        potential = reach.vp
                else:
                    outside, potential = True, exact
                if not outside:
                    if printed.cover_any:
                        potential = facts.all_vp
                    else:
                        potential += haul.extra * reach.pile_vp
                        lifted = added + reach.joins(plays + changes)
                total = fixed + potential + haul.trophies + points
                if asks and self._may_hold(haul, gems, out + left, potential + lifted, reach, plays):
                    total += facts.secret_vp
                total -= self._rival_floor(land, plays + changes + haul.slain, plays)
                burns = land_left + facts.held - facts.limit - haul.stores * facts.dearest
                moves = plays + haul.cost + 1 + haul.takes + max(0, burns) + 1
                value = LONGEST * total - moves
                if outside:
                    if value > result.outside.get(plays, NEVER):
                        result.outside[plays] = value
                else:
                    key = (plays, changes)
                    if value > result.parts.get(key, NEVER):
                        result.parts[key] = value
                    value += LONGEST * lifted
                if value > result.top:
                    result.top = value
        return result

    def play_top(self, ceiling: Ceiling, reach: Reach, rest: list[int], gain: int) -> int:
        """The bound after a play that adds at most `gain` to the realm; rest: points of the other cards, falling.

        The move itself is counted, as in ``ceiling``.
        """
        top = NEVER
        for (plays, changes), value in ceiling.parts.items():
            if plays:
                value += LONGEST * (gain + sum(rest[: plays - 1]) + reach.joins(plays - 1 + changes))
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
                min(own + gain, most)
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
                vp, cost = facts.goals[place]
                left = tuple([have - price for have, price in zip(gems, cost, strict=True)])
                if min(left) >= 0:
                    best = max(best, vp + self._bought(left, stores - 1, others, ogres, place + 1))
        return best

    def _hauls(
        self, land: Land, own: Dwarves, hand: tuple[int, ...], actions: int
    ) -> tuple[list[Haul], list[Haul]]:
        """Sets of cards to be ready: without and with cards of the hand among them."""
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
        start = Haul(zero, 0, 0, 0, 0, 0, 0, False, 0, 0)
        sets = {start}
        options = []
        for cell, kind, need in base:
            lacking = need - own.get(cell, 0)
            if lacking > actions:
                continue
            if lacking <= 0:
                more = {self._with(one, land, reach, cell, kind, 0) for one in sets}
                if printed.task[kind] == "gain" and land.blocks(cell) & MINES:
                    more |= {replace(one, takes=one.takes + 1) for one in sets}
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
        return plain, list(sets)

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
        slain, trophies, extra, giants, blocked = (
            haul.slain,
            haul.trophies,
            haul.extra,
            haul.giants,
            haul.blocked,
        )
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
        else:
            extra += reach.has_piles
        return Haul(
            gains, stores, draws, slain, trophies, extra, giants, blocked, haul.cost + lacking, haul.takes + 1
        )

    def _rival_floor(self, land: Land, changes: int, plays: int) -> int:
        """What the best rival has at least after so many changes; 0 where only the own score counts."""
        facts = self.facts
        if not facts.rivals:
            return 0
        if not changes:
            return facts.against(land)
        return max(points + (0 if changes else land.realm_vp(other)) for other, points in facts.rivals)
