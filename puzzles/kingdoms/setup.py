"""A new game of Kings Under Mountains: everything that chance decides, drawn by one seed (KD-1 to KD-13)."""

from __future__ import annotations

from puzzles.core.shuffle import check_seed, shuffle
from puzzles.core.state import RulesError
from puzzles.core.text import shorten, split_list
from puzzles.kingdoms.cards import CARD_SET, CardSet, find_cards
from puzzles.kingdoms.pieces import RACE, RACES, Card, Site, sorted_hand
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.state import choose_options


def new(
    players: int = 2,
    seed: int = 0,
    cards: CardSet | str | None = None,
    races: str | None = None,
    **options: str,
) -> State:
    """A new game, everything drawn by `seed` (KD-1 to KD-13).

    players  1 (practice) to 4
    cards    an owner's card set from ``load_cards``, its ``code`` or its name; None: the set of ``cards.toml``
    races    with kings=chosen the race of each seat, e.g. ``"g o"``; None: d, o, g, t in the order of seats
    options  by name, see ``puzzles.kingdoms.GAME.options``
    Raises RulesError.
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in range(1, 5):
        raise RulesError(f"new game, players: got {players!r}, expected 1 to 4")
    check_seed(seed)
    card_set = _chosen_cards(cards)
    chosen = choose_options(options, "new game, options")
    p = card_set.parameters
    deck = _shuffled(card_set, seed, printed=chosen.pairing == "printed")
    dealt = p.open_mines + p.camp_start
    camp: list[tuple[int, ...]] = [()] * len(RACES)
    for card in deck[p.open_mines : dealt]:
        camp[RACE[card.unit]] += (card.unit,)
    hands = []
    for _ in range(players):
        hands.append(sorted_hand([card.unit for card in deck[dealt : dealt + p.hand]]))
        dealt += p.hand
    start = _start(options.get("start", "0"), players, seed)
    return State(
        kings=_kings(options.get("kings", "random" if races is None else "chosen"), races, players, seed),
        open=tuple(Site(card.mine) for card in deck[: p.open_mines]),
        camp=tuple(camp),
        hands=tuple(hands),
        own=((),) * players,
        done=((),) * players,
        deck=deck[dealt:],
        removed=(),
        to_move=start,
        start=start,
        options=chosen,
        cards=card_set,
    )


def _shuffled(cards: CardSet, seed: int, *, printed: bool) -> tuple[Card, ...]:
    """The 80 cards in the order in which they are dealt (KD-7, KD-13)."""
    if printed:
        whole = [Card(unit, mine) for unit, mine in zip(cards.units, cards.mines, strict=True)]
        return shuffle(whole, seed, "cards")
    sides = zip(shuffle(cards.units, seed, "units"), shuffle(cards.mines, seed, "mines"), strict=True)
    return tuple(Card(unit, mine) for unit, mine in sides)


def _kings(how: str, races: str | None, players: int, seed: int) -> tuple[int, ...]:
    """KD-5."""
    if how == "random":
        if races is not None:
            raise RulesError(
                "new game, races: got them with kings=random, expected them with kings=chosen only"
            )
        return shuffle(range(len(RACES)), seed, "kings")[:players]
    words = split_list(" ".join(RACES[:players]) if races is None else races)
    if (
        len(words) != players
        or len(set(words)) != players
        or not all(len(w) == 1 and w in RACES for w in words)
    ):
        raise RulesError(
            f"new game, races: got {shorten(repr(races))}, expected {players} different ones of d o g t, e.g. 'g o'"
        )
    return tuple(RACES.index(word) for word in words)


def _start(how: str, players: int, seed: int) -> int:
    """KD-12: the seat that begins; a number is counted round, so that seat 3 of two is seat 1."""
    return shuffle(range(players), seed, "start")[0] if how == "random" else int(how) % players


def _chosen_cards(cards: CardSet | str | None) -> CardSet:
    if cards is None:
        return CARD_SET
    if isinstance(cards, str):
        return find_cards(cards, "new game, cards")
    if not isinstance(cards, CardSet):
        raise RulesError(f"new game, cards: got {shorten(repr(cards))}, expected a set from load_cards")
    return cards
