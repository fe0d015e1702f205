"""A new game of Momiji: everything that chance decides, drawn by one seed (MJ-1 to MJ-12)."""

from __future__ import annotations

from puzzles.core.shuffle import check_seed, shuffle
from puzzles.core.state import RulesError
from puzzles.core.text import shorten
from puzzles.momiji.cards import CARD_SET, LETTERS, SECTIONS, CardSet, read_code
from puzzles.momiji.rules import State
from puzzles.momiji.state import choose_options, draft_order, section_of

BY_SEAT = (2, 2, 3, 3)  # option start_acorns=by_seat


def new(players: int = 2, seed: int = 0, cards: CardSet | str | None = None, **options: str) -> State:
    """A new game, everything drawn by `seed` (MJ-1 to MJ-12).

    players  1 to 4
    cards    an owner's card set from ``load_cards``, or its ``code``; None: the set of ``cards.toml``
    options  by name, see ``puzzles.momiji.GAME.options``
    Raises RulesError.
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in range(1, 5):
        raise RulesError(f"new game, players: got {players!r}, expected 1 to 4")
    check_seed(seed)
    card_set = _chosen_cards(cards)
    chosen = choose_options(options, card_set, "new game, options")
    setup, p = card_set.setups[players], card_set.parameters
    drawn = shuffle(LETTERS, seed, "types")[: setup.types]
    types = "".join(letter for letter in LETTERS if letter in drawn)
    deck = shuffle(card_set.deck(types, chosen.icons), seed, "leaves")
    hands = tuple(
        tuple(sorted(deck[seat * p.hand_start : (seat + 1) * p.hand_start])) for seat in range(players)
    )
    shown = players * p.hand_start + p.display_start
    return State(
        types=types,
        acorns=_start_acorns(players, chosen.start_acorns, chosen.supply),
        hands=hands,
        known=((),) * players,
        rows=((),) * players,
        display=tuple(sorted(deck[players * p.hand_start : shown])),
        deck=deck[shown:],
        objectives=_drawn_objectives(card_set, types, setup.objectives, seed),
        held=((),) * players,
        landscapes=(card_set.starters() if chosen.landscapes == "starter" else (),) * players,
        draft=_drawn_tiles(card_set, players, seed) if chosen.landscapes == "draft" else (),
        options=chosen,
        cards=card_set,
    )


def seating(players: int, seed: int) -> tuple[int, ...]:
    """Who sits where: for each seat the number of the player on it, drawn at set-up (MJ-10).

    >>> sorted(seating(4, seed=3))
    [0, 1, 2, 3]
    """
    return shuffle(range(players), seed, "seats")


def _chosen_cards(cards: CardSet | str | None) -> CardSet:
    if cards is None:
        return CARD_SET
    if isinstance(cards, str):
        return read_code(cards, "new game, cards")
    if not isinstance(cards, CardSet):
        raise RulesError(f"new game, cards: got {shorten(repr(cards))}, expected a set from load_cards")
    return cards


def _start_acorns(players: int, each: str, supply: str) -> tuple[int, ...]:
    """MJ-9, cut by the supply in the order of seats (MJ-11)."""
    left = None if supply == "none" else int(supply)
    acorns = []
    for seat in range(players):
        number = BY_SEAT[seat] if each == "by_seat" else int(each)
        if left is not None:
            number = min(number, left)
            left -= number
        acorns.append(number)
    return tuple(acorns)


def _drawn_objectives(cards: CardSet, types: str, number: int, seed: int) -> tuple[str, ...]:
    """MJ-6."""
    allowed = [
        name for name, one in cards.objectives.items() if one.metric != "type_count" or one.arg in types
    ]
    return tuple(sorted(shuffle(allowed, seed, "objectives")[:number]))


def _drawn_tiles(cards: CardSet, players: int, seed: int) -> tuple[str, ...]:
    """MJ-8: of each section the first players + 1 tiles of one shuffle of all."""
    tiles = shuffle([n for n, one in cards.landscapes.items() for _ in range(one.copies)], seed, "draft")
    shown = []
    for place in range(len(SECTIONS)):
        shown += [name for name in tiles if section_of(name, cards) == place][: players + 1]
    return draft_order(shown, cards)
