"""Position of Momiji and its exact text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from puzzles.core.game import Option
from puzzles.core.state import RulesError
from puzzles.core.text import (
    join_list,
    join_seats,
    read_fields,
    read_whole,
    shorten,
    split_list,
    split_seats,
    write_fields,
)
from puzzles.momiji.cards import CARD_SET, LETTER, LETTERS, SECTIONS, TEXT, UNKNOWN, VALUE, CardSet, read_code
from puzzles.momiji.moves import Move, read_card, read_move
from puzzles.momiji.piles import Pile, Row, has_hidden, step

__all__ = ["OPTIONS", "Done", "Move", "Options", "Position", "read_move", "read_position"]

OPTIONS = (
    Option("icons", ("A", "B", "C"), "MJ-60", "Which icon table of the card set is in force"),
    Option(
        "start_acorns",
        ("2", "0", "1", "3", "4", "5", "by_seat"),
        "MJ-9",
        "Acorns of each seat at the start; by_seat: 2 2 3 3",
    ),
    Option("supply", ("none", *map(str, range(1, 100))), "MJ-11", "Acorns there are in all"),
    Option(
        "refill",
        ("to_four", "when_empty", "none"),
        "MJ-33",
        "When the display is filled at the end of a turn",
    ),
    Option(
        "new_pile", ("either_end", "right_end", "anywhere"), "MJ-51", "Where in its row a new pile may go"
    ),
    Option("torii", ("players_plus_two", "twice_players"), "MJ-80", "How many closed piles trigger the end"),
    Option(
        "last_round", ("finish", "one_more", "immediate"), "MJ-81", "What is still played after the trigger"
    ),
    Option("closed_bonus", ("yes", "no"), "MJ-61", "Whether the tops of closed piles count for the bonus"),
    Option("unused_landscape", ("0", "1", "2"), "MJ-89", "Points for each landscape left unused"),
    Option("tie_break", ("acorns_torii", "shared"), "MJ-90", "What decides between seats with equal points"),
    Option("landscapes", ("starter", "draft", "none"), "MJ-8", "Which landscapes the seats get"),
    Option("recall", ("perfect", "tops"), "MJ-53", "Whether the cards below the tops may be recalled"),
    Option(
        "hand_limit",
        ("8", *map(str, (6, 7, *range(9, 21)))),
        "MJ-70",
        "Most cards in hand at the end of a turn",
    ),
    Option("zero_best", ("no", "yes"), "MJ-88", "Whether a best value of 0 meets an objective"),
)

_VALUES = {option.name: option.values for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that can be set (section 2 of RULES.md); every field holds one of its option's values."""

    icons: str = "A"
    start_acorns: str = "2"
    supply: str = "none"
    refill: str = "to_four"
    new_pile: str = "either_end"
    torii: str = "players_plus_two"
    last_round: str = "finish"
    closed_bonus: str = "yes"
    unused_landscape: str = "0"
    tie_break: str = "acorns_torii"
    landscapes: str = "starter"
    recall: str = "perfect"
    hand_limit: str = "8"
    zero_best: str = "no"


@lru_cache(maxsize=32)
def default_options(cards: CardSet) -> Options:
    """The options when nothing is said: three of them are numbers of the card set."""
    return Options(
        icons=cards.table,
        start_acorns=str(cards.parameters.start_acorns),
        hand_limit=str(cards.parameters.hand_limit),
    )


def choose_options(chosen: Mapping[str, str], cards: CardSet, where: str) -> Options:
    """Options by name, the others at the defaults of the card set. Raises RulesError."""
    defaults = default_options(cards)
    values: dict[str, str] = {name: getattr(defaults, name) for name in _VALUES}
    for name, value in chosen.items():
        if name not in _VALUES:
            raise RulesError(
                f"{where}: got the option {shorten(name)!r}, expected one of {', '.join(_VALUES)}"
            )
        allowed = tuple(cards.icons) if name == "icons" else _VALUES[name]
        if value not in allowed:
            got = shorten(repr(value))
            words = "none or 1 to 99" if name == "supply" else f"one of {', '.join(allowed)}"
            raise RulesError(f"{where}, {name}: got {got}, expected {words}")
        values[name] = value
    return Options(**values)


@dataclass(frozen=True, slots=True)
class Done:
    """What the seat to move has done this turn.

    collected  letter of the type, or empty     played  same, different or empty
    used       id of the landscape, or empty    dropping  surplus cards are being dropped (MJ-70)
    """

    reveal: bool = False
    collected: str = ""
    played: str = ""
    activated: bool = False
    exchanged: bool = False
    used: str = ""
    dropping: bool = False

    @property
    def main(self) -> str:
        """The main action done: collect, play, activate or empty."""
        if self.collected:
            return "collect"
        if self.played:
            return "play"
        return "activate" if self.activated else ""

    def __str__(self) -> str:
        words = ["reveal"] * self.reveal
        if self.collected:
            words.append(f"collect={self.collected}")
        if self.played:
            words.append(f"play={self.played}")
        words += ["activate"] * self.activated + ["exchange"] * self.exchanged
        if self.used:
            words.append(f"use={self.used}")
        return join_list(words + ["drop"] * self.dropping)


NOTHING = Done()


@dataclass(frozen=True, slots=True)
class Position:
    """The data of a position; ``rules.State`` adds what may be done with it.

    types       letters of the types in play, canonical order
    turns_left  turns still to be played, this one included; None: the end is not triggered; 0: over
    idle        turns in succession that ended without a main action (MJ-24; refill=none only)
    hands       cards a seat, ascending, UNKNOWN last; known: the part of them that everyone has seen
    rows        piles a seat from the left; a pile that begins with UNKNOWN hides some number of cards
    display     ascending; deck: next card first; discard: ascending
    objectives  ids on the table, sorted; held: likewise a seat
    landscapes  ids a seat, left middle right, ``*`` behind a used one
    draft       ids still to be picked, by section; empty when there is no draft (MJ-8)
    """

    types: str
    acorns: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    rows: tuple[Row, ...]
    display: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    objectives: tuple[str, ...] = ()
    held: tuple[tuple[str, ...], ...] = ()
    landscapes: tuple[tuple[str, ...], ...] = ()
    draft: tuple[str, ...] = ()
    to_move: int = 0
    turns_left: int | None = None
    idle: int = 0
    done: Done = NOTHING
    options: Options = field(default_factory=Options)
    cards: CardSet = CARD_SET

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def solo(self) -> bool:
        return len(self.hands) == 1

    def __str__(self) -> str:
        return write_fields((key, value) for key, value in _written(self) if value != "")

    def used_by(self, seat: int, effect: str) -> bool:
        """Whether `seat` has used a landscape with this effect, in this turn or before."""
        if seat == self.to_move and self.using(effect):
            return True
        return any(
            name[-1] == "*" and self.cards.landscapes[name[:-1]].effect == effect
            for name in self.landscapes[seat]
        )

    def using(self, effect: str) -> bool:
        """Whether a landscape with this effect was used this turn."""
        used = self.done.used
        return bool(used) and self.cards.landscapes[used].effect == effect

    @property
    def all_cards(self) -> tuple[int, ...]:
        """Every card of the game, ascending."""
        return self.cards.deck(self.types, self.options.icons)


# --- writing ------------------------------------------------------------------------------------

KEYS = (
    "game",
    "players",
    "options",
    "cards",
    "types",
    "to_move",
    "turns_left",
    "idle",
    "done",
    "acorns",
    "hands",
    "known",
    "row0",
    "row1",
    "row2",
    "row3",
    "display",
    "deck",
    "discard",
    "objectives",
    "held",
    "landscapes",
    "draft",
)


def _unless(text: str, default: str) -> str:
    """`text`, or nothing where it is the default and so left out."""
    return "" if text == default else text


def _written(position: Position) -> Iterable[tuple[str, str]]:
    seats = position.seats
    empty = join_seats(["-"] * seats)
    yield "game", "momiji"
    yield "players", _unless(str(seats), "2")
    yield "options", _unless(_options_text(position.options, position.cards), "-")
    yield "cards", _unless(position.cards.code, CARD_SET.code)
    yield "types", _unless(" ".join(position.types), " ".join(_default_types(seats, position.cards)))
    yield "to_move", _unless(str(position.to_move), "0")
    yield "turns_left", "" if position.turns_left is None else str(position.turns_left)
    yield "idle", _unless(str(position.idle), "0")
    yield "done", _unless(str(position.done), "-")
    yield "acorns", _unless(join_seats(map(str, position.acorns)), join_seats(["0"] * seats))
    yield "hands", _unless(join_seats(map(cards_text, position.hands)), empty)
    yield "known", _unless(join_seats(map(cards_text, position.known)), empty)
    for seat, row in enumerate(position.rows):
        yield f"row{seat}", _unless(row_text(row), "-")
    yield "display", _unless(cards_text(position.display), "-")
    hidden = any(map(has_hidden, position.rows))
    deck_unknown = bool(position.deck) and position.deck[0] == UNKNOWN
    yield "deck", "" if deck_unknown and not hidden else cards_text(position.deck)
    all_else_shown = not (deck_unknown or hidden or any(UNKNOWN in hand for hand in position.hands))
    yield "discard", "" if all_else_shown else _unless(cards_text(position.discard), "-")
    yield "objectives", _unless(join_list(position.objectives), "-")
    yield "held", _unless(join_seats(map(join_list, position.held)), empty)
    yield "landscapes", _unless(join_seats(map(join_list, position.landscapes)), empty)
    yield "draft", _unless(join_list(position.draft), "-")


def _options_text(options: Options, cards: CardSet) -> str:
    defaults = default_options(cards)
    if options == defaults:
        return "-"
    return join_list(
        f"{name}={getattr(options, name)}"
        for name in sorted(_VALUES)
        if getattr(options, name) != getattr(defaults, name)
    )


def _default_types(players: int, cards: CardSet) -> str:
    return LETTERS[: cards.setups[players].types]


def cards_text(cards: Sequence[int]) -> str:
    """Cards as a list, unknown ones at the end as ``?n``; ``-`` for none."""
    if not cards:
        return "-"
    unknown = cards.count(UNKNOWN)
    words = [TEXT[card] for card in cards if card != UNKNOWN]
    return " ".join([*words, f"?{unknown}"] if unknown else words)


def pile_text(pile: Pile) -> str:
    """A pile with its letter: ``r:0= 0= 1>``; ``r:? 1>`` when what lies below is hidden."""
    return f"{LETTER[pile[-1]]}:" + " ".join("?" if card == UNKNOWN else TEXT[card][1:] for card in pile)


def row_text(row: Row) -> str:
    """Piles from the left, separated by `` | ``; ``-`` for none."""
    return " | ".join(map(pile_text, row)) or "-"


# --- reading ------------------------------------------------------------------------------------


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
    types = _read_types(found["types"]) if "types" in found else _default_types(players, cards)
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
        if not equals or name not in _VALUES:
            raise RulesError(
                f"position, options: got {shorten(word)!r}, expected NAME=VALUE with one of {', '.join(sorted(_VALUES))}"
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


def section_of(name: str, cards: CardSet) -> int:
    """0 left, 1 middle, 2 right, for a landscape's id with or without ``*``."""
    return SECTIONS.index(cards.landscapes[name.removesuffix("*")].section)


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


def draft_order(names: Iterable[str], cards: CardSet) -> tuple[str, ...]:
    """Tiles of a draft as the text writes them: left, middle, right, each by id."""
    return tuple(sorted(names, key=lambda name: (section_of(name, cards), name)))


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


# --- what must fit together ---------------------------------------------------------------------


def check_possible(position: Position) -> None:
    """Raise RulesError for a position that no game and no puzzle can have."""
    _check_cards(position)
    for seat, row in enumerate(position.rows):
        _check_row(position, seat, row)
    for seat, (hand, known) in enumerate(zip(position.hands, position.known, strict=True)):
        gone = Counter(known) - Counter(hand)
        if gone:
            raise RulesError(
                f"position, known, seat {seat}: got {TEXT[min(gone)]}, expected a part of the hand "
                f"({cards_text(hand)})"
            )
    _check_hand_limit(position)
    _check_tokens(position)
    _check_done(position)
    _check_end(position)
    if position.draft:
        _check_draft(position)


def _check_cards(position: Position) -> None:
    everything = Counter(position.all_cards)
    total = everything.total()
    found: Counter[int] = Counter()
    unknown = 0
    for where, cards in (
        *((f"hands, seat {seat}", hand) for seat, hand in enumerate(position.hands)),
        *((f"row{seat}", sum(row, ())) for seat, row in enumerate(position.rows)),
        ("display", position.display),
        ("deck", position.deck),
        ("discard", position.discard),
    ):
        for card in cards:
            if card == UNKNOWN:
                unknown += not where.startswith("row")
                continue
            found[card] += 1
            if found[card] > everything[card]:
                raise RulesError(
                    f"position, {where}: got {TEXT[card]} for the {_nth(found[card])} time, expected at most "
                    f"{everything[card]} in all (MJ-1)"
                )
    hidden = any(map(has_hidden, position.rows))
    got = found.total() + unknown
    if got != total and not (hidden and got < total):
        raise RulesError(f"position: got {got} cards in all, expected {total} (MJ-1)")


def _nth(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _check_row(position: Position, seat: int, row: Row) -> None:
    letters = [LETTER[pile[-1]] for pile in row]
    for number, letter in enumerate(letters, 1):
        if letter in letters[: number - 1]:
            raise RulesError(
                f"position, row{seat}, pile {number}: got a second pile of {letter}, expected one a type (MJ-43)"
            )
    skips = int(position.used_by(seat, "skip_one"))
    for number, pile in enumerate(row, 1):
        at = f"position, row{seat}, pile {number}"
        below: int | None = None
        for card in pile:
            if card == UNKNOWN:
                continue
            value = VALUE[card]
            if below is None and pile[0] == UNKNOWN:
                below = value
                continue
            rise = step(below, value)
            if rise is None or rise > skips:
                if below is None:
                    raise RulesError(f"{at}: got {pile_text(pile)!r}, expected a 0 at the bottom (MJ-45)")
                if below == 3:
                    raise RulesError(f"{at}: got {pile_text(pile)!r}, expected nothing on a 3 (MJ-48)")
                raise RulesError(
                    f"{at}: got {value} on {below}, expected {below} or {below + 1} (MJ-46)"
                    + (", and two above once only (skip_one)" if position.used_by(seat, "skip_one") else "")
                )
            skips -= rise
            below = value


def _check_hand_limit(position: Position) -> None:
    limit = int(position.options.hand_limit)
    for seat, hand in enumerate(position.hands):
        in_turn = seat == position.to_move and position.done != NOTHING
        if len(hand) > limit and not in_turn and not position.used_by(seat, "no_limit"):
            raise RulesError(
                f"position, hands, seat {seat}: got {len(hand)} cards at the start of a turn, "
                f"expected at most {limit} (MJ-70)"
            )


def _check_tokens(position: Position) -> None:
    seen: set[str] = set()
    for where, names in (
        ("objectives", position.objectives),
        *((f"held, seat {seat}", names) for seat, names in enumerate(position.held)),
    ):
        for name in names:
            if name in seen:
                raise RulesError(f"position, {where}: got {name} a second time, expected each objective once")
            seen.add(name)
    supply = position.options.supply
    if supply != "none" and sum(position.acorns) > int(supply):
        raise RulesError(
            f"position, acorns: got {sum(position.acorns)} in all, expected at most {supply} (MJ-11)"
        )
    tiles = Counter(name.removesuffix("*") for names in position.landscapes for name in names)
    tiles.update(position.draft)
    for name, number in tiles.items():
        copies = position.cards.landscapes[name].copies
        if number > copies:
            raise RulesError(
                f"position, landscapes: got {number} of {name}, expected at most {copies}, the tiles there are"
            )


def _check_done(position: Position) -> None:
    done, seat, where = position.done, position.to_move, "position, done"
    effect = position.cards.landscapes[done.used].effect if done.used else ""
    mains = [
        name
        for name, is_done in (
            ("collect", done.collected),
            ("play", done.played),
            ("activate", done.activated),
        )
        if is_done
    ]
    if len(mains) > 1 and not (mains == ["collect", "play"] and effect == "play_too"):
        raise RulesError(f"{where}: got {' and '.join(mains)}, expected one main action (MJ-20)")
    if done.reveal and mains and mains[0] != "collect":
        raise RulesError(f"{where}: got reveal and {mains[0]}, expected collect after a reveal (MJ-32)")
    needs = {
        "second_type": ("collect", done.collected),
        "trade_one": ("collect", done.collected),
        "play_too": ("collect", done.collected),
        "bonus_after_same": ("play=same", done.played == "same"),
    }.get(effect)
    if needs is not None and not needs[1]:
        raise RulesError(f"{where}: got use={done.used}, expected {needs[0]} with it (MJ-69)")
    own = position.landscapes[seat]
    if done.used and own and f"{done.used}*" not in own:
        raise RulesError(
            f"{where}: got use={done.used}, expected a used landscape of seat {seat} ({join_list(own)})"
        )
    if done.played and not position.rows[seat]:
        raise RulesError(f"{where}: got play={done.played} with an empty row, expected a pile in row{seat}")
    if done.activated and not position.held[seat]:
        raise RulesError(f"{where}: got activate, expected an objective held by seat {seat}")
    limit = int(position.options.hand_limit)
    if done.dropping and (effect == "no_limit" or len(position.hands[seat]) < limit):
        raise RulesError(
            f"{where}: got drop with {len(position.hands[seat])} cards in hand, expected at least {limit}, "
            "for only a surplus is dropped (MJ-70)"
        )


def _check_end(position: Position) -> None:
    if position.turns_left == 0 and position.done != NOTHING:
        raise RulesError(f"position, done: got {position.done}, expected - when the game is over")
    if position.idle and position.options.refill != "none":
        raise RulesError("position, idle: got it, expected it with refill=none only (MJ-24)")
    if position.idle and position.turns_left not in (None, 0):
        raise RulesError("position, idle: got it after the end was triggered, expected 0 (MJ-24)")
    if position.idle == position.seats and position.turns_left != 0:
        raise RulesError(
            f"position, idle: got {position.idle}, expected turns_left: 0 with it, for the game is over (MJ-24)"
        )


def snake(picks: int, seats: int) -> int:
    """The seat that picks after so many picks: 0 1 .. n-1, n-1 .. 0, 0 .. n-1 (MJ-8)."""
    lap, place = divmod(picks, seats)
    return seats - 1 - place if lap % 2 else place


def _check_draft(position: Position) -> None:
    where, seats = "position, draft", position.seats
    if position.done != NOTHING or position.turns_left is not None:
        raise RulesError(f"{where}: got it in the middle of a game, expected it before the first turn only")
    counts = [len(names) for names in position.landscapes]
    picks = sum(counts)
    expected = [0] * seats
    for pick in range(min(picks, 3 * seats)):
        expected[snake(pick, seats)] += 1
    if picks >= 3 * seats or counts != expected:
        raise RulesError(
            f"{where}: got {' '.join(map(str, counts))} picked tiles by seat, expected the counts of a snake draft (MJ-8)"
        )
    if position.to_move != snake(picks, seats):
        raise RulesError(
            f"position, to_move: got {position.to_move}, expected {snake(picks, seats)}, whose pick it is (MJ-8)"
        )
    for place, section in enumerate(SECTIONS):
        tiles = [name for name in position.draft if section_of(name, position.cards) == place]
        tiles += [n for names in position.landscapes for n in names if section_of(n, position.cards) == place]
        copies = sum(one.copies for one in position.cards.landscapes.values() if one.section == section)
        shown = min(seats + 1, copies)
        if len(tiles) != shown:
            raise RulesError(
                f"{where}: got {len(tiles)} tiles of the {section} section, expected {shown} (MJ-8)"
            )
    if any(name.endswith("*") for names in position.landscapes for name in names):
        raise RulesError("position, landscapes: got a used one during the draft, expected none")
