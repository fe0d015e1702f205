"""Why a plan is best, in the words of Momiji; every sentence carries a number or a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzles.momiji.cards import LETTER, TEXT, VALUE
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import is_closed, place_of, touching
from puzzles.momiji.problems import ActivateValue, Schedule
from puzzles.momiji.rules import State
from puzzles.momiji.scoring import objective_points, pile_points, scores
from solvers.core.explain import counted, listed
from solvers.core.search import Watch
from solvers.core.solution import HUNDREDTHS, Alternative, Limits, Step, figure
from solvers.momiji.course import Course, standing

_SMALL = 3000
"""Positions of a search up to which an explanation makes further searches of the same kind."""


def named(state: State, card: int) -> str:
    """``red``: the name of a card's type."""
    return state.cards.types[LETTER[card]].name


def cards_words(cards: Sequence[int]) -> str:
    """``r0=, r1> and o2``."""
    return listed([TEXT[card] for card in cards])


# --- moves ----------------------------------------------------------------------------------------


def move_words(before: State, after: State, move: Move) -> str:
    """What a move of the seat to move does, with its rule; empty for ``end``."""
    if move.verb == "play":
        parts = [_pile_words(before, after, move)]
        if move.mode == "different":
            parts.append(_pair_words(before, after))
        return "; ".join(filter(None, parts))
    p = before.cards.parameters
    if move.verb == "collect":
        taken = [card for card in before.display if LETTER[card] == move.letter]
        return f"takes {cards_words(taken)} from the display (MJ-30)"
    if move.verb == "exchange":
        return f"gives {cards_words(move.cards)} for {counted(_acorns(before, after), 'acorn')} (MJ-67)"
    if move.verb == "drop":
        return f"drops {cards_words(move.cards)}: the hand holds {before.options.hand_limit} at most (MJ-70)"
    if move.verb == "activate":
        return (
            f"{before.cards.objectives[move.id].text} for {counted(-_acorns(before, after), 'acorn')}: "
            f"{p.holder_points} points if the best value is shared at the end (MJ-64, MJ-87)"
        )
    if move.verb == "use":
        return f"{before.cards.landscapes[move.id].text} for {counted(p.landscape_cost, 'acorn')} (MJ-68)"
    if move.verb == "reveal":
        return (
            f"{p.reveal_cards} cards are added to the display for {counted(p.reveal_cost, 'acorn')} (MJ-31)"
        )
    return ""


def _acorns(before: State, after: State) -> int:
    return after.acorns[before.to_move] - before.acorns[before.to_move]


def _pile_words(before: State, after: State, move: Move) -> str:
    """What the piles that got a card are worth now."""
    seat = before.to_move
    words = []
    for letter in dict.fromkeys(LETTER[card] for card in move.cards):
        place = place_of(after.rows[seat], letter)
        assert place is not None
        pile = after.rows[seat][place]
        was = place_of(before.rows[seat], letter)
        now = pile_points(pile)
        gain = now - (pile_points(before.rows[seat][was]) if was is not None else 0)
        if gain:
            closed = ", closed" if is_closed(pile) else ""
            words.append(
                f"{named(before, pile[-1])} is worth {len(pile)} x {VALUE[pile[-1]]} = {now}{closed}"
            )
        elif was is None:
            words.append(f"{named(before, pile[-1])} begins")
    return f"{listed(words)} (MJ-85)" if words else ""


def _pair_words(before: State, after: State) -> str:
    """Which neighbours touch after a different play and what they pay."""
    row = after.rows[before.to_move]
    pairs = touching(row, before.options.closed_bonus == "yes")
    names = [
        f"{named(before, row[place][-1])}-{named(before, row[place + 1][-1])}"
        for place, does in enumerate(pairs)
        if does
    ]
    if not names:
        return "no icons touch (MJ-60)" if len(row) > 1 else ""
    verb = "touches" if len(names) == 1 else "touch"
    return f"{listed(names)} {verb}: {counted(_acorns(before, after), 'acorn')} (MJ-60)"


# --- schedule and harvest -------------------------------------------------------------------------


def order_proof(value: int, bound: int, nodes: int) -> str:
    """How it is known that nothing beats the plan."""
    grown = "every pile grown by itself, the turns shared out in the best way and every pair that can have icons paid"
    if value == bound:
        return f"With {grown} no plan gives more than {bound}, and this one gives it."
    return (
        f"With {grown} no plan gives more than {bound}; {counted(nodes, 'position')} were looked at to rule out "
        f"all above {value}."
    )


def order_steps(
    problem: Schedule, start: State, plan: Sequence[Move], others: Sequence[Alternative]
) -> list[Step]:
    """The steps of a plan, each with what it gains and does; `others` belong to the first."""
    steps, state = [], start
    for number, move in enumerate(plan):
        after = problem.play(state, move)
        gain = standing(after) - standing(state)
        steps.append(Step(move, gain, move_words(state, after, move), () if number else tuple(others)))
        state = after
    return steps


def order_others(course: Course, plan: Sequence[Move]) -> list[Alternative]:
    """The play that gains most at once, where it is another, and what it still allows."""
    start, turns = course.start, course.problem.turns
    greedy = next((move for move in course.greedy() if move.verb in ("play", "collect")), None)
    if greedy is None or not plan or greedy == plan[0] or course.watch.nodes > _SMALL:
        return []
    after = course.problem.play(start, greedy)
    most = _again(course, start).value(after, turns)
    gain = standing(after) - standing(start)
    loss = course.best[0] - most
    words = f"it gains {gain} at once, and then {most} is the most" + (
        f", {loss} less" if loss else ", as good"
    )
    return [Alternative(str(greedy), most, words)]


def order_facts(course: Course, plan: Sequence[Move]) -> dict[str, int]:
    """Points by where they come from, and what turn-by-turn greed gives."""
    start, problem = course.start, course.problem
    state, pairs, swaps = start, 0, 0
    for move in plan:
        after = problem.play(state, move)
        gain = after.acorns[start.to_move] - state.acorns[start.to_move]
        pairs += gain if move.verb == "play" else 0
        swaps += gain if move.verb == "exchange" else 0
        state = after
    return {
        "piles": sum(map(pile_points, state.rows[start.to_move])),
        "acorns at the start": start.acorns[start.to_move],
        "acorns of pairs": pairs,
        "acorns of exchanges": swaps,
        "greedy": problem.measure(start, course.greedy()),
    }


def order_reasons(course: Course, plan: Sequence[Move], *, proved: bool) -> list[str]:
    """Where the points come from, what greed loses, what the icons are worth, when climbing pays, what is left over."""
    facts = order_facts(course, plan)
    reasons = [_sources(course, plan, facts)]
    reasons += _greed_words(course, plan, facts["greedy"], proved=proved)
    reasons += _climb_words(course, plan)
    if proved and course.watch.nodes <= _SMALL:
        reasons += _icon_words(course)
    reasons += _left_over_words(course, plan)
    return reasons


def _sources(course: Course, plan: Sequence[Move], facts: dict[str, int]) -> str:
    start, state = course.start, course.problem.replayed(course.start, plan)
    piles = [
        f"{named(state, pile[-1])} {len(pile)} x {VALUE[pile[-1]]}"
        for pile in state.rows[start.to_move]
        if pile_points(pile)
    ]
    parts = [f"piles {facts['piles']}" + (f" ({listed(piles)})" if piles else "")]
    for name in ("acorns at the start", "acorns of pairs", "acorns of exchanges"):
        if facts[name]:
            parts.append(f"{name} {facts[name]}")
    return f"It ends with {listed(parts)} (MJ-85, MJ-86)."


def _greed_words(course: Course, plan: Sequence[Move], greedy: int, *, proved: bool) -> list[str]:
    value = course.problem.measure(course.start, plan)
    mains = [move for move in plan if move.verb in ("play", "collect")]
    first = next((move for move in course.greedy() if move.verb in ("play", "collect")), None)
    if first is None or not mains:
        return []
    if greedy == value:
        return [f"The play that gains most at once, turn by turn, gives {greedy} as well."] if proved else []
    gain = _gain(course, first)
    own = _gain(course, mains[0])
    if first == mains[0]:
        return [f"The play that gains most at once, turn by turn, gives only {greedy}: it goes wrong later."]
    return [
        f"Turn by turn the play that gains most at once gives only {greedy}: it begins with {first} (+{gain}), "
        f"this plan with {mains[0]} (+{own}) and has {value - greedy} more at the end."
    ]


def _gain(course: Course, move: Move) -> int:
    return standing(course.problem.play(course.start, move)) - standing(course.start)


def _climb_words(course: Course, plan: Sequence[Move]) -> list[str]:
    """The largest climb of the plan: what a step up is worth depends on the cards that lie there already."""
    start, seat, state, turn = course.start, course.start.to_move, course.start, 1
    best: tuple[int, str] = (0, "")
    for move in plan:
        after = course.problem.play(state, move)
        turn += move.verb == "end"
        for letter in dict.fromkeys(LETTER[card] for card in move.cards if move.verb == "play"):
            old, new = place_of(state.rows[seat], letter), place_of(after.rows[seat], letter)
            assert new is not None
            pile = after.rows[seat][new]
            below = state.rows[seat][old] if old is not None else ()
            values = [VALUE[card] for card in (*below[-1:], *pile[len(below) :])]
            if len(values) < 2 or values[-1] == values[0]:
                continue
            gain = pile_points(pile) - (pile_points(below) if below else 0)
            if gain > best[0]:
                now = start.rows[seat]
                place = place_of(now, letter)
                size = len(now[place]) if place is not None else 0
                words = (
                    f"{named(state, pile[-1])} goes up to {VALUE[pile[-1]]} in turn {turn}, with {len(below)} cards "
                    f"below: +{gain}; each card below is worth {values[-1] - values[0]} more (MJ-85)"
                )
                if len(below) > size:
                    words += f", and at the start there were only {size}"
                best = gain, words + "."
        state = after
    return [best[1][0].upper() + best[1][1:]] if best[0] else []


def _icon_words(course: Course) -> list[str]:
    """What the pairs are worth, and the side on which the piles lie."""
    start, turns, seat = course.start, course.problem.turns, course.start.to_move
    value = course.best[0]
    words = []
    blind = _again(course, start)
    blind.search.numbers = replace(blind.search.numbers, pair=0)
    without = blind.value(start, turns)
    if without < value:
        words.append(
            f"Without pairs that pay the same hand would give {without}: touching icons are worth {value - without} (MJ-60)."
        )
    if len(start.rows[seat]) > 1:
        turned = tuple(reversed(start.rows[seat]))
        rows = (*start.rows[:seat], turned, *start.rows[seat + 1 :])
        other = replace(start, rows=rows)
        reversed_value = _again(course, other).value(other, turns)
        if reversed_value != value:
            less = (
                f"{value - reversed_value} less"
                if reversed_value < value
                else f"{reversed_value - value} more"
            )
            words.append(
                f"The same piles in the opposite order would give {reversed_value}, {less}: left and right icons "
                "would meet other neighbours (MJ-60)."
            )
    return words


def _again(course: Course, start: State) -> Course:
    """The same question from another position, with a table of its own and no limit of time."""
    return Course(course.problem, start, Watch(Limits()))


def _left_over_words(course: Course, plan: Sequence[Move]) -> list[str]:
    """What becomes of the cards that are never played."""
    p = course.start.cards.parameters
    gone = [card for move in plan if move.verb in ("exchange", "drop") for card in move.cards]
    left = len(gone) + len(course.problem.replayed(course.start, plan).hands[course.start.to_move])
    if not left:
        return (
            ["Every card is played, none is left for an exchange (MJ-67)."]
            if any(m.verb == "play" for m in plan)
            else []
        )
    exchanges = sum(move.verb == "exchange" for move in plan)
    return [
        f"{counted(left, 'card')} {'is' if left == 1 else 'are'} never played; {counted(exchanges, 'exchange')} "
        f"of {p.exchange_cards} each, one a turn at most, bring {counted(exchanges * p.exchange_acorns, 'acorn')} "
        "(MJ-21, MJ-67)."
    ]


# --- endgames -------------------------------------------------------------------------------------


def endgame_reasons(
    start: State, plan: Sequence[Move], others: Sequence[Alternative], value: int
) -> list[str]:
    """How it ends, from what, and what the best other main action would give."""
    seat, end = start.to_move, start
    for move in plan:
        end = end.after(move)
    points = scores(end)
    parts = []
    for one in (seat, 1 - seat):
        piles = sum(map(pile_points, end.rows[one]))
        acorns = end.acorns[one] * end.cards.parameters.acorn_points
        tokens = objective_points(end)[one]
        rest = points[one] - piles - acorns - tokens
        parts.append(
            f"seat {one} {points[one]} (piles {piles}, acorns {acorns}, objectives {tokens}"
            + (f", landscapes {rest})" if rest else ")")
        )
    reasons = [f"Best play of both ends with {listed(parts)} (MJ-85 to MJ-87)."]
    for other in others:
        if isinstance(other.value, int):
            loss = value - other.value
            reasons.append(
                f"The best other main action is {other.move}: it ends {other.value:+d}, "
                + (f"{loss} worse." if loss else "just as good.")
            )
    return reasons


# --- objectives -----------------------------------------------------------------------------------


def activate_steps(start: State, plan: Sequence[Move]) -> list[Step]:
    """The moves that activate, each with the acorns it costs."""
    steps, state = [], start
    for move in plan:
        after = state.after(move)
        steps.append(Step(move, 0, move_words(state, after, move)))
        state = after
    return steps


def _paid(start: State, plan: Sequence[Move]) -> int:
    state = start
    for move in plan:
        state = state.after(move)
    return start.acorns[start.to_move] - state.acorns[start.to_move]


def activate_facts(
    problem: ActivateValue, start: State, plan: Sequence[Move], margins: Sequence[int]
) -> dict[str, int]:
    """Hundredths of a point: the margin against each rival, their sum, and what each rival's activation would cost."""
    p, seats = start.cards.parameters, _rivals(start)
    facts = {"acorns paid": _paid(start, plan)}
    for seat, margin, chance in zip(seats, margins, problem.rivals, strict=False):
        facts[f"margin against seat {seat}"] = margin
        denial = p.holder_points * chance - 100 * p.acorn_points * p.activate_cost
        facts[f"denial of seat {seat}"] = denial - p.other_points * problem.own
    facts["sum of margins"] = sum(margins)
    return facts


def _rivals(start: State) -> list[int]:
    return [seat for seat in range(start.seats) if seat != start.to_move]


def activate_reasons(problem: ActivateValue, start: State, plan: Sequence[Move]) -> list[str]:
    """What is gained and paid on average, and the chance from which it pays."""
    p, paid = start.cards.parameters, _paid(start, plan)
    cost = 100 * p.acorn_points * paid
    reasons = [
        f"It costs {counted(paid, 'acorn')} and brings {p.holder_points} x {problem.own}% = "
        f"{figure(p.holder_points * problem.own, HUNDREDTHS)} on average (MJ-64, MJ-87)."
    ]
    for seat, chance in zip(_rivals(start), problem.rivals, strict=True):
        needed = cost + p.other_points * chance
        verdict = p.holder_points * problem.own - needed
        side = "above" if verdict > 0 else "below" if verdict < 0 else "exactly on"
        reasons.append(
            f"Seat {seat} gets {p.other_points} x {chance}% = {figure(p.other_points * chance, HUNDREDTHS)} from it: it pays "
            + (
                f"from {figure(-(-100 * needed // p.holder_points), HUNDREDTHS)}% on, and {problem.own}% is {side} that."
                if p.holder_points
                else "never, a holder gets 0 points."
            )
        )
    for seat, chance in zip(_rivals(start), problem.rivals, strict=True):
        denial = p.holder_points * chance - 100 * p.acorn_points * p.activate_cost
        denial -= p.other_points * problem.own
        if denial > 0:
            reasons.append(
                f"If seat {seat} activated it instead, that would cost {figure(denial, HUNDREDTHS)} points: another reason to be first."
            )
    return reasons
