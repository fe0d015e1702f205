"""The solver problems of Momiji: what is asked, and how an answer is checked (section 5 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from puzzles.core.problem import Problem
from puzzles.core.state import IllegalMove, RulesError
from puzzles.momiji.cards import LETTER, UNKNOWN
from puzzles.momiji.moves import Move, read_move
from puzzles.momiji.piles import has_hidden
from puzzles.momiji.prospect import most_points, points_now
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import is_triggered, meets, metric, row_points, scores
from puzzles.momiji.state import NOTHING, row_text

MAX_TURNS = 12


class PositionProblem(Problem[State]):
    """A question about a whole position, with its texts."""

    def read_start(self, text: str) -> State:
        state = read_state(text)
        self.check_start(state)
        return state

    def check_start(self, state: State) -> None:
        """Raise RulesError for a position that the question is not about."""
        if state.draft or state.turns_left == 0:
            what = "a draft" if state.draft else "a game that is over"
            raise RulesError(f"{self.name}, start: got {what}, expected a turn to be played")

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def moves(self, state: State) -> Sequence[Move]:
        return state.moves()

    def play(self, state: State, move: Move) -> State:
        return state.play(move)


@dataclass(frozen=True, slots=True)
class Schedule(PositionProblem):
    """Most points of own piles and acorns after `turns` own turns of the hand held now; rivals pass.

    Each turn: one play or none (MJ-22 is lifted) and at most one exchange. Nothing is collected, revealed,
    activated or used; the display stays; the end is not triggered. A plan has an ``end`` for each turn.
    turns  0 to 12
    """

    name: ClassVar[str] = "schedule"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"
    verbs: ClassVar[tuple[str, ...]] = ("play", "exchange", "end")

    turns: int

    def __post_init__(self) -> None:
        _check_turns(self.turns, self.name)

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if state.done != NOTHING:
            raise RulesError(f"{self.name}, start: got done: {state.done}, expected the start of a turn")
        row = state.rows[state.to_move]
        if has_hidden(row):
            raise RulesError(
                f"{self.name}, row{state.to_move}: got {row_text(row)!r}, expected every card of the row "
                "(a view with recall=tops does not know what its piles are worth)"
            )
        if UNKNOWN in state.hands[state.to_move]:
            raise RulesError(
                f"{self.name}, hands, seat {state.to_move}: got unknown cards, expected known ones"
            )

    def why_not(self, state: State, move: Move) -> str | None:
        """None when a plan may make this move here, else rule and reason."""
        if move.verb not in self.verbs:
            return f"MJ-20: {self.name} has {', '.join(self.verbs)} only, got {move.verb}"
        if move.verb in ("end", "drop"):
            return self._why_not_at_end(state, move)
        return state.why_not(move)

    def _why_not_at_end(self, state: State, move: Move) -> str | None:
        return None  # the hand limit plays no part: no card is gained

    def moves(self, state: State) -> Sequence[Move]:
        # what the rules list is legal; only the end of a turn has rules of its own here
        found = [m for m in state.moves() if m.verb in self.verbs and m.verb not in ("end", "drop")]
        endings = [Move("drop", cards=(card,)) for card in dict.fromkeys(state.hands[state.to_move])]
        endings.append(Move("end"))
        return found + [move for move in endings if self.why_not(state, move) is None]

    def play(self, state: State, move: Move) -> State:
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        if move.verb == "end":  # rivals are skipped, nothing is turned up, no end check
            return replace(state, done=NOTHING)
        return state.after(move)

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        """The turns that are left; asked between two turns only."""
        ends = sum(move.verb == "end" for move in plan)
        if (plan and plan[-1].verb != "end") or (plan and ends >= self.turns):
            return None
        return replace(self, turns=self.turns - ends)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        state = self.replayed(start, plan)
        ends = sum(move.verb == "end" for move in plan)
        if ends != self.turns or (plan and plan[-1].verb != "end"):
            raise RulesError(
                f"{self.name}: the plan ends {ends} turns"
                + (" and goes on after the last end" if ends == self.turns else "")
                + f", expected {self.turns} turns, each with an end"
            )
        acorns = state.acorns[start.to_move] * start.cards.parameters.acorn_points
        return row_points(state.rows[start.to_move]) + acorns


@dataclass(frozen=True, slots=True)
class Harvest(Schedule):
    """As schedule, and a turn may instead collect a type of the display; what is taken is gone.

    No reveal and no refill. The hand limit holds at the end of each turn.
    turns  0 to 12
    """

    name: ClassVar[str] = "harvest"
    verbs: ClassVar[tuple[str, ...]] = ("collect", "play", "exchange", "drop", "end")

    def _why_not_at_end(self, state: State, move: Move) -> str | None:
        hand, limit = state.hands[state.to_move], int(state.options.hand_limit)
        if move.verb == "end":
            if len(hand) > limit:
                return f"MJ-70: {len(hand)} cards in hand, drop {len(hand) - limit} first"
            return None
        if len(hand) <= limit:
            return f"MJ-70: only cards above {limit} are dropped, and this hand holds {len(hand)}"
        if move.cards[0] not in hand:
            return f"MJ-70: {str(move).split()[1]} is not in this hand"
        return None


@dataclass(frozen=True, slots=True)
class ActivateValue(PositionProblem):
    """What activating an objective now is worth, against leaving its token untouched all game.

    own, rivals  chances in percent (0 to 100) that the seat to move, and each rival in seat order, shares the
                 best value at the end
    The plan activates the objective this turn, after a landscape if that makes it cheaper. Against rival i it is
    worth 10 x own - 3 x rivals[i] - 100 x (acorns paid); the value is the least of these. Alone: the first and
    the last part.
    """

    name: ClassVar[str] = "activate_value"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "hundredths of a point"

    objective: str
    own: int
    rivals: tuple[int, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.objective, str):
            raise RulesError(f"{self.name}, objective: got {self.objective!r}, expected an id")
        _check_percent(self.own, f"{self.name}, own")
        if not isinstance(self.rivals, (list, tuple)):
            raise RulesError(f"{self.name}, rivals: got {self.rivals!r}, expected a list of percents")
        for number in self.rivals:
            _check_percent(number, f"{self.name}, rivals")
        object.__setattr__(self, "rivals", tuple(self.rivals))

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if len(self.rivals) != state.seats - 1:
            raise RulesError(
                f"{self.name}, rivals: got {len(self.rivals)} percents, expected {state.seats - 1}, one a rival"
            )
        if self.objective not in state.cards.objectives:
            raise RulesError(
                f"{self.name}, objective: got {self.objective!r}, expected one of {', '.join(state.cards.objectives)}"
            )

    def moves(self, state: State) -> Sequence[Move]:
        return [move for move in state.moves() if self._belongs(state, move)]

    def play(self, state: State, move: Move) -> State:
        if not self._belongs(state, move):
            raise IllegalMove(
                f"MJ-64: {self.name} is about activating {self.objective}, and a landscape that makes it cheaper"
            )
        return state.play(move)

    def _belongs(self, state: State, move: Move) -> bool:
        if move.verb == "use":
            landscape = state.cards.landscapes.get(move.id)
            return landscape is not None and landscape.effect == "cheap_objective"
        return move.verb == "activate" and move.id == self.objective

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        return None if any(move.verb == "activate" for move in plan) else self

    def margins(self, start: State, plan: Sequence[Move]) -> tuple[int, ...]:
        """The worth against each rival in seat order, hundredths of a point; alone one number."""
        self.check_start(start)
        if not plan or plan[-1].verb != "activate":
            raise RulesError(
                f"{self.name}: the plan does not activate {self.objective}, expected it to end so"
            )
        seat = start.to_move
        paid = start.acorns[seat] - self.replayed(start, plan).acorns[seat]
        p = start.cards.parameters
        base = p.holder_points * self.own - 100 * p.acorn_points * paid
        return tuple(base - p.other_points * rival for rival in self.rivals) or (base,)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        return min(self.margins(start, plan))


@dataclass(frozen=True, slots=True)
class Endgame(PositionProblem):
    """Both seats play for own score - rival's score, all cards known, all rules; the plan is a line to the end.

    The value is the score of the seat to move less that of the other. Measuring a line says what that line gives;
    that neither side can do better is the solvers' part.
    """

    name: ClassVar[str] = "endgame"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"
    open_information: ClassVar[bool] = True

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if state.seats != 2:
            raise RulesError(f"{self.name}, players: got {state.seats}, expected 2")
        hidden = UNKNOWN in state.deck or any(UNKNOWN in hand for hand in state.hands)
        if hidden or any(map(has_hidden, state.rows)):
            raise RulesError(f"{self.name}, start: got unknown cards, expected every card known")

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        return self if self.replayed(start, plan).turns_left != 0 else None

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        state = self.replayed(start, plan)
        if state.outcome() is None:
            raise RulesError(f"{self.name}: the line of {len(plan)} moves stops before the end of the game")
        points = scores(state)
        return points[start.to_move] - points[1 - start.to_move]


@dataclass(frozen=True, slots=True)
class BestTurn(PositionProblem):
    """What to do in the rest of the present turn, so that own piles and acorns can grow most; unit points.

    Measured: points of own piles and acorns that can be had after this turn and `further` own turns of playing and
    exchanging what the hand then holds (``prospect.most_points``), less what piles and acorns are worth now. Where
    the game ends sooner there are fewer further turns; once the end is certain, activated objectives count as
    they stand after this turn. What a reveal, a draw or a refill would show, and what rivals do, is not counted:
    a plan makes no move that shows an unknown card, but for a reveal as its last move, after which one thinks anew.
    The cards of a pile that are hidden (recall=tops) count as the fewest there can be. In a draft every pick
    counts 0.
    further  0 to 3
    """

    name: ClassVar[str] = "best_turn"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"

    further: int = 2

    def __post_init__(self) -> None:
        if isinstance(self.further, bool) or not isinstance(self.further, int) or not 0 <= self.further <= 3:
            raise RulesError(f"{self.name}, further: got {self.further!r}, expected 0 to 3")

    def check_start(self, state: State) -> None:
        """Raise RulesError for a game that is over, or a hand with unknown cards."""
        if state.turns_left == 0:
            raise RulesError(f"{self.name}, start: got a game that is over, expected a turn to be played")
        if UNKNOWN in state.hands[state.to_move]:
            raise RulesError(
                f"{self.name}, hands, seat {state.to_move}: got unknown cards, expected known ones"
            )

    def moves(self, state: State) -> Sequence[Move]:
        return [move for move in state.moves() if not _draws(state, move)]

    def why_not(self, state: State, move: Move) -> str | None:
        """None when a plan may make this move here, else rule and reason."""
        if _draws(state, move):
            return f"MJ-69: {self.name} does not count what a draw would show"
        return state.why_not(move)

    def play(self, state: State, move: Move) -> State:
        """After ``end`` and ``reveal`` the position is that of the seat itself, with nothing turned up."""
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        if move.verb == "reveal":
            paid = state.acorns[state.to_move] - state.cards.parameters.reveal_cost
            acorns = (*state.acorns[: state.to_move], paid, *state.acorns[state.to_move + 1 :])
            return replace(state, acorns=acorns, done=replace(state.done, reveal=True))
        return ended(state) if move.verb == "end" else state.after(move)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        last = plan[-1].verb if plan else ""
        ends = ("pick",) if start.draft else ("end", "reveal")
        if last not in ends or any(move.verb in ends for move in plan[:-1]):
            raise RulesError(
                f"{self.name}: the plan ends with {last!r}, expected one {' or '.join(ends)}, last"
            )
        after = self.replayed(start, plan)
        seat = start.to_move
        if start.draft:
            return 0
        most = most_points(after, seat, self.turns_after(after, seat))
        return most + certain_points(after, seat) - points_now(start, seat)

    def turns_after(self, after: State, seat: int) -> int:
        """Own turns that are counted after this one."""
        if after.turns_left is None:
            return self.further
        return min(self.further, after.turns_left // after.seats)


def _draws(state: State, move: Move) -> bool:
    """Whether a move is a landscape that draws cards nobody has seen."""
    landscape = state.cards.landscapes.get(move.id) if move.verb == "use" else None
    return landscape is not None and landscape.effect == "draw_two"


def ended(state: State) -> State:
    """The position after the turn of the seat to move for that seat: nothing turned up, ``turns_left`` as it will be.

    The seat to move stays; the deck has lost the cards of the refill, the display does not show them.
    """
    display, deck = state.display, state.deck
    if state.solo and display:
        sizes = [sum(LETTER[card] == letter for card in display) for letter in state.types]
        display = tuple(
            card for card in display if LETTER[card] != state.types[sizes.index(max(sizes))]
        )  # MJ-96
    missing = state.cards.parameters.display_start - len(display)
    if (state.options.refill == "to_four" and missing > 0) or (
        state.options.refill == "when_empty" and not display
    ):
        deck = deck[missing:]
    left, seat = state.turns_left, state.to_move
    if left is not None:
        left -= 1
    elif is_triggered(replace(state, deck=deck)):
        rest = state.seats - 1 - seat
        left = {"finish": rest, "one_more": rest + state.seats, "immediate": 0}[state.options.last_round]
    return replace(state, display=display, deck=deck, done=NOTHING, turns_left=left)


def certain_points(after: State, seat: int) -> int:
    """Points of activated objectives once the end is certain, as they stand; hidden ones are left out (recall=tops)."""
    if after.turns_left is None:
        return 0
    p, points = after.cards.parameters, 0
    for holder, names in enumerate(after.held):
        for name in names:
            if any(metric(after, one, name) is None for one in range(after.seats)):
                continue
            if seat in meets(after, name):
                points += p.holder_points if holder == seat else p.other_points
    return points


def _check_turns(turns: Any, name: str) -> None:
    if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= MAX_TURNS:
        raise RulesError(f"{name}, turns: got {turns!r}, expected 0 to {MAX_TURNS}")


def _check_percent(number: Any, where: str) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 100:
        raise RulesError(f"{where}: got {number!r}, expected a whole number of percent, 0 to 100")


PROBLEMS = {problem.name: problem for problem in (BestTurn, Schedule, Harvest, ActivateValue, Endgame)}
