"""Reading a position text of Kings Under Mountains, key by key. What must fit together is looked at in ``checks.py``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from puzzles.core.state import RulesError
from puzzles.core.text import join_seats, read_fields, read_whole, shorten, split_list, split_seats
from puzzles.kingdoms.cards import CARD_SET, CardSet, find_cards
from puzzles.kingdoms.moves import read_unit
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    RACES,
    UNKNOWN,
    UNKNOWN_CARD,
    UNKNOWN_MINE,
    Card,
    Mine,
    Pile,
    Site,
    sorted_hand,
)
from puzzles.kingdoms.state import AT_SETUP, KEYS, NAMES, SLOTS, STEPS, Options, choose_options

MAX_RUN = 80
"""Most unknown cards that one word ``?*n`` may mean."""

_MINE = re.compile(r"(?P<defence>[1-9])/(?P<size>[1-9])(?P<overseer>\+o)?=(?P<value>0|[1-9][0-9]?)")
_SITE = re.compile(r"(?P<mine>[^\[\]]+)(?:\[(?P<pile>[^\[\]]+)\])?")


def read_position(text: str) -> dict[str, Any]:
    """The fields of ``Position`` from a position text, each read; ``check_possible`` looks at them together.

    Raises RulesError.
    """
    found = read_fields(text, KEYS)
    if found.get("game", "kingdoms") != "kingdoms":
        raise RulesError(f"game: got {shorten(found['game'])!r}, expected kingdoms")
    if "kings" not in found:
        raise RulesError("kings: the key is missing, expected one race a seat, e.g. d | o")
    cards = find_cards(found["cards"]) if "cards" in found else CARD_SET
    kings = _read_kings(found["kings"])
    seats = len(kings)

    def parts(key: str) -> Iterator[tuple[str, str]]:
        """The part of each seat and where it stands (KD-T3)."""
        text = found.get(key, join_seats(["-"] * seats))
        for seat, part in enumerate(split_seats(text, seats, f"{key}, seats (KD-T3)")):
            yield part, f"{key}, seat {seat}"

    def seat(key: str) -> int:
        return read_whole(found.get(key, "0"), key, 0, seats - 1)

    step = found.get("step", "play")
    if step not in STEPS:
        raise RulesError(f"step: got {shorten(step)!r}, expected one of {', '.join(STEPS)}")
    return {
        "cards": cards,
        "kings": kings,
        "options": _read_options(found.get("options", "-")),
        "start": seat("start"),
        "to_move": seat("to"),
        "step": step,
        "open": _read_open(found.get("open", "- - - -"), cards),
        "camp": _read_camp(found.get("camp", "-")),
        "hands": tuple(_read_units(part, at) for part, at in parts("hands")),
        "own": tuple(_read_own(part, cards, at) for part, at in parts("own")),
        "done": tuple(
            tuple(_known(read_mine(w, cards, at), at) for w in split_list(part)) for part, at in parts("done")
        ),
        "deck": _read_deck(found["deck"], cards) if "deck" in found else None,
        "removed": _read_units(found["removed"], "removed") if "removed" in found else None,
    }


def _read_kings(text: str) -> tuple[int, ...]:
    """KD-T2."""
    words = [word.strip() for word in text.split("|")]
    kings: list[int] = []
    for seat, word in enumerate(words):
        if len(word) != 1 or word not in RACES:
            raise RulesError(f"kings, seat {seat}: got {shorten(word)!r}, expected a race d o g t")
        race = RACES.index(word)
        if race in kings:
            raise RulesError(f"kings, seat {seat}: {word} a second time, expected a race of its own (KD-5)")
        kings.append(race)
    return tuple(kings)


def _read_options(text: str) -> Options:
    chosen: dict[str, str] = {}
    for word in split_list(text):
        name, equals, value = word.partition("=")
        if name in AT_SETUP:
            raise RulesError(
                f"options: got {name}, which counts at the set-up only, expected one of {', '.join(NAMES)}"
            )
        if not equals or name not in NAMES:
            raise RulesError(
                f"options: got {shorten(word)!r}, expected NAME=VALUE with one of {', '.join(NAMES)}"
            )
        if name in chosen:
            raise RulesError(f"options: got {name} twice, expected it once")
        if chosen and NAMES.index(name) < NAMES.index(list(chosen)[-1]):
            raise RulesError(
                f"options: got {name} after {list(chosen)[-1]}, expected the order {', '.join(NAMES)}"
            )
        chosen[name] = value
    return choose_options(chosen, "options")


def _unknown_run(word: str, where: str) -> int | None:
    """How many unknown cards ``?*n`` means; None for another word."""
    if not word.startswith("?*"):
        return None
    return read_whole(word[2:], f"{where}, ?*", 1, MAX_RUN)


def _read_units(text: str, where: str) -> tuple[int, ...]:
    units: list[int] = []
    for word in split_list(text):
        run = _unknown_run(word, where)
        units += [read_unit(word, where)] if run is None else [UNKNOWN] * run
    return sorted_hand(units)


def _read_pile(text: str, where: str, allowed: Callable[[int], bool], expected: str) -> Pile:
    pile = tuple(read_unit(word, where) for word in text.split(","))
    for word, unit in zip(text.split(","), pile, strict=True):
        if not allowed(unit):
            raise RulesError(f"{where}: got {word} in a pile, expected {expected}")
    return pile


def read_mine(word: str, cards: CardSet, where: str) -> Mine:
    """The mine with this text: ``m17``, ``2/3+o=5`` or ``?``. Raises RulesError."""
    if word == "?":
        return UNKNOWN_MINE
    if re.fullmatch(r"m[1-9][0-9]?", word) and int(word[1:]) <= len(cards.mines):
        return cards.mines[int(word[1:]) - 1]
    written = _MINE.fullmatch(word)
    if written is None:
        raise RulesError(
            f"{where}: got the mine {shorten(word)!r}, expected m1 to m{len(cards.mines)}, ? or "
            "defence/size=value with +o for an overseer, e.g. 2/3+o=5"
        )
    return Mine(
        0,
        int(written["defence"]),
        int(written["size"]),
        written["overseer"] is not None,
        int(written["value"]),
    )


def _known(mine: Mine, where: str) -> Mine:
    if mine == UNKNOWN_MINE:
        raise RulesError(f"{where}: got ?, expected a mine with its numbers, for it was captured openly")
    return mine


def _read_site(word: str, cards: CardSet, where: str) -> Site:
    if word == "-":
        return EMPTY
    parts = _SITE.fullmatch(word)
    if parts is None:
        raise RulesError(f"{where}: got {shorten(word)!r}, expected a mine and its cards, e.g. m17[o3,g5]")
    mine = read_mine(parts["mine"], cards, where)
    if parts["pile"] is None:
        return Site(mine)
    if mine == UNKNOWN_MINE:
        raise RulesError(f"{where}: got cards at a mine ?, expected none, for its numbers are not known")
    return Site(
        mine, _read_pile(parts["pile"], where, KNOWN.__getitem__, "known cards, for they were laid openly")
    )


def _read_open(text: str, cards: CardSet) -> tuple[Site, ...]:
    words = text.split(" ")
    if len(words) != len(SLOTS):
        raise RulesError(f"open: got {len(words)} places, expected {len(SLOTS)}, a to d, - for an empty one")
    return tuple(_read_site(word, cards, f"open, {slot}") for slot, word in zip(SLOTS, words, strict=True))


def _read_own(text: str, cards: CardSet, where: str) -> tuple[Site, ...]:
    """Mines in order of capture; ``-`` between others keeps a place, at the end it is left out."""
    sites = [_read_site(word, cards, where) for word in split_list(text)]
    while sites and sites[-1] == EMPTY:
        sites.pop()
    for site in sites:
        _known(site.mine, where)
    return tuple(sites)


def _read_camp(text: str) -> tuple[Pile, ...]:
    piles: dict[int, Pile] = {}
    for word in split_list(text):
        pile = _read_pile(word, "camp", lambda unit: unit != UNKNOWN, "cards of a known race")
        race = RACE[pile[0]]
        other = next((unit for unit in pile if RACE[unit] != race), None)
        if other is not None:
            raise RulesError(
                f"camp: {shorten(word)} has {RACES[race]} and {RACES[RACE[other]]}, expected one race a pile (KD-10)"
            )
        if piles and race <= max(piles):
            raise RulesError(
                f"camp: got a pile of {RACES[race]} after one of {RACES[max(piles)]}, "
                "expected one pile a race in the order d o g t (KD-10)"
            )
        piles[race] = pile
    return tuple(piles.get(race, ()) for race in range(len(RACES)))


def _read_deck(text: str, cards: CardSet) -> tuple[Card, ...]:
    deck: list[Card] = []
    for number, word in enumerate(split_list(text), 1):
        where = f"deck, card {number}"
        run = _unknown_run(word, where)
        if run is not None:
            deck += [UNKNOWN_CARD] * run
            continue
        unit, colon, mine = word.partition(":")
        if word == "?":
            deck.append(UNKNOWN_CARD)
        elif not colon:
            raise RulesError(f"{where}: got {shorten(word)!r}, expected UNIT:MINE, e.g. d8:m17, ?:m17 or ?")
        else:
            deck.append(Card(read_unit(unit, where), read_mine(mine, cards, where)))
    return tuple(deck)
