"""Random legal positions of a given size, for tests and measurements: the same seed gives the same position."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from puzzles.core.state import RulesError
from puzzles.moria import CARD_SET, OPTIONS, State, read_state

Card = tuple[str, str]
"""Kind and colour."""

_LAND = {one.kind: one for one in CARD_SET.land}
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
TURN_OPTIONS = tuple(one for one in OPTIONS if one.name not in ("rounds", "tie", "reveal"))
"""Options that can change the answer to a question about a turn."""


def some_options(rng: random.Random) -> dict[str, str]:
    """About a quarter of the options that bear on a turn, set to their other value."""
    return {one.name: one.values[1] for one in TURN_OPTIONS if rng.random() < 0.25}


def sample(
    seed: object,
    cells: int,
    hand: int,
    used: int | None = None,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
) -> State:
    """A random position in phase act.

    cells  with cards, one in five a pile; hand: land cards of the seat to move, where its colour has so many left
    used   actions used; seats: 1 to 4; None: any
    """
    rng = random.Random(str(seed))
    while True:
        try:
            return read_state(_text(rng, cells, hand, used, seats, options or {}))
        except RulesError:  # e.g. a turn of a card that stands for another
            continue


def _text(
    rng: random.Random,
    cells: int,
    hand: int,
    used: int | None,
    seats: int | None,
    options: Mapping[str, str],
) -> str:
    number = seats or rng.choice([1, 2, 2, 2, 3])
    colours = CARD_SET.counts.colours[:number]
    me = colours[rng.randrange(number)]
    piles = _piles(rng, cells, colours, me, any_cover=options.get("cover") == "any")
    taken = {card for pile in piles.values() for card in pile}
    supply = dict.fromkeys(colours, CARD_SET.counts.dwarves_per_colour)
    lines = []
    for x, y in sorted(piles, key=lambda one: (one[1], one[0])):
        cards = " < ".join(f"{kind}:{colour} {_turn(rng, kind)}" for kind, colour in piles[x, y])
        dwarves = _dwarves(rng, _LAND[piles[x, y][-1][0]].slots, me, supply)
        lines.append(" ".join([f"{x},{y}: {cards}", *dwarves]))
    land = []
    for colour in colours:
        rest = [kind for kind in _LAND if (kind, colour) not in taken]
        chosen = (
            set(rng.sample(rest, min(hand, len(rest))))
            if colour == me
            else {one for one in rest if rng.random() < 0.3}
        )
        land.append(" ".join(kind for kind in rest if kind in chosen) or "-")
    goals = rng.sample(list(CARD_SET.goals), len(CARD_SET.goals))
    opened = [goals.pop() for _ in range(rng.choice([0, 1, 2, 3, 3]))]
    ogres = [name for name, one in CARD_SET.ogres.items() for _ in range(one.count)]
    rng.shuffle(ogres)
    secrets = rng.sample(list(CARD_SET.secrets), number)
    turn = f"{me} act {rng.choice([0, 1, 2, 3]) if used is None else used}"
    if options.get("castle_bonus") == "start":
        turn += f" of {rng.choice([3, 4])}"
    chosen_options = " ".join(f"{name}={value}" for name, value in options.items())
    fields = {
        "options": chosen_options,
        "seats": " | ".join(colours),
        "turn": turn,
        "round": "2",
        "\n": "\n".join(lines),
        "land": " | ".join(land),
        "gems": " | ".join(_gems(rng, number)),
        "ogres": " | ".join(
            " ".join(ogres.pop() for _ in range(rng.choice([0, 0, 0, 1, 2]))) or "-" for _ in colours
        ),
        "goals": " | ".join(goals.pop() if rng.random() < 0.3 else "-" for _ in colours),
        "secret": " | ".join(_secret(rng, name) for name in secrets),
        "open": " ".join(opened),
        "deck": " ".join(goals[: rng.choice([0, 0, 1, 3])]),
        "ogre_deck": " ".join(ogres[: rng.choice([0, 1, 4])]),
    }
    return "\n".join(value if key == "\n" else f"{key}: {value}" for key, value in fields.items() if value)


def _piles(
    rng: random.Random, cells: int, colours: Sequence[str], me: str, *, any_cover: bool
) -> dict[tuple[int, int], list[Card]]:
    """Cells that hang together, each with a card; some with more."""
    pool = [(kind, colour) for colour in colours for kind in _LAND]
    rng.shuffle(pool)
    castle = ("castle", me)
    piles: dict[tuple[int, int], list[Card]] = {}
    border = {(0, 0)}
    while len(piles) < cells and pool:
        cell = rng.choice(sorted(border))
        card = castle if castle in pool and rng.random() < 0.3 else pool[0]
        pool.remove(card)
        piles[cell] = [card]
        border.remove(cell)
        border |= {(cell[0] + x, cell[1] + y) for x, y in _STEPS} - set(piles)
    lone = ("castle", "frost_giant")
    for pile in piles.values():
        while rng.random() < 0.2 and (any_cover or pile[0][0] not in lone):
            symbol = _LAND[pile[-1][0]].symbol
            fitting = [
                one for one in pool if _LAND[one[0]].symbol == symbol and (any_cover or one[0] not in lone)
            ]
            if not fitting:
                break
            pool.remove(fitting[0])
            pile.append(fitting[0])
    return piles


def _turn(rng: random.Random, kind: str) -> str:
    return "nesw"[rng.choice(CARD_SET.turns[CARD_SET.kind(kind)])]


def _dwarves(rng: random.Random, slots: int, me: str, supply: dict[str, int]) -> list[str]:
    words = []
    for colour in supply:
        if rng.random() < (0.5 if colour == me else 0.2):
            number = min(slots, supply[colour], rng.choice([1, 1, 2, 2, 3]))
            if number:
                words.append(f"{colour}*{number}")
                slots -= number
                supply[colour] -= number
    return words


def _gems(rng: random.Random, seats: int) -> list[str]:
    left = {gem.type: gem.count for gem in CARD_SET.gems}
    hands = []
    for _ in range(seats):
        words = []
        for name in left:
            number = min(left[name], rng.choice([0, 0, 0, 1, 1, 2, 3]))
            if number:
                words.append(f"{name}*{number}")
                left[name] -= number
        hands.append(" ".join(words) or "-")
    return hands


def _secret(rng: random.Random, name: str) -> str:
    chance = rng.random()
    return "-" if chance < 0.2 else f"{name}!" if chance < 0.32 else name
