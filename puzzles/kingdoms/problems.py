"""The solver problems of Kings Under Mountains: what is asked, and how an answer is checked (section 5 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from puzzles.core.problem import Problem
from puzzles.core.state import IllegalMove, RulesError
from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, END, Move, read_move
from puzzles.kingdoms.pieces import KNOWN, UNKNOWN, UNKNOWN_MINE, Card
from puzzles.kingdoms.prospect import can_fill, gift_worth, staffing, turns_left
from puzzles.kingdoms.rules import State, read_state
from puzzles.kingdoms.scoring import completed, margin, score

MAX_TURNS = 12


class PositionProblem(Problem[State]):
    """A question about a position, with its texts."""

    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"

    def read_start(self, text: str) -> State:
        state = read_state(text)
        self.check_start(state)
        return state

    def check_start(self, state: State) -> None:
        """Raise RulesError for a position that the question is not about."""
        if state.is_over:
            raise RulesError(f"{self.name}, start: got a game that is over, expected a turn to be played")

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def moves(self, state: State) -> Sequence[Move]:
        return state.moves()

    def play(self, state: State, move: Move) -> State:
        return state.play(move)


@dataclass(frozen=True, slots=True)
class Staff(PositionProblem):
    """Most points of the own mines, completed less uncompleted, by filling them from the hand; then the fewest cards.

    Only king, hand and own mines of the seat to move count. A plan is fillings in any order: no draw, no fight,
    no rival, nothing compulsory. A completed mine leaves its place empty, so the mines keep their numbers.
    The value is (points, cards kept in hand); cards laid on a mine that stays uncompleted are allowed and wasted.
    """

    name: ClassVar[str] = "staff"
    unit: ClassVar[str] = "points, cards kept"

    def question(self) -> str:
        return "fill your mines from your hand for the most points, with the fewest cards"

    def check_start(self, state: State) -> None:
        """Every position will do, also one whose deck is empty."""

    def moves(self, state: State) -> Sequence[Move]:
        hand = dict.fromkeys(card for card in state.hands[state.to_move] if KNOWN[card])
        own = state.own[state.to_move]
        return [
            Move("fill", card, place)
            for card in hand
            for place, site in enumerate(own)
            if state.fits(card, site)
        ]

    def why_not(self, state: State, move: Move) -> str | None:
        """None when a plan may make this move here, else rule and reason."""
        if move.verb != "fill":
            return f"KD-26: {self.name} has fill only, got {move.verb}"
        return state.why_not_laid(move)

    def play(self, state: State, move: Move) -> State:
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return state.filled(move.card, move.place, keep_place=True)

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        """The same question about what is left of hand and mines."""
        return self

    def done(self, start: State, plan: Sequence[Move]) -> bool:
        """Whether the cards that are left can complete no more mines."""
        state = self.replayed(start, plan)
        seat = state.to_move
        hand, king = state.hands[seat], state.kings[seat]
        return not any(can_fill(site, hand, king, state.wrap) for site in state.own[seat])

    def measure(self, start: State, plan: Sequence[Move]) -> tuple[int, int]:
        state = self.replayed(start, plan)
        seat = start.to_move
        return score(state, seat) - completed(start, seat), len(state.hands[seat])


@dataclass(frozen=True, slots=True)
class Plan(PositionProblem):
    """What the own score can gain in `turns` own turns in a row if nobody interferes.

    Each turn lays a card, as the rules have it, and draws one: from the camp, and only when that is empty a
    blank. A blank cannot be laid, but discarded. A discard is followed by a blank; a turn with an empty hand
    only draws one. A blank and a capture use a card of the deck; a deck that is empty at the end of a turn
    ends the plan. Of the deck nothing is known but the mine sides that the position shows.
    Measured from before the first laying to after the last one; the draw after it is left out.
    turns  0 to 12
    """

    name: ClassVar[str] = "plan"

    turns: int

    def __post_init__(self) -> None:
        turns: Any = self.turns
        if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= MAX_TURNS:
            raise RulesError(f"{self.name}, turns: got {turns!r}, expected 0 to {MAX_TURNS}")

    def check_start(self, state: State) -> None:
        if state.step != "play" or state.deck == ():
            got = "an empty deck" if state.step == "play" else f"step: {state.step}"
            raise RulesError(f"{self.name}, start: got {got}, expected the start of a turn and a deck")

    def moves(self, state: State) -> Sequence[Move]:
        if state.step == "end":
            return [END]
        if state.step == "play":
            if state.deck == ():
                return []
            hand = state.hands[state.to_move]
            blanks = [Move("discard", card) for card in dict.fromkeys(hand)]
            return (state.layings() or blanks) if hand else [DRAW_DECK]
        camp = [Move("draw", card, source="camp") for card in state.drawable()]
        if state.step == "draw" and camp:
            return camp
        return [DRAW_NONE if state.deck == () else DRAW_DECK]

    def why_not(self, state: State, move: Move) -> str | None:
        """None when a plan may make this move here, else rule and reason."""
        if move in self.moves(state):
            return None
        if state.step == "play" and state.deck == ():
            return "KD-38: the deck is empty, so the plan is over"
        if state.step == "draw" and move == DRAW_DECK:
            return f"KD-32: {self.name} draws from the camp as long as it has a card"
        return state.why_not(move) or f"KD-14: {move} is no part of a {self.name} here"

    def play(self, state: State, move: Move) -> State:
        """After ``end`` the seat itself is to move again; no unit of the deck is known."""
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return replace(blanked(state).after(move), to_move=state.to_move)

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        """The turns that are left; asked between two turns only."""
        if plan and plan[-1] != END:
            return None
        turns = self.turns - plan.count(END)
        if plan and (turns <= 0 or self.replayed(start, plan).deck == ()):
            return None
        return replace(self, turns=turns)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        state = self.replayed(start, plan)
        whole = plan.count(END)
        begun = bool(plan) and plan[-1] != END
        over = self._deck_ends_it(state) if begun else bool(plan) and state.deck == ()
        if whole + begun != self.turns and not (over and whole + begun <= self.turns):
            raise RulesError(
                f"{self.name}: the plan lays in {whole + begun} turns, expected {self.turns}, "
                "or fewer where the deck is empty at the end of one"
            )
        return score(state, start.to_move) - score(start, start.to_move)

    def _deck_ends_it(self, state: State) -> bool:
        """Whether the deck will be empty at the end of the turn that goes on: a draw from the camp leaves it as it is."""
        while state.step != "play":
            state = self.play(state, self.moves(state)[0])
        return state.deck == ()


@dataclass(frozen=True, slots=True)
class Gift(PositionProblem):
    """Which capture, made now, is best for the margin: own score less the score of the best rival.

    A plan is one fight that captures. Measured: what the margin gains by this laying alone, no draw, nothing
    after it. Whether the new owner can fill the mine is not asked.
    """

    name: ClassVar[str] = "gift"

    def question(self) -> str:
        return "find the capture that is best for your margin, your points less the best rival's"

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if state.practice:
            raise RulesError(f"{self.name}, kings: got one seat, expected a rival")
        if state.step != "play":
            raise RulesError(f"{self.name}, start: got step: {state.step}, expected play")

    def moves(self, state: State) -> Sequence[Move]:
        return [move for move in state.moves() if self._captures(state, move)]

    def _captures(self, state: State, move: Move) -> bool:
        return move.verb == "fight" and state.open[move.place].to_capture == 1

    def why_not(self, state: State, move: Move) -> str | None:
        """None when a plan may make this move here, else rule and reason."""
        reason = state.why_not(move)
        if reason is None and not self._captures(state, move):
            return f"KD-20: {self.name} is about a capture, and {move} captures nothing"
        return reason

    def play(self, state: State, move: Move) -> State:
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return state.after(move)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        if len(plan) != 1:
            raise RulesError(f"{self.name}: the plan has {len(plan)} moves, expected one capture")
        return margin(self.replayed(start, plan), start.to_move) - margin(start, start.to_move)


@dataclass(frozen=True, slots=True)
class Endgame(PositionProblem):
    """Both seats play for own score - rival's score, all cards known, all rules; the plan is a line to the end.

    The value is the final score of the seat to move less that of the other. Measuring a line says what that line
    gives; that neither side can do better is the solvers' part.
    """

    name: ClassVar[str] = "endgame"
    open_information: ClassVar[bool] = True

    def question(self) -> str:
        return "finish with as many points more than the other seat as you can"

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        if state.seats != 2:
            raise RulesError(f"{self.name}, kings: got {state.seats}, expected 2")
        if state.deck is None:
            raise RulesError(f"{self.name}, deck: got none, expected one that is counted")
        units = (
            *(unit for cards in (*state.hands, *state.camp) for unit in cards),
            *(c.unit for c in state.deck),
        )
        mines = (*(site.mine for site in state.open), *(card.mine for card in state.deck))
        if not all(KNOWN[unit] for unit in units) or UNKNOWN_MINE in mines:
            raise RulesError(f"{self.name}, start: got unknown cards, expected every card known")

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        return None if self.replayed(start, plan).is_over else self

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        state = self.replayed(start, plan)
        if not state.is_over:
            raise RulesError(f"{self.name}: the line of {len(plan)} moves stops before the end of the game")
        return score(state, start.to_move) - score(state, 1 - start.to_move)


@dataclass(frozen=True, slots=True)
class BestTurn(PositionProblem):
    """What to do in the rest of the present turn, so that the own mines promise most; unit hundredths of a point.

    Measured after ``end``, in hundredths: the own score if the hand then held fills what own mines it can
    (``prospect.staffing``, as many cards as own turns are left by ``prospect.turns_left``), less the own score
    now; less one hundredth for each card that still has to be laid for it; less, for each mine given to a rival,
    what it is expected to bring there (``prospect.gift_worth``, rounded down). A card drawn from the deck is a
    blank: it counts neither way. What rivals do, and fights that are only begun, count nothing.
    Of equal turns the first in the order of ``moves()`` is the one to tell.
    """

    name: ClassVar[str] = "best_turn"
    unit: ClassVar[str] = "hundredths of a point"

    def check_start(self, state: State) -> None:
        PositionProblem.check_start(self, state)
        hand = state.hands[state.to_move]
        if state.step == "play" and hand and not any(KNOWN[card] for card in hand):
            raise RulesError(
                f"{self.name}, hands, seat {state.to_move}: got unknown cards only, expected the hand that plays"
            )

    def play(self, state: State, move: Move) -> State:
        """No unit of the deck is known; otherwise as in the game."""
        return blanked(state).play(move)

    def left(self, start: State, plan: Sequence[Move]) -> Self | None:
        return None if END in plan else self

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        self.check_start(start)
        if plan.count(END) != 1 or plan[-1] != END:
            raise RulesError(
                f"{self.name}: the plan has {plan.count(END)} ends, expected one, as its last move"
            )
        return promise(start, self.replayed(start, plan), start.to_move)


def promise(start: State, after: State, seat: int) -> int:
    """What ``best_turn`` measures: `after` is the position when the turn of `seat` that began as `start` has ended."""
    points, cards = staffing(after, seat, turns_left(after, seat))
    value = 100 * (completed(after, seat) + points - score(start, seat)) - cards
    for rival in range(after.seats):
        if rival != seat:
            given = after.own[rival][len(start.own[rival]) :]
            turns = turns_left(after, rival)
            value -= sum(100 * gift_worth(site.mine, turns, after.wrap) // 1 for site in given)
    return value


def blanked(state: State) -> State:
    """The position with no unit of the deck known; the mine sides stay."""
    if not state.deck or all(card.unit == UNKNOWN for card in state.deck):
        return state
    return replace(state, deck=tuple(Card(UNKNOWN, card.mine) for card in state.deck))


PROBLEMS = {problem.name: problem for problem in (BestTurn, Staff, Plan, Gift, Endgame)}
