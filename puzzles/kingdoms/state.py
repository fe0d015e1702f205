"""Position of Kings Under Mountains, its options, and the text it writes; ``reading.py`` reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from puzzles.core.game import Option
from puzzles.core.state import RulesError
from puzzles.core.text import join_list, join_seats, shorten, write_fields
from puzzles.kingdoms.cards import CARD_SET, CardSet
from puzzles.kingdoms.pieces import RACE, RACES, TEXT, UNKNOWN, UNKNOWN_CARD, Card, Mine, Pile, Site

OPTIONS = (
    Option("filled", ("removed", "camp"), "KD-31", "Where the cards of a completed mine go"),
    Option("take", ("top", "any"), "KD-33", "Which cards of a camp pile may be drawn"),
    Option("wrap", ("yes", "no"), "KD-17", "Whether a 0 may be laid on a 9"),
    Option(
        "replace",
        ("now", "end"),
        "KD-25",
        "When a captured mine is replaced: at once, or at the end of the turn",
    ),
    Option("stuck", ("removed", "camp"), "KD-36", "Where the discard goes when nothing can be laid"),
    Option("end", ("turn", "round"), "KD-38", "Whether the round is finished when the deck is empty"),
    Option("tie", ("shared", "mines"), "KD-44", "What decides between equal totals"),
    Option("start", ("0", "1", "2", "3", "random"), "KD-12", "The seat that begins, counted round"),
    Option("kings", ("random", "chosen"), "KD-5", "Whether the kings are drawn; chosen: d o g t by seat"),
    Option("pairing", ("dealt", "printed"), "KD-13", "Whether backs and fronts are paired anew each game"),
    Option("piles", ("all", "tops"), "KD-45", "Whether the lower cards of the camp may be seen"),
)
"""The rules that can be set, in the order of section 2 of RULES.md."""

AT_SETUP = ("start", "kings")
"""Options that a position text does not write: what they decided is in the position."""

STEPS = ("play", "draw", "drawdeck", "end")
SLOTS = "abcd"


@dataclass(frozen=True, slots=True)
class Options:
    """The options that play on after the set-up; every field holds one of its option's values."""

    filled: str = "removed"
    take: str = "top"
    wrap: str = "yes"
    replace: str = "now"
    stuck: str = "removed"
    end: str = "turn"
    tie: str = "shared"
    pairing: str = "dealt"
    piles: str = "all"


DEFAULT = Options()
VALUES_OF = {option.name: option.values for option in OPTIONS}
NAMES = tuple(one.name for one in fields(Options))


def choose_options(chosen: Mapping[str, str], where: str) -> Options:
    """Options by name, those of AT_SETUP left out, the others at their defaults. Raises RulesError."""
    for name, value in chosen.items():
        if name not in VALUES_OF:
            raise RulesError(
                f"{where}: got the option {shorten(name)!r}, expected one of {', '.join(VALUES_OF)}"
            )
        if value not in VALUES_OF[name]:
            raise RulesError(
                f"{where}, {name}: got {shorten(repr(value))}, expected one of {', '.join(VALUES_OF[name])}"
            )
    return Options(**{name: value for name, value in chosen.items() if name not in AT_SETUP})


@dataclass(frozen=True, slots=True)
class Position:
    """The data of a position; ``rules.State`` adds what may be done with it.

    kings    race (0 to 3) a seat                   start  the seat that began
    step     play, draw, drawdeck (after a discard: the deck only) or end
    open     the mines of slots a to d, EMPTY where there is none
    camp     units a race, bottom first
    hands    units a seat, in canonical order
    own      uncompleted mines a seat, in order of capture; EMPTY keeps a place (problem staff only, never last)
    done     completed mines a seat, in order of completion
    deck     next card first; None: not counted, never runs out
    removed  units out of the game, in canonical order; None: not recorded
    """

    kings: tuple[int, ...]
    open: tuple[Site, ...]
    camp: tuple[Pile, ...]
    hands: tuple[tuple[int, ...], ...]
    own: tuple[tuple[Site, ...], ...]
    done: tuple[tuple[Mine, ...], ...]
    deck: tuple[Card, ...] | None = None
    removed: tuple[int, ...] | None = None
    to_move: int = 0
    step: str = "play"
    start: int = 0
    options: Options = field(default=DEFAULT)
    cards: CardSet = CARD_SET

    @property
    def seats(self) -> int:
        return len(self.kings)

    @property
    def practice(self) -> bool:
        """One seat alone (KD-60)."""
        return len(self.kings) == 1

    @property
    def full(self) -> bool:
        """Whether every card is accounted for (KD-T9)."""
        return self.removed is not None

    @property
    def wrap(self) -> bool:
        """Whether a 0 may lie on a 9 (KD-17)."""
        return self.options.wrap == "yes"

    @property
    def is_over(self) -> bool:
        """KD-38."""
        if self.deck != () or self.step != "play":
            return False
        return self.options.end == "turn" or self.to_move == self.start

    def owner_of_capture(self, unit: int) -> int:
        """The seat that gets a mine if the seat to move captures it with `unit` (KD-21, KD-22)."""
        race = RACE[unit]
        return self.kings.index(race) if race in self.kings else self.to_move

    def next_mine(self) -> Mine | None:
        """The mine side of the deck's top card (KD-7); None when the deck is empty."""
        return self.top_card().mine if self.deck != () else None

    def top_card(self) -> Card:
        """The deck's top card; of a deck that is not counted an unknown one."""
        return self.deck[0] if self.deck else UNKNOWN_CARD

    def __str__(self) -> str:
        return write_fields((key, value) for key, value in _written(self) if value != "")


# --- writing ------------------------------------------------------------------------------------

KEYS = (
    "game",
    "cards",
    "kings",
    "options",
    "start",
    "to",
    "step",
    "open",
    "camp",
    "hands",
    "own",
    "done",
    "deck",
    "removed",
)


def _unless(text: str, default: str) -> str:
    """`text`, or nothing where it is the default and so left out."""
    return "" if text == default else text


def _written(position: Position) -> Iterable[tuple[str, str]]:
    empty = join_seats(["-"] * position.seats)
    yield "game", "kingdoms"
    yield "cards", "" if position.cards == CARD_SET else position.cards.code
    yield "kings", join_seats(RACES[race] for race in position.kings)
    yield "options", _unless(_options_text(position.options), "-")
    yield "start", _unless(str(position.start), "0")
    yield "to", _unless(str(position.to_move), "0")
    yield "step", _unless(position.step, "play")
    yield "open", _unless(join_list(map(str, position.open)), "- - - -")
    yield "camp", _unless(join_list(map(pile_text, filter(None, position.camp))), "-")
    yield "hands", _unless(join_seats(map(units_text, position.hands)), empty)
    yield "own", _unless(join_seats(join_list(map(str, sites)) for sites in position.own), empty)
    yield "done", _unless(join_seats(join_list(map(str, mines)) for mines in position.done), empty)
    yield "deck", "" if position.deck is None else join_list(_in_runs(map(str, position.deck)))
    yield "removed", "" if position.removed is None else units_text(position.removed)


def _options_text(options: Options) -> str:
    return join_list(
        f"{name}={getattr(options, name)}" for name in NAMES if getattr(options, name) != VALUES_OF[name][0]
    )


def units_text(units: Sequence[int]) -> str:
    """Units as a list, unknown ones as ``?`` or ``?*n``; ``-`` for none."""
    return join_list(_in_runs(TEXT[unit] for unit in units))


def pile_text(pile: Pile) -> str:
    """A pile of the camp as one word, bottom first: ``o1,o8``."""
    return ",".join(TEXT[unit] for unit in pile)


def _in_runs(words: Iterable[str]) -> Iterable[str]:
    """Neighbouring ``?`` put together as ``?*n``."""
    unknown = 0
    for word in words:
        if word == TEXT[UNKNOWN]:
            unknown += 1
            continue
        yield from _run(unknown)
        unknown = 0
        yield word
    yield from _run(unknown)


def _run(unknown: int) -> Iterable[str]:
    if unknown:
        yield TEXT[UNKNOWN] if unknown == 1 else f"{TEXT[UNKNOWN]}*{unknown}"
