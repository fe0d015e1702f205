"""Momiji: what may be done, and why not. The one place where legality is written; rules by number in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from puzzles.momiji.cards import LETTER, SECTIONS, TEXT, UNKNOWN, VALUE
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import CLOSED, place_of, step, without
from puzzles.momiji.state import Position, cards_text, section_of

CHEAP_OBJECTIVE = 1  # MJ-69 I: acorns
MORE_SAME = 1  # MJ-69 B: cards more in a same play


@dataclass(frozen=True, slots=True)
class LegalMoves(Position):
    """A position and what may be done in it; ``rules.State`` adds what a move does."""

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
        most, least = self.same_max(), self.cards.parameters.different_min
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
        cost = self.activate_cost()
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
            for run in _runs(cards, tops.get(letter), skips, self.same_max()):
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

    def same_max(self) -> int:
        """Most cards of a same play now."""
        return self.cards.parameters.same_max + MORE_SAME * self.using("three_same")

    def activate_cost(self) -> int:
        """Acorns that an activation costs now."""
        return CHEAP_OBJECTIVE if self.using("cheap_objective") else self.cards.parameters.activate_cost


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
