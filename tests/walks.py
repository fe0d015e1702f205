"""What the conformance tests must know of each game, and walks through it. A fifth game adds one entry."""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, permutations, product
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

import puzzles


@dataclass(frozen=True)
class Knowledge:
    """What no game tells by itself.

    universe    every move that has a text, legal or not; where there are too many, all legal ones and many that
                are not, found without ``moves()``
    conserved   what never changes in a game, as a Counter
    rearranged  another full position that `seat` cannot tell from this one
    ending      options without which a game of idle seats may have no end
    """

    universe: Callable[[Any], list[Any]]
    conserved: Callable[[Any], Counter[Any]]
    rearranged: Callable[[Any, int, random.Random], Any]
    ending: Mapping[str, str] = field(default_factory=dict)


# --- Shifting Stones ----------------------------------------------------------------------------


def _stones_universe(state: Any) -> list[Any]:
    from puzzles.shifting_stones import CARDS, Move

    cells = range(9)
    moves = [Move("swap", (a, b), card) for a in cells for b in cells if a < b for card in (None, *CARDS)]
    moves += [Move("flip", (cell,), card) for cell in cells for card in (None, *CARDS)]
    moves += [Move(verb, card=card) for verb in ("score", "drop") for card in CARDS]
    return [*moves, Move("end"), Move("skip")]


def _stones_conserved(state: Any) -> Counter[Any]:
    from puzzles.shifting_stones.cards import BACKS

    cards = [*state.deck, *state.discard]
    cards += [card for lists in (state.hands, state.scored) for cards_of in lists for card in cards_of]
    return Counter(cards) + Counter("".join(sorted((face, BACKS[face]))) for face in state.board)


def _stones_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.deck
    below = len(state.discard) - 1 if state.options.open_discard == "no" and state.discard else 0
    hidden += state.discard[:below]
    rng.shuffle(hidden)
    take = iter(hidden)
    hands = tuple(
        hand if other == seat else tuple(sorted(next(take) for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    deck = tuple(next(take) for _ in state.deck)
    pile = (*take, *state.discard[below:])
    return replace(state, hands=hands, deck=deck, discard=pile, seed=rng.randrange(1000))


# --- Momiji -------------------------------------------------------------------------------------


def _leaf_universe(state: Any) -> list[Any]:
    """There are billions of plays: all of the hand in every placing, with cards and words that do not fit."""
    from puzzles.momiji.cards import LETTER, LETTERS, UNKNOWN
    from puzzles.momiji.moves import Move, play_move

    hand = sorted({card for card in state.hands[state.to_move] if card != UNKNOWN})
    odd = next(card for card in state.all_cards if card not in hand)
    faces = [*hand, odd]
    moves = [Move("reveal"), Move("end")]
    moves += [Move("collect", letter=letter) for letter in LETTERS]
    moves += [Move("activate", id=name) for name in state.cards.objectives]
    moves += [Move("exchange", cards=pair) for pair in combinations_with_replacement(sorted(faces), 2)]
    moves += [Move("exchange", cards=tuple(hand[:3])), Move("exchange", cards=(odd,))]
    moves += [Move("drop", cards=(card,)) for card in faces]
    for name in state.cards.landscapes:
        moves += [Move("pick", id=name), Move("use", id=name)]
        moves += [Move("use", id=name, letter=letter) for letter in LETTERS]
        moves += [Move("use", id=name, place=place) for place in range(6)]
        moves += [
            Move("use", id=name, cards=(give, take))
            for give in faces
            for take in {*state.display, *state.hands[0][:1], odd} - {UNKNOWN}
        ]
    for letter in LETTERS:
        own = [card for card in faces if LETTER[card] == letter]
        for length in (1, 2, 3, 4):
            words = ("", "left", "right", *(f"at {place}" for place in range(7)))
            for cards in product(own, repeat=length):
                if length < 4 or len(set(cards)) < 3:
                    moves += [play_move(cards, (side, *("",) * (length - 1))) for side in words]
    laid = {LETTER[pile[-1]] for pile in state.rows[state.to_move]}
    by_letter = [[None, *(c for c in faces if LETTER[c] == letter)] for letter in LETTERS]
    for chosen in product(*by_letter):
        cards = [card for card in chosen if card is not None]
        if len(cards) > 1:
            old = [card for card in cards if LETTER[card] in laid]
            moves += _placed(old, [card for card in cards if LETTER[card] not in laid], state)
    moves += [play_move(hand, ("",) * len(hand))] if hand else []
    return list(dict.fromkeys(moves))


def _placed(old: list[int], new: list[int], state: Any) -> Iterator[Any]:
    """A different play with its new piles in every order, at the ends or at places, fitting or not."""
    from puzzles.momiji.moves import play_move

    blank = ("",) * len(old)
    yield play_move((*old, *new), blank + ("",) * len(new))
    yield play_move((*old, *new), ("left",) * len(old) + ("right",) * len(new))
    for order in permutations(new):
        for left in range(len(new) + 1):
            sides = ("left",) * left + ("right",) * (len(new) - left)
            yield play_move((*old, *order), blank + sides)
        if state.options.new_pile == "anywhere":
            piles = len(state.rows[state.to_move])
            for places in combinations(range(piles + len(new) + 1), len(new)):
                yield play_move((*old, *order), blank + tuple(f"at {place}" for place in places))


def _leaf_conserved(state: Any) -> Counter[Any]:
    cards = [*state.deck, *state.discard, *state.display]
    cards += [card for hand in state.hands for card in hand]
    cards += [card for row in state.rows for pile in row for card in pile]
    return Counter(cards) + Counter([*state.objectives, *(name for names in state.held for name in names)])


def _leaf_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    hidden = list(state.deck)
    for other, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        hidden += (Counter(hand) - Counter(known)).elements() if other != seat else ()
    rng.shuffle(hidden)
    take = iter(hidden)
    hands = tuple(
        hand if other == seat else tuple(sorted((*known, *(next(take) for _ in hand[len(known) :]))))
        for other, (hand, known) in enumerate(zip(state.hands, state.known, strict=True))
    )
    return replace(state, hands=hands, deck=tuple(take))


# --- Kings Under Mountains ----------------------------------------------------------------------


def _miner_universe(state: Any) -> list[Any]:
    from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, END, Move
    from puzzles.kingdoms.pieces import ALL_UNITS, HIDDEN, UNKNOWN

    cards = (*ALL_UNITS, *HIDDEN, UNKNOWN)
    places = range(max(map(len, state.own)) + 2)
    moves = [Move("fight", card, slot) for card in cards for slot in range(4)]
    moves += [Move("fill", card, place) for card in cards for place in places]
    moves += [Move("discard", card) for card in cards]
    moves += [Move("draw", card, source="camp") for card in cards]
    return [*moves, DRAW_DECK, DRAW_NONE, END]


def _miner_conserved(state: Any) -> Counter[Any]:
    """The 80 cards; which side of a card is in the game is settled when it is laid out or drawn."""
    sites = [
        site for site in (*state.open, *(site for own in state.own for site in own)) if site.mine.defence
    ]
    cards = len(sites) + sum(len(site.pile) for site in sites) + sum(map(len, state.done))
    cards += sum(map(len, (*state.camp, *state.hands))) + len(state.deck) + len(state.removed)
    return Counter(cards=cards, kings=len(state.kings))


def _miner_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    """Other hands and the deck are dealt anew; with piles=tops the lower cards of the camp, too."""
    from puzzles.kingdoms import deal

    return deal(state.view(seat), rng)


# --- Autumn of Moria ----------------------------------------------------------------------------


def _land_universe(state: Any) -> list[Any]:
    """All land cards and turns on the map and around it, all pairs of cells with dwarves; hidden ogres have no name."""
    from puzzles.moria.cells import CENTRE, STEPS
    from puzzles.moria.moves import Move

    map_cells = [pile.cell for pile in state.cells]
    around = sorted({*map_cells, CENTRE, *(cell + step for cell in map_cells for step in STEPS)})
    stands = [pile.cell for pile in state.cells if any(pile.dwarves)][:8]
    aims = sorted({*stands, *map_cells[:3], CENTRE})
    colours, gems = state.cards.counts.colours, [gem.type for gem in state.cards.gems]
    moves = [Move("done"), Move("end"), Move("reveal"), *(Move("reveal", colour=one) for one in colours)]
    moves += [
        Move("play", cell, land.kind, turn) for cell in around for land in state.cards.land for turn in "nesw"
    ]
    moves += [Move(verb, cell) for verb in ("place", "leave", "take") for cell in around]
    moves += [Move("move", cell, to=to) for cell in map_cells for to in around if to != cell]
    moves += [Move("take", cell, "nothing") for cell in map_cells]
    moves += [Move("take", cell, "buy", goal) for cell in map_cells for goal in state.cards.goals]
    moves += [Move("take", cell, "dig", to=to) for cell in map_cells for to in map_cells]
    moves += [Move("burn", name=name) for name in (*gems, *state.cards.ogres, "dragon")]
    for name in state.cards.ogres:
        for colour in colours:
            moves.append(Move("ogre", name=name, colour=colour))
            moves += [Move("ogre", name=name, what=gem, colour=colour) for gem in gems]
            moves += [Move("ogre", cell, name, colour=colour) for cell in map_cells]
            moves += [
                Move("ogre", cell, name, to=cell + step, colour=colour)
                for cell in map_cells
                for step in STEPS
            ]
            moves += [
                Move("ogre", cell, name, other, to, colour)
                for cell in (stands if name == "swapper" else aims[:2])
                for other in colours
                for to in (stands if name == "swapper" else aims[:2])
            ]
    legal = {*state.moves(), *state.interrupts()}  # swaps of many dwarves are more than all the rest
    return list(dict.fromkeys([*moves, *(move for move in legal if move.name == "swapper")]))


def _land_conserved(state: Any) -> Counter[Any]:
    from puzzles.moria.queries import gem_piles, supply

    cards = [laid // 4 for pile in state.cells for laid in pile.cards]
    cards += [card for own in state.slain for card in own]
    cards += [9 * seat + kind for seat, hand in enumerate(state.land) for kind in hand]
    goals = [*state.open_goals, *state.deck, *(goal for own in state.goals for goal in own)]
    ogres = [*state.ogre_deck, *state.ogre_discard, *(ogre for own in state.ogres for ogre in own)]
    gems = [sum(own) for own in zip(*state.gems, gem_piles(state), strict=True)]
    assert min(gem_piles(state)) >= 0
    assert all(supply(state, seat) >= 0 for seat in range(state.seats))
    return Counter([*cards, *goals, *ogres]) + Counter(gems=sum(gems), secrets=len(state.secrets))


def _land_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    """Other secret goals and ogres and both decks are dealt anew."""
    from puzzles.moria import deal

    return deal(state.view(seat), rng)


# --- the toy game -------------------------------------------------------------------------------


def _toy_universe(state: Any) -> list[Any]:
    moves: list[Any] = importlib.import_module("toygame").universe(state.seats)
    return moves


def _toy_conserved(state: Any) -> Counter[Any]:
    cards = [*state.deck, *state.played, *(card for hand in state.hands for card in hand)]
    return Counter(cards) + Counter(pebbles=sum(state.piles) + sum(state.points))


def _toy_rearranged(state: Any, seat: int, rng: random.Random) -> Any:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.deck
    rng.shuffle(hidden)
    take = iter(hidden)
    hands = tuple(
        hand if other == seat else tuple(sorted(next(take) for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(take))


KNOWLEDGE = {
    "kingdoms": Knowledge(_miner_universe, _miner_conserved, _miner_rearranged),
    "momiji": Knowledge(_leaf_universe, _leaf_conserved, _leaf_rearranged),
    "moria": Knowledge(_land_universe, _land_conserved, _land_rearranged, {"rounds": "8"}),
    "shifting_stones": Knowledge(_stones_universe, _stones_conserved, _stones_rearranged),
    "toy": Knowledge(_toy_universe, _toy_conserved, _toy_rearranged),
}

_COMING = {"kingdoms": "puzzles.kingdoms", "moria": "puzzles.moria"}
AWAITED = {name: module for name, module in _COMING.items() if name not in puzzles.GAMES}
"""Games whose rules are there before ``puzzles.GAMES`` names them; tests register them for their time."""

NAMES = (*puzzles.GAMES, *AWAITED, "toy")
"""Every game, and the toy, which the fixture of the same name registers."""


# --- walks --------------------------------------------------------------------------------------


def step(state: Any, rng: random.Random) -> Any | None:
    """A move of a random walk: first the verb, then the move, so that rare kinds are not drowned."""
    out_of_turn = list(state.interrupts())
    if out_of_turn and rng.random() < 0.5:
        return rng.choice(out_of_turn)
    moves = list(state.moves())
    if not moves:
        return None
    verb = rng.choice(sorted({str(move).split()[0] for move in moves}))
    return rng.choice([move for move in moves if str(move).split()[0] == verb])


def walk(state: Any, seed: int, most: int) -> Iterator[tuple[Any, Any]]:
    """(move, state after it), at most `most` moves. Same seed, same walk."""
    rng = random.Random(seed)
    for _ in range(most):
        move = step(state, rng)
        if move is None:
            return
        state = state.play(move)
        yield move, state


def starts(name: str, **fixed: str) -> st.SearchStrategy[Any]:
    """New games: every number of seats, every option, many seeds; `fixed` options have the values given."""
    game = puzzles.game(name)
    options = {option.name: st.sampled_from(option.values) for option in game.options}
    return st.builds(
        lambda players, seed, chosen: game.new(players=players, seed=seed, **{**chosen, **fixed}),
        st.sampled_from(list(game.seats)),
        st.integers(0, 10**6),
        st.fixed_dictionaries({}, optional=options),
    )


@st.composite
def walks(draw: st.DrawFn, name: str, most: int = 60) -> list[Any]:
    """The states of a random walk from a new game, the start first."""
    start = draw(starts(name))
    seed, length = draw(st.integers(0, 10**6)), draw(st.integers(0, most))
    return [start, *(state for _, state in walk(start, seed, length))]


def drawing_of(name: str) -> ModuleType | None:
    """The drawing functions of a game, or None while it has none."""
    if name == "toy":
        return importlib.import_module("toygame")
    if importlib.util.find_spec(f"boards.{name}") is None:
        return None
    found = importlib.util.find_spec(f"boards.{name}.draw")
    return importlib.import_module(f"boards.{name}.draw") if found else None
