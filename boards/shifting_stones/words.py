"""Shifting Stones in words: names of things, moves, the header, and the two forms without a drawing."""

from __future__ import annotations

from functools import lru_cache
from html import escape

import solvers
from boards.core.drawing import Chip, Header, Look
from boards.core.phrases import count, hand_of, listed, name_of
from boards.shifting_stones.faces import FILL, INK
from puzzles.shifting_stones import GAME, Move, State, cards
from puzzles.shifting_stones.cards import ANY, BACKS, CARDS, FACES
from puzzles.shifting_stones.grid import CELLS, board_text, describe, flip, matches
from puzzles.shifting_stones.rules import HAND, SKIP_CAP, SKIP_DRAW
from puzzles.shifting_stones.state import STRIKES, TARGET, UNKNOWN, scores


def face_name(face: str) -> str:
    return "any" if face == ANY else FACES[face].name


def card_name(card: int) -> str:
    """The pattern in words: ``Seed-Fish``, ``Bird over Seed``, ``Bird centre``."""
    if card == UNKNOWN:
        return "unknown card"
    return cards.card_words(card)


def card_words(card: int) -> str:
    """``Seed-Fish (1 point)``."""
    return f"{card_name(card)} ({count(CARDS[card].points, 'point')})" if card in CARDS else card_name(card)


@lru_cache(maxsize=4096)
def way(board: str, card: int) -> tuple[Move, ...]:
    """The smallest shortest plan of board moves after which the card matches; () when it does now."""
    if matches(board, card):
        return ()
    solution = solvers.shifting_stones.distance(board_text(board), card)
    return tuple(solution.plan)


def distance_words(board: str, card: int) -> str:
    """``matches now`` or ``2 moves``."""
    steps = len(way(board, card))
    return f"{steps} move{'' if steps == 1 else 's'}" if steps else "matches now"


def way_words(board: str, card: int) -> str:
    """The way to a match as a sentence."""
    plan = way(board, card)
    if not plan:
        return f"Card {card} matches now."
    return f"Card {card} matches after {count(len(plan), 'move')}: {', '.join(map(str, plan))}."


def drawn(state: State, move: Move) -> int:
    """Cards that the seat to move draws by `move`, or would draw if it were legal."""
    if move.verb not in ("end", "skip") or _ends_game(state, move):
        return 0
    hand = len(state.hands[state.to_move])
    if move.verb == "end":
        wanted = HAND - hand
    else:
        cap = SKIP_CAP if state.options.skip_cap == "6" else len(CARDS)
        wanted = min(SKIP_DRAW, cap - hand)
    return max(0, min(wanted, len(state.deck) + len(state.discard)))


def _ends_game(state: State, move: Move) -> bool:
    """Whether the game is over with this end or skip, so that nothing is drawn (SS-40)."""
    if state.solo:
        strike = state.turn != "scored" if move.verb == "end" else state.options.solo_skip_strike == "yes"
        return strike and state.strikes + 1 >= STRIKES
    reached = any(len(cards) >= TARGET[state.seats] for cards in state.scored)
    return reached and state.to_move == state.seats - 1


def label(state: State, touch: str) -> str:
    """Words for a thing or a choice."""
    if touch in CELLS:
        face = state.board[CELLS.index(touch)]
        return f"{touch} {face_name(face)} (back {face_name(BACKS[face])})"
    card = card_of(touch)
    if card is not None:
        return f"Card {card}: {card_name(card)}, {count(CARDS[card].points, 'point')}"
    if touch == "end":
        return "End turn"
    if touch == "skip":
        return f"Skip: draw {count(drawn(state, Move('skip')), 'card')}"
    if touch == "drop":
        return "Drop a card"
    if touch == "deck":
        return f"Deck: {count(len(state.deck), 'card')}, face down"
    if touch == "discard":
        return discard_words(state)
    gone = gone_card(state, touch)
    if gone is not None:
        return f"Scored card {gone}: {card_words(gone)}"
    if touch.startswith("seat-") and touch[5:].isdigit() and int(touch[5:]) < state.seats:
        return seat_words(state, int(touch[5:]), f"Seat {int(touch[5:]) + 1}")
    if touch.startswith("back-"):
        return "A hidden card"
    return touch


def card_of(touch: str) -> int | None:
    """The card that a touch ``card12`` names; None for other touches."""
    digits = touch[4:] if touch.startswith("card") else ""
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) in CARDS else None


def gone_card(state: State, touch: str) -> int | None:
    """The card behind ``scored-12``, or on top of the discard pile; None for other touches."""
    if touch == "discard" and state.discard and state.discard[-1] != UNKNOWN:
        return state.discard[-1]
    card = card_of(touch.replace("scored-", "card", 1)) if touch.startswith("scored-") else None
    return card if any(card in cards for cards in state.scored) else None


def discard_words(state: State) -> str:
    """The pile, top card first, as far as it is known."""
    if not state.discard:
        return "Discard pile: empty"
    top, *rest = reversed(state.discard)
    known = [str(card) for card in rest if card != UNKNOWN]
    below = f"; below it {', '.join(known)}" if known else ""
    return f"Discard pile: {count(len(state.discard), 'card')}, on top {_card_and_number(top)}{below}"


def _card_and_number(card: int) -> str:
    return f"card {card}, {card_words(card)}" if card != UNKNOWN else "an unknown card"


def ones(state: State) -> tuple[int, ...]:
    """Scored 1-point cards of each seat."""
    return tuple(sum(CARDS[card].points == 1 for card in cards) for cards in state.scored)


def has_bonus(state: State, seat: int) -> bool:
    """Whether the seat holds the 3 points for most 1-point cards now (SS-32)."""
    counts = ones(state)
    return not state.solo and counts[seat] == max(counts) > 0


def goal(state: State) -> int:
    """Scored cards that trigger the end (SS-29); in solo all cards of the game."""
    if not state.solo:
        return TARGET[state.seats]
    return len(state.hands[0]) + len(state.deck) + len(state.discard) + len(state.scored[0])


def lacking(state: State, seat: int) -> str:
    """``4 to go``, or that the seat has all it needs."""
    rest = goal(state) - len(state.scored[seat])
    return f"{rest} to go" if rest > 0 else ("all scored" if state.solo else "goal reached")


def seat_words(state: State, seat: int, name: str) -> str:
    """A seat's public side in a sentence."""
    cards = state.scored[seat]
    bonus = f", 3 of them for most 1-point cards ({ones(state)[seat]})" if has_bonus(state, seat) else ""
    points = count(scores(state)[seat], "point")
    held = f"{count(len(state.hands[seat]), 'card')} in hand"
    which = f"; scored: {'; '.join(f'{card} {card_words(card)}' for card in cards)}" if cards else ""
    return f"{name}: {points}{bonus}, {len(cards)} of {goal(state)} cards scored, {lacking(state, seat)}, {held}{which}"


def say(state: State, move: Move) -> str:
    """The move in the player's words, before it is made."""
    card = card_words(move.card) if move.card is not None else ""
    spend = f", spend {card}" if card else ""
    if move.verb == "swap":
        first, second = (CELLS[cell] for cell in move.cells)
        return f"Swap {first} and {second}{spend}"
    if move.verb == "flip":
        cell = move.cells[0]
        return f"Flip {CELLS[cell]} to {face_name(flip(state.board, cell)[cell])}{spend}"
    if move.verb in ("score", "drop"):
        return f"{move.verb.capitalize()} {card}"
    draws = drawn(state, move)
    if move.verb == "skip":
        return f"Skip: draw {count(draws, 'card')}"
    return "End the turn" + (f", draw {count(draws, 'card')}" if draws else "")


def header(state: State, look: Look) -> Header:
    """Title, what is going on, and the seats."""
    points = scores(state)
    chips = tuple(
        Chip(
            name_of(seat, look),
            f"{count(points[seat], 'point') if points[seat] else '0 points'} · "
            f"{len(state.scored[seat])} of {goal(state)} cards",
            to_move=state.turn != "over" and seat == state.to_move,
        )
        for seat in range(state.seats)
    )
    return Header(GAME.title, " · ".join(_line(state, look)), chips)


def _line(state: State, look: Look) -> list[str]:
    if state.turn == "over":
        return _over(state, look)
    hand = len(state.hands[state.to_move])
    if state.solo:
        left = goal(state) - len(state.scored[0])
        return ["Solo", f"{state.strikes} of {STRIKES - 1} strikes", f"{count(left, 'card')} left"]
    name = name_of(state.to_move, look)
    parts = ["Your turn" if name == "You" else f"{name}'s turn"]
    if state.dropping:
        parts.append("cards above 4 are being dropped")
    elif not hand:
        parts.append("no card in hand, only the end of the turn is left")
    else:
        parts.append(f"{count(hand - 1, 'move')} can come before a score")
    reached = [seat for seat in range(state.seats) if len(state.scored[seat]) >= TARGET[state.seats]]
    if reached:
        who = name_of(reached[0], look)
        left = state.seats - 1 - state.to_move
        rest = f"{count(left, 'turn')} after this one" if left else "the last turn"
        parts.append(f"{'you have' if who == 'You' else f'{who} has'} {TARGET[state.seats]} cards, {rest}")
    else:
        parts.append(f"first to {TARGET[state.seats]} cards")
    return parts


def _over(state: State, look: Look) -> list[str]:
    result = state.outcome()
    assert result is not None
    if result.reason == "solved":
        return ["Solved", "every card is scored", f"{state.strikes} of {STRIKES - 1} strikes"]
    if result.reason == "strikes":
        left = goal(state) - len(state.scored[0])
        return ["Lost", "the fourth strike is given", f"{count(left, 'card')} not scored"]
    names = [name_of(seat, look) for seat in result.winners]
    verb = "win" if len(names) > 1 or names[0] == "You" else "wins"
    best = count(max(result.points), "point") if max(result.points) else "0 points"
    return ["Game over", f"{listed(names)} {verb}{' together' if len(names) > 1 else ''} with {best}"]


def text(state: State, look: Look) -> str:
    """The position in plain text without colour (SS-B7)."""
    head = header(state, look)
    rows = describe(state.board).splitlines()
    lines = [
        f"{head.title}: {head.line}",
        "TOP",
        *(f"{number} {row}" for number, row in enumerate(rows, 1)),
        "  a    b    c      capital letter: up, in brackets: the hidden face",
        *_hand_lines(state, look),
        *(seat_words(state, seat, name_of(seat, look)) for seat in range(state.seats)),
        label(state, "deck"),
        label(state, "discard"),
    ]
    return "\n".join(lines)


def _hand_lines(state: State, look: Look) -> list[str]:
    hand = state.hands[look.seat]
    if look.covered:
        return [f"Hand: {count(len(hand), 'card')}, covered"]
    lines = [f"{hand_of(look)}: {count(len(hand), 'card')}"]
    for card in hand:
        if card == UNKNOWN:
            lines.append("  an unknown card")
        else:
            lines.append(
                f"  card {card}: {CARDS[card].pattern}, {card_words(card)}, {distance_words(state.board, card)}"
            )
    return lines


_CELL = "padding:6px 10px;text-align:center;border:2px solid"
_PLAIN = "padding:3px 10px;text-align:left;background:#FFFDF8;color:#2A251C;border:1px solid #CFC4AC"


def table(state: State, look: Look) -> str:
    """The position as html tables: the static face. Every cell names its colours, so both themes can show it."""
    head = header(state, look)
    rows = []
    for row in range(3):
        cells = [f"<th style='{_PLAIN}'>{row + 1}</th>"]
        for column in range(3):
            face = state.board[3 * row + column]
            back = BACKS[face]
            cells.append(
                f"<td style='{_CELL} {FILL[back]};background:{FILL[face]};color:{INK[face]}'>"
                f"<b>{face}</b> {escape(face_name(face))}<br><small>({back.lower()}: {escape(face_name(back))})</small></td>"
            )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    columns = "".join(f"<th style='{_PLAIN};text-align:center'>{column}</th>" for column in "abc")
    grid = (
        f"<table style='border-collapse:separate;border-spacing:3px'>"
        f"<tr><th style='{_PLAIN}'></th><th colspan='3' style='{_PLAIN};text-align:center'>TOP</th></tr>"
        f"{''.join(rows)}<tr><th style='{_PLAIN}'></th>{columns}</tr></table>"
    )
    lines = [
        *(line.strip() for line in _hand_lines(state, look)),
        *(seat_words(state, seat, name_of(seat, look)) for seat in range(state.seats)),
        label(state, "deck"),
        label(state, "discard"),
        GAME.notice,
    ]
    listing = "".join(f"<tr><td style='{_PLAIN}'>{escape(line)}</td></tr>" for line in lines if line)
    return (
        f"<div><p><b>{escape(head.title)}</b>: {escape(head.line)}</p>{grid}"
        f"<table style='border-collapse:collapse'>{listing}</table></div>"
    )
