"""The position editor of Momiji: touches that set up a position, as position texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boards.momiji.words import card_of, card_words
from puzzles.momiji import State
from puzzles.momiji.cards import CARDS, LETTER, TEXT
from puzzles.momiji.piles import place_of, without


def addable(state: State) -> Sequence[tuple[str, str]]:
    """(label, id) of the faces that can be put into the hand of the seat to move."""
    held = Counter(state.hands[state.to_move])
    there = Counter(state.all_cards)
    return [(card_words(card, state), TEXT[card]) for card in there if there[card] > held[card]]


def edit(state: State, touched: Sequence[str]) -> str | None:
    """The position text after an edit.

    A hand card goes to the bottom of the deck, a display group likewise, the top of an own pile likewise.
    ``("add", "r0=")`` takes a card from the deck, or else from wherever one lies, into the hand.
    """
    if touched[0] == "add":
        return str(_with_card(state, CARDS[touched[1]]))
    card = card_of(touched[0])
    if card is not None:
        return str(_without_card(state, card[0]))
    kind, _, letter = touched[0].partition("-")
    if kind == "group":
        gone = tuple(one for one in state.display if LETTER[one] == letter)
        return str(replace(state, display=without(state.display, gone), deck=(*state.deck, *gone)))
    row = state.rows[state.to_move]
    place = place_of(row, letter) if kind == "pile" else None
    if place is None:
        return str(state)
    pile = row[place]
    shorter = (*row[:place], *((pile[:-1],) if len(pile) > 1 else ()), *row[place + 1 :])
    return str(replace(state, rows=_at(state.rows, state.to_move, shorter), deck=(*state.deck, pile[-1])))


def _without_card(state: State, card: int) -> State:
    seat = state.to_move
    return replace(
        state,
        hands=_at(state.hands, seat, without(state.hands[seat], (card,))),
        known=_at(state.known, seat, without(state.known[seat], (card,))),
        deck=(*state.deck, card),
    )


def _with_card(state: State, card: int) -> State:
    """One such card comes to the hand of the seat to move: from the deck, discard, display, or a rival."""
    seat = state.to_move
    hands = _at(state.hands, seat, tuple(sorted((*state.hands[seat], card))))
    if card in state.deck:
        return replace(state, hands=hands, deck=without(state.deck, (card,)))
    if card in state.discard:
        return replace(state, hands=hands, discard=without(state.discard, (card,)))
    if card in state.display:
        return replace(state, hands=hands, display=without(state.display, (card,)))
    for other, hand in enumerate(state.hands):
        if other != seat and card in hand:
            hands = _at(hands, other, without(hand, (card,)))
            known = _at(state.known, other, without(state.known[other], (card,)))
            return replace(state, hands=hands, known=known)
    return state


def _at(parts: tuple[Any, ...], seat: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])
