"""The exact search of ``schedule`` and ``harvest``: depth first over own turns, with bound, table and reductions.

A node is what is left to decide: the row, the types without a pile, the turns. It is small because

S1  exchanges are never tried. A card that is never played can go in any turn in which it lies in the hand, so
    the plays and collects fix how many exchanges fit (``exchanges``). Exchanging as early as possible is best:
    an exchange that is made earlier leaves a smaller hand and takes no chance away.
S2  a card that can never be laid (below its top, on a closed pile, above a step that neither hand nor display
    has, of a type without a 0) is only counted.
S3  a type is what it can become: its pile, its cards in hand and display. Its name vanishes, so that types
    with equal cards are one.
S4  a row and its mirror image, icons mirrored too, are worth the same (not under ``new_pile=right_end``).
S5  of a pile only its size and its top matter.

Among equal cards the one that came last is played: what came earlier leaves more chances to exchange.
A turn without a main action comes last, unless a hand that would be too full waits before it collects.

The bound (``Search.ceiling``) forgets the row and lets every pile grow by itself: with d different plays and s
other turns, a pile gets one card of each different play, ``same_max`` of each turn that is given to it, and the
display's cards of its type for one more turn. The turns are shared out in the best way. Each different play
pays every pair of neighbours that can have icons at all, and uses at least two cards; each same play uses one.
A real plan obeys all of this, so its value is never above the bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations

from puzzles.momiji.cards import LETTER, VALUE
from puzzles.momiji.piles import Row
from puzzles.momiji.rules import State
from solvers.core.search import Watch

NEVER = -1_000_000
"""Less than any value: a plan that the hand limit forbids."""

TAG = 32
"""A card in a node is 4 x value + mark, and TAG for each collect before it came."""

DEAD = 19
"""A display card that can never be laid; it may still be collected and exchanged."""

NONE = -1
"""Top of a type that has no pile yet."""

Cards = tuple[int, ...]
Epoch = tuple[int, int, int]
"""From one collect to the next: chances to exchange, how many of them come before the hand is counted, and
how many unplayed cards there are then (0: not counted, they are within the limit)."""

Node = tuple[Cards, Cards, Cards, tuple[Epoch, ...], int, bool, int]
"""row (kinds), types without a pile (kinds, ascending), dead cards by tag, epochs, turns left, whether this
turn's exchange is still to be had, acorns that the supply still has (-1: no limit)."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules that the search needs.

    pair, swap, acorn  acorns a pair, acorns an exchange, points an acorn
    limit              cards in hand at the end of a turn; 0 for none
    """

    same_max: int
    different_min: int
    pair: int
    give: int
    swap: int
    acorn: int
    limit: int
    placing: str
    closed_bonus: bool


def numbers_of(state: State, *, limited: bool) -> Numbers:
    """The numbers in force in this position."""
    p = state.cards.parameters
    return Numbers(
        same_max=p.same_max,
        different_min=p.different_min,
        pair=p.bonus_per_pair,
        give=p.exchange_cards,
        swap=p.exchange_acorns,
        acorn=p.acorn_points,
        limit=int(state.options.hand_limit) if limited else 0,
        placing=state.options.new_pile,
        closed_bonus=state.options.closed_bonus == "yes",
    )


class Kind:
    """One type of leaf in a node: its pile, its cards that can still be laid, its cards in the display.

    size, top, icons  of the pile; 0, NONE, 0 without one; icons: 1 left, 2 right
    may, may_now      icons that its top has or may get, from the display too, from the hand alone
    points            of the pile
    moving            whether some card can be laid, from hand or display
    """

    __slots__ = (
        "display",
        "gains",
        "hand",
        "icons",
        "may",
        "may_now",
        "mirror",
        "moving",
        "number",
        "options",
        "points",
        "runs",
        "singles",
        "size",
        "top",
    )

    def __init__(self, number: int, size: int, top: int, icons: int, hand: Cards, display: Cards) -> None:
        self.number = number
        self.size = size
        self.top = top
        self.icons = icons
        self.hand = hand
        self.display = display
        self.points = size * top if size else 0
        self.mirror = -1
        self.runs: list[tuple[int, int, Cards]] | None = None
        self.singles: list[tuple[int, int, Cards]] | None = None
        self.options: tuple[tuple[int, int, int], ...] | None = None
        self.gains: dict[int, list[int]] = {}
        self.moving = bool(hand) or any(card != DEAD for card in display)
        self.may_now = icons
        for card in hand:
            self.may_now |= _ICONS[card % 4]
        self.may = self.may_now
        for card in display:
            if card != DEAD:
                self.may |= _ICONS[card % 4]


_ICONS = (3, 1, 2, 0)  # of the marks = < > none
_MIRRORED = (0, 2, 1, 3)


def _mirrored(card: int) -> int:
    return card if card == DEAD else card - card % 4 + _MIRRORED[card % 4]


def _value(card: int) -> int:
    return card % TAG // 4


@lru_cache(maxsize=50_000)
def split(top: int, hand: Cards, display: Cards) -> tuple[Cards, Cards, Cards]:
    """Live hand cards, tags of the dead ones, and the display with its dead cards made DEAD (S2)."""
    values = {_value(card) for card in hand} | {_value(card) for card in display}
    low, high = top, top
    if top == NONE:
        low, high = 0, (0 if 0 in values else -1)
    elif top == 3:
        high = -1
    while high != -1 and high + 1 in values and high < 3:
        high += 1
    live = tuple(sorted(card for card in hand if low <= _value(card) <= high))
    dead = tuple(card // TAG for card in hand if not low <= _value(card) <= high)
    shown = tuple(sorted(card if low <= _value(card) <= high else DEAD for card in display))
    return live, dead, shown


@lru_cache(maxsize=50_000)
def _most_points(size: int, top: int, cards: Cards) -> tuple[int, ...]:
    """Most points of a pile with at most 0, 1, 2 ... of these cards laid on it."""
    counts = [0, 0, 0, 0, 0]
    for card in cards:
        counts[min(_value(card), 4)] += 1
    best = [size * top if size else 0] * (len(cards) + 1)
    at, needed, fitting = top, 0, counts[top] if 0 <= top < 3 else 0
    while True:
        if at >= 0:
            for number in range(needed, len(cards) + 1):
                best[number] = max(best[number], at * (size + min(number, fitting)))
        if at >= 3 or not counts[at + 1]:
            break
        at += 1
        needed += 1
        fitting += 1 if at == 3 else counts[at]
    for number in range(1, len(best)):
        best[number] = max(best[number], best[number - 1])
    return tuple(best)


class Search:
    """One question's kinds and table. ``value`` is exact; ``watch.nodes`` counts the nodes that were expanded."""

    def __init__(self, numbers: Numbers, watch: Watch) -> None:
        self.numbers = numbers
        self.watch = watch
        self.kinds: list[Kind] = []
        self._known: dict[tuple[int, int, int, Cards, Cards], int] = {}
        self._exact: dict[Node, int] = {}
        self._most: dict[Node, int] = {}
        self._ceilings: dict[tuple[Cards, int, int, int], int] = {}
        self._counts: dict[tuple[Cards, tuple[Epoch, ...]], int] = {}
        self._known_starts: dict[Cards, list[tuple[Cards, Cards, Cards]]] = {}

    # --- nodes ----------------------------------------------------------------------------------

    def node(self, state: State, turns: int, *, display: bool) -> Node:
        """The node of a position in a turn of the seat to move; `turns` own turns are left, this one included.

        A turn whose main action is done, or in which cards are being dropped, is over but for its exchange.
        """
        seat, done = state.to_move, state.done
        supply = state.options.supply
        return self.parts(
            state.rows[seat],
            state.hands[seat],
            state.display if display else (),
            turns,
            over=bool(done.main) or done.dropping,
            chance=not (done.exchanged or done.dropping),
            cap=-1 if supply == "none" else max(0, int(supply) - sum(state.acorns)),
        )

    def parts(
        self, piles: Row, cards: Cards, display: Cards, turns: int, *, over: bool, chance: bool, cap: int
    ) -> Node:
        """The same from its parts: own row and hand, what can be collected, whether the main action is behind.

        chance: whether this turn's exchange is still to be had; cap: acorns left in the supply, -1 without limit
        """
        row, fresh, waste = self.tagged(piles, ((card, 0) for card in cards), display, 1)
        left = turns - over
        limit = self.numbers.limit
        # Of a turn that is over the hand is counted at once, after its own exchange. A hand above the limit at the
        # start of a turn (landscape E) is counted in ``_counted``.
        held = len(cards) if over and limit and len(cards) > limit else 0
        epoch = (left + chance if over else left - (not chance), int(over and chance), held)
        return row, fresh, waste, (epoch,), left, chance or over, cap

    def tagged(
        self, piles: Row, cards: Iterable[tuple[int, int]], display: Cards, tags: int
    ) -> tuple[Cards, ...]:
        """Row, types without a pile and dead cards by tag, when each hand card has the tag of its collect."""
        hand: dict[str, list[int]] = {}
        shown: dict[str, list[int]] = {}
        for card, tag in cards:
            hand.setdefault(LETTER[card], []).append(card % 16 + TAG * tag)
        for card in display:
            shown.setdefault(LETTER[card], []).append(card % 16)
        waste = (0,) * tags
        row, fresh = [], []
        for pile in piles:
            last, letter = pile[-1], LETTER[pile[-1]]
            here = tuple(hand.pop(letter, ())), tuple(shown.pop(letter, ()))
            kind, gone = self._kind(len(pile), VALUE[last], self._icons(last % 16), *here)
            row.append(kind)
            waste = _added(waste, gone)
        for letter in sorted({*hand, *shown}):
            kind, gone = self._kind(0, NONE, 0, tuple(hand.get(letter, ())), tuple(shown.get(letter, ())))
            waste = _added(waste, gone)
            if self.kinds[kind].hand or self.kinds[kind].display:
                fresh.append(kind)
        return tuple(row), tuple(sorted(fresh)), waste

    def _icons(self, card: int) -> int:
        return 0 if card // 4 == 3 and not self.numbers.closed_bonus else _ICONS[card % 4]

    def _kind(self, size: int, top: int, icons: int, hand: Cards, display: Cards) -> tuple[int, Cards]:
        """The number of the kind, and the tags of its dead hand cards."""
        live, dead, shown = split(top, hand, display)
        key = (size, top, icons, live, shown)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.kinds)
            self.kinds.append(Kind(number, *key))
        return number, dead

    def _runs(self, kind: Kind) -> list[tuple[int, int, Cards]]:
        """Every same play on a kind: (kind after it, cards laid, tags of cards that die)."""
        if kind.runs is None:
            found: dict[tuple[int, int, Cards], None] = {}
            self._lay(kind, kind.top, kind.hand, (), found)
            kind.runs = list(found)
            kind.singles = [run for run in found if run[1] == 1]
        return kind.runs

    def _singles(self, kind: Kind) -> list[tuple[int, int, Cards]]:
        """Every single card that a kind can get."""
        self._runs(kind)
        assert kind.singles is not None
        return kind.singles

    def _lay(
        self, kind: Kind, top: int, hand: Cards, laid: Cards, found: dict[tuple[int, int, Cards], None]
    ) -> None:
        newest: dict[int, int] = {}
        for card in hand:  # ascending, so that the last copy of a face is the one that came last
            newest[card % TAG] = card
        for face, card in newest.items():
            value = face // 4
            if value - top not in (0, 1) or top == 3 or (top == NONE and value):
                continue
            rest = list(hand)
            rest.remove(card)
            after = self._kind(kind.size + len(laid) + 1, value, self._icons(face), tuple(rest), kind.display)
            found[after[0], len(laid) + 1, after[1]] = None
            if len(laid) + 1 < self.numbers.same_max:
                self._lay(kind, value, tuple(rest), (*laid, card), found)

    def _mirror(self, number: int) -> int:
        kind = self.kinds[number]
        if kind.mirror < 0:
            icons = (kind.icons & 1) << 1 | kind.icons >> 1
            hand, display = (tuple(map(_mirrored, cards)) for cards in (kind.hand, kind.display))
            kind.mirror = self._kind(kind.size, kind.top, icons, hand, display)[0]
        return kind.mirror

    def _canonical(self, node: Node) -> Node:
        """The node or its mirror image (S4), whichever is smaller."""
        if self.numbers.placing == "right_end":
            return node
        row = tuple([self._mirror(number) for number in reversed(node[0])])
        if row > node[0]:
            return node
        fresh = tuple(sorted([self._mirror(number) for number in node[1]]))
        return min(node, (row, fresh, *node[2:]))

    # --- values ---------------------------------------------------------------------------------

    def exchanges(self, unplayed: Cards, epochs: tuple[Epoch, ...]) -> int:
        """Most exchanges when so many cards, by the time they came, are never played; NEVER when the limit forbids it.

        A hand that is counted (``Epoch``) holds the cards played later, all but the unplayed ones, and those
        of the unplayed that are still there; what is above the limit is dropped.
        """
        key = (unplayed, epochs)
        found = self._counts.get(key)
        if found is not None:
            return found
        give, limit = self.numbers.give, self.numbers.limit
        waiting = made = all_so_far = 0
        for number, (chances, first, held) in zip(unplayed, epochs, strict=True):
            waiting += number
            all_so_far += number
            if held:
                now = min(first, waiting // give)
                made += now
                waiting -= give * now
                room = limit - (held - all_so_far)
                if room < 0:
                    made = NEVER
                    break
                waiting = min(waiting, room)
                chances -= first
            now = min(chances, waiting // give)
            made += now
            waiting -= give * now
        self._counts[key] = made
        return made

    def _unplayed(self, kinds: Iterable[int], waste: Cards) -> Cards:
        if len(waste) == 1:
            total = waste[0]
            for number in kinds:
                total += len(self.kinds[number].hand)
            return (total,)
        counts = list(waste)
        for number in kinds:
            for card in self.kinds[number].hand:
                counts[card // TAG] += 1
        return tuple(counts)

    def _rest(self, kinds: Sequence[int], waste: Cards, epochs: tuple[Epoch, ...], cap: int) -> int:
        """What a node is worth when nothing more is played: points of piles and acorns of exchanges."""
        points = 0
        for number in kinds:
            points += self.kinds[number].points
        made = self.exchanges(self._unplayed(kinds, waste), epochs)
        if made < 0:
            return NEVER
        acorns = made * self.numbers.swap
        if 0 <= cap < acorns:
            acorns = cap
        return points + acorns * self.numbers.acorn

    def ceiling(self, kinds: Sequence[int], turns: int, waste: int, chances: int) -> int:
        """No plan from such a node gives more: see the head of this file.

        waste: dead cards; chances: most exchanges that can still be made, the open ones of earlier turns included.
        """
        key = (tuple(sorted(kinds)), turns, waste, chances)
        found = self._ceilings.get(key)
        if found is not None:
            return found
        p = self.numbers
        base = lit = left = right = able = live = piles = 0
        moving = []
        groups = []
        for number in kinds:
            kind = self.kinds[number]
            base += kind.points
            live += len(kind.hand)
            if kind.display:
                groups.append(len(kind.display))
            may = kind.may if turns > 1 else kind.may_now
            if may:
                lit += 1
                left += may & 1
                right += may >> 1
                piles += kind.size > 0
            if kind.hand or (kind.moving and turns > 1):
                able += 1
                moving.append(kind)
        groups.sort(reverse=True)
        best, least = 0, p.different_min
        trade = p.swap * p.acorn
        pairs_most = max(0, min(lit - 1, left, right))
        for different in range(turns + 1 if able >= least else 1):
            left_over = turns - different
            collects = min(left_over, len(groups))
            more = sum(groups[:collects])
            free = live + more - least * different
            if free < 0:
                continue
            # by the i-th different play all cards but those that the later ones need can have been laid
            pairs = 0
            for later in range(different):
                pairs += min(pairs_most, max(0, piles + free + least * (different - later) - 1))
            paid = pairs * p.pair * p.acorn
            totals = [0] * (left_over + 1)
            for kind in moving:
                gains = kind.gains.get(different)
                if gains is None or len(gains) <= left_over:
                    gains = kind.gains[different] = self._gains(kind, different, turns)
                if not gains[left_over]:
                    continue
                first = gains[0]
                for turn in range(left_over, -1, -1):
                    high = totals[turn] + first
                    for given in range(1, turn + 1):
                        other = totals[turn - given] + gains[given]
                        if other > high:
                            high = other
                    totals[turn] = high
            for turn, points in enumerate(totals):
                unused = waste + free - max(0, turn - collects)
                value = points + paid + trade * max(0, min(chances, unused // p.give))
                if value > best:
                    best = value
        found = self._ceilings[key] = base + best
        return found

    def _gains(self, kind: Kind, different: int, turns: int) -> list[int]:
        """What a pile can gain with so many different plays and 0, 1 ... further turns given to it alone."""
        own = _most_points(kind.size, kind.top, kind.hand)
        most = self.numbers.same_max
        gains = [own[min(different + most * turn, len(own) - 1)] - kind.points for turn in range(turns + 1)]
        if kind.display:
            both = _most_points(kind.size, kind.top, tuple(sorted((*kind.hand, *kind.display))))
            for turn in range(1, turns + 1):
                more = both[min(different + most * (turn - 1), len(both) - 1)] - kind.points
                gains[turn] = max(gains[turn], more)
        return gains

    def _ceiling(self, kinds: Sequence[int], turns: int, waste: Cards, epochs: tuple[Epoch, ...]) -> int:
        chances = 0
        for epoch in epochs:
            chances += epoch[0]
        return self.ceiling(kinds, turns, sum(waste), chances)

    def bound(self, node: Node) -> int:
        """The ceiling of a node."""
        row, fresh, waste, epochs, turns, _, _ = node
        return self._ceiling((*row, *fresh), turns, waste, epochs)

    def known(self, node: Node) -> int | None:
        """The exact value of a node, if it is in the table or needs no search."""
        if node[4] == 0:
            return self._rest((*node[0], *node[1]), node[2], node[3], node[6])
        return self._exact.get(self._canonical(node))

    def value(self, node: Node, more_than: int = NEVER - 1) -> int:
        """The value of a node where it is above `more_than`; otherwise some number from the value to `more_than`.

        Points of the own piles at the end, and of the acorns gained from here on.
        """
        row, fresh, waste, epochs, turns, _, cap = node
        if turns == 0:
            return self._rest((*row, *fresh), waste, epochs, cap)
        key = self._canonical(node)
        found = self._exact.get(key)
        if found is not None:
            return found
        most = self._most.get(key)
        if most is None:
            most = self.bound(node)
        if most <= more_than:
            return more_than
        self.watch.count()
        best = self.resting(node)
        if turns == 1:
            best = self._last_turn(node, best, more_than)
        else:
            for limit, gain, child in self.children(node, max(best, more_than)):
                floor = max(best, more_than)
                if limit <= floor:
                    break
                best = max(best, gain + self.value(child, floor - gain))
        if best > more_than:
            self._exact[key] = best
            return best
        self._most[key] = more_than
        return more_than

    def resting(self, node: Node) -> int:
        """What a node is worth when no main action follows."""
        kinds = (*node[0], *node[1])
        return self._rest(kinds, node[2], self._counted(node, kinds, node[2]), node[6])

    # --- turns ----------------------------------------------------------------------------------

    def children(self, node: Node, floor: int = NEVER - 1) -> list[tuple[int, int, Node]]:
        """(bound, gain, node after it) for every main action of the turn, best bounds first.

        Those that cannot be above `floor` are left out.
        """
        turns, cap = node[4], node[6]
        acorn = self.numbers.acorn
        found: list[tuple[int, int, Node]] = []
        for acorns_most, row, new, fresh, waste in self._plays(node):
            kinds = (*row, *new, *fresh)
            epochs = self._counted(node, kinds, waste)
            limit = self._ceiling(kinds, turns - 1, waste, epochs)
            if limit + max(acorns_most, 0) * acorn <= floor:
                continue
            for acorns, placed in self._placings(row, new, acorns_most):
                gain, left = acorns * acorn, cap
                if cap >= 0:
                    gain, left = min(acorns, cap) * acorn, cap - min(acorns, cap)
                if limit + gain > floor:
                    found.append((limit + gain, gain, (placed, fresh, waste, epochs, turns - 1, True, left)))
        for child in self._collects(node):
            limit = self.bound(child)
            if limit > floor:
                found.append((limit, 0, child))
        if self._may_wait(node):
            epochs = self._counted(node, (*node[0], *node[1]), node[2])
            child = (node[0], node[1], node[2], epochs, turns - 1, True, cap)
            found.append((self.bound(child), 0, child))
        found.sort(key=lambda one: -one[0])
        return found

    def _last_turn(self, node: Node, best: int, floor: int) -> int:
        """The value of a node with one turn left, if it is above `floor`; `best` without a main action.

        Same plays and collects are tried first. Different plays are tried only where ``_last_ceiling`` says that
        one may be above the best so far.
        """
        row, fresh, waste, epochs, _, _, cap = node
        acorn = self.numbers.acorn
        kinds = (*row, *fresh)
        for after_kinds, dead in self._same_last(row, fresh):
            gone = _added(waste, dead)
            best = max(best, self._rest(after_kinds, gone, self._counted(node, after_kinds, gone), cap))
        points = sum([self.kinds[number].points for number in kinds])
        chances = sum([epoch[0] for epoch in epochs])
        if points + chances * self.numbers.swap * acorn > best:
            for child in self._collects(node):
                best = max(best, self._rest((*child[0], *child[1]), child[2], child[3], cap))
        most = self._last_ceiling(node, points, chances)
        if most <= max(best, floor):
            return best
        for acorns_most, piles, new, rest_fresh, gone in self._different(row, fresh, waste):
            after_kinds = (*piles, *new, *rest_fresh)
            counted = self._counted(node, after_kinds, gone)
            rest = self._rest(after_kinds, gone, counted, cap)
            if rest + acorns_most * acorn <= max(best, floor):
                continue
            for acorns, _ in self._placings(piles, new, acorns_most):
                if cap < 0:
                    best = max(best, rest + acorns * acorn)
                else:
                    paid = min(acorns, cap)
                    best = max(best, paid * acorn + self._rest(after_kinds, gone, counted, cap - paid))
            if best >= most:
                break
        return best

    def _same_last(self, row: Cards, fresh: Cards) -> Iterator[tuple[Cards, Cards]]:
        """The kinds after every same play that gains something, and the tags of cards that die."""
        kinds = (*row, *fresh)
        for place, number in enumerate(kinds):
            kind = self.kinds[number]
            for after, _, dead in self._runs(kind):
                if self.kinds[after].points > kind.points:
                    yield (*kinds[:place], after, *kinds[place + 1 :]), dead

    def _last_ceiling(self, node: Node, points: int, chances: int) -> int:
        """No different play of a last turn gives more.

        Along the row, for each number of cards laid and whether the last pile has a right icon, the most points
        and acorns; a new pile is taken to touch one neighbour, the first pile of an empty row none. Exchanges are
        taken from all unplayed cards, whenever they came, and the hand limit is forgotten.
        """
        row, fresh, waste = node[0], node[1], node[2]
        p = self.numbers
        pays = p.pair * p.acorn
        unplayed = sum(waste)
        dark: dict[int, int] = {0: 0}  # cards laid -> gain, the last pile without a right icon
        lit: dict[int, int] = {}
        for number in row:
            kind = self.kinds[number]
            unplayed += len(kind.hand)
            next_dark: dict[int, int] = {}
            next_lit: dict[int, int] = {}
            for icons, gain, cards in self._options(kind):
                into = next_lit if icons & 2 else next_dark
                for before, pay in ((dark, 0), (lit, pays if icons & 1 else 0)):
                    for laid, sum_ in before.items():
                        total = sum_ + gain + pay
                        if total > into.get(laid + cards, NEVER):
                            into[laid + cards] = total
            dark, lit = next_dark, next_lit
        begun = 0
        for number in fresh:
            hand = self.kinds[number].hand
            unplayed += len(hand)
            begun += any(card % TAG < 4 for card in hand)
        best = NEVER
        trade = p.swap * p.acorn
        for reached in (dark, lit):
            for laid, total in reached.items():
                for new in range(begun + 1):
                    cards = laid + new
                    if cards >= p.different_min:
                        value = total + pays * (new if row else max(new - 1, 0))
                        value += trade * min(chances, (unplayed - cards) // p.give)
                        best = max(best, value)
        return points + best

    def _options(self, kind: Kind) -> tuple[tuple[int, int, int], ...]:
        """(icons, points gained, cards laid) of a pile in a different play; the best of those that are alike."""
        if kind.options is None:
            found = {(kind.icons, 0): 0}
            for after, _, _ in self._singles(kind):
                other = self.kinds[after]
                key = (other.icons, 1)
                found[key] = max(found.get(key, NEVER), other.points - kind.points)
            kind.options = tuple((icons, gain, cards) for (icons, cards), gain in found.items())
        return kind.options

    def _plays(self, node: Node) -> Iterator[tuple[int, Cards, Cards, Cards, Cards]]:
        """Every play but for where new piles go.

        (most acorns of its bonus, -1 for a same play; old piles after it; new piles; types still without a
        pile; dead cards)
        """
        row, fresh, waste = node[0], node[1], node[2]
        for place, number in enumerate(row):
            for after, _, dead in self._runs(self.kinds[number]):
                yield -1, (*row[:place], after, *row[place + 1 :]), (), fresh, _added(waste, dead)
        for number in dict.fromkeys(fresh):
            rest = list(fresh)
            rest.remove(number)
            for after, _, dead in self._runs(self.kinds[number]):
                yield -1, row, (after,), tuple(rest), _added(waste, dead)
        yield from self._different(row, fresh, waste)

    def _different(
        self, row: Cards, fresh: Cards, waste: Cards
    ) -> Iterator[tuple[int, Cards, Cards, Cards, Cards]]:
        """The same for different plays only."""
        starts = self._starts(fresh)
        least, pair = self.numbers.different_min, self.numbers.pair
        for piles, laid, dead in self._grown(row):
            for new, rest_fresh, dead_too in starts:
                if laid + len(new) >= least:
                    most = pair * (len(piles) + len(new) - 1)
                    yield most, piles, new, rest_fresh, _added(waste, dead + dead_too)

    def _grown(self, row: Cards) -> list[tuple[Cards, int, Cards]]:
        """Old piles with one card or none on each: (piles, cards laid, tags of cards that die)."""
        found: list[tuple[Cards, int, Cards]] = [((), 0, ())]
        for number in row:
            singles = self._singles(self.kinds[number])
            found = [
                one
                for piles, laid, dead in found
                for one in (
                    ((*piles, number), laid, dead),
                    *(((*piles, after), laid + 1, dead + gone) for after, _, gone in singles),
                )
            ]
        return found

    def _starts(self, fresh: Cards) -> list[tuple[Cards, Cards, Cards]]:
        """Ways to begin piles with one card each: (new piles, types left, tags of cards that die)."""
        known = self._known_starts.get(fresh)
        if known is not None:
            return known
        found: list[tuple[Cards, Cards, Cards]] = [((), (), ())]
        for number in dict.fromkeys(fresh):
            many = fresh.count(number)
            singles = self._singles(self.kinds[number])
            ways = [
                (
                    tuple(one[0] for one in chosen),
                    (number,) * (many - begun),
                    tuple(tag for one in chosen for tag in one[2]),
                )
                for begun in range(many + 1)
                for chosen in combinations_with_replacement(singles, begun)
            ]
            found = [
                (new + more, rest + left, dead + gone)
                for new, rest, dead in found
                for more, left, gone in ways
            ]
        self._known_starts[fresh] = found
        return found

    def _placings(self, row: Cards, new: Cards, most: int) -> Iterator[tuple[int, Cards]]:
        """(acorns of the bonus, whole row) for every different row that the play can make."""
        if not new:
            yield (self._pairs(row) if most >= 0 else 0), row
            return
        for placed in self._rows(row, new):
            yield (self._pairs(placed) if most >= 0 else 0), placed

    def _rows(self, row: Cards, new: Cards) -> Iterator[Cards]:
        rule, number = self.numbers.placing, len(new)
        for order in dict.fromkeys(permutations(new)):
            if rule == "right_end" or not row:
                yield (*row, *order)
            elif rule == "either_end":
                for left in range(number + 1):
                    yield (*order[:left], *row, *order[left:])
            else:
                for places in combinations(range(len(row) + number), number):
                    old, fresh = iter(row), iter(order)
                    yield tuple(
                        next(fresh) if place in places else next(old) for place in range(len(row) + number)
                    )

    def _pairs(self, row: Cards) -> int:
        """Acorns of the bonus of a row."""
        kinds, pairs, right = self.kinds, 0, 0
        for number in row:
            icons = kinds[number].icons
            pairs += right & icons
            right = icons >> 1
        return pairs * self.numbers.pair

    def _collects(self, node: Node) -> Iterator[Node]:
        """The nodes after a turn that collects a type of the display."""
        row, fresh, waste, epochs, turns, chance, cap = node
        for number in dict.fromkeys((*row, *fresh)):
            if not self.kinds[number].display:
                continue
            after, tags = self._taken(number, len(waste))
            gone = _added((*waste, 0), tags)
            if number in row:
                place = row.index(number)
                kinds = (*row[:place], after, *row[place + 1 :]), fresh
            else:
                rest = list(fresh)
                rest.remove(number)
                kept = (after,) if self.kinds[after].hand else ()
                kinds = row, tuple(sorted((*rest, *kept)))
            here = turns if chance else turns - 1  # chances to exchange from this turn on
            chances, first, held = epochs[-1]
            closed = (*epochs[:-1], (chances - here, first, held))
            limit = self.numbers.limit
            count = (
                sum(gone) + sum(len(self.kinds[one].hand) for one in (*kinds[0], *kinds[1])) if limit else 0
            )
            opened = (here, int(chance), count if count > limit else 0)
            yield (*kinds, gone, (*closed, opened), turns - 1, True, cap)

    def _taken(self, number: int, tag: int) -> tuple[int, Cards]:
        """The kind after its display cards came to the hand, and the tags of cards that are dead."""
        kind = self.kinds[number]
        live = [card + TAG * tag for card in kind.display if card != DEAD]
        after, dead = self._kind(kind.size, kind.top, kind.icons, tuple(sorted((*kind.hand, *live))), ())
        return after, dead + (tag,) * (len(kind.display) - len(live))

    def _counted(self, node: Node, kinds: Sequence[int], waste: Cards) -> tuple[Epoch, ...]:
        """The epochs after a turn without a collect. Only a hand that began above the limit can be above it then."""
        epochs, limit = node[3], self.numbers.limit
        if limit and len(epochs) == 1 and not epochs[0][2]:
            count = sum(waste)
            for number in kinds:
                count += len(self.kinds[number].hand)
            if count > limit:
                return ((epochs[0][0], int(node[5]), count),)
        return epochs

    def _may_wait(self, node: Node) -> bool:
        """Whether a turn without a main action may come before others: to exchange cards before a collect."""
        limit = self.numbers.limit
        if not limit or node[4] < 2:
            return False
        kinds = [self.kinds[number] for number in (*node[0], *node[1])]
        largest = max((len(kind.display) for kind in kinds), default=0)
        return bool(largest) and sum(node[2]) + sum(len(kind.hand) for kind in kinds) + largest > limit


def _added(waste: Cards, tags: Cards) -> Cards:
    """Dead cards by tag with one more for each of `tags`."""
    if not tags:
        return waste
    if len(waste) == 1:
        return (waste[0] + len(tags),)
    counts = list(waste)
    for tag in tags:
        counts[tag] += 1
    return tuple(counts)
