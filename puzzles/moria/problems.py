"""The solver problems of Autumn of Moria: what is asked, and how an answer is checked (section 5 of RULES.md).

In all of them ogres are not played and the pieces of rivals stand still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from puzzles.core.problem import Problem
from puzzles.core.state import IllegalMove, RulesError
from puzzles.core.text import join_list, shorten
from puzzles.moria.cells import cell_text, read_cell
from puzzles.moria.moves import HIDDEN, Move, read_move
from puzzles.moria.regions import pile_at, realm_vp
from puzzles.moria.rules import State, read_state
from puzzles.moria.scoring import margin, score

OBJECTIVES = ("own", "margin")


class PositionProblem(Problem[State]):
    """A question about a whole position, with its texts.

    verbs  what a plan may consist of
    """

    verbs: ClassVar[tuple[str, ...]]

    def read_start(self, text: str) -> State:
        state = read_state(text)
        self.check_start(state)
        return state

    def check_start(self, state: State) -> None:
        """Raise RulesError for a position that the question is not about."""
        if state.phase == "over":
            raise RulesError(f"{self.name}, start: got a game that is over, expected a turn to be played")

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def seen(self, state: State) -> State:
        """The position as the question takes it: the rules it narrows or lifts are in here."""
        return state

    def moves(self, state: State) -> Sequence[Move]:
        return [move for move in self.seen(state).moves() if move.verb in self.verbs]

    def why_not(self, state: State, move: Move) -> str | None:
        """None when a plan may make this move here, else rule and reason."""
        if move.verb not in self.verbs:
            return f"MO-12: {self.name} has {', '.join(self.verbs)} only, got {move.verb}"
        return self.seen(state).why_not(move)

    def play(self, state: State, move: Move) -> State:
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.after(self.seen(state), move)

    def after(self, state: State, move: Move) -> State:
        """What a move does that a plan may make; `state` as ``seen``."""
        return self.seen(state.after(move))

    def replayed(self, start: State, plan: Sequence[Move]) -> State:
        return super().replayed(self.seen(start), plan)


class UntimedProblem(PositionProblem):
    """A question about actions that no turn limits: phase and actions used do not matter."""

    def seen(self, state: State) -> State:
        return state.begun(state.to_move, state.round, state.last)


@dataclass(frozen=True, slots=True)
class Route(UntimedProblem):
    """Fewest moves of one dwarf of the seat to move from a cell to another; unit moves.

    start, goal  cells, as texts; a dwarf of the seat stands on the first, a card lies on the second
    Every card entered has a free slot. A plan's moves begin where the one before ended. From a cell to itself: 0.
    """

    name: ClassVar[str] = "route"
    sense: ClassVar[str] = "min"
    unit: ClassVar[str] = "moves"
    verbs: ClassVar[tuple[str, ...]] = ("move",)

    start: str
    goal: str

    def __post_init__(self) -> None:
        _cell(self.start, f"{self.name}, start")
        _cell(self.goal, f"{self.name}, goal")

    def question(self) -> str:
        return f"bring the dwarf on {self.start} to {self.goal} in the fewest moves"

    def check_start(self, state: State) -> None:
        UntimedProblem.check_start(self, state)
        pile = pile_at(state, _cell(self.start, f"{self.name}, start"))
        if pile is None or not pile.dwarves[state.to_move]:
            raise RulesError(
                f"{self.name}, start: got {self.start}, expected a cell with a dwarf of {state.colour}"
            )
        _check_card(state, self.goal, f"{self.name}, goal")

    def stands(self, plan: Sequence[Move]) -> int:
        """The cell that the dwarf has reached. Raises RulesError where the moves are of more than one dwarf."""
        cell = _cell(self.start, f"{self.name}, start")
        for number, move in enumerate(plan, 1):
            if move.cell != cell or move.to is None:
                raise RulesError(
                    f"{self.name}, move {number}: got {str(move)!r}, expected a move of the dwarf on {cell_text(cell)}"
                )
            cell = move.to
        return cell

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        """The way that is left for the same dwarf."""
        try:
            cell = cell_text(self.stands(plan))
        except RulesError:
            return None
        return None if cell == self.goal else replace(self, start=cell)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        self.replayed(start, plan)
        cell = cell_text(self.stands(plan))
        if cell != self.goal:
            raise RulesError(f"{self.name}: the plan leads to {cell}, expected {self.goal}")
        return len(plan)


@dataclass(frozen=True, slots=True)
class Muster(UntimedProblem):
    """Fewest actions until at least `n` own dwarves stand on a cell, not limited to a turn, without gathering.

    cell  as text, with a card; n  0 to 7
    """

    name: ClassVar[str] = "muster"
    sense: ClassVar[str] = "min"
    unit: ClassVar[str] = "actions"
    verbs: ClassVar[tuple[str, ...]] = ("place", "move")

    cell: str
    n: int

    def __post_init__(self) -> None:
        _cell(self.cell, f"{self.name}, cell")
        if isinstance(self.n, bool) or not isinstance(self.n, int) or not 0 <= self.n <= 7:
            raise RulesError(f"{self.name}, n: got {self.n!r}, expected 0 to 7")

    def question(self) -> str:
        dwarves = "1 dwarf" if self.n == 1 else f"{self.n} dwarves"
        return f"bring {dwarves} to {self.cell} in the fewest actions"

    def check_start(self, state: State) -> None:
        UntimedProblem.check_start(self, state)
        _check_card(state, self.cell, f"{self.name}, cell")

    def there(self, state: State) -> int:
        """Own dwarves on the cell."""
        pile = pile_at(state, _cell(self.cell, f"{self.name}, cell"))
        assert pile is not None
        return pile.dwarves[state.to_move]

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        return None if self.there(self.replayed(start, plan)) >= self.n else self

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        there = self.there(self.replayed(start, plan))
        if there < self.n:
            raise RulesError(
                f"{self.name}: the plan brings {there} dwarves to {self.cell}, expected at least {self.n}"
            )
        return len(plan)


@dataclass(frozen=True, slots=True)
class BestTurn(PositionProblem):
    """The most that the rest of the present turn can bring, from any phase to the own ``end``; unit points.

    objective  own: the change of the own score; margin: of the own score less that of the best rival
    The own secret goal counts if it is fulfilled or lies open, that of a rival if it lies open. Nothing hidden is
    used: a goal that comes up by a refill in this turn cannot be bought, and an ogre drawn is a hand card without a
    face. After ``end`` the position is that of the same seat, with no rival's turn between.
    """

    name: ClassVar[str] = "best_turn"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"
    verbs: ClassVar[tuple[str, ...]] = (
        "play",
        "place",
        "move",
        "reveal",
        "done",
        "take",
        "leave",
        "burn",
        "end",
    )

    objective: str = "own"

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise RulesError(
                f"{self.name}, objective: got {shorten(repr(self.objective))}, expected one of {', '.join(OBJECTIVES)}"
            )

    def question(self) -> str:
        ahead = " more than the best rival" if self.objective == "margin" else ""
        return f"win the most points{ahead} in this turn"

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if state.secrets[state.to_move] == HIDDEN:
            raise RulesError(f"{self.name}, secret, {state.colour}: got ?, expected a known one or none")

    def seen(self, state: State) -> State:
        return state.view(state.to_move)

    def why_not(self, state: State, move: Move) -> str | None:
        if move.verb == "reveal" and move.colour:
            return f"MO-48: {self.name} is about the own turn, and no other seat reveals in it"
        return PositionProblem.why_not(self, state, move)

    def after(self, state: State, move: Move) -> State:
        return next_own_turn(state) if move.verb == "end" else self.seen(state.after(move))

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        """The rest of the turn: what is won before and after a moment adds up to the whole."""
        return None if any(move.verb == "end" for move in plan) else self

    def worth(self, state: State, seat: int) -> int:
        """What is to grow, of `seat`."""
        return score(state, seat, seat) if self.objective == "own" else margin(state, seat)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        verbs = [move.verb for move in plan]
        if verbs.count("end") != 1 or verbs[-1] != "end":
            raise RulesError(
                f"{self.name}: the plan has {verbs.count('end')} times end and stops with "
                f"{verbs[-1] if verbs else 'nothing'}, expected one end, last"
            )
        after = self.replayed(start, plan)
        return self.worth(after, start.to_move) - self.worth(start, start.to_move)


@dataclass(frozen=True, slots=True)
class Campaign(PositionProblem):
    """Fewest own turns until an open trading goal is owned, the present turn being the first; unit turns.

    goal  id of an open trading goal; the plan's last move buys it
    Rivals skip their turns entirely. Nothing is refilled, no ogre is left to draw, the end of the game is ignored.
    Gathering and the hand limit hold in each turn.
    """

    name: ClassVar[str] = "campaign"
    sense: ClassVar[str] = "min"
    unit: ClassVar[str] = "turns"
    verbs: ClassVar[tuple[str, ...]] = ("play", "place", "move", "done", "take", "leave", "burn", "end")

    goal: str

    def __post_init__(self) -> None:
        if not isinstance(self.goal, str):
            raise RulesError(f"{self.name}, goal: got {self.goal!r}, expected an id")

    def question(self) -> str:
        return f"buy {self.goal} in the fewest turns"

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if self.goal not in state.open_goals or self.goal == HIDDEN:
            raise RulesError(
                f"{self.name}, goal: got {shorten(self.goal)!r}, expected an open one ({join_list(state.open_goals)})"
            )

    def seen(self, state: State) -> State:
        return state.but(deck=(), ogre_deck=(), ogre_discard=())

    def moves(self, state: State) -> Sequence[Move]:
        """None once the goal is owned."""
        return PositionProblem.moves(self, state) if self.goal in state.open_goals else []

    def why_not(self, state: State, move: Move) -> str | None:
        if self.goal not in state.open_goals:
            return f"MO-42: {self.goal} is owned, the question is answered"
        return PositionProblem.why_not(self, state, move)

    def after(self, state: State, move: Move) -> State:
        return next_own_turn(state) if move.verb == "end" else self.seen(state.after(move))

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        """The turns from the present one on; so a hint counts anew at each turn."""
        return self if self.goal in self.replayed(start, plan).open_goals else None

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        after = self.replayed(start, plan)
        if self.goal in after.open_goals:
            raise RulesError(
                f"{self.name}: {self.goal} is not owned after {len(plan)} moves, expected it to be"
            )
        return sum(move.verb == "end" for move in plan) + 1


@dataclass(frozen=True, slots=True)
class Cut(PositionProblem):
    """The land card whose play now lowers the points of a rival's realm most; unit points.

    rival  his colour
    A plan is one ``play``, or nothing, which is worth 0: the answer where no card lowers them.
    """

    name: ClassVar[str] = "cut"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"
    verbs: ClassVar[tuple[str, ...]] = ("play",)

    rival: str

    def __post_init__(self) -> None:
        if not isinstance(self.rival, str):
            raise RulesError(f"{self.name}, rival: got {self.rival!r}, expected a colour")

    def question(self) -> str:
        return f"take the most points from the realm of {self.rival} with one card"

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        rivals = [colour for colour in state.colours if colour != state.colour]
        if self.rival not in rivals:
            raise RulesError(
                f"{self.name}, rival: got {shorten(self.rival)!r}, expected one of {join_list(rivals)}"
            )

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        if len(plan) > 1:
            raise RulesError(f"{self.name}: the plan has {len(plan)} moves, expected one play or none")
        seat = start.colours.index(self.rival)
        return realm_vp(start, seat) - realm_vp(self.replayed(start, plan), seat)

    def done(self, start: State, plan: Sequence[Move]) -> bool:
        """With the first card, though an empty plan can be measured too; at once where none can be played."""
        return Problem.done(self, start, plan) and (bool(plan) or not self.moves(start))


def next_own_turn(state: State) -> State:
    """The position after the turn of the seat to move when all others skip theirs; the round stays the same."""
    return state.begun(state.to_move, state.round, state.last)


def _cell(text: Any, where: str) -> int:
    if not isinstance(text, str):
        raise RulesError(f"{where}: got {text!r}, expected a cell such as '1,0'")
    return read_cell(text, where)


def _check_card(state: State, cell: str, where: str) -> None:
    if pile_at(state, _cell(cell, where)) is None:
        raise RulesError(f"{where}: got {cell}, expected a cell with a card")


PROBLEMS = {problem.name: problem for problem in (BestTurn, Route, Muster, Campaign, Cut)}
