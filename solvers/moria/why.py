"""Why a turn is best, in the words of Autumn of Moria; every sentence carries a number or a rule."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.moria.cells import cell_text
from puzzles.moria.moves import Move
from puzzles.moria.problems import BestTurn
from puzzles.moria.queries import allowance, hand_size, is_frozen, is_fulfilled, ready_cells, supply
from puzzles.moria.regions import blocker, castle_cell, monster_in, pile_at, realm, realm_vp
from puzzles.moria.rules import State
from puzzles.moria.scoring import score
from puzzles.moria.state import SHOWN
from solvers.core.explain import counted, listed
from solvers.core.solution import Step
from solvers.moria.asked import card_words


def turn_steps(start: State, problem: BestTurn, plan: Sequence[Move]) -> list[Step]:
    """The plan with what each move gains and why it is made."""
    steps, state, seat = [], start, start.to_move
    for move in plan:
        after = problem.after(state, move)
        gain = problem.worth(after, seat) - problem.worth(state, seat)
        words = move_words(state, after, move)
        if (
            is_fulfilled(after, seat)
            and not is_fulfilled(state, seat)
            and not after.secrets[seat].endswith(SHOWN)
        ):
            goal = after.cards.secrets[after.secrets[seat]]
            words += f"; {goal.name} is fulfilled, {goal.vp} points (MO-49)"
        steps.append(Step(move, gain, words))
        state = after
    return steps


# --- moves --------------------------------------------------------------------------------------


def move_words(before: State, after: State, move: Move) -> str:
    """What a move of the seat to move does, with its rule; empty for ``end``."""
    if move.verb == "play":
        return _play_words(before, after, move)
    if move.verb in ("place", "move"):
        return _dwarf_words(before, after, move)
    if move.verb == "done":
        cells = ready_cells(before, before.to_move)
        if not cells:
            return "no card is ready (MO-37)"
        ready = "is ready" if len(cells) == 1 else "are ready"
        return f"{listed([card_words(before, cell) for cell in cells])} {ready} (MO-37)"
    if move.verb == "take":
        return _take_words(before, after, move)
    if move.verb == "leave":
        return "the card stays for a later turn (MO-38)"
    if move.verb == "reveal":
        secret = before.cards.secrets[before.secrets[before.to_move].removesuffix(SHOWN)]
        return f"{secret.name} is fulfilled now and brings {secret.vp}, whatever comes later (MO-47)"
    if move.verb == "burn":
        over = hand_size(before, before.to_move) - before.cards.counts.hand_limit
        return f"the hand is {over} above {before.cards.counts.hand_limit} (MO-46)"
    if move.verb == "ogre":
        return f"{move.name} is used (MO-32 to MO-36)"
    return ""


def _play_words(before: State, after: State, move: Move) -> str:
    seat, cell = before.to_move, move.cell
    assert cell is not None
    words = []
    gain = realm_vp(after, seat) - realm_vp(before, seat)
    own = realm(after, seat)
    joined = [one for one in own if one not in realm(before, seat) and one != cell]
    if gain:
        words.append(f"the realm grows by {gain} (MO-28)" if gain > 0 else f"the realm loses {-gain} (MO-28)")
    if joined and cell in own:
        words.append(f"it joins {listed([cell_text(one) for one in joined])} (MO-26)")
    for other, colour in enumerate(before.colours):
        if other != seat and realm_vp(after, other) < realm_vp(before, other):
            words.append(
                f"the realm of {colour} falls by {realm_vp(before, other) - realm_vp(after, other)} (MO-26)"
            )
    if allowance(after) > allowance(before):
        words.append(f"it gives action {allowance(after)} in this very turn (MO-14)")
    if pile_at(before, cell) is not None:
        words.append(f"it covers {card_words(before, cell)} (MO-18)")
    if not words:
        size, limit = hand_size(before, seat), before.cards.counts.hand_limit
        words.append(
            "it makes room in the hand (MO-46)" if size >= limit - 1 else "a card to work on (MO-17)"
        )
    return "; ".join(words)


def _dwarf_words(before: State, after: State, move: Move) -> str:
    seat = before.to_move
    cell = move.cell if move.verb == "place" else move.to
    assert cell is not None
    pile = pile_at(after, cell)
    assert pile is not None
    land = after.kind(pile.cards[-1])
    own = pile.dwarves[seat]
    words = [f"{own} of {land.need} on {card_words(after, cell)} (MO-37)"]
    if own > land.need:
        words = [f"dwarf {own} on {card_words(after, cell)}, which needs {land.need}"]
    if move.verb == "move":
        assert move.cell is not None
        left = pile_at(before, move.cell)
        assert left is not None
        if left.dwarves[seat] == before.kind(left.cards[-1]).need:
            words.append(f"{card_words(before, move.cell)} is not resolved then (MO-37)")
        elif not supply(before, seat):
            words.append("the supply is empty (MO-22)")
    return "; ".join(words)


def _take_words(before: State, after: State, move: Move) -> str:
    seat, cell = before.to_move, move.cell
    assert cell is not None
    pile = pile_at(before, cell)
    assert pile is not None
    land = before.kind(pile.cards[-1])
    stop = blocker(before, cell)
    if stop is not None:
        return f"{card_words(before, stop)} blocks it, the dwarves only go home (MO-40)"
    if land.task == "gain":
        number = after.gems[seat][land.gem] - before.gems[seat][land.gem]
        gem = before.cards.gems[land.gem]
        return f"{number} {gem.type} at {gem.vp} (MO-41)" if number else "the pile is empty (MO-40)"
    if land.task == "draw":
        return f"{counted(len(after.ogres[seat]) - len(before.ogres[seat]), 'ogre')} (MO-41)"
    if land.task == "slay":
        change = realm_vp(after, seat) - realm_vp(before, seat)
        words = f"a trophy of {land.trophy} (MO-31)"
        left = "the card below wakes" if pile_at(after, cell) is not None else "it leaves a gap"
        if change:
            words += f"; {left}, the realm changes by {change:+d} (MO-28)"
        return words
    if move.name == "buy":
        goal = before.cards.goals[move.what]
        paid = sum(price * gem.vp for price, gem in zip(goal.cost, before.cards.gems, strict=True))
        return f"{move.what} brings {goal.vp} for gems worth {paid} (MO-42)"
    if move.name == "dig":
        assert move.to is not None
        change = realm_vp(after, seat) - realm_vp(before, seat)
        words = f"{card_words(after, move.to)} comes up (MO-44)"
        return words + (f"; the realm changes by {change:+d} (MO-28)" if change else "")
    return "nothing is chosen: the dwarves go home (MO-39)"


# --- the whole turn -----------------------------------------------------------------------------


def turn_facts(start: State, problem: BestTurn, plan: Sequence[Move]) -> dict[str, int]:
    """Score and realm before and after."""
    seat = start.to_move
    after = problem.replayed(start, plan)
    facts = {
        "score now": score(start, seat, seat),
        "score then": score(after, seat, seat),
        "realm now": realm_vp(start, seat),
        "realm then": realm_vp(after, seat),
    }
    if problem.objective == "margin" and start.seats > 1:
        facts["margin now"] = problem.worth(start, seat)
        facts["margin then"] = problem.worth(after, seat)
    return facts


def turn_reasons(
    start: State, problem: BestTurn, plan: Sequence[Move], value: int, others: Sequence[tuple[str, int]]
) -> list[str]:
    """What the turn is made of, what is in its way, and what other ways bring.

    others  (words, value) of narrower questions, e.g. without cards
    """
    return [
        *_ready_reasons(start, problem, plan),
        *_walls_and_monsters(start),
        *(
            f"{words} brings {other}, " + (f"{value - other} less." if value > other else "just as much.")
            for words, other in others
        ),
    ]


def _ready_reasons(start: State, problem: BestTurn, plan: Sequence[Move]) -> list[str]:
    """Which cards become ready and what they bring together."""
    state, seat = start, start.to_move
    words = []
    for number, move in enumerate(plan):
        if move.verb == "done":
            cells = ready_cells(state, seat)
            actions = sum(one.verb in ("place", "move") for one in plan[:number])
            cards = sum(one.verb == "play" for one in plan[:number])
            before = problem.worth(state, seat)
            after = problem.worth(problem.replayed(state, plan[number:]), seat)
            if cells:
                words.append(
                    f"Ready with {counted(actions, 'dwarf action')}: "
                    f"{listed([card_words(state, cell) for cell in cells])}; gathering brings {after - before} (MO-37, MO-39)."
                )
            if cards:
                words.append(
                    f"{counted(cards, 'card')} played, {before - problem.worth(start, seat)} before gathering (MO-28)."
                )
            break
        state = problem.after(state, move)
    return words


def _walls_and_monsters(start: State) -> list[str]:
    """Own dwarves that a monster or a foreign dwarf keeps from their work, and a realm that a giant voids."""
    seat, words = start.to_move, []
    for pile in start.cells:
        if is_frozen(start, pile, seat):
            words.append(f"{card_words(start, pile.cell).capitalize()} is frozen by a foreign dwarf (MO-37).")
        elif pile.dwarves[seat] and (stop := blocker(start, pile.cell)) is not None:
            words.append(
                f"{card_words(start, pile.cell).capitalize()} is blocked by {card_words(start, stop)} (MO-29, MO-30)."
            )
    castle = castle_cell(start, seat)
    if castle is not None:
        giant = monster_in(start, realm(start, seat), "castle")
        if giant is not None:
            words.append(
                f"{card_words(start, giant).capitalize()} takes the extra action"
                + (" and the points of the realm" if start.options.giant_realm == "void" else "")
                + " (MO-28, MO-30)."
            )
    return words[:3]
