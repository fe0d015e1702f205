"""Reading a position text of Momiji, key by key. What must fit together is looked at in ``checks.py``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from puzzles.core.state import RulesError
from puzzles.core.text import join_seats, read_fields, read_whole, shorten, split_list, split_seats
from puzzles.momiji.cards import CARD_SET, LETTER, LETTERS, TEXT, UNKNOWN, CardSet, read_code
from puzzles.momiji.moves import read_card
from puzzles.momiji.piles import Row, has_hidden
from puzzles.momiji.state import (
    KEYS,
    VALUES_OF,
    Done,
    Options,
    choose_options,
    default_types,
    draft_order,
    section_of,
)


def read_position(text: str) -> dict[str, Any]:
    """The fields of ``Position`` from a position text, each read; ``check_possible`` looks at them together.

    Raises RulesError.
    """
    found = read_fields(text, KEYS)
    if found.get("game", "momiji") != "momiji":
        raise RulesError(f"position, game: got {shorten(found['game'])!r}, expected momiji")
    players = read_whole(found.get("players", "2"), "position, players", 1, 4)
    cards = read_code(found["cards"], "position, cards") if "cards" in found else CARD_SET
    for seat in range(players, 4):
        if f"row{seat}" in found:
            raise RulesError(
                f"position, row{seat}: got it with {players} players, expected row0 to row{players - 1}"
            )
    options = _read_options(found.get("options", "-"), cards)
    types = _read_types(found["types"]) if "types" in found else default_types(players, cards)
    faces = frozenset(cards.deck(types, options.icons))

    def parts(key: str, default: str = "-") -> list[tuple[str, str]]:
        texts = split_seats(
            found.get(key, join_seats([default] * players)), players, f"position, {key}, seats"
        )
        return [(part, f"position, {key}, seat {seat}") for seat, part in enumerate(texts)]

    most = len(cards.deck(types, options.icons))
    hands = tuple(_read_cards(part, faces, types, at, unknown=most) for part, at in parts("hands"))
    values: dict[str, Any] = {
        "options": options,
        "cards": cards,
        "types": types,
        "to_move": read_whole(found.get("to_move", "0"), "position, to_move", 0, players - 1),
        "turns_left": _read_turns(found.get("turns_left", "-")),
        "idle": read_whole(found.get("idle", "0"), "position, idle", 0, players),
        "done": _read_done(found.get("done", "-"), types, cards),
        "acorns": tuple(read_whole(part, at, 0, 999) for part, at in parts("acorns", "0")),
        "hands": hands,
        "known": tuple(_read_cards(part, faces, types, at) for part, at in parts("known")),
        "rows": tuple(
            _read_row(found.get(f"row{seat}", "-"), faces, types, f"position, row{seat}")
            for seat in range(players)
        ),
        "display": _read_cards(found.get("display", "-"), faces, types, "position, display"),
        "objectives": _read_ids(found.get("objectives", "-"), cards, "position, objectives"),
        "held": tuple(_read_ids(part, cards, at) for part, at in parts("held")),
        "landscapes": tuple(_read_landscapes(part, cards, at) for part, at in parts("landscapes")),
        "draft": _read_draft(found.get("draft", "-"), cards),
    }
    values |= _read_deck(found, values, faces, types)
    return values


def _read_options(text: str, cards: CardSet) -> Options:
    chosen: dict[str, str] = {}
    for word in split_list(text):
        name, equals, value = word.partition("=")
        if not equals or name not in VALUES_OF:
            raise RulesError(
                f"position, options: got {shorten(word)!r}, expected NAME=VALUE with one of {', '.join(sorted(VALUES_OF))}"
            )
        if name in chosen:
            raise RulesError(f"position, options: got {name} twice, expected it once")
        if chosen and name < list(chosen)[-1]:
            raise RulesError(
                f"position, options: got {name} after {list(chosen)[-1]}, expected them sorted by name"
            )
        chosen[name] = value
    return choose_options(chosen, cards, "position, options")


def _read_types(text: str) -> str:
    letters = split_list(text)
    places = [LETTERS.find(letter) if len(letter) == 1 else -1 for letter in letters]
    if not letters or -1 in places or places != sorted(set(places)):
        raise RulesError(
            f"position, types: got {shorten(text)!r}, expected different ones of {' '.join(LETTERS)} in this order"
        )
    return "".join(letters)


def _read_turns(text: str) -> int | None:
    return None if text == "-" else read_whole(text, "position, turns_left", 0, 12)


_DONE = ("reveal", "collect", "play", "activate", "exchange", "use", "drop")


def _read_done(text: str, types: str, cards: CardSet) -> Done:
    where = "position, done"
    found: dict[str, str] = {}
    for word in split_list(text):
        name, equals, value = word.partition("=")
        needs = {"collect": tuple(types), "play": ("same", "different"), "use": tuple(cards.landscapes)}.get(
            name
        )
        if name not in _DONE or bool(equals) != (needs is not None):
            raise RulesError(
                f"{where}: got {shorten(word)!r}, expected reveal, collect=r, play=same, play=different, "
                "activate, exchange, use=A, drop, in this order"
            )
        if needs is not None and value not in needs:
            raise RulesError(f"{where}, {name}: got {shorten(value)!r}, expected one of {', '.join(needs)}")
        if found and _DONE.index(name) <= _DONE.index(list(found)[-1]):
            raise RulesError(
                f"{where}: got {name} after {list(found)[-1]}, expected the order {' '.join(_DONE)}, each once"
            )
        found[name] = value
    return Done(
        reveal="reveal" in found,
        collected=found.get("collect", ""),
        played=found.get("play", ""),
        activated="activate" in found,
        exchanged="exchange" in found,
        used=found.get("use", ""),
        dropping="drop" in found,
    )


def _read_face(word: str, faces: frozenset[int], types: str, where: str) -> int:
    card = read_card(word, where)
    if LETTER[card] not in types:
        raise RulesError(f"{where}: got {word}, expected a card of a type in play ({' '.join(types)})")
    if card not in faces:
        value = word[1]
        there = sorted({TEXT[face][1:] for face in faces if TEXT[face][1] == value})
        raise RulesError(
            f"{where}: got the face {word}, expected one that the icon set has: {' '.join(there) or 'none'}"
        )
    return card


def _read_unknown(word: str, where: str, most: int) -> int:
    return read_whole(word[1:], f"{where}, {shorten(word)!r}", 1, most)


def _read_cards(
    text: str, faces: frozenset[int], types: str, where: str, unknown: int = 0
) -> tuple[int, ...]:
    """Cards, ascending; `unknown` is the greatest n of a ``?n`` at the end, 0 where none may be."""
    words = split_list(text)
    hidden = 0
    if words and words[-1].startswith("?") and unknown:
        hidden = _read_unknown(words.pop(), where, unknown)
    return (*sorted(_read_face(word, faces, types, where) for word in words), *(UNKNOWN,) * hidden)


def _read_row(text: str, faces: frozenset[int], types: str, where: str) -> Row:
    if text == "-":
        return ()
    piles = []
    for number, part in enumerate(text.split("|"), 1):
        at = f"{where}, pile {number}"
        letter, colon, cards = part.strip().partition(":")
        words = cards.split()
        if not colon or len(letter) != 1 or letter not in types or not words:
            raise RulesError(
                f"{at}: got {shorten(part.strip())!r}, expected a letter of {' '.join(types)}, a colon and cards, e.g. r:0= 1>"
            )
        hidden = words[0] == "?"
        read = tuple(_read_face(letter + word, faces, types, at) for word in words[hidden:])
        if not read:
            raise RulesError(f"{at}: got no card that can be seen, expected at least the top")
        piles.append((UNKNOWN, *read) if hidden else read)
    return tuple(piles)


def _read_ids(text: str, cards: CardSet, where: str) -> tuple[str, ...]:
    for word in split_list(text):
        if word not in cards.objectives:
            raise RulesError(f"{where}: got {shorten(word)!r}, expected one of {', '.join(cards.objectives)}")
    return tuple(sorted(split_list(text)))


def _read_landscapes(text: str, cards: CardSet, where: str) -> tuple[str, ...]:
    words = split_list(text)
    for word in words:
        if word.removesuffix("*") not in cards.landscapes:
            raise RulesError(
                f"{where}: got {shorten(word)!r}, expected one of {', '.join(cards.landscapes)}, * after a used one"
            )
    sections = [section_of(word, cards) for word in words]
    if len(set(sections)) != len(sections):
        raise RulesError(
            f"{where}: got {shorten(text)!r}, expected at most one landscape of each section (MJ-7)"
        )
    return tuple(sorted(words, key=lambda word: section_of(word, cards)))


def _read_draft(text: str, cards: CardSet) -> tuple[str, ...]:
    for word in split_list(text):
        if word not in cards.landscapes:
            raise RulesError(
                f"position, draft: got {shorten(word)!r}, expected some of {', '.join(cards.landscapes)}"
            )
    return draft_order(split_list(text), cards)


def _read_deck(
    found: Mapping[str, str], values: Mapping[str, Any], faces: frozenset[int], types: str
) -> dict[str, tuple[int, ...]]:
    """Deck and discard, each with its default, which depends on everything else."""
    everything = values["cards"].deck(types, values["options"].icons)
    shown = Counter(values["display"])
    for hand in values["hands"]:
        shown.update(hand)
    for row in values["rows"]:
        for pile in row:
            shown.update(card for card in pile if card != UNKNOWN)
    hands_unknown = shown.pop(UNKNOWN, 0)
    hidden = any(map(has_hidden, values["rows"]))
    discard = None
    if "discard" in found:
        discard = _read_cards(found["discard"], faces, types, "position, discard")
    text = found.get("deck")
    deck: tuple[int, ...]
    if text is not None and text.startswith("?"):
        deck = (UNKNOWN,) * _read_unknown(text, "position, deck", len(everything))
    elif text is not None:
        deck = tuple(_read_face(word, faces, types, "position, deck") for word in split_list(text))
    else:
        if hidden:
            raise RulesError("position, deck: it is left out and a pile hides cards, expected it written")
        rest = len(everything) - shown.total() - len(discard or ()) - hands_unknown
        deck = (UNKNOWN,) * max(rest, 0)
    if discard is None:
        discard = ()
        if text is not None and UNKNOWN not in deck and not hands_unknown and not hidden:
            left = Counter(everything)
            left.subtract(shown + Counter(deck))
            discard = tuple(sorted((+left).elements()))
    return {"deck": deck, "discard": discard}
