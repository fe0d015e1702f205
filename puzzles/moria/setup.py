"""A new game of Autumn of Moria: everything that chance decides, drawn by one seed (MO-2 to MO-9)."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.core.shuffle import check_seed, shuffle
from puzzles.core.state import RulesError
from puzzles.core.text import shorten
from puzzles.moria.cards import CARD_SET, KINDS, CardSet, read_code
from puzzles.moria.rules import State
from puzzles.moria.state import choose_options

SOLITAIRE_ROUNDS = "12"  # MO-53


def new(
    players: int = 2,
    seed: int = 0,
    colours: Sequence[str] | None = None,
    cards: CardSet | str | None = None,
    **options: str,
) -> State:
    """A new game, everything drawn by `seed` (MO-2 to MO-9).

    players  1 to 4
    colours  of the seats in their order; None: the first so many of blue, red, green, yellow
    cards    an owner's card set from ``load_cards``, or its ``code``; None: the set of ``cards.toml``
    options  by name, see ``puzzles.moria.GAME.options``; alone `rounds` is 12 unless it is named (MO-53)
    Raises RulesError.

    >>> len(new(2).play(new(2).moves()[0]).moves())
    114
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in range(1, 5):
        raise RulesError(f"new game, players: got {players!r}, expected 1 to 4")
    check_seed(seed)
    card_set = _chosen_cards(cards)
    counts = card_set.counts
    seated = _chosen_colours(colours, players, card_set)
    if players == 1:
        options = {"rounds": SOLITAIRE_ROUNDS, **options}
    goals = shuffle(list(card_set.goals), seed, "trading goals")
    secrets = shuffle(list(card_set.secrets), seed, "secret goals")
    ogres = shuffle([name for name, one in card_set.ogres.items() for _ in range(one.count)], seed, "ogres")
    start = State(
        colours=seated,
        cells=(),
        land=(tuple(range(KINDS)),) * players,
        gems=((0,) * len(card_set.gems),) * players,
        ogres=((),) * players,
        goals=((),) * players,
        secrets=secrets[:players],
        slain=((),) * players,
        open_goals=goals[: counts.open_goals],
        deck=goals[counts.open_goals :],
        ogre_deck=ogres,
        options=choose_options(options, "new game, options"),
        cards=card_set,
    )
    return start.begun(0, 1, last=False)


def _chosen_cards(cards: CardSet | str | None) -> CardSet:
    if cards is None:
        return CARD_SET
    if isinstance(cards, str):
        return read_code(cards, "new game, cards")
    if not isinstance(cards, CardSet):
        raise RulesError(f"new game, cards: got {shorten(repr(cards))}, expected a set from load_cards")
    return cards


def _chosen_colours(colours: Sequence[str] | None, players: int, cards: CardSet) -> tuple[str, ...]:
    known = cards.counts.colours
    if colours is None:
        return known[:players]
    chosen = tuple(colours)
    if len(chosen) != players or len(set(chosen)) != players or not set(chosen) <= set(known):
        raise RulesError(
            f"new game, colours: got {shorten(repr(list(chosen)))}, expected {players} different ones of "
            f"{', '.join(known)}"
        )
    return chosen
