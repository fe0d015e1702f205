"""Momiji: what may be done, and what it does. The rules by number stand in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any, Self

from puzzles.core.shuffle import shuffle
from puzzles.core.state import IllegalMove, Outcome, RulesError
from puzzles.core.text import MAX_WHOLE, shorten
from puzzles.momiji import scoring
from puzzles.momiji.cards import CARD_SET, LETTER, LETTERS, SECTIONS, TEXT, UNKNOWN, VALUE, CardSet, read_code
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import CLOSED, laid, place_of, step, touching, without
from puzzles.momiji.state import (
    NOTHING,
    Position,
    cards_text,
    check_possible,
    choose_options,
    draft_order,
    read_position,
    section_of,
    snake,
)

RICH_BONUS = 3  # MJ-69 K: acorns a pair
CHEAP_OBJECTIVE = 1  # MJ-69 I: acorns
DRAW_TWO = 2  # MJ-69 D: cards
MORE_SAME = 1  # MJ-69 B: cards more in a same play
BY_SEAT = (2, 2, 3, 3)  # option start_acorns=by_seat


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position of Momiji with its rules. See ``puzzles.core.state.State``."""

    # --- what may be done -----------------------------------------------------------------------

    def moves(self) -> Sequence[Move]:
        """Reveal; collect by letter; same plays; different plays; activate; use; exchange; drop; end. Or pick.

        Same plays by letter, first, second, third card, left before right; different plays by number of cards,
        cards in canonical order, number of left cards, text.
        """
        if self.turns_left == 0:
            return []
        if self.draft:
            picks = [Move("pick", id=name) for name in dict.fromkeys(self.draft)]
            return [move for move in picks if self._why_not_pick(move) is None]
        found: list[Move] = []
        if not self.done.dropping:
            found += self._legal([Move("reveal"), *(Move("collect", letter=one) for one in self.types)])
            found += self._plays()
            found += self._legal([Move("activate", id=name) for name in self.objectives])
            found += [] if self.done.used else self._legal(self._uses())
            found += self._exchanges()
        hand = dict.fromkeys(card for card in self.hands[self.to_move] if card != UNKNOWN)
        if self._why_not_drop_any() is None:
            found += [Move("drop", cards=(card,)) for card in hand]
        if self._why_not_end() is None:
            found.append(Move("end"))
        return found

    def interrupts(self) -> Sequence[Move]:
        return ()

    def outcome(self) -> Outcome | None:
        if self.turns_left != 0:
            return None
        return Outcome(scoring.reason(self), scoring.scores(self), scoring.winners(self))

    def why_not(self, move: Move) -> str | None:
        """None when legal; otherwise the rule and the reason, for the player."""
        if self.turns_left == 0:
            return f"{'MJ-24' if self.idle == self.seats else 'MJ-81'}: the game is over"
        if self.draft:
            if move.verb != "pick":
                return "MJ-8: the landscapes are being drafted, pick one"
            return self._why_not_pick(move)
        if self.done.dropping and move.verb not in ("drop", "end"):
            return "MJ-70: the surplus is being dropped, only drop and end are left"
        if move.verb == "reveal":
            return self._why_not_reveal()
        if move.verb == "collect":
            return self._why_not_collect(move.letter)
        if move.verb == "play":
            return self._why_not_play(move)
        if move.verb == "activate":
            return self._why_not_activate(move.id)
        if move.verb == "exchange":
            return self._why_not_exchange(move)
        if move.verb == "use":
            return self._why_not_use(move)
        if move.verb == "drop":
            return self._why_not_drop(move)
        if move.verb == "end":
            return self._why_not_end()
        if move.verb == "pick":
            return "MJ-8: there is no draft going on"
        return f"MJ-20: {move.verb!r} is not among the things a turn is made of"

    def _why_not_main(self) -> str | None:
        """Against any main action: one was done already."""
        main = self.done.main
        return f"MJ-20: this turn has had its main action ({main})" if main else None

    def _why_not_reveal(self) -> str | None:
        main = self._why_not_main()
        if main is not None:
            return main
        cost = self.cards.parameters.reveal_cost
        if self.done.reveal:
            return "MJ-32: cards were revealed this turn already"
        if not self.deck:
            return "MJ-31: the deck is empty, nothing can be revealed"
        if self.acorns[self.to_move] < cost:
            return f"MJ-31: a reveal costs {cost}, this seat has {self.acorns[self.to_move]}"
        return None

    def _why_not_collect(self, letter: str) -> str | None:
        main = self._why_not_main()
        if main is not None:
            return main
        if letter not in self.types:
            return f"MJ-3: the type {letter} is not in play ({' '.join(self.types)})"
        if all(LETTER[card] != letter for card in self.display):
            return f"MJ-30: no card of the type {letter} is in the display ({cards_text(self.display)})"
        return None

    def _why_not_any_play(self) -> str | None:
        """Against playing at all now, whatever the cards."""
        if self.done.collected and not self.done.played and self.using("play_too"):
            return None
        main = self._why_not_main()
        if main is not None:
            return main
        if self.done.reveal:
            return "MJ-32: after a reveal the main action is to collect"
        return None

    def _why_not_play(self, move: Move) -> str | None:
        first = self._why_not_any_play()
        if first is not None:
            return first
        if not move.mode:
            return "MJ-42: a play is of one type only, or every card is of another type"
        return (
            self._why_not_order(move)
            or self._why_not_number(move)
            or self._why_not_in_hand(move.cards, "MJ-40" if move.mode == "same" else "MJ-41")
            or self._why_not_sides(move)
        )

    def _why_not_number(self, move: Move) -> str | None:
        most, least = self._same_max(), self.cards.parameters.different_min
        if move.mode == "same" and len(move.cards) > most:
            return f"MJ-40: a same play has at most {most} cards, got {len(move.cards)}"
        if move.mode == "different" and len(move.cards) < least:
            return f"MJ-41: a different play has at least {least} cards, got {len(move.cards)}"
        return None

    def _why_not_in_hand(self, cards: Sequence[int], rule: str) -> str | None:
        hand = self.hands[self.to_move]
        for card, number in Counter(cards).items():
            if hand.count(card) < number:
                what = f"{number} times {TEXT[card]}" if number > 1 else TEXT[card]
                return f"{rule}: {what} is not in this hand ({cards_text(hand)})"
        return None

    def _below(self, card: int) -> int | None:
        """Value of the top of the own pile of this card's type; None when there is no pile."""
        row = self.rows[self.to_move]
        place = place_of(row, LETTER[card])
        return None if place is None else VALUE[row[place][-1]]

    def _why_not_order(self, move: Move) -> str | None:
        """Against laying the cards as they are, by MJ-45 to MJ-48."""
        skips = int(self.using("skip_one"))
        for number, card in enumerate(move.cards):
            before = number > 0 and move.mode == "same"
            below = VALUE[move.cards[number - 1]] if before else self._below(card)
            rise = step(below, VALUE[card])
            if rise is None or rise > skips:
                if below is None:
                    return f"MJ-45: {TEXT[card]} cannot begin a pile, only a 0 can"
                if below == CLOSED:
                    return (
                        f"MJ-48: the pile of {LETTER[card]} is closed by its 3, {TEXT[card]} cannot go on it"
                    )
                why = "; the second card lies on the first (MJ-47)" if before else ""
                return f"MJ-46: {TEXT[card]} cannot go on a {below}, only {below} or {below + 1} can{why}"
            skips -= rise
        return None

    def _why_not_sides(self, move: Move) -> str | None:
        laid_before = 0
        for number, (card, side) in enumerate(zip(move.cards, move.sides, strict=True)):
            is_new = self._below(card) is None and not (number and move.mode == "same")
            reason = self._why_not_side(card, side, is_new, laid_before)
            if reason is not None:
                return reason
            laid_before += is_new
        return None

    def _why_not_side(self, card: int, side: str, is_new: bool, laid_before: int) -> str | None:
        """Against the words before a card: `laid_before` new piles of this play lie in the row already."""
        if not is_new:
            return f"MJ-43: {TEXT[card]} goes on the pile of its type, not {side}" if side else None
        rule, piles = self.options.new_pile, len(self.rows[self.to_move])
        begins = f"MJ-51: {TEXT[card]} begins a pile"
        if rule == "anywhere":
            most = piles + laid_before
            if not side.startswith("at ") or int(side[3:]) > most:
                return f"{begins}, say at 0 to at {most}, the number of piles to its left"
        elif rule == "right_end":
            if side != "right":
                return f"{begins}, and that goes to the right end (new_pile=right_end), say right"
        elif not piles and side != "right":
            return f"{begins}, the first of the row, say right"
        elif side not in ("left", "right"):
            return f"{begins}, say left or right"
        return None

    def _why_not_activate(self, name: str) -> str | None:
        main = self._why_not_main()
        if main is not None:
            return main
        if self.done.reveal:
            return "MJ-32: after a reveal the main action is to collect"
        if name not in self.objectives:
            if any(name in names for names in self.held):
                return f"MJ-64: objective {name} was activated already"
            return f"MJ-64: objective {name} is not on the table ({' '.join(self.objectives) or 'none is'})"
        cost = self._activate_cost()
        if self.acorns[self.to_move] < cost:
            return f"MJ-64: to activate costs {cost} acorns, this seat has {self.acorns[self.to_move]}"
        return None

    def _why_not_exchange(self, move: Move) -> str | None:
        if self.done.exchanged:
            return "MJ-21: one exchange a turn, and it was made"
        number = self.cards.parameters.exchange_cards
        if len(move.cards) != number:
            return f"MJ-67: an exchange takes {number} cards, got {len(move.cards)}"
        return self._why_not_in_hand(move.cards, "MJ-67")

    def _why_not_use(self, move: Move) -> str | None:
        if self.done.used:
            return f"MJ-21: one landscape a turn, and {self.done.used} was used"
        own = self.landscapes[self.to_move]
        if f"{move.id}*" in own:
            return f"MJ-68: landscape {move.id} was used already, each is used once a game"
        if move.id not in own:
            return f"MJ-68: landscape {move.id} is not among this seat's ({' '.join(own) or 'none'})"
        cost = self.cards.parameters.landscape_cost
        if self.acorns[self.to_move] < cost:
            return f"MJ-68: a landscape costs {cost}, this seat has {self.acorns[self.to_move]}"
        effect = self.cards.landscapes[move.id].effect
        shape = {"second_type": "a type", "trade_one": "two cards", "swap_piles": "a pile"}.get(
            effect, "nothing"
        )
        said = "a type" if move.letter else "two cards" if move.cards else "nothing"
        if move.place is not None:
            said = "a pile"
        if said != shape:
            return f"MJ-69: {shape} must be named with landscape {move.id}, got {said}"
        return self._why_not_effect(move, effect)

    def _why_not_effect(self, move: Move, effect: str) -> str | None:
        done, name = self.done, move.id
        if effect in ("three_same", "skip_one", "cheap_objective", "rich_bonus") and done.main:
            return f"MJ-69: landscape {name} is used before the main action, and that is done ({done.main})"
        if effect in ("second_type", "trade_one", "play_too") and not done.collected:
            return f"MJ-69: landscape {name} is used after collecting"
        if effect == "bonus_after_same" and done.played != "same":
            return f"MJ-69: landscape {name} is used after a same play"
        if effect == "draw_two" and not self.deck:
            return f"MJ-69: the deck is empty, landscape {name} has nothing to draw"
        there = {LETTER[card] for card in self.display}
        if effect == "second_type" and (move.letter == done.collected or move.letter not in there):
            return f"MJ-69: landscape {name} takes another type of the display ({cards_text(self.display)})"
        if effect == "trade_one":
            give, take = move.cards
            if LETTER[give] != done.collected or give not in self.hands[self.to_move]:
                return f"MJ-69: landscape {name} gives a hand card of the type collected ({done.collected}), got {TEXT[give]}"
            if LETTER[take] == done.collected or take not in self.display:
                return f"MJ-69: landscape {name} takes a display card of another type, got {TEXT[take]}"
        if effect == "swap_piles":
            piles = len(self.rows[self.to_move])
            if move.place is None or move.place > piles - 2:
                return (
                    f"MJ-69: landscape {name} swaps a pile with its right neighbour, and the row has {piles}"
                )
        return None

    def _why_not_drop_any(self) -> str | None:
        hand, limit = self.hands[self.to_move], int(self.options.hand_limit)
        if self.using("no_limit"):
            return "MJ-69: no hand limit holds this turn"
        if len(hand) <= limit:
            return f"MJ-70: only cards above {limit} are dropped, and this hand holds {len(hand)}"
        if not self.done.dropping:
            idle = self._why_not_idle()
            if idle is not None:
                return "MJ-70: cards are dropped after the main action"
        return None

    def _why_not_drop(self, move: Move) -> str | None:
        return self._why_not_drop_any() or self._why_not_in_hand(move.cards, "MJ-70")

    def _why_not_end(self) -> str | None:
        hand, limit = self.hands[self.to_move], int(self.options.hand_limit)
        if not self.done.dropping:
            idle = self._why_not_idle()
            if idle is not None:
                return idle
        if len(hand) > limit and not self.using("no_limit"):
            return f"MJ-70: {len(hand)} cards in hand, drop {len(hand) - limit} first"
        return None

    def _why_not_idle(self) -> str | None:
        """Against leaving the main action out (MJ-22); None also when it is done."""
        if self.done.main:
            return None
        if self.display:
            return "MJ-22: a main action is possible (collect), so one must be done"
        if self._why_not_reveal() is None:
            return "MJ-22: a main action is possible (reveal and collect), so one must be done"
        if self._can_lay_something():
            return "MJ-22: a main action is possible (play), so one must be done"
        if any(self._why_not_activate(name) is None for name in self.objectives):
            return "MJ-22: a main action is possible (activate), so one must be done"
        return None

    def _can_lay_something(self) -> bool:
        """Whether some card could be played alone; an unknown card could be, for all this position knows."""
        if self._why_not_any_play() is not None:
            return False
        skips = int(self.using("skip_one"))
        for card in self.hands[self.to_move]:
            if card == UNKNOWN:
                return True
            rise = step(self._below(card), VALUE[card])
            if rise is not None and rise <= skips:
                return True
        return False

    def _why_not_pick(self, move: Move) -> str | None:
        if move.id not in self.draft:
            return f"MJ-8: landscape {move.id} is not among those shown ({' '.join(self.draft)})"
        section = section_of(move.id, self.cards)
        if any(section_of(name, self.cards) == section for name in self.landscapes[self.to_move]):
            return f"MJ-8: this seat has a landscape of the {SECTIONS[section]} section already"
        return None

    # --- candidates of moves() ------------------------------------------------------------------

    def _legal(self, moves: Iterable[Move]) -> list[Move]:
        return [move for move in moves if self.why_not(move) is None]

    def _plays(self) -> list[Move]:
        """All legal plays in their order; built so that each keeps to MJ-42 to MJ-52, for speed."""
        if self._why_not_any_play() is not None:
            return []
        hand: dict[str, list[int]] = {}
        for card in self.hands[self.to_move]:
            if card != UNKNOWN:
                hand.setdefault(LETTER[card], []).append(card)
        tops = {LETTER[pile[-1]]: VALUE[pile[-1]] for pile in self.rows[self.to_move]}
        skips = int(self.using("skip_one"))
        found: list[Move] = []
        for letter, cards in hand.items():
            sides = ("",) if letter in tops else self._sides_alone()
            for run in _runs(cards, tops.get(letter), skips, self._same_max()):
                rest = ("",) * (len(run) - 1)
                found += [Move("play", cards=run, sides=(side, *rest), order=run) for side in sides]
        choices: list[list[tuple[int, int]]] = []
        for letter, cards in hand.items():
            steps = [(card, step(tops.get(letter), VALUE[card])) for card in dict.fromkeys(cards)]
            fits = [(card, rise) for card, rise in steps if rise is not None and rise <= skips]
            if fits:
                choices.append(fits)
        groups = _groups(choices, skips)
        least = self.cards.parameters.different_min
        for cards_ in sorted((g for g in groups if len(g) >= least), key=lambda g: (len(g), g)):
            found += self._placed(cards_, tops)
        return found

    def _placed(self, cards: tuple[int, ...], tops: dict[str, int]) -> list[Move]:
        """A different play of these cards, ascending, in every placing, by number of left cards and text."""
        old = tuple(card for card in cards if LETTER[card] in tops)
        new = tuple(card for card in cards if LETTER[card] not in tops)
        lies = list(tops)  # tops are in row order
        shown = tuple(sorted(old, key=lambda card: lies.index(LETTER[card])))
        blank = ("",) * len(old)
        if not new:
            return [Move("play", cards=old, sides=blank, order=shown)]
        # Permutations of cards sorted by text come in the order of their texts, which spares sorting moves.
        by_text = sorted(new, key=lambda card: TEXT[card])
        moves = [
            Move("play", cards=old + order, sides=blank + sides, order=shown + order)
            for sides in self._placings(len(new), len(tops))
            for order in permutations(by_text)
        ]
        if self.options.new_pile == "anywhere":  # the text names a place before each card
            moves.sort(key=str)
        return moves

    def _placings(self, new: int, piles: int) -> Iterator[tuple[str, ...]]:
        """Sides that so many new piles can go to, by number of left ones."""
        if self.options.new_pile == "anywhere":
            for places in combinations(range(piles + new), new):
                yield tuple(f"at {place}" for place in places)
            return
        most_left = new if piles and self.options.new_pile == "either_end" else 0
        for left in range(most_left + 1):
            yield ("left",) * left + ("right",) * (new - left)

    def _sides_alone(self) -> tuple[str, ...]:
        """Where a single new pile may go."""
        piles = len(self.rows[self.to_move])
        if self.options.new_pile == "anywhere":
            return tuple(f"at {place}" for place in range(piles + 1))
        return ("left", "right") if piles and self.options.new_pile == "either_end" else ("right",)

    def _uses(self) -> Iterator[Move]:
        """Each unused landscape with everything that may be named with it, by id."""
        for name in sorted(one for one in self.landscapes[self.to_move] if not one.endswith("*")):
            effect = self.cards.landscapes[name].effect
            if effect == "second_type":
                for letter in self.types:
                    yield Move("use", id=name, letter=letter)
            elif effect == "trade_one":
                known = dict.fromkeys(card for card in self.hands[self.to_move] if card != UNKNOWN)
                for give in known:
                    for take in dict.fromkeys(self.display):
                        yield Move("use", id=name, cards=(give, take))
            elif effect == "swap_piles":
                for place in range(len(self.rows[self.to_move]) - 1):
                    yield Move("use", id=name, place=place)
            else:
                yield Move("use", id=name)

    def _exchanges(self) -> list[Move]:
        if self.done.exchanged:
            return []
        known = tuple(card for card in self.hands[self.to_move] if card != UNKNOWN)
        pairs = combinations(known, self.cards.parameters.exchange_cards)
        return [Move("exchange", cards=cards) for cards in sorted(set(pairs))]

    def _same_max(self) -> int:
        return self.cards.parameters.same_max + MORE_SAME * self.using("three_same")

    def _activate_cost(self) -> int:
        return CHEAP_OBJECTIVE if self.using("cheap_objective") else self.cards.parameters.activate_cost

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
            paid = self._with_acorns(-self._activate_cost())
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


def _runs(cards: Sequence[int], below: int | None, skips: int, most: int) -> Iterator[tuple[int, ...]]:
    """Sequences of up to `most` of the cards, one on the other, in ascending order of their cards."""
    for card in dict.fromkeys(cards):
        rise = step(below, VALUE[card])
        if rise is None or rise > skips:
            continue
        yield (card,)
        if most > 1:
            for rest in _runs(without(tuple(cards), (card,)), VALUE[card], skips - rise, most - 1):
                yield (card, *rest)


def _groups(choices: Sequence[Sequence[tuple[int, int]]], skips: int) -> list[tuple[int, ...]]:
    """One card or none of each type; (card, rise) pairs, the rises together at most `skips`."""
    groups: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for fits in choices:
        groups += [
            ((*cards, card), used + rise)
            for cards, used in groups
            for card, rise in fits
            if used + rise <= skips
        ]
    return [cards for cards, _ in groups]


def _sorted(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards))


def _at(parts: tuple[Any, ...], seat: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])


# --- set-up ---------------------------------------------------------------------------------------


def read_state(text: str) -> State:
    """The state whose text this is. Raises RulesError with got, expected and where."""
    state = State(**read_position(text))
    check_possible(state)
    return state


def new(players: int = 2, seed: int = 0, cards: CardSet | str | None = None, **options: str) -> State:
    """A new game, everything drawn by `seed` (MJ-1 to MJ-12).

    players  1 to 4
    cards    an owner's card set from ``load_cards``, or its ``code``; None: the set of ``cards.toml``
    options  by name, see ``puzzles.momiji.GAME.options``
    Raises RulesError.
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in range(1, 5):
        raise RulesError(f"new game, players: got {players!r}, expected 1 to 4")
    _check_seed(seed)
    card_set = _chosen_cards(cards)
    chosen = choose_options(options, card_set, "new game, options")
    setup, p = card_set.setups[players], card_set.parameters
    drawn = shuffle(LETTERS, seed, "types")[: setup.types]
    types = "".join(letter for letter in LETTERS if letter in drawn)
    deck = shuffle(card_set.deck(types, chosen.icons), seed, "leaves")
    hands = tuple(_sorted(deck[seat * p.hand_start : (seat + 1) * p.hand_start]) for seat in range(players))
    shown = players * p.hand_start + p.display_start
    return State(
        types=types,
        acorns=_start_acorns(players, chosen.start_acorns, chosen.supply),
        hands=hands,
        known=((),) * players,
        rows=((),) * players,
        display=_sorted(deck[players * p.hand_start : shown]),
        deck=deck[shown:],
        objectives=_drawn_objectives(card_set, types, setup.objectives, seed),
        held=((),) * players,
        landscapes=(card_set.starters() if chosen.landscapes == "starter" else (),) * players,
        draft=_drawn_tiles(card_set, players, seed) if chosen.landscapes == "draft" else (),
        options=chosen,
        cards=card_set,
    )


def seating(players: int, seed: int) -> tuple[int, ...]:
    """Who sits where: for each seat the number of the player on it, drawn at set-up (MJ-10).

    >>> sorted(seating(4, seed=3))
    [0, 1, 2, 3]
    """
    return shuffle(range(players), seed, "seats")


def _check_seed(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RulesError(f"new game, seed: got {seed!r}, expected a whole number, 0 or more")
    if not 0 <= seed < MAX_WHOLE:
        got = "a negative number" if seed < 0 else "a number of more than 18 digits"
        raise RulesError(f"new game, seed: got {got}, expected 0 to {MAX_WHOLE - 1}")


def _chosen_cards(cards: CardSet | str | None) -> CardSet:
    if cards is None:
        return CARD_SET
    if isinstance(cards, str):
        return read_code(cards, "new game, cards")
    if not isinstance(cards, CardSet):
        raise RulesError(f"new game, cards: got {shorten(repr(cards))}, expected a set from load_cards")
    return cards


def _start_acorns(players: int, each: str, supply: str) -> tuple[int, ...]:
    """MJ-9, cut by the supply in the order of seats (MJ-11)."""
    left = None if supply == "none" else int(supply)
    acorns = []
    for seat in range(players):
        number = BY_SEAT[seat] if each == "by_seat" else int(each)
        if left is not None:
            number = min(number, left)
            left -= number
        acorns.append(number)
    return tuple(acorns)


def _drawn_objectives(cards: CardSet, types: str, number: int, seed: int) -> tuple[str, ...]:
    """MJ-6."""
    allowed = [
        name for name, one in cards.objectives.items() if one.metric != "type_count" or one.arg in types
    ]
    return tuple(sorted(shuffle(allowed, seed, "objectives")[:number]))


def _drawn_tiles(cards: CardSet, players: int, seed: int) -> tuple[str, ...]:
    """MJ-8: of each section the first players + 1 tiles of one shuffle of all."""
    tiles = shuffle([n for n, one in cards.landscapes.items() for _ in range(one.copies)], seed, "draft")
    shown = []
    for place in range(len(SECTIONS)):
        shown += [name for name in tiles if section_of(name, cards) == place][: players + 1]
    return draft_order(shown, cards)
