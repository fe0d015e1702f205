"""Dwarves as a flow, in CP-SAT: the second method for ``muster``, and for the assignment inside ``best_turn``.

Own dwarves are alike, so what happens to them is a flow: so many are placed on a card, so many go over each open
joint, so many stand there in the end. A card lets a flow pass if it has a free slot or an own dwarf, which then goes
on instead; at the end no card holds more dwarves than it has slots. Each unit placed or moved is one action.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzles.core.state import RulesError
from puzzles.moria.cells import read_cell
from puzzles.moria.problems import BestTurn, Muster, PositionProblem
from puzzles.moria.queries import allowance, free_slots, gem_piles, supply
from puzzles.moria.regions import ground, is_blocked
from puzzles.moria.rules import State
from solvers.core import cpsat
from solvers.core.solution import Limits
from solvers.moria.asked import NO_LIMIT, read_question

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


@dataclass(slots=True)
class Flow:
    """The model of one position and its variables, whole numbers by cell.

    stands   own dwarves on the card in the end
    actions  all that is placed and moved, an expression
    """

    position: State
    model: cp_model.CpModel = field(default_factory=cpsat.new_model)
    stands: dict[int, Any] = field(default_factory=dict)
    actions: Any = 0


def muster_by_model(state: State | str, cell: str, n: int, limits: Limits = NO_LIMIT) -> int | None:
    """Fewest places and moves until `n` own dwarves stand on `cell`; None where that is impossible. Raises RulesError."""
    problem = Muster(cell, n)
    flow = build(read_question(state, problem), problem)
    flow.model.add(flow.stands[read_cell(cell, "muster, cell")] >= n)
    flow.model.minimize(flow.actions)
    return cpsat.run(flow.model, limits).objective


def gems_by_model(state: State | str, limits: Limits = NO_LIMIT) -> int:
    """Most points of gems that the dwarves alone bring in the rest of this turn: mines are made ready and resolve.

    No land card is played, no castle digs, no store sells and no monster is slain: where a turn has none of these,
    this is what ``best_turn`` is worth; elsewhere the best turn is worth at least as much, unless a monster that
    stands ready must be slain. Unit: points. Raises RulesError.
    """
    problem = BestTurn()
    position = read_question(state, problem)
    if position.phase != "act":
        raise RulesError(f"{problem.name}, model: got the phase {position.phase}, expected act")
    flow, seat = build(position, problem), position.to_move
    flow.model.add(flow.actions <= max(0, allowance(position) - position.used))
    gained: list[Any] = [0] * len(position.cards.gems)
    for pile in position.cells:
        card = position.kind(pile.cards[-1])
        frozen = position.options.mixed == "freeze" and sum(pile.dwarves) > pile.dwarves[seat]
        if card.task != "gain" or frozen or is_blocked(position, pile.cell):
            continue
        ready = flow.model.new_bool_var(f"ready {pile.cell}")
        flow.model.add(flow.stands[pile.cell] >= card.need).only_enforce_if(ready)
        gained[card.gem] += card.amount * ready
    flow.model.maximize(_kept(flow, gained))
    found = cpsat.run(flow.model, limits)
    if found.objective is None:
        raise RulesError(f"{problem.name}, model: no answer within the limits, status {found.status}")
    before = sum(one.vp * held for one, held in zip(position.cards.gems, position.gems[seat], strict=True))
    return found.objective - before


def build(position: State, problem: PositionProblem) -> Flow:
    """Variables and the laws of the flow. Raises RulesError for option step=far, whose actions are no steps."""
    if position.options.step == "far":
        raise RulesError(
            f"{problem.name}, model: got step=far, expected step=one: an action is one step here"
        )
    flow, seat = Flow(position), position.to_move
    most = position.cards.counts.dwarves_per_colour
    entered: dict[int, list[Any]] = {pile.cell: [] for pile in position.cells}
    left: dict[int, list[Any]] = {pile.cell: [] for pile in position.cells}
    placed = []
    for pile in position.cells:
        room = free_slots(position, pile) + pile.dwarves[seat]
        flow.stands[pile.cell] = flow.model.new_int_var(0, room, f"stands {pile.cell}")
        if room == 0:
            continue  # no dwarf enters or passes
        placed.append(flow.model.new_int_var(0, most, f"placed {pile.cell}"))
        entered[pile.cell].append(placed[-1])
        for other in ground(position).links[pile.cell]:
            step = flow.model.new_int_var(0, most, f"moved {other} {pile.cell}")
            entered[pile.cell].append(step)
            left[other].append(step)
    for pile in position.cells:
        change = sum(entered[pile.cell]) - sum(left[pile.cell])
        flow.model.add(flow.stands[pile.cell] == pile.dwarves[seat] + change)
    flow.model.add(sum(placed) <= supply(position, seat))
    flow.actions = sum(one for steps in entered.values() for one in steps)
    return flow


def _kept(flow: Flow, gained: list[Any]) -> Any:
    """VP of the gems that are held after burning; ogres, worth nothing, are burned first (MO-46)."""
    position, seat = flow.position, flow.position.to_move
    kept = []
    for place, (gem, left) in enumerate(zip(position.cards.gems, gem_piles(position), strict=True)):
        held = position.gems[seat][place]
        kept.append(flow.model.new_int_var(0, held + left, f"kept {gem.type}"))
        flow.model.add(kept[-1] <= held + gained[place])
    room = max(0, position.cards.counts.hand_limit - len(position.land[seat]))
    flow.model.add(sum(kept) <= room)
    return sum(gem.vp * number for gem, number in zip(position.cards.gems, kept, strict=True))


__all__ = ["Flow", "build", "gems_by_model", "muster_by_model"]
