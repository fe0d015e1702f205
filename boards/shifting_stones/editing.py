"""The position editor of Shifting Stones: touches that set up a position, as position texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boards.shifting_stones.words import card_of, card_words
from puzzles.shifting_stones import State
from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import CELLS, flip, swap


def addable(state: State) -> Sequence[tuple[str, str]]:
    """(label, id) of the cards that can be put into the hand of the seat to move."""
    hand = state.hands[state.to_move]
    return [(f"{card}: {card_words(card)}", str(card)) for card in CARDS if card not in hand]


def edit(state: State, touched: Sequence[str]) -> str | None:
    """The position text after an edit; None when more touches are needed.

    Two tiles change places, wherever they lie; the same tile twice is turned over. A hand card goes to the
    bottom of the deck (solo: out of the game). ``("add", "12")`` takes card 12 from wherever it is.
    """
    if touched[0] == "add":
        return str(_with_card(state, int(touched[1])))
    card = card_of(touched[0])
    if card is not None:
        return str(_without_card(state, card))
    if touched[0] not in CELLS:
        return str(state)
    if len(touched) < 2:
        return None
    if touched[1] not in CELLS:
        return str(state)
    cell, other = sorted(CELLS.index(touch) for touch in touched[:2])
    board = flip(state.board, cell) if cell == other else swap(state.board, cell, other)
    return str(replace(state, board=board))


def _without_card(state: State, card: int) -> State:
    hands = tuple(tuple(c for c in hand if c != card) for hand in state.hands)
    deck = state.deck if state.solo else (*state.deck, card)
    return replace(state, hands=hands, deck=deck)


def _with_card(state: State, card: int) -> State:
    def without(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(c for c in cards if c != card)

    hands = [without(hand) for hand in state.hands]
    hands[state.to_move] = tuple(sorted((*hands[state.to_move], card)))
    return replace(
        state,
        hands=tuple(hands),
        scored=tuple(map(without, state.scored)),
        discard=without(state.discard),
        deck=without(state.deck),
    )
