"""Players of Autumn of Moria: legal, the same on every run, and whole games that come to an end."""

from __future__ import annotations

import pytest

from puzzles.core import RulesError
from puzzles.moria import GAME, State, new, read_move
from puzzles.moria.scoring import scores
from solvers.core import bots
from solvers.core.solution import Solution
from solvers.moria import BOTS, best_turn, greedy_turn, idle, search_turn


def played(players: list[str], seed: int, most: int, **options: str) -> State:
    """A game of so many turns at most; every move is checked by the rules."""
    state = new(len(players), seed=seed, **options)
    for _ in range(most):
        if state.outcome() is not None:
            break
        seat = state.to_move
        name = players[seat]
        view = state.view(seat)
        if name == bots.RANDOM:
            texts: tuple[str, ...] = ()
            while state.to_move == seat and state.outcome() is None and len(texts) < 40:
                move = bots.random_turn(state.view(seat), seed)
                texts += move
                state = state.play(read_move(move[0]))
            continue
        for text in BOTS[name].turn(view, seed):
            state = state.play(read_move(text))
        assert state.to_move != seat or state.seats == 1 or state.outcome() is not None
    return state


def test_the_game_offers_its_players() -> None:
    assert bots.names(GAME, 2) == ("random", "best turn", "greedy", "search")


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_game_alone_ends_and_scores(name: str) -> None:
    state = played([name], 3, 13, rounds="6")
    assert state.outcome() is not None
    assert scores(state)[0] >= 12


def test_two_players_end_by_the_option_rounds() -> None:
    state = played(["search", "greedy"], 1, 40, rounds="3")
    found = state.outcome()
    assert found is not None
    assert found.points[0] > 3


def test_the_searching_player_beats_a_random_one() -> None:
    state = played(["search", "random"], 4, 40, rounds="2")
    points = scores(state)
    assert points[0] > points[1]


@pytest.mark.long
def test_searching_players_finish_their_games_by_goals() -> None:
    ended = 0
    for seed in range(6):
        state = played(["search", "search", "greedy"], seed, 120)
        ended += state.outcome() is not None
    assert ended >= 4


@pytest.mark.parametrize("player", [greedy_turn, search_turn])
def test_the_same_view_gives_the_same_turn(player: object) -> None:
    assert callable(player)
    view = new(2, seed=9).view(0)
    assert player(view) == player(str(view))
    assert player(view)[-1] == "end"


def test_where_no_point_can_be_won_something_is_prepared() -> None:
    view = new(2, seed=2).view(0)
    plan = idle(view)
    assert str(plan[-1]) == "end"
    assert any(move.verb in ("play", "place") for move in plan)
    solution = best_turn(view)
    assert isinstance(solution, Solution)
    assert bots.planned_turn(GAME, view, solution)[-1] == "end"


def test_a_player_asked_about_no_position_says_so() -> None:
    with pytest.raises(RulesError, match="expected a position of moria"):
        search_turn(3)  # type: ignore[arg-type]
