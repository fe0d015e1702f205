"""Kings Under Mountains: staff against CP-SAT, plan against search without a table, endgames against minimax, races.

Positions are random by a fixed seed, the same for all methods; times are processor time of one thread. "Ours" is the
whole answer: search, plan, reasons, replay. "Plain" for a plan is every line of moves by the rules, nothing remembered;
"plain minimax" for an endgame tries every move, each position once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from bench.playouts import playouts
from bench.tables import clock, interleaved, middle, milliseconds, show
from puzzles.core.play import random_walk
from puzzles.kingdoms import CARD_SET, GAME, State, new, read_state
from puzzles.kingdoms.pieces import (
    ALL_UNITS,
    RACE,
    RACES,
    STRENGTH,
    TEXT,
    Site,
    may_follow,
    top_of,
)
from puzzles.kingdoms.problems import blanked
from solvers.core.bots import random_turn
from solvers.core.race import Player, Race, race, share_interval
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits
from solvers.kingdoms import best_move, best_turn, endgame, plain, plan, staff
from solvers.kingdoms.answers import staff_by_model
from solvers.kingdoms.endgame import minimax
from solvers.kingdoms.greedy import greedy_turn

SEED = 2026
RACE_ROUNDS = 60
"""Rounds of the searching player in races; on a board it thinks ten times as long."""


def staffs(mines: int, cards: int, count: int) -> Iterator[State]:
    """Random own mines, some begun, and a random hand."""
    rng = random.Random(f"{SEED}/{mines}/{cards}")
    for _ in range(count):
        units = [unit for unit in ALL_UNITS for _ in (0, 1)]
        rng.shuffle(units)
        king = rng.randrange(len(RACES))
        own = []
        for mine in rng.sample(CARD_SET.mines, mines):
            pile: tuple[int, ...] = ()
            for _ in range(rng.randrange(mine.size) if rng.random() < 0.4 else 0):
                fits = [u for u in units if RACE[u] != king and may_follow(top_of(pile), STRENGTH[u])]
                if fits:
                    units.remove(fits[0])
                    pile += (fits[0],)
            own.append(Site(mine, pile))
        hand = " ".join(TEXT[unit] for unit in units[:cards])
        yield read_state(f"kings: {RACES[king]}\nhands: {hand}\nown: {' '.join(map(str, own))}")


def staffing() -> None:
    """Our dynamic program against the CP-SAT model, and how it grows."""
    staff_by_model(next(staffs(1, 3, 1)))  # loads OR-Tools outside the clock
    rows: list[tuple[object, ...]] = []
    for mines, cards in ((2, 6), (4, 8), (6, 12), (8, 16), (10, 20)):
        cases = list(staffs(mines, cards, 20 if mines <= 6 else 8))
        methods = {
            "ours": lambda state: staff(state).value,
            "CP-SAT": lambda state: staff_by_model(state, Limits(20)).value,
        }
        few = {"CP-SAT": len(cases) if mines <= 6 else 4}
        seconds = interleaved(cases, methods, few)
        for name, times in seconds.items():
            rows.append(
                (mines, cards, name, len(times), milliseconds(middle(times)), milliseconds(max(times)))
            )
    show("staff", ("own mines", "cards", "method", "positions", "median ms", "worst ms"), rows)


def quick_positions(count: int, *, hand: int, mines: int) -> list[State]:
    """Positions in the middle of random games, cut down so that every line of moves can be tried."""
    found = []
    for seed in range(count):
        states = [
            s for _, s in random_walk(new(players=2, seed=seed), seed=seed, most=200) if s.step == "play"
        ]
        state = states[25]
        state = blanked(state.view(state.to_move))
        seat = state.to_move
        cut = tuple(h[:hand] if s == seat else h for s, h in enumerate(state.hands))
        camp = tuple(pile[-2:] for pile in state.camp)
        own = tuple(sites[:2] if s == seat else () for s, sites in enumerate(state.own))
        found.append(
            replace(
                state, hands=cut, camp=camp, own=own, open=state.open[:mines] + EMPTIES[mines:], removed=None
            )
        )
    return found


EMPTIES = read_state("kings: d").open


def plans() -> None:
    """Plans of 1 to 4 turns against every line of moves, and the growth on whole positions."""
    rows: list[tuple[object, ...]] = []
    for turns, hand, mines, few in ((1, 6, 4, 8), (2, 6, 4, 8), (3, 4, 3, 4), (4, 3, 3, 4)):
        cases = quick_positions(8, hand=hand, mines=mines)
        methods = {
            "ours": lambda state, turns=turns: plan(state, turns).value,
            "plain": lambda state, turns=turns: plain.plan_value(state, turns),
        }
        seconds = interleaved(cases, methods, {"plain": few})  # type: ignore[arg-type]
        every = max(1, len(cases) // few)
        ratios = [slow / fast for slow, fast in zip(seconds["plain"], seconds["ours"][::every], strict=True)]
        ours, slow = middle(seconds["ours"]), middle(seconds["plain"])
        rows.append(
            (
                turns,
                hand,
                mines,
                milliseconds(ours),
                milliseconds(slow),
                f"{middle(ratios):.0f}",
                f"{min(ratios):.0f}",
            )
        )
    show(
        "plan, small positions (2 own mines, 2 camp cards a race)",
        (
            "turns",
            "hand",
            "open mines",
            "ours, median ms",
            "plain, median ms",
            "times as fast (median)",
            "(least)",
        ),
        rows,
    )
    rows = []
    whole = []
    for seed in range(12):
        states = [
            s for _, s in random_walk(new(players=2, seed=seed), seed=seed, most=240) if s.step == "play"
        ]
        whole += [state.view(state.to_move) for state in states[5:60:18]]
    for turns in (1, 2, 3, 4, 5, 6, 8):
        seconds_, nodes = [], []
        for state in whole:
            started = clock()
            solution = plan(state, turns, Limits(20))
            seconds_.append(clock() - started)
            nodes.append(solution.nodes)
        rows.append(
            (
                turns,
                len(whole),
                milliseconds(middle(seconds_)),
                milliseconds(max(seconds_)),
                middle(nodes),
                max(nodes),
            )
        )
    show(
        "plan, views of whole games",
        ("turns", "positions", "median ms", "worst ms", "median nodes", "most nodes"),
        rows,
    )


def late(deck: int, hand: int, count: int, *, camp: int) -> list[State]:
    """Ends of random games, all cards known: so many deck cards, hands and camp piles cut."""
    found: list[State] = []
    for seed in range(100):
        for _, state in random_walk(new(players=2, seed=seed), seed=seed, most=900):
            if state.step == "play" and state.deck and len(state.deck) <= deck:
                hands = tuple(cards[:hand] for cards in state.hands)
                piles = tuple(pile[-camp:] if camp else () for pile in state.camp)
                found.append(replace(state, hands=hands, camp=piles, removed=None))
                break
        if len(found) == count:
            break
    return found


def ends() -> None:
    """Endgames: alpha-beta against plain minimax where that ends, and alpha-beta on larger ones."""
    rows: list[tuple[object, ...]] = []
    for deck, hand, camp in ((1, 2, 1), (2, 2, 0), (2, 3, 0), (2, 2, 1)):
        for state in late(deck, hand, 4, camp=camp):
            watch = Watch(Limits(20))
            started = clock()
            try:
                value = minimax(state, watch)
            except OutOfTime:
                continue
            slow = clock() - started
            started = clock()
            solution = endgame(state)
            fast = clock() - started
            assert solution.value == value
            rows.append(
                (deck, hand, camp, watch.nodes, solution.nodes, milliseconds(slow), milliseconds(fast))
            )
    show(
        "endgame against plain minimax",
        ("deck", "hand", "camp a race", "turns, minimax", "turns, ours", "minimax ms", "ours ms"),
        rows,
    )
    rows = []
    for deck, hand, camp in ((2, 3, 2), (3, 3, 2), (4, 3, 2), (1, 6, 9), (2, 6, 9), (3, 6, 9)):
        times, nodes, unfinished = [], [], 0
        for state in late(deck, hand, 6, camp=camp):
            started = clock()
            solution = endgame(state, Limits(20))
            times.append(clock() - started)
            nodes.append(solution.nodes)
            unfinished += solution.value is None
        rows.append(
            (
                deck,
                hand,
                camp,
                len(times),
                milliseconds(middle(times)),
                milliseconds(max(times)),
                max(nodes),
                unfinished,
            )
        )
    show(
        "endgame, larger (at most 20 s each)",
        ("deck", "hand", "camp a race", "positions", "median ms", "worst ms", "most nodes", "not finished"),
        rows,
    )


def turns_and_moves() -> None:
    """The board's hint and the players, on views of games."""
    views = []
    for seed in range(8):
        start = new(players=1 + seed % 4, seed=seed)
        walk = enumerate(random_walk(start, seed=seed, most=200))
        views += [s.view(s.to_move) for number, (_, s) in walk if number % 40 < 1 and not s.is_over]
    rows: list[tuple[object, ...]] = []
    for name, ask in (
        ("best_turn", lambda view: best_turn(view)),
        ("greedy_turn", lambda view: greedy_turn(view)),
        ("best_move", lambda view: best_move(view, 1)),
        (f"best_move, {RACE_ROUNDS} rounds", lambda view: best_move(view, 1, RACE_ROUNDS)),
    ):
        seconds = []
        for view in views:
            started = clock()
            ask(view)
            seconds.append(clock() - started)
        rows.append((name, len(seconds), milliseconds(middle(seconds)), milliseconds(max(seconds))))
    show("Hint and players", ("question", "positions", "median ms", "worst ms"), rows)


def searching(view: State) -> tuple[str, ...]:
    """The searching player at the pace of a race."""
    return (str(best_move(view, 1, RACE_ROUNDS)),)


def dice(view: State) -> tuple[str, ...]:
    """The random player."""
    return random_turn(view, 1)


def races(deals: int = 100, seed: int = 1) -> None:
    """Races of 2 x `deals` games: greedy against random, search against greedy."""
    rows: list[tuple[object, ...]] = []
    for name, first, second in (
        ("greedy against random", greedy_turn, dice),
        (f"search ({RACE_ROUNDS} rounds) against greedy", searching, greedy_turn),
    ):
        started = clock()
        rows.append((*raced(name, first, second, deals, seed), f"{clock() - started:.0f}"))
    show(
        "Races of two seats, every deal from both seats",
        ("race", "won", "tied", "lost", "share won (95 %, Wilson)", "points ahead (95 %)", "s"),
        rows,
    )


def raced(name: str, first: Player, second: Player, deals: int, seed: int) -> tuple[object, ...]:
    """A row of the table of races."""
    found: Race = race(GAME, first, second, deals=deals, seed=seed)
    share = share_interval(found.wins + found.ties / 2, found.wins + found.ties + found.losses)
    margin = found.margin
    return (
        name,
        found.wins,
        found.ties,
        found.losses,
        f"{share.value:.3f} ({share.low:.3f} to {share.high:.3f})",
        f"{margin.value:+.1f} ({margin.low:+.1f} to {margin.high:+.1f})",
    )


def main() -> None:
    """Print all tables."""
    print("## Kings Under Mountains")
    staffing()
    plans()
    ends()
    turns_and_moves()
    races()
    playouts(GAME, (1, 2, 4))


if __name__ == "__main__":
    main()
