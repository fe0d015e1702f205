"""The controls around the view: plain ipywidgets, built once, and the words they show."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as widgets

from boards.core.session import Setup
from puzzles.core import Game, Problem
from solvers.core import bots
from solvers.core.solution import Progress, Solution, amount, figure

PERSON = "person"
SPEEDS = (("slow", 3.0), ("normal", 1.6), ("fast", 0.6))
"""Seconds between the moves of a plan that is being played."""


def _button(text: str, tip: str) -> widgets.Button:
    return widgets.Button(description=text, tooltip=tip, layout=widgets.Layout(width="auto"))


def _wide(label: int, whole: int) -> dict[str, Any]:
    """Widths in pixels of a field's label and of the whole; a narrow board may shrink it."""
    layout = widgets.Layout(width=f"{whole}px", max_width="100%")
    return {"style": {"description_width": f"{label}px"}, "layout": layout}


def _box(children: list[Any], name: str, kind: type[widgets.Box] = widgets.Box) -> widgets.Box:
    box = kind(children)
    box.add_class(name)
    return box


class Controls:
    """All widgets around the view; ``arrange`` puts them in their places."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.undo = _button("Undo", "Take the last move back")
        self.redo = _button("Redo", "Play it again")
        self.slider = widgets.IntSlider(
            0,
            0,
            1,
            # A slider that speaks while it moves also sends back what the kernel set; under load such a late
            # echo took moves back.
            continuous_update=False,
            readout=False,
            layout=widgets.Layout(width="130px"),
            tooltip="Walk through the game",
        )
        self.hint = _button("Hint", "First an idea, then a thing to touch, then the move")
        self.best = _button("Best plan", "Solve this turn and show the plan")
        self.why = _button("Why?", "The last move against the best one, with numbers")
        self.stop = _button("Stop", "End the search or the playback, keep the best found")
        self.new = _button("New game", "Players, seed, options, bots")
        self.fold = _button("Moves", "Fold the list of moves, the plan and the reasons in or out")
        self.more = _button("More", "What if, hide hands, feedback, share, set up a position")
        self.what_if = _button("What if", "Try moves that do not count, then go back to the game")
        self.hide = widgets.ToggleButton(
            description="Hide hands",
            tooltip="Cover the hand at every change of seat",
            layout=widgets.Layout(width="auto"),
        )
        self.feedback = widgets.ToggleButton(
            description="Feedback",
            tooltip="After each move: what it loses against the best",
            layout=widgets.Layout(width="auto"),
        )
        self.share = _button("Share", "The game as a short code, or a code as a game")
        self.edit = _button("Set up", "Build a position by touch or text")
        self.busy = widgets.HTML()
        self.play = _button("Play", "Play the plan move by move")
        self.step = _button("Step", "The next move of the plan")
        self.speed = widgets.Dropdown(
            options=SPEEDS,
            value=1.6,
            description="Speed",
            layout=widgets.Layout(width="170px"),
            style={"description_width": "50px"},
        )
        self.moves = widgets.Select(options=("Start",), index=0, rows=9, layout=widgets.Layout(width="auto"))
        self.answer = widgets.HTML()
        self.reasons = widgets.HTML()
        self._form(setup)
        self.row = _box(
            [
                self.undo,
                self.redo,
                self.slider,
                self.hint,
                self.best,
                self.why,
                self.new,
                self.fold,
                self.more,
            ],
            "ps-controls",
        )
        self.more_row = _box([self.what_if, self.hide, self.feedback, self.share, self.edit], "ps-controls")
        self.more_row.layout.display = "none"
        self._share_form()
        self._editor()
        self.plan_row = _box([self.play, self.step, self.speed, self.stop, self.busy], "ps-plan")
        self.panel = _box(
            [widgets.HTML("<h3>Moves</h3>"), self.moves, self.answer, self.reasons], "ps-panel", widgets.VBox
        )
        self.form.layout.display = "none"

    def _form(self, setup: Setup) -> None:
        game = self.game
        self.players = widgets.Dropdown(
            options=list(game.seats), value=setup.players, description="Players", **_wide(70, 170)
        )
        self.seed = widgets.BoundedIntText(
            value=setup.seed, min=0, max=10**9, description="Seed", **_wide(70, 190)
        )
        self.options = {
            option.name: widgets.Dropdown(
                options=[(value.replace("_", " "), value) for value in option.values],
                value=setup.options.get(option.name, option.default),
                description=f"{option.meaning} ({option.rule})",
                layout=widgets.Layout(width="auto"),
            )
            for option in game.options
        }
        # what a game takes beyond its options (a card set of the user's own) stays for the next game
        self._others = {name: value for name, value in setup.options.items() if name not in self.options}
        self.bots = [
            widgets.Dropdown(
                options=[PERSON, *bots.names(game, setup.players)],
                value=setup.bots.get(seat, PERSON),
                description=f"Seat {seat + 1}",
                **_wide(70, 190),
            )
            for seat in range(max(game.seats))
        ]
        self.match = widgets.Checkbox(
            value=setup.match, description="Match: no undo past what was hidden", indent=False
        )
        self.start = _button("Start", "Begin this game")
        self.start.button_style = "primary"
        self.cancel = _button("Cancel", "Go on with the present game")
        self.form = _box(
            [
                _box([self.players, self.seed, *self.bots], "ps-fields"),
                _box([*self.options.values()], "ps-options"),
                _box([self.match, self.start, self.cancel], "ps-controls"),
            ],
            "ps-form",
            widgets.VBox,
        )
        self.show_seats(setup.players)

    def arrange(self, view: widgets.DOMWidget) -> widgets.Box:
        """View and controls one under the other, the panel beside them where there is room (frame.css)."""
        parts = [view, self.row, self.more_row, self.plan_row, self.form, self.share_form, self.editor]
        left = _box(parts, "ps-left", widgets.VBox)
        return _box([left, self.panel], "ps-main")

    def _share_form(self) -> None:
        self.code = widgets.Textarea(
            placeholder="Paste a code here", rows=4, layout=widgets.Layout(width="auto", height="96px")
        )
        self.make_code = _button("Make a code", "The whole game as a short text")
        self.open_code = _button("Open the code", "Go on with the game in the code")
        self.share_form = _box(
            [self.code, _box([self.make_code, self.open_code], "ps-controls")], "ps-form", widgets.VBox
        )
        self.share_form.layout.display = "none"

    def _editor(self) -> None:
        self.position = widgets.Textarea(
            rows=12, continuous_update=True, layout=widgets.Layout(width="auto", height="230px")
        )
        self.position.add_class("ps-position")
        self.verdict = widgets.HTML()
        self.addable = widgets.Dropdown(description="Add to hand", options=[("-", "")], **_wide(90, 330))
        self.play_edited = _button("Play this position", "Begin a game here")
        self.leave_editor = _button("Leave it", "Back to the game")
        self.editor = _box(
            [
                self.addable,
                self.position,
                self.verdict,
                _box([self.play_edited, self.leave_editor], "ps-controls"),
            ],
            "ps-form",
            widgets.VBox,
        )
        self.editor.layout.display = "none"

    def show_seats(self, players: int) -> None:
        """Show a bot field for every seat that plays, with the bots for so many seats."""
        offered = (PERSON, *bots.names(self.game, players))
        for seat, field in enumerate(self.bots):
            if field.options != offered:
                chosen, field.options = field.value, offered
                field.value = chosen if chosen in offered else PERSON
            field.layout.display = "" if seat < players else "none"

    def setup(self) -> Setup:
        """What the form says. An option left at its default is not named: some games choose another one alone."""
        default = {option.name: option.default for option in self.game.options}
        changed = {name: f.value for name, f in self.options.items() if f.value != default[name]}
        return Setup(
            players=self.players.value,
            seed=self.seed.value,
            options=self._others | changed,
            bots={s: f.value for s, f in enumerate(self.bots[: self.players.value]) if f.value != PERSON},
            match=self.match.value,
        )

    @staticmethod
    def toggle(box: widgets.Box) -> None:
        """Fold a box out, or in again."""
        box.layout.display = "" if box.layout.display == "none" else "none"

    def pause(self) -> float:
        """Seconds between two moves of a plan."""
        return float(self.speed.value)

    def forget(self) -> None:
        """Empty what belonged to the game before."""
        self.answer.value = self.reasons.value = self.busy.value = ""

    def close(self) -> None:
        for box in (
            self.row,
            self.more_row,
            self.plan_row,
            self.form,
            self.share_form,
            self.editor,
            self.panel,
        ):
            _close(box)


def _close(widget: Any) -> None:
    for child in getattr(widget, "children", ()):
        _close(child)
    widget.close()


def progress_words(progress: Progress, problem: type[Problem[Any]]) -> str:
    """News of a running solve of this problem, one line of html."""
    side = "at most" if problem.sense == "max" else "at least"
    value = "nothing yet" if progress.value is None else f"best so far {amount(progress.value, problem.unit)}"
    bound = "" if progress.bound is None else f", {side} {amount(progress.bound, problem.unit)}"
    return escape(f"{value}{bound}, {progress.nodes} positions looked at")


def answer_html(solution: Solution, say: Callable[[Any, str], str]) -> str:
    """Value, verdict, plan and reasons of a solution; each step in words."""
    head = "no plan" if solution.value is None else amount(solution.value, solution.problem.unit)
    state = solution.problem.read_start(solution.start)
    items = []
    for step in solution.steps:
        gain = f" <b>{figure(step.gain, solution.problem.unit, sign=True)}</b>" if step.gain else ""
        why = f"<br><small>{escape(step.why)}</small>" if step.why else ""
        items.append(f"<li>{escape(say(state, str(step.move)))}{gain}{why}</li>")
        state = solution.problem.play(state, step.move)
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in solution.reasons)
    return (
        f"<h3>Best plan: {escape(head)}</h3><p>{escape(solution.verdict)}</p><ol>{''.join(items)}</ol>"
        f"{f'<h3>Why</h3><ul>{reasons}</ul>' if reasons else ''}"
        f"<p><small>{escape(solution.proof)}<br>{escape(solution.method)}, {solution.nodes} positions, "
        f"{solution.seconds * 1000:.0f} ms.</small></p>"
    )


def reasons_html(move: str, words: str) -> str:
    return f"<h3>Why?</h3><p><b>{escape(move)}</b>: {escape(words)}</p>"


def verdict_html(words: str, *, good: bool) -> str:
    """Whether an edited position is possible, and if not, why."""
    return f"<p><b>{'✓' if good else '✗'}</b> {escape(words)}</p>"
