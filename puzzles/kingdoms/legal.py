"""Kings Under Mountains: what may be done, and why not. The one place where legality is written; rules by number in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, END, Move, draw_camp, fight, fill
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    RACES,
    STRENGTH,
    TEXT,
    UNKNOWN_MINE,
    WRAP,
    Site,
    followers,
    may_follow,
    top_of,
)
from puzzles.kingdoms.state import SLOTS, Position, pile_text, units_text


@dataclass(frozen=True, slots=True)
class LegalMoves(Position):
    """A position and what may be done in it; ``rules.State`` adds what a move does."""

    def moves(self) -> Sequence[Move]:
        """Fights, fills, discards, draws, end; by card, then slot or place; draws: deck, camp by race, none."""
        if self.is_over:
            return []
        if self.step == "end":
            return [END]
        if self.step != "play":
            return self._draws()
        if not self.hands[self.to_move]:
            return [DRAW_DECK if self.deck != () else DRAW_NONE]
        return self.layings() or [Move("discard", card) for card in self.discardable()]

    def layings(self) -> list[Move]:
        """The legal fights, then the legal fills, of the cards that the hand of the seat to move holds."""
        # the strengths that go on each mine are looked up once, not once a card: moves() is asked most
        seat = self.to_move
        hand = [card for card in dict.fromkeys(self.hands[seat]) if KNOWN[card]]
        open_ = [
            (slot, followers(top_of(site.pile), self.wrap))
            for slot, site in enumerate(self.open)
            if site.mine.defence > 0
        ]
        own = [
            (place, len(site.pile) == site.mine.size, followers(top_of(site.pile), self.wrap))
            for place, site in enumerate(self.own[seat])
            if site.missing > 0
        ]
        found = [fight(card, slot) for card in hand for slot, fit in open_ if STRENGTH[card] in fit]
        king = self.kings[seat]
        for card in hand:
            is_own, strength = RACE[card] == king, STRENGTH[card]
            found += [fill(card, place) for place, wants, fit in own if wants is is_own and strength in fit]
        return found

    def may_fight(self, card: int, site: Site) -> bool:
        """Whether a known card may be laid at this open mine (KD-15 to KD-19)."""
        return site.mine.defence > 0 and may_follow(top_of(site.pile), STRENGTH[card], self.wrap)

    def fits(self, card: int, site: Site) -> bool:
        """Whether a known card may be laid on this mine of the seat to move (KD-26 to KD-29)."""
        wants_own = len(site.pile) == site.mine.size
        is_own = RACE[card] == self.kings[self.to_move]
        return (
            site.missing > 0
            and is_own is wants_own
            and may_follow(top_of(site.pile), STRENGTH[card], self.wrap)
        )

    def discardable(self) -> tuple[int, ...]:
        """The different cards of the hand when nothing can be laid (KD-36); a hand that is not known has none."""
        hand = self.hands[self.to_move]
        if self.step != "play" or not any(KNOWN[card] for card in hand) or self.layings():
            return ()
        return tuple(dict.fromkeys(hand))

    def drawable(self) -> Iterator[int]:
        """The cards that may be drawn from the camp, by race, then strength (KD-33)."""
        for pile in self.camp:
            if self.options.take == "any":
                yield from sorted(set(pile))
            else:
                yield from pile[-1:]

    def _draws(self) -> list[Move]:
        found = [DRAW_DECK] if self.deck != () else []
        if self.step == "draw":
            found += [draw_camp(card) for card in self.drawable()]
        return found or [DRAW_NONE]

    # --- why not --------------------------------------------------------------------------------

    def why_not(self, move: Move) -> str | None:
        """None when legal; otherwise the rule and the reason, for the player."""
        if self.is_over:
            return "KD-38: the game is over"
        if move.verb == "draw":
            return self._why_not_draw(move)
        step = "end" if move.verb == "end" else "play"
        if self.step != step:
            return self._why_not_now()
        return None if move.verb == "end" else self.why_not_laid(move)

    def why_not_laid(self, move: Move) -> str | None:
        """Against a fight, a filling or a discard, whatever the step: the card, then the place."""
        hand = self.hands[self.to_move]
        if move.card not in hand:
            return f"KD-14: {TEXT[move.card]} is not in this hand ({units_text(hand)})"
        if move.verb == "fight":
            return self._why_not_fight(move)
        if move.verb == "fill":
            return self._why_not_fill(move)
        return self._why_not_discard(move)

    def _why_not_now(self) -> str:
        """What this step of the turn is for."""
        if self.step == "play" and not self.hands[self.to_move]:
            return "KD-14: the hand is empty, so this turn draws a card"
        return f"KD-14: {_NOW[self.step]}"

    def _why_not_draw(self, move: Move) -> str | None:
        if self.step == "end" or (self.step == "play" and self.hands[self.to_move]):
            return self._why_not_now()
        if move.source == "deck":
            return "KD-32: the deck is empty" if self.deck == () else None
        if move.source == "none":
            return "KD-32: a card can be drawn, so one must be" if self.moves() != [DRAW_NONE] else None
        if self.step == "play":
            return "KD-14: with an empty hand this turn draws from the deck"
        if self.step == "drawdeck":
            return "KD-36: after a discard the draw is from the deck"
        pile = self.camp[RACE[move.card]] if move.card < len(RACE) else ()
        if move.card not in pile:
            return (
                f"KD-32: {TEXT[move.card]} is not in the camp ({pile_text(pile) or 'no card of its race is'})"
            )
        if move.card not in self.drawable():
            return f"KD-33: only the top of a camp pile may be drawn, here {TEXT[pile[-1]]}"
        return None

    def _why_not_fight(self, move: Move) -> str | None:
        site = self.open[move.place]
        if site == EMPTY:
            return f"KD-8: there is no mine at {SLOTS[move.place]}"
        return self._why_not_known(move.card, site) or self._why_not_on(move.card, site)

    def _why_not_fill(self, move: Move) -> str | None:
        own = self.own[self.to_move]
        site = own[move.place] if move.place < len(own) else EMPTY
        if site == EMPTY:
            number = sum(site != EMPTY for site in own)
            return f"KD-26: {move.place + 1} is no mine of this seat, which has {number} under way"
        return (
            self._why_not_known(move.card, site)
            or self._why_not_race(move.card, site)
            or self._why_not_on(move.card, site)
        )

    def _why_not_known(self, card: int, site: Site) -> str | None:
        if not KNOWN[card]:
            return f"KD-45: {TEXT[card]} is not known here, so it cannot be laid"
        if site.mine == UNKNOWN_MINE:
            return "KD-7: the numbers of this mine are not known here, so it takes no cards"
        return None

    def _why_not_race(self, card: int, site: Site) -> str | None:
        race = self.kings[self.to_move]
        name = self.cards.kings[RACES[race]].name
        to_come = site.mine.size - len(site.pile)
        if to_come:
            if RACE[card] == race and site.mine.overseer:
                return f"KD-29: a {name} oversees this mine when its miners are there; {to_come} of other races must come first"
            if RACE[card] == race:
                return f"KD-27: no {name} works in a mine of its own king, any other race may"
        elif RACE[card] != race:
            return f"KD-28: the miners are there, now a {name} must oversee them"
        return None

    def _why_not_on(self, card: int, site: Site) -> str | None:
        top = top_of(site.pile)
        if may_follow(top, STRENGTH[card], self.wrap):
            return None
        if top == WRAP:
            other = "only a 0 would do" if self.wrap else "nothing goes on a 9 here (wrap=no)"
        elif self.wrap:
            other = "on a 9 a 0 would do"
        else:
            other = "equal is not stronger" if STRENGTH[card] == top else "a higher card would do"
        return f"KD-16: {TEXT[card]} is not stronger than the {top} on top; {other}"

    def _why_not_discard(self, move: Move) -> str | None:
        laying = next(iter(self.layings()), None)
        if laying is not None:
            return f"KD-37: a card can be laid ({laying}), so none is discarded"
        if move.card not in self.discardable():
            return "KD-37: this hand is not known, so it may hold a card that can be laid"
        return None


_NOW = {
    "play": "first a card is laid",
    "draw": "a card was laid, now one is drawn",
    "drawdeck": "a card was discarded, now one is drawn from the deck",
    "end": "the turn is done, now it ends",
}
