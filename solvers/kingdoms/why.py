"""Why a plan is best, in the words of Kings Under Mountains; every sentence carries a number or a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.odds import fill_chance
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    RACES,
    STRENGTH,
    TEXT,
    UNKNOWN_MINE,
    WRAP,
    Mine,
    Site,
    followers,
    top_of,
)
from puzzles.kingdoms.problems import Gift, Plan, Staff
from puzzles.kingdoms.prospect import can_fill, gift_worth, turns_left
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.scoring import score, scores
from puzzles.kingdoms.state import SLOTS
from solvers.core.explain import counted, listed
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Alternative, Limits, Step
from solvers.kingdoms.staffing import OWN, Kinds, Staffing, points_of

if TYPE_CHECKING:
    from solvers.kingdoms.turn import Turn, Way

_SMALL = 300
"""Positions of a search up to which an explanation makes further searches of the same kind."""


def king_name(state: State, seat: int) -> str:
    """``dwarf``: the race that a seat controls, by name."""
    return state.cards.kings[RACES[state.kings[seat]]].name


def strengths_words(strengths: Sequence[int]) -> str:
    """``5 to 9``, ``only 0``, ``9`` or ``nothing``.

    >>> strengths_words((6, 7, 8, 9)), strengths_words((0,)), strengths_words(())
    ('6 to 9', 'only 0', 'nothing')
    """
    if not strengths:
        return "nothing"
    if len(strengths) == 1:
        return f"only {strengths[0]}"
    return f"{strengths[0]} to {strengths[-1]}"


# --- moves ----------------------------------------------------------------------------------------


def move_words(before: State, after: State, move: Move) -> str:
    """What a move of the seat to move does, with its rule; empty for ``end``."""
    if move.verb == "fight":
        return _fight_words(before, move)
    if move.verb == "fill":
        return _fill_words(before, move)
    if move.verb == "discard":
        return f"nothing can be laid, so {TEXT[move.card]} leaves the hand (KD-36)"
    if move.verb == "draw":
        return _draw_words(before, move)
    return ""


def _fight_words(before: State, move: Move) -> str:
    site, seat = before.open[move.place], before.to_move
    wrap = _wrap_words(site, move.card)
    left = site.to_capture - 1
    if left:
        now = followers(STRENGTH[move.card], before.wrap)
        return f"{wrap}{counted(left, 'more card')} at {SLOTS[move.place]} to a capture (KD-20), next {strengths_words(now)} (KD-16)"
    owner, mine = before.owner_of_capture(move.card), site.mine
    if owner == seat:
        rule = "KD-21" if RACE[move.card] == before.kings[seat] else "KD-22, nobody controls that race"
        return f"{wrap}captures {mine.numbers} ({rule}): -{mine.value} now, {2 * mine.value} more once it is filled with {counted(mine.need, 'card')} (KD-41)"
    return f"{wrap}{mine.numbers} goes to seat {owner}, the {king_name(before, owner)} (KD-21): -{mine.value} for it until it lays {counted(mine.need, 'card')} (KD-41)"


def _fill_words(before: State, move: Move) -> str:
    seat = before.to_move
    site = before.own[seat][move.place]
    wrap = _wrap_words(site, move.card)
    mine, left = site.mine, site.missing - 1
    if not left:
        by = "the overseer" if mine.overseer else "the last miner"
        return f"{wrap}{by} completes {mine.numbers}: from -{mine.value} to +{mine.value} (KD-30, KD-40)"
    now = strengths_words(followers(STRENGTH[move.card], before.wrap))
    if len(site.pile) + 1 == mine.size:
        return f"{wrap}the miners are there, now a {king_name(before, seat)} must oversee: {now} (KD-28)"
    return f"{wrap}{counted(left, 'more card')} to {mine.numbers}, next {now} (KD-27)"


def _wrap_words(site: Site, card: int) -> str:
    if site.pile and top_of(site.pile) == WRAP and STRENGTH[card] == 0:
        return "a 0 on a 9 (KD-17); "
    return ""


def _draw_words(before: State, move: Move) -> str:
    if move.source == "none":
        return "no card is left to draw (KD-32)"
    if move.source == "camp":
        return f"takes {TEXT[move.card]}, open in the camp (KD-33)"
    left = f", {counted(len(before.deck) - 1, 'card')} left" if before.deck is not None else ""
    unit = before.top_card().unit
    return (
        f"takes {TEXT[unit]} from the deck (KD-32){left}" if KNOWN[unit] else f"an unseen card (KD-32){left}"
    )


# --- staff ------------------------------------------------------------------------------------------


def staff_proof(value: tuple[int, int], bound: tuple[int, int], nodes: int) -> str:
    """How it is known that nothing beats the assignment."""
    words = "Counted by cards alone, own and foreign, whatever their strengths, no choice of mines gives more than "
    words += f"{bound[0]} points"
    if value == bound:
        return f"{words}, and this one gives it."
    return (
        f"{words}; what is above {value[0]} is ruled out by {counted(nodes, 'pair')} of mine and cards left."
    )


def staff_steps(start: State, plan: Sequence[Move]) -> list[Step]:
    """Each card with the mine it goes to and what it gains."""
    problem, steps, state = Staff(), [], start
    for move in plan:
        after = problem.play(state, move)
        gain = score(after, start.to_move) - score(state, start.to_move)
        steps.append(Step(move, gain, _fill_words(state, move)))
        state = after
    return steps


def staff_reasons(start: State, staffing: Staffing, chosen: dict[int, Kinds]) -> list[str]:
    """The sum, each completed mine with its chain, and why each other mine is left."""
    seat = start.to_move
    sites = [(place, site) for place, site in enumerate(start.own[seat]) if site != EMPTY]
    gain = sum(site.mine.value for place, site in sites if place in chosen)
    loss = sum(site.mine.value for place, site in sites if place not in chosen)
    cards = sum(map(len, chosen.values()))
    reasons = [
        f"Completed mines give {gain}, the others cost {loss}: {gain - loss} points with {counted(cards, 'card')} "
        "laid (KD-40, KD-41)."
    ]
    for place, site in sites:
        if place in chosen:
            reasons.append(_chain_words(start, place, site, chosen[place]))
        else:
            reasons.append(_left_words(start, staffing, place, site))
    reasons += _wrap_worth(start, staffing, chosen)
    spare = len(start.hands[seat]) - cards
    if spare and sites:
        reasons.append(
            f"{counted(spare, 'card')} {'stays' if spare == 1 else 'stay'} in hand and {'counts' if spare == 1 else 'count'} nothing (KD-42)."
        )
    return reasons


def _chain_words(start: State, place: int, site: Site, kinds: Kinds) -> str:
    strengths = [STRENGTH[card] for card in site.pile] + [kind % OWN for kind in kinds]
    words = f"Mine {place + 1}, {site.mine.numbers}, gets {' '.join(map(str, strengths))}"
    parts = []
    if any(below == WRAP and above == 0 for below, above in pairwise(strengths)):
        parts.append("the 0 on the 9 by KD-17")
    if site.mine.overseer:
        parts.append(f"the last one a {king_name(start, start.to_move)} as overseer (KD-28)")
    return f"{words} ({', '.join(parts) or 'each stronger, KD-16'}): {2 * site.mine.value} better than left open."


def _left_words(start: State, staffing: Staffing, place: int, site: Site) -> str:
    """Why a mine is not completed: this hand cannot, or what completing it would take from others."""
    name = f"Mine {place + 1}, {site.mine.numbers}, stays open"
    if _is_large(staffing):
        return f"{name}: -{site.mine.value} (KD-41)."
    try:
        forced = forced_weight(staffing, place, _Brief())
    except OutOfTime:
        return f"{name}: -{site.mine.value} (KD-41)."
    if forced is None:
        return f"{name}: {_lacking(start, site, start.to_move)}."
    better, cards = points_of(staffing.best[0])
    with_it, more = points_of(forced)
    if better == with_it:
        return f"{name}: with it completed there are as many points, with {counted(more, 'card')} laid instead of {cards}."
    return f"{name}: with it completed the best is {better - with_it} points less, for it needs cards that others use better."


def _wrap_worth(start: State, staffing: Staffing, chosen: dict[int, Kinds]) -> list[str]:
    """What the hand could do if no 0 might lie on a 9, where the answer has one there."""
    seat = start.to_move
    wraps = any(_wraps(start.own[seat][place], kinds) for place, kinds in chosen.items())
    if not wraps or _is_large(staffing):
        return []
    straight = [
        replace(task, ways={way: kinds for way, kinds in task.ways.items() if not _wraps(task.site, kinds)})
        for task in staffing.tasks
    ]
    try:
        without = Staffing(straight, staffing.cards, _Brief()).value()
    except OutOfTime:
        return []
    less = points_of(staffing.best[0])[0] - points_of(without)[0]
    if less:
        return [f"Without a 0 on a 9 (KD-17) the best would be {counted(less, 'point')} less."]
    return ["Without a 0 on a 9 (KD-17) as many points could be had, with no fewer cards."]


def _wraps(site: Site, kinds: Kinds) -> bool:
    strengths = [STRENGTH[card] for card in site.pile[-1:]] + [kind % OWN for kind in kinds]
    return any(below == WRAP and above == 0 for below, above in pairwise(strengths))


def _is_large(staffing: Staffing) -> bool:
    """Whether another search of the same kind would take longer than an explanation may."""
    return staffing.watch.nodes > _SMALL or sum(len(task.ways) for task in staffing.tasks) > _SMALL * 10


class _Brief(Watch):
    """Ends a search that would take longer than an explanation may, at the same position on every machine."""

    def __init__(self) -> None:
        super().__init__(Limits())

    def count(self) -> None:
        super().count()
        if self.nodes > _SMALL:
            raise OutOfTime


def forced_weight(staffing: Staffing, place: int, watch: Watch | None = None) -> int | None:
    """Most weight with the mine at this place completed; None where the hand cannot complete it."""
    at = next((n for n, task in enumerate(staffing.tasks) if task.place == place), None)
    if at is None:
        return None
    bonus = sum(task.weight for task in staffing.tasks)
    tasks = list(staffing.tasks)
    tasks[at] = replace(tasks[at], weight=tasks[at].weight + bonus)
    return Staffing(tasks, staffing.cards, watch or Watch(Limits()), staffing.most).value() - bonus


def _lacking(start: State, site: Site, seat: int) -> str:
    """What the hand of a seat does not have for a mine that it does not complete."""
    race, hand = start.kings[seat], [card for card in start.hands[seat] if KNOWN[card]]
    if not site.mine.value:
        return "it is worth nothing (KD-40)"
    if can_fill(site, hand, race, start.wrap):
        return "the hand could fill it, but its cards or the turns left do more for others"
    foreign = sum(RACE[card] != race for card in hand)
    needed = max(site.mine.size - len(site.pile), 0)
    miners, overseer, top = counted(needed, "miner"), king_name(start, seat), top_of(site.pile)
    if foreign < needed:
        return f"it needs {miners} more and the hand has {counted(foreign, 'card')} of other races (KD-27)"
    own = sorted({STRENGTH[card] for card in hand if RACE[card] == race})
    if site.mine.overseer and not own:
        return f"it needs a {overseer} as overseer and the hand has none (KD-28)"
    if not needed:
        fitting = strengths_words(followers(top, start.wrap))
        return f"only a {overseer} of strength {fitting} may oversee, the hand has {listed(list(map(str, own)))} (KD-28)"
    above = f" above {top}" if top is not None else ""
    then = f" with a {overseer} above them" if site.mine.overseer else ""
    return f"the hand has no chain of {miners}{above}{then}, each stronger than the one before (KD-16)"


# --- gift -------------------------------------------------------------------------------------------


def no_capture(start: State) -> str:
    """Why nothing can be captured now."""
    near = [
        f"{SLOTS[slot]} after a {top_of(site.pile)}" if site.pile else SLOTS[slot]
        for slot, site in enumerate(start.open)
        if site.to_capture == 1 and site.mine != UNKNOWN_MINE
    ]
    if not near:
        return "No open mine is one card short of its defence (KD-20)."
    return f"{counted(len(near), 'open mine')} one card short ({listed(near)}), but no card of the hand fits (KD-16)."


def gift_words(start: State, move: Move, gain: int) -> str:
    """Who gets the mine, what it needs, and what it does to the margin."""
    site, owner = start.open[move.place], start.owner_of_capture(move.card)
    who = f"seat {owner}" if owner != start.to_move else "the seat itself"
    return f"{who} gets {site.mine.numbers} (KD-{'21' if RACE[move.card] in start.kings else '22'}); the margin changes by {gain:+d}; {need_words(_turn_ended(start, move), owner, site.mine)}"


def _turn_ended(start: State, move: Move) -> State:
    """The next turn if the deck is drawn from after this laying; the camp where there is no deck."""
    state = start.after(move)
    while state.step != "play":
        state = state.after(state.moves()[0])
    return state


def need_words(after: State, seat: int, mine: Mine) -> str:
    """Need of a mine against the turns that its owner has left after this one, and how often six cards fill it."""
    words = f"it needs {counted(mine.need, 'card')}"
    turns = turns_left(after, seat)
    if turns is not None:
        words += f", seat {seat} has {counted(turns, 'turn')} left if all draw from the deck"
        if mine.need > turns:
            return f"{words}: then it costs {mine.value} (S2)"
    chance = fill_chance(mine.size, mine.overseer, wrap=after.wrap)
    return f"{words}; six random cards fill it at {float(chance):.2f} (S1)"


def gift_others(start: State, captures: Sequence[tuple[int, Move]], best: Move) -> list[Alternative]:
    """The other captures in the order of moves."""
    return [
        Alternative(str(move), gain, gift_words(start, move, gain)) for gain, move in captures if move != best
    ]


def gift_reasons(start: State, captures: Sequence[tuple[int, Move]], best: Move) -> list[str]:
    """How the margins come about, the worst capture, and that it is one ply."""
    points, seat = scores(start), start.to_move
    rivals = [number for other, number in enumerate(points) if other != seat]
    reasons = [f"Now the margin is {points[seat]} - {max(rivals)} = {points[seat] - max(rivals):+d}."]
    after = Gift().play(start, best)
    reasons.append(_margin_words(start, after, best))
    worst_gain, worst = min(captures, key=lambda one: one[0])
    if worst_gain < captures_gain(captures, best):
        reasons.append(f"The worst capture is {worst}: {worst_gain:+d}.")
    reasons.append(
        "One laying is counted and no filling: whether the owner can fill the mine is not (section 5)."
    )
    return reasons


def captures_gain(captures: Sequence[tuple[int, Move]], move: Move) -> int:
    """What a capture gives."""
    return next(gain for gain, other in captures if other == move)


def _margin_words(start: State, after: State, move: Move) -> str:
    before, points, seat = scores(start), scores(after), start.to_move
    owner = start.owner_of_capture(move.card)
    words = f"{move} takes {'the own score' if owner == seat else f'seat {owner}'} from {before[owner]} to {points[owner]}"
    rivals = [number for other, number in enumerate(points) if other != seat]
    return f"{words}; the best rival then has {max(rivals)}, the margin is {points[seat] - max(rivals):+d} (KD-41)."


# --- the best turn ----------------------------------------------------------------------------------


def hundredths(value: int, *, sign: bool = True) -> str:
    """Hundredths of a point as points: ``+7.98``."""
    return f"{value / 100:{'+' if sign else ''}.2f}"


def turn_reasons(turn: Turn, way: Way, others: Sequence[Way]) -> list[str]:
    """What the turn itself changes, what the hand fills after it, what is given, what is short, the next best."""
    after, seat = way.after, turn.seat
    now = score(after, seat)
    gained, cards, chosen = turn.staffed(after)
    reasons = [
        f"This turn {now - turn.before:+d}, to {now} points; with the hand after it {now + gained} are in reach "
        f"with {counted(cards, 'card')} laid (KD-40, KD-41)."
    ]
    for place in sorted(chosen):
        site = after.own[seat][place]
        kinds = " ".join(_kind_words(after, seat, kind) for kind in chosen[place])
        reasons.append(
            f"Mine {place + 1}, {site.mine.numbers}, is then filled with {kinds}: {2 * site.mine.value:+d}."
        )
    turns = turns_left(after, seat)
    for place, site in enumerate(after.own[seat]):
        if place not in chosen and site != EMPTY:
            reasons.append(_at_risk_words(after, seat, place, site, turns))
    for rival, site in turn.given(after):
        reasons.append(
            f"Seat {rival} gets {site.mine.numbers}: {need_words(after, rival, site.mine)}, so it is expected to bring it "
            f"{hundredths(_expected(after, rival, site.mine))} (S1)."
        )
    if others:
        loss = way.value - others[0].value
        reasons.append(
            f"The best other beginning, {others[0].moves[0]}, promises {hundredths(others[0].value)}, "
            + (f"{hundredths(loss, sign=False)} less." if loss else "just as much.")
        )
    return reasons


def _kind_words(state: State, seat: int, kind: int) -> str:
    """A kind as a card: the cheapest of the hand that it may be."""
    race, strength = state.kings[seat], kind % OWN
    own = kind >= OWN
    card = next(
        card
        for card in state.hands[seat]
        if KNOWN[card] and STRENGTH[card] == strength and (RACE[card] == race) is own
    )
    return TEXT[card]


def _expected(state: State, seat: int, mine: Mine) -> int:
    """Hundredths of a point that a mine is expected to bring its new owner, as ``best_turn`` counts them."""
    return int(100 * gift_worth(mine, turns_left(state, seat), state.wrap) // 1)


def _at_risk_words(state: State, seat: int, place: int, site: Site, turns: int | None) -> str:
    """What an own mine that the hand does not fill still needs, and whether there is time."""
    name = f"Mine {place + 1}, {site.mine.numbers}, is at risk of -{site.mine.value}"
    if turns is not None and site.missing > turns:
        return f"{name}: it needs {counted(site.missing, 'card')}, and {counted(turns, 'own turn')} are left if all draw from the deck (KD-38)."
    lacking = _lacking(state, site, seat)
    if turns is None:
        return f"{name}: {lacking}."
    return f"{name}: {lacking}; {counted(turns, 'own turn')} are left for it if all draw from the deck."


def compare_words(turn: Turn, start: State, way: Way, best: Way) -> str:
    """A move against the best, in points."""
    move, loss = way.moves[0], best.value - way.value
    if loss == 0:
        words = [f"Nothing is lost: {hundredths(way.value)} points are promised after it, the most there is"]
    else:
        words = [
            f"{hundredths(way.value)} points are promised after it, {hundredths(loss, sign=False)} fewer than by the best "
            f"turn ({hundredths(best.value)})"
        ]
    done = move_words(start, way.after, move)
    if done:
        words.append(done[0].upper() + done[1:])
    for rival, site in turn.given(way.after):
        words.append(f"Seat {rival} gets the mine: {need_words(way.after, rival, site.mine)}")
    if loss:
        words.append(f"The best turn is {', '.join(map(str, best.moves))}")
    return ". ".join(words) + "."


# --- plans ------------------------------------------------------------------------------------------


def plan_proof(value: int, bound: int, nodes: int) -> str:
    """How it is known that nothing beats the plan."""
    words = (
        "Counted by turns alone, each mine taking as many as it misses cards, "
        f"no plan gains more than {counted(bound, 'point') if bound else '0 points'}"
    )
    if value == bound:
        return f"{words}, and this one gains it."
    return f"{words}; all above {value} is ruled out by {counted(nodes, 'position')} looked at."


def plan_steps(problem: Plan, start: State, plan: Sequence[Move]) -> list[Step]:
    """The steps of a plan, each with what it gains and does."""
    steps, state, seat = [], start, start.to_move
    for move in plan:
        after = problem.play(state, move)
        gain = score(after, seat) - score(state, seat)
        words = move_words(state, after, move)
        if move.verb == "draw" and move.source == "deck":
            words = "the camp has no card, so the draw is a blank (KD-32)"
        steps.append(Step(move, gain, words))
        state = after
    return steps


def plan_facts(problem: Plan, start: State, plan: Sequence[Move], greedy: int) -> dict[str, int]:
    """What the plan does in numbers; ``greedy`` is what the laying that promises most, turn by turn, gains."""
    end = problem.replayed(start, plan)
    seat, owned = start.to_move, len(start.own[start.to_move])
    completed = len(end.done[seat]) - len(start.done[seat])
    return {
        "score now": score(start, seat),
        "score then": score(end, seat),
        "completed": completed,
        "captured for itself": len(end.own[seat]) - owned + completed,
        "given away": sum(map(len, end.own)) - sum(map(len, start.own)) - len(end.own[seat]) + owned,
        "greedy": greedy,
    }


def plan_reasons(
    problem: Plan, start: State, plan: Sequence[Move], greedy: int, *, proved: bool
) -> list[str]:
    """Where the points come from, what greed loses, what is taken back from the camp, what is still at risk."""
    facts = plan_facts(problem, start, plan, greedy)
    end, seat = problem.replayed(start, plan), start.to_move
    gain = facts["score then"] - facts["score now"]
    reasons = [
        f"Mines completed: {facts['completed']}, captured for "
        f"itself: {facts['captured for itself']}. That is {gain:+d}, from {facts['score now']} to {facts['score then']} (KD-40, KD-41)."
    ]
    if facts["given away"]:
        reasons.append(
            f"{counted(facts['given away'], 'mine')} given away; that changes nothing of the own score (KD-21)."
        )
    if proved and greedy < gain:
        reasons.append(
            f"Laying what promises most by the number of turns alone gains {greedy}, {gain - greedy} less: it runs out of fitting cards."
        )
    reasons += _taken_back(start, plan)
    for place, site in enumerate(end.own[seat], 1):
        if site != EMPTY:
            reasons.append(
                f"Mine {place}, {site.mine.numbers}, then still needs {counted(site.missing, 'card')}: -{site.mine.value} (KD-41)."
            )
    if plan.count(END) + (plan[-1:] != [END]) < problem.turns:
        reasons.append("The deck is empty after it, so the plan ends before its last turn (KD-38).")
    return reasons


def _taken_back(start: State, plan: Sequence[Move]) -> list[str]:
    """Cards laid in a fight and drawn again from the camp."""
    fought: list[int] = []
    back: list[str] = []
    for move in plan:
        if move.verb == "fight":
            fought.append(move.card)
        elif move.verb == "draw" and move.card in fought:
            back.append(TEXT[move.card])
            fought.remove(move.card)
    if not back:
        return []
    return [
        f"A fight that is won feeds the camp: {listed(back)} {'comes' if len(back) == 1 else 'come'} back by a draw (KD-23, KD-34)."
    ]


# --- endgames ---------------------------------------------------------------------------------------


def endgame_reasons(
    start: State, plan: Sequence[Move], others: Sequence[Alternative], value: int
) -> list[str]:
    """The final scores, captures and completions on the line, what is left over, the next best first move."""
    state, seat = start, start.to_move
    done: list[str] = []
    for move in plan:
        after = state.after(move)
        if move.verb == "fight" and state.open[move.place].to_capture == 1:
            mine, owner = state.open[move.place].mine, state.owner_of_capture(move.card)
            whom = "for itself" if owner == state.to_move else f"for seat {owner}"
            done.append(f"seat {state.to_move} captures {mine.numbers} {whom}")
        elif len(after.done[state.to_move]) > len(state.done[state.to_move]):
            done.append(f"seat {state.to_move} completes {after.done[state.to_move][-1].numbers}")
        state = after
    points = scores(state)
    turns = plan.count(END)
    reasons = [
        f"After {counted(turns, 'turn')} it ends {points[seat]} to {points[1 - seat]}, {value:+d} for seat {seat} (KD-38, KD-43)."
    ]
    if done:
        reasons.append(f"On the way {listed(done)} (KD-21, KD-30).")
    left = [(owner, site.mine) for owner in (seat, 1 - seat) for site in state.own[owner] if site != EMPTY]
    reasons += [
        f"Seat {owner} cannot complete {mine.numbers} in time: -{mine.value} (KD-41)." for owner, mine in left
    ]
    reasons += [f"The best other first move is {other.move}: {other.why}." for other in others]
    return reasons
