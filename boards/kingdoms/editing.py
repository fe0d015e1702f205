"""The position editor of Kings Under Mountains: touches that set up a position, as position texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boards.kingdoms.words import camp_of, card_of, is_mine, slot_of, unit_name
from puzzles.kingdoms import State
from puzzles.kingdoms.pieces import ALL_UNITS, RACE, TEXT, UNITS, Card, Site, sorted_hand, without


def addable(state: State) -> Sequence[tuple[str, str]]:
    """(label, id) of the units that can be put into the hand of the seat to move.

    In a full position those with a card in reach; else any of which not every card is seen.
    """
    seat = state.to_move
    loose = Counter(unit for pile in state.camp for unit in pile) + Counter(state.removed or ())
    loose += Counter(unit for other, hand in enumerate(state.hands) if other != seat for unit in hand)
    loose += Counter(card.unit for card in state.deck or ())
    sites = (*state.open, *(site for sites in state.own for site in sites))
    seen = loose + Counter(state.hands[seat]) + Counter(unit for site in sites for unit in site.pile)
    copies = 0 if state.full else state.cards.parameters.copies
    return [(unit_name(unit, state), TEXT[unit]) for unit in ALL_UNITS if loose[unit] or seen[unit] < copies]


def edit(state: State, touched: Sequence[str]) -> str | None:
    """The position text after an edit.

    A hand card, the top of a camp pile and the top card at a mine leave the game. A bare open mine changes places
    with the next one of the deck, whose card goes to the bottom; a bare own mine counts as completed. The deck's
    top card goes to its bottom. ``("add", "d7")`` takes a card into the hand, from where it is.
    """
    if touched[0] == "add":
        return str(_with_card(state, UNITS[touched[1]]))
    card, slot, camped = card_of(touched[0]), slot_of(touched[0]), camp_of(touched[0])
    seat = state.to_move
    if card is not None and card in state.hands[seat]:
        hands = _at(state.hands, seat, without(state.hands[seat], card))
        return str(_gone(replace(state, hands=hands), card))
    if camped is not None and camped in state.camp[RACE[camped]]:
        race = RACE[camped]
        return str(
            _gone(replace(state, camp=_at(state.camp, race, without(state.camp[race], camped))), camped)
        )
    if slot is not None:
        return str(_open(state, slot))
    kind, _, rest = touched[0].partition("-")
    if kind == "own" and rest.isdecimal() and 0 < int(rest) <= len(state.own[seat]):
        return str(_own(state, int(rest) - 1))
    if touched[0] == "deck" and state.deck:
        return str(replace(state, deck=(*state.deck[1:], state.deck[0])))
    return str(state)


def _gone(state: State, card: int) -> State:
    """One more card out of the game, where that is recorded."""
    if state.removed is None:
        return state
    return replace(state, removed=sorted_hand((*state.removed, card)))


def _open(state: State, slot: int) -> State:
    site = state.open[slot]
    if site.pile:
        shorter = Site(site.mine, site.pile[:-1])
        return _gone(replace(state, open=_at(state.open, slot, shorter)), site.pile[-1])
    if not is_mine(site) or not state.deck:
        return state
    first = state.deck[0]
    deck = (*state.deck[1:], Card(first.unit, site.mine))
    return replace(state, open=_at(state.open, slot, Site(first.mine)), deck=deck)


def _own(state: State, place: int) -> State:
    seat = state.to_move
    own = state.own[seat]
    site = own[place]
    if site.pile:
        shorter = _at(own, place, Site(site.mine, site.pile[:-1]))
        return _gone(replace(state, own=_at(state.own, seat, shorter)), site.pile[-1])
    if not is_mine(site):
        return state
    rest = own[:place] + own[place + 1 :]
    done = _at(state.done, seat, (*state.done[seat], site.mine))
    return replace(state, own=_at(state.own, seat, rest), done=done)


def _with_card(state: State, card: int) -> State:
    """One such card comes to the hand of the seat to move: from those removed, camp, a rival, or the deck."""
    seat, race = state.to_move, RACE[card]
    hands = _at(state.hands, seat, sorted_hand((*state.hands[seat], card)))
    if card in (state.removed or ()):
        return replace(state, hands=hands, removed=without(state.removed or (), card))
    if card in state.camp[race]:
        return replace(state, hands=hands, camp=_at(state.camp, race, without(state.camp[race], card)))
    for other, hand in enumerate(state.hands):
        if other != seat and card in hand:
            return replace(state, hands=_at(hands, other, without(hand, card)))
    at = next((at for at, one in enumerate(state.deck or ()) if one.unit == card), None)
    if at is not None and state.deck is not None:
        return replace(state, hands=hands, deck=state.deck[:at] + state.deck[at + 1 :])
    return state if state.full else replace(state, hands=hands)


def _at(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])
