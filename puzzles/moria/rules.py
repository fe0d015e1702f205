"""Autumn of Moria: what a move does, how a game ends, what a seat may know. What may be done stands in ``legal.py``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from puzzles.core.state import IllegalMove, Outcome, RulesError
from puzzles.moria import scoring
from puzzles.moria.cards import laid_card
from puzzles.moria.checks import check_possible
from puzzles.moria.legal import LegalMoves
from puzzles.moria.moves import HIDDEN, TURNS, Move
from puzzles.moria.queries import gem_piles, goals_owned, is_fulfilled, live_allowance, ready_cells
from puzzles.moria.reading import read_position
from puzzles.moria.regions import blocker, pile_at, place_of
from puzzles.moria.state import SHOWN, Pile

__all__ = ["State", "read_state"]


@dataclass(frozen=True, slots=True)
class State(LegalMoves):
    """A position of Autumn of Moria with its rules. See ``puzzles.core.state.State``."""

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        reason = "goals" if self.last else "rounds"
        practice = "practice" if self.seats == 1 else None
        return Outcome(reason, scoring.scores(self), scoring.winners(self), practice)

    # --- what it does ---------------------------------------------------------------------------

    def play(self, move: Move) -> Self:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.after(move)

    def after(self, move: Move) -> Self:
        """The position after a move that was found legal; problems that lift a rule use it.

        Raises RulesError where it would need a face that this position does not know.
        """
        verb, seat, cell = move.verb, self.to_move, move.cell
        if verb == "place":
            assert cell is not None
            return self.but(cells=self._counted(cell, seat, 1), used=self.used + 1)
        if verb == "move":
            assert cell is not None
            assert move.to is not None
            return self._walked(seat, cell, move.to).but(used=self.used + 1)
        if verb == "play":
            return self._laid(move)
        if verb == "ogre":
            return self._ogre_played(move)
        if verb == "reveal":
            shown = self.colours.index(move.colour or self.colour)
            return self.but(secrets=_at(self.secrets, shown, self.secrets[shown] + SHOWN))
        if verb == "done":
            return self._done()
        if verb == "take":
            return self._taken(move)
        if verb == "leave":
            assert cell is not None
            return self._resolved(cell)
        return self._burned(move.name) if verb == "burn" else self._end_turn()

    def _counted(self, cell: int, seat: int, change: int) -> tuple[Pile, ...]:
        """The map with more or fewer dwarves of a seat on a cell."""
        place = place_of(self, cell)
        _, cards, dwarves = self.cells[place]
        dwarves = _at(dwarves, seat, dwarves[seat] + change)
        return (*self.cells[:place], Pile(cell, cards, dwarves), *self.cells[place + 1 :])

    def _walked(self, seat: int, cell: int, to: int) -> Self:
        """A dwarf goes from one card to another."""
        left = self.but(cells=self._counted(cell, seat, -1))
        return left.but(cells=left._counted(to, seat, 1))

    def _laid(self, move: Move) -> Self:
        seat, cell, kind = self.to_move, move.cell, self.cards.kind(move.name)
        assert cell is not None
        laid = laid_card(seat, kind, TURNS.index(move.what))
        place, below = place_of(self, cell), pile_at(self, cell)
        cards = (laid,) if below is None else (*below.cards, laid)
        rest = self.cells[place + (below is not None) :]
        return self.but(
            cells=(*self.cells[:place], Pile(cell, cards, (0,) * self.seats), *rest),
            land=_at(self.land, seat, tuple([one for one in self.land[seat] if one != kind])),
            used=self.used + 1,
        )

    # --- ogres ----------------------------------------------------------------------------------

    def _ogre_played(self, move: Move) -> Self:
        """MO-32 to MO-36; the ogre of this kind held longest goes to the discard."""
        seat, cell, to = self.to_move, move.cell, move.to
        rival = self.colours.index(move.colour)
        own = list(self.ogres[seat])
        own.remove(move.name)
        after = self.but(
            ogres=_at(self.ogres, seat, tuple(own)), ogre_discard=(*self.ogre_discard, move.name)
        )
        effect = self.cards.ogres[move.name].effect
        if effect == "take_gem":
            gem = self.cards.gem(move.what)
            return after._with_gems(rival, gem, -1)._with_gems(seat, gem, 1)
        if effect == "take_ogre":
            first, *rest = after.ogres[rival]
            ogres = _at(_at(after.ogres, rival, tuple(rest)), seat, (*after.ogres[seat], first))
            return after.but(ogres=ogres)
        assert cell is not None
        if effect == "send_home":
            return after.but(cells=after._counted(cell, rival, -1))
        assert to is not None
        if effect == "step":
            return after._walked(rival, cell, to)
        return after._walked(rival, cell, to)._walked(self.colours.index(move.what), to, cell)

    def _with_gems(self, seat: int, gem: int, change: int) -> Self:
        own = self.gems[seat]
        return self.but(gems=_at(self.gems, seat, _at(own, gem, own[gem] + change)))

    # --- gathering ------------------------------------------------------------------------------

    def _done(self) -> Self:
        """MO-37; with blocked=all dwarves leave blocked cards that are not ready, too."""
        seat, ready = self.to_move, ready_cells(self, self.to_move)
        cells = self.cells
        if self.options.blocked == "all":
            cells = tuple(
                pile._replace(dwarves=_at(pile.dwarves, seat, 0))
                if pile.cell not in ready and self._goes_home(pile)
                else pile
                for pile in cells
            )
        return self.but(cells=cells, phase="gather" if ready else "burn", used=0, allowed=0, gathering=ready)

    def _goes_home(self, pile: Pile) -> bool:
        """Whether a card is blocked and carries dwarves of the seat to move alone (option blocked)."""
        own = pile.dwarves[self.to_move]
        return 0 < own == sum(pile.dwarves) and blocker(self, pile.cell) is not None

    def _resolved(self, cell: int) -> Self:
        """The card on the cell has had its turn; after the last one the phase is burn."""
        left = tuple([other for other in self.gathering if other != cell])
        return self.but(gathering=left, phase="gather" if left else "burn")

    def _taken(self, move: Move) -> Self:
        """MO-39 to MO-44: the needed dwarves go home, then the card acts."""
        seat, cell = self.to_move, move.cell
        assert cell is not None
        pile = pile_at(self, cell)
        assert pile is not None
        land = self.kind(pile.cards[-1])
        home = land.need
        if self.options.blocked == "all" and self._goes_home(pile):
            home = pile.dwarves[seat]
        after = self._resolved(cell).but(cells=self._counted(cell, seat, -home))
        if blocker(self, cell) is not None or move.name == "nothing":
            return after
        if land.task == "gain":
            return after._with_gems(seat, land.gem, min(land.amount, gem_piles(self)[land.gem]))
        if land.task == "draw":
            for _ in range(land.amount):
                after = after._drawn()
            return after
        if land.task == "slay":
            return after._slain(cell)
        if land.task == "trade":
            return after._bought(move.what)
        assert move.to is not None
        return after._dug(move.to)

    def _drawn(self) -> Self:
        """The top ogre comes to the hand; a discard is turned over when the deck is empty (MO-41)."""
        deck, discard = self.ogre_deck, self.ogre_discard
        if not deck:
            deck, discard = discard, ()
        ogres = _at(self.ogres, self.to_move, (*self.ogres[self.to_move], *deck[:1]))
        return self.but(ogres=ogres, ogre_deck=deck[1:], ogre_discard=discard)

    def _slain(self, cell: int) -> Self:
        """The card goes to its slayer; what lies below wakes, or a gap is left (MO-31)."""
        seat, place = self.to_move, place_of(self, cell)
        cards = self.cells[place].cards
        woken = (Pile(cell, cards[:-1], (0,) * self.seats),) if len(cards) > 1 else ()
        return self.but(
            cells=(*self.cells[:place], *woken, *self.cells[place + 1 :]),
            slain=_at(self.slain, seat, (*self.slain[seat], cards[-1] // 4)),
        )

    def _bought(self, goal: str) -> Self:
        seat = self.to_move
        paid = tuple(
            own - cost for own, cost in zip(self.gems[seat], self.cards.goals[goal].cost, strict=True)
        )
        after = self.but(
            gems=_at(self.gems, seat, paid),
            goals=_at(self.goals, seat, (*self.goals[seat], goal)),
            open_goals=tuple([one for one in self.open_goals if one != goal]),
        )
        return after._refilled() if self.options.refill == "at_once" else after

    def _refilled(self) -> Self:
        """Empty places among the open goals are filled from the deck, at the end of the row (MO-43)."""
        missing = max(0, self.cards.counts.open_goals - len(self.open_goals))
        return self.but(open_goals=(*self.open_goals, *self.deck[:missing]), deck=self.deck[missing:])

    def _dug(self, cell: int) -> Self:
        """The top card of the pile goes to its bottom (MO-44)."""
        place = place_of(self, cell)
        pile = self.cells[place]
        cards = (pile.cards[-1], *pile.cards[:-1])
        return self.but(cells=(*self.cells[:place], pile._replace(cards=cards), *self.cells[place + 1 :]))

    # --- burning and the end --------------------------------------------------------------------

    def _burned(self, name: str) -> Self:
        """Of equal ogres the one held longest is burned; ``?`` is one of unknown face, else the one drawn last."""
        seat, gem = self.to_move, self.cards.gem(name)
        if gem >= 0:
            return self._with_gems(seat, gem, -1)
        own = list(self.ogres[seat])
        if name == HIDDEN:
            newest = [place for place, ogre in enumerate(own) if ogre == HIDDEN] or [len(own) - 1]
            burned = own.pop(newest[-1])
        else:
            burned = own.pop(own.index(name))
        return self.but(ogres=_at(self.ogres, seat, tuple(own)), ogre_discard=(*self.ogre_discard, burned))

    def _end_turn(self) -> Self:
        """MO-50: the end is set off by the goals of this seat; the last seat of a round may end the game."""
        after = self._refilled() if self.options.refill == "turn_end" else self
        last = self.last or goals_owned(self, self.to_move) >= self.cards.counts.goals_to_end
        if self.to_move < self.seats - 1:
            return after.begun(self.to_move + 1, self.round, last)
        if last or self.round == int(self.options.rounds):
            return after.but(phase="over", secrets=self._all_shown(), last=last)
        return after.begun(0, self.round + 1, last)

    def begun(self, seat: int, number: int, last: bool) -> Self:
        """The first moment of a turn of `seat` in the round with this number."""
        allowed = live_allowance(self, seat) if self.options.castle_bonus == "start" else 0
        return self.but(
            to_move=seat, phase="act", used=0, allowed=allowed, gathering=(), round=number, last=last
        )

    def _all_shown(self) -> tuple[str, ...]:
        """Fulfilled secret goals are revealed when the game is over (MO-51)."""
        if HIDDEN in self.secrets:
            colour = self.colours[self.secrets.index(HIDDEN)]
            raise RulesError(
                f"secret, {colour}: it is not known in this position, so the end of the game cannot be scored"
            )
        return tuple(
            secret + SHOWN if not secret.endswith(SHOWN) and is_fulfilled(self, seat) else secret
            for seat, secret in enumerate(self.secrets)
        )

    # --- what a seat may know -------------------------------------------------------------------

    def view(self, seat: int) -> Self:
        """What `seat` may know: no rival's unrevealed secret goal and ogres, no card of a deck (MO-5, MO-9)."""
        if seat not in range(self.seats):
            raise RulesError(f"view: got seat {seat}, expected 0 to {self.seats - 1}")
        return self.but(
            secrets=tuple(
                secret if owner == seat or not secret or secret.endswith(SHOWN) else HIDDEN
                for owner, secret in enumerate(self.secrets)
            ),
            ogres=tuple(
                own if owner == seat else (HIDDEN,) * len(own) for owner, own in enumerate(self.ogres)
            ),
            deck=(HIDDEN,) * len(self.deck),
            ogre_deck=(HIDDEN,) * len(self.ogre_deck),
        )


def _at(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])


def read_state(text: str) -> State:
    """The state whose text this is. Raises RulesError with got, expected and where."""
    state = State(**read_position(text))
    if state.options.castle_bonus == "start" and state.phase == "act" and not state.allowed:
        state = state.begun(state.to_move, state.round, state.last)  # the turn was left out
    check_possible(state)
    return state
