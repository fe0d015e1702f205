"""The players of Kings Under Mountains: greedy, and the tree search; the quick game they think with."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kingdoms_drawn import drawn

from puzzles.core import RulesError
from puzzles.kingdoms import GAME, State, deal, new, read_move, read_state
from puzzles.kingdoms.pieces import EMPTY
from puzzles.kingdoms.scoring import score
from solvers.core.bots import own_turn, random_turn
from solvers.core.race import race, share_interval
from solvers.kingdoms import BOTS, best_move, playout
from solvers.kingdoms.bot import _deals, _exact, _quick
from solvers.kingdoms.endgame import minimax
from solvers.kingdoms.greedy import greedy_move, greedy_turn, move_of

OPTIONS: list[dict[str, str]] = [
    {},
    {"filled": "camp", "take": "any", "wrap": "no"},
    {"replace": "end", "stuck": "camp", "end": "round", "piles": "tops"},
    {"pairing": "printed", "tie": "mines"},
]

W13 = "kings: d | o\nopen: 1/1=3 - - -\nhands: o4 g5 | d2 g8\ndeck: g1:2/2=5 t6:1/1=2"


# --- the quick game -----------------------------------------------------------------------------


def same(game: playout.Game, state: State) -> None:
    """The quick game is where the rules are, at the start of a turn or before the draw."""
    assert [sorted(hand) for hand in game.hands] == [list(hand) for hand in state.hands]
    assert [tuple(pile) for pile in game.camp] == list(state.camp)
    places = [None if site == EMPTY else (site.mine, site.pile) for site in state.open]
    assert [None if spot is None else (spot.mine, tuple(spot.pile)) for spot in game.open] == places
    own = [[(site.mine, site.pile) for site in sites] for sites in state.own]
    assert [[(spot.mine, tuple(spot.pile)) for spot in spots] for spots in game.own] == own
    assert game.scores() == [score(state, seat) for seat in range(state.seats)]
    assert len(game.deck) == len(state.deck or ())


@pytest.mark.parametrize("seed", range(8))
def test_the_quick_game_plays_by_the_rules(seed: int) -> None:
    """The same random moves in both, to the end, with all options."""
    rng = random.Random(seed)
    state = new(players=1 + seed % 4, seed=seed, **OPTIONS[seed // 2])
    game = playout.Game(state)
    while not state.is_over:
        moves = {_quick(move): move for move in state.moves()}
        last = None
        if state.hands[state.to_move]:
            assert set(game.layings()) == set(moves)
            last = rng.choice(sorted(moves))
            game.lay(last)
            state = state.play(moves[last])
            same(game, state)
            moves = {_quick(move): move for move in state.moves()}
        assert set(game.draws(last)) == set(moves)
        draw = rng.choice(sorted(moves))
        game.draw(draw)
        state = state.play(moves[draw]).play(read_move("end"))
        same(game, state)
        assert game.over == state.is_over
        if not state.is_over:
            assert game.seat == state.to_move


@given(st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_quick_moves_are_the_moves(rng: random.Random) -> None:
    state = drawn(rng, hand=4, seats=3, deck=3, known=True)
    for _ in range(3):
        moves = state.moves()
        assert [move_of(_quick(move)) for move in moves if move.verb != "end"] == [
            move for move in moves if move.verb != "end"
        ]
        if not moves:
            return
        state = state.play(moves[rng.randrange(len(moves))])


def test_what_a_position_seems_worth_lies_between_all_and_nothing() -> None:
    for seed in range(6):
        state = new(players=2, seed=seed)
        game = playout.Game(state)
        for _ in range(30):
            if game.over:
                break
            last = game.best_laying() if game.hands[game.seat] else None
            if last is not None:
                game.lay(last)
            game.draw(game.best_draw(last))
            for seat, promise in enumerate(game.promise()):
                risk = sum(spot.mine.value for spot in game.own[seat])
                assert game.points[seat] - risk <= promise <= game.points[seat] + risk


# --- players ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_players_make_legal_moves_with_every_number_of_seats(seed: int) -> None:
    state = new(players=1 + seed, seed=seed, **OPTIONS[seed])
    for number in range(60):
        if state.is_over:
            break
        view = state.view(state.to_move)
        (text,) = greedy_turn(view) if number % 4 else own_turn(GAME, "greedy", view, 1)
        if number % 12 == 0:
            text = str(best_move(view, seed=1, rounds=6))
        state = state.play(read_move(text))


def test_the_player_gives_the_same_move_for_the_same_view_and_seed() -> None:
    state = new(players=2, seed=3)
    view = state.view(0)
    move = best_move(view, seed=5, rounds=30)
    assert move in state.moves()
    assert best_move(str(view), seed=5, rounds=30) == move
    assert set(BOTS) == {"greedy", "search"}
    assert all(list(bot.seats) == [1, 2, 3, 4] for bot in BOTS.values())


def test_the_players_see_only_what_their_seat_may_see() -> None:
    state = new(players=3, seed=8, piles="tops")
    for _ in range(9):
        state = state.play(state.moves()[0])
    view = state.view(state.to_move)
    for seed in range(3):
        other = deal(view, random.Random(seed))
        assert other != state
        assert greedy_move(other) == greedy_move(view)
        assert best_move(other, seed=1, rounds=10) == best_move(view, seed=1, rounds=10)


def test_the_player_plays_positions_whose_deck_is_not_counted() -> None:
    view = read_state("kings: d | o\nopen: 2/1=3[g4] - - -\ncamp: g1,g7\nhands: d5 o8 | ?*6\nown: 1/2=4 | -")
    assert best_move(view, 1, 20) in view.moves()
    assert greedy_move(view) in view.moves()


def test_the_players_do_without_cards_that_are_not_known() -> None:
    """A deal of the view must not let the seat lay them."""
    stuck = "kings: t\noptions: filled=camp take=any wrap=no\nopen: - - m78[o9] -\nhands: o9 g2 g7 ?"
    free = "kings: d | o\nopen: m1 m2 m3 m4\nhands: d1 o? ?*3 | ?*6\ndeck: ?:m5 ?*20"
    late = "kings: d | o\nopen: 1/1=3 1/1=2 - -\nhands: o4 ? | d2 g8\ndeck: g1:2/2=5 t6:1/1=2"
    camp = "kings: d | o\noptions: take=any\nstep: draw\nopen: m1 m2 m3 m4\ncamp: d?,d4\nhands: d1 | ?*6\ndeck: -"
    for text in (stuck, free, late, camp, camp.replace("d?,d4", "d? o?")):
        moves = read_state(text).moves()
        assert len(moves) > 1
        assert greedy_move(text) in moves
        for seed in range(5):
            assert best_move(text, seed, rounds=20) in moves


def test_the_player_refuses_with_words() -> None:
    view = new(players=2, seed=1).view(0)
    with pytest.raises(RulesError, match="rounds: got 0"):
        best_move(view, 1, 0)
    with pytest.raises(RulesError, match="a game that is over"):
        best_move(read_state("kings: d | o\ndeck: -"), 1)
    with pytest.raises(RulesError, match="a hand that is not known"):
        best_move(replace(view, to_move=1), 1)


# --- exact ends ---------------------------------------------------------------------------------


def test_a_position_that_is_known_is_played_exactly() -> None:
    assert str(_exact(read_state(W13))) == "fight o4 a"
    assert _exact(read_state(W13).view(0)) is None  # six units and more can lie in the rival's hand


@given(st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_exact_moves_keep_the_value(rng: random.Random) -> None:
    state = drawn(rng, hand=2, rivals=2, camp=1, own=1, mines=2, deck=1, known=True)
    move = _exact(state)
    assert move is not None
    assert minimax(state) == minimax(state.play(move))


def test_hidden_cards_that_can_lie_in_few_ways_are_gone_through() -> None:
    """Three units are left unseen: one in the rival's hand, one on top of the deck, one on the back of a mine."""
    state = new(players=2, seed=4)
    units = list(state.cards.units)
    for text in ("g9", "o0", "t5"):
        units.remove(read_move(f"discard {text}").card)
    spare = tuple(sorted(units))
    hand = tuple(spare[:3])
    view = replace(
        read_state("kings: d | o\nopen: 1/1=3 - - -\nhands: - | ?\ndeck: ?:1/1=2"),
        hands=(hand, (44,)),
        removed=spare[3:],
    )
    deals = list(_deals(view))
    assert len(deals) == len(set(deals)) == 6
    assert all(deal_.view(0).hands[0] == hand for deal_ in deals)
    assert _exact(view) in view.moves()
    assert list(_deals(new(players=2, seed=4).view(0))) == []


# --- strength -----------------------------------------------------------------------------------


def dice(view: State) -> tuple[str, ...]:
    return random_turn(view, 1)


def searching(rounds: int) -> Callable[[State], tuple[str, ...]]:
    return lambda view: (str(best_move(view, 1, rounds)),)


def test_the_greedy_player_beats_random_moves() -> None:
    found = race(GAME, greedy_turn, dice, deals=6)
    assert found.wins >= 11
    assert found.margin.low > 20


@pytest.mark.slow
def test_the_searching_player_beats_the_greedy_one_in_a_sample() -> None:
    found = race(GAME, searching(40), greedy_turn, deals=1)
    assert sum(found.margins) > 0


@pytest.mark.long
@pytest.mark.parametrize(("first", "second"), [(greedy_turn, dice), (searching(60), greedy_turn)])
def test_200_games_decide(
    first: Callable[[State], tuple[str, ...]], second: Callable[[State], tuple[str, ...]]
) -> None:
    found = race(GAME, first, second, deals=100)
    share = share_interval(found.wins + found.ties / 2, 200)
    print(f"{found}\nof 200 games {share.value:.1%}, 95 % {share.low:.1%} to {share.high:.1%}")
    assert share.low > 0.5
    assert found.margin.low > 0
