"""The second opinion: one turn as a CP-SAT model, one function a constraint.

Moments 0, 1, ... are the boards before, between and after the board moves. Every card of the hand
is scored at one moment, spent on one move, or kept. The model knows no distances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzles.core.problem import Value
from puzzles.shifting_stones.cards import BACKS, CARDS
from puzzles.shifting_stones.problems import BOARD_MOVES, BestTurn, Pareto
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import Move
from solvers.core.cpsat import Run, new_model, run
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones.packed import FACES
from solvers.shifting_stones.turns import Turn, counts, ending, play_all, read_turn

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

METHOD = "CP-SAT model of one turn"
NO_LIMIT = Limits()
CELLS = range(9)


@dataclass(frozen=True, slots=True)
class TurnModel:
    """The variables of one turn, all of them 0 or 1.

    shows[t, cell, face]  that face shows there at moment t
    moves[t, number]      board move `number` is made between moments t and t + 1
    scores[t, card]       the card is scored at moment t
    spends[t, card]       the card is spent on the move after moment t
    """

    model: cp_model.CpModel
    turn: Turn
    length: int
    shows: dict[tuple[int, int, str], Any]
    moves: dict[tuple[int, int], Any]
    scores: dict[tuple[int, int], Any]
    spends: dict[tuple[int, int], Any]

    @property
    def moments(self) -> range:
        return range(self.length + 1)

    def points(self) -> Any:
        return sum(CARDS[card].points * score for (_, card), score in self.scores.items())

    def scored(self) -> Any:
        return sum(self.scores.values())

    def spent(self) -> Any:
        return sum(self.spends.values())


def build(turn: Turn, length: int) -> TurnModel:
    """The model of a turn with at most `length` board moves."""
    model = new_model()
    between = range(length)
    built = TurnModel(
        model,
        turn,
        length,
        {
            (t, c, f): model.new_bool_var(f"shows {t} {c} {f}")
            for t in range(length + 1)
            for c in CELLS
            for f in FACES
        },
        {(t, n): model.new_bool_var(f"move {t} {n}") for t in between for n in range(len(BOARD_MOVES))},
        {(t, k): model.new_bool_var(f"score {t} {k}") for t in range(length + 1) for k in turn.cards},
        {(t, k): model.new_bool_var(f"spend {t} {k}") for t in between for k in turn.cards},
    )
    start_from_the_board(built)
    move_one_tile_or_two(built)
    pay_every_move(built)
    move_without_pauses(built)
    use_a_card_once(built)
    score_on_a_match(built)
    return built


def start_from_the_board(built: TurnModel) -> None:
    """Moment 0 is the board; at every moment each cell shows one face."""
    for t in built.moments:
        for cell in CELLS:
            built.model.add_exactly_one(built.shows[t, cell, face] for face in FACES)
    for cell, face in enumerate(built.turn.state.board):
        built.model.add(built.shows[0, cell, face] == 1)


def move_one_tile_or_two(built: TurnModel) -> None:
    """SS-9, SS-10: a swap exchanges two cells, a flip turns one, all others stay as they are."""
    model, shows = built.model, built.shows
    for t in range(built.length):
        model.add_at_most_one(built.moves[t, number] for number in range(len(BOARD_MOVES)))
        for cell in CELLS:
            touching = {number: move for number, move in enumerate(BOARD_MOVES) if cell in move.cells}
            stays = model.new_bool_var(f"stays {t} {cell}")
            model.add(stays + sum(built.moves[t, number] for number in touching) == 1)
            for face in FACES:
                model.add_implication(shows[t, cell, face], shows[t + 1, cell, face]).only_enforce_if(stays)
                for number, move in touching.items():
                    came_from, turned = cell, face
                    if move.verb == "flip":
                        turned = BACKS[face]
                    else:
                        came_from = move.cells[0] + move.cells[1] - cell
                    made = built.moves[t, number]
                    model.add_bool_or(~made, ~shows[t, came_from, face], shows[t + 1, cell, turned])


def pay_every_move(built: TurnModel) -> None:
    """SS-9, SS-10: every board move spends one hand card."""
    for t in range(built.length):
        made = sum(built.moves[t, number] for number in range(len(BOARD_MOVES)))
        built.model.add(made == sum(built.spends[t, card] for card in built.turn.cards))


def move_without_pauses(built: TurnModel) -> None:
    """The moves stand at the beginning, so that a plan has one form."""
    for t in range(built.length - 1):
        now = sum(built.moves[t, number] for number in range(len(BOARD_MOVES)))
        later = sum(built.moves[t + 1, number] for number in range(len(BOARD_MOVES)))
        built.model.add(later <= now)


def use_a_card_once(built: TurnModel) -> None:
    """SS-11, SS-15: a card is spent once, or scored once, or kept."""
    for card in built.turn.cards:
        used = [built.scores[t, card] for t in built.moments]
        used += [built.spends[t, card] for t in range(built.length)]
        built.model.add_at_most_one(used)


def score_on_a_match(built: TurnModel) -> None:
    """SS-13, SS-23 to SS-26: a card is scored at a moment when its block lies at one of its places."""
    for t in built.moments:
        for card in built.turn.cards:
            places = []
            for number, place in enumerate(CARDS[card].places):
                lies = built.model.new_bool_var(f"match {t} {card} {number}")
                for cell, face in place.needs:
                    built.model.add_implication(lies, built.shows[t, cell, face])
                places.append(lies)
            built.model.add_bool_or(~built.scores[t, card], *places)


def best_turn(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """`best_turn` by CP-SAT: first the value, then the smallest plan, element by element."""
    turn = read_turn(state, "best_turn")
    watch = Watch(limits, report)
    size = len(turn.cards)
    built = build(turn, max(0, size - 1))
    # Points first, then fewest spent, then fewest scored: as one number, for all three are at most `size`.
    weight = size + 1
    built.model.maximize(built.points() * weight * weight - built.spent() * weight - built.scored())
    best = _run(built, watch, limits, lambda value: -(-value // weight**2))
    bound = -(-best.bound // weight**2) if best.bound is not None else _all_points(turn)
    if not best.solved:
        return _trivial(BestTurn(), turn, bound, watch)
    if best.status is not Status.OPTIMAL:
        return _solution(BestTurn(), turn, _read(built, best), bound, "", watch, best.branches)
    try:
        plan, branches = _smallest(built, best, watch)
    except (OutOfTime, Stop):
        plan, branches, bound = _read(built, best), best.branches, bound
        return _solution(BestTurn(), turn, plan, bound, "", watch, branches)
    proof = "CP-SAT proved the objective (points, then fewest spent, then fewest scored) best"
    return _solution(BestTurn(), turn, plan, best.value(built.points()), proof, watch, branches)


def pareto(
    state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> tuple[Solution, ...]:
    """`pareto` by CP-SAT: one model for each number of cards that may be used up."""
    turn = read_turn(state, "pareto")
    watch = Watch(limits, report)
    found: list[Solution] = []
    budget = size = len(turn.cards)
    weight = size + 1
    while True:
        built = build(turn, max(0, budget - 1))
        used = built.spent() + built.scored()
        built.model.add(used <= budget)
        built.model.maximize(built.points() * weight * weight - used * weight - built.spent())
        best = _run(built, watch, limits, None)
        upper = -(-best.bound // weight**2) if best.bound is not None else _all_points(turn)
        if best.status is not Status.OPTIMAL:
            plan = _read(built, best) if best.solved else ending(turn.state)
            return (*found, _solution(Pareto(), turn, plan, (upper, turn.held), "", watch, best.branches))
        points = best.value(built.points())
        try:
            plan, branches = _smallest(built, best, watch)
        except (OutOfTime, Stop):
            plan = _read(built, best)
            return (*found, _solution(Pareto(), turn, plan, (points, turn.held), "", watch, best.branches))
        facts = counts(turn, plan)
        proof = f"CP-SAT proved it best among the turns that use up at most {budget} cards"
        found.append(_solution(Pareto(), turn, plan, (points, facts["kept"]), proof, watch, branches))
        if points == 0:
            return tuple(found)
        budget = best.value(used) - 1


def _all_points(turn: Turn) -> int:
    return sum(CARDS[card].points for card in turn.cards)


def _left(watch: Watch, limits: Limits) -> Limits:
    """The limits that are left for the next run."""
    if limits.seconds is None:
        return limits
    return Limits(max(0.0, limits.seconds - watch.seconds), limits.workers, limits.seed)


def _run(built: TurnModel, watch: Watch, limits: Limits, points: Any) -> Run:
    def tell(progress: Progress) -> None:
        if points is not None:
            assert isinstance(progress.value, int)
            assert isinstance(progress.bound, int)
            watch.nodes = progress.nodes
            watch.news(None, points(progress.bound))
        else:
            watch.look()

    def guarded(progress: Progress) -> None:
        try:
            tell(progress)
        except OutOfTime:
            raise Stop from None

    return run(built.model, _left(watch, limits), guarded)


def _smallest(built: TurnModel, best: Run, watch: Watch) -> tuple[list[Move], int]:
    """The smallest plan with the points, spent and scored cards of `best`, and the branches it took.

    The elements of the plan are fixed one by one: each is the smallest text that some plan of the
    same worth can have there.
    """
    turn = built.turn
    points, spent, scored = (best.value(e) for e in (built.points(), built.spent(), built.scored()))
    ordered = build(turn, spent)
    model = ordered.model
    model.add(ordered.points() == points)
    model.add(ordered.spent() == spent)
    model.add(ordered.scored() == scored)
    plan: list[Move] = []
    branches, moment = best.branches, 0
    waiting = set(turn.cards)
    for _ in range(spent + scored):
        watch.look()
        texts = {}
        for card in sorted(waiting):
            texts[str(Move("score", card=card))] = (Move("score", card=card), [ordered.scores[moment, card]])
        if moment < spent:
            nothing_more = model.new_bool_var(f"no more scores at {moment}")
            for card in waiting:
                model.add_implication(nothing_more, ~ordered.scores[moment, card])
            for number, move in enumerate(BOARD_MOVES):
                for card in sorted(waiting):
                    paid = Move(move.verb, move.cells, card)
                    made = [ordered.moves[moment, number], ordered.spends[moment, card], nothing_more]
                    texts[str(paid)] = (paid, made)
        chosen = {}
        for rank, text in enumerate(sorted(texts)):
            chosen[text] = (rank, model.new_bool_var(f"element {len(plan)} {text}"))
            for literal in texts[text][1]:
                model.add_implication(chosen[text][1], literal)
        model.add_exactly_one(literal for _, literal in chosen.values())
        model.minimize(sum(rank * literal for rank, literal in chosen.values()))
        found = run(model, Limits())
        branches += found.branches
        text = next(text for text, (_, literal) in chosen.items() if found.true(literal))
        model.add(chosen[text][1] == 1)
        move = texts[text][0]
        plan.append(move)
        waiting.discard(move.card or 0)
        moment += move.verb != "score"
    return plan + ending(play_all(turn.state, plan)), branches


def _read(built: TurnModel, found: Run) -> list[Move]:
    """The plan that a run found, as it stands."""
    plan = []
    for t in built.moments:
        plan += [Move("score", card=c) for c in built.turn.cards if found.true(built.scores[t, c])]
        if t == built.length:
            break
        for number, move in enumerate(BOARD_MOVES):
            if found.true(built.moves[t, number]):
                card = next(card for card in built.turn.cards if found.true(built.spends[t, card]))
                plan.append(Move(move.verb, move.cells, card))
    return plan + ending(play_all(built.turn.state, plan))


def _trivial(problem: BestTurn, turn: Turn, bound: int, watch: Watch) -> Solution:
    return _solution(problem, turn, ending(turn.state), bound, "", watch, 0)


def _solution(
    problem: BestTurn | Pareto,
    turn: Turn,
    plan: list[Move],
    bound: Value,
    proof: str,
    watch: Watch,
    branches: int,
) -> Solution:
    gains = [CARDS[m.card or 0].points if m.verb == "score" else 0 for m in plan]
    points = sum(gains)
    facts = counts(turn, plan)
    return verify(
        Solution(
            problem=problem,
            start=str(turn.state),
            status=Status.OPTIMAL if proof else Status.FEASIBLE,
            value=points if isinstance(problem, BestTurn) else (points, facts["kept"]),
            bound=bound,
            proof=proof,
            steps=tuple(Step(move, gain, "") for move, gain in zip(plan, gains, strict=True)),
            seconds=watch.seconds,
            nodes=branches,
            method=METHOD,
            facts=facts,
        )
    )
