"""Paired worlds: two positions that differ only in what a seat may not know look the same to it, and go on doing so."""

from collections.abc import Callable, Collection
from random import Random
from typing import Any, TypeVar

from kschwert_env.engine.game import Game

from .compare import Json

G = TypeVar("G", bound=Game[Any])
Seen = tuple[list[int], list[int], Json]


def resampled(game: G, seat: int, random: Random) -> G:
    """Dealt anew by the engine."""
    return game.resample(seat, random.getrandbits(63))


def seen_by(public_view: Callable[[Json, int], Json], game: Game[Any], seat: int) -> Seen:
    """Everything that a seat is given, and what the referee would show it."""
    given = game.observe(seat)
    return given["observation"].tolist(), given["action_mask"].tolist(), public_view(game.position(), seat)


def compare(
    game: G, other: G, seat: int, seen: Callable[[G, int], Seen], quiet: Collection[str], random: Random
) -> None:
    """Equal now, and after an own action of a quiet kind: one that asks nothing of chance or of hidden things."""
    assert seen(game, seat) == seen(other, seat)
    actions = game.rules.actions
    numbers = [number for number in game.legal_actions() if actions.decode(number).kind in quiet]
    if game.player == seat and numbers:
        choice, first, second = random.choice(numbers), game.copy(), other.copy()
        first.step(choice)
        second.step(choice)
        assert first.is_over == second.is_over
        assert first.is_over or seen(first, seat) == seen(second, seat)
