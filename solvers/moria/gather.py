"""The end of a turn, exactly: every order of gathering with every choice, then burning in one step.

Values are points x LONGEST less the moves still to make, so that the greatest number is the most points and, of
these, the fewest moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from puzzles.moria.cards import KINDS
from puzzles.moria.moves import HIDDEN, Move
from puzzles.moria.problems import BestTurn
from puzzles.moria.rules import State
from puzzles.moria.scoring import score
from puzzles.moria.state import SHOWN
from solvers.moria.land import Land, Printed
from solvers.moria.plain import LONGEST

Dwarves = dict[int, int]
"""Cell -> dwarves, above 0."""


class Hand(NamedTuple):
    """What gathering changes besides the map.

    gems    by type; ogres: how many
    stock   ogres that can still be drawn
    bought  places in ``Facts.goals``
    slain   how many monsters in this turn; trophies: their points
    shown   the own secret goal lies open
    """

    gems: tuple[int, ...]
    ogres: int
    stock: int
    bought: tuple[int, ...] = ()
    slain: int = 0
    trophies: int = 0
    shown: bool = False


class Facts:
    """What does not change in a turn, of the view of the seat to move."""

    def __init__(self, problem: BestTurn, start: State) -> None:
        cards, seat, options = start.cards, start.to_move, start.options
        self.problem, self.start, self.seat = problem, start, seat
        self.options = options
        self.printed = Printed(start)
        self.margin = problem.objective == "margin" and start.seats > 1
        self.limit = cards.counts.hand_limit
        self.gem_vp = [gem.vp for gem in cards.gems]
        self.cheap_first = sorted(range(len(cards.gems)), key=lambda gem: self.gem_vp[gem])
        held = [sum(own) for own in zip(*start.gems, strict=True)]
        # gems that no rival holds: those in hand and those on the piles
        self.mine_or_pile = [
            gem.count - number + own
            for gem, number, own in zip(cards.gems, held, start.gems[seat], strict=True)
        ]
        self.goals = [
            (goal, cards.goals[goal].vp, cards.goals[goal].cost)
            for goal in start.open_goals
            if goal != HIDDEN
        ]
        name = start.secrets[seat].removesuffix(SHOWN)
        self.secret = cards.secrets[name] if name else None
        self.test = self.secret.test if self.secret else ""
        self.secret_vp = self.secret.vp if self.secret else 0
        self.at_least = self.secret.at_least if self.secret else 0
        self.slain_before = len(start.slain[seat])
        # points that stay: goals and trophies of earlier turns
        self.fixed = sum(cards.goals[goal].vp for goal in start.goals[seat]) + sum(
            cards.land[card % KINDS].trophy for card in start.slain[seat]
        )
        first = Land(self.printed, {pile.cell: pile.cards for pile in start.cells})
        self.land = first
        self.rivals = (
            [
                (other, score(start, other, seat) - first.realm_vp(other))
                for other in range(start.seats)
                if other != seat
            ]
            if self.margin
            else []
        )
        self.foreign: Dwarves = {
            pile.cell: sum(pile.dwarves) - pile.dwarves[seat]
            for pile in start.cells
            if sum(pile.dwarves) > pile.dwarves[seat]
        }
        self.own: Dwarves = {pile.cell: pile.dwarves[seat] for pile in start.cells if pile.dwarves[seat]}
        self.dwarves = cards.counts.dwarves_per_colour
        self.freeze = options.mixed == "freeze"
        self.far = options.step == "far"
        self.may_leave = options.gather == "may"
        self.all_home = options.blocked == "all"
        self.symbols = {self.printed.symbol[kind] for kind in start.land[seat]}
        self.actions, self.more_actions = cards.counts.actions, cards.counts.actions_with_castle
        # with castle_bonus=start the number of actions does not change in the turn
        self.fixed_actions = start.allowed if options.castle_bonus == "start" else 0
        self.held = sum(start.gems[seat]) + len(start.ogres[seat])
        self.dearest = max([sum(cost) for _, _, cost in self.goals], default=0)
        self.all_vp = sum([self.printed.vp[laid // 4 % KINDS] for pile in start.cells for laid in pile.cards])
        self.all_vp += sum([self.printed.vp[kind] for kind in start.land[seat]])
        self.hand = Hand(
            start.gems[seat],
            len(start.ogres[seat]),
            len(start.ogre_deck) + len(start.ogre_discard),
            shown=start.secrets[seat].endswith(SHOWN),
        )

    def holds(self, land: Land, own: Dwarves, hand: Hand) -> bool:
        """Whether the own secret goal is fulfilled and does not lie open."""
        if self.secret is None or hand.shown:
            return False
        return self.counted(land, own, hand) >= self.at_least

    def counted(self, land: Land, own: Dwarves, hand: Hand) -> int:
        """What the test of the own secret goal counts (MO-49)."""
        test = self.test
        if test == "realm_cards":
            realm = land.realm(self.seat)
            return len(realm.cells) if realm else 0
        if test == "realm_vp":
            return land.realm_vp(self.seat)
        if test == "slain":
            return self.slain_before + hand.slain
        if test == "gem_types":
            return sum(number > 0 for number in hand.gems)
        if test == "gems":
            return sum(hand.gems)
        return hand.ogres if test == "ogres" else sum(own.values())

    def ready(self, land: Land, own: Dwarves) -> tuple[int, ...]:
        """Cells whose cards are ready, ascending (MO-37)."""
        need, tops, foreign = self.printed.need, land.tops, self.foreign
        return tuple(
            sorted(
                cell
                for cell, number in own.items()
                if number >= need[tops[cell] // 4 % KINDS] and not (self.freeze and foreign.get(cell))
            )
        )

    def against(self, land: Land) -> int:
        """Points of the best rival; 0 where only the own score counts."""
        return max([points + land.realm_vp(other) for other, points in self.rivals], default=0)


class Gather:
    """Phases gather and burn."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._known: dict[object, int] = {}
        self._lands: dict[tuple[int, str, int], Land] = {}

    def best(self, land: Land, own: Dwarves, size: int, shown: bool) -> int:
        """The value after ``done``. size: land cards in hand."""
        facts = self.facts
        ready = facts.ready(land, own)
        hand = facts.hand._replace(shown=True) if shown else facts.hand
        if facts.all_home:
            own = {
                cell: number
                for cell, number in own.items()
                if cell in ready
                or facts.foreign.get(cell)
                or not land.is_blocked(cell, land.tops[cell] // 4 % KINDS)
            }
        self._known = {}
        return self._resolve(land, own, facts.foreign, ready, hand, size)

    def _resolve(
        self, land: Land, own: Dwarves, foreign: Dwarves, ready: tuple[int, ...], hand: Hand, size: int
    ) -> int:
        if not ready:
            return self._burn(land, own, hand, size)
        key = (id(land), tuple(sorted(own.items())), ready, hand)
        found = self._known.get(key)
        if found is not None:
            return found
        best = -(1 << 40)
        for cell in ready:
            left = tuple(one for one in ready if one != cell)
            if self.facts.may_leave:
                best = max(best, self._resolve(land, own, foreign, left, hand, size) - 1)
            best = max(best, self._take(land, own, foreign, cell, left, hand, size) - 1)
        self._known[key] = best
        return best

    def _take(
        self,
        land: Land,
        own: Dwarves,
        foreign: Dwarves,
        cell: int,
        left: tuple[int, ...],
        hand: Hand,
        size: int,
    ) -> int:
        """The best after one card has resolved, whatever is chosen for it."""
        facts = self.facts
        held = facts.holds(land, own, hand)
        best = -(1 << 40)
        for _, next_land, dwarves, others, next_hand in self.choices(land, own, foreign, cell, hand):
            best = max(best, self._resolve(next_land, dwarves, others, left, next_hand, size))
            # a reveal at the first moment at which the test holds is as good as any later one
            if not held and facts.holds(next_land, dwarves, next_hand):
                shown = next_hand._replace(shown=True)
                best = max(best, self._resolve(next_land, dwarves, others, left, shown, size) - 1)
        return best

    def choices(
        self, land: Land, own: Dwarves, foreign: Dwarves, cell: int, hand: Hand
    ) -> Iterator[tuple[Move, Land, Dwarves, Dwarves, Hand]]:
        """Every way in which a ready card can resolve, and what it leaves (MO-39 to MO-44)."""
        facts, printed = self.facts, self.facts.printed
        kind = land.tops[cell] // 4 % KINDS
        blocked = land.is_blocked(cell, kind)
        home = own[cell] if facts.all_home and blocked and not foreign.get(cell) else printed.need[kind]
        after = {**own, cell: own[cell] - home}
        if not after[cell]:
            del after[cell]
        task, take = printed.task[kind], Move("take", cell)
        if blocked:
            yield take, land, after, foreign, hand
        elif task == "gain":
            gem = printed.gem[kind]
            gain = min(printed.amount[kind], facts.mine_or_pile[gem] - hand.gems[gem])
            gems = (*hand.gems[:gem], hand.gems[gem] + gain, *hand.gems[gem + 1 :])
            yield take, land, after, foreign, hand._replace(gems=gems)
        elif task == "draw":
            drawn = min(printed.amount[kind], hand.stock)
            yield (
                take,
                land,
                after,
                foreign,
                hand._replace(ogres=hand.ogres + drawn, stock=hand.stock - drawn),
            )
        elif task == "slay":
            after.pop(cell, None)
            others = {one: number for one, number in foreign.items() if one != cell}
            won = hand._replace(slain=hand.slain + 1, trophies=hand.trophies + printed.trophy[kind])
            yield take, self._changed(land, "slain", cell), after, others, won
        else:
            yield Move("take", cell, "nothing"), land, after, foreign, hand
        if blocked:
            return
        if task == "trade":
            for place, (goal, _, cost) in enumerate(facts.goals):
                if place not in hand.bought and all(
                    have >= price for have, price in zip(hand.gems, cost, strict=True)
                ):
                    gems = tuple([have - price for have, price in zip(hand.gems, cost, strict=True)])
                    bought = tuple(sorted((*hand.bought, place)))
                    yield (
                        Move("take", cell, "buy", goal),
                        land,
                        after,
                        foreign,
                        hand._replace(gems=gems, bought=bought),
                    )
        elif task == "dig":
            for pile, cards in land.piles.items():
                if len(cards) > 1 and not after.get(pile) and not foreign.get(pile):
                    dig = Move("take", cell, "dig", to=pile)
                    yield dig, self._changed(land, "dug", pile), after, foreign, hand

    def _changed(self, land: Land, how: str, cell: int) -> Land:
        """The map after a dig or a kill, one and the same object each time."""
        key = (id(land), how, cell)
        found = self._lands.get(key)
        if found is None:
            found = self._lands[key] = land.dug(cell) if how == "dug" else land.slain(cell)
            self._lands[id(found), "keep", id(land)] = land  # so that no id is used again
        return found

    def _burn(self, land: Land, own: Dwarves, hand: Hand, size: int) -> int:
        """Burning down to the limit in one step, with a reveal before it where it pays, and the end."""
        facts = self.facts
        over = size + sum(hand.gems) + hand.ogres - facts.limit
        holds = facts.holds(land, own, hand)
        if over <= 0:
            return self._end(land, hand, holds or hand.shown) - 1
        if holds and facts.test in ("gem_types", "gems", "ogres"):
            best = -(1 << 40)
            ranges = [range(min(number, over) + 1) for number in hand.gems]
            for burned in product(*ranges):
                ogres = over - sum(burned)
                if 0 <= ogres <= hand.ogres:
                    gems = tuple([have - gone for have, gone in zip(hand.gems, burned, strict=True)])
                    kept = hand._replace(gems=gems, ogres=hand.ogres - ogres)
                    lost = not facts.holds(land, own, kept)
                    best = max(best, self._end(land, kept, True) - 1 - over - lost)
            return best
        left = over - min(over, hand.ogres)
        rest = list(hand.gems)
        for gem in facts.cheap_first:
            gone = min(left, rest[gem])
            rest[gem] -= gone
            left -= gone
        kept = hand._replace(gems=tuple(rest))
        return self._end(land, kept, holds or hand.shown) - 1 - over

    def _end(self, land: Land, hand: Hand, secret: bool) -> int:
        """Points at the end x LONGEST; what is subtracted from them are moves."""
        facts = self.facts
        points = facts.fixed + hand.trophies + land.realm_vp(facts.seat)
        points += sum([number * vp for number, vp in zip(hand.gems, facts.gem_vp, strict=True)])
        points += sum([facts.goals[place][1] for place in hand.bought])
        if secret:
            points += facts.secret_vp
        return LONGEST * (points - facts.against(land))
