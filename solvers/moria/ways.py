"""Ways over the map: ``route`` for one dwarf, ``muster`` for several. Breadth-first, with what a way goes round."""

from __future__ import annotations

from itertools import pairwise

from puzzles.moria.cells import STEPS, cell_text, read_cell
from puzzles.moria.moves import Move
from puzzles.moria.problems import Muster, Route
from puzzles.moria.queries import free_slots, supply
from puzzles.moria.regions import ground, pile_at
from puzzles.moria.rules import State
from solvers.core.explain import counted, listed
from solvers.core.search import Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Step, verify
from solvers.moria.asked import NO_LIMIT, answered, card_words, read_question, texts

METHOD = "breadth-first search over the cards"


def route(
    state: State | str, start: str, goal: str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """Fewest moves of one dwarf that stands on the cell `start` to the cell `goal`; both as texts.

    Every card entered has a free slot. The plan is the first shortest one in n e s w order. INFEASIBLE where no way
    leads there. Raises RulesError.
    """
    problem = Route(start, goal)
    position = read_question(state, problem)
    watch = Watch(limits, report)
    first, last = read_cell(start, "route, start"), read_cell(goal, "route, goal")
    away = distances(position, last, open_cells(position, first))
    watch.nodes = len(away)
    common = {"seconds": watch.seconds, "nodes": watch.nodes, "method": METHOD}
    if first not in away:
        reasons = _closed_words(position, first, last)
        return answered(problem, position, None, (), "", reasons=reasons, **common)
    path = shortest(position, first, away, open_cells(position, first))
    plan = [Move("move", cell, to=to) for cell, to in pairwise(path)]
    if position.options.step == "far" and plan:
        plan = [Move("move", first, to=last)]
    _tell(report, len(plan), len(away), plan)
    steps = [Step(move, 1, f"to {card_words(position, move.to or 0)}") for move in plan]
    return answered(
        problem,
        position,
        len(plan),
        steps,
        f"Breadth-first search from {goal} reaches {start} after {counted(len(plan), 'move')} and not before.",
        reasons=tuple(_route_reasons(position, first, last, path)),
        facts={"cards on the way": len(path)},
        **common,
    )


def muster(
    state: State | str, cell: str, n: int, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """Fewest places and moves until at least `n` own dwarves stand on `cell`, not limited to a turn.

    Own dwarves are alike: on a full card with an own dwarf that dwarf goes on instead. So the answer is the sum of
    the n least distances, 1 for a dwarf in the supply. INFEASIBLE where slots or dwarves do not suffice.
    Raises RulesError.
    """
    problem = Muster(cell, n)
    position = read_question(state, problem)
    watch = Watch(limits, report)
    target, seat = read_cell(cell, "muster, cell"), position.to_move
    pile = pile_at(position, target)
    assert pile is not None
    room = free_slots(position, pile) + pile.dwarves[seat]
    away = distances(position, target, passable(position))
    costs = sorted(
        (min(steps, 1) if position.options.step == "far" else steps, steps, one)
        for one, steps in away.items()
        for _ in range((pile_at(position, one) or pile).dwarves[seat])
    )
    spare = supply(position, seat)
    watch.nodes = len(away)
    common = {"seconds": watch.seconds, "nodes": watch.nodes, "method": METHOD}
    if room < n or len(costs) + spare < n:
        words = (
            f"The card has room for {counted(room, 'own dwarf')}, {n} are asked for (MO-25)."
            if room < n
            else f"Only {counted(len(costs) + spare, 'own dwarf')} can reach the card, {n} are asked for (MO-23, MO-24)."
        )
        return answered(problem, position, None, (), "", reasons=(words,), **common)
    # dwarves next door cost as much as those in the supply, which need no free slot on the way
    chosen = sorted([*((1, 1, -1) for _ in range(spare)), *costs], key=lambda one: one[:2])[:n]
    plan: list[Move] = []
    after = problem.seen(position)
    for _, _, one in chosen:
        legs = [Move("place", target)] if one < 0 else _walk(after, one, target, away)
        for move in legs:
            after = problem.play(after, move)
        plan += legs
    _tell(report, len(plan), len(away), plan)
    placed = sum(move.verb == "place" for move in plan)
    there = pile.dwarves[seat]
    reasons = [
        f"{counted(min(there, n), 'own dwarf')} already there, {counted(placed, 'dwarf')} from the supply at 1 action each (MO-22)"
        + (
            f", {counted(len(plan) - placed, 'move')} for those on the map (MO-23)."
            if len(plan) > placed
            else "."
        )
    ]
    steps = [
        Step(
            move, 1, "from the supply" if move.verb == "place" else f"to {card_words(position, move.to or 0)}"
        )
        for move in plan
    ]
    return answered(
        problem,
        position,
        len(plan),
        steps,
        f"The {n} least distances of own dwarves add up to {len(plan)}; no action brings a dwarf nearer by more than 1.",
        reasons=tuple(reasons),
        facts={"placed": placed, "moved": len(plan) - placed},
        **common,
    )


# --- distances ----------------------------------------------------------------------------------


def open_cells(position: State, start: int) -> set[int]:
    """Cards that one dwarf which stands on `start` can enter: those with a free slot; its own counts as left."""
    return {pile.cell for pile in position.cells if pile.cell == start or free_slots(position, pile)}


def passable(position: State) -> set[int]:
    """Cards that own dwarves can pass: with a free slot, or with an own dwarf that goes on instead."""
    seat = position.to_move
    return {pile.cell for pile in position.cells if pile.dwarves[seat] or free_slots(position, pile)}


def distances(position: State, target: int, cells: set[int]) -> dict[int, int]:
    """Steps to `target` from every card that can reach it, through cards of `cells` only.

    The card that a way begins on need not be one of them.
    """
    if target not in cells:
        return {}
    links = ground(position).links
    found, front = {target: 0}, [target]
    while front:
        reached = []
        for cell in front:
            if cell not in cells:
                continue  # a way may begin here, but not pass
            for other in links[cell]:
                if other not in found:
                    found[other] = found[cell] + 1
                    reached.append(other)
        front = reached
    return found


def shortest(position: State, start: int, away: dict[int, int], cells: set[int]) -> list[int]:
    """The cells of the shortest way from `start` through `cells`, the first one in n e s w order."""
    path, links = [start], ground(position).links
    while away[path[-1]]:
        nearer = away[path[-1]] - 1
        path.append(next(one for one in links[path[-1]] if one in cells and away.get(one, -1) == nearer))
    return path


def _walk(position: State, start: int, target: int, away: dict[int, int]) -> list[Move]:
    """Moves that bring one more dwarf to `target` and leave one less on `start`; full cards pass theirs on first."""
    path = shortest(position, start, away, passable(position))
    if position.options.step == "far":
        return [Move("move", start, to=target)] if start != target else []
    legs: list[Move] = []
    end = len(path) - 1
    for place in range(len(path) - 2, -1, -1):
        pile = pile_at(position, path[place])
        if place and pile is not None and free_slots(position, pile):
            continue
        legs += [Move("move", path[one], to=path[one + 1]) for one in range(place, end)]
        end = place
    return legs


def _tell(report: Report | None, value: int, nodes: int, plan: list[Move]) -> None:
    if report is not None:
        report(Progress(value, value, nodes, texts(plan)))


# --- words --------------------------------------------------------------------------------------


def _route_reasons(position: State, start: int, goal: int, path: list[int]) -> list[str]:
    """How long the way is against the straight one, and what stands in the straight one's place."""
    (x, y), (to_x, to_y) = (map(int, cell_text(cell).split(",")) for cell in (start, goal))
    straight = abs(x - to_x) + abs(y - to_y)
    words = [
        f"The way has {counted(len(path) - 1, 'step')} from card to card"
        + (f", {len(path) - 1 - straight} more than the straight line." if len(path) - 1 > straight else ".")
    ]
    if len(path) - 1 > straight or (straight == 2 and len(path) == 3):
        words += _round_words(position, start, goal, path)
    return words


def _round_words(position: State, start: int, goal: int, path: list[int]) -> list[str]:
    """The first step towards the goal that is not possible, with its rule."""
    found: list[str] = []
    steps = set(pairwise(path))
    for step in STEPS:
        for one in path[:-1]:
            other = one + step
            if (one, other) in steps or _far(other, goal) >= _far(one, goal):
                continue
            reason = _step_reason(position, one, other)
            if reason is not None and reason not in found:
                found.append(reason)
    return [f"It goes round this: {reason}." for reason in found[:2]]


def _closed_words(position: State, start: int, goal: int) -> tuple[str, ...]:
    """What closes the way: the steps over the border of the cards that the dwarf can reach."""
    cells = open_cells(position, start)
    links = ground(position).links
    found, front = {start}, [start]
    while front:
        fresh = [one for one in links[front.pop()] if one in cells and one not in found]
        found.update(fresh)
        front += fresh
    reasons = []
    for cell in sorted(found, key=lambda one: (_far(one, goal), one)):
        for step in STEPS:
            if cell + step not in found and pile_at(position, cell + step) is not None:
                reason = _step_reason(position, cell, cell + step)
                if reason is not None and reason not in reasons:
                    reasons.append(reason)
    head = f"The dwarf can reach {counted(len(found) - 1, 'other card')}, {cell_text(goal)} is not among them"
    return (f"{head}: {listed(reasons[:3])}." if reasons else f"{head}: no card lies next to them (MO-24).",)


def _step_reason(position: State, cell: int, to: int) -> str | None:
    """The rule against a step, as if a dwarf stood there; None where it is possible."""
    if pile_at(position, to) is None:
        return None
    return position._why_not_step(cell, to)


def _far(cell: int, goal: int) -> int:
    (x, y), (to_x, to_y) = (map(int, cell_text(one).split(",")) for one in (cell, goal))
    return abs(x - to_x) + abs(y - to_y)


__all__ = ["Status", "distances", "muster", "open_cells", "passable", "route", "verify"]
