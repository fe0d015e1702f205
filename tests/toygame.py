"""A complete game in one file, the living template: rules, texts, a problem, a solver and a drawing.

Every mechanism of the house is used here before a real game needs it: a move that begins another
(``take a``, ``take a b``), lanes in any order, an ordered lane (``play 3 a``), a choice button that is
drawn nowhere (``draw``, ``end``), chance dealt at set-up and hidden by ``view``, options, one to four
seats, a move that reveals, a move out of turn (``snap``), an outcome, equal things that share a touch.

Rules
TOY-1 Three piles a, b and c hold 3, 3 and 2 pebbles. Every pebble taken is a point.
TOY-2 Nine cards, 1 1 1 1 2 2 2 3 3, are shuffled; each seat gets one, the others are the deck.
TOY-3 A turn has up to two actions, then `end`. Seat 0 begins. A turn may end at any time.
TOY-4 `take a`: one pebble of a pile. `take a b`: one each of two piles (option pairs).
TOY-5 `draw`: the top card of the deck comes to the hand.
TOY-6 `play 3 a`: a hand card leaves the game and takes its number of pebbles; the pile must hold so many.
TOY-7 `snap 1 3 a`: a seat that is not to move plays a card on a pile of exactly its number. No action.
TOY-8 The game ends with the turn in which the piles are empty, or with the last turn of the last round.
TOY-9 The most points win; equal seats share the win.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Self
from xml.etree.ElementTree import Element

from boards.core import svg
from boards.core.drawing import Aside, Chip, Drawing, Header, Lane, Look, Mark
from puzzles.core import Game, IllegalMove, Option, Outcome, Problem, RulesError
from puzzles.core.shuffle import shuffle
from puzzles.core.text import (
    join_list,
    join_seats,
    read_fields,
    read_whole,
    shorten,
    split_list,
    split_seats,
    write_fields,
)
from solvers.core.bots import Bot
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Step, Stop, verify

PILES = "abc"
FULL = (3, 3, 2)
CARDS = (1, 1, 1, 1, 2, 2, 2, 3, 3)
UNKNOWN = 0
ACTIONS = 2

OPTIONS = (
    Option("pairs", ("yes", "no"), "TOY-4", "Whether one action may take from two piles"),
    Option("rounds", ("3", "5"), "TOY-8", "After how many rounds the game ends"),
)

RULES = {
    f"TOY-{number}": (words, "reconstructed")
    for number, words in (
        line[4:].split(" ", 1) for line in (__doc__ or "").splitlines() if line.startswith("TOY-")
    )
}


# --- moves and positions ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """verb take, draw, play, snap or end; piles a subset of abc; card a number; seat of a snap."""

    verb: str
    piles: str = ""
    card: int | None = None
    seat: int | None = None

    def __str__(self) -> str:
        words = [self.verb]
        words += [str(number) for number in (self.seat, self.card) if number is not None]
        return " ".join([*words, *self.piles])


def read_move(text: str) -> Move:
    if not isinstance(text, str):
        raise RulesError(f"move: got {type(text).__name__}, expected a text such as 'take a'")
    where = f"move {shorten(text)!r}"
    verb, *rest = text.split() or [""]
    if verb in ("draw", "end") and not rest:
        return Move(verb)
    if verb == "take" and len(rest) in (1, 2):
        piles = "".join(_pile(word, where) for word in rest)
        if len(rest) == 2 and piles[0] >= piles[1]:
            raise RulesError(f"{where}: got {' '.join(rest)}, expected two piles in the order a b c")
        return Move(verb, piles)
    if verb == "play" and len(rest) == 2:
        return Move(verb, _pile(rest[1], where), read_whole(rest[0], where, 1, 3))
    if verb == "snap" and len(rest) == 3:
        card = read_whole(rest[1], where, 1, 3)
        return Move(verb, _pile(rest[2], where), card, read_whole(rest[0], where, 0, 3))
    raise RulesError(
        f"{where}: expected take PILE, take PILE PILE, draw, play CARD PILE, snap SEAT CARD PILE or end"
    )


def _pile(word: str, where: str) -> str:
    if word not in tuple(PILES):
        raise RulesError(f"{where}: got the pile {shorten(word)!r}, expected a, b or c")
    return word


def universe(seats: int) -> list[Move]:
    """Every move that has a text, legal or not."""
    moves = [Move("take", pile) for pile in PILES] + [Move("take", pair) for pair in ("ab", "ac", "bc")]
    moves += [Move("play", pile, card) for card in (1, 2, 3) for pile in PILES]
    moves += [Move("snap", pile, card, seat) for seat in range(seats) for card in (1, 2, 3) for pile in PILES]
    return [*moves, Move("draw"), Move("end")]


@dataclass(frozen=True, slots=True)
class State:
    """left: actions left this turn, None when the game is over; cards: UNKNOWN (0) in a view."""

    piles: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    deck: tuple[int, ...]
    played: tuple[int, ...] = ()
    to_move: int = 0
    left: int | None = ACTIONS
    round: int = 1
    pairs: str = "yes"
    rounds: str = "3"

    @property
    def seats(self) -> int:
        return len(self.hands)

    def __str__(self) -> str:
        options = [f"{o.name}={getattr(self, o.name)}" for o in OPTIONS if getattr(self, o.name) != o.default]
        return write_fields(
            [
                ("game", "toy"),
                ("options", join_list(options)),
                ("piles", join_list(map(str, self.piles))),
                ("to_move", str(self.to_move)),
                ("left", "over" if self.left is None else str(self.left)),
                ("round", str(self.round)),
                ("hands", join_seats(map(_cards_text, self.hands))),
                ("points", join_seats(map(str, self.points))),
                ("played", _cards_text(self.played)),
                ("deck", _cards_text(self.deck)),
            ]
        )

    def why_not(self, move: Move) -> str | None:
        if self.left is None:
            return "TOY-8: the game is over"
        if move.verb == "end":
            return None
        if move.verb == "snap":
            if move.seat is None or move.seat >= self.seats or move.seat == self.to_move:
                return f"TOY-7: seat {move.seat} is to move or does not exist, only the others snap"
        elif not self.left:
            return "TOY-3: both actions of this turn are used, only the end remains"
        if move.verb == "draw":
            return None if self.deck else "TOY-5: the deck is empty"
        for pile in move.piles:
            if not self.piles[PILES.index(pile)]:
                return f"TOY-4: pile {pile} is empty"
        if move.verb == "take":
            if len(move.piles) == 2 and self.pairs == "no":
                return "TOY-4: an action takes from one pile (pairs=no)"
            return None
        return self._why_not_card(move)

    def _why_not_card(self, move: Move) -> str | None:
        rule = "TOY-6" if move.verb == "play" else "TOY-7"
        seat = self.to_move if move.seat is None else move.seat
        if move.card not in self.hands[seat]:
            return f"{rule}: card {move.card} is not in the hand of seat {seat}"
        pebbles = self.piles[PILES.index(move.piles)]
        if move.verb == "snap" and pebbles != move.card:
            return f"TOY-7: pile {move.piles} holds {pebbles}, expected exactly {move.card}"
        if pebbles < (move.card or 0):
            return f"TOY-6: pile {move.piles} holds {pebbles}, expected at least {move.card}"
        return None

    def moves(self) -> Sequence[Move]:
        """take by pile, take by pair, play by card and pile, draw, end."""
        return [move for move in universe(0) if self.why_not(move) is None]

    def interrupts(self) -> Sequence[Move]:
        """snap by seat, card and pile."""
        return [m for m in universe(self.seats) if m.verb == "snap" and self.why_not(m) is None]

    def play(self, move: Move) -> Self:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        if move.verb == "end":
            return self._end()
        seat = self.to_move if move.seat is None else move.seat
        after = self if move.verb == "snap" else replace(self, left=(self.left or 0) - 1)
        hand = self.hands[seat]
        if move.verb == "draw":
            return replace(
                after, hands=_at(self.hands, seat, _sorted((*hand, self.deck[0]))), deck=self.deck[1:]
            )
        taken = 1 if move.card is None else move.card
        piles = tuple(n - taken * (pile in move.piles) for pile, n in zip(PILES, self.piles, strict=True))
        points = _at(self.points, seat, self.points[seat] + taken * len(move.piles))
        if move.card is not None:
            at = hand.index(move.card)
            after = replace(
                after,
                hands=_at(self.hands, seat, hand[:at] + hand[at + 1 :]),
                played=_sorted((*self.played, move.card)),
            )
        return replace(after, piles=piles, points=points)

    def _end(self) -> Self:
        last = self.to_move == self.seats - 1
        if not any(self.piles) or (last and self.round == int(self.rounds)):
            return replace(self, left=None)
        return replace(
            self, left=ACTIONS, to_move=(self.to_move + 1) % self.seats, round=self.round + (1 if last else 0)
        )

    def outcome(self) -> Outcome | None:
        if self.left is not None:
            return None
        best = max(self.points)
        winners = tuple(seat for seat, points in enumerate(self.points) if points == best)
        return Outcome("rounds" if any(self.piles) else "empty", self.points, winners)

    def view(self, seat: int) -> Self:
        if seat not in range(self.seats):
            raise RulesError(f"view: got seat {seat}, expected 0 to {self.seats - 1}")
        hands = tuple(
            hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(self.hands)
        )
        return replace(self, hands=hands, deck=(UNKNOWN,) * len(self.deck))


KEYS = ("game", "options", "piles", "to_move", "left", "round", "hands", "points", "played", "deck")


def read_state(text: str) -> State:
    found = read_fields(text, KEYS)
    for key in KEYS[2:]:
        if key not in found:
            raise RulesError(f"position: the key {key!r} is missing")
    if found.get("game", "toy") != "toy":
        raise RulesError(f"position, game: got {shorten(found['game'])!r}, expected toy")
    options: dict[str, Any] = _read_options(split_list(found.get("options", "-")))
    seats = found["hands"].count("|") + 1
    if seats > 4:
        raise RulesError(f"position, hands: got {seats} seats, expected 1 to 4")
    piles = [read_whole(word, "position, piles", 0, 3) for word in split_list(found["piles"])]
    if len(piles) != 3:
        raise RulesError(f"position, piles: got {len(piles)} piles, expected 3")
    over = found["left"] == "over"
    state = State(
        piles=tuple(piles),
        hands=tuple(
            _sorted(_read_cards(part, f"position, hands, seat {seat}"))
            for seat, part in enumerate(found["hands"].split("|"))
        ),
        points=tuple(
            read_whole(part, "position, points", 0, sum(FULL))
            for part in split_seats(found["points"], seats, "position, points")
        ),
        deck=_read_cards(found["deck"], "position, deck"),
        played=_sorted(_read_cards(found["played"], "position, played")),
        to_move=read_whole(found["to_move"], "position, to_move", 0, seats - 1),
        left=None if over else read_whole(found["left"], "position, left", 0, ACTIONS),
        round=read_whole(found["round"], "position, round", 1, int(options.get("rounds", "3"))),
        **options,
    )
    _check(state)
    return state


def _check(state: State) -> None:
    cards = Counter([*state.deck, *state.played, *(card for hand in state.hands for card in hand)])
    if sum(cards.values()) != len(CARDS):
        raise RulesError(f"position: got {sum(cards.values())} cards in all, expected {len(CARDS)} (TOY-2)")
    for card, most in Counter(CARDS).items():
        if cards[card] > most:
            raise RulesError(f"position: got {cards[card]} cards {card}, expected at most {most} (TOY-2)")
    if UNKNOWN in state.played:
        raise RulesError("position, played: got unknown cards, expected known ones")
    if sum(state.piles) + sum(state.points) != sum(FULL):
        raise RulesError(
            f"position: got {sum(state.piles)} pebbles and {sum(state.points)} points, expected {sum(FULL)} in all"
        )
    last = state.to_move == state.seats - 1 and state.round == int(state.rounds)
    if state.left is None and any(state.piles) and not last:
        raise RulesError("position, left: got over, but no rule ends the game here (TOY-8)")


def _read_options(words: Sequence[str]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        known = next((option for option in OPTIONS if option.name == name), None)
        if known is None or value not in known.values or name in chosen:
            raise RulesError(
                f"position, options: got {shorten(word)!r}, expected NAME=VALUE of pairs, rounds"
            )
        chosen[name] = value
    return chosen


def _cards_text(cards: Sequence[int]) -> str:
    known = [str(card) for card in cards if card != UNKNOWN]
    unknown = len(cards) - len(known)
    return join_list([*known, *([f"?{unknown}"] if unknown else [])])


def _read_cards(text: str, where: str) -> tuple[int, ...]:
    cards: list[int] = []
    for word in split_list(text.strip()):
        if word.startswith("?"):
            cards += [UNKNOWN] * read_whole(word[1:], where, 1, len(CARDS))
        else:
            cards.append(read_whole(word, where, 1, 3))
    return tuple(cards)


def _sorted(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda card: (card == UNKNOWN, card)))


def _at(parts: tuple[Any, ...], seat: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])


def new(players: int = 2, seed: int = 0, **options: Any) -> State:
    if isinstance(players, bool) or players not in range(1, 5):
        raise RulesError(f"new game, players: got {players!r}, expected 1 to 4")
    GAME.check_options(options)
    order = shuffle(CARDS, seed, "deck")
    return State(
        piles=FULL,
        hands=tuple((card,) for card in order[:players]),
        points=(0,) * players,
        deck=order[players:],
        **options,
    )


# --- a problem and its solver -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MostPoints(Problem[State]):
    """Most points of the seat to move until its turn ends, with the cards it holds now."""

    name: ClassVar[str] = "most_points"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"

    def read_start(self, text: str) -> State:
        return read_state(text)

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def moves(self, state: State) -> Sequence[Move]:
        return [move for move in state.moves() if move.verb != "draw"]

    def play(self, state: State, move: Move) -> State:
        return state.play(move)

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        state = start
        for number, move in enumerate(plan, 1):
            if move.verb in ("draw", "snap") or (move.verb == "end" and number < len(plan)):
                raise RulesError(f"most_points: got {move} as move {number}, expected take or play, then end")
            state = state.play(move)
        return state.points[start.to_move] - start.points[start.to_move]


class ForEver(MostPoints):
    """The same question to a solver that never ends: for Stop and for what dies in the middle."""

    name: ClassVar[str] = "for_ever"


def for_ever(state: str, *, limits: Limits | None = None, report: Report | None = None) -> Solution:
    """Reports the same small plan again and again; ends by Stop only, or with its process."""
    start = read_state(state)
    plan = next((str(move), "end") for move in start.moves() if len(move.piles) == 2)
    nodes = 0
    while True:
        nodes += 1
        if report is not None:
            report(Progress(2, sum(start.piles), nodes, plan))
        time.sleep(0.02)


def taker(view: State, seed: int) -> tuple[str, ...]:
    """A player for the board: takes a pebble of the fullest pile, the first of equal ones, and ends the turn."""
    most = max(view.piles)
    take = f"take {PILES[view.piles.index(most)]}"
    legal = view.why_not(read_move(take)) is None
    return (take, "end") if legal else ("end",)


BOTS = {"taker": Bot(taker, seats=range(2, 5))}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move against the best one, in points."""

    move: str
    value: int
    best: int
    loss: int
    words: str


def compare(state: str, move: str) -> Comparison:
    """What `move` loses this turn against the best turn."""
    start = read_state(state)
    best = most_points(start).value
    after = start.play(read_move(move))
    gained = after.points[start.to_move] - start.points[start.to_move]
    rest = most_points(after).value if after.to_move == start.to_move and after.left is not None else 0
    assert isinstance(best, int)
    assert isinstance(rest, int)
    loss = best - gained - rest
    words = f"gives {gained + rest} of {best} points this turn"
    return Comparison(move, gained + rest, best, loss, words)


def most_points(
    state: State | str, *, limits: Limits | None = None, report: Report | None = None
) -> Solution:
    """Every turn is tried; ties go to the smallest list of move texts. A limit of 0 finds nothing."""
    problem = MostPoints()
    start = read_state(state) if isinstance(state, str) else state
    if start.left is None:
        raise RulesError("most_points: the game is over, expected a position in play")
    best: tuple[int, tuple[str, ...]] | None = None
    nodes, stopped = 0, limits is not None and limits.seconds == 0
    stack: list[tuple[State, tuple[Move, ...]]] = [] if stopped else [(start, ())]
    while stack:
        here, plan = stack.pop()
        nodes += 1
        if plan and plan[-1].verb == "end":
            value = -problem.measure(start, plan), tuple(map(str, plan))
            if best is None or value < best:
                best = value
                if report is not None:
                    try:
                        report(Progress(-best[0], sum(start.piles), nodes, best[1]))
                    except Stop:
                        stopped = True
                        break
            continue
        stack += [(here.play(move), (*plan, move)) for move in problem.moves(here)]
    known = Status.FEASIBLE if best else Status.UNKNOWN
    text = str(start.view(start.to_move))
    if best is None:
        return verify(
            Solution(problem, text, known, None, sum(start.piles), "", nodes=nodes, method="search")
        )
    steps = []
    for move_text in best[1]:
        move = read_move(move_text)
        gain = (move.card or 1) * len(move.piles)
        why = "TOY-3: nothing else gains this turn" if move.verb == "end" else f"TOY-1: {gain} pebbles"
        steps.append(Step(move, gain, why))
    return verify(
        Solution(
            problem,
            text,
            known if stopped else Status.OPTIMAL,
            -best[0],
            sum(start.piles) if stopped else -best[0],
            "" if stopped else f"all {nodes} continuations of this turn were tried",
            tuple(steps),
            nodes=nodes,
            method="search of the whole turn",
        )
    )


GAME = Game(
    name="toy",
    title="Pebbles",
    seats=range(1, 5),
    new=new,
    read_state=read_state,
    read_move=read_move,
    folder=Path(__file__).parent / "toygame",
    options=OPTIONS,
    problems={MostPoints.name: MostPoints, ForEver.name: ForEver},
    rules=RULES,
    hint="most_points",
    notice="A game made up for tests.",
)


# --- the drawing --------------------------------------------------------------------------------


def header(state: State, look: Look) -> Header:
    if state.left is None:
        line = "The game is over"
    else:
        line = f"Round {state.round} of {state.rounds}, {_name(look, state.to_move)}: {_count(state.left, 'action')} left"
    return Header(
        "Pebbles",
        line,
        tuple(
            Chip(
                _name(look, seat),
                f"{_count(state.points[seat], 'point')} · {_count(len(state.hands[seat]), 'card')}",
                state.left is not None and seat == state.to_move,
            )
            for seat in range(state.seats)
        ),
    )


def draw(state: State, look: Look) -> Drawing:
    width = 368 if look.narrow else 848
    step = width // 3
    piles = svg.group(role="group", aria_label="piles")
    for number, pile in enumerate(PILES):
        name = svg.words(12, 28, f"{pile} {state.piles[number]}", 20)
        pebbles = [svg.circle(28 + 28 * n, 88, 10, fill="#8A7F6A") for n in range(state.piles[number])]
        piles.append(
            svg.placed(number * step + 12, 12, _thing(state, pile, pile, step - 24, 120, name, *pebbles))
        )
    line = f"Deck {len(state.deck)} · played {_cards_text(state.played)}"
    deck = svg.group(svg.words(12, 170, line, 14), role="img", aria_label=line)
    hand = svg.group(role="group", aria_label="hand")
    for number, (card, data_id) in enumerate(_hand_things(state, look)):
        picture = svg.rect(0, 0, 56, 76, 10, fill=svg.BACK)
        if not look.covered and card != UNKNOWN:
            picture = _thing(state, data_id, f"card{card}", 56, 76, svg.words(20, 46, str(card), 28))
        hand.append(svg.placed(12 + 68 * number, 190, picture))
    parts = [("piles", piles), ("deck", deck), ("hand", hand)]
    if look.aside == "unseen":
        parts.append(("aside", svg.group(svg.words(12, 292, _unseen(state), 14))))
    return Drawing(width, 304, tuple(parts), f"Pebbles: {' '.join(map(str, state.piles))}")


def _thing(state: State, data_id: str, touch: str, width: int, height: int, *picture: Element) -> Element:
    body = [svg.rect(0, 0, width, height, 10, fill=svg.PAPER), *picture]
    return svg.thing(data_id, touch, label(state, touch), body, width, height)


def _hand_things(state: State, look: Look) -> list[tuple[int, str]]:
    """Cards of the own hand with their data-ids; equal cards share the touch, not the id."""
    seen: Counter[int] = Counter()
    things = []
    for card in state.hands[look.seat]:
        things.append((card, f"card{card}-{seen[card]}"))
        seen[card] += 1
    return things


def touches(state: State, move: Move) -> tuple[Lane, ...]:
    """take: a lane a pile, in any order; play: one lane, card before pile; the others are buttons."""
    if move.verb == "take":
        return tuple((pile,) for pile in move.piles)
    if move.verb == "play":
        return ((f"card{move.card}", move.piles),)
    return ((str(move).replace(" ", "_"),),)


def meant(state: State, touched: Sequence[str]) -> Move | None:
    touched = list(touched)
    if touched and all(touch in tuple(PILES) for touch in touched):
        if len(touched) <= 2 and len(set(touched)) == len(touched):
            return Move("take", "".join(sorted(touched)))
        return None
    if len(touched) == 2 and touched[0].startswith("card") and touched[1] in tuple(PILES):
        return Move("play", touched[1], int(touched[0][4:]))
    if len(touched) == 1 and not touched[0].startswith("card"):
        try:
            return read_move(touched[0].replace("_", " "))
        except RulesError:
            return None
    return None


def choices(state: State) -> Sequence[str]:
    """Touches that always have a button in the choice strip."""
    return ("draw", "end")


def label(state: State, touch: str) -> str:
    if touch in tuple(PILES):
        return f"Pile {touch}, {_count(state.piles[PILES.index(touch)], 'pebble')}"
    if touch.startswith("card"):
        return f"Card {touch[4:]}"
    if touch.startswith("snap"):
        return say(state, read_move(touch.replace("_", " ")))
    return {"draw": "Draw a card", "end": "End turn"}[touch]


def say(state: State, move: Move) -> str:
    if move.verb == "take":
        if len(move.piles) == 1:
            return f"Take a pebble from {move.piles} (1 point)"
        return f"Take a pebble each from {move.piles[0]} and {move.piles[1]} (2 points)"
    if move.card is not None:
        who = "Play" if move.seat is None else f"Seat {move.seat + 1} snaps with"
        return f"{who} card {move.card} on {move.piles} ({_count(move.card, 'point')})"
    return {"draw": "Draw a card", "end": "End the turn"}[move.verb]


def moved(state: State, move: Move) -> Mapping[str, str]:
    if move.verb == "take":
        return {pile: pile for pile in move.piles}
    if move.verb == "play":
        copies = state.hands[state.to_move].count(move.card or 0)
        follow = {f"card{move.card}-{n}": f"card{move.card}-{n - 1}" for n in range(1, copies)}
        return {f"card{move.card}-0": move.piles, **follow}
    return {}


def reveals(state: State, move: Move) -> bool:
    return move.verb == "draw" or move.card is not None


def marks(state: State, touched: Sequence[str]) -> Sequence[Mark]:
    return [
        Mark(touch, "lost", f"{label(state, touch)} leaves the game")
        for touch in touched
        if touch[:4] == "card"
    ]


def prompt(state: State, touched: Sequence[str]) -> str:
    """What may follow what is touched."""
    return f"{' and '.join(label(state, touch) for touch in touched)}: touch another pile, or play."


def asides(state: State, touched: Sequence[str]) -> Sequence[Aside]:
    return [Aside("unseen", "Cards not seen", _unseen(state))]


def _unseen(state: State) -> str:
    rest = Counter(CARDS) - Counter(state.played) - Counter(card for hand in state.hands for card in hand)
    return f"Not seen: {_cards_text(sorted(rest.elements()))}"


def text(state: State, look: Look) -> str:
    rows = [f"Pile {pile}: {count}" for pile, count in zip(PILES, state.piles, strict=True)]
    shown = "covered" if look.covered else _cards_text(state.hands[look.seat])
    rows.append(f"Hand: {shown}. Deck: {len(state.deck)}. Played: {_cards_text(state.played)}")
    rows += [f"{_name(look, seat)}: {_count(state.points[seat], 'point')}" for seat in range(state.seats)]
    return "\n".join(rows)


def table(state: State, look: Look) -> str:
    rows = "".join(f"<tr><td>{escape(row)}</td></tr>" for row in text(state, look).splitlines())
    return f"<table>{rows}</table>"


def _name(look: Look, seat: int) -> str:
    return look.names[seat] if seat < len(look.names) else f"Seat {seat + 1}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
