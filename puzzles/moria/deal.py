"""A full position that fits what a seat knows: unseen goals and ogres are dealt at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from puzzles.core.state import RulesError
from puzzles.moria.moves import HIDDEN
from puzzles.moria.queries import is_fulfilled
from puzzles.moria.rules import State
from puzzles.moria.state import SHOWN


def deal(view: State, rng: Random) -> State:
    """`view` with every unknown face replaced by an unseen one; the view of the result is `view` again.

    A fair shuffle of the unseen trading goals, secret goals and ogres. In a game that is over an unrevealed secret
    goal is one that is not fulfilled. Same view and same state of `rng`, same deal. Raises RulesError for a view
    that no deal fits.
    """
    ogres = Counter({name: ogre.count for name, ogre in view.cards.ogres.items()})
    shown = [*view.ogre_deck, *view.ogre_discard, *(ogre for own in view.ogres for ogre in own)]
    ogres.subtract(name for name in shown if name != HIDDEN)
    next_ogre = _shuffled(list(ogres.elements()), rng)
    owned = {goal for own in view.goals for goal in own}
    next_goal = _shuffled(
        [goal for goal in view.cards.goals if goal not in owned.union(view.open_goals, view.deck)], rng
    )
    dealt = replace(
        view,
        secrets=_secrets(view, rng),
        ogres=tuple(_filled(own, next_ogre, "ogre") for own in view.ogres),
        open_goals=_filled(view.open_goals, next_goal, "trading goal"),
        ogre_deck=_filled(view.ogre_deck, next_ogre, "ogre"),
        ogre_discard=_filled(view.ogre_discard, next_ogre, "ogre"),
    )
    return replace(dealt, deck=_filled(view.deck, next_goal, "trading goal"))


def _secrets(view: State, rng: Random) -> tuple[str, ...]:
    """Unknown secret goals, one a seat in seat order."""
    found = list(view.secrets)
    for seat, secret in enumerate(view.secrets):
        if secret != HIDDEN:
            continue
        taken = {one.removesuffix(SHOWN) for one in found}
        free = [one for one in view.cards.secrets if one not in taken]
        if view.phase == "over":
            free = [one for one in free if not is_fulfilled(_with_secret(view, seat, one), seat)]
        if not free:
            raise RulesError(f"deal: no unseen secret goal is left for {view.colours[seat]}, expected one")
        found[seat] = free[rng.randrange(len(free))]
    return tuple(found)


def _with_secret(view: State, seat: int, secret: str) -> State:
    return replace(view, secrets=(*view.secrets[:seat], secret, *view.secrets[seat + 1 :]))


def _shuffled(faces: list[str], rng: Random) -> Iterator[str]:
    rng.shuffle(faces)
    return iter(faces)


def _filled(faces: Sequence[str], unseen: Iterator[str], what: str) -> tuple[str, ...]:
    found = []
    for face in faces:
        shown = next(unseen, None) if face == HIDDEN else face
        if shown is None:
            raise RulesError(f"deal: no unseen {what} is left, expected one for each unknown face")
        found.append(shown)
    return tuple(found)
