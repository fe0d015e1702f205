"""The second opinion on ``schedule``: a CP-SAT model, one function a constraint (section 5.1 of RULES.md).

Every card of a type that has a pile, or a 0 in hand to begin one, is laid in one turn or never. The model knows
no bound and no renaming of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

from puzzles.momiji.cards import LEFT, LETTER, RIGHT, VALUE
from puzzles.momiji.moves import Move, play_move
from puzzles.momiji.piles import step
from puzzles.momiji.problems import Schedule
from puzzles.momiji.rules import State
from solvers.core.cpsat import Run, new_model, run
from solvers.core.search import Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Step, verify
from solvers.momiji.course import Course, acorn_points, read_turn, supply_left

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

METHOD = "CP-SAT model of all turns"
NO_LIMIT = Limits()
VALUES = range(4)
NO_PILE = -1


@dataclass(slots=True)
class OrderModel:
    """The variables. Types are letters, cards are numbered as in the hand, turns from 0.

    lays[c, t]       card c is laid in turn t              same[t], different[t]  the mode of turn t
    number[k, t]     cards that type k gets in turn t      top[k, t]   value of its top after turn t, -1 no pile
    shows[c, t]      card c is the top of its pile after turn t; shows[k, t] for the pile's first top
    left, right[k, t]  its icons                           place[k], rank[k]  place in the row, order of beginning
    before[k, l]     k lies left of l                      pair[k, l, t]  their icons pay in turn t
    """

    model: cp_model.CpModel
    state: State
    turns: int
    types: tuple[str, ...]
    cards: tuple[int, ...]
    lays: dict[tuple[int, int], Any] = field(default_factory=dict)
    same: list[Any] = field(default_factory=list)
    different: list[Any] = field(default_factory=list)
    number: dict[tuple[str, int], Any] = field(default_factory=dict)
    top: dict[tuple[str, int], Any] = field(default_factory=dict)
    shows: dict[tuple[Any, int], Any] = field(default_factory=dict)
    left: dict[tuple[str, int], Any] = field(default_factory=dict)
    right: dict[tuple[str, int], Any] = field(default_factory=dict)
    has_pile: dict[tuple[str, int], Any] = field(default_factory=dict)
    place: dict[str, Any] = field(default_factory=dict)
    rank: dict[str, Any] = field(default_factory=dict)
    before: dict[tuple[str, str], Any] = field(default_factory=dict)
    pair: dict[tuple[str, str, int], Any] = field(default_factory=dict)
    points: dict[str, Any] = field(default_factory=dict)
    exchanges: Any = None
    gained: Any = None

    @property
    def row(self) -> tuple[str, ...]:
        """Letters of the piles that are there, from the left."""
        return tuple(LETTER[pile[-1]] for pile in self.state.rows[self.state.to_move])

    def of_type(self, letter: str) -> list[int]:
        """Numbers of the cards of a type."""
        return [number for number, card in enumerate(self.cards) if LETTER[card] == letter]


def build(state: State, turns: int) -> OrderModel:
    """The model of `turns` turns from this position."""
    hand = state.hands[state.to_move]
    row = tuple(LETTER[pile[-1]] for pile in state.rows[state.to_move])
    begins = dict.fromkeys(LETTER[card] for card in hand if VALUE[card] == 0 and LETTER[card] not in row)
    types = (*row, *begins)
    cards = tuple(card for card in hand if LETTER[card] in types)
    built = OrderModel(new_model(), state, turns, types, cards)
    lay_each_card_once(built)
    choose_a_mode(built)
    keep_the_order_of_values(built)
    show_one_top(built)
    place_the_piles(built)
    begin_at_the_allowed_place(built)
    pay_touching_pairs(built)
    exchange_what_is_left(built)
    score_the_piles(built)
    acorns = built.gained * state.cards.parameters.acorn_points
    built.model.maximize(acorns + sum(built.points.values()))
    return built


def lay_each_card_once(built: OrderModel) -> None:
    """A card is laid in one turn or never."""
    for card in range(len(built.cards)):
        for t in range(built.turns):
            built.lays[card, t] = built.model.new_bool_var(f"lay {card} {t}")
        built.model.add_at_most_one(built.lays[card, t] for t in range(built.turns))


def choose_a_mode(built: OrderModel) -> None:
    """MJ-20, MJ-40 to MJ-42: same: one type; different: one card of each of several types; or no play."""
    model, p = built.model, built.state.cards.parameters
    for t in range(built.turns):
        same, different = model.new_bool_var(f"same {t}"), model.new_bool_var(f"different {t}")
        built.same.append(same)
        built.different.append(different)
        model.add_at_most_one(same, different)
        touched = []
        for k in built.types:
            cards = [built.lays[card, t] for card in built.of_type(k)]
            number = built.number[k, t] = model.new_int_var(0, p.same_max, f"number {k} {t}")
            model.add(number == sum(cards))
            model.add(number <= 1).only_enforce_if(different)
            model.add(number == 0).only_enforce_if(~same, ~different)
            some = model.new_bool_var(f"some {k} {t}")
            model.add(number >= 1).only_enforce_if(some)
            model.add(number == 0).only_enforce_if(~some)
            touched.append(some)
        model.add(sum(touched) == 1).only_enforce_if(same)
        model.add(sum(touched) >= p.different_min).only_enforce_if(different)


def legal_steps(most: int) -> list[tuple[int, ...]]:
    """(old top, cards of value 0 1 2 3, new top) for every way to lay up to `most` cards on a pile (MJ-45 to MJ-48)."""
    found = []
    for old in (NO_PILE, *VALUES):
        for number in range(most + 1):
            for values in product(VALUES, repeat=number):
                below: int | None = None if old == NO_PILE else old
                for value in values:
                    if step(below, value) != 0:
                        break
                    below = value
                else:
                    counts = [values.count(value) for value in VALUES]
                    found.append((old, *counts, NO_PILE if below is None else below))
    return sorted(set(found))


def keep_the_order_of_values(built: OrderModel) -> None:
    """MJ-45 to MJ-48: a table of all legal steps links the tops before and after each turn."""
    model = built.model
    table = legal_steps(built.state.cards.parameters.same_max)
    piles = {LETTER[pile[-1]]: pile for pile in built.state.rows[built.state.to_move]}
    for k in built.types:
        old: Any = VALUE[piles[k][-1]] if k in piles else NO_PILE
        for t in range(built.turns):
            new = built.top[k, t] = model.new_int_var(NO_PILE, 3, f"top {k} {t}")
            counts = []
            for value in VALUES:
                of_value = [n for n in built.of_type(k) if VALUE[built.cards[n]] == value]
                count = model.new_int_var(0, max(1, len(of_value)), f"count {k} {t} {value}")
                model.add(count == sum(built.lays[n, t] for n in of_value))
                counts.append(count)
            model.add_allowed_assignments([old, *counts, new], table)
            old = new
            begun = built.has_pile[k, t] = model.new_bool_var(f"pile {k} {t}")
            model.add(new >= 0).only_enforce_if(begun)
            model.add(new == NO_PILE).only_enforce_if(~begun)


def show_one_top(built: OrderModel) -> None:
    """MJ-61: one card is the top; it stays the top while nothing is laid, and a new one was laid this turn."""
    model = built.model
    piles = {LETTER[pile[-1]]: pile for pile in built.state.rows[built.state.to_move]}
    closed_pay = built.state.options.closed_bonus == "yes"

    def icons(card: int) -> tuple[bool, bool]:
        lit = closed_pay or VALUE[card] != 3
        return LEFT[card] and lit, RIGHT[card] and lit

    for k in built.types:
        for t in range(built.turns):
            cards = built.of_type(k)
            first = built.shows[k, t] = model.new_bool_var(f"first {k} {t}")
            for n in cards:
                shown = built.shows[n, t] = model.new_bool_var(f"show {n} {t}")
                laid = built.lays[n, t]
                model.add(built.top[k, t] == VALUE[built.cards[n]]).only_enforce_if(shown, laid)
                was = built.shows[n, t - 1] if t else 0
                for other in cards:  # a top that is not of this turn was the top before, and nothing was laid
                    model.add(built.lays[other, t] == 0).only_enforce_if(shown, ~laid)
                model.add(was == 1).only_enforce_if(shown, ~laid)
            model.add_exactly_one(first, *(built.shows[n, t] for n in cards))
            for n in cards:
                model.add_implication(built.lays[n, t], ~first)
            if t:
                model.add_implication(first, built.shows[k, t - 1])
            old = icons(piles[k][-1]) if k in piles else (False, False)
            built.left[k, t] = old[0] * first + sum(
                icons(built.cards[n])[0] * built.shows[n, t] for n in cards
            )
            built.right[k, t] = old[1] * first + sum(
                icons(built.cards[n])[1] * built.shows[n, t] for n in cards
            )


def place_the_piles(built: OrderModel) -> None:
    """MJ-50: a pile never moves against the others, so one order of all types holds from the beginning."""
    model, count = built.model, len(built.types)
    for k in built.types:
        built.place[k] = model.new_int_var(0, max(0, count - 1), f"place {k}")
    if count:
        model.add_all_different(built.place.values())
    for k, other in permutations(built.types, 2):
        before = built.before[k, other] = model.new_bool_var(f"before {k} {other}")
        model.add(built.place[k] < built.place[other]).only_enforce_if(before)
        model.add(built.place[k] > built.place[other]).only_enforce_if(~before)
    for k, other in combinations(built.row, 2):
        model.add(built.before[k, other] == 1)


def begin_at_the_allowed_place(built: OrderModel) -> None:
    """MJ-51, MJ-52: new piles begin one after another, each at an end of the row as it is then."""
    model, rule = built.model, built.state.options.new_pile
    if rule == "anywhere" or not built.turns:
        return
    count = len(built.types)
    new = [k for k in built.types if k not in built.row]
    for k in built.types:
        built.rank[k] = model.new_int_var(1, count, f"rank {k}") if k in new else 0
    if new:
        model.add_all_different(built.rank[k] for k in new)
    for k, other in permutations(new, 2):
        for t in range(built.turns):
            earlier = model.new_bool_var(f"{k} begins by {t}, {other} does not")
            model.add_bool_or(~built.has_pile[k, t], built.has_pile[other, t], earlier)
            model.add(built.rank[k] < built.rank[other]).only_enforce_if(earlier)
    last = built.turns - 1
    later = {(k, other): _is_later(built, k, other) for k, other in permutations(built.types, 2) if k in new}
    if rule == "right_end":
        for (k, other), is_later in later.items():
            model.add_bool_or(~built.has_pile[k, last], ~is_later, built.before[other, k])
        return
    for k in new:
        for one, other in permutations([other for other in built.types if other != k], 2):
            # k between two that were there before it, and all three have piles in the end: not possible
            model.add_bool_or(
                ~built.before[one, k],
                ~built.before[k, other],
                ~later[k, one],
                ~later[k, other],
                ~built.has_pile[k, last],
            )


def _is_later(built: OrderModel, k: str, other: str) -> Any:
    """Whether type k begins after another one (one that has a pile was there before)."""
    later = built.model.new_bool_var(f"{k} after {other}")
    built.model.add(built.rank[k] > built.rank[other]).only_enforce_if(later)
    built.model.add(built.rank[k] < built.rank[other]).only_enforce_if(~later)
    return later


def pay_touching_pairs(built: OrderModel) -> None:
    """MJ-60: after a different play two neighbours pay whose right and left icons meet; no pile lies between."""
    model = built.model
    for k, other in permutations(built.types, 2):
        for t in range(built.turns):
            pair = built.pair[k, other, t] = model.new_bool_var(f"pair {k} {other} {t}")
            model.add_implication(pair, built.different[t])
            model.add_implication(pair, built.before[k, other])
            model.add(built.right[k, t] == 1).only_enforce_if(pair)
            model.add(built.left[other, t] == 1).only_enforce_if(pair)
            for between in built.types:
                if between not in (k, other):
                    model.add_bool_or(
                        ~pair,
                        ~built.has_pile[between, t],
                        ~built.before[k, between],
                        ~built.before[between, other],
                    )


def exchange_what_is_left(built: OrderModel) -> None:
    """MJ-21, MJ-67, MJ-11: one exchange a turn of cards that are never laid; no more acorns than the supply has."""
    model, p = built.model, built.state.cards.parameters
    hand = len(built.state.hands[built.state.to_move])
    built.exchanges = model.new_int_var(0, built.turns, "exchanges")
    model.add(p.exchange_cards * built.exchanges <= hand - sum(built.lays.values()))
    acorns = built.exchanges * p.exchange_acorns + p.bonus_per_pair * sum(built.pair.values())
    most = built.turns * (p.exchange_acorns + p.bonus_per_pair * max(0, len(built.types) - 1))
    built.gained = model.new_int_var(0, min(most, supply_left(built.state, most)), "acorns gained")
    model.add(built.gained <= acorns)


def score_the_piles(built: OrderModel) -> None:
    """MJ-85: value of the top x number of cards."""
    model = built.model
    piles = {LETTER[pile[-1]]: pile for pile in built.state.rows[built.state.to_move]}
    for k in built.types:
        there = len(piles[k]) if k in piles else 0
        laid = sum(built.lays[n, t] for n in built.of_type(k) for t in range(built.turns))
        points = built.points[k] = model.new_int_var(0, 3 * (there + len(built.of_type(k))), f"points {k}")
        if not built.turns:
            model.add(points == (VALUE[piles[k][-1]] * there if k in piles else 0))
            continue
        top = built.top[k, built.turns - 1]
        for value in (NO_PILE, *VALUES):
            ends = model.new_bool_var(f"ends {k} {value}")
            model.add(top == value).only_enforce_if(ends)
            model.add(top != value).only_enforce_if(~ends)
            model.add(points == max(value, 0) * (there + laid)).only_enforce_if(ends)


def plan_of(built: OrderModel, found: Run, course: Course) -> list[Move]:
    """The plan of a solution, with its exchanges."""
    mains: list[Move | None] = []
    row = list(built.row)
    for t in range(built.turns):
        laid = [card for n, card in enumerate(built.cards) if found.true(built.lays[n, t])]
        if not laid:
            mains.append(None)
            continue
        if found.true(built.same[t]):  # among equal values the one that shows is laid last
            last = next(
                n
                for n, card in enumerate(built.cards)
                if found.true(built.shows[n, t]) and found.true(built.lays[n, t])
            )
            laid.remove(built.cards[last])
            laid = [*sorted(laid, key=lambda card: VALUE[card]), built.cards[last]]
        new = list(dict.fromkeys(LETTER[card] for card in laid if LETTER[card] not in row))
        old = list(row)
        row = sorted([*row, *new], key=lambda k: found.value(built.place[k]))
        mains.append(_placed(built, laid, new, old, row))
    plan = course.whole(mains)
    assert plan is not None  # no limit holds in a schedule
    return plan


def _placed(built: OrderModel, laid: list[int], new: list[str], old: list[str], row: list[str]) -> Move:
    """The play of these cards that makes this row."""
    sides = {}
    first = {LETTER[card]: card for card in reversed(laid)}
    for k in new:
        at = row.index(k)
        if built.state.options.new_pile == "anywhere":
            sides[k] = f"at {at}"
        else:
            sides[k] = "left" if old and at < row.index(old[0]) else "right"
    outward = [k for k in row if sides.get(k) == "left"][::-1]
    outward += [k for k in row if k in new and sides[k] != "left"]
    cards = [card for card in laid if LETTER[card] not in new]
    cards += [first[k] for k in outward]
    words = ["" if LETTER[card] not in new else sides[LETTER[card]] for card in cards]
    rest = list(laid)
    for card in cards:
        rest.remove(card)
    return play_move([*cards, *rest], [*words, *("" for _ in rest)])


def schedule(
    state: State | str, turns: int, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """``schedule`` by CP-SAT: the same value, some plan that has it. Raises RulesError."""
    problem = Schedule(turns)
    start = read_turn(state, problem.name)
    problem.check_start(start)
    course = Course(problem, start, Watch(limits, None))
    built = build(start, turns)
    before = acorn_points(start)

    def told(progress: Progress) -> None:
        assert report is not None
        value, bound = progress.value, progress.bound
        report(
            Progress(
                value + before if isinstance(value, int) else None,
                bound + before if isinstance(bound, int) else None,
                progress.nodes,
            )
        )

    found = run(built.model, limits, told if report is not None else None)
    common: dict[str, Any] = {
        "problem": problem,
        "start": str(start),
        "nodes": found.branches,
        "method": METHOD,
        "seconds": course.watch.seconds,
    }
    if not found.solved:
        bound = found.bound + before if found.bound is not None else None
        return verify(Solution(status=Status.UNKNOWN, value=None, bound=bound, proof="", **common))
    assert found.objective is not None
    assert found.bound is not None
    plan = plan_of(built, found, course)
    value = problem.measure(start, plan)
    done = found.status is Status.OPTIMAL
    return verify(
        Solution(
            status=Status.OPTIMAL if done else Status.FEASIBLE,
            value=value,
            bound=found.bound + before,
            proof=f"CP-SAT proved that {found.bound + before} is the most." if done else "",
            steps=tuple(Step(move, 0, "") for move in plan),
            **common,
        )
    )
