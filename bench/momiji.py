"""Momiji: schedule and harvest against plain search and CP-SAT, how they grow, endgames, the best turn, playouts.

Positions are random by a fixed seed, the same for all methods; times are processor time of one thread. "Ours" is
the whole answer: search, first best plan, reasons, replay. "Plain" is exhaustive search that remembers every
position (``solvers.momiji.plain``); "plain, closed exchanges" is the same with exchanges in closed form
(``puzzles.momiji.prospect``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bench.playouts import playouts
from bench.tables import clock, interleaved, middle, milliseconds, show
from puzzles.core.play import random_walk
from puzzles.momiji import GAME, State, new, read_state
from puzzles.momiji.cards import CARD_SET, LETTER, LETTERS, VALUE
from puzzles.momiji.problems import Harvest, Schedule
from puzzles.momiji.prospect import most_points
from solvers.core.search import Watch
from solvers.core.solution import Limits, Status
from solvers.momiji import best_move, best_turn, endgame, harvest, model, plain, schedule
from solvers.momiji.course import Course
from solvers.momiji.endgame import minimax

SEED = 2026
WIDEST = (
    "r0= r1< o0= o1> y0= g0= b0= p0=",
    "r0= r1< r1> o0= y0= g0= b0= p0=",
    "r0= r0= o0= o1> y0= g0= b0= p0=",
)
DISPLAY = "r1> o2 y1> b1<"


def widest() -> list[State]:
    """Hands with a 0 of all six types and two more cards, an empty row."""
    return [
        read_state(f"types: {' '.join(LETTERS)}\nhands: {hand} | -\ndisplay: {DISPLAY}") for hand in WIDEST
    ]


def positions(cards: int, count: int, *, display: int = 4, types: int = 4) -> list[State]:
    """Random hands and displays, with a row that has grown for some turns."""
    rng = random.Random(f"{SEED}/{cards}/{types}")
    found = []
    for _ in range(count):
        letters = "".join(sorted(rng.sample(LETTERS, types), key=LETTERS.index))
        deck = list(CARD_SET.deck(letters, "A"))
        rng.shuffle(deck)
        row = []
        for letter in rng.sample(letters, rng.randint(0, types - 1)):
            pile: list[int] = []
            for card in sorted((c for c in deck if LETTER[c] == letter), key=lambda c: VALUE[c]):
                fits = VALUE[card] == 0 if not pile else 0 <= VALUE[card] - VALUE[pile[-1]] <= 1
                if fits and VALUE[card] < 3 and (not pile or rng.random() < 0.3):
                    pile.append(card)
            for card in pile:
                deck.remove(card)
            row.append(tuple(pile))
        base = read_state(f"types: {' '.join(letters)}")
        found.append(
            replace(
                base,
                hands=(tuple(sorted(deck[:cards])), ()),
                rows=(tuple(row), ()),
                display=tuple(sorted(deck[cards : cards + display])),
                deck=tuple(deck[cards + display :]),
            )
        )
    return found


def value(solve: Callable[..., Any], turns: int) -> Callable[[State], int]:
    return lambda state: solve(state, turns).value


def alone(problem: Schedule) -> Callable[[State], int]:
    """Our search for the value, without plan, reasons and replay."""
    return lambda state: Course(problem, state, Watch(Limits())).value(state, problem.turns)


def compared(
    what: str,
    cases: list[State],
    methods: dict[str, Callable[[State], int]],
    few: dict[str, int],
) -> list[tuple[object, ...]]:
    """Rows of one table: the methods on the same positions."""
    seconds = interleaved(cases, methods, few)
    fast = seconds["ours"]
    every = {name: max(1, len(cases) // few.get(name, len(cases))) for name in methods}
    rows: list[tuple[object, ...]] = []
    for name, times in seconds.items():
        same = fast[:: every[name]][: len(times)]
        ratio = middle([time / own for time, own in zip(times, same, strict=True)])
        rows.append(
            (what, name, len(times), milliseconds(middle(times)), milliseconds(max(times)), f"{ratio:.1f}")
        )
    return rows


HEADS = ("question", "method", "positions", "median ms", "worst ms", "times ours (median of ratios)")


def peers() -> None:
    """The widest hands and random ones: ours, plain search, CP-SAT."""
    cp_sat = positions(2, 1)[0]
    model.schedule(cp_sat, 1)  # loads OR-Tools outside the clock
    rows: list[tuple[object, ...]] = []
    for turns in (2, 4, 6):
        methods = {"ours": value(schedule, turns), "our search alone": alone(Schedule(turns))}
        methods["plain, closed exchanges"] = lambda state, turns=turns: most_points(state, 0, turns)  # type: ignore[misc]
        if turns == 2:
            methods["plain"] = lambda state: plain.value(state, Schedule(2))
        few = {"plain": 1, "plain, closed exchanges": 3}
        rows += compared(f"schedule, widest hands, {turns} turns", widest(), methods, few)
    for turns in (1, 2):
        methods = {
            "ours": value(harvest, turns),
            "our search alone": alone(Harvest(turns)),
            "plain": lambda state, turns=turns: plain.value(state, Harvest(turns)),  # type: ignore[misc]
        }
        rows += compared(f"harvest, widest hands, {turns} turns", widest(), methods, {"plain": 1})
    rows += compared("harvest, widest hands, 3 turns", widest(), {"ours": value(harvest, 3)}, {})
    for cards, turns in ((6, 4), (8, 4), (8, 6)):
        methods = {
            "ours": value(schedule, turns),
            "our search alone": alone(Schedule(turns)),
            "plain, closed exchanges": lambda state, turns=turns: most_points(state, 0, turns),  # type: ignore[misc]
            "CP-SAT": value(model.schedule, turns),
        }
        rows += compared(f"schedule, {cards} cards, {turns} turns", positions(cards, 20), methods, {})
    methods = {
        "ours": value(harvest, 3),
        "plain": lambda state: plain.value(state, Harvest(3)),
    }
    rows += compared("harvest, 6 cards, 3 turns", positions(6, 12), methods, {"plain": 4})
    rows += compared("harvest, 8 cards, 3 turns", positions(8, 12), {"ours": value(harvest, 3)}, {})
    show("schedule and harvest", HEADS, rows)


def growth() -> None:
    """How the search alone grows with hand and turns."""
    rows: list[tuple[object, ...]] = []
    for harvesting in (False, True):
        for cards in (4, 6, 8):
            for turns in (1, 2, 3, 4, 6):
                problem = Harvest(turns) if harvesting else Schedule(turns)
                if harvesting and turns > 4:
                    continue
                seconds, nodes = [], []
                for state in positions(cards, 30, types=6):
                    watch = Watch(Limits())
                    started = clock()
                    course = Course(problem, state, watch)
                    course.value(state, turns)
                    seconds.append(clock() - started)
                    nodes.append(watch.nodes)
                rows.append(
                    (
                        problem.name,
                        cards,
                        turns,
                        milliseconds(middle(seconds)),
                        milliseconds(max(seconds)),
                        sorted(nodes)[len(nodes) // 2],
                        max(nodes),
                    )
                )
    show(
        "Growth of the search (6 types, display of 4)",
        ("question", "hand", "turns", "median ms", "worst ms", "median nodes", "most nodes"),
        rows,
    )


def late(cards: int, deck: int, count: int) -> list[State]:
    """Starts of turns with few cards left: random play up to there, hands cut to `cards`, display to six at most."""
    found: list[State] = []
    for seed in range(200):
        start = new(players=2, seed=seed, landscapes="none")
        for _, state in random_walk(start, seed=seed, most=400):
            if state.turns_left == 0 or len(state.deck) > deck or str(state.done) != "-":
                continue
            hands = tuple(hand[:cards] for hand in state.hands)
            spare = [card for hand in state.hands for card in hand[cards:]]
            if len(state.display) <= 6:
                gone = tuple(sorted((*state.discard, *spare)))
                found.append(replace(state, hands=hands, known=((), ()), discard=gone))
            break
        if len(found) == count:
            break
    return found


def ends() -> None:
    """Endgames: alpha-beta against plain minimax where that ends, and alpha-beta on larger ones."""
    methods: dict[str, Callable[[State], int]] = {
        "ours": lambda state: endgame(state).value,  # type: ignore[dict-item,return-value]
        "plain minimax": minimax,
    }
    show(
        "endgame",
        HEADS,
        compared("endgame, 2 cards a hand, deck of 2 at most", late(2, 2, 8), methods, {}),
    )
    rows: list[tuple[object, ...]] = []
    for cards, deck in ((2, 4), (3, 4)):
        seconds, nodes = [], []
        for state in late(cards, deck, 8):
            started = clock()
            solution = endgame(state)
            seconds.append(clock() - started)
            nodes.append(solution.nodes)
            assert solution.status is Status.OPTIMAL
        rows.append(
            (cards, deck, len(nodes), milliseconds(middle(seconds)), milliseconds(max(seconds)), max(nodes))
        )
    show(
        "endgame, larger",
        ("cards a hand", "deck at most", "positions", "median ms", "worst ms", "most positions looked at"),
        rows,
    )


def turns_and_moves() -> None:
    """The board's hint and the player, on views of games."""
    views = []
    for seed in range(6):
        start = new(players=2 + seed % 3, seed=seed)
        for number, (_, state) in enumerate(random_walk(start, seed=seed, most=60)):
            if number % 15 == 0 and state.turns_left != 0:
                views.append(state.view(state.to_move))
    rows: list[tuple[object, ...]] = []
    for name, ask in (
        ("best_turn", lambda view: best_turn(view).status is Status.OPTIMAL),
        ("best_move, 400 rounds", lambda view: best_move(view, 1)),
    ):
        seconds = []
        for view in views if name == "best_turn" else views[:6]:
            started = clock()
            assert ask(view)
            seconds.append(clock() - started)
        rows.append((name, len(seconds), milliseconds(middle(seconds)), milliseconds(max(seconds))))
    show("Hint and player", ("question", "positions", "median ms", "worst ms"), rows)


def main() -> None:
    """Print all tables."""
    print("## Momiji")
    peers()
    growth()
    ends()
    turns_and_moves()
    playouts(GAME, (1, 2, 4))


if __name__ == "__main__":
    main()
