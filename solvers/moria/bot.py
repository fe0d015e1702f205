"""Players: one that looks one action ahead, and one that plays the best turn found and then prepares the next."""

from __future__ import annotations

from puzzles.core.state import RulesError
from puzzles.moria.moves import HIDDEN, Move
from puzzles.moria.problems import BestTurn
from puzzles.moria.queries import hand_size, is_frozen, live_allowance
from puzzles.moria.regions import is_blocked
from puzzles.moria.rules import State, read_state
from puzzles.moria.scoring import score
from solvers.core.search import OutOfTime
from solvers.moria.plain import Plain
from solvers.moria.plan import Budget, Turn, kept

NODES = 600
"""Positions that the searching player looks at in a turn; about half a second."""

OWN = BestTurn("own")


def read_view(state: State | str, name: str) -> State:
    """What the seat to move knows. Raises RulesError, also for a game that is over."""
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(f"{name}: got {type(state).__name__}, expected a position of moria or its text")
    OWN.check_start(state)
    return OWN.seen(state)


def promise(state: State, seat: int) -> float:
    """What a position promises a seat: its score, its castle's action, and work that is on its way; in points.

    A card counts in proportion to the dwarves that it has of those it needs. Gems of the goal that is nearest count
    more, and a hand that will have to be burned counts against it.
    """
    cards = state.cards
    worth = float(score(state, seat, seat))
    worth += 3.0 * (live_allowance(state, seat) - cards.counts.actions)
    gems = state.gems[seat]
    wanted = [0.0] * len(gems)
    trade = 0.5
    for goal in state.open_goals:
        if goal == HIDDEN:
            continue
        cost = cards.goals[goal].cost
        lacking = sum(max(0, price - have) for price, have in zip(cost, gems, strict=True))
        paid = sum(price * gem.vp for price, gem in zip(cost, cards.gems, strict=True))
        surplus = max(0, cards.goals[goal].vp - paid)
        trade = max(trade, surplus / (1 + 2 * lacking))
        for gem, (price, have) in enumerate(zip(cost, gems, strict=True)):
            if price > have:
                wanted[gem] = max(wanted[gem], surplus / (1 + lacking))
    for pile in state.cells:
        own, land = pile.dwarves[seat], state.kind(pile.cards[-1])
        foreign = sum(pile.dwarves) - own
        if not own or (foreign and state.options.mixed == "freeze") or is_frozen(state, pile, seat):
            continue
        if is_blocked(state, pile.cell):
            continue
        brings = {
            "gain": land.amount * cards.gems[land.gem].vp + wanted[land.gem],
            "trade": trade,
            "slay": float(land.trophy),
            "draw": 0.5,
            "dig": 0.2,
        }[land.task]
        worth += 0.9 * brings * (min(own, land.need) / land.need) ** 0.5
    return worth - 0.6 * max(0, hand_size(state, seat) - cards.counts.hand_limit + 2)


def _actions(state: State) -> list[Move]:
    return [move for move in state.moves() if move.verb in ("play", "place", "move")]


def _gathered(state: State) -> list[Move]:
    """The exact best end of a turn from phase gather or burn."""
    return Plain(OWN).plan(state)


def prepared(state: State, floor: int | None) -> list[Move]:
    """Actions one by one, each the one that promises most, while one promises more than to stop.

    floor  points that gathering must still reach after each; None for no such demand
    """
    seat = state.to_move
    plan: list[Move] = []
    while True:
        now = promise(state, seat)
        ranked = sorted(
            (
                (-promise(state.after(move), seat), number, move)
                for number, move in enumerate(_actions(state))
            ),
            key=lambda one: one[:2],
        )
        for promised, _, move in ranked[:8]:
            if -promised <= now:
                return plan
            after = state.after(move)
            if floor is None or _reached(after) >= floor:
                plan.append(move)
                state = after
                break
        else:
            return plan


def _reached(state: State) -> int:
    """Points after the best gathering when the phase is closed now."""
    closed = OWN.after(state, Move("done"))
    return OWN.worth(OWN.replayed(closed, _gathered(closed)), state.to_move)


def greedy_turn(state: State | str) -> tuple[str, ...]:
    """The moves of the greedy player's turn, as texts. Raises RulesError."""
    view = read_view(state, "greedy_turn")
    return tuple(map(str, _finished(view, prepared(view, None) if view.phase == "act" else [])))


def search_turn(state: State | str) -> tuple[str, ...]:
    """The moves of the searching player: the best turn found, its spare actions spent on the next. Raises RulesError."""
    view = read_view(state, "search_turn")
    if view.phase != "act":
        return tuple(map(str, _gathered(view)))
    turn = Turn(OWN, view, Budget(NODES))
    try:
        _, plan = turn.solve()
    except OutOfTime:
        _, plan = kept(turn)
    closing = next(number for number, move in enumerate(plan) if move.verb == "done")
    acts = plan[:closing]
    now = OWN.replayed(view, acts)
    return tuple(map(str, _finished(view, [*acts, *prepared(now, _reached(now))])))


def _finished(view: State, acts: list[Move]) -> list[Move]:
    """The turn with its gathering, burning and end."""
    if view.phase != "act":
        return _gathered(view)
    closed = OWN.replayed(view, [*acts, Move("done")])
    return [*acts, Move("done"), *_gathered(closed)]


def idle(view: State) -> list[Move]:
    """What to do when no turn brings a point: prepare one."""
    view = read_view(view, "idle")
    return _finished(view, prepared(view, _reached(view)) if view.phase == "act" else [])
