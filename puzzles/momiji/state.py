"""Position of Momiji, its options, and the text it writes; ``reading.py`` reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from puzzles.core.game import Option
from puzzles.core.state import RulesError
from puzzles.core.text import (
    join_list,
    join_seats,
    shorten,
    write_fields,
)
from puzzles.momiji.cards import CARD_SET, LETTER, LETTERS, SECTIONS, TEXT, UNKNOWN, CardSet
from puzzles.momiji.piles import Pile, Row, has_hidden

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

VALUES_OF = {option.name: option.values for option in OPTIONS}


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
    values: dict[str, str] = {name: getattr(defaults, name) for name in VALUES_OF}
    for name, value in chosen.items():
        if name not in VALUES_OF:
            raise RulesError(
                f"{where}: got the option {shorten(name)!r}, expected one of {', '.join(VALUES_OF)}"
            )
        allowed = tuple(cards.icons) if name == "icons" else VALUES_OF[name]
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
    yield "types", _unless(" ".join(position.types), " ".join(default_types(seats, position.cards)))
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
        for name in sorted(VALUES_OF)
        if getattr(options, name) != getattr(defaults, name)
    )


def default_types(players: int, cards: CardSet) -> str:
    """The types of a position text that names none: the first so many letters."""
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


# --- landscapes and their draft ---------------------------------------------------------------------


def section_of(name: str, cards: CardSet) -> int:
    """0 left, 1 middle, 2 right, for a landscape's id with or without ``*``."""
    return SECTIONS.index(cards.landscapes[name.removesuffix("*")].section)


def draft_order(names: Iterable[str], cards: CardSet) -> tuple[str, ...]:
    """Tiles of a draft as the text writes them: left, middle, right, each by id."""
    return tuple(sorted(names, key=lambda name: (section_of(name, cards), name)))


def snake(picks: int, seats: int) -> int:
    """The seat that picks after so many picks: 0 1 .. n-1, n-1 .. 0, 0 .. n-1 (MJ-8)."""
    lap, place = divmod(picks, seats)
    return seats - 1 - place if lap % 2 else place
