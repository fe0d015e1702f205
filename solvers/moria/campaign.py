"""``campaign``: the fewest own turns until an open trading goal is owned; deeper and deeper, with a bound on actions.

The bound (``Course.needed``): every gem that is missing takes a mine of its type with all its dwarves, and the
purchase a store with its own; each dwarf that does not stand there yet is one action, each card that lies nowhere
one more. With the actions of this turn and of full turns after it, that gives a number of turns below which it
cannot be done. Ways are tried only while the bound allows them.

What is tried. Dwarves go to mines of missing types, stores, monsters and, where there are piles, castles; they move
where the supply might not last, or to leave a card. Cards are covered anywhere. On empty cells the castle, what can
host dwarves and what frees the hand goes to the ends of the map (see ``search``), or where it is connected with a
region that own dwarves stand in.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from puzzles.moria.cards import KINDS
from puzzles.moria.moves import TURNS, Move
from puzzles.moria.problems import BestTurn, Campaign
from puzzles.moria.rules import State
from solvers.core.explain import counted, listed
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.moria.asked import NO_LIMIT, kind_words, read_question, texts
from solvers.moria.gather import Dwarves, Facts, Gather, Hand
from solvers.moria.land import CASTLES, MINES, Land
from solvers.moria.search import Node, Search

METHOD = "iterative deepening over turns with a bound on dwarf actions and a table"
MOST_TURNS = 12
"""Turns up to which is searched where nothing proves that the goal is out of reach."""

NEVER = 99


class Stand(NamedTuple):
    """A position in phase act. allowed: actions of this turn, with castle_bonus=start, else 0."""

    land: Land
    own: Dwarves
    foreign: Dwarves
    cards: tuple[int, ...]
    gems: tuple[int, ...]
    ogres: int
    used: int
    allowed: int


class Course:
    """One question. ``watch.nodes`` counts positions."""

    def __init__(self, problem: Campaign, start: State, watch: Watch) -> None:
        seen = problem.seen(start)
        self.problem, self.start, self.watch = problem, seen, watch
        self.facts = Facts(BestTurn("own"), seen)
        self.facts.symbols = {self.facts.printed.symbol[kind] for kind in seen.land[seen.to_move]}
        self.gather = Gather(self.facts)
        self.search = Search(self.facts, watch)
        self.cost = start.cards.goals[problem.goal].cost
        self._failed: dict[object, int] = {}
        self._lands: dict[object, Land] = {}

    # --- the bound ------------------------------------------------------------------------------

    def usable(self, stand: Stand, cell: int, kind: int) -> bool:
        """Whether own dwarves can ever make a card ready: rivals stand still."""
        foreign, printed = stand.foreign.get(cell, 0), self.facts.printed
        if foreign and self.facts.freeze:
            return False
        return printed.slots[kind] - foreign >= printed.need[kind]

    def needed(self, stand: Stand) -> tuple[int, int]:
        """(actions, turns) that are still needed at least; NEVER turns where it is out of reach."""
        printed, facts, land = self.facts.printed, self.facts, stand.land
        sources: dict[int, list[tuple[int, int, bool]]] = {}
        stores: list[int] = []
        for cell, cards in land.piles.items():
            foreign = stand.foreign.get(cell, 0)
            for place, laid in enumerate(cards):
                kind, top = laid // 4 % KINDS, place == len(cards) - 1
                if top and not self.usable(stand, cell, kind):
                    break
                if foreign and facts.freeze:
                    break  # the card below a frozen one never wakes
                there = stand.own.get(cell, 0) if top else 0
                if printed.task[kind] == "gain":
                    blocked = not top or land.is_blocked(cell, kind)
                    sources.setdefault(printed.gem[kind], []).append((kind, there, blocked))
                elif printed.task[kind] == "trade":
                    stores.append(printed.need[kind] - min(there, printed.need[kind]))
        extra = 0
        for kind in stand.cards:
            if printed.task[kind] == "gain":
                sources.setdefault(printed.gem[kind], []).append((kind, -1, False))
            elif printed.task[kind] == "trade":
                stores.append(printed.need[kind] + 1)
        if not stores:
            return NEVER, NEVER
        actions, turns = min(stores), 1
        for gem, price in enumerate(self.cost):
            missing = price - stand.gems[gem]
            if missing <= 0:
                continue
            found = sources.get(gem)
            if not found or price > facts.mine_or_pile[gem]:
                return NEVER, NEVER
            amount = max(printed.amount[kind] for kind, _, _ in found)
            need = min(printed.need[kind] for kind, _, _ in found)
            times = -(-missing // amount)
            there = sum([max(have, 0) for _, have, _ in found])
            actions += max(0, times * need - there)
            extra += all(have < 0 for _, have, _ in found)
            turns = max(turns, -(-times // len(found)))
        return actions + extra, turns

    def turns(self, stand: Stand) -> int:
        """A number of turns, the present one included, below which the goal cannot be owned."""
        actions, turns = self.needed(stand)
        if turns >= NEVER:
            return NEVER
        left = self.most_actions(stand) - stand.used
        each = self.facts.more_actions
        return max(turns, 1 + max(0, -(-(actions - left) // each)))

    def allowance(self, stand: Stand) -> int:
        if stand.allowed:
            return stand.allowed
        realm = stand.land.realm(self.facts.seat)
        return self.facts.actions if realm is None or realm.blocks & CASTLES else self.facts.more_actions

    def most_actions(self, stand: Stand) -> int:
        """Actions of this turn at most."""
        now = self.allowance(stand)
        return now if stand.allowed or stand.used >= now else self.facts.more_actions

    # --- the search -----------------------------------------------------------------------------

    def first(self) -> Stand:
        start, facts = self.start, self.facts
        land = self._kept(facts.land)
        return Stand(
            land,
            facts.own,
            facts.foreign,
            start.land[facts.seat],
            facts.hand.gems,
            facts.hand.ogres,
            start.used,
            start.allowed if start.options.castle_bonus == "start" else 0,
        )

    def solve(self, turns: int) -> list[Move] | None:
        """A plan that owns the goal within so many turns; None where there is none."""
        stand = self.first()
        if self.start.phase == "act":
            return self.act(stand, turns)
        return self.resolve(stand, self.start.gathering, turns)

    def act(self, stand: Stand, turns: int) -> list[Move] | None:
        """The rest of a turn in phase act, and the turns after it."""
        if self.turns(stand) > turns:
            return None
        key = self._key(stand)
        if self._failed.get(key, 0) >= turns:
            return None
        self.watch.count()
        found = self._act(stand, turns)
        if found is None:
            self._failed[key] = turns
        return found

    def _act(self, stand: Stand, turns: int) -> list[Move] | None:
        children = []
        if stand.used < self.allowance(stand):
            for number, move in enumerate(self.moves(stand, turns)):
                child = self.child(stand, move)
                if self.turns(child) <= turns:
                    children.append((self.needed(child)[0], number, move, child))
            children.sort(key=lambda one: one[:2])
        ready = self.facts_ready(stand)
        closed = False
        if ready and self._affordable_now(stand, ready):
            closed = True
            found = self.close(stand, ready, turns)
            if found is not None:
                return found
        for _, _, move, child in children:
            found = self.act(child, turns)
            if found is not None:
                return [move, *found]
        return None if closed else self.close(stand, ready, turns)

    def _affordable_now(self, stand: Stand, ready: tuple[int, ...]) -> bool:
        """Whether a store is among the ready cards: then closing the phase may be all that is left."""
        tops = stand.land.tops
        return any(self.facts.printed.task[tops[cell] // 4 % KINDS] == "trade" for cell in ready)

    def facts_ready(self, stand: Stand) -> tuple[int, ...]:
        need, tops, freeze = self.facts.printed.need, stand.land.tops, self.facts.freeze
        return tuple(
            sorted(
                cell
                for cell, number in stand.own.items()
                if number >= need[tops[cell] // 4 % KINDS] and not (freeze and stand.foreign.get(cell))
            )
        )

    def close(self, stand: Stand, ready: tuple[int, ...], turns: int) -> list[Move] | None:
        """``done``, and what comes after it."""
        own = stand.own
        if self.facts.all_home:
            own = {
                cell: number
                for cell, number in own.items()
                if cell in ready
                or stand.foreign.get(cell)
                or not stand.land.is_blocked(cell, stand.land.tops[cell] // 4 % KINDS)
            }
        found = self.resolve(stand._replace(own=own), ready, turns)
        return None if found is None else [Move("done"), *found]

    def resolve(self, stand: Stand, ready: tuple[int, ...], turns: int) -> list[Move] | None:
        """Every order of gathering; the purchase as soon as it is possible."""
        seen: set[object] = set()
        ends: list[tuple[Stand, list[Move]]] = []

        def go(now: Stand, left: tuple[int, ...], path: list[Move]) -> list[Move] | None:
            key = (self._key(now), left)
            if key in seen:
                return None
            seen.add(key)
            if not left:
                ends.append((now, path))
                return None
            hand = Hand(now.gems, now.ogres, 0)
            for cell in left:
                rest = tuple(one for one in left if one != cell)
                for move, land, own, foreign, won in self.gather.choices(
                    now.land, now.own, now.foreign, cell, hand
                ):
                    if move.name == "buy":
                        if move.what == self.problem.goal:
                            return [*path, move]
                        continue
                    after = now._replace(land=self._kept(land), own=own, foreign=foreign, gems=won.gems)
                    found = go(after, rest, [*path, move])
                    if found is not None:
                        return found
                if self.facts.may_leave:
                    found = go(now, rest, [*path, Move("leave", cell)])
                    if found is not None:
                        return found
            return None

        bought = go(stand, ready, [])
        if bought is not None or turns <= 1:
            return bought
        nexts = [
            (self.needed(after)[0], number, after, path)
            for number, (after, path) in enumerate(
                (after, [*path, *burned, Move("end")])
                for now, path in ends
                for after, burned in self.burned(now)
            )
        ]
        for _, _, after, path in sorted(nexts, key=lambda one: one[:2]):
            found = self.act(after, turns - 1)
            if found is not None:
                return [*path, *found]
        return None

    def burned(self, stand: Stand) -> Iterator[tuple[Stand, list[Move]]]:
        """The next turn after burning: ogres first, then gems that the goal does not cost, then others."""
        over = len(stand.cards) + sum(stand.gems) + stand.ogres - self.facts.limit
        ogres = min(max(over, 0), stand.ogres)
        over -= ogres
        moves = [Move("burn", name="?")] * ogres
        gems = list(stand.gems)
        names = [gem.type for gem in self.start.cards.gems]
        for gem, price in enumerate(self.cost):
            gone = min(max(over, 0), max(0, gems[gem] - price))
            gems[gem] -= gone
            over -= gone
            moves += [Move("burn", name=names[gem])] * gone
        ways: Iterator[tuple[int, ...]] = iter([(0,) * len(gems)])
        if over > 0:
            ways = (
                way for way in product(*[range(min(number, over) + 1) for number in gems]) if sum(way) == over
            )
        for way in ways:
            left = tuple([have - gone for have, gone in zip(gems, way, strict=True)])
            after = stand._replace(gems=left, ogres=stand.ogres - ogres, used=0, allowed=0)
            if self.start.options.castle_bonus == "start":
                after = after._replace(allowed=self.allowance(after))
            more = [
                Move("burn", name=name) for name, gone in zip(names, way, strict=True) for _ in range(gone)
            ]
            yield after, moves + more

    # --- actions --------------------------------------------------------------------------------

    def moves(self, stand: Stand, turns: int) -> Iterator[Move]:
        """Actions that can help."""
        facts, printed, land, own = self.facts, self.facts.printed, stand.land, stand.own
        supply = facts.dwarves - sum(own.values())
        capacity = self.most_actions(stand) - stand.used + (turns - 1) * facts.more_actions
        missing = [price > have for price, have in zip(self.cost, stand.gems, strict=True)]
        deep = any(len(cards) > 1 for cards in land.piles.values())
        symbols = {printed.symbol[kind] for kind in stand.cards}
        room = {}
        for cell, laid in land.tops.items():
            kind = laid // 4 % KINDS
            mine = own.get(cell, 0)
            room[cell] = printed.slots[kind] - stand.foreign.get(cell, 0) - mine
            task = printed.task[kind]
            helps = (
                (task == "gain" and missing[printed.gem[kind]])
                or (task in ("trade", "slay") and mine < printed.need[kind])
                or (task == "dig" and deep)
            )
            if supply and helps and room[cell] > 0 and self.usable(stand, cell, kind):
                yield Move("place", cell)
        yield from self._plays(stand, supply < capacity, deep)
        for cell, mine in own.items():
            kind = land.tops[cell] // 4 % KINDS
            lifts = mine >= printed.need[kind]
            clears = len(land.piles[cell]) > 1 or printed.symbol[kind] in symbols
            if supply < capacity or lifts or clears:
                for to in self.search._steps(land, room, cell):
                    yield Move("move", cell, to=to)

    def _plays(self, stand: Stand, short: bool, deep: bool) -> Iterator[Move]:
        """Cards: covers anywhere, all others at the ends of the map or where own dwarves can step to them."""
        facts, printed, land = self.facts, self.facts.printed, stand.land
        node = Node((), land, stand.own, stand.cards, stand.used, False, False)
        scan = self.search.bounds.reach(land).scan()
        near = {land.region[cell] for cell in stand.own}
        if deep:
            near |= {land.region[cell] for cell, cards in land.piles.items() if len(cards) > 1}
        monsters = {cell for cell in land.tops if land.blocks(cell) & (MINES | CASTLES)}
        for kind in stand.cards:
            name, first = self.search._names[kind], (facts.seat * KINDS + kind) * 4
            ends = self.search._ends_of(land, kind)
            for cell in sorted(
                monsters | {cell for cell in land.tops if len(land.piles[cell]) == 1 and deep}
            ):
                laid = land.tops[cell] // 4 % KINDS
                if (
                    printed.symbol[laid] == printed.symbol[kind]
                    and (
                        printed.cover_any
                        or not (printed.fixed[laid] or (printed.fixed[kind] and kind == printed.castle))
                    )
                    and not stand.foreign.get(cell)
                    and not stand.own.get(cell)
                ):
                    yield from (Move("play", cell, name, TURNS[turn]) for turn in printed.turns[kind])
            if not ends or printed.both:
                for cell in scan.free:
                    yield from (Move("play", cell, name, TURNS[turn]) for turn in printed.turns[kind])
                continue
            yield from (Move("play", cell, name, TURNS[turn]) for cell, turn in ends)
            if short and node.own:
                for cell in scan.free:
                    for turn in printed.turns[kind]:
                        if scan.linked(cell, printed.walls[first + turn]) & near:
                            yield Move("play", cell, name, TURNS[turn])

    def child(self, stand: Stand, move: Move) -> Stand:
        facts = self.facts
        assert move.cell is not None
        own = stand.own
        if move.verb == "play":
            kind = self.search._names.index(move.name)
            laid = (facts.seat * KINDS + kind) * 4 + TURNS.index(move.what)
            cards = tuple([one for one in stand.cards if one != kind])
            land = self._kept(stand.land.with_card(move.cell, laid))
            return stand._replace(land=land, cards=cards, used=stand.used + 1)
        if move.verb == "place":
            own = {**own, move.cell: own.get(move.cell, 0) + 1}
        else:
            assert move.to is not None
            own = {**own, move.cell: own[move.cell] - 1, move.to: own.get(move.to, 0) + 1}
            if not own[move.cell]:
                del own[move.cell]
        return stand._replace(own=own, used=stand.used + 1)

    def _kept(self, land: Land) -> Land:
        """One object for equal maps."""
        return self._lands.setdefault(tuple(sorted(land.piles.items())), land)

    def _key(self, stand: Stand) -> object:
        return (
            id(stand.land),
            tuple(sorted(stand.own.items())),
            tuple(stand.foreign),
            stand.cards,
            stand.gems,
            stand.ogres,
            stand.used,
            stand.allowed,
        )


def campaign(
    state: State | str, goal: str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """Fewest own turns, the present one included, until the open trading goal is owned; unit turns.

    Rivals skip their turns (``puzzles.moria.problems.Campaign``). INFEASIBLE where no mine or store can ever do it;
    UNKNOWN with a bound where a limit is reached or MOST_TURNS turns do not suffice. Raises RulesError.
    """
    problem = Campaign(goal)
    start = read_question(state, problem)
    watch = Watch(limits, report)
    course = Course(problem, start, watch)
    plan: list[Move] | None = None
    least = course.turns(course.first())
    status = Status.INFEASIBLE if least >= NEVER else Status.UNKNOWN
    bound = least
    try:
        while bound <= MOST_TURNS and status is Status.UNKNOWN:
            watch.news(None, bound)
            plan = course.solve(bound)
            if plan is not None:
                status = Status.OPTIMAL
                watch.news(bound, bound, texts(plan))
            else:
                bound += 1
    except (OutOfTime, Stop):
        pass
    value = bound if status is Status.OPTIMAL else None
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=status,
            value=value,
            bound=None if status is Status.INFEASIBLE else bound,
            proof=_proof(bound, least, watch.nodes) if plan is not None else "",
            steps=tuple(_steps(problem, start, plan or [])),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            reasons=tuple(_reasons(course, value, least)),
        )
    )


def _proof(value: int, least: int, nodes: int) -> str:
    if value == least:
        return f"The dwarf actions that are missing take {counted(value, 'turn')} at least."
    return f"Every way within {counted(value - 1, 'turn')} was tried or is too slow by the bound ({counted(nodes, 'position')})."


def _steps(problem: Campaign, start: State, plan: list[Move]) -> list[Step]:
    steps, state, turn = [], problem.seen(start), 1
    for move in plan:
        words = ""
        if move.verb == "play":
            words = f"turn {turn}: a card to work on, or out of the hand (MO-15)"
        elif move.verb in ("place", "move"):
            cell = move.cell if move.verb == "place" else move.to
            assert cell is not None
            pile = next(one for one in state.cells if one.cell == cell)
            own = pile.dwarves[state.to_move] + 1
            land = state.kind(pile.cards[-1])
            words = f"turn {turn}: {own} of {land.need} on the {kind_words(state, pile.cards[-1])} (MO-37)"
        elif move.name == "buy":
            words = f"turn {turn}: {problem.goal} is owned (MO-42)"
        steps.append(Step(move, 0, words))
        state = problem.play(state, move)
        turn += move.verb == "end"
    return steps


def _reasons(course: Course, value: int | None, least: int) -> list[str]:
    """What is missing and how many actions that takes."""
    start, seat = course.start, course.facts.seat
    names = [gem.type for gem in start.cards.gems]
    lacks = [
        f"{price - have} {name}"
        for name, price, have in zip(names, course.cost, start.gems[seat], strict=True)
        if price > have
    ]
    words = [
        f"{course.problem.goal} lacks {listed(lacks)} (MO-42)."
        if lacks
        else f"The gems for {course.problem.goal} are in hand (MO-42)."
    ]
    actions, turns = course.needed(course.first())
    if turns >= NEVER:
        words.append("No usable mine gives a missing gem, or no store can be used (MO-37, MO-41, MO-42).")
    else:
        words.append(
            f"Mines and store take {counted(actions, 'more action')}, a turn has {course.facts.actions} or "
            f"{course.facts.more_actions}: {counted(least, 'turn')} at least (MO-10, MO-13)."
        )
    if value is not None and value > least:
        words.append(f"Walls, monsters, slots or the hand limit cost {counted(value - least, 'turn')} more.")
    return words


__all__ = ["Course", "campaign"]
