"""Position of Autumn of Moria, its options, and the text it writes; ``reading.py`` reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple, Self

from puzzles.core.game import Option
from puzzles.core.state import RulesError
from puzzles.core.text import join_list, join_seats, shorten, write_fields
from puzzles.moria.cards import CARD_SET, KINDS, CardSet, Land, kind_of, owner_of, turn_of
from puzzles.moria.cells import cell_text
from puzzles.moria.moves import HIDDEN, TURNS

SHOWN = "!"
"""Behind the id of a secret goal that lies open."""

OPTIONS = (
    Option("mixed", ("freeze", "per_player"), "MO-37", "Whether a foreign dwarf freezes a card"),
    Option("cover", ("strict", "any"), "MO-20", "Whether castles and monsters may be covered"),
    Option("giant_realm", ("void", "keep"), "MO-28", "Whether a realm with a frost giant is worth nothing"),
    Option("dig_block", ("giant", "any"), "MO-30", "Which monsters stop a dig"),
    Option("share", ("full", "split"), "MO-28", "Whether sharers of a realm divide its points"),
    Option("gather", ("must", "may"), "MO-38", "Whether a ready card must resolve"),
    Option("step", ("one", "far"), "MO-23", "How far a dwarf goes in one action"),
    Option("blocked", ("ready", "all"), "MO-40", "Which dwarves go home from a blocked card"),
    Option("castle_bonus", ("live", "start"), "MO-14", "When the number of actions is judged"),
    Option("refill", ("at_once", "turn_end"), "MO-43", "When an empty place among the open goals is filled"),
    Option("border", ("table", "wall"), "MO-26", "Whether a realm open to the empty table is worth nothing"),
    Option("wall_side", ("either", "both"), "MO-24", "Whether a wall on one side blocks"),
    Option("reveal", ("any_time", "own_turn"), "MO-48", "Whether a seat may reveal out of turn"),
    Option("tie", ("shared", "goals"), "MO-52", "What decides between seats with equal points"),
    Option(
        "rounds",
        ("0", *map(str, range(1, 100))),
        "MO-53",
        "After which round the game is over; 0: no limit",
    ),
)

VALUES_OF = {option.name: option.values for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that can be set (section 2 of RULES.md); every field holds one of its option's values."""

    mixed: str = "freeze"
    cover: str = "strict"
    giant_realm: str = "void"
    dig_block: str = "giant"
    share: str = "full"
    gather: str = "must"
    step: str = "one"
    blocked: str = "ready"
    castle_bonus: str = "live"
    refill: str = "at_once"
    border: str = "table"
    wall_side: str = "either"
    reveal: str = "any_time"
    tie: str = "shared"
    rounds: str = "0"


DEFAULTS = Options()


def choose_options(chosen: Mapping[str, str], where: str) -> Options:
    """Options by name, the others at their defaults. Raises RulesError."""
    for name, value in chosen.items():
        if name not in VALUES_OF:
            raise RulesError(
                f"{where}: got the option {shorten(name)!r}, expected one of {', '.join(VALUES_OF)}"
            )
        if not isinstance(value, str) or value not in VALUES_OF[name]:
            words = "0 to 99" if name == "rounds" else f"one of {', '.join(VALUES_OF[name])}"
            raise RulesError(f"{where}, {name}: got {shorten(repr(value))}, expected {words}")
    return Options(**chosen)


class Pile(NamedTuple):
    """The land cards on one cell.

    cell     where, see ``puzzles.moria.cells``
    cards    laid cards, bottom to top; only the last is in force (MO-21)
    dwarves  on the top card, of each seat
    """

    cell: int
    cards: tuple[int, ...]
    dwarves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The data of a position; ``rules.State`` adds what may be done with it.

    colours    of the seats
    cells      the map: its piles, by y and then x
    land       hand: kinds of land cards, ascending, of each seat
    gems       hand: how many of each type, card-set order, of each seat
    ogres      hand: ids in the order drawn, ``?`` unknown, of each seat
    goals      trading goals in the order of purchase, of each seat
    secrets    ``S4``, ``S4!`` when it lies open, ``?`` unknown, empty for none, of each seat
    slain      land cards (9 x seat + kind) in order, of each seat
    open_goals trading goals for sale, from the left; deck: next first, ``?`` unknown; both ids
    ogre_deck  next first, ``?`` unknown; ogre_discard: oldest first
    phase      act, gather, burn or over
    used       actions of this turn, in phase act; allowed: their number, with castle_bonus=start, otherwise 0
    gathering  cells still to be resolved, ascending, in phase gather
    round      from 1; last: the end is set off (MO-50)
    """

    colours: tuple[str, ...]
    cells: tuple[Pile, ...]
    land: tuple[tuple[int, ...], ...]
    gems: tuple[tuple[int, ...], ...]
    ogres: tuple[tuple[str, ...], ...]
    goals: tuple[tuple[str, ...], ...]
    secrets: tuple[str, ...]
    slain: tuple[tuple[int, ...], ...]
    open_goals: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    ogre_deck: tuple[str, ...] = ()
    ogre_discard: tuple[str, ...] = ()
    to_move: int = 0
    phase: str = "act"
    used: int = 0
    allowed: int = 0
    gathering: tuple[int, ...] = ()
    round: int = 1
    last: bool = False
    # equal hashes of games that differ in these only are harmless, and a hash is asked for at every node of a search
    options: Options = field(default=DEFAULTS, hash=False)
    cards: CardSet = field(default=CARD_SET, hash=False, repr=False)

    @property
    def seats(self) -> int:
        return len(self.colours)

    @property
    def colour(self) -> str:
        """Of the seat to move."""
        return self.colours[self.to_move]

    def __str__(self) -> str:
        return write_fields((key, value) for key, value in _written(self) if value != "")

    def but(self, **changes: Any) -> Self:
        """This position with other values in some fields; half the time of ``dataclasses.replace``, at every move."""
        values = list(_VALUES(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        return type(self)(*values)

    def kind(self, laid: int) -> Land:
        """What is printed on a laid card."""
        return self.cards.land[kind_of(laid)]


_NAMES = tuple(one.name for one in fields(Position))
_PLACE = {name: place for place, name in enumerate(_NAMES)}
_VALUES = attrgetter(*_NAMES)


# --- writing ------------------------------------------------------------------------------------

KEYS_BEFORE = ("game", "set", "options", "seats", "turn", "round", "last")
"""Keys that come before those of the cells."""

KEYS_AFTER = (
    "land",
    "gems",
    "ogres",
    "goals",
    "secret",
    "slain",
    "open",
    "deck",
    "ogre_deck",
    "ogre_discard",
)


def _written(position: Position) -> Iterable[tuple[str, str]]:
    cards, seats = position.cards, position.seats
    empty = join_seats(["-"] * seats)
    yield "game", "moria"
    yield "set", "" if cards == CARD_SET else cards.code
    yield "options", options_text(position.options)
    yield "seats", join_seats(position.colours)
    yield "turn", turn_text(position)
    yield "round", str(position.round)
    yield "last", "yes" if position.last else ""
    for pile in position.cells:
        yield cell_text(pile.cell), pile_text(position, pile)
    yield "land", join_seats(join_list(cards.land[kind].kind for kind in hand) for hand in position.land)
    for key, parts in (
        ("gems", [gems_text(position, seat) for seat in range(seats)]),
        ("ogres", map(join_list, position.ogres)),
        ("goals", map(join_list, position.goals)),
        ("secret", [secret or "-" for secret in position.secrets]),
        ("slain", [join_list(card_text(position, card) for card in own) for own in position.slain]),
    ):
        text = join_seats(parts)
        yield key, "" if text == empty else text
    for key, words in (
        ("open", position.open_goals),
        ("deck", position.deck),
        ("ogre_deck", position.ogre_deck),
        ("ogre_discard", position.ogre_discard),
    ):
        yield key, " ".join(words)


def options_text(options: Options) -> str:
    """The options that differ from their defaults, in table order; empty for none."""
    return " ".join(
        f"{name}={getattr(options, name)}"
        for name in VALUES_OF
        if getattr(options, name) != getattr(DEFAULTS, name)
    )


def turn_text(position: Position) -> str:
    """``blue act 2``, ``blue gather 0,0 1,0``, ``blue burn`` or ``over``."""
    if position.phase == "over":
        return "over"
    words = [position.colour, position.phase]
    if position.phase == "act":
        words.append(str(position.used))
        if position.options.castle_bonus == "start":
            words += ["of", str(position.allowed)]
    return " ".join([*words, *map(cell_text, position.gathering)])


def card_text(position: Position, card: int) -> str:
    """A land card that lies on no map: ``dragon:red``."""
    return f"{position.cards.land[card % KINDS].kind}:{position.colours[card // KINDS]}"


def laid_text(position: Position, laid: int) -> str:
    """A laid card: ``gold_mine:blue n``."""
    return f"{position.kind(laid).kind}:{position.colours[owner_of(laid)]} {TURNS[turn_of(laid)]}"


def pile_text(position: Position, pile: Pile) -> str:
    """Cards bottom to top, then the dwarves on the top: ``gold_mine:blue n < dragon:red s blue*2``."""
    cards = " < ".join(laid_text(position, laid) for laid in pile.cards)
    dwarves = counts_text(position.colours, pile.dwarves)
    return cards if dwarves == "-" else f"{cards} {dwarves}"


def gems_text(position: Position, seat: int) -> str:
    """Gems in the hand of `seat`: ``ruby*1 gold*2``."""
    return counts_text([gem.type for gem in position.cards.gems], position.gems[seat])


def counts_text(names: Sequence[str], counts: Sequence[int]) -> str:
    """``NAME*COUNT`` of those that are there; ``-`` for none."""
    return join_list(f"{name}*{count}" for name, count in zip(names, counts, strict=True) if count)


def is_known(secret: str) -> bool:
    """Whether this is the id of a secret goal, open or not."""
    return secret not in ("", HIDDEN)
