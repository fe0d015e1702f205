"""The players that games bring along: whole legal turns, the same for the same view, from the view alone."""

from __future__ import annotations

from types import ModuleType

import pytest

import puzzles
from puzzles import RulesError
from solvers.core import bots

OWN = [(game, name) for game in puzzles.GAMES for name in bots.own(puzzles.game(game))]


@pytest.mark.parametrize(("name", "bot"), OWN)
def test_a_games_own_player_plays_legal_moves_with_every_number_of_seats_it_offers(
    name: str, bot: str
) -> None:
    game = puzzles.game(name)
    seats = bots.own(game)[bot].seats
    assert set(seats) <= set(game.seats)
    for players in game.seats:
        assert (bot in bots.names(game, players)) == (players in seats)
    for players in seats:
        state = game.new(players=players, seed=players)
        view = state.view(state.to_move)
        moves = bots.own_turn(game, bot, view, 1)
        assert moves
        assert moves == bots.own_turn(game, bot, view, 1)
        for text in moves:
            state = state.play(game.read_move(text))


@pytest.mark.parametrize("name", puzzles.GAMES)
def test_every_game_offers_random_and_best_turn(name: str) -> None:
    game = puzzles.game(name)
    assert bots.names(game, min(game.seats))[:2] == ("random", "best turn")
    state = game.new(seed=5)
    (text,) = bots.random_turn(state.view(0), 3)
    assert state.why_not(game.read_move(text)) is None
    assert bots.random_turn(state.view(0), 3) == (text,)


def test_a_player_that_is_not_there_is_refused(toy: ModuleType) -> None:
    with pytest.raises(RulesError, match="got 'genius', expected one of taker"):
        bots.own_turn(toy.GAME, "genius", toy.new().view(0), 1)
