"""The board of any game: the view and, around it, plain ipywidgets that drive a Session.

Widgets are built once; afterwards only their traits change. Whatever may take longer than a blink runs in
the worker process and comes back through a callback. One lock per board orders touches, timers and answers.
"""

from __future__ import annotations

import contextlib
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets as widgets

from boards.core import panel, record
from boards.core.drawing import Choice, Drawing, Look, Marks
from boards.core.session import Entry, Reply, Session, Setup
from boards.core.view import View
from puzzles.core import IllegalMove, RulesError
from solvers.core import bots
from solvers.core.explain import counted
from solvers.core.solution import Progress, Solution, Status, amount
from solvers.core.worker import Answer, Failure, Job, Request, shared

PLAY = "play!"
"""Touch id of the strip's button that plays what is put together."""

UNCOVER = "uncover!"
"""Touch id of the strip's button that shows a covered hand."""

BOT_PAUSE = 0.7
"""Seconds between the moves of a bot, so that a person can follow."""

raise_errors = False
"""Tests set this: an error in a handler is then raised as well as shown."""


class Board(widgets.VBox):  # type: ignore[misc]
    """A game to be played, with undo, hints, the best plan and reasons.

    session  the game; ``board.session.state`` is the position
    errors   what went wrong in handlers, as (words, traceback); empty when all is well
    """

    def __init__(self, session: Session, *, fixed: bool = False, name: str | None = None) -> None:
        game, setup = session.game, session.setup
        self.session = session
        self.name = name
        self.errors: list[tuple[str, str]] = []
        self._lock = threading.RLock()
        self._fixed = fixed
        self._narrow = False
        self._covered = False
        self._aside: str | None = None
        self._drawn: frozenset[str] = frozenset()
        self._words, self._tone = "", "say"
        self._refused: tuple[str, ...] = ()
        self._hinted: tuple[str, ...] = ()
        self._hint_stage = 0
        self._solution: tuple[str, Solution] | None = None
        self._plan: list[str] = []
        self._job: Job | None = None
        self._timer: threading.Timer | None = None
        self._bot_moves: list[str] = []
        self._edited: Any | None = None
        self._edit_touched: list[str] = []
        self._eyes_before = session.eyes
        self._quiet = False
        self.view = View(self._guard(self._event), table=game.name)
        self.controls = panel.Controls(game, setup)
        self._wire()
        super().__init__(
            [self.view] if fixed else [self.controls.arrange(self.view)],
            layout=widgets.Layout(width="100%", overflow="visible"),
        )
        self.add_class("playsolve-board")
        self.add_class("playsolve")
        self.add_class(game.name)
        if not fixed:
            shared().warm()
            self._greet()
            self._show_controls()
            self._keep()
            self._after_change()

    # wiring

    def _wire(self) -> None:
        c = self.controls
        for button, act in (
            (c.undo, self._undo),
            (c.redo, self._redo),
            (c.hint, self._hint),
            (c.best, self._best_plan),
            (c.why, self._why),
            (c.stop, self._stop),
            (c.new, lambda: c.toggle(c.form)),
            (c.fold, lambda: c.toggle(c.panel)),
            (c.more, lambda: c.toggle(c.more_row)),
            (c.share, lambda: c.toggle(c.share_form)),
            (c.what_if, self._what_if),
            (c.edit, self._toggle_editor),
            (c.leave_editor, self._toggle_editor),
            (c.play_edited, self._play_edited),
            (c.make_code, self._make_code),
            (c.open_code, self._open_code),
            (c.play, self._play_or_pause),
            (c.step, self._step),
            (c.start, self._new_game),
            (c.cancel, lambda: c.toggle(c.form)),
        ):
            button.on_click(self._guard(lambda _, act=act: act()))
        c.slider.observe(self._guard(lambda change: self._go(change["new"])), names="value")
        c.moves.observe(self._guard(lambda change: self._go(change["new"])), names="index")
        c.players.observe(self._guard(lambda change: c.show_seats(change["new"])), names="value")
        c.hide.observe(self._guard(lambda change: self._cover(change["new"])), names="value")
        c.position.observe(self._guard(lambda change: self._edit_text(change["new"])), names="value")
        c.addable.observe(self._guard(lambda change: self._edit_add(change["new"])), names="value")

    def _guard(self, act: Callable[..., None]) -> Callable[..., None]:
        """`act` under the board's lock; an error is told in the board, never swallowed and never a traceback."""

        def guarded(*args: Any) -> None:
            with self._lock:
                if self._quiet:
                    return
                try:
                    act(*args)
                except (IllegalMove, RulesError) as error:
                    self._say(str(error), "refused")
                except Exception as error:
                    self._error(error)
                    if raise_errors:
                        raise

        return guarded

    def _error(self, error: Exception) -> None:
        words = f"Something went wrong: {type(error).__name__}: {error}. The game is kept; try undo or go on."
        self.errors.append((words, traceback.format_exc()))
        with contextlib.suppress(Exception):
            self._say(words, "error")

    # what is seen

    def _look(self) -> Look:
        session = self.session
        return Look(session.eyes, self._narrow, self._covered, self._aside, session.names())

    def _show(self, moved: Mapping[str, str] | None = None, *, whole: bool = False) -> None:
        """Draw the position and everything that depends on it."""
        session, look = self.session, self._look()
        seen = session.seen
        if self._edited is not None:
            seen = self._edited.view(self._edited.to_move)
            look = Look(
                self._edited.to_move,
                self._narrow,
                names=tuple(f"Seat {seat + 1}" for seat in range(self._edited.seats)),
            )
        drawing = session.draw.draw(seen, look)
        self._drawn = _touches_in(drawing)
        header = session.draw.header(seen, look)
        trial = "What if: these moves do not count" if session.what_if else ""
        trial = "Setting up a position" if self._edited is not None else trial
        self.view.update(
            drawing=drawing,
            marks=self._marks(),
            header=replace(header, line=f"{trial} · {header.line}") if trial else header,
            moved=moved,
            whole=whole,
        )
        if not self._fixed:
            self._show_controls()

    def _say(self, words: str, tone: str = "say", refused: Sequence[str] = ()) -> None:
        """Change the line of words and the highlights; nothing is drawn again."""
        self._words, self._tone, self._refused = words, tone, tuple(refused)
        self.view.update(marks=self._marks())
        self._refused = ()

    def _marks(self) -> Marks:
        session = self.session
        if self._edited is not None:
            return Marks(chosen=tuple(self._edit_touched), words=self._words, tone=self._tone)
        seen, touched = session.seen, tuple(session.touched)
        lit = session.lit() if not self._fixed and not self._covered else frozenset()
        marks = session.draw.marks(seen, touched)
        return Marks(
            lit=tuple(sorted(lit)),
            chosen=touched,
            hinted=self._hinted,
            lost=tuple(mark.touch for mark in marks if mark.kind == "lost"),
            refused=self._refused,
            strip=() if self._fixed else self._strip(seen, touched, lit),
            words=self._words,
            tone=self._tone,
        )

    def _strip(self, seen: Any, touched: tuple[str, ...], lit: frozenset[str]) -> tuple[Choice, ...]:
        draw, session = self.session.draw, self.session
        if session.state.outcome() is not None:
            return ()
        if self._covered:
            return (Choice(UNCOVER, f"Show the hand of {session.name(session.eyes)}", "play"),)
        always = list(draw.choices(seen))
        others = sorted(lit - self._drawn - set(always))
        first = session.lit([]) if touched else lit
        strip = [Choice(t, draw.label(seen, t), "lit" if t in first else "off") for t in always]
        strip += [Choice(t, draw.label(seen, t), "lit") for t in others]
        strip += [Choice(a.id, a.label, "aside") for a in draw.asides(seen, touched)]
        move = session.complete()
        if move is not None:
            words = draw.say(session.state, move)
            strip.append(Choice(PLAY, words if words.startswith("Play ") else f"Play: {words}", "play"))
        return tuple(strip)

    def _show_controls(self) -> None:
        session, c = self.session, self.controls
        self._quiet = True
        try:
            with contextlib.ExitStack() as stack:
                for widget in (
                    c.undo,
                    c.redo,
                    c.slider,
                    c.moves,
                    c.stop,
                    c.play,
                    c.step,
                    c.hint,
                    c.best,
                    c.why,
                ):
                    stack.enter_context(widget.hold_sync())
                over = session.state.outcome() is not None or session.puzzle_value() is not None
                busy = self._job is not None
                c.undo.disabled = not session.can_undo()
                c.redo.disabled = not session.can_redo()
                c.hint.disabled = over or session.game.hint is None
                c.best.disabled = over or session.game.hint is None
                c.why.disabled = session.game.hint is None or (session.at == 0 and not self._solution)
                c.stop.disabled = not busy and self._timer is None
                c.step.disabled = c.play.disabled = not self._plan
                c.play.description = "Pause" if self._timer is not None and self._plan else "Play"
                c.slider.max = max(len(session.entries) - 1, 1)
                c.slider.value = session.at
                c.slider.disabled = len(session.entries) < 2
                words = tuple(_numbered(session.entries))
                if c.moves.options != words:
                    c.moves.options = words
                c.moves.index = session.at
        finally:
            self._quiet = False

    # touches

    def _event(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind == "ready":
            self._narrow = bool(content.get("narrow"))
            self._show(whole=True)
        elif kind == "touch" and isinstance(content.get("touch"), str):
            if content.get("number") == self.view.number:  # a touch on an older drawing means something else
                self._touch(content["touch"])
        elif kind == "clear":
            self._clear()

    def _touch(self, touch: str) -> None:
        session = self.session
        if self._fixed:
            self._say("This board only shows a position.", "refused")
            return
        if self._edited is not None:
            self._edit_touch(touch)
            return
        if touch == UNCOVER:
            self._covered = False
            self._words, self._tone = self._turn_words(), "say"
            self._show()
            return
        if self._covered:
            self._say("The hand is covered. Pass the device on, then show the hand.", "refused", (touch,))
            return
        if touch == PLAY:
            move = session.complete()
            if move is not None:
                self._played(session.play(str(move)))
            return
        aside = next((a for a in session.draw.asides(session.seen, session.touched) if a.id == touch), None)
        if aside is not None:
            self._aside = None if self._aside == aside.id else aside.id
            self._words, self._tone = aside.words if self._aside else "", "say"
            self._show()
            return
        reply = session.touch(touch)
        if reply.kind == "played":
            self._played(reply)
            return
        aside_gone = self._aside is not None
        self._aside = None
        if reply.kind == "refused":
            self._words, self._tone = reply.words, "refused"
            self._refused = (touch,)
        else:
            self._words, self._tone = self._prompt(), "say"
        if aside_gone:
            self._show()
        else:
            self._say(self._words, self._tone, self._refused)

    def _prompt(self) -> str:
        """What may follow what is touched, with the warnings of the game."""
        session = self.session
        seen, touched = session.seen, tuple(session.touched)
        if not touched:
            return self._turn_words()
        warnings = [mark.words for mark in session.draw.marks(seen, touched) if mark.words]
        words = session.draw.prompt(seen, touched)
        return " ".join([*warnings, words]).strip()

    def _clear(self) -> None:
        if self.session.touched or self._aside or self._hinted:
            self.session.clear()
            self._hinted = ()
            redraw = self._aside is not None
            self._aside = None
            self._words, self._tone = self._turn_words(), "say"
            self._show() if redraw else self._say(self._words)

    # moves and travel in time

    def _played(self, reply: Reply) -> None:
        session = self.session
        before = session.entries[session.at - 1].state
        moved = session.draw.moved(before, reply.move)
        by_person = before.to_move not in session.setup.bots
        wanted = self.controls.feedback.value and by_person and session.game.hint is not None
        wanted = wanted and not self._own_question()
        self._changed(reply.words, moved, played=str(reply.move), go_on=not wanted)
        if wanted:  # what the move lost is said first, then a bot goes on
            self._compared(
                before,
                reply.move,
                lambda words: self._say(f"{self._words} {words}"),
                finally_=self._after_change,
            )

    def _changed(
        self,
        words: str,
        moved: Mapping[str, str] | None = None,
        *,
        played: str | None = None,
        go_on: bool = True,
    ) -> None:
        """The position is another one: forget hints, keep the plan if its move was played, draw."""
        self._end_job()
        self._hinted, self._hint_stage, self._aside, self._solution = (), 0, None, None
        eyes = self.session.eyes
        if self.controls.hide.value and eyes != self._eyes_before:
            self._covered = self.session.state.outcome() is None
        self._eyes_before = eyes
        if self._plan and played == self._plan[0]:
            del self._plan[0]
        else:
            self._plan = []
        self._end_timer()
        self.view.number += 1
        result = self._result()
        self._words, self._tone = " ".join([words, result]).strip() if result else words, "say"
        self._show(moved)
        self._keep()
        if go_on:
            self._after_change()

    def _keep(self) -> None:
        """Write the game to disk under its name; a disk that is full is said and stops nothing."""
        if self.name is None:
            return
        try:
            record.keep(self.session, self.name)
        except OSError as error:
            self._say(f"{self._words} The game could not be kept: {error.strerror or error}.", "error")

    def _result(self) -> str:
        """How the game or the puzzle ended, in words; empty while it goes on."""
        session = self.session
        puzzle, value = session.puzzle, session.puzzle_value()
        if puzzle is not None and value is not None and puzzle.answer.value is not None:
            unit, best = puzzle.problem.unit, puzzle.answer.value
            if value == best:
                return f"Solved: {amount(value, unit)}, and nothing can beat it. {puzzle.teaches}"
            return f"This gives {amount(value, unit)}; {amount(best, unit)} is possible. Undo and look again."
        outcome = session.state.outcome()
        if outcome is None:
            return ""
        if outcome.practice is not None:
            points = amount(outcome.points[0], "points")
            return f"The game is over ({outcome.reason}): {points}, {outcome.practice}."
        if session.state.seats == 1:
            won = "won" if outcome.winners else "lost"
            return f"The game is {won} ({outcome.reason}) with {amount(outcome.points[0], 'points')}."
        names = " and ".join(session.name(seat) for seat in outcome.winners)
        points = ", ".join(f"{session.name(s)} {p}" for s, p in enumerate(outcome.points))
        return f"The game is over: {names} won ({points} points)."

    def _turn_words(self) -> str:
        session = self.session
        if session.state.outcome() is not None:
            return self._result()
        if session.bot is not None:
            return f"{session.name(session.state.to_move)} is thinking."
        name = session.name(session.state.to_move)
        return "Your turn: touch a lit thing." if name == "You" else f"{name}: touch a lit thing."

    def _greet(self) -> None:
        puzzle = self.session.puzzle
        self._words = (
            f"{puzzle.title}: {puzzle.problem.question()}." if puzzle is not None else self._turn_words()
        )

    def _undo(self) -> None:
        session = self.session
        before = session.at
        left = session.undo()
        if left is None:
            words = (
                "This move showed something hidden: in a match it stays."
                if session.at
                else "This is the start of the game."
            )
            self._say(words, "refused")
            return
        self._bot_moves = []
        moved = {}
        if before - session.at == 1 and left.move is not None:
            forth = session.draw.moved(session.state, left.move)
            moved = {to: origin for origin, to in forth.items()}
        self._changed(f"Taken back: {left.words}.", moved)

    def _redo(self) -> None:
        session = self.session
        before = session.state
        entry = session.redo()
        if entry is None:
            self._say("There is nothing to redo.", "refused")
            return
        self._changed(f"{entry.words}.", session.draw.moved(before, entry.move), played=str(entry.move))

    def _go(self, at: int | None) -> None:
        session = self.session
        if at is None or at == session.at:
            return
        if not session.go(at):
            self._say("A move in between showed something hidden: in a match it stays.", "refused")
            self._show_controls()
            return
        self._bot_moves = []
        self._changed(f"Position {at} of {len(session.entries) - 1}.")

    # solving

    def _request(self, state: Any, **more: Any) -> Request:
        game = self.session.game
        assert game.hint is not None
        puzzle = self.session.puzzle
        if puzzle is not None and puzzle.problem.open_information:
            text = str(state)
        else:
            text = str(state.view(state.to_move))
        return Request(game=game.name, problem=game.hint, start=text, **more)

    def _submit(
        self, request: Request, then: Callable[[Answer], None], finally_: Callable[[], None] | None = None
    ) -> None:
        """Ask the worker; `then` gets the answer under the lock, unless the position changed meanwhile.

        `finally_` comes after the answer, also when there is none.
        """
        self._end_job()
        number = self.view.number
        problem = self.session.game.problems.get(request.problem)  # None: a player thinks

        def arrived(answer: Answer) -> None:
            if self._job is not job or self.view.number != number:
                return
            self._job = None
            self.controls.busy.value = ""
            if isinstance(answer, Failure):
                self._say(f"No answer: {answer.words}", "error")
            else:
                then(answer)
            if finally_ is not None:
                finally_()
            self._show_controls()

        def news(progress: Progress) -> None:
            if self._job is job and problem is not None:
                self.controls.busy.value = panel.progress_words(progress, problem)

        # The lock is held here and the callbacks take it: they cannot run before `job` is known.
        job = shared().submit(request, self._guard(arrived), self._guard(news))
        self._job = job
        self.controls.busy.value = "Thinking…"
        self._show_controls()

    def _own_question(self) -> bool:
        """Whether the puzzle asks something else than the game's hint does."""
        puzzle = self.session.puzzle
        return puzzle is not None and puzzle.problem.name != self.session.game.hint

    def _asked(self) -> tuple[int, Request]:
        """What to ask for a hint, and about which position of the line: a puzzle's own question where it has one."""
        session = self.session
        asked = session.asked() if self._own_question() else None
        if asked is None:
            return session.at, self._request(session.state)
        at, problem = asked
        request = self._request(session.entries[at].state)
        return at, replace(request, problem=problem.name, parameters=problem.parameters())

    def _with_solution(self, then: Callable[[Solution], None]) -> None:
        """`then` with the answer for this position, from before or from the worker: the moves that are still to come.

        The question of a puzzle may be about a position before this one, such as the start of the turn.
        """
        session = self.session
        at, request = self._asked()
        key, made = str(session.seen), tuple(map(str, session.moves()[at:]))

        def use(answer: Solution) -> None:
            if answer.texts[: len(made)] != made:
                self._say(
                    f"The best plan goes another way: take back {counted(len(made), 'move')} to follow it."
                )
            else:
                then(replace(answer, steps=answer.steps[len(made) :]))

        if self._solution is not None and self._solution[0] == key:
            use(self._solution[1])
            return

        def keep(answer: Answer) -> None:
            assert isinstance(answer, Solution)
            if answer.status in (Status.OPTIMAL, Status.INFEASIBLE):
                self._solution = (key, answer)  # a stopped search is asked again
            self.controls.answer.value = panel.answer_html(answer, self._say_step)
            use(answer)

        self._submit(request, keep)

    def _say_step(self, state: Any, text: str) -> str:
        return self.session.draw.say(state, self.session.game.read_move(text))

    def _hint(self) -> None:
        if self.session.bot is None:
            self._with_solution(self._show_hint)

    def _show_hint(self, solution: Solution) -> None:
        """Three stages: an idea in words, the first thing to touch, the whole move."""
        session = self.session
        self._hint_stage = self._hint_stage % 3 + 1
        session.clear()
        if not solution.steps:
            self._say(solution.reasons[0] if solution.reasons else f"No hint: {solution.verdict}.")
            return
        step = solution.steps[0]
        lanes = session.draw.touches(session.state, step.move)
        order = tuple(touch for lane in lanes for touch in lane)
        if self._hint_stage == 1:
            self._hinted = ()
            idea = solution.reasons[0] if solution.reasons else step.why
            self._say(f"Hint 1 of 3: {idea}")
        elif self._hint_stage == 2:
            self._hinted = order[:1]
            self._say(f"Hint 2 of 3: begin with {session.draw.label(session.seen, order[0])}.")
        else:
            self._hinted = order
            gain = f", {'+' * (step.gain > 0)}{amount(step.gain, solution.problem.unit)}" if step.gain else ""
            self._say(f"Hint 3 of 3: {session.draw.say(session.state, step.move)}{gain}. {step.why}".strip())

    def _best_plan(self) -> None:
        if self.session.bot is None:
            self._with_solution(self._show_plan)

    def _show_plan(self, solution: Solution) -> None:
        self._plan = list(solution.texts)
        self._end_timer()
        value = "nothing" if solution.value is None else amount(solution.value, solution.problem.unit)
        self._say(
            f"Best plan: {value}, {solution.verdict}, in {len(solution.steps)} moves. Play it or step through it."
        )
        self._show_controls()

    def _why(self) -> None:
        """The last move, or the one being put together, against the best; in the game's words."""
        session = self.session
        move = session.complete()
        state = session.state
        if self._own_question():
            self._with_solution(lambda solution: self._say(" ".join(solution.reasons)))
            return
        if move is None:
            if session.at == 0:
                self._with_solution(lambda solution: self._say(" ".join(solution.reasons)))
                return
            move, state = session.entries[session.at].move, session.entries[session.at - 1].state
        words = session.draw.say(state, move)

        def tell(compared: str) -> None:
            self.controls.reasons.value = panel.reasons_html(words, compared)
            self._say(f"{words}: {compared}")

        self._compared(state, move, tell)

    def _compared(
        self, state: Any, move: Any, then: Callable[[str], None], finally_: Callable[[], None] | None = None
    ) -> None:
        """`then` with the words on what `move` loses against the best."""

        def tell(answer: Answer) -> None:
            assert isinstance(answer, Mapping)
            then(str(answer["words"]))

        self._submit(self._request(state, ask="compare", parameters={"move": str(move)}), tell, finally_)

    def _stop(self) -> None:
        self._end_timer()
        if self._job is not None:
            self._job.stop()  # its answer, the best found, arrives through the callback
        self._show_controls()

    def _end_job(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            self.controls.busy.value = ""
            job.stop()

    # playback and bots

    def _play_or_pause(self) -> None:
        if self._timer is not None:
            self._end_timer()
            self._show_controls()
        else:
            self._advance(playing=True)

    def _step(self) -> None:
        self._advance(playing=False)

    def _advance(self, *, playing: bool) -> None:
        """The plan's next move, through the same door as a touch; the one after it by itself while `playing`."""
        if not self._plan:
            self._say("There is no plan to play. Ask for the best plan first.", "refused")
            return
        self._played(self.session.play(self._plan[0]))
        if playing and self._plan:
            self._start_timer(self.controls.pause(), lambda: self._advance(playing=True))
            self._show_controls()

    def _start_timer(self, seconds: float, act: Callable[[], None]) -> None:
        self._end_timer()
        timer = threading.Timer(seconds, self._guard(lambda: self._tick(timer, act)))
        timer.daemon = True
        self._timer = timer
        timer.start()

    def _tick(self, timer: threading.Timer, act: Callable[[], None]) -> None:
        if self._timer is timer:
            self._timer = None
            act()

    def _end_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _after_change(self) -> None:
        """Let a bot go on, at the end of the line of play only: whoever looks back is not overtaken."""
        session = self.session
        if session.bot is None or session.can_redo():
            return
        if self._bot_moves:
            self._start_timer(BOT_PAUSE, self._bot_step)
            return
        view, seed = session.state.view(session.state.to_move), session.setup.seed + session.at
        if session.bot == bots.RANDOM:
            self._bot_planned(bots.random_turn(view, seed))
        elif session.bot == bots.BEST:
            self._submit(self._request(session.state), self._bot_answered)
        else:
            name, asks = session.game.name, {"seed": seed}
            self._submit(Request(name, session.bot, str(view), asks, ask="bot"), self._bot_answered)

    def _bot_answered(self, answer: Answer) -> None:
        if isinstance(answer, Solution):
            state = self.session.state
            self._bot_planned(bots.planned_turn(self.session.game, state.view(state.to_move), answer))
        else:
            assert isinstance(answer, Mapping)
            self._bot_planned(answer["moves"])

    def _bot_planned(self, moves: Sequence[str]) -> None:
        self._bot_moves = list(moves)
        self._start_timer(BOT_PAUSE, self._bot_step)

    def _bot_step(self) -> None:
        session = self.session
        if self._bot_moves and session.bot is not None:
            name = session.name(session.state.to_move)
            reply = session.play(self._bot_moves.pop(0))
            self._played(Reply(reply.kind, f"{name}: {reply.words}", reply.move))

    # set-up

    def _new_game(self) -> None:
        game = self.session.game
        setup = self.controls.setup()
        start = game.new(players=setup.players, seed=setup.seed, **setup.options)
        self.controls.toggle(self.controls.form)
        self._take(Session(game, self.session.draw, start, setup), "")

    def _take(self, session: Session, words: str) -> None:
        """Go on with another game; the widgets stay the same."""
        self._end_job()
        self._end_timer()
        self._bot_moves, self._edited, self._edit_touched, self._covered = [], None, [], False
        self.session = session
        self.controls.forget()
        self._changed(f"{words} {self._turn_words()}".strip())

    # what if, hidden hands, share codes, the editor

    def _what_if(self) -> None:
        session = self.session
        if session.what_if:
            session.back()
            words = "Back in the game."
        else:
            session.branch()
            words = "What if: try moves from here. They do not count; the game waits for you."
        self.controls.what_if.description = "Back to the game" if session.what_if else "What if"
        self._bot_moves = []
        self._changed(words)

    def _cover(self, hide: bool) -> None:
        self._covered = hide and self.session.state.outcome() is None
        self._words = "The hand is covered." if self._covered else self._turn_words()
        self._tone = "say"
        self._show()

    def _make_code(self) -> None:
        self.controls.code.value = record.code(self.session)
        self._say(
            "The code holds this game with all its moves. Copy it; opening it anywhere goes on from here."
        )

    def _open_code(self) -> None:
        session = record.decode(self.controls.code.value)
        if session.game.name != self.session.game.name:
            raise RulesError(
                f"share code: got a game of {session.game.title}, expected {self.session.game.title}"
            )
        self.controls.toggle(self.controls.share_form)
        self._take(session, "The game in the code.")

    def _toggle_editor(self) -> None:
        c = self.controls
        c.toggle(c.editor)
        if self._edited is not None:
            self._edited, self._edit_touched = None, []
            self._words, self._tone = self._turn_words(), "say"
            self._show()
            return
        self._end_job()
        self._end_timer()
        self.session.clear()
        self._set_edited(str(self.session.state))
        self._say(
            "Two tiles change places, one tile twice turns it over; cards come from the list, or edit the text."
            if hasattr(self.session.draw, "edit")
            else "Edit the text; the drawing follows it."
        )

    def _set_edited(self, text: str) -> None:
        """Show `text` in the editor and, when it is a possible position, on the board."""
        c = self.controls
        self._quiet = True
        try:
            c.position.value = text
        finally:
            self._quiet = False
        self._edit_text(text)

    def _edit_text(self, text: str) -> None:
        c, draw = self.controls, self.session.draw
        try:
            self._edited = self.session.game.read_state(text)
        except RulesError as error:
            c.verdict.value = panel.verdict_html(str(error), good=False)
            c.play_edited.disabled = True
            return
        c.verdict.value = panel.verdict_html("This position is possible.", good=True)
        c.play_edited.disabled = False
        self._edit_touched = []
        addable = getattr(draw, "addable", None)
        self._quiet = True
        try:
            c.addable.options = [("-", ""), *(addable(self._edited) if addable is not None else ())]
            c.addable.value = ""
            c.addable.layout.display = "" if addable is not None else "none"
        finally:
            self._quiet = False
        self.view.number += 1
        self._show()

    def _edit_touch(self, touch: str) -> None:
        edit = getattr(self.session.draw, "edit", None)
        if edit is None:
            self._say("This game's positions are edited by their text.", "refused", (touch,))
            return
        self._edit_touched.append(touch)
        text = edit(self._edited, tuple(self._edit_touched))
        if text is not None:
            self._edit_touched = []
            self._set_edited(text)
        else:
            self._say(self._words)

    def _edit_add(self, card: str) -> None:
        edit = getattr(self.session.draw, "edit", None)
        if card and edit is not None and self._edited is not None:
            self._set_edited(edit(self._edited, ("add", card)))

    def _play_edited(self) -> None:
        state = self.session.game.read_state(self.controls.position.value)
        self.controls.toggle(self.controls.editor)
        setup = Setup(state.seats, getattr(state, "seed", None) or 0)
        self._take(
            Session(self.session.game, self.session.draw, state, setup), "The position that you set up."
        )

    # outside the browser

    def play(self, text: str) -> None:
        """Play a move by its text, as a click would. Raises RulesError or IllegalMove."""
        with self._lock:
            self._played(self.session.play(text))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            seen, look = self.session.seen, self._look()
            data["text/plain"] = self.session.draw.text(seen, look)
            data["text/html"] = self.session.draw.table(seen, look)
        return bundle

    def close(self) -> None:
        """Drop the board: its timer, its solve and all its widgets."""
        with self._lock:
            self._end_job()
            self._end_timer()
            self._quiet = True
        self.controls.close()
        self.view.close()
        super().close()


def _touches_in(drawing: Drawing) -> frozenset[str]:
    return frozenset(
        node.attrib["data-touch"]
        for _, part in drawing.parts
        for node in part.iter()
        if "data-touch" in node.attrib
    )


def _numbered(entries: Sequence[Entry]) -> list[str]:
    return ["Start", *(f"{number}. {entry.words}" for number, entry in enumerate(entries[1:], 1))]
