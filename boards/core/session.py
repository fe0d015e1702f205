"""A game being played: history, touches, bots, puzzle. No widget here.

Four kinds of data never mix: the set-up (what the user chose), the state (undo restores it), the ui (what is
touched, which hint is shown) and the drawing. A session holds the first three; the drawing is thrown away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boards.core.drawing import Draw, Lane
from puzzles.core import Game, IllegalMove, Problem, Puzzle, RulesError


@dataclass(frozen=True, slots=True)
class Entry:
    """One position of the line of play and the move that led to it (None at the start).

    words    the move as a sentence, for the move list
    seat     who made it; None at the start
    reveals  the move showed something hidden
    """

    state: Any
    move: Any = None
    words: str = "Start"
    seat: int | None = None
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What a touch did: `kind` is chosen, played, refused, cleared or nothing; `words` say it."""

    kind: str
    words: str
    move: Any = None


@dataclass(slots=True)
class Setup:
    """What the user chooses before a game.

    bots   seat -> name of the bot that plays it
    match  True: undo stops at moves that showed something hidden
    """

    players: int = 2
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    match: bool = False


def continuations(touched: Sequence[str], lanes: tuple[Lane, ...]) -> frozenset[str] | None:
    """The touches that may come next on the way to a move with these `lanes`.

    None when `touched` does not lead there; the empty set when it is complete. Lanes come in any order,
    and a begun lane is finished first.

    >>> sorted(continuations(["card12"], (("card12",), ("a1",), ("b1",))))
    ['a1', 'b1']
    """
    return _follow(tuple(touched), lanes, ())


def _follow(touched: Lane, lanes: tuple[Lane, ...], begun: Lane) -> frozenset[str] | None:
    if not touched:
        return frozenset(begun[:1]) if begun else frozenset(lane[0] for lane in lanes)
    head, rest = touched[0], touched[1:]
    if begun:
        return _follow(rest, lanes, begun[1:]) if begun[0] == head else None
    found: frozenset[str] | None = None
    for at, lane in enumerate(lanes):
        if lane[0] == head:
            more = _follow(rest, lanes[:at] + lanes[at + 1 :], lane[1:])
            if more is not None:
                found = more if found is None else found | more
    return found


class Session:
    """One game on a board: ``touch``, ``undo``, ``redo``, ``go`` and ``play`` are all that changes it."""

    def __init__(
        self,
        game: Game,
        draw: Draw,
        start: Any,
        setup: Setup | None = None,
        puzzle: Puzzle | None = None,
    ) -> None:
        self.game = game
        self.draw = draw
        self.setup = setup or Setup(players=start.seats)
        self.puzzle = puzzle
        self.entries: list[Entry] = [Entry(start)]
        self.at = 0
        self.touched: list[str] = []
        self._kept: tuple[list[Entry], int] | None = None
        self._table: tuple[Any, list[tuple[Any, tuple[Lane, ...]]]] | None = None

    # what is

    @property
    def state(self) -> Any:
        """The position that is shown, with everything in it. Solvers get ``seen`` instead."""
        return self.entries[self.at].state

    @property
    def start(self) -> Any:
        return self.entries[0].state

    @property
    def eyes(self) -> int:
        """The seat through whose eyes the board looks: the one to move, or the last person before a bot."""
        bots = self.setup.bots
        for entry in reversed(self.entries[: self.at + 1]):
            if entry.state.to_move not in bots:
                return int(entry.state.to_move)
        return next((seat for seat in range(self.state.seats) if seat not in bots), 0)

    @property
    def seen(self) -> Any:
        """What the seat in front of the board may know."""
        return self.state.view(self.eyes)

    @property
    def bot(self) -> str | None:
        """Name of the bot whose turn it is, None for a person or when the game is over."""
        return self.setup.bots.get(self.state.to_move) if self.state.outcome() is None else None

    def moves(self) -> list[Any]:
        """The moves that led here, the ones that were undone not included."""
        return [entry.move for entry in self.entries[1 : self.at + 1]]

    @property
    def what_if(self) -> bool:
        """Whether this is a trial line, left by ``back``."""
        return self._kept is not None

    @property
    def main(self) -> tuple[list[Entry], int]:
        """The line of the game itself and the place in it, also while a trial line is played."""
        return self._kept if self._kept is not None else (self.entries, self.at)

    def allowed(self) -> Sequence[Any]:
        """The moves that may be made here, in the game's order; in a puzzle those of its question."""
        return self.puzzle.problem.moves(self.state) if self.puzzle is not None else self.state.moves()

    def why_not(self, move: Any) -> str | None:
        """None when this move may be made here, else rule and reason; in a puzzle those of its question."""
        return (
            self.puzzle.problem.why_not(self.state, move)
            if self.puzzle is not None
            else self.state.why_not(move)
        )

    def asked(self) -> tuple[int, Problem[Any]] | None:
        """What the puzzle still asks: the last position from which that is a question, and the question.

        None without a puzzle, and when it is answered.
        """
        if self.puzzle is None or self.puzzle_value() is not None:
            return None
        moves = self.moves()
        for at in range(self.at, -1, -1):
            problem = self.puzzle.problem.left(self.start, moves[:at])
            if problem is not None:
                return at, problem
        return None

    def lanes(self) -> list[tuple[Any, tuple[Lane, ...]]]:
        """Every legal move with its touches, in the game's order."""
        state = self.state
        if self._table is None or self._table[0] is not state:
            self._table = (state, [(move, self.draw.touches(state, move)) for move in self.allowed()])
        return self._table[1]

    def lit(self, touched: Sequence[str] | None = None) -> frozenset[str]:
        """The touches that continue some legal move."""
        if self.bot is not None:
            return frozenset()
        chosen = self.touched if touched is None else touched
        found: set[str] = set()
        for _, lanes in self.lanes():
            found |= continuations(chosen, lanes) or frozenset()
        return frozenset(found)

    def complete(self) -> Any | None:
        """The legal move that is put together by what is touched, or None."""
        if not self.touched or self.bot is not None:
            return None
        for move, lanes in self.lanes():
            if continuations(self.touched, lanes) == frozenset():
                return move
        return None

    def _leads(self, touched: Sequence[str]) -> bool:
        return any(continuations(touched, lanes) is not None for _, lanes in self.lanes())

    # what changes it

    def touch(self, touch: str) -> Reply:
        """Put `touch` to what is touched: choose it, put it back, play the move, or say why not."""
        if self.state.outcome() is not None:
            self.touched.clear()
            return Reply("refused", "The game is over. Undo, or start a new game.")
        if self.bot is not None:
            self.touched.clear()
            return Reply("refused", f"{self.name(self.state.to_move)} is played by a bot and is on turn.")
        if touch in self.touched:
            move = self.complete()
            if touch == self.touched[-1] and move is not None:
                return self._played(move)
            return self._put_back(touch)
        if self._leads([*self.touched, touch]):
            return self._choose(touch)
        refusal = self._refusal([*self.touched, touch])
        if refusal is not None:
            return refusal
        for at in reversed(range(len(self.touched))):
            # Another card, another tile: the touch takes the place of one that was chosen before.
            instead = [*self.touched[:at], *self.touched[at + 1 :], touch]
            if self._leads(instead):
                self.touched = self.touched[:at] + self.touched[at + 1 :]
                return self._choose(touch)
        if self.touched and (refusal := self._refusal([touch])) is not None:
            return refusal
        return Reply("refused", f"{self.draw.label(self.seen, touch)}: nothing to do with it now.")

    def _choose(self, touch: str) -> Reply:
        self.touched.append(touch)
        move = self.complete()
        if move is not None and not self.lit():
            return self._played(move)
        return Reply("chosen", "")

    def _put_back(self, touch: str) -> Reply:
        at = self.touched.index(touch)
        rest = self.touched[:at] + self.touched[at + 1 :]
        self.touched = rest if self._leads(rest) else self.touched[:at]
        return Reply("cleared" if not self.touched else "chosen", "")

    def _refusal(self, touched: Sequence[str]) -> Reply | None:
        move = self.draw.meant(self.state, touched)
        reason = self.why_not(move) if move is not None else None
        return Reply("refused", reason, move) if reason is not None else None

    def _played(self, move: Any) -> Reply:
        return self.play(str(move))

    def clear(self) -> None:
        """Put everything back that is touched."""
        self.touched.clear()

    def play(self, text: str) -> Reply:
        """Play the move whose text this is. The one way forward: touches, plans, bots and lessons end here.

        Raises RulesError for a text that is no move, IllegalMove for one that the rules refuse; nothing is
        changed then.
        """
        state = self.state
        move = self.game.read_move(text)
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        words = self.draw.say(state, move)
        after = state.play(move) if self.puzzle is None else self.puzzle.problem.play(state, move)
        entry = Entry(after, move, words, state.to_move, self.draw.reveals(state, move))
        self.touched.clear()
        if self.at + 1 < len(self.entries) and self.entries[self.at + 1].move == move:
            self.at += 1  # the same move again: what was undone after it can still be redone
        else:
            self.entries[self.at + 1 :] = [entry]
            self.at += 1
        return Reply("played", f"{words}.", move)

    def can_undo(self) -> bool:
        """Whether ``undo`` goes; in a match it stops at moves that showed something hidden."""
        return self.at > 0 and not (self.setup.match and self.entries[self.at].reveals)

    def can_redo(self) -> bool:
        return self.at + 1 < len(self.entries)

    def undo(self) -> Entry | None:
        """Take the last move back; the entry that was left, or None. Bots' moves go back with it."""
        if not self.can_undo():
            return None
        left = self.entries[self.at]
        self.at -= 1
        self.touched.clear()
        while self.bot is not None and self.can_undo():
            self.at -= 1
        return left

    def redo(self) -> Entry | None:
        """Play the move again that was undone; its entry, or None."""
        if not self.can_redo():
            return None
        self.at += 1
        self.touched.clear()
        return self.entries[self.at]

    def go(self, at: int) -> bool:
        """Jump to a position of the line of play; False when the match forbids to look back so far."""
        if at not in range(len(self.entries)):
            raise RulesError(f"go: got position {at}, expected 0 to {len(self.entries) - 1}")
        if self.setup.match and any(entry.reveals for entry in self.entries[at + 1 : self.at + 1]):
            return False
        self.at = at
        self.touched.clear()
        return True

    def branch(self) -> None:
        """Begin a trial line here; the game waits where it is. Not in a match, where it would show what is hidden."""
        if self.setup.match:
            raise RulesError("In a match there is no what-if: it would show what is still hidden.")
        if self._kept is None:
            self._kept = (list(self.entries), self.at)
            del self.entries[self.at + 1 :]

    def back(self) -> None:
        """Leave the trial line; the game is as it was."""
        if self._kept is not None:
            self.entries, self.at = self._kept
            self._kept = None
            self.touched.clear()

    # words

    def name(self, seat: int) -> str:
        """What a seat is called on this board."""
        if self.state.seats == 1:
            return "You"
        persons = [s for s in range(self.state.seats) if s not in self.setup.bots]
        if persons == [seat]:
            return "You"
        bot = self.setup.bots.get(seat)
        return f"Seat {seat + 1}" + (f" ({bot})" if bot else "")

    def names(self) -> tuple[str, ...]:
        return tuple(self.name(seat) for seat in range(self.state.seats))

    def puzzle_value(self) -> Any | None:
        """What the moves so far are worth in the puzzle, once they are a whole answer; else None."""
        if self.puzzle is None:
            return None
        problem, moves = self.puzzle.problem, self.moves()
        return problem.measure(self.start, moves) if problem.done(self.start, moves) else None
