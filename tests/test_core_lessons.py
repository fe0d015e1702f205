"""What lessons are made of: search step by step, races, exercises, pictures, the stepper."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

import boards.core.stepper as stepper_module
from boards.core import picture
from boards.core.drawing import Chip, Drawing, Header
from boards.core.exercise import Exercise, Exercises, Verdict, function, number
from boards.core.stepper import Frame, Stepper
from boards.core.svg import group
from puzzles.core import IllegalMove, RulesError
from puzzles.shifting_stones import GAME, State
from solvers.core.race import MOST_TURNS, Race, mean_interval, play_game, race, share_interval
from solvers.core.search import layers
from solvers.core.steps import Look, search_steps, way

# --- search step by step ------------------------------------------------------------------------

SIDE = 6


def walks(node: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Moves on a square of 6 x 6 cells with a wall that has one gap."""
    x, y = node
    for text, u, v in (("east", x + 1, y), ("west", x - 1, y), ("south", x, y + 1), ("north", x, y - 1)):
        if 0 <= u < SIDE and 0 <= v < SIDE and (u != 3 or v == 5):
            yield text, (u, v)


def looks(goal: tuple[int, int], estimated: bool) -> list[Look[tuple[int, int]]]:
    def estimate(node: tuple[int, int]) -> int:
        return abs(node[0] - goal[0]) + abs(node[1] - goal[1])

    return list(search_steps((0, 0), walks, lambda node: node == goal, estimate if estimated else None))


@pytest.mark.parametrize("estimated", [False, True])
@pytest.mark.parametrize("goal", [(0, 0), (1, 0), (2, 5), (5, 0), (5, 5)])
def test_the_goal_is_as_far_as_plain_layers_say(goal: tuple[int, int], estimated: bool) -> None:
    far = next(
        moves
        for moves, layer in enumerate(layers((0, 0), lambda node: [other for _, other in walks(node)]))
        if goal in layer
    )
    seen = looks(goal, estimated)
    last = seen[-1]
    assert last.goal is not None
    assert (last.done, last.goal.node, last.goal.moves, last.bound) == (True, goal, far, far)
    path = way(seen)
    assert (path[0].node, path[-1].node, len(path)) == ((0, 0), goal, far + 1)
    for one, other in itertools.pairwise(path):
        assert (other.move, other.node) in set(walks(one.node))


@pytest.mark.parametrize("estimated", [False, True])
def test_counters_and_bounds_of_every_step(estimated: bool) -> None:
    seen = looks((5, 5), estimated)
    known = {(0, 0)}
    for count, look in enumerate(seen, 1):
        known |= {found.node for found in look.fresh}
        assert look.visited == count
        assert look.frontier == len(known) - count
        assert look.bound <= 10  # the goal is 10 moves away: a bound above would be a lie
        assert look.done == (count == len(seen))
    assert [look.bound for look in seen] == sorted(look.bound for look in seen)


def test_an_estimate_saves_steps_and_an_honest_one_loses_nothing() -> None:
    assert len(looks((2, 5), True)) < len(looks((2, 5), False))


def test_a_goal_that_cannot_be_reached_ends_the_search() -> None:
    seen = list(search_steps((0, 0), walks, lambda node: False))
    assert seen[-1].done
    assert seen[-1].goal is None
    assert seen[-1].visited == SIDE * SIDE - 5  # all cells but the wall
    assert way(seen) == ()
    assert way([]) == ()


# --- races --------------------------------------------------------------------------------------


def random_player(seed: int) -> Any:
    def play(view: State) -> list[str]:
        moves = list(view.moves())
        scores = [str(move) for move in moves if move.verb == "score"]
        if scores:
            return scores[:1]  # only a part of the turn: the player is asked again
        rng = random.Random(f"{seed}/{view}")
        spends = [str(move) for move in moves if move.verb in ("swap", "flip")]
        return [rng.choice(spends)] if spends else []

    return play


def test_equal_players_tie_in_the_mean() -> None:
    result = race(GAME, random_player(1), random_player(1), deals=4)
    assert (result.deals, result.wins + result.ties + result.losses) == (4, 8)
    assert result.wins == result.losses
    assert result.margins == (0, 0, 0, 0)
    assert result.verdict.startswith("Too close to tell")
    assert "8 games on 4 deals" in str(result)


def test_a_race_seen_from_the_other_side_is_its_mirror() -> None:
    def lazy(view: State) -> list[str]:
        return ["end"]

    won = race(GAME, random_player(1), lazy, deals=3, seed=5)
    lost = race(GAME, lazy, random_player(1), deals=3, seed=5)
    assert won.wins == lost.losses == 6
    assert won.margins == tuple(-margin for margin in lost.margins)
    assert won.verdict == "The first player is better."
    assert lost.verdict == "The second player is better."
    assert won.share.value == 1
    assert won.share.low < 1


def test_a_game_without_end_is_given_up_as_a_tie() -> None:
    result = race(GAME, lambda view: (), lambda view: "end", deals=1)
    assert (result.given_up, result.ties, result.margins) == (2, 2, (0,))
    assert f"after {MOST_TURNS} turns" in str(result)
    assert play_game(GAME, [lambda view: (), lambda view: ()], 1) is None


def test_players_see_their_own_cards_only() -> None:
    def curious(view: State) -> list[str]:
        assert view.seed is None
        assert set(view.hands[1 - view.to_move]) == {0}
        return random_player(3)(view)  # type: ignore[no-any-return]

    race(GAME, curious, curious, deals=1)


def test_a_wrong_move_names_deal_position_and_reason() -> None:
    with pytest.raises(IllegalMove, match=r"(?s)deal 7, seat 0: the move 'flip a1 spend 9' fails.*board:"):
        race(GAME, lambda view: ["flip a1 spend 9"], lambda view: ["end"], deals=1, seed=7)
    with pytest.raises(RulesError, match="deal 7, seat 0"):
        race(GAME, lambda view: ["jump"], lambda view: ["end"], deals=1, seed=7)
    with pytest.raises(ValueError, match="got 0, expected 1 or more"):
        race(GAME, lambda view: (), lambda view: (), deals=0)


def test_intervals() -> None:
    none, every = share_interval(0, 20), share_interval(20, 20)
    assert (none.low, every.high) == pytest.approx((0, 1))
    assert none.high == pytest.approx(1 - every.low)
    assert 0.1 < none.high < 0.2
    wide, narrow = share_interval(5, 10), share_interval(500, 1000)
    assert wide.high - wide.low > 5 * (narrow.high - narrow.low)
    with pytest.raises(ValueError, match="got 3 of 2"):
        share_interval(3, 2)
    assert mean_interval([4.0]).low == float("-inf")
    # the interval of 95 % holds the true mean of a fair coin in about 95 of 100 samples
    rng = random.Random(1)
    hits = 0
    for _ in range(400):
        found = mean_interval([float(rng.random() < 0.5) for _ in range(60)])
        hits += found.low <= 0.5 <= found.high
    assert 365 <= hits <= 395
    assert Race(1, 0, 1, (2.0,), (0.5,)).share.value == 0.5


# --- exercises ----------------------------------------------------------------------------------


@pytest.fixture
def sums() -> Exercises:
    return Exercises(
        {
            "two": Exercise(
                "What is 1 + 1?", "Count.", number(lambda: 2, "One and one.", {11: "not side by side."})
            ),
            "double": Exercise(
                "Write double(n).",
                "n + n",
                function(lambda n: 2 * n, lambda: [(n,) for n in range(5)], "Twice."),
            ),
        }
    )


@pytest.mark.parametrize(
    ("answer", "right", "words"),
    [
        (2, True, "Right: 2. One and one."),
        (2.0, True, "Right: 2. One and one."),
        (3, False, "Not yet: 3 is too large."),
        (-1, False, "Not yet: -1 is too small."),
        (11, False, "Not yet: 11: not side by side."),
        (2.5, False, "Not yet: a whole number was expected, got 2.5."),
        ("two", False, "Not yet: a whole number was expected, got 'two'."),
        (max, False, "Not yet: a number was expected, and this is a function. Call it, and give its result."),
        (None, None, "Your turn: What is 1 + 1?"),
    ],
)
def test_numbers_are_judged_in_words(sums: Exercises, answer: Any, right: bool | None, words: str) -> None:
    verdict = sums.check("two", answer)
    assert (verdict.right, str(verdict)) == (right, words)
    assert bool(verdict) == (right is True)


def test_functions_are_judged_by_the_first_case_that_fails(sums: Exercises) -> None:
    def failing(n: int) -> int:
        return 2 * n if n < 3 else n

    def raising(n: int) -> int:
        raise KeyError("lost")

    assert sums.check("double", lambda n: n + n)
    assert str(sums.check("double", lambda n: n + n)) == "Right: 5 positions tried. Twice."
    assert sums.check("double", failing).words == "failing(3) gave 3, expected 6."
    assert sums.check("double", raising).words.startswith("raising(0) stopped with KeyError")
    assert sums.check("double", lambda n: None).right is None
    assert sums.check("double", 4).words.startswith("a function was expected, got 4")


def test_hints_and_unknown_names(sums: Exercises) -> None:
    assert str(sums.hint("two")) == "Your turn: Hint. Count."
    for ask in (sums.check, sums.hint):
        with pytest.raises(RulesError, match=r"exercise: got 'three', expected one of two, double"):
            ask("three")


def test_a_verdict_escapes_what_the_learner_wrote() -> None:
    html = Verdict(False, "<script>")._repr_html_()
    assert "<script>" not in html
    assert "✗" in html


# --- pictures -----------------------------------------------------------------------------------


def test_plots_say_their_numbers_and_repeat_exactly() -> None:
    def make() -> picture.Picture:
        return picture.bars({"one": 1.0, "two": 2.5}, title="Bars", y="moves", marked=["two"], log=True)

    assert make().svg == make().svg
    assert repr(make()) == "Bars. one: 1.00, two: 2.50"
    assert make()._repr_html_().startswith('<img alt="Bars. one: 1.00, two: 2.50"')
    drawn = picture.lines(
        {"up": [(0, 0.0), (1, 0.5)], "also up": [(0, 0.1), (1, 0.5)]},
        title="Lines",
        x="x",
        y="y",
        percent=True,
    )
    assert "also up: 0.10 at 0, 0.50 at 1" in drawn.words
    assert drawn.svg.count(picture.COLOURS[1].lower()) >= 2
    assert picture.PAPER.lower() in drawn.svg.lower()


def test_plots_leave_pyplot_alone() -> None:
    import sys

    picture.bars({"one": 1.0}, title="Bars")
    assert "matplotlib.pyplot" not in sys.modules


def test_a_picture_escapes_its_words() -> None:
    assert 'alt="a &quot;b&quot; &lt;c&gt;"' in picture.Picture("<svg/>", 'a "b" <c>')._repr_html_()


# --- the stepper --------------------------------------------------------------------------------


def frame(at: int, narrow: bool) -> Frame:
    if at == 3 and narrow:
        raise ValueError("no room")
    drawing = Drawing(368 if narrow else 848, 100, (("part", group(data_at=at)),), f"step {at}")
    return Frame(Header("Steps", f"step {at}", (Chip("At", str(at)),)), drawing, f"This is step {at}.")


@pytest.fixture
def stepper(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stepper]:
    monkeypatch.setattr(stepper_module, "raise_errors", True)
    made = Stepper(frame, 4, "shifting_stones")
    yield made
    made.close()


def test_buttons_walk_and_stay_inside(stepper: Stepper) -> None:
    assert (stepper.at, stepper.back.disabled, stepper.step.disabled) == (0, True, False)
    for _ in range(6):
        stepper.step.click()
    assert (stepper.at, stepper.slider.value, stepper.step.disabled) == (4, 4, True)
    stepper.back.click()
    assert stepper.at == 3
    stepper.first.click()
    assert stepper.at == 0
    stepper.slider.value = 2
    assert stepper.at == 2


def test_playback_goes_on_to_the_end_and_can_be_stopped(stepper: Stepper) -> None:
    stepper.speed.value = 0.15
    stepper.play.click()
    assert (stepper.at, stepper.play.description) == (1, "Pause")
    stepper.play.click()
    assert stepper.play.description == "Play"
    time.sleep(0.4)
    assert stepper.at == 1
    stepper.play.click()
    end = time.monotonic() + 20
    while stepper.at < 4 and time.monotonic() < end:
        time.sleep(0.05)
    assert stepper.at == 4
    assert stepper.errors == []


def test_a_closed_stepper_plays_no_further(stepper: Stepper) -> None:
    stepper.speed.value = 0.15
    stepper.play.click()
    stepper.close()
    time.sleep(0.4)
    assert stepper.at == 1


def test_only_what_changed_is_sent(stepper: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(stepper.view, "send", sent.append)
    stepper.go(0)
    assert sent[-1]["drawing"]["parts"] == {}
    stepper.go(1)
    assert list(sent[-1]["drawing"]["parts"]) == ["part"]
    stepper._event("ready", {"narrow": True})
    assert sent[-1]["drawing"]["width"] == 368
    assert sent[-1]["header"]["chips"][0]["text"] == "1"


def test_an_error_is_told_and_kept(stepper: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper_module, "raise_errors", False)
    stepper._event("ready", {"narrow": True})
    stepper.go(2)
    stepper.step.click()
    assert "ValueError: no room" in stepper.errors[0][0]


def test_the_static_face_tells_the_end(stepper: Stepper) -> None:
    bundle = stepper._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == "Steps, step 4 of 4\nAt 4\nThis is step 4."
    assert "<p>At 4</p>" in data["text/html"]
