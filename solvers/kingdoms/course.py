"""Several turns in a row that nobody disturbs, for ``plan``: depth-first search with a table and a bound.

A node is what the seat has at the start of a turn. The table's key leaves out what cannot matter in the turns left
(``Course.key``): slots are alike and so are mines with the same numbers (R4); of a pile only its height and top count
as long as its cards cannot come into the camp in time (R3); a mine that cannot be captured or completed in time is only
a place to lay a card on (R7); of a camp pile only as many cards as can still be drawn count. With one turn left nothing
is searched: a completion is best, then any laying that changes nothing, then the cheapest capture (R5, R7).

Bound (``Course.bound``): a knapsack of turns. Completing an own mine takes as many turns as it misses cards and brings
2 x value; an open mine takes its captors and its fillings and brings value, -value and then 2 x value; a mine of the
deck takes the captors of the mine before it as well. Nothing else brings points. Only mines count that could be filled
if every card of hand, camp and fights were at hand as often as wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, END, Move
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    STRENGTH,
    UNKNOWN,
    UNKNOWN_MINE,
    Mine,
    Pile,
    Site,
    followers,
    sorted_hand,
    top_of,
    without,
)
from puzzles.kingdoms.problems import Plan
from puzzles.kingdoms.rules import State
from solvers.core.search import Watch
from solvers.kingdoms.asking import texts

NEVER = -1_000_000


class Node(NamedTuple):
    """The start of a turn, or with ``drawn`` False its middle. ``deck`` has the mine sides; None: not counted.

    The order of the fields is that of ``State``; only what the seat itself can use is here.
    """

    hand: tuple[int, ...]
    open: tuple[Site, ...]
    camp: tuple[Pile, ...]
    own: tuple[Site, ...]
    deck: tuple[Mine, ...] | None


class Laid(NamedTuple):
    """A laying or a discard: the move, the points it brings, the node after it, whether the draw must be a blank."""

    move: Move
    gain: int
    node: Node
    blank: bool


class Course:
    """A plan of several turns. ``watch.nodes`` counts nodes that were expanded.

    best  value and plan of the best found so far
    """

    def __init__(self, problem: Plan, start: State, watch: Watch) -> None:
        self.problem = problem
        self.start = start
        self.watch = watch
        seat, options = start.to_move, start.options
        self.race = start.kings[seat]
        self.mine_if = tuple(start.owner_of_capture(11 * race) == seat for race in range(4))
        self.wrap = start.wrap
        self.any = options.take == "any"
        self.camp_after = options.filled == "camp"
        self.stuck_camp = options.stuck == "camp"
        self.replace_at_end = options.replace == "end"
        self.best: tuple[int, list[Move]] = (NEVER, [])
        self.most = 0
        self._path: list[Move] | None = []
        self._exact: dict[Any, int] = {}
        self._upper: dict[Any, int] = {}
        self._bounds: dict[Any, int] = {}

    @property
    def root(self) -> Node:
        """The start."""
        seat, deck = self.start.to_move, self.start.deck
        return Node(
            self.start.hands[seat],
            self.start.open,
            self.start.camp,
            self.start.own[seat],
            None if deck is None else tuple(card.mine for card in deck),
        )

    # --- the rules of a plan --------------------------------------------------------------------

    def layings(self, node: Node) -> list[Laid]:
        """Every laying; where there is none every discard; with an empty hand none (``move`` is the blank draw)."""
        if not node.hand:
            return [Laid(DRAW_DECK, 0, self._blank(node), blank=True)]
        hand = [card for card in dict.fromkeys(node.hand) if KNOWN[card]]
        found = []
        for slot, site in enumerate(node.open):
            if site.mine.defence <= 0:
                continue
            fits = followers(top_of(site.pile), self.wrap)
            found += [self._fight(node, card, slot) for card in hand if STRENGTH[card] in fits]
        for place, site in enumerate(node.own):
            if site == EMPTY:
                continue
            fits, own = followers(top_of(site.pile), self.wrap), len(site.pile) == site.mine.size
            found += [
                self._fill(node, card, place)
                for card in hand
                if STRENGTH[card] in fits and (RACE[card] == self.race) is own
            ]
        return found or [self._discard(node, card) for card in dict.fromkeys(node.hand)]

    def _fight(self, node: Node, card: int, slot: int) -> Laid:
        site = node.open[slot]
        pile, move = (*site.pile, card), Move("fight", card, slot)
        hand = without(node.hand, card)
        if len(pile) < site.mine.defence:
            after = Site(site.mine, pile)
            return Laid(move, 0, node._replace(hand=hand, open=_at(node.open, slot, after)), blank=False)
        mine = self.mine_if[RACE[card]]
        new, deck = EMPTY, node.deck
        if not self.replace_at_end:
            new, deck = _turned_up(deck)
        after_node = Node(
            hand,
            _at(node.open, slot, new),
            _camped(node.camp, pile),
            (*node.own, Site(site.mine)) if mine else node.own,
            deck,
        )
        return Laid(move, -site.mine.value if mine else 0, after_node, blank=False)

    def _fill(self, node: Node, card: int, place: int) -> Laid:
        site = node.own[place]
        pile, move = (*site.pile, card), Move("fill", card, place)
        hand = without(node.hand, card)
        if len(pile) < site.mine.need:
            own = _at(node.own, place, Site(site.mine, pile))
            return Laid(move, 0, node._replace(hand=hand, own=own), blank=False)
        camp = _camped(node.camp, pile) if self.camp_after else node.camp
        own = node.own[:place] + node.own[place + 1 :]
        return Laid(move, 2 * site.mine.value, node._replace(hand=hand, own=own, camp=camp), blank=False)

    def _discard(self, node: Node, card: int) -> Laid:
        camp = _camped(node.camp, (card,)) if self.stuck_camp and card != UNKNOWN else node.camp
        after = node._replace(hand=without(node.hand, card), camp=camp)
        return Laid(Move("discard", card), 0, after, blank=True)

    def _blank(self, node: Node) -> Node:
        """The node with a blank drawn from the deck."""
        return node._replace(hand=(*node.hand, UNKNOWN), deck=node.deck and node.deck[1:])

    def draws(self, laid: Laid) -> Iterator[tuple[Move | None, Node]]:
        """Every draw after a laying with the node after it; None where the draw was the turn's only move."""
        node = laid.node
        if laid.move == DRAW_DECK:
            yield None, node
            return
        drawn = False
        for race, pile in enumerate(() if laid.blank else node.camp):
            for card in sorted(set(pile)) if self.any else pile[-1:]:
                drawn = True
                camp = _at(node.camp, race, without(pile, card))
                yield (
                    Move("draw", card, source="camp"),
                    node._replace(hand=sorted_hand((*node.hand, card)), camp=camp),
                )
        if not drawn:
            yield (DRAW_NONE, node) if node.deck == () else (DRAW_DECK, self._blank(node))

    def ended(self, node: Node) -> Node:
        """The node after ``end``."""
        if not self.replace_at_end or EMPTY not in node.open:
            return node
        places, deck = node.open, node.deck
        for slot, site in enumerate(places):
            if site == EMPTY:
                new, deck = _turned_up(deck)
                places = _at(places, slot, new)
        return node._replace(open=places, deck=deck)

    # --- what matters ---------------------------------------------------------------------------

    def key(self, node: Node, turns: int) -> Any:
        """All of a node that the value of so many turns depends on."""
        drawn = turns - 1
        camp = tuple(tuple(sorted(pile)) for pile in node.camp) if self.any else node.camp
        if not self.any:
            camp = tuple(pile[-drawn:] if drawn else () for pile in camp)
        deck = None if node.deck is None else tuple(mine[1:] for mine in node.deck[: 2 * turns + 4])
        return (
            turns,
            node.hand,
            tuple(sorted(self._open_key(site, turns) for site in node.open)),
            camp,
            tuple(sorted(self._own_key(site, turns) for site in node.own)),
            deck,
        )

    def _open_key(self, site: Site, turns: int) -> tuple[Any, ...]:
        mine, pile = site
        if mine.defence <= 0:
            return (0, site == EMPTY)
        top, missing = STRENGTH[pile[-1]] if pile else -1, mine.defence - len(pile)
        if missing > turns:
            return (1, top)
        if missing == turns:
            return (2, top, mine.value)
        return (3, *mine[1:], pile)

    def _own_key(self, site: Site, turns: int) -> tuple[Any, ...]:
        mine, pile = site
        if site == EMPTY:
            return (0,)
        top, missing = STRENGTH[pile[-1]] if pile else -1, mine.need - len(pile)
        if missing > turns:
            return (1, top)
        rest = (top, missing, mine.size - len(pile), mine.value)
        return (3, *rest, pile) if self.camp_after and missing < turns else (2, *rest)

    # --- the bound ------------------------------------------------------------------------------

    def bound(self, node: Node, turns: int) -> int:
        """No `turns` turns bring more points, whatever is drawn."""
        if turns <= 0:
            return 0
        foreign = own = 0
        piles = [node.hand, *node.camp, *(site.pile for site in node.open)]
        if self.camp_after:
            piles += [site.pile for site in node.own]
        for pile in piles:
            for card in pile:
                if KNOWN[card]:
                    if RACE[card] == self.race:
                        own |= 1 << STRENGTH[card]
                    else:
                        foreign |= 1 << STRENGTH[card]
        deck = node.deck and node.deck[: turns + node.open.count(EMPTY)]  # no more can be turned up in time
        key = (node.own, node.open, deck, foreign, own, turns)
        found = self._bounds.get(key)
        if found is None:
            found = self._bounds[key] = self._knapsack(node, deck or (), turns, foreign, own)
        return found

    def _knapsack(self, node: Node, deck: tuple[Mine, ...], turns: int, foreign: int, own: int) -> int:
        items = []
        for site in node.own:
            if 0 < site.missing <= turns and self._can(site, foreign, own):
                items.append((site.missing, 2 * site.mine.value))
        captors = turns + 1
        for site in node.open:
            if site.mine.defence <= 0:
                continue
            captors = min(captors, site.to_capture)
            cost = site.to_capture + site.mine.need
            if cost <= turns and self._can(Site(site.mine), foreign, own):
                items.append((cost, site.mine.value))
        for mine in deck:
            cost = (0 if EMPTY in node.open else captors) + mine.defence + mine.need
            if mine != UNKNOWN_MINE and cost <= turns and self._can(Site(mine), foreign, own):
                items.append((cost, mine.value))
        most = [0] * (turns + 1)
        for cost, value in items:
            for left in range(turns, cost - 1, -1):
                most[left] = max(most[left], most[left - cost] + value)
        return most[turns]

    def _can(self, site: Site, foreign: int, own: int) -> bool:
        miners = max(site.mine.size - len(site.pile), 0)
        return _chain(top_of(site.pile), miners, site.missing - miners, self.wrap, foreign, own)

    # --- the search -----------------------------------------------------------------------------

    def begin(self) -> tuple[int, int]:
        """The plan that always lays what promises most becomes the best found; its value, and the bound of all plans."""
        node, turns = self.root, self.problem.turns
        self.most = self.bound(node, turns)
        total, plan = 0, []
        while turns and node.deck != ():
            turns -= 1
            laid = self._ranked(node, turns)[0][-1]
            total += laid.gain
            plan.append(laid.move)
            if turns:
                draw, after = max(self.draws(laid), key=lambda one: self.bound(one[1], turns))
                plan += [END] if draw is None else [draw, END]
                node = self.ended(after)
        self.best = total, plan
        return total, self.most

    def solve(self) -> int:
        """The value; ``best`` then has a plan."""
        return self._value(self.root, self.problem.turns, self.best[0] - 1, 0)

    def _value(self, node: Node, turns: int, floor: int, got: int) -> int:
        """Most points of so many turns: exact above `floor`, otherwise a bound not above it (fail-soft).

        `got` was gained on the way here.
        """
        if turns == 0 or node.deck == ():
            self._keep(got, [])
            return 0
        key = self.key(node, turns)
        known = self._exact.get(key)
        if known is not None:
            if self._path is not None and got + known > self.best[0]:
                self._keep(got + known, self._tail(node, turns, known))
            return known
        bound = self._upper.get(key)
        if bound is None:
            bound = self.bound(node, turns)
        if bound <= floor:
            return bound
        self.watch.count()
        best = self._last(node, got) if turns == 1 else self._search(node, turns, floor, bound, got)
        if best > floor:
            self._exact[key] = best
        else:
            self._upper[key] = best
        return best

    def _last(self, node: Node, got: int) -> int:
        """The best single laying."""
        laid = max(self.layings(node), key=lambda one: one.gain)
        self._keep(got + laid.gain, [laid.move])
        return laid.gain

    def _search(self, node: Node, turns: int, floor: int, bound: int, got: int) -> int:
        best = NEVER
        for promise, gain, _, laid in self._ranked(node, turns - 1):
            if promise <= max(best, floor):
                # nothing further on promises more; the promise itself is a bound
                return max(best, promise)
            for draw, after in self.draws(laid):
                self._step(laid.move, draw)
                below = max(best, floor) - gain
                found = gain + self._value(self.ended(after), turns - 1, below, got + gain)
                self._back(draw)
                if found > best:
                    best = found
                    if best >= min(bound, promise):
                        break
            if best >= bound:
                break
        return best

    def _ranked(self, node: Node, turns: int) -> list[tuple[int, int, int, Laid]]:
        """(promise, gain, number, laying): what promises most with so many turns after it first, then what gains most."""
        ranked = [
            (laid.gain + self.bound(laid.node, turns), laid.gain, number, laid)
            for number, laid in enumerate(self.layings(node))
        ]
        ranked.sort(key=lambda one: (-one[0], -one[1], one[2]))
        return ranked

    def _step(self, move: Move, draw: Move | None) -> None:
        if self._path is not None:
            self._path += [move, END] if draw is None else [move, draw, END]

    def _back(self, draw: Move | None) -> None:
        if self._path is not None:
            del self._path[-2 if draw is None else -3 :]

    def _keep(self, total: int, tail: list[Move]) -> None:
        """A plan was found; keep it and tell when it is better."""
        if self._path is not None and total > self.best[0]:
            self.best = total, [*self._path, *tail]
            self.watch.news(total, max(total, self.most), texts(self.best[1]))

    def _tail(self, node: Node, turns: int, value: int) -> list[Move]:
        """Moves that have the exact value of a node."""
        path, self._path = self._path, None
        try:
            return self._moves(node, turns, value)
        finally:
            self._path = path

    def _moves(self, node: Node, turns: int, value: int) -> list[Move]:
        plan: list[Move] = []
        while turns and node.deck != ():
            turns -= 1
            for laid in self.layings(node):
                rest = value - laid.gain
                if turns == 0:
                    if rest == 0:
                        return [*plan, laid.move]
                    continue
                if self.bound(laid.node, turns) < rest:
                    continue
                found = self._draw(laid, turns, rest)
                if found is not None:
                    break
            else:
                raise AssertionError(f"no turn has the value {value} of {node}")
            draw, node = found
            plan += [laid.move, END] if draw is None else [laid.move, draw, END]
            value = rest
        return plan

    def _draw(self, laid: Laid, turns: int, rest: int) -> tuple[Move | None, Node] | None:
        """The first draw after which `turns` turns have the value `rest`, and the node after ``end``."""
        for draw, after in self.draws(laid):
            node = self.ended(after)
            if self._value(node, turns, rest - 1, 0) == rest:
                return draw, node
        return None


def _turned_up(deck: tuple[Mine, ...] | None) -> tuple[Site, tuple[Mine, ...] | None]:
    """The new open mine and the rest of the deck (KD-25)."""
    if deck is None:
        return Site(UNKNOWN_MINE), None
    return (Site(deck[0]), deck[1:]) if deck else (EMPTY, deck)


def _camped(camp: tuple[Pile, ...], cards: Pile) -> tuple[Pile, ...]:
    """The camp with these cards on the piles of their races (KD-23)."""
    piles = list(camp)
    for card in cards:
        piles[RACE[card]] = (*piles[RACE[card]], card)
    return tuple(piles)


def _at(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])


@lru_cache(maxsize=100_000)
def _chain(top: int | None, miners: int, overseers: int, wrap: bool, foreign: int, own: int) -> bool:
    """Whether so many cards may be laid on `top` if each strength in the two sets is there as often as wanted."""
    if not miners and not overseers:
        return True
    allowed = foreign if miners else own
    left = (miners - 1, overseers) if miners else (0, overseers - 1)
    return any(
        allowed >> strength & 1 and _chain(strength, *left, wrap, foreign, own)
        for strength in followers(top, wrap)
    )
