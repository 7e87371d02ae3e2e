"""Positions as JSON, for tests of how they are read: what a game brings, and how to change them.

`tests/<game>/positions.py` has a game's `REACHED`; `tests/games/test_positions.py` tries what must hold for every game.
"""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kschwert_env.engine.game import Game
from kschwert_env.engine.rules import Position

Change = Callable[[Position], Any]


@dataclass(frozen=True)
class Reached:
    """Positions that a game reaches.

    Attributes:
        game: the game.
        moments: a name for each position, with its phase. Every phase is among them.
        reach: the position of a moment; not to be changed, so that it may be kept.
        strange: values that are right somewhere in such a position and wrong elsewhere.
        slow: as plain Python it takes too long to play these games.
    """

    game: type[Game[Any]]
    moments: Mapping[str, str]
    reach: Callable[[str], Position]
    strange: tuple[Any, ...]
    slow: bool = False


def nonzero(cards: Mapping[str, int]) -> dict[str, int]:
    """Counts as positions have them: zeros are left out."""
    return {card: count for card, count in cards.items() if count}


def changed(position: Position, change: Change) -> Position:
    """A copy of a position, changed."""
    position = copy.deepcopy(position)
    change(position)
    return position


def inside(position: Position, *path: str) -> Any:
    """Return the value at the end of a path of keys and indices."""
    inner: Any = position
    for key in path:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    return inner


def put(place: str, value: Any) -> Change:
    """Set a value by its place, such as "revolt.votes.0"."""

    def change(position: Position) -> None:
        *path, last = place.split(".")
        inner = inside(position, *path)
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


def move(card: str, source: str, target: str, count: int = 1) -> Change:
    """Move cards between two counts by their places, such as "hands.0"."""

    def change(position: Position) -> None:
        for place, number in ((source, -count), (target, count)):
            counts = inside(position, *place.split("."))
            counts[card] = counts.get(card, 0) + number
            if not counts[card]:
                del counts[card]

    return change


def both(*changes: Change) -> Change:
    """One change after another."""

    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change
