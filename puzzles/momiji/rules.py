"""Momiji: what a move does, how a game ends, what a seat may know. What may be done stands in ``legal.py``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from puzzles.core.state import IllegalMove, Outcome, RulesError
from puzzles.momiji import scoring
from puzzles.momiji.cards import LETTER, LETTERS, UNKNOWN
from puzzles.momiji.checks import check_possible
from puzzles.momiji.legal import CHEAP_OBJECTIVE, MORE_SAME, LegalMoves
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import laid, touching, without
from puzzles.momiji.reading import read_position
from puzzles.momiji.state import NOTHING, section_of, snake

__all__ = ["CHEAP_OBJECTIVE", "DRAW_TWO", "MORE_SAME", "RICH_BONUS", "State", "read_state"]

RICH_BONUS = 3  # MJ-69 K: acorns a pair
DRAW_TWO = 2  # MJ-69 D: cards


@dataclass(frozen=True, slots=True)
class State(LegalMoves):
    """A position of Momiji with its rules. See ``puzzles.core.state.State``."""

    def interrupts(self) -> Sequence[Move]:
        return ()

    def outcome(self) -> Outcome | None:
        if self.turns_left != 0:
            return None
        return Outcome(scoring.reason(self), scoring.scores(self), scoring.winners(self))

    # --- what it does ---------------------------------------------------------------------------

    def play(self, move: Move) -> Self:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.after(move)

    def after(self, move: Move) -> Self:
        """The position after a move that was found legal; problems that lift a rule use it.

        Raises RulesError where it would turn up a card that this position does not know.
        """
        seat, done, p = self.to_move, self.done, self.cards.parameters
        if move.verb == "reveal":
            shown, deck = self._drawn(self.deck, p.reveal_cards)
            paid = self._with_acorns(-p.reveal_cost)
            return replace(
                paid, display=_sorted((*self.display, *shown)), deck=deck, done=replace(done, reveal=True)
            )
        if move.verb == "collect":
            return replace(self._taken(move.letter), done=replace(done, collected=move.letter))
        if move.verb == "play":
            return self._played(move)
        if move.verb == "activate":
            left = tuple(name for name in self.objectives if name != move.id)
            held = _at(self.held, seat, tuple(sorted((*self.held[seat], move.id))))
            paid = self._with_acorns(-self.activate_cost())
            return replace(paid, objectives=left, held=held, done=replace(done, activated=True))
        if move.verb == "exchange":
            gone = self._discarded(move.cards)._with_acorns(p.exchange_acorns)
            return replace(gone, done=replace(done, exchanged=True))
        if move.verb == "use":
            return self._used_landscape(move)
        if move.verb == "drop":
            return replace(self._discarded(move.cards), done=replace(done, dropping=True))
        if move.verb == "pick":
            return self._picked(move.id)
        return self._end_turn()

    def _drawn(self, deck: tuple[int, ...], number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The next cards of a deck, at most `number`, and the rest."""
        drawn = deck[:number]
        if UNKNOWN in drawn:
            raise RulesError(
                "deck: the next card is not known in this position, so it cannot be turned up; deal it first"
            )
        return drawn, deck[number:]

    def _with_acorns(self, change: int) -> Self:
        """The seat to move gains acorns, as far as the supply goes (MJ-11), or pays them."""
        if change > 0 and self.options.supply != "none":
            change = min(change, max(0, int(self.options.supply) - sum(self.acorns)))
        return replace(self, acorns=_at(self.acorns, self.to_move, self.acorns[self.to_move] + change))

    def _without_cards(self, cards: Sequence[int]) -> Self:
        """These cards leave the hand of the seat to move, known ones first."""
        seat = self.to_move
        return replace(
            self,
            hands=_at(self.hands, seat, without(self.hands[seat], cards)),
            known=_at(self.known, seat, without(self.known[seat], cards)),
        )

    def _with_cards(self, cards: Sequence[int], *, seen: bool) -> Self:
        """These cards come to the hand of the seat to move; `seen`: everybody saw which."""
        seat = self.to_move
        known = _at(self.known, seat, _sorted((*self.known[seat], *cards))) if seen else self.known
        return replace(self, hands=_at(self.hands, seat, _sorted((*self.hands[seat], *cards))), known=known)

    def _discarded(self, cards: Sequence[int]) -> Self:
        return replace(self._without_cards(cards), discard=_sorted((*self.discard, *cards)))

    def _taken(self, letter: str) -> Self:
        """All display cards of a type come to the hand."""
        cards = tuple(card for card in self.display if LETTER[card] == letter)
        rest = tuple(card for card in self.display if LETTER[card] != letter)
        return replace(self._with_cards(cards, seen=True), display=rest)

    def _played(self, move: Move) -> Self:
        seat = self.to_move
        row = laid(self.rows[seat], move.cards, move.sides)
        after = replace(
            self._without_cards(move.cards),
            rows=_at(self.rows, seat, row),
            done=replace(self.done, played=move.mode),
        )
        if move.mode == "different":
            return after._with_bonus(
                RICH_BONUS if self.using("rich_bonus") else self.cards.parameters.bonus_per_pair
            )
        return after

    def _with_bonus(self, each: int) -> Self:
        """Acorns for every touching pair of the own row (MJ-60, MJ-61)."""
        pairs = sum(touching(self.rows[self.to_move], self.options.closed_bonus == "yes"))
        return self._with_acorns(each * pairs)

    def _used_landscape(self, move: Move) -> Self:
        """MJ-68, MJ-69; powers that only allow something are looked up where it is allowed."""
        seat, p = self.to_move, self.cards.parameters
        own = tuple(f"{name}*" if name == move.id else name for name in self.landscapes[seat])
        after = replace(
            self._with_acorns(-p.landscape_cost),
            landscapes=_at(self.landscapes, seat, own),
            done=replace(self.done, used=move.id),
        )
        effect = self.cards.landscapes[move.id].effect
        if effect == "second_type":
            return after._taken(move.letter)
        if effect == "bonus_after_same":
            return after._with_bonus(p.bonus_per_pair)
        if effect == "draw_two":
            cards, deck = self._drawn(self.deck, DRAW_TWO)
            return replace(after._with_cards(cards, seen=False), deck=deck)
        if effect == "trade_one":
            give, take = move.cards
            display = _sorted((*without(self.display, (take,)), give))
            return replace(after._without_cards((give,))._with_cards((take,), seen=True), display=display)
        if effect == "swap_piles":
            assert move.place is not None
            row = list(self.rows[seat])
            row[move.place : move.place + 2] = row[move.place + 1], row[move.place]
            return replace(after, rows=_at(self.rows, seat, tuple(row)))
        return after

    def _picked(self, name: str) -> Self:
        seat = self.to_move
        own = sorted((*self.landscapes[seat], name), key=lambda one: section_of(one, self.cards))
        landscapes = _at(self.landscapes, seat, tuple(own))
        picks = sum(map(len, landscapes))
        if picks == 3 * self.seats:
            return replace(self, landscapes=landscapes, draft=(), to_move=0)
        draft = list(self.draft)
        draft.remove(name)
        return replace(self, landscapes=landscapes, draft=tuple(draft), to_move=snake(picks, self.seats))

    def _end_turn(self) -> Self:
        """MJ-23: solo wind, refill, end check, next seat."""
        display, deck, discard = self.display, self.deck, self.discard
        if self.solo and display:
            sizes = Counter(LETTER[card] for card in display)
            largest = max(LETTERS, key=lambda letter: (sizes[letter], -LETTERS.index(letter)))
            blown = tuple(card for card in display if LETTER[card] == largest)
            display, discard = without(display, blown), _sorted((*discard, *blown))
        full, refill = self.cards.parameters.display_start, self.options.refill
        missing = full - len(display)
        if (refill == "to_four" and missing > 0) or (refill == "when_empty" and not display):
            shown, deck = self._drawn(deck, missing)
            display = _sorted((*display, *shown))
        after = replace(self, display=display, deck=deck, discard=discard, done=NOTHING)
        return after._end_check(idle=not self.done.main)

    def _end_check(self, *, idle: bool) -> Self:
        seats, seat, left = self.seats, self.to_move, self.turns_left
        count = 0
        if left is not None:
            left -= 1
        elif scoring.is_triggered(self):
            rest = seats - 1 - seat
            left = {"finish": rest, "one_more": rest + seats, "immediate": 0}[self.options.last_round]
        elif idle and self.options.refill == "none":
            count = self.idle + 1
            left = 0 if count == seats else None
        after = replace(self, turns_left=left, idle=count)
        return after if left == 0 else replace(after, to_move=(seat + 1) % seats)

    # --- what a seat may know -------------------------------------------------------------------

    def view(self, seat: int) -> Self:
        """What `seat` may know: of other hands the part that all have seen, no card of the deck.

        With recall=tops piles show their tops only, own ones too, until the game is over.
        """
        if seat not in range(self.seats):
            raise RulesError(f"view: got seat {seat}, expected 0 to {self.seats - 1}")
        hands = tuple(
            hand if owner == seat else known + (UNKNOWN,) * (len(hand) - len(known))
            for owner, (hand, known) in enumerate(zip(self.hands, self.known, strict=True))
        )
        rows = self.rows
        if self.options.recall == "tops" and self.turns_left != 0:
            rows = tuple(tuple((UNKNOWN, pile[-1]) for pile in row) for row in rows)
        return replace(self, hands=hands, rows=rows, deck=(UNKNOWN,) * len(self.deck))


def _sorted(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards))


def _at(parts: tuple[Any, ...], seat: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])


def read_state(text: str) -> State:
    """The state whose text this is. Raises RulesError with got, expected and where."""
    state = State(**read_position(text))
    check_possible(state)
    return state
