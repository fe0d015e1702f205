"""Kings Under Mountains: what a move does, how a game ends, what a seat may know. What may be done stands in ``legal.py``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from puzzles.core.state import IllegalMove, Outcome, RulesError
from puzzles.kingdoms import scoring
from puzzles.kingdoms.checks import check_possible
from puzzles.kingdoms.legal import LegalMoves
from puzzles.kingdoms.moves import Move
from puzzles.kingdoms.pieces import (
    EMPTY,
    HIDDEN,
    RACE,
    UNKNOWN,
    UNKNOWN_CARD,
    UNKNOWN_MINE,
    Card,
    Pile,
    Site,
    sorted_hand,
    without,
)
from puzzles.kingdoms.reading import read_position

__all__ = ["State", "read_state"]


@dataclass(frozen=True, slots=True)
class State(LegalMoves):
    """A position of Kings Under Mountains with its rules. See ``puzzles.core.state.State``."""

    def interrupts(self) -> Sequence[Move]:
        return ()

    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        points = scoring.scores(self)
        practice = f"band {scoring.band(points[0])}" if self.seats == 1 else None
        return Outcome("deck", points, scoring.winners(self), practice)

    # --- what it does ---------------------------------------------------------------------------

    def play(self, move: Move) -> Self:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.after(move)

    def after(self, move: Move) -> Self:
        """The position after a move that was found legal; solvers and problems that lift a rule use it."""
        if move.verb == "fight":
            return self._fought(move)
        if move.verb == "fill":
            return replace(self.filled(move.card, move.place), step="draw")
        if move.verb == "discard":
            return self._discarded(move.card)
        if move.verb == "draw":
            return self._drawn(move)
        return self._end_turn()

    def _hands_with(self, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return _at(self.hands, self.to_move, hand)

    def _hands_without(self, card: int) -> tuple[tuple[int, ...], ...]:
        return self._hands_with(without(self.hands[self.to_move], card))

    def _fought(self, move: Move) -> Self:
        """KD-19 to KD-25."""
        site = self.open[move.place]
        pile = (*site.pile, move.card)
        hands = self._hands_without(move.card)
        if len(pile) < site.mine.defence:
            return replace(
                self, open=_at(self.open, move.place, Site(site.mine, pile)), hands=hands, step="draw"
            )
        owner = self.owner_of_capture(move.card)
        new, deck = (EMPTY, self.deck) if self.options.replace == "end" else _turned_up(self.deck)
        return replace(
            self,
            open=_at(self.open, move.place, new),
            camp=_camped(self.camp, pile),
            hands=hands,
            own=_at(self.own, owner, (*self.own[owner], Site(site.mine))),
            deck=deck,
            step="draw",
        )

    def filled(self, card: int, place: int, *, keep_place: bool = False) -> Self:
        """A card laid on an own mine (KD-26 to KD-31); the step stays.

        keep_place  a mine that is completed leaves its place empty, so that the others keep their numbers
        """
        seat = self.to_move
        own = self.own[seat]
        site = own[place]
        pile = (*site.pile, card)
        hands = self._hands_without(card)
        if len(pile) < site.mine.need:
            return replace(self, hands=hands, own=_at(self.own, seat, _at(own, place, Site(site.mine, pile))))
        own = _at(own, place, EMPTY) if keep_place else own[:place] + own[place + 1 :]
        while own and own[-1] == EMPTY:
            own = own[:-1]
        camp, removed = self.camp, self.removed
        if self.options.filled == "camp":
            camp = _camped(camp, pile)
        elif removed is not None:
            removed = sorted_hand((*removed, *pile))
        return replace(
            self,
            camp=camp,
            hands=hands,
            own=_at(self.own, seat, own),
            done=_at(self.done, seat, (*self.done[seat], site.mine)),
            removed=removed,
        )

    def _discarded(self, card: int) -> Self:
        """KD-36. A card of no known race leaves the game also with stuck=camp: it has no pile."""
        camp, removed = self.camp, self.removed
        if self.options.stuck == "camp" and card != UNKNOWN:
            camp = _camped(camp, (card,))
        elif removed is not None:
            removed = sorted_hand((*removed, card))
        return replace(self, camp=camp, hands=self._hands_without(card), removed=removed, step="drawdeck")

    def _drawn(self, move: Move) -> Self:
        """KD-32, KD-33."""
        hand, camp, deck = self.hands[self.to_move], self.camp, self.deck
        if move.source == "deck":
            hand = sorted_hand((*hand, self.top_card().unit))
            deck = deck and deck[1:]
        elif move.source == "camp":
            race = RACE[move.card]
            hand = sorted_hand((*hand, move.card))
            camp = _at(camp, race, without(camp[race], move.card))
        return replace(self, hands=self._hands_with(hand), camp=camp, deck=deck, step="end")

    def _end_turn(self) -> Self:
        """KD-14; with replace=end the empty slots are filled first."""
        places, deck = self.open, self.deck
        if self.options.replace == "end":
            for slot, site in enumerate(places):
                if site == EMPTY:
                    new, deck = _turned_up(deck)
                    places = _at(places, slot, new)
        return replace(self, open=places, deck=deck, to_move=(self.to_move + 1) % self.seats, step="play")

    # --- what a seat may know -------------------------------------------------------------------

    def view(self, seat: int) -> Self:
        """What `seat` may know: its hand and all that lies open; of the deck one mine side and the number of cards.

        With piles=tops the lower cards of the camp are of unknown strength, but where take=any lets a seat search them.
        """
        if seat not in range(self.seats):
            raise RulesError(f"view: got seat {seat}, expected 0 to {self.seats - 1}")
        hands = tuple(
            hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(self.hands)
        )
        camp = self.camp
        if self.options.piles == "tops" and self.options.take == "top":
            camp = tuple((*(HIDDEN[race],) * (len(pile) - 1), *pile[-1:]) for race, pile in enumerate(camp))
        deck = self.deck
        if deck:
            deck = (Card(UNKNOWN, deck[0].mine), *(UNKNOWN_CARD,) * (len(deck) - 1))
        return replace(self, hands=hands, camp=camp, deck=deck)


def _turned_up(deck: tuple[Card, ...] | None) -> tuple[Site, tuple[Card, ...] | None]:
    """The new open mine and the rest of the deck (KD-25); no mine when the deck is empty."""
    if deck is None:
        return Site(UNKNOWN_MINE), None
    return (Site(deck[0].mine), deck[1:]) if deck else (EMPTY, deck)


def _camped(camp: tuple[Pile, ...], cards: Sequence[int]) -> tuple[Pile, ...]:
    """The camp with these cards laid on the piles of their races, the last one on top (KD-23)."""
    piles = list(camp)
    for card in cards:
        piles[RACE[card]] = (*piles[RACE[card]], card)
    return tuple(piles)


def _at(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])


def read_state(text: str) -> State:
    """The state whose text this is. Raises RulesError with got, expected and where."""
    state = State(**read_position(text))
    check_possible(state)
    return state
