"""Shifting Stones: what may be done, and what it does. The rules by number stand in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from puzzles.core.shuffle import check_seed, digest, shuffled
from puzzles.core.state import IllegalMove, Outcome, RulesError
from puzzles.shifting_stones import state as data
from puzzles.shifting_stones.cards import BACKS, CARDS, TILES
from puzzles.shifting_stones.grid import CELLS, PAIRS, flip, matches, swap
from puzzles.shifting_stones.state import UNKNOWN, Move, Position

HAND = 4
"""Cards dealt, and cards drawn up to at the end of a turn (SS-5, SS-17)."""

SKIP_DRAW, SKIP_CAP = 2, 6  # SS-20, SS-21
SOLO_COUNTS = {1: 8, 2: 4, 3: 3, 5: 1}  # SS-34
_SINGLES = tuple((cell,) for cell in range(len(CELLS)))


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position of Shifting Stones with its rules. See ``puzzles.core.state.State``."""

    def moves(self) -> Sequence[Move]:
        """Scores by id; swaps, flips by cell and card; drops by id; end; skip."""
        hand = [card for card in self.hands[self.to_move] if card != UNKNOWN]
        moves = [Move("score", card=card) for card in hand]
        moves += [Move("swap", pair, card) for pair in PAIRS for card in hand]
        moves += [Move("flip", (cell,), card) for cell in range(9) for card in hand]
        moves += [Move("drop", card=card) for card in hand]
        moves += [Move("end"), Move("skip")]
        return [move for move in moves if self.why_not(move) is None]

    def interrupts(self) -> Sequence[Move]:
        return ()

    def outcome(self) -> Outcome | None:
        return data.outcome(self)

    def why_not(self, move: Move) -> str | None:
        """None when legal; otherwise the rule and the reason, for the player."""
        if self.turn == "over":
            rule = {"cards": "SS-30", "solved": "SS-37", "strikes": "SS-38"}[data.ending(self) or "cards"]
            return f"{rule}: the game is over"
        hand = self.hands[self.to_move]
        if self.dropping and not (move.verb == "drop" or (move.verb == "end" and len(hand) == HAND)):
            rest = f"drop {len(hand) - HAND} more" if len(hand) > HAND else "end the turn"
            return f"SS-19: the surplus is being dropped (over_four=discard_down), only {rest}"
        if move.verb == "score":
            return self._why_not_score(move, hand)
        if move.verb in ("swap", "flip"):
            return self._why_not_board(move, hand)
        if move.verb == "drop":
            return self._why_not_drop(move, hand)
        if move.verb == "end":
            return self._why_not_end(hand)
        if move.verb == "skip":
            return self._why_not_skip()
        return f"SS-8: {move.verb!r} is not among the things a turn is made of"

    def _why_not_score(self, move: Move, hand: tuple[int, ...]) -> str | None:
        if move.card is not None and _holds(self.discard, move.card):
            return f"SS-11: card {move.card} was spent, and a spent card cannot be scored"
        if any(move.card in cards for cards in self.scored):
            return f"SS-15: card {move.card} is scored already, and a card scores once"
        if not _holds(hand, move.card):
            return f"SS-13: card {move.card} is not in this hand ({_listed(hand)})"
        assert move.card is not None
        if not matches(self.board, move.card):
            return f"SS-23: card {move.card} ({CARDS[move.card].pattern}) does not match the grid now"
        return None

    def _why_not_board(self, move: Move, hand: tuple[int, ...]) -> str | None:
        rule = "SS-9" if move.verb == "swap" else "SS-10"
        if move.verb == "swap" and move.cells not in PAIRS:
            return f"SS-9: {' and '.join(CELLS[cell] for cell in move.cells)} do not share an edge"
        if move.verb == "flip" and move.cells not in _SINGLES:
            return f"SS-10: a flip turns one tile, got {len(move.cells)} cells"
        if not hand:
            return "SS-18: no hand card is left to spend, so only the end of the turn remains"
        if move.card is None:
            return f"{rule}: a {'shift' if move.verb == 'swap' else 'flip'} costs a hand card, say which one to spend"
        if not _holds(hand, move.card):
            return f"{rule}: card {move.card} is not in this hand ({_listed(hand)})"
        return None

    def _why_not_drop(self, move: Move, hand: tuple[int, ...]) -> str | None:
        if self.options.over_four != "discard_down":
            return "SS-19: cards above 4 are kept (the option over_four is keep)"
        if not _holds(hand, move.card):
            return f"SS-19: card {move.card} is not in this hand ({_listed(hand)})"
        if len(hand) <= HAND:
            return f"SS-19: only cards above {HAND} are dropped, and this hand holds {len(hand)}"
        return None

    def _why_not_end(self, hand: tuple[int, ...]) -> str | None:
        if self.options.over_four == "discard_down" and len(hand) > HAND:
            return f"SS-19: {len(hand) - HAND} of {len(hand)} cards must be dropped first (over_four=discard_down)"
        idle = self.turn == "start" and not self.dropping
        may_do_something = hand or self.to_move not in self.skipped  # an unknown card can be spent, too
        if idle and may_do_something and self.options.idle_end == "forbidden":
            return "SS-17: a seat that may act or skip must do so (idle_end=forbidden)"
        return None

    def _why_not_skip(self) -> str | None:
        if self.turn != "start":
            return "SS-20: a skip is the first and only thing of a turn, and this turn has begun"
        if self.to_move in self.skipped:
            return "SS-22: this seat skipped its latest turn, and two in a row are not allowed"
        return None

    def play(self, move: Move) -> Self:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        seat, card = self.to_move, move.card
        if move.verb == "end":
            return self._end_turn(draw=HAND, strike=self.turn != "scored", skipped=False)
        if move.verb == "skip":
            cap = SKIP_CAP if self.options.skip_cap == "6" else len(CARDS)
            draw = min(len(self.hands[seat]) + SKIP_DRAW, cap)
            return self._end_turn(draw=draw, strike=self.options.solo_skip_strike == "yes", skipped=True)
        assert card is not None
        hands = _at(self.hands, seat, _without(self.hands[seat], card))
        if move.verb == "score":
            scored = _at(self.scored, seat, _sorted((*self.scored[seat], card)))
            after = replace(self, hands=hands, scored=scored, turn="scored")
            return replace(after, turn="over") if after.solo and data.ending(after) == "solved" else after
        after = replace(self, hands=hands, discard=(*self.discard, card))
        if move.verb == "drop":
            return replace(after, dropping=True)
        board = swap(self.board, *move.cells) if move.verb == "swap" else flip(self.board, *move.cells)
        return replace(after, board=board, turn="scored" if self.turn == "scored" else "acted")

    def _end_turn(self, *, draw: int, strike: bool, skipped: bool) -> Self:
        """SS-40: strike, check for the end of the game, draw up to `draw` cards, next seat."""
        others = tuple(seat for seat in self.skipped if seat != self.to_move)
        after = replace(
            self,
            dropping=False,
            skipped=tuple(sorted((*others, self.to_move))) if skipped else others,
            strikes=self.strikes + (1 if strike and self.solo else 0),
        )
        if data.ending(after) is not None:
            return replace(after, turn="over")
        after = after._draw(draw)
        return replace(after, turn="start", to_move=(self.to_move + 1) % self.seats)

    def _draw(self, hand_size: int) -> Self:
        """The seat to move draws until it holds `hand_size` cards (SS-27, SS-28)."""
        hand, deck, discard, shuffles = list(self.hands[self.to_move]), self.deck, self.discard, self.shuffles
        while len(hand) < hand_size and (deck or discard):
            if not deck:
                deck, discard, shuffles = self._turned_over(discard, shuffles + 1), (), shuffles + 1
            hand.append(deck[0])
            deck = deck[1:]
            if not deck and discard and self.options.reshuffle == "at_once":
                deck, discard, shuffles = self._turned_over(discard, shuffles + 1), (), shuffles + 1
        hands = _at(self.hands, self.to_move, _sorted(hand))
        return replace(self, hands=hands, deck=deck, discard=discard, shuffles=shuffles)

    def _turned_over(self, pile: tuple[int, ...], turn_over: int) -> tuple[int, ...]:
        if self.seed is None or UNKNOWN in pile:
            return (UNKNOWN,) * len(pile)
        return data.deck_order(pile, self.seed, turn_over)

    def view(self, seat: int) -> Self:
        """What `seat` may know: the other hands, the deck and the seed are blank."""
        if seat not in range(self.seats):
            raise RulesError(f"view: got seat {seat}, expected 0 to {self.seats - 1}")
        discard = self.discard
        if self.options.open_discard == "no":
            discard = (UNKNOWN,) * (len(discard) - 1) + discard[-1:]
        return replace(
            self,
            hands=tuple(
                hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(self.hands)
            ),
            deck=(UNKNOWN,) * len(self.deck),
            discard=discard,
            seed=None,
        )


def read_state(text: str) -> State:
    """The state whose text this is. Raises RulesError with got, expected and where."""
    state = State(**data.read_position(text))
    data.check_possible(state)
    return state


def new(players: int = 2, seed: int = 0, **options: str) -> State:
    """A new game: tiles laid and cards dealt by `seed` (SS-3, SS-5; solo SS-34).

    players  1 to 5
    options  by name, see ``puzzles.shifting_stones.GAME.options``
    Raises RulesError.
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in range(1, 6):
        raise RulesError(f"new game, players: got {players!r}, expected 1 to 5")
    check_seed(seed)
    chosen = data.choose_options(options, "new game, options")
    order = data.deck_order(CARDS, seed, 0)
    if players == 1:
        order = _solo_cards(order)
    hands = tuple(_sorted(order[HAND * seat : HAND * (seat + 1)]) for seat in range(players))
    return State(
        board=_laid_tiles(seed),
        hands=hands,
        scored=((),) * players,
        deck=order[HAND * players :],
        seed=seed,
        options=chosen,
    )


def _laid_tiles(seed: int) -> str:
    order = shuffled(range(len(TILES)), lambda tile: f"{seed}/tile/{tile}")
    faces = []
    for tile in order:
        face = TILES[tile][0]
        odd = int(digest(f"{seed}/face/{tile}")[-1], 16) % 2 == 1
        faces.append(BACKS[face] if odd else face)
    return "".join(faces)


def _solo_cards(order: Sequence[int]) -> tuple[int, ...]:
    """SS-34: 8, 4, 3 and 1 cards of 1, 2, 3 and 5 points, in the order of the shuffle."""
    wanted = Counter(SOLO_COUNTS)
    kept = []
    for card in order:
        if wanted[CARDS[card].points]:
            wanted[CARDS[card].points] -= 1
            kept.append(card)
    return tuple(kept)


def _sorted(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda card: (card == UNKNOWN, card)))


def _holds(cards: Sequence[int], card: int | None) -> bool:
    """Whether `card` is a known card among `cards`; UNKNOWN is never one."""
    return bool(card) and card in cards


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _at(parts: tuple[tuple[int, ...], ...], seat: int, part: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])


def _listed(cards: tuple[int, ...]) -> str:
    return " ".join("?" if card == UNKNOWN else str(card) for card in cards) or "empty"
