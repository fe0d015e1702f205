"""``staff`` as a CP-SAT model, the second method: section 5 of the specification, one function a constraint.

Variables: `done` for each own mine, and for each still empty place of a mine and each kind of card that fits the place
whether such a card lies there. Kinds as in ``staffing``: a strength, of a foreign race or of the own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzles.kingdoms.pieces import EMPTY, Site, may_follow, top_of
from puzzles.kingdoms.rules import State
from solvers.core import cpsat
from solvers.core.solution import Limits, Report
from solvers.kingdoms.staffing import OWN, SCALE, Kinds, hand_kinds

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

KINDS = range(2 * OWN)


@dataclass(slots=True)
class Staff:
    """The model of one position and its variables.

    done   place of a mine -> whether it is completed
    lies   place of a mine -> for each card that it misses, kind -> whether a card of the kind lies there
    """

    wrap: bool
    sites: dict[int, Site]
    cards: Counter[int]
    model: cp_model.CpModel = field(default_factory=cpsat.new_model)
    done: dict[int, Any] = field(default_factory=dict)
    lies: dict[int, list[dict[int, Any]]] = field(default_factory=dict)


def build(state: State) -> Staff:
    """The model of the seat to move."""
    sites = {n: site for n, site in enumerate(state.own[state.to_move]) if site != EMPTY and site.missing > 0}
    staff = Staff(state.wrap, sites, hand_kinds(state, state.to_move))
    _name_variables(staff)
    _one_card_a_place(staff)
    _each_stronger(staff)
    _no_more_than_the_hand(staff)
    used = sum(lies for places in staff.lies.values() for kinds in places for lies in kinds.values())
    staff.model.maximize(SCALE * sum(2 * site.mine.value * staff.done[n] for n, site in sites.items()) - used)
    return staff


def _name_variables(staff: Staff) -> None:
    for n, site in staff.sites.items():
        staff.done[n] = staff.model.new_bool_var(f"done {n + 1}")
        staff.lies[n] = [
            {
                kind: staff.model.new_bool_var(f"mine {n + 1}, card {place + 1}, kind {kind}")
                for kind in KINDS
                if staff.cards[kind] and (kind >= OWN) is (place >= site.mine.size)
            }
            for place in range(len(site.pile), site.mine.need)
        ]


def _one_card_a_place(staff: Staff) -> None:
    """A completed mine has a card at every place, another has none (R6)."""
    for n, places in staff.lies.items():
        for kinds in places:
            staff.model.add(sum(kinds.values()) == staff.done[n])


def _each_stronger(staff: Staff) -> None:
    """KD-16, KD-17: of neighbouring places, no two kinds of which the second may not follow the first."""
    for n, places in staff.lies.items():
        top = top_of(staff.sites[n].pile)
        for kind, lies in places[0].items():
            if not may_follow(top, kind % OWN, staff.wrap):
                staff.model.add(lies == 0)
        for first, second in pairwise(places):
            for below, one in first.items():
                for above, other in second.items():
                    if not may_follow(below % OWN, above % OWN, staff.wrap):
                        staff.model.add_bool_or(~one, ~other)


def _no_more_than_the_hand(staff: Staff) -> None:
    for kind, count in staff.cards.items():
        uses = [kinds[kind] for places in staff.lies.values() for kinds in places if kind in kinds]
        if uses:
            staff.model.add(sum(uses) <= count)


def solve(state: State, limits: Limits, report: Report | None = None) -> tuple[cpsat.Run, dict[int, Kinds]]:
    """What CP-SAT says, and the kinds that lie at each completed mine by its place; no mines without a solution."""
    staff = build(state)
    run = cpsat.run(staff.model, limits, report)
    if not run.solved:
        return run, {}
    chosen = {
        n: tuple(next(kind for kind, lies in kinds.items() if run.true(lies)) for kinds in staff.lies[n])
        for n, done in staff.done.items()
        if run.true(done)
    }
    return run, chosen
