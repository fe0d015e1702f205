"""Small searches of Kings Under Mountains to look at: chains, the table of ``staff``, lines of ``plan``, alpha-beta step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.pieces import KNOWN, RACE, STRENGTH, Site, followers, may_follow, top_of, without
from puzzles.kingdoms.problems import Endgame, Plan, Staff
from puzzles.kingdoms.prospect import can_fill
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.scoring import completed, margin, score
from puzzles.kingdoms.state import units_text
from solvers.core.alphabeta import Ply, alpha_beta_steps
from solvers.kingdoms.asking import read_asked

# --- chains -----------------------------------------------------------------------------------------


def chains_after(top: int | None, length: int, wrap: bool = True) -> tuple[tuple[int, ...], ...]:
    """Every sequence of so many strengths that may follow `top`, each on the one before; None: an empty pile.

    >>> len(chains_after(9, 2)), chains_after(8, 2)
    (9, ((9, 0),))
    """
    if length == 0:
        return ((),)
    return tuple(
        (strength, *rest)
        for strength in followers(top, wrap)
        for rest in chains_after(strength, length - 1, wrap)
    )


# --- staff ------------------------------------------------------------------------------------------


def ways_to_fill(
    site: Site, hand: tuple[int, ...], king: int, wrap: bool = True
) -> Iterator[tuple[int, ...]]:
    """Every way to complete an own mine from these units, in the order of laying."""

    def on(top: int | None, laid: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if laid == site.mine.need:
            yield ()
            return
        for unit in dict.fromkeys(left):
            wanted = (RACE[unit] == king) is (laid == site.mine.size)
            if wanted and may_follow(top, STRENGTH[unit], wrap):
                for rest in on(STRENGTH[unit], laid + 1, without(left, unit)):
                    yield (unit, *rest)

    return on(top_of(site.pile), len(site.pile), hand)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the table of ``staff``: the most points that the mines from `mine` on bring with the cards `left`.

    mine     number of the mine, from 1, as in ``own``
    left     the cards, as text
    leave    points when this mine is left open and the best follows
    fill     points when it is filled in the best way, and the cards for it; None where the cards cannot
    """

    mine: int
    left: str
    leave: int
    fill: tuple[int, str] | None

    @property
    def value(self) -> int:
        return self.leave if self.fill is None else max(self.leave, self.fill[0])


def staff_table(start: State | str) -> tuple[Entry, ...]:
    """The whole table that the dynamic program of ``staff`` fills, in the order in which its entries are finished.

    The last entry is the answer (points only). For small hands: cards keep their races here. Raises RulesError.
    """
    state = read_asked(start, "staff_table")
    seat = state.to_move
    king, sites = state.kings[seat], state.own[seat]
    known: dict[tuple[int, tuple[int, ...]], Entry] = {}

    def best(at: int, left: tuple[int, ...]) -> int:
        if at == len(sites):
            return 0
        if (at, left) not in known:
            site = sites[at]
            leave = best(at + 1, left) - site.mine.value
            fill: tuple[int, str] | None = None
            tried = set()
            for way in ways_to_fill(site, left, king, state.wrap):
                rest = left
                for unit in way:
                    rest = without(rest, unit)
                if rest in tried:
                    continue
                tried.add(rest)
                points = site.mine.value + best(at + 1, rest)
                if fill is None or points > fill[0]:
                    fill = points, units_text(way)
            known[at, left] = Entry(at + 1, units_text(left), leave, fill)
        return known[at, left].value

    best(0, tuple(card for card in state.hands[seat] if KNOWN[card]))
    return tuple(known.values())


def greedy_staff(start: State | str) -> tuple[int, tuple[str, ...]]:
    """Points and plan of the player who fills the dearest mine first, each time with the lowest cards that do."""
    state = read_asked(start, "greedy_staff")
    problem, seat, begun = Staff(), state.to_move, completed(state, state.to_move)
    plan: list[Move] = []
    for place, site in sorted(enumerate(state.own[seat]), key=lambda one: (-one[1].mine.value, one[0])):
        if not can_fill(site, state.hands[seat], state.kings[seat], state.wrap):
            continue
        for _ in range(site.missing):
            move, state = next(_lowest(problem, state, place))
            plan.append(move)
    return score(state, seat) - begun, tuple(map(str, plan))


def _lowest(problem: Staff, state: State, place: int) -> Iterator[tuple[Move, State]]:
    """The cards, lowest first, with which the filling of a mine can go on to its end, and the position after each."""
    seat = state.to_move
    site, hand = state.own[seat][place], state.hands[seat]
    fits = [card for card in set(hand) if KNOWN[card] and state.fits(card, site)]
    for card in sorted(fits, key=lambda card: (STRENGTH[card], card)):
        move = Move("fill", card, place)
        after = problem.play(state, move)
        if site.missing == 1 or can_fill(
            after.own[seat][place], after.hands[seat], state.kings[seat], state.wrap
        ):
            yield move, after


# --- plan -------------------------------------------------------------------------------------------


def greedy_plan(start: State | str, turns: int) -> tuple[int, tuple[str, ...]]:
    """What the player gains who lays what gains most at once and draws the first card; ties: the first move.

    Points and plan of so many turns as ``plan`` has them. Raises RulesError.
    """
    state = read_asked(start, "greedy_plan")
    problem, seat, before = Plan(turns), state.to_move, score(state, state.to_move)
    problem.check_start(state)
    plan: list[Move] = []

    def at_once(move: Move) -> int:
        return score(problem.play(state, move), seat)

    while plan.count(END) < turns and not (state.step == "play" and state.deck == ()):
        laying = state.step == "play"
        move = max(problem.moves(state), key=at_once)
        state = problem.play(state, move)
        plan.append(move)
        if laying and plan.count(END) == turns - 1:
            break  # the draw after the last laying is left out
    return score(state, seat) - before, tuple(map(str, plan))


@dataclass(frozen=True, slots=True)
class Counts:
    """How large a plain search of ``plan`` is.

    lines      ways to play the turns
    positions  different positions, at every step of a turn
    value      of the best line
    """

    lines: int
    positions: int
    value: int


def count_lines(start: State | str, turns: int) -> Counts:
    """Counts of all lines of ``plan``, each position once (a table). Raises RulesError."""
    state = read_asked(start, "count_lines")
    problem, seat = Plan(turns), state.to_move
    problem.check_start(state)
    known: dict[tuple[State, int], tuple[int, int]] = {}

    def count(now: State, left: int) -> tuple[int, int]:
        """(lines, most points) from here on."""
        if left == 0 or (now.step == "play" and now.deck == ()):
            return 1, 0
        key = (now, left)
        if key not in known:
            lines, best = 0, -1_000_000
            for move in problem.moves(now):
                after = problem.play(now, move)
                ends = move == END or (left == 1 and now.step == "play")  # the last draw is left out
                more, points = count(after, left - ends)
                lines += more
                best = max(best, points + score(after, seat) - score(now, seat))
            known[key] = lines, best
        return known[key]

    lines, value = count(state, turns)
    return Counts(lines, max(1, len(known)), value)


# --- endgame ----------------------------------------------------------------------------------------

FAR = 1_000_000
"""More than any margin."""


def endgame_turns(state: State) -> list[tuple[str, State]]:
    """Every turn of the seat to move as (laying and draw, position after it), turns with the same end once.

    Of the draws after a laying that ends the game only the first is kept (R5).
    """
    found: dict[object, tuple[str, State]] = {}
    for move in state.moves():
        laid = state.after(move)
        over_by_laying = laid.deck == ()
        for draw in laid.moves():
            after = laid.after(draw)
            text = str(move)
            if draw != END:
                text += f", {draw}"
                after = after.after(END)
            found.setdefault(
                (move, after.is_over) if over_by_laying and after.is_over else after, (text, after)
            )
    return list(found.values())


def endgame_steps(
    start: State | str, *, pruning: bool = True, best_first: bool = False, limit: int = 20_000
) -> tuple[Ply[State], ...]:
    """The steps of alpha-beta through an endgame, turn by turn; the last one brings the value to the start.

    Values are margins of the seat that is to move at the start.
    pruning     False: minimax
    best_first  look first at the turn that is best for the margin at once; False: in the order of moves
    limit       steps after which it gives up
    Raises RulesError, and ValueError when there are more steps than the limit.
    """
    state = read_asked(start, "endgame_steps")
    Endgame().check_start(state)
    seat = state.to_move
    steps: list[Ply[State]] = []
    for step in alpha_beta_steps(
        state,
        lambda now: _ordered(now, best_first),
        lambda now: now.to_move == seat,
        lambda now: margin(now, seat) if now.is_over else None,
        pruning=pruning,
    ):
        if len(steps) == limit:
            raise ValueError(
                f"this search has more than {limit} steps; choose a smaller endgame, or ask solvers.kingdoms.endgame"
            )
        steps.append(step)
    return tuple(steps)


def _ordered(state: State, best_first: bool) -> list[tuple[str, State]]:
    turns = endgame_turns(state)
    if best_first:
        turns.sort(key=lambda turn: -margin(turn[1], state.to_move))
    return turns


@dataclass(frozen=True, slots=True)
class Looked:
    """What a search of an endgame found, and at how many positions it looked (starts of turns and ends)."""

    value: int
    positions: int


def look_at(
    start: State | str, *, pruning: bool = True, table: bool = True, best_first: bool = True
) -> Looked:
    """An endgame by minimax or alpha-beta, with a table of positions met before or without. Raises RulesError.

    The value is the margin of the seat to move; see ``endgame_steps``.
    """
    state = read_asked(start, "look_at")
    Endgame().check_start(state)
    seen: dict[State, tuple[int, int]] = {}
    positions = 0

    def look(now: State, low: int, high: int) -> int:
        """The margin of the seat to move: exact between low and high, otherwise a bound beyond them."""
        nonlocal positions
        least, most = seen.get(now, (-FAR, FAR))
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        positions += 1
        if now.is_over:
            return margin(now, now.to_move)
        best, floor = -FAR, low
        for _, after in _ordered(now, best_first):
            if after.is_over:
                positions += 1
                value = margin(after, now.to_move)
            else:
                value = -look(after, -high, -floor)
            best = max(best, value)
            floor = max(floor, best) if pruning else floor
            if pruning and best >= high:
                break
        if table:
            seen[now] = (best if best > low else -FAR, best if best < high else FAR)
        return best

    return Looked(look(state, -FAR, FAR), positions)


def tree_size(start: State | str) -> tuple[int, int, int]:
    """(places of the whole tree of turns, lines to the end, different positions) of an endgame. Raises RulesError."""
    state = read_asked(start, "tree_size")
    Endgame().check_start(state)

    @cache
    def size(now: State) -> tuple[int, int]:
        if now.is_over:
            return 1, 1
        below = [size(after) for _, after in endgame_turns(now)]
        return 1 + sum(places for places, _ in below), sum(lines for _, lines in below)

    places, lines = size(state)
    return places, lines, size.cache_info().currsize


__all__ = [
    "Counts",
    "Entry",
    "Looked",
    "chains_after",
    "count_lines",
    "endgame_steps",
    "endgame_turns",
    "greedy_plan",
    "greedy_staff",
    "look_at",
    "staff_table",
    "tree_size",
    "ways_to_fill",
]
