"""Autumn of Moria: what may be done, and why not. The one place where legality is written; rules by number in RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzles.core.text import join_list
from puzzles.moria.cards import CASTLE
from puzzles.moria.cells import CENTRE, STEPS, cell_text, is_on_map
from puzzles.moria.moves import HIDDEN, TURNS, Move
from puzzles.moria.queries import (
    affordable,
    allowance,
    can_pay,
    covered_cells,
    dig_cells,
    free_cells,
    free_slots,
    hand_size,
    is_fulfilled,
    reachable,
    supply,
)
from puzzles.moria.regions import blocker, ground, is_walled, pile_at
from puzzles.moria.state import SHOWN, Pile, Position, is_known

PHASES = {
    "play": "act",
    "place": "act",
    "move": "act",
    "ogre": "act",
    "done": "act",
    "take": "gather",
    "leave": "gather",
    "burn": "burn",
    "end": "burn",
}

RULE_OF = {"take_gem": "MO-32", "send_home": "MO-33", "step": "MO-34", "take_ogre": "MO-35", "swap": "MO-36"}

EDGE_NAMES = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class LegalMoves(Position):
    """A position and what may be done in it; ``rules.State`` adds what a move does."""

    def moves(self) -> Sequence[Move]:
        """Phase act: play, place, move, ogre, reveal, done; gather: take, leave, reveal; burn: burn, reveal, end.

        Inside a verb by card-set order, then cells by y and x, then n e s w.
        """
        if self.phase == "over":
            return []
        reveal = [Move("reveal")] if self._why_not_reveal("") is None else []
        if self.phase == "act":
            actions = self._actions() if self.used < allowance(self) else []
            return [*actions, *self._ogres(), *reveal, Move("done")]
        if self.phase == "gather":
            return [*self._takes(), *reveal]
        if hand_size(self, self.to_move) <= self.cards.counts.hand_limit:
            return [*reveal, Move("end")]
        return [*self._burns(), *reveal]

    def interrupts(self) -> Sequence[Move]:
        """Secret goals that seats not to move may reveal now, in seat order (MO-48)."""
        others = [Move("reveal", colour=colour) for colour in self.colours if colour != self.colour]
        return [move for move in others if self.why_not(move) is None]

    def why_not(self, move: Move) -> str | None:
        """None when legal; otherwise the rule and the reason, for the player."""
        if self.phase == "over":
            return f"{'MO-50' if self.last else 'MO-53'}: the game is over"
        if move.verb == "reveal":
            return self._why_not_reveal(move.colour)
        phase = PHASES.get(move.verb)
        if phase != self.phase:
            return f"MO-10: this is phase {self.phase}, {move.verb} belongs to phase {phase}"
        if move.verb in ("play", "place", "move"):
            allowed = allowance(self)
            if self.used >= allowed:
                return f"MO-10: all {allowed} actions are used"
            if move.verb == "play":
                return self._why_not_play(move)
            return self._why_not_place(move) if move.verb == "place" else self._why_not_move(move)
        if move.verb == "ogre":
            return self._why_not_ogre(move)
        if move.verb == "take":
            return self._why_not_take(move)
        if move.verb == "leave":
            if self.options.gather != "may":
                return "MO-38: every ready card resolves (gather=must)"
            return self._why_not_resolve(move.cell)
        if move.verb == "burn":
            return self._why_not_burn(move.name)
        if move.verb == "end":
            return self._why_not_end()
        return None  # done

    # --- actions --------------------------------------------------------------------------------

    def _actions(self) -> list[Move]:
        """The three kinds of action, while there is one left; built so that each is legal, for speed."""
        found: list[Move] = []
        seat, cards = self.to_move, self.cards
        free = free_cells(self)
        for kind in self.land[seat]:
            covered = covered_cells(self, kind)
            name = cards.land[kind].kind
            turns = [TURNS[turn] for turn in cards.turns[kind]]
            for cell in sorted(free + covered) if covered else free:
                found += [Move("play", cell, name, turn) for turn in turns]
        if supply(self, seat):
            found += [Move("place", pile.cell) for pile in self.cells if free_slots(self, pile)]
        for pile in self.cells:
            if pile.dwarves[seat]:
                found += [Move("move", pile.cell, to=other) for other in reachable(self, pile.cell)]
        return found

    def _why_not_play(self, move: Move) -> str | None:
        kind, cell = self.cards.kind(move.name), move.cell
        assert cell is not None
        if kind < 0:
            return f"MO-7: no land card is called {move.name}"
        hand = self.land[self.to_move]
        if kind not in hand:
            names = join_list(self.cards.land[one].kind for one in hand)
            return f"MO-7: {move.name} is not in the hand of {self.colour} ({names})"
        first = TURNS[self.cards.turned[4 * kind + TURNS.index(move.what)]]
        if first != move.what:
            return f"MO-15: {move.name} turned {move.what} is the same as turned {first}, say {first}"
        if not self.cells:
            return None if cell == CENTRE else f"MO-16: the first card goes on {cell_text(CENTRE)}"
        pile = pile_at(self, cell)
        if pile is not None:
            return self._why_not_cover(kind, pile)
        if all(pile_at(self, cell + step) is None for step in STEPS):
            return f"MO-15: {cell_text(cell)} is not next to a card in play"
        return None if is_on_map(cell) else "MO-15: the map reaches no further than texts can name its cells"

    def _why_not_cover(self, kind: int, pile: Pile) -> str | None:
        at, top, card = cell_text(pile.cell), self.kind(pile.cards[-1]), self.cards.land[kind]
        if any(pile.dwarves):
            return f"MO-19: a dwarf stands on {at}"
        if self.options.cover == "strict" and top.group in (CASTLE, "monster"):
            return f"MO-20: no card goes on a {top.group}, and {at} is one"
        if top.symbol != card.symbol:
            return f"MO-18: {card.kind} has the symbol {card.symbol} and {top.kind} on {at} the symbol {top.symbol}"
        return None

    def _why_not_place(self, move: Move) -> str | None:
        assert move.cell is not None
        if not supply(self, self.to_move):
            return f"MO-22: {self.colour} has no dwarf left to place"
        return self._why_not_room(move.cell)

    def _why_not_room(self, cell: int) -> str | None:
        """Against one more dwarf on the card there."""
        pile = pile_at(self, cell)
        if pile is None:
            return f"MO-22: no card lies on {cell_text(cell)}"
        if not free_slots(self, pile):
            return f"MO-25: all {self.kind(pile.cards[-1]).slots} slots of {cell_text(cell)} are taken"
        return None

    def _why_not_move(self, move: Move) -> str | None:
        assert move.cell is not None
        assert move.to is not None
        reason = self._why_not_dwarf(self.to_move, move.cell, "MO-23")
        if reason is not None or self.options.step == "one":
            return reason or self._why_not_step(move.cell, move.to)
        if move.to == move.cell:
            return f"MO-23: the dwarf stands on {cell_text(move.to)} already"
        reason = self._why_not_room(move.to)
        if reason is None and move.to not in reachable(self, move.cell):
            return f"MO-23: no chain of connected cards with free slots leads from {cell_text(move.cell)} to {cell_text(move.to)}"
        return reason

    def _why_not_dwarf(self, seat: int, cell: int, rule: str) -> str | None:
        """Against there being a dwarf of `seat` on the cell."""
        pile = pile_at(self, cell)
        if pile is None or not pile.dwarves[seat]:
            return f"{rule}: no {self.colours[seat]} dwarf stands on {cell_text(cell)}"
        return None

    def _why_not_step(self, cell: int, to: int) -> str | None:
        """Against one step of a dwarf (MO-23, MO-24)."""
        if to - cell not in STEPS:
            return f"MO-23: {cell_text(to)} is not next to {cell_text(cell)}"
        edge = STEPS.index(to - cell)
        tops, walls = ground(self).tops, self.cards.walls
        if to in tops and is_walled(
            walls[tops[cell]], walls[tops[to]], edge, self.options.wall_side == "both"
        ):
            if self.options.wall_side == "both":
                return f"MO-24: walls on both sides between {cell_text(cell)} and {cell_text(to)}"
            here = walls[tops[cell]] >> edge & 1
            side, at = (edge, cell) if here else (edge ^ 2, to)
            return f"MO-24: a wall on the {EDGE_NAMES[side]} edge of {cell_text(at)}"
        return self._why_not_room(to)

    # --- ogres ----------------------------------------------------------------------------------

    def _ogres(self) -> list[Move]:
        """Each ogre in hand with everything that may be chosen for it."""
        own = set(self.ogres[self.to_move])
        if not own - {HIDDEN}:
            return []
        found: list[Move] = []
        for name, ogre in self.cards.ogres.items():
            if name in own:
                found += [
                    move for move in self._choices(name, ogre.effect) if self._why_not_ogre(move) is None
                ]
        return found

    def _choices(self, name: str, effect: str) -> Iterable[Move]:
        """What may be named with an ogre, legal or not."""
        colours = self.colours
        stands = [
            (pile.cell, colour) for pile in self.cells for colour in colours if self._count(pile, colour)
        ]
        if effect == "take_gem":
            for colour in colours:
                yield from (Move("ogre", None, name, gem.type, None, colour) for gem in self.cards.gems)
        elif effect == "send_home":
            for colour in colours:
                yield from (Move("ogre", cell, name, colour=one) for cell, one in stands if one == colour)
        elif effect == "step":
            for colour in colours:
                for cell, one in stands:
                    if one == colour:
                        yield from (Move("ogre", cell, name, "", cell + step, colour) for step in STEPS)
        elif effect == "take_ogre":
            yield from (Move("ogre", name=name, colour=colour) for colour in colours)
        else:
            for seat, colour in enumerate(colours):
                for cell, one in stands:
                    if one == colour:
                        for other in colours[seat + 1 :]:
                            for to, two in stands:
                                if two == other:
                                    yield Move("ogre", cell, name, other, to, colour)

    def _count(self, pile: Pile, colour: str) -> int:
        return pile.dwarves[self.colours.index(colour)]

    def _why_not_ogre(self, move: Move) -> str | None:
        ogre = self.cards.ogres.get(move.name)
        if ogre is None:
            return f"MO-6: no ogre is called {move.name}"
        rule = RULE_OF[ogre.effect]
        if move.name not in self.ogres[self.to_move]:
            return f"{rule}: {move.name} is not in the hand of {self.colour} ({join_list(self.ogres[self.to_move])})"
        named = (bool(move.colour), move.cell is not None, bool(move.what), move.to is not None)
        form = {
            "take_gem": ("a rival and a gem type", (True, False, True, False)),
            "send_home": ("a rival and a cell", (True, True, False, False)),
            "step": ("a colour and two cells", (True, True, False, True)),
            "take_ogre": ("a rival", (True, False, False, False)),
            "swap": ("two colours, each with a cell", (True, True, True, True)),
        }[ogre.effect]
        if named != form[1]:
            return f"{rule}: {form[0]} must be named with {move.name}"
        if move.colour not in self.colours:
            return f"{rule}: {move.colour} is not seated ({' '.join(self.colours)})"
        seat = self.colours.index(move.colour)
        if ogre.effect in ("take_gem", "send_home", "take_ogre") and seat == self.to_move:
            return f"{rule}: {move.name} is played on a rival"
        if ogre.effect == "take_gem":
            gem = self.cards.gem(move.what)
            if gem < 0 or not self.gems[seat][gem]:
                return f"{rule}: {move.colour} holds no {move.what}"
            return None
        if ogre.effect == "take_ogre":
            return None if self.ogres[seat] else f"{rule}: {move.colour} holds no ogre"
        assert move.cell is not None
        if ogre.effect == "swap":
            return self._why_not_swap(move, rule)
        reason = self._why_not_dwarf(seat, move.cell, rule)
        if reason is None and ogre.effect == "step":
            assert move.to is not None
            return self._why_not_step(move.cell, move.to)
        return reason

    def _why_not_swap(self, move: Move, rule: str) -> str | None:
        assert move.cell is not None
        assert move.to is not None
        if move.what not in self.colours:
            return f"{rule}: {move.what} is not seated ({' '.join(self.colours)})"
        seat, other = self.colours.index(move.colour), self.colours.index(move.what)
        if seat == other:
            return f"{rule}: the two dwarves are of different colours"
        if seat > other:
            return f"{rule}: {move.what} comes before {move.colour} in seat order, name its dwarf first"
        if move.cell == move.to:
            return f"{rule}: the two dwarves stand on different cards"
        return self._why_not_dwarf(seat, move.cell, rule) or self._why_not_dwarf(other, move.to, rule)

    # --- gathering ------------------------------------------------------------------------------

    def _takes(self) -> list[Move]:
        """Every card still to be resolved with its choices; then, with gather=may, every card left alone."""
        found: list[Move] = []
        for cell in self.gathering:
            choice = self.choice(cell)
            if not choice:
                found.append(Move("take", cell))
                continue
            found.append(Move("take", cell, "nothing"))
            if choice == "buy":
                found += [Move("take", cell, "buy", goal) for goal in affordable(self, self.to_move)]
            else:
                found += [Move("take", cell, "dig", to=pile) for pile in dig_cells(self, cell)]
        if self.options.gather == "may":
            found += [Move("leave", cell) for cell in self.gathering]
        return found

    def choice(self, cell: int) -> str:
        """What may be chosen when the card on the cell resolves now: buy, dig, or nothing at all (empty)."""
        task = self.kind(ground(self).tops[cell]).task
        if task == "trade":
            return "buy"
        return "dig" if task == "dig" and blocker(self, cell) is None else ""

    def _why_not_resolve(self, cell: int | None) -> str | None:
        assert cell is not None
        if cell not in self.gathering:
            left = join_list(map(cell_text, self.gathering))
            return f"MO-37: {cell_text(cell)} is not among the ready cards ({left})"
        return None

    def _why_not_take(self, move: Move) -> str | None:
        reason = self._why_not_resolve(move.cell)
        if reason is not None:
            return reason
        assert move.cell is not None
        at, choice = cell_text(move.cell), self.choice(move.cell)
        land = self.kind(ground(self).tops[move.cell])
        if not choice:
            if not move.name:
                return None
            stop = blocker(self, move.cell)
            if stop is not None:
                return f"MO-40: a monster on {cell_text(stop)} blocks {at}, so nothing is chosen"
            return f"MO-39: nothing is chosen for a {land.kind}"
        rule = "MO-42" if choice == "buy" else "MO-44"
        if not move.name or move.name not in ("nothing", choice):
            what = "an open goal" if choice == "buy" else "a pile"
            return f"{rule}: say nothing, or {choice} and {what}, for the {land.kind} on {at}"
        if move.name == "buy":
            return self._why_not_buy(move.what)
        return self._why_not_dig(move.cell, move.to) if move.name == "dig" else None

    def _why_not_buy(self, goal: str) -> str | None:
        if goal not in self.open_goals:
            return f"MO-42: {goal} is not open ({join_list(self.open_goals)})"
        if not can_pay(self, self.to_move, goal):
            cost = self.cards.goals[goal].cost
            words = [f"{n} {gem.type}" for n, gem in zip(cost, self.cards.gems, strict=True) if n]
            return f"MO-42: {goal} costs {', '.join(words)}, which {self.colour} does not hold"
        return None

    def _why_not_dig(self, castle: int, cell: int | None) -> str | None:
        assert cell is not None
        pile = pile_at(self, cell)
        if pile is None or len(pile.cards) < 2:
            return f"MO-44: {cell_text(cell)} is no pile of two cards or more"
        if cell not in dig_cells(self, castle):
            return f"MO-44: a dwarf stands on {cell_text(cell)}"
        return None

    # --- burning, secret goal -------------------------------------------------------------------

    def _burns(self) -> list[Move]:
        gems, ogres = self.gems[self.to_move], self.ogres[self.to_move]
        names = [gem.type for gem, number in zip(self.cards.gems, gems, strict=True) if number]
        names += [name for name in (*self.cards.ogres, HIDDEN) if name in ogres]
        return [Move("burn", name=name) for name in names]

    def _why_not_burn(self, name: str) -> str | None:
        seat, limit = self.to_move, self.cards.counts.hand_limit
        size = hand_size(self, seat)
        if size <= limit:
            return f"MO-46: only cards above {limit} are burned, and this hand holds {size}"
        if name == HIDDEN:  # the ogre drawn last, also where its face is known
            return None if self.ogres[seat] else f"MO-46: {self.colour} holds no ogre"
        if self.cards.kind(name) >= 0:
            return "MO-46: land cards cannot be burned"
        gem = self.cards.gem(name)
        if name not in self.ogres[seat] and (gem < 0 or not self.gems[seat][gem]):
            return f"MO-46: {self.colour} holds no {name}"
        return None

    def _why_not_end(self) -> str | None:
        size, limit = hand_size(self, self.to_move), self.cards.counts.hand_limit
        return f"MO-46: {size} cards in hand, burn {size - limit} first" if size > limit else None

    def _why_not_reveal(self, colour: str) -> str | None:
        if colour:
            if colour not in self.colours:
                return f"MO-48: {colour} is not seated ({' '.join(self.colours)})"
            if colour == self.colour:
                return f"MO-48: {colour} is to move, say reveal alone"
            if self.options.reveal == "own_turn":
                return f"MO-48: {colour} is not to move (reveal=own_turn)"
        seat = self.colours.index(colour or self.colour)
        secret = self.secrets[seat]
        if secret.endswith(SHOWN):
            return f"MO-47: {secret.removesuffix(SHOWN)} lies open already"
        if not is_known(secret):
            what = "is not known here" if secret else "does not exist"
            return f"MO-47: the secret goal of {self.colours[seat]} {what}"
        if not is_fulfilled(self, seat):
            return f"MO-47: {secret} is not fulfilled"
        return None
