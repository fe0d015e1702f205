"""A player for Kings Under Mountains: information-set tree search over what its seat may know.

Each round goes down one tree of layings and draws by UCB among those that are legal in a deal of the unseen cards, adds
one node, plays a few turns on by a quick policy (``playout``) and takes what each seat then seems to end with. A node
counts how often its move was legal. What the policy ranks first is tried first, and the more often a node was visited the
more moves (``_WIDTH``). A deal is used for several rounds, for dealing takes longer than a round.

Two seats whose hidden cards are all known, or can lie in a few ways only, are played by the exact endgame.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from random import Random

from puzzles.core.state import RulesError
from puzzles.kingdoms import deal
from puzzles.kingdoms.moves import Move
from puzzles.kingdoms.pieces import KNOWN, UNKNOWN, UNKNOWN_CARD, UNKNOWN_MINE, Card, sorted_hand
from puzzles.kingdoms.rules import State
from solvers.core.search import Watch
from solvers.core.solution import Limits
from solvers.kingdoms import playout
from solvers.kingdoms.asking import read_asked
from solvers.kingdoms.endgame import Line, TooLarge

ROUNDS = 600
"""Rounds of the tree search for a move on a board."""

EXPLORE = 0.35
SCALE = 30.0
"""Points ahead that count as a full win."""

AHEAD = 6
"""Turns that are played on after a new node."""

_WIDTH = 1.0
"""A node tries 3 + _WIDTH x root of its visits moves."""

_EACH = 5
"""Rounds for each deal."""

_ENDGAME = 3_000
"""Positions that the exact endgame may look at before the tree search takes over."""

_DEALS = 12
"""Ways in which hidden cards may lie for the exact endgame to go through them all."""

_UNCOUNTED = 20
"""Cards that a deck which is not counted is taken to have."""


@dataclass(slots=True)
class Node:
    """A move in the tree: visits, how often it was legal, rewards of the seat that made it."""

    visits: int = 0
    legal: int = 0
    reward: float = 0.0
    children: dict[playout.Move, Node] = field(default_factory=dict)


def best_move(view: State | str, seed: int, rounds: int = ROUNDS) -> Move:
    """The move of the seat to move; the same view, seed and rounds give the same move.

    Only what the seat may see is read. Raises RulesError for a game that is over or a hand that is not known.
    """
    view = read_asked(view, "best_move")
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise RulesError(f"best_move, rounds: got {rounds!r}, expected 1 or more")
    if view.is_over:
        raise RulesError("best_move: got a game that is over, expected one in progress")
    view = view.view(view.to_move)
    moves = view.moves()
    if not moves:
        raise RulesError("best_move: got a hand that is not known, expected the hand that plays")
    if len(moves) == 1:
        return moves[0]
    # an own card that is not known cannot be laid, so no deal may make it one that can
    known = tuple(card for card in view.hands[view.to_move] if KNOWN[card])
    view = replace(view, hands=(*view.hands[: view.to_move], known, *view.hands[view.to_move + 1 :]))
    moves = view.moves()
    exact = _exact(view)
    if exact is not None:
        return exact
    if view.deck is None:
        view = replace(view, deck=(UNKNOWN_CARD,) * min(_UNCOUNTED, 80 - _seen(view)))
    rng = Random(f"{seed}/{view}")
    root = Node()
    last: playout.Move | None = None if view.step == "play" else ("fight", -1, -1)
    if view.step == "drawdeck":
        last = ("discard", -1, -1)
    dealt = view
    for number in range(rounds):
        if number % _EACH == 0:
            dealt = deal(view, rng)
        _round(root, playout.Game(dealt), last, rng)
    by_quick = {_quick(move): move for move in moves}
    # a card d? of the camp is another one in each deal, and no move of its own
    tried = [quick for quick in root.children if quick in by_quick]
    if not tried:
        return moves[0]
    return by_quick[max(tried, key=lambda quick: (root.children[quick].visits, root.children[quick].reward))]


def _quick(move: Move) -> playout.Move:
    """The quick move that a move of the rules is."""
    return (move.source, move.card, -1) if move.verb == "draw" else (move.verb, move.card, move.place)


def _seen(view: State) -> int:
    """Cards that the position shows."""
    units = [unit for pile in (*view.hands, *view.camp) for unit in pile]
    sites = [site for sites in (view.open, *view.own) for site in sites if site.mine.defence >= 0]
    return len(units) + sum(1 + len(site.pile) for site in sites) + sum(map(len, view.done))


def _round(root: Node, game: playout.Game, last: playout.Move | None, rng: Random) -> None:
    """One walk down the tree, one new node, a few turns by the policy; rewards go to all nodes on the way.

    last  what was laid in this turn, None before it
    """
    path: list[tuple[Node, int]] = []
    node, begun = root, last is not None
    while not game.over:
        seat = game.seat
        if not begun and not game.hands[seat]:
            game.draw(game.draws(None)[0])
            continue
        moves = [move for _, move in game.ranked()] if not begun else _ranked_draws(game, last)
        width = min(len(moves), 3 + int(_WIDTH * math.sqrt(node.visits)))
        fresh = None
        best, chosen = -math.inf, moves[0]
        for number, move in enumerate(moves):
            child = node.children.get(move)
            if child is None:
                if number < width and fresh is None:
                    fresh = move
                continue
            child.legal += 1
            worth = child.reward / child.visits + EXPLORE * math.sqrt(math.log(child.legal) / child.visits)
            if worth > best:
                best, chosen = worth, move
        if fresh is not None:
            chosen = fresh
            node.children[chosen] = Node(legal=1)
        node = node.children[chosen]
        path.append((node, seat))
        if begun:
            game.draw(chosen)
            last, begun = None, False
        else:
            game.lay(chosen)
            last, begun = chosen, True
        if fresh is not None:
            break
    if begun and not game.over:
        game.draw(game.best_draw(last))
    points = game.play_on(AHEAD, rng)
    root.visits += 1
    for visited, seat in path:
        rivals = [number for other, number in enumerate(points) if other != seat]
        ahead = points[seat] - (max(rivals) if rivals else SCALE)
        visited.visits += 1
        visited.reward += max(-1.0, min(1.0, ahead / SCALE))


def _ranked_draws(game: playout.Game, last: playout.Move | None) -> list[playout.Move]:
    """Every draw, the one that the policy makes first."""
    first = game.best_draw(last)
    return [first, *(move for move in game.draws(last) if move != first)]


# --- exact ends -------------------------------------------------------------------------------------


def _exact(view: State) -> Move | None:
    """The move with the best exact value on average over all deals; None where these are many or the search is large."""
    if view.seats != 2 or view.deck is None:
        return None
    deals = list(_deals(view))
    if not deals:
        return None
    totals: Counter[Move] = Counter()
    for dealt in deals:
        line = Line(dealt, Watch(Limits()), _ENDGAME // len(deals))
        try:
            for move in view.moves():
                totals[move] += line.by(dealt, move)
        except TooLarge:
            return None
    return max(view.moves(), key=lambda move: totals[move])


def _deals(view: State) -> Iterator[State]:
    """All the ways in which the hidden cards of a full position may lie, if they are at most _DEALS."""
    hidden = sum(hand.count(UNKNOWN) for hand in view.hands)
    deck = view.deck or ()
    hidden += sum(card.unit == UNKNOWN for card in deck)
    camp_known = all(KNOWN[unit] for pile in view.camp for unit in pile)
    if not camp_known or any(card.mine == UNKNOWN_MINE for card in deck):
        return
    if hidden == 0:
        yield view
        return
    unseen = sorted(_unseen(view).elements())
    if hidden > 3 or len(unseen) > _DEALS or view.options.pairing == "printed":
        return
    ways = sorted(set(permutations(unseen, hidden)))
    if len(ways) > _DEALS:
        return
    for way in ways:
        take = iter(way)
        hands = tuple(sorted_hand([next(take) if u == UNKNOWN else u for u in hand]) for hand in view.hands)
        cards = tuple(Card(next(take) if card.unit == UNKNOWN else card.unit, card.mine) for card in deck)
        yield replace(view, hands=hands, deck=cards)


def _unseen(view: State) -> Counter[int]:
    """How often each unit lies where this position does not show it, backs of mines included."""
    unseen = Counter(view.cards.units)
    piles = [*view.hands, *view.camp, view.removed or ()]
    piles += [site.pile for sites in (view.open, *view.own) for site in sites]
    piles.append(tuple(card.unit for card in view.deck or ()))
    for pile in piles:
        unseen.subtract(unit for unit in pile if unit != UNKNOWN)
    return +unseen


__all__ = ["Node", "best_move"]
