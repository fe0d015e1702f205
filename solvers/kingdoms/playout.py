"""A quick game on plain lists: the greedy policy, what a position seems worth, and play on by the policy.

Used by the greedy player and by the tree search, thousands of times a move. The rules are those of ``puzzles.kingdoms``;
a test plays both side by side. What is only estimated: how many own turns are left (``Game.turns``) and how likely an own
mine gets filled (``Game.chance``); figures of section 6 and 8 of the specification are where these numbers come from.
"""

from __future__ import annotations

from random import Random

from puzzles.kingdoms.pieces import EMPTY, KNOWN, RACE, STRENGTH, UNKNOWN, Mine, may_follow
from puzzles.kingdoms.rules import State

Move = tuple[str, int, int]
"""(verb, card, place): fight, fill, discard; ``deck``, ``camp`` and ``none`` for draws."""

DECK: Move = ("deck", -1, -1)
NONE: Move = ("none", -1, -1)

FITS = {
    wrap: tuple(
        tuple(may_follow(top if top >= 0 else None, strength, wrap) for strength in range(11))
        for top in range(-1, 11)
    )
    for wrap in (True, False)
}
"""Wrap -> top + 1 -> strength -> whether it may follow; strength 10 is not known."""

FILLED = (1.0, 0.96, 0.92, 0.86, 0.76, 0.6, 0.45, 0.3, 0.2, 0.1, 0.05)
"""By cards missing: how often an own mine gets filled with time enough."""

OF_A_TURN = 0.72
"""Cards of the deck that a turn uses: greedy games of 2 seats take 84.5 turns for 60 (section 6)."""


class Spot:
    """A mine on the table with its pile, to be changed in place."""

    __slots__ = ("mine", "pile")

    def __init__(self, mine: Mine, pile: list[int]) -> None:
        self.mine = mine
        self.pile = pile


class Game:
    """A game in progress, every card known; of a view, unknown cards cannot be laid."""

    __slots__ = (
        "any", "camp", "deck", "filled_to_camp", "fits", "hands", "open", "over", "own", "owner", "points", "races",
        "replace_at_end", "round", "seat", "seats", "start", "stuck_to_camp",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        options = state.options
        self.fits = FITS[state.wrap]
        self.filled_to_camp = options.filled == "camp"
        self.stuck_to_camp = options.stuck == "camp"
        self.replace_at_end = options.replace == "end"
        self.any = options.take == "any"
        self.round = options.end == "round"
        self.seats, self.seat, self.start = state.seats, state.to_move, state.start
        self.races = state.kings
        self.owner = tuple(state.kings.index(race) if race in state.kings else -1 for race in range(4))
        self.hands = [list(hand) for hand in state.hands]
        self.open = [None if site == EMPTY else Spot(site.mine, list(site.pile)) for site in state.open]
        self.camp = [list(pile) for pile in state.camp]
        self.own = [[Spot(s.mine, list(s.pile)) for s in sites if s != EMPTY] for sites in state.own]
        self.points = [sum(mine.value for mine in mines) for mines in state.done]
        self.deck = [(card.unit, card.mine) for card in reversed(state.deck or ())]
        self.over = state.is_over

    # --- moves ----------------------------------------------------------------------------------

    def layings(self) -> list[Move]:
        """Every laying, or every discard; none with an empty hand."""
        hand = dict.fromkeys(self.hands[self.seat])
        race, fits = self.races[self.seat], self.fits
        found: list[Move] = []
        for slot, spot in enumerate(self.open):
            if spot is not None and spot.mine.defence > 0:
                row = fits[STRENGTH[spot.pile[-1]] + 1 if spot.pile else 0]
                found += [("fight", card, slot) for card in hand if KNOWN[card] and row[STRENGTH[card]]]
        for place, spot in enumerate(self.own[self.seat]):
            row = fits[STRENGTH[spot.pile[-1]] + 1 if spot.pile else 0]
            own = len(spot.pile) == spot.mine.size
            found += [
                ("fill", card, place)
                for card in hand
                if KNOWN[card] and row[STRENGTH[card]] and (RACE[card] == race) is own
            ]
        return found or [("discard", card, -1) for card in hand]

    def draws(self, last: Move | None) -> list[Move]:
        """Every draw after a laying (None: with an empty hand)."""
        found = [DECK] if self.deck else []
        if last is not None and last[0] != "discard":
            for pile in self.camp:
                if pile:
                    found += [("camp", card, -1) for card in (sorted(set(pile)) if self.any else pile[-1:])]
        return found or [NONE]

    def lay(self, move: Move) -> None:
        """Make a laying or a discard of the seat to move."""
        verb, card, place = move
        self.hands[self.seat].remove(card)
        if verb == "discard":
            if self.stuck_to_camp and card != UNKNOWN:
                self.camp[RACE[card]].append(card)
            return
        spot = self.open[place] if verb == "fight" else self.own[self.seat][place]
        assert spot is not None
        spot.pile.append(card)
        if verb == "fight":
            if len(spot.pile) >= spot.mine.defence:
                owner = self.owner[RACE[card]]
                self.own[owner if owner >= 0 else self.seat].append(Spot(spot.mine, []))
                for one in spot.pile:
                    self.camp[RACE[one]].append(one)
                self.open[place] = None if self.replace_at_end else self._turned_up()
        elif len(spot.pile) >= spot.mine.need:
            del self.own[self.seat][place]
            self.points[self.seat] += spot.mine.value
            if self.filled_to_camp:
                for one in spot.pile:
                    self.camp[RACE[one]].append(one)

    def _turned_up(self) -> Spot | None:
        return Spot(self.deck.pop()[1], []) if self.deck else None

    def draw(self, move: Move) -> None:
        """Draw, and end the turn."""
        verb, card, _ = move
        hand = self.hands[self.seat]
        if verb == "deck":
            hand.append(self.deck.pop()[0])
        elif verb == "camp":
            pile = self.camp[RACE[card]]
            at = len(pile) - 1 - pile[::-1].index(card)
            hand.append(pile.pop(at))
        if self.replace_at_end:
            self.open = [self._turned_up() if spot is None else spot for spot in self.open]
        self.seat = (self.seat + 1) % self.seats
        self.over = not self.deck and (not self.round or self.seat == self.start)

    # --- the policy -----------------------------------------------------------------------------

    def turns(self) -> float:
        """Own turns that are still to come, about."""
        return len(self.deck) / (OF_A_TURN * self.seats)

    def chance(self, seat: int, mine: Mine, missing: int, turns: float) -> float:
        """How likely a seat fills a mine that misses so many cards, besides the mines it has."""
        work = missing
        for spot in self.own[seat]:
            if spot.mine is not mine:
                work += spot.mine.need - len(spot.pile)
        sure = FILLED[missing] - (0.06 if mine.overseer else 0.0)
        if missing > turns:
            return 0.0
        return sure if work <= turns else sure * turns / work

    def best_laying(self, rng: Random | None = None) -> Move:
        """The laying that seems best at once; with `rng` now and then another good one. There must be a card."""
        ranked = self.ranked()
        if rng is not None and len(ranked) > 1 and rng.random() < 0.15:
            return ranked[1][1]
        return ranked[0][1]

    def ranked(self) -> list[tuple[float, Move]]:
        """Every laying with what it seems to gain, the best first; equal ones in the order of moves."""
        turns = self.turns()
        found = [(self.worth(move, turns), move) for move in self.layings()]
        found.sort(key=lambda one: -one[0])
        return found

    def worth(self, move: Move, turns: float) -> float:
        """What a laying seems to gain, in points.

        A completion turns -v to +v; a card on the way to it a share of that, less for strengths it skips; a capture
        -v and what filling it may bring, for oneself, or the opposite for a rival; a quiet fight costs the card, and
        more where it leaves a pile one short with a low top (S8).
        """
        verb, card, place = move
        if verb == "discard":  # perhaps of a card that is not known
            return 0.0
        seat = self.seat
        strength = STRENGTH[card]
        if verb == "fill":
            spot = self.own[seat][place]
            mine, missing = spot.mine, spot.mine.need - len(spot.pile)
            if missing == 1:
                return 2.0 * mine.value + 5.0
            if missing > turns + 1:
                return -1.0
            top = STRENGTH[spot.pile[-1]] if spot.pile else -1
            skipped = strength - top - 1 if strength > top else 0
            left = missing - 1
            room = 9 - strength if strength < 9 else 2
            if room < left:
                skipped += 3 * (left - room)
            return 2.0 * mine.value / missing + 3.0 - 0.9 * skipped
        spot_ = self.open[place]
        assert spot_ is not None
        mine, short = spot_.mine, spot_.mine.defence - len(spot_.pile)
        if short == 1:
            owner = self.owner[RACE[card]]
            if owner < 0:
                owner = seat
            gain = mine.value * (2.0 * self.chance(owner, mine, mine.need, turns) - 1.0)
            return gain * 0.8 if owner == seat else -gain
        cost = 0.4 + (1.2 if RACE[card] != self.races[seat] else 0.4) * (0.3 if strength > 7 else 0.15)
        if short == 2:
            cost += 0.25 * (9 - strength) * 0.4
        return -cost

    def best_draw(self, last: Move | None) -> Move:
        """The draw that seems best: a camp card that goes on an own mine next, else the deck."""
        found = self.draws(last)
        best, chosen = 0.0, found[0]
        if self.deck:
            best = 1.2
        for move in found:
            if move[0] == "camp":
                worth = self.use(move[1])
                if worth > best:
                    best, chosen = worth, move
        return chosen

    def use(self, card: int) -> float:
        """What a card seems worth in the hand of the seat to move."""
        if not KNOWN[card]:
            return 0.0
        strength, own = STRENGTH[card], RACE[card] == self.races[self.seat]
        best = 0.5
        for spot in self.own[self.seat]:
            top = STRENGTH[spot.pile[-1]] if spot.pile else -1
            laid = len(spot.pile)
            missing = spot.mine.need - laid
            if own is (laid == spot.mine.size) and self.fits[top + 1][strength]:
                skipped = strength - top - 1 if strength > top else 0
                worth = 2.0 * spot.mine.value / missing - 0.5 * skipped * (missing > 1)
                if worth > best:
                    best = worth
        return best

    def promise(self) -> list[float]:
        """For each seat the score that it seems to end with."""
        turns = self.turns()
        found = []
        for seat in range(self.seats):
            points, race = float(self.points[seat]), self.races[seat]
            foreign = own = 0
            for card in self.hands[seat]:
                if KNOWN[card]:
                    if RACE[card] == race:
                        own |= 1 << STRENGTH[card]
                    else:
                        foreign |= 1 << STRENGTH[card]
            spots = self.own[seat]
            work = sum(spot.mine.need - len(spot.pile) for spot in spots)
            hurry = 1.0 if work <= turns else turns / work
            for spot in spots:
                mine, laid = spot.mine, len(spot.pile)
                missing = mine.need - laid
                if missing > turns + 0.5:
                    points -= mine.value
                    continue
                top = STRENGTH[spot.pile[-1]] if laid else -1
                lacking = 0
                miners = mine.size - laid
                above = foreign >> (top + 1) << (top + 1) if top < 9 else foreign & 1
                for _ in range(miners):
                    if not above:
                        lacking += 1
                        continue
                    low = above & -above
                    above &= above - 1
                    top = low.bit_length() - 1
                if mine.overseer and not (own >> (top + 1) if top < 9 else own & 1):
                    lacking += 1
                likely = FILLED[min(lacking * 2, 10)] if lacking else 0.98
                if lacking and top >= 7:
                    likely *= 0.85
                points += mine.value * (2.0 * likely * hurry - 1.0)
            found.append(points)
        return found

    def scores(self) -> list[float]:
        """The scores as they stand."""
        return [
            float(self.points[seat] - sum(spot.mine.value for spot in self.own[seat]))
            for seat in range(self.seats)
        ]

    def play_on(self, most: int, rng: Random) -> list[float]:
        """Play by the policy, at most so many turns; what each seat then has, or seems to end with."""
        for _ in range(most):
            if self.over:
                break
            last = None
            if self.hands[self.seat]:
                last = self.best_laying(rng)
                self.lay(last)
            self.draw(self.best_draw(last))
        return self.scores() if self.over else self.promise()


__all__ = ["DECK", "NONE", "Game", "Move"]
