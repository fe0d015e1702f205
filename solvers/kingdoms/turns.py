"""The turn of one seat on plain tuples, for searches: every laying and every draw with what it leaves.

The same rules as ``puzzles.kingdoms.rules``, without what only a display needs; tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, Move
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    STRENGTH,
    UNKNOWN,
    UNKNOWN_MINE,
    Card,
    Mine,
    Pile,
    Site,
    followers,
    sorted_hand,
    top_of,
    without,
)
from puzzles.kingdoms.rules import State


class Node(NamedTuple):
    """What a seat plays with, as in ``State``: its hand and own mines, and what all share."""

    hand: tuple[int, ...]
    open: tuple[Site, ...]
    camp: tuple[Pile, ...]
    own: tuple[Site, ...]
    deck: tuple[Card, ...] | None


class Laid(NamedTuple):
    """A laying or a discard.

    gain   points of the seat
    node   what is left after it
    given  the mine that a rival got by it
    blank  whether the camp may not be drawn from (after a discard)
    """

    move: Move
    gain: int
    node: Node
    given: Mine | None = None
    blank: bool = False


class Turns:
    """The turns of one seat.

    alone  as ``plan`` has them: the deck is drawn from only when the camp is empty
    """

    def __init__(self, start: State, seat: int, *, alone: bool) -> None:
        options = start.options
        self.seat = seat
        self.alone = alone
        self.race = start.kings[seat]
        self.keeps = tuple(race == self.race or race not in start.kings for race in range(4))
        self.wrap = start.wrap
        self.any = options.take == "any"
        self.filled_to_camp = options.filled == "camp"
        self.stuck_to_camp = options.stuck == "camp"
        self.replace_at_end = options.replace == "end"

    def node(self, state: State) -> Node:
        """What the seat plays with in a position."""
        return Node(state.hands[self.seat], state.open, state.camp, state.own[self.seat], state.deck)

    def layings(self, node: Node) -> list[Laid]:
        """Every laying; where there is none every discard; with an empty hand the draw that is all of the turn."""
        if not node.hand:
            return [Laid(DRAW_NONE, 0, node) if node.deck == () else Laid(DRAW_DECK, 0, _from_deck(node))]
        hand = [card for card in dict.fromkeys(node.hand) if KNOWN[card]]
        found = []
        for slot, site in enumerate(node.open):
            if site.mine.defence <= 0:
                continue
            fits = followers(top_of(site.pile), self.wrap)
            found += [self._fight(node, card, slot) for card in hand if STRENGTH[card] in fits]
        for place, site in enumerate(node.own):
            if site == EMPTY:
                continue
            fits, own = followers(top_of(site.pile), self.wrap), len(site.pile) == site.mine.size
            found += [
                self._fill(node, card, place)
                for card in hand
                if STRENGTH[card] in fits and (RACE[card] == self.race) is own
            ]
        return found or [self._discard(node, card) for card in dict.fromkeys(node.hand)]

    def _fight(self, node: Node, card: int, slot: int) -> Laid:
        site = node.open[slot]
        pile, move = (*site.pile, card), Move("fight", card, slot)
        hand = without(node.hand, card)
        if len(pile) < site.mine.defence:
            after = Site(site.mine, pile)
            return Laid(move, 0, node._replace(hand=hand, open=_at(node.open, slot, after)))
        mine = self.keeps[RACE[card]]
        new, deck = EMPTY, node.deck
        if not self.replace_at_end:
            new, deck = _turned_up(deck)
        after_node = Node(
            hand,
            _at(node.open, slot, new),
            _camped(node.camp, pile),
            (*node.own, Site(site.mine)) if mine else node.own,
            deck,
        )
        if mine:
            return Laid(move, -site.mine.value, after_node)
        return Laid(move, 0, after_node, given=site.mine)

    def _fill(self, node: Node, card: int, place: int) -> Laid:
        site = node.own[place]
        pile, move = (*site.pile, card), Move("fill", card, place)
        hand = without(node.hand, card)
        if len(pile) < site.mine.need:
            own = _at(node.own, place, Site(site.mine, pile))
            return Laid(move, 0, node._replace(hand=hand, own=own))
        camp = _camped(node.camp, pile) if self.filled_to_camp else node.camp
        own = node.own[:place] + node.own[place + 1 :]
        return Laid(move, 2 * site.mine.value, node._replace(hand=hand, own=own, camp=camp))

    def _discard(self, node: Node, card: int) -> Laid:
        camp = _camped(node.camp, (card,)) if self.stuck_to_camp and card != UNKNOWN else node.camp
        after = node._replace(hand=without(node.hand, card), camp=camp)
        return Laid(Move("discard", card), 0, after, blank=True)

    def draws(self, laid: Laid) -> Iterator[tuple[Move | None, Node]]:
        """Every draw after a laying with the node after it; None where the draw was the turn's only move."""
        node = laid.node
        if laid.move.verb == "draw":
            yield None, node
            return
        if not self.alone and node.deck != ():
            yield DRAW_DECK, _from_deck(node)
        drawn = False
        for race, pile in enumerate(() if laid.blank else node.camp):
            for card in sorted(set(pile)) if self.any else pile[-1:]:
                drawn = True
                camp = _at(node.camp, race, without(pile, card))
                yield (
                    Move("draw", card, source="camp"),
                    node._replace(hand=sorted_hand((*node.hand, card)), camp=camp),
                )
        if drawn:
            return
        if node.deck == ():
            yield DRAW_NONE, node
        elif self.alone:
            yield DRAW_DECK, _from_deck(node)

    def ended(self, node: Node) -> Node:
        """The node after ``end``."""
        if not self.replace_at_end or EMPTY not in node.open:
            return node
        places, deck = node.open, node.deck
        for slot, site in enumerate(places):
            if site == EMPTY:
                new, deck = _turned_up(deck)
                places = _at(places, slot, new)
        return node._replace(open=places, deck=deck)


def _turned_up(deck: tuple[Card, ...] | None) -> tuple[Site, tuple[Card, ...] | None]:
    """The new open mine and the rest of the deck (KD-25)."""
    if deck is None:
        return Site(UNKNOWN_MINE), None
    return (Site(deck[0].mine), deck[1:]) if deck else (EMPTY, deck)


def _from_deck(node: Node) -> Node:
    """The node with the deck's top card drawn; of a deck that is not counted an unknown one."""
    unit = node.deck[0].unit if node.deck else UNKNOWN
    return node._replace(hand=sorted_hand((*node.hand, unit)), deck=node.deck and node.deck[1:])


def _camped(camp: tuple[Pile, ...], cards: Pile) -> tuple[Pile, ...]:
    """The camp with these cards on the piles of their races (KD-23)."""
    piles = list(camp)
    for card in cards:
        piles[RACE[card]] = (*piles[RACE[card]], card)
    return tuple(piles)


def _at(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])
